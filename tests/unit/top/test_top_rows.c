/* SPDX-License-Identifier: MIT */
/* Tests which tasks have a row in common. */
#include "test.h"

#include "event/event.h"
#include "top/task_table.h"
#include "top/top_rows.h"

static struct task_table t;
static struct top_rows rows;
static struct events events;
static uint64_t counted;	/* by the CPU, until now */

static int begin(void **state)
{
	(void)state;
	counted = 0;
	task_table_init(&t, 0, 1);
	task_table_start(&t, 0, 1000, &counted);
	top_rows_init(&rows, &events, AGGR_PROCESS, true);
	return 0;
}

static int end(void **state)
{
	(void)state;
	top_rows_release(&rows);
	task_table_release(&t);
	return 0;
}

static void runs(pid_t pid, pid_t tid, uint64_t time_ns)
{
	task_table_takes(&t, 0, pid, tid, time_ns);
	task_table_leaves(&t, 0, pid, tid, time_ns + 5, &counted);
}

static void end_interval(void)
{
	const struct top_filter all = {0};

	top_rows_add(&rows, &t, &all, 0, 1);
	task_table_next(&t);
}

static void threads_that_end_together(void **state)
{
	(void)state;
	task_table_started(&t, 10, 10, 1, 1, 1000);
	for (pid_t tid = 10; tid < 14; tid++)
		runs(10, tid, 1000 + 10 * (uint64_t)tid);
	for (pid_t tid = 10; tid < 14; tid++)
		task_table_ended(&t, 10, tid, 2000);
	end_interval();
	assert_int_equal(rows.tree.n, 1);
	assert_int_equal(rows.row[0].members, 4);
	assert_true(rows.tree.process[0].ended);
}

static void threads_that_end_later(void **state)
{
	(void)state;
	task_table_started(&t, 10, 10, 1, 1, 1000);
	runs(10, 10, 1100);
	runs(10, 11, 1200);
	task_table_ended(&t, 10, 10, 1300);
	end_interval();
	runs(10, 10, 1400);			/* it leaves the CPU after the record of its end */
	runs(10, 11, 1500);
	end_interval();
	end_interval();				/* nobody knows the first one any more */
	runs(10, 11, 1600);
	task_table_started(&t, 10, 12, 10, 11, 1700);
	runs(10, 12, 1700);
	end_interval();
	assert_int_equal(rows.tree.n, 1);
}

static void another_process_of_that_number(void **state)
{
	(void)state;
	task_table_started(&t, 10, 10, 1, 1, 1000);
	runs(10, 10, 1100);
	task_table_ended(&t, 10, 10, 1200);
	end_interval();
	task_table_started(&t, 10, 10, 1, 1, 1300);
	runs(10, 10, 1400);
	end_interval();
	assert_int_equal(rows.tree.n, 2);
	assert_true(rows.tree.process[0].replaced);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(threads_that_end_together, begin, end),
		cmocka_unit_test_setup_teardown(threads_that_end_later, begin, end),
		cmocka_unit_test_setup_teardown(another_process_of_that_number, begin, end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
