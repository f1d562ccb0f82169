/* SPDX-License-Identifier: MIT */
/* Puts the event slots before the top-down events that it must lead. */
#include "event/top_down.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "event/event.h"
#include "event/event_origin.h"
#include "event/spec.h"
#include "host/pmu.h"
#include "host/rootfs.h"

enum { EVENT_AND_UMASK = 0xffff, SLOTS = 0x400, FIRST_SHARE = 0x8000, LAST_SHARE = 0x8700 };

static uint64_t code_of(const struct event *e)
{
	return e->attr.head.config & EVENT_AND_UMASK;
}

static bool is_slots(const struct event *e)
{
	return e->tool == TOOL_NONE && e->pmu && e->pmu->is_core && code_of(e) == SLOTS;
}

/* Other vendors' events may have these codes, but their PMUs have no event called slots. */
static bool has_slots(const struct pmus *pmus, const struct pmu *pmu)
{
	struct error ignored = ERROR_INIT;
	LOCAL(file_names) names = {0};
	bool has = false;

	if (pmu_list_events(pmus, pmu, &names, &ignored) == 0)
		for (size_t i = 0; i < names.n; i++)
			has |= strcmp(names.name[i], "slots") == 0;
	return has;
}

static bool mark_shares(struct events *e, const struct pmus *pmus)
{
	const struct pmu *asked = NULL;
	bool has = false, any = false;

	for (size_t i = 0; i < e->n; i++) {
		struct event *v = &e->event[i];
		uint64_t code = code_of(v);

		if (v->tool != TOOL_NONE || !v->pmu || !v->pmu->is_core || code < FIRST_SHARE ||
		    code > LAST_SHARE || code & 0xff)
			continue;
		has = v->pmu == asked ? has : has_slots(pmus, v->pmu);
		asked = v->pmu;
		v->flags |= has ? EVENT_TOP_DOWN : 0;
		any |= has;
	}
	return any;
}

/* --- which slots lead ----------------------------------------------------------------------------- */

static bool counts_same_modes(const struct event *a, const struct event *b)
{
	const struct perf_event_attr *x = &a->attr.head, *y = &b->attr.head;

	return x->exclude_user == y->exclude_user && x->exclude_kernel == y->exclude_kernel &&
	       x->exclude_hv == y->exclude_hv && x->exclude_idle == y->exclude_idle &&
	       x->exclude_guest == y->exclude_guest && x->exclude_host == y->exclude_host;
}

/* Metrics have their own events; all that the user named is one list, even over several -e. */
static bool are_one_list(const struct specs *specs, const struct event *a, const struct event *b,
			 const struct event_origin *of_a, const struct event_origin *of_b)
{
	return a->source == b->source ||
	       (!specs->spec[of_a->spec].metric_id && !specs->spec[of_b->spec].metric_id);
}

/* Prefers slots of its own group, then of its own -e, then of another one. -1: none. */
static int find_slots(const struct events *e, const struct event_origin *from, const struct specs *specs,
		      size_t share)
{
	const struct event *v = &e->event[share];
	int same_text = -1, other_text = -1;

	for (size_t i = 0; i < e->n; i++) {
		const struct event *s = &e->event[i];

		if (!is_slots(s) || s->pmu != v->pmu)
			continue;
		if (s->leader == v->leader)
			return (int)i;
		if (!counts_same_modes(s, v) || !are_one_list(specs, s, v, &from[i], &from[share]))
			continue;
		if (s->source == v->source)
			same_text = same_text < 0 ? (int)i : same_text;
		else
			other_text = other_text < 0 ? (int)i : other_text;
	}
	return same_text >= 0 ? same_text : other_text;
}

/* --- the new order ------------------------------------------------------------------------------- */

/* sort key of an event in the new order; the first member that differs decides */
struct position {
	size_t anchor;		/* the first event of its groups */
	bool joined;		/* was outside the groups of slots */
	int rank;		/* 0: slots, 1: its shares, 2: others */
	size_t old_index;
};

