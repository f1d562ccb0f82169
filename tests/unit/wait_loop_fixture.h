/* SPDX-License-Identifier: MIT */
/* wait_loop_fixture.h - one run of the loop on the fake kernel, and what the loop reported. */
#ifndef UNIT_WAIT_LOOP_FIXTURE_H
#define UNIT_WAIT_LOOP_FIXTURE_H

#include "base/str.h"
#include "count/control.h"
#include "count/counters.h"
#include "count/opening.h"
#include "count/plan.h"
#include "count/sample.h"
#include "count/target_end.h"
#include "count/wait_loop.h"
#include "count/workload.h"
#include "fake_kernel.h"
#include "host/machine.h"
#include "made_events.h"

static const uint64_t MS = 1000000;
static char *argv[] = { (char *)(uintptr_t)"prog", NULL };

static const struct target_opts counts_a_command = { .command = true };

enum { TICKS = 16 };

struct fixture {
	struct fake_kernel fk;
	struct machine machine;
	struct events events;
	struct target target;
	struct plan plan;
	struct counters counters;
	struct workload workload;
	struct launch launch;
	struct signals signals;
	struct wait_loop_opts opts;
	struct sample first, last;
	struct control control;
	struct target_end watch;
	struct run run;
	struct notes notes;
	struct error err;
	uint64_t at[TICKS], cycles[TICKS], enabled[TICKS];	/* of each tick: its end, and the deltas */
	int ticks, fail_tick, begun, fault_at;
	struct str log;			/* each tick in words, with its time in ms */
};

static void setup(struct fixture *f, const char *script)
{
	static const struct some_event some[] = { { SOME_CYCLES, -1, 0 }, { SOME_INSTRUCTIONS, 0, 0 } };

	memset(f, 0, sizeof(*f));
	f->err.column = -1;
	fake_kernel_init(&f->fk);
	fake_kernel_script(&f->fk, script);
	some_events(&f->events, some, COUNT_OF(some));
	some_threads(&f->target, 1);
	f->target.asked = &counts_a_command;
	f->launch = (struct launch){ .argv = argv, .kill_after_ns = 5000 * MS };
	f->workload = (struct workload)WORKLOAD_INIT;
	f->control = (struct control)CONTROL_INIT;
}

static void log_tick(struct fixture *f, const struct tick *t)
{
	static const char *const words[] = {
		[TICK_INTERVAL] = "tick", [TICK_ENABLED] = "on", [TICK_DISABLED] = "off",
		[TICK_EVLIST] = "list", [TICK_UNKNOWN] = "unknown",
	};

	str_addf(&f->log, "%s@%llu", words[t->kind], (unsigned long long)(f->fk.clock_ns / MS - 1000));
	if (t->event >= 0)
		str_addf(&f->log, ":%d", t->event);
	if (t->text && *t->text)
		str_addf(&f->log, ":%s", t->text);
	str_add(&f->log, " ");
}

static int tick(void *ctx, const struct tick *t, struct error *err)
{
	struct fixture *f = ctx;
	struct reading d;

	log_tick(f, t);
	if (t->kind != TICK_INTERVAL) {
		f->begun += t->kind == TICK_ENABLED;
		return 0;
	}
	d = reading_delta(&t->from->reading[0], &t->to->reading[0]);
	assert_true(f->ticks < TICKS);
	f->at[f->ticks] = t->to->tool[TOOL_DURATION];
	f->cycles[f->ticks] = d.value;
	f->enabled[f->ticks] = d.enabled;
	if (++f->ticks == f->fail_tick)
		return error_set(err, ERROR_SYSTEM, EIO, "no room for it");
	return 0;
}

static int go(struct fixture *f)
{
	const struct kernel *k = &f->fk.ops;
	int rc;

	f->target.enable_on_exec = f->target.asked && f->target.asked->command && !f->opts.delay_ns;
	f->counters = (struct counters){ .kernel = k, .machine = &f->machine };
	f->run = (struct run){ .counters = &f->counters, .workload = &f->workload, .signals = &f->signals,
			       .opts = &f->opts,
			       .control = f->control.kernel ? &f->control : NULL,
			       .watch = f->target.n_watch ? &f->watch : NULL, .first = &f->first, .last = &f->last };
	assert_int_equal(k->signals_open(k, &f->signals), 0);
	assert_int_equal(workload_prepare(&f->workload, k, &f->launch, &f->err), 0);
	if (f->launch.held && target_is_command(&f->target))
		f->target.thread[0].tid = f->workload.pid;
	assert_int_equal(plan_build(&f->plan, &f->events, NULL, &f->target, &f->err), 0);
	if (opening_run(&f->counters, &f->plan, &f->events, &f->notes, &f->err) < 0)
		fail_msg("%s", f->err.message);
	if (f->target.n_watch)
		target_end_open(&f->watch, k, &f->target);
	if (f->fault_at) {		/* in the loop, not before */
		f->fk.fail_at = f->fk.calls + f->fault_at;
		f->fk.fail_errno = EIO;
	}
	rc = wait_loop_run(&f->run, tick, f, &f->notes, &f->err);
	return rc;
}

static void teardown(struct fixture *f)
{
	workload_cancel(&f->workload);
	if (f->watch.kernel)
		target_end_close(&f->watch);
	control_close(&f->control);
	str_release(&f->log);
	counters_close(&f->counters);
	f->fk.ops.signals_close(&f->fk.ops, &f->signals);
	plan_release(&f->plan);
	events_release(&f->events);
	target_release(&f->target);
	sample_release(&f->first);
	sample_release(&f->last);
	notes_release(&f->notes);
	assert_int_equal(f->fk.open_fds, 0);
	assert_int_equal(f->fk.pid, 0);
}

#endif
