/* SPDX-License-Identifier: MIT */
/*
 * compare.h - two series of one row: the change, how sure it is, the verdict.
 *
 * Counts that do not vary are compared as they are (COMPARE_EXACT).  Of a program's own work, what
 * is counted in user mode, those of three runs may: on each side they agree within 0.05 % of the
 * median and a quarter of the limit, but for so few strays as an even chance between two values
 * would seldom leave, all of them outside of the median's interval, and every pairing of those that
 * agree is on the same side of the limit.  Other counts are exact if all runs of either side have
 * the same one, five at least; times and ratios never are.  Else interleaved runs are compared in
 * pairs (COMPARE_PAIRED), and others all with all (COMPARE_TWO_SAMPLE), by ranks.  A cap asks where
 * the median of the new side is.
 *
 * A verdict is given when it is sure: the interval of the change lies beyond the limit, or
 * within it.  Several rows at once are more chances to be wrong, so Holm's procedure takes them
 * in the order of their p values and asks the more of each the more are left; the interval that is
 * shown is the one that was asked of the row.  The chance of any wrong verdict is 1 - level, over
 * all rows and all looks.
 */
#ifndef CALC_COMPARE_H
#define CALC_COMPARE_H

#include <stdbool.h>
#include <stddef.h>

#include "calc/contrast.h"
#include "calc/limit.h"
#include "calc/looks.h"
#include "calc/order.h"

enum verdict {
	VERDICT_SAME,		/* surely within the limit */
	VERDICT_BETTER,		/* and better by more than the limit would let it be worse */
	VERDICT_WORSE,		/* surely beyond the limit */
	VERDICT_UNSURE,		/* neither is sure */
	VERDICT_INCOMPARABLE,
	VERDICT_MISSING,	/* one side does not have it */
	VERDICT_SKIPPED,	/* it has no limit: shown, not judged */
	VERDICT_COUNT,
};

enum compare_reason {
	REASON_NONE,
	REASON_AT_LIMIT,	/* unsure: the interval holds the limit */
	REASON_TOO_FEW,		/* unsure: so few runs have no interval of that level */
	REASON_BASE_ZERO,	/* a relative change of nothing */
	REASON_NO_BASE, REASON_NO_NOW,
	/* known to who measured, and given by him: */
	REASON_NOT_COUNTED, REASON_NOT_SUPPORTED, REASON_MULTIPLEXED, REASON_OTHER_EVENT,
	REASON_OTHER_UNIT,
	REASON_OTHER_HOST,	/* the sides are of machines, or commands, that are not the same */
	REASON_FAILED,		/* the runs failed */
	REASON_HIDDEN,		/* behind what pstat itself needs */
	REASON_COUNT,
};

enum compare_path {
	COMPARE_NONE, COMPARE_EXACT, COMPARE_PAIRED, COMPARE_TWO_SAMPLE,
	COMPARE_ONE_SAMPLE,	/* of a row that has only a cap: its own median */
	COMPARE_PATHS
};

enum compare_stat {
	COMPARE_HL,		/* pairs where there are pairs */
	COMPARE_MWU,		/* all with all, always: finds more where a program has two modes */
};

struct comparison {
	/* what is given; borrowed */
	const struct measured *row;
	const double *base, *now;	/* a value per run, NaN: was not counted; pairs have the same index */
	size_t n_base, n_now;
	const struct limit *limit;	/* for show; may be NULL although there is a threshold */
	struct threshold threshold;	/* none of its parts: shown, not judged */
	enum compare_reason why;	/* of the last ones above: not comparable, whatever the values */
	double at_most;			/* with REASON_HIDDEN: no value of now is larger; 0: not known */
	bool noisy;			/* not to be taken for exact: an earlier look found otherwise */

	/* what is found */
	struct spread before, after;	/* of the values of each side; intervals at the level of opts */
	size_t n;			/* pairs, or values of the shorter side, that were compared */
	enum compare_path path;
	bool   logs;			/* relative: of logarithms; else of differences by base's median */
	bool   wide;			/* exact, but a side's range is over a quarter of the limit */
	/* Exact: between medians, the intervals of all pairings of values that agree. */
	struct change relative;		/* 0.01: one per cent more than base */
	struct change absolute;		/* in the row's unit */
	double level;			/* of the intervals, after Holm and looks; NaN: those of exact */
	double p_worse;			/* one-sided: seen by chance so often, were it within the limit */
	double p_within;		/* and were it beyond; both NaN: by no test */
	size_t n_over;			/* runs of now that are beyond a cap */
	size_t least;			/* with REASON_TOO_FEW: so many would have an interval */
	int    leaning;			/* the change is surely for the worse, 1, better, -1, or neither, 0 */
	enum verdict verdict;
	enum compare_reason reason;
};

struct compare_opts {
	bool   paired;			/* index i of base and now ran side by side */
	double level;			/* 0.99 */
	enum compare_stat stat;
	const struct looks *looks;	/* NULL: this is the only look */
	size_t look;
	bool   exact_only;		/* what varies waits for a later look */
};

struct compare_word {
	const char *code;	/* in machine formats */
	const char *english;
};

extern const struct compare_word compare_verdicts[VERDICT_COUNT];
extern const struct compare_word compare_reasons[REASON_COUNT];
extern const struct compare_word compare_paths[COMPARE_PATHS];

void compare_all(struct comparison *c, size_t n, const struct compare_opts *o);
/* The least runs of each side that have an interval of that level when so many rows are judged. */
size_t compare_least_runs(double level, size_t judged, bool paired);

#endif
