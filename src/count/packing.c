/* SPDX-License-Identifier: MIT */
/*
 * Divides events into sets that count without multiplexing: adds one event after the other to a set, for as
 * long as a trial says that the set fits. That takes at most two trials per event.
 */
#include "count/packing.h"

#include <stdlib.h>

#include "base/mem.h"
#include "count/event_sets.h"
#include "count/event_unit.h"
#include "count/packing_trial.h"
#include "host/pmu.h"

enum { NOWHERE = -1 };

/* --- events that need a counter ----------------------------------------------------------------------- */

bool packing_is_needed(const struct events *events)
{
	for (size_t i = 0; i < events->n; i++)
		if (event_unit_needs_counter(&events->event[i]))
			return true;
	return false;
}

/* Events with the same number share a PMU's counters: there is one core PMU, or one per kind of core. */
static uint64_t pmu_of(const struct event *e)
{
	if (event_is_of_core(e))
		return e->pmu && e->pmu->cpus.n ? (uint64_t)1 << 32 | e->pmu->type : 0;
	return (uint64_t)2 << 32 | e->attr.head.type;
}

bool packing_fits_together(const struct trial_setup *setup, const struct event_set *set)
{
	FREED int *unit = event_units_find(setup->events);
	FREED int *event = mem_resize(NULL, setup->events->n, sizeof(*event));
	FREED bool *needs = event_units_need_counter(setup->events, unit);
	size_t n = 0;

	for (size_t i = 0; i < setup->events->n; i++)
		if (needs[i] && event_set_has(set, (int)i))
			event[n++] = (int)i;
	return packing_trial_fits(setup, event, n);
}

/* --- sets ------------------------------------------------------------------------------------------- */

/* No step visits all events: there may be thousands of them, in hundreds of sets. */
struct builder {
	const struct trial_setup *setup;
	int common;		/* unit of the common event; -1: none */
	int *unit;
	int *next;		/* by event: the next one of its unit; -1: none */
	int *head;		/* by unit, while events are linked; else -1 */
	bool *needs;
	bool *placed;
	int *pmu;		/* by event: the first one with the same counters */
	int *last;		/* by pmu: the last set with an event of it */
	size_t *wanted;		/* by pmu, and by unit: the last trial in which they matter */
	size_t *sharing;
	size_t trial;
	struct event_set tried;	/* events of the current trial; has room for all */
	size_t *size;		/* by leader, while a unit is split; else 0 */
	struct draft_set {
		struct event_set in;
		bool unshared;	/* the common event has no room in it */
	} *set;
	size_t n_sets;
	struct notes *notes;
};

/* Links the events of each unit. The events are ascending, and all of their units. */
static void link_all(struct builder *b, const int *event, size_t n)
{
	while (n--) {
		int i = event[n], *head = &b->head[b->unit[i]];

		b->next[i] = *head;
		*head = b->unit[i] == i ? NOWHERE : i;
	}
}

struct of_pmu {
	uint64_t pmu;
	int event;
};

static int compare_pmus(const void *a, const void *b)
{
	const struct of_pmu *x = a, *y = b;

	if (x->pmu != y->pmu)
		return x->pmu < y->pmu ? -1 : 1;
	return x->event < y->event ? -1 : x->event > y->event;
}

static void find_pmus(struct builder *b)
{
	const struct events *es = b->setup->events;
	FREED struct of_pmu *of = mem_resize(NULL, es->n, sizeof(*of));

	for (size_t i = 0; i < es->n; i++)
		of[i] = (struct of_pmu){ pmu_of(&es->event[i]), (int)i };
	qsort(of, es->n, sizeof(*of), compare_pmus);
	for (size_t i = 0; i < es->n; i++)
		b->pmu[of[i].event] = i && of[i].pmu == of[i - 1].pmu ? b->pmu[of[i - 1].event] : of[i].event;
}

static void append_unit(struct builder *b, int unit)
{
	for (int i = unit; i >= 0; i = b->next[i])
		b->tried.event[b->tried.n++] = i;
}

