/* SPDX-License-Identifier: MIT */
/*
 * A table of GitHub-flavoured Markdown, for the summary of a job or a pull request: a line for
 * each row, its columns the sides; on top what came of it.
 */
#include <math.h>
#include <stdbool.h>

#include "format/comparison_document.h"
#include "format/format.h"
#include "out/judged.h"
#include "out/markdown.h"
#include "out/report.h"
#include "out/style.h"

static const struct style plain;

static bool any_judged(const struct judgement *j)
{
	for (size_t i = 0; i < j->n_comparisons; i++)
		if (judgement_is_judged(&j->comparison[i]) || judgement_is_skipped(&j->comparison[i]))
			return true;
	return false;
}

/* --- cells --------------------------------------------------------------------------------------- */

/* " 113.488 M [113.480, 113.490] |" */
static void add_value(struct str *out, const struct judgement *j, size_t side, size_t row)
{
	const struct quantity q = judged_quantity(j, row);
	const struct spread *s = &j->row[row].spread[side];
	struct str unit = {0}, why = {0};

	if (!s->n) {
		judged_add_lack(&why, j, side, row, &plain);
		str_addf(out, " *%s* |", why.text ? why.text : "not measured");
		str_release(&why);
		return;
	}
	str_add(out, " ");
	quantity_add(out, &q, s->median, &plain);
	quantity_add_unit(&unit, &q);
	if (unit.len)
		markdown_text(out, unit.text);
	if (interval_exists(s->interval) && s->n > 1) {
		str_add(out, " \\[");
		quantity_add(out, &q, s->interval.low, &plain);
		str_add(out, ", ");
		quantity_add(out, &q, s->interval.high, &plain);
		str_add(out, "\\]");
	}
	str_add(out, " |");
	str_release(&unit);
}

/* Bold is what a colour would be elsewhere. */
static void add_change(struct str *out, const struct judgement *j, size_t side, size_t row)
{
	const char *stars = judged_tone(j, side, row) > 0 ? "**" : "";
	struct str change = {0};

	judged_add_change(&change, j, side, row, &plain);
	judged_add_own_level(&change, j, side, row, &plain);
	if (change.len) {
		str_addf(out, " %s", stars);
		markdown_text(out, change.text);
		str_add(out, stars);
	}
	str_add(out, " |");
	str_release(&change);
}

static void add_limit(struct str *out, const struct judgement *j, size_t side, size_t row)
{
	struct str limit = {0};

	judged_add_limit(&limit, j, side, row, &plain);
	if (limit.len) {
		str_add(out, " ");
		markdown_text(out, limit.text);
	}
	str_add(out, " |");
	str_release(&limit);
}

static void add_verdict(struct str *out, const struct judgement *j, size_t side, size_t row)
{
	const struct comparison *c = judgement_comparison(j, side, row);
	const char *stars = judgement_is_judged(c) && c->verdict == VERDICT_WORSE ? "**" : "";
	struct str why = {0};

	if (judgement_is_judged(c) || judgement_is_skipped(c)) {
		str_addf(out, " %s%s%s", stars, compare_verdicts[c->verdict].english, stars);
		judged_add_reason(&why, j, side, row);
		if (why.len) {
			str_add(out, " (");
			markdown_text(out, why.text);
			str_add(out, ")");
		}
	}
	str_add(out, " |");
	str_release(&why);
}

/* --- the table ----------------------------------------------------------------------------------- */

static void add_heading(struct str *out, const struct judgement *j, bool judged)
{
	str_add(out, "| measurement |");
	for (size_t s = 0; s < j->n_sides; s++) {
		str_add(out, " ");
		if (j->n_sides > 1)
			judged_add_letter(out, s);
		else
			str_add(out, "median");
		str_add(out, s ? " | change |" : " |");
		str_add(out, s && judged ? " limit | verdict |" : "");
	}
	str_add(out, "\n|---|");
	for (size_t s = 0; s < j->n_sides; s++) {
		str_add(out, s ? "---:|---:|" : "---:|");
		str_add(out, s && judged ? "---:|---|" : "");
	}
	str_add(out, "\n");
}

