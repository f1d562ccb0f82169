/* SPDX-License-Identifier: MIT */
/* gating.h - what gate was asked for beyond what compare is: limits, and what they are held against. */
#ifndef CLI_GATING_H
#define CLI_GATING_H

#include <stdbool.h>

#include "base/error.h"
#include "calc/compare.h"
#include "calc/limit.h"

struct gating {
	struct limits limits;		/* owned */
	bool limited;			/* --limit was given; else they are the usual ones */
	bool unsure_fails;		/* --inconclusive=fail */
	bool skip_unsupported;		/* --if-unsupported=skip */
	bool allow_mismatch;
	bool github;
	const char *baseline, *candidate;	/* files; NULL: not given */
	bool update, selftest;
	double inject;			/* 0.02: 2 % worse; 0: nothing */
};

int  gating_add_limits(struct gating *g, const char *text, struct error *err);
int  gating_set_inconclusive(struct gating *g, const char *text, struct error *err);
int  gating_set_unsupported(struct gating *g, const char *text, struct error *err);
int  gating_set_inject(struct gating *g, const char *text, struct error *err);	/* "+2%" */
int  gating_set_github(struct gating *g, const char *text, struct error *err);	/* "", "auto" */
/* What nobody said. */
int  gating_settle(struct gating *g, struct error *err);
void gating_release(struct gating *g);

#endif
