/* SPDX-License-Identifier: MIT */
/*
 * Writes a table of texts: each column is as wide as its widest cell, numbers to the right, the names of the
 * processes last, where their length moves nothing.
 */
#include "format/process_columns.h"

#include <math.h>
#include <stdlib.h>
#include <sys/wait.h>

#include "base/mem.h"
#include "benchmark/benchmark.h"
#include "benchmark/report.h"
#include "count/process_tree.h"
#include "event/event.h"
#include "format/locale_text.h"
#include "format/metric_only.h"
#include "format/style.h"
#include "format/unit_id.h"
#include "metric/metric.h"
#include "table/table.h"

struct grid {
	const struct report *r;
	const struct style *s;
	struct column *column; size_t n;
	size_t number_width;
};

struct column {
	char *title;				/* owned */
	void (*cell)(struct str *out, const struct grid *g, size_t unit, size_t index);
	size_t index;				/* of the row or metric */
	size_t width;
};

enum { GAP = 2 };

/* --- cells ------------------------------------------------------------------------------------------ */

static void count_cell(struct str *out, const struct grid *g, size_t unit, size_t row)
{
	const struct table *t = g->r->table;
	const struct cell *c = &t->cell[unit * t->n_rows + row];

	if (c->state == CELL_NOT_COUNTED || c->state == CELL_UNKNOWN)
		str_add(out, "<not counted>");
	if (c->state != CELL_COUNTED)
		return;
	locale_count(out, c, g->r->b->events.event[row].scale, g->s);
	if (c->running != c->enabled)
		locale_decimal(out, g->s, " (%.2f%%)", cell_running_pct(c));
}

/* The first event that is known of any process: rows are sorted by it.  n_rows: none. */
static size_t first_known(const struct table *t)
{
	for (size_t row = 0; row < t->n_rows; row++)
		for (size_t u = 0; u < t->n_units; u++)
			if (t->unit[u].process >= 0 && t->cell[u * t->n_rows + row].state == CELL_COUNTED)
				return row;
	return t->n_rows;
}

/* What --min compares.  The total is the last unit. */
static void share_cell(struct str *out, const struct grid *g, size_t unit, size_t row)
{
	const struct table *t = g->r->table;
	const struct cell *c = &t->cell[unit * t->n_rows + row];
	const struct cell *total = &t->cell[(t->n_units - 1) * t->n_rows + row];

	if (c->state == CELL_COUNTED && total->state == CELL_COUNTED && total->value)
		locale_decimal(out, g->s, "%.1f%%", 100 * (double)c->value / (double)total->value);
}

static void metric_cell(struct str *out, const struct grid *g, size_t unit, size_t metric)
{
	const struct metrics *ms = &g->r->b->metrics;
	const struct metric_def *def = ms->metric[metric].def;
	double value = g->r->table->figure[unit * ms->n + metric].value;

	if (isnan(value))
		return;
	locale_decimal(out, g->s, "%.*f", def->digits, value);
	str_add(out, *def->suffix == ' ' ? "" : def->suffix);
}

/* NULL: the unit is several processes. */
static const struct process *process_of(const struct grid *g, size_t unit)
{
	const struct process_tree *t = &g->r->b->processes;
	int i = g->r->table->unit[unit].process;

	return i >= 0 && (size_t)i < t->n && !aggr_is_of_many(g->r->b->aggr.mode) ? &t->process[i] : NULL;
}

static void start_cell(struct str *out, const struct grid *g, size_t unit, size_t index)
{
	const struct process *p = process_of(g, unit);

	(void)index;
	if (p)
		locale_decimal(out, g->s, "%.3f", (double)p->start_ns / 1e9);
}

static void end_cell(struct str *out, const struct grid *g, size_t unit, size_t index)
{
	const struct process *p = process_of(g, unit);

	(void)index;
	if (p && p->ended)
		locale_decimal(out, g->s, "%.3f", (double)p->end_ns / 1e9);
	else if (p)
		str_add(out, "still runs");
}

static void exit_cell(struct str *out, const struct grid *g, size_t unit, size_t index)
{
	const struct process *p = process_of(g, unit);

	(void)index;
	if (!p || p->status == PROCESS_STATUS_UNKNOWN)
		return;
	if (WIFSIGNALED(p->status))
		str_addf(out, "signal %d", WTERMSIG(p->status));
	else
		str_addf(out, "%d", WEXITSTATUS(p->status));
}

