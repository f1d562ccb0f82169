/* SPDX-License-Identifier: MIT */
/* The pipeline, start to end: what is counted is settled once, then each run is one call. */
#include "cli/measure.h"

#include <string.h>

#include "cli/app.h"
#include "count/counters.h"
#include "count/hook.h"
#include "count/plan.h"
#include "count/workload.h"
#include "event/spec.h"
#include "host/kernel.h"

/* Events that were named, or the default ones; behind either what -d adds. */
static int parse_events(struct specs *specs, struct machine *machine, const struct measure_opts *o,
			struct error *err)
{
	struct str text = {0};
	int rc = -1;

	for (size_t i = 0; i < o->n_events; i++)
		if (specs_parse(specs, o->events[i].text, o->events[i].filter, err) < 0)
			goto out;
	if (!o->n_events && !o->null)
		events_default(&text, machine);
	if (text.len && specs_parse(specs, text.text, NULL, err) < 0)
		goto out;
	if (o->detail > 0 && !o->null && specs_parse(specs, event_names_detail(o->detail), NULL, err) < 0)
		goto out;
	rc = 0;
out:
	str_release(&text);
	return rc;
}

int measure_prepare(struct measure *m, const struct measure_opts *o, const struct env *env, struct error *err)
{
	struct specs specs = {0};
	int rc;

	*m = (struct measure){ .env = env, .opts = o };
	machine_load(&m->machine, env->root);
	rc = env->kernel->limit_get(env->kernel, &m->nofile);
	if (rc < 0)
		return error_set(err, ERROR_SYSTEM, -rc, "cannot read the descriptor limit: %s",
				 strerror(-rc));
	rc = -1;
	if (target_resolve(&m->target, &o->target, err) < 0 ||
	    parse_events(&specs, &m->machine, o, err) < 0 ||
	    events_resolve(&m->events, &specs, &m->machine, &o->event, &m->notes, err) < 0 ||
	    metrics_select(&m->metrics, &m->events, err) < 0)
		goto out;
	rc = 0;
out:
	specs_release(&specs);
	return rc;
}

int measure_plan(struct measure *m, const struct event_set *set, struct plan *plan, struct error *err)
{
	return plan_build(plan, &m->events, set, &m->target, err);
}

/* One passage, everything it owns. */
struct passage {
	struct measure *m;
	struct signals signals;
	struct launch launch;
	struct plan plan;
	struct counters counters;
	struct workload workload;
	struct sample first, last;
	struct notes *notes;
	const struct event_set *set;
	measure_tick *tick;
	void *ctx;
};

/*
 * When a program gains privileges or cannot be read, the kernel takes its counters away at
 * the exec, without a word.  They are enabled while the command has a CPU, so its CPU time
 * tells; while it runs nobody knows that, only that it does not take long.
 */
static bool was_taken_away(const struct passage *p, const struct sample *s)
{
	/* the clock ticks that rusage may rest on are 10 ms */
	enum { SURE_NS = 20000000, SOON_NS = 1000000 };
	uint64_t cpu = s->tool[TOOL_USER] + s->tool[TOOL_SYSTEM], most = 0;
	uint64_t delay = p->m->opts->runloop.delay_ns;

	for (size_t i = 0; i < s->n; i++)
		if (s->state[i] == COUNTER_OPEN && s->reading[i].enabled > most)
			most = s->reading[i].enabled;
	if (!workload_drops_counters(&p->workload))
		return most && p->m->target.inherit && !delay && cpu > SURE_NS + 10 * most;
	if (!most)	/* nothing false is there to be forgotten, but -D is not to blame */
		return delay && s->tool[TOOL_DURATION] > delay;
	return p->workload.reaped ? cpu > 4 * most : most < SOON_NS;
}

/* What they had counted before is no count of the command. */
static void forget_taken_away(const struct passage *p, struct sample *s)
{
	for (size_t i = 0; i < s->n; i++)
		if (s->state[i] == COUNTER_OPEN && p->plan.slot[i].thread >= 0)
			s->state[i] = COUNTER_NOT_READ;
}

static int on_interval(void *ctx, const struct sample *from, const struct sample *to, struct error *err)
{
	struct passage *p = ctx;
	struct measure *m = p->m;
	struct notes ignored = {0};	/* those of the total say the same, once */
	struct sample without = {0};
	struct table t = {0};
	int rc;

	if (!to)
		return p->tick(p->ctx, NULL, 0, err);
	if (was_taken_away(p, to)) {
		sample_copy(&without, to);
		forget_taken_away(p, &without);
		to = &without;
	}
	rc = table_build(&t, &p->plan, from, to, &m->opts->aggr, &ignored, err);
	if (rc == 0) {
		metrics_eval(&t, &m->metrics, &m->events, (double)m->opts->runloop.interval_ns);
		rc = p->tick(p->ctx, &t, to->tool[TOOL_DURATION], err);
	}
	table_release(&t);
	sample_release(&without);
	notes_release(&ignored);
	return rc;
}

/* A signal ends pstat, as it would have without one that waits for a hook. */
static int hook(const struct passage *p, const char *command, struct result *r, struct error *err)
{
	int signo;

	if (!command)
		return 0;
	if (hook_run(p->m->env->kernel, command, &p->launch, &signo, err) < 0)
		return -1;
	if (signo) {
		r->end = RUNLOOP_SIGNAL;
		r->signo = signo;
	}
	return 0;
}

