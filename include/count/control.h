/* SPDX-License-Identifier: MIT */
/*
 * control.h - reads --control commands from a descriptor or a FIFO while counting.
 *
 * One command per line. Commands that are carried out are acknowledged with "ack\n" and a zero byte.
 * `stop` ends the run; perf accepts it and does nothing.
 */
#ifndef COUNT_CONTROL_H
#define COUNT_CONTROL_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

struct kernel;

enum control_verb {
	CONTROL_NONE,		/* no complete command */
	CONTROL_ENABLE, CONTROL_DISABLE, CONTROL_EVLIST, CONTROL_SNAPSHOT, CONTROL_STOP, CONTROL_PING,
	CONTROL_WRONG,		/* a known word with a wrong rest: acknowledged, but refused */
	CONTROL_UNKNOWN,	/* an unknown word: not acknowledged */
};

struct control {
	const struct kernel *kernel;	/* borrowed */
	int  fd, ack_fd;		/* -1: none */
	bool owned;			/* FIFOs that this module opened */
	bool ended;			/* all writers have closed it */
	char line[256];			/* input without a complete command */
	size_t len;
	char command[64];		/* the last command */
	bool skipping;			/* skips the rest of a line that is too long */
};

#define CONTROL_INIT { .fd = -1, .ack_fd = -1 }

int  control_open(struct control *c, const struct kernel *k, const char *spec, struct error *err);
int  control_read(struct control *c);	/* reads what is available; 0 or -errno */
/* The next complete command. name: the text after the word, or ""; valid until the next call. */
enum control_verb control_next(struct control *c, const char **name);
void control_ack(struct control *c);
void control_close(struct control *c);

#endif
