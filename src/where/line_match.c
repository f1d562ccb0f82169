/* SPDX-License-Identifier: MIT */
/* One list has the lines of all sources of a side, as lines move between them: a source is a range. */
#include "where/line_match.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/mem.h"
#include "where/common_lines.h"
#include "where/file_match.h"
#include "where/similar_lines.h"
#include "where/source_text.h"

/* How much a line says, by its letters and digits. */
enum line_says { SAYS_NOTHING, SAYS_LITTLE, SAYS_MUCH };

enum { LONG_LINE = 8, SHORTEST_BLOCK = 3, LONG_BLOCK = 24 };

struct match_side {
	const struct match_source *source; size_t n;
	size_t *begin;			/* of each source */
	size_t n_lines;
	const char **text;
	uint64_t *hash;
	uint8_t *says;			/* enum line_says */
	size_t *to;			/* the line of the other side, or COMMON_NONE */
	uint32_t *of;			/* the source of each line */
};

struct matching {
	struct match_side a, b;
	ptrdiff_t *partner;		/* of each source of a */
	/* for each line of a, or COMMON_NONE: the line of b, if it stands once on each side; a weak match */
	size_t *only, *weak;
};

static enum line_says says(const char *text)
{
	size_t n = 0, words = 0;

	for (; *text && n < LONG_LINE; text++) {
		n += !isspace((unsigned char)*text);
		words += isalnum((unsigned char)*text) || (unsigned char)*text >= 0x80;
	}
	return !words ? SAYS_NOTHING : n < LONG_LINE ? SAYS_LITTLE : SAYS_MUCH;
}

static void side_open(struct match_side *s, const struct match_source *source, size_t n)
{
	size_t at = 0;

	*s = (struct match_side){ .source = source, .n = n, .begin = mem_zeroed(n + 1, sizeof(*s->begin)) };
	for (size_t i = 0; i < n; i++) {
		s->begin[i] = s->n_lines;
		s->n_lines += source[i].n;
	}
	s->begin[n] = s->n_lines;
	s->text = mem_zeroed(s->n_lines + 1, sizeof(*s->text));
	s->hash = mem_zeroed(s->n_lines + 1, sizeof(*s->hash));
	s->says = mem_zeroed(s->n_lines + 1, sizeof(*s->says));
	s->to = mem_zeroed(s->n_lines + 1, sizeof(*s->to));
	s->of = mem_zeroed(s->n_lines + 1, sizeof(*s->of));
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < source[i].n; j++, at++) {
			s->text[at] = source[i].line[j];
			s->hash[at] = source_line_hash(s->text[at]);
			s->says[at] = (uint8_t)says(s->text[at]);
			s->to[at] = COMMON_NONE;
			s->of[at] = (uint32_t)i;
		}
}

static void side_release(struct match_side *s)
{
	free(s->text);
	free(s->hash);
	free(s->says);
	free(s->of);
}

static bool is_free(const struct match_side *s, size_t at)
{
	return s->to[at] == COMMON_NONE;
}

static void join_lines(struct matching *m, size_t a, size_t b)
{
	m->a.to[a] = b;
	m->b.to[b] = a;
}

/* Whether both lines are free, and alike. */
static bool can_join(const struct matching *m, size_t a, size_t b)
{
	return is_free(&m->a, a) && is_free(&m->b, b) && m->a.hash[a] == m->b.hash[b];
}

/* Joins these and what follows, as far as it is alike: what stands before may be the end of anything. */
static void join_down(struct matching *m, size_t a, size_t b)
{
	size_t end_a = m->a.begin[m->a.of[a] + 1], end_b = m->b.begin[m->b.of[b] + 1];

	while (a < end_a && b < end_b && can_join(m, a, b))
		join_lines(m, a++, b++);
}

/* --- blocks of lines ------------------------------------------------------------------------------ */

struct match_block {
	uint64_t hash;
	size_t at;
	bool of_b;
};

static int by_hash(const void *x, const void *y)
{
	const struct match_block *a = x, *b = y;

	if (a->hash != b->hash)
		return a->hash < b->hash ? -1 : 1;
	if (a->of_b != b->of_b)
		return a->of_b - b->of_b;
	return (a->at > b->at) - (a->at < b->at);
}

