/* SPDX-License-Identifier: MIT */
/* Which texts of perf's configuration files say what. */
#include "test.h"

#include "cli/perf/perf_config.h"

static void what_a_file_says(void **state)
{
	static const struct { const char *text; bool no_big_num, no_csv_summary; } cases[] = {
		{ "", false, false },
		{ "[stat]\n\tbig-num = false\n", true, false },
		{ "[stat]\nbig-num=off\nno-csv-summary=yes", true, true },
		{ "# big-num = false\n[stat] ; comment\n  BIG-NUM\t=\t\"No\" # comment\r\n", true, false },
		{ "[stat]\nno-csv-summary\nbig-num\n", false, true },
		{ "[stat]\nbig-num = false\nbig-num = true\n", false, false },
		{ "[stat]\nbig-num = maybe\nno-csv-summary =\n", false, false },
		{ "[core]\nbig-num = false\n[statistics]\nbig-num = false\n", false, false },
		{ "[stat]\n[other]\nbig-num = false\n[stat]\nno-csv-summary = 1", false, true },
		{ "big-num = false\n", false, false },
		{ "[stat]\n; big-num = false\n=\n\n  \n", false, false },
		{ "[stat]\nbig-number = false\nbig = false\n", false, false },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct perf_config c = {0};

		perf_config_parse(&c, cases[i].text);
		if (c.no_big_num != cases[i].no_big_num || c.no_csv_summary != cases[i].no_csv_summary)
			fail_msg("%s", cases[i].text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(what_a_file_says) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
