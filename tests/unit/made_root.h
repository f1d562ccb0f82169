/* SPDX-License-Identifier: MIT */
/* made_root.h - a small machine made of files, for tests of what reads them. */
#ifndef UNIT_MADE_ROOT_H
#define UNIT_MADE_ROOT_H

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/rootfs.h"

struct root {
	struct rootfs fs;
	char path[64];
};

static inline void root_make(struct root *r)
{
	const char *tmp = getenv("TMPDIR");

	snprintf(r->path, sizeof(r->path), "%s/pstat-test-XXXXXX", tmp && strlen(tmp) < 40 ? tmp : "/tmp");
	assert_non_null(mkdtemp(r->path));
	assert_int_equal(rootfs_open(&r->fs, r->path), 0);
}

static inline void root_folders(const struct root *r, char *full)
{
	for (char *p = full + strlen(r->path) + 1; (p = strchr(p, '/')); *p++ = '/') {
		*p = '\0';
		mkdir(full, 0777);
	}
}

/* Missing folders are made; text NULL: only the folder. */
static inline void root_put(const struct root *r, const char *path, const char *text)
{
	char full[512];
	FILE *f;

	snprintf(full, sizeof(full), "%s/%s", r->path, path);
	if (!text) {
		root_folders(r, full);
		mkdir(full, 0777);
		return;
	}
	f = fopen(full, "w");
	if (!f) {
		root_folders(r, full);
		f = fopen(full, "w");
	}
	assert_non_null(f);
	fputs(text, f);
	fclose(f);
}

/* A recorded file of tests/fixtures, in a folder of its own. */
static inline void root_unpack(struct root *r, const char *name)
{
	char command[160];

	root_make(r);
	snprintf(command, sizeof(command), "sh tests/fixtures/unpack.sh tests/fixtures/%s.fs '%s'", name, r->path);
	assert_int_equal(system(command), 0);
}

static inline void root_remove_folder(int at, const char *name)
{
	int fd = openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	DIR *dir = fd < 0 ? NULL : fdopendir(fd);

	assert_non_null(dir);
	for (const struct dirent *d; (d = readdir(dir));)
		if (strcmp(d->d_name, ".") != 0 && strcmp(d->d_name, "..") != 0 && unlinkat(fd, d->d_name, 0) < 0)
			root_remove_folder(fd, d->d_name);
	closedir(dir);
	assert_int_equal(unlinkat(at, name, AT_REMOVEDIR), 0);
}

/* In this process: an rm for each case was a tenth of what all unit tests cost. */
static inline void root_remove(struct root *r)
{
	rootfs_close(&r->fs);
	root_remove_folder(AT_FDCWD, r->path);
}

/* A recorded machine as it was unpacked for all tests, which only read it. */
static inline void root_recorded(struct rootfs *fs, const char *name)
{
	const char *machines = getenv("MACHINES");
	char path[512];

	snprintf(path, sizeof(path), "%s/%s", machines ? machines : "build/machines", name);
	if (rootfs_open(fs, path) < 0)
		fail_msg("no %s: make machines", path);
}

#define PMU_DIR "sys/bus/event_source/devices/"

#endif
