/* SPDX-License-Identifier: MIT */
/* file.h - files that the user names: read whole, opened to be written, written. */
#ifndef HOST_FILE_H
#define HOST_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/str.h"

/* "-": standard input.  0, or a negative errno; more than `most` bytes are -EFBIG. */
int  file_read(struct str *out, const char *path, size_t most);
/* Its first bytes; -ESPIPE: they would be gone then. */
int  file_read_start(struct str *out, const char *path, size_t size);
/* The same of what is no pipe, socket or device, which may have no end: -EINVAL. */
int  file_read_regular(struct str *out, const char *path, size_t most);
/*
 * All of it, however little is taken at once.  0, or a negative errno; -EINTR: there was no room for it
 * for a second, and a signal has told pstat to end: one that is blocked, or that was taken: file_hurry.
 */
int  file_write(int fd, const char *text, size_t len);
void file_hurry(void);
const char *file_reason(int rc);	/* what these return, in words */

/*
 * Where writing to path ends, its links followed; 1: that is a link which only the kernel can
 * follow, as in /proc/self/fd.  -EACCES: somebody else has put a link into a folder where everybody
 * may put files and take away only his own, such as /tmp, and the file behind it is not meant.
 */
int  file_final(struct str *out, const char *path);
/*
 * open() to write, by that rule: a descriptor, or -1 and errno.  A FIFO is waited for until somebody
 * reads it; EINTR: until a signal ends pstat.
 */
int  file_open_output(const char *path, int flags, mode_t mode);
bool file_is_device(const char *path);	/* of characters, as /dev/null and a terminal */
bool file_stdin_is_pipe(void);

#endif
