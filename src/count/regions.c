/* SPDX-License-Identifier: MIT */
/* Makes the files for the regions of programs, and reads what they counted. */
#include "count/regions.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/number.h"
#include "count/counters.h"
#include "count/plan.h"
#include "event/event.h"
#include "host/kernel.h"

enum {
	RESULTS_SIZE = 1 << 26,		/* only what is used takes memory */
	MOST_REGIONS = 1 << 14,		/* of all threads, that are reported: 22 MB, and their rows */
};

static int regions_fail(int rc, struct error *err)
{
	return error_set(err, ERROR_SYSTEM, -rc, "cannot make the file for --regions: %s", strerror(-rc));
}

int regions_open(struct regions *rs, const struct kernel *k, pid_t own, struct error *err)
{
	void *at = NULL;
	int results = k->open_shared(k, RESULTS_SIZE), fd = results < 0 ? results : k->open_sealable(k);
	int rc = fd < 0 ? fd : k->map(k, &at, RESULTS_SIZE, results);

	if (rc < 0) {
		if (fd >= 0)
			k->close(k, fd);
		if (results >= 0)
			k->close(k, results);
		return regions_fail(rc, err);
	}
	*rs = (struct regions){ .kernel = k, .fd = fd, .results_fd = results, .results = at,
				.file.layout = { .key = k->now_ns(k), .results = (uint32_t)results } };
	snprintf(rs->variable, sizeof(rs->variable), "PSTAT_REGIONS_FD=%d:%d:%" PRIx64, fd, (int)own,
		 rs->file.layout.key);
	return 0;
}

static bool regions_is_software(const struct event *e)
{
	return e->attr.head.type == PERF_TYPE_SOFTWARE || e->attr.head.type == PERF_TYPE_TRACEPOINT;
}

/* The first event of the file in the same group; its own index: there is none before. */
static uint32_t leader_of(const struct regions *rs, const struct events *events, uint32_t own)
{
	const struct event *e = &events->event[rs->event[own]];
	uint32_t i = 0;

	for (; i < own; i++) {
		const struct event *other = &events->event[rs->event[i]];

		if (other->tool == TOOL_NONE && regions_is_software(other) == regions_is_software(e) &&
		    (regions_is_software(e) || other->leader == e->leader))
			break;
	}
	return i;
}

static void regions_set_attr(struct pstat_region_event *out, const struct plan *plan, size_t slot, bool leads)
{
	union attr attr;

	plan_attr_unbundled(plan, slot, &attr);
	attr.head.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING |
				PERF_FORMAT_GROUP;
	attr.head.inherit = attr.head.enable_on_exec = 0;
	attr.head.disabled = leads;
	memcpy(&out->attr, &attr, sizeof(out->attr));
}

/* The slot that counts this event for the command, if that is open. */
static bool find_slot(size_t *slot, const struct plan *plan, const struct counters *counters, int event)
{
	for (size_t i = 0; i < plan->n; i++)
		if (plan->slot[i].event == event && counters->counter[i].state == COUNTER_OPEN) {
			*slot = i;
			return true;
		}
	return false;
}

static int regions_add_event(struct regions *rs, const struct plan *plan, const struct counters *counters,
			     int event, struct error *err)
{
	const struct event *e = &plan->events->event[event];
	uint32_t n = rs->file.layout.n_events;
	struct pstat_region_event *out;
	size_t slot = 0;

	if (e->tool != TOOL_NONE ? e->tool != TOOL_DURATION : !find_slot(&slot, plan, counters, event))
		return 0;
	if (n == PSTAT_REGION_EVENTS)
		return error_set(err, ERROR_UNSUPPORTED, 0, "--regions counts at most %u events",
				 PSTAT_REGION_EVENTS);
	out = &rs->file.event[n];
	rs->event[n] = event;
	out->leader = leader_of(rs, plan->events, n);
	if (e->tool != TOOL_NONE) {
		out->leader = n;
		out->flags = PSTAT_REGION_WALL;
	} else {
		regions_set_attr(out, plan, slot, out->leader == n);
		out->flags = e->flags & EVENT_TOP_DOWN ? PSTAT_REGION_BY_READ : 0;
	}
	snprintf(out->name, sizeof(out->name), "%s", e->name);
	rs->file.layout.n_events++;
	return 0;
}

int regions_fill(struct regions *rs, const struct plan *plan, const struct counters *counters,
		 struct error *err)
{
	struct pstat_region_file *layout = &rs->file.layout;
	int rc;

