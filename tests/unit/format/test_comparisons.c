/* SPDX-License-Identifier: MIT */
/*
 * Comparisons in every format equal the files of tests/unit/format/comparisons; COMPARISONS_UPDATE=1 writes them.
 *
 * Somebody has read each file and found it right; check-format checks their grammars.
 */
#include "test.h"

#include <stdio.h>

#include "compare/power.h"
#include "format/html/page.h"
#include "made_comparisons.h"

/* several: one document in which names are repeated. */
static const struct { const char *name; const struct made *made[3]; size_t n; } all[] = {
	{ "gate", { &made_gate }, 1 }, { "compare", { &made_compare }, 1 }, { "one", { &made_one }, 1 },
	{ "several", { &made_gate, &made_one, &made_gate }, 3 },
};

static const struct { const char *format, *suffix; } shown[] = {
	{ "text", "text" }, { "csv", "csv" }, { "json", "json" }, { "ndjson", "ndjson" }, { "markdown", "md" },
	{ "html", "html" }, { "openmetrics", "prom" }, { "junit", "xml" }, { "github", "github" },
};

static char *read_all(const char *path)
{
	FILE *f = fopen(path, "r");
	struct str text = {0};
	char block[4096];
	size_t n;

	str_add(&text, "");
	while (f && (n = fread(block, 1, sizeof(block), f)) > 0)
		str_add_n(&text, block, n);
	if (f)
		fclose(f);
	return text.text;
}

static void write_all(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	assert_true(fputs(text, f) >= 0);
	assert_int_equal(fclose(f), 0);
}

/* A page has its style, once; the files are without it. */
static void take_style(char *page)
{
	char *style = strstr(page, page_css);

	assert_non_null(style);
	memmove(style, style + strlen(page_css), strlen(style + strlen(page_css)) + 1);
	assert_null(strstr(page, page_css));
}

static void files(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(all); i++)
		for (size_t k = 0; k < COUNT_OF(shown); k++) {
			char path[128], *want, *got;

			got = made_print_several(all[i].made, all[i].n, shown[k].format, NULL);
			if (strcmp(shown[k].format, "html") == 0)
				take_style(got);
			snprintf(path, sizeof(path), "tests/unit/format/comparisons/%s.%s", all[i].name, shown[k].suffix);
			if (getenv("COMPARISONS_UPDATE"))
				write_all(path, got);
			want = read_all(path);
			assert_string_equal(got, want);
			free(want);
			free(got);
		}
	for (size_t i = 0; format_list[i]; i++) {		/* no format is missing above */
		size_t k = 0;

		if (!format_list[i]->comparison)
			continue;
		while (k < COUNT_OF(shown) && strcmp(shown[k].format, format_list[i]->name) != 0)
			k++;
		assert_true(k < COUNT_OF(shown));
		assert_true(format_list[i]->comparison->summary[0]);
	}
	assert_null(format_find("tex", FORMAT_COMPARISON));
}

