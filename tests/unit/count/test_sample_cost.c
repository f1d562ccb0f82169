/* SPDX-License-Identifier: MIT */
/* Tests what a sample costs where the kernel allows few of them, or none at all. */
#include "test.h"

#include <errno.h>
#include <stdint.h>

#include "count/sampling/sample_cost.h"
#include "fake_kernel.h"
#include "host/attr.h"

static uint64_t allowed, asked;
static int (*fake_open)(const struct kernel *k, struct perf_event_attr *attr, pid_t pid, int cpu, int group_fd,
			unsigned long flags);

/* As Linux does. */
static int open_allowed(const struct kernel *k, struct perf_event_attr *attr, pid_t pid, int cpu, int group_fd,
			unsigned long flags)
{
	asked = attr->sample_freq;
	return attr->freq && asked > allowed ? -EINVAL : fake_open(k, attr, pid, cpu, group_fd, flags);
}

static void what_the_kernel_allows(void **state)
{
	static const struct { uint64_t allowed, asked; } cases[] = {
		{ UINT64_MAX, 10000 }, { 10000, 10000 }, { 9999, 9999 }, { 1000, 1000 }, { 1, 1 },
	};
	const union attr cycles = { .head = { .type = PERF_TYPE_HARDWARE, .size = ATTR_SIZE } };
	static struct fake_kernel fk;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		fake_kernel_init(&fk);
		fk.sample_ns = 5000;
		fake_open = fk.ops.perf_open;
		fk.ops.perf_open = open_allowed;
		allowed = cases[i].allowed;
		assert_int_equal(sample_cost_ns(&fk.ops, &cycles, allowed), 5000);
		assert_int_equal(asked, cases[i].asked);
		assert_int_equal(fk.open_fds, 0);
		assert_int_equal(sample_cost_ns(&fk.ops, &cycles, UINT64_MAX), allowed < 10000 ? 0 : 5000);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(what_the_kernel_allows) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
