/* SPDX-License-Identifier: MIT */
/*
 * Reads a document of schema pstat/1: finds each member by its name, ignores all others, and refuses a
 * document that lacks something that a report needs.
 */
#include "benchmark/saved_json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_reader.h"
#include "base/mem.h"
#include "base/str.h"
#include "benchmark/saved_event.h"
#include "benchmark/saved_process.h"
#include "benchmark/saved_run.h"
#include "benchmark/saved_unit.h"
#include "benchmark/saved_where.h"
#include "benchmark/schema_words.h"
#include "event/event.h"

/* --- members by name ------------------------------------------------------------------------------- */

static bool get_u64(const struct json_document *doc, int object, const char *key, uint64_t *out)
{
	return json_document_u64(doc, json_document_find(doc, object, key), out);
}

static bool get_bool(const struct json_document *doc, int object, const char *key, bool *out)
{
	return json_document_bool(doc, json_document_find(doc, object, key), out);
}

static bool get_text(const struct json_document *doc, int object, const char *key, const char **out)
{
	return json_document_text(doc, json_document_find(doc, object, key), out);
}

static int wrong_at(struct error *err, const char *list, size_t index, const char *what)
{
	return error_set(err, ERROR_FORMAT, 0, "the result is not one of schema %s: %s[%zu] %s",
			 SCHEMA_NAME, list, index, what);
}

static int wrong(struct error *err, const char *what)
{
	return error_set(err, ERROR_FORMAT, 0, "the result is not one of schema %s: %s", SCHEMA_NAME, what);
}

/* An owned copy of a text; NULL: it is null or missing. */
static char *saved_json_copy(const struct json_document *doc, int object, const char *key)
{
	const char *text;

	return get_text(doc, object, key, &text) ? mem_copy_text(text) : NULL;
}

static const char *saved_json_text_of(const struct json_document *doc, int object, const char *key)
{
	const char *text;

	return get_text(doc, object, key, &text) ? text : "";
}

/* The first item of the list of that name; -1: it is empty or missing. */
static int first_item(const struct json_document *doc, int object, const char *key)
{
	int list = json_document_find(doc, object, key);

	return list < 0 ? -1 : doc->node[list].child;
}

/* The list of that name; -1: it is missing. */
static int list_of(const struct json_document *doc, int object, const char *key, struct error *err)
{
	int list = json_document_find(doc, object, key);

	if (list >= 0 && doc->node[list].type == JSON_ARRAY)
		return list;
	return error_set(err, ERROR_FORMAT, 0, "the result is not one of schema %s: it has no list of %s",
			 SCHEMA_NAME, key);
}

/* --- host, target and command ---------------------------------------------------------------------- */

static int read_target(struct benchmark *b, const struct json_document *doc, int result, struct error *err)
{
	struct target_opts *a = &b->asked;
	int target = json_document_find(doc, result, "target");
	int late = json_document_find(doc, target, "delay_ns");
	const char *kind = saved_json_text_of(doc, target, "kind");
	bool inherit = true;

	b->list = saved_json_copy(doc, target, "list");
	a->command = b->argv != NULL;
	if (strcmp(kind, "system") == 0 || strcmp(kind, "cpus") == 0) {
		a->system_wide = kind[0] == 's';
		a->cpus = b->list;
	} else if (strcmp(kind, "processes") == 0) {
		a->pids = b->list;
	} else if (strcmp(kind, "threads") == 0) {
		a->tids = b->list;
	} else if (strcmp(kind, "command") == 0) {
		target_set_command(&b->target);
	} else {
		return wrong(err, "its target.kind is unknown");
	}
	get_bool(doc, target, "inherit", &inherit);
	a->no_inherit = !inherit;
	a->late_ns = late < 0 ? TARGET_UNKNOWN : TARGET_BY_CONTROL;
	if (late >= 0 && doc->node[late].type != JSON_NULL && !json_document_u64(doc, late, &a->late_ns))
		return wrong(err, "its target.delay_ns is not a number");
	return 0;
}

static int read_aggregation(struct benchmark *b, const struct json_document *doc, int result,
			    struct error *err)
{
	int aggr = json_document_find(doc, result, "aggregation");
	const char *word = saved_json_text_of(doc, aggr, "mode");
	int mode = aggr_mode_find(word, strlen(word));
	bool scaled = true, spread = false, tree = false;

