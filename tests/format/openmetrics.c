/* SPDX-License-Identifier: MIT */
/*
 * Checks the text of OpenMetrics 1.0, more strictly: every family has a TYPE, and nothing is there twice.
 * But a counter has _total in the name of its family, as node_exporter and promtool want it.
 */
#define _GNU_SOURCE
#include "conform.h"

#include <ctype.h>
#include <math.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/mem.h"
#include "base/str.h"

enum { NAME_SIZE = 256, MAX_LABELS = 32 };
enum metadata { TYPE, HELP, UNIT, METADATA };

static const struct type {
	const char *name;
	const char *suffixes[5];	/* of its samples */
	const char *reserved;		/* may not end its own name, like those below */
} types[] = {
	{ "gauge", { "" }, NULL },		{ "unknown", { "" }, NULL },
	{ "stateset", { "" }, NULL },		{ "info", { "_info" }, "_info" },
	{ "counter", { "" }, NULL },
	{ "summary", { "", "_count", "_sum", "_created" }, NULL },
	{ "histogram", { "_bucket", "_count", "_sum", "_created" }, NULL },
	{ "gaugehistogram", { "_bucket", "_gcount", "_gsum" }, NULL },
};

static const char *const reserved[] = { "_total", "_created", "_count", "_sum", "_bucket", "_gcount", "_gsum" };

struct family {
	char name[NAME_SIZE];
	const struct type *type;
	bool has[METADATA];
	void *samples;		/* tree of names with labels; NULL: none yet */
};

struct exposition {
	struct file *file;
	size_t line;
	struct family now;
	void *families;		/* tree of all names so far */
};

__attribute__((format(printf, 2, 3)))
static bool wrong(struct exposition *e, const char *fmt, ...)
{
	struct str text = {0};
	va_list ap;

	va_start(ap, fmt);
	str_vaddf(&text, fmt, ap);
	va_end(ap);
	complain(e->file, e->line, "%s", text.text);
	str_release(&text);
	return false;
}

static int compare(const void *a, const void *b)
{
	return strcmp(a, b);
}

/* False: it was there already. */
static bool remember(void **tree, const char *text)
{
	if (tfind(text, tree, compare))
		return false;
	tsearch(mem_copy_text(text), tree, compare);
	return true;
}

static bool ends_with(const char *name, const char *end)
{
	size_t n = strlen(name), k = strlen(end);

	return n >= k && !strcmp(name + n - k, end);
}

static size_t name_length(const char *p, bool colons)
{
	size_t n = 0;

	while (isalpha((unsigned char)p[n]) || p[n] == '_' || (colons && p[n] == ':') || (n && isdigit((unsigned char)p[n])))
		n++;
	return n;
}

/* Copies the name and returns its end; NULL: no name. */
static const char *take_name(struct exposition *e, const char *p, char *name)
{
	size_t n = name_length(p, true);

	if (!n || n >= NAME_SIZE) {
		wrong(e, "no name of a metric where '%s' is", p);
		return NULL;
	}
	memcpy(name, p, n);
	name[n] = '\0';
	return p + n;
}

/* --- lines that begin with # -------------------------------------------------------- */

static void family_begin(struct exposition *e, const char *name)
{
	tdestroy(e->now.samples, free);
	memset(&e->now, 0, sizeof(e->now));
	memcpy(e->now.name, name, strlen(name));
	if (!remember(&e->families, name))
		wrong(e, "the family %s was already there", name);
}

static bool check_type(struct exposition *e, const char *text)
{
	struct family *f = &e->now;

	for (size_t i = 0; i < sizeof(types) / sizeof(*types); i++)
		if (!strcmp(text, types[i].name))
			f->type = &types[i];
	if (!f->type)
		return wrong(e, "there is no type '%s'", text);
	if (!strcmp(text, "counter"))
		return ends_with(f->name, "_total") || wrong(e, "the counter %s does not end with _total", f->name);
	for (size_t i = 0; i < sizeof(reserved) / sizeof(*reserved); i++)
		if (ends_with(f->name, reserved[i]))
			return wrong(e, "a family may not end with %s", reserved[i]);
	if (f->type->reserved && ends_with(f->name, f->type->reserved))
		return wrong(e, "a family of type %s may not end with %s", text, f->type->reserved);
	return true;
}

