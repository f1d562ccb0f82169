/* SPDX-License-Identifier: MIT */
/* Whose turn it is, in every order there is. */
#include "test.h"

#include <stdio.h>
#include <string.h>

#include "cli/turns.h"

enum { MOST = 6 };

/* Letters of sides with the number of their round; a blank between laps. */
static void spell(char *out, size_t size, const struct turns *t, size_t first, size_t rounds)
{
	size_t side[MOST], at = 0;
	struct lap lap = { .side = side };

	for (size_t i = 0; i < turns_laps(t, rounds); i++) {
		turns_lap(&lap, t, first, rounds, i);
		at += (size_t)snprintf(out + at, size - at, "%s", i ? " " : "");
		for (size_t k = 0; k < lap.n; k++)
			at += (size_t)snprintf(out + at, size - at, "%c%zu", (int)('A' + lap.side[k]), lap.round);
	}
}

static const struct {
	enum turns_kind kind;
	size_t sides, first, rounds;
	const char *turns;
} cases[] = {
	{ TURNS_ABBA, 2, 0, 4, "A0B0 B1A1 A2B2 B3A3" },
	{ TURNS_ABBA, 2, 3, 2, "B3A3 A4B4" },		/* a batch goes on where the last one ended */
	{ TURNS_ABBA, 3, 0, 2, "A0B0C0 C1B1A1" },
	{ TURNS_ABBA, 1, 0, 3, "A0 A1 A2" },
	{ TURNS_BLOCK, 2, 0, 3, "A0 A1 A2 B0 B1 B2" },
	{ TURNS_BLOCK, 2, 3, 2, "A3 A4 B3 B4" },
	{ TURNS_BLOCK, 3, 0, 1, "A0 B0 C0" },
	{ TURNS_BLOCK, 1, 5, 2, "A5 A6" },
	{ TURNS_RANDOM, 1, 0, 2, "A0 A1" },
};

static void every_order(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct turns t = { .kind = cases[i].kind, .seed = i, .sides = cases[i].sides };
		char got[200] = "";

		spell(got, sizeof(got), &t, cases[i].first, cases[i].rounds);
		assert_string_equal(got, cases[i].turns);
	}
}

/* Each side once in a lap, each in each place about as often; the same again with the same seed. */
static void chance_is_fair_and_repeatable(void **state)
{
	enum { ROUNDS = 6000, SIDES = 3 };
	size_t at[SIDES][SIDES] = {{0}}, differ = 0;
	struct turns t = { .kind = TURNS_RANDOM, .seed = 1, .sides = SIDES };
	struct turns other = { .kind = TURNS_RANDOM, .seed = 2, .sides = SIDES };

	(void)state;
	for (size_t i = 0; i < ROUNDS; i++) {
		size_t a[SIDES], b[SIDES], c[SIDES], seen = 0;
		struct lap lap = { .side = a }, again = { .side = b }, seeded = { .side = c };

		turns_lap(&lap, &t, 0, ROUNDS, i);
		turns_lap(&again, &t, i, 1, 0);
		turns_lap(&seeded, &other, 0, ROUNDS, i);
		assert_int_equal(lap.n, SIDES);
		assert_int_equal(lap.round, i);
		assert_memory_equal(a, b, sizeof(a));
		differ += memcmp(a, c, sizeof(a)) != 0;
		for (size_t k = 0; k < SIDES; k++) {
			seen |= (size_t)1 << a[k];
			at[a[k]][k]++;
		}
		assert_int_equal(seen, 7);
	}
	assert_true(differ > ROUNDS / 2);
	for (size_t s = 0; s < SIDES; s++)
		for (size_t k = 0; k < SIDES; k++)
			assert_in_range(at[s][k], ROUNDS / SIDES - 200, ROUNDS / SIDES + 200);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_order),
		cmocka_unit_test(chance_is_fair_and_repeatable),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
