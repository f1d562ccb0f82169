/* SPDX-License-Identifier: MIT */
/* Wraps the C library's file calls, so that tests can make them fail (--wrap, see tests/tests.mk). */
#define _GNU_SOURCE
#include "wraps.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

char wrap_path[256];

/* The file of a descriptor, which /proc knows. */
static void note_file(int fd)
{
	char link[40];
	ssize_t n;

	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	n = readlink(link, wrap_path, sizeof(wrap_path) - 1);
	wrap_path[n < 0 ? 0 : n] = '\0';
}

static bool fails(const char *name)
{
	int errnum = wrap_fault(name);

	if (errnum)
		errno = errnum;
	return errnum != 0;
}

static bool fails_at(const char *name, const char *path)
{
	bool is = fails(name);

	if (is)
		snprintf(wrap_path, sizeof(wrap_path), "%s", path);
	return is;
}

#define REAL(type, name, ...) type __real_##name(__VA_ARGS__); type __wrap_##name(__VA_ARGS__)

REAL(ssize_t, read, int fd, void *buf, size_t size);
REAL(ssize_t, write, int fd, const void *buf, size_t size);
REAL(int, openat, int dir, const char *path, int flags, ...);
REAL(int, open, const char *path, int flags, ...);
REAL(int, faccessat, int dir, const char *path, int mode, int flags);
REAL(ssize_t, readlinkat, int dir, const char *path, char *buf, size_t size);
REAL(long, syscall, long number, ...);
REAL(int, mkostemp, char *name, int flags);
REAL(int, rename, const char *from, const char *to);
REAL(int, link, const char *from, const char *to);
REAL(int, fchmod, int fd, mode_t mode);
REAL(int, ftruncate, int fd, off_t size);
REAL(int, close, int fd);
REAL(int, fclose, FILE *stream);
REAL(int, poll, struct pollfd *polled, nfds_t n, int timeout_ms);
REAL(int, fstat, int fd, struct stat *st);
REAL(int, fcntl, int fd, int command, ...);
REAL(off_t, lseek, int fd, off_t offset, int whence);
REAL(int, flock, int fd, int operation);
REAL(int, stat, const char *path, struct stat *st);
REAL(int, lstat, const char *path, struct stat *st);
REAL(int, access, const char *path, int mode);
REAL(int, statfs, const char *path, struct statfs *fs);
REAL(ssize_t, getxattr, const char *path, const char *name, void *value, size_t size);
REAL(ssize_t, fgetxattr, int fd, const char *name, void *value, size_t size);
#ifdef __GLIBC__		/* elsewhere there is one kind of offset */
REAL(int, openat64, int dir, const char *path, int flags, ...);
REAL(int, open64, const char *path, int flags, ...);
REAL(int, mkostemp64, char *name, int flags);
REAL(int, ftruncate64, int fd, off_t size);
REAL(int, fstat64, int fd, struct stat *st);
REAL(int, fcntl64, int fd, int command, ...);
REAL(off_t, lseek64, int fd, off_t offset, int whence);
REAL(int, stat64, const char *path, struct stat *st);
REAL(int, lstat64, const char *path, struct stat *st);
REAL(int, statfs64, const char *path, struct statfs *fs);
#endif

static bool was_written[1024];		/* since it was closed last */

static void is_written(int fd)
{
	if (fd >= 0 && (size_t)fd < sizeof(was_written))
		was_written[fd] = true;
}

/* What was written may be refused only by close; a descriptor that took nothing has nothing to refuse. */
static bool refuses(int fd)
{
	bool written = fd >= 0 && (size_t)fd < sizeof(was_written) && was_written[fd];

	if (written)
		was_written[fd] = false;
	return written && fails("close");
}

ssize_t __wrap_read(int fd, void *buf, size_t size)
{
	int errnum = wrap_fault("get");
	ssize_t n;

	if (errnum)
		note_file(fd);
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
	is_written(fd);
	/* half: of single bytes a socket has room for a few hundred, and nobody reads it until the end */
	return __real_write(fd, buf, errnum == SHORT ? (size + 1) / 2 : size);
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
	return fails_at((flags & O_ACCMODE) == O_RDONLY ? "openat" : "create", path) ? -1 : \
	       __real_##NAME(path, flags, mode); \
}
WRAP_OPEN(open)

