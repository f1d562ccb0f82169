/* Tables and the metrics beside them: made-up readings in, numbers out. */
#include "test.h"

#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "calc/expr.h"
#include "calc/metric.h"
#include "calc/stats.h"
#include "calc/table.h"
#include "count/plan.h"
#include "count/sample.h"
#include "event/event.h"
#include "event/spec.h"
#include "host/machine.h"
#include "root.h"

enum { MOST = 12 };

struct fixture {
	struct root root;
	struct machine machine;
	struct specs specs;
	struct events events;
	struct notes notes;
	struct slot slot[MOST];
	struct plan plan;
	struct sample first, last;
	struct table table;
	struct metrics metrics;
	struct error err;
};

/* One slot for each event that is opened, all of them there. */
static void setup(struct fixture *f, const char *text)
{
	static const struct event_opts none;

	*f = (struct fixture){ .err = ERROR_INIT };
	root_make(&f->root);
	root_put(&f->root, PMU_DIR "cpu/type", "4");
	root_put(&f->root, PMU_DIR "cpu/format/event", "config:0-7");
	root_put(&f->root, PMU_DIR "cpu/events/instructions", "event=0xc0");
	root_put(&f->root, PMU_DIR "box_0/type", "20");
	root_put(&f->root, PMU_DIR "box_0/format/event", "config:0-7");
	root_put(&f->root, PMU_DIR "box_1/type", "21");
	root_put(&f->root, PMU_DIR "box_1/format/event", "config:0-7");
	machine_load(&f->machine, &f->root.fs);
	assert_int_equal(specs_parse(&f->specs, text, NULL, &f->err), 0);
	if (events_resolve(&f->events, &f->specs, &f->machine, &none, &f->notes, &f->err) < 0)
		fail_msg("%s: %s", text, f->err.message);
	f->plan = (struct plan){ .slot = f->slot, .events = &f->events };
	for (size_t e = 0; e < f->events.n; e++)
		if (f->events.event[e].tool == TOOL_NONE)
			f->slot[f->plan.n++] = (struct slot){ .event = (int)e, .cpu = -1, .leader = -1, .members = 1 };
	sample_resize(&f->first, f->plan.n);
	sample_resize(&f->last, f->plan.n);
	for (size_t i = 0; i < f->plan.n; i++)
		f->first.state[i] = f->last.state[i] = COUNTER_OPEN;
	assert_int_equal(metrics_select(&f->metrics, &f->events, &f->err), 0);
}

static void teardown(struct fixture *f)
{
	table_release(&f->table);
	table_release(&f->table);
	metrics_release(&f->metrics);
	sample_release(&f->first);
	sample_release(&f->last);
	events_release(&f->events);
	specs_release(&f->specs);
	notes_release(&f->notes);
	machine_release(&f->machine);
	root_remove(&f->root);
}

static void count(struct fixture *f, size_t slot, uint64_t value, uint64_t enabled, uint64_t running)
{
	f->last.reading[slot] = (struct reading){ .value = value, .enabled = enabled, .running = running };
}

static void build(struct fixture *f, bool no_scale)
{
	const struct aggr_opts o = { .no_scale = no_scale };

	table_release(&f->table);
	notes_release(&f->notes);
	assert_int_equal(table_build(&f->table, &f->plan, &f->first, &f->last, &o, &f->notes, &f->err), 0);
}

static void counts_are_scaled_exactly(void **state)
{
	static const struct { uint64_t value, enabled, running, scaled; } cases[] = {
		{ 100, 1000, 1000, 100 },	{ 100, 1000, 500, 200 },	{ 1, 3, 2, 2 },		/* 1.5 */
		{ 9007199254740993u, 3, 1, 27021597764222979u },	/* past 2^53, where doubles lose it */
		{ 6000000000000000001u, 2000000000, 2000000000, 6000000000000000001u },
		{ UINT64_MAX, 2, 1, UINT64_MAX },			/* as much as fits */
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct fixture f;

		setup(&f, "cycles");
		count(&f, 0, cases[i].value, cases[i].enabled, cases[i].running);
		build(&f, false);
		assert_int_equal(f.table.cell[0].state, CELL_COUNTED);
		assert_true(f.table.cell[0].value == cases[i].scaled);
		build(&f, true);
		assert_true(f.table.cell[0].value == cases[i].value);
		teardown(&f);
	}
}

