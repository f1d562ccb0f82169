/* SPDX-License-Identifier: MIT */
/* How a run ended: its status, and whether that is a failure where some are ignored. */
#include "test.h"

#include <signal.h>

#include "benchmark/run_result.h"

#define BIT(status) [(status) / 64] = (uint64_t)1 << (status) % 64

static void how_it_ended(void **state)
{
	/* one in each word */
	static const uint64_t some[4] = { BIT(1), BIT(RUN_RESULT_TIMED_OUT), BIT(128 + SIGKILL), BIT(255) };
	static const uint64_t all[4] = { UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX };
	static const struct {
		int wait, signo;
		enum wait_loop_end end;
		int status;
		bool failed, failed_some, failed_all;
	} cases[] = {
		{ 0, 0, WAIT_LOOP_CHILD, 0, false, false, false },
		{ -1, 0, WAIT_LOOP_CHILD, 0, false, false, false },
		{ 1 << 8, 0, WAIT_LOOP_CHILD, 1, true, false, false },
		{ 2 << 8, 0, WAIT_LOOP_CHILD, 2, true, true, false },
		{ 255 << 8, 0, WAIT_LOOP_CHILD, 255, true, false, false },
		{ SIGKILL, 0, WAIT_LOOP_CHILD, 137, true, false, false },
		{ SIGTERM, 0, WAIT_LOOP_CHILD, 143, true, true, false },
		{ 0x7f, 0, WAIT_LOOP_CHILD, 255, true, false, false },	/* a document says so */
		/* whatever it made of that */
		{ SIGTERM, 0, WAIT_LOOP_TIMEOUT, 124, true, false, false },
		{ 0, 0, WAIT_LOOP_TIMEOUT, 124, true, false, false },
		{ -1, 0, WAIT_LOOP_TIMEOUT, 0, false, false, false },
		/* interrupted, which may have been in --post; it may end well all the same */
		{ 1 << 8, SIGINT, WAIT_LOOP_CHILD, 1, true, true, true },
		{ 0, SIGINT, WAIT_LOOP_CHILD, 0, false, false, false },
		{ 0, SIGINT, WAIT_LOOP_SIGNAL, 0, true, true, true },
		{ -1, SIGINT, WAIT_LOOP_SIGNAL, 0, true, true, true },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct run_result r = { .status = cases[i].wait, .signo = cases[i].signo, .end = cases[i].end };

		assert_int_equal(run_result_status(&r), cases[i].status);
		assert_true(run_result_failed(&r, NULL) == cases[i].failed);
		assert_true(run_result_failed(&r, some) == cases[i].failed_some);
		assert_true(run_result_failed(&r, all) == cases[i].failed_all);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(how_it_ended),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
