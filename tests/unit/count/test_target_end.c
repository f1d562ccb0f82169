/* SPDX-License-Identifier: MIT */
/* Tests how the end of a target is noticed: by descriptors or by polling. */
#include "test.h"

#include "count/target_end.h"
#include "fake_kernel.h"
#include "host/target.h"

static const uint64_t MS = 1000000;

/* 20 has ended before, 21 ends at 10 ms, 22 lives. */
static const char script[] = "ends=20@0 ends=21@10";
static pid_t pids[] = { 20, 21, 22 };

static void start(struct fake_kernel *fk, struct target_end *w, const char *more)
{
	const struct target t = { .watch = pids, .n_watch = COUNT_OF(pids) };

	fake_kernel_init(fk);
	fake_kernel_script(fk, script);
	fake_kernel_script(fk, more);
	target_end_open(w, &fk->ops, &t);
}

static void descriptors_tell(void **state)
{
	static struct fake_kernel fk;
	struct wait_fd fds[COUNT_OF(pids)];
	struct target_end w;

	(void)state;
	start(&fk, &w, "");
	assert_int_equal(w.left, 2);
	assert_false(w.polling);
	assert_int_equal(fk.open_fds, 2);
	target_end_fds(&w, fds);
	assert_int_equal(fds[0].fd, -1);
	assert_int_equal(fds[1].kind, WAIT_TARGET);
	assert_int_equal(fk.ops.wait(&fk.ops, fds, COUNT_OF(fds), KERNEL_FOREVER), WAIT_TARGET);
	target_end_mark_ended(&w, fds);
	assert_int_equal(w.left, 1);
	assert_int_equal(fk.open_fds, 1);
	target_end_mark_ended(&w, fds);		/* once is enough */
	assert_int_equal(w.left, 1);
	target_end_close(&w);
	assert_int_equal(fk.open_fds, 0);
}

static void looking_finds(void **state)
{
	static struct fake_kernel fk;
	struct target_end w;

	(void)state;
	start(&fk, &w, "no-pidfd");
	assert_int_equal(w.left, 2);
	assert_true(w.polling);
	assert_int_equal(fk.open_fds, 0);
	target_end_poll(&w);
	assert_int_equal(w.left, 2);
	fk.clock_ns += 10 * MS;
	target_end_poll(&w);
	assert_int_equal(w.left, 1);
	assert_true(w.polling);
	fake_kernel_script(&fk, "ends=22@0");
	target_end_poll(&w);
	assert_int_equal(w.left, 0);
	assert_false(w.polling);
	target_end_close(&w);
	target_end_close(&w);		/* twice is safe */
}

/* A descriptor more than there may be: it is looked at instead. */
static void too_few_descriptors(void **state)
{
	static struct fake_kernel fk;
	struct target_end w;

	(void)state;
	start(&fk, &w, "limit=4:4");
	assert_int_equal(w.left, 2);
	assert_int_equal(fk.open_fds, 1);
	assert_true(w.polling);
	target_end_close(&w);
	assert_int_equal(fk.open_fds, 0);
}

/* It is the soft limit that was too low. */
static void the_limit_is_raised(void **state)
{
	static struct fake_kernel fk;
	struct target_end w;

	(void)state;
	start(&fk, &w, "limit=4:64");
	assert_int_equal(w.left, 2);
	assert_int_equal(fk.open_fds, 2);
	assert_false(w.polling);
	target_end_close(&w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(descriptors_tell),
		cmocka_unit_test(looking_finds),
		cmocka_unit_test(too_few_descriptors),
		cmocka_unit_test(the_limit_is_raised),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
