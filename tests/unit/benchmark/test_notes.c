/* SPDX-License-Identifier: MIT */
/* Tests notes as lines: which are printed, for which events, in which order. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "benchmark/notes.h"
#include "benchmark/report.h"
#include "benchmark/run_result.h"
#include "event/event.h"
#include "format/format.h"
#include "format/style.h"
#include "host/cgroup.h"
#include "benchmark/benchmark.h"
#include "metric/metric.h"
#include "note/note.h"

static struct event two[] = {
	{ .name = (char *)(uintptr_t)"cs", .cgroup = -1 },
	{ .name = (char *)(uintptr_t)"LLC-loads", .cgroup = -1 },
};

static void notes_are_merged(void **state)
{
	const struct events events = { two, 2 };
	struct notes notes = {0};
	struct str out = {0};

	(void)state;
	notes_add(&notes, NOTE_NOT_SUPPORTED, 0, "why");
	notes_add(&notes, NOTE_MULTIPLEXED, 0, "50.00%% of the time");
	notes_add(&notes, NOTE_NOT_SUPPORTED, 1, "why");
	notes_add(&notes, NOTE_NOT_SUPPORTED, 1, "why");
	notes_add(&notes, NOTE_NOT_SUPPORTED, 1, "another");
	notes_add(&notes, NOTE_KILLED, -1, "%s", "");
	notes_format(&out, &notes, &events, NULL, 1, false);
	assert_string_equal(out.text, " note: cs, LLC-loads: cannot be counted here: why\n"
			    " note: LLC-loads: cannot be counted here: another\n"
			    " note: the command did not end when asked to and was killed\n");
	str_reset(&out);
	notes_format(&out, &notes, &events, NULL, 1, true);
	assert_non_null(strstr(out.text,
			       " note: cs: was counted part of the time, so it is an estimate: 50.00% of the time\n"));
	str_reset(&out);
	notes_format(&out, NULL, &events, NULL, 1, true);
	assert_int_equal(out.len, 0);
	str_release(&out);
	notes_release(&notes);
}

/* One look at each: as many looks as there are pairs of them would take hours. */
static void many_runs_said_much(void **state)
{
	enum { MANY = 50000 };
	struct events events = { mem_resize(NULL, MANY, sizeof(*events.event)), MANY };
	struct notes notes = {0}, run = {0};
	struct str out = {0};

	(void)state;
	for (int i = 0; i < MANY; i++) {
		events.event[i] = two[i & 1];
		notes_add(&run, NOTE_NEVER_RAN, i, "%s", "");
	}
	for (int r = 0; r < 3; r++)
		notes_merge(&notes, &run);
	assert_int_equal(notes.n, MANY);
	assert_int_equal(notes.note[0].runs, 3);
	assert_int_equal(notes.note[MANY - 1].runs, 3);
	notes_format(&out, &notes, &events, NULL, 3, false);
	assert_string_equal(out.text, " note: cs, LLC-loads, cs, LLC-loads, cs and 49995 more: never on a counter: "
			    "others held them, or the time was too short\n");
	str_release(&out);
	notes_release(&notes);
	notes_release(&run);
	free(events.event);
}

/* No two say the same, which takes no look at every pair of them either. */
static void each_says_another(void **state)
{
	enum { MANY = 100000 };
	const struct events events = { two, 2 };
	struct notes notes = {0};
	struct notes_said said;

	(void)state;
	for (int i = 0; i < 2 * MANY; i++)
		notes_add(&notes, i % 2 ? NOTE_PARTIAL : NOTE_MULTIPLEXED, i / 2 % 2, "%d", i / 2);
	notes_say(&said, &notes, &events, NULL, 1, false);
	assert_int_equal(said.n, MANY);		/* without the quiet ones */
	assert_int_equal(said.line[MANY - 1].note, 2 * MANY - 1);
	assert_string_equal(said.line[MANY - 1].text,
			    "LLC-loads: was not counted everywhere, so it is a lower bound: 99999");
	notes_said_release(&said);
	notes_say(&said, &notes, &events, NULL, 1, true);
	assert_int_equal(said.n, 2 * MANY);
	notes_said_release(&said);
	notes_release(&notes);
}

