/* SPDX-License-Identifier: MIT */
/* Writes the ids of units, and aligns them in columns. */
#include "format/unit_id.h"

#include <string.h>

#include "benchmark/benchmark.h"
#include "format/locale_text.h"
#include "host/target.h"

enum { COMM_WIDTH = 16, TID_WIDTH = 7 };

/* A saved result may lack the number. */
static void add_number(struct str *out, pid_t number, int width)
{
	if (number >= 0)
		str_addf(out, "-%-*d", width, (int)number);
}

static void unit_id_add_thread(struct str *out, const struct unit *u, const struct target *target, int comm,
			       int tid)
{
	const struct thread *t;

	if (!target || u->thread < 0 || (size_t)u->thread >= target->n_threads)
		return;
	t = &target->thread[u->thread];
	str_addf(out, "%*s", comm, t->comm);
	add_number(out, t->tid, tid);
}

static void add_ids(struct str *out, const struct unit *u, unsigned shown)
{
	const struct { unsigned part; const char *prefix; int id;
	} ids[] = {
		{ UNIT_PACKAGE, "S", u->package },   { UNIT_DIE, "D", u->die },
		{ UNIT_CLUSTER, "CLS", u->cluster }, { UNIT_CACHE, "L", u->cache_level },
		{ UNIT_CACHE, "ID", u->cache },	     { UNIT_CORE, "C", u->core },
		{ UNIT_NODE, "N", u->node },	     { UNIT_CPU, "CPU", u->cpu },
	};
	const char *separator = "";

	for (size_t i = 0; i < sizeof(ids) / sizeof(*ids); i++) {
		if (!(shown & ids[i].part))
			continue;
		str_addf(out, "%s%s%d", separator, ids[i].prefix, ids[i].id);
		separator = "-";
	}
}

/* A row that is no process, region or function. */
static const char *part_of(const struct unit *u)
{
	return u->process == UNIT_OTHERS ? "(others)" : u->process == UNIT_UNKNOWN ? "(unknown)" : "(total)";
}

static bool has_regions(enum aggr_mode mode)
{
	return mode == AGGR_REGION || mode == AGGR_FUNCTION;
}

/* Or function. */
static const char *region_of(const struct unit *u, const struct target *target)
{
	bool known = u->region >= 0 && (size_t)u->region < target->n_regions;

	return known ? target->region[u->region].id : part_of(u);
}

static void unit_id_add_process(struct str *out, const struct unit *u, enum aggr_mode mode,
				const struct benchmark *b)
{
	const struct process *p = u->process >= 0 && (size_t)u->process < b->processes.n ?
				  &b->processes.process[u->process] : NULL;

	if (!p)
		str_add(out, part_of(u));
	else if (aggr_is_of_many(mode))
		str_add(out, mode == AGGR_CGROUP && p->argv0 ? p->argv0 : p->comm);
	else
		str_add(out, p->comm);
	if (p && !aggr_is_of_many(mode))
		add_number(out, mode == AGGR_TASK ? p->tid : p->pid, 0);
}

/* In a tree: two blanks for each ancestor; beyond `most` it would only move the counts. */
static void add_depth(struct str *out, const struct unit *u, const struct benchmark *b)
{
	enum { MOST = 20 };
	int depth = 0;

	if (!b->aggr.rows.tree || u->process < 0 || (size_t)u->process >= b->processes.n)
		return;
	for (int i = u->process; b->processes.process[i].parent >= 0 && depth < MOST; depth++)
		i = b->processes.process[i].parent;
	str_addf(out, "%*s", 2 * depth, "");
}

void unit_id_format(struct str *out, const struct unit *u, enum aggr_mode mode, const struct benchmark *b)
{
	if (mode == AGGR_THREAD)
		unit_id_add_thread(out, u, &b->target, 0, 0);
	else if (aggr_is_of_processes(mode))
		unit_id_add_process(out, u, mode, b);
	else if (has_regions(mode))
		str_add(out, region_of(u, &b->target));
	else
		add_ids(out, u, aggr_modes[mode].shown);
}

void unit_id_process(struct str *out, const struct unit *u, const struct benchmark *b)
{
	LOCAL(str) name = {0};

	add_depth(out, u, b);
	unit_id_add_process(&name, u, b->aggr.mode == AGGR_CGROUP ? AGGR_CGROUP : AGGR_NAME, b);
	str_add_line(out, str_text(&name));	/* it may be any bytes */
}

size_t unit_id_width(enum aggr_mode mode, const struct benchmark *b)
{
	enum { MOST = 40 };
	size_t width = mode == AGGR_REGION ? strlen("(total)") :
		       mode == AGGR_FUNCTION ? strlen("(unknown)") : (size_t)aggr_modes[mode].width;

	for (size_t i = 0; has_regions(mode) && i < b->target.n_regions; i++) {
		LOCAL(str) name = {0};
		size_t columns;

		str_add_line(&name, b->target.region[i].id);
		columns = locale_columns(str_text(&name));
		if (columns > width && columns <= MOST)
			width = columns;
	}
	return width;
}

void unit_id_column(struct str *out, const struct unit *u, enum aggr_mode mode, const struct benchmark *b,
		    size_t width, unsigned members, bool percore)
{
	enum aggr_mode named = percore ? AGGR_CORE : mode;
	LOCAL(str) id = {0}, shown = {0};

	if (mode == AGGR_TOTAL)
		return;
	if (mode == AGGR_THREAD)
		unit_id_add_thread(&id, u, &b->target, COMM_WIDTH, TID_WIDTH);
	if (mode == AGGR_PROCESS || mode == AGGR_TASK)
		add_depth(&id, u, b);
	if (mode != AGGR_THREAD)
		unit_id_format(&id, u, named, b);
	str_add_line(&shown, str_text(&id));	/* the name of a thread or region may be any bytes */
	str_add(out, str_text(&shown));
	locale_pad(out, locale_columns(str_text(&shown)), percore ? (size_t)aggr_modes[named].width : width);
	str_add(out, " ");
	if (aggr_has_members(mode))
		str_addf(out, "%4u ", members);
}

void unit_id_heading(struct str *out, enum aggr_mode mode, size_t width)
{
	if (mode == AGGR_THREAD)
		str_addf(out, "%*s-%-*s ", COMM_WIDTH, "comm", TID_WIDTH, "pid");
	else if (mode != AGGR_TOTAL)
		str_addf(out, "%-*s ", (int)width, aggr_modes[mode].title);
	if (aggr_has_members(mode))
		str_addf(out, "%4s ", aggr_is_of_many(mode) ? "n" : "cpus");
}
