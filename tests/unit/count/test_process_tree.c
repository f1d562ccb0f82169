/* SPDX-License-Identifier: MIT */
/* Tests which tree of processes follows from the kernel's records, and what each process counted. */
#include "test.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "count/process_tree.h"

/*
 * Records as words, one each ns: "f1.1>10.10" task 1 of process 1 starts task 10 of process 10; "n10.10=a" is
 * named, "x10.10=a" executes and maps its code, "X10.10=a" executes, "l0.0" says that records were lost, "e10.10"
 * ends, "c10.10=5" counted 5.
 */
static void add_word(struct process_tree *t, const char *word, uint64_t time_ns)
{
	static const struct { char letter; enum task_record_kind kind; } kinds[] = {
		{ 'f', TASK_STARTED }, { 'n', TASK_NAMED }, { 'x', TASK_EXECUTED }, { 'e', TASK_ENDED },
		{ 'c', TASK_COUNTED }, { 'X', TASK_EXECUTED }, { 'l', TASK_LOST },
	};
	struct task_record r = { .time_ns = time_ns };
	char value[40] = "";

	for (size_t i = 0; i < COUNT_OF(kinds); i++)
		if (kinds[i].letter == *word)
			r.kind = kinds[i].kind;
	if (r.kind == TASK_STARTED)
		assert_int_equal(sscanf(word, "f%d.%d>%d.%d", &r.ppid, &r.ptid, &r.pid, &r.tid), 4);
	else
		assert_true(sscanf(word + 1, "%d.%d=%39s", &r.pid, &r.tid, value) >= 2);
	snprintf(r.comm, sizeof(r.comm), "%.15s", value);
	if (r.kind == TASK_EXECUTED)
		r.argv0 = mem_copy_text(value);
	if (r.kind == TASK_COUNTED)
		r.count = (struct reading){ strtoull(value, NULL, 10), 2, 1 };
	process_tree_add(t, &r);
	free(r.argv0);
	if (*word == 'x')
		process_tree_add(t, &(struct task_record){ .kind = TASK_MAPPED, .pid = r.pid, .tid = r.tid });
}

static void add_words(struct process_tree *t, const char *words)
{
	char *copy = mem_copy_text(words), *state = NULL;
	uint64_t time_ns = 100;

	for (char *w = strtok_r(copy, " ", &state); w; w = strtok_r(NULL, " ", &state))
		add_word(t, w, time_ns++);
	free(copy);
}

/* "NUMBER:NAME(ARGV0)<PARENT=COUNT" for each; + still runs, ? not known. */
static void describe(struct str *out, const struct process_tree *t)
{
	for (size_t i = 0; i < t->n; i++) {
		const struct process *p = &t->process[i];
		const struct reading *count = process_tree_count(t, i, 0);

		str_addf(out, "%s%d:%s", i ? " " : "", (int)p->tid, p->comm);
		if (p->argv0)
			str_addf(out, "(%s)", p->argv0);
		if (p->parent >= 0)
			str_addf(out, "<%d", (int)t->process[p->parent].tid);
		str_add(out, p->ended ? "" : "+");
		if (count)
			str_addf(out, "=%llu", (unsigned long long)count->value);
		else
			str_add(out, "=?");
	}
}

