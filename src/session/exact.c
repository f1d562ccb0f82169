/* SPDX-License-Identifier: MIT */
/*
 * Runs the sets of events of --exact, one set in each run, and drops runs that did other work.  Every set
 * also counts instructions in user mode, which show whether a run did the same work as the others.
 */
#include "session/exact.h"

#include <linux/perf_event.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "benchmark/run_result.h"
#include "base/env.h"
#include "count/counters.h"
#include "count/opening.h"
#include "count/packing.h"
#include "count/packing_trial.h"
#include "count/plan.h"
#include "count/refusal.h"
#include "event/resolver.h"
#include "event/spec.h"
#include "host/pmu.h"
#include "session/measured_run.h"
#include "session/outlier.h"

static const char shared_event[] = "instructions:u";

static struct trial_setup trial_setup_of(struct measure *m)
{
	return (struct trial_setup){ m->env->kernel, &m->b.events, m->b.target.cpus.n > 0 };
}

/* Opens the counters of a set as a run would, and closes them, so that fallbacks change the events now. */
static int settle(struct measure *m, const struct event_set *set, struct notes *notes, struct error *err)
{
	struct counters counters = { .kernel = m->env->kernel, .machine = &m->b.machine,
				     .may_be_none = m->opts->may_be_none,
				     .may_be_no_group = m->opts->may_be_no_group };
	struct plan plan = {0};
	int rc;

	do {
		plan_release(&plan);
		if (plan_build(&plan, &m->b.events, set, &m->b.target, err) < 0)
			return -1;
		rc = opening_run(&counters, &plan, &m->b.events, notes, err);
	} while (rc == OPENING_REPLAN);
	counters_close(&counters);
	plan_release(&plan);
	return rc;
}

static bool is_refused(const struct events *es, const struct event_set *set)
{
	for (size_t i = 0; i < set->n; i++)
		if (!(es->event[set->event[i]].flags & EVENT_UNSUPPORTED))
			return false;
	return true;
}

struct queue {			/* events whose group is still to be opened once */
	int *first;		/* by leader: the first of its events; -1: none */
	int *next;		/* by event: the next one of its group; -1: none */
};

/* Call it from the last event to the first. */
static void enqueue(struct queue *q, const struct events *es, int event)
{
	int *first = &q->first[es->event[event].leader];

	q->next[event] = *first;
	*first = event;
}

/* Takes the events of a group; none if the leader has left it. */
static void take_group(struct event_set *set, struct queue *q, const struct events *es, int leader)
{
	set->n = 0;
	for (int i = q->first[leader]; i >= 0; i = q->next[i])
		set->event[set->n++] = i;
	if (es->event[leader].leader != leader)
		set->n = 0;
}

/* Queues again, under their new leaders, the events that a fallback has split from the group. */
static void requeue_split(const struct event_set *set, struct queue *q, const struct events *es, int leader)
{
	for (size_t k = set->n; k--;)
		if (es->event[set->event[k]].leader != leader)
			enqueue(q, es, set->event[k]);
}

/* Opens each group alone, as an event that the kernel refuses beside others may be counted in another run. */
static int settle_all(struct measure *m, struct error *err)
{
	const struct events *es = &m->b.events;
	struct event_set set = { .event = mem_resize(NULL, es->n, sizeof(*set.event)) };
	struct queue q = { .first = mem_resize(NULL, es->n, sizeof(*q.first)),
			   .next = mem_resize(NULL, es->n, sizeof(*q.next)) };
	struct error most = ERROR_INIT;
	bool any = false;
	int rc = 0;

	for (size_t i = 0; i < es->n; i++)
		q.first[i] = -1;
	for (size_t i = es->n; i--;)
		enqueue(&q, es, (int)i);
	for (size_t lead = 0; lead < es->n && rc == 0; lead++) {
		struct error why = ERROR_INIT;
		bool good;

		take_group(&set, &q, es, (int)lead);
		if (!set.n)
			continue;
		good = settle(m, &set, &m->b.notes, &why) == 0;
		requeue_split(&set, &q, es, (int)lead);
		any |= good;
		if (good)
			continue;
		rc = is_refused(es, &set) ? 0 : -1;
		if (rc < 0 || refusal_tells_more(why.errnum, most.errnum))
			most = why;
	}
	free(set.event);
	free(q.first);
	free(q.next);
	if (rc == 0 && any)
		return 0;
	*err = most;
	return -1;
}

