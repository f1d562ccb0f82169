/* SPDX-License-Identifier: MIT */
/*
 * source_text.h - reads the lines of source files that debug information names.
 *
 * It may name anything: only regular files of at most 16 MB are opened, never FIFOs, devices or what is in
 * /proc, with the caller's own rights.  A source that is newer than the program is not the one that it was
 * built from, so its lines have numbers and no text.
 */
#ifndef WHERE_SOURCE_TEXT_H
#define WHERE_SOURCE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "base/index.h"

enum source_state {
	SOURCE_READ,
	SOURCE_ABSENT,		/* no such file, or the name is relative, or it may not be read */
	SOURCE_REFUSED,		/* no regular file, too large, or all sources together are */
	SOURCE_NEWER,		/* than the program */
};

struct source_text {
	char *path;			/* owned */
	enum source_state state;
	char *text;			/* owned: the lines, each ended by NUL; NULL unless SOURCE_READ */
	const char **line; size_t n;	/* line[0] is line 1; no blanks at their ends */
};

struct source_texts {			/* {0} is empty: each file is read once, when it is asked for */
	struct source_text **source; size_t n;
	struct index index;
	struct timespec newest;		/* a source after it is newer than the program; 0: not looked at */
	size_t bytes;			/* of all that were read */
};

enum { SOURCE_BYTES_MOST = 16 << 20, SOURCE_LINES_MOST = 2 << 20, SOURCES_BYTES_MOST = 256 << 20 };

/* The program has this file in it, such as itself or a library: it is as new as the newest of them. */
void source_texts_add_object(struct source_texts *s, const char *path);

const struct source_text *source_texts_get(struct source_texts *s, const char *path);
/* The line, from 1; NULL: the source is not known or has no such line. */
const char *source_line(const struct source_text *s, size_t line);
/* Of a line without its blanks, the same in each process and on each machine; 0: there is no line. */
uint64_t source_line_hash(const char *line);
void source_texts_release(struct source_texts *s);

#endif
