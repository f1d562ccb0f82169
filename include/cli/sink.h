/* SPDX-License-Identifier: MIT */
/*
 * sink.h - one place where a report goes, in one format.
 *
 * Opened before the run.  A stream gets each part of the report with one write, whole when
 * it is written.  A document, and any report that comes at once, is written beside its file
 * and renamed when it is complete, so that nobody ever reads half of one.  A file that no other one
 * can take the place of is written over then: one in a folder that is closed, or that the shell has opened.
 * What is no regular file, such as /dev/null or a FIFO, is written to.
 */
#ifndef CLI_SINK_H
#define CLI_SINK_H

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"
#include "base/str.h"
#include "cli/place.h"
#include "format/comparison_document.h"
#include "format/format.h"
#include "format/style.h"
#include "host/file.h"
#include "out/report.h"

struct report;
struct temp;

struct sink {
	const struct format *format;
	enum format_content content;	/* what it gets: reports or comparisons */
	struct style style;
	FILE *stream;			/* NULL: nothing is written */
	enum outlet outlet;		/* what it is, once that was asked */
	bool  owned;			/* we opened it */
	bool  begun;			/* a report stands in it */
	/* something in it was: of several results one may not be; what is read was, be it without a run */
	bool  measured;
	bool  failed;			/* a write failed: the rest is not tried */
	/* of a document: where it will be, and where it is until then; else NULL */
	char *path;
	struct temp *temp;
	struct place place;		/* what was there */
	int   tries;			/* of a lock: see lock_file() */
	bool  entry;			/* its results become part of the document at path */
	bool  early, older_stays;	/* early: no older result is replaced; the other: so one was not */
	struct comparison_document comparisons;	/* that are not written yet */
	bool  held;			/* nothing can be beside it: all of it is in text until then */
	char  started[32];		/* the time a file of perf's begins with; "": it is none */
	struct str text;
};

int  sink_open_file(struct sink *s, const char *path, bool append, struct error *err);
int  sink_open_fd(struct sink *s, int fd, struct error *err);		/* a copy of it */
int  sink_open_document(struct sink *s, const char *path, struct error *err);
bool sink_replaces(const char *path);	/* a document there takes the place of the one before; no stream */
/* The same, of results that join those of a document that is there; another file there is an error. */
int  sink_open_entry(struct sink *s, const char *path, struct error *err);

/* Nothing when it has failed before: -1 is said once. */
int  sink_begin(struct sink *s, const struct report *r, struct error *err);
int  sink_block(struct sink *s, const struct report *r, struct error *err);
int  sink_end(struct sink *s, const struct report *r, struct error *err);

/* Of a sink of judgements: one more of them, not needed afterwards; they are all. */
int  sink_judge(struct sink *s, const struct judgement *j, struct error *err);
int  sink_judged(struct sink *s, struct error *err);

/* A stream of fd, NULL and errno where it is none; above 2, or the command would write into it. */
FILE *sink_stream(int fd);
int  sink_not_created(const char *path, struct error *err);	/* by errno; returns -1 */
/* One write, and what came of it; a closed pipe is an error, not the end.  of: "perf.data", if no report. */
int  sink_write(FILE *stream, const struct str *text, struct error *err);
int  sink_write_of(FILE *stream, const char *of, const struct str *text, struct error *err);
/* The same of what is asked for and nothing else, as by list: who stops reading, as head does, ends it. */
int  sink_print(FILE *out, const struct str *text, struct error *err);
/* Behind what is in a file, which may have so many bytes then; a FIFO that nobody reads is not waited for. */
int  sink_append(const char *path, const struct str *text, size_t most, struct error *err);
/* A close may fail, too: a file on a server or under a quota is refused only then.  Twice is safe. */
int  sink_close(struct sink *s, struct error *err);

#endif
