/* SPDX-License-Identifier: MIT */
/* Tests which opens a plan makes, their attrs, and the text of --dry-run. */
#include "test.h"

#include <stdlib.h>

#include "count/plan.h"
#include "made_events.h"

struct fixture {
	struct events events;
	struct target target;
	struct plan plan;
	struct error err;
};

static void setup(struct fixture *f, const struct some_event *some, size_t n, size_t threads)
{
	*f = (struct fixture){ .err = ERROR_INIT };
	some_events(&f->events, some, n);
	some_threads(&f->target, threads);
}

static void build(struct fixture *f, const struct event_set *set)
{
	assert_int_equal(plan_build(&f->plan, &f->events, set, &f->target, &f->err), 0);
}

static void teardown(struct fixture *f)
{
	plan_release(&f->plan);
	plan_release(&f->plan);		/* twice is safe */
	events_release(&f->events);
	target_release(&f->target);
}

static void check(const struct plan *plan, const struct slot *want, size_t n)
{
	assert_int_equal(plan->n, n);
	for (size_t i = 0; i < n; i++) {
		assert_int_equal(plan->slot[i].event, want[i].event);
		assert_int_equal(plan->slot[i].cpu, want[i].cpu);
		assert_int_equal(plan->slot[i].thread, want[i].thread);
		assert_int_equal(plan->slot[i].leader, want[i].leader);
		assert_int_equal(plan->slot[i].members, want[i].members);
	}
}

static void groups_stand_in_a_row(void **state)
{
	/* two groups whose members are interleaved, as regrouping by PMU leaves them */
	static const struct some_event some[] = {
		{ SOME_CYCLES, -1, 0 }, { SOME_CLOCK, -1, 0 }, { SOME_INSTRUCTIONS, 0, 0 },
		{ SOME_FAULTS, 1, 0 },
		{ SOME_BRANCHES, -1, 0 },
	};
	static const struct slot want[] = {
		{ 0, -1, 0, -1, 2 }, { 2, -1, 0, 0, 1 }, { 1, -1, 0, -1, 2 }, { 3, -1, 0, 2, 1 },
		{ 4, -1, 0, -1, 1 },
		{ 0, -1, 1, -1, 2 }, { 2, -1, 1, 5, 1 }, { 1, -1, 1, -1, 2 }, { 3, -1, 1, 7, 1 },
		{ 4, -1, 1, -1, 1 },
	};
	struct fixture f;

	(void)state;
	setup(&f, some, COUNT_OF(some), 2);
	build(&f, NULL);
	check(&f.plan, want, COUNT_OF(want));
	teardown(&f);
}

static void cpus_are_units_too(void **state)
{
	static const struct some_event some[] = { { SOME_CYCLES, -1, 0 }, { SOME_INSTRUCTIONS, 0, 0 } };
	static const struct slot want[] = {
		{ 0, 2, -1, -1, 2 }, { 1, 2, -1, 0, 1 }, { 0, 5, -1, -1, 2 }, { 1, 5, -1, 2, 1 },
	};
	struct fixture f;

	(void)state;
	setup(&f, some, COUNT_OF(some), 1);
	f.target.n_threads = 0;
	assert_int_equal(cpulist_parse(&f.target.cpus, "2,5", &f.err), 0);
	build(&f, NULL);
	check(&f.plan, want, COUNT_OF(want));
	assert_int_equal(plan_pid(&f.plan, 0), -1);
	teardown(&f);
}

