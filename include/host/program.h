/* SPDX-License-Identifier: MIT */
/* program.h - what the file of a program means for counting it. */
#ifndef HOST_PROGRAM_H
#define HOST_PROGRAM_H

#include <stdbool.h>

/*
 * Will the kernel take the counters away when this process executes the file?  It does
 * when the program gains what its user has not, or when the user may not read it.  A file
 * that is not there says no.  Plain calls only: a child of vfork asks.
 */
bool program_drops_counters(const char *path);

#endif
