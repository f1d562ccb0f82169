/* SPDX-License-Identifier: MIT */
/* From the rows of a document to tables of equal shape, one for each run and interval. */
#include "out/saved_rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/jsondoc.h"
#include "base/mem.h"
#include "out/pieces.h"
#include "out/saved.h"

/* More would be no result but an attack: it is some gigabytes. */
enum { CELLS_MOST = 50000000 };

/* --- units ----------------------------------------------------------------------------------------- */

static int id_of(const struct jsondoc *doc, int node, const char *key)
{
	int at = jsondoc_find(doc, node, key);
	int64_t id;

	if (at < 0)
		return UNIT_NONE;
	return jsondoc_i64(doc, at, &id) && id >= 0 && id <= INT32_MAX ? (int)id : -1;
}

static void read_cpu(struct saved_entry *e, const struct jsondoc *doc, int node, const struct unit *u)
{
	struct cpu *c = &e->cpu[e->n_cpus++];
	int caches = jsondoc_find(doc, node, "caches"), level = 0;

	*c = (struct cpu){ u->cpu, u->package, u->die, u->cluster, u->core, u->node, { -1, -1, -1, -1 } };
	for (int i = caches < 0 ? -1 : doc->node[caches].child; i >= 0 && level < MACHINE_CACHES;
	     i = doc->node[i].next) {
		int64_t id;

		if (jsondoc_i64(doc, i, &id) && id >= 0 && id <= INT32_MAX)
			c->cache[level] = (int)id;
		level++;
	}
}

static int read_thread(struct saved_entry *e, const struct jsondoc *doc, int node)
{
	struct target *t = &e->target;
	const char *comm = "";
	int tid = id_of(doc, node, "tid"), pid = id_of(doc, node, "pid");
	struct thread *thread;

	t->thread = mem_resize(t->thread, t->n_threads + 1, sizeof(*t->thread));
	thread = &t->thread[t->n_threads];
	*thread = (struct thread){ .tid = tid, .pid = pid };
	if (jsondoc_text(doc, jsondoc_find(doc, node, "comm"), &comm) && strlen(comm) < sizeof(thread->comm))
		snprintf(thread->comm, sizeof(thread->comm), "%s", comm);
	return (int)t->n_threads++;
}

static int read_units(struct saved_entry *e, struct table *shape, const struct jsondoc *doc, int result,
		      struct error *err)
{
	int list = jsondoc_find(doc, result, "units");
	size_t n = list < 0 || doc->node[list].type != JSON_ARRAY ? 0 : doc->node[list].n;

	shape->unit = mem_resize(NULL, n, sizeof(*shape->unit));
	e->cpu = mem_resize(NULL, n, sizeof(*e->cpu));
	for (int node = n ? doc->node[list].child : -1; node >= 0; node = doc->node[node].next) {
		struct unit *u = &shape->unit[shape->n_units++];

		*u = (struct unit){
			.cpu = id_of(doc, node, "cpu"), .package = id_of(doc, node, "package"),
			.die = id_of(doc, node, "die"), .cluster = id_of(doc, node, "cluster"),
			.cache_level = id_of(doc, node, "cache_level"), .cache = id_of(doc, node, "cache"),
			.core = id_of(doc, node, "core"), .node = id_of(doc, node, "node"),
			.thread = e->aggr.mode == AGGR_THREAD ? read_thread(e, doc, node) : UNIT_NONE,
		};
		if (e->aggr.mode == AGGR_CPU) {
			if (u->cpu < 0)
				return saved_wrong(err, "units", shape->n_units - 1, "is no CPU");
			read_cpu(e, doc, node, u);
			u->node = UNIT_NONE;	/* not part of what a CPU is called */
		}
	}
	/* whoever shows events looks into the first: also a total has one */
	return shape->n_units || !e->events.n ? 0 : saved_wrong(err, "units", 0, "is missing");
}

/* --- counts ---------------------------------------------------------------------------------------- */

