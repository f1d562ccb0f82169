/* SPDX-License-Identifier: MIT */
/* comparison_words.h - changes, limits and reasons in words, the same in every format for people. */
#ifndef FORMAT_COMPARISON_WORDS_H
#define FORMAT_COMPARISON_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"
#include "compare/comparison.h"
#include "format/quantity.h"

struct style;

/* The unit and digits of a row's values: one for all sides, so that they can be read against each other. */
struct quantity words_quantity(const struct comparison *cmp, size_t row);
/* NULL: this side does not have the row. */
const struct sample_row *words_side_row(const struct comparison *cmp, size_t side, size_t row);

/*
 * Appends "+2.31 % [+2.29, +2.33]".  Where the limit is a difference, or where no change can be told in per
 * cent, it appends the difference in the row's unit; of a row that has only a cap the value that is compared
 * with it.  Appends nothing where nothing is known.
 */
void words_add_change(struct str *out, const struct comparison *cmp, size_t side, size_t row,
		      const struct style *s);
/* The level that the intervals of all changes have; NaN: they differ, or there is none. */
double words_level(const struct comparison *cmp);
/* Appends " at 99.902 %", unless words_level tells it or the medians' intervals have the same level. */
void words_add_own_level(struct str *out, const struct comparison *cmp, size_t side, size_t row,
			 const struct style *s);
bool words_is_other_level(const struct comparison *cmp, double level);	/* not the level of medians */
/* Appends "99.902 %", with as many digits as tell it from 100. */
void words_add_level(struct str *out, double level, const struct style *s);
int  words_percent_digits(const struct change *c);	/* after the point, of a change in per cent */
/* Appends "+1 %", "+5 % and +100" or "64 MiB"; nothing where there is no limit. */
void words_add_limit(struct str *out, const struct comparison *cmp, size_t side, size_t row,
		     const struct style *s);
/* Of a side without values: appends "at most 2 MiB", or why there are none; nothing without such a row. */
void words_add_lack(struct str *out, const struct comparison *cmp, size_t side, size_t row,
		    const struct style *s);
/* Appends why there is no verdict: "not supported", "6 runs are needed"; nothing where there is one. */
void words_add_reason(struct str *out, const struct comparison *cmp, size_t side, size_t row);
/* Appends what the limit is compared with: the change, or of a row that has only a cap its value. */
void words_add_held(struct str *out, const struct comparison *cmp, size_t side, size_t row,
		    const struct style *s);
/* Appends what there is of the last three, after "before": "+2.31 % [+2.29, +2.33], limit +1 % (why)". */
void words_add_findings(struct str *out, const struct comparison *cmp, size_t side, size_t row,
			const char *before, const struct style *s);
/* Appends "instructions:u"; with more than two sides also which one it is: "B: instructions:u". */
void words_add_row_name(struct str *out, const struct comparison *cmp, size_t side, size_t row);
/* The verdict is inconclusive, and stays so with these runs. */
bool words_is_hopeless(const struct row_comparison *c);
/* The reason says more than that there is no value, which the table shows anyway. */
bool words_is_telling(const struct row_comparison *c);
/* No side has a value of the row, all for the same reason, and nobody asked for a verdict. */
bool words_is_uncounted(const struct comparison *cmp, size_t row);
/* Appends "no value: a, b (not counted)" for such rows, but for those that a note of a run names. */
void words_add_uncounted(struct str *out, const struct comparison *cmp);
void words_add_letter(struct str *out, size_t side);	/* "A", "B": stands for a side */
/* Appends "A: prog (10 runs)". */
void words_add_side(struct str *out, const struct comparison *cmp, size_t side);
/* Visits the notes of the comparison, then those of its runs: "note: A: ..." where only A has it. */
typedef void words_visit(struct str *out, const char *line);
void words_each_note(struct str *out, const struct comparison *cmp, bool all, words_visit *visit);
/* What people want to see at a glance: 1 worse, -1 better, 0 neither or not sure. */
int  words_tone(const struct comparison *cmp, size_t side, size_t row);

#endif
