/* SPDX-License-Identifier: MIT */
/* Matches lines by their texts, else by hashes or counts, and functions by their names. */
#include "where/place_match.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "where/common_lines.h"
#include "where/file_match.h"
#include "where/line_match.h"
#include "where/similar_lines.h"
#include "where/source_text.h"

enum { SIDE_A, SIDE_B, SIDE_AGAIN, SIDES };

struct place_side {
	bool is_b;
	struct code_row *row; size_t n;		/* sorted by file, line, function */
	size_t *file_of;			/* of each row */
	const char **file; size_t n_files;
	size_t *begin;				/* of each file the first row; [n_files]: their number */
	size_t *to;				/* for each row the row of the other side, or COMMON_NONE */
	struct line_place *there;		/* the line on the other side, executed or not; its file */
	size_t *source; size_t n_sources;	/* of each file, for line_match; COMMON_NONE: no text */
	size_t *file_of_source;
	size_t *partner;			/* of each file the file of the other side, or COMMON_NONE */
};

/* --- one side --------------------------------------------------------------------------------------- */

static int by_place(const void *x, const void *y)
{
	const struct code_row *a = x, *b = y;
	int order = strcmp(a->file, b->file);

	if (order)
		return order;
	if (a->line != b->line)
		return a->line < b->line ? -1 : 1;
	return a->line ? 0 : strcmp(a->function, b->function);
}

/* Sorts the rows and adds up those of one place. */
static void sort_rows(struct place_side *s)
{
	size_t n = 0;

	if (s->n)
		qsort(s->row, s->n, sizeof(*s->row), by_place);
	for (size_t i = 0; i < s->n; i++) {
		if (n && by_place(&s->row[n - 1], &s->row[i]) == 0)
			s->row[n - 1].count += s->row[i].count;
		else
			s->row[n++] = s->row[i];
	}
	s->n = n;
}

static void find_files(struct place_side *s)
{
	s->n_files = 0;
	for (size_t i = 0; i < s->n; i++) {
		if (!i || strcmp(s->row[i].file, s->row[i - 1].file) != 0) {
			s->file[s->n_files] = s->row[i].file;
			s->begin[s->n_files++] = i;
		}
		s->file_of[i] = s->n_files - 1;
	}
	s->begin[s->n_files] = s->n;
}

static size_t *none_of(size_t n)
{
	size_t *list = mem_resize(NULL, n + 1, sizeof(*list));

	for (size_t i = 0; i < n; i++)
		list[i] = COMMON_NONE;
	return list;
}

static void open_side(struct place_side *s, const struct code_rows *rows)
{
	size_t n = rows ? rows->n : 0;

	s->n = n;
	s->row = mem_zeroed(n + 1, sizeof(*s->row));
	if (n)
		memcpy(s->row, rows->row, n * sizeof(*s->row));
	s->file_of = mem_zeroed(n + 1, sizeof(*s->file_of));
	s->file = mem_zeroed(n + 1, sizeof(*s->file));
	s->begin = mem_zeroed(n + 2, sizeof(*s->begin));
	s->to = none_of(n);
	s->there = mem_zeroed(n + 1, sizeof(*s->there));
	s->source = none_of(n);
	s->file_of_source = none_of(n);
	s->partner = none_of(n);
	sort_rows(s);
	find_files(s);
}

static void close_side(struct place_side *s)
{
	free(s->row);
	free(s->file_of);
	free(s->file);
	free(s->begin);
	free(s->to);
	free(s->there);
	free(s->source);
	free(s->file_of_source);
	free(s->partner);
}

static const struct code_row *find_row(const struct place_side *s, const struct code_row *row)
{
	return s->n ? bsearch(row, s->row, s->n, sizeof(*row), by_place) : NULL;
}

static size_t find_line(const struct place_side *s, size_t file, size_t line)
{
	const struct code_row wanted = { .file = s->file[file], .line = (uint32_t)line };
	const struct code_row *found = find_row(s, &wanted);

	return found ? (size_t)(found - s->row) : COMMON_NONE;
}

static void pair_places(struct place_side *s, size_t a, size_t b)
{
	if (s[SIDE_A].to[a] != COMMON_NONE || s[SIDE_B].to[b] != COMMON_NONE)
		return;
	s[SIDE_A].to[a] = b;
	s[SIDE_B].to[b] = a;
}

