/* SPDX-License-Identifier: MIT */
/*
 * The one place that waits while something is counted.  Deadlines are absolute; what is
 * not wanted is KERNEL_FOREVER.
 */
#include "count/runloop.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "count/control.h"
#include "count/counters.h"
#include "count/plan.h"
#include "count/watch.h"
#include "count/workload.h"
#include "event/event.h"
#include "host/file.h"
#include "host/kernel.h"
#include "host/launch.h"
#include "host/target.h"

struct loop {
	struct run *run;
	const struct kernel *k;
	runloop_tick *tick;
	void *ctx;
	struct notes *notes;
	uint64_t begin_ns, enable_at, interval_at, stop_at, kill_at, look_at, trim_at;
	uint64_t trim_ns;	/* until the next time */
	uint64_t signal_ns;	/* when the last signal was taken */
	uint64_t intervals;	/* how many were printed */
	bool enabled;		/* counting has begun, at first->time_ns */
	struct sample prev, now;
	struct wait_fd *fds; size_t n_fds;
	bool *unread;		/* by event: that it could not be read was said; NULL: of none */
	bool closed;		/* last was taken: what still runs is waited for, not counted */
	bool done;
};

enum { FD_SIGNALS, FD_CONTROL, FD_TARGETS };	/* in fds; the last one: and all behind it */

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
	workload_signal(w, SIGCONT);	/* what is stopped takes no signal but KILL */
	l->kill_at = after(l->k->now_ns(l->k), w->launch->kill_after_ns);
}

static void take_signals(struct loop *l)
{
	int signo = workload_take_signals(l->run->workload, l->run->signals);

	if (!signo)
		return;
	l->run->signo = signo;
	l->signal_ns = l->k->now_ns(l->k);
	if (!l->run->workload->started) {
		l->run->end = RUNLOOP_SIGNAL;
		l->done = true;
	}
}

/* A command that lives on takes a signal for something else than its end. */
static bool is_told_to_end(const struct loop *l)
{
	const uint64_t soon_ns = 5000000000u;
	bool over = l->done || l->run->workload->reaped;

	return l->run->signo && over && l->k->now_ns(l->k) - l->signal_ns < soon_ns;
}

/* While a row waits for its reader: the command gets its signals nevertheless. */
static bool look_meanwhile(void *ctx)
{
	struct loop *l = ctx;
	const struct workload *w = l->run->workload;

	take_signals(l);
	l->done |= w->started && !w->reaped && workload_has_ended(w);	/* that SIGCHLD may be gone now */
	return is_told_to_end(l);
}

static int tell(const struct loop *l, const struct tick *tick, struct error *err)
{
	return l->tick ? l->tick(l->ctx, tick, err) : 0;
}

static int tell_interval(const struct loop *l, const struct sample *to, struct error *err)
{
	const struct tick tick = { .kind = TICK_INTERVAL, .from = &l->prev, .to = to, .event = -1 };

	return tell(l, &tick, err);
}

/* --- the end of counting -------------------------------------------------------------------- */

/* They go on without us, so that the first to be read would have counted less than the last. */
static bool outlives_us(const struct loop *l)
{
	return !target_is_command(l->run->counters->plan->target);
}

/* Once: the time before it is nobody's. */
static void begin_counting(struct loop *l, uint64_t now)
{
	if (l->enabled)
		return;
	l->enabled = true;
	l->run->first->time_ns = now;
	if (!l->intervals)
		l->prev.time_ns = now;
}

static int enable(struct loop *l, int event, struct error *err)
{
	begin_counting(l, l->k->now_ns(l->k));
	return counters_enable(l->run->counters, event, err);
}

/* Behind prev: what cannot be read has not moved, and that is said once of each event. */
static void read_counters(struct loop *l, struct sample *to, const char *hope)
{
	size_t n = l->run->counters->plan->events->n;
	struct notes unread = {0};

	sample_copy(to, &l->prev);
	counters_read(l->run->counters, to, &unread, hope);
	if (unread.n && !l->unread)
		l->unread = mem_zeroed(n, sizeof(*l->unread));
	for (size_t i = 0; i < unread.n; i++) {
		const struct note *note = &unread.note[i];

		if (!l->unread[note->event])
			notes_add(l->notes, NOTE_NOT_READ, note->event, "%s", note->text);
		l->unread[note->event] = true;
	}
	notes_release(&unread);
}

