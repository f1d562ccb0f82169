/* SPDX-License-Identifier: MIT */
/* Tests which line became which: edits, moves within a source and between sources, hostile sources. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/mem.h"
#include "base/str.h"
#include "where/line_match.h"

enum { MOST = 3 };

struct sources {
	struct match_source source[MOST];
	char *text[MOST];
	const char **line[MOST];
	size_t n;
};

static void add_source(struct sources *s, const char *path, const char *text)
{
	size_t n = 0, i = s->n++;

	s->text[i] = mem_copy_text(text);
	s->line[i] = calloc(strlen(text) + 1, sizeof(**s->line));
	for (char *at = s->text[i], *end; *at; at = end) {
		s->line[i][n++] = at;
		end = at + strcspn(at, "\n");
		if (*end)
			*end++ = '\0';
	}
	s->source[i] = (struct match_source){ .path = path, .line = s->line[i], .n = n };
}

static void release(struct sources *s)
{
	for (size_t i = 0; i < s->n; i++) {
		free(s->text[i]);
		free(s->line[i]);
	}
}

/* For each line of a its line in b, "-" without one, after "SOURCE:" if that is not the first source. */
static void describe(struct str *out, const struct sources *a, const struct line_match *m)
{
	for (size_t i = 0; i < a->n; i++) {
		str_add(out, i ? " / " : "");
		for (size_t line = 1; line <= a->source[i].n; line++) {
			struct line_place p = line_match_find(m, i, line);

			str_add(out, line > 1 ? " " : "");
			if (!p.line)
				str_add(out, "-");
			else if (p.source)
				str_addf(out, "%zu:%zu", p.source, p.line);
			else
				str_addf(out, "%zu", p.line);
		}
	}
}

#define F "int f(int x)\n{\n\tint y = x + 1;\n\treturn y;\n}\n"
#define G "int g(int x)\n{\n\tint y = x * 2;\n\treturn y;\n}\n"
#define H "int h(char *s)\n{\n\twhile (*s)\n\t\ts++;\n\treturn *s;\n}\n"

