/* SPDX-License-Identifier: MIT */
/*
 * metric_only.h - writes --metric-only: a line for each core, thread or total, a column for each metric, no
 * counts.
 *
 * The columns follow the order of the events.  An event's first metric always has a column; its other
 * metrics have one if any line has a value of them.
 *
 * Unlike in perf 6.12, all columns have titles, the cgroup has a separator after it, and a line always has
 * all cells.  csv, ndjson, markdown and openmetrics leave out the counts; json keeps them, as `pstat
 * report` decides later what to show.
 */
#ifndef FORMAT_METRIC_ONLY_H
#define FORMAT_METRIC_ONLY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"

struct report;
struct style;

bool metric_only_has_column(const struct report *r, size_t metric);
/* Callers escape it. */
void metric_only_add_title(struct str *out, const struct report *r, size_t metric);

void metric_only_text(struct str *out, const struct report *r, const struct style *s);
void metric_only_csv(struct str *out, const struct report *r, const struct style *s);
void metric_only_json(struct str *out, const struct report *r);

#endif
