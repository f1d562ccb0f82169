/* SPDX-License-Identifier: MIT */
/* conclusion.h - one line that says what came of a comparison. */
#ifndef FORMAT_CONCLUSION_H
#define FORMAT_CONCLUSION_H

#include "format/comparison_words.h"

/*
 * Appends "2 events within limits; 1 regressed: ..."; of a gate that judged no limit "NOTHING WAS
 * JUDGED: ..."; of compared commands the conclusions of all sides; nothing of one side alone.
 */
void conclusion_add(struct str *out, const struct comparison *cmp, const struct style *s);
/*
 * Appends "B is faster than A: it takes 20.00 % less time, with 99 % confidence 19.20 to 20.80 % less";
 * nothing where no command's time was measured.
 */
void conclusion_add_side(struct str *out, const struct comparison *cmp, size_t side, const struct style *s);
int  conclusion_tone(const struct comparison *cmp, size_t side);	/* as words_tone: 1 is slower */
extern const char conclusion_nothing[];		/* the words of a gate that judged no limit */

#endif
