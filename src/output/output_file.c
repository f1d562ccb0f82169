/* SPDX-License-Identifier: MIT */
/* Opens files, replaces them by rename or overwrites them in place, and checks every write. */
#define _GNU_SOURCE
#include "output/output_file.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "host/fd.h"
#include "host/kernel_linux.h"
#include "output/lock.h"
#include "output/overwrite.h"
#include "output/temp_file.h"

/* --- errors ------------------------------------------------------------------------------------------ */

int output_file_not_created(const char *path, int errnum, struct error *err)
{
	struct str final = {0};
	bool of_another = (errnum == EACCES || errnum == EPERM) && file_resolve_links(&final, path) == -EPERM;

	str_release(&final);
	if (errnum == EINTR)
		return error_set(err, ERROR_SYSTEM, errnum, "interrupted before '%s' had a reader", path);
	return error_set(err, ERROR_SYSTEM, errnum, "failed to create output file '%s': %s", path,
			 of_another ? "it is another user's link, in a folder that everybody may write to" :
			 strerror(errnum));
}

static int unwritten(const char *what, int errnum, struct error *err)
{
	const char *why = errnum == EINTR ? "interrupted while waiting for the reader" :
			  errnum == EWOULDBLOCK ? "another program keeps it locked" : strerror(errnum);

	return error_set(err, ERROR_SYSTEM, errnum, "cannot write %s: %s", what ? what : "the report", why);
}

static int file_unwritten(const struct output_file *f, int errnum, struct error *err)
{
	LOCAL(str) what = {0};

	str_addf(&what, "'%s'", f->path);
	return unwritten(what.text, errnum, err);
}

/* --- opening ----------------------------------------------------------------------------------------- */

void output_file_use(struct output_file *f, int fd)
{
	f->mode = OUTPUT_STREAM;
	f->fd = fd;
}

/* 0, or a negative errno.  The descriptor is above 2, or the command would write into it. */
static int own_stream(struct output_file *f, int fd)
{
	fd = fd_keep_above_stdio(fd);
	if (fd < 0)
		return fd;
	output_file_use(f, fd);
	f->owned = true;
	return 0;
}

int output_file_open_fd(struct output_file *f, int fd, struct error *err)
{
	int flags = fcntl(fd, F_GETFL), rc = -EBADF;

	if (fd_given(fd) == 0 && (flags & O_ACCMODE) != O_RDONLY) {
		fd = fcntl(fd, F_DUPFD_CLOEXEC, 3);
		rc = own_stream(f, fd < 0 ? -errno : fd);
	}
	if (rc < 0)
		return error_set(err, ERROR_USAGE, -rc, "Failed opening logfd: %s", strerror(-rc));
	return 0;
}

int output_file_open_stream(struct output_file *f, const char *path, bool append, struct error *err)
{
	int fd = file_open_output(path, O_CREAT | (append ? O_APPEND : O_TRUNC), 0666);
	int rc = own_stream(f, fd < 0 ? -errno : fd);

	return rc < 0 ? output_file_not_created(path, -rc, err) : 0;
}

/* S_IFREG if there is no file yet, as one can be made; or -errno. */
static int type_at(const char *path)
{
	struct stat st;

	if (stat(path, &st) == 0)
		return (int)(st.st_mode & S_IFMT);
	return errno == ENOENT ? S_IFREG : -errno;
}

bool output_file_replaces(const char *path)
{
	struct str final = {0};
	int by_number = file_resolve_links(&final, path), type = type_at(path);

	str_release(&final);
	return by_number != 1 && (type < 0 || type == S_IFREG);	/* type < 0: opening it gives the error */
}

/* Checks the file, or the folder of a new file. */
static int check_writable(const char *path)
{
	const char *slash = strrchr(path, '/');
	struct str folder = {0};
	int rc = access(path, W_OK) < 0 ? -errno : 0;

	if (rc == -ENOENT && *path) {
		str_add_n(&folder, slash ? path : ".", slash ? (size_t)(slash - path) + 1 : 1);
		rc = access(folder.text, W_OK | X_OK) < 0 ? -errno : 0;
		str_release(&folder);
	}
	return rc;
}

