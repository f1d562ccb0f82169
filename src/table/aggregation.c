/* SPDX-License-Identifier: MIT */
/* Groups the CPUs that are counted into units, by the ids that the machine gives them. */
#include "table/aggregation.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "count/plan.h"
#include "event/event.h"
#include "host/machine.h"
#include "host/target.h"

#define IN_PACKAGE	(UNIT_PACKAGE | UNIT_DIE)
#define IN_CLUSTER	(IN_PACKAGE | UNIT_CLUSTER)
#define TOPOLOGY	MACHINE_TOPOLOGY

/* The key of a core has its cluster, as some machines number cores from 0 in each cluster. */
const struct aggr_mode_def aggr_modes[AGGR_MODES] = {
	/* word, title, width, key, shown, needs */
	[AGGR_TOTAL]   = { "total", "", 0, 0, 0, 0 },
	[AGGR_NODE]    = { "node", "node", 6, UNIT_NODE, UNIT_NODE, MACHINE_NODE },
	[AGGR_PACKAGE] = { "socket", "socket", 6, UNIT_PACKAGE, UNIT_PACKAGE, TOPOLOGY },
	[AGGR_DIE]     = { "die", "die", 12, IN_PACKAGE, IN_PACKAGE, TOPOLOGY },
	[AGGR_CLUSTER] = { "cluster", "cluster", 20, IN_CLUSTER, IN_CLUSTER, TOPOLOGY },
	[AGGR_CACHE]   = { "cache", "cache", 22, IN_PACKAGE | UNIT_CACHE, IN_PACKAGE | UNIT_CACHE,
			   TOPOLOGY | MACHINE_CACHE },
	[AGGR_CORE]    = { "core", "core", 18, IN_CLUSTER | UNIT_CORE, IN_PACKAGE | UNIT_CORE, TOPOLOGY },
	[AGGR_THREAD]  = { "thread", "comm-pid", 0, 0, 0, 0 },
	[AGGR_CPU]     = { "cpu", "cpu", 6, IN_CLUSTER | UNIT_CORE | UNIT_CPU, UNIT_CPU, 0 },
	[AGGR_REGION]  = { "region", "region", 16, 0, 0, 0 },
	[AGGR_FUNCTION] = { "function", "function", 40, 0, 0, 0 },
	[AGGR_PROCESS] = { "process", "process", 24, 0, 0, 0 },
	[AGGR_TASK]    = { "task", "task", 24, 0, 0, 0 },
	[AGGR_NAME]    = { "name", "name", 16, 0, 0, 0 },
	[AGGR_CGROUP]  = { "cgroup", "cgroup", 40, 0, 0, 0 },
};

const struct unit unit_none = {
	UNIT_NONE, UNIT_NONE, UNIT_NONE, UNIT_NONE, UNIT_NONE, UNIT_NONE, UNIT_NONE, UNIT_NONE, UNIT_NONE,
	UNIT_NONE, UNIT_NONE,
};

static bool any_has(const struct events *events, unsigned flag)
{
	for (size_t i = 0; i < events->n; i++)
		if (events->event[i].flags & flag)
			return true;
	return false;
}

int aggr_mode_find(const char *word, size_t n)
{
	for (int mode = 0; mode < AGGR_MODES; mode++)
		if (strlen(aggr_modes[mode].word) == n && memcmp(aggr_modes[mode].word, word, n) == 0)
			return mode;
	return -1;
}

bool aggr_is_of_many(enum aggr_mode mode)
{
	return mode == AGGR_NAME || mode == AGGR_CGROUP;
}

bool aggr_has_members(enum aggr_mode mode)
{
	return aggr_is_of_many(mode) || (aggr_modes[mode].key && !(aggr_modes[mode].key & UNIT_CPU));
}

bool aggr_is_of_processes(enum aggr_mode mode)
{
	return mode == AGGR_PROCESS || mode == AGGR_TASK || aggr_is_of_many(mode);
}

bool aggr_is_list(enum aggr_mode mode)
{
	return aggr_is_of_processes(mode) || mode == AGGR_FUNCTION;
}

unsigned aggr_needs(enum aggr_mode mode, const struct events *events)
{
	unsigned special = EVENT_PER_PACKAGE | (mode == AGGR_CPU ? EVENT_PER_CORE : 0);

	return aggr_modes[mode].needs | (any_has(events, special) ? MACHINE_TOPOLOGY : 0);
}

/* --- classes of CPUs ----------------------------------------------------------------------------- */