/* What every file must contain, even after an update. */
static void what_they_say(void **state)
{
	static const struct { const struct made *made; const char *format, *part; } cases[] = {
		{ &made_gate, "text", "  +2.310 %  2.305 to 2.312 % more " },
		{ &made_gate, "text", "<not supported>" },
		{ &made_gate, "text", "\n 2 of 8 measurements regressed: instructions:u 2.305 to 2.312 % more (limit +1 %) and max-rss" },
		{ &made_gate, "markdown", "**regressed**" },
		{ &made_gate, "json", "\n  \"comparisons\": [\n    {\n      \"mode\": \"gate\",\n      \"outcome\": \"regressed\",\n" },
		{ &made_gate, "html", "<b class=\"worse\">\u2717 regressed</b><br/><small>limit +1 %</small>" },
		{ &made_gate, "html", "<th scope=\"row\">faults|&quot;odd&quot;,\\x1b[31m\\x0a</th>" },
		{ &made_gate, "html", "<h1>base vs prog &lt;new&gt;</h1>" },
		{ &made_gate, "github", "::error title=instructions%3Au%3A regressed::prog <new>: instructions:u 2.305 to 2.312 %25 more"
					" (limit +1 %25)\n" },
		{ &made_gate, "github", "::error title=faults|\"odd\"%2C\\x1b[31m\\x0a%3A missing::" },
		{ &made_gate, "github", "\n::warning title=cycles%3Au%3A could not tell::" },
		/* too few runs for a verdict */
		{ &made_gate, "github", "\n::error title=wall%3A could not tell::" },
		{ &made_gate, "junit", "<error message=\"could not tell: "},
		{ &made_gate, "junit", "<failure message=\"regressed: 2.305 to 2.312 % more (limit +1 %)\" type=\"regressed\">" },
		{ &made_gate, "junit", "<testcase classname=\"prog &lt;new&gt;\" name=\"page-faults\"/>\n" },
		{ &made_compare, "text", "+192.3 %  188.0 to 196.0 % slower" },
		{ &made_one, "text", "\n prog (1 run)\n\n measurement      median\n instructions:u  123.457 G\n" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		char *got = made_print(cases[i].made, cases[i].format, NULL);

		if (!strstr(got, cases[i].part))
			print_message("%s: %s\n", cases[i].part, got);
		assert_non_null(strstr(got, cases[i].part));
		free(got);
	}
}

/* How often text contains it. */
static size_t count_of(const char *text, const char *part)
{
	size_t n = 0;

	for (; (text = strstr(text, part)); text += strlen(part))
		n++;
	return n;
}

/* What a document of several comparisons has once, what it has for each, and how equal names differ. */
static void several_say(void **state)
{
	static const struct { const char *format, *part; size_t times; } cases[] = {
		{ "text", "\n base:\n\n A: base (5 runs)\n B: prog <new> (5 runs)\n", 2 },
		{ "text", "\n prog:\n\n prog (1 run)\n", 1 },
		{ "text", "\n\n 2 benchmarks regressed: base +2.3 % instructions:u and 1 more, base #2 +2.3 % instructions:u and 1 more\n", 1 },
		{ "markdown", "### base\n\n**2 of 8 measurements regressed:", 2 },
		{ "markdown", "\n\n### prog\n\n- prog (1 run)\n", 1 },
		{ "html", "<!DOCTYPE html>", 1 },
		{ "html", "<article>", 3 },
		{ "html", "</html>\n", 1 },
		{ "csv", "side,benchmark,", 1 },
		{ "csv", "\n0,base,instructions:u,", 2 },
		{ "json", "\"schema\"", 1 },
		{ "json", "\n      \"name\": ", 5 },		/* results */
		{ "json", "{\"side\": 1, \"result\": 1, ", 1 },
		{ "json", "{\"side\": 0, \"result\": 2, \"name\": \"prog\"", 1 },
		{ "json", "{\"side\": 1, \"result\": 4, ", 1 },
		{ "junit", "<testsuites ", 1 },
		{ "junit", "tests=\"16\" failures=\"4\" errors=\"6\" skipped=\"2\">", 1 },
		{ "junit", "<testsuite name=\"prog &lt;new&gt;\"", 1 },
		{ "junit", "<testsuite name=\"prog &lt;new&gt; #2\"", 1 },
		{ "openmetrics", "# TYPE pstat_change gauge\n", 1 },
		{ "openmetrics", "pstat_outcome{benchmark=\"prog <new>\",mode=\"gate\",outcome=\"regressed\"} 1\n"
		  "pstat_outcome{benchmark=\"prog\",mode=\"gate\",outcome=\"nothing-judged\"} 1\n"
		  "pstat_outcome{benchmark=\"prog <new>\",mode=\"gate\",outcome=\"regressed\",nth=\"2\"} 1\n# EOF\n", 1 },
		{ "ndjson", "{\"type\": \"comparison\"", 3 },
		{ "ndjson", "{\"type\": \"end\"}\n", 3 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		char *got = made_print_several(all[3].made, all[3].n, cases[i].format, NULL);

		if (count_of(got, cases[i].part) != cases[i].times)
			print_message("%s: %s\n", cases[i].part, got);
		assert_int_equal(count_of(got, cases[i].part), cases[i].times);
		free(got);
	}
}

/* Repeated names differ, also next to new ones. */
static void names_of_several(void **state)
{
	struct made xy = made_gate, yz = made_gate;
	const struct made *const list[] = { &xy, &yz, &xy, &yz };
	char *text;

	(void)state;
	xy.names[0] = "x";
	xy.names[1] = yz.names[0] = "y";
	yz.names[1] = "z";
	text = made_print_several(list, COUNT_OF(list), "openmetrics", NULL);
	assert_int_equal(count_of(text, "pstat_outcome{benchmark=\"y\",mode=\"gate\",outcome=\"regressed\"} "), 1);
	assert_int_equal(count_of(text, "pstat_outcome{benchmark=\"z\",mode=\"gate\",outcome=\"regressed\",nth=\"2\"} "), 1);
	assert_int_equal(count_of(text, "pstat_outcome{benchmark=\"y\",mode=\"gate\",outcome=\"regressed\",nth=\"3\"} "), 1);
	assert_int_equal(count_of(text, "pstat_outcome{benchmark=\"z\",mode=\"gate\",outcome=\"regressed\",nth=\"4\"} "), 1);
	free(text);
}


/* Certain changes are red if worse and green if better, those that are not magenta; without colours the text is the same. */
static void colours(void **state)
{
	static const struct { const struct made *made; size_t red, green, magenta; } cases[] = {
		/* change, range and verdict of each row, and the last line */
		{ &made_gate, 6, 3, 7 },
		/* a change that is neither better nor worse has none, however certain */
		{ &made_compare, 4, 2, 2 },
		{ &made_one, 0, 0, 0 },
	};
	static const struct style color = { .color = true };

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		char *with = made_print(cases[i].made, "text", &color), *without = made_print(cases[i].made, "text", NULL);
		struct str bare = {0};

		assert_int_equal(count_of(with, "\033[31m"), cases[i].red);
		assert_int_equal(count_of(with, "\033[32m"), cases[i].green);
		assert_int_equal(count_of(with, "\033[35m"), cases[i].magenta);
		assert_int_equal(count_of(with, "\033[1m"), 1);	/* the heading */
		assert_int_equal(count_of(with, "\033[m"),
				 cases[i].red + cases[i].green + cases[i].magenta + 1);
		assert_int_equal(count_of(without, "\033"), 0);
		for (const char *p = with; *p; p++)
			if (*p == '\033')
				p = strchr(p, 'm');
			else
				str_add_n(&bare, p, 1);
		assert_string_equal(bare.text, without);
		str_release(&bare);
		free(with);
		free(without);
	}
}

static void locales(void **state)
{
	static const struct style german = { .decimal = ",", .thousands = "." };
	static const char *const formats_of_machines[] = { "csv", "json", "ndjson", "openmetrics" };
	char *text = made_print(&made_gate, "text", &german);

	(void)state;
	assert_non_null(strstr(text, "113,480 M    [113,480; 113,480]  113,480 .. 113,480"));
	assert_non_null(strstr(text, "+2,310 %  2,305 to 2,312 % more"));
	free(text);
	for (size_t i = 0; i < COUNT_OF(formats_of_machines); i++) {
		char *with = made_print(&made_gate, formats_of_machines[i], &german);
		char *without = made_print(&made_gate, formats_of_machines[i], NULL);

		assert_string_equal(with, without);
		free(with);
		free(without);
	}
}

/* --- a program against itself ----------------------------------------------------------------------- */

static void selftest(void **state)
{
	static const struct power detect[] = {
		{ 0.00012, 1, 3 }, { -0.051, 0.99, 1 }, { NO, 0.5, 0 },
		{ NO, NO, 0 }, { 1, 1, 1 }, { 1, 1, 1 }, { 1, 1, 1 }, { 1, 1, 1 }, { 1, 1, 1 },
	};
	static const char *const want[] = {
		"\n instructions:u: a change of +0.012 % would be caught; 3 runs of each side tell twice its limit from no change\n",
		"\n page-faults: a change of -5.1 % would be caught; 1 run of each side tells twice its limit from no change\n",
		"\n branches:u: no change up to twice as much would be caught; no number of runs tells twice its limit from no change\n",
	};
	struct made made = made_gate;
	char *text;

	(void)state;
	made.opts.mode = COMPARISON_SELFTEST;
	made.opts.detect = detect;
	text = made_print(&made, "text", NULL);
	for (size_t i = 0; i < COUNT_OF(want); i++)
		assert_non_null(strstr(text, want[i]));
	assert_null(strstr(text, "ipc: "));		/* it has no limit */
	assert_null(strstr(text, "\n cycles:u: "));	/* there was no time */
	assert_non_null(strstr(text, "\n wall: "));
	free(text);
	text = made_print(&made, "json", NULL);
	assert_non_null(strstr(text, "\"detected\": {\"change\": 0.00012, \"runs\": 3, \"quiet\": 1}"));
	assert_non_null(strstr(text, "\"detected\": {\"change\": null, \"runs\": null, \"quiet\": 0.5}"));
	free(text);
}

/* --- limits that must fail, and limits that are skipped --------------------------------------------- */

static void unsure(void **state)
{
	struct made made = made_gate;
	char *text;

	(void)state;
	made.opts.unsure_fails = true;
	text = made_print(&made, "junit", NULL);
	assert_non_null(strstr(text, "tests=\"8\" failures=\"3\" errors=\"3\" skipped=\"0\""));
	assert_non_null(strstr(text, "<failure message=\"could not tell: 10.0 % less to 24.0 % more, 90 % sure (limit +5 %;"));
	free(text);
	text = made_print(&made, "github", NULL);
	assert_non_null(strstr(text, "::error title=cycles%3Au%3A could not tell::"));
	free(text);
}

/* The status of a gate that accepts a result is 0: no file may tell the build to fail. */
static void accepted(void **state)
{
	struct made made = made_gate;
	char *text;

	(void)state;
	made.opts.accepted = made.opts.unsure_fails = true;
	text = made_print(&made, "junit", NULL);
	assert_non_null(strstr(text, "tests=\"8\" failures=\"0\" errors=\"0\""));
	free(text);
	text = made_print(&made, "github", NULL);
	assert_non_null(strstr(text, "::warning title=cycles%3Au%3A could not tell::"));
	assert_null(strstr(text, "::error title=cycles"));
	free(text);
}

/* Levels have the digits that tell them from 100 %; people read one for all rows. */
static void levels(void **state)
{
	static const struct { double level; const char *text; } cases[] = {
		{ 0.8, "80 %" }, { 0.999, "99.9 %" }, { 0.99902, "99.902 %" }, { 0.9997, "99.97 %" }, { 0.123456, "12.3456 %" },
		{ 0.99999942, "99.999942 %" }, { 1 - 1e-9, "99.9999999 %" },
	};
	static const struct style plain;
	struct str out = {0};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		words_add_level(&out, cases[i].level, &plain);
		assert_string_equal(out.text, cases[i].text);
		str_reset(&out);
	}
	str_release(&out);
}

