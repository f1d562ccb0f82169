/* SPDX-License-Identifier: MIT */
/*
 * process_columns.h - rows of processes for people: a line for each process, a column for each event.
 *
 * In the rows of other modes each process would be as many lines as there are events.  An event that nothing
 * could count has no column (a note names it); metrics are those of --metric-only.  What does not fit on the
 * terminal follows below, with the names again.
 */
#ifndef FORMAT_PROCESS_COLUMNS_H
#define FORMAT_PROCESS_COLUMNS_H

#include <stdbool.h>

#include "base/str.h"

struct report;
struct style;

/* For formats that have tables of their own; texts are not escaped. */
struct process_table {
	void (*title)(struct str *out, const char *text, bool number);
	void (*titles_end)(struct str *out);
	void (*row)(struct str *out);		/* begins one */
	void (*cell)(struct str *out, const char *text, bool number);
	void (*row_end)(struct str *out);
};

/* The same cells, the names first. */
void process_columns_each(struct str *out, const struct report *r, const struct style *s,
			  const struct process_table *t);
void process_columns_add(struct str *out, const struct report *r, const struct style *s);

#endif
