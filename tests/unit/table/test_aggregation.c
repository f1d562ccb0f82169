/* SPDX-License-Identifier: MIT */
/* Tests which CPUs are added up, on recorded machines.  Each CPU counts its own number, so sums show it. */
#include "test.h"

#include <math.h>

#include "benchmark/benchmark.h"
#include "format/json_schema.h"
#include "format/unit_id.h"
#include "table/aggregation.h"
#include "made_units.h"

static const struct event_opts plain;

/* Each counter has counted the number of its CPU. */
static void count_numbers(struct units *f)
{
	for (size_t i = 0; i < f->plan.n; i++)
		f->last.reading[i].value = (uint64_t)f->plan.slot[i].cpu;
}

static size_t rows_of(const struct units *f)
{
	size_t n = 0;

	for (size_t i = 0; i < f->table.n_units * f->table.n_rows; i++)
		n += f->table.cell[i].state != CELL_ABSENT;
	return n;
}

/* "S0-D0 16 1720": the id, the members and the sum of a unit. */
static void describe(struct str *out, const struct units *f, size_t unit)
{
	const struct benchmark b = { .target = f->target };
	size_t row = 0;

	while (row + 1 < f->table.n_rows && units_cell(f, unit, row)->state == CELL_ABSENT)
		row++;
	str_reset(out);
	unit_id_format(out, &f->table.unit[unit], f->aggr.mode, &b);
	str_addf(out, " %u %llu", units_cell(f, unit, row)->members, (unsigned long long)units_cell(f, unit, row)->value);
}

static void check_unit(const struct units *f, size_t unit, const char *want, const char *machine)
{
	struct str text = {0};

	describe(&text, f, unit);
	if (strcmp(text.text, want) != 0)
		fail_msg("%s, unit %zu: '%s', not '%s'", machine, unit, text.text, want);
	str_release(&text);
}

