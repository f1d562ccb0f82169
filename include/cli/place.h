/* SPDX-License-Identifier: MIT */
/*
 * place.h - what is where a document shall be, and how another file in its place is the same to everybody.
 */
#ifndef CLI_PLACE_H
#define CLI_PLACE_H

#include <stdbool.h>
#include <sys/types.h>

enum place_kind {
	PLACE_EMPTY,		/* nothing, or a link to nothing */
	PLACE_FILE,
	PLACE_OTHER,		/* a folder, a pipe, a device */
};

struct place {
	enum place_kind kind;
	bool   nameless;	/* the file is in no folder: somebody has it open */
	mode_t mode;		/* of the file, or of one that would be made now */
	uid_t  uid;		/* -1: of whoever makes it */
	gid_t  gid;
	bool   listed;		/* an access control list says more of who may do what, or nobody knows */
};

/* 0, or a negative errno: nobody knows what is there. */
int  place_look(struct place *p, const char *path);
/*
 * A file gets the owner and the mode of what is at path by now, as somebody may have closed that, or given it
 * away.  0, or a negative errno; -EPERM: it cannot, and would not be the same to everybody.
 */
int  place_dress(struct place *p, const char *path, int fd);

#endif
