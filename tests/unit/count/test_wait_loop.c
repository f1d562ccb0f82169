/* SPDX-License-Identifier: MIT */
/* Tests the wait loop on a made-up clock: time, signals and the command's end, in every order. */
#include "test.h"

#include <errno.h>
#include <stdio.h>
#include <sys/wait.h>

#include "wait_loop_fixture.h"

static const struct end_case {
	const char *script;
	uint64_t timeout_ms, kill_after_ms;
	enum wait_loop_end end;
	uint64_t lived_ms;
	int status, signo, killed_with, note;	/* note -1: none */
} ends[] = {
	{ "child=250 exit=3", 0, 5000, WAIT_LOOP_CHILD, 250, 3 << 8, 0, 0, -1 },
	{ "child=250 killed=SEGV", 0, 5000, WAIT_LOOP_CHILD, 250, SIGSEGV, 0, 0, -1 },
	{ "child=0", 0, 5000, WAIT_LOOP_CHILD, 0, 0, 0, 0, -1 },
	{ "child=250", 100, 5000, WAIT_LOOP_TIMEOUT, 100, SIGTERM, 0, SIGTERM, -1 },
	/* both at once: it ended by itself */
	{ "child=100", 100, 5000, WAIT_LOOP_CHILD, 100, 0, 0, 0, -1 },
	{ "child=20000 stubborn", 100, 5000, WAIT_LOOP_TIMEOUT, 5100, SIGKILL, 0, SIGKILL, NOTE_KILLED },
	{ "child=20000 stubborn", 100, 0, WAIT_LOOP_TIMEOUT, 20000, 0, 0, SIGTERM, -1 },	/* never killed */
	/* comes to its end in time */
	{ "child=300 stubborn", 100, 5000, WAIT_LOOP_TIMEOUT, 300, 0, 0, SIGTERM, -1 },
	{ "child=50 signal=TERM@20", 0, 5000, WAIT_LOOP_CHILD, 20, SIGTERM, SIGTERM, SIGTERM, -1 },
	{ "child=50 signal=INT@20", 0, 5000, WAIT_LOOP_CHILD, 20, SIGINT, SIGINT, SIGINT, -1 },
	{ "child=50 signal=HUP@20", 0, 5000, WAIT_LOOP_CHILD, 20, SIGHUP, SIGHUP, SIGHUP, -1 },
	{ "child=50 terminal=INT@20", 0, 5000, WAIT_LOOP_CHILD, 20, SIGINT, SIGINT, 0, -1 },
	{ "child=50 terminal=INT@20 stubborn", 0, 5000, WAIT_LOOP_CHILD, 50, 0, SIGINT, 0, -1 },
	{ "child=90 stubborn signal=TERM@20 signal=QUIT@40", 0, 5000, WAIT_LOOP_CHILD, 90, 0, SIGQUIT, SIGQUIT,
	  -1 },
	{ "child=90 late=5", 40, 5000, WAIT_LOOP_TIMEOUT, 45, SIGTERM, 0, SIGTERM, -1 },
};

static void every_end(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(ends) * 2; i++) {
		const struct end_case *c = &ends[i / 2];
		struct fixture f;

		setup(&f, c->script);
		f.launch.held = i & 1;
		f.fk.foreign_chld = true;
		f.opts.timeout_ns = c->timeout_ms * MS;
		f.launch.kill_after_ns = c->kill_after_ms * MS;
		assert_int_equal(go(&f), 0);
		assert_int_equal(f.run.end, c->end);
		assert_int_equal(f.run.signo, c->signo);
		assert_int_equal(f.workload.status, c->status);
		assert_int_equal(f.fk.last_kill, c->killed_with);
		assert_int_equal(f.workload.end_ns - f.workload.start_ns, c->lived_ms * MS);
		assert_int_equal(f.last.tool[TOOL_DURATION], c->lived_ms * MS);
		assert_int_equal(f.last.tool[TOOL_USER], c->lived_ms * MS * 6 / 10);
		assert_int_equal(f.last.reading[0].enabled, c->lived_ms * MS);
		assert_int_equal(f.notes.n, c->note >= 0);
		if (c->note >= 0)
			assert_int_equal(f.notes.note[0].kind, c->note);
		assert_int_equal(f.ticks, 0);
		teardown(&f);
	}
}