/* Keeps only the units that share a PMU with this one. */
static void keep_sharing(struct builder *b, int unit)
{
	const struct event *e = b->setup->events->event;
	struct event_set *all = &b->tried;
	size_t kept = 0;

	b->trial++;
	for (int i = unit; i >= 0; i = b->next[i])
		if (event_unit_needs_counter(&e[i]))
			b->wanted[b->pmu[i]] = b->trial;
	for (size_t k = 0; k < all->n; k++) {
		int i = all->event[k];

		if (event_unit_needs_counter(&e[i]) && b->wanted[b->pmu[i]] == b->trial)
			b->sharing[b->unit[i]] = b->trial;
	}
	for (size_t k = 0; k < all->n; k++)
		if (b->sharing[b->unit[all->event[k]]] == b->trial)
			all->event[kept++] = all->event[k];
	all->n = kept;
}

/* True if the unit fits into the set, or (set -1) into a new one. */
static bool fits_into(struct builder *b, int unit, int set, bool shared)
{
	b->tried.n = 0;
	append_unit(b, unit);
	for (size_t k = 0; set >= 0 && k < b->set[set].in.n; k++)
		b->tried.event[b->tried.n++] = b->set[set].in.event[k];
	if (shared && b->common >= 0 && b->common != unit)
		append_unit(b, b->common);
	keep_sharing(b, unit);
	event_set_sort(&b->tried);
	return packing_trial_fits(b->setup, b->tried.event, b->tried.n);
}

static void put_in_set(struct builder *b, int unit, int set)
{
	for (int i = unit; i >= 0; i = b->next[i]) {
		int *last = &b->last[b->pmu[i]];

		event_set_add(&b->set[set].in, i);
		b->placed[i] = true;
		*last = *last > set ? *last : set;
	}
}

static int add_set(struct builder *b, bool shared)
{
	b->set = mem_resize(b->set, b->n_sets + 1, sizeof(*b->set));
	b->set[b->n_sets] = (struct draft_set){ .unshared = !shared };
	return (int)b->n_sets++;
}

/* The last set with events of the same PMUs: those before it are full. */
static int first_candidate(const struct builder *b, int unit)
{
	int set = 0;

	for (int i = unit; i >= 0; i = b->next[i])
		set = b->last[b->pmu[i]] > set ? b->last[b->pmu[i]] : set;
	return set;
}

static bool is_group(const struct builder *b, int unit)
{
	for (int i = unit; i >= 0; i = b->next[i])
		if (b->setup->events->event[i].leader != i)
			return true;
	return false;
}

/*
 * Splits the groups of a unit that fits nowhere into single events, as a run does with a group that never
 * counts.
 */
static void split_unit(struct builder *b, int unit)
{
	struct event *e = b->setup->events->event;
	const struct event_set *own = &b->tried;

	b->tried.n = 0;
	append_unit(b, unit);
	for (size_t k = 0; k < own->n; k++)
		b->size[e[own->event[k]].leader]++;
	for (size_t k = 0; k < own->n; k++) {
		int i = own->event[k];

		if (b->size[e[i].leader] < 2 || !event_counts_alone(b->setup->events, i))
			continue;
		if (!(e[i].flags & EVENT_WEAK))
			notes_add(b->notes, NOTE_SPLIT_GROUP, i, "%s", "");
		e[i].flags |= EVENT_SPLIT;
	}
	for (size_t k = 0; k < own->n; k++) {
		int i = own->event[k];

		b->size[e[i].leader] = 0;
		b->needs[i] = false;
		if (e[i].flags & EVENT_SPLIT)
			e[i].leader = i;
	}
	event_units_join(b->unit, b->setup->events, own->event, own->n);
	link_all(b, own->event, own->n);
	for (size_t k = 0; k < own->n; k++)
		b->needs[b->unit[own->event[k]]] |= event_unit_needs_counter(&e[own->event[k]]);
	for (size_t k = 0; k < own->n; k++)
		b->needs[own->event[k]] = b->needs[b->unit[own->event[k]]];
}

static bool place_in_new(struct builder *b, int unit)
{
	bool shared = b->common >= 0;

	if (shared && fits_into(b, unit, NOWHERE, true)) {
		put_in_set(b, unit, add_set(b, true));
		return true;
	}
	if (!fits_into(b, unit, NOWHERE, false))
		return false;
	if (shared)
		notes_add(b->notes, NOTE_UNCHECKED, unit, "%s", "");
	put_in_set(b, unit, add_set(b, !shared));
	return true;
}

