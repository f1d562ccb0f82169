/* SPDX-License-Identifier: MIT */
/* Tests which rows are compared, what makes them incomparable, and the outcome. */
#include "test.h"

#include <stdio.h>

#include "compare/host_match.h"
#include "format/conclusion.h"
#include "format/quantity.h"
#include "host/target.h"
#include "made_comparisons.h"

#define EVENT(name) name, SAMPLES_EVENT, CLASS_COUNT, BETTER_LOWER

/* What the one line says of it; the next call overwrites it. */
static const char *line_of(const struct comparison *j)
{
	static const struct style plain;
	static char text[1024];
	struct str line = {0};

	conclusion_add(&line, j, &plain);
	snprintf(text, sizeof(text), "%s", line.len ? line.text : "");
	str_release(&line);
	return text;
}

static struct comparison_opts options(const struct limits *limits)
{
	return (struct comparison_opts){ .mode = COMPARISON_GATE, .level = 0.99, .limits = limits };
}

static void build(struct made_judgement *m, const struct made *made, const struct comparison_opts *o)
{
	struct error err = ERROR_INIT;

	*m = (struct made_judgement){ .made = made };
	for (size_t s = 0; s < made->sides; s++)
		made_side(m, s);
	assert_int_equal(comparison_build(&m->j, m->side, made->sides, o, &err), 0);
}

static const char *name_at(const struct made_judgement *m, size_t row)
{
	return m->j.row[row].of->name;
}

/* Those of all sides by kind, in the order of the first that has them; of one name one after the other. */
static void rows(void **state)
{
	static const struct made made = { .sides = 3, .rounds = 1, .row = {
		{ "wall", SAMPLES_RUN, CLASS_TIME, BETTER_LOWER, "s" },
		{ EVENT("b"), .missing = 1 },
		{ EVENT("a") },
		{ EVENT("a"), .missing = 2 },
		{ "ipc", SAMPLES_METRIC, CLASS_RATIO, BETTER_HIGHER, .missing = 3 },
		{ EVENT("c"), .missing = 4 },
	} };
	static const char *const want[] = { "a", "a", "c", "b", "ipc", "wall" };
	static const int at[][MADE_SIDES] = {
		{ 1, 2, 2 }, { 2, -1, 3 }, { 3, 3, -1 }, { -1, 1, 1 }, { -1, -1, 4 }, { 0, 0, 0 },
	};
	struct comparison_opts o = options(NULL);
	struct made_judgement m;

	(void)state;
	build(&m, &made, &o);
	assert_int_equal(m.j.n_rows, COUNT_OF(want));
	assert_int_equal(m.j.n_comparisons, 2 * COUNT_OF(want));
	for (size_t i = 0; i < COUNT_OF(want); i++) {
		assert_string_equal(name_at(&m, i), want[i]);
		for (size_t s = 0; s < MADE_SIDES; s++)
			assert_int_equal(m.j.row[i].at[s], at[i][s]);
		assert_string_equal(m.j.measured[i].name, want[i]);
		assert_int_equal(m.j.measured[i].beside, strcmp(want[i], "wall") == 0);
		assert_int_equal(m.j.measured[i].more_is_better, strcmp(want[i], "ipc") == 0);
	}
	assert_null(comparison_row(&m.j, 0, 1));
	assert_int_equal(comparison_row(&m.j, 2, 1)->n_now, 1);
	assert_int_equal(comparison_row(&m.j, 1, 1)->n_now, 0);
	made_close(&m);
}

/* Why a row is not compared is known before anything is computed. */
static void reasons(void **state)
{
	static const struct { double base[2], now[2]; enum lack lack; enum compare_reason why; } cases[] = {
		{ { 1, 2 }, { 1, 2 }, LACK_FAILED, REASON_NONE },
		{ { 1, NO }, { NO, 2 }, LACK_MULTIPLEXED, REASON_NONE },
		{ { 1, 2 }, { NO, NO }, LACK_MULTIPLEXED, REASON_MULTIPLEXED },
		{ { NO, NO }, { 1, 2 }, LACK_NOT_COUNTED, REASON_NOT_COUNTED },
		{ { NO, NO }, { NO, NO }, LACK_NOT_SUPPORTED, REASON_NOT_SUPPORTED },
		{ { 1, 1 }, { NO, NO }, LACK_FAILED, REASON_FAILED },
	};
	struct comparison_opts o = options(NULL);

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct made made = { .sides = 2, .rounds = 2, .row = { { EVENT("a"), .lack = cases[i].lack } } };
		struct made_judgement m;

		memcpy(made.row[0].value[0], cases[i].base, sizeof(cases[i].base));
		memcpy(made.row[0].value[1], cases[i].now, sizeof(cases[i].now));
		build(&m, &made, &o);
		assert_int_equal(m.j.comparison[0].why, cases[i].why);
		made_close(&m);
	}
}

