/* SPDX-License-Identifier: MIT */
/*
 * Writes reports and comparisons as plain text for people.
 *
 * A report is a table exactly as perf 6.12 prints it, with its widths and its blanks at the ends of lines,
 * because scripts read it, too.  A row has: time (intervals only), id of the unit (unless it is the total),
 * count, unit, name, cgroup (if there are any), metric, deviation and share of time; further metrics of the
 * event follow on lines of their own.  Nothing is cut: a long text moves the rest of its line.  Lines are
 * fitted to a terminal, see line_fit.h.
 * A comparison names its sides; the table (comparison_table.h), notes and the conclusion follow.
 *
 * With --regions all metrics of an event are in its line, if the terminal is wide enough for that.
 *
 * A row of one of pstat's own times is left out if it is 0, as in perf.
 */
#include <math.h>
#include <string.h>

#include "base/line_fit.h"
#include "base/stats.h"
#include "benchmark/benchmark.h"
#include "benchmark/notes.h"
#include "benchmark/report.h"
#include "benchmark/run_result.h"
#include "compare/comparison_where.h"
#include "compare/power.h"
#include "event/event.h"
#include "format/comparison_document.h"
#include "format/comparison_grid.h"
#include "format/comparison_words.h"
#include "format/conclusion.h"
#include "format/format.h"
#include "format/rows/function_columns.h"
#include "format/grid.h"
#include "format/locale_text.h"
#include "format/perf/metric_only.h"
#include "format/rows/process_columns.h"
#include "format/report_cells.h"
#include "format/style.h"
#include "format/where/where_grid.h"
#include "format/terminal/distribution.h"
#include "format/title.h"
#include "format/unit_id.h"
#include "format/where/where_grid.h"
#include "host/target.h"
#include "metric/metric.h"
#include "table/table.h"

/* --- a report -------------------------------------------------------------------------------------- */

enum {
	COUNT_WIDTH = 18, UNIT_WIDTH = 4, NAME_WIDTH = 32, CGROUP_WIDTH = 16, METRIC_WIDTH = 38,
	REGION_METRICS_WIDTH = 52,	/* the share and the mean of an entry */
	EXTRA_INDENT = 49, EXTRA_CPU = 8, HEADER_EVERY = 26,
};

/* --- one row --------------------------------------------------------------------------------------- */

struct block {			/* what all rows of a block need */
	const struct report *r;
	const struct style *s;
	enum aggr_mode mode;
	size_t unit_width, id_width;
	bool cgroups;		/* they have a column */
	bool sets;		/* --exact: not every run counted every event */
	bool in_line;		/* the metrics of an event are in its line, all of them */
};

/* Marks the start of a column. */
static void mark(struct str *out, const struct block *b)
{
	str_add(out, b->s->columns ? LINE_FIT_MARK : "");
}

static void text_add_count(struct str *out, const struct block *b, const struct event *e,
			   const struct cell *c)
{
	LOCAL(str) text = {0};

	locale_count(&text, c, e->scale, b->s);
	locale_pad(out, locale_columns(str_text(&text)), COUNT_WIDTH);
	str_add(out, str_text(&text));
}

static void add_no_count(struct str *out, const struct block *b, const struct cell *c)
{
	const char *why = c->state == CELL_NOT_SUPPORTED ? "<not supported>" : "<not counted>";

	locale_pad(out, strlen(why), COUNT_WIDTH);
	locale_colored(out, b->s->color ? COLOR_UNSURE : "", why);
}

/*
 * Starts every line.  perf prints seconds and nanoseconds as two numbers with a point between them, so no
 * locale changes it.
 */
static void text_add_start(struct str *out, const struct block *b, const struct report_cell *p)
{
	if (!b->r->total)
		str_addf(out, "%16.9f ", b->r->time_s);
	if (b->mode != AGGR_TOTAL)
		unit_id_column(out, p->unit, b->mode, b->r->b, b->id_width, p->cell->members,
			       report_cell_is_percore(p, b->r));
	mark(out, b);
}

/* After the name: " # ", the value and its unit, or as many blanks. */
static void text_add_metric(struct str *out, const struct block *b, const struct report_cell *p,
			    size_t metric)
{
	const struct metric_def *def = p->metric[metric].def;
	const struct figure *f = &p->figure[metric];
	const struct figure_words words = report_cell_figure(def, f);
	const char *color = b->s->color ? style_severity(f->severity) : "";
	LOCAL(str) value = {0};
	size_t used;

	if (isnan(f->value)) {
		locale_pad(out, 0, METRIC_WIDTH);
		return;
	}
	locale_decimal(&value, b->s, "%*.*f", def->width, words.digits, words.value);
	str_add(&value, def->suffix);
	str_add(out, " # ");
	locale_colored(out, color, str_text(&value));
	str_add(out, " ");
	used = strlen(" # ") + locale_columns(str_text(&value)) + 1 + locale_text(out, words.unit);
	locale_pad(out, used, METRIC_WIDTH);
}

