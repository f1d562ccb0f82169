/* SPDX-License-Identifier: MIT */
/*
 * Into which sets are events divided, so that each set counts at the same time?  One after the
 * other, in the order of the events, as long as a trial says that it still fits; so there are
 * at most two trials for each event.
 *
 * What cannot be parted is a clump: a group, and the events of a row.
 */
#include "count/fit.h"

#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "count/trial.h"
#include "host/pmu.h"

enum { NOWHERE = -1 };

/* --- what needs a counter, and of which PMU --------------------------------------------------------- */

static bool needs_counter(const struct event *e)
{
	uint32_t type = e->attr.head.type;

	return e->tool == TOOL_NONE && !(e->flags & EVENT_UNSUPPORTED) && type != PERF_TYPE_SOFTWARE &&
	       type != PERF_TYPE_TRACEPOINT;
}

bool fit_is_needed(const struct events *events)
{
	for (size_t i = 0; i < events->n; i++)
		if (needs_counter(&events->event[i]))
			return true;
	return false;
}

/* Counters of the same number are one PMU's: there is one core PMU, or one for each kind of cores. */
static uint64_t pmu_of(const struct event *e)
{
	if (event_is_of_core(e))
		return e->pmu && e->pmu->cpus.n ? (uint64_t)1 << 32 | e->pmu->type : 0;
	return (uint64_t)2 << 32 | e->attr.head.type;
}

/* By event: the first one of its clump. */
static int *find_clumps(const struct events *es)
{
	int *clump = mem_resize(NULL, es->n, sizeof(*clump));
	bool changed = true;

	for (size_t i = 0; i < es->n; i++)
		clump[i] = (int)i;
	while (changed) {
		changed = false;
		for (size_t i = 0; i < es->n; i++) {
			int *joined[] = { &clump[i], &clump[es->event[i].leader], &clump[es->event[i].row] };
			int least = clump[i];

			for (int k = 0; k < 3; k++)
				least = *joined[k] < least ? *joined[k] : least;
			for (int k = 0; k < 3; k++) {
				changed |= *joined[k] != least;
				*joined[k] = least;
			}
		}
	}
	return clump;
}

/* By event: its clump has to be put somewhere. */
static bool *find_needs(const struct events *es, const int *clump)
{
	bool *needs = mem_resize(NULL, es->n, sizeof(*needs));

	memset(needs, 0, es->n);
	for (size_t i = 0; i < es->n; i++)
		needs[clump[i]] |= needs_counter(&es->event[i]);
	for (size_t i = 0; i < es->n; i++)
		needs[i] = needs[clump[i]];
	return needs;
}

/* --- trials ----------------------------------------------------------------------------------------- */

/* Of these clumps only what shares a PMU with clump `with`, -1: all. */
static bool tried(const struct fit *f, const int *clump, const bool *in, int with)
{
	const struct events *es = f->events;
	int *event = mem_resize(NULL, es->n, sizeof(*event));
	bool *shares = mem_resize(NULL, es->n, sizeof(*shares)), fits;
	size_t n = 0;

	memset(shares, 0, es->n);
	for (size_t i = 0; i < es->n; i++)
		for (size_t k = 0; k < es->n && in[i]; k++)
			shares[clump[i]] |= with < 0 || (clump[k] == with && needs_counter(&es->event[i]) &&
							 needs_counter(&es->event[k]) &&
							 pmu_of(&es->event[i]) == pmu_of(&es->event[k]));
	for (size_t i = 0; i < es->n; i++)
		if (in[i] && shares[clump[i]])
			event[n++] = (int)i;
	fits = trial_fits(f, event, n);
	free(event);
	free(shares);
	return fits;
}

bool fit_together(const struct fit *f, const struct event_set *set)
{
	int *clump = find_clumps(f->events);
	bool *needs = find_needs(f->events, clump), fits;

	for (size_t i = 0; i < f->events->n; i++)
		needs[i] &= event_set_has(set, (int)i);
	fits = tried(f, clump, needs, -1);
	free(needs);
	free(clump);
	return fits;
}

/* --- sets ------------------------------------------------------------------------------------------- */

struct builder {
	const struct fit *f;
	int common;		/* its clump; -1: none */
	int *clump;
	bool *needs;
	int *place;		/* by event: the set it is in; -1: not placed */
	bool *unshared;		/* by set: the common event has no room there */
	size_t n_sets;
	struct notes *notes;
};

/* Whether the clump fits into the set, or with -1 into one of its own. */
static bool fits_into(const struct builder *b, int clump, int set, bool shared)
{
	const struct events *es = b->f->events;
	bool *in = mem_resize(NULL, es->n, sizeof(*in)), fits;

	for (size_t i = 0; i < es->n; i++)
		in[i] = b->needs[i] && (b->clump[i] == clump || (set >= 0 && b->place[i] == set) ||
					(shared && b->clump[i] == b->common));
	fits = tried(b->f, b->clump, in, clump);
	free(in);
	return fits;
}