/* -a --per-X -e cycles: how many rows, the first unit, another one, the last. */
static void recorded_machines(void **state)
{
	static const struct {
		const char *machine;
		enum aggr_mode mode;
		int level;
		size_t rows;
		const char *first, *at, *last;
		size_t unit;			/* of at */
	} cases[] = {
		{ "vm-zen5", AGGR_CORE, 0, 2, "S0-D0-C0 1 0", "S0-D0-C1 1 1", "S0-D0-C1 1 1", 1 },
		{ "vm-zen5", AGGR_CACHE, 0, 1, "S0-D0-L3-ID0 2 1", "S0-D0-L3-ID0 2 1", "S0-D0-L3-ID0 2 1", 0 },
		{ "vm-zen5", AGGR_CACHE, 2, 2, "S0-D0-L2-ID0 1 0", "S0-D0-L2-ID1 1 1", "S0-D0-L2-ID1 1 1", 1 },
		{ "vm-zen5", AGGR_CACHE, 4, 1, "S0-D0-L4-ID-1 2 1", "S0-D0-L4-ID-1 2 1", "S0-D0-L4-ID-1 2 1", 0 },
		{ "vm-zen5", AGGR_CACHE, 5, 1, "S0-D0-L5-ID-1 2 1", "S0-D0-L5-ID-1 2 1", "S0-D0-L5-ID-1 2 1", 0 },
		{ "vm-nopmu", AGGR_CLUSTER, 0, 2, "S0-D0-CLS0 2 1", "S0-D0-CLS2 2 5", "S0-D0-CLS2 2 5", 1 },
		{ "intel-hybrid", AGGR_PACKAGE, 0, 2, "S0 8 156", "S0 8 156", "S0 8 156", 0 },	/* 16..23 */
		{ "intel-hybrid", AGGR_CLUSTER, 0, 10, "S0-D0-CLS0 2 1", "S0-D0-CLS64 4 70", "S0-D0-CLS72 4 86", 8 },
		{ "intel-hybrid", AGGR_CORE, 0, 16, "S0-D0-C0 2 1", "S0-D0-C28 2 29", "S0-D0-C39 1 23", 7 },
		{ "intel-spr-2s", AGGR_DIE, 0, 2, "S0-D0 112 9352", "S1-D1 112 15624", "S1-D1 112 15624", 1 },
		{ "intel-spr-2s", AGGR_CORE, 0, 112, "S0-D0-C0 2 112", "S0-D0-C55 2 222", "S1-D1-C55 2 334", 55 },
		{ "amd-genoa-2s", AGGR_PACKAGE, 0, 2, "S0 192 27552", "S1 192 45984", "S1 192 45984", 1 },
		{ "amd-genoa-2s", AGGR_DIE, 0, 24, "S0-D0 16 1592", "S0-D4 16 1720", "S1-D27 16 4152", 4 },
		{ "amd-genoa-2s", AGGR_CACHE, 0, 24, "S0-D0-L3-ID0 16 1592", "S0-D4-L3-ID8 16 1720", "S1-D27-L3-ID160 16 4152", 4 },
		{ "amd-genoa-2s", AGGR_CORE, 0, 192, "S0-D0-C0 2 192", "S0-D1-C8 2 336", "S1-D27-C95 2 526", 8 },
		{ "amd-genoa-2s", AGGR_NODE, 0, 8, "N0 48 5160", "N4 48 9768", "N7 48 13224", 4 },
		{ "arm-biglittle", AGGR_CORE, 0, 8, "S0-D0-C0 1 0", "S0-D0-C0 1 4", "S0-D0-C1 1 7", 4 },
		{ "arm-biglittle", AGGR_CLUSTER, 0, 3, "S0-D0-CLS0 4 6", "S0-D0-CLS1 2 9", "S0-D0-CLS2 2 13", 1 },
		{ "arm-n1", AGGR_PACKAGE, 0, 1, "S36 80 3160", "S36 80 3160", "S36 80 3160", 0 },
		{ "arm-n1", AGGR_CLUSTER, 0, 40, "S36-D0-CLS56 2 1", "S36-D0-CLS276 2 5", "S36-D0-CLS8636 2 157", 1 },
		{ "arm-n1", AGGR_CACHE, 0, 80, "S36-D0-L2-ID0 1 0", "S36-D0-L2-ID1 1 1", "S36-D0-L2-ID79 1 79", 1 },
		{ "x86-offline", AGGR_CORE, 0, 4, "S0-D0-C0 1 0", "S0-D0-C2 2 8", "S0-D0-C3 1 3", 2 },
		{ "riscv", AGGR_CORE, 0, 4, "S0-D0-C1 1 1", "S0-D0-C3 1 0", "S0-D0-C4 1 3", 2 },
		{ "s390x", AGGR_CORE, 0, 4, "S1-D0-C0 2 1", "S2-D0-C2 2 9", "S2-D0-C3 2 13", 2 },
		{ "s390x", AGGR_CACHE, 0, 8, "S1-D0-L2-ID0 1 0", "S1-D0-L2-ID1 1 1", "S2-D0-L2-ID7 1 7", 1 },
		{ "power9", AGGR_CORE, 0, 2, "S-1-D0-C0 4 6", "S-1-D0-C8 4 38", "S-1-D0-C8 4 38", 1 },
		{ "container", AGGR_CACHE, 0, 2, "S0-D0-L-1-ID-1 7 28", "S0-D0-L3-ID0 1 0", "S0-D0-L3-ID0 1 0", 1 },
		{ "container-bare", AGGR_CPU, 0, 4, "CPU0 1 0", "CPU1 1 1", "CPU3 1 3", 1 },
		{ "amd-genoa-2s", AGGR_CPU, 0, 384, "CPU0 1 0", "CPU100 1 100", "CPU383 1 383", 100 },
		{ "x86-offline", AGGR_CPU, 0, 5, "CPU0 1 0", "CPU6 1 6", "CPU6 1 6", 4 },
		{ "amd-genoa-2s", AGGR_TOTAL, 0, 1, " 384 73536", " 384 73536", " 384 73536", 0 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct units f;

		units_setup(&f, cases[i].machine, "cycles", &plain, NULL, 0);
		f.aggr = (struct aggr_opts){ .mode = cases[i].mode, .cache_level = cases[i].level };
		count_numbers(&f);
		units_build(&f);
		if (rows_of(&f) != cases[i].rows)
			fail_msg("%s: %zu rows, not %zu", cases[i].machine, rows_of(&f), cases[i].rows);
		check_unit(&f, 0, cases[i].first, cases[i].machine);
		check_unit(&f, cases[i].unit, cases[i].at, cases[i].machine);
		check_unit(&f, f.table.n_units - 1, cases[i].last, cases[i].machine);
		units_teardown(&f);
	}
}

/* The cell of each unit: a letter for its state, members and sum; "-" if it is absent. */
static void check_row(const struct units *f, size_t row, const char *want)
{
	static const char states[] = { [CELL_ABSENT] = '-', [CELL_COUNTED] = 'c', [CELL_NOT_COUNTED] = 'n',
				       [CELL_NOT_SUPPORTED] = 's', [CELL_UNKNOWN] = 'u' };
	struct str text = {0};

	for (size_t u = 0; u < f->table.n_units; u++) {
		const struct cell *c = units_cell(f, u, row);

		str_addf(&text, "%s%c", u ? " " : "", states[c->state]);
		if (c->state != CELL_ABSENT)
			str_addf(&text, "%u", c->members);
		if (c->state == CELL_COUNTED)
			str_addf(&text, "=%llu", (unsigned long long)c->value);
	}
	if (strcmp(text.text, want) != 0)
		fail_msg("'%s', not '%s'", text.text, want);
	str_release(&text);
}

static void kinds_of_core(void **state)
{
	static const struct { struct event_opts o; enum aggr_mode mode; size_t rows; const char *first, *second; } cases[] = {
		{ {0}, AGGR_TOTAL, 2, "c8=156", "c16=120" },
		{ { .hybrid_merge = true }, AGGR_TOTAL, 1, "c24=276", "-" },
		{ { .hybrid_merge = true, .no_merge = true, .own_sources = 1 }, AGGR_PACKAGE, 1, "c24=276", "-" },
		{ {0}, AGGR_CPU, 24, NULL, NULL },
		{ { .hybrid_merge = true }, AGGR_CPU, 24, NULL, NULL },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct units f;

		units_setup(&f, "intel-hybrid", "cycles", &cases[i].o, NULL, 0);
		f.aggr.mode = cases[i].mode;
		count_numbers(&f);
		units_build(&f);
		assert_int_equal(rows_of(&f), cases[i].rows);
		if (cases[i].first) {
			check_row(&f, 0, cases[i].first);
			check_row(&f, 1, cases[i].second);
		}
		units_teardown(&f);
	}
}

/* Instances of an uncore PMU, each on one CPU of a package. */
static void uncore_boxes(void **state)
{
	static const struct {
		const char *machine, *event;
		struct event_opts o;
		enum aggr_mode mode;
		size_t rows;
		const char *first;
	} cases[] = {
		{ "intel-spr-2s", "uncore_cha/event=1/", {0}, AGGR_TOTAL, 1, "c2=3136" },	/* 56 boxes, CPUs 0 and 56 */
		{ "intel-spr-2s", "uncore_cha/event=1/", {0}, AGGR_PACKAGE, 2, "c1=0 c1=3136" },
		{ "intel-spr-2s", "uncore_cha/event=1/", { .no_merge = true }, AGGR_CPU, 112, NULL },
		{ "intel-spr-2s", "uncore_cha/event=1/", {0}, AGGR_CPU, 2, NULL },
		{ "intel-spr-2s", "uncore_cha/event=1/", {0}, AGGR_CORE, 2, NULL },	/* no row where there is no box */
		{ "amd-genoa-2s", "amd_umc/event=1/", {0}, AGGR_PACKAGE, 2, "c1=0 c1=1152" },	/* 12 boxes on CPU 96 */
		{ "amd-genoa-2s", "amd_l3/event=4/", {0}, AGGR_DIE, 24, NULL },
		{ "arm-n1", "arm_dsu/event=1/", {0}, AGGR_TOTAL, 1, "c1=1560" },	/* 40 boxes, CPUs 0, 2, 4 ... */
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct units f;

		units_setup(&f, cases[i].machine, cases[i].event, &cases[i].o, NULL, 0);
		f.aggr.mode = cases[i].mode;
		count_numbers(&f);
		units_build(&f);
		if (rows_of(&f) != cases[i].rows)
			fail_msg("%s: %zu rows", cases[i].event, rows_of(&f));
		if (cases[i].first)
			check_row(&f, 0, cases[i].first);
		units_teardown(&f);
	}
}

/* One CPU of a package counts for all: the first one that was enabled. */
static void once_a_package(void **state)
{
	static const struct { enum aggr_mode mode; int asleep; const char *want; } cases[] = {
		{ AGGR_TOTAL, -1, "c5=1" },		{ AGGR_TOTAL, 0, "c5=2" },
		{ AGGR_PACKAGE, -1, "c5=1" },
		{ AGGR_CORE, -1, "c1=1 n1 n2 n1" },	{ AGGR_CORE, 0, "n1 c1=2 n2 n1" },
		{ AGGR_CPU, -1, "c1=1 n1 n1 n1 n1" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct units f;

		units_setup(&f, "x86-offline", "cycles", &plain, NULL, 0);
		f.events.event[0].flags |= EVENT_PER_PACKAGE;
		f.aggr.mode = cases[i].mode;
		for (size_t s = 0; s < f.plan.n; s++)
			f.last.reading[s].value = (uint64_t)f.plan.slot[s].cpu + 1;
		if (cases[i].asleep >= 0)
			f.last.reading[cases[i].asleep] = (struct reading){0};
		units_build(&f);
		check_row(&f, 0, cases[i].want);
		assert_int_equal(f.notes.n, 0);
		for (size_t u = 0; u < f.table.n_units; u++)
			assert_true(units_cell(&f, u, 0)->state == CELL_COUNTED || !units_cell(&f, u, 0)->enabled);
		units_teardown(&f);
	}
	{	/* of two packages each has its own; of a program's threads none speaks for another */
		struct thread threads[] = { { .tid = 1 }, { .tid = 2 } };
		struct units f;

		units_setup(&f, "s390x", "cs", &plain, NULL, 0);
		f.events.event[0].flags |= EVENT_PER_PACKAGE;
		count_numbers(&f);
		units_build(&f);
		check_row(&f, 0, "c8=4");	/* CPU 0, CPU 4 */
		units_teardown(&f);
		units_setup(&f, "s390x", "cs", &plain, threads, 2);
		f.events.event[0].flags |= EVENT_PER_PACKAGE;
		f.last.reading[0].value = f.last.reading[1].value = 7;
		units_build(&f);
		check_row(&f, 0, "c2=14");
		units_teardown(&f);
	}
}

/* CPUs 2 and 6 are one core. */
static void events_of_cores(void **state)
{
	static const struct { struct aggr_opts o; const char *percore, *other; } cases[] = {
		{ { .mode = AGGR_CPU }, "c1=0 c1=1 c2=8 c1=3 -", "c1=0 c1=1 c1=2 c1=3 c1=6" },
		{ { .mode = AGGR_CPU, .percore_threads = true }, "c1=0 c1=1 c2=8 c1=3 c2=8", "c1=0 c1=1 c1=2 c1=3 c1=6" },
		{ { .mode = AGGR_CORE }, "c1=0 c1=1 c2=8 c1=3", "c1=0 c1=1 c2=8 c1=3" },
		{ { .mode = AGGR_TOTAL }, "c5=12", "c5=12" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct units f;

		units_setup(&f, "x86-offline", "cpu/event=0x3c,percore/,cs", &plain, NULL, 0);
		f.aggr = cases[i].o;
		count_numbers(&f);
		units_build(&f);
		check_row(&f, 0, cases[i].percore);
		check_row(&f, 1, cases[i].other);
		units_teardown(&f);
	}
}

/* The parts of the machine that a mode needs. */
static void parts_that_are_needed(void **state)
{
	static const struct { enum aggr_mode mode; unsigned flags, parts; } cases[] = {
		{ AGGR_TOTAL, 0, 0 }, { AGGR_TOTAL, EVENT_PER_PACKAGE, MACHINE_TOPOLOGY }, { AGGR_TOTAL, EVENT_PER_CORE, 0 },
		{ AGGR_THREAD, 0, 0 }, { AGGR_CPU, 0, 0 }, { AGGR_CPU, EVENT_PER_CORE, MACHINE_TOPOLOGY },
		{ AGGR_CPU, EVENT_PER_PACKAGE, MACHINE_TOPOLOGY }, { AGGR_NODE, 0, MACHINE_NODE },
		{ AGGR_PACKAGE, 0, MACHINE_TOPOLOGY }, { AGGR_CORE, 0, MACHINE_TOPOLOGY },
		{ AGGR_CACHE, 0, MACHINE_TOPOLOGY | MACHINE_CACHE }, { AGGR_NODE, EVENT_PER_PACKAGE,
		  MACHINE_NODE | MACHINE_TOPOLOGY },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct event event = { .flags = cases[i].flags };

		assert_int_equal(aggr_needs(cases[i].mode, &(struct events){ &event, 1 }), cases[i].parts);
	}
}

/* The schema has each word, and a name shows only ids that all CPUs of the unit have. */
static void the_table_of_modes(void **state)
{
	(void)state;
	for (int mode = 0; mode < AGGR_MODES; mode++) {
		const struct aggr_mode_def *d = &aggr_modes[mode];
		char quoted[32];

		assert_non_null(d->word);
		snprintf(quoted, sizeof(quoted), "\"%s\"", d->word);
		if (!strstr(json_schema_text, quoted))
			fail_msg("share/pstat-1.schema.json has no mode %s", quoted);
		assert_int_equal(aggr_mode_find(d->word, strlen(d->word)), mode);
		assert_int_equal(d->shown & ~d->key, 0);
		assert_int_equal(!d->title[0], mode == AGGR_TOTAL);
	}
	assert_int_equal(aggr_mode_find("cor", 3), -1);
	assert_int_equal(aggr_mode_find("", 0), -1);
}

static void states_in_units(void **state)
{
	static const struct {
		enum aggr_mode mode;
		uint8_t open[2];
		uint64_t enabled[2], running[2];
		const char *want;
	} cases[] = {
		{ AGGR_CORE, { COUNTER_NOT_SUPPORTED, COUNTER_NOT_SUPPORTED }, { 0, 0 }, { 0, 0 }, "s0 s0" },
		{ AGGR_PACKAGE, { COUNTER_NOT_SUPPORTED, COUNTER_NOT_SUPPORTED }, { 0, 0 }, { 0, 0 }, "s0" },
		{ AGGR_CORE, { COUNTER_OPEN, COUNTER_GONE }, { 9, 0 }, { 9, 0 }, "c1=0 -" },
		{ AGGR_PACKAGE, { COUNTER_OPEN, COUNTER_GONE }, { 9, 0 }, { 9, 0 }, "c1=0" },
		{ AGGR_TOTAL, { COUNTER_GONE, COUNTER_GONE }, { 0, 0 }, { 0, 0 }, "n0" },
		{ AGGR_CORE, { COUNTER_OPEN, COUNTER_NOT_READ }, { 9, 9 }, { 9, 9 }, "c1=0 u0" },
		{ AGGR_CORE, { COUNTER_OPEN, COUNTER_OPEN }, { 9, 9 }, { 9, 0 }, "c1=0 u1" },
		{ AGGR_PACKAGE, { COUNTER_OPEN, COUNTER_OPEN }, { 9, 9 }, { 9, 0 }, "c2=0" },
		{ AGGR_CPU, { COUNTER_OPEN, COUNTER_CLOSED }, { 9, 0 }, { 9, 0 }, "c1=0 n0" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct units f;

		units_setup(&f, "vm-zen5", "cycles", &plain, NULL, 0);
		f.aggr.mode = cases[i].mode;
		for (size_t s = 0; s < 2; s++) {
			f.last.state[s] = cases[i].open[s];
			f.last.reading[s] = (struct reading){ .enabled = cases[i].enabled[s], .running = cases[i].running[s] };
		}
		units_build(&f);
		check_row(&f, 0, cases[i].want);
		for (size_t u = 0; u < f.table.n_units; u++)	/* cells without a count have no times */
			assert_true(units_cell(&f, u, 0)->state == CELL_COUNTED || !units_cell(&f, u, 0)->enabled);
		units_teardown(&f);
	}
}

static void threads_have_rows(void **state)
{
	struct thread threads[] = { { .tid = 7 }, { .tid = 9 }, { .tid = 11 } };
	struct units f;

	(void)state;
	units_setup(&f, "vm-zen5", "cs,duration_time", &plain, threads, 3);
	f.aggr.mode = AGGR_THREAD;
	f.last.tool[TOOL_DURATION] = 70;
	f.last.reading[0].value = 5;
	f.last.reading[1] = (struct reading){ .enabled = 100 };		/* a starved thread keeps its times */
	f.last.state[2] = COUNTER_GONE;
	units_build(&f);
	check_row(&f, 0, "c1=5 n1 -");
	check_row(&f, 1, "c1=70 c1=70 c1=70");
	assert_true(units_cell(&f, 1, 0)->enabled == 100);
	assert_int_equal(f.table.unit[2].thread, 2);
	f.aggr.mode = AGGR_TOTAL;
	units_build(&f);
	check_row(&f, 0, "c2=5");
	check_row(&f, 1, "c1=70");
	units_teardown(&f);
}

/* In rows of CPUs the clock is there once, even if nothing else is counted. */
static void tools_stand_in_the_first_unit(void **state)
{
	static const char *const events[] = { "duration_time,cs", "duration_time" };

	(void)state;
	for (size_t i = 0; i < COUNT_OF(events); i++) {
		struct units f;

		units_setup(&f, "vm-zen5", events[i], &plain, NULL, 0);
		f.aggr.mode = AGGR_CPU;
		f.last.tool[TOOL_DURATION] = 70;
		units_build(&f);
		check_row(&f, 0, "c1=70 -");
		units_teardown(&f);
	}
}

/* A table without CPUs or threads has one unit. */
static void nothing_to_tell_apart(void **state)
{
	static const enum aggr_mode modes[] = { AGGR_TOTAL, AGGR_CORE, AGGR_CPU, AGGR_THREAD, AGGR_NODE };
	const struct event event = { .tool = TOOL_DURATION, .scale = 1 };
	const struct events events = { (struct event *)(uintptr_t)&event, 1 };
	const struct plan plan = { .events = &events };
	const struct sample none = {0};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(modes); i++) {
		const struct aggr_opts o = { .mode = modes[i] };
		struct notes notes = {0};
		struct table t = {0};

		table_build(&t, &plan, &none, &none, NULL, &o, &notes);
		assert_int_equal(t.n_units, 1);
		assert_int_equal(t.cell[0].state, CELL_COUNTED);
		assert_int_equal(t.unit[0].core, modes[i] == AGGR_CORE || modes[i] == AGGR_CPU ? -1 : UNIT_NONE);
		table_release(&t);
	}
}

static void means_keep_their_units(void **state)
{
	struct table mean = {0};
	struct stats *stats = NULL;
	struct units f;

	(void)state;
	units_setup(&f, "vm-zen5", "cycles", &plain, NULL, 0);
	f.aggr.mode = AGGR_CORE;
	for (unsigned run = 0; run < 2; run++) {
		f.last.reading[0].value = 10 + 4 * run;
		f.last.reading[1].value = 100;
		units_build(&f);
		table_add(&mean, &stats, &f.table);
	}
	assert_int_equal(mean.n_units, 2);
	assert_int_equal(mean.unit[1].core, 1);
	assert_true(mean.cell[0].value == 12 && mean.cell[1].value == 100);
	assert_int_equal(mean.cell[1].members, 1);
	assert_true(cell_error_pct(&mean.cell[0], &stats[0]) > 0);
	assert_true(!(cell_error_pct(&mean.cell[1], &stats[1]) > 0));
	free(stats);
	table_release(&mean);
	units_teardown(&f);
}

/* Instructions are divided by the cycles of the same core and cgroup. */
static void metrics_stay_in_their_unit(void **state)
{
	struct units f;

	(void)state;
	units_setup(&f, "vm-zen5", "instructions,cycles,task-clock", &plain, NULL, 0);
	f.aggr.mode = AGGR_CORE;
	for (size_t s = 0; s < f.plan.n; s++)
		f.last.reading[s].value = (const uint64_t[]){ 100, 50, 1000, 900, 100, 500 }[s];
	units_build(&f);
	metrics_eval(&f.table, &f.metrics, &f.events, 1000);
	assert_true(fabs(f.table.figure[0].value - 2) < 1e-9);
	assert_true(fabs(f.table.figure[f.metrics.n].value - 9) < 1e-9);
	assert_true(fabs(f.table.figure[metrics_first(&f.metrics, 2)].value - 1) < 1e-9);	/* CPUs utilized: its own */
	assert_true(fabs(f.table.figure[f.metrics.n + metrics_first(&f.metrics, 2)].value - 0.5) < 1e-9);
	units_teardown(&f);
}

static void metrics_stay_in_their_cgroup(void **state)
{
	static const struct { int cgroup[4]; double ipc[2]; } cases[] = {	/* of the instructions at 0 and at 2 */
		{ { -1, -1, -1, -1 }, { 2, 4 } },	/* all with the first cycles */
		{ { 0, 0, 1, 1 }, { 2, 1 } },
		{ { 1, 0, 0, 1 }, { 0.5, 4 } },
		{ { 0, -1, -1, 1 }, { (double)NAN, 4 } },
		{ { 2, 2, 0, 0 }, { 2, 1 } },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct units f;

		units_setup(&f, "vm-zen5", "instructions,cycles,instructions,cycles", &plain, NULL, 0);
		for (size_t e = 0; e < 4; e++)
			f.events.event[e].cgroup = cases[i].cgroup[e];
		for (size_t s = 0; s < f.plan.n; s++)
			f.last.reading[s].value = (const uint64_t[]){ 100, 50, 200, 200 }[s % 4];
		units_build(&f);
		metrics_eval(&f.table, &f.metrics, &f.events, 1000);
		for (int k = 0; k < 2; k++) {
			double got = f.table.figure[metrics_first(&f.metrics, 2 * k)].value, want = cases[i].ipc[k];

			if (isnan(want) ? !isnan(got) : !(fabs(got - want) < 1e-9))
				fail_msg("case %zu: %g, not %g", i, got, want);
		}
		units_teardown(&f);
	}
}

/* The sum of a core is not used in the metric of a CPU. */
static void a_core_is_no_partner_of_a_cpu(void **state)
{
	static const struct { enum aggr_mode mode; bool shown; } cases[] = { { AGGR_CPU, false }, { AGGR_CORE, true } };

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct units f;

		units_setup(&f, "x86-offline", "cpu/cpu-cycles,percore/,task-clock", &plain, NULL, 0);
		f.aggr.mode = cases[i].mode;
		for (size_t s = 0; s < f.plan.n; s++)
			f.last.reading[s].value = 1000;
		units_build(&f);
		metrics_eval(&f.table, &f.metrics, &f.events, 1000);
		assert_int_equal(!isnan(f.table.figure[0].value), cases[i].shown);
		units_teardown(&f);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(recorded_machines),
		cmocka_unit_test(kinds_of_core),
		cmocka_unit_test(uncore_boxes),
		cmocka_unit_test(once_a_package),
		cmocka_unit_test(events_of_cores),
		cmocka_unit_test(parts_that_are_needed),
		cmocka_unit_test(the_table_of_modes),
		cmocka_unit_test(states_in_units),
		cmocka_unit_test(threads_have_rows),
		cmocka_unit_test(tools_stand_in_the_first_unit),
		cmocka_unit_test(nothing_to_tell_apart),
		cmocka_unit_test(means_keep_their_units),
		cmocka_unit_test(metrics_stay_in_their_unit),
		cmocka_unit_test(metrics_stay_in_their_cgroup),
		cmocka_unit_test(a_core_is_no_partner_of_a_cpu),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
