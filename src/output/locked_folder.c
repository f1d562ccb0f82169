/* SPDX-License-Identifier: MIT */
/* Makes folders, locks them with flock(), and finds those without a lock. */
#define _GNU_SOURCE
#include "output/locked_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/str.h"

static const char beginning[] = "base-";

/* A descriptor, or -errno; -EWOULDBLOCK: somebody uses it. */
static int lock(const char *path)
{
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), errnum;

	if (fd < 0)
		return -errno;
	if (flock(fd, LOCK_EX | LOCK_NB) == 0)
		return fd;
	errnum = errno;
	close(fd);
	return -errnum;
}

static bool is_unlockable(int rc)
{
	return rc == -EBADF || rc == -ENOLCK || rc == -EOPNOTSUPP;
}

/* Another pstat may take a new folder for one that was left, until it is locked. */
int locked_folder_make(struct locked_folder *f, const char *parent)
{
	enum { TRIES = 10 };
	struct str path = {0};
	int rc = -EWOULDBLOCK;

	*f = (struct locked_folder){ .fd = -1 };
	for (int i = 0; i < TRIES && (rc == -EWOULDBLOCK || rc == -ENOENT); i++) {
		if (mkdir(parent, 0777) < 0 && errno != EEXIST) {
			rc = -errno;
			break;
		}
		str_reset(&path);
		str_addf(&path, "%s/%sXXXXXX", parent, beginning);
		if (!mkdtemp(path.text)) {
			rc = -errno;	/* ENOENT: another pstat has just removed the empty parent */
			continue;
		}
		rc = lock(path.text);
		if (rc < 0 && !is_unlockable(rc))
			rmdir(path.text);
	}
	if (rc < 0 && !is_unlockable(rc)) {
		str_release(&path);
		return rc;
	}
	*f = (struct locked_folder){ path.text, rc < 0 ? -1 : rc };
	return 0;
}

bool locked_folder_take_left(struct locked_folder *f, const char *parent, size_t skip)
{
	DIR *dir = opendir(parent);
	struct dirent *entry;
	struct str path = {0};
	int fd = -1;

	while (dir && fd < 0 && (entry = readdir(dir)) != NULL) {
		if (strncmp(entry->d_name, beginning, sizeof(beginning) - 1) != 0)
			continue;
		str_reset(&path);
		str_addf(&path, "%s/%s", parent, entry->d_name);
		fd = lock(path.text);
		if (fd >= 0 && skip) {
			skip--;
			close(fd);
			fd = -1;
		}
	}
	if (dir)
		closedir(dir);
	if (fd < 0) {
		str_release(&path);
		return false;
	}
	*f = (struct locked_folder){ path.text, fd };
	return true;
}

void locked_folder_release(struct locked_folder *f, const char *parent)
{
	if (!f->path)
		return;
	rmdir(f->path);
	rmdir(parent);
	if (f->fd >= 0)
		close(f->fd);
	free(f->path);
	*f = (struct locked_folder){ .fd = -1 };
}
