/* SPDX-License-Identifier: MIT */
/*
 * temp_file.h - temporary files: renamed into place when complete, removed if a signal ends pstat first.
 *
 * A handler removes them: pstat catches signals only while a command is counted, and writes before and
 * after that, too.  SIGKILL leaves the file behind.
 */
#ifndef OUTPUT_TEMP_FILE_H
#define OUTPUT_TEMP_FILE_H

#include <stdbool.h>

struct temp_file {
	char *name;		/* owned; NULL: none */
};

/* Creates one beside path, with a name that nobody can foresee and mode 0600: a descriptor, or -errno. */
int  temp_file_open(struct temp_file *t, const char *path);
/*
 * Renames it to path: 0, or -errno, and it stays what it is.  exclusive: -EEXIST where path exists
 * already; only file systems without hard links cannot tell.
 */
int  temp_file_rename(struct temp_file *t, const char *path, bool exclusive);
void temp_file_keep(struct temp_file *t);	/* it stays under its temporary name */
void temp_file_drop(struct temp_file *t);	/* removes it, if there is one */

#endif
