/* SPDX-License-Identifier: MIT */
/*
 * metric_partner.h - finds the event that a name in the expression of a built-in metric means.
 *
 * It is the first other event of that kind in the list that counts the same modes in the same
 * cgroup on the same PMU; if the metric's own event is in a group, it has to be in that group, too.
 * "clock" means task-clock or cpu-clock, whichever comes first, on any PMU.
 */
#ifndef METRIC_METRIC_PARTNER_H
#define METRIC_METRIC_PARTNER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct event;
struct events;

struct partner_kind;

struct partners {		/* the events, sorted so that a partner is found by halving */
	const struct events *events;	/* borrowed */
	struct partner_kind *kind; size_t n;	/* owned: of the events that have a kind */
	size_t *members;	/* owned: by leader, the number of kernel events in its group */
	int *last;		/* owned: by leader, the index of the last event of its group */
};

void partners_build(struct partners *p, const struct events *events);
/* NULL: there is no such event. */
const struct event *partners_find(const struct partners *p, const struct event *self, const char *name);
void partners_release(struct partners *p);

/* Type and config of an event that has this name on every machine; false: no such name. */
bool partner_kind(const char *name, uint32_t *type, uint64_t *config);

#endif
