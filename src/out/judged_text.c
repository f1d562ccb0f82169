/* SPDX-License-Identifier: MIT */
/*
 * The table for people: a line for each side of each row, so that what belongs together
 * stands below each other however many sides there are.
 *
 * Columns are as wide as what is in them.  Only what is sure has a colour: the change from
 * the first side, where its interval excludes the limit, or without one excludes no change.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "calc/detect.h"
#include "out/judge.h"
#include "out/judged.h"
#include "out/local.h"
#include "out/printer.h"
#include "out/style.h"

enum column { ROW, SIDE, MEDIAN, UNIT, INTERVAL, RANGE, OUTLIERS, CHANGE, LIMIT, VERDICT, COLUMNS };

struct line {			/* of the table */
	struct str cell[COLUMNS];
	int tone;			/* of the change */
	bool first;			/* of its row */
};

struct page {
	const struct judgement *j;
	const struct style *s;
	struct line *line; size_t n;
	size_t width[COLUMNS];
};

static const struct {
	const char *title;
	bool right;			/* numbers stand below each other */
} columns[COLUMNS] = {
	[ROW]	   = { "measurement", false },	[SIDE]	   = { "",	      false },
	[MEDIAN]   = { "median",      true },	[UNIT]	   = { "",	      false },
	[INTERVAL] = { NULL,	      true },	[RANGE]	   = { "min .. max",  true },
	[OUTLIERS] = { "outliers",    true },	[CHANGE]   = { NULL,	      false },
	[LIMIT]	   = { "limit",	      true },	[VERDICT]  = { "verdict",     false },
};

/* --- cells --------------------------------------------------------------------------------------- */

static const char *separator(const struct style *s)
{
	return s->decimal[0] && s->decimal[0] != '.' ? "; " : ", ";
}

static void add_spread(struct line *line, const struct page *p, size_t side, size_t row)
{
	const struct spread *spread = &p->j->row[row].spread[side];
	const struct quantity q = judged_quantity(p->j, row);

	quantity_add(&line->cell[MEDIAN], &q, spread->median, p->s);
	quantity_add_unit(&line->cell[UNIT], &q);
	if (spread->n < 2)
		return;
	if (interval_exists(spread->interval)) {
		str_add(&line->cell[INTERVAL], "[");
		quantity_add(&line->cell[INTERVAL], &q, spread->interval.low, p->s);
		str_add(&line->cell[INTERVAL], separator(p->s));
		quantity_add(&line->cell[INTERVAL], &q, spread->interval.high, p->s);
		str_add(&line->cell[INTERVAL], "]");
	}
	quantity_add(&line->cell[RANGE], &q, spread->min, p->s);
	str_add(&line->cell[RANGE], " .. ");
	quantity_add(&line->cell[RANGE], &q, spread->max, p->s);
	str_addf(&line->cell[OUTLIERS], "%zu", spread->outliers);
}

static void add_no_value(struct line *line, const struct page *p, size_t side, size_t row)
{
	struct str why = {0};

	judged_add_lack(&why, p->j, side, row, p->s);
	str_addf(&line->cell[MEDIAN], "<%s>", why.text ? why.text : "not measured");
	str_release(&why);
}

/* That there is no value stands where it would be; what is not judged has nothing to add to that. */
static bool is_telling(const struct comparison *c)
{
	switch (c->reason) {
	case REASON_BASE_ZERO:
	case REASON_OTHER_EVENT:
	case REASON_OTHER_UNIT:
	case REASON_OTHER_HOST:
		return true;
	case REASON_NOT_SUPPORTED:
		return c->verdict == VERDICT_SKIPPED;
	default:
		return false;
	}
}

static void add_verdict(struct line *line, const struct page *p, size_t side, size_t row)
{
	const struct comparison *c = judgement_comparison(p->j, side, row);
	struct str why = {0};

	judged_add_change(&line->cell[CHANGE], p->j, side, row, p->s);
	judged_add_own_level(&line->cell[CHANGE], p->j, side, row, p->s);
	judged_add_limit(&line->cell[LIMIT], p->j, side, row, p->s);
	if (!judgement_is_judged(c) && !is_telling(c))
		return;
	str_add(&line->cell[VERDICT], compare_verdicts[c->verdict].english);
	judged_add_reason(&why, p->j, side, row);
	if (why.len && c->reason != REASON_AT_LIMIT)
		str_addf(&line->cell[VERDICT], " (%s)", why.text);
	str_release(&why);
}

/* No side has a value of it, for the same reason, and nobody asked for a verdict: one line will do. */
static bool is_void(const struct judgement *j, size_t row, const struct style *style)
{
	struct str first = {0}, why = {0};
	bool same = true;

	for (size_t s = 0; s < j->n_sides && same; s++) {
		const struct side_row *of = judged_side_row(j, s, row);

		str_reset(&why);
		str_add(&why, "");
		judged_add_lack(&why, j, s, row, style);
		if (!s)
			str_add(&first, why.text);
		same = of && !of->n_valid && strcmp(first.text, why.text) == 0 &&
		       (!s || (!judgement_is_judged(judgement_comparison(j, s, row)) &&
			       !is_telling(judgement_comparison(j, s, row))));
	}
	str_release(&first);
	str_release(&why);
	return same;
}

