/* SPDX-License-Identifier: MIT */
/*
 * locked_folder.h - makes and locks a folder for one pstat process; when that process is gone, a later one
 * finds the folder without a lock and can remove it.
 *
 * The owner keeps a lock on its folder, which ends with its process, however that ends.  A folder that
 * nobody locks was left by a pstat that was killed.  A file system that cannot lock folders (NFS) has no
 * lock, and what is left there stays.
 */
#ifndef OUTPUT_LOCKED_FOLDER_H
#define OUTPUT_LOCKED_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

struct locked_folder {
	char *path;		/* owned; NULL: there is none */
	int fd;			/* the lock */
};

/* Makes parent if it is missing, and a new, empty folder in it: 0 or -errno. */
int  locked_folder_make(struct locked_folder *f, const char *parent);
/* Takes over a folder in parent that nobody locks; false: there is none.  skip: so many are passed over. */
bool locked_folder_take_left(struct locked_folder *f, const char *parent, size_t skip);
/* Ends the lock, and removes the folder and its parent if they are empty. */
void locked_folder_release(struct locked_folder *f, const char *parent);

#endif
