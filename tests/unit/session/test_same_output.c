/* SPDX-License-Identifier: MIT */
/* Tests which line of two outputs is the first that differs, and how it is shown. */
#include "test.h"

#include <errno.h>
#include <string.h>

#include "base/str.h"
#include "host/file.h"
#include "output/temp_file.h"
#include "session/same_output.h"
#include "session/session.h"

static const struct {
	const char *what, *a, *b;
	const char *where;		/* NULL: they are the same */
	uint64_t bytes, lines;
} cases[] = {
	{ "nothing", "", "", NULL, 0, 0 },
	{ "a line", "a\n", "a\n", NULL, 2, 1 },
	{ "no newline at the end", "a\nb", "a\nb", NULL, 3, 2 },
	{ "the first byte", "a\n", "b\n", "line 1 is \"a\" and \"b\"", 0, 0 },
	{ "a later line", "a\nb\nc\n", "a\nb\nd\n", "line 3 is \"c\" and \"d\"", 0, 0 },
	{ "a longer line", "a b\nx", "a\nx", "line 1 is \"a b\" and \"a\"", 0, 0 },
	{ "an empty line", "a\n\nb\n", "a\nb\n", "line 2 is \"\" and \"b\"", 0, 0 },
	{ "a line more", "a\n", "a\nb\n", "line 2 is not there and \"b\"", 0, 0 },
	{ "a line less", "a\nb\n", "a\n", "line 2 is \"b\" and not there", 0, 0 },
	{ "nothing at all", "", "a", "line 1 is not there and \"a\"", 0, 0 },
	{ "only a newline", "a\nb\n", "a\nb", "line 2 is \"b\", and ends with a newline on one side only", 0, 0 },
	{ "half a character", "a\xc3", "a", "byte 2, in line 1, \"a\"", 0, 0 },
	{ "control characters", "\x1b[31m\n", "\r\n", "line 1 is \"\\x1b[31m\" and \"\\x0d\"", 0, 0 },
	{ "a long line", "0123456789012345678901234567890123456789012345678901234567890123456789x\n",
	  "0123456789012345678901234567890123456789012345678901234567890123456789y\n",
	  "line 1 is \"...01234567890123456789x\" and \"...01234567890123456789y\"", 0, 0 },
	{ "the rest of a long line is cut", "x45678901234567890123456789012345678901234567890123456789\n", "y\n",
	  "line 1 is \"x4567890123456789012345678901234567890123456789012\" and \"y\"", 0, 0 },
	{ "characters that the cut would split",
	  "\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4"
	  "\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4.x\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4"
	  "\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4",
	  "\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4"
	  "\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4.y",
	  "line 1 is \"...\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4.x"
	  "\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4"
	  "\xc3\xa4\xc3\xa4\" and \"...\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4.y\"",
	  0, 0 },
};

static int file_of(const char *text, size_t len)
{
	int fd = temp_file_open_unnamed();

	assert_int_equal(file_write(fd, text, len), 0);
	return fd;
}

static void which_line_differs(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		int a = file_of(cases[i].a, strlen(cases[i].a)), b = file_of(cases[i].b, strlen(cases[i].b));
		struct printed found = {0};
		struct str where = {0};
		int rc = same_output_compare(&found, a, b, &where);

		if (rc != !cases[i].where || strcmp(str_text(&where), cases[i].where ? cases[i].where : "") != 0)
			fail_msg("%s: %d, %s", cases[i].what, rc, str_text(&where));
		if (found.bytes != cases[i].bytes || found.lines != cases[i].lines)
			fail_msg("%s: the size", cases[i].what);
		str_release(&where);
		file_close(a);
		file_close(b);
	}
}

/* Around the size of the blocks in which they are read. */
static void large_files(void **state)
{
	enum { BLOCK = 1 << 16, MOST = 2 * BLOCK + 1 };
	char *text = test_malloc(MOST);

	(void)state;
	memset(text, '\n', MOST);
	for (size_t n = BLOCK - 1; n <= MOST; n += n == BLOCK + 1 ? BLOCK - 2 : 1) {
		int a = file_of(text, n), same = file_of(text, n), less = file_of(text, n - 1), last;
		struct printed found = {0};
		struct str where = {0}, wanted = {0};

		text[n - 1] = 'x';
		last = file_of(text, n);
		text[n - 1] = '\n';
		assert_int_equal(same_output_compare(&found, a, same, &where), 1);
		assert_int_equal(found.bytes, n);
		assert_int_equal(found.lines, n);
		assert_int_equal(same_output_compare(&found, a, less, &where), 0);
		str_addf(&wanted, "line %zu is \"\" and not there", n);
		assert_string_equal(where.text, wanted.text);
		str_reset(&where);
		str_reset(&wanted);
		assert_int_equal(same_output_compare(&found, last, a, &where), 0);
		str_addf(&wanted, "line %zu is \"x\" and \"\"", n);
		assert_string_equal(where.text, wanted.text);
		str_release(&where);
		str_release(&wanted);
		for (size_t i = 0; i < 4; i++)
			file_close((const int[]){ a, same, less, last }[i]);
	}
	test_free(text);
}

static void no_file(void **state)
{
	struct printed found = {0};
	struct str where = {0};
	int a = file_of("a", 1);

	(void)state;
	assert_int_equal(same_output_compare(&found, a, 1000, &where), -EBADF);
	assert_int_equal(same_output_compare(&found, 1000, a, &where), -EBADF);
	file_close(a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(which_line_differs), cmocka_unit_test(large_files), cmocka_unit_test(no_file),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
