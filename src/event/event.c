/* SPDX-License-Identifier: MIT */
/* Functions on events: which CPUs they need, which groups they form, which type they have. */
#include "event/event.h"

#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "host/machine.h"
#include "host/pmu.h"
#include "host/rootfs.h"

bool event_type_is_core(uint32_t type)
{
	return type == PERF_TYPE_HARDWARE || type == PERF_TYPE_HW_CACHE || type == PERF_TYPE_RAW;
}

bool events_are_cpu_bound(const struct events *e)
{
	for (size_t i = 0; i < e->n; i++) {
		const struct event *event = &e->event[i];

		if (event->tool == TOOL_NONE ? !event->pmu || !event->pmu->is_uncore
					     : strcmp(event->name, "duration_time") != 0)
			return false;
	}
	return e->n > 0;
}

bool core_pmu_has_event(struct machine *m, const char *core, const char *name, struct notes *notes)
{
	int has = rootfs_has(m->root, PMU_DEVICES "/%s/events/%s", core, name);
	struct error why = ERROR_INIT;

	if (has < 0) {
		rootfs_set_error(&why, has, PMU_DEVICES "/%s/events/%s", core, name);
		notes_add(notes, NOTE_FILE, -1, "%s", why.message);
	}
	return has > 0;
}

void events_mark_without_cpus(struct events *e, struct notes *notes)
{
	for (size_t i = 0; i < e->n; i++) {
		const struct pmu *pmu = e->event[i].pmu;

		if (!pmu || !pmu->has_list || pmu->cpus.n)
			continue;
		e->event[i].flags |= EVENT_UNSUPPORTED;
		notes_add(notes, NOTE_NOT_SUPPORTED, (int)i, "%s lists no CPUs in its %s", pmu->name,
			  pmu->is_uncore ? "cpumask" : "cpus");
	}
}

/* Where an event can be counted at all: a core PMU of two kinds of core has its own CPUs. */
static const struct cpulist *cpus_of(const struct event *e)
{
	return e->cpus.n || !e->pmu || e->pmu->is_uncore ? &e->cpus : &e->pmu->cpus;
}

static int not_counted(const struct event *e, const struct cpulist *target, struct error *err)
{
	LOCAL(str) list = {0};

	cpulist_format(target, &list);
	error_set(err, ERROR_USAGE, 0, "no CPU of '%s' is counted", e->name);
	return error_hint(err, "CPUs %s are counted", list.text);
}

int events_limit_cpus(struct events *e, const struct cpulist *target, struct error *err)
{
	for (size_t i = 0; i < e->n; i++) {
		const struct event *event = &e->event[i];

		if (event->cpus.n && !cpulist_same(&event->cpus, cpus_of(&e->event[event->leader])))
			return error_set(err, ERROR_USAGE, 0,
					 "'%s' is in a group, which is counted on the CPUs of its first event",
					 event->name);
	}
	for (size_t i = 0; i < e->n; i++) {
		struct event *event = &e->event[i];
		struct cpulist counted;

		if (!event->cpus.n)
			continue;
		cpulist_intersect(&counted, &event->cpus, target);
		cpulist_release(&event->cpus);
		event->cpus = counted;
		if (!counted.n)
			return not_counted(event, target, err);
	}
	return 0;
}

size_t events_group_size(const struct events *e, int leader)
{
	size_t n = 0;

	for (size_t i = 0; i < e->n; i++)
		n += e->event[i].leader == leader && e->event[i].tool == TOOL_NONE;
	return n;
}

size_t *events_group_sizes(const struct events *e)
{
	size_t *size = mem_resize(NULL, e->n, sizeof(*size));

	memset(size, 0, e->n * sizeof(*size));
	for (size_t i = 0; i < e->n; i++)
		size[e->event[i].leader] += e->event[i].tool == TOOL_NONE;
	return size;
}

