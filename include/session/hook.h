/* SPDX-License-Identifier: MIT */
/* hook.h - runs the shell commands of --pre, --post, --setup, --prepare and --cleanup around the runs. */
#ifndef SESSION_HOOK_H
#define SESSION_HOOK_H

#include <stdint.h>

#include "base/error.h"

struct kernel;
struct launch;
struct signals;

enum { HOOK_TIMED_OUT = 1 };

/*
 * Runs the command and waits for it.  A command that fails is an error, unless a signal came meanwhile: it
 * gets the signal too, and *signo is the last one, or 0.  If a signal is pending before the start, nothing
 * is run.  like: how the measured command is started, for its signals, limits, streams, folder and
 * environment.
 * until_ns: a command that still runs then gets SIGTERM, and SIGKILL after like->kill_after_ns; returns
 * HOOK_TIMED_OUT.  KERNEL_FOREVER: it may take any time.
 */
int hook_run(const struct kernel *k, const char *command, const struct launch *like, uint64_t until_ns,
	     int *signo, struct error *err);
/* The same for a program without a shell.  *status is as from wait(); any is fine, also after a failure. */
int hook_run_program(const struct kernel *k, char *const *argv, const struct launch *like, uint64_t until_ns,
		     int *signo, int *status, struct error *err);

#endif
