/* SPDX-License-Identifier: MIT */
/*
 * where_json.h - writes the block "where" (the source lines behind a change) as JSON.  All texts are whole,
 * and none is escaped for people.
 *
 * Of one program, the member `where` of its result has all lines that are kept (benchmark/saved_where.h).
 */
#ifndef FORMAT_WHERE_WHERE_JSON_H
#define FORMAT_WHERE_WHERE_JSON_H

struct json_writer;
struct where_block;

/* The member `where`; nothing if nobody asked for it. */
void where_json_write(struct json_writer *j, const struct where_block *w);

#endif
