/* SPDX-License-Identifier: MIT */
/* Chooses the columns, handles the keys, and sorts the rows of pstat top. */
#include "top/top_view.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "count/process_tree.h"
#include "event/event.h"
#include "metric/metric.h"
#include "table/table.h"
#include "top/process_facts.h"

/* --- keys -------------------------------------------------------------------------------------------- */

static const struct {
	const char *bytes;	/* after the escape */
	int key;
} sequences[] = {
	{ "[A", KEY_UP }, { "[B", KEY_DOWN }, { "[C", KEY_RIGHT }, { "[D", KEY_LEFT },
	{ "OA", KEY_UP }, { "OB", KEY_DOWN }, { "OC", KEY_RIGHT }, { "OD", KEY_LEFT },
	{ "[5~", KEY_PAGE_UP }, { "[6~", KEY_PAGE_DOWN }, { "[H", KEY_HOME }, { "OH", KEY_HOME },
	{ "[1~", KEY_HOME },
};

/* The length of the sequence after an escape; 0: it is not whole. */
static size_t sequence_length(const char *s, size_t n)
{
	size_t i = 1;

	if (s[0] == 'O')
		return n > 1 ? 2 : 0;
	if (s[0] != '[')
		return 1;		/* Alt and a key */
	while (i < n && ((unsigned char)s[i] < '@' || (unsigned char)s[i] > '~'))
		i++;
	return i < n ? i + 1 : 0;
}

int top_key_take(const char **bytes, size_t *n)
{
	const char *s = *bytes;
	size_t len;
	int key = KEY_NONE;

	if (!*n)
		return KEY_NONE;
	if (*s != KEY_ESCAPE || *n == 1) {
		++*bytes;
		--*n;
		return *s == '\n' ? KEY_ENTER : *s == '\b' ? KEY_ERASE : (unsigned char)*s;
	}
	len = sequence_length(s + 1, *n - 1);
	if (!len)
		return KEY_NONE;
	for (size_t i = 0; i < sizeof(sequences) / sizeof(*sequences); i++)
		if (strlen(sequences[i].bytes) == len && memcmp(sequences[i].bytes, s + 1, len) == 0)
			key = sequences[i].key;
	*bytes += len + 1;
	*n -= len + 1;
	return key;
}

/* --- columns ----------------------------------------------------------------------------------------- */

/* Titles of common events and metrics; others are cut. */
static const struct {
	const char *name, *title;
} short_titles[] = {
	{ "context-switches", "csw" }, { "cpu-migrations", "migr" }, { "page-faults", "faults" },
	{ "minor-faults", "minflt" }, { "major-faults", "majflt" }, { "instructions", "instr" },
	{ "branch-misses", "brmiss" }, { "cache-misses", "cmiss" }, { "cache-references", "cref" },
	{ "insn per cycle", "IPC" }, { "of all cache refs", "cmiss%" }, { "of all branches", "brmiss%" },
	{ "of all L1-dcache accesses", "L1miss%" }, { "of all LL-cache accesses", "LLmiss%" },
};

/* What follows a colon stays: "instr:u". */
static void set_title(struct top_column *c, const char *name)
{
	enum { LEAST = 7 };
	size_t n = strcspn(name, ":"), len;
	const char *title = NULL;

	for (size_t i = 0; i < sizeof(short_titles) / sizeof(*short_titles); i++)
		if (strlen(short_titles[i].name) == n && memcmp(short_titles[i].name, name, n) == 0)
			title = short_titles[i].title;
	snprintf(c->title, sizeof(c->title) - 2, "%s%s", title ? title : name, title ? name + n : "");
	for (char *p = c->title; *p; p++)	/* it must not break the columns */
		if ((unsigned char)*p < ' ' || (unsigned char)*p > '~')
			*p = '?';
	len = strlen(c->title) + 1;		/* a mark stands before that of the sorted column */
	c->width = len < LEAST ? LEAST : len;
}

static void top_view_add_column(struct top_columns *c, enum top_column_kind kind, size_t index,
				const char *name)
{
	c->column = mem_grow(c->column, c->n, sizeof(*c->column));
	c->column[c->n] = (struct top_column){ .kind = kind, .index = index };
	set_title(&c->column[c->n++], name);
}

/* Rates are in the column of their event, and shares of CPUs, too. */
static bool has_column(const struct metric_def *d)
{
	return d->group || (!d->rate && !d->aside);
}