static void put(struct builder *b, int clump, int set)
{
	for (size_t i = 0; i < b->f->events->n; i++)
		if (b->clump[i] == clump)
			b->place[i] = set;
}

static int add_set(struct builder *b, bool shared)
{
	b->unshared = mem_resize(b->unshared, b->n_sets + 1, sizeof(*b->unshared));
	b->unshared[b->n_sets] = !shared;
	return (int)b->n_sets++;
}

/* The last set that has something of the same PMUs: those before it are full. */
static int first_choice(const struct builder *b, int clump)
{
	const struct event *e = b->f->events->event;
	int set = 0;

	for (size_t i = 0; i < b->f->events->n; i++)
		for (size_t k = 0; k < b->f->events->n && b->place[i] > set; k++)
			if (b->clump[k] == clump && pmu_of(&e[k]) == pmu_of(&e[i]))
				set = b->place[i];
	return set;
}

static bool is_group(const struct events *es, const int *clump, int which)
{
	for (size_t i = 0; i < es->n; i++)
		if (clump[i] == which && es->event[i].leader != (int)i)
			return true;
	return false;
}

/* The groups of a clump that fits nowhere become single events, as in a run that it starves in. */
static void take_apart(struct builder *b, int clump)
{
	struct events *es = b->f->events;

	for (size_t i = 0; i < es->n; i++) {
		struct event *e = &es->event[i];

		if (b->clump[i] != clump || events_group_size(es, e->leader) < 2)
			continue;
		if (!(e->flags & EVENT_WEAK))
			notes_add(b->notes, NOTE_SPLIT_GROUP, (int)i, "%s", "");
		e->flags |= EVENT_SPLIT;
	}
	for (size_t i = 0; i < es->n; i++)
		if (b->clump[i] == clump && es->event[i].flags & EVENT_SPLIT)
			es->event[i].leader = (int)i;
	free(b->clump);
	free(b->needs);
	b->clump = find_clumps(es);
	b->needs = find_needs(es, b->clump);
	if (b->common >= 0)
		b->common = b->clump[b->common];
}

static bool place_in_new(struct builder *b, int clump)
{
	bool shared = b->common >= 0;

	if (shared && fits_into(b, clump, NOWHERE, true)) {
		put(b, clump, add_set(b, true));
		return true;
	}
	if (!fits_into(b, clump, NOWHERE, false))
		return false;
	if (shared)
		notes_add(b->notes, NOTE_UNCHECKED, clump, "%s", "");
	put(b, clump, add_set(b, !shared));
	return true;
}

/* Groups that had to be taken apart are clumps anew: event i of them is placed when its turn comes. */
static void place(struct builder *b, int event)
{
	int clump = b->clump[event];

	for (int set = first_choice(b, clump); set < (int)b->n_sets; set++)
		if (!b->unshared[set] && fits_into(b, clump, set, true)) {
			put(b, clump, set);
			return;
		}
	if (place_in_new(b, clump))
		return;
	if (is_group(b->f->events, b->clump, clump)) {
		take_apart(b, clump);
		place(b, event);
	}
}

/* Where it fits beside nothing it is an event as any other. */
static void settle_common(struct builder *b)
{
	int clump = b->common;

	for (size_t s = 0; s < b->n_sets; s++)
		if (!b->unshared[s])
			return;
	b->common = -1;
	if (clump >= 0)
		place(b, clump);
}

static void add_event(struct event_set *set, int event)
{
	set->event = mem_resize(set->event, set->n + 1, sizeof(*set->event));
	set->event[set->n++] = event;
}

static struct event_set *append(struct event_sets *sets)
{
	sets->set = mem_resize(sets->set, sets->n + 1, sizeof(*sets->set));
	sets->set[sets->n] = (struct event_set){ .event = NULL };
	return &sets->set[sets->n++];
}

/* What was placed nowhere is never on a counter: it has a set where it is in nobody's way. */
static void write_sets(struct event_sets *sets, const struct builder *b)
{
	size_t n = b->f->events->n;
	bool left = false;

	for (size_t i = 0; i < n; i++)
		left |= b->needs[i] && b->place[i] == NOWHERE && b->clump[i] != b->common;
	*sets = (struct event_sets){ .n_fit = b->n_sets, .common = -1 };
	for (size_t s = 0; s < b->n_sets + left; s++) {
		int which = s < b->n_sets ? (int)s : NOWHERE;
		struct event_set *set = append(sets);

		for (size_t i = 0; i < n; i++) {
			bool common = b->clump[i] == b->common;

			if (!b->needs[i] || (common && which >= 0 && !b->unshared[which]) ||
			    (!common && b->place[i] == which))
				add_event(set, (int)i);
		}
	}
}

