/* SPDX-License-Identifier: MIT */
/* What runs become when they are to be compared: which rows, which values, and what is left out for what reason. */
#include "test.h"

#include <linux/perf_event.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/mem.h"
#include "benchmark/report.h"
#include "benchmark/run_result.h"
#include "compare/samples.h"
#include "event/event.h"
#include "host/machine.h"
#include "host/pmu.h"
#include "host/target.h"
#include "benchmark/benchmark.h"

enum { EVENTS = 8, RUNS = 6, UNITS = 2 };

struct world {			/* a report of a command, and all that it borrows */
	struct benchmark b;
	struct event event[EVENTS];
	struct cgroup cgroup[1];
	struct cpu cpu[UNITS];
	struct run_result run[RUNS];
	struct report report;
	size_t units;
};

static struct event hardware(const char *name, uint64_t config)
{
	return (struct event){ .name = (char *)(uintptr_t)name, .unit = (char *)(uintptr_t)"", .scale = 1, .cgroup = -1,
			       .known = event_name_by_config(PERF_TYPE_HARDWARE, config),
			       .attr.head = { .type = PERF_TYPE_HARDWARE, .config = config } };
}

static struct event software(const char *name, uint64_t config)
{
	struct event e = hardware(name, config);

	e.attr.head.type = PERF_TYPE_SOFTWARE;
	e.known = event_name_by_config(PERF_TYPE_SOFTWARE, config);
	if (config == PERF_COUNT_SW_TASK_CLOCK) {
		e.unit = (char *)(uintptr_t)"msec";
		e.scale = 1e-6;
	}
	return e;
}

static void add_event(struct world *w, struct event e)
{
	e.row = e.leader = (int)w->b.events.n;
	w->event[w->b.events.n++] = e;
}

/* instructions, cycles, task-clock; so many runs without a count. */
static void world_open(struct world *w, size_t runs)
{
	*w = (struct world){ .units = 1 };
	w->b.events.event = w->event;
	add_event(w, hardware("instructions:u", PERF_COUNT_HW_INSTRUCTIONS));
	add_event(w, hardware("cycles:u", PERF_COUNT_HW_CPU_CYCLES));
	add_event(w, software("task-clock", PERF_COUNT_SW_TASK_CLOCK));
	w->event[0].attr.head.exclude_kernel = w->event[0].attr.head.exclude_hv = 1;
	w->event[1].attr.head.exclude_kernel = w->event[1].attr.head.exclude_hv = 1;
	w->cgroup[0].name = (char *)(uintptr_t)"a.slice";
	w->b.target.cgroups = (struct cgroups){ .cgroup = w->cgroup, .n = 1 };
	w->report = (struct report){ .b = &w->b, .run = w->run, .n_runs = runs };
	for (size_t i = 0; i < runs; i++)
		w->run[i] = (struct run_result){
			.elapsed_ns = 1000000000 * (i + 1), .counted_ns = 1000000000 * (i + 1),
			.user_ns = 500000000, .system_ns = 250000000, .max_rss_bytes = 2048 * 1024,
		};
}

static struct cell *cell(struct world *w, size_t run, size_t row)
{
	struct table *t = &w->run[run].total;

	if (!t->cell) {
		*t = (struct table){ .n_units = w->units, .n_rows = w->b.events.n,
				     .unit = mem_resize(NULL, w->units, sizeof(*t->unit)),
				     .cell = mem_resize(NULL, w->units * w->b.events.n, sizeof(*t->cell)) };
		memset(t->cell, 0, w->units * w->b.events.n * sizeof(*t->cell));
		for (size_t u = 0; u < w->units; u++)
			t->unit[u] = (struct unit){ w->b.aggr.mode == AGGR_CPU ? (int)u : UNIT_NONE, UNIT_NONE, UNIT_NONE,
						    UNIT_NONE, UNIT_NONE, UNIT_NONE, UNIT_NONE, UNIT_NONE, UNIT_NONE };
	}
	return &t->cell[row];
}