	if (mode < 0)
		return wrong(err, "its aggregation.mode is unknown");
	get_bool(doc, aggr, "scaled", &scaled);
	get_bool(doc, aggr, "percore_spread", &spread);
	get_bool(doc, aggr, "tree", &tree);
	b->aggr = (struct aggr_opts){ .mode = (enum aggr_mode)mode,
				      .no_scale = !scaled, .rows.tree = tree,
				      .percore_threads = spread };
	b->recorded = b->aggr.mode;
	b->asked.per_thread = mode == AGGR_THREAD;
	return 0;
}

static int read_command(struct benchmark *b, const struct json_document *doc, int result, struct error *err)
{
	int command = json_document_find(doc, result, "command");
	size_t n = 0;

	if (command < 0 || doc->node[command].type != JSON_ARRAY)
		return 0;
	b->argv = mem_resize(NULL, doc->node[command].n + 1, sizeof(*b->argv));
	b->argv[0] = NULL;
	for (int i = doc->node[command].child; i >= 0; i = doc->node[i].next) {
		const char *word;

		if (!json_document_text(doc, i, &word))
			return wrong_at(err, "command", n, "is not a text");
		b->argv[n++] = mem_copy_text(word);
		b->argv[n] = NULL;
	}
	return 0;
}

/* --- events, runs and notes ------------------------------------------------------------------------ */

static int read_events(struct benchmark *b, const struct json_document *doc, int result, struct error *err)
{
	int list = list_of(doc, result, "events", err);
	const char *what = list < 0 ? NULL : saved_events_read(b, doc, list);

	return list < 0 ? -1 : what ? wrong_at(err, "events", b->events.n - 1, what) : 0;
}

/* A run's own members do not tell whether there was a command, which the signal to pstat ended. */
static bool read_run(struct run_result *r, const struct benchmark *b, const struct json_document *doc,
		     int node)
{
	if (!saved_run_read(r, doc, node))
		return false;
	if (b->asked.command && r->status < 0 && r->end == WAIT_LOOP_SIGNAL)
		r->status = r->signo;
	return true;
}

static int read_runs(struct benchmark *b, const struct json_document *doc, int result, struct error *err)
{
	int list = list_of(doc, result, "runs", err);

	if (list < 0)
		return -1;
	b->run = mem_resize(NULL, doc->node[list].n, sizeof(*b->run));
	for (int node = doc->node[list].child; node >= 0; node = doc->node[node].next) {
		if (!read_run(&b->run[b->n_runs], b, doc, node))
			return wrong_at(err, "runs", b->n_runs, "does not say how it ended, and when");
		b->n_runs++;
	}
	return 0;
}

static int read_failed(struct benchmark *b, const struct json_document *doc, int result, struct error *err)
{
	int node = json_document_find(doc, result, "failed_run");

	if (node < 0 || doc->node[node].type == JSON_NULL)
		return 0;
	b->failed = mem_resize(NULL, 1, sizeof(*b->failed));
	if (!read_run(b->failed, b, doc, node))
		return wrong(err, "failed_run does not say how it ended, and when");
	return 0;
}

static int kind_of_code(const char *code)
{
	for (int kind = 0; kind < NOTE_COUNT; kind++)
		if (strcmp(note_defs[kind].code, code) == 0)
			return kind;
	return -1;
}

/* Leaves out notes of a kind that only a later pstat knows. */
static void read_notes(struct benchmark *b, const struct json_document *doc, int result)
{
	for (int i = first_item(doc, result, "notes"); i >= 0; i = doc->node[i].next) {
		int kind = kind_of_code(saved_json_text_of(doc, i, "code"));
		uint64_t event, runs;

		if (kind < 0)
			continue;
		if (!get_u64(doc, i, "event", &event))
			event = UINT64_MAX;
		notes_add(&b->notes, (enum note_kind)kind, event < b->events.n ? (int)event : -1, "%s",
			  saved_json_text_of(doc, i, "text"));
		if (get_u64(doc, i, "runs", &runs))
			b->notes.note[b->notes.n - 1].runs = (size_t)runs;
	}
}

/* Limits memory to a few gigabytes, as a file may claim any number. */
enum { CELLS_MOST = 50000000 };

/* --- processes ------------------------------------------------------------------------------------- */

