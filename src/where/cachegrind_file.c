/* SPDX-License-Identifier: MIT */
/* Reads a file of cachegrind line by line, and checks its sum. */
#include "where/cachegrind_file.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/path.h"
#include "base/str.h"
#include "where/program_lines.h"
#include "where/valgrind_text.h"

enum { LINES_MOST = 4 << 20 };		/* 100 MB of memory */

static const char not_its_own[] = "one of its lines is not cachegrind's";

struct file_reading {
	struct program_lines *lines;
	uint32_t file, function;	/* of the lines that follow */
	int column;			/* of Ir among the counts, from 0; -1: no events yet */
	bool ended;			/* after the summary */
	bool in_command, in_file;	/* the last line named it, and the next one may be more of it */
	uint64_t summary;
	struct str name, path;		/* of the file, as it stands there */
};

/* Decimal digits up to a blank or the end; *text is moved behind the blanks after it. */
static bool take_count(uint64_t *value, const char **text)
{
	const char *p = *text;

	*value = 0;
	if (*p == '.')			/* older versions write it for 0 */
		p++;
	else if (!valgrind_text_take_digits(value, &p))
		return false;
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
		return valgrind_text_refuse(err, "it lists its events twice");
	for (int i = 0; *(text += strspn(text, " ")); i++) {
		size_t n = strcspn(text, " ");

		if (n == 2 && memcmp(text, "Ir", 2) == 0 && r->column < 0)
			r->column = i;
		text += n;
	}
	return r->column < 0 ? valgrind_text_refuse(err, "it does not count instructions (Ir)") : 0;
}

static const char *known(const char *name)
{
	return strcmp(name, "???") == 0 ? "" : name;
}

static void add_file_name(struct file_reading *r, const char *text)
{
	str_add(&r->name, text);
	str_reset(&r->path);
	path_normalise(&r->path, known(str_text(&r->name)));
	r->file = program_lines_name(r->lines, str_text(&r->path));
}

static void set_file(struct file_reading *r, const char *name)
{
	str_reset(&r->name);
	add_file_name(r, name);
	r->in_file = true;
}

/* Names and commands have their line ends there, too.  Counts follow a function; by hand, also a file. */
static bool is_more_of_name(struct file_reading *r, const char *line)
{
	if (r->in_file && line[strspn(line, "0123456789 .")]) {
		str_add(&r->name, "\n");
		add_file_name(r, line);
		return true;
	}
	return r->in_command;
}

static int read_counts(struct file_reading *r, const char *text, struct error *err)
{
	struct line_count line = { .file = r->file, .function = r->function };
	uint64_t number, sum;

	if (r->column < 0)
		return valgrind_text_refuse(err, "it has counts before it says of which events");
	if (*text == '.' || !take_count(&number, &text) || number > UINT32_MAX ||
	    !take_column(&line.count, text, r->column))
		return valgrind_text_refuse(err, not_its_own);
	if (__builtin_add_overflow(r->lines->total, line.count, &sum))
		return valgrind_text_refuse(err, "its sum has over 64 bits");
	if (r->lines->n == LINES_MOST)
		return valgrind_text_refuse(err, "it has over 4 million lines");
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
		return valgrind_text_refuse(err, "its summary is not cachegrind's");
	return 0;
}

static int read_cachegrind_line(void *ctx, const char *line, struct error *err)
{
	static const char *const file_keys[] = { "fl=", "fi=", "fe=" };
	struct file_reading *r = ctx;
	const char *text;

	if (!*line || *line == '#')
		return 0;
	if (r->ended)
		return valgrind_text_refuse(err, "it goes on after its summary");
	if (valgrind_text_after(line, "desc:"))
		return 0;
	if (valgrind_text_after(line, "cmd:")) {
		r->in_command = true;
		return 0;
	}
	for (size_t i = 0; i < sizeof(file_keys) / sizeof(*file_keys); i++)
		if ((text = valgrind_text_after(line, file_keys[i]))) {
			set_file(r, text);
			return 0;
		}
	if ((text = valgrind_text_after(line, "fn="))) {
		r->function = program_lines_name(r->lines, known(text));
		r->in_file = false;
		return 0;
	}
	if ((text = valgrind_text_after(line, "events:"))) {
		r->in_command = false;
		return read_events(r, text, err);
	}
	if ((text = valgrind_text_after(line, "summary:")))
		return read_summary(r, text, err);
	return is_more_of_name(r, line) ? 0 : read_counts(r, line, err);
}

static int cachegrind_read_lines(struct file_reading *r, char *text, size_t len, struct error *err)
{
	if (valgrind_text_each_line(text, len, not_its_own, read_cachegrind_line, r, err) < 0)
		return -1;
	if (!r->ended)
		return valgrind_text_refuse(err, len ? "it is cut: it has no summary" : "it is empty");
	return r->summary == r->lines->total ? 0 :
	       valgrind_text_refuse(err, "its lines do not add up to its summary");
}

int cachegrind_file_add(struct program_lines *sum, char *text, size_t len, struct error *err)
{
	LOCAL(program_lines) lines = { .n_processes = 1 };
	struct file_reading r = { .lines = &lines, .column = -1 };
	int rc = cachegrind_read_lines(&r, text, len, err);

	if (rc == 0) {
		program_lines_sort(&lines);
		if (!program_lines_merge(sum, &lines))
			rc = valgrind_text_refuse(err, "the sum of its processes has over 64 bits");
	}
	str_release(&r.name);
	str_release(&r.path);
	return rc;
}
