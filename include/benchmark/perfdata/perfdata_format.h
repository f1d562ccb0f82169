/* SPDX-License-Identifier: MIT */
/* perfdata_format.h - defines the constants of the format perf.data, and appends its integers. */
#ifndef BENCHMARK_PERFDATA_PERFDATA_FORMAT_H
#define BENCHMARK_PERFDATA_PERFDATA_FORMAT_H

#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

struct perfdata;
struct plan;

#define PERFDATA_MAGIC 0x32454c4946524550u	/* "PERFILE2" as a little-endian number */

enum {
	PERFDATA_PIPE_HEADER = 16,	/* this size marks a stream */
	PERFDATA_FILE_HEADER = 104,
	PERFDATA_OLD_HEADER = 72,	/* without feature bits */
	PERFDATA_RECORD_HEADER = 8,
	PERFDATA_RECORD_LIMIT = 65535,
	PERFDATA_TEXT_UNIT = 64,	/* texts of features are padded to multiples of this */
	PERFDATA_COMM = 16,		/* bytes of a thread's name, a NUL at the end */
};

enum perfdata_record {
	RECORD_HEADER_ATTR = 64,
	RECORD_THREAD_MAP = 73, RECORD_CPU_MAP, RECORD_STAT_CONFIG, RECORD_STAT, RECORD_STAT_ROUND,
	RECORD_EVENT_UPDATE,
	RECORD_HEADER_FEATURE = 80,
};

enum perfdata_update { UPDATE_UNIT, UPDATE_SCALE, UPDATE_NAME, UPDATE_CPUS };
/*
 * pstat's own, which perf skips: the aggregation mode, if its number differs between versions of perf.
 * A word of aggr_modes, and a level: "cache:2".
 */
#define PERFDATA_UPDATE_ROWS UINT64_C(0x7461747370)	/* "pstat" */
/* Also pstat's own: the event is a level, not a count; nothing follows. */
#define PERFDATA_UPDATE_LEVEL (PERFDATA_UPDATE_ROWS + 1)
/*
 * Also pstat's own: the reason why a counter has no count, stored as its enabled time in ns.  Its running
 * time is 0, so perf shows it as not counted.  A counter that was never enabled has 0.
 */
enum perfdata_lack { LACK_NONE, LACK_NOT_READ, LACK_BACKWARDS, LACK_TOO_FAST };
enum perfdata_map { MAP_LIST, MAP_MASK, MAP_RANGE };
enum perfdata_config { CONFIG_AGGR, CONFIG_INTERVAL, CONFIG_SCALE, CONFIG_LEVEL };
enum perfdata_round { ROUND_INTERVAL, ROUND_FINAL };

enum perfdata_feature {
	FEATURE_HOSTNAME = 3, FEATURE_OSRELEASE, FEATURE_VERSION, FEATURE_ARCH, FEATURE_NRCPUS,
	FEATURE_CPUDESC, FEATURE_CMDLINE = 11, FEATURE_EVENT_DESC, FEATURE_CPU_TOPOLOGY,
	FEATURE_NUMA_TOPOLOGY, FEATURE_GROUP_DESC = 17, FEATURE_STAT = 19, FEATURE_CACHE,
	FEATURE_CLUSTERS = 250,		/* pstat's own, far above perf's: the cluster of each CPU of NRCPUS */
	FEATURE_LIMIT = 256,
};

static inline void put_u16(struct str *out, unsigned value)
{
	uint16_t v = (uint16_t)value;

	str_add_n(out, (const char *)&v, sizeof(v));
}

static inline void put_u32(struct str *out, uint32_t value)
{
	str_add_n(out, (const char *)&value, sizeof(value));
}

static inline void put_u64(struct str *out, uint64_t value)
{
	str_add_n(out, (const char *)&value, sizeof(value));
}

#endif
