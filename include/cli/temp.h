/* SPDX-License-Identifier: MIT */
/*
 * temp.h - files beside the documents that they become when they are complete.
 *
 * None is left behind when a signal ends pstat: before and after a measurement signals are not
 * watched, and a long report may be written then.
 */
#ifndef CLI_TEMP_H
#define CLI_TEMP_H

struct temp;

/* Beside path, under a name that nobody can foresee; NULL and errno.  fd: open to write. */
struct temp *temp_open(const char *path, int *fd);
const char  *temp_name(const struct temp *t);
int  temp_become(struct temp *t, const char *path);	/* 0, or -1 and errno: it stays what it is */
void temp_keep(struct temp *t);		/* there was no place for it: it stays where it is */
void temp_drop(struct temp *t);		/* what has not become a document goes; NULL is safe */

#endif
