/* SPDX-License-Identifier: MIT */
/* The rows of pstat list on a small machine: their states, the words that find them, and their JSON. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "base/json_reader.h"
#include "event/event_names.h"
#include "event/vendor/catalog.h"
#include "fake_kernel.h"
#include "host/machine.h"
#include "list/computable.h"
#include "list/list.h"
#include "list/list_printer.h"
#include "list/list_query.h"
#include "list/listing.h"
#include "list/openable.h"
#include "made_root.h"

struct fixture {
	struct root root;
	struct machine machine;
	struct catalog_opts opts;
	struct catalog catalog;
	struct listing l;
	struct error err;
};

static void put_machine(const struct root *r)
{
	root_put(r, PMU_DIR "cpu/type", "4\n");
	root_put(r, PMU_DIR "cpu/format/event", "config:0-7\n");
	root_put(r, PMU_DIR "cpu/format/edge", "config:18\n");
	root_put(r, PMU_DIR "cpu/format/big", "config1:0-63\n");
	root_put(r, PMU_DIR "cpu/format/inv", "config:23\n");
	root_put(r, PMU_DIR "cpu/events/cycles-t", "event=0x3c,in_tx=1\n");
	root_put(r, PMU_DIR "cpu/events/BRANCHY", "event=0xc4\n");
	for (int i = 0; i < 12; i++) {
		char path[80];

		snprintf(path, sizeof(path), PMU_DIR "uncore_cha_%d/type", i);
		root_put(r, path, "20\n");
		snprintf(path, sizeof(path), PMU_DIR "uncore_cha_%d/events/clockticks", i);
		root_put(r, path, "event=0x1\n");
		snprintf(path, sizeof(path), PMU_DIR "uncore_cha_%d/events/clockticks.scale", i);
		root_put(r, path, "6.4e1\n");
		snprintf(path, sizeof(path), PMU_DIR "uncore_cha_%d/events/clockticks.unit", i);
		root_put(r, path, "Bytes\n");
	}
	root_put(r, PMU_DIR "uncore_upi_0/type", "40\n");
	root_put(r, PMU_DIR "uncore_upi_0/events/flits", "event=0x2\n");
	root_put(r, "sys/kernel/tracing/events/enable", "0\n");
	root_put(r, "sys/kernel/tracing/events/sched/enable", "0\n");
	root_put(r, "sys/kernel/tracing/events/sched/sched_switch/id", "314\n");
	root_put(r, "sys/kernel/tracing/events/sched/sched_odd/format", "a record\n");
	root_put(r, "sys/kernel/tracing/events/sched/sched_waking/id", "322\n");
	root_put(r, "sys/kernel/tracing/events/sched_ext/begin/id", "99\n");
}

static void put_catalog(struct catalog *c)
{
	static const struct catalog_event events[] = {
		{ .name = "branchy", .topic = "pipeline", .unit = "cpu", .terms = "event=0xc4", .summary = "All \"branches\".",
		  .detail = "All branches,\nretired" },
		{ .name = "l2.hit", .topic = "cache", .unit = "cpu", .terms = "event=0x24" },
		{ .name = "l2.old", .topic = "cache", .unit = "cpu", .terms = "event=0x23", .deprecated = true },
		{ .name = "unc_cha_x", .topic = "uncore", .unit = "uncore_cha", .terms = "event=0x5" },
		{ .name = "unc_df_x", .topic = "uncore", .unit = "amd_df", .terms = "event=0x6" },
	};
	static const struct catalog_metric metrics[] = {
		{ .name = "hits", .groups = "L2;Pipe", .expr = "L2.HIT / cycles", .summary = "How often" },
		{ .name = "hybrid", .expr = "cycles", .unit = "cpu_atom" },
		{ .name = "loop_a", .expr = "loop_b + 1" },
		{ .name = "loop_b", .expr = "loop_a + 1" },
		{ .name = "no_event", .groups = "Pipe", .expr = "nothing / cycles" },
		{ .name = "no_pmu", .groups = "Pipe", .expr = "unc_df_x" },
		{ .name = "of_hits", .groups = "Pipe", .expr = "hits * 2 if #smt_on else hits" },
		{ .name = "of_none", .expr = "no_pmu + hits" },
		{ .name = "on_cha", .expr = "cha@clockticks\\,thresh\\=1@ + cpu@event\\=0xc4@ + L2.HIT:u" },
		{ .name = "on_cha_7", .expr = "cha_7@event\\=1@ + uncore_cha_7@clockticks@ + unc_cha_x@thresh\\=1@" },
		{ .name = "on_df", .expr = "amd_df@event\\=1@" },
		{ .name = "refused", .expr = "bus-cycles / duration_time" },
		{ .name = "wrong", .expr = "1 +" },
	};

	for (size_t i = 0; i < sizeof(events) / sizeof(*events); i++)
		catalog_add_event(c, &events[i]);
	for (size_t i = 0; i < sizeof(metrics) / sizeof(*metrics); i++)
		catalog_add_metric(c, &metrics[i]);
	c->loaded = true;
}

static void build(struct fixture *f, const char *script, bool encodings)
{
	static struct fake_kernel fk;
	const struct listing_opts lo = { .pmus = &f->machine.pmus, .catalog = &f->catalog, .encodings = encodings };

	*f = (struct fixture){ .err = ERROR_INIT };
	root_make(&f->root);
	put_machine(&f->root);
	machine_load(&f->machine, &f->root.fs);
	catalog_init(&f->catalog, &f->opts, &f->root.fs);
	put_catalog(&f->catalog);
	if (listing_build(&f->l, &lo, &f->err) < 0)
		fail_msg("%s", f->err.message);
	fake_kernel_init(&fk);
	fake_kernel_script(&fk, script);
	assert_int_equal(openable_check(&f->l, &fk.ops, &f->err), 0);
	assert_int_equal(fk.open_fds, 0);
	computable_metrics(&f->l);
}

static void clear(struct fixture *f)
{
	listing_release(&f->l);
	catalog_release(&f->catalog);
	machine_release(&f->machine);
	root_remove(&f->root);
}

/* Names, with - before absent and ! before denied ones. */
static void check_found(const struct fixture *f, struct list_query q, const char *word, const char *want)
{
	struct str got = {0};
	size_t *chosen, n;

	str_add(&got, "");
	q.names_only = true;		/* list-order.case has built-in metrics */
	list_query_parse(&q, word);
	n = list_query_select(&q, &f->l, &chosen);
	for (size_t i = 0; i < n; i++) {
		const struct listed *item = &f->l.item[chosen[i]];

		str_addf(&got, "%s%s%s", i ? " " : "", &"\0\0?\0-\0!"[2 * item->state], item->name);
	}
	if (strcmp(got.text, want) != 0)
		fail_msg("%s: %s instead of %s", word ? word : "everything", got.text, want);
	free(chosen);
	list_query_release(&q);
	str_release(&got);
}