static int compare_positions(const void *a, const void *b)
{
	const struct position *x = a, *y = b;

	if (x->anchor != y->anchor)
		return x->anchor < y->anchor ? -1 : 1;
	if (x->joined != y->joined)
		return x->joined ? 1 : -1;
	if (x->rank != y->rank)
		return x->rank - y->rank;
	return x->old_index < y->old_index ? -1 : x->old_index > y->old_index;
}

/* For each group (by its old leader): the slots that will lead it; -1: unchanged. */
static int *choose_leaders(const struct events *e, const struct event_origin *from, const struct specs *specs)
{
	int *slots = mem_resize(NULL, e->n, sizeof(*slots));

	memset(slots, 0xff, e->n * sizeof(*slots));	/* -1 */
	for (size_t i = 0; i < e->n; i++) {
		const struct event *v = &e->event[i];
		bool moves = v->flags & EVENT_TOP_DOWN &&
			     !(specs_modifiers(specs, from[i].spec) & SPEC_NO_REGROUP);
		int found = moves && slots[v->leader] < 0 ? find_slots(e, from, specs, i) : -1;

		if (found < 0)
			continue;
		slots[v->leader] = found;
		if (slots[e->event[found].leader] < 0)
			slots[e->event[found].leader] = found;
		else	/* an earlier slots already took over that group */
			slots[v->leader] = slots[e->event[found].leader];
	}
	return slots;
}

static struct position *sort_positions(const struct events *e, const int *slots)
{
	struct position *position = mem_resize(NULL, e->n, sizeof(*position));
	FREED size_t *first = mem_resize(NULL, e->n, sizeof(*first));	/* index: slots */

	for (size_t i = e->n; i-- > 0;)
		if (slots[e->event[i].leader] >= 0)
			first[slots[e->event[i].leader]] = i;
	for (size_t i = 0; i < e->n; i++) {
		const struct event *v = &e->event[i];
		int lead = slots[v->leader];
		bool joined = lead >= 0 && e->event[lead].leader != v->leader;

		position[i] = (struct position){ i, joined, 0, i };
		if (lead < 0)
			continue;
		position[i].anchor = first[lead];
		position[i].rank = joined || lead == (int)i ? 0 : v->flags & EVENT_TOP_DOWN ? 1 : 2;
	}
	qsort(position, e->n, sizeof(*position), compare_positions);
	return position;
}

static void reorder(struct events *e, struct event_origin *from, const int *slots,
		    const struct position *position)
{
	FREED struct event *event = mem_resize(NULL, e->n, sizeof(*event));
	FREED struct event_origin *origin = mem_resize(NULL, e->n, sizeof(*origin));
	FREED int *to = mem_resize(NULL, e->n, sizeof(*to));
	FREED size_t *size = events_group_sizes(e);

	for (size_t i = 0; i < e->n; i++)
		to[position[i].old_index] = (int)i;
	for (size_t i = 0; i < e->n; i++) {
		const struct event *v = &e->event[position[i].old_index];
		int lead = slots[v->leader];

		event[i] = *v;
		origin[i] = from[position[i].old_index];
		event[i].leader = to[lead < 0 ? v->leader : lead];
		/* the user did not write this group */
		event[i].flags |= lead >= 0 && size[v->leader] == 1 ? EVENT_WEAK : 0;
	}
	memcpy(e->event, event, e->n * sizeof(*event));
	memcpy(from, origin, e->n * sizeof(*origin));
}

void top_down_arrange(struct events *e, struct event_origin *from, const struct specs *specs,
		      const struct pmus *pmus)
{
	FREED struct position *position = NULL;
	FREED int *slots = NULL;

	if (!mark_shares(e, pmus))
		return;
	slots = choose_leaders(e, from, specs);
	position = sort_positions(e, slots);
	reorder(e, from, slots, position);
}
