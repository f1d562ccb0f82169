/* SPDX-License-Identifier: MIT */
/* Tests --limit: parsing, the limits of rows, and errors with their position. */
#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "compare/limit.h"

static bool same(double a, double b)
{
	if (isnan(a) || isnan(b))
		return isnan(a) && isnan(b);
	return fabs(a - b) <= 1e-9 * fabs(b);
}

static void parsing(void **state)
{
	static const struct {
		const char *text;
		const char *name, *value;	/* of the last one */
		size_t n;
		int sign;
		double relative, absolute, cap;
	} cases[] = {
		{ "instructions:u=+1%", "instructions:u", "+1%", 1, 1, 0.01, NAN, NAN },
		{ "ipc=-5%", "ipc", "-5%", 1, -1, 0.05, NAN, NAN },
		{ "a=+0%", "a", "+0%", 1, 1, 0, NAN, NAN },
		{ "a=+0.25%", "a", "+0.25%", 1, 1, 0.0025, NAN, NAN },
		{ "a=+150%", "a", "+150%", 1, 1, 1.5, NAN, NAN },
		{ "a=+1e1%", "a", "+1e1%", 1, 1, 0.1, NAN, NAN },
		{ "a=+100", "a", "+100", 1, 1, NAN, 100, NAN },
		{ "a=-100", "a", "-100", 1, -1, NAN, 100, NAN },
		{ "a=18446744073709551615", "a", "18446744073709551615", 1, 0, NAN, NAN, 0x1p64 },
		{ "a=5.", "a", "5.", 1, 0, NAN, NAN, 5 },
		{ "max-rss=64MiB", "max-rss", "64MiB", 1, 0, NAN, NAN, 0x1p26 },
		{ "max-rss=64MB", "max-rss", "64MB", 1, 0, NAN, NAN, 64e6 },
		{ "wall=+250ms", "wall", "+250ms", 1, 1, NAN, 0.25, NAN },
		{ "wall=2m", "wall", "2m", 1, 0, NAN, NAN, 120 },
		{ "page-faults=+5%|+100", "page-faults", "+5%|+100", 1, 1, 0.05, 100, NAN },
		{ "page-faults=+100|+5%|4000", "page-faults", "+100|+5%|4000", 1, 1, 0.05, 100, 4000 },
		{ "ipc=1.2|-5%", "ipc", "1.2|-5%", 1, -1, 0.05, NAN, 1.2 },
		{ "a=+1%,b=7", "b", "7", 2, 0, NAN, NAN, 7 },
		{ " a = +1% , insn per cycle = -5% ", "insn per cycle", "-5%", 2, -1, 0.05, NAN, NAN },
		{ "@default=+2%", "@default", "+2%", 1, 1, 0.02, NAN, NAN },
		{ "cpu/event=0x3c,umask=1/u=+1%", "cpu/event=0x3c,umask=1/u", "+1%", 1, 1, 0.01, NAN, NAN },
		{ "cpu/event=0x3c/=+1%,L1-*=+2%", "L1-*", "+2%", 2, 1, 0.02, NAN, NAN },
		{ "cpu/a,b/=1,cpu/c,d=2/k=3,e=4", "e", "4", 3, 0, NAN, NAN, 4 },
		{ "a=b=+3%", "a=b", "+3%", 1, 1, 0.03, NAN, NAN },
		{ "power/energy-pkg/=+5%", "power/energy-pkg/", "+5%", 1, 1, 0.05, NAN, NAN },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct limits ls = {0};
		struct error err = ERROR_INIT;
		const struct limit *l;

		if (limits_parse(&ls, cases[i].text, &err) < 0)
			fail_msg("%s: %s", cases[i].text, err.message);
		assert_int_equal(ls.n, cases[i].n);
		l = &ls.limit[ls.n - 1];
		assert_string_equal(l->name, cases[i].name);
		assert_string_equal(l->value, cases[i].value);
		assert_int_equal(l->sign, cases[i].sign);
		if (!same(l->relative, cases[i].relative) || !same(l->absolute.value, cases[i].absolute) ||
		    !same(l->cap.value, cases[i].cap))
			fail_msg("%s: %g, %g, %g", cases[i].text, l->relative, l->absolute.value, l->cap.value);
		limits_release(&ls);
		limits_release(&ls);
	}
}

