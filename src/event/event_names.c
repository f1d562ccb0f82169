/* SPDX-License-Identifier: MIT */
/* Tables of event names, and lookups. Columns: name, alias, summary, type, config, tool, unit, scale. */
#include "event/event_names.h"

#include <ctype.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "host/attr.h"
#include "host/valgrind.h"

#define HW(name, alias, config, summary) \
	{ name, alias, summary, PERF_TYPE_HARDWARE, config, TOOL_NONE, NULL, 0 }
#define SW(name, alias, config, summary) \
	{ name, alias, summary, PERF_TYPE_SOFTWARE, config, TOOL_NONE, NULL, 0 }
#define CLOCK(name, config, summary) \
	{ name, NULL, summary, PERF_TYPE_SOFTWARE, config, TOOL_NONE, "msec", 1e-6 }
#define TOOL(name, alias, tool, unit, summary) { name, alias, summary, 0, 0, tool, unit, 0 }
#define FACT(name, summary) TOOL(name, NULL, TOOL_VALUE, NULL, summary)
#define EMULATED(name, count, summary) \
	{ "valgrind/" name "/", NULL, summary ", emulated by valgrind", 0, 0, TOOL_VALGRIND + (count), \
	  NULL, 0 }

const struct event_name event_names[] = {
	HW("cycles", "cpu-cycles", PERF_COUNT_HW_CPU_CYCLES, "core cycles"),
	HW("instructions", NULL, PERF_COUNT_HW_INSTRUCTIONS, "instructions retired"),
	HW("cache-references", NULL, PERF_COUNT_HW_CACHE_REFERENCES, "last-level cache accesses"),
	HW("cache-misses", NULL, PERF_COUNT_HW_CACHE_MISSES, "last-level cache misses"),
	HW("branches", "branch-instructions", PERF_COUNT_HW_BRANCH_INSTRUCTIONS, "branches retired"),
	HW("branch-misses", NULL, PERF_COUNT_HW_BRANCH_MISSES, "branches predicted wrongly"),
	HW("bus-cycles", NULL, PERF_COUNT_HW_BUS_CYCLES, "bus cycles"),
	HW("stalled-cycles-frontend", "idle-cycles-frontend", PERF_COUNT_HW_STALLED_CYCLES_FRONTEND,
	   "cycles without instructions to run"),
	HW("stalled-cycles-backend", "idle-cycles-backend", PERF_COUNT_HW_STALLED_CYCLES_BACKEND,
	   "cycles that waited for data or units"),
	HW("ref-cycles", NULL, PERF_COUNT_HW_REF_CPU_CYCLES, "cycles of a constant clock"),
	CLOCK("cpu-clock", PERF_COUNT_SW_CPU_CLOCK, "time on a CPU, by its clock"),
	CLOCK("task-clock", PERF_COUNT_SW_TASK_CLOCK, "time on a CPU, by the task's clock"),
	SW("page-faults", "faults", PERF_COUNT_SW_PAGE_FAULTS, "minor and major page faults"),
	SW("context-switches", "cs", PERF_COUNT_SW_CONTEXT_SWITCHES, "switches to another task"),
	SW("cpu-migrations", "migrations", PERF_COUNT_SW_CPU_MIGRATIONS, "moves to another CPU"),
	SW("minor-faults", NULL, PERF_COUNT_SW_PAGE_FAULTS_MIN, "page faults without I/O"),
	SW("major-faults", NULL, PERF_COUNT_SW_PAGE_FAULTS_MAJ, "page faults with I/O"),
	SW("alignment-faults", NULL, PERF_COUNT_SW_ALIGNMENT_FAULTS, "unaligned accesses the kernel mended"),
	SW("emulation-faults", NULL, PERF_COUNT_SW_EMULATION_FAULTS, "instructions the kernel emulated"),
	SW("dummy", NULL, PERF_COUNT_SW_DUMMY, "counts nothing"),
	SW("bpf-output", NULL, PERF_COUNT_SW_BPF_OUTPUT, "output of BPF programs"),
	SW("cgroup-switches", NULL, PERF_COUNT_SW_CGROUP_SWITCHES, "switches to another cgroup"),
	TOOL("duration_time", NULL, TOOL_DURATION, "ns", "elapsed time"),
	TOOL("user_time", NULL, TOOL_USER, "ns", "CPU time in user mode"),
	TOOL("system_time", NULL, TOOL_SYSTEM, "ns", "CPU time in the kernel"),
	TOOL("max_rss", NULL, TOOL_MAX_RSS, "KiB", "largest resident set"),
	TOOL("tree_max_rss", NULL, TOOL_TREE_RSS, "KiB", "largest sum of resident sets, of all processes"),
	TOOL("cpu_wait_time", NULL, TOOL_CPU_WAIT, "ns", "time ready to run, waiting for a CPU"),
	TOOL("io_wait_time", NULL, TOOL_IO_WAIT, "ns", "time waiting for block I/O"),
	TOOL("voluntary_switches", NULL, TOOL_VOLUNTARY, NULL, "switches to another task in order to wait"),
	TOOL("involuntary_switches", NULL, TOOL_INVOLUNTARY, NULL, "switches forced by the scheduler"),
	TOOL("disk_read", NULL, TOOL_DISK_READ, "B", "read from block devices"),
	TOOL("disk_write", NULL, TOOL_DISK_WRITE, "B", "to be written to block devices"),
	TOOL("exit_status", NULL, TOOL_EXIT_STATUS, NULL, "as a shell tells it: 128 + N after signal N"),
	TOOL("region_entries", NULL, TOOL_REGION_ENTRIES, NULL, "entries of a region, with --regions"),
	FACT("num_cpus", "CPUs, also those that are offline"),
	FACT("num_cpus_online", "CPUs that are online"),
	FACT("num_cores", "cores"),
	FACT("num_dies", "dies"),
	FACT("num_packages", "packages"),
	FACT("smt_on", "1: cores have several threads"),
	FACT("core_wide", "1: all threads of each core are counted"),
	FACT("target_cpu", "1: CPUs are counted, not a command"),
	FACT("has_pmem", "1: there is persistent memory"),
	FACT("system_tsc_freq", "the rate of the time stamp counter, in Hz"),
	/* the same without tool is an event of Intel's core PMUs */
	FACT(EVENT_TOOL_PMU "/slots/", "Arm: instructions that a cycle can take"),
	EMULATED("instructions", VALGRIND_INSTRUCTIONS, "instructions in user mode"),
	EMULATED("data-reads", VALGRIND_DATA_READS, "reads of memory by instructions"),
	EMULATED("data-writes", VALGRIND_DATA_WRITES, "writes to memory by instructions"),
	EMULATED("conditional-branches", VALGRIND_CONDITIONAL_BRANCHES, "branches with a condition"),
	EMULATED("indirect-branches", VALGRIND_INDIRECT_BRANCHES, "branches to a computed address"),
	{ .name = NULL },
};

