/* SPDX-License-Identifier: MIT */
/* title.h - writes the title of a report for people: the command, or what was counted if there was none. */
#ifndef FORMAT_TITLE_H
#define FORMAT_TITLE_H

#include "base/str.h"

struct report;

/* Appends "process id '1,2'" with ' as the quote.  Lists stay as they were typed. */
void title_add(struct str *out, const struct report *r, const char *quote);

#endif
