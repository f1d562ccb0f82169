/* SPDX-License-Identifier: MIT */
/*
 * conclusion.h - sums up in one line how a comparison ended, or how several did.
 *
 *	struct conclusions all = {0};
 *	conclusions_add(&all, &cmp, 1, &style);		for each benchmark
 *	conclusions_line(&out, &all);			"2 of 5 benchmarks regressed: ..."
 *	conclusions_release(&all);
 */
#ifndef FORMAT_CONCLUSION_H
#define FORMAT_CONCLUSION_H

#include "format/comparison_words.h"

/*
 * Appends "1 of 3 events regressed: ...; 2 within limits"; for a gate that checked no limit "NOTHING WAS
 * JUDGED: ..."; for compared commands the conclusions of all sides; nothing for one side alone.
 */
void conclusion_add(struct str *out, const struct comparison *cmp, const struct style *s);
/*
 * Appends "B is faster than A: it takes 20.0 % less time (19.2 to 20.8 % less, 99 % sure)";
 * nothing if no command's time was measured.
 */
void conclusion_add_side(struct str *out, const struct comparison *cmp, size_t side, const struct style *s);
int  conclusion_tone(const struct comparison *cmp, size_t side);	/* as words_tone(): 1 is slower */
bool conclusion_is_unsure(const struct comparison *cmp, size_t side);	/* as words_is_unsure() */
/* Of a gate: -1 good, 1 bad, 0 neither. */
int  conclusion_outcome_tone(const struct comparison *cmp);

enum conclusion {		/* of a benchmark; the worst first */
	CONCLUSION_REGRESSED, CONCLUSION_TOO_GOOD, CONCLUSION_INCOMPARABLE, CONCLUSION_UNMEASURED,
	CONCLUSION_ALONE, CONCLUSION_UNSURE, CONCLUSION_NOTHING, CONCLUSION_IMPROVED, CONCLUSION_FINE,
	CONCLUSIONS
};

struct left_out {		/* a benchmark that is not compared */
	const char *name;
	const char *why;	/* it is not measured; NULL: one of the two files lacks it */
};

struct conclusions {		/* of a gate of several benchmarks */
	size_t n;
	size_t count[CONCLUSIONS];
	struct str named[CONCLUSIONS];	/* owned: the first of each, and what they did */
	size_t n_suspicious;		/* benchmarks in which a row got better by more than half */
	struct str suspicious;		/* owned: the first of them, and those rows */
	double injected;		/* 0.1: --inject +10% */
	bool unsure_fails;		/* an inconclusive one fails the build */
	bool unjudged;			/* as it lacks what a verdict needs, whatever --inconclusive says */
};

/* Adds a benchmark that a gate compared; nothing for other comparisons.  nth: from 2 on a repeated name. */
void conclusions_add(struct conclusions *all, const struct comparison *cmp, size_t nth,
		     const struct style *s);
void conclusions_add_left_out(struct conclusions *all, const struct left_out *b);
const char *left_out_why(const struct left_out *b);
/*
 * Appends "2 of 5 benchmarks regressed: parse +84 % task-clock and emit +12 % wall; 3 within limits"; nothing
 * for fewer than two benchmarks, as the one has its own line.
 */
void conclusions_line(struct str *out, const struct conclusions *all);
int  conclusions_tone(const struct conclusions *all);	/* -1: good, 1: the build fails, 0: neither */
void conclusions_release(struct conclusions *all);

#endif
