/* SPDX-License-Identifier: MIT */
/*
 * perfdata.h - encodes and decodes the format perf.data, in memory; recorder.h opens and writes the file.
 *
 * The bytes are a file, or a stream for pipes.  The writer appends bytes to a str: begin, a round for each
 * read of all counters, end.  The header of a file is written again over its first bytes after each round and
 * at the end, so that a file that was cut off can be read.
 *
 * The aggregation record says "total" for modes whose number differs between versions of perf; a record of
 * pstat's own, which perf skips, has the mode for report, and a feature of pstat's own has the clusters.
 *
 * A count that could not be read has an enabled time of 1 to 3 ns, which no kernel gives, and no running
 * time.  So report can distinguish it from a counter that did not run; perf shows "not counted" for both.
 * In files of perf such a count has no time at all, and only the command line distinguishes it from a
 * cgroup that did not run.  With intervals report shows the counts of each interval, as perf 6.1 does;
 * perf 6.12 shows running totals.
 */
#ifndef BENCHMARK_PERFDATA_PERFDATA_H
#define BENCHMARK_PERFDATA_PERFDATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/error.h"
#include "base/str.h"
#include "benchmark/benchmark.h"
#include "table/table.h"

struct host_facts;
struct machine;
struct plan;
struct sample;

struct perfdata {		/* set the first part, then begin */
	bool pipe;
	const char *version;
	char *const *argv;		/* the command line of pstat, the title of reports; NULL-terminated */
	const struct host_facts *host;
	const struct machine *machine;	/* with all parts of its topology that could be read */
	enum aggr_mode aggr;
	int cache_level;		/* with AGGR_CACHE; 0: the last there is */
	uint64_t interval_ns;		/* 0: none */
	bool no_scale;
	pid_t pid;			/* of the command; 0: not known yet */

	size_t n_attrs;			/* the rest is the writer's own */
	uint64_t ids_at, attrs_at, data_at, data_size;
	uint64_t features[4];		/* by their bits */
};

/* True if the bytes begin like perf.data, in either byte order. */
bool perfdata_is(const char *bytes, size_t len);

/* -1: the format has no room for so many threads or CPUs, or for so long a text; nothing is written. */
int  perfdata_begin(struct perfdata *p, struct str *out, const struct plan *plan, struct error *err);
/* s: raw values since the start; time_ns: since the start; final: the only one, without intervals */
void perfdata_round(struct perfdata *p, struct str *out, const struct plan *plan, const struct sample *s,
		    uint64_t time_ns, bool final);
/* Appends the features of a file. */
void perfdata_end(struct perfdata *p, struct str *out, const struct plan *plan);
/* Appends the current header, the first bytes of a file. */
void perfdata_header(const struct perfdata *p, struct str *out);

/*
 * Reads a whole file or stream, of either byte order; never trusts a length.  The benchmark has one
 * run.  Its rows are CPUs if CPUs were counted, else threads if there are several or they have names, else
 * one total; benchmark_regroup() adds them up.  Only files of pstat have clusters.  An event without any
 * count is not supported.  argv is the command line of perf or pstat; NULL: a stream, which is named "pipe".
 *
 * target.asked points into the benchmark: set it again after moving that.  -1: nothing to release.
 */
int perfdata_parse(struct benchmark *b, const char *bytes, size_t len, struct error *err);

#endif
