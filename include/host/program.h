/* SPDX-License-Identifier: MIT */
/* program.h - what the file of a program means for counting it. */
#ifndef HOST_PROGRAM_H
#define HOST_PROGRAM_H

#include <stdbool.h>

/*
 * Will the kernel take the counters away when this process executes the file?  It does
 * when the program gains what its user has not, or when the user may not read it.  -1:
 * errno says why it is no program.  Plain calls only: a child of vfork asks.
 */
int program_look(const char *path, bool *drops_counters);

#endif
