/* SPDX-License-Identifier: MIT */
/* Moves descriptors above stdio, opens them a second time, and tells who opened them. */
#define _GNU_SOURCE
#include "host/fd.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int fd_keep_above_stdio(int fd)
{
	int moved;

	if (fd < 0 || fd > 2)
		return fd;
	moved = fcntl(fd, F_DUPFD_CLOEXEC, 3);
	if (moved < 0)
		moved = -errno;
	close(fd);
	return moved;
}

int fd_reopen(int fd, int access)
{
	enum { PTMX = 5 << 8 | 2 };	/* major and minor number */
	struct stat st;
	char path[32];
	int own;

	if (fstat(fd, &st) == 0 && S_ISCHR(st.st_mode) && st.st_rdev == PTMX)
		return -EINVAL;		/* opening it creates another terminal */
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	own = open(path, access | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	return fd_keep_above_stdio(own < 0 ? -errno : own);
}

int fd_given(int fd)
{
	int flags = fcntl(fd, F_GETFD);

	return flags < 0 || flags & FD_CLOEXEC ? -EBADF : 0;
}