static int read_processes(struct benchmark *b, const struct json_document *doc, int result, struct error *err)
{
	struct process_tree *t = &b->processes;

	t->by_task = b->aggr.mode == AGGR_TASK;
	for (int node = first_item(doc, result, "processes"); node >= 0; node = doc->node[node].next) {
		struct process *p;

		t->process = mem_grow(t->process, t->n, sizeof(*t->process));
		p = &t->process[t->n++];
		saved_process_read(p, doc, node);
		if (p->parent >= (int)t->n - 1)
			return wrong_at(err, "processes", t->n - 1, "stands before its parent");
	}
	return 0;
}

/* --- units ----------------------------------------------------------------------------------------- */

static int read_units(struct benchmark *b, struct table *shape, const struct json_document *doc, int result,
		      struct error *err)
{
	int list = json_document_find(doc, result, "units");
	size_t n = list < 0 || doc->node[list].type != JSON_ARRAY ? 0 : doc->node[list].n;

	shape->unit = mem_resize(NULL, n, sizeof(*shape->unit));
	b->machine.cpu = mem_resize(NULL, n, sizeof(*b->machine.cpu));
	for (int node = n ? doc->node[list].child : -1; node >= 0; node = doc->node[node].next) {
		struct unit *u = &shape->unit[shape->n_units++];
		const char *what = saved_unit_read(u, b, doc, node);

		if (what)
			return wrong_at(err, "units", shape->n_units - 1, what);
	}
	/* a total is a unit, too */
	return shape->n_units || !b->events.n ? 0 : wrong_at(err, "units", 0, "is missing");
}

/* --- counts ---------------------------------------------------------------------------------------- */

/* The number of the first run if the row has a list, else the only number. */
static int first_number(const struct json_document *doc, int row, const char *key)
{
	int node = json_document_find(doc, row, key);

	return node >= 0 && doc->node[node].type == JSON_ARRAY ? doc->node[node].child : node;
}

static bool is_null(const struct json_document *doc, int node)
{
	return node >= 0 && doc->node[node].type == JSON_NULL;
}

/* Reads the number at the cursor, and moves the cursor to the number of the next run. */
static bool read_next(const struct json_document *doc, int *cursor, uint64_t *out)
{
	int node = *cursor;

	if (node < 0)
		return false;
	*cursor = doc->node[node].next;
	if (is_null(doc, node))
		*out = 0;
	return is_null(doc, node) || json_document_u64(doc, node, out);
}

enum number { VALUE, RAW, ENABLED, RUNNING, NUMBERS };

static const char *const numbers[] = {
	[VALUE] = "value", [RAW] = "raw", [ENABLED] = "enabled_ns", [RUNNING] = "running_ns",
};

/* The number of values of a row; 0: its lists have different lengths. */
static size_t count_values(const struct json_document *doc, int row)
{
	size_t n = 0;

	for (int k = 0; k < NUMBERS; k++) {
		int node = json_document_find(doc, row, numbers[k]);
		size_t these = node < 0 ? 0 : doc->node[node].type == JSON_ARRAY ? doc->node[node].n : 1;

		if (!these || (k && these != n))
			return 0;
		n = these;
	}
	return n;
}

static enum cell_state state_of(const struct json_document *doc, int row)
{
	const char *word = saved_json_text_of(doc, row, "status");

	for (int state = CELL_COUNTED; state < CELL_STATES; state++)
		if (strcmp(schema_states[state], word) == 0)
			return (enum cell_state)state;
	return CELL_ABSENT;
}

/* The state in one run: without a value and without times the event was not part of the run. */
static enum cell_state state_in(const struct json_document *doc, const int cursor[NUMBERS],
				enum cell_state row)
{
	if (!is_null(doc, cursor[VALUE]))
		return row;
	if (is_null(doc, cursor[ENABLED]))
		return CELL_ABSENT;
	return row == CELL_COUNTED ? CELL_UNKNOWN : row;	/* so a sum with it is unknown, too */
}

