/* SPDX-License-Identifier: MIT */
/*
 * json_merge.h - adds results to the text of a saved document, or replaces those of the same name in it.
 *
 * Not a byte of the other results changes, so that a diff of the file shows only the new ones.
 * A result gets a version of its own if the document has a different one.
 */
#ifndef BENCHMARK_JSON_MERGE_H
#define BENCHMARK_JSON_MERGE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/str.h"

/* -1: results cannot be added to this text.  It may be empty. */
int  json_merge_can_update(const char *text, size_t len, struct error *err);
/* True if a result of the fresh document would replace one of the text. */
bool json_merge_replaces(const char *text, size_t len, const char *fresh, size_t fresh_len);
/*
 * Writes the document with the results of the fresh one to out, which is empty.  Each replaces the first
 * result of its name, or is added after the others.
 */
int  json_merge_update(struct str *out, const char *text, size_t len, const char *fresh, size_t fresh_len,
		       struct error *err);

#endif
