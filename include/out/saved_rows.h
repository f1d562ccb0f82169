/* SPDX-License-Identifier: MIT */
/* saved_rows.h - the tables of a saved result: units, and the counts of runs and intervals. */
#ifndef OUT_SAVED_ROWS_H
#define OUT_SAVED_ROWS_H

#include "base/error.h"

struct jsondoc;
struct saved_entry;

/* result: the object's node.  Its events and runs are there already. */
int saved_rows_read(struct saved_entry *e, const struct jsondoc *doc, int result, struct error *err);

/* saved_metrics.c: those that were asked for by name, of the rows that are there by now */
int saved_metrics_read(struct saved_entry *e, const struct jsondoc *doc, int result, struct error *err);

/* In one of a document's lists: says in which, and what is wrong.  Returns -1. */
int saved_wrong(struct error *err, const char *list, size_t index, const char *what);

#endif
