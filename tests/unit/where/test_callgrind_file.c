/* SPDX-License-Identifier: MIT */
/* Tests what is read from files of callgrind, what is refused, and how processes are added up. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "where/callgrind_file.h"
#include "where/program_calls.h"

#define HEAD "# callgrind format\nversion: 1\ncreator: callgrind-3.19.0\npid: 7\ncmd:  ./lex a\nfn=b 1\n12\npart: 1\n\n\n" \
	     "desc: I1 cache: \ndesc: Trigger: Program termination\n\npositions: line\nevents: Ir\nsummary: 9\n\n\n"
#define MAIN "ob=(1) /b/lex\nfl=(1) /m.c\nfn=(1) main\n"
#define CALL "cfn=f\ncalls=2 1\n9 5\n"
#define LARGEST "18446744073709551615"

static void print_function(struct str *out, const struct program_calls *p, uint32_t function)
{
	const struct called_function *f = &p->function[function];

	str_addf(out, "%s %s %s", program_calls_name(p, f->object), program_calls_name(p, f->file),
		 program_calls_name(p, f->name));
}

/* "OBJECT FILE FUNCTION at FILE:LINE COUNT OBJECT FILE FUNCTION;" of each call */
static void print_calls(struct str *out, const struct program_calls *p)
{
	for (size_t i = 0; i < p->n; i++) {
		print_function(out, p, p->call[i].from);
		str_addf(out, " at %s:%u %llu ", program_calls_name(p, p->call[i].file), p->call[i].line,
			 (unsigned long long)p->call[i].count);
		print_function(out, p, p->call[i].to);
		str_add(out, ";");
	}
}

static int add_text(struct program_calls *p, const char *text, size_t len, struct error *err)
{
	char *copy = malloc(len + 1);
	int rc;

	assert_non_null(copy);
	memcpy(copy, text, len);
	copy[len] = '\0';
	rc = callgrind_file_add(p, copy, len, err);
	free(copy);
	return rc;
}

static const struct { const char *name, *text, *want; } whole[] = {
	{ "nothing ran", HEAD "totals: 0\n", "" },
	{ "nobody calls", HEAD MAIN "9 12\n\ntotals: 12\n", "" },
	{ "another object and file", HEAD MAIN "9 1\ncob=(2) /l.so\ncfi=(2) ./s/../f.c\ncfn=(2) f\ncalls=3 +7 \n* 500\ntotals: 1\n",
	  "/b/lex /m.c main at /m.c:9 3 /l.so f.c f;" },
	{ "its own object and file", HEAD MAIN "cfn=f\ncalls=3 4\n9 5\ntotals: 0\n", "/b/lex /m.c main at /m.c:9 3 /b/lex /m.c f;" },
	{ "only one call is of another file", HEAD MAIN "cob=/l.so\ncfl=/f.c\n" CALL CALL "totals: 0\n",
	  "/b/lex /m.c main at /m.c:9 2 /l.so /f.c f;/b/lex /m.c main at /m.c:9 2 /b/lex /m.c f;" },
	{ "lines beside the one before", HEAD MAIN "9 1\n+3 1\n-2 1\ncfn=f\ncalls=1 +900\n+1 5\n* 1\ncfn=f\ncalls=1 -3\n-1 4\ntotals: 4\n",
	  "/b/lex /m.c main at /m.c:11 1 /b/lex /m.c f;/b/lex /m.c main at /m.c:10 1 /b/lex /m.c f;" },
	{ "inlined code", HEAD MAIN "fi=(3) /n.h\n4 1\n" CALL "fe=(1)\n" CALL "totals: 1\n",
	  "/b/lex /m.c main at /n.h:9 2 /b/lex /n.h f;/b/lex /m.c main at /m.c:9 2 /b/lex /m.c f;" },
	{ "short names", HEAD MAIN "9 1\ncfn=(7) f\ncalls=1 1\n* 1\n\nfn=(7)\n1 1\ncfn=(1)\ncalls=2 9\n* 1\ntotals: 2\n",
	  "/b/lex /m.c main at /m.c:9 1 /b/lex /m.c f;/b/lex /m.c f at /m.c:1 2 /b/lex /m.c main;" },
	{ "numbers of files and functions are different", HEAD "fl=(1) /m.c\nfn=(1) main\n" CALL "totals: 0\n", " /m.c main at /m.c:9 2  /m.c f;" },
	{ "names that only look short", HEAD MAIN "cfn=(anonymous namespace)::f\ncalls=1 1\n9 1\ncfn=(2)x\ncalls=1 1\n9 1\ntotals: 0\n",
	  "/b/lex /m.c main at /m.c:9 1 /b/lex /m.c (anonymous namespace)::f;/b/lex /m.c main at /m.c:9 1 /b/lex /m.c (2)x;" },
	{ "a function that calls itself", HEAD MAIN "cfn=(2) main'2\ncalls=1 1\n9 1\ncfn=f'a\ncalls=1 1\n9 1\ntotals: 0\n",
	  "/b/lex /m.c main at /m.c:9 1 /b/lex /m.c main;/b/lex /m.c main at /m.c:9 1 /b/lex /m.c f'a;" },
	{ "not known", HEAD "ob=???\nfl=???\nfn=???\n0 12\ncfn=f\ncalls=1 0\n0 2\ntotals: 12\n", "   at :0 1   f;" },
	{ "several events", "positions: line\nevents: Ir Dr\n" MAIN "9 12 3\n8\n" CALL "totals: 12 3\n", "/b/lex /m.c main at /m.c:9 2 /b/lex /m.c f;" },
	{ "several parts", HEAD MAIN "9 12\n" CALL "totals: 12\n\npart: 2\n\nevents: Ir\nfl=(1)\nfn=(1)\n+4 3\n" CALL "totals: 3\n",
	  "/b/lex /m.c main at /m.c:9 2 /b/lex /m.c f;/b/lex /m.c main at /m.c:9 2 /b/lex /m.c f;" },
	{ "the largest sum", HEAD MAIN "4294967295 " LARGEST "\ncfn=f\ncalls=" LARGEST " 1\n* " LARGEST "\ntotals: " LARGEST "\n",
	  "/b/lex /m.c main at /m.c:4294967295 " LARGEST " /b/lex /m.c f;" },
};

