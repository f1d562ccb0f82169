/* SPDX-License-Identifier: MIT */
/* Tests where changes are found in series of known levels, and how seldom where there is none. */
#include "test.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "compare/stats/change_points.h"

static uint64_t seed;

static double noise(void)	/* splitmix64; the sum of twelve is nearly normal */
{
	double sum = -6;

	for (int i = 0; i < 12; i++) {
		uint64_t z = seed += 0x9e3779b97f4a7c15u;

		z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
		z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
		sum += (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
	}
	return sum;
}

/* Levels of 20 values each, of a noise of 1. */
static size_t find(size_t *at, const double *level, size_t n)
{
	double v[1000];
	struct change_points c;
	size_t found;

	for (size_t i = 0; i < n * 20; i++)
		v[i] = level[i / 20] + noise();
	change_points_find(&c, v, n * 20);
	found = c.n;
	for (size_t i = 0; i < c.n && i < 4; i++)
		at[i] = c.at[i].at;
	change_points_release(&c);
	return found;
}

static void test_levels(void **state)
{
	static const struct {
		double level[4];
		size_t n, changes;
	} cases[] = {
		{ { 0, 0, 0, 0 }, 4, 0 }, { { 0, 5, 5, 5 }, 4, 1 }, { { 0, 0, -5, -5 }, 4, 1 }, { { 0, 5, 0, 5 }, 4, 3 },
		{ { 0, 20, 40, 60 }, 4, 3 }, { { 0, 0, 20, 20 }, 4, 1 }, { { 1e6, 1e6 + 20 }, 2, 1 },
	};
	size_t at[4];

	(void)state;
	seed = 1;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		size_t next = 0;

		assert_int_equal(find(at, cases[i].level, cases[i].n), cases[i].changes);
		for (size_t k = 1; k < cases[i].n; k++)
			if (fabs(cases[i].level[k] - cases[i].level[k - 1]) > 0)
				assert_in_range(at[next++], k * 20 - 1, k * 20 + 1);
	}
}

static void test_few(void **state)
{
	const double steps[] = { 1, 1, 1, 1, 1, 1, 1, 1, 9, 9, 9 }, wild[] = { 1, 1, 1, 1, 1, 1, 1, 1, 9, 9, 1 };
	struct change_points c;

	(void)state;
	for (size_t n = 0; n < 11; n++) {
		change_points_find(&c, steps, n);
		assert_int_equal(c.n, 0);
	}
	change_points_find(&c, steps, 11);
	assert_int_equal(c.n, 1);
	assert_int_equal(c.at[0].at, 8);
	change_points_release(&c);
	change_points_find(&c, wild, 11);
	assert_int_equal(c.n, 0);
	change_points_release(&c);
}

static bool has_change(const struct change_points *c, size_t at)
{
	for (size_t i = 0; i < c->n; i++)
		if (c->at[i].at == at || c->at[i].kind == CHANGE_DRIFT)
			return true;
	return false;
}

/* A change far larger than all noise, wherever it is: fewer values may hide it. */
static void test_enough(void **state)
{
	double v[60];
	struct change_points c;
	size_t missed = 0;

	(void)state;
	seed = 1;
	for (size_t n = CHANGE_POINTS_LEAST - 2; n <= 60; n++) {
		for (size_t at = 3; at + 3 <= n; at++) {
			for (size_t i = 0; i < n; i++)
				v[i] = (i < at ? 100 : 1300) + noise();
			change_points_find(&c, v, n);
			if (n < CHANGE_POINTS_LEAST)
				missed += !c.n;
			else
				assert_true(has_change(&c, at));
			change_points_release(&c);
		}
	}
	assert_in_range(missed, 1, 12);
}

/* A drift of `change`, in units of the noise, after `before` values and for n; then a level for `after`. */
static void find_drift(struct change_points *c, size_t before, size_t n, size_t after, double change, double noisy)
{
	double v[400];

	for (size_t i = 0; i < before + n + after; i++) {
		size_t at = i < before ? 0 : i - before < n ? i - before : n;

		v[i] = 1000 + change * (double)at / (double)n + noisy * noise();
	}
	change_points_find(c, v, before + n + after);
}

