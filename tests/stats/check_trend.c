/* SPDX-License-Identifier: MIT */
/*
 * check_trend - simulates histories: how often trend shows a change that is none, and how soon a real one; how often
 * gate --trend is wrong, and what it detects.
 *
 * The seed is fixed, so the answer is always the same.  Rates of false changes are per result that is added to a
 * history; each claim is about all results of its histories.
 */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "benchmark/history.h"
#include "compare/row_comparison.h"
#include "compare/stats/change_points.h"
#include "compare/trend.h"

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

static size_t count_changes(const struct change_points *c)
{
	size_t n = 0;

	for (size_t i = 0; i < c->n; i++)
		n += c->at[i].kind != CHANGE_END;
	return n;
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
	{ WANDERING, 4000, 0.001 },
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
		found += count_changes(&c);
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
	{ NORMAL, 20, 2.5, 9, 17 }, { NORMAL, 50, 2.5, 8, 12 }, { NORMAL, 100, 2.5, 7, 11 },
	{ NORMAL, 100, 1, 27, 50 }, { NORMAL, 50, 5, 6, 10 }, { NORMAL, 8, 10, 3, 4 }, { NORMAL, 50, 10, 3, 3 },
	{ HEAVY, 50, 2.5, 7, 11 }, { SKEWED, 50, 2.5, 8, 13 }, { WILD, 50, 2.5, 9, 14 }, { WILD, 50, 10, 6, 10 },
	{ TWO_MODES, 50, 2.5, 7, 10 }, { RESEMBLING, 50, 2.5, 25, 60 },
};

/* How many values after the change find it, as a change that is found stays; AFTER: none did. */
static size_t delay_of(const struct find *f)
{
	enum { AFTER = 100 };
	double v[MOST];
	size_t low = 1, high = AFTER;

	make_history(v, f->before + AFTER, f->noise, f->before, f->change);
	while (low < high) {
		size_t middle = (low + high) / 2;
		struct change_points c;

		change_points_find(&c, v, f->before + middle);
		if (c.n > 0)
			high = middle;
		else
			low = middle + 1;
		change_points_release(&c);
	}
	return low;
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

/* --- drifts --------------------------------------------------------------------------------- */

struct drift {
	enum noise noise;
	size_t before, n;	/* values before the drift, and of it */
	double least, called;	/* of the drifts: how many are found, and called a drift and not several changes */
};

static const struct drift drifts[] = {
	{ NORMAL, 0, 30, 0.98, 0.95 }, { NORMAL, 0, 120, 0.99, 0.95 }, { ALIKE, 0, 120, 0.99, 0.95 },
	{ RESEMBLING, 0, 120, 0.98, 0.95 }, { NORMAL, 60, 60, 0.99, 0.95 }, { RESEMBLING, 60, 120, 0.98, 0.95 },
	{ HEAVY, 0, 120, 0.99, 0.95 }, { WILD, 0, 120, 0.99, 0.93 },
};

/* In per cent.  Those whose drift is less than six times the noise are not claimed. */
static const double creeps[] = { 5, 10, 20, 30, 50 }, noises[] = { 0.02, 0.1, 0.5, 1, 2, 5 };
#define LEAST_SIZE 6.0
#define SHORT_SIZE 10.0		/* of 30 results */

/* Only the creep divided by the noise matters. */
static bool finds_drifts(const struct drift *d, size_t divisor)
{
	enum { TRIALS = 40 };
	size_t n = 0, found = 0, called = 0, trials = TRIALS / (divisor > 1 ? 4u : 1u);
	double v[MOST], least = d->n < 60 ? SHORT_SIZE : LEAST_SIZE;
	bool good;

	for (size_t k = 0; k < sizeof(creeps) / sizeof(*creeps) * sizeof(noises) / sizeof(*noises) * trials; k++) {
		double creep = creeps[k % 5], noise = noises[k / 5 % 6];
		struct change_points c;
		bool drift = false;

		if (creep < least * noise)
			continue;
		make_history(v, d->before + d->n, d->noise, MOST, 0);
		for (size_t i = 0; i < d->before + d->n; i++)
			v[i] = 100 + noise * v[i] +
			       (i < d->before ? 0 : creep * (double)(i - d->before) / (double)(d->n - 1));
		change_points_find(&c, v, d->before + d->n);
		for (size_t i = 0; i < c.n; i++)
			drift |= c.at[i].kind == CHANGE_DRIFT;
		n++;
		found += c.n > 0;
		called += drift;
		change_points_release(&c);
	}
	good = (double)found >= d->least * (double)n && (double)called >= d->called * (double)n;
	printf("%s - %s: drifts of 5 to 50 %%, noise 0.02 to 5 %%, %g times the noise and more, over %zu results after %zu: "
	       "%zu of %zu found, %zu called a drift\n", good ? "ok" : "not ok", names[d->noise], least, d->n, d->before,
	       found, n, called);
	return good;
}

/* A step, and two of the same size, are no drift. */
static bool tells_steps(enum noise noise, size_t steps, double size, double most, size_t divisor)
{
	enum { LEVEL = 40, TRIALS = 400 };
	size_t n = TRIALS / (divisor > 1 ? 2u : 1u), called = 0;
	double v[MOST];
	bool good;

	for (size_t t = 0; t < n; t++) {
		struct change_points c;

		make_history(v, (steps + 1) * LEVEL, noise, MOST, 0);
		for (size_t i = 0; i < (steps + 1) * LEVEL; i++)
			v[i] += size * (double)(i / LEVEL);
		change_points_find(&c, v, (steps + 1) * LEVEL);
		for (size_t i = 0; i < c.n; i++)
			called += c.at[i].kind == CHANGE_DRIFT;
		change_points_release(&c);
	}
	good = (double)called <= most * (double)n + (divisor > 1 ? 3 : 0);
	printf("%s - %s: %zu step%s of %g deviations: called a drift in %zu of %zu\n", good ? "ok" : "not ok", names[noise],
	       steps, steps == 1 ? "" : "s", size, called, n);
	return good;
}

/* --- gate --trend --------------------------------------------------------------------------- */

#define LIMIT 0.05
#define NOISE 0.02		/* one deviation */
enum { RUNS = 10, BASE = 40 };

static struct history_row rows[MOST];
static struct history_result results[MOST];

/* A history of n results. */
static void fill_history(const double *v, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		rows[i] = (struct history_row){ .name = (char *)(uintptr_t)"wall", .class = (char *)(uintptr_t)"time",
						.better = (char *)(uintptr_t)"lower", .n = RUNS, .median = v[i] };
		results[i] = (struct history_result){ .name = (char *)(uintptr_t)"p",
						      .date = (char *)(uintptr_t)"2026-01-01T00:00:00Z", .row = &rows[i],
						      .n_rows = 1 };
	}
}

