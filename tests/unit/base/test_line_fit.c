/* SPDX-License-Identifier: MIT */
/* Tests lines for a terminal: narrower columns, and broken lines. */
#include "test.h"

#include <string.h>

#include "base/line_fit.h"

static void fitted(const char *text, size_t columns, size_t indent, const char *want)
{
	struct str out = {0};

	str_add(&out, "");
	line_fit(&out, text, columns, indent);
	assert_string_equal(out.text, want);
	str_release(&out);
}

static void lines_are_broken(void **state)
{
	(void)state;
	fitted("", 40, 4, "");
	fitted("\n", 40, 4, "\n");
	fitted("a b   \n   \nc\n", 40, 4, "a b\n\nc\n");
	/* between words */
	fitted("one two three four\n", 9, 2, "one two\n  three\n  four\n");
	fitted("one two three\n", 7, 2, "one two\n  three\n");
	fitted(" note: a word\n", 10, 3, " note: a\n   word\n");
	/* anywhere, where there is no word's end */
	fitted("abcdefghijkl\n", 8, 2, "abcdefgh\n  ijkl\n");
	fitted("   abcdefghijkl\n", 8, 2, "   abcde\n  fghijk\n  l\n");
	/* a character is one column, and a colour none */
	fitted("\xc3\xa4\xc3\xb6\xc3\xbc\xc3\xa4 \xc3\xb6\xc3\xbc\n", 7, 2,
	       "\xc3\xa4\xc3\xb6\xc3\xbc\xc3\xa4 \xc3\xb6\xc3\xbc\n");
	fitted("# \033[31m12.5\033[m idle\n", 11, 2, "# \033[31m12.5\033[m idle\n");
	fitted("# \033[31m12.5\033[m idle\n", 10, 2, "# \033[31m12.5\033[m\n  idle\n");
	/* an indent that leaves no room is less */
	fitted("one two three\n", 8, 7, "one two\n  three\n");
}

static void marks_come_first(void **state)
{
	(void)state;
	fitted("  1\v name\v # a b c\n", 40, 4, "  1 name # a b c\n");
	/* broken at a mark, though words end behind it: what stands there stays as near as there is room */
	fitted("  1\v name\v # a b c\n", 13, 2, "  1 name\n      # a b c\n");
	fitted("  1\v name\v # a b c d\n", 13, 2, "  1 name\n    # a b c d\n");
	fitted("  1\v name\v # a b\v (5%)\n", 12, 2, "  1 name\n  # a b (5%)\n");
	/* blanks before a mark are given up first */
	fitted("1 name\v # a    \v (5%)\n", 15, 2, "1 name # a (5%)\n");
	fitted("1 name\v # a    \v (5%)\n", 14, 2, "1 name # a\n          (5%)\n");
}

static void columns_are_narrower(void **state)
{
	static const struct { size_t columns; const char *text, *want; } cases[] = {
		/* what fits stays */
		{ 20, "\v   1 ab     \v # x\n", "\v   1 ab     \v # x\n" },
		/* first the blanks behind a name, in every line as many; then those before a number */
		{ 15, "\v   1 ab     \v # x\n\v  22 abcd   \v # x\n", "\v   1 ab    \v # x\n\v  22 abcd  \v # x\n" },
		{ 11, "\v   1 ab     \v # x\n\v  22 abcd   \v # x\n", "\v  1 ab  \v # x\n\v 22 abcd\v # x\n" },
		/* as narrow as it gets; what has no marks is let alone */
		{ 5, "head of all\n\v   1 ab     \v # x\n", "head of all\n\v 1 ab\v # x\n" },
		{ 12, "head of all lines\n\v  1 ab   \v # x\n", "head of all lines\n\v  1 ab  \v # x\n" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct str text = {0};

		str_add(&text, cases[i].text);
		line_fit_columns(&text, cases[i].columns);
		assert_string_equal(text.text, cases[i].want);
		str_release(&text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_are_broken),
		cmocka_unit_test(marks_come_first),
		cmocka_unit_test(columns_are_narrower),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
