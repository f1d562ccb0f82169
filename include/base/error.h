/* SPDX-License-Identifier: MIT */
/*
 * error.h - the one error value every fallible function fills in.
 *
 * A struct error is a plain value on the caller's stack: no allocation, nothing
 * to release.  Fallible functions take it as their last argument, return 0 or
 * -1, and leave it untouched on success, so calls can be chained.
 */
#ifndef BASE_ERROR_H
#define BASE_ERROR_H

#include <stdbool.h>
#include <stddef.h>

enum error_kind {
	ERROR_NONE,
	ERROR_USAGE,		/* bad command line, an event that is mistyped or malformed */
	ERROR_NOT_FOUND,	/* an event that others have; a PMU, metric, pid, cgroup */
	ERROR_PERMISSION,	/* perf_event_paranoid, capabilities, seccomp */
	ERROR_UNSUPPORTED,	/* the kernel or the hardware cannot do it */
	ERROR_LIMIT,		/* out of file descriptors, counters, memory lock */
	ERROR_EXEC,		/* the command could not be executed; errnum says why */
	ERROR_SYSTEM,		/* any other failing system call */
	ERROR_FORMAT,		/* a file we read is not what we expect */
};

struct error {
	enum error_kind kind;
	int  errnum;		/* positive errno of the failing call, else 0 */
	bool reported;		/* the report says it, where errors go too: only the hint is printed */
	int  column;		/* where in place to point, else -1 */
	char place[72];		/* the user's text around the column, one line */
	char message[256];	/* what failed; no prefix, no newline */
	char hint[256];		/* what to do about it; "" when there is nothing */
};

#define ERROR_INIT { .column = -1 }

/* Always returns -1, so that `return error_set(err, ...)` reads naturally. */
int error_set(struct error *err, enum error_kind kind, int errnum, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

/* Where the next error goes, when only the first is told: that one while it is not set, else the other. */
struct error *error_first(struct error *first, struct error *lost);
/* What came of it all, where one that was kept came first: -1, and it is in err; else rc. */
int error_take_first(struct error *err, const struct error *first, int rc);

/* Add the user's next step to an error that is already set. */
void error_hint(struct error *err, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* Point at offset `at` of the user's text; returns -1.  Long text is cut to what stands around it. */
int error_point(struct error *err, const char *text, size_t at);

#endif
