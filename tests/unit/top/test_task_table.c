/* SPDX-License-Identifier: MIT */
/* Tests which task gets what a CPU counted, and the names and cgroups of tasks. */
#include "test.h"

#include "top/task_names.h"
#include "top/task_table.h"

enum { VALUES = 2, CPUS = 2 };

static struct task_table t;

static int begin(void **state)
{
	(void)state;
	task_table_init(&t, VALUES, CPUS);
	task_table_start(&t, 0, 1000, (const uint64_t[VALUES]){ 10, 100 });
	task_table_start(&t, 1, 1000, (const uint64_t[VALUES]){ 0, 0 });
	return 0;
}

static int end(void **state)
{
	(void)state;
	task_table_release(&t);
	return 0;
}

static void leaves(size_t cpu, pid_t tid, uint64_t time_ns, uint64_t first, uint64_t second)
{
	task_table_leaves(&t, cpu, tid, tid, time_ns, (const uint64_t[VALUES]){ first, second });
}

static void check(pid_t tid, uint64_t cpu_ns, uint64_t switches, uint64_t first, uint64_t second)
{
	const struct top_task *task = task_table_find(&t, tid);

	assert_non_null(task);
	assert_int_equal(task->counts.cpu_ns, cpu_ns);
	assert_int_equal(task->counts.switches, switches);
	assert_int_equal(task->counts.value[0], first);
	assert_int_equal(task->counts.value[1], second);
}

static void who_leaves_has_what_was_counted(void **state)
{
	(void)state;
	leaves(0, 7, 1500, 13, 100);		/* it had the CPU when counting began */
	task_table_takes(&t, 0, 8, 8, 1500);
	leaves(0, 8, 1700, 15, 140);
	task_table_takes(&t, 0, 7, 7, 1700);
	leaves(0, 7, 1800, 16, 141);
	leaves(1, 8, 2000, 5, 0);		/* on another CPU */
	check(7, 600, 2, 4, 1);
	check(8, 1200, 2, 7, 40);
	assert_false(task_table_find(&t, 9) != NULL);
}

/* Some kernels read the counters when it leaves, others do not: then only its time is left out. */
static void the_idle_task_has_no_time(void **state)
{
	(void)state;
	leaves(0, 7, 1500, 10, 100);
	task_table_takes(&t, 0, 0, 0, 1500);
	task_table_takes(&t, 0, 7, 7, 9000);
	leaves(0, 7, 9100, 12, 100);
	check(7, 600, 2, 2, 0);
	task_table_takes(&t, 0, 0, 0, 9100);
	leaves(0, 0, 9500, 50, 100);
	task_table_takes(&t, 0, 7, 7, 9500);
	leaves(0, 7, 9600, 51, 100);
	check(7, 700, 3, 3, 0);
	assert_null(task_table_find(&t, 0));
	assert_int_equal(t.unknown.value[0], 0);
}

static void an_interval_ends_while_a_task_runs(void **state)
{
	(void)state;
	task_table_takes(&t, 0, 7, 7, 2000);
	task_table_stays(&t, 0, 3000, (const uint64_t[VALUES]){ 50, 100 });
	check(7, 1000, 0, 40, 0);
	task_table_next(&t);
	check(7, 0, 0, 0, 0);
	leaves(0, 7, 3500, 51, 100);
	check(7, 500, 1, 1, 0);
	/* the group was read before a record that is known already */
	task_table_takes(&t, 0, 8, 8, 4000);
	task_table_stays(&t, 0, 3900, (const uint64_t[VALUES]){ 60, 100 });
	leaves(0, 8, 4100, 61, 100);
	check(8, 100, 1, 10, 0);
	/* and while nobody runs */
	task_table_takes(&t, 0, 0, 0, 4100);
	task_table_stays(&t, 0, 5000, (const uint64_t[VALUES]){ 70, 100 });
	task_table_takes(&t, 0, 8, 8, 5100);
	leaves(0, 8, 5200, 72, 100);
	check(8, 200, 2, 12, 0);
}