/* The other side has it, executed or not. */
static bool has_partner(const struct place_side *s, size_t row)
{
	return s->to[row] != COMMON_NONE || s->there[row].line;
}

/* --- files ------------------------------------------------------------------------------------------ */

static void match_files_of(struct place_side *s)
{
	struct place_side *a = &s[SIDE_A], *b = &s[SIDE_B];
	FREED ptrdiff_t *partner = mem_zeroed(a->n_files + 1, sizeof(*partner));

	file_match(partner, a->file, a->n_files, b->file, b->n_files);
	for (size_t i = 0; i < a->n_files; i++)
		if (partner[i] != FILE_MATCH_NONE) {
			a->partner[i] = (size_t)partner[i];
			b->partner[partner[i]] = i;
		}
}

static bool has_lines(const struct place_side *s, size_t file)
{
	return s->row[s->begin[file + 1] - 1].line > 0;	/* the last row has the highest line */
}

/* Makes functions of the lines of a file. */
static void forget_lines(struct place_side *s, const char *file)
{
	for (size_t i = 0; i < s->n; i++)
		if (strcmp(s->row[i].file, file) == 0)
			s->row[i] = (struct code_row){ .file = s->row[i].file, .function = s->row[i].function,
						       .count = s->row[i].count };
}

/* Neither side shall have lines in a file where the other one has none. */
static void level_files(struct place_side *s)
{
	struct place_side *a = &s[SIDE_A], *b = &s[SIDE_B];
	bool changed = false;

	for (size_t i = 0; i < a->n_files; i++) {
		size_t p = a->partner[i];

		if (p == COMMON_NONE || has_lines(a, i) == has_lines(b, p))
			continue;
		changed = true;
		if (has_lines(b, p)) {
			forget_lines(b, b->file[p]);
		} else {
			forget_lines(&s[SIDE_AGAIN], a->file[i]);
			forget_lines(a, a->file[i]);
		}
	}
	for (size_t i = 0; changed && i < SIDES; i++) {	/* the files and their order stay */
		sort_rows(&s[i]);
		find_files(&s[i]);
	}
}

/* --- lines by their texts ----------------------------------------------------------------------------- */

static struct match_source *find_sources(struct place_side *s, struct source_texts *texts)
{
	struct match_source *list = mem_zeroed(s->n_files + 1, sizeof(*list));

	for (size_t i = 0; i < s->n_files; i++) {
		const struct source_text *t = has_lines(s, i) ? source_texts_get(texts, s->file[i]) : NULL;

		if (!t || t->state != SOURCE_READ)
			continue;
		s->source[i] = s->n_sources;
		s->file_of_source[s->n_sources] = i;
		list[s->n_sources++] = (struct match_source){ .path = s->file[i], .line = t->line,
							      .n = t->n };
	}
	return list;
}

typedef struct line_place find_place_of(const struct line_match *m, size_t source, size_t line);

static void find_there(struct place_side *s, const struct place_side *other, const struct line_match *m,
		       find_place_of *find)
{
	for (size_t i = 0; i < s->n; i++) {
		size_t source = s->source[s->file_of[i]];

		if (!s->row[i].line || source == COMMON_NONE)
			continue;
		s->there[i] = find(m, source, s->row[i].line);
		if (s->there[i].line)
			s->there[i].source = other->file_of_source[s->there[i].source];
	}
}

static void match_texts(struct place_side *s, struct source_texts *sources_a, struct source_texts *sources_b)
{
	struct place_side *a = &s[SIDE_A], *b = &s[SIDE_B];
	FREED struct match_source *list_a = find_sources(a, sources_a), *list_b = find_sources(b, sources_b);
	LOCAL(line_match) m = {0};

	line_match_build(&m, list_a, a->n_sources, list_b, b->n_sources);
	find_there(a, b, &m, line_match_find);
	find_there(b, a, &m, line_match_find_back);
	for (size_t i = 0; i < a->n; i++) {
		const struct line_place *p = &a->there[i];
		size_t row = p->line ? find_line(b, p->source, p->line) : COMMON_NONE;

		if (row != COMMON_NONE)
			pair_places(s, i, row);
	}
}

/* --- rows by a key ---------------------------------------------------------------------------------- */

/* What is the same for the same place; 0: it has none of these. */
typedef uint64_t row_key(const struct place_side *s, size_t row);

