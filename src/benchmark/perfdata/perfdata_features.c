/* SPDX-License-Identifier: MIT */
/* Writes the features that follow the counts of a perf.data file: names, the command line, the machine. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "benchmark/perfdata/perfdata.h"
#include "benchmark/perfdata/perfdata_format.h"
#include "count/plan.h"
#include "event/event.h"
#include "host/facts.h"
#include "host/machine.h"
#include "host/target.h"

struct source {
	const struct perfdata *p;
	const struct plan *plan;
};

static void put_text(struct str *out, const char *text)
{
	static const char zero[PERFDATA_TEXT_UNIT];
	size_t len = strlen(text), padding = sizeof(zero) - len % sizeof(zero);

	put_u32(out, (uint32_t)(len + padding));
	str_add_n(out, text, len);
	str_add_n(out, zero, padding);
}

static bool put_known(struct str *out, const char *text)
{
	if (text)
		put_text(out, text);
	return text;
}

/*
 * The real name stays private, as people pass files on.  But without any name perf drops all features of
 * a file of the other byte order.
 */
static bool put_hostname(struct str *out, const struct source *s)
{
	(void)s;
	put_text(out, "localhost");
	return true;
}

static bool put_osrelease(struct str *out, const struct source *s)
{
	return s->p->host && put_known(out, s->p->host->kernel);
}

static bool put_version(struct str *out, const struct source *s)
{
	struct str text = {0};

	str_addf(&text, "pstat %s", s->p->version);
	put_text(out, text.text);
	str_release(&text);
	return true;
}

static bool put_arch(struct str *out, const struct source *s)
{
	return s->p->host && put_known(out, s->p->host->arch);
}

static bool put_cpudesc(struct str *out, const struct source *s)
{
	return s->p->host && put_known(out, s->p->host->cpu);
}

static bool put_cmdline(struct str *out, const struct source *s)
{
	uint32_t n = 0;

	while (s->p->argv && s->p->argv[n])
		n++;
	put_u32(out, n);
	for (uint32_t i = 0; i < n; i++)
		put_text(out, s->p->argv[i]);
	return n;
}

static bool put_event_desc(struct str *out, const struct source *s)
{
	const struct events *events = s->plan->events;
	int *slot = perfdata_slots(s->plan);

	put_u32(out, (uint32_t)events->n);
	put_u32(out, ATTR_SIZE);
	for (size_t i = 0; i < events->n; i++) {
		perfdata_put_attr(out, s->p, s->plan, i, slot[i]);
		put_u32(out, 1);
		put_text(out, events->event[i].name);
		put_u64(out, perfdata_id(i));
	}
	free(slot);
	return true;
}

/* The size of the group if its events stand in a row; 0: they do not, or this is not a leader. */
static size_t group_size(const struct events *events, const size_t *sizes, size_t leader)
{
	size_t n = 1;

	if (events->event[leader].leader != (int)leader)
		return 0;
	while (leader + n < events->n && events->event[leader + n].leader == (int)leader)
		n++;
	return n == sizes[leader] ? n : 0;
}

static bool put_group_desc(struct str *out, const struct source *s)
{
	size_t *sizes = events_group_sizes(s->plan->events);
	struct str groups = {0};
	uint32_t n = 0;

	for (size_t i = 0; i < s->plan->events->n; i++) {
		size_t members = group_size(s->plan->events, sizes, i);

		if (members < 2)
			continue;
		n++;
		put_text(&groups, "{anon_group}");
		put_u32(&groups, (uint32_t)i);
		put_u32(&groups, (uint32_t)members);
	}
	put_u32(out, n);
	if (n)
		str_add_n(out, groups.text, groups.len);
	str_release(&groups);
	free(sizes);
	return true;
}

/* Its bit alone tells perf that this is a file of counts. */
static bool put_stat(struct str *out, const struct source *s)
{
	(void)out;
	(void)s;
	return true;
}

/* --- the machine ------------------------------------------------------------------------------------- */