/* Adds the blocks of n free lines in one source, of which one says something. */
static size_t add_blocks(struct match_block *to, const struct match_side *s, size_t n, bool of_b)
{
	static const uint64_t factor = UINT64_C(0x9e3779b97f4a7c15);
	size_t found = 0, length = 0, last = 0;		/* last: one that says something, from 1 */
	uint64_t hash = 0, power = 1;

	for (size_t i = 0; i < n; i++)
		power *= factor;
	for (size_t at = 0; at < s->n_lines; at++) {
		if (at == s->begin[s->of[at]] || !is_free(s, at))
			length = 0, hash = 0;
		if (!is_free(s, at))
			continue;
		if (s->says[at] != SAYS_NOTHING)
			last = at + 1;
		hash = hash * factor + s->hash[at];
		if (++length > n)
			hash -= power * s->hash[at - n];
		if (length >= n && last + n > at + 1)
			to[found++] = (struct match_block){ .hash = hash, .at = at + 1 - n, .of_b = of_b };
	}
	return found;
}

typedef void block_found(struct matching *m, size_t a, size_t b, size_t lines);

/* The blocks of free lines that stand exactly once on each side. */
static void find_blocks(struct matching *m, size_t lines, block_found *found)
{
	FREED struct match_block *p = mem_resize(NULL, m->a.n_lines + m->b.n_lines + 1, sizeof(*p));
	size_t n = add_blocks(p, &m->a, lines, false), end;

	n += n ? add_blocks(p + n, &m->b, lines, true) : 0;
	if (n)
		qsort(p, n, sizeof(*p), by_hash);
	for (size_t i = 0; i < n; i = end) {
		end = i + 1;
		while (end < n && p[end].hash == p[i].hash)
			end++;
		if (end - i == 2 && !p[i].of_b && p[i + 1].of_b)
			found(m, p[i].at, p[i + 1].at, lines);
	}
}

static void remember_only(struct matching *m, size_t a, size_t b, size_t lines)
{
	(void)lines;
	m->only[a] = b;
}

/* The lines of a piece before the first that stands once on each side; 0: it has none. */
static size_t before_only(const struct matching *m, size_t from, size_t to)
{
	for (size_t i = from; i < to; i++)
		if (m->only[i] != COMMON_NONE)
			return i - from;
	return 0;
}

static void move_block(struct matching *m, size_t a, size_t b, size_t lines)
{
	size_t skip;

	for (size_t i = 0; i < lines; i++)
		if (!can_join(m, a + i, b + i))
			return;
	skip = before_only(m, a, a + lines);
	join_down(m, a + skip, b + skip);
}

/* --- the longest common subsequence --------------------------------------------------------------- */

/*
 * Whether the lines from..to are surely one place: together they say as much as three short lines, and one of
 * them stands once on each side, or they are many.
 */
static bool is_strong(const struct matching *m, size_t from, size_t to)
{
	bool once = to - from >= LONG_BLOCK;
	unsigned sum = 0;

	for (size_t i = from; i < to && !(once && sum >= SHORTEST_BLOCK); i++) {
		sum += m->a.says[i];
		once |= m->only[i] != COMMON_NONE;
	}
	return once && sum >= SHORTEST_BLOCK;
}

/* Keeps strong pieces; others wait in weak, until blocks have moved. */
static void keep_strong(struct matching *m, const size_t *found, size_t a, size_t n, size_t b)
{
	for (size_t i = 0, end; i < n; i = end) {
		size_t skip;
		bool strong;

		end = i + 1;
		if (found[i] == COMMON_NONE)
			continue;
		while (end < n && found[end] == found[i] + (end - i))
			end++;
		strong = is_strong(m, a + i, a + end);
		skip = before_only(m, a + i, a + end);
		for (size_t j = i; j < end; j++) {
			if (strong && j >= i + skip)
				join_lines(m, a + j, b + found[j]);
			else
				m->weak[a + j] = b + found[j];
		}
	}
}

