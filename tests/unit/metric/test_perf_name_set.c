/* SPDX-License-Identifier: MIT */
/* Tests the order of names against the order in which perf 6.12 lists the events of a metric. */
#include "test.h"

#include <stdio.h>

#include "base/str.h"
#include "metric/perf_name_set.h"

/* "a,b" and more of such lists, joined from the left. */
static struct perf_name_set set_of(char *text)
{
	struct perf_name_set all = {0};
	char *list = strtok(text, " ");

	for (; list; list = strtok(NULL, " ")) {
		struct perf_name_set own = {0};

		for (char *name = list, *end; name; name = end) {
			end = strchr(name, ',');
			if (end)
				*end++ = '\0';
			perf_name_set_add(&own, name, 0);
		}
		all = all.n ? perf_name_set_join(all, own) : own;
	}
	return all;
}

static void orders(void **state)
{
	static const struct { const char *sets, *want; } cases[] = {
		{ "a", "a" }, { "a,a", "a" },
		/* one bucket: the newest is the first */
		{ "ex_ret_brn_misp,ex_ret_brn", "ex_ret_brn,ex_ret_brn_misp" },
		{ "ex_ret_brn,ex_ret_brn_misp", "ex_ret_brn_misp,ex_ret_brn" },
		/* of two sets of equal size the second goes into the first */
		{ "ex_ret_brn_misp ex_ret_brn", "ex_ret_brn,ex_ret_brn_misp" },
		{ "ls_not_halted_cyc ex_ret_ops", "ex_ret_ops,ls_not_halted_cyc" },
		/* the smaller set goes into the larger one */
		{ "ex_ret_brn_misp ex_ret_brn,ex_ret_ops", "ex_ret_brn_misp,ex_ret_brn,ex_ret_ops" },
		/* more names than three quarters of 4 buckets, and of 8 */
		{ "topdown-fe-bound,topdown-bad-spec,topdown-retiring,topdown-be-bound,TOPDOWN.SLOTS",
		  "topdown-retiring,TOPDOWN.SLOTS,topdown-fe-bound,topdown-be-bound,topdown-bad-spec" },
		{ "a,b,c,d,e,f,g,h", "f,c,h,e,b,g,d,a" },
		/* a slash counts as the @ that perf writes */
		{ "cpu/x/,cpu@x@", "cpu@x@,cpu/x/" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		char text[200];
		struct str got = {0};
		struct perf_name_set set;

		snprintf(text, sizeof(text), "%s", cases[i].sets);
		set = set_of(text);
		for (size_t k = 0; k < set.n; k++)
			str_addf(&got, "%s%s", k ? "," : "", set.name[k].text);
		if (strcmp(got.text, cases[i].want) != 0)
			fail_msg("%s: %s, not %s", cases[i].sets, got.text, cases[i].want);
		str_release(&got);
		perf_name_set_release(&set);
	}
}

static void one_is_taken_out(void **state)
{
	char text[] = "ex_ret_brn_misp,ex_ret_brn,ls_not_halted_cyc";
	struct perf_name_set set = set_of(text);

	(void)state;
	perf_name_set_remove(&set, 0);
	assert_int_equal(set.n, 2);
	perf_name_set_add(&set, "ex_ret_ops", 7);
	assert_int_equal(set.n, 3);
	perf_name_set_release(&set);
	assert_null(set.name);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(orders),
		cmocka_unit_test(one_is_taken_out),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