bool tool_is_emulated(enum tool_kind tool)
{
	return tool >= TOOL_VALGRIND && tool <= TOOL_VALGRIND_LAST;
}

bool tool_is_value(enum tool_kind tool)
{
	return tool >= TOOL_VALUE && tool <= TOOL_VALUE_LAST;
}

bool tool_is_of_processes(enum tool_kind tool)
{
	return tool >= TOOL_TREE_RSS && tool <= TOOL_EXIT_STATUS;
}

bool tool_adds_up(enum tool_kind tool)
{
	return tool == TOOL_NONE || (tool >= TOOL_CPU_WAIT && tool <= TOOL_DISK_WRITE);
}

_Static_assert(TOOL_VALGRIND_LAST - TOOL_VALGRIND + 1 == VALGRIND_COUNTS, "a kind for each count");

static const struct event_name *find_exact(const char *name)
{
	for (const struct event_name *e = event_names; e->name; e++)
		if (str_same(e->name, name) || (e->alias && str_same(e->alias, name)))
			return e;
	return NULL;
}

/* Events of the processor are left out: CPU-CYCLES is an event of its PMU, with that PMU's encoding. */
static const struct event_name *find_in_any_case(const char *name, size_t len)
{
	for (const struct event_name *e = event_names; e->name; e++) {
		if (e->tool == TOOL_NONE && e->type == PERF_TYPE_HARDWARE)
			continue;
		if ((str_ncasecmp(e->name, name, len) == 0 && !e->name[len]) ||
		    (e->alias && str_ncasecmp(e->alias, name, len) == 0 && !e->alias[len]))
			return e;
	}
	return NULL;
}

