/* SPDX-License-Identifier: MIT */
/*
 * Writes CSV by RFC 4180: one header line, always the same columns.
 *
 * A report has a line for each number.  The columns say what kind of number it is, of which run and time,
 * whose work it counts and where.  A missing count is empty, and its status says why.
 * A comparison has a line for each row of each side, with its change from the first side; an unknown value
 * is empty.
 *
 * With -I the facts of each run follow its intervals, even without --summary; ndjson has them, too.
 */
#include "format/csv.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/stats.h"
#include "base/utf8.h"
#include "benchmark/benchmark.h"
#include "benchmark/report.h"
#include "benchmark/run_result.h"
#include "benchmark/schema_words.h"
#include "event/event.h"
#include "event/event_label.h"
#include "format/comparison_document.h"
#include "format/format.h"
#include "format/report_cells.h"
#include "format/report_parts.h"
#include "format/style.h"
#include "metric/metric.h"
#include "table/table.h"

/* --- fields ---------------------------------------------------------------------------------------- */

/* A byte that is not UTF-8 becomes U+FFFD, as in JSON. */
static void add_quoted(struct str *out, const char *text, const char *separator)
{
	bool quoted = strpbrk(text, "\"\n\r") || (separator[0] && strstr(text, separator));
	size_t left = strlen(text);
	struct utf8_run run;

	str_add(out, quoted ? "\"" : "");
	while (utf8_next(&run, &text, &left))
		if (run.text[0] == '"')
			str_add(out, "\"\"");
		else
			str_add_n(out, run.text, run.len);
	str_add(out, quoted ? "\"" : "");
}

void csv_line_field(struct str *out, const char *text, const char *separator)
{
	LOCAL(str) shown = {0};
	size_t n = strlen(text);

	/* nearly every text */
	if (utf8_plain_length(text, n) == n && !(separator[0] && strstr(text, separator))) {
		str_add_n(out, text, n);
		return;
	}
	str_add_line(&shown, text);
	add_quoted(out, str_text(&shown), separator);
}

static void csv_add_field(struct str *out, const char *text)
{
	add_quoted(out, text, ",");
	str_add(out, ",");
}

/* --- a report -------------------------------------------------------------------------------------- */

enum column_group { COUNT, METRIC, FACT };

static const char *const kinds[][3] = {
	[PART_INTERVAL] = { "interval", "interval-metric", NULL },
	[PART_RUN]	= { "count",	"metric",	   "run" },
	[PART_MEAN]	= { "mean",	"mean-metric",	   "mean-run" },
	[PART_FAILED]	= { NULL,	NULL,		   "failed-run" },
};

/* Runs under valgrind have no time. */
static bool has_time(const struct report_part *p)
{
	return !p->report.n_runs || !p->report.run->emulated;
}

/* The columns before scope: kind, run and time. */
static void csv_add_start(struct str *out, const struct report_part *p, enum column_group group)
{
	str_addf(out, "%s,", kinds[p->kind][group]);
	if (p->run)
		str_addf(out, "%zu", p->run);
	if (has_time(p))
		str_addf(out, ",%.9f,", p->report.time_s);
	else
		str_add(out, ",,");
}

static void csv_add_place(struct str *out, const struct report_part *p, const struct report_cell *at)
{
	LOCAL(str) text = {0};

	event_label_add_scope(&text, at->event);
	csv_add_field(out, str_text(&text));
	str_reset(&text);
	report_cell_add_id(&text, at, &p->report);
	csv_add_field(out, str_text(&text));
	csv_add_field(out, report_cell_cgroup(at, &p->report));
}

static void csv_add_count(struct str *out, const struct report_part *p, const struct report_cell *at)
{
	const struct cell mean = report_cell_mean(at, &p->report);

	csv_add_start(out, p, COUNT);
	csv_add_place(out, p, at);
	csv_add_field(out, at->event->name);
	report_cell_add_value(out, at);
	str_add(out, ",");
	csv_add_field(out, at->event->unit);
	str_addf(out, "%s,", at->cell->state == CELL_COUNTED && event_is_emulated(at->event) ? "emulated" :
		 schema_states[at->cell->state]);
	if (at->event->tool == TOOL_NONE)
		str_addf(out, "%" PRIu64 ",%" PRIu64, mean.enabled, mean.running);
	else
		str_add(out, ",");
	str_add(out, "\n");
}

/* The name is that of the event; the metric is in the unit. */
static void csv_add_metric(struct str *out, const struct report_part *p, const struct report_cell *at,
			   size_t i)
{
	const struct metric *m = &at->metric[i];
	LOCAL(str) what = {0};

	if (!isfinite(at->figure[i].exact))
		return;
	csv_add_start(out, p, METRIC);
	csv_add_place(out, p, at);
	csv_add_field(out, at->event->name);
	str_add_double(out, at->figure[i].exact);
	str_add(out, ",");
	str_addf(&what, "%s%s%s", metric_unit(m), metric_unit(m)[0] ? " " : "", m->def->name);
	csv_add_field(out, str_text(&what));
	str_add(out, ",,\n");
}

static void csv_add_fact(struct str *out, const struct report_part *p, const char *name, double value,
			 const char *unit)
{
	csv_add_start(out, p, FACT);
	str_addf(out, ",,,%s,", name);
	str_add_double(out, value);
	str_addf(out, ",%s,,,\n", unit);
}

