/* SPDX-License-Identifier: MIT */
/*
 * overwrite.h - overwrites a file in place, where output_file.h cannot replace it by rename.
 *
 * Owner, mode, access control list and links stay.  It first writes the part that makes the file longer, so
 * that a full disk is noticed before anything is lost.
 */
#ifndef OUTPUT_OVERWRITE_H
#define OUTPUT_OVERWRITE_H

#include "base/str.h"

/*
 * Replaces the whole text of the file.  Returns 0, or -errno after restoring the old text, if fd can be read.
 * Signals wait meanwhile; the caller ignores SIGXFSZ.
 */
int overwrite(int fd, const struct str *text);

#endif
