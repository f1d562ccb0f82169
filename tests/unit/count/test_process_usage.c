/* SPDX-License-Identifier: MIT */
/* Tests the values of processes, which messages are kept, and looks at /proc. */
#include "test.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "count/process_tree.h"
#include "count/process_usage.h"
#include "host/kernel.h"
#include "made_root.h"

#define UNKNOWN UINT64_MAX

/* As an initializer it has to be a constant. */
#define TOLD { \
	.tid = 10, .pid = 10, .status = 0x300, .peak_bytes = 5 << 20, .cpu_wait_ns = 1, \
	.io_wait_ns = TASKSTATS_UNKNOWN, .voluntary = 3, .involuntary = 4, .read_bytes = 5, .write_bytes = 0, \
}

static const enum tool_kind tools[] = {
	TOOL_MAX_RSS, TOOL_CPU_WAIT, TOOL_IO_WAIT, TOOL_VOLUNTARY, TOOL_INVOLUNTARY, TOOL_DISK_READ, TOOL_DISK_WRITE,
	TOOL_EXIT_STATUS,
};

static const struct {
	struct process p;
	uint64_t value[8];	/* in the order of tools */
	bool seen;
} cases[] = {
	{ { .ended = true, .tasks = 1, .told = 1, .usage = TOLD, .status = 0x300 }, { 5120, 1, UNKNOWN, 3, 4, 5, 0, 3 } },
	/* a thread is missing */
	{ { .ended = true, .tasks = 2, .told = 1, .usage = TOLD, .status = 0x300 },
	  { UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, 3 } },
	/* it still runs, so there is only what was seen */
	{ { .tasks = 1, .seen_bytes = 4096, .status = PROCESS_STATUS_UNKNOWN },
	  { 4, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN }, true },
	{ { .ended = true, .tasks = 1, .seen_bytes = 4096, .status = 9 },
	  { 4, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, 137 }, true },
	/* what was told is better than what was seen */
	{ { .ended = true, .tasks = 1, .told = 1, .usage = TOLD, .seen_bytes = 4096, .status = 0 },
	  { 5120, 1, UNKNOWN, 3, 4, 5, 0, 0 } },
};

static void values_of_a_process(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		for (size_t t = 0; t < COUNT_OF(tools); t++) {
			uint64_t want = cases[i].value[t], got = 0;
			bool known = process_usage_value(&cases[i].p, tools[t], &got);

			assert_int_equal(known, want != UNKNOWN);
			if (known)
				assert_true(got == want);
		}
		assert_int_equal(process_usage_is_seen(&cases[i].p), cases[i].seen);
	}
}

/* --- a kernel with a clock, and without taskstats ---------------------------- */

static struct clock_kernel {
	struct kernel ops;
	uint64_t now_ns, step_ns;	/* each question for the time takes this long */
} fake;

static uint64_t fake_now(const struct kernel *k)
{
	(void)k;
	return fake.now_ns += fake.step_ns;
}

static int fake_open(const struct kernel *k, int room)
{
	(void)k;
	(void)room;
	return -EPROTONOSUPPORT;
}

static void start(struct process_usage *u, const struct root *r)
{
	fake = (struct clock_kernel){ .ops = { .now_ns = fake_now, .open_netlink = fake_open }, .now_ns = 1000 };
	*u = (struct process_usage){ .kernel = &fake.ops, .root = &r->fs, .looks = true };
	process_usage_open(u);
}

static void put_memory(const struct root *r, int pid, int peak_kb, int kb)
{
	char path[40], text[200];

	snprintf(path, sizeof(path), "proc/%d/status", pid);
	snprintf(text, sizeof(text), "Name:\tVmHWM: 7\nVmPeak:\t  900 kB\nVmHWM:\t   %d kB\nVmRSS:\t   %d kB\n",
		 peak_kb, kb);
	root_put(r, path, text);
}

