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
/*
 * As file_read(), as long as it begins as it should.  file_may tells by the first bytes, perhaps not all of
 * them, how many it may have; 0: it is something else, and no more of it is read.
 */
typedef size_t file_may(const char *start, size_t len);
int  file_read_what(struct str *out, const char *path, file_may *may);
int  file_read_what_fd(struct str *out, int fd, file_may *may);	/* the same of what is open */
/* Its first bytes; -ESPIPE: they would be gone then. */
int  file_read_start(struct str *out, const char *path, size_t size);
/* The next bytes of what is open. */
int  file_read_fd(struct str *out, int fd, size_t size);
/* As file_read of what is no pipe, socket or device, which may have no end: -EINVAL. */
int  file_read_regular(struct str *out, const char *path, size_t most);
/*
 * All of it, with write(): stdio forgets what it could not write at once.  0, or a negative errno; -EINTR:
 * pstat is told to end, and nobody has made room for a second.
 *
 * It polls before it writes to a pipe or a terminal, as the signals that would end pstat are blocked while
 * a command is counted.  Whether a descriptor blocks is shared with its other owners, and never changed.
 */
int  file_write(int fd, const char *text, size_t len);
/* The same for those who write often, and ask once what fd is. */
enum outlet {
	OUTLET_UNKNOWN,
	OUTLET_PLAIN,		/* a file, or what never says that it has room, as /dev/random */
	OUTLET_READER,		/* a pipe or a socket */
	OUTLET_TERMINAL,
};
enum outlet file_outlet(int fd);
int  file_write_to(int fd, enum outlet outlet, const char *text, size_t len);
/*
 * Is pstat told to end?  Asked every 50 ms while there is no room for what is written; if it is, one second
 * is left for all of it.  NULL: a signal that is blocked and waits tells it, or file_hurry(), after one was
 * taken that ends pstat; what was hurried before file_ask() is not any more.
 */
typedef bool file_told(void *ctx);
void file_ask(file_told *told, void *ctx);
void file_hurry(void);
/* One waits that would end pstat if it were not blocked, as all are while something is measured. */
bool file_is_interrupted(void);
const char *file_reason(int rc);	/* what these return, in words */

/*
 * The file that writing to path reaches, with links followed; 1: a link that only the kernel can follow,
 * as in /proc/self/fd.  -EPERM: a link of another user in a sticky folder, such as /tmp.  Another negative
 * errno: a part of the path cannot be looked at.
 *
 * pstat follows links itself, not the kernel: fs.protected_symlinks is off on many systems.
 */
int  file_final(struct str *out, const char *path);
/*
 * open() to write, by that rule: a descriptor, or -1 and errno.  A FIFO is waited for until somebody
 * reads it; EINTR: until a signal ends pstat.  With O_NONBLOCK it is not: ENXIO.
 */
int  file_open_output(const char *path, int flags, mode_t mode);
/* The same of a regular file that is there, also to read if that is allowed; EINVAL, EISDIR: it is none. */
int  file_open_over(const char *path);
/*
 * 0: whoever called pstat has given it this descriptor; or -EBADF.  pstat's own are none of his: they are
 * all closed by exec, and what is closed by exec did not come through one.
 */
int  file_given(int fd);
bool file_is_device(const char *path);	/* of characters, as /dev/null and a terminal */
bool file_is_same(const char *a, const char *b);	/* one regular file that is there */
int  file_is_at(int fd, const char *path);	/* 1: it is open as fd; 0: it is not; or -errno */
bool file_is_same_fd(int a, int b);		/* both are open, and are one file, pipe or terminal */
bool file_stdin_is_pipe(void);

#endif
