/* SPDX-License-Identifier: MIT */
/*
 * Adds the cells of small units up into larger ones.  The layout finds units for CPUs, so each old
 * unit is given to it as a CPU with the ids of the unit.
 */
#include "table/reaggregate.h"

#include <stdlib.h>

#include "base/index.h"
#include "base/mem.h"
#include "base/number.h"
#include "count/plan.h"
#include "event/event.h"
#include "host/machine.h"
#include "table/aggregation.h"

bool reaggregate_is_same(const struct reaggregate *g)
{
	return g->from.mode == g->to.mode &&
	       (g->to.mode != AGGR_CACHE || !g->to.cache_level || g->from.cache_level == g->to.cache_level);
}

/* Rows of CPUs do not say which caches and nodes they belong to: g->cpu must know at least one. */
static bool reaggregate_is_known(const struct reaggregate *g)
{
	unsigned key = aggr_modes[g->to.mode].key;
	bool known = g->from.mode != AGGR_CPU || !(key & (UNIT_CACHE | UNIT_NODE));

	for (size_t i = 0; i < g->n_cpus; i++) {
		known |= key & UNIT_NODE && g->cpu[i].node >= 0;
		for (int level = 0; level < MACHINE_CACHES; level++)
			known |= key & UNIT_CACHE && g->cpu[i].cache[level] >= 0;
	}
	return known;
}

int reaggregate_check(const struct reaggregate *g, struct error *err)
{
	if (reaggregate_is_same(g))
		return 0;
	if (g->from.percore_threads)
		return error_set(err, ERROR_UNSUPPORTED, 0,
				 "it was saved with --percore-show-thread, so it cannot be added up in another way");
	if (aggregation_is_part(g->from.mode, g->to.mode)) {
		if (reaggregate_is_known(g))
			return 0;
		return error_set(err, ERROR_UNSUPPORTED, 0, "it does not say which CPUs share a %s",
				 aggr_modes[g->to.mode].key & UNIT_CACHE ? "cache" : "node");
	}
	if (aggr_is_list(g->from.mode))
		return error_set(err, ERROR_UNSUPPORTED, 0, "it has rows for %s, not for CPUs",
				 g->from.mode == AGGR_FUNCTION ? "functions" : "processes");
	error_set(err, ERROR_UNSUPPORTED, 0,
		  "the saved rows are larger than these and cannot be divided");
	return error_hint(err, "save it with -A, which can be added up in every way");
}

static int id_or_unknown(int id)
{
	return id == UNIT_NONE ? -1 : id;
}

static uint64_t reaggregate_hash_of(int cpu)
{
	return index_hash((uint64_t)cpu, "");
}

static bool is_cpu(const void *list, size_t at, const void *key)
{
	return ((const struct cpu *)list)[at].id == *(const int *)key;
}

static struct cpu reaggregate_cpu_of(const struct unit *u, int id, const struct reaggregate *g,
				     const struct index *by_id)
{
	ptrdiff_t at = u->cpu < 0 ? INDEX_NONE
				  : index_find(by_id, reaggregate_hash_of(u->cpu), is_cpu, g->cpu, &u->cpu);
	struct cpu c = { .id = id, .package = id_or_unknown(u->package), .die = id_or_unknown(u->die),
			 .cluster = id_or_unknown(u->cluster), .core = id_or_unknown(u->core),
			 .node = id_or_unknown(u->node), .cache = { -1, -1, -1, -1 } };

	if (at >= 0) {
		c = g->cpu[at];
		c.id = id;
	}
	return c;
}

static void build_layout(struct aggregation *l, struct slot *slot, const struct table *in,
			 const struct reaggregate *g, const struct events *events)
{
	struct machine machine = { .cpu = mem_resize(NULL, in->n_units, sizeof(*machine.cpu)),
				   .n_cpus = in->n_units };
	const struct plan plan = { .slot = slot, .n = in->n_units, .events = events };
	LOCAL(index) by_id = {0};	/* a file may list thousands of CPUs, in any order */

	for (size_t i = 0; i < g->n_cpus; i++)
		index_add(&by_id, reaggregate_hash_of(g->cpu[i].id), i);
	for (size_t i = 0; i < in->n_units; i++) {
		machine.cpu[i] = reaggregate_cpu_of(&in->unit[i], (int)i, g, &by_id);
		slot[i] = (struct slot){ .cpu = (int)i, .thread = -1, .leader = -1 };
	}
	aggregation_build(l, &plan, &machine, &g->to);
	free(machine.cpu);
}

static void reaggregate_add_cell(struct cell *sum, const struct cell *c, const struct event *e)
{
	bool own = e->tool != TOOL_NONE;	/* pstat's own: the same in each unit, so not added up */

	if (c->state == CELL_ABSENT || (own && sum->state != CELL_ABSENT))
		return;
	if (c->state == CELL_UNKNOWN || sum->state == CELL_UNKNOWN) {
		*sum = (struct cell){ .state = CELL_UNKNOWN, .members = sum->members + c->members };
		return;
	}
	if (sum->state != CELL_COUNTED)
		sum->state = c->state == CELL_NOT_SUPPORTED && sum->state == CELL_NOT_COUNTED ? sum->state
											      : c->state;
	sum->value = number_add(sum->value, c->value);
	sum->raw = number_add(sum->raw, c->raw);
	sum->enabled = number_add(sum->enabled, c->enabled);
	sum->running = number_add(sum->running, c->running);
	sum->members += c->members;
	sum->shown = cell_shown(sum->value, e->scale);
}

/* Rows of processes and functions have the total among them. */
static void take_total(struct table *out, const struct table *in)
{
	table_init(out, &unit_none, 1, in->n_rows);
	for (size_t u = 0; u < in->n_units; u++)
		for (size_t row = 0; row < in->n_rows && in->unit[u].process == UNIT_TOTAL; row++)
			out->cell[row] = *table_cell(in, u * in->n_rows + row);
}

void reaggregate_table(struct table *out, const struct table *in, const struct reaggregate *g,
		       const struct events *events)
{
	LOCAL(aggregation) l = {0};
	FREED struct slot *slot = NULL;

	if (reaggregate_is_same(g) || !in->n_units) {
		table_copy(out, in);
		return;
	}
	if (aggr_is_list(g->from.mode)) {
		take_total(out, in);
		return;
	}
	slot = mem_resize(NULL, in->n_units, sizeof(*slot));
	build_layout(&l, slot, in, g, events);
	*out = (struct table){ .unit = l.units.key, .n_units = l.units.n, .n_rows = in->n_rows,
			       .cell = mem_zeroed(l.units.n * in->n_rows, sizeof(*out->cell)) };
	l.units.key = NULL;	/* the table owns it now */
	/* regions are parts of the total, which is the first unit */
	for (size_t i = 0; i < (g->from.mode == AGGR_REGION ? 1 : in->n_units); i++)
		for (size_t row = 0; row < in->n_rows; row++)
			reaggregate_add_cell(&out->cell[aggregation_unit(&l, &slot[i]) * out->n_rows + row],
					     table_cell(in, i * in->n_rows + row), &events->event[row]);
}