static void looks_add_up_what_lives(void **state)
{
	struct root r;
	struct process_usage u;

	(void)state;
	root_make(&r);
	root_put(&r, "sys/devices/system/cpu/possible", "0\n");
	root_put(&r, "proc/self", NULL);
	start(&u, &r);
	assert_int_equal(u.refused.kind, ERROR_UNSUPPORTED);
	put_memory(&r, 10, 100, 80);
	put_memory(&r, 11, 50, 50);
	process_usage_executed(&u, 10);
	process_usage_started(&u, 11);
	process_usage_started(&u, 11);
	process_usage_started(&u, 12);		/* it has ended already */
	process_usage_update(&u);
	assert_int_equal(u.tree_bytes, 130 * 1024);
	assert_int_equal(u.n_live, 2);
	assert_int_equal(u.n_seen, 2);
	u.n_seen = 0;
	put_memory(&r, 10, 120, 70);
	process_usage_update(&u);
	assert_int_equal(u.tree_bytes, 130 * 1024);
	assert_int_equal(u.n_seen, 1);		/* only what has changed */
	assert_int_equal(u.seen[0].pid, 10);
	assert_int_equal(u.seen[0].peak_bytes, 120 * 1024);
	u.n_seen = 0;
	process_usage_executed(&u, 10);		/* the same peak again is new */
	process_usage_ended(&u, 11);
	process_usage_update(&u);
	assert_int_equal(u.n_seen, 1);
	assert_int_equal(u.n_live, 1);
	root_put(&r, "proc/10/status", "Name:\tzombie\n");
	process_usage_update(&u);
	assert_int_equal(u.n_seen, 1);
	process_usage_close(&u);
	root_remove(&r);
}

static void looks_take_little_time(void **state)
{
	struct root r;
	struct process_usage u;

	(void)state;
	root_make(&r);
	root_put(&r, "proc/self", NULL);
	start(&u, &r);
	put_memory(&r, 10, 1, 1);
	process_usage_started(&u, 10);
	fake.step_ns = 1000;
	process_usage_update(&u);
	put_memory(&r, 10, 1, 99);
	fake.now_ns += 90000;			/* a look took 1000 ns or more */
	process_usage_update(&u);
	assert_int_equal(u.tree_bytes, 1024);
	fake.now_ns += 1000000;
	process_usage_update(&u);
	assert_int_equal(u.tree_bytes, 99 * 1024);
	process_usage_close(&u);
	root_remove(&r);
}

static void nobody_asks_for_memory(void **state)
{
	struct root r;
	struct process_usage u;

	(void)state;
	root_make(&r);
	start(&u, &r);
	u.looks = false;
	put_memory(&r, 10, 1, 1);
	process_usage_started(&u, 10);
	process_usage_update(&u);
	assert_int_equal(u.tree_bytes, 0);
	assert_int_equal(u.n_live, 0);
	process_usage_close(&u);
	root_remove(&r);
}

static void messages_of_others_are_dropped(void **state)
{
	struct root r;
	struct process_usage u;

	(void)state;
	root_make(&r);
	start(&u, &r);
	u.told = calloc(4, sizeof(*u.told));
	assert_non_null(u.told);
	u.told[0] = (struct task_end){ .tid = 9, .pid = 9 };
	u.told[1] = (struct task_end){ .tid = 12, .pid = 10 };
	u.told[2] = (struct task_end){ .tid = 11 };	/* of an older kernel */
	u.told[3] = (struct task_end){ .tid = 10, .pid = 8 };
	u.n_told = 4;
	process_usage_started(&u, 10);
	process_usage_started(&u, 11);
	process_usage_ended(&u, 10);
	process_usage_update(&u);
	assert_int_equal(u.n_told, 2);
	assert_int_equal(u.told[0].tid, 12);
	assert_int_equal(u.told[1].tid, 11);
	process_usage_close(&u);
	root_remove(&r);
}

/* With a /proc of another PID namespace its process 10 is not ours. */
static void another_proc_is_not_read(void **state)
{
	const struct { pid_t self; bool seen; } namespaces[] = { { getpid(), true }, { getpid() + 1, false }, { 0, false } };

	(void)state;
	for (size_t i = 0; i < COUNT_OF(namespaces); i++) {
		struct process_usage u;
		struct root r;
		char self[16];

		root_make(&r);
		put_memory(&r, 10, 100, 80);
		snprintf(self, sizeof(self), "%d", (int)namespaces[i].self);
		if (namespaces[i].self)
			assert_int_equal(symlinkat(self, r.fs.dirfd, "proc/self"), 0);
		start(&u, &r);
		process_usage_started(&u, 10);
		process_usage_update(&u);
		assert_int_equal(u.n_seen, namespaces[i].seen);
		assert_int_equal(u.tree_bytes, namespaces[i].seen ? 80 * 1024 : 0);
		process_usage_close(&u);
		root_remove(&r);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values_of_a_process),
		cmocka_unit_test(looks_add_up_what_lives),
		cmocka_unit_test(looks_take_little_time),
		cmocka_unit_test(nobody_asks_for_memory),
		cmocka_unit_test(another_proc_is_not_read),
		cmocka_unit_test(messages_of_others_are_dropped),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