/* Of one name, but not the same; the note has the particulars. */
static void others(void **state)
{
	static const struct made made = { .sides = 2, .rounds = 1, .row = {
		{ EVENT("a"), "", "cpu config 0x1 user" }, { EVENT("b"), "Joules", "x" },
	} };
	struct comparison_opts o = options(NULL);
	struct made_judgement m;
	struct error err = ERROR_INIT;

	(void)state;
	build(&m, &made, &o);
	assert_int_equal(m.j.n_notes, 0);
	free(m.side[1].rows.row[0].encoding);
	free(m.side[1].rows.row[1].unit);
	m.side[1].rows.row[0].encoding = mem_copy_text("cpu config 0x2 user");
	m.side[1].rows.row[1].unit = mem_copy_text("W");
	assert_int_equal(comparison_build(&m.j, m.side, 2, &o, &err), 0);
	assert_int_equal(m.j.comparison[0].why, REASON_OTHER_EVENT);
	assert_int_equal(m.j.comparison[1].why, REASON_OTHER_UNIT);
	assert_int_equal(m.j.n_notes, 2);
	assert_string_equal(m.j.note[0].code, "other-event");
	assert_string_equal(m.j.note[0].text, "a counts cpu config 0x1 user in the base and cpu config 0x2 user here");
	assert_string_equal(m.j.note[1].text, "b is in units of Joules in the base and W here");
	made_close(&m);
}

static void limits(void **state)
{
	static const struct made made = { .sides = 2, .rounds = 2, .row = {
		{ EVENT("a") }, { EVENT("b"), .value = { { NO, NO }, { NO, NO } }, .lack = LACK_NOT_SUPPORTED }, { EVENT("c") },
	} };
	struct error err = ERROR_INIT;
	struct limits ls = {0};
	struct comparison_opts o = options(&ls);
	struct made_judgement m;

	(void)state;
	assert_int_equal(limits_parse(&ls, "a=+1%,b=+2%", &err), 0);
	build(&m, &made, &o);
	assert_true(row_comparison_is_checked(&m.j.comparison[0]) && row_comparison_is_checked(&m.j.comparison[1]));
	assert_false(row_comparison_is_checked(&m.j.comparison[2]));
	comparison_conclude(&m.j);
	made_close(&m);
	o.skip_unsupported = true;
	build(&m, &made, &o);
	assert_false(row_comparison_is_checked(&m.j.comparison[1]));
	compare_all(m.j.comparison, m.j.n_comparisons, &(struct compare_opts){ .level = 0.99 });
	comparison_conclude(&m.j);
	assert_int_equal(m.j.comparison[1].verdict, VERDICT_SKIPPED);
	assert_int_equal(m.j.comparison[1].reason, REASON_NOT_SUPPORTED);
	assert_int_equal(m.j.count[VERDICT_SKIPPED], 1);
	assert_non_null(strstr(line_of(&m.j), "1 skipped: b (not supported)"));
	made_close(&m);
	assert_int_equal(limits_parse(&ls, "nothing=+2%", &err), 0);
	m = (struct made_judgement){ .made = &made };
	made_side(&m, 0);
	made_side(&m, 1);
	assert_int_equal(comparison_build(&m.j, m.side, 2, &o, &err), -1);
	made_close(&m);
	limits_release(&ls);
}

/* A later look at the same sides: what varied goes on to vary, and notes are made anew. */
static void again(void **state)
{
	static const struct made made = { .sides = 2, .rounds = 2, .row = {
		{ EVENT("a"), .value = { { 1, NO }, { 1, 2 } }, .lack = LACK_MULTIPLEXED }, { EVENT("b") },
	} };
	struct comparison_opts o = options(NULL);
	struct error err = ERROR_INIT;
	struct made_judgement m;

	(void)state;
	build(&m, &made, &o);
	assert_int_equal(m.j.n_notes, 1);
	assert_string_equal(m.j.note[0].text, "a: multiplexed in 1 of 2 runs; left out");
	m.j.comparison[1].noisy = true;
	m.side[0].rows.row[0].value[1] = 3;
	m.side[0].rows.row[0].n_valid = 2;
	assert_int_equal(comparison_build(&m.j, m.side, 2, &o, &err), 0);
	assert_true(m.j.comparison[1].noisy);
	assert_false(m.j.comparison[0].noisy);
	assert_int_equal(m.j.n_notes, 0);
	made_close(&m);
}