static void counted(struct world *w, size_t run, size_t row, uint64_t value)
{
	*cell(w, run, row) = (struct cell){ .state = CELL_COUNTED, .value = value, .raw = value, .enabled = 10, .running = 10 };
}

static void build(struct samples *s, struct world *w, const uint64_t *ignored)
{
	struct error err = ERROR_INIT;

	for (size_t i = 0; i < w->report.n_runs; i++)
		cell(w, i, 0);
	assert_int_equal(metrics_select(&w->b.metrics, &w->b.events, &err), 0);
	assert_int_equal(samples_build(s, &w->report, ignored, &err), 0);
}

static void world_close(struct world *w, struct samples *s)
{
	samples_release(s);
	samples_release(s);
	for (size_t i = 0; i < RUNS; i++)
		table_release(&w->run[i].total);
	metrics_release(&w->b.metrics);
	w->b.target.cgroups = (struct cgroups){0};	/* borrowed */
	target_release(&w->b.target);
}

static const struct sample_row *row_named(const struct samples *s, const char *name)
{
	int at = rows_find(&s->rows, name, 0);

	if (at < 0)
		print_message("no row %s\n", name);
	assert_true(at >= 0);
	return &s->rows.row[at];
}

#define ASSERT_VALUE(s, name, round, want) \
	assert_true(fabs(row_named(s, name)->value[round] - (want)) <= 1e-12 * fabs(want))

/* --- rows --------------------------------------------------------------------------------------- */

/* Before the first run the same rows are known; of a region, once it has a name. */
static void known_before(const struct world *w, const struct samples *s, const char *region)
{
	const struct report before = { .b = &w->b };
	struct rows known = {0};
	size_t n;

	rows_add(&known, &before, true);
	n = known.n;
	if (region)
		rows_add_part(&known, &before, 1, region);
	for (size_t i = 0; i < s->rows.n; i++) {
		const struct sample_row *row = &s->rows.row[i], *same;
		int at = rows_find(&known, row->name, row->nth);

		if (at < 0)
			fail_msg("%s was not known", row->name);
		same = &known.row[at];
		assert_string_equal(same->unit, row->unit);
		assert_string_equal(same->encoding, row->encoding);
		assert_int_equal(same->kind, row->kind);
		assert_int_equal(same->class, row->class);
		assert_int_equal(same->constancy, row->constancy);
		assert_int_equal(!same->region, !row->region);
	}
	assert_int_equal(rows_find(&known, "a:b:user_time", 0), -1);
	rows_cut(&known, n);
	assert_int_equal(known.n, n);
	assert_int_equal(rows_find(&known, "a:b:instructions:u", 0), -1);
	rows_release(&known);
}

static void rows(void **state)
{
	static const struct {
		const char *name; enum sample_kind kind; enum sample_class class; enum better better; const char *unit, *encoding;
		double value[2];
	} want[] = {
		{ "instructions:u", SAMPLES_EVENT, CLASS_COUNT, BETTER_LOWER, "", "type 0 config 0x1 user", { 3000, 4000 } },
		{ "cycles:u", SAMPLES_EVENT, CLASS_COUNT, BETTER_LOWER, "", "type 0 config 0x0 user", { 2000, 2000 } },
		{ "task-clock", SAMPLES_EVENT, CLASS_TIME, BETTER_LOWER, "s", "type 1 config 0x1 all", { 0.001, 0.5 } },
		{ "ipc", SAMPLES_METRIC, CLASS_RATIO, BETTER_HIGHER, "", "type 0 config 0x1 user", { 1.5, 2 } },
		{ "cpus-utilized", SAMPLES_METRIC, CLASS_RATIO, BETTER_NEITHER, "", "type 1 config 0x1 all", { 0.001, 0.25 } },
		{ "wall", SAMPLES_RUN, CLASS_TIME, BETTER_LOWER, "s", "", { 1, 2 } },
		{ "user", SAMPLES_RUN, CLASS_TIME, BETTER_LOWER, "s", "", { 0.5, 0.5 } },
		{ "sys", SAMPLES_RUN, CLASS_TIME, BETTER_LOWER, "s", "", { 0.25, 0.25 } },
		{ "max-rss", SAMPLES_RUN, CLASS_SIZE, BETTER_LOWER, "B", "", { 2097152, 2097152 } },
	};
	struct world w;
	struct samples s;

	(void)state;
	world_open(&w, 2);
	counted(&w, 0, 0, 3000);
	counted(&w, 0, 1, 2000);
	counted(&w, 0, 2, 1000000);
	counted(&w, 1, 0, 4000);
	counted(&w, 1, 1, 2000);
	counted(&w, 1, 2, 500000000);
	build(&s, &w, NULL);
	assert_int_equal(s.n_rounds, 2);
	assert_int_equal(s.rows.n, COUNT_OF(want));
	for (size_t i = 0; i < s.rows.n; i++) {
		assert_string_equal(s.rows.row[i].name, want[i].name);
		assert_int_equal(s.rows.row[i].kind, want[i].kind);
		assert_int_equal(s.rows.row[i].class, want[i].class);
		assert_int_equal(s.rows.row[i].better, want[i].better);
		assert_string_equal(s.rows.row[i].unit, want[i].unit);
		assert_string_equal(s.rows.row[i].encoding, want[i].encoding);
		assert_int_equal(s.rows.row[i].n_valid, 2);
		for (size_t k = 0; k < 2; k++)
			ASSERT_VALUE(&s, want[i].name, k, want[i].value[k]);
	}
	known_before(&w, &s, NULL);
	world_close(&w, &s);
}

