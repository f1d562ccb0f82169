/* SPDX-License-Identifier: MIT */
/* Chooses Wilcoxon for pairs or Mann-Whitney for two samples, and converts changes to and from logarithms. */
#include "compare/stats/change_test.h"

#include <math.h>

#include "base/mem.h"

static double *alloc_doubles(size_t n)
{
	return n ? mem_resize(NULL, n, sizeof(double)) : NULL;
}

static void build_logs(struct quantiles *to, const struct quantiles *from)
{
	*to = (struct quantiles){ .v = alloc_doubles(from->n), .n = from->n };
	for (size_t i = 0; i < from->n; i++)
		to->v[i] = log(from->v[i]);
}

static void build_pairs(struct change_test *c, const double *base, const double *now, size_t n)
{
	FREED double *diff = alloc_doubles(n), *log_diff = alloc_doubles(n);
	size_t pairs = 0;

	for (size_t i = 0; i < n; i++) {
		if (!isfinite(base[i]) || !isfinite(now[i]))
			continue;
		diff[pairs] = now[i] - base[i];
		if (c->logs)
			log_diff[pairs] = log(now[i] / base[i]);
		pairs++;
	}
	quantiles_build(&c->diff, diff, pairs);
	quantiles_build(&c->log_diff, log_diff, c->logs ? pairs : 0);
	c->n = pairs;
	rank_signed_null(&c->null, pairs);
}

void change_test_build(struct change_test *c, const double *base, size_t n_base, const double *now,
		       size_t n_now, bool paired)
{
	*c = (struct change_test){ .paired = paired };
	quantiles_build(&c->base, base, n_base);
	quantiles_build(&c->now, now, n_now);
	c->n = c->base.n < c->now.n ? c->base.n : c->now.n;
	c->logs = c->n && c->base.v[0] > 0 && c->now.v[0] > 0;
	if (paired) {
		build_pairs(c, base, now, n_base < n_now ? n_base : n_now);
		return;
	}
	if (c->logs) {
		build_logs(&c->log_base, &c->base);
		build_logs(&c->log_now, &c->now);
	}
	rank_sum_null(&c->null, c->base.n, c->now.n);
}

static bool by_logs(const struct change_test *c, enum change_test_kind kind)
{
	return kind == CHANGE_TEST_RELATIVE && c->logs;
}

/* What a change of 1 (100 %) is without logarithms. */
static double change_test_unit_of(const struct change_test *c, enum change_test_kind kind)
{
	return kind == CHANGE_TEST_RELATIVE ? fabs(quantiles_median(&c->base)) : 1;
}

/* From the scale of the test.  Values that are never negative cannot fall by more than 100 %. */
static double from_test_scale(const struct change_test *c, enum change_test_kind kind, double x)
{
	bool bounded = kind == CHANGE_TEST_RELATIVE && c->n && c->base.v[0] >= 0 && c->now.v[0] >= 0;

	x = by_logs(c, kind) ? exp(x) - 1 : x / change_test_unit_of(c, kind);
	return bounded && x < -1 ? -1 : x;
}

static double to_test_scale(const struct change_test *c, enum change_test_kind kind, double x)
{
	return by_logs(c, kind) ? log(1 + x) : x * change_test_unit_of(c, kind);
}

struct change change_test_change(const struct change_test *c, enum change_test_kind kind, double alpha)
{
	bool logs = by_logs(c, kind);
	struct shift s;

	if (c->paired)
		s = rank_middle(logs ? &c->log_diff : &c->diff, &c->null, alpha);
	else
		s = rank_shift(logs ? &c->log_base : &c->base, logs ? &c->log_now : &c->now, &c->null, alpha);
	return (struct change){
		from_test_scale(c, kind, s.estimate),
		{ from_test_scale(c, kind, s.interval.low), from_test_scale(c, kind, s.interval.high) },
	};
}

double change_test_above(const struct change_test *c, enum change_test_kind kind, double x)
{
	bool logs = by_logs(c, kind);

	x = to_test_scale(c, kind, x);
	if (c->paired)
		return rank_middle_above(logs ? &c->log_diff : &c->diff, &c->null, x);
	return rank_shift_above(logs ? &c->log_base : &c->base, logs ? &c->log_now : &c->now, &c->null, x);
}

double change_test_below(const struct change_test *c, enum change_test_kind kind, double x)
{
	bool logs = by_logs(c, kind);

	x = to_test_scale(c, kind, x);
	if (c->paired)
		return rank_middle_below(logs ? &c->log_diff : &c->diff, &c->null, x);
	return rank_shift_below(logs ? &c->log_base : &c->base, logs ? &c->log_now : &c->now, &c->null, x);
}

double change_test_least(const struct change_test *c)
{
	if (!c->n)
		return 1;
	return c->paired ? rank_signed_least(c->n) : rank_sum_least(c->base.n, c->now.n);
}

void change_test_release(struct change_test *c)
{
	quantiles_release(&c->base);
	quantiles_release(&c->now);
	quantiles_release(&c->log_base);
	quantiles_release(&c->log_now);
	quantiles_release(&c->diff);
	quantiles_release(&c->log_diff);
	rank_null_release(&c->null);
	*c = (struct change_test){0};
}
