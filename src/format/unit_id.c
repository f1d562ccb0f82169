/* SPDX-License-Identifier: MIT */
/* Writes the ids of units, and aligns them in columns. */
#include "format/unit_id.h"

#include "host/target.h"

enum { COMM_WIDTH = 16, TID_WIDTH = 7 };

static const struct column {
	const char *word;
	int width;
	bool members;
} columns[] = {
	[AGGR_TOTAL]   = { "",		0,  false },
	[AGGR_NODE]    = { "node",	6,  true },
	[AGGR_PACKAGE] = { "socket",	6,  true },
	[AGGR_DIE]     = { "die",	12, true },
	[AGGR_CLUSTER] = { "cluster",	20, true },
	[AGGR_CACHE]   = { "cache",	22, true },
	[AGGR_CORE]    = { "core",	18, true },
	[AGGR_THREAD]  = { "comm-pid",	0,  false },
	[AGGR_CPU]     = { "cpu",	6,  false },
};

const char *unit_id_word(enum aggr_mode mode)
{
	return columns[mode].word;
}

bool unit_id_has_members(enum aggr_mode mode)
{
	return columns[mode].members;
}

static void add_thread(struct str *out, const struct unit *u, const struct target *target, int comm, int tid)
{
	if (!target || u->thread < 0 || (size_t)u->thread >= target->n_threads)
		return;
	str_addf(out, "%*s-%-*d", comm, target->thread[u->thread].comm, tid,
		 (int)target->thread[u->thread].tid);
}

void unit_id_format(struct str *out, const struct unit *u, enum aggr_mode mode, const struct target *target)
{
	switch (mode) {
	case AGGR_TOTAL:
		break;
	case AGGR_NODE:
		str_addf(out, "N%d", u->node);
		break;
	case AGGR_PACKAGE:
		str_addf(out, "S%d", u->package);
		break;
	case AGGR_DIE:
		str_addf(out, "S%d-D%d", u->package, u->die);
		break;
	case AGGR_CLUSTER:
		str_addf(out, "S%d-D%d-CLS%d", u->package, u->die, u->cluster);
		break;
	case AGGR_CACHE:
		str_addf(out, "S%d-D%d-L%d-ID%d", u->package, u->die, u->cache_level, u->cache);
		break;
	case AGGR_CORE:
		str_addf(out, "S%d-D%d-C%d", u->package, u->die, u->core);
		break;
	case AGGR_THREAD:
		add_thread(out, u, target, 0, 0);
		break;
	case AGGR_CPU:
		str_addf(out, "CPU%d", u->cpu);
		break;
	}
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
	str_add_line(&shown, id.text ? id.text : "");	/* the name of a thread may be any bytes */
	str_addf(out, "%-*s ", columns[named].width, shown.text ? shown.text : "");
	str_release(&shown);
	if (columns[mode].members)
		str_addf(out, "%4u ", members);
	str_release(&id);
}

void unit_id_heading(struct str *out, enum aggr_mode mode)
{
	if (mode == AGGR_THREAD)
		str_addf(out, "%*s-%-*s ", COMM_WIDTH, "comm", TID_WIDTH, "pid");
	else if (mode != AGGR_TOTAL)
		str_addf(out, "%-*s ", columns[mode].width, columns[mode].word);
	if (columns[mode].members)
		str_addf(out, "%4s ", "cpus");
}
