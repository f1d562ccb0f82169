/* SPDX-License-Identifier: MIT */
/* Writes the lines that -v adds before the table or the lines of -x, as in perf. */
#include "format/raw_counts.h"

#include "benchmark/benchmark.h"
#include "benchmark/report.h"
#include "benchmark/run_result.h"
#include "event/event.h"
#include "format/style.h"
#include "table/table.h"

static void add_table(struct str *out, const struct report *r, const struct table *t)
{
	for (size_t i = 0; i < r->b->events.n; i++) {
		const struct event *e = &r->b->events.event[i];
		const struct cell *c = table_cell(t, i);
		bool own = e->tool != TOOL_NONE;	/* a clock of pstat always runs */

		if (c->state == CELL_ABSENT)
			continue;
		str_add(out, c->state == CELL_NOT_SUPPORTED ? "failed to read counter " : "");
		str_add_line(out, e->name);
		if (c->state != CELL_NOT_SUPPORTED)
			str_addf(out, ": %llu %llu %llu", (unsigned long long)c->raw,
				 (unsigned long long)(own ? c->raw : c->enabled),
				 (unsigned long long)(own ? c->raw : c->running));
		str_add(out, "\n");
	}
}

void raw_counts_add(struct str *out, const struct report *r, const struct style *s)
{
	/* perf has them for the total only */
	if (!s->verbose || (r->b->aggr.mode != AGGR_TOTAL))
		return;
	if (!r->total || r->n_runs < 2)
		add_table(out, r, r->table);
	for (size_t i = 0; r->total && r->n_runs > 1 && i < r->n_runs; i++)
		add_table(out, r, &r->run[i].total);
}
