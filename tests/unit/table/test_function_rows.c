/* SPDX-License-Identifier: MIT */
/* Tests how counts are divided among functions, in one run and in several. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "count/sampling/sampled_places.h"
#include "event/event_names.h"
#include "host/target.h"
#include "made_events.h"
#include "table/function_rows.h"

enum { EVENTS = 2, FUNCTIONS = 4, RUNS = 3 };

static const struct some_event counts[] = { { SOME_CYCLES, -1, 0 }, { SOME_FAULTS, -1, 0 } };
static const struct some_event clocks[] = { { SOME_CLOCK, -1, 0 }, { SOME_FAULTS, -1, 0 } };

/* of a function in a run: what its samples stand for, and how many they are */
struct part {
	const char *name, *object;
	struct sampled_count count[EVENTS];
};

struct run {
	uint64_t total[EVENTS];
	struct part part[FUNCTIONS]; size_t n;
};

enum flags { USER = 1, NOT_COUNTED = 2, NO_FIRST = 4 };	/* NOT_COUNTED: the second event, NO_FIRST: the first */

/* A row is "name value(samples) value(samples)", - has no count.  The last run has those of all runs. */
static const struct {
	const char *name;
	const struct some_event *events;
	unsigned flags;
	uint64_t top; double min_pct;
	struct run run[RUNS]; size_t n;
	const char *rows[RUNS];
} cases[] = {
	{ "one function has it all", counts, 0, 0, 0, { { { 100, 7 }, { { "f", "a", { { 3, 90 }, { 1, 1 } } } }, 1 } }, 1,
	  { "f (a) 100(3) 7(1); (total) 100(3) 7(1)" } },
	{ "by periods, not by samples", counts, 0, 0, 0,
	  { { { 100, 9 }, { { "f", "a", { { 9, 10 }, { 1, 1 } } }, { "g", "a", { { 1, 30 }, { 1, 2 } } } }, 2 } }, 1,
	  { "g (a) 75(1) 6(1); f (a) 25(9) 3(1); (total) 100(10) 9(2)" } },
	{ "thirds of 100", counts, 0, 0, 0,
	  { { { 100, 1 }, { { "f", 0, { { 1, 7 }, { 1, 1 } } }, { "g", 0, { { 1, 7 }, { 1, 1 } } },
	    { "h", 0, { { 1, 7 }, { 1, 1 } } } }, 3 } }, 1,
	  { "g 34(1) 1(1); f 33(1) 0(1); h 33(1) 0(1); (total) 100(3) 1(3)" } },
	{ "as large as numbers get", counts, 0, 0, 0,
	  { { { UINT64_MAX, UINT64_MAX }, { { "f", 0, { { 1, UINT64_MAX / 2 }, { 1, 1 } } },
	    { "g", 0, { { 1, UINT64_MAX / 2 }, { 1, 2 } } } }, 2 } }, 1,
	  { "f 9223372036854775808(1) 6148914691236517205(1); g 9223372036854775807(1) 12297829382473034410(1); "
	    "(total) 18446744073709551615(2) 18446744073709551615(2)" } },
	{ "periods that are more than a number can be", counts, 0, 0, 0,
	  { { { 100, 0 }, { { "f", 0, { { 1, UINT64_MAX } } }, { "g", 0, { { 1, UINT64_MAX } } } }, 2 } }, 1,
	  { "f 100(1) 0(0); g 0(1) 0(0); (total) 100(2) 0(0)" } },
	{ "samples, and nothing counted", counts, 0, 0, 0, { { { 0, 0 }, { { "f", 0, { { 2, 5 } } } }, 1 } }, 1,
	  { "f 0(2) 0(0); (total) 0(2) 0(0)" } },
	{ "counted, and no samples", counts, 0, 0, 0, { { { 100, 5 }, { { 0 } }, 0 } }, 1,
	  { "(unknown) 100(0) 5(0); (total) 100(0) 5(0)" } },
	{ "no samples of one event", counts, 0, 0, 0, { { { 100, 5 }, { { "f", 0, { { 2, 5 } } } }, 1 } }, 1,
	  { "f 100(2) 0(0); (unknown) 0(0) 5(0); (total) 100(2) 5(0)" } },
	{ "samples without a period", counts, 0, 0, 0, { { { 100, 0 }, { { "f", 0, { { 2, 0 } } } }, 1 } }, 1,
	  { "f 0(0) 0(0); (unknown) 100(0) 0(0); (total) 100(0) 0(0)" } },
	{ "nothing", counts, 0, 0, 0, { { { 0, 0 }, { { 0 } }, 0 } }, 1, { "(total) 0(0) 0(0)" } },
	{ "the same name in two programs, and in none", counts, 0, 0, 0,
	  { { { 60, 0 }, { { "f", "a", { { 1, 3 } } }, { "f", "b", { { 1, 2 } } }, { "f", 0, { { 1, 1 } } } }, 3 } }, 1,
	  { "f (a) 30(1) 0(0); f (b) 20(1) 0(0); f 10(1) 0(0); (total) 60(3) 0(0)" } },
	{ "an event that is not counted", counts, NOT_COUNTED, 0, 0,
	  { { { 100, 0 }, { { "f", 0, { { 2, 5 }, { 1, 1 } } } }, 1 } }, 1, { "f 100(2) -; (total) 100(2) -" } },
	{ "the first event is not counted, so the second one sorts", counts, NO_FIRST, 0, 0,
	  { { { 0, 9 }, { { "f", 0, { { 0, 0 }, { 1, 1 } } }, { "g", 0, { { 0, 0 }, { 1, 2 } } } }, 2 } }, 1,
	  { "g - 6(1); f - 3(1); (total) - 9(2)" } },
	{ "a clock in user mode", clocks, USER, 0, 0,
	  { { { 100, 4 }, { { "f", 0, { { 3, 60 }, { 1, 1 } } }, { "g", 0, { { 1, 10 } } } }, 2 } }, 1,
	  { "f 60(3) 4(1); [kernel] 30(0) 0(0); g 10(1) 0(0); (total) 100(4) 4(1)" } },
	{ "that is less than its samples stand for", clocks, USER, 0, 0,
	  { { { 100, 0 }, { { "f", 0, { { 3, 150 } } }, { "g", 0, { { 1, 50 } } } }, 2 } }, 1,
	  { "f 75(3) 0(0); g 25(1) 0(0); [kernel] 0(0) 0(0); (total) 100(4) 0(0)" } },
	{ "a clock everywhere", clocks, 0, 0, 0,
	  { { { 100, 0 }, { { "f", 0, { { 3, 60 } } }, { "[kernel]", 0, { { 1, 20 } } } }, 2 } }, 1,
	  { "f 75(3) 0(0); [kernel] 25(1) 0(0); (total) 100(4) 0(0)" } },
	{ "other events of user mode have no part there", counts, USER, 0, 0,
	  { { { 100, 0 }, { { "f", 0, { { 3, 60 } } } }, 1 } }, 1, { "f 100(3) 0(0); (total) 100(3) 0(0)" } },
	{ "--top", counts, 0, 1, 0,
	  { { { 60, 6 }, { { "f", 0, { { 1, 1 }, { 1, 1 } } }, { "g", 0, { { 1, 3 }, { 1, 1 } } },
	    { "h", 0, { { 1, 2 }, { 1, 1 } } } }, 3 } }, 1,
	  { "g 30(1) 2(1); (others) 30(2) 4(2); (total) 60(3) 6(3)" } },
	{ "--top of as many as there are", counts, 0, 2, 0,
	  { { { 60, 0 }, { { "f", 0, { { 1, 1 } } }, { "g", 0, { { 1, 2 } } } }, 2 } }, 1,
	  { "g 40(1) 0(0); f 20(1) 0(0); (total) 60(2) 0(0)" } },
	{ "--min", counts, 0, 0, 20,
	  { { { 100, 0 }, { { "f", 0, { { 1, 19 } } }, { "g", 0, { { 1, 20 } } }, { "h", 0, { { 1, 61 } } } }, 3 } }, 1,
	  { "h 61(1) 0(0); g 20(1) 0(0); (others) 19(1) 0(0); (total) 100(3) 0(0)" } },
	{ "--min that none has", counts, 0, 0, 90,
	  { { { 100, 0 }, { { "f", 0, { { 1, 50 } } }, { "g", 0, { { 1, 50 } } } }, 2 } }, 1,
	  { "(others) 100(2) 0(0); (total) 100(2) 0(0)" } },
	{ "the others, and what no function has", counts, 0, 1, 0,
	  { { { 60, 5 }, { { "f", 0, { { 1, 1 } } }, { "g", 0, { { 1, 2 } } } }, 2 } }, 1,
	  { "g 40(1) 0(0); (others) 20(1) 0(0); (unknown) 0(0) 5(0); (total) 60(2) 5(0)" } },
	{ "two runs", counts, 0, 0, 0,
	  { { { 100, 0 }, { { "f", 0, { { 1, 1 } } } }, 1 }, { { 50, 0 }, { { "f", 0, { { 2, 1 } } } }, 1 } }, 2,
	  { "f 100(3) 0(0); (total) 100(3) 0(0)", "f 50(3) 0(0); (total) 50(3) 0(0)" } },
	{ "other functions in each", counts, 0, 0, 0,
	  { { { 100, 0 }, { { "f", 0, { { 1, 1 } } } }, 1 }, { { 110, 0 }, { { "g", 0, { { 1, 1 } } } }, 1 } }, 2,
	  { "g 0(1) 0(0); f 100(1) 0(0); (total) 100(2) 0(0)", "g 110(1) 0(0); f 0(1) 0(0); (total) 110(2) 0(0)" } },
	{ "a run without samples", counts, 0, 0, 0,
	  { { { 100, 0 }, { { "f", 0, { { 1, 1 } } } }, 1 }, { { 3, 0 }, { { 0 } }, 0 }, { { 100, 0 },
	    { { "f", 0, { { 1, 1 } } } }, 1 } }, 3,
	  { "f 100(2) 0(0); (unknown) 0(0) 0(0); (total) 100(2) 0(0)", "f 0(2) 0(0); (unknown) 3(0) 0(0); (total) 3(2) 0(0)",
	    "f 100(2) 0(0); (unknown) 0(0) 0(0); (total) 100(2) 0(0)" } },
	{ "--top of all runs", counts, 0, 1, 0,
	  { { { 100, 0 }, { { "f", 0, { { 1, 9 } } }, { "g", 0, { { 1, 1 } } } }, 2 },
	    { { 900, 0 }, { { "g", 0, { { 1, 1 } } } }, 1 } }, 2,
	  { "g 10(2) 0(0); (others) 90(1) 0(0); (total) 100(3) 0(0)", "g 900(2) 0(0); (others) 0(1) 0(0); (total) 900(3) 0(0)" } },
};

