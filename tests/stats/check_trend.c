/* SPDX-License-Identifier: MIT */
/*
 * check_trend - simulates histories: how often trend shows a change that is none, and how soon a real one.
 *
 * The seed is fixed, so the answer is always the same.  Rates of false changes are per result that is added to a
 * history; each claim is about all results of its histories.
 */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "compare/stats/change_points.h"

enum { RESULTS = 100, MOST = 400 };

enum noise {
	NORMAL,
	HEAVY,			/* Student's t with 3 degrees of freedom */
	SKEWED,			/* log-normal */
	WILD,			/* normal, and 5 % of the values lie up to 10 deviations above */
	TWO_MODES,
	FEW_VALUES,		/* six values, most of them the smallest */
	ALIKE,			/* normal, each value correlates with the one before by 0.3 */
	RESEMBLING,		/* the same by 0.5 */
	WANDERING,		/* the same by 0.7 */
};

static const char *const names[] = {
	"normal", "heavy tails", "skewed", "wild values", "two modes", "few values", "correlation 0.3",
	"correlation 0.5", "correlation 0.7",
};

/* --- chance ------------------------------------------------------------------------------- */

static uint64_t seed;

static uint64_t draw(void)	/* splitmix64 */
{
	uint64_t z = seed += 0x9e3779b97f4a7c15u;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

static double uniform(void)
{
	return ((double)(draw() >> 11) + 0.5) * 0x1p-53;
}

static double normal(void)
{
	double size = sqrt(-2 * log(uniform()));

	return size * cos(6.283185307179586 * uniform());
}

static double heavy(void)
{
	double a = normal(), b = normal(), c = normal();

	return normal() / sqrt(a * a + b * b + c * c);	/* of deviation 1 */
}

static double resembling(double before, double correlation)
{
	return correlation * before + sqrt(1 - correlation * correlation) * normal();
}

/* before: the value before it; the first one is normal. */
static double one(enum noise noise, double before)
{
	switch (noise) {
	case NORMAL:
		return normal();
	case HEAVY:
		return heavy();
	case SKEWED:
		return exp(0.7 * normal()) - 1;
	case WILD:
		return normal() + (uniform() < 0.05 ? 10 * uniform() : 0);
	case TWO_MODES:
		return (uniform() < 0.5 ? -1 : 1) + 0.2 * normal();
	case FEW_VALUES:
		return floor(6 * uniform() * uniform());
	case ALIKE:
		return resembling(before, 0.3);
	case RESEMBLING:
		return resembling(before, 0.5);
	case WANDERING:
		return resembling(before, 0.7);
	}
	return NAN;
}

/* `change` is added from value `at` on. */
static void make_history(double *v, size_t n, enum noise noise, size_t at, double change)
{
	double before = normal();

	for (size_t i = 0; i < n; i++) {
		before = one(noise, before);
		v[i] = before + (i >= at ? change : 0);
	}
}

/* --- false changes -------------------------------------------------------------------------- */

struct rate {
	enum noise noise;
	size_t histories;
	double most;		/* false changes per result */
};

static const struct rate rates[] = {
	{ NORMAL, 4000, 0.0005 }, { HEAVY, 4000, 0.0005 }, { SKEWED, 4000, 0.0005 }, { WILD, 4000, 0.0005 },
	{ TWO_MODES, 4000, 0.0005 }, { FEW_VALUES, 4000, 0.0005 }, { ALIKE, 4000, 0.001 },
	{ RESEMBLING, 4000, 0.001 },
	{ WANDERING, 4000, 0.0012 },
};

static bool is_quiet(const struct rate *r, size_t divisor)
{
	size_t n = r->histories / divisor, found = 0;
	double v[RESULTS], rate;
	struct change_points c;
	bool good;

	for (size_t i = 0; i < n; i++) {
		make_history(v, RESULTS, r->noise, RESULTS, 0);
		change_points_find(&c, v, RESULTS);
		found += c.n;
		change_points_release(&c);
	}
	rate = (double)found / (double)(n * RESULTS);
	/* with fewer trials three deviations more */
	good = rate <= r->most + (divisor > 1 ? 3 * sqrt(r->most / (double)(n * RESULTS)) : 0);
	printf("%s - %s: %zu false changes in %zu results, 1 in %.0f\n", good ? "ok" : "not ok", names[r->noise], found,
	       n * RESULTS, 1 / rate);
	return good;
}

/* --- real changes --------------------------------------------------------------------------- */

struct find {
	enum noise noise;
	size_t before;		/* values before the change */
	double change;		/* in deviations: 2.5 is 5 % with a noise of 2 % */
	size_t half, most;	/* so many values after it find it in half of all cases, and in nine of ten */
};

static const struct find finds[] = {
	{ NORMAL, 20, 2.5, 9, 16 }, { NORMAL, 50, 2.5, 8, 12 }, { NORMAL, 100, 2.5, 7, 11 },
	{ NORMAL, 100, 1, 27, 50 }, { NORMAL, 50, 5, 6, 10 }, { NORMAL, 8, 10, 3, 4 }, { NORMAL, 50, 10, 3, 3 },
	{ HEAVY, 50, 2.5, 7, 11 }, { SKEWED, 50, 2.5, 8, 12 }, { WILD, 50, 2.5, 9, 14 }, { WILD, 50, 10, 6, 10 },
	{ TWO_MODES, 50, 2.5, 7, 10 }, { RESEMBLING, 50, 2.5, 25, 60 },
};

/* How many values after the change find it; AFTER: none did. */
static size_t delay_of(const struct find *f)
{
	enum { AFTER = 100 };
	double v[MOST];
	struct change_points c;

	make_history(v, f->before + AFTER, f->noise, f->before, f->change);
	for (size_t k = 1; k < AFTER; k++) {
		bool found;

		change_points_find(&c, v, f->before + k);
		found = c.n > 0;
		change_points_release(&c);
		if (found)
			return k;
	}
	return AFTER;
}

static int by_size(const void *a, const void *b)
{
	const size_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static bool is_found(const struct find *f, size_t divisor)
{
	size_t delay[400], n = sizeof(delay) / sizeof(*delay) / (divisor > 1 ? 2 : 1), half, most;
	bool good;

	for (size_t i = 0; i < n; i++)
		delay[i] = delay_of(f);
	qsort(delay, n, sizeof(*delay), by_size);
	half = delay[n / 2];
	most = delay[n * 9 / 10];
	good = half <= f->half + (divisor > 1) && most <= f->most + 3u * (divisor > 1);
	printf("%s - %s: a change of %g deviations after %zu values is found within %zu in half of %zu cases, %zu in 90 %%\n",
	       good ? "ok" : "not ok", names[f->noise], f->change, f->before, half, n, most);
	return good;
}

/* check_trend [DIVISOR]: the number of histories is divided by it */
int main(int argc, char **argv)
{
	size_t divisor = argc > 1 ? strtoul(argv[1], NULL, 10) : 1;
	bool good = true;

	seed = 20261125;
	for (size_t i = 0; i < sizeof(rates) / sizeof(*rates); i++)
		good &= is_quiet(&rates[i], divisor);
	for (size_t i = 0; i < sizeof(finds) / sizeof(*finds); i++)
		good &= is_found(&finds[i], divisor);
	return !good;
}
