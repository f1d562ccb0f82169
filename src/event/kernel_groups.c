/* SPDX-License-Identifier: MIT */
/* Sorts the events of a group by PMU, sets leaders, and joins events into rows. */
#include "event/kernel_groups.h"

#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "event/event.h"
#include "event/event_origin.h"
#include "event/spec.h"
#include "event/top_down.h"
#include "host/pmu.h"

enum { FITS_ANY = -1 };		/* counted by the kernel's own code, or :X: stays in its group */

static bool kernel_groups_is_software(const struct event *e)
{
	static const char *const pmus[] = { "software", "tracepoint", "breakpoint", "kprobe", "uprobe",
					    "msr" };

	if (e->tool != TOOL_NONE || e->attr.head.type == PERF_TYPE_SOFTWARE ||
	    e->attr.head.type == PERF_TYPE_TRACEPOINT || e->attr.head.type == PERF_TYPE_BREAKPOINT)
		return true;
	for (size_t i = 0; e->pmu && i < sizeof(pmus) / sizeof(*pmus); i++)
		if (strcmp(e->pmu->name, pmus[i]) == 0)
			return true;
	return false;
}

/* A number for each group that the kernel can hold, in print order. */
static long group_key(const struct event *e, bool hybrid)
{
	enum { AFTER_CORES = 1 << 20 };

	if (kernel_groups_is_software(e))
		return FITS_ANY;
	if (!e->pmu || (e->pmu->is_core && !hybrid))
		return 0;
	return (e->pmu->is_core ? 1 : AFTER_CORES) + (long)e->pmu->index;
}

/* A software event joins the hardware event before it, or the first one after it. */
static void place_software(long *key, size_t n)
{
	long near = 0;

	for (size_t i = n; i--;)
		if (key[i] != FITS_ANY)
			near = key[i];
	for (size_t i = 0; i < n; i++) {
		if (key[i] == FITS_ANY)
			key[i] = near;
		near = key[i];
	}
}

static void sort_by_key(struct event *event, struct event_origin *from, long *key, size_t n)
{
	for (size_t i = 1; i < n; i++) {
		struct event e = event[i];
		struct event_origin o = from[i];
		long k = key[i];
		size_t at = i;

		for (; at && key[at - 1] > k; at--) {
			event[at] = event[at - 1];
			from[at] = from[at - 1];
			key[at] = key[at - 1];
		}
		event[at] = e;
		from[at] = o;
		key[at] = k;
	}
}

/* Splitting by instances of one kind of PMU is expected; a group of different PMUs deserves a note. */
static bool is_mixed(const struct event *event, const struct event_origin *from, const long *key, size_t n)
{
	size_t keys = 0, i, k;

	for (i = 0; i < n; i++)
		keys += i == 0 || key[i] != key[i - 1];
	for (i = 0; i < n && keys > 1; i++) {
		size_t of_spec = 0;

		for (k = 0; k < n; k++)
			of_spec += from[k].spec == from[i].spec;
		if (!kernel_groups_is_software(&event[i]) && of_spec != keys)
			return true;
	}
	return false;
}

static void note_regrouped(const struct events *e, size_t begin, size_t n, struct notes *notes)
{
	LOCAL(str) names = {0};

	for (size_t i = 0; i < n; i++)
		str_addf(&names, "%s%s", i ? "," : "", e->event[begin + i].name);
	notes_add(notes, NOTE_REGROUPED, -1, "{%s}", names.text);
}

static void arrange_group(struct events *e, struct event_origin *from, const struct specs *specs,
			  size_t begin, size_t n, bool hybrid, struct notes *notes)
{
	struct event *event = e->event + begin;
	FREED long *key = mem_resize(NULL, n, sizeof(*key));
	int leader = -1;

	for (size_t i = 0; i < n; i++)
		key[i] = specs_modifiers(specs, from[begin + i].spec) & SPEC_NO_REGROUP ? FITS_ANY :
			 group_key(&event[i], hybrid);
	place_software(key, n);
	sort_by_key(event, from + begin, key, n);
	for (size_t i = 0; i < n; i++) {
		event[i].leader = (int)(begin + i);
		if (i == 0 || key[i] != key[i - 1])
			leader = -1;
		if (event[i].tool != TOOL_NONE || event[i].flags & EVENT_LATENCY)
			continue;	/* it is not opened, so it is in no group */
		leader = leader < 0 ? event[i].leader : leader;
		event[i].leader = leader;
	}
	/* the user did not write a metric's group */
	if (!specs->spec[from[begin].spec].metric_id && is_mixed(event, from + begin, key, n))
		note_regrouped(e, begin, n, notes);
}

static void set_leader_bits(struct events *e, const struct event_origin *from, const struct specs *specs)
{
	for (size_t i = 0; i < e->n; i++) {
		unsigned set = specs_modifiers(specs, from[i].spec);

		if (e->event[i].leader != (int)i)
			continue;
		e->event[i].attr.head.pinned = !!(set & SPEC_PINNED);
		e->event[i].attr.head.exclusive = !!(set & SPEC_EXCLUSIVE);
	}
}

/* The options decide whether instances of a PMU, or kinds of core, form one row. */
static bool share_row(const struct event *a, const struct event *b, const struct event_opts *o)
{
	if (!a->pmu || !b->pmu || a->pmu == b->pmu || a->pmu->is_core != b->pmu->is_core ||
	    !(a->pmu->is_core ? o->hybrid_merge : !o->no_merge))
		return false;
	return strcmp(a->name, b->name) == 0 && strcmp(a->unit, b->unit) == 0 &&
	       !(a->scale < b->scale) && !(a->scale > b->scale);
}

/* Only events of one spec can share a row. The rows of a spec form a linked list. */
static void set_rows(struct events *e, const struct event_origin *from, size_t n_specs,
		     const struct event_opts *o)
{
	FREED int *first = mem_resize(NULL, n_specs, sizeof(*first));
	FREED int *next = mem_resize(NULL, e->n, sizeof(*next));

	for (size_t s = 0; s < n_specs; s++)
		first[s] = -1;
	for (size_t i = 0; i < e->n; i++) {
		int *row = &first[from[i].spec];

		while (*row >= 0 && !share_row(&e->event[*row], &e->event[i], o))
			row = &next[*row];
		if (*row < 0) {
			*row = (int)i;
			next[i] = -1;
		}
		e->event[i].row = *row;
	}
}

void kernel_groups_arrange(struct events *e, struct event_origin *from, const struct specs *specs,
		      const struct pmus *pmus, bool hybrid, const struct event_opts *o, struct notes *notes)
{
	for (size_t i = 0, n; i < e->n; i += n) {
		int group = specs->spec[from[i].spec].group;

		n = 1;
		e->event[i].leader = (int)i;
		while (group >= 0 && i + n < e->n && specs->spec[from[i + n].spec].group == group)
			n++;
		if (n > 1)
			arrange_group(e, from, specs, i, n, hybrid, notes);
	}
	top_down_arrange(e, from, specs, pmus);
	set_leader_bits(e, from, specs);
	set_rows(e, from, specs->n, o);
}
