/* SPDX-License-Identifier: MIT */
/* Lays out the screen of pstat top: two head lines, the titles, the rows, the total, the keys. */
#include "top/top_screen.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "format/locale_text.h"
#include "format/style.h"
#include "table/table.h"
#include "top/top_view.h"

enum {
	NUMBER = 7, GAP = 1, NAME = 15,
	HEAD_LINES = 3, FOOT_LINES = 2,	/* with the titles; with the total */
};

#define REVERSE "\033[7m"

static void top_screen_add_line(struct str *out, const struct top_screen *s, const char *before,
				const char *text)
{
	bool colored = s->color && *before;

	str_add(out, colored ? before : "");
	locale_cut(out, text, s->width);
	str_add(out, colored ? COLOR_OFF "\n" : "\n");
}

/* --- the head ---------------------------------------------------------------------------------------- */

static const char *word_of(enum aggr_mode by)
{
	return by == AGGR_TASK ? "thread" : aggr_modes[by].word;
}

static void add_seconds(struct str *out, double seconds)
{
	str_addf(out, "%.*f s", seconds < 9.95 ? 1 : 0, seconds);
}

static void top_screen_add_head(struct str *out, const struct top_screen *s)
{
	struct str line = {0};

	str_addf(&line, "pstat top %s  %s%zu CPU%s, %zu tasks ran in ", s->clock,
		 s->view->paused ? "PAUSED  " : "", s->n_cpus, s->n_cpus == 1 ? "" : "s", s->n_tasks);
	add_seconds(&line, s->seconds);
	str_addf(&line, "  by %s, each second", word_of(s->view->by));
	top_screen_add_line(out, s, COLOR_BOLD, line.text);
	str_reset(&line);
	str_addf(&line, "pstat itself: %.1f%% of a CPU, %zu descriptors, %.0f records/s, %llu lost",
		 s->cost.cpu_pct, s->cost.descriptors, s->cost.records, (unsigned long long)s->cost.lost);
	top_screen_add_line(out, s, s->cost.lost ? COLOR_WORSE : COLOR_DIM, line.text);
	str_release(&line);
}

/* --- the table --------------------------------------------------------------------------------------- */

static size_t room_for_columns(const struct top_screen *s)
{
	size_t fixed = NUMBER + 2 * GAP + NAME;

	return s->width > fixed ? s->width - fixed : 0;
}

/* The columns from *from to the returned one fit, and the sorted one is among them. */
static size_t fitting(const struct top_screen *s, size_t *from)
{
	const struct top_columns *c = s->columns;
	size_t room = room_for_columns(s), to = 0;

	for (*from = 0; *from < c->n; ++*from) {
		size_t used = 0;

		for (to = *from; to < c->n && used + GAP + c->column[to].width <= room; to++)
			used += GAP + c->column[to].width;
		if (s->view->sort < to || s->view->sort <= *from || s->view->sort >= c->n)
			break;
	}
	return to == *from && to < c->n ? to + 1 : to;
}

static void add_right(struct str *out, const char *text, size_t width)
{
	str_addf(out, "%*s", (int)(GAP + width), text);
}

static const char *number_title(enum aggr_mode by)
{
	return by == AGGR_TASK ? "TID" : by == AGGR_PROCESS ? "PID" : "TASKS";
}

static void top_screen_add_titles(struct str *out, const struct top_screen *s, size_t from, size_t to)
{
	struct str line = {0};

	str_addf(&line, "%*s", NUMBER, number_title(s->view->by));
	for (size_t c = from; c < to; c++) {
		struct str title = {0};

		str_addf(&title, "%s%s", c == s->view->sort ? ">" : "", s->columns->column[c].title);
		add_right(&line, title.text, s->columns->column[c].width);
		str_release(&title);
	}
	str_addf(&line, "%*s%s", 2 * GAP, "", s->view->by == AGGR_CGROUP ? "CGROUP" : "NAME");
	if (s->height)		/* the bar is as wide as the screen */
		str_addf(&line, "%*s", (int)(s->width > line.len ? s->width - line.len : 0), "");
	top_screen_add_line(out, s, s->height ? REVERSE : COLOR_BOLD, line.text);
	str_release(&line);
}

static void top_screen_add_value(struct str *out, const struct top_screen *s, const struct top_column *c,
				 size_t unit)
{
	double value = top_column_value(c, s->table, unit, s->seconds);
	struct str text = {0};

	if (isnan(value))
		str_add(&text, "-");
	else if (c->kind == TOP_METRIC && fabs(value) < 999.995)
		str_addf(&text, "%.2f", value);
	else if (c->kind == TOP_SHARE)
		str_addf(&text, "%.1f", value);
	else
		top_number_add(&text, value);
	add_right(out, text.text, c->width);
	str_release(&text);
}

