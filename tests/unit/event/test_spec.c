/* SPDX-License-Identifier: MIT */
/* Tests the grammar of event strings: its results, and where its errors point. */
#include "test.h"

#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "event/spec.h"

/* One spec in one line: kind name/pmu numbers {terms} modifiers group "text". */
static void describe(struct str *out, const struct spec *s)
{
	static const char *const kinds[] = { "name", "numbers", "pmu", "tracepoint", "breakpoint" };

	str_addf(out, "%s", kinds[s->kind]);
	if (s->pmu)
		str_addf(out, " pmu=%s", s->pmu);
	if (s->name)
		str_addf(out, " name=%s", s->name);
	if (s->kind == SPEC_NUMBERS || s->kind == SPEC_BREAKPOINT)
		str_addf(out, " %llx:%llx", (unsigned long long)s->number[0],
			 (unsigned long long)s->number[1]);
	for (size_t i = 0; i < s->n_terms; i++)
		str_addf(out, "%s%s%s%s", i ? "," : " /", s->term[i].name, s->term[i].value ? "=" : "",
			 s->term[i].value ? s->term[i].value : "");
	if (s->slashes)
		str_add(out, s->n_terms ? "/" : " //");
	if (s->modifiers.set || s->modifiers.precise)
		str_addf(out, " mods=%x,%d", s->modifiers.set, s->modifiers.precise);
	if (s->group >= 0)
		str_addf(out, " g%d", s->group);
	str_addf(out, " '%s'; ", s->text);
}

static void accepted(void **state)
{
	static const struct { const char *text, *want; } cases[] = {
		{ "cycles", "name name=cycles 'cycles'; " },
		{ "cycles,instructions",
		  "name name=cycles 'cycles'; name name=instructions 'instructions'; " },
		{ " cycles , cs\n", "name name=cycles ' cycles '; name name=cs ' cs\n'; " },
		{ "cycles:u", "name name=cycles mods=1,0 'cycles:u'; " },
		{ "instructions:", "name name=instructions 'instructions:'; " },
		{ "cycles:ukhGHIppPSDe", "name name=cycles mods=11ff,2 'cycles:ukhGHIppPSDe'; " },
		{ "cycles//u", "name name=cycles // mods=1,0 'cycles//u'; " },
		{ "cycles/name=x/k", "name name=cycles /name=x/ mods=2,0 'cycles/name=x/k'; " },
		{ "L1-dcache-loads/name=x/:u",
		  "name name=L1-dcache-loads /name=x/ mods=1,0 'L1-dcache-loads/name=x/:u'; " },
		{ "r1c0:u", "name name=r1c0 mods=1,0 'r1c0:u'; " },
		{ "r1c0//u", "name name=r1c0 // mods=1,0 'r1c0//u'; " },
		{ "4:0xc0", "numbers 4:c0 '4:0xc0'; " },
		{ "0x4:010:u", "numbers 4:a mods=1,0 '0x4:010:u'; " },
		{ "1:2/name=x/", "numbers 1:2 /name=x/ '1:2/name=x/'; " },
		{ "cpu/event=0x3c,umask=1,edge/u",
		  "pmu pmu=cpu /event=0x3c,umask=1,edge/ mods=1,0 'cpu/event=0x3c,umask=1,edge/u'; " },
		{ "cpu//", "pmu pmu=cpu // 'cpu//'; " },
		{ "c*/event=-1/", "pmu pmu=c* /event=-1/ 'c*/event=-1/'; " },
		{ "cpu/name='a,b=c:d',event=1/",
		  "pmu pmu=cpu /name=a,b=c:d,event=1/ 'cpu/name='a,b=c:d',event=1/'; " },
		{ "cpu/L1-dcache-loads/", "pmu pmu=cpu /L1-dcache-loads/ 'cpu/L1-dcache-loads/'; " },
		{ "sched:sched_switch", "tracepoint pmu=sched name=sched_switch 'sched:sched_switch'; " },
		{ "sched:*:u", "tracepoint pmu=sched name=* mods=1,0 'sched:*:u'; " },
		{ "sched:sched_switch//k",
		  "tracepoint pmu=sched name=sched_switch // mods=2,0 'sched:sched_switch//k'; " },
		/* some PMU's event, with a modifier */
		{ "tsc:u", "name name=tsc mods=1,0 'tsc:u'; " },
		{ "mem:0x1000", "breakpoint 1000:0 'mem:0x1000'; " },
		{ "mem:0x1000/8:rw:u", "breakpoint name=rw 1000:8 mods=1,0 'mem:0x1000/8:rw:u'; " },
		{ "mem:4096:x", "breakpoint name=x 1000:0 'mem:4096:x'; " },
		{ "mem:0x10/name=m/", "breakpoint 10:0 /name=m/ 'mem:0x10/name=m/'; " },
		{ "{a,b}:u", "name name=a g0 'a'; name name=b g0 'b'; " },
		{ "x,{a},two{b,c}",
		  "name name=x 'x'; name name=a g0 'a'; name name=b g1 'b'; name name=c g1 'c'; " },
		{ " { a , b } ,c", "name name=a g0 ' a '; name name=b g0 ' b '; name name=c 'c'; " },
		{ "{a,b", "name name=a g0 'a'; name name=b g0 'b'; " },	/* as perf does */
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct error err = ERROR_INIT;
		struct specs specs = {0};
		struct str out = {0};

		if (specs_parse(&specs, cases[i].text, NULL, &err) < 0)
			fail_msg("'%s': %s", cases[i].text, err.message);
		for (size_t s = 0; s < specs.n; s++)
			describe(&out, &specs.spec[s]);
		assert_string_equal(out.text, cases[i].want);
		str_release(&out);
		specs_release(&specs);
		specs_release(&specs);
	}
}

