/* SPDX-License-Identifier: MIT */
/* printed_table.h - made-up counts as the table for people, for tests of it. */
#ifndef UNIT_PRINTED_TABLE_H
#define UNIT_PRINTED_TABLE_H

#include <math.h>

#include "base/mem.h"
#include "base/stats.h"
#include "benchmark/report.h"
#include "benchmark/run_result.h"
#include "event/event.h"
#include "event/resolver.h"
#include "event/spec.h"
#include "format/format.h"
#include "format/style.h"
#include "host/machine.h"
#include "benchmark/benchmark.h"
#include "metric/metric.h"
#include "made_root.h"
#include "table/table.h"

enum { PAGE_ROWS = 24, PAGE_RUNS = 4 };

struct page_row {		/* what was counted of one event, in order */
	uint64_t value;
	double noise_pct;		/* with several runs */
	uint64_t enabled, running;	/* 0: both the same */
	enum cell_state state;		/* 0: counted */
};

#define NOT_SUPPORTED	{ .state = CELL_NOT_SUPPORTED }
#define NOT_COUNTED	{ .state = CELL_NOT_COUNTED }
#define STARVED		{ .state = CELL_NOT_COUNTED, .enabled = 100 }

struct page {
	const char *events;
	const char *argv[4];		/* empty: true */
	struct page_row row[PAGE_ROWS];
	double elapsed, user, sys;	/* seconds */
	size_t runs;			/* 0: 1 */
	double elapsed_noise_pct;
	struct style style;
	bool interval;			/* the rows alone; elapsed: its length */
	double time_s;
	unsigned index;
	const char *want;
};

#define PAGE_HEAD "\n Performance counter stats for 'true':\n\n"
#define PAGE_HEAD_BOLD "\n \033[1mPerformance counter stats for 'true':\033[m\n\n"

/* A mean of n runs whose standard error is so many percent of it. */
static inline struct stats page_spread(double mean, double pct, size_t n)
{
	double error = pct / 100 * mean;

	return (struct stats){ .n = n, .mean = mean, .m2 = error * error * (double)n * (double)(n - 1) };
}

static inline void page_fill(struct table *t, struct stats *stats, const struct page *p,
			     const struct events *events)
{
	*t = (struct table){ .n_units = 1, .n_rows = events->n, .cell = mem_resize(NULL, events->n, sizeof(*t->cell)),
			     .unit = mem_resize(NULL, 1, sizeof(*t->unit)) };
	t->unit[0] = (struct unit){ .cpu = UNIT_NONE };
	for (size_t i = 0; i < events->n; i++) {
		const struct page_row *r = &p->row[i];
		bool counted = r->state == CELL_ABSENT || r->state == CELL_COUNTED;

		t->cell[i] = (struct cell){
			.state = counted ? CELL_COUNTED : r->state, .value = r->value, .raw = r->value,
			.enabled = r->enabled, .running = r->running,
			.shown = (double)r->value * events->event[i].scale,
		};
		stats[i] = page_spread((double)r->value, r->noise_pct, counted ? p->runs : 0);
	}
}

static inline void page_print_events(struct str *out, const struct page *p, const struct events *events,
				     const struct metrics *metrics)
{
	static const char *const nothing[] = { "true", NULL };
	struct stats stats[PAGE_ROWS], elapsed = page_spread(p->elapsed, p->elapsed_noise_pct, p->runs);
	const struct report_format *printer = format_find("text", FORMAT_REPORT)->report;
	const struct run_result one = { .elapsed_ns = (uint64_t)llround(p->elapsed * 1e9), .status = 0,
					.user_ns = (uint64_t)llround(p->user * 1e9),
					.system_ns = (uint64_t)llround(p->sys * 1e9) };
	const struct run_result run[PAGE_RUNS] = { one, one, one, one };
	struct table t;
	struct thread command = {0};
	const struct benchmark b = { .argv = (char **)(uintptr_t)(p->argv[0] ? p->argv : nothing), .events = *events,
				     .metrics = *metrics, .target = { .thread = &command, .n_threads = 1 } };
	const struct report r = {
		.b = &b, .table = &t,
		.stats = p->runs ? stats : NULL, .elapsed = p->runs ? &elapsed : NULL,
		.run = run, .n_runs = p->runs ? p->runs : 1,
		.time_s = p->time_s, .place.interval_index = p->index, .total = !p->interval,
	};

	page_fill(&t, stats, p, events);
	metrics_eval(&t, metrics, events, p->elapsed * 1e9);
	if (!p->interval)
		printer->begin(out, &r, &p->style);
	printer->block(out, &r, &p->style);
	if (!p->interval)
		printer->end(out, &r, &p->style);
	table_release(&t);
}

static inline void page_print(struct str *out, const struct page *p)
{
	static const struct event_opts none;
	struct error err = ERROR_INIT;
	struct notes notes = {0};
	struct specs specs = {0};
	struct events events = {0};
	struct metrics metrics = {0};
	struct machine m;
	struct root root;

	root_make(&root);
	machine_load(&m, &root.fs);
	assert_int_equal(specs_parse(&specs, p->events, NULL, &err), 0);
	assert_int_equal(events_resolve(&events, &specs, &m, &none, &notes, &err), 0);
	assert_true(events.n <= PAGE_ROWS);
	assert_int_equal(metrics_select(&metrics, &events, &err), 0);
	page_print_events(out, p, &events, &metrics);
	metrics_release(&metrics);
	events_release(&events);
	specs_release(&specs);
	notes_release(&notes);
	machine_release(&m);
	root_remove(&root);
}

static inline void page_check(const struct page *pages, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct str out = {0};

		page_print(&out, &pages[i]);
		assert_string_equal(out.text, pages[i].want);
		str_release(&out);
	}
}

#endif