/* Changes in the words of their row. */
static void ranges(void **state)
{
	static const struct {
		enum sample_class class; enum better better; const char *unit;
		struct change relative, absolute; struct threshold limit; const char *change, *range;
	} cases[] = {
#define NONE MADE_UNKNOWN
		{ CLASS_TIME, BETTER_LOWER, "s", MADE_CHANGE(0.17, 0.147, 0.191), NONE, LIMIT(0.05), "+17.0 %", "14.7 to 19.1 % slower" },
		{ CLASS_TIME, BETTER_LOWER, "s", MADE_CHANGE(-0.17, -0.191, -0.147), NONE, FREE, "-17.0 %", "14.7 to 19.1 % faster" },
		{ CLASS_TIME, BETTER_NEITHER, "s", MADE_CHANGE(-0.17, -0.191, -0.147), NONE, FREE, "-17.0 %", "14.7 to 19.1 % less" },
		{ CLASS_COUNT, BETTER_LOWER, "", MADE_CHANGE(0.004, -0.003, 0.012), NONE, LIMIT(0.05), "+0.4 %", "0.3 % less to 1.2 % more" },
		{ CLASS_SIZE, BETTER_LOWER, "B", MADE_CHANGE(0.02, 0.0195, 0.0205), NONE, LIMIT(0.05), "+2.00 %", "1.95 to 2.05 % more" },
		{ CLASS_RATIO, BETTER_HIGHER, "", MADE_CHANGE(-0.01, -0.011, -0.009), NONE, LIMIT(0.05), "-1.00 %", "0.90 to 1.10 % lower" },
		{ CLASS_RATIO, BETTER_HIGHER, "", MADE_CHANGE(1.5, 1.2, 1.9), NONE, LIMIT(0.05), "+150.0 %", "120.0 to 190.0 % higher" },
		/* both ends alike, none, and one that is rounded to nothing */
		{ CLASS_COUNT, BETTER_LOWER, "", MADE_CHANGE(0.05, 0.05, 0.05), NONE, LIMIT(0.01), "+5.00 %", "5.00 % more" },
		{ CLASS_COUNT, BETTER_LOWER, "", MADE_CHANGE(0, 0, 0), NONE, LIMIT(0.01), "+0.00 %", "no change" },
		{ CLASS_COUNT, BETTER_LOWER, "", MADE_CHANGE(0.01, -0.0001, 0.02), NONE, LIMIT(0.05), "+1.0 %", "0.0 to 2.0 % more" },
		/* an end that would look like the limit, although it is not */
		{ CLASS_TIME, BETTER_LOWER, "s", MADE_CHANGE(0.08, 0.0498, 0.11), NONE, LIMIT(0.05), "+8.00 %", "4.98 to 11.00 % slower" },
		/* differences */
		{ CLASS_TIME, BETTER_LOWER, "s", NONE, MADE_CHANGE(0.0012, 0.0009, 0.0015), { 1, NO, 0.02, NO }, "+1200 us",
		  "900 to 1500 us slower; medians: 1000000 us slower" },
		{ CLASS_COUNT, BETTER_LOWER, "", MADE_CHANGE(0.1, 0, 0.2), MADE_CHANGE(4, 0, 8), { 1, NO, 5, NO }, "+4", "0 to 8 more" },
		{ CLASS_COUNT, BETTER_LOWER, "", MADE_CHANGE(0.1, 0.1, 0.1), MADE_CHANGE(4, 4, 4), { 1, NO, 5, NO }, "+4", "4 more; medians: 1 more" },
		/* too few runs */
		{ CLASS_COUNT, BETTER_LOWER, "", MADE_CHANGE(0.1, NO, NO), NONE, LIMIT(0.05), "+10.00 %", "" },
	};
	static const struct style plain;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct made made = { .sides = 2, .rounds = 2, .opts = { .mode = COMPARISON_GATE, .level = 0.99 },
				     .row = { { "row", SAMPLES_EVENT, cases[i].class, cases[i].better, cases[i].unit, "",
						{ { 10, 10 }, { 11, 11 } } } } };
		struct made_judgement m;
		struct str change = {0}, range = {0};

		made.row[0].found[0] = (struct made_verdict){ VERDICT_SAME, REASON_NONE, COMPARE_PAIRED, cases[i].relative,
							      cases[i].absolute, cases[i].limit, 0, 0 };
		made_open(&m, &made);
		words_add_change(&change, &m.j, 1, 0, &plain);
		words_add_range(&range, &m.j, 1, 0, &plain);
		assert_string_equal(change.text, cases[i].change);
		assert_string_equal(str_text(&range), cases[i].range);
		made_close(&m);
		str_release(&change);
		str_release(&range);
	}
}

