/* SPDX-License-Identifier: MIT */
/* What came of it, in one line: how many are fine, and each one that is not. */
#include "out/judged.h"

#include "out/style.h"

const char judged_nothing[] = "NOTHING WAS JUDGED";

enum { NAMED_MOST = 8 };	/* of one kind; of more only how many */

static bool all_events(const struct judgement *j)
{
	for (size_t i = 0; i < j->n_comparisons; i++)
		if ((judgement_is_judged(&j->comparison[i]) || judgement_is_skipped(&j->comparison[i])) &&
		    j->row[i % j->n_rows].of->kind != SIDE_EVENT)
			return false;
	return true;
}

static void add_noun(struct str *out, const struct judgement *j, size_t n)
{
	str_addf(out, " %s%s", all_events(j) ? "event" : "measurement", n == 1 ? "" : "s");
}

/* "instructions:u +2.31 % [+2.29, +2.33], limit +1 %", or why there is no number. */
static void add_row(struct str *out, const struct judgement *j, size_t side, size_t row,
		    const struct style *s)
{
	const struct comparison *c = judgement_comparison(j, side, row);
	struct str text = {0};
	bool told;

	judged_add_row_name(out, j, side, row);
	if (c->verdict != VERDICT_MISSING)
		judged_add_held(&text, j, side, row, s);
	told = text.len > 0;
	str_addf(out, "%s%s", told ? " " : "", told ? text.text : "");
	str_reset(&text);
	judged_add_limit(&text, j, side, row, s);
	if (told && text.len)
		str_addf(out, ", limit %s", text.text);
	str_reset(&text);
	judged_add_reason(&text, j, side, row);
	if (text.len && c->reason != REASON_AT_LIMIT)
		str_addf(out, " (%s)", text.text);
	str_release(&text);
}

static bool is_of(const struct comparison *c, enum verdict verdict)
{
	return verdict == VERDICT_SKIPPED ? judgement_is_skipped(c)
					  : c->verdict == verdict && judgement_is_judged(c);
}

static void add_rows(struct str *out, const struct judgement *j, enum verdict verdict, const struct style *s)
{
	size_t n = 0;

	for (size_t i = 0; i < j->n_comparisons; i++) {
		if (!is_of(&j->comparison[i], verdict))
			continue;
		if (n++ >= NAMED_MOST)
			continue;
		str_add(out, n > 1 ? " and " : ": ");
		add_row(out, j, i / j->n_rows + 1, i % j->n_rows, s);
	}
	if (n > NAMED_MOST)
		str_addf(out, " and %zu more", n - NAMED_MOST);
}

/* What spoils a judgement whose rows are all fine. */
static bool is_spoilt(const struct judgement *j)
{
	if (j->count[VERDICT_WORSE] || j->count[VERDICT_INCOMPARABLE] || j->count[VERDICT_MISSING])
		return false;	/* that says enough */
	for (size_t i = 0; i < j->n_notes; i++)
		if (j->note[i].gravity == GRAVITY_ERROR)
			return true;
	return false;
}

void judged_line(struct str *out, const struct judgement *j, const struct style *s)
{
	static const struct { enum verdict verdict; const char *words; } parts[] = {
		{ VERDICT_WORSE, "regressed" },		  { VERDICT_BETTER, "improved" },
		{ VERDICT_UNSURE, "inconclusive" },	  { VERDICT_INCOMPARABLE, "not comparable" },
		{ VERDICT_MISSING, "missing" },		  { VERDICT_SKIPPED, "skipped" },
	};
	bool nothing = judgement_is_nothing(j), first = !j->count[VERDICT_SAME];

	if (nothing)
		str_addf(out, "%s: %s", judged_nothing,
			 j->count[VERDICT_SKIPPED] ? "" : "no row has a limit");
	if (!first) {
		str_addf(out, "%zu", j->count[VERDICT_SAME]);
		add_noun(out, j, j->count[VERDICT_SAME]);
		str_addf(out, " within %s", j->count[VERDICT_SAME] == 1 ? "its limit" : "limits");
	}
	for (size_t p = 0; p < sizeof(parts) / sizeof(*parts); p++) {
		size_t n = j->count[parts[p].verdict];

		if (!n)
			continue;
		str_addf(out, "%s%zu", first ? "" : "; ", n);
		if (first)
			add_noun(out, j, n);
		first = false;
		str_addf(out, " %s", parts[p].words);
		add_rows(out, j, parts[p].verdict, s);
	}
	if ((nothing || !first) && is_spoilt(j))
		str_add(out, "; but there was an error");
}
