/* SPDX-License-Identifier: MIT */
/* Draws runs, time lines, bars and changes in pixels from the top and per cent from the left. */
#include "format/html/chart.h"

#include <math.h>

#include "base/histogram.h"
#include "format/html/drawing.h"
#include "format/html/page.h"
#include "format/quantity.h"

/* --- values of runs ---------------------------------------------------------------------------------- */

enum { BINS = 48, WORDS = 12, LANE = 26 };

static void add_run_title(struct str *out, const struct quantity *unit, size_t run, double value)
{
	str_reset(out);
	str_addf(out, "run %zu: ", run + 1);
	quantity_add_with_unit(out, unit, value, &page_style);
}

static void add_dots(struct str *out, const struct chart_lane *l, const struct axis *a, double bottom)
{
	static const double dot = 4;		/* between the middles of two dots */
	size_t count[BINS], most = histogram_count(count, BINS, l->value, l->n, a->range.low, a->range.high);
	double step = most > 1 ? fmin(dot, (double)(LANE - 10) / (double)(most - 1)) : 0;
	LOCAL(str) title = {0};

	bottom -= 4;
	histogram_count(count, BINS, NULL, 0, 0, 0);
	str_add(out, "<g class=\"dots\">");
	for (size_t i = 0; i < l->n; i++) {
		size_t *below = &count[histogram_bin(l->value[i], a->range.low, a->range.high, BINS)];

		if (!isfinite(l->value[i]))
			continue;
		add_run_title(&title, a->unit, i, l->value[i]);
		draw_dot(out, draw_x(l->value[i], a), bottom - step * (double)(*below)++, str_text(&title));
	}
	str_add(out, "</g>");
}

static double bin_begin(const struct axis *a, size_t bin)
{
	double share = (double)bin / BINS;

	return a->range.low * (1 - share) + a->range.high * share;
}

static void add_bin(struct str *out, const struct axis *a, size_t bin, size_t count, double height,
		    double bottom)
{
	static const double width = (double)(DRAW_RIGHT - DRAW_LEFT) / BINS;
	double x = DRAW_LEFT + width * (double)bin;
	LOCAL(str) title = {0};

	page_extent(&title, a->unit, bin_begin(a, bin), bin_begin(a, bin + 1));
	str_addf(&title, ": %zu run%s", count, count == 1 ? "" : "s");
	draw_rect(out, x, x + width, bottom - height, height,
		 str_text(&title));
}

static void add_histogram(struct str *out, const struct chart_lane *l, const struct axis *a, double bottom)
{
	size_t count[BINS], most = histogram_count(count, BINS, l->value, l->n, a->range.low, a->range.high);

	str_add(out, "<g class=\"area\">");
	for (size_t b = 0; b < BINS; b++)
		if (count[b])
			add_bin(out, a, b, count[b], (LANE - 4) * (double)count[b] / (double)most, bottom);
	str_add(out, "</g>");
}

/* The line is below the dots, so it hides none. */
static void add_lane(struct str *out, const struct chart_lane *l, const struct axis *a, double bottom,
		     bool first)
{
	double x = draw_x(l->median, a);

	if (*l->name)
		draw_side_word(out, "s", -14, bottom - LANE / 3, l->name);
	if (isfinite(l->median) && isfinite(a->range.low)) {
		draw_line(out, "middle", x, bottom - LANE + 1, x, bottom, "");
		if (first)
			draw_word(out, draw_anchor(x), x, bottom - LANE - 2, "median");
	}
	if (l->n <= CHART_DOTS_MOST)
		add_dots(out, l, a, bottom);
	else
		add_histogram(out, l, a, bottom);
}

void chart_runs(struct str *out, const struct chart_lane *lane, size_t n, const struct quantity *unit,
		const char *label)
{
	struct axis_range all = { (double)NAN, (double)NAN };
	struct axis a = { .unit = unit, .per = "" };
	double bottom = (double)(WORDS + LANE * n);

	for (size_t i = 0; i < n; i++)
		all = axis_range_join(all, axis_range_of(lane[i].value, lane[i].n));
	axis_choose(&a, all, DRAW_CELL);
	draw_begin(out, n > 1 ? "runs lanes" : "runs", bottom + DRAW_FOOT, label);
	draw_x_axis(out, &a, WORDS, bottom);
	for (size_t i = 0; i < n; i++)
		add_lane(out, &lane[i], &a, (double)(WORDS + LANE * (i + 1)), i == 0);
	draw_end(out);
}

