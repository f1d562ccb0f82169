/* SPDX-License-Identifier: MIT */
/*
 * Runs the loop, the only place that waits while counting. Deadlines are absolute; KERNEL_FOREVER means
 * none.
 */
#include "count/wait_loop.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "count/control.h"
#include "count/counters.h"
#include "count/function/function_probes.h"
#include "count/plan.h"
#include "count/sampling/sampler.h"
#include "count/target_end.h"
#include "count/task_recorder.h"
#include "count/valgrind_counts.h"
#include "count/workload.h"
#include "event/event.h"
#include "host/file.h"
#include "host/kernel.h"
#include "host/launch.h"
#include "host/target.h"

struct loop {
	struct run *run;
	const struct kernel *k;
	wait_loop_callback *tick;
	void *ctx;
	struct notes *notes;
	uint64_t begin_ns, enable_at, interval_at, stop_at, kill_at, check_at, trim_at, records_at, long_at;
	uint64_t trim_ns;	/* time until the next trim */
	uint64_t signal_ns;	/* when the last signal was read */
	uint64_t intervals;	/* number of printed intervals */
	bool enabled;		/* counting has begun, at first->time_ns */
	struct sample prev, now;
	struct wait_fd *fds; size_t n_fds;
	bool *unread;		/* by event: a note about its failed read was added; NULL: none was */
	bool closed;		/* the last sample was taken: wait for what still runs, do not count */
	bool done;
};

enum { FD_SIGNALS, FD_CONTROL, FD_TARGETS };	/* indices into fds; then the targets, then the recorder */

/* 0, and times beyond the end of time, mean never. */
static uint64_t after(uint64_t from, uint64_t ns)
{
	return !ns || ns > KERNEL_FOREVER - from ? KERNEL_FOREVER : from + ns;
}

