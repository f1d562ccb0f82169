/* SPDX-License-Identifier: MIT */
/* What is there already, and whose is it? */
#define _GNU_SOURCE
#include "cli/place.h"

#include <errno.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

/* The mode a new file would have had. */
static mode_t usual_mode(void)
{
	mode_t mask = umask(0);

	umask(mask);
	return 0666 & ~mask;
}

/* By what getxattr() returned; file systems without lists do not know the question. */
static bool is_listed(ssize_t xattr_size)
{
	return xattr_size > 0 || (xattr_size < 0 && errno != ENODATA && errno != ENOTSUP && errno != ENOSYS);
}

static const char list_name[] = "system.posix_acl_access";

int place_look(struct place *p, const char *path)
{
	enum place_kind kind;
	struct stat st;
	bool there = stat(path, &st) == 0;

	if (!there && errno != ENOENT)
		return -errno;
	kind = !there ? PLACE_EMPTY : S_ISREG(st.st_mode) ? PLACE_FILE : PLACE_OTHER;
	there = kind == PLACE_FILE;
	*p = (struct place){
		.kind = kind,
		.nameless = there && !st.st_nlink,
		.mode = there ? st.st_mode & 0777 : usual_mode(),
		.uid = there ? st.st_uid : (uid_t)-1,
		.gid = there ? st.st_gid : (gid_t)-1,
		.listed = there && is_listed(getxattr(path, list_name, NULL, 0)),
	};
	return 0;
}

static bool is_whose(const struct place *p, const struct stat *st)
{
	return (p->uid == (uid_t)-1 || p->uid == st->st_uid) && (p->gid == (gid_t)-1 || p->gid == st->st_gid);
}

/* Not every file system has owners and modes to give: what is so already may be refused. */
static int dress(const struct place *p, int fd)
{
	bool there = p->uid != (uid_t)-1;
	struct stat st;

	/* with a list the bits of the group mean another thing; it may have got one of its folder, too */
	if (p->listed || (there && is_listed(fgetxattr(fd, list_name, NULL, 0))))
		return -1;
	if (fchown(fd, p->uid, p->gid) < 0 && (fstat(fd, &st) < 0 || !is_whose(p, &st)))
		return -1;
	if (fchmod(fd, p->mode) < 0 && (fstat(fd, &st) < 0 || (st.st_mode & 0777) != p->mode))
		return -1;
	return 0;
}

int place_dress(struct place *p, const char *path, int fd)
{
	struct place now;
	int rc = place_look(&now, path);

	if (rc < 0)
		return rc;
	if (now.kind == PLACE_EMPTY)		/* whose it was is gone with it; but it is no more open */
		now.mode &= p->mode;
	if (now.kind != PLACE_OTHER)
		*p = now;
	return dress(p, fd) == 0 || now.kind != PLACE_FILE ? 0 : -EPERM;
}
