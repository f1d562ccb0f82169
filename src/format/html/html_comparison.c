/* SPDX-License-Identifier: MIT */
/* Writes a row for each measurement; with more than two sides, a row for each side but the first. */
#include "format/html/html_comparison.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "benchmark/benchmark.h"
#include "benchmark/report.h"
#include "compare/effect.h"
#include "format/comparison_document.h"
#include "format/comparison_words.h"
#include "format/conclusion.h"
#include "format/html/chart.h"
#include "format/html/page.h"
#include "format/quantity.h"

enum { TITLE, BENCHMARKS };		/* parts */

/* --- values ------------------------------------------------------------------------------------------ */

/* "113.488 M", and "[113.480, 113.490]" below it */
static void add_value(struct str *out, const struct comparison *cmp, size_t side, size_t row)
{
	const struct quantity q = words_quantity(cmp, row);
	const struct summary *s = &cmp->row[row].spread[side];
	struct str text = {0};

	if (!s->n) {
		words_add_lack(&text, cmp, side, row, &page_style);
		str_add(out, "<i>");
		page_text(out, text.len ? text.text : "not measured");
		str_add(out, "</i>");
		str_release(&text);
		return;
	}
	quantity_add(&text, &q, s->median, &page_style);
	quantity_add_unit(&text, &q);
	page_text(out, str_text(&text));
	if (interval_exists(s->interval) && s->n > 1) {
		str_reset(&text);
		quantity_add_interval(&text, &q, s->interval, false, &page_style);
		str_addf(out, "<br/><small>%s</small>", str_text(&text));
	}
	str_release(&text);
}

static struct chart_range range_of(const struct comparison *cmp, size_t side, size_t row)
{
	const struct summary *s = &cmp->row[row].spread[side];

	return (struct chart_range){ s->min, s->max };
}

/* "A: 1.2 to 1.5 ms" */
static void add_label(struct str *out, const struct comparison *cmp, size_t side, size_t row)
{
	const struct quantity q = words_quantity(cmp, row);
	const struct summary *s = &cmp->row[row].spread[side];

	words_add_letter(out, side);
	str_add(out, ": ");
	page_extent(out, &q, s->min, s->max);
	if (s->n < cmp->side[side].n_rounds)
		str_addf(out, " in %zu %ss", s->n, words_rounds(cmp, side));
}

static void add_runs(struct str *out, const struct comparison *cmp, size_t side, size_t row,
		     struct chart_range range)
{
	const struct sample_row *r = words_sample_row(cmp, side, row);
	const struct summary *s = &cmp->row[row].spread[side];
	struct str label = {0};

	if (!r || s->n < 2)
		return;
	add_label(&label, cmp, side, row);
	chart_values(out, r->value, cmp->side[side].n_rounds, s->median, range, str_text(&label));
	str_add(out, "<small>");
	page_text(out, str_text(&label));
	str_add(out, "</small>");
	str_release(&label);
}

/* --- changes ----------------------------------------------------------------------------------------- */

static double limit_of(const struct row_comparison *c)
{
	return c->threshold.sign && words_has_limit(c) ? c->threshold.sign * c->threshold.relative :
	       (double)NAN;
}

/* A round number that the change, its interval and the limit fit in; the last one may be too small. */
static double reach_of(const struct row_comparison *c)
{
	static const double reach[] = { 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1 };
	const double ends[] = { c->relative.estimate, c->relative.interval.low, c->relative.interval.high,
				limit_of(c) };
	double most = 0;
	size_t i = 0;

	for (size_t k = 0; k < sizeof(ends) / sizeof(*ends); k++)
		most = fmax(most, fabs(ends[k]));
	while (i + 1 < sizeof(reach) / sizeof(*reach) && reach[i] < most)
		i++;
	return reach[i];
}

static void add_change(struct str *out, const struct comparison *cmp, size_t side, size_t row)
{
	int tone = words_tone(cmp, side, row);
	struct str change = {0}, range = {0};

	words_add_change(&change, cmp, side, row, &page_style);
	words_add_range(&range, cmp, side, row, &page_style);
	if (change.len) {
		str_addf(out, "<b%s%s%s>", tone ? " class=\"" : "", tone ? page_tone(tone) : "",
			 tone ? "\"" : "");
		page_text(out, str_text(&change));
		str_addf(out, "%s</b>", tone > 0 ? " worse" : tone < 0 ? " better" : "");
	}
	if (range.len) {
		str_add(out, change.len ? "<br/><small>" : "<small>");
		page_text(out, str_text(&range));
		str_add(out, "</small>");
	}
	str_release(&change);
	str_release(&range);
}

