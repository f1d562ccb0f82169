/* SPDX-License-Identifier: MIT */
/* Measures lines, takes blanks out of their columns, and breaks those that are too wide. */
#include "base/line_fit.h"

#include <stdbool.h>
#include <string.h>

enum { MARKS = 8 };		/* further ones of a line are ignored */

/* Returns the bytes of the next character or colour; *columns is its width. */
static size_t step(const char *p, size_t *columns)
{
	size_t n = 1;

	*columns = *p != LINE_FIT_MARK[0] && *p != '\033';
	if (*p == '\033') {
		n = strcspn(p, "m\n");
		return n + (p[n] == 'm');
	}
	while (((unsigned char)p[n] & 0xc0) == 0x80)
		n++;
	return n;
}

static size_t line_fit_width_of(const char *text, size_t len)
{
	size_t width = 0, columns;

	for (const char *p = text; p < text + len; width += columns)
		p += step(p, &columns);
	return width;
}

static size_t blanks_before(const char *from, const char *p)
{
	size_t n = 0;

	while (p - n > from && p[-1 - (ptrdiff_t)n] == ' ')
		n++;
	return n;
}

/* --- narrower columns ---------------------------------------------------------------------------- */

struct columns {		/* of all lines */
	size_t widest;
	size_t spare[MARKS];	/* by mark: how many blanks every line has there */
	size_t cut[MARKS];
};

static const char *next_mark(const char *p, const char *end)
{
	return memchr(p, LINE_FIT_MARK[0], (size_t)(end - p));
}

/* At the first mark a number may be aligned to the right: one blank stays before it. */
static size_t spare_at(const char *line, const char *mark, size_t nth)
{
	size_t after = strspn(mark + 1, " ");

	return nth ? blanks_before(line, mark) : after ? after - 1 : 0;
}

static void line_fit_measure(struct columns *c, const char *line, const char *end)
{
	size_t width = line_fit_width_of(line, (size_t)(end - line)), nth = 0;

	for (const char *m = next_mark(line, end); m && nth < MARKS; m = next_mark(m + 1, end), nth++) {
		size_t spare = spare_at(line, m, nth);

		c->spare[nth] = spare < c->spare[nth] ? spare : c->spare[nth];
		c->widest = width > c->widest ? width : c->widest;
	}
}

/*
 * Starts at the second mark, as names have most blanks after them; numbers, which change, come last.
 * Returns how many columns are still too much.
 */
static size_t share(struct columns *c, size_t need)
{
	for (size_t i = 1; i <= MARKS; i++) {
		size_t nth = i % MARKS;

		if (c->spare[nth] == SIZE_MAX)
			continue;
		c->cut[nth] = c->spare[nth] < need ? c->spare[nth] : need;
		need -= c->cut[nth];
	}
	return need;
}

static void cut_line(struct str *out, const struct columns *c, const char *line, const char *end)
{
	size_t nth = 0;

	for (const char *m = next_mark(line, end); m && nth < MARKS; m = next_mark(line, end), nth++) {
		size_t before = nth ? c->cut[nth] : 0, after = nth ? 0 : c->cut[nth];

		str_add_n(out, line, (size_t)(m - line) - before);
		str_add(out, LINE_FIT_MARK);
		line = m + 1 + after;
	}
	str_add_n(out, line, (size_t)(end - line));
	str_add(out, "\n");
}

bool line_fit_columns(struct str *text, size_t columns)
{
	struct columns c = {0};
	struct str narrow = {0};
	const char *line, *end;
	size_t left;

	memset(c.spare, 0xff, sizeof(c.spare));		/* SIZE_MAX */
	for (line = text->text; line && (end = strchr(line, '\n')); line = end + 1)
		line_fit_measure(&c, line, end);
	if (c.widest <= columns)
		return true;
	left = share(&c, c.widest - columns);
	for (line = text->text; (end = strchr(line, '\n')); line = end + 1)
		cut_line(&narrow, &c, line, end);
	str_release(text);
	*text = narrow;
	return !left;
}

/* --- broken lines -------------------------------------------------------------------------------- */

/* Returns where to break a line that is too wide. */
static const char *find_break(const char *line, const char *end, size_t columns)
{
	const char *p = line, *mark = NULL, *blank = NULL;
	size_t used = 0, takes, n;
	bool begun = false;		/* there is text before it */

	for (; p < end; p += n, used += takes) {
		n = step(p, &takes);
		if (used + takes > columns)
			break;
		if (begun && *p == LINE_FIT_MARK[0])
			mark = p;
		if (begun && *p == ' ')
			blank = p;
		begun |= *p != ' ' && *p != LINE_FIT_MARK[0];
	}
	if (mark || *p == LINE_FIT_MARK[0])
		return *p == LINE_FIT_MARK[0] ? p : mark;
	return *p == ' ' || !blank ? p : blank;
}

static void add_unmarked(struct str *out, const char *from, const char *end)
{
	for (const char *p = from; p < end; p++)
		if (*p != LINE_FIT_MARK[0])
			str_add_n(out, p, 1);
}

/* The end of a line. */
static void add_last(struct str *out, const char *from, const char *end)
{
	add_unmarked(out, from, end);
	while (out->len && out->text[out->len - 1] == ' ')
		out->text[--out->len] = '\0';
}

static size_t trimmed(const char *line, const char *end)
{
	while (end > line && (end[-1] == ' ' || end[-1] == LINE_FIT_MARK[0]))
		end--;
	return (size_t)(end - line);
}

/* The last mark with enough blanks before it: the line fits without them.  NULL: there is none. */
static const char *find_spare(const char *line, const char *end, size_t need)
{
	const char *found = NULL;

	for (const char *m = next_mark(line, end); m; m = next_mark(m + 1, end))
		if (blanks_before(line, m) >= need)
			found = m;
	return found;
}

/* Keeps text in its column, or as near to it as there is room. */
static size_t indent_of(size_t column, size_t rest, size_t columns, size_t indent)
{
	size_t most = columns > rest ? columns - rest : 0;

	column = column < most ? column : most;
	return column > indent ? column : indent;
}

static void fit_line(struct str *out, const char *line, const char *end, size_t columns, size_t indent)
{
	size_t start = 0, rest;		/* columns before the line, and those of the line */

	end = line + trimmed(line, end);
	while (rest = line_fit_width_of(line, (size_t)(end - line)), start + rest > columns) {
		size_t need = start + rest - columns;
		const char *spare = find_spare(line, end, need);
		const char *at = find_break(line, end, columns - start);
		size_t column = start + line_fit_width_of(line, (size_t)(at - line));

		if (spare) {
			add_unmarked(out, line, spare - need);
			line = spare;
			break;
		}
		add_last(out, line, at);
		line = at + strspn(at, " " LINE_FIT_MARK);
		rest = line_fit_width_of(line, (size_t)(end - line));
		start = *at == LINE_FIT_MARK[0] ? indent_of(column, rest, columns, indent) : indent;
		str_addf(out, "\n%*s", (int)start, "");
	}
	add_last(out, line, end);
	str_add(out, "\n");
}

void line_fit(struct str *out, const char *text, size_t columns, size_t indent)
{
	const char *end;

	if (indent > columns / 2)
		indent = columns / 4;
	for (; text && (end = strchr(text, '\n')); text = end + 1)
		fit_line(out, text, end, columns, indent);
}
