/* SPDX-License-Identifier: MIT */
/* Reads the features of a perf.data file: names, the command line, the machine. */

#include "base/mem.h"
#include "benchmark/perfdata/perfdata_reader.h"
#include "event/event.h"

enum { CPU_LIMIT = 65536 };

static void take_padded(struct bytes *b, char **text)
{
	take_text(b, bytes_take_u32(b), text);
}

static void skip_texts(struct bytes *b)
{
	for (uint32_t n = bytes_take_u32(b); n && !b->bad; n--)
		bytes_take(b, bytes_take_u32(b));
}

static void read_cmdline(struct recording *r, struct bytes *b)
{
	struct benchmark *to = r->b;
	uint32_t n = bytes_take_u32(b);

	if (to->argv || !n)
		return;
	to->argv = mem_grow(NULL, 0, sizeof(*to->argv));
	to->argv[0] = NULL;
	for (size_t i = 0; i < n; i++) {
		take_padded(b, &to->argv[i]);
		if (b->bad)
			return;
		to->argv = mem_grow(to->argv, i + 1, sizeof(*to->argv));
		to->argv[i + 1] = NULL;
	}
}

/* The names of the events, in order; update records that follow override them. */
static void read_event_desc(struct recording *r, struct bytes *b)
{
	const struct events *events = &r->b->events;
	uint32_t n = bytes_take_u32(b), attr_size = bytes_take_u32(b);

	for (uint32_t i = 0; i < n && !b->bad; i++) {
		uint32_t ids;
		FREED char *none = NULL;

		bytes_take(b, attr_size);
		ids = bytes_take_u32(b);
		take_padded(b, i < events->n ? &events->event[i].name : &none);
		bytes_take(b, ids * (uint64_t)sizeof(uint64_t));
	}
}

static void read_nrcpus(struct recording *r, struct bytes *b)
{
	struct topology *t = &r->topology;
	uint32_t n = bytes_take_u32(b), online = bytes_take_u32(b);

	if (n > CPU_LIMIT || online > n)
		b->bad = true;
	if (b->bad || t->cpu)
		return;
	r->b->host.cpus = (int)online;
	t->n = n;
	t->cpu = mem_resize(NULL, n, sizeof(*t->cpu));
	for (uint32_t i = 0; i < n; i++)
		t->cpu[i] = (struct cpu){ (int)i, -1, -1, -1, -1, -1, { -1, -1, -1, -1 } };
}

/* -1: an id that no machine has. */
static int take_id(struct bytes *b)
{
	uint32_t id = bytes_take_u32(b);

	return id > INT32_MAX ? -1 : (int)id;
}

/* It has three revisions, each longer: names only, ids, dies.  Without dies each package has one. */
static void read_cpu_topology(struct recording *r, struct bytes *b)
{
	struct topology *t = &r->topology;

	skip_texts(b);
	skip_texts(b);
	if (b->bad || b->left / (2 * sizeof(uint32_t)) < t->n)
		return;
	for (size_t i = 0; i < t->n; i++) {
		t->cpu[i].core = take_id(b);
		t->cpu[i].package = take_id(b);
		t->cpu[i].die = t->cpu[i].package < 0 ? -1 : 0;
	}
	if (b->left < sizeof(uint32_t))
		return;
	skip_texts(b);
	for (size_t i = 0; i < t->n && !b->bad; i++)
		t->cpu[i].die = take_id(b);
}

/* It follows the number of CPUs. */
static void read_clusters(struct recording *r, struct bytes *b)
{
	struct topology *t = &r->topology;

	for (size_t i = 0; i < t->n && !b->bad; i++)
		t->cpu[i].cluster = take_id(b);
}