static void top_screen_add_row(struct str *out, const struct top_screen *s, size_t unit, size_t from,
			       size_t to)
{
	struct str line = {0};

	str_addf(&line, "%*ld", NUMBER, top_view_number(s->table, unit, s->tree, s->view->by));
	for (size_t c = from; c < to; c++)
		top_screen_add_value(&line, s, &s->columns->column[c], unit);
	str_addf(&line, "%*s", 2 * GAP, "");
	top_view_name(&line, s->table, unit, s->tree, s->view->by);
	top_screen_add_line(out, s, s->table->unit[unit].process == UNIT_TOTAL ? COLOR_BOLD : "", line.text);
	str_release(&line);
}

size_t top_screen_rows(const struct top_screen *s)
{
	size_t used = HEAD_LINES + FOOT_LINES;

	return s->height > used ? s->height - used : 1;
}

/* The rows beside the processes: what was lost, and the total. */
static void add_rest(struct str *out, const struct top_screen *s, size_t from, size_t to)
{
	for (size_t u = 0; u < s->table->n_units; u++)
		if (s->table->unit[u].process == UNIT_TOTAL ||
		    (!s->height && s->table->unit[u].process == UNIT_UNKNOWN))
			top_screen_add_row(out, s, u, from, to);
}

static void top_screen_add_table(struct str *out, const struct top_screen *s)
{
	size_t n, from, to = fitting(s, &from), first = s->height ? s->view->first : 0, end;
	size_t *order = top_view_order(s->view, s->columns, s->table, s->tree, s->seconds, &n);

	end = s->height ? first + top_screen_rows(s) : n;
	if (s->limit && end > first + s->limit)
		end = first + s->limit;
	top_screen_add_titles(out, s, from, to);
	for (size_t i = first; i < end && i < n; i++)
		top_screen_add_row(out, s, order[i], from, to);
	for (size_t i = n > first ? n : first; s->height && i < first + top_screen_rows(s) && i < end; i++)
		str_add(out, "\n");
	add_rest(out, s, from, to);
	free(order);
}

/* --- the last line ----------------------------------------------------------------------------------- */

static void add_foot(struct str *out, const struct top_screen *s)
{
	struct str line = {0};

	if (s->view->typing) {
		str_add(&line, "filter: ");
		str_add_line(&line, s->view->filter);
		str_add(&line, "_   Enter: keep, Esc: all");
	} else if (s->view->filter[0]) {
		str_add(&line, "only '");
		str_add_line(&line, s->view->filter);
		str_add(&line, "'  Esc: all  / another filter  q quit  h help");
	} else {
		str_add(&line, "q quit  s sort  / filter  p process  t thread  g cgroup  n name  h help");
	}
	top_screen_add_line(out, s, s->view->typing ? COLOR_BOLD : COLOR_DIM, line.text);
	str_release(&line);
}

static void add_help(struct str *out, const struct top_screen *s)
{
	static const char *const lines[] = {
		"pstat top: what each process counts, each second", "",
		"  q           quit",
		"  s, right    sort by the next column (S, left: by the one before)",
		"  /           type a part of a name, or a number: only those rows (Esc: all)",
		"  p t g n     rows for processes, threads, cgroups, names",
		"  + -         a longer, a shorter interval",
		"  space       pause, and go on",
		"  up, down    scroll; Page up, Page down, Home",
		"  h           this help", "",
		"CPU% is of one CPU, without the switches themselves; csw: switches to another task; - : not known", "",
		"Any key goes back.", NULL,
	};

	for (size_t i = 0; lines[i] && i < s->height; i++)
		top_screen_add_line(out, s, i ? "" : COLOR_BOLD, lines[i]);
}

/* A screen of a few lines has the first ones. */
static void cut_lines(struct str *out, size_t from, size_t height)
{
	for (size_t i = from; i < out->len; i++)
		if (out->text[i] == '\n' && !--height) {
			out->len = i + 1;
			out->text[out->len] = '\0';
		}
}

void top_screen_add(struct str *out, const struct top_screen *s)
{
	size_t from = out->len;

	if (s->view->help && s->height) {
		add_help(out, s);
		return;
	}
	top_screen_add_head(out, s);
	top_screen_add_table(out, s);
	if (!s->height)
		return;
	add_foot(out, s);
	cut_lines(out, from, s->height);
}
