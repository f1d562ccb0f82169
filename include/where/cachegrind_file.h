/* SPDX-License-Identifier: MIT */
/*
 * cachegrind_file.h - reads the file that cachegrind writes when a process ends.
 *
 *	desc: I1 cache:         32768 B, 64 B, 8-way associative	any number of them, also none
 *	cmd: ./lex input.txt
 *	events: Ir				what a line counts; of several, only Ir is read
 *	fl=/home/me/lex.c			"???": not known
 *	fn=next_word
 *	214 3700004				line, counts; 0: no line is known
 *	summary: 12345678
 *
 * Versions of valgrind write "." for 0, leave out zeros at the end of a line, or change the file within a
 * function by fi= and fe=.  All that is read.  What is not whole is refused: a file that is cut has no
 * summary, and the counts add up to it.
 */
#ifndef WHERE_CACHEGRIND_FILE_H
#define WHERE_CACHEGRIND_FILE_H

#include <stddef.h>

#include "base/error.h"

struct program_lines;

enum { CACHEGRIND_FILE_MOST = 64 << 20 };	/* bytes; a program of 100,000 lines has 2 MB */

/*
 * Adds what one process counted.  text has len bytes, and a NUL behind them; it is changed.  -1: the file is
 * not cachegrind's, or not whole; nothing was added, and the error is a clause without the name of the file.
 */
int cachegrind_file_add(struct program_lines *sum, char *text, size_t len, struct error *err);

#endif