struct keyed_row {
	uint64_t key;
	size_t row;
	bool of_b;
};

static int by_key(const void *x, const void *y)
{
	const struct keyed_row *a = x, *b = y;

	if (a->key != b->key)
		return a->key < b->key ? -1 : 1;
	if (a->of_b != b->of_b)
		return a->of_b - b->of_b;
	return (a->row > b->row) - (a->row < b->row);
}

static size_t add_keys(struct keyed_row *to, const struct place_side *s, row_key *key, bool of_b)
{
	size_t n = 0;

	for (size_t i = 0; i < s->n; i++) {
		uint64_t k = !has_partner(s, i) ? key(s, i) : 0;

		if (k)
			to[n++] = (struct keyed_row){ .key = k, .row = i, .of_b = of_b };
	}
	return n;
}

/* Pairs the rows that are left and have the same key, in their order; only_one: if each side has only one. */
static void pair_by_key(struct place_side *s, row_key *key, bool only_one)
{
	FREED struct keyed_row *list = mem_zeroed(s[SIDE_A].n + s[SIDE_B].n + 1, sizeof(*list));
	size_t n = add_keys(list, &s[SIDE_A], key, false), end, b;

	n += add_keys(list + n, &s[SIDE_B], key, true);
	if (n)
		qsort(list, n, sizeof(*list), by_key);
	for (size_t i = 0; i < n; i = end) {
		for (b = i; b < n && list[b].key == list[i].key && !list[b].of_b;)
			b++;
		for (end = b; end < n && list[end].key == list[i].key;)
			end++;
		if (only_one && (b - i != 1 || end - b != 1))
			continue;
		for (size_t k = 0; i + k < b && b + k < end; k++)
			pair_places(s, list[i + k].row, list[b + k].row);
	}
}

static uint64_t mix(uint64_t a, uint64_t b)
{
	uint64_t x = (a ^ b * UINT64_C(0x9e3779b97f4a7c15)) * UINT64_C(0xff51afd7ed558ccd);

	x ^= x >> 32;
	return x ? x : 1;
}

/* The same number for the file of a row and its partner; 0: it has none. */
static uint64_t file_key(const struct place_side *s, size_t row)
{
	size_t file = s->file_of[row];

	if (s->partner[file] == COMMON_NONE)
		return 0;
	return 1 + (s->is_b ? s->partner[file] : file);
}

static uint64_t keys_of(const struct place_side *s, size_t row, uint64_t x, uint64_t y, uint64_t z)
{
	uint64_t file = file_key(s, row);

	return file && s->row[row].hash ? mix(mix(mix(file, x), y), z) : 0;
}

/* --- lines by the hashes of a saved result ------------------------------------------------------------ */

static uint64_t key_of_three(const struct place_side *s, size_t row)
{
	const struct code_row *r = &s->row[row];

	return keys_of(s, row, r->hash_before, r->hash, r->hash_after);
}

static uint64_t key_with_before(const struct place_side *s, size_t row)
{
	return keys_of(s, row, s->row[row].hash_before, s->row[row].hash, 0);
}

static uint64_t key_with_after(const struct place_side *s, size_t row)
{
	return keys_of(s, row, 0, s->row[row].hash, s->row[row].hash_after);
}

static uint64_t key_anywhere(const struct place_side *s, size_t row)
{
	const struct code_row *r = &s->row[row];

	return r->hash ? mix(mix(r->hash_before, r->hash), r->hash_after) : 0;
}

static uint64_t key_alone(const struct place_side *s, size_t row)
{
	return keys_of(s, row, 0, s->row[row].hash, 0);
}

static uint64_t key_of_neighbours(const struct place_side *s, size_t row)
{
	return keys_of(s, row, s->row[row].hash_before, 0, s->row[row].hash_after);
}

static uint64_t key_after_the_same(const struct place_side *s, size_t row)
{
	return keys_of(s, row, s->row[row].hash_before, 0, 0);
}

static uint64_t key_before_the_same(const struct place_side *s, size_t row)
{
	return keys_of(s, row, 0, 0, s->row[row].hash_after);
}