/* Sets the cache of this level, or with level 0 the node, of the CPUs in the text. */
static void set_cpus(struct topology *t, const char *text, int level, int node, struct bytes *b)
{
	struct error why = ERROR_INIT;
	LOCAL(cpulist) cpus = {0};

	if (!text || !*text)	/* a node without CPUs */
		return;
	if (cpulist_parse(&cpus, text, &why) < 0)
		b->bad = true;
	for (size_t i = 0; i < cpus.n; i++) {
		if ((size_t)cpus.cpu[i] >= t->n)
			continue;
		if (level)
			t->cpu[cpus.cpu[i]].cache[level - 1] = cpus.cpu[0];
		else
			t->cpu[cpus.cpu[i]].node = node;
	}
}

static void read_cache(struct recording *r, struct bytes *b)
{
	enum { VERSION = 1, LINE_SETS_WAYS = 3 * sizeof(uint32_t) };

	if (bytes_take_u32(b) != VERSION)
		return;
	for (uint32_t n = bytes_take_u32(b); n && !b->bad; n--) {
		uint32_t level = bytes_take_u32(b);
		FREED char *type = NULL, *size = NULL, *cpus = NULL;

		bytes_take(b, LINE_SETS_WAYS);
		take_padded(b, &type);
		take_padded(b, &size);
		take_padded(b, &cpus);
		/* instruction caches are not units, as on a live machine */
		if (!b->bad && level >= 1 && level <= MACHINE_CACHES && type &&
		    strcmp(type, "Instruction") != 0)
			set_cpus(&r->topology, cpus, (int)level, -1, b);
	}
}

static void read_numa_topology(struct recording *r, struct bytes *b)
{
	struct topology *t = &r->topology;

	for (uint32_t n = bytes_take_u32(b); n && !b->bad; n--) {
		uint32_t node = bytes_take_u32(b);
		FREED char *text = NULL;

		bytes_take(b, 2 * sizeof(uint64_t));		/* its memory */
		take_padded(b, &text);
		if (node > CPU_LIMIT)
			b->bad = true;
		if (!b->bad)
			set_cpus(t, text, 0, (int)node, b);
	}
}

static void read_group_desc(struct recording *r, struct bytes *b)
{
	const struct events *events = &r->b->events;
	size_t next = 0;

	for (uint32_t n = bytes_take_u32(b); n && !b->bad; n--) {
		uint32_t leader, members;

		bytes_take(b, bytes_take_u32(b));
		leader = bytes_take_u32(b);
		members = bytes_take_u32(b);
		if (leader < next || leader >= events->n || members > events->n - leader)
			b->bad = true;
		for (size_t i = leader; !b->bad && i < leader + (size_t)members; i++)
			events->event[i].leader = (int)leader;
		next = (size_t)leader + members;
	}
}

static void read_host_text(struct recording *r, uint64_t bit, struct bytes *b)
{
	switch (bit) {
	case FEATURE_OSRELEASE:	take_padded(b, &r->b->host.kernel); break;
	case FEATURE_VERSION:	take_padded(b, &r->b->version); break;
	case FEATURE_ARCH:	take_padded(b, &r->b->host.arch); break;
	default:		take_padded(b, &r->b->host.cpu); break;
	}
}

int recording_feature(struct recording *r, uint64_t bit, struct bytes body)
{
	struct bytes start = body;

	switch (bit) {
	case FEATURE_OSRELEASE: case FEATURE_VERSION: case FEATURE_ARCH: case FEATURE_CPUDESC:
		read_host_text(r, bit, &body);
		break;
	case FEATURE_NRCPUS:	    read_nrcpus(r, &body); break;
	case FEATURE_CMDLINE:	    read_cmdline(r, &body); break;
	case FEATURE_EVENT_DESC:    read_event_desc(r, &body); break;
	case FEATURE_CPU_TOPOLOGY:  read_cpu_topology(r, &body); break;
	case FEATURE_CACHE:	    read_cache(r, &body); break;
	case FEATURE_CLUSTERS:	    read_clusters(r, &body); break;
	case FEATURE_NUMA_TOPOLOGY: read_numa_topology(r, &body); break;
	case FEATURE_GROUP_DESC:    read_group_desc(r, &body); break;
	default:		    break;
	}
	return body.bad ? recording_damaged(r, &start, "its description of the machine or its events") : 0;
}
