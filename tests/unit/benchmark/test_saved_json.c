/* SPDX-License-Identifier: MIT */
/* Saved results: what is read back, what is no result, and how it can be added up again. */
#include "test.h"

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

#include "base/mem.h"
#include "benchmark/saved_json.h"
#include "table/reaggregate.h"

/* A document with one part of it replaced. */
static const struct { const char *name, *text; } parts[] = {
	{ "schema", "\"pstat/1\"" },
	{ "command", "[\"prog\", \"a b\"]" },
	{ "target", "{\"kind\": \"system\", \"list\": null, \"inherit\": false}" },
	{ "aggregation", "{\"mode\": \"cpu\", \"scaled\": false, \"percore_spread\": false}" },
	{ "runs", "[{\"ended_by\": \"target\", \"exit_status\": 3, \"signal\": null, \"elapsed_ns\": 1500000000,"
		  " \"machine\": {\"registers_ns\": 1, \"faults_ns\": 2, \"cache_ns\": 3, \"memory_ns\": 4,"
		  " \"others\": 0.25, \"waited_ns\": 5},"
		  " \"user_ns\": 2000000, \"system_ns\": 1000, \"max_rss_bytes\": 4096},"
		  "{\"ended_by\": \"timeout\", \"exit_status\": null, \"signal\": 15, \"elapsed_ns\": 9,"
		  " \"user_ns\": null, \"system_ns\": null, \"max_rss_bytes\": null}]" },
	{ "failed_run", "{\"ended_by\": \"target\", \"exit_status\": 4, \"signal\": null, \"elapsed_ns\": 5,"
			" \"user_ns\": 1000, \"system_ns\": 0, \"max_rss_bytes\": 1024}" },
	{ "events", "[{\"name\": \"cycles:u\", \"scope\": \"user/host\", \"cgroup\": \"x\", \"unit\": \"\", \"scale\": 1,"
		    " \"leader\": 0, \"row\": 0, \"pmu\": \"cpu\", \"type\": 0, \"config\": [0, 1, 2, 3], \"percore\": true},"
		    "{\"name\": \"duration_time\", \"scope\": \"all\", \"cgroup\": \"x\", \"unit\": \"ns\", \"scale\": 0.5,"
		    " \"leader\": 1, \"row\": 1, \"pmu\": null, \"type\": null, \"config\": null, \"percore\": false}]" },
	{ "units", "[{\"id\": \"CPU0\", \"cpu\": 0, \"package\": 0, \"die\": 0, \"cluster\": 0, \"core\": 0, \"node\": 0,"
		   " \"caches\": [0, 0, 0, -1]},"
		   "{\"id\": \"CPU5\", \"cpu\": 5, \"package\": 1, \"die\": 0, \"cluster\": 0, \"core\": 0, \"node\": 1,"
		   " \"caches\": [5, 5, 5, -1]}]" },
	{ "counts", "[{\"event\": 0, \"at\": 0, \"status\": \"counted\", \"value\": [18446744073709551615, null],"
		    " \"raw\": [7, null], \"enabled_ns\": [10, 0], \"running_ns\": [5, 0], \"members\": 1},"
		    "{\"event\": 0, \"at\": 1, \"status\": \"not-supported\", \"value\": [null, null],"
		    " \"raw\": [null, null], \"enabled_ns\": [0, 0], \"running_ns\": [0, 0], \"members\": 1},"
		    "{\"event\": 1, \"at\": 0, \"status\": \"counted\", \"value\": [20, 30], \"raw\": [20, 30],"
		    " \"enabled_ns\": [null, null], \"running_ns\": [null, null], \"members\": 1}]" },
	{ "intervals", "[{\"run\": 2, \"end_ns\": 77, \"counts\": [{\"event\": 0, \"at\": 1, \"status\": \"counted\","
		       " \"value\": 3, \"raw\": 3, \"enabled_ns\": 3, \"running_ns\": 3, \"members\": 1}],"
		       " \"metrics\": [{\"metric\": \"m\", \"unit\": \"%\", \"event\": 0, \"value\": 4, \"group\": \"\", \"at\": 1},"
		       "{\"metric\": \"late\", \"unit\": \"\", \"event\": 0, \"value\": 5, \"group\": \"\", \"at\": 0}]}]" },
	{ "metrics", "[{\"metric\": \"GHz\", \"unit\": \"\", \"event\": 0, \"value\": 3, \"at\": 0},"	/* of the table */
		     "{\"metric\": \"m\", \"unit\": \"%\", \"event\": 0, \"value\": 1.5, \"group\": \"G\", \"verdict\": \"bad\","
		     " \"at\": 0},"
		     "{\"metric\": \"m\", \"unit\": \"%\", \"event\": 0, \"value\": null, \"group\": \"G\", \"verdict\": null,"
		     " \"at\": 1},"
		     "{\"metric\": \"m\", \"unit\": \"%\", \"event\": 1, \"value\": 2, \"group\": \"\", \"verdict\": \"good\","
		     " \"at\": 1}]" },
	{ "notes", "[{\"code\": \"multiplexed\", \"text\": \"50%\", \"event\": 0, \"runs\": 1},"
		   "{\"code\": \"of a later pstat\", \"text\": \"\", \"event\": null, \"runs\": null}]" },
	{ "date", "\"2026-01-02T03:04:05Z\"" },
	{ "race", "\"r/7\"" },
	{ "host", "{\"cpu\": \"C\", \"family\": 6, \"smt\": true, \"turbo\": null, \"paranoid\": 1}" },
};

