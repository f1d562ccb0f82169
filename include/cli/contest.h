/* SPDX-License-Identifier: MIT */
/*
 * contest.h - reports set against the first of them: their rows, and what is made of those.
 *
 *	contest_add(&c, &report, &err);		for each side
 *	contest_judge(&c, &opts, &how, &err);	or judgement_build, a rule, judgement_conclude
 *	contest_clear(&c);			before another look at more runs of the same sides
 */
#ifndef CLI_CONTEST_H
#define CLI_CONTEST_H

#include <stddef.h>

#include "base/error.h"
#include "calc/compare.h"
#include "out/judgement.h"
#include "out/side.h"

struct options;
struct report;

struct contest {
	const struct options *opts;	/* borrowed */
	struct side *side; size_t n;	/* owned */
	struct judgement judgement;
};

int  contest_add(struct contest *c, const struct report *r, struct error *err);
/* All comparisons at once, and what they come to. */
int  contest_judge(struct contest *c, const struct judgement_opts *o, const struct compare_opts *how,
		   struct error *err);
void contest_clear(struct contest *c);	/* the sides; what the judgement knows of them is kept */
void contest_release(struct contest *c);

#endif
