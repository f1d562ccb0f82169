/* SPDX-License-Identifier: MIT */
/* app.h - the whole program behind one call, so tests can run it on a fake machine. */
#ifndef CLI_APP_H
#define CLI_APP_H

#include <stdio.h>

#include "base/error.h"

struct kernel;
struct options;
struct rootfs;

struct env {			/* everything the outside world provides */
	const struct kernel *kernel;
	const struct rootfs *root;
	FILE *out;		/* --help, --version, --list-opts, --dry-run */
	FILE *err;		/* errors, and a run's report: the command owns stdout */
};

/* What pstat exits with; a command that ran: its own status, 128 + signal when it was killed. */
enum app_exit {
	APP_OK			= 0,
	APP_UNCOUNTABLE		= 1,	/* doctor: not all of the default events can be counted */
	APP_NO_MATCH		= 1,	/* list: a word matches nothing */
	APP_REGRESSED		= 1,	/* gate: a limit is exceeded */
	APP_MISUSED		= 2,	/* gate: wrong usage */
	APP_UNMEASURED		= 3,	/* gate: cannot measure, or not comparable */
	APP_UNSURE		= 4,	/* gate: with --inconclusive=fail */
	APP_COMMAND_FAILED	= 5,	/* gate: the benchmark itself */
	APP_TIMEOUT		= 124,	/* --timeout ended a command */
	APP_ERROR		= 125,	/* pstat failed; wrong usage */
	APP_NOT_EXECUTABLE	= 126,
	APP_NOT_FOUND		= 127,
	APP_DIE			= 1000,	/* with a signal added: pstat ends by it; never seen outside app.c */
};

int app_run(const struct env *env, int argc, char **argv);
/* Before anything is done: says why, and returns the status that the verb has for that. */
int app_refuse(const struct env *env, int argc, char **argv, const struct error *err);

/* A verb gets its options parsed and returns a status, APP_DIE + signal, or -1 with err set. */
int cmd_stat(const struct env *env, const struct options *o, struct error *err);	/* and record */
int cmd_report(const struct env *env, const struct options *o, struct error *err);
int cmd_list(const struct env *env, const struct options *o, struct error *err);
int cmd_compare(const struct env *env, const struct options *o, struct error *err);
int cmd_gate(const struct env *env, const struct options *o, struct error *err);
int cmd_doctor(const struct env *env, const struct options *o, struct error *err);

#endif
