/* SPDX-License-Identifier: MIT */
/* Draws on a canvas of 100 by 24 units, which the page stretches; the classes are those of page.css. */
#include "format/html/chart.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/histogram.h"
#include "base/mem.h"
#include "base/xml.h"

enum { HEIGHT = 24, LEFT = 2, RIGHT = 98, TOP = 3, BOTTOM = 21, MIDDLE = 12 };

/* --- axes -------------------------------------------------------------------------------------------- */

struct chart_range chart_range_of(const double *value, size_t n)
{
	struct chart_range r = { (double)NAN, (double)NAN };

	for (size_t i = 0; i < n; i++)
		if (isfinite(value[i]))
			r = (struct chart_range){ fmin(r.low, value[i]), fmax(r.high, value[i]) };
	return r;
}

struct chart_range chart_range_join(struct chart_range a, struct chart_range b)
{
	return (struct chart_range){ fmin(a.low, b.low), fmax(a.high, b.high) };
}

static double share_of(double value, struct chart_range r)
{
	return histogram_share(value, r.low, r.high);
}

static double x_of(double value, struct chart_range r)
{
	return LEFT + (RIGHT - LEFT) * share_of(value, r);
}

static double y_of(double value, struct chart_range r)
{
	return BOTTOM - (BOTTOM - TOP) * share_of(value, r);
}

/* --- shapes ------------------------------------------------------------------------------------------ */

static void chart_add_number(struct str *out, double x)
{
	str_add_fixed(out, x, 2);
}

static void move_to(struct str *out, double x, double y)
{
	str_add(out, "M");
	chart_add_number(out, x);
	str_add(out, " ");
	chart_add_number(out, y);
}

static void add_dot(struct str *out, double x, double y)
{
	move_to(out, x, y);
	str_add(out, "h0");
}

static void across(struct str *out, double x, double y, double to_x)
{
	move_to(out, x, y);
	str_add(out, "H");
	chart_add_number(out, to_x);
}

static void sloping(struct str *out, double x, double y, double to_x, double to_y)
{
	move_to(out, x, y);
	str_add(out, "L");
	chart_add_number(out, to_x);
	str_add(out, " ");
	chart_add_number(out, to_y);
}

static void down(struct str *out, double x, double y, double to_y)
{
	move_to(out, x, y);
	str_add(out, "V");
	chart_add_number(out, to_y);
}

static void chart_add_path(struct str *out, const char *class, const struct str *path)
{
	if (path->len)
		str_addf(out, "<path class=\"%s\" d=\"%s\"/>", class, path->text);
}

static void chart_begin(struct str *out, const char *kind, const char *label)
{
	str_addf(out, "<svg class=\"chart %s\" viewBox=\"0 0 100 %d\" preserveAspectRatio=\"none\" "
		 "role=\"img\" aria-label=\"", kind, HEIGHT);
	xml_text(out, label);
	str_add(out, "\">");
}

static void chart_end(struct str *out)
{
	str_add(out, "</svg>");
}

static const char *tone_class(int tone)
{
	return tone > 0 ? "bar worse" : tone < 0 ? "bar better" : "bar";
}

/* --- values of runs ---------------------------------------------------------------------------------- */

enum { BINS = 48 };

static void add_dots(struct str *path, const double *value, size_t n, struct chart_range r)
{
	static const double dot = 4;		/* between the middles of two dots */
	size_t count[BINS], most = histogram_count(count, BINS, value, n, r.low, r.high);
	double step = most > 1 ? fmin(dot, (double)(BOTTOM - TOP) / (double)(most - 1)) : 0;

	histogram_count(count, BINS, NULL, 0, r.low, r.high);
	for (size_t i = 0; i < n; i++) {
		size_t *below = &count[histogram_bin(value[i], r.low, r.high, BINS)];

		if (isfinite(value[i]))
			add_dot(path, x_of(value[i], r), BOTTOM - step * (double)(*below)++);
	}
}

static void add_bars(struct str *path, const double *value, size_t n, struct chart_range r)
{
	static const double width = (double)(RIGHT - LEFT) / BINS;
	size_t count[BINS], most = histogram_count(count, BINS, value, n, r.low, r.high);

	for (size_t b = 0; b < BINS; b++) {
		if (!count[b])
			continue;
		across(path, LEFT + width * (double)b, BOTTOM, LEFT + width * (double)(b + 1));
		str_add(path, "V");
		chart_add_number(path, BOTTOM - (BOTTOM - TOP) * (double)count[b] / (double)most);
		str_add(path, "H");
		chart_add_number(path, LEFT + width * (double)b);
		str_add(path, "z");
	}
}

void chart_values(struct str *out, const double *value, size_t n, double middle, struct chart_range range,
		  const char *label)
{
	struct str axis = {0}, shape = {0}, line = {0};
	bool dots = n <= CHART_DOTS_MOST;

	across(&axis, LEFT, HEIGHT - 1, RIGHT);
	if (isfinite(middle) && isfinite(range.low))
		down(&line, x_of(middle, range), 0, HEIGHT);
	if (dots)
		add_dots(&shape, value, n, range);
	else
		add_bars(&shape, value, n, range);
	chart_begin(out, "values", label);
	chart_add_path(out, "axis", &axis);
	chart_add_path(out, dots ? "dots" : "area", &shape);
	chart_add_path(out, "middle", &line);
	chart_end(out);
	str_release(&axis);
	str_release(&shape);
	str_release(&line);
}