/* What a run has besides its counts. */
static void add_run(struct str *out, const struct report_part *p)
{
	const struct run_result *run = p->result;

	if (has_time(p))
		csv_add_fact(out, p, "wall", p->report.time_s, "s");
	if (run && run->round) {
		csv_add_fact(out, p, "round", (double)run->round, "");
		csv_add_fact(out, p, "set", (double)run->set, "");
	}
	if (!run || run->status < 0)
		return;
	for (const struct run_fact *f = run_facts; f->name; f++)
		if (f->of_command && isfinite(run_fact_value(f, run)))
			csv_add_fact(out, p, f->name, run_fact_value(f, run), f->csv_unit);
	csv_add_fact(out, p, "exit-status", run_result_exit_status(run), "");
}

static void csv_report_begin(struct str *out, const struct report *r, const struct style *s)
{
	(void)s;
	if (r->place.again)
		return;
	str_add(out, "kind,run,time_s,scope,id,cgroup,name,value,unit,status,enabled_ns,running_ns\n");
}

static void csv_report_block(struct str *out, const struct report *r, const struct style *s)
{
	static const struct report_part_visitor visitor = { csv_add_count, csv_add_metric, add_run };

	report_parts_each(out, r, s, &visitor);
}

/* With intervals there may be no totals, but each run has facts. */
static void csv_report_end(struct str *out, const struct report *r, const struct style *s)
{
	struct report_part p;

	if (s->metric_only)
		return;
	for (size_t i = 0; !r->total && i < r->n_runs; i++) {
		report_parts_run(&p, r, i);
		add_run(out, &p);
	}
	if (report_parts_failed(&p, r))
		add_run(out, &p);
}

/* --- a comparison ---------------------------------------------------------------------------------- */

static void csv_add_number(struct str *out, double value)
{
	if (isfinite(value))
		str_add_double(out, value);
	str_add(out, ",");
}

static void csv_add_change(struct str *out, const struct change *c)
{
	csv_add_number(out, c->estimate);
	csv_add_number(out, c->interval.low);
	csv_add_number(out, c->interval.high);
}

static void csv_add_spread(struct str *out, const struct summary *s)
{
	str_addf(out, "%zu,", s->n);
	csv_add_number(out, s->median);
	csv_add_number(out, s->interval.low);
	csv_add_number(out, s->interval.high);
	csv_add_number(out, s->min);
	csv_add_number(out, s->max);
	csv_add_number(out, s->mad);
	if (s->n)
		str_addf(out, "%zu", s->outliers);
	str_add(out, ",");
}

static void csv_add_comparison(struct str *out, const struct row_comparison *c)
{
	static const struct interval none = { (double)NAN, (double)NAN };
	static const struct change unknown = { (double)NAN, { (double)NAN, (double)NAN } };

	csv_add_change(out, c ? &c->relative : &unknown);
	csv_add_change(out, c ? &c->absolute : &unknown);
	csv_add_number(out, c ? c->level : none.low);
	str_addf(out, "%s,", c && c->path != COMPARE_NONE ? compare_paths[c->path] : "");
	csv_add_number(out, c ? c->p_worse : none.low);
	csv_add_number(out, c ? c->p_within : none.low);
	csv_add_number(out, c ? c->threshold.relative : none.low);
	csv_add_number(out, c ? c->threshold.absolute : none.low);
	csv_add_number(out, c ? c->threshold.cap : none.low);
	str_addf(out, "%s,", c ? compare_verdicts[c->verdict].code : "");
	str_add(out, c && c->reason != REASON_NONE ? compare_reasons[c->reason].code : "");
}

static void csv_add_line(struct str *out, const struct comparison *cmp, size_t side, size_t row)
{
	const struct sample_row *of = cmp->row[row].of;
	LOCAL(str) name = {0};

	comparison_add_id(&name, cmp, side);
	str_addf(out, "%zu,", side);
	csv_add_field(out, str_text(&name));
	csv_add_field(out, of->name);
	str_addf(out, "%s,%s,", sample_kinds[of->kind], sample_classes[of->class]);
	csv_add_field(out, of->unit);
	str_addf(out, "%s,%zu,", sample_betters[of->better], cmp->side[side].n_rounds);
	csv_add_spread(out, &cmp->row[row].spread[side]);
	csv_add_comparison(out, comparison_row(cmp, side, row));
	str_add(out, "\n");
}

enum { LINES };		/* parts */

static void csv_add_to_document(struct comparison_document *doc, const struct comparison *cmp,
				const struct style *s)
{
	(void)s;
	for (size_t row = 0; row < cmp->n_rows; row++)
		for (size_t side = 0; side < cmp->n_sides; side++)
			csv_add_line(&doc->part[LINES], cmp, side, row);
}

static void csv_comparison_end(struct str *out, const struct comparison_document *doc)
{
	str_add(out, "side,benchmark,name,kind,class,unit,better,rounds,n,median,low,high,min,max,mad,"
		"outliers,change,change_low,change_high,difference,difference_low,difference_high,level,by,"
		"p_worse,p_within,limit_relative,limit_absolute,limit_cap,verdict,reason\n");
	comparison_document_add_part(out, doc, LINES);
}

/* --- the format ------------------------------------------------------------------------------------ */

extern const struct format format_csv;
const struct format format_csv = {
	.name = "csv",
	.flags = FORMAT_SINGLE,
	.report =
		&(const struct report_format){
			.summary = "a header and a line for each number, RFC 4180",
			.begin = csv_report_begin,
			.block = csv_report_block,
			.end = csv_report_end,
		},
	.comparison =
		&(const struct comparison_format){
			.summary = "a header and a line for each row of each side, RFC 4180",
			.add = csv_add_to_document,
			.end = csv_comparison_end,
		},
};
