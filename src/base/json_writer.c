/* SPDX-License-Identifier: MIT */
/* Writes JSON values and brackets one after the other, and quotes strings of any bytes. */
#include "base/json_writer.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/utf8.h"

static void add_control(struct str *out, unsigned char c)
{
	static const char letters[] = "\bb\tt\nn\ff\rr";
	const char *found = strchr(letters, c);

	if (found && (found - letters) % 2 == 0)
		str_addf(out, "\\%c", found[1]);
	else
		str_addf(out, "\\u%04x", c);
}

void json_quote(struct str *out, const char *text)
{
	size_t left = strlen(text);
	struct utf8_run run;

	str_add(out, "\"");
	while (utf8_next(&run, &text, &left)) {
		unsigned char c = (unsigned char)run.text[0];

		if (c < ' ' || c == 0x7f)
			add_control(out, c);
		else if (c >= 0x80 && utf8_unseen(run.text, run.len))	/* terminals obey them, too */
			str_addf(out, "\\u%04x", utf8_unseen(run.text, run.len));
		else if (c == '"' || c == '\\')
			str_addf(out, "\\%c", c);
		else
			str_add_n(out, run.text, run.len);
	}
	str_add(out, "\"");
}

static void break_line(struct json_writer *j)
{
	str_add(j->out, "\n");
	for (unsigned i = 0; i < j->depth; i++)
		str_add(j->out, "  ");
}

enum { DEEPEST = 31 };			/* with lines */

static bool breaks_lines(const struct json_writer *j)
{
	return j->depth && j->depth <= DEEPEST && j->lines >> j->depth & 1;
}

static void set_lines(struct json_writer *j, bool lines)
{
	uint32_t bit = j->depth <= DEEPEST ? (uint32_t)1 << j->depth : 0;

	j->lines = lines ? j->lines | bit : j->lines & ~bit;
}

/* Writes comma, line break and key before a value. */
static void begin_value(struct json_writer *j, const char *key)
{
	if (j->comma)
		str_add(j->out, breaks_lines(j) ? "," : ", ");
	if (breaks_lines(j))
		break_line(j);
	if (key) {
		json_quote(j->out, key);
		str_add(j->out, ": ");
	}
	j->comma = true;
}

void json_open(struct json_writer *j, const char *key, char bracket)
{
	begin_value(j, key);
	str_add_n(j->out, &bracket, 1);
	j->depth++;
	j->comma = false;
	set_lines(j, false);
}

void json_open_lines(struct json_writer *j, const char *key, char bracket)
{
	json_open(j, key, bracket);
	set_lines(j, !j->one_line);
}

void json_close(struct json_writer *j, char bracket)
{
	bool ends_lines = breaks_lines(j) && j->comma;	/* an empty bracket takes one line */

	j->depth--;
	if (ends_lines)
		break_line(j);
	str_add_n(j->out, &bracket, 1);
	j->comma = true;
}

void json_text(struct json_writer *j, const char *key, const char *text)
{
	begin_value(j, key);
	if (text)
		json_quote(j->out, text);
	else
		str_add(j->out, "null");
}

void json_u64(struct json_writer *j, const char *key, uint64_t value)
{
	begin_value(j, key);
	str_add_u64(j->out, value);
}

void json_i64(struct json_writer *j, const char *key, int64_t value)
{
	begin_value(j, key);
	str_addf(j->out, "%" PRId64, value);
}

void json_double(struct json_writer *j, const char *key, double value)
{
	begin_value(j, key);
	if (isfinite(value))
		str_add_double(j->out, value);
	else
		str_add(j->out, "null");
}

void json_bool(struct json_writer *j, const char *key, bool value)
{
	begin_value(j, key);
	str_add(j->out, value ? "true" : "false");
}

void json_null(struct json_writer *j, const char *key)
{
	json_text(j, key, NULL);
}
