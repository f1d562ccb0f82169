/* SPDX-License-Identifier: MIT */
/*
 * file.h - reads, opens and writes the files that the user names.
 *
 * Two names are the same file if their inodes are: a hard link and /dev/fd/3 are other names of one file.
 * Standard input and output do not count: `report a.json > a.json` was already emptied by the shell.
 *
 * pstat follows links itself where it writes: many systems have fs.protected_symlinks off, and realpath()
 * ignores it.
 *
 * Output goes through write(), because stdio loses track of what it could not write at once. While pstat
 * waits for room it uses poll(), as the signals that would end pstat are blocked then. A descriptor's
 * O_NONBLOCK is shared with its other owners, so it is never changed.
 */
#ifndef HOST_FILE_H
#define HOST_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

#include "base/str.h"

/* "-": standard input. 0 or -errno; -EFBIG: more than `most` bytes. */
int  file_read(struct str *out, const char *path, size_t most);
/*
 * As file_read(), for a file that must begin in a certain way. file_size_limit sees the first bytes, perhaps
 * not all of them, and returns the size limit; 0: the file is something else, and reading stops.
 */
typedef size_t file_size_limit(const char *start, size_t len);
int  file_read_checked(struct str *out, const char *path, file_size_limit *may);
/* the same from an open descriptor */
int  file_read_checked_fd(struct str *out, int fd, file_size_limit *may);
/* Reads the first bytes. -ESPIPE: the file is a FIFO, where reading would consume them. */
int  file_read_start(struct str *out, const char *path, size_t size);
/* Reads the next bytes of a descriptor. */
int  file_read_fd(struct str *out, int fd, size_t size);
/*
 * A descriptor for reading, above 2, and the size of the file. -EINVAL for pipes, sockets and devices, which
 * may have no end; -EISDIR.
 */
int  file_open_regular(const char *path, uint64_t *size);
/* Up to n bytes from there on, fewer only at the end of the file: how many, or -errno. */
ssize_t file_read_part(int fd, void *to, size_t n, uint64_t at);
int  file_empty(int fd);	/* of any length before; writing begins at its start */
int  file_read_at(int fd, void *to, size_t n, uint64_t at);	/* all n bytes from there on: 0 or -errno */
/* The same for struct elf_file, whose ctx is a pointer to the descriptor. */
int  file_read_elf(void *fd, void *to, size_t n, uint64_t at);
const char *file_temp_folder(void);	/* $TMPDIR, if it is an absolute path, or /tmp */
void file_close(int fd);
int  file_read_regular(struct str *out, const char *path, size_t most);	/* as file_read(), of such a file */
/*
 * The same of a file that others named: what is no regular file, or one of the kernel as in /proc, is not
 * even opened, as that alone lets the writer of a FIFO go on, or rewinds a tape.  *changed: when it was
 * written last.
 */
int  file_read_foreign(struct str *out, const char *path, size_t most, struct timespec *changed);
int  file_open_foreign(const char *path, uint64_t *size);	/* as file_open_regular() */
bool file_is_there(const char *path);	/* of any kind; a link that leads nowhere is not */
/* When a regular file was written last; false: there is none. */
bool file_changed(const char *path, struct timespec *changed);
/*
 * The same of a file of this user, and not through a link; root also takes those of the user who called sudo.
 * -EPERM: it is another user's; -ELOOP: a link.
 */
int  file_read_own(struct str *out, const char *path, size_t most);
/*
 * Writes all of text with write(): stdio forgets what it could not write at once. 0 or -errno; -EINTR: pstat
 * should end and the reader made no room in time.
 */
int  file_write(int fd, const char *text, size_t len);
/* The same for callers that write often: they find out once what fd is. */
enum output_kind {
	OUTPUT_KIND_UNKNOWN,
	OUTPUT_KIND_PLAIN,	/* never full: a file; or it never says that it has room: /dev/random */
	OUTPUT_KIND_READER,	/* a pipe, a socket or a terminal */
};
enum output_kind file_output_kind(int fd);
int  file_write_to(int fd, enum output_kind kind, const char *text, size_t len);
/*
 * Tells whether pstat should end. Asked every 50 ms while a write waits for room; if yes, one second is left
 * for all remaining output. Without a callback (NULL) the answer is yes once a blocked signal is pending, or
 * once file_end_soon() was called for such a signal. file_set_should_end() resets file_end_soon().
 */
typedef bool file_should_end(void *ctx);
void file_set_should_end(file_should_end *told, void *ctx);
void file_end_soon(void);
/* True if a signal is pending that would end pstat. All such signals are blocked during a measurement. */
bool file_is_interrupted(void);
const char *file_error_text(int rc);	/* the errors of these functions in words */

/*
 * Resolves the links of path to the file that writing would reach. 1: a link that only the kernel can
 * follow, as in /proc/self/fd. -EPERM: another user put the link into a shared sticky folder such as /tmp,
 * so it must not be followed. Other -errno: a part of the path cannot be examined.
 */
int  file_resolve_links(struct str *out, const char *path);
/*
 * open() for writing, by that rule: a descriptor, or -1 and errno. Waits until a FIFO has a reader; EINTR:
 * a signal ended the wait. With O_NONBLOCK it does not wait: ENXIO.
 */
int  file_open_output(const char *path, int flags, mode_t mode);
/*
 * The same for an existing regular file, and for reading, too. EINVAL, EISDIR: not a regular file.
 */
int  file_open_existing(const char *path);
/* Without links and "..", owned; NULL: it is not there. */
char *file_real_path(const char *path);
bool file_is_device(const char *path);	/* a character device such as /dev/null or a terminal */
bool file_is_same(const char *a, const char *b);	/* both name the same existing regular file */
/* Both are there, and the first was written, or got its name, later: no program can set this time. */
bool file_is_newer(const char *a, const char *b);
/* 1: path is the file open as fd; 0: it is not; or -errno */
int  file_is_path_of_fd(int fd, const char *path);
/* The last line of the file has no newline: a write was cut short.  Moves the descriptor's position. */
bool file_is_torn(int fd);
/* both descriptors refer to the same file, pipe or terminal */
bool file_is_same_fd(int a, int b);
bool file_stdin_is_pipe(void);
/* A pipe that has something to read, or a file of which nothing was read yet (a loop has read its lines). */
bool file_stdin_has_text(void);

#endif
