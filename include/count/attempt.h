/* SPDX-License-Identifier: MIT */
/* attempt.h - one open of a slot, or of a group: what the kernel is asked. */
#ifndef COUNT_ATTEMPT_H
#define COUNT_ATTEMPT_H

#include <stdbool.h>
#include <stddef.h>

#include "host/attr.h"

struct counters;

/*
 * A descriptor or -errno.  group_fd -1: it leads, whatever the plan says.  attr as it came back.
 * Traced; the limit of descriptors is raised when it is in the way.
 */
int attempt_open(const struct counters *cs, size_t i, int group_fd, union attr *attr);

/*
 * Does a group that was opened fit the counters?  Arm's driver does not count a leader that is disabled and
 * waits for no exec: a group with one event too many opens, and never counts.  So where a group has no such
 * leader it is opened once more with one, and closed.
 */
bool attempt_group(const struct counters *cs, size_t lead);

#endif