/* The last reading, and what has passed since the last interval. */
static int close_count(struct loop *l, struct error *err)
{
	struct run *run = l->run;
	uint64_t now = l->k->now_ns(l->k);
	struct error why = ERROR_INIT;

	l->closed = true;
	l->interval_at = l->enable_at = KERNEL_FOREVER;
	if (outlives_us(l) && counters_disable(run->counters, -1, &why) < 0)
		notes_add(l->notes, NOTE_NOT_STOPPED, -1, "%s", why.message);
	read_counters(l, run->last, "");
	/* counting ended before the reading: with the command, or with the first counter */
	run->last->time_ns = run->workload->reaped && !outlives_us(l) ? run->workload->end_ns : now;
	begin_counting(l, run->last->time_ns);	/* it never did: no time was counted */
	fill_tools(l, run->last);
	return run->opts->interval_ns ? tell_interval(l, run->last, err) : 0;
}

/* Counting is over by wish, not the command: with one there is still its end to be waited for. */
static void end_early(struct loop *l, enum runloop_end end)
{
	l->run->end = end;
	l->closed = true;
	l->interval_at = l->enable_at = KERNEL_FOREVER;
	l->done |= !l->run->workload->started;
}

/* --- --control ------------------------------------------------------------------------------- */

/* All rows of that name, as of several cgroups; *first stays -1 where there is none. */
static int flip_named(struct loop *l, bool on, const char *name, int *first, struct error *err)
{
	const struct counters *cs = l->run->counters;
	const struct events *events = cs->plan->events;

	for (int e = 0; e < (int)events->n; e++) {
		if (events->event[e].row != e || strcmp(events->event[e].name, name) != 0)
			continue;
		if ((on ? enable(l, e, err) : counters_disable(cs, e, err)) < 0)
			return -1;
		*first = *first < 0 ? e : *first;
	}
	return 0;
}

static int flip(struct loop *l, bool on, const char *name, struct error *err)
{
	struct tick tick = { .kind = on ? TICK_ENABLED : TICK_DISABLED, .event = -1, .text = "" };

	if (*name && flip_named(l, on, name, &tick.event, err) < 0)
		return -1;
	if (*name && tick.event < 0)
		tick = (struct tick){ .kind = TICK_UNKNOWN, .event = -1, .text = l->run->control->command };
	if (*name)
		return tell(l, &tick, err);
	l->enable_at = KERNEL_FOREVER;
	if ((on ? enable(l, -1, err) : counters_disable(l->run->counters, -1, err)) < 0)
		return -1;
	return tell(l, &tick, err);
}

static int stop_by_wish(struct loop *l, struct error *err)
{
	if (close_count(l, err) < 0)
		return -1;
	end_early(l, RUNLOOP_STOPPED);
	return 0;
}

static int obey(struct loop *l, enum control_verb verb, const char *name, struct error *err)
{
	struct tick tick = { .event = -1, .text = name };

	switch (verb) {
	case CONTROL_ENABLE:
	case CONTROL_DISABLE:
		return l->closed ? 0 : flip(l, verb == CONTROL_ENABLE, name, err);
	case CONTROL_EVLIST:
		tick.kind = TICK_EVLIST;
		return tell(l, &tick, err);
	case CONTROL_WRONG:
		tick.kind = TICK_UNKNOWN;
		return tell(l, &tick, err);
	case CONTROL_STOP:
		return l->closed ? 0 : stop_by_wish(l, err);
	case CONTROL_SNAPSHOT:
	case CONTROL_PING:
	case CONTROL_NONE:
	case CONTROL_UNKNOWN:
		break;
	}
	return 0;
}

/* What can no longer be read is not listened to any more. */
static int take_commands(struct loop *l, struct error *err)
{
	struct control *c = l->run->control;
	enum control_verb verb;
	const char *name;
	int rc;

	rc = control_read(c);
	if (rc < 0)
		notes_add(l->notes, NOTE_CONTROL_LOST, -1, "%s", strerror(-rc));
	if (rc < 0 || c->ended)
		l->fds[FD_CONTROL].fd = -1;
	while ((verb = control_next(c, &name)) != CONTROL_NONE) {
		if (obey(l, verb, name, err) < 0)
			return -1;
		if (verb != CONTROL_UNKNOWN && verb != CONTROL_SNAPSHOT)
			control_ack(c);
	}
	return 0;
}

