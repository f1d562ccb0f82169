/* SPDX-License-Identifier: MIT */
/*
 * The table for people, as perf 6.12 prints it to the byte: widths, blanks at the ends of
 * lines and all, because scripts read it too.
 *
 * A row is: time (intervals only), count, unit, name, metric, deviation and share of
 * time; further metrics of the same event follow on lines of their own.  Nothing is ever
 * cut: what is too long moves the rest of its line.
 */
#include "out/printer.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "calc/metric.h"
#include "calc/stats.h"
#include "calc/table.h"
#include "event/event.h"
#include "out/notes.h"
#include "out/result.h"
#include "out/style.h"

enum { COUNT_WIDTH = 18, UNIT_WIDTH = 4, NAME_WIDTH = 32, METRIC_WIDTH = 38, EXTRA_INDENT = 49,
       HEADER_EVERY = 26 };

static const char *const colors[] = { "", "\033[33m", "\033[35m", "\033[31m" };
static const char color_off[] = "\033[m";

/* --- numbers, with the separators of the locale ------------------------------------------------- */

/* How many digits stand before the next separator, from the right: sizes as localeconv gives them. */
static size_t group_size(const struct style *s, size_t group)
{
	size_t given = strlen(s->grouping), i = group;
	char size;

	if (!given)
		return 3;
	if (i >= given)
		i = given - 1;	/* the last one repeats */
	size = s->grouping[i];
	return size == CHAR_MAX || size <= 0 ? SIZE_MAX : (size_t)size;
}

static void add_grouped(struct str *out, const char *digits, size_t n, const struct style *s)
{
	bool before[64] = {0};		/* a separator stands before this digit */
	size_t left = n;

	for (size_t g = 0; s->thousands[0] && left > group_size(s, g) && n < sizeof(before); g++) {
		left -= group_size(s, g);
		before[left] = true;
	}
	for (size_t i = 0; i < n; i++) {
		if (i < sizeof(before) && before[i])
			str_add(out, s->thousands);
		str_add_n(out, digits + i, 1);
	}
}

/* "1234.50", its point and thousands as the locale has them. */
static void add_number(struct str *out, const char *plain, bool grouped, const struct style *s)
{
	size_t sign = plain[0] == '-', whole = strspn(plain + sign, "0123456789");

	str_add_n(out, plain, sign);
	if (grouped)
		add_grouped(out, plain + sign, whole, s);
	else
		str_add_n(out, plain + sign, whole);
	plain += sign + whole;
	if (*plain == '.') {
		str_add(out, s->decimal[0] ? s->decimal : ".");
		plain++;
	}
	str_add(out, plain);
}

__attribute__((format(printf, 3, 4)))
static void add_decimal(struct str *out, const struct style *s, const char *fmt, ...)
{
	struct str plain = {0};
	size_t before;
	va_list ap;

	va_start(ap, fmt);
	str_vaddf(&plain, fmt, ap);
	va_end(ap);
	before = strcspn(plain.text, "0123456789");
	str_add_n(out, plain.text, before);
	add_number(out, plain.text + before, false, s);
	str_release(&plain);
}

static size_t columns(const char *text)
{
	size_t n = 0;

	for (; *text; text++)
		/* bytes that continue a character take none */
		n += ((unsigned char)*text & 0xc0) != 0x80;
	return n;
}

static void pad(struct str *out, size_t used, size_t width)
{
	for (; used < width; used++)
		str_add(out, " ");
}

/* --- one row ---------------------------------------------------------------------------------- */

struct block {			/* what the rows of a block have in common */
	const struct report *r;
	const struct style *s;
	size_t unit_width;
};

/* Unscaled counts never pass through a double, which would lose what is beyond 2^53. */
static void add_count(struct str *out, const struct block *b, const struct event *e, const struct cell *c)
{
	struct str plain = {0}, text = {0};

	if (e->scale < 1 || e->scale > 1)
		str_addf(&plain, fabs(e->scale - round(e->scale)) > 0 ? "%.2f" : "%.0f", c->shown);
	else
		str_addf(&plain, "%llu", (unsigned long long)c->value);
	add_number(&text, plain.text, true, b->s);
	pad(out, columns(text.text), COUNT_WIDTH);
	str_add(out, text.text);
	str_release(&plain);
	str_release(&text);
}

/* Seconds and nanoseconds are two numbers to perf, so its point is that of no locale. */
static void add_stamp(struct str *out, const struct block *b)
{
	if (!b->r->total)
		str_addf(out, "%16.9f ", b->r->time_s);
}

