/* SPDX-License-Identifier: MIT */
/*
 * probe.h - what the kernel lets pstat count, found out by counting pstat itself.
 *
 * Everything goes through struct kernel, is over within a fraction of a second, and is
 * closed again.  What is refused is an answer, not an error.
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

struct probe {			/* what is asked; both are borrowed */
	const struct kernel *kernel;
	const struct machine *machine;	/* its settings explain a refusal */
};

struct probed {			/* of one event */
	struct refusal why;	/* errnum 0: it opens; with less than was asked: why not with all of it */
	int  refused;		/* the errno of the first try */
	bool user_only;		/* it opens, but without the kernel */
	bool blind;		/* where all it counts happens */
};

/* cpu -1: on pstat itself; else all that runs there, which is not tried without the kernel. */
void probe_event(struct probed *out, const struct probe *p, const struct event *event, int cpu);

/* What the kernel answers to an event of this cgroup, by a descriptor of its folder: 0 or an errno. */
int  probe_cgroup(const struct probe *p, int fd, int cpu);

/* All of them on pstat itself; out is parallel to events. */
void probe_events(struct probed *out, const struct probe *p, const struct events *events);

enum { PROBE_MOST = 32 };	/* copies that are tried */

struct probed_counters {	/* of one PMU */
	size_t advertised;	/* the largest group of copies of the event that opens; at most PROBE_MOST */
	/* the largest whose copies agree after a busy loop; 0 with ran: even one alone reads 0 */
	size_t live;
	size_t counting;	/* copies that did not read 0, at best; live may be 0 although others count */
	bool   judged;		/* some group was on the PMU: live can be believed */
	bool   starved;		/* some group opened and did not get the counters that it takes */
	struct refusal why;	/* advertised 0: the reason */
};

/* event: what each copy counts, in user mode. */
void probe_counters(struct probed_counters *out, const struct probe *p, const struct event *event);

#endif