static void match_hashes(struct place_side *s)
{
	static const struct { row_key *key; bool only_one; } steps[] = {
		{ key_of_three, false }, { key_anywhere, true }, { key_with_before, true },
		{ key_with_after, true }, { key_alone, true }, { key_of_neighbours, true },
		{ key_after_the_same, true }, { key_before_the_same, true },
	};

	for (size_t i = 0; i < sizeof(steps) / sizeof(*steps); i++)
		pair_by_key(s, steps[i].key, steps[i].only_one);
}

/* The first line that is not executed and has the hashes of the row; or its hash, if it stands once. */
static size_t find_text(const struct place_side *s, size_t file, const struct source_text *t,
			const struct code_row *row)
{
	size_t n = 0, only = 0;

	for (size_t line = 1; line <= t->n; line++) {
		if (source_line_hash(source_line(t, line)) != row->hash)
			continue;
		n++;
		if (find_line(s, file, line) != COMMON_NONE)
			continue;
		only = line;
		if (source_line_hash(source_line(t, line - 1)) == row->hash_before &&
		    source_line_hash(source_line(t, line + 1)) == row->hash_after)
			return line;
	}
	return n == 1 ? only : 0;
}

/* A line of a saved result that the other side has, but does not execute, is not gone. */
static void find_unexecuted(struct place_side *s, const struct place_side *other, struct source_texts *texts)
{
	for (size_t i = 0; i < s->n; i++) {
		size_t file = s->partner[s->file_of[i]];
		const struct source_text *t;

		if (!s->row[i].hash || file == COMMON_NONE || has_partner(s, i))
			continue;
		t = source_texts_get(texts, other->file[file]);
		s->there[i] = (struct line_place){ file, find_text(other, file, t, &s->row[i]) };
	}
}

/* --- lines by their counts ---------------------------------------------------------------------------- */

struct count_lists {		/* the counts of the lines of a file and its partner */
	const struct code_row *a, *b;
};

static double share_of_counts(const void *of, size_t i, size_t j)
{
	const struct count_lists *c = of;
	uint64_t a = c->a[i].count, b = c->b[j].count;

	return a == b ? 1 : a < b ? (double)a / (double)b : (double)b / (double)a;
}

/* The rows a0..a1 and b0..b1 lie between rows that are matched. */
static void pair_between(struct place_side *s, size_t a0, size_t a1, size_t b0, size_t b1)
{
	const struct count_lists lists = { s[SIDE_A].row + a0, s[SIDE_B].row + b0 };
	size_t n = a1 - a0;
	FREED size_t *to = none_of(n);

	if (n == b1 - b0)
		for (size_t i = 0; i < n; i++)
			to[i] = i;
	else
		similar_match(to, n, b1 - b0, share_of_counts, &lists);
	for (size_t i = 0; i < n; i++)
		if (to[i] != COMMON_NONE)
			pair_places(s, a0 + i, b0 + to[i]);
}

static uint64_t *counts_of(const struct place_side *s, size_t from, size_t to)
{
	uint64_t *count = mem_zeroed(to - from + 1, sizeof(*count));

	for (size_t i = from; i < to; i++)
		count[i - from] = s->row[i].count;
	return count;
}

static void match_counts_of(struct place_side *s, size_t file)
{
	const struct place_side *a = &s[SIDE_A], *b = &s[SIDE_B];
	size_t p = a->partner[file], a0 = a->begin[file], a1 = a->begin[file + 1], b0 = b->begin[p];
	FREED size_t *to = none_of(a1 - a0);
	size_t b1 = b->begin[p + 1];
	FREED uint64_t *count_a = counts_of(a, a0, a1), *count_b = counts_of(b, b0, b1);
	size_t last_a = a0, last_b = b0;

	common_lines(to, count_a, a1 - a0, count_b, b1 - b0);
	for (size_t i = a0; i < a1; i++) {
		size_t at = to[i - a0];

		if (at == COMMON_NONE)
			continue;
		pair_between(s, last_a, i, last_b, b0 + at);
		pair_places(s, i, b0 + at);
		last_a = i + 1;
		last_b = b0 + at + 1;
	}
	pair_between(s, last_a, a1, last_b, b1);
}

static bool has_texts(const struct place_side *s, size_t file)
{
	return s->source[file] != COMMON_NONE || s->row[s->begin[file + 1] - 1].hash;
}

