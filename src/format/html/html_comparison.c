/* SPDX-License-Identifier: MIT */
/* Writes what is around the table of a comparison, and the pictures in it. */
#include "format/html/html_comparison.h"

#include <math.h>
#include <string.h>

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

static void add_runs_of(struct str *out, const struct comparison *cmp, size_t side, size_t row,
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

static void html_comparison_add_runs(struct str *out, const struct comparison *cmp, size_t side, size_t row)
{
	struct chart_range both = chart_range_join(range_of(cmp, 0, row), range_of(cmp, side, row));

	add_runs_of(out, cmp, 0, row, both);
	if (side)
		add_runs_of(out, cmp, side, row, both);
}

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

static void html_comparison_add_change(struct str *out, const struct comparison *cmp, size_t side, size_t row)
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

/* --- the table --------------------------------------------------------------------------------------- */

static void html_comparison_add_table(struct str *out, const struct comparison *cmp,
				      enum comparison_rows which)
{
	static const struct comparison_pictures pictures = { html_comparison_add_change,
							     html_comparison_add_runs };
	struct grid g = { .form = GRID_HTML };

	comparison_grid_build(&g, cmp, which, &pictures, &page_style);
	page_grid(out, &g);
	grid_release(&g);
}

static void add_tables(struct str *out, const struct comparison *cmp)
{
	struct str others = {0};

	html_comparison_add_table(out, cmp, comparison_grid_main(cmp));
	if (words_hides_rows(cmp))
		html_comparison_add_table(&others, cmp, COMPARISON_OTHERS);
	if (others.len)
		str_addf(out, "<details><summary>Rows without a limit</summary>\n%s</details>\n",
			 others.text);
	str_release(&others);
}

/* --- around the table -------------------------------------------------------------------------------- */

/* "a vs b"; a name that all sides have, once */
static void html_comparison_add_names(struct str *out, const struct comparison *cmp)
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

static void html_comparison_add_sides(struct str *out, const struct comparison *cmp)
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

static void html_comparison_add_item(struct str *out, const char *line)
{
	str_add(out, "<li>");
	page_text(out, line);
	str_add(out, "</li>\n");
}

static void html_comparison_add_notes(struct str *out, const struct comparison *cmp, bool all)
{
	struct str items = {0}, uncounted = {0};

	words_each_note(&items, cmp, all, html_comparison_add_item);
	words_add_uncounted(&uncounted, cmp);
	if (uncounted.len)
		html_comparison_add_item(&items, str_text(&uncounted));
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
