/* SPDX-License-Identifier: MIT */
/*
 * row_comparison.h - tests how each row differs between two results: change, interval and verdict.
 *
 * Counts that do not vary are compared as they are (COMPARE_EXACT).  A program's own work, counted in
 * user mode, is exact from three runs on: on each side the values agree within 0.05 % of the median
 * and a quarter of the limit.  A few strays are allowed: so few that two equally likely values would
 * leave them in at most 7 % of cases, none of them inside the interval of the median; and all pairs
 * of agreeing values lie on the same side of the limit.  A small median deviation is not enough, as
 * it is 0 for two equal values of three.  Other counts are exact if a side has at least five runs, all
 * equal: two page-faults more in each of three runs are chance in one of 32 comparisons, in each of five
 * in one of 512.  Times and ratios are never exact.
 *
 * Other rows are compared by ranks: interleaved runs in pairs (COMPARE_PAIRED), others as two samples
 * (COMPARE_TWO_SAMPLE).  A cap limits the median of the new side, so one disturbed run breaks no
 * limit.
 *
 * A verdict needs certainty: the interval of the change lies beyond the limit, or within it.  Several
 * rows at once are more chances to be wrong, so Holm's procedure takes the rows in the order of their
 * p values, and each row needs more certainty the more rows are left.  It takes the smaller of the two
 * p values of a row, worse or within, so every verdict counts against the stated chance, and a row that
 * is surely fine makes it easier for the next.  The interval shown is the one that the row needed.
 * The chance of any wrong verdict is 1 - level, over all rows and all looks.
 *
 * A two-sided limit is two limits: the row is within it if it is within both, each at its alpha.  It can be
 * beyond one of them only, and is far from the other then, so a wrong verdict is no more likely.
 *
 * The machine may have changed a time between two occasions (machine_change.h).  So a time is worse if it
 * is beyond the limit although the machine may have slowed it, and within it if it is although the machine
 * may have made it faster; the interval shown is wider by both.
 *
 * gate --trend compares with the results of a history (COMPARE_HISTORY): base then has the median of each
 * result, now has the runs of one result.  How much results vary from one occasion to the next is known from
 * the history, and no number of runs makes it smaller.  So the median of now is compared with that of base by
 * Student's t, with the deviation of the history; five results are needed.
 *
 * If 5 % of the results are wild, 116 of 10,000 unchanged ones regress after thirty.  No other test of one
 * result was better by enough (20,000 simulated): one that also asks for more than the worst earlier result
 * and the limit had 127 instead of 160, and found 70 instead of 95 % of changes by 20 %; a tail fitted to the
 * upper quarter 73 and 51 %; degrees of freedom from the kurtosis 123 and 70 %; a tenth of the alpha 116 and
 * 78 %.  Wild results are rare in a row, so the manual asks to measure again.
 *
 * A count that is 0 on both sides has not changed.  0 against more than 0 is comparable only with an
 * absolute limit.
 */
#ifndef COMPARE_ROW_COMPARISON_H
#define COMPARE_ROW_COMPARISON_H

#include <stdbool.h>
#include <stddef.h>

#include "base/quantiles.h"
#include "compare/limit.h"
#include "compare/machine_change.h"
#include "compare/stats/alpha_spending.h"
#include "compare/stats/change_test.h"

/* Values of the program's own work that agree within this are equal, relative to their median. */
#define COMPARE_EXACT_TOLERANCE 0.0005

enum verdict {
	VERDICT_SAME,		/* surely within the limit */
	VERDICT_BETTER,		/* surely better, by more than the limit allows it to be worse */
	VERDICT_WORSE,		/* surely beyond the limit */
	VERDICT_TOO_GOOD,	/* surely better than a two-sided limit allows */
	VERDICT_UNSURE,		/* it may be within the limit or beyond */
	VERDICT_INCOMPARABLE,
	VERDICT_MISSING,	/* one side does not have it */
	VERDICT_SKIPPED,	/* no limit: only shown; the reason tells why it has no change */
	VERDICT_COUNT,
};

