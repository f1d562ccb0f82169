/* SPDX-License-Identifier: MIT */
/* Tests metrics by name: which are selected, what they need, how events are grouped, what is missing. */
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "event/vendor/catalog.h"
#include "metric/metric_select.h"

/* A metric; fields that are left out are empty. */
static struct catalog_metric whole(struct catalog_metric m)
{
	const char **const texts[] = { &m.topic, &m.groups, &m.scale_unit, &m.threshold, &m.constraint, &m.no_group,
				       &m.default_group, &m.unit, &m.per, &m.summary, &m.detail, &m.file };

	for (size_t i = 0; i < COUNT_OF(texts); i++)
		*texts[i] = *texts[i] ? *texts[i] : "";
	return m;
}

/* Sorted by name, as in a catalog. */
static struct catalog_metric metrics[] = {
	{ .name = "apart", .groups = "Odd", .expr = "a + b + c", .constraint = "NO_GROUP_EVENTS" },
	{ .name = "b_bound", .groups = "L1;B", .expr = "d_ratio(b, total)", .scale_unit = "100%slots" },
	{ .name = "constant", .groups = "Odd", .expr = "4 if #smt_on else cycles" },
	{ .name = "deep", .groups = "Odd", .expr = "deeper * 2" },
	{ .name = "deeper", .groups = "Odd", .expr = "r_bound + 1" },
	{ .name = "guarded", .groups = "Odd", .expr = "gone if has_event(gone) else a" },
	/* of two chips, which the caller has numbered */
	{ .name = "chip", .groups = "Chips", .expr = "bus@chip\\=0@ * 2", .instance = 1 },
	{ .name = "chip", .groups = "Chips", .expr = "bus@chip\\=1@ * 2", .instance = 2 },
	{ .name = "chip_half", .groups = "Half", .expr = "chip / 4 + a * 0", .instance = 1 },
	{ .name = "chip_half", .groups = "Half", .expr = "chip / 4 + a * 1", .instance = 2 },
	{ .name = "chip_first", .groups = "Half", .expr = "chip / 4 + c" },
	{ .name = "no_literal", .groups = "Odd", .expr = "a * #nobody_knows" },
	{ .name = "no_such", .groups = "Odd;Gone", .expr = "a / gone" },
	{ .name = "no_such_too", .groups = "Odd;Gone", .expr = "1 + gone" },
	{ .name = "r_bound", .groups = "L1;R", .expr = "d_ratio(r, total)", .scale_unit = "100%slots", .threshold = "r_bound > 0.5" },
	{ .name = "self", .groups = "Loop", .expr = "self + 1" },
	{ .name = "share", .groups = "Odd", .expr = "topdown\\-y / topdown\\-x", .scale_unit = "100%" },
	{ .name = "smt", .groups = "Odd", .expr = "a + b", .constraint = "NO_GROUP_EVENTS_SMT" },
	{ .name = "sum", .groups = "L1", .expr = "a + b + r + total" },
	{ .name = "time", .groups = "", .expr = "a / duration_time" },
	{ .name = "tops", .groups = "Top;L1", .expr = "topdown\\-x / (slots + a)", .no_group = "Top" },
	{ .name = "total", .groups = "Mixed", .expr = "6 * clocks" },
	{ .name = "tree", .groups = "Loop;Wrong", .expr = "tree_b" },
	{ .name = "tree_b", .groups = "Loop;Mixed", .expr = "a - tree" },
	{ .name = "warned", .groups = "W", .expr = "a + b", .threshold = "warned > 1 & a > gone" },
	{ .name = "warned_more", .groups = "W", .expr = "a", .threshold = "b + c > 3" },
	{ .name = "watchdog", .groups = "Dog", .expr = "a + b", .constraint = "NO_GROUP_EVENTS_NMI" },
	{ .name = "worded", .groups = "Mixed", .expr = "a +", .file = "a.json" },
	{ .name = "worded_more", .groups = "Mixed", .expr = "1 + worded" },
	{ .name = "worst", .groups = "Mixed", .expr = "b", .threshold = "worst >", .file = "a.json" },
};

static double literal(void *ctx, const char *name)
{
	(void)ctx;
	return strcmp(name, "#smt_on") == 0 ? 1 : (double)NAN;
}

static bool has_event(void *ctx, const char *name)
{
	(void)ctx;
	return strcmp(name, "gone") != 0 && strcmp(name, "cpu_atom/slots/") != 0;
}

static const struct formula_world world = { NULL, literal, has_event, NULL, NULL };

