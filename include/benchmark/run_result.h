/* SPDX-License-Identifier: MIT */
/* run_result.h - the result of one run: its counts, how it ended, its times. */
#ifndef BENCHMARK_RUN_RESULT_H
#define BENCHMARK_RUN_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>

#include "base/note.h"
#include "base/str.h"
#include "count/runloop.h"
#include "table/table.h"

struct result {
	struct table total;
	enum runloop_end end;
	int    signo;			/* with RUNLOOP_SIGNAL */
	int    status;			/* of the command, as wait gives it; -1: there was none */
	struct rusage usage;
	/* the maxrss of usage is not that of the command but an upper bound of it; 0: not known */
	bool   rss_hidden;
	uint64_t start_ns, end_ns;
	uint64_t counted_ns;		/* from the first enabling to the last read; for metrics */
	unsigned missed;		/* intervals */
	/* of --exact, each from 1: the round, and which of its sets of events; 0: not counted so */
	size_t round, set;
	struct notes notes;		/* of this run */
};

enum { RESULT_TIMED_OUT = 124 };	/* as in timeout(1) */

/* The status of the command as a shell has it: its own, or 128 + signal. */
int  result_exit_status(const struct result *r);
/* The same, or RESULT_TIMED_OUT; 0 if there was no command. */
int  result_status(const struct result *r);
/*
 * Did the run fail?  ignored: --ignore-failure, 4 words with a bit for each status that is as good as 0;
 * NULL: none is.  The failure of an interrupted run is never ignored.
 */
bool result_failed(const struct result *r, const uint64_t *ignored);
double result_elapsed_s(const struct result *r);
double result_user_s(const struct result *r);
double result_system_s(const struct result *r);
uint64_t result_max_rss(const struct result *r);	/* bytes */
/* Adds how a run ended that failed: "ended with status 3". */
void result_add_failure(struct str *out, const struct result *r);
/* The mean of the runs; n is not 0. */
double result_mean(const struct result *run, size_t n, double (*of)(const struct result *));
/* Are the runs shown by their mean?  Else there is one, and its table is whole, or none. */
bool result_needs_mean(const struct result *run, size_t n);
/* The number of rounds if each has several sets of events, else 0. */
size_t result_rounds(const struct result *run, size_t n);
void   result_release(struct result *r);

#endif
