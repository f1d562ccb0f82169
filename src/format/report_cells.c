/* SPDX-License-Identifier: MIT */
/*
 * Puts the cells of a report in order.
 *
 * The rows of one event on all CPUs or threads are next to each other, so that they can be compared.  Each
 * larger unit is a table of its own, and so is each cgroup in which the same events are counted.
 */
#include "format/report_cells.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/number.h"
#include "benchmark/benchmark.h"
#include "benchmark/report.h"
#include "benchmark/run_result.h"
#include "event/event.h"
#include "format/style.h"
#include "format/unit_id.h"
#include "host/target.h"
#include "metric/metric.h"
#include "table/table.h"

enum aggr_mode report_cells_mode(const struct report *r)
{
	return r->b->aggr.mode;
}

double report_cell_error_pct(const struct report_cell *p)
{
	return p->stats ? cell_error_pct(p->cell, p->stats) : 0;
}

bool report_cell_is_scaled(const struct report_cell *p)
{
	return p->event->scale < 1 || p->event->scale > 1;
}

void report_cell_add_value(struct str *out, const struct report_cell *p)
{
	if (p->cell->state != CELL_COUNTED)
		return;
	if (report_cell_is_scaled(p))
		str_add_double(out, p->cell->shown);
	else
		str_add_u64(out, p->cell->value);
}

/* perf leaves out its own times if they are 0, and with -a threads that did nothing. */
static bool is_idle(const struct report *r, const struct report_cell *p)
{
	const struct target_opts *asked = r->b->target.asked;
	bool all_threads = report_cells_mode(r) == AGGR_THREAD && asked && target_counts_cpus(asked);

	bool own = p->event->tool != TOOL_NONE && p->event->tool != TOOL_REGION_ENTRIES &&
		   !event_is_emulated(p->event) && !tool_is_of_processes(p->event->tool) &&
		   !tool_is_value(p->event->tool);

	return !p->cell->value && ((own && p->cell->state == CELL_COUNTED) || all_threads);
}

bool report_cell_shows(const struct report_cell *p, size_t metric, const char *group)
{
	const struct metric_def *def = p->metric[metric].def;

	return def->group && strcmp(def->group, group) == 0 && !isnan(p->figure[metric].value);
}

const char *report_cell_next_group(const struct report_cell *p, const char *name)
{
	const char *next = NULL;

	for (size_t i = 0; i < p->n_metrics; i++) {
		const char *group = p->metric[i].def->group ? p->metric[i].def->group : "";

		if (strcmp(group, name) > 0 && (!next || strcmp(group, next) < 0) &&
		    report_cell_shows(p, i, group))
			next = group;
	}
	return next;
}

/* Default metrics are shown only if they have a value; a table of counts alone has all events. */
static bool is_hidden(const struct report *r, const struct report_cell *p)
{
	return r->table->figure && p->event->flags & EVENT_BACKGROUND && !report_cell_next_group(p, "");
}

bool report_cell_continues(const struct report_cell *p, const char *group)
{
	const struct report_cell *before = p->before;
	const char *last = NULL, *next;

	if (!before || before->at != p->at || before->event->cgroup != p->event->cgroup ||
	    !(before->event->flags & EVENT_BACKGROUND))
		return false;
	for (next = report_cell_next_group(before, ""); next; next = report_cell_next_group(before, next))
		last = next;
	return last && strcmp(last, group) == 0;
}

static void report_cells_add_metrics(struct report_cell *p, const struct report *r)
{
	const struct metrics *ms = &r->b->metrics;
	size_t first = metrics_first(ms, (int)p->row);

	if (!metrics_is_of(ms, first, (int)p->row))
		return;
	p->metric = &ms->metric[first];
	p->figure = &r->table->figure[p->at * ms->n + first];
	while (metrics_is_of(ms, first + p->n_metrics, (int)p->row))
		p->n_metrics++;
}

static void report_cells_add(struct report_cells *ps, const struct report *r, size_t unit, size_t row)
{
	const struct table *t = r->table;
	size_t at = unit * t->n_rows + row;
	struct report_cell p = {
		.event = &r->b->events.event[row], .unit = &t->unit[unit], .cell = &t->cell[at],
		.row = row, .at = unit, .before = ps->n ? &ps->cell[ps->n - 1] : NULL,
		.stats = r->stats ? &r->stats[at] : NULL,
	};

	if (p.cell->state == CELL_ABSENT || is_idle(r, &p))
		return;
	if (t->figure)
		report_cells_add_metrics(&p, r);
	if (!is_hidden(r, &p))
		ps->cell[ps->n++] = p;
}

size_t report_cells_end_of_part(const struct report *r, size_t from)
{
	const struct event *event = r->b->events.event;
	size_t to = from;

	while (to < r->b->events.n && (!r->b->each_cgroup || event[to].cgroup == event[from].cgroup))
		to++;
	return to;
}

