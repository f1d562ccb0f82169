/* SPDX-License-Identifier: MIT */
/*
 * comparison_set.h - compares results with the first of them: from reports to verdicts.
 *
 *	comparison_set_add(&set, &report, &err);		for each side
 *	comparison_set_judge(&set, &opts, &how, &err);	or comparison_build, a rule, comparison_conclude
 *	comparison_set_clear(&set);				before a look at more runs of the same sides
 */
#ifndef SESSION_COMPARISON_SET_H
#define SESSION_COMPARISON_SET_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "compare/comparison.h"
#include "compare/row_comparison.h"
#include "compare/samples.h"

struct report;
struct session;

struct comparison_set {
	const uint64_t *ignored;	/* of session_ignored(): failures that are accepted */
	struct samples *side; size_t n;	/* owned */
	struct comparison judgement;
};

int  comparison_set_add(struct comparison_set *set, const struct report *r, struct error *err);
/* All comparisons at once, and their outcome. */
int  comparison_set_judge(struct comparison_set *set, const struct comparison_opts *o,
			  const struct compare_opts *how, struct error *err);
/* After the last run: what else on this machine may have changed clocks and times. */
void comparison_set_note_machine(struct comparison_set *set, const struct session *s);
/* Drops the sides; what the judgement knows of them is kept. */
void comparison_set_clear(struct comparison_set *set);
void comparison_set_release(struct comparison_set *set);

#endif
