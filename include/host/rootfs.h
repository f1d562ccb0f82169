/* SPDX-License-Identifier: MIT */
/*
 * rootfs.h - reads files under a root directory: "/" in production, an unpacked fixture in tests.
 *
 * A file that cannot be read is not a missing file. It is missing if the kernel says so (ENOENT), if its
 * parent is not a folder (ENOTDIR), and if its driver went away (ENODEV, ENXIO). Any other error (EACCES,
 * EIO, ELOOP, EISDIR, EMFILE) says nothing about the content; neither does malformed text, nor an empty
 * file, which is how containers mask files. It matters: a missing cpumask means any CPU, a missing die one
 * die. So if a file that a request needs cannot be read, the request fails with an error that names the
 * file; if the counts are right without it, a note says so. Facts that only accompany a report are then
 * unknown.
 *
 * Each file is read only once where possible: between two reads it may change, and the report must be of
 * one state.
 *
 * Whether a file exists is asked with faccessat(), and if that is refused by opening the file: glibc calls
 * faccessat2, which older system call filters answer with EPERM. Folders are read with getdents64, which
 * saves five calls against opendir() for each.
 */
#ifndef HOST_ROOTFS_H
#define HOST_ROOTFS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/error.h"
#include "base/str.h"

struct rootfs {
	int dirfd;
};

#define ROOTFS_OWN_USER ((uid_t)-1)	/* that of pstat */
struct regular_file {
	int fd;				/* above 2, close-on-exec */
	uint64_t size, inode;
	uint32_t major, minor;		/* of its device */
};

struct file_names {			/* of files in a folder: sorted by bytes, without . and .. */
	char **name;
	size_t n;
};

/* All functions return >= 0 or a negative errno. A file above 1 MiB is -EFBIG. */
int  rootfs_open(struct rootfs *root, const char *path);
bool rootfs_is_missing(int rc);			/* rc says that the file does not exist */
bool rootfs_is_closed(int rc);			/* access was denied */
/* Sets an error "cannot read FILE: reason", with a hint where there is one; returns -1. */
int  rootfs_set_error(struct error *err, int rc, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
int  rootfs_has(const struct rootfs *root, const char *fmt, ...)	/* 1 or 0 */
	__attribute__((format(printf, 2, 3)));
/* Replaces text; removes trailing newlines. */
int  rootfs_read(const struct rootfs *root, struct str *text, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* The same, but only whole lines within the first size bytes of a file of any size. */
int  rootfs_read_start(const struct rootfs *root, struct str *text, size_t size, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));
/* The first size bytes of a file of any size, as they are. */
int  rootfs_read_part(const struct rootfs *root, struct str *text, size_t size, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));
/* All of a file of up to `most` bytes, as it is; a larger one is -EFBIG. */
int  rootfs_read_whole(const struct rootfs *root, struct str *text, size_t most, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));
/*
 * The same of a regular file that nobody else can have written: -EPERM: neither `user` nor root owns it, or
 * others may write it; -ELOOP: a link; -EINVAL: no regular file.
 */
int  rootfs_read_trusted(const struct rootfs *root, struct str *text, size_t most, uid_t user,
			 const char *fmt, ...) __attribute__((format(printf, 5, 6)));
/*
 * Opens a file that others named.  -EINVAL: it is no regular one, and is not even opened, as that alone lets
 * the writer of a FIFO go on.
 */
int  rootfs_open_regular(const struct rootfs *root, struct regular_file *file, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* The target of a link, unresolved; -EINVAL: not a link. */
int  rootfs_link(const struct rootfs *root, struct str *text, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* The file must hold a single number, with or without a sign. */
int  rootfs_read_int(const struct rootfs *root, int *value, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
int  rootfs_read_u64(const struct rootfs *root, uint64_t *value, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
int  rootfs_list(const struct rootfs *root, struct file_names *names, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
int  rootfs_list_folders(const struct rootfs *root, struct file_names *names, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));	/* only folders, no links */
/* Writes into an existing file in one call: a setting of the kernel. */
int  rootfs_write(const struct rootfs *root, const char *text, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* The descriptor is above 2 and close-on-exec. */
int  rootfs_open_folder(const struct rootfs *root, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
void rootfs_close_folder(int fd);
void rootfs_close(struct rootfs *root);
void file_names_release(struct file_names *names);

#endif
