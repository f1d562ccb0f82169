/* SPDX-License-Identifier: MIT */
/*
 * Computes the boundary of each look: how large the statistic must be for a verdict.  A rank statistic over
 * the square root of its information moves like a random walk with independent steps (Armitage, McPherson and
 * Rowe).  The density of the walks that no look has stopped is carried from look to look on a grid; each
 * boundary lies where the chance to cross it is what that look may spend.
 */
#include "compare/stats/alpha_spending.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "compare/stats/rank_test.h"

#define ROOT_2PI 2.5066282746310005
enum { COARSE = 128, FINE = 512, REACH = 7 };	/* panels; standard deviations below 0 */
enum { FAR = 10 };		/* standard deviations: longer steps change no alpha by 1 in 10^12 */
enum { LOOKS_MOST = 64 };	/* more looks find nothing earlier */

struct walk {			/* the walks that no look has stopped */
	double at[FINE + 1], density[FINE + 1];	/* density: times the weight of Simpson's rule */
	size_t n;
	double time;		/* 0: all walks are still at 0 */
};

static double beyond(double z)
{
	return erfc(z / sqrt(2)) / 2;
}

/* Chance of a walk to be above the boundary at that time. */
static double crossing(const struct walk *w, double time, double bound)
{
	double step = sqrt(time - w->time), sum = 0;

	if (w->time <= 0)
		return beyond(bound / step);
	for (size_t i = w->n; i-- > 0 && bound - w->at[i] < FAR * step;)
		sum += w->density[i] * beyond((bound - w->at[i]) / step);
	return sum;
}

static double density_at(const struct walk *w, double time, double position)
{
	double variance = time - w->time, far = FAR * sqrt(variance), sum = 0;

	if (w->time <= 0)
		sum = exp(-position * position / 2 / variance);
	for (size_t i = 0; i < w->n; i++) {
		double step = position - w->at[i];

		if (fabs(step) < far)
			sum += w->density[i] * exp(-step * step / 2 / variance);
	}
	return sum / ROOT_2PI / sqrt(variance);
}

/* Carries the density to this look.  step: the deviation of the next step, which needs two panels. */
static void advance(struct walk *w, double time, double bound, double step)
{
	double low = -REACH * sqrt(time), panels = ceil((bound - low) / step) * 2;
	struct walk next = { .time = time, .n = 1 + (size_t)fmin(fmax(panels, COARSE), FINE) };
	double panel = (bound - low) / (double)(next.n - 1);

	for (size_t i = 0; i < next.n; i++) {
		double weight = i == 0 || i == next.n - 1 ? 1 : i % 2 ? 4 : 2;

		next.at[i] = low + (double)i * panel;
		next.density[i] = density_at(w, time, next.at[i]) * weight * panel / 3;
	}
	*w = next;
}

/*
 * The boundary in standard deviations at which this look spends the given chance: Newton's method on the
 * logarithm of the chance, which is nearly a parabola, so that six steps do.  A step that would leave what
 * is left halves that instead.
 */
static double boundary(const struct walk *w, double time, double spend)
{
	double low = -REACH, high = 6 * REACH, unit = sqrt(time), at = 4, step = 1;

	for (int i = 0; i < 60 && fabs(step) > 1e-8; i++) {
		double chance = crossing(w, time, at * unit);

		*(chance > spend ? &low : &high) = at;
		step = log(chance / spend) * chance / (density_at(w, time, at * unit) * unit);
		if (!(at + step >= low && at + step <= high))
			step = (low + high) / 2 - at;
		at += step;
	}
	return at;
}

static double square(double x)
{
	return x * x;
}

/* time: the information at each look, as a share of that at the last. */
static void spend(double *alpha, const double *time, size_t n, double all)
{
	struct walk w = {0};

	for (size_t i = 0; i < n; i++) {
		double z = boundary(&w, time[i], all * (square(time[i]) - square(w.time)));

		alpha[i] = beyond(z);
		if (i + 1 < n)
			advance(&w, time[i], z * sqrt(time[i]), sqrt(time[i + 1] - time[i]));
	}
}

static double information(size_t runs, size_t base_runs)
{
	double n = (double)runs, base = (double)base_runs;

	return base_runs ? n * base / (n + base) : n;
}

double alpha_spending_spent(size_t runs, size_t end, size_t base_runs)
{
	return square(information(runs, base_runs) / information(end, base_runs));
}

void alpha_spending_build(struct alpha_spending *l, const size_t *runs, size_t n, double alpha, size_t tests,
			  size_t base_runs)
{
	FREED double *time = mem_resize(NULL, n, sizeof(*time));

	*l = (struct alpha_spending){
		.runs = mem_resize(NULL, n, sizeof(*runs)), .n = n, .tests = tests,
		.alpha = mem_resize(NULL, n * tests, sizeof(*l->alpha)),
	};
	memcpy(l->runs, runs, n * sizeof(*runs));
	for (size_t i = 0; i < n; i++)
		time[i] = sqrt(alpha_spending_spent(runs[i], runs[n - 1], base_runs));
	for (size_t t = 1; t <= tests; t++)
		spend(l->alpha + (t - 1) * n, time, n, alpha / (double)t);
}

static double alpha_spending_least_p(const struct alpha_spending_plan *p, size_t runs)
{
	if (p->one_sample)
		return rank_signed_least(runs);
	return rank_sum_least(p->base_runs ? p->base_runs : runs, runs);
}

/* The first look may spend all that is due, as nothing was spent before. */
static double first_alpha(const struct alpha_spending_plan *p, size_t runs)
{
	return p->alpha / (double)p->tests * alpha_spending_spent(runs, p->last, p->base_runs);
}

void alpha_spending_plan(struct alpha_spending *l, const struct alpha_spending_plan *p)
{
	size_t runs[LOOKS_MOST], first = p->first, step = p->step, n = 0;

	while (first < p->last && alpha_spending_least_p(p, first) > first_alpha(p, first))
		first++;
	while ((p->last - first) / step + 2 > LOOKS_MOST)
		step++;
	/* no look shortly before the last */
	for (size_t at = first; at + step / 2 < p->last; at += step)
		runs[n++] = at;
	runs[n++] = p->last;
	alpha_spending_build(l, runs, n, p->alpha, p->tests, p->base_runs);
}

double alpha_spending_alpha(const struct alpha_spending *l, size_t look, size_t tests)
{
	tests = tests < 1 ? 1 : tests > l->tests ? l->tests : tests;
	return l->alpha[(tests - 1) * l->n + look];
}

void alpha_spending_release(struct alpha_spending *l)
{
	free(l->runs);
	free(l->alpha);
	*l = (struct alpha_spending){0};
}
