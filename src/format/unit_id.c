/* SPDX-License-Identifier: MIT */
/* Writes the ids of units, and aligns them in columns. */
#include "format/unit_id.h"

#include "host/target.h"

enum { COMM_WIDTH = 16, TID_WIDTH = 7 };

static void add_thread(struct str *out, const struct unit *u, const struct target *target, int comm, int tid)
{
	if (!target || u->thread < 0 || (size_t)u->thread >= target->n_threads)
		return;
	str_addf(out, "%*s-%-*d", comm, target->thread[u->thread].comm, tid,
		 (int)target->thread[u->thread].tid);
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

void unit_id_format(struct str *out, const struct unit *u, enum aggr_mode mode, const struct target *target)
{
	if (mode == AGGR_THREAD)
		add_thread(out, u, target, 0, 0);
	else
		add_ids(out, u, aggr_modes[mode].shown);
}

void unit_id_column(struct str *out, const struct unit *u, enum aggr_mode mode, const struct target *target,
		    unsigned members, bool percore)
{
	enum aggr_mode named = percore ? AGGR_CORE : mode;
	struct str id = {0}, shown = {0};

	if (mode == AGGR_TOTAL)
		return;
	if (mode == AGGR_THREAD)
		add_thread(&id, u, target, COMM_WIDTH, TID_WIDTH);
	else
		unit_id_format(&id, u, named, target);
	str_add_line(&shown, str_text(&id));	/* the name of a thread may be any bytes */
	str_addf(out, "%-*s ", aggr_modes[named].width, str_text(&shown));
	str_release(&shown);
	if (aggr_has_members(mode))
		str_addf(out, "%4u ", members);
	str_release(&id);
}

void unit_id_heading(struct str *out, enum aggr_mode mode)
{
	if (mode == AGGR_THREAD)
		str_addf(out, "%*s-%-*s ", COMM_WIDTH, "comm", TID_WIDTH, "pid");
	else if (mode != AGGR_TOTAL)
		str_addf(out, "%-*s ", aggr_modes[mode].width, aggr_modes[mode].title);
	if (aggr_has_members(mode))
		str_addf(out, "%4s ", "cpus");
}
