/* SPDX-License-Identifier: MIT */
/* Tests the longest common subsequence against a slow one, and that no text takes quadratic time. */
#include "test.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "where/common_lines.h"

/* The number of matches, each of which is checked: equal lines, in order. */
static size_t matches(const size_t *to, const uint64_t *a, size_t n_a, const uint64_t *b, size_t n_b)
{
	size_t n = 0, last = COMMON_NONE;

	for (size_t i = 0; i < n_a; i++) {
		if (to[i] == COMMON_NONE)
			continue;
		assert_true(to[i] < n_b);
		assert_int_equal(a[i], b[to[i]]);
		assert_true(last == COMMON_NONE || to[i] > last);
		last = to[i];
		n++;
	}
	return n;
}

static size_t slow_length(const uint64_t *a, size_t n_a, const uint64_t *b, size_t n_b)
{
	size_t best[41][41] = {0};

	for (size_t i = n_a; i-- > 0;)
		for (size_t j = n_b; j-- > 0;) {
			size_t without = best[i + 1][j] > best[i][j + 1] ? best[i + 1][j] : best[i][j + 1];

			best[i][j] = a[i] == b[j] ? 1 + best[i + 1][j + 1] : without;
		}
	return best[0][0];
}

static void as_the_slow_one(void **state)
{
	(void)state;
	srand(46);
	for (int round = 0; round < 20000; round++) {
		uint64_t a[40], b[40];
		size_t to[40], n_a = (size_t)rand() % 41, n_b = (size_t)rand() % 41;
		int kinds = 1 + rand() % 12;

		for (size_t i = 0; i < n_a; i++)
			a[i] = (uint64_t)(rand() % kinds);
		for (size_t i = 0; i < n_b; i++)
			b[i] = (uint64_t)(rand() % kinds);
		common_lines(to, a, n_a, b, n_b);
		assert_int_equal(matches(to, a, n_a, b, n_b), slow_length(a, n_a, b, n_b));
	}
}

static double seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

enum { LARGE = 100000 };

static void all_equal(uint64_t *a, uint64_t *b)
{
	for (size_t i = 0; i < LARGE; i++)
		a[i] = b[i] = 7;
	b[LARGE / 2] = 8;
}

static void nothing_common(uint64_t *a, uint64_t *b)
{
	for (size_t i = 0; i < LARGE; i++) {
		a[i] = i;
		b[i] = LARGE + i;
	}
}

static void two_kinds(uint64_t *a, uint64_t *b)
{
	for (size_t i = 0; i < LARGE; i++) {
		a[i] = (uint64_t)(rand() % 2);
		b[i] = (uint64_t)(rand() % 2);
	}
}

static void every_third_changed(uint64_t *a, uint64_t *b)
{
	for (size_t i = 0; i < LARGE; i++) {
		a[i] = i;
		b[i] = i % 3 ? i : LARGE + i;
	}
}

static void reversed(uint64_t *a, uint64_t *b)
{
	for (size_t i = 0; i < LARGE; i++) {
		a[i] = i;
		b[i] = LARGE - i;
	}
}

/* 100,000 lines: at least so many matches, in a few seconds on any machine. */
static void large(void **state)
{
	static const struct {
		void (*make)(uint64_t *a, uint64_t *b);
		size_t least;
	} cases[] = {
		{ all_equal, LARGE - 1 },
		{ nothing_common, 0 },
		{ two_kinds, 0 },
		{ every_third_changed, LARGE - LARGE / 3 - 1 },
		{ reversed, 1 },
	};
	uint64_t *a = calloc(LARGE, sizeof(*a)), *b = calloc(LARGE, sizeof(*b));
	size_t *to = calloc(LARGE, sizeof(*to));

	(void)state;
	srand(1);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		double start = seconds();

		cases[i].make(a, b);
		common_lines(to, a, LARGE, b, LARGE);
		assert_in_range(matches(to, a, LARGE, b, LARGE), cases[i].least, LARGE);
		if (seconds() - start > 20)
			fail_msg("case %zu took %.1f s", i, seconds() - start);
	}
	free(to);
	free(b);
	free(a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(as_the_slow_one),
		cmocka_unit_test(large),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
