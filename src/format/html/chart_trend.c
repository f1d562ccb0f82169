/* SPDX-License-Identifier: MIT */
/* Draws a trend: words above it, its levels, a dot for each result, dates below. */
#include "format/html/chart_trend.h"

#include <math.h>
#include <stdlib.h>

#include "base/histogram.h"
#include "base/mem.h"
#include "format/html/drawing.h"
#include "format/html/page.h"
#include "format/quantity.h"

enum { CHANGES_Y = 11, LEVELS_Y = 26, TREND_TOP = 36, TREND_BOTTOM = 176 };

struct word {			/* in a line of words */
	double x;		/* per cent */
	const char *class;
	char *text;		/* owned */
};

struct words {
	struct word *word; size_t n;
};

/* Takes the text, which is empty then. */
static void words_add(struct words *w, double x, const char *class, struct str *text)
{
	MEM_ADD(w->word, w->n, (struct word){ x, class, text->text });
	*text = (struct str){0};
}

static struct axis_range word_extent(const struct word *w, double room)
{
	double middle = room * w->x / 100, width = axis_width(w->text) + 10;
	const char *anchor = draw_anchor(w->x);
	double begin = *anchor == 's' ? middle : *anchor == 'e' ? middle - width : middle - width / 2;

	return (struct axis_range){ begin, begin + width };
}

/* The last words are the newest, so they have the room first. */
static void mark_fitting(bool *fits, const struct words *w, double room)
{
	double free_until = room + 10;

	for (size_t i = w->n; i-- > 0; ) {
		struct axis_range extent = word_extent(&w->word[i], room);

		fits[i] = extent.high <= free_until && extent.low >= -10;
		if (fits[i])
			free_until = extent.low;
	}
}

static void add_words(struct str *out, struct words *w, double y)
{
	FREED bool *narrow = mem_zeroed(w->n + 1, sizeof(*narrow));
	FREED bool *wide = mem_zeroed(w->n + 1, sizeof(*wide));
	LOCAL(str) class = {0};

	mark_fitting(narrow, w, DRAW_NARROW);
	mark_fitting(wide, w, DRAW_WIDE);
	for (size_t i = 0; i < w->n; i++) {
		const struct word *word = &w->word[i];

		str_reset(&class);
		str_addf(&class, "%s%s%s", word->class, *word->class && *draw_anchor(word->x) ? " " : "",
			 draw_anchor(word->x));
		if (!narrow[i])
			str_addf(&class, "%s%s", class.len ? " " : "", wide[i] ? "r" : "");
		if (narrow[i] || wide[i])
			draw_word(out, str_text(&class), word->x, y, word->text);
		free(w->word[i].text);
	}
	free(w->word);
}

static struct axis_range at_least(struct axis_range r, double width)
{
	double missing = width - (r.high - r.low);

	if (missing > 0)
		r = (struct axis_range){ r.low - missing / 2, r.high + missing / 2 };
	return r;
}

static double trend_x(const struct chart_trend *t, double i)
{
	double last = t->n > 1 ? (double)(t->n - 1) : 0;

	return draw_at(histogram_share(i, 0, last));
}

static double trend_y(const struct axis *y, double value)
{
	return TREND_BOTTOM - (TREND_BOTTOM - TREND_TOP) * axis_share(y, value);
}

/* 1, 2, 5, 10, 20, ...: so few dates have room on a wide page. */
static size_t dates_every(size_t n)
{
	static const size_t rounds[] = { 1, 2, 5 };
	enum { MOST = 8 };

	for (size_t power = 1; ; power *= 10)
		for (size_t i = 0; i < 3; i++)
			if (n / (rounds[i] * power) < MOST)
				return rounds[i] * power;
}

/* Dates below the axis. */
static void add_dates(struct str *out, const struct chart_trend *t)
{
	size_t every = dates_every(t->n);
	struct words w = {0};
	struct str text = {0};

	for (size_t i = 0; i < t->n; i += every) {
		double x = trend_x(t, (double)i);

		draw_line(out, "grid", x, TREND_TOP, x, TREND_BOTTOM + 4, "");
		t->add_date(&text, t->of, i);
		words_add(&w, x, "", &text);
	}
	add_words(out, &w, TREND_BOTTOM + 15);
}

/* Half a step beyond its values, as a level of one value has a line, too. */
static void add_level_line(struct str *out, const struct chart_trend *t, const struct chart_level *l,
		      const struct axis *y)
{
	double first = (double)l->first, last = first + (double)l->n - 1;
	double from = trend_x(t, fmax(first - 0.5, 0)), to = trend_x(t, last + 0.5);
	LOCAL(str) title = {0};

	quantity_add_with_unit(&title, t->unit, l->level, &page_style);
	if (*l->change) {
		str_addf(&title, ": %s", l->change);
		draw_line(out, "limit", from, CHANGES_Y + 4, from, TREND_BOTTOM, l->change);
	}
	draw_line(out, draw_bar_class(l->tone), from, trend_y(y, l->start), to, trend_y(y, l->level),
		 str_text(&title));
}

static void add_level_words(struct str *out, const struct chart_trend *t)
{
	static const char *const classes[] = { "better", "", "worse" };
	struct words changes = {0}, levels = {0};
	struct str text = {0};

	for (size_t i = 0; i < t->n_levels; i++) {
		const struct chart_level *l = &t->level[i];
		double middle = (double)l->first + ((double)l->n - 1) / 2;

		quantity_add_with_unit(&text, t->unit, l->level, &page_style);
		words_add(&levels, trend_x(t, middle), "", &text);
		if (!*l->change)
			continue;
		str_add(&text, l->change);
		words_add(&changes, trend_x(t, fmax((double)l->first - 0.5, 0)), classes[l->tone + 1], &text);
	}
	add_words(out, &changes, CHANGES_Y);
	add_words(out, &levels, LEVELS_Y);
}

static void add_points(struct str *out, const struct chart_trend *t, const struct axis *y)
{
	LOCAL(str) title = {0};

	str_add(out, "<g class=\"dots\">");
	for (size_t i = 0; i < t->n; i++) {
		if (!isfinite(t->value[i]))
			continue;
		str_reset(&title);
		quantity_add_with_unit(&title, t->unit, t->value[i], &page_style);
		str_add(&title, ", ");
		t->add_point(&title, t->of, i);
		draw_dot(out, trend_x(t, (double)i), trend_y(y, t->value[i]), str_text(&title));
	}
	str_add(out, "</g>");
}

void chart_trend(struct str *out, const struct chart_trend *t, const char *label)
{
	static const double least = 0.04;
	struct axis_range values = axis_range_of(t->value, t->n);
	struct axis y = { .unit = t->unit, .per = "" };

	if (t->n_levels)
		values = at_least(values, least * fabs(t->level[t->n_levels - 1].level));
	/* dots do not lie on the lines around them */
	values = at_least(values, 1.1 * (values.high - values.low));
	axis_choose_upright(&y, values, TREND_BOTTOM - TREND_TOP);
	draw_begin(out, "trend", TREND_BOTTOM + DRAW_FOOT, label);
	draw_y_axis(out, &y, TREND_TOP, TREND_BOTTOM);
	add_dates(out, t);
	draw_line(out, "axis", 0, TREND_BOTTOM, 100, TREND_BOTTOM, "");
	for (size_t i = 0; i < t->n_levels; i++)
		add_level_line(out, t, &t->level[i], &y);
	add_points(out, t, &y);
	add_level_words(out, t);
	draw_end(out);
}