static char *document(const char *name, const char *text)
{
	struct str s = {0};

	str_addf(&s, "{\"schema\": %s, \"version\": \"1.2\", \"results\": [{\"name\": \"n\"",
		 strcmp(name, "schema") == 0 ? text : parts[0].text);
	for (size_t i = 1; i < COUNT_OF(parts); i++)
		str_addf(&s, ",\n\"%s\": %s", parts[i].name, strcmp(name, parts[i].name) == 0 ? text : parts[i].text);
	str_add(&s, "}]}");
	return s.text;
}

static int parse(struct benchmarks *bs, const char *name, const char *text, struct error *err)
{
	char *doc = document(name, text);
	int rc = saved_json_parse(bs, doc, strlen(doc), err);

	free(doc);
	return rc;
}

static void metrics_come_back(const struct benchmark *b)
{
	static const struct { const char *name, *unit, *label, *group; int row; } want[] = {
		{ "m", "%", "%  m", "G", 0 }, { "m", "%", "%  m", "", 1 }, { "late", "", "late", "", 0 },
	};

	assert_int_equal(b->n_given, COUNT_OF(want));
	for (size_t i = 0; i < COUNT_OF(want); i++) {
		assert_string_equal(b->given[i].name, want[i].name);
		assert_string_equal(b->given[i].unit, want[i].unit);
		assert_string_equal(b->given[i].label, want[i].label);
		assert_string_equal(b->given[i].group, want[i].group);
		assert_int_equal(b->given[i].row, want[i].row);
	}
	assert_true(b->figure[0].value > 1.4 && b->figure[0].exact < 1.6);
	assert_int_equal(b->figure[0].severity, FIGURE_BAD);
	assert_true(isnan(b->figure[1].value) && isnan(b->figure[2].value) && isnan(b->figure[3].value));
	assert_true(b->figure[4].value > 1.9);
	assert_int_equal(b->figure[4].severity, FIGURE_GOOD);
	assert_true(b->interval[0].figure[3].value > 3.9 && b->interval[0].figure[2].value > 4.9);
	assert_true(isnan(b->interval[0].figure[0].value));
}

