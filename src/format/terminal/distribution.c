/* SPDX-License-Identifier: MIT */
/* Lays out the lines of --hist: numbers in columns, and a picture in the rest of the line. */
#include "format/terminal/distribution.h"

#include <math.h>
#include <stdlib.h>

#include "base/histogram.h"
#include "base/mem.h"
#include "base/quantiles.h"
#include "base/spark.h"
#include "benchmark/benchmark.h"
#include "benchmark/report.h"
#include "benchmark/run_result.h"
#include "compare/comparison.h"
#include "event/event.h"
#include "format/comparison_words.h"
#include "format/locale_text.h"
#include "format/quantity.h"
#include "format/report_cells.h"
#include "format/style.h"
#include "host/target.h"
#include "table/table.h"

enum { FEW = 5, NARROWEST = 8, WIDEST = 40, USUAL_COLUMNS = 80 };

/* --- numbers ----------------------------------------------------------------------------------------- */

static size_t keep_finite(struct distribution_line *line, const struct distribution_side *side)
{
	line->value = mem_resize(NULL, side->n, sizeof(*line->value));
	for (size_t i = 0; i < side->n; i++)
		if (isfinite(side->value[i]))
			line->value[line->n++] = side->value[i];
	return line->n;
}

/* One digit more for the mean of whole numbers: 104.5 between 104 and 105. */
static void add_mean(struct distribution_line *line, struct quantity q, const struct style *s)
{
	double mean = 0;

	for (size_t i = 0; i < line->n; i++)
		mean += line->value[i] / (double)line->n;
	if (!q.digits && !(q.factor > 1) && fabs(mean - round(mean)) > 0)
		q.digits = 1;
	quantity_add(&line->mean, &q, mean, s);
}

static void add_numbers(struct distribution_line *line, const struct quantity *q, const struct style *s)
{
	LOCAL(quantiles) sorted = {0};

	quantiles_build(&sorted, line->value, line->n);
	add_mean(line, *q, s);
	quantity_add(&line->min, q, sorted.v[0], s);
	quantity_add(&line->median, q, quantiles_median(&sorted), s);
	quantity_add(&line->max, q, sorted.v[sorted.n - 1], s);
	quantity_add_unit(&line->unit, q);
}

static void distribution_add_line(struct distribution *d, const struct distribution_line *line)
{
	d->line = mem_resize(d->line, d->n + 1, sizeof(*d->line));
	if (!d->n || line->n < d->fewest)
		d->fewest = line->n;
	d->line[d->n++] = *line;
}

/* The ends of the axis, which all sides share. */
static bool find_ends(double end[2], const struct distribution_side *side, size_t n_sides)
{
	end[0] = INFINITY;
	end[1] = -INFINITY;
	for (size_t i = 0; i < n_sides; i++)
		for (size_t k = 0; k < side[i].n; k++)
			if (isfinite(side[i].value[k])) {
				end[0] = fmin(end[0], side[i].value[k]);
				end[1] = fmax(end[1], side[i].value[k]);
			}
	return end[0] <= end[1];
}

void distribution_add(struct distribution *d, const char *name, const struct quantity *q,
		      const struct distribution_side *side, size_t n_sides, const struct style *s)
{
	bool named = false;
	double end[2];

	if (!find_ends(end, side, n_sides))
		return;
	for (size_t i = 0; i < n_sides; i++) {
		struct distribution_line line = { .low = end[0], .high = end[1] };

		if (!keep_finite(&line, &side[i])) {
			free(line.value);
			continue;
		}
		if (!named)
			str_add_line(&line.name, name);
		named = true;
		if (n_sides > 1)
			words_add_letter(&line.side, i);
		add_numbers(&line, q, s);
		distribution_add_line(d, &line);
	}
}

/* --- the picture ------------------------------------------------------------------------------------- */

/* A bin that has a value has a bar, however low. */
static void distribution_add_picture(struct str *out, const struct distribution_line *line, size_t width,
				     const struct style *s)
{
	size_t count[WIDEST], most;

	most = histogram_count(count, width, line->value, line->n, line->low, line->high);
	for (size_t b = 0; b < width; b++)
		spark_add(out, count[b] ? (double)count[b] : (double)NAN, 0, (double)most, s->utf8);
}