const struct event_name *event_name_find(const char *name)
{
	const struct event_name *e = find_exact(name);
	size_t prefix = sizeof(EVENT_TOOL_PMU) - 1, len = strlen(name);

	if (e)
		return e;
	if (strncmp(name, EVENT_TOOL_PMU "/", prefix + 1) != 0 || name[len - 1] != '/' || len < prefix + 3)
		return find_in_any_case(name, len);
	e = find_in_any_case(name + prefix + 1, len - prefix - 2);
	return e && e->tool != TOOL_NONE ? e : NULL;
}

const struct event_name *event_name_find_tool(const char *label)
{
	size_t end = strlen(label);
	const struct event_name *known;
	FREED char *name = mem_copy_text(label);

	while (end && isalpha((unsigned char)name[end - 1]))
		end--;
	if (end && name[end - 1] == '/')
		name[end] = '\0';
	else if (end && name[end - 1] == ':')
		name[end - 1] = '\0';
	known = event_name_find(name);
	return known && known->tool != TOOL_NONE ? known : NULL;
}

const struct event_name *event_name_by_config(uint32_t type, uint64_t config)
{
	for (const struct event_name *e = event_names; e->name; e++)
		if (e->tool == TOOL_NONE && e->type == type && e->config == config)
			return e;
	return NULL;
}

/* --- cache events: TYPE[-OP][-RESULT], in either order ------------------------------------ */

enum { READ = 1u << 0, WRITE = 1u << 1, PREFETCH = 1u << 2 };

static const char *const cache_spellings[][5] = {	/* index: perf_hw_cache_id, as for cache_ops */
	{ "L1-dcache", "l1-d", "l1d", "L1-data" },
	{ "L1-icache", "l1-i", "l1i", "L1-instruction" },
	{ "LLC", "L2" },
	{ "dTLB", "d-tlb", "Data-TLB" },
	{ "iTLB", "i-tlb", "Instruction-TLB" },
	{ "branch", "branches", "bpu", "btb", "bpc" },
	{ "node" },
};
enum { CACHES = sizeof(cache_spellings) / sizeof(*cache_spellings) };

static const unsigned cache_ops[CACHES] = {		/* the sensible operations of each */
	READ | WRITE | PREFETCH, READ | PREFETCH, READ | WRITE | PREFETCH, READ | WRITE | PREFETCH, READ,
	READ,
	READ | WRITE | PREFETCH,
};

static const char *const op_spellings[][5] = {
	{ "load", "loads", "read" },
	{ "store", "stores", "write" },
	{ "prefetch", "prefetches", "speculative-read", "speculative-load" },
};

static const char *const result_spellings[][5] = {
	{ "refs", "Reference", "ops", "access" },
	{ "misses", "miss" },
};

/* The length of the longest spelling at the start of text that ends at a dash or at the end; 0: none. */
static size_t longest_spelling(const char *text, const char *const spelling[5])
{
	size_t best = 0;

	for (size_t i = 0; i < 5 && spelling[i]; i++) {
		size_t len = *text == *spelling[i] ? strlen(spelling[i]) : 0;

		if (len > best && strncmp(text, spelling[i], len) == 0 && (!text[len] || text[len] == '-'))
			best = len;
	}
	return best;
}

static size_t find_spelling(const char *text, const char *const (*spellings)[5], size_t n, int *index)
{
	size_t best = 0;

	for (size_t i = 0; i < n; i++) {
		size_t len = longest_spelling(text, spellings[i]);

		if (len > best) {
			best = len;
			*index = (int)i;
		}
	}
	return best;
}

