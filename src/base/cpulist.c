/* SPDX-License-Identifier: MIT */
/* Parses, prints and intersects lists of CPUs as the kernel writes them. */
#include "base/cpulist.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum { CPU_LIMIT = 65536 };

struct range {
	int from, to;
};

/* A number as in C: 1, 0x1. */
static bool parse_cpu(const char **p, int *out)
{
	unsigned long v;
	char *end;

	if (!isdigit((unsigned char)**p))
		return false;
	v = strtoul(*p, &end, 0);
	*p = end;
	*out = v < CPU_LIMIT ? (int)v : CPU_LIMIT;
	return true;
}

__attribute__((format(printf, 3, 4))) static int cpulist_fail(struct error *err, const char *text,
							      const char *fmt, ...)
{
	char why[64];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(why, sizeof(why), fmt, ap);
	va_end(ap);
	return error_set(err, ERROR_USAGE, 0, "'%s' is not a list of CPUs such as 0-3,8: %s", text, why);
}

/* One item. A dash or a comma may end the text. */
static int parse_range(struct range *r, const char **p, const char *text, struct error *err)
{
	if (!parse_cpu(p, &r->from))
		return cpulist_fail(err, text, "%s",
				    *text ? "a number is missing or malformed" : "it is empty");
	r->to = r->from;
	if (**p == '-' && *++*p != '\0' && !parse_cpu(p, &r->to))
		return cpulist_fail(err, text, "the range from %d has no end", r->from);
	if (r->from >= CPU_LIMIT || r->to >= CPU_LIMIT)
		return cpulist_fail(err, text, "the largest number is %d", CPU_LIMIT - 1);
	if (r->to < r->from)
		return cpulist_fail(err, text, "the range from %d runs backwards", r->from);
	if (**p != '\0' && **p != ',')
		return cpulist_fail(err, text, "%d is not followed by a comma", r->to);
	*p += **p == ',';
	return 0;
}

static int by_start(const void *a, const void *b)
{
	return ((const struct range *)a)->from - ((const struct range *)b)->from;
}

/* Expands the ranges, which may be in any order. */
static int expand_ranges(struct cpulist *list, struct range *range, size_t n, const char *text,
			 struct error *err)
{
	size_t sum = 0;

	qsort(range, n, sizeof(*range), by_start);
	for (size_t i = 0; i < n; i++) {
		if (i && range[i].from <= range[i - 1].to)
			return cpulist_fail(err, text, "CPU %d is listed twice", range[i].from);
		sum += (size_t)(range[i].to - range[i].from + 1);
	}
	list->cpu = mem_resize(NULL, sum, sizeof(*list->cpu));
	for (size_t i = 0; i < n; i++)
		for (int cpu = range[i].from; cpu <= range[i].to; cpu++)
			list->cpu[list->n++] = cpu;
	return 0;
}

int cpulist_parse(struct cpulist *list, const char *text, struct error *err)
{
	struct range *range = NULL;
	size_t n = 0, cap = 0;
	const char *p = text;
	int rc = -1;

	*list = (struct cpulist){0};
	do {
		if (n == cap) {
			cap = cap ? cap * 2 : 8;
			range = mem_resize(range, cap, sizeof(*range));
		}
		if (parse_range(&range[n++], &p, text, err) < 0)
			goto out;
	} while (*p);
	rc = expand_ranges(list, range, n, text, err);
out:
	free(range);
	return rc;
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

void cpulist_copy(struct cpulist *to, const struct cpulist *from)
{
	*to = (struct cpulist){ .cpu = mem_resize(NULL, from->n, sizeof(*to->cpu)), .n = from->n };
	if (from->n)
		memcpy(to->cpu, from->cpu, from->n * sizeof(*to->cpu));
}

bool cpulist_has(const struct cpulist *list, int cpu)
{
	size_t low = 0, high = list->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (list->cpu[middle] == cpu)
			return true;
		if (list->cpu[middle] < cpu)
			low = middle + 1;
		else
			high = middle;
	}
	return false;
}

bool cpulist_same(const struct cpulist *a, const struct cpulist *b)
{
	return a->n == b->n && (!a->n || memcmp(a->cpu, b->cpu, a->n * sizeof(*a->cpu)) == 0);
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
