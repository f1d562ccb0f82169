/* SPDX-License-Identifier: MIT */
/* gate_options.h - reads the values of the options that only gate has. */
#ifndef CLI_GATE_OPTIONS_H
#define CLI_GATE_OPTIONS_H

#include "base/error.h"

struct gate_opts;

int  gate_opts_add_limits(struct gate_opts *g, const char *text, struct error *err);
int  gate_opts_set_inconclusive(struct gate_opts *g, const char *text, struct error *err);
int  gate_opts_set_unsupported(struct gate_opts *g, const char *text, struct error *err);
int  gate_opts_set_inject(struct gate_opts *g, const char *text, struct error *err);	/* "+2%" */
int  gate_opts_set_github(struct gate_opts *g, const char *text, struct error *err);	/* "", "auto" */
/* Without --limit: the default one. */
int  gate_opts_settle(struct gate_opts *g, double level, struct error *err);
void gate_opts_release(struct gate_opts *g);

#endif
