/* SPDX-License-Identifier: MIT */
/*
 * The wait loop as a state machine: intervals, control, the ends of targets, signals and
 * deadlines, in every order and at the same moment.  Each case is a sentence: what the loop
 * told, when it ended and why, and how long the first event was counted.
 */
#include "test.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "wait_loop_fixture.h"

enum what { COMMAND, THREADS, CPUS, CPUS_WITH_COMMAND };

static const struct steering_case {
	enum what what;			/* threads are 20 and 21, CPUs 0 and 1 */
	const char *script;
	uint64_t interval_ms, most, delay_ms, timeout_ms;	/* delay 9999: for ever */
	const char *want;
} cases[] = {
	/* intervals of a command */
	{ COMMAND, "child=100", 40, 0, 0, 0, "tick@40 tick@80 tick@100 child@100 counted 100" },
	{ COMMAND, "child=80", 40, 0, 0, 0, "tick@40 tick@80 child@80 counted 80" },
	{ COMMAND, "child=100", 30, 2, 0, 0, "tick@30 tick@60 enough@100 counted 60" },
	{ COMMAND, "child=50", 30, 2, 0, 0, "tick@30 tick@50 child@50 counted 50" },
	{ COMMAND, "child=60", 30, 2, 0, 0, "tick@30 tick@60 child@60 counted 60" },
	{ COMMAND, "child=100 signal=TERM@80", 30, 2, 0, 0, "tick@30 tick@60 enough@80 counted 60" },
	{ COMMAND, "child=100 late=35", 30, 0, 0, 0, "tick@65 tick@100 child@100 counted 100 missed 1" },
	{ COMMAND, "child=100", 30, 0, 50, 0, "on@50 tick@80 tick@100 child@100 counted 50" },
	/* control of a command */
	{ COMMAND, "child=100 control=enable@20 control=disable@60", 0, 0, 9999, 0,
	  "on@20 off@60 child@100 counted 40" },
	{ COMMAND, "child=100", 0, 0, 9999, 0, "child@100 counted 0" },
	{ COMMAND, "child=100 control=enable@20", 40, 0, 9999, 0,
	  "on@20 tick@40 tick@80 tick@100 child@100 counted 80" },
	{ COMMAND, "child=100 control=enable@20", 0, 0, 50, 0, "on@20 child@100 counted 80" },
	{ COMMAND, "child=100 control=disable@20 control=enable@70", 0, 0, 0, 0, "off@20 on@70 child@100 counted 50" },
	{ COMMAND, "child=100 control=disable+cycles@20 control=enable+nosuch@30", 0, 0, 0, 0,
	  "off@20:0 unknown@30:enable nosuch child@100 counted 20" },
	{ COMMAND, "child=100 control=evlist@10 control=evlist+-v@20 control=ping@30 control=hello@40 "
	  "control=enablefoo@50 control=snapshot@60", 0, 0, 0, 0,
	  "list@10 list@20:-v unknown@50:enablefoo child@100 counted 100" },
	{ COMMAND, "child=100 control=stop@50", 0, 0, 0, 0, "stopped@100 counted 50" },
	{ COMMAND, "child=100 control=stop@50 control=disable@60 control=stop@70", 20, 0, 0, 0,
	  "tick@20 tick@40 tick@50 stopped@100 counted 50" },
	{ COMMAND, "child=100 control=end@20 control=disable@30", 0, 0, 0, 0, "child@100 counted 100" },
	{ COMMAND, "child=100 control=disable@100", 0, 0, 0, 0, "child@100 counted 100" },
	/* targets that end */
	{ THREADS, "ends=20@30 ends=21@70", 0, 0, 0, 0, "child@70 counted 30" },
	{ THREADS, "ends=20@30 ends=21@30", 0, 0, 0, 0, "child@30 counted 30" },
	{ THREADS, "ends=20@30 ends=21@70 no-pidfd", 0, 0, 0, 0, "child@100 counted 30" },
	{ THREADS, "ends=20@30 ends=21@70 limit=9:9", 0, 0, 0, 0, "child@100 counted 30" },
	{ THREADS, "ends=20@100 ends=21@70", 40, 0, 0, 0, "tick@40 tick@80 tick@100 child@100 counted 100" },
	{ THREADS, "ends=20@40 ends=21@40", 40, 0, 0, 0, "tick@40 child@40 counted 40" },
	{ THREADS, "ends=20@0 ends=21@70", 0, 0, 0, 0, "child@70 counted 0" },
	{ THREADS, "ends=20@70 ends=21@70", 0, 0, 20, 0, "on@20 child@70 counted 50" },
	{ THREADS, "ends=20@10 ends=21@10", 0, 0, 20, 0, "child@10 counted 0" },
	/* and others that end it */
	{ THREADS, "ends=20@70 signal=INT@50", 0, 0, 0, 0, "signal 2@50 counted 50" },
	{ THREADS, "signal=TERM@50", 40, 0, 0, 0, "tick@40 tick@50 signal 15@50 counted 50" },
	{ THREADS, "ends=20@50 ends=21@50 signal=INT@50", 0, 0, 0, 0, "signal 2@50 counted 50" },
	{ THREADS, "", 0, 0, 0, 60, "timeout@60 counted 60" },
	{ THREADS, "ends=20@60 ends=21@60", 0, 0, 0, 60, "child@60 counted 60" },
	{ THREADS, "", 30, 2, 0, 0, "tick@30 tick@60 enough@60 counted 60" },
	{ THREADS, "signal=INT@60", 30, 2, 0, 0, "tick@30 tick@60 signal 2@60 counted 60" },
	{ THREADS, "control=stop@50", 0, 0, 0, 0, "stopped@50 counted 50" },
	{ THREADS, "control=enable@10 control=stop@50", 30, 0, 9999, 0, "on@10 tick@30 tick@50 stopped@50 counted 40" },
	{ THREADS, "control=disable@10 signal=INT@40", 0, 0, 0, 0, "off@10 signal 2@40 counted 10" },
	/* CPUs */
	{ CPUS, "signal=INT@50", 0, 0, 0, 0, "signal 2@50 counted 50" },
	{ CPUS, "", 30, 1, 0, 0, "tick@30 enough@30 counted 30" },
	{ CPUS, "", 0, 0, 20, 60, "on@20 timeout@80 counted 60" },
	{ CPUS_WITH_COMMAND, "child=100", 0, 0, 0, 0, "child@100 counted 100" },
	{ CPUS_WITH_COMMAND, "child=100", 40, 0, 0, 0, "tick@40 tick@80 tick@100 child@100 counted 100" },
	{ CPUS_WITH_COMMAND, "child=100", 40, 1, 0, 0, "tick@40 enough@100 counted 40" },
	{ CPUS_WITH_COMMAND, "child=100", 0, 0, 20, 0, "on@20 child@100 counted 80" },
	{ CPUS_WITH_COMMAND, "child=100 signal=TERM@50", 0, 0, 0, 0, "child@50 counted 50" },
	{ CPUS_WITH_COMMAND, "child=100", 0, 0, 0, 60, "timeout@60 counted 60" },
	{ CPUS_WITH_COMMAND, "child=100 control=stop@50", 0, 0, 0, 0, "stopped@100 counted 50" },
};

