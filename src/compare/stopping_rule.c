/* SPDX-License-Identifier: MIT */
/*
 * Plans before the first run when rows that vary are tested: from the first number of runs that can decide
 * anything to the largest.  A look that cannot decide would only spend alpha.
 */
#include "compare/stopping_rule.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"

enum {
	EXACT_MIN = 3, EXACT_SURE = 5, EXACT_LAST = 9, NOISY_MIN = 10, NOISY_MAX = 40, STEP = 5,
	RUNS_MOST = 100000,
};
#define EXACT_SPREAD 0.0005

/* True if one series is compared with a number: differences of pairs with 0, or values with a cap. */
static bool is_one_sample(const struct stopping_opts *o)
{
	return o->caps == STOPPING_CAPS_ONLY || o->paired;
}

/* The smallest possible p value of the kind of limit that needs most runs. */
static double stopping_rule_least_p(const struct stopping_opts *o, size_t runs)
{
	double one = rank_signed_least(runs), two;

	if (is_one_sample(o))
		return one;
	two = rank_sum_least(o->base_runs ? o->base_runs : runs, runs);
	return o->caps ? fmax(one, two) : two;
}

static double alpha_each(const struct stopping_opts *o)
{
	return (1 - o->level) / 2 / (double)(o->limited ? o->limited : 1);
}

static struct stopping_opts fill_in(const struct stopping_opts *given)
{
	struct stopping_opts o = *given;

	o.exact_min = o.exact_min ? o.exact_min : EXACT_MIN;
	o.noisy_min = o.noisy_min ? o.noisy_min : NOISY_MIN;
	o.noisy_max = o.noisy_max ? o.noisy_max : NOISY_MAX;
	o.noisy_min = o.noisy_min < o.noisy_max ? o.noisy_min : o.noisy_max;
	o.step = o.step ? o.step : STEP;
	o.level = o.level > 0 ? o.level : 0.99;
	return o;
}

size_t stopping_least(const struct stopping_opts *given)
{
	struct stopping_opts o = fill_in(given);
	size_t runs = 1;

	while (runs <= RUNS_MOST && stopping_rule_least_p(&o, runs) > alpha_each(&o))
		runs++;
	return runs <= RUNS_MOST ? runs : 0;
}

/* first: no look before it */
static void plan_looks(struct stopping_rule *r, size_t first)
{
	const struct stopping_opts *o = &r->opts;
	const struct alpha_spending_plan plan = {
		.first = first > o->noisy_min ? first : o->noisy_min, .last = o->noisy_max,
		.step = o->step, .alpha = (1 - o->level) / 2,
		.tests = o->limited ? o->limited : 1, .base_runs = o->base_runs,
		.one_sample = is_one_sample(o),
	};

	alpha_spending_plan(&r->looks, &plan);
}

static int stopping_rule_refuse(const struct stopping_opts *o, struct error *err)
{
	size_t least = stopping_least(o);

	error_set(err, ERROR_USAGE, 0, "%zu runs are too few to be %g%% sure of %zu limit%s", o->noisy_max,
		  100 * o->level, o->limited, o->limited == 1 ? "" : "s");
	if (least)
		error_hint(err, "%zu runs are enough", least);
	else
		error_hint(err, "the %zu runs of the baseline are too few for any number of new runs",
			   o->base_runs);
	return -1;
}

int stopping_build(struct stopping_rule *r, const struct stopping_opts *o, struct error *err)
{
	size_t least = stopping_least(o);

	*r = (struct stopping_rule){ .opts = fill_in(o) };
	if (r->opts.limited && (!least || r->opts.noisy_max < least))
		return stopping_rule_refuse(&r->opts, err);
	r->asked_min = r->opts.noisy_min;
	r->asked_max = r->opts.noisy_max;
	plan_looks(r, 0);
	r->runs = r->opts.exact_min < r->looks.runs[0] ? r->opts.exact_min : r->looks.runs[0];
	return 0;
}

static struct compare_opts opts_of(const struct stopping_rule *r, bool exact_only)
{
	return (struct compare_opts){
		.paired = r->opts.paired, .level = r->opts.level,
		.looks = &r->looks, .look = r->look, .exact_only = exact_only,
	};
}

static bool varies(const struct row_comparison *c)
{
	return c->path != COMPARE_EXACT && c->path != COMPARE_NONE;
}

static bool is_open(const struct row_comparison *c)
{
	/* more runs do not tell how the machine was for the base */
	return c->verdict == VERDICT_UNSURE && c->reason != REASON_MACHINE_UNKNOWN && !c->lost;
}

/* True if most values agree: with a few more runs the row may be exact, except for strays. */
static bool is_steady(const struct row_comparison *c)
{
	return c->before.mad <= EXACT_SPREAD * fabs(c->before.median) &&
	       c->after.mad <= EXACT_SPREAD * fabs(c->after.median);
}

