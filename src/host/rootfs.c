/* SPDX-License-Identifier: MIT */
/* Reads files relative to one root folder, so that a recorded machine can replace "/". */
#define _GNU_SOURCE
#include "host/rootfs.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/number.h"
#include "host/fd.h"

enum { SIZE_LIMIT = 1 << 20 };

int rootfs_open(struct rootfs *root, const char *path)
{
	/* musl's open makes two calls */
	int fd = openat(AT_FDCWD, path, O_PATH | O_DIRECTORY | O_CLOEXEC);

	root->dirfd = fd_keep_above_stdio(fd < 0 ? -errno : fd);
	return root->dirfd < 0 ? root->dirfd : 0;
}

void rootfs_close(struct rootfs *root)
{
	if (root->dirfd >= 0)
		close(root->dirfd);
	root->dirfd = -1;
}

/*
 * The path relative to the root, so that openat stays below it; NULL: too long. On the stack, because this
 * is most of the work of a start.
 */
__attribute__((format(printf, 2, 0)))
static const char *relative_path(char path[PATH_MAX], const char *fmt, va_list ap)
{
	int n = vsnprintf(path, PATH_MAX, fmt, ap);

	if (n < 0 || n >= PATH_MAX)
		return NULL;
	while (*path == '/')
		path++;
	return *path ? path : ".";
}

