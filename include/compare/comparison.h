/* SPDX-License-Identifier: MIT */
/*
 * comparison.h - sides held against the first of them, row by row, and what came of it.
 *
 *	comparison_build(&j, side, n, &opts, &err);	at each look: which rows, which limits
 *	stopping_look(&rule, j.comparison, j.n_comparisons);	or compare_all(): the verdicts
 *	comparison_conclude(&j);				what they come to
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

struct power;

enum comparison_mode { COMPARISON_PLAIN, COMPARISON_GATE, COMPARISON_SELFTEST, COMPARISON_MODES };

enum outcome {			/* of all rows that have a limit; the first that is true */
	OUTCOME_REGRESSED,
	OUTCOME_INCOMPARABLE,	/* one of them could not be compared, or is missing */
	OUTCOME_UNSURE,
	OUTCOME_FINE,
	OUTCOME_NOTHING,	/* no row was judged: none has a limit, or all were skipped */
	OUTCOMES
};

enum gravity { GRAVITY_NOTE, GRAVITY_WARNING, GRAVITY_ERROR, GRAVITIES };

struct comparison_note {		/* beside the rows */
	enum gravity gravity;
	char *code;		/* owned: for machines */
	char *text;		/* owned: a sentence without a full stop; text of others is in it as it is */
	int   side;		/* it is of this one; -1: of all */
	bool  built;		/* by comparison_build, which makes it anew */
};

struct compared_row {
	const struct sample_row *of;	/* of the first side that has it: name, unit, kind... */
	int *at;			/* owned: by side, index into its rows; -1: it has none */
	/* owned: by side; n is 0 where it has none, and max what they do not exceed, if that is known */
	struct summary *spread;
};

struct comparison_opts {
	enum comparison_mode mode;
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
	const struct power *detect;	/* COMPARISON_SELFTEST: parallel to comparison; NULL: not known yet */
};

struct comparison {
	struct comparison_opts opts;
	const struct samples *side; size_t n_sides;	/* borrowed; others are held against the first */
	struct compared_row *row; size_t n_rows;
	struct measured *measured;			/* by row */
	/* of each side but the first: [(side - 1) * n_rows + row] */
	struct row_comparison *comparison; size_t n_comparisons;
	struct comparison_note *note; size_t n_notes;
	struct index said;	/* of the notes */
	/* with comparison_conclude */
	size_t count[VERDICT_COUNT];			/* of the comparisons that have a limit */
	enum outcome outcome;
};

/*
 * From {0}, or from what an earlier look made of the same sides: what it found to be noisy
 * stays so, and notes that were added stay.  A limit that fits no row is an error.
 */
int  comparison_build(struct comparison *j, const struct samples *side, size_t n,
		      const struct comparison_opts *o, struct error *err);
/* A note of the caller's; one that is there already is not added again. */
void comparison_add_note(struct comparison *j, enum gravity gravity, int side, const char *code,
			 const char *fmt, ...) __attribute__((format(printf, 5, 6)));
void comparison_conclude(struct comparison *j);
/* NULL: the first side is held against nothing. */
const struct row_comparison *comparison_row(const struct comparison *j, size_t side, size_t row);
bool row_comparison_is_judged(const struct row_comparison *c);	/* it has a limit, and was not skipped */
bool row_comparison_is_skipped(const struct row_comparison *c);	/* its limit was skipped, as asked */
/* A gate that judged no limit at all: it must not look like one that is open. */
bool comparison_is_nothing(const struct comparison *j);
/* What a side is called, as it was typed: for machines. */
void comparison_add_id(struct str *out, const struct comparison *j, size_t side);
/* What a side is called: --name, or its command; in characters that can be shown. */
void comparison_add_name(struct str *out, const struct comparison *j, size_t side);
void comparison_release(struct comparison *j);

/* The words for enums, as they stand in documents. */
extern const char *const comparison_modes[COMPARISON_MODES];
extern const char *const comparison_outcomes[OUTCOMES];
extern const char *const comparison_gravities[GRAVITIES];

#endif
