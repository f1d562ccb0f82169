/* SPDX-License-Identifier: MIT */
/*
 * Evaluates each row by itself first: is it comparable, is it exact, what are its p values.  Then
 * Holm's procedure sets the alpha of each row, and last come the intervals and the verdicts.
 */
#include "compare/row_comparison.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "compare/stats/student.h"

const struct compare_word compare_verdicts[VERDICT_COUNT] = {
	[VERDICT_SAME]	       = { "within", "within the limit" },
	[VERDICT_BETTER]       = { "improved", "improved" },
	[VERDICT_WORSE]	       = { "regressed", "regressed" },
	[VERDICT_TOO_GOOD]     = { "improved-too-much", "improved beyond the limit" },
	[VERDICT_UNSURE]       = { "inconclusive", "could not tell" },
	[VERDICT_INCOMPARABLE] = { "incomparable", "not comparable" },
	[VERDICT_MISSING]      = { "missing", "missing" },
	[VERDICT_SKIPPED]      = { "not-judged", "not judged" },
};

static const char hint_more_runs[] = "measure again with more runs: -r";
static const char hint_free[] = "'pstat doctor' says which counters are free";

const struct compare_reason_word compare_reasons[REASON_COUNT] = {
	[REASON_NONE]	       = { "", "", NULL, false },
	[REASON_AT_LIMIT]      = { "at-limit", "the limit is inside the interval", NULL, false },
	[REASON_TOO_FEW]       = { "too-few-runs", "too few runs to be sure", hint_more_runs, true },
	[REASON_FEW_RESULTS]   = { "few-results", "the history has too few results: 5 are needed",
				   NULL, false },
	[REASON_BUDGET]	       = { "budget", "--budget ended before there were enough runs", NULL, false },
	[REASON_BASE_ZERO]     = { "base-zero", "the base is 0, so there is no relative change",
				   "a change from 0 has no percentage: add an absolute limit, as in +1%|+100",
				   false, true },
	[REASON_NO_BASE]       = { "no-base", "the base does not have it",
				   "measure the baseline with it: --save or --update", false },
	[REASON_NO_NOW]	       = { "no-new", "the new side does not have it",
				   "measure it there, too, or leave out its limit", false },
	[REASON_NOT_COUNTED]   = { "not-counted", "it was not counted", hint_free, false },
	[REASON_NOT_SUPPORTED] = { "not-supported", "it is not supported",
				   "'pstat doctor' says what a machine can count", false },
	[REASON_MULTIPLEXED]   = { "multiplexed", "it was counted only part of the time", hint_free, false },
	[REASON_OTHER_EVENT]   = { "other-event", "the two sides counted different events", NULL, false,
				   true },
	[REASON_OTHER_UNIT]    = { "other-unit", "the two sides have different units", NULL, false, true },
	[REASON_OTHER_HOST]    = { "other-host", "not measured alike",
				   "measure the baseline again on this machine, or use --allow-env-mismatch",
				   false, true },
	[REASON_FAILED]	       = { "failed", "its runs failed",
				   "a run failed: measure again, or use --ignore-failure if that is fine",
				   false },
	[REASON_NOT_BUILT]     = { "not-built", "--build failed", NULL, false },
	[REASON_OTHER_OUTPUT]  = { "other-output", "the commands print different things", NULL, false },
	[REASON_INTERRUPTED]   = { "interrupted", "interrupted", NULL, false },
	[REASON_MACHINE]       = { "machine", "the machine was not the same as for the base", NULL, false },
	[REASON_MACHINE_UNKNOWN] = { "machine-unknown", "a result does not tell how the machine was",
				     "measure the baseline again with --save or --update, or compare in turns "
				     "with --vs", true },
	[REASON_MACHINE_SHORT] = { "machine-too-short", "too few runs to tell how the machine was",
				   hint_more_runs, true },
	[REASON_HIDDEN]	       = { "not-known", "it is not above pstat's own, so it is not known",
				   "a cap, as in 64M, can be checked for a small program as well", false },
};

const char *const compare_paths[COMPARE_PATHS] = {
	[COMPARE_NONE] = "", [COMPARE_EXACT] = "exact", [COMPARE_PAIRED] = "paired",
	[COMPARE_TWO_SAMPLE] = "two-sample", [COMPARE_ONE_SAMPLE] = "one-sample",
	[COMPARE_HISTORY] = "history",
};

