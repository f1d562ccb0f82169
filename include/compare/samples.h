/* SPDX-License-Identifier: MIT */
/*
 * samples.h - collects the values of one benchmark in all of its runs, row by row, to be compared.
 *
 * A row of rows.h has one value for each round.  A round is one run or, where the events need several sets,
 * one run of each set; a row that several of them counted has their mean.
 *
 * A value that may not be compared is NaN, and `lack` says why: the count was multiplexed or missing, or
 * the run failed.
 *
 * Values are in seconds and bytes, whatever the unit of the event, so that limits and formats have one
 * unit for each kind of number.  A count of 0 instructions or cycles comes from a broken counter.  A
 * max-rss that is not above that of pstat has only an upper bound, which is enough for a cap; in documents
 * the row then has no values, but a `max`.
 */
#ifndef COMPARE_SAMPLES_H
#define COMPARE_SAMPLES_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/str.h"
#include "compare/rows.h"

struct report;

struct samples {
	const struct report *report;	/* borrowed: the source */
	struct rows rows;	/* those that it has; a metric that has no value anywhere is left out */
	size_t n_rounds;
	size_t n_failed;	/* runs of the report that failed */
};

/*
 * ignored: as in run_result_failed().  It is an error if the rows of the report cannot be added up to one
 * for each event.
 */
int  samples_build(struct samples *s, const struct report *r, const uint64_t *ignored, struct error *err);
/* Adds "multiplexed in 2 of 10 runs, failed in 1", or "not supported"; nothing if no value is missing. */
void samples_add_lacks(struct str *out, const struct samples *s, const struct sample_row *row);
void samples_release(struct samples *s);

#endif
