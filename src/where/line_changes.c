/* SPDX-License-Identifier: MIT */
/* Turns places that two programs have into the rows of a block, and adds up what these do not show. */
#include "where/line_changes.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "where/code_rows.h"
#include "where/place_match.h"
#include "where/where_block.h"

/* A row explains something from this share of the changes of all rows on. */
static const double least_share = 0.005;
/* How far a line may be from the one that was edited, and how much less that one may have changed. */
enum { NEAR_LINES = 3, LEAST_PART = 10 };

struct ranked_row {
	struct where_row row;
	const struct code_place *at;	/* borrowed */
};

static uint64_t magnitude(int64_t change)
{
	return change < 0 ? -(uint64_t)change : (uint64_t)change;
}

static uint64_t count_of(const struct code_row *row)
{
	return row ? row->count : 0;
}

static uint64_t difference(uint64_t a, uint64_t b)
{
	return a > b ? a - b : b - a;
}

/* The side that the row names: B, unless only A has it. */
static struct where_row name_row(const struct code_place *p)
{
	const struct code_row *from = p->b ? p->b : p->a;

	return (struct where_row){
		.kind = from->line ? WHERE_LINE : *from->function ? WHERE_FUNCTION : WHERE_UNKNOWN,
		.file = from->file, .function = from->function, .object = "", .line = from->line,
		.text = from->text, .calls_from = "", .is_new = !p->in_a, .is_gone = !p->in_b,
		.is_edited = p->a && p->b && p->a->hash && p->b->hash && p->a->hash != p->b->hash,
		.before = count_of(p->a), .after = count_of(p->b),
	};
}

/* most_a, most_b: what a row may have executed that the side's result did not keep. */
static struct where_row change_of(const struct code_place *p, uint64_t most_a, uint64_t most_b)
{
	struct where_row row = name_row(p);

	if (!p->a && !p->in_a && most_a) {
		row.is_new = false;
		row.before_at_most = true;
		row.before = most_a;
	}
	if (!p->b && !p->in_b && most_b) {
		row.is_gone = false;
		row.after_at_most = true;
		row.after = most_b;
	}
	row.change = (int64_t)(row.after - row.before);
	if ((row.before_at_most && row.change < 0) || (row.after_at_most && row.change > 0))
		row.change = 0;		/* it may be one */
	return row;
}

static bool is_within_spread(const struct code_place *p, const struct where_row *row, bool again)
{
	return again && magnitude(row->change) <= difference(count_of(p->a), count_of(p->again));
}

static int by_change(const void *x, const void *y)
{
	const struct where_row *a = &((const struct ranked_row *)x)->row;
	const struct where_row *b = &((const struct ranked_row *)y)->row;
	uint64_t size_a = magnitude(a->change), size_b = magnitude(b->change);
	int order;

	if (size_a != size_b)
		return size_a > size_b ? -1 : 1;
	if (a->change != b->change)
		return a->change > b->change ? -1 : 1;
	order = strcmp(a->file, b->file);
	if (!order)
		order = (a->line > b->line) - (a->line < b->line);
	return order ? order : strcmp(a->function, b->function);
}

/* Whether the text of the line is of one side only, or another one. */
static bool is_edited(const struct ranked_row *r)
{
	return r->row.kind == WHERE_LINE && (r->row.is_new || r->row.is_gone || r->row.is_edited);
}

static bool is_near(const struct ranked_row *r, const struct ranked_row *edited)
{
	bool in_b = edited->at->b != NULL;
	const struct code_row *x = in_b ? r->at->b : r->at->a, *y = in_b ? edited->at->b : edited->at->a;

	return r->row.kind == WHERE_LINE && x && y && strcmp(x->file, y->file) == 0 &&
	       (x->line > y->line ? x->line - y->line : y->line - x->line) <= NEAR_LINES;
}

/*
 * A compiler makes other code for the head of a loop if a line inside is edited, and that may be most of the
 * change.  So the edited line comes before the lines around it.
 */
static void put_edits_first(struct ranked_row *ranked, size_t n, size_t most)
{
	for (size_t i = 0; i < n && i < most; i++) {
		size_t k = i + 1;

		if (is_edited(&ranked[i]))
			continue;
		while (k < n && !(is_edited(&ranked[k]) && is_near(&ranked[i], &ranked[k])))
			k++;
		if (k < n && magnitude(ranked[k].row.change) >=
				     magnitude(ranked[i].row.change) / LEAST_PART) {
			const struct ranked_row edited = ranked[k];

			memmove(&ranked[i + 1], &ranked[i], (k - i) * sizeof(*ranked));
			ranked[i] = edited;
		}
	}
}

