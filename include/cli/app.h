/* SPDX-License-Identifier: MIT */
/* app.h - runs the whole program with one call, so that tests can run it on a fake machine. */
#ifndef CLI_APP_H
#define CLI_APP_H

#include "base/env.h"
#include "base/error.h"
#include "base/exit_status.h"

struct options;

int app_run(const struct env *env, int argc, char **argv);
/* Prints an error from before the start; returns the exit status that the verb has for it. */
int app_refuse(const struct env *env, int argc, char **argv, const struct error *err);

/* A verb gets its options parsed and returns a status, STATUS_SIGNAL + signal, or -1 with err set. */
int cmd_stat(const struct env *env, const struct options *o, struct error *err);	/* and record */
int cmd_report(const struct env *env, const struct options *o, struct error *err);
int cmd_list(const struct env *env, const struct options *o, struct error *err);
int cmd_compare(const struct env *env, const struct options *o, struct error *err);
int cmd_gate(const struct env *env, const struct options *o, struct error *err);
int cmd_trend(const struct env *env, const struct options *o, struct error *err);
int cmd_top(const struct env *env, const struct options *o, struct error *err);
int cmd_doctor(const struct env *env, const struct options *o, struct error *err);

#endif
