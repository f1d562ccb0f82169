/* SPDX-License-Identifier: MIT */
/* The real world, then the program. */
#include "cli/app.h"
#include "host/kernel.h"
#include "host/rootfs.h"

int main(int argc, char **argv)
{
	struct rootfs root = { .dirfd = -1 };
	const struct env env = { .kernel = &kernel_linux, .root = &root, .out = stdout, .err = stderr };
	int status;

	rootfs_open(&root, "/");
	status = app_run(&env, argc, argv);
	rootfs_close(&root);
	return status;
}
