/* SPDX-License-Identifier: MIT */
/* Tests event names and rows when PMU instances or kinds of core are shown apart or merged. */
#include "test.h"

#include "event/event.h"
#include "event/resolver.h"
#include "event/spec.h"
#include "host/machine.h"
#include "made_root.h"

static const struct { const char *path, *text; } plain[] = {
	{ "cpu/type", "4" }, { "cpu/format/event", "config:0-7" }, { "cpu/events/cpu-cycles", "event=0x3c" },
	{ "cpu/events/ls_not_halted_cyc", "event=0x76" },
	{ "msr/type", "9" }, { "msr/format/event", "config:0-63" }, { "msr/events/tsc", "event=0" },
	{ "uncore_foo_0/type", "20" }, { "uncore_foo_0/format/event", "config:0-7" }, { "uncore_foo_0/events/clk", "event=1" },
	{ "uncore_foo_0/cpumask", "0" }, { "uncore_foo_0/alias", "uncore_type_7_0" },
	{ "uncore_foo_1/type", "21" }, { "uncore_foo_1/format/event", "config:0-7" }, { "uncore_foo_1/events/clk", "event=1" },
	{ "uncore_foo_1/cpumask", "0" },
	{ NULL, NULL },
}, hybrid[] = {
	{ "cpu_core/type", "4" }, { "cpu_core/cpus", "0-3" }, { "cpu_core/format/event", "config:0-7" },
	{ "cpu_core/events/slots", "event=4" },
	{ "cpu_atom/type", "10" }, { "cpu_atom/cpus", "4-7" }, { "cpu_atom/format/event", "config:0-7" },
	{ "msr/type", "9" }, { "msr/format/event", "config:0-63" }, { "msr/events/tsc", "event=0" },
	{ NULL, NULL },
}, nothing[] = { { NULL, NULL } };

enum kind { PLAIN, HYBRID, NOTHING };

struct fixture {
	struct root root;
	struct machine machine;
	struct specs specs;
	struct events events;
	struct notes notes;
	struct error err;
};

static void setup(struct fixture *f, enum kind kind)
{
	char path[128];

	*f = (struct fixture){ .err = ERROR_INIT };
	root_make(&f->root);
	for (size_t i = 0;; i++) {
		const char *name = kind == PLAIN ? plain[i].path : kind == HYBRID ? hybrid[i].path : nothing[i].path;

		if (!name)
			break;
		snprintf(path, sizeof(path), PMU_DIR "%s", name);
		root_put(&f->root, path, kind == PLAIN ? plain[i].text : hybrid[i].text);
	}
	root_put(&f->root, "sys/kernel/tracing/events/sched/sched_switch/id", "372\n");
	machine_load(&f->machine, &f->root.fs);
}

static void teardown(struct fixture *f)
{
	events_release(&f->events);
	specs_release(&f->specs);
	notes_release(&f->notes);
	machine_release(&f->machine);
	root_remove(&f->root);
}

/* "name; name", with "=row" where it is part of another one's row. */
static void check(enum kind kind, const char *text, const struct event_opts *o, const char *want)
{
	struct fixture f;
	struct str out = {0};

	setup(&f, kind);
	assert_int_equal(specs_parse(&f.specs, text, NULL, &f.err), 0);
	if (events_resolve(&f.events, &f.specs, &f.machine, o, &f.notes, &f.err) < 0)
		fail_msg("%s: %s", text, f.err.message);
	for (size_t i = 0; i < f.events.n; i++) {
		const struct event *e = &f.events.event[i];

		str_addf(&out, "%s%s", i ? "; " : "", e->name);
		if (e->row != (int)i)
			str_addf(&out, " =%d", e->row);
		assert_int_equal(e->cgroup, -1);
		assert_int_equal(e->source, 0);
	}
	if (strcmp(out.text, want) != 0)
		fail_msg("%s: '%s', not '%s'", text, out.text, want);
	str_release(&out);
	teardown(&f);
}

