/* SPDX-License-Identifier: MIT */
/* Tests the command lines of compare and gate. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/compare_options.h"
#include "session/session.h"

static const struct { const char *text; uint64_t runs, most; const char *message; } runs[] = {
	{ "10", 10, 10, NULL },
	{ "10:40", 10, 40, NULL },
	{ "1:1", 1, 1, NULL },
	{ "0x10:100000", 16, 100000, NULL },
	{ "0", 0, 0, "option '--repeat': from 1 to 100000 runs, not '0'" },
	{ "0:4", 0, 0, "option '--repeat': from 1 to 100000 runs, not '0:4'" },
	{ "1:100001", 0, 0, "option '--repeat': from 1 to 100000 runs, not '1:100001'" },
	{ "4:3", 0, 0, "option '--repeat': in '4:3' the maximum is less than the minimum" },
	{ "", 0, 0, "option '--repeat' needs a number of runs, or two as in 10:40, not ''" },
	{ ":", 0, 0, "option '--repeat' needs a number of runs, or two as in 10:40, not ':'" },
	{ "3:", 0, 0, "option '--repeat' needs a number of runs, or two as in 10:40, not '3:'" },
	{ "3:4:5", 0, 0, "option '--repeat' needs a number of runs, or two as in 10:40, not '3:4:5'" },
	{ "-3", 0, 0, "option '--repeat' needs a number of runs, or two as in 10:40, not '-3'" },
};

static size_t count(const char *const *names)
{
	size_t n = 0;

	while (names[n])
		n++;
	return n;
}

static void release(struct session_opts *o)
{
	free(o->command);
	free(o->word);
}

static void numbers_of_runs(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(runs); i++) {
		struct error err = ERROR_INIT;
		struct session_opts r = {0};

		assert_int_equal(compare_set_runs(&r, runs[i].text, &err), runs[i].message ? -1 : 0);
		assert_string_equal(err.message, runs[i].message ? runs[i].message : "");
		assert_int_equal(r.runs, runs[i].runs);
		assert_int_equal(r.most_runs, runs[i].most);
	}
}

static const struct { const char *text; int thousandths; } levels[] = {	/* 0: an error */
	{ "99", 990 }, { "99%", 990 }, { "50", 500 }, { "99.9 ", 0 }, { "99.9", 999 }, { "9.5e1", 950 },
	{ "100", 0 }, { "49.9", 0 }, { "", 0 }, { "%", 0 }, { "nan", 0 }, { "99%%", 0 }, { "-99", 0 },
};

static void levels_of_confidence(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(levels); i++) {
		struct error err = ERROR_INIT;
		double level = 0;

		assert_int_equal(compare_set_level(&level, levels[i].text, &err), levels[i].thousandths ? 0 : -1);
		assert_int_equal((int)(level * 1000 + 0.5), levels[i].thousandths);
	}
}

static const struct {
	const char *words[8], *names[4], *want;		/* want NULL: an error */
} splits[] = {
	{ { "a" }, { NULL }, "a;" },
	{ { "a", "--vs", "b" }, { NULL }, "a;b;" },
	{ { "a", "x y", "--vs", "b", "-c", "--vs", "a" }, { NULL }, "a|x y;b|-c;a;" },
	{ { "a", "--vs=b", "--", "b" }, { NULL }, "a|--vs=b|--|b;" },
	{ { "a", "--vs", "b" }, { "one", "two" }, "a=one;b=two;" },
	{ { "a" }, { "one" }, "a=one;" },
	{ { "a", "--vs", "b" }, { "one" }, NULL },
	{ { "a", "--vs", "b" }, { "one", "two", "three" }, NULL },
	{ { "--vs", "b" }, { NULL }, NULL },
	{ { "a", "--vs" }, { NULL }, NULL },
	{ { "a", "--vs", "--vs", "b" }, { NULL }, NULL },
};

