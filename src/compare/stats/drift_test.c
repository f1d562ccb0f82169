/* SPDX-License-Identifier: MIT */
/* Fits lines to ranks by the method of least squares. */
#include "compare/stats/drift_test.h"

#include <math.h>

#include "base/mem.h"
#include "compare/stats/neighbours.h"

enum { PIECE = 3 };	/* values of a line */
#define RARE 75.0	/* what a line explains, in variances of the rest; check_trend.c simulates it */
#define SHAPE 9.0		/* what two levels leave more than two lines, in variances */
#define BENT 12.0	/* what a bend explains, in variances */
#define BIAS 9.0		/* of the correlation beside two lines, see neighbours.h */

/* --- sums -------------------------------------------------------------------------------------------- */

struct sums {			/* of the values before a place, whose numbers are x */
	double n, x, xx, r, xr, rr;
};

static void sums_add(struct sums *s, double x, double r)
{
	s->n += 1;
	s->x += x;
	s->xx += x * x;
	s->r += r;
	s->xr += x * r;
	s->rr += r * r;
}

static struct sums sums_between(const struct sums *a, const struct sums *b)
{
	return (struct sums){ b->n - a->n, b->x - a->x, b->xx - a->xx,
			      b->r - a->r, b->xr - a->xr, b->rr - a->rr };
}

static double slope_of(const struct sums *s)
{
	double width = s->xx - s->x * s->x / s->n;

	return width > 0 ? (s->xr - s->x * s->r / s->n) / width : 0;
}

/* The squares that the mean leaves, and that a line leaves. */
static double beside_mean(const struct sums *s)
{
	return fmax(s->rr - s->r * s->r / s->n, 0);
}

static double beside_line(const struct sums *s)
{
	return fmax(beside_mean(s) - slope_of(s) * (s->xr - s->x * s->r / s->n), 0);
}

/* --- two lines, two levels --------------------------------------------------------------------------- */

struct fit {
	size_t at;		/* where the second line begins */
	double lines, levels;	/* the squares that the best of them leave */
};

static struct fit fit_of(const struct sums *s, size_t n)
{
	struct fit f = { 0, INFINITY, INFINITY };

	for (size_t i = PIECE; i + PIECE <= n; i++) {
		struct sums left = s[i], right = sums_between(&s[i], &s[n]);
		double lines = beside_line(&left) + beside_line(&right);

		f.levels = fmin(f.levels, beside_mean(&left) + beside_mean(&right));
		if (lines < f.lines) {
			f.lines = lines;
			f.at = i;
		}
	}
	return f;
}

/* How much the correlation of what the two lines leave adds. */
static double inflation(const double *rank, size_t n, const struct sums *s, const struct fit *f)
{
	const struct sums part[2] = { s[f->at], sums_between(&s[f->at], &s[n]) };
	double rest[DRIFT_TEST_MOST];

	for (size_t i = 0; i < n; i++) {
		const struct sums *p = &part[i >= f->at];

		rest[i] = rank[i] - p->r / p->n - slope_of(p) * ((double)i - p->x / p->n);
	}
	return neighbours_inflation(rest, n, BIAS);
}

bool drift_test(const double *rank, size_t n)
{
	struct sums s[DRIFT_TEST_MOST + 1];
	double size, left, more, rounding = (double)n / 12;	/* ranks are whole numbers */
	struct fit f;

	if (n < DRIFT_TEST_LEAST)
		return false;
	s[0] = (struct sums){0};
	for (size_t i = 0; i < n; i++) {
		s[i + 1] = s[i];
		sums_add(&s[i + 1], (double)i, rank[i]);
	}
	left = beside_line(&s[n]);
	size = (beside_mean(&s[n]) - left) * (double)n / (left + rounding);
	if (size < RARE)
		return false;
	f = fit_of(s, n);
	more = inflation(rank, n, s, &f);
	return size / more >= RARE && (f.levels - f.lines) * (double)n / (f.lines + rounding) / more >= SHAPE;
}

double drift_rest(const double *v, size_t n, bool drift)
{
	struct sums s = {0};

	for (size_t i = 0; i < n; i++)
		sums_add(&s, (double)i, v[i] - v[0]);
	return drift ? beside_line(&s) : beside_mean(&s);
}

/* --- where it begins and ends ------------------------------------------------------------------------ */

/* The squares that a line leaves that begins at `at`, behind a level. */
static double beside_bent_line(const double *v, size_t n, size_t at)
{
	struct sums s = {0};

	for (size_t i = 0; i < n; i++)
		sums_add(&s, i > at ? (double)(i - at) : 0, v[i] - v[0]);
	return beside_line(&s);
}

size_t drift_begin(const double *v, size_t n, size_t least)
{
	size_t begin = 0, step = 1 + n / DRIFT_TEST_MOST;
	double straight = beside_bent_line(v, n, 0), best = straight;

	for (size_t at = least; at + PIECE <= n; at += step) {
		double rest = beside_bent_line(v, n, at);

		if (rest < best) {
			best = rest;
			begin = at;
		}
	}
	return (straight - best) * (double)n > BENT * best ? begin : 0;
}

size_t drift_end(const double *v, size_t n, size_t least)
{
	FREED double *back = mem_resize(NULL, n, sizeof(*back));
	size_t begin;

	for (size_t i = 0; i < n; i++)
		back[i] = v[n - 1 - i];
	begin = drift_begin(back, n, least);
	return n - begin;
}
