/* SPDX-License-Identifier: MIT */
#include "session/where_run.h"

#include <stdlib.h>

#include "base/env.h"
#include "base/mem.h"
#include "benchmark/benchmark.h"
#include "compare/comparison.h"
#include "compare/comparison_where.h"
#include "host/valgrind.h"
#include "session/session.h"
#include "session/session_run.h"
#include "where/program_where.h"
#include "where/row_callers.h"

static bool has_valgrind(const struct session *s)
{
	char *path = valgrind_find(s->env->root);
	bool yes = path != NULL;

	free(path);
	return yes;
}

/* Whether lines are asked for that the runs so far do not tell. */
static bool needs_runs(const struct session *s)
{
	return s->opts->where && !s->over && !s->opts->dry_run &&
	       !events_emulated(&s->side[0].measure.b.events);
}

bool where_run_is_wanted(const struct session *s)
{
	return s->opts->where || (!s->opts->no_where && events_emulated(&s->side[0].measure.b.events));
}

/* Runs a side under valgrind so often; what hinders it becomes the reason why there are no lines. */
static bool run_lines(struct session *s, struct session_side *side, int runs)
{
	LOCAL(str) why = {0};

	for (int i = 0; i < runs && !why.len; i++)
		session_run_lines(s, side, &why);
	if (why.len)
		program_where_set_absent(&side->measure.b.where, why.text);
	return program_where_is_known(&side->measure.b.where);
}

/* Once every limit is surely kept there is nothing to explain. */
static bool is_of_use(const struct comparison *cmp)
{
	for (size_t i = 0; i < cmp->n_comparisons; i++) {
		enum verdict v = cmp->comparison[i].verdict;

		if (cmp->opts.mode == COMPARISON_PLAIN || verdict_is_beyond(v) || v == VERDICT_BETTER ||
		    v == VERDICT_UNSURE)
			return true;
	}
	return false;
}

void where_run_make(struct session *s, const struct comparison *cmp, const struct program_where *base)
{
	bool saved = cmp->n_sides > s->n, known = !saved || (base && program_where_is_known(base));

	if (!needs_runs(s) || cmp->opts.mode == COMPARISON_SELFTEST || !is_of_use(cmp))
		return;
	for (size_t i = 0; i < s->n && known; i++)
		known = run_lines(s, &s->side[i], i || saved ? 1 : 2);
}

void where_run_make_alone(struct session *s)
{
	if (needs_runs(s))
		run_lines(s, s->side, 1);
}

/* By side; owned. */
static struct program_where **list_where(struct session *s, const struct comparison *cmp,
					 struct program_where *base)
{
	struct program_where **where = mem_zeroed(cmp->n_sides, sizeof(*where));
	size_t first = cmp->n_sides - s->n;	/* sides that the session did not run */

	if (first)
		where[0] = base;
	for (size_t i = 0; i < s->n; i++)
		where[first + i] = &s->side[i].measure.b.where;
	return where;
}

/* --- callers ----------------------------------------------------------------------------------------- */

static struct where_block *block_of(struct comparison *cmp, size_t side)
{
	return cmp->where && cmp->where[side].block.present ? &cmp->where[side].block : NULL;
}

static struct side_calls calls_of(struct session_side *side, struct program_where *where)
{
	return (struct side_calls){ .calls = side && side->calls.n_processes ? &side->calls : NULL,
				    .sources = &where->sources };
}

static void show_callers(struct session *s, struct comparison *cmp, struct program_where *const *where)
{
	size_t first = cmp->n_sides - s->n;

	for (size_t i = 1; i < cmp->n_sides; i++) {
		struct where_block *w = block_of(cmp, i);
		struct side_calls a, b;

		if (!w)
			continue;
		a = calls_of(first ? NULL : s->side, where[0]);
		b = calls_of(&s->side[i - first], where[i]);
		row_callers_add(w, &a, &b);
	}
}

void where_run_find_callers(struct session *s, struct comparison *cmp, struct program_where *base)
{
	size_t first = cmp->n_sides - s->n;
	FREED struct program_where **where = NULL;
	bool known = first > 0;		/* the base, or it is a saved result */

	for (size_t i = 1; i < cmp->n_sides && !s->over; i++) {
		struct where_block *w = block_of(cmp, i);

		if (!w || !row_callers_are_wanted(w))
			continue;
		known = known || session_run_calls(s, s->side);
		if (!known)
			return;		/* what the base lacks, the others would lack, too */
		session_run_calls(s, &s->side[i - first]);
	}
	where = list_where(s, cmp, base);
	show_callers(s, cmp, where);
}

/* ---------------------------------------------------------------------------------------------------- */

void where_run_show(struct session *s, struct comparison *cmp, struct program_where *base)
{
	FREED struct program_where **where = NULL;

	if (s->opts->no_where || !cmp->n_sides)
		return;
	where = list_where(s, cmp, base);
	comparison_add_where(cmp, where, s->opts->where);
	show_callers(s, cmp, where);
	if (!s->opts->where && !comparison_counts_instructions(cmp) &&
	    cmp->opts.mode != COMPARISON_SELFTEST && comparison_is_slower(cmp) && has_valgrind(s))
		comparison_add_note(cmp, GRAVITY_NOTE, -1, "where",
				    "--where names the lines of code whose instructions have changed");
}

void where_show_saved(struct comparison *cmp, struct benchmark *const *side, const struct session_opts *o)
{
	FREED struct program_where **where = mem_zeroed(cmp->n_sides, sizeof(*where));

	for (size_t i = 0; i < cmp->n_sides; i++)
		where[i] = &side[i]->where;
	if (!o->no_where)
		comparison_add_where(cmp, where, false);
}