static void everything_comes_back(void **state)
{
	struct error err = ERROR_INIT;
	const struct benchmark *b;
	struct benchmarks bs;

	(void)state;
	assert_int_equal(parse(&bs, "", "", &err), 0);
	assert_int_equal(bs.n, 1);
	b = &bs.benchmark[0];
	assert_string_equal(b->name, "n");
	assert_string_equal(b->version, "1.2");
	assert_string_equal(b->date, "2026-01-02T03:04:05Z");
	assert_string_equal(b->session_id, "r/7");
	assert_string_equal(b->argv[1], "a b");
	assert_null(b->argv[2]);
	assert_true(b->asked.system_wide && b->asked.no_inherit && b->asked.command);
	assert_ptr_equal(b->target.asked, &b->asked);
	assert_true(b->aggr.mode == AGGR_CPU && b->aggr.no_scale);
	assert_string_equal(b->host.cpu, "C");
	assert_int_equal(b->host.family, 6);
	assert_int_equal(b->host.smt, 1);
	assert_int_equal(b->host.turbo, HOST_UNKNOWN);
	assert_null(b->host.kernel);

	assert_int_equal(b->events.n, 2);
	assert_string_equal(b->events.event[0].name, "cycles:u");
	assert_string_equal(b->events.event[0].pmu->name, "cpu");
	assert_true(b->events.event[0].attr.head.exclude_kernel && b->events.event[0].attr.head.exclude_guest);
	assert_int_equal(b->events.event[0].attr.tail.config3, 3);
	assert_string_equal(b->events.event[0].known->name, "cycles");
	assert_true(b->events.event[0].flags & EVENT_PER_CORE);
	assert_int_equal(b->events.event[1].tool, TOOL_DURATION);
	assert_int_equal(b->events.event[1].cgroup, 0);
	assert_int_equal(b->target.cgroups.n, 1);

	assert_int_equal(b->n_runs, 2);
	assert_int_equal(WEXITSTATUS(b->run[0].status), 3);
	assert_true(b->run[0].user_ns > 1900000 && run_result_elapsed_s(&b->run[0]) > 1.4);
	assert_int_equal(b->run[0].max_rss_bytes, 4096);
	for (size_t p = 0; p < LOOP_PARTS; p++)
		assert_int_equal(b->run[0].machine.loop.ns[p], p + 1);
	assert_true(run_result_has_loop(&b->run[0]) && fabs(b->run[0].machine.others - 0.25) < 1e-9);
	assert_int_equal(b->run[0].machine.waited_ns, 5);
	assert_true(!run_result_has_loop(&b->run[1]) && b->run[1].machine.others < 0);
	assert_int_equal(WTERMSIG(b->run[1].status), SIGTERM);
	assert_int_equal(b->run[1].end, WAIT_LOOP_TIMEOUT);
	assert_int_equal(WEXITSTATUS(b->failed->status), 4);
	assert_int_equal(b->failed->elapsed_ns, 5);

	assert_int_equal(b->run[0].total.n_units, 2);
	assert_true(b->run[0].total.cell[0].value == UINT64_MAX);	/* no digit is lost */
	assert_int_equal(b->run[0].total.cell[0].running, 5);
	assert_int_equal(b->run[1].total.cell[0].state, CELL_UNKNOWN);
	assert_int_equal(b->run[0].total.cell[2].state, CELL_NOT_SUPPORTED);
	assert_int_equal(b->run[1].total.cell[1].value, 30);
	assert_true(b->run[1].total.cell[1].shown > 14.9 && b->run[1].total.cell[1].shown < 15.1);
	assert_int_equal(b->run[0].total.cell[3].state, CELL_ABSENT);
	assert_int_equal(b->n_intervals, 1);
	assert_int_equal(b->interval[0].run, 1);
	assert_int_equal(b->interval[0].table.cell[2].value, 3);
	assert_int_equal(b->machine.n_cpus, 2);
	assert_int_equal(b->machine.cpu[1].cache[2], 5);
	assert_int_equal(b->notes.n, 1);
	assert_int_equal(b->notes.note[0].runs, 1);
	metrics_come_back(b);
	benchmarks_release(&bs);
	benchmarks_release(&bs);
}

/* Saved where numbers are longer: they stay as large as can be. */
static void numbers_of_larger_machines(void **state)
{
	static const char runs[] =
		"[{\"ended_by\": \"target\", \"elapsed_ns\": 1, \"max_rss_bytes\": 18014398509481984,"
		" \"round\": 4294967297, \"set\": 4294967298}, {\"ended_by\": \"target\", \"elapsed_ns\": 1}]";
	struct error err = ERROR_INIT;
	const struct run_result *run;
	struct benchmarks bs;

	(void)state;
	assert_int_equal(parse(&bs, "runs", runs, &err), 0);
	run = &bs.benchmark[0].run[0];
	assert_true(run->round >= UINT32_MAX && run->set >= UINT32_MAX && run->max_rss_bytes == 18014398509481984);
	benchmarks_release(&bs);
}