int event_name_cache(const char *name, uint64_t *config)
{
	int cache = 0, op = -1, result = -1;
	const char *p = name + find_spelling(name, cache_spellings, CACHES, &cache);

	if (p == name)
		return 0;
	for (int parts = 0; *p; parts++) {	/* of two operations or two results the first one wins */
		int which = 0;
		size_t len = find_spelling(++p, op_spellings, 3, &which);

		if (len) {
			op = op < 0 ? which : op;
		} else {
			len = find_spelling(p, result_spellings, 2, &which);
			result = result < 0 && len ? which : result;
		}
		if (!len || parts == 2)
			return 0;
		p += len;
	}
	op = op < 0 ? 0 : op;
	result = result < 0 ? 0 : result;
	if (!(cache_ops[cache] & 1u << op))
		return -1;
	*config = (uint64_t)cache | (uint64_t)op << 8 | (uint64_t)result << 16;
	return 1;
}

bool event_name_next_cache(size_t *cursor, struct str *name, uint64_t *config)
{
	enum { OPS = 3, RESULTS = 2 };

	while (*cursor < CACHES * OPS * RESULTS) {
		size_t result = *cursor % RESULTS, rest = *cursor / RESULTS;
		size_t op = rest % OPS, cache = rest / OPS;

		++*cursor;
		if (!(cache_ops[cache] & 1u << op))
			continue;
		str_reset(name);
		str_addf(name, "%s-%s%s", cache_spellings[cache][0], op_spellings[op][result ? 0 : 1],
			 result ? "-misses" : "");
		*config = cache | op << 8 | result << 16;
		return true;
	}
	return false;
}

void event_name_describe_cache(struct str *out, uint64_t config)
{
	static const char *const caches[CACHES] = {
		"the level 1 data cache", "the level 1 instruction cache", "the last-level cache",
		"the TLB of data", "the TLB of instructions", "the branch predictor",
		"the memory of the same NUMA node",
	};
	static const char *const ops[] = { "loads", "stores", "prefetches" };
	size_t cache = config & 0xff, op = config >> 8 & 0xff;
	bool missed = config >> 16 & 0xff;

	str_addf(out, "%s that %s %s", ops[op], missed ? "did not find their data in" : "look into",
		 caches[cache]);
}

bool event_name_raw(const char *name, uint64_t *config)
{
	size_t n = name[0] == 'r' ? strspn(name + 1, "0123456789abcdefABCDEF") : 0;

	if (n < 1 || n > 16 || name[1 + n])
		return false;
	*config = strtoull(name + 1, NULL, 16);
	return true;
}

void event_names_offer(struct nearest *n)
{
	static const char *const usual[] = {	/* there are too many cache events to offer all */
		"L1-dcache-loads", "L1-dcache-load-misses", "L1-dcache-stores", "L1-icache-loads",
		"L1-icache-load-misses", "LLC-loads", "LLC-load-misses", "LLC-stores", "LLC-store-misses",
		"dTLB-loads", "dTLB-load-misses", "iTLB-loads", "iTLB-load-misses", "branch-loads",
		"branch-load-misses", "node-loads", "node-load-misses",
	};

	for (const struct event_name *e = event_names; e->name; e++) {
		nearest_offer(n, e->name);
		if (e->alias)
			nearest_offer(n, e->alias);
	}
	for (size_t i = 0; i < sizeof(usual) / sizeof(*usual); i++)
		nearest_offer(n, usual[i]);
}

const char *event_names_of_detail(int detail)
{
#define D1 "L1-dcache-loads,L1-dcache-load-misses,LLC-loads,LLC-load-misses"
#define D2 D1 ",L1-icache-loads,L1-icache-load-misses,dTLB-loads,dTLB-load-misses,iTLB-loads,iTLB-load-misses"
#define D3 D2 ",L1-dcache-prefetches,L1-dcache-prefetch-misses"
	static const char *const sets[] = { "", D1, D2, D3 };

	return sets[detail < 0 ? 0 : detail > 3 ? 3 : detail];
}
