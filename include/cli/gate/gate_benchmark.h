/* SPDX-License-Identifier: MIT */
/*
 * gate_benchmark.h - runs one benchmark of gate: measures a command, compares it with another one, a saved
 * result or a history, reports and saves the result.
 *
 *	gate_results_open(&to, env, opts, &err);	once, also for several benchmarks
 *	rc = gate_benchmark_open(&g, env, opts, &to, &err);
 *	if (rc == 0) rc = gate_benchmark_run(&g, false, &err);
 *	status = gate_benchmark_end(&g, rc, &end, &err);
 *	gate_benchmark_release(&g);
 *	gate_results_release(&to);
 *
 * Several benchmarks share --budget.  Their runs can pause where only more runs help, until it is known how
 * much time all of them have left: gate_benchmark_run(&g, true, &err), and then, if gate_benchmark_waits(),
 * gate_benchmark_go_on().
 */
#ifndef CLI_GATE_GATE_BENCHMARK_H
#define CLI_GATE_GATE_BENCHMARK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "cli/gate/gate_files.h"
#include "cli/gate/gate_history.h"
#include "cli/gate/gate_output.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/saved_base.h"
#include "compare/trend_base.h"
#include "session/gate_run.h"
#include "session/session.h"

struct env;
struct event_text;

struct gate_results {		/* where all that is judged goes */
	struct output out;
	struct gate_output report;
	struct gate_history history;
	/* of a suite, whose benchmarks are one result: the caller opens and ends all of this */
	bool several;
	struct session_shared shared;
	struct gate_total total;
	size_t n_reported;		/* benchmarks that the report has */
	bool save_failed;		/* the file of --save cannot be written any more */
};

struct gate_benchmark {
	const struct env *env;
	const struct options *given;	/* borrowed, as is to */
	struct gate_results *to;
	struct options opts;		/* as given, plus the events of limits */
	struct event_text *events;	/* owned: those of opts */
	struct session_command twice[2];	/* of --selftest */
	struct saved_base baseline;
	struct session session;
	struct gate_run run;
	struct trend_base trend;	/* of --trend */
	struct saved_base newest;	/* with it: what the file of --save has, for its lines of code */
	bool opened;			/* there is what it is compared with */
	bool started;			/* its session, which must be ended */
	bool alone;			/* there is nothing to compare with: the result is only saved */
	struct error accepted;		/* the base lacks the program, which is fine: why */
	bool cleanup_failed;
	bool annotated;			/* an annotation has told GitHub why the gate fails */
	bool concluded;			/* the status, or the error, is that of the verdict */
	bool skipped;			/* all its limits were skipped */
};

/* Whether there is something to compare with that is not a second command. */
bool gate_is_compared(const struct options *o);
bool gate_has_purpose(const struct options *o);		/* the same, or the result is only saved */

int  gate_results_open(struct gate_results *to, const struct env *env, const struct options *o,
		       struct error *err);
void gate_results_release(struct gate_results *to);

/* Options are borrowed until the release, which must follow also after -1. */
int  gate_benchmark_open(struct gate_benchmark *g, const struct env *env, const struct options *o,
			 struct gate_results *to, struct error *err);
/* Runs until all verdicts are sure, or no run is left; pauses: or until rows that vary need more runs. */
int  gate_benchmark_run(struct gate_benchmark *g, bool pauses, struct error *err);
bool gate_benchmark_waits(const struct gate_benchmark *g);
int  gate_benchmark_go_on(struct gate_benchmark *g, struct error *err);
/*
 * Reports and saves.  rc, err: what the calls before it returned; also after -1.  Returns the exit status, or
 * -1: it could not be judged.
 */
int  gate_benchmark_end(struct gate_benchmark *g, int rc, struct gate_end *end, struct error *err);
void gate_benchmark_release(struct gate_benchmark *g);

#endif