#define EVENT_OF_SCALE(scale) "[{\"name\": \"a\", \"leader\": 0, \"row\": 0, \"scale\": " scale \
			      ", \"scope\": \"all\", \"type\": 0, \"config\": []}]"

static void wrong_documents(void **state)
{
	static const struct { const char *part, *text, *want; } cases[] = {
		{ "schema", "\"pstat/2\"", "it is of schema 'pstat/2', not pstat/1" },
		{ "schema", "1", "it is JSON, but not a result of pstat: it has no schema" },
		{ "command", "[1]", "command[0] is not a text" },
		{ "target", "{\"kind\": \"moon\"}", "its target.kind is unknown" },
		{ "target", "7", "its target.kind is unknown" },
		{ "target", "{\"kind\": \"command\", \"delay_ns\": -5}", "its target.delay_ns is not a number" },
		{ "target", "{\"kind\": \"command\", \"delay_ns\": \"x\"}", "its target.delay_ns is not a number" },
		{ "aggregation", "{\"mode\": \"galaxy\"}", "its aggregation.mode is unknown" },
		{ "runs", "7", "it has no list of runs" },
		{ "runs", "[{}]", "runs[0] does not say how it ended, and when" },
		{ "runs", "[]", "counts[0] exists, but there are no runs" },
		{ "failed_run", "7", "failed_run does not say how it ended, and when" },
		{ "failed_run", "{\"ended_by\": \"target\"}", "failed_run does not say how it ended, and when" },
		{ "events", "null", "it has no list of events" },
		{ "events", "[7]", "events[0] has no name" },
		{ "events", "[{\"name\": \"a\"}]", "events[0] has no leader or no row" },
		{ "events", "[{\"name\": \"a\", \"leader\": 1, \"row\": 0}]", "events[0] has no leader or no row" },
		{ "events", "[{\"name\": \"a\", \"leader\": 0, \"row\": 1}]", "events[0] has no leader or no row" },
		{ "events", "[{\"name\": \"a\", \"leader\": 0, \"row\": 0, \"scale\": 1}]",
		  "events[0] has no scale, scope or config" },
		{ "events", "[{\"name\": \"a\", \"leader\": 0, \"row\": 0, \"scale\": 1, \"scope\": \"user/x\","
			    " \"type\": 0, \"config\": []}]", "events[0] has no scale, scope or config" },
		{ "events", "[{\"name\": \"a\", \"leader\": 0, \"row\": 0, \"scale\": 1, \"scope\": \"all\", \"type\": null}]",
		  "events[0] has no scale, scope or config" },
		{ "events", EVENT_OF_SCALE("0"), "events[0] has a scale that is not from 1e-30 to 1e30" },
		{ "events", EVENT_OF_SCALE("-1"), "events[0] has a scale that is not from 1e-30 to 1e30" },
		{ "events", EVENT_OF_SCALE("1e-31"), "events[0] has a scale that is not from 1e-30 to 1e30" },
		{ "events", EVENT_OF_SCALE("1e308"), "events[0] has a scale that is not from 1e-30 to 1e30" },
		{ "events", EVENT_OF_SCALE("1e400"), "events[0] has no scale, scope or config" },
		{ "units", "[{\"id\": \"\"}]", "units[0] is not a CPU" },
		{ "units", "[]", "units[0] is missing" },
		{ "counts", "[{}]", "counts[0] has no event or unit" },
		{ "counts", "[{\"event\": 2, \"at\": 0}]", "counts[0] has no event or unit" },
		{ "counts", "[{\"event\": 0, \"at\": 0}]", "counts[0] has no status" },
		{ "counts", "[{\"event\": 0, \"at\": 0, \"status\": \"counted\", \"value\": [1], \"raw\": [1],"
			    " \"enabled_ns\": [1], \"running_ns\": [1]}]", "counts[0] does not have a value for each run" },
		{ "counts", "[{\"event\": 0, \"at\": 0, \"status\": \"counted\", \"value\": [1, 2], \"raw\": [1, 2],"
			    " \"enabled_ns\": [1, 2], \"running_ns\": [1]}]", "counts[0] does not have a value for each run" },
		{ "counts", "[{\"event\": 0, \"at\": 0, \"status\": \"counted\", \"value\": [1, -2], \"raw\": [1, 2],"
			    " \"enabled_ns\": [1, 2], \"running_ns\": [1, 2]}]", "counts[0] has a count that is not a number" },
		{ "counts", "[{\"event\": 0, \"at\": 0, \"status\": \"counted\", \"value\": [1, 2.5], \"raw\": [1, 2],"
			    " \"enabled_ns\": [1, 2], \"running_ns\": [1, 2]}]", "counts[0] has a count that is not a number" },
		{ "metrics", "[{\"group\": \"\"}]", "metrics[0] has no name, event or unit" },
		{ "metrics", "[{}, {\"metric\": \"m\", \"event\": 2, \"at\": 0, \"group\": \"\"}]",
		  "metrics[1] has no name, event or unit" },
		{ "metrics", "[{\"metric\": \"m\", \"event\": 0, \"at\": 2, \"group\": \"\"}]",
		  "metrics[0] has no name, event or unit" },
		{ "intervals", "[{}]", "intervals[0] does not say to which run it belongs, or when it ended" },
		{ "intervals", "[{\"run\": 0, \"end_ns\": 1}]", "intervals[0] does not say to which run it belongs, or when it ended" },
		{ "intervals", "[{\"run\": 1, \"end_ns\": 1, \"counts\": [{\"event\": 9}]}]",
		  "counts[0] has no event or unit" },
	};
	static const char start[] = "the result is not one of schema pstat/1: ";

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct error err = ERROR_INIT;
		struct benchmarks bs;
		const char *got;

		if (parse(&bs, cases[i].part, cases[i].text, &err) == 0)
			fail_msg("%s: %s: no error", cases[i].part, cases[i].text);
		got = strncmp(err.message, start, strlen(start)) == 0 ? err.message + strlen(start) : err.message;
		assert_string_equal(got, cases[i].want);
		assert_null(bs.benchmark);
	}
}

