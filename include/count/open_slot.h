/* SPDX-License-Identifier: MIT */
/*
 * open_slot.h - makes one perf_event_open of those that plan.h lists, or tries whether a whole group would
 * open, and logs it.
 */
#ifndef COUNT_OPEN_SLOT_H
#define COUNT_OPEN_SLOT_H

#include <stdbool.h>
#include <stddef.h>

#include "host/attr.h"

struct counters;

/*
 * Returns a descriptor or -errno. group_fd -1: the slot leads, whatever the plan says. attr is what the
 * kernel left. Raises the limit of descriptors if it is reached.
 */
int open_slot_once(const struct counters *cs, size_t i, int group_fd, union attr *attr);

/*
 * Tests whether an open group fits the counters. Arm's driver ignores a disabled leader without
 * enable_on_exec when it checks that, so a group with one event too many opens and never counts. For such
 * leaders this opens the group once more with enable_on_exec, and closes it.
 */
bool open_slot_test_group(const struct counters *cs, size_t lead);

#endif
