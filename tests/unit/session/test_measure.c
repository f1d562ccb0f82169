/* SPDX-License-Identifier: MIT */
/* Whole runs against a command, a clock and signals that are made up; and every fault. */
#include "test.h"

#include <errno.h>
#include <string.h>
#include <sys/wait.h>

#include "count/plan.h"
#include "measure_fixture.h"

static void command_exits(void **state)
{
	(void)state;
	for (int held = 0; held < 2; held++) {
		struct fixture f;

		setup(&f, "task-clock,page-faults,duration_time", "child=250 exit=3");
		f.opts.launch.held = held;
		assert_int_equal(run(&f), 0);
		assert_int_equal(f.result.end, WAIT_LOOP_CHILD);
		assert_int_equal(WEXITSTATUS(f.result.status), 3);
		assert_true(f.result.elapsed_ns == 250 * MS);
		assert_true(f.result.total.cell[0].value == 225 * MS);
		assert_true(f.result.total.cell[1].value == 52);
		assert_true(f.result.total.cell[2].value == 250 * MS);	/* duration_time */
		assert_int_equal(f.result.user_ns, 150000000);
		assert_int_equal(f.result.notes.n, 0);
		teardown(&f);
	}
}

static void which_events(void **state)
{
	static const struct {
		const char *texts[TEXTS];
		int detail;
		bool null;
		const char *first, *last;	/* NULL: there is none */
		size_t n;			/* 0: do not look */
	} cases[] = {
		{ { "cycles,instructions", "page-faults" }, 0, false, "cycles", "page-faults", 3 },
		{ { "cycles" }, 1, false, "cycles", "LLC-load-misses", 5 },
		{ { "cycles" }, 1, true, "cycles", "cycles", 1 },
		{ { NULL }, 0, false, "task-clock", "branch-misses", 0 },
		{ { NULL }, 1, false, "task-clock", "LLC-load-misses", 0 },
		{ { NULL }, 0, true, NULL, NULL, 0 },
		{ { NULL }, 3, true, NULL, NULL, 0 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct fixture f;
		size_t n;

		setup(&f, NULL, "");
		for (size_t t = 0; t < TEXTS && cases[i].texts[t]; t++)
			f.texts[f.opts.n_events++].text = cases[i].texts[t];
		f.opts.detail = cases[i].detail;
		f.opts.null = cases[i].null;
		assert_int_equal(run(&f), 0);
		n = f.m.b.events.n;
		if (cases[i].n || !cases[i].first)
			assert_int_equal(n, cases[i].n);
		if (cases[i].first) {
			assert_string_equal(f.m.b.events.event[0].name, cases[i].first);
			assert_string_equal(f.m.b.events.event[n - 1].name, cases[i].last);
		}
		assert_int_equal(f.result.total.n_rows, n);
		teardown(&f);
	}
}

static void filters_go_with_their_text(void **state)
{
	struct fixture f;

	(void)state;
	setup(&f, "cycles", "");
	f.texts[1] = (struct event_text){ "sched:sched_switch", "prev_pid == 0" };
	f.opts.n_events = 2;
	assert_int_equal(run(&f), 0);
	assert_null(f.m.b.events.event[0].filter);
	assert_string_equal(f.m.b.events.event[1].filter, "prev_pid == 0");
	assert_int_equal(f.fk.filters, 1);
	teardown(&f);

	setup(&f, "sched:sched_switch", "");
	f.texts[0].filter = "nosuch == 0";
	assert_int_equal(run(&f), -1);
	assert_string_equal(f.err.message,
			    "cannot set filter \"nosuch == 0\" on event sched:sched_switch: Invalid argument");
	assert_int_not_equal(f.err.kind, ERROR_EXEC);
	assert_int_equal(f.fk.launches, 0);
	teardown(&f);

	setup(&f, "cycles", "");
	f.texts[0].filter = "prev_pid == 0";
	assert_int_equal(run(&f), -1);		/* not a tracepoint */
	assert_true(f.err.message[0]);
	assert_int_equal(f.fk.launches, 0);
	teardown(&f);
}

static void dry_run_opens_nothing(void **state)
{
	struct plan plan = {0};
	struct fixture f;

	(void)state;
	setup(&f, "{cycles,instructions},duration_time", "");
	assert_int_equal(measure_prepare(&f.m, &f.opts, &f.env, &f.err), 0);
	assert_int_equal(plan_build(&plan, &f.m.b.events, NULL, &f.m.b.target, &f.err), 0);
	assert_int_equal(plan.n, 2);
	assert_int_equal(f.fk.opens, 0);
	plan_release(&plan);
	teardown(&f);
}

static void command_is_killed(void **state)
{
	struct fixture f;

	(void)state;
	setup(&f, "task-clock", "killed=SEGV");
	assert_int_equal(run(&f), 0);
	assert_true(WIFSIGNALED(f.result.status) && WTERMSIG(f.result.status) == SIGSEGV);
	teardown(&f);
}

static void a_signal_before_the_start_starts_nothing(void **state)
{
	(void)state;
	for (int held = 0; held < 2; held++) {
		struct fixture f;

		setup(&f, "task-clock", "terminal=INT@0");
		f.opts.launch.held = held;
		f.opts.post = "true";
		assert_int_equal(run(&f), 0);
		assert_int_equal(f.fk.launches, held);
		assert_int_equal(f.result.end, WAIT_LOOP_SIGNAL);
		assert_int_equal(f.result.signo, SIGINT);
		assert_int_equal(f.result.status, -1);
		assert_int_equal(f.fk.shells, 0);
		teardown(&f);
	}
}

static void intervals_add_up(void **state)
{
	struct fixture f;

	(void)state;
	setup(&f, "task-clock,duration_time", "child=250");
	f.opts.wait_loop.interval_ns = 100 * MS;
	assert_int_equal(run(&f), 0);
	assert_int_equal(f.ticks, 3);		/* the rest of the last one too */
	assert_true(f.ticked == 250 * MS);
	teardown(&f);
}

static void failed_exec(void **state)
{
	static const int cases[] = { ENOENT, EACCES, ENOEXEC };

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases) * 2; i++) {
		struct fixture f;

		setup(&f, "task-clock", "");
		f.fk.child.exec_errno = cases[i / 2];
		f.opts.launch.held = i & 1;
		f.opts.post = "true";
		assert_int_equal(run(&f), -1);
		assert_int_equal(f.err.kind, ERROR_EXEC);
		assert_int_equal(f.err.errnum, cases[i / 2]);	/* which the status goes by */
		assert_int_equal(f.fk.shells, 0);
		teardown(&f);
	}
}