/* The number of values that can show that they are exact. */
enum { EXACT_LEAST = 3, EXACT_LEAST_OF_COUNTS = 5 };
enum { FREEDOM_LEAST = 4 };		/* of a history: five results */
/*
 * The largest chance of so few strays on one side if a run took one of two values with even odds; on both
 * sides at once it is the square.
 */
#define STRAYS_CHANCE 0.07
/* Relative to a limit: a value that exceeds it by rounding only does not exceed it. */
#define ROUNDING 1e-12

enum { BEYOND = 1u << 0, WITHIN = 1u << 1 };

struct evaluation {		/* of one row */
	struct row_comparison *c;
	struct change_test test;
	struct interval base, now;	/* exact: the range of the values that agree */
	double alpha;
	bool   relative;		/* it has a relative limit, and a base to relate to */
	bool   zero;			/* all values of both sides are 0 */
	bool   tested;			/* it has p values */
	double plain_beyond, plain_within;	/* p values without the allowance for the machine */
};

struct p_values {		/* of a row and a limit, or one of the two sides of it */
	double beyond, within;
	double plain_beyond, plain_within;	/* without the allowance for the machine */
};

/* --- limits -------------------------------------------------------------------------------- */

/* The change at the limit, with its sign. */
static double signed_limit(const struct threshold *limit, double change)
{
	return limit->sign * change * (1 + ROUNDING);
}

static bool has_change(const struct evaluation *e)
{
	return e->relative || !isnan(e->c->threshold.absolute);
}

static size_t count_over(const struct evaluation *e)
{
	const struct quantiles *now = &e->test.now;
	const struct threshold *limit = &e->c->threshold;
	size_t n = 0;

	for (size_t i = 0; i < now->n; i++)
		n += limit->sign * now->v[i] > limit->sign * limit->cap;
	return n;
}

/* --- exact --------------------------------------------------------------------------------- */

/* The smallest of a kind, as a side of the limit; NaN: none is of that kind. */
static double least_relative(const struct threshold *t)
{
	return t->two_sided ? fmin(t->relative, t->better_relative) : t->relative;
}

static double least_absolute(const struct threshold *t)
{
	return t->two_sided ? fmin(t->absolute, t->better_absolute) : t->absolute;
}

static double tolerance(const struct quantiles *o, const struct threshold *limit)
{
	double size = fabs(quantiles_median(o)), most = COMPARE_EXACT_TOLERANCE * size;

	if (least_relative(limit) / 4 * size < most)
		most = least_relative(limit) / 4 * size;
	return least_absolute(limit) / 4 < most ? least_absolute(limit) / 4 : most;
}

/* Few enough that two equally likely values would seldom leave them; beside a median of 0 none is allowed. */
static bool allows_strays(const struct quantiles *o, size_t strays)
{
	return fabs(quantiles_median(o)) > 0 && coin_tail(o->n, strays) <= STRAYS_CHANCE;
}

/* True if `where` covers the interval of the median or, without one, all values. */
static bool covers_median(const struct interval *where, const struct summary *s)
{
	if (!interval_exists(s->interval))
		return where->low <= s->min && where->high >= s->max;
	return where->low <= s->interval.low && where->high >= s->interval.high;
}

/* True if the values agree except a few strays; where: the range of those that agree. */
static bool agree(struct interval *where, const struct quantiles *o, const struct summary *s,
		  const struct row_comparison *c)
{
	bool work = c->row->kind == MEASURED_WORK;
	double most = work ? tolerance(o, &c->threshold) : 0, median = quantiles_median(o);
	size_t strays = quantiles_strays(o, most), first = 0, last = o->n;

	if (o->n < (work ? EXACT_LEAST : EXACT_LEAST_OF_COUNTS))
		return false;
	if (strays && !(work && allows_strays(o, strays)))
		return false;
	while (median - o->v[first] > most)
		first++;
	while (o->v[last - 1] - median > most)
		last--;
	*where = (struct interval){ o->v[first], o->v[last - 1] };
	return covers_median(where, s);
}

static bool agree_now(struct evaluation *e)
{
	return agree(&e->now, &e->test.now, &e->c->after, e->c);
}

static bool agree_before(struct evaluation *e)
{
	return agree(&e->base, &e->test.base, &e->c->before, e->c);
}

