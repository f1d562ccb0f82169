/* SPDX-License-Identifier: MIT */
/* Tests what is read from files of cachegrind, what is refused, and how processes are added up. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "where/cachegrind_file.h"
#include "where/program_lines.h"

#define HEAD "desc: I1 cache:         32768 B, 64 B, 8-way associative\ncmd: ./lex a\nevents: Ir\n"
#define LARGEST "18446744073709551615"

/* "FILE:LINE FUNCTION COUNT;" of each line */
static void print_lines(struct str *out, const struct program_lines *p)
{
	for (size_t i = 0; i < p->n; i++)
		str_addf(out, "%s:%u %s %llu;", p->name[p->line[i].file], p->line[i].line,
			 p->name[p->line[i].function], (unsigned long long)p->line[i].count);
}

static int add_text(struct program_lines *p, const char *text, size_t len, struct error *err)
{
	char *copy = malloc(len + 1);
	int rc;

	assert_non_null(copy);
	memcpy(copy, text, len);
	copy[len] = '\0';
	rc = cachegrind_file_add(p, copy, len, err);
	free(copy);
	return rc;
}

static const struct { const char *name, *text, *want; } whole[] = {
	{ "one line", HEAD "fl=/m.c\nfn=main\n9 12\nsummary: 12\n", "/m.c:9 main 12;" },
	{ "nothing ran", HEAD "summary: 0\n", "" },
	{ "valgrind 3.24 has no caches", "cmd: ./lex\nevents: Ir \nfl=/m.c\nfn=main\n9 12\nsummary: 12 \n", "/m.c:9 main 12;" },
	{ "sorted by line", HEAD "fl=/m.c\nfn=main\n9 12\n3 1\n10 2\nsummary: 15\n", "/m.c:3 main 1;/m.c:9 main 12;/m.c:10 main 2;" },
	{ "a place twice", HEAD "fl=/m.c\nfn=main\n9 12\nfl=/n.h\nfn=f\n1 1\nfl=/m.c\nfn=main\n9 3\nsummary: 16\n",
	  "/m.c:9 main 15;/n.h:1 f 1;" },
	{ "a line in two functions", HEAD "fl=/n.h\nfn=f\n1 1\nfn=g\n1 2\nsummary: 3\n", "/n.h:1 f 1;/n.h:1 g 2;" },
	{ "not known", HEAD "fl=???\nfn=???\n0 12\nsummary: 12\n", ":0  12;" },
	{ "before a file is named", HEAD "0 12\nsummary: 12\n", ":0  12;" },
	{ "several events", "events: I1mr Ir Dr\nfl=/m.c\nfn=main\n9 1 12 5\nsummary: 1 12 5\n", "/m.c:9 main 12;" },
	{ "zeros that are left out", "events: Ir Dr Dw\nfl=/m.c\nfn=main\n9 12\n8\n7 . 4\nsummary: 12 4\n", "/m.c:9 main 12;" },
	{ "another file within a function", HEAD "fl=/m.c\nfn=main\n9 1\nfi=/n.h\n1 2\nfe=/m.c\n10 4\nsummary: 7\n",
	  "/m.c:9 main 1;/m.c:10 main 4;/n.h:1 main 2;" },
	{ "comments and empty lines", "# by hand\n\n" HEAD "fl=/m.c\n# here\nfn=main\n9 12\nsummary: 12\n\n#\n", "/m.c:9 main 12;" },
	{ "odd names", HEAD "fl=/a b/\xc3\xa4\x1b[1m.c\nfn=operator<<(std::ostream&, fl=)\n9 12\nsummary: 12\n",
	  "/a b/\xc3\xa4\x1b[1m.c:9 operator<<(std::ostream&, fl=) 12;" },
	{ "a name with line ends", HEAD "fl=/m.c\nfn=main\n9 1\nfl=/a\nb.c\nfn=f\n2 3\nfl=/a\n9 x\n1.c\nfn=g\n3 4\nsummary: 8\n",
	  "/m.c:9 main 1;/a\nb.c:2 f 3;/a\n9 x\n1.c:3 g 4;" },
	{ "a command with line ends", "cmd: sh -c for i in 1 2\n9 12\ndone\nevents: Ir\nfl=/m.c\nfn=main\n9 1\nsummary: 1\n", "/m.c:9 main 1;" },
	{ "a long way to a file", HEAD "fl=/b/../m.c\nfn=main\n9 1\nfl=//m.c\nfn=main\n9 2\nfl=./csu/../s.c\nfn=s\n1 4\nsummary: 7\n",
	  "/m.c:9 main 3;s.c:1 s 4;" },
	{ "the largest sum", HEAD "fl=/m.c\nfn=main\n9 " LARGEST "\nsummary: " LARGEST "\n", "/m.c:9 main " LARGEST ";" },
	{ "the largest line", HEAD "fl=/m.c\nfn=main\n4294967295 1\nsummary: 1\n", "/m.c:4294967295 main 1;" },
};

