/* SPDX-License-Identifier: MIT */
/*
 * gate_run.h - runs a session until the verdicts of gate are sure.
 *
 *	gate_run_open(&g, &session, opts, base);	after session_open
 *	gate_run_watch_machine(&g, saves);
 *	session_start(&session, &err);
 *	gate_run_decide(&g, &err);			or gate_run_measure(), or gate_run_selftest()
 *	session_end(&session, &err);
 *	gate_run_note(&g);				what the rows do not tell
 *	gate_run_release(&g);
 *
 * Evaluating repeatedly makes errors more likely, so compare/stopping_rule.h sets how many runs there are
 * and how sure each evaluation must be.  A run that fails ends the session, and then no limit is checked.
 *
 * gate --save measures 10 runs.  With -r MIN:MAX it measures MAX runs if a row with a limit varies, as
 * there is no verdict yet that could end it earlier.
 *
 * Events of valgrind are counted in the first five runs of each side if they are the same there: a run under
 * valgrind takes as long as many native ones, and the next one would count the same.
 *
 * --selftest --inject evaluates the same runs again, made worse, and measures more if the verdict is not
 * sure.
 */
#ifndef SESSION_GATE_RUN_H
#define SESSION_GATE_RUN_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "compare/limit.h"
#include "compare/stopping_rule.h"
#include "session/comparison_set.h"
#include "session/limit_events.h"

struct power;
struct report;
struct trend_base;
struct session;
struct session_opts;

struct gate_opts {		/* the options that only gate has */
	struct limits limits;		/* owned */
	bool limited;			/* --limit was given; false: limits has the default */
	double level;			/* --confidence: 0.99 */
	bool unsure_fails;		/* --inconclusive=fail */
	bool skip_unsupported;		/* --if-unsupported=skip */
	bool allow_mismatch;
	bool all;			/* --all: show rows without a limit, too */
	bool github;
	const char *baseline, *candidate, *suite;	/* files; NULL: not given */
	size_t n_benchmarks;		/* of the suite, which are judged together; 0: there is none */
	bool update, selftest;
	const char *history;		/* the file that the result is appended to; NULL: none */
	const char *commit;		/* --commit; NULL: not given */
	bool trend;			/* --trend: compare with the history */
	const char *trend_file;		/* --trend=FILE; NULL: that of --history */
	double inject;			/* 0.02: 2 % worse; 0: nothing */
};

struct gate_decision {		/* internal: how far the verdicts of a set are */
	struct gate_run *g;
	struct comparison_set *set;	/* what the last look saw */
	double inject;
	struct stopping_rule rule;
	size_t rounds;			/* that the next look needs; 0: nothing has begun */
	size_t seen;			/* the rounds of the last look; 0: there was none */
	bool settled;			/* more runs would change no verdict */
	bool pauses, paused;		/* before the first look at rows that vary */
};

struct gate_run {
	const struct gate_opts *opts;	/* borrowed, as are session and base */
	struct session *session;
	const struct report *base;	/* a saved result; NULL: the first side is the base */
	struct trend_base *history;	/* --trend; NULL: not given */
	struct limited_rows limited;
	struct comparison_set set;
	struct comparison_set injected;	/* --selftest --inject: the same runs made worse */
	bool caught;			/* each injected change beyond its limit was detected */
	struct stopping_opts rule;		/* with the number of rows; after gate_run_decide */
	size_t least_rounds, most_rounds;	/* that can decide; that are made if nothing is sure */
	bool failed;			/* pstat could not make a run */
	bool waits;			/* gate_run_decide() has paused */
	struct gate_decision decision;
	struct power *detect;		/* owned, by comparison; set by gate_run_selftest */
};

struct gate_baseline {		/* whether the rows with a limit make a result a baseline */
	bool varies;		/* one of them varies between runs */
	char lacking[80];	/* the first that has no value; "": all have */
};

void gate_run_open(struct gate_run *g, struct session *s, const struct gate_opts *o,
		   const struct report *base);
/*
 * Measures the machine beside the runs, if times are compared with a saved result now or may be later.
 * saves: the result will be saved.
 */
void gate_run_watch_machine(struct gate_run *g, bool saves);
/* For one side: compares with the history.  More runs than the least would make nothing more certain. */
int  gate_run_trend(struct gate_run *g, struct error *err);
/*
 * Runs until the verdicts are sure, or the most rounds are made.  pauses: or until only rows that vary are
 * open, or the budget has ended; then the run waits, and a second call goes on.
 */
int  gate_run_decide(struct gate_run *g, bool pauses, struct error *err);
/* For one side: makes the least rounds, or the most if a row with a limit varies. */
int  gate_run_measure(struct gate_run *g, struct error *err);
/*
 * Both sides are the same command.  Decides, then decides again with the runs of the second side made worse
 * by --inject, which must be detected, and finds the smallest change that would be detected.
 */
int  gate_run_selftest(struct gate_run *g, struct error *err);
/* Checks the last side as a baseline. */
int  gate_run_check(struct gate_run *g, struct gate_baseline *found, struct error *err);
/*
 * After -1: compares the complete rounds, but judges nothing, and why becomes a note.  -1: there are none, or
 * no run failed.
 */
int  gate_run_salvage(struct gate_run *g, const struct error *why);
void gate_run_note(struct gate_run *g);
void gate_run_release(struct gate_run *g);

/* The options of every comparison of gate; saved: a saved result is compared. */
struct comparison_opts gate_comparison_opts(const struct gate_opts *o, const struct session_opts *session,
					    bool saved);

#endif
