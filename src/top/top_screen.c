/* SPDX-License-Identifier: MIT */
/* Lays out the screen of pstat top: two head lines, bars, the titles, the rows, the total, the keys. */
#include "top/top_screen.h"

#include <string.h>

#include "format/locale_text.h"
#include "format/style.h"
#include "table/table.h"
#include "top/process_facts.h"
#include "top/top_bars.h"

enum {
	NUMBER = 7, GAP = 1, NAME = 15, USER = 8, MEMORY = 6,
	HEAD_LINES = 3, FOOT_LINES = 2,	/* with the titles; with the total */
};

#define REVERSE "\033[7m"

/* As locale_cut, but the escape sequences of colours take no columns. */
static void cut_line(struct str *out, const char *text, size_t width)
{
	LOCAL(str) run = {0};

	while (*text) {
		size_t plain = strcspn(text, "\033");
		size_t sequence = text[plain] ? strcspn(text + plain, "m") + 1 : 0;

		str_reset(&run);
		str_add_n(&run, text, plain);
		width -= locale_cut(out, str_text(&run), width);
		str_add_n(out, text + plain, sequence);
		text += plain + sequence;
	}
}

static void top_screen_add_line(struct str *out, const struct top_screen *s, const char *before,
				const char *text)
{
	bool colored = s->color && *before;

	str_add(out, colored ? before : "");
	cut_line(out, text, s->width);
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

/* Counts are those of a second whatever the interval is. */
static void add_length(struct str *out, uint64_t ns)
{
	static const uint64_t second = 1000000000;

	if (ns == second)
		str_add(out, ", each second");
	else if (ns < second)
		str_addf(out, ", each %g ms, counts per second", (double)ns / 1e6);
	else
		str_addf(out, ", each %g s, counts per second", (double)ns / 1e9);
}

static bool shows_user(const struct top_screen *s)
{
	return s->list.facts && s->view->user[0] && top_view_has_users(s->view);
}

static void add_user(struct str *out, const struct top_screen *s)
{
	if (!shows_user(s))
		return;
	str_add(out, " of ");
	str_add_line(out, s->view->user);
}

static void add_load(struct str *out, const struct top_screen *s)
{
	const struct top_columns *c = s->list.columns;
	const struct top_column *sorted = s->view->sort < c->n ? &c->column[s->view->sort] : NULL;
	double total = sorted ? top_column_value(sorted, s->list.table, s->list.table->n_units - 1,
						 s->list.seconds) : 0;

	top_bars_add(out, s->load, sorted, total, s->width, s->height, s->color);
}

static void top_screen_add_head(struct str *out, const struct top_screen *s)
{
	LOCAL(str) line = {0};

	str_addf(&line, "pstat top %s  %s%zu CPU%s, %zu tasks ran in ", s->clock,
		 s->view->paused ? "PAUSED  " : "", s->n_cpus, s->n_cpus == 1 ? "" : "s", s->n_tasks);
	add_seconds(&line, s->list.seconds);
	str_addf(&line, "  by %s", word_of(s->view->by));
	add_user(&line, s);
	add_length(&line, s->view->interval_ns);
	top_screen_add_line(out, s, COLOR_BOLD, line.text);
	str_reset(&line);
	str_addf(&line, "pstat itself: %.1f%% of a CPU, %zu descriptors, %.0f records/s, %llu lost",
		 s->cost.cpu_pct, s->cost.descriptors, s->cost.records, (unsigned long long)s->cost.lost);
	top_screen_add_line(out, s, s->cost.lost ? COLOR_WORSE : COLOR_DIM, line.text);
	add_load(out, s);
}

/* --- the table --------------------------------------------------------------------------------------- */

static size_t room_for_columns(const struct top_screen *s)
{
	size_t fixed = NUMBER + 2 * GAP + NAME;

	return s->width > fixed ? s->width - fixed : 0;
}

struct fields {			/* of a row, beside its number and its name */
	size_t from, to;	/* the columns that are counted */
	bool user, memory;
};

/* The columns from f.from to f.to fit, and the sorted one is among them. */
static struct fields fit_columns(const struct top_screen *s, size_t *left)
{
	const struct top_columns *c = s->list.columns;
	struct fields f = {0};
	size_t room = room_for_columns(s);

	*left = room;
	for (f.from = 0; f.from < c->n; f.from++) {
		*left = room;
		for (f.to = f.from; f.to < c->n && GAP + c->column[f.to].width <= *left; f.to++)
			*left -= GAP + c->column[f.to].width;
		if (s->view->sort < f.to || s->view->sort <= f.from || s->view->sort >= c->n)
			break;
	}
	f.to += f.to == f.from && f.to < c->n;
	return f;
}

/* What is counted is why people look here, so all of it comes before the user and the memory. */
static struct fields fitting(const struct top_screen *s)
{
	size_t left;
	struct fields f = fit_columns(s, &left);

	if (!s->list.facts || !top_view_has_users(s->view) || f.from || f.to < s->list.columns->n)
		return f;
	f.user = left >= GAP + USER;
	f.memory = f.user && left >= 2 * GAP + USER + MEMORY;
	return f;
}

static void add_right(struct str *out, const char *text, size_t width)
{
	str_addf(out, "%*s", (int)(GAP + width), text);
}

static const char *number_title(enum aggr_mode by)
{
	return by == AGGR_TASK ? "TID" : by == AGGR_PROCESS ? "PID" : "TASKS";
}

static const char *name_title(const struct top_screen *s)
{
	return s->view->by == AGGR_CGROUP ? "CGROUP" :
	       s->list.facts && top_view_has_commands(s->view) ? "COMMAND" : "NAME";
}

static void top_screen_add_titles(struct str *out, const struct top_screen *s, const struct fields *f)
{
	LOCAL(str) line = {0};

	str_addf(&line, "%*s", NUMBER, number_title(s->view->by));
	if (f->user)
		str_addf(&line, "%*s%-*s", GAP, "", USER, "USER");
	for (size_t c = f->from; c < f->to; c++) {
		LOCAL(str) title = {0};

		str_addf(&title, "%s%s", c == s->view->sort ? ">" : "", s->list.columns->column[c].title);
		add_right(&line, title.text, s->list.columns->column[c].width);
	}
	if (f->memory)
		add_right(&line, "MEM", MEMORY);
	str_addf(&line, "%*s%s", 2 * GAP, "", name_title(s));
	if (s->height)		/* the bar is as wide as the screen */
		str_addf(&line, "%*s", (int)(s->width > line.len ? s->width - line.len : 0), "");
	top_screen_add_line(out, s, s->height ? REVERSE : COLOR_BOLD, line.text);
}

/* The total is bold as a whole. */
static const char *value_color(const struct top_screen *s, const struct top_column *c, size_t unit)
{
	const struct table *t = s->list.table;

	return s->color && c->kind == TOP_METRIC && t->unit[unit].process != UNIT_TOTAL ?
	       style_severity(t->figure[unit * t->n_metrics + c->index].severity) : "";
}

static void top_screen_add_value(struct str *out, const struct top_screen *s, const struct top_column *c,
				 size_t unit)
{
	LOCAL(str) text = {0};

	top_column_add(&text, c, top_column_value(c, s->list.table, unit, s->list.seconds));
	locale_pad(out, text.len, GAP + c->width);
	locale_colored(out, value_color(s, c, unit), text.text);
}

/* The total is no process: how many tasks there were is not in the column of their numbers. */
static void add_number(struct str *out, const struct top_screen *s, size_t unit)
{
	if (s->list.table->unit[unit].process < 0 && top_view_has_users(s->view))
		str_addf(out, "%*s", NUMBER, "-");
	else
		str_addf(out, "%*ld", NUMBER,
			 top_view_number(s->list.table, unit, s->list.tree, s->view->by));
}

static void add_owner(struct str *out, const struct top_screen *s, size_t unit)
{
	const struct process_fact *fact = top_view_fact(&s->list, unit);
	LOCAL(str) name = {0}, cut = {0};

	str_add_line(&name, fact && fact->user ? fact->user :
			    s->list.table->unit[unit].process < 0 ? "" : "-");
	locale_shorten(&cut, str_text(&name), USER, false);
	locale_pad(out, 0, GAP);
	str_add(out, str_text(&cut));
	locale_pad(out, locale_columns(str_text(&cut)), USER);
}

static void add_resident(struct str *out, const struct top_screen *s, size_t unit)
{
	const struct process_fact *fact = top_view_fact(&s->list, unit);
	LOCAL(str) size = {0};

	if (fact && fact->resident_bytes)
		top_size_add(&size, fact->resident_bytes);
	else if (s->list.table->unit[unit].process >= 0)
		str_add(&size, "-");
	add_right(out, str_text(&size), MEMORY);
}

static void top_screen_add_row(struct str *out, const struct top_screen *s, size_t unit,
			       const struct fields *f)
{
	bool total = s->list.table->unit[unit].process == UNIT_TOTAL;
	LOCAL(str) line = {0};

	add_number(&line, s, unit);
	if (f->user)
		add_owner(&line, s, unit);
	for (size_t c = f->from; c < f->to; c++)
		top_screen_add_value(&line, s, &s->list.columns->column[c], unit);
	if (f->memory)
		add_resident(&line, s, unit);
	str_addf(&line, "%*s", 2 * GAP, "");
	top_view_command(&line, s->view, &s->list, unit);
	top_screen_add_line(out, s, total ? COLOR_BOLD : "", line.text);
}

size_t top_screen_rows(const struct top_screen *s)
{
	size_t used = HEAD_LINES + top_bars_lines(s->load, s->width, s->height) + FOOT_LINES;

	return s->height > used ? s->height - used : 1;
}

/* The rows beside the processes: what was lost, and the total. */
static void add_rest(struct str *out, const struct top_screen *s, const struct fields *f)
{
	for (size_t u = 0; u < s->list.table->n_units; u++)
		if (s->list.table->unit[u].process == UNIT_TOTAL ||
		    (!s->height && s->list.table->unit[u].process == UNIT_UNKNOWN))
			top_screen_add_row(out, s, u, f);
}

static void top_screen_add_table(struct str *out, const struct top_screen *s)
{
	const struct fields f = fitting(s);
	size_t n, first = s->height ? s->view->first : 0, end;
	FREED size_t *order = top_view_order(s->view, &s->list, &n);

	end = s->height ? first + top_screen_rows(s) : n;
	if (s->limit && end > first + s->limit)
		end = first + s->limit;
	top_screen_add_titles(out, s, &f);
	for (size_t i = first; i < end && i < n; i++)
		top_screen_add_row(out, s, order[i], &f);
	for (size_t i = n > first ? n : first; s->height && i < first + top_screen_rows(s) && i < end; i++)
		str_add(out, "\n");
	add_rest(out, s, &f);
}

/* --- the last line ----------------------------------------------------------------------------------- */

static void add_only(struct str *line, const struct top_screen *s)
{
	str_add(line, "only");
	if (s->view->filter[0]) {
		str_add(line, " '");
		str_add_line(line, s->view->filter);
		str_add(line, "'");
	}
	if (shows_user(s)) {
		str_add(line, " user ");
		str_add_line(line, s->view->user);
	}
}

static void add_foot(struct str *out, const struct top_screen *s)
{
	LOCAL(str) line = {0};

	if (s->view->typing) {
		bool user = s->view->typing == TYPING_USER;

		str_add(&line, user ? "user: " : "filter: ");
		str_add_line(&line, user ? s->view->user : s->view->filter);
		str_add(&line, "_   Enter: keep, Esc: all");
	} else if (s->view->filter[0] || shows_user(s)) {
		add_only(&line, s);
		str_add(&line, "  Esc: all  / filter  u user  q quit  h help");
	} else {
		str_add(&line, "q quit  s sort  / filter  u user  c command  p t g n rows  h help");
	}
	top_screen_add_line(out, s, s->view->typing ? COLOR_BOLD : COLOR_DIM, line.text);
}

static void add_help(struct str *out, const struct top_screen *s)
{
	static const char *const lines[] = {
		"pstat top: what each process counts per second", "",
		"  q           quit",
		"  s, right    sort by the next column (S, left: by the one before)",
		"  /           type a part of a name or command, or a number: only those rows (Esc: all)",
		"  u           type the name of a user: only those processes (nothing: all)",
		"  c           the command line of a process, or its name",
		"  p t g n     rows for processes, threads, cgroups, names",
		"  + -         a longer, a shorter interval",
		"  space       pause, and go on",
		"  up, down    scroll; Page up, Page down, Home",
		"  h           this help", "",
		"CPU% is of one CPU, without the switches themselves; csw: switches to another task; - : not known",
		"MEM: resident memory; the bar of the sorted column ends at its highest total until now (max)", "",
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