void report_cells_list(struct report_cells *ps, const struct report *r)
{
	const struct table *t = r->table;
	size_t n = r->b->events.n;

	*ps = (struct report_cells){ .cell = mem_resize(NULL, t->n_units * n, sizeof(*ps->cell)) };
	if (report_cells_mode(r) == AGGR_CPU || report_cells_mode(r) == AGGR_THREAD) {
		for (size_t row = 0; row < n; row++)
			for (size_t unit = 0; unit < t->n_units; unit++)
				report_cells_add(ps, r, unit, row);
		return;
	}
	for (size_t from = 0, to; from < n; from = to) {
		to = report_cells_end_of_part(r, from);
		for (size_t unit = 0; unit < t->n_units; unit++)
			for (size_t row = from; row < to; row++)
				report_cells_add(ps, r, unit, row);
	}
}

bool report_cells_have_cgroups(const struct report *r)
{
	bool any = r->b->target.cgroups.n;	/* saves the loop, which would run for each row */

	for (size_t i = 0; i < r->b->events.n && any; i++)
		if (r->b->events.event[i].cgroup >= 0)
			return true;
	return false;
}

bool report_cell_is_percore(const struct report_cell *p, const struct report *r)
{
	return report_cells_mode(r) == AGGR_CPU && p->event->flags & EVENT_PER_CORE &&
	       !r->b->aggr.percore_threads;
}

void report_cell_add_id(struct str *out, const struct report_cell *p, const struct report *r)
{
	unit_id_format(out, p->unit, report_cell_is_percore(p, r) ? AGGR_CORE : report_cells_mode(r),
		       r->b);
}

struct cell report_cell_mean(const struct report_cell *p, const struct report *r)
{
	struct cell mean = *p->cell;
	uint64_t enabled = 0, running = 0, n = 0;

	for (size_t i = 0; r->stats && i < r->n_runs; i++) {
		const struct cell *c = table_cell(&r->run[i].total, (size_t)(p->cell - r->table->cell));

		if (c->state == CELL_ABSENT)
			continue;
		enabled = number_add(enabled, c->enabled);
		running = number_add(running, c->running);
		n++;
	}
	if (n) {
		mean.enabled = enabled / n;
		mean.running = running / n;
	}
	return mean;
}

double report_cell_of_run(const struct report_cell *p, const struct report *r, size_t run)
{
	const struct cell *c = table_cell(&r->run[run].total, (size_t)(p->cell - r->table->cell));

	return c->state == CELL_COUNTED ? c->shown : (double)NAN;
}

const char *report_cell_cgroup(const struct report_cell *p, const struct report *r)
{
	return p->event->cgroup < 0 ? "" : r->b->target.cgroups.cgroup[p->event->cgroup].name;
}

/* --- the lines of -v ------------------------------------------------------------------------------- */

static void add_raw(struct str *out, const struct report *r, const struct table *t)
{
	for (size_t i = 0; i < r->b->events.n; i++) {
		const struct event *e = &r->b->events.event[i];
		const struct cell *c = table_cell(t, i);
		bool own = e->tool != TOOL_NONE;	/* a clock of pstat always runs */

		if (c->state == CELL_ABSENT)
			continue;
		str_add(out, c->state == CELL_NOT_SUPPORTED ? "failed to read counter " : "");
		str_add_line(out, e->name);
		if (c->state != CELL_NOT_SUPPORTED)
			str_addf(out, ": %llu %llu %llu", (unsigned long long)c->raw,
				 (unsigned long long)(own ? c->raw : c->enabled),
				 (unsigned long long)(own ? c->raw : c->running));
		str_add(out, "\n");
	}
}

/* Of rows of CPUs and threads, perf says this only. */
static void add_unsupported(struct str *out, const struct report *r)
{
	const struct table *t = r->table;

	for (size_t row = 0; row < t->n_rows; row++) {
		size_t at = row;

		while (at < t->n_units * t->n_rows && t->cell[at].state != CELL_NOT_SUPPORTED)
			at += t->n_rows;
		if (at >= t->n_units * t->n_rows)
			continue;
		str_add(out, "failed to read counter ");
		str_add_line(out, r->b->events.event[row].name);
		str_add(out, "\n");
	}
}

struct figure_words report_cell_figure(const struct metric_def *def, const struct figure *f)
{
	static const struct { double from; const char *unit; } times[] = {
		{ 1e9, "s per entry" }, { 1e6, "ms per entry" }, { 1e3, "us per entry" },
	};
	enum { TIMES = sizeof(times) / sizeof(*times) };
	struct figure_words w = { .value = f->value, .digits = def->digits, .unit = f->unit };
	bool time = def->scope == METRIC_OF_REGION_TIME && def->unit;

	for (size_t i = 0; time && i < TIMES; i++)
		if (f->value >= times[i].from)
			return (struct figure_words){ f->value / times[i].from, 3, times[i].unit };
	if (def->scope == METRIC_OF_REGION && f->value >= 1e5)
		w.digits = 0;
	return w;
}

void report_cells_add_raw(struct str *out, const struct report *r, const struct style *s)
{
	if (!s->verbose)
		return;
	if (r->b->aggr.mode != AGGR_TOTAL) {
		add_unsupported(out, r);
		return;
	}
	if (!r->total || r->n_runs < 2)
		add_raw(out, r, r->table);
	for (size_t i = 0; r->total && r->n_runs > 1 && i < r->n_runs; i++)
		add_raw(out, r, &r->run[i].total);
}

void report_cells_release(struct report_cells *ps)
{
	free(ps->cell);
	*ps = (struct report_cells){0};
}
