/* SPDX-License-Identifier: MIT */
/* Tries steps from the finest to the coarsest until the labels have room. */
#include "format/html/axis.h"

#include <math.h>

#include "base/histogram.h"
#include "format/html/page.h"
#include "format/locale_text.h"
#include "format/quantity.h"

enum { MOST_TICKS = 6, MOST_DIGITS = 9 };

static const double gap = 8, line_height = 22;		/* pixels */

/* --- ranges ------------------------------------------------------------------------------------------ */

struct axis_range axis_range_of(const double *value, size_t n)
{
	struct axis_range r = { (double)NAN, (double)NAN };

	for (size_t i = 0; i < n; i++)
		if (isfinite(value[i]))
			r = (struct axis_range){ fmin(r.low, value[i]), fmax(r.high, value[i]) };
	return r;
}

struct axis_range axis_range_join(struct axis_range a, struct axis_range b)
{
	return (struct axis_range){ fmin(a.low, b.low), fmax(a.high, b.high) };
}

double axis_share(const struct axis *a, double value)
{
	return histogram_share(value, a->range.low, a->range.high);
}

bool axis_is_cut(const struct axis *a)
{
	return a->range.low > 0 || a->range.high < 0;
}

/* --- labels ------------------------------------------------------------------------------------------ */

double axis_width(const char *text)
{
	static const double letter = 6.5;	/* of 11 pixels, in most fonts */
	size_t n = 0;

	for (; *text; text++)
		n += ((unsigned char)*text & 0xc0) != 0x80;
	return letter * (double)n;
}

double axis_tick(const struct axis *a, size_t i)
{
	if (!(a->step > 0))
		return a->range.low / 2 + a->range.high / 2;
	return (a->first + (double)i) * a->step * a->unit->factor;
}

/* 0 has one, and what is as far from it. */
bool axis_has_label(const struct axis *a, size_t i)
{
	return !(fabs(fmod(a->first + (double)i, (double)a->every)) > 0);
}

/* The last label has the unit. */
void axis_add_label(struct str *out, const struct axis *a, size_t i)
{
	double shown = a->step > 0 ? (a->first + (double)i) * a->step : axis_tick(a, i) / a->unit->factor;
	LOCAL(str) text = {0};

	str_addf(&text, "%.*f", a->digits, fabs(shown));
	str_add(out, shown < 0 ? "-" : "");
	locale_number(out, str_text(&text), true, &page_style);
	if (i + a->every >= a->n) {
		quantity_add_unit(out, a->unit);
		str_add(out, a->per);
	}
}

/* The widest label. */
static double widest(const struct axis *a)
{
	LOCAL(str) text = {0};
	double most = 0;

	for (size_t i = 0; i < a->n; i++) {
		str_reset(&text);
		axis_add_label(&text, a, i);
		most = fmax(most, axis_width(str_text(&text)));
	}
	return most;
}

/* --- steps ------------------------------------------------------------------------------------------- */

static int digits_of(double step)
{
	int digits = (int)-floor(log10(step) + 1e-9);

	return digits < 0 ? 0 : digits > MOST_DIGITS ? MOST_DIGITS : digits;
}

/* False: no tick, or too many, is between the ends, or parts of what is counted whole. */
static bool take_step(struct axis *a, double step)
{
	static const double rounding = 1e-9;
	double low = a->range.low / a->unit->factor / step, high = a->range.high / a->unit->factor / step;
	double n;

	a->first = ceil(low - rounding);
	n = floor(high + rounding) - a->first + 1;
	if (!(n >= 1 && n <= MOST_TICKS) || (!a->unit->digits && step < 1))
		return false;
	a->step = step;
	a->n = (size_t)n;
	a->every = 1;
	a->digits = digits_of(step);
	return true;
}

/* At an end of the axis a label begins or ends at its tick, so it comes nearer to the next one. */
static bool is_near_end(const struct axis *a)
{
	static const double near = 0.11;

	return axis_share(a, axis_tick(a, 0)) < near || axis_share(a, axis_tick(a, a->n - 1)) > 1 - near;
}

static double needed(const struct axis *a, bool upright)
{
	return upright ? line_height : widest(a) * (is_near_end(a) ? 1.5 : 1) + gap;
}

static void take_middle(struct axis *a)
{
	a->step = 0;
	a->n = a->every = 1;
	a->digits = a->unit->digits;
}

/* Gives a label to each tick, or to each second one; returns how many have one: 0 if they have no room. */
static size_t label_ticks(struct axis *a, double room, double width, bool upright)
{
	double distance = room * a->step / width, least = needed(a, upright);
	size_t labels = 0;

	a->every = distance < least && a->n > 1 ? 2 : 1;
	if (a->n > 2 && 2 * distance < least)
		return 0;
	for (size_t i = 0; i < a->n; i++)
		labels += axis_has_label(a, i);
	return labels;
}

/*
 * The finest step whose labels all have room, if there are two of them; else the one that has the most
 * labels.  A difference that a double can hardly hold has no steps.
 */
static void choose_ticks(struct axis *a, struct axis_range range, double room, bool upright)
{
	static const double steps[] = { 1, 2, 5 };
	double width = (range.high - range.low) / a->unit->factor;
	double largest = fmax(fabs(range.high), fabs(range.low)) / a->unit->factor;
	size_t most = 0;
	int power;

	a->range = range;
	take_middle(a);
	if (!isnormal(width / MOST_TICKS) || !(width > largest * 1e-12))
		return;
	power = (int)floor(log10(width / MOST_TICKS));
	for (size_t i = 0; i < 9; i++) {
		struct axis next = *a;
		size_t labels;

		if (!take_step(&next, steps[i % 3] * pow(10, power + (int)(i / 3))))
			continue;
		labels = label_ticks(&next, room, width, upright);
		if (labels > 1 && next.every == 1) {
			*a = next;
			return;
		}
		if (labels > most) {
			*a = next;
			most = labels;
		}
	}
}

void axis_choose(struct axis *a, struct axis_range range, double room)
{
	choose_ticks(a, range, room, false);
}

void axis_choose_upright(struct axis *a, struct axis_range range, double room)
{
	choose_ticks(a, range, room, true);
}
