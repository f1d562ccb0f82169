/* SPDX-License-Identifier: MIT */
/*
 * primer.h - idle events of the types whose first open and last close patch the kernel's code.
 *
 * Held over a series of runs, they spare every run but the first the price.
 */
#ifndef COUNT_PRIMER_H
#define COUNT_PRIMER_H

#include <stdbool.h>

struct kernel;

struct primer {
	int  fd[3];
	bool open[3];
};

void primer_open(struct primer *p, const struct kernel *k);	/* what cannot be opened is done without */
void primer_close(struct primer *p, const struct kernel *k);

#endif
