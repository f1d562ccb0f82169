/* SPDX-License-Identifier: MIT */
/* Tests what is known before the first run of the rows that limits are on. */
#include "test.h"

#include <linux/perf_event.h>

#include "compare/limit.h"
#include "event/event.h"
#include "session/limit_events.h"
#include "session/measure.h"

enum { EVENTS = 4 };

static struct event event(const char *name, const char *unit, enum tool_kind tool, uint32_t type, uint64_t config, int row)
{
	return (struct event){ .name = (char *)(uintptr_t)name, .unit = (char *)(uintptr_t)unit, .scale = 1, .cgroup = -1,
			       .row = row, .leader = row, .tool = tool, .known = event_name_by_config(type, config),
			       .attr.head = { .type = type, .config = config } };
}

static const struct {
	const char *limits;
	size_t n;
	bool timeless, of_times;
	enum stopping_caps caps;
} cases[] = {
	{ "instructions:u=+1%", 1, true, false, STOPPING_NO_CAPS },
	{ "instructions=+1%,max-rss=64M", 2, true, false, STOPPING_SOME_CAPS },
	{ "cycles:u=+1%", 1, false, false, STOPPING_NO_CAPS },
	{ "task-clock=+20ms", 1, false, true, STOPPING_NO_CAPS },
	{ "wall=+5%", 1, false, true, STOPPING_NO_CAPS },
	{ "wall=2s", 1, false, false, STOPPING_CAPS_ONLY },
	{ "ipc=-1%", 0, false, false, STOPPING_NO_CAPS },	/* a metric may have no value */
	{ "*:u=+1%", 2, false, false, STOPPING_NO_CAPS },
	{ "@default=+1%", 3, false, true, STOPPING_NO_CAPS },
	/* regions are assumed to exist */
	{ "parse:instructions:u=+1%", 1, true, false, STOPPING_NO_CAPS },
	{ "a:b:instructions=+1%,a:b:region_entries=+0", 2, true, false, STOPPING_NO_CAPS },
	{ "parse:task-clock=+1%,instructions:u=+1%", 2, false, true, STOPPING_NO_CAPS },
	{ "parse:per-entry@task-clock=+1%", 0, false, true, STOPPING_NO_CAPS },
	{ "parse:instructions:u=+1%,parse:*=+2%", 4, false, true, STOPPING_NO_CAPS },
	/* not known */
	{ "nosuch=+1%", 0, false, true, STOPPING_NO_CAPS },
	{ "parse:nosuch=64", 0, false, true, STOPPING_CAPS_ONLY },
	{ "region_entries=+0", 0, false, true, STOPPING_NO_CAPS },	/* only regions have them */
};

static void what_is_limited(void **state)
{
	struct event events[EVENTS] = {
		event("region_entries", "", TOOL_REGION_ENTRIES, 0, 0, 0),
		event("instructions:u", "", TOOL_NONE, PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS, 1),
		event("cycles:u", "", TOOL_NONE, PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, 2),
		event("task-clock", "msec", TOOL_NONE, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK, 3),
	};
	const struct measure_opts opts = { .aggr.mode = AGGR_REGION };
	struct measure m = { .opts = &opts, .b = { .events = { .event = events, .n = EVENTS }, .aggr.mode = AGGR_REGION } };
	struct error err = ERROR_INIT;

	(void)state;
	assert_int_equal(metrics_select(&m.b.metrics, &m.b.events, &err), 0);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct limits ls = {0};
		struct limited_rows found;

		assert_int_equal(limits_parse(&ls, cases[i].limits, &err), 0);
		found = limit_events_find(&ls, &m);
		if (found.n != cases[i].n || found.timeless != cases[i].timeless || found.of_times != cases[i].of_times ||
		    found.caps != cases[i].caps)
			fail_msg("%s: %zu rows, timeless %d, of times %d, caps %d", cases[i].limits, found.n, found.timeless,
				 found.of_times, (int)found.caps);
		limits_release(&ls);
	}
	metrics_release(&m.b.metrics);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_limited),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