static void refused(void **state)
{
	static const struct { const char *text; int column; const char *message; } cases[] = {
		{ "", 0, "the list of events is empty" },
		{ ",", 0, "expected an event here" },
		{ "cycles,", 7, "an event is missing here" },
		{ "cycles,,cs", 7, "expected an event here" },
		{ "a b", 2, "expected a comma here" },
		{ "{", 1, "an event is missing here" },
		{ "{}", 1, "expected an event here" },
		{ "cycles}", 6, "this brace closes nothing" },
		{ "{a,{b}}", 3, "a group cannot stand in a group" },
		{ "{ x{b}}", 2, "a group cannot stand in a group" },
		{ "{a b}", 3, "expected a comma or a closing brace here" },
		{ "cycles:z", 7, "unknown modifier 'z'" },
		{ "cycles:uu", 8, "modifier 'u' (user) is given twice" },
		{ "cycles:pppp", 10, "modifier 'p' (precise) is given more than three times" },
		{ "cycles:W", 7, "modifier 'W' (weak) is for groups: {a,b}:W" },
		{ "cycles:RR", 8, "modifier 'R' (retire latency) is given twice" },
		{ "{a,b}:q", 6, "unknown modifier 'q'" },
		{ "cpu/event=/", 10, "expected a value here" },
		{ "cpu/event=1,/", 12, "expected a term such as event=0x3c here" },
		{ "cpu/event=1", 3, "the slash is not closed" },
		{ "cpu/name=foo bar/", 13, "expected a comma or a slash here" },
		{ "cpu/name='foo/", 9, "the quote is not closed" },
		{ "cpu/event=1/:u", 12, "modifiers follow the slash without a colon" },
		{ "mem:", 4, "expected an address here, such as 0x1000" },
		{ "mem:0x0:rr", 9, "this kind of access is given twice" },
		{ "sched:", -2, NULL },		/* a bare name with no modifiers: event.c's business */
		{ "sched:=", 6, "expected a comma here" },
		{ "sched:sched_switch:y", 19, "unknown modifier 'y'" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct error err = ERROR_INIT;
		struct specs specs = {0};
		int rc = specs_parse(&specs, cases[i].text, NULL, &err);

		if (!cases[i].message) {
			assert_int_equal(rc, 0);
		} else {
			if (rc == 0 || err.column != cases[i].column)
				fail_msg("'%s': %d, column %d, %s", cases[i].text, rc, err.column,
					 err.message);
			assert_string_equal(err.message, cases[i].message);
			assert_int_equal(err.kind, ERROR_USAGE);
		}
		specs_release(&specs);
	}
}

static void lists_add_up(void **state)
{
	struct error err = ERROR_INIT;
	struct specs specs = {0};

	(void)state;
	assert_int_equal(specs_parse(&specs, "{a,b}:W", NULL, &err), 0);
	assert_int_equal(specs_parse(&specs, "sched:x,{c}", "pid == 1", &err), 0);
	assert_int_equal(specs.n, 4);
	assert_int_equal(specs.n_groups, 2);
	assert_int_equal(specs.group[0].modifiers.set, SPEC_WEAK);
	assert_int_equal(specs.spec[2].source, 1);
	assert_string_equal(specs.source[1].filter, "pid == 1");
	assert_int_equal(specs.spec[3].group, 1);
	specs_release(&specs);
}

static void too_long(void **state)
{
	struct error err = ERROR_INIT;
	struct specs specs = {0};
	size_t n = (1 << 20) + 2;
	char *text = test_malloc(n);

	(void)state;
	memset(text, 'a', n - 1);
	text[n - 1] = '\0';
	assert_int_equal(specs_parse(&specs, text, NULL, &err), -1);
	assert_int_equal(err.kind, ERROR_LIMIT);
	test_free(text);
	specs_release(&specs);
}

static void terms_alone(void **state)
{
	struct error err = ERROR_INIT;
	struct term *terms;
	size_t n;

	(void)state;
	assert_int_equal(terms_parse(&terms, &n, "event=0x3c,chip=?,edge", &err), 0);
	assert_int_equal(n, 3);
	assert_string_equal(terms[1].value, "?");
	assert_null(terms[2].value);
	terms_release(terms, n);
	assert_int_equal(terms_parse(&terms, &n, "event=1/", &err), -1);
	assert_int_equal(err.column, 7);
	terms_release(terms, n);
	assert_int_equal(terms_parse(&terms, &n, "", &err), -1);
	terms_release(terms, n);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(accepted),
		cmocka_unit_test(refused),
		cmocka_unit_test(lists_add_up),
		cmocka_unit_test(too_long),
		cmocka_unit_test(terms_alone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