static int open_relative(const struct rootfs *root, const char *path, int flags)
{
	int fd;

	if (!path)
		return -ENAMETOOLONG;
	fd = openat(root->dirfd, path, flags | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	return fd_keep_above_stdio(fd < 0 ? -errno : fd);
}

bool rootfs_is_missing(int rc)
{
	return rc == -ENOENT || rc == -ENOTDIR || rc == -ENODEV || rc == -ENXIO;
}

bool rootfs_is_closed(int rc)
{
	return rc == -EACCES || rc == -EPERM;
}

int rootfs_set_error(struct error *err, int rc, const char *fmt, ...)
{
	bool too_many_open = rc == -EMFILE || rc == -ENFILE;
	char path[PATH_MAX];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(path, sizeof(path), fmt, ap);
	va_end(ap);
	error_set(err, rootfs_is_closed(rc) ? ERROR_PERMISSION : too_many_open ? ERROR_LIMIT : ERROR_SYSTEM,
		  -rc, "cannot read %s: %s", path, strerror(-rc));
	if (too_many_open)
		error_hint(err, "raise the limit with `ulimit -n`");
	return -1;
}

/*
 * 1, 0 or -errno. A system call filter may not know faccessat2 and refuse it for every file; opening
 * answers as well.
 */
static int exists_at(int dirfd, const char *path)
{
	int fd;

	if (faccessat(dirfd, path, F_OK, 0) == 0)
		return 1;
	if (rootfs_is_missing(-errno))
		return 0;
	fd = openat(dirfd, path, O_PATH | O_CLOEXEC);
	if (fd < 0)
		return rootfs_is_missing(-errno) ? 0 : -errno;
	close(fd);
	return 1;
}

int rootfs_has(const struct rootfs *root, const char *fmt, ...)
{
	char buf[PATH_MAX];
	const char *path;
	va_list ap;

	va_start(ap, fmt);
	path = relative_path(buf, fmt, ap);
	va_end(ap);
	return path ? exists_at(root->dirfd, path) : -ENAMETOOLONG;
}

/* A descriptor of a regular file; -EINVAL: it is something else. */
static int open_if_regular(const struct rootfs *root, const char *path, int flags, struct stat *st)
{
	int fd = open_relative(root, path, flags);

	if (fd >= 0 && (fstat(fd, st) < 0 || !S_ISREG(st->st_mode))) {
		close(fd);
		return -EINVAL;
	}
	return fd;
}

int rootfs_open_regular(const struct rootfs *root, struct regular_file *file, const char *fmt, ...)
{
	char buf[PATH_MAX];
	const char *path;
	struct stat st;
	va_list ap;
	int fd;

	va_start(ap, fmt);
	path = relative_path(buf, fmt, ap);
	va_end(ap);
	fd = open_if_regular(root, path, O_PATH, &st);
	if (fd < 0)
		return fd;
	close(fd);
	fd = open_if_regular(root, path, O_RDONLY, &st);
	if (fd < 0)
		return fd;
	*file = (struct regular_file){ .fd = fd, .size = (uint64_t)st.st_size, .inode = st.st_ino,
				       .major = major(st.st_dev), .minor = minor(st.st_dev) };
	return 0;
}

/*
 * In large pieces, as some files of /proc and /sys truncate small reads; until the end, as others
 * (/proc/mounts) return one page at a time.
 */
static int read_up_to(int fd, struct str *text, size_t limit)
{
	char buf[8192];

	for (;;) {
		ssize_t n = read(fd, buf, sizeof(buf));

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		if (n == 0)
			return 0;
		if (text->len + (size_t)n > limit)
			n = (ssize_t)(limit - text->len) + 1;
		str_add_n(text, buf, (size_t)n);
		if (text->len > limit)
			return -EFBIG;
	}
}

static void truncate_text(struct str *text, size_t len)
{
	text->len = len;
	text->text[len] = '\0';
}

__attribute__((format(printf, 4, 0))) static int rootfs_read_file(const struct rootfs *root, struct str *text,
								  size_t limit, const char *fmt, va_list ap)
{
	char path[PATH_MAX];
	int fd, rc;

	str_reset(text);
	str_add(text, "");	/* an empty file is "", not NULL */
	fd = open_relative(root, relative_path(path, fmt, ap), 0);
	if (fd < 0)
		return fd;
	rc = read_up_to(fd, text, limit);
	close(fd);
	return rc;
}

static void drop_newlines(struct str *text)
{
	while (text->len && text->text[text->len - 1] == '\n')
		truncate_text(text, text->len - 1);
}

__attribute__((format(printf, 3, 0)))
static int read_lines(const struct rootfs *root, struct str *text, const char *fmt, va_list ap)
{
	int rc = rootfs_read_file(root, text, SIZE_LIMIT, fmt, ap);

	if (rc == 0)
		drop_newlines(text);
	return rc;
}

int rootfs_read(const struct rootfs *root, struct str *text, const char *fmt, ...)
{
	va_list ap;
	int rc;

	va_start(ap, fmt);
	rc = read_lines(root, text, fmt, ap);
	va_end(ap);
	return rc;
}

int rootfs_read_start(const struct rootfs *root, struct str *text, size_t size, const char *fmt, ...)
{
	va_list ap;
	int rc;

	va_start(ap, fmt);
	rc = rootfs_read_file(root, text, size, fmt, ap);
	va_end(ap);
	if (rc == -EFBIG) {	/* one byte more than size was read */
		while (text->len && text->text[text->len - 1] != '\n')
			truncate_text(text, text->len - 1);
		rc = 0;
	}
	if (rc == 0)
		drop_newlines(text);
	return rc;
}

int rootfs_read_part(const struct rootfs *root, struct str *text, size_t size, const char *fmt, ...)
{
	va_list ap;
	int rc;

	va_start(ap, fmt);
	rc = rootfs_read_file(root, text, size, fmt, ap);
	va_end(ap);
	if (rc == -EFBIG) {	/* one byte more than size was read */
		truncate_text(text, size);
		rc = 0;
	}
	return rc;
}

int rootfs_read_whole(const struct rootfs *root, struct str *text, size_t most, const char *fmt, ...)
{
	va_list ap;
	int rc;

	va_start(ap, fmt);
	rc = rootfs_read_file(root, text, most, fmt, ap);
	va_end(ap);
	return rc;
}

static int check_trusted(int fd, uid_t user)
{
	struct stat st;

	if (fstat(fd, &st) < 0)
		return -errno;
	if (!S_ISREG(st.st_mode))
		return -EINVAL;
	if (user == ROOTFS_OWN_USER)
		user = geteuid();
	return (st.st_uid == user || st.st_uid == 0) && !(st.st_mode & (S_IWGRP | S_IWOTH)) ? 0 : -EPERM;
}

int rootfs_read_trusted(const struct rootfs *root, struct str *text, size_t most, uid_t user,
			const char *fmt, ...)
{
	char path[PATH_MAX];
	va_list ap;
	int fd, rc;

	str_reset(text);
	str_add(text, "");
	va_start(ap, fmt);
	fd = open_relative(root, relative_path(path, fmt, ap), O_NOFOLLOW);
	va_end(ap);
	if (fd < 0)
		return fd == -ENXIO ? -EINVAL : fd;	/* a socket */
	rc = check_trusted(fd, user);
	if (rc == 0)
		rc = read_up_to(fd, text, most);
	close(fd);
	return rc;
}

int rootfs_link(const struct rootfs *root, struct str *text, const char *fmt, ...)
{
	char buf[PATH_MAX], to[PATH_MAX];
	const char *path;
	ssize_t n;
	va_list ap;

	va_start(ap, fmt);
	path = relative_path(buf, fmt, ap);
	va_end(ap);
	if (!path)
		return -ENAMETOOLONG;
	n = readlinkat(root->dirfd, path, to, sizeof(to));
	if (n < 0)
		return -errno;
	str_reset(text);
	str_add_n(text, to, (size_t)n);
	return 0;
}

int rootfs_read_int(const struct rootfs *root, int *value, const char *fmt, ...)
{
	LOCAL(str) text = {0};
	va_list ap;
	long long v;
	char *end;
	int rc;

	va_start(ap, fmt);
	rc = read_lines(root, &text, fmt, ap);
	va_end(ap);
	if (rc == 0) {
		v = strtoll(text.text, &end, 10);
		if (*end || end == text.text || v < INT32_MIN || v > INT32_MAX)
			rc = -EINVAL;
		else
			*value = (int)v;
	}
	return rc;
}

int rootfs_read_u64(const struct rootfs *root, uint64_t *value, const char *fmt, ...)
{
	LOCAL(str) text = {0};
	va_list ap;
	int rc;

	va_start(ap, fmt);
	rc = read_lines(root, &text, fmt, ap);
	va_end(ap);
	if (rc == 0 && !number_parse_u64(text.text, value))
		rc = -EINVAL;
	return rc;
}

static int rootfs_by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/*
 * 1, 0 or -errno. If the file system does not give an entry's type, a folder is what has "." in it, even
 * if access is denied.
 */
static int is_folder(int dirfd, const struct dirent *d)
{
	LOCAL(str) path = {0};
	int is = d->d_type == DT_DIR;

	if (d->d_type == DT_UNKNOWN) {
		str_addf(&path, "%s/.", d->d_name);
		is = exists_at(dirfd, path.text);
		is = is == -EACCES ? 1 : is;
	}
	return is;
}

/* Adds the n bytes of entries that one call returned. 0 or -errno. */
static int add_entries(int dirfd, const char *buf, long n, bool folders, struct file_names *names)
{
	for (long at = 0; at < n; ) {
		const struct dirent *d = (const void *)(buf + at);
		int wanted = 1;

		at += d->d_reclen;
		if (strcmp(d->d_name, ".") == 0 || strcmp(d->d_name, "..") == 0)
			continue;
		if (folders)
			wanted = is_folder(dirfd, d);
		if (wanted < 0)
			return wanted;
		if (!wanted)
			continue;
		MEM_ADD(names->name, names->n, mem_copy_text(d->d_name));
	}
	return 0;
}

/* 0 or -errno: an incomplete list is not returned. opendir() would make five more calls. */
static int list_entries(int dirfd, bool folders, struct file_names *names)
{
	_Alignas(struct dirent) char buf[8192];
	int rc = 0;
	long n = 0;

	while (rc == 0 && (n = syscall(SYS_getdents64, dirfd, buf, sizeof(buf))) > 0)
		rc = add_entries(dirfd, buf, n, folders, names);
	if (rc == 0 && n < 0)
		rc = -errno;
	if (rc < 0)
		file_names_release(names);
	else if (names->n)
		qsort(names->name, names->n, sizeof(*names->name), rootfs_by_name);
	return rc;
}

static int list_folder(const struct rootfs *root, struct file_names *names, bool folders, const char *path)
{
	int fd = open_relative(root, path, O_DIRECTORY), rc;

	*names = (struct file_names){0};
	if (fd < 0)
		return fd;
	rc = list_entries(fd, folders, names);
	close(fd);
	return rc;
}

int rootfs_list(const struct rootfs *root, struct file_names *names, const char *fmt, ...)
{
	char path[PATH_MAX];
	va_list ap;
	int rc;

	va_start(ap, fmt);
	rc = list_folder(root, names, false, relative_path(path, fmt, ap));
	va_end(ap);
	return rc;
}

int rootfs_list_folders(const struct rootfs *root, struct file_names *names, const char *fmt, ...)
{
	char path[PATH_MAX];
	va_list ap;
	int rc;

	va_start(ap, fmt);
	rc = list_folder(root, names, true, relative_path(path, fmt, ap));
	va_end(ap);
	return rc;
}

int rootfs_write(const struct rootfs *root, const char *text, const char *fmt, ...)
{
	char path[PATH_MAX];
	size_t len = strlen(text);
	ssize_t n = 0;
	va_list ap;
	int fd;

	va_start(ap, fmt);
	fd = open_relative(root, relative_path(path, fmt, ap), O_WRONLY);
	va_end(ap);
	if (fd < 0)
		return fd;
	n = write(fd, text, len);
	if (n != (ssize_t)len)
		n = n < 0 ? -errno : -EIO;
	close(fd);
	return n < 0 ? (int)n : 0;
}

int rootfs_open_folder(const struct rootfs *root, const char *fmt, ...)
{
	char path[PATH_MAX];
	va_list ap;
	int fd;

	va_start(ap, fmt);
	fd = open_relative(root, relative_path(path, fmt, ap), O_DIRECTORY);
	va_end(ap);
	return fd;
}

void rootfs_close_folder(int fd)
{
	if (fd >= 0)
		close(fd);
}

void file_names_release(struct file_names *names)
{
	for (size_t i = 0; i < names->n; i++)
		free(names->name[i]);
	free(names->name);
	*names = (struct file_names){0};
}
