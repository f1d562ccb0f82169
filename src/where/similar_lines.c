/* SPDX-License-Identifier: MIT */
/* Compares lines by their pairs of neighbouring characters, and finds the matches with the largest sum. */
#include "where/similar_lines.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/mem.h"
#include "where/common_lines.h"

enum { LONGEST_COMPARED = 256, MOST_CHANGED = 32 };

static const double alike_from = 0.35;

static int by_pair(const void *x, const void *y)
{
	uint16_t a = *(const uint16_t *)x, b = *(const uint16_t *)y;

	return (a > b) - (a < b);
}

struct line_pairs {		/* of neighbours, sorted */
	size_t n;
	uint16_t pair[LONGEST_COMPARED];
};

static void find_pairs(struct line_pairs *p, const char *text)
{
	unsigned char last = 0;

	for (; *text && p->n < LONGEST_COMPARED; text++) {
		if (isspace((unsigned char)*text))
			continue;
		if (last)
			p->pair[p->n++] = (uint16_t)(last << 8 | (unsigned char)*text);
		last = (unsigned char)*text;
	}
	qsort(p->pair, p->n, sizeof(*p->pair), by_pair);
}

static double share_of(const struct line_pairs *a, const struct line_pairs *b)
{
	size_t common = 0;

	for (size_t i = 0, j = 0; i < a->n && j < b->n;) {
		uint16_t x = a->pair[i], y = b->pair[j];

		common += x == y;
		i += x <= y;
		j += y <= x;
	}
	return a->n + b->n ? 2.0 * (double)common / (double)(a->n + b->n) : 0;
}

struct similar {
	/* of a[i..] and b[j..] the largest sum; the share of a[i] and b[j] if they are part of it, else 0 */
	double best[MOST_CHANGED + 1][MOST_CHANGED + 1], share[MOST_CHANGED + 1][MOST_CHANGED + 1];
};

static void find_best(struct similar *s, size_t n_a, size_t n_b, similar_share *share, const void *of)
{
	for (size_t i = n_a; i-- > 0;)
		for (size_t j = n_b; j-- > 0;) {
			double one = share(of, i, j), with = one + s->best[i + 1][j + 1];
			double without = s->best[i + 1][j] > s->best[i][j + 1] ?
					 s->best[i + 1][j] : s->best[i][j + 1];
			bool is_part = one >= alike_from && with > without;

			s->best[i][j] = is_part ? with : without;
			s->share[i][j] = is_part ? one : 0;
		}
}

void similar_match(size_t *to, size_t n_a, size_t n_b, similar_share *share, const void *of)
{
	FREED struct similar *s = NULL;

	for (size_t i = 0; i < n_a; i++)
		to[i] = COMMON_NONE;
	if (n_a > MOST_CHANGED || n_b > MOST_CHANGED)
		return;
	s = mem_zeroed(1, sizeof(*s));
	find_best(s, n_a, n_b, share, of);
	for (size_t i = 0, j = 0; i < n_a && j < n_b;) {
		if (s->share[i][j] > 0)
			to[i++] = j++;
		else if (s->best[i + 1][j] >= s->best[i][j + 1])
			i++;
		else
			j++;
	}
}

struct line_pairs_of {
	struct line_pairs a[MOST_CHANGED], b[MOST_CHANGED];
};

static double share_of_lines(const void *of, size_t i, size_t j)
{
	const struct line_pairs_of *p = of;

	return share_of(&p->a[i], &p->b[j]);
}

void similar_lines(size_t *to, const char *const *a, size_t n_a, const char *const *b, size_t n_b)
{
	FREED struct line_pairs_of *p = mem_zeroed(1, sizeof(*p));

	for (size_t i = 0; i < n_a && i < MOST_CHANGED; i++)
		find_pairs(&p->a[i], a[i]);
	for (size_t j = 0; j < n_b && j < MOST_CHANGED; j++)
		find_pairs(&p->b[j], b[j]);
	similar_match(to, n_a, n_b, share_of_lines, p);
}
