/* SPDX-License-Identifier: MIT */
/*
 * comparison.h - sides held against the first of them, row by row, and what came of it.
 *
 *	judgement_build(&j, side, n, &opts, &err);	at each look: which rows, which limits
 *	rule_look(&rule, j.comparison, j.n_comparisons);	or compare_all(): the verdicts
 *	judgement_conclude(&j);				what they come to
 *	comparison_document_add(&d, format, ...);	as often as there are outputs
 *
 * Rows are those of the first side, then what only others have.  Two rows are the same when
 * they have the same name; that they are compared asks for the same encoding and unit, too.
 *
 * Two rows are the same event if name, PMU, config and scope are equal.  PMUs are compared by name and
 * tracepoints without id, as the numbers are given anew at each boot.
 */
#ifndef COMPARE_COMPARISON_H
#define COMPARE_COMPARISON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/index.h"
#include "base/str.h"
#include "compare/row_comparison.h"
#include "compare/samples.h"

struct detect;

enum judgement_mode { JUDGE_COMPARE, JUDGE_GATE, JUDGE_SELFTEST, JUDGE_MODES };

enum outcome {			/* of all rows that have a limit; the first that is true */
	OUTCOME_REGRESSED,
	OUTCOME_INCOMPARABLE,	/* one of them could not be compared, or is missing */
	OUTCOME_UNSURE,
	OUTCOME_FINE,
	OUTCOME_NOTHING,	/* no row was judged: none has a limit, or all were skipped */
	OUTCOMES
};

enum gravity { GRAVITY_NOTE, GRAVITY_WARNING, GRAVITY_ERROR, GRAVITIES };

struct judged_note {		/* beside the rows */
	enum gravity gravity;
	char *code;		/* owned: for machines */
	char *text;		/* owned: a sentence without a full stop; text of others is in it as it is */
	int   side;		/* it is of this one; -1: of all */
	bool  built;		/* by judgement_build, which makes it anew */
};

struct judged_row {
	const struct side_row *of;	/* of the first side that has it: name, unit, kind... */
	int *at;			/* owned: by side, index into its rows; -1: it has none */
	/* owned: by side; n is 0 where it has none, and max what they do not exceed, if that is known */
	struct spread *spread;
};

struct judgement_opts {
	enum judgement_mode mode;
	const struct limits *limits;	/* NULL: none */
	double level;			/* 0.99: of the intervals of medians */
	/* those that are not the first were measured elsewhere, or then: are their hosts alike? */
	bool   check_hosts;
	bool   allow_mismatch;		/* --allow-env-mismatch: what differs is a warning */
	bool   named;			/* --name says that it is the same benchmark: its words may differ */
	bool   skip_unsupported;	/* --if-unsupported=skip */
	bool   unsure_fails;		/* --inconclusive=fail: for formats that say what fails */
	/* for show */
	const char *order;		/* "abba"; NULL: they were not interleaved */
	size_t warmups;
	bool   several;			/* other benchmarks are shown beside it: it is headed with its name */
	const struct detect *detect;	/* JUDGE_SELFTEST: parallel to comparison; NULL: not known yet */
};

struct judgement {
	struct judgement_opts opts;
	const struct side *side; size_t n_sides;	/* borrowed; others are held against the first */
	struct judged_row *row; size_t n_rows;
	struct measured *measured;			/* by row */
	/* of each side but the first: [(side - 1) * n_rows + row] */
	struct comparison *comparison; size_t n_comparisons;
	struct judged_note *note; size_t n_notes;
	struct index said;	/* of the notes */
	/* with judgement_conclude */
	size_t count[VERDICT_COUNT];			/* of the comparisons that have a limit */
	enum outcome outcome;
};

/*
 * From {0}, or from what an earlier look made of the same sides: what it found to be noisy
 * stays so, and notes that were added stay.  A limit that fits no row is an error.
 */
int  judgement_build(struct judgement *j, const struct side *side, size_t n, const struct judgement_opts *o,
		     struct error *err);
/* A note of the caller's; one that is there already is not added again. */
void judgement_note(struct judgement *j, enum gravity gravity, int side, const char *code,
		    const char *fmt, ...) __attribute__((format(printf, 5, 6)));
void judgement_conclude(struct judgement *j);
/* NULL: the first side is held against nothing. */
const struct comparison *judgement_comparison(const struct judgement *j, size_t side, size_t row);
bool judgement_is_judged(const struct comparison *c);	/* it has a limit, and was not skipped */
bool judgement_is_skipped(const struct comparison *c);	/* its limit was skipped, as asked */
/* A gate that judged no limit at all: it must not look like one that is open. */
bool judgement_is_nothing(const struct judgement *j);
/* What a side is called, as it was typed: for machines. */
void judgement_add_id(struct str *out, const struct judgement *j, size_t side);
/* What a side is called: --name, or its command; in characters that can be shown. */
void judgement_add_name(struct str *out, const struct judgement *j, size_t side);
void judgement_release(struct judgement *j);

/* The words for enums, as they stand in documents. */
extern const char *const judgement_modes[JUDGE_MODES];
extern const char *const judgement_outcomes[OUTCOMES];
extern const char *const judgement_gravities[GRAVITIES];

#endif
