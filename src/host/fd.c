/* SPDX-License-Identifier: MIT */
/* Moves descriptors above stdio, tells which ones were inherited, and gets the size of a terminal. */
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

int fd_size(int fd, int *columns)
{
	struct winsize size = {0};

	if (ioctl(fd, TIOCGWINSZ, &size) < 0)
		size = (struct winsize){0};
	*columns = size.ws_col;
	return size.ws_row;
}

int fd_columns(int fd)
{
	int columns;

	fd_size(fd, &columns);
	return columns;
}
