/* SPDX-License-Identifier: MIT */
/*
 * run_result.h - keeps the result of one run: its counts, how it ended, its times.
 *
 * run_facts has what is known of a run besides its counts: every output, comparisons, --limit and the saved
 * document take a fact from there.  A fact may be unknown, as there was no command, or an older pstat did not
 * know of it; it is never shown as 0.
 */
#ifndef BENCHMARK_RUN_RESULT_H
#define BENCHMARK_RUN_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/json_members.h"
#include "base/str.h"
#include "count/wait_loop.h"
#include "host/fixed_loop.h"
#include "note/note.h"
#include "table/table.h"

struct rusage;

struct run_machine {		/* how the machine was; only where a saved result is made or compared */
	struct loop_times loop;	/* before the run; all 0: not known */
	double others;		/* their share of the CPUs since the first run; negative: unknown */
	uint64_t waited_ns;	/* the command's first thread waited for a CPU */
};

struct run_result {
	struct table total;
	enum wait_loop_end end;
	int    signo;			/* that came to pstat, and went on to the command; 0: none */
	int    status;			/* of the command, as wait gives it; -1: there was none */
	bool   emulated;		/* it ran only under valgrind, whose times and memory say nothing */
	/* MEMBER_NO_COUNT: not known, also of max_rss_bytes where pstat itself needs as much */
	uint64_t elapsed_ns, user_ns, system_ns, max_rss_bytes;
	uint64_t max_rss_at_most_bytes;	/* where that is hidden; 0: not known */
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
	struct json_member member;	/* a MEMBER_COUNT in ns or bytes; key NULL: beside the facts */
	bool of_command;		/* unknown without one */
	struct {
		const char *name, *unit, *help;		/* unit NULL: a plain number */
	} openmetrics;
};

extern const struct run_fact run_facts[];	/* name NULL ends */

/* In s, bytes or counts; NaN: it is not known. */
double run_fact_value(const struct run_fact *f, const struct run_result *r);
/* The mean of the runs; NaN: some run does not know it. */
double run_fact_mean(const struct run_fact *f, const struct run_result *run, size_t n);
bool run_fact_is_max_rss(const struct run_fact *f);
/* Empty, without a command; nothing is known of it. */
void run_result_init(struct run_result *r);
/* Sets the facts of a command.  rss_hidden: its memory is only an upper bound. */
void run_result_set_usage(struct run_result *r, const struct rusage *usage, bool rss_hidden);

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
/* The command needed less memory than pstat, so only its bound is known. */
bool run_result_hides_rss(const struct run_result *r);
bool run_result_has_loop(const struct run_result *r);
/* Adds how a failed run ended: "ended with status 3". */
void run_result_add_failure(struct str *out, const struct run_result *r);
/* True if a mean of the runs is shown.  Else there is only one run, whose table is not packed, or none. */
bool run_result_needs_mean(const struct run_result *run, size_t n);
/* The number of rounds if each has several sets of events, else 0. */
size_t run_result_rounds(const struct run_result *run, size_t n);
void   run_result_release(struct run_result *r);

#endif
