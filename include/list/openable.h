/* SPDX-License-Identifier: MIT */
/* openable.h - tells which listed events the kernel opens, by opening and closing each on pstat itself. */
#ifndef LIST_OPENABLE_H
#define LIST_OPENABLE_H

struct error;
struct kernel;
struct listing;

/*
 * Sets the state of all untried events. If no event at all can be opened, all get that state. Fails if the
 * kernel cannot tell, for lack of descriptors or memory.
 */
int openable_check(struct listing *l, const struct kernel *k, struct error *err);

#endif