static uint64_t min(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static void read_values(const struct loop *l, struct sample *s)
{
	sample_read_values(s, l->run->counters->plan->events, l->run->root);
}

static void fill_tools(const struct loop *l, struct sample *s)
{
	const struct workload *w = l->run->workload;
	const struct rusage *u = &w->usage;
	uint64_t start_ns = w->started ? workload_start_ns(w) : l->begin_ns;
	uint64_t end_ns = w->reaped ? w->end_ns : s->time_ns;

	s->tool[TOOL_DURATION] = end_ns > start_ns ? end_ns - start_ns : 0;
	s->tool[TOOL_USER] = kernel_timeval_ns(u->ru_utime);
	s->tool[TOOL_SYSTEM] = kernel_timeval_ns(u->ru_stime);
	s->tool[TOOL_MAX_RSS] = (uint64_t)u->ru_maxrss;
	s->rss_hidden = w->reaped && w->rss_hidden;
	read_values(l, s);
}

/* Ends the run: at once, or by asking the command and waiting for it. */
static void stop_command(struct loop *l, enum wait_loop_end end)
{
	struct workload *w = l->run->workload;

	l->run->end = end;
	l->stop_at = l->interval_at = KERNEL_FOREVER;
	if (!w->started) {
		l->done = true;
		return;
	}
	workload_signal(w, SIGTERM);
	workload_signal(w, SIGCONT);	/* a stopped process takes only SIGKILL */
	l->kill_at = after(l->k->now_ns(l->k), w->launch->kill_after_ns);
}

static void take_signals(struct loop *l)
{
	int signo = workload_take_signals(l->run->workload, l->run->signals);

	if (!signo)
		return;
	l->run->signo = signo;
	l->signal_ns = l->k->now_ns(l->k);
	if (l->run->emulation && valgrind_may_wait(&l->run->emulation->valgrind)) {
		l->run->killed_waiting = true;
		workload_signal(l->run->workload, SIGKILL);
	}
	if (!l->run->workload->started) {
		l->run->end = WAIT_LOOP_SIGNAL;
		l->done = true;
	}
}

/*
 * A command that lives on took the signal for something else. If it ended within five seconds after a
 * signal, the signal ended it, and output gets one more second.
 */
static bool is_told_to_end(const struct loop *l)
{
	const uint64_t soon_ns = 5000000000u;
	bool over = l->done || l->run->workload->reaped;

	return l->run->signo && over && l->k->now_ns(l->k) - l->signal_ns < soon_ns;
}

/* Called while output waits for its reader: the command still gets its signals. */
static bool check_while_writing(void *ctx)
{
	struct loop *l = ctx;
	const struct workload *w = l->run->workload;

	take_signals(l);
	/* its SIGCHLD may have been read here */
	l->done |= w->started && !w->reaped && workload_has_ended(w);
	return is_told_to_end(l);
}

static int call_tick(const struct loop *l, const struct tick *tick, struct error *err)
{
	return l->tick ? l->tick(l->ctx, tick, err) : 0;
}

static int report_interval(const struct loop *l, const struct sample *to, struct error *err)
{
	const struct tick tick = { .kind = TICK_INTERVAL, .from = &l->prev, .to = to, .event = -1 };

	return call_tick(l, &tick, err);
}

/* --- the end of counting -------------------------------------------------------------------- */

/* The targets continue without pstat, so the first counter read would have counted less than the last. */
static bool outlives_run(const struct loop *l)
{
	return !target_is_command(l->run->counters->plan->target);
}

/* Called once: the time before it is not counted. */
static void begin_counting(struct loop *l, uint64_t now)
{
	if (l->enabled)
		return;
	l->enabled = true;
	l->run->first->time_ns = now;
	read_values(l, l->run->first);
	if (l->intervals)
		return;
	l->prev.time_ns = now;
	memcpy(l->prev.tool, l->run->first->tool, sizeof(l->prev.tool));
}

static int enable(struct loop *l, int event, struct error *err)
{
	begin_counting(l, l->k->now_ns(l->k));
	return counters_enable(l->run->counters, event, err);
}

/* Starts from prev: an unreadable counter has not moved, and a note says so once per event. */
static void read_counters(struct loop *l, struct sample *to, const char *retry_note)
{
	size_t n = l->run->counters->plan->events->n;
	LOCAL(notes) unread = {0};

	sample_copy(to, &l->prev);
	counters_read(l->run->counters, to, &unread, retry_note);
	if (unread.n && !l->unread)
		l->unread = mem_zeroed(n, sizeof(*l->unread));
	for (size_t i = 0; i < unread.n; i++) {
		const struct note *note = &unread.note[i];

		if (!l->unread[note->event])
			notes_add(l->notes, NOTE_NOT_READ, note->event, "%s", note->text);
		l->unread[note->event] = true;
	}
}

/* Takes the last sample, and reports the time since the last interval. */
static int finish_counting(struct loop *l, struct error *err)
{
	struct run *run = l->run;
	uint64_t now = l->k->now_ns(l->k);
	struct error why = ERROR_INIT;

	l->closed = true;
	l->interval_at = l->enable_at = KERNEL_FOREVER;
	if (outlives_run(l) && counters_disable(run->counters, -1, &why) < 0)
		notes_add(l->notes, NOTE_NOT_STOPPED, -1, "%s", why.message);
	if (run->recorder)	/* before the totals are read, or they could be less than the parts */
		task_recorder_drain(run->recorder);
	read_counters(l, run->last, "");
	/* counting ended before the read: with the command, or with the first counter */
	run->last->time_ns = run->workload->reaped && !outlives_run(l) ? run->workload->end_ns : now;
	begin_counting(l, run->last->time_ns);	/* if it never began, no time was counted */
	fill_tools(l, run->last);
	return run->opts->interval_ns ? report_interval(l, run->last, err) : 0;
}

/* Counting ends on request, but not the command: if there is one, its end is still awaited. */
static void end_early(struct loop *l, enum wait_loop_end end)
{
	l->run->end = end;
	l->closed = true;
	l->interval_at = l->enable_at = KERNEL_FOREVER;
	l->done |= !l->run->workload->started;
}

/* --- --control ------------------------------------------------------------------------------- */

/* Switches all rows of that name, for example of several cgroups; *first stays -1 if there is none. */
static int switch_named(struct loop *l, bool on, const char *name, int *first, struct error *err)
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

static int switch_events(struct loop *l, bool on, const char *name, struct error *err)
{
	struct tick tick = { .kind = on ? TICK_ENABLED : TICK_DISABLED, .event = -1, .text = "" };

	if (*name && switch_named(l, on, name, &tick.event, err) < 0)
		return -1;
	if (*name && tick.event < 0)
		tick = (struct tick){ .kind = TICK_UNKNOWN, .event = -1, .text = l->run->control->command };
	if (*name)
		return call_tick(l, &tick, err);
	l->enable_at = KERNEL_FOREVER;
	if ((on ? enable(l, -1, err) : counters_disable(l->run->counters, -1, err)) < 0)
		return -1;
	return call_tick(l, &tick, err);
}

static int stop_on_request(struct loop *l, struct error *err)
{
	if (finish_counting(l, err) < 0)
		return -1;
	end_early(l, WAIT_LOOP_STOPPED);
	return 0;
}

static int handle_command(struct loop *l, enum control_verb verb, const char *name, struct error *err)
{
	struct tick tick = { .event = -1, .text = name };

	switch (verb) {
	case CONTROL_ENABLE:
	case CONTROL_DISABLE:
		return l->closed ? 0 : switch_events(l, verb == CONTROL_ENABLE, name, err);
	case CONTROL_EVLIST:
		tick.kind = TICK_EVLIST;
		return call_tick(l, &tick, err);
	case CONTROL_WRONG:
		tick.kind = TICK_UNKNOWN;
		return call_tick(l, &tick, err);
	case CONTROL_STOP:
		return l->closed ? 0 : stop_on_request(l, err);
	case CONTROL_SNAPSHOT:
	case CONTROL_PING:
	case CONTROL_NONE:
	case CONTROL_UNKNOWN:
		break;
	}
	return 0;
}

/* Stops listening if the commands can no longer be read. */
static int read_commands(struct loop *l, struct error *err)
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
		if (handle_command(l, verb, name, err) < 0)
			return -1;
		if (verb != CONTROL_UNKNOWN && verb != CONTROL_SNAPSHOT)
			control_ack(c);
	}
	return 0;
}

