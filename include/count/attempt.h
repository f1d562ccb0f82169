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
 * Does an open group fit the counters?  Arm's driver ignores a leader that is disabled without
 * enable_on_exec: a group with one event too many opens, and never counts.  Where the group's leader is
 * of this kind, this opens the group once more with enable_on_exec, and closes it.
 */
bool attempt_group(const struct counters *cs, size_t lead);

#endif
