/* SPDX-License-Identifier: MIT */
/* subject.h - what a report is of, for people: the command, or what was asked for instead. */
#ifndef OUT_SUBJECT_H
#define OUT_SUBJECT_H

#include "base/str.h"

struct report;

/* "process id '1,2'" with ' for quote.  Lists are as they were typed. */
void subject_format(struct str *out, const struct report *r, const char *quote);

#endif
