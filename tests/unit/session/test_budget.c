/* SPDX-License-Identifier: MIT */
/* Tests the arithmetic of --budget: which round fits, and how much time more rounds need. */
#include "test.h"

#include <string.h>

#include "session/budget.h"

enum { ROUNDS = 12 };

static const uint64_t MS = 1000000, BEGIN = 5000;

/* Rounds of these times, in ms, after a start that took 10 ms; the budget is 1 s. */
static const struct {
	uint64_t rounds[ROUNDS];
	uint64_t after;			/* from the last round until now */
	bool keeps, fits;
	size_t left;
	size_t wanted;
	uint64_t enough;		/* for so many rounds, in ms; 0: not known */
} cases[] = {
	{ { 0 }, 0, false, true, 0, 10, 0 },
	{ { 100 }, 0, false, true, 8, 9, 1000 + 700 + 105 },
	{ { 100, 100, 100 }, 0, false, true, 6, 9, 1000 + 500 + 105 },
	{ { 100, 100, 100 }, 590, false, false, 0, 9, 1000 + 500 + 105 },	/* exactly one more is too close */
	{ { 100, 100, 100 }, 580, false, true, 1, 9, 1000 + 500 + 105 },
	{ { 100, 100, 100 }, 690, false, false, 0, 9, 1000 + 500 + 105 },
	{ { 100, 100, 100 }, 5000, false, false, 0, 4, 1000 + 105 },
	{ { 100, 100, 100 }, 0, false, true, 6, 3, 0 },			/* they were made */
	{ { 100, 100, 100 }, 490, true, false, 0, 9, (900 + 500 + 105) * 10 / 9 },	/* a tenth is for --cleanup */
	/* one disturbed round does not tell how many fit, but whether the next one can be risked */
	{ { 100, 300, 100 }, 0, false, true, 3, 9, 1000 + 833 + 273 },
	{ { 100, 300, 100 }, 230, false, false, 0, 9, 1000 + 833 + 273 },
	{ { 50, 50, 50, 50, 50, 50, 50, 50, 50, 300 }, 180, false, false, 0, 12, 1000 + 75 + 78 },
	{ { 50, 50, 50, 50, 50, 300, 50, 50, 50, 50, 50, 50 }, 80, false, true, 1, 13, 1000 + 52 },
	{ { 1200 }, 0, false, false, 0, 2, 1000 + 1260 },
};

static void rounds_that_fit(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct budget b;
		uint64_t now = BEGIN + 10 * MS, enough;

		budget_start(&b, 1000 * MS, BEGIN, cases[i].keeps);
		for (size_t k = 0; k < ROUNDS && cases[i].rounds[k]; k++) {
			budget_begin_round(&b, now);
			now += cases[i].rounds[k] * MS;
			budget_end_round(&b, now);
		}
		now += cases[i].after * MS;
		enough = budget_for(&b, cases[i].wanted, 1) / MS;
		if (budget_fits(&b, now) != cases[i].fits || budget_rounds_left(&b, now) != cases[i].left ||
		    enough != cases[i].enough)
			fail_msg("case %zu: %d, %zu left, %llu ms", i, budget_fits(&b, now), budget_rounds_left(&b, now),
				 (unsigned long long)enough);
		budget_release(&b);
		budget_release(&b);
	}
}

/* What is computed between two rounds makes a round longer. */
static void time_between(void **state)
{
	struct budget b;

	(void)state;
	budget_start(&b, 1000 * MS, BEGIN, false);
	budget_begin_round(&b, BEGIN);
	budget_end_round(&b, BEGIN + 100 * MS);
	assert_int_equal(budget_rounds_left(&b, BEGIN + 100 * MS), 8);
	budget_begin_round(&b, BEGIN + 200 * MS);
	budget_end_round(&b, BEGIN + 300 * MS);
	assert_int_equal(budget_rounds_left(&b, BEGIN + 300 * MS), 4);	/* 200 and 100 ms */
	budget_release(&b);
}

static void the_end(void **state)
{
	struct budget b;

	(void)state;
	budget_start(&b, 1000 * MS, BEGIN, true);
	assert_int_equal(budget_left(&b, BEGIN + 100 * MS), 800 * MS);
	assert_int_equal(budget_left(&b, BEGIN + 2000 * MS), 0);
	assert_int_equal(budget_rest_end(&b, BEGIN + 500 * MS), BEGIN + 1000 * MS);
	assert_int_equal(budget_rest_end(&b, BEGIN + 900 * MS), BEGIN + 1000 * MS);
	assert_int_equal(budget_rest_end(&b, BEGIN + 4000 * MS), BEGIN + 4100 * MS);
	budget_start(&b, UINT64_MAX, BEGIN, true);
	assert_true(budget_left(&b, BEGIN) > UINT64_MAX / 2 && budget_fits(&b, BEGIN));
	assert_int_equal(budget_rest_end(&b, BEGIN), UINT64_MAX);
	b = (struct budget){0};
	budget_begin_round(&b, BEGIN);
	budget_end_round(&b, BEGIN + MS);
	assert_true(!b.round_ns && budget_fits(&b, BEGIN + 9 * MS));
	assert_int_equal(budget_left(&b, BEGIN), UINT64_MAX);
	assert_int_equal(budget_rounds_left(&b, BEGIN), SIZE_MAX);
	assert_int_equal(budget_rest_end(&b, BEGIN), UINT64_MAX);
}

