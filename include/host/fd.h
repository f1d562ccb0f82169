/* SPDX-License-Identifier: MIT */
/*
 * fd.h - keeps new descriptors off stdin, stdout and stderr, tells whether the caller passed one, and gets
 * the size of a terminal.
 */
#ifndef HOST_FD_H
#define HOST_FD_H

/*
 * 0: pstat's caller passed this descriptor; else -EBADF. All of pstat's own are close-on-exec, and a
 * descriptor with that flag cannot have come through an exec, so no list of them is needed.
 */
int fd_given(int fd);
int fd_keep_above_stdio(int fd);	/* moves fd above 2; passes -errno through */
int fd_columns(int fd);			/* of a terminal; 0: it is none, or its width is unknown */
int fd_size(int fd, int *columns);	/* its rows, in the same way */

#endif
