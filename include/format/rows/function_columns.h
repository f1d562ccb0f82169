/* SPDX-License-Identifier: MIT */
/*
 * function_columns.h - makes the table of functions for people: a line for each, and for each event its
 * estimate, share, error and samples.
 *
 * The error is that of the other tables if there are several runs.  One run has a sampling error instead:
 * which n of N samples hit a function is chance, and the share n/N varies as a share does.  The number of
 * samples is left out on a narrow terminal.
 */
#ifndef FORMAT_ROWS_FUNCTION_COLUMNS_H
#define FORMAT_ROWS_FUNCTION_COLUMNS_H

struct grid;
struct report;
struct style;

enum { FUNCTION_BAR = 2 };	/* the column of HTML that a page fills in: the share of the first event */

/* Makes the columns and cells of a grid that has only its form. */
void function_columns_build(struct grid *g, const struct report *r, const struct style *s);
/* In per cent of the estimate, of n of all samples; 0: not known, or exact. */
double function_columns_error_pct(unsigned n, unsigned all);

#endif
