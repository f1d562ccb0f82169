/* SPDX-License-Identifier: MIT */
/* Moves descriptors above stdio, tells who opened them, and asks a terminal for its size. */
#define _GNU_SOURCE
#include "host/fd.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/ioctl.h>
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

int fd_given(int fd)
{
	int flags = fcntl(fd, F_GETFD);

	return flags < 0 || flags & FD_CLOEXEC ? -EBADF : 0;
}

int fd_columns(int fd)
{
	struct winsize size = {0};

	return ioctl(fd, TIOCGWINSZ, &size) < 0 ? 0 : size.ws_col;
}

int fd_lines(int fd)
{
	struct winsize size = {0};

	return ioctl(fd, TIOCGWINSZ, &size) < 0 ? 0 : size.ws_row;
}
