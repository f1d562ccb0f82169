/* SPDX-License-Identifier: MIT */
/*
 * Rows for CPUs, cores, threads, cgroups and times are those that perf 6.12 printed.
 * Each block is a recording of perf; the comment above it has the options.
 */
#include "test.h"

#include <math.h>

#include "benchmark/benchmark.h"
#include "made_units.h"

#define ALL  { .system_wide = true }
#define HEAD "\n Performance counter stats for 'system wide':\n\n"

static char *const sleeps[] = { (char *)(uintptr_t)"sleep", (char *)(uintptr_t)"0.1", NULL };

static struct cgroup groups[] = {
	{ (char *)(uintptr_t)"/", -1 }, { (char *)(uintptr_t)"x", -1 },
	{ (char *)(uintptr_t)"averyveryverylongcgroupname", -1 },
};

enum { UNSUPPORTED = 1u << 0, ASLEEP = 1u << 1, STARVED = 1u << 2 };

struct shown {
	const char *events;		/* each counted on two CPUs, or by three threads */
	const char *machine;		/* NULL: vm-zen5 */
	uint64_t value[16];		/* CPU by CPU, or thread by thread, of all events */
	unsigned state[8];		/* of an event, on all of them */
	struct event_opts event;
	struct target_opts asked;
	struct thread thread[3];	/* tid 0: CPUs are counted */
	enum aggr_mode mode;
	int level;
	bool percore_threads;
	int cgroup[8];			/* of an event: index into groups, from 1; 0: none */
	bool each_cgroup;
	double elapsed, time_s;		/* the time an interval ended; 0: the totals */
	unsigned index;
	bool summary;
	struct style style;
	bool rows;			/* only the rows are known */
	const char *want;
};

static void set_up(struct units *f, const struct shown *s)
{
	static struct thread threads[3];

	memcpy(threads, s->thread, sizeof(threads));
	units_setup(f, s->machine ? s->machine : "vm-zen5", s->events, &s->event, s->thread[0].tid ? threads : NULL,
		    s->thread[0].tid ? COUNT_OF(threads) : 0);
	f->asked = s->asked;
	f->aggr = (struct aggr_opts){ .mode = s->mode, .cache_level = s->level, .percore_threads = s->percore_threads };
	f->target.cgroups = (struct cgroups){ .cgroup = groups, .n = COUNT_OF(groups) };
	for (size_t e = 0; e < f->events.n; e++)
		f->events.event[e].cgroup = s->cgroup[e] - 1;
	for (size_t i = 0; i < f->plan.n; i++) {
		unsigned state = s->state[f->plan.slot[i].event];

		f->last.reading[i].value = s->value[i];
		if (state & UNSUPPORTED)
			f->last.state[i] = COUNTER_NOT_SUPPORTED;
		if (state & ASLEEP)
			f->last.reading[i] = (struct reading){0};
		if (state & STARVED)
			f->last.reading[i].running = 0;
	}
	f->last.tool[TOOL_DURATION] = (uint64_t)llround(s->elapsed * 1e9);
	units_build(f);
	metrics_eval(&f->table, &f->metrics, &f->events, s->elapsed * 1e9);
}

static void print(struct str *out, const struct units *f, const struct shown *s)
{
	const struct report_format *printer = format_find("text", FORMAT_REPORT)->report;
	const struct run_result run = { .elapsed_ns = (uint64_t)llround(s->elapsed * 1e9) };
	const struct benchmark b = { .argv = (char **)(uintptr_t)sleeps, .target = f->target, .aggr = f->aggr,
				     .events = f->events, .metrics = f->metrics, .each_cgroup = s->each_cgroup };
	const struct report r = {
		  .b = &b, .table = &f->table, .run = &run, .n_runs = 1, .time_s = s->time_s, .place.interval_index = s->index,
		  .total = !(s->time_s > 0), .place.summary = s->summary,
	};

	if (r.total && !s->rows)
		printer->begin(out, &r, &s->style);
	printer->block(out, &r, &s->style);
	if (r.total && !s->rows)
		printer->end(out, &r, &s->style);
}

static void check(const struct shown *cases, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct str out = {0};
		struct units f;

		set_up(&f, &cases[i]);
		print(&out, &f, &cases[i]);
		assert_string_equal(out.text ? out.text : "", cases[i].want);
		str_release(&out);
		units_teardown(&f);
	}
}

