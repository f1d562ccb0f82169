/* SPDX-License-Identifier: MIT */
/* Gives up set-user-ID rights, then runs the program on the real kernel and file system. */
#include <string.h>

#include "cli/app.h"
#include "host/kernel_linux.h"
#include "host/rights.h"
#include "host/rootfs.h"

int main(int argc, char **argv)
{
	struct rootfs root = { .dirfd = -1 };
	const struct env env = { .kernel = &kernel_linux, .root = &root, .out = stdout, .err = stderr };
	struct error err = ERROR_INIT;
	int status = rights_drop(), opened;

	if (status < 0) {
		error_set(&err, ERROR_PERMISSION, -status, "cannot give up the privileges of its file: %s",
			  strerror(-status));
		return app_refuse(&env, argc, argv, &err);
	}
	opened = rootfs_open(&root, "/");
	if (opened < 0) {
		rootfs_set_error(&err, opened, "/");
		return app_refuse(&env, argc, argv, &err);
	}
	status = app_run(&env, argc, argv);
	rootfs_close(&root);
	return status;
}
