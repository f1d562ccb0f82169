/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <string.h>

#include "base/str.h"
#include "event/event.h"
#include "session/control_evlist.h"

static char cycles[] = "cycles", instructions[] = "instructions", faults[] = "page-faults",
	odd[] = "cpu/event=0xc0/", time_[] = "duration_time";

static const struct {
	const char *option, *want;
} cases[] = {
	{ "", "cycles\ninstructions\npage-faults\ncpu/event=0xc0/\nduration_time\n" },
	{ "-F", "cycles\ninstructions\npage-faults\ncpu/event=0xc0/\nduration_time\n" },
	{ "-g", "{cycles,instructions}\npage-faults\ncpu/event=0xc0/\nduration_time\n" },
	{ "-v", "cycles: type: 0 (PERF_TYPE_HARDWARE), size: 0, config: 0 (PERF_COUNT_HW_CPU_CYCLES)\n"
	  "instructions: type: 0 (PERF_TYPE_HARDWARE), size: 0, config: 0x1 (PERF_COUNT_HW_INSTRUCTIONS)\n"
	  "page-faults: type: 1 (PERF_TYPE_SOFTWARE), size: 0, config: 0x2 (PERF_COUNT_SW_PAGE_FAULTS)\n"
	  "cpu/event=0xc0/: type: 4 (PERF_TYPE_RAW), size: 0, config: 0xc0\n"
	  "duration_time\n" },
};

/* A group of two, one alone, two events of one row, and one of pstat's own. */
static void lists(void **state)
{
	struct event event[] = {
		{ .name = cycles, .leader = 0, .row = 0, .attr.head.config = 0 },
		{ .name = instructions, .leader = 0, .row = 1, .attr.head.config = 1 },
		{ .name = faults, .leader = 2, .row = 2, .attr.head = { .type = 1, .config = 2 } },
		{ .name = odd, .leader = 3, .row = 3, .attr.head = { .type = 4, .config = 0xc0 } },
		{ .name = odd, .leader = 4, .row = 3, .attr.head = { .type = 5, .config = 0xc0 } },
		{ .name = time_, .leader = 5, .row = 5, .tool = TOOL_DURATION },
	};
	const struct events events = { .event = event, .n = COUNT_OF(event) };

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct str got = {0};

		control_evlist_format(&got, &events, cases[i].option);
		assert_string_equal(got.text, cases[i].want);
		str_release(&got);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(lists) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
