/* SPDX-License-Identifier: MIT */
/* Checks CSV by RFC 4180, and the columns of pstat: those of counts or those of a comparison. */
#include "conform.h"

#include <ctype.h>
#include <string.h>

#include "base/str.h"

enum { KIND, RUN, TIME, SCOPE, ID, CGROUP, NAME, VALUE, UNIT, STATUS, ENABLED, RUNNING, COUNT_COLUMNS };
enum holds { TEXT, WHOLE, REAL };

struct column {
	const char *name;
	enum holds holds;
};

static const struct column counted[COUNT_COLUMNS] = {
	[KIND] = { "kind", TEXT },	[RUN] = { "run", WHOLE },	[TIME] = { "time_s", REAL },
	[SCOPE] = { "scope", TEXT },	[ID] = { "id", TEXT },		[CGROUP] = { "cgroup", TEXT },
	[NAME] = { "name", TEXT },	[VALUE] = { "value", REAL },	[UNIT] = { "unit", TEXT },
	[STATUS] = { "status", TEXT },	[ENABLED] = { "enabled_ns", WHOLE }, [RUNNING] = { "running_ns", WHOLE },
};

enum { SIDE, CLASS = 4, N = 8, MEDIAN, MAX = 13, MAD, OUTLIERS, VERDICT = 29, REASON };

static const struct column compared[] = {
	{ "side", WHOLE }, { "benchmark", TEXT }, { "name", TEXT }, { "kind", TEXT }, { "class", TEXT }, { "unit", TEXT },
	{ "better", TEXT }, { "rounds", WHOLE }, { "n", WHOLE }, { "median", REAL }, { "low", REAL }, { "high", REAL },
	{ "min", REAL }, { "max", REAL }, { "mad", REAL }, { "outliers", WHOLE }, { "change", REAL }, { "change_low", REAL },
	{ "change_high", REAL }, { "difference", REAL }, { "difference_low", REAL }, { "difference_high", REAL },
	{ "level", REAL }, { "by", TEXT }, { "p_worse", REAL }, { "p_within", REAL }, { "limit_relative", REAL },
	{ "limit_absolute", REAL }, { "limit_cap", REAL }, { "verdict", TEXT }, { "reason", TEXT },
};

enum { COLUMNS = sizeof(compared) / sizeof(*compared) };	/* the widest table */

static const struct { const char *name; bool counts; } kinds[] = {
	{ "count", true }, { "interval", true }, { "mean", true },
	{ "metric", false }, { "interval-metric", false }, { "mean-metric", false },
	{ "run", false }, { "mean-run", false }, { "failed-run", false },
};

static const struct { const char *name; bool has_value; } states[] = {
	{ "counted", true }, { "not-counted", false }, { "not-supported", false }, { "unknown", false },
};

struct reader {
	struct file *file;
	const char *at;
	size_t line;
	const struct column *column; size_t n_columns;
	struct str field[COLUMNS];	/* further ones are only counted */
	size_t n;
};

static void add(struct reader *r, char c)
{
	if (r->n < COLUMNS)
		str_add_n(&r->field[r->n], &c, 1);
	r->line += c == '\n';
}

static const char *file_end(const struct reader *r)
{
	return r->file->text + r->file->len;
}

/* LF or CRLF. */
static size_t line_end(const struct reader *r)
{
	return *r->at == '\n' ? 1 : *r->at == '\r' && r->at[1] == '\n' ? 2 : 0;
}

static bool read_quoted(struct reader *r)
{
	size_t line = r->line;

	for (r->at++; r->at < file_end(r); r->at++) {
		if (*r->at == '"' && *++r->at != '"')
			return true;
		add(r, *r->at);
	}
	complain(r->file, line, "a quote is not closed");
	return false;
}

static bool read_plain(struct reader *r)
{
	for (; r->at < file_end(r) && *r->at != ',' && !line_end(r); r->at++) {
		if (*r->at == '"' || *r->at == '\r' || !*r->at) {
			complain(r->file, r->line, "byte 0x%02x in a field without quotes", (unsigned char)*r->at);
			return false;
		}
		add(r, *r->at);
	}
	return true;
}

/* The fields up to the end of the line. */
static bool read_record(struct reader *r)
{
	for (r->n = 0;; r->at++) {
		if (r->n < COLUMNS) {
			str_reset(&r->field[r->n]);
			str_add(&r->field[r->n], "");
		}
		if (*r->at == '"' ? !read_quoted(r) : !read_plain(r))
			return false;
		r->n++;
		if (r->at == file_end(r) || line_end(r))
			break;
		if (*r->at != ',') {
			complain(r->file, r->line, "byte 0x%02x after a closing quote", (unsigned char)*r->at);
			return false;
		}
	}
	r->at += line_end(r);
	return true;
}