static void test_whole(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(whole); i++) {
		struct program_calls p = {0};
		struct error err = ERROR_INIT;
		struct str out = {0};

		if (add_text(&p, whole[i].text, strlen(whole[i].text), &err) < 0)
			fail_msg("%s: %s", whole[i].name, err.message);
		print_calls(&out, &p);
		if (strcmp(str_text(&out), whole[i].want) != 0)
			fail_msg("%s: %s", whole[i].name, str_text(&out));
		assert_int_equal(p.n_processes, 1);
		str_release(&out);
		program_calls_release(&p);
	}
}

static const char its_own[] = "one of its lines is not callgrind's";

static const struct { const char *text, *why; } broken[] = {
	{ "", "it is empty" },
	{ HEAD, "it is cut: it has no totals" },
	{ HEAD MAIN "9 12\n", "it is cut: it has no totals" },
	{ HEAD MAIN "9 12\ntotals: 12", "it is cut" },
	{ HEAD MAIN "9 12\ntotals: 12\npart: 2\n", "it is cut: it has no totals" },
	{ HEAD MAIN "9 12\ntotals: 13\n", "its lines do not add up to its totals" },
	{ HEAD "totals:\n", "its totals are not callgrind's" },
	{ HEAD "totals: many\n", "its totals are not callgrind's" },
	{ "totals: 0\n", "its totals are not callgrind's" },
	{ HEAD "totals: 0\nfl=/m.c\n", "it goes on after its totals" },
	{ HEAD "totals: 0\ntotals: 0\n", "it goes on after its totals" },
	{ "positions: instr line\nevents: Ir\ntotals: 0\n", "it has other places than lines" },
	{ "events: Dr Ir\ntotals: 0\n", "it does not count instructions (Ir) first" },
	{ "events: Irr\ntotals: 0\n", "it does not count instructions (Ir) first" },
	{ MAIN "9 12\nevents: Ir\ntotals: 12\n", "it has counts before it says of which events" },
	{ HEAD "fn=(3)\n", "it uses a short name that it does not explain" },
	{ HEAD "fl=(3) /m.c\nfn=(3)\n", "it uses a short name that it does not explain" },
	{ HEAD MAIN "hello\n", its_own },
	{ HEAD MAIN "9 12 x\n", its_own },
	{ HEAD MAIN "9 12x\n", its_own },
	{ HEAD MAIN "9 -12\n", its_own },
	{ HEAD MAIN "9\r\n", its_own },
	{ HEAD MAIN "-1 12\n", its_own },
	{ HEAD MAIN "4294967296 1\n", its_own },
	{ HEAD MAIN "4294967295 1\n+1 1\n", its_own },
	{ HEAD MAIN "0x9 12\n", its_own },
	{ HEAD MAIN "9 18446744073709551616\n", its_own },
	{ HEAD MAIN "jump=3 +4\n", its_own },
	{ HEAD MAIN "calls=1 1\n9 5\n", its_own },
	{ HEAD "cfn=f\ncalls=1 1\n9 5\n", its_own },
	{ HEAD MAIN "cfn=f\ncalls=1\n", its_own },
	{ HEAD MAIN "cfn=f\ncalls=+1 1\n", its_own },
	{ HEAD MAIN "cfn=f\ncalls=1 1 1\n", its_own },
	{ HEAD MAIN "cfn=f\ncalls=1 -1\n", its_own },
	{ HEAD MAIN "cfn=f\ncalls=1 1\ntotals: 0\n", its_own },
	{ HEAD MAIN "9 " LARGEST "\n9 1\ntotals: 0\n", "its sum has over 64 bits" },
	{ HEAD MAIN "9 " LARGEST "\ntotals: " LARGEST "\npart: 2\nevents: Ir\n9 1\ntotals: 1\n", "its sum has over 64 bits" },
};

