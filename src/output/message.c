/* SPDX-License-Identifier: MIT */
/* Prints messages, fits them to the terminal, and chooses colour and width. */
#define _GNU_SOURCE
#include "output/message.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/line_fit.h"
#include "host/fd.h"
#include "output/output_file.h"

bool message_use_color(enum color_when when, bool terminal)
{
	const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");

	if (when != COLOR_AUTO)
		return when == COLOR_ALWAYS;
	return terminal && !(no_color && *no_color) && term && strcmp(term, "dumb") != 0;
}

static size_t message_width_of(int fd)
{
	enum { LEAST = 40, USUAL = 80, MOST = 1000 };
	const char *text = getenv("COLUMNS");
	long columns = text ? strtol(text, NULL, 10) : 0;

	if (columns < LEAST || columns > MOST)
		columns = fd < 0 ? 0 : fd_columns(fd);
	if (columns <= 0)
		return USUAL;
	return columns < LEAST ? LEAST : columns > MOST ? MOST : (size_t)columns;
}

size_t message_columns_fd(int fd)
{
	return fd >= 0 && isatty(fd) ? message_width_of(fd) : 0;
}

size_t message_lines_fd(int fd)
{
	int columns, lines = fd_size(fd, &columns);

	return lines > 0 ? (size_t)lines : 0;
}

bool message_can_redraw(void)
{
	const char *term = getenv("TERM");

	return term && *term && strcmp(term, "dumb") != 0;
}

size_t message_width(FILE *stream)
{
	return message_width_of(stream ? fileno(stream) : -1);
}

size_t message_columns(FILE *stream)
{
	return message_columns_fd(stream ? fileno(stream) : -1);
}

bool message_has_color(enum color_when when, FILE *stream)
{
	return message_use_color(when, message_columns(stream) != 0);
}

enum { INDENT = 2 };

static void fit(struct str *text, FILE *stream, size_t indent)
{
	size_t columns = text->len ? message_columns(stream) : 0;
	struct str lines = {0};

	if (!columns)
		return;
	line_fit(&lines, text->text, columns, indent);
	str_release(text);
	*text = lines;
}

void message_fit(struct str *text, FILE *stream)
{
	fit(text, stream, INDENT);
}

void message_print_wrapped(FILE *stream, const char *text, size_t indent)
{
	struct error ignored = ERROR_INIT;
	LOCAL(str) lines = {0};

	str_add(&lines, text);
	fit(&lines, stream, indent);
	output_file_write_to(stream, &lines, &ignored);
}

void message_print(FILE *stream, const char *fmt, ...)
{
	struct error ignored = ERROR_INIT;
	LOCAL(str) text = {0};
	va_list ap;

	va_start(ap, fmt);
	str_vaddf(&text, fmt, ap);
	va_end(ap);
	if (text.len && text.text[text.len - 1] == '\n')
		fit(&text, stream, INDENT);
	output_file_write_to(stream, &text, &ignored);
}

void message_error(FILE *stream, const struct error *err)
{
	LOCAL(str) text = {0};

	if (!err->reported) {
		str_add(&text, "pstat: ");
		str_add_line(&text, err->message);
		str_add(&text, "\n");
	}
	if (err->column >= 0 && err->place[0]) {
		str_add(&text, "  ");
		str_add_line(&text, err->place);
		str_addf(&text, "\n  %*s^\n", err->column, "");
	}
	if (err->hint[0]) {
		str_add(&text, "pstat: hint: ");
		str_add_line(&text, err->hint);
		str_add(&text, "\n");
	}
	message_print(stream, "%s", str_text(&text));
}
