/* SPDX-License-Identifier: MIT */
/*
 * where_block.h - holds the block "where" of an output: the source lines and functions behind a count, or
 * behind the change of a count.
 *
 * Shares are of the total of one program, or of the change of the total.  The rows and the rest add up to it.
 */
#ifndef WHERE_WHERE_BLOCK_H
#define WHERE_WHERE_BLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "note/note.h"

enum where_kind {
	WHERE_LINE,		/* a source line */
	WHERE_FUNCTION,		/* code whose source cannot be read */
	WHERE_UNKNOWN,		/* code without a symbol */
};

struct where_row {
	enum where_kind kind;
	const char *file, *function, *object;	/* "": not known */
	uint32_t line;			/* in B, or in A if B has it no more; 0: none */
	const char *text;		/* of the line; NULL: not known */
	bool is_new, is_gone;		/* of a change: only one side has it */
	bool is_edited;			/* of a line that both have: its text is another one */
	/* the result of A did not keep it: before is an upper bound; the same of B and after */
	bool before_at_most, after_at_most;
	uint64_t before, after;		/* of one program only after */
	int64_t  change;		/* after - before; with a bound: at least so much */
	double   share;			/* 0 to 1 of the total, or of the change, where it may be negative */
	/*
	 * Of a function: the line that calls it most, or a function without source, and how often; "" and 0:
	 * not known.  calls_through: the function without source that makes these calls, and that the line
	 * calls, maybe through others; "": the line makes them itself.
	 */
	const char *calls_from, *calls_through;
	uint64_t calls, calls_before;
	bool     calls_before_unknown;
};

struct library_change;

struct where_block {		/* {0}: there is none */
	bool present;
	bool is_change;			/* two programs, A and B */
	uint64_t before, after;		/* totals; of one program only after */
	struct where_row *row; size_t n_rows;	/* owned: the rows shown, heaviest first */
	size_t n_others;		/* rows that are not shown; 0: not known, or none */
	uint64_t others;		/* what they executed: of one program */
	int64_t  others_change;		/* of a change */
	/* of a change: how exact it is, from two runs of A */
	size_t n_lines;			/* that two runs of A had; 0: there was only one run of A */
	size_t n_spread;		/* of these, differ between the two runs */
	bool explained;			/* the rows and the others are the whole change */
	/* of a change: which libraries differ, owned; what they are is borrowed */
	bool libraries_known;
	struct library_change *library; size_t n_libraries;
	char **kept; size_t n_kept;	/* owned, as each of them is: texts that no one else keeps */
	/* owned: why there is none, a clause; NULL: nobody asked, or it is there */
	char *absent;
	/* what has no symbols or no lines, which children were not followed */
	struct notes notes;
};

struct code_rows;

enum { WHERE_ROWS = 10 };		/* that a block shows, unless more are asked for */

/*
 * Replaces *out by the block of one program: its heaviest rows up to 99 % of all, at most most_rows.  It
 * borrows the texts of rows.
 */
void where_block_build(struct where_block *out, const struct code_rows *rows, size_t most_rows);
void where_block_release(struct where_block *w);

#endif
