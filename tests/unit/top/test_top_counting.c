/* SPDX-License-Identifier: MIT */
/* Tests when waiting ends. */
#include "test.h"

#include <stdlib.h>

#include "base/env.h"
#include "host/kernel.h"
#include "top/top_counting.h"

static uint64_t now_ns;

static uint64_t tick(const struct kernel *k)
{
	(void)k;
	return now_ns += 1000;
}

/* As poll() says it of a group that has no counters any more. */
static int always_ready(const struct kernel *k, struct wait_fd *fds, size_t n, uint64_t deadline_ns)
{
	(void)k;
	(void)n;
	(void)deadline_ns;
	assert_true(now_ns < 1000000);
	fds[0].ready = true;
	return WAIT_RECORDS;
}

static void test_broken_group(void **state)
{
	const struct kernel kernel = { .now_ns = tick, .wait = always_ready };
	const struct env env = { .kernel = &kernel };
	struct events events = {0};
	struct switch_cpu cpu = {0};
	struct wait_fd more[1] = { { .fd = -1, .kind = WAIT_SIGNAL } };
	struct top_counting c = { .env = &env, .counter = { .kernel = &kernel, .events = &events, .cpu = &cpu,
							   .n_cpus = 1 } };
	struct error err = ERROR_INIT;

	(void)state;
	assert_int_equal(top_counting_wait(&c, more, 1, 10000, &err), 0);
	assert_in_range(now_ns, 10000, 11000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_broken_group),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
