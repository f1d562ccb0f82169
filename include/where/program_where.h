/* SPDX-License-Identifier: MIT */
/*
 * program_where.h - finds the source lines in which one command executed its instructions, from its runs
 * under valgrind or from a saved result.
 *
 *	program_where_add(&w, &lines);		after each run; the last two are kept
 *	program_where_sum(&w);			rows, block: of the last run, or of a saved result
 *
 * Sources are read when the rows are made, so a command that is rebuilt later keeps its own.
 */
#ifndef WHERE_PROGRAM_WHERE_H
#define WHERE_PROGRAM_WHERE_H

#include <stdbool.h>
#include <stddef.h>

#include "where/code_rows.h"
#include "where/program_libraries.h"
#include "where/program_lines.h"
#include "where/source_text.h"
#include "where/where_block.h"

struct program_where {			/* {0}: nobody asked */
	struct program_lines last, before;	/* of the last run, and of the one before it */
	struct source_texts sources;		/* of rows */
	struct code_rows rows;			/* of the last run, or of a saved result */
	struct program_libraries libraries;	/* the same */
	struct where_block block;		/* of this program; or why there is none */
	bool summed;				/* rows and block are those of the last run */
};

/* Takes the contents of run. */
void program_where_add(struct program_where *w, struct program_lines *run);
/* There is none from now on; why: a clause. */
void program_where_set_absent(struct program_where *w, const char *why);
bool program_where_is_known(const struct program_where *w);
void program_where_sum(struct program_where *w);
void program_where_release(struct program_where *w);

#endif
