/* SPDX-License-Identifier: MIT */
/* hook.h - runs the shell commands around a run: --pre and --post. */
#ifndef COUNT_HOOK_H
#define COUNT_HOOK_H

#include "base/error.h"

struct kernel;
struct launch;
struct signals;

/*
 * Runs the command and waits for it. A command that fails is an error, unless a signal came meanwhile: it
 * gets the signal too, and *signo is the last one, or 0. If a signal is pending before the start, nothing
 * is run. like: how the measured command is started, for its signals, limits, stdout and environment.
 */
int hook_run(const struct kernel *k, const char *command, const struct launch *like, int *signo,
	     struct error *err);

#endif
