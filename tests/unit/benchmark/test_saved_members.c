/* SPDX-License-Identifier: MIT */
/* Hosts, events, units and processes in documents: each member comes back, and what is missing stays unknown. */
#include "made_members.h"

#include <stdlib.h>

#include "benchmark/benchmark.h"
#include "benchmark/saved_event.h"
#include "benchmark/saved_process.h"
#include "benchmark/saved_unit.h"
#include "host/facts.h"

static void host_again(struct str *out, const struct json_document *doc, int node)
{
	struct json_writer j = { .out = out };
	struct host_facts h;

	members_read(&h, host_members, doc, node);
	json_open(&j, NULL, '{');
	members_write(&j, host_members, &h);
	json_close(&j, '}');
	host_facts_release(&h);
}

static void event_again(struct str *out, const struct json_document *doc, int node)
{
	struct json_document list = *doc;
	struct json_node all[64] = { { .type = JSON_ARRAY, .next = -1, .child = 1, .n = 1 } };
	struct json_writer j = { .out = out };
	struct benchmark b = {0};

	/* a list of this event */
	assert_true(node == 0 && doc->n < COUNT_OF(all));
	for (size_t i = 0; i < doc->n; i++) {
		all[i + 1] = doc->node[i];
		all[i + 1].next += doc->node[i].next >= 0;
		all[i + 1].child += doc->node[i].child >= 0;
	}
	list.node = all;
	assert_null(saved_events_read(&b, &list, 0));
	json_open(&j, NULL, '{');
	saved_event_write(&j, &b, 0);
	json_close(&j, '}');
	benchmark_release(&b);
}

static enum aggr_mode mode;	/* of the units */

static void unit_again(struct str *out, const struct json_document *doc, int node)
{
	struct process process[] = { { .pid = 1 }, { .pid = 2 } };
	struct json_writer j = { .out = out };
	struct cpu cpu;
	struct benchmark b = { .aggr.mode = mode, .machine.cpu = &cpu, .processes = { .process = process, .n = 2 } };
	const char *id;
	struct unit u;

	assert_null(saved_unit_read(&u, &b, doc, node));
	json_open(&j, NULL, '{');
	if (json_document_text(doc, json_document_find(doc, node, "id"), &id))
		json_text(&j, "id", id);
	saved_unit_write(&j, &b, mode, &u);
	json_close(&j, '}');
	b.machine = (struct machine){0};
	b.processes = (struct process_tree){0};
	benchmark_release(&b);
}

static void process_again(struct str *out, const struct json_document *doc, int node)
{
	struct json_writer j = { .out = out };
	struct process p;

	saved_process_read(&p, doc, node);
	json_open(&j, NULL, '{');
	saved_process_write(&j, &p, json_document_find(doc, node, "tid") >= 0);
	json_close(&j, '}');
	free(p.argv0);
}

static const struct made_object host = { "host_facts", {
	"{\"cpu\": \"C\", \"vendor\": \"V\", \"microcode\": \"0x1\", \"arch\": \"x\", \"kernel\": \"6\", \"hypervisor\": \"q\","
	" \"governor\": \"g\", \"family\": 6, \"model\": 0, \"stepping\": 4, \"cpus\": 2, \"perf_event_paranoid\": -1,"
	" \"nmi_watchdog\": 0, \"aslr\": 2, \"smt\": false, \"turbo\": true}",
}, "", .again = host_again };

static const struct made_object event = { "event", {
	"{\"name\": \"cycles:u\", \"scope\": \"user/host\", \"cgroup\": \"x\", \"unit\": \"\", \"scale\": 1, \"leader\": 0, \"row\": 0,"
	" \"pmu\": \"cpu\", \"type\": 0, \"config\": [18446744073709551615, 1, 2, 3], \"percore\": true, \"background\": true,"
	" \"filter\": \"f\"}",
	"{\"name\": \"duration_time\", \"scope\": \"all\", \"cgroup\": null, \"unit\": \"ns\", \"scale\": 0.5, \"leader\": 0,"
	" \"row\": 0, \"pmu\": null, \"type\": null, \"config\": null, \"percore\": false}",
	"{\"name\": \"valgrind/instructions/\", \"scope\": \"all\", \"cgroup\": null, \"unit\": \"\", \"scale\": 1, \"leader\": 0,"
	" \"row\": 0, \"pmu\": null, \"type\": null, \"config\": null, \"percore\": false, \"emulated\": true}",
	/* unit: empty; type: without it the event is pstat's own; emulated: the name says so */
}, " name scope unit scale leader row type config percore emulated ", .again = event_again };

static const struct made_object units[] = {
	[AGGR_CPU] = { "unit", {
		"{\"id\": \"i\", \"cpu\": 0, \"package\": 1, \"die\": null, \"cluster\": 3, \"cache_level\": 4, \"cache\": 5, \"core\": 6,"
		" \"node\": 7, \"caches\": [0, 1, -1, 2]}" }, " cpu caches node ", .again = unit_again },
	[AGGR_THREAD] = { "unit", { "{\"id\": \"i\", \"tid\": 8, \"pid\": 9, \"comm\": \"c\"}" }, " comm ", .again = unit_again },
	[AGGR_REGION] = { "unit", { "{\"id\": \"i\", \"tid\": 8, \"comm\": \"c\", \"region\": \"r\"}" }, " tid comm region ", .again = unit_again },
	[AGGR_FUNCTION] = { "unit", { "{\"id\": \"i\", \"function\": \"f\", \"object\": \"o\"}", "{\"id\": \"i\", \"part\": \"unknown\"}" },
			    " function part ", .again = unit_again },
	[AGGR_PROCESS] = { "unit", { "{\"id\": \"i\", \"process\": 1}", "{\"id\": \"i\", \"part\": \"others\"}" }, " process part ",
			   .again = unit_again },
};

static const struct made_object process = { "process", {
	"{\"pid\": 5, \"tid\": 6, \"parent\": 0, \"comm\": \"c\", \"argv0\": \"a\", \"start_ns\": 1, \"end_ns\": 2, \"exit_status\": 3,"
	" \"signal\": null, \"tasks\": 4, \"execs\": 7}",
	"{\"pid\": 5, \"parent\": null, \"comm\": \"c\", \"argv0\": null, \"start_ns\": 1, \"end_ns\": null, \"exit_status\": null,"
	" \"signal\": 9, \"tasks\": 1, \"execs\": 0}",
	/* every pstat that has processes writes these */
}, " tid comm start_ns tasks execs ", .again = process_again };

static void each_member(void **state)
{
	struct made_object all = { .def = "unit", .needed = " ", .again = unit_again };
	size_t n = 0;

	(void)state;
	members_check(&host);
	members_check(&event);
	members_check(&process);
	for (mode = 0; mode < (enum aggr_mode)COUNT_OF(units); mode++) {
		if (!units[mode].def)
			continue;
		members_check_texts(&units[mode]);
		for (size_t i = 0; i < COUNT_OF(units[mode].text) && units[mode].text[i]; i++)
			all.text[n++] = units[mode].text[i];
	}
	members_check_schema(&all);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(each_member) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
