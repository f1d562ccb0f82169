/* SPDX-License-Identifier: MIT */
/*
 * Writes an object of schema pstat/1 on each line, for pipes and endless series.  A comparison does not
 * have the results of its sides.
 */
#include "base/stats.h"
#include "benchmark/benchmark.h"
#include "benchmark/report.h"
#include "benchmark/run_result.h"
#include "benchmark/saved_process.h"
#include "benchmark/saved_run.h"
#include "benchmark/schema_words.h"
#include "compare/comparison.h"
#include "event/event.h"
#include "event/event_label.h"
#include "format/format.h"
#include "format/json_parts.h"
#include "format/report_cells.h"
#include "format/report_parts.h"
#include "metric/metric.h"
#include "table/table.h"

/* --- a report -------------------------------------------------------------------------------------- */

static const char *const words[] = {
	[PART_INTERVAL] = "interval", [PART_RUN] = "run", [PART_MEAN] = "mean",
};

/* Which table the number belongs to. */
static void add_part(struct json_writer *j, const struct report_part *p)
{
	json_text(j, "of", words[p->kind]);
	json_parts_number(j, "run", p->run != 0, p->run);
	json_parts_number(j, "time_ns", !p->report.n_runs || !p->report.run->emulated,
			  (uint64_t)(p->report.time_s * 1e9 + 0.5));
}

static void ndjson_add_place(struct json_writer *j, const struct report_part *p, const struct report_cell *at)
{
	LOCAL(str) text = {0};

	report_cell_add_id(&text, at, &p->report);
	json_text(j, "id", str_text(&text));
	str_reset(&text);
	event_label_add_scope(&text, at->event);
	json_text(j, "scope", str_text(&text));
	json_text(j, "cgroup", at->event->cgroup < 0 ? NULL : report_cell_cgroup(at, &p->report));
}

static void ndjson_add_times(struct json_writer *j, const struct report_part *p, const struct report_cell *at)
{
	const struct cell mean = report_cell_mean(at, &p->report);
	bool known = at->event->tool == TOOL_NONE;

	json_parts_number(j, "enabled_ns", known, mean.enabled);
	json_parts_number(j, "running_ns", known, mean.running);
}

static void ndjson_add_count(struct str *out, const struct report_part *p, const struct report_cell *at)
{
	const struct cell *c = at->cell;
	bool counted = c->state == CELL_COUNTED;
	struct json_writer j = json_parts_line(out, "count");

	add_part(&j, p);
	json_u64(&j, "event", at->row);
	json_text(&j, "name", at->event->name);
	ndjson_add_place(&j, p, at);
	json_text(&j, "status", schema_states[c->state]);
	json_parts_number(&j, "value", counted, c->value);
	json_parts_number(&j, "raw", counted && p->kind != PART_MEAN, c->raw);
	ndjson_add_times(&j, p, at);
	if (event_is_emulated(at->event))
		json_bool(&j, "emulated", true);
	json_text(&j, "unit", at->event->unit);
	json_double(&j, "scale", at->event->scale);
	if (at->stats && at->stats->n > 1)
		json_double(&j, "stddev", stats_stddev(at->stats));
	json_parts_line_end(&j);
}

static void ndjson_add_metric(struct str *out, const struct report_part *p, const struct report_cell *at,
			      size_t i)
{
	size_t metric = (size_t)(&at->metric[i] - p->report.b->metrics.metric);
	struct json_writer j;

	if (!json_parts_has_metric(&p->report, metric, at->at))
		return;
	j = json_parts_line(out, "metric");
	add_part(&j, p);
	json_parts_metric(&j, &p->report, metric, &at->figure[i]);
	ndjson_add_place(&j, p, at);
	json_parts_line_end(&j);
}

static void ndjson_report_begin(struct str *out, const struct report *r, const struct style *s)
{
	struct json_writer j = json_parts_line(out, "start");

	(void)s;
	json_text(&j, "schema", SCHEMA_NAME);
	json_text(&j, "version", r->b->version);
	json_parts_head(&j, r);
	json_parts_line_end(&j);
}

static void ndjson_report_block(struct str *out, const struct report *r, const struct style *s)
{
	static const struct report_part_visitor visitor = { .count = ndjson_add_count,
							    .metric = ndjson_add_metric };

	report_parts_each(out, r, s, &visitor);
}

static void add_run(struct str *out, const char *type, size_t number, const struct run_result *run)
{
	struct json_writer j = json_parts_line(out, type);

	json_u64(&j, "run", number);
	saved_run_write(&j, run);
	json_parts_line_end(&j);
}

/* The facts of the runs come last. */
static void ndjson_report_end(struct str *out, const struct report *r, const struct style *s)
{
	struct report_part failed;
	struct json_writer j;

	(void)s;
	for (size_t i = 0; i < r->n_runs; i++)
		add_run(out, "run", r->run_index + i + 1, &r->run[i]);
	for (size_t i = 0; i < r->b->processes.n; i++) {
		j = json_parts_line(out, "process");
		json_u64(&j, "index", i);
		saved_process_write(&j, &r->b->processes.process[i], r->b->processes.by_task);
		json_parts_line_end(&j);
	}
	if (report_parts_failed(&failed, r))
		add_run(out, "failed-run", failed.run, failed.result);
	for (size_t i = 0; i < r->b->sum.notes.n; i++) {
		j = json_parts_line(out, "note");
		json_parts_note(&j, r, &r->b->sum.notes.note[i]);
		json_parts_line_end(&j);
	}
	j = json_parts_line(out, "end");
	json_parts_line_end(&j);
}

/* --- a comparison ---------------------------------------------------------------------------------- */

static void ndjson_add_lines(struct str *out, const struct comparison *cmp, const char *type, size_t n,
			     void (*add)(struct json_writer *, const struct comparison *, size_t))
{
	for (size_t i = 0; i < n; i++) {
		struct json_writer j = json_parts_line(out, type);

		add(&j, cmp, i);
		json_parts_line_end(&j);
	}
}

static void add_side_line(struct json_writer *j, const struct comparison *cmp, size_t i)
{
	json_u64(j, "side", i);
	json_parts_side(j, cmp, i);
}

static void ndjson_comparison_print(struct str *out, const struct comparison *cmp, const struct style *s)
{
	struct json_writer j = json_parts_line(out, "comparison");

	(void)s;
	json_text(&j, "schema", SCHEMA_NAME);
	json_text(&j, "version", cmp->side[0].report->version);
	json_parts_settings(&j, cmp);
	json_parts_line_end(&j);
	ndjson_add_lines(out, cmp, "side", cmp->n_sides, add_side_line);
	ndjson_add_lines(out, cmp, "row", cmp->n_rows, json_parts_row);
	ndjson_add_lines(out, cmp, "remark", cmp->n_notes, json_parts_remark);
	j = json_parts_line(out, "end");
	json_parts_line_end(&j);
}

/* --- the format ------------------------------------------------------------------------------------ */

extern const struct format format_ndjson;
const struct format format_ndjson = {
	.name = "ndjson",
	.flags = FORMAT_HOST | FORMAT_NOTES,
	.report =
		&(const struct report_format){
			.summary = "an object on each line, for -I and pipes",
			.begin = ndjson_report_begin,
			.block = ndjson_report_block,
			.end = ndjson_report_end,
		},
	.comparison =
		&(const struct comparison_format){
			.summary = "an object on each line",
			.print = ndjson_comparison_print,
		},
};
