/* SPDX-License-Identifier: MIT */
/* Tests events in cgroups: one each, one for all, all for each; and events that count only on CPUs. */
#include "test.h"

#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "event/cgroup_events.h"
#include "event/event.h"
#include "host/cgroup.h"
#include "host/pmu.h"
#include "made_root.h"

struct sketch {			/* of an event */
	const char *name;
	int source, leader, row;	/* leader and row -1: own index */
	const struct pmu *pmu;
};

static void draw(struct events *es, const struct sketch *sketch)
{
	*es = (struct events){0};
	for (size_t i = 0; sketch[i].name; i++) {
		const struct sketch *s = &sketch[i];

		es->event = mem_resize(es->event, i + 1, sizeof(*es->event));
		es->event[es->n++] = (struct event){
			.name = mem_copy_text(s->name), .unit = mem_copy_text(""), .scale = 1, .cgroup = -1, .source = s->source,
			.leader = s->leader < 0 ? (int)i : s->leader, .row = s->row < 0 ? (int)i : s->row, .pmu = s->pmu,
		};
	}
}

/* "NAME@CGROUP leader,row" of each; no @ without a cgroup. */
static void show(struct str *out, const struct events *es, const struct cgroups *cs)
{
	for (size_t i = 0; i < es->n; i++) {
		const struct event *e = &es->event[i];

		str_addf(out, "%s%s", i ? "; " : "", e->name);
		if (e->cgroup >= 0)
			str_addf(out, "@%s", cs ? cs->cgroup[e->cgroup].name : e->cgroup ? "1" : "0");
		str_addf(out, " %d,%d", e->leader, e->row);
	}
}

static void groups_to_choose(struct root *r)
{
	root_make(r);
	root_put(r, "proc/mounts", "none /cg cgroup2 rw 0 0\n");
	root_put(r, "cg/a", NULL);
	root_put(r, "cg/b/c", NULL);
}

static const struct sketch plain[] = { { "x", 0, -1, -1 }, { "y", 0, -1, -1 }, { "z", 1, -1, -1 }, { NULL } };
static const struct sketch grouped[] = {
	{ "x", 0, -1, -1 }, { "y", 0, 0, -1 }, { "z", 0, 0, -1 }, { "w", 0, 0, -1 }, { NULL },
};
static const struct sketch instances[] = {	/* of two PMUs of one kind, and a plain one between */
	{ "u", 0, -1, -1 }, { "v", 0, -1, -1 }, { "u", 0, -1, 0 }, { "v", 0, -1, 1 }, { "x", 0, -1, -1 }, { NULL },
};

static void positions(void **state)
{
	static const struct {
		const struct sketch *events;
		struct { int sources; const char *list; } given[2];
		const char *want;
	} cases[] = {
		{ plain, { { 2, "a" } }, "x@a 0,0; y@a 1,1; z@a 2,2" },
		{ plain, { { 1, "a" } }, "x@a 0,0; y@a 1,1; z 2,2" },
		{ plain, { { 1, "/" } }, "x@/ 0,0; y@/ 1,1; z 2,2" },
		{ plain, { { 1, "a" }, { 2, "b/c" } }, "x@a 0,0; y@a 1,1; z@b/c 2,2" },
		{ plain, { { 1, "a,a" }, { 2, "b" } }, "x@a 0,0; y@a 1,1; z@b 2,2" },
		{ plain, { { 2, "a,b" } }, "x@a 0,0; y@b 1,1; z 2,2" },
		{ plain, { { 2, "a," } }, "x@a 0,0; y 1,1; z 2,2" },
		{ plain, { { 2, ",b" } }, "x 0,0; y@b 1,1; z 2,2" },
		{ plain, { { 2, ",,b" } }, "x 0,0; y 1,1; z@b 2,2" },
		{ plain, { { 1, "a," }, { 2, "b" } }, "x@a 0,0; y 1,1; z@b 2,2" },
		{ plain, { { 1, "a,b," } }, "x@a 0,0; y@b 1,1; z 2,2" },	/* an item too many that is empty */
		{ grouped, { { 1, "a" } }, "x@a 0,0; y@a 0,1; z@a 0,2; w@a 0,3" },
		{ grouped, { { 1, "a,b,a,b" } }, "x@a 0,0; y@b 1,1; z@a 0,2; w@b 1,3" },
		{ grouped, { { 1, ",b,b" } }, "x 0,0; y@b 1,1; z@b 1,2; w 0,3" },
		{ instances, { { 1, "a,b" } }, "u@a 0,0; v@b 1,1; u@a 2,0; v@b 3,1; x 4,4" },
	};
	struct root r;

	(void)state;
	groups_to_choose(&r);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct error err = ERROR_INIT;
		struct cgroups cs = {0};
		struct events es;
		struct str out = {0};

		draw(&es, cases[i].events);
		for (size_t k = 0; k < 2 && cases[i].given[k].list; k++)
			assert_int_equal(cgroup_events_set(&es, cases[i].given[k].sources, cases[i].given[k].list,
							    &cs, &r.fs, &err), 0);
		show(&out, &es, &cs);
		assert_string_equal(out.text, cases[i].want);
		str_release(&out);
		events_release(&es);
		cgroups_release(&cs);
	}
	root_remove(&r);
}

