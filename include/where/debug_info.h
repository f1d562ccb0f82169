/* SPDX-License-Identifier: MIT */
/*
 * debug_info.h - tells whether a program has symbols and lines, in its own file or in a separate one.
 *
 * A separate file is looked for where debuggers and valgrind do: by build ID in FOLDER/.build-id; by the name
 * in .gnu_debuglink in the folder of the program, in .debug there, and below FOLDER.  FOLDER is
 * /usr/lib/debug.  One with another build ID belongs to another build and does not count; the checksum of
 * the link is not looked at.
 */
#ifndef WHERE_DEBUG_INFO_H
#define WHERE_DEBUG_INFO_H

#include <stdbool.h>

#include "base/elf.h"
#include "base/error.h"
#include "base/str.h"

#define DEBUG_INFO_FOLDER "/usr/lib/debug"

struct debug_info {		/* of a program; {0}: nobody asked */
	const char *name;	/* as the user gave it; borrowed */
	struct error problem;	/* why nothing is known of it, as where there is no such file; "": it is */
	struct str interpreter;	/* of a script, which has no symbols itself; empty: it is none */
	bool has_symbols, has_lines;
	struct str separate;	/* the file that has them; empty: the program itself, if anything */
	bool is_packaged;	/* it came with the system, and its symbols are in another package */
};

/* name: the first word of a command. */
void debug_info_find(struct debug_info *d, const char *name, const char *folder);
void debug_info_release(struct debug_info *d);

/* Of a program or a library. */
int debug_info_read_file(struct elf_facts *facts, const char *path, struct error *err);

#endif
