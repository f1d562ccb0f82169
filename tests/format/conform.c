/* SPDX-License-Identifier: MIT */
/*
 * conform [--schema FILE] FILE... - checks that each file is what its suffix says.
 *
 * It parses .json and .ndjson and, with --schema, validates them; it checks .csv, .prom, .md, .html
 * and .xml (of JUnit) by their grammar and by pstat's own rules.  If all is well it is silent and exits with 0;
 * otherwise it prints `FILE: line N: what is wrong` on stderr and exits with 1.  It checks the schema,
 * too, even without a file.
 */
#include "conform.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "base/utf8.h"

enum { MOST_COMPLAINTS = 20 };

static const struct format {
	const char *suffix;
	void (*check)(struct file *f, const struct document *schema);
} formats[] = {
	{ ".json", check_json }, { ".ndjson", check_ndjson }, { ".csv", check_csv },
	{ ".prom", check_openmetrics }, { ".md", check_markdown }, { ".xml", check_xml },
	{ ".html", check_html },
};

void complain(struct file *f, size_t line, const char *fmt, ...)
{
	va_list ap;

	if (f->bad++ == MOST_COMPLAINTS)
		fprintf(stderr, "%s: line %zu: and so on\n", f->path, line);
	if (f->bad > MOST_COMPLAINTS)
		return;
	fprintf(stderr, "%s: line %zu: ", f->path, line);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
}

bool is_utf8(struct file *f)
{
	size_t line = 1, n;

	for (size_t i = 0; i < f->len; i += n) {
		n = utf8_character_length(f->text + i, f->len - i);
		if (!n) {
			complain(f, line, "byte 0x%02x is not UTF-8", (unsigned char)f->text[i]);
			return false;
		}
		line += f->text[i] == '\n';
	}
	return true;
}

static bool load(struct file *f, const char *path)
{
	FILE *in = fopen(path, "r");
	struct str all = {0};
	char piece[65536];
	size_t n;

	*f = (struct file){ .path = path };
	if (!in) {
		perror(path);
		f->bad = 1;
		return false;
	}
	str_add(&all, "");
	while ((n = fread(piece, 1, sizeof(piece), in)) > 0)
		str_add_n(&all, piece, n);
	if (ferror(in))
		perror(path);
	f->bad = ferror(in) != 0;
	fclose(in);
	f->text = all.text;
	f->len = all.len;
	return !f->bad;
}

static const struct format *format_of(const char *path)
{
	const char *suffix = strrchr(path, '.');

	for (size_t i = 0; suffix && i < sizeof(formats) / sizeof(*formats); i++)
		if (!strcmp(suffix, formats[i].suffix))
			return &formats[i];
	return NULL;
}

static bool check(const char *path, const struct document *schema)
{
	const struct format *format = format_of(path);
	struct file f;

	if (!format) {
		fprintf(stderr, "%s: its suffix says nothing\n", path);
		return false;
	}
	if (load(&f, path))
		format->check(&f, schema);
	free(f.text);
	return !f.bad;
}

int main(int argc, char **argv)
{
	bool with_schema = argc > 1 && !strcmp(argv[1], "--schema"), good = true;
	struct document schema = {0};
	struct file f = {0};

	if (argc < 2 + with_schema) {
		fprintf(stderr, "usage: %s [--schema FILE] FILE...\n", argv[0]);
		return 2;
	}
	if (with_schema && load(&f, argv[2])) {
		schema = (struct document){ .file = &f, .text = f.text, .len = f.len, .line = 1 };
		if (document_parse(&schema))
			schema_check(&schema);
	}
	for (int i = 1 + 2 * with_schema; i < argc && !f.bad; i++)
		good = check(argv[i], with_schema ? &schema : NULL) && good;
	good = good && !f.bad;
	json_document_release(&schema.doc);
	free(f.text);
	return !good;
}
