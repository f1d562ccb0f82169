/* SPDX-License-Identifier: MIT */
/* Tests the values since the last change by their ranks, each time that one is added. */
#include "compare/stats/change_points.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"

enum {
	LEAST = 3,		/* values on each side of a change */
	JUMP_BEFORE = 8,	/* earlier values that a jump needs */
};
#define JUMP_DEVIATIONS 4.0
#define MOST_CORRELATION 0.9

/*
 * What the statistic reaches in 1 of 1,000 random orders of n values.  Fewer than 14 values have too few
 * orders.  From 2 to 4 million orders for each n.
 */
static const struct critical {
	size_t n;
	double value;
} criticals[] = {
	{ 14, 9.800 }, { 15, 10.500 }, { 16, 10.599 }, { 17, 11.000 }, { 18, 10.965 }, { 19, 11.429 },
	{ 20, 11.435 }, { 22, 11.827 }, { 24, 12.184 }, { 27, 12.595 }, { 30, 12.873 }, { 35, 13.347 },
	{ 40, 13.768 }, { 50, 14.320 }, { 60, 14.736 }, { 80, 15.311 }, { 100, 15.672 }, { 125, 16.116 },
	{ 150, 16.327 }, { 175, 16.548 }, { CHANGE_POINTS_WINDOW, 16.699 },
};

/* --- the statistic ----------------------------------------------------------------------------------- */

struct window {			/* the values of one test */
	const double *v; size_t n;
	double rank[CHANGE_POINTS_WINDOW];	/* minus their mean; equal values share the mean of theirs */
};

/*
 * Another value behind the last one.  Those above it rise by one, equal ones by a half, and the mean by a
 * half.  Equal ranks make the statistic smaller: changes are then rarer.
 */
static void rank_next(struct window *w)
{
	double value = w->v[w->n], rank = 0;

	for (size_t i = 0; i < w->n; i++) {
		double side = 0.5 * ((w->v[i] > value) - (w->v[i] < value));

		w->rank[i] += side;
		rank -= side;
	}
	w->rank[w->n++] = rank;
}

/* The first value leaves. */
static void drop_first(struct window *w)
{
	double value = *w->v++;

	w->n--;
	for (size_t i = 0; i < w->n; i++)
		w->rank[i] = w->rank[i + 1] - 0.5 * ((w->v[i] > value) - (w->v[i] < value));
}

/* The largest square of a sum of ranks, divided by the part of its variance that depends on the place. */
static double best_division(const double *rank, size_t n, size_t *at)
{
	double sum = 0, best = -1;

	for (size_t i = 1; i + LEAST <= n; i++) {
		double size;

		sum += rank[i - 1];
		if (i < LEAST)
			continue;
		size = sum * sum / ((double)i * (double)(n - i));
		if (size > best) {
			best = size;
			*at = i;
		}
	}
	return best;
}

/* How much the correlation of neighbours adds to the variance of a sum; 1: nothing. */
static double inflation(const struct window *w, size_t at)
{
	double mean[2] = { 0, 0 }, products = 0, squares = 0, before = 0, correlation;

	for (size_t i = 0; i < w->n; i++)
		mean[i >= at] += w->rank[i] / (double)(i < at ? at : w->n - at);
	for (size_t i = 0; i < w->n; i++) {
		double rest = w->rank[i] - mean[i >= at];

		squares += rest * rest;
		products += rest * before;
		before = rest;
	}
	/* the means are of these values, which makes the estimate too small, the more the fewer there are */
	correlation = (squares > 0 ? products / squares : 0) + 4.5 / (double)w->n;
	correlation = fmin(correlation, MOST_CORRELATION);
	return correlation > 0 ? (1 + correlation) / (1 - correlation) : 1;
}

static bool is_rare(double statistic, size_t n)
{
	const struct critical *c = criticals;
	double part;

	if (n < c->n)
		return false;
	while (c[1].n < n)
		c++;
	part = (double)(n - c->n) / (double)(c[1].n - c->n);
	return statistic >= c->value + part * (c[1].value - c->value);
}

/* --- one test ---------------------------------------------------------------------------------------- */

static double deviation(const double *v, size_t n)
{
	double mean = 0, squares = 0;

	for (size_t i = 0; i < n; i++)
		mean += v[i] / (double)n;
	for (size_t i = 0; i < n; i++)
		squares += (v[i] - mean) * (v[i] - mean);
	return sqrt(squares / (double)(n - 1));
}

bool change_points_are_apart(const double *v, size_t n, size_t last)
{
	double low = INFINITY, high = -INFINITY, from = INFINITY, to = -INFINITY, gap;

	for (size_t i = 0; i < n - last; i++) {
		low = fmin(low, v[i]);
		high = fmax(high, v[i]);
	}
	for (size_t i = n - last; i < n; i++) {
		from = fmin(from, v[i]);
		to = fmax(to, v[i]);
	}
	gap = fmax(from - high, low - to);
	return gap > 0 && gap > JUMP_DEVIATIONS * deviation(v, n - last);
}

static bool is_jump(const double *v, size_t n, size_t *at)
{
	if (n < JUMP_BEFORE + LEAST)
		return false;
	*at = n - LEAST;
	return change_points_are_apart(v, n, LEAST);
}

static bool has_change(const struct window *w, size_t *at)
{
	double size;

	if (is_jump(w->v, w->n, at))
		return true;
	if (w->n < 2 * LEAST)
		return false;
	size = best_division(w->rank, w->n, at) * 12 / (double)(w->n + 1);	/* the variance of ranks */
	return is_rare(size / inflation(w, *at), w->n);
}

/* --- a series ---------------------------------------------------------------------------------------- */

static void add(struct change_points *c, size_t at)
{
	c->at = mem_grow(c->at, c->n, sizeof(*c->at));
	c->at[c->n++] = at;
}

/* Now that the values after each change are known, finds the place that divides best. */
static void move_to_best(struct change_points *c, const double *v, size_t n)
{
	enum { AROUND = CHANGE_POINTS_WINDOW / 2 };

	for (size_t i = 0; i < c->n; i++) {
		size_t start = i ? c->at[i - 1] : 0, end = i + 1 < c->n ? c->at[i + 1] : n, at;
		struct window w;

		if (c->at[i] - start > AROUND)
			start = c->at[i] - AROUND;
		if (end - c->at[i] > AROUND)
			end = c->at[i] + AROUND;
		w.v = v + start;
		for (w.n = 0; w.n < end - start;)
			rank_next(&w);
		if (w.n >= 2 * LEAST && best_division(w.rank, w.n, &at) > 0)
			c->at[i] = start + at;
	}
}

void change_points_find(struct change_points *c, const double *v, size_t n)
{
	struct window w = { .v = v, .n = 0 };
	size_t at;

	*c = (struct change_points){0};
	for (size_t end = 1; end <= n; end++) {
		if (w.n == CHANGE_POINTS_WINDOW)
			drop_first(&w);
		rank_next(&w);
		if (!has_change(&w, &at))
			continue;
		add(c, (size_t)(w.v - v) + at);
		while (at-- > 0)
			drop_first(&w);
	}
	move_to_best(c, v, n);
}

void change_points_exact(struct change_points *c, const double *v, size_t n, double tolerance)
{
	size_t from = 0;

	*c = (struct change_points){0};
	for (size_t i = 1; i < n; i++) {
		if (fabs(v[i] - v[from]) <= tolerance * fabs(v[from]))
			continue;
		from = i;
		add(c, from);
	}
}

void change_points_release(struct change_points *c)
{
	free(c->at);
	*c = (struct change_points){0};
}
