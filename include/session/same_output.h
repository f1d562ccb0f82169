/* SPDX-License-Identifier: MIT */
/*
 * same_output.h - implements --same-output: compares what the commands print on stdout.
 *
 *	same_output_begin(&o, &session, &err);	before the first warm-up, whose stdout goes to files
 *	if (same_output_check(&o, &session, &err) == 1)	after it
 *		the first side runs once more
 *	same_output_end(&o, &session, &err);		says what differs
 *	same_output_release(&o, &session);
 *	same_output_note(&session, &cmp);	with the results: what was compared
 *
 * The first warm-up is compared, and no run that counts: a command does other work if its stdout is a file.
 * The files have no name and are in $TMPDIR or /tmp, as in memory there might be no room.
 *
 * Output that differs ends the session before anything is measured.  The first side then runs once more,
 * to tell a command that prints something else in each run.
 */
#ifndef SESSION_SAME_OUTPUT_H
#define SESSION_SAME_OUTPUT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/str.h"

struct comparison;
struct printed;
struct session;

struct same_output {
	int *fd;		/* owned, by side; NULL: none are open */
	int first_fd;		/* of the first side before it ran again; 0: it did not */
	size_t other;		/* the side that differs from the first */
	struct str where;	/* as of same_output_compare() */
};

int  same_output_begin(struct same_output *o, struct session *s, struct error *err);
/* 0: they are the same; 1: the first side must run once more; -1: error. */
int  same_output_check(struct same_output *o, struct session *s, struct error *err);
/* Output that differs is no error: it ends the session with STATUS_COMMAND_FAILED. */
int  same_output_end(struct same_output *o, struct session *s, struct error *err);
void same_output_note(const struct session *s, struct comparison *cmp);
void same_output_release(struct same_output *o, struct session *s);

/*
 * Compares two files from their start.  1: they are the same, and found has their size; 0: they differ, and
 * where was added to `where`, as in: line 3 is "a" and "b"; or -errno, of which -EINTR stands for a signal.
 */
int  same_output_compare(struct printed *found, int a, int b, struct str *where);

#endif
