/* SPDX-License-Identifier: MIT */
/* Parses, sorts and collects process and thread ids. */
#include "host/process_ids.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

void ids_add(struct process_ids *ids, pid_t id)
{
	MEM_ADD(ids->id, ids->n, id);
}

pid_t id_parse(const char *text, size_t len)
{
	pid_t id = 0;

	for (size_t i = 0; i < len; i++) {
		if (!isdigit((unsigned char)text[i]) || __builtin_mul_overflow(id, 10, &id) ||
		    __builtin_add_overflow(id, text[i] - '0', &id))
			return -1;
	}
	return id ? id : -1;
}

static int compare_ids(const void *a, const void *b)
{
	pid_t x = *(const pid_t *)a, y = *(const pid_t *)b;

	return (x > y) - (x < y);
}

void ids_sort(struct process_ids *ids)
{
	size_t n = 0;

	if (ids->n)
		qsort(ids->id, ids->n, sizeof(*ids->id), compare_ids);
	for (size_t i = 0; i < ids->n; i++)
		if (!n || ids->id[n - 1] != ids->id[i])
			ids->id[n++] = ids->id[i];
	ids->n = n;
}

int ids_parse(struct process_ids *ids, const char *list, const char *what, struct error *err)
{
	for (const char *p = list; *p;) {
		size_t n = strcspn(p, ",");
		pid_t id = id_parse(p, n);

		if (id < 0) {
			error_set(err, ERROR_USAGE, 0, "'%.*s' is not the number of a %s", (int)n, p, what);
			if (memchr(p, ' ', n))
				error_hint(err, "separate several by commas");
			return -1;
		}
		ids_add(ids, id);
		p += n + (p[n] == ',');
	}
	ids_sort(ids);
	return ids->n ? 0 : error_set(err, ERROR_USAGE, 0, "'%s' names no %s", list, what);
}

void process_ids_release(struct process_ids *ids)
{
	free(ids->id);
	*ids = (struct process_ids){0};
}
