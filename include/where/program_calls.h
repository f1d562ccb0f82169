/* SPDX-License-Identifier: MIT */
/*
 * program_calls.h - adds up which function of a program calls which, from which line and how often.
 *
 * It is the sum of the files that callgrind writes, one for each process (callgrind_file.h).  A function is
 * known by its name, the file it begins in and the program or library that it is part of.
 */
#ifndef WHERE_PROGRAM_CALLS_H
#define WHERE_PROGRAM_CALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/index.h"
#include "where/program_lines.h"

struct called_function {
	uint32_t name, file, object;	/* indices into names; 0: not known */
};

struct call {
	uint32_t from, to;		/* indices into function */
	uint32_t file, line;		/* of the call: an index into names, and 0: not known */
	uint64_t count;
};

struct program_calls {			/* {0} is empty */
	struct program_lines names;	/* its names are those of all below; it has no lines */
	struct called_function *function; size_t n_functions;	/* owned: each once */
	struct index functions;
	struct call *call; size_t n, room;	/* owned: a place may be there several times */
	uint64_t total;			/* instructions of all processes */
	size_t n_processes;
};

const char *program_calls_name(const struct program_calls *p, uint32_t name);
/* The index of the function, which is added if it is new. */
uint32_t program_calls_function(struct program_calls *p, const struct called_function *f);
void program_calls_add(struct program_calls *p, const struct call *call);
/* Adds those of another process.  False: the total has over 64 bits, none is added. */
bool program_calls_merge(struct program_calls *to, const struct program_calls *from);
void program_calls_release(struct program_calls *p);

#endif
