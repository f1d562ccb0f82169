/* SPDX-License-Identifier: MIT */
/* env.h - holds the kernel, file system, stdout and stderr that pstat uses; tests put fake ones there. */
#ifndef BASE_ENV_H
#define BASE_ENV_H

#include <stdio.h>

struct kernel;
struct rootfs;

struct env {
	const struct kernel *kernel;
	const struct rootfs *root;
	FILE *out;		/* --help, --version, --list-opts, --dry-run */
	FILE *err;		/* errors, and a run's report: the command owns stdout */
};

#endif
