/* SPDX-License-Identifier: MIT */
/*
 * judge.h - output formats of judgements, as printer.h has those of reports.
 *
 * A judge turns a judgement into text and nothing else.  Adding a format is one new
 * judged_NAME.c and one line in judges[].
 */
#ifndef OUT_JUDGE_H
#define OUT_JUDGE_H

#include "base/str.h"

struct judgement;
struct style;

struct judge {
	const char *name;	/* the value of --format and of --export */
	const char *summary;	/* one line for --help */
	unsigned flags;		/* enum printer_flag */
	void (*print)(struct str *out, const struct judgement *j, const struct style *s);
};

extern const struct judge *const judges[];		/* NULL-terminated, in --help order */
const struct judge *judge_find(const char *name);	/* NULL: unknown */

#endif