/* --- a time line ------------------------------------------------------------------------------------- */

enum { TIMES_TOP = 6, TIMES_BOTTOM = 66, TITLES_MOST = 400 };

/* The step continues the one before, so the line goes on. */
static bool continues(const struct chart_step *step, size_t i)
{
	return i && isfinite(step[i - 1].value) && !(step[i - 1].to < step[i].from) &&
	       !(step[i - 1].to > step[i].from);
}

static double times_y(const struct axis *y, double value)
{
	return TIMES_BOTTOM - (TIMES_BOTTOM - TIMES_TOP) * axis_share(y, value);
}

/* A path has no per cents, so it has a canvas of 100 units of its own, which is stretched. */
static void add_steps(struct str *out, const struct chart_step *step, size_t n, const struct axis *x,
		      const struct axis *y)
{
	LOCAL(str) line = {0};

	for (size_t i = 0; i < n; i++) {
		if (!isfinite(step[i].value))
			continue;
		if (continues(step, i))
			str_addf(&line, "V%.4g", times_y(y, step[i].value));
		else
			str_addf(&line, "M%.4g %.4g", draw_x(step[i].from, x), times_y(y, step[i].value));
		str_addf(&line, "H%.4g", draw_x(step[i].to, x));
	}
	if (line.len)
		str_addf(out, "<svg viewBox=\"0 0 100 %d\" preserveAspectRatio=\"none\"><path class=\"line\" "
			 "d=\"%s\"/></svg>", TIMES_BOTTOM + DRAW_FOOT, line.text);
}

/* Where a pointer may rest.  Of more steps than this one is narrower than a pixel. */
static void add_step_titles(struct str *out, const struct chart_step *step, size_t n, const struct axis *x,
			    const struct axis *y)
{
	LOCAL(str) title = {0};

	str_add(out, "<g class=\"rest\">");
	for (size_t i = 0; i < n && n <= TITLES_MOST; i++) {
		if (!isfinite(step[i].value))
			continue;
		str_reset(&title);
		page_extent(&title, x->unit, step[i].from, step[i].to);
		str_add(&title, ": ");
		quantity_add_with_unit(&title, y->unit, step[i].value, &page_style);
		str_add(&title, y->per);
		draw_rect(out, draw_x(step[i].from, x), draw_x(step[i].to, x), TIMES_TOP,
			  TIMES_BOTTOM - TIMES_TOP, str_text(&title));
	}
	str_add(out, "</g>");
}

void chart_time_line(struct str *out, const struct chart_step *step, size_t n, const struct quantity *unit,
		     const char *per, const char *label)
{
	struct axis_range times = { 0, 0 }, values = { 0, 0 };
	struct axis x = { .per = "" }, y = { .unit = unit, .per = per };
	struct quantity seconds;

	for (size_t i = 0; i < n; i++) {
		times = axis_range_join(times, (struct axis_range){ step[i].from, step[i].to });
		if (isfinite(step[i].value))
			values = axis_range_join(values, (struct axis_range){ step[i].value, step[i].value });
	}
	seconds = quantity_choose(CLASS_TIME, "s", &times.high, 1);
	x.unit = &seconds;
	axis_choose(&x, times, DRAW_NARROW);
	axis_choose_upright(&y, values, TIMES_BOTTOM - TIMES_TOP);
	draw_begin(out, "times", TIMES_BOTTOM + DRAW_FOOT, label);
	draw_y_axis(out, &y, TIMES_TOP, TIMES_BOTTOM);
	draw_x_axis(out, &x, TIMES_BOTTOM, TIMES_BOTTOM);
	add_steps(out, step, n, &x, &y);
	add_step_titles(out, step, n, &x, &y);
	draw_end(out);
}

/* --- a bar ------------------------------------------------------------------------------------------- */

