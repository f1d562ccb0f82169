/* SPDX-License-Identifier: MIT */
/* Is anybody else about to replace a file in this folder? */
#define _GNU_SOURCE
#include "cli/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
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

int lock_folder(const char *file)
{
	enum { TRIES = 1000 };
	static const struct timespec pause = { .tv_nsec = 10 * 1000 * 1000 };
	int fd = open_folder(file);

	for (int i = 0; fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) < 0; i++) {
		/* "flock . pstat ..." keeps it: what was measured is not to be lost for that */
		if ((errno != EWOULDBLOCK && errno != EINTR) || i == TRIES || file_is_interrupted()) {
			lock_release(fd);
			return -1;
		}
		nanosleep(&pause, NULL);
	}
	return fd;
}

void lock_release(int fd)
{
	if (fd >= 0)
		close(fd);
}
