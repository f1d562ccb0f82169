/* SPDX-License-Identifier: MIT */
/* Decodes what a read of a counter returned, and scales a count that had a counter part of the time. */
#include "count/reading.h"

#include <string.h>

#include "base/number.h"
#include "host/attr.h"

size_t reading_size(uint64_t read_format, size_t members)
{
	size_t head = read_format & PERF_FORMAT_GROUP ? 3 : 2, entry = read_format & PERF_FORMAT_ID ? 2 : 1;

	return (head + entry * members) * sizeof(uint64_t);
}

static uint64_t next_u64(const unsigned char **p)
{
	uint64_t v;

	memcpy(&v, *p, sizeof(v));
	*p += sizeof(v);
	return v;
}

int reading_decode(struct reading *out, uint64_t *id, size_t most, uint64_t read_format,
		   const void *buf, size_t len, struct error *err)
{
	const unsigned char *p = buf;
	struct reading r = {0};
	bool group = read_format & PERF_FORMAT_GROUP;
	uint64_t n = 1;

	if (group && len >= sizeof(n))
		n = next_u64(&p);
	if (n > most)
		return error_set(err, ERROR_FORMAT, 0, "the kernel gave %llu counters, expected %zu",
				 (unsigned long long)n, most);
	if (len != reading_size(read_format, (size_t)n))
		return error_set(err, ERROR_FORMAT, 0, "the kernel gave %zu bytes, expected %zu",
				 len, reading_size(read_format, (size_t)n));
	if (!group)
		r.value = next_u64(&p);
	r.enabled = next_u64(&p);
	r.running = next_u64(&p);
	for (uint64_t i = 0; i < n; i++) {
		if (group)
			r.value = next_u64(&p);
		out[i] = r;
		if (id)
			id[i] = read_format & PERF_FORMAT_ID ? next_u64(&p) : 0;
		else if (read_format & PERF_FORMAT_ID)
			next_u64(&p);
	}
	return (int)n;
}

struct reading reading_delta(const struct reading *from, const struct reading *to)
{
	if (to->enabled < from->enabled)
		return (struct reading){0};
	return (struct reading){
		.value = to->value - from->value,
		.enabled = to->enabled - from->enabled,
		.running = to->running - from->running,
	};
}

enum doubt reading_doubt(const struct reading *from, const struct reading *to, bool of_core, bool level)
{
	enum { MOST_PER_NS = 64 * 10 };
	uint64_t most;

	if (to->enabled < from->enabled || to->running < from->running || (to->value < from->value && !level))
		return DOUBT_BACKWARDS;
	if (!of_core || level || to->running == from->running)	/* without time there is no count */
		return DOUBT_NONE;
	if (__builtin_mul_overflow(to->running - from->running, (uint64_t)MOST_PER_NS, &most))
		return DOUBT_NONE;
	return to->value - from->value > most ? DOUBT_TOO_FAST : DOUBT_NONE;
}

const char *reading_doubt_words(enum doubt doubt)
{
	static const char *const words[] = {
		[DOUBT_NONE] = "", [DOUBT_BACKWARDS] = "it ran backwards",
		[DOUBT_TOO_FAST] = "no processor counts that fast",
	};

	return words[doubt];
}

bool reading_scaled(const struct reading *r, uint64_t *value)
{
	if (!r->running)
		return false;
	*value = r->running >= r->enabled ? r->value : number_muldiv(r->value, r->enabled, r->running);
	return true;
}
