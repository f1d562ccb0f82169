/* SPDX-License-Identifier: MIT */
/*
 * symbols.h - finds the function at an address: of a program or library, the kernel, the vdso, a JIT.
 *
 * Of several names of one address one is taken by fixed rules, so that each run shows the same: a function
 * before a label; global before local; without underscores at its start; the shorter one; by bytes.
 *
 * A function in which another one begins has an entry before it and one behind it, with the same name.  What
 * has no size ends at the next symbol or with its section; a label without size inside a function is none:
 * time in a system call is that of the function, not of the label behind the instruction.
 */
#ifndef SYMBOL_SYMBOLS_H
#define SYMBOL_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/error.h"

struct rootfs;

struct symbol {
	uint64_t start, end;	/* [start, end) */
	/* As it stands in the file, but "read" of "read@@GLIBC_2.2.5"; code of a PLT: "[plt]". */
	const char *name;
	const char *module;	/* of the kernel, such as "ext4"; NULL: none */
};

struct symbols {		/* {0} is empty */
	struct symbol *symbol; size_t n;	/* by start; they do not overlap */
	char *text;		/* has the names; owned */
};

const struct symbol *symbols_find(const struct symbols *s, uint64_t at);	/* NULL: none covers it */

/*
 * Each of these expects an empty s, and leaves it so after an error.
 *
 * Of a program or library, by offset in this file: what the offset of a mapping plus the distance from its
 * start gives.  .symtab is taken; without it that of a separate file, see debug_file.h; else .dynsym.  None
 * of them: no symbols, and no error.
 * path: of the file, for the name of the separate one; NULL: not known.
 */
int symbols_read_file(struct symbols *s, int fd, uint64_t size, const char *path, const char *folder,
		      struct error *err);
/* By address.  -1: there are none, or the kernel hides the addresses: the hint says what helps. */
int symbols_read_kernel(struct symbols *s, const struct rootfs *root, struct error *err);
/* Of pstat's own vdso, by offset in its image: other processes of this width have the same one. */
int symbols_read_vdso(struct symbols *s, struct error *err);
/*
 * What a JIT wrote into perf-PID.map, by address.  No such file: no symbols.  -1: it is not believed, as
 * others may have written it: only the user of the process, or root, may.  A process that is gone had the
 * user of pstat.
 */
int symbols_read_jit(struct symbols *s, const struct rootfs *root, pid_t pid, struct error *err);

/* The texts of both; they take the text and change it.  False: all addresses are 0, or there are none. */
bool symbols_parse_kernel(struct symbols *s, char *text);
void symbols_parse_jit(struct symbols *s, char *text);

void symbols_release(struct symbols *s);

#endif