int output_file_open(struct output_file *f, const char *path, struct error *err)
{
	struct str final = {0};
	int type = *path ? type_at(path) : -ENOENT, rc = type < 0 ? type : file_resolve_links(&final, path);

	if (type > 0 && type != S_IFREG) {
		str_release(&final);
		return output_file_open_stream(f, path, false, err);
	}
	f->in_place = rc == 1;
	if (rc >= 0 && (rc = check_writable(final.text)) < 0)
		path = final.text;
	if (rc < 0) {
		rc = output_file_not_created(path, -rc, err);
		str_release(&final);
		return rc;
	}
	f->mode = OUTPUT_REPLACE;
	f->path = final.text;
	return 0;
}

int output_file_open_merge(struct output_file *f, const char *path, output_merge *merge, void *ctx,
			   struct error *err)
{
	if (output_file_open(f, path, err) < 0)
		return -1;
	if (f->mode == OUTPUT_REPLACE)
		f->mode = OUTPUT_MERGE;
	f->merge = merge;
	f->ctx = ctx;
	return 0;
}

/* --- a file ------------------------------------------------------------------------------------------ */

/* size: of getxattr() or fgetxattr(), which fail if the file system has no lists. */
static bool is_acl(ssize_t size)
{
	return size > 0 || (size < 0 && errno != ENODATA && errno != ENOTSUP && errno != ENOSYS);
}

static const char acl_name[] = "system.posix_acl_access";

/* A new file can replace it: owner, group, links and lists are equal.  A folder may give new files a list. */
static bool is_ordinary(const char *path, const struct stat *there, int fd)
{
	struct stat fresh;

	return there->st_nlink == 1 && fstat(fd, &fresh) == 0 && there->st_uid == fresh.st_uid &&
	       there->st_gid == fresh.st_gid && !is_acl(getxattr(path, acl_name, NULL, 0)) &&
	       !is_acl(fgetxattr(fd, acl_name, NULL, 0));
}

static mode_t usual_mode(void)
{
	mode_t mask = umask(0);

	umask(mask);
	return 0666 & ~mask;
}

/* Gives fd the mode of the present file, or that of a new file.  Some file systems cannot set modes. */
static int give_mode(int fd, const struct stat *there)
{
	mode_t mode = there ? there->st_mode & 0777 : usual_mode();
	struct stat st;

	if (fchmod(fd, mode) == 0 || !there || (fstat(fd, &st) == 0 && (st.st_mode & 0777) == mode))
		return 0;
	return -EPERM;
}

static int rename_to(const struct output_file *f, struct temp_file *temp, const struct stat *there)
{
	if (f->mode == OUTPUT_MERGE && there)
		return temp_file_replace(temp, f->path, there);
	return temp_file_rename(temp, f->path, f->mode == OUTPUT_MERGE);
}

/*
 * there: the present file; NULL: none.  Returns -errno if the text cannot be written.  *refused: 0, or why
 * the file cannot be replaced by rename.
 */
static int put_by_rename(const struct output_file *f, const struct str *text, const struct stat *there,
			 int *refused)
{
	struct temp_file temp = {0};
	int fd = temp_file_open(&temp, f->path), rc = 0;

	*refused = fd < 0 ? fd : there && !is_ordinary(f->path, there, fd) ? -EPERM : 0;
	if (fd < 0)
		return 0;
	if (*refused == 0)
		rc = file_write(fd, text->text, text->len);
	if (*refused == 0 && rc == 0)		/* until now only the owner can read it */
		*refused = give_mode(fd, there);
	if (close(fd) < 0 && rc == 0)
		rc = -errno;
	if (rc == 0 && *refused == 0)
		*refused = rename_to(f, &temp, there);
	temp_file_drop(&temp);
	return rc;
}

static int put_in_place(const struct output_file *f, const struct str *text)
{
	int fd = lock_file(f->path, NULL), rc = fd < 0 ? fd : overwrite(fd, text), closed = lock_release(fd);

	return rc < 0 ? rc : closed;
}

/* Returns 0 or a negative errno. */
static int put(const struct output_file *f, const struct str *text)
{
	struct stat st;
	bool there = stat(f->path, &st) == 0;
	int refused = there ? -EPERM : -ENOENT, rc = 0;

	if (!there && errno != ENOENT)
		return -errno;
	if (!f->in_place)
		rc = put_by_rename(f, text, there ? &st : NULL, &refused);
	if (rc < 0 || refused == 0)
		return rc;
	return there ? put_in_place(f, text) : refused;
}