static void words(void **state)
{
	static const struct { struct list_query q; const char *word, *want; } cases[] = {
		{ {0}, "hw", "branch-instructions branch-misses -bus-cycles cache-misses cache-references cpu-cycles instructions "
		  "ref-cycles stalled-cycles-backend stalled-cycles-frontend" },
		{ {0}, "pmu", "cycles-t uncore_cha/clockticks/ uncore_upi_0/flits/ l2.hit -unc_df_x unc_cha_x BRANCHY" },
		{ {0}, "L2.", "l2.hit" },
		{ { .deprecated = true }, "L2.", "l2.hit l2.old" },
		{ { .unit = "cha" }, "pmu", "uncore_cha/clockticks/ unc_cha_x" },
		{ { .unit = "uncore_*" }, "pmu", "uncore_cha/clockticks/ uncore_upi_0/flits/ unc_cha_x" },
		{ { .unit = "amd_df" }, "ref-cycles", "ref-cycles" },
		{ { .unit = "amd_df" }, "node-loads", "" },
		{ {0}, "tracepoint", "sched:sched_switch sched:sched_waking sched_ext:begin" },
		{ {0}, "sched:*", "sched:sched_switch sched:sched_waking" },
		{ {0}, "SCHED:*SWITCH", "sched:sched_switch" },
		{ {0}, "sched:sched", "" },
		{ {0}, "Branches", "branch-instructions branch-misses -valgrind/conditional-branches/ "
		  "-valgrind/indirect-branches/ BRANCHY" },				/* alias, description */
		{ {0}, "wrongly", "branch-misses" },					/* what -v shows */
		{ {0}, "uncore", "uncore_cha/clockticks/ uncore_upi_0/flits/ -unc_df_x unc_cha_x uncore_cha//modifier "
		  "uncore_upi_0//modifier" },						/* topic, unit */
		{ {0}, "l*hit", "l2.hit" },
		{ {0}, "un[a-c]_*_x", "-unc_df_x unc_cha_x" },
		{ {0}, "pipe", "BRANCHY hits -no_event -no_pmu of_hits" },		/* topic, group */
		{ {0}, "cpu/e", "cpu/event=0..255,big=0..0xffffffffffffffff,edge,.../modifier" },
		{ {0}, "mem:", "" },
		{ {0}, "metric", "hits -hybrid -loop_a -loop_b -no_event -no_pmu of_hits -of_none on_cha on_cha_7 -on_df -refused -wrong" },
		{ {0}, "metricgroups", "hits -hybrid -loop_a -loop_b -no_event -no_pmu of_hits -of_none on_cha on_cha_7 -on_df -refused "
		  "-wrong" },
		{ {0}, "sdt", "" },
		{ {0}, "nothing at all", "" },
	};
	struct fixture f;

	(void)state;
	build(&f, "event=bus-cycles open=ENOENT", false);
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		check_found(&f, cases[i].q, cases[i].word, cases[i].want);
	clear(&f);
}

