/* SPDX-License-Identifier: MIT */
/* conform.h - checks whole files by the rules of their formats, and complains about each error. */
#ifndef CONFORM_H
#define CONFORM_H

#include <stdbool.h>
#include <stddef.h>

#include "base/json_reader.h"

struct file {
	const char *path;
	char *text;		/* a NUL follows */
	size_t len;
	size_t bad;		/* complaints so far */
};

void complain(struct file *f, size_t line, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
bool is_utf8(struct file *f);		/* complains if it is not */

/* A JSON document, the file or a line of it. */
struct document {
	struct file *file;
	const char *text;
	size_t len;
	size_t line;		/* line of the file where it begins */
	struct json_document doc;
};

void document_complain(const struct document *d, int node, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
bool document_parse(struct document *d);	/* complains if it cannot be parsed; otherwise release d->doc */

/*
 * A subset of JSON Schema 2020-12.  An unknown keyword is an error, so that a schema says nothing that is not
 * checked.  An integer is a number without a point and an exponent.
 */
void schema_check(const struct document *schema);
/* def: validates by this part of the $defs; NULL: by the whole schema. */
void schema_validate(const struct document *schema, const char *def, const struct document *d);

/* schema may be NULL */
void check_json(struct file *f, const struct document *schema);
void check_ndjson(struct file *f, const struct document *schema);
void check_csv(struct file *f, const struct document *schema);
void check_openmetrics(struct file *f, const struct document *schema);
void check_markdown(struct file *f, const struct document *schema);
void check_xml(struct file *f, const struct document *schema);
void check_html(struct file *f, const struct document *schema);

#endif
