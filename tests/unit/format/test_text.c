/* SPDX-License-Identifier: MIT */
/* The table for people: long texts, locales, colours, and the text around the rows. */
#include "test.h"

#include <limits.h>

#include "printed_table.h"

#define FOOT(point) \
	"\n       1" point "000000000 seconds time elapsed\n\n" \
	"       0" point "000000000 seconds user\n" \
	"       0" point "000000000 seconds sys\n\n\n"

/* The rows alone, without heading and times. */
static void check_rows(const char *events, const uint64_t *value, size_t n, struct style style,
		       const char *want)
{
	struct page p = { .events = events, .elapsed = 1, .style = style };
	struct str out = {0}, all = {0};

	for (size_t i = 0; i < n; i++)
		p.row[i].value = value[i];
	page_print(&out, &p);
	str_addf(&all, "%s%s%s", style.color ? PAGE_HEAD_BOLD : PAGE_HEAD, want, style.decimal[0] ? FOOT(",") : FOOT("."));
	assert_string_equal(out.text, all.text);
	str_release(&out);
	str_release(&all);
}

static void what_is_long_moves_the_rest(void **state)
{
	(void)state;
	check_rows("cycles/name=averyveryveryverylongeventname_over_32/,task-clock",
		   (const uint64_t[]){ 3247, 1000 }, 2, (struct style){0},
		   "              3247      averyveryveryverylongeventname_over_32 #    3.247 GHz                       \n"
		   "              0.00 msec task-clock                       #    0.000 CPUs utilized             \n");
	check_rows("cs", (const uint64_t[]){ UINT64_MAX }, 1, (struct style){0},
		   "18446744073709551615      cs                                                                    \n");
	/* not converted to double */
	check_rows("cs", (const uint64_t[]){ 9007199254740993u }, 1, (struct style){0},
		   "  9007199254740993      cs                                                                    \n");
}

/* As a PMU's unit and scale files give them; the recording has the same numbers. */
static void units_and_scales(void **state)
{
	static const struct {
		struct { const char *name, *unit; double scale; struct page_row row; } event[3];
		const char *want;
	} cases[] = {
		{ { { "cpu/mb/", "MiB", 64.0 / (1 << 20), { 18556861 } },
		    { "cpu/longunit/", "averyveryverylongunitname", 1, { 18556861 } },
		    { "cycles", "", 1, { 3591727 } } },
		  "           1132.62 MiB                       cpu/mb/                                                               \n"
		  "          18556861 averyveryverylongunitname cpu/longunit/                                                         \n"
		  "           3591727                           cycles                                                                \n" },
		{ { { "cpu/big/", "U", 1e12, { 18552354 } } },
		  "18552354000000000000 U    cpu/big/                                                              \n" },
		{ { { "half", "u", 0.5, { 3 } }, { "one", "u", 1, { 3 } }, { "two", "u", 2, { 3 } } },
		  "              1.50 u    half                                                                  \n"
		  "                 3 u    one                                                                   \n"
		  "                 6 u    two                                                                   \n" },
		{ { { "\xc3\xa4rger", "\xc2\xb5s", 1, { 1 } } },	/* two bytes, one column */
		  "                 1 \xc2\xb5s   \xc3\xa4rger                                                                 \n" },
		/* an event that is not supported does not widen the column, one that was not counted does */
		{ { { "a", "longest", 1, NOT_SUPPORTED }, { "b", "longer", 1, NOT_COUNTED },
		    { "c", "", 1, STARVED } },
		  "   <not supported> longest a                                                                     \n"
		  "     <not counted> longer b                                                                     \n"
		  "     <not counted>        c                                                                       (0.00%)\n" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct event event[3] = {0};
		struct events events = { event, 0 };
		struct metrics metrics = {0};
		struct error err = ERROR_INIT;
		struct page p = { .interval = true, .index = 1 };
		struct str out = {0}, want = {0};
		const char *line = cases[i].want;

		for (; events.n < 3 && cases[i].event[events.n].name; events.n++) {
			size_t k = events.n;

			event[k] = (struct event){ .name = (char *)(uintptr_t)cases[i].event[k].name,
						   .unit = (char *)(uintptr_t)cases[i].event[k].unit,
						   .scale = cases[i].event[k].scale, .leader = (int)k,
						   .row = (int)k };
			p.row[k] = cases[i].event[k].row;
		}
		assert_int_equal(metrics_select(&metrics, &events, &err), 0);
		page_print_events(&out, &p, &events, &metrics);
		for (size_t n; *line; line += n) {
			n = strcspn(line, "\n") + 1;
			str_add(&want, "     0.000000000 ");
			str_add_n(&want, line, n);
		}
		assert_string_equal(out.text, want.text);
		metrics_release(&metrics);
		str_release(&out);
		str_release(&want);
	}
}

static void a_time_that_is_0_has_no_row(void **state)
{
	(void)state;
	check_rows("user_time,cs,system_time", (const uint64_t[]){ 7, 0, 0 }, 3, (struct style){0},
		   "                 7 ns   user_time                                                             \n"
		   "                 0      cs                                                                    \n");
}

static void headings_of_intervals(void **state)
{
	static const struct { unsigned index; bool heading; } cases[] = {
		{ 0, true }, { 1, false }, { 25, false }, { 26, true }, { 27, false }, { 52, true },
	};
	static const struct page late = {
		.events = "cs", .interval = true, .time_s = 100000.5, .index = 1, .row = { { 1 } }, .want =
		"100000.500000000                  1      cs                                                                    \n",
	};
	/* no locale changes the point of the time: perf prints seconds and nanoseconds as two numbers */
	static const struct page german = {
		.events = "task-clock", .interval = true, .time_s = 0.020225966, .index = 1,
		.row = { { 790000 } },
		.elapsed = 0.02, .style = { .decimal = ",", .thousands = "." }, .want =
		"     0.020225966               0,79 msec task-clock                       #    0,040 CPUs utilized             \n",
	};

	(void)state;
	page_check(&late, 1);
	page_check(&german, 1);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct page p = { .events = "cs", .interval = true, .index = cases[i].index };
		struct str out = {0};

		page_print(&out, &p);
		assert_int_equal(out.text[0] == '#', cases[i].heading);
		str_release(&out);
	}
}

