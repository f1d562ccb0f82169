/* SPDX-License-Identifier: MIT */
/* hook.h - the shell commands around a run: --pre and --post. */
#ifndef COUNT_HOOK_H
#define COUNT_HOOK_H

#include "base/error.h"

struct kernel;
struct launch;
struct signals;

/*
 * Runs the command and waits for it.  signo: 0, or the last signal that came meanwhile; it
 * has it too, and however it ended is no error then.  Otherwise one that fails is.  When a
 * signal waits already, nothing is run.
 * like: how the measured command is started, of which it gets signals, limits, stdout and environment.
 */
int hook_run(const struct kernel *k, const char *command, const struct launch *like, int *signo,
	     struct error *err);

#endif