/* States by the answers of the kernel, and of all rows if it refuses everything. */
static void states(void **state)
{
	static const struct { const char *script, *word, *want; } cases[] = {
		{ "paranoid=2", "ref-cycles", "ref-cycles" },
		{ "event=ref-cycles open=EACCES", "ref-cycles", "!ref-cycles" },
		{ "event=ref-cycles open=EPERM", "ref-cycles", "!ref-cycles" },
		{ "event=ref-cycles open=EBUSY", "ref-cycles", "ref-cycles" },
		{ "event=ref-cycles open=EINVAL", "ref-cycles", "-ref-cycles" },
		{ "event=ref-cycles open=EACCES", "sched:*", "sched:sched_switch sched:sched_waking" },
		{ "event=cycles open=EACCES", "metric", "!hits -hybrid -loop_a -loop_b -no_event -no_pmu !of_hits -of_none on_cha "
		  "on_cha_7 -on_df refused -wrong" },
		{ "no-pmu", "node-store-", "-node-store-misses" },
		{ "paranoid=3", "sched:*", "!sched:sched_switch !sched:sched_waking" },
		{ "paranoid=3", "pmu", "!cycles-t !uncore_cha/clockticks/ !uncore_upi_0/flits/ !l2.hit -unc_df_x !unc_cha_x "
		  "!BRANCHY" },
		{ "paranoid=3", "metric", "!hits -hybrid -loop_a -loop_b -no_event -no_pmu !of_hits -of_none !on_cha !on_cha_7 -on_df "
		  "!refused -wrong" },
		{ "any open=ENOSYS", "l2.", "-l2.hit" },
		{ "any open=ENOSYS", "time", "-cpu-clock -task-clock duration_time user_time system_time cpu_wait_time io_wait_time "
		  "system_tsc_freq" },
	};
	struct fixture f;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		build(&f, cases[i].script, false);
		check_found(&f, (struct list_query){0}, cases[i].word, cases[i].want);
		clear(&f);
	}
}

/* The kernel's event keeps its name and gets the descriptions of the catalog. */
static void both_know_it(void **state)
{
	struct fixture f;
	size_t found = 0;

	(void)state;
	build(&f, "", true);
	for (size_t i = 0; i < f.l.n; i++) {
		const struct listed *item = &f.l.item[i];

		if (strcmp(item->name, "BRANCHY") == 0) {
			found++;
			assert_string_equal(item->alias, "cpu/BRANCHY/");
			assert_string_equal(item->topic, "pipeline");
			assert_string_equal(item->summary, "All \"branches\".");
			assert_string_equal(item->encoding, "cpu/event=0xc4/");
		} else if (strcmp(item->name, "uncore_cha/clockticks/") == 0) {
			found++;
			assert_string_equal(item->scale_unit, "64Bytes");
			assert_string_equal(item->unit, "uncore_cha");
		} else if (strcmp(item->name, "branchy") == 0) {
			fail_msg("it is there twice");
		}
	}
	assert_int_equal(found, 2);
	clear(&f);
}

