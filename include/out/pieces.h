/* SPDX-License-Identifier: MIT */
/* pieces.h - what the formats of schema pstat/1 are made of: the document and its lines. */
#ifndef OUT_PIECES_H
#define OUT_PIECES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/json.h"
#include "calc/table.h"
#include "count/runloop.h"

struct note;
struct report;
struct result;

#define PIECES_SCHEMA "pstat/1"

/* Members of the object that is open.  lines: each of the facts of the host begins a line. */
void pieces_head(struct json *j, const struct report *r, bool lines);	/* name to aggregation */
void pieces_run(struct json *j, const struct result *run);
void pieces_event(struct json *j, const struct report *r, size_t event);
void pieces_unit(struct json *j, const struct report *r, size_t unit);
void pieces_note(struct json *j, const struct report *r, const struct note *note);
/* One that was asked for by name is there without a value, too. */
bool pieces_has_metric(const struct report *r, size_t metric, size_t unit);
/* An object on a line of its own, which says of what type it is. */
struct json pieces_line(struct str *out, const char *type);
void pieces_line_end(struct json *j);
void pieces_metric(struct json *j, const struct report *r, size_t metric, const struct figure *f);

extern const char pieces_json_schema[];		/* made of share/pstat-1.schema.json */

/* The words for enums, which saved.c reads back. */
extern const char *const pieces_states[CELL_STATES];
extern const char *const pieces_modes[AGGR_CPU + 1];
extern const char *const pieces_ends[RUNLOOP_SIGNAL + 1];
extern const char *const pieces_verdicts[FIGURE_GOOD + 1];	/* by severity; NULL: none */

#endif