static void around_a_run(void **state)
{
	static const struct {
		const char *pre, *post, *message;
		int launches, shells, syncs;
	} cases[] = {
		{ "true", "true", NULL, 1, 2, 1 },
		{ "false", "true", "'false' failed", 0, 1, 0 },
		{ "true", "exit 7", "'exit 7' failed", 1, 2, 1 },
		{ NULL, "false", "'false' failed", 1, 1, 1 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct fixture f;

		setup(&f, "task-clock", "");
		f.opts.pre = cases[i].pre;
		f.opts.post = cases[i].post;
		f.opts.sync = true;
		assert_int_equal(run(&f), cases[i].message ? -1 : 0);
		if (cases[i].message) {
			assert_non_null(strstr(f.err.message, cases[i].message));
			assert_int_not_equal(f.err.kind, ERROR_EXEC);
		}
		assert_int_equal(f.fk.launches, cases[i].launches);
		assert_int_equal(f.fk.shells, cases[i].shells);
		assert_int_equal(f.fk.syncs, cases[i].syncs);
		teardown(&f);
	}
}

static void a_hook_that_is_interrupted(void **state)
{
	static const struct {
		const char *script;
		enum wait_loop_end end;
		int signo, launches, shells, status;	/* status -1: nothing was measured */
	} cases[] = {
		{ "hook=50 child=10 signal=TERM@20", WAIT_LOOP_SIGNAL, SIGTERM, 0, 1, -1 },
		{ "hook=50 child=10 terminal=INT@20", WAIT_LOOP_SIGNAL, SIGINT, 0, 1, -1 },
		{ "hook=50 child=10 signal=TERM@20 stubborn", WAIT_LOOP_SIGNAL, SIGTERM, 0, 1, -1 },
		/* not even the hook */
		{ "hook=50 child=10 signal=TERM@0", WAIT_LOOP_SIGNAL, SIGTERM, 0, 0, -1 },
		{ "hook=50 child=10 signal=TERM@80", WAIT_LOOP_SIGNAL, SIGTERM, 1, 2, 0 },
		{ "hook=50 child=10 exit=3 terminal=INT@80", WAIT_LOOP_SIGNAL, SIGINT, 1, 2, 3 << 8 },
		{ "hook=50 child=10 signal=TERM@80 signal=HUP@80 stubborn", WAIT_LOOP_SIGNAL, SIGHUP, 1, 2, 0 },
		/* the command's own end */
		{ "hook=50 child=10 signal=TERM@55", WAIT_LOOP_CHILD, SIGTERM, 1, 2, SIGTERM },
		/* it had ended; so does the series */
		{ "hook=50 child=10 signal=TERM@60", WAIT_LOOP_CHILD, SIGTERM, 1, 2, 0 },
		{ "hook=50 child=10 terminal=INT@55 terminal=INT@70", WAIT_LOOP_SIGNAL, SIGINT, 1, 2, SIGINT },
		{ "hook=50 child=10", WAIT_LOOP_CHILD, 0, 1, 2, 0 },
	};

	(void)state;
	for (size_t c = 0; c < COUNT_OF(cases); c++) {
		struct fixture f;

		setup(&f, "task-clock", cases[c].script);
		f.opts.pre = f.opts.post = "true";
		assert_int_equal(run(&f), 0);
		assert_int_equal(f.result.end, cases[c].end);
		assert_int_equal(f.result.signo, cases[c].signo);
		assert_int_equal(f.result.status, cases[c].status);
		assert_int_equal(f.fk.launches, cases[c].launches);
		assert_int_equal(f.fk.shells, cases[c].shells);
		assert_int_equal(f.result.total.n_rows, cases[c].status >= 0);
		teardown(&f);
	}
}

static void a_series(void **state)
{
	struct fixture f;
	int opens;

	(void)state;
	setup(&f, "{cycles,task-clock},page-faults", "no-pmu child=10,20");
	f.opts.series = true;
	assert_int_equal(run(&f), 0);		/* primers stay, what is refused is remembered */
	assert_int_equal(f.result.notes.n, 1);
	assert_true(f.result.elapsed_ns == 10 * MS);
	opens = f.fk.opens;
	assert_int_equal(again(&f), 0);
	assert_int_equal(f.fk.opens, opens + 2);
	assert_int_equal(f.result.notes.n, 0);
	assert_int_equal(f.result.total.cell[0].state, CELL_NOT_SUPPORTED);
	assert_true(f.result.elapsed_ns == 20 * MS);
	teardown(&f);
}

static void every_open_is_traced_when_asked(void **state)
{
	(void)state;
	for (int trace = 0; trace < 2; trace++) {
		struct fixture f;

		setup(&f, "cycles", "");
		f.opts.trace = trace;
		assert_int_equal(run(&f), 0);
		assert_int_equal(f.m.trace.len > 0, trace);
		if (trace)
			assert_non_null(strstr(f.m.trace.text, "sys_perf_event_open: pid 0  cpu -1"));
		teardown(&f);
	}
}

static void a_held_command_is_counted_by_its_pid(void **state)
{
	struct fixture f;

	(void)state;
	setup(&f, "cycles", "child=50");
	hold(&f);
	f.opts.trace = true;
	assert_int_equal(run(&f), 0);
	assert_non_null(strstr(f.m.trace.text, "sys_perf_event_open: pid 4242  cpu -1"));
	assert_true(f.result.total.cell[0].enabled == 49 * MS);
	teardown(&f);
}

static void the_child_gets_the_limit_of_the_caller(void **state)
{
	struct fixture f;

	(void)state;
	setup(&f, "cycles,instructions,branches,page-faults", "limit=6:64");
	assert_int_equal(run(&f), 0);
	assert_int_equal(f.fk.nofile.rlim_cur, 64);
	assert_int_equal(f.m.nofile.rlim_cur, 6);
	assert_int_equal(f.fk.child_nofile.rlim_cur, 6);
	teardown(&f);
}

static void counters_that_were_taken_away(void **state)
{
	static const struct { const char *script; bool no_inherit, held, want; } cases[] = {
		{ "child=500 any running=100%", false, false, false },
		{ "child=500 user=480 sys=15", false, false, false },
		{ "child=10 user=900 sys=0", false, false, true },	/* enabled for 10 ms of 900 */
		/* its children may have used the rest */
		{ "child=10 user=900 sys=0", true, true, false },
		{ "child=10 user=22 sys=2", false, false, false },	/* what starts and ends a program may be so much */
		{ "child=10 user=20 sys=6", false, false, true },	/* it started a short one */
		{ "child=10 user=8 sys=90", false, false, false },	/* the exec may have used the rest */
		{ "child=10 user=8 sys=600", false, false, true },
		{ "child=1 privileged=20us", false, false, true },
		{ "child=1 privileged=20us", true, true, true },
		{ "child=500 privileged=20us", false, false, true },
		/* a quarter of its CPU time: who knows */
		{ "child=1 privileged=225us", false, false, false },
		{ "child=1 privileged=224us", false, false, true },
		{ "child=10 privileged=1s", false, false, false },	/* it looked so, but they stayed */
		{ "child=10 privileged=0", false, false, false },	/* nothing false is there */
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct fixture f;
		bool noted = false;

		setup(&f, "cycles,page-faults,user_time", cases[i].script);
		f.opts.target.no_inherit = cases[i].no_inherit;
		f.opts.launch.held = cases[i].held;
		assert_int_equal(run(&f), 0);
		for (size_t n = 0; n < f.result.notes.n; n++)
			noted |= f.result.notes.note[n].kind == NOTE_PRIVILEGED;
		assert_int_equal(noted, cases[i].want);
		for (size_t c = 0; c < 2 && cases[i].want; c++) {
			assert_int_equal(f.result.total.cell[c].state, CELL_UNKNOWN);
			assert_int_equal(f.result.total.cell[c].value, 0);
		}
		assert_int_equal(f.result.total.cell[2].state, CELL_COUNTED);	/* rusage stays true */
		teardown(&f);
	}
}

/* What a tick has is what was counted: the wrong little of the first interval is not. */
static void intervals_of_what_was_taken_away(void **state)
{
	static const struct { const char *script; uint64_t most, ticked; int noted; } cases[] = {
		{ "child=250 privileged=20us event=page-faults count=250000", 0, 0, 1 },
		{ "child=250 privileged=1s event=page-faults count=250000", 0, 250000, 0 },
		{ "child=50 privileged=20us event=page-faults count=250000", 0, 0, 1 },
		{ "child=50 user=900 event=page-faults count=250000", 0, 0, 1 },	/* nobody foresaw it */
		/* what the command does behind the last interval says nothing */
		{ "child=9s event=page-faults count=9000000", 2, 200000, 0 },
		{ "child=9s privileged=9s event=page-faults count=9000000", 2, 200000, 0 },
		{ "child=9s privileged=20us event=page-faults count=9000000", 2, 0, 1 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct fixture f;

		setup(&f, "page-faults", cases[i].script);
		f.opts.wait_loop.interval_ns = 100 * MS;
		f.opts.wait_loop.max_intervals = cases[i].most;
		assert_int_equal(run(&f), 0);
		assert_int_equal(f.ticked, cases[i].ticked);
		assert_int_equal(f.result.notes.n, cases[i].noted);
		assert_int_equal(f.result.total.cell[0].value, cases[i].ticked);
		teardown(&f);
	}
}

static void a_group_that_starves_is_taken_apart(void **state)
{
	(void)state;
	for (int series = 0; series < 2; series++) {
		struct fixture f;

		setup(&f, "{cycles,instructions},task-clock", "any group running=0%");
		f.opts.series = series;
		assert_int_equal(run(&f), 0);
		assert_int_equal(f.result.total.cell[0].state, CELL_NOT_COUNTED);
		assert_int_equal(f.result.notes.note[0].kind, NOTE_GROUP_NEVER_RAN);
		assert_int_equal(again(&f), 0);
		assert_int_equal(f.result.total.cell[0].state, series ? CELL_COUNTED : CELL_NOT_COUNTED);
		assert_int_equal(f.result.total.cell[1].state, series ? CELL_COUNTED : CELL_NOT_COUNTED);
		teardown(&f);
	}
}

static void the_watchdog_is_named(void **state)
{
	static const struct { const char *script, *watchdog; bool want; } cases[] = {
		{ "event=cycles running=0%", "1", true }, { "event=cycles running=0%", "0", false },
		{ "event=cycles running=0%", NULL, false }, { "event=task-clock running=0%", "1", false },
		{ "", "1", false },
	};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct root root;
		struct fixture f;
		bool got = false;

		root_make(&root);
		if (cases[i].watchdog)
			root_put(&root, "proc/sys/kernel/nmi_watchdog", cases[i].watchdog);
		setup(&f, "cycles,task-clock", cases[i].script);
		f.env.root = &root.fs;
		assert_int_equal(run(&f), 0);
		for (size_t n = 0; n < f.result.notes.n; n++)
			got |= f.result.notes.note[n].kind == NOTE_NMI_WATCHDOG;
		assert_int_equal(got, cases[i].want);
		teardown(&f);
		root_remove(&root);
	}
}

static void nothing_to_count(void **state)
{
	struct fixture f;

	(void)state;
	setup(&f, "cycles", "");
	f.opts.target.command = false;
	assert_int_equal(run(&f), -1);
	assert_int_equal(f.err.kind, ERROR_SYSTEM);
	teardown(&f);

	setup(&f, "cycels", "");
	assert_int_equal(run(&f), -1);
	assert_int_equal(f.fk.opens, 0);
	teardown(&f);

	memset(&f, 0, sizeof(f));	/* never prepared */
	measure_release(&f.m);
}

/* Fail the first fallible call, then the second, ... until a run meets no fault. */
static void every_kernel_call_may_fail(void **state)
{
	static const int errnos[] = { EMFILE, ENFILE, ENOMEM, EACCES, EPERM, EINVAL, EBUSY, EINTR, ESRCH,
				      ECHILD,
				      ENOENT, ENODEV, EOPNOTSUPP, E2BIG, ENOSYS, EIO };
	static const char *const scripts[] = { "child=25", "child=25 paranoid=2",
					       "child=25 counters=2" };

	(void)state;
	for (size_t e = 0; e < COUNT_OF(errnos) * COUNT_OF(scripts) * 2; e++) {
		for (int n = 1;; n++) {
			struct fixture f;
			int rc, fired;

			setup(&f, "{cycles,instructions,branches},task-clock:u,page-faults,duration_time",
			      scripts[e / 2 % COUNT_OF(scripts)]);
			f.texts[1] = (struct event_text){ "sched:sched_switch", "prev_pid == 0" };
			f.opts.n_events = 2;
			if (e & 1)
				hold(&f);
			f.opts.pre = f.opts.post = "true";
			f.opts.series = true;
			f.opts.trace = true;
			f.opts.wait_loop.interval_ns = 10 * MS;
			f.fk.fail_at = n;
			f.fk.fail_errno = errnos[e / 2 / COUNT_OF(scripts)];
			rc = run(&f);
			if (rc == 0)
				rc = again(&f);
			fired = f.fk.fault_fired;
			if (rc < 0)
				assert_true(f.err.message[0] && f.err.kind != ERROR_NONE);
			teardown(&f);
			if (!fired) {
				assert_int_equal(rc, 0);
				break;
			}
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(command_exits),
		cmocka_unit_test(which_events),
		cmocka_unit_test(filters_go_with_their_text),
		cmocka_unit_test(dry_run_opens_nothing),
		cmocka_unit_test(command_is_killed),
		cmocka_unit_test(a_signal_before_the_start_starts_nothing),
		cmocka_unit_test(intervals_add_up),
		cmocka_unit_test(failed_exec),
		cmocka_unit_test(around_a_run),
		cmocka_unit_test(a_series),
		cmocka_unit_test(every_open_is_traced_when_asked),
		cmocka_unit_test(a_held_command_is_counted_by_its_pid),
		cmocka_unit_test(the_child_gets_the_limit_of_the_caller),
		cmocka_unit_test(counters_that_were_taken_away),
		cmocka_unit_test(intervals_of_what_was_taken_away),
		cmocka_unit_test(a_hook_that_is_interrupted),
		cmocka_unit_test(a_group_that_starves_is_taken_apart),
		cmocka_unit_test(the_watchdog_is_named),
		cmocka_unit_test(nothing_to_count),
		cmocka_unit_test(every_kernel_call_may_fail),
	};

	return cmocka_run_group_tests(tests, open_root, close_root);
}
