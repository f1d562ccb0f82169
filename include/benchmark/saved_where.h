/* SPDX-License-Identifier: MIT */
/*
 * saved_where.h - writes and reads the member "where" of a JSON result: the source lines and functions that
 * executed the most instructions under valgrind.
 *
 * It has at most CODE_ROWS_KEPT rows.  A row has the text of its line, which shows what it was, and hashes of
 * that text and of its neighbours, by which it is found in another source.  The text may be cut, so its hash
 * is kept, too.
 */
#ifndef BENCHMARK_SAVED_WHERE_H
#define BENCHMARK_SAVED_WHERE_H

#include "base/json_reader.h"
#include "base/json_writer.h"

struct program_where;

/* Adds nothing if nobody asked where. */
void saved_where_write(struct json_writer *j, const struct program_where *w);
/* node may be -1.  NULL, or what is wrong. */
const char *saved_where_read(struct program_where *w, const struct json_document *doc, int node);

#endif
