/* SPDX-License-Identifier: MIT */
/* Tests rows, keys, columns and the text of the screen. */
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "made_events.h"
#include "made_root.h"
#include "metric/metric.h"
#include "top/process_facts.h"
#include "top/task_table.h"
#include "top/top_bars.h"
#include "top/top_rows.h"
#include "top/top_screen.h"
#include "top/top_view.h"

enum { CLOCK, SWITCHES, CYCLES, INSTRUCTIONS, EVENTS };

static struct events events;
static struct metrics metrics;
static struct task_table tasks;
static const bool counted[EVENTS] = { true, true, true, true };

static void add(pid_t pid, pid_t tid, const char *comm, const char *cgroup, uint64_t ms)
{
	struct top_task *task;

	task_table_named(&tasks, pid, tid, comm);
	task = task_table_find(&tasks, tid);
	task->cgroup = mem_copy_text(cgroup);
	task->counts.cpu_ns = ms * 1000000;
	task->counts.switches = ms;
	task->counts.value[CLOCK] = ms * 1000000;
	task->counts.value[SWITCHES] = 1000 - ms;
	task->counts.value[CYCLES] = ms * 2000000;
	task->counts.value[INSTRUCTIONS] = ms * 3000000;
}

static int begin(void **state)
{
	static const struct some_event some[EVENTS] = {
		{ SOME_CLOCK, -1, 0 }, { SOME_SWITCHES, -1, 0 }, { SOME_CYCLES, -1, 0 }, { SOME_INSTRUCTIONS, -1, 0 },
	};
	struct error err = ERROR_INIT;

	(void)state;
	some_events(&events, some, EVENTS);
	for (size_t i = 0; i < EVENTS; i++)
		events.event[i].known = event_name_find(events.event[i].name);
	assert_int_equal(metrics_select(&metrics, &events, &err), 0);
	task_table_init(&tasks, EVENTS, 1);
	add(10, 10, "sh", "/a", 20);
	add(10, 11, "worker", "/a", 30);
	add(20, 20, "sh", "/a/b", 500);
	add(30, 30, "M\033\xc3\xbcller", "/ab", 400);
	return 0;
}

static int end(void **state)
{
	(void)state;
	task_table_release(&tasks);
	metrics_release(&metrics);
	events_release(&events);
	return 0;
}

/* --- rows -------------------------------------------------------------------------------------------- */

static void make(struct top_rows *rows, struct table *t, enum aggr_mode by, const struct top_filter *filter,
		 size_t limit)
{
	top_rows_init(rows, &events, by, false);
	top_rows_add(rows, &tasks, filter, 0, 1000000000);
	top_rows_table(t, rows, counted, limit, false);
	metrics_eval(t, &metrics, &events, 1e9);
}

static void drop(struct top_rows *rows, struct table *t)
{
	table_release(t);
	top_rows_release(rows);
}

static void check_row(const struct table *t, const struct top_rows *r, size_t unit, const char *name, long number,
		      uint64_t ms)
{
	struct str text = {0};

	top_view_name(&text, t, unit, &r->tree, r->by);
	assert_string_equal(text.text, name);
	assert_int_equal(top_view_number(t, unit, &r->tree, r->by), number);
	assert_int_equal(t->cell[unit * EVENTS + CLOCK].value, ms * 1000000);
	str_release(&text);
}