struct member {
	struct unit key;
	int cpu;
};

struct cpus {			/* the counted CPUs, whether the machine knows them or not */
	struct cpu *cpu; size_t n;
	size_t limit;		/* all their numbers are below */
};

static void set_cache(struct unit *u, const struct cpu *c, int level)
{
	u->cache_level = level ? level : -1;
	for (int l = MACHINE_CACHES; l && !level; l--)
		if (c->cache[l - 1] >= 0)
			level = u->cache_level = l;
	u->cache = level > 0 && level <= MACHINE_CACHES ? c->cache[level - 1] : -1;
}

static struct unit aggregation_key_of(const struct cpu *c, unsigned parts, int level)
{
	struct unit u = unit_none;

	if (parts & UNIT_CPU)
		u.cpu = c->id;
	if (parts & UNIT_PACKAGE)
		u.package = c->package;
	if (parts & UNIT_DIE)
		u.die = c->die;
	if (parts & UNIT_CLUSTER)
		u.cluster = c->cluster;
	if (parts & UNIT_CACHE)
		set_cache(&u, c, level);
	if (parts & UNIT_CORE)
		u.core = c->core;
	if (parts & UNIT_NODE)
		u.node = c->node;
	return u;
}

static int aggregation_compare_keys(const struct unit *a, const struct unit *b)
{
	const int x[] = {
		a->cpu, a->package, a->die, a->cluster, a->cache_level, a->cache, a->core, a->node
	};
	const int y[] = {
		b->cpu, b->package, b->die, b->cluster, b->cache_level, b->cache, b->core, b->node
	};

	for (size_t i = 0; i < sizeof(x) / sizeof(*x); i++)
		if (x[i] != y[i])
			return x[i] < y[i] ? -1 : 1;
	return 0;
}

static int compare_members(const void *a, const void *b)
{
	return aggregation_compare_keys(&((const struct member *)a)->key, &((const struct member *)b)->key);
}

static void classes_build(struct cpu_classes *cs, const struct cpus *cpus, unsigned parts, int level)
{
	FREED struct member *m = mem_resize(NULL, cpus->n, sizeof(*m));

	*cs = (struct cpu_classes){ .key = mem_resize(NULL, cpus->n, sizeof(*cs->key)),
				    .of_cpu = mem_resize(NULL, cpus->limit, sizeof(*cs->of_cpu)) };
	for (size_t i = 0; i < cpus->limit; i++)
		cs->of_cpu[i] = -1;
	for (size_t i = 0; i < cpus->n; i++)
		m[i] = (struct member){ aggregation_key_of(&cpus->cpu[i], parts, level), cpus->cpu[i].id };
	qsort(m, cpus->n, sizeof(*m), compare_members);
	for (size_t i = 0; i < cpus->n; i++) {
		if (!i || compare_members(&m[i - 1], &m[i]))
			cs->key[cs->n++] = m[i].key;
		cs->of_cpu[m[i].cpu] = (int)cs->n - 1;
	}
}

static void classes_release(struct cpu_classes *cs)
{
	free(cs->key);
	free(cs->of_cpu);
	*cs = (struct cpu_classes){0};
}

/* --- which CPUs are counted ------------------------------------------------------------------------ */

static size_t limit_of(const struct plan *plan, const struct cpulist *asked)
{
	int most = -1;

	for (size_t i = 0; i < plan->n; i++)
		most = plan->slot[i].cpu > most ? plan->slot[i].cpu : most;
	for (size_t i = 0; i < asked->n; i++)
		most = asked->cpu[i] > most ? asked->cpu[i] : most;
	return (size_t)(most + 1);
}

/* All CPUs of the target, also those without a slot, so that each run of a command has the same units. */
static void cpus_find(struct cpus *cpus, const struct plan *plan, const struct machine *machine)
{
	static const struct cpulist none;
	const struct cpulist *asked = plan->target ? &plan->target->cpus : &none;
	FREED bool *used = NULL;

	*cpus = (struct cpus){ .limit = limit_of(plan, asked) };
	used = mem_zeroed(cpus->limit + 1, sizeof(*used));
	for (size_t i = 0; i < plan->n; i++)
		used[plan->slot[i].cpu < 0 ? cpus->limit : (size_t)plan->slot[i].cpu] = true;
	for (size_t i = 0; i < asked->n; i++)
		used[asked->cpu[i]] = true;
	cpus->cpu = mem_resize(NULL, cpus->limit, sizeof(*cpus->cpu));
	for (size_t i = 0; machine && i < machine->n_cpus; i++) {
		const struct cpu *c = &machine->cpu[i];

		if ((size_t)c->id >= cpus->limit || !used[c->id])
			continue;
		cpus->cpu[cpus->n++] = *c;
		used[c->id] = false;
	}
	for (size_t i = 0; i < cpus->limit; i++)
		if (used[i])
			cpus->cpu[cpus->n++] = (struct cpu){ (int)i, -1, -1, -1, -1, -1, { -1, -1, -1, -1 } };
}

