/* SPDX-License-Identifier: MIT */
/*
 * lock.h - one at a time may read a file, change it and put another one in its place.
 *
 * The folder is what is locked: the file itself is another one after each rename, and not there
 * before the first.  Nothing is left behind, and the lock of who dies is free.
 */
#ifndef CLI_LOCK_H
#define CLI_LOCK_H

#include "base/error.h"

/*
 * A descriptor; -1 and no error: the folder cannot be locked, be it for its permissions or for
 * its file system.  That others keep it locked for ten seconds is an error.
 */
int  lock_folder(const char *file, int *fd, struct error *err);
void lock_release(int fd);	/* -1: nothing */

#endif
