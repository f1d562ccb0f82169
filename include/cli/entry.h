/* SPDX-License-Identifier: MIT */
/* entry.h - results that join those of a document that is there. */
#ifndef CLI_ENTRY_H
#define CLI_ENTRY_H

#include <stdbool.h>

#include "base/error.h"
#include "base/str.h"

/*
 * Whether they can be added to what is at path, be it nothing yet.  Where that cannot be opened this is said
 * by opening it for the result.  tries: for its lock, see lock_file().
 */
int entry_check(const char *path, int tries, struct error *err);
/*
 * What the file at path will have with those of the document `fresh`; "": just those.  fd: just opened by
 * lock_file().  early: they replace none of their names; where one is there *stays is set, and nothing is to
 * be written.
 */
int entry_merge(struct str *all, const char *path, int fd, const struct str *fresh, bool early, bool *stays,
		struct error *err);

#endif
