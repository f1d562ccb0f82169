/* SPDX-License-Identifier: MIT */
/*
 * message.h - prints messages to stderr or stdout, and finds the width and colours of a terminal.
 *
 * A message that cannot be written is dropped without an error: the run and its report go on.
 */
#ifndef OUTPUT_MESSAGE_H
#define OUTPUT_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/error.h"
#include "base/str.h"

enum color_when { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

/* A message that ends with a newline is fitted to the terminal. */
void message_print(FILE *stream, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* "pstat: MESSAGE", the user's text with a caret, and the hint. */
void message_error(FILE *stream, const struct error *err);
/* One or more lines; what does not fit continues on the next line, after `indent` blanks. */
void message_print_wrapped(FILE *stream, const char *text, size_t indent);
void message_fit(struct str *text, FILE *stream);	/* breaks lines if stream is a terminal */
/* The width to wrap text at: $COLUMNS, else the terminal's, else 80; stream NULL: a file. */
size_t message_width(FILE *stream);
size_t message_columns(FILE *stream);	/* the same if stream is a terminal, else 0 */
size_t message_columns_fd(int fd);
size_t message_lines_fd(int fd);		/* the height of a terminal; 0: not known */
bool message_can_redraw(void);			/* $TERM has a cursor that moves */
bool message_has_color(enum color_when when, FILE *stream);
bool message_use_color(enum color_when when, bool terminal);

#endif
