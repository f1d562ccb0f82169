/* SPDX-License-Identifier: MIT */
/*
 * What became of each row, and how sure that is.  First every row is looked at for itself: is it
 * comparable, is it exact, how likely would chance have it so.  Then Holm's procedure says how
 * unlikely that has to be, and last come the intervals and the verdicts.
 */
#include "calc/compare.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"

const struct compare_word compare_verdicts[VERDICT_COUNT] = {
	[VERDICT_SAME]	       = { "within", "within the limit" },
	[VERDICT_BETTER]       = { "improved", "improved" },
	[VERDICT_WORSE]	       = { "regressed", "regressed" },
	[VERDICT_UNSURE]       = { "inconclusive", "inconclusive" },
	[VERDICT_INCOMPARABLE] = { "incomparable", "not comparable" },
	[VERDICT_MISSING]      = { "missing", "missing" },
	[VERDICT_SKIPPED]      = { "not-judged", "not judged" },
};

const struct compare_word compare_reasons[REASON_COUNT] = {
	[REASON_NONE]	       = { "", "" },
	[REASON_AT_LIMIT]      = { "at-limit", "the interval holds the limit" },
	[REASON_TOO_FEW]       = { "too-few-runs", "too few runs to be sure" },
	[REASON_BASE_ZERO]     = { "base-zero", "the base is 0, of which nothing is a percentage" },
	[REASON_NO_BASE]       = { "no-base", "the base does not have it" },
	[REASON_NO_NOW]	       = { "no-new", "the new side does not have it" },
	[REASON_NOT_COUNTED]   = { "not-counted", "it was not counted" },
	[REASON_NOT_SUPPORTED] = { "not-supported", "it is not supported" },
	[REASON_MULTIPLEXED]   = { "multiplexed", "it was counted part of the time" },
	[REASON_OTHER_EVENT]   = { "other-event", "the two sides counted different events" },
	[REASON_OTHER_UNIT]    = { "other-unit", "the two sides have different units" },
	[REASON_OTHER_HOST]    = { "other-host", "the two sides were not measured alike" },
	[REASON_FAILED]	       = { "failed", "its runs failed" },
	[REASON_HIDDEN]	       = { "not-known", "it is not known to be more than pstat itself has" },
};

const struct compare_word compare_paths[COMPARE_PATHS] = {
	[COMPARE_NONE]	     = { "", "" },
	[COMPARE_EXACT]	     = { "exact", "exact" },
	[COMPARE_PAIRED]     = { "paired", "in pairs" },
	[COMPARE_TWO_SAMPLE] = { "two-sample", "all with all" },
	[COMPARE_ONE_SAMPLE] = { "one-sample", "by itself" },
};

/* Relative spread of what counts as exact; the least values that show it. */
#define EXACT_TOLERANCE 0.0005
enum { EXACT_LEAST = 3, EXACT_LEAST_OF_COUNTS = 5 };
/* The chance at which even odds would leave so few strays; of both sides at once its square. */
#define STRAYS_CHANCE 0.07
/* Of a limit: what meets it but for rounding does not exceed it. */
#define ROUNDING 1e-12

enum { BEYOND = 1u << 0, WITHIN = 1u << 1 };

struct trial {			/* a row while it is looked at */
	struct comparison *c;
	struct contrast contrast;
	struct interval base, now;	/* exact: where the values lie that agree */
	double alpha;
	bool   relative, zero;		/* zero: everything is */
	bool   tested;			/* there is a p value */
};

/* --- limits, with the direction that is bad ------------------------------------------------ */

static double reach(const struct threshold *t, double limit)
{
	return t->sign * limit * (1 + ROUNDING);
}

static bool has_change(const struct trial *t)
{
	return t->relative || !isnan(t->c->threshold.absolute);
}

static size_t count_over(const struct trial *t)
{
	const struct order *now = &t->contrast.now;
	const struct threshold *limit = &t->c->threshold;
	size_t n = 0;

	for (size_t i = 0; i < now->n; i++)
		n += limit->sign * now->v[i] > limit->sign * limit->cap;
	return n;
}

/* --- exact --------------------------------------------------------------------------------- */

static double tolerance(const struct order *o, const struct threshold *t)
{
	double size = fabs(order_median(o)), most = EXACT_TOLERANCE * size;

	if (t->relative / 4 * size < most)
		most = t->relative / 4 * size;
	return t->absolute / 4 < most ? t->absolute / 4 : most;
}

/* So few that the median's interval does not reach them, and none beside a median of 0. */
static bool may_stray(const struct order *o, size_t strays)
{
	return fabs(order_median(o)) > 0 && order_binomial(o->n, strays) <= STRAYS_CHANCE;
}

