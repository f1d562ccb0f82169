/* SPDX-License-Identifier: MIT */
/* Tests which names c++filt gets, which answers are taken, and that it is not waited for without end. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "host/kernel.h"
#include "host/kernel_linux.h"
#include "host/rootfs.h"
#include "symbol/demangle.h"
#include "made_folder.h"

#define SH "#!/bin/sh\nPATH=/usr/bin:/bin\n"

static const char *const names[] = {
	"main", "_Z3addii", "_ZN4core3ptr4drop17h0123456789abcdefE", "_RNvC1a4main", "_Znot a\nname", "_Z3addii.part.0", "",
};

/* The names after it, with | between; rc before them. */
static void expect(struct rootfs *root, const char *want)
{
	struct error err = ERROR_INIT;
	char *name[COUNT_OF(names)];
	char got[512];
	int n;

	for (size_t i = 0; i < COUNT_OF(names); i++)
		name[i] = mem_copy_text(names[i]);
	n = snprintf(got, sizeof(got), "%d", demangle_names(name, COUNT_OF(names), &kernel_linux, root, &err));
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		n += snprintf(got + n, sizeof(got) - (size_t)n, "|%s", name[i]);
		free(name[i]);
	}
	assert_string_equal(got, want);
	assert_true((got[0] == '-') == (err.message[0] != '\0'));
}

static void write_script(const char *text)
{
	FILE *f = fopen("c++filt", "w");

	assert_non_null(f);
	fputs(text, f);
	fclose(f);
	assert_int_equal(chmod("c++filt", 0755), 0);
}

#define AS_THEY_WERE "|main|_Z3addii|_ZN4core3ptr4drop17h0123456789abcdefE|_RNvC1a4main|_Znot a\nname|_Z3addii.part.0|"

static void answers(void **state)
{
	static const struct { const char *script, *want; } cases[] = {
		{ SH "sed 's/^/(/; s/$/)/'\n",
		  "0|main|(_Z3addii)|(_ZN4core3ptr4drop17h0123456789abcdefE)|(_RNvC1a4main)|_Znot a\nname|(_Z3addii.part.0)|" },
		{ SH "sed \"s/.*/$*/\"\n", "0|main|-i|-i|-i|_Znot a\nname|-i|" },
		{ SH "cat; exit 1\n", "-1" AS_THEY_WERE },
		{ SH "cat; kill -9 $$\n", "-1" AS_THEY_WERE },
		{ SH "cat; echo more\n", "-1" AS_THEY_WERE },
		{ SH "sed 1d\n", "-1" AS_THEY_WERE },
		{ SH "tr Z '\\0'\n", "-1" AS_THEY_WERE },
		{ "#!/none\n", "-1" AS_THEY_WERE },
		{ SH "cat; echo unseen >&2\n", "0" AS_THEY_WERE },
	};
	struct rootfs root;

	(void)state;
	assert_int_equal(rootfs_open(&root, "/"), 0);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		write_script(cases[i].script);
		expect(&root, cases[i].want);
	}
	assert_int_equal(unlink("c++filt"), 0);
	expect(&root, "1" AS_THEY_WERE);
	rootfs_close(&root);
}

/* Nothing to ask: it is not even started. */
static void nothing(void **state)
{
	struct error err = ERROR_INIT;
	char plain[] = "main";
	char *name[] = { plain };
	struct rootfs root;

	(void)state;
	assert_int_equal(rootfs_open(&root, "/"), 0);
	write_script(SH "touch started\n");
	assert_int_equal(demangle_names(name, 1, &kernel_linux, &root, &err), 0);
	assert_int_equal(demangle_names(NULL, 0, &kernel_linux, &root, &err), 0);
	assert_int_not_equal(access("started", F_OK), 0);
	rootfs_close(&root);
}

/* Each look takes four seconds of this clock: what hangs is killed. */
static uint64_t made_now(const struct kernel *k)
{
	static uint64_t now;

	(void)k;
	return now += 4000000000;
}

static int made_wait(const struct kernel *k, struct wait_fd *fds, size_t n, uint64_t deadline_ns)
{
	(void)k, (void)fds, (void)n, (void)deadline_ns;
	return WAIT_DEADLINE;
}

static void hangs(void **state)
{
	struct kernel k = kernel_linux;
	struct error err = ERROR_INIT;
	char *name[] = { mem_copy_text("_Z3addii") };
	struct rootfs root;

	(void)state;
	k.now_ns = made_now;
	k.wait = made_wait;
	assert_int_equal(rootfs_open(&root, "/"), 0);
	write_script(SH "exec sleep 1000\n");
	assert_int_equal(demangle_names(name, 1, &k, &root, &err), -1);
	assert_string_equal(err.message, "c++filt could not make the names readable");
	assert_string_equal(name[0], "_Z3addii");
	free(name[0]);
	rootfs_close(&root);
}

/* In $PATH the folder of the tests comes behind some that are not looked at. */
static int set_path(void **state)
{
	char path[128];
	int rc = enter_folder(state);

	snprintf(path, sizeof(path), ".:relative:%s:/none", made_folder);
	return rc < 0 || setenv("PATH", path, 1) < 0 ? -1 : 0;
}

static int restore_path(void **state)
{
	return setenv("PATH", "/usr/bin:/bin", 1) < 0 ? -1 : remove_folder(state);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(answers),
		cmocka_unit_test(nothing),
		cmocka_unit_test(hangs),
	};

	return cmocka_run_group_tests(tests, set_path, restore_path);
}
