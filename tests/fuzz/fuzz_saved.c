/* SPDX-License-Identifier: MIT */
/*
 * Saved results: what is read back can be added up, printed and compared with itself, and be replaced in
 * its document.
 */
#include <stdlib.h>
#include <string.h>

#include "calc/metric.h"
#include "calc/regroup.h"
#include "fuzz.h"
#include "format/comparison_document.h"
#include "format/format.h"
#include "host/machine.h"
#include "out/judgement.h"
#include "out/report.h"
#include "out/saved.h"
#include "out/saved_update.h"
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
		for (size_t i = 0; format_list[i]; i++) {
			const struct report_format *f = format_list[i]->report;

			if (f && f->begin)
				f->begin(out, &r, &style);
			if (f)
				f->block(out, &r, &style);
			if (f && f->end)
				f->end(out, &r, &style);
		}
		table_release(&t);
	}
	metrics_release(&metrics);
}

/* The first result, read twice, in every format. */
static void compare(const struct saved_entry *e, struct str *out)
{
	static const struct style style;
	const struct judgement_opts o = { .level = 0.99, .check_hosts = true };
	struct machine machine = { .cpu = e->cpu, .n_cpus = e->n_cpus };
	struct error err = ERROR_INIT;
	struct metrics metrics = {0};
	struct report r = { .version = "0", .argv = e->argv, .target = &e->target, .aggr = &e->aggr, .events = &e->events,
			    .metrics = &metrics, .machine = &machine, .notes = &e->notes, .host = &e->host,
			    .run = e->run, .n_runs = e->n_runs };
	struct comparison_document document = {0};
	struct judgement j = {0};
	struct side side[2] = {0};

	if (metrics_select(&metrics, &e->events, &err) == 0 && side_build(&side[0], &r, NULL, &err) == 0 &&
	    side_build(&side[1], &r, NULL, &err) == 0 && judgement_build(&j, side, 2, &o, &err) == 0) {
		compare_all(j.comparison, j.n_comparisons, &(struct compare_opts){ .level = 0.99, .paired = true });
		judgement_conclude(&j);
		for (size_t i = 0; format_list[i]; i++) {
			if (!format_list[i]->comparison)
				continue;
			comparison_document_add(&document, format_list[i], out, &j, &style);
			comparison_document_add(&document, format_list[i], out, &j, &style);
			comparison_document_end(&document, format_list[i], out);
		}
	}
	judgement_release(&j);
	side_release(&side[0]);
	side_release(&side[1]);
	metrics_release(&metrics);
}

/* Into itself: nothing that could be read is lost. */
static void update(const char *text, size_t len)
{
	struct error err = ERROR_INIT;
	struct str out = {0};
	struct saved s;

	if (saved_update(&out, text, len, text, len, &err) == 0) {
		if (saved_parse(&s, out.text, out.len, &err) < 0)
			abort();
		saved_release(&s);
	} else if (!err.message[0] || out.len) {
		abort();
	}
	str_release(&out);
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
	if (s.n)
		compare(&s.entry[0], &out);
	update((const char *)data, size);
	str_release(&out);
	saved_release(&s);
	return 0;
}
