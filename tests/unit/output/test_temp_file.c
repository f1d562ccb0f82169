/* SPDX-License-Identifier: MIT */
/* A file is replaced only if it is still the one that was read. */
#define _GNU_SOURCE
#include "output/temp_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/file.h"
#include "test.h"

static char folder[] = "/tmp/temp-file.XXXXXX";

static void write_file(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	fputs(text, f);
	fclose(f);
}

static void check_file(const char *path, const char *text)
{
	char there[64] = "";
	FILE *f = fopen(path, "r");

	assert_non_null(f);
	assert_non_null(fgets(there, sizeof(there), f));
	fclose(f);
	assert_string_equal(there, text);
}

static int replace(const struct stat *before, const char *text)
{
	struct temp_file t = {0};
	int fd = temp_file_open(&t, "saved"), rc;

	assert_true(fd >= 0);
	assert_int_equal(file_write(fd, text, strlen(text)), 0);
	close(fd);
	rc = temp_file_replace(&t, "saved", before);
	temp_file_drop(&t);
	return rc;
}

static void test_replace(void **state)
{
	struct stat before, mine, after;

	(void)state;
	write_file("saved", "read");
	assert_int_equal(stat("saved", &before), 0);
	assert_int_equal(replace(&before, "mine"), 0);
	check_file("saved", "mine");

	/* it is another file, and it is there all the time: a rename would change its ctime */
	assert_int_equal(stat("saved", &mine), 0);
	usleep(20000);
	assert_int_equal(replace(&before, "late"), -ESTALE);
	check_file("saved", "mine");
	assert_int_equal(stat("saved", &after), 0);
	assert_true(mine.st_ctim.tv_sec == after.st_ctim.tv_sec && mine.st_ctim.tv_nsec == after.st_ctim.tv_nsec);

	assert_int_equal(stat("saved", &before), 0);
	write_file("saved", "written over in place");
	assert_int_equal(replace(&before, "late"), -ESTALE);
	check_file("saved", "written over in place");

	assert_int_equal(unlink("saved"), 0);
	assert_int_equal(replace(&before, "late"), -ESTALE);
	assert_int_equal(access("saved", F_OK), -1);
	assert_int_equal(chdir("/"), 0);
	assert_int_equal(rmdir(folder), 0);			/* no temporary file is left */
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_replace) };

	if (!mkdtemp(folder) || chdir(folder) < 0)
		return 1;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
