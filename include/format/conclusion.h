/* SPDX-License-Identifier: MIT */
/* conclusion.h - writes the result of a comparison in one line. */
#ifndef FORMAT_CONCLUSION_H
#define FORMAT_CONCLUSION_H

#include "format/comparison_words.h"

/*
 * Appends "2 events within limits; 1 regressed: ..."; for a gate that checked no limit "NOTHING WAS
 * JUDGED: ..."; for compared commands the conclusions of all sides; nothing for one side alone.
 */
void conclusion_add(struct str *out, const struct comparison *cmp, const struct style *s);
/*
 * Appends "B is faster than A: it takes 20.00 % less time, with 99 % confidence 19.20 to 20.80 % less";
 * nothing if no command's time was measured.
 */
void conclusion_add_side(struct str *out, const struct comparison *cmp, size_t side, const struct style *s);
int  conclusion_tone(const struct comparison *cmp, size_t side);	/* as words_tone(): 1 is slower */
extern const char conclusion_nothing[];		/* what a gate says that checked no limit */

#endif