static void set_exact_changes(struct evaluation *e)
{
	struct row_comparison *c = e->c;
	double size = fabs(c->before.median);

	c->absolute = (struct change){
		c->after.median - c->before.median,
		{ e->now.low - e->base.high, e->now.high - e->base.low },
	};
	size = e->zero ? 1 : size > 0 ? size : NAN;
	c->relative = (struct change){
		c->absolute.estimate / size,
		{ c->absolute.interval.low / size, c->absolute.interval.high / size },
	};
}

/* Whether all of the interval is BEYOND x or WITHIN it; 0: x is inside.  sign: the direction of BEYOND. */
static unsigned position_of(struct interval i, int sign, double x)
{
	double low = sign > 0 ? i.low - x : x - i.high, high = sign > 0 ? i.high - x : x - i.low;

	return low > 0 ? BEYOND : high <= 0 ? WITHIN : 0;
}

/* BEYOND all parts of the limit, WITHIN at least one, or 0. */
static unsigned find_exact_position(const struct evaluation *e, const struct threshold *limit)
{
	const struct { bool is_set; struct interval interval; double x; } part[] = {
		{ e->relative, e->c->relative.interval, signed_limit(limit, limit->relative) },
		{ !isnan(limit->absolute), e->c->absolute.interval, signed_limit(limit, limit->absolute) },
		{ !isnan(limit->cap), e->now, limit->cap },
	};
	unsigned all = BEYOND, any = 0;

	for (size_t i = 0; i < sizeof(part) / sizeof(*part); i++) {
		unsigned here = position_of(part[i].interval, limit->sign, part[i].x);

		if (!part[i].is_set)
			continue;
		all &= here;
		any |= here;
	}
	return all & BEYOND ? BEYOND : any & WITHIN;
}

/* Of exact values; VERDICT_UNSURE: the limit is among them. */
static enum verdict find_exact_verdict(const struct evaluation *e)
{
	const struct threshold *limit = &e->c->threshold, better = threshold_better(limit);
	unsigned worse_side = find_exact_position(e, limit);
	unsigned better_side = limit->two_sided ? find_exact_position(e, &better) : WITHIN;

	if (worse_side == BEYOND)
		return VERDICT_WORSE;
	if (better_side == BEYOND)
		return VERDICT_TOO_GOOD;
	return worse_side == WITHIN && better_side == WITHIN ? VERDICT_SAME : VERDICT_UNSURE;
}

/* --- tests --------------------------------------------------------------------------------- */

/* plain: the p values without the allowance for the machine, which is on the side of the row. */
static void add_p(struct p_values *p, double beyond, double within, double plain_beyond, double plain_within)
{
	p->beyond = fmax(p->beyond, beyond);
	p->within = fmin(p->within, within);
	p->plain_beyond = fmax(p->plain_beyond, plain_beyond);
	p->plain_within = fmin(p->plain_within, plain_within);
}

static void add_plain_p(struct p_values *p, double beyond, double within)
{
	add_p(p, beyond, within, beyond, within);
}

/* The change that the machine makes of a true change x, if it multiplies the new values by exp(by). */
static double shifted(const struct evaluation *e, enum change_test_kind kind, double x, double by)
{
	if (kind == CHANGE_TEST_RELATIVE)
		return (1 + x) * exp(by) - 1;
	return x + fabs(e->c->after.median) * (1 - exp(-by));
}

/* No data is above a limit if the machine may have slowed it by any factor. */
static double p_above(const struct evaluation *e, enum change_test_kind kind, double x)
{
	double by = e->c->machine.slower;

	return isinf(by) ? 1 : change_test_above(&e->test, kind, shifted(e, kind, x, by));
}

static double p_below(const struct evaluation *e, enum change_test_kind kind, double x)
{
	double by = e->c->machine.faster;

	return isinf(by) ? 1 : change_test_below(&e->test, kind, shifted(e, kind, x, -by));
}

static void add_change_p(struct p_values *p, const struct evaluation *e, const struct threshold *limit,
			 enum change_test_kind kind, double change)
{
	double x = signed_limit(limit, change);
	double above = p_above(e, kind, x), below = p_below(e, kind, x);
	double plain_above = change_test_above(&e->test, kind, x);
	double plain_below = change_test_below(&e->test, kind, x);

	if (limit->sign > 0)
		add_p(p, above, below, plain_above, plain_below);
	else
		add_p(p, below, above, plain_below, plain_above);
}

