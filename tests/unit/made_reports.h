/* SPDX-License-Identifier: MIT */
/* made_reports.h - reports made by hand, of any shape, for tests of formats. */
#ifndef UNIT_MADE_REPORTS_H
#define UNIT_MADE_REPORTS_H

#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "base/stats.h"
#include "benchmark/report.h"
#include "benchmark/run_result.h"
#include "event/event.h"
#include "format/format.h"
#include "format/style.h"
#include "host/facts.h"
#include "host/target.h"
#include "benchmark/benchmark.h"
#include "metric/metric.h"
#include "table/table.h"

enum { SHAPED_EVENTS = 6, SHAPED_UNITS = 3, SHAPED_RUNS = 4 };

struct shaped_event {
	const char *name, *unit;	/* unit NULL: "" */
	double scale;			/* 0: 1 */
	int cgroup;			/* from 1; 0: none */
	bool user;			/* :u */
};

struct shaped_cell {
	uint64_t value;
	double noise_pct;		/* with several runs */
	uint64_t enabled, running;
	enum cell_state state;		/* 0: counted */
};

struct shaped {
	struct shaped_event event[SHAPED_EVENTS + 1];
	struct shaped_cell cell[SHAPED_EVENTS * SHAPED_UNITS];	/* unit by unit */
	size_t units;			/* 0: 1, the total; else CPUs, or whatever mode says */
	enum aggr_mode mode;
	const char *argv[4];		/* empty: true */
	const char *name;
	struct target_opts asked;
	double elapsed[SHAPED_RUNS];	/* of each run, in seconds; the first is 0: 1 */
	double user, sys;
	size_t runs;			/* 0: 1 */
	int status;			/* of the last run */
	bool interval, summary;
	double time_s;
	unsigned index;
	const struct host_facts *host;
	struct note note[3];		/* ends with an empty text */
	struct style style;
	const char *want;
};

static struct cgroup shaped_cgroups[] = {
	{ (char *)(uintptr_t)"a.slice", -1 }, { (char *)(uintptr_t)"b|\"c\\_d\n\xff", -1 },
};

static inline size_t shaped_events(struct event *event, const struct shaped *m)
{
	size_t n = 0;

	for (; m->event[n].name; n++) {
		const struct shaped_event *e = &m->event[n];

		event[n] = (struct event){
			.name = (char *)(uintptr_t)e->name, .unit = (char *)(uintptr_t)(e->unit ? e->unit : ""),
			.known = event_name_find(e->name), .scale = e->scale > 0 ? e->scale : 1, .cgroup = e->cgroup - 1,
			.leader = (int)n, .row = (int)n, .attr.head.exclude_kernel = e->user,
			.attr.head.exclude_hv = e->user,
		};
	}
	return n;
}

static inline void shaped_table(struct table *t, struct stats *stats, const struct shaped *m, const struct events *events)
{
	size_t units = m->units ? m->units : 1;

	*t = (struct table){ .n_units = units, .n_rows = events->n,
			     .cell = mem_resize(NULL, units * events->n, sizeof(*t->cell)),
			     .unit = mem_resize(NULL, units, sizeof(*t->unit)) };
	for (size_t u = 0; u < units; u++)
		t->unit[u] = (struct unit){ .cpu = (int)u, .core = (int)u, .thread = (int)u };
	for (size_t i = 0; i < units * events->n; i++) {
		const struct shaped_cell *c = &m->cell[i];
		double error = c->noise_pct / 100 * (double)c->value, n = (double)m->runs;

		t->cell[i] = (struct cell){
			.state = c->state == CELL_ABSENT ? CELL_COUNTED : c->state, .value = c->value, .raw = c->value,
			.enabled = c->enabled, .running = c->running, .members = 2,
			.shown = (double)c->value * events->event[i % events->n].scale,
		};
		stats[i] = (struct stats){ .n = t->cell[i].state == CELL_COUNTED ? m->runs : 0,
					   .mean = (double)c->value, .m2 = error * error * n * (n - 1) };
	}
}