static void the_unit_in_the_heading_is_as_wide_as_units(void **state)
{
	struct event event = { .name = (char *)(uintptr_t)"x",
			       .unit = (char *)(uintptr_t)"averyveryverylongunitname",
			       .scale = 1 };
	const struct events events = { &event, 1 };
	const struct metrics metrics = {0};
	const struct page p = { .interval = true, .time_s = 0.007199388, .row = { { 18580528 } } };
	struct str out = {0};

	(void)state;
	page_print_events(&out, &p, &events, &metrics);
	assert_string_equal(out.text,
			    "#           time             counts                      unit events\n"
			    "     0.007199388           18580528 averyveryverylongunitname x"
			    "                                                                     \n");
	str_release(&out);
}

static void locales(void **state)
{
	static const struct { struct style style; const char *want; } cases[] = {
		{ { .thousands = "" },
		  "        1234567890      cycles                                                                \n"
		  "           4194.25 msec task-clock:u                     #    4.194 CPUs utilized             \n" },
		{ { .thousands = "," },
		  "     1,234,567,890      cycles                                                                \n"
		  "          4,194.25 msec task-clock:u                     #    4.194 CPUs utilized             \n" },
		{ { .thousands = ".", .decimal = "," },
		  "     1.234.567.890      cycles                                                                \n"
		  "          4.194,25 msec task-clock:u                     #    4,194 CPUs utilized             \n" },
		{ { .thousands = ",", .grouping = { 3, 2 } },
		  "    1,23,45,67,890      cycles                                                                \n"
		  "          4,194.25 msec task-clock:u                     #    4.194 CPUs utilized             \n" },
		{ { .thousands = ",", .grouping = { 3, CHAR_MAX } },
		  "       1234567,890      cycles                                                                \n"
		  "          4,194.25 msec task-clock:u                     #    4.194 CPUs utilized             \n" },
		{ { .thousands = ",", .grouping = { CHAR_MAX } },
		  "        1234567890      cycles                                                                \n"
		  "           4194.25 msec task-clock:u                     #    4.194 CPUs utilized             \n" },
		{ { .decimal = "," },
		  "        1234567890      cycles                                                                \n"
		  "           4194,25 msec task-clock:u                     #    4,194 CPUs utilized             \n" },
		/* a narrow blank: three bytes, one column */
		{ { .thousands = "\xe2\x80\xaf", .decimal = "," },
		  "     1\xe2\x80\xaf" "234\xe2\x80\xaf" "567\xe2\x80\xaf" "890      cycles                                                                \n"
		  "          4\xe2\x80\xaf" "194,25 msec task-clock:u                     #    4,194 CPUs utilized             \n" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		check_rows("cycles,task-clock:u", (const uint64_t[]){ 1234567890, 4194250000 }, 2,
			   cases[i].style,
			   cases[i].want);
	check_rows("cs,cs,cs,cs", (const uint64_t[]){ 999, 1000, 999999, 1000000 }, 4,
		   (struct style){ .thousands = "," },
		   "               999      cs                                                                    \n"
		   "             1,000      cs                                                                    \n"
		   "           999,999      cs                                                                    \n"
		   "         1,000,000      cs                                                                    \n");
}

static void every_number_has_the_decimal_point(void **state)
{
	static const struct page page = {
		.events = "cycles", .row = { { 1000, 12.5, 100, 50 } }, .elapsed = 0.0512378,
		.elapsed_noise_pct = 0.026,
		.runs = 2, .style = { .decimal = ",", .thousands = "." },
		.want = "\n Performance counter stats for 'true' (2 runs):\n\n"
		"             1.000      cycles                                                                  ( +- 12,50% )  (50,00%)\n\n"
		"         0,0512378 +- 0,0000133 seconds time elapsed  ( +-  0,03% )\n\n",
	};

	(void)state;
	page_check(&page, 1);
}

static void colors_follow_the_value(void **state)
{
	static const struct { uint64_t misses; const char *want; } cases[] = {
		{ 50,
		  "                50      branch-misses                    #    5.00% of all branches           \n" },
		{ 51,
		  "                51      branch-misses                    # \033[35m   5.10%\033[m of all branches           \n" },
		{ 101,
		  "               101      branch-misses                    # \033[1m\033[35m  10.10%\033[m of all branches           \n" },
		{ 201,
		  "               201      branch-misses                    # \033[31m  20.10%\033[m of all branches           \n" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct str want = {0};

		str_addf(&want,
			 "              1000      branches                                                              \n%s",
			 cases[i].want);
		check_rows("branches,branch-misses", (const uint64_t[]){ 1000, cases[i].misses }, 2,
			   (struct style){ .color = true }, want.text);
		str_release(&want);
	}
	check_rows("branches,branch-misses", (const uint64_t[]){ 1000, 201 }, 2, (struct style){0},
		   "              1000      branches                                                              \n"
		   "               201      branch-misses                    #   20.10% of all branches           \n");
}

static void the_command_is_in_the_heading(void **state)
{
	static const struct page page = {
		.events = "cs", .argv = { "sh", "-c", "a 'b'" }, .row = { { 1 } }, .elapsed = 1,
		.want = "\n Performance counter stats for 'sh -c a 'b'':\n\n"
		"                 1      cs                                                                    \n" FOOT("."),
	};

	(void)state;
	page_check(&page, 1);
}

/* --- the times ------------------------------------------------------------------------------ */

static void print_end(struct str *out, const double *times, size_t n, struct style style)
{
	static const struct benchmark b;
	struct run_result run[4];
	struct stats elapsed = {0};
	struct table t = { .n_units = 1 };

	for (size_t i = 0; i < n; i++) {
		run[i] = (struct run_result){ .elapsed_ns = (uint64_t)llround(times[i] * 1e9) };
		stats_add(&elapsed, times[i]);
	}
	const struct report r = { .b = &b, .table = &t,
				  .elapsed = n > 1 ? &elapsed : NULL,
				  .run = run, .n_runs = n, .total = true };

	format_find("text", FORMAT_REPORT)->report->end(out, &r, &style);
}

static void every_run_is_listed(void **state)
{
	static const struct { double time[4]; size_t n; struct style style; const char *want; } cases[] = {
		{ { 0.07963, 0.08378, 0.07871 }, 3, { .table = true }, "\n"
		  "           # Table of individual measurements:\n"
		  "           0.07963 (-0.00108) #\n"
		  "           0.08378 (+0.00307) #\n"
		  "           0.07871 (-0.00200) #\n\n"
		  "           # Final result:\n"
		  "           0.08071 +- 0.00156 seconds time elapsed  ( +-  1.93% )\n\n" },
		{ { 0.00109, 0.0008594 }, 2, { .table = true, .decimal = "," }, "\n"
		  "          # Table of individual measurements:\n"
		  "          0,001090 (+0,000115) ###\n"
		  "          0,000859 (-0,000115) ###\n\n"
		  "          # Final result:\n"
		  "          0,000975 +- 0,000115 seconds time elapsed  ( +- 11,83% )\n\n" },
		{ { 10, 20 }, 2, { .table = true }, "\n"	/* 50 % and 25 % off */
		  "             # Table of individual measurements:\n"
		  "             10.00 (-5.00) ###########\n"
		  "             20.00 (+5.00) ######\n\n"
		  "             # Final result:\n"
		  "             15.00 +- 5.00 seconds time elapsed  ( +- 33.33% )\n\n" },
		{ { 10, 20 }, 2, { .null = true },
		  "             15.00 +- 5.00 seconds time elapsed  ( +- 33.33% )\n\n" },
		{ { 1, 3 }, 2, {0}, "\n"	/* an error of 1 s is not over 1 s */
		  "              2.00 +- 1.00 seconds time elapsed  ( +- 50.00% )\n\n" },
		{ { 1, 2.8 }, 2, {0}, "\n"
		  "             1.900 +- 0.900 seconds time elapsed  ( +- 47.37% )\n\n" },
		{ { 1, 1.00000001 }, 2, {0}, "\n"	/* 5 ns */
		  "     1.00000000500 +- 0.00000000500 seconds time elapsed  ( +-  0.00% )\n\n" },
		{ { 2, 2 }, 2, {0}, "\n"
		  "       2.000000000 +- 0.000000000 seconds time elapsed  ( +-  0.00% )\n\n" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct str out = {0};

		print_end(&out, cases[i].time, cases[i].n, cases[i].style);
		assert_string_equal(out.text, cases[i].want);
		str_release(&out);
	}
}

static void marks_end_somewhere(void **state)
{
	struct str out = {0};
	size_t marks;

	(void)state;
	print_end(&out, (const double[]){ 0, 1e-9, 1e5 }, 3, (struct style){ .table = true });
	assert_non_null(strstr(out.text, " #\n"));		/* a time of 0 has no percentage */
	marks = strspn(strstr(out.text, " ##") + 1, "#");
	assert_int_equal(marks, 100);
	str_release(&out);
}

static void without_a_command_there_is_one_time(void **state)
{
	static const struct benchmark b;
	static const struct style styles[] = { {0}, { .null = true } };
	const struct run_result run = { .elapsed_ns = 1500000000, .status = -1 };
	const struct report r = { .b = &b, .run = &run, .n_runs = 1,
				  .total = true };

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct str out = {0};

		format_find("text", FORMAT_REPORT)->report->end(&out, &r, &styles[i]);
		assert_string_equal(out.text, i ? "       1.500000000 seconds time elapsed\n\n" :
				    "\n       1.500000000 seconds time elapsed\n\n");
		str_release(&out);
	}
}

static bool begins(const struct str *s, const char *with)
{
	return strncmp(s->text, with, strlen(with)) == 0;
}

/* --- files, -v -------------------------------------------------------------------------- */

static struct event two[] = {
	{ .name = (char *)(uintptr_t)"cs", .scale = 1, .cgroup = -1, .unit = (char *)(uintptr_t)"" },
	{ .name = (char *)(uintptr_t)"LLC-loads", .scale = 1, .row = 1, .cgroup = -1, .unit = (char *)(uintptr_t)"" },
};

static void files_say_when_and_verbose_says_more(void **state)
{
	struct cell cell[] = {
		{ .state = CELL_COUNTED, .value = 10, .raw = 5, .enabled = 100, .running = 50, .shown = 10 },
		{ .state = CELL_NOT_SUPPORTED },
	};
	struct cell second[] = {
		{ .state = CELL_COUNTED, .value = 7, .raw = 7, .enabled = 9, .running = 9, .shown = 7 },
		{ .state = CELL_NOT_COUNTED, .enabled = 8 },
	};
	char *argv[] = { (char *)(uintptr_t)"true", NULL };
	const struct benchmark b = { .argv = argv, .events = { two, 2 } };
	struct unit unit = { .cpu = UNIT_NONE };
	const struct table t = { .unit = &unit, .n_units = 1, .n_rows = 2, .cell = cell };
	const struct run_result run[] = { { .total = t }, { .total = { .n_units = 1, .n_rows = 2, .cell = second } } };
	struct report r = { .place.started = "Sat Nov 21 02:16:56 2026", .b = &b,
			    .table = &t, .run = run, .n_runs = 1, .total = true };
	const struct style quiet = {0}, verbose = { .verbose = 1 };
	const struct report_format *p = format_find("text", FORMAT_REPORT)->report;
	struct str out = {0};

	(void)state;
	p->begin(&out, &r, &quiet);
	assert_string_equal(out.text, "# started on Sat Nov 21 02:16:56 2026\n\n" PAGE_HEAD);
	str_reset(&out);
	p->begin(&out, &r, &verbose);
	assert_string_equal(out.text, "# started on Sat Nov 21 02:16:56 2026\n\n"
			    "cs: 5 100 50\nfailed to read counter LLC-loads\n" PAGE_HEAD);
	str_reset(&out);
	r.place.started = NULL;
	r.n_runs = 2;
	p->begin(&out, &r, &verbose);
	assert_string_equal(out.text,
			    "cs: 5 100 50\nfailed to read counter LLC-loads\ncs: 7 9 9\nLLC-loads: 0 8 0\n"
			    "\n Performance counter stats for 'true' (2 runs):\n\n");
	str_reset(&out);
	r.total = false;
	r.place.started = "Sat Nov 21 02:16:56 2026";
	p->begin(&out, &r, &verbose);	/* intervals have no heading */
	assert_string_equal(out.text, "# started on Sat Nov 21 02:16:56 2026\n\n");
	str_reset(&out);
	p->block(&out, &r, &verbose);
	assert_true(begins(&out, "cs: 5 100 50\nfailed to read counter LLC-loads\n#           time "));
	str_reset(&out);
	p->end(&out, &r, &verbose);	/* and no times */
	assert_int_equal(out.len, 0);
	str_release(&out);
}

static void a_tool_is_always_there(void **state)
{
	const struct page p = { .events = "duration_time", .row = { { 849234 } }, .elapsed = 1,
				.style = { .verbose = 1 } };
	struct str out = {0};

	(void)state;
	page_print(&out, &p);
	assert_true(begins(&out, "duration_time: 849234 849234 849234\n" PAGE_HEAD));
	str_release(&out);
}

static void formats_have_names(void **state)
{
	(void)state;
	for (size_t i = 0; format_list[i]; i++) {
		if (!format_list[i]->report)
			continue;
		assert_ptr_equal(format_find(format_list[i]->name, FORMAT_REPORT), format_list[i]);
		assert_true(format_list[i]->report->summary[0] && format_list[i]->report->block);
	}
	assert_null(format_find("nosuchformat", FORMAT_REPORT));
	assert_null(format_find("", FORMAT_REPORT));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_long_moves_the_rest),
		cmocka_unit_test(units_and_scales),
		cmocka_unit_test(a_time_that_is_0_has_no_row),
		cmocka_unit_test(headings_of_intervals),
		cmocka_unit_test(the_unit_in_the_heading_is_as_wide_as_units),
		cmocka_unit_test(locales),
		cmocka_unit_test(every_number_has_the_decimal_point),
		cmocka_unit_test(colors_follow_the_value),
		cmocka_unit_test(the_command_is_in_the_heading),
		cmocka_unit_test(every_run_is_listed),
		cmocka_unit_test(marks_end_somewhere),
		cmocka_unit_test(without_a_command_there_is_one_time),
		cmocka_unit_test(files_say_when_and_verbose_says_more),
		cmocka_unit_test(a_tool_is_always_there),
		cmocka_unit_test(formats_have_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