static void instances_are_told_apart(void **state)
{
	static const struct event_opts apart = { .no_merge = true, .own_sources = 1 };
	static const struct event_opts not_mine = { .no_merge = true };
	static const struct event_opts merged = { .own_sources = 1 };
	static const struct { const char *text, *want; } cases[] = {
		{ "uncore_foo/clk/", "uncore_foo_0/clk/; uncore_foo_1/clk/" },
		{ "foo/clk/", "uncore_foo_0/clk/; uncore_foo_1/clk/" },
		{ "unc*/event=1/k", "uncore_foo_0/event=1/k; uncore_foo_1/event=1/k" },
		{ "uncore_foo_1/clk/", "uncore_foo_1/clk/" },
		{ "uncore_type_7_0/clk/", "uncore_foo_0/clk/" },
		{ "clk", "clk [uncore_foo_0]; clk [uncore_foo_1]" },
		{ "uncore_foo/clk,name=x/", "x; x" },
		{ "task-clock:u", "task-clock:u [software]" },
		{ "tsc", "tsc [msr]" },
		{ "r1c0", "r1c0 [cpu]" },
		{ "L1-dcache-loads", "L1-dcache-loads [cpu]" },
		{ "ls_not_halted_cyc:u", "ls_not_halted_cyc:u [cpu]" },
		{ "1:3", "1:3 [software]" },
		{ "4:0x3c", "4:0x3c [cpu]" },
		{ "cs/name=x/", "x [software]" },
		{ "cycles:u", "cycles:u" },			/* hardware is hardware */
		{ "0:0", "0:0" },
		{ "cpu/event=1/", "cpu/event=1/" },		/* it says so already */
		{ "cpu/cpu-cycles/", "cpu/cpu-cycles/" },
		{ "sched:sched_switch", "sched:sched_switch" },
		{ "mem:0x1000:rw", "mem:0x1000:rw" },
		{ "duration_time", "duration_time" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		check(PLAIN, cases[i].text, &apart, cases[i].want);
	check(PLAIN, "cs,tsc,L1-dcache-loads", &not_mine, "cs; tsc; L1-dcache-loads");
	check(PLAIN, "uncore_foo/clk/,clk", &merged, "uncore_foo/clk/; uncore_foo/clk/ =0; clk; clk =2");
	check(NOTHING, "r1c0,L1-dcache-loads,cs", &apart, "r1c0 [cpu]; L1-dcache-loads [cpu]; cs [software]");	/* no core PMU */
}

static void kinds_of_core(void **state)
{
	static const struct { const char *text; struct event_opts o; const char *want; } cases[] = {
		{ "cycles:u", {0}, "cpu_atom/cycles:u/; cpu_core/cycles:u/" },
		{ "cycles", { .hybrid_merge = true }, "cycles; cycles =0" },
		{ "cycles,instructions", { .hybrid_merge = true }, "cycles; cycles =0; instructions; instructions =2" },
		{ "{cycles,instructions}", { .hybrid_merge = true }, "cycles; instructions; cycles =0; instructions =1" },
		{ "cpu_*/event=1/", { .hybrid_merge = true }, "cpu_*/event=1/; cpu_*/event=1/ =0" },
		{ "cpu_core/cycles/,cpu_atom/cycles/", { .hybrid_merge = true }, "cpu_core/cycles/; cpu_atom/cycles/" },
		{ "r1,cycles", { .no_merge = true, .own_sources = 1 },
		  "cpu_core/r1/; cpu_atom/cycles/; cpu_core/cycles/" },
		{ "r1", { .no_merge = true, .own_sources = 1, .hybrid_merge = true }, "r1" },
		{ "r1,10:1", { .cputype = "atom" }, "cpu_atom/r1/; cpu_atom/10:1/" },
		{ "cycles,cs,tsc", { .cputype = "core" }, "cpu_core/cycles/; cs; tsc" },
		{ "cycles", { .cputype = "cpu_atom" }, "cpu_atom/cycles/" },
		{ "cpu_*/event=1/", { .cputype = "atom" }, "cpu_atom/event=1/" },
		{ "slots", { .cputype = "core" }, "cpu_core/slots/" },
		{ "cpu_core/event=1/", { .cputype = "atom" }, "cpu_core/event=1/" },	/* asked for by its name */
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		check(HYBRID, cases[i].text, &cases[i].o, cases[i].want);
	check(PLAIN, "cycles,cs,tsc,cpu/event=1/", &(struct event_opts){ .cputype = "cpu" },
	      "cycles; cs; tsc; cpu/event=1/");
}

static void kinds_of_core_that_are_not_there(void **state)
{
	static const struct { enum kind kind; const char *type, *hint; } cases[] = {
		{ HYBRID, "big", "there are cpu_atom, cpu_core" },
		{ HYBRID, "", "there are cpu_atom, cpu_core" },
		{ PLAIN, "core", "there is only cpu" },
		{ PLAIN, "", "there is only cpu" },
		{ NOTHING, "core", "there is no core PMU here" },
		{ NOTHING, "cpu", "there is no core PMU here" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct event_opts o = { .cputype = cases[i].type };
		struct fixture f;
		char want[80];

		setup(&f, cases[i].kind);
		assert_int_equal(specs_parse(&f.specs, "cs", NULL, &f.err), 0);
		assert_int_equal(events_resolve(&f.events, &f.specs, &f.machine, &o, &f.notes, &f.err), -1);
		snprintf(want, sizeof(want), "--cputype '%s' is not supported", cases[i].type);
		assert_string_equal(f.err.message, want);
		assert_string_equal(f.err.hint, cases[i].hint);
		teardown(&f);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(instances_are_told_apart),
		cmocka_unit_test(kinds_of_core),
		cmocka_unit_test(kinds_of_core_that_are_not_there),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