static void make_events(struct events *events, const struct some_event *some, bool user)
{
	some_events(events, some, EVENTS);
	for (size_t i = 0; i < EVENTS; i++)
		events->event[i].known = event_name_find(some[i].name);
	events->event[0].attr.head.exclude_kernel = user;
}

static void add_run(struct table *t, const struct run *r, struct target *target, const struct events *events,
		    unsigned flags)
{
	struct found_function function[FUNCTIONS];
	struct sampled_count count[FUNCTIONS][EVENTS];
	const struct found_functions found = { .function = function, .n = r->n, .n_events = EVENTS };
	const struct unit unit = { .region = -1, .process = UNIT_NONE };

	table_init(t, &unit, 1, EVENTS);
	for (size_t row = 0; row < EVENTS; row++)
		t->cell[row] = (struct cell){ .state = CELL_COUNTED, .value = r->total[row], .raw = r->total[row],
					      .enabled = 5, .running = 5, .members = 2 };
	if (flags & NOT_COUNTED)
		t->cell[1].state = CELL_NOT_COUNTED;
	if (flags & NO_FIRST)
		t->cell[0].state = CELL_NOT_SUPPORTED;
	for (size_t i = 0; i < r->n; i++) {
		memcpy(count[i], r->part[i].count, sizeof(count[i]));
		function[i] = (struct found_function){ r->part[i].name, r->part[i].object, count[i] };
	}
	function_rows_add(t, target, &found, events);
}

