/* SPDX-License-Identifier: MIT */
/* program.h - tells whether the kernel lets a program be counted. */
#ifndef HOST_PROGRAM_H
#define HOST_PROGRAM_H

#include <stdbool.h>

/*
 * Tells whether the kernel will drop the counters when this process executes the file. It does if the program
 * gains privileges, or if the user may not read the file. -1: errno says why it cannot be executed. Uses
 * plain calls only, since a vfork child calls it.
 */
int program_check(const char *path, bool *drops_counters);

#endif
