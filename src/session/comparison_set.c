/* SPDX-License-Identifier: MIT */
/* Turns reports into sides, compares the sides with the first, and notes what disturbed the runs. */
#include "session/comparison_set.h"

#include <stdlib.h>
#include <string.h>

#include "base/env.h"
#include "base/mem.h"
#include "session/session.h"

int comparison_add(struct comparison_set *set, const struct report *r, struct error *err)
{
	const struct side_opts o = { .ignored = set->ignored };

	set->side = mem_resize(set->side, set->n + 1, sizeof(*set->side));
	set->side[set->n] = (struct side){0};
	return side_build(&set->side[set->n++], r, &o, err);
}

int comparison_judge(struct comparison_set *set, const struct judgement_opts *o,
		     const struct compare_opts *how, struct error *err)
{
	struct judgement *j = &set->judgement;

	if (judgement_build(j, set->side, set->n, o, err) < 0)
		return -1;
	compare_all(j->comparison, j->n_comparisons, how);
	judgement_conclude(j);
	return 0;
}

void comparison_note_machine(struct comparison_set *set, const struct session *s)
{
	static const double stolen_most = 0.01, load_most = 0.5;	/* of each CPU */
	struct judgement *j = &set->judgement;
	const struct host *host = &s->side[0].measure.b.host;
	struct noise now;
	double stolen;

	noise_read(&now, s->env->root);
	stolen = noise_stolen(&s->noise, &now);
	if (host->governor && strcmp(host->governor, "performance") != 0)
		judgement_note(j, GRAVITY_WARNING, -1, "governor",
			       "the frequency governor is %s, not performance: clocks may change "
			       "between runs", host->governor);
	if (host->turbo == 1)
		judgement_note(j, GRAVITY_NOTE, -1, "turbo",
			       "turbo is on: clocks depend on heat and on what other CPUs do");
	if (host->cpus > 0 && s->noise.load > load_most * host->cpus)
		judgement_note(j, GRAVITY_WARNING, -1, "load",
			       "others were busy before the first run: the load was %.2f on %d CPU%s",
			       s->noise.load, host->cpus, host->cpus == 1 ? "" : "s");
	if (stolen > stolen_most)
		judgement_note(j, GRAVITY_WARNING, -1, "steal",
			       "the hypervisor gave %.1f %% of the CPUs' time to others meanwhile",
			       100 * stolen);
}

void comparison_clear(struct comparison_set *set)
{
	for (size_t i = 0; i < set->n; i++)
		side_release(&set->side[i]);
	free(set->side);
	set->side = NULL;
	set->n = 0;
}

void comparison_release(struct comparison_set *set)
{
	judgement_release(&set->judgement);
	comparison_clear(set);
}
