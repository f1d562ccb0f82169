/* SPDX-License-Identifier: MIT */
/*
 * primer.h - idle events of the types whose first open and last close patch the kernel's code.
 *
 * Held over a series of runs, they spare every run but the first the price.
 */
#ifndef COUNT_PRIMER_H
#define COUNT_PRIMER_H

struct kernel;

struct primer {
	int fd[3];		/* -1: not open */
};

#define PRIMER_INIT { { -1, -1, -1 } }

void primer_open(struct primer *p, const struct kernel *k);	/* what cannot be opened is done without */
void primer_close(struct primer *p, const struct kernel *k);

#endif
