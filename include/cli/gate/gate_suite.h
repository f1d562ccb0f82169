/* SPDX-License-Identifier: MIT */
/*
 * gate_suite.h - implements gate --suite: judges several benchmarks as one result.
 *
 * Of --budget each benchmark gets an equal part of the time that is left.  It pauses when only rows that vary
 * are open; once all have come so far, the time that is left goes to those, in equal parts again.  So what
 * exact counts do not need is for the others, also for earlier ones.  From then on a plan stays as it is, or
 * errors would be more frequent (compare/stopping_rule.h): what one does not need then is for those after it.
 *
 * With --setup or --cleanup each benchmark ends before the next one begins, as both may need the same port.
 */
#ifndef CLI_GATE_GATE_SUITE_H
#define CLI_GATE_GATE_SUITE_H

#include "base/error.h"
#include "cli/gate/gate_files.h"

struct env;
struct options;

/* The worst exit status of all benchmarks; -1: some could not be judged, and err says so. */
int gate_suite(const struct env *env, const struct options *o, struct gate_end *end, struct error *err);

#endif
