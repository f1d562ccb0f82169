/* SPDX-License-Identifier: MIT */
/* Makes the cells of each process; in text its name comes last, as its length would move what follows. */
#include "format/rows/process_columns.h"

#include <sys/wait.h>

#include "benchmark/benchmark.h"
#include "benchmark/report.h"
#include "count/process_tree.h"
#include "event/event.h"
#include "format/grid.h"
#include "format/locale_text.h"
#include "format/rows/unit_columns.h"
#include "format/unit_id.h"
#include "table/table.h"

/* --- cells ------------------------------------------------------------------------------------------ */

/* NULL: the unit is several processes. */
static const struct process *process_of(const struct unit_columns *v, size_t unit)
{
	const struct process_tree *t = &v->r->b->processes;
	int i = v->r->table->unit[unit].process;

	return i >= 0 && (size_t)i < t->n && !aggr_is_of_many(v->r->b->aggr.mode) ? &t->process[i] : NULL;
}

static void start_cell(struct str *out, const struct unit_columns *v, size_t unit, size_t index)
{
	const struct process *p = process_of(v, unit);

	(void)index;
	if (p)
		locale_decimal(out, v->s, "%.3f", (double)p->start_ns / 1e9);
}

static void end_cell(struct str *out, const struct unit_columns *v, size_t unit, size_t index)
{
	const struct process *p = process_of(v, unit);

	(void)index;
	if (p && p->ended)
		locale_decimal(out, v->s, "%.3f", (double)p->end_ns / 1e9);
	else if (p)
		str_add(out, "still runs");
}

static void exit_cell(struct str *out, const struct unit_columns *v, size_t unit, size_t index)
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
static void parent_cell(struct str *out, const struct unit_columns *v, size_t unit, size_t index)
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

static void number_cell(struct str *out, const struct unit_columns *v, size_t unit, size_t index)
{
	const struct process *p = process_of(v, unit);

	(void)index;
	if (p)
		add_pid(out, v->r->b->aggr.mode == AGGR_TASK ? p->tid : p->pid);
	else if (aggr_is_of_many(v->r->b->aggr.mode))
		str_addf(out, "%u", members_of(v->r->table, unit));
}

static void name_cell(struct str *out, const struct unit_columns *v, size_t unit, size_t index)
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

static void process_columns_add_names(struct unit_columns *v)
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
		unit_columns_add(v, titles[mode], of_number, number_cell, 0);
		unit_columns_add(v, aggr_modes[mode].title, of_name, name_cell, 0);
	} else {
		unit_columns_add(v, aggr_modes[mode].title, of_name, name_cell, 0);
		unit_columns_add(v, titles[mode], of_number, number_cell, 0);
	}
}

static void process_columns_add_counts(struct unit_columns *v)
{
	const struct events *events = &v->r->b->events;
	size_t first = unit_columns_first_known(v->r);

	for (size_t i = 0; i < events->n; i++) {
		if (events->event[i].flags & EVENT_BACKGROUND)
			continue;
		unit_columns_add_count(v, i);
		if (i == first && tool_adds_up(events->event[i].tool))
			unit_columns_add_share(v, i);
	}
}

static void process_columns_add_facts(struct unit_columns *v)
{
	static const struct { const char *title; unit_columns_fill *cell; } facts[] = {
		{ "start (s)", start_cell }, { "end (s)", end_cell }, { "exit", exit_cell },
		{ "parent", parent_cell },
	};

	for (size_t i = 0; i < sizeof(facts) / sizeof(*facts); i++)
		unit_columns_add(v, facts[i].title, unit_columns_number, facts[i].cell, 0);
}

void process_columns_build(struct grid *g, const struct report *r, const struct style *s)
{
	struct unit_columns v = { .r = r, .s = s, .grid = g };

	g->indent = 2;
	g->scrolls = true;
	if (g->form != GRID_TEXT)
		process_columns_add_names(&v);
	process_columns_add_counts(&v);
	unit_columns_add_metrics(&v);
	process_columns_add_facts(&v);
	if (g->form == GRID_TEXT)
		process_columns_add_names(&v);
	unit_columns_add_rows(&v);
}
