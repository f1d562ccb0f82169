/* SPDX-License-Identifier: MIT */
/* Tests every way in which a command can begin and end. */
#include "test.h"

#include <errno.h>
#include <string.h>
#include <sys/wait.h>

#include "base/cpulist.h"
#include "count/workload.h"
#include "fake_kernel.h"

static const uint64_t MS = 1000000;
static char *argv[] = { (char *)(uintptr_t)"prog", (char *)(uintptr_t)"arg", NULL };

struct fixture {
	struct fake_kernel fk;
	struct launch launch;
	struct workload w;
	struct error err;
};

static void setup(struct fixture *f, const char *script, bool held)
{
	memset(f, 0, sizeof(*f));
	f->err.column = -1;
	fake_kernel_init(&f->fk);
	fake_kernel_script(&f->fk, script);
	f->launch = (struct launch){ .argv = argv, .held = held };
	f->w = (struct workload)WORKLOAD_INIT;
}

static void teardown(struct fixture *f)
{
	workload_cancel(&f->w);
	workload_cancel(&f->w);		/* twice is safe */
	assert_int_equal(f->fk.open_fds, 0);
	assert_int_equal(f->fk.mappings, 0);
	assert_int_equal(f->fk.pid, 0);
}

static void a_whole_life(void **state)
{
	(void)state;
	for (int held = 0; held < 2; held++) {
		struct fixture f;

		setup(&f, "child=250 exit=3", held);
		assert_int_equal(workload_prepare(&f.w, &f.fk.ops, &f.launch, &f.err), 0);
		assert_int_equal(f.fk.launches, held);
		assert_false(f.w.started);
		f.fk.clock_ns += 7 * MS;	/* the counters are opened */
		assert_int_equal(workload_start(&f.w, &f.err), 0);
		assert_true(f.w.started && f.w.pid == f.fk.pid);
		assert_true(workload_start_ns(&f.w) == 1007 * MS);
		assert_false(workload_has_ended(&f.w));
		f.fk.clock_ns += 250 * MS;
		assert_true(workload_has_ended(&f.w));
		assert_int_equal(workload_reap(&f.w, &f.err), 0);
		assert_int_equal(WEXITSTATUS(f.w.status), 3);
		assert_true(f.w.reaped && f.w.start_ns == 1007 * MS && f.w.end_ns == 1257 * MS);
		assert_int_equal(f.w.usage.ru_maxrss, 2048);
		workload_signal(&f.w, SIGTERM);		/* too late: somebody else may have the pid by now */
		assert_int_equal(f.fk.last_kill, 0);
		teardown(&f);
	}
}

/* The kernel gives the larger of the two. */
static void its_memory_is_behind_that_of_pstat(void **state)
{
	static const struct { const char *script; bool hidden; } cases[] = {
		{ "rss=2048", false }, { "rss=2048 own-rss=1820", false }, { "rss=2048 own-rss=1821", true },
		{ "rss=2048 own-rss=4000", true },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct fixture f;

		setup(&f, cases[i].script, false);
		assert_int_equal(workload_prepare(&f.w, &f.fk.ops, &f.launch, &f.err), 0);
		assert_int_equal(workload_start(&f.w, &f.err), 0);
		assert_int_equal(workload_reap(&f.w, &f.err), 0);
		assert_int_equal(f.w.rss_hidden, cases[i].hidden);
		teardown(&f);
	}
}

static void what_a_group_leaves(void **state)
{
	(void)state;
	for (int i = 0; i < 4; i++) {
		struct fixture f;

		setup(&f, i & 1 ? "leaves" : "", false);
		f.launch.group = i & 2;
		assert_int_equal(workload_prepare(&f.w, &f.fk.ops, &f.launch, &f.err), 0);
		assert_int_equal(workload_start(&f.w, &f.err), 0);
		assert_int_equal(workload_reap(&f.w, &f.err), 0);
		assert_int_equal(f.w.left_some, i == 3);
		teardown(&f);
	}
}

static void no_command(void **state)
{
	struct fixture f;

	(void)state;
	setup(&f, "", false);
	f.launch.argv = NULL;
	assert_int_equal(workload_prepare(&f.w, &f.fk.ops, &f.launch, &f.err), 0);
	assert_int_equal(workload_start(&f.w, &f.err), 0);
	assert_false(f.w.started);
	assert_false(workload_has_ended(&f.w));
	assert_int_equal(f.fk.launches, 0);
	teardown(&f);
}

static void a_failed_exec(void **state)
{
	static const struct { const char *script, *message; int errnum; } cases[] = {
		{ "exec=ENOENT", "cannot run 'prog': No such file or directory", ENOENT },
		{ "exec=EACCES", "cannot run 'prog': Permission denied", EACCES },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases) * 2; i++) {
		size_t c = i / 2;
		struct fixture f;
		bool held = i & 1;

		setup(&f, cases[c].script, held);
		assert_int_equal(workload_prepare(&f.w, &f.fk.ops, &f.launch, &f.err), 0);
		assert_int_equal(workload_start(&f.w, &f.err), held ? 0 : -1);
		if (held)
			assert_int_equal(workload_reap(&f.w, &f.err), -1);
		assert_int_equal(f.err.kind, ERROR_EXEC);
		assert_int_equal(f.err.errnum, cases[c].errnum);
		assert_string_equal(f.err.message, cases[c].message);
		teardown(&f);
	}
}

