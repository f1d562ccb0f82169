/* SPDX-License-Identifier: MIT */
/*
 * saved_update.h - one document for the results of many benchmarks: that of one name is
 * replaced or added, and not a byte of the others changes, so that a file of them can be
 * reviewed.
 *
 * A result has its own version if that of the document is another.
 */
#ifndef OUT_SAVED_UPDATE_H
#define OUT_SAVED_UPDATE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/str.h"

/* Whether results can be kept in this document; an empty one will do. */
int  saved_can_update(const char *text, size_t len, struct error *err);
/* Whether a result of the fresh document would take the place of another one. */
bool saved_replaces(const char *text, size_t len, const char *fresh, size_t fresh_len);
/*
 * To out, which is empty: the document with the results of the fresh one, which print_json.c wrote, each
 * in the place of the first of its name, or behind the others.
 */
int  saved_update(struct str *out, const char *text, size_t len, const char *fresh, size_t fresh_len,
		  struct error *err);

#endif
