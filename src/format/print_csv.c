/* SPDX-License-Identifier: MIT */
/*
 * CSV as RFC 4180 has it: one header line, always the same columns, a line for each number.
 *
 * The columns say of a number what kind it is, of which run and time, whose work it counts
 * and where; a count that is not there is empty, and its status says why.
 */
#include <inttypes.h>
#include <math.h>

#include "calc/metric.h"
#include "calc/stats.h"
#include "calc/table.h"
#include "event/event.h"
#include "event/label.h"
#include "format/format.h"
#include "out/csv.h"
#include "out/parts.h"
#include "out/pieces.h"
#include "out/places.h"
#include "out/report.h"
#include "out/result.h"
#include "out/style.h"

enum column_group { COUNT, METRIC, FACT };

static const char *const kinds[][3] = {
	[PART_INTERVAL] = { "interval", "interval-metric", NULL },
	[PART_RUN]	= { "count",	"metric",	   "run" },
	[PART_MEAN]	= { "mean",	"mean-metric",	   "mean-run" },
	[PART_FAILED]	= { NULL,	NULL,		   "failed-run" },
};

static void add_field(struct str *out, const char *text)
{
	csv_field(out, text, ",");
	str_add(out, ",");
}

/* Up to id: what the number is of. */
static void add_start(struct str *out, const struct part *p, enum column_group group)
{
	str_addf(out, "%s,", kinds[p->kind][group]);
	if (p->run)
		str_addf(out, "%zu", p->run);
	str_addf(out, ",%.9f,", p->report.time_s);
}

static void add_place(struct str *out, const struct part *p, const struct place *at)
{
	struct str text = {0};

	str_add(&text, "");
	label_add_scope(&text, at->event);
	add_field(out, text.text);
	str_reset(&text);
	place_add_id(&text, at, &p->report);
	add_field(out, text.text);
	add_field(out, place_cgroup(at, &p->report));
	str_release(&text);
}

static void add_value(struct str *out, const struct place *at)
{
	if (at->cell->state != CELL_COUNTED)
		return;
	if (at->event->scale < 1 || at->event->scale > 1)
		str_add_double(out, at->cell->shown);
	else
		str_addf(out, "%" PRIu64, at->cell->value);
}

static void add_count(struct str *out, const struct part *p, const struct place *at)
{
	const struct cell mean = place_mean(at, &p->report);

	add_start(out, p, COUNT);
	add_place(out, p, at);
	add_field(out, at->event->name);
	add_value(out, at);
	str_add(out, ",");
	add_field(out, at->event->unit);
	str_addf(out, "%s,", pieces_states[at->cell->state]);
	if (at->event->tool == TOOL_NONE)
		str_addf(out, "%" PRIu64 ",%" PRIu64, mean.enabled, mean.running);
	else
		str_add(out, ",");
	str_add(out, "\n");
}

/* What it is of is its name, what it is its unit. */
static void add_metrics(struct str *out, const struct part *p, const struct place *at)
{
	const struct metrics *ms = p->report.metrics;
	struct str what = {0};

	for (size_t i = metrics_first(ms, (int)at->row); metrics_is_of(ms, i, (int)at->row); i++) {
		const struct metric *m = &ms->metric[i];
		const struct figure *f = &p->report.table->figure[at->at * ms->n + i];

		if (!isfinite(f->exact))
			continue;
		add_start(out, p, METRIC);
		add_place(out, p, at);
		add_field(out, at->event->name);
		str_add_double(out, f->exact);
		str_add(out, ",");
		str_reset(&what);
		str_addf(&what, "%s%s%s", metric_unit(m), metric_unit(m)[0] ? " " : "", m->def->name);
		add_field(out, what.text);
		str_add(out, ",,\n");
	}
	str_release(&what);
}

static void add_fact(struct str *out, const struct part *p, const char *name, double value, const char *unit)
{
	add_start(out, p, FACT);
	str_addf(out, ",,,%s,", name);
	str_add_double(out, value);
	str_addf(out, ",%s,,,\n", unit);
}

/* What is known of a run beside its counts. */
static void add_run(struct str *out, const struct part *p)
{
	const struct result *run = p->result;

	add_fact(out, p, "wall", p->report.time_s, "s");
	if (run && run->round) {
		add_fact(out, p, "round", (double)run->round, "");
		add_fact(out, p, "set", (double)run->set, "");
	}
	if (!run || run->status < 0)
		return;
	add_fact(out, p, "user", result_user_s(run), "s");
	add_fact(out, p, "sys", result_system_s(run), "s");
	add_fact(out, p, "max-rss", (double)result_max_rss(run), "bytes");
	add_fact(out, p, "exit-status", result_exit_status(run), "");
}

static void add_part(struct str *out, const struct part *p, const struct style *s)
{
	struct places ps;

	places_list(&ps, &p->report);
	for (size_t i = 0; i < ps.n; i++) {
		if (!s->metric_only)
			add_count(out, p, &ps.place[i]);
		add_metrics(out, p, &ps.place[i]);
	}
	places_release(&ps);
	if (p->kind != PART_INTERVAL && !s->metric_only)
		add_run(out, p);
}

static void csv_begin(struct str *out, const struct report *r, const struct style *s)
{
	(void)s;
	if (r->again)
		return;
	str_add(out, "kind,run,time_s,scope,id,cgroup,name,value,unit,status,enabled_ns,running_ns\n");
}

static void csv_block(struct str *out, const struct report *r, const struct style *s)
{
	parts_each(out, r, s, add_part);
}

/* With intervals there may be no totals, but what is known of the runs. */
static void csv_end(struct str *out, const struct report *r, const struct style *s)
{
	struct part p;

	if (s->metric_only)
		return;
	for (size_t i = 0; !r->total && i < r->n_runs; i++) {
		parts_run(&p, r, i);
		add_run(out, &p);
	}
	if (parts_failed(&p, r))
		add_run(out, &p);
}

extern const struct report_format print_csv;
const struct report_format print_csv = {
	.summary = "a header and a line for each number, RFC 4180",
	.begin   = csv_begin,
	.block   = csv_block,
	.end     = csv_end,
};
