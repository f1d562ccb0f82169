/* SPDX-License-Identifier: MIT */
/* Regular expressions: which are too large, however they are written. */
#include "test.h"

#include <stdbool.h>

#include "base/str.h"
#include "host/pattern.h"

enum { BASIC = 0, EXTENDED = REG_EXTENDED };
enum verdict { GOOD, WRONG, LARGE };

static enum verdict verdict(const char *text, int flags, struct error *err)
{
	regex_t re;

	if (pattern_compile(&re, text, flags, 2000, err) < 0) {
		assert_true(err->message[0]);
		return err->kind == ERROR_LIMIT ? LARGE : WRONG;
	}
	regfree(&re);
	return GOOD;
}

static void sizes(void **state)
{
	static const struct { const char *text; int flags; enum verdict want; } cases[] = {
		{ "", BASIC, GOOD },
		{ "user.slice/.*", BASIC, GOOD },
		{ "pod[0-9a-f]\\{8\\}-[0-9a-f]\\{4\\}-[0-9a-f]\\{4\\}-[0-9a-f]\\{4\\}-[0-9a-f]\\{12\\}/[0-9a-f]\\{64\\}",
		  BASIC, GOOD },
		{ "GenuineIntel-6-(7[DE]|8[CD]|A7)", EXTENDED, GOOD },
		{ "0x00000000[[:xdigit:]]{1,8}", EXTENDED, GOOD },
		{ "(", BASIC, GOOD },
		{ "(", EXTENDED, WRONG },
		{ "\\(", BASIC, WRONG },
		{ "[", BASIC, WRONG },
		{ "[[:foo", EXTENDED, WRONG },
		{ "\\", EXTENDED, WRONG },
		/* signs double, where they are signs */
		{ "a++++++++++", EXTENDED, GOOD },
		{ "a++++++++++++++++++++++++++++++++++++++", EXTENDED, LARGE },
		{ "(((((((((((((((((((a+)+)+)+)+)+)+)+)+)+)+)+)+)+)+)+)+)+)+)+", EXTENDED, LARGE },
		{ "a++++++++++++++++++++++++++++++++++++++", BASIC, GOOD },
		{ "a[++++++++++++++++++++++++++++++++++++]", EXTENDED, GOOD },
		{ "a[]+++++++++++++++++++++++++++++++++++]", EXTENDED, GOOD },
		{ "a[^]++++++++++++++++++++++++++++++++++]", EXTENDED, GOOD },
		{ "a[[:digit:]++++++++++++++++++++++++++++]", EXTENDED, GOOD },
		{ "a[]]++++++++++++++++++++++++++++++++++", EXTENDED, LARGE },
		{ "a[[:digit:]]++++++++++++++++++++++++++", EXTENDED, LARGE },
		{ "a+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?", EXTENDED, LARGE },
		{ "a+*+*+*+*+*+*+*+*+*+*+*+*+*+*+*+*+*+*+*+*+*", EXTENDED, LARGE },
		{ "a{40}*{40}*{40}*{40}*{40}", EXTENDED, LARGE },
		{ "a\\+\\?\\+\\?\\+\\?\\+\\?\\+\\?\\+\\?\\+\\?\\+\\?\\+\\?\\+\\?\\+\\?\\+\\?\\+\\?", BASIC, LARGE },
		{ "a\\{40\\}*\\{40\\}*\\{40\\}*", BASIC, LARGE },
		{ "a?b?c?d?e*f*g*h*", EXTENDED, GOOD },
		{ "b+c+d+e+f+g+h+i+j+k+l+m+n+o+p+q+r+s+t+", EXTENDED, GOOD },
		/* numbers */
		{ "a{255}b{255}c{255}", EXTENDED, GOOD },
		{ "((a{0}){0}b){0}", EXTENDED, GOOD },
		{ "((a{200}){200}b){200}", EXTENDED, LARGE },
		{ "((a{1,200}){200,}b)", EXTENDED, LARGE },
		{ "((a{200}[)]b){200}c){200}", EXTENDED, LARGE },
		{ "((a{20}[(]b){20}c){200}", EXTENDED, LARGE },
		{ "((a{200}){200}b){200}", BASIC, GOOD },
		{ "\\(\\(a\\{200\\}\\)\\{200\\}b\\)\\{200\\}", BASIC, LARGE },
		{ "\\(\\(a\\{200\\}\\)\\{200\\}b\\)\\{200\\}", EXTENDED, GOOD },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct error err = ERROR_INIT;
		enum verdict got = verdict(cases[i].text, cases[i].flags, &err);

		if (got != cases[i].want)
			fail_msg("%s: %d, not %d: %s", cases[i].text, (int)got, (int)cases[i].want, err.message);
	}
}

/* Of each as many as take no stack worth mentioning. */
static void depths(void **state)
{
	static const struct { int depth; enum verdict want; } cases[] = { { 100, GOOD }, { 101, LARGE }, { 200000, LARGE } };

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct error err = ERROR_INIT;
		struct str text = {0};

		for (int n = 0; n < cases[i].depth; n++)
			str_add(&text, "(");
		str_add(&text, "a");
		for (int n = 0; n < cases[i].depth; n++)
			str_add(&text, ")");
		assert_int_equal(verdict(text.text, EXTENDED, &err), cases[i].want);
		str_release(&text);
	}
}

static void words(void **state)
{
	struct error err = ERROR_INIT;

	(void)state;
	assert_int_equal(verdict("a very long one, of which not all is said ++++++++++++++++++++++++", EXTENDED, &err), LARGE);
	assert_string_equal(err.message, "'a very long one, of which not all is sai...' is too large a regular expression: "
			    "expanded, it has more than 2000 parts, or groups 100 deep");
	assert_int_equal(verdict("[", BASIC, &err), WRONG);
	assert_memory_equal(err.message, "'[' is not a regular expression: ", 33);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sizes), cmocka_unit_test(depths), cmocka_unit_test(words),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
