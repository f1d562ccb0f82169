/* SPDX-License-Identifier: MIT */
/*
 * emulated_run.h - runs a command under valgrind: for events such as valgrind/instructions/, for the lines
 * behind them, or for the calls between its functions.
 *
 * A run whose lines alone have spoilt its counts is made again without them.  Lines go to m->b.where, as does
 * the reason why there are none.
 */
#ifndef SESSION_EMULATED_RUN_H
#define SESSION_EMULATED_RUN_H

struct error;
struct event_set;
struct measure;
struct measure_what;
struct program_calls;
struct run_result;

/* emulated: the events to count; set: those of its table; NULL: all. */
int  emulated_run_make(struct run_result *r, struct measure *m, const struct event_set *emulated,
		       const struct event_set *set, struct error *err);
/* Adds what valgrind counted to the native run; a signal or --timeout ends both. */
int  emulated_run_add(struct run_result *r, struct measure *m, const struct event_set *emulated,
		      const struct measure_what *what, struct error *err);
/* A run for its lines alone. */
int  emulated_run_lines(struct run_result *r, struct measure *m, struct error *err);
/* A run for its calls alone; calls stays empty if they cannot be had. */
int  emulated_run_calls(struct program_calls *calls, struct run_result *r, struct measure *m,
			struct error *err);

#endif