static int picks_of(struct metric_selection *ps, const struct metric_select_opts *o, struct catalog_metric *all, size_t n,
		    struct notes *notes, struct error *err)
{
	for (size_t i = 0; i < n; i++)
		all[i] = whole(all[i]);
	return metric_selection_find(ps, o, all, n, &world, notes, err);
}

struct found {
	struct metric_selection picks;
	struct notes notes;
	struct error err;
	int rc;
};

static void find(struct found *f, const struct metric_select_opts *o)
{
	*f = (struct found){ .err = ERROR_INIT };
	f->rc = picks_of(&f->picks, o, metrics, COUNT_OF(metrics), &f->notes, &f->err);
}

static void release(struct found *f)
{
	metric_selection_release(&f->picks);
	metric_selection_release(&f->picks);
	notes_release(&f->notes);
}

/* "name name : text | text" */
static void tell(struct str *out, const struct metric_selection *ps)
{
	str_reset(out);
	for (size_t i = 0; i < ps->n; i++)
		str_addf(out, "%s ", ps->selected[i].name);
	for (size_t i = 0; i < ps->n_sources; i++)
		str_addf(out, "%s %s", i ? " |" : ":", ps->source[i].text);
}

static void lists(void **state)
{
	static const struct {
		const char *list;
		struct metric_select_opts opts;
		const char *want;
	} cases[] = {
		{ "total", {0}, "total : clocks" },
		{ "TOTAL", {0}, "total : clocks" },
		{ " total , total,", {0}, "total : clocks" },
		{ "total,total:u", {0}, "total total:u : clocks:u | clocks" },
		{ "r_bound", {0}, "r_bound : {r,clocks}:W" },
		{ "r_bound:uk", {0}, "r_bound:uk : {r:uk,clocks:uk}:W" },
		{ "deep", {0}, "deep : {r,clocks}:W" },
		{ "chip", {0}, "chip_0 chip_1 : bus/chip=1/ | bus/chip=0/" },
		{ "chip:u", {0}, "chip_0:u chip_1:u : bus/chip=1/u | bus/chip=0/u" },
		{ "chip_half", {0}, "chip_half_0 chip_half_1 : {bus/chip=1/,a}:W | {bus/chip=0/,a}:W" },
		{ "chip_first", {0}, "chip_first : {c,bus/chip=0/}:W" },
		/* later names first, a group from its end; small metrics share the group of large ones */
		{ "r_bound,b_bound", {0}, "r_bound b_bound : {b,clocks}:W | {r,clocks}:W" },
		{ "b_bound,r_bound", {0}, "b_bound r_bound : {r,clocks}:W | {b,clocks}:W" },
		{ "R,B", {0}, "r_bound b_bound : {b,clocks}:W | {r,clocks}:W" },
		{ "b_bound,sum", {0}, "b_bound sum : {r,b,clocks,a}:W" },
		{ "sum,b_bound", {0}, "b_bound sum : {r,b,clocks,a}:W" },
		{ "b_bound:u,sum", {0}, "b_bound:u sum : {r,b,clocks,a}:W | {b:u,clocks:u}:W" },
		{ "b_bound,sum", { .no_merge = true }, "b_bound sum : {r,b,clocks,a}:W | {b,clocks}:W" },
		{ "deep,r_bound", { .no_merge = true }, "deep r_bound : {r,clocks}:W" },
		{ "b_bound,sum", { .no_group = true }, "b_bound sum : r,b,clocks,a" },
		{ "b_bound,total:u", { .no_group = true }, "total:u b_bound : clocks,b | clocks:u" },
		/* constraints */
		{ "apart", {0}, "apart : c,b,a" },
		{ "watchdog", {0}, "watchdog : {b,a}:W" },
		{ "watchdog", { .nmi_watchdog = true }, "watchdog : b,a" },
		{ "smt", {0}, "smt : b,a" },
		{ "apart,watchdog", {0}, "watchdog apart : c,b,a | {b,a}:W" },
		{ "tops", {0}, "tops : {topdown-x,a,slots}:W" },
		{ "Top", {0}, "tops : topdown-x,slots,a" },
		{ "share", {0}, "share : {topdown-y,topdown-x,slots}:W" },
		{ "total,share", {0}, "total share : {topdown-y,topdown-x,slots}:W | clocks" },
		/* pstat's own times are in no group; a metric without events stands beside the time */
		{ "time", {0}, "time : a | duration_time" },
		{ "time:u", {0}, "time:u : a:u | duration_time" },
		{ "constant", {0}, "constant : duration_time" },
		{ "guarded", {0}, "guarded : a" },
		/* thresholds: dropped if something is missing or with --metric-no-threshold */
		{ "warned", {0}, "warned : {b,a}:W" },
		{ "warned_more", {0}, "warned_more : {c,b,a}:W" },
		{ "warned_more", { .no_threshold = true }, "warned_more : a" },
	};
	struct str text = {0};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct metric_select_opts o = cases[i].opts;
		struct found f;

		o.list = &cases[i].list;
		o.n_lists = 1;
		find(&f, &o);
		if (f.rc < 0)
			fail_msg("%s: %s", cases[i].list, f.err.message);
		tell(&text, &f.picks);
		if (strcmp(text.text, cases[i].want) != 0)
			fail_msg("%s: got '%s'", cases[i].list, text.text);
		assert_int_equal(f.notes.n, 0);
		release(&f);
	}
	str_release(&text);
}

