/* SPDX-License-Identifier: MIT */
/*
 * The one place that waits while something is counted.  Deadlines are absolute; what is
 * not wanted is KERNEL_FOREVER.
 */
#include "count/runloop.h"

#include <string.h>

#include "count/counters.h"
#include "count/plan.h"
#include "count/workload.h"
#include "host/kernel.h"
#include "host/launch.h"
#include "host/target.h"

struct loop {
	struct run *run;
	const struct kernel *k;
	runloop_tick *tick;
	void *ctx;
	struct notes *notes;
	uint64_t begin_ns, enable_at, interval_at, stop_at, kill_at;
	struct sample prev, now;
	bool done;
};

/* Nothing, and what is beyond the end of time, never comes. */
static uint64_t after(uint64_t from, uint64_t ns)
{
	return !ns || ns > KERNEL_FOREVER - from ? KERNEL_FOREVER : from + ns;
}

static uint64_t least(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static void fill_tools(const struct loop *l, struct sample *s)
{
	const struct workload *w = l->run->workload;
	const struct rusage *u = &w->usage;
	uint64_t start_ns = w->started ? workload_start_ns(w) : l->begin_ns;
	uint64_t end_ns = w->reaped ? w->end_ns : s->time_ns;

	s->tool[TOOL_DURATION] = end_ns > start_ns ? end_ns - start_ns : 0;
	s->tool[TOOL_USER] =
		(uint64_t)u->ru_utime.tv_sec * 1000000000u + (uint64_t)u->ru_utime.tv_usec * 1000u;
	s->tool[TOOL_SYSTEM] =
		(uint64_t)u->ru_stime.tv_sec * 1000000000u + (uint64_t)u->ru_stime.tv_usec * 1000u;
	s->tool[TOOL_MAX_RSS] = (uint64_t)u->ru_maxrss;
}

/* End the run: at once, or by asking the command and waiting for it. */
static void stop(struct loop *l, enum runloop_end end)
{
	struct workload *w = l->run->workload;

	l->run->end = end;
	l->stop_at = l->interval_at = KERNEL_FOREVER;
	if (!w->started) {
		l->done = true;
		return;
	}
	workload_signal(w, SIGTERM);
	l->kill_at = after(l->k->now_ns(l->k), w->launch->kill_after_ns);
}

static void take_signals(struct loop *l)
{
	int signo = workload_take_signals(l->run->workload, l->run->signals);

	if (!signo)
		return;
	l->run->signo = signo;
	if (!l->run->workload->started) {
		l->run->end = RUNLOOP_SIGNAL;
		l->done = true;
	}
}

static int interval(struct loop *l, uint64_t now, struct error *err)
{
	uint64_t step = l->run->opts->interval_ns;
	struct sample swap;

	sample_copy(&l->now, &l->prev);		/* what cannot be read has not moved */
	counters_read(l->run->counters, &l->now, NULL);
	fill_tools(l, &l->now);
	if (l->tick && l->tick(l->ctx, &l->prev, &l->now, err) < 0)
		return -1;
	swap = l->prev, l->prev = l->now, l->now = swap;
	l->run->missed += (unsigned)((now - l->interval_at) / step);
	l->interval_at = after(l->interval_at, step + (now - l->interval_at) / step * step);
	return 0;
}

static int on_time(struct loop *l, struct error *err)
{
	uint64_t now = l->k->now_ns(l->k);

	if (now >= l->enable_at) {
		l->enable_at = KERNEL_FOREVER;
		if (counters_enable(l->run->counters, err) < 0 ||
		    (l->tick && l->tick(l->ctx, NULL, NULL, err) < 0))
			return -1;
	}
	if (now >= l->kill_at) {
		l->kill_at = KERNEL_FOREVER;
		notes_add(l->notes, NOTE_KILLED, -1, "%s", "");
		workload_signal(l->run->workload, SIGKILL);
	}
	if (now >= l->stop_at)
		stop(l, RUNLOOP_TIMEOUT);
	return now >= l->interval_at && !l->done ? interval(l, now, err) : 0;
}

static int loop(struct loop *l, struct error *err)
{
	struct workload *w = l->run->workload;
	struct wait_fd fds[] = {
		{ .fd = l->run->signals->fd, .kind = WAIT_SIGNAL },
		{ .fd = w->pidfd,	     .kind = WAIT_CHILD },
	};

	while (!l->done) {
		uint64_t deadline = least(least(l->enable_at, l->interval_at), least(l->stop_at, l->kill_at));
		int kinds = l->k->wait(l->k, fds, sizeof(fds) / sizeof(*fds), deadline);

		if (kinds < 0)
			return error_set(err, ERROR_SYSTEM, -kinds, "cannot wait: %s", strerror(-kinds));
		if (kinds & WAIT_SIGNAL)
			take_signals(l);
		if (workload_is_over(w, (unsigned)kinds))
			l->done = true;
		else if (!l->done && on_time(l, err) < 0)
			return -1;
	}
	return w->started ? workload_reap(w, err) : 0;
}

static int start(struct loop *l, struct error *err)
{
	const struct runloop_opts *o = l->run->opts;
	bool on_exec = l->run->counters->plan->target->enable_on_exec;
	uint64_t from;		/* what the times that are printed count from, too */

	/* SIGCHLD of --pre goes here; a Ctrl-C while counters were opened ends the run */
	take_signals(l);
	l->begin_ns = l->k->now_ns(l->k);
	sample_resize(l->run->first, l->run->counters->plan->n);	/* nothing has counted yet */
	sample_resize(&l->prev, l->run->counters->plan->n);
	l->run->first->time_ns = l->prev.time_ns = l->begin_ns;
	if (l->done)
		return 0;
	if (!on_exec && !o->delay_ns && counters_enable(l->run->counters, err) < 0)
		return -1;
	if (workload_start(l->run->workload, err) < 0)
		return -1;
	from = l->run->workload->started ? workload_start_ns(l->run->workload) : l->begin_ns;
	l->enable_at = after(from, o->delay_ns);
	l->interval_at = after(o->delay_ns ? l->enable_at : from, o->interval_ns);
	l->stop_at = after(from, o->timeout_ns);
	l->kill_at = KERNEL_FOREVER;
	return 0;
}

int runloop_run(struct run *run, runloop_tick *tick, void *ctx, struct notes *notes, struct error *err)
{
	struct loop l = { .run = run, .k = run->counters->kernel, .tick = tick, .ctx = ctx, .notes = notes };
	int rc = -1;

	run->end = RUNLOOP_CHILD;
	if (start(&l, err) < 0 || loop(&l, err) < 0)
		goto out;
	sample_resize(run->last, run->counters->plan->n);
	counters_read(run->counters, run->last, notes);
	fill_tools(&l, run->last);
	if (run->opts->interval_ns && tick && tick(ctx, &l.prev, run->last, err) < 0)
		goto out;
	if (run->missed)
		notes_add(notes, NOTE_MISSED_INTERVALS, -1, "%u", run->missed);
	rc = 0;
out:
	sample_release(&l.prev);
	sample_release(&l.now);
	return rc;
}
