/* SPDX-License-Identifier: MIT */
/* Tests how samples become cells: counts, states and notes. */
#include "test.h"

#include <math.h>

#include "base/mem.h"
#include "base/stats.h"
#include "event/sensor.h"
#include "made_counts.h"

static void counts_are_scaled_exactly(void **state)
{
	static const struct { uint64_t value, enabled, running, scaled; } cases[] = {
		/* 1.5 */
		{ 100, 1000, 1000, 100 },	{ 100, 1000, 500, 200 },	{ 1, 3, 2, 2 },
		{ 0, 1000, 1, 0 },		{ 100, 1000, 1001, 100 },	/* never less than was seen */
		{ 9007199254740993u, 3, 1, 27021597764222979u },	/* past 2^53, where doubles lose it */
		{ 6000000000000000001u, 2000000000, 2000000000, 6000000000000000001u },
		{ UINT64_MAX, 2, 1, UINT64_MAX },			/* the largest that fits */
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct counted f;
		const struct cell *c;

		counted_setup(&f, "cycles");
		counted_read(&f, 0, cases[i].value, cases[i].enabled, cases[i].running);
		counted_build(&f, false);
		c = &f.table.cell[0];
		assert_int_equal(c->state, CELL_COUNTED);
		assert_true(c->value == cases[i].scaled && c->raw == cases[i].value);
		counted_build(&f, true);
		c = &f.table.cell[0];
		assert_true(c->value == cases[i].value && c->raw == cases[i].value);
		assert_true(c->enabled == cases[i].enabled && c->running == cases[i].running);
		counted_teardown(&f);
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
		const char *text;
	} cases[] = {
		{ "cycles", COUNTER_OPEN, 5, 10, 10, 0, CELL_COUNTED, -1, NULL },
		{ "cycles", COUNTER_OPEN, 0, 10, 10, 0, CELL_COUNTED, -1, NULL },	/* 0 is a count */
		{ "cycles", COUNTER_OPEN, 5, 10, 5, 0, CELL_COUNTED, NOTE_MULTIPLEXED, "50.00% of the time" },
		{ "cycles", COUNTER_OPEN, 0, 10, 0, 0, CELL_NOT_COUNTED, NOTE_NEVER_RAN, "" },
		{ "cycles", COUNTER_OPEN, 0, 0, 0, 0, CELL_NOT_COUNTED, NOTE_NEVER_ENABLED, "" },
		{ "{cycles,branches}", COUNTER_OPEN, 0, 10, 0, 0, CELL_NOT_COUNTED, NOTE_GROUP_NEVER_RAN,
		  "a group of 2" },
		{ "{cycles,branches,cs}", COUNTER_OPEN, 0, 10, 0, 0, CELL_NOT_COUNTED, NOTE_GROUP_NEVER_RAN,
		  "a group of 3" },
		{ "cycles", COUNTER_NOT_SUPPORTED, 0, 0, 0, 0, CELL_NOT_SUPPORTED, -1, NULL },
		{ "cycles", COUNTER_GONE, 0, 0, 0, 0, CELL_NOT_COUNTED, -1, NULL },
		{ "cycles", COUNTER_CLOSED, 0, 0, 0, 0, CELL_NOT_COUNTED, -1, NULL },
		{ "cs", COUNTER_OPEN, 7, 10, 10, EVENT_BLIND, CELL_NOT_COUNTED, -1, NULL },
		{ "cs", COUNTER_OPEN, 7, 10, 5, EVENT_SNAPSHOT, CELL_COUNTED, NOTE_MULTIPLEXED,
		  "50.00% of the time" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct counted f;
		const struct note *note;

		counted_setup(&f, cases[i].events);
		f.events.event[0].flags |= cases[i].flags;
		for (size_t s = 0; s < f.plan.n; s++) {
			f.last.state[s] = (uint8_t)cases[i].open;
			counted_read(&f, s, cases[i].value, cases[i].enabled, cases[i].running);
		}
		counted_build(&f, false);
		assert_int_equal(f.table.cell[0].state, cases[i].cell);
		note = f.notes.note;
		if (f.notes.n != (cases[i].note >= 0) ||
		    (note && ((int)note->kind != cases[i].note || note->event != 0 ||
			      strcmp(note->text, cases[i].text) != 0)))
			fail_msg("case %zu: %zu notes, '%s'", i, f.notes.n, note ? note->text : "");
		if (cases[i].flags & EVENT_SNAPSHOT)
			assert_true(f.table.cell[0].value == 7);	/* a level is not scaled */
		counted_teardown(&f);
	}
}

/* Two instances of an uncore PMU are one row. */
static void many_slots_make_one_row(void **state)
{
	static const struct {
		struct reading r[2];
		enum counter_state open[2];
		enum cell_state cell;
		uint64_t value, enabled, running;
		int note;
		const char *text;
	} cases[] = {
		/* scaled, then added */
		{ { { 10, 100, 50 }, { 10, 100, 100 } }, { COUNTER_OPEN, COUNTER_OPEN },
		  CELL_COUNTED, 30, 200, 150, NOTE_MULTIPLEXED, "75.00% of the time" },
		{ { { 10, 100, 100 }, { 0, 100, 0 } }, { COUNTER_OPEN, COUNTER_OPEN },
		  CELL_COUNTED, 10, 200, 100, NOTE_PARTIAL, "counted on 1 of 2" },
		/* a thread that slept: no error */
		{ { { 10, 100, 100 }, { 0, 0, 0 } }, { COUNTER_OPEN, COUNTER_OPEN },
		  CELL_COUNTED, 10, 100, 100, -1, NULL },
		{ { { 10, 100, 100 }, { 0, 0, 0 } }, { COUNTER_OPEN, COUNTER_NOT_SUPPORTED },
		  CELL_COUNTED, 10, 100, 100, -1, NULL },
		{ { { 0, 100, 0 }, { 0, 0, 0 } }, { COUNTER_OPEN, COUNTER_NOT_SUPPORTED },
		  CELL_NOT_COUNTED, 0, 100, 0, NOTE_NEVER_RAN, "" },
		{ { { 0, 0, 0 }, { 0, 0, 0 } }, { COUNTER_GONE, COUNTER_NOT_SUPPORTED },
		  CELL_NOT_SUPPORTED, 0, 0, 0, -1, NULL },
		/* a sum without a doubted part is not shown */
		{ { { 10, 100, 100 }, { 9, 50, 50 } }, { COUNTER_OPEN, COUNTER_BACKWARDS },
		  CELL_UNKNOWN, 0, 0, 0, NOTE_IMPOSSIBLE, "it ran backwards" },
		{ { { 10, 100, 100 }, { 9, 50, 50 } }, { COUNTER_OPEN, COUNTER_NOT_READ },
		  CELL_UNKNOWN, 0, 0, 0, -1, NULL },
		{ { { 10, 100, 100 }, { 9, 50, 50 } }, { COUNTER_TOO_FAST, COUNTER_BACKWARDS },
		  CELL_UNKNOWN, 0, 0, 0, NOTE_IMPOSSIBLE, "no processor counts that fast" },
		{ { { 10, 100, 100 }, { 9, 50, 50 } }, { COUNTER_TOO_FAST, COUNTER_NOT_SUPPORTED },
		  CELL_UNKNOWN, 0, 0, 0, NOTE_IMPOSSIBLE, "no processor counts that fast" },
		{ { { UINT64_MAX - 1, 1, 1 }, { 5, 1, 1 } }, { COUNTER_OPEN, COUNTER_OPEN },
		  CELL_COUNTED, UINT64_MAX, 2, 2, -1, NULL },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct counted f;
		const struct cell *c;

		counted_setup(&f, "box/event=1/");
		assert_int_equal(f.events.event[1].row, 0);
		for (size_t s = 0; s < 2; s++) {
			f.last.reading[s] = cases[i].r[s];
			f.last.state[s] = (uint8_t)cases[i].open[s];
		}
		counted_build(&f, false);
		c = &f.table.cell[0];
		if (c->state != cases[i].cell || c->value != cases[i].value)
			fail_msg("case %zu: %llu", i, (unsigned long long)c->value);
		assert_true(c->enabled == cases[i].enabled && c->running == cases[i].running);
		assert_int_equal(f.table.cell[1].state, CELL_ABSENT);
		assert_int_equal(f.notes.n > 0, cases[i].note >= 0);
		if (f.notes.n) {
			assert_int_equal(f.notes.note[0].kind, cases[i].note);
			assert_string_equal(f.notes.note[0].text, cases[i].text);
		}
		counted_teardown(&f);
	}
}

static void tools_need_no_slot(void **state)
{
	struct counted f;

	(void)state;
	counted_setup(&f, "duration_time,user_time,max_rss");
	f.first.tool[TOOL_DURATION] = 5;
	f.last.tool[TOOL_DURATION] = 12;
	f.first.tool[TOOL_MAX_RSS] = 100;	/* a level: no difference is taken */
	f.last.tool[TOOL_MAX_RSS] = 130;
	counted_build(&f, false);
	assert_true(f.table.cell[0].value == 7);
	assert_int_equal(f.table.cell[1].state, CELL_COUNTED);
	assert_true(f.table.cell[1].value == 0);
	assert_true(f.table.cell[2].value == 130);
	assert_true(cell_running_pct(&f.table.cell[0]) > 99);
	assert_int_equal(f.notes.n, 0);
	counted_teardown(&f);
}

/* Energy adds up; a temperature does not, and either may be unknown. */
static void values_of_the_machine(void **state)
{
	static const struct { uint64_t from, to; unsigned flags; bool counted; uint64_t value; } cases[] = {
		{ 5, 7, 0, true, 2 },			{ 7, 5, 0, false, 0 },
		{ 5, SENSOR_UNKNOWN, 0, false, 0 },	{ SENSOR_UNKNOWN, 7, 0, false, 0 },
		{ 9, 7, EVENT_SNAPSHOT, true, 7 },	{ SENSOR_UNKNOWN, 7, EVENT_SNAPSHOT, true, 7 },
		{ 0, SENSOR_UNKNOWN, EVENT_SNAPSHOT, false, 0 },
		{ 0, 7, EVENT_SNAPSHOT | EVENT_UNSUPPORTED, false, 0 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		bool supported = !(cases[i].flags & EVENT_UNSUPPORTED);
		struct counted f;

		counted_setup(&f, "num_cpus");
		f.events.event[0].flags = cases[i].flags;
		f.first.tool[TOOL_VALUE] = cases[i].from;
		f.last.tool[TOOL_VALUE] = cases[i].to;
		counted_build(&f, false);
		assert_int_equal(f.table.cell[0].state, cases[i].counted ? CELL_COUNTED :
				 supported ? CELL_NOT_COUNTED : CELL_NOT_SUPPORTED);
		assert_true(f.table.cell[0].value == cases[i].value);
		assert_int_equal(f.notes.n, supported && !cases[i].counted);
		counted_teardown(&f);
	}
}

static void differences_and_sets(void **state)
{
	int only[] = { 1 };
	struct event_set set = { only, 1 };
	struct counted f;

	(void)state;
	counted_setup(&f, "cycles,cs,duration_time");
	f.first.reading[1] = (struct reading){ .value = 100, .enabled = 10, .running = 10 };
	counted_read(&f, 1, 130, 30, 20);
	f.last.tool[TOOL_DURATION] = 3;
	f.plan.n = 1;
	f.slot[0] = f.slot[1];		/* as in a plan of this set */
	f.first.reading[0] = f.first.reading[1];
	f.last.reading[0] = f.last.reading[1];
	f.plan.set = &set;
	counted_build(&f, false);
	assert_int_equal(f.table.cell[0].state, CELL_ABSENT);
	assert_true(f.table.cell[1].value == 60);	/* 30 in half of the 20 */
	assert_true(f.table.cell[1].raw == 30);
	assert_int_equal(f.table.cell[2].state, CELL_ABSENT);
	counted_teardown(&f);
}

static void shown_is_what_people_read(void **state)
{
	struct counted f;

	(void)state;
	counted_setup(&f, "task-clock,cs");
	counted_read(&f, 0, 1500000, 10, 10);
	counted_read(&f, 1, 3, 10, 10);
	counted_build(&f, false);
	assert_true(fabs(f.table.cell[0].shown - 1.5) < 1e-12);		/* msec */
	assert_true(fabs(f.table.cell[1].shown - 3) < 1e-12);
	counted_teardown(&f);
}

static void shares_of_time(void **state)
{
	static const struct { struct cell c; double pct; } cases[] = {
		{ { .state = CELL_COUNTED, .enabled = 200, .running = 50 }, 25 },
		{ { .state = CELL_COUNTED, .enabled = 200, .running = 200 }, 100 },
		{ { .state = CELL_COUNTED }, 100 },		/* pstat's own clock */
		{ { .state = CELL_NOT_COUNTED, .enabled = 200 }, 0 },
		{ { .state = CELL_NOT_COUNTED }, 0 },
		{ { .state = CELL_NOT_SUPPORTED }, 0 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		assert_true(fabs(cell_running_pct(&cases[i].c) - cases[i].pct) < 1e-12);
}

static void repeats_of(bool pack)
{
	const uint64_t large[] = { 9007199254740993u, 9007199254740995u };
	struct counted f;
	struct table mean = {0};
	struct stats *stats = NULL;

	counted_setup(&f, "cycles,branches,cs,instructions,LLC-loads");
	f.last.state[4] = COUNTER_NOT_SUPPORTED;
	for (int i = 0; i < 2; i++) {
		counted_read(&f, 0, 100 + 20u * (unsigned)i, 10, 10 - (uint64_t)i);
		counted_read(&f, 1, large[i], 10, 10);
		counted_read(&f, 2, 4, 10, i ? 10 : 0);
		counted_read(&f, 3, i ? 0 : 47, 10, i ? 0 : 10);
		counted_build(&f, true);
		if (pack)
			table_pack(&f.table);
		table_add(&mean, &stats, &f.table);
		if (i == 0) {
			assert_true(mean.cell[1].value == large[0]);		/* one run stays exact */
			assert_int_equal(mean.cell[2].state, CELL_NOT_COUNTED);
		}
	}
	assert_true(mean.cell[0].value == 110);
	assert_true(mean.cell[0].raw == 120 && mean.cell[0].running == 9);	/* of the last run */
	assert_int_equal(stats[0].n, 2);
	assert_true(fabs(stats_error_pct(&stats[0]) - 100 * 10 / 110.0) < 1e-9);
	assert_int_equal(mean.cell[2].state, CELL_COUNTED);	/* counted in one of two runs */
	assert_int_equal(stats[2].n, 1);
	assert_true(mean.cell[2].value == 4);
	assert_int_equal(mean.cell[3].state, CELL_COUNTED);
	assert_true(mean.cell[3].value == 47 && mean.cell[3].running == 0);
	assert_int_equal(mean.cell[4].state, CELL_NOT_SUPPORTED);
	assert_int_equal(stats[4].n, 0);
	counted_read(&f, 0, 77, 10, 5);
	counted_build(&f, true);
	f.table.cell[0].state = CELL_NOT_COUNTED;	/* left out, with its times */
	f.table.cell[1].state = CELL_ABSENT;		/* not part of this run */
	if (pack)
		table_pack(&f.table);
	table_add(&mean, &stats, &f.table);
	assert_true(mean.cell[0].value == 110 && mean.cell[0].running == 9);
	assert_int_equal(stats[0].n, 2);
	assert_int_equal(stats[1].n, 2);
	free(stats);
	table_release(&mean);
	counted_teardown(&f);
}

static void repeats(void **state)
{
	(void)state;
	repeats_of(false);
	repeats_of(true);
}

static bool same_cell(const struct cell *a, const struct cell *b)
{
	return a->state == b->state && a->value == b->value && a->raw == b->raw && a->enabled == b->enabled &&
	       a->running == b->running && a->members == b->members && !(a->shown < b->shown || a->shown > b->shown);
}

/* In two units; cells that are ABSENT are not packed. */
static void packed_is_the_same(void **state)
{
	struct unit unit[2] = { { .cpu = 1 }, { .cpu = 2 } };
	const struct table like = { .unit = unit, .n_units = 2, .n_rows = 3, .cell = (struct cell[]){
		{ 0 }, { .state = CELL_COUNTED, .value = 8, .raw = 4, .enabled = 2, .running = 1, .members = 3 }, { 0 },
		{ .state = CELL_NOT_COUNTED, .enabled = 7 }, { 0 }, { .state = CELL_NOT_SUPPORTED } } };
	struct table t, back;

	(void)state;
	table_copy(&t, &like);
	t.figure = mem_zeroed(1, sizeof(*t.figure));
	assert_false(table_is_packed(&t));
	table_pack(&t);
	assert_true(table_is_packed(&t) && !t.cell && !t.figure && t.n_packed == 3);
	table_pack(&t);				/* a second time changes nothing */
	table_copy(&back, &t);
	assert_int_equal(back.unit[1].cpu, 2);
	for (size_t at = 0; at < 6; at++) {
		assert_true(same_cell(table_cell(&t, at), &like.cell[at]));
		assert_true(same_cell(table_cell(&back, at), &like.cell[at]));
	}
	table_release(&t);
	table_release(&back);
	table_pack(&t);				/* a run without cells */
	assert_false(table_is_packed(&t));
}

/* The mean of two runs as shown, and the error in per cent of it. */
static void means_are_whole_counts(void **state)
{
	static const struct { uint64_t a, b, mean; double pct; } cases[] = {
		{ 47, 48, 48, 100 * 0.5 / 48 },		/* perf 6.12, case 033: 1.04 % */
		{ 100, 120, 110, 100 * 10 / 110.0 },
		{ 0, 0, 0, 0 },
		{ 7, 7, 7, 0 },
		{ UINT64_MAX, UINT64_MAX, UINT64_MAX, 0 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct cell cell = { .state = CELL_COUNTED };
		const struct table t = { .n_units = 1, .n_rows = 1, .cell = &cell,
					 .unit = &(struct unit){ .cpu = -1 } };
		struct table mean = {0};
		struct stats *stats = NULL;

		cell.value = cases[i].a;
		table_add(&mean, &stats, &t);
		cell.value = cases[i].b;
		table_add(&mean, &stats, &t);
		assert_true(mean.cell[0].value == cases[i].mean);
		assert_true(fabs(cell_error_pct(&mean.cell[0], &stats[0]) - cases[i].pct) < 1e-9);
		free(stats);
		table_release(&mean);
	}
}

/* Never less than before, whatever an interval lacks; and scaled only at the end. */
static void intervals_add_up(void **state)
{
	static const struct { struct cell cell; enum cell_state sum; uint64_t value, enabled, running; } steps[] = {
		{ { .state = CELL_NOT_COUNTED, .enabled = 10 }, CELL_NOT_COUNTED, 0, 10, 0 },
		{ { .state = CELL_COUNTED, .value = 3, .enabled = 10, .running = 5 }, CELL_COUNTED, 3, 20, 5 },
		{ { .state = CELL_UNKNOWN }, CELL_COUNTED, 3, 20, 5 },
		{ { .state = CELL_ABSENT }, CELL_COUNTED, 3, 20, 5 },
		{ { .state = CELL_COUNTED, .value = 9007199254740990u, .enabled = 1, .running = 1 },
		  CELL_COUNTED, 9007199254740993u, 21, 6 },
		{ { .state = CELL_COUNTED, .value = UINT64_MAX }, CELL_COUNTED, UINT64_MAX, 21, 6 },
	};
	struct event event = { .scale = 1e-6 };
	const struct events events = { .event = &event, .n = 1 };
	struct table sum = {0};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(steps); i++) {
		struct cell cell = steps[i].cell;
		const struct table t = { .n_units = 1, .n_rows = 1, .cell = &cell,
					 .unit = &(struct unit){ .cpu = 3 } };
		const struct cell *c;

		table_accumulate(&sum, &t, &events);
		c = &sum.cell[0];
		assert_int_equal(c->state, steps[i].sum);
		assert_true(c->value == steps[i].value && c->enabled == steps[i].enabled &&
			    c->running == steps[i].running);
		assert_true(!(fabs(c->shown - (double)steps[i].value / 1e6) > 0));
		assert_int_equal(sum.unit[0].cpu, 3);
	}
	table_release(&sum);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(counts_are_scaled_exactly),
		cmocka_unit_test(states_and_their_notes),
		cmocka_unit_test(many_slots_make_one_row),
		cmocka_unit_test(tools_need_no_slot),
		cmocka_unit_test(values_of_the_machine),
		cmocka_unit_test(differences_and_sets),
		cmocka_unit_test(shown_is_what_people_read),
		cmocka_unit_test(shares_of_time),
		cmocka_unit_test(repeats),
		cmocka_unit_test(packed_is_the_same),
		cmocka_unit_test(means_are_whole_counts),
		cmocka_unit_test(intervals_add_up),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