/* Nothing of it is believed before there is room for it. */
static void too_large(void **state)
{
	struct error err = ERROR_INIT;
	struct str events = {0}, doc = {0};
	struct benchmarks bs;

	(void)state;
	for (int i = 0; i < 8000; i++) {
		str_addf(&events, "%s{\"name\":\"a\",\"leader\":0,\"row\":0,\"scale\":1,\"scope\":\"all\",\"type\":1,\"config\":[9]}", i ? "," : "");
		str_addf(&doc, "%s{\"cpu\":%d}", i ? "," : "", i);
	}
	str_add(&events, "]");
	{
		struct str text = {0};

		str_addf(&text, "{\"schema\":\"pstat/1\",\"results\":[{\"name\":\"n\",\"target\":{\"kind\":\"system\"},"
			 "\"aggregation\":{\"mode\":\"cpu\"},\"runs\":[{\"ended_by\":\"target\",\"elapsed_ns\":1}],"
			 "\"events\":[%s,\"units\":[%s],\"counts\":[]}]}", events.text, doc.text);
		assert_int_equal(saved_json_parse(&bs, text.text, text.len, &err), -1);
		str_release(&text);
	}
	assert_string_equal(err.message, "the result is too large: 1 runs and intervals of 8000 events in 8000 units");
	str_release(&events);
	str_release(&doc);
}

static void too_many_metrics(void **state)
{
	struct error err = ERROR_INIT;
	struct str list = {0};
	struct benchmarks bs;

	(void)state;
	for (int i = 0; i <= 10000; i++)
		str_addf(&list, "%c{\"metric\":\"m%d\",\"event\":0,\"at\":0,\"group\":\"\",\"value\":1}", i ? ',' : '[', i);
	str_add(&list, "]");
	assert_int_equal(parse(&bs, "metrics", list.text, &err), -1);
	assert_string_equal(err.message, "the result has more than 10000 metrics");
	str_release(&list);
}

