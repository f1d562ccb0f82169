/* SPDX-License-Identifier: MIT */
/* Saved results: what is read back can be added up and printed, and is valid then. */
#include <stdlib.h>
#include <string.h>

#include "calc/metric.h"
#include "calc/regroup.h"
#include "fuzz.h"
#include "out/printer.h"
#include "out/saved.h"
#include "out/style.h"

static void print(const struct saved_entry *e, struct str *out)
{
	static const struct style style = { .separator = "," };
	struct error err = ERROR_INIT;
	struct metrics metrics = {0};
	struct table t = {0};
	struct regroup g = { .from = e->aggr, .to = e->aggr, .cpu = e->cpu, .n_cpus = e->n_cpus };
	struct report r = { .version = "0", .argv = e->argv, .target = &e->target, .aggr = &g.to, .events = &e->events,
			    .metrics = &metrics, .notes = &e->notes, .host = &e->host, .table = &t, .total = true };

	if (metrics_select(&metrics, &e->events, &err) == 0 && e->n_runs) {
		struct result run = e->run[0];

		g.to.mode = AGGR_TOTAL;
		if (regroup_check(&g, &err) < 0)
			g.to = g.from;
		regroup_table(&t, &e->run[0].total, &g, &e->events);
		metrics_eval(&t, &metrics, &e->events, 1e9);
		run.total = t;
		r.run = &run;
		r.n_runs = 1;
		for (size_t i = 0; printers[i]; i++) {
			if (printers[i]->begin)
				printers[i]->begin(out, &r, &style);
			printers[i]->block(out, &r, &style);
			if (printers[i]->end)
				printers[i]->end(out, &r, &style);
		}
		table_release(&t);
	}
	metrics_release(&metrics);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct error err = ERROR_INIT;
	struct str out = {0};
	struct saved s;

	if (saved_parse(&s, (const char *)data, size, &err) < 0) {
		if (!err.message[0] || s.entry)
			abort();
		return 0;
	}
	for (size_t i = 0; i < s.n; i++)
		print(&s.entry[i], &out);
	str_release(&out);
	saved_release(&s);
	return 0;
}
