/* SPDX-License-Identifier: MIT */
/* Compares the results of two files, pair by pair, and adds up what that means for the build. */
#include "cli/gate/gate_files.h"

#include <string.h>

#include "base/env.h"
#include "base/exit_status.h"
#include "benchmark/benchmark.h"
#include "benchmark/benchmark_set.h"
#include "benchmark/report.h"
#include "cli/gate/gate_advice.h"
#include "cli/gate/gate_history.h"
#include "cli/gate/gate_output.h"
#include "cli/options.h"
#include "cli/output.h"
#include "compare/comparison.h"
#include "format/github.h"
#include "session/comparison_set.h"
#include "session/gate_run.h"
#include "session/gate_status.h"
#include "session/session.h"
#include "session/where_run.h"

struct gate_files {
	const struct env *env;
	const struct options *opts;
	struct benchmark_set benchmarks;
	struct output out;
	struct gate_output report;
	bool several;			/* more than one pair is compared */
	struct gate_total total;
	struct error write_error;		/* the first error of an output; the others continue */
	struct gate_history history;
	struct str *advice;		/* of the first pair that could not be judged */
};

/* A limit that matches no row is wrong usage, unless it is the default one. */
static void refuse_limit(const struct gate_opts *g, struct error *err)
{
	err->kind = ERROR_USAGE;
	if (g->limited)
		return;
	error_set(err, ERROR_USAGE, 0,
		  "the default limit is on instructions:u, which these results do not have");
	error_hint(err, "choose a limit that can be checked with --limit");
}

static int compare_pair(const struct gate_files *f, struct comparison_set *set, bool named, struct error *err)
{
	const struct gate_opts *g = &f->opts->gate;
	const struct compare_opts how = { .level = g->level };
	struct comparison_opts o = gate_comparison_opts(g, &f->opts->session, true);

	o.named = named;
	o.several = f->several;
	o.least_runs = 0;
	comparison_set_inject(set, g->inject);
	if (comparison_set_compare(set, &o, &how, err) == 0)
		return 0;
	if (err->kind == ERROR_NOT_FOUND)
		refuse_limit(g, err);
	return -1;
}

static void add_status(struct gate_files *f, const struct comparison *cmp)
{
	struct error why = ERROR_INIT;
	int status = gate_output_status(cmp, &why);

	gate_total_add(&f->total, cmp, status, &why);
}

static void advise_files(struct gate_files *f, const struct comparison_set *set, int rc,
			 const struct error *err)
{
	const struct gate_advice a = {
		.env = f->env, .opts = f->opts, .side = set->side, .n_sides = set->n,
	};
	bool refused = rc < 0 && err->kind == ERROR_USAGE && !f->opts->gate.limited;

	if (!f->advice->len && (refused || f->total.why.kind == ERROR_UNSUPPORTED ||
				f->total.n_skipped))
		gate_advice_add(f->advice, &a);
}

/* Compares a benchmark of the candidate with the one of the baseline. */
static int evaluate_pair(struct gate_files *f, const struct benchmark_place *place, struct error *err)
{
	struct benchmark *b[2] = { benchmark_set_at(&f->benchmarks, place[0]),
				   benchmark_set_at(&f->benchmarks, place[1]) };
	LOCAL(comparison_set) set = { .ignored = session_ignored(&f->opts->session) };
	struct report report[2];
	struct error lost = ERROR_INIT;
	int rc = 0;

	for (size_t i = 0; i < 2 && rc == 0; i++)
		rc = comparison_set_add_saved(&set, &report[i], b[i], options_rows(f->opts), err);
	if (rc == 0)
		rc = compare_pair(f, &set, f->opts->session.name || strcmp(b[0]->name, b[1]->name) == 0, err);
	if (rc == 0 && f->opts->gate.history)
		rc = gate_history_add(&f->history, f->opts, &set.comparison, 1, err);
	if (rc == 0) {
		where_show_saved(&set.comparison, b, &f->opts->session);
		add_status(f, &set.comparison);
		gate_output_comparison(&f->report, &set.comparison, error_slot(&f->write_error, &lost));
	}
	advise_files(f, &set, rc, err);
	return rc;
}

/*
 * A result that is in one file only fails the gate, as a missing benchmark has not passed.  If each file
 * has one result, their names may differ ("main", "topic"), but not their commands.
 */
static void add_unpaired(struct gate_files *f, size_t alone)
{
	struct error why = ERROR_INIT;

	if (!alone)
		return;
	error_set(&why, ERROR_NOT_FOUND, 0, "%zu result%s in one of the two files only", alone,
		  alone == 1 ? " is" : "s are");
	error_hint(&why, "--name chooses one benchmark; --save puts one into the baseline");
	gate_total_fail(&f->total, STATUS_UNMEASURED, &why);
	if (f->opts->gate.github)	/* no row of the report tells it */
		gate_output_annotate(f->env, "error", &why);
	f->total.annotated = true;
}

static void report_alone(void *context, const struct benchmark_file *file, const struct benchmark *b)
{
	struct gate_files *f = context;

	(void)file;
	gate_output_left_out(&f->report, &(struct left_out){ .name = b->name });
}

static int evaluate_all(struct gate_files *f, struct error *err)
{
	const struct benchmark_set *all = &f->benchmarks;
	struct benchmark_place place[2];
	struct error lost = ERROR_INIT;
	size_t pairs = 0, n = all->file[0].all.n;
	int rc = 0;

	for (size_t i = 0; i < n; i++)
		pairs += benchmark_set_namesakes(place, all, i) > 1;
	f->several = pairs > 1;
	for (size_t i = 0; i < n && rc == 0; i++)
		if (benchmark_set_namesakes(place, all, i) > 1)
			rc = evaluate_pair(f, place, err);
	if (rc < 0)
		return -1;
	if (!f->opts->session.quiet)
		benchmark_set_say_alone(all, f->env);
	benchmark_set_each_alone(all, report_alone, f);
	add_unpaired(f, n + all->file[1].all.n - 2 * pairs);
	gate_output_end(&f->report, error_slot(&f->write_error, &lost));
	gate_history_write(&f->history, f->env, f->opts, true, error_slot(&f->write_error, &lost));
	return 0;
}

int gate_files(const struct env *env, const struct options *o, struct gate_end *end, struct error *err)
{
	struct gate_files f = { .env = env, .opts = o, .advice = &end->advice,
				.total = GATE_TOTAL_INIT, .write_error = ERROR_INIT };
	char *paths[] = { (char *)(uintptr_t)o->gate.baseline, (char *)(uintptr_t)o->gate.candidate };
	struct error lost = ERROR_INIT;
	int rc = gate_history_check(o, err);

	if (rc == 0)
		rc = benchmark_set_open(&f.benchmarks, env, paths, 2, o->session.name, err);
	if (rc == 0)
		rc = output_open(&f.out, env, o, err);
	f.report = (struct gate_output){ .env = env, .opts = o, .out = &f.out };
	if (rc == 0)
		rc = evaluate_all(&f, err);
	rc = error_keep_first(err, &f.write_error, rc);	/* nothing is written after another error */
	gate_output_release(&f.report);
	if (output_close(&f.out, rc < 0 ? &lost : err) < 0)
		rc = -1;
	benchmark_set_release(&f.benchmarks);
	gate_history_release(&f.history);
	if (rc < 0)
		return -1;
	end->annotated = f.total.annotated;
	return gate_total_end(&f.total, err);
}