/* Counts that do not vary by much more than they should. */
static void wide(void **state)
{
	struct made_judgement m;

	(void)state;
	made_open(&m, &made_gate);
	m.j.comparison[0].wide = true;
	comparison_conclude(&m.j);
	comparison_conclude(&m.j);
	assert_int_equal(m.j.n_notes, 2);
	assert_string_equal(m.j.note[1].text, "instructions:u varies by more than a quarter of its limit");
	made_close(&m);
}

/* --- what it comes to ------------------------------------------------------------------------------- */

static void outcomes(void **state)
{
	enum { S = VERDICT_SAME, B = VERDICT_BETTER, W = VERDICT_WORSE, U = VERDICT_UNSURE, I = VERDICT_INCOMPARABLE,
	       M = VERDICT_MISSING };
	static const struct { int verdict[3]; enum outcome want; const char *line; } cases[] = {
		{ { S, S, S }, OUTCOME_FINE, "3 events within limits" },
		{ { S, B, S }, OUTCOME_FINE, "1 of 3 events improved: b +2.00 % (limit +1 %); 2 within limits" },
		{ { B, B, B }, OUTCOME_FINE, "3 events improved: a +2.00 % (limit +1 %) and b +2.00 % (limit +1 %) and"
					     " c +2.00 % (limit +1 %)" },
		{ { S, U, W }, OUTCOME_REGRESSED, "1 of 3 events regressed: c +2.00 % (limit +1 %); could not tell for 1:"
						  " b +2.00 % (limit +1 %); 1 within its limit" },
		{ { I, U, W }, OUTCOME_REGRESSED, "1 of 3 events regressed: c +2.00 % (limit +1 %); 1 not comparable:"
						  " a +2.00 % (limit +1 %); could not tell for 1: b +2.00 % (limit +1 %)" },
		{ { S, U, I }, OUTCOME_INCOMPARABLE, "1 of 3 events not comparable: c +2.00 % (limit +1 %); could not tell for 1:"
						     " b +2.00 % (limit +1 %); 1 within its limit" },
		{ { S, U, M }, OUTCOME_INCOMPARABLE, "1 of 3 events missing: c (limit +1 %); could not tell for 1:"
						     " b +2.00 % (limit +1 %); 1 within its limit" },
		{ { S, U, S }, OUTCOME_UNSURE, "could not tell for 1 of 3 events: b +2.00 % (limit +1 %); 2 within limits;"
					       " not failing the build (--inconclusive=fail would)" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct made made = { .sides = 2, .rounds = 1, .opts = options(NULL),
				     .row = { { EVENT("a") }, { EVENT("b") }, { EVENT("c") } } };
		struct made_judgement m;

		for (size_t k = 0; k < 3; k++)
			made.row[k].found[0] = (struct made_verdict){
				(enum verdict)cases[i].verdict[k], REASON_NONE, COMPARE_EXACT,
				MADE_CHANGE(0.02, NO, NO), MADE_UNKNOWN, LIMIT(0.01), 0, 0,
			};
		made_open(&m, &made);
		assert_int_equal(m.j.outcome, cases[i].want);
		assert_string_equal(line_of(&m.j), cases[i].line);
		made_close(&m);
	}
}

/* Nothing has a limit; many have; several sides. */
static void lines(void **state)
{
	struct made made = made_gate;
	struct made_judgement m;

	(void)state;
	made_open(&m, &made_compare);
	assert_string_equal(line_of(&m.j), "");
	assert_int_equal(m.j.outcome, OUTCOME_NOTHING);
	m.j.opts.mode = COMPARISON_GATE;
	comparison_conclude(&m.j);
	assert_string_equal(line_of(&m.j), "NOTHING WAS JUDGED: no row has a limit");
	m.j.comparison[5].threshold = (struct threshold){ 1, 0.01, NO, NO };
	m.j.comparison[5].verdict = VERDICT_SAME;
	m.j.comparison[6].threshold = (struct threshold){ 1, 0.01, NO, 0.5 };
	m.j.comparison[6].verdict = VERDICT_WORSE;
	comparison_conclude(&m.j);
	assert_string_equal(line_of(&m.j), "1 of 2 measurements regressed: C: cpus-utilized 0.03 % lower to 0.04 % higher,"
			    " 75 % sure (limit +1 % and 0.5); 1 within its limit");
	made_close(&m);
	for (size_t i = 0; i < MADE_ROWS; i++)
		made.row[i] = made_gate.row[0];
	made_open(&m, &made);
	assert_int_equal(m.j.count[VERDICT_WORSE], 10);
	assert_non_null(strstr(line_of(&m.j), "10 events regressed: "));
	assert_string_equal(strstr(line_of(&m.j), " and 2 more"), " and 2 more");
	made_close(&m);
}

/* The line for several benchmarks: the worst first, and for each the row that changed most. */
static void several_benchmarks(void **state)
{
	static const struct { int verdict[3]; const char *name; double change; } made_of[] = {
		{ { VERDICT_SAME, VERDICT_WORSE, VERDICT_WORSE }, "parse", 0.84 },
		{ { VERDICT_SAME, VERDICT_SAME, VERDICT_SAME }, "link", 0 },
		{ { VERDICT_SAME, VERDICT_WORSE, VERDICT_SAME }, "emit", 0.0123 },
		{ { VERDICT_UNSURE, VERDICT_SAME, VERDICT_SAME }, "lex\n", 0.02 },
		{ { VERDICT_BETTER, VERDICT_SAME, VERDICT_SAME }, "scan", -0.2 },
		{ { VERDICT_MISSING, VERDICT_SAME, VERDICT_SAME }, "load", 0.02 },
	};
	static const struct { const char *which, *alone, *line; int tone; } cases[] = {
		{ "0", NULL, "", 1 },
		{ "11", NULL, "2 benchmarks within limits", -1 },
		{ "012", NULL, "2 of 3 benchmarks regressed: parse +84 % c and 1 more, emit +1.2 % b; 1 within limits", 1 },
		{ "14", NULL, "1 of 2 benchmarks improved: scan -20 % a; 1 within limits", -1 },
		{ "13", NULL, "could not tell for 1 of 2 benchmarks: lex\\x0a a; 1 within limits; not failing the build (--inconclusive=fail would)", 0 },
		{ "153", NULL, "1 of 3 benchmarks not comparable: load a; could not tell for 1: lex\\x0a a; 1 within limits", 1 },
		{ "1", "old", "1 of 2 benchmarks in one of the two files only: old; 1 within limits", 1 },
		{ "1", "!old", "1 of 2 benchmarks not measured: old; 1 within limits", 1 },
		{ "4444444444", NULL, "10 benchmarks improved: scan -20 % a, scan -20 % a, scan -20 % a, scan -20 % a, scan -20 % a,"
				      " scan -20 % a, scan -20 % a, scan -20 % a and 2 more", -1 },
	};
	static const struct style plain;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct conclusions all = {0};
		struct str line = {0};

		for (const char *w = cases[i].which; *w; w++) {
			struct made made = { .sides = 2, .rounds = 1, .opts = options(NULL),
					     .names = { made_of[*w - '0'].name, "x" },
					     .row = { { EVENT("a") }, { EVENT("b") }, { EVENT("c") } } };
			struct made_judgement m;

			for (size_t k = 0; k < 3; k++)
				made.row[k].found[0] = (struct made_verdict){
					(enum verdict)made_of[*w - '0'].verdict[k], REASON_NONE, COMPARE_EXACT,
					MADE_CHANGE(made_of[*w - '0'].change * (k == 2 ? 1 : 0.999), NO, NO),
					MADE_UNKNOWN, LIMIT(0.01), 0, 0,
				};
			made_open(&m, &made);
			conclusions_add(&all, &m.j, 1, &plain);
			made_close(&m);
		}
		if (cases[i].alone)
			conclusions_add_left_out(&all, *cases[i].alone == '!' ?
						 &(struct left_out){ cases[i].alone + 1, "no program" } :
						 &(struct left_out){ cases[i].alone, NULL });
		conclusions_line(&line, &all);
		assert_string_equal(str_text(&line), cases[i].line);
		assert_int_equal(conclusions_tone(&all), cases[i].tone);
		conclusions_release(&all);
		str_release(&line);
	}
}