static const struct shown of_perf[] = {
	/* -a -e cpu-clock,context-switches sleep 0.1 */
	{ .events = "cpu-clock,context-switches", .value = { 100577000, 20, 100577000, 18 }, .asked = ALL,
	  .elapsed = 0.100605753, .want =
	  HEAD
	  "            201.15 msec cpu-clock                        #    1.999 CPUs utilized             \n"
	  "                38      context-switches                 #  188.910 /sec                      \n\n"
	  "       0.100605753 seconds time elapsed\n\n" },
	/* -a -e instructions sleep 0.1 */
	{ .events = "instructions", .value = { 1000000, 955360 }, .asked = ALL,
	  .elapsed = 0.100652002, .want =
	  HEAD
	  "           1955360      instructions                                                          \n\n"
	  "       0.100652002 seconds time elapsed\n\n" },
	/* -C 1 -e instructions,cycles sleep 0.1 */
	{ .events = "instructions,cycles", .value = { 0, 0, 169170, 337898 }, .asked = { .cpus = "1" },
	  .elapsed = 0.100572313, .want =
	  "\n"
	  " Performance counter stats for 'CPU(s) 1':\n\n"
	  "            169170      instructions                     #    0.50  insn per cycle            \n"
	  "            337898      cycles                                                                \n\n"
	  "       0.100572313 seconds time elapsed\n\n" },
	/* -a -A -e cpu-clock sleep 0.1 */
	{ .events = "cpu-clock", .value = { 100640000, 100660000 }, .asked = ALL, .mode = AGGR_CPU,
	  .event = { .no_merge = true, .own_sources = 1 },
	  .elapsed = 0.100655668, .want =
	  HEAD
	  "CPU0               100.64 msec cpu-clock [software]             #    1.000 CPUs utilized             \n"
	  "CPU1               100.66 msec cpu-clock [software]             #    1.000 CPUs utilized             \n\n"
	  "       0.100655668 seconds time elapsed\n\n" },
	/* -A -C 0,1 -e instructions,branches sleep 0.1 */
	{ .events = "instructions,branches", .value = { 1750144, 337211, 338992, 62466 },
	  .asked = { .cpus = "0,1" }, .mode = AGGR_CPU, .event = { .no_merge = true,
	  .own_sources = 1 },
	  .elapsed = 0.101038422, .want =
	  "\n"
	  " Performance counter stats for 'CPU(s) 0,1':\n\n"
	  "CPU0              1750144      instructions                                                          \n"
	  "CPU1               338992      instructions                                                          \n"
	  "CPU0               337211      branches                                                              \n"
	  "CPU1                62466      branches                                                              \n\n"
	  "       0.101038422 seconds time elapsed\n\n" },
	/* -a --per-socket -e cpu-clock sleep 0.1 */
	{ .events = "cpu-clock", .value = { 100430000, 100430000 }, .asked = ALL, .mode = AGGR_PACKAGE,
	  .elapsed = 0.100428016, .want =
	  HEAD
	  "S0        2             200.86 msec cpu-clock                        #    2.000 CPUs utilized             \n\n"
	  "       0.100428016 seconds time elapsed\n\n" },
	/* -a --per-core -e instructions,branches sleep 0.1 */
	{ .events = "instructions,branches", .value = { 1799151, 345354, 160074, 29354 }, .asked = ALL, .mode = AGGR_CORE,
	  .elapsed = 0.100885072, .want =
	  HEAD
	  "S0-D0-C0              1            1799151      instructions                                                          \n"
	  "S0-D0-C0              1             345354      branches                                                              \n"
	  "S0-D0-C1              1             160074      instructions                                                          \n"
	  "S0-D0-C1              1              29354      branches                                                              \n\n"
	  "       0.100885072 seconds time elapsed\n\n" },
	/* -a --per-die -e cpu-clock sleep 0.1 */
	{ .events = "cpu-clock", .value = { 100455000, 100455000 }, .asked = ALL, .mode = AGGR_DIE,
	  .elapsed = 0.100461456, .want =
	  HEAD
	  "S0-D0           2             200.91 msec cpu-clock                        #    2.000 CPUs utilized             \n\n"
	  "       0.100461456 seconds time elapsed\n\n" },
	/* -a --per-node -e instructions sleep 0.1 */
	{ .events = "instructions", .value = { 1954107, 0 }, .asked = ALL, .mode = AGGR_NODE,
	  .elapsed = 0.100698762, .want =
	  HEAD
	  "N0        2            1954107      instructions                                                          \n\n"
	  "       0.100698762 seconds time elapsed\n\n" },
	/* -a --per-cache=L2 -e instructions sleep 0.1 */
	{ .events = "instructions", .value = { 1730731, 196727 }, .asked = ALL, .mode = AGGR_CACHE, .level = 2,
	  .elapsed = 0.100687806, .want =
	  HEAD
	  "S0-D0-L2-ID0              1            1730731      instructions                                                          \n"
	  "S0-D0-L2-ID1              1             196727      instructions                                                          \n\n"
	  "       0.100687806 seconds time elapsed\n\n" },
	/* -a --per-thread -e instructions:u sleep 0.05 */
	{ .events = "instructions:u", .value = { 1853, 0, 7685 }, .asked = ALL, .mode = AGGR_THREAD,
	  .elapsed = 0.051033257,
	  .thread = { { .tid = 1553, .comm = "memfd:sealed-91" }, { .tid = 2, .comm = "kthreadd" }, { .tid = 9415, .comm = "perf" } }, .want =
	  HEAD
	  " memfd:sealed-91-1553                  1853      instructions:u                                                        \n"
	  "            perf-9415                  7685      instructions:u                                                        \n\n"
	  "       0.051033257 seconds time elapsed\n\n" },
	/* -a --for-each-cgroup / -e instructions,branches sleep 0.1 */
	{ .events = "instructions,branches", .value = { 2572921, 484242, 0, 0 }, .asked = ALL, .cgroup = { 1, 1 }, .each_cgroup = true,
	  .elapsed = 0.100777350, .want =
	  HEAD
	  "           2572921      instructions                     /                                                     \n"
	  "            484242      branches                         /                                                     \n\n"
	  "       0.100777350 seconds time elapsed\n\n" },
	/* -a -e instructions -G / sleep 0.1 */
	{ .events = "instructions", .value = { 2013985, 0 }, .asked = ALL, .cgroup = { 1 },
	  .elapsed = 0.100733374, .want =
	  HEAD
	  "           2013985      instructions                     /                                                     \n\n"
	  "       0.100733374 seconds time elapsed\n\n" },
};