enum { BAR = 18 };

/* A bar of no length is a dot, as its ends are round. */
void chart_bar(struct str *out, struct axis_range bar, const struct axis *axis, bool has_labels,
	       const char *label)
{
	draw_begin(out, has_labels ? "span ticks" : "span", has_labels ? BAR + DRAW_FOOT : BAR, label);
	draw_ticks(out, axis, 0, has_labels ? BAR : BAR - 4);
	if (has_labels)
		draw_tick_labels(out, axis, BAR);
	if (isfinite(bar.low) && isfinite(bar.high))
		draw_line(out, "bar", draw_x(bar.low, axis), BAR / 2, draw_x(bar.high, axis), BAR / 2, label);
	draw_end(out);
}

/* --- changes ----------------------------------------------------------------------------------------- */

enum { CHANGE_TOP = 4, CHANGE_LANE = 22 };

static double change_x(double value, double reach)
{
	return draw_at(histogram_share(value, -reach, reach));
}

static void add_change_tick(struct str *out, double value, double reach, double bottom)
{
	LOCAL(str) text = {0};
	double x = change_x(value, reach);

	if (value > 0 || value < 0)
		str_addf(&text, "%+g %%", 100 * value);
	else
		str_add(&text, "0");
	draw_line(out, value > 0 || value < 0 ? "grid" : "axis", x, CHANGE_TOP, x, bottom + 4, "");
	draw_word(out, draw_anchor(x), x, bottom + 15, text.text);
}

/* An arrow at the end of the axis, and the number beside it; nothing for what is inside. */
static void add_outside(struct str *out, double value, double reach, double y)
{
	bool up = value > 0;
	LOCAL(str) text = {0};

	if (!(fabs(value) > reach))
		return;
	if (isfinite(value))
		str_addf(&text, "%+.1f %%", 100 * value);
	str_addf(out, "<svg x=\"%s\" y=\"%g\"><path class=\"arrow\" d=\"M%s\"/></svg>", up ? "98%" : "2%", y,
		 up ? "0 -4l6 4l-6 4z" : "0 -4l-6 4l6 4z");
	if (text.len)
		draw_word(out, up ? "e" : "s", up ? 95 : 5, y - 4, text.text);
}

static void add_change_lane(struct str *out, const struct chart_difference *d, double reach, double y)
{
	if (*d->name)
		draw_side_word(out, "s", -14, y + 4, d->name);
	if (!isnan(d->low) && !isnan(d->high))
		draw_line(out, draw_bar_class(d->tone), change_x(d->low, reach), y,
			  change_x(d->high, reach), y, d->title);
	if (isfinite(d->limit) && fabs(d->limit) <= reach)
		draw_line(out, "limit", change_x(d->limit, reach), y - CHANGE_LANE / 2,
			 change_x(d->limit, reach), y + CHANGE_LANE / 2, "the limit");
	if (isfinite(d->estimate) && fabs(d->estimate) <= reach) {
		str_addf(out, "<g class=\"estimate%s\">", d->high > d->low ? "" : d->tone > 0 ? " worse" :
			 d->tone < 0 ? " better" : "");
		draw_dot(out, change_x(d->estimate, reach), y, d->title);
		str_add(out, "</g>");
	}
	if (fabs(d->estimate) > reach) {
		add_outside(out, d->estimate, reach, y);
		return;
	}
	add_outside(out, d->low, reach, y);
	add_outside(out, d->high, reach, y);
}

void chart_changes(struct str *out, const struct chart_difference *d, size_t n, double reach,
		   const char *label)
{
	double bottom = (double)(CHANGE_TOP + CHANGE_LANE * n);

	draw_begin(out, *d->name ? "change lanes" : "change", bottom + DRAW_FOOT, label);
	for (int i = -1; i <= 1; i++)
		add_change_tick(out, i * reach, reach, bottom);
	draw_line(out, "axis", 0, bottom, 100, bottom, "");
	for (size_t i = 0; i < n; i++)
		add_change_lane(out, &d[i], reach, CHANGE_TOP + CHANGE_LANE * ((double)i + 0.5));
	draw_end(out);
}
