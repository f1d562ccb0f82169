/* SPDX-License-Identifier: MIT */
/* A comparison for people: who the sides are, the table, notes, and at the end what came of it. */
#include <math.h>

#include "calc/detect.h"
#include "format/comparison_document.h"
#include "format/format.h"
#include "out/judged.h"
#include "out/local.h"
#include "out/report.h"
#include "out/style.h"

static void add_sides(struct str *out, const struct judgement *j)
{
	str_add(out, "\n");
	if (j->opts.several) {
		str_add(out, " ");
		judgement_add_name(out, j, 0);
		str_add(out, ":\n\n");
	}
	for (size_t i = 0; i < j->n_sides; i++) {
		str_add(out, " ");
		if (j->n_sides > 1) {
			judged_add_letter(out, i);
			str_add(out, ": ");
		}
		judgement_add_name(out, j, i);
		str_addf(out, " (%zu run%s)\n", j->side[i].n_rounds, j->side[i].n_rounds == 1 ? "" : "s");
	}
	str_add(out, "\n");
}

static void add_note(struct str *out, enum gravity gravity, int side, const char *text)
{
	str_addf(out, " %s: ", judgement_gravities[gravity]);
	if (side >= 0) {
		judged_add_letter(out, (size_t)side);
		str_add(out, ": ");
	}
	str_addf(out, "%s\n", text);
}

/* Without values nothing is known of what could be seen. */
static bool has_detected(const struct comparison *c)
{
	return c->verdict != VERDICT_INCOMPARABLE && c->verdict != VERDICT_MISSING && c->path != COMPARE_NONE;
}

/* Of a program against itself: what could be seen. */
static void add_detected(struct str *out, const struct judgement *j, const struct style *s)
{
	for (size_t i = 0; j->opts.detect && i < j->n_comparisons; i++) {
		const struct detect *d = &j->opts.detect[i];

		if (!judgement_is_judged(&j->comparison[i]) || !has_detected(&j->comparison[i]))
			continue;
		str_add(out, " ");
		judged_add_row_name(out, j, i / j->n_rows + 1, i % j->n_rows);
		if (isnan(d->change)) {
			str_add(out, ": no change up to twice as much would be caught");
		} else {
			str_add(out, ": a change of ");
			local_decimal(out, s, "%+.3g %%", 100 * d->change);
			str_add(out, " would be caught");
		}
		if (d->runs)
			str_addf(out, "; %zu run%s of each side %s enough for its limit", d->runs,
				 d->runs == 1 ? "" : "s", d->runs == 1 ? "is" : "are");
		else
			str_add(out, "; no number of runs is enough for its limit");
		str_add(out, "\n");
	}
}

/* -1: well, 1: badly, 0: neither */
static int outcome_tone(const struct judgement *j)
{
	switch (j->outcome) {
	case OUTCOME_FINE:
		return -1;
	case OUTCOME_UNSURE:
		return 0;
	default:
		return 1;
	}
}

static void add_end_line(struct str *out, const struct str *line, int tone, const struct style *s)
{
	struct str text = {0};

	if (!line->len)
		return;
	str_addf(&text, " %s", line->text);
	judged_add_toned(out, text.text, JUDGED_INDENT, tone, s);
	str_release(&text);
}

/* How many limits are met; of commands that are compared who is faster, each on a line. */
static void add_end(struct str *out, const struct judgement *j, const struct style *s)
{
	struct str line = {0};

	if (j->opts.mode != JUDGE_COMPARE) {
		judged_line(&line, j, s);
		add_end_line(out, &line, outcome_tone(j), s);
	}
	for (size_t side = 1; side < j->n_sides && j->opts.mode == JUDGE_COMPARE; side++) {
		str_reset(&line);
		judged_add_conclusion(&line, j, side, s);
		add_end_line(out, &line, judged_conclusion_tone(j, side), s);
	}
	str_release(&line);
}

static void text_print(struct str *out, const struct judgement *j, const struct style *s)
{
	struct str text = {0}, uncounted = {0};

	add_sides(&text, j);
	judged_add_fitted(out, text.text, JUDGED_INDENT, s);
	judged_add_table(out, j, s);
	str_reset(&text);
	add_detected(&text, j, s);
	judged_each_note(&text, j, s->verbose > 0, add_note);
	judged_add_uncounted(&uncounted, j);
	if (uncounted.len)
		add_note(&text, GRAVITY_NOTE, -1, uncounted.text);
	judged_add_fitted(out, text.len ? text.text : "", JUDGED_INDENT, s);
	add_end(out, j, s);
	str_release(&uncounted);
	str_release(&text);
}

extern const struct comparison_format judged_text;
const struct comparison_format judged_text = {
	.summary = "a table for people",
	.print	 = text_print,
};