/* Each has counted the same; the table is borrowed. */
static inline void shaped_runs(struct run_result *run, struct stats *elapsed, const struct shaped *m, const struct table *t)
{
	*elapsed = (struct stats){0};
	for (size_t i = 0; i < SHAPED_RUNS; i++) {
		double s = m->elapsed[0] > 0 ? m->elapsed[i] : 1;

		run_result_init(&run[i]);
		run[i].total = *t;
		run[i].elapsed_ns = (uint64_t)llround(s * 1e9);
		run[i].status = i + 1 >= m->runs ? m->status : 0;
		if (run[i].status >= 0) {
			run[i].max_rss_bytes = 2048 * 1024;
			run[i].user_ns = (uint64_t)llround(m->user * 1e9);
			run[i].system_ns = (uint64_t)llround(m->sys * 1e9);
		}
		if (i < m->runs)
			stats_add(elapsed, s);
	}
}

static inline void shaped_format(struct str *out, const struct shaped *m, const struct report *r, const char *format)
{
	const struct report_format *printer = format_find(format, FORMAT_REPORT)->report;

	if (printer->begin && !m->index && !m->summary)
		printer->begin(out, r, &m->style);
	printer->block(out, r, &m->style);
	if (r->total)
		printer->end(out, r, &m->style);
}

static inline void shaped_print(struct str *out, const struct shaped *m, const char *format)
{
	static const char *const nothing[] = { "true", NULL };
	static struct thread thread[] = { { 0, 0, "" }, { 7, 7, "a|b" }, { 8, 7, "\xff\"" } };
	struct event event[SHAPED_EVENTS];
	struct benchmark b = {
		.version = (char *)(uintptr_t)"1.2", .argv = (char **)(uintptr_t)(m->argv[0] ? m->argv : nothing),
		.host = m->host ? *m->host : (struct host_facts){0}, .aggr = { .mode = m->mode },
		.events = { event, shaped_events(event, m) },
		.target = { .asked = &m->asked, .cgroups = { .cgroup = shaped_cgroups, .n = 2 },
			    .thread = thread, .n_threads = m->mode == AGGR_THREAD ? 3 : m->asked.system_wide ? 0 : 1 },
	};
	struct stats stats[SHAPED_EVENTS * SHAPED_UNITS], elapsed;
	struct run_result run[SHAPED_RUNS];
	struct error err = ERROR_INIT;
	struct table t;
	const struct report r = {
		.b = &b, .version = "1.2", .name = m->name, .table = &t,
		.stats = m->runs > 1 ? stats : NULL, .elapsed = m->runs > 1 ? &elapsed : NULL, .run = run,
		.n_runs = m->interval ? 0 : m->runs ? m->runs : 1,
		.time_s = m->time_s, .place.interval_index = m->index, .total = !m->interval, .place.summary = m->summary,
	};

	for (size_t i = 0; i < 3 && m->note[i].text[0]; i++)
		notes_add(&b.sum.notes, m->note[i].kind, m->note[i].event, "%s", m->note[i].text);
	assert_int_equal(metrics_select(&b.metrics, &b.events, &err), 0);
	shaped_table(&t, stats, m, &b.events);
	shaped_runs(run, &elapsed, m, &t);
	metrics_eval(&t, &b.metrics, &b.events, 1e9);
	shaped_format(out, m, &r, format);
	table_release(&t);
	metrics_release(&b.metrics);
	notes_release(&b.sum.notes);
}

static inline void shaped_check(const struct shaped *cases, size_t n, const char *format)
{
	for (size_t i = 0; i < n; i++) {
		struct str out = {0};

		shaped_print(&out, &cases[i], format);
		assert_string_equal(out.text, cases[i].want);
		str_release(&out);
	}
}

#endif