static void print(const struct fixture *f, const struct list_printer *p, const struct list_opts *style, struct str *out,
		  const char *first, const char *second)
{
	const char *const word[] = { first, second };
	size_t before = 0;

	if (p->begin)
		p->begin(out);
	for (size_t i = 0; i < COUNT_OF(word) && (!i || second); i++) {
		struct list_query q = { .deprecated = p->flags & LIST_DEPRECATED,
					.names_only = p != &list_text };
		struct list_section s = { .listing = &f->l, .query = &q, .before = before };
		size_t *chosen;

		list_query_parse(&q, word[i]);
		s.n = list_query_select(&q, &f->l, &chosen);
		s.chosen = chosen;
		p->section(out, &s, style);
		before += s.n;
		free(chosen);
		list_query_release(&q);
	}
	if (p->end)
		p->end(out);
}

static void check_key(const struct json_document *doc, int object, const char *key, const char *want)
{
	const char *got = NULL;

	json_document_text(doc, json_document_find(doc, object, key), &got);
	if (!got != !want || (got && strcmp(got, want) != 0))
		fail_msg("%s: %s instead of %s", key, got ? got : "nothing", want ? want : "nothing");
}

static void json(void **state)
{
	static const struct { const char *first, *second; size_t n; } cases[] = {
		{ "l2.", NULL, 2 }, { "l2.", "branchy", 3 }, { "sdt", "l2.", 2 }, { "l2.", "sdt", 2 }, { "sdt", NULL, 0 },
		{ "sdt", "pfm", 0 }, { "hits", "tracepoint", 5 },
	};
	const struct list_opts style = { .columns = 80 };
	struct fixture f;
	struct str out = {0};
	struct json_document doc;
	size_t n_built_in = 0;

	(void)state;
	build(&f, "", true);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		str_reset(&out);
		print(&f, &list_json, &style, &out, cases[i].first, cases[i].second);
		if (json_document_parse(&doc, out.text, out.len, &f.err) < 0)
			fail_msg("%s: %s", cases[i].first, f.err.message);
		assert_int_equal(doc.node[0].n, cases[i].n);
		json_document_release(&doc);
	}
	str_reset(&out);
	print(&f, &list_json, &style, &out, NULL, NULL);
	assert_int_equal(json_document_parse(&doc, out.text, out.len, &f.err), 0);
	for (size_t i = 0; i < f.l.n; i++)
		n_built_in += f.l.item[i].kind == LISTED_BUILTIN;
	assert_int_equal(doc.node[0].n, f.l.n - n_built_in);
	json_document_release(&doc);
	str_reset(&out);
	print(&f, &list_json, &style, &out, "branchy", "sched_switch");
	assert_int_equal(json_document_parse(&doc, out.text, out.len, &f.err), 0);
	check_key(&doc, doc.node[0].child, "EventName", "BRANCHY");
	check_key(&doc, doc.node[0].child, "BriefDescription", "All \"branches\".");
	check_key(&doc, doc.node[0].child, "PublicDescription", "All branches,\nretired");
	check_key(&doc, doc.node[0].child, "Available", "1");
	check_key(&doc, doc.node[0].child, "Deprecated", NULL);
	check_key(&doc, doc.node[doc.node[0].child].next, "Encoding", "tracepoint/config=0x13a/");
	json_document_release(&doc);
	str_release(&out);
	clear(&f);
}

static void text(void **state)
{
	static const struct { const char *word; struct list_opts style; const char *want; } cases[] = {
		{ "branchy", { .descriptions = true, .columns = 80 },
		  "\npipeline:\n  BRANCHY OR cpu/BRANCHY/\n       [All \"branches\". Unit: cpu]\n" },
		{ "branchy", { .descriptions = true, .long_text = true, .columns = 80 },
		  "\npipeline:\n  BRANCHY OR cpu/BRANCHY/\n       [All branches, retired]\n" },
		{ "branchy", { .long_text = true, .columns = 20 },
		  "\npipeline:\n  BRANCHY OR cpu/BRANCHY/\n       [All\n        branches,\n        retired]\n" },
		{ "branchy", { .details = true, .columns = 80 },
		  "\npipeline:\n  BRANCHY OR cpu/BRANCHY/\n        cpu/event=0xc4/\n" },
		{ "unc_", { .columns = 80 },
		  "\nuncore:\n  unc_cha_x\n\nThese cannot be counted on this machine ('pstat doctor' says why):\n\n"
		  "uncore:\n  unc_df_x                                           (not here)\n" },
		{ "hits", { .descriptions = true, .columns = 80 },
		  "\nMetric Groups:\n\nL2:\n  hits\n       [How often]\n\nPipe:\n  hits\n       [How often]\n  of_hits\n"
		  "       [hits * 2 if #smt_on else hits]\n" },
		{ "L2;", { .columns = 80 }, "" },
		{ "nothing at all", { .columns = 80 }, "" },
	};
	struct fixture f;
	struct str out = {0};

	(void)state;
	build(&f, "", true);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		str_reset(&out);
		str_add(&out, "");
		print(&f, &list_text, &cases[i].style, &out, cases[i].word, NULL);
		assert_string_equal(out.text, cases[i].want);
	}
	str_release(&out);
	clear(&f);
}