/* Starts the line of a further metric. */
static void add_extra_start(struct str *out, const struct block *b, const struct report_cell *p)
{
	text_add_start(out, b, p);
	if (b->mode == AGGR_REGION)
		locale_pad(out, 0, COUNT_WIDTH + 1 + b->unit_width + 1 + NAME_WIDTH);
	else
		locale_pad(out, 0, EXTRA_INDENT + (b->mode == AGGR_CPU ? EXTRA_CPU : 0));
	if (b->cgroups)
		mark(out, b);
	mark(out, b);
}

/* Its first metric; with --regions, where most rows lack some, the first that has a value. */
static size_t first_metric(const struct block *b, const struct report_cell *p)
{
	size_t i = 0;

	while (b->mode == AGGR_REGION && i + 1 < p->n_metrics && isnan(p->figure[i].value))
		i++;
	return i;
}

/* The metrics of a region that have a value, in one line. */
static void add_metrics_in_line(struct str *out, const struct block *b, const struct report_cell *p)
{
	LOCAL(str) value = {0};
	size_t used = 0;

	for (size_t i = first_metric(b, p); i < p->n_metrics; i++) {
		const struct metric_def *def = p->metric[i].def;
		const struct figure *f = &p->figure[i];
		const struct figure_words words = report_cell_figure(def, f);

		if (isnan(f->value))
			continue;
		str_reset(&value);
		locale_decimal(&value, b->s, "%*.*f", used ? 0 : def->width, words.digits, words.value);
		str_add(&value, used && strcmp(def->suffix, " ") == 0 ? "" : def->suffix);
		str_add(out, used ? ", " : " # ");
		used += (used ? strlen(", ") : strlen(" # ")) + locale_columns(str_text(&value)) + 1;
		locale_colored(out, b->s->color ? style_severity(f->severity) : "", str_text(&value));
		str_add(out, " ");
		used += locale_text(out, words.unit);
	}
	locale_pad(out, used, REGION_METRICS_WIDTH);
}

/* The metrics of one row: the first follows the name, others that have a value are on lines below. */
static void text_add_metrics(struct str *out, const struct block *b, const struct report_cell *p)
{
	size_t first = first_metric(b, p);

	if (b->in_line && !event_is_emulated(p->event)) {
		add_metrics_in_line(out, b, p);
		return;
	}
	for (size_t i = first; i < p->n_metrics; i++) {
		if (i > first && isnan(p->figure[i].value))
			continue;
		if (i > first) {
			str_add(out, "\n");
			add_extra_start(out, b, p);
		}
		text_add_metric(out, b, p, i);
	}
	if (event_is_emulated(p->event))
		locale_pad(out, locale_text(out, " # emulated"),
			   b->in_line ? REGION_METRICS_WIDTH : METRIC_WIDTH);
	else if (!p->n_metrics)
		locale_pad(out, 0, METRIC_WIDTH);
}

static void add_cgroup(struct str *out, const struct block *b, const struct report_cell *p)
{
	mark(out, b);
	str_add(out, " ");
	locale_pad(out, locale_text(out, report_cell_cgroup(p, b->r)), CGROUP_WIDTH);
}

static void text_add_spread(struct str *out, const struct block *b, const struct report_cell *p)
{
	const struct cell *c = p->cell;
	double noise = report_cell_error_pct(p);

	mark(out, b);
	if (noise > 0)
		locale_decimal(out, b->s, "  ( +-%6.2f%% )", noise);
	mark(out, b);
	if (c->running != c->enabled)
		locale_decimal(out, b->s, "  (%.2f%%)", cell_running_pct(c));
	mark(out, b);
	if (b->sets && p->stats && c->state != CELL_NOT_SUPPORTED)
		str_addf(out, "  (%zu of %zu runs)", p->stats->n, b->r->n_runs);
	str_add(out, "\n");
}

static void add_group_name(struct str *out, const char *group)
{
	LOCAL(str) name = {0};

	locale_pad(out, locale_text(&name, group), NAME_WIDTH + 1);
	str_add(out, str_text(&name));
}

