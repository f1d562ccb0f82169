/* SPDX-License-Identifier: MIT */
/* Tests the notes about the machine that accompany a comparison. */
#include "test.h"

#include <string.h>

#include "cli/app.h"
#include "made_root.h"
#include "session/comparison_set.h"
#include "session/session.h"

static const struct {
	const char *loadavg, *before, *after, *governor;	/* NULL: not known */
	int turbo, cpus;
	const char *codes;
} cases[] = {
	{ NULL, NULL, NULL, NULL, HOST_UNKNOWN, HOST_UNKNOWN, "" },
	{ "0.9 0 0 1/2 3", "cpu  0 0 0 0 0 0 0 0\n", "cpu  50 0 0 50 0 0 0 0\n", "performance", 0, 2, "" },
	{ "1.1 0 0 1/2 3", NULL, NULL, "schedutil", 1, 2, "governor turbo load " },
	{ "1.1 0 0 1/2 3", NULL, NULL, NULL, HOST_UNKNOWN, 4, "" },
	{ "99 0 0 1/2 3", NULL, NULL, NULL, HOST_UNKNOWN, HOST_UNKNOWN, "" },	/* on how many CPUs? */
	{ NULL, "cpu  1 0 0 0 0 0 0 0\n", "cpu  99 0 0 0 0 0 0 2\n", NULL, 0, 1, "steal " },
	{ NULL, "cpu  0 0 0 0 0 0 0 5\n", "cpu  990 0 0 0 0 0 0 15\n", NULL, 0, 1, "" },	/* 1 % */
};

static void what_is_noted(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct root r;
		const struct env env = { .root = &r.fs };
		struct session_side side = {
			.measure.b.host = { .governor = (char *)(uintptr_t)cases[i].governor,
					    .turbo = cases[i].turbo, .cpus = cases[i].cpus },
		};
		struct session s = { .env = &env, .side = &side, .n = 1 };
		struct comparison_set set = {0};
		struct comparison *j = &set.comparison;
		char codes[80] = "";

		root_make(&r);
		if (cases[i].loadavg)
			root_put(&r, "proc/loadavg", cases[i].loadavg);
		if (cases[i].before)
			root_put(&r, "proc/stat", cases[i].before);
		disturbance_read(&s.noise, &r.fs);
		if (cases[i].after)
			root_put(&r, "proc/stat", cases[i].after);
		comparison_set_note_machine(&set, &s);
		comparison_set_note_machine(&set, &s);	/* once each */
		for (size_t k = 0; k < j->n_notes; k++) {
			strcat(codes, j->note[k].code);
			strcat(codes, " ");
			assert_int_equal(j->note[k].side, -1);
		}
		assert_string_equal(codes, cases[i].codes);
		comparison_set_release(&set);
		root_remove(&r);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_noted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