/* Behind the name: " # ", the value and what it is, or as many blanks. */
static void add_metric(struct str *out, const struct block *b, const struct metric *m, const struct figure *f)
{
	const char *color = b->s->color ? colors[f->severity & 3] : "";
	struct str value = {0};
	size_t used;

	if (isnan(f->value)) {
		pad(out, 0, METRIC_WIDTH);
		return;
	}
	add_decimal(&value, b->s, "%*.*f", m->def->width, m->def->digits, f->value);
	str_add(&value, m->def->suffix);
	used = strlen(" # ") + columns(value.text) + 1 + columns(f->unit);
	str_addf(out, " # %s%s%s %s", color, value.text, color[0] ? color_off : "", f->unit);
	pad(out, used, METRIC_WIDTH);
	str_release(&value);
}

/* The metrics of one row: its own behind the name, the others that can be told on lines below. */
static void add_metrics(struct str *out, const struct block *b, int row)
{
	const struct metrics *ms = b->r->metrics;
	bool first = true;

	for (size_t i = 0; i < ms->n; i++) {
		const struct figure *f = &b->r->table->figure[i];

		if (ms->metric[i].row != row || (!first && isnan(f->value)))
			continue;
		if (!first) {
			str_add(out, "\n");
			add_stamp(out, b);
			pad(out, 0, EXTRA_INDENT);
		}
		add_metric(out, b, &ms->metric[i], f);
		first = false;
	}
	if (first)
		pad(out, 0, METRIC_WIDTH);
}

static void add_row(struct str *out, const struct block *b, int row)
{
	const struct event *e = &b->r->events->event[row];
	const struct cell *c = &b->r->table->cell[row];
	double noise = b->r->stats ? cell_error_pct(c, &b->r->stats[row]) : 0;

	add_stamp(out, b);
	if (c->state == CELL_COUNTED)
		add_count(out, b, e, c);
	else
		str_addf(out, "%*s", COUNT_WIDTH, c->state == CELL_NOT_SUPPORTED ? "<not supported>" :
			 "<not counted>");
	str_addf(out, " %s", e->unit);
	pad(out, columns(e->unit), b->unit_width);
	str_addf(out, " %s", e->name);
	pad(out, columns(e->name), NAME_WIDTH);
	add_metrics(out, b, row);
	if (noise > 0)
		add_decimal(out, b->s, "  ( +-%6.2f%% )", noise);
	if (c->running != c->enabled)
		add_decimal(out, b->s, "  (%.2f%%)", cell_running_pct(c));
	str_add(out, "\n");
}

static size_t unit_width(const struct report *r)
{
	size_t width = UNIT_WIDTH;

	for (size_t i = 0; i < r->events->n; i++) {
		size_t n = columns(r->events->event[i].unit);

		if (n > width && r->table->cell[i].state != CELL_NOT_SUPPORTED &&
		    r->table->cell[i].state != CELL_ABSENT)
			width = n;
	}
	return width;
}

/* perf leaves out a time of its own that is 0; other formats have it. */
static bool is_idle_tool(const struct report *r, size_t row)
{
	return r->events->event[row].tool != TOOL_NONE && !r->table->cell[row].value;
}

/* -v: each counter as it was read, and the times it was enabled and running. */
static void add_raw(struct str *out, const struct report *r, const struct table *t)
{
	for (size_t i = 0; i < r->events->n; i++) {
		const struct event *e = &r->events->event[i];
		const struct cell *c = &t->cell[i];
		bool own = e->tool != TOOL_NONE;	/* pstat's own clock is always there */

		if (c->state == CELL_NOT_SUPPORTED)
			str_addf(out, "failed to read counter %s\n", e->name);
		else if (c->state != CELL_ABSENT)
			str_addf(out, "%s: %llu %llu %llu\n", e->name, (unsigned long long)c->raw,
				 (unsigned long long)(own ? c->raw : c->enabled),
				 (unsigned long long)(own ? c->raw : c->running));
	}
}

static void human_block(struct str *out, const struct report *r, const struct style *s)
{
	const struct block b = { r, s, unit_width(r) };

	if (!r->total && s->verbose)
		add_raw(out, r, r->table);
	if (!r->total && r->interval_index % HEADER_EVERY == 0)
		str_addf(out, "#           time             counts %*s events\n", (int)b.unit_width, "unit");
	for (size_t i = 0; i < r->events->n; i++)
		if (r->table->cell[i].state != CELL_ABSENT && !is_idle_tool(r, i))
			add_row(out, &b, (int)i);
}

