/* SPDX-License-Identifier: MIT */
/* file.h - files that the user names, read whole. */
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
/* As open, but a FIFO is waited for until somebody reads it; EINTR: until a signal ends pstat. */
int  file_open_when_read(const char *path, int flags, mode_t mode);
const char *file_reason(int rc);	/* what these return, in words */
bool file_stdin_is_pipe(void);

#endif
