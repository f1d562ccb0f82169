/* SPDX-License-Identifier: MIT */
/*
 * Writes one document of schema pstat/1, for programs and for saving.
 *
 * A report has everything that was measured.  A comparison has the results of all sides, as `pstat report`
 * reads them, and then how they differ.  Values are in the unit of their row: times in seconds, sizes in
 * bytes.
 *
 * A count has no scale applied, unlike in csv and openmetrics.  The run whose failure ended the series is
 * `failed_run` (`failed-run` in csv and ndjson), so that readers do not include it in a mean.  With -I there
 * are always totals, because a saved document is complete.
 */
#include <math.h>
#include <string.h>

#include "base/stats.h"
#include "benchmark/benchmark.h"
#include "benchmark/report.h"
#include "benchmark/run_result.h"
#include "benchmark/saved_event.h"
#include "benchmark/saved_process.h"
#include "benchmark/saved_run.h"
#include "benchmark/saved_where.h"
#include "benchmark/schema_words.h"
#include "event/event.h"
#include "format/comparison_document.h"
#include "format/format.h"
#include "format/json_parts.h"
#include "format/report_cells.h"
#include "metric/metric.h"
#include "table/table.h"

/* --- a report -------------------------------------------------------------------------------------- */

enum { IN_RESULTS = 2, IN_INTERVALS = 4 };	/* how many brackets are open there */

static const struct cell *cell_of(const struct table *t, size_t unit, size_t row)
{
	return table_cell(t, unit * t->n_rows + row);
}

/* --- a row of counts ------------------------------------------------------------------------------- */

static void row_start(struct json_writer *j, const struct report *r, size_t unit, size_t row)
{
	const struct cell *c = cell_of(r->table, unit, row);
	const struct event *e = &r->b->events.event[row];
	const struct report_cell p = { e, &r->table->unit[unit], c, row, unit };
	LOCAL(str) id = {0};

	report_cell_add_id(&id, &p, r);
	json_open(j, NULL, '{');
	json_u64(j, "event", row);
	json_text(j, "name", e->name);
	json_u64(j, "at", unit);
	json_text(j, "id", str_text(&id));
	json_text(j, "status", schema_states[c->state]);
}

enum field { VALUE, RAW, ENABLED, RUNNING };

static void json_add_number(struct json_writer *j, const char *key, const struct cell *c, enum field field,
			    bool own_clock)
{
	const uint64_t number[] = {
		[VALUE] = c->value, [RAW] = c->raw, [ENABLED] = c->enabled, [RUNNING] = c->running,
	};

	bool known = field <= RAW ? c->state == CELL_COUNTED : c->state != CELL_ABSENT && !own_clock;

	json_parts_number(j, key, known, number[field]);
}

static const struct { const char *key; enum field field; } fields[] = {
	{ "value", VALUE }, { "raw", RAW }, { "enabled_ns", ENABLED }, { "running_ns", RUNNING },
};

static void interval_row(struct json_writer *j, const struct report *r, size_t unit, size_t row)
{
	const struct cell *c = cell_of(r->table, unit, row);

	row_start(j, r, unit, row);
	for (size_t f = 0; f < sizeof(fields) / sizeof(*fields); f++)
		json_add_number(j, fields[f].key, c, fields[f].field,
				r->b->events.event[row].tool != TOOL_NONE);
	json_u64(j, "members", c->members);
	json_close(j, '}');
}

/* The values of each run, and those of all runs. */
static void total_row(struct json_writer *j, const struct report *r, size_t unit, size_t row)
{
	const struct cell *mean = cell_of(r->table, unit, row);
	const struct stats *s = r->stats ? &r->stats[unit * r->table->n_rows + row] : NULL;

	row_start(j, r, unit, row);
	for (size_t f = 0; f < sizeof(fields) / sizeof(*fields); f++) {
		json_open(j, fields[f].key, '[');
		for (size_t i = 0; i < r->n_runs; i++)
			json_add_number(j, NULL, cell_of(&r->run[i].total, unit, row), fields[f].field,
					r->b->events.event[row].tool != TOOL_NONE);
		json_close(j, ']');
	}
	json_u64(j, "members", mean->members);
	json_add_number(j, "mean", mean, VALUE, false);
	json_double(j, "stddev", s && s->n > 1 ? stats_stddev(s) : (double)NAN);
	json_close(j, '}');
}

static void json_add_rows(struct json_writer *j, const struct report *r,
			  void (*add)(struct json_writer *, const struct report *, size_t unit, size_t row))
{
	const struct table *t = r->table;

	json_open_lines(j, "counts", '[');
	for (size_t row = 0; row < t->n_rows; row++)
		for (size_t unit = 0; unit < t->n_units; unit++)
			if (cell_of(t, unit, row)->state != CELL_ABSENT)
				add(j, r, unit, row);
	json_close(j, ']');
}