/* Default metrics: they follow the name of their group instead of an event. */
static void text_add_groups(struct str *out, const struct block *b, const struct report_cell *p)
{
	const char *group = report_cell_next_group(p, "");

	for (; group; group = report_cell_next_group(p, group)) {
		bool first = true;

		if (report_cell_continues(p, group)) {
			add_extra_start(out, b, p);
		} else {
			text_add_start(out, b, p);
			add_group_name(out, group);
			locale_pad(out, NAME_WIDTH + 1, EXTRA_INDENT);
			mark(out, b);
		}
		for (size_t i = 0; i < p->n_metrics; i++) {
			if (!report_cell_shows(p, i, group))
				continue;
			if (!first) {
				str_add(out, "\n");
				add_extra_start(out, b, p);
			}
			text_add_metric(out, b, p, i);
			first = false;
		}
		if (report_cell_next_group(p, group))
			str_add(out, "\n");
	}
	text_add_spread(out, b, p);
}

static void text_add_row(struct str *out, const struct block *b, const struct report_cell *p)
{
	const struct event *e = p->event;
	const struct cell *c = p->cell;

	if (e->flags & EVENT_BACKGROUND) {
		text_add_groups(out, b, p);
		return;
	}
	text_add_start(out, b, p);
	if (c->state == CELL_COUNTED)
		text_add_count(out, b, e, c);
	else
		add_no_count(out, b, c);
	str_add(out, " ");
	locale_pad(out, locale_text(out, e->unit), b->unit_width);
	str_add(out, " ");
	locale_pad(out, locale_text(out, e->name), NAME_WIDTH);
	if (b->cgroups)
		add_cgroup(out, b, p);
	mark(out, b);
	text_add_metrics(out, b, p);
	text_add_spread(out, b, p);
}

static bool is_supported(const struct table *t, size_t row)
{
	for (size_t at = row; at < t->n_units * t->n_rows; at += t->n_rows)
		if (t->cell[at].state != CELL_NOT_SUPPORTED && t->cell[at].state != CELL_ABSENT)
			return true;
	return false;
}

static size_t unit_width(const struct report *r)
{
	size_t width = UNIT_WIDTH;
	LOCAL(str) unit = {0};

	for (size_t i = 0; i < r->b->events.n; i++) {
		size_t n;

		str_reset(&unit);
		n = locale_text(&unit, r->b->events.event[i].unit);
		if (n > width && is_supported(r->table, i))
			width = n;
	}
	return width;
}

static void text_add_titles(struct str *out, const struct block *b)
{
	str_add(out, "#           time ");
	unit_id_heading(out, b->mode, b->id_width);
	mark(out, b);
	str_addf(out, "%*s %*s events\n", COUNT_WIDTH, "counts", (int)b->unit_width, "unit");
}

/* Returns whether all lines fit on the terminal without a break. */
static bool make_rows(struct str *text, const struct block *b)
{
	const struct report *r = b->r;
	LOCAL(report_cells) ps = {0};

	str_reset(text);
	if (!r->total && (b->s->interval_clear || r->place.interval_index % HEADER_EVERY == 0))
		text_add_titles(text, b);
	report_cells_list(&ps, r);
	for (size_t i = 0; i < ps.n; i++)
		text_add_row(text, b, &ps.cell[i]);
	return !b->s->columns || line_fit_columns(text, b->s->columns);
}

/* What the ids of this table need, which is less than perf's column. */
static size_t widest_id(const struct block *b)
{
	size_t width = strlen(aggr_modes[b->mode].title);
	LOCAL(str) id = {0}, shown = {0};

	for (size_t i = 0; i < b->r->table->n_units; i++) {
		size_t n;

		str_reset(&id);
		str_reset(&shown);
		unit_id_format(&id, &b->r->table->unit[i], b->mode, b->r->b);
		n = locale_text(&shown, str_text(&id));
		width = n > width ? n : width;
	}
	return width < b->id_width ? width : b->id_width;
}

/* On a narrow terminal metrics of regions have their own lines, and ids no more columns than they need. */
static void text_add_rows(struct str *out, struct block *b)
{
	LOCAL(str) text = {0};
	bool fits;

	b->in_line = b->mode == AGGR_REGION;
	fits = make_rows(&text, b);
	if (!fits && b->in_line) {
		b->in_line = false;
		fits = make_rows(&text, b);
	}
	if (!fits && b->mode != AGGR_TOTAL) {
		b->id_width = widest_id(b);
		make_rows(&text, b);
	}
	str_add_n(out, str_text(&text), text.len);
}