/* Reads one row into a cell of each table. */
static const char *saved_json_read_row(const struct benchmark *b, struct table *const *table, size_t n_tables,
				       const struct json_document *doc, int row)
{
	int cursor[NUMBERS];
	enum cell_state state = state_of(doc, row);
	uint64_t event, at, members = 0;
	bool seen = false;

	if (!get_u64(doc, row, "event", &event) || event >= b->events.n || !get_u64(doc, row, "at", &at) ||
	    at >= table[0]->n_units)
		return "has no event or unit";
	if (state == CELL_ABSENT)
		return "has no status";
	if (count_values(doc, row) != n_tables)
		return "does not have a value for each run";
	for (size_t i = 0; i < n_tables; i++)
		if (table[i]->cell[at * table[i]->n_rows + event].state != CELL_ABSENT)
			return "is a duplicate";	/* as after a merge */
	get_u64(doc, row, "members", &members);
	for (int k = 0; k < NUMBERS; k++)
		cursor[k] = first_number(doc, row, numbers[k]);
	for (size_t i = 0; i < n_tables; i++) {
		struct cell *c = &table[i]->cell[at * table[i]->n_rows + event];

		c->state = state_in(doc, cursor, state);
		seen |= c->state != CELL_ABSENT;
		if (!read_next(doc, &cursor[VALUE], &c->value) || !read_next(doc, &cursor[RAW], &c->raw) ||
		    !read_next(doc, &cursor[ENABLED], &c->enabled) ||
		    !read_next(doc, &cursor[RUNNING], &c->running))
			return "has a count that is not a number";
		c->members = (unsigned)members;
		c->shown = cell_shown(c->value, b->events.event[event].scale);
	}
	for (size_t i = 0; i < n_tables && !seen; i++)	/* no run counted it: it is still shown */
		table[i]->cell[at * table[i]->n_rows + event].state = state;
	return NULL;
}

static int read_rows(const struct benchmark *b, struct table *const *table, size_t n_tables,
		     const struct json_document *doc, int object, struct error *err)
{
	size_t index = 0;

	for (int row = first_item(doc, object, "counts"); row >= 0; row = doc->node[row].next) {
		const char *what = n_tables ? saved_json_read_row(b, table, n_tables, doc, row)
					    : "exists, but there are no runs";

		if (what)
			return wrong_at(err, "counts", index, what);
		index++;
	}
	return 0;
}

static int read_intervals(struct benchmark *b, const struct table *shape, const struct json_document *doc,
			  int list, struct error *err)
{
	size_t n = doc->node[list].n;

	b->interval = mem_resize(NULL, n, sizeof(*b->interval));
	for (int node = doc->node[list].child; node >= 0; node = doc->node[node].next) {
		struct benchmark_interval *v = &b->interval[b->n_intervals++];
		struct table *only = &v->table;
		uint64_t run;

		*v = (struct benchmark_interval){0};
		table_init(&v->table, shape->unit, shape->n_units, shape->n_rows);
		if (!get_u64(doc, node, "run", &run) || !run || !get_u64(doc, node, "end_ns", &v->end_ns))
			return wrong_at(err, "intervals", b->n_intervals - 1,
					"does not say to which run it belongs, or when it ended");
		v->run = (size_t)run - 1;
		v->counted_ns = v->end_ns;
		get_u64(doc, node, "counted_ns", &v->counted_ns);
		if (read_rows(b, &only, 1, doc, node, err) < 0)
			return -1;
	}
	return 0;
}

static int read_tables(struct benchmark *b, const struct table *shape, const struct json_document *doc,
		       int result, struct error *err)
{
	int list = json_document_find(doc, result, "intervals");
	size_t n = list < 0 || doc->node[list].type != JSON_ARRAY ? 0 : doc->node[list].n;
	FREED struct table **table = NULL;
	int rc;

	if ((uint64_t)(b->n_runs + n) * shape->n_units > CELLS_MOST / (shape->n_rows + 1))
		return error_set(err, ERROR_LIMIT, 0,
				 "the result is too large: %zu runs and intervals of %zu events in %zu units",
				 b->n_runs + n, shape->n_rows, shape->n_units);
	table = mem_resize(NULL, b->n_runs, sizeof(struct table *));
	for (size_t i = 0; i < b->n_runs; i++) {
		table[i] = &b->run[i].total;
		table_init(table[i], shape->unit, shape->n_units, shape->n_rows);
	}
	rc = read_rows(b, table, b->n_runs, doc, result, err);
	return rc < 0 || !n ? rc : read_intervals(b, shape, doc, list, err);
}