static void rows_of_each_kind(void **state)
{
	const struct top_filter all = {0}, below = { .cgroup = "a" };
	struct top_filter one = {0};
	struct top_rows r;
	struct table t;

	(void)state;
	make(&r, &t, AGGR_PROCESS, &all, 0);
	assert_int_equal(t.n_units, 4);
	check_row(&t, &r, 0, "sh", 20, 500);
	check_row(&t, &r, 1, "M\\x1b\xc3\xbcller", 30, 400);
	check_row(&t, &r, 2, "sh", 10, 50);
	check_row(&t, &r, 3, "(total)", 4, 950);
	drop(&r, &t);
	make(&r, &t, AGGR_TASK, &all, 2);
	assert_int_equal(t.n_units, 4);
	check_row(&t, &r, 1, "M\\x1b\xc3\xbcller", 30, 400);
	check_row(&t, &r, 2, "(others)", 2, 50);
	drop(&r, &t);
	make(&r, &t, AGGR_NAME, &all, 0);
	check_row(&t, &r, 0, "sh", 3, 550);
	drop(&r, &t);
	make(&r, &t, AGGR_CGROUP, &below, 0);
	assert_int_equal(t.n_units, 3);
	check_row(&t, &r, 0, "/a/b", 1, 500);
	check_row(&t, &r, 1, "/a", 2, 50);
	drop(&r, &t);
	ids_add(&one.pids, 30);
	make(&r, &t, AGGR_PROCESS, &one, 0);
	assert_int_equal(t.n_units, 2);
	check_row(&t, &r, 1, "(total)", 1, 400);
	drop(&r, &t);
	free(one.pids.id);
}

/* With sums, and a number that another process has later. */
static void rows_that_are_kept(void **state)
{
	const struct top_filter all = {0};
	struct top_rows r;
	struct table t;

	(void)state;
	top_rows_init(&r, &events, AGGR_PROCESS, true);
	task_table_ended(&tasks, 30, 30, 5);
	top_rows_add(&r, &tasks, &all, 0, 100);
	task_table_next(&tasks);
	task_table_started(&tasks, 30, 30, 10, 10, 6);
	task_table_find(&tasks, 30)->counts.value[CLOCK] = 1000000;
	tasks.unknown.value[CLOCK] = 7000000;
	top_rows_add(&r, &tasks, &all, 100, 200);
	top_rows_table(&t, &r, counted, 0, true);
	assert_int_equal(t.n_units, 6);
	check_row(&t, &r, 1, "M\\x1b\xc3\xbcller", 30, 400);
	check_row(&t, &r, 3, "sh", 30, 1);
	check_row(&t, &r, 4, "(unknown)", 0, 7);
	assert_int_equal(t.cell[5 * EVENTS + CLOCK].value, 958000000);
	table_release(&t);
	top_rows_table(&t, &r, counted, 0, false);
	assert_int_equal(t.n_units, 3);
	drop(&r, &t);
}

/* --- keys -------------------------------------------------------------------------------------------- */