/* Of a row: of the first run where it is a list, else the only one. */
static int first_number(const struct jsondoc *doc, int row, const char *key)
{
	int node = jsondoc_find(doc, row, key);

	return node >= 0 && doc->node[node].type == JSON_ARRAY ? doc->node[node].child : node;
}

static bool is_null(const struct jsondoc *doc, int node)
{
	return node >= 0 && doc->node[node].type == JSON_NULL;
}

/* The cursor goes on to that of the next run. */
static bool number_of(const struct jsondoc *doc, int *cursor, uint64_t *out)
{
	int node = *cursor;

	if (node < 0)
		return false;
	*cursor = doc->node[node].next;
	if (is_null(doc, node))
		*out = 0;
	return is_null(doc, node) || jsondoc_u64(doc, node, out);
}

enum number { VALUE, RAW, ENABLED, RUNNING, NUMBERS };

static const char *const numbers[] = {
	[VALUE] = "value", [RAW] = "raw", [ENABLED] = "enabled_ns", [RUNNING] = "running_ns",
};

/* How many values a row has; 0: they do not agree. */
static size_t values_of(const struct jsondoc *doc, int row)
{
	size_t n = 0;

	for (int k = 0; k < NUMBERS; k++) {
		int node = jsondoc_find(doc, row, numbers[k]);
		size_t these = node < 0 ? 0 : doc->node[node].type == JSON_ARRAY ? doc->node[node].n : 1;

		if (!these || (k && these != n))
			return 0;
		n = these;
	}
	return n;
}

static enum cell_state state_of(const struct jsondoc *doc, int row)
{
	const char *word = "";

	jsondoc_text(doc, jsondoc_find(doc, row, "status"), &word);
	for (int state = CELL_COUNTED; state < CELL_STATES; state++)
		if (strcmp(pieces_states[state], word) == 0)
			return (enum cell_state)state;
	return CELL_ABSENT;
}

/* Of one run: what has no value was not part of it where it has no times either. */
static enum cell_state state_in(const struct jsondoc *doc, const int cursor[NUMBERS], enum cell_state row)
{
	if (!is_null(doc, cursor[VALUE]))
		return row;
	if (is_null(doc, cursor[ENABLED]))
		return CELL_ABSENT;
	return row == CELL_COUNTED ? CELL_UNKNOWN : row;	/* and is in the sum of no run */
}

/* One row into the cells of all tables; they are apart by as much as a run or an interval is. */
static const char *read_row(const struct saved_entry *e, struct table *const *table, size_t n_tables,
			    const struct jsondoc *doc, int row)
{
	int cursor[NUMBERS];
	enum cell_state state = state_of(doc, row);
	uint64_t event, at, members = 0;
	bool seen = false;

	if (!jsondoc_u64(doc, jsondoc_find(doc, row, "event"), &event) || event >= e->events.n ||
	    !jsondoc_u64(doc, jsondoc_find(doc, row, "at"), &at) || at >= table[0]->n_units)
		return "is of no event or of no unit";
	if (state == CELL_ABSENT)
		return "has no status";
	if (values_of(doc, row) != n_tables)
		return "does not have a value for each run";
	for (size_t i = 0; i < n_tables; i++)
		if (table[i]->cell[at * table[i]->n_rows + event].state != CELL_ABSENT)
			return "is there twice";	/* as after a merge */
	jsondoc_u64(doc, jsondoc_find(doc, row, "members"), &members);
	for (int k = 0; k < NUMBERS; k++)
		cursor[k] = first_number(doc, row, numbers[k]);
	for (size_t i = 0; i < n_tables; i++) {
		struct cell *c = &table[i]->cell[at * table[i]->n_rows + event];

		c->state = state_in(doc, cursor, state);
		seen |= c->state != CELL_ABSENT;
		if (!number_of(doc, &cursor[VALUE], &c->value) || !number_of(doc, &cursor[RAW], &c->raw) ||
		    !number_of(doc, &cursor[ENABLED], &c->enabled) ||
		    !number_of(doc, &cursor[RUNNING], &c->running))
			return "has what is no count";
		c->members = (unsigned)members;
		c->shown = cell_shown(c->value, e->events.event[event].scale);
	}
	for (size_t i = 0; i < n_tables && !seen; i++)	/* it is there although no run had it */
		table[i]->cell[at * table[i]->n_rows + event].state = state;
	return NULL;
}