static void positions_that_are_wrong(void **state)
{
	static const struct {
		int sources;
		const char *list, *then, *message, *hint;
	} cases[] = {
		{ 1, "a,b,a", NULL, "no event is left for cgroup 'a' of -G", "" },
		{ 1, ",,,a", NULL, "no event is left for cgroup 'a' of -G", "" },
		{ 1, "a", "b", "no event is left for cgroup 'b' of -G", "" },
		{ 1, "a,b", "b", "no event is left for cgroup 'b' of -G", "" },
		{ 0, "a", NULL, "-G must follow the events that it applies to", "as in -e cycles -G a" },
		{ 2, "", NULL, "-G '' names no cgroup",
		  "the root of all cgroups is called /; without -G the whole system is counted" },
		{ 2, ",,", NULL, "-G ',,' names no cgroup",
		  "the root of all cgroups is called /; without -G the whole system is counted" },
		{ 2, "b/../a", NULL, "cgroup 'b/../a': a name is a path below /cg, and must not contain ..", "" },
		{ 1, "none", NULL, "no cgroup 'none' below /cg", "" },
		{ 1, "a,none", NULL, "no cgroup 'none' below /cg", "" },
	};
	struct root r;

	(void)state;
	groups_to_choose(&r);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct error err = ERROR_INIT;
		struct cgroups cs = {0};
		struct events es;
		int rc;

		draw(&es, plain);
		rc = cgroup_events_set(&es, cases[i].sources, cases[i].list, &cs, &r.fs, &err);
		assert_int_equal(rc, cases[i].then ? 0 : -1);
		if (cases[i].then)
			assert_int_equal(cgroup_events_set(&es, cases[i].sources, cases[i].then, &cs, &r.fs, &err), -1);
		assert_string_equal(err.message, cases[i].message);
		assert_string_equal(err.hint, cases[i].hint);
		events_release(&es);
		cgroups_release(&cs);
	}
	root_remove(&r);
}

static void all_for_each(void **state)
{
	static const struct { const struct sketch *events; size_t n; const char *want; } cases[] = {
		{ plain, 1, "x@0 0,0; y@0 1,1; z@0 2,2" },
		{ plain, 2, "x@0 0,0; y@0 1,1; z@0 2,2; x@1 3,3; y@1 4,4; z@1 5,5" },
		{ grouped, 2, "x@0 0,0; y@0 0,1; z@0 0,2; w@0 0,3; x@1 4,4; y@1 4,5; z@1 4,6; w@1 4,7" },
		{ instances, 2, "u@0 0,0; v@0 1,1; u@0 2,0; v@0 3,1; x@0 4,4; "
				"u@1 5,5; v@1 6,6; u@1 7,5; v@1 8,6; x@1 9,9" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct events es;
		struct str out = {0};
		size_t before;

		draw(&es, cases[i].events);
		before = es.n;
		es.event[0].filter = mem_copy_text("f");
		es.event[0].metric_id = mem_copy_text("id");
		cgroup_events_clone(&es, cases[i].n);
		show(&out, &es, NULL);
		assert_string_equal(out.text, cases[i].want);
		for (size_t k = before; k < es.n; k += before) {
			assert_string_equal(es.event[k].filter, "f");
			assert_ptr_not_equal(es.event[k].filter, es.event[0].filter);
			assert_string_equal(es.event[k].metric_id, "id");
		}
		str_release(&out);
		events_release(&es);
	}
}

static void no_events_for_each(void **state)
{
	struct events none = {0};

	(void)state;
	cgroup_events_clone(&none, 3);
	assert_int_equal(none.n, 0);
	events_release(&none);
}

static void bound_to_cpus(void **state)
{
	static const struct pmu uncore = { .is_uncore = true, .loaded = true }, core = { .is_core = true, .loaded = true };
	static const struct { struct sketch event[3]; enum tool_kind tool; bool want; } cases[] = {
		{ { { NULL } }, TOOL_NONE, false },
		{ { { "cycles", 0, -1, -1, NULL }, { NULL } }, TOOL_NONE, false },
		{ { { "cpu/cycles/", 0, -1, -1, &core }, { NULL } }, TOOL_NONE, false },
		{ { { "power/energy/", 0, -1, -1, &uncore }, { NULL } }, TOOL_NONE, true },
		{ { { "power/energy/", 0, -1, -1, &uncore }, { "imc", 0, -1, -1, &uncore } }, TOOL_NONE, true },
		{ { { "power/energy/", 0, -1, -1, &uncore }, { "cycles", 0, -1, -1, NULL } }, TOOL_NONE, false },
		{ { { "duration_time", 0, -1, -1, NULL }, { NULL } }, TOOL_DURATION, true },
		{ { { "duration_time:u", 0, -1, -1, NULL }, { NULL } }, TOOL_DURATION, false },
		{ { { "user_time", 0, -1, -1, NULL }, { NULL } }, TOOL_USER, false },
		{ { { "duration_time", 0, -1, -1, NULL }, { "imc", 0, -1, -1, &uncore } }, TOOL_DURATION, true },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct sketch sketch[4] = { cases[i].event[0], cases[i].event[1], cases[i].event[2] };
		struct events es;

		draw(&es, sketch);
		if (es.n)
			es.event[0].tool = cases[i].tool;
		if (events_are_cpu_bound(&es) != cases[i].want)
			fail_msg("case %zu, %s", i, es.n ? es.event[0].name : "no event");
		events_release(&es);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(positions),
		cmocka_unit_test(positions_that_are_wrong),
		cmocka_unit_test(all_for_each),
		cmocka_unit_test(no_events_for_each),
		cmocka_unit_test(bound_to_cpus),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
