/* SPDX-License-Identifier: MIT */
/* json_schema.h - writes the objects of schema pstat/1, which json and ndjson share. */
#ifndef FORMAT_JSON_SCHEMA_H
#define FORMAT_JSON_SCHEMA_H

#include <stdbool.h>
#include <stddef.h>

#include "base/json_writer.h"

struct figure;
struct judgement;
struct note;
struct report;
struct result;

/* These add members to the object that is open.  lines: each fact of the host begins a line. */
void json_schema_head(struct json *j, const struct report *r, bool lines);	/* name to aggregation */
void json_schema_run(struct json *j, const struct result *run);
void json_schema_event(struct json *j, const struct report *r, size_t event);
void json_schema_unit(struct json *j, const struct report *r, size_t unit);
void json_schema_note(struct json *j, const struct report *r, const struct note *note);
/* A metric that was asked for by name is there even without a value. */
bool json_schema_has_metric(const struct report *r, size_t metric, size_t unit);
void json_schema_metric(struct json *j, const struct report *r, size_t metric, const struct figure *f);
/* Of a comparison.  lines: each of its settings begins a line. */
void json_schema_settings(struct json *j, const struct judgement *g, bool lines);
void json_schema_side(struct json *j, const struct judgement *g, size_t side);
void json_schema_row(struct json *j, const struct judgement *g, size_t row);
void json_schema_remark(struct json *j, const struct judgement *g, size_t note);
/* An object on a line of its own, which says what type it is. */
struct json json_schema_line(struct str *out, const char *type);
void json_schema_line_end(struct json *j);

extern const char json_schema_text[];		/* made of share/pstat-1.schema.json */

#endif
