/* SPDX-License-Identifier: MIT */
/* Makes the cells of each process: sorted, left out or added up, and what is missing. */
#include "table/process_rows.h"

#include <stdlib.h>
#include <string.h>

#include "base/index.h"
#include "base/mem.h"
#include "base/number.h"
#include "count/plan.h"
#include "count/process_tree.h"
#include "count/process_usage.h"
#include "event/event.h"

struct row {
	int process;		/* its unit */
	struct cell *cell;	/* by event; part of rows.cell */
	bool kept, known;	/* known: it has a count to sort by */
	uint64_t sort_key;
};

struct process_rows {
	const struct process_tree *tree;
	const struct plan *plan;
	const struct aggr_opts *o;
	const struct table *total;
	struct row *row; size_t n;
	struct cell *cell;		/* [row * n_events + event], of all rows */
	size_t n_events;
	size_t sort_by;			/* the event; n_events: none was counted */
};

/* --- the cells of a process ------------------------------------------------------------------------ */

/* What process_usage_value() knows of each. */
static bool is_usage(enum tool_kind tool)
{
	return tool == TOOL_MAX_RSS || (tool_is_of_processes(tool) && tool != TOOL_TREE_RSS);
}

/* As the total, whose state says whether the event is counted at all. */
static void process_rows_add_count(const struct process_rows *rs, struct cell *c, const struct event *e,
				   const struct reading *r)
{
	uint64_t value;

	if (!r) {
		c->state = CELL_UNKNOWN;
		return;
	}
	c->enabled += r->enabled;
	c->running += r->running;
	if (c->state == CELL_ABSENT)
		c->state = CELL_NOT_COUNTED;
	if (c->state == CELL_UNKNOWN || e->flags & EVENT_BLIND)
		return;
	if (!r->enabled)		/* it never ran */
		value = 0;
	else if (!reading_scaled(r, &value))
		return;
	value = rs->o->no_scale ? r->value : value;
	c->state = CELL_COUNTED;
	c->raw = number_add(c->raw, r->value);
	c->value = number_add(c->value, value);
}

static void fill_cells(const struct process_rows *rs, struct cell *cell, size_t process)
{
	const struct events *events = rs->plan->events;
	const struct process *p = &rs->tree->process[process];

	for (size_t i = 0; i < rs->plan->n; i++) {
		const struct event *e = &events->event[rs->plan->slot[i].event];

		if (rs->total->cell[e->row].state != CELL_NOT_SUPPORTED && !(e->flags & EVENT_UNSUPPORTED))
			process_rows_add_count(rs, &cell[e->row], e,
					       process_tree_count(rs->tree, process, i));
	}
	for (size_t e = 0; e < rs->n_events; e++) {
		struct cell *c = &cell[e];

		if (events->event[e].tool == TOOL_DURATION) {
			c->state = CELL_COUNTED;
			c->value = c->raw = p->end_ns - p->start_ns;
		} else if (is_usage(events->event[e].tool) &&
			   process_usage_has(p, events->event[e].tool)) {
			c->state = process_usage_value(p, events->event[e].tool, &c->value) ? CELL_COUNTED :
											     CELL_UNKNOWN;
			c->raw = c->value;
		}
		if (c->state == CELL_UNKNOWN)
			*c = (struct cell){ .state = CELL_UNKNOWN };
		c->members = c->state == CELL_COUNTED;
	}
}

/* The rest stays known: what is not is in UNIT_UNKNOWN.  Of several peaks it is the largest. */
static void process_rows_add_cell(struct cell *to, const struct cell *c, enum tool_kind tool)
{
	if (c->state == CELL_COUNTED || to->state == CELL_ABSENT)
		to->state = c->state;
	if (tool == TOOL_MAX_RSS) {
		to->value = to->raw = c->value > to->value ? c->value : to->value;
		to->members += c->members;
		return;
	}
	to->raw = number_add(to->raw, c->raw);
	to->value = number_add(to->value, c->value);
	to->enabled = number_add(to->enabled, c->enabled);
	to->running = number_add(to->running, c->running);
	to->members += c->members;
}

static void process_rows_add_cells(const struct process_rows *rs, struct cell *to, const struct cell *from)
{
	for (size_t e = 0; e < rs->n_events; e++)
		process_rows_add_cell(&to[e], &from[e], rs->plan->events->event[e].tool);
}

/* --- one row for each process, or for each name ---------------------------------------------------- */

static bool has_name(const void *list, size_t at, const void *key)
{
	const struct process_rows *rs = list;

	return strcmp(rs->tree->process[rs->row[at].process].comm, key) == 0;
}

