/* SPDX-License-Identifier: MIT */
#include "compare/comparison_where.h"

#include <math.h>

#include "base/mem.h"
#include "base/str.h"
#include "compare/comparison.h"
#include "where/line_changes.h"
#include "where/program_libraries.h"
#include "where/program_where.h"

static const double least_change = 0.0005;

/* --- which row -------------------------------------------------------------------------------------- */

/* The row of the whole program's instructions; n_rows: there is none. */
static size_t instructions_row(const struct comparison *cmp)
{
	size_t i = 0;

	while (i < cmp->n_rows && !(cmp->row[i].of->emulated && !cmp->row[i].of->part &&
				    str_same(cmp->row[i].of->name, COMPARISON_WHERE_ROW)))
		i++;
	return i;
}

static bool has_values(const struct row_comparison *c)
{
	return c->before.n && c->after.n;
}

bool comparison_counts_instructions(const struct comparison *cmp)
{
	size_t row = instructions_row(cmp);

	return row < cmp->n_rows && cmp->n_sides > 1 && has_values(comparison_row(cmp, 1, row));
}

/* Beyond its limit in one of the directions, or without a limit a change that is no chance. */
static bool has_changed(const struct row_comparison *c)
{
	if (row_comparison_is_checked(c))
		return verdict_is_beyond(c->verdict) || c->verdict == VERDICT_BETTER;
	return has_values(c) && fabs(row_comparison_of_medians(c)) >= least_change;
}

static bool is_worse_time(const struct comparison *cmp, size_t side, size_t row)
{
	const struct row_comparison *c = comparison_row(cmp, side, row);

	if (cmp->row[row].of->class != CLASS_TIME)
		return false;
	return cmp->opts.mode == COMPARISON_PLAIN ? c->leaning > 0 : c->verdict == VERDICT_WORSE;
}

/* The first time that is worse; n_rows: none is. */
static size_t worse_time(const struct comparison *cmp, size_t side)
{
	size_t row = 0;

	while (row < cmp->n_rows && !is_worse_time(cmp, side, row))
		row++;
	return row;
}

bool comparison_is_slower(const struct comparison *cmp)
{
	for (size_t side = 1; side < cmp->n_sides; side++)
		if (worse_time(cmp, side) < cmp->n_rows)
			return true;
	return false;
}

static int badness_of(const struct row_comparison *c)
{
	if (c->verdict == VERDICT_WORSE)
		return 4;
	if (c->verdict == VERDICT_BETTER || c->verdict == VERDICT_TOO_GOOD)
		return 3;
	return c->leaning > 0 ? 2 : c->leaning < 0;
}

/* The row that the lines were asked for. */
static size_t worst_row(const struct comparison *cmp, size_t side)
{
	size_t worst = 0;

	for (size_t row = 1; row < cmp->n_rows; row++)
		if (badness_of(comparison_row(cmp, side, row)) > badness_of(comparison_row(cmp, side, worst)))
			worst = row;
	return worst;
}

/* --- the lines -------------------------------------------------------------------------------------- */

static bool is_known(const struct program_where *w)
{
	return w && program_where_is_known(w);
}

/* Why a side has no lines; a side that was not run for them, as the other one has none, has no reason. */
static void add_absent(struct str *out, const struct program_where *w, const char *side)
{
	if (w && !is_known(w) && w->block.absent)
		str_addf(out, "%s%s: %s", out->len ? "; " : "", side, w->block.absent);
}

/* "": both sides have lines. */
static void find_absent(struct str *out, const struct program_where *a, const struct program_where *b)
{
	add_absent(out, a, "A");
	add_absent(out, b, "B");
	if (out->len || (is_known(a) && is_known(b)))
		return;
	if (a && b)
		str_addf(out, "%s: the saved result has no lines", is_known(a) ? "B" : "A");
	else
		str_add(out, "a history keeps no lines, but --save FILE keeps those of the newest result");
}

