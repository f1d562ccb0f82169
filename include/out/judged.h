/* SPDX-License-Identifier: MIT */
/* judged.h - what of a judgement the formats for people have in common. */
#ifndef OUT_JUDGED_H
#define OUT_JUDGED_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"
#include "out/judgement.h"
#include "out/quantity.h"

struct style;

/* In which a row's values stand: of all sides, so that they can be read against each other. */
struct quantity judged_quantity(const struct judgement *j, size_t row);
/* NULL: this side does not have it. */
const struct side_row *judged_side_row(const struct judgement *j, size_t side, size_t row);

/*
 * "+2.31 % [+2.29, +2.33]", or the difference in the row's unit where it is that which has a limit
 * or where there is no other; of a row that has only a cap the value that is held against it.
 * Nothing where nothing can be told.
 */
void judged_add_change(struct str *out, const struct judgement *j, size_t side, size_t row,
		       const struct style *s);
/* Of the intervals of changes: what all of them have; NaN: they differ, or there is none. */
double judged_level(const struct judgement *j);
/* Nothing where judged_level tells it, or where it is that of the medians' intervals: " at 99.902 %". */
void judged_add_own_level(struct str *out, const struct judgement *j, size_t side, size_t row,
			  const struct style *s);
bool judged_is_other_level(const struct judgement *j, double level);	/* than that of medians */
/* "99.902 %": as many digits as tell it from 100. */
void judged_add_level(struct str *out, double level, const struct style *s);
int  judged_percent_digits(const struct change *c);	/* behind the point, of a change in per cent */
/* "+1 %", "+5 % and +100", "64 MiB"; nothing where there is none. */
void judged_add_limit(struct str *out, const struct judgement *j, size_t side, size_t row,
		      const struct style *s);
/* Of a side without values: "at most 2 MiB", or why there are none; nothing where it has no such row. */
void judged_add_lack(struct str *out, const struct judgement *j, size_t side, size_t row,
		     const struct style *s);
/* Its reason says more than that there is no value, which the table shows anyway. */
bool judged_is_telling(const struct comparison *c);
/* No side has a value of it, for the same reason, and nobody asked for a verdict. */
bool judged_is_uncounted(const struct judgement *j, size_t row);
/* "no value: a, b (not counted)": such rows, but for those that a note of a run speaks of. */
void judged_add_uncounted(struct str *out, const struct judgement *j);
/* Why there is no verdict: "not supported", "6 runs are needed"; nothing where there is one. */
void judged_add_reason(struct str *out, const struct judgement *j, size_t side, size_t row);
/* The change, or of a row that has only a cap its value. */
void judged_add_held(struct str *out, const struct judgement *j, size_t side, size_t row,
		     const struct style *s);
/* What there is of the last three, behind "before": "+2.31 % [+2.29, +2.33], limit +1 % (why)". */
void judged_add_findings(struct str *out, const struct judgement *j, size_t side, size_t row,
			 const char *before, const struct style *s);
/* "instructions:u"; where several sides are held against the first, of which: "B: instructions:u". */
void judged_add_row_name(struct str *out, const struct judgement *j, size_t side, size_t row);
/* It is not sure, and with these runs it never will be. */
bool judged_is_hopeless(const struct comparison *c);
void judged_add_letter(struct str *out, size_t side);	/* "A", "B": stands for a side */
/*
 * The notes of the judgement and those of the runs, in words, visited one by one; side: its, or
 * -1 where it holds for all.
 */
typedef void judged_visit(struct str *out, enum gravity gravity, int side, const char *text);
void judged_each_note(struct str *out, const struct judgement *j, bool all, judged_visit *visit);

/* What people want to see at a glance: 1 worse, -1 better, 0 neither or not sure. */
int  judged_tone(const struct judgement *j, size_t side, size_t row);
/*
 * "2 events within limits; 1 regressed: ..."; of a gate that judged no limit "NOTHING WAS JUDGED: ...";
 * of a comparison the conclusions of all sides; nothing of one side alone.
 */
void judged_line(struct str *out, const struct judgement *j, const struct style *s);

/*
 * "B is faster than A: it takes 20.00 % less time, with 99 % confidence 19.20 to 20.80 % less"; nothing
 * where no command's time was measured.
 */
void judged_add_conclusion(struct str *out, const struct judgement *j, size_t side, const struct style *s);
int  judged_conclusion_tone(const struct judgement *j, size_t side);	/* as judged_tone: 1 is slower */
extern const char judged_nothing[];	/* the words of a gate that judged no limit */

/* The table for people, and an empty line behind it; nothing where no row has a value. */
void judged_add_table(struct str *out, const struct judgement *j, const struct style *s);
/* Lines, which a terminal has room for; what does not fit goes on behind so many blanks. */
enum { JUDGED_INDENT = 3 };
void judged_add_fitted(struct str *out, const char *lines, size_t indent, const struct style *s);
/* The same of one line, in the colour of its tone. */
void judged_add_toned(struct str *out, const char *line, size_t indent, int tone, const struct style *s);

/* Whether annotations say of anything that it is an error. */
bool judged_github_tells(const struct judgement *j);
/* A line that makes GitHub's runner show an error. */
void judged_github_error(struct str *out, const char *message);

#endif