/* --- time ------------------------------------------------------------------------------------- */

static int end_interval(struct loop *l, uint64_t now, struct error *err)
{
	uint64_t step = l->run->opts->interval_ns;
	struct sample swap;

	/* on a busy machine it may begin after this: its times would then go back */
	if (!workload_has_begun(l->run->workload)) {
		l->interval_at = after(now, step);
		return 0;
	}
	read_counters(l, &l->now, "; its count is in the next interval that can be read");
	fill_tools(l, &l->now);
	if (report_interval(l, &l->now, err) < 0)
		return -1;
	swap = l->prev, l->prev = l->now, l->now = swap;
	l->run->missed += (unsigned)((now - l->interval_at) / step);
	l->interval_at = after(l->interval_at, step + (now - l->interval_at) / step * step);
	if (++l->intervals == l->run->opts->max_intervals) {
		sample_copy(l->run->last, &l->prev);
		end_early(l, WAIT_LOOP_ENOUGH);
	}
	return 0;
}

static int enable_now(struct loop *l, struct error *err)
{
	const struct tick tick = { .kind = TICK_ENABLED, .event = -1, .text = "" };

	l->enable_at = KERNEL_FOREVER;
	return enable(l, -1, err) < 0 ? -1 : call_tick(l, &tick, err);
}

static void check_targets(struct loop *l, uint64_t now)
{
	struct target_end *w = l->run->watch;

	target_end_poll(w);
	l->check_at = w->polling ? after(now, TARGET_END_EVERY_MS * (uint64_t)1000000) : KERNEL_FOREVER;
	l->done |= !w->left;
}

enum { TRIM_SOON_MS = 5, TRIM_LATE_MS = 100 };