static bool holds(const struct interval *where, const struct spread *s)
{
	if (!interval_exists(s->interval))
		return where->low <= s->min && where->high >= s->max;
	return where->low <= s->interval.low && where->high >= s->interval.high;
}

/* Where those values lie that agree, and the true median surely with them. */
static bool agree(struct interval *where, const struct order *o, const struct spread *s,
		  const struct comparison *c)
{
	bool work = c->row->kind == MEASURED_WORK;
	double most = work ? tolerance(o, &c->threshold) : 0, median = order_median(o);
	size_t strays = order_strays(o, most), first = 0, last = o->n;

	if (o->n < (work ? EXACT_LEAST : EXACT_LEAST_OF_COUNTS))
		return false;
	if (strays && !(work && may_stray(o, strays)))
		return false;
	while (median - o->v[first] > most)
		first++;
	while (o->v[last - 1] - median > most)
		last--;
	*where = (struct interval){ o->v[first], o->v[last - 1] };
	return holds(where, s);
}

static bool agree_now(struct trial *t)
{
	return agree(&t->now, &t->contrast.now, &t->c->after, t->c);
}

static bool agree_before(struct trial *t)
{
	return agree(&t->base, &t->contrast.base, &t->c->before, t->c);
}

static void set_exact_changes(struct trial *t)
{
	struct comparison *c = t->c;
	double size = fabs(c->before.median);

	c->absolute = (struct change){
		c->after.median - c->before.median,
		{ t->now.low - t->base.high, t->now.high - t->base.low },
	};
	size = t->zero ? 1 : size > 0 ? size : NAN;
	c->relative = (struct change){
		c->absolute.estimate / size,
		{ c->absolute.interval.low / size, c->absolute.interval.high / size },
	};
}

/* On which side of x all of the interval lies; 0: on both.  sign: where beyond is. */
static unsigned place(struct interval i, int sign, double x)
{
	double low = sign > 0 ? i.low - x : x - i.high, high = sign > 0 ? i.high - x : x - i.low;

	return low > 0 ? BEYOND : high <= 0 ? WITHIN : 0;
}

/* Beyond all parts of the limit, or within one. */
static unsigned exact_place(const struct trial *t)
{
	const struct threshold *limit = &t->c->threshold;
	unsigned all = BEYOND, any = 0, here;

	if (t->relative) {
		here = place(t->c->relative.interval, limit->sign, reach(limit, limit->relative));
		all &= here, any |= here;
	}
	if (!isnan(limit->absolute)) {
		here = place(t->c->absolute.interval, limit->sign, reach(limit, limit->absolute));
		all &= here, any |= here;
	}
	if (!isnan(limit->cap)) {
		here = place(t->now, limit->sign, limit->cap);
		all &= here, any |= here;
	}
	return all & BEYOND ? BEYOND : any & WITHIN;
}

/* --- by chance ----------------------------------------------------------------------------- */

static void add_p(struct comparison *c, double worse, double within)
{
	c->p_worse = fmax(c->p_worse, worse);
	c->p_within = fmin(c->p_within, within);
}

static void add_change_p(const struct trial *t, enum contrast_kind kind, double limit)
{
	double x = reach(&t->c->threshold, limit);
	double above = contrast_above(&t->contrast, kind, x), below = contrast_below(&t->contrast, kind, x);

	if (t->c->threshold.sign > 0)
		add_p(t->c, above, below);
	else
		add_p(t->c, below, above);
}

/* Worse only if every part of the limit is exceeded, within as soon as one is not. */
static void test(struct trial *t)
{
	struct comparison *c = t->c;
	size_t n = t->contrast.now.n;

	c->p_worse = 0;
	c->p_within = 1;
	if (t->relative && t->zero)	/* nothing could be more within it */
		add_p(c, 1, contrast_least(&t->contrast));
	else if (t->relative)
		add_change_p(t, CONTRAST_RELATIVE, c->threshold.relative);
	if (!isnan(c->threshold.absolute))
		add_change_p(t, CONTRAST_ABSOLUTE, c->threshold.absolute);
	if (!isnan(c->threshold.cap))
		add_p(c, order_binomial(n, n - c->n_over), order_binomial(n, c->n_over));
	t->tested = true;
}

static double least_p(const struct trial *t)
{
	double least = 0;

	if (has_change(t))
		least = contrast_least(&t->contrast);
	if (!isnan(t->c->threshold.cap))
		least = has_change(t) ? fmin(least, rank_signed_least(t->contrast.now.n))
				      : rank_signed_least(t->contrast.now.n);
	return least;
}

static double one_sided(double level)
{
	return (1 - level) / 2;
}

