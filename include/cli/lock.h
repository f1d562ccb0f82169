/* SPDX-License-Identifier: MIT */
/*
 * lock.h - one at a time may read a file, change it and put another one in its place.
 *
 * The folder is what is locked: the file itself is another one after each rename, and not there
 * before the first.  The file is, too, as not everybody may open its folder, or comes to it by that.  Nothing
 * is left behind, and the lock of who dies is free.
 */
#ifndef CLI_LOCK_H
#define CLI_LOCK_H

#include <stdbool.h>

/*
 * A descriptor; -1: the folder cannot be locked, be it for its permissions, for its file system,
 * or because others keep it locked for seven seconds, or until a signal tells pstat to end: the file is
 * changed all the same, as what was measured is not to be lost.
 */
int  lock_folder(const char *file);
/*
 * The file, open to be written over (file_open_over), and locked, if that can be: it is tried so often, each
 * 10 ms, and *tries is 0 when that was in vain.  A negative errno: it cannot be opened.
 */
enum { LOCK_ONCE = 300, LOCK_OFTEN = 50 };	/* tries for what is written at the end, or again and again */
int  lock_file(const char *file, int *tries);
/* A file that nobody writes over until it is released; -1: it is none, or somebody does for three seconds. */
int  lock_to_read(const char *file);
int  lock_release(int fd);	/* -1: nothing; else what close() says of what was written to it */

#endif