static void commands_are_split(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(splits); i++) {
		struct error err = ERROR_INIT;
		struct session_opts r = {0};
		char got[100] = "";
		int rc;

		rc = compare_split_commands(&r, (char *const *)(uintptr_t)splits[i].words, &err);
		if (rc == 0)
			rc = compare_name_commands(&r, splits[i].names, count(splits[i].names), &err);
		for (size_t k = 0; k < r.n_commands && rc == 0; k++) {
			for (char *const *w = r.command[k].argv; *w; w++)
				snprintf(got + strlen(got), sizeof(got) - strlen(got), "%s%s",
					 w == r.command[k].argv ? "" : "|", *w);
			snprintf(got + strlen(got), sizeof(got) - strlen(got), "%s%s;",
				 r.command[k].name ? "=" : "", r.command[k].name ? r.command[k].name : "");
		}
		assert_int_equal(rc, splits[i].want ? 0 : -1);
		assert_string_equal(got, splits[i].want ? splits[i].want : "");
		assert_true(rc == 0 || (err.message[0] && err.hint[0]));
		release(&r);
	}
}

static const struct {
	const char *words[8], *names[4]; bool fine;
} saved[] = {
	{ { "a" }, { NULL }, true },
	{ { "a", "--vs", "b" }, { NULL }, true },
	{ { "a", "--vs", "a" }, { NULL }, false },
	{ { "a", "--vs", "b", "--vs", "a" }, { NULL }, false },
	{ { "a", "--vs", "a" }, { "one", "two" }, true },
	{ { "a", "--vs", "b" }, { "one", "one" }, false },
	{ { "a", "b", "--vs", "a b" }, { NULL }, false },	/* as it would be found again */
};

static void names_to_save(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(saved); i++) {
		struct error err = ERROR_INIT;
		struct session_opts r = {0};

		assert_int_equal(compare_split_commands(&r, (char *const *)(uintptr_t)saved[i].words, &err), 0);
		assert_int_equal(compare_name_commands(&r, saved[i].names, count(saved[i].names), &err), 0);
		if (compare_check_names(&r, &err) != (saved[i].fine ? 0 : -1))
			fail_msg("case %zu: %s", i, err.message);
		assert_true(saved[i].fine || (err.message[0] && err.hint[0]));
		release(&r);
	}
}

static const struct { const char *name, *text; bool file; } files[] = {
	{ "result", "{\"schema\"", true },
	{ "blanks", " \n\t{", true },
	{ "perf", "PERFILE2 and more", true },
	{ "program", "\177ELF", false },
	{ "script", "#!/bin/sh\n{ echo; }\n", false },
	{ "empty", "", false },
	{ "text.json", "no JSON, but called so", true },
	{ ".json", "", false },
};

static void what_is_a_file(void **state)
{
	char folder[] = "/tmp/pstat-test.XXXXXX", path[80];

	(void)state;
	assert_non_null(mkdtemp(folder));
	for (size_t i = 0; i < COUNT_OF(files); i++) {
		FILE *f;

		snprintf(path, sizeof(path), "%s/%s", folder, files[i].name);
		f = fopen(path, "w");
		assert_non_null(f);
		fputs(files[i].text, f);
		fclose(f);
		/* by itself, ".json" is the ending of a path as well */
		assert_int_equal(compare_is_file(path), files[i].file || i + 1 == COUNT_OF(files));
		unlink(path);
	}
	snprintf(path, sizeof(path), "%s/fifo", folder);
	assert_int_equal(mkfifo(path, 0600), 0);
	assert_true(compare_is_file(path));	/* and nothing is read from it */
	unlink(path);
	assert_false(compare_is_file(folder));
	assert_false(compare_is_file(path));
	assert_false(compare_is_file("gzip"));
	assert_true(compare_is_file("-"));
	assert_true(compare_is_file("nosuch.json"));
	rmdir(folder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_of_runs),
		cmocka_unit_test(levels_of_confidence),
		cmocka_unit_test(commands_are_split),
		cmocka_unit_test(names_to_save),
		cmocka_unit_test(what_is_a_file),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