/* Each once, in the order in which they come. */
static void cgroups_of_events(void **state)
{
	static const struct { const char *cgroup; int index; } cases[] = {
		{ "\"b\"", 0 }, { "null", -1 }, { "\"a\"", 1 }, { "\"b\"", 0 }, { "\"\"", 2 }, { "\"a\"", 1 }, { "\"ab\"", 3 },
	};
	struct error err = ERROR_INIT;
	struct str list = {0};
	struct benchmarks bs;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		str_addf(&list, "%s{\"name\":\"cs\",\"leader\":%zu,\"row\":%zu,\"scale\":1,\"scope\":\"all\",\"type\":1,"
			 "\"config\":[3],\"cgroup\":%s}", i ? "," : "[", i, i, cases[i].cgroup);
	str_add(&list, "]");
	assert_int_equal(parse(&bs, "events", list.text, &err), 0);
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		assert_int_equal(bs.benchmark[0].events.event[i].cgroup, cases[i].index);
	assert_int_equal(bs.benchmark[0].target.cgroups.n, 4);
	assert_string_equal(bs.benchmark[0].target.cgroups.cgroup[1].name, "a");
	assert_string_equal(bs.benchmark[0].target.cgroups.cgroup[2].name, "");
	benchmarks_release(&bs);
	str_release(&list);
}

static double time_of(size_t n)
{
	struct error err = ERROR_INIT;
	struct str list = {0};
	struct benchmarks bs;
	clock_t start;

	for (size_t i = 0; i < n; i++)
		str_addf(&list, "%s{\"name\":\"cs\",\"leader\":%zu,\"row\":%zu,\"scale\":1,\"scope\":\"all\",\"type\":1,"
			 "\"config\":[3],\"cgroup\":\"a folder/and a longer name/%zu\"}", i ? "," : "[", i, i, i);
	str_add(&list, "]");
	start = clock();
	assert_int_equal(parse(&bs, "events", list.text, &err), 0);
	start = clock() - start;
	assert_int_equal(bs.benchmark[0].target.cgroups.n, n);
	benchmarks_release(&bs);
	str_release(&list);
	return (double)start / CLOCKS_PER_SEC;
}

static void many_cgroups_take_no_time_for_each_other(void **state)
{
	double few = time_of(8000), many = time_of(32000);

	(void)state;
	if (many > 0.1 + 8 * few)	/* it would be 16 */
		fail_msg("%g s, and for four times as many %g s", few, many);
}

static void what_can_be_added_up(void **state)
{
	static const struct { enum aggr_mode from, to; bool spread, can; } cases[] = {
		{ AGGR_CPU, AGGR_CPU, false, true }, { AGGR_CPU, AGGR_CORE, false, true },
		{ AGGR_CPU, AGGR_NODE, false, true }, { AGGR_CPU, AGGR_CACHE, false, true },
		{ AGGR_CPU, AGGR_TOTAL, false, true }, { AGGR_CPU, AGGR_THREAD, false, false },
		{ AGGR_CORE, AGGR_PACKAGE, false, true }, { AGGR_CORE, AGGR_DIE, false, true },
		{ AGGR_CORE, AGGR_CLUSTER, false, true }, { AGGR_CORE, AGGR_NODE, false, false },
		{ AGGR_CORE, AGGR_CACHE, false, false }, { AGGR_CORE, AGGR_CPU, false, false },
		{ AGGR_CACHE, AGGR_DIE, false, true }, { AGGR_PACKAGE, AGGR_DIE, false, false },
		{ AGGR_NODE, AGGR_TOTAL, false, true }, { AGGR_NODE, AGGR_PACKAGE, false, false },
		{ AGGR_THREAD, AGGR_TOTAL, false, true }, { AGGR_THREAD, AGGR_CORE, false, false },
		{ AGGR_TOTAL, AGGR_TOTAL, false, true }, { AGGR_TOTAL, AGGR_CORE, false, false },
		{ AGGR_TOTAL, AGGR_THREAD, false, false },
		{ AGGR_CPU, AGGR_CPU, true, true }, { AGGR_CPU, AGGR_TOTAL, true, false },
	};
	static const struct cpu known = { 0, 0, 0, 0, 0, 0, { 0, -1, -1, -1 } };
	static const struct cpu unknown = { 0, 0, 0, 0, 0, -1, { -1, -1, -1, -1 } };

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct reaggregate g = { .from = { .mode = cases[i].from, .percore_threads = cases[i].spread },
					       .to = { .mode = cases[i].to }, .cpu = &known, .n_cpus = 1 };
		struct reaggregate blind = g;
		struct error err = ERROR_INIT;

		if ((reaggregate_check(&g, &err) == 0) != cases[i].can)
			fail_msg("%d to %d", cases[i].from, cases[i].to);
		assert_true(cases[i].can || err.message[0]);
		blind.cpu = &unknown;	/* a file that does not tell of nodes and caches */
		assert_int_equal(reaggregate_check(&blind, &err) == 0, cases[i].can && (cases[i].from != AGGR_CPU ||
				 (cases[i].to != AGGR_NODE && cases[i].to != AGGR_CACHE)));
	}
}