static void threads_are_counted_on_some_cpus(void **state)
{
	static const struct some_event some[] = {
		{ SOME_CYCLES, -1, 0 }, { SOME_INSTRUCTIONS, 0, 0 }, { SOME_FAULTS, -1, 0 }, { SOME_CLOCK, -1, 0 },
	};
	static const struct slot want[] = {
		{ 0, 2, 0, -1, 2 }, { 1, 2, 0, 0, 1 }, { 0, 5, 0, -1, 2 }, { 1, 5, 0, 2, 1 },
		{ 2, 1, 0, -1, 1 }, { 3, -1, 0, -1, 1 },
		{ 0, 2, 1, -1, 2 }, { 1, 2, 1, 6, 1 }, { 0, 5, 1, -1, 2 }, { 1, 5, 1, 8, 1 },
		{ 2, 1, 1, -1, 1 }, { 3, -1, 1, -1, 1 },
	};
	static const char *const cpus[] = { "2,5", "2,5", "1" };
	struct fixture f;

	(void)state;
	setup(&f, some, COUNT_OF(some), 2);
	for (size_t e = 0; e < COUNT_OF(cpus); e++)
		assert_int_equal(cpulist_parse(&f.events.event[e].cpus, cpus[e], &f.err), 0);
	build(&f, NULL);
	check(&f.plan, want, COUNT_OF(want));
	for (size_t i = 0; i < f.plan.n; i++) {
		union attr attr;

		plan_attr(&f.plan, i, &attr);	/* nothing would tell that it is multiplexed */
		assert_int_equal(attr.head.pinned, want[i].event == 0);
		assert_int_equal(plan_pid(&f.plan, i), f.target.thread[want[i].thread].tid);
	}
	teardown(&f);
}

static void a_set_may_lack_the_leader(void **state)
{
	static const struct some_event some[] = {
		{ SOME_CYCLES, -1, 0 }, { SOME_INSTRUCTIONS, 0, 0 }, { SOME_BRANCHES, 0, 0 },
	};
	static const struct slot want[] = { { 1, -1, 0, -1, 2 }, { 2, -1, 0, 0, 1 } };
	int chosen[] = { 1, 2 };
	const struct event_set set = { chosen, COUNT_OF(chosen) };
	struct fixture f;

	(void)state;
	setup(&f, some, COUNT_OF(some), 1);
	build(&f, &set);
	check(&f.plan, want, COUNT_OF(want));
	teardown(&f);
}

static void tools_have_no_slot(void **state)
{
	static const struct some_event some[] = { { "duration_time", 0, 0, -1, 0 }, { SOME_CYCLES, 0, 0 } };
	static const struct slot want[] = { { 1, -1, 0, -1, 1 } };
	struct fixture f;

	(void)state;
	setup(&f, some, COUNT_OF(some), 1);
	f.events.event[0].tool = TOOL_DURATION;
	build(&f, NULL);
	check(&f.plan, want, COUNT_OF(want));
	teardown(&f);
}

static void nothing_is_a_plan(void **state)
{
	struct fixture f;
	struct str text = {0};

	(void)state;
	setup(&f, NULL, 0, 1);
	build(&f, NULL);
	assert_int_equal(f.plan.n, 0);
	plan_format(&f.plan, &text);
	assert_int_equal(text.len, 0);
	str_release(&text);
	teardown(&f);
}

static void too_much_is_refused(void **state)
{
	static const struct some_event some[] = { { SOME_CYCLES, -1, 0 }, { SOME_INSTRUCTIONS, -1, 0 } };
	struct fixture f;

	(void)state;
	setup(&f, some, COUNT_OF(some), 1);
	f.target.n_threads = 500001;
	assert_int_equal(plan_build(&f.plan, &f.events, NULL, &f.target, &f.err), -1);
	assert_int_equal(f.err.kind, ERROR_LIMIT);
	assert_string_equal(f.err.message, "2 events on 500001 threads are too many");
	teardown(&f);
}

enum { TIMES = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING,
       GROUP = TIMES | PERF_FORMAT_GROUP | PERF_FORMAT_ID };

static void what_the_target_and_the_group_add(void **state)
{
	static const struct some_event some[] = {
		{ SOME_CYCLES, -1, 0 }, { SOME_INSTRUCTIONS, 0, 0 }, { SOME_CLOCK, -1, 0 },
	};
	static const struct { bool leads; uint64_t format; } want[] = {
		{ true, GROUP }, { false, GROUP }, { true, TIMES },
	};

	(void)state;
	for (int mode = 0; mode < 4; mode++) {
		struct fixture f;

		setup(&f, some, COUNT_OF(some), 1);
		f.target.inherit = mode & 1;
		f.target.enable_on_exec = mode & 2;
		f.events.event[0].attr.head.pinned = 1;
		build(&f, NULL);
		for (size_t i = 0; i < f.plan.n; i++) {
			union attr attr;

			plan_attr(&f.plan, i, &attr);
			assert_int_equal(attr.head.size, ATTR_SIZE);
			assert_int_equal(attr.head.sample_type, PERF_SAMPLE_IDENTIFIER);
			assert_int_equal(attr.head.read_format, want[i].format);
			assert_int_equal(attr.head.disabled, want[i].leads);
			assert_int_equal(attr.head.inherit, mode & 1);
			assert_int_equal(attr.head.enable_on_exec, want[i].leads && mode & 2);
			assert_int_equal(attr.head.pinned, i == 0);
		}
		teardown(&f);
	}
}

