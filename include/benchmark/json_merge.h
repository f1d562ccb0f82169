/* SPDX-License-Identifier: MIT */
/*
 * json_merge.h - replaces or adds the results of some names in a document of many benchmarks.
 *
 * Not a byte of the other results changes, so that a diff of the file shows only the new ones.
 * A result has its own version if that of the document is another.
 */
#ifndef BENCHMARK_JSON_MERGE_H
#define BENCHMARK_JSON_MERGE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/str.h"

/* -1: the text is not a document that results can be added to; an empty text is fine. */
int  json_merge_can_update(const char *text, size_t len, struct error *err);
/* Would a result of the fresh document replace one of the text? */
bool json_merge_replaces(const char *text, size_t len, const char *fresh, size_t fresh_len);
/*
 * Writes to out, which is empty, the document with the results of the fresh one.  Each replaces the first
 * result of its name, or is added after the others.
 */
int  json_merge_update(struct str *out, const char *text, size_t len, const char *fresh, size_t fresh_len,
		       struct error *err);

#endif
