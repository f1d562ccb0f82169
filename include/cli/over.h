/* SPDX-License-Identifier: MIT */
/*
 * over.h - a file that is written over, where no other one can take its place.
 *
 * Where the text cannot be written the file has what it had before, as far as that can be.
 */
#ifndef CLI_OVER_H
#define CLI_OVER_H

#include "base/str.h"

/*
 * The text is all that the file has then.  0, or a negative errno; what it had is put back where it was
 * opened to be read, too.
 */
int over_write(int fd, const struct str *text);

#endif