static size_t extend(size_t end, const struct cpulist *list)
{
	size_t own = list->n ? (size_t)list->cpu[list->n - 1] + 1 : 0;

	return own > end ? own : end;
}

/* 1 + the highest CPU, as perf has arrays of that size for all that are counted. */
static size_t cpus_end(const struct source *s)
{
	const struct machine *m = s->p->machine;
	size_t end = extend(1, &s->plan->target->cpus);

	return m ? extend(extend(end, &m->present), &m->online) : end;
}

static bool put_nrcpus(struct str *out, const struct source *s)
{
	const struct machine *m = s->p->machine;

	put_u32(out, (uint32_t)cpus_end(s));
	put_u32(out, m && m->online.n ? (uint32_t)m->online.n : (uint32_t)cpus_end(s));
	return true;
}

enum key { KEY_PACKAGE, KEY_CORE, KEY_DIE, KEY_NODE, KEY_CACHE };	/* the last: + level - 1 */

static bool is_known(const struct cpu *c, int key)
{
	switch (key) {
	case KEY_PACKAGE: return c->package >= 0;
	case KEY_CORE:	  return c->core >= 0;
	case KEY_DIE:	  return c->die >= 0;
	case KEY_NODE:	  return c->node >= 0;
	default:	  return c->cache[key - KEY_CACHE] >= 0;
	}
}

static bool are_together(const struct cpu *a, const struct cpu *b, int key)
{
	bool package = a->package == b->package, die = package && a->die == b->die;

	switch (key) {
	case KEY_PACKAGE: return package;
	case KEY_CORE:	  return die && a->cluster == b->cluster && a->core == b->core;
	case KEY_DIE:	  return die;
	case KEY_NODE:	  return a->node == b->node;
	default:	  return a->cache[key - KEY_CACHE] == b->cache[key - KEY_CACHE];
	}
}

static bool is_first(const struct machine *m, size_t i, int key)
{
	if (!is_known(&m->cpu[i], key))
		return false;
	for (size_t k = 0; k < i; k++)
		if (is_known(&m->cpu[k], key) && are_together(&m->cpu[k], &m->cpu[i], key))
			return false;
	return true;
}

static uint32_t count_parts(const struct machine *m, int key)
{
	uint32_t n = 0;

	for (size_t i = 0; m && i < m->n_cpus; i++)
		n += is_first(m, i, key);
	return n;
}

/* The list of CPUs that share this part with the first one. */
static void put_siblings(struct str *out, const struct machine *m, size_t first, int key)
{
	struct cpulist list = { .cpu = mem_resize(NULL, m->n_cpus, sizeof(*list.cpu)) };
	struct str text = {0};

	for (size_t i = 0; i < m->n_cpus; i++)
		if (is_known(&m->cpu[i], key) && are_together(&m->cpu[first], &m->cpu[i], key))
			list.cpu[list.n++] = m->cpu[i].id;
	cpulist_format(&list, &text);
	put_text(out, text.text);
	str_release(&text);
	cpulist_release(&list);
}

static void put_parts(struct str *out, const struct machine *m, int key)
{
	put_u32(out, count_parts(m, key));
	for (size_t i = 0; m && i < m->n_cpus; i++)
		if (is_first(m, i, key))
			put_siblings(out, m, i, key);
}

/* Unknown ids, for example of an offline CPU, are the largest number. */
static bool put_cpu_topology(struct str *out, const struct source *s)
{
	const struct machine *m = s->p->machine;
	size_t end = cpus_end(s);

	put_parts(out, m, KEY_PACKAGE);
	put_parts(out, m, KEY_CORE);
	for (size_t i = 0; i < end; i++) {
		const struct cpu *c = m ? machine_cpu(m, (int)i) : NULL;

		put_u32(out, c ? (uint32_t)c->core : UINT32_MAX);
		put_u32(out, c ? (uint32_t)c->package : UINT32_MAX);
	}
	put_parts(out, m, KEY_DIE);
	for (size_t i = 0; i < end; i++) {
		const struct cpu *c = m ? machine_cpu(m, (int)i) : NULL;

		put_u32(out, c ? (uint32_t)c->die : UINT32_MAX);
	}
	return true;
}

