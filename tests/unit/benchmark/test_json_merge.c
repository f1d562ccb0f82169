/* SPDX-License-Identifier: MIT */
/* Results kept in one document: which bytes change, which never do, and what is no place for them. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "benchmark/json_merge.h"

/* A document as it is written: a result of each name; what its members hold does not matter here. */
#define HEAD(version) "{\n  \"schema\": \"pstat/1\",\n  \"version\": \"" version "\",\n  \"results\": ["
#define LISTS "\"events\": [], \"runs\": []"
#define RESULT(name, x) "\n    {\n      \"name\": \"" name "\",\n      \"x\": " x ",\n      " LISTS "\n    }"
#define OTHER(version, name, x) \
	"\n    {\n      \"version\": \"" version "\",\n      \"name\": \"" name "\",\n      \"x\": " x ",\n      " LISTS "\n    }"
#define TAIL "\n  ]\n}\n"

static void results(void **state)
{
	static const struct { const char *before, *fresh, *want; } cases[] = {
		/* nothing there, or nothing of it stays: the fresh one as it is */
		{ "", HEAD("1") RESULT("a", "1") TAIL, HEAD("1") RESULT("a", "1") TAIL },
		{ HEAD("1") RESULT("a", "1") TAIL, HEAD("2") RESULT("a", "2") TAIL, HEAD("2") RESULT("a", "2") TAIL },
		{ HEAD("1") TAIL, HEAD("2") RESULT("a", "2") TAIL, HEAD("2") RESULT("a", "2") TAIL },
		/* behind the others; first, in between, last */
		{ HEAD("1") RESULT("a", "1") TAIL, HEAD("1") RESULT("b", "2") TAIL,
		  HEAD("1") RESULT("a", "1") "," RESULT("b", "2") TAIL },
		{ HEAD("1") RESULT("a", "1") "," RESULT("b", "2") TAIL, HEAD("1") RESULT("a", "[3, 4]") TAIL,
		  HEAD("1") RESULT("a", "[3, 4]") "," RESULT("b", "2") TAIL },
		{ HEAD("1") RESULT("a", "1") "," RESULT("b", "2") TAIL, HEAD("1") RESULT("b", "\"}],{\"") TAIL,
		  HEAD("1") RESULT("a", "1") "," RESULT("b", "\"}],{\"") TAIL },
		{ HEAD("1") RESULT("a", "1") "," RESULT("b", "2") "," RESULT("c", "3") TAIL, HEAD("1") RESULT("b", "0") TAIL,
		  HEAD("1") RESULT("a", "1") "," RESULT("b", "0") "," RESULT("c", "3") TAIL },
		/* of another version: it says so itself, until it is written anew */
		{ HEAD("1") RESULT("a", "1") TAIL, HEAD("2") RESULT("b", "2") TAIL,
		  HEAD("1") RESULT("a", "1") "," OTHER("2", "b", "2") TAIL },
		{ HEAD("1") RESULT("a", "1") "," OTHER("2", "b", "2") TAIL, HEAD("3") RESULT("b", "2") TAIL,
		  HEAD("1") RESULT("a", "1") "," OTHER("3", "b", "2") TAIL },
		{ HEAD("1") RESULT("a", "1") "," OTHER("2", "b", "2") TAIL, HEAD("1") RESULT("b", "2") TAIL,
		  HEAD("1") RESULT("a", "1") "," RESULT("b", "2") TAIL },
		/* several at once, one of them new */
		{ HEAD("1") RESULT("a", "1") "," RESULT("b", "2") TAIL, HEAD("1") RESULT("c", "3") "," RESULT("a", "4") TAIL,
		  HEAD("1") RESULT("a", "4") "," RESULT("b", "2") "," RESULT("c", "3") TAIL },
		/* however it is written */
		{ "{\"version\":\"1\",\"results\":[{\"name\":\"\\u0061\"," LISTS "},{" LISTS ",\"name\" :\"z\"} ],\"schema\":\"pstat/1\"}",
		  HEAD("1") RESULT("a", "1") TAIL,
		  "{\"version\":\"1\",\"results\":[{\n      \"name\": \"a\",\n      \"x\": 1,\n      " LISTS "\n    },{" LISTS ",\"name\" :\"z\"} ],\"schema\":\"pstat/1\"}" },
		/* a name is its bytes: no pattern, no case */
		{ HEAD("1") RESULT("a*", "1") TAIL, HEAD("1") RESULT("A*", "2") TAIL,
		  HEAD("1") RESULT("a*", "1") "," RESULT("A*", "2") TAIL },
		/* two of one name: the first */
		{ HEAD("1") RESULT("a", "1") "," RESULT("a", "2") "," RESULT("b", "3") TAIL, HEAD("1") RESULT("a", "4") TAIL,
		  HEAD("1") RESULT("a", "4") "," RESULT("a", "2") "," RESULT("b", "3") TAIL },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct error err = ERROR_INIT;
		struct str out = {0};

		assert_int_equal(json_merge_can_update(cases[i].before, strlen(cases[i].before), &err), 0);
		assert_int_equal(json_merge_update(&out, cases[i].before, strlen(cases[i].before), cases[i].fresh,
						   strlen(cases[i].fresh), &err), 0);
		assert_string_equal(out.text, cases[i].want);
		str_release(&out);
	}
}