/* -ESTALE: it appeared after merge(). */
static int put_new(const struct output_file *f, const struct str *all)
{
	struct stat st;
	int refused = -ENOENT, rc;

	if (stat(f->path, &st) == 0)
		return -ESTALE;
	if (f->in_place || errno != ENOENT)
		return -errno;
	rc = put_by_rename(f, all, NULL, &refused);
	rc = rc < 0 ? rc : refused;
	return rc == -EEXIST ? -ESTALE : rc;
}

/*
 * fd: the file that was merged, as it was when it was `read`.  Returns 0 or a negative errno; -ESTALE: it is
 * another one now, or its text is, as not everybody waits for the lock.
 */
static int put_merged(const struct output_file *f, const struct str *all, int fd, const struct stat *read,
		      bool is_others)
{
	int refused = -EPERM, rc = f->in_place ? 0 : put_by_rename(f, all, read, &refused);

	if (rc < 0 || refused == 0 || refused == -ESTALE || refused == -EBUSY)
		return rc < 0 ? rc : refused;
	if (is_others)
		return -EWOULDBLOCK;
	rc = overwrite(fd, all);
	return rc < 0 || file_is_path_of_fd(fd, f->path) == 1 ? rc : -ESTALE;
}

/* Returns 1 if another process has created or replaced the file meanwhile: merge again. */
static int merge_once(struct output_file *f, const struct str *text, struct error *err)
{
	LOCAL(str) all = {0};
	bool is_others;
	struct stat read;
	int fd = lock_file(f->path, &is_others), rc, written, closed;

	if (fd < 0 && fd != -ENOENT)
		return file_unwritten(f, -fd, err);
	if (fd >= 0 && fstat(fd, &read) < 0) {
		rc = file_unwritten(f, errno, err);
		lock_release(fd);
		return rc;
	}
	rc = f->merge(f->ctx, fd < 0 ? -1 : fd, text, &all, err);
	written = rc ? 0 : fd < 0 ? put_new(f, &all) : put_merged(f, &all, fd, &read, is_others);
	closed = lock_release(fd);
	if (written == -ESTALE)
		return 1;
	if (written < 0 || closed < 0)
		return file_unwritten(f, written < 0 ? -written : -closed, err);
	return rc < 0 ? -1 : 0;
}

static int merge(struct output_file *f, const struct str *text, struct error *err)
{
	int rc;

	while ((rc = merge_once(f, text, err)) == 1)
		;
	return rc;
}

/* --- writing ----------------------------------------------------------------------------------------- */

/* Failed writes send them, which ends the process; if they are ignored, write() fails. */
static const int write_signals[] = { SIGXFSZ, SIGPIPE };

/* Ignores signals of failed writes; returns how many.  While a command is counted all are ignored. */
static int ignore_write_signals(bool pipe_ends, struct sigaction *before)
{
	struct sigaction ignore = { .sa_handler = SIG_IGN };
	int n = kernel_linux_ignores_lost_writes() ? 0 : pipe_ends ? 1 : 2;

	for (int i = 0; i < n; i++)
		sigaction(write_signals[i], &ignore, &before[i]);
	return n;
}

static void restore_write_signals(int n, const struct sigaction *before)
{
	for (int i = 0; i < n; i++)
		if (before[i].sa_handler != SIG_IGN)
			sigaction(write_signals[i], &before[i], NULL);
}

int output_file_write(struct output_file *f, const struct str *text, struct error *err)
{
	struct sigaction before[2];
	int rc = 0, n;

	if (f->failed || f->mode == OUTPUT_NONE || (f->mode == OUTPUT_STREAM && !text->len))
		return 0;
	n = ignore_write_signals(false, before);
	if (f->mode == OUTPUT_STREAM) {
		f->kind = f->kind ? f->kind : file_output_kind(f->fd);	/* once, not at each interval */
		rc = file_write_to(f->fd, f->kind, text->text, text->len);
		if (rc < 0)
			unwritten(f->what, -rc, err);
	} else if (f->mode == OUTPUT_MERGE) {
		rc = merge(f, text, err);
	} else if ((rc = put(f, text)) < 0) {
		file_unwritten(f, -rc, err);
	}
	restore_write_signals(n, before);
	f->failed = rc < 0;
	return rc < 0 ? -1 : 0;
}

int output_file_close(struct output_file *f, struct error *err)
{
	int errnum = f->owned && close(f->fd) < 0 ? errno : 0, rc = 0;

	if (errnum && !f->failed)
		rc = unwritten(f->what, errnum, err);
	free(f->path);
	*f = (struct output_file){0};
	return rc;
}