static void test_whole(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(whole); i++) {
		struct program_lines p = {0};
		struct error err = ERROR_INIT;
		struct str out = {0};

		if (add_text(&p, whole[i].text, strlen(whole[i].text), &err) < 0)
			fail_msg("%s: %s", whole[i].name, err.message);
		print_lines(&out, &p);
		if (strcmp(str_text(&out), whole[i].want) != 0)
			fail_msg("%s: %s", whole[i].name, str_text(&out));
		assert_int_equal(p.n_processes, 1);
		str_release(&out);
		program_lines_release(&p);
	}
}

static const struct { const char *text, *why; } broken[] = {
	{ "", "it is empty" },
	{ HEAD, "it is cut: it has no summary" },
	{ HEAD "fl=/m.c\nfn=main\n9 12\n", "it is cut: it has no summary" },
	{ HEAD "fl=/m.c\nfn=main\n9 12\nsummary: 12", "it is cut" },
	{ HEAD "fl=/m.c\nfn=main\n9 1", "it is cut" },
	{ HEAD "fl=/m.c\nfn=main\n9 12\nsummary: 13\n", "its lines do not add up to its summary" },
	{ HEAD "summary:\n", "its summary is not cachegrind's" },
	{ "summary: 0\n", "its summary is not cachegrind's" },
	{ HEAD "summary: many\n", "its summary is not cachegrind's" },
	{ HEAD "summary: 0\nfl=/m.c\n", "it goes on after its summary" },
	{ HEAD "summary: 0\nsummary: 0\n", "it goes on after its summary" },
	{ HEAD "events: Ir\nsummary: 0\n", "it lists its events twice" },
	{ "events: Dr Dw\nsummary: 0 0\n", "it does not count instructions (Ir)" },
	{ "events: Irr\nsummary: 0\n", "it does not count instructions (Ir)" },
	{ "events:\nsummary: 0\n", "it does not count instructions (Ir)" },
	{ "fl=/m.c\n9 12\nevents: Ir\nsummary: 12\n", "it has counts before it says of which events" },
	{ HEAD "hello\nsummary: 0\n", "one of its lines is not cachegrind's" },
	{ HEAD "fl=/m.c\nfn=main\nhello\nsummary: 0\n", "one of its lines is not cachegrind's" },
	{ HEAD "9 12 x\nsummary: 12\n", "one of its lines is not cachegrind's" },
	{ HEAD "9 -12\nsummary: 0\n", "one of its lines is not cachegrind's" },
	{ HEAD "+1 12\nsummary: 12\n", "one of its lines is not cachegrind's" },
	{ HEAD "calls=1 2\nsummary: 0\n", "one of its lines is not cachegrind's" },
	{ HEAD ". 12\nsummary: 12\n", "one of its lines is not cachegrind's" },
	{ HEAD "9 1.2\nsummary: 1\n", "one of its lines is not cachegrind's" },
	{ HEAD "9 12\r\nsummary: 12\n", "one of its lines is not cachegrind's" },
	{ HEAD "4294967296 1\nsummary: 1\n", "one of its lines is not cachegrind's" },
	{ HEAD "9 18446744073709551616\nsummary: 0\n", "one of its lines is not cachegrind's" },
	{ HEAD "9 " LARGEST "\n9 1\nsummary: 0\n", "its sum has over 64 bits" },
	{ HEAD "9 1\nsummary: 18446744073709551617\n", "its summary is not cachegrind's" },
};