/* A limit is exceeded only if every part of it is, and the row is within it as soon as one is not. */
static struct p_values test_limit(const struct evaluation *e, const struct threshold *limit)
{
	struct p_values p = { 0, 1, 0, 1 };
	size_t n = e->test.now.n;

	if (e->relative && e->zero)	/* no data could show more clearly that nothing changed */
		add_plain_p(&p, 1, change_test_least(&e->test));
	else if (e->relative)
		add_change_p(&p, e, limit, CHANGE_TEST_RELATIVE, limit->relative);
	if (!isnan(limit->absolute))
		add_change_p(&p, e, limit, CHANGE_TEST_ABSOLUTE, limit->absolute);
	if (!isnan(limit->cap))
		add_plain_p(&p, coin_tail(n, n - e->c->n_over), coin_tail(n, e->c->n_over));
	return p;
}

/* --- a history ----------------------------------------------------------------------------- */

/* Whether the history has enough results to know their deviation. */
static bool tells_noise(const struct row_comparison *c)
{
	return c->freedom >= FREEDOM_LEAST && fabs(c->before.median) > 0;
}

/* The deviation of the difference of one result and the middle of those in base. */
static double error_of(const struct evaluation *e)
{
	double n = (double)e->test.base.n;

	return fmax(e->c->noise, COMPARE_EXACT_TOLERANCE) * sqrt(1 + 1 / n);
}

/* A relative change as it is tested: of logarithms, if all values have one. */
static double scaled(const struct evaluation *e, double change)
{
	return !e->c->logs ? change : change > -1 ? log(1 + change) : -INFINITY;
}

static double history_change(const struct evaluation *e)
{
	const struct row_comparison *c = e->c;

	return scaled(e, (c->after.median - c->before.median) / fabs(c->before.median));
}

static void add_history_p(struct p_values *p, const struct evaluation *e, const struct threshold *limit,
			  double change)
{
	double beyond = limit->sign * (history_change(e) - scaled(e, signed_limit(limit, change)));
	double t = beyond / error_of(e);

	add_plain_p(p, student_tail(t, (double)e->c->freedom), student_tail(-t, (double)e->c->freedom));
}

static struct p_values test_history_limit(const struct evaluation *e, const struct threshold *limit)
{
	struct p_values p = { 0, 1, 0, 1 };
	double level = fabs(e->c->before.median);
	size_t n = e->test.now.n;

	if (!isnan(limit->relative))
		add_history_p(&p, e, limit, limit->relative);
	if (!isnan(limit->absolute))
		add_history_p(&p, e, limit, limit->absolute / level);
	if (!isnan(limit->cap))
		add_plain_p(&p, coin_tail(n, n - e->c->n_over), coin_tail(n, e->c->n_over));
	return p;
}

/* Each side of the limit; the row is within it only if it is within both. */
static void run_tests(struct evaluation *e,
		      struct p_values (*test)(const struct evaluation *, const struct threshold *))
{
	struct row_comparison *c = e->c;
	const struct threshold better = threshold_better(&c->threshold);
	struct p_values p = test(e, &c->threshold), other;

	c->p_worse = p.beyond;
	c->p_within = p.within;
	e->plain_beyond = p.plain_beyond;
	e->plain_within = p.plain_within;
	e->tested = true;
	if (!c->threshold.two_sided)
		return;
	other = test(e, &better);
	c->p_better = other.beyond;
	c->p_within = fmax(p.within, other.within);
	e->plain_beyond = fmin(p.plain_beyond, other.plain_beyond);
	e->plain_within = fmax(p.plain_within, other.plain_within);
}

static void set_history_changes(struct evaluation *e)
{
	struct row_comparison *c = e->c;
	double level = fabs(c->before.median), middle = history_change(e);
	double reach = error_of(e) * student_point(e->alpha, (double)c->freedom);
	struct change of = { middle, { middle - reach, middle + reach } };

	if (c->logs)
		of = (struct change){ exp(middle) - 1, { exp(middle - reach) - 1, exp(middle + reach) - 1 } };
	c->level = 1 - 2 * e->alpha;
	c->relative = of;
	c->absolute = (struct change){ of.estimate * level, { of.interval.low * level,
							       of.interval.high * level } };
}