/* --- the lines --------------------------------------------------------------------------------------- */

struct widths {
	size_t name, side, mean, min, median, max, unit, picture;
};

/* With the blanks before each column, and the ends of the picture; a column of width 0 is left out. */
static size_t sum_of(const struct widths *w)
{
	return 1 + w->name + (w->side ? 1 + w->side : 0) + (w->mean ? 2 + w->mean : 0) + 2 + w->min +
	       (w->median ? 2 + w->median : 0) + 2 + w->max + w->unit + 2 + 2;
}

static struct widths distribution_measure(const struct distribution *d)
{
	struct widths w = { .mean = 4, .min = 3, .median = 6, .max = 3 };	/* of the titles */

	w.name = locale_wider(0, "distribution");
	for (size_t i = 0; i < d->n; i++) {
		const struct distribution_line *line = &d->line[i];

		w.name = locale_wider(w.name, str_text(&line->name));
		w.side = locale_wider(w.side, str_text(&line->side));
		w.mean = locale_wider(w.mean, line->mean.text);
		w.min = locale_wider(w.min, line->min.text);
		w.median = locale_wider(w.median, line->median.text);
		w.max = locale_wider(w.max, line->max.text);
		w.unit = locale_wider(w.unit, str_text(&line->unit));
	}
	return w;
}

/* A narrow terminal leaves out the mean, which is in the table above, then the median. */
static void lay_out(struct widths *w, const struct style *s)
{
	size_t columns = s->columns ? s->columns : USUAL_COLUMNS;

	if (sum_of(w) + NARROWEST > columns)
		w->mean = 0;
	if (sum_of(w) + NARROWEST > columns)
		w->median = 0;
	w->picture = columns > sum_of(w) + NARROWEST ? columns - sum_of(w) : NARROWEST;
	w->picture = w->picture > WIDEST ? WIDEST : w->picture;
}

static void distribution_add_left(struct str *out, const char *text, size_t width)
{
	str_add(out, text);
	locale_pad(out, locale_columns(text), width);
}

static void add_right(struct str *out, const char *text, size_t width)
{
	if (!width)
		return;
	str_add(out, "  ");
	locale_pad(out, locale_columns(text), width);
	str_add(out, text);
}

static void distribution_add_start(struct str *out, const char *name, const char *side,
				   const struct widths *w)
{
	str_add(out, " ");
	distribution_add_left(out, name, w->name);
	if (w->side) {
		str_add(out, " ");
		distribution_add_left(out, side, w->side);
	}
}

static void distribution_add_titles(struct str *out, const struct widths *w, const struct style *s)
{
	LOCAL(str) text = {0};

	distribution_add_start(&text, "distribution", "", w);
	add_right(&text, "mean", w->mean);
	add_right(&text, "min", w->min);
	add_right(&text, "median", w->median);
	add_right(&text, "max", w->max);
	locale_pad(&text, 0, w->unit + 3);
	str_add(&text, "min to max");
	locale_colored(out, s->color ? COLOR_BOLD : "", str_text(&text));
	str_add(out, "\n");
}

static void distribution_add_values(struct str *out, const struct distribution_line *line,
				    const struct widths *w, const struct style *s)
{
	const char *end = s->utf8 ? "\u2502" : "|";

	distribution_add_start(out, str_text(&line->name), str_text(&line->side), w);
	add_right(out, line->mean.text, w->mean);
	add_right(out, line->min.text, w->min);
	add_right(out, line->median.text, w->median);
	add_right(out, line->max.text, w->max);
	distribution_add_left(out, str_text(&line->unit), w->unit);
	str_add(out, "  ");
	if (line->high > line->low) {
		str_add(out, end);
		distribution_add_picture(out, line, w->picture, s);
		str_add(out, end);
	} else {
		str_addf(out, "all %zu equal", line->n);
	}
	str_add(out, "\n");
}

void distribution_print(struct str *out, const struct distribution *d, const struct style *s)
{
	struct widths w = distribution_measure(d);

	if (!d->n)
		return;
	lay_out(&w, s);
	distribution_add_titles(out, &w, s);
	for (size_t i = 0; i < d->n; i++)
		distribution_add_values(out, &d->line[i], &w, s);
	str_add(out, "\n");
	if (d->fewest < FEW)
		str_addf(out, " note: %zu value%s of a row say%s little about how it is spread: --hist needs "
			 "%d or more runs\n", d->fewest, d->fewest == 1 ? "" : "s",
			 d->fewest == 1 ? "s" : "", FEW);
}

