/* SPDX-License-Identifier: MIT */
/* Tells whether the kernel stops counting when this file is executed. */
#define _GNU_SOURCE
#include "host/program.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/xattr.h>
#include <unistd.h>

/* On a nosuid file system, or with no_new_privs, executing gives no privileges. */
static bool may_gain(const char *path)
{
	struct statvfs fs;

	return prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1 && statvfs(path, &fs) == 0 &&
	       !(fs.f_flag & ST_NOSUID);
}

/* Set-group-ID without the group's x bit means mandatory locking, not privileges. */
static bool has_privileges(const char *path, const struct stat *st)
{
	uid_t uid = geteuid();

	if (st->st_mode & S_ISUID && st->st_uid != uid)
		return true;
	if (st->st_mode & S_ISGID && st->st_mode & S_IXGRP && st->st_gid != getegid())
		return true;
	return uid != 0 && getxattr(path, "security.capability", NULL, 0) > 0;
}

int program_check(const char *path, bool *drops_counters)
{
	struct stat st;

	*drops_counters = false;
	if (stat(path, &st) < 0)
		return -1;
	if (S_ISDIR(st.st_mode)) {	/* the kernel's EACCES is less precise */
		errno = EISDIR;
		return -1;
	}
	if (S_ISREG(st.st_mode))
		*drops_counters = access(path, R_OK) < 0 || (has_privileges(path, &st) && may_gain(path));
	return 0;
}
