/* SPDX-License-Identifier: MIT */
/* comparison_words.h - writes changes, limits and reasons in words, the same in every format for people. */
#ifndef FORMAT_COMPARISON_WORDS_H
#define FORMAT_COMPARISON_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"
#include "compare/comparison.h"
#include "format/quantity.h"
#include "format/style.h"

/* The unit and digits of a row's values, the same for all sides, so that people can compare them. */
struct quantity words_quantity(const struct comparison *cmp, size_t row);
/* NULL: the side does not have the row. */
const struct sample_row *words_sample_row(const struct comparison *cmp, size_t side, size_t row);

/*
 * Appends "+2.31 %".  If the limit is a difference, or if there is no change in per cent, it appends the
 * difference in the row's unit; for a row that has only a cap, the value itself.  Appends nothing if nothing
 * is known.
 */
void words_add_change(struct str *out, const struct comparison *cmp, size_t side, size_t row,
		      const struct style *s);
/* The same as short as it can be, with a blank: "+84 % ". */
void words_add_brief(struct str *out, const struct comparison *cmp, size_t side, size_t row,
		     const struct style *s);
/*
 * Appends the interval of the change: "14.7 to 19.1 % slower", or "exact"; nothing if there is none.  If the
 * medians do not fit to it: "3.3 % faster to 9.4 % slower; medians: 1.9 % faster".
 */
void words_add_range(struct str *out, const struct comparison *cmp, size_t side, size_t row,
		     const struct style *s);
/* The same for any change in per cent: "2.29 to 2.33 % more". */
void words_add_percent_range(struct str *out, const struct change *c, const struct style *s);
/*
 * The change of the medians, in the unit of the change that is shown, if people see that its sign is another,
 * or that it lies outside of the interval: a change is that of pairs of runs, or of all runs of one side with
 * all of the other.  Else NaN.
 */
double words_other_medians(const struct comparison *cmp, size_t side, size_t row);
/*
 * Appends "99 % sure": the confidence of all verdicts together.  The interval of a row is wider than this, as
 * several rows are several chances to be wrong; documents for programs have its level.
 */
void words_add_sure(struct str *out, const struct comparison *cmp, const struct style *s);
/* Whether a number in the table is a range that need not hold. */
bool words_has_intervals(const struct comparison *cmp);
/* Appends "99.902 %", with enough digits to differ from 100. */
void words_add_level(struct str *out, double level, const struct style *s);
int  words_percent_digits(const struct change *c);	/* after the point, for a change in per cent */
/* Appends "+1 %", "+5 % and +100" or "64 MiB"; nothing without a limit. */
void words_add_limit(struct str *out, const struct comparison *cmp, size_t side, size_t row,
		     const struct style *s);
/* For a side without values: appends "at most 2 MiB", or why there are none; nothing without the row. */
void words_add_lack(struct str *out, const struct comparison *cmp, size_t side, size_t row,
		    const struct style *s);
/* Appends why there is no verdict: "not supported", "6 runs are needed"; nothing if there is one. */
void words_add_reason(struct str *out, const struct comparison *cmp, size_t side, size_t row);
/* Appends "2.29 to 2.33 % more, 99 % sure (limit +1 %; why)", as far as known; before: put before a value. */
void words_add_outcome(struct str *out, const struct comparison *cmp, size_t side, size_t row,
			const char *before, const struct style *s);
/* Appends "instructions:u 90 % less": of a row that got better by more than half. */
void words_add_suspicion(struct str *out, const struct comparison *cmp, size_t side, size_t row,
			 const struct style *s);
extern const char words_suspicion[];	/* what to ask about it */
/* Appends "instructions:u"; with more than two sides "B: instructions:u". */
void words_add_row_name(struct str *out, const struct comparison *cmp, size_t side, size_t row);
/* The row has a limit, or it had one that was skipped. */
bool words_has_limit(const struct row_comparison *c);
bool words_is_limited(const struct comparison *cmp, size_t row);	/* some side of it has a limit */
/* Rows without a limit are not shown: a gate, in which others have one, without --all. */
bool words_hides_rows(const struct comparison *cmp);
/* The table for people has it; hides: words_hides_rows(). */
bool words_shows_row(const struct comparison *cmp, size_t row, bool hides);
/* All rows, those with a limit first; the caller frees it. */
size_t *words_order(const struct comparison *cmp);
/*
 * Appends "regressed", "not comparable (why)" or "could not tell (30 more runs might tell)"; for a row
 * without a limit "no limit" in a gate, and nothing or why it is not comparable in compare.
 */
void words_add_verdict(struct str *out, const struct comparison *cmp, size_t side, size_t row);
/* No side has a value of the row, all for the same reason, and no verdict was requested. */
bool words_is_uncounted(const struct comparison *cmp, size_t row);
/* Appends "no value: a, b (not counted)" for such rows, without those that a note of a run names. */
void words_add_uncounted(struct str *out, const struct comparison *cmp);
void words_add_letter(struct str *out, size_t side);	/* "A", "B": names a side */
/* What the side has several of: "run", or "result" of a history. */
const char *words_rounds(const struct comparison *cmp, size_t side);
/* Appends "A: prog (10 runs)". */
void words_add_side(struct str *out, const struct comparison *cmp, size_t side);
/* Visits the notes of the comparison, then those of its runs: "note: A: ..." where only A has it. */
typedef void words_visit(struct str *out, const char *line);
void words_each_note(struct str *out, const struct comparison *cmp, bool all, words_visit *visit);
/* Worse or better, or neither, which may be uncertain. */
int  words_tone(const struct comparison *cmp, size_t side, size_t row);
/*
 * The verdict is that it could not tell; without a limit, in compare, 0 is in the interval of the change, and
 * also more than 1 %.
 */
bool words_is_unsure(const struct comparison *cmp, size_t side, size_t row);

#endif