/* perf has no place for clusters, but cores of two clusters may have the same number. */
static bool put_clusters(struct str *out, const struct source *s)
{
	const struct machine *m = s->p->machine;
	size_t end = cpus_end(s);

	for (size_t i = 0; m && i < end; i++) {
		const struct cpu *c = machine_cpu(m, (int)i);

		put_u32(out, c ? (uint32_t)c->cluster : UINT32_MAX);
	}
	return m;
}

/* pstat does not read how much memory a node has. */
static bool put_numa_topology(struct str *out, const struct source *s)
{
	const struct machine *m = s->p->machine;
	uint32_t n = count_parts(m, KEY_NODE);

	put_u32(out, n);
	for (size_t i = 0; m && i < m->n_cpus; i++) {
		if (!is_first(m, i, KEY_NODE))
			continue;
		put_u32(out, (uint32_t)m->cpu[i].node);
		put_u64(out, 0);
		put_u64(out, 0);
		put_siblings(out, m, i, KEY_NODE);
	}
	return n;
}

/* Only which CPUs share them: pstat reads no lines, sets, ways and sizes. */
static bool put_cache(struct str *out, const struct source *s)
{
	const struct machine *m = s->p->machine;
	uint32_t n = 0;

	for (int level = 0; level < MACHINE_CACHES; level++)
		n += count_parts(m, KEY_CACHE + level);
	put_u32(out, 1);
	put_u32(out, n);
	for (int level = 0; level < MACHINE_CACHES; level++) {
		for (size_t i = 0; m && i < m->n_cpus; i++) {
			if (!is_first(m, i, KEY_CACHE + level))
				continue;
			put_u32(out, (uint32_t)level + 1);
			for (int number = 0; number < 3; number++)
				put_u32(out, 0);
			put_text(out, level ? "Unified" : "Data");
			put_text(out, "?");
			put_siblings(out, m, i, KEY_CACHE + level);
		}
	}
	return n;
}

/* --- all of them ------------------------------------------------------------------------------------- */

static const struct feature {
	enum perfdata_feature bit;
	bool (*put)(struct str *out, const struct source *s);	/* false: this file has no such feature */
} features[] = {		/* in the order of their bits */
	{ FEATURE_HOSTNAME, put_hostname }, { FEATURE_OSRELEASE, put_osrelease },
	{ FEATURE_VERSION, put_version }, { FEATURE_ARCH, put_arch }, { FEATURE_NRCPUS, put_nrcpus },
	{ FEATURE_CPUDESC, put_cpudesc }, { FEATURE_CMDLINE, put_cmdline },
	{ FEATURE_EVENT_DESC, put_event_desc }, { FEATURE_CPU_TOPOLOGY, put_cpu_topology },
	{ FEATURE_NUMA_TOPOLOGY, put_numa_topology }, { FEATURE_GROUP_DESC, put_group_desc },
	{ FEATURE_STAT, put_stat }, { FEATURE_CACHE, put_cache }, { FEATURE_CLUSTERS, put_clusters },
};

enum { FEATURES = sizeof(features) / sizeof(*features) };

void perfdata_put_features(struct str *out, struct perfdata *p, const struct plan *plan, uint64_t at)
{
	const struct source source = { p, plan };
	struct str body[FEATURES] = {{0}};
	bool there[FEATURES];

	memset(p->features, 0, sizeof(p->features));
	for (size_t i = 0; i < FEATURES; i++) {
		there[i] = features[i].put(&body[i], &source);
		if (!there[i])
			continue;
		p->features[features[i].bit / 64] |= (uint64_t)1 << features[i].bit % 64;
		at += 16;
	}
	for (size_t i = 0; i < FEATURES; i++) {
		if (!there[i])
			continue;
		put_u64(out, at);
		put_u64(out, body[i].len);
		at += body[i].len;
	}
	for (size_t i = 0; i < FEATURES; i++) {
		if (there[i] && body[i].len)
			str_add_n(out, body[i].text, body[i].len);
		str_release(&body[i]);
	}
}