bool event_counts_alone(const struct events *e, int event)
{
	const struct event *own = &e->event[event];
	bool top_down = false, others = false;

	if (own->leader != event && !(own->flags & EVENT_TOP_DOWN))
		return true;
	for (size_t i = 0; i < e->n; i++) {
		if (e->event[i].leader != own->leader || own->leader == (int)i)
			continue;
		top_down |= (e->event[i].flags & EVENT_TOP_DOWN) != 0;
		others |= !(e->event[i].flags & EVENT_TOP_DOWN);
	}
	return !top_down || !others;
}

bool event_generic_config(const struct event *e, uint32_t *type, uint64_t *config)
{
	*type = e->known ? e->known->type : PERF_TYPE_HW_CACHE;
	*config = e->known ? e->known->config : (uint32_t)e->attr.head.config;
	if (e->known)
		return e->known->tool == TOOL_NONE;
	return e->tool == TOOL_NONE && e->attr.head.type == PERF_TYPE_HW_CACHE;
}

bool event_is_generic(const struct event *e, uint32_t type, uint64_t config)
{
	uint32_t own_type;
	uint64_t own_config;

	return event_generic_config(e, &own_type, &own_config) && own_type == type && own_config == config;
}

bool event_is_clock(const struct event *e)
{
	return event_is_generic(e, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK) ||
	       event_is_generic(e, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK);
}

bool event_is_of_core(const struct event *e)
{
	uint32_t type = e->attr.head.type;

	return type == PERF_TYPE_HARDWARE || type == PERF_TYPE_HW_CACHE || type == PERF_TYPE_RAW ||
	       (e->pmu && e->pmu->is_core);
}

bool event_is_emulated(const struct event *e)
{
	return tool_is_emulated(e->tool);
}

bool event_is_level(const struct event *e)
{
	return e->tool == TOOL_MAX_RSS || e->flags & EVENT_SNAPSHOT;
}

const struct event *events_emulated(const struct events *es)
{
	for (size_t i = 0; i < es->n; i++)
		if (event_is_emulated(&es->event[i]))
			return &es->event[i];
	return NULL;
}

bool event_set_has(const struct event_set *set, int event)
{
	size_t low = 0, high = set ? set->n : 0;

	if (!set || !set->event)
		return true;
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (set->event[middle] < event)
			low = middle + 1;
		else
			high = middle;
	}
	return low < set->n && set->event[low] == event;
}

void events_keep(struct events_kept *k, const struct events *e)
{
	*k = (struct events_kept){ mem_resize(NULL, e->n, sizeof(*k->event)), e->n };
	for (size_t i = 0; i < e->n; i++) {
		const struct event *event = &e->event[i];

		k->event[i] = (struct kept_event){ mem_copy_text(event->name), event->attr, event->flags,
						   event->leader };
	}
}

void events_put_back(struct events *e, const struct events_kept *k)
{
	for (size_t i = 0; i < k->n; i++) {
		struct event *event = &e->event[i];

		free(event->name);
		event->name = mem_copy_text(k->event[i].name);
		event->attr = k->event[i].attr;
		event->flags = k->event[i].flags;
		event->leader = k->event[i].leader;
	}
}

const struct event *events_newly_refused(const struct events *e, const struct events_kept *before)
{
	const unsigned all = EVENT_SETTLED | EVENT_UNSUPPORTED | EVENT_BACKGROUND;

	for (size_t i = 0; i < before->n; i++)
		if ((before->event[i].flags & all) == EVENT_SETTLED &&
		    e->event[i].flags & EVENT_UNSUPPORTED)
			return &e->event[i];
	return NULL;
}

void events_kept_release(struct events_kept *k)
{
	for (size_t i = 0; i < k->n; i++)
		free(k->event[i].name);
	free(k->event);
	*k = (struct events_kept){0};
}

void events_release(struct events *e)
{
	for (size_t i = 0; i < e->n; i++) {
		free(e->event[i].name);
		free(e->event[i].metric_id);
		free(e->event[i].filter);
		free(e->event[i].file);
		cpulist_release(&e->event[i].cpus);
		free(e->event[i].unit);
	}
	free(e->event);
	*e = (struct events){0};
}