static void add_picture(struct str *out, const struct comparison *cmp, size_t side, size_t row)
{
	const struct row_comparison *c = comparison_row(cmp, side, row);
	const struct chart_difference d = {
		.estimate = c->relative.estimate, .low = c->relative.interval.low,
		.high = c->relative.interval.high, .limit = limit_of(c), .reach = reach_of(c),
		.tone = words_tone(cmp, side, row),
	};
	struct str label = {0};

	if (!isfinite(d.estimate))
		return;
	words_add_outcome(&label, cmp, side, row, "", &page_style);
	chart_change(out, &d, str_text(&label));
	str_addf(out, "<small>\u00b1%g %%</small>", 100 * d.reach);
	str_release(&label);
}

static void add_verdict(struct str *out, const struct comparison *cmp, size_t side, size_t row)
{
	static const struct { const char *class, *mark; } effects[] = {
		[EFFECT_PASSES] = { "better", "\u2713 " }, [EFFECT_WARNS] = { "unsure", "? " },
		[EFFECT_FAILS] = { "worse", "\u2717 " },
	};
	const struct row_comparison *c = comparison_row(cmp, side, row);
	enum effect effect = effect_of_row(cmp, c);
	struct str verdict = {0}, limit = {0};

	words_add_verdict(&verdict, cmp, side, row);
	words_add_limit(&limit, cmp, side, row, &page_style);
	if (verdict.len && effect)
		str_addf(out, "<b class=\"%s\">%s", effects[effect].class, effects[effect].mark);
	page_text(out, str_text(&verdict));
	str_add(out, verdict.len && effect ? "</b>" : "");
	if (limit.len) {
		str_addf(out, "%s<small>limit ", out->len ? "<br/>" : "");
		page_text(out, str_text(&limit));
		str_add(out, "</small>");
	}
	str_release(&verdict);
	str_release(&limit);
}

/* --- the table --------------------------------------------------------------------------------------- */

enum column { NAME, FIRST, OTHER, CHANGE, PICTURE, VERDICT, RUNS, COLUMNS };

static void add_cell(struct str *out, const struct comparison *cmp, enum column c, size_t side, size_t row)
{
	struct chart_range both = chart_range_join(range_of(cmp, 0, row), range_of(cmp, side, row));

	switch (c) {
	case FIRST:
	case OTHER:
		add_value(out, cmp, c == FIRST ? 0 : side, row);
		break;
	case CHANGE:
		add_change(out, cmp, side, row);
		break;
	case PICTURE:
		add_picture(out, cmp, side, row);
		break;
	case VERDICT:
		add_verdict(out, cmp, side, row);
		break;
	default:
		add_runs(out, cmp, 0, row, both);
		if (side)
			add_runs(out, cmp, side, row, both);
	}
}

static void list_columns(struct page_column column[COLUMNS], const struct comparison *cmp)
{
	bool several = cmp->n_sides > 1, gate = cmp->opts.mode != COMPARISON_PLAIN;
	const struct page_column all[COLUMNS] = {
		[NAME] = { "measurement", NULL }, [FIRST] = { several ? "A" : "median", "v" },
		[OTHER] = { !several ? NULL : cmp->n_sides > 2 ? "other" : "B", "v" },
		[CHANGE] = { several ? "change" : NULL, NULL },
		[PICTURE] = { several ? "interval" : NULL, "picture" },
		[VERDICT] = { several && gate ? "verdict" : NULL, NULL }, [RUNS] = { "runs", "picture" },
	};

	memcpy(column, all, sizeof(all));
}

static void add_row(struct str *out, const struct comparison *cmp, const struct page_column column[COLUMNS],
		    size_t side, size_t row)
{
	struct str cell = {0};

	page_row(out);
	words_add_row_name(&cell, cmp, side, row);
	page_name(out, str_text(&cell));
	for (enum column c = FIRST; c < COLUMNS; c++) {
		if (!column[c].title)
			continue;
		str_reset(&cell);
		add_cell(&cell, cmp, c, side, row);
		page_cell(out, &column[c], &cell);
	}
	str_add(out, "</tr>\n");
	str_release(&cell);
}

/* limited: only such rows, or only the others, if the comparison hides those; else all rows */
static void add_table(struct str *out, const struct comparison *cmp, const size_t *order, bool limited)
{
	struct page_column column[COLUMNS];
	struct str rows = {0};

	list_columns(column, cmp);
	for (size_t i = 0; i < cmp->n_rows; i++) {
		if (words_is_uncounted(cmp, order[i]) ||
		    (words_hides_rows(cmp) && words_is_limited(cmp, order[i]) != limited))
			continue;
		add_row(&rows, cmp, column, cmp->n_sides > 1, order[i]);
		for (size_t side = 2; side < cmp->n_sides; side++)
			add_row(&rows, cmp, column, side, order[i]);
	}
	if (rows.len) {
		page_table(out, column, COLUMNS);
		str_add(out, str_text(&rows));
		page_table_end(out);
	}
	str_release(&rows);
}

