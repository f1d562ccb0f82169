/* SPDX-License-Identifier: MIT */
/*
 * run_result.h - the result of one run: its counts, how it ended, its times.
 *
 * run_facts has what is known of a run besides its counts.  CSV, OpenMetrics, comparisons and --limit
 * take a fact from there.
 */
#ifndef BENCHMARK_RUN_RESULT_H
#define BENCHMARK_RUN_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>

#include "base/note.h"
#include "base/str.h"
#include "count/runloop.h"
#include "host/fixed_loop.h"
#include "table/table.h"

struct run_machine {		/* how the machine was; only where a saved result is made or compared */
	struct loop_times loop;	/* before the run; all 0: not known */
	double others;		/* their share of the CPUs since the first run; negative: unknown */
	uint64_t waited_ns;	/* the command's first thread waited for a CPU */
};

struct run_result {
	struct table total;
	enum runloop_end end;
	int    signo;			/* with RUNLOOP_SIGNAL */
	int    status;			/* of the command, as wait gives it; -1: there was none */
	struct rusage usage;
	bool   rss_hidden;		/* usage.ru_maxrss is only an upper bound; 0: not known */
	bool   emulated;		/* it ran only under valgrind, whose times and memory say nothing */
	uint64_t start_ns, end_ns;
	uint64_t counted_ns;		/* from the first enabling to the last read; for metrics */
	unsigned missed;		/* intervals */
	size_t round, set;		/* of --exact, from 1: the round and its set of events; else 0 */
	struct run_machine machine;
	struct notes notes;		/* of this run */
};

struct run_fact {
	const char *name;		/* in CSV, comparisons and --limit */
	const char *unit;		/* "s" of a time, "B" of a size; "": a plain number */
	const char *csv_unit;
	bool of_command;		/* known only if there is a command */
	bool hidden;			/* not visible where pstat itself needs more */
	double (*of)(const struct run_result *r);
	struct {
		const char *name, *unit, *help;
	} openmetrics;
};

extern const struct run_fact run_facts[];	/* name NULL ends */

double run_fact_value(const struct run_fact *f, const struct run_result *r);	/* NaN: it is hidden */

enum { RUN_RESULT_TIMED_OUT = 124 };	/* as in timeout(1) */

/* The status of the command as in a shell: its own, or 128 + signal. */
int  run_result_exit_status(const struct run_result *r);
/* The same, or RUN_RESULT_TIMED_OUT; 0 if there was no command. */
int  run_result_status(const struct run_result *r);
/*
 * True if the run failed.  ignored: --ignore-failure, 4 words with a bit for each status that is accepted
 * like 0; NULL: none.  The failure of an interrupted run is never ignored.
 */
bool run_result_failed(const struct run_result *r, const uint64_t *ignored);
double run_result_elapsed_s(const struct run_result *r);
double run_result_user_s(const struct run_result *r);
double run_result_system_s(const struct run_result *r);
bool run_result_has_loop(const struct run_result *r);
uint64_t run_result_max_rss(const struct run_result *r);	/* bytes */
/* Adds how a failed run ended: "ended with status 3". */
void run_result_add_failure(struct str *out, const struct run_result *r);
/* The mean of the runs; n is not 0. */
double run_result_mean(const struct run_result *run, size_t n, double (*of)(const struct run_result *));
/* True if a mean of the runs is shown.  Else there is only one run, whose table is not packed, or none. */
bool run_result_needs_mean(const struct run_result *run, size_t n);
/* The number of rounds if each has several sets of events, else 0. */
size_t run_result_rounds(const struct run_result *run, size_t n);
void   run_result_release(struct run_result *r);

#endif
