/* SPDX-License-Identifier: MIT */
/* gate_options.h - parses the values of the options that only gate has. */
#ifndef CLI_GATE_OPTIONS_H
#define CLI_GATE_OPTIONS_H

#include "base/error.h"

struct options;

/* As option_def.call. */
int gate_opts_add_limits(struct options *o, const char *value, struct error *err);
int gate_opts_set_inconclusive(struct options *o, const char *value, struct error *err);
int gate_opts_set_unsupported(struct options *o, const char *value, struct error *err);
int gate_opts_set_inject(struct options *o, const char *value, struct error *err);	/* "+2%" */
int gate_opts_set_suite(struct options *o, const char *value, struct error *err);
int gate_opts_set_trend(struct options *o, const char *value, struct error *err);	/* "", a file */
int gate_opts_set_github(struct options *o, const char *value, struct error *err);	/* "", "auto" */

#endif