static double row_comparison_least_p(const struct evaluation *e)
{
	double least = 0;

	if (e->c->path == COMPARE_HISTORY)
		return 0;
	if (has_change(e))
		least = change_test_least(&e->test);
	if (!isnan(e->c->threshold.cap))
		least = has_change(e) ? fmin(least, rank_signed_least(e->test.now.n))
				      : rank_signed_least(e->test.now.n);
	return least;
}

static double one_sided(double level)
{
	return (1 - level) / 2;
}

/* The alpha of the next row in Holm's procedure, with this many rows left to decide. */
static double alpha_of(const struct compare_opts *o, size_t left)
{
	return o->looks ? alpha_spending_alpha(o->looks, o->look, left) : one_sided(o->level) / (double)left;
}

/* --- one row ------------------------------------------------------------------------------- */

static void set_verdict(struct row_comparison *c, enum verdict verdict, enum compare_reason reason)
{
	c->verdict = verdict;
	c->reason = reason;
}

static bool is_zero(const struct quantiles *o)
{
	return o->n && o->v[0] >= 0 && o->v[o->n - 1] <= 0;
}

/* True if both sides have values to compare; else the verdict says why not. */
static bool comparable(struct evaluation *e)
{
	struct row_comparison *c = e->c;
	bool needs_base = !isnan(c->threshold.relative) || !isnan(c->threshold.absolute) ||
			  isnan(c->threshold.cap);
	bool bounded = c->why == REASON_HIDDEN && c->threshold.sign > 0 && c->at_most > 0;

	if (bounded && c->at_most <= c->threshold.cap)	/* its value is not known, but not above the cap */
		set_verdict(c, VERDICT_SAME, REASON_NONE);
	else if (c->why != REASON_NONE)
		set_verdict(c, VERDICT_INCOMPARABLE, c->why);
	else if (needs_base && c->history && !e->test.base.n)
		set_verdict(c, threshold_is_none(&c->threshold) ? VERDICT_SKIPPED : VERDICT_UNSURE,
			    REASON_FEW_RESULTS);
	else if (needs_base && !c->n_base)
		set_verdict(c, VERDICT_MISSING, REASON_NO_BASE);
	else if (!c->n_now)
		set_verdict(c, VERDICT_MISSING, REASON_NO_NOW);
	else if ((needs_base && !e->test.base.n) || !e->test.now.n)
		set_verdict(c, VERDICT_INCOMPARABLE, REASON_NOT_COUNTED);
	else
		return true;
	return false;
}

static bool is_exact(struct evaluation *e)
{
	const struct row_comparison *c = e->c;
	bool alone = !threshold_is_none(&c->threshold) && !has_change(e);

	return !c->noisy && c->row->kind != MEASURED_VARIES && agree_now(e) && (alone || agree_before(e));
}

static bool is_wide(const struct evaluation *e)
{
	const struct summary *s[] = { &e->c->before, &e->c->after };
	const struct threshold *limit = &e->c->threshold;

	for (size_t i = 0; i < 2; i++)
		if ((s[i]->max - s[i]->min) > least_relative(limit) / 4 * fabs(s[i]->median) ||
		    (s[i]->max - s[i]->min) > least_absolute(limit) / 4)
			return true;
	return false;
}

static enum compare_path path_of(const struct evaluation *e)
{
	if (!threshold_is_none(&e->c->threshold) && !has_change(e))
		return COMPARE_ONE_SAMPLE;
	if (e->c->history)
		return COMPARE_HISTORY;
	return e->test.paired ? COMPARE_PAIRED : COMPARE_TWO_SAMPLE;
}

/* Exact values that are clear of the limit get their verdict at once; all others are tested. */
static void choose_path(struct evaluation *e, const struct compare_opts *o)
{
	struct row_comparison *c = e->c;
	bool limited = !threshold_is_none(&c->threshold);
	enum verdict verdict = VERDICT_SKIPPED;

	if (is_exact(e)) {
		if (!limited || has_change(e) || agree_before(e))
			set_exact_changes(e);
		if (limited)
			verdict = find_exact_verdict(e);
		if (verdict != VERDICT_UNSURE) {
			c->path = COMPARE_EXACT;
			c->wide = is_wide(e);
			set_verdict(c, verdict, REASON_NONE);
			return;
		}
	}
	c->path = path_of(e);
	if (c->path == COMPARE_HISTORY && e->zero)
		set_verdict(c, limited ? VERDICT_SAME : VERDICT_SKIPPED, REASON_NONE);
	else if (c->path == COMPARE_HISTORY && !tells_noise(c))
		set_verdict(c, limited ? VERDICT_UNSURE : VERDICT_SKIPPED, REASON_FEW_RESULTS);
	else if (!limited)
		set_verdict(c, VERDICT_SKIPPED, REASON_NONE);
	else if (o->exact_only)
		set_verdict(c, VERDICT_UNSURE, REASON_TOO_FEW);
	else if (c->path == COMPARE_HISTORY)
		run_tests(e, test_history_limit);
	else
		run_tests(e, test_limit);
}