static void recordings(void **state)
{
	(void)state;
	check(of_perf, COUNT_OF(of_perf));
}

/* Only some rows of these are known; the rest of the report is made up. */
static const struct shown id_samples[] = {
	/* -a --per-socket -e cycles,instructions,LLC-loads: instructions, LLC-loads */
	{ .rows = true, .events = "cycles,instructions,LLC-loads",
	  .value = { 8949706, 37053923, 0, 1000, 2000, 0 }, .state = { 0, 0, UNSUPPORTED },
	  .asked = ALL, .mode = AGGR_PACKAGE,
	  .want =
	  "S0        2            8950706      cycles                                                                \n"
	  "S0        2           37055923      instructions                     #    4.14  insn per cycle            \n"
	  "S0        0    <not supported>      LLC-loads                                                             \n" },
	/* -a --per-die -e cycles,instructions,LLC-loads: instructions, LLC-loads */
	{ .rows = true, .events = "cycles,instructions,LLC-loads",
	  .value = { 9801513, 39992254, 0, 1000, 2000, 0 }, .state = { 0, 0, UNSUPPORTED },
	  .asked = ALL, .mode = AGGR_DIE,
	  .want =
	  "S0-D0           2            9802513      cycles                                                                \n"
	  "S0-D0           2           39994254      instructions                     #    4.08  insn per cycle            \n"
	  "S0-D0           0    <not supported>      LLC-loads                                                             \n" },
	/* -a --per-cluster -e cycles,instructions,LLC-loads: instructions, LLC-loads */
	{ .rows = true, .events = "cycles,instructions,LLC-loads",
	  .value = { 9729760, 39796811, 0, 1000, 2000, 0 }, .state = { 0, 0, UNSUPPORTED },
	  .asked = ALL, .mode = AGGR_CLUSTER,
	  .want =
	  "S0-D0-CLS65535          2            9730760      cycles                                                                \n"
	  "S0-D0-CLS65535          2           39798811      instructions                     #    4.09  insn per cycle            \n"
	  "S0-D0-CLS65535          0    <not supported>      LLC-loads                                                             \n" },
	/* -a --per-cache -e cycles,instructions,LLC-loads: instructions, LLC-loads */
	{ .rows = true, .events = "cycles,instructions,LLC-loads",
	  .value = { 9516408, 39304894, 0, 1000, 2000, 0 }, .state = { 0, 0, UNSUPPORTED },
	  .asked = ALL, .mode = AGGR_CACHE,
	  .want =
	  "S0-D0-L3-ID0              2            9517408      cycles                                                                \n"
	  "S0-D0-L3-ID0              2           39306894      instructions                     #    4.13  insn per cycle            \n"
	  "S0-D0-L3-ID0              0    <not supported>      LLC-loads                                                             \n" },
	/* -a --per-node -e cycles,instructions,LLC-loads: instructions, LLC-loads */
	{ .rows = true, .events = "cycles,instructions,LLC-loads",
	  .value = { 8686130, 36049589, 0, 1000, 2000, 0 }, .state = { 0, 0, UNSUPPORTED },
	  .asked = ALL, .mode = AGGR_NODE,
	  .want =
	  "N0        2            8687130      cycles                                                                \n"
	  "N0        2           36051589      instructions                     #    4.15  insn per cycle            \n"
	  "N0        0    <not supported>      LLC-loads                                                             \n" },
	/* -a --per-core, and its extra line */
	{ .rows = true, .events = "cycles,stalled-cycles-frontend,instructions,LLC-loads",
	  .value = { 3980363, 429000, 19424172, 0, 3902000, 86000, 19389380, 0 }, .state = { 0, 0, 0,
	  UNSUPPORTED }, .asked = ALL, .mode = AGGR_CORE,
	  .want =
	  "S0-D0-C0              1            3980363      cycles                                                                \n"
	  "S0-D0-C0              1             429000      stalled-cycles-frontend          #   10.78% frontend cycles idle      \n"
	  "S0-D0-C0              1           19424172      instructions                     #    4.88  insn per cycle            \n"
	  "S0-D0-C0              1                                                   #    0.02  stalled cycles per insn   \n"
	  "S0-D0-C0              0    <not supported>      LLC-loads                                                             \n"
	  "S0-D0-C1              1            3902000      cycles                                                                \n"
	  "S0-D0-C1              1              86000      stalled-cycles-frontend          #    2.20% frontend cycles idle      \n"
	  "S0-D0-C1              1           19389380      instructions                     #    4.97  insn per cycle            \n"
	  "S0-D0-C1              1                                                   #    0.00  stalled cycles per insn   \n"
	  "S0-D0-C1              0    <not supported>      LLC-loads                                                             \n" },
	/* -a -A -e cycles,stalled-cycles-frontend,instructions,LLC-loads,task-clock */
	{ .rows = true, .events = "cycles,stalled-cycles-frontend,instructions,LLC-loads,task-clock",
	  .value = { 3944800, 388000, 19408499, 0, 1230000, 3900000, 390000, 19397916, 0, 1245949 },
	  .state = { 0, 0, 0, UNSUPPORTED }, .event = { .no_merge = true, .own_sources = 1 },
	  .asked = ALL, .mode = AGGR_CPU, .elapsed = 0.0012239,
	  .want =
	  "CPU0              3944800      cycles                           #    3.207 GHz                       \n"
	  "CPU1              3900000      cycles                           #    3.130 GHz                       \n"
	  "CPU0               388000      stalled-cycles-frontend          #    9.84% frontend cycles idle      \n"
	  "CPU1               390000      stalled-cycles-frontend          #   10.00% frontend cycles idle      \n"
	  "CPU0             19408499      instructions                     #    4.92  insn per cycle            \n"
	  "CPU0                                                             #    0.02  stalled cycles per insn   \n"
	  "CPU1             19397916      instructions                     #    4.97  insn per cycle            \n"
	  "CPU1                                                             #    0.02  stalled cycles per insn   \n"
	  "CPU0      <not supported>      LLC-loads [cpu]                                                       \n"
	  "CPU1      <not supported>      LLC-loads [cpu]                                                       \n"
	  "CPU0                 1.23 msec task-clock [software]            #    1.005 CPUs utilized             \n"
	  "CPU1                 1.25 msec task-clock [software]            #    1.018 CPUs utilized             \n" },
	/* -p PID --per-thread */
	{ .rows = true, .events = "cycles,stalled-cycles-frontend,instructions",
	  .value = { 0, 0, 0, 50359812, 1000, 222202891, 5, 0, 0 }, .asked = { .pids = "1" }, .mode = AGGR_THREAD,
	  .thread = { { .tid = 29316, .comm = "thr" }, { .tid = 29318, .comm = "worker-thread-l" },
	  { .tid = 36, .comm = "kworker/u8:2-ipv6_addrconf" } },
	  .want =
	  "             thr-29316                    0      cycles                                                                \n"
	  " worker-thread-l-29318             50359812      cycles                                                                \n"
	  "kworker/u8:2-ipv6_addrconf-36                       5      cycles                                                                \n"
	  "             thr-29316                    0      stalled-cycles-frontend                                               \n"
	  " worker-thread-l-29318                 1000      stalled-cycles-frontend          #    0.00% frontend cycles idle      \n"
	  "kworker/u8:2-ipv6_addrconf-36                       0      stalled-cycles-frontend                                               \n"
	  "             thr-29316                    0      instructions                                                          \n"
	  " worker-thread-l-29318            222202891      instructions                     #    4.41  insn per cycle            \n"
	  " worker-thread-l-29318                                                     #    0.00  stalled cycles per insn   \n"
	  "kworker/u8:2-ipv6_addrconf-36                       0      instructions                     #    0.00  insn per cycle            \n" },
	/* a thread that slept, of tasks and of all */
	{ .rows = true, .events = "cycles",
	  .value = { 0, 0, 0 }, .state = { ASLEEP }, .asked = { .pids = "1" }, .mode = AGGR_THREAD,
	  .thread = { { .tid = 29316, .comm = "thr" }, { .tid = 29318, .comm = "worker-thread-l" },
	  { .tid = 36, .comm = "kworker/u8:2-ipv6_addrconf" } },
	  .want =
	  "             thr-29316        <not counted>      cycles                                                                \n"
	  " worker-thread-l-29318        <not counted>      cycles                                                                \n"
	  "kworker/u8:2-ipv6_addrconf-36           <not counted>      cycles                                                                \n" },
	/* one that starved keeps its share */
	{ .rows = true, .events = "cycles",
	  .value = { 0, 0, 0 }, .state = { STARVED }, .asked = { .pids = "1" }, .mode = AGGR_THREAD,
	  .thread = { { .tid = 29316, .comm = "thr" }, { .tid = 29318, .comm = "worker-thread-l" },
	  { .tid = 36, .comm = "kworker/u8:2-ipv6_addrconf" } },
	  .want =
	  "             thr-29316        <not counted>      cycles                                                                  (0.00%)\n"
	  " worker-thread-l-29318        <not counted>      cycles                                                                  (0.00%)\n"
	  "kworker/u8:2-ipv6_addrconf-36           <not counted>      cycles                                                                  (0.00%)\n" },
	/* a CPU that starved does not */
	{ .rows = true, .events = "cycles",
	  .value = { 0, 0 }, .state = { STARVED }, .asked = ALL, .mode = AGGR_CPU,
	  .want =
	  "CPU0        <not counted>      cycles                                                                \n"
	  "CPU1        <not counted>      cycles                                                                \n" },
};