/* Rows without a limit: the last ones, and only with --all, except in Markdown, which folds them. */
static void quiet_rows(void **state)
{
	static const struct style color = { .color = true };
	struct made made = made_gate;
	char *text = made_print(&made, "text", NULL);

	(void)state;
	assert_null(strstr(text, "\n ipc "));
	assert_non_null(strstr(text, "\n 1 more row without a limit: --all shows it\n"));
	free(text);
	text = made_print(&made, "markdown", NULL);
	assert_non_null(strstr(text, "<details><summary>Rows without a limit</summary>\n\n| measurement |"));
	free(text);
	made.opts.all = true;
	text = made_print(&made, "text", NULL);
	assert_true(strstr(text, "\n ipc ") > strstr(text, "\n max-rss "));
	assert_int_equal(count_of(text, "no limit\n"), 1);
	assert_null(strstr(text, "--all"));
	free(text);
	text = made_print(&made, "text", &color);
	assert_int_equal(count_of(text, "\033[2m"), 2);	/* the row has two lines */
	free(text);
	text = made_print(&made, "markdown", NULL);
	assert_null(strstr(text, "<details>"));
	assert_non_null(strstr(text, "| no limit |\n"));
	free(text);
}

/* Notes of the comparison and of the runs; a note that all sides have is shown once. */
static void notes(void **state)
{
	struct made_judgement m;
	struct str out = {0};
	static const struct style plain;

	(void)state;
	made_open(&m, &made_compare);
	comparison_add_note(&m.j, GRAVITY_WARNING, -1, "load", "the load is %d", 3);
	comparison_add_note(&m.j, GRAVITY_WARNING, -1, "load", "the load is %d", 3);
	comparison_add_note(&m.j, GRAVITY_ERROR, 2, "odd", "a \x1b[31m\n%%, b");
	notes_add(&m.benchmark[0].sum.notes, NOTE_KILLED, -1, "x");
	notes_add(&m.benchmark[1].sum.notes, NOTE_KILLED, -1, "x");
	notes_add(&m.benchmark[1].sum.notes, NOTE_GONE, -1, "2");
	notes_add(&m.benchmark[2].sum.notes, NOTE_KILLED, -1, "x");
	format_find("text", FORMAT_COMPARISON)->comparison->print(&out, &m.j, &plain);
	assert_non_null(strstr(out.text, "\n warning: the load is 3\n error: C: a \\x1b[31m\\x0a%, b\n note: "));
	assert_int_equal(count_of(out.text, "the load"), 1);
	assert_int_equal(count_of(out.text, "\n note: "), 2);
	assert_int_equal(count_of(out.text, "\n note: B: "), 1);
	str_reset(&out);
	format_find("github", FORMAT_COMPARISON)->comparison->print(&out, &m.j, &plain);
	assert_string_equal(out.text, "::error title=pstat::gzip -6: a \\x1b[31m\\x0a%25, b\n");
	str_reset(&out);
	format_find("ndjson", FORMAT_COMPARISON)->comparison->print(&out, &m.j, &plain);
	assert_non_null(strstr(out.text, "{\"type\": \"remark\", \"code\": \"odd\", \"gravity\": \"error\", \"side\": 2,"
					 " \"text\": \"a \\u001b[31m\\n%, b\"}\n"));
	str_release(&out);
	for (size_t s = 0; s < MADE_SIDES; s++)
		notes_release(&m.benchmark[s].sum.notes);
	made_close(&m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(files),
		cmocka_unit_test(what_they_say),
		cmocka_unit_test(several_say),
		cmocka_unit_test(names_of_several),
		cmocka_unit_test(colours),
		cmocka_unit_test(locales),
		cmocka_unit_test(selftest),
		cmocka_unit_test(unsure), cmocka_unit_test(accepted),
		cmocka_unit_test(levels), cmocka_unit_test(ranges), cmocka_unit_test(quiet_rows),
		cmocka_unit_test(notes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