static void describe(struct str *out, const struct table *t, const struct target *target)
{
	for (size_t u = 0; u < t->n_units; u++) {
		const struct unit *unit = &t->unit[u];

		str_addf(out, "%s%s", u ? "; " : "",
			 unit->process == UNIT_TOTAL ? "(total)" : unit->process == UNIT_OTHERS ? "(others)" :
			 unit->process == UNIT_UNKNOWN ? "(unknown)" : target->region[unit->region].id);
		for (size_t row = 0; row < t->n_rows; row++) {
			const struct cell *c = &t->cell[u * t->n_rows + row];

			if (c->state == CELL_COUNTED)
				str_addf(out, " %llu(%u)", (unsigned long long)c->value, c->members);
			else
				str_add(out, " -");
		}
	}
}

/* They are the total, exactly. */
static void check_sum(const struct table *t, const char *name)
{
	for (size_t row = 0; row < t->n_rows; row++) {
		uint64_t sum = 0;

		for (size_t u = 0; u + 1 < t->n_units; u++)
			sum += t->cell[u * t->n_rows + row].value;
		if (sum != t->cell[(t->n_units - 1) * t->n_rows + row].value)
			fail_msg("%s: the parts of event %zu are %llu", name, row, (unsigned long long)sum);
	}
}

