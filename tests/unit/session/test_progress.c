/* SPDX-License-Identifier: MIT */
/* Tests the line that tells how far a series is. */
#include "test.h"

#include "session/progress.h"

#define S 1000000000ull
#define NO_BUDGET .budget_ns = UINT64_MAX

static void lines(void **state)
{
	static const struct { struct progress p; const char *want; } cases[] = {
		/* nothing is known before the first run; an attached command may write to the terminal */
		{ { 0, 20, 20, 0, NO_BUDGET, .detached = true }, "run 1 of 20" },
		{ { 0, 20, 20, 0, NO_BUDGET }, "" },
		{ { 0, 6, 12, 0, 5 * S, .detached = true }, "run 1 of 6 to 12" },
		/* over within a second */
		{ { 1, 20, 20, S / 100, NO_BUDGET, .detached = true }, "" },
		{ { 19, 20, 20, S * 99 / 100, NO_BUDGET }, "run 20 of 20, 0 s left" },
		{ { 1, 20, 20, S / 20, NO_BUDGET }, "run 2 of 20, 0 s left" },
		/* but it may become more runs */
		{ { 1, 20, 80, S / 100, NO_BUDGET, .detached = true }, "" },
		{ { 1, 20, 200, S / 100, NO_BUDGET, .detached = true }, "run 2 of 20 to 200, 0 to 1 s left" },
		{ { 5, 10, 10, 20 * S, NO_BUDGET }, "run 6 of 10, 20 s left" },
		{ { 5, 10, 40, 20 * S, NO_BUDGET }, "run 6 of 10 to 40, 20 s to 2 min left" },
		{ { 10, 60, 60, 19 * S, NO_BUDGET }, "run 11 of 60, 95 s left" },
		{ { 1, 3, 3, 60 * S, NO_BUDGET }, "run 2 of 3, 2 min left" },
		{ { 1, 1001, 1001, 60 * S, NO_BUDGET }, "run 2 of 1001, 16 h left" },
		/* a budget */
		{ { 5, 10, 40, 20 * S, 60 * S }, "run 6 of 10 to 40, 20 to 60 s left" },
		{ { 5, 10, 40, 20 * S, 12 * S }, "run 6 of at most 10, 12 s left" },
		{ { 5, 10, 10, 20 * S, 0 }, "run 6 of at most 10, 0 s left" },
		/* more were made than planned */
		{ { 12, 10, 10, 20 * S, NO_BUDGET }, "run 13 of 10, 0 s left" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct str out = {0};

		progress_add(&out, &cases[i].p);
		assert_string_equal(str_text(&out), cases[i].want);
		str_release(&out);
	}
}

int main(void)
{
	static const struct CMUnitTest tests[] = { cmocka_unit_test(lines) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