/* Compares the value with those before it, as gate --trend does. */
static enum verdict judge(const double *v, size_t n, double value)
{
	static const char *const all[] = { "*" };
	const struct measured row = { .name = "wall", .kind = MEASURED_VARIES };
	const struct compare_opts how = { .level = 0.99 };
	const struct threshold limit = { 1, LIMIT, NAN, NAN };
	struct history h = { .result = results, .n = n };
	struct error err = ERROR_INIT;
	struct trend_segment g;
	struct trend t;
	double base[BASE], now[RUNS];
	struct row_comparison c = { .row = &row, .base = base, .now = now, .n_now = RUNS, .threshold = limit,
				    .history = true };

	fill_history(v, n);
	if (trend_build(&t, &h, &(struct trend_opts){ .row = all, .n_rows = 1 }, &err) < 0) {
		printf("Bail out! %s\n", err.message);
		exit(1);
	}
	g = trend_anchor(&t.series[0], &limit);
	c.n_base = g.n > BASE ? BASE : g.n;
	for (size_t i = 0; i < c.n_base; i++)
		base[i] = v[g.first + g.n - c.n_base + i];
	for (size_t i = 0; i < RUNS; i++)
		now[i] = value * (1 + ((double)i - (RUNS - 1) / 2.0) / 1000);
	c.noise = t.series[0].noise;
	c.freedom = t.series[0].freedom;
	compare_all(&c, 1, &how);
	trend_release(&t);
	return c.verdict;
}

struct decision {
	enum noise noise;
	size_t before;		/* results in the history */
	double change;		/* of the new one */
	size_t trials;
	double most_worse, least_worse;	/* rates */
	size_t merged;		/* further results in the history, with the same change */
};

static const struct decision decisions[] = {
	{ NORMAL, 8, 0, 10000, 0.001, 0 }, { NORMAL, 30, 0, 10000, 0.001, 0 }, { HEAVY, 30, 0, 10000, 0.0015, 0 },
	{ SKEWED, 30, 0, 10000, 0.005, 0 }, { TWO_MODES, 30, 0, 10000, 0.001, 0 }, { WANDERING, 30, 0, 10000, 0.001, 0 },
	{ WILD, 30, 0, 10000, 0.012, 0 },
	/* at the limit */
	{ NORMAL, 30, LIMIT, 4000, 0.007, 0 }, { NORMAL, 8, LIMIT, 4000, 0.007, 0 },
	{ NORMAL, 30, 0.1, 2000, 1, 0.3 }, { NORMAL, 30, 0.2, 2000, 1, 0.99 }, { NORMAL, 8, 0.2, 2000, 1, 0.9 },
	{ HEAVY, 30, 0.2, 2000, 1, 0.9 },
	/* a regression that was merged stays one until the third result */
	{ NORMAL, 8, 0.2, 2000, 1, 0.9, 1 }, { NORMAL, 8, 0.2, 2000, 1, 0.9, 2 }, { NORMAL, 30, 0.2, 2000, 1, 0.95, 1 },
	{ NORMAL, 30, 0.2, 2000, 1, 0.95, 2 }, { HEAVY, 30, 0.2, 2000, 1, 0.85, 2 },
};

