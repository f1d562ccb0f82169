/* SPDX-License-Identifier: MIT */
/* markup.h - reads the pieces that XML and the HTML of pstat have in common; complains about wrong ones. */
#ifndef MARKUP_H
#define MARKUP_H

#include "conform.h"

enum { MARKUP_NAME = 64 };

struct markup {
	struct file *file;
	const char *at, *end;
	size_t line;
};

#define WRONG(m, ...) (complain((m)->file, (m)->line, __VA_ARGS__), false)

void markup_space(struct markup *m);			/* skips it */
/* Checks text, or the value of an attribute, up to this character. */
bool markup_text(struct markup *m, char stop);
bool markup_name(struct markup *m, char name[MARKUP_NAME]);

#endif