void top_columns_build(struct top_columns *c, const struct events *events, const struct metrics *metrics,
		       const bool *counted)
{
	*c = (struct top_columns){0};
	for (size_t i = 0; i < events->n; i++) {
		const struct event *e = &events->event[i];

		if (e->row != (int)i || !counted[i])
			continue;
		if (!(e->flags & EVENT_BACKGROUND))
			top_view_add_column(c, event_is_clock(e) ? TOP_SHARE : TOP_RATE, i,
					    event_is_clock(e) ? "CPU%" : e->name);
		for (size_t m = metrics_first(metrics, (int)i); metrics_is_of(metrics, m, (int)i); m++)
			if (has_column(metrics->metric[m].def))
				top_view_add_column(c, TOP_METRIC, m, metric_label(&metrics->metric[m]));
	}
}

double top_column_value(const struct top_column *c, const struct table *t, size_t unit, double seconds)
{
	const struct cell *cell;

	if (c->kind == TOP_METRIC)
		return t->figure[unit * t->n_metrics + c->index].exact;
	cell = &t->cell[unit * t->n_rows + c->index];
	if (cell->state != CELL_COUNTED || !(seconds > 0))
		return NAN;
	return c->kind == TOP_SHARE ? (double)cell->value / 1e7 / seconds : cell->shown / seconds;
}

/* The total is the last unit. */
void top_columns_drop_unknown(struct top_columns *c, const struct metrics *metrics, const struct table *t)
{
	size_t kept = 0;

	for (size_t i = 0; i < c->n; i++) {
		const struct top_column *column = &c->column[i];

		if (column->kind != TOP_METRIC || metrics->metric[column->index].def->group ||
		    !isnan(top_column_value(column, t, t->n_units - 1, 1)))
			c->column[kept++] = *column;
	}
	c->n = kept;
}

void top_columns_see(struct top_columns *c, const struct table *t, double seconds)
{
	for (size_t i = 0; i < c->n; i++) {
		double value = top_column_value(&c->column[i], t, t->n_units - 1, seconds);

		c->column[i].most = value > c->column[i].most ? value : c->column[i].most;
	}
}

void top_column_add(struct str *out, const struct top_column *c, double value)
{
	if (isnan(value))
		str_add(out, "-");
	else if (c->kind == TOP_METRIC && fabs(value) < 999.995)
		str_addf(out, "%.2f", value);
	else if (c->kind == TOP_SHARE)
		str_addf(out, "%.1f", value);
	else
		top_number_add(out, value);
}

void top_size_add(struct str *out, uint64_t bytes)
{
	static const char prefixes[] = "KMGTPE";
	double value = (double)bytes / 1024;
	size_t p = 0;

	for (; value >= 999.5 && prefixes[p + 1]; p++)
		value /= 1024;
	str_addf(out, "%.*f%c", !p || value >= 99.95 ? 0 : value < 9.995 ? 2 : 1, value, prefixes[p]);
}

void top_number_add(struct str *out, double value)
{
	static const char prefixes[] = "kMGTPE";
	size_t p = 0;

	if (fabs(value) < 9.95) {
		str_addf(out, value < 0 || value > 0 ? "%.1f" : "%.0f", value);
		return;
	}
	if (fabs(value) < 9999.5) {
		str_addf(out, "%.0f", value);
		return;
	}
	for (value /= 1000; fabs(value) >= 999.5 && prefixes[p + 1]; p++)
		value /= 1000;
	str_addf(out, "%.*f%c", fabs(value) < 9.995 ? 2 : fabs(value) < 99.95 ? 1 : 0, value, prefixes[p]);
}

void top_columns_release(struct top_columns *c)
{
	free(c->column);
	*c = (struct top_columns){0};
}

/* --- what keys do ------------------------------------------------------------------------------------ */

static void erase(char *text)
{
	size_t n = strlen(text);

	while (n && ((unsigned char)text[--n] & 0xc0) == 0x80)	/* the rest of a character of UTF-8 */
		;
	text[n] = '\0';
}

static enum top_action type(struct top_view *v, int key)
{
	char *text = v->typing == TYPING_USER ? v->user : v->filter;
	size_t n = strlen(text);

	if (key == KEY_ENTER || key == KEY_ESCAPE)
		v->typing = TYPING_NOTHING;
	if (key == KEY_ESCAPE)
		text[0] = '\0';
	else if (key == KEY_ERASE)
		erase(text);
	else if (key >= ' ' && key < 256 && n + 1 < TOP_FILTER_SIZE) {
		text[n] = (char)key;
		text[n + 1] = '\0';
	}
	v->first = 0;
	return TOP_DRAW;
}