/* --- names ------------------------------------------------------------------------------------------ */

static void names(void **state)
{
	static const char *const argv[] = { "./prog\x1b", "a b", "c\nd", NULL };
	struct benchmark b[2] = {{0}};
	struct report r[2] = { { .b = &b[0] }, { .b = &b[1] } };
	const struct samples side[2] = { { .report = &r[0] }, { .report = &r[1] } };
	const struct comparison j = { .side = side, .n_sides = 2 };
	struct str out = {0};

	(void)state;
	benchmark_set_command(&b[0], "the\tname\n", (char *const *)(uintptr_t)argv);
	benchmark_set_command(&b[1], NULL, (char *const *)(uintptr_t)argv);
	comparison_add_name(&out, &j, 0);
	str_add(&out, "|");
	comparison_add_name(&out, &j, 1);
	str_add(&out, "|");
	for (size_t i = 0; i < 28; i += 9)
		words_add_letter(&out, i);
	assert_string_equal(out.text, "the\\x09name\\x0a|./prog\\x1b a b c\\x0ad|AJS#28");
	str_reset(&out);		/* of machines as it is */
	comparison_add_id(&out, &j, 0);
	str_add(&out, "|");
	comparison_add_id(&out, &j, 1);
	assert_string_equal(out.text, "the\tname\n|./prog\x1b a b c\nd");
	str_release(&out);
	benchmark_release(&b[0]);
	benchmark_release(&b[1]);
}

