/* SPDX-License-Identifier: MIT */
/* Writes elements of SVG; the classes are those of page.css. */
#include "format/html/drawing.h"

#include "format/html/page.h"

/* --- elements ---------------------------------------------------------------------------------------- */

static void add_px(struct str *out, const char *name, double px)
{
	str_addf(out, " %s=\"%.4g\"", name, px);
}

static void add_pct(struct str *out, const char *name, double pct)
{
	str_addf(out, " %s=\"%.4g%%\"", name, pct);
}

static void end_element(struct str *out, const char *name, const char *title)
{
	if (!*title) {
		str_add(out, "/>");
		return;
	}
	str_add(out, "><title>");
	page_text(out, title);
	str_addf(out, "</title></%s>", name);
}

void draw_line(struct str *out, const char *class, double x, double y, double to_x, double to_y,
		     const char *title)
{
	str_addf(out, "<line class=\"%s\"", class);
	add_pct(out, "x1", x);
	add_px(out, "y1", y);
	add_pct(out, "x2", to_x);
	add_px(out, "y2", to_y);
	end_element(out, "line", title);
}

void draw_dot(struct str *out, double x, double y, const char *title)
{
	str_add(out, "<circle");
	add_pct(out, "cx", x);
	add_px(out, "cy", y);
	end_element(out, "circle", title);
}

void draw_rect(struct str *out, double x, double to_x, double y, double height, const char *title)
{
	str_add(out, "<rect");
	add_pct(out, "x", x);
	add_px(out, "y", y);
	add_pct(out, "width", to_x - x);
	add_px(out, "height", height);
	end_element(out, "rect", title);
}

static void add_text_element(struct str *out, const char *class, double x, const char *unit, double y,
			     const char *text)
{
	str_add(out, "<text");
	if (*class)
		str_addf(out, " class=\"%s\"", class);
	str_addf(out, " x=\"%.4g%s\"", x, unit);
	add_px(out, "y", y);
	str_add(out, ">");
	page_text(out, text);
	str_add(out, "</text>");
}

void draw_word(struct str *out, const char *class, double x, double y, const char *text)
{
	add_text_element(out, class, x, "%", y, text);
}

void draw_side_word(struct str *out, const char *class, double x, double y, const char *text)
{
	add_text_element(out, class, x, "", y, text);
}

void draw_begin(struct str *out, const char *kind, double height, const char *label)
{
	str_addf(out, "<svg class=\"chart %s\" height=\"%g\" role=\"img\" aria-label=\"", kind, height);
	page_text(out, label);
	str_add(out, "\">");
}

void draw_end(struct str *out)
{
	str_add(out, "</svg>");
}

const char *draw_bar_class(int tone)
{
	return tone > 0 ? "bar worse" : tone < 0 ? "bar better" : "bar";
}

/* At the ends of a picture a word would stand outside of it. */
const char *draw_anchor(double x)
{
	return x < 12 ? "s" : x > 88 ? "e" : "";
}

/* --- axes -------------------------------------------------------------------------------------------- */

double draw_at(double share)
{
	return DRAW_LEFT + (DRAW_RIGHT - DRAW_LEFT) * share;
}

double draw_x(double value, const struct axis *a)
{
	return draw_at(axis_share(a, value));
}

void draw_ticks(struct str *out, const struct axis *a, double top, double bottom)
{
	for (size_t i = 0; i < a->n; i++) {
		double x = draw_x(axis_tick(a, i), a);

		draw_line(out, "grid", x, top, x, bottom + 4, "");
	}
}

void draw_tick_labels(struct str *out, const struct axis *a, double bottom)
{
	LOCAL(str) text = {0};

	for (size_t i = 0; i < a->n; i++) {
		double x = draw_x(axis_tick(a, i), a);

		if (!axis_has_label(a, i))
			continue;
		str_reset(&text);
		axis_add_label(&text, a, i);
		draw_word(out, draw_anchor(x), x, bottom + 15, str_text(&text));
	}
}

/* The usual mark: two short lines across the axis. */
static void add_cut_mark(struct str *out, double x, double y, const char *lines)
{
	str_addf(out, "<path class=\"cut\" d=\"M%g %g%s\"", x, y, lines);
	end_element(out, "path", "the axis does not begin at 0");
}

/* The line below a picture with its ticks, and a mark at its begin where it is cut. */
void draw_x_axis(struct str *out, const struct axis *a, double top, double bottom)
{
	draw_ticks(out, a, top, bottom);
	draw_line(out, "axis", 0, bottom, 100, bottom, "");
	if (axis_is_cut(a))
		add_cut_mark(out, 0, bottom + 4, "l4 -8m3 0l-4 8");
	draw_tick_labels(out, a, bottom);
}

/* The ticks are grid lines, and their labels stand on the left. */
void draw_y_axis(struct str *out, const struct axis *a, double top, double bottom)
{
	LOCAL(str) text = {0};

	for (size_t i = 0; i < a->n; i++) {
		double y = bottom - (bottom - top) * axis_share(a, axis_tick(a, i));

		str_reset(&text);
		axis_add_label(&text, a, i);
		draw_line(out, "grid", 0, y, 100, y, "");
		draw_side_word(out, "e", -6, y + 4, str_text(&text));
	}
	if (axis_is_cut(a))
		add_cut_mark(out, -4, bottom + 2, "l8 -4m0 3l-8 4");
}