static void names(void **state)
{
	static const struct { const char *word; bool everything; const char *want; } cases[] = {
		{ "unc_", false, "unc_cha_x " },
		{ "unc_", true, "unc_df_x unc_cha_x " },
		{ "cpu-c", false, "cpu-cycles cycles cpu-clock " },
		{ "pipe", false, "BRANCHY cpu/BRANCHY/ Pipe hits of_hits " },
		{ "metric", false, "hits on_cha on_cha_7 refused of_hits " },
		{ "metricgroup", false, "L2 No_group Pipe " },
		{ "mem", false, "has_pmem " },
		{ "rNNN", true, "" },
	};
	struct fixture f;
	struct str out = {0};

	(void)state;
	build(&f, "", false);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct list_opts style = { .columns = 80, .everything = cases[i].everything };

		str_reset(&out);
		str_add(&out, "");
		print(&f, &list_names, &style, &out, cases[i].word, NULL);
		assert_string_equal(out.text, cases[i].want);
	}
	str_release(&out);
	clear(&f);
}

/* Each name of the iterator resolves to its config, and no two are equal. */
static void cache_names(void **state)
{
	struct str name = {0}, seen = {0};
	uint64_t config, again;
	size_t cursor = 0, n = 0;

	(void)state;
	str_add(&seen, " ");
	for (; event_name_next_cache(&cursor, &name, &config); n++) {
		assert_int_equal(event_name_cache(name.text, &again), 1);
		assert_int_equal(again, config);
		str_addf(&name, " ");
		assert_null(strstr(seen.text, name.text));
		str_add(&seen, name.text);
	}
	assert_int_equal(n, 32);
	str_release(&name);
	str_release(&seen);
}

/* Of another CPU: only the events of its tables. */
static void assumed(void **state)
{
	struct fixture f = { .err = ERROR_INIT, .machine.pmus.assumed = true, .machine.pmus.listed = true };
	const struct listing_opts lo = { .pmus = &f.machine.pmus, .catalog = &f.catalog };

	(void)state;
	catalog_init(&f.catalog, &f.opts, NULL);
	put_catalog(&f.catalog);
	pmus_assume(&f.machine.pmus, "cpu", 4, true);
	assert_true(pmus_assume_field(&f.machine.pmus, "cpu", "event", "config:0-7"));
	assert_int_equal(listing_build(&f.l, &lo, &f.err), 0);
	computable_metrics(&f.l);
	check_found(&f, (struct list_query){0}, NULL, "-l2.hit -unc_df_x -unc_cha_x -branchy -cpu/event=0..255/modifier -hits "
		    "-hybrid -loop_a -loop_b -no_event -no_pmu -of_hits -of_none -on_cha -on_cha_7 -on_df -refused -wrong");
	listing_release(&f.l);
	catalog_release(&f.catalog);
	pmus_release(&f.machine.pmus);
}

static void unknown_cputype(void **state)
{
	struct fixture f;
	struct listing_opts lo = { .cputype = "core" };
	struct listing l;

	(void)state;
	build(&f, "", false);
	lo.pmus = &f.machine.pmus;
	lo.catalog = &f.catalog;
	assert_int_equal(listing_build(&l, &lo, &f.err), -1);
	assert_string_equal(f.err.message, "--cputype 'core' is not supported");
	listing_release(&l);
	clear(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words),
		cmocka_unit_test(states),
		cmocka_unit_test(both_know_it),
		cmocka_unit_test(json),
		cmocka_unit_test(text),
		cmocka_unit_test(names),
		cmocka_unit_test(cache_names),
		cmocka_unit_test(assumed),
		cmocka_unit_test(unknown_cputype),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
