/* SPDX-License-Identifier: MIT */
/*
 * program_libraries.h - lists the libraries that a program loaded, and finds those that differ between two
 * programs.
 *
 * Another library executes other instructions, whatever the source of the program is.  A library is known by
 * its build ID; one that was linked without by a hash of its file, which is read up to LIBRARY_LARGEST.
 * The same library at another path is the same.  Of what is not known, such as a file that was removed since,
 * nobody can say that it differs: nothing is said.
 *
 * The files are looked at right after the run, as they may be replaced later.  The program itself is no
 * library, nor are the programs that it starts.
 */
#ifndef WHERE_PROGRAM_LIBRARIES_H
#define WHERE_PROGRAM_LIBRARIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/elf.h"

struct program_lines;

enum { LIBRARY_LARGEST = 16 << 20, LIBRARY_BUILD_ID = 2 * ELF_BUILD_ID };

struct library {
	char *path;		/* owned */
	char build_id[LIBRARY_BUILD_ID + 1];	/* hexadecimal digits; "": it has none */
	uint64_t hash;		/* of the file of one without; 0: not known */
};

struct program_libraries {	/* {0}: not known */
	bool known;		/* all are here, if there are any */
	struct library *library; size_t n;
};

/* Replaces *l by those of one run. */
void program_libraries_read(struct program_libraries *l, const struct program_lines *run);
/* Adds one at the end.  build_id: up to LIBRARY_BUILD_ID digits. */
void program_libraries_add(struct program_libraries *l, const char *path, const char *build_id,
			   uint64_t hash);
void program_libraries_release(struct program_libraries *l);

struct library_change {		/* borrows both */
	const struct library *before, *after;	/* NULL: that side has none of this name */
};

/*
 * *out, owned: what differs, then what is new, then what is gone; returns how many.  Two libraries that
 * differ are of the same path, or else of the same name but for their version.
 */
size_t program_libraries_compare(struct library_change **out, const struct program_libraries *before,
				 const struct program_libraries *after);

#endif
