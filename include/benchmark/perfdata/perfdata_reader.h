/* SPDX-License-Identifier: MIT */
/* perfdata_reader.h - declares what the files of the perf.data reader share: its state and some functions. */
#ifndef BENCHMARK_PERFDATA_PERFDATA_READER_H
#define BENCHMARK_PERFDATA_PERFDATA_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/cpulist.h"
#include "base/error.h"
#include "benchmark/benchmark.h"
#include "benchmark/perfdata/perfdata_format.h"
#include "count/reading.h"

struct event_id {
	uint64_t id;
	size_t event;
};

struct topology {		/* of the CPUs, from the features */
	struct cpu *cpu;	/* by number; -1: the file does not say */
	size_t n;		/* possible CPUs */
};

struct recording {
	struct benchmark *b;
	struct error *err;
	struct bytes all, data;
	bool pipe;
	bool cut_off;		/* the last record may be incomplete */
	const char *missing;	/* at its end, for a note; NULL: nothing */
	struct event_id *id; size_t n_ids;	/* sorted after all are read */
	struct cpulist *event_cpus;	/* by event: the CPUs that count it; empty: all */
	struct cpulist cpus;	/* of the CPU map, ascending; -1: any */
	uint64_t config[CONFIG_LEVEL + 1];
	bool has_level;
	bool has_rows; enum aggr_mode rows;	/* pstat wrote which rows it showed */
	struct topology topology;
	size_t n_rounds, n_interval_rounds;

	enum aggr_mode mode;
	size_t n_threads, n_counts;
	struct reading *now, *last;	/* [(CPU * n_threads + thread) * events + event] */
	bool *has_count;	/* parallel: the file has this count */
	unsigned char *noted;	/* by event: a bit for each kind of note that it has */
	size_t rounds_done;
};

static inline bool is_big_endian(const struct bytes *b)
{
	return b->swap == (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);
}

/* Takes n bytes and replaces *text by the text in them, up to a NUL. */
void take_text(struct bytes *b, size_t n, char **text);
int  recording_damaged(const struct recording *r, const struct bytes *at, const char *what);	/* -1 */

/* Each of these reads the body of a record. */
int  recording_header_attr(struct recording *r, struct bytes body);
int  recording_thread_map(struct recording *r, struct bytes body);
int  recording_map(const struct recording *r, struct bytes body, struct cpulist *list);
int  recording_config(struct recording *r, struct bytes body);
int  recording_update(struct recording *r, struct bytes body);

size_t recording_attr_size(struct bytes attr);		/* the size that the attr states; 0: too small */
void recording_add_event(struct recording *r, struct bytes attr);
void recording_add_ids(struct recording *r, struct bytes *ids);		/* of the last added event */
void recording_sort_ids(struct recording *r);
int  recording_find_event(const struct recording *r, const struct bytes *at, uint64_t id, size_t *event);

/* Ignores unknown features. */
int  recording_feature(struct recording *r, uint64_t bit, struct bytes body);

/* Allocates the counts, after events, maps and features are read. */
int  recording_start(struct recording *r);
int  recording_mark_count(struct recording *r, struct bytes body, size_t event);	/* the file has it */
int  recording_add_count(struct recording *r, struct bytes body, size_t event);
void recording_end_round(struct recording *r, uint64_t time_ns);
void recording_release(struct recording *r);		/* not the benchmark */

#endif
