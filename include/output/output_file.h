/* SPDX-License-Identifier: MIT */
/*
 * output_file.h - writes text to a file: as a stream, as all of the file, or merged with what is there.
 *
 * The text is complete before it is written, so a file is whole or not there.  An ordinary file of ours is
 * replaced by rename; any other file is overwritten in place, which keeps its owner, mode, access control
 * list and links.  Symbolic links are followed, see file_resolve_links().
 */
#ifndef OUTPUT_OUTPUT_FILE_H
#define OUTPUT_OUTPUT_FILE_H

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"
#include "base/str.h"
#include "host/file.h"

enum output_mode {
	OUTPUT_NONE,		/* nothing is written */
	OUTPUT_STREAM,		/* a text is written at once, after the one before */
	OUTPUT_REPLACE,		/* a text replaces the whole file */
	OUTPUT_MERGE,		/* the result of merge() of the text and the file replaces the file */
};

/*
 * Merges the file's own text, which can be read from fd, and the new text into all.  fd -1: there is no file
 * yet.  Returns 1: leave the file as it is; -1: they cannot be merged.
 */
typedef int output_merge(void *ctx, int fd, const struct str *text, struct str *all, struct error *err);

struct output_file {
	enum output_mode mode;
	bool  failed;		/* a write failed: nothing more is written */
	/* a stream */
	int   fd;
	bool  owned;		/* close it */
	enum output_kind kind;
	const char *what;	/* in messages; NULL: "the report" */
	/* REPLACE and MERGE */
	char *path;		/* owned: links are followed */
	bool  in_place;		/* a link in /proc: rename would replace the link */
	output_merge *merge;
	void *ctx;
};

void output_file_use(struct output_file *f, int fd);	/* a stream that the caller closes */
/* A stream: a copy of a descriptor that pstat was started with. */
int  output_file_open_fd(struct output_file *f, int fd, struct error *err);
/* A stream; append: after the present text, which is otherwise lost now. */
int  output_file_open_stream(struct output_file *f, const char *path, bool append, struct error *err);
/* OUTPUT_REPLACE; OUTPUT_STREAM if path is not a regular file, such as /dev/null or a FIFO. */
int  output_file_open(struct output_file *f, const char *path, struct error *err);
int  output_file_open_merge(struct output_file *f, const char *path, output_merge *merge, void *ctx,
			    struct error *err);
bool output_file_replaces(const char *path);	/* output_file_open() would not make a stream */

/* Returns -1 for the first failure only. */
int  output_file_write(struct output_file *f, const struct str *text, struct error *err);
/* close() may fail, too: a file server or a quota refuses some writes only then.  Calling twice is safe. */
int  output_file_close(struct output_file *f, struct error *err);

/* One write to somebody else's stream; a closed pipe is an error. */
int  output_file_write_to(FILE *out, const struct str *text, struct error *err);
/* The same, but a closed pipe ends pstat, as `pstat list | head` expects. */
int  output_file_print(FILE *out, const struct str *text, struct error *err);
/* Appends to a file, which may have `most` bytes then; a FIFO without a reader is an error. */
int  output_file_append(const char *path, const struct str *text, size_t most, struct error *err);
/*
 * Appends lines to a regular file, which is created if it does not exist, with one write while it is locked.
 * If its last line is torn, they begin a new one.
 */
int  output_file_append_line(const char *path, const struct str *lines, size_t most, struct error *err);
/* Whether output_file_append_line() could append now: 0, or -1. */
int  output_file_check_append(const char *path, size_t most, struct error *err);
int  output_file_not_created(const char *path, int errnum, struct error *err);	/* the message; returns -1 */

#endif
