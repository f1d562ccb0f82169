/* SPDX-License-Identifier: MIT */
/* Which tables does a report have? */
#include "out/parts.h"

#include <sys/wait.h>

#include "out/result.h"

void parts_each(struct str *out, const struct report *r, const struct style *s, part_visit *visit)
{
	struct part p = { .kind = PART_INTERVAL, .run = r->run_index + 1, .report = *r };

	if (!r->total) {
		visit(out, &p, s);
		return;
	}
	p.kind = PART_RUN;
	p.report.stats = p.report.elapsed = NULL;
	for (size_t i = 0; i < r->n_runs; i++) {
		p.run = r->run_index + i + 1;
		p.result = &r->run[i];
		p.report.table = &r->run[i].total;
		p.report.time_s = result_elapsed_s(p.result);
		visit(out, &p, s);
	}
	if (r->n_runs < 2)
		return;
	p = (struct part){ .kind = PART_MEAN, .report = *r };
	visit(out, &p, s);
}

int part_exit_status(const struct result *run)
{
	if (run->status < 0)
		return -1;
	return WIFSIGNALED(run->status) ? 128 + WTERMSIG(run->status) : WEXITSTATUS(run->status);
}