static void some_runs_said_it(void **state)
{
	const struct events events = { two, 2 };
	struct notes notes = {0}, run = {0};
	struct str out = {0};

	(void)state;
	notes_add(&run, NOTE_PARTIAL, 0, "counted on 1 of 2\033");
	notes_merge(&notes, &run);
	notes_add(&run, NOTE_KILLED, -1, "%s", "");
	notes_merge(&notes, &run);
	notes_format(&out, &notes, &events, NULL, 2, false);
	assert_string_equal(out.text, " note: cs: was not counted everywhere, so it is a lower bound: "
			    "counted on 1 of 2\\x1b\n"
			    " note: the command did not end when asked to and was killed, in 1 of 2 runs\n");
	str_release(&out);
	notes_release(&notes);
	notes_release(&run);
}

/* The same event in each: the cgroup tells them apart.  Of many the first ones are enough. */
static void events_in_cgroups(void **state)
{
	enum { MANY = 12 };
	static const struct { size_t n; const char *want; } cases[] = {
		{ 1, "cs in a\\x1b: " },
		{ 2, "cs in a\\x1b, cs in b: " },
		{ 3, "cs in a\\x1b, cs in b, cs: " },
		{ 10, "cs in a\\x1b, cs in b, cs, cs, cs, cs, cs, cs, cs, cs: " },
		{ 11, "cs in a\\x1b, cs in b, cs, cs, cs and 6 more: " },
		{ 12, "cs in a\\x1b, cs in b, cs, cs, cs and 7 more: " },
	};
	struct cgroup groups[] = { { .name = (char *)(uintptr_t)"a\033" }, { .name = (char *)(uintptr_t)"b" } };
	const struct cgroups cgroups = { .cgroup = groups, .n = COUNT_OF(groups) };
	struct event many[MANY];
	const struct events events = { many, MANY };

	(void)state;
	for (int e = 0; e < MANY; e++)
		many[e] = (struct event){ .name = (char *)(uintptr_t)"cs", .cgroup = e < 2 ? e : -1 };
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct notes notes = {0};
		struct str out = {0};

		for (size_t e = 0; e < cases[i].n; e++) {
			notes_add(&notes, NOTE_NEVER_RAN, (int)e, "%s", "");
			notes_add(&notes, NOTE_NEVER_RAN, (int)e, "%s", "");
		}
		notes_format(&out, &notes, &events, &cgroups, 1, false);
		assert_memory_equal(out.text, " note: ", 7);
		assert_memory_equal(out.text + 7, cases[i].want, strlen(cases[i].want));
		assert_ptr_equal(strchr(out.text, '\n'), out.text + out.len - 1);
		str_release(&out);
		notes_release(&notes);
	}
}

static void notes_come_last(void **state)
{
	const struct run_result run = { .status = 0 };
	struct thread command = {0};
	struct benchmark b = { .events = { two, 2 }, .target = { .thread = &command, .n_threads = 1 } };
	struct report r = { .b = &b, .run = &run, .n_runs = 1, .total = true };
	struct str without = {0}, with = {0};

	(void)state;
	format_find("text", FORMAT_REPORT)->report->end(&without, &r, &(const struct style){0});
	notes_add(&b.sum.notes, NOTE_NOT_SUPPORTED, 1, "why");
	format_find("text", FORMAT_REPORT)->report->end(&with, &r, &(const struct style){0});
	str_add(&without, " note: LLC-loads: cannot be counted here: why\n");
	assert_string_equal(with.text, without.text);
	str_reset(&with);
	r.total = false;
	format_find("text", FORMAT_REPORT)->report->end(&with, &r, &(const struct style){0});
	assert_string_equal(with.text, " note: LLC-loads: cannot be counted here: why\n");
	str_release(&without);
	str_release(&with);
	notes_release(&b.sum.notes);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(notes_are_merged),
		cmocka_unit_test(many_runs_said_much),
		cmocka_unit_test(each_says_another),
		cmocka_unit_test(some_runs_said_it),
		cmocka_unit_test(events_in_cgroups),
		cmocka_unit_test(notes_come_last),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
