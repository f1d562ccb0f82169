/* SPDX-License-Identifier: MIT */
/*
 * probed_functions.h - finds the functions of --region-fn: which file, and where in it.
 *
 * NAME is a function of the program that the command executes, FILE:NAME one of another program or of a
 * shared library.  Two colons belong to a name of C++.
 *
 * A file is opened once and stays open: the kernel gets the path of the descriptor.  By its own name it could
 * be another file by then, and the kernel would write a trap into the middle of that one's code.
 */
#ifndef COUNT_FUNCTION_PROBED_FUNCTIONS_H
#define COUNT_FUNCTION_PROBED_FUNCTIONS_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

struct pmus;

enum { PROBED_FUNCTIONS = 16, PROBED_NAME = 256 };	/* at most; bytes of a name */

struct probed_function {
	const char *name;		/* as the user wrote it, borrowed */
	int fd;				/* of its file, owned; 0: none */
	char path[32];			/* of the descriptor */
	uint64_t offset;		/* in the file */
};

struct probed_functions {
	struct probed_function function[PROBED_FUNCTIONS]; size_t n;
	uint32_t type;			/* of the PMU of the kernel's probes */
	uint64_t on_return;		/* its config for a probe at the return */
};

/* text: n texts of the user; program: the first word of the command */
int  probed_functions_find(struct probed_functions *p, const char *const *text, size_t n, const char *program,
			   struct pmus *pmus, struct error *err);
void probed_functions_release(struct probed_functions *p);

#endif