static const struct {
	const char *what;
	struct { const char *path, *text; } a[MOST], b[MOST];
	const char *expected;
} cases[] = {
	{ "the same", {{ "/o/a.c", F }}, {{ "/n/a.c", F }}, "1 2 3 4 5" },
	{ "empty", {{ "/o/a.c", "" }}, {{ "/n/a.c", "" }}, "" },
	{ "a was empty", {{ "/o/a.c", "" }}, {{ "/n/a.c", F }}, "" },
	{ "b is empty", {{ "/o/a.c", "a;\nb;\n" }}, {{ "/n/a.c", "" }}, "- -" },
	{ "no newline at the end", {{ "/o/a.c", "a;\nb;" }}, {{ "/n/a.c", "a;\nb;\n" }}, "1 2" },
	{ "comments before", {{ "/o/a.c", F }}, {{ "/n/a.c", "/* new */\n\n" F }}, "3 4 5 6 7" },
	{ "indentation and blanks",
	  {{ "/o/a.c", "if (x)\n  y = 1;\nz();\n" }}, {{ "/n/a.c", "if ( x )\n\ty  =  1;\nz ();\n" }}, "1 2 3" },
	{ "a line changed", {{ "/o/a.c", F }},
	  {{ "/n/a.c", "int f(int x)\n{\n\tint y = slow(x) + 17;\n\treturn y;\n}\n" }}, "1 2 3 4 5" },
	{ "a line became another one, in one place", {{ "/o/a.c", "f();\na += 1;\ng();\n" }},
	  {{ "/n/a.c", "f();\nwhile (*s && strchr(t, *s)) s++;\ng();\n" }}, "1 2 3" },
	{ "a comment before the line that changed", {{ "/o/a.c", "begin();\ntotal += n * 3;\nfinish();\n" }},
	  {{ "/n/a.c", "begin();\n/* all of them */\ntotal += n * 3 + rest();\nfinish();\n" }}, "1 3 4" },
	{ "lines that do not resemble each other", {{ "/o/a.c", "begin();\naaaa;\nbbbb;\nfinish();\n" }},
	  {{ "/n/a.c", "begin();\nwhile (x)\ny += 2;\nfor (;;)\nfinish();\n" }}, "1 - - 5" },
	{ "a new line", {{ "/o/a.c", F }},
	  {{ "/n/a.c", "int f(int x)\n{\n\tint y = x + 1;\n\tcheck(y);\n\treturn y;\n}\n" }}, "1 2 3 5 6" },
	{ "a line that is gone", {{ "/o/a.c", H }},
	  {{ "/n/a.c", "int h(char *s)\n{\n\twhile (*s)\n\treturn *s;\n}\n" }}, "1 2 3 - 4 5" },
	{ "the first and the last line changed", {{ "/o/a.c", "old_a(1);\nf();\nold_b(2);\n" }},
	  {{ "/n/a.c", "new_a(1);\nf();\nnew_b(2);\n" }}, "1 2 3" },
	{ "two functions change places", {{ "/o/a.c", F "\n" G }}, {{ "/n/a.c", G "\n" F }},
	  "7 8 9 10 11 6 1 2 3 4 5" },
	{ "three, with comments", {{ "/o/a.c", F G H }}, {{ "/n/a.c", "/* h */\n" H "/* g */\n" G "/* f */\n" F }},
	  "15 16 17 18 19 9 10 11 12 13 2 3 4 5 6 7" },
	{ "a function moves to another source", {{ "/o/a.c", F G }}, {{ "/n/a.c", F }, { "/n/b.c", "\n" G }},
	  "1 2 3 4 5 1:2 1:3 1:4 1:5 1:6" },
	{ "a source is split, and is gone", {{ "/o/all.c", F G H }}, {{ "/n/1.c", G }, { "/n/2.c", H F }},
	  "1:7 1:8 1:9 1:10 1:11 1 2 3 4 5 1:1 1:2 1:3 1:4 1:5 1:6" },
	{ "two sources become one", {{ "/o/1.c", F }, { "/o/2.c", G }}, {{ "/n/all.c", G F }},
	  "6 7 8 9 10 / 1 2 3 4 5" },
	{ "a function moves and changes", {{ "/o/a.c", F H }},
	  {{ "/n/a.c", "int h(char *s)\n{\n\twhile (*s && *s != ' ')\n\t\ts++;\n\treturn *s;\n}\n" F }},
	  "7 8 9 10 11 1 2 3 4 5 6" },
	{ "same names in two folders", {{ "/o/x/u.c", F }, { "/o/y/u.c", F }},
	  {{ "/n/y/u.c", "\n" F }, { "/n/x/u.c", "\n\n" F }}, "1:3 1:4 1:5 1:6 1:7 / 2 3 4 5 6" },
	{ "the same block twice", {{ "/o/a.c", "x();\na();\nb();\nc();\n" }},
	  {{ "/n/b.c", "a();\nb();\nc();\na();\nb();\nc();\n" }}, "- - - -" },
	{ "a function of one line moves", {{ "/o/a.c", "int one(void) { return 1; }\nint two(void) { return 2; }\n" }},
	  {{ "/n/b.c", "int two(void) { return 2; }\n" }, { "/n/c.c", "int one(void) { return 1; }\n" }}, "1:1 1" },
	{ "braces alone are no block", {{ "/o/a.c", "}\n}\n\n}\n" }}, {{ "/n/b.c", "}\n}\n\n}\n" }}, "- - - -" },
	{ "all lines equal, some more", {{ "/o/a.c", "x;\nx;\nx;\n" }}, {{ "/n/a.c", "x;\nx;\nx;\nx;\nx;\n" }}, "1 2 3" },
	{ "unicode", {{ "/o/\xc3\xa4.c", "s = \"\xe6\x97\xa5\";\n" }}, {{ "/n/\xc3\xa4.c", "\ns = \"\xe6\x97\xa5\";\n" }},
	  "2" },
};

static void lines(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct sources a = {0}, b = {0};
		struct line_match m = {0};
		struct str text = {0};

		for (size_t k = 0; k < MOST && cases[i].a[k].path; k++)
			add_source(&a, cases[i].a[k].path, cases[i].a[k].text);
		for (size_t k = 0; k < MOST && cases[i].b[k].path; k++)
			add_source(&b, cases[i].b[k].path, cases[i].b[k].text);
		line_match_build(&m, a.source, a.n, b.source, b.n);
		describe(&text, &a, &m);
		if (strcmp(str_text(&text), cases[i].expected) != 0)
			fail_msg("%s:\n%s\nnot\n%s", cases[i].what, str_text(&text), cases[i].expected);
		str_release(&text);
		line_match_release(&m);
		release(&a);
		release(&b);
	}
}

static void no_such_line(void **state)
{
	struct sources a = {0};
	struct line_match m = {0};

	(void)state;
	assert_int_equal(line_match_find(&m, 0, 1).line, 0);
	add_source(&a, "/a.c", "x;\n");
	line_match_build(&m, a.source, 1, a.source, 1);
	assert_int_equal(line_match_find(&m, 0, 0).line, 0);
	assert_int_equal(line_match_find(&m, 0, 1).line, 1);
	assert_int_equal(line_match_find(&m, 0, 2).line, 0);
	assert_int_equal(line_match_find(&m, 1, 1).line, 0);
	line_match_release(&m);
	release(&a);
}