/* One of the four could not be sent: which one decides what is said. */
static void a_signal_that_cannot_be_sent(void **state)
{
	static const struct { int nth, status, notes; } cases[] = {	/* HUP passed on, TERM, CONT, KILL */
		{ 0, SIGKILL, 1 }, { 1, SIGKILL, 1 }, { 2, SIGKILL, 1 }, { 3, SIGKILL, 1 }, { 4, 0, 0 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		int fault = 0, kills = 0;

		for (int again = 0; again < 2; again++) {	/* first to learn which call it is */
			struct fixture f;

			setup(&f, "child=20000 stubborn signal=HUP@20");
			f.opts.timeout_ns = 100 * MS;
			f.launch.kill_after_ns = 5000 * MS;
			f.fk.fail_at = fault;
			f.fk.fail_errno = EPERM;
			assert_int_equal(go(&f), 0);
			for (int n = 0; !again && n < f.fk.calls; n++)
				if (strcmp(f.fk.called[n], "kill") == 0 && ++kills == cases[i].nth)
					fault = n + 1;
			if (again) {
				assert_int_equal(f.workload.status, cases[i].status);
				assert_int_equal(f.notes.n, cases[i].notes);
				assert_true(!f.notes.n || f.notes.note[0].kind == NOTE_KILLED);
				assert_int_equal(f.workload.unreached, cases[i].nth ? EPERM : 0);
			}
			teardown(&f);
		}
	}
}

static void a_signal_before_the_start(void **state)
{
	(void)state;
	for (int held = 0; held < 2; held++) {
		struct fixture f;

		setup(&f, "terminal=INT@0");
		f.launch.held = held;
		assert_int_equal(go(&f), 0);
		assert_int_equal(f.run.end, WAIT_LOOP_SIGNAL);
		assert_int_equal(f.run.signo, SIGINT);
		assert_false(f.workload.started);
		assert_int_equal(f.fk.launches, held);
		assert_int_equal(f.last.reading[0].enabled, 0);
		assert_int_equal(f.last.time_ns, f.first.time_ns);
		teardown(&f);
	}
}

static void a_chld_of_somebody_else_ends_nothing(void **state)
{
	struct fixture f;

	(void)state;
	setup(&f, "child=50 signal=CHLD@20");
	assert_int_equal(go(&f), 0);
	assert_int_equal(f.last.tool[TOOL_DURATION], 50 * MS);
	teardown(&f);
}

static const struct interval_case {
	const char *script;
	uint64_t interval_ms, delay_ms;
	unsigned missed;
	int ticks;
	uint64_t at_ms[8], cycles_k[8];		/* thousands */
	bool unread;
} intervals[] = {
	{ "child=250", 100, 0, 0, 3, { 100, 200, 250 }, { 270000, 270000, 135000 } },
	{ "child=50", 100, 0, 0, 1, { 50 }, { 135000 } },
	{ "child=200", 100, 0, 0, 2, { 100, 200 }, { 270000, 270000 } },
	/* deadlines are absolute: noticed late, they do not wander */
	{ "child=250 late=10", 100, 0, 0, 3, { 110, 210, 250 }, { 297000, 270000, 108000 } },
	/* and those that were missed are not made up for */
	{ "child=1000 late=250", 100, 0, 6, 4, { 350, 650, 950, 1000 }, { 945000, 810000, 810000, 135000 } },
	{ "child=250", 100, 50, 0, 2, { 150, 250 }, { 270000, 270000 } },
	/* what is beyond the end of time never comes */
	{ "child=250", 18446744073709, 0, 0, 1, { 250 }, { 675000 } },
	/* a group that cannot be read for a moment moves on the next time */
	{ "child=350 event=cycles live=ECHILD", 100, 0, 0, 4, { 100, 200, 300, 350 }, { 0, 0, 0, 945000 }, true },
	{ "child=250 event=cycles live=EIO nth=1", 100, 0, 0, 3, { 100, 200, 250 }, { 0, 540000, 135000 }, true },
};

static void every_interval(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(intervals); i++) {
		const struct interval_case *c = &intervals[i];
		struct fixture f;

		setup(&f, c->script);
		f.opts.interval_ns = c->interval_ms * MS;
		f.opts.delay_ns = c->delay_ms * MS;
		f.launch.held = c->delay_ms != 0;
		assert_int_equal(go(&f), 0);
		assert_int_equal(f.run.missed, c->missed);
		/* of each event of the group once */
		assert_int_equal(f.notes.n, (c->missed != 0) + (c->unread ? 2 : 0));
		if (c->unread)
			assert_int_equal(f.notes.note[0].kind, NOTE_NOT_READ);
		if (c->missed)
			assert_int_equal(f.notes.note[0].kind, NOTE_MISSED_INTERVALS);
		assert_int_equal(f.ticks, c->ticks);
		assert_int_equal(f.begun, c->delay_ms != 0);	/* told when counting begins late */
		for (int t = 0; t < c->ticks; t++) {
			assert_int_equal(f.at[t], c->at_ms[t] * MS);
			assert_int_equal(f.cycles[t], c->cycles_k[t] * 1000);
		}
		assert_int_equal(f.run.end, WAIT_LOOP_CHILD);
		teardown(&f);
	}
}

