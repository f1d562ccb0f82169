/* SPDX-License-Identifier: MIT */
/*
 * program_lines.h - how many instructions each source line of a program executed, exactly.
 *
 * It is the sum of the files that cachegrind writes, one for each process (cachegrind_file.h).  A line is
 * known by file and number; code without lines by the symbol that it is in.  Inlined code is at its own
 * line, with the symbol of the function that it became part of.
 */
#ifndef WHERE_PROGRAM_LINES_H
#define WHERE_PROGRAM_LINES_H

#include <stddef.h>
#include <stdint.h>

#include "base/index.h"

struct line_count {
	uint32_t file, function;	/* indices into name; 0: not known */
	uint32_t line;			/* 0: not known */
	uint64_t count;
};

struct program_lines {			/* {0} is empty */
	/* owned: paths and symbols, each once; [0] is "".  Paths have no "." and ".." (path_normalise) */
	char **name; size_t n_names;
	struct index names;
	struct line_count *line; size_t n;	/* sorted by file, line and function: each once */
	uint64_t total;			/* of all lines */
	size_t n_processes;		/* that were added */
};

#endif