/* Of processes or functions. */
static void text_add_list(struct str *out, const struct report *r, const struct style *s)
{
	LOCAL(grid) g = { .form = GRID_TEXT };

	(r->b->aggr.mode == AGGR_FUNCTION ? function_columns_build : process_columns_build)(&g, r, s);
	grid_add_text(out, &g, s);
}

static void add_block(struct str *out, const struct report *r, const struct style *s)
{
	struct block b = { r, s, r->b->aggr.mode, unit_width(r),
				 unit_id_width(r->b->aggr.mode, r->b),
				 report_cells_have_cgroups(r), run_result_rounds(r->run, r->n_runs) > 0 };

	if (!r->total || r->place.summary)	/* otherwise they are above the heading */
		report_cells_add_raw(out, r, s);
	if (s->metric_only)
		metric_only_text(out, r, s);
	else if (aggr_is_list(b.mode))
		text_add_list(out, r, s);
	else
		text_add_rows(out, &b);
}

/* --- around the rows ------------------------------------------------------------------------------- */

/* With --exact the number of rounds matters. */
static void add_runs_of(struct str *out, const struct report *r)
{
	size_t rounds = run_result_rounds(r->run, r->n_runs);

	if (r->n_runs < 2)
		return;
	str_addf(out, " (%zu runs", r->n_runs);
	if (rounds)
		str_addf(out, " in %zu round%s", rounds, rounds > 1 ? "s" : "");
	str_add(out, ")");
}

static void add_heading(struct str *out, const struct report *r, const struct style *s)
{
	if (r->place.started)
		str_addf(out, "# started on %s\n\n", r->place.started);
	if (!r->total || (r->place.summary && r->place.interval_index % HEADER_EVERY))
		/* intervals have no heading; perf counts the totals as one more, so most totals have none */
		return;
	report_cells_add_raw(out, r, s);
	str_addf(out, "\n %sPerformance counter stats for ", s->color ? COLOR_BOLD : "");
	title_add(out, r, "'");
	add_runs_of(out, r);
	str_addf(out, ":%s\n\n", s->color ? COLOR_OFF : "");
}

/* A # for every 5 % of distance from the mean, but at most `most`. */
static int signs_for(double run, double mean, int most)
{
	double pct = run > 0 ? fabs(100 * (run - mean) / run) : 0;

	return pct < 5 * (most - 1) ? 1 + (int)pct / 5 : most;
}

static void text_add_runs(struct str *out, const struct report *r, const struct style *s, int digits,
			  int indent)
{
	enum { MOST = 100 };
	double mean = r->elapsed->mean;

	str_addf(out, "%*s# Table of individual measurements:\n", indent, "");
	for (size_t i = 0; i < r->n_runs; i++) {
		double run = run_result_elapsed_s(&r->run[i]);
		size_t start = out->len, used;
		int most = MOST;

		locale_decimal(out, s, " %17.*f", digits, run);
		str_add(out, " (");
		str_add(out, run - mean < 0 ? "-" : "+");
		locale_decimal(out, s, "%.*f", digits, fabs(run - mean));
		str_add(out, ") ");
		used = out->len - start;
		if (s->columns > used && s->columns - used < MOST)
			most = (int)(s->columns - used);
		for (int n = signs_for(run, mean, most); n > 0; n--)
			str_add(out, "#");
		str_add(out, "\n");
	}
	str_addf(out, "\n%*s# Final result:\n", indent, "");
}

static void add_elapsed(struct str *out, const struct report *r, const struct style *s)
{
	double error = stats_error(r->elapsed);
	int digits = locale_digits(error), indent;
	LOCAL(str) mean = {0};

	str_addf(&mean, " %17.*f", digits, r->elapsed->mean);
	indent = (int)strspn(str_text(&mean), " ");
	if (s->table)
		text_add_runs(out, r, s, digits, indent);
	locale_decimal(out, s, " %17.*f", digits, r->elapsed->mean);
	str_add(out, " +- ");
	locale_decimal(out, s, "%.*f", digits, error);
	str_add(out, " seconds time elapsed");
	locale_decimal(out, s, "  ( +-%6.2f%% )", stats_error_pct(r->elapsed));
	str_add(out, "\n\n");
}