static void add_row(struct str *out, const struct judgement *j, size_t row, bool judged)
{
	struct str name = {0};

	str_add_line(&name, j->row[row].of->name);
	str_add(out, "| ");
	markdown_text(out, name.text ? name.text : "");
	str_add(out, " |");
	for (size_t s = 0; s < j->n_sides; s++) {
		add_value(out, j, s, row);
		if (s)
			add_change(out, j, s, row);
		if (s && judged) {
			add_limit(out, j, s, row);
			add_verdict(out, j, s, row);
		}
	}
	str_add(out, "\n");
	str_release(&name);
}

/* --- what stands around it ----------------------------------------------------------------------- */

static bool any_interval(const struct judgement *j)
{
	for (size_t row = 0; row < j->n_rows; row++)
		for (size_t s = 0; s < j->n_sides; s++)
			if (j->row[row].spread[s].n > 1 && interval_exists(j->row[row].spread[s].interval))
				return true;
	return false;
}

/* Of those that are in the table. */
static void add_levels(struct str *out, const struct judgement *j)
{
	double level = judged_level(j);
	bool other = judged_is_other_level(j, level), medians = any_interval(j);

	if (!medians && isnan(level))
		return;
	str_add(out, "- intervals: ");
	judged_add_level(out, medians || !other ? j->opts.level : level, &plain);
	if (medians && other) {
		str_add(out, ", of changes ");
		judged_add_level(out, level, &plain);
	}
	str_add(out, "\n");
}

static void add_sides(struct str *out, const struct judgement *j)
{
	for (size_t i = 0; i < j->n_sides; i++) {
		struct str name = {0};

		str_add(out, "- ");
		if (j->n_sides > 1) {
			judged_add_letter(out, i);
			str_add(out, ": ");
		}
		judgement_add_name(&name, j, i);
		markdown_text(out, name.text ? name.text : "");
		str_addf(out, " (%zu run%s)\n", j->side[i].n_rounds, j->side[i].n_rounds == 1 ? "" : "s");
		str_release(&name);
	}
	add_levels(out, j);
	str_add(out, "\n");
}

static void add_title(struct str *out, const struct judgement *j)
{
	struct str name = {0};

	judgement_add_name(&name, j, 0);
	str_add(out, "### ");
	markdown_text(out, name.text ? name.text : "");
	str_add(out, "\n\n");
	str_release(&name);
}

static void add_note(struct str *out, enum gravity gravity, int side, const char *text)
{
	str_addf(out, "- %s: ", judgement_gravities[gravity]);
	if (side >= 0) {
		judged_add_letter(out, (size_t)side);
		str_add(out, ": ");
	}
	markdown_text(out, text);
	str_add(out, "\n");
}

static void add_line(struct str *out, const struct judgement *j)
{
	struct str line = {0};

	judged_line(&line, j, &plain);
	if (line.len) {
		str_add(out, "**");
		markdown_text(out, line.text);
		str_add(out, "**\n\n");
	}
	str_release(&line);
}

static void markdown_print(struct str *out, const struct judgement *j, const struct style *s)
{
	struct str notes = {0};

	if (j->opts.several)
		add_title(out, j);
	add_line(out, j);
	add_sides(out, j);
	if (j->n_rows)
		add_heading(out, j, any_judged(j));
	for (size_t row = 0; row < j->n_rows; row++)
		add_row(out, j, row, any_judged(j));
	judged_each_note(&notes, j, s->verbose > 0, add_note);
	if (notes.len)
		str_addf(out, "\n%s", notes.text);
	if (j->opts.several)		/* what follows is not part of the list */
		str_add(out, "\n");
	str_release(&notes);
}

extern const struct comparison_format judged_markdown;
const struct comparison_format judged_markdown = {
	.summary = "a table for a pull request or the summary of a job",
	.print	 = markdown_print,
};