void fit_sets(struct event_sets *sets, const struct fit *f, int common, struct notes *notes)
{
	struct builder b = { .f = f, .notes = notes, .clump = find_clumps(f->events),
			     .place = mem_resize(NULL, f->events->n, sizeof(*b.place)) };
	size_t fits;

	b.needs = find_needs(f->events, b.clump);
	b.common = common >= 0 ? b.clump[common] : -1;
	for (size_t i = 0; i < f->events->n; i++)
		b.place[i] = NOWHERE;
	/* each as the first of its clump, of which there are more when a group was taken apart */
	for (size_t i = 0; i < f->events->n; i++)
		if (b.needs[i] && b.clump[i] == (int)i && b.clump[i] != b.common)
			place(&b, (int)i);
	settle_common(&b);
	write_sets(sets, &b);
	free(b.clump);
	free(b.needs);
	free(b.place);
	free(b.unshared);
	if (sets->n > 1) {
		sets->common = b.common < 0 ? -1 : common;
		return;
	}
	fits = sets->n_fit;
	event_sets_release(sets);
	fit_one(sets);
	sets->n_fit = fits;
}

void fit_one(struct event_sets *sets)
{
	*sets = (struct event_sets){ .common = -1 };
	append(sets);
	sets->n_fit = 1;
}

/* --- afterwards ------------------------------------------------------------------------------------- */

/* The clumps that the set could do without, by event; how many. */
static size_t movable(bool *out, const struct event_sets *sets, size_t set, const struct events *es,
		      const int *clump)
{
	bool *needs = find_needs(es, clump);
	size_t n = 0;

	for (size_t i = 0; i < es->n; i++) {
		bool common = sets->common >= 0 && clump[i] == clump[sets->common];

		out[i] = needs[i] && !common && event_set_has(&sets->set[set], (int)i);
		n += out[i] && clump[i] == (int)i;
	}
	free(needs);
	return n;
}

/* The last half of what can be moved goes to a set behind this one. */
static void halve(struct event_sets *sets, size_t at, const struct events *es, const int *clump,
		  const bool *moves, size_t n)
{
	const struct event_set whole = sets->set[at];
	struct event_set half[2] = {0};
	size_t before = 0, k = 0;
	int *which = mem_resize(NULL, es->n, sizeof(*which));

	for (size_t i = 0; i < es->n; i++)
		which[i] = moves[i] && clump[i] == (int)i ? before++ >= (n + 1) / 2 : 0;
	for (size_t i = 0; i < es->n; i++)
		for (k = 0; k < 2; k++)
			if (event_set_has(&whole, (int)i) && (!moves[i] || which[clump[i]] == (int)k))
				add_event(&half[k], (int)i);
	free(which);
	append(sets);
	memmove(&sets->set[at + 1], &sets->set[at], (sets->n - 1 - at) * sizeof(*sets->set));
	free(whole.event);
	sets->set[at] = half[0];
	sets->set[at + 1] = half[1];
	sets->n_fit += at < sets->n_fit;
}

/* Behind the last set that fits: what that clump is, and what needs no counter. */
static void add_own_set(struct event_sets *sets, const struct events *es, const int *clump, int which)
{
	bool *needs = find_needs(es, clump);
	struct event_set own = {0};

	for (size_t i = 0; i < es->n; i++)
		if (clump[i] == which || !needs[i])
			add_event(&own, (int)i);
	free(needs);
	append(sets);
	memmove(&sets->set[sets->n_fit + 1], &sets->set[sets->n_fit],
		(sets->n - 1 - sets->n_fit) * sizeof(*sets->set));
	sets->set[sets->n_fit++] = own;
}

/* Where it leaves no counter for anything else; if it was asked for it is counted all the same. */
static void drop_common(struct event_sets *sets, size_t at, const struct events *es, const int *clump)
{
	const struct event_set whole = sets->set[at];
	struct event_set rest = {0};
	bool left = es->event[sets->common].flags & EVENT_BACKGROUND;

	for (size_t i = 0; i < es->n; i++)
		if (event_set_has(&whole, (int)i) && clump[i] != clump[sets->common])
			add_event(&rest, (int)i);
	free(whole.event);
	sets->set[at] = rest;
	for (size_t s = 0; s < sets->n; s++)
		left |= event_set_has(&sets->set[s], sets->common);
	if (!left)
		add_own_set(sets, es, clump, clump[sets->common]);
}

bool fit_split(struct event_sets *sets, size_t i, const struct events *events)
{
	int *clump = find_clumps(events);
	bool *moves = mem_resize(NULL, events->n, sizeof(*moves));
	size_t n = movable(moves, sets, i, events, clump);
	bool alone = n == 1 && sets->common >= 0 && event_set_has(&sets->set[i], sets->common);

	if (n > 1)
		halve(sets, i, events, clump, moves, n);
	else if (alone)
		drop_common(sets, i, events, clump);
	free(moves);
	free(clump);
	return n > 1 || alone;
}

void event_sets_release(struct event_sets *sets)
{
	for (size_t i = 0; i < sets->n; i++)
		free(sets->set[i].event);
	free(sets->set);
	*sets = (struct event_sets){ .common = -1 };
}