/* Allows \\, \" and \n only: returns the end of the text or its closing quote; NULL: another escape. */
static const char *check_escapes(struct exposition *e, const char *p, char end)
{
	for (; *p && *p != end; p++)
		if (*p == '\\' && !memchr("\\\"n", *++p, 3)) {
			wrong(e, "there is no escape \\%.1s", p);
			return NULL;
		}
	return p;
}

static bool check_help(struct exposition *e, const char *text)
{
	return check_escapes(e, text, '\0');
}

static bool check_unit(struct exposition *e, const char *text)
{
	size_t unit = strlen(text), name = strlen(e->now.name);

	if (!unit || strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_:") != unit)
		return wrong(e, "'%s' is no unit", text);
	if (!ends_with(e->now.name, text) || name <= unit + 1 || e->now.name[name - unit - 1] != '_')
		return wrong(e, "the unit is %s, but %s does not end with _%s", text, e->now.name, text);
	return true;
}

static const struct {
	const char *start;
	bool (*check)(struct exposition *e, const char *text);
} metadata[METADATA] = {
	[TYPE] = { "# TYPE ", check_type }, [HELP] = { "# HELP ", check_help }, [UNIT] = { "# UNIT ", check_unit },
};

static bool check_metadata(struct exposition *e, const char *line)
{
	char name[NAME_SIZE];
	size_t kind = 0;

	while (kind < METADATA && strncmp(line, metadata[kind].start, strlen(metadata[kind].start)) != 0)
		kind++;
	if (kind == METADATA)
		return wrong(e, "neither # TYPE, # HELP nor # UNIT");
	line = take_name(e, line + strlen(metadata[kind].start), name);
	if (!line)
		return false;
	if (*line != ' ')
		return wrong(e, "one space should follow %s", name);
	if (strcmp(name, e->now.name) != 0)
		family_begin(e, name);
	else if (e->now.samples)
		return wrong(e, "%.6s after the samples of %s", metadata[kind].start, name);
	if (e->now.has[kind])
		return wrong(e, "a second %.6s of %s", metadata[kind].start, name);
	e->now.has[kind] = true;
	return metadata[kind].check(e, line + 1);
}

/* --- samples --------------------------------------------------------------------- */

static int compare_texts(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Joins the sorted labels: equal sets become equal texts. */
static bool join_labels(struct exposition *e, char **label, size_t n, struct str *out)
{
	bool good = true;

	qsort(label, n, sizeof(*label), compare_texts);
	for (size_t i = 0; i < n; i++) {
		size_t name = strcspn(label[i], "=") + 1;

		if (i && !strncmp(label[i], label[i - 1], name))
			good = wrong(e, "the label %.*s is there twice", (int)name - 1, label[i]);
		str_addf(out, ",%s", label[i]);
	}
	return good;
}

/* The end of the label; NULL: not a label. */
static const char *label_end(struct exposition *e, const char *p)
{
	size_t name = name_length(p, false);
	const char *end;

	if (!name || p[name] != '=' || p[name + 1] != '"') {
		wrong(e, "no label where '%s' is", p);
		return NULL;
	}
	end = check_escapes(e, p + name + 2, '"');
	if (end && !*end)
		wrong(e, "a quote is not closed");
	return end && *end ? end + 1 : NULL;
}

/* The end of the labels, after the brace; NULL: something is wrong. */
static const char *take_labels(struct exposition *e, const char *p, struct str *out)
{
	char *label[MAX_LABELS];
	size_t n = 0;

	while (*p != '}' || n) {
		const char *end = label_end(e, p);

		if (end && n == MAX_LABELS)
			wrong(e, "more than %d labels", MAX_LABELS);
		if (!end || n == MAX_LABELS) {
			p = NULL;
			break;
		}
		label[n] = mem_resize(NULL, (size_t)(end - p) + 1, 1);
		memcpy(label[n], p, (size_t)(end - p));
		label[n++][end - p] = '\0';
		p = end + 1;
		if (*end == '}')
			break;
		if (*end != ',') {
			wrong(e, "no comma where '%s' is", end);
			p = NULL;
			break;
		}
	}
	if (!n && p)
		p++;
	if (p && !join_labels(e, label, n, out))
		p = NULL;
	while (n)
		free(label[--n]);
	return p;
}

static bool is_number(const char *text, double *out)
{
	static const char *const words[] = { "nan", "inf", "+inf", "-inf", "infinity", "+infinity", "-infinity" };
	bool known = false;
	char *end;

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		known = known || !strcasecmp(text, words[i]);
	*out = strtod(text, &end);
	return known || (*text && !*end && strspn(text, "+-.0123456789eE") == strlen(text));
}

/* After the name and its labels: a value and perhaps a time. */
static bool check_values(struct exposition *e, const char *text, bool monotonic)
{
	char number[64];
	double value;

	for (int i = 0; i < 2; i++) {
		size_t n = *text == ' ' ? strcspn(text + 1, " ") : sizeof(number);

		if (n >= sizeof(number))
			return wrong(e, "a space and a number should be where '%s' is", text);
		memcpy(number, text + 1, n);
		number[n] = '\0';
		text += n + 1;
		if (!is_number(number, &value))
			return wrong(e, "'%s' is no number", number);
		if (i ? !isfinite(value) : monotonic && (isnan(value) || value < 0))
			return wrong(e, "%s is no %s", number, i ? "time" : "value of a counter");
		if (!*text)
			return true;
	}
	return wrong(e, "'%s' after a value and a time", text);
}

static bool is_sample_of(const struct family *f, const char *name)
{
	size_t n = strlen(f->name);

	if (strncmp(name, f->name, n) != 0)
		return false;
	for (size_t i = 0; i < sizeof(f->type->suffixes) / sizeof(*f->type->suffixes) && f->type->suffixes[i]; i++)
		if (!strcmp(name + n, f->type->suffixes[i]))
			return true;
	return false;
}

static bool check_sample(struct exposition *e, const char *line)
{
	char name[NAME_SIZE];
	struct str id = {0};
	bool good = false;

	line = take_name(e, line, name);
	if (!line)
		return false;
	if (!e->now.type)
		return wrong(e, "no # TYPE before %s", name);
	if (!is_sample_of(&e->now, name))
		return wrong(e, "%s is no sample of %s, a %s", name, e->now.name, e->now.type->name);
	str_add(&id, name);
	line = *line == '{' ? take_labels(e, line + 1, &id) : line;
	if (line && !remember(&e->now.samples, id.text))
		wrong(e, "these labels were already there");
	else if (line)
		good = check_values(e, line, ends_with(name, "_total"));
	str_release(&id);
	return good;
}

/* --- the whole -------------------------------------------------------------------- */

static void check_line(struct exposition *e, const char *line, bool last)
{
	if (!strcmp(line, "# EOF")) {
		if (!last)
			wrong(e, "# EOF is not the last line");
	} else if (last) {
		wrong(e, "the last line is not # EOF");
	} else if (!*line) {
		wrong(e, "an empty line");
	} else if (*line == '#') {
		check_metadata(e, line);
	} else {
		check_sample(e, line);
	}
}

void check_openmetrics(struct file *f, const struct document *schema)
{
	struct exposition e = { .file = f, .line = 1 };
	struct str line = {0};

	(void)schema;
	if (!is_utf8(f))
		return;
	if (strlen(f->text) != f->len) {
		complain(f, 1, "it has zero bytes");
		return;
	}
	if (!f->len)
		complain(f, 1, "the last line is not # EOF");
	for (const char *at = f->text; *at; e.line++) {
		size_t n = strcspn(at, "\n");

		str_reset(&line);
		str_add_n(&line, at, n);
		at += n + (at[n] == '\n');
		check_line(&e, line.text, !*at);
		if (!*at && at[-1] != '\n')
			complain(f, e.line, "no newline at the end");
	}
	str_release(&line);
	tdestroy(e.now.samples, free);
	tdestroy(e.families, free);
}
