/* SPDX-License-Identifier: MIT */
/*
 * probe.h - finds out what the kernel lets pstat count, by counting pstat itself.
 *
 * All calls go through struct kernel and take a fraction of a second; everything is closed again. A
 * refusal is an answer, not an error.
 */
#ifndef COUNT_PROBE_H
#define COUNT_PROBE_H

#include <stdbool.h>
#include <stddef.h>

#include "count/refusal.h"

struct event;
struct events;
struct kernel;
struct machine;

struct probe {			/* the request; both are borrowed */
	const struct kernel *kernel;
	const struct machine *machine;	/* its settings explain a refusal */
};

struct probe_result {			/* the answer for one event */
	struct refusal why;	/* errnum 0: it opens; if with less than requested, the rest says why */
	int  refused;		/* errno of the first try */
	bool user_only;		/* it opens, but without the kernel */
	bool blind;		/* everything that it counts happens in the kernel */
};

/* cpu -1: on pstat itself; otherwise all programs on that CPU, and never without the kernel. */
void probe_event(struct probe_result *out, const struct probe *p, const struct event *event, int cpu);

/* Tries an event in this cgroup, given its folder's descriptor: 0 or an errno. */
int  probe_cgroup(const struct probe *p, int fd, int cpu);

/* Tries all of them on pstat itself; out is parallel to events. */
void probe_events(struct probe_result *out, const struct probe *p, const struct events *events);

enum { PROBE_MOST = 32 };	/* largest number of copies to try */

struct probe_pmu_result {	/* the answer for one PMU */
	size_t advertised;	/* the largest group of copies that opens, up to PROBE_MOST */
	/* the largest group whose copies agree after a busy loop; 0: even a single one reads 0 */
	size_t live;
	size_t counting;	/* the most copies that did not read 0; live may be 0 although some count */
	bool   tested;		/* a group was on the PMU, so live is valid */
	bool   starved;		/* a group opened but did not get its counters */
	struct refusal why;	/* if advertised is 0: why */
};

/* event: what each copy counts in user mode. Copies of one event miss broken fixed counters. */
void probe_counters(struct probe_pmu_result *out, const struct probe *p, const struct event *event);

#endif