/* --- ten functions in any order ------------------------------------------------------------------------- */

enum { FUNCTIONS = 10, FUNCTION_LINES = 9 };

static void add_function(struct str *s, int i)
{
	str_addf(s, "static int work%d(const int *v, int n)\n{\n\tint sum = %d;\n\n", i, i);
	str_add(s, "\tfor (int i = 0; i < n; i++)\n\t\tsum += v[i];\n\tif (sum < 0)\n\t\treturn 0;\n\treturn sum;\n}\n");
}

/* Which line of which function each line is; 0: a comment. */
static void make_source(struct str *text, int *known, const int *order, bool comments)
{
	size_t n = 0;

	for (int i = 0; i < FUNCTIONS; i++) {
		if (comments)
			for (int k = rand() % 3; k > 0; k--, known[n++] = 0)
				str_addf(text, "/* about %d */\n", rand() % 4);
		add_function(text, order[i]);
		for (int line = 0; line <= FUNCTION_LINES; line++)
			known[n++] = 1 + order[i] * (FUNCTION_LINES + 1) + line;
	}
}

static void shuffle(int *order)
{
	for (int i = FUNCTIONS - 1; i > 0; i--) {
		int k = rand() % (i + 1), spare = order[i];

		order[i] = order[k];
		order[k] = spare;
	}
}

/* Of functions that have most lines in common each line finds its own. */
static void permuted(void **state)
{
	(void)state;
	srand(46);
	for (int round = 0; round < 200; round++) {
		int order[FUNCTIONS], known[2][300];
		struct str text[2] = {{0}};
		struct sources a = {0}, b = {0};
		struct line_match m = {0};

		for (int i = 0; i < FUNCTIONS; i++)
			order[i] = i;
		make_source(&text[0], known[0], order, false);
		shuffle(order);
		make_source(&text[1], known[1], order, true);
		add_source(&a, "/old/a.c", text[0].text);
		add_source(&b, "/new/a.c", text[1].text);
		line_match_build(&m, a.source, 1, b.source, 1);
		for (size_t line = 1; line <= a.source[0].n; line++) {
			struct line_place p = line_match_find(&m, 0, line);

			if (!p.line || known[1][p.line - 1] != known[0][line - 1])
				fail_msg("round %d: line %zu (%s) is at %zu", round, line,
					 a.source[0].line[line - 1], p.line);
		}
		line_match_release(&m);
		release(&a);
		release(&b);
		str_release(&text[0]);
		str_release(&text[1]);
	}
}

/* --- hostile sources ------------------------------------------------------------------------------------- */

enum { LARGE = 100000 };

static void add_equal(struct str *s, int i, bool new)
{
	(void)i;
	str_add(s, new ? "y = 1;\n" : "x = 1;\n");
}

static void add_alternating(struct str *s, int i, bool new)
{
	(void)i;
	str_add(s, rand() % 2 ? "x = 1;\n" : new ? "y = 1;\n" : "z = 1;\n");
}

static void add_half_changed(struct str *s, int i, bool new)
{
	str_addf(s, i % 64 < 32 && new ? "a[%d] = f(b, %d);\n" : "a[%d] = b[%d] + 1;\n", i, i);
}

static void large(void **state)
{
	static void (*const make[])(struct str *s, int i, bool new) = { add_equal, add_alternating, add_half_changed };

	(void)state;
	for (size_t i = 0; i < COUNT_OF(make); i++) {
		struct str text[2] = {{0}};
		struct sources a = {0}, b = {0};
		struct line_match m = {0};
		clock_t start;

		for (int k = 0; k < LARGE; k++) {
			make[i](&text[0], k, false);
			make[i](&text[1], k, true);
		}
		add_source(&a, "/old/a.c", text[0].text);
		add_source(&b, "/new/a.c", text[1].text);
		start = clock();
		line_match_build(&m, a.source, 1, b.source, 1);
		if ((double)(clock() - start) / CLOCKS_PER_SEC > 30)
			fail_msg("case %zu took %.1f s", i, (double)(clock() - start) / CLOCKS_PER_SEC);
		line_match_release(&m);
		release(&a);
		release(&b);
		str_release(&text[0]);
		str_release(&text[1]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines),
		cmocka_unit_test(no_such_line),
		cmocka_unit_test(permuted),
		cmocka_unit_test(large),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
