/* SPDX-License-Identifier: MIT */
/* From the runs of a report to the table that stands for all of them. */
#include "format/report_totals.h"

#include <stdlib.h>

#include "calc/metric.h"
#include "out/result.h"

void report_totals_build(struct report_totals *t, const struct report *r)
{
	*t = (struct report_totals){ .report = *r };
	for (size_t i = 0; i < r->n_runs; i++) {
		if (r->run[i].total.n_units)
			table_add(&t->mean, &t->stats, &r->run[i].total);
		stats_add(&t->elapsed, result_elapsed_s(&r->run[i]));
		stats_add(&t->counted, (double)r->run[i].counted_ns / 1e9);
	}
	if (r->metrics && t->mean.cell)
		metrics_eval(&t->mean, r->metrics, r->events, t->counted.mean * 1e9);
	t->report.table = &t->mean;
	t->report.stats = r->n_runs > 1 ? t->stats : NULL;
	t->report.elapsed = r->n_runs > 1 ? &t->elapsed : NULL;
	t->report.time_s = t->elapsed.mean;
	t->report.total = true;
}

void report_totals_release(struct report_totals *t)
{
	table_release(&t->mean);
	free(t->stats);
	*t = (struct report_totals){0};
}
