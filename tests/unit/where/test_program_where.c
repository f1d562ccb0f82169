/* SPDX-License-Identifier: MIT */
/* Tests what notes say of code that rows cannot show. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "where/cachegrind_file.h"
#include "where/program_where.h"

#define CACHEGRIND(text) "cmd: x\nevents: Ir\n" text

/* stripped: paths of objects without symbols; NULL ends them. */
static void check(const char *file, const char *const *stripped, const char *want)
{
	struct program_where w = {0};
	struct program_lines run = {0};
	struct error err = ERROR_INIT;
	char *text = strdup(file);
	struct str got = {0};

	assert_non_null(text);
	assert_int_equal(cachegrind_file_add(&run, text, strlen(text), &err), 0);
	free(text);
	program_lines_add_object(&run, "/nowhere/with-symbols", true, true);
	for (; *stripped; stripped++)
		program_lines_add_object(&run, *stripped, false, false);
	program_where_add(&w, &run);
	program_where_sum(&w);
	str_add(&got, "");
	for (size_t i = 0; i < w.block.notes.n; i++)
		str_addf(&got, "%d: %s\n", w.block.notes.note[i].kind == NOTE_WHERE_NO_SYMBOLS, w.block.notes.note[i].text);
	assert_string_equal(str_text(&got), want);
	str_release(&got);
	program_where_release(&w);
}

static void notes(void **state)
{
	static const char *const none[] = { NULL }, *const one[] = { "/nowhere/a", NULL },
			  *const four[] = { "/nowhere/a", "/nowhere/b", "/nowhere/c", "/nowhere/d", NULL };
	static const char *const large[] = { "/usr/lib/x86_64-linux-gnu/a/folder/of/a/package/with/a/long/name/libstdc++.so.6.0.30",
		"/b", NULL };
	static const char no_symbols[] = CACHEGRIND("fl=???\nfn=???\n0 90\nfl=/nowhere/m.c\nfn=main\n1 10\nsummary: 100\n");

	(void)state;
	check(no_symbols, none, "1: 90.0 % of the instructions, as in jumps into libraries\n"
	      "0: 10.0 % of the instructions, of /nowhere/m.c\n");
	check(no_symbols, one, "1: 90.0 % of the instructions, stripped (build with -g, which does not change the code): "
	      "/nowhere/a\n0: 10.0 % of the instructions, of /nowhere/m.c\n");
	check(no_symbols, four, "1: 90.0 % of the instructions, stripped (build with -g, which does not change the code): "
	      "/nowhere/a, /nowhere/b and 2 more\n0: 10.0 % of the instructions, of /nowhere/m.c\n");
	/* a note has no room for all of it, but what to do is there */
	check(no_symbols, large, "1: 90.0 % of the instructions, stripped (build with -g, which does not change the code): "
	      "/usr/lib/x86_64-linux-gnu/a/folder/of/a/package/with/a/long/name/libstdc+\n0: 10.0 % of the instructions, of /nowhere/m.c\n");
}

/* Functions of one source are many rows, between rows of others. */
static void sources_are_named_once(void **state)
{
	static const char *const none[] = { NULL };

	(void)state;
	check(CACHEGRIND("fl=/a.c\nfn=f\n1 50\nfn=g\n1 20\nfn=h\n1 1\nfl=/b.c\nfn=i\n1 30\nfl=/a.c\nfn=j\n1 10\nsummary: 111\n"),
	      none, "0: 100.0 % of the instructions, of /a.c, /b.c\n");
	check(CACHEGRIND("fl=/a.c\nfn=f\n1 50\nfn=g\n1 20\nfl=/c.c\nfn=h\n1 1\nfl=/b.c\nfn=i\n1 30\nsummary: 101\n"),
	      none, "0: 100.0 % of the instructions, of /a.c, /b.c and 1 more\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(notes), cmocka_unit_test(sources_are_named_once) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
