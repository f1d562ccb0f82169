/* SPDX-License-Identifier: MIT */
/* Reads a file of cachegrind line by line, and checks its sum. */
#include "where/cachegrind_file.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/path.h"
#include "base/str.h"
#include "where/program_lines.h"

enum { LINES_MOST = 4 << 20 };		/* 100 MB of memory */

struct file_reading {
	struct program_lines *lines;
	uint32_t file, function;	/* of the lines that follow */
	int column;			/* of Ir among the counts, from 0; -1: no events yet */
	bool ended;			/* after the summary */
	uint64_t summary;
	struct str path;
};

static int refuse(struct error *err, const char *why)
{
	return error_set(err, ERROR_FORMAT, 0, "%s", why);
}

static const char *cachegrind_after(const char *line, const char *key)
{
	size_t n = strlen(key);

	return strncmp(line, key, n) == 0 ? line + n : NULL;
}

/* Decimal digits up to a blank or the end; *text is moved behind the blanks after it. */
static bool take_count(uint64_t *value, const char **text)
{
	const char *p = *text;

	*value = 0;
	if (*p == '.') {		/* older versions write it for 0 */
		p++;
	} else {
		if (*p < '0' || *p > '9')
			return false;
		for (; *p >= '0' && *p <= '9'; p++)
			if (__builtin_mul_overflow(*value, 10, value) ||
			    __builtin_add_overflow(*value, (unsigned)(*p - '0'), value))
				return false;
	}
	if (*p && *p != ' ')
		return false;
	*text = p + strspn(p, " ");
	return true;
}

/* The number in this column; what the line does not have is 0.  False: there is something else. */
static bool take_column(uint64_t *value, const char *text, int column)
{
	uint64_t number;

	*value = 0;
	for (int i = 0; *text; i++) {
		if (!take_count(&number, &text))
			return false;
		if (i == column)
			*value = number;
	}
	return true;
}

static int read_events(struct file_reading *r, const char *text, struct error *err)
{
	if (r->column >= 0)
		return refuse(err, "it lists its events twice");
	for (int i = 0; *(text += strspn(text, " ")); i++) {
		size_t n = strcspn(text, " ");

		if (n == 2 && memcmp(text, "Ir", 2) == 0 && r->column < 0)
			r->column = i;
		text += n;
	}
	return r->column < 0 ? refuse(err, "it does not count instructions (Ir)") : 0;
}

static const char *known(const char *name)
{
	return strcmp(name, "???") == 0 ? "" : name;
}

static void set_file(struct file_reading *r, const char *name)
{
	str_reset(&r->path);
	path_normalise(&r->path, known(name));
	r->file = program_lines_name(r->lines, str_text(&r->path));
}

static int read_counts(struct file_reading *r, const char *text, struct error *err)
{
	struct line_count line = { .file = r->file, .function = r->function };
	uint64_t number, sum;

	if (r->column < 0)
		return refuse(err, "it has counts before it says of which events");
	if (*text == '.' || !take_count(&number, &text) || number > UINT32_MAX ||
	    !take_column(&line.count, text, r->column))
		return refuse(err, "one of its lines is not cachegrind's");
	if (__builtin_add_overflow(r->lines->total, line.count, &sum))
		return refuse(err, "its sum has over 64 bits");
	if (r->lines->n == LINES_MOST)
		return refuse(err, "it has over 4 million lines");
	line.line = (uint32_t)number;
	if (line.count)
		program_lines_add(r->lines, &line);
	return 0;
}

static int read_summary(struct file_reading *r, const char *text, struct error *err)
{
	r->ended = true;
	text += strspn(text, " ");
	if (r->column < 0 || !*text || !take_column(&r->summary, text, r->column))
		return refuse(err, "its summary is not cachegrind's");
	return 0;
}

static int read_line(struct file_reading *r, const char *line, struct error *err)
{
	static const char *const file_keys[] = { "fl=", "fi=", "fe=" };
	const char *text;

	if (!*line || *line == '#')
		return 0;
	if (r->ended)
		return refuse(err, "it goes on after its summary");
	if (cachegrind_after(line, "desc:") || cachegrind_after(line, "cmd:"))
		return 0;
	for (size_t i = 0; i < sizeof(file_keys) / sizeof(*file_keys); i++)
		if ((text = cachegrind_after(line, file_keys[i]))) {
			set_file(r, text);
			return 0;
		}
	if ((text = cachegrind_after(line, "fn="))) {
		r->function = program_lines_name(r->lines, known(text));
		return 0;
	}
	if ((text = cachegrind_after(line, "events:")))
		return read_events(r, text, err);
	if ((text = cachegrind_after(line, "summary:")))
		return read_summary(r, text, err);
	return read_counts(r, line, err);
}

/* Cuts the text into lines. */
static int read_lines(struct file_reading *r, char *text, size_t len, struct error *err)
{
	char *end = text + len;

	while (text < end) {
		char *line = text, *stop = memchr(text, '\n', (size_t)(end - text));

		if (!stop)
			return refuse(err, "it is cut");
		*stop = '\0';
		if (strlen(line) != (size_t)(stop - line))
			return refuse(err, "one of its lines is not cachegrind's");
		if (read_line(r, line, err) < 0)
			return -1;
		text = stop + 1;
	}
	if (!r->ended)
		return refuse(err, len ? "it is cut: it has no summary" : "it is empty");
	return r->summary == r->lines->total ? 0 : refuse(err, "its lines do not add up to its summary");
}

int cachegrind_file_add(struct program_lines *sum, char *text, size_t len, struct error *err)
{
	struct program_lines lines = { .n_processes = 1 };
	struct file_reading r = { .lines = &lines, .column = -1 };
	int rc = read_lines(&r, text, len, err);

	if (rc == 0) {
		program_lines_sort(&lines);
		if (!program_lines_merge(sum, &lines))
			rc = refuse(err, "the sum of its processes has over 64 bits");
	}
	str_release(&r.path);
	program_lines_release(&lines);
	return rc;
}