static void states_and_their_notes(void **state)
{
	static const struct {
		const char *events;
		enum counter_state open;
		uint64_t value, enabled, running;
		unsigned flags;
		enum cell_state cell;
		int note;			/* -1: none */
	} cases[] = {
		{ "cycles", COUNTER_OPEN, 5, 10, 10, 0, CELL_COUNTED, -1 },
		{ "cycles", COUNTER_OPEN, 0, 10, 10, 0, CELL_COUNTED, -1 },	/* 0 is a count */
		{ "cycles", COUNTER_OPEN, 5, 10, 5, 0, CELL_COUNTED, NOTE_MULTIPLEXED },
		{ "cycles", COUNTER_OPEN, 0, 10, 0, 0, CELL_NOT_COUNTED, NOTE_NEVER_RAN },
		{ "cycles", COUNTER_OPEN, 0, 0, 0, 0, CELL_NOT_COUNTED, NOTE_NEVER_ENABLED },
		{ "{cycles,branches}", COUNTER_OPEN, 0, 10, 0, 0, CELL_NOT_COUNTED, NOTE_GROUP_NEVER_RAN },
		{ "cycles", COUNTER_NOT_SUPPORTED, 0, 0, 0, 0, CELL_NOT_SUPPORTED, -1 },
		{ "cycles", COUNTER_GONE, 0, 0, 0, 0, CELL_NOT_COUNTED, -1 },
		{ "cs", COUNTER_OPEN, 7, 10, 10, EVENT_BLIND, CELL_NOT_COUNTED, -1 },
		{ "cs", COUNTER_OPEN, 7, 10, 5, EVENT_SNAPSHOT, CELL_COUNTED, NOTE_MULTIPLEXED },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct fixture f;
		bool noted = false;

		setup(&f, cases[i].events);
		f.events.event[0].flags |= cases[i].flags;
		for (size_t s = 0; s < f.plan.n; s++) {
			f.last.state[s] = cases[i].open;
			count(&f, s, cases[i].value, cases[i].enabled, cases[i].running);
		}
		build(&f, false);
		assert_int_equal(f.table.cell[0].state, cases[i].cell);
		for (size_t n = 0; n < f.notes.n; n++)
			noted |= (int)f.notes.note[n].kind == cases[i].note;
		if (noted != (cases[i].note >= 0) || f.notes.n > 1)
			fail_msg("case %zu: %zu notes", i, f.notes.n);
		if (cases[i].flags & EVENT_SNAPSHOT)
			assert_true(f.table.cell[0].value == 7);	/* a level is not scaled */
		teardown(&f);
	}
}

static void many_slots_make_one_row(void **state)
{
	struct fixture f;

	(void)state;
	setup(&f, "box/event=1/,duration_time");
	assert_int_equal(f.events.event[1].row, 0);
	count(&f, 0, 10, 100, 50);	/* each scaled by its own share, then added */
	count(&f, 1, 10, 100, 100);
	f.first.tool[TOOL_DURATION] = 5;
	f.last.tool[TOOL_DURATION] = 12;
	build(&f, false);
	assert_true(f.table.cell[0].value == 30);
	assert_true(f.table.cell[0].enabled == 200 && f.table.cell[0].running == 150);
	assert_int_equal(f.table.cell[1].state, CELL_ABSENT);
	assert_true(f.table.cell[2].value == 7);
	count(&f, 1, 0, 100, 0);	/* one of the two never ran: a lower bound */
	build(&f, false);
	assert_true(f.table.cell[0].value == 20);
	assert_int_equal(f.notes.note[f.notes.n - 1].kind, NOTE_NEVER_RAN);
	teardown(&f);
}

static void differences_and_sets(void **state)
{
	int only[] = { 1 };
	struct event_set set = { only, 1 };
	struct fixture f;

	(void)state;
	setup(&f, "cycles,cs");
	f.first.reading[1] = (struct reading){ .value = 100, .enabled = 10, .running = 10 };
	count(&f, 1, 130, 30, 20);
	f.plan.set = &set;
	build(&f, false);
	assert_int_equal(f.table.cell[0].state, CELL_ABSENT);
	assert_true(f.table.cell[1].value == 60);	/* 30 in half of the 20 */
	teardown(&f);
}