/* Trims often while the command writes a lot; other commands are not disturbed. */
static void trim_output(struct loop *l, uint64_t now)
{
	enum { KEEP = 1 << 16, MUCH = 1 << 24 };
	ssize_t held = l->k->trim_scratch(l->k, l->run->workload->launch->err_fd, KEEP);

	l->trim_ns = held > MUCH ? TRIM_SOON_MS * (uint64_t)1000000
				 : min(2 * l->trim_ns, TRIM_LATE_MS * (uint64_t)1000000);
	l->trim_at = held < 0 ? KERNEL_FOREVER : after(now, l->trim_ns);
}

/* KERNEL_FOREVER: there are no rings. */
static uint64_t records_every(const struct run *run)
{
	if (run->recorder || run->probes)
		return RECORDER_EVERY_NS;
	return run->sampler ? SAMPLER_EVERY_NS : KERNEL_FOREVER;
}

static void drain_records(struct loop *l)
{
	if (l->run->recorder)
		task_recorder_drain(l->run->recorder);
	if (l->run->probes)
		function_probes_drain(l->run->probes, l->run->workload->pid);
	if (l->run->sampler)
		sampler_drain(l->run->sampler);
	l->records_at = after(l->k->now_ns(l->k), records_every(l->run));
}

static int handle_deadlines(struct loop *l, struct error *err)
{
	uint64_t now = l->k->now_ns(l->k);

	if (now >= l->enable_at && enable_now(l, err) < 0)
		return -1;
	if (now >= l->kill_at) {
		l->kill_at = KERNEL_FOREVER;
		if (workload_signal(l->run->workload, SIGKILL) == 0)
			notes_add(l->notes, NOTE_KILLED, -1, "%s", "");
	}
	if (now >= l->check_at)
		check_targets(l, now);
	if (now >= l->trim_at)
		trim_output(l, now);
	if (now >= l->records_at)
		drain_records(l);
	if (now >= l->long_at) {
		l->long_at = KERNEL_FOREVER;
		l->run->on_long(l->run->of_long);
	}
	if (now >= l->stop_at)
		stop_command(l, WAIT_LOOP_TIMEOUT);
	return now >= l->interval_at && !l->done ? end_interval(l, now, err) : 0;
}

/* --- the loop --------------------------------------------------------------------------------- */

static uint64_t next_deadline(const struct loop *l)
{
	return min(min(min(l->enable_at, l->interval_at), min(l->stop_at, l->kill_at)),
		   min(min(l->check_at, l->long_at), min(l->trim_at, l->records_at)));
}

/* Handles the result of a wait in order of importance. */
static int handle_wait(struct loop *l, unsigned kinds, struct error *err)
{
	struct run *run = l->run;

	if (kinds & WAIT_SIGNAL)
		take_signals(l);
	l->done |= workload_is_over(run->workload, kinds);
	if (kinds & WAIT_TARGET) {
		target_end_mark_ended(run->watch, l->fds + FD_TARGETS);
		target_end_fds(run->watch, l->fds + FD_TARGETS);
		l->done |= !run->watch->left;
	}
	if (kinds & WAIT_RECORDS)
		drain_records(l);
	if (kinds & WAIT_CONTROL && !l->done && read_commands(l, err) < 0)
		return -1;
	return l->done ? 0 : handle_deadlines(l, err);
}

static int run_until_done(struct loop *l, struct error *err)
{
	struct workload *w = l->run->workload;

	while (!l->done) {
		int kinds = l->k->wait(l->k, l->fds, l->n_fds, next_deadline(l));

		if (kinds < 0)
			return error_set(err, ERROR_SYSTEM, -kinds, "cannot wait: %s", strerror(-kinds));
		if (handle_wait(l, (unsigned)kinds, err) < 0)
			return -1;
	}
	return w->started ? workload_reap(w, err) : 0;
}

