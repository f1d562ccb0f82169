/* SPDX-License-Identifier: MIT */
/* Sets of CPUs: parsed, printed and intersected the way the kernel writes them. */
#include "base/cpulist.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum { CPU_LIMIT = 65536 };

static bool number(const char **p, int *out)
{
	int v = 0;

	if (!isdigit((unsigned char)**p))
		return false;
	for (; isdigit((unsigned char)**p) && v < CPU_LIMIT; ++*p)
		v = v * 10 + (**p - '0');
	*out = v;
	return v < CPU_LIMIT;
}

/* The CPUs marked so far, as a sorted list: a text may name them in any order, and often. */
static void collect(struct cpulist *list, const unsigned char *marked)
{
	size_t n = 0;

	for (int cpu = 0; cpu < CPU_LIMIT; cpu++)
		n += marked[cpu];
	list->cpu = mem_resize(NULL, n, sizeof(*list->cpu));
	for (int cpu = 0; cpu < CPU_LIMIT; cpu++)
		if (marked[cpu])
			list->cpu[list->n++] = cpu;
}

int cpulist_parse(struct cpulist *list, const char *text, struct error *err)
{
	unsigned char marked[CPU_LIMIT] = {0};
	const char *p = text;

	*list = (struct cpulist){0};
	for (;;) {
		int from, to;

		if (!number(&p, &from))
			break;
		to = from;
		if (*p == '-' && (p++, !number(&p, &to) || to < from))
			break;
		memset(marked + from, 1, (size_t)(to - from + 1));
		if (*p == '\0') {
			collect(list, marked);
			return 0;
		}
		if (*p++ != ',')
			break;
	}
	return error_set(err, ERROR_USAGE, 0, "'%s' is not a list of CPUs such as 0-3,8", text);
}

void cpulist_format(const struct cpulist *list, struct str *out)
{
	for (size_t i = 0, end; i < list->n; i = end + 1) {
		for (end = i; end + 1 < list->n && list->cpu[end + 1] == list->cpu[end] + 1;)
			end++;
		str_addf(out, "%s%d", i ? "," : "", list->cpu[i]);
		if (end > i)
			str_addf(out, "-%d", list->cpu[end]);
	}
}

bool cpulist_has(const struct cpulist *list, int cpu)
{
	for (size_t i = 0; i < list->n; i++)
		if (list->cpu[i] == cpu)
			return true;
	return false;
}

void cpulist_intersect(struct cpulist *out, const struct cpulist *a, const struct cpulist *b)
{
	struct cpulist both = { .cpu = mem_resize(NULL, a->n < b->n ? a->n : b->n, sizeof(*both.cpu)) };

	for (size_t i = 0, j = 0; i < a->n && j < b->n;) {
		if (a->cpu[i] == b->cpu[j])
			both.cpu[both.n++] = a->cpu[i];
		if (a->cpu[i] <= b->cpu[j])
			i++;
		else
			j++;
	}
	*out = both;
}

void cpulist_release(struct cpulist *list)
{
	free(list->cpu);
	*list = (struct cpulist){0};
}