/* Nothing of what is refused was added. */
static void test_broken(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(broken); i++) {
		struct program_lines p = {0};
		struct error err = ERROR_INIT;

		if (add_text(&p, broken[i].text, strlen(broken[i].text), &err) == 0)
			fail_msg("read: %s", broken[i].text);
		assert_string_equal(err.message, broken[i].why);
		assert_int_equal(p.n + p.n_names + p.n_processes + p.total, 0);
		program_lines_release(&p);
	}
}

static void test_zero_byte(void **state)
{
	static const char text[] = HEAD "fl=/m.c\0x\nfn=main\n9 12\nsummary: 12\n";
	struct program_lines p = {0};
	struct error err = ERROR_INIT;

	(void)state;
	assert_int_equal(add_text(&p, text, sizeof(text) - 1, &err), -1);
	assert_string_equal(err.message, "one of its lines is not cachegrind's");
	program_lines_release(&p);
}

static void test_processes(void **state)
{
	static const char *const text[] = {
		HEAD "fl=/m.c\nfn=main\n9 1\n3 2\nsummary: 3\n",
		HEAD "fl=/a.c\nfn=f\n9 4\nfl=/m.c\nfn=main\n3 8\nsummary: 12\n",
		HEAD "summary: 0\n",
	};
	struct program_lines p = {0};
	struct error err = ERROR_INIT;
	struct str out = {0};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(text); i++)
		assert_int_equal(add_text(&p, text[i], strlen(text[i]), &err), 0);
	print_lines(&out, &p);
	assert_string_equal(out.text, "/m.c:3 main 10;/m.c:9 main 1;/a.c:9 f 4;");
	assert_int_equal(p.n_processes, 3);
	assert_int_equal(p.total, 15);
	str_release(&out);

	assert_int_equal(add_text(&p, HEAD "9 " LARGEST "\nsummary: " LARGEST "\n",
				  strlen(HEAD "9 " LARGEST "\nsummary: " LARGEST "\n"), &err), -1);
	assert_string_equal(err.message, "the sum of its processes has over 64 bits");
	assert_int_equal(p.n, 3);
	assert_int_equal(p.total, 15);
	program_lines_release(&p);
}

/* A thousand processes of 2,000 lines each, and lines that are added after a sum. */
static void test_many(void **state)
{
	struct program_lines p = {0};
	struct error err = ERROR_INIT;
	struct str text = {0};

	(void)state;
	str_add(&text, HEAD "fl=/m.c\n");
	for (int i = 2000; i > 0; i--)
		str_addf(&text, "fn=f%d\n%d 3\n", i, i);
	str_add(&text, "summary: 6000\n");
	for (int i = 0; i < 1000; i++)
		assert_int_equal(add_text(&p, text.text, text.len, &err), 0);
	assert_int_equal(p.n, 2000);
	assert_int_equal(p.line[0].count, 3000);
	assert_int_equal(p.total, 6000000);
	for (uint32_t i = 1; i <= 2000; i++)
		program_lines_add(&p, &(struct line_count){ .file = p.line[0].file, .line = 3000 + i, .count = 1 });
	program_lines_sort(&p);
	assert_int_equal(p.n, 4000);
	str_release(&text);
	program_lines_release(&p);
}

static void test_paths(void **state)
{
	static const struct { const char *path, *want; } paths[] = {
		{ "", "" }, { "/", "/" }, { "m.c", "m.c" }, { "/m.c", "/m.c" }, { "./m.c", "m.c" },
		{ "/b/../m.c", "/m.c" }, { "b/../m.c", "m.c" }, { "../m.c", "../m.c" },
		{ "../../m.c", "../../m.c" }, { "a/../../m.c", "../m.c" }, { "/../m.c", "/m.c" },
		{ "//a//b/.//c/", "/a/b/c" }, { "/a/...", "/a/..." }, { "..a/..", "" }, { ".", "" },
		{ "./string/../sysdeps/x86_64/strchr.S", "sysdeps/x86_64/strchr.S" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(paths); i++) {
		struct str out = {0};

		path_normalise(&out, paths[i].path);
		assert_string_equal(str_text(&out), paths[i].want);
		str_release(&out);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_whole), cmocka_unit_test(test_broken), cmocka_unit_test(test_zero_byte),
		cmocka_unit_test(test_processes), cmocka_unit_test(test_many), cmocka_unit_test(test_paths),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