/* Of rows that are left to decide. */
static double alpha_of(const struct compare_opts *o, size_t left)
{
	return o->looks ? looks_alpha(o->looks, o->look, left) : one_sided(o->level) / (double)left;
}

/* --- a row for itself ---------------------------------------------------------------------- */

static void settle(struct comparison *c, enum verdict verdict, enum compare_reason reason)
{
	c->verdict = verdict;
	c->reason = reason;
}

static bool is_zero(const struct order *o)
{
	return o->n && o->v[0] >= 0 && o->v[o->n - 1] <= 0;
}

/* Values of both sides that can be set against each other? */
static bool comparable(struct trial *t)
{
	struct comparison *c = t->c;
	bool needs_base = !isnan(c->threshold.relative) || !isnan(c->threshold.absolute) ||
			  isnan(c->threshold.cap);
	bool bounded = c->why == REASON_HIDDEN && c->threshold.sign > 0 && c->at_most > 0;

	if (bounded && c->at_most <= c->threshold.cap)	/* it is not known, but not too much */
		settle(c, VERDICT_SAME, REASON_NONE);
	else if (c->why != REASON_NONE)
		settle(c, VERDICT_INCOMPARABLE, c->why);
	else if (needs_base && !c->n_base)
		settle(c, VERDICT_MISSING, REASON_NO_BASE);
	else if (!c->n_now)
		settle(c, VERDICT_MISSING, REASON_NO_NOW);
	else if ((needs_base && !t->contrast.base.n) || !t->contrast.now.n)
		settle(c, VERDICT_INCOMPARABLE, REASON_NOT_COUNTED);
	else
		return true;
	return false;
}

static bool is_exact(struct trial *t)
{
	const struct comparison *c = t->c;
	bool alone = !threshold_is_none(&c->threshold) && !has_change(t);

	return !c->noisy && c->row->kind != MEASURED_VARIES && agree_now(t) && (alone || agree_before(t));
}

static bool is_wide(const struct trial *t)
{
	const struct spread *s[] = { &t->c->before, &t->c->after };
	const struct threshold *limit = &t->c->threshold;

	for (size_t i = 0; i < 2; i++)
		if ((s[i]->max - s[i]->min) > limit->relative / 4 * fabs(s[i]->median) ||
		    (s[i]->max - s[i]->min) > limit->absolute / 4)
			return true;
	return false;
}

static enum compare_path path_of(const struct trial *t)
{
	if (!threshold_is_none(&t->c->threshold) && !has_change(t))
		return COMPARE_ONE_SAMPLE;
	return t->contrast.paired ? COMPARE_PAIRED : COMPARE_TWO_SAMPLE;
}

/* Exact values are judged at once, if they are clear of the limit; for others there is a p value to come. */
static void look(struct trial *t, const struct compare_opts *o)
{
	struct comparison *c = t->c;
	bool judged = !threshold_is_none(&c->threshold);
	unsigned where;

	if (is_exact(t)) {
		if (!judged || has_change(t) || agree_before(t))
			set_exact_changes(t);
		where = judged ? exact_place(t) : 0;
		if (where || !judged) {
			c->path = COMPARE_EXACT;
			c->wide = is_wide(t);
			settle(c, !judged ? VERDICT_SKIPPED : where == BEYOND ? VERDICT_WORSE : VERDICT_SAME,
			       REASON_NONE);
			return;
		}
	}
	c->path = path_of(t);
	if (!judged)
		settle(c, VERDICT_SKIPPED, REASON_NONE);
	else if (o->exact_only)
		settle(c, VERDICT_UNSURE, REASON_TOO_FEW);
	else
		test(t);
}

static void begin(struct trial *t, struct comparison *c, const struct compare_opts *o)
{
	double none = NAN, alpha = one_sided(o->level);
	const struct order *base = &t->contrast.base, *now = &t->contrast.now;

	*t = (struct trial){ .c = c, .alpha = alpha };
	contrast_build(&t->contrast, c->base, c->n_base, c->now, c->n_now,
		       o->paired && o->stat == COMPARE_HL);
	c->before = order_spread(base, alpha);
	c->after = order_spread(now, alpha);
	c->n = t->contrast.n;
	c->logs = t->contrast.logs;
	c->path = COMPARE_NONE;
	c->wide = false;
	c->absolute = c->relative = (struct change){ none, { none, none } };
	c->level = c->p_worse = c->p_within = none;
	c->least = 0;
	c->leaning = 0;
	c->n_over = isnan(c->threshold.cap) ? 0 : count_over(t);
	t->zero = is_zero(base) && is_zero(now);
	t->relative = !isnan(c->threshold.relative) && (t->zero || fabs(c->before.median) > 0);
	if (!comparable(t))
		return;
	if (!isnan(c->threshold.relative) && !t->relative && isnan(c->threshold.absolute) &&
	    isnan(c->threshold.cap))
		settle(c, VERDICT_INCOMPARABLE, REASON_BASE_ZERO);
	else
		look(t, o);
}

