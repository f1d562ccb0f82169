/* SPDX-License-Identifier: MIT */
/* saved_metrics.h - the metrics of a saved result that were asked for by name. */
#ifndef OUT_SAVED_METRICS_H
#define OUT_SAVED_METRICS_H

#include "base/error.h"

struct jsondoc;
struct saved_entry;

/* result: the object's node.  Its events and tables are there already. */
int saved_metrics_read(struct saved_entry *e, const struct jsondoc *doc, int result, struct error *err);

#endif
