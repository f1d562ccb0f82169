/* SPDX-License-Identifier: MIT */
/* Times of a run, from what was measured. */
#include "out/result.h"

static double seconds(struct timeval t)
{
	return (double)t.tv_sec + (double)t.tv_usec / 1e6;
}

double result_elapsed_s(const struct result *r)
{
	return (double)(r->end_ns - r->start_ns) / 1e9;
}

double result_user_s(const struct result *r)
{
	return seconds(r->usage.ru_utime);
}

double result_system_s(const struct result *r)
{
	return seconds(r->usage.ru_stime);
}

void result_release(struct result *r)
{
	table_release(&r->total);
	notes_release(&r->notes);
	*r = (struct result){0};
}
