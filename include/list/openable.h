/* SPDX-License-Identifier: MIT */
/* openable.h - finds out which listed events the kernel opens, by opening each on pstat itself. */
#ifndef LIST_OPENABLE_H
#define LIST_OPENABLE_H

struct error;
struct kernel;
struct listing;

/*
 * Sets the state of all untried events.  If no event can be opened, all get the same state.  Fails if there
 * are too few descriptors or too little memory to find out.
 */
int openable_check(struct listing *l, const struct kernel *k, struct error *err);

#endif