static void add_tables(struct str *out, const struct comparison *cmp)
{
	size_t *order = words_order(cmp);
	struct str others = {0};

	add_table(out, cmp, order, true);
	if (words_hides_rows(cmp))
		add_table(&others, cmp, order, false);
	if (others.len)
		str_addf(out, "<details><summary>Rows without a limit</summary>\n%s</details>\n",
			 others.text);
	str_release(&others);
	free(order);
}

/* --- around the table -------------------------------------------------------------------------------- */

/* "a vs b"; a name that all sides have, once */
static void add_names(struct str *out, const struct comparison *cmp)
{
	struct str first = {0}, name = {0};

	comparison_add_name(&first, cmp, 0);
	str_add(out, str_text(&first));
	for (size_t i = 1; i < cmp->n_sides; i++) {
		str_reset(&name);
		comparison_add_name(&name, cmp, i);
		if (strcmp(str_text(&name), str_text(&first)) != 0)
			str_addf(out, " vs %s", str_text(&name));
	}
	str_release(&first);
	str_release(&name);
}

/* Which of two commands is slower is no failure, so it has a colour and no mark. */
static void add_outcomes(struct str *out, const struct comparison *cmp)
{
	static const char *const outcome[] = { "outcome better", "outcome unsure", "outcome worse" };
	struct str line = {0};

	if (cmp->opts.mode != COMPARISON_PLAIN) {
		conclusion_add(&line, cmp, &page_style);
		page_outcome(out, &line, conclusion_outcome_tone(cmp));
	}
	for (size_t side = 1; side < cmp->n_sides && cmp->opts.mode == COMPARISON_PLAIN; side++) {
		str_reset(&line);
		conclusion_add_side(&line, cmp, side, &page_style);
		page_paragraph(out, outcome[1 + conclusion_tone(cmp, side)], &line);
	}
	str_release(&line);
}

static void add_sides(struct str *out, const struct comparison *cmp)
{
	struct str line = {0};

	for (size_t i = 0; i < cmp->n_sides; i++) {
		str_reset(&line);
		words_add_side(&line, cmp, i);
		page_paragraph(out, NULL, &line);
	}
	if (words_has_intervals(cmp)) {
		str_reset(&line);
		str_add(&line, "ranges: ");
		words_add_sure(&line, cmp, &page_style);
		page_paragraph(out, "dim", &line);
	}
	str_release(&line);
}

static void add_item(struct str *out, const char *line)
{
	str_add(out, "<li>");
	page_text(out, line);
	str_add(out, "</li>\n");
}

static void add_notes(struct str *out, const struct comparison *cmp, bool all)
{
	struct str items = {0}, uncounted = {0};

	words_each_note(&items, cmp, all, add_item);
	words_add_uncounted(&uncounted, cmp);
	if (uncounted.len)
		add_item(&items, str_text(&uncounted));
	if (items.len)
		str_addf(out, "<h2>Notes</h2>\n<ul>\n%s</ul>\n", str_text(&items));
	str_release(&items);
	str_release(&uncounted);
}

/* Sides that were measured in turns have the same machine. */
static void add_hosts(struct str *out, const struct comparison *cmp)
{
	for (size_t i = 0; i < (cmp->opts.check_hosts ? cmp->n_sides : 1); i++) {
		struct str name = {0};

		if (cmp->opts.check_hosts) {
			words_add_letter(&name, i);
			str_add(&name, ": ");
		}
		page_host(out, str_text(&name), &cmp->side[i].report->b->host);
		str_release(&name);
	}
}

void html_comparison_add(struct comparison_document *d, const struct comparison *cmp, const struct style *s)
{
	struct str *out = &d->part[BENCHMARKS];
	struct str names = {0};

	add_names(&names, cmp);
	if (!d->part[TITLE].len)
		str_add(&d->part[TITLE], str_text(&names));
	str_add(out, "<article>\n<h1>");
	page_text(out, str_text(&names));
	str_add(out, "</h1>\n");
	add_outcomes(out, cmp);
	add_sides(out, cmp);
	add_tables(out, cmp);
	add_notes(out, cmp, s->verbose > 0);
	add_hosts(out, cmp);
	str_add(out, "</article>\n");
	str_release(&names);
}

void html_comparison_end(struct str *out, const struct comparison_document *d)
{
	struct str line = {0};

	conclusions_line(&line, &d->all);
	page_begin(out, line.len ? line.text : str_text(&d->part[TITLE]));
	page_outcome(out, &line, conclusions_tone(&d->all));
	comparison_document_add_part(out, d, BENCHMARKS);
	page_end(out);
	str_release(&line);
}