/* --- the event that all sets share ------------------------------------------------------------------ */

static bool can_be_shared(const struct events *es, size_t i)
{
	const struct event *e = &es->event[i];

	return e->row == (int)i && events_group_size(es, e->leader) == 1 && !e->filter && e->cgroup < 0 &&
	       event_is_generic(e, PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS) &&
	       !(e->flags & EVENT_UNSUPPORTED) && !e->attr.head.exclude_user;
}

/* An event that the user asked for; one in user mode if possible, as the kernel's work differs most. */
static int find_shared(const struct events *es)
{
	int found = -1;

	for (size_t i = 0; i < es->n; i++) {
		if (!can_be_shared(es, i))
			continue;
		if (es->event[i].attr.head.exclude_kernel)
			return (int)i;
		found = found < 0 ? (int)i : found;
	}
	return found;
}

static int resolve_shared(struct events *out, struct measure *m)
{
	struct event_opts opts = { .hybrid_merge = true, .cputype = m->opts->event.cputype,
				   .catalog = &m->catalog };
	struct error ignored = ERROR_INIT;
	LOCAL(notes) notes = {0};
	LOCAL(specs) specs = {0};
	int rc = specs_parse(&specs, shared_event, NULL, &ignored);

	if (rc == 0)
		rc = events_resolve(out, &specs, &m->b.machine, &opts, &notes, &ignored);
	return rc;
}

static void truncate_events(struct events *es, size_t n)
{
	struct events cut = { es->event + n, es->n - n }, *copy = &cut;

	if (!cut.n)
		return;
	copy->event = mem_resize(NULL, cut.n, sizeof(*copy->event));
	memcpy(copy->event, es->event + n, cut.n * sizeof(*copy->event));
	events_release(copy);
	es->n = n;
}

/* Moves the events of more to es, as background events. */
static void append_events(struct events *es, struct events *more)
{
	size_t base = es->n;

	es->event = mem_resize(es->event, es->n + more->n, sizeof(*es->event));
	for (size_t i = 0; i < more->n; i++) {
		struct event *e = &es->event[es->n++];

		*e = more->event[i];
		e->leader += (int)base;
		e->row += (int)base;
		e->source = -1;
		e->flags |= EVENT_BACKGROUND;
	}
	free(more->event);
	*more = (struct events){0};
}

/* -1: it cannot be counted here. */
static int add_shared(struct measure *m)
{
	LOCAL(events) more = {0};
	struct error ignored = ERROR_INIT;
	LOCAL(notes) notes = {0};
	struct event_set set = {0};
	size_t base = m->b.events.n;
	bool good = resolve_shared(&more, m) == 0 && more.n;

	if (good) {
		append_events(&m->b.events, &more);
		set.event = mem_resize(NULL, m->b.events.n - base, sizeof(*set.event));
		for (size_t i = base; i < m->b.events.n; i++)
			set.event[set.n++] = (int)i;
		good = settle(m, &set, &notes, &ignored) == 0;
	}
	for (size_t i = base; i < m->b.events.n; i++)
		good &= !(m->b.events.event[i].flags & EVENT_UNSUPPORTED);
	if (!good)
		truncate_events(&m->b.events, base);
	free(set.event);
	return good ? (int)base : -1;
}

/* --- rounds ----------------------------------------------------------------------------------------- */

static void copy_sets(struct event_sets *to, const struct event_sets *from)
{
	*to = *from;
	to->set = mem_resize(NULL, from->n, sizeof(*to->set));
	for (size_t i = 0; i < from->n; i++) {
		to->set[i] = from->set[i];
		if (!from->set[i].event)
			continue;
		to->set[i].event = mem_resize(NULL, from->set[i].n, sizeof(int));
		memcpy(to->set[i].event, from->set[i].event, from->set[i].n * sizeof(int));
	}
}

