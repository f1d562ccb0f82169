/* SPDX-License-Identifier: MIT */
/*
 * A recorded machine that changes while it is read: when $FAKE_CHANGE, a path below FAKE_ROOT, is opened for
 * the second time, the file $FAKE_CHANGE_TO has taken its place; without that it is gone by then.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void change(int dir, const char *path)
{
	static int opened;
	const char *what = getenv("FAKE_CHANGE"), *to = getenv("FAKE_CHANGE_TO");

	if (!what || strcmp(path, what) != 0 || ++opened != 2)
		return;
	if (to ? renameat(AT_FDCWD, to, dir, path) != 0 : unlinkat(dir, path, 0) != 0) {
		perror("fake: FAKE_CHANGE");
		abort();
	}
}

/* --wrap, see tests/tests.mk */
#define WRAP(NAME) \
int __real_##NAME(int dir, const char *path, int flags, ...); \
int __wrap_##NAME(int dir, const char *path, int flags, ...); \
int __wrap_##NAME(int dir, const char *path, int flags, ...) \
{ \
	mode_t mode; \
	va_list ap; \
	va_start(ap, flags); \
	mode = flags & O_CREAT ? va_arg(ap, mode_t) : 0; \
	va_end(ap); \
	change(dir, path); \
	return __real_##NAME(dir, path, flags, mode); \
}
WRAP(openat)
#ifdef __GLIBC__		/* elsewhere there is one kind of offset, and nothing is checked */
WRAP(openat64)

int __real___openat_2(int dir, const char *path, int flags), __real___openat64_2(int dir, const char *path, int flags);
int __wrap___openat_2(int dir, const char *path, int flags), __wrap___openat64_2(int dir, const char *path, int flags);

int __wrap___openat_2(int dir, const char *path, int flags)
{
	change(dir, path);
	return __real___openat_2(dir, path, flags);
}

int __wrap___openat64_2(int dir, const char *path, int flags)
{
	change(dir, path);
	return __real___openat64_2(dir, path, flags);
}
#endif
