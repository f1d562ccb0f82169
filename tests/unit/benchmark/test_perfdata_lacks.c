/* SPDX-License-Identifier: MIT */
/* perf.data of CPUs: what comes back of counts that there are not, of pstat's own files and of perf's. */
#include "test.h"

#include "count/plan.h"
#include "count/sample.h"
#include "event/event.h"
#include "host/target.h"
#include "made_perfdata.h"

/* Of the counter of the second of two CPUs in the second of three rounds, and the notes that are made of it. */
static void counts_that_lack(void **state)
{
	static char *perf[] = { (char *)(uintptr_t)"perf", (char *)(uintptr_t)"stat", (char *)(uintptr_t)"", NULL };
	struct event event = { .name = (char *)(uintptr_t)"cs", .scale = 1, .attr.head = { .type = 1, .config = 3 } };
	const struct events events = { &event, 1 };
	const struct target_opts asked = { .system_wide = true };
	int cpu[] = { 0, 1 };
	const struct target target = { .asked = &asked, .cpus = { cpu, 2 } };
	struct slot slot[] = { { 0, 0, -1, -1, 1 }, { 0, 1, -1, -1, 1 } };
	const struct plan plan = { .slot = slot, .n = 2, .events = &events, .target = &target };
	static const struct {
		enum counter_state second;
		struct reading r;
		const char *option, *want, *note;
		unsigned flags;
	} cases[] = {
		{ COUNTER_OPEN, { 6, 20, 20 }, "-a", " 3 10/10, 3 10/10, 6 10/10,", "", 0 },
		{ COUNTER_NOT_READ, { 6, 20, 20 }, "-aGx", " 3 10/10, unknown, 9 20/20,", "not-read ", 0 },
		{ COUNTER_BACKWARDS, { 6, 20, 20 }, "-a", " 3 10/10, unknown, 9 20/20,",
		  "impossible it ran backwards", 0 },
		{ COUNTER_TOO_FAST, { 6, 20, 20 }, "-a", " 3 10/10, unknown, 9 20/20,",
		  "impossible no processor counts that fast", 0 },
		{ COUNTER_GONE, { 0, 0, 0 }, "-a", " -, -, -,", "", 0 },
		/* as perf writes it: not of cgroups, which did not run there perhaps */
		{ COUNTER_OPEN, { 0, 0, 0 }, "-a", " 3 10/10, unknown, 9 20/20,", "not-read ", 0 },
		{ COUNTER_OPEN, { 0, 0, 0 }, "-aGx", " 3 10/10, not counted, 9 20/20,", "", 0 },
		{ COUNTER_OPEN, { 0, 0, 0 }, "--cgroup=x", " 3 10/10, not counted, 9 20/20,", "", 0 },
		{ COUNTER_OPEN, { 0, 0, 0 }, "--for-each-cgroup", " 3 10/10, not counted, 9 20/20,", "", 0 },
		/* a level may fall, and is no difference */
		{ COUNTER_OPEN, { 1, 20, 20 }, "-a", " 3 10/10, 1 10/10, 12 10/10,", "", EVENT_SNAPSHOT },
		{ COUNTER_OPEN, { 1, 20, 20 }, "-a", " 3 10/10, unknown, 11 10/10,",
		  "impossible it ran backwards", 0 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct perfdata p = { .version = "1", .aggr = AGGR_CPU, .interval_ns = 10, .argv = perf };
		struct str said = {0}, notes = {0};
		struct str file = {0}, header = {0};
		struct error err = ERROR_INIT;
		struct benchmark b;

		perf[2] = (char *)(uintptr_t)cases[i].option;
		event.flags = cases[i].flags;
		assert_int_equal(perfdata_begin(&p, &file, &plan, &err), 0);
		for (unsigned k = 0; k < 3; k++) {
			struct reading all = { .value = 3u << k, .enabled = 10 * (k + 1), .running = 10 * (k + 1) };
			bool odd = k == 1 || cases[i].second == COUNTER_GONE;
			struct reading r[] = { all, odd ? cases[i].r : all };
			uint8_t states[] = { COUNTER_OPEN, odd ? (uint8_t)cases[i].second : COUNTER_OPEN };
			const struct sample sample = { .reading = r, .state = states, .n = 2 };

			perfdata_round(&p, &file, &plan, &sample, 10 * (k + 1), false);
		}
		perfdata_end(&p, &file, &plan);
		perfdata_header(&p, &header);
		memcpy(file.text, header.text, header.len);
		if (perfdata_parse(&b, file.text, file.len, &err) < 0)
			fail_msg("%s", err.message);
		for (size_t k = 0; k < 3; k++) {
			made_say_cell(&said, &b.interval[k].table.cell[1]);
			str_add(&said, ",");
		}
		for (size_t k = 0; k < b.notes.n; k++)
			str_addf(&notes, "%s %s", note_defs[b.notes.note[k].kind].code, b.notes.note[k].text);
		if (strcmp(said.text, cases[i].want) != 0 ||
		    strcmp(notes.text ? notes.text : "", cases[i].note) != 0)
			fail_msg("case %zu: '%s', '%s'", i, said.text, notes.text ? notes.text : "");
		benchmark_release(&b);
		str_release(&said);
		str_release(&notes);
		str_release(&header);
		str_release(&file);
	}
}

static const char *const counted[] = {
	MADE_ATTR(1, 3, 1), MADE_THREAD, MADE_ANY, MADE_CONFIG(1, 0, 1), MADE_STAT(1, 0xffffffff, 0, 7, 100, 100),
	MADE_ROUND(1, 9), "79 8:1 8:2 8:3", NULL,
};

/* What is said of the first so many bytes: "" is all that is worth saying; an error is its message. */
static void say_of(struct str *said, const struct str *file, size_t len)
{
	struct error err = ERROR_INIT;
	struct benchmark b;

	str_reset(said);
	if (perfdata_parse(&b, file->text, len, &err) < 0) {
		str_add(said, err.message);
		return;
	}
	for (size_t i = 0; i < b.notes.n; i++)
		str_addf(said, "%s: %s", note_defs[b.notes.note[i].kind].code, b.notes.note[i].text);
	benchmark_release(&b);
}

/* pstat reads features 5 and 6, and has no use for 21. */
static void files_that_end_early(void **state)
{
	static const struct made_feature f[] = { { 5, "s:6.12.1" }, { 6, "s:x86_64" }, { 21, "8:1 8:2" } };
	struct str file = {0}, said = {0};
	size_t whole;

	(void)state;
	made_file(&file, MADE_HERE, counted, f, COUNT_OF(f));
	whole = file.len;
	say_of(&said, &file, whole);
	assert_string_equal(said.text ? said.text : "", "");
	for (size_t n = 1; n <= 16; n++) {
		say_of(&said, &file, whole - n);
		assert_string_equal(said.text, "ends-early: parts that pstat does not need are missing");
	}
	for (size_t n = 8; n < whole; n++) {
		say_of(&said, &file, n);
		assert_string_not_equal(said.text ? said.text : "", "");
	}
	made_patch(&file, 48, 0);	/* the size of the data: nobody came to write it */
	say_of(&said, &file, 104 + 8 + 144 + 32);
	assert_non_null(strstr(said.text, "its counts are incomplete"));
	str_release(&file);
	made_file(&file, MADE_HERE, counted, NULL, 0);
	made_patch(&file, 48, 0);
	say_of(&said, &file, file.len);
	assert_string_equal(said.text, "ends-early: it was not finished, so it does not describe the machine");
	say_of(&said, &file, file.len - 1);
	assert_string_equal(said.text, "ends-early: its last record is not complete");
	str_release(&file);
	str_release(&said);
}

static void streams_that_end_early(void **state)
{
	struct str file = {0}, said = {0};

	(void)state;
	made_stream(&file, MADE_HERE, counted);
	say_of(&said, &file, file.len);
	assert_string_equal(said.text ? said.text : "", "");
	for (size_t n = 1; n < 32; n++) {	/* the last record is one that pstat does not know */
		say_of(&said, &file, file.len - n);
		assert_string_equal(said.text, "ends-early: its last record is not complete");
	}
	str_release(&file);
	str_release(&said);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(counts_that_lack), cmocka_unit_test(files_that_end_early),
		cmocka_unit_test(streams_that_end_early),
	};

	return cmocka_run_group_tests_name("perfdata_lacks", tests, NULL, NULL);
}
