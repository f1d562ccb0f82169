/* SPDX-License-Identifier: MIT */
/* Opens a file and locks it with flock. */
#define _GNU_SOURCE
#include "output/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "host/file.h"

/* 0; or -EWOULDBLOCK: somebody else has it, or another errno: the file system has no locks. */
static int wait_for(int fd, int how)
{
	enum { TRIES = 300 };		/* of 10 ms */
	static const struct timespec pause = { .tv_nsec = 10 * 1000 * 1000 };

	for (int i = 0; flock(fd, how | LOCK_NB) < 0; i++) {
		if (errno != EWOULDBLOCK && errno != EINTR)
			return -errno;
		if (i == TRIES || file_is_interrupted())
			return -EWOULDBLOCK;
		nanosleep(&pause, NULL);
	}
	return 0;
}

int lock_file(const char *path, bool *is_others)
{
	enum { MOST = 100 };
	int fd = file_open_existing(path);
	bool kept = false;

	for (int i = 0; fd >= 0 && i < MOST; i++) {
		kept = wait_for(fd, LOCK_EX) == -EWOULDBLOCK;
		if (file_is_path_of_fd(fd, path) == 1)
			break;
		close(fd);
		fd = file_open_existing(path);
	}
	if (is_others)
		*is_others = kept;
	return fd < 0 ? -errno : fd;
}

int lock_to_read(const char *path)
{
	struct stat st;
	int fd = -1;

	if (stat(path, &st) == 0 && S_ISREG(st.st_mode))
		fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0 || wait_for(fd, LOCK_SH) == 0)
		return fd;
	close(fd);
	return -1;
}

int lock_release(int fd)
{
	return fd >= 0 && close(fd) < 0 ? -errno : 0;
}
