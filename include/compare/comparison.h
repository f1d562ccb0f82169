/* SPDX-License-Identifier: MIT */
/*
 * comparison.h - compares the results of several commands or files with the first one, row by row.
 *
 *	comparison_build(&cmp, side, n, &opts, &err);	at each look: the rows and their limits
 *	stopping_look(&rule, cmp.comparison, cmp.n_comparisons);	or compare_all(): the verdicts
 *	comparison_conclude(&cmp);				the outcome
 *	comparison_document_add(&d, format, ...);	for each output
 *
 * The rows of the first side come first, then rows that only others have.  Rows of two sides belong
 * together if they have the same name; they are compared if their encoding and unit are equal, too.
 *
 * Two rows are the same event if name, PMU, config and scope are equal.  PMUs are compared by name, and
 * tracepoints without id, as these numbers may change at each boot.
 */
#ifndef COMPARE_COMPARISON_H
#define COMPARE_COMPARISON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/str.h"
#include "compare/row_comparison.h"
#include "compare/samples.h"
#include "where/where_block.h"

struct power;

enum comparison_mode { COMPARISON_PLAIN, COMPARISON_GATE, COMPARISON_SELFTEST, COMPARISON_MODES };

enum outcome {			/* of all rows that have a limit: the first of these that is true */
	OUTCOME_REGRESSED,	/* a row is beyond its limit, on either side of it */
	OUTCOME_INCOMPARABLE,	/* a row could not be compared, or is missing */
	OUTCOME_UNSURE,
	OUTCOME_FINE,
	OUTCOME_NOTHING,	/* no row got a verdict: none has a limit, or all were skipped */
	OUTCOMES
};

enum gravity { GRAVITY_NOTE, GRAVITY_WARNING, GRAVITY_ERROR, GRAVITIES };

struct comparison_note {
	enum gravity gravity;
	char *code;		/* owned: for machines */
	char *text;		/* owned: a sentence without a full stop; may have control characters */
	int   side;		/* that it is about; -1: all */
};

struct comparison_where {	/* of one side: the lines of code behind a change (comparison_where.h) */
	struct where_block block;
	size_t row;		/* that the change is of */
};

struct compared_row {
	const struct sample_row *of;	/* of the first side that has it: name, unit, kind... */
	int *at;			/* owned: by side, index into its rows; -1: it has no such row */
	/* owned: by side; n is 0 if it has no values, and max then an upper bound, if that is known */
	struct summary *spread;
};

struct comparison_opts {
	enum comparison_mode mode;
	const struct limits *limits;	/* NULL: none */
	double level;			/* 0.99: of the intervals of medians */
	bool   check_hosts;		/* the first side was measured at another time or on another host */
	/* --allow-env-mismatch: a different host, or a machine whose state is not known, is only a warning */
	bool   allow_mismatch;
	bool   named;			/* --name says that it is the same benchmark: commands may differ */
	bool   skip_unsupported;	/* --if-unsupported=skip */
	bool   history;			/* the first side has results of a history: trend_base.h */
	/* for formats that say what fails */
	bool   unsure_fails;		/* --inconclusive=fail */
	bool   accepted;		/* --update has accepted the new side, whatever the verdicts are */
	/* only shown */
	size_t least_runs;		/* of -r; 0: nothing runs, all sides are saved results */
	bool   budget_ended;		/* --budget, before a row was sure */
	double injected;		/* --inject: 0.1 if all sides but the first were made 10 % worse */
	bool   interleaved;		/* the sides ran in turns: A B B A ... */
	size_t warmups;
	bool   all;			/* --all: rows without a limit are shown, too */
	bool   several;			/* there are other benchmarks, so its name is the heading */
	const char *sources;	/* paths of sources are shown as they are below this folder; NULL: whole */
	const struct power *detect;	/* COMPARISON_SELFTEST: parallel to comparison; NULL: not known yet */
};

struct comparison {
	struct machine_change *machine;	/* owned, by side; NULL: all sides were measured in turns */
	struct comparison_opts opts;
	const struct samples *side; size_t n_sides;	/* borrowed; all others are compared with the first */
	struct compared_row *row; size_t n_rows;
	struct measured *measured;			/* by row, with their limits */
	struct host_differences *differences;		/* owned: by side, of its host from the first */
	/* of each side but the first: [(side - 1) * n_rows + row] */
	struct row_comparison *comparison; size_t n_comparisons;
	struct comparison_note *note; size_t n_notes;
	struct comparison_where *where;		/* owned, by side; NULL: none */
	/* set by comparison_conclude() */
	size_t count[VERDICT_COUNT];			/* of the comparisons that have a limit */
	enum outcome outcome;
};

/*
 * cmp: {0}, or the comparison of an earlier look at the same sides.  Rows that an earlier look found to be
 * noisy stay noisy; its notes are dropped.  A limit that fits no row is an error.
 */
int  comparison_build(struct comparison *cmp, const struct samples *side, size_t n,
		      const struct comparison_opts *o, struct error *err);
/* Adds each note once. */
void comparison_add_note(struct comparison *cmp, enum gravity gravity, int side, const char *code,
			 const char *fmt, ...) __attribute__((format(printf, 5, 6)));
void comparison_conclude(struct comparison *cmp);
/* The outcome of one side, which is not the first. */
enum outcome comparison_side_outcome(const struct comparison *cmp, size_t side);
/* NULL for the first side. */
const struct row_comparison *comparison_row(const struct comparison *cmp, size_t side, size_t row);
bool row_comparison_is_checked(const struct row_comparison *c);	/* it has a limit, and was not skipped */
bool row_comparison_is_skipped(const struct row_comparison *c);	/* --if-unsupported=skip skipped its limit */
/* Appends what makes the row incomparable: "the CPU and the command"; nothing: it can be compared. */
void comparison_add_differences(struct str *out, const struct comparison *cmp,
				const struct row_comparison *c);
/* Appends its reason, with these differences if they are the reason. */
void comparison_add_reason(struct str *out, const struct comparison *cmp, const struct row_comparison *c);
/* --budget was too short for every limit: what is inconclusive then fails, like no verdict at all. */
bool comparison_is_cut(const struct comparison *cmp);
/* No limit got a verdict: a gate must not show this as a success. */
bool comparison_is_nothing(const struct comparison *cmp);
/* The name of a side (--name, or its command) as it was typed: for machines. */
void comparison_add_id(struct str *out, const struct comparison *cmp, size_t side);
/* The same, with control characters escaped: for people. */
void comparison_add_name(struct str *out, const struct comparison *cmp, size_t side);
/* The same without the commit of --base, for what both sides of it share. */
void comparison_add_benchmark(struct str *out, const struct comparison *cmp, size_t side);
void comparison_release(struct comparison *cmp);

/* The words for the enums in documents. */
extern const char *const comparison_modes[COMPARISON_MODES];
extern const char *const comparison_outcomes[OUTCOMES];
extern const char *const comparison_gravities[GRAVITIES];

#endif