/* True if the base is 0 so far, but more runs may change that: not all of five exact values are 0. */
static bool may_leave_zero(const struct stopping_rule *r, const struct row_comparison *c)
{
	bool all_zero = !(c->before.max > 0) && !(c->before.min < 0);
	bool sure = all_zero && c->row->kind != MEASURED_VARIES && r->runs >= EXACT_SURE;

	return c->reason == REASON_BASE_ZERO && !sure && !r->opts.base_runs && !c->lost;
}

static size_t next_exact(const struct stopping_rule *r)
{
	static const size_t looks[] = { EXACT_SURE, EXACT_LAST };

	for (size_t i = 0; i < sizeof(looks) / sizeof(*looks); i++)
		if (r->runs < looks[i] && looks[i] < r->looks.runs[0])
			return looks[i];
	return r->looks.runs[0];
}

/*
 * Looks at exact rows only; true: no other is open.  If no row has a limit, rows that are only shown must be
 * exact, too.
 */
static bool are_exact(const struct stopping_rule *r, struct row_comparison *c, size_t n, bool *steady)
{
	const struct compare_opts o = opts_of(r, true);
	bool open = false, beyond = false;

	*steady = true;
	compare_all(c, n, &o);
	for (size_t i = 0; i < n; i++) {
		bool here = is_open(&c[i]) || may_leave_zero(r, &c[i]) || (!r->opts.limited && varies(&c[i]));

		open |= here;
		*steady &= !here || is_steady(&c[i]);
		beyond |= verdict_is_beyond(c[i].verdict);
	}
	return !open && (!beyond || r->runs >= EXACT_SURE);
}

static enum stopping_answer look_at_exact(struct stopping_rule *r, struct row_comparison *c, size_t n)
{
	bool steady;

	if (are_exact(r, c, n, &steady))
		return STOPPING_ENOUGH;
	r->runs = steady ? next_exact(r) : r->looks.runs[0];
	return STOPPING_GO_ON;
}

static enum stopping_answer look_at_all(struct stopping_rule *r, struct row_comparison *c, size_t n)
{
	const struct compare_opts o = opts_of(r, false);
	bool open = false;

	r->looked = true;
	for (size_t i = 0; i < n && i < r->n_noisy; i++)
		c[i].noisy = r->noisy[i];
	compare_all(c, n, &o);
	if (n > r->n_noisy)
		r->noisy = mem_resize(r->noisy, n, sizeof(*r->noisy));
	r->n_noisy = n;
	for (size_t i = 0; i < n; i++) {
		r->noisy[i] = varies(&c[i]);
		open |= is_open(&c[i]) || may_leave_zero(r, &c[i]);
	}
	if (!open)
		return STOPPING_ENOUGH;
	if (r->look + 1 == r->looks.n)
		return STOPPING_STOP;
	r->runs = r->looks.runs[++r->look];
	return STOPPING_GO_ON;
}

bool stopping_is_over(const struct stopping_rule *r, struct row_comparison *c, size_t n)
{
	bool steady;

	return are_exact(r, c, n, &steady);
}

bool stopping_is_noisy(const struct stopping_rule *r)
{
	return r->runs >= r->looks.runs[r->look];
}

enum stopping_answer stopping_look(struct stopping_rule *r, struct row_comparison *c, size_t n)
{
	return stopping_is_noisy(r) ? look_at_all(r, c, n) : look_at_exact(r, c, n);
}

/* --- limited time --------------------------------------------------------------------------- */

void stopping_fit(struct stopping_rule *r, size_t runs)
{
	struct stopping_opts *o = &r->opts;
	size_t least = stopping_least(o), most = runs > least ? runs : least;

	if (r->looked)
		return;
	most = most < r->asked_max ? most : r->asked_max;
	most = most > r->runs ? most : r->runs;
	if (most == o->noisy_max && r->looks.runs[0] >= r->runs)
		return;		/* planned already */
	o->noisy_max = most;
	o->noisy_min = r->asked_min < most ? r->asked_min : most;
	alpha_spending_release(&r->looks);
	plan_looks(r, r->runs);
}

/* A change beyond the limit needs five runs, however exact: before, another run may have the old value. */
static void give_up(struct row_comparison *c, size_t n, size_t runs)
{
	for (size_t i = 0; i < n; i++) {
		if (verdict_is_beyond(c[i].verdict) && runs < EXACT_SURE)
			c[i].verdict = VERDICT_UNSURE;
		else if (c[i].verdict != VERDICT_UNSURE || c[i].reason != REASON_TOO_FEW)
			continue;
		c[i].reason = REASON_BUDGET;
	}
}

bool stopping_end(struct stopping_rule *r, struct row_comparison *c, size_t n, size_t runs)
{
	struct compare_opts o;

	if (r->looked)
		return false;
	r->runs = runs;
	stopping_fit(r, runs);
	if (r->opts.limited && runs >= r->looks.runs[0]) {
		look_at_all(r, c, n);
		return true;
	}
	o = opts_of(r, true);
	compare_all(c, n, &o);
	give_up(c, n, runs);
	return true;
}

void stopping_release(struct stopping_rule *r)
{
	alpha_spending_release(&r->looks);
	free(r->noisy);
	*r = (struct stopping_rule){0};
}
