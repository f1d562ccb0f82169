/* SPDX-License-Identifier: MIT */
/* attempt.h - one open of a slot: traced, and the limit of descriptors raised when it is in the way. */
#ifndef COUNT_ATTEMPT_H
#define COUNT_ATTEMPT_H

#include <stddef.h>

#include "host/attr.h"

struct counters;

/* A descriptor or -errno.  group_fd -1: it leads, whatever the plan says.  attr as it came back. */
int attempt_open(const struct counters *cs, size_t i, int group_fd, union attr *attr);

#endif
