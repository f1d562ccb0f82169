/* SPDX-License-Identifier: MIT */
/*
 * gate_advice.h - suggests other limits where the event of a limit cannot be counted on this machine.
 *
 * The advice is the options to type in place of the limit.  Each limit was tried before it is advised: its
 * event opens here, or, for two files, both have its values.  Limits of the user that can be checked stay.
 * Where pstat may open no event at all, the advice is to limit the time of runs that count nothing (-n).
 */
#ifndef CLI_GATE_GATE_ADVICE_H
#define CLI_GATE_GATE_ADVICE_H

#include <stdbool.h>
#include <stddef.h>

struct env;
struct options;
struct samples;
struct str;

struct gate_advice {		/* all borrowed */
	const struct env *env;
	const struct options *opts;	/* as given, without events that only limits name */
	const struct samples *side;	/* what was measured or read, first the baseline */
	size_t n_sides;			/* 0: nothing was */
};

/*
 * Appends several lines, the first one without prefix.  Nothing if the machine counts instructions, or all
 * that has a limit: then it is not the machine that keeps the gate from a verdict.
 */
void gate_advice_add(struct str *out, const struct gate_advice *a);

#endif