static pid_t watched[] = { 20, 21 };

static void aim(struct fixture *f, enum what what)
{
	static const struct target_opts command = { .command = true }, other = {0};

	f->target.asked = what == COMMAND ? &command : &other;
	if (what == COMMAND)
		return;
	f->target.enable_on_exec = false;
	if (what == THREADS) {
		target_release(&f->target);
		some_threads(&f->target, COUNT_OF(watched));
		for (size_t i = 0; i < COUNT_OF(watched); i++)
			f->target.thread[i].tid = watched[i];
		f->target.watch = mem_resize(NULL, COUNT_OF(watched), sizeof(*watched));
		memcpy(f->target.watch, watched, sizeof(watched));
		f->target.n_watch = COUNT_OF(watched);
	} else {
		target_release(&f->target);
		some_cpus(&f->target, 2);
	}
	f->target.asked = &other;
	if (what != CPUS_WITH_COMMAND)
		f->launch.argv = NULL;
}

static uint64_t ms_of(uint64_t ms)
{
	return ms == 9999 ? WAIT_LOOP_NEVER : ms * MS;
}

static void add_end(struct fixture *f)
{
	static const char *const ends[] = {
		[WAIT_LOOP_CHILD] = "child", [WAIT_LOOP_TIMEOUT] = "timeout", [WAIT_LOOP_ENOUGH] = "enough",
		[WAIT_LOOP_STOPPED] = "stopped", [WAIT_LOOP_SIGNAL] = "signal",
	};

	str_addf(&f->log, "%s", ends[f->run.end]);
	if (f->run.end == WAIT_LOOP_SIGNAL)
		str_addf(&f->log, " %d", f->run.signo);
	str_addf(&f->log, "@%llu counted %llu", (unsigned long long)(f->fk.clock_ns / MS - 1000),
		 (unsigned long long)(f->last.reading[0].enabled / MS));
	if (f->run.missed)
		str_addf(&f->log, " missed %u", f->run.missed);
}

static void every_order(void **state)
{
	static struct fixture f;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct steering_case *c = &cases[i];

		setup(&f, c->script);
		aim(&f, c->what);
		f.opts = (struct wait_loop_opts){ .interval_ns = ms_of(c->interval_ms), .max_intervals = c->most,
						.delay_ns = ms_of(c->delay_ms), .timeout_ns = ms_of(c->timeout_ms) };
		f.launch.held = c->what == CPUS_WITH_COMMAND || (c->what == COMMAND && c->delay_ms);
		assert_int_equal(control_open(&f.control, &f.fk.ops, "fd:60,61", &f.err), 0);
		assert_int_equal(go(&f), 0);
		add_end(&f);
		if (strcmp(f.log.text, c->want) != 0)
			fail_msg("case %zu (%s): %s", i, c->script, f.log.text);
		teardown(&f);
	}
}

/* Whatever has happened, a failing call ends the loop with an error, and nothing is left open. */
static void every_call_fails(void **state)
{
	static struct fixture f;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i += 5) {
		for (int n = 1, fired = 1; fired; n++) {
			setup(&f, cases[i].script);
			aim(&f, cases[i].what);
			f.opts.interval_ns = 30 * MS;
			f.opts.timeout_ns = 90 * MS;
			f.fault_at = n;
			go(&f);
			fired = f.fk.fault_fired;
			teardown(&f);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_order),
		cmocka_unit_test(every_call_fails),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