static void release(struct table *t, size_t n, struct target *target, struct events *events)
{
	for (size_t i = 0; i < n; i++)
		table_release(&t[i]);
	target_release(target);
	events_release(events);
}

static void parts_of_the_total(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct aggr_opts o = { .mode = AGGR_FUNCTION,
					     .rows = { .top = cases[i].top, .min_pct = cases[i].min_pct } };
		struct table t[RUNS], *run[RUNS] = { &t[0], &t[1], &t[2] };
		struct target target = {0};
		struct events events = {0};

		make_events(&events, cases[i].events, cases[i].flags & USER);
		for (size_t r = 0; r < cases[i].n; r++)
			add_run(&t[r], &cases[i].run[r], &target, &events, cases[i].flags);
		for (int again = 0; again < 2; again++)
			function_rows_finish(run, cases[i].n, &target, &events, &o);
		for (size_t r = 0; r < cases[i].n; r++) {
			struct str text = {0};

			describe(&text, &t[r], &target);
			if (strcmp(str_text(&text), cases[i].rows[r]) != 0)
				fail_msg("%s, run %zu: %s", cases[i].name, r, str_text(&text));
			check_sum(&t[r], cases[i].name);
			str_release(&text);
		}
		release(t, cases[i].n, &target, &events);
	}
}

static uint64_t next(uint64_t *seed)
{
	return *seed = *seed * 6364136223846793005u + 1;
}

/* Any numbers. */
static void parts_add_up(void **state)
{
	enum { ROUNDS = 300, MANY = 50 };
	const struct aggr_opts o = { .mode = AGGR_FUNCTION, .rows = { .top = 7 } };
	uint64_t seed = 1;

	(void)state;
	for (unsigned round = 0; round < ROUNDS; round++) {
		struct found_function function[MANY];
		struct sampled_count count[MANY][EVENTS];
		const struct found_functions found = { .function = function, .n = MANY, .n_events = EVENTS };
		const struct unit unit = { .region = -1, .process = UNIT_NONE };
		struct table t, *run[] = { &t };
		struct target target = {0};
		struct events events = {0};
		char name[MANY][4];

		make_events(&events, round & 1 ? clocks : counts, round & 2);
		table_init(&t, &unit, 1, EVENTS);
		for (size_t row = 0; row < EVENTS; row++)
			t.cell[row] = (struct cell){ .state = CELL_COUNTED, .value = next(&seed) >> (round % 60) };
		for (size_t i = 0; i < MANY; i++) {
			snprintf(name[i], sizeof(name[i]), "%zu", i);
			for (size_t e = 0; e < EVENTS; e++)
				count[i][e] = (struct sampled_count){ 1, next(&seed) >> (8 + i) };
			function[i] = (struct found_function){ name[i], NULL, count[i] };
		}
		function_rows_add(&t, &target, &found, &events);
		function_rows_finish(run, 1, &target, &events, &o);
		check_sum(&t, "any numbers");
		release(&t, 1, &target, &events);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(parts_of_the_total),
		cmocka_unit_test(parts_add_up),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
