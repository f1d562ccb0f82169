/* SPDX-License-Identifier: MIT */
/*
 * Counts typing errors (Damerau-Levenshtein distance): a wrong, missing or extra letter, or two swapped
 * neighbours.  A beginning or an abbreviation of a name, as "tsk" is of "task-clock", has as many errors as
 * letters are missing before its last one.  Allows one error, and one more for every four letters; a guess
 * beyond that would only confuse.
 */
#include "base/nearest.h"

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

enum { LONGEST = 64, SHORTEST = 3 };		/* letters: of a name, of an abbreviation */

static unsigned min(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

static bool same(char a, char b)
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

/* Where the abbreviation ends in the name; 0: it is none.  It has the first letter, and more in order. */
static size_t abbreviated(const char *word, size_t n, const char *name)
{
	size_t i = 0, at = 0;

	for (; i < n && name[at]; at++)
		i += same(word[i], name[at]);
	return i == n && n >= SHORTEST && same(word[0], name[0]) ? at : 0;
}

static unsigned allowed(size_t letters)
{
	return (unsigned)letters / 4 + (letters > 1);
}

/* The fewest errors come first; of as many an abbreviation, there the shortest name.  0: the word itself. */
static unsigned rank(unsigned errors, bool is_abbreviation, size_t left)
{
	unsigned kind = errors ? 2 * errors + !is_abbreviation : 0;

	return kind * (LONGEST + 1) + (unsigned)left;
}

void nearest_offer(struct nearest *n, const char *candidate)
{
	size_t wanted = strlen(n->wanted), len = strlen(candidate), end;
	unsigned most = allowed(wanted < len ? wanted : len), errors, d;

	if (wanted > LONGEST || len > LONGEST)
		return;
	end = abbreviated(n->wanted, wanted, candidate);
	errors = end ? (unsigned)(end - wanted) : distance(n->wanted, wanted, candidate, len);
	d = rank(errors, end, end ? len - end : 0);
	if (errors > most || (n->found && d >= n->distance))
		return;
	n->found = candidate;
	n->distance = d;
}
