/* SPDX-License-Identifier: MIT */
/* Tests built-in metrics: their partner events, their values, and which are blank. */
#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

#include "base/mem.h"
#include "made_counts.h"
#include "metric/expr.h"

static bool near(double a, double b)
{
	return isnan(b) ? isnan(a) : fabs(a - b) <= 1e-9 * fabs(b);
}

/* Every event was counted all the time; values of pstat's own measures come last. */
static void evaluate(struct counted *f, const uint64_t *count, uint64_t duration)
{
	for (size_t s = 0; s < f->plan.n; s++)
		counted_read(f, s, count[s], 10, 10);
	f->last.tool[TOOL_DURATION] = duration;
	counted_build(f, false);
	metrics_eval(&f->table, &f->metrics, &f->events, 1e9);
}

/* The counts of all events, and what is shown beside the first one. */
static void metric_values(void **state)
{
	static const struct {
		const char *events;
		uint64_t count[4];
		double value;		/* NaN: nothing is shown */
		const char *unit;
	} cases[] = {
		{ "task-clock", { 500000000 }, 0.5, "CPUs utilized" },
		{ "cpu-clock", { 2000000000 }, 2, "CPUs utilized" },
		{ "1:1", { 500000000 }, 0.5, "CPUs utilized" },
		{ "task-clock:u", { 500000000 }, 0.5, "CPUs utilized" },
		{ "task-clock", { 0 }, NAN, "CPUs utilized" },
		{ "cycles,task-clock", { 3000, 1000 }, 3, "GHz" },
		{ "cycles,task-clock", { 0, 1000 }, NAN, "GHz" },
		{ "cycles", { 3000 }, NAN, "GHz" },		/* and not a rate */
		{ "cycles,cpu-clock,task-clock", { 3000, 1500, 1000 }, 2, "GHz" },	/* the first clock */
		{ "instructions,cycles", { 100, 50 }, 2, "insn per cycle" },
		{ "instructions,cycles", { 0, 50 }, 0, "insn per cycle" },
		{ "instructions,cycles", { 100, 0 }, NAN, "insn per cycle" },
		/* no cycles: no rate in their place */
		{ "instructions,task-clock", { 100, 50 }, NAN, "insn per cycle" },
		{ "0:1,0:0", { 100, 50 }, 2, "insn per cycle" },
		{ "stalled-cycles-frontend,cycles", { 25, 50 }, 50, "frontend cycles idle" },
		{ "idle-cycles-frontend,cpu-cycles", { 25, 50 }, 50, "frontend cycles idle" },
		{ "stalled-cycles-frontend,cycles", { 0, 50 }, NAN, "frontend cycles idle" },
		{ "stalled-cycles-backend,cycles", { 25, 50 }, 50, "backend cycles idle" },
		{ "branch-misses,branches", { 1, 50 }, 2, "of all branches" },
		{ "branch-misses,branch-instructions", { 1, 50 }, 2, "of all branches" },
		{ "L1-dcache-load-misses,L1-dcache-loads", { 1, 10 }, 10, "of all L1-dcache accesses" },
		{ "l1d-misses,l1d-read", { 1, 10 }, 10, "of all L1-dcache accesses" },
		{ "L1-icache-load-misses,L1-icache-loads", { 1, 10 }, 10, "of all L1-icache accesses" },
		{ "LLC-load-misses,LLC-loads", { 1, 10 }, 10, "of all LL-cache accesses" },
		{ "dTLB-load-misses,dTLB-loads", { 1, 10 }, 10, "of all dTLB cache accesses" },
		{ "iTLB-load-misses,iTLB-loads", { 1, 10 }, 10, "of all iTLB cache accesses" },
		{ "cache-misses,cache-references", { 1, 10 }, 10, "of all cache refs" },
		{ "cache-misses,cache-references", { 0, 10 }, NAN, "of all cache refs" },
		{ "cs,task-clock", { 0, 1000 }, 0, "/sec" },
		{ "cs,task-clock", { 5, 0 }, NAN, "/sec" },
		{ "cs", { 5 }, NAN, "/sec" },
		{ "cs,task-clock", { 1000, 1000000000 }, 1000, "/sec" },
		{ "cs,task-clock", { 1001, 1000000000 }, 1.001, "K/sec" },
		{ "branches,task-clock", { 5000, 1000000 }, 5, "M/sec" },
		{ "branches,task-clock", { 5000, 1000 }, 5, "G/sec" },
		{ "branches,task-clock", { 5000000, 1 }, 5000000, "G/sec" },	/* the largest prefix */
		{ "L1-dcache-loads,task-clock", { 5000, 1000 }, 5, "G/sec" },
		{ "L1-dcache-stores,task-clock", { 5000, 1000 }, 5, "G/sec" },
		{ "rc0,cycles,task-clock", { 100, 50, 1000 }, 100, "M/sec" },	/* a raw event has its own kind */
		{ "cpu/event=0xc0/,cycles,task-clock", { 100, 50, 1000 }, 100, "M/sec" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct counted f;

		counted_setup(&f, cases[i].events);
		evaluate(&f, cases[i].count, 0);
		if (!near(f.table.figure[0].value, cases[i].value))
			fail_msg("%s: %g", cases[i].events, f.table.figure[0].value);
		assert_string_equal(f.table.figure[0].unit, cases[i].unit);
		counted_teardown(&f);
	}
}

/* The first event counts 100; its partner counts 50, a wrong one 10. */
static void partners(void **state)
{
	static const struct { const char *events; uint64_t count[4]; bool found; } cases[] = {
		{ "instructions,cycles,cycles", { 100, 50, 10 }, true },	/* the first of its kind */
		{ "instructions:u,cycles", { 100, 10 }, false },
		{ "instructions:u,cycles,cycles:u", { 100, 10, 50 }, true },
		{ "instructions:k,cycles:u,cycles:k", { 100, 10, 50 }, true },
		{ "instructions:hk,cycles:k,cycles:hk", { 100, 10, 50 }, true },
		{ "instructions:G,cycles,cycles:G", { 100, 10, 50 }, true },
		{ "instructions:I,cycles,cycles:I", { 100, 10, 50 }, true },
		{ "instructions:H,cycles", { 100, 50 }, true },		/* exclude_guest does not matter */
		{ "instructions:u,cycles:uH", { 100, 50 }, true },
		{ "instructions:p,cycles", { 100, 50 }, true },
		{ "cpu/instructions/,cycles", { 100, 50 }, true },
		{ "instructions,cpu/cpu-cycles/", { 100, 50 }, true },
		{ "instructions,cpu/event=0x3c/", { 100, 10 }, false },
		{ "instructions/name=x/,cycles/name=y/", { 100, 50 }, true },
		{ "{instructions,cycles}", { 100, 50 }, true },
		/* in a group, and the partner outside */
		{ "{instructions,cs},cycles", { 100, 1, 10 }, false },
		{ "{instructions,cs},{cycles,cs}", { 100, 1, 10, 1 }, false },
		{ "instructions,{cs,cycles}", { 100, 1, 50 }, true },	/* outside of a group: any */
		{ "{instructions},cycles", { 100, 50 }, true },		/* a group of one counts as no group */
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct counted f;

		counted_setup(&f, cases[i].events);
		evaluate(&f, cases[i].count, 0);
		if (!near(f.table.figure[0].value, cases[i].found ? 2 : (double)NAN))
			fail_msg("%s: %g", cases[i].events, f.table.figure[0].value);
		counted_teardown(&f);
	}
}

static void clocks_as_partners(void **state)
{
	static const struct { const char *events; uint64_t count[3]; double value; } cases[] = {
		{ "cycles:u,task-clock", { 3000, 1000 }, NAN },		/* other modes */
		{ "cycles:u,task-clock,task-clock:u", { 3000, 1000, 1500 }, 2 },
		{ "cpu/cpu-cycles/,task-clock", { 3000, 1500 }, 2 },	/* a clock of another PMU */
		{ "{cycles,instructions},task-clock", { 3000, 1, 1500 }, NAN },
		{ "{cycles,task-clock}", { 3000, 1500 }, 2 },
		{ "box_0/event=1/,task-clock", { 2, 1000000000 }, 2 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct counted f;

		counted_setup(&f, cases[i].events);
		evaluate(&f, cases[i].count, 0);
		if (!near(f.table.figure[0].value, cases[i].value))
			fail_msg("%s: %g", cases[i].events, f.table.figure[0].value);
		counted_teardown(&f);
	}
}

static void tool_events_have_a_rate(void **state)
{
	struct counted f;

	(void)state;
	counted_setup(&f, "duration_time,task-clock");
	evaluate(&f, (const uint64_t[]){ 742988 }, 849234);
	assert_true(near(f.table.figure[0].value, 849234 / 742988.0));
	assert_string_equal(f.table.figure[0].unit, "G/sec");
	counted_teardown(&f);

	counted_setup(&f, "max_rss,task-clock");	/* a peak has none */
	evaluate(&f, (const uint64_t[]){ 742988 }, 849234);
	assert_int_equal(f.table.n_metrics, 1);
	assert_string_equal(f.metrics.metric[0].def->name, "CPUs utilized");
	counted_teardown(&f);
}

/* A row of one core type has partners of that type. */
static void hybrid_cores_pair_among_themselves(void **state)
{
	struct counted f;
	double want[] = { (double)NAN, (double)NAN, 2, 5 };

	(void)state;
	counted_setup_on(&f, counted_hybrid, "cycles,instructions");
	assert_int_equal(f.events.n, 4);
	evaluate(&f, (const uint64_t[]){ 50, 100, 100, 500 }, 0);
	for (size_t i = 0; i < f.metrics.n; i++)
		if (strcmp(f.metrics.metric[i].def->name, "insn per cycle") == 0)
			assert_true(near(f.table.figure[i].value, want[f.metrics.metric[i].row]));
	counted_teardown(&f);
}

static void stalled_cycles_per_instruction(void **state)
{
	static const struct { const char *events; uint64_t count[4]; double value; } cases[] = {
		{ "instructions,stalled-cycles-frontend,stalled-cycles-backend", { 100, 10, 30 }, 0.3 },
		{ "instructions,stalled-cycles-frontend,stalled-cycles-backend", { 100, 30, 10 }, 0.3 },
		{ "instructions,stalled-cycles-frontend,stalled-cycles-backend", { 100, 0, 10 }, 0.1 },
		{ "instructions,stalled-cycles-frontend", { 100, 10 }, 0.1 },
		{ "instructions,stalled-cycles-backend", { 100, 20 }, 0.2 },
		{ "instructions,stalled-cycles-backend", { 100, 0 }, NAN },
		{ "instructions,stalled-cycles-backend", { 0, 20 }, NAN },
		{ "instructions:u,stalled-cycles-backend", { 100, 20 }, NAN },
		{ "instructions", { 100 }, NAN },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct counted f;

		counted_setup(&f, cases[i].events);
		evaluate(&f, cases[i].count, 0);
		assert_int_equal(f.metrics.metric[1].row, 0);
		if (!near(f.table.figure[1].value, cases[i].value))
			fail_msg("%s: %g", cases[i].events, f.table.figure[1].value);
		counted_teardown(&f);
	}
}

/* A figure that is not shown because it is 0 differs from one that is not known. */
static void none_is_a_number(void **state)
{
	static const struct { uint64_t count[2], running; bool none, shown; } cases[] = {
		{ { 0, 100 }, 10, true, false }, { { 1, 100 }, 10, false, true }, { { 0, 0 }, 10, false, false },
		{ { 0, 100 }, 0, false, false },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct counted f;

		counted_setup(&f, "branch-misses,branches");
		counted_read(&f, 0, cases[i].count[0], 10, cases[i].running);
		counted_read(&f, 1, cases[i].count[1], 10, 10);
		counted_build(&f, false);
		metrics_eval(&f.table, &f.metrics, &f.events, 1e9);
		assert_int_equal(f.table.figure[0].none, cases[i].none);
		assert_int_equal(!isnan(f.table.figure[0].exact), cases[i].shown);
		counted_teardown(&f);
	}
}

/* Both events need a count; the second of a kind does not replace the first. */
static void what_was_not_counted_has_no_metric(void **state)
{
	static const struct {
		uint64_t running[3];
		enum counter_state cycles;
		bool shown;
		size_t missing_row;
	} cases[] = {
		{ { 10, 10, 10 }, COUNTER_OPEN, true, 0 },
		{ { 0, 10, 10 }, COUNTER_OPEN, false, 1 },
		{ { 10, 0, 10 }, COUNTER_OPEN, false, 2 },
		{ { 10, 10, 10 }, COUNTER_NOT_SUPPORTED, false, 2 },
		{ { 10, 10, 0 }, COUNTER_OPEN, true, 0 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct counted f;

		counted_setup(&f, "instructions,cycles,cycles");
		for (size_t s = 0; s < 3; s++)
			counted_read(&f, s, 100, 10, cases[i].running[s]);
		f.last.state[1] = (uint8_t)cases[i].cycles;
		counted_build(&f, false);
		metrics_eval(&f.table, &f.metrics, &f.events, 1e9);
		assert_int_equal(!isnan(f.table.figure[0].value), cases[i].shown);
		assert_int_equal(f.table.figure[0].missing_row, cases[i].missing_row);
		assert_int_equal(f.table.figure[1].missing_row, 0);	/* stalled cycles: not requested */
		counted_teardown(&f);
	}
}

/* Opening may drop modes and split groups, after the metrics were selected. */
static void partners_are_sought_when_all_is_open(void **state)
{
	struct counted f;

	(void)state;
	counted_setup(&f, "instructions,cycles:u");
	evaluate(&f, (const uint64_t[]){ 100, 50 }, 0);
	assert_true(isnan(f.table.figure[0].value));
	f.events.event[0].attr.head.exclude_kernel = f.events.event[0].attr.head.exclude_hv = 1;
	evaluate(&f, (const uint64_t[]){ 100, 50 }, 0);
	assert_true(near(f.table.figure[0].value, 2));
	counted_teardown(&f);

	counted_setup(&f, "{instructions,cs},cycles");
	evaluate(&f, (const uint64_t[]){ 100, 1, 50 }, 0);
	assert_true(isnan(f.table.figure[0].value));
	f.events.event[1].leader = 1;
	evaluate(&f, (const uint64_t[]){ 100, 1, 50 }, 0);
	assert_true(near(f.table.figure[0].value, 2));
	counted_teardown(&f);
}

/* The partner counts 1000, the first event n: the number of thresholds above which that is. */
static void severities(void **state)
{
	static const struct { const char *events; uint64_t at[3]; } cases[] = {
		{ "stalled-cycles-frontend,cycles", { 100, 300, 500 } },
		{ "stalled-cycles-backend,cycles", { 200, 500, 750 } },
		{ "branch-misses,branches", { 50, 100, 200 } },
		{ "L1-dcache-load-misses,L1-dcache-loads", { 50, 100, 200 } },
		{ "L1-icache-load-misses,L1-icache-loads", { 50, 100, 200 } },
		{ "LLC-load-misses,LLC-loads", { 50, 100, 200 } },
		{ "dTLB-load-misses,dTLB-loads", { 50, 100, 200 } },
		{ "iTLB-load-misses,iTLB-loads", { 50, 100, 200 } },
		{ "cache-misses,cache-references", { 50, 100, 200 } },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct counted f;

		counted_setup(&f, cases[i].events);
		for (int k = 0; k < 3; k++) {
			evaluate(&f, (const uint64_t[]){ cases[i].at[k], 1000 }, 0);
			assert_int_equal(f.table.figure[0].severity, k);	/* equal is not above */
			evaluate(&f, (const uint64_t[]){ cases[i].at[k] + 1, 1000 }, 0);
			assert_int_equal(f.table.figure[0].severity, k + 1);
		}
		counted_teardown(&f);
	}
}

static void name_is_known(const char *name)
{
	static const char *const own[] = { "self", "clock", "elapsed", "whole", "entries" };
	uint64_t config;

	for (size_t i = 0; i < COUNT_OF(own); i++)
		if (strcmp(name, own[i]) == 0)
			return;
	if (!event_name_find(name) && event_name_cache(name, &config) != 1)
		fail_msg("no event '%s'", name);
}

static void the_table_is_sound(void **state)
{
	(void)state;
	for (const struct metric_def *d = metric_defs; d->name; d++) {
		struct error err = ERROR_INIT;
		struct expr *e = expr_parse(d->expr, &err);

		if (!e)
			fail_msg("%s: %s", d->name, err.message);
		for (size_t i = 0; i < expr_n_names(e); i++)
			name_is_known(expr_name(e, i));
		if (d->on)
			name_is_known(d->on);
		assert_true(d->width >= d->digits + 2 && d->suffix);
		assert_true(d->warn[0] <= d->warn[1] && d->warn[1] <= d->warn[2]);
		expr_free(e);
	}
}

/* The time is linear if no event has a partner, or partners have other modes or groups. */
static double time_of(size_t n)
{
	struct event *event = mem_resize(NULL, n, sizeof(*event));
	struct cell *cell = mem_resize(NULL, n, sizeof(*cell));
	struct unit unit = { .cpu = -1 };
	struct events events = { event, n };
	struct table t = { .unit = &unit, .n_units = 1, .n_rows = n, .cell = cell };
	struct metrics ms;
	struct error err = ERROR_INIT;
	clock_t start;

	for (size_t i = 0; i < n; i++) {
		size_t leader = i % 4 == 3 ? i - 1 : i;

		event[i] = (struct event){ .name = NULL, .known = event_name_find(i % 4 == 1 ? "cycles" : "instructions"),
					   .row = (int)i, .leader = (int)leader, .cgroup = -1, .scale = 1 };
		event[i].attr.head.exclude_user = i % 4 == 0;
		event[i].attr.head.exclude_kernel = i % 4 == 1;
		cell[i] = (struct cell){ .state = CELL_COUNTED, .value = 5 };
	}
	assert_int_equal(metrics_select(&ms, &events, &err), 0);
	start = clock();
	metrics_eval(&t, &ms, &events, 1e9);
	start = clock() - start;
	assert_true(isnan(t.figure[0].value));
	metrics_release(&ms);
	free(t.figure);
	free(event);
	free(cell);
	return (double)start / CLOCKS_PER_SEC;
}

static void many_rows_take_no_time_for_each_other(void **state)
{
	double few = time_of(5000), many = time_of(20000);

	(void)state;
	if (many > 0.1 + 8 * few)	/* it would be 16 */
		fail_msg("%g s, and for four times as many %g s", few, many);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(metric_values),
		cmocka_unit_test(partners),
		cmocka_unit_test(clocks_as_partners),
		cmocka_unit_test(tool_events_have_a_rate),
		cmocka_unit_test(hybrid_cores_pair_among_themselves),
		cmocka_unit_test(stalled_cycles_per_instruction),
		cmocka_unit_test(none_is_a_number),
		cmocka_unit_test(what_was_not_counted_has_no_metric),
		cmocka_unit_test(partners_are_sought_when_all_is_open),
		cmocka_unit_test(severities),
		cmocka_unit_test(the_table_is_sound),
		cmocka_unit_test(many_rows_take_no_time_for_each_other),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