static void repeats(void **state)
{
	struct fixture f;
	struct table mean = {0};
	struct stats *stats = NULL;
	const uint64_t values[] = { 9007199254740993u, 9007199254740995u };

	(void)state;
	setup(&f, "cycles,branches,cs");
	for (int i = 0; i < 2; i++) {
		count(&f, 0, 100 + 20u * (unsigned)i, 10, 10 - (uint64_t)i);
		count(&f, 1, values[i], 10, 10);
		count(&f, 2, 4, 10, i ? 10 : 0);
		build(&f, true);
		table_add(&mean, &stats, &f.table);
		if (i == 0) {
			assert_true(mean.cell[1].value == values[0]);		/* one run stays exact */
			assert_int_equal(mean.cell[2].state, CELL_NOT_COUNTED);
		}
	}
	assert_true(mean.cell[0].value == 110);
	assert_true(mean.cell[0].running == 9);		/* of the last run */
	assert_int_equal(stats[0].n, 2);
	assert_true(fabs(stats_error_pct(&stats[0]) - 100 * 10 / 110.0) < 1e-9);
	assert_int_equal(mean.cell[2].state, CELL_COUNTED);
	assert_int_equal(stats[2].n, 1);
	free(stats);
	table_release(&mean);
	teardown(&f);
}

static void statistics(void **state)
{
	struct stats s = {0};

	(void)state;
	assert_true(stats_error_pct(&s) < 1e-300 && stats_stddev(&s) < 1e-300);
	for (int i = 1; i <= 5; i++)
		stats_add(&s, i);
	assert_true(fabs(s.mean - 3) < 1e-12 && fabs(s.min - 1) < 1e-12 && fabs(s.max - 5) < 1e-12);
	assert_true(fabs(stats_stddev(&s) - sqrt(2.5)) < 1e-12);
	assert_true(fabs(stats_error(&s) - sqrt(0.5)) < 1e-12);
	assert_true(fabs(stats_error_pct(&s) - 100 * sqrt(0.5) / 3) < 1e-12);
}

/* What is shown beside the first event, whose counts and those of the others are given. */
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
		{ "task-clock", { 0 }, NAN, "CPUs utilized" },
		{ "cycles,task-clock", { 3000, 1000 }, 3, "GHz" },
		{ "cycles", { 3000 }, NAN, "GHz" },		/* and not a rate */
		{ "cycles:u,task-clock", { 3000, 1000 }, NAN, "GHz" },		/* other modes */
		{ "cycles:u,task-clock,task-clock:u", { 3000, 1000, 1500 }, 2, "GHz" },
		{ "cycles,cpu-clock,task-clock", { 3000, 1500, 1000 }, 2, "GHz" },	/* the first clock */
		{ "instructions,cycles", { 100, 50 }, 2, "insn per cycle" },
		{ "instructions,cycles", { 0, 50 }, 0, "insn per cycle" },
		{ "instructions,cycles", { 100, 0 }, NAN, "insn per cycle" },
		{ "cpu/instructions/,cycles", { 100, 50 }, 2, "insn per cycle" },
		{ "rc0,cycles,task-clock", { 100, 50, 1000 }, 100, "M/sec" },	/* an encoding is no name */
		{ "{instructions,cs},cycles", { 100, 1, 50 }, NAN, "insn per cycle" },	/* the partner is in no group */
		{ "instructions,{cs,cycles}", { 100, 1, 50 }, 2, "insn per cycle" },
		{ "{instructions,cycles}", { 100, 50 }, 2, "insn per cycle" },
		{ "stalled-cycles-frontend,cycles", { 25, 50 }, 50, "frontend cycles idle" },
		{ "stalled-cycles-backend,cycles", { 0, 50 }, NAN, "backend cycles idle" },
		{ "branch-misses,branches", { 1, 50 }, 2, "of all branches" },
		{ "L1-dcache-load-misses,L1-dcache-loads", { 1, 10 }, 10, "of all L1-dcache accesses" },
		{ "L1-icache-load-misses,L1-icache-loads", { 1, 10 }, 10, "of all L1-icache accesses" },
		{ "LLC-load-misses,LLC-loads", { 1, 10 }, 10, "of all LL-cache accesses" },
		{ "dTLB-load-misses,dTLB-loads", { 1, 10 }, 10, "of all dTLB cache accesses" },
		{ "iTLB-load-misses,iTLB-loads", { 1, 10 }, 10, "of all iTLB cache accesses" },
		{ "cache-misses,cache-references", { 1, 10 }, 10, "of all cache refs" },
		{ "cs,task-clock", { 0, 1000 }, 0, "/sec" },
		{ "cs,task-clock", { 1000, 1000000000 }, 1000, "/sec" },
		{ "cs,task-clock", { 1001, 1000000000 }, 1.001, "K/sec" },
		{ "duration_time,task-clock", { 0, 0 }, NAN, "/sec" },
		{ "branches,task-clock", { 5000, 1000 }, 5, "G/sec" },
		{ "cs", { 5 }, NAN, "/sec" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct fixture f;

		setup(&f, cases[i].events);
		for (size_t s = 0; s < f.plan.n; s++)
			count(&f, s, cases[i].count[s], 10, 10);
		build(&f, false);
		metrics_eval(&f.table, &f.metrics, &f.events, 1e9);
		if (isnan(cases[i].value) ? !isnan(f.table.figure[0].value) : !(fabs(f.table.figure[0].value - cases[i].value) < 1e-9))
			fail_msg("%s: %g", cases[i].events, f.table.figure[0].value);
		assert_string_equal(f.table.figure[0].unit, cases[i].unit);
		teardown(&f);
	}
}