static int saved_json_read_counts(struct benchmark *b, const struct json_document *doc, int result,
				  struct error *err)
{
	struct table shape = { .n_rows = b->events.n };
	int rc = read_processes(b, doc, result, err);

	if (rc == 0)
		rc = read_units(b, &shape, doc, result, err);
	if (rc == 0)
		rc = read_tables(b, &shape, doc, result, err);
	free(shape.unit);
	return rc;
}

/* --- metrics of -M ---------------------------------------------------------------------------------- */

/* The document has their values, but not their expressions.  Built-in metrics are evaluated again. */

enum { METRICS_MOST = 10000, FIGURES_MOST = 20000000 };

struct given_reader {
	struct benchmark *b;
	const struct json_document *doc;
	const struct table *shape;
	size_t last;		/* the metric found last: the next one is likely to follow it */
	struct error *err;
};

static bool is_given(const struct given_metric *m, const char *name, int row)
{
	return m->row == row && strcmp(m->name, name) == 0;
}

static size_t find_given(struct given_reader *r, const char *name, int row)
{
	const struct benchmark *b = r->b;

	for (size_t i = 0; i < b->n_given; i++) {
		size_t at = (r->last + i) % b->n_given;

		if (is_given(&b->given[at], name, row))
			return r->last = at;
	}
	return b->n_given;
}

static void add_given(struct given_reader *r, int node, const char *name, int row)
{
	struct benchmark *b = r->b;
	const char *unit = saved_json_text_of(r->doc, node, "unit");
	struct given_metric *m;
	struct str label = {0};

	str_addf(&label, "%s%s%s", unit, *unit ? "  " : "", name);
	b->given = mem_resize(b->given, b->n_given + 1, sizeof(*b->given));
	r->last = b->n_given;
	m = &b->given[b->n_given++];
	*m = (struct given_metric){ .name = mem_copy_text(name), .unit = mem_copy_text(unit),
				    .label = label.text, .row = row,
				    .group = mem_copy_text(saved_json_text_of(r->doc, node, "group")) };
	m->def = (struct metric_def){ .name = m->name, .width = 8, .digits = *unit ? 1 : 2, .suffix = "",
				      .label = m->label, .unit = m->unit, .group = m->group };
}

static int severity_of(const struct given_reader *r, int node)
{
	const char *verdict = saved_json_text_of(r->doc, node, "verdict");

	for (int i = 0; i <= FIGURE_GOOD; i++)
		if (schema_verdicts[i] && strcmp(schema_verdicts[i], verdict) == 0)
			return i;
	return 0;
}

/* figure NULL: only adds the metric to the list. */
static int read_figure(struct given_reader *r, struct figure *figure, int node, size_t index)
{
	const struct benchmark *b = r->b;
	uint64_t event, at;
	const char *name;
	double value;
	size_t i;

	if (json_document_find(r->doc, node, "group") < 0)
		return 0;
	if (!get_text(r->doc, node, "metric", &name) || !get_u64(r->doc, node, "event", &event) ||
	    event >= b->events.n || !get_u64(r->doc, node, "at", &at) || at >= r->shape->n_units)
		return wrong_at(r->err, "metrics", index, "has no name, event or unit");
	i = find_given(r, name, (int)event);
	if (!figure && i == b->n_given)
		add_given(r, node, name, (int)event);
	if (figure && json_document_double(r->doc, json_document_find(r->doc, node, "value"), &value))
		figure[at * b->n_given + i] = (struct figure){ .value = value, .exact = value,
							       .severity = severity_of(r, node) };
	if (b->n_given <= METRICS_MOST)
		return 0;
	return error_set(r->err, ERROR_LIMIT, 0, "the result has more than %d metrics", METRICS_MOST);
}

static int read_figures(struct given_reader *r, struct figure *figure, int object)
{
	size_t index = 0;

	for (int i = first_item(r->doc, object, "metrics"); i >= 0; i = r->doc->node[i].next)
		if (read_figure(r, figure, i, index++) < 0)
			return -1;
	return 0;
}

static struct figure *make_figures(const struct given_reader *r)
{
	size_t n = r->shape->n_units * r->b->n_given;
	struct figure *figure = mem_resize(NULL, n + 1, sizeof(*figure));

	for (size_t i = 0; i < n; i++)
		figure[i] = (struct figure){ .value = (double)NAN, .exact = (double)NAN };
	return figure;
}

