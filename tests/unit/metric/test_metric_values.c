/* SPDX-License-Identifier: MIT */
/* Tests metrics of -M: their rows, values and notes. */
#include "test.h"

#include <math.h>

#include "made_counts.h"
#include "event/cgroup_events.h"
#include "event/resolver.h"
#include "event/vendor/catalog.h"
#include "metric/metric_select.h"

static bool has_event(void *ctx, const char *name)
{
	(void)ctx;
	return strcmp(name, "gone") != 0;
}

static double literal(void *ctx, const char *name)
{
	(void)ctx;
	return strcmp(name, "#num_packages") == 0 ? 2 : (double)NAN;
}

static bool cpuid_matches(void *ctx, const char *pattern)
{
	(void)ctx;
	return strcmp(pattern, "this") == 0;
}

static const struct formula_world world = { NULL, literal, has_event, cpuid_matches, NULL };

struct fixture {
	struct counted f;
	struct catalog_metric metric;
	struct metric_selection picks;
};

static struct catalog_metric metric_of(const char *expr, const char *scale_unit, const char *threshold)
{
	return (struct catalog_metric){ "m", "", "", expr, scale_unit, threshold, "", "", "", "", "", "", "", 0 };
}

/* The events of `before` come first, then those of the metric m. */
static void setup_on(struct fixture *x, void (*machine)(const struct root *), const char *before,
		     const struct metric_select_opts *opts)
{
	static const char *const list = "m";
	struct metric_select_opts o = *opts;
	struct counted *f = &x->f;

	o.list = &list;
	o.n_lists = 1;
	counted_setup_on(f, machine, before);
	metrics_release(&f->metrics);
	if (metric_selection_find(&x->picks, &o, &x->metric, 1, &world, &f->notes, &f->err) < 0)
		fail_msg("%s: %s", x->metric.expr, f->err.message);
	for (size_t i = 0; i < x->picks.n_sources; i++) {
		const struct metric_source *s = &x->picks.source[i];
		size_t at = f->specs.n;

		assert_int_equal(specs_parse(&f->specs, s->text, NULL, &f->err), 0);
		for (size_t k = 0; k < s->n; k++)
			f->specs.spec[at + k].metric_id = x->picks.formulas.event[s->event[k]].name;
	}
	events_release(&f->events);
	assert_int_equal(events_resolve(&f->events, &f->specs, &f->machine, &(struct event_opts){0}, &f->notes,
					&f->err), 0);
	f->plan.n = 0;
	for (size_t e = 0; e < f->events.n; e++)
		if (f->events.event[e].tool == TOOL_NONE)
			f->slot[f->plan.n++] = (struct slot){ .event = (int)e, .cpu = -1, .leader = -1,
							      .members = 1 };
	sample_resize(&f->first, f->plan.n);
	sample_resize(&f->last, f->plan.n);
	for (size_t i = 0; i < f->plan.n; i++)
		f->first.state[i] = f->last.state[i] = COUNTER_OPEN;
	assert_int_equal(metrics_select(&f->metrics, &f->events, &f->err), 0);
	metrics_add_selection(&f->metrics, &f->events, &x->picks, 1);
}

static void evaluate(struct fixture *x, const uint64_t *count)
{
	struct counted *f = &x->f;

	for (size_t s = 0; s < f->plan.n; s++)
		counted_read(f, s, count[s], 10, 10);
	f->last.tool[TOOL_DURATION] = 2000000000;
	f->last.tool[TOOL_USER] = 500000000;
	counted_build(f, false);
	metrics_eval(&f->table, &f->metrics, &f->events, 1e9);
}

static void teardown(struct fixture *x)
{
	counted_teardown(&x->f);
	metric_selection_release(&x->picks);
}

/* The figure of m; NULL: it has no row. */
static const struct figure *figure(const struct fixture *x, size_t *at)
{
	for (size_t i = 0; i < x->f.metrics.n; i++)
		if (x->f.metrics.metric[i].selected) {
			*at = i;
			return &x->f.table.figure[i];
		}
	return NULL;
}

