/* SPDX-License-Identifier: MIT */
/* What stands between pstat and the C library's calls on files: --wrap, see the Makefile. */
#define _GNU_SOURCE
#include "wraps.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static bool fails(const char *name)
{
	int errnum = wrap_fault(name);

	if (errnum)
		errno = errnum;
	return errnum != 0;
}

#define REAL(type, name, ...) type __real_##name(__VA_ARGS__); type __wrap_##name(__VA_ARGS__)

REAL(ssize_t, read, int fd, void *buf, size_t size);
REAL(ssize_t, write, int fd, const void *buf, size_t size);
REAL(int, openat, int dir, const char *path, int flags, ...);
REAL(int, open, const char *path, int flags, ...);
REAL(int, faccessat, int dir, const char *path, int mode, int flags);
REAL(long, syscall, long number, ...);
REAL(int, mkostemp, char *name, int flags);
REAL(int, rename, const char *from, const char *to);
REAL(int, fchmod, int fd, mode_t mode);
REAL(int, ftruncate, int fd, off_t size);
REAL(int, close, int fd);
REAL(int, fclose, FILE *stream);
#ifdef __GLIBC__		/* elsewhere there is one kind of offset */
REAL(int, openat64, int dir, const char *path, int flags, ...);
REAL(int, open64, const char *path, int flags, ...);
REAL(int, mkostemp64, char *name, int flags);
REAL(int, ftruncate64, int fd, off_t size);
#endif

ssize_t __wrap_read(int fd, void *buf, size_t size)
{
	int errnum = wrap_fault("get");
	ssize_t n;

	if (errnum && errnum < SHORT) {
		errno = errnum;
		return -1;
	}
	n = errnum == NOTHING ? 0 : __real_read(fd, buf, errnum == SHORT && size ? 1 : size);
	for (ssize_t i = 0; errnum == GARBAGE && i < n; i++)
		((char *)buf)[i] = (char)("\xff\n,-%:\x01" "9/"[i % 9]);
	return n;
}

ssize_t __wrap_write(int fd, const void *buf, size_t size)
{
	int errnum = wrap_fault("put");

	if (errnum && errnum < SHORT) {
		errno = errnum;
		return -1;
	}
	return __real_write(fd, buf, errnum == SHORT && size ? 1 : size);
}

static mode_t mode_of(int flags, va_list ap)
{
	return flags & O_CREAT ? va_arg(ap, mode_t) : 0;
}

#define WRAP_OPEN(NAME) \
int __wrap_##NAME(const char *path, int flags, ...) \
{ \
	mode_t mode; \
	va_list ap; \
	va_start(ap, flags); \
	mode = mode_of(flags, ap); \
	va_end(ap); \
	return fails((flags & O_ACCMODE) == O_RDONLY ? "openat" : "create") ? -1 : \
	       __real_##NAME(path, flags, mode); \
}
WRAP_OPEN(open)

#define WRAP(TYPE, FAILED, NAME, CALL, PARAMETERS, ARGUMENTS) \
TYPE __wrap_##NAME PARAMETERS { return fails(CALL) ? FAILED : __real_##NAME ARGUMENTS; }
WRAP(int, -1, openat, "openat", (int dir, const char *path, int flags, ...), (dir, path, flags))
WRAP(int, -1, faccessat, "access", (int dir, const char *path, int mode, int flags), (dir, path, mode, flags))
WRAP(int, -1, mkostemp, "create", (char *name, int flags), (name, flags))
WRAP(int, -1, rename, "rename", (const char *from, const char *to), (from, to))
WRAP(int, -1, fchmod, "chmod", (int fd, mode_t mode), (fd, mode))
WRAP(int, -1, ftruncate, "cut", (int fd, off_t size), (fd, size))

/* Folders are read without the C library; whatever else is called so belongs to the real kernel. */
long __wrap_syscall(long number, ...)
{
	size_t size;
	void *buf;
	va_list ap;
	int fd;

	if (number != SYS_getdents64)
		abort();
	va_start(ap, number);
	fd = va_arg(ap, int);
	buf = va_arg(ap, void *);
	size = va_arg(ap, size_t);
	va_end(ap);
	return fails("list") ? -1 : __real_syscall(number, fd, buf, size);
}

/* It is closed in any case. */
int __wrap_close(int fd)
{
	int flags = fcntl(fd, F_GETFL), rc = __real_close(fd);

	return flags >= 0 && (flags & O_ACCMODE) != O_RDONLY && fails("close") ? -1 : rc;
}

int __wrap_fclose(FILE *stream)
{
	int rc = __real_fclose(stream);

	return fails("close") ? EOF : rc;
}

#ifdef __GLIBC__
WRAP_OPEN(open64)
WRAP(int, -1, openat64, "openat", (int dir, const char *path, int flags, ...), (dir, path, flags))
WRAP(int, -1, mkostemp64, "create", (char *name, int flags), (name, flags))
WRAP(int, -1, ftruncate64, "cut", (int fd, off_t size), (fd, size))

/* With _FORTIFY_SOURCE these are what is called. */
ssize_t __wrap___read_chk(int fd, void *buf, size_t size, size_t room);
int __wrap___open_2(const char *path, int flags), __wrap___open64_2(const char *path, int flags);
int __wrap___openat_2(int dir, const char *path, int flags), __wrap___openat64_2(int dir, const char *path, int flags);

ssize_t __wrap___read_chk(int fd, void *buf, size_t size, size_t room)
{
	return size <= room ? __wrap_read(fd, buf, size) : -1;
}

int __wrap___open_2(const char *path, int flags) { return __wrap_open(path, flags); }
int __wrap___open64_2(const char *path, int flags) { return __wrap_open64(path, flags); }
int __wrap___openat_2(int dir, const char *path, int flags) { return __wrap_openat(dir, path, flags); }
int __wrap___openat64_2(int dir, const char *path, int flags) { return __wrap_openat64(dir, path, flags); }
#endif
