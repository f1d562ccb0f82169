/* SPDX-License-Identifier: MIT */
/* Joins the events of each group and each row to one unit (union-find). */
#include "count/event_unit.h"

#include <linux/perf_event.h>

#include "base/mem.h"
#include "event/event.h"

bool event_unit_needs_counter(const struct event *e)
{
	uint32_t type = e->attr.head.type;

	return e->tool == TOOL_NONE && !(e->flags & EVENT_UNSUPPORTED) && type != PERF_TYPE_SOFTWARE &&
	       type != PERF_TYPE_TRACEPOINT;
}

static int root(int *unit, int i)
{
	while (unit[i] != i)
		i = unit[i] = unit[unit[i]];
	return i;
}

static void join(int *unit, int a, int b)
{
	a = root(unit, a);
	b = root(unit, b);
	unit[a > b ? a : b] = a < b ? a : b;
}

void event_units_join(int *unit, const struct events *es, const int *event, size_t n)
{
	for (size_t k = 0; k < n; k++)
		unit[event[k]] = event[k];
	for (size_t k = 0; k < n; k++) {
		join(unit, event[k], es->event[event[k]].leader);
		join(unit, event[k], es->event[event[k]].row);
	}
	for (size_t k = 0; k < n; k++)
		unit[event[k]] = root(unit, event[k]);
}

int *event_units_all_events(const struct events *es)
{
	int *event = mem_resize(NULL, es->n, sizeof(*event));

	for (size_t i = 0; i < es->n; i++)
		event[i] = (int)i;
	return event;
}

int *event_units_find(const struct events *es)
{
	FREED int *event = event_units_all_events(es);
	int *unit = mem_resize(NULL, es->n, sizeof(*unit));

	event_units_join(unit, es, event, es->n);
	return unit;
}

bool *event_units_need_counter(const struct events *es, const int *unit)
{
	bool *needs = mem_zeroed(es->n, sizeof(*needs));

	for (size_t i = 0; i < es->n; i++)
		needs[unit[i]] |= event_unit_needs_counter(&es->event[i]);
	for (size_t i = 0; i < es->n; i++)
		needs[i] = needs[unit[i]];
	return needs;
}