static bool decides(const struct decision *d, size_t divisor)
{
	size_t n = d->trials / divisor, all = d->before + d->merged, worse = 0;
	double v[MOST], rate, margin;
	bool good;

	for (size_t i = 0; i < n; i++) {
		make_history(v, all + 1, d->noise, MOST, 0);
		for (size_t k = 0; k <= all; k++)
			v[k] = (1 + NOISE * v[k]) * (k < d->before ? 1 : 1 + d->change);
		worse += judge(v, all, v[all]) == VERDICT_WORSE;
	}
	rate = (double)worse / (double)n;
	margin = 3 * sqrt(d->most_worse * (1 - d->most_worse) / (double)n);
	good = rate <= d->most_worse + margin && rate >= d->least_worse - (divisor > 1 ? 0.1 : 0);
	printf("%s - gate --trend, %s of 2 %%, limit 5 %%, %zu results, then %+g %%, the %zu. time: %zu of %zu regressed\n",
	       good ? "ok" : "not ok", names[d->noise], d->before, 100 * d->change, d->merged + 1, worse, n);
	return good;
}

/* The kinds of noise in which one result may regress by chance: does the next one, too? */
static bool repeats(enum noise noise, size_t divisor)
{
	enum { BEFORE = 30, TRIALS = 20000 };
	size_t n = TRIALS / divisor, twice = 0;
	double v[BEFORE + 2];
	bool good;

	for (size_t i = 0; i < n; i++) {
		make_history(v, BEFORE + 2, noise, MOST, 0);
		for (size_t k = 0; k < BEFORE + 2; k++)
			v[k] = 1 + NOISE * v[k];
		twice += judge(v, BEFORE, v[BEFORE]) == VERDICT_WORSE &&
			 judge(v, BEFORE + 1, v[BEFORE + 1]) == VERDICT_WORSE;
	}
	good = twice <= n / 5000 + (divisor > 1);
	printf("%s - gate --trend, %s of 2 %%, limit 5 %%, %d results, then two without a change: both regressed in %zu of "
	       "%zu\n", good ? "ok" : "not ok", names[noise], BEFORE, twice, n);
	return good;
}

/* A program that becomes 1 % slower every ten results: when does the first result regress? */
static bool finds_creep(size_t divisor)
{
	size_t n = 200 / divisor, late = 0, early = 0;
	double v[MOST], sum = 0;
	bool good;

	for (size_t i = 0; i < n; i++) {
		size_t k = 10;

		make_history(v, MOST, NORMAL, MOST, 0);
		for (size_t r = 0; r < MOST; r++)
			v[r] = (1 + 0.01 * v[r]) * pow(1.01, (double)(r / 10));
		while (k < MOST && judge(v, k, v[k]) != VERDICT_WORSE)
			k++;
		sum += pow(1.01, (double)(k / 10)) - 1;
		late += k / 10 > 12;
		early += k / 10 < 4;
	}
	good = late <= n / (divisor > 1 ? 5 : 10) && early <= n / 50;
	printf("%s - gate --trend, 1 %% slower every ten results, limit 5 %%, noise 1 %%: found at %+.1f %% on average, "
	       "%zu of %zu later than at +12 %%, %zu before +4 %%\n", good ? "ok" : "not ok", 100 * sum / (double)n, late, n,
	       early);
	return good;
}

/* The smoother a program becomes slower, the surer: noise 0.1 %, 10 % over 120 results. */
static bool finds_smooth_creep(void)
{
	enum { N = 120, TRIALS = 20 };
	size_t found = 0, early = 0;
	double v[N + 1];

	for (size_t i = 0; i < TRIALS; i++) {
		make_history(v, N + 1, NORMAL, N + 1, 0);
		for (size_t k = 0; k <= N; k++)
			v[k] = 1 + 0.001 * v[k] + 0.1 * (double)k / N;
		found += judge(v, N, v[N]) == VERDICT_WORSE;
		early += judge(v, 48, v[48]) == VERDICT_WORSE;
	}
	printf("%s - gate --trend, limit 5 %%, a creep of 10 %% over %d results, noise 0.1 %%: %zu of %d regressed, %zu at "
	       "+4 %%\n", found == TRIALS && !early ? "ok" : "not ok", N, found, TRIALS, early);
	return found == TRIALS && !early;
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
	for (size_t i = 0; i < sizeof(decisions) / sizeof(*decisions); i++)
		good &= decides(&decisions[i], divisor);
	good &= repeats(HEAVY, divisor);
	good &= repeats(SKEWED, divisor);
	good &= repeats(WILD, divisor);
	good &= finds_creep(divisor);
	for (size_t i = 0; i < sizeof(drifts) / sizeof(*drifts); i++)
		good &= finds_drifts(&drifts[i], divisor);
	good &= tells_steps(NORMAL, 1, 5, 0.04, divisor);
	good &= tells_steps(NORMAL, 2, 5, 0.02, divisor);
	good &= tells_steps(RESEMBLING, 1, 10, 0.06, divisor);
	good &= finds_smooth_creep();
	return !good;
}