static const struct some_event worded[] = {
	{ SOME_CYCLES, -1, 0 }, { SOME_FAULTS, 0, 0 }, { "duration_time", 0, 0, -1, 0 },
	{ "sched:sched_switch", PERF_TYPE_TRACEPOINT, 0x174, -1, 0 },
	{ "mem:0x1000:w", PERF_TYPE_BREAKPOINT, 0, -1, 0 }, { "power/energy-pkg/", 23, 2, -1, 0 },
	{ "odd", 23, 2, -1, 0 },
};

static const char worded_want[] =
	"event 0: cycles\n"
	"  type                             0 (PERF_TYPE_HARDWARE)\n"
	"  size                             128\n"
	"  config                           0 (PERF_COUNT_HW_CPU_CYCLES)\n"
	"  sample_type                      IDENTIFIER\n"
	"  read_format                      TOTAL_TIME_ENABLED|TOTAL_TIME_RUNNING|ID|GROUP\n"
	"  disabled                         1\n"
	"  inherit                          1\n"
	"  enable_on_exec                   1\n"
	"  precise_ip                       2\n"
	"event 1: page-faults\n"
	"  type                             1 (PERF_TYPE_SOFTWARE)\n"
	"  size                             128\n"
	"  config                           0x2 (PERF_COUNT_SW_PAGE_FAULTS)\n"
	"  sample_type                      IDENTIFIER\n"
	"  read_format                      TOTAL_TIME_ENABLED|TOTAL_TIME_RUNNING|ID|GROUP\n"
	"  inherit                          1\n"
	"event 2: duration_time\n"
	"  tool                             duration_time\n"
	"  unit                             ns\n"
	"event 3: sched:sched_switch\n"
	"  type                             2 (PERF_TYPE_TRACEPOINT)\n"
	"  size                             128\n"
	"  config                           0x174\n"
	"  sample_type                      IDENTIFIER\n"
	"  read_format                      TOTAL_TIME_ENABLED|TOTAL_TIME_RUNNING\n"
	"  disabled                         1\n"
	"  inherit                          1\n"
	"  enable_on_exec                   1\n"
	"  filter                           prev_pid == 0\n"
	"event 4: mem:0x1000:w\n"
	"  type                             5 (PERF_TYPE_BREAKPOINT)\n"
	"  size                             128\n"
	"  config                           0\n"
	"  sample_type                      IDENTIFIER\n"
	"  read_format                      TOTAL_TIME_ENABLED|TOTAL_TIME_RUNNING\n"
	"  disabled                         1\n"
	"  inherit                          1\n"
	"  enable_on_exec                   1\n"
	"  bp_type                          2\n"
	"  bp_addr                          0x1000\n"
	"  bp_len                           0x8\n"
	"event 5: power/energy-pkg/\n"
	"  type                             23\n"
	"  size                             136\n"
	"  config                           0x2\n"
	"  sample_type                      IDENTIFIER\n"
	"  read_format                      TOTAL_TIME_ENABLED|TOTAL_TIME_RUNNING\n"
	"  disabled                         1\n"
	"  inherit                          1\n"
	"  exclude_user                     1\n"
	"  exclude_kernel                   1\n"
	"  exclude_hv                       1\n"
	"  exclude_idle                     1\n"
	"  enable_on_exec                   1\n"
	"  exclude_host                     1\n"
	"  exclude_guest                    1\n"
	"  config1                          0x10\n"
	"  config2                          0x20\n"
	"  config3                          0x30\n"
	"  scale                            2.3283064365387e-10\n"
	"  unit                             Joules\n"
	"  per-pkg                          1\n"
	"  snapshot                         1\n"
	"event 6: odd\n"
	"  type                             23\n"
	"  size                             128\n"
	"  config                           0x2\n"
	"  sample_type                      IDENTIFIER\n"
	"  read_format                      TOTAL_TIME_ENABLED|TOTAL_TIME_RUNNING\n"
	"  disabled                         1\n"
	"  inherit                          1\n"
	"  pinned                           1\n"
	"  exclusive                        1\n"
	"  enable_on_exec                   1\n"
	"  percore                          1\n"
	"  weak                             1\n"
	"  row                              5\n"
	"open 0: event 0 cycles  pid 0  cpu -1  group_fd -1  flags 0x8\n"
	"open 1: event 1 page-faults  pid 0  cpu -1  group_fd 0  flags 0x8\n"
	"open 2: event 3 sched:sched_switch  pid 0  cpu -1  group_fd -1  flags 0x8\n"
	"open 3: event 4 mem:0x1000:w  pid 0  cpu -1  group_fd -1  flags 0x8\n"
	"open 4: event 5 power/energy-pkg/  pid 0  cpu -1  group_fd -1  flags 0x8\n"
	"open 5: event 6 odd  pid 0  cpu -1  group_fd -1  flags 0x8\n";

