/* SPDX-License-Identifier: MIT */
/* result.h - what one run gave. */
#ifndef OUT_RESULT_H
#define OUT_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>

#include "base/note.h"
#include "base/str.h"
#include "calc/table.h"
#include "count/runloop.h"

struct result {
	struct table total;
	enum runloop_end end;
	int    signo;			/* with RUNLOOP_SIGNAL */
	int    status;			/* of the command, as wait gives it; -1: there was none */
	struct rusage usage;
	/* usage has no largest resident set of the command, but one that it does not exceed; 0: not known */
	bool   rss_hidden;
	uint64_t start_ns, end_ns;
	uint64_t counted_ns;		/* from the first enabling to the last read; metrics are of it */
	unsigned missed;		/* intervals */
	/* of exact counting, each from 1: the round, and which of its sets of events; 0: it is none */
	size_t round, set;
	struct notes notes;		/* of this run; those of preparing are measure's */
};

enum { RESULT_TIMED_OUT = 124 };	/* as timeout(1) has it */

/* Of a command, as the shell has it: its own, or 128 + signal. */
int  result_exit_status(const struct result *r);
/* Of the command: its own, 128 + signal, or RESULT_TIMED_OUT; 0: it is fine, or there was none. */
int  result_status(const struct result *r);
/*
 * Whether it is no good one.  ignored: --ignore-failure, a bit for each status that is as good as 0, 4
 * words; NULL: none of them.  A run that was interrupted is never ignored.
 */
bool result_failed(const struct result *r, const uint64_t *ignored);
double result_elapsed_s(const struct result *r);
double result_user_s(const struct result *r);
double result_system_s(const struct result *r);
uint64_t result_max_rss(const struct result *r);	/* bytes */
/* "ended with status 3": how a run that is not a good one came to its end. */
void result_add_failure(struct str *out, const struct result *r);
/* Of several runs; n: not 0. */
double result_mean(const struct result *run, size_t n, double (*of)(const struct result *));
/* Whether the mean stands for them; else there is one, and its table is whole. */
bool result_needs_mean(const struct result *run, size_t n);
/* How many rounds of several sets of events they are of; 0: it is one set, or no exact counting. */
size_t result_rounds(const struct result *run, size_t n);
void   result_release(struct result *r);

#endif