static int open_counters(struct passage *p, struct error *err)
{
	struct measure *m = p->m;
	int rc;

	p->counters = (struct counters){ .kernel = m->env->kernel, .machine = &m->machine,
					 .trace = m->opts->trace ? &m->trace : NULL };
	if (p->launch.held)
		m->target.thread[0].tid = p->workload.pid;
	do {
		plan_release(&p->plan);
		if (measure_plan(m, p->set, &p->plan, err) < 0)
			return -1;
		rc = counters_open(&p->counters, &p->plan, &m->events, p->notes, err);
	} while (rc == COUNTERS_REPLAN);
	return rc;
}

/* Somebody else holds a counter: in the next run of a series the group may count as single events. */
static void take_apart(struct events *events, int leader)
{
	for (size_t e = 0; e < events->n; e++) {
		if (events->event[e].leader != leader)
			continue;
		events->event[e].leader = (int)e;
		events->event[e].flags |= EVENT_SPLIT;
	}
}

/* What this run's notes mean beyond the run. */
static void learn(const struct passage *p)
{
	struct measure *m = p->m;
	bool starved = false;

	for (size_t i = 0; i < p->notes->n; i++) {
		const struct note *n = &p->notes->note[i];

		if (n->event < 0 || (n->kind != NOTE_NEVER_RAN && n->kind != NOTE_GROUP_NEVER_RAN))
			continue;
		starved |= m->events.event[n->event].attr.head.type != PERF_TYPE_SOFTWARE;
		if (n->kind == NOTE_GROUP_NEVER_RAN && m->opts->series)
			take_apart(&m->events, n->event);
	}
	if (starved && machine_nmi_watchdog(&m->machine) == 1)
		notes_add(p->notes, NOTE_NMI_WATCHDOG, -1, "%s", "");
}

static void fill(struct result *r, const struct run *run)
{
	const struct workload *w = run->workload;

	r->end = run->end;
	r->signo = run->signo;
	r->missed = run->missed;
	r->usage = w->usage;
	r->start_ns = w->start_ns;
	r->end_ns = w->end_ns;
	r->status = w->reaped ? w->status : -1;
}

static int pass(struct passage *p, struct result *r, struct error *err)
{
	struct measure *m = p->m;
	const struct measure_opts *o = m->opts;
	const struct kernel *k = m->env->kernel;
	struct run run = { .counters = &p->counters, .workload = &p->workload, .signals = &p->signals,
			   .opts = &o->runloop, .first = &p->first, .last = &p->last };
	int rc = k->signals_open(k, &p->signals);

	if (rc < 0)
		return error_set(err, ERROR_SYSTEM, -rc, "cannot watch signals: %s", strerror(-rc));
	if (hook(p, o->pre, r, err) < 0)
		return -1;
	if (r->signo)
		return 0;
	if (workload_prepare(&p->workload, k, &p->launch, err) < 0 ||
	    open_counters(p, err) < 0)
		return -1;
	if (o->sync)
		k->sync(k);
	if (runloop_run(&run, p->tick ? on_interval : NULL, p, p->notes, err) < 0)
		return -1;
	if (was_taken_away(p, &p->last)) {
		forget_taken_away(p, &p->last);
		notes_add(p->notes, NOTE_PRIVILEGED, -1, "%s", "");
	}
	if (table_build(&r->total, &p->plan, &p->first, &p->last, &o->aggr, p->notes, err) < 0)
		return -1;
	metrics_eval(&r->total, &m->metrics, &m->events, (double)p->last.tool[TOOL_DURATION]);
	fill(r, &run);
	learn(p);
	/* too late for the command, they end the series */
	rc = workload_take_signals(&p->workload, &p->signals);
	r->signo = rc ? rc : r->signo;
	return p->workload.started ? hook(p, o->post, r, err) : 0;
}

int measure_run(struct result *r, struct measure *m, const struct event_set *set,
		measure_tick *tick, void *ctx, struct error *err)
{
	const struct kernel *k = m->env->kernel;
	struct passage p = { .m = m, .signals = { .fd = -1 }, .launch = m->opts->launch,
			     .workload = WORKLOAD_INIT,
			     .set = set, .notes = &r->notes, .tick = tick, .ctx = ctx };
	int rc;

	*r = (struct result){ .status = -1 };
	p.launch.signals = &p.signals;
	p.launch.nofile = &m->nofile;
	if (m->opts->series)
		primer_open(&m->primer, k);
	rc = pass(&p, r, err);
	workload_cancel(&p.workload);
	counters_close(&p.counters);
	plan_release(&p.plan);
	sample_release(&p.first);
	sample_release(&p.last);
	k->signals_close(k, &p.signals);
	return rc;
}

void measure_release(struct measure *m)
{
	if (m->env)
		primer_close(&m->primer, m->env->kernel);
	str_release(&m->trace);
	notes_release(&m->notes);
	metrics_release(&m->metrics);
	events_release(&m->events);
	target_release(&m->target);
	machine_release(&m->machine);
	*m = (struct measure){0};
}
