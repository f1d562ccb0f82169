/* SPDX-License-Identifier: MIT */
/*
 * rootfs.h - files under a root directory: "/" in production, an unpacked fixture in tests.
 *
 * What cannot be read is not what is not there.  A file is not there when the kernel says so
 * (ENOENT), when what should hold it is no folder (ENOTDIR), and when its driver went away
 * (ENODEV, ENXIO).  All else, be it EACCES, EIO, ELOOP, EISDIR or EMFILE, says nothing of what is
 * in it; nor does a text that is none of its kind, or is empty because a container masks the file.
 * Whoever needs such a file for what was asked ends with an error that names it; where the numbers
 * are right without it, a note does.  Facts that are only told beside a report are then not known,
 * as on machines without them.
 */
#ifndef HOST_ROOTFS_H
#define HOST_ROOTFS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/str.h"

struct rootfs {
	int dirfd;
};

struct names {			/* of files in a folder: sorted by byte, without . and .. */
	char **name;
	size_t n;
};

/* All return >= 0 or a negative errno.  A file above 1 MiB is -EFBIG. */
int  rootfs_open(struct rootfs *root, const char *path);
bool rootfs_is_missing(int rc);			/* rc says that the file is not there */
bool rootfs_is_closed(int rc);			/* it may be there, and not for us */
/* Says of a file that it cannot be read: why, and what may help; -1. */
int  rootfs_refuse(struct error *err, int rc, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
int  rootfs_has(const struct rootfs *root, const char *fmt, ...)	/* 1 or 0 */
	__attribute__((format(printf, 2, 3)));
/* Replaces text; the newlines at the end are left out. */
int  rootfs_read(const struct rootfs *root, struct str *text, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* The same of the first size bytes at most, whole lines of a file of any size. */
int  rootfs_read_start(const struct rootfs *root, struct str *text, size_t size, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));
/* Where a link leads to, as it stands there; -EINVAL: it is no link. */
int  rootfs_link(const struct rootfs *root, struct str *text, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* The whole of the file is one number, with a sign or without. */
int  rootfs_read_int(const struct rootfs *root, int *value, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
int  rootfs_read_u64(const struct rootfs *root, uint64_t *value, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
int  rootfs_list(const struct rootfs *root, struct names *names, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
int  rootfs_list_folders(const struct rootfs *root, struct names *names, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));	/* only those, and no links */
/* Into a file that is there, in one piece: a setting of the kernel. */
int  rootfs_write(const struct rootfs *root, const char *text, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* A descriptor above those of stdio, which a program that is run does not get. */
int  rootfs_open_folder(const struct rootfs *root, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
void rootfs_close_folder(int fd);
void rootfs_close(struct rootfs *root);
void names_release(struct names *names);

#endif