	for (size_t i = 0; i < plan->events->n; i++)
		if (event_set_has(plan->set, (int)i) &&
		    regions_add_event(rs, plan, counters, (int)i, err) < 0)
			return -1;
	pstat_region_layout(layout, RESULTS_SIZE, layout->n_events, layout->key);
	rs->results->magic = layout->magic;
	rs->results->key = layout->key;
	rc = rs->kernel->seal(rs->kernel, rs->fd, &rs->file, sizeof(rs->file));
	return rc < 0 ? regions_fail(rc, err) : 0;
}

/* --- what programs wrote ------------------------------------------------------------------------------ */

/* most_ns: how long a thread can have been in regions. */
static bool is_impossible(const struct region_count *c, uint64_t most_ns)
{
	enum { MOST_PER_NS = 640 };	/* as reading_doubt() */

	return c->entries > most_ns || c->sum.enabled > most_ns || c->sum.running > most_ns ||
	       c->sum.value / MOST_PER_NS > most_ns;
}

static void regions_add_region(struct found_regions *found, const struct regions *rs,
			       const struct pstat_region_block *b, const struct pstat_region_slot *slot)
{
	enum { SLACK_NS = 1000000000 };
	const uint64_t most_ns = rs->kernel->now_ns(rs->kernel) - rs->file.layout.key + SLACK_NS;
	struct found_region *r;

	found->region = mem_grow(found->region, found->n, sizeof(*found->region));
	r = &found->region[found->n++];
	*r = (struct found_region){ .pid = (pid_t)b->pid, .tid = (pid_t)b->tid, .entries = slot->entries,
				    .open = slot->open != 0 };
	memcpy(r->name, slot->name, sizeof(slot->name) - 1);
	memcpy(r->comm, b->comm, sizeof(r->comm) - 1);
	for (uint32_t i = 0; i < rs->file.layout.n_events; i++) {
		const struct pstat_region_count *c = (const struct pstat_region_count *)(slot + 1) + i;

		r->count[i].entries = c->entries;
		r->count[i].sum = (struct reading){ c->sum, c->enabled, c->running };
		r->count[i].impossible = is_impossible(&r->count[i], most_ns);
		r->impossible |= r->count[i].impossible;
	}
	r->impossible |= r->entries > most_ns;
}

/* A thread that has several blocks writes its faults into the one that it fills. */
static void read_block(struct found_regions *found, const struct regions *rs, uint32_t i)
{
	const struct pstat_region_file *layout = &rs->file.layout;
	const struct pstat_region_block *b = pstat_region_block_at(layout, rs->results, i);
	uint32_t n = __atomic_load_n(&b->n_slots, __ATOMIC_ACQUIRE);	/* once: others may change it */

	n = n < PSTAT_REGION_SLOTS ? n : PSTAT_REGION_SLOTS;
	if (!b->pid)		/* its thread ended while it took it */
		return;
	found->threads++;
	found->stray_ends = number_add(found->stray_ends, b->stray_ends);
	found->nested |= b->nested != 0;
	found->failed += b->errnum != 0;
	if (!found->errnum)
		found->errnum = (int)(b->errnum & 0xfff);
	for (uint32_t k = 0; k < n; k++)
		if (found->n < MOST_REGIONS)
			regions_add_region(found, rs, b, pstat_region_slot_at(b, k, layout->n_events));
		else
			found->without_room++;
}

void regions_read(struct found_regions *found, const struct regions *rs)
{
	uint32_t n = __atomic_load_n(&rs->results->n_blocks, __ATOMIC_ACQUIRE);
	uint32_t most = rs->file.layout.most_blocks;

	*found = (struct found_regions){ .without_room = rs->results->n_without_room,
					 .n_events = rs->file.layout.n_events };
	memcpy(found->event, rs->event, sizeof(found->event));
	if (n > most)
		found->without_room += n - most;
	for (uint32_t i = 0; i < n && i < most; i++)
		read_block(found, rs, i);
}

void regions_close(struct regions *rs)
{
	if (!rs->kernel)
		return;
	rs->kernel->unmap(rs->kernel, rs->results, RESULTS_SIZE);
	rs->kernel->close(rs->kernel, rs->fd);
	rs->kernel->close(rs->kernel, rs->results_fd);
	*rs = (struct regions){0};
}

void found_regions_release(struct found_regions *found)
{
	free(found->region);
	*found = (struct found_regions){0};
}