/* Nothing of what is refused was added. */
static void test_broken(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(broken); i++) {
		struct program_calls p = {0};
		struct error err = ERROR_INIT;

		if (add_text(&p, broken[i].text, strlen(broken[i].text), &err) == 0)
			fail_msg("read: %s", broken[i].text);
		if (strcmp(err.message, broken[i].why) != 0)
			fail_msg("%s: %s", broken[i].text, err.message);
		assert_int_equal(p.n + p.n_functions + p.n_processes + p.total, 0);
		program_calls_release(&p);
	}
}

static void test_zero_byte(void **state)
{
	static const char text[] = HEAD "fl=/m.c\0x\ntotals: 0\n";
	struct program_calls p = {0};
	struct error err = ERROR_INIT;

	(void)state;
	assert_int_equal(add_text(&p, text, sizeof(text) - 1, &err), -1);
	assert_string_equal(err.message, its_own);
	program_calls_release(&p);
}

/* Numbers of names are those of a file. */
static void test_processes(void **state)
{
	static const char first[] = HEAD MAIN "9 1\ncfn=(2) f\ncalls=1 1\n9 5\ntotals: 1\n";
	static const char second[] = HEAD "fl=(1) /a.c\nfn=(2) g\ncfi=(9) /m.c\ncfn=(1) f\ncalls=4 1\n3 5\n3 8\ntotals: 8\n";
	static const char largest[] = HEAD "9 " LARGEST "\ntotals: " LARGEST "\n";
	struct program_calls p = {0};
	struct error err = ERROR_INIT;
	struct str out = {0};

	(void)state;
	assert_int_equal(add_text(&p, first, strlen(first), &err), 0);
	assert_int_equal(add_text(&p, second, strlen(second), &err), 0);
	assert_int_equal(add_text(&p, largest, strlen(largest), &err), -1);
	assert_string_equal(err.message, "the sum of its processes has over 64 bits");
	print_calls(&out, &p);
	assert_string_equal(str_text(&out), "/b/lex /m.c main at /m.c:9 1 /b/lex /m.c f; /a.c g at /a.c:3 4  /m.c f;");
	assert_int_equal(p.total, 9);
	assert_int_equal(p.n_processes, 2);
	str_release(&out);
	program_calls_release(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_whole), cmocka_unit_test(test_broken), cmocka_unit_test(test_zero_byte),
		cmocka_unit_test(test_processes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
