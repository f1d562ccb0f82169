/* SPDX-License-Identifier: MIT */
/* Turns reports into samples, compares them with the first, and notes what may have disturbed the runs. */
#include "session/comparison_set.h"

#include <stdlib.h>
#include <string.h>

#include "base/env.h"
#include "base/mem.h"
#include "benchmark/benchmark.h"
#include "benchmark/report.h"
#include "compare/power.h"
#include "host/file.h"
#include "session/session.h"

void comparison_set_add_empty(struct comparison_set *set)
{
	set->side = mem_resize(set->side, set->n + 1, sizeof(*set->side));
	set->side[set->n++] = (struct samples){0};
}

int comparison_set_add(struct comparison_set *set, const struct report *r, struct error *err)
{
	comparison_set_add_empty(set);
	return samples_build(&set->side[set->n - 1], r, set->ignored, err);
}

int comparison_set_add_saved(struct comparison_set *set, struct report *r, struct benchmark *b,
			     const struct aggr_opts *rows, struct error *err)
{
	if (benchmark_regroup(b, rows, err) < 0)
		return -1;
	benchmark_report(r, b);
	return comparison_set_add(set, r, err);
}

void comparison_set_inject(struct comparison_set *set, double change)
{
	for (size_t s = 1; s < set->n && change > 0; s++)
		for (size_t i = 0; i < set->side[s].rows.n; i++) {
			struct sample_row *row = &set->side[s].rows.row[i];

			power_inject(row->value, set->side[s].n_rounds,
				     row->better == BETTER_HIGHER ? -change : change);
		}
}

int comparison_set_compare(struct comparison_set *set, const struct comparison_opts *o,
			   const struct compare_opts *how, struct error *err)
{
	struct comparison *cmp = &set->comparison;

	if (comparison_build(cmp, set->side, set->n, o, err) < 0)
		return -1;
	compare_all(cmp->comparison, cmp->n_comparisons, how);
	comparison_conclude(cmp);
	return 0;
}

void comparison_set_note_machine(struct comparison_set *set, const struct session *s)
{
	static const double stolen_most = 0.01, load_most = 0.5;	/* of each CPU */
	struct comparison *cmp = &set->comparison;
	const struct host_facts *host = &s->side[0].measure.b.host;
	struct disturbance now;
	double stolen;

	if (s->n_again)
		comparison_add_note(cmp, GRAVITY_WARNING, -1, "run-again", "%s; it was made once more%s",
				    s->again.message, s->n_again > 1 ? ", as others were" : "");
	if (file_stdin_has_text())	/* at the end, as who writes into a pipe may start late */
		comparison_add_note(cmp, GRAVITY_NOTE, -1, "input",
				    "stdin has text, and the commands read nothing of it: sh -c './prog < file' "
				    "reads a file");
	disturbance_read(&now, s->env->root);
	stolen = disturbance_stolen(&s->noise, &now);
	if (host->governor && strcmp(host->governor, "performance") != 0)
		comparison_add_note(cmp, GRAVITY_WARNING, -1, "governor",
				    "the frequency governor is %s, not performance: clock rates may "
				    "change between runs", host->governor);
	if (host->turbo == 1)
		comparison_add_note(cmp, GRAVITY_NOTE, -1, "turbo",
				    "turbo is on: clock rates depend on heat and on what other CPUs do");
	if (host->cpus > 0 && s->noise.load > load_most * host->cpus)
		comparison_add_note(cmp, GRAVITY_WARNING, -1, "load",
				    "other programs were busy before the first run: the load was %.2f on %d CPU%s",
				    s->noise.load, host->cpus, host->cpus == 1 ? "" : "s");
	if (stolen > stolen_most)
		comparison_add_note(cmp, GRAVITY_WARNING, -1, "steal",
				    "the hypervisor gave %.1f %% of the CPU time to others during the runs",
				    100 * stolen);
}

void comparison_set_clear(struct comparison_set *set)
{
	for (size_t i = 0; i < set->n; i++)
		samples_release(&set->side[i]);
	free(set->side);
	set->side = NULL;
	set->n = 0;
}

void comparison_set_release(struct comparison_set *set)
{
	comparison_release(&set->comparison);
	comparison_set_clear(set);
}
