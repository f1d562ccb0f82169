/* SPDX-License-Identifier: MIT */
/*
 * sandbox.h - a file system in memory, in place of the machine's.
 *
 * A recorded machine, and above it what an input says; nothing that is written gets anywhere.  The sources
 * that open files are compiled once more with these names for the calls of the C library (-DSANDBOXED), so
 * that all of their own code runs.  There is one sandbox, as there is one file system.
 */
#ifndef FUZZ_SANDBOX_H
#define FUZZ_SANDBOX_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

struct str;

/*
 * The files of a machine, by the names of its recordings ("vm-zen5+cgroup-v2"), from tests/fixtures; it is
 * read once.  "" is one without a single file.  What was put in goes.
 */
void sandbox_machine(const char *names);
/*
 * A file above the machine's: relative names are in the folder where pstat is run.  text NULL: it is gone;
 * "!N": opening it fails with errno N.
 */
void sandbox_put(const char *path, const char *text, size_t size);
/*
 * One of a machine's files, chosen by `pick` among those that anybody has opened since the process began, or
 * among all when nobody has; NULL: it has none.  Its text is text[0..*size].
 */
const char *sandbox_donor(const char *names, uint32_t pick, const char **text, size_t *size);
/* The texts of what was written: the file by that index; false: there are no more. */
bool sandbox_written(size_t index, struct str *text);
int  sandbox_open_files(void);		/* how many are open */

int     sandbox_open(const char *path, int flags, ...);
int     sandbox_openat(int dirfd, const char *path, int flags, ...);
ssize_t sandbox_read(int fd, void *buf, size_t size);
ssize_t sandbox_write(int fd, const void *buf, size_t size);
int     sandbox_close(int fd);
int     sandbox_faccessat(int dirfd, const char *path, int mode, int flags);
int     sandbox_stat(const char *path, struct stat *st);
int     sandbox_fstat(int fd, struct stat *st);
int     sandbox_fcntl(int fd, int cmd, ...);
ssize_t sandbox_readlinkat(int dirfd, const char *path, char *buf, size_t size);
int     sandbox_mkostemp(char *name, int flags);
int     sandbox_rename(const char *from, const char *to);
int     sandbox_unlink(const char *path);
char   *sandbox_realpath(const char *path, char *out);
long    sandbox_syscall(long number, ...);	/* getdents64; renameat2 is not there */

static inline int sandbox_isatty(int fd)
{
	(void)fd;
	return 0;
}

static inline int sandbox_flock(int fd, int operation)
{
	(void)fd, (void)operation;
	return 0;
}

/* As on a file system without hard links. */
static inline int sandbox_link(const char *from, const char *to)
{
	(void)from, (void)to;
	errno = ENOSYS;
	return -1;
}

/* They have no attributes. */
static inline ssize_t sandbox_getxattr(const char *path, const char *name, void *value, size_t size)
{
	(void)path, (void)name, (void)value, (void)size;
	return -1;
}

#ifdef SANDBOXED
#define open(...)	sandbox_open(__VA_ARGS__)
#define openat(...)	sandbox_openat(__VA_ARGS__)
#define read(...)	sandbox_read(__VA_ARGS__)
#define write(...)	sandbox_write(__VA_ARGS__)
#define close(...)	sandbox_close(__VA_ARGS__)
#define faccessat(...)	sandbox_faccessat(__VA_ARGS__)
#define access(path, mode) sandbox_faccessat(AT_FDCWD, path, mode, 0)
#define stat(...)	sandbox_stat(__VA_ARGS__)
#define lstat(...)	sandbox_stat(__VA_ARGS__)
#define fstat(...)	sandbox_fstat(__VA_ARGS__)
#define fcntl(...)	sandbox_fcntl(__VA_ARGS__)
#define flock(...)	sandbox_flock(__VA_ARGS__)
#define readlink(path, buf, size) sandbox_readlinkat(AT_FDCWD, path, buf, size)
#define readlinkat(...)	sandbox_readlinkat(__VA_ARGS__)
#define isatty(...)	sandbox_isatty(__VA_ARGS__)
#define mkostemp(...)	sandbox_mkostemp(__VA_ARGS__)
#define rename(...)	sandbox_rename(__VA_ARGS__)
#define link(...)	sandbox_link(__VA_ARGS__)
#define unlink(...)	sandbox_unlink(__VA_ARGS__)
#define realpath(...)	sandbox_realpath(__VA_ARGS__)
#define getxattr(...)	sandbox_getxattr(__VA_ARGS__)
#define fgetxattr(fd, ...) sandbox_getxattr("", __VA_ARGS__)
#define syscall(...)	sandbox_syscall(__VA_ARGS__)
#endif

#endif