/* Cgroups, second ones of a name, parts of a row, what nobody asked for, metrics that lack what was. */
static void names(void **state)
{
	static const char *const want[] = {
		"instructions:u", "cycles:u", "task-clock", "instructions:u@a.slice", "cycles:u",
		"ipc", "cpus-utilized", "ghz@cycles:u", "wall", "user", "sys", "max-rss",
	};
	struct world w;
	struct samples s;

	(void)state;
	world_open(&w, 1);
	add_event(&w, hardware("instructions:u", PERF_COUNT_HW_INSTRUCTIONS));
	w.event[3].cgroup = 0;
	add_event(&w, hardware("cycles:u", PERF_COUNT_HW_CPU_CYCLES));
	add_event(&w, hardware("part", PERF_COUNT_HW_CPU_CYCLES));
	w.event[5].row = 4;
	add_event(&w, hardware("behind", PERF_COUNT_HW_BRANCH_MISSES));
	w.event[6].flags = EVENT_BACKGROUND;
	build(&s, &w, NULL);
	assert_int_equal(s.rows.n, COUNT_OF(want));
	for (size_t i = 0; i < s.rows.n; i++)
		assert_string_equal(s.rows.row[i].name, want[i]);
	assert_int_equal(s.rows.row[4].nth, 1);
	assert_int_equal(rows_find(&s.rows, "cycles:u", 1), 4);
	assert_int_equal(rows_find(&s.rows, "cycles:u", 2), -1);
	assert_int_equal(rows_find(&s.rows, "part", 0), -1);
	known_before(&w, &s, NULL);
	world_close(&w, &s);
}

/* Two metrics of a name: the second one says of which event it is. */
static void metric_names(void **state)
{
	struct world w;
	struct samples s;

	(void)state;
	world_open(&w, 1);
	add_event(&w, hardware("instructions", PERF_COUNT_HW_INSTRUCTIONS));
	add_event(&w, hardware("cycles", PERF_COUNT_HW_CPU_CYCLES));
	for (size_t i = 0; i < w.b.events.n; i++)
		counted(&w, 0, i, 1000 * (i + 1));
	build(&s, &w, NULL);
	ASSERT_VALUE(&s, "ipc", 0, 0.5);
	ASSERT_VALUE(&s, "ipc@instructions", 0, 0.8);
	world_close(&w, &s);
}