static void what_was_counted_during_a_loss_is_nobodys(void **state)
{
	(void)state;
	task_table_takes(&t, 0, 7, 7, 2000);
	task_table_lost(&t, 0);
	task_table_stays(&t, 0, 2500, (const uint64_t[VALUES]){ 30, 100 });
	leaves(0, 8, 3000, 90, 101);
	assert_int_equal(t.unknown.value[0], 80);
	assert_int_equal(t.unknown.value[1], 1);
	check(8, 0, 1, 0, 0);
	task_table_takes(&t, 0, 7, 7, 3000);
	leaves(0, 7, 3100, 91, 101);
	check(7, 100, 1, 1, 0);
	task_table_next(&t);
	assert_int_equal(t.unknown.value[0], 0);
}

/* The kernel has no number for a task that has ended, but it had the CPU. */
static void a_task_leaves_after_its_end(void **state)
{
	(void)state;
	task_table_takes(&t, 0, 7, 7, 2000);
	task_table_ended(&t, 7, 7, 2100);
	task_table_leaves(&t, 0, TOP_NOBODY, TOP_NOBODY, 2200, (const uint64_t[VALUES]){ 11, 100 });
	check(7, 200, 1, 1, 0);
	task_table_next(&t);
	assert_non_null(task_table_find(&t, 7));
	task_table_next(&t);
	assert_null(task_table_find(&t, 7));
}

static void names_come_from_parents(void **state)
{
	(void)state;
	task_table_named(&t, 5, 5, "sh");
	task_table_at(&t, 5, 5)->cgroup = NULL;
	task_table_started(&t, 7, 7, 5, 5, 1500);
	assert_string_equal(task_table_find(&t, 7)->comm, "sh");
	task_table_named(&t, 7, 7, "ls");
	assert_string_equal(task_table_find(&t, 7)->comm, "ls");
	/* the record of its start was on another CPU, and is read after its end */
	task_table_named(&t, 9, 9, "cc");
	leaves(1, 9, 1900, 3, 0);
	task_table_ended(&t, 9, 9, 1850);
	task_table_started(&t, 9, 9, 5, 5, 1600);
	assert_string_equal(task_table_find(&t, 9)->comm, "cc");
	check(9, 900, 1, 3, 0);
	/* another one has its number */
	task_table_started(&t, 9, 9, 5, 5, 2000);
	assert_string_equal(task_table_find(&t, 9)->comm, "sh");
	check(9, 0, 0, 0, 0);
	assert_int_equal(t.unknown.value[0], 3);
}

static void cgroup_of_a_task(void **state)
{
	static const struct { const char *text, *path; } rows[] = {
		{ "0::/user.slice/a", "/user.slice/a" },
		{ "12:cpu,perf_event:/v1\n1:name=systemd:/x\n0::/y", "/v1" },
		{ "3:perf_events:/no\n2:cpuset:/c\n0::/y\n", "/y" },
		{ "3:perf_event:/a:b", "/a:b" },
		{ "1:name=systemd:/x", "" }, { "", "" }, { "nonsense\n\n:", "" },
	};
	struct str path = {0};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		task_names_cgroup(&path, rows[i].text);
		assert_string_equal(path.text, rows[i].path);
	}
	str_release(&path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(who_leaves_has_what_was_counted, begin, end),
		cmocka_unit_test_setup_teardown(the_idle_task_has_no_time, begin, end),
		cmocka_unit_test_setup_teardown(an_interval_ends_while_a_task_runs, begin, end),
		cmocka_unit_test_setup_teardown(what_was_counted_during_a_loss_is_nobodys, begin, end),
		cmocka_unit_test_setup_teardown(a_task_leaves_after_its_end, begin, end),
		cmocka_unit_test_setup_teardown(names_come_from_parents, begin, end),
		cmocka_unit_test(cgroup_of_a_task),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
