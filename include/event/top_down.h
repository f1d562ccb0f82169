/* SPDX-License-Identifier: MIT */
/*
 * top_down.h - groups Intel's top-down events (the shares of pipeline slots) as the kernel demands.
 *
 * They are shares of the slots, measured by one counter. Whatever the order in which they were named,
 * slots comes first and takes in those that were named outside its group.
 */
#ifndef EVENT_TOP_DOWN_H
#define EVENT_TOP_DOWN_H

struct events;
struct event_origin;
struct pmus;
struct specs;

/* Marks them, moves them after a slots event that the user or the same metrics named, and sets leaders. */
void top_down_arrange(struct events *e, struct event_origin *from, const struct specs *specs,
		      const struct pmus *pmus);

#endif
