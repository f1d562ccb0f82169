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

/* Another pstat may take a new folder for one that was left, until it is locked. */
int locked_folder_make(struct locked_folder *f, const char *parent)
{
	enum { TRIES = 10 };
	int rc = -EAGAIN;

	*f = (struct locked_folder){ .fd = -1 };
	if (mkdir(parent, 0777) < 0 && errno != EEXIST)
		return -errno;
	for (int i = 0; i < TRIES && rc < 0; i++) {
		struct str path = {0};

		str_addf(&path, "%s/%sXXXXXX", parent, beginning);
		if (!mkdtemp(path.text)) {
			rc = -errno;
			str_release(&path);
			break;
		}
		rc = lock(path.text);
		if (rc >= 0)
			*f = (struct locked_folder){ path.text, rc };
		else
			str_release(&path);
	}
	return rc < 0 ? rc : 0;
}

char *locked_folder_find_left(const char *parent)
{
	DIR *dir = opendir(parent);
	struct dirent *entry;
	struct str path = {0};
	bool found = false;

	while (dir && !found && (entry = readdir(dir)) != NULL) {
		int fd;

		if (strncmp(entry->d_name, beginning, sizeof(beginning) - 1) != 0)
			continue;
		str_reset(&path);
		str_addf(&path, "%s/%s", parent, entry->d_name);
		fd = lock(path.text);
		found = fd >= 0;
		if (found)
			close(fd);
	}
	if (dir)
		closedir(dir);
	if (!found)
		str_release(&path);
	return path.text;
}

void locked_folder_release(struct locked_folder *f, const char *parent)
{
	if (!f->path)
		return;
	rmdir(f->path);
	rmdir(parent);
	close(f->fd);
	free(f->path);
	*f = (struct locked_folder){ .fd = -1 };
}