static void ids(void **state)
{	(void)state;
	check(id_samples, COUNT_OF(id_samples));
}

static void intervals(void **state)
{
	static const struct shown cases[] = {
		/* -I 20 -a -A */
		{ .rows = true, .events = "stalled-cycles-frontend,cycles",
		  .value = { 19577631, 115230317, 0, 0 }, .asked = ALL, .mode = AGGR_CPU, .elapsed = 0.02, .time_s = 0.022954320,
		  .want =
		  "#           time cpu                counts unit events\n"
		  "     0.022954320 CPU0             19577631      stalled-cycles-frontend          #   16.99% frontend cycles idle      \n"
		  "     0.022954320 CPU1                    0      stalled-cycles-frontend                                               \n"
		  "     0.022954320 CPU0            115230317      cycles                                                                \n"
		  "     0.022954320 CPU1                    0      cycles                                                                \n" },
		/* -I 20 -a --per-core */
		{ .rows = true, .events = "instructions,stalled-cycles-frontend,cycles",
		  .value = { 359112881, 17955644, 100874000, 0, 0, 0 }, .asked = ALL, .mode = AGGR_CORE,
		  .elapsed = 0.02, .time_s = 0.020060579,
		  .want =
		  "#           time core               cpus             counts unit events\n"
		  "     0.020060579 S0-D0-C0              1          359112881      instructions                     #    3.56  insn per cycle            \n"
		  "     0.020060579 S0-D0-C0              1                                                   #    0.05  stalled cycles per insn   \n"
		  "     0.020060579 S0-D0-C0              1           17955644      stalled-cycles-frontend          #   17.80% frontend cycles idle      \n"
		  "     0.020060579 S0-D0-C0              1          100874000      cycles                                                                \n"
		  "     0.020060579 S0-D0-C1              1                  0      instructions                                                          \n"
		  "     0.020060579 S0-D0-C1              1                  0      stalled-cycles-frontend                                               \n"
		  "     0.020060579 S0-D0-C1              1                  0      cycles                                                                \n" },
		/* -I 20 -p PID --per-thread -e cycles */
		{ .rows = true, .events = "cycles",
		  .value = { 1, 20722785, 2 }, .asked = { .pids = "1" }, .mode = AGGR_THREAD, .elapsed = 0.02,
		  .time_s = 0.020055693,
		  .thread = { { .tid = 29390, .comm = "a" }, { .tid = 29394, .comm = "worker-thread-l" }, { .tid = 29395, .comm = "b" } },
		  .want =
		  "#           time             comm-pid                 counts unit events\n"
		  "     0.020055693                a-29390                    1      cycles                                                                \n"
		  "     0.020055693  worker-thread-l-29394             20722785      cycles                                                                \n"
		  "     0.020055693                b-29395                    2      cycles                                                                \n" },
		/* -I 40 -a --per-socket */
		{ .rows = true, .events = "instructions",
		  .value = { 1632600, 49 }, .asked = ALL, .mode = AGGR_PACKAGE, .elapsed = 0.04, .time_s = 0.040067288,
		  .want =
		  "#           time socket cpus             counts unit events\n"
		  "     0.040067288 S0        2            1632649      instructions                                                          \n" },
		/* -I 40 -a --per-die */
		{ .rows = true, .events = "instructions",
		  .value = { 1632600, 49 }, .asked = ALL, .mode = AGGR_DIE, .elapsed = 0.04, .time_s = 0.040067288,
		  .want =
		  "#           time die          cpus             counts unit events\n"
		  "     0.040067288 S0-D0           2            1632649      instructions                                                          \n" },
		/* -I 40 -a --per-cluster */
		{ .rows = true, .events = "instructions",
		  .value = { 1632600, 49 }, .asked = ALL, .mode = AGGR_CLUSTER, .elapsed = 0.04, .time_s = 0.040067288,
		  .want =
		  "#           time cluster              cpus             counts unit events\n"
		  "     0.040067288 S0-D0-CLS65535          2            1632649      instructions                                                          \n" },
		/* -I 40 -a --per-cache */
		{ .rows = true, .events = "instructions",
		  .value = { 1632600, 49 }, .asked = ALL, .mode = AGGR_CACHE, .elapsed = 0.04, .time_s = 0.040067288,
		  .want =
		  "#           time cache                  cpus             counts unit events\n"
		  "     0.040067288 S0-D0-L3-ID0              2            1632649      instructions                                                          \n" },
		/* -I 40 -a --per-node */
		{ .rows = true, .events = "instructions",
		  .value = { 1632600, 49 }, .asked = ALL, .mode = AGGR_NODE, .elapsed = 0.04, .time_s = 0.040067288,
		  .want =
		  "#           time node   cpus             counts unit events\n"
		  "     0.040067288 N0        2            1632649      instructions                                                          \n" },
		/* the next ones have no heading, unless each begins a screen */
		{ .rows = true, .events = "cs",
		  .value = { 200000, 3942 }, .asked = ALL, .mode = AGGR_PACKAGE, .time_s = 0.080225563, .index = 1,
		  .want =
		  "     0.080225563 S0        2             203942      cs                                                                    \n" },
		/* --interval-clear */
		{ .rows = true, .events = "cs",
		  .value = { 200000, 3942 }, .asked = ALL, .mode = AGGR_PACKAGE, .time_s = 0.080225563,
		  .index = 1, .style = { .interval_clear = true },
		  .want =
		  "#           time socket cpus             counts unit events\n"
		  "     0.080225563 S0        2             203942      cs                                                                    \n" },
		/* -v: sums of everything stand only where everything is a row */
		{ .rows = true, .events = "cs",
		  .value = { 200000, 3942 }, .asked = ALL, .mode = AGGR_PACKAGE, .time_s = 0.080225563,
		  .index = 1, .style = { .verbose = 1 },
		  .want =
		  "     0.080225563 S0        2             203942      cs                                                                    \n" },
	};

	(void)state;
	check(cases, COUNT_OF(cases));
}

