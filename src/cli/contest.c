/* SPDX-License-Identifier: MIT */
/* From reports to a judgement, in the steps that all who compare share. */
#include "cli/contest.h"

#include <stdlib.h>

#include "base/mem.h"
#include "cli/ending.h"

int contest_add(struct contest *c, const struct report *r, struct error *err)
{
	const struct side_opts o = { .ignored = ending_ignored(c->opts) };

	c->side = mem_resize(c->side, c->n + 1, sizeof(*c->side));
	c->side[c->n] = (struct side){0};
	return side_build(&c->side[c->n++], r, &o, err);
}

int contest_judge(struct contest *c, const struct judgement_opts *o, const struct compare_opts *how,
		  struct error *err)
{
	struct judgement *j = &c->judgement;

	if (judgement_build(j, c->side, c->n, o, err) < 0)
		return -1;
	compare_all(j->comparison, j->n_comparisons, how);
	judgement_conclude(j);
	return 0;
}

void contest_clear(struct contest *c)
{
	for (size_t i = 0; i < c->n; i++)
		side_release(&c->side[i]);
	free(c->side);
	c->side = NULL;
	c->n = 0;
}

void contest_release(struct contest *c)
{
	judgement_release(&c->judgement);
	contest_clear(c);
}
