/* SPDX-License-Identifier: MIT */
/* Tests --pre and --post: how they end, and what a signal does to them. */
#include "test.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "fake_kernel.h"
#include "host/kernel_linux.h"
#include "session/hook.h"

static const uint64_t MS = 1000000;

struct fixture {
	struct fake_kernel fk;
	struct signals signals;
	struct rlimit nofile;
	struct launch like;
	struct error err;
	int signo;
};

static void setup(struct fixture *f, const char *script)
{
	memset(f, 0, sizeof(*f));
	f->err.column = -1;
	fake_kernel_init(&f->fk);
	fake_kernel_script(&f->fk, script);
	f->nofile = (struct rlimit){ 77, 88 };
	f->like = (struct launch){ .held = true, .kill_after_ns = 5 * MS, .signals = &f->signals, .nofile = &f->nofile };
	assert_int_equal(f->fk.ops.signals_open(&f->fk.ops, &f->signals), 0);
}

static void teardown(struct fixture *f)
{
	f->fk.ops.signals_close(&f->fk.ops, &f->signals);
	assert_int_equal(f->fk.open_fds, 0);
	assert_int_equal(f->fk.mappings, 0);
	assert_int_equal(f->fk.pid, 0);
}

static const struct end_case {
	const char *script, *command, *message;		/* message NULL: all is well */
	int signo, killed_with;
	uint64_t lived_ms;
} ends[] = {
	{ "", "true", NULL, 0, 0, 0 },
	{ "hook=50", "true", NULL, 0, 0, 50 },
	{ "hook=50", "exit 3", "'exit 3' failed", 0, 0, 50 },
	{ "hook=50 signal=TERM@20", "true", NULL, SIGTERM, SIGTERM, 20 },
	{ "hook=50 terminal=INT@20", "true", NULL, SIGINT, 0, 20 },
	{ "hook=50 signal=HUP@20 stubborn", "true", NULL, SIGHUP, SIGHUP, 50 },	/* it goes on, as is its right */
	{ "hook=50 signal=HUP@20 stubborn", "exit 3", NULL, SIGHUP, SIGHUP, 50 },	/* failed because of it, perhaps */
	{ "hook=50 terminal=QUIT@20 stubborn", "true", NULL, SIGQUIT, 0, 50 },
	{ "hook=50 signal=TERM@10 signal=INT@20 stubborn", "true", NULL, SIGINT, SIGINT, 50 },
	{ "hook=50 signal=TERM@10 signal=TERM@10 signal=TERM@30", "true", NULL, SIGTERM, SIGTERM, 10 },
	{ "hook=50 signal=CHLD@20", "true", NULL, 0, 0, 50 },
	{ "hook=50 signal=TERM@50", "true", NULL, SIGTERM, SIGTERM, 50 },	/* to one that is over: no harm */
	{ "hook=50 signal=TERM@0", "false", NULL, SIGTERM, 0, 0 },		/* nothing is run */
};

static void every_end(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(ends); i++) {
		const struct end_case *c = &ends[i];
		struct fixture f;
		int rc;

		setup(&f, c->script);
		f.fk.foreign_chld = true;
		f.signo = -1;
		rc = hook_run(&f.fk.ops, c->command, &f.like, KERNEL_FOREVER, &f.signo, &f.err);
		assert_int_equal(rc, c->message ? -1 : 0);
		if (c->message) {
			assert_string_equal(f.err.message, c->message);
			assert_int_equal(f.err.kind, ERROR_SYSTEM);
		}
		assert_int_equal(f.signo, c->signo);
		assert_int_equal(f.fk.last_kill, c->killed_with);
		assert_int_equal(f.fk.clock_ns, (1000 + c->lived_ms) * MS);
		assert_int_equal(f.fk.launches, 0);
		teardown(&f);
	}
}

