/* SPDX-License-Identifier: MIT */
/*
 * top_down.h - Intel's top-down events, which the kernel counts only in a group that slots leads.
 *
 * They are shares of the slots, measured by one counter.  Whatever the order they were named in,
 * slots comes first, and takes in what was named outside of its group.
 */
#ifndef EVENT_TOP_DOWN_H
#define EVENT_TOP_DOWN_H

struct events;
struct origin;
struct pmus;
struct specs;

/* Marks them, moves them behind slots where the user or the same metrics named that, and sets leaders. */
void top_down_arrange(struct events *e, struct origin *from, const struct specs *specs,
		      const struct pmus *pmus);

#endif