/* For files with lines, of which one side does not know the text. */
static void match_counts(struct place_side *s)
{
	const struct place_side *a = &s[SIDE_A], *b = &s[SIDE_B];

	for (size_t i = 0; i < a->n_files; i++) {
		size_t p = a->partner[i];

		if (p != COMMON_NONE && has_lines(a, i) && !(has_texts(a, i) && has_texts(b, p)))
			match_counts_of(s, i);
	}
}

/* --- functions ---------------------------------------------------------------------------------------- */

static uint64_t key_of_function(const struct place_side *s, size_t row)
{
	const struct code_row *r = &s->row[row];

	return r->line || !*r->function ? 0 : source_line_hash(r->function);
}

static uint64_t key_of_function_in_file(const struct place_side *s, size_t row)
{
	uint64_t file = *s->row[row].file ? file_key(s, row) : 1, function = key_of_function(s, row);

	return file && function ? mix(file, function) : 0;
}

/* Code without a symbol. */
static uint64_t key_of_unknown(const struct place_side *s, size_t row)
{
	const struct code_row *r = &s->row[row];

	return r->line || *r->function ? 0 : source_line_hash(r->file);
}

/* --- all ---------------------------------------------------------------------------------------------- */

static const struct code_row *row_of(const struct place_side *s, size_t row)
{
	return row == COMMON_NONE ? NULL : &s->row[row];
}

/* Where a row of b, which the first run of A does not have, is in A. */
static struct code_row place_in_a(const struct places *p, const struct code_row *b)
{
	const struct place_side *s = &p->side[SIDE_B];
	const struct line_place *there = &s->there[b - s->row];

	if (!there->line)
		return *b;
	return (struct code_row){ .file = p->side[SIDE_A].file[there->source],
				  .line = (uint32_t)there->line };
}

/* What the second run of A counted there. */
static void find_again(struct places *p)
{
	const struct place_side *again = &p->side[SIDE_AGAIN];
	size_t seen = 0;

	for (size_t i = 0; i < p->n; i++) {
		struct code_place *place = &p->place[i];
		struct code_row wanted = place->a ? *place->a : place_in_a(p, place->b);

		place->again = find_row(again, &wanted);
		if (!place->a)
			continue;
		seen += place->again != NULL;
		p->n_again++;
		p->n_spread += !place->again || place->again->count != place->a->count;
	}
	p->n_again += again->n - seen;
	p->n_spread += again->n - seen;
}

static void list_places(struct places *p)
{
	const struct place_side *a = &p->side[SIDE_A], *b = &p->side[SIDE_B];

	p->place = mem_zeroed(a->n + b->n + 1, sizeof(*p->place));
	for (size_t i = 0; i < a->n; i++)
		p->place[p->n++] = (struct code_place){ .a = &a->row[i], .b = row_of(b, a->to[i]),
						   .in_a = true, .in_b = has_partner(a, i) };
	for (size_t i = 0; i < b->n; i++)
		if (b->to[i] == COMMON_NONE)
			p->place[p->n++] = (struct code_place){ .b = &b->row[i], .in_b = true,
							   .in_a = has_partner(b, i) };
}

void places_match(struct places *p, const struct code_rows *a, const struct code_rows *again,
		  const struct code_rows *b, struct source_texts *sources_a, struct source_texts *sources_b)
{
	struct place_side *s;

	places_release(p);
	p->side = s = mem_zeroed(SIDES, sizeof(*s));
	open_side(&s[SIDE_A], a);
	open_side(&s[SIDE_B], b);
	open_side(&s[SIDE_AGAIN], again);
	s[SIDE_B].is_b = true;
	match_files_of(s);
	level_files(s);
	if (sources_a && sources_b)
		match_texts(s, sources_a, sources_b);
	else
		match_hashes(s);
	match_counts(s);
	if (sources_b && !sources_a)
		find_unexecuted(&s[SIDE_A], &s[SIDE_B], sources_b);
	if (sources_a && !sources_b)
		find_unexecuted(&s[SIDE_B], &s[SIDE_A], sources_a);
	pair_by_key(s, key_of_function_in_file, false);
	pair_by_key(s, key_of_function, true);
	pair_by_key(s, key_of_unknown, false);
	list_places(p);
	if (again)
		find_again(p);
}

void places_release(struct places *p)
{
	for (size_t i = 0; i < SIDES && p->side; i++)
		close_side(&p->side[i]);
	free(p->side);
	free(p->place);
	*p = (struct places){0};
}