/* It is ended at 30 ms, and killed 5 ms later. */
static void no_more_time(void **state)
{
	static const struct { const char *script, *command; int rc, signo, killed_with; uint64_t lived_ms; } cases[] = {
		{ "hook=20", "true", 0, 0, 0, 20 },
		{ "hook=20", "exit 3", -1, 0, 0, 20 },
		{ "hook=50", "true", HOOK_TIMED_OUT, 0, SIGTERM, 30 },
		{ "hook=50", "exit 3", HOOK_TIMED_OUT, 0, SIGTERM, 30 },
		{ "hook=50 stubborn", "true", HOOK_TIMED_OUT, 0, SIGKILL, 35 },
		{ "hook=32 stubborn", "true", HOOK_TIMED_OUT, 0, SIGTERM, 32 },
		{ "hook=50 late=3", "true", HOOK_TIMED_OUT, 0, SIGTERM, 33 },
		{ "hook=50 signal=INT@10", "true", 0, SIGINT, SIGINT, 10 },
		{ "hook=50 signal=INT@10 stubborn", "true", 0, SIGINT, SIGKILL, 35 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct fixture f;

		setup(&f, cases[i].script);
		assert_int_equal(hook_run(&f.fk.ops, cases[i].command, &f.like, 1030 * MS, &f.signo, &f.err), cases[i].rc);
		assert_int_equal(f.signo, cases[i].signo);
		assert_int_equal(f.fk.last_kill, cases[i].killed_with);
		assert_int_equal(f.fk.clock_ns, (1000 + cases[i].lived_ms) * MS);
		teardown(&f);
	}
}

/* That it has ended is told once: whoever takes that must look. */
static void an_interrupted_wait_loses_no_end(void **state)
{
	struct fixture f;

	(void)state;
	setup(&f, "fail=4:EINTR");
	assert_int_equal(hook_run(&f.fk.ops, "true", &f.like, KERNEL_FOREVER, &f.signo, &f.err), 0);
	assert_true(f.fk.calls > 4);
	teardown(&f);
}

/* A shell waits for what it started, which so would go on. */
static void signals_go_to_its_group(void **state)
{
	(void)state;
	for (int group = 0; group < 2; group++) {
		struct fixture f;

		setup(&f, "hook=50 signal=TERM@20");
		f.like.group = group;
		assert_int_equal(hook_run(&f.fk.ops, "true", &f.like, KERNEL_FOREVER, &f.signo, &f.err), 0);
		assert_int_equal(f.fk.last_kill, SIGTERM);
		assert_int_equal(f.fk.last_kill_pid < 0, group);
		teardown(&f);
	}
}

static void it_gets_the_limit_of_the_caller(void **state)
{
	struct fixture f;

	(void)state;
	setup(&f, "");
	assert_int_equal(hook_run(&f.fk.ops, "true", &f.like, KERNEL_FOREVER, &f.signo, &f.err), 0);
	assert_int_equal(f.fk.child_nofile.rlim_cur, 77);
	teardown(&f);
}

/* An exec that fails is that of the shell: it must not look like the command's. */
static void what_cannot_be_run_is_an_error(void **state)
{
	static const struct { const char *script, *message; } cases[] = {
		{ "hook-exec=EACCES", "cannot run 'true': Permission denied" },
		{ "fail=2:EAGAIN", "cannot run 'true': Resource temporarily unavailable" },	/* launch */
		{ "fail=3:EACCES", "cannot run 'true': Permission denied" },	/* its page */
		{ "fail=4:EINVAL hook=50", "cannot run 'true': Invalid argument" },	/* wait */
		{ "fail=6:EINVAL", "cannot run 'true': Invalid argument" },		/* reap */
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct fixture f;

		setup(&f, cases[i].script);
		assert_int_equal(hook_run(&f.fk.ops, "true", &f.like, KERNEL_FOREVER, &f.signo, &f.err), -1);
		assert_int_equal(f.err.kind, ERROR_SYSTEM);
		assert_string_equal(f.err.message, cases[i].message);
		teardown(&f);
	}
}

/* The real shell: what it ends with, and that it is signalled. */
static void on_the_real_kernel(void **state)
{
	static const struct { const char *command, *message; int signo; } cases[] = {
		{ "true", NULL, 0 },
		{ "exit 7", "'exit 7' failed", 0 },
		{ "kill -TERM $$", "'kill -TERM $$' failed", 0 },	/* nobody told pstat to end */
		{ "nosuchcommand 2> /dev/null", "'nosuchcommand 2> /dev/null' failed", 0 },
		{ "kill -TERM $PPID; exec sleep 60", NULL, SIGTERM },
		{ "trap 'exit 0' HUP; kill -HUP $PPID; while :; do sleep 0.01; done", NULL, SIGHUP },
	};
	const struct kernel *k = &kernel_linux;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct signals s = { .fd = -1 };
		const struct launch like = { .signals = &s };
		struct error err = ERROR_INIT;
		int signo;

		assert_int_equal(k->signals_open(k, &s), 0);
		assert_int_equal(hook_run(k, cases[i].command, &like, KERNEL_FOREVER, &signo, &err), cases[i].message ? -1 : 0);
		assert_int_equal(signo, cases[i].signo);
		assert_string_equal(err.message, cases[i].message ? cases[i].message : "");
		k->signals_close(k, &s);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_end),
		cmocka_unit_test(no_more_time),
		cmocka_unit_test(an_interrupted_wait_loses_no_end),
		cmocka_unit_test(signals_go_to_its_group),
		cmocka_unit_test(it_gets_the_limit_of_the_caller),
		cmocka_unit_test(what_cannot_be_run_is_an_error),
		cmocka_unit_test(on_the_real_kernel),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
