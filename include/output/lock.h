/* SPDX-License-Identifier: MIT */
/*
 * lock.h - locks a file while it is read, changed and written.
 *
 * The lock is flock's, on the file itself: it leaves no file, and ends with its process.  pstat waits three
 * seconds at most and then goes on without the lock: `flock FILE pstat ...` holds it until pstat ends, as can
 * anybody who may read the file, and the result must not be lost.  So what was read must still be there when
 * it is replaced (temp_file_replace), and without the lock nothing is overwritten in place.
 */
#ifndef OUTPUT_LOCK_H
#define OUTPUT_LOCK_H

#include <stdbool.h>

/*
 * Opens the file to read and write it, and locks it: a descriptor, or -errno if it cannot be opened.  If
 * another file is renamed to path meanwhile, that one is opened.  *is_others: somebody else kept the lock;
 * is_others may be NULL.
 */
int  lock_file(const char *path, bool *is_others);
/* Opens a file that nobody overwrites until it is released; -1: not a regular file, or not locked. */
int  lock_to_read(const char *path);
int  lock_release(int fd);	/* -errno: close() failed, as a write did; 0 for a negative fd */

#endif