static void json_add_metrics(struct json_writer *j, const struct report *r)
{
	const struct table *t = r->table;
	size_t n = t->n_metrics;	/* 0: they were not evaluated */

	json_open_lines(j, "metrics", '[');
	for (size_t m = 0; m < n; m++)
		for (size_t unit = 0; unit < t->n_units; unit++) {
			if (!json_parts_has_metric(r, m, unit))
				continue;
			json_open(j, NULL, '{');
			json_parts_metric(j, r, m, &t->figure[unit * n + m]);
			json_u64(j, "at", unit);
			json_close(j, '}');
		}
	json_close(j, ']');
}

/* --- the document ---------------------------------------------------------------------------------- */

/* Only if it differs from that of the document. */
static void add_version(struct json_writer *j, const struct report *r)
{
	if (!r->version || (r->b->version && strcmp(r->b->version, r->version) == 0))
		return;
	json_text(j, "version", r->b->version);
}

static void begin_document(struct json_writer *j, const char *version)
{
	json_open_lines(j, NULL, '{');
	json_text(j, "schema", SCHEMA_NAME);
	json_text(j, "version", version);
	json_open_lines(j, "results", '[');
}

static void json_report_begin(struct str *out, const struct report *r, const struct style *s)
{
	struct json_writer j = { .out = out, .lines = JSON_LINES };

	(void)s;
	if (!r->place.entry)
		begin_document(&j, r->version);
	j.depth = IN_RESULTS;
	j.comma = r->place.entry > 0;
	json_open_lines(&j, NULL, '{');
	add_version(&j, r);
	json_parts_head(&j, r);
	json_open_lines(&j, "intervals", '[');
}

/* Writes only intervals: the rest is not known yet. */
static void json_report_block(struct str *out, const struct report *r, const struct style *s)
{
	struct json_writer j = { .out = out, .depth = IN_INTERVALS, .lines = JSON_LINES,
				 .comma = r->place.interval_index > 0 };

	(void)s;
	if (r->total || r->own_units)
		return;
	json_open_lines(&j, NULL, '{');
	json_u64(&j, "run", r->run_index - r->place.first_run + 1);
	json_u64(&j, "end_ns", (uint64_t)(r->time_s * 1e9 + 0.5));
	json_u64(&j, "counted_ns", r->counted_ns);
	json_add_rows(&j, r, interval_row);
	json_add_metrics(&j, r);
	json_close(&j, '}');
}

static void add_list(struct json_writer *j, const struct report *r, const char *key, size_t n,
		     void (*add)(struct json_writer *, const struct report *, size_t))
{
	json_open_lines(j, key, '[');
	for (size_t i = 0; i < n; i++) {
		json_open(j, NULL, '{');
		add(j, r, i);
		json_close(j, '}');
	}
	json_close(j, ']');
}

static void json_add_run(struct json_writer *j, const struct report *r, size_t i)
{
	saved_run_write(j, &r->run[i]);
}

static void json_add_failed(struct json_writer *j, const struct report *r)
{
	if (!r->b->failed) {
		json_null(j, "failed_run");
		return;
	}
	json_open(j, "failed_run", '{');
	saved_run_write(j, r->b->failed);
	json_close(j, '}');
}

static void json_add_event(struct json_writer *j, const struct report *r, size_t i)
{
	saved_event_write(j, r->b, i);
}

static void json_add_process(struct json_writer *j, const struct report *r, size_t i)
{
	saved_process_write(j, &r->b->processes.process[i], r->b->processes.by_task);
}

static void json_add_note(struct json_writer *j, const struct report *r, size_t i)
{
	json_parts_note(j, r, &r->b->sum.notes.note[i]);
}

static void json_report_end(struct str *out, const struct report *r, const struct style *s)
{
	struct json_writer j = { .out = out, .depth = IN_INTERVALS, .lines = JSON_LINES,
				 .comma = r->place.interval_index > 0 };
	static const struct table none;
	struct report all = *r;

	(void)s;
	if (!r->n_runs)		/* no run was complete */
		all.table = &none;
	json_close(&j, ']');
	add_list(&j, r, "runs", r->n_runs, json_add_run);
	json_add_failed(&j, r);
	add_list(&j, r, "events", r->b->events.n, json_add_event);
	if (aggr_is_of_processes(report_cells_mode(r)))
		add_list(&j, r, "processes", r->b->processes.n, json_add_process);
	add_list(&j, &all, "units", all.table->n_units, json_parts_unit);
	json_add_rows(&j, &all, total_row);
	json_add_metrics(&j, &all);
	saved_where_write(&j, &r->b->where);
	add_list(&j, r, "notes", r->b->sum.notes.n, json_add_note);
	json_close(&j, '}');
	if (r->place.entry + 1 < r->place.n_entries)
		return;
	json_close(&j, ']');
	json_close(&j, '}');
	str_add(out, "\n");
}