static void evaluate_row(struct evaluation *e, struct row_comparison *c, const struct compare_opts *o)
{
	double none = NAN, alpha = one_sided(o->level);
	const struct quantiles *base = &e->test.base, *now = &e->test.now;

	*e = (struct evaluation){ .c = c, .alpha = alpha };
	change_test_build(&e->test, c->base, c->n_base, c->now, c->n_now, o->paired);
	c->before = quantiles_summary(base, alpha);
	c->after = quantiles_summary(now, alpha);
	c->n = e->test.n;
	c->logs = e->test.logs;
	c->path = COMPARE_NONE;
	c->wide = false;
	c->absolute = c->relative = (struct change){ none, { none, none } };
	c->level = c->p_worse = c->p_within = c->p_better = none;
	c->least = 0;
	c->leaning = 0;
	c->n_over = isnan(c->threshold.cap) ? 0 : count_over(e);
	e->zero = is_zero(base) && is_zero(now);
	e->relative = !isnan(c->threshold.relative) && (e->zero || fabs(c->before.median) > 0);
	if (!comparable(e))
		return;
	if (!isnan(c->threshold.relative) && !e->relative && isnan(c->threshold.absolute) &&
	    isnan(c->threshold.cap))
		set_verdict(c, VERDICT_INCOMPARABLE, REASON_BASE_ZERO);
	else
		choose_path(e, o);
}

/* --- all rows ------------------------------------------------------------------------------ */

static double p_of(const struct evaluation *e)
{
	return fmin(fmin(e->c->p_worse, e->c->p_better), e->c->p_within);
}

static int by_p(const void *a, const void *b)
{
	const struct evaluation *x = *(struct evaluation *const *)a, *y = *(struct evaluation *const *)b;

	return (p_of(x) > p_of(y)) - (p_of(x) < p_of(y));
}

/*
 * Holm's procedure: the row with the smallest p value is tested at alpha / n, the next one at
 * alpha / (n - 1), and so on.  The first row that is not sure ends it: all later ones are unsure.
 */
static void set_alphas(struct evaluation *e, size_t n, const struct compare_opts *o)
{
	FREED struct evaluation **tested = mem_resize(NULL, n, sizeof(*tested));
	size_t left = 0;
	double alpha = 0;
	bool sure = true;

	for (size_t i = 0; i < n; i++)
		if (e[i].tested)
			tested[left++] = &e[i];
	if (left)
		qsort(tested, left, sizeof(*tested), by_p);
	for (size_t i = 0; left; i++, left--) {
		if (sure)
			alpha = alpha_of(o, left);
		sure = sure && p_of(tested[i]) <= alpha;
		tested[i]->alpha = alpha;
	}
}

static size_t least_runs(double alpha, bool paired)
{
	size_t n = 1;

	while ((paired ? rank_signed_least(n) : rank_sum_least(n, n)) > alpha)
		n++;
	return n;
}

static void row_comparison_decide(struct evaluation *e)
{
	struct row_comparison *c = e->c;

	if (c->p_worse <= e->alpha) {
		set_verdict(c, VERDICT_WORSE, REASON_NONE);
	} else if (c->p_better <= e->alpha) {
		set_verdict(c, VERDICT_TOO_GOOD, REASON_NONE);
	} else if (c->p_within <= e->alpha) {
		set_verdict(c, VERDICT_SAME, REASON_NONE);
	} else if (row_comparison_least_p(e) > e->alpha) {
		set_verdict(c, VERDICT_UNSURE, REASON_TOO_FEW);
	} else if (isinf(c->machine.slower)) {
		set_verdict(c, VERDICT_UNSURE, c->machine_why);
	} else if (fmin(e->plain_beyond, e->plain_within) <= e->alpha) {
		set_verdict(c, VERDICT_UNSURE, REASON_MACHINE);
	} else {
		set_verdict(c, VERDICT_UNSURE, REASON_AT_LIMIT);
	}
}