static void several_lists(void **state)
{
	static const char *const list[] = { "r_bound", "total,time" };
	struct str text = {0};
	struct found f;

	(void)state;
	find(&f, &(struct metric_select_opts){ .list = list, .n_lists = 2 });
	tell(&text, &f.picks);
	assert_string_equal(text.text, "total time r_bound : {r,clocks}:W | a | duration_time");
	str_release(&text);
	release(&f);
}

static void errors(void **state)
{
	static const struct { const char *list, *message, *hint; } cases[] = {
		{ "totel", "there is no metric or group 'totel'", "did you mean 'total'?" },
		{ "l2", "there is no metric or group 'l2'", "did you mean 'L1'?" },
		{ "total,xyzzyxyzzy", "there is no metric or group 'xyzzyxyzzy'", "'pstat list metrics' shows them" },
		{ "total:z", "metric 'total' cannot have the modifier 'z'", "" },
		{ "", "-M needs the name of a metric or group", "'pstat list metrics' shows them" },
		{ " , ,", "-M needs the name of a metric or group", "'pstat list metrics' shows them" },
		{ "total,:u", "there is no metric before ':u'", "" },
		{ "total:", "metric 'total' has no modifier after its colon", "" },
		{ "total:uku", "metric 'total' has the modifier 'u' twice", "" },
		{ "tot*", "there is no metric or group 'tot*'",
		  "-M takes no patterns; `pstat list 'tot*'` shows what matches this one" },
		{ "[tT]otal", "there is no metric or group '[tT]otal'",
		  "-M takes no patterns; `pstat list '[tT]otal'` shows what matches this one" },
		{ "total:uz", "metric 'total' cannot have the modifier 'z'", "" },
		{ "self", "metric 'self' needs its own value: self, self", "" },
		{ "tree", "metric 'tree' needs its own value: tree, tree_b, tree", "" },
		{ "no_such", "cannot compute no_such: there is no 'gone' here",
		  "'pstat list' shows the events of this machine" },
		{ "Gone", "cannot compute no_such_too, no_such: there is no 'gone' here",
		  "'pstat list' shows the events of this machine" },
		{ "no_literal", "cannot compute no_literal: there is no '#nobody_knows' here",
		  "this machine does not say what it is" },
		{ "worded", "the expression is not complete", "it is the expression of metric 'worded' in a.json" },
		{ "Wrong", "metric 'tree' needs its own value: tree, tree_b, tree", "" },	/* all of a group are */
		{ "total,tree", "metric 'tree' needs its own value: tree, tree_b, tree", "" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct found f;

		find(&f, &(struct metric_select_opts){ .list = &cases[i].list, .n_lists = 1 });
		if (f.rc == 0)
			fail_msg("%s is no error", cases[i].list);
		assert_string_equal(f.err.message, cases[i].message);
		assert_string_equal(f.err.hint, cases[i].hint);
		release(&f);
	}
}

static void an_empty_catalog(void **state)
{
	static const char *const list = "total";
	struct metric_selection ps;
	struct notes notes = {0};
	struct error err = ERROR_INIT;

	(void)state;
	assert_int_equal(picks_of(&ps, &(struct metric_select_opts){ .list = &list, .n_lists = 1 }, NULL, 0,
				  &notes, &err), -1);
	assert_string_equal(err.hint, "no metrics of this CPU are known; --define 'name=expression' defines one");
	metric_selection_release(&ps);
}

/* Metrics of a group that this machine cannot compute are left out, with one note for each missing thing. */
static void what_is_missing(void **state)
{
	static const char *const list = "Odd,total";
	struct found f;

	(void)state;
	find(&f, &(struct metric_select_opts){ .list = &list, .n_lists = 1 });
	assert_int_equal(f.rc, 0);
	assert_int_equal(f.notes.n, 2);
	assert_int_equal(f.notes.note[0].kind, NOTE_NO_METRIC);
	assert_string_equal(f.notes.note[0].text, "'gone': no_such_too, no_such");
	assert_string_equal(f.notes.note[1].text, "'#nobody_knows': no_literal");
	release(&f);
}

/* The rest of a group with an invalid metric is computed; an invalid threshold costs only the colour. */
static void what_is_wrong(void **state)
{
	static const char *const lists[] = { "Mixed", "worst,total" };
	struct str text = {0};
	struct found f;

	(void)state;
	find(&f, &(struct metric_select_opts){ .list = lists, .n_lists = 2 });
	assert_int_equal(f.rc, 0);
	tell(&text, &f.picks);
	assert_string_equal(text.text, "worst total : clocks | b");
	assert_int_equal(f.picks.selected[0].threshold, -1);
	assert_int_equal(f.notes.n, 4);
	assert_int_equal(f.notes.note[0].kind, NOTE_METRIC_WRONG);
	assert_string_equal(f.notes.note[0].text, "worst: the expression is not complete "
			    "(it is the threshold of metric 'worst' in a.json)");
	assert_string_equal(f.notes.note[1].text, "worded_more: the expression is not complete "
			    "(it is the expression of metric 'worded' in a.json)");
	assert_string_equal(f.notes.note[2].text, "worded: the expression is not complete "
			    "(it is the expression of metric 'worded' in a.json)");
	assert_string_equal(f.notes.note[3].text, "tree_b: metric 'tree_b' needs its own value: tree_b, tree, tree_b");
	str_release(&text);
	release(&f);
}

static void kinds_of_core(void **state)
{
	static struct catalog_metric hybrid[] = {
		{ .name = "bound", .groups = "Top", .expr = "slots_of / cpu_atom@x@", .unit = "cpu_atom" },
		{ .name = "bound", .groups = "Top", .expr = "slots_of / cpu_core@x@", .unit = "cpu_core" },
		{ .name = "share", .groups = "", .expr = "cpu_atom@topdown\\-x@ / 5", .unit = "cpu_atom" },
		{ .name = "share", .groups = "", .expr = "cpu_core@topdown\\-x@ + cpu_core@TOPDOWN.SLOTS_P@", .unit = "cpu_core" },
		{ .name = "share_too", .groups = "", .expr = "cpu_core@topdown\\-x@ / cpu_core@TOPDOWN.SLOTS@", .unit = "cpu_core" },
		{ .name = "slots_of", .groups = "", .expr = "5 * cpu_atom@clocks@", .unit = "cpu_atom" },
		{ .name = "slots_of", .groups = "", .expr = "6 * cpu_core@clocks@", .unit = "cpu_core" },
	};
	static const struct { const char *list, *unit, *want; } cases[] = {
		{ "bound", NULL, "bound bound : {cpu_core/x/,cpu_core/clocks/}:W | {cpu_atom/x/,cpu_atom/clocks/}:W" },
		{ "bound", "cpu_atom", "bound : {cpu_atom/x/,cpu_atom/clocks/}:W" },
		{ "bound:k", "cpu_core", "bound:k : {cpu_core/x/k,cpu_core/clocks/k}:W" },
		{ "bound", "atom", "bound : {cpu_atom/x/,cpu_atom/clocks/}:W" },
		{ "Top", "core", "bound : {cpu_core/x/,cpu_core/clocks/}:W" },
		/* cpu_atom has events called topdown-, and no slots */
		{ "share", NULL, "share share : {cpu_core/slots/,cpu_core/TOPDOWN.SLOTS_P/,cpu_core/topdown-x/}:W | cpu_atom/topdown-x/" },
		{ "share_too", NULL, "share_too : {cpu_core/TOPDOWN.SLOTS/,cpu_core/topdown-x/}:W" },
	};
	static const char *const group = "Top";
	struct found none = { .err = ERROR_INIT };
	struct str text = {0};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct found f = { .err = ERROR_INIT };

		assert_int_equal(picks_of(&f.picks, &(struct metric_select_opts){ .list = &cases[i].list, .n_lists = 1,
				 .unit = cases[i].unit }, hybrid, COUNT_OF(hybrid), &f.notes, &f.err), 0);
		tell(&text, &f.picks);
		assert_string_equal(text.text, cases[i].want);
		release(&f);
	}
	str_release(&text);
	assert_int_equal(picks_of(&none.picks, &(struct metric_select_opts){ .list = &group, .n_lists = 1, .unit = "atom" },
				  &hybrid[1], 1, &none.notes, &none.err), -1);
	assert_string_equal(none.err.message, "'Top' is a metric of cpu_core, which --cputype atom excludes");
	release(&none);
}

