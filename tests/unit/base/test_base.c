/* SPDX-License-Identifier: MIT */
/* Tests the small modules of base: cpulist, str, utf8, note, error, nearest. */
#include "test.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/auxv.h>

#include "base/cpulist.h"
#include "base/error.h"
#include "base/index.h"
#include "base/mem.h"
#include "base/nearest.h"
#include "base/str.h"
#include "base/utf8.h"
#include "note/note.h"

static void cpulists(void **state)
{
	static const struct { const char *text, *want; } good[] = {
		{ "0", "0" },		{ "0-3,8", "0-3,8" },	{ "8,0-3", "0-3,8" },	{ "3,2,1,0", "0-3" },
		{ "0x1", "1" },		{ "0x10-0x1f", "16-31" }, { "010", "8" },	{ "0,", "0" },
		{ "0-", "0" },		{ "0-3,5-", "0-3,5" },	{ "65535", "65535" },	{ "0-383", "0-383" },
	};
	struct error err = ERROR_INIT;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(good); i++) {
		struct cpulist list;
		struct str out = {0};

		assert_int_equal(cpulist_parse(&list, good[i].text, &err), 0);
		cpulist_format(&list, &out);
		assert_string_equal(out.text, good[i].want);
		cpulist_release(&list);
		str_release(&out);
	}
}