/* --- the layout -------------------------------------------------------------------------------------- */

/* Here a unit is one CPU, sorted by number, so the first unit of a core is its lowest CPU. */
static void find_heads(struct aggregation *l, const struct cpus *cpus)
{
	struct cpu_classes cores;
	FREED int *first = NULL;

	classes_build(&cores, cpus, UNIT_PACKAGE | UNIT_DIE | UNIT_CLUSTER | UNIT_CORE, 0);
	first = mem_resize(NULL, cores.n, sizeof(*first));
	l->head = mem_resize(NULL, l->units.n, sizeof(*l->head));
	for (size_t i = 0; i < cores.n; i++)
		first[i] = -1;
	for (size_t u = 0; u < l->units.n; u++) {
		int core = cores.of_cpu[l->units.key[u].cpu];

		if (first[core] < 0)
			first[core] = (int)u;
		l->head[u] = first[core];
	}
	classes_release(&cores);
}

static void add_threads(struct aggregation *l, size_t n)
{
	l->units.key = mem_resize(NULL, n, sizeof(*l->units.key));
	for (; l->units.n < n; l->units.n++) {
		l->units.key[l->units.n] = unit_none;
		l->units.key[l->units.n].thread = (int)l->units.n;
	}
}

/* Nothing to divide: one unit, whose ids are unknown in the modes that show ids. */
static void add_only(struct aggregation *l)
{
	static const struct cpu unknown = { -1, -1, -1, -1, -1, -1, { -1, -1, -1, -1 } };

	l->units.key = mem_resize(l->units.key, 1, sizeof(*l->units.key));
	l->units.n = 1;
	l->units.key[0] = aggregation_key_of(&unknown, aggr_modes[l->mode].key, 0);
}

void aggregation_build(struct aggregation *l, const struct plan *plan, const struct machine *machine,
		       const struct aggr_opts *o)
{
	struct cpus cpus = {0};

	*l = (struct aggregation){ .mode = o->mode };
	if (aggr_modes[o->mode].key || any_has(plan->events, EVENT_PER_PACKAGE))
		cpus_find(&cpus, plan, machine);
	if (cpus.n && any_has(plan->events, EVENT_PER_PACKAGE))
		classes_build(&l->packages, &cpus, UNIT_PACKAGE | UNIT_DIE, 0);
	if (cpus.n && aggr_modes[o->mode].key)
		classes_build(&l->units, &cpus, aggr_modes[o->mode].key, o->cache_level);
	else if (o->mode == AGGR_THREAD && plan->target)
		add_threads(l, plan->target->n_threads);
	if (cpus.n && o->mode == AGGR_CPU && any_has(plan->events, EVENT_PER_CORE))
		find_heads(l, &cpus);
	if (!l->units.n)
		add_only(l);
	free(cpus.cpu);
}

size_t aggregation_unit(const struct aggregation *l, const struct slot *slot)
{
	int unit = 0;

	if (l->mode == AGGR_THREAD)
		unit = slot->thread;
	else if (l->units.of_cpu && slot->cpu >= 0)
		unit = l->units.of_cpu[slot->cpu];
	return unit > 0 ? (size_t)unit : 0;
}

/*
 * A CPU is part of all larger units but not of threads, processes, regions and functions; a cache is not part
 * of a cache of another level.
 */
bool aggregation_is_part(enum aggr_mode small, enum aggr_mode large)
{
	if (large == AGGR_TOTAL || !aggr_modes[large].key || !aggr_modes[small].key || large == AGGR_CPU)
		return large == AGGR_TOTAL;
	return small == AGGR_CPU ||
	       (small != large && !(aggr_modes[large].key & ~aggr_modes[small].key));
}

void aggregation_release(struct aggregation *l)
{
	classes_release(&l->units);
	classes_release(&l->packages);
	free(l->head);
	*l = (struct aggregation){0};
}