static void names_with_modifiers_already(void **state)
{
	static struct catalog_metric own[] = {
		{ .name = "a", .groups = "", .expr = "x:k + cpu@y@u + sched:sched_switch + cycles + cpu@z@" },
	};
	static const struct { const char *list, *want; } cases[] = {
		{ "a:p", "x:kp,sched:sched_switch:p,cpu/z/p,cycles:p,cpu/y/up" },
		/* modifiers in the expression win, and none is there twice */
		{ "a:u", "x:k,sched:sched_switch:u,cpu/z/u,cycles:u,cpu/y/u" },
		{ "a:k", "x:k,sched:sched_switch:k,cpu/z/k,cycles:k,cpu/y/u" },
		{ "a:uppG", "x:kppG,sched:sched_switch:uppG,cpu/z/uppG,cycles:uppG,cpu/y/uppG" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct metric_select_opts o = { .list = &cases[i].list, .n_lists = 1, .no_group = true };
		struct found f = { .err = ERROR_INIT };

		assert_int_equal(picks_of(&f.picks, &o, own, 1, &f.notes, &f.err), 0);
		assert_string_equal(f.picks.source[0].text, cases[i].want);
		release(&f);
	}
}

static void labels(void **state)
{
	static const struct { const char *scale_unit, *label, *unit; double scale; } cases[] = {
		{ "100%slots", "%slots  m", "%slots", 100 },
		{ "6.103515625e-5MiB", "MiB  m", "MiB", 6.103515625e-5 },
		{ "1core clocks", "core clocks  m", "core clocks", 1 },
		{ "", "m", "", 1 },
		{ "MB/s", "m", "", 1 },
		{ "1e3", "  m", "", 1000 },
	};
	static const char *const list = "m";

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct catalog_metric one = { .name = "m", .expr = "a", .scale_unit = cases[i].scale_unit };
		struct found f = { .err = ERROR_INIT };

		assert_int_equal(picks_of(&f.picks, &(struct metric_select_opts){ .list = &list, .n_lists = 1 }, &one, 1,
					    &f.notes, &f.err), 0);
		assert_string_equal(f.picks.selected[0].label, cases[i].label);
		assert_string_equal(f.picks.selected[0].unit, cases[i].unit);
		assert_true(fabs(f.picks.selected[0].scale - cases[i].scale) < 1e-9);
		release(&f);
	}
}

