/* SPDX-License-Identifier: MIT */
/* path.h - normalises paths: "/b/../m.c" becomes "/m.c". */
#ifndef BASE_PATH_H
#define BASE_PATH_H

#include "base/str.h"

/*
 * Appends the path without ".", ".." and empty parts: "/b/../m.c" is "/m.c".  ".." at the start of a relative
 * path stays, and above "/" there is nothing.  Links are not followed, as the path may be of another machine.
 */
void path_normalise(struct str *out, const char *path);

#endif
