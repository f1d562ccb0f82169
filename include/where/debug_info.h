/* SPDX-License-Identifier: MIT */
/*
 * debug_info.h - tells whether a program has symbols and lines, in its own file or in a separate one,
 * which symbol/debug_file.h finds.
 */
#ifndef WHERE_DEBUG_INFO_H
#define WHERE_DEBUG_INFO_H

#include <stdbool.h>

#include "base/error.h"
#include "base/str.h"

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

#endif