/* From 100 ms to an hour, in steps that people expect. */
static void change_interval(struct top_view *v, bool longer)
{
	static const uint64_t steps[] = { 100, 200, 500, 1000, 2000, 5000, 10000, 30000, 60000, 600000,
					  3600000 };
	const size_t n = sizeof(steps) / sizeof(*steps);
	uint64_t ms = v->interval_ns / 1000000;
	size_t i = 0;

	if (longer) {
		while (i + 1 < n && steps[i] <= ms)
			i++;
	} else {
		for (i = n - 1; i && steps[i] >= ms;)
			i--;
	}
	v->interval_ns = steps[i] * 1000000;
}

static enum top_action set_rows(struct top_view *v, enum aggr_mode by)
{
	v->first = 0;
	v->by = by;
	return TOP_DRAW;
}

static enum top_action begin_typing(struct top_view *v, enum top_typing what)
{
	v->typing = what;
	v->paused = false;
	if (what == TYPING_USER) {
		v->user[0] = '\0';
		v->by = top_view_has_users(v) ? v->by : AGGR_PROCESS;
	}
	v->first = 0;
	return TOP_DRAW;
}

static enum top_action show_all(struct top_view *v)
{
	v->filter[0] = v->user[0] = '\0';
	v->first = 0;
	return TOP_DRAW;
}

static enum top_action scroll(struct top_view *v, size_t rows, bool down)
{
	v->first = down ? v->first + rows : v->first > rows ? v->first - rows : 0;
	return TOP_DRAW;
}

static enum top_action sort_by(struct top_view *v, size_t n_columns, bool next)
{
	v->first = 0;
	if (n_columns)
		v->sort = (v->sort + (next ? 1 : n_columns - 1)) % n_columns;
	return TOP_DRAW;
}

static enum top_action press_letter(struct top_view *v, int key, size_t n_columns)
{
	switch (key) {
	case 'q': return TOP_QUIT;
	case 's': return sort_by(v, n_columns, true);
	case 'S': return sort_by(v, n_columns, false);
	case 'p': return set_rows(v, AGGR_PROCESS);
	case 't': return set_rows(v, AGGR_TASK);
	case 'g': return set_rows(v, AGGR_CGROUP);
	case 'n': return set_rows(v, AGGR_NAME);
	case '/': return begin_typing(v, TYPING_FILTER);
	case 'u': return begin_typing(v, TYPING_USER);
	case 'c': v->names = !v->names; return TOP_DRAW;
	case ' ': v->paused = !v->paused; return TOP_DRAW;
	case 'h': case '?': v->help = true; return TOP_DRAW;
	case '+': case '=': change_interval(v, true); return TOP_DRAW;
	case '-': change_interval(v, false); return TOP_DRAW;
	default: return TOP_NOTHING;
	}
}

enum top_action top_view_key(struct top_view *v, int key, size_t n_columns, size_t page)
{
	if (key == KEY_NONE)
		return TOP_NOTHING;
	if (v->typing)
		return type(v, key);
	if (v->help) {
		v->help = false;
		return key == 'q' ? TOP_QUIT : TOP_DRAW;
	}
	switch (key) {
	case KEY_LEFT: return sort_by(v, n_columns, false);
	case KEY_RIGHT: return sort_by(v, n_columns, true);
	case KEY_UP: return scroll(v, 1, false);
	case KEY_DOWN: return scroll(v, 1, true);
	case KEY_PAGE_UP: return scroll(v, page, false);
	case KEY_PAGE_DOWN: return scroll(v, page, true);
	case KEY_HOME: v->first = 0; return TOP_DRAW;
	case KEY_ESCAPE: return show_all(v);
	default: return press_letter(v, key, n_columns);
	}
}

/* --- the rows ---------------------------------------------------------------------------------------- */

void top_view_name(struct str *out, const struct table *t, size_t unit, const struct process_tree *tree,
		   enum aggr_mode by)
{
	int i = t->unit[unit].process;

	if (i < 0)
		str_add(out, i == UNIT_TOTAL ? "(total)" : i == UNIT_OTHERS ? "(others)" : "(unknown)");
	else
		str_add_line(out, by == AGGR_CGROUP && tree->process[i].argv0 ? tree->process[i].argv0 :
										tree->process[i].comm);
}