/* Counts are in the order of the list; instructions has config 1, cycles 0. */
static void values(void **state)
{
	static const struct {
		const char *before, *expr, *scale_unit;
		uint64_t count[6];
		double value;
		int row;
	} cases[] = {
		{ "cs", "instructions / branches", "", { 1, 50, 25 }, 2, 1 },
		{ "cs", "branches / instructions", "100%", { 1, 25, 50 }, 200, 1 },	/* they stand as in perf's table */
		{ "cs", "cycles", "1e-3kHz", { 1, 5000 }, 5, 1 },
		/* its own events, not those of -e */
		{ "branches,instructions", "instructions", "", { 1, 2, 7 }, 7, 2 },
		{ "branches", "branches + branches", "", { 1, 4 }, 8, 1 },
		/* times are in seconds */
		{ "cs", "cycles / duration_time", "", { 1, 5000 }, 2500, 1 },
		{ "cs", "duration_time * user_time", "", { 1 }, 1, 1 },
		{ "cs", "#num_packages * 3", "", { 1 }, 6, 1 },
		{ "cs", "cycles if has_event(gone) else 7", "", { 1 }, 7, 1 },
		{ "cs", "2 * has_event(cycles) + 3 * has_event(gone)", "", { 1 }, 2, 1 },
		{ "cs", "2 * strcmp_cpuid_str(this) + 3 * strcmp_cpuid_str(that)", "", { 1 }, 2, 1 },
		/* an event of several PMUs */
		{ "cs", "box@event\\=1@", "", { 1, 3, 4 }, 7, 1 },
		{ "cs", "source_count(box@event\\=1@)", "", { 1, 3, 4 }, 2, 1 },
		{ "cs", "box@event\\=1@ / source_count(box@event\\=1@)", "", { 1, 3, 5 }, 4, 1 },
		{ "cs", "cycles / (branches - 3)", "", { 1, 3, 3 }, NAN, 1 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct fixture x = { .metric = metric_of(cases[i].expr, cases[i].scale_unit, "") };
		const struct figure *f;
		size_t at = 0;

		setup_on(&x, counted_machine, cases[i].before, &(struct metric_select_opts){ .no_group = true });
		evaluate(&x, cases[i].count);
		f = figure(&x, &at);
		if (!f || (isnan(cases[i].value) ? !isnan(f->value) : !(fabs(f->value - cases[i].value) < 1e-9)))
			fail_msg("%s: %g", cases[i].expr, f ? f->value : -1);
		assert_int_equal(x.f.metrics.metric[at].row, cases[i].row);
		teardown(&x);
	}
}

/* The built-in metric of a row comes first; a rate without a clock is dropped. */
static void beside_other_metrics(void **state)
{
	static const struct { const char *before, *expr; bool no_group; const char *want; } cases[] = {
		{ "cs", "instructions", false, "/sec:0 insn per cycle:1 stalled cycles per insn:1 m:1 " },
		{ "cs", "branches", false, "/sec:0 m:1 " },
		{ "task-clock", "branches", true, "CPUs utilized:0 /sec:1 m:1 " },
		{ "task-clock", "branches + branch-misses", false, "CPUs utilized:0 of all branches:1 m:1 /sec:2 " },
		{ "cs", "duration_time", false, "/sec:0 m:1 " },
	};
	struct str text = {0};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct fixture x = { .metric = metric_of(cases[i].expr, "", "") };

		setup_on(&x, counted_machine, cases[i].before, &(struct metric_select_opts){ .no_group = cases[i].no_group });
		str_reset(&text);
		for (size_t k = 0; k < x.f.metrics.n; k++)
			str_addf(&text, "%s:%d ", x.f.metrics.metric[k].def->name, x.f.metrics.metric[k].row);
		assert_string_equal(text.text, cases[i].want);
		evaluate(&x, (const uint64_t[]){ 1, 2, 3, 4 });
		teardown(&x);
	}
	str_release(&text);
}

/* Core types have their own rows, which are one event in a metric. */
static void all_kinds_of_core(void **state)
{
	struct fixture x = { .metric = metric_of("instructions / cycles", "", "") };
	const struct figure *f;
	size_t at = 0;

	(void)state;
	setup_on(&x, counted_hybrid, "cs", &(struct metric_select_opts){ .no_group = true });
	assert_int_equal(x.f.events.n, 5);
	evaluate(&x, (const uint64_t[]){ 1, 60, 40, 10, 10 });
	f = figure(&x, &at);
	assert_non_null(f);
	assert_true(fabs(f->value - 5) < 1e-9);
	x.f.last.state[1] = COUNTER_NOT_SUPPORTED;	/* one core type may be missing */
	evaluate(&x, (const uint64_t[]){ 1, 60, 40, 10, 10 });
	f = figure(&x, &at);
	assert_true(fabs(f->value - 2) < 1e-9);
	teardown(&x);
}

