/* SPDX-License-Identifier: MIT */
/* Tests the lines of --suite, and which limits each benchmark has. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "compare/limit.h"
#include "session/suite.h"

static void parse(struct suite *s, const char *text, struct error *err)
{
	struct str file = {0};

	str_add(&file, text);
	*err = (struct error)ERROR_INIT;
	if (suite_parse(s, &file, "f", err) == 0)
		err->kind = ERROR_NONE;
	str_release(&file);
}

static void lines(void **state)
{
	/* want: "name|word|word;", or the error */
	static const struct { const char *text, *want; } cases[] = {
		{ "a: ./a", "a|./a;" },
		{ "a:./a\nb: b 1\n", "a|./a;b|b|1;" },
		{ "\n# no: benchmark\n\t # nor: this\na: x # y z\n", "a|x;" },
		{ "  sort large \t:\t./sort  -r\t-n \r\n", "sort large|./sort|-r|-n;" },
		{ "a: x y#z", "a|x|y#z;" },
		{ "a: x:y ::", "a|x:y|::;" },
		{ "a: x 'b c' \"d 'e'\" f\\ g '' \"\"", "a|x|b c|d 'e'|f g||;" },
		{ "a: x \"\\\"\\\\\\a\" '\\' \\# \\'", "a|x|\"\\\\a|\\|#|';" },
		{ "a: x'y'\"z\"w", "a|xyzw;" },
		{ "a: x '$HOME' '*' \"a|b;c>d\"", "a|x|$HOME|*|a|b;c>d;" },
		{ "a: x y=z a~b", "a|x|y=z|a~b;" },
		{ "\xc3\xa9: x", "\xc3\xa9|x;" },
		{ "\xef\xbb\xbf# b\na: x", "a|x;" },
		{ "", "f has no benchmark: a line is NAME: COMMAND" },
		{ "# a: b\n\n", "f has no benchmark: a line is NAME: COMMAND" },
		{ "a: b\nc d\n", "f:2: a name and a colon are missing" },
		{ ": b", "f:1: a name and a colon are missing" },
		{ " : b", "f:1: a name and a colon are missing" },
		{ "a:", "f:1: there is no command" },
		{ "a: # b", "f:1: there is no command" },
		{ "a: b\n\nb: c\na : d", "f:4: 'a' is the name of line 1, too" },
		{ "a: b < c", "f:1: '<' is for a shell, and none runs" },
		{ "a: b | c", "f:1: '|' is for a shell, and none runs" },
		{ "a: b; c", "f:1: ';' is for a shell, and none runs" },
		{ "a: b *.c", "f:1: '*' is for a shell, and none runs" },
		{ "a: b $HOME", "f:1: '$' is for a shell, and none runs" },
		{ "a: b \"$HOME\"", "f:1: '$' is for a shell, and none runs" },
		{ "a: b ~/c", "f:1: '~' is for a shell, and none runs" },
		{ "a: N=1 b", "f:1: a variable is for a shell, and none runs" },
		{ "a: b 'c", "f:1: a ' has no end" },
		{ "a: b \"c\\\"", "f:1: a \" has no end" },
		{ "a: b \\", "f:1: a \\ ends the line, and a command has one line" },
		{ "a\x1b: b", "f:1: the name has a control character" },
		{ "a/b: b", "f:1: the name has a '/', which means something in a limit" },
		{ "a=: b", "f:1: the name has a '=', which means something in a limit" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct suite s;
		struct error err;
		struct str got = {0};

		parse(&s, cases[i].text, &err);
		str_add(&got, err.message);
		for (size_t k = 0; err.kind == ERROR_NONE && k < s.n; k++) {
			str_add(&got, s.benchmark[k].name);
			for (char **word = s.benchmark[k].argv; *word; word++)
				str_addf(&got, "|%s", *word);
			str_add(&got, ";");
		}
		if (strcmp(str_text(&got), cases[i].want) != 0)
			fail_msg("%s: %s, not %s", cases[i].text, str_text(&got), cases[i].want);
		str_release(&got);
		suite_release(&s);
	}
}

static void a_byte_that_is_0(void **state)
{
	struct suite s;
	struct error err = ERROR_INIT;
	struct str file = {0};

	(void)state;
	str_add_n(&file, "a: b\0c\n", 7);
	assert_int_equal(suite_parse(&s, &file, "f", &err), -1);
	assert_string_equal(err.message, "f:1: a character is 0");
	suite_release(&s);
	str_release(&file);
}

static void one_of_them(void **state)
{
	struct suite s;
	struct error err;

	(void)state;
	parse(&s, "a: x\nb: y\nc: z\n", &err);
	assert_int_equal(suite_find(&s, "b"), 1);
	assert_int_equal(suite_find(&s, "x"), 3);
	suite_release(&s);
}

static void limits_of_one(void **state)
{
	static const struct { const char *limits; const char *of_a, *of_b; } cases[] = {
		{ "x=+1%", "x=+1%", "x=+1%" },
		{ "x=+1%,y=5ms|+3%", "x=+1% y=5ms|+3%", "x=+1% y=5ms|+3%" },
		{ "a:x=+2%,x=+1%", "x=+1% x=+2%", "x=+1%" },	/* the last one that fits a row counts */
		{ "x=+1%,b:x:u=-3%..+4%", "x=+1%", "x=+1% x:u=-3%..+4%" },
		{ "c:x=+1%,a:c:x=+2%", "c:x=+1% c:x=+2%", "c:x=+1%" },	/* regions */
		{ "a:x=+1%", "x=+1%", "'b' has no limit" },
		{ "ab:x=+1%,a:*=+3%,b:cpu/e=1,u=2/=+2%", "ab:x=+1% *=+3%", "ab:x=+1% cpu/e=1,u=2/=+2%" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct suite s;
		struct error err;
		struct limits all = {0};

		parse(&s, "a: x\nb: y\n", &err);
		if (limits_parse(&all, cases[i].limits, &err) < 0)
			fail_msg("%s: %s", cases[i].limits, err.message);
		for (size_t at = 0; at < 2; at++) {
			const char *want = at ? cases[i].of_b : cases[i].of_a;
			struct limits own;
			struct str got = {0};

			if (suite_limits(&own, &s, at, &all, &err) < 0)
				str_add(&got, err.message);
			for (size_t k = 0; k < own.n; k++)
				str_addf(&got, "%s%s=%s", k ? " " : "", own.limit[k].name, own.limit[k].value);
			if (strcmp(str_text(&got), want) != 0)
				fail_msg("%s: %s, not %s", cases[i].limits, str_text(&got), want);
			str_release(&got);
			limits_release(&own);
		}
		limits_release(&all);
		suite_release(&s);
	}
}

static void files(void **state)
{
	struct suite s;
	struct error err = ERROR_INIT;

	(void)state;
	assert_int_equal(suite_read(&s, "/nowhere/suite", &err), -1);
	assert_string_equal(err.message, "/nowhere/suite: No such file or directory");
	suite_release(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines),
		cmocka_unit_test(a_byte_that_is_0),
		cmocka_unit_test(one_of_them),
		cmocka_unit_test(limits_of_one),
		cmocka_unit_test(files),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
