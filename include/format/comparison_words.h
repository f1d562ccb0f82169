/* SPDX-License-Identifier: MIT */
/* comparison_words.h - writes changes, limits and reasons in words, the same in every format for people. */
#ifndef FORMAT_COMPARISON_WORDS_H
#define FORMAT_COMPARISON_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"
#include "compare/comparison.h"
#include "format/quantity.h"

struct style;

/* The unit and digits of a row's values, the same for all sides, so that people can compare them. */
struct quantity words_quantity(const struct comparison *cmp, size_t row);
/* NULL: the side does not have the row. */
const struct sample_row *words_sample_row(const struct comparison *cmp, size_t side, size_t row);

/*
 * Appends "+2.31 % [+2.29, +2.33]".  If the limit is a difference, or if there is no change in per cent, it
 * appends the difference in the row's unit; for a row that has only a cap, the value itself.  Appends
 * nothing if nothing is known.
 */
void words_add_change(struct str *out, const struct comparison *cmp, size_t side, size_t row,
		      const struct style *s);
/* The confidence level of the intervals of all changes; NaN: they differ, or there is none. */
double words_level(const struct comparison *cmp);
/* Appends " at 99.902 %", unless words_level() or the level of the medians says it already. */
void words_add_own_level(struct str *out, const struct comparison *cmp, size_t side, size_t row,
			 const struct style *s);
bool words_is_other_level(const struct comparison *cmp, double level);	/* not that of the medians */
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
/* Appends what is compared with the limit: the change, or for a row that has only a cap its value. */
void words_add_measured(struct str *out, const struct comparison *cmp, size_t side, size_t row,
		    const struct style *s);
/* Appends "+2.31 % [+2.29, +2.33], limit +1 % (why)", as far as known; before: put in front of a value. */
void words_add_outcome(struct str *out, const struct comparison *cmp, size_t side, size_t row,
			const char *before, const struct style *s);
/* Appends "instructions:u"; with more than two sides "B: instructions:u". */
void words_add_row_name(struct str *out, const struct comparison *cmp, size_t side, size_t row);
/* The row has a limit, or it had one that was skipped. */
bool words_has_limit(const struct row_comparison *c);
/* There are too few runs for any other verdict than inconclusive. */
bool words_has_too_few_runs(const struct row_comparison *c);
/* The reason says more than the table, which shows that there is no value. */
bool words_shows_reason(const struct row_comparison *c);
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
/* For colours: 1 worse, -1 better, 0 neither or uncertain. */
int  words_tone(const struct comparison *cmp, size_t side, size_t row);

#endif
