/* SPDX-License-Identifier: MIT */
/* openable.h - which of the listed events the kernel opens: each is tried on pstat itself, and closed. */
#ifndef COUNT_OPENABLE_H
#define COUNT_OPENABLE_H

struct kernel;
struct listing;

/* Events that are untried; where no event at all can be opened, the others share that. */
void openable_try(struct listing *l, const struct kernel *k);

#endif