/* A benchmark of a suite has a part of it, and what is built before the runs is no part of it. */
static void a_part(void **state)
{
	struct budget b;
	struct str text = {0};

	(void)state;
	budget_start(&b, 1000 * MS, BEGIN, false);
	b.whole_ns = 5000 * MS;
	budget_put_off(&b, 7000 * MS);
	assert_int_equal(budget_left(&b, BEGIN + 7100 * MS), 900 * MS);
	budget_begin_round(&b, BEGIN + 7100 * MS);
	budget_end_round(&b, BEGIN + 7200 * MS);
	assert_int_equal(budget_for(&b, 10, 1) / MS, 5 * (1000 + 800 + 105));	/* all benchmarks need as much more */
	budget_add_end(&text, &b, 1, "up to ", 10, false);
	assert_string_equal(text.text, "its part of --budget 5s ended after 1 of up to 10 runs");
	str_release(&text);
	budget_release(&b);
	budget_start(&b, UINT64_MAX, BEGIN, false);
	budget_put_off(&b, UINT64_MAX / 2);
	assert_int_equal(b.runs_end_ns, UINT64_MAX);
	budget_release(&b);
}

/* Between two parts others have the time. */
static void a_pause(void **state)
{
	struct budget b;

	(void)state;
	budget_start(&b, 1000 * MS, BEGIN, false);
	budget_begin_round(&b, BEGIN);
	budget_end_round(&b, BEGIN + 100 * MS);
	b.ended = true;
	assert_int_equal(budget_spent(&b, BEGIN + 150 * MS), 150 * MS);
	budget_resume(&b, 2000 * MS, 150 * MS, BEGIN + 60000 * MS);
	assert_false(b.ended);
	assert_int_equal(b.total_ns, 2150 * MS);
	assert_int_equal(budget_left(&b, BEGIN + 60100 * MS), 1900 * MS);
	assert_int_equal(budget_spent(&b, BEGIN + 60100 * MS), 250 * MS);
	budget_begin_round(&b, BEGIN + 60000 * MS);	/* the pause is no part of the round before it */
	assert_int_equal(budget_rounds_left(&b, BEGIN + 60000 * MS), 19);
	budget_resume(&b, UINT64_MAX, 100 * MS, BEGIN);
	assert_int_equal(b.total_ns, UINT64_MAX);
	assert_int_equal(b.runs_end_ns, UINT64_MAX);
	budget_release(&b);
}

static void a_hang(void **state)
{
	struct budget b;
	uint64_t now = BEGIN;

	(void)state;
	budget_start(&b, 60000 * MS, now, false);
	budget_begin_round(&b, now);
	assert_false(budget_hangs(&b, now + 50000 * MS));	/* of a first round nothing is known */
	for (int i = 1; i <= 3; i++, now += 100 * MS) {
		budget_begin_round(&b, now);
		budget_end_round(&b, now += (uint64_t)i * 100 * MS);
	}
	budget_begin_round(&b, now);
	assert_false(budget_hangs(&b, now + 1900 * MS));	/* the longest was 300 ms, and 100 more on its table */
	assert_true(budget_hangs(&b, now + 2210 * MS));
	b.runs_end_ns = now + 1900 * MS;
	assert_false(budget_hangs(&b, now + 9000 * MS));	/* it did not end when it was told to */
	budget_release(&b);
}

static void from_warm_ups(void **state)
{
	struct budget b;

	(void)state;
	budget_start(&b, 1000 * MS, BEGIN, false);
	assert_int_equal(budget_for(&b, 10, 2), 0);
	budget_add_warm_up(&b, 300 * MS, BEGIN + 400 * MS);
	budget_add_warm_up(&b, 100 * MS, BEGIN + 500 * MS);
	/* two runs a round, 200 ms each: 500 ms until now, another warm-up of all, and 10 rounds, a little longer */
	assert_int_equal(budget_for(&b, 10, 2) / MS, 500 + 400 + 10 * 420);
	budget_begin_round(&b, BEGIN + 500 * MS);
	assert_int_equal(budget_for(&b, 10, 2) / MS, 500 + 10 * 420);
	budget_release(&b);
}

static void times_as_text(void **state)
{
	static const struct { uint64_t ms; const char *exact, *enough; } texts[] = {
		{ 10, "10ms", "10ms" }, { 98, "98ms", "98ms" }, { 123, "123ms", "130ms" }, { 991, "991ms", "1s" },
		{ 1000, "1s", "1s" }, { 1001, "1001ms", "2s" }, { 59000, "59s", "59s" }, { 60000, "1m", "1m" },
		{ 98500, "98500ms", "99s" }, { 99001, "99001ms", "2m" }, { 7200000, "120m", "120m" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(texts); i++) {
		struct str out = {0};

		budget_add_time(&out, texts[i].ms * MS);
		assert_string_equal(out.text, texts[i].exact);
		str_reset(&out);
		budget_add_enough(&out, texts[i].ms * MS);
		assert_string_equal(out.text, texts[i].enough);
		str_release(&out);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rounds_that_fit), cmocka_unit_test(time_between), cmocka_unit_test(the_end),
		cmocka_unit_test(a_part), cmocka_unit_test(a_pause),
		cmocka_unit_test(a_hang), cmocka_unit_test(from_warm_ups), cmocka_unit_test(times_as_text),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
