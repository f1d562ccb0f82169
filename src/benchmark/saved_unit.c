/* SPDX-License-Identifier: MIT */
/* The JSON members of a unit: its ids, and those of the CPU, process, thread, region or function. */
#include "benchmark/saved_unit.h"

#include <stdio.h>
#include <string.h>

#include "base/json_members.h"
#include "base/mem.h"
#include "benchmark/benchmark.h"
#include "host/machine.h"
#include "host/target.h"

struct saved_unit {		/* borrows its texts */
	struct unit ids;
	int caches[MACHINE_CACHES];
	int process, part;
	int tid, pid;
	const char *comm, *region, *function, *object;
};

#define AT(field) offsetof(struct saved_unit, field)

static const char *const parts[] = {	/* by UNIT_TOTAL - unit.process */
	[UNIT_TOTAL - UNIT_TOTAL] = "total", [UNIT_TOTAL - UNIT_UNKNOWN] = "unknown",
	[UNIT_TOTAL - UNIT_OTHERS] = "others",
};

static const struct json_member saved_unit_members[] = {
	{ "cpu", MEMBER_ID, AT(ids.cpu) },
	{ "package", MEMBER_ID, AT(ids.package) },
	{ "die", MEMBER_ID, AT(ids.die) },
	{ "cluster", MEMBER_ID, AT(ids.cluster) },
	{ "cache_level", MEMBER_ID, AT(ids.cache_level) },
	{ "cache", MEMBER_ID, AT(ids.cache) },
	{ "core", MEMBER_ID, AT(ids.core) },
	{ "node", MEMBER_ID, AT(ids.node) },
	{ "caches", MEMBER_IDS, AT(caches), .n = MACHINE_CACHES },
	{ "process", MEMBER_ID, AT(process) },
	{ "part", MEMBER_WORD, AT(part), true, parts, UNIT_TOTAL - UNIT_OTHERS + 1 },
	{ "tid", MEMBER_INT, AT(tid), .optional = true },
	{ "pid", MEMBER_INT, AT(pid), .optional = true },
	{ "comm", MEMBER_NAME, AT(comm), .optional = true },
	{ "region", MEMBER_NAME, AT(region), .optional = true },
	{ "function", MEMBER_NAME, AT(function), .optional = true },
	{ "object", MEMBER_NAME, AT(object), .optional = true },
	{ .key = NULL },
};

/* --- writing ----------------------------------------------------------------------------------------- */

/* A CPU belongs to one unit of each kind. */
static void set_cpu(struct saved_unit *s, const struct cpu *c)
{
	s->ids.node = c->node;
	memcpy(s->caches, c->cache, sizeof(s->caches));
}

static void set_process(struct saved_unit *s, int process)
{
	if (process >= 0)
		s->process = process;
	else
		s->part = UNIT_TOTAL - process;
}

static void set_thread(struct saved_unit *s, const struct thread *t)
{
	s->tid = t->tid;
	s->pid = t->pid;
	s->comm = t->comm;
}

static void set_region(struct saved_unit *s, const struct target_region *r)
{
	if (r->tid) {
		s->tid = r->tid;
		s->comm = r->comm;
	}
	s->region = r->name;
}

static void set_function(struct saved_unit *s, const struct target_region *f)
{
	s->function = f->name;
	s->object = f->object;
}

void saved_unit_write(struct json_writer *j, const struct benchmark *b, enum aggr_mode mode,
		      const struct unit *u)
{
	const struct target *t = &b->target;
	const struct cpu *c = u->cpu >= 0 ? machine_cpu(&b->machine, u->cpu) : NULL;
	struct saved_unit s;

	members_forget(&s, saved_unit_members);
	s.ids = *u;
	if (c)
		set_cpu(&s, c);
	if (aggr_is_of_processes(mode))
		set_process(&s, u->process);
	if (u->thread >= 0 && (size_t)u->thread < t->n_threads)
		set_thread(&s, &t->thread[u->thread]);
	if (u->region >= 0 && (size_t)u->region < t->n_regions)
		(mode == AGGR_FUNCTION ? set_function : set_region)(&s, &t->region[u->region]);
	else if (mode == AGGR_FUNCTION)
		set_process(&s, u->process);
	members_write(j, saved_unit_members, &s);
}

/* --- reading ----------------------------------------------------------------------------------------- */

static void read_cpu(struct benchmark *b, const struct saved_unit *s)
{
	const struct unit *u = &s->ids;
	struct cpu *c = &b->machine.cpu[b->machine.n_cpus++];

	*c = (struct cpu){ u->cpu, u->package, u->die, u->cluster, u->core, u->node, { -1, -1, -1, -1 } };
	if (s->caches[0] != MEMBER_NOT_THERE)
		memcpy(c->cache, s->caches, sizeof(c->cache));
}

static int read_thread(struct benchmark *b, const struct saved_unit *s)
{
	struct target *t = &b->target;
	struct thread *thread;

	t->thread = mem_resize(t->thread, t->n_threads + 1, sizeof(*t->thread));
	thread = &t->thread[t->n_threads];
	*thread = (struct thread){ .tid = s->tid, .pid = s->pid };
	if (s->comm && strlen(s->comm) < sizeof(thread->comm))
		snprintf(thread->comm, sizeof(thread->comm), "%s", s->comm);
	return (int)t->n_threads++;
}

/* The total has none. */
static int read_region(struct benchmark *b, const struct saved_unit *s)
{
	struct target *t = &b->target;

	if (!s->region)
		return UNIT_NONE;
	target_add_region(t, s->region, s->comm ? s->comm : "", s->tid > 0 ? s->tid : 0);
	return (int)t->n_regions - 1;
}

static int read_function(struct benchmark *b, const struct saved_unit *s)
{
	if (!s->function)
		return UNIT_NONE;
	target_add_function(&b->target, s->function, s->object);
	return (int)b->target.n_regions - 1;
}

/* -1: it is not a known part. */
static int read_part(const struct saved_unit *s)
{
	return s->part != MEMBER_NO_INT ? UNIT_TOTAL - s->part : -1;
}

/* -1: it is neither a process of the list nor a known part. */
static int read_process(const struct benchmark *b, const struct saved_unit *s)
{
	return s->process >= 0 && (size_t)s->process < b->processes.n && s->part == MEMBER_NO_INT ?
		       s->process : read_part(s);
}

const char *saved_unit_read(struct unit *u, struct benchmark *b, const struct json_document *doc, int node)
{
	enum aggr_mode mode = b->aggr.mode;
	struct saved_unit s;

	members_read(&s, saved_unit_members, doc, node);
	*u = s.ids;
	u->thread = mode == AGGR_THREAD ? read_thread(b, &s) : UNIT_NONE;
	u->region = mode == AGGR_REGION ? read_region(b, &s) :
		    mode == AGGR_FUNCTION ? read_function(b, &s) : UNIT_NONE;
	u->process = aggr_is_of_processes(mode) ? read_process(b, &s) :
		     mode == AGGR_FUNCTION && u->region < 0 ? read_part(&s) : UNIT_NONE;
	if (u->process == -1)
		return mode == AGGR_FUNCTION ? "is not a function" : "is not a process";
	if (mode != AGGR_CPU)
		return NULL;
	if (u->cpu < 0)
		return "is not a CPU";
	read_cpu(b, &s);
	u->node = UNIT_NONE;	/* not part of the key of a CPU */
	return NULL;
}
