/* SPDX-License-Identifier: MIT */
/*
 * process_columns.h - makes the table of processes for people: a line for each, a column for each event.
 *
 * In the rows of other modes each process would be as many lines as there are events.  An event that nothing
 * could count has no column (a note names it); metrics are those of --metric-only.  What does not fit on the
 * terminal follows below, with the names again.
 */
#ifndef FORMAT_ROWS_PROCESS_COLUMNS_H
#define FORMAT_ROWS_PROCESS_COLUMNS_H

struct grid;
struct report;
struct style;

/* Makes the columns and cells of a grid that has only its form. */
void process_columns_build(struct grid *g, const struct report *r, const struct style *s);

#endif