static void records_make_a_tree(void **state)
{
	static const struct {
		bool by_task;
		const char *records, *tree;
	} cases[] = {
		{ false, "", "" },
		{ false, "f1.1>10.10 x10.10=sh e10.10 c10.10=5", "10:sh(sh)=5" },
		/* a child has its parent's name until it executes something; the name of the last program stays */
		{ false, "f1.1>10.10 x10.10=sh f10.10>11.11 e11.11 c11.11=1 e10.10 c10.10=2", "10:sh(sh)=2 11:sh<10=1" },
		{ false, "f1.1>10.10 x10.10=sh x10.10=env x10.10=ls e10.10 c10.10=2", "10:ls(ls)=2" },
		{ false, "f1.1>10.10 x10.10=sh n10.10=other e10.10 c10.10=2", "10:other(sh)=2" },
		/* a parent that has ended stays the parent; the orphan still runs */
		{ false, "f1.1>10.10 f10.10>11.11 e10.10 c10.10=3 x11.11=d", "10:=3 11:d(d)<10+=?" },
		/* threads are part of their process, which ends with the last of them */
		{ false, "f1.1>10.10 f10.10>10.11 f10.11>10.12 e10.10 c10.10=1 e10.11 c10.11=2 e10.12 c10.12=4", "10:=7" },
		{ false, "f1.1>10.10 f10.10>10.11 e10.10 c10.10=1", "10:+=?" },
		{ false, "f1.1>10.10 x10.10=a f10.10>10.11 n10.11=thread e10.11 c10.11=1 e10.10 c10.10=1", "10:a(a)=2" },
		{ true, "f1.1>10.10 f10.10>10.11 n10.11=w f10.11>12.12 e10.11 c10.11=2 e12.12 c12.12=1 e10.10 c10.10=4",
		  "10:=4 11:w<10=2 12:w<11=1" },
		/* the thread that calls exec gets the pid */
		{ true, "f1.1>10.10 f10.10>10.11 e10.10 c10.10=1 x10.10=b e10.10 c10.10=8", "10:=1 10:b(b)<10=8" },
		/* a number that is used again */
		{ false, "f1.1>10.10 f10.10>11.11 x11.11=a e11.11 c11.11=1 f10.10>11.11 x11.11=b e11.11 c11.11=2 "
			 "e10.10 c10.10=3", "10:=3 11:a(a)<10=1 11:b(b)<10=2" },
		/* lost records: of the start, of the end, of a count */
		{ false, "x10.10=a e10.10 c10.10=1", "10:a(a)=1" },
		{ false, "c10.10=1", "10:?+=1" },
		{ false, "f1.1>10.10 e10.10", "10:=?" },
		{ false, "f1.1>10.10 e10.10 c10.10=1 n10.10=new", "10:=1 10:new+=?" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct process_tree t;
		struct str text = {0};

		process_tree_init(&t, cases[i].by_task, 1);
		add_words(&t, cases[i].records);
		describe(&text, &t);
		if (strcmp(str_text(&text), cases[i].tree) != 0)
			fail_msg("'%s': '%s', not '%s'", cases[i].records, str_text(&text), cases[i].tree);
		str_release(&text);
		process_tree_release(&t);
	}
}

static void times_are_of_the_run(void **state)
{
	struct process_tree t;

	(void)state;
	process_tree_init(&t, false, 1);
	add_words(&t, "f1.1>10.10 f10.10>11.11 e11.11");	/* at 100, 101, 102 */
	process_tree_finish(&t, 101, 110);
	assert_int_equal(t.process[0].start_ns, 0);		/* before the begin */
	assert_int_equal(t.process[0].end_ns, 9);		/* it still runs */
	assert_int_equal(t.process[1].start_ns, 0);
	assert_int_equal(t.process[1].end_ns, 1);
	process_tree_release(&t);
}

static void tell(struct process_tree *t, uint64_t time_ns, pid_t pid, pid_t tid, uint64_t switches, int status)
{
	struct task_end end = { .pid = pid, .tid = tid, .voluntary = switches, .status = status,
				.signalled = true };
	struct task_record r = { .kind = TASK_TOLD, .time_ns = time_ns, .end = &end };

	process_tree_add(t, &r);
}

static void lost_ends(void **state)
{
	struct process_tree t;

	(void)state;
	process_tree_init(&t, false, 1);
	/* at 100 to 104; one of two threads of 11 runs */
	add_words(&t, "f1.1>10.10 c10.10=1 f1.1>11.11 f11.11>11.12 c11.12=1");
	process_tree_finish(&t, 100, 110);
	assert_true(t.process[0].ended);
	assert_int_equal(t.process[0].end_ns, 1);
	assert_false(t.process[1].ended);
	assert_int_equal(t.process[1].end_ns, 10);
	process_tree_release(&t);

	process_tree_init(&t, false, 0);		/* no counter */
	add_words(&t, "f1.1>10.10");
	tell(&t, 105, 10, 10, 3, 0);
	process_tree_finish(&t, 100, 110);
	assert_true(t.process[0].ended);
	assert_int_equal(t.process[0].end_ns, 5);
	process_tree_release(&t);
}

static void the_last_one_has_the_number(void **state)
{
	struct process_tree t;

	(void)state;
	process_tree_init(&t, false, 1);
	add_words(&t, "f1.1>10.10 e10.10 f1.1>10.10 f1.1>11.11 e10.10 f1.1>10.10");
	assert_int_equal(process_tree_find(&t, 10), 3);
	assert_int_equal(process_tree_find(&t, 11), 2);
	assert_int_equal(process_tree_find(&t, 12), PROCESS_NONE);
	process_tree_release(&t);
}

static void counts_of_tasks_are_added(void **state)
{
	struct process_tree t;
	const struct reading *sum;

	(void)state;
	process_tree_init(&t, false, 1);
	add_words(&t, "f1.1>10.10 f10.10>10.11 c10.10=18446744073709551615 c10.11=2");
	sum = process_tree_count(&t, 0, 0);
	assert_non_null(sum);
	assert_true(sum->value == UINT64_MAX);		/* no overflow */
	assert_int_equal(sum->enabled, 4);
	assert_int_equal(sum->running, 2);
	process_tree_release(&t);
}

static void see(struct process_tree *t, pid_t pid, uint64_t bytes)
{
	struct task_record r = { .kind = TASK_SEEN, .pid = pid, .peak_bytes = bytes };

	process_tree_add(t, &r);
}

static void what_the_kernel_told(void **state)
{
	struct process_tree t;

	(void)state;
	process_tree_init(&t, false, 1);
	add_words(&t, "f1.1>10.10 f10.10>10.11 f10.10>12.12 e10.10 e10.11 e12.12");
	assert_int_equal(t.process[0].status, PROCESS_STATUS_UNKNOWN);
	tell(&t, 200, 10, 10, 3, 0x400);
	assert_int_equal(t.process[0].told, 1);
	tell(&t, 200, 10, 11, 4, TASKSTATS_NO_STATUS);
	assert_int_equal(t.process[0].told, 2);
	assert_int_equal(t.process[0].usage.voluntary, 7);
	assert_int_equal(t.process[0].status, 0x400);
	tell(&t, 200, 0, 12, 5, 9);		/* an older kernel does not say the process */
	assert_int_equal(t.process[1].told, 1);
	assert_int_equal(t.process[1].status, 9);
	tell(&t, 200, 12, 12, 50, 0);		/* of another program, which got the number */
	tell(&t, 200, 13, 13, 50, 0);		/* of nobody */
	assert_int_equal(t.process[1].usage.voluntary, 5);
	assert_int_equal(t.process[1].status, 9);
	assert_int_equal(t.n, 2);
	process_tree_release(&t);

	process_tree_init(&t, true, 1);
	add_words(&t, "f1.1>10.10 f10.10>10.11 e10.11 e10.10");
	tell(&t, 200, 10, 11, 4, TASKSTATS_NO_STATUS);
	tell(&t, 200, 10, 10, 3, 0);
	assert_int_equal(t.process[0].usage.voluntary, 3);
	assert_int_equal(t.process[1].usage.voluntary, 4);
	assert_int_equal(t.process[1].status, PROCESS_STATUS_UNKNOWN);
	process_tree_release(&t);
}

static void tell_name(struct process_tree *t, uint64_t time_ns, const char *name, int status)
{
	struct task_end end = { .pid = 10, .tid = 10, .status = status };
	struct task_record r = { .kind = TASK_TOLD, .time_ns = time_ns, .end = &end };

	snprintf(end.comm, sizeof(end.comm), "%s", name);
	process_tree_add(t, &r);
}

/* A number is used again before what was told of its first process is read. */
static void what_was_told_of_a_number(void **state)
{
	struct process_tree t;

	(void)state;
	process_tree_init(&t, false, 1);
	add_words(&t, "f1.1>10.10 n10.10=a e10.10 f1.1>10.10 n10.10=a e10.10 f1.1>10.10 n10.10=a");
	tell_name(&t, 200, "a", 1 << 8);
	tell_name(&t, 200, "a", 2 << 8);
	assert_int_equal(t.process[0].status, 1 << 8);
	assert_int_equal(t.process[1].status, 2 << 8);
	assert_int_equal(t.process[2].status, PROCESS_STATUS_UNKNOWN);
	process_tree_release(&t);

	process_tree_init(&t, false, 1);		/* what was told of the first one is lost */
	add_words(&t, "f1.1>10.10 n10.10=a e10.10 f1.1>10.10 n10.10=b e10.10");
	tell_name(&t, 200, "b", 2 << 8);
	assert_int_equal(t.process[0].status, PROCESS_STATUS_UNKNOWN);
	assert_int_equal(t.process[1].status, 2 << 8);
	process_tree_release(&t);

	process_tree_init(&t, false, 1);		/* the same, and the numbers went round */
	add_words(&t, "f1.1>10.10 n10.10=a e10.10 f1.1>10.10 n10.10=a e10.10");
	t.process[1].end_ns += 2000000000;
	tell_name(&t, 2000000200, "a", 2 << 8);
	assert_int_equal(t.process[0].status, PROCESS_STATUS_UNKNOWN);
	assert_int_equal(t.process[1].status, 2 << 8);
	process_tree_release(&t);
}

static void tell_life(struct process_tree *t, uint64_t lived_ns, int status)
{
	struct task_end end = { .pid = 10, .tid = 10, .lived_ns = lived_ns, .status = status };
	struct task_record r = { .kind = TASK_TOLD, .time_ns = 1000, .end = &end };

	process_tree_add(t, &r);
}

/* An exec that gains privileges takes the counters away: no code is mapped between it and the end. */
static void taken_counters(void **state)
{
	static const struct {
		bool by_task;
		const char *records, *tree;
		bool lacks;
	} cases[] = {
		{ false, "f1.1>10.10 X10.10=a c10.10=1 e10.10", "10:a(a)+=?", true },
		{ false, "f1.1>10.10 x10.10=a X10.10=b c10.10=1 e10.10", "10:b(b)+=?", true },
		{ false, "f1.1>10.10 x10.10=a f10.10>10.11 e10.11 c10.11=1 X10.10=b c10.10=1 e10.10", "10:b(b)+=?", true },
		{ true, "f1.1>10.10 x10.10=a f10.10>10.11 e10.11 c10.11=1 X10.10=b c10.10=1 e10.10",
		  "10:b(b)+=? 11:a<10=1", true },
		/* a process that executes nothing, and a short one */
		{ false, "f1.1>10.10 c10.10=1 e10.10", "10:=1", false },
		{ false, "f1.1>10.10 x10.10=a c10.10=1 e10.10", "10:a(a)=1", false },
		/* the mapping may be among the lost records, if they were lost since the exec */
		{ false, "f1.1>10.10 X10.10=a c10.10=1 l0.0 e10.10", "10:a(a)=1", false },
		{ false, "f1.1>10.10 l0.0 X10.10=a c10.10=1 e10.10", "10:a(a)+=?", true },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct process_tree t;
		struct str text = {0};

		process_tree_init(&t, cases[i].by_task, 1);
		add_words(&t, cases[i].records);
		describe(&text, &t);
		assert_string_equal(str_text(&text), cases[i].tree);
		assert_int_equal(process_tree_lacks(&t), cases[i].lacks);
		str_release(&text);
		process_tree_release(&t);
	}
}

/* How long it was told to have lived says nothing, unless its counters seem to be taken away. */
static void told_lives(void **state)
{
	struct process_tree t;

	(void)state;
	process_tree_init(&t, false, 1);
	add_words(&t, "f1.1>10.10 x10.10=a c10.10=1 e10.10");
	tell_life(&t, 1000000, 0);
	assert_non_null(process_tree_count(&t, 0, 0));
	assert_int_equal(t.process[0].end_ns, 103);
	process_tree_release(&t);

	process_tree_init(&t, false, 1);
	add_words(&t, "f1.1>10.10 X10.10=a c10.10=1 e10.10");
	tell_life(&t, 50, 0);
	assert_true(t.process[0].ended);
	assert_int_equal(t.process[0].end_ns, 150);
	assert_null(process_tree_count(&t, 0, 0));
	process_tree_release(&t);

	process_tree_init(&t, false, 1);		/* it could not be loaded */
	add_words(&t, "f1.1>10.10 X10.10=a c10.10=1 e10.10");
	tell_life(&t, 5000000, SIGKILL);
	assert_true(t.process[0].ended);
	assert_int_equal(t.process[0].end_ns, 103);
	assert_non_null(process_tree_count(&t, 0, 0));
	assert_false(process_tree_lacks(&t));
	process_tree_release(&t);

	process_tree_init(&t, false, 1);		/* it was, and a signal ended it later */
	add_words(&t, "f1.1>10.10 X10.10=a c10.10=1 e10.10");
	tell_life(&t, 20000000, SIGKILL);
	assert_null(process_tree_count(&t, 0, 0));
	process_tree_release(&t);

	process_tree_init(&t, false, 1);		/* it was its first thread that lived so short */
	add_words(&t, "f1.1>10.10 x10.10=a f10.10>10.11 e10.10 c10.10=1 X10.10=b c10.10=1 e10.10");
	tell_life(&t, 3, SIGKILL);
	assert_null(process_tree_count(&t, 0, 0));
	assert_true(process_tree_lacks(&t));
	process_tree_release(&t);
}

static void what_was_seen(void **state)
{
	struct process_tree t;

	(void)state;
	process_tree_init(&t, false, 1);
	add_words(&t, "f1.1>10.10");
	see(&t, 10, 4096);
	see(&t, 10, 8192);
	assert_int_equal(t.process[0].seen_bytes, 8192);
	add_words(&t, "x10.10=a");		/* that was of the memory before */
	assert_int_equal(t.process[0].seen_bytes, 0);
	see(&t, 10, 4096);
	add_words(&t, "n10.10=b e10.10");
	see(&t, 10, 1 << 20);			/* of another program */
	see(&t, 11, 1 << 20);
	assert_int_equal(t.process[0].seen_bytes, 4096);
	assert_int_equal(t.n, 1);
	process_tree_release(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(records_make_a_tree),
		cmocka_unit_test(times_are_of_the_run),
		cmocka_unit_test(lost_ends),
		cmocka_unit_test(the_last_one_has_the_number),
		cmocka_unit_test(counts_of_tasks_are_added),
		cmocka_unit_test(what_the_kernel_told),
		cmocka_unit_test(what_was_told_of_a_number),
		cmocka_unit_test(taken_counters),
		cmocka_unit_test(told_lives),
		cmocka_unit_test(what_was_seen),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
