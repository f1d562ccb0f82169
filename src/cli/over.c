/* SPDX-License-Identifier: MIT */
/* How does a file get another text, and keep its own where there is no room for that? */
#define _GNU_SOURCE
#include "cli/over.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/file.h"

static int write_at(int fd, size_t at, const char *text, size_t len)
{
	if (!len)
		return 0;
	return lseek(fd, (off_t)at, SEEK_SET) < 0 ? -errno : file_write(fd, text, len);
}

/* First what needs more room than there is: where that fails nothing is lost. */
static int write_all(int fd, off_t size, const struct str *text)
{
	bool less = (off_t)text->len < size;
	size_t over = less ? text->len : (size_t)size;
	int rc = write_at(fd, over, text->text + over, text->len - over);

	if (rc == 0)
		rc = write_at(fd, 0, text->text, over);
	if (rc == 0 && less && ftruncate(fd, (off_t)text->len) < 0)
		rc = -errno;
	return rc;
}

static int replace(int fd, const struct str *text)
{
	struct str before = {0};
	struct stat st;
	int rc;

	if (fstat(fd, &st) < 0 || lseek(fd, 0, SEEK_SET) < 0)
		return -errno;
	rc = file_read_fd(&before, fd, text->len);
	if (rc == 0 || rc == -EBADF) {		/* -EBADF: it is open for writing only */
		rc = write_all(fd, st.st_size, text);
		if (rc < 0 && (write_at(fd, 0, before.text, before.len) < 0 || ftruncate(fd, st.st_size) < 0))
			rc = -EIO;
	}
	str_release(&before);
	return rc;
}

/*
 * No signal comes between the parts; but a file that may not grow is an error of write.  That signal is not
 * blocked, as it would be kept until it is not ignored any more.
 */
int over_write(int fd, const struct str *text)
{
	const struct sigaction ignore = { .sa_handler = SIG_IGN };
	struct sigaction action;
	sigset_t all, mask;
	int rc;

	sigfillset(&all);
	sigdelset(&all, SIGXFSZ);
	sigprocmask(SIG_BLOCK, &all, &mask);
	sigaction(SIGXFSZ, &ignore, &action);
	rc = replace(fd, text);
	sigaction(SIGXFSZ, &action, NULL);
	sigprocmask(SIG_SETMASK, &mask, NULL);
	return rc;
}
