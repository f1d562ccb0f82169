/* SPDX-License-Identifier: MIT */
/* json_parts.h - writes the parts of a result that json and ndjson have in common: units, notes, rows. */
#ifndef FORMAT_JSON_PARTS_H
#define FORMAT_JSON_PARTS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/json_writer.h"

struct figure;
struct comparison;
struct note;
struct report;

/* These add members to the open object: */
/* from name to aggregation */
void json_parts_head(struct json_writer *j, const struct report *r);
void json_parts_unit(struct json_writer *j, const struct report *r, size_t unit);
void json_parts_note(struct json_writer *j, const struct report *r, const struct note *note);
/* A member that is null if the number is not known. */
void json_parts_number(struct json_writer *j, const char *key, bool known, uint64_t number);
/* A metric that was requested by name is present even without a value. */
bool json_parts_has_metric(const struct report *r, size_t metric, size_t unit);
void json_parts_metric(struct json_writer *j, const struct report *r, size_t metric, const struct figure *f);
/* Of a comparison. */
void json_parts_settings(struct json_writer *j, const struct comparison *cmp);
void json_parts_side(struct json_writer *j, const struct comparison *cmp, size_t side);
void json_parts_row(struct json_writer *j, const struct comparison *cmp, size_t row);
void json_parts_remark(struct json_writer *j, const struct comparison *cmp, size_t note);
/* An object on a line of its own; type: its first member. */
struct json_writer json_parts_line(struct str *out, const char *type);
void json_parts_line_end(struct json_writer *j);

#endif