static int read_all_figures(struct given_reader *r, int result, bool values)
{
	struct benchmark *b = r->b;
	int rc;
	size_t i = 0;

	if (values)
		b->figure = make_figures(r);
	rc = read_figures(r, b->figure, result);
	for (int node = first_item(r->doc, result, "intervals"); node >= 0 && rc == 0 && i < b->n_intervals;
	     node = r->doc->node[node].next, i++) {
		if (values)
			b->interval[i].figure = make_figures(r);
		rc = read_figures(r, b->interval[i].figure, node);
	}
	return rc;
}

static int read_metrics(struct benchmark *b, const struct json_document *doc, int result, struct error *err)
{
	static const struct table none;
	struct given_reader r = { .b = b, .doc = doc, .err = err, .shape = b->n_runs ? &b->run[0].total :
			    b->n_intervals ? &b->interval[0].table : &none };

	if (read_all_figures(&r, result, false) < 0)
		return -1;
	if (!b->n_given)
		return 0;
	if ((uint64_t)r.shape->n_units * b->n_given > FIGURES_MOST / (b->n_intervals + 1))
		return error_set(err, ERROR_LIMIT, 0,
				 "the result is too large: %zu metrics of %zu units in %zu intervals",
				 b->n_given, r.shape->n_units, b->n_intervals);
	return read_all_figures(&r, result, true);
}

/* --- the document ---------------------------------------------------------------------------------- */

static int read_result(struct benchmark *b, const struct json_document *doc, int result, struct error *err)
{
	const char *what;

	b->name = mem_copy_text(saved_json_text_of(doc, result, "name"));
	b->date = saved_json_copy(doc, result, "date");
	b->session_id = saved_json_copy(doc, result, "race");
	b->emulator = saved_json_copy(doc, result, "valgrind");
	b->emulated_cpu = saved_json_copy(doc, result, "valgrind_cpu");
	b->fixed = strcmp(saved_json_text_of(doc, result, "layout"), "fixed") == 0;
	b->version =
		saved_json_copy(doc, json_document_find(doc, result, "version") < 0 ? 0 : result, "version");
	members_read(&b->host, host_members, doc, json_document_find(doc, result, "host"));
	if (read_command(b, doc, result, err) < 0 || read_target(b, doc, result, err) < 0 ||
	    read_aggregation(b, doc, result, err) < 0 || read_events(b, doc, result, err) < 0 ||
	    read_runs(b, doc, result, err) < 0 || read_failed(b, doc, result, err) < 0)
		return -1;
	what = saved_where_read(&b->where, doc, json_document_find(doc, result, "where"));
	if (what)
		return error_set(err, ERROR_FORMAT, 0, "the result is not one of schema %s: where %s",
				 SCHEMA_NAME, what);
	benchmark_set_named(b);
	b->target.asked = &b->asked;
	read_notes(b, doc, result);
	if (saved_json_read_counts(b, doc, result, err) < 0)
		return -1;
	return read_metrics(b, doc, result, err);
}

static int read_results(struct benchmarks *bs, const struct json_document *doc, struct error *err)
{
	const char *schema = saved_json_text_of(doc, 0, "schema");
	int list;

	if (strcmp(schema, SCHEMA_NAME) != 0) {
		return error_set(err, ERROR_FORMAT, 0, *schema ? "it is of schema '%s', not %s" :
				 "it is JSON, but not a result of pstat: it has no schema%s%s", schema,
				 *schema ? SCHEMA_NAME : "");
	}
	list = list_of(doc, 0, "results", err);
	if (list < 0)
		return -1;
	bs->benchmark = mem_zeroed(doc->node[list].n, sizeof(*bs->benchmark));
	for (int node = doc->node[list].child; node >= 0; node = doc->node[node].next)
		if (read_result(&bs->benchmark[bs->n++], doc, node, err) < 0)
			return -1;
	return 0;
}

int saved_json_parse(struct benchmarks *bs, const char *text, size_t len, struct error *err)
{
	LOCAL(json_document) doc = {0};
	int rc;

	*bs = (struct benchmarks){0};
	rc = json_document_parse(&doc, text, len, err);
	if (rc == 0)
		rc = read_results(bs, &doc, err);
	if (rc < 0)
		benchmarks_release(bs);
	return rc;
}