/* Whether the rows of a side are all that it executed. */
static bool is_whole(const struct code_rows *rows)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < rows->n; i++)
		sum += rows->row[i].count;
	return !rows->rest && sum == rows->total;
}

/* Whether code without symbols changed so little that what it did does not matter. */
static bool is_known(const struct where_row *row, size_t n, uint64_t total)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < n; i++)
		if (row[i].kind == WHERE_UNKNOWN)
			sum += (uint64_t)row[i].change;
	return (double)magnitude((int64_t)sum) <= least_share * (double)total;
}

/* Moves a row from the others to those that are shown. */
static void show_row(struct where_block *out, const struct where_row *row)
{
	uint64_t total = out->after - out->before;
	struct where_row *to = &out->row[out->n_rows++];

	*to = *row;
	to->share = total ? (double)to->change / (double)(int64_t)total : 0;
	out->n_others--;
	out->others_change = (int64_t)((uint64_t)out->others_change - (uint64_t)to->change);
}

/* Keeps the rows that matter, of n that are sorted; what they do not show are the others. */
static void cut_rows(struct where_block *out, size_t n, size_t most_rows)
{
	double all = 0;

	for (size_t i = 0; i < n; i++)
		all += (double)magnitude(out->row[i].change);
	out->n_others = n;
	out->others_change = (int64_t)(out->after - out->before);
	while (out->n_rows < n && out->n_rows < most_rows &&
	       (double)magnitude(out->row[out->n_rows].change) >= least_share * all)
		show_row(out, &out->row[out->n_rows]);
}

/* An edited line may do little itself, such as call what does more: if no row is one, two are added. */
static void add_edits(struct where_block *out, const struct ranked_row *ranked, size_t n)
{
	enum { EDITS_MOST = 2 };
	size_t shown = out->n_rows;

	for (size_t i = 0; i < shown; i++)
		if (is_edited(&ranked[i]) && !ranked[i].row.is_gone)
			return;
	for (size_t i = shown; i < n && out->n_rows < shown + EDITS_MOST; i++)
		if (is_edited(&ranked[i]) && !ranked[i].row.is_gone)
			show_row(out, &ranked[i].row);
}

/* The heaviest first, but see put_edits_first(). */
static void rank(struct where_block *out, struct ranked_row *ranked, size_t n, size_t most_rows)
{
	if (n)
		qsort(ranked, n, sizeof(*ranked), by_change);
	put_edits_first(ranked, n, most_rows);
	out->row = mem_zeroed(n + 1, sizeof(*out->row));
	for (size_t i = 0; i < n; i++)
		out->row[i] = ranked[i].row;
}

void line_changes_build(struct where_block *out, const struct code_rows *a, const struct code_rows *a_again,
			const struct code_rows *b, struct source_texts *sources_a,
			struct source_texts *sources_b, size_t most_rows)
{
	uint64_t most_a = code_rows_at_most(a), most_b = code_rows_at_most(b);
	LOCAL(places) p = {0};
	FREED struct ranked_row *ranked = NULL;
	size_t n = 0;

	where_block_release(out);
	*out = (struct where_block){ .present = true, .is_change = true,
				     .before = a->total, .after = b->total };
	places_match(&p, a, a_again, b, sources_a, sources_b);
	ranked = mem_zeroed(p.n + 1, sizeof(*ranked));
	for (size_t i = 0; i < p.n; i++) {
		struct where_row row = change_of(&p.place[i], most_a, most_b);

		if (row.change && !is_within_spread(&p.place[i], &row, a_again != NULL))
			ranked[n++] = (struct ranked_row){ row, &p.place[i] };
	}
	rank(out, ranked, n, most_rows);
	out->n_lines = p.n_again;
	out->n_spread = p.n_spread;
	out->explained = is_whole(a) && is_whole(b) &&
			 is_known(out->row, n, difference(a->total, b->total));
	cut_rows(out, n, most_rows);
	add_edits(out, ranked, n);
	out->row = mem_resize(out->row, out->n_rows + 1, sizeof(*out->row));
}