static void each_cgroup_has_its_own(void **state)
{
	struct fixture x = { .metric = metric_of("branches / duration_time", "", "") };
	struct counted *f = &x.f;
	size_t n = 0;

	(void)state;
	setup_on(&x, counted_machine, "cs", &(struct metric_select_opts){0});
	metrics_release(&f->metrics);
	cgroup_events_clone(&f->events, 2);
	assert_int_equal(metrics_select(&f->metrics, &f->events, &f->err), 0);
	metrics_add_selection(&f->metrics, &f->events, &x.picks, 1);
	for (size_t i = 0; i < f->metrics.n; i++) {
		if (!f->metrics.metric[i].selected)
			continue;
		assert_int_equal(f->metrics.metric[i].row, n ? 4 : 1);
		n++;
	}
	assert_int_equal(n, 2);
	teardown(&x);
}

static void severities(void **state)
{
	static const struct { const char *threshold; uint64_t count; int severity; } cases[] = {
		{ "", 5, 0 }, { "m > 4", 5, 3 }, { "m > 4", 4, FIGURE_GOOD }, { "m > 4 & gone > 1", 5, 0 },
		{ "m / 0", 5, 0 }, { "branches > 4", 5, 3 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct fixture x = { .metric = metric_of("cycles", "100%", cases[i].threshold) };
		const struct figure *f;
		size_t at = 0;

		setup_on(&x, counted_machine, "cs", &(struct metric_select_opts){0});
		evaluate(&x, (const uint64_t[]){ 1, cases[i].count, cases[i].count });
		f = figure(&x, &at);
		assert_non_null(f);
		assert_int_equal(f->severity, cases[i].severity);
		teardown(&x);
	}
}

/* With --metric-no-threshold a threshold without its event is not known. */
static void a_threshold_without_its_events(void **state)
{
	struct fixture x = { .metric = metric_of("cycles", "", "branches > 4") };
	size_t at = 0;

	(void)state;
	setup_on(&x, counted_machine, "cs", &(struct metric_select_opts){ .no_threshold = true });
	assert_int_equal(x.f.events.n, 2);
	evaluate(&x, (const uint64_t[]){ 1, 5 });
	assert_int_equal(figure(&x, &at)->severity, 0);
	teardown(&x);
}

static void what_is_said(void **state)
{
	static const struct {
		uint64_t running[2];	/* out of 10: branches, cycles */
		bool refused;
		const char *want;
	} cases[] = {
		{ { 10, 10 }, false, "" },
		{ { 5, 10 }, false, "metric-shared@-1: 50.00%: m" },
		{ { 5, 2 }, false, "metric-shared@-1: 20.00%: m" },
		{ { 10, 0 }, false, "metric-lacks@2: m" },
		{ { 10, 10 }, true, "metric-lacks@1: m" },
	};
	struct str text = {0};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct fixture x = { .metric = metric_of("branches / cycles", "", "") };
		struct counted *f = &x.f;

		setup_on(&x, counted_machine, "cs", &(struct metric_select_opts){ .no_group = true });
		assert_string_equal(f->events.event[1].name, "cycles");
		counted_read(f, 0, 1, 10, 10);
		for (size_t k = 0; k < 2; k++)
			counted_read(f, k + 1, 100, 10, cases[i].running[k]);
		if (cases[i].refused)
			f->last.state[1] = COUNTER_NOT_SUPPORTED;
		counted_build(f, false);
		metrics_eval(&f->table, &f->metrics, &f->events, 1e9);
		notes_release(&f->notes);
		metrics_note(&f->metrics, &f->table, &f->notes);
		str_reset(&text);
		str_add(&text, "");
		for (size_t k = 0; k < f->notes.n; k++)
			str_addf(&text, "%s@%d: %s", note_defs[f->notes.note[k].kind].code, f->notes.note[k].event,
				 f->notes.note[k].text);
		assert_string_equal(text.text, cases[i].want);
		teardown(&x);
	}
	str_release(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values),
		cmocka_unit_test(beside_other_metrics),
		cmocka_unit_test(all_kinds_of_core),
		cmocka_unit_test(each_cgroup_has_its_own),
		cmocka_unit_test(severities),
		cmocka_unit_test(a_threshold_without_its_events),
		cmocka_unit_test(what_is_said),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