void distribution_release(struct distribution *d)
{
	while (d->n) {
		struct distribution_line *line = &d->line[--d->n];

		str_release(&line->name);
		str_release(&line->side);
		str_release(&line->mean);
		str_release(&line->min);
		str_release(&line->median);
		str_release(&line->max);
		str_release(&line->unit);
		free(line->value);
	}
	free(d->line);
	*d = (struct distribution){0};
}

/* --- of a report ------------------------------------------------------------------------------------- */

static void distribution_add_cell(struct distribution *d, const struct report *r, const struct report_cell *p,
				  double *value, const struct style *s)
{
	const struct distribution_side side = { value, r->n_runs };
	struct quantity q;
	LOCAL(str) name = {0}, plain = {0};

	for (size_t i = 0; i < r->n_runs; i++)
		value[i] = report_cell_of_run(p, r, i);
	q = quantity_choose(CLASS_COUNT, p->event->unit, value, r->n_runs);
	report_cell_add_id(&name, p, r);
	str_add(&name, name.len ? " " : "");
	str_add(&name, p->event->name);
	if (report_cell_cgroup(p, r)[0])
		str_addf(&name, " %s", report_cell_cgroup(p, r));
	str_add_line(&plain, str_text(&name));	/* the name of a thread may be anything */
	distribution_add(d, str_text(&plain), &q, &side, 1, s);
}

static void distribution_add_facts(struct distribution *d, const struct report *r, double *value,
				   const struct style *s)
{
	const struct distribution_side side = { value, r->n_runs };
	bool command = r->run->status >= 0 && target_is_command(&r->b->target);

	for (const struct run_fact *f = run_facts; f->name; f++) {
		struct quantity q;

		if (f->of_command && !command)
			continue;
		for (size_t i = 0; i < r->n_runs; i++)
			value[i] = run_fact_value(f, &r->run[i]);
		q = quantity_choose(quantity_class(f->unit), f->unit, value, r->n_runs);
		distribution_add(d, f->name, &q, &side, 1, s);
	}
}

void distribution_add_report(struct str *out, const struct report *r, const struct style *s)
{
	LOCAL(distribution) d = {0};
	LOCAL(report_cells) cells = {0};
	FREED double *value = NULL;

	if (r->n_runs < 2) {
		str_add(out, " note: --hist shows several runs, and there is only one\n");
		return;
	}
	value = mem_resize(NULL, r->n_runs, sizeof(*value));
	report_cells_list(&cells, r);
	for (size_t i = 0; i < cells.n; i++)
		distribution_add_cell(&d, r, &cells.cell[i], value, s);
	if (!r->run->emulated)
		distribution_add_facts(&d, r, value, s);
	distribution_print(out, &d, s);
}

/* --- of a comparison --------------------------------------------------------------------------------- */

static void distribution_add_row(struct distribution *d, const struct comparison *cmp, size_t row,
				 struct distribution_side *side, const struct style *s)
{
	const struct quantity q = words_quantity(cmp, row);

	for (size_t i = 0; i < cmp->n_sides; i++) {
		const struct sample_row *mine = words_sample_row(cmp, i, row);

		side[i] = (struct distribution_side){ mine ? mine->value : NULL,
						      mine ? cmp->side[i].n_rounds : 0 };
	}
	distribution_add(d, cmp->row[row].of->name, &q, side, cmp->n_sides, s);
}

void distribution_add_comparison(struct str *out, const struct comparison *cmp, const struct style *s)
{
	FREED struct distribution_side *side = mem_resize(NULL, cmp->n_sides, sizeof(*side));
	FREED size_t *order = words_order(cmp);
	bool hides = words_hides_rows(cmp);
	LOCAL(distribution) d = {0};

	for (size_t i = 0; i < cmp->n_rows; i++)
		if (words_shows_row(cmp, order[i], hides))
			distribution_add_row(&d, cmp, order[i], side, s);
	distribution_print(out, &d, s);
}
