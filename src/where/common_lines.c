/* SPDX-License-Identifier: MIT */
/* Compares by Myers' algorithm; texts that differ too much, by lines that stand once in each. */
#include "where/common_lines.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum {
	MOST_DIFFERENCES = 512,		/* their ways take half a megabyte */
	DEEPEST = 12,			/* fixed points between fixed points */
};

struct common_lines {
	size_t *to;
	const uint64_t *a, *b;
	int most;			/* differences */
	int32_t *reached;		/* of each number of differences, the end on each diagonal */
};

struct span {			/* a[a0..a1) and b[b0..b1) */
	size_t a0, a1, b0, b1;
};

/* --- Myers: "An O(ND) difference algorithm and its variations", 1986 ------------------------------ */

/* The ways with d differences: d + 1 ends, on the diagonals -d, -d + 2, ... d. */
static int32_t *ends_of(const struct common_lines *c, int d)
{
	return c->reached + (size_t)d * ((size_t)d + 1) / 2;
}

/* Where a way with d differences on diagonal k begins, from those with one less. */
static int32_t step(const int32_t *before, int d, int k, bool *down)
{
	int i = (k + d) / 2;	/* in before, diagonal k + 1 is i, and k - 1 is i - 1 */

	*down = k == -d || (k != d && before[i - 1] < before[i]);
	return *down ? before[i] : before[i - 1] + 1;
}

/* Back from the end: what lies on diagonals is common. */
static void trace_back(struct common_lines *c, const struct span *s, int d)
{
	int32_t x = (int32_t)(s->a1 - s->a0), y = (int32_t)(s->b1 - s->b0);

	for (; d >= 0; d--) {
		int k = x - y;
		bool down = false;
		int32_t from = d ? step(ends_of(c, d - 1), d, k, &down) : 0;

		for (; x > from; x--, y--)
			c->to[s->a0 + (size_t)x - 1] = s->b0 + (size_t)y - 1;
		if (down)
			y--;
		else
			x--;
	}
}

static bool find_shortest(struct common_lines *c, const struct span *s)
{
	int32_t n = (int32_t)(s->a1 - s->a0), m = (int32_t)(s->b1 - s->b0);
	const uint64_t *a = c->a + s->a0, *b = c->b + s->b0;

	for (int d = 0; d <= c->most; d++) {
		int32_t *ends = ends_of(c, d);

		for (int k = -d; k <= d; k += 2) {
			bool down;
			int32_t x = d ? step(ends_of(c, d - 1), d, k, &down) : 0;

			while (x < n && x - k < m && x - k >= 0 && a[x] == b[x - k])
				x++;
			ends[(k + d) / 2] = x;
			if (x == n && k == n - m) {
				trace_back(c, s, d);
				return true;
			}
		}
	}
	return false;
}

/* --- lines that stand once in each ---------------------------------------------------------------- */

struct common_place {
	uint64_t line;
	size_t at;
	bool of_b;
};

struct fixed_point {
	size_t a, b;
	size_t before;		/* the point before it in the longest row, from 1; 0: none */
};

static int by_line(const void *x, const void *y)
{
	const struct common_place *a = x, *b = y;

	if (a->line != b->line)
		return a->line < b->line ? -1 : 1;
	if (a->of_b != b->of_b)
		return a->of_b - b->of_b;
	return (a->at > b->at) - (a->at < b->at);
}

static int by_a(const void *x, const void *y)
{
	const struct fixed_point *a = x, *b = y;

	return (a->a > b->a) - (a->a < b->a);
}

static size_t find_unique(struct fixed_point *found, const struct common_lines *c, const struct span *s)
{
	size_t n = s->a1 - s->a0 + s->b1 - s->b0, k = 0, points = 0;
	FREED struct common_place *p = mem_zeroed(n, sizeof(*p));

	for (size_t i = s->a0; i < s->a1; i++)
		p[k++] = (struct common_place){ .line = c->a[i], .at = i };
	for (size_t i = s->b0; i < s->b1; i++)
		p[k++] = (struct common_place){ .line = c->b[i], .at = i, .of_b = true };
	qsort(p, n, sizeof(*p), by_line);
	for (size_t i = 0; i < n;) {
		size_t end = i + 1;

		while (end < n && p[end].line == p[i].line)
			end++;
		if (end - i == 2 && !p[i].of_b && p[i + 1].of_b)
			found[points++] = (struct fixed_point){ .a = p[i].at, .b = p[i + 1].at };
		i = end;
	}
	qsort(found, points, sizeof(*found), by_a);
	return points;
}

/* The longest of them that rise in b, too: moved to the front, and their number. */
static size_t keep_rising(struct fixed_point *p, size_t n)
{
	FREED size_t *last = mem_zeroed(n + 1, sizeof(*last));
	size_t longest = 0, at;
	FREED struct fixed_point *kept = NULL;

	for (size_t i = 0; i < n; i++) {	/* last[l]: of rows with l points, the one that ends first */
		size_t low = 0, high = longest;

		while (low < high) {
			size_t middle = (low + high + 1) / 2;

			if (p[last[middle]].b < p[i].b)
				low = middle;
			else
				high = middle - 1;
		}
		p[i].before = low ? last[low] + 1 : 0;
		last[low + 1] = i;
		longest = low + 1 > longest ? low + 1 : longest;
	}
	kept = mem_zeroed(longest + 1, sizeof(*kept));
	at = longest ? last[longest] + 1 : 0;
	for (size_t i = longest; i-- > 0; at = p[at - 1].before)
		kept[i] = p[at - 1];
	memcpy(p, kept, longest * sizeof(*p));
	return longest;
}

/* --- both ----------------------------------------------------------------------------------------- */

static void cut_ends(struct common_lines *c, struct span *s)
{
	while (s->a0 < s->a1 && s->b0 < s->b1 && c->a[s->a0] == c->b[s->b0])
		c->to[s->a0++] = s->b0++;
	while (s->a0 < s->a1 && s->b0 < s->b1 && c->a[s->a1 - 1] == c->b[s->b1 - 1])
		c->to[--s->a1] = --s->b1;
}

static void match_span(struct common_lines *c, struct span s, int deep)
{
	FREED struct fixed_point *point = NULL;
	size_t n;

	cut_ends(c, &s);
	if (s.a0 == s.a1 || s.b0 == s.b1 || find_shortest(c, &s) || deep == DEEPEST)
		return;
	point = mem_zeroed(s.a1 - s.a0, sizeof(*point));
	n = keep_rising(point, find_unique(point, c, &s));
	for (size_t i = 0; i < n; i++) {
		match_span(c, (struct span){ s.a0, point[i].a, s.b0, point[i].b }, deep + 1);
		c->to[point[i].a] = point[i].b;
		s.a0 = point[i].a + 1;
		s.b0 = point[i].b + 1;
	}
	if (n)
		match_span(c, s, deep + 1);
}

void common_lines(size_t *to, const uint64_t *a, size_t n_a, const uint64_t *b, size_t n_b)
{
	struct common_lines c = { .to = to, .a = a, .b = b };

	for (size_t i = 0; i < n_a; i++)
		to[i] = COMMON_NONE;
	c.most = n_a + n_b < MOST_DIFFERENCES ? (int)(n_a + n_b) : MOST_DIFFERENCES;
	c.reached = mem_resize(NULL, ((size_t)c.most + 1) * ((size_t)c.most + 2) / 2, sizeof(*c.reached));
	match_span(&c, (struct span){ 0, n_a, 0, n_b }, 0);
	free(c.reached);
}