/* A tree shows it already. */
static void parent_cell(struct str *out, const struct grid *g, size_t unit, size_t index)
{
	const struct process *p = process_of(g, unit);

	(void)index;
	if (p && p->parent != PROCESS_NONE && !g->r->b->aggr.rows.tree)
		str_addf(out, "%d", (int)g->r->b->processes.process[p->parent].pid);
}

static unsigned members_of(const struct table *t, size_t unit)
{
	unsigned most = 0;

	for (size_t at = unit * t->n_rows; at < (unit + 1) * t->n_rows; at++)
		most = t->cell[at].members > most ? t->cell[at].members : most;
	return most;
}

static void number_cell(struct str *out, const struct grid *g, size_t unit)
{
	const struct process *p = process_of(g, unit);

	if (p)
		str_addf(out, "%d", (int)(g->r->b->aggr.mode == AGGR_TASK ? p->tid : p->pid));
	else if (aggr_is_of_many(g->r->b->aggr.mode))
		str_addf(out, "%u", members_of(g->r->table, unit));
}

static void name_cell(struct str *out, const struct grid *g, size_t unit)
{
	const struct unit *u = &g->r->table->unit[unit];
	unsigned n = members_of(g->r->table, unit);

	if (u->process == UNIT_OTHERS && !aggr_is_of_many(g->r->b->aggr.mode))
		str_addf(out, "(%u other%s)", n, n == 1 ? "" : "s");
	else
		unit_id_process(out, u, g->r->b);
}

/* --- columns ---------------------------------------------------------------------------------------- */

static size_t widest_cell(const struct grid *g, const struct column *c)
{
	size_t most = 0;
	struct str text = {0};

	for (size_t u = 0; u < g->r->table->n_units; u++) {
		str_reset(&text);
		c->cell(&text, g, u, c->index);
		if (text.len && locale_columns(str_text(&text)) > most)
			most = locale_columns(str_text(&text));
	}
	str_release(&text);
	return most;
}

/* Adds the column unless it would be empty. */
static void add_column(struct grid *g, const char *title, struct column c)
{
	size_t least = locale_columns(title);

	c.width = widest_cell(g, &c);
	if (!c.width)
		return;
	c.width = c.width > least ? c.width : least;
	c.title = mem_copy_text(title);
	g->column = mem_grow(g->column, g->n, sizeof(*g->column));
	g->column[g->n++] = c;
}

static void add_counts(struct grid *g)
{
	const struct events *events = &g->r->b->events;
	const size_t first = first_known(g->r->table);
	struct str title = {0};

	for (size_t i = 0; i < events->n; i++) {
		if (events->event[i].flags & EVENT_BACKGROUND)
			continue;
		str_reset(&title);
		str_add_line(&title, events->event[i].name);
		if (*events->event[i].unit) {
			str_add(&title, " (");
			str_add_line(&title, events->event[i].unit);
			str_add(&title, ")");
		}
		add_column(g, str_text(&title), (struct column){ .cell = count_cell, .index = i });
		if (i == first && tool_adds_up(events->event[i].tool))
			add_column(g, "share", (struct column){ .cell = share_cell, .index = i });
	}
	str_release(&title);
}

static void add_metrics(struct grid *g)
{
	struct str title = {0}, shown = {0};

	for (size_t i = 0; i < g->r->b->metrics.n; i++) {
		if (!metric_only_has_column(g->r, i))
			continue;
		str_reset(&title);
		str_reset(&shown);
		metric_only_add_title(&title, g->r, i);
		str_add_line(&shown, str_text(&title));
		add_column(g, str_text(&shown), (struct column){ .cell = metric_cell, .index = i });
	}
	str_release(&title);
	str_release(&shown);
}

static void add_facts(struct grid *g)
{
	static const struct { const char *title; struct column column;
	} facts[] = {
		{ "start (s)", { .cell = start_cell } },
		{ "end (s)",   { .cell = end_cell } },
		{ "exit",      { .cell = exit_cell } },
		{ "parent",    { .cell = parent_cell } },
	};

	for (size_t i = 0; i < sizeof(facts) / sizeof(*facts); i++)
		add_column(g, facts[i].title, facts[i].column);
}

/* --- lines ------------------------------------------------------------------------------------------ */

static void add_right(struct str *out, const char *text, size_t width)
{
	locale_pad(out, locale_columns(text), width);
	str_add(out, text);
}

