/* SPDX-License-Identifier: MIT */
/*
 * perfdata.h - counts as perf.data, in its form for files and in that for pipes.
 *
 * The writer appends bytes to a str and does no I/O: begin, a round for each read of all
 * counters, end.  Of a file the header is written again over its first bytes after each
 * round, so that one that was cut off can be read, and after the end.
 *
 * The record of aggregation says "total" for modes whose number differs between versions of perf; a
 * word of pstat's own, which perf skips, has the mode for report, and a feature of its own has the
 * clusters.  A count that could not be read has a time of 1 to 3 ns, which no kernel gives, and never
 * ran, so report can tell it from one that did not run; perf shows neither.  In files of perf such a
 * count has no time, and only the command line tells it from a cgroup that did not run there.  With
 * intervals report shows the counts of each interval, as perf 6.1 does; perf 6.12 shows running totals.
 */
#ifndef OUT_PERFDATA_H
#define OUT_PERFDATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/error.h"
#include "base/str.h"
#include "calc/table.h"
#include "out/benchmark.h"

struct host;
struct machine;
struct plan;
struct sample;

struct perfdata {		/* set the first part, then begin */
	bool pipe;
	const char *version;
	char *const *argv;		/* of pstat itself, as it is shown as the title; NULL-terminated */
	const struct host *host;
	const struct machine *machine;	/* its topology, all parts that could be read */
	enum aggr_mode aggr;
	int cache_level;		/* with AGGR_CACHE; 0: the last there is */
	uint64_t interval_ns;		/* 0: none */
	bool no_scale;
	pid_t pid;			/* of a command; 0: not known yet */

	size_t n_attrs;			/* the rest is the writer's own */
	uint64_t ids_at, attrs_at, data_at, data_size;
	uint64_t features[4];		/* by their bits */
};

/* Whether these bytes are the beginning of such a file or stream, of any byte order. */
bool perfdata_is(const char *bytes, size_t len);

/* -1 and nothing written: more threads, CPUs or text than the format has room for. */
int  perfdata_begin(struct perfdata *p, struct str *out, const struct plan *plan, struct error *err);
/* s: raw values since the start; time_ns: since the start; final: the only one, without intervals */
void perfdata_round(struct perfdata *p, struct str *out, const struct plan *plan, const struct sample *s,
		    uint64_t time_ns, bool final);
/* The features, of a file. */
void perfdata_end(struct perfdata *p, struct str *out, const struct plan *plan);
/* Of a file: what its first bytes are now. */
void perfdata_header(const struct perfdata *p, struct str *out);

/*
 * A whole file or stream, of either byte order; never trusts a length.  The benchmark has one
 * run; its counts are per CPU (AGGR_CPU) where CPUs were counted, else per thread where there
 * are several or they have names, else one unit.  benchmark_regroup() adds them up.
 * Clusters are in pstat's own files only.  An event without any count is not supported.  argv:
 * all words of the command line, that of perf in front; NULL: a stream, which is named "pipe".
 *
 * target.asked points into the benchmark: set it again when that is moved.  -1: nothing to release.
 */
int perfdata_parse(struct benchmark *b, const char *bytes, size_t len, struct error *err);

#endif