/* Drops a shared event that was added here if it fits into no set, or if there is only one set. */
static void divide(struct exact *x, const struct trial_setup *fit)
{
	struct measure *m = x->measure;
	bool command = target_is_command(&m->b.target);
	size_t own = m->b.events.n;
	int shared = command ? find_shared(&m->b.events) : -1;

	if (command && shared < 0)
		shared = add_shared(m);
	packing_make_sets(&x->sets, fit, shared, &m->b.notes);
	if (x->sets.common >= 0 || m->b.events.n == own)
		return;
	event_sets_release(&x->sets);
	truncate_events(&m->b.events, own);
	packing_make_sets(&x->sets, fit, -1, &m->b.notes);
}

int exact_prepare(struct exact *x, struct measure *m, struct error *err)
{
	struct trial_setup fit = trial_setup_of(m);
	bool together = !packing_is_needed(&m->b.events);

	*x = (struct exact){ .measure = m };
	if (!together) {
		if (settle_all(m, err) < 0)
			return -1;
		together = packing_fits_together(&fit, NULL);
	}
	if (together)
		event_sets_single(&x->sets);
	else
		divide(x, &fit);
	copy_sets(&x->first, &x->sets);
	return 0;
}

size_t exact_begin_round(struct exact *x)
{
	struct measure *m = x->measure;

	/* no event is added now, as earlier runs would lack it */
	if (x->sets.n == 1 && x->is_short && x->is_short[0] && target_is_command(&m->b.target))
		x->sets.common = find_shared(&m->b.events);
	for (size_t i = x->is_short ? x->sets.n : 0; i--;)
		if (x->is_short[i] && i < x->sets.n_fit)
			event_sets_split(&x->sets, i, &m->b.events);
	x->round++;
	x->is_short = mem_resize(x->is_short, x->sets.n, sizeof(*x->is_short));
	memset(x->is_short, 0, x->sets.n);
	return x->sets.n;
}

/* Whether only some cores have the event: a program that moves to others is not counted there. */
static bool is_of_some_cores(const struct event *e)
{
	return e->pmu && e->pmu->is_core && e->pmu->cpus.n;
}

/* Drops the counts of multiplexed events, as they are not exact; returns whether counters were short. */
static bool drop_multiplexed(struct run_result *r, const struct events *es)
{
	bool shortage = false;

	for (size_t i = 0; i < r->total.n_units * r->total.n_rows; i++) {
		const struct event *e = &es->event[i % r->total.n_rows];
		struct cell *c = &r->total.cell[i];

		if (c->state == CELL_ABSENT || e->tool != TOOL_NONE || c->running >= c->enabled)
			continue;
		shortage |= !is_of_some_cores(e);
		c->state = c->state == CELL_COUNTED ? CELL_NOT_COUNTED : c->state;
		c->value = 0;
		c->shown = 0;
	}
	for (size_t i = 0; i < r->notes.n; i++)
		if (r->notes.note[i].kind == NOTE_MULTIPLEXED)
			r->notes.note[i].kind = NOTE_TOOK_TURNS;
	return shortage;
}

int exact_run(struct run_result *r, struct exact *x, size_t step, measure_tick *tick, void *ctx,
	      struct error *err)
{
	struct measure *m = x->measure;
	size_t which = x->round % 2 ? step : x->sets.n - 1 - step;
	const struct measure_what what = { .set = x->sets.n > 1 ? &x->sets.set[which] : NULL,
					   .emulate = which == 0 };
	int rc = measured_run_make(r, m, &what, tick, ctx, err);

	r->round = x->round;
	r->set = which + 1;
	x->is_short[which] = drop_multiplexed(r, &m->b.events);
	if (x->sets.n > 1)
		table_pack(&r->total);
	else if (x->is_short[which])
		metrics_eval(&r->total, &m->b.metrics, &m->b.events, (double)r->counted_ns);
	return rc;
}

/* --- outliers and notes ------------------------------------------------------------------------------ */

static bool is_everywhere(const struct event_sets *sets, int event)
{
	for (size_t i = 0; i < sets->n; i++)
		if (!event_set_has(&sets->set[i], event))
			return false;
	return true;
}