long top_view_number(const struct table *t, size_t unit, const struct process_tree *tree, enum aggr_mode by)
{
	int i = t->unit[unit].process;
	unsigned most = 0;

	if (i >= 0 && (by == AGGR_TASK || by == AGGR_PROCESS))
		return by == AGGR_TASK ? tree->process[i].tid : tree->process[i].pid;
	for (size_t at = unit * t->n_rows; at < (unit + 1) * t->n_rows; at++)
		most = t->cell[at].members > most ? t->cell[at].members : most;
	return (long)most;
}

bool top_view_has_users(const struct top_view *v)
{
	return v->by == AGGR_TASK || v->by == AGGR_PROCESS;
}

/* Not of threads: all those of a process have the same one, and only their names tell which is which. */
bool top_view_has_commands(const struct top_view *v)
{
	return v->by == AGGR_PROCESS && !v->names;
}

bool top_view_needs_facts(const struct top_view *v)
{
	return (top_view_has_users(v) && v->user[0]) || (top_view_has_commands(v) && v->filter[0]);
}

const struct process_fact *top_view_fact(const struct top_list *l, size_t unit)
{
	int i = l->table->unit[unit].process;
	const struct process *p = i < 0 ? NULL : &l->tree->process[i];

	return p && l->facts ? process_facts_find(l->facts, p->tid, p->comm) : NULL;
}

void top_view_command(struct str *out, const struct top_view *v, const struct top_list *l, size_t unit)
{
	const struct process_fact *fact = top_view_has_commands(v) ? top_view_fact(l, unit) : NULL;

	if (fact && fact->command)
		str_add_line(out, fact->command);
	else
		top_view_name(out, l->table, unit, l->tree, v->by);
}

static bool is_of_user(const struct top_view *v, const struct process_fact *fact)
{
	char number[16];
	size_t n = strlen(v->user) + (v->typing != TYPING_USER);	/* with its end: the whole name */

	if (!fact || !fact->user)
		return false;
	snprintf(number, sizeof(number), "%u", (unsigned)fact->uid);
	return strncmp(fact->user, v->user, n) == 0 || strncmp(number, v->user, n) == 0;
}

static bool is_found(const struct top_view *v, const struct top_list *l, size_t unit)
{
	char number[24];
	LOCAL(str) name = {0}, command = {0};

	snprintf(number, sizeof(number), "%ld", top_view_number(l->table, unit, l->tree, v->by));
	top_view_name(&name, l->table, unit, l->tree, v->by);
	top_view_command(&command, v, l, unit);
	return str_contains(str_text(&name), v->filter) || str_contains(str_text(&command), v->filter) ||
	       (top_view_has_users(v) && strcmp(number, v->filter) == 0);
}

static bool passes(const struct top_view *v, const struct top_list *l, size_t unit)
{
	if (l->table->unit[unit].process < 0)
		return false;
	if (l->facts && top_view_has_users(v) && v->user[0] && !is_of_user(v, top_view_fact(l, unit)))
		return false;
	return !v->filter[0] || is_found(v, l, unit);
}

struct ordered {
	size_t unit;
	double value;
};

/* Unknown values last; equal ones as in the table, which is sorted by the first event. */
static int compare(const void *a, const void *b)
{
	const struct ordered *x = a, *y = b;

	if (isnan(x->value) != isnan(y->value))
		return isnan(x->value) ? 1 : -1;
	if (x->value > y->value || x->value < y->value)
		return x->value > y->value ? -1 : 1;
	return x->unit < y->unit ? -1 : 1;
}

void top_view_bound(struct top_view *v, const struct top_list *l, size_t page)
{
	size_t n = 0;

	for (size_t u = 0; u < l->table->n_units; u++)
		n += passes(v, l, u);
	if (v->first + page > n)
		v->first = n > page ? n - page : 0;
}

size_t *top_view_order(const struct top_view *v, const struct top_list *l, size_t *n)
{
	const struct table *t = l->table;
	const struct top_columns *columns = l->columns;
	FREED struct ordered *list = mem_resize(NULL, t->n_units + 1, sizeof(*list));
	size_t *order = mem_resize(NULL, t->n_units + 1, sizeof(*order));

	*n = 0;
	for (size_t u = 0; u < t->n_units; u++)
		if (passes(v, l, u))
			list[(*n)++] = (struct ordered){ u, v->sort >= columns->n ? 0 :
				top_column_value(&columns->column[v->sort], t, u, l->seconds) };
	if (*n)
		qsort(list, *n, sizeof(*list), compare);
	for (size_t i = 0; i < *n; i++)
		order[i] = list[i].unit;
	return order;
}
