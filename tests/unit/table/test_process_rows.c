/* SPDX-License-Identifier: MIT */
/* Tests rows of processes: what is added up, and what not. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "count/plan.h"
#include "count/process_tree.h"
#include "event/event.h"
#include "table/process_rows.h"

enum { RSS, TREE_RSS, WAIT, STATUS, LIFE, EVENTS };

static struct event event[EVENTS];
static const struct events events = { .event = event, .n = EVENTS };
static const struct plan plan = { .events = &events };

static void make_events(void)
{
	static const enum tool_kind tools[EVENTS] = {
		[RSS] = TOOL_MAX_RSS, [TREE_RSS] = TOOL_TREE_RSS, [WAIT] = TOOL_CPU_WAIT,
		[STATUS] = TOOL_EXIT_STATUS, [LIFE] = TOOL_DURATION,
	};

	for (int i = 0; i < EVENTS; i++)
		event[i] = (struct event){ .tool = tools[i], .row = i, .leader = i, .scale = 1 };
}

static struct process made(const char *comm, uint64_t peak_kib, uint64_t wait_ns, int status)
{
	struct process p = {
		.parent = PROCESS_NONE, .end_ns = 9, .ended = true, .tasks = 1,
		.told = wait_ns != TASKSTATS_UNKNOWN, .status = status,
		.usage = { .peak_bytes = peak_kib * 1024, .cpu_wait_ns = wait_ns },
	};

	memcpy(p.comm, comm, strlen(comm) + 1);
	return p;
}

/* What the run itself has: max_rss 7, and 0 for what it does not know. */
static void build(struct table *t, struct process_tree *tree, enum aggr_mode mode, uint64_t top)
{
	const struct aggr_opts o = { .mode = mode, .rows = { .top = top } };
	const struct unit unit = { .process = UNIT_NONE };

	make_events();
	table_init(t, &unit, 1, EVENTS);
	for (int i = 0; i < EVENTS; i++)
		t->cell[i] = (struct cell){ .state = CELL_COUNTED, .members = 1 };
	t->cell[RSS].value = t->cell[RSS].raw = 7;
	process_rows_build(t, tree, &plan, &o);
}

static void check(const struct table *t, size_t unit, int event_at, enum cell_state state, uint64_t value)
{
	const struct cell *c = &t->cell[unit * EVENTS + (size_t)event_at];

	assert_int_equal(c->state, state);
	assert_int_equal(c->value, value);
}

static void all_are_known(void **state)
{
	struct process p[] = {
		made("make", 900, 5, 0x200), made("cc", 5000, 10, 0), made("cc", 3000, 20, 9),
	};
	struct process_tree tree = { .process = p, .n = 3, .peak_bytes = 6000 * 1024 };
	struct table t;

	(void)state;
	build(&t, &tree, AGGR_PROCESS, 0);
	assert_int_equal(t.n_units, 4);
	check(&t, 0, RSS, CELL_COUNTED, 5000);		/* sorted by it */
	check(&t, 0, STATUS, CELL_COUNTED, 0);
	check(&t, 1, STATUS, CELL_COUNTED, 137);
	check(&t, 2, STATUS, CELL_COUNTED, 2);
	check(&t, 2, TREE_RSS, CELL_ABSENT, 0);
	check(&t, 3, RSS, CELL_COUNTED, 5000);		/* that of the run lacks those that nobody waited for */
	check(&t, 3, TREE_RSS, CELL_COUNTED, 6000);
	check(&t, 3, WAIT, CELL_COUNTED, 35);
	check(&t, 3, STATUS, CELL_COUNTED, 2);		/* of the command */
	table_release(&t);

	build(&t, &tree, AGGR_NAME, 0);
	assert_int_equal(t.n_units, 3);
	check(&t, 0, RSS, CELL_COUNTED, 5000);
	check(&t, 0, WAIT, CELL_COUNTED, 30);
	check(&t, 0, STATUS, CELL_ABSENT, 0);		/* of two */
	check(&t, 1, STATUS, CELL_COUNTED, 2);
	table_release(&t);

	build(&t, &tree, AGGR_PROCESS, 1);
	assert_int_equal(t.n_units, 3);			/* one, the others, the total */
	check(&t, 1, RSS, CELL_COUNTED, 3000);
	check(&t, 1, WAIT, CELL_COUNTED, 25);
	check(&t, 1, STATUS, CELL_ABSENT, 0);
	table_release(&t);
}

static void some_are_not_known(void **state)
{
	struct process p[] = {
		made("make", 900, 5, 0), made("cc", 5000, TASKSTATS_UNKNOWN, PROCESS_STATUS_UNKNOWN),
	};
	struct process_tree tree = { .process = p, .n = 2 };
	struct table t;

	(void)state;
	build(&t, &tree, AGGR_PROCESS, 0);
	assert_int_equal(t.n_units, 3);
	check(&t, 0, RSS, CELL_COUNTED, 900);
	check(&t, 1, RSS, CELL_UNKNOWN, 0);
	check(&t, 1, WAIT, CELL_UNKNOWN, 0);
	check(&t, 1, STATUS, CELL_UNKNOWN, 0);
	check(&t, 2, RSS, CELL_COUNTED, 7);		/* of the run, as it is */
	check(&t, 2, WAIT, CELL_UNKNOWN, 0);
	check(&t, 2, TREE_RSS, CELL_UNKNOWN, 0);
	check(&t, 2, STATUS, CELL_COUNTED, 0);
	table_release(&t);
}

static void threads_have_no_status(void **state)
{
	struct process p[] = { made("make", 900, 5, 0), made("work", 900, 5, PROCESS_STATUS_UNKNOWN) };
	struct process_tree tree = { .by_task = true, .process = p, .n = 2 };
	struct table t;

	(void)state;
	p[1].tid = p[1].pid + 1;
	build(&t, &tree, AGGR_TASK, 0);
	check(&t, 0, STATUS, CELL_COUNTED, 0);
	check(&t, 1, STATUS, CELL_ABSENT, 0);
	table_release(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_are_known),
		cmocka_unit_test(some_are_not_known),
		cmocka_unit_test(threads_have_no_status),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
