/* SPDX-License-Identifier: MIT */
/* Shared by the files of the perf.data reader: reads texts, and reports where a file is damaged. */
#include "benchmark/perfdata/perfdata_reader.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"

void take_text(struct bytes *b, size_t n, char **text)
{
	const unsigned char *p = bytes_take(b, n);
	size_t len;

	if (!p)
		return;
	len = strnlen((const char *)p, n);
	free(*text);
	*text = mem_resize(NULL, len + 1, 1);
	memcpy(*text, p, len);
	(*text)[len] = '\0';
}

int recording_damaged(const struct recording *r, const struct bytes *at, const char *what)
{
	return error_set(r->err, ERROR_FORMAT, 0, "perf.data is damaged at byte %zu: %s",
			 (size_t)(at->p - r->all.p), what);
}
