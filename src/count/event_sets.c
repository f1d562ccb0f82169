/* SPDX-License-Identifier: MIT */
/* Builds lists of event sets, and splits a set whose events cannot be counted at the same time. */
#include "count/event_sets.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "count/event_unit.h"

void event_set_add(struct event_set *set, int event)
{
	MEM_ADD(set->event, set->n, event);
}

static int compare_events(const void *a, const void *b)
{
	return *(const int *)a < *(const int *)b ? -1 : *(const int *)a > *(const int *)b;
}

void event_set_sort(struct event_set *set)
{
	qsort(set->event, set->n, sizeof(*set->event), compare_events);
}

struct event_set *event_sets_append(struct event_sets *sets)
{
	sets->set = mem_resize(sets->set, sets->n + 1, sizeof(*sets->set));
	sets->set[sets->n] = (struct event_set){ .event = NULL };
	return &sets->set[sets->n++];
}

void event_sets_single(struct event_sets *sets)
{
	*sets = (struct event_sets){ .common = -1 };
	event_sets_append(sets);
	sets->n_fit = 1;
}

/* Marks the units that could move to another set, by event; returns their number. */
static size_t find_movable(bool *out, const struct event_sets *sets, size_t set, const struct events *es,
			   const int *unit)
{
	FREED bool *needs = event_units_need_counter(es, unit);
	size_t n = 0;

	for (size_t i = 0; i < es->n; i++) {
		bool common = sets->common >= 0 && unit[i] == unit[sets->common];

		out[i] = needs[i] && !common && event_set_has(&sets->set[set], (int)i);
		n += out[i] && unit[i] == (int)i;
	}
	return n;
}

/* Moves the second half of what can be moved to a new set after this one. */
static void split_in_half(struct event_sets *sets, size_t at, const struct events *es, const int *unit,
			  const bool *moves, size_t n)
{
	const struct event_set whole = sets->set[at];
	struct event_set half[2] = {0};
	size_t before = 0, k = 0;
	FREED int *which = mem_resize(NULL, es->n, sizeof(*which));

	for (size_t i = 0; i < es->n; i++)
		which[i] = moves[i] && unit[i] == (int)i ? before++ >= (n + 1) / 2 : 0;
	for (size_t i = 0; i < es->n; i++)
		for (k = 0; k < 2; k++)
			if (event_set_has(&whole, (int)i) && (!moves[i] || which[unit[i]] == (int)k))
				event_set_add(&half[k], (int)i);
	event_sets_append(sets);
	memmove(&sets->set[at + 1], &sets->set[at], (sets->n - 1 - at) * sizeof(*sets->set));
	free(whole.event);
	sets->set[at] = half[0];
	sets->set[at + 1] = half[1];
	sets->n_fit += at < sets->n_fit;
}

/* Adds a set with this unit, and with what needs no counter, after the last set that fits. */
static void add_own_set(struct event_sets *sets, const struct events *es, const int *unit, int which)
{
	FREED bool *needs = event_units_need_counter(es, unit);
	struct event_set own = {0};

	for (size_t i = 0; i < es->n; i++)
		if (unit[i] == which || !needs[i])
			event_set_add(&own, (int)i);
	event_sets_append(sets);
	memmove(&sets->set[sets->n_fit + 1], &sets->set[sets->n_fit],
		(sets->n - 1 - sets->n_fit) * sizeof(*sets->set));
	sets->set[sets->n_fit++] = own;
}

/* The common event leaves no counter for anything else; if the user named it, it is still counted. */
static void drop_common(struct event_sets *sets, size_t at, const struct events *es, const int *unit)
{
	const struct event_set whole = sets->set[at];
	struct event_set rest = {0};
	bool left = es->event[sets->common].flags & EVENT_BACKGROUND;

	for (size_t i = 0; i < es->n; i++)
		if (event_set_has(&whole, (int)i) && unit[i] != unit[sets->common])
			event_set_add(&rest, (int)i);
	free(whole.event);
	sets->set[at] = rest;
	for (size_t s = 0; s < sets->n; s++)
		left |= event_set_has(&sets->set[s], sets->common);
	if (!left)
		add_own_set(sets, es, unit, unit[sets->common]);
}

bool event_sets_split(struct event_sets *sets, size_t i, const struct events *events)
{
	FREED int *unit = event_units_find(events);
	FREED bool *moves = mem_resize(NULL, events->n, sizeof(*moves));
	size_t n = find_movable(moves, sets, i, events, unit);
	bool alone = n == 1 && sets->common >= 0 && event_set_has(&sets->set[i], sets->common);

	if (n > 1)
		split_in_half(sets, i, events, unit, moves, n);
	else if (alone)
		drop_common(sets, i, events, unit);
	return n > 1 || alone;
}

void event_sets_release(struct event_sets *sets)
{
	for (size_t i = 0; i < sets->n; i++)
		free(sets->set[i].event);
	free(sets->set);
	*sets = (struct event_sets){ .common = -1 };
}
