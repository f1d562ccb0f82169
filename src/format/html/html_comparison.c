/* SPDX-License-Identifier: MIT */
/* Writes what is around the table of a comparison, and the pictures in it. */
#include "format/html/html_comparison.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "benchmark/benchmark.h"
#include "benchmark/report.h"
#include "compare/comparison_where.h"
#include "format/comparison_document.h"
#include "format/comparison_grid.h"
#include "format/comparison_words.h"
#include "format/conclusion.h"
#include "format/grid.h"
#include "format/html/chart.h"
#include "format/html/html_where.h"
#include "format/html/page.h"
#include "format/quantity.h"

enum { TITLE, BENCHMARKS };		/* parts */

/* --- pictures ---------------------------------------------------------------------------------------- */

/* "A: 1.2 to 1.5 ms in 9 of 10 rounds" */
static void add_label(struct str *out, const struct comparison *cmp, size_t side, size_t row)
{
	const struct quantity q = words_quantity(cmp, row);
	const struct summary *s = &cmp->row[row].spread[side];

	str_add(out, out->len ? "; " : "");
	words_add_letter(out, side);
	str_add(out, ": ");
	page_extent(out, &q, s->min, s->max);
	if (s->n < cmp->side[side].n_rounds)
		str_addf(out, " in %zu of %zu %ss", s->n, cmp->side[side].n_rounds, words_rounds(cmp, side));
}

/* Owned, and each of them: "A", "B", ... */
static struct str *letters_of(const struct comparison *cmp)
{
	struct str *letter = mem_zeroed(cmp->n_sides, sizeof(*letter));

	for (size_t side = 0; side < cmp->n_sides; side++)
		words_add_letter(&letter[side], side);
	return letter;
}

static void release_texts(struct str *text, size_t n)
{
	for (size_t i = 0; i < n; i++)
		str_release(&text[i]);
	free(text);
}

static void html_comparison_add_runs(struct str *out, const struct comparison *cmp, size_t row)
{
	FREED struct chart_lane *lane = mem_zeroed(cmp->n_sides, sizeof(*lane));
	struct str *letter = letters_of(cmp);
	const struct quantity q = words_quantity(cmp, row);
	LOCAL(str) label = {0};
	size_t n = 0;

	for (size_t side = 0; side < cmp->n_sides; side++) {
		const struct sample_row *r = words_sample_row(cmp, side, row);
		const struct summary *s = &cmp->row[row].spread[side];

		if (!r || s->n < 2)
			continue;
		add_label(&label, cmp, side, row);
		lane[n++] = (struct chart_lane){ letter[side].text, r->value, cmp->side[side].n_rounds,
						 s->median };
	}
	if (n)
		chart_runs(out, lane, n, &q, str_text(&label));
	release_texts(letter, cmp->n_sides);
}

static double limit_of(const struct row_comparison *c)
{
	return c->threshold.sign && words_has_limit(c) ? c->threshold.sign * c->threshold.relative :
	       (double)NAN;
}

/* The farthest from 0 that a row has: its changes, the ends of their intervals, their limits; 0: none. */
static double farthest(const struct comparison *cmp, size_t row)
{
	double most = 0;

	for (size_t side = 1; side < cmp->n_sides; side++) {
		const struct row_comparison *c = comparison_row(cmp, side, row);
		const double ends[] = { c->relative.estimate, c->relative.interval.low,
					c->relative.interval.high, limit_of(c) };

		for (size_t k = 0; k < sizeof(ends) / sizeof(*ends); k++)
			most = fmax(most, fabs(ends[k]));
	}
	return most;
}

/* A round number that it fits in; the last one may be too small. */
static double reach_of(double most)
{
	static const double reach[] = { 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1 };
	size_t i = 0;

	while (i + 1 < sizeof(reach) / sizeof(*reach) && reach[i] < most)
		i++;
	return reach[i];
}