static void a_failing_tick_ends_the_run(void **state)
{
	(void)state;
	for (int n = 1; n <= 3; n++) {
		struct fixture f;

		setup(&f, "child=250");
		f.opts.interval_ns = 100 * MS;
		f.fail_tick = n;
		assert_int_equal(go(&f), -1);
		assert_string_equal(f.err.message, "no room for it");
		teardown(&f);
	}
}

static void the_delay_counts_nothing(void **state)
{
	static const struct { uint64_t child_ms, delay_ms, enabled_ms; } cases[] = {
		{ 250, 100, 150 }, { 250, 300, 0 }, { 250, 250, 0 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		char script[40];
		struct fixture f;

		snprintf(script, sizeof(script), "child=%llu", (unsigned long long)cases[i].child_ms);
		setup(&f, script);
		f.launch.held = true;
		f.opts.delay_ns = cases[i].delay_ms * MS;
		assert_int_equal(go(&f), 0);
		assert_int_equal(f.last.reading[0].enabled, cases[i].enabled_ms * MS);
		assert_int_equal(f.last.reading[1].enabled, cases[i].enabled_ms * MS);
		assert_int_equal(f.last.time_ns - f.first.time_ns, cases[i].enabled_ms * MS);
		assert_int_equal(f.last.tool[TOOL_DURATION], cases[i].child_ms * MS);
		teardown(&f);
	}
}

static void never_enabled_no_time_is_counted(void **state)
{
	static const struct { const char *script; uint64_t interval_ms, max_intervals, timeout_ms; int ticks; } cases[] = {
		{ "child=250", 0, 0, 0, 0 },
		{ "child=250", 100, 0, 0, 3 },
		{ "child=250", 100, 1, 0, 1 },
		{ "child=250", 0, 0, 50, 0 },
		{ "child=250 terminal=INT@20", 100, 0, 0, 1 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct fixture f;

		setup(&f, cases[i].script);
		f.launch.held = true;
		f.opts.delay_ns = WAIT_LOOP_NEVER;
		f.opts.interval_ns = cases[i].interval_ms * MS;
		f.opts.max_intervals = cases[i].max_intervals;
		f.opts.timeout_ns = cases[i].timeout_ms * MS;
		assert_int_equal(go(&f), 0);
		assert_int_equal(f.ticks, cases[i].ticks);
		assert_int_equal(f.last.time_ns, f.first.time_ns);
		teardown(&f);
	}
}

static void the_last_read_fails(void **state)
{
	struct fixture f;

	(void)state;
	setup(&f, "event=cycles read=EIO");
	assert_int_equal(go(&f), 0);
	assert_int_equal(f.notes.n, 2);		/* of the group's members */
	assert_int_equal(f.notes.note[0].kind, NOTE_NOT_READ);
	assert_int_equal(f.last.reading[0].enabled, 0);
	teardown(&f);
}

/* Nobody is looked after who has no file for what he writes; who writes little is, less and less often. */
static void kept_output(void **state)
{
	static const struct { bool kept; size_t flood; const char *child; size_t trims; int fault; } cases[] = {
		{ false, 0, "child=1000", 0, 0 },
		{ true, 0, "child=3", 0, 0 },
		{ true, 0, "child=1000", 13, 0 },		/* after 5, 15, 35, 75, 155, 255, ... ms */
		{ true, 1 << 20, "child=1000", 13, 0 },
		{ true, 1 << 30, "child=1000", 199, 0 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct fixture f;

		setup(&f, cases[i].child);
		f.fk.flood = cases[i].flood;
		f.launch.err_kept = cases[i].kept;
		f.launch.err_fd = f.fk.ops.open_scratch(&f.fk.ops);
		assert_int_equal(go(&f), 0);
		if (f.fk.trims != cases[i].trims)
			fail_msg("case %zu: %zu", i, f.fk.trims);
		f.fk.ops.close(&f.fk.ops, f.launch.err_fd);
		teardown(&f);
	}
}

static void waiting_fails(void **state)
{
	struct fixture f;

	(void)state;
	setup(&f, "");
	f.fk.fail_at = 6;	/* signals, two opens, launch, its page: then the wait */
	f.fk.fail_errno = EINVAL;
	assert_int_equal(go(&f), -1);
	assert_string_equal(f.err.message, "cannot wait: Invalid argument");
	teardown(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_end),
		cmocka_unit_test(a_signal_that_cannot_be_sent), cmocka_unit_test(a_signal_before_the_start),
		cmocka_unit_test(a_chld_of_somebody_else_ends_nothing),
		cmocka_unit_test(every_interval),
		cmocka_unit_test(a_failing_tick_ends_the_run),
		cmocka_unit_test(the_delay_counts_nothing),
		cmocka_unit_test(never_enabled_no_time_is_counted),
		cmocka_unit_test(the_last_read_fails),
		cmocka_unit_test(kept_output), cmocka_unit_test(waiting_fails),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
