/* SPDX-License-Identifier: MIT */
/* Divides a report into the tables of its runs and of their mean. */
#include "format/report_parts.h"

#include "benchmark/benchmark.h"
#include "benchmark/run_result.h"
#include "format/report_cells.h"
#include "format/style.h"
#include "metric/metric.h"
#include "table/table.h"

void report_parts_run(struct report_part *p, const struct report *r, size_t i)
{
	*p = (struct report_part){ .kind = PART_RUN, .run = r->run_index + i + 1, .result = &r->run[i],
			    .report = *r };
	p->report.stats = p->report.elapsed = NULL;
	p->report.table = &r->run[i].total;
	p->report.time_s = run_result_elapsed_s(p->result);
}

static void visit(struct str *out, const struct report_part *p, const struct style *s,
		  const struct report_part_visitor *v)
{
	LOCAL(report_cells) cells = {0};

	report_cells_list(&cells, &p->report);
	for (size_t i = 0; i < cells.n; i++) {
		if (!s->metric_only)
			v->count(out, p, &cells.cell[i]);
		for (size_t m = 0; m < cells.cell[i].n_metrics; m++)
			v->metric(out, p, &cells.cell[i], m);
	}
	if (v->end && p->kind != PART_INTERVAL && !s->metric_only)
		v->end(out, p);
}

/* Unpacks a packed table; a single run has the table of the report. */
static void visit_run(struct str *out, const struct report *r, size_t i, const struct style *s,
		      const struct report_part_visitor *v)
{
	LOCAL(table) whole = {0};
	struct report_part p;

	report_parts_run(&p, r, i);
	if (table_is_packed(p.report.table) && r->n_runs == 1) {
		p.report.table = r->table;
	} else if (table_is_packed(p.report.table)) {
		table_copy(&whole, p.report.table);
		metrics_eval(&whole, &r->b->metrics, &r->b->events, (double)p.result->counted_ns);
		p.report.table = &whole;
	}
	visit(out, &p, s, v);
}

void report_parts_each(struct str *out, const struct report *r, const struct style *s,
		       const struct report_part_visitor *v)
{
	struct report_part p = { .kind = PART_INTERVAL, .run = r->run_index + 1, .report = *r };

	if (!r->total) {
		visit(out, &p, s, v);
		return;
	}
	for (size_t i = 0; i < r->n_runs; i++)
		visit_run(out, r, i, s, v);
	if (r->n_runs < 2)
		return;
	p = (struct report_part){ .kind = PART_MEAN, .report = *r };
	visit(out, &p, s, v);
}

bool report_parts_failed(struct report_part *p, const struct report *r)
{
	if (!r->b->failed)
		return false;
	*p = (struct report_part){ .kind = PART_FAILED, .run = r->run_index + r->n_runs + 1,
				   .result = r->b->failed, .report = *r };
	p->report.table = NULL;
	p->report.time_s = run_result_elapsed_s(r->b->failed);
	return true;
}
