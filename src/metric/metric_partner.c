/* SPDX-License-Identifier: MIT */
/* Sorts the events by cgroup, type, config and modes, and searches that list for the event of a name. */
#include "metric/metric_partner.h"

#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>

#include "base/cpulist.h"
#include "base/mem.h"
#include "event/event.h"
#include "host/pmu.h"

struct partner_kind {		/* what partners have in common; sorted by all of it */
	int cgroup;
	uint32_t type;
	uint64_t config;
	unsigned modes;		/* bits of the modes that are not counted */
	int event;		/* index */
};

struct search {			/* for partners of one event */
	const struct partners *partners;
	const struct event *self;
	bool grouped;		/* only inside its group */
};

bool partner_kind(const char *name, uint32_t *type, uint64_t *config)
{
	const struct event_name *known = event_name_find(name);

	*type = known ? known->type : PERF_TYPE_HW_CACHE;
	*config = known ? known->config : 0;
	return known ? known->tool == TOOL_NONE : event_name_cache(name, config) == 1;
}

static int compare_kinds(const void *a, const void *b)
{
	const struct partner_kind *x = a, *y = b;

	if (x->cgroup != y->cgroup)
		return x->cgroup < y->cgroup ? -1 : 1;
	if (x->type != y->type)
		return x->type < y->type ? -1 : 1;
	if (x->config != y->config)
		return x->config < y->config ? -1 : 1;
	if (x->modes != y->modes)
		return x->modes < y->modes ? -1 : 1;
	return (x->event > y->event) - (x->event < y->event);
}

static unsigned excluded_modes(const struct event *e)
{
	const struct perf_event_attr *a = &e->attr.head;

	return (unsigned)(a->exclude_user | a->exclude_kernel << 1 | a->exclude_hv << 2 |
			  a->exclude_host << 3 | a->exclude_idle << 4);
}

void partners_build(struct partners *p, const struct events *events)
{
	size_t n = events->n;

	*p = (struct partners){ events, mem_resize(NULL, n, sizeof(*p->kind)), 0,
				mem_zeroed(n, sizeof(*p->members)),
				mem_resize(NULL, n, sizeof(*p->last)) };
	for (size_t i = 0; i < n; i++) {
		const struct event *e = &events->event[i];
		struct partner_kind *k = &p->kind[p->n];

		p->members[e->leader] += e->tool == TOOL_NONE;
		p->last[e->leader] = (int)i;
		*k = (struct partner_kind){ .cgroup = e->cgroup, .modes = excluded_modes(e),
					    .event = (int)i };
		p->n += event_generic_config(e, &k->type, &k->config);
	}
	if (p->n)
		qsort(p->kind, p->n, sizeof(*p->kind), compare_kinds);
}

void partners_release(struct partners *p)
{
	free(p->kind);
	free(p->members);
	free(p->last);
	*p = (struct partners){0};
}

/* The PMU type in the upper half of a generic event's config, as perf.data has no other PMU for it. */
static uint64_t generic_pmu(const struct event *e)
{
	bool generic = e->attr.head.type == PERF_TYPE_HARDWARE || e->attr.head.type == PERF_TYPE_HW_CACHE;

	return generic ? e->attr.head.config >> 32 : 0;
}

/*
 * PMUs are compared by name, as in a saved result each event has a PMU of its own.  An event without
 * a PMU belongs to the core, on machines with one type of core.
 */
static bool same_pmu(const struct event *a, const struct event *b)
{
	if (a->pmu && b->pmu)
		return a->pmu == b->pmu || strcmp(a->pmu->name, b->pmu->name) == 0;
	if (!a->pmu && !b->pmu)
		return generic_pmu(a) == generic_pmu(b);
	return a->pmu ? a->pmu->is_core : b->pmu->is_core;
}

static bool is_partner(const struct search *s, const struct event *e, bool clock)
{
	return e->row != s->self->row && (clock || same_pmu(s->self, e)) &&
	       cpulist_same(&s->self->cpus, &e->cpus) && (!s->grouped || s->self->leader == e->leader);
}

/* Index of the first partner of this kind; -1: there is none. */
static int find_kind(const struct search *s, uint32_t type, uint64_t config, bool clock)
{
	const struct partners *p = s->partners;
	struct partner_kind k = { s->self->cgroup, type, config, excluded_modes(s->self),
				  s->grouped ? s->self->leader : 0 };
	size_t low = 0, high = p->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (compare_kinds(&p->kind[middle], &k) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	k.event = s->grouped ? p->last[s->self->leader] : (int)p->events->n;
	for (; low < p->n && compare_kinds(&p->kind[low], &k) <= 0; low++)
		if (is_partner(s, &p->events->event[p->kind[low].event], clock))
			return p->kind[low].event;
	return -1;
}

const struct event *partners_find(const struct partners *p, const struct event *self, const char *name)
{
	const struct search s = { p, self, p->members[self->leader] > 1 };
	int first, other = -1;
	uint32_t type = 0;
	uint64_t config = 0;

	if (strcmp(name, "clock") == 0) {
		first = find_kind(&s, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK, true);
		other = find_kind(&s, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK, true);
	} else {
		first = partner_kind(name, &type, &config) ? find_kind(&s, type, config, false) : -1;
	}
	if (first < 0 || (other >= 0 && other < first))
		first = other;
	return first < 0 ? NULL : &p->events->event[first];
}
