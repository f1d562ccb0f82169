/* SPDX-License-Identifier: MIT */
/* folder.h - the files that a run leaves in the current folder. */
#ifndef FAULTS_FOLDER_H
#define FAULTS_FOLDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct files {
	uint64_t sum;		/* of all names and all that is in them */
	size_t admitted;	/* words by which they tell that something is missing */
	const char *wrong;	/* with what is there; NULL: nothing */
	bool replaced;		/* what was there before, by something that no normal run writes */
	const char *missing;	/* after the normal run: a document that was asked for and did not come */
};

/* Remembers what is there, and which documents these arguments of pstat ask for. */
void folder_begin(int argc, char **argv);

/*
 * Looks at everything, and leaves the folder as it was; said: temporary files that stay are named in it; normal:
 * nothing was in the way of this run.
 */
void folder_look(struct files *f, const char *said, bool normal);

/* What came another way than by a file, such as a pipe, counts like one. */
void folder_add_text(struct files *f, const char *name, const char *text);

/* How many words of a text tell that something is missing. */
size_t admissions_in(const char *text);

#endif