static void what_is_no_place(void **state)
{
	static const struct { const char *before, *message; } cases[] = {
		{ "\n", "line 2, column 1: the document ends where a value should be" },
		{ "name,value\n", "line 1, column 1: a value should be here" },
		{ "PERFILE2", "line 1, column 1: a value should be here" },
		{ HEAD("1") TAIL "x", "line 7, column 1: something follows the end of the document" },
		{ "[]", "it is JSON, but not a result of pstat: it has no schema" },
		{ "{\"results\": []}", "it is JSON, but not a result of pstat: it has no schema" },
		{ "{\"schema\": \"pstat/2\", \"results\": []}", "it is of schema 'pstat/2', not pstat/1" },
		{ "{\"schema\": \"pstat/1\"}", "it has no list of results" },
		{ "{\"schema\": \"pstat/1\", \"results\": {}}", "it has no list of results" },
		{ "{\"schema\": \"pstat/1\", \"results\": [9999]}",
		  "results[0] is not a result of pstat: it has no list of events" },
		{ "{\"schema\": \"pstat/1\", \"results\": [{\"events\": [], \"runs\": []}, {\"events\": []}]}",
		  "results[1] is not a result of pstat: it has no list of runs" },
		{ "{\"schema\": \"pstat/1\", \"results\": [{\"events\": {}, \"runs\": []}]}",
		  "results[0] is not a result of pstat: it has no list of events" },
		{ "{\"schema\": \"pstat/1\", \"results\": [], \"comparisons\": []}",
		  "it is a comparison, whose results belong together" },
	};
	static const char fresh[] = HEAD("1") RESULT("a", "1") TAIL;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct error err = ERROR_INIT, again = ERROR_INIT;
		struct str out = {0};

		assert_int_equal(json_merge_can_update(cases[i].before, strlen(cases[i].before), &err), -1);
		assert_string_equal(err.message, cases[i].message);
		assert_int_equal(err.kind, ERROR_FORMAT);
		assert_int_equal(json_merge_update(&out, cases[i].before, strlen(cases[i].before), fresh, strlen(fresh), &again),
				 -1);
		assert_string_equal(again.message, cases[i].message);
		assert_null(out.text);
	}
}

static void what_would_be_replaced(void **state)
{
	static const struct { const char *before, *fresh; bool replaced; } cases[] = {
		{ "", HEAD("1") RESULT("a", "1") TAIL, false },
		{ HEAD("1") RESULT("a", "1") TAIL, HEAD("1") RESULT("a", "2") TAIL, true },
		{ HEAD("1") RESULT("a", "1") TAIL, HEAD("1") RESULT("b", "2") TAIL, false },
		{ HEAD("1") RESULT("a", "1") TAIL, "{}", false },
		{ "PERFILE2", HEAD("1") RESULT("a", "2") TAIL, false },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		assert_true(json_merge_replaces(cases[i].before, strlen(cases[i].before), cases[i].fresh,
						strlen(cases[i].fresh)) == cases[i].replaced);
}

static void what_is_not_fresh(void **state)
{
	struct error err = ERROR_INIT;
	struct str out = {0};

	(void)state;
	assert_int_equal(json_merge_update(&out, "", 0, "{}", 2, &err), -1);
	assert_string_equal(err.message, "it is JSON, but not a result of pstat: it has no schema");
	assert_null(out.text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(results),
		cmocka_unit_test(what_is_no_place),
		cmocka_unit_test(what_would_be_replaced),
		cmocka_unit_test(what_is_not_fresh),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
