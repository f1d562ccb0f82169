/* SPDX-License-Identifier: MIT */
/* Is anybody else about to change this file, or to replace a file in this folder? */
#define _GNU_SOURCE
#include "cli/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/str.h"
#include "host/file.h"

static int open_folder(const char *file)
{
	const char *slash = strrchr(file, '/');
	struct str folder = {0};
	int fd;

	str_add_n(&folder, slash ? file : ".", slash ? (size_t)(slash - file) + 1 : 1);
	fd = open(folder.text, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	str_release(&folder);
	return fd;
}

enum { FOLDER_TRIES = 700 };	/* nobody keeps a file for long; with LOCK_ONCE they are ten seconds */

static bool wait_for(int fd, int how, int tries)
{
	static const struct timespec pause = { .tv_nsec = 10 * 1000 * 1000 };

	for (int i = 0; flock(fd, how | LOCK_NB) < 0; i++) {
		/* "flock . pstat ..." keeps it: what was measured is not to be lost for that */
		if ((errno != EWOULDBLOCK && errno != EINTR) || i == tries || file_is_interrupted())
			return false;
		nanosleep(&pause, NULL);
	}
	return true;
}

int lock_folder(const char *file)
{
	int fd = open_folder(file);

	if (fd < 0 || wait_for(fd, LOCK_EX, FOLDER_TRIES))
		return fd;
	lock_release(fd);
	return -1;
}

/* Another one may have been put in its place while it was locked, and is the one to change then. */
int lock_file(const char *file, int *tries)
{
	enum { MOST = 100 };
	int fd = file_open_over(file);

	for (int i = 0; fd >= 0 && i < MOST; i++) {
		if (!wait_for(fd, LOCK_EX, *tries))
			*tries = 0;
		if (file_is_at(fd, file) == 1)
			break;
		lock_release(fd);
		fd = file_open_over(file);
	}
	return fd < 0 ? -errno : fd;
}

int lock_to_read(const char *file)
{
	struct stat st;
	int fd = -1;

	if (stat(file, &st) == 0 && S_ISREG(st.st_mode))
		fd = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0 || wait_for(fd, LOCK_SH, LOCK_ONCE))
		return fd;
	lock_release(fd);
	return -1;
}

int lock_release(int fd)
{
	return fd >= 0 ? close(fd) : 0;
}