/* NULL: of a saved result there are none, as what its paths name now is another text. */
static struct source_texts *sources_of(struct program_where *w)
{
	return w->last.n_processes ? &w->sources : NULL;
}

static void build_block(struct where_block *out, struct program_where *a, struct program_where *b)
{
	LOCAL(code_rows) again = {0};
	bool twice = a->before.n_processes > 0;

	program_where_sum(a);
	program_where_sum(b);
	if (twice)
		code_rows_build(&again, &a->before, &a->sources);
	line_changes_build(out, &a->rows, twice ? &again : NULL, &b->rows,
			   sources_of(a), sources_of(b), WHERE_ROWS);
	out->libraries_known = a->libraries.known && b->libraries.known;
	out->n_libraries = program_libraries_compare(&out->library, &a->libraries, &b->libraries);
	notes_copy(&out->notes, &a->block.notes);
	notes_merge(&out->notes, &b->block.notes);
}

static void add_block(struct comparison *cmp, size_t side, size_t row, struct program_where *a,
		      struct program_where *b)
{
	struct comparison_where *to;
	LOCAL(str) why = {0};

	if (!cmp->where)
		cmp->where = mem_zeroed(cmp->n_sides, sizeof(*cmp->where));
	to = &cmp->where[side];
	to->row = row;
	find_absent(&why, a, b);
	if (why.len)
		to->block.absent = mem_copy_text(why.text);
	else
		build_block(&to->block, a, b);
}

/* Of two saved results that are older than this block nobody expects it. */
static bool is_expected(const struct program_where *a, const struct program_where *b)
{
	return is_known(a) || is_known(b) || (a && a->block.absent) || (b && b->block.absent);
}

/* --- no cause in the instructions --------------------------------------------------------------------- */

static bool instructions_are_same(const struct comparison *cmp, size_t side)
{
	const struct where_block *w = comparison_where_of(cmp, side);
	size_t row = instructions_row(cmp);
	const struct row_comparison *c;

	if (w && w->present)
		return w->before &&
		       fabs((double)w->after - (double)w->before) < least_change * (double)w->before;
	if (row == cmp->n_rows)
		return false;
	c = comparison_row(cmp, side, row);
	return has_values(c) && fabs(row_comparison_of_medians(c)) < least_change;
}

static void note_other_cause(struct comparison *cmp, size_t side)
{
	size_t row = worse_time(cmp, side);

	if (row < cmp->n_rows && instructions_are_same(cmp, side))
		comparison_add_note(cmp, GRAVITY_NOTE, (int)side, "not-instructions",
				    "%s got worse and the instructions did not: the cause is waiting, caches, "
				    "the kernel or the clock rate; -e context-switches,page-faults,"
				    "cache-misses,cycles may tell which", cmp->row[row].of->name);
}

/* ---------------------------------------------------------------------------------------------------- */

void comparison_add_where(struct comparison *cmp, struct program_where *const *where, bool asked)
{
	size_t row = instructions_row(cmp);

	if (cmp->opts.mode == COMPARISON_SELFTEST || !cmp->n_rows)
		return;
	for (size_t side = 1; side < cmp->n_sides; side++) {
		bool counted = row < cmp->n_rows;

		bool wanted = counted ? has_changed(comparison_row(cmp, side, row)) : asked;

		if (wanted && is_expected(where[0], where[side]))
			add_block(cmp, side, counted ? row : worst_row(cmp, side), where[0], where[side]);
		note_other_cause(cmp, side);
	}
}

const struct where_block *comparison_where_of(const struct comparison *cmp, size_t side)
{
	const struct where_block *w = cmp->where ? &cmp->where[side].block : NULL;

	return w && (w->present || w->absent) ? w : NULL;
}

const struct where_block *comparison_where(const struct comparison *cmp, size_t side, size_t row)
{
	return cmp->where && cmp->where[side].row == row ? comparison_where_of(cmp, side) : NULL;
}