static void process_rows_list_rows(struct process_rows *rs)
{
	FREED struct cell *one = mem_resize(NULL, rs->n_events + 1, sizeof(*one));
	LOCAL(index) names = {0};

	rs->row = mem_resize(NULL, rs->tree->n, sizeof(*rs->row));
	rs->cell = mem_zeroed(rs->tree->n * rs->n_events + 1, sizeof(*rs->cell));
	for (size_t i = 0; i < rs->tree->n; i++) {
		const char *name = rs->tree->process[i].comm;
		ptrdiff_t at = INDEX_NONE;

		if (rs->o->mode == AGGR_NAME)
			at = index_find(&names, index_hash(0, name), has_name, rs, name);
		if (at == INDEX_NONE) {
			at = (ptrdiff_t)rs->n++;
			rs->row[at] = (struct row){ .process = (int)i, .kept = true,
						    .cell = &rs->cell[(size_t)at * rs->n_events] };
			if (rs->o->mode == AGGR_NAME)
				index_add(&names, index_hash(0, name), (size_t)at);
		}
		memset(one, 0, rs->n_events * sizeof(*one));
		fill_cells(rs, one, i);
		process_rows_add_cells(rs, rs->row[at].cell, one);
	}
}

/* --- their order ----------------------------------------------------------------------------------- */

static size_t first_counted(const struct process_rows *rs)
{
	for (size_t e = 0; e < rs->n_events; e++)
		for (size_t i = 0; i < rs->n; i++)
			if (rs->row[i].cell[e].state == CELL_COUNTED)
				return e;
	return rs->n_events;
}

/* Unknown ones last; equal ones as they started. */
static int compare_rows(const void *a, const void *b)
{
	const struct row *x = a, *y = b;

	if (x->known != y->known)
		return x->known ? -1 : 1;
	if (x->sort_key != y->sort_key)
		return x->sort_key > y->sort_key ? -1 : 1;
	return x->process < y->process ? -1 : 1;
}

static void process_rows_sort_rows(struct process_rows *rs)
{
	rs->sort_by = first_counted(rs);
	for (size_t i = 0; i < rs->n && rs->sort_by < rs->n_events; i++) {
		const struct cell *c = &rs->row[i].cell[rs->sort_by];

		rs->row[i].known = c->state == CELL_COUNTED;
		rs->row[i].sort_key = rs->row[i].known ? c->value : 0;
	}
	if (rs->n)
		qsort(rs->row, rs->n, sizeof(*rs->row), compare_rows);
}

/* Drops rows beyond --top, and small ones.  They are sorted. */
static void drop_rows(struct process_rows *rs)
{
	const struct process_rows_opts *o = &rs->o->rows;
	double total = rs->sort_by < rs->n_events ? (double)rs->total->cell[rs->sort_by].value : 0;

	for (size_t i = 0; i < rs->n; i++) {
		if (o->top && i >= o->top)
			rs->row[i].kept = false;
		if (o->min_pct > 0 && (double)rs->row[i].sort_key * 100 < o->min_pct * total)
			rs->row[i].kept = false;
	}
}

/* Moves each process behind its parent: first child and next sibling, by index of the sorted rows. */
static void order_tree(struct process_rows *rs)
{
	size_t n = rs->n, at = 0;
	FREED int *row_of = mem_resize(NULL, n, sizeof(*row_of));
	FREED int *child = mem_resize(NULL, n, sizeof(*child));
	FREED int *next = mem_resize(NULL, n, sizeof(*next));
	int root = PROCESS_NONE;
	struct row *sorted = mem_resize(NULL, n, sizeof(*sorted));

	for (size_t i = 0; i < n; i++) {
		row_of[rs->row[i].process] = (int)i;
		child[i] = PROCESS_NONE;
	}
	for (size_t i = n; i--;) {
		int parent = rs->tree->process[rs->row[i].process].parent;
		int *first = parent < 0 ? &root : &child[row_of[parent]];

		next[i] = *first;
		*first = (int)i;
	}
	for (int i = root; i >= 0;) {
		int parent = rs->tree->process[rs->row[i].process].parent;

		sorted[at++] = rs->row[i];
		if (child[i] >= 0) {
			i = child[i];
			continue;
		}
		while (next[i] < 0 && parent >= 0) {
			i = row_of[parent];
			parent = rs->tree->process[parent].parent;
		}
		i = next[i];
	}
	free(rs->row);
	rs->row = sorted;
}

/* A parent precedes its children in the tree. */
static void keep_parents(struct process_rows *rs)
{
	FREED bool *kept = mem_zeroed(rs->n + 1, sizeof(*kept));

	for (size_t i = 0; i < rs->n; i++)
		kept[rs->row[i].process] = rs->row[i].kept;
	for (size_t i = rs->n; i--;)
		if (kept[i] && rs->tree->process[i].parent >= 0)
			kept[rs->tree->process[i].parent] = true;
	for (size_t i = 0; i < rs->n; i++)
		rs->row[i].kept = kept[rs->row[i].process];
}

/* --- the table ------------------------------------------------------------------------------------- */

