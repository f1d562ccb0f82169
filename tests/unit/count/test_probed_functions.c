/* SPDX-License-Identifier: MIT */
/* Tests that the kernel gets the file in which a function was found, whatever its name has become since. */
#include "test.h"

#include "count/function/probed_functions.h"
#include "host/file.h"
#include "host/pmu.h"
#include "made_root.h"

/* This program has the function main. */
static void copy_self(const char *to)
{
	struct str text = {0};
	FILE *f = fopen(to, "w");

	assert_non_null(f);
	assert_int_equal(file_read(&text, "/proc/self/exe", SIZE_MAX), 0);
	assert_int_equal(fwrite(text.text, 1, text.len, f), text.len);
	assert_int_equal(fclose(f), 0);
	str_release(&text);
}

static void exchanged(void **state)
{
	struct probed_functions p;
	struct error err = ERROR_INIT;
	struct stat before, after, named;
	struct pmus pmus;
	struct root r;
	char path[128], text[140];
	const char *words[] = { text };

	(void)state;
	root_make(&r);
	root_put(&r, PMU_DIR "uprobe/type", "9\n");
	root_put(&r, PMU_DIR "uprobe/format/retprobe", "config:0\n");
	pmus = (struct pmus){ .root = &r.fs };
	snprintf(path, sizeof(path), "%s/program", r.path);
	snprintf(text, sizeof(text), "%s:main", path);
	copy_self(path);
	assert_int_equal(stat(path, &before), 0);
	assert_int_equal(probed_functions_find(&p, words, 1, "true", &pmus, &err), 0);
	assert_int_equal(unlink(path), 0);
	root_put(&r, "program", "another file");
	assert_int_equal(stat(path, &named), 0);
	assert_int_equal(stat(p.function[0].path, &after), 0);
	assert_true(after.st_size == before.st_size && after.st_size != named.st_size);
	probed_functions_release(&p);
	pmus_release(&pmus);
	root_remove(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(exchanged),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