/* --- all rows ------------------------------------------------------------------------------ */

static double p_of(const struct trial *t)
{
	return fmin(t->c->p_worse, t->c->p_within);
}

static int by_p(const void *a, const void *b)
{
	const struct trial *x = *(struct trial *const *)a, *y = *(struct trial *const *)b;

	return (p_of(x) > p_of(y)) - (p_of(x) < p_of(y));
}

/*
 * The most certain row has to be as certain as one of so many, the next one as one of those
 * that are left; from the first on that is not, nothing is.
 */
static void holm(struct trial *t, size_t n, const struct compare_opts *o)
{
	struct trial **tested = mem_resize(NULL, n, sizeof(*tested));
	size_t left = 0;
	double alpha = 0;
	bool sure = true;

	for (size_t i = 0; i < n; i++)
		if (t[i].tested)
			tested[left++] = &t[i];
	if (left)
		qsort(tested, left, sizeof(*tested), by_p);
	for (size_t i = 0; left; i++, left--) {
		if (sure)
			alpha = alpha_of(o, left);
		sure = sure && p_of(tested[i]) <= alpha;
		tested[i]->alpha = alpha;
	}
	free(tested);
}

static size_t least_runs(double alpha, bool paired)
{
	size_t n = 1;

	while ((paired ? rank_signed_least(n) : rank_sum_least(n, n)) > alpha)
		n++;
	return n;
}

static void decide(struct trial *t)
{
	struct comparison *c = t->c;

	if (c->p_worse <= t->alpha) {
		settle(c, VERDICT_WORSE, REASON_NONE);
	} else if (c->p_within <= t->alpha) {
		settle(c, VERDICT_SAME, REASON_NONE);
	} else if (least_p(t) > t->alpha) {
		settle(c, VERDICT_UNSURE, REASON_TOO_FEW);
	} else {
		settle(c, VERDICT_UNSURE, REASON_AT_LIMIT);
	}
}

static void set_changes(struct trial *t)
{
	struct comparison *c = t->c;

	if (t->contrast.n || c->path != COMPARE_EXACT)
		c->level = 1 - 2 * t->alpha;
	if (!t->contrast.n)
		return;
	c->absolute = contrast_change(&t->contrast, CONTRAST_ABSOLUTE, t->alpha);
	if (c->logs || fabs(c->before.median) > 0)
		c->relative = contrast_change(&t->contrast, CONTRAST_RELATIVE, t->alpha);
	else if (t->zero)
		c->relative = c->absolute;
}

/* As much for the better as the limit would let it be for the worse. */
static bool is_better(const struct trial *t)
{
	const struct comparison *c = t->c;
	int sign = c->threshold.sign;
	double relative = 1 / (1 + sign * c->threshold.relative) - 1;
	double absolute = -sign * c->threshold.absolute;

	if (!has_change(t))
		return false;
	return (!t->relative || place(c->relative.interval, -sign, relative) == BEYOND) &&
	       (isnan(absolute) || place(c->absolute.interval, -sign, absolute) == BEYOND);
}

static void finish(struct trial *t)
{
	struct comparison *c = t->c;
	struct interval i;
	int worse = c->threshold.sign ? c->threshold.sign : c->row->more_is_better ? -1 : 1;

	if (t->tested)
		decide(t);
	if (c->path != COMPARE_NONE && (c->path != COMPARE_EXACT || isnan(c->absolute.estimate)))
		set_changes(t);
	if (c->verdict == VERDICT_SAME && is_better(t))
		c->verdict = VERDICT_BETTER;
	if (c->reason == REASON_TOO_FEW)
		c->least = least_runs(t->alpha, c->path != COMPARE_TWO_SAMPLE);
	i = interval_exists(c->relative.interval) ? c->relative.interval : c->absolute.interval;
	c->leaning = i.low > 0 ? worse : i.high < 0 ? -worse : 0;
}

void compare_all(struct comparison *c, size_t n, const struct compare_opts *o)
{
	struct trial *t = n ? mem_resize(NULL, n, sizeof(*t)) : NULL;

	for (size_t i = 0; i < n; i++)
		begin(&t[i], &c[i], o);
	if (n)
		holm(t, n, o);
	for (size_t i = 0; i < n; i++) {
		finish(&t[i]);
		contrast_release(&t[i].contrast);
	}
	free(t);
}

size_t compare_least_runs(double level, size_t judged, bool paired)
{
	return least_runs(one_sided(level) / (double)(judged ? judged : 1), paired);
}