/* --- time ------------------------------------------------------------------------------------- */

static int interval(struct loop *l, uint64_t now, struct error *err)
{
	uint64_t step = l->run->opts->interval_ns;
	struct sample swap;

	read_counters(l, &l->now, "; what it counted is in the next interval that can be");
	fill_tools(l, &l->now);
	if (tell_interval(l, &l->now, err) < 0)
		return -1;
	swap = l->prev, l->prev = l->now, l->now = swap;
	l->run->missed += (unsigned)((now - l->interval_at) / step);
	l->interval_at = after(l->interval_at, step + (now - l->interval_at) / step * step);
	if (++l->intervals == l->run->opts->max_intervals) {
		sample_copy(l->run->last, &l->prev);
		end_early(l, RUNLOOP_ENOUGH);
	}
	return 0;
}

static int enable_now(struct loop *l, struct error *err)
{
	const struct tick tick = { .kind = TICK_ENABLED, .event = -1, .text = "" };

	l->enable_at = KERNEL_FOREVER;
	return enable(l, -1, err) < 0 ? -1 : tell(l, &tick, err);
}

static void look_at_targets(struct loop *l, uint64_t now)
{
	struct watch *w = l->run->watch;

	watch_look(w);
	l->look_at = w->polling ? after(now, WATCH_EVERY_MS * (uint64_t)1000000) : KERNEL_FOREVER;
	l->done |= !w->left;
}

enum { TRIM_SOON_MS = 5, TRIM_LATE_MS = 100 };

/* Whoever writes a lot is looked after often, and no other command is disturbed. */
static void trim_output(struct loop *l, uint64_t now)
{
	enum { KEEP = 1 << 16, MUCH = 1 << 24 };
	ssize_t held = l->k->trim_scratch(l->k, l->run->workload->launch->err_fd, KEEP);

	l->trim_ns = held > MUCH ? TRIM_SOON_MS * (uint64_t)1000000
				 : least(2 * l->trim_ns, TRIM_LATE_MS * (uint64_t)1000000);
	l->trim_at = held < 0 ? KERNEL_FOREVER : after(now, l->trim_ns);
}

static int on_time(struct loop *l, struct error *err)
{
	uint64_t now = l->k->now_ns(l->k);

	if (now >= l->enable_at && enable_now(l, err) < 0)
		return -1;
	if (now >= l->kill_at) {
		l->kill_at = KERNEL_FOREVER;
		if (workload_signal(l->run->workload, SIGKILL) == 0)
			notes_add(l->notes, NOTE_KILLED, -1, "%s", "");
	}
	if (now >= l->look_at)
		look_at_targets(l, now);
	if (now >= l->trim_at)
		trim_output(l, now);
	if (now >= l->stop_at)
		stop(l, RUNLOOP_TIMEOUT);
	return now >= l->interval_at && !l->done ? interval(l, now, err) : 0;
}

/* --- the loop --------------------------------------------------------------------------------- */

static uint64_t next_deadline(const struct loop *l)
{
	return least(least(least(l->enable_at, l->interval_at), least(l->stop_at, l->kill_at)),
		     least(l->look_at, l->trim_at));
}

/* What came with this wait, in the order in which it matters. */
static int take(struct loop *l, unsigned kinds, struct error *err)
{
	struct run *run = l->run;

	if (kinds & WAIT_SIGNAL)
		take_signals(l);
	l->done |= workload_is_over(run->workload, kinds);
	if (kinds & WAIT_TARGET) {
		watch_take(run->watch, l->fds + FD_TARGETS);
		watch_fds(run->watch, l->fds + FD_TARGETS);
		l->done |= !run->watch->left;
	}
	if (kinds & WAIT_CONTROL && !l->done && take_commands(l, err) < 0)
		return -1;
	return l->done ? 0 : on_time(l, err);
}

static int loop(struct loop *l, struct error *err)
{
	struct workload *w = l->run->workload;

	while (!l->done) {
		int kinds = l->k->wait(l->k, l->fds, l->n_fds, next_deadline(l));

		if (kinds < 0)
			return error_set(err, ERROR_SYSTEM, -kinds, "cannot wait: %s", strerror(-kinds));
		if (take(l, (unsigned)kinds, err) < 0)
			return -1;
	}
	return w->started ? workload_reap(w, err) : 0;
}