static void stalled_cycles_per_instruction(void **state)
{
	static const struct { const char *events; uint64_t count[4]; double value; } cases[] = {
		{ "instructions,stalled-cycles-frontend,stalled-cycles-backend", { 100, 10, 30 }, 0.3 },
		{ "instructions,stalled-cycles-frontend", { 100, 10 }, 0.1 },
		{ "instructions,stalled-cycles-backend", { 100, 20 }, 0.2 },
		{ "instructions,stalled-cycles-backend", { 100, 0 }, NAN },
		{ "instructions,stalled-cycles-backend", { 0, 20 }, NAN },
		{ "instructions", { 100 }, NAN },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct fixture f;

		setup(&f, cases[i].events);
		for (size_t s = 0; s < f.plan.n; s++)
			count(&f, s, cases[i].count[s], 10, 10);
		build(&f, false);
		metrics_eval(&f.table, &f.metrics, &f.events, 1e9);
		assert_int_equal(f.metrics.metric[1].row, 0);
		if (isnan(cases[i].value) ? !isnan(f.table.figure[1].value) : !(fabs(f.table.figure[1].value - cases[i].value) < 1e-9))
			fail_msg("%s: %g", cases[i].events, f.table.figure[1].value);
		teardown(&f);
	}
}

static void an_uncounted_partner_is_none(void **state)
{
	struct fixture f;

	(void)state;
	setup(&f, "instructions,cycles");
	count(&f, 0, 100, 10, 10);
	count(&f, 1, 0, 10, 0);
	build(&f, false);
	metrics_eval(&f.table, &f.metrics, &f.events, 1e9);
	assert_true(isnan(f.table.figure[0].value));
	teardown(&f);
}


static void name_is_known(void *ctx, const char *name)
{
	static const char *const own[] = { "self", "clock", "elapsed" };
	uint64_t config;

	(void)ctx;
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
		expr_names(e, name_is_known, NULL);
		if (d->on)
			name_is_known(NULL, d->on);
		assert_true(d->width >= d->digits + 2 && d->suffix);
		assert_true(d->warn[0] <= d->warn[1] && d->warn[1] <= d->warn[2]);
		expr_free(e);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(counts_are_scaled_exactly),
		cmocka_unit_test(states_and_their_notes),
		cmocka_unit_test(many_slots_make_one_row),
		cmocka_unit_test(differences_and_sets),
		cmocka_unit_test(repeats),
		cmocka_unit_test(statistics),
		cmocka_unit_test(metric_values),
		cmocka_unit_test(stalled_cycles_per_instruction),
		cmocka_unit_test(an_uncounted_partner_is_none),
		cmocka_unit_test(the_table_is_sound),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
