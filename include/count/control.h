/* SPDX-License-Identifier: MIT */
/*
 * control.h - --control: commands that come through a descriptor or a FIFO while counting.
 *
 * One command a line.  What is acted on is acknowledged with "ack\n" and a zero byte.
 */
#ifndef COUNT_CONTROL_H
#define COUNT_CONTROL_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

struct kernel;

enum control_verb {
	CONTROL_NONE,		/* there is no whole command */
	CONTROL_ENABLE, CONTROL_DISABLE, CONTROL_EVLIST, CONTROL_SNAPSHOT, CONTROL_STOP, CONTROL_PING,
	CONTROL_WRONG,		/* begins like one and goes on otherwise: acknowledged, and refused */
	CONTROL_UNKNOWN,	/* not even that: no acknowledgement */
};

struct control {
	const struct kernel *kernel;	/* borrowed */
	int  fd, ack_fd;		/* -1: none */
	bool owned;			/* FIFOs that were opened here */
	bool own_reader;		/* fd is not the caller's */
	bool ended;			/* nobody can write to it any more */
	char line[256];			/* what was read and is no command yet */
	size_t len;
	char command[64];		/* the last one */
	bool skipping;			/* the rest of a line that was too long */
};

#define CONTROL_INIT { .fd = -1, .ack_fd = -1 }

int  control_open(struct control *c, const struct kernel *k, const char *spec, struct error *err);
int  control_read(struct control *c);	/* what there is to read now; 0 or -errno */
/*
 * The next whole command; name: what stands behind the word, "" when nothing does; valid
 * until the next call.
 */
enum control_verb control_next(struct control *c, const char **name);
void control_ack(struct control *c);
void control_close(struct control *c);

#endif