/* --- a time line ------------------------------------------------------------------------------------- */

/* The step continues the one before, so the line goes on. */
static bool continues(const struct chart_step *step, size_t i)
{
	return i && isfinite(step[i - 1].value) && !(step[i - 1].to < step[i].from) &&
	       !(step[i - 1].to > step[i].from);
}

void chart_time_line(struct str *out, const struct chart_step *step, size_t n, const char *label)
{
	struct chart_range x = { (double)NAN, (double)NAN }, y = { 0, 0 };
	struct str axis = {0}, line = {0};

	for (size_t i = 0; i < n; i++) {
		x = chart_range_join(x, (struct chart_range){ step[i].from, step[i].to });
		if (isfinite(step[i].value))
			y = (struct chart_range){ fmin(y.low, step[i].value), fmax(y.high, step[i].value) };
	}
	across(&axis, LEFT, y.high > y.low ? y_of(0, y) : BOTTOM, RIGHT);
	for (size_t i = 0; i < n; i++) {
		double at = y.high > y.low ? y_of(step[i].value, y) : BOTTOM;

		if (!isfinite(step[i].value))
			continue;
		if (continues(step, i)) {
			str_add(&line, "V");
			chart_add_number(&line, at);
		} else {
			move_to(&line, x_of(step[i].from, x), at);
		}
		str_add(&line, "H");
		chart_add_number(&line, x_of(step[i].to, x));
	}
	chart_begin(out, "times", label);
	chart_add_path(out, "axis", &axis);
	chart_add_path(out, "line", &line);
	chart_end(out);
	str_release(&axis);
	str_release(&line);
}

void chart_span(struct str *out, struct chart_range span, struct chart_range all, const char *label)
{
	struct str axis = {0}, bar = {0};

	across(&axis, LEFT, MIDDLE, RIGHT);
	across(&bar, x_of(span.low, all), MIDDLE, x_of(span.high, all));
	chart_begin(out, "span", label);
	chart_add_path(out, "axis", &axis);
	chart_add_path(out, "bar", &bar);
	chart_end(out);
	str_release(&axis);
	str_release(&bar);
}

/* --- a change ---------------------------------------------------------------------------------------- */

void chart_change(struct str *out, const struct chart_difference *d, const char *label)
{
	struct chart_range r = { -d->reach, d->reach };
	struct str zero = {0}, limit = {0}, bar = {0}, dot = {0};

	across(&zero, LEFT, MIDDLE, RIGHT);
	down(&zero, x_of(0, r), TOP, BOTTOM);
	if (isfinite(d->limit))
		down(&limit, x_of(d->limit, r), TOP - 2, BOTTOM + 2);
	if (!isnan(d->low) && !isnan(d->high))
		across(&bar, x_of(d->low, r), MIDDLE, x_of(d->high, r));
	if (isfinite(d->estimate))
		add_dot(&dot, x_of(d->estimate, r), MIDDLE);
	chart_begin(out, "change", label);
	chart_add_path(out, "axis", &zero);
	chart_add_path(out, tone_class(d->tone), &bar);
	chart_add_path(out, "limit", &limit);
	chart_add_path(out, "estimate", &dot);
	chart_end(out);
	str_release(&zero);
	str_release(&limit);
	str_release(&bar);
	str_release(&dot);
}

/* --- a trend ----------------------------------------------------------------------------------------- */

static struct chart_range at_least(struct chart_range r, double width)
{
	double missing = width - (r.high - r.low);

	if (missing > 0)
		r = (struct chart_range){ r.low - missing / 2, r.high + missing / 2 };
	return r;
}

void chart_trend(struct str *out, const double *value, size_t n, const struct chart_level *level,
		 size_t n_levels, const char *label)
{
	static const double least = 0.04;
	struct chart_range x = { 0, n > 1 ? (double)(n - 1) : 0 }, y = chart_range_of(value, n);
	struct str dots = {0}, line = {0};

	if (n_levels)
		y = at_least(y, least * fabs(level[n_levels - 1].level));
	for (size_t i = 0; i < n; i++)
		if (isfinite(value[i]))
			add_dot(&dots, x_of((double)i, x), y_of(value[i], y));
	chart_begin(out, "trend", label);
	for (size_t i = 0; i < n_levels; i++) {
		const struct chart_level *l = &level[i];
		double first = (double)l->first, last = first + (double)l->n - 1;
		/* half a step beyond its values: a level of one value has a line, too */
		double from = x_of(fmax(first - 0.5, 0), x), to = x_of(fmin(last + 0.5, x.high), x);

		str_reset(&line);
		if (fabs(l->level - l->start) > 0)
			sloping(&line, from, y_of(l->start, y), to, y_of(l->level, y));
		else
			across(&line, from, y_of(l->level, y), to);
		chart_add_path(out, tone_class(l->tone), &line);
	}
	chart_add_path(out, "dots", &dots);
	chart_end(out);
	str_release(&dots);
	str_release(&line);
}
