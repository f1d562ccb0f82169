/* SPDX-License-Identifier: MIT */
/* Compares the samples of the fixed loop, the load and the waiting of two results. */
#include "compare/machine_change.h"

#include <math.h>

#include "base/mem.h"
#include "base/quantiles.h"
#include "base/stats.h"
#include "benchmark/report.h"
#include "benchmark/run_result.h"

enum { LEAST_SAMPLES = 5 };
#define OTHERS_MOST 0.10	/* share of the CPUs */
#define FACTOR 1.5		/* a program may be slowed by more than the loop */
#define SPREAD_MOST 0.03
#define FOLLOWS 3	/* times the share of the spread of the samples that the runs have, too */
#define SD_OF_MAD 1.4826	/* of a normal distribution */

/* The parts that other programs in the cache disturb vary most from sample to sample. */
static const struct part_rule {
	double errors;		/* a change is sure beyond so many standard errors ... */
	double least;		/* ... and beyond this */
	double added;		/* standard errors that are added to the allowance */
	bool   in_part;		/* programs follow it only as far as their runs vary with its samples */
} part_rules[LOOP_PARTS] = {
	[LOOP_REGISTERS] = { 3, 0, 0, false },
	[LOOP_FAULTS]	 = { 3, 0, 0, false },
	[LOOP_CACHE]	 = { 2.5, 0.15, 2, true },
	[LOOP_MEMORY]	 = { 2.5, 0.15, 2, true },
};

/* Logarithms of the samples of a part.  Their mean, as a median jumps where the cache has two speeds. */
static struct stats samples_of_part(const struct report *r, enum loop_part part)
{
	struct stats s = {0};

	for (size_t i = 0; i < r->n_runs; i++)
		if (run_result_has_loop(&r->run[i]))
			stats_add(&s, log((double)r->run[i].machine.loop.ns[part]));
	return s;
}

static void compare_part(struct machine_change *m, enum loop_part part, const struct report *base,
			 const struct report *now)
{
	const struct part_rule *rule = &part_rules[part];
	struct stats a = samples_of_part(base, part), b = samples_of_part(now, part);
	double change = b.mean - a.mean, error;

	if (!a.n || !b.n)
		return;
	m->part[part].change = change;
	m->part[part].spread = rule->in_part ? fmax(stats_stddev(&a), stats_stddev(&b)) : 0;
	error = sqrt(stats_error(&a) * stats_error(&a) + stats_error(&b) * stats_error(&b));
	if (fabs(change) <= fmax(rule->least, rule->errors * error))
		return;
	m->most = fabs(change) > fabs(m->most) ? change : m->most;
	m->part[part].allowed = FACTOR * fabs(change) + rule->added * error;
}

static size_t n_samples(const struct report *r)
{
	return (size_t)samples_of_part(r, LOOP_REGISTERS).n;
}

static double others_of(const struct report *r)
{
	return r->n_runs && run_result_has_loop(&r->run[r->n_runs - 1]) ?
		r->run[r->n_runs - 1].machine.others : -1;
}

/* The share of the elapsed time in which the commands waited for a CPU. */
static double waited_share(const struct report *r)
{
	double waited = 0, all = 0;

	for (size_t i = 0; i < r->n_runs; i++) {
		waited += (double)r->run[i].machine.waited_ns / 1e9;
		all += run_result_elapsed_s(&r->run[i]);
	}
	return all > 0 ? fmin(waited / all, 0.99) : 0;
}

/* A few runs of a short program do not tell what other programs used.  If neither does, /proc is missing. */
static void find_known(struct machine_change *m, size_t n_base, size_t n_now)
{
	bool base_tells = n_base >= LEAST_SAMPLES && (m->others[0] >= 0 || m->others[1] < 0);
	bool now_tells = n_now >= LEAST_SAMPLES && (m->others[1] >= 0 || m->others[0] < 0);

	m->known = base_tells && now_tells;
	m->too_short = base_tells && !now_tells && n_now;
}

void machine_change_find(struct machine_change *m, const struct report *base, const struct report *now)
{
	*m = (struct machine_change){ .others = { others_of(base), others_of(now) } };
	find_known(m, n_samples(base), n_samples(now));
	for (int part = 0; part < LOOP_PARTS; part++)
		compare_part(m, (enum loop_part)part, base, now);
	m->waited[0] = waited_share(base);
	m->waited[1] = waited_share(now);
	m->waiting = log(1 - m->waited[0]) - log(1 - m->waited[1]);
	m->other_load = m->others[0] >= 0 && m->others[1] >= 0 &&
			fabs(m->others[1] - m->others[0]) > OTHERS_MOST;
}

/* The standard deviation of the logarithms, without strays. */
static double spread_of(const double *value, size_t n)
{
	FREED double *log_value = mem_resize(NULL, n, sizeof(*log_value));
	LOCAL(quantiles) order = {0};

	for (size_t i = 0; i < n; i++)
		log_value[i] = value[i] > 0 ? log(value[i]) : (double)NAN;
	quantiles_build(&order, log_value, n);
	return SD_OF_MAD * quantiles_mad(&order);
}

/* What the loop allows for a program whose runs have this spread. */
static struct allowance allowance_of_loop(const struct machine_change *m, double spread)
{
	struct allowance a = { 0, 0 };

	for (size_t i = 0; i < LOOP_PARTS; i++) {
		const struct loop_change *part = &m->part[i];
		double share = part->spread > 0 ? fmin(FOLLOWS * spread / part->spread, 1) : 1;
		double *at = part->change > 0 ? &a.slower : &a.faster;

		*at = fmax(*at, share * part->allowed);
	}
	return a;
}

struct allowance machine_change_allow(const struct machine_change *m, const double *base, size_t n_base,
				      const double *now, size_t n_now, bool elapsed)
{
	double spread = fmax(spread_of(base, n_base), spread_of(now, n_now));
	double waiting = elapsed ? m->waiting : 0, added = fmax(0, spread - SPREAD_MOST);
	struct allowance a = allowance_of_loop(m, spread);

	if (!m->known || m->other_load)
		return (struct allowance){ (double)INFINITY, (double)INFINITY };
	return (struct allowance){ fmax(a.slower, waiting) + added, fmax(a.faster, -waiting) + added };
}
