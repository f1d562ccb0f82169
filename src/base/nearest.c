/* SPDX-License-Identifier: MIT */
/*
 * Counts typing errors (Damerau-Levenshtein distance): a wrong, missing or extra letter, or two swapped
 * neighbours. Allows one error, and one more for every four letters; a guess beyond that would only
 * confuse.
 */
#include "base/nearest.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

enum { LONGEST = 64 };

static unsigned min(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

static int same(char a, char b)
{
	return tolower((unsigned char)a) == tolower((unsigned char)b);
}

static unsigned distance(const char *a, size_t na, const char *b, size_t nb)
{
	unsigned row[3][LONGEST + 1], *before = row[0], *last = row[1], *now = row[2];

	for (size_t j = 0; j <= nb; j++)
		last[j] = (unsigned)j;
	for (size_t i = 1; i <= na; i++) {
		unsigned *spare = before;

		now[0] = (unsigned)i;
		for (size_t j = 1; j <= nb; j++) {
			now[j] = min(min(last[j], now[j - 1]) + 1,
				     last[j - 1] + !same(a[i - 1], b[j - 1]));
			if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1]))
				now[j] = min(now[j], before[j - 2] + 1);
		}
		before = last, last = now, now = spare;
	}
	return last[nb];
}

void nearest_offer(struct nearest *n, const char *candidate)
{
	size_t wanted = strlen(n->wanted), len = strlen(candidate);
	unsigned limit = (unsigned)wanted / 4 + (wanted > 1), d;

	if (wanted > LONGEST || len > LONGEST)
		return;
	d = distance(n->wanted, wanted, candidate, len);
	if (d > limit || (n->found && d >= n->distance))
		return;
	n->found = candidate;
	n->distance = d;
}
