/* SPDX-License-Identifier: MIT */
/* Keeps how long rounds take, and tells how many more fit into --budget. */
#include "session/budget.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/quantiles.h"

typedef unsigned long long ull;

static const uint64_t SECOND = 1000000000;

enum { REST_SHARE = 10 };		/* a tenth */
enum { HANG_TIMES = 3 };		/* a hang takes so many times the longest round, and a second more */
/* A round fits if one as slow as nine of ten rounds would, and a little more. */
#define SLOW_PART 0.9
#define SLOW_MARGIN 1.05

static uint64_t minus(uint64_t a, uint64_t b)
{
	return a > b ? a - b : 0;
}

/* As --budget says it. */
static uint64_t asked_ns(const struct budget *b)
{
	return b->whole_ns ? b->whole_ns : b->total_ns;
}

void budget_start(struct budget *b, uint64_t total_ns, uint64_t now, bool keeps)
{
	uint64_t runs = keeps ? total_ns - total_ns / REST_SHARE : total_ns;

	*b = (struct budget){ .total_ns = total_ns, .begin_ns = now,
			      .runs_end_ns = now + (runs < UINT64_MAX - now ? runs : UINT64_MAX - now) };
}

void budget_put_off(struct budget *b, uint64_t ns)
{
	b->begin_ns += ns;
	b->runs_end_ns += ns < UINT64_MAX - b->runs_end_ns ? ns : UINT64_MAX - b->runs_end_ns;
}

void budget_resume(struct budget *b, uint64_t more_ns, uint64_t used_ns, uint64_t now)
{
	b->total_ns = more_ns < UINT64_MAX - used_ns ? used_ns + more_ns : UINT64_MAX;
	b->begin_ns = minus(now, used_ns);
	b->runs_end_ns = now + (more_ns < UINT64_MAX - now ? more_ns : UINT64_MAX - now);
	b->at_ns = now;
	b->ended = b->stopped = false;
}

uint64_t budget_spent(const struct budget *b, uint64_t now)
{
	return minus(now, b->begin_ns);
}

uint64_t budget_left(const struct budget *b, uint64_t now)
{
	return b->total_ns ? minus(b->runs_end_ns, now) : UINT64_MAX;
}

uint64_t budget_rest_end(const struct budget *b, uint64_t now)
{
	uint64_t share = b->total_ns / REST_SHARE, left = minus(b->total_ns, minus(now, b->begin_ns));

	left = left > share ? left : share;
	return b->total_ns && left < UINT64_MAX - now ? now + left : UINT64_MAX;
}

void budget_add_warm_up(struct budget *b, uint64_t ns, uint64_t now)
{
	b->warm_ns += ns;
	b->n_warm++;
	b->at_ns = now;
}

/* What is computed after a round belongs to it. */
void budget_begin_round(struct budget *b, uint64_t now)
{
	if (!b->rounds_ns)
		b->rounds_ns = now;
	if (b->n_rounds)
		b->round_ns[b->n_rounds - 1] += (double)minus(now, b->at_ns);
	b->at_ns = now;
}

void budget_end_round(struct budget *b, uint64_t now)
{
	if (!b->total_ns)
		return;
	b->round_ns = mem_resize(b->round_ns, b->n_rounds + 1, sizeof(*b->round_ns));
	b->round_ns[b->n_rounds++] = (double)minus(now, b->at_ns);
	b->at_ns = now;
}

/* 0: no round is complete. */
static double part_of_rounds(const struct budget *b, double part)
{
	LOCAL(quantiles) sorted = {0};

	if (!b->n_rounds)
		return 0;
	quantiles_build(&sorted, b->round_ns, b->n_rounds);
	return quantiles_quartile(&sorted, part);
}

/* What must be left when a round begins. */
static double slow_round(const struct budget *b)
{
	return SLOW_MARGIN * part_of_rounds(b, SLOW_PART);
}

bool budget_fits(const struct budget *b, uint64_t now)
{
	uint64_t left = budget_left(b, now);

	return left && (double)left >= slow_round(b);
}

/* The last of them begins with enough time for a slow one. */
size_t budget_rounds_left(const struct budget *b, uint64_t now)
{
	double each = part_of_rounds(b, 0.5), n;

	if (!b->total_ns)
		return SIZE_MAX;
	if (!(each > 0) || !budget_fits(b, now))
		return 0;
	n = 1 + ((double)budget_left(b, now) - slow_round(b)) / each;
	return n < 1e6 ? (size_t)n : 1000000;
}

bool budget_hangs(const struct budget *b, uint64_t now)
{
	uint64_t end = now < b->runs_end_ns ? now : b->runs_end_ns;	/* it may have taken long to end it */
	double taken = (double)minus(end, b->at_ns);

	return b->n_rounds && taken > HANG_TIMES * part_of_rounds(b, 1) + (double)SECOND;
}

static double mean_round(const struct budget *b)
{
	double sum = 0;

	for (size_t i = 0; i < b->n_rounds; i++)
		sum += b->round_ns[i];
	return sum / (double)b->n_rounds;
}

/* For no round, from the warm-ups. */
static double first_estimate(const struct budget *b, size_t rounds, size_t runs)
{
	double each = (double)b->warm_ns / (double)b->n_warm * (double)runs;
	double before = b->rounds_ns ? (double)minus(b->rounds_ns, b->begin_ns)
				     : (double)minus(b->at_ns, b->begin_ns) + each;

	return before + SLOW_MARGIN * each * (double)rounds;
}

uint64_t budget_for(const struct budget *b, size_t rounds, size_t runs)
{
	double time = (double)minus(b->runs_end_ns, b->begin_ns), sum;

	if (rounds <= b->n_rounds || (!b->n_rounds && !b->n_warm))
		return 0;
	if (b->n_rounds)
		sum = time + mean_round(b) * (double)(rounds - b->n_rounds - 1) + slow_round(b);
	else
		sum = first_estimate(b, rounds, runs);
	sum *= (double)asked_ns(b) / time;
	return sum < 1e18 ? (uint64_t)sum : 0;
}

void budget_add_time(struct str *out, uint64_t ns)
{
	static const struct { uint64_t ns; const char *unit; } units[] = {
		{ 60000000000u, "m" }, { 1000000000, "s" }, { 1000000, "ms" }, { 1000, "us" }, { 1, "ns" },
	};
	size_t i = 0;

	while (ns % units[i].ns)
		i++;
	str_addf(out, "%llu%s", (ull)(ns / units[i].ns), units[i].unit);
}

void budget_add_enough(struct str *out, uint64_t ns)
{
	static const uint64_t units[] = { 1000000, 10000000, 1000000000, 60000000000u };
	size_t i = 0;

	while (i + 1 < sizeof(units) / sizeof(*units) && ns > 99 * units[i])
		i++;
	budget_add_time(out, (ns + units[i] - 1) / units[i] * units[i]);
}

void budget_add_name(struct str *out, const struct budget *b)
{
	str_add(out, b->whole_ns ? "its part of --budget " : "--budget ");
	budget_add_time(out, asked_ns(b));
}

void budget_add_end(struct str *out, const struct budget *b, size_t made, const char *bound, size_t runs,
		    bool of_each)
{
	budget_add_name(out, b);
	str_addf(out, " ended after %zu of %s%zu runs%s%s", made, bound, runs,
		 of_each ? " of each command" : "", b->stopped ? ", during another one" : "");
}

void budget_release(struct budget *b)
{
	free(b->round_ns);
	*b = (struct budget){0};
}