/* --- a comparison ---------------------------------------------------------------------------------- */

enum { IN_LIST = 2 };			/* how many brackets are open there */
enum { RESULTS, COMPARISONS, LEFT_OUT };	/* parts */

/* Adds the nth result.  It pretends that another one follows, so that the list stays open. */
static void json_add_result(struct str *out, const struct comparison *cmp, size_t side, size_t nth,
			    const struct style *s)
{
	struct report r = *cmp->side[side].report;

	r.place.entry = nth;
	r.place.n_entries = nth + 2;
	json_report_begin(out, &r, s);
	json_report_end(out, &r, s);
}

static void add_objects(struct json_writer *j, const struct comparison *cmp, const char *key, size_t n,
			void (*add)(struct json_writer *, const struct comparison *, size_t))
{
	json_open_lines(j, key, '[');
	for (size_t i = 0; i < n; i++) {
		json_open(j, NULL, '{');
		add(j, cmp, i);
		json_close(j, '}');
	}
	json_close(j, ']');
}

/* The name of each side, and the index of its result. */
static void json_add_sides(struct json_writer *j, const struct comparison *cmp, size_t first)
{
	json_open_lines(j, "sides", '[');
	for (size_t i = 0; i < cmp->n_sides; i++) {
		json_open(j, NULL, '{');
		json_u64(j, "side", i);
		json_u64(j, "result", first + i);
		json_parts_side(j, cmp, i);
		json_close(j, '}');
	}
	json_close(j, ']');
}

static void json_add_to_document(struct comparison_document *doc, const struct comparison *cmp,
				 const struct style *s)
{
	struct json_writer j = { .out = &doc->part[COMPARISONS], .depth = IN_LIST, .lines = JSON_LINES,
				 .comma = doc->n > 0 };

	for (size_t i = 0; i < cmp->n_sides; i++)
		json_add_result(&doc->part[RESULTS], cmp, i, doc->n_sides + i, s);
	json_open_lines(&j, NULL, '{');
	json_parts_settings(&j, cmp);
	json_add_sides(&j, cmp, doc->n_sides);
	add_objects(&j, cmp, "rows", cmp->n_rows, json_parts_row);
	add_objects(&j, cmp, "notes", cmp->n_notes, json_parts_remark);
	json_close(&j, '}');
}

static void json_add_left_out(struct comparison_document *doc, const struct left_out *b)
{
	struct str *part = &doc->part[LEFT_OUT];
	struct json_writer j = { .out = part, .depth = IN_LIST, .lines = JSON_LINES, .comma = part->len > 0 };

	json_open(&j, NULL, '{');
	json_text(&j, "name", b->name);
	json_text(&j, "why", left_out_why(b));
	json_close(&j, '}');
}

static void json_comparison_end(struct str *out, const struct comparison_document *doc)
{
	struct json_writer j = { .out = out, .lines = JSON_LINES };

	if (!doc->n)
		begin_document(&j, PSTAT_VERSION);
	j.depth = IN_LIST;
	j.comma = doc->n > 0;
	comparison_document_add_part(out, doc, RESULTS);
	json_close(&j, ']');
	json_open_lines(&j, "comparisons", '[');
	comparison_document_add_part(out, doc, COMPARISONS);
	j.comma = doc->n > 0;
	json_close(&j, ']');
	if (doc->part[LEFT_OUT].len) {
		json_open_lines(&j, "left_out", '[');
		comparison_document_add_part(out, doc, LEFT_OUT);
		j.comma = true;
		json_close(&j, ']');
	}
	json_close(&j, '}');
	str_add(out, "\n");
}

/* --- the format ------------------------------------------------------------------------------------ */

extern const struct format format_json;
const struct format format_json = {
	.name = "json",
	.flags = FORMAT_WHOLE | FORMAT_ALONE | FORMAT_HOST | FORMAT_NOTES,
	.report =
		&(const struct report_format){
			.summary = "one document, schema pstat/1",
			.begin = json_report_begin,
			.block = json_report_block,
			.end = json_report_end,
		},
	.comparison =
		&(const struct comparison_format){
			.summary = "one document, schema pstat/1: the results and their comparison",
			.add = json_add_to_document,
			.end = json_comparison_end,
			.left_out = json_add_left_out,
		},
	.trend = &trend_json,
};
