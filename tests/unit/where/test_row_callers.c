/* SPDX-License-Identifier: MIT */
/* Tests who is named as the caller of a function without source, and how often it called before. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/str.h"
#include "where/callgrind_file.h"
#include "where/program_calls.h"
#include "where/row_callers.h"
#include "where/source_text.h"
#include "where/where_block.h"

static char folder[] = "/tmp/test_row_callers.XXXXXX";

static void write_source(const char *name, const char *text)
{
	char path[64];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	f = fopen(path, "w");

	assert_non_null(f);
	fputs(text, f);
	assert_int_equal(fclose(f), 0);
}

/* text: callgrind's, with @ for the folder of the sources */
static void read_calls(struct program_calls *p, const char *text)
{
	struct error err = ERROR_INIT;
	struct str all = {0};

	str_add(&all, "positions: line\nevents: Ir\n");
	for (; *text; text++) {
		if (*text == '@')
			str_add(&all, folder);
		else
			str_add_n(&all, text, 1);
	}
	str_add(&all, "totals: 0\n");
	if (callgrind_file_add(p, all.text, all.len, &err) < 0)
		fail_msg("%s", err.message);
	str_release(&all);
}

#define A "ob=@/old\nfl=@/a.c\nfn=main\n"
#define B "ob=@/new\nfl=@/b.c\nfn=main\n"
#define LIBC(fn, times, line) "cob=/lib/libc.so.6\ncfi=./s/" fn ".c\ncfn=" fn "\ncalls=" times " 1\n" line " 5\n"
#define INSIDE(fn) "ob=/lib/libc.so.6\nfl=./s/" fn ".c\nfn=" fn "\n"

/* a.c:3 and b.c:4 are the same line; a.c:4 is b.c:5 */
static const char source_a[] = "int main(void)\n{\n\tputs(\"one\");\n\tputs(\"two\");\n}\n";
static const char source_b[] = "/* new */\nint main(void)\n{\n\tputs(\"one\");\n\tputs(\"two\");\n\tputs(\"three\");\n}\n";

static const struct {
	const char *name, *a, *b;	/* NULL: not known */
	bool is_gone;
	const char *want;
} cases[] = {
	{ "a line that moved", A LIBC("puts", "3", "3") LIBC("puts", "9", "4"), B LIBC("puts", "7", "4") LIBC("puts", "5", "5"),
	  false, "libc.so.6: 7 from b.c:4 before 3" },
	{ "the line that calls most", A LIBC("puts", "3", "3") LIBC("puts", "9", "4"), B LIBC("puts", "7", "4") LIBC("puts", "8", "5"),
	  false, "libc.so.6: 8 from b.c:5 before 9" },
	{ "a line in two functions", A LIBC("puts", "3", "3"), B LIBC("puts", "7", "5") LIBC("puts", "4", "4") "fn=g\n" LIBC("puts", "4", "4"),
	  false, "libc.so.6: 8 from b.c:4 before 3" },
	{ "a new line", A LIBC("puts", "3", "3"), B LIBC("puts", "7", "6"), false, "libc.so.6: 7 from b.c:6 before 0" },
	{ "a new function", A "3 0\n", B LIBC("puts", "7", "6"), false, "libc.so.6: 7 from b.c:6 before 0" },
	{ "a function that is gone", A LIBC("puts", "3", "3"), B "3 0\n", true, "libc.so.6: 0 from a.c:3 before 3" },
	{ "a base that was saved", NULL, B LIBC("puts", "7", "6"), false, "libc.so.6: 7 from b.c:6 before ?" },
	{ "a base without source", "ob=/old\nfl=/gone.c\nfn=main\n" LIBC("puts", "3", "3"), B LIBC("puts", "7", "6"), false,
	  "libc.so.6: 7 from b.c:6 before ?" },
	{ "nobody knows", A LIBC("puts", "3", "3"), NULL, false, "" },
	{ "nobody calls it", A LIBC("puts", "3", "3"), B LIBC("gets", "7", "6"), false, "" },
	{ "through another one", A LIBC("printf", "2", "3") INSIDE("printf") LIBC("puts", "20", "9"),
	  B LIBC("printf", "2", "4") LIBC("printf", "3", "5") INSIDE("printf") LIBC("puts", "50", "9"), false,
	  "libc.so.6: 50 through printf from b.c:5 before 20" },
	{ "through two", A "3 0\n", B LIBC("f", "2", "4") INSIDE("f") LIBC("g", "2", "9") INSIDE("g") LIBC("puts", "6", "9"), false,
	  "libc.so.6: 6 through g from b.c:4 before 0" },
	{ "only a function", A "3 0\n", INSIDE("f") LIBC("puts", "6", "9"), false, "libc.so.6: 6 from f before 0" },
	{ "callers in a circle", A "3 0\n", INSIDE("f") LIBC("g", "2", "9") INSIDE("g") LIBC("f", "2", "9") LIBC("puts", "6", "9"),
	  false, "libc.so.6: 6 from g before 0" },
	{ "not from itself", A "3 0\n", B LIBC("puts", "7", "6") INSIDE("puts") LIBC("puts", "900", "9"), false,
	  "libc.so.6: 7 from b.c:6 before 0" },
	{ "an entry of the PLT", A "3 0\n", B "cfi=???\ncfn=0x401030\ncalls=7 1\n6 9\n\nfl=???\nfn=0x401030\n" LIBC("puts", "7", "0"), false,
	  "libc.so.6: 7 from b.c:6 before 0" },
	{ "code without a symbol", "ob=/old\nfn=0x401030\n" LIBC("puts", "2", "0"), "ob=/new\nfn=0x501030\n" LIBC("puts", "7", "0"), false,
	  "libc.so.6: 7 from new before ?" },
	{ "the file decides between functions of a name", A "3 0\n", B LIBC("puts", "7", "6") "cfn=puts\ncalls=70 1\n4 9\n", false,
	  "libc.so.6: 7 from b.c:6 before 0" },
	{ "a function whose file has moved", A "cfi=/x/puts.c\ncfn=puts\ncalls=2 1\n4 9\n", B "cfi=/y/puts.c\ncfn=puts\ncalls=7 1\n5 9\n", false,
	  "new: 7 from b.c:5 before 2" },
};