static void keys_of_a_terminal(void **state)
{
	static const struct { const char *bytes; int key; size_t left; } rows[] = {
		{ "q", 'q', 0 }, { "\r", KEY_ENTER, 0 }, { "\n", KEY_ENTER, 0 }, { "\b", KEY_ERASE, 0 },
		{ "\033", KEY_ESCAPE, 0 }, { "\033[Aq", KEY_UP, 1 }, { "\033OB", KEY_DOWN, 0 }, { "\033[C", KEY_RIGHT, 0 },
		{ "\033[D", KEY_LEFT, 0 }, { "\033[5~", KEY_PAGE_UP, 0 }, { "\033[6~x", KEY_PAGE_DOWN, 1 },
		{ "\033[H", KEY_HOME, 0 }, { "\033[1;5Cq", KEY_NONE, 1 }, { "\033[", KEY_NONE, 2 },
		{ "\033[1;", KEY_NONE, 4 }, { "\033xq", KEY_NONE, 1 }, { "\xc3", 0xc3, 0 }, { "", KEY_NONE, 0 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		const char *at = rows[i].bytes;
		size_t n = strlen(at);

		assert_int_equal(top_key_take(&at, &n), rows[i].key);
		assert_int_equal(n, rows[i].left);
	}
}

static void type_text(struct top_view *v, const char *text)
{
	for (; *text; text++)
		top_view_key(v, (unsigned char)*text, 4, 10);
}

static void keys_change_the_view(void **state)
{
	struct top_view v = { .by = AGGR_PROCESS, .interval_ns = 1000000000 };

	(void)state;
	assert_int_equal(top_view_key(&v, 'S', 4, 10), TOP_DRAW);
	assert_int_equal(v.sort, 3);
	top_view_key(&v, KEY_RIGHT, 4, 10);
	assert_int_equal(v.sort, 0);
	top_view_key(&v, KEY_PAGE_DOWN, 4, 10);
	top_view_key(&v, KEY_UP, 4, 10);
	assert_int_equal(v.first, 9);
	assert_int_equal(top_view_key(&v, 'g', 4, 10), TOP_DRAW);
	assert_true(v.by == AGGR_CGROUP && !v.first);
	type_text(&v, "+");
	assert_int_equal(v.interval_ns, 2000000000);
	type_text(&v, "-----");
	assert_int_equal(v.interval_ns, 100000000);
	type_text(&v, "/q\xc3\xbc");
	top_view_key(&v, KEY_ERASE, 4, 10);
	assert_string_equal(v.filter, "q");
	top_view_key(&v, KEY_ENTER, 4, 10);
	assert_false(v.typing);
	type_text(&v, "/x");
	top_view_key(&v, KEY_ESCAPE, 4, 10);
	assert_string_equal(v.filter, "");
	type_text(&v, "h");
	assert_true(v.help);
	assert_int_equal(top_view_key(&v, 'x', 4, 10), TOP_DRAW);
	assert_false(v.help);
	type_text(&v, " ");
	assert_true(v.paused);
	assert_int_equal(top_view_key(&v, KEY_NONE, 4, 10), TOP_NOTHING);
	assert_int_equal(top_view_key(&v, 'q', 4, 10), TOP_QUIT);
}

static void a_long_filter_is_cut(void **state)
{
	struct top_view v = {0};

	(void)state;
	type_text(&v, "/");
	for (int i = 0; i < 100; i++)
		type_text(&v, "y");
	assert_int_equal(strlen(v.filter), TOP_FILTER_SIZE - 1);
	for (int i = 0; i < 100; i++)
		top_view_key(&v, KEY_ERASE, 4, 10);
	assert_string_equal(v.filter, "");
}

static void numbers_are_short(void **state)
{
	static const struct { double value; const char *text; } rows[] = {
		{ 0, "0" }, { 0.04, "0.0" }, { 9.94, "9.9" }, { 9.96, "10" }, { 9999, "9999" }, { 9999.6, "10.0k" },
		{ 123456, "123k" }, { 999600, "1.00M" }, { 1234567, "1.23M" }, { 5e10, "50.0G" }, { 3e21, "3000E" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct str text = {0};

		top_number_add(&text, rows[i].value);
		assert_string_equal(text.text, rows[i].text);
		str_release(&text);
	}
}

/* --- the screen -------------------------------------------------------------------------------------- */

static void check_screen(struct top_screen *s, const char *expected)
{
	struct str text = {0};

	s->clock = "12:00:00";
	s->list.seconds = 1;
	s->n_tasks = 4;
	s->n_cpus = 2;
	s->cost = (struct top_cost){ .cpu_pct = 0.25, .descriptors = 8, .records = 1234 };
	top_screen_add(&text, s);
	assert_string_equal(text.text, expected);
	str_release(&text);
}

static const char wide[] =
	"pstat top 12:00:00  2 CPUs, 4 tasks ran in 1.0 s  by process, each second\n"
	"pstat itself: 0.2% of a CPU, 8 descriptors, 1234 records/s, 0 lost\n"
	"    PID   >CPU%     csw  cycles     GHz   instr     IPC  NAME\n"
	"     20    50.0     500   1.00G    2.00   1.50G    1.50  sh\n"
	"     30    40.0     600    800M    2.00   1.20G    1.50  M\\x1b\xc3\xbcller\n"
	"     10     5.0    1950    100M    2.00    150M    1.50  sh\n"
	"      -    95.0    3050   1.90G    2.00   2.85G    1.50  (total)\n";

/* Sorted by switches, one row is scrolled away, and columns on the left make room. */
static const char narrow[] =
	"pstat top 12:00:00  2 CPUs, 4 tasks ran in\n"
	"pstat itself: 0.2% of a CPU, 8 descriptors\n"
	"    PID   instr    >IPC  NAME             \n"
	"     10    150M    1.50  sh\n"
	"\n"
	"      -   2.85G    1.50  (total)\n"
	"filter: H_   Enter: keep, Esc: all\n";

static const char help[] =
	"pstat top: what each process counts per se\n"
	"\n"
	"  q           quit\n"
	"  s, right    sort by the next column (S, \n"
	"  /           type a part of a name or com\n"
	"  u           type the name of a user: onl\n"
	"  c           the command line of a proces\n";

static const char paused[] =
	"\033[1mpstat top 12:00:00  PAUSED  2 CPUs, 4 tasks ran in 1.0 s  by process, each sec\033[m\n"
	"\033[2mpstat itself: 0.2% of a CPU, 8 descriptors, 1234 records/s, 0 lost\033[m\n"
	"\033[7m    PID    CPU%     csw  cycles     GHz   instr    >IPC  NAME                 \033[m\n"
	"     10     5.0    1950    100M    2.00    150M    1.50  sh\n"
	"\n"
	"\033[1m      -    95.0    3050   1.90G    2.00   2.85G    1.50  (total)\033[m\n"
	"\033[2monly 'H'  Esc: all  / filter  u user  q quit  h help\033[m\n";

static const char low[] =
	"pstat top 12:00:00  PAUSED  2 CPUs, 4 tasks ran in 1.0 s  by process, each sec\n"
	"pstat itself: 0.2% of a CPU, 8 descriptors, 1234 records/s, 0 lost\n";

static void the_screen_fits(void **state)
{
	const struct top_filter all = {0};
	struct top_view v = { .by = AGGR_PROCESS, .sort = 0, .interval_ns = 1000000000 };
	struct top_columns columns;
	struct top_screen s = { .view = &v, .list = { .columns = &columns }, .width = 80 };
	struct top_rows r;
	struct table t;

	(void)state;
	make(&r, &t, AGGR_PROCESS, &all, 0);
	top_columns_build(&columns, &events, &metrics, counted);
	top_columns_drop_unknown(&columns, &metrics, &t);
	s.list.table = &t;
	s.list.tree = &r.tree;
	check_screen(&s, wide);
	s.width = 42;
	s.height = 7;
	v.sort = columns.n - 1;
	v.first = 1;
	v.typing = TYPING_FILTER;
	memcpy(v.filter, "H", 2);
	check_screen(&s, narrow);
	v.help = true;
	check_screen(&s, help);
	v.help = false;
	v.typing = TYPING_NOTHING;
	v.paused = true;
	s.width = 78;
	s.color = true;
	check_screen(&s, paused);
	s.height = 2;
	s.color = false;
	check_screen(&s, low);
	v.first = 1000;
	top_view_bound(&v, &s.list, 1);
	assert_int_equal(v.first, 1);
	top_view_bound(&v, &s.list, 10);
	assert_int_equal(v.first, 0);
	top_columns_release(&columns);
	drop(&r, &t);
}

/* --- users, memory, command lines --------------------------------------------------------------------- */

static const char beside[] =
	"pstat top 12:00:00  2 CPUs, 4 tasks ran in 1.0 s  by process, each 500 ms, counts per second\n"
	"pstat itself: 0.2% of a CPU, 8 descriptors, 1234 records/s, 0 lost\n"
	"CPU0    [|||||||||||||||||||||||||           ]  70 %  CPU3    [                                    ]   0 %\n"
	"memory  [|||||||||||||            ]   12.0G of 24.0G  CPU%    [|||||||||||||            ]  95.0, max 180.0\n"
	"    PID USER       >CPU%     csw  cycles     GHz   instr     IPC    MEM  COMMAND                          \n"
	"     20 a\\xffdm~    50.0     500   1.00G    2.00   1.50G    1.50    12K  /bin/sh -c a\\x1b[2Jb\n"
	"     30 4711        40.0     600    800M    2.00   1.20G    1.50      -  [M\\x1b\xc3\xbcller]\n"
	"     10 -            5.0    1950    100M    2.00    150M    1.50      -  sh\n";

static const char one_user[] =
	"    PID USER       >CPU%     csw  cycles     GHz   instr     IPC    MEM  NAME                             \n"
	"     20 a\\xffdm~    50.0     500   1.00G    2.00   1.50G    1.50    12K  sh\n"
	"      -             95.0    3050   1.90G    2.00   2.85G    1.50         (total)\n";

static void make_proc(struct root *root)
{
	root_make(root);
	root_put(root, "etc/passwd", "root:x:0:0::/:\na\xff" "dministrator:x:1000:1::/:\nx:x:1000:1::/:\nbad\n:x:5:\n");
	root_put(root, "proc/20/status", "Name:\tsh\nPid:\t20\nPPid:\t1\nUid:\t0\t1000\t0\t0\nVmRSS:\t      12 kB\n");
	root_put(root, "proc/20/cmdline", "/bin/sh -c a\033[2Jb");
	root_put(root, "proc/30/status", "Name:\tM\nPid:\t30\nPPid:\t2\nUid:\t4711\t4711\t0\t0\n");
	root_put(root, "proc/30/cmdline", "");
}

static const char *line_of(const char *text, int line)
{
	while (line-- && text)
		text = strchr(text, '\n') ? strchr(text, '\n') + 1 : NULL;
	return text ? text : "";
}

static void check_lines(const struct top_screen *s, int line, const char *expected)
{
	struct str text = {0};

	top_screen_add(&text, s);
	if (strncmp(line_of(text.text, line), expected, strlen(expected)) != 0)
		assert_string_equal(line_of(text.text, line), expected);
	str_release(&text);
}

static void facts_stand_beside(void **state)
{
	const struct top_filter all = {0};
	struct top_cpu_load cpu[] = { { 0, 0.7 }, { 3, 0 } };
	const struct top_load load = { cpu, 2, 24ull << 30, 12ull << 30 };
	struct top_view v = { .by = AGGR_PROCESS, .interval_ns = 500000000 };
	struct process_facts facts = {0};
	struct top_columns columns;
	struct top_screen s = { .view = &v, .load = &load, .clock = "12:00:00", .n_tasks = 4, .n_cpus = 2,
				.cost = { .cpu_pct = 0.25, .descriptors = 8, .records = 1234 },
				.width = 106, .height = 24 };
	struct root root;
	struct top_rows r;
	struct table t;

	(void)state;
	make(&r, &t, AGGR_PROCESS, &all, 0);
	make_proc(&root);
	top_columns_build(&columns, &events, &metrics, counted);
	top_columns_drop_unknown(&columns, &metrics, &t);
	s.list = (struct top_list){ &columns, &t, &r.tree, &facts, 1 };
	columns.column[0].most = 180;
	for (size_t i = 0; i < r.tree.n; i++)
		process_facts_read(&facts, &root.fs, &tasks, r.tree.process[i].pid, r.tree.process[i].comm);
	check_lines(&s, 0, beside);
	type_text(&v, "cux");
	check_lines(&s, 5, "\n");
	type_text(&v, "\177a\xff");
	check_lines(&s, 5, "     20 a\\xffdm~    50.0 ");
	top_view_key(&v, KEY_ENTER, 4, 10);
	check_lines(&s, 5, "\n");		/* nobody is called that */
	type_text(&v, "u1000\r");
	s.height = 6;
	check_lines(&s, 2, one_user);
	s.color = true;
	t.figure[columns.column[columns.n - 1].index].severity = FIGURE_BAD;	/* IPC of the first row */
	check_lines(&s, 3, "     20 a\\xffdm~    50.0     500   1.00G    2.00   1.50G    \033[31m1.50\033[m    12K  sh\n");
	top_columns_release(&columns);
	process_facts_release(&facts);
	root_remove(&root);
	drop(&r, &t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(rows_of_each_kind, begin, end),
		cmocka_unit_test_setup_teardown(rows_that_are_kept, begin, end),
		cmocka_unit_test(keys_of_a_terminal),
		cmocka_unit_test(keys_change_the_view),
		cmocka_unit_test(a_long_filter_is_cut),
		cmocka_unit_test(numbers_are_short),
		cmocka_unit_test_setup_teardown(the_screen_fits, begin, end),
		cmocka_unit_test_setup_teardown(facts_stand_beside, begin, end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
