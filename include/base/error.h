/* SPDX-License-Identifier: MIT */
/*
 * error.h - says what failed and why: every function that can fail fills in a struct error.
 *
 * A struct error is a plain value on the caller's stack; nothing has to be released. Functions that can
 * fail take it as their last parameter, return 0 or -1, and leave it untouched on success, so calls can be
 * chained.
 */
#ifndef BASE_ERROR_H
#define BASE_ERROR_H

#include <stdbool.h>
#include <stddef.h>

enum error_kind {
	ERROR_NONE,
	ERROR_USAGE,		/* a bad command line; a mistyped or malformed event */
	/* no such PMU, metric, pid or cgroup; an event that only other machines have */
	ERROR_NOT_FOUND,
	ERROR_PERMISSION,	/* perf_event_paranoid, capabilities, seccomp */
	ERROR_UNSUPPORTED,	/* the kernel or the hardware cannot do it */
	ERROR_LIMIT,		/* no more file descriptors, counters or locked memory */
	ERROR_EXEC,		/* the command could not be executed; errnum says why */
	ERROR_SYSTEM,		/* another system call failed */
	ERROR_FORMAT,		/* a file does not have the expected format */
};

struct error {
	enum error_kind kind;
	int  errnum;		/* positive errno of the failing call, else 0 */
	bool reported;		/* the report has told the error on the same output: print only the hint */
	int  column;		/* the position in place that the caret points at; -1: no caret */
	char place[72];		/* the user's text around that position, one line */
	char message[256];	/* what failed; no prefix, no newline */
	char hint[256];		/* what the user can do about it; "": nothing */
};

#define ERROR_INIT { .column = -1 }

/* Always returns -1, so that `return error_set(err, ...)` reads naturally. */
int error_set(struct error *err, enum error_kind kind, int errnum, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

/* Where to store the next error if only the first one is reported: first while it is not set, then lost. */
struct error *error_slot(struct error *first, struct error *lost);
/* The result of several steps: -1 and the error of first if it is set, else rc. */
int error_keep_first(struct error *err, const struct error *first, int rc);

/* Puts "what: " before the message, such as the file that it is about; a caret is dropped.  Returns -1. */
int error_prefix(struct error *err, const char *what);

/* Adds the user's next step to an error that is already set; returns -1. */
int error_hint(struct error *err, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* Point at offset `at` of the user's text; returns -1. Long text is cut to the part around that offset. */
int error_point(struct error *err, const char *text, size_t at);

#endif