static void print_row(struct str *out, const struct where_row *r)
{
	const char *from = strrchr(r->calls_from, '/'), *object = strrchr(r->object, '/');

	if (!*r->calls_from) {
		assert_int_equal(r->calls + r->calls_before, 0);
		return;
	}
	str_addf(out, "%s: %llu%s%s from %s before ", object ? object + 1 : r->object, (unsigned long long)r->calls,
		 r->calls_through ? " through " : "", r->calls_through ? r->calls_through : "",
		 from ? from + 1 : r->calls_from);
	if (r->calls_before_unknown)
		str_add(out, "?");
	else
		str_addf(out, "%llu", (unsigned long long)r->calls_before);
}

static void test_callers(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct program_calls a = {0}, b = {0};
		struct source_texts sources_a = {0}, sources_b = {0};
		struct where_row row[] = { { .kind = WHERE_LINE, .file = "puts", .function = "puts", .object = "",
					     .calls_from = "" },
					   { .kind = WHERE_FUNCTION, .file = "s/puts.c", .function = "puts", .object = "",
					     .calls_from = "", .is_gone = cases[i].is_gone } };
		struct where_block w = { .present = true, .is_change = true, .row = row, .n_rows = 2 };
		struct side_calls side_a = { cases[i].a ? &a : NULL, &sources_a };
		struct side_calls side_b = { cases[i].b ? &b : NULL, &sources_b };
		struct str out = {0};

		if (cases[i].a)
			read_calls(&a, cases[i].a);
		if (cases[i].b)
			read_calls(&b, cases[i].b);
		assert_true(row_callers_are_wanted(&w));
		row_callers_add(&w, &side_a, &side_b);
		assert_string_equal(row[0].calls_from, "");	/* its source is known */
		print_row(&out, &row[1]);
		if (strcmp(str_text(&out), cases[i].want) != 0)
			fail_msg("%s: %s", cases[i].name, str_text(&out));
		w.row = NULL;
		where_block_release(&w);
		str_release(&out);
		source_texts_release(&sources_a);
		source_texts_release(&sources_b);
		program_calls_release(&a);
		program_calls_release(&b);
	}
}

static void test_wanted(void **state)
{
	struct where_row row = { .kind = WHERE_LINE, .function = "f" };
	struct where_block w = { .present = true, .row = &row, .n_rows = 1 };

	(void)state;
	assert_false(row_callers_are_wanted(&w));
	row.kind = WHERE_FUNCTION;
	assert_true(row_callers_are_wanted(&w));
	w.present = false;
	assert_false(row_callers_are_wanted(&w));
}

static int make_folder(void **state)
{
	(void)state;
	if (!mkdtemp(folder))
		return -1;
	write_source("a.c", source_a);
	write_source("b.c", source_b);
	return 0;
}

static int remove_folder(void **state)
{
	char path[64];

	(void)state;
	for (const char *name = "ab"; *name; name++) {
		snprintf(path, sizeof(path), "%s/%c.c", folder, *name);
		unlink(path);
	}
	return rmdir(folder);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_callers), cmocka_unit_test(test_wanted) };

	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
