/* SPDX-License-Identifier: MIT */
/*
 * measured_run.h - runs a command once: natively, under valgrind for its events, or both.
 *
 * A run whose lines alone have spoilt its counts is made again without them.  Lines go to m->b.where, as does
 * the reason why there are none.
 */
#ifndef SESSION_MEASURED_RUN_H
#define SESSION_MEASURED_RUN_H

#include "session/measure.h"

struct program_calls;

int  measured_run_make(struct run_result *r, struct measure *m, const struct measure_what *what,
		       measure_tick *tick, void *ctx, struct error *err);
/* A run under valgrind for its lines alone. */
int  measured_run_lines(struct run_result *r, struct measure *m, struct error *err);
/* A run under valgrind for its calls alone; calls stays empty if they cannot be had. */
int  measured_run_calls(struct program_calls *calls, struct run_result *r, struct measure *m,
			struct error *err);

#endif
