/* SPDX-License-Identifier: MIT */
/* Simulates the stopping rule many times, on runs that are drawn from the measured ones. */
#include "compare/power.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/mem.h"
#include "compare/stats/rank_test.h"

enum {
	MOST_RUNS = 10000, HALVINGS = 16,
	LEAST_FACTOR = 4,	/* times the runs so far: the interval is half as wide */
};
#define DETECTED 0.95

struct simulation {		/* of one row */
	const struct row_comparison *from;
	struct stopping_rule rule;
	double *base, *now;	/* owned: room for the largest number of runs */
	size_t repetitions;
	uint64_t random;	/* state */
};

/* splitmix64 */
static uint64_t power_draw(uint64_t *random)
{
	uint64_t z = *random += 0x9e3779b97f4a7c15u;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

static void draw_runs(struct simulation *p, double change)
{
	const struct row_comparison *c = p->from;
	const struct stopping_opts *o = &p->rule.opts;
	size_t most = o->noisy_max > o->base_runs ? o->noisy_max : o->base_runs;

	for (size_t i = 0; i < most; i++) {
		size_t of_base = (size_t)(power_draw(&p->random) % c->n_base);
		size_t of_now = (size_t)(power_draw(&p->random) % c->n_now);

		if (o->paired)
			of_now = of_base % c->n_now;
		p->base[i] = c->base[of_base];
		p->now[i] = c->now[of_now];
	}
	power_inject(p->now, most, change);
}

/* The verdict of one repetition. */
static enum verdict simulate(struct simulation *p, double change)
{
	const struct stopping_opts *o = &p->rule.opts;
	struct stopping_rule rule = p->rule;
	struct row_comparison c = { .row = p->from->row, .threshold = p->from->threshold };

	draw_runs(p, change);
	c.base = p->base;
	c.now = p->now;
	do {
		c.n_now = rule.runs;
		c.n_base = o->base_runs ? o->base_runs : rule.runs;
	} while (stopping_look(&rule, &c, 1) == STOPPING_GO_ON);
	free(rule.noisy);
	return c.verdict;
}

/* The share of repetitions that find it worse, or else within the limit.  Each change gets the same draws. */
static double share(struct simulation *p, double change, bool worse)
{
	size_t n = 0;

	p->random = 1;
	for (size_t i = 0; i < p->repetitions; i++) {
		enum verdict v = simulate(p, change);

		n += worse ? v == VERDICT_WORSE : v == VERDICT_SAME || v == VERDICT_BETTER;
	}
	return (double)n / (double)p->repetitions;
}

static double find_change(struct simulation *p)
{
	double sign = p->from->threshold.sign, low = 0, high = 1;

	if (sign < 0)
		high = 0.5;
	if (share(p, sign * high, true) < DETECTED)
		return NAN;
	for (int i = 0; i < HALVINGS; i++) {
		double middle = (low + high) / 2;

		if (share(p, sign * middle, true) < DETECTED)
			low = middle;
		else
			high = middle;
	}
	return sign * high;
}

/* The number of standard deviations that a normal value exceeds with a chance of alpha. */
static double normal_quantile(double alpha)
{
	double low = 0, high = 40;

	for (int i = 0; i < 60; i++) {
		double middle = (low + high) / 2;

		if (erfc(middle / sqrt(2)) / 2 > alpha)
			low = middle;
		else
			high = middle;
	}
	return high;
}

/* The interval shrinks with the square root of the runs, until the limit is outside of it. */
static double runs_for(const struct change *c, double limit, size_t n, double alpha_now, double alpha)
{
	double error = (c->interval.high - c->interval.low) / 2 / normal_quantile(alpha_now);
	double ratio = error * (normal_quantile(alpha) + normal_quantile(1 - DETECTED)) / limit;

	return ceil((double)n * ratio * ratio);
}

static size_t find_runs(const struct simulation *p)
{
	const struct stopping_rule *r = &p->rule;
	struct row_comparison c = *p->from;
	const struct compare_opts o = { .paired = r->opts.paired, .level = r->opts.level };
	double alpha = alpha_spending_alpha(&r->looks, r->looks.n - 1, 1), wanted, absolute;
	size_t least = stopping_least(&r->opts);

	compare_all(&c, 1, &o);
	if (c.path == COMPARE_EXACT)
		return r->opts.exact_min;
	/* only a cap: the value is far enough from it, or not */
	if (isnan(c.threshold.relative) && isnan(c.threshold.absolute))
		return c.verdict == VERDICT_UNSURE ? 0 : least;
	wanted = runs_for(&c.relative, c.threshold.relative, c.n, (1 - c.level) / 2, alpha);
	absolute = runs_for(&c.absolute, c.threshold.absolute, c.n, (1 - c.level) / 2, alpha);
	wanted = fmin(wanted, absolute);	/* fmin ignores a NaN */
	if (!(wanted <= MOST_RUNS))
		return 0;
	return wanted > (double)least ? (size_t)wanted : least;
}

/* The runs that have values; of pairs, those where both have one. */
static void drop_runs_without_values(struct row_comparison *c, double *base, double *now, bool paired)
{
	size_t n_base = 0, n_now = 0;

	for (size_t i = 0; i < c->n_base; i++)
		if (!isnan(c->base[i]) && !(paired && i < c->n_now && isnan(c->now[i])))
			base[n_base++] = c->base[i];
	for (size_t i = 0; i < c->n_now; i++)
		if (!isnan(c->now[i]) && !(paired && i < c->n_base && isnan(c->base[i])))
			now[n_now++] = c->now[i];
	c->base = base;
	c->now = now;
	c->n_base = n_base;
	c->n_now = n_now;
}

/* of: with all values. */
static void find_smallest_change(struct power *d, const struct row_comparison *of,
				 const struct stopping_opts *o, size_t repetitions)
{
	struct simulation p = { .from = of, .repetitions = repetitions };
	struct error ignored = ERROR_INIT;
	size_t most;

	if (threshold_is_none(&of->threshold) || !of->n_base || !of->n_now || !repetitions ||
	    stopping_build(&p.rule, o, &ignored) < 0)
		return;
	most = p.rule.opts.noisy_max > o->base_runs ? p.rule.opts.noisy_max : o->base_runs;
	p.base = mem_resize(NULL, most, sizeof(double));
	p.now = mem_resize(NULL, most, sizeof(double));
	d->change = find_change(&p);
	d->quiet = share(&p, 0, false);
	d->runs = find_runs(&p);
	free(p.base);
	free(p.now);
	stopping_release(&p.rule);
}

void power_smallest_change(struct power *d, const struct row_comparison *c, const struct stopping_opts *o,
			   size_t repetitions)
{
	struct stopping_opts one = *o;
	struct row_comparison of = *c;
	FREED double *base = mem_resize(NULL, c->n_base, sizeof(*base));
	FREED double *now = mem_resize(NULL, c->n_now, sizeof(*now));

	*d = (struct power){ .change = NAN, .quiet = NAN };
	one.level = 1 - (1 - (o->level > 0 ? o->level : 0.99)) / (double)(o->limited ? o->limited : 1);
	one.limited = 1;
	drop_runs_without_values(&of, base, now, o->paired);
	find_smallest_change(d, &of, &one, repetitions);
}

/* --- a row that is unsure ---------------------------------------------------------------------------- */

/*
 * By which factor the variance of the change must shrink until no change and twice the limit are told apart
 * from the limit; NaN: there is no such limit or no interval.
 */
static double shrink_factor(const struct change *change, double limit, double z)
{
	double reach = (change->interval.high - change->interval.low) / 2;
	double ratio = reach * (1 + normal_quantile(1 - DETECTED) / z) / fabs(limit);

	return ratio * ratio;
}

/* The number of runs of the new side, with as many of the base or a base that stays as it is. */
static double runs_with_variance(const struct row_comparison *c, double factor, bool base_grows)
{
	double base = 1 / (double)c->n_base, now = 1 / (double)c->n_now, wanted = (base + now) / factor;

	if (base_grows)
		return 2 / wanted;
	return wanted > base ? 1 / (wanted - base) : INFINITY;
}

/* 1, 2 or 5 times a power of ten; 0: over POWER_MOST_RUNS. */
static size_t round_runs(double runs)
{
	static const size_t steps[] = { 1, 2, 5, 10, 20, 50, 100, 200, 500, POWER_MOST_RUNS };

	for (size_t i = 0; i < sizeof(steps) / sizeof(*steps); i++)
		if (runs <= (double)steps[i])
			return steps[i];
	return 0;
}

size_t power_runs(const struct row_comparison *c, bool base_grows)
{
	const struct threshold *t = &c->threshold;
	double z = normal_quantile((1 - c->level) / 2);
	double factor = fmax(shrink_factor(&c->relative, t->relative, z),
			     shrink_factor(&c->absolute, t->absolute, z));	/* ignores a NaN */
	double runs = runs_with_variance(c, fmax(factor, LEAST_FACTOR), base_grows);

	/* fewer than four times as many may be enough, if the noise does not need them */
	if (base_grows && c->n_now < POWER_MOST_RUNS &&
	    runs_with_variance(c, fmax(factor, 1), base_grows) <= POWER_MOST_RUNS)
		runs = fmin(runs, POWER_MOST_RUNS);
	return round_runs(runs);
}

void power_inject(double *v, size_t n, double change)
{
	for (size_t i = 0; i < n; i++)
		v[i] *= 1 + change;
}