static bool has_rows(const struct comparison *cmp, size_t least)
{
	size_t n = 0;

	for (size_t row = 0; row < cmp->n_rows; row++)
		n += !words_is_uncounted(cmp, row) && farthest(cmp, row) > 0;
	return n >= least;
}

/* One for all rows; 0: they differ by more than this, so that small changes could not be seen. */
static double common_reach(const struct comparison *cmp)
{
	static const double apart = 10;
	double least = (double)NAN, most = 0;

	for (size_t row = 0; row < cmp->n_rows; row++) {
		double far = words_is_uncounted(cmp, row) ? 0 : farthest(cmp, row);

		if (!(far > 0))
			continue;
		least = fmin(least, reach_of(far));
		most = fmax(most, reach_of(far));
	}
	return most > apart * least * 1.001 ? 0 : reach_of(most);
}

static void html_comparison_add_change(struct str *out, const struct comparison *cmp, size_t row,
				       double reach)
{
	FREED struct chart_difference *d = mem_zeroed(cmp->n_sides, sizeof(*d));
	struct str *title = mem_zeroed(cmp->n_sides, sizeof(*title)), *letter = letters_of(cmp);
	LOCAL(str) label = {0};
	size_t n = 0;

	for (size_t side = 1; side < cmp->n_sides; side++) {
		const struct row_comparison *c = comparison_row(cmp, side, row);

		if (!isfinite(c->relative.estimate))
			continue;
		words_add_outcome(&title[n], cmp, side, row, "", &page_style);
		str_addf(&label, "%s%s", label.len ? "; " : "", str_text(&title[n]));
		d[n] = (struct chart_difference){
			.estimate = c->relative.estimate, .low = c->relative.interval.low,
			.high = c->relative.interval.high, .limit = limit_of(c),
			.tone = words_tone(cmp, side, row), .title = str_text(&title[n]),
			.name = cmp->n_sides > 2 ? letter[side].text : "",
		};
		n++;
	}
	if (n)
		chart_changes(out, d, n, reach > 0 ? reach : reach_of(farthest(cmp, row)), str_text(&label));
	release_texts(title, cmp->n_sides);
	release_texts(letter, cmp->n_sides);
}

/* What the pictures do not say themselves. */
static void add_legend(struct str *out, const struct comparison *cmp, double reach)
{
	static const char changes[] =
		"<p class=\"dim\">Interval: the bar is the range of the change, the dot the change itself; "
		"<span class=\"worse\">\u25a0</span> worse, <span class=\"better\">\u25a0</span> better, "
		"\u25a0 neither or not sure; a dashed line is the limit.";
	static const char runs[] =
		"<p class=\"dim\">Runs: each dot is one of them; the line is their median; "
		"// an axis that does not begin at 0.</p>\n";

	if (cmp->n_sides > 1 && has_rows(cmp, 1)) {
		str_add(out, changes);
		if (has_rows(cmp, 2))
			str_add(out, reach > 0 ? " All rows have the same scale." :
				" Each row has its own scale.");
		str_add(out, "</p>\n");
	}
	str_add(out, runs);
}

/* --- the table --------------------------------------------------------------------------------------- */

static void html_comparison_add_table(struct str *out, const struct comparison *cmp,
				      enum comparison_rows which, double reach)
{
	const struct comparison_pictures pictures = { html_comparison_add_change, html_comparison_add_runs,
						      reach };
	LOCAL(grid) g = { .form = GRID_HTML };

	comparison_grid_build(&g, cmp, which, &pictures, &page_style);
	page_grid(out, &g);
}

static void add_tables(struct str *out, const struct comparison *cmp)
{
	LOCAL(str) others = {0};
	double reach = common_reach(cmp);

	html_comparison_add_table(out, cmp, comparison_grid_main(cmp), reach);
	if (words_hides_rows(cmp))
		html_comparison_add_table(&others, cmp, COMPARISON_OTHERS, reach);
	add_legend(out, cmp, reach);
	if (others.len)
		str_addf(out, "<details><summary>Rows without a limit</summary>\n%s</details>\n",
			 others.text);
}

