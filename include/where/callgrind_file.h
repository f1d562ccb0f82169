/* SPDX-License-Identifier: MIT */
/*
 * callgrind_file.h - reads the file that callgrind writes when a process ends, for the calls in it.
 *
 *	positions: line
 *	events: Ir
 *	ob=(5) /home/me/lex		the program or library of what follows
 *	fl=(146) /home/me/lex.c		the file of a function; fi= and fe=: within a function
 *	fn=(536) next_word		"(536)" alone is the same name again
 *	221 3700004			line, instructions; +1, -1, *: beside the line before, or it
 *	cob=(3) /lib/libc.so.6		of what is called; without cob, cfi: those of the caller
 *	cfi=(152) ./string/strchr.S
 *	cfn=(578) strchr
 *	calls=10000 +51			how often, and the line where it begins
 *	* 200000			the line of the call, and what it executed in all
 *	totals: 3900004
 *
 * A file may have several parts, which begin with "part:".  "'2" behind the name of a function that calls
 * itself is cut off.  What is not whole is refused: a part that is cut has no totals, and what its lines
 * executed themselves adds up to them.
 */
#ifndef WHERE_CALLGRIND_FILE_H
#define WHERE_CALLGRIND_FILE_H

#include <stddef.h>

#include "base/error.h"

struct program_calls;

/*
 * Adds the calls of one process.  text has len bytes, and a NUL behind them; it is changed.  -1: the file is
 * not callgrind's, or not whole; nothing was added, and the error is a clause without the name of the file.
 */
int callgrind_file_add(struct program_calls *sum, char *text, size_t len, struct error *err);

#endif