/* --- what stands around the rows ------------------------------------------------------------- */

/* Of several runs, those of each. */
static void add_raw_runs(struct str *out, const struct report *r)
{
	if (r->n_runs < 2)
		add_raw(out, r, r->table);
	for (size_t i = 0; r->n_runs > 1 && i < r->n_runs; i++)
		add_raw(out, r, &r->run[i].total);
}

static void human_begin(struct str *out, const struct report *r, const struct style *s)
{
	if (r->started)
		str_addf(out, "# started on %s\n\n", r->started);
	if (!r->total)
		return;		/* intervals have no heading */
	if (s->verbose)
		add_raw_runs(out, r);
	str_add(out, "\n Performance counter stats for '");
	for (char *const *a = r->argv; a && *a; a++) {
		str_add(out, a == r->argv ? "" : " ");
		str_add_visible(out, *a);
	}
	str_add(out, "'");
	if (r->n_runs > 1)
		str_addf(out, " (%zu runs)", r->n_runs);
	str_add(out, ":\n\n");
}

/* So many digits that two of them show the deviation; those of the clock where there is none. */
static int digits_for(double error)
{
	enum { OF_CLOCK = 9 };

	if (error > 1)
		return 2;
	return error > 0 ? (int)ceil(-log10(error)) + 2 : OF_CLOCK;
}

/* A mark for every 5 % that a run is off the mean, cut where a line would be no use any more. */
static int marks_for(double run, double mean)
{
	enum { MOST = 100 };
	double pct = run > 0 ? fabs(100 * (run - mean) / run) : 0;

	return pct < 5 * MOST ? 1 + (int)pct / 5 : MOST;
}

static void add_runs(struct str *out, const struct report *r, const struct style *s, int digits, int indent)
{
	double mean = r->elapsed->mean;

	str_addf(out, "%*s# Table of individual measurements:\n", indent, "");
	for (size_t i = 0; i < r->n_runs; i++) {
		double run = result_elapsed_s(&r->run[i]);

		add_decimal(out, s, " %17.*f", digits, run);
		str_add(out, " (");
		str_add(out, run - mean < 0 ? "-" : "+");
		add_decimal(out, s, "%.*f", digits, fabs(run - mean));
		str_add(out, ") ");
		for (int m = marks_for(run, mean); m > 0; m--)
			str_add(out, "#");
		str_add(out, "\n");
	}
	str_addf(out, "\n%*s# Final result:\n", indent, "");
}

static void add_elapsed(struct str *out, const struct report *r, const struct style *s)
{
	double error = stats_error(r->elapsed);
	int digits = digits_for(error), indent;
	struct str mean = {0};

	str_addf(&mean, " %17.*f", digits, r->elapsed->mean);
	indent = (int)strspn(mean.text, " ");
	str_release(&mean);
	if (s->table)
		add_runs(out, r, s, digits, indent);
	add_decimal(out, s, " %17.*f", digits, r->elapsed->mean);
	str_add(out, " +- ");
	add_decimal(out, s, "%.*f", digits, error);
	str_add(out, " seconds time elapsed");
	add_decimal(out, s, "  ( +-%6.2f%% )", stats_error_pct(r->elapsed));
	str_add(out, "\n\n");
}

static void add_times(struct str *out, const struct report *r, const struct style *s)
{
	const struct result *run = r->run;

	add_decimal(out, s, " %17.9f", result_elapsed_s(run));
	str_add(out, " seconds time elapsed\n\n");
	if (run->status < 0)
		return;		/* there was no command */
	add_decimal(out, s, " %17.9f", result_user_s(run));
	str_add(out, " seconds user\n");
	add_decimal(out, s, " %17.9f", result_system_s(run));
	str_add(out, " seconds sys\n\n\n");
}

static void human_end(struct str *out, const struct report *r, const struct style *s)
{
	if (r->total && !s->null)
		str_add(out, "\n");
	if (r->total && r->elapsed)
		add_elapsed(out, r, s);
	else if (r->total && r->n_runs)
		add_times(out, r, s);
	notes_format(out, r->notes, r->events, r->n_runs, s->verbose > 0);
}

extern const struct printer print_human;
const struct printer print_human = {
	.name    = "text",
	.summary = "a table for people",
	.begin   = human_begin,
	.block   = human_block,
	.end     = human_end,
};