/* If groups have to be split, their units change: event i is placed when its turn comes. */
static void place_event(struct builder *b, int event)
{
	int unit = b->unit[event];

	for (int set = first_candidate(b, unit); set < (int)b->n_sets; set++)
		if (!b->set[set].unshared && fits_into(b, unit, set, true)) {
			put_in_set(b, unit, set);
			return;
		}
	if (place_in_new(b, unit))
		return;
	if (is_group(b, unit)) {
		split_unit(b, unit);
		place_event(b, event);
	}
}

/* If the common event fits beside nothing, it is placed like any other. */
static void place_common(struct builder *b)
{
	int unit = b->common;

	for (size_t s = 0; s < b->n_sets; s++)
		if (!b->set[s].unshared)
			return;
	b->common = -1;
	if (unit >= 0)
		place_event(b, unit);
}

static void packing_add_events(struct event_set *set, const struct event_set *more)
{
	for (size_t i = 0; i < more->n; i++)
		event_set_add(set, more->event[i]);
}

/* What fits nowhere never gets a counter: it has a set of its own, where it disturbs nothing. */
static void build_sets(struct event_sets *sets, const struct builder *b)
{
	struct event_set free_ones = {0}, common = {0}, left = {0};

	for (size_t i = 0; i < b->setup->events->n; i++)
		if (!b->needs[i])
			event_set_add(&free_ones, (int)i);
		else if (b->unit[i] == b->common)
			event_set_add(&common, (int)i);
		else if (!b->placed[i])
			event_set_add(&left, (int)i);
	*sets = (struct event_sets){ .n_fit = b->n_sets, .common = -1 };
	for (size_t s = 0; s < b->n_sets + (left.n > 0); s++) {
		struct event_set *set = event_sets_append(sets);

		packing_add_events(set, &free_ones);
		packing_add_events(set, s < b->n_sets ? &b->set[s].in : &left);
		if (s < b->n_sets && !b->set[s].unshared)
			packing_add_events(set, &common);
		event_set_sort(set);
	}
	free(free_ones.event);
	free(common.event);
	free(left.event);
}

static void builder_start(struct builder *b, int common)
{
	const struct events *es = b->setup->events;
	FREED int *all = event_units_all_events(es);
	size_t n = es->n;

	b->unit = event_units_find(es);
	b->needs = event_units_need_counter(es, b->unit);
	b->common = common >= 0 ? b->unit[common] : -1;
	b->next = mem_resize(NULL, n, sizeof(*b->next));
	b->head = mem_resize(NULL, n, sizeof(*b->head));
	b->pmu = mem_resize(NULL, n, sizeof(*b->pmu));
	b->last = mem_resize(NULL, n, sizeof(*b->last));
	b->tried.event = mem_resize(NULL, n, sizeof(*b->tried.event));
	b->placed = mem_resize(NULL, n, sizeof(*b->placed));
	b->wanted = mem_resize(NULL, n, sizeof(*b->wanted));
	b->sharing = mem_resize(NULL, n, sizeof(*b->sharing));
	b->size = mem_resize(NULL, n, sizeof(*b->size));
	for (size_t i = 0; i < n; i++) {
		b->head[i] = b->last[i] = NOWHERE;
		b->placed[i] = false;
		b->wanted[i] = b->sharing[i] = b->size[i] = 0;
	}
	link_all(b, all, n);
	find_pmus(b);
}

static void builder_release(struct builder *b)
{
	for (size_t s = 0; s < b->n_sets; s++)
		free(b->set[s].in.event);
	free(b->set);
	free(b->unit);
	free(b->needs);
	free(b->next);
	free(b->head);
	free(b->pmu);
	free(b->last);
	free(b->tried.event);
	free(b->placed);
	free(b->wanted);
	free(b->sharing);
	free(b->size);
}

void packing_make_sets(struct event_sets *sets, const struct trial_setup *setup, int common,
		       struct notes *notes)
{
	LOCAL(builder) b = { .setup = setup, .notes = notes };
	size_t fits;

	builder_start(&b, common);
	/* by the first event of each unit; there are more units after a group was split */
	for (size_t i = 0; i < setup->events->n; i++)
		if (b.needs[i] && b.unit[i] == (int)i && b.unit[i] != b.common)
			place_event(&b, (int)i);
	place_common(&b);
	build_sets(sets, &b);
	common = b.common < 0 ? -1 : common;
	if (sets->n > 1) {
		sets->common = common;
		return;
	}
	fits = sets->n_fit;
	event_sets_release(sets);
	event_sets_single(sets);
	sets->n_fit = fits;
}
