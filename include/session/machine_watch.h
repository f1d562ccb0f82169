/* SPDX-License-Identifier: MIT */
/*
 * machine_watch.h - measures before and after each run how fast and how busy the machine is, for comparison
 * with saved results.
 *
 * Before each run pstat times its fixed loop; after it, it computes the share of the CPUs that other programs
 * used since the first run: all but pstat and its children, of which valgrind and --prepare may be busy, too.
 * Runs start some time apart (200 ms, or less with --budget), so that ten runs of a short program are spread
 * over two seconds: one burst of other load does not cover them all, and /proc/stat, which counts in steps of
 * 10 ms, can tell who was busy.  Runs in turns are compared with their neighbours and need none of this.
 */
#ifndef SESSION_MACHINE_WATCH_H
#define SESSION_MACHINE_WATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "host/disturbance.h"
#include "host/fixed_loop.h"

struct env;
struct run_result;

struct machine_watch {
	bool on;			/* set by the caller before the first run, as is spacing_ns */
	uint64_t spacing_ns;		/* runs start at least so far apart */
	uint64_t latest_ns;		/* when the latest run started; 0: none did */
	struct disturbance from;	/* before the first run */
	uint64_t own_ns;		/* CPU time of pstat, its commands and hooks until then */
	struct loop_times loop;		/* before the latest run */
};

/* The time before which the next run must not start; 0: any. */
uint64_t machine_watch_due_ns(const struct machine_watch *w);
void machine_watch_before_run(struct machine_watch *w, const struct env *env);
/* Sets r->machine. */
void machine_watch_after_run(struct machine_watch *w, const struct env *env, struct run_result *r);

#endif
