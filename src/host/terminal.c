/* SPDX-License-Identifier: MIT */
/* Asks the terminal for its width. */
#include "host/terminal.h"

#include <sys/ioctl.h>

int terminal_columns(int fd)
{
	struct winsize size = {0};

	return ioctl(fd, TIOCGWINSZ, &size) < 0 ? 0 : size.ws_col;
}
