/* SPDX-License-Identifier: MIT */
/*
 * temp_file.h - makes temporary files, which are renamed into place when complete, and removed if a signal
 * ends pstat first.
 *
 * A signal handler removes them: pstat writes also while it does not catch signals itself, before and after
 * a command is counted.  After SIGKILL the file stays.
 */
#ifndef OUTPUT_TEMP_FILE_H
#define OUTPUT_TEMP_FILE_H

#include <stdbool.h>

struct stat;

struct temp_file {
	char *name;		/* owned; NULL: none */
};

/* Creates one next to path, with an unpredictable name and mode 0600: a descriptor, or -errno. */
int  temp_file_open(struct temp_file *t, const char *path);
/* One without a name, in $TMPDIR or /tmp: a descriptor, or -errno. */
int  temp_file_open_unnamed(void);
/*
 * Renames it to path.  Returns 0, or -errno, and it stays a temporary file.  exclusive: -EEXIST if path
 * exists already, which file systems without hard links do not notice.
 */
int  temp_file_rename(struct temp_file *t, const char *path, bool exclusive);
/*
 * The same if the file `before` is still at path, with the same text.  -ESTALE: it is not; nothing has
 * changed.  -EBUSY: others replaced it twice meanwhile, and one of them may have lost what it wrote.
 */
int  temp_file_replace(struct temp_file *t, const char *path, const struct stat *before);
void temp_file_keep(struct temp_file *t);	/* it stays under its temporary name */
void temp_file_drop(struct temp_file *t);	/* removes it, if there is one */

#endif