static void list_fds(struct loop *l)
{
	const struct run *run = l->run;

	l->n_fds = FD_TARGETS + (run->watch ? run->watch->n : 0);
	l->fds = mem_resize(NULL, l->n_fds, sizeof(*l->fds));
	l->fds[FD_SIGNALS] = (struct wait_fd){ .fd = run->signals->fd, .kind = WAIT_SIGNAL };
	l->fds[FD_CONTROL] = (struct wait_fd){ .fd = -1, .kind = WAIT_CONTROL };
	if (run->control && !run->control->ended)
		l->fds[FD_CONTROL].fd = run->control->fd;
	if (run->watch)
		watch_fds(run->watch, l->fds + FD_TARGETS);
}

/* From when deadlines count, as do the times that are printed. */
static void set_deadlines(struct loop *l, uint64_t from)
{
	const struct runloop_opts *o = l->run->opts;
	bool waits = o->delay_ns && o->delay_ns != RUNLOOP_NEVER;

	l->enable_at = after(from, o->delay_ns);
	l->interval_at = after(waits ? l->enable_at : from, o->interval_ns);
	l->stop_at = after(from, o->timeout_ns);
	l->kill_at = KERNEL_FOREVER;
	l->look_at = KERNEL_FOREVER;
	l->trim_ns = TRIM_SOON_MS * (uint64_t)1000000;
	l->trim_at = l->run->workload->launch->err_kept ? after(from, l->trim_ns) : KERNEL_FOREVER;
	if (l->run->watch)
		look_at_targets(l, from);
}

static int start(struct loop *l, struct error *err)
{
	const struct runloop_opts *o = l->run->opts;
	struct run *run = l->run;
	bool on_exec = run->counters->plan->target->enable_on_exec;

	/* SIGCHLD of --pre goes here; a Ctrl-C while counters were opened ends the run */
	take_signals(l);
	l->begin_ns = l->k->now_ns(l->k);
	sample_resize(run->first, run->counters->plan->n);	/* nothing has counted yet */
	sample_resize(run->last, run->counters->plan->n);
	sample_resize(&l->prev, run->counters->plan->n);
	run->first->time_ns = l->prev.time_ns = l->begin_ns;
	if (l->done)
		return 0;
	if (!on_exec && !o->delay_ns && enable(l, -1, err) < 0)
		return -1;
	if (workload_start(run->workload, err) < 0)
		return -1;
	if (on_exec)
		begin_counting(l, workload_start_ns(run->workload));
	list_fds(l);
	set_deadlines(l, run->workload->started ? workload_start_ns(run->workload) : l->begin_ns);
	return 0;
}

/* The times of a command are known once it is reaped, be its counts closed before. */
static int finish(struct loop *l, struct error *err)
{
	struct sample *last = l->run->last;
	const uint64_t duration = last->tool[TOOL_DURATION];

	/* a held command had not got that far when it was released */
	if (l->run->counters->plan->target->enable_on_exec)
		l->run->first->time_ns = workload_start_ns(l->run->workload);
	if (!l->closed)
		return close_count(l, err);
	begin_counting(l, last->time_ns);
	fill_tools(l, last);
	last->tool[TOOL_DURATION] = duration;
	return 0;
}

int runloop_run(struct run *run, runloop_tick *tick, void *ctx, struct notes *notes, struct error *err)
{
	struct loop l = { .run = run, .k = run->counters->kernel, .tick = tick, .ctx = ctx, .notes = notes };
	int rc = -1;

	run->end = RUNLOOP_CHILD;
	file_ask(look_meanwhile, &l);
	if (start(&l, err) < 0 || loop(&l, err) < 0 || finish(&l, err) < 0)
		goto out;
	if (run->missed)
		notes_add(notes, NOTE_MISSED_INTERVALS, -1, "%u", run->missed);
	rc = 0;
out:
	file_ask(NULL, NULL);
	if (is_told_to_end(&l))
		file_hurry();
	free(l.fds);
	free(l.unread);
	sample_release(&l.prev);
	sample_release(&l.now);
	return rc;
}
