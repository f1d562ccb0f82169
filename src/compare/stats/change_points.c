/* SPDX-License-Identifier: MIT */
/* Tests by ranks, after each value, whether the level has changed since the last change. */
#include "compare/stats/change_points.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "compare/stats/drift_test.h"
#include "compare/stats/neighbours.h"

enum {
	LEAST = 3,		/* values on each side of a change */
	JUMP_LEVEL = 8,		/* values on one side that a jump needs */
	JUMP_EARLY = 30,	/* values within which the first ones may lie apart */
};
_Static_assert((int)CHANGE_POINTS_WINDOW <= (int)DRIFT_TEST_MOST, "a window fits the test of a drift");
#define JUMP_DEVIATIONS 4.0
#define BIAS 4.5		/* of the correlation beside two levels, see neighbours.h */

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

/* How much the correlation of what the two levels leave adds. */
static double inflation(const struct window *w, size_t at)
{
	double mean[2] = { 0, 0 }, rest[CHANGE_POINTS_WINDOW];

	for (size_t i = 0; i < w->n; i++)
		mean[i >= at] += w->rank[i] / (double)(i < at ? at : w->n - at);
	for (size_t i = 0; i < w->n; i++)
		rest[i] = w->rank[i] - mean[i >= at];
	return neighbours_inflation(rest, w->n, BIAS);
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

/* How far all of some values lie above, or below, all of others; negative: they do not. */
static double gap_between(const double *some, size_t n_some, const double *other, size_t n_other)
{
	double low = INFINITY, high = -INFINITY, from = INFINITY, to = -INFINITY;

	for (size_t i = 0; i < n_other; i++) {
		low = fmin(low, other[i]);
		high = fmax(high, other[i]);
	}
	for (size_t i = 0; i < n_some; i++) {
		from = fmin(from, some[i]);
		to = fmax(to, some[i]);
	}
	return fmax(from - high, low - to);
}

bool change_points_are_apart(const double *v, size_t n, size_t last)
{
	double gap = gap_between(v + n - last, last, v, n - last);

	return gap > 0 && gap > JUMP_DEVIATIONS * deviation(v, n - last);
}

/* The first values lie apart: there are too few for ranks, and too few to tell how they vary. */
static bool begins_apart(const double *v, size_t n, size_t *at)
{
	for (*at = LEAST; *at < JUMP_LEVEL && *at + JUMP_LEVEL <= n; ++*at) {
		double gap = gap_between(v, *at, v + *at, n - *at);

		if (gap > 0 && gap > JUMP_DEVIATIONS * deviation(v + *at, n - *at))
			return true;
	}
	return false;
}

static bool is_jump(const double *v, size_t n, size_t *at)
{
	if (n < JUMP_LEVEL + LEAST)
		return false;
	*at = n - LEAST;
	return change_points_are_apart(v, n, LEAST) || (n <= JUMP_EARLY && begins_apart(v, n, at));
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

struct found {			/* a change at `first`, or a drift of the values before `end` */
	size_t first, end;
};

struct finds {
	struct found *f; size_t n;
};

static void add_found(struct finds *l, size_t first, size_t end)
{
	MEM_ADD(l->f, l->n, (struct found){ first, end });
}

/* A piece without values is left out. */
static void change_points_add(struct change_points *c, size_t at, enum change_kind kind)
{
	if (c->n && c->at[c->n - 1].at == at) {
		c->at[c->n - 1].kind = kind;
		return;
	}
	MEM_ADD(c->at, c->n, (struct change_point){ at, kind });
}

/* The part of a drift that goes on is found again: it is one drift, if it goes the same way. */
static void add_drift(struct finds *l, const double *v, size_t first, size_t end)
{
	struct found *before = l->n ? &l->f[l->n - 1] : NULL;

	if (before && before->end == first && (v[first] > v[before->first]) == (v[end - 1] > v[first]))
		before->end = end;
	else
		add_found(l, first, end);
}

static void scan(struct finds *l, const double *v, size_t n)
{
	struct window w = { .v = v, .n = 0 };
	size_t at;

	for (size_t end = 1; end <= n; end++) {
		if (w.n == CHANGE_POINTS_WINDOW)
			drop_first(&w);
		rank_next(&w);
		if (drift_test(w.rank, w.n)) {
			add_drift(l, v, (size_t)(w.v - v), end);
			w = (struct window){ .v = v + end };
		} else if (has_change(&w, &at)) {
			add_found(l, (size_t)(w.v - v) + at, 0);
			while (at-- > 0)
				drop_first(&w);
		}
	}
}

enum { AROUND = CHANGE_POINTS_WINDOW / 2 };

/* The largest gap, if it is that of a jump.  Ranks miss it where one side has far more values. */
static bool find_gap(const double *v, size_t n, size_t *at)
{
	double best = 0;

	for (size_t i = LEAST; i + LEAST <= n; i++) {
		double gap = gap_between(v, i, v + i, n - i);
		double noise = i > n - i ? deviation(v, i) : deviation(v + i, n - i);

		if (gap > best && gap > JUMP_DEVIATIONS * noise) {
			best = gap;
			*at = i;
		}
	}
	return best > 0;
}

/* Now that the values after each change are known, finds the place that divides best. */
static size_t best_place(const double *v, size_t start, size_t at, size_t end)
{
	struct window w;
	size_t gap = 0;

	if (at - start > AROUND)
		start = at - AROUND;
	if (end - at > AROUND)
		end = at + AROUND;
	if (find_gap(v + start, end - start, &gap))
		return start + gap;
	w.v = v + start;
	for (w.n = 0; w.n < end - start;)
		rank_next(&w);
	if (w.n >= 2 * LEAST && best_division(w.rank, w.n, &at) > 0)
		return start + at;
	return at;
}

/* The drift is from one bend to the next.  Returns where the next piece begins. */
static size_t place_drift(struct change_points *c, const double *v, size_t start, const struct found *f,
			  size_t next)
{
	size_t most = f->end - f->first > CHANGE_POINTS_WINDOW ? CHANGE_POINTS_WINDOW : f->end - f->first;
	size_t begin = f->first + drift_begin(v + f->first, most, LEAST), from, end;

	begin = begin < start + LEAST ? start : begin;
	from = f->end - begin > AROUND ? f->end - AROUND : begin;
	end = next - f->end > AROUND ? f->end + AROUND : next;
	end = from + drift_end(v + from, end - from, LEAST);
	end = end < begin + LEAST ? begin + LEAST : end;
	change_points_add(c, begin, CHANGE_DRIFT);
	if (end + LEAST > next)
		return next;
	change_points_add(c, end, CHANGE_END);
	return end;
}

/* --- several changes that are one drift --------------------------------------------------------------- */

/* Where piece i begins: the part before point i. */
static size_t piece_begin(const struct change_points *c, size_t i)
{
	return i ? c->at[i - 1].at : 0;
}

static size_t piece_end(const struct change_points *c, size_t i, size_t n)
{
	return i < c->n ? c->at[i].at : n;
}

static bool is_drift(const struct change_points *c, size_t i)
{
	return i && c->at[i - 1].kind == CHANGE_DRIFT;
}

static double change_points_mean_of(const double *v, size_t begin, size_t end)
{
	double mean = 0;

	for (size_t i = begin; i < end; i++)
		mean += v[i] / (double)(end - begin);
	return mean;
}

static bool rises(const struct change_points *c, const double *v, size_t i, size_t n)
{
	return change_points_mean_of(v, piece_begin(c, i + 1), piece_end(c, i + 1, n)) >
	       change_points_mean_of(v, piece_begin(c, i), piece_end(c, i, n));
}

/* The pieces from `first` to `last`, which all rise or all fall: true if one drift fits them as well. */
static bool fits_drift(const struct change_points *c, const double *v, size_t n, size_t first, size_t last,
		       size_t *from, size_t *to)
{
	size_t begin = piece_begin(c, first), end = piece_end(c, last, n);
	double pieces = 0, drift, n_values = (double)(end - begin), more = (double)(last - first);

	for (size_t i = first; i <= last; i++) {
		size_t at = piece_begin(c, i);

		pieces += drift_rest(v + at, piece_end(c, i, n) - at, is_drift(c, i));
		more += is_drift(c, i);
	}
	*from = begin + drift_begin(v + begin, end - begin, LEAST);
	*to = *from + drift_end(v + *from, end - *from, LEAST);
	if (*to < *from + DRIFT_TEST_LEAST)
		return false;
	drift = drift_rest(v + *from, *to - *from, true);
	drift += *from > begin ? drift_rest(v + begin, *from - begin, false) : 0;
	drift += end > *to ? drift_rest(v + *to, end - *to, false) : 0;
	/* each place and each slope more takes a part of the noise away, as it was chosen for that */
	more -= (*from > begin) + (end > *to);
	return drift * (n_values - 4 * more) <= pieces * n_values;
}

/* A drift that is read as it grows looks like several small changes at first. */
static void join(struct change_points *c, const double *v, size_t n)
{
	struct change_points joined = {0};
	size_t last, from, to;

	for (size_t i = c->n && !c->at[0].at; i <= c->n; i = last + 1) {
		for (last = i; last < c->n && rises(c, v, last, n) == rises(c, v, i, n);)
			last++;
		if (last > i && fits_drift(c, v, n, i, last, &from, &to)) {
			if (from > piece_begin(c, i) && i)
				change_points_add(&joined, piece_begin(c, i), c->at[i - 1].kind);
			change_points_add(&joined, from, CHANGE_DRIFT);
			if (to < piece_end(c, last, n))
				change_points_add(&joined, to, CHANGE_END);
			continue;
		}
		for (size_t k = i; k <= last; k++)
			if (k)
				change_points_add(&joined, piece_begin(c, k), c->at[k - 1].kind);
	}
	free(c->at);
	*c = joined;
}

void change_points_find(struct change_points *c, const double *v, size_t n)
{
	struct finds l = {0};
	size_t start = 0;

	*c = (struct change_points){0};
	scan(&l, v, n);
	for (size_t i = 0; i < l.n; i++) {
		const struct found *f = &l.f[i];
		bool after = i && f[-1].end, more = i + 1 < l.n;
		size_t next;

		if (f->end) {
			start = place_drift(c, v, start, f, more ? f[1].first : n);
			continue;
		}
		next = !more ? n : f[1].end ? f[1].end : f[1].first;
		start = after ? f->first : best_place(v, start, f->first, next);
		change_points_add(c, start, CHANGE_STEP);
	}
	free(l.f);
	join(c, v, n);
}

void change_points_exact(struct change_points *c, const double *v, size_t n, double tolerance)
{
	size_t from = 0;

	*c = (struct change_points){0};
	for (size_t i = 1; i < n; i++) {
		if (fabs(v[i] - v[from]) <= tolerance * fabs(v[from]))
			continue;
		from = i;
		change_points_add(c, from, CHANGE_STEP);
	}
}

void change_points_release(struct change_points *c)
{
	free(c->at);
	*c = (struct change_points){0};
}