static void test_drift(void **state)
{
	static const double changes[] = { 10, -10, 30, 1000 };
	struct change_points c;

	(void)state;
	seed = 3;
	for (size_t i = 0; i < sizeof(changes) / sizeof(*changes); i++) {
		find_drift(&c, 0, 120, 0, changes[i], 1);
		assert_int_equal(c.n, 1);
		assert_int_equal(c.at[0].at, 0);
		assert_int_equal(c.at[0].kind, CHANGE_DRIFT);
		change_points_release(&c);
	}
	find_drift(&c, 0, 30, 0, 43, 0);	/* the smoother, the surer */
	assert_int_equal(c.n, 1);
	assert_int_equal(c.at[0].kind, CHANGE_DRIFT);
	change_points_release(&c);
	find_drift(&c, 60, 60, 60, 100, 1);
	assert_int_equal(c.n, 2);
	assert_in_range(c.at[0].at, 55, 65);
	assert_int_equal(c.at[0].kind, CHANGE_DRIFT);
	assert_in_range(c.at[1].at, 115, 125);
	assert_int_equal(c.at[1].kind, CHANGE_END);
	change_points_release(&c);
}

/* What was found stays when values follow. */
static void test_stays(void **state)
{
	struct change_points c;
	double v[400];
	size_t before = 0;

	(void)state;
	seed = 2;
	for (size_t i = 0; i < 400; i++)
		v[i] = (double)(i / 80) * 2 + noise();
	for (size_t n = 1; n <= 400; n++) {
		size_t found = 0;

		change_points_find(&c, v, n);
		for (size_t i = 0; i < c.n; i++)
			found += c.at[i].kind != CHANGE_END;
		assert_true(found >= before);
		before = found;
		for (size_t i = 1; i < c.n; i++)
			assert_true(c.at[i].at > c.at[i - 1].at);
		change_points_release(&c);
	}
	assert_true(before >= 4);
}

/* No change: at most one false one in 1,000 values.  That would be 20; so many or more have a chance below 1 %. */
static void test_rate(void **state)
{
	enum { HISTORIES = 200, VALUES = 100 };
	double v[VALUES];
	size_t found = 0;

	(void)state;
	seed = 3;
	for (size_t i = 0; i < HISTORIES; i++) {
		struct change_points c;

		for (size_t k = 0; k < VALUES; k++)
			v[k] = noise();
		change_points_find(&c, v, VALUES);
		found += c.n;
		change_points_release(&c);
	}
	assert_in_range(found, 0, HISTORIES * VALUES / 2000);
}

/* Equal values have no order, so a series of two values is not a change for that. */
static void test_ties(void **state)
{
	struct change_points c;
	double v[300];

	(void)state;
	for (size_t i = 0; i < 300; i++)
		v[i] = i % 3 == 0;
	change_points_find(&c, v, 300);
	assert_int_equal(c.n, 0);
	for (size_t i = 0; i < 300; i++)
		v[i] = 7;
	change_points_release(&c);
	change_points_find(&c, v, 300);
	assert_int_equal(c.n, 0);
	change_points_release(&c);
}

static void test_exact(void **state)
{
	const double v[] = { 1000, 1000.5, 1000.9, 1001.5, 1001, 1010, 0, 0, -5 };
	const size_t changes[] = { 3, 5, 6, 8 };
	struct change_points c;

	(void)state;
	change_points_exact(&c, v, sizeof(v) / sizeof(*v), 0.001);
	assert_int_equal(c.n, 4);
	for (size_t i = 0; i < c.n; i++)
		assert_int_equal(c.at[i].at, changes[i]);
	change_points_release(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_levels), cmocka_unit_test(test_few), cmocka_unit_test(test_enough),
		cmocka_unit_test(test_drift),
		cmocka_unit_test(test_stays), cmocka_unit_test(test_rate), cmocka_unit_test(test_ties),
		cmocka_unit_test(test_exact),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
