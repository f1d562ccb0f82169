/* SPDX-License-Identifier: MIT */
/* made_root.h - a small machine made of files, for tests of what reads them. */
#ifndef UNIT_MADE_ROOT_H
#define UNIT_MADE_ROOT_H

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

/* Missing folders are made; text NULL: only the folder. */
static inline void root_put(const struct root *r, const char *path, const char *text)
{
	char full[512];
	FILE *f;

	snprintf(full, sizeof(full), "%s/%s", r->path, path);
	for (char *p = full + strlen(r->path) + 1; (p = strchr(p, '/')); *p++ = '/') {
		*p = '\0';
		mkdir(full, 0777);
	}
	if (!text) {
		mkdir(full, 0777);
		return;
	}
	f = fopen(full, "w");
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

static inline void root_remove(struct root *r)
{
	char command[96];

	rootfs_close(&r->fs);
	snprintf(command, sizeof(command), "rm -rf '%s'", r->path);
	assert_int_equal(system(command), 0);
}

#define PMU_DIR "sys/bus/event_source/devices/"

#endif