static void match_partners(struct matching *m)
{
	for (size_t i = 0; i < m->a.n; i++) {
		FREED size_t *found = NULL;
		size_t p = (size_t)m->partner[i], a = m->a.begin[i], n = m->a.source[i].n;

		if (m->partner[i] == FILE_MATCH_NONE || !n)
			continue;
		found = mem_zeroed(n, sizeof(*found));
		common_lines(found, m->a.hash + a, n, m->b.hash + m->b.begin[p], m->b.source[p].n);
		keep_strong(m, found, a, n, m->b.begin[p]);
	}
}

/* The line of b that is beside the partner of a[at], 1 or -1 away in the same source; COMMON_NONE: none. */
static size_t beside(const struct matching *m, size_t at, int away)
{
	size_t to = m->a.to[at], line = to + (size_t)away;
	const struct match_side *b = &m->b;

	if (to == COMMON_NONE || line >= b->n_lines || b->of[line] != b->of[to])
		return COMMON_NONE;
	return line;
}

static void join_neighbour(struct matching *m, size_t at, size_t from, int away)
{
	size_t to = m->a.of[at] == m->a.of[from] ? beside(m, from, away) : COMMON_NONE;

	if (to != COMMON_NONE && can_join(m, at, to))
		join_lines(m, at, to);
}

/* Neighbours of lines that are matched belong to them. */
static void join_neighbours(struct matching *m)
{
	for (size_t i = 1; i < m->a.n_lines; i++)
		join_neighbour(m, i, i - 1, 1);
	for (size_t i = m->a.n_lines; i-- > 1;)
		join_neighbour(m, i - 1, i, -1);
}

static void restore_weak(struct matching *m)
{
	for (size_t a = 0; a < m->a.n_lines; a++)
		if (m->weak[a] != COMMON_NONE && can_join(m, a, m->weak[a]))
			join_lines(m, a, m->weak[a]);
}

/* --- lines that moved alone ----------------------------------------------------------------------- */

/* Long lines that stand once on each side. */
static void move_lines(struct matching *m)
{
	for (size_t a = 0; a < m->a.n_lines; a++)
		if (m->only[a] != COMMON_NONE && m->a.says[a] == SAYS_MUCH && can_join(m, a, m->only[a]))
			join_down(m, a, m->only[a]);
}

/* --- lines that changed --------------------------------------------------------------------------- */

/* The end of the free lines from at, in its source. */
static size_t free_end(const struct match_side *s, size_t at, size_t source)
{
	while (at < s->begin[source + 1] && is_free(s, at))
		at++;
	return at;
}

/* a0..a1 and b0..b1 are all the lines between neighbours that are matched. */
static void join_changed(struct matching *m, size_t a0, size_t a1, size_t b0, size_t b1)
{
	size_t n = a1 - a0, k = b1 - b0;
	FREED size_t *to = NULL;

	if (!n || !k)
		return;
	if (n == 1 && k == 1) {
		join_lines(m, a0, b0);
		return;
	}
	to = mem_zeroed(n, sizeof(*to));
	similar_lines(to, m->a.text + a0, n, m->b.text + b0, k);
	for (size_t i = 0; i < n; i++)
		if (to[i] != COMMON_NONE)
			join_lines(m, a0 + i, b0 + to[i]);
}

/* Where the lines of b begin that are in the place of a[at..]: after the partner of the line before. */
static bool find_gap(const struct matching *m, size_t i, size_t at, size_t *source, size_t *begin)
{
	bool first = at == m->a.begin[i];

	if (first && m->partner[i] == FILE_MATCH_NONE)
		return false;
	*source = first ? (size_t)m->partner[i] : m->b.of[m->a.to[at - 1]];
	*begin = first ? m->b.begin[*source] : m->a.to[at - 1] + 1;
	return true;
}