static void cpulists_that_are_none(void **state)
{
	static const struct { const char *text, *why; } bad[] = {
		{ "", "it is empty" },			{ "a", "a number is missing or malformed" },
		{ " 0", "a number is missing or malformed" }, { ",0", "a number is missing or malformed" },
		{ "1,,2", "a number is missing or malformed" }, { "-1", "a number is missing or malformed" },
		{ "0, 1", "a number is missing or malformed" }, { "3-1", "the range from 3 runs backwards" },
		{ "1-a", "the range from 1 has no end" },
		{ "1-,2", "the range from 1 has no end" },
		{ "0 1", "0 is not followed by a comma" }, { "0-1-2", "1 is not followed by a comma" },
		{ "08", "0 is not followed by a comma" }, { "0x", "0 is not followed by a comma" },
		{ "0,0", "CPU 0 is listed twice" },	{ "0-3,2", "CPU 2 is listed twice" },
		{ "65536", "the largest number is 65535" },
		{ "0-99999999999999999999", "the largest number is 65535" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(bad); i++) {
		struct error err = ERROR_INIT;
		struct str want = {0};
		struct cpulist list;

		assert_int_equal(cpulist_parse(&list, bad[i].text, &err), -1);
		str_addf(&want, "'%s' is not a list of CPUs such as 0-3,8: %s", bad[i].text, bad[i].why);
		assert_string_equal(err.message, want.text);
		assert_null(list.cpu);
		str_release(&want);
	}
}

static void cpulists_as_sets(void **state)
{
	struct error err = ERROR_INIT;
	struct cpulist a, b, both;
	struct str out = {0};

	(void)state;
	assert_int_equal(cpulist_parse(&a, "8,0-3", &err), 0);
	assert_int_equal(cpulist_parse(&b, "2-9", &err), 0);
	cpulist_intersect(&both, &a, &b);
	cpulist_format(&both, &out);
	assert_string_equal(out.text, "2-3,8");
	for (int cpu = 0; cpu < 12; cpu++)
		assert_int_equal(cpulist_has(&both, cpu), cpu == 2 || cpu == 3 || cpu == 8);
	cpulist_release(&a);
	cpulist_release(&b);
	cpulist_release(&both);
	assert_false(cpulist_has(&both, 0));
	str_release(&out);
}

static void text_grows(void **state)
{
	struct str s = {0};

	(void)state;
	for (int i = 0; i < 100; i++)
		str_addf(&s, "%03d", i);
	str_add_n(&s, "abcdef", 2);
	assert_int_equal(s.len, 302);
	assert_string_equal(s.text + 297, "099ab");
	str_reset(&s);
	assert_string_equal(s.text, "");
	str_release(&s);
	str_release(&s);
}

static void what_controls_a_terminal_is_shown(void **state)
{
	static const struct { const char *text, *want; } cases[] = {
		{ "", "" }, { "a b\tc\nd", "a b\tc\nd" }, { "\033[31m\a\r", "\\x1b[31m\\x07\\x0d" },
		{ "\x7f", "\\x7f" },
		{ "\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80", "\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80" },
		/* the last C1 and what is next */
		{ "\xc2\x9b" "1m", "\\xc2\\x9b1m" }, { "\xc2\xa0", "\xc2\xa0" },
		/* what turns the direction, ends a line or has no width; but not what joins letters */
		{ "a\xe2\x80\xaez", "a\\xe2\\x80\\xaez" }, { "\xe2\x81\xa6", "\\xe2\\x81\\xa6" },
		{ "\xe2\x80\xa8", "\\xe2\\x80\\xa8" }, { "\xd8\x9c", "\\xd8\\x9c" },
		{ "\xef\xbb\xbf", "\\xef\\xbb\\xbf" }, { "\xe2\x80\x8d", "\xe2\x80\x8d" },
		{ "\x9b" "1m", "\\x9b1m" }, { "\xe9t\xe9", "\\xe9t\\xe9" }, { "\xe2\x82", "\\xe2\\x82" },
		/* long forms, half a pair, and beyond the last character */
		{ "\xe0\x80\xaf", "\\xe0\\x80\\xaf" }, { "\xed\xa0\x80", "\\xed\\xa0\\x80" },
		{ "\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80" },
		{ "\xc0\x9b", "\\xc0\\x9b" }, { "\xf5\x80\x80\x80", "\\xf5\\x80\\x80\\x80" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct str s = {0};

		str_add(&s, "");
		str_add_visible(&s, cases[i].text);
		assert_string_equal(s.text, cases[i].want);
		str_reset(&s);
		str_add_line(&s, cases[i].text);
		assert_string_equal(s.text, i == 1 ? "a b\\x09c\\x0ad" : cases[i].want);
		str_release(&s);
	}
}

static void doubles_come_back(void **state)
{
	static const struct { double value; const char *want; } cases[] = {
		{ 0, "0" }, { -0.0, "-0" }, { 1, "1" }, { 0.1, "0.1" }, { 0.1 + 0.2, "0.30000000000000004" },
		{ 1.0 / 3, "0.3333333333333333" }, { 100, "100" }, { 123456, "123456" }, { -2.5, "-2.5" },
		{ 1e14, "100000000000000" }, { 1e15, "1e+15" },
		{ -1e14, "-100000000000000" }, { -1e15, "-1e+15" }, { 0.00001, "1e-05" }, { 1e300, "1e+300" },
		{ 9007199254740993.0, "9007199254740992" }, { 5e-324, "5e-324" },
		{ DBL_MAX, "1.7976931348623157e+308" }, { 1e22, "1e+22" },
	};
	uint64_t x = 88172645463325252u;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct str s = {0};

		str_add_double(&s, cases[i].value);
		assert_string_equal(s.text, cases[i].want);
		str_release(&s);
	}
	for (int i = 0; i < 10000; i++) {
		struct str s = {0};
		double d, back;

		x ^= x << 13, x ^= x >> 7, x ^= x << 17;
		memcpy(&d, &x, sizeof(d));
		if (!isfinite(d))
			continue;
		str_add_double(&s, d);
		back = strtod(s.text, NULL);
		assert_memory_equal(&back, &d, sizeof(d));
		str_release(&s);
	}
}

static void whole_numbers(void **state)
{
	static const struct { uint64_t value; const char *text; } cases[] = {
		{ 0, "0" }, { 7, "7" }, { 10, "10" }, { 1234567890, "1234567890" },
		{ UINT64_MAX, "18446744073709551615" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct str s = {0};

		str_add_u64(&s, cases[i].value);
		assert_string_equal(s.text, cases[i].text);
		str_release(&s);
	}
}

static void check_fixed(double value, int digits)
{
	char want[400];
	struct str s = {0};

	snprintf(want, sizeof(want), "%.*f", digits, value);
	str_add_fixed(&s, value, digits);
	assert_string_equal(s.text, want);
	str_release(&s);
}

/* printf is the one to agree with: halves, carries, what is too large or too small, and what chance makes. */
static void fixed_numbers(void **state)
{
	static const double values[] = {
		0, 0.5, 1.5, 2.5, 0.125, 0.375, 0.05, 0.005, 0.015, 9.995, 99.995, 999.9995, 0.9999999999, 100, 1,
		1e-9, 5e-10, 4.9e-10, 1e-30, 5e-324, 999999999.9, 1e9, 1e15, 1e300, -1, -0.25, -0.0, INFINITY,
		-INFINITY, 2.0000000005, 0x1p-68, 0x1p-67, 0x1.fffffffffffffp29,
	};
	uint64_t seed = 1;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(values); i++)
		for (int digits = 0; digits <= 10; digits++)
			check_fixed(values[i], digits);
	for (int i = 0; i < 200000; i++) {
		seed = seed * 6364136223846793005u + 1442695040888963407u;
		check_fixed((double)(seed >> 11) / (double)(1ull << (seed % 54)), (int)(seed >> 7) % 10);
		check_fixed((double)(seed >> 44) / 1024, (int)(seed >> 7) % 10);	/* many halves */
	}
}

static void what_no_format_writes_otherwise(void **state)
{
	static const struct { const char *text; size_t plain; } cases[] = {
		{ "", 0 }, { "plain ~", 7 }, { "a\"b", 1 }, { "a\\b", 1 }, { "ab\n", 2 }, { "a\x7f", 1 },
		{ "a\xc3\xa4", 1 }, { "\xff", 0 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		assert_int_equal(utf8_plain_length(cases[i].text, strlen(cases[i].text)), cases[i].plain);
	assert_int_equal(utf8_plain_length("plain", 3), 3);
	assert_true(str_same("", "") && str_same("ab", "ab") && !str_same("ab", "a") && !str_same("b", "a"));
}

/* Room that is asked for is there, whole. */
static void pieces_of_memory(void **state)
{
	size_t before = 0;

	(void)state;
	for (size_t n = 0; n < 200000; n += n / 7 + 1) {
		size_t room = mem_real_size(n);

		assert_true(room >= n && room >= before && room <= 2 * n + 64);
		before = room;
	}
}

static void characters(void **state)
{
	static const struct { const char *text; size_t len, want; } cases[] = {
		{ "", 0, 0 }, { "a", 0, 0 }, { "a", 1, 1 }, { "\0", 1, 1 }, { "\x7f", 1, 1 },
		{ "\x80", 1, 0 },
		{ "\xc3\xa9", 2, 2 }, { "\xc3\xa9", 1, 0 }, { "\xc1\xbf", 2, 0 }, { "\xc3(", 2, 0 },
		{ "\xe2\x82\xac", 3, 3 }, { "\xe2\x82\xac", 2, 0 }, { "\xe0\x9f\xbf", 3, 0 },
		{ "\xe2\x82(", 3, 0 },
		{ "\xed\xa0\x80", 3, 0 }, { "\xee\x80\x80", 3, 3 }, { "\xf0\x9f\x98\x80", 4, 4 },
		{ "\xf0\x9f\x98\x80", 3, 0 }, { "\xf0\x8f\xbf\xbf", 4, 0 }, { "\xf1\x80\x80\x80", 4, 4 },
		{ "\xf4\x8f\xbf\xbf", 4, 4 }, { "\xf4\x90\x80\x80", 4, 0 }, { "\xf5\x80\x80\x80", 4, 0 },
		{ "\xff", 1, 0 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		assert_int_equal(utf8_character_length(cases[i].text, cases[i].len), cases[i].want);
}

static void text_is_taken_in_runs(void **state)
{
	static const char *const want[] = { "plain", "\"", "\xc3\xa9", "x", "\xef\xbf\xbd", "\xef\xbf\xbd", "\n" };
	const char *text = "plain\"\xc3\xa9x\xff\xe2\n";
	size_t left = strlen(text), n = 0;
	struct utf8_run run;

	(void)state;
	for (; utf8_next(&run, &text, &left); n++) {
		assert_true(n < COUNT_OF(want));
		assert_int_equal(run.len, strlen(want[n]));
		assert_memory_equal(run.text, want[n], run.len);
	}
	assert_int_equal(n, COUNT_OF(want));
	assert_int_equal(left, 0);
}

static void notes_of_runs_are_counted(void **state)
{
	struct notes all = {0}, run = {0};

	(void)state;
	notes_add(&run, NOTE_FALLBACK, 0, "the kernel");
	notes_add(&run, NOTE_FALLBACK, 0, "guests");		/* both are said */
	notes_add(&run, NOTE_MULTIPLEXED, 1, "10%%");
	notes_merge(&all, &run);
	run.n = 0;
	notes_add(&run, NOTE_MULTIPLEXED, 1, "20%%");		/* in other words */
	notes_add(&run, NOTE_NOT_READ, 1, "x");
	notes_add(&run, NOTE_NOT_READ, 1, "y");
	notes_merge(&all, &run);
	notes_merge(&all, &run);
	assert_int_equal(all.n, 5);
	assert_int_equal(all.note[0].runs + all.note[1].runs, 0);
	assert_int_equal(all.note[2].runs, 3);
	assert_string_equal(all.note[2].text, "10%");
	assert_int_equal(all.note[3].runs, 2);
	assert_int_equal(all.note[4].runs, 2);
	notes_end_run(&all);
	assert_int_equal(all.n, 2);
	assert_int_equal(all.note[1].kind, NOTE_FALLBACK);
	notes_release(&all);
	notes_release(&run);
}

static void every_note_has_its_words(void **state)
{
	(void)state;
	for (size_t i = 0; i < NOTE_COUNT; i++) {
		assert_true(note_defs[i].code && note_defs[i].english);
		for (size_t j = 0; j < i; j++)
			assert_string_not_equal(note_defs[i].code, note_defs[j].code);
	}
}

static void errors_point_at_their_place(void **state)
{
	static const char hundred[] =
		"0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789";
	static const struct { const char *text; size_t at; const char *place; int column; } cases[] = {
		{ "cycles,foo", 7, "cycles,foo", 7 },
		{ "", 0, "", 0 },
		{ "a\nb\x7f", 2, "a b ", 2 },			/* one line */
		{ "\xc3\xa9x", 2, "\xc3\xa9x", 1 },		/* a character is a column */
		{ "abc", 99, "abc", 3 },
		{ hundred, 0, "012345678901234567890123456789012345678901234567890123456789012345678..", 0 },
		{ hundred, 60, "..0123456789012345678901234567890123456789012345678901234567890123456..",
		  32 },
		{ hundred, 99, "..3456789012345678901234567890123456789012345678901234567890123456789", 68 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct error err = ERROR_INIT;

		error_set(&err, ERROR_USAGE, 0, "m");
		assert_int_equal(error_point(&err, cases[i].text, cases[i].at), -1);
		assert_string_equal(err.place, cases[i].place);
		assert_int_equal(err.column, cases[i].column);
	}
}

static void did_you_mean(void **state)
{
	static const char *const names[] = { "cycles", "instructions", "cs", "branch-misses", "cache-misses",
					     "--repeat", "tsc", "task-clock", "cycles-ct", "page-faults",
					     "context-switches" };
	static const struct { const char *wanted, *found; } cases[] = {
		{ "instrctions", "instructions" },	{ "instructoins", "instructions" },	/* swapped */
		{ "Cycles", "cycles" },			{ "cylces", "cycles" },
		{ "branch-miss", "branch-misses" },	{ "cache-mises", "cache-misses" },
		{ "cpu", NULL },			{ "cz", "cs" },
		{ "CS", "cs" },
		{ "x", NULL },				{ "somethingelse", NULL },
		{ "--repaet", "--repeat" },		{ "", NULL },
		/* an abbreviation: letters in order, the first one first */
		{ "tsk", "task-clock" },		{ "task", "task-clock" },
		{ "TASK-CLK", "task-clock" },		{ "tasck", NULL },
		{ "tcs", "cs" },			{ "tssc", "tsc" },
		{ "asc", "tsc" },
		{ "cyc", "cycles" },			{ "cycles-", "cycles-ct" },
		{ "pagef", "page-faults" },		{ "branch-m", "branch-misses" },
		{ "cont", "context-switches" },		{ "cntxt", "context-switches" },
		{ "instr", "instructions" },		{ "page-fault", "page-faults" },
		{ "faults", NULL },			{ "pfs", NULL },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct nearest n = { .wanted = cases[i].wanted };

		for (size_t k = 0; k < COUNT_OF(names); k++)
			nearest_offer(&n, names[k]);
		if (cases[i].found)
			assert_string_equal(n.found, cases[i].found);
		else
			assert_null(n.found);
		if (cases[i].found)	/* 0: the same, but for upper and lower case */
			assert_int_equal(n.distance != 0, strcasecmp(cases[i].wanted, n.found) != 0);
	}
}

static void names_in_any_case(void **state)
{
	static const struct { const char *a, *b; size_t n; int order; } cases[] = {
		{ "", "", 9, 0 },	{ "a", "A", 9, 0 },	{ "L1-Dcache", "l1-dCACHE", 99, 0 },
		{ "a", "", 9, 1 },	{ "", "a", 9, -1 },	{ "a", "B", 9, -1 },	{ "B", "a", 9, 1 },
		{ "ab", "a", 9, 1 },	{ "A", "AB", 9, -1 },
		/* between the letters of both cases, where the lower one counts */
		{ "_", "A", 9, -1 },	{ "Z", "_", 9, 1 },
		/* by the byte: those of UTF-8 stand behind, and have one case */
		{ "\xc3\xa4", "z", 9, 1 }, { "\xc3\xa4", "\xc3\x84", 9, 1 }, { "I", "i", 9, 0 },
		{ "abc", "ABD", 2, 0 },	{ "abc", "ABD", 3, -1 }, { "a", "b", 0, 0 },	{ "a", "ab", 1, 0 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		int n = str_ncasecmp(cases[i].a, cases[i].b, cases[i].n);

		assert_int_equal((n > 0) - (n < 0), cases[i].order);
		if (cases[i].n < 9)
			continue;
		n = str_casecmp(cases[i].a, cases[i].b);
		assert_int_equal((n > 0) - (n < 0), cases[i].order);
	}
}

static bool is_text(const void *list, size_t at, const void *key)
{
	return strcmp(((char *const *)list)[at], key) == 0;
}

static ptrdiff_t at(const struct index *x, char *const *list, const char *text)
{
	return index_find(x, index_hash(0, text), is_text, list, text);
}

static void indexes(void **state)
{
	enum { MANY = 3000 };
	struct index x = {0};
	char *list[MANY] = { NULL };

	(void)state;
	assert_int_equal(at(&x, list, "7"), INDEX_NONE);
	for (size_t i = 0; i < MANY; i++) {
		struct str text = {0};

		str_addf(&text, "%zu", i);
		list[i] = text.text;
		assert_int_equal(at(&x, list, list[i]), INDEX_NONE);
		index_add(&x, index_hash(0, list[i]), i);
		assert_int_equal(at(&x, list, list[i / 2]), i / 2);
	}
	assert_int_equal(at(&x, list, ""), INDEX_NONE);
	assert_int_equal(at(&x, list, "3000"), INDEX_NONE);
	index_release(&x);
	assert_int_equal(at(&x, list, "7"), INDEX_NONE);
	/* of one hash: the text decides */
	for (size_t i = 0; i < 40; i++)
		index_add(&x, UINT64_MAX, i);
	for (size_t i = 0; i < 40; i++)
		assert_int_equal(index_find(&x, UINT64_MAX, is_text, list, list[i]), i);
	assert_int_equal(index_find(&x, UINT64_MAX, is_text, list, "40"), INDEX_NONE);
	assert_int_equal(index_find(&x, 7, is_text, list, "7"), INDEX_NONE);
	index_release(&x);
	assert_true(index_hash(index_hash(0, "a"), "b") != index_hash(index_hash(0, "b"), "a"));
	for (size_t i = 0; i < MANY; i++)
		free(list[i]);
}

/* FNV-1a, which has no key: anybody can work out texts that begin at one place of an index. */
static uint64_t foreseen(const char *text)
{
	uint64_t hash = UINT64_C(0xcbf29ce484222325);

	for (; *text; text++)
		hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
	return hash;
}

static void nobody_chooses_places(void **state)
{
	enum { PLACES = 1024, TEXTS = 200 };
	bool taken[2][PLACES] = {{0}};
	size_t n[2] = {0};
	char text[24];

	(void)state;
	for (size_t i = 0, found = 0; found < TEXTS; i++) {
		size_t place[2];

		snprintf(text, sizeof(text), "%zu", i);
		if (foreseen(text) % PLACES)
			continue;
		found++;
		place[0] = (size_t)(index_hash(0, text) % PLACES);	/* of texts */
		place[1] = (size_t)(index_hash((uint64_t)i * PLACES, "") % PLACES);	/* of numbers */
		for (int k = 0; k < 2; k++) {
			n[k] += !taken[k][place[k]];
			taken[k][place[k]] = true;
		}
	}
	/* 182 or so by chance */
	assert_true(n[0] > TEXTS / 2);
	assert_true(n[1] > TEXTS / 2);
}

/* What the kernel gave this process stands where it can be changed, and every bit of it counts. */
static void another_process_has_other_hashes(void **state)
{
	unsigned char *random = (unsigned char *)(uintptr_t)getauxval(AT_RANDOM);
	uint64_t hash = index_hash(1, "text");

	(void)state;
	if (!random)
		return;
	for (int bit = 0; bit < 16 * 8; bit++) {
		random[bit / 8] ^= (unsigned char)(1 << bit % 8);
		assert_true(index_hash(1, "text") != hash);
		random[bit / 8] ^= (unsigned char)(1 << bit % 8);
	}
	assert_true(index_hash(1, "text") == hash);
}

static void parts_and_lists(void **state)
{
	static const struct { const char *text, *part; bool contains, lists; } cases[] = {
		{ "cpu,perf_event", "perf_event", true, true }, { "perf_event", "perf_event", true, true },
		{ "cpu,perf_events", "perf_event", true, false }, { "perf_event,", "PERF_EVENT", true, false },
		{ "cpuset", "cpu", true, false }, { "", "cpu", false, false }, { "cp", "cpu", false, false },
		{ "a,b", "", true, false }, { "", "", true, false }, { "L1-DCACHE", "dc", true, false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		assert_int_equal(str_contains(cases[i].text, cases[i].part), cases[i].contains);
		assert_int_equal(str_list_has(cases[i].text, strlen(cases[i].text), cases[i].part), cases[i].lists);
	}
	assert_true(str_list_has("cpu,perf", 3, "cpu"));
	assert_false(str_list_has("cpu,perf", 6, "perf"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(indexes),
		cmocka_unit_test(nobody_chooses_places),
		cmocka_unit_test(another_process_has_other_hashes),
		cmocka_unit_test(cpulists),
		cmocka_unit_test(cpulists_that_are_none),
		cmocka_unit_test(cpulists_as_sets),
		cmocka_unit_test(text_grows),
		cmocka_unit_test(what_controls_a_terminal_is_shown),
		cmocka_unit_test(doubles_come_back),
		cmocka_unit_test(whole_numbers),
		cmocka_unit_test(fixed_numbers),
		cmocka_unit_test(what_no_format_writes_otherwise),
		cmocka_unit_test(pieces_of_memory),
		cmocka_unit_test(characters),
		cmocka_unit_test(text_is_taken_in_runs),
		cmocka_unit_test(notes_of_runs_are_counted),
		cmocka_unit_test(every_note_has_its_words),
		cmocka_unit_test(errors_point_at_their_place),
		cmocka_unit_test(did_you_mean),
		cmocka_unit_test(names_in_any_case), cmocka_unit_test(parts_and_lists),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