static void wrong_words(void **state)
{
	static const struct { const char *text, *message, *hint; int column; } cases[] = {
		{ "", "a limit is missing", "instructions:u=+1%", 0 },
		{ "a=1,", "a limit is missing", "", 4 },
		{ "a=1,,b=2", "a limit is missing", "", 4 },
		{ "instructions", "'instructions' is not NAME=LIMIT", "for example instructions:u=+1%", 0 },
		{ "a=1, =+1%", "'=+1%' is not NAME=LIMIT", "", 5 },
		{ "cpu/event=0x3c/", "'cpu/event=0x3c/' is not NAME=LIMIT", "", 0 },
		{ "a=1, @defualt=+1%", "'@defualt' is not the name of a row", "@default is", 5 },
		{ "a=1,cpu/x=+1%,b=2", "'cpu/x=+1%,b=2' is not NAME=LIMIT", "", 4 },
		{ "a=", "'' is not a limit", "+5%, -5%, +100", 2 },
		{ "a=+", "'+' is not a limit", "", 2 },
		{ "a=+%", "'+%' is not a limit", "", 2 },
		{ "a=1,b=fast", "'fast' is not a limit", "", 6 },
		{ "a=+nan%", "'+nan%' is not a limit", "", 2 },
		{ "a=inf", "'inf' is not a limit", "", 2 },
		{ "a=0x10", "'0x10' is not a limit", "", 2 },
		{ "a=.5", "'.5' is not a limit", "", 2 },
		{ "a=1.2.3", "'1.2.3' is not a limit", "", 2 },
		{ "a=1e999", "'1e999' is not a limit", "", 2 },
		{ "a=--1", "'--1' is not a limit", "", 2 },
		{ "a=+1%|", "'' is not a limit", "", 6 },
		{ "a=|+1%", "'' is not a limit", "", 2 },
		{ "a=+ 5", "'+ 5' is not a limit", "", 2 },
		{ "a=1%", "'1%' does not say which direction is bad", "use +1% if growing is bad, -1%", 2 },
		{ "a=+5%|7%", "'7%' does not say which direction is bad", "", 6 },
		{ "a=+5%|-100", "'-100' has the opposite direction of the other limit", "", 6 },
		{ "a=-100%", "nothing can shrink by more than 100%", "", 2 },
		{ "a=+5%|+6%", "'+6%' is a second limit of the same kind", "at most one relative change", 6 },
		{ "a=+5|+6", "'+6' is a second limit of the same kind", "", 5 },
		{ "a=5|6", "'6' is a second limit of the same kind", "", 4 },
		{ "a=64Q", "'Q' is not a unit of a limit", "K, M, G", 4 },
		{ "a=+1 0", "' 0' is not a unit of a limit", "", 4 },
		{ "a=+1%%", "'%%' is not a unit of a limit", "", 4 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct limits ls = {0};
		struct error err = ERROR_INIT;

		if (limits_parse(&ls, cases[i].text, &err) == 0)
			fail_msg("%s is taken", cases[i].text);
		assert_int_equal(err.kind, ERROR_USAGE);
		assert_string_equal(err.message, cases[i].message);
		if (!strstr(err.hint, cases[i].hint))
			fail_msg("%s: %s", cases[i].text, err.hint);
		if (err.column != cases[i].column)
			fail_msg("%s: column %d", cases[i].text, err.column);
		limits_release(&ls);
	}
}

static struct measured rows[] = {
	{ "instructions:u", "", false, false },
	{ "cycles:u", NULL, false, false },
	{ "cycles:k", NULL, false, false },
	{ "page-faults", "", false, false },
	{ "cpu/event=0x3c,umask=0x1/u", "", false, false },
	{ "sched:sched_switch", "", false, false },
	{ "task-clock", "msec", false, false },
	{ "insn per cycle", "", true, false },
	{ "duration_time", "ns", false, true },
	{ "max_rss", "KiB", false, true },
};

enum { INSTRUCTIONS, CYCLES_U, CYCLES_K, FAULTS, RAW, TRACEPOINT, CLOCK, IPC, WALL, RSS };

/* The index of the limit of each row; -1: none. */
static void rows_and_limits(void **state)
{
	static const struct { const char *text; int limit[COUNT_OF(rows)]; } cases[] = {
		{ "instructions:u=+1%", { 0, -1, -1, -1, -1, -1, -1, -1, -1, -1 } },
		{ "instructions=+1%", { 0, -1, -1, -1, -1, -1, -1, -1, -1, -1 } },
		{ "cycles=+1%", { -1, 0, 0, -1, -1, -1, -1, -1, -1, -1 } },
		{ "cpu-cycles:k=+1%", { -1, -1, 0, -1, -1, -1, -1, -1, -1, -1 } },
		{ "faults=+1%", { -1, -1, -1, 0, -1, -1, -1, -1, -1, -1 } },
		{ "cpu/event=0x3c,umask=0x1/=+1%", { -1, -1, -1, -1, 0, -1, -1, -1, -1, -1 } },
		{ "cpu/event=0x3c,umask=0x1/u=+1%", { -1, -1, -1, -1, 0, -1, -1, -1, -1, -1 } },
		{ "sched:sched_switch=+1", { -1, -1, -1, -1, -1, 0, -1, -1, -1, -1 } },
		{ "sched:*=+1", { -1, -1, -1, -1, -1, 0, -1, -1, -1, -1 } },
		{ "ipc=-5%,wall=+10ms,max-rss=64M", { -1, -1, -1, -1, -1, -1, -1, 0, 1, 2 } },
		{ "duration_time=+1%", { -1, -1, -1, -1, -1, -1, -1, -1, 0, -1 } },
		{ "cycles=+1%,cycles:u=+2%", { -1, 1, 0, -1, -1, -1, -1, -1, -1, -1 } },
		{ "cycles:u=+2%,cycles=+1%", { -1, 1, 1, -1, -1, -1, -1, -1, -1, -1 } },	/* the last one wins */
		{ "cycles:?=+2%,*=+9%,cycles:u=+1%", { 1, 2, 1, 1, 1, 1, 1, 1, -1, -1 } },
		{ "@default=+2%", { 0, 0, 0, 0, 0, 0, 0, 0, -1, -1 } },
		{ "cycles=+1%,@default=+2%", { 1, 0, 0, 1, 1, 1, 1, 1, -1, -1 } },		/* @default never overrides */
		{ "@default=+2%,@default=+3%,wall=+9%", { 1, 1, 1, 1, 1, 1, 1, 1, 2, -1 } },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct limits ls = {0};
		struct error err = ERROR_INIT;

		if (limits_parse(&ls, cases[i].text, &err) < 0 ||
		    limits_bind(&ls, rows, COUNT_OF(rows), &err) < 0)
			fail_msg("%s: %s", cases[i].text, err.message);
		for (size_t k = 0; k < COUNT_OF(rows); k++) {
			int got = rows[k].limit ? (int)(rows[k].limit - ls.limit) : -1;

			if (got != cases[i].limit[k])
				fail_msg("%s: %s has %d", cases[i].text, rows[k].name, got);
			assert_int_equal(threshold_is_none(&rows[k].threshold), got < 0);
		}
		limits_release(&ls);
	}
}

static void names_with_a_row_of_their_own(void **state)
{
	static struct measured both[] = { { "cycles", "", false, false }, { "cycles:u", "", false, false } };
	struct limits ls = {0};
	struct error err = ERROR_INIT;

	(void)state;
	assert_int_equal(limits_parse(&ls, "cycles=+1%", &err), 0);
	assert_int_equal(limits_bind(&ls, both, 2, &err), 0);
	assert_true(both[0].limit && !both[1].limit);
	limits_release(&ls);
}

static void names_of_regions(void **state)
{
	static struct measured all[] = {
		{ "cycles:u", "" }, { "ipc", "", true, .metric = "ipc" }, { "io:read", "" },
		{ "parse:cycles:u", "", .region = "parse" }, { "parse:ipc", "", true, .metric = "ipc", .region = "parse" },
		{ "a:b:cycles:u", "", .region = "a:b" }, { "a:b:sched:sched_switch", "", .region = "a:b" },
		{ "k=v:cycles:u", "", .region = "k=v" }, { "x,y/z:cycles:u", "", .region = "x,y/z" },
		{ "two words:task-clock", "s", .region = "two words" }, { "@*:cycles:u", "", .region = "@*" },
	};
	enum { C, I, R, PC, PI, AC, AS, KC, XC, TT, SC, N };
	static const struct { const char *text; bool fits[N]; } cases[] = {
		{ "cycles=+1%", { [C] = true } },
		{ "@default=+1%", { [C] = true, [I] = true, [R] = true } },
		{ "*=+1%", { [C] = true, [I] = true, [R] = true } },
		{ "parse:cycles:u=+1%", { [PC] = true } },
		{ "parse:cpu-cycles=+1%", { [PC] = true } },
		{ "parse:ipc=-1%", { [PI] = true } },
		{ "parse:insn per cycle=-1%", { [PI] = true } },
		{ "io:read=+1%", { [R] = true } },
		{ "a:b:cycles=+1%", { [AC] = true } },
		{ "a:b:sched:sched_switch=+1", { [AS] = true } },
		{ "k=v:cycles:u=+1%", { [KC] = true } },
		{ " two words:task-clock =+1%", { [TT] = true } },
		{ "x?y?z:cycles:u=+1%", { [XC] = true } },
		{ "??:cycles:u=+1%", { [SC] = true } },
		{ "*:cycles:u=+1%", { [PC] = true, [AC] = true, [KC] = true, [XC] = true, [SC] = true } },
		{ "a:*=+1%", { [AC] = true, [AS] = true } },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct limits ls = {0};
		struct error err = ERROR_INIT;

		assert_int_equal(limits_parse(&ls, cases[i].text, &err), 0);
		assert_int_equal(limits_bind(&ls, all, N, &err), 0);
		for (size_t k = 0; k < N; k++)
			if ((all[k].limit != NULL) != cases[i].fits[k])
				fail_msg("%s: %s", cases[i].text, all[k].name);
		limits_release(&ls);
	}
}

static void names_of_no_region(void **state)
{
	static struct measured whole[] = { { "cycles:u", "" } };
	static struct measured parts[] = { { "cycles:u", "" }, { "parse:cycles:u", "", .region = "parse" } };
	static const struct { const char *text; struct measured *row; size_t n; const char *hint; } cases[] = {
		{ "parze:cycles:u=+1%", parts, 2, "did you mean 'parse:cycles:u'?" },
		{ "parze:cycles:u=+1%", whole, 1, "no region was counted" },
		{ "parse:cycles:k=+1%", parts, 2, "did you mean 'parse:cycles:u'?" },
		{ "parse=+1%", parts, 2, "" }, { ":cycles:u=+1%", parts, 2, "" }, { "*:faults=+1%", parts, 2, "" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct limits ls = {0};
		struct error err = ERROR_INIT;

		assert_int_equal(limits_parse(&ls, cases[i].text, &err), 0);
		assert_int_equal(limits_bind(&ls, cases[i].row, cases[i].n, &err), -1);
		assert_non_null(strstr(err.message, "matches nothing that is measured"));
		assert_non_null(strstr(err.hint, cases[i].hint));
		limits_release(&ls);
	}
}

static void names_of_kinds_of_cores(void **state)
{
	static struct measured kinds[] = {
		{ "cpu_atom/cycles:u/", "", false, false }, { "cpu_core/cycles:u/", "", false, false },
		{ "cpu_core/cycles:k/", "", false, false }, { "cpu_core/event=1/u", "", false, false }, { "a//", "", false, false },
		{ "ipc@cpu_core/cycles/u", "", true, false, .metric = "ipc" }, { "page-faults@/A/", "", false, false },
	};
	static const struct { const char *text; bool fits[COUNT_OF(kinds)]; } cases[] = {
		{ "cycles:u=+1%", { true, true } },
		{ "ipc=-1%", { false, false, false, false, false, true } },
		{ "insn per cycle=-1%", { false, false, false, false, false, true } },
		{ "ipc@cpu_core/cycles/u=-1%", { false, false, false, false, false, true } },
		{ "cpu-cycles:u=+1%", { true, true } },
		{ "cycles=+1%", { true, true, true } },
		{ "cpu_core/cycles:u/=+1%", { false, true } },
		{ "page-faults@/A/=+1%", { false, false, false, false, false, false, true } },
		{ "cpu_*=+1%", { true, true, true, true } },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct limits ls = {0};
		struct error err = ERROR_INIT;

		assert_int_equal(limits_parse(&ls, cases[i].text, &err), 0);
		assert_int_equal(limits_bind(&ls, kinds, COUNT_OF(kinds), &err), 0);
		for (size_t k = 0; k < COUNT_OF(kinds); k++)
			assert_int_equal(kinds[k].limit != NULL, cases[i].fits[k]);
		limits_release(&ls);
	}
}

static void terms_of_the_row(void **state)
{
	static const struct { const char *text; size_t row; int sign; double relative, absolute, cap; } cases[] = {
		{ "instructions=+1%", INSTRUCTIONS, 1, 0.01, NAN, NAN },
		{ "instructions=+5K", INSTRUCTIONS, 1, NAN, 5000, NAN },
		{ "instructions=2G", INSTRUCTIONS, 1, NAN, NAN, 2e9 },
		{ "instructions=1.5T", INSTRUCTIONS, 1, NAN, NAN, 1.5e12 },
		{ "ipc=-5%", IPC, -1, 0.05, NAN, NAN },
		{ "ipc=+5%", IPC, 1, 0.05, NAN, NAN },			/* as given */
		{ "ipc=1.5", IPC, -1, NAN, NAN, 1.5 },			/* the lowest value */
		{ "insn*=+5%", IPC, -1, 0.05, NAN, NAN },		/* "worse" */
		{ "insn*=-5%", IPC, 1, 0.05, NAN, NAN },
		{ "@default=+2%", IPC, -1, 0.02, NAN, NAN },
		{ "@default=+2%", FAULTS, 1, 0.02, NAN, NAN },
		{ "max-rss=64M", RSS, 1, NAN, NAN, 65536 },
		{ "max-rss=64MiB", RSS, 1, NAN, NAN, 65536 },
		{ "max-rss=64MB", RSS, 1, NAN, NAN, 62500 },
		{ "max-rss=1048576B", RSS, 1, NAN, NAN, 1024 },
		{ "max-rss=+1%|+1M", RSS, 1, 0.01, 1024, NAN },
		{ "max-rss=+0", RSS, 1, NAN, 0, NAN },			/* 0 needs no unit */
		{ "wall=2s", WALL, 1, NAN, NAN, 2e9 },
		{ "wall=+20ms", WALL, 1, NAN, 2e7, NAN },
		{ "task-clock=+1s", CLOCK, 1, NAN, 1000, NAN },
		{ "task-clock=500us", CLOCK, 1, NAN, NAN, 0.5 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct threshold *got = &rows[cases[i].row].threshold;
		struct limits ls = {0};
		struct error err = ERROR_INIT;

		if (limits_parse(&ls, cases[i].text, &err) < 0 ||
		    limits_bind(&ls, rows, COUNT_OF(rows), &err) < 0)
			fail_msg("%s: %s", cases[i].text, err.message);
		if (got->sign != cases[i].sign || !same(got->relative, cases[i].relative) ||
		    !same(got->absolute, cases[i].absolute) || !same(got->cap, cases[i].cap))
			fail_msg("%s: %d, %g, %g, %g", cases[i].text, got->sign, got->relative, got->absolute, got->cap);
		limits_release(&ls);
	}
}

static void what_does_not_fit(void **state)
{
	static const struct { const char *text, *message, *hint; int column; } cases[] = {
		{ "cycles=+1%,instrutions:u=+1%", "the limit of 'instrutions:u' matches nothing that is measured",
		  "did you mean 'instructions:u'?", 11 },
		{ "max-rs=64M", "the limit of 'max-rs' matches nothing that is measured", "did you mean 'max-rss'?", 0 },
		{ "something-else=1", "the limit of 'something-else' matches nothing that is measured", "", 0 },
		{ "xyz*=+1%", "the limit of 'xyz*' matches nothing that is measured", "", 0 },
		{ "page-faults:u=+1%", "the limit of 'page-faults:u' matches nothing that is measured", "did you mean 'page-faults'?", 0 },
		{ "dur*=+1%", "the limit of 'dur*' matches nothing that is measured", "", 0 },	/* the row was not asked for */
		{ "cycles=1,max-rss=65536", "'max_rss' is a size, and its limit '65536' is not", "KiB", 17 },
		{ "max-rss=5s", "'max_rss' is a size, and its limit '5s' is not", "", 8 },
		{ "wall=2", "'duration_time' is a time, and its limit '2' is not", "ns, us, ms, s or m", 5 },
		{ "wall=+5%|+2K", "'duration_time' is a time, and its limit '+5%|+2K' is not", "", 5 },
		{ "task-clock=+5", "'task-clock' is a time, and its limit '+5' is not", "", 11 },
		{ "instructions=5ms", "'instructions:u' is a number, and its limit '5ms' is not", "a plain number", 13 },
		{ "instructions=+1KiB", "'instructions:u' is a number, and its limit '+1KiB' is not", "", 13 },
		{ "@default=+150%", "'insn per cycle' cannot get worse by 150%, it would be below 0", "a limit of its own", 9 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct limits ls = {0};
		struct error err = ERROR_INIT;

		if (limits_parse(&ls, cases[i].text, &err) < 0)
			fail_msg("%s: %s", cases[i].text, err.message);
		if (limits_bind(&ls, rows, COUNT_OF(rows), &err) == 0)
			fail_msg("%s fits", cases[i].text);
		assert_string_equal(err.message, cases[i].message);
		if (!strstr(err.hint, cases[i].hint) || (!cases[i].hint[0] && strstr(err.hint, "did you mean")))
			fail_msg("%s: %s", cases[i].text, err.hint);
		if (err.column != cases[i].column)
			fail_msg("%s: column %d", cases[i].text, err.column);
		limits_release(&ls);
	}
}

static void given_again(void **state)
{
	struct limits ls = {0};
	struct error err = ERROR_INIT;

	(void)state;
	assert_int_equal(limits_bind(&ls, rows, COUNT_OF(rows), &err), 0);
	assert_true(!rows[0].limit && threshold_is_none(&rows[0].threshold));
	assert_int_equal(limits_parse(&ls, "instructions=+1%|500,cycles:u=+3%", &err), 0);
	assert_int_equal(limits_parse(&ls, "instructions=+2%", &err), 0);
	assert_int_equal(limits_bind(&ls, rows, COUNT_OF(rows), &err), 0);
	assert_ptr_equal(rows[INSTRUCTIONS].limit, &ls.limit[2]);
	assert_true(same(rows[INSTRUCTIONS].threshold.relative, 0.02));
	assert_true(isnan(rows[INSTRUCTIONS].threshold.cap));	/* whole */
	assert_true(same(rows[CYCLES_U].threshold.relative, 0.03));
	assert_int_equal(limits_parse(&ls, "oops", &err), -1);		/* earlier limits stay */
	assert_int_equal(ls.n, 3);
	limits_release(&ls);
}

/* As many limits as one argument has room for: they refer to the list and do not copy it. */
static void a_long_list(void **state)
{
	enum { LIMITS = 32000 };
	struct limits ls = {0};
	struct error err = ERROR_INIT;
	struct str text = {0};

	(void)state;
	for (size_t i = 0; i < LIMITS; i++)
		str_add(&text, i ? ",a=1" : "a=1");
	assert_int_equal(limits_parse(&ls, text.text, &err), 0);
	str_release(&text);
	assert_int_equal(ls.n, LIMITS);
	assert_ptr_equal(ls.limit[LIMITS - 1].text, ls.limit[0].text);
	assert_string_equal(ls.limit[LIMITS - 1].text + ls.limit[LIMITS - 1].at, "a=1");
	limits_release(&ls);
}

/* Parsed, and turned to the row: how much worse, and how much better it may get. */
static void two_sided(void **state)
{
	static const struct {
		const char *text;
		bool more_is_better;
		int sign;
		double worse, better, worse_absolute, better_absolute;
	} cases[] = {
		{ "a=-40%..+5%", false, 1, 0.05, 0.4, NAN, NAN },
		{ "a=-40%..+5%", true, -1, 0.4, 0.05, NAN, NAN },
		{ "a=-4%..+500%", true, -1, 0.04, 5, NAN, NAN },
		{ " a = -40% .. +5% ", false, 1, 0.05, 0.4, NAN, NAN },
		{ "a=-0%..+0%", false, 1, 0, 0, NAN, NAN },
		{ "a=-0..+0", false, 1, NAN, NAN, 0, 0 },
		{ "a=-.5%..+5%", false, 0, 0, 0, 0, 0 },		/* as a=.5 */
		{ "a=-0.5%..+1.5%", false, 1, 0.015, 0.005, NAN, NAN },
		{ "a=-2K..+1M", false, 1, NAN, NAN, 1e6, 2000 },
		{ "a=-2K..+1M", true, -1, NAN, NAN, 2000, 1e6 },
		{ "a=-40%..+5%|-10..+20", false, 1, 0.05, 0.4, 20, 10 },
		{ "a=-10..+20|-40%..+5%", false, 1, 0.05, 0.4, 20, 10 },
		{ "*=-40%..+5%", false, 1, 0.05, 0.4, NAN, NAN },
		{ "*=-40%..+5%", true, -1, 0.05, 0.4, NAN, NAN },	/* + is worse */
		{ "@default=-40%..+5%", true, -1, 0.05, 0.4, NAN, NAN },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct measured row = { .name = "a", .more_is_better = cases[i].more_is_better };
		const struct threshold *t = &row.threshold;
		struct limits ls = {0};
		struct error err = {0};
		bool is_right = limits_parse(&ls, cases[i].text, &err) == 0 &&
				limits_bind(&ls, &row, 1, &err) == 0;

		if (!cases[i].sign)
			assert_false(is_right);
		else if (!is_right || !t->two_sided || t->sign != cases[i].sign ||
			 !same(t->relative, cases[i].worse) || !same(t->better_relative, cases[i].better) ||
			 !same(t->absolute, cases[i].worse_absolute) || !isnan(t->cap) ||
			 !same(t->better_absolute, cases[i].better_absolute))
			fail_msg("'%s', %d: %s", cases[i].text, cases[i].more_is_better,
				 is_right ? "other values" : err.message);
		limits_release(&ls);
	}
}

static void wrong_two_sided(void **state)
{
	static const struct { const char *text, *message; int column; } cases[] = {
		{ "a=+5%..-40%", "'+5%..-40%' does not go from less to more", 2 },
		{ "a=-40%..-5%", "'-40%..-5%' does not go from less to more", 2 },
		{ "a=+1%..+5%", "'+1%..+5%' does not go from less to more", 2 },
		{ "a=40%..5%", "'40%..5%' does not go from less to more", 2 },
		{ "a=-40%..", "'-40%..' does not go from less to more", 2 },
		{ "a=..+5%", "'..+5%' does not go from less to more", 2 },
		{ "a=..", "'..' does not go from less to more", 2 },
		{ "a=-40%..+5%..+6%", "'%..+6%' is not a unit of a limit", 10 },
		{ "a=-40%...+5%", "'-40%...+5%' does not go from less to more", 2 },
		{ "a=- 40%..+5%", "'- 40%' is not a limit", 2 },
		{ "a=-40%.. + 5%", "'+ 5%' is not a limit", 9 },
		{ "a=-..+5%", "'-' is not a limit", 2 },
		{ "a=-40%..+", "'+' is not a limit", 8 },
		{ "a=-100%..+5%", "nothing can shrink by more than 100%", 2 },
		{ "a=-40%..+100", "'-40%..+100' has a percentage on one side only", 2 },
		{ "a=-40%..+5%|+100", "'+100' is not two-sided, as the limit before it is", 12 },
		{ "a=-40%..+5%|64M", "'64M' is not two-sided, as the limit before it is", 12 },
		{ "a=+5%|-10..+20", "'-10..+20' is two-sided, and the limit before it is not", 6 },
		{ "a=-40%..+5%|-4%..+2%", "'-4%' is a second limit of the same kind", 12 },
		{ "b=1,a=-40X..+5%", "'X' is not a unit of a limit", 9 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct limits ls = {0};
		struct error err = {0};

		if (limits_parse(&ls, cases[i].text, &err) == 0)
			fail_msg("'%s' is accepted", cases[i].text);
		if (strcmp(err.message, cases[i].message) != 0 || err.column != cases[i].column)
			fail_msg("'%s': %s, at %d", cases[i].text, err.message, err.column);
		limits_release(&ls);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(parsing),
		cmocka_unit_test(wrong_words),
		cmocka_unit_test(rows_and_limits),
		cmocka_unit_test(names_with_a_row_of_their_own),
		cmocka_unit_test(names_of_regions),
		cmocka_unit_test(names_of_no_region),
		cmocka_unit_test(names_of_kinds_of_cores),
		cmocka_unit_test(terms_of_the_row),
		cmocka_unit_test(what_does_not_fit),
		cmocka_unit_test(given_again),
		cmocka_unit_test(a_long_list),
		cmocka_unit_test(two_sided),
		cmocka_unit_test(wrong_two_sided),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
