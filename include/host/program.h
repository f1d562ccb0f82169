/* SPDX-License-Identifier: MIT */
/*
 * program.h - finds a command in PATH, and tells whether executing it makes the kernel stop counting, as
 * for a set-user-ID program.
 */
#ifndef HOST_PROGRAM_H
#define HOST_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct str;

/*
 * Tells whether the kernel will drop the counters when this process executes the file. It does if the program
 * gains privileges, or if the user may not read the file; of a script that is its interpreter.  -1: errno
 * says why it cannot be executed. Uses plain calls only, since a vfork child calls it.
 */
int program_check(const char *path, bool *drops_counters);

/* The file that a command's first word means, through PATH: 0 or -errno. */
int program_find(struct str *path, const char *name);

/* Where the code at this address of pstat is in its file; 0: not known. */
uint64_t program_own_offset(uintptr_t address);

/* The image of the vdso of this process and its size in bytes; NULL: it has none. */
const unsigned char *program_vdso(size_t *n);

#endif
