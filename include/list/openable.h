/* SPDX-License-Identifier: MIT */
/* openable.h - which of the listed events the kernel opens: each is tried on pstat itself, and closed. */
#ifndef LIST_OPENABLE_H
#define LIST_OPENABLE_H

struct error;
struct kernel;
struct listing;

/*
 * Events that are untried; where no event at all can be opened, the others share that.  Fails where
 * the kernel cannot tell, for want of descriptors or memory.
 */
int openable_try(struct listing *l, const struct kernel *k, struct error *err);

#endif