/* Adds the names of the set's rows that are not in all sets, and of the shared event. */
static void exact_add_names(struct str *out, const struct exact *x, const struct event_sets *sets, size_t i,
			    size_t most)
{
	const struct events *es = &x->measure->b.events;
	const char *between = "";

	for (size_t e = 0; e < es->n; e++) {
		if (es->event[e].row != (int)e || !event_set_has(&sets->set[i], (int)e) ||
		    (sets->n > 1 && is_everywhere(sets, (int)e) && sets->common != (int)e))
			continue;
		if (out->len > most) {
			str_add(out, ", ...");
			break;
		}
		str_addf(out, "%s%s", between, es->event[e].name);
		between = ", ";
	}
}

void exact_format(struct str *out, const struct exact *x)
{
	for (size_t i = 0; i < x->sets.n; i++) {
		str_addf(out, "set %zu of %zu: ", i + 1, x->sets.n);
		exact_add_names(out, x, &x->sets, i, SIZE_MAX);
		str_add(out, "\n");
	}
}

/* NaN: not counted all the time.  With several kinds of cores, their raw counts are added up anyway. */
static double shared_count(const struct exact *x, const struct run_result *run)
{
	const struct table *t = &run->total;
	bool cores = is_of_some_cores(&x->measure->b.events.event[x->sets.common]);
	const struct cell *c;

	if (!t->n_units || (size_t)x->sets.common >= t->n_rows)
		return (double)NAN;
	c = table_cell(t, (size_t)x->sets.common);
	return c->state == CELL_COUNTED || (cores && c->raw) ? (double)c->raw : (double)NAN;
}

/* pct: the difference to the median. */
static void note_thrown(const struct exact *x, const struct run_result *run, size_t i, double pct,
			struct notes *notes)
{
	notes_add(notes, NOTE_THROWN_AWAY, -1, "run %zu (round %zu, set %zu): %.1f%% %s %s than the median",
		  i + 1, run->round, run->set, fabs(pct), pct < 0 ? "fewer" : "more",
		  x->measure->b.events.event[x->sets.common].name);
}

size_t exact_find_outliers(bool *thrown, const struct exact *x, const struct run_result *run, size_t n,
			   struct notes *notes)
{
	FREED double *value = mem_resize(NULL, n, sizeof(*value));
	double median;
	size_t found;

	for (size_t i = 0; i < n; i++)
		value[i] = x->sets.common < 0 ? (double)NAN : shared_count(x, &run[i]);
	median = outlier_median(value, n);
	found = outliers_find(thrown, value, n);
	for (size_t i = 0; i < n; i++)
		if (thrown[i])
			note_thrown(x, &run[i], i, 100 * (value[i] - median) / median, notes);
	return found;
}

/* Whether a set has both the event and the shared one. */
static bool is_checked(const struct event_sets *sets, int event)
{
	for (size_t i = 0; i < sets->n; i++)
		if (event_set_has(&sets->set[i], event) && event_set_has(&sets->set[i], sets->common))
			return true;
	return false;
}

/* Notes events whose set no longer has the shared event, so that outliers among their runs go unseen. */
static void note_unchecked(const struct exact *x, struct notes *notes)
{
	const struct events *es = &x->measure->b.events;

	for (size_t e = 0; e < es->n && x->sets.common >= 0; e++)
		if (es->event[e].row == (int)e && is_checked(&x->first, (int)e) &&
		    !is_checked(&x->sets, (int)e) && (int)e != x->sets.common)
			notes_add(notes, NOTE_UNCHECKED, (int)e, "%s", "");
}

void exact_end(const struct exact *x, struct notes *notes)
{
	const struct trial_setup fit = trial_setup_of(x->measure);

	note_unchecked(x, notes);
	for (size_t i = 0; i < x->first.n_fit; i++) {
		LOCAL(str) names = {0};

		if (packing_fits_together(&fit, x->first.n > 1 ? &x->first.set[i] : NULL))
			continue;
		exact_add_names(&names, x, &x->first, i, 80);
		notes_add(notes, NOTE_COUNTERS_LOST, -1, "these no longer count at the same time: %s",
			  names.text);
	}
}

void exact_release(struct exact *x)
{
	event_sets_release(&x->sets);
	event_sets_release(&x->first);
	free(x->is_short);
	*x = (struct exact){0};
}
