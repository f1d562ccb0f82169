/* SPDX-License-Identifier: MIT */
/* The arrays behind a sample. */
#include "count/sample.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

void sample_resize(struct sample *s, size_t n)
{
	s->n = n;
	s->reading = mem_resize(s->reading, n, sizeof(*s->reading));
	s->state = mem_resize(s->state, n, sizeof(*s->state));
	memset(s->reading, 0, n * sizeof(*s->reading));
	memset(s->state, 0, n * sizeof(*s->state));
	memset(s->tool, 0, sizeof(s->tool));
}

void sample_copy(struct sample *to, const struct sample *from)
{
	sample_resize(to, from->n);
	memcpy(to->reading, from->reading, from->n * sizeof(*to->reading));
	memcpy(to->state, from->state, from->n * sizeof(*to->state));
	memcpy(to->tool, from->tool, sizeof(to->tool));
	to->time_ns = from->time_ns;
}

void sample_release(struct sample *s)
{
	free(s->reading);
	free(s->state);
	*s = (struct sample){0};
}