/* The interval of the true change; an allowance without end cannot be shown. */
static void allow_for_machine(struct row_comparison *c)
{
	const struct allowance *by = &c->machine;
	double low = 1 - exp(-by->slower), high = exp(by->faster) - 1;

	if (!(low + high > 0) || isinf(by->slower) || isinf(by->faster))
		return;
	c->relative.interval.low -= (1 + c->relative.interval.low) * low;
	c->relative.interval.high += (1 + c->relative.interval.high) * high;
	c->absolute.interval.low -= fabs(c->after.median) * low;
	c->absolute.interval.high += fabs(c->after.median) * high;
}

static void set_changes(struct evaluation *e)
{
	struct row_comparison *c = e->c;

	if (c->path == COMPARE_HISTORY) {
		if (!e->zero && tells_noise(c))
			set_history_changes(e);
		return;
	}
	if (e->test.n || c->path != COMPARE_EXACT)
		c->level = 1 - 2 * e->alpha;
	if (!e->test.n)
		return;
	c->absolute = change_test_change(&e->test, CHANGE_TEST_ABSOLUTE, e->alpha);
	if (c->logs || fabs(c->before.median) > 0)
		c->relative = change_test_change(&e->test, CHANGE_TEST_RELATIVE, e->alpha);
	else if (e->zero)
		c->relative = c->absolute;
	allow_for_machine(c);
}

/* True if it is better by more than the limit allows it to be worse. */
static bool is_better(const struct evaluation *e)
{
	const struct row_comparison *c = e->c;
	int sign = c->threshold.sign;
	double relative = 1 / (1 + sign * c->threshold.relative) - 1;
	double absolute = -sign * c->threshold.absolute;

	if (!has_change(e))
		return false;
	return (!e->relative || position_of(c->relative.interval, -sign, relative) == BEYOND) &&
	       (isnan(absolute) || position_of(c->absolute.interval, -sign, absolute) == BEYOND);
}

static void finish_row(struct evaluation *e)
{
	struct row_comparison *c = e->c;
	struct interval i;
	int worse = c->threshold.sign ? c->threshold.sign : c->row->more_is_better ? -1 : 1;

	if (e->tested)
		row_comparison_decide(e);
	if (c->path != COMPARE_NONE && (c->path != COMPARE_EXACT || isnan(c->absolute.estimate)))
		set_changes(e);
	if (c->verdict == VERDICT_SAME && is_better(e))
		c->verdict = VERDICT_BETTER;
	if (threshold_is_none(&c->threshold))
		c->verdict = VERDICT_SKIPPED;
	if (c->reason == REASON_TOO_FEW)
		c->least = least_runs(e->alpha, c->path != COMPARE_TWO_SAMPLE);
	i = interval_exists(c->relative.interval) ? c->relative.interval : c->absolute.interval;
	c->leaning = i.low > 0 ? worse : i.high < 0 ? -worse : 0;
}

void compare_all(struct row_comparison *c, size_t n, const struct compare_opts *o)
{
	FREED struct evaluation *e = n ? mem_resize(NULL, n, sizeof(*e)) : NULL;

	for (size_t i = 0; i < n; i++)
		evaluate_row(&e[i], &c[i], o);
	if (n)
		set_alphas(e, n, o);
	for (size_t i = 0; i < n; i++) {
		finish_row(&e[i]);
		change_test_release(&e[i].test);
	}
}

double row_comparison_of_medians(const struct row_comparison *c)
{
	double base = c->before.median;

	return c->before.n && c->after.n && fabs(base) > 0 ? (c->after.median - base) / fabs(base) : NAN;
}

double row_comparison_change(const struct row_comparison *c)
{
	return isnan(c->relative.estimate) ? row_comparison_of_medians(c) : c->relative.estimate;
}

bool verdict_is_beyond(enum verdict v)
{
	return v == VERDICT_WORSE || v == VERDICT_TOO_GOOD;
}

size_t compare_least_runs(double level, size_t limited, bool paired)
{
	return least_runs(one_sided(level) / (double)(limited ? limited : 1), paired);
}
