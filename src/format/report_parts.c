/* SPDX-License-Identifier: MIT */
/* Which tables does a report have? */
#include "format/report_parts.h"

#include "calc/metric.h"
#include "calc/table.h"
#include "out/result.h"

void report_parts_run(struct report_part *p, const struct report *r, size_t i)
{
	*p = (struct report_part){ .kind = PART_RUN, .run = r->run_index + i + 1, .result = &r->run[i],
			    .report = *r };
	p->report.stats = p->report.elapsed = NULL;
	p->report.table = &r->run[i].total;
	p->report.time_s = result_elapsed_s(p->result);
}

/* A packed table is made whole while it is visited; that of a single run is the report's. */
static void visit_run(struct str *out, const struct report *r, size_t i, const struct style *s,
		      report_part_visit *visit)
{
	struct table whole = {0};
	struct report_part p;

	report_parts_run(&p, r, i);
	if (table_is_packed(p.report.table) && r->n_runs == 1) {
		p.report.table = r->table;
	} else if (table_is_packed(p.report.table)) {
		table_copy(&whole, p.report.table);
		metrics_eval(&whole, r->metrics, r->events, (double)p.result->counted_ns);
		p.report.table = &whole;
	}
	visit(out, &p, s);
	table_release(&whole);
}

void report_parts_each(struct str *out, const struct report *r, const struct style *s,
		       report_part_visit *visit)
{
	struct report_part p = { .kind = PART_INTERVAL, .run = r->run_index + 1, .report = *r };

	if (!r->total) {
		visit(out, &p, s);
		return;
	}
	for (size_t i = 0; i < r->n_runs; i++)
		visit_run(out, r, i, s, visit);
	if (r->n_runs < 2)
		return;
	p = (struct report_part){ .kind = PART_MEAN, .report = *r };
	visit(out, &p, s);
}

bool report_parts_failed(struct report_part *p, const struct report *r)
{
	if (!r->failed)
		return false;
	*p = (struct report_part){ .kind = PART_FAILED, .run = r->run_index + r->n_runs + 1,
				   .result = r->failed, .report = *r };
	p->report.table = NULL;
	p->report.time_s = result_elapsed_s(r->failed);
	return true;
}
