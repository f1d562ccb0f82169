/* SPDX-License-Identifier: MIT */
/*
 * overwrite.h - overwrites a file in place.
 *
 * Owner, mode, access control list and links stay.  It first writes what needs more room than the file
 * has, so that a full disk is noticed before anything is lost.
 */
#ifndef OUTPUT_OVERWRITE_H
#define OUTPUT_OVERWRITE_H

#include "base/str.h"

/*
 * The text is all that the file has then.  0, or -errno: the old text is put back, if fd can be read.
 * Signals wait meanwhile; the caller ignores SIGXFSZ.
 */
int overwrite(int fd, const struct str *text);

#endif
