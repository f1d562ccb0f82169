/* SPDX-License-Identifier: MIT */
/* Makes the cells of each process; in text its name comes last, as its length would move what follows. */
#include "format/process_columns.h"

#include <math.h>
#include <stdlib.h>
#include <sys/wait.h>

#include "base/mem.h"
#include "benchmark/benchmark.h"
#include "benchmark/report.h"
#include "count/process_tree.h"
#include "event/event.h"
#include "format/grid.h"
#include "format/locale_text.h"
#include "format/perf/metric_only.h"
#include "format/quantity.h"
#include "format/unit_id.h"
#include "metric/metric.h"
#include "table/table.h"

struct view {
	const struct report *r;
	const struct style *s;
	struct grid *grid;
	struct filler *filler;		/* by column of the grid */
};

struct filler {
	void (*cell)(struct str *out, const struct view *v, size_t unit, size_t index);
	size_t index;				/* of the row or metric */
};

/* --- cells ------------------------------------------------------------------------------------------ */

static bool lacks_count(const struct view *v, size_t unit, size_t row)
{
	const struct table *t = v->r->table;
	enum cell_state state = t->cell[unit * t->n_rows + row].state;

	return state == CELL_NOT_COUNTED || state == CELL_UNKNOWN;
}

static void count_cell(struct str *out, const struct view *v, size_t unit, size_t row)
{
	const struct table *t = v->r->table;
	const struct cell *c = &t->cell[unit * t->n_rows + row];

	if (c->state != CELL_COUNTED)
		return;
	locale_count(out, c, v->r->b->events.event[row].scale, v->s);
	if (c->running != c->enabled)
		locale_decimal(out, v->s, " (%.2f%%)", cell_running_pct(c));
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
static void share_cell(struct str *out, const struct view *v, size_t unit, size_t row)
{
	const struct table *t = v->r->table;
	const struct cell *c = &t->cell[unit * t->n_rows + row];
	const struct cell *total = &t->cell[(t->n_units - 1) * t->n_rows + row];

	if (c->state == CELL_COUNTED && total->state == CELL_COUNTED && total->value)
		locale_decimal(out, v->s, "%.1f%%", 100 * (double)c->value / (double)total->value);
}

static void metric_cell(struct str *out, const struct view *v, size_t unit, size_t metric)
{
	const struct metrics *ms = &v->r->b->metrics;
	const struct metric_def *def = ms->metric[metric].def;
	double value = v->r->table->figure[unit * ms->n + metric].value;

	if (isnan(value))
		return;
	locale_decimal(out, v->s, "%.*f", def->digits, value);
	str_add(out, *def->suffix == ' ' ? "" : def->suffix);
}

/* NULL: the unit is several processes. */
static const struct process *process_of(const struct view *v, size_t unit)
{
	const struct process_tree *t = &v->r->b->processes;
	int i = v->r->table->unit[unit].process;

	return i >= 0 && (size_t)i < t->n && !aggr_is_of_many(v->r->b->aggr.mode) ? &t->process[i] : NULL;
}

static void start_cell(struct str *out, const struct view *v, size_t unit, size_t index)
{
	const struct process *p = process_of(v, unit);

	(void)index;
	if (p)
		locale_decimal(out, v->s, "%.3f", (double)p->start_ns / 1e9);
}

static void end_cell(struct str *out, const struct view *v, size_t unit, size_t index)
{
	const struct process *p = process_of(v, unit);

	(void)index;
	if (p && p->ended)
		locale_decimal(out, v->s, "%.3f", (double)p->end_ns / 1e9);
	else if (p)
		str_add(out, "still runs");
}

static void exit_cell(struct str *out, const struct view *v, size_t unit, size_t index)
{
	const struct process *p = process_of(v, unit);

	(void)index;
	if (!p || p->status == PROCESS_STATUS_UNKNOWN)
		return;
	if (WIFSIGNALED(p->status))
		str_addf(out, "signal %d", WTERMSIG(p->status));
	else
		str_addf(out, "%d", WEXITSTATUS(p->status));
}

/* A saved result may lack it. */
static void add_pid(struct str *out, pid_t number)
{
	if (number >= 0)
		str_addf(out, "%d", (int)number);
}

/* A tree shows it already. */
static void parent_cell(struct str *out, const struct view *v, size_t unit, size_t index)
{
	const struct process *p = process_of(v, unit);

	(void)index;
	if (p && p->parent != PROCESS_NONE && !v->r->b->aggr.rows.tree)
		add_pid(out, v->r->b->processes.process[p->parent].pid);
}

static unsigned members_of(const struct table *t, size_t unit)
{
	unsigned most = 0;

	for (size_t at = unit * t->n_rows; at < (unit + 1) * t->n_rows; at++)
		most = t->cell[at].members > most ? t->cell[at].members : most;
	return most;
}

static void number_cell(struct str *out, const struct view *v, size_t unit, size_t index)
{
	const struct process *p = process_of(v, unit);

	(void)index;
	if (p)
		add_pid(out, v->r->b->aggr.mode == AGGR_TASK ? p->tid : p->pid);
	else if (aggr_is_of_many(v->r->b->aggr.mode))
		str_addf(out, "%u", members_of(v->r->table, unit));
}

static void name_cell(struct str *out, const struct view *v, size_t unit, size_t index)
{
	const struct unit *u = &v->r->table->unit[unit];
	unsigned n = members_of(v->r->table, unit);

	(void)index;
	if (u->process == UNIT_OTHERS && !aggr_is_of_many(v->r->b->aggr.mode))
		str_addf(out, "(%u other%s)", n, n == 1 ? "" : "s");
	else
		unit_id_process(out, u, v->r->b);
}

/* --- columns ---------------------------------------------------------------------------------------- */

typedef void fill(struct str *out, const struct view *v, size_t unit, size_t index);

static void process_columns_add_column(struct view *v, const char *title, struct grid_column column,
				       fill *cell, size_t index)
{
	v->filler = mem_resize(v->filler, v->grid->n_columns + 1, sizeof(*v->filler));
	v->filler[v->grid->n_columns] = (struct filler){ cell, index };
	grid_add_column(v->grid, title, column);
}

static const struct grid_column number = { .right = true, .class = "n" };

static void process_columns_add_names(struct view *v)
{
	static const char *const titles[AGGR_MODES] = {
		[AGGR_PROCESS] = "pid", [AGGR_TASK] = "tid", [AGGR_NAME] = "n", [AGGR_CGROUP] = "n",
	};
	/* least: of a process number on a machine that runs for long */
	static const struct grid_column of_number = {
		.right = true, .class = "n", .least = 7, .again = true,
	};
	/* a longer name continues on the next line */
	static const struct grid_column of_name = { .names = true, .again = true, .room = 20 };
	enum aggr_mode mode = v->r->b->aggr.mode;

	if (v->grid->form == GRID_TEXT) {
		process_columns_add_column(v, titles[mode], of_number, number_cell, 0);
		process_columns_add_column(v, aggr_modes[mode].title, of_name, name_cell, 0);
	} else {
		process_columns_add_column(v, aggr_modes[mode].title, of_name, name_cell, 0);
		process_columns_add_column(v, titles[mode], of_number, number_cell, 0);
	}
}

static void process_columns_add_counts(struct view *v)
{
	const struct events *events = &v->r->b->events;
	const size_t first = first_known(v->r->table);
	LOCAL(str) title = {0};

	for (size_t i = 0; i < events->n; i++) {
		if (events->event[i].flags & EVENT_BACKGROUND)
			continue;
		str_reset(&title);
		str_add_line(&title, events->event[i].name);
		if (*events->event[i].unit) {
			str_add(&title, " (");
			str_add_line(&title, quantity_unit(events->event[i].unit));
			str_add(&title, ")");
		}
		process_columns_add_column(v, str_text(&title), number, count_cell, i);
		if (i == first && tool_adds_up(events->event[i].tool))
			process_columns_add_column(v, "share", number, share_cell, i);
	}
}

static void process_columns_add_metrics(struct view *v)
{
	LOCAL(str) title = {0}, shown = {0};

	for (size_t i = 0; i < v->r->b->metrics.n; i++) {
		if (!metric_only_has_column(v->r, i))
			continue;
		str_reset(&title);
		str_reset(&shown);
		metric_only_add_title(&title, v->r, i);
		str_add_line(&shown, str_text(&title));
		process_columns_add_column(v, str_text(&shown), number, metric_cell, i);
	}
}

static void process_columns_add_facts(struct view *v)
{
	static const struct { const char *title; fill *cell; } facts[] = {
		{ "start (s)", start_cell }, { "end (s)", end_cell }, { "exit", exit_cell },
		{ "parent", parent_cell },
	};

	for (size_t i = 0; i < sizeof(facts) / sizeof(*facts); i++)
		process_columns_add_column(v, facts[i].title, number, facts[i].cell, 0);
}

void process_columns_build(struct grid *g, const struct report *r, const struct style *s)
{
	struct view v = { .r = r, .s = s, .grid = g };

	g->indent = 2;
	g->scrolls = true;
	if (g->form != GRID_TEXT)
		process_columns_add_names(&v);
	process_columns_add_counts(&v);
	process_columns_add_metrics(&v);
	process_columns_add_facts(&v);
	if (g->form == GRID_TEXT)
		process_columns_add_names(&v);
	for (size_t u = 0; u < r->table->n_units; u++) {
		struct grid_cell *cell = grid_add_row(g)->cell;

		for (size_t c = 0; c < g->n_columns; c++) {
			const struct filler *f = &v.filler[c];

			if (f->cell == count_cell && lacks_count(&v, u, f->index))
				grid_set_absent(&cell[c], "not counted");
			else
				f->cell(&cell[c].text, &v, u, f->index);
		}
	}
	free(v.filler);
}