/* --- quantities ------------------------------------------------------------------------------------- */

static void quantities(void **state)
{
	static const struct { enum sample_class class; const char *unit; double value[2]; const char *want; } cases[] = {
		{ CLASS_COUNT, "", { 0, NO }, "0" },		{ CLASS_COUNT, "", { 999999, 1 }, "999999 1" },
		{ CLASS_COUNT, "", { 1234567, NO }, "1.23457 M" },	{ CLASS_COUNT, "", { 113488123, NO }, "113.488 M" },
		{ CLASS_COUNT, "", { 2e9, 5e9 }, "2.00000 5.00000 G" }, { CLASS_COUNT, "", { 3e15, NO }, "3000.00 T" },
		{ CLASS_COUNT, "", { 2e9, 5e6 }, "2000.00 5.00 M" },	{ CLASS_COUNT, "", { 2e9, 5 }, "2.00000 0.00000 G" },
		{ CLASS_COUNT, "", { 10.5, 10 }, "10.5000 10.0000" },	{ CLASS_COUNT, "Joules", { 2.5, NO }, "2.50000 Joules" },
		{ CLASS_COUNT, "x\x1b", { 1, NO }, "1 x\\x1b" },
		{ CLASS_TIME, "s", { 0, NO }, "0 s" },		{ CLASS_TIME, "s", { 1.5, NO }, "1.5000 s" },
		{ CLASS_TIME, "s", { 0.0121, NO }, "12.100 ms" },	{ CLASS_TIME, "s", { 3e-6, NO }, "3.0000 us" },
		{ CLASS_TIME, "s", { 5e-10, NO }, "0.50000 ns" },	{ CLASS_TIME, "s", { 3725, NO }, "3725.0 s" },
		{ CLASS_SIZE, "B", { 100, NO }, "100 B" },		{ CLASS_SIZE, "B", { 2097152, NO }, "2.0000 MiB" },
		{ CLASS_RATIO, "%", { 12.5, NO }, "12.500 %" },	{ CLASS_RATIO, "", { 1.25, 0.1 }, "1.2500 0.1000" },
	};
	static const struct style plain;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct quantity q = quantity_choose(cases[i].class, cases[i].unit, cases[i].value, 2);
		struct str out = {0};

		quantity_add(&out, &q, cases[i].value[0], &plain);
		if (!isnan(cases[i].value[1])) {
			str_add(&out, " ");
			quantity_add(&out, &q, cases[i].value[1], &plain);
		}
		quantity_add_unit(&out, &q);
		assert_string_equal(out.text, cases[i].want);
		str_release(&out);
	}
}

/* --- fingerprints ----------------------------------------------------------------------------------- */

#define T(text) (char *)(uintptr_t)(text)

static const struct host_facts one_host = {
	.cpu = T("C 1"), .vendor = T("V"), .family = 6, .model = 85, .stepping = 4, .microcode = T("0x1"), .arch = T("x86_64"),
	.kernel = T("6.1.0"), .hypervisor = NULL, .governor = T("powersave"), .cpus = 8, .paranoid = 2, .nmi_watchdog = 1,
	.aslr = 2, .smt = 1, .turbo = 1,
};

static struct host_facts host_with(size_t offset, const char *text, int number)
{
	struct host_facts h = one_host;

	if (text)
		*(const char **)(void *)((char *)&h + offset) = text[0] ? text : NULL;
	else
		*(int *)(void *)((char *)&h + offset) = number;
	return h;
}