/* Of two CPUs to one: states, sums that do not overflow, and a clock that is not counted twice. */
static void adding_up(void **state)
{
	struct error err = ERROR_INIT;
	struct benchmarks bs;
	struct table t;

	(void)state;
	assert_int_equal(parse(&bs, "", "", &err), 0);
	{
		const struct benchmark *b = &bs.benchmark[0];
		const struct reaggregate g = { .from = b->aggr, .to = { .mode = AGGR_TOTAL }, .cpu = b->machine.cpu,
					       .n_cpus = b->machine.n_cpus };
		struct cell *cell = b->run[0].total.cell;

		reaggregate_table(&t, &b->run[0].total, &g, &b->events);
		assert_int_equal(t.n_units, 1);
		assert_int_equal(t.cell[0].state, CELL_COUNTED);
		assert_true(t.cell[0].value == UINT64_MAX);
		assert_int_equal(t.cell[0].members, 2);
		assert_int_equal(t.cell[1].value, 20);
		table_release(&t);
		cell[2] = (struct cell){ .state = CELL_COUNTED, .value = 5 };	/* more than fits */
		cell[3] = cell[1];						/* each thread has the clock */
		reaggregate_table(&t, &b->run[0].total, &g, &b->events);
		assert_true(t.cell[0].value == UINT64_MAX);
		assert_int_equal(t.cell[1].value, 20);
		table_release(&t);
		cell[0].state = CELL_NOT_SUPPORTED;
		cell[2].state = CELL_NOT_COUNTED;
		reaggregate_table(&t, &b->run[0].total, &g, &b->events);
		assert_int_equal(t.cell[0].state, CELL_NOT_COUNTED);
		table_release(&t);
	}
	benchmarks_release(&bs);
}

/* A result of another version than its document says so. */
static void versions(void **state)
{
	static const struct { const char *command, *want; } cases[] = {
		{ "null", "1.2" }, { "null, \"version\": \"9\"", "9" }, { "null, \"version\": null", "unknown" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct error err = ERROR_INIT;
		struct benchmarks bs;

		assert_int_equal(parse(&bs, "command", cases[i].command, &err), 0);
		assert_string_equal(bs.benchmark[0].version ? bs.benchmark[0].version : "unknown", cases[i].want);
		benchmarks_release(&bs);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(versions),
		cmocka_unit_test(everything_comes_back),
		cmocka_unit_test(numbers_of_larger_machines), cmocka_unit_test(wrong_documents),
		cmocka_unit_test(too_large),
		cmocka_unit_test(too_many_metrics),
		cmocka_unit_test(cgroups_of_events),
		cmocka_unit_test(many_cgroups_take_no_time_for_each_other), cmocka_unit_test(what_can_be_added_up),
		cmocka_unit_test(adding_up),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
