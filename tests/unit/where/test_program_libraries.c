/* SPDX-License-Identifier: MIT */
/* Tests which libraries of two programs differ, and what is read of a library's file. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/str.h"
#include "where/program_libraries.h"
#include "where/program_lines.h"
#include "made_folder.h"

/* --- differences ------------------------------------------------------------------------------------- */

/* Each side as "PATH=ID PATH#HASH PATH ...", a path alone: nothing is known of it; NULL: not known at all. */
static void add_side(struct program_libraries *l, const char *text)
{
	char *copy = text ? strdup(text) : NULL, *rest = NULL;

	l->known = text != NULL;
	for (char *word = copy ? strtok_r(copy, " ", &rest) : NULL; word; word = strtok_r(NULL, " ", &rest)) {
		char *sign = strpbrk(word, "=#");
		bool is_id = sign && *sign == '=';

		if (sign)
			*sign++ = '\0';
		program_libraries_add(l, word, is_id ? sign : "", sign && !is_id ? strtoull(sign, NULL, 10) : 0);
	}
	free(copy);
}

static void add_changes(struct str *out, const struct library_change *c, size_t n)
{
	for (size_t i = 0; i < n; i++)
		str_addf(out, "%s%s>%s", i ? " " : "", c[i].before ? c[i].before->path : "",
			 c[i].after ? c[i].after->path : "");
}

static const struct { const char *before, *after, *want; } differences[] = {
	{ "", "", "" },
	{ "/l/a.so=1", "/l/a.so=1", "" },
	{ "/l/a.so=1", "/l/a.so=2", "/l/a.so>/l/a.so" },
	{ "/l/a.so=1", "/m/b.so=1", "" },			/* it is the same, wherever it is */
	{ "/l/a.so=1 /m/a.so=1", "/l/a.so=1", "" },
	{ "/l/a.so=1", "/m/a.so=2", "/l/a.so>/m/a.so" },
	{ "/l/a.so.1.2=1", "/l/a.so.1.3=2", "/l/a.so.1.2>/l/a.so.1.3" },
	{ "/l/libc-2.31.so=1", "/l/libc.so.6=2", "/l/libc-2.31.so>/l/libc.so.6" },
	{ "/l/a2.so=1", "/l/a3.so=2", ">/l/a3.so /l/a2.so>" },	/* no version */
	{ "/l/9.so=1", "/l/8.so=2", ">/l/8.so /l/9.so>" },
	{ "/l/plugin=1", "/m/plugin=2", "/l/plugin>/m/plugin" },
	{ "a.so=1", "/l/a.so=2", "a.so>/l/a.so" },
	{ "/l/a.so=1 /l/b.so=2", "/l/b.so=3 /l/a.so=4", "/l/a.so>/l/a.so /l/b.so>/l/b.so" },
	{ "/l/a.so.1=1 /l/a.so.2=2", "/l/a.so.2=3", "/l/a.so.2>/l/a.so.2 /l/a.so.1>" },
	{ "", "/l/a.so=1", ">/l/a.so" },
	{ "/l/a.so=1", "", "/l/a.so>" },
	{ "/l/a.so#1", "/l/a.so#1", "" },
	{ "/l/a.so#1", "/l/a.so#2", "/l/a.so>/l/a.so" },
	{ "/l/a.so#1", "/l/a.so=1", "/l/a.so>/l/a.so" },
	/* nothing is said of what is not known */
	{ "/l/a.so", "/l/a.so", "" },
	{ "/l/a.so", "/l/a.so=1", "" },
	{ "/l/a.so=1", "/m/a.so", "" },
	{ "/l/a.so", "", "" },
	{ "", "/l/a.so", "" },
	{ NULL, "/l/a.so=1", "" },
	{ "/l/a.so=1", NULL, "" },
};

static void test_differences(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(differences); i++) {
		struct program_libraries a = {0}, b = {0};
		struct library_change *change;
		size_t n;
		struct str got = {0};

		add_side(&a, differences[i].before);
		add_side(&b, differences[i].after);
		n = program_libraries_compare(&change, &a, &b);
		add_changes(&got, change, n);
		if (strcmp(str_text(&got), differences[i].want) != 0)
			fail_msg("%zu: '%s', not '%s'", i, str_text(&got), differences[i].want);
		free(change);
		program_libraries_release(&a);
		program_libraries_release(&b);
		str_release(&got);
	}
}

/* --- files ------------------------------------------------------------------------------------------- */

static void write_text(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	assert_true(fputs(text, f) >= 0);
	assert_int_equal(fclose(f), 0);
}

/* Without a build ID it is the hash of the file; a program is no library. */
static void test_read(void **state)
{
	static const char *const names[] = { "prog", "one", "two", "same", "empty", "large", "fifo", ".", "none",
					     "/proc/self/maps" };
	struct program_lines run = {0};
	struct program_libraries l = {0};

	(void)state;
	write_text("one", "1");
	write_text("two", "2");
	write_text("same", "1");
	write_text("empty", "");
	write_text("large", "");
	assert_int_equal(truncate("large", LIBRARY_LARGEST + 1), 0);
	assert_int_equal(mkfifo("fifo", 0600), 0);
	for (size_t i = 0; i < COUNT_OF(names); i++)
		program_lines_add_object(&run, names[i], true, i == 0);
	program_libraries_read(&l, &run);
	assert_true(l.known);
	assert_int_equal(l.n, COUNT_OF(names) - 1);
	assert_string_equal(l.library[0].path, "one");
	assert_string_equal(l.library[0].build_id, "");
	assert_true(l.library[0].hash && l.library[0].hash == l.library[2].hash);
	assert_true(l.library[0].hash != l.library[1].hash);
	assert_true(l.library[3].hash != 0);
	for (size_t i = 4; i < l.n; i++)
		assert_true(l.library[i].hash == 0);
	program_libraries_release(&l);
	program_lines_release(&run);
	program_libraries_read(&l, &run);
	assert_false(l.known);		/* no program at all */
}

/* Where more were loaded than are kept, nobody knows which. */
static void test_most(void **state)
{
	struct program_lines run = {0};
	struct program_libraries l = {0};
	char name[32];

	(void)state;
	for (int i = 0; i < PROGRAM_OBJECTS_MOST - 1; i++) {
		snprintf(name, sizeof(name), "/nowhere/%d.so", i);
		program_lines_add_object(&run, name, true, false);
	}
	program_libraries_read(&l, &run);
	assert_true(l.known);
	assert_int_equal(l.n, PROGRAM_OBJECTS_MOST - 1);
	program_lines_add_object(&run, "/nowhere/last.so", true, false);
	program_libraries_read(&l, &run);
	assert_false(l.known);
	assert_int_equal(l.n, 0);
	program_lines_release(&run);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_differences), cmocka_unit_test(test_read), cmocka_unit_test(test_most),
	};

	return cmocka_run_group_tests(tests, enter_folder, remove_folder);
}