static void text_add_times(struct str *out, const struct report *r, const struct style *s)
{
	const struct run_result *run = r->run;

	locale_decimal(out, s, " %17.9f", run_result_elapsed_s(run));
	str_add(out, " seconds time elapsed\n\n");
	if (run->status < 0 || !target_is_command(&r->b->target))
		return;		/* there was no command, or it was not what was counted */
	for (const struct run_fact *f = run_facts; f->name; f++) {
		double seconds = run_fact_value(f, run);

		if (!f->of_command || f->unit[0] != 's' || !isfinite(seconds))
			continue;
		locale_decimal(out, s, " %17.9f", seconds);
		str_addf(out, " seconds %s\n", f->name);
	}
	str_add(out, "\n\n");
}

static void add_footer(struct str *out, const struct report *r, const struct style *s)
{
	bool timed = r->total && r->n_runs && !r->run->emulated;

	if (r->total && (!s->null || aggr_is_list(r->b->aggr.mode)))
		str_add(out, "\n");
	if (timed && r->elapsed)
		add_elapsed(out, r, s);
	else if (timed)
		text_add_times(out, r, s);
	if (s->hist && r->total && !aggr_is_list(r->b->aggr.mode))
		distribution_add_report(out, r, s);
	if (r->total)
		where_add_text(out, &r->b->where.block, s);
	notes_format(out, &r->b->sum.notes, &r->b->events, &r->b->target.cgroups, r->n_runs,
		     s->verbose > 0);
}

/* --- on a terminal --------------------------------------------------------------------------------- */

static void fit(struct str *out, const struct report *r, const struct style *s, size_t indent,
		void (*add)(struct str *out, const struct report *r, const struct style *s))
{
	LOCAL(str) text = {0};

	if (!s->columns) {
		add(out, r, s);
		return;
	}
	add(&text, r, s);
	line_fit(out, str_text(&text), s->columns, indent);
}

static void text_report_begin(struct str *out, const struct report *r, const struct style *s)
{
	fit(out, r, s, 2, add_heading);
}

/* A row continues below its name. */
static void text_report_block(struct str *out, const struct report *r, const struct style *s)
{
	fit(out, r, s, COUNT_WIDTH + UNIT_WIDTH + 2, add_block);
}

/* A note continues below its text. */
static void text_report_end(struct str *out, const struct report *r, const struct style *s)
{
	fit(out, r, s, strlen(" note: "), add_footer);
}

/* --- a comparison ---------------------------------------------------------------------------------- */

static void text_add_sides(struct str *out, const struct comparison *cmp)
{
	str_add(out, "\n");
	if (cmp->opts.several) {
		str_add(out, " ");
		comparison_add_benchmark(out, cmp, 0);
		str_add(out, ":\n\n");
	}
	for (size_t i = 0; i < cmp->n_sides; i++) {
		str_add(out, " ");
		words_add_side(out, cmp, i);
		str_add(out, "\n");
	}
	str_add(out, "\n");
}

static void text_add_note(struct str *out, const char *line)
{
	str_addf(out, " %s\n", line);
}

/* Without values, the smallest change that would be caught is unknown. */
static bool has_detected(const struct row_comparison *c)
{
	return c->verdict != VERDICT_INCOMPARABLE && c->verdict != VERDICT_MISSING && c->path != COMPARE_NONE;
}

/* --selftest: which change of each row would be caught.  For some there may have been no time. */
static void add_detected(struct str *out, const struct comparison *cmp, const struct style *s)
{
	for (size_t i = 0; cmp->opts.detect && i < cmp->n_comparisons; i++) {
		const struct power *d = &cmp->opts.detect[i];

		if (!row_comparison_is_checked(&cmp->comparison[i]) || !has_detected(&cmp->comparison[i]) ||
		    isnan(d->quiet))
			continue;
		str_add(out, " ");
		words_add_row_name(out, cmp, i / cmp->n_rows + 1, i % cmp->n_rows);
		if (isnan(d->change)) {
			str_add(out, ": no change up to twice as much would be caught");
		} else {
			str_add(out, ": a change of ");
			locale_decimal(out, s, "%+.3g %%", 100 * d->change);
			str_add(out, " would be caught");
		}
		if (d->runs)
			str_addf(out, "; %zu run%s of each side tell%s twice its limit from no change",
				 d->runs, d->runs == 1 ? "" : "s", d->runs == 1 ? "s" : "");
		else
			str_add(out, "; no number of runs tells twice its limit from no change");
		str_add(out, "\n");
	}
}

static void add_end_line(struct str *out, const struct str *line, int tone, const struct style *s)
{
	LOCAL(str) text = {0};

	if (!line->len)
		return;
	str_addf(&text, " %s", line->text);
	locale_add_toned(out, str_text(&text), LOCALE_INDENT, tone, s);
}

