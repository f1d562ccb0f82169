/* SPDX-License-Identifier: MIT */
/* gate_options.h - what only gate is asked for: limits, and what the command is compared with. */
#ifndef CLI_GATE_OPTIONS_H
#define CLI_GATE_OPTIONS_H

#include <stdbool.h>

#include "base/error.h"
#include "calc/compare.h"
#include "calc/limit.h"

struct gate_opts {
	struct limits limits;		/* owned */
	bool limited;			/* --limit was given; else they are the usual ones */
	double level;			/* --confidence: 0.99 */
	bool unsure_fails;		/* --inconclusive=fail */
	bool skip_unsupported;		/* --if-unsupported=skip */
	bool allow_mismatch;
	bool github;
	const char *baseline, *candidate;	/* files; NULL: not given */
	bool update, selftest;
	double inject;			/* 0.02: 2 % worse; 0: nothing */
};

int  gate_opts_add_limits(struct gate_opts *g, const char *text, struct error *err);
int  gate_opts_set_inconclusive(struct gate_opts *g, const char *text, struct error *err);
int  gate_opts_set_unsupported(struct gate_opts *g, const char *text, struct error *err);
int  gate_opts_set_inject(struct gate_opts *g, const char *text, struct error *err);	/* "+2%" */
int  gate_opts_set_github(struct gate_opts *g, const char *text, struct error *err);	/* "", "auto" */
/* Without --limit: the default one. */
int  gate_opts_settle(struct gate_opts *g, double level, struct error *err);
void gate_opts_release(struct gate_opts *g);

#endif