enum compare_reason {
	REASON_NONE,
	REASON_AT_LIMIT,	/* unsure: the limit is inside the interval */
	REASON_TOO_FEW,		/* unsure: too few runs for an interval of that level */
	REASON_FEW_RESULTS,	/* unsure: the history has too few results */
	REASON_BUDGET,		/* unsure: the time was over before there were enough runs to decide */
	REASON_BASE_ZERO,	/* the base is 0: no relative change */
	REASON_NO_BASE, REASON_NO_NOW,
	/* the caller sets these, as it knows how the runs were measured: */
	REASON_NOT_COUNTED, REASON_NOT_SUPPORTED, REASON_MULTIPLEXED, REASON_OTHER_EVENT,
	REASON_OTHER_UNIT,
	REASON_OTHER_HOST,	/* the sides have different machines or commands */
	REASON_FAILED,		/* the runs failed */
	REASON_NOT_BUILT,	/* --build failed */
	REASON_OTHER_OUTPUT,	/* --same-output: the commands print different things */
	REASON_INTERRUPTED,	/* a signal to pstat ended the series, now or when it was saved */
	REASON_HIDDEN,		/* max-rss: not above that of pstat itself */
	REASON_MACHINE,		/* unsure: the machine was not the same on both occasions */
	REASON_MACHINE_UNKNOWN,	/* unsure: a side does not tell how the machine was */
	REASON_MACHINE_SHORT,	/* unsure: the new side does not tell it yet */
	REASON_COUNT,
};

enum compare_path {
	COMPARE_NONE, COMPARE_EXACT, COMPARE_PAIRED, COMPARE_TWO_SAMPLE,
	COMPARE_ONE_SAMPLE,	/* the row has only a cap: its own median */
	COMPARE_HISTORY,	/* base has results of a history */
	COMPARE_PATHS
};

struct row_comparison {
	/* input, borrowed */
	const struct measured *row;	/* with its limit */
	const double *base, *now;	/* one value per run; NaN: not counted; pairs have the same index */
	size_t n_base, n_now;
	struct threshold threshold;	/* of that limit; none: the row is skipped, or only shown */
	enum compare_reason why;	/* the caller's reason why the row is not comparable */
	double at_most;			/* with REASON_HIDDEN: no value of now is larger; 0: unknown */
	struct allowance machine;	/* of a time, on another occasion than the base; {0}: none */
	enum compare_reason machine_why;	/* of an allowance INFINITY */
	bool lost;			/* no later run will count it */
	bool noisy;			/* an earlier look found that it varies: never exact */
	bool history;			/* base has the medians of results */
	double noise;			/* their deviation, relative to the level; its degrees of freedom */
	size_t freedom;

	/* result */
	struct summary before, after;	/* of base and now; intervals at the level of opts */
	size_t n;			/* number of pairs, or of values of the shorter side */
	enum compare_path path;
	bool   logs;			/* relative is from logarithms; else differences / median of base */
	bool   wide;			/* exact, but the range of a side is over a quarter of the limit */
	/* If exact: the change of the medians, and the range over all pairs of agreeing values. */
	struct change relative;		/* 0.01: one per cent more than base */
	struct change absolute;		/* in the unit of the row */
	double level;			/* of the intervals, after Holm and looks; NaN: exact */
	double p_worse;			/* one-sided: chance of such data if it were within the limit */
	double p_within;		/* the same if it were beyond; both NaN: not tested */
	double p_better;		/* as p_worse, of the other side of a two-sided limit; else NaN */
	size_t n_over;			/* number of runs of now beyond a cap */
	size_t least;			/* with REASON_TOO_FEW: this many runs would have an interval */
	size_t runs;			/* with REASON_AT_LIMIT: so many might decide; 0: no number would */
	bool   runs_of_both;		/* a saved base needs as many */
	int    leaning;			/* the change is surely worse (1), better (-1), or neither (0) */
	enum verdict verdict;
	enum compare_reason reason;
};

struct compare_opts {
	bool   paired;			/* run i of base and run i of now are a pair */
	double level;			/* 0.99 */
	const struct alpha_spending *looks;	/* NULL: there is only this look */
	size_t look;
	bool   exact_only;		/* rows that vary are left to a later look */
};

struct compare_word {
	const char *code;	/* in machine formats */
	const char *english;
};

struct compare_reason_word {
	const char *code, *english;
	const char *hint;	/* what to do; NULL: nothing that is known */
	bool hopeless;		/* of an inconclusive row: more runs of the same gate would not help */
	bool shown;		/* also of a row without a limit: it says more than that there is no value */
};

extern const struct compare_word compare_verdicts[VERDICT_COUNT];
extern const struct compare_reason_word compare_reasons[REASON_COUNT];
extern const char *const compare_paths[COMPARE_PATHS];	/* in machine formats */

void compare_all(struct row_comparison *c, size_t n, const struct compare_opts *o);
/* Surely beyond its limit: worse, or better than a two-sided one allows. */
bool verdict_is_beyond(enum verdict v);
/* From the median of base to that of now, 0.01 for one per cent; NaN: there is none. */
double row_comparison_of_medians(const struct row_comparison *c);
/* The change as estimated, or that of the medians where the runs are too few for an estimate. */
double row_comparison_change(const struct row_comparison *c);
/* The smallest number of runs of each side that gives limited rows an interval of that level. */
size_t compare_least_runs(double level, size_t limited, bool paired);

#endif
