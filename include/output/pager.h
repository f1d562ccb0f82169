/* SPDX-License-Identifier: MIT */
/*
 * pager.h - starts a program that shows what is written to a pipe, and waits for it.
 *
 * Ctrl-C and other signals of the terminal are for the pager: pstat stays until it has ended, as a shell that
 * came back earlier would fight with it for the keys.
 */
#ifndef OUTPUT_PAGER_H
#define OUTPUT_PAGER_H

#include <signal.h>

#include "host/launch.h"

enum { PAGER_SIGNALS = 5 };

struct pager {
	struct launched child;
	int fd;			/* to write to, and to close before pager_wait() */
	struct sigaction before[PAGER_SIGNALS];
};

/*
 * command: for the shell; NULL: less.  env: added to its environment; NULL: nothing.  0, or -errno: it is not
 * there.
 */
int pager_start(struct pager *p, const struct kernel *k, const char *command, const char *const *env);
/* Its exit status, or 128 + signal. */
int pager_wait(struct pager *p, const struct kernel *k);

#endif
