/* SPDX-License-Identifier: MIT */
/*
 * program_lines.h - adds up how many instructions each source line of a program executed.
 *
 * It is the sum of the files that cachegrind writes, one for each process (cachegrind_file.h).  A line is
 * known by file and number; code without lines by the symbol that it is in.  Inlined code is at its own
 * line, with the symbol of the function that it became part of.
 */
#ifndef WHERE_PROGRAM_LINES_H
#define WHERE_PROGRAM_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/index.h"

struct line_count {
	uint32_t file, function;	/* indices into name; 0: not known */
	uint32_t line;			/* 0: not known */
	uint64_t count;
};

enum { PROGRAM_OBJECTS_MOST = 1000 };

struct program_object {
	char *path;			/* owned */
	bool has_symbols;
	bool is_program;		/* that was started, and no library */
};

struct program_lines {			/* {0} is empty */
	/* owned: paths and symbols, each once; [0] is "".  Paths have no "." and ".." (path_normalise) */
	char **name; size_t n_names;
	struct index names;
	struct line_count *line; size_t n, room;	/* sorted by file, line and function: each once */
	uint64_t total;			/* of all lines */
	size_t n_processes;		/* that were added */
	/* the program and its libraries, each once */
	struct program_object *object; size_t n_objects;
};

/* The index of the name, which is added if it is new. */
uint32_t program_lines_name(struct program_lines *p, const char *name);
/* Adds a line at the end, even if it is there; program_lines_sort() comes after the last one. */
void program_lines_add(struct program_lines *p, const struct line_count *line);
/* Sorts the lines, and makes one of those of the same place.  total must hold all of them. */
void program_lines_sort(struct program_lines *p);
/* Nothing is added that is there, nor more than PROGRAM_OBJECTS_MOST. */
void program_lines_add_object(struct program_lines *p, const char *path, bool has_symbols, bool is_program);
/* Adds the lines of another process, not its objects.  False: the total has over 64 bits, none is added. */
bool program_lines_merge(struct program_lines *to, const struct program_lines *from);
void program_lines_release(struct program_lines *p);

#endif
