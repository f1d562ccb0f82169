/* SPDX-License-Identifier: MIT */
/* Decides what passes, warns and fails, from verdicts, reasons and options. */
#include "compare/effect.h"


static bool is_hopeless(const struct comparison *cmp, const struct row_comparison *c)
{
	bool cut = c->reason == REASON_BUDGET && comparison_is_cut(cmp);

	return c->verdict == VERDICT_UNSURE && (cut || compare_reasons[c->reason].hopeless);
}

bool effect_is_unjudged(const struct comparison *cmp, const struct row_comparison *c)
{
	return c->verdict == VERDICT_INCOMPARABLE || c->verdict == VERDICT_MISSING || is_hopeless(cmp, c);
}

enum effect effect_of_row(const struct comparison *cmp, const struct row_comparison *c)
{
	enum effect worst = cmp->opts.accepted ? EFFECT_WARNS : EFFECT_FAILS;

	if (!row_comparison_is_checked(c) || c->verdict == VERDICT_SKIPPED)
		return EFFECT_NONE;
	if (verdict_is_beyond(c->verdict) || effect_is_unjudged(cmp, c))
		return worst;
	if (c->verdict == VERDICT_UNSURE)
		return cmp->opts.unsure_fails ? worst : EFFECT_WARNS;
	return EFFECT_PASSES;
}

enum effect effect_of_comparison(const struct comparison *cmp)
{
	enum effect worst = EFFECT_NONE;

	for (size_t i = 0; i < cmp->n_comparisons; i++) {
		enum effect effect = effect_of_row(cmp, &cmp->comparison[i]);

		worst = effect > worst ? effect : worst;
	}
	return worst ? worst : EFFECT_FAILS;
}

const struct row_comparison *effect_first_unjudged(const struct comparison *cmp)
{
	for (size_t i = 0; i < cmp->n_comparisons; i++) {
		const struct row_comparison *c = &cmp->comparison[i];

		if (row_comparison_is_checked(c) && effect_is_unjudged(cmp, c))
			return c;
	}
	return NULL;
}

bool effect_is_suspicious(const struct comparison *cmp, const struct row_comparison *c)
{
	double change = row_comparison_change(c);
	struct interval sure = interval_exists(c->relative.interval) ? c->relative.interval
								     : (struct interval){ change, change };

	if (cmp->opts.mode != COMPARISON_GATE || !row_comparison_is_checked(c) ||
	    c->threshold.two_sided || c->path == COMPARE_NONE)
		return false;
	return c->threshold.sign < 0 ? sure.low > 1 : sure.high < -0.5;
}

bool effect_is_small(const struct interval *change)
{
	static const double small = 0.01;

	return change->low > -small && change->high < small;
}
