/* SPDX-License-Identifier: MIT */
/* Text as wide as a terminal. */
#include "test.h"

#include "out/local.h"

static void wrapping(void **state)
{
	static const struct { const char *text; size_t indent, columns; const char *want; } cases[] = {
		{ "as it is, however  long", 3, 0, "as it is, however  long\n" },
		{ "", 3, 10, "\n" },
		{ " one two", 3, 8, " one two\n" },
		{ " one two", 3, 7, " one\n   two\n" },
		{ " one  two   three", 3, 10, " one  two\n   three\n" },
		{ "no blanks behind it  ", 3, 40, "no blanks behind it\n" },
		/* a word longer than a line begins where it stands, and goes on in lines of its own */
		{ " A: 0123456789", 3, 8, " A: 0123\n   45678\n   9\n" },
		{ "0123456789 x", 3, 10, "0123456789\n   x\n" },
		/* a character may have several bytes */
		{ "\xc3\xa4\xc3\xa4\xc3\xa4 \xc3\xb6\xc3\xb6", 1, 6, "\xc3\xa4\xc3\xa4\xc3\xa4 \xc3\xb6\xc3\xb6\n" },
		{ "\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4", 1, 3, "\xc3\xa4\xc3\xa4\xc3\xa4\n \xc3\xa4\xc3\xa4\n" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct str out = {0};

		local_wrap(&out, cases[i].text, cases[i].indent, cases[i].columns);
		assert_string_equal(out.text, cases[i].want);
		str_release(&out);
	}
}

static void lines(void **state)
{
	struct str out = {0};

	(void)state;
	local_wrap_lines(&out, "\none two\nthree\n", 1, 5);
	assert_string_equal(out.text, "\none\n two\nthree\n");
	str_release(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(wrapping),
		cmocka_unit_test(lines),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
