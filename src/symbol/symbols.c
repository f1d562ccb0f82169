/* SPDX-License-Identifier: MIT */
/* Finds the symbol of an address among sorted ones. */
#include "symbol/symbols.h"

#include <stdlib.h>

const struct symbol *symbols_find(const struct symbols *s, uint64_t at)
{
	size_t low = 0, high = s->n;	/* the first that begins behind `at` is among these */

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (s->symbol[middle].start <= at)
			low = middle + 1;
		else
			high = middle;
	}
	return low && at < s->symbol[low - 1].end ? &s->symbol[low - 1] : NULL;
}

void symbols_release(struct symbols *s)
{
	free(s->symbol);
	free(s->text);
	*s = (struct symbols){ .n = 0 };
}