static void cgroups(void **state)
{
	static const struct shown cases[] = {
		/* -a --for-each-cgroup /,x */
		{ .rows = true, .events = "cycles,stalled-cycles-frontend,instructions,stalled-cycles-frontend",
		  .value = { 9808000, 1402762, 39134838, 0, 0, 0, 0, 0 }, .state = { 0, 0, 0, ASLEEP },
		  .asked = ALL, .cgroup = { 1, 1, 1, 2 }, .each_cgroup = true,
		  .want =
		  "           9808000      cycles                           /                                                     \n"
		  "           1402762      stalled-cycles-frontend          /                #   14.30% frontend cycles idle      \n"
		  "          39134838      instructions                     /                #    3.99  insn per cycle            \n"
		  "                                                  #    0.04  stalled cycles per insn   \n"
		  "     <not counted>      stalled-cycles-frontend          x                                                     \n" },
		/* -a -A --for-each-cgroup / */
		{ .rows = true, .events = "cycles,task-clock",
		  .value = { 5332680, 1114500, 0, 0 }, .event = { .no_merge = true, .own_sources = 1 },
		  .asked = ALL, .cgroup = { 1, 1 },
		  .each_cgroup = true, .mode = AGGR_CPU, .elapsed = 0.0011078,
		  .want =
		  "CPU0              5332680      cycles                           /                #    4.785 GHz                       \n"
		  "CPU1                    0      cycles                           /                                                     \n"
		  "CPU0                 1.11 msec task-clock [software]            /                #    1.006 CPUs utilized             \n"
		  "CPU1                 0.00 msec task-clock [software]            /                                                     \n" },
		/* -a --per-core --for-each-cgroup /,x: the cgroup is outermost */
		{ .rows = true, .events = "cycles,cycles",
		  .value = { 4775278, 1, 22, 333 }, .asked = ALL, .cgroup = { 1, 2 }, .each_cgroup = true, .mode = AGGR_CORE,
		  .want =
		  "S0-D0-C0              1            4775278      cycles                           /                                                     \n"
		  "S0-D0-C1              1                 22      cycles                           /                                                     \n"
		  "S0-D0-C0              1                  1      cycles                           x                                                     \n"
		  "S0-D0-C1              1                333      cycles                           x                                                     \n" },
		/* -a --per-core -G /,,x: the core is */
		{ .rows = true, .events = "cycles,cs,cycles",
		  .value = { 4775278, 1, 22, 333, 4, 5 }, .asked = ALL, .cgroup = { 1, 0, 2 }, .mode = AGGR_CORE,
		  .want =
		  "S0-D0-C0              1            4775278      cycles                           /                                                     \n"
		  "S0-D0-C0              1                  1      cs                                                                                     \n"
		  "S0-D0-C0              1                 22      cycles                           x                                                     \n"
		  "S0-D0-C1              1                333      cycles                           /                                                     \n"
		  "S0-D0-C1              1                  4      cs                                                                                     \n"
		  "S0-D0-C1              1                  5      cycles                           x                                                     \n" },
		/* -I 50 -a --for-each-cgroup /; a long name */
		{ .rows = true, .events = "cycles",
		  .value = { 500493236, 0 }, .asked = ALL, .cgroup = { 1 }, .each_cgroup = true,
		  .time_s = 0.050116302, .index = 1,
		  .want =
		  "     0.050116302          500493236      cycles                           /                                                     \n" },
		/* a long name */
		{ .rows = true, .events = "cycles",
		  .value = { 0, 0 }, .state = { ASLEEP }, .asked = ALL, .cgroup = { 3 }, .each_cgroup = true,
		  .want =
		  "     <not counted>      cycles                           averyveryverylongcgroupname                                      \n" },
	};

	(void)state;
	check(cases, COUNT_OF(cases));
}

