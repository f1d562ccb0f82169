/* SPDX-License-Identifier: MIT */
/* Tests which file has the symbols and lines of a program: itself, or which separate one. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "where/debug_info.h"
#include "made_folder.h"
#include "made_program.h"

/* "symbols lines from FILE", where FILE is below the folder; or the problem. */
static void expect(const char *name, const char *want)
{
	struct debug_info d;
	struct str got = {0}, folder = {0};

	str_addf(&folder, "%s/debug", made_folder);
	debug_info_find(&d, name, folder.text);
	str_addf(&got, "%s%s%s", d.problem.message, d.has_symbols ? " symbols" : "", d.has_lines ? " lines" : "");
	if (d.separate.len)
		str_addf(&got, " from %s", d.separate.text + strlen(made_folder) + 1);
	if (d.interpreter.len)
		str_addf(&got, " script of %s", d.interpreter.text);
	assert_string_equal(got.text, want);
	debug_info_release(&d);
	str_release(&got);
	str_release(&folder);
}

static void one_file(void **state)
{
	(void)state;
	write_program("all", true, true, 0, "");
	expect("./all", " symbols lines");
	write_program("none", false, false, 0xab, "");
	expect("./none", "");
	write_program("symbols", true, false, 0xab, "");
	expect("./symbols", " symbols");
}

/* In the order in which they are looked for: each is put before the one that was found. */
static void separate(void **state)
{
	struct str path = {0};

	(void)state;
	write_program("p", false, false, 0xab, "p.debug");
	expect("./p", "");
	str_addf(&path, "mkdir -p debug/.build-id/ab debug%s .debug", made_folder);
	assert_int_equal(system(path.text), 0);
	str_reset(&path);
	str_addf(&path, "debug%s/p.debug", made_folder);
	write_program(path.text, true, true, 0xab, "");
	write_program(".debug/p.debug", true, true, 0xac, "");	/* another build */
	str_reset(&path);
	str_addf(&path, " symbols lines from debug%s/p.debug", made_folder);
	expect("./p", path.text);
	write_program(".debug/p.debug", true, true, 0, "");
	expect("./p", " symbols lines from .debug/p.debug");
	write_program("p.debug", true, true, 0xab, "");
	expect("./p", " symbols lines from p.debug");
	write_program("debug/.build-id/ab/0f.debug", true, true, 0xab, "");
	expect("./p", " symbols lines from debug/.build-id/ab/0f.debug");
	write_program("debug/.build-id/ab/0f.debug", true, false, 0xab, "");
	write_program("p", true, false, 0xab, "../p.debug");	/* no path is followed */
	expect("./p", " symbols");
	str_release(&path);
}

static void others(void **state)
{
	static const struct { const char *text, *want; } cases[] = {
		{ "#!/bin/sh -e\n", " script of /bin/sh" },
		{ "#! /usr/bin/env python3\n", " script of python3" },
		{ "#!/usr/bin/env -S python3\n", " script of /usr/bin/env" },
		{ "#!\n", "./other: it is not an ELF file" },
		{ "", "./other: it is not an ELF file" },
		{ "text", "./other: it is not an ELF file" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		FILE *f = fopen("other", "w");

		assert_non_null(f);
		fputs(cases[i].text, f);
		fclose(f);
		assert_int_equal(chmod("other", 0755), 0);
		expect("./other", cases[i].want);
	}
	assert_int_equal(unlink("other"), 0);
	expect("./other", "cannot run './other': No such file or directory");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_file),
		cmocka_unit_test(separate),
		cmocka_unit_test(others),
	};

	return cmocka_run_group_tests(tests, enter_folder, remove_folder);
}
