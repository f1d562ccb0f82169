/* SPDX-License-Identifier: MIT */
/*
 * The built-in metrics, the same on every machine.  Columns: name, on, expr, width, digits,
 * suffix, warn, positive, rate, aside; label, unit, id, better, scope.  Width, digits and suffix stand in
 * for a printf format, which the compiler could not check.
 *
 * The first metric of an event stands on its line, the next ones on lines below it.  In expressions
 * \- is a dash in a name.
 */
#include "metric/metric_builtin.h"

#include <stddef.h>
#include <string.h>

#include "base/str.h"

#define FRONT "stalled\\-cycles\\-frontend"
#define BACK  "stalled\\-cycles\\-backend"
#define SHARE(name, on, of, low, middle, high, id) \
	{ name, on, "100 * self / " of, 7, 2, "%", { low, middle, high }, true, false, false, \
	  NULL, NULL, id, BETTER_LOWER }

#define NEWEST(unit, name, on, expr, id) \
	{ name, on, expr, 8, 1, "", {0}, false, false, false, unit "  " name, unit, id, BETTER_NEITHER, \
	  METRIC_NEWEST }

const struct metric_def metric_defs[] = {
	{ "of the total", NULL, "100 * self / whole", 7, 2, "%", {0}, false, false, false,
	  NULL, NULL, "share", BETTER_NEITHER, METRIC_OF_REGION },
	{ "of the total", NULL, "100 * self / whole", 7, 2, "%", {0}, false, false, false,
	  NULL, NULL, "share", BETTER_NEITHER, METRIC_OF_REGION_TIME },
	{ "per entry", NULL, "self / entries", 8, 1, "", {0}, false, false, false, NULL, NULL, NULL,
	  BETTER_LOWER, METRIC_OF_REGION },
	{ "per entry", NULL, "self / entries", 8, 1, "", {0}, false, false, false, "ns per entry", "ns", NULL,
	  BETTER_LOWER, METRIC_OF_REGION_TIME },
	{ "CPUs utilized",	     "task-clock",   "self / elapsed", 8, 3, "",  {0}, true,  false, true },
	{ "CPUs utilized",	     "cpu-clock",    "self / elapsed", 8, 3, "",  {0}, true,  false, true },
	{ "GHz",		     "cycles",	     "self / clock",   8, 3, "",  {0}, true,  false, false },
	{ "insn per cycle",	     "instructions", "self / cycles",  7, 2, " ", {0}, false, false, false,
	  NULL, NULL, "ipc", BETTER_HIGHER },
	{ "stalled cycles per insn", "instructions",
	  "(max(" FRONT ", " BACK ") if has_event(" FRONT ") & has_event(" BACK ") else "
	  FRONT " if has_event(" FRONT ") else " BACK ") / self", 7, 2, " ", {0}, true, false, false,
	  NULL, NULL, "stalled-per-insn", BETTER_LOWER },
	SHARE("frontend cycles idle", "stalled-cycles-frontend", "cycles", 10, 30, 50, "frontend-idle"),
	SHARE("backend cycles idle", "stalled-cycles-backend", "cycles", 20, 50, 75, "backend-idle"),
	SHARE("of all branches", "branch-misses", "branches", 5, 10, 20, "branch-miss-rate"),
	SHARE("of all L1-dcache accesses", "L1-dcache-load-misses", "L1\\-dcache\\-loads", 5, 10, 20,
	      "l1-dcache-miss-rate"),
	SHARE("of all L1-icache accesses", "L1-icache-load-misses", "L1\\-icache\\-loads", 5, 10, 20,
	      "l1-icache-miss-rate"),
	SHARE("of all LL-cache accesses", "LLC-load-misses", "LLC\\-loads", 5, 10, 20, "llc-miss-rate"),
	SHARE("of all dTLB cache accesses", "dTLB-load-misses", "dTLB\\-loads", 5, 10, 20,
	      "dtlb-miss-rate"),
	SHARE("of all iTLB cache accesses", "iTLB-load-misses", "iTLB\\-loads", 5, 10, 20,
	      "itlb-miss-rate"),
	SHARE("of all cache refs", "cache-misses", "cache\\-references", 5, 10, 20, "cache-miss-rate"),
	{ "/sec",		     NULL,	     "1e9 * self / clock", 8, 3, "", {0}, false, true, true },
	/* as the default metrics of perf since 6.19, which are named like those of -M */
	NEWEST("cs/sec", "cs_per_second", "context-switches", "1e9 * self / clock", "cs-per-second"),
	NEWEST("CPUs", "CPUs_utilized", "cpu-clock", "self / elapsed", "cpus-utilized"),
	NEWEST("migrations/sec", "migrations_per_second", "cpu-migrations", "1e9 * self / clock",
	       "migrations-per-second"),
	NEWEST("faults/sec", "page_faults_per_second", "page-faults", "1e9 * self / clock",
	       "page-faults-per-second"),
	NEWEST("CPUs", "CPUs_utilized", "task-clock", "self / elapsed", "cpus-utilized"),
	{ "branch_miss_rate", "branch-misses", "100 * self / branches", 8, 1, "", { 5, 5, 5 }, false, false,
	  false, "%  branch_miss_rate", "%", "branch-miss-rate", BETTER_LOWER, METRIC_NEWEST },
	NEWEST("M/sec", "branch_frequency", "branches", "1e3 * self / clock", "branch-frequency"),
	NEWEST("GHz", "cycles_frequency", "cycles", "self / clock", "ghz"),
	{ "insn_per_cycle", "instructions", "self / cycles", 8, 1, "", {0}, false, false, false,
	  "instructions  insn_per_cycle", "instructions", "ipc", BETTER_HIGHER, METRIC_NEWEST },
	{ "backend_cycles_idle", "stalled-cycles-backend", "self / cycles", 8, 2, "", { 0.2, 0.2, 0.2 },
	  false, false, false, NULL, NULL, "backend-idle", BETTER_LOWER, METRIC_NEWEST },
	{ "frontend_cycles_idle", "stalled-cycles-frontend", "self / cycles", 8, 2, "", { 0.1, 0.1, 0.1 },
	  false, false, false, NULL, NULL, "frontend-idle", BETTER_LOWER, METRIC_NEWEST },
	{ .name = NULL },
};

void metric_builtin_add_expr(struct str *out, const struct metric_def *d)
{
	for (const char *p = d->expr; *p; p++) {
		if (strncmp(p, "self", strlen("self")) != 0) {
			str_add_n(out, p, 1);
			continue;
		}
		for (const char *c = d->on; *c; c++)	/* a dash in a name is not a minus */
			str_addf(out, "%s%c", *c == '-' ? "\\" : "", *c);
		p += strlen("self") - 1;
	}
}

bool metric_builtin_is_time(const char *name)
{
	return strcmp(name, "clock") == 0 || strcmp(name, "elapsed") == 0;
}