static void shape_table(struct table *t, const struct table *shape)
{
	size_t cells = shape->n_units * shape->n_rows;

	*t = (struct table){ .unit = mem_resize(NULL, shape->n_units, sizeof(*t->unit)),
			     .n_units = shape->n_units, .n_rows = shape->n_rows,
			     .cell = mem_resize(NULL, cells, sizeof(*t->cell)) };
	if (shape->n_units)
		memcpy(t->unit, shape->unit, shape->n_units * sizeof(*t->unit));
	if (cells)
		memset(t->cell, 0, cells * sizeof(*t->cell));
}

static int read_rows(const struct saved_entry *e, struct table *const *table, size_t n_tables,
		     const struct jsondoc *doc, int object, struct error *err)
{
	int list = jsondoc_find(doc, object, "counts");
	size_t index = 0;

	for (int row = list < 0 ? -1 : doc->node[list].child; row >= 0; row = doc->node[row].next) {
		const char *what = n_tables ? read_row(e, table, n_tables, doc, row) : "is there, and no run";

		if (what)
			return saved_wrong(err, "counts", index, what);
		index++;
	}
	return 0;
}

static int read_intervals(struct saved_entry *e, const struct table *shape, const struct jsondoc *doc,
			  int list, struct error *err)
{
	size_t n = doc->node[list].n;

	e->interval = mem_resize(NULL, n, sizeof(*e->interval));
	for (int node = doc->node[list].child; node >= 0; node = doc->node[node].next) {
		struct saved_interval *v = &e->interval[e->n_intervals++];
		struct table *only = &v->table;
		uint64_t run;

		*v = (struct saved_interval){0};
		shape_table(&v->table, shape);
		if (!jsondoc_u64(doc, jsondoc_find(doc, node, "run"), &run) || !run ||
		    !jsondoc_u64(doc, jsondoc_find(doc, node, "end_ns"), &v->end_ns))
			return saved_wrong(err, "intervals", e->n_intervals - 1,
					   "does not say of which run it is, or when it ended");
		v->run = (size_t)run - 1;
		v->counted_ns = v->end_ns;
		jsondoc_u64(doc, jsondoc_find(doc, node, "counted_ns"), &v->counted_ns);
		if (read_rows(e, &only, 1, doc, node, err) < 0)
			return -1;
	}
	return 0;
}

static int read_tables(struct saved_entry *e, const struct table *shape, const struct jsondoc *doc,
		       int result, struct error *err)
{
	int list = jsondoc_find(doc, result, "intervals");
	size_t n = list < 0 || doc->node[list].type != JSON_ARRAY ? 0 : doc->node[list].n;
	struct table **table;
	int rc;

	if ((uint64_t)(e->n_runs + n) * shape->n_units > CELLS_MOST / (shape->n_rows + 1))
		return error_set(err, ERROR_LIMIT, 0,
				 "the result is too large: %zu runs and intervals of %zu events in %zu units",
				 e->n_runs + n, shape->n_rows, shape->n_units);
	table = mem_resize(NULL, e->n_runs, sizeof(struct table *));
	for (size_t i = 0; i < e->n_runs; i++) {
		table[i] = &e->run[i].total;
		shape_table(table[i], shape);
	}
	rc = read_rows(e, table, e->n_runs, doc, result, err);
	free(table);
	return rc < 0 || !n ? rc : read_intervals(e, shape, doc, list, err);
}

int saved_rows_read(struct saved_entry *e, const struct jsondoc *doc, int result, struct error *err)
{
	struct table shape = { .n_rows = e->events.n };
	int rc = read_units(e, &shape, doc, result, err);

	if (rc == 0)
		rc = read_tables(e, &shape, doc, result, err);
	free(shape.unit);
	return rc;
}