static void in_words(void **state)
{
	struct fixture f;
	struct str text = {0};
	struct event *e;

	(void)state;
	setup(&f, worded, COUNT_OF(worded), 1);
	e = f.events.event;
	e[0].attr.head.precise_ip = 2;
	e[2].tool = TOOL_DURATION;
	e[2].known = event_name_find("duration_time");
	free(e[2].unit);
	e[2].unit = mem_copy_text("ns");
	e[3].filter = mem_copy_text("prev_pid == 0");
	e[4].attr.head.bp_type = 2, e[4].attr.head.bp_addr = 0x1000, e[4].attr.head.bp_len = 8;
	e[5].attr.head.size = ATTR_SIZE_CONFIG3;
	e[5].attr.head.config1 = 0x10, e[5].attr.head.config2 = 0x20, e[5].attr.tail.config3 = 0x30;
	e[5].attr.head.exclude_user = e[5].attr.head.exclude_kernel = e[5].attr.head.exclude_hv = 1;
	e[5].attr.head.exclude_idle = e[5].attr.head.exclude_host = e[5].attr.head.exclude_guest = 1;
	e[5].scale = 0x1p-32;
	free(e[5].unit);
	e[5].unit = mem_copy_text("Joules");
	e[6].attr.tail.config3 = 7;	/* behind its size: not part of it */
	e[6].attr.head.pinned = e[6].attr.head.exclusive = 1;
	e[5].flags = EVENT_PER_PACKAGE | EVENT_SNAPSHOT;
	e[6].flags = EVENT_PER_CORE | EVENT_WEAK;
	e[6].row = 5;
	build(&f, NULL);
	plan_format(&f.plan, &text);
	assert_string_equal(text.text, worded_want);
	str_release(&text);
	teardown(&f);
}

static void unknown_bits_are_shown_as_numbers(void **state)
{
	union attr attr = { .head = { .type = 1, .config = 99, .size = ATTR_SIZE_CONFIG3,
				      .read_format = 1 | 1 << 20, .sample_type = 1 << 20 } };
	struct str text = {0};

	(void)state;
	attr.tail.config3 = 0x44;
	plan_format_attr(&text, &attr);
	assert_string_equal(text.text,
		"  type                             1 (PERF_TYPE_SOFTWARE)\n"
		"  size                             136\n"
		"  config                           0x63\n"
		"  sample_type                      0x100000\n"
		"  read_format                      TOTAL_TIME_ENABLED|0x100000\n"
		"  config3                          0x44\n");
	str_release(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(groups_stand_in_a_row),
		cmocka_unit_test(cpus_are_units_too),
		cmocka_unit_test(threads_are_counted_on_some_cpus),
		cmocka_unit_test(a_set_may_lack_the_leader),
		cmocka_unit_test(tools_have_no_slot),
		cmocka_unit_test(nothing_is_a_plan),
		cmocka_unit_test(too_much_is_refused),
		cmocka_unit_test(what_the_target_and_the_group_add),
		cmocka_unit_test(in_words),
		cmocka_unit_test(unknown_bits_are_shown_as_numbers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
