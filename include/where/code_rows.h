/* SPDX-License-Identifier: MIT */
/*
 * code_rows.h - lists the source lines and functions of one program that executed most instructions.
 *
 * A place is a source line where the source can be read, whatever functions it is part of, and a function
 * where it cannot.  A saved result keeps the heaviest CODE_ROWS_KEPT of them: what is not there executed at
 * most what the lightest of them did.
 */
#ifndef WHERE_CODE_ROWS_H
#define WHERE_CODE_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct program_lines;
struct source_texts;

enum { CODE_ROWS_KEPT = 200 };

struct code_row {
	const char *file;	/* ""; not known */
	const char *function;	/* of a line: the one that executed most of it; "": not known */
	uint32_t line;		/* from 1; 0: the row is a function */
	uint64_t count;
	/* of the line, without blanks at its ends; NULL: not known */
	const char *text;
	/* of the text without blanks, and of that of the line before and after; 0: not known */
	uint64_t hash, hash_before, hash_after;
};

struct code_rows {		/* {0} is empty */
	struct code_row *row; size_t n;	/* sorted by count, then by file, line, function */
	uint64_t total;		/* of the program, also of what is no row */
	uint64_t rest;		/* what all rows that were not kept executed; 0: all are here */
	char *texts;		/* owned, if it is not NULL: the texts of a saved result */
};

/* rows borrow their texts from lines and sources. */
void code_rows_build(struct code_rows *rows, const struct program_lines *lines, struct source_texts *sources);
/* What a row that is not here may have executed: the count of the last row, 0 if all are here. */
uint64_t code_rows_at_most(const struct code_rows *rows);
void code_rows_release(struct code_rows *rows);

#endif
