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
};

void place_look(struct place *p, const char *path);
/* The file gets the owner and the mode; -1 and errno: it cannot, and would not be the same to everybody. */
int  place_dress(const struct place *p, int fd);

#endif