/* --- around the table -------------------------------------------------------------------------------- */

/* "a vs b"; a name that all sides have, once */
static void html_comparison_add_names(struct str *out, const struct comparison *cmp)
{
	LOCAL(str) first = {0}, name = {0};

	comparison_add_name(&first, cmp, 0);
	str_add(out, str_text(&first));
	for (size_t i = 1; i < cmp->n_sides; i++) {
		str_reset(&name);
		comparison_add_name(&name, cmp, i);
		if (strcmp(str_text(&name), str_text(&first)) != 0)
			str_addf(out, " vs %s", str_text(&name));
	}
}

/* Which of two commands is slower is no failure, so it has a colour and no mark. */
static void add_outcomes(struct str *out, const struct comparison *cmp)
{
	static const char *const outcome[] = { "outcome better", "outcome unsure", "outcome worse" };
	LOCAL(str) line = {0};

	if (cmp->opts.mode != COMPARISON_PLAIN) {
		conclusion_add(&line, cmp, &page_style);
		page_outcome(out, &line, conclusion_outcome_tone(cmp));
	}
	for (size_t side = 1; side < cmp->n_sides && cmp->opts.mode == COMPARISON_PLAIN; side++) {
		str_reset(&line);
		conclusion_add_side(&line, cmp, side, &page_style);
		page_paragraph(out, outcome[1 + conclusion_tone(cmp, side)], &line);
	}
}

static void html_comparison_add_sides(struct str *out, const struct comparison *cmp)
{
	LOCAL(str) line = {0};

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
}

static void html_comparison_add_item(struct str *out, const char *line)
{
	str_add(out, "<li>");
	page_text(out, line);
	str_add(out, "</li>\n");
}

static void html_comparison_add_notes(struct str *out, const struct comparison *cmp, bool all)
{
	LOCAL(str) items = {0}, uncounted = {0};

	words_each_note(&items, cmp, all, html_comparison_add_item);
	words_add_uncounted(&uncounted, cmp);
	if (uncounted.len)
		html_comparison_add_item(&items, str_text(&uncounted));
	if (items.len)
		str_addf(out, "<h2>Notes</h2>\n<ul>\n%s</ul>\n", str_text(&items));
}

/* Sides that were measured in turns have the same machine. */
static void add_hosts(struct str *out, const struct comparison *cmp)
{
	for (size_t i = 0; i < (cmp->opts.check_hosts ? cmp->n_sides : 1); i++) {
		LOCAL(str) name = {0};

		if (cmp->opts.check_hosts) {
			words_add_letter(&name, i);
			str_add(&name, ": ");
		}
		page_host(out, str_text(&name), &cmp->side[i].report->b->host);
	}
}

void html_comparison_add(struct comparison_document *d, const struct comparison *cmp, const struct style *s)
{
	struct str *out = &d->part[BENCHMARKS];
	LOCAL(str) names = {0};

	html_comparison_add_names(&names, cmp);
	if (!d->part[TITLE].len)
		str_add(&d->part[TITLE], str_text(&names));
	str_add(out, "<article>\n<h1>");
	page_text(out, str_text(&names));
	str_add(out, "</h1>\n");
	add_outcomes(out, cmp);
	html_comparison_add_sides(out, cmp);
	add_tables(out, cmp);
	for (size_t side = 1; side < cmp->n_sides; side++)
		if (comparison_where_of(cmp, side))
			html_where_add(out, comparison_where_of(cmp, side), s->verbose > 0);
	html_comparison_add_notes(out, cmp, s->verbose > 0);
	add_hosts(out, cmp);
	str_add(out, "</article>\n");
}

void html_comparison_end(struct str *out, const struct comparison_document *d)
{
	LOCAL(str) line = {0};

	conclusions_line(&line, &d->all);
	page_begin(out, line.len ? line.text : str_text(&d->part[TITLE]));
	page_outcome(out, &line, conclusions_tone(&d->all));
	comparison_document_add_part(out, d, BENCHMARKS);
	page_end(out);
}