/* The beginnings and ends of sources are like lines that are matched with each other. */
static void match_changed(struct matching *m)
{
	for (size_t i = 0; i < m->a.n; i++)
		for (size_t a = m->a.begin[i], end; a < m->a.begin[i + 1]; a = end + 1) {
			size_t b, b_end, source;
			bool last, b_last;

			end = free_end(&m->a, a, i);
			if (end == a || !find_gap(m, i, a, &source, &b))
				continue;
			b_end = free_end(&m->b, b, source);
			last = end == m->a.begin[i + 1];
			b_last = b_end == m->b.begin[source + 1];
			if (last ? b_last : !b_last && m->a.to[end] == b_end)
				join_changed(m, a, end, b, b_end);
		}
}

/* --- all ------------------------------------------------------------------------------------------ */

static void match_files(struct matching *m)
{
	const char **path = mem_zeroed(m->a.n + m->b.n + 1, sizeof(*path));

	m->partner = mem_zeroed(m->a.n + 1, sizeof(*m->partner));
	for (size_t i = 0; i < m->a.n; i++)
		path[i] = m->a.source[i].path;
	for (size_t i = 0; i < m->b.n; i++)
		path[m->a.n + i] = m->b.source[i].path;
	file_match(m->partner, path, m->a.n, path + m->a.n, m->b.n);
	free(path);
}

static size_t *no_lines(size_t n)
{
	size_t *line = mem_resize(NULL, n + 1, sizeof(*line));

	for (size_t i = 0; i < n; i++)
		line[i] = COMMON_NONE;
	return line;
}

void line_match_build(struct line_match *out, const struct match_source *a, size_t n_a,
		      const struct match_source *b, size_t n_b)
{
	static const size_t blocks[] = { LONG_BLOCK, 12, 6, SHORTEST_BLOCK, SHORTEST_BLOCK };
	struct matching m = {0};

	line_match_release(out);
	side_open(&m.a, a, n_a);
	side_open(&m.b, b, n_b);
	m.only = no_lines(m.a.n_lines);
	m.weak = no_lines(m.a.n_lines);
	match_files(&m);
	find_blocks(&m, 1, remember_only);
	match_partners(&m);
	for (size_t i = 0; i < sizeof(blocks) / sizeof(*blocks); i++)	/* what long ones say is surer */
		find_blocks(&m, blocks[i], move_block);
	move_lines(&m);
	join_neighbours(&m);
	restore_weak(&m);
	join_neighbours(&m);
	match_changed(&m);
	*out = (struct line_match){ .n_a = n_a, .n_b = n_b, .begin_a = m.a.begin, .begin_b = m.b.begin,
				    .to = m.a.to, .from = m.b.to };
	free(m.only);
	free(m.weak);
	free(m.partner);
	side_release(&m.a);
	side_release(&m.b);
}

/* Where a line is on the other side, whose n sources begin there. */
static struct line_place find_place(size_t at, const size_t *begin, size_t n)
{
	size_t low = 0, high = n;

	if (at == COMMON_NONE)
		return (struct line_place){0};
	while (low + 1 < high) {	/* the last source that begins at or before it: it is not empty */
		size_t middle = (low + high) / 2;

		if (begin[middle] <= at)
			low = middle;
		else
			high = middle;
	}
	return (struct line_place){ .source = low, .line = at - begin[low] + 1 };
}

/* The line of all, or COMMON_NONE. */
static size_t line_of(const size_t *begin, size_t n, size_t source, size_t line)
{
	if (source >= n || !line || line > begin[source + 1] - begin[source])
		return COMMON_NONE;
	return begin[source] + line - 1;
}

struct line_place line_match_find(const struct line_match *m, size_t source, size_t line)
{
	size_t at = line_of(m->begin_a, m->n_a, source, line);

	return find_place(at == COMMON_NONE ? at : m->to[at], m->begin_b, m->n_b);
}

struct line_place line_match_find_back(const struct line_match *m, size_t source, size_t line)
{
	size_t at = line_of(m->begin_b, m->n_b, source, line);

	return find_place(at == COMMON_NONE ? at : m->from[at], m->begin_a, m->n_a);
}

void line_match_release(struct line_match *m)
{
	free(m->begin_a);
	free(m->begin_b);
	free(m->to);
	free(m->from);
	*m = (struct line_match){0};
}