int output_file_write_to(FILE *out, const struct str *text, struct error *err)
{
	struct output_file f = {0};

	output_file_use(&f, fileno(out));
	return output_file_write(&f, text, err);
}

int output_file_print(FILE *out, const struct str *text, struct error *err)
{
	struct sigaction before[2];
	int n = ignore_write_signals(true, before);
	int rc = file_write(fileno(out), text->text, text->len);

	restore_write_signals(n, before);
	return rc < 0 ? unwritten("the output", -rc, err) : 0;
}

int output_file_append(const char *path, const struct str *text, size_t most, struct error *err)
{
	struct output_file f = {0};
	struct error late = ERROR_INIT;
	struct stat st = { .st_mode = 0 };
	size_t size;
	int rc, fd;

	if (stat(path, &st) < 0 && errno != ENOENT)
		return error_set(err, ERROR_SYSTEM, errno, "%s: %s", path, strerror(errno));
	size = (size_t)st.st_size + text->len;
	if (size > most)
		return error_set(err, ERROR_LIMIT, 0, "it would have %zu bytes, and may have %zu", size,
				 most);
	/* O_NONBLOCK: a FIFO may never get a reader */
	fd = file_open_output(path, O_APPEND | O_CREAT | O_NONBLOCK, 0666);
	rc = own_stream(&f, fd < 0 ? -errno : fd);
	if (rc < 0)
		return error_set(err, ERROR_SYSTEM, -rc, "%s: %s", path, rc == -ENXIO &&
				 S_ISFIFO(st.st_mode) ? "it has no reader" : strerror(-rc));
	rc = output_file_write(&f, text, err);
	return output_file_close(&f, rc < 0 ? &late : err) < 0 ? -1 : rc;
}

static int output_file_too_large(size_t most, struct error *err)
{
	return error_set(err, ERROR_LIMIT, 0, "it would be larger than %zu MiB", most >> 20);
}

static int append_locked(int fd, const struct str *lines, size_t most, struct error *err)
{
	struct output_file f = { .what = "the file" };
	LOCAL(str) text = {0};
	struct stat st;

	if (fstat(fd, &st) < 0 || fcntl(fd, F_SETFL, O_APPEND) < 0)
		return error_set(err, ERROR_SYSTEM, errno, "%s", strerror(errno));
	str_add(&text, file_is_torn(fd) ? "\n" : "");
	str_add_n(&text, lines->text, lines->len);
	if ((size_t)st.st_size + text.len > most)
		return output_file_too_large(most, err);
	output_file_use(&f, fd);
	f.what = "the file";
	return output_file_write(&f, &text, err);
}

/* A file that does not exist yet will be regular. */
static int check_regular(const char *path, struct error *err)
{
	int type = type_at(path);

	return type == S_IFREG ? 0 : error_set(err, ERROR_SYSTEM, type < 0 ? -type : 0, "%s",
					       type < 0 ? strerror(-type) : "it is not a regular file");
}

int output_file_check_append(const char *path, size_t most, struct error *err)
{
	struct stat st;
	int rc;

	if (check_regular(path, err) < 0)
		return -1;
	rc = check_writable(path);
	if (rc < 0)
		return error_set(err, ERROR_SYSTEM, -rc, "%s", strerror(-rc));
	return stat(path, &st) == 0 && (size_t)st.st_size >= most ? output_file_too_large(most, err) : 0;
}

int output_file_append_line(const char *path, const struct str *lines, size_t most, struct error *err)
{
	int fd, rc;

	if (check_regular(path, err) < 0)
		return -1;
	fd = file_open_output(path, O_CREAT | O_APPEND | O_NONBLOCK, 0666);
	if (fd < 0)
		return error_set(err, ERROR_SYSTEM, errno, "%s", strerror(errno));
	close(fd);
	fd = lock_file(path, NULL);	/* what is appended in one write takes nothing away */
	if (fd < 0)
		return error_set(err, ERROR_SYSTEM, -fd, "%s", strerror(-fd));
	rc = append_locked(fd, lines, most, err);
	fd = lock_release(fd);
	if (fd < 0 && rc == 0)
		rc = error_set(err, ERROR_SYSTEM, -fd, "%s", strerror(-fd));
	return rc;
}
