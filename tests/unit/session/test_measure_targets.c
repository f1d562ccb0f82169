/* SPDX-License-Identifier: MIT */
/* Whole runs of what is no command, or not only one: how they end, and every fault on the way. */
#include "test.h"

#include <errno.h>

#include "measure_fixture.h"

static struct root machine;

static int open_machine(void **state)
{
	(void)state;
	root_make(&machine);
	root_put(&machine, "sys/devices/system/cpu/online", "0-1");
	root_put(&machine, "sys/devices/system/cpu/present", "0-1");
	root_put(&machine, "proc/self/cgroup", "0::/\n");
	root_put(&machine, "proc/7/status", "Name:\ta\nState:\tS (sleeping)\nTgid:\t7\nThreads:\t2\n");
	root_put(&machine, "proc/8/status", "Name:\tb\nState:\tS (sleeping)\nTgid:\t7\nThreads:\t2\n");
	root_put(&machine, "proc/7/task/7/stat", "7 (a) S 1");
	root_put(&machine, "proc/7/task/8/stat", "8 (b) S 1");
	root_put(&machine, "proc/self/stat", "1 (pstat) R 1");
	root_put(&machine, "proc/mounts", "cgroup2 /cg cgroup2 rw 0 0\n");
	root_put(&machine, "cg/one/cgroup.procs", "");
	return 0;
}

static int close_machine(void **state)
{
	(void)state;
	root_remove(&machine);
	return 0;
}

static struct cgroup_text one = { .list = "one", .sources = 1 };

static const struct row {
	const char *script;
	struct target_opts target;
	struct wait_loop_opts wait_loop;
	enum aggr_mode mode;
	const char *control, *each_cgroup;
	bool command, cgroup;
	enum wait_loop_end end;
	uint64_t count;			/* of the first unit's first row: 10 a millisecond and counter */
	uint64_t elapsed_ms;
} rows[] = {
	{ .script = "any count=100", .target.system_wide = true, .wait_loop.timeout_ns = 20000000,
	  .end = WAIT_LOOP_TIMEOUT, .count = 400, .elapsed_ms = 20 },
	{ .script = "any count=100 signal=INT@30", .target.system_wide = true,
	  .end = WAIT_LOOP_SIGNAL, .count = 600, .elapsed_ms = 30 },
	{ .script = "any count=100 ends=7@10 ends=8@10", .target.pids = "7",
	  .end = WAIT_LOOP_CHILD, .count = 200, .elapsed_ms = 10 },
	{ .script = "any count=100 ends=8@10", .target.tids = "8",
	  .end = WAIT_LOOP_CHILD, .count = 100, .elapsed_ms = 10 },
	{ .script = "any count=100 ends=7@10 no-pidfd", .target.pids = "7", .mode = AGGR_THREAD,
	  .target.per_thread = true, .wait_loop.timeout_ns = 5000000,
	  .end = WAIT_LOOP_TIMEOUT, .count = 50, .elapsed_ms = 5 },
	{ .script = "any count=100", .target.system_wide = true, .mode = AGGR_CPU,
	  .wait_loop = { .interval_ns = 10000000, .max_intervals = 2 },
	  .end = WAIT_LOOP_ENOUGH, .count = 200, .elapsed_ms = 20 },
	{ .script = "any count=100 control=stop@15", .target.system_wide = true, .control = "fifo:a,b",
	  .end = WAIT_LOOP_STOPPED, .count = 300, .elapsed_ms = 15 },
	{ .script = "child=10 any count=100", .target.cpus = "1", .command = true,
	  .end = WAIT_LOOP_CHILD, .count = 100, .elapsed_ms = 10 },
	{ .script = "child=10 any count=100", .target.system_wide = true, .command = true, .cgroup = true,
	  .end = WAIT_LOOP_CHILD, .count = 200, .elapsed_ms = 10 },
	{ .script = "child=10 any count=100", .target.system_wide = true, .command = true, .each_cgroup = "one",
	  .end = WAIT_LOOP_CHILD, .count = 200, .elapsed_ms = 10 },
};

static void setup_row(struct fixture *f, const struct row *r)
{
	setup(f, "page-faults,cs", r->script);
	f->env.root = &machine.fs;
	f->opts.target = r->target;
	f->opts.target.command = r->command;
	f->opts.wait_loop = r->wait_loop;
	f->opts.aggr.mode = r->mode;
	f->opts.control = r->control;
	f->opts.each_cgroup = r->each_cgroup;
	f->opts.cgroups = &one;
	f->opts.n_cgroups = r->cgroup;
	if (!r->command)
		f->opts.launch.argv = NULL;
}

static void runs_end_as_they_should(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct fixture f;

		setup_row(&f, &rows[i]);
		if (measure_prepare(&f.m, &f.opts, &f.env, &f.err) < 0 || again(&f) < 0)
			fail_msg("row %zu: %s", i, f.err.message);
		assert_int_equal(f.result.end, rows[i].end);
		assert_int_equal(f.result.status, rows[i].command ? 0 : -1);
		assert_int_equal(f.result.total.cell[0].value, rows[i].count);
		assert_true(f.result.elapsed_ns == rows[i].elapsed_ms * MS);
		teardown(&f);
	}
}

static void every_call_may_fail(void **state)
{
	static const int errnos[] = { EMFILE, ENOMEM, EACCES, ESRCH, EINVAL, EIO };

	(void)state;
	for (size_t e = 0; e < COUNT_OF(errnos) * COUNT_OF(rows); e++) {
		int fired = 1;

		for (int n = 1; fired; n++) {
			struct fixture f;
			int rc;

			setup_row(&f, &rows[e / COUNT_OF(errnos)]);
			f.fk.fail_at = n;
			f.fk.fail_errno = errnos[e % COUNT_OF(errnos)];
			rc = measure_prepare(&f.m, &f.opts, &f.env, &f.err);
			if (rc == 0)
				rc = again(&f);
			fired = f.fk.fault_fired;
			assert_true(rc == 0 ? !f.err.message[0] : fired && f.err.message[0]);
			teardown(&f);
		}
	}
}

/* What is counted cannot be found out: nothing is opened. */
static void wrong_targets(void **state)
{
	static const struct { struct row row; const char *message; } cases[] = {
		{ { .script = "", .target.pids = "9" }, "no process 9" },
		{ { .script = "", .target.cpus = "4" }, "no CPU 4 here, only 0-1" },
		{ { .script = "", .target.system_wide = true, .each_cgroup = "two" }, "no cgroup matched: two" },
		{ { .script = "", .target.system_wide = true, .control = "fifo:nosuch" },
		  "Failed to open 'nosuch': No such file or directory" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct fixture f;

		setup_row(&f, &cases[i].row);
		assert_int_equal(run(&f), -1);
		assert_string_equal(f.err.message, cases[i].message);
		assert_int_equal(f.fk.opens, 0);
		teardown(&f);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(runs_end_as_they_should),
		cmocka_unit_test(every_call_may_fail),
		cmocka_unit_test(wrong_targets),
	};

	return cmocka_run_group_tests(tests, open_machine, close_machine);
}
