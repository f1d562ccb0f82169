/* SPDX-License-Identifier: MIT */
/* cgroup_events.h - assigns cgroups to events: -G and --for-each-cgroup. */
#ifndef EVENT_CGROUP_EVENTS_H
#define EVENT_CGROUP_EVENTS_H

#include <stddef.h>

struct cgroups;
struct error;
struct events;
struct rootfs;

/*
 * -G: item i of the list is the cgroup of the i-th row, among the rows of the first `sources` texts that
 * have none yet; a single item is for all of them. An item may be empty: no cgroup; but not all items. A
 * group whose members get different cgroups becomes one group per cgroup.
 */
int  cgroup_events_set(struct events *e, int sources, const char *list, struct cgroups *cs,
		       const struct rootfs *root, struct error *err);
/* --for-each-cgroup: copies all events, with groups and rows, for each cgroup in turn; n_cgroups > 0. */
void cgroup_events_clone(struct events *e, size_t n_cgroups);

#endif