static void list_fds(struct loop *l)
{
	const struct run *run = l->run;

	size_t before = FD_TARGETS + (run->watch ? run->watch->n : 0);

	l->n_fds = before + (run->recorder ? run->recorder->n_cpus : 0) +
		   (run->probes ? run->probes->n_cpus : 0) + (run->sampler ? run->sampler->n_rings : 0);
	l->fds = mem_resize(NULL, l->n_fds, sizeof(*l->fds));
	l->fds[FD_SIGNALS] = (struct wait_fd){ .fd = run->signals->fd, .kind = WAIT_SIGNAL };
	l->fds[FD_CONTROL] = (struct wait_fd){ .fd = -1, .kind = WAIT_CONTROL };
	if (run->control && !run->control->ended)
		l->fds[FD_CONTROL].fd = run->control->fd;
	if (run->watch)
		target_end_fds(run->watch, l->fds + FD_TARGETS);
	if (run->recorder)
		task_recorder_fds(run->recorder, l->fds + before);
	if (run->probes)
		function_probes_fds(run->probes, l->fds + l->n_fds - run->probes->n_cpus);
	if (run->sampler)
		sampler_fds(run->sampler, l->fds + l->n_fds - run->sampler->n_rings);
}

/* Deadlines and printed times count from here. */
static void set_deadlines(struct loop *l, uint64_t from)
{
	const struct wait_loop_opts *o = l->run->opts;
	bool waits = o->delay_ns && o->delay_ns != WAIT_LOOP_NEVER;

	l->enable_at = after(from, o->delay_ns);
	l->interval_at = after(waits ? l->enable_at : from, o->interval_ns);
	l->stop_at = after(waits ? l->enable_at : from, o->timeout_ns);
	l->kill_at = KERNEL_FOREVER;
	l->check_at = KERNEL_FOREVER;
	l->records_at = after(from, records_every(l->run));
	l->long_at = l->run->on_long ? after(from, WAIT_LOOP_LONG_NS) : KERNEL_FOREVER;
	l->trim_ns = TRIM_SOON_MS * (uint64_t)1000000;
	l->trim_at = l->run->workload->launch->err_kept ? after(from, l->trim_ns) : KERNEL_FOREVER;
	if (l->run->watch)
		check_targets(l, from);
}

static int start_run(struct loop *l, struct error *err)
{
	const struct wait_loop_opts *o = l->run->opts;
	struct run *run = l->run;
	bool on_exec = run->counters->plan->target->enable_on_exec;

	/* consumes the SIGCHLD of --pre; a Ctrl-C while counters were opened ends the run */
	take_signals(l);
	l->begin_ns = l->k->now_ns(l->k);
	sample_resize(run->first, run->counters->plan->n);	/* nothing has been counted yet */
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

/* The times of a command are known once it is reaped, even if its counts were taken before. */
static int finish_run(struct loop *l, struct error *err)
{
	struct sample *last = l->run->last;
	const uint64_t duration = last->tool[TOOL_DURATION];

	/* a held command had not reached this point when it was released */
	if (l->run->counters->plan->target->enable_on_exec)
		l->run->first->time_ns = workload_start_ns(l->run->workload);
	if (!l->closed)
		return finish_counting(l, err);
	begin_counting(l, last->time_ns);
	fill_tools(l, last);
	last->tool[TOOL_DURATION] = duration;
	return 0;
}

int wait_loop_run(struct run *run, wait_loop_callback *tick, void *ctx, struct notes *notes,
		  struct error *err)
{
	struct loop l = { .run = run, .k = run->counters->kernel, .tick = tick, .ctx = ctx, .notes = notes };
	int rc = -1;

	run->end = WAIT_LOOP_CHILD;
	file_set_should_end(check_while_writing, &l);
	if (start_run(&l, err) < 0 || run_until_done(&l, err) < 0 || finish_run(&l, err) < 0)
		goto out;
	if (run->missed)
		notes_add(notes, NOTE_MISSED_INTERVALS, -1, "%u", run->missed);
	rc = 0;
out:
	file_set_should_end(NULL, NULL);
	if (is_told_to_end(&l))
		file_end_soon();
	free(l.fds);
	free(l.unread);
	sample_release(&l.prev);
	sample_release(&l.now);
	return rc;
}