static void cores_boxes_and_clocks(void **state)
{
	static const struct shown cases[] = {
		/* percore: each core once */
		{ .rows = true, .events = "cpu/event=0x3c,percore/",
		  .value = { 0, 1, 2, 3, 6 }, .machine = "x86-offline", .asked = ALL, .mode = AGGR_CPU,
		  .want =
		  "S0-D0-C0                            0      cpu/event=0x3c,percore/                                               \n"
		  "S0-D0-C1                            1      cpu/event=0x3c,percore/                                               \n"
		  "S0-D0-C2                            8      cpu/event=0x3c,percore/                                               \n"
		  "S0-D0-C3                            3      cpu/event=0x3c,percore/                                               \n" },
		/* --percore-show-thread */
		{ .rows = true, .events = "cpu/event=0x3c,percore/",
		  .value = { 0, 1, 2, 3, 6 }, .machine = "x86-offline", .asked = ALL, .mode = AGGR_CPU, .percore_threads = true,
		  .want =
		  "CPU0                    0      cpu/event=0x3c,percore/                                               \n"
		  "CPU1                    1      cpu/event=0x3c,percore/                                               \n"
		  "CPU2                    8      cpu/event=0x3c,percore/                                               \n"
		  "CPU3                    3      cpu/event=0x3c,percore/                                               \n"
		  "CPU6                    8      cpu/event=0x3c,percore/                                               \n" },
		/* -A of boxes */
		{ .rows = true, .events = "uncore_imc/event=1/,uncore_imc_1/event=1/",
		  .value = { 4, 5, 6 }, .machine = "x86-offline", .event = { .no_merge = true, .own_sources = 1 }, .asked = ALL,
		  .mode = AGGR_CPU,
		  .want =
		  "CPU0                    4      uncore_imc_0/event=1/                                                 \n"
		  "CPU0                    5      uncore_imc_1/event=1/                                                 \n"
		  "CPU0                    6      uncore_imc_1/event=1/                                                 \n" },
		/* and not */
		{ .rows = true, .events = "uncore_imc/event=1/,uncore_imc_1/event=1/",
		  .value = { 4, 5, 6 }, .machine = "x86-offline", .asked = ALL, .mode = AGGR_CORE,
		  .want =
		  "S0-D0-C0              1                  9      uncore_imc/event=1/                                                   \n"
		  "S0-D0-C0              1                  6      uncore_imc_1/event=1/                                                 \n" },
		/* the clock stands once */
		{ .rows = true, .events = "cs,duration_time",
		  .value = { 4, 5 }, .asked = ALL, .mode = AGGR_CPU, .elapsed = 0.05,
		  .want =
		  "CPU0                    4      cs                                                                    \n"
		  "CPU1                    5      cs                                                                    \n"
		  "CPU0             50000000 ns   duration_time                                                         \n" },
	};

	(void)state;
	check(cases, COUNT_OF(cases));
}