static bool is_status(const struct process_rows *rs, size_t event)
{
	return rs->plan->events->event[event].tool == TOOL_EXIT_STATUS;
}

/* Appends a unit, unless it has no cell. */
static void process_rows_append(struct table *t, const struct process_rows *rs, int process,
				const struct cell *cell)
{
	bool any = process >= 0 || process == UNIT_TOTAL;

	for (size_t e = 0; e < rs->n_events; e++)
		any |= cell[e].state != CELL_ABSENT;
	if (!any)
		return;
	t->unit[t->n_units] = unit_none;
	t->unit[t->n_units].process = process;
	for (size_t e = 0; e < rs->n_events; e++) {
		struct cell *c = &t->cell[t->n_units * rs->n_events + e];

		*c = cell[e];
		if (process != UNIT_TOTAL && is_status(rs, e) && c->members > 1)
			*c = (struct cell){ .state = CELL_ABSENT };	/* several have no status in common */
		c->shown = cell_shown(c->value, rs->plan->events->event[e].scale);
	}
	t->n_units++;
}

static uint64_t without(uint64_t all, uint64_t part)
{
	return all > part ? all - part : 0;
}

/* The total less the sum of all rows. */
static void find_missing(struct cell *missing, const struct process_rows *rs, const struct cell *sum)
{
	for (size_t e = 0; e < rs->n_events; e++) {
		const struct cell *all = &rs->total->cell[e], *part = &sum[e];
		const struct event *event = &rs->plan->events->event[e];

		if (all->state != CELL_COUNTED || event->tool != TOOL_NONE || all->raw <= part->raw)
			continue;
		missing[e] = (struct cell){
			.state = CELL_COUNTED, .raw = all->raw - part->raw,
			.value = without(all->value, part->value),
			.enabled = without(all->enabled, part->enabled),
			.running = without(all->running, part->running),
		};
	}
}

/* Known if it is known of each process.  The run's own max_rss lacks those that nobody waited for. */
static void fill_usage(const struct process_rows *rs, const struct cell *sum)
{
	const struct process_tree *tree = rs->tree;

	for (size_t e = 0; e < rs->n_events; e++) {
		enum tool_kind tool = rs->plan->events->event[e].tool;
		struct cell *c = &rs->total->cell[e];

		if (tool == TOOL_TREE_RSS) {
			c->state = tree->peak_bytes ? CELL_COUNTED : CELL_UNKNOWN;
			c->value = c->raw = tree->peak_bytes / 1024;
		} else if (tool == TOOL_EXIT_STATUS) {
			c->state = tree->n && process_usage_value(&tree->process[0], tool, &c->value) ?
				   CELL_COUNTED : CELL_UNKNOWN;
			c->raw = c->value;
		} else if (is_usage(tool) && sum[e].members == tree->n && tree->n) {
			*c = sum[e];
		} else if (tool_is_of_processes(tool)) {
			c->state = CELL_UNKNOWN;
		}
	}
}

static void fill_table(struct table *t, const struct process_rows *rs)
{
	FREED struct cell *sums = mem_zeroed(3 * rs->n_events + 1, sizeof(*sums));
	struct cell *others = sums, *all = sums + rs->n_events, *missing = sums + 2 * rs->n_events;

	t->unit = mem_resize(NULL, rs->n + 3, sizeof(*t->unit));
	t->cell = mem_zeroed((rs->n + 3) * rs->n_events, sizeof(*t->cell));
	for (size_t i = 0; i < rs->n; i++) {
		const struct row *row = &rs->row[i];

		process_rows_add_cells(rs, all, row->cell);
		if (row->kept)
			process_rows_append(t, rs, row->process, row->cell);
		else
			process_rows_add_cells(rs, others, row->cell);
	}
	process_rows_append(t, rs, UNIT_OTHERS, others);
	find_missing(missing, rs, all);
	process_rows_append(t, rs, UNIT_UNKNOWN, missing);
	fill_usage(rs, all);
	for (size_t e = 0; e < rs->n_events; e++)
		if (rs->total->cell[e].state == CELL_COUNTED && rs->plan->events->event[e].tool == TOOL_NONE)
			rs->total->cell[e].members = (unsigned)rs->tree->n;
	process_rows_append(t, rs, UNIT_TOTAL, rs->total->cell);
}

void process_rows_build(struct table *t, const struct process_tree *tree, const struct plan *plan,
			const struct aggr_opts *o)
{
	struct table total = *t;
	struct process_rows rs = { .tree = tree, .plan = plan, .o = o, .total = &total,
				   .n_events = total.n_rows };

	process_rows_list_rows(&rs);
	process_rows_sort_rows(&rs);
	drop_rows(&rs);
	if (o->rows.tree) {
		order_tree(&rs);
		keep_parents(&rs);
	}
	*t = (struct table){ .n_rows = total.n_rows };
	fill_table(t, &rs);
	free(rs.row);
	free(rs.cell);
	table_release(&total);
}
