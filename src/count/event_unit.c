/* SPDX-License-Identifier: MIT */
/* Joins groups and rows to clumps (union-find). */
#include "count/event_unit.h"

#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "event/event.h"

bool clump_needs_counter(const struct event *e)
{
	uint32_t type = e->attr.head.type;

	return e->tool == TOOL_NONE && !(e->flags & EVENT_UNSUPPORTED) && type != PERF_TYPE_SOFTWARE &&
	       type != PERF_TYPE_TRACEPOINT;
}

static int root(int *clump, int i)
{
	while (clump[i] != i)
		i = clump[i] = clump[clump[i]];
	return i;
}

static void join(int *clump, int a, int b)
{
	a = root(clump, a);
	b = root(clump, b);
	clump[a > b ? a : b] = a < b ? a : b;
}

void clumps_join(int *clump, const struct events *es, const int *event, size_t n)
{
	for (size_t k = 0; k < n; k++)
		clump[event[k]] = event[k];
	for (size_t k = 0; k < n; k++) {
		join(clump, event[k], es->event[event[k]].leader);
		join(clump, event[k], es->event[event[k]].row);
	}
	for (size_t k = 0; k < n; k++)
		clump[event[k]] = root(clump, event[k]);
}

int *clumps_all(const struct events *es)
{
	int *event = mem_resize(NULL, es->n, sizeof(*event));

	for (size_t i = 0; i < es->n; i++)
		event[i] = (int)i;
	return event;
}

int *clumps_find(const struct events *es)
{
	int *clump = mem_resize(NULL, es->n, sizeof(*clump)), *event = clumps_all(es);

	clumps_join(clump, es, event, es->n);
	free(event);
	return clump;
}

bool *clumps_needs(const struct events *es, const int *clump)
{
	bool *needs = mem_zeroed(es->n, sizeof(*needs));

	for (size_t i = 0; i < es->n; i++)
		needs[clump[i]] |= clump_needs_counter(&es->event[i]);
	for (size_t i = 0; i < es->n; i++)
		needs[i] = needs[clump[i]];
	return needs;
}