static void failing_calls(void **state)
{
	static const struct { const char *script, *message; bool held; } cases[] = {
		{ "fail=1:EAGAIN", "cannot start 'prog': Resource temporarily unavailable", false },
		{ "fail=2:EACCES", "cannot start 'prog': Permission denied", true },
		{ "fail=3:EPIPE", "cannot release 'prog': Broken pipe", true },
		{ "fail=3:EINVAL", "cannot get the exit status of 'prog': Invalid argument", false },
		{ "fail=4:EINVAL", "cannot get the exit status of 'prog': Invalid argument", true },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct fixture f;
		int rc;

		setup(&f, cases[i].script, cases[i].held);
		rc = workload_prepare(&f.w, &f.fk.ops, &f.launch, &f.err);
		if (rc == 0)
			rc = workload_start(&f.w, &f.err);
		if (rc == 0)
			rc = workload_reap(&f.w, &f.err);
		assert_int_equal(rc, -1);
		assert_string_equal(f.err.message, cases[i].message);
		teardown(&f);
	}
}

static void its_end_is_seen(void **state)
{
	struct fixture f;

	(void)state;
	setup(&f, "", false);
	assert_int_equal(workload_prepare(&f.w, &f.fk.ops, &f.launch, &f.err), 0);
	assert_int_equal(workload_start(&f.w, &f.err), 0);
	assert_false(workload_has_ended(&f.w));
	f.fk.clock_ns += 10 * MS;
	assert_true(workload_has_ended(&f.w));
	assert_int_equal(workload_reap(&f.w, &f.err), 0);
	assert_true(workload_has_ended(&f.w));	/* ECHILD: certainly not running */
	teardown(&f);
}

static void signals_are_passed_on_when_a_process_sent_them(void **state)
{
	static const struct { const char *script; bool start; int got, passed_on; } cases[] = {
		{ "", true, 0, 0 },
		{ "signal=TERM@0", true, SIGTERM, SIGTERM },
		{ "signal=TERM@0", false, SIGTERM, 0 },		/* nobody is there yet */
		{ "terminal=INT@0", true, SIGINT, 0 },
		{ "terminal=INT@0 apart", true, SIGINT, SIGINT },
		{ "terminal=HUP@0 apart", true, SIGHUP, SIGHUP },
		{ "signal=CHLD@0", true, 0, 0 },
		{ "signal=HUP@0 signal=TERM@0", true, SIGTERM, SIGTERM },
		{ "signal=HUP@0 signal=CHLD@0 terminal=INT@0", true, SIGINT, SIGHUP },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct signals s = { .fd = -1 };
		struct fixture f;

		setup(&f, cases[i].script, true);
		f.fk.child.run_ns = (struct fake_list){ { 1000 * MS }, 1 };
		f.fk.child.stubborn = true;
		assert_int_equal(f.fk.ops.signals_open(&f.fk.ops, &s), 0);
		assert_int_equal(workload_prepare(&f.w, &f.fk.ops, &f.launch, &f.err), 0);
		if (cases[i].start)
			assert_int_equal(workload_start(&f.w, &f.err), 0);
		assert_int_equal(workload_take_signals(&f.w, &s), cases[i].got);
		assert_int_equal(f.fk.last_kill, cases[i].passed_on);
		assert_int_equal(f.fk.last_kill_pid, cases[i].passed_on ? f.w.pid : 0);
		assert_int_equal(workload_take_signals(&f.w, &s), 0);
		f.fk.ops.signals_close(&f.fk.ops, &s);
		teardown(&f);
	}
}

static void when_it_is_over(void **state)
{
	static const struct { bool ended; unsigned kinds; bool over; } cases[] = {
		{ true, WAIT_SIGNAL, true }, { true, WAIT_SIGNAL | WAIT_DEADLINE, true },
		{ false, WAIT_SIGNAL, false }, { true, WAIT_DEADLINE, false },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct fixture f;

		setup(&f, "", false);
		assert_int_equal(workload_prepare(&f.w, &f.fk.ops, &f.launch, &f.err), 0);
		assert_int_equal(workload_start(&f.w, &f.err), 0);
		f.fk.clock_ns += cases[i].ended ? 10 * MS : 0;
		assert_int_equal(workload_is_over(&f.w, cases[i].kinds), cases[i].over);
		teardown(&f);
	}
}

static void whether_it_drops_counters(void **state)
{
	(void)state;
	for (int privileged = 0; privileged < 2; privileged++) {
		struct fixture f;

		setup(&f, privileged ? "privileged=1us" : "", true);
		assert_int_equal(workload_prepare(&f.w, &f.fk.ops, &f.launch, &f.err), 0);
		assert_false(workload_drops_counters(&f.w));	/* its file was not found yet */
		assert_int_equal(workload_start(&f.w, &f.err), 0);
		assert_int_equal(workload_drops_counters(&f.w), privileged);
		teardown(&f);
		assert_false(workload_drops_counters(&f.w));
	}
}