static void hosts(void **state)
{
#define H(field) offsetof(struct host_facts, field)
	static const struct {
		size_t offset; const char *text; int number;
		const char *code; enum difference_weight weight; const char *want;
	} cases[] = {
		{ H(vendor), "W", 0, "cpu-vendor", DIFFERENCE_FATAL, "the vendor of the CPU is V in the base and W here" },
		{ H(family), NULL, 7, "cpu-family", DIFFERENCE_FATAL, "the family of the CPU is 6 in the base and 7 here" },
		{ H(model), NULL, 86, "cpu-model", DIFFERENCE_FATAL, "the model of the CPU is 85 in the base and 86 here" },
		{ H(arch), "arm64", 0, "arch", DIFFERENCE_FATAL, "the architecture is x86_64 in the base and arm64 here" },
		{ H(cpu), "C 2", 0, "cpu", DIFFERENCE_OF_TIMES, "the CPU is C 1 in the base and C 2 here" },
		{ H(stepping), NULL, 5, "cpu-stepping", DIFFERENCE_WARNING, "the stepping of the CPU is 4 in the base and 5 here" },
		{ H(microcode), "0x2", 0, "microcode", DIFFERENCE_WARNING, "the microcode is 0x1 in the base and 0x2 here" },
		{ H(kernel), "6.2", 0, "kernel", DIFFERENCE_OF_TIMES, "the kernel is 6.1.0 in the base and 6.2 here" },
		{ H(hypervisor), "kvm", 0, "hypervisor", DIFFERENCE_OF_TIMES, "the hypervisor is none in the base and kvm here" },
		{ H(governor), "performance", 0, "governor", DIFFERENCE_OF_TIMES,
		  "the frequency governor is powersave in the base and performance here" },
		{ H(turbo), NULL, 0, "turbo", DIFFERENCE_OF_TIMES, "turbo is on in the base and off here" },
		{ H(smt), NULL, 0, "smt", DIFFERENCE_OF_TIMES, "SMT is on in the base and off here" },
		{ H(cpus), NULL, 4, "cpus", DIFFERENCE_OF_TIMES, "the number of CPUs is 8 in the base and 4 here" },
		{ H(aslr), NULL, 0, "aslr", DIFFERENCE_WARNING, "kernel.randomize_va_space is 2 in the base and 0 here" },
		{ H(paranoid), NULL, -1, "paranoid", DIFFERENCE_WARNING, "kernel.perf_event_paranoid is 2 in the base and -1 here" },
		/* not told, or nothing to a count */
		{ H(kernel), "", 0, NULL, DIFFERENCE_NOTE, NULL },
		{ H(family), NULL, HOST_UNKNOWN, NULL, DIFFERENCE_NOTE, NULL },
		{ H(turbo), NULL, HOST_UNKNOWN, NULL, DIFFERENCE_NOTE, NULL },
		{ H(nmi_watchdog), NULL, 0, NULL, DIFFERENCE_NOTE, NULL },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct host_facts other = host_with(cases[i].offset, cases[i].text, cases[i].number);
		const struct benchmark one = { .host = one_host }, two = { .host = other };
		const struct report base = { .b = &one }, now = { .b = &two };
		struct host_differences f;

		host_match_compare(&f, &base, &now, false);
		assert_int_equal(f.n, cases[i].code != NULL);
		if (f.n) {
			assert_string_equal(f.difference[0].code, cases[i].code);
			assert_int_equal(f.difference[0].weight, cases[i].weight);
			assert_string_equal(f.difference[0].text, cases[i].want);
		}
		host_match_release(&f);
	}
}

