/* SPDX-License-Identifier: MIT */
/* Estimates the time that is left from the mean of the runs so far. */
#include "session/progress.h"

typedef unsigned long long ull;

static const uint64_t SECOND = 1000000000;

static uint64_t left_for(const struct progress *p, size_t runs)
{
	double ns = (double)p->spent_ns / (double)p->done * (double)(runs > p->done ? runs - p->done : 0);

	return ns < (double)p->budget_ns ? (uint64_t)ns : p->budget_ns;
}

struct unit_of_time {
	ull s;
	const char *name;
};

/* Seconds, from 100 s on minutes, from 100 minutes on hours. */
static const struct unit_of_time *progress_unit_of(ull s)
{
	static const struct unit_of_time units[] = { { 3600, "h" }, { 60, "min" }, { 1, "s" } };
	size_t i = 0;

	while (units[i].s > 1 && s < 100 * units[i + 1].s)
		i++;
	return &units[i];
}

/* ", 5 to 19 s left", ", 20 s to 2 min left" */
static void progress_add_left(struct str *out, uint64_t least_ns, uint64_t most_ns)
{
	ull least = least_ns / SECOND, most = most_ns / SECOND;
	const struct unit_of_time *low = progress_unit_of(least), *high = progress_unit_of(most);

	str_add(out, ", ");
	if (low != high)
		str_addf(out, "%llu %s to ", least / low->s, low->name);
	else if (least / low->s < most / high->s)
		str_addf(out, "%llu to ", least / low->s);
	str_addf(out, "%llu %s left", most / high->s, high->name);
}

void progress_add(struct str *out, const struct progress *p)
{
	uint64_t least = p->done ? left_for(p, p->planned) : 0;
	uint64_t most = p->done ? left_for(p, p->most > p->planned ? p->most : p->planned) : 0;
	bool cut = p->done && p->budget_ns < UINT64_MAX && least == p->budget_ns;

	if (p->done ? p->spent_ns + most < SECOND : !p->detached)
		return;
	str_addf(out, "run %zu of %s%zu", p->done + 1, cut ? "at most " : "", p->planned);
	if (p->most > p->planned && !cut)
		str_addf(out, " to %zu", p->most);
	if (p->done)
		progress_add_left(out, least, most);
}