static void encodings(void **state)
{
	struct pmu pmu = { .name = (char *)(uintptr_t)"uncore_imc" };
	struct world w;
	struct samples s;

	(void)state;
	world_open(&w, 1);
	w.event[0].pmu = &pmu;
	w.event[0].attr.head.type = 13;		/* another number at the next start */
	w.event[0].attr.head.config1 = 7;
	w.event[1].attr.head.type = PERF_TYPE_TRACEPOINT;
	w.event[1].attr.head.config = 312;	/* so has this */
	w.event[2].tool = TOOL_USER;
	w.event[2].unit = (char *)(uintptr_t)"ns";
	build(&s, &w, NULL);
	assert_string_equal(s.rows.row[0].encoding, "uncore_imc config 0x1,0x7 user");
	assert_string_equal(s.rows.row[1].encoding, "type 2 user");
	assert_string_equal(s.rows.row[2].encoding, "");
	world_close(&w, &s);
}

static void units(void **state)
{
	static const struct {
		const char *unit; double scale; enum sample_class class; const char *base; double want;
	} cases[] = {
		{ "", 1, CLASS_COUNT, "", 1000 },	{ "Joules", 0x1p-10, CLASS_COUNT, "Joules", 1000.0 / 1024 },
		{ "ns", 1, CLASS_TIME, "s", 1e-6 },	{ "msec", 1e-6, CLASS_TIME, "s", 1e-6 },
		{ "KiB", 1, CLASS_SIZE, "B", 1024000 },	{ "MiB", 0x1p-4, CLASS_SIZE, "B", 65536000 },
		{ "MB", 1, CLASS_SIZE, "B", 1e9 },	{ "%", 0.1, CLASS_RATIO, "%", 100 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct world w;
		struct samples s;

		world_open(&w, 1);
		w.event[0].unit = (char *)(uintptr_t)cases[i].unit;
		w.event[0].scale = cases[i].scale;
		counted(&w, 0, 0, 1000);
		build(&s, &w, NULL);
		assert_int_equal(s.rows.row[0].class, cases[i].class);
		assert_string_equal(s.rows.row[0].unit, cases[i].base);
		ASSERT_VALUE(&s, "instructions:u", 0, cases[i].want);
		world_close(&w, &s);
	}
}

/* --- values ------------------------------------------------------------------------------------- */

static void what_is_left_out(void **state)
{
	static const struct {
		struct cell cell;
		int status; enum wait_loop_end end; int signo;
		enum lack lack;			/* LACKS: it is compared */
		bool failed;			/* so is everything else of it */
	} cases[] = {
		{ { CELL_COUNTED, 5, 5, 10, 10, 5, 1 }, 0, WAIT_LOOP_CHILD, 0, LACKS, false },
		{ { CELL_COUNTED, 0, 0, 10, 10, 0, 1 }, 0, WAIT_LOOP_CHILD, 0, LACK_NOT_COUNTED, false },	/* dead */
		{ { CELL_COUNTED, 5, 5, 0, 0, 5, 1 }, 0, WAIT_LOOP_CHILD, 0, LACKS, false },	/* pstat's own clock */
		{ { CELL_COUNTED, 5, 5, 10, 9, 5, 1 }, 0, WAIT_LOOP_CHILD, 0, LACK_MULTIPLEXED, false },
		{ { CELL_NOT_COUNTED, 0, 0, 10, 5, 0, 1 }, 0, WAIT_LOOP_CHILD, 0, LACK_MULTIPLEXED, false }, /* refused */
		{ { CELL_NOT_COUNTED, 0, 0, 10, 0, 0, 1 }, 0, WAIT_LOOP_CHILD, 0, LACK_NOT_COUNTED, false },
		{ { CELL_NOT_SUPPORTED, 0, 0, 0, 0, 0, 0 }, 0, WAIT_LOOP_CHILD, 0, LACK_NOT_SUPPORTED, false },
		{ { CELL_ABSENT, 0, 0, 0, 0, 0, 0 }, 0, WAIT_LOOP_CHILD, 0, LACK_NOT_COUNTED, false },
		/* runs that did not do their work */
		{ { CELL_COUNTED, 5, 5, 10, 10, 5, 1 }, 1 << 8, WAIT_LOOP_CHILD, 0, LACK_FAILED, true },
		{ { CELL_COUNTED, 5, 5, 10, 10, 5, 1 }, 9, WAIT_LOOP_CHILD, 0, LACK_FAILED, true },
		{ { CELL_COUNTED, 5, 5, 10, 10, 5, 1 }, 0, WAIT_LOOP_TIMEOUT, 0, LACK_FAILED, true },
		{ { CELL_COUNTED, 5, 5, 10, 10, 5, 1 }, 0, WAIT_LOOP_CHILD, 2, LACK_FAILED, true },
		/* no command, which may end in any way */
		{ { CELL_COUNTED, 5, 5, 10, 10, 5, 1 }, -1, WAIT_LOOP_TIMEOUT, 0, LACKS, false },
		{ { CELL_COUNTED, 5, 5, 10, 10, 5, 1 }, -1, WAIT_LOOP_SIGNAL, 2, LACKS, false },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct sample_row *row;
		struct world w;
		struct samples s;

		world_open(&w, 2);
		counted(&w, 0, 0, 7);
		*cell(&w, 1, 0) = cases[i].cell;
		w.run[1].status = cases[i].status;
		w.run[1].end = cases[i].end, w.run[1].signo = cases[i].signo;
		build(&s, &w, NULL);
		row = row_named(&s, "instructions:u");
		assert_int_equal(row->n_valid, 1 + (cases[i].lack == LACKS));
		assert_int_equal(isnan(row->value[1]) != 0, cases[i].lack != LACKS);
		for (int lack = 0; lack < LACKS; lack++)
			assert_int_equal(row->lack[lack], lack == (int)cases[i].lack);
		assert_true(s.n_failed == cases[i].failed && row_named(&s, "wall")->n_valid == 2 - s.n_failed);
		world_close(&w, &s);
	}
}

/* What is known of the other runs would be the largest ones only. */
static void memory_less_than_that_of_pstat(void **state)
{
	(void)state;
	for (size_t hidden = 0; hidden <= 3; hidden++) {
		struct world w;
		struct samples s;
		const struct sample_row *fact, *event;

		world_open(&w, 3);
		add_event(&w, (struct event){ .name = (char *)(uintptr_t)"max_rss", .unit = (char *)(uintptr_t)"KiB",
					      .scale = 1, .cgroup = -1, .tool = TOOL_MAX_RSS });
		for (size_t i = 0; i < 3; i++) {
			uint64_t bytes = hidden == 1 && i == 2 ? 0 : (2048 + i) * 1024;

			counted(&w, i, 3, 2048);
			w.run[i].max_rss_bytes = i == hidden ? MEMBER_NO_COUNT : bytes;
			w.run[i].max_rss_at_most_bytes = bytes;
		}
		build(&s, &w, NULL);
		fact = row_named(&s, "max-rss"), event = row_named(&s, "max_rss");
		assert_true(fact->n_valid == (hidden == 3 ? 3 : 0) && row_named(&s, "wall")->n_valid == 3);
		assert_true(fact->lack[LACK_HIDDEN] == 3 - fact->n_valid && event->lack[LACK_HIDDEN] == 3 - fact->n_valid);
		assert_true(fabs(fact->at_most - (hidden & 1 ? 0 : 2050 * 1024)) < 1 && fabs(event->at_most - fact->at_most) < 1);
		world_close(&w, &s);
	}
}

/* Looking at each run once for each round would take minutes. */
static void many_rounds(void **state)
{
	enum { MANY = 100000 };
	struct run_result *run = mem_resize(NULL, MANY, sizeof(*run));
	struct error err = ERROR_INIT;
	struct world w;
	struct samples s;
	clock_t began;

	(void)state;
	world_open(&w, 1);
	w.b.events.n = 0;
	for (size_t i = 0; i < MANY; i++) {
		run[i] = w.run[0];
		run[i].round = MANY - i;
		run[i].elapsed_ns = (uint64_t)i * 1000000000;
	}
	w.report.run = run;
	w.report.n_runs = MANY;
	began = clock();
	assert_int_equal(samples_build(&s, &w.report, NULL, &err), 0);
	assert_true(clock() - began < 10 * CLOCKS_PER_SEC);
	assert_int_equal(s.n_rounds, MANY);
	ASSERT_VALUE(&s, "wall", 0, (double)(MANY - 1));
	ASSERT_VALUE(&s, "wall", MANY - 2, 1.0);
	world_close(&w, &s);
	free(run);
}

static void statuses_that_do(void **state)
{
	const uint64_t ignored[4] = { 1u << 1, 0, 0, 1ull << 63 };
	static const struct { int status; size_t valid; } cases[] = {
		{ 0, 1 }, { 1 << 8, 1 }, { 2 << 8, 0 }, { 255 << 8, 1 }, { 1, 0 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct world w;
		struct samples s;

		world_open(&w, 1);
		counted(&w, 0, 0, 7);
		w.run[0].status = cases[i].status;
		build(&s, &w, ignored);
		assert_int_equal(row_named(&s, "instructions:u")->n_valid, cases[i].valid);
		world_close(&w, &s);
	}
}

static void lacks(void **state)
{
	static const struct { size_t lack[LACKS]; const char *want; } cases[] = {
		{ { 0, 0, 0, 0 }, "" },
		{ { 0, 5, 0, 0 }, "not supported" },
		{ { 0, 0, 0, 2 }, "multiplexed in 2 of 5 runs" },
		{ { 1, 0, 1, 3 }, "failed in 1 of 5 runs, not counted in 1, multiplexed in 3" },
		{ { [LACK_HIDDEN] = 5 }, "not known" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct samples s = { .n_rounds = 5 };
		struct sample_row row = {0};
		struct str out = {0};

		memcpy(row.lack, cases[i].lack, sizeof(row.lack));
		samples_add_lacks(&out, &s, &row);
		assert_string_equal(out.text ? out.text : "", cases[i].want);
		str_release(&out);
	}
}

/* A program cannot run without instructions, so none of them were counted. */
static void dead_counters(void **state)
{
	static char cpus[] = "0";
	static const struct {
		struct { uint32_t type; uint64_t config; } event;
		bool kernel_only, guest_only;
		struct target_opts asked;
		bool dead;
	} cases[] = {
		{ { PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS }, false, false, { .command = true }, true },
		{ { PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES }, false, false, { .command = true }, true },
		{ { PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES }, false, false, { .command = true }, false },
		{ { PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS_MAJ }, false, false, { .command = true }, false },
		{ { PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS }, true, false, { .command = true }, false },
		{ { PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS }, false, true, { .command = true }, false },
		{ { PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS }, false, false, { .system_wide = true }, false },
		{ { PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS }, false, false, { .cpus = cpus }, false },
		{ { PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS }, false, false, { .pids = cpus }, false },
		{ { PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS }, false, false, { .tids = cpus }, false },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct world w;
		struct samples s;

		world_open(&w, 1);
		w.event[0].known = event_name_by_config(cases[i].event.type, cases[i].event.config);
		w.event[0].attr.head.type = cases[i].event.type;
		w.event[0].attr.head.config = cases[i].event.config;
		w.event[0].attr.head.exclude_user = cases[i].kernel_only;
		w.event[0].attr.head.exclude_host = cases[i].guest_only;
		w.b.target.asked = &cases[i].asked;
		counted(&w, 0, 0, 0);
		build(&s, &w, NULL);
		assert_int_equal(s.rows.row[0].lack[LACK_NOT_COUNTED], cases[i].dead);
		assert_int_equal(s.rows.row[0].n_valid, !cases[i].dead);
		world_close(&w, &s);
	}
}

/* --- rounds ------------------------------------------------------------------------------------- */

/* Two sets: instructions are in both, and their mean counts; the rest is in one. */
static void rounds(void **state)
{
	struct world w;
	struct samples s;

	(void)state;
	world_open(&w, 5);
	for (size_t i = 0; i < 5; i++) {
		w.run[i].round = i / 2 + 1;
		w.run[i].set = i % 2 + 1;
		counted(&w, i, 0, 1000 + i);
		counted(&w, i, 1 + i % 2, 2000 + i);
	}
	cell(&w, 2, 0)->running = 5;		/* of the two of this round the other one is as good */
	build(&s, &w, NULL);
	assert_int_equal(s.n_rounds, 3);
	ASSERT_VALUE(&s, "instructions:u", 0, 1000.5);
	ASSERT_VALUE(&s, "instructions:u", 1, 1003.0);
	ASSERT_VALUE(&s, "instructions:u", 2, 1004.0);
	ASSERT_VALUE(&s, "cycles:u", 1, 2002.0);
	ASSERT_VALUE(&s, "task-clock", 0, 2001e-9);
	assert_true(isnan(row_named(&s, "task-clock")->value[2]));	/* its run is missing */
	assert_int_equal(row_named(&s, "task-clock")->lack[LACK_NOT_COUNTED], 1);
	ASSERT_VALUE(&s, "wall", 0, 1.5);
	ASSERT_VALUE(&s, "ipc", 2, 1004.0 / 2004);
	world_close(&w, &s);
}

/* A round may be missing: those behind it keep their place, so that they stay pairs. */
static void rounds_with_gaps(void **state)
{
	struct world w;
	struct samples s;

	(void)state;
	world_open(&w, 2);
	w.run[0].round = 1;
	w.run[1].round = 3;
	counted(&w, 0, 0, 1);
	counted(&w, 1, 0, 3);
	build(&s, &w, NULL);
	assert_int_equal(s.n_rounds, 3);
	ASSERT_VALUE(&s, "instructions:u", 2, 3.0);
	assert_true(isnan(row_named(&s, "instructions:u")->value[1]));
	assert_true(isnan(row_named(&s, "wall")->value[1]));
	world_close(&w, &s);
}

static void rounds_without_end(void **state)
{
	struct error err = ERROR_INIT;
	struct world w;
	struct samples s;

	(void)state;
	world_open(&w, 2);
	cell(&w, 0, 0);
	cell(&w, 1, 0);
	w.run[1].round = SIZE_MAX;
	w.b.name = (char *)(uintptr_t)"odd";
	assert_int_equal(samples_build(&s, &w.report, NULL, &err), -1);
	assert_non_null(strstr(err.message, SIZE_MAX > UINT32_MAX ? "round 18446744073709551615, of 2" : "round 4294967295, of 2"));
	world_close(&w, &s);
}

/* --- finer than all ----------------------------------------------------------------------------- */

static void adding_up(void **state)
{
	struct error err = ERROR_INIT;
	struct world w;
	struct samples s;

	(void)state;
	world_open(&w, 1);
	w.units = 2;
	w.b.aggr.mode = AGGR_CPU;
	for (int i = 0; i < UNITS; i++)
		w.cpu[i] = (struct cpu){ i, 0, 0, -1, i, 0, { -1, -1, -1, -1 } };
	w.b.machine = (struct machine){ .cpu = w.cpu, .n_cpus = UNITS };
	counted(&w, 0, 0, 1);
	counted(&w, 0, 3, 2);
	build(&s, &w, NULL);
	ASSERT_VALUE(&s, "instructions:u", 0, 3.0);
	samples_release(&s);
	w.b.aggr.percore_threads = true;
	assert_int_equal(samples_build(&s, &w.report, NULL, &err), -1);
	assert_string_equal(err.message, "it was saved with --percore-show-thread, so it cannot be added up in another way");
	world_close(&w, &s);
}

/* The whole program and a region, which the second run does not enter; user_time is not known of regions. */
static void regions(void **state)
{
	enum { ENTRIES = 3, USER, ROWS };
	const struct sample_row *row;
	struct world w;
	struct samples s;

	(void)state;
	world_open(&w, 2);
	w.units = 2;
	w.b.aggr.mode = AGGR_REGION;
	target_add_region(&w.b.target, "a:b", "", 0);
	add_event(&w, (struct event){ .name = (char *)(uintptr_t)"region_entries", .unit = (char *)(uintptr_t)"", .scale = 1,
				      .cgroup = -1, .tool = TOOL_REGION_ENTRIES });
	add_event(&w, (struct event){ .name = (char *)(uintptr_t)"user_time", .unit = (char *)(uintptr_t)"ns", .scale = 1,
				      .cgroup = -1, .tool = TOOL_USER });
	for (size_t i = 0; i < 2; i++) {
		counted(&w, i, 0, 1000);
		counted(&w, i, USER, 5);
		w.run[i].total.unit[1].region = 0;
	}
	counted(&w, 0, ROWS + 0, 100);
	counted(&w, 0, ROWS + 2, 3000);
	counted(&w, 0, ROWS + ENTRIES, 4);
	build(&s, &w, NULL);
	ASSERT_VALUE(&s, "instructions:u", 1, 1000.0);
	ASSERT_VALUE(&s, "a:b:instructions:u", 0, 100.0);
	ASSERT_VALUE(&s, "a:b:region_entries", 0, 4.0);
	ASSERT_VALUE(&s, "a:b:per-entry@instructions:u", 0, 25.0);
	ASSERT_VALUE(&s, "a:b:task-clock", 0, 3e-6);
	ASSERT_VALUE(&s, "a:b:per-entry@task-clock", 0, 750e-9);
	row = row_named(&s, "a:b:instructions:u");
	assert_string_equal(row->region, "a:b");
	assert_int_equal(row->lack[LACK_NOT_COUNTED], 1);
	assert_int_equal(row->constancy, MEASURED_WORK);
	assert_int_equal(row_named(&s, "a:b:per-entry@instructions:u")->constancy, MEASURED_WORK);
	assert_int_equal(row_named(&s, "a:b:per-entry@task-clock")->class, CLASS_TIME);
	assert_null(row_named(&s, "user_time")->region);
	assert_int_equal(rows_find(&s.rows, "region_entries", 0), -1);
	assert_int_equal(rows_find(&s.rows, "a:b:user_time", 0), -1);
	assert_int_equal(rows_find(&s.rows, "a:b:cycles:u", 0), -1);
	assert_int_equal(rows_find(&s.rows, "a:b:share@instructions:u", 0), -1);
	known_before(&w, &s, "a:b");
	world_close(&w, &s);
}

/* Functions differ from file to file, so only their total is compared; it is the last unit. */
static void functions(void **state)
{
	enum { ROWS = 3 };
	struct world w;
	struct samples s;

	(void)state;
	world_open(&w, 2);
	w.units = 2;
	w.b.aggr.mode = AGGR_FUNCTION;
	target_add_function(&w.b.target, "instructions:u", "a.so");
	for (size_t i = 0; i < 2; i++) {
		counted(&w, i, 0, 1000);
		counted(&w, i, ROWS, 2000 + i);
		w.run[i].total.unit[0].region = 0;
		w.run[i].total.unit[1].process = UNIT_TOTAL;
	}
	build(&s, &w, NULL);
	ASSERT_VALUE(&s, "instructions:u", 0, 2000.0);
	ASSERT_VALUE(&s, "instructions:u", 1, 2001.0);
	for (size_t i = 0; i < s.rows.n; i++)
		assert_null(s.rows.row[i].region);
	world_close(&w, &s);
}

static void nothing(void **state)
{
	struct world w;
	struct samples s;

	(void)state;
	world_open(&w, 0);
	build(&s, &w, NULL);
	assert_int_equal(s.n_rounds, 0);
	assert_int_equal(s.rows.n, 6);		/* the events, what may come of them, and wall */
	world_close(&w, &s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rows),
		cmocka_unit_test(names),
		cmocka_unit_test(metric_names),
		cmocka_unit_test(encodings),
		cmocka_unit_test(units),
		cmocka_unit_test(what_is_left_out),
		cmocka_unit_test(dead_counters),
		cmocka_unit_test(statuses_that_do),
		cmocka_unit_test(lacks),
		cmocka_unit_test(memory_less_than_that_of_pstat),
		cmocka_unit_test(many_rounds),
		cmocka_unit_test(rounds),
		cmocka_unit_test(rounds_with_gaps),
		cmocka_unit_test(rounds_without_end),
		cmocka_unit_test(adding_up),
		cmocka_unit_test(regions), cmocka_unit_test(functions),
		cmocka_unit_test(nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
