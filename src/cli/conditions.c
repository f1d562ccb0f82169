/* SPDX-License-Identifier: MIT */
/*
 * What moved the times, if it was not the program?  Counts of user mode hardly care; cycles and
 * clocks do.
 */
#include "cli/conditions.h"

#include <string.h>

#include "host/host.h"
#include "out/judgement.h"

void conditions_begin(struct conditions *c, const struct rootfs *root)
{
	noise_read(&c->before, root);
}

void conditions_note(const struct conditions *c, const struct rootfs *root, const struct host *host,
		     struct judgement *j)
{
	static const double stolen_most = 0.01, load_most = 0.5;	/* of each CPU */
	struct noise now;
	double stolen;

	noise_read(&now, root);
	stolen = noise_stolen(&c->before, &now);
	if (host->governor && strcmp(host->governor, "performance") != 0)
		judgement_note(j, GRAVITY_WARNING, -1, "governor",
			       "the frequency governor is %s, not performance: clocks may change "
			       "between runs", host->governor);
	if (host->turbo == 1)
		judgement_note(j, GRAVITY_NOTE, -1, "turbo",
			       "turbo is on: clocks depend on heat and on what other CPUs do");
	if (host->cpus > 0 && c->before.load > load_most * host->cpus)
		judgement_note(j, GRAVITY_WARNING, -1, "load",
			       "others were busy before the first run: the load was %.2f on %d CPU%s",
			       c->before.load, host->cpus, host->cpus == 1 ? "" : "s");
	if (stolen > stolen_most)
		judgement_note(j, GRAVITY_WARNING, -1, "steal",
			       "the hypervisor gave %.1f %% of the CPUs' time to others meanwhile",
			       100 * stolen);
}
