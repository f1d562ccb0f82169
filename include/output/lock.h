/* SPDX-License-Identifier: MIT */
/*
 * lock.h - locks a file while it is read, changed and written.
 *
 * The lock is flock's, on the file itself, so nothing is left behind and the lock of a killed process is
 * free. A lock that somebody keeps for three seconds is not waited for: `flock FILE pstat ...` keeps it
 * until pstat ends, and the result must not be lost.
 */
#ifndef OUTPUT_LOCK_H
#define OUTPUT_LOCK_H

/*
 * The file, open to be read and written, and locked: a descriptor, or -errno where it cannot be opened.
 * When another file was renamed to this name meanwhile, it is that one.
 */
int  lock_file(const char *path);
/* A file that nobody overwrites until it is released; -1: it is no regular file, or cannot be locked. */
int  lock_to_read(const char *path);
int  lock_release(int fd);	/* -errno: close() says that a write failed; 0 for a negative fd */

#endif