static void targets(void **state)
{
	static const struct target_opts command = { .command = true }, pids = { .pids = "1" }, tids = { .tids = "1" },
		all = { .system_wide = true }, cpus = { .cpus = "0" }, other_cpus = { .cpus = "1" },
		alone = { .command = true, .no_inherit = true }, late = { .command = true, .late_ns = 30000000 },
		later = { .command = true, .late_ns = 30500000 }, told = { .command = true, .late_ns = TARGET_BY_CONTROL },
		sometime = { .command = true, .late_ns = TARGET_UNKNOWN };
	static const struct { const struct target_opts *base, *now; const char *want; } cases[] = {
		{ &command, &command, NULL }, { NULL, &command, NULL }, { &cpus, &cpus, NULL },
		{ NULL, &pids, "what was counted is the command in the base and processes here" },
		{ &pids, &tids, "what was counted is processes in the base and threads here" },
		{ &tids, &all, "what was counted is threads in the base and the system here" },
		{ &all, &cpus, "what was counted is the system in the base and CPUs here" },
		{ &cpus, &other_cpus, "the list of CPUs is 0 in the base and 1 here" },
		{ &alone, &command, "counting what the command starts is off in the base and on here" },
		{ &late, &late, NULL }, { &told, &told, NULL }, { &sometime, &sometime, NULL }, { NULL, &sometime, NULL },
		{ NULL, &late, "the delay of counting is 0 ms in the base and 30 ms here" },
		{ &later, &late, "the delay of counting is 30.5 ms in the base and 30 ms here" },
		{ &late, &told, "the delay of counting is 30 ms in the base and until --control here" },
		{ &sometime, &late, "the delay of counting is not known in the base and 30 ms here" },
		{ &told, &sometime, "the delay of counting is until --control in the base and not known here" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct benchmark a = { .host = one_host, .target.asked = cases[i].base };
		const struct benchmark b = { .host = one_host, .target.asked = cases[i].now };
		const struct report base = { .b = &a }, now = { .b = &b };
		struct host_differences f;

		host_match_compare(&f, &base, &now, false);
		assert_int_equal(f.n, cases[i].want != NULL);
		if (f.n) {
			assert_int_equal(f.difference[0].weight,
					 strstr(cases[i].want, "not known") ? DIFFERENCE_WARNING : DIFFERENCE_FATAL);
			assert_string_equal(f.difference[0].text, cases[i].want);
		}
		host_match_release(&f);
	}
}

/* Arm has no numbers of that kind: then it is the name that says it. */
static void hosts_without_numbers(void **state)
{
	struct host_facts a = { .cpu = T("Arm 0x41 0xd40"), .family = HOST_UNKNOWN, .model = HOST_UNKNOWN, .stepping = HOST_UNKNOWN };
	struct benchmark one = { .host = a }, two = one, unknown = {0};
	const struct report base = { .b = &one }, now = { .b = &two }, none = { .b = &unknown };
	struct host_differences f;

	(void)state;
	host_match_compare(&f, &base, &now, false);
	assert_int_equal(f.n, 0);
	host_match_release(&f);
	two.host.cpu = T("Arm 0x41 0xd4f");
	host_match_compare(&f, &base, &now, false);
	assert_int_equal(f.n, 1);
	assert_string_equal(f.difference[0].code, "cpu");
	assert_int_equal(f.difference[0].weight, DIFFERENCE_FATAL);
	host_match_release(&f);
	host_match_compare(&f, &base, &none, false);
	assert_int_equal(f.n, 1);
	assert_string_equal(f.difference[0].code, "host-unknown");
	assert_int_equal(f.difference[0].weight, DIFFERENCE_WARNING);
	host_match_release(&f);
}

/* What valgrind counts depends on the CPU that it shows, and what the CPU counts on the CPU. */
static void what_differences_refuse(void **state)
{
	static const struct sample_row rows[] = {
		{ .class = CLASS_TIME }, { .class = CLASS_COUNT }, { .class = CLASS_COUNT, .emulated = true },
	};
	static const struct {
		const char *base_cpu, *now_cpu, *cpu, *kernel, *arch;
		const char *want[COUNT_OF(rows)];
	} cases[] = {
		{ "a", "a", "C 1", "6.1.0", "x86_64", { "", "", "" } },
		{ "a", "a", "C 1", "6.2", "x86_64", { "the kernel", "", "" } },
		{ "a", "a", "D", "6.2", "x86_64", { "the CPU", "the CPU", "" } },
		{ "a", "b", "C 1", "6.1.0", "x86_64", { "", "", "the CPU that valgrind shows" } },
		{ "a", "b", "D", "6.1.0", "x86_64", { "the CPU", "the CPU", "the CPU that valgrind shows" } },
		{ "a", "a", "D", "6.1.0", "arm64",
		  { "the CPU and the architecture", "the CPU and the architecture", "the architecture" } },
		/* not known: as the machine */
		{ NULL, "a", "D", "6.2", "x86_64", { "the CPU", "the CPU", "the CPU" } },
		{ "a", NULL, "C 1", "6.2", "x86_64", { "the kernel", "", "" } },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct benchmark one = { .host = one_host, .emulated_cpu = T(cases[i].base_cpu) };
		struct benchmark two = { .host = one_host, .emulated_cpu = T(cases[i].now_cpu) };
		const struct report base = { .b = &one }, now = { .b = &two };
		struct host_differences f;

		two.host.cpu = T(cases[i].cpu);
		two.host.model += strcmp(cases[i].cpu, "D") == 0;
		two.host.kernel = T(cases[i].kernel);
		two.host.arch = T(cases[i].arch);
		host_match_compare(&f, &base, &now, false);
		for (size_t k = 0; k < COUNT_OF(rows); k++) {
			struct str words = {0};

			host_match_add_words(&words, &f, &rows[k]);
			assert_string_equal(str_text(&words), cases[i].want[k]);
			str_release(&words);
		}
		for (size_t k = 0; k < f.n; k++)
			f.difference[k].allowed = true;
		for (size_t k = 0; k < COUNT_OF(rows); k++) {
			struct str words = {0};

			host_match_add_words(&words, &f, &rows[k]);
			assert_int_equal(words.len, 0);
		}
		host_match_release(&f);
	}
}

static void what_was_measured(void **state)
{
	static char *const ab[] = { T("a"), T("b"), NULL }, *const a_b[] = { T("a b"), NULL };
	static char *const abc[] = { T("a"), T("b"), T("c"), NULL };
	static const struct target_opts command = { .command = true }, all = { .system_wide = true }, two = { .cpus = "0,1" },
		one = { .cpus = "0" }, alone = { .command = true, .no_inherit = true }, pids = { .pids = "7" },
		others = { .pids = "8" };
	static const struct {
		const struct target_opts *a, *b; char *const *x, *const *y; bool named;
		const char *code; enum difference_weight weight;
	} cases[] = {
		{ &command, &command, ab, ab, false, NULL, DIFFERENCE_NOTE },
		{ &command, NULL, ab, ab, false, NULL, DIFFERENCE_NOTE },
		{ &command, &command, ab, a_b, false, "command", DIFFERENCE_FATAL },
		{ &command, &command, ab, abc, false, "command", DIFFERENCE_FATAL },
		{ &command, &command, abc, ab, true, "command", DIFFERENCE_NOTE },
		{ &command, &command, NULL, ab, true, "command", DIFFERENCE_NOTE },
		{ &command, &all, ab, ab, false, "target", DIFFERENCE_FATAL },
		{ &one, &two, ab, ab, false, "target", DIFFERENCE_FATAL },
		{ &two, &two, ab, ab, false, NULL, DIFFERENCE_NOTE },
		{ &pids, &others, NULL, NULL, false, NULL, DIFFERENCE_NOTE },	/* numbers of processes are of a moment */
		{ &command, &alone, ab, ab, true, "inherit", DIFFERENCE_FATAL },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct benchmark a = { .version = T("1"), .host = one_host, .target.asked = cases[i].a,
					     .argv = (char **)(uintptr_t)cases[i].x };
		const struct benchmark b = { .version = T("1"), .host = one_host, .target.asked = cases[i].b,
					     .argv = (char **)(uintptr_t)cases[i].y };
		struct report base = { .b = &a, .name = cases[i].named ? "n" : NULL }, now = { .b = &b, .name = base.name };
		struct host_differences f;

		host_match_compare(&f, &base, &now, cases[i].named);
		assert_int_equal(f.n, cases[i].code != NULL);
		if (f.n) {
			assert_string_equal(f.difference[0].code, cases[i].code);
			assert_int_equal(f.difference[0].weight, cases[i].weight);
		}
		host_match_release(&f);
		base.name = now.name = NULL;	/* then they are called so */
		host_match_compare(&f, &base, &now, true);
		assert_true(!f.n || strcmp(f.difference[0].code, "command") != 0);
		host_match_release(&f);
	}
}

/* What keeps it from being compared, and what --allow-env-mismatch makes of that. */
static void mismatches(void **state)
{
	static const struct made made = { .sides = 2, .rounds = 1, .row = { { EVENT("a") } } };
	struct comparison_opts o = options(NULL);
	struct host_facts other = host_with(offsetof(struct host_facts, model), NULL, 9);
	struct error err = ERROR_INIT;
	struct made_judgement m;

	(void)state;
	build(&m, &made, &o);
	m.benchmark[0].host = one_host;
	m.benchmark[1].host = other;
	m.benchmark[1].version = T("1.3");
	for (int i = 0; i < 3; i++) {
		o.check_hosts = i > 0;
		o.allow_mismatch = i > 1;
		assert_int_equal(comparison_build(&m.j, m.side, 2, &o, &err), 0);
		assert_int_equal(m.j.comparison[0].why, i == 1 ? REASON_OTHER_HOST : REASON_NONE);
		assert_int_equal(m.j.n_notes, i ? 2 : 0);
		if (i) {
			assert_string_equal(m.j.note[0].code, "cpu-model");
			assert_int_equal(m.j.note[0].gravity, i == 1 ? GRAVITY_ERROR : GRAVITY_WARNING);
			assert_int_equal(m.j.note[0].side, 1);
			assert_string_equal(m.j.note[1].text, "the version of pstat is 1.2 in the base and 1.3 here");
			assert_int_equal(m.j.note[1].gravity, GRAVITY_WARNING);
		}
	}
	made_close(&m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rows),
		cmocka_unit_test(reasons),
		cmocka_unit_test(others),
		cmocka_unit_test(limits),
		cmocka_unit_test(again),
		cmocka_unit_test(wide),
		cmocka_unit_test(outcomes),
		cmocka_unit_test(lines),
		cmocka_unit_test(several_benchmarks),
		cmocka_unit_test(names),
		cmocka_unit_test(quantities),
		cmocka_unit_test(hosts),
		cmocka_unit_test(targets), cmocka_unit_test(hosts_without_numbers), cmocka_unit_test(what_differences_refuse),
		cmocka_unit_test(what_was_measured),
		cmocka_unit_test(mismatches),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