static const char *const numbers[AGGR_MODES] = {	/* titles */
	[AGGR_PROCESS] = "pid", [AGGR_TASK] = "tid", [AGGR_NAME] = "n",
	[AGGR_CGROUP] = "n",
};

static void add_titles(struct str *out, const struct grid *g, size_t from, size_t to)
{
	enum aggr_mode mode = g->r->b->aggr.mode;

	str_add(out, g->s->color ? COLOR_DIM : "");
	for (size_t c = from; c < to; c++) {
		str_add(out, "  ");
		add_right(out, g->column[c].title, g->column[c].width);
	}
	str_add(out, "  ");
	add_right(out, numbers[mode], g->number_width);
	str_addf(out, "  %s%s\n", aggr_modes[mode].title, g->s->color ? COLOR_OFF : "");
}

static void add_line(struct str *out, const struct grid *g, size_t unit, size_t from, size_t to)
{
	struct str text = {0};

	for (size_t c = from; c < to; c++) {
		str_reset(&text);
		g->column[c].cell(&text, g, unit, g->column[c].index);
		str_add(out, "  ");
		add_right(out, str_text(&text), g->column[c].width);
	}
	str_reset(&text);
	number_cell(&text, g, unit);
	str_add(out, "  ");
	add_right(out, str_text(&text), g->number_width);
	str_add(out, "  ");
	name_cell(out, g, unit);
	str_add(out, "\n");
	str_release(&text);
}

/* As many columns as fit beside the names, but at least one. */
static size_t end_of_strip(const struct grid *g, size_t from)
{
	enum { NAME_ROOM = 20 };	/* a longer name continues on the next line */
	size_t room = g->s->columns ? g->s->columns : SIZE_MAX, to = from;
	size_t used = GAP + g->number_width + GAP + NAME_ROOM;

	while (to < g->n && (to == from || used + GAP + g->column[to].width <= room))
		used += GAP + g->column[to++].width;
	return to;
}

static void measure_number(struct grid *g)
{
	enum { LEAST = 7 };		/* of a process number on a machine that runs for long */

	g->number_width = LEAST;
	for (size_t u = 0; u < g->r->table->n_units; u++) {
		struct str text = {0};

		number_cell(&text, g, u);
		g->number_width = text.len > g->number_width ? text.len : g->number_width;
		str_release(&text);
	}
}

static void grid_build(struct grid *g)
{
	measure_number(g);
	add_counts(g);
	add_metrics(g);
	add_facts(g);
}

static void grid_release(struct grid *g)
{
	for (size_t c = 0; c < g->n; c++)
		free(g->column[c].title);
	free(g->column);
}

static void visit_unit(struct str *out, const struct grid *g, size_t unit, const struct process_table *t)
{
	struct str text = {0};

	t->row(out);
	name_cell(&text, g, unit);
	t->cell(out, str_text(&text), false);
	str_reset(&text);
	number_cell(&text, g, unit);
	t->cell(out, str_text(&text), true);
	for (size_t c = 0; c < g->n; c++) {
		str_reset(&text);
		g->column[c].cell(&text, g, unit, g->column[c].index);
		t->cell(out, str_text(&text), true);
	}
	t->row_end(out);
	str_release(&text);
}

void process_columns_each(struct str *out, const struct report *r, const struct style *s,
			  const struct process_table *t)
{
	struct grid g = { .r = r, .s = s };

	grid_build(&g);
	t->title(out, aggr_modes[r->b->aggr.mode].title, false);
	t->title(out, numbers[r->b->aggr.mode], true);
	for (size_t c = 0; c < g.n; c++)
		t->title(out, g.column[c].title, true);
	t->titles_end(out);
	for (size_t u = 0; u < r->table->n_units; u++)
		visit_unit(out, &g, u, t);
	grid_release(&g);
}

void process_columns_add(struct str *out, const struct report *r, const struct style *s)
{
	struct grid g = { .r = r, .s = s };
	size_t from = 0, to;

	grid_build(&g);
	do {
		to = end_of_strip(&g, from);
		str_add(out, from ? "\n" : "");
		add_titles(out, &g, from, to);
		for (size_t u = 0; u < r->table->n_units; u++)
			add_line(out, &g, u, from, to);
		from = to;
	} while (from < g.n);
	grid_release(&g);
}