#define WRAP_PATH(NAME, CALL, PARAMETERS, ARGUMENTS) \
int __wrap_##NAME PARAMETERS { return fails_at(CALL, path) ? -1 : __real_##NAME ARGUMENTS; }
#define WRAP(TYPE, FAILED, NAME, CALL, PARAMETERS, ARGUMENTS) \
TYPE __wrap_##NAME PARAMETERS { return fails(CALL) ? FAILED : __real_##NAME ARGUMENTS; }
WRAP_PATH(openat, "openat", (int dir, const char *path, int flags, ...), (dir, path, flags))
WRAP_PATH(faccessat, "access", (int dir, const char *path, int mode, int flags), (dir, path, mode, flags))
ssize_t __wrap_readlinkat(int dir, const char *path, char *buf, size_t size)
{
	return fails_at("link", path) ? -1 : __real_readlinkat(dir, path, buf, size);
}
WRAP(int, -1, mkostemp, "create", (char *name, int flags), (name, flags))
WRAP(int, -1, rename, "rename", (const char *from, const char *to), (from, to))
WRAP(int, -1, link, "rename", (const char *from, const char *to), (from, to))
WRAP(int, -1, fchmod, "chmod", (int fd, mode_t mode), (fd, mode))
WRAP(int, -1, ftruncate, "cut", (int fd, off_t size), (fd, size))
WRAP(int, -1, poll, "poll", (struct pollfd *polled, nfds_t n, int timeout_ms), (polled, n, timeout_ms))
WRAP(int, -1, fstat, "stat", (int fd, struct stat *st), (fd, st))
WRAP(off_t, -1, lseek, "seek", (int fd, off_t offset, int whence), (fd, offset, whence))
WRAP(int, -1, flock, "lock", (int fd, int operation), (fd, operation))
WRAP_PATH(stat, "look", (const char *path, struct stat *st), (path, st))
WRAP_PATH(lstat, "look", (const char *path, struct stat *st), (path, st))
WRAP_PATH(access, "may", (const char *path, int mode), (path, mode))
WRAP_PATH(statfs, "look", (const char *path, struct statfs *fs), (path, fs))
WRAP(ssize_t, -1, getxattr, "acl", (const char *path, const char *name, void *value, size_t size), (path, name, value, size))
WRAP(ssize_t, -1, fgetxattr, "acl", (int fd, const char *name, void *value, size_t size), (fd, name, value, size))

/* The clock stands still, so that files written at two times can be compared. */
time_t __wrap_time(time_t *t), __wrap___time64(time_t *t);
time_t __wrap_time(time_t *t)
{
	if (t)
		*t = 0;
	return 0;
}
time_t __wrap___time64(time_t *t) { return __wrap_time(t); }

/* Folders are read, and files exchanged, without the C library; nothing else goes this way. */
long __wrap_syscall(long number, ...)
{
	const char *call = number == SYS_getdents64 ? "list" : number == SYS_renameat2 ? "rename" : NULL;
	int saved;
	long a[5];
	va_list ap;

	if (!call)
		abort();
	va_start(ap, number);
	for (int i = 0; i < (number == SYS_getdents64 ? 3 : 5); i++)
		a[i] = va_arg(ap, long);
	va_end(ap);
	if (!fails(call))
		return number == SYS_getdents64 ? __real_syscall(number, a[0], a[1], a[2]) :
		       __real_syscall(number, a[0], a[1], a[2], a[3], a[4]);
	saved = errno;
	if (number == SYS_getdents64)
		note_file((int)a[0]);
	errno = saved;
	return -1;
}

/* It is closed in any case. */
int __wrap_close(int fd)
{
	int rc = __real_close(fd);

	return refuses(fd) ? -1 : rc;
}

int __wrap_fclose(FILE *stream)
{
	int fd = fileno(stream), rc = __real_fclose(stream);

	return refuses(fd) ? EOF : rc;
}

/* The others ask and tell what is known. */
#define WRAP_FCNTL(NAME) \
int __wrap_##NAME(int fd, int command, ...) \
{ \
	va_list ap; \
	long arg; \
	va_start(ap, command); \
	arg = va_arg(ap, long); \
	va_end(ap); \
	return command == F_DUPFD_CLOEXEC && fails("dup") ? -1 : __real_##NAME(fd, command, arg); \
}
WRAP_FCNTL(fcntl)

#ifdef __GLIBC__
WRAP_OPEN(open64)
WRAP_PATH(openat64, "openat", (int dir, const char *path, int flags, ...), (dir, path, flags))
WRAP(int, -1, mkostemp64, "create", (char *name, int flags), (name, flags))
WRAP(int, -1, ftruncate64, "cut", (int fd, off_t size), (fd, size))
WRAP(int, -1, fstat64, "stat", (int fd, struct stat *st), (fd, st))
WRAP(off_t, -1, lseek64, "seek", (int fd, off_t offset, int whence), (fd, offset, whence))
WRAP_FCNTL(fcntl64)
WRAP_PATH(stat64, "look", (const char *path, struct stat *st), (path, st))
WRAP_PATH(lstat64, "look", (const char *path, struct stat *st), (path, st))
WRAP_PATH(statfs64, "look", (const char *path, struct statfs *fs), (path, fs))

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

/* What 32 bits have beside them for files and times of today. */
#if defined(__GLIBC__) && __TIMESIZE == 32
REAL(int, __fstat64_time64, int fd, struct stat *st);
REAL(int, __fcntl_time64, int fd, int command, ...);
WRAP(int, -1, __fstat64_time64, "stat", (int fd, struct stat *st), (fd, st))
REAL(int, __stat64_time64, const char *path, struct stat *st);
REAL(int, __lstat64_time64, const char *path, struct stat *st);
WRAP_PATH(__stat64_time64, "look", (const char *path, struct stat *st), (path, st))
WRAP_PATH(__lstat64_time64, "look", (const char *path, struct stat *st), (path, st))
WRAP_FCNTL(__fcntl_time64)
#elif defined(_REDIR_TIME64)	/* musl */
REAL(int, __fstat_time64, int fd, struct stat *st);
WRAP(int, -1, __fstat_time64, "stat", (int fd, struct stat *st), (fd, st))
REAL(int, __stat_time64, const char *path, struct stat *st);
REAL(int, __lstat_time64, const char *path, struct stat *st);
WRAP_PATH(__stat_time64, "look", (const char *path, struct stat *st), (path, st))
WRAP_PATH(__lstat_time64, "look", (const char *path, struct stat *st), (path, st))
#endif