/* What the counts are of. */
static void headings(void **state)
{
	static const struct { struct target_opts asked; const char *want; } cases[] = {
		{ ALL, "'system wide'" },
		{ { .system_wide = true, .cpus = "1" }, "'system wide'" },
		{ { .cpus = "0,1" }, "'CPU(s) 0,1'" },
		{ { .command = true }, "'sleep 0.1'" },
		{ { .pids = "1,2", .command = true }, "process id '1,2'" },
		{ { .pids = "1,2", .cpus = "1", .system_wide = true }, "process id '1,2'" },
		{ { .tids = "7" }, "thread id '7'" },
		{ { .pids = "1", .tids = "7" }, "process id '1'" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct shown s = { .events = "cs", .asked = cases[i].asked, .elapsed = 1 };
		struct str out = {0}, want = {0};
		struct units f;

		set_up(&f, &s);
		print(&out, &f, &s);
		str_addf(&want, "\n Performance counter stats for %s:\n\n", cases[i].want);
		assert_int_equal(strncmp(out.text, want.text, want.len), 0);
		assert_null(strstr(out.text, "seconds user"));		/* CPUs were counted, not the command */
		str_release(&out);
		str_release(&want);
		units_teardown(&f);
	}
}

/* The totals behind intervals have no heading, but where a heading of intervals would be due. */
static void summaries(void **state)
{
	static const struct { unsigned intervals; bool heading; } cases[] = {
		{ 1, false }, { 25, false }, { 26, true }, { 27, false }, { 52, true },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct shown s = { .events = "cs", .value = { 5, 6 }, .asked = ALL, .elapsed = 1, .summary = true,
					 .index = cases[i].intervals };
		struct str out = {0}, want = {0};
		struct units f;

		set_up(&f, &s);
		print(&out, &f, &s);
		str_addf(&want, "%s                11      cs"
			 "                                                                    \n\n"
			 "       1.000000000 seconds time elapsed\n\n", cases[i].heading ? HEAD : "");
		assert_string_equal(out.text, want.text);
		str_release(&out);
		str_release(&want);
		units_teardown(&f);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(recordings),
		cmocka_unit_test(ids),
		cmocka_unit_test(intervals),
		cmocka_unit_test(cgroups),
		cmocka_unit_test(cores_boxes_and_clocks),
		cmocka_unit_test(headings),
		cmocka_unit_test(summaries),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
