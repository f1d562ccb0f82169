/* SPDX-License-Identifier: MIT */
/* Tables of Markdown: which columns they have, and that no name breaks one. */
#include "test.h"

#include "made_reports.h"
#include "format/markdown.h"

#define PM "\xc2\xb1"
#define TIMES "\n| time | seconds |\n|---|---:|\n| time elapsed | 1.000000000 |\n| user | 0.000000000 |\n| sys | 0.000000000 |\n"
#define FOOT "\n- 1.000000000 seconds time elapsed\n- 0.000000000 seconds user\n- 0.000000000 seconds sys\n"

static void texts(void **state)
{
	static const struct { const char *text, *want; } cases[] = {
		{ "", "" },
		{ "sleep 1", "sleep 1" },
		{ "a|b", "a\\|b" },
		{ "`x`", "\\`x\\`" },
		{ "*a* _b_", "\\*a\\* \\_b\\_" },
		{ "<b>&amp;", "\\<b\\>\\&amp;" },
		{ "[x](y) ![z]", "\\[x\\](y) !\\[z\\]" },
		{ "~~x~~ $y$", "\\~\\~x\\~\\~ \\$y\\$" },
		{ "\\|", "\\\\\\|" },
		{ "a\nb\n\n|", "a\\\\x0ab\\\\x0a\\\\x0a\\|" },
		{ "a\tb\r", "a\\\\x09b\\\\x0d" },
		{ "\xc3\xa4\xff\033", "\xc3\xa4\\\\xff\\\\x1b" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct str out = {0};

		str_add(&out, "");
		markdown_text(&out, cases[i].text);
		assert_string_equal(out.text, cases[i].want);
		str_release(&out);
	}
}

static void totals(void **state)
{
	static const struct shaped cases[] = {
		{ .event = { { "cs" } }, .cell = { { 9007199254740993u } }, .argv = { "sleep", "0.1" }, .want =
		  "**sleep 0.1**\n\n"
		  "| event | count |\n"
		  "|---|---:|\n"
		  "| cs | 9007199254740993 |\n" FOOT },
		/* units, metrics, one of two events counted all the time, events without a count */
		{ .event = { { "task-clock", "msec", 1e-6 }, { "cycles" }, { "instructions" }, { "branches" }, { "x" } },
		  .cell = { { 2000000000 }, { 3000000000, .enabled = 4, .running = 3 }, { 1500000000 },
			    { .state = CELL_NOT_SUPPORTED }, { .state = CELL_NOT_COUNTED, .enabled = 4 } }, .want =
		  "**true**\n\n"
		  "| event | count | unit | time counted | metric |\n"
		  "|---|---:|---|---:|---|\n"
		  "| task-clock | 2000.00 | ms | 100.00% | 2.000 CPUs utilized |\n"
		  "| cycles | 3000000000 | | 75.00% | 1.500 GHz |\n"
		  "| instructions | 1500000000 | | 100.00% | 0.50 insn per cycle |\n"
		  "| branches | *not supported* | | | |\n"
		  "| x | *not counted* | | 0.00% | |\n" FOOT },
		/* further metrics of an event; a share; a locale */
		{ .event = { { "instructions" }, { "cycles" }, { "stalled-cycles-frontend" } },
		  .cell = { { 3000 }, { 6000 }, { 1500 } }, .style = { .decimal = ",", .thousands = "." }, .want =
		  "**true**\n\n"
		  "| event | count | metric |\n"
		  "|---|---:|---|\n"
		  "| instructions | 3.000 | 0,50 insn per cycle<br>0,50 stalled cycles per insn |\n"
		  "| cycles | 6.000 | |\n"
		  "| stalled-cycles-frontend | 1.500 | 25,00% frontend cycles idle |\n"
		  "\n- 1,000000000 seconds time elapsed\n- 0,000000000 seconds user\n- 0,000000000 seconds sys\n" },
		/* several runs: an event without a deviation */
		{ .event = { { "cs" }, { "page-faults" }, { "y" } }, .cell = { { 200, 1.5 }, { 100 },
			{ .state = CELL_NOT_COUNTED } }, .runs = 2, .elapsed = { 1, 1.5 }, .user = 0.25, .sys = 0.5, .want =
		  "**true** (2 runs)\n\n"
		  "| event | count | " PM " |\n"
		  "|---|---:|---:|\n"
		  "| cs | 200 | 1.50% |\n"
		  "| page-faults | 100 | |\n"
		  "| y | *not counted* | |\n"
		  "\n- 1.250 " PM " 0.250 seconds time elapsed (" PM " 20.00%)\n- 0.250 seconds user\n- 0.500 seconds sys\n" },
		/* only the time was measured */
		{ .want = "**true**\n" TIMES },
		/* no command */
		{ .event = { { "cs" } }, .cell = { { 1 } }, .asked = { .system_wide = true }, .want =
		  "**system wide**\n\n| event | count |\n|---|---:|\n| cs | 1 |\n"
		  "\n- 1.000000000 seconds time elapsed\n" },
		{ .asked = { .pids = "1,2" }, .status = -1, .want =
		  "**process id 1,2**\n\n| time | seconds |\n|---|---:|\n| time elapsed | 1.000000000 |\n" },
	};

	(void)state;
	shaped_check(cases, COUNT_OF(cases), "markdown");
}

static void parts(void **state)
{
	static const struct shaped cases[] = {
		{ .event = { { "cs" }, { "x" } }, .cell = { { 1 }, { 2 }, { 3 }, { 4 } }, .units = 2, .mode = AGGR_CPU,
		  .asked = { .system_wide = true }, .want =
		  "**system wide**\n\n"
		  "| cpu | event | count |\n"
		  "|---|---|---:|\n"
		  "| CPU0 | cs | 1 |\n"
		  "| CPU1 | cs | 3 |\n"
		  "| CPU0 | x | 2 |\n"
		  "| CPU1 | x | 4 |\n"
		  "\n- 1.000000000 seconds time elapsed\n" },
		{ .event = { { "x" } }, .cell = { { 1 }, { 2 }, { 3 } }, .units = 3, .mode = AGGR_THREAD,
		  .asked = { .tids = "7,8" }, .status = -1, .want =
		  "**thread id 7,8**\n\n"
		  "| comm-pid | event | count |\n"
		  "|---|---|---:|\n"
		  "| -0 | x | 1 |\n"
		  "| a\\|b-7 | x | 2 |\n"
		  "| \\\\xff\"-8 | x | 3 |\n"
		  "\n- 1.000000000 seconds time elapsed\n" },
		{ .event = { { "x", .cgroup = 1 }, { "x", .cgroup = 2 }, { "x" } }, .cell = { { 1 }, { 2 }, { 3 } },
		  .asked = { .system_wide = true }, .want =
		  "**system wide**\n\n"
		  "| event | count | cgroup |\n"
		  "|---|---:|---|\n"
		  "| x | 1 | a.slice |\n"
		  "| x | 2 | b\\|\"c\\\\\\_d\\\\x0a\\\\xff |\n"
		  "| x | 3 | |\n"
		  "\n- 1.000000000 seconds time elapsed\n" },
		/* metrics alone, without those about time */
		{ .event = { { "instructions" }, { "cycles" }, { "task-clock", "msec", 1e-6 } },
		  .cell = { { 10, .enabled = 2, .running = 1 }, { 20 }, { 40 }, { 0 }, { 20 }, { 40 } },
		  .units = 2, .mode = AGGR_CORE, .style = { .metric_only = true }, .asked = { .system_wide = true }, .want =
		  "**system wide**\n\n"
		  "| core | event | metric |\n"
		  "|---|---|---|\n"
		  "| S0-D0-C0 | instructions | 0.50 insn per cycle |\n"
		  "| S0-D0-C0 | cycles | 0.500 GHz |\n"
		  "| S0-D0-C1 | instructions | 0.00 insn per cycle |\n"
		  "| S0-D0-C1 | cycles | 0.500 GHz |\n"
		  "\n- 1.000000000 seconds time elapsed\n" },
		{ .event = { { "x" } }, .cell = { { 10 } }, .style = { .metric_only = true }, .want = "**true**\n" TIMES },
	};

	(void)state;
	shaped_check(cases, COUNT_OF(cases), "markdown");
}

static void intervals(void **state)
{
	static const struct shaped cases[] = {
		{ .event = { { "cs" } }, .cell = { { 5 } }, .interval = true, .time_s = 0.5, .want =
		  "**true**\n\n"
		  "| time | event | count | time counted | metric |\n"
		  "|---:|---|---:|---:|---|\n"
		  "| 0.500000000 | cs | 5 | 100.00% | |\n" },
		{ .event = { { "cs" } }, .cell = { { 5, .enabled = 2, .running = 1 } }, .interval = true, .time_s = 1,
		  .index = 26, .style = { .decimal = "," }, .want =
		  "| 1.000000000 | cs | 5 | 50,00% | |\n" },
		/* the totals are a table of their own */
		{ .event = { { "cs" } }, .cell = { { 10 } }, .index = 2, .summary = true, .want =
		  "\n**Totals**\n\n"
		  "| event | count |\n"
		  "|---|---:|\n"
		  "| cs | 10 |\n" FOOT },
	};

	(void)state;
	shaped_check(cases, COUNT_OF(cases), "markdown");
}

static void odd_names(void **state)
{
	static const struct shaped cases[] = {
		{ .event = { { "a|b", "|u|" }, { "<img src=x>\n| 1 |" }, { "\xff*\\" } }, .cell = { { 1 }, { 2 }, { 3 } },
		  .argv = { "sh", "-c", "a | `b` > *\n\n# c \t" }, .want =
		  "**sh -c a \\| \\`b\\` \\> \\*\\\\x0a\\\\x0a# c \\\\x09**\n\n"
		  "| event | count | unit |\n"
		  "|---|---:|---|\n"
		  "| a\\|b | 1 | \\|u\\| |\n"
		  "| \\<img src=x\\>\\\\x0a\\| 1 \\| | 2 | |\n"
		  "| \\\\xff\\*\\\\ | 3 | |\n" FOOT },
		{ .name = " _base_ ", .want = "**\\_base\\_**\n" TIMES },
		{ .argv = { "  " }, .want = "\n" TIMES },	/* four stars would be a line */
	};

	(void)state;
	shaped_check(cases, COUNT_OF(cases), "markdown");
}

static void notes(void **state)
{
	static const struct shaped cases[] = {
		{ .event = { { "a_b" }, { "- c" } }, .cell = { { .state = CELL_NOT_SUPPORTED }, { .state = CELL_NOT_SUPPORTED } },
		  .note = { { NOTE_NOT_SUPPORTED, 0, 0, "<why>" }, { NOTE_NOT_SUPPORTED, 1, 0, "<why>" },
			    { NOTE_NOT_SUPPORTED, 1, 0, "another" } }, .want =
		  "**true**\n\n"
		  "| event | count |\n"
		  "|---|---:|\n"
		  "| a\\_b | *not supported* |\n"
		  "| - c | *not supported* |\n" FOOT
		  "- note: a\\_b, - c: cannot be counted here: \\<why\\>\n"
		  "- note: - c: cannot be counted here: another\n" },
		{ .note = { { NOTE_MULTIPLEXED, -1, 0, "x" } }, .want = "**true**\n" TIMES },
		{ .note = { { NOTE_MULTIPLEXED, -1, 0, "x" } }, .style = { .verbose = 1 }, .want = "**true**\n" TIMES
		  "\n- note: was counted part of the time, so it is an estimate: x\n" },
	};
	const struct report r = { .b = &(const struct benchmark){0} };
	struct str out = {0};

	(void)state;
	shaped_check(cases, COUNT_OF(cases), "markdown");
	/* intervals without a total and notes */
	format_find("markdown", FORMAT_REPORT)->report->end(&out, &r, &(const struct style){0});
	assert_int_equal(out.len, 0);
	str_release(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(texts),
		cmocka_unit_test(totals),
		cmocka_unit_test(parts),
		cmocka_unit_test(intervals),
		cmocka_unit_test(odd_names),
		cmocka_unit_test(notes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
