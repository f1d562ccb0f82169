/* SPDX-License-Identifier: MIT */
/*
 * bout.h - a race that goes on until its judgement is sure.
 *
 *	bout_open(&b, env, opts, entrant, n, &err);
 *	b.base = &report;			where one command is held against a saved result
 *	bout_start(&b, &err);
 *	bout_decide(&b, &b.contest, 0, &err);	or bout_measure(), where nothing is held against it
 *	bout_end(&b, &err);
 *	bout_note(&b);				what the rows do not say
 *	bout_release(&b);
 *
 * A run that fails ends it: race.status says so, and what was to be judged is not comparable.
 *
 * gate --save measures 10 runs; with -r MIN:MAX it goes on to MAX if a row with a limit varies, as
 * there is no verdict yet that could be sure.
 */
#ifndef CLI_BOUT_H
#define CLI_BOUT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "calc/rule.h"
#include "cli/conditions.h"
#include "cli/contest.h"
#include "cli/race.h"

struct env;
struct options;
struct report;

struct bout {
	const struct env *env;		/* borrowed, as are opts and base */
	const struct options *opts;
	const struct report *base;	/* NULL: sides are held against the first of them */
	struct race race;
	struct contest contest;
	struct conditions conditions;
	struct rule_opts rule;		/* with what is known of the rows; after bout_decide */
};

struct bout_alone {		/* one side, by the rows that have a limit */
	bool varies;		/* one of them is not exact */
	char lacking[80];	/* the first that has no value; "": all have */
};

int  bout_open(struct bout *b, const struct env *env, const struct options *o, const struct entrant *entrant,
	       size_t n, struct error *err);
int  bout_start(struct bout *b, struct error *err);
/*
 * Runs until c is sure, or there are as many rounds as may be; those that there are already are
 * taken first.  inject: so much worse the last side is made, 0.02.
 */
int  bout_decide(struct bout *b, struct contest *c, double inject, struct error *err);
/* One side alone: the least rounds, or, where what has a limit varies, the most. */
int  bout_measure(struct bout *b, struct error *err);
int  bout_end(struct bout *b, struct error *err);
void bout_note(struct bout *b);
/* What the last side is worth as a baseline. */
int  bout_check(struct bout *b, struct bout_alone *alone, struct error *err);
void bout_release(struct bout *b);

/* How all judgements of gate are made; checked: the sides are of different times or machines. */
struct judgement_opts bout_judging(const struct options *o, bool checked);

#endif
