/* SPDX-License-Identifier: MIT */
/* Overwrites a file in place, and restores its old text if there is no room for the new one. */
#define _GNU_SOURCE
#include "output/overwrite.h"

#include <errno.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/file.h"

static int write_at(int fd, size_t at, const char *text, size_t len)
{
	if (!len)
		return 0;
	return lseek(fd, (off_t)at, SEEK_SET) < 0 ? -errno : file_write(fd, text, len);
}

/* The part after the old end comes first: if there is no room for it, nothing is lost. */
static int write_all(int fd, size_t size, const struct str *text)
{
	size_t common = text->len < size ? text->len : size;
	int rc = write_at(fd, common, text->text + common, text->len - common);

	if (rc == 0)
		rc = write_at(fd, 0, text->text, common);
	if (rc == 0 && text->len < size && ftruncate(fd, (off_t)text->len) < 0)
		rc = -errno;
	return rc;
}

static int replace(int fd, const struct str *text)
{
	LOCAL(str) before = {0};
	struct stat st;
	int rc;

	if (fstat(fd, &st) < 0 || lseek(fd, 0, SEEK_SET) < 0)
		return -errno;
	rc = file_read_fd(&before, fd, text->len);
	if (rc == 0 || rc == -EBADF) {		/* -EBADF: fd can only be written */
		rc = write_all(fd, (size_t)st.st_size, text);
		if (rc < 0 && (write_at(fd, 0, before.text, before.len) < 0 || ftruncate(fd, st.st_size) < 0))
			rc = -EIO;
	}
	return rc;
}

/* SIGXFSZ is not blocked: it would end pstat afterwards. */
int overwrite(int fd, const struct str *text)
{
	sigset_t all, mask;
	int rc;

	sigfillset(&all);
	sigdelset(&all, SIGXFSZ);
	sigprocmask(SIG_BLOCK, &all, &mask);
	rc = replace(fd, text);
	sigprocmask(SIG_SETMASK, &mask, NULL);
	return rc;
}
