/* SPDX-License-Identifier: MIT */
/* raw_counts.h - writes the lines of -v above the rows: each counter as it was read, with its times. */
#ifndef FORMAT_RAW_COUNTS_H
#define FORMAT_RAW_COUNTS_H

#include "base/str.h"

struct report;
struct style;

/* Appends a line for each event of each run; nothing without -v. */
void raw_counts_add(struct str *out, const struct report *r, const struct style *s);

#endif
