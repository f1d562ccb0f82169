/* SPDX-License-Identifier: MIT */
/* Does the kernel stop counting at the exec of this file? */
#define _GNU_SOURCE
#include "host/program.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/xattr.h>
#include <unistd.h>

/* On such a file system, and in a process that said so, a file gives nobody more than he has. */
static bool may_give(const char *path)
{
	struct statvfs fs;

	return prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1 && statvfs(path, &fs) == 0 &&
	       !(fs.f_flag & ST_NOSUID);
}

/* Set-group-ID without the group's x means locking, not privileges. */
static bool gives(const char *path, const struct stat *st)
{
	uid_t uid = geteuid();

	if (st->st_mode & S_ISUID && st->st_uid != uid)
		return true;
	if (st->st_mode & S_ISGID && st->st_mode & S_IXGRP && st->st_gid != getegid())
		return true;
	return uid != 0 && getxattr(path, "security.capability", NULL, 0) > 0;
}

int program_look(const char *path, bool *drops_counters)
{
	struct stat st;

	*drops_counters = false;
	if (stat(path, &st) < 0)
		return -1;
	if (S_ISDIR(st.st_mode)) {	/* the kernel's EACCES says less */
		errno = EISDIR;
		return -1;
	}
	if (S_ISREG(st.st_mode))
		*drops_counters = access(path, R_OK) < 0 || (gives(path, &st) && may_give(path));
	return 0;
}