static void what_is_cancelled_is_gone(void **state)
{
	(void)state;
	for (int step = 0; step < 3; step++) {
		struct fixture f;

		setup(&f, "child=1000 stubborn", true);
		if (step > 0)
			assert_int_equal(workload_prepare(&f.w, &f.fk.ops, &f.launch, &f.err), 0);
		if (step > 1)
			assert_int_equal(workload_start(&f.w, &f.err), 0);
		teardown(&f);
		assert_int_equal(f.fk.last_kill, step ? SIGKILL : 0);
	}
}

/* It ends with the pipe that it waits for. */
static void what_is_held_is_gone_without_a_signal(void **state)
{
	struct fixture f;

	(void)state;
	setup(&f, "child=1000", true);
	assert_int_equal(workload_prepare(&f.w, &f.fk.ops, &f.launch, &f.err), 0);
	f.fk.fail_at = f.fk.calls + 1;
	f.fk.fail_errno = EPERM;
	teardown(&f);
	assert_string_equal(f.fk.called[f.fk.fail_at - 1], "kill");
	assert_int_equal(f.fk.last_kill, 0);
}

/* Which no terminal signals: what comes from there goes on to all of it, too. */
static void a_group_gets_every_signal(void **state)
{
	static const struct { const char *script; int got, passed_on; } cases[] = {
		{ "signal=TERM@0", SIGTERM, SIGTERM },
		{ "terminal=INT@0", SIGINT, SIGINT },
		{ "signal=CHLD@0", 0, 0 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct signals s = { .fd = -1 };
		struct fixture f;

		setup(&f, cases[i].script, true);
		f.launch.group = true;
		assert_int_equal(f.fk.ops.signals_open(&f.fk.ops, &s), 0);
		assert_int_equal(workload_prepare(&f.w, &f.fk.ops, &f.launch, &f.err), 0);
		assert_int_equal(workload_start(&f.w, &f.err), 0);
		assert_int_equal(workload_take_signals(&f.w, &s), cases[i].got);
		assert_int_equal(f.fk.last_kill, cases[i].passed_on);
		assert_int_equal(f.fk.last_kill_pid, cases[i].passed_on ? -f.w.pid : 0);
		assert_int_equal(f.fk.woken, cases[i].passed_on ? 1 : 0);	/* or what is stopped would stay */
		f.fk.ops.signals_close(&f.fk.ops, &s);
		teardown(&f);
	}
}

/* It is not the program that could not be run. */
static void what_fails_before_the_exec(void **state)
{
	int cpu[] = { 0, 1, 2, 7 };
	struct cpulist pin = { cpu, 4 };

	(void)state;
	for (int held = 0; held < 2; held++) {
		struct fixture f;

		setup(&f, "pin=EINVAL", held);
		f.launch.pin = &pin;
		assert_int_equal(workload_prepare(&f.w, &f.fk.ops, &f.launch, &f.err), 0);
		assert_int_equal(workload_start(&f.w, &f.err), held ? 0 : -1);
		if (held)
			assert_int_equal(workload_reap(&f.w, &f.err), -1);
		assert_int_equal(f.err.kind, ERROR_SYSTEM);
		assert_string_equal(f.err.message, "cannot run 'prog' on CPUs 0-2,7: Invalid argument");
		teardown(&f);
	}
}

static void addresses_that_could_not_be_had(void **state)
{
	struct fixture f;

	(void)state;
	for (int layout = LAUNCH_LAYOUT_OF_CALLER; layout <= LAUNCH_LAYOUT_RANDOM; layout++) {
		setup(&f, "layout=EPERM", false);
		f.launch.layout = (enum launch_layout)layout;
		assert_int_equal(workload_layout_errnum(&f.w), 0);
		assert_int_equal(workload_prepare(&f.w, &f.fk.ops, &f.launch, &f.err), 0);
		assert_int_equal(workload_start(&f.w, &f.err), 0);
		assert_int_equal(workload_layout_errnum(&f.w), layout ? EPERM : 0);
		assert_int_equal(workload_reap(&f.w, &f.err), 0);
		teardown(&f);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_whole_life),
		cmocka_unit_test(no_command),
		cmocka_unit_test(its_memory_is_behind_that_of_pstat),
		cmocka_unit_test(what_a_group_leaves),
		cmocka_unit_test(a_failed_exec),
		cmocka_unit_test(failing_calls),
		cmocka_unit_test(its_end_is_seen),
		cmocka_unit_test(signals_are_passed_on_when_a_process_sent_them),
		cmocka_unit_test(when_it_is_over),
		cmocka_unit_test(whether_it_drops_counters),
		cmocka_unit_test(what_is_cancelled_is_gone),
		cmocka_unit_test(what_is_held_is_gone_without_a_signal),
		cmocka_unit_test(a_group_gets_every_signal),
		cmocka_unit_test(what_fails_before_the_exec),
		cmocka_unit_test(addresses_that_could_not_be_had),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
