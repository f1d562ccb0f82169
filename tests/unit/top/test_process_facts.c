/* SPDX-License-Identifier: MIT */
/* Tests what is known of processes that live, end, change, and hide. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "made_root.h"
#include "top/process_facts.h"

static struct root root;
static struct task_table tasks;
static struct process_facts facts;

static int begin(void **state)
{
	(void)state;
	root_make(&root);
	task_table_init(&tasks, 0, 1);
	root_put(&root, "etc/passwd", "root:x:0:0::/:\nada:x:7:7::/:");
	return 0;
}

static int end(void **state)
{
	(void)state;
	process_facts_release(&facts);
	task_table_release(&tasks);
	root_remove(&root);
	return 0;
}

/* kib 0: it has no memory, as a task of the kernel, or one that ends */
static void put(int pid, int parent, unsigned uid, int kib, const char *command)
{
	char path[64], text[256];
	size_t n;

	n = (size_t)snprintf(text, sizeof(text), "Name:\tx\\nUid:\t9\nPid:\t%d\nPPid:\t%d\nUid:\t0\t%u\t0\t0\n", pid, parent,
			     uid);
	if (kib)
		snprintf(text + n, sizeof(text) - n, "VmRSS:\t %d kB\n", kib);
	snprintf(path, sizeof(path), "proc/%d/status", pid);
	root_put(&root, path, text);
	snprintf(path, sizeof(path), "proc/%d/cmdline", pid);
	root_put(&root, path, command);
}

static void drop(int pid)
{
	char path[128];

	snprintf(path, sizeof(path), "%s/proc/%d/status", root.path, pid);
	unlink(path);
}

/* NULL: not known */
static void check(pid_t pid, const char *comm, const char *user, const char *command, uint64_t bytes)
{
	const struct process_fact *fact;

	process_facts_read(&facts, &root.fs, &tasks, pid, comm);
	fact = process_facts_find(&facts, pid, comm);
	assert_non_null(fact);
	assert_string_equal(fact->user ? fact->user : "(none)", user ? user : "(none)");
	assert_string_equal(fact->command ? fact->command : "(none)", command ? command : "(none)");
	assert_int_equal(fact->resident_bytes, bytes);
}

static void kinds_of_processes(void **state)
{
	(void)state;
	put(5, 1, 7, 12, "sleep 9");
	put(6, 2, 0, 0, "");
	put(2, 0, 0, 0, "");
	put(8, 5, 4294967294u, 0, "");
	put(9, 1, 7, 4, "");
	check(5, "sleep", "ada", "sleep 9", 12288);
	check(6, "kworker", "root", "[kworker]", 0);
	check(2, "kthreadd", "root", "[kthreadd]", 0);
	check(8, "ends", "4294967294", NULL, 0);
	check(9, "wrote", "ada", "[wrote]", 4096);
	check(10, "hidden", NULL, NULL, 0);
}

static void an_end(void **state)
{
	(void)state;
	put(5, 1, 7, 12, "sleep 9");
	check(5, "sleep", "ada", "sleep 9", 12288);
	drop(5);
	check(5, "sleep", "ada", "sleep 9", 12288);	/* once in an interval */
	process_facts_next(&facts);
	check(5, "sleep", "ada", "sleep 9", 0);
	check(5, "other", NULL, NULL, 0);		/* the number is used again */
	for (int i = 0; i < 4; i++)
		process_facts_next(&facts);
	assert_int_equal(facts.n, 0);
}

/* Nobody can read a process that lived for a moment; its parent may be one, too. */
static void the_user_of_a_parent(void **state)
{
	(void)state;
	put(5, 1, 7, 12, "make");
	task_table_named(&tasks, 5, 5, "make");
	task_table_started(&tasks, 20, 20, 5, 5, 1);
	task_table_started(&tasks, 21, 21, 20, 20, 2);
	task_table_started(&tasks, 30, 30, 30, 30, 2);
	check(21, "cc1", "ada", NULL, 0);
	check(20, "make", "ada", NULL, 0);
	check(30, "its own parent", NULL, NULL, 0);
}

static void command_lines(void **state)
{
	static const struct { const char *text; size_t len; const char *command; } rows[] = {
		{ "a\0b c\0", 6, "a b c" }, { "a\0\0b\0", 5, "a  b" }, { "title   \0\0\0", 11, "title" }, { "", 0, "[x]" },
		{ "\0 \0", 3, "[x]" }, { "\033\0\n", 3, "\033 \n" },
	};
	char *large = mem_zeroed(100001, 1);

	(void)state;
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct str out = {0};

		process_facts_command(&out, rows[i].text, rows[i].len, "x");
		assert_string_equal(out.text, rows[i].command);
		str_release(&out);
	}
	memset(large, 'y', 100000);
	put(5, 1, 0, 1, large);
	process_facts_read(&facts, &root.fs, &tasks, 5, "y");
	assert_int_equal(strlen(process_facts_find(&facts, 5, "y")->command), 4096);
	free(large);
}

static void names_of_users(void **state)
{
	static const struct { uid_t uid; const char *name; } rows[] = {
		{ 0, "root" }, { 7, "a b\033" }, { 8, "8" }, { 9, "9" }, { 10, "last" }, { 11, "11" },
	};
	struct user_names users = {0};

	(void)state;
	user_names_parse(&users, "root:x:0:0:\ntoor:x:0:0:\na b\033:x:7:7::\n\n:x:8:\nbad:x:9\nbad:x:-9:\nbad:x:9x:\n"
				 "bad\nx:9:\nbad:x:4294967296:\nlast:x:10:10:");
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct str out = {0};

		user_names_add(&users, &out, rows[i].uid);
		assert_string_equal(out.text, rows[i].name);
		str_release(&out);
	}
	assert_int_equal(users.n, 3);
	user_names_release(&users);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(kinds_of_processes, begin, end),
		cmocka_unit_test_setup_teardown(an_end, begin, end),
		cmocka_unit_test_setup_teardown(the_user_of_a_parent, begin, end),
		cmocka_unit_test_setup_teardown(command_lines, begin, end),
		cmocka_unit_test(names_of_users),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
