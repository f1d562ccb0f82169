/* SPDX-License-Identifier: MIT */
/*
 * gate_run.h - runs a session until gate's verdicts are sure.
 *
 *	gate_run_open(&g, &session, opts, base);	after session_open
 *	session_start(&session, &err);
 *	gate_run_decide(&g, &err);			or gate_run_measure(), or gate_run_selftest()
 *	session_end(&session, &err);
 *	gate_run_note(&g);				what the rows do not say
 *	gate_run_release(&g);
 *
 * Repeated looks are paid for: compare/stopping_rule.h says how many runs there are, and how sure each
 * look must be.
 * A run that fails ends the session, and no limit is judged then.
 *
 * gate --save measures 10 runs; with -r MIN:MAX it goes on to MAX if a row with a limit varies, as
 * there is no verdict yet that could be sure.
 *
 * --selftest --inject judges the runs of the quiet part again, made worse, and runs on if the verdict is
 * not sure.
 */
#ifndef SESSION_GATE_RUN_H
#define SESSION_GATE_RUN_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "compare/limit.h"
#include "compare/stopping_rule.h"
#include "session/comparison_set.h"

struct power;
struct report;
struct session;
struct session_opts;

struct gate_opts {		/* what only gate is asked for */
	struct limits limits;		/* owned */
	bool limited;			/* --limit was given; else they are the usual ones */
	double level;			/* --confidence: 0.99 */
	bool unsure_fails;		/* --inconclusive=fail */
	bool skip_unsupported;		/* --if-unsupported=skip */
	bool allow_mismatch;
	bool github;
	const char *baseline, *candidate;	/* files; NULL: not given */
	bool update, selftest;
	double inject;			/* 0.02: 2 % worse; 0: nothing */
};

struct gate_run {
	const struct gate_opts *opts;	/* borrowed, as are session and base */
	struct session *session;
	const struct report *base;	/* a saved result; NULL: sides are compared with the first of them */
	struct comparison_set set;
	struct stopping_opts rule;		/* with what is known of the rows; after gate_run_decide */
	struct power *detect;		/* owned: by comparison; of gate_run_selftest */
};

struct gate_baseline {		/* one side, by the rows that have a limit */
	bool varies;		/* one of them is not exact */
	char lacking[80];	/* the first that has no value; "": all have */
};

void gate_run_open(struct gate_run *g, struct session *s, const struct gate_opts *o,
		   const struct report *base);
/* Runs until the verdicts are sure, or there are as many rounds as may be. */
int  gate_run_decide(struct gate_run *g, struct error *err);
/* One side alone: the least rounds, or, where what has a limit varies, the most. */
int  gate_run_measure(struct gate_run *g, struct error *err);
/*
 * Both sides are the same command: decides, decides again with the runs of the second made worse by
 * --inject, which must be noticed, and finds the smallest change that would be.
 */
int  gate_run_selftest(struct gate_run *g, struct error *err);
/* What the last side is worth as a baseline. */
int  gate_run_check(struct gate_run *g, struct gate_baseline *found, struct error *err);
void gate_run_note(struct gate_run *g);
void gate_run_release(struct gate_run *g);

/* How all judgements of gate are made; saved: a saved result is compared. */
struct comparison_opts gate_comparison_opts(const struct gate_opts *o, const struct session_opts *session,
					    bool saved);

#endif