/* A chain of metrics that is too long. */
static void too_deep(void **state)
{
	enum { N = FORMULA_DEPTH + 1 };
	static struct catalog_metric chain[N];
	static char name[N][8], expr[N][16];
	static const char *const list = "m0", *const later = "m1";
	struct found f = { .err = ERROR_INIT };

	(void)state;
	for (int i = 0; i < N; i++) {
		snprintf(name[i], sizeof(name[i]), "m%d", i);
		snprintf(expr[i], sizeof(expr[i]), i + 1 < N ? "1 + m%d" : "a", i + 1);
		chain[i] = (struct catalog_metric){ .name = name[i], .expr = expr[i] };
	}
	assert_int_equal(picks_of(&f.picks, &(struct metric_select_opts){ .list = &later, .n_lists = 1 }, chain, N,
				    &f.notes, &f.err), 0);
	release(&f);
	assert_int_equal(picks_of(&f.picks, &(struct metric_select_opts){ .list = &list, .n_lists = 1 }, chain, N,
				    &f.notes, &f.err), -1);
	assert_string_equal(f.err.message, "metric 'm0' refers to metrics more than 64 deep");
	release(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lists),
		cmocka_unit_test(several_lists),
		cmocka_unit_test(errors),
		cmocka_unit_test(an_empty_catalog),
		cmocka_unit_test(what_is_missing),
		cmocka_unit_test(what_is_wrong),
		cmocka_unit_test(kinds_of_core),
		cmocka_unit_test(names_with_modifiers_already),
		cmocka_unit_test(labels),
		cmocka_unit_test(too_deep),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
