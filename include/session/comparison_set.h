/* SPDX-License-Identifier: MIT */
/*
 * comparison_set.h - collects the results that are the sides of a comparison, then compares them.
 *
 *	comparison_set_add(&set, &report, &err);		for each report
 *	comparison_set_compare(&set, &opts, &how, &err);	or comparison_build, a rule, _conclude
 *	comparison_set_clear(&set);				before more runs of the same sides are added
 */
#ifndef SESSION_COMPARISON_SET_H
#define SESSION_COMPARISON_SET_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "compare/comparison.h"
#include "compare/row_comparison.h"
#include "compare/samples.h"

struct aggr_opts;
struct benchmark;
struct report;
struct session;

struct comparison_set {
	const uint64_t *ignored;	/* of session_ignored(): failures that are accepted */
	struct samples *side; size_t n;	/* owned */
	struct comparison comparison;
};

int  comparison_set_add(struct comparison_set *set, const struct report *r, struct error *err);
/* Of a file, with the rows of --per-core and its kin; fills r, which lives as long as the set. */
int  comparison_set_add_saved(struct comparison_set *set, struct report *r, struct benchmark *b,
			      const struct aggr_opts *rows, struct error *err);
void comparison_set_add_empty(struct comparison_set *set);	/* a side that the caller fills */
/* 0.02: makes all sides but the first 2 % worse; 0: nothing. */
void comparison_set_inject(struct comparison_set *set, double change);
/* All comparisons at once, and their outcome. */
int  comparison_set_compare(struct comparison_set *set, const struct comparison_opts *o,
			    const struct compare_opts *how, struct error *err);
/* After the last run: notes what else on this machine may have changed clock rates and times. */
void comparison_set_note_machine(struct comparison_set *set, const struct session *s);
/* Drops the sides; the comparison keeps what it knows of them. */
void comparison_set_clear(struct comparison_set *set);
void comparison_set_release(struct comparison_set *set);

#endif