static void add_line(struct page *p, size_t side, size_t row)
{
	struct line *line;

	p->line = mem_resize(p->line, p->n + 1, sizeof(*p->line));
	line = &p->line[p->n++];
	*line = (struct line){ .tone = judged_tone(p->j, side, row), .first = side == 0 };
	for (size_t c = 0; c < COLUMNS; c++)
		str_add(&line->cell[c], "");
	if (!side)
		str_add_line(&line->cell[ROW], p->j->row[row].of->name);
	if (p->j->n_sides > 1 && !is_void(p->j, row, p->s))
		judged_add_letter(&line->cell[SIDE], side);
	if (p->j->row[row].spread[side].n)
		add_spread(line, p, side, row);
	else
		add_no_value(line, p, side, row);
	if (side)
		add_verdict(line, p, side, row);
}

/* --- the table ----------------------------------------------------------------------------------- */

/* What stands in for a number is no number: it moves its line instead of all others. */
static bool is_measure(const struct line *line, size_t c)
{
	return c != MEDIAN || line->cell[c].text[0] != '<';
}

static void add_interval_title(struct str *out, double level, const struct page *p)
{
	judged_add_level(out, level, p->s);
	str_add(out, " interval");
}

static void title_of(struct str *out, const struct page *p, size_t c)
{
	double level = judged_level(p->j);

	if (columns[c].title) {
		str_add(out, columns[c].title);
	} else if (c == INTERVAL) {
		add_interval_title(out, p->j->opts.level, p);
	} else {
		str_add(out, p->j->n_sides > 2 ? "change from A" : "change");
		if (judged_is_other_level(p->j, level)) {
			str_add(out, ", ");
			add_interval_title(out, level, p);
		}
	}
}

static void measure_columns(struct page *p)
{
	for (size_t c = 0; c < COLUMNS; c++) {
		struct str title = {0};
		bool used = false;

		str_add(&title, "");
		title_of(&title, p, c);
		for (size_t i = 0; i < p->n; i++) {
			size_t n = local_columns(p->line[i].cell[c].text);

			used |= n > 0;
			if (n > p->width[c] && is_measure(&p->line[i], c))
				p->width[c] = n;
		}
		if (used && local_columns(title.text) > p->width[c])
			p->width[c] = local_columns(title.text);
		str_release(&title);
	}
}

/* Blanks wait until something follows them. */
static void add_cell(struct str *out, const struct page *p, size_t c, const char *text, size_t *blanks)
{
	size_t n = local_columns(text), pad = p->width[c] > n ? p->width[c] - n : 0;

	if (!p->width[c])
		return;
	*blanks += (c == UNIT ? 0 : c == ROW ? 1 : 2) + (columns[c].right ? pad : 0);
	if (n) {
		local_pad(out, 0, *blanks);
		str_add(out, text);
		*blanks = 0;
	}
	*blanks += columns[c].right ? 0 : pad;
}

static void add_heading(struct str *out, const struct page *p)
{
	size_t blanks = 0;

	for (size_t c = 0; c < COLUMNS; c++) {
		struct str title = {0};

		str_add(&title, "");
		title_of(&title, p, c);
		add_cell(out, p, c, title.text, &blanks);
		str_release(&title);
	}
	str_add(out, "\n");
}

static void add_table(struct str *out, const struct page *p)
{
	static const char *const colors[] = { "\033[32m", "", "\033[31m" };

	for (size_t i = 0; i < p->n; i++) {
		const struct line *line = &p->line[i];
		const char *color = p->s->color ? colors[line->tone + 1] : "";
		size_t blanks = 0;

		for (size_t c = 0; c < COLUMNS; c++) {
			struct str text = {0};
			bool colored = color[0] && (c == CHANGE || c == VERDICT) && line->cell[c].len;

			add_cell(out, p, c, line->cell[c].text, &blanks);
			if (colored) {		/* behind the blanks, so that they are not coloured */
				str_add(&text, out->text + out->len - line->cell[c].len);
				out->len -= line->cell[c].len;
				out->text[out->len] = '\0';
				str_addf(out, "%s%s\033[m", color, text.text);
			}
			str_release(&text);
		}
		str_add(out, "\n");
	}
}

/* --- what stands around it ----------------------------------------------------------------------- */

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
static void add_detected(struct str *out, const struct page *p)
{
	const struct judgement *j = p->j;

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
			local_decimal(out, p->s, "%+.3g %%", 100 * d->change);
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

static void text_print(struct str *out, const struct judgement *j, const struct style *s)
{
	struct page p = { .j = j, .s = s };
	struct str line = {0};

	for (size_t row = 0; row < j->n_rows; row++)
		for (size_t side = 0; side < (is_void(j, row, s) ? 1 : j->n_sides); side++)
			add_line(&p, side, row);
	add_sides(out, j);
	if (p.n) {
		measure_columns(&p);
		add_heading(out, &p);
		add_table(out, &p);
		str_add(out, "\n");
	}
	add_detected(out, &p);
	judged_each_note(out, j, s->verbose > 0, add_note);
	judged_line(&line, j, s);
	if (line.len)
		str_addf(out, " %s\n", line.text);
	str_release(&line);
	while (p.n) {
		p.n--;
		for (size_t c = 0; c < COLUMNS; c++)
			str_release(&p.line[p.n].cell[c]);
	}
	free(p.line);
}

extern const struct judge judged_text;
const struct judge judged_text = {
	.name	 = "text",
	.summary = "a table for people",
	.flags	 = PRINTER_LOCAL,
	.print	 = text_print,
};
