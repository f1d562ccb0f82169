/* SPDX-License-Identifier: MIT */
/*
 * aggregation.h - finds the row of a table (a core, a socket, ...) to which each CPU or thread is added.
 *
 * A unit is looked up by the number of a CPU, so a table is built in one pass over the slots,
 * however many there are.  A mode is a value of the enum and a row of aggr_modes: formats, saved results
 * and perf.data take its words and ids from there.
 */
#ifndef TABLE_AGGREGATION_H
#define TABLE_AGGREGATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct events;
struct machine;
struct plan;
struct slot;

enum aggr_mode {		/* if several are asked for, the last one in this list wins */
	AGGR_TOTAL, AGGR_NODE, AGGR_PACKAGE, AGGR_DIE, AGGR_CLUSTER, AGGR_CACHE, AGGR_CORE, AGGR_THREAD,
	AGGR_CPU,
	AGGR_REGION,		/* a total, the regions that programs marked, or functions */
	AGGR_FUNCTION,			/* functions, by samples; table/function_rows.h */
	AGGR_PROCESS, AGGR_TASK,	/* of a command; table/process_rows.h */
	AGGR_NAME,			/* the same, those with the same name added up */
	AGGR_CGROUP,			/* of top: those in the same cgroup added up; its path is in argv0 */
	AGGR_MODES,
};

enum unit_part {		/* ids that a unit can have */
	UNIT_PACKAGE = 1u << 0, UNIT_DIE = 1u << 1, UNIT_CLUSTER = 1u << 2, UNIT_CACHE = 1u << 3,
	UNIT_CORE = 1u << 4, UNIT_NODE = 1u << 5, UNIT_CPU = 1u << 6,
};

struct aggr_mode_def {
	const char *word;	/* in JSON and perf.data */
	const char *title;	/* of the column of ids; "": there is none */
	int      width;		/* of that column in the table for people */
	unsigned key;		/* enum unit_part: CPUs that have these in common are one unit */
	unsigned shown;		/* enum unit_part: the ids in a unit's name */
	unsigned needs;		/* enum machine_part */
};

extern const struct aggr_mode_def aggr_modes[AGGR_MODES];

struct aggr_opts {
	enum aggr_mode mode;
	int  cache_level;	/* of AGGR_CACHE; 0: the last level that a CPU has */
	/* AGGR_CPU: for percore events each CPU shows the sum of its core; else each core is shown once */
	bool percore_threads;
	bool region_threads;	/* AGGR_REGION: each thread has its own regions */
	struct process_rows_opts {
		bool by_task;		/* also in AGGR_NAME */
		bool tree;		/* each process after its parent */
		uint64_t top;		/* only so many; 0: all */
		double min_pct;		/* only those with at least this share of the first event */
	} rows;
	bool no_scale;		/* keep raw counts: do not scale for multiplexing */
};

struct unit {			/* -1: the machine does not say; UNIT_NONE: not part of the key */
	int cpu;		/* a unit of one CPU has the ids of its core, too */
	int package, die, cluster, cache_level, cache, core, node;
	int thread;		/* index into target->thread */
	int region;		/* index into target->region: a region, or a function */
	int process;		/* index into the process tree, or enum unit_of_processes */
};

/* Rows of processes and functions that are none of them: their unit.process. */
enum unit_of_processes {
	UNIT_TOTAL = -3,	/* all: as without these modes */
	UNIT_UNKNOWN = -4,	/* what no process told: the total without all other rows */
	UNIT_OTHERS = -5,	/* the processes that --top and --min leave out */
};

enum { UNIT_NONE = -2 };

extern const struct unit unit_none;	/* no part of a key: the unit of a total */

struct cpu_classes {		/* CPUs grouped by some of their ids */
	struct unit *key; size_t n;	/* sorted */
	int *of_cpu;			/* index into key, by the number of the CPU; -1: not counted */
};

struct aggregation {
	enum aggr_mode mode;
	struct cpu_classes units;
	struct cpu_classes packages;	/* package and die; empty if no event counts once per package */
	/* by unit: the first unit of the same core; NULL: no event counts once per core */
	int *head;
};

/* The mode whose word is these n bytes; -1: there is none. */
int aggr_mode_find(const char *word, size_t n);
/* A unit may have several CPUs, or processes. */
bool aggr_has_members(enum aggr_mode mode);
bool aggr_is_of_processes(enum aggr_mode mode);
/* Of processes or functions: people read a line for each of them, and the last unit is the total. */
bool aggr_is_list(enum aggr_mode mode);
/* A row is all processes that have something in common, so it has no number. */
bool aggr_is_of_many(enum aggr_mode mode);
/* The parts of the machine (enum machine_part) that have to be loaded before; 0: none. */
unsigned aggr_needs(enum aggr_mode mode, const struct events *events);
void aggregation_build(struct aggregation *l, const struct plan *plan, const struct machine *machine,
		       const struct aggr_opts *o);
size_t aggregation_unit(const struct aggregation *l, const struct slot *slot);
/* True if every unit of mode `small` lies inside one unit of mode `large`. */
bool aggregation_is_part(enum aggr_mode small, enum aggr_mode large);
void aggregation_release(struct aggregation *l);

#endif