/* A gate that is neither passed nor failed is unsure. */
static int gate_tone(int tone)
{
	return tone ? tone : TONE_UNSURE;
}

/* A gate: how many limits are met.  Compared commands: which one is faster, a line for each side. */
static void add_end(struct str *out, const struct comparison *cmp, const struct style *s)
{
	LOCAL(str) line = {0};

	if (cmp->opts.mode != COMPARISON_PLAIN) {
		conclusion_add(&line, cmp, s);
		add_end_line(out, &line, gate_tone(conclusion_outcome_tone(cmp)), s);
	}
	for (size_t side = 1; side < cmp->n_sides && cmp->opts.mode == COMPARISON_PLAIN; side++) {
		str_reset(&line);
		conclusion_add_side(&line, cmp, side, s);
		add_end_line(out, &line, conclusion_is_unsure(cmp, side) ? TONE_UNSURE :
			     conclusion_tone(cmp, side), s);
	}
}

/* A reader of a build's log wants the rows that can fail it. */
static void add_hidden(struct str *out, const struct comparison *cmp)
{
	size_t n = 0;

	for (size_t row = 0; words_hides_rows(cmp) && row < cmp->n_rows; row++)
		n += !words_is_limited(cmp, row) && !words_is_uncounted(cmp, row);
	if (n)
		str_addf(out, " %zu more row%s without a limit: --all shows %s\n", n, n == 1 ? "" : "s",
			 n == 1 ? "it" : "them");
}

static void text_add_table(struct str *out, const struct comparison *cmp, const struct style *s)
{
	LOCAL(grid) g = { .form = GRID_TEXT };

	comparison_grid_build(&g, cmp, comparison_grid_main(cmp), NULL, s);
	grid_add_text(out, &g, s);
	str_add(out, g.n_rows ? "\n" : "");
}

/* Behind a blank line each; of several sides with their names. */
static void text_add_where(struct str *out, const struct comparison *cmp, const struct style *s)
{
	for (size_t side = 1; side < cmp->n_sides; side++) {
		const struct where_block *w = comparison_where_of(cmp, side);

		if (!w)
			continue;
		str_add(out, "\n");
		if (cmp->n_sides > 2) {
			str_add(out, " ");
			comparison_add_name(out, cmp, side);
			str_add(out, ":\n");
		}
		where_add_text(out, w, s);
	}
}

static void text_comparison_print(struct str *out, const struct comparison *cmp, const struct style *s)
{
	LOCAL(str) text = {0}, uncounted = {0};

	text_add_sides(&text, cmp);
	locale_add_fitted(out, str_text(&text), LOCALE_INDENT, s);
	text_add_table(out, cmp, s);
	str_reset(&text);
	if (s->hist)
		distribution_add_comparison(&text, cmp, s);
	add_hidden(&text, cmp);
	locale_add_fitted(out, str_text(&text), LOCALE_INDENT, s);
	str_reset(&text);
	text_add_where(out, cmp, s);
	add_detected(&text, cmp, s);
	words_each_note(&text, cmp, s->verbose > 0, text_add_note);
	if (!words_hides_rows(cmp))
		words_add_uncounted(&uncounted, cmp);
	if (uncounted.len)
		str_addf(&text, " %s: %s\n", comparison_gravities[GRAVITY_NOTE], str_text(&uncounted));
	locale_add_fitted(out, text.len ? text.text : "", LOCALE_INDENT, s);
	add_end(out, cmp, s);
}

/* The last line is about all benchmarks. */
static void text_comparison_end(struct str *out, const struct comparison_document *d)
{
	LOCAL(str) line = {0};

	conclusions_line(&line, &d->all);
	str_add(out, line.len ? "\n" : "");
	add_end_line(out, &line, gate_tone(conclusions_tone(&d->all)), &d->style);
}

/* --- the format ------------------------------------------------------------------------------------ */

extern const struct format format_text;
const struct format format_text = {
	.name = "text",
	.flags = FORMAT_LOCAL | FORMAT_NOTES,
	.report =
		&(const struct report_format){
			.summary = "a table for people",
			.begin = text_report_begin,
			.block = text_report_block,
			.end = text_report_end,
		},
	.comparison =
		&(const struct comparison_format){
			.summary = "a table for people",
			.print = text_comparison_print,
			.end = text_comparison_end,
		},
	.trend = &trend_text,
};