static size_t digits(const char **p)
{
	size_t n = 0;

	for (; isdigit((unsigned char)**p); n++)
		(*p)++;
	return n;
}

static bool is_number(const char *p, enum holds holds)
{
	if (holds == WHOLE)
		return digits(&p) && !*p;
	p += *p == '-';
	if (!digits(&p) || (*p == '.' && (p++, !digits(&p))))
		return false;
	if (*p == 'e' || *p == 'E') {
		p++;
		p += *p == '-' || *p == '+';
		if (!digits(&p))
			return false;
	}
	return !*p;
}

static void check_header(struct reader *r)
{
	bool other = !strcmp(r->field[0].text, compared[0].name);

	r->column = other ? compared : counted;
	r->n_columns = other ? COLUMNS : COUNT_COLUMNS;
	if (r->n != r->n_columns)
		complain(r->file, 1, "a header of %zu columns, not %zu", r->n, r->n_columns);
	for (size_t i = 0; i < r->n_columns && i < r->n; i++)
		if (strcmp(r->field[i].text, r->column[i].name) != 0)
			complain(r->file, 1, "column %zu is '%s', not '%s'", i + 1, r->field[i].text,
				 r->column[i].name);
}

static void check_status(const struct reader *r, size_t line)
{
	const char *kind = r->field[KIND].text, *status = r->field[STATUS].text;
	bool known = false, counts = true, empty = !r->field[VALUE].len;

	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
		if (!strcmp(kind, kinds[i].name)) {
			known = true;
			counts = kinds[i].counts;
		}
	if (!known)
		complain(r->file, line, "there is no kind '%s'", kind);
	if (!*status && !counts)
		return;
	for (size_t i = 0; i < sizeof(states) / sizeof(*states); i++)
		if (!strcmp(status, states[i].name)) {
			if (empty == states[i].has_value)
				complain(r->file, line, "%s and %s", status, empty ? "no value" : "a value");
			return;
		}
	complain(r->file, line, "status '%s' of kind %s", status, kind);
}

/* A side has all numbers or none, except an upper bound of a size; only the first side has no comparison. */
static void check_compared(const struct reader *r, size_t line)
{
	bool none = !strcmp(r->field[N].text, "0"), first = !strcmp(r->field[SIDE].text, "0");

	for (size_t i = MEDIAN; i <= OUTLIERS; i++)
		if (none && r->field[i].len && !(i == MAX && !strcmp(r->field[CLASS].text, "size")))
			complain(r->file, line, "%s of no values", compared[i].name);
	if (!none && (!r->field[MEDIAN].len || !r->field[MAD].len || !r->field[OUTLIERS].len))
		complain(r->file, line, "%s values and no median", r->field[N].text);
	if (first != !r->field[VERDICT].len)
		complain(r->file, line, "%s", first ? "a verdict of the first side" : "no verdict");
	for (size_t i = OUTLIERS + 1; first && i <= REASON; i++)
		if (i != VERDICT && r->field[i].len)
			complain(r->file, line, "%s of the first side", compared[i].name);
}

static void check_record(const struct reader *r, size_t line)
{
	if (r->n != r->n_columns) {
		complain(r->file, line, "%zu fields, not %zu", r->n, r->n_columns);
		return;
	}
	for (size_t i = 0; i < r->n_columns; i++)
		if (r->column[i].holds != TEXT && r->field[i].len && !is_number(r->field[i].text, r->column[i].holds))
			complain(r->file, line, "%s '%s' is no %snumber", r->column[i].name, r->field[i].text,
				 r->column[i].holds == WHOLE ? "whole " : "");
	if (r->column == compared)
		check_compared(r, line);
	else
		check_status(r, line);
}

void check_csv(struct file *f, const struct document *schema)
{
	struct reader r = { .file = f, .at = f->text, .line = 1 };

	(void)schema;
	if (!is_utf8(f))
		return;
	if (!f->len)
		complain(f, 1, "no header");
	for (bool first = true; r.at < file_end(&r); first = false, r.line++) {
		size_t line = r.line;

		if (!read_record(&r))
			break;
		if (first)
			check_header(&r);
		else
			check_record(&r, line);
	}
	for (size_t i = 0; i < COLUMNS; i++)
		str_release(&r.field[i]);
}
