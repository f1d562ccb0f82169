/* SPDX-License-Identifier: MIT */
/* report: shows saved benchmarks in any format, in the rows that the options ask for. */
#include "benchmark/benchmark_file.h"
#include "benchmark/report.h"
#include "cli/app.h"
#include "cli/options.h"
#include "cli/output.h"
#include "host/file.h"
#include "where/program_where.h"

/* All outputs; if one fails, the others continue. */
struct page {
	struct output out;
	struct error write_error;		/* the first */
	struct error lost;
};

static struct error *slot_of(struct page *p)
{
	return error_slot(&p->write_error, &p->lost);
}

static void show_intervals(struct benchmark *b, struct report *r, struct page *p)
{
	r->total = false;
	output_begin(&p->out, r, slot_of(p));
	for (size_t i = 0; i < b->n_intervals && output_is_alive(&p->out); i++) {
		struct report one = *r;

		benchmark_report_interval(&one, b, i);
		output_block(&p->out, &one, slot_of(p));
		if (!output_has_flag(&p->out, FORMAT_INTERVALS))
			table_release(&b->interval[i].table);	/* frees memory early */
	}
	r->place.interval_index = (unsigned)b->n_intervals;
}

static void cmd_report_show(struct benchmark *b, struct report *r, bool summary, struct page *p)
{
	if (b->n_intervals)
		show_intervals(b, r, p);
	r->total = b->n_runs && (!b->n_intervals || summary);
	r->place.summary = b->n_intervals != 0;
	if (!r->place.summary)
		output_begin(&p->out, r, slot_of(p));
	if (r->total)
		output_block(&p->out, r, slot_of(p));
	output_end(&p->out, r, slot_of(p));
}

/* On stderr, as when it was measured; named: one of several benchmarks. */
static void say_failures(FILE *to, const struct benchmark *b, bool named)
{
	LOCAL(str) how = {0}, name = {0};
	size_t n = 0, first = 0;

	str_add(&name, "");
	str_add_line(&name, named ? b->name : "");
	str_add(&name, named ? ": " : "");
	for (size_t i = b->n_runs; i--;)
		if (run_result_status(&b->run[i])) {
			first = i;
			n++;
		}
	if (n) {
		run_result_add_failure(&how, &b->run[first]);
		if (b->n_runs > 1)
			message_print(to, "pstat: %s%zu of %zu runs failed and were accepted; "
				   "run %zu, the first, %s\n", name.text, n, b->n_runs, first + 1, how.text);
		else
			message_print(to, "pstat: %sthe command %s\n", name.text, how.text);
	}
	str_reset(&how);
	if (b->failed) {
		run_result_add_failure(&how, b->failed);
		message_print(to, "pstat: %srun %zu %s and does not count\n", name.text, b->n_runs + 1,
			      how.text);
	}
}

static int show_all(FILE *say, const struct benchmark_file *l, const struct options *o, struct page *p,
		    struct error *err)
{
	const struct benchmarks *all = &l->all;

	if (all->n > 1 && output_has_flag(&p->out, FORMAT_SINGLE)) {
		error_set(err, ERROR_USAGE, 0, "%s has %zu results, and this format shows one",
			  benchmark_file_name(l), all->n);
		return error_hint(err, "--name chooses one: --name '%s'", all->benchmark[0].name);
	}
	for (size_t i = 0; i < all->n; i++) {
		struct benchmark *b = &all->benchmark[i];
		struct report report;

		if (!b->n_runs && output_has_flag(&p->out, FORMAT_SNAPSHOT))
			return error_set(err, ERROR_FORMAT, 0,
					 "%s has a result without a run, and openmetrics shows runs",
					 benchmark_file_name(l));
		if (benchmark_regroup(b, options_rows(o), err) < 0)
			return -1;
		if (o->session.no_where)
			program_where_release(&b->where);
		benchmark_report(&report, b);
		report.place.entry = i;
		report.place.n_entries = all->n;
		if (!o->session.quiet)
			say_failures(say, b, all->n > 1);
		cmd_report_show(b, &report, o->session.summary, p);
	}
	return 0;
}

static const char *cmd_report_name_of(const struct options *o)
{
	if (o->input)
		return o->input;
	return file_stdin_is_pipe() ? "-" : "perf.data";
}

int cmd_report(const struct env *env, const struct options *o, struct error *err)
{
	struct options named = *o;
	LOCAL(benchmark_file) loaded = {0};
	struct page page = { .write_error = ERROR_INIT, .lost = ERROR_INIT };
	int rc;

	named.input = cmd_report_name_of(o);
	rc = benchmark_file_read(&loaded, named.input, env->root, err);
	if (rc < 0 && err->kind == ERROR_SYSTEM && !o->input)
		error_hint(err, "'pstat report FILE' shows what 'pstat record' or --save wrote");
	if (rc == 0)
		rc = benchmark_file_choose(&loaded, o->session.name, err);
	if (rc == 0)
		rc = output_open(&page.out, env, &named, err);
	if (rc == 0)
		rc = show_all(env->err, &loaded, o, &page, err);
	rc = error_keep_first(err, &page.write_error, rc);
	if (output_close(&page.out, rc < 0 ? &page.lost : err) < 0)
		rc = -1;
	return rc;
}
