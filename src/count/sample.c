/* SPDX-License-Identifier: MIT */
/* Allocates, copies and frees samples. */
#include "count/sample.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "event/event.h"
#include "event/sensor.h"

void sample_read_values(struct sample *s, const struct events *events, const struct rootfs *root)
{
	for (size_t i = 0; i < events->n; i++) {
		const struct event *e = &events->event[i];

		if (tool_is_value(e->tool))
			s->tool[e->tool] = e->file ? sensor_read(root, e->file) : e->attr.head.config;
	}
}

/* Thousands of untouched counters cost no memory. */
void sample_resize(struct sample *s, size_t n)
{
	sample_release(s);
	s->n = n;
	s->reading = mem_zeroed(n, sizeof(*s->reading));
	s->state = mem_zeroed(n, sizeof(*s->state));
}

void sample_copy(struct sample *to, const struct sample *from)
{
	if (!to->reading || to->n != from->n)
		sample_resize(to, from->n);
	memcpy(to->reading, from->reading, from->n * sizeof(*to->reading));
	memcpy(to->state, from->state, from->n * sizeof(*to->state));
	memcpy(to->tool, from->tool, sizeof(to->tool));
	to->time_ns = from->time_ns;
	to->emulated = from->emulated;
	to->rss_hidden = from->rss_hidden;
}

void sample_release(struct sample *s)
{
	free(s->reading);
	free(s->state);
	*s = (struct sample){0};
}
