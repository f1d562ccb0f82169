/* SPDX-License-Identifier: MIT */
/*
 * top_view.h - decides what the screen of pstat top shows, and how keys change that.
 *
 * A column is a count each second, a share of one CPU (the events task-clock and cpu-clock), or a metric.
 * The order is that of the events, a metric after its event.
 */
#ifndef TOP_TOP_VIEW_H
#define TOP_TOP_VIEW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"
#include "table/aggregation.h"

struct events;
struct metrics;
struct process_facts;
struct process_tree;
struct table;

enum top_key {			/* other keys are their character */
	KEY_NONE = 0, KEY_ENTER = '\r', KEY_ESCAPE = 27, KEY_ERASE = 127,
	KEY_UP = 256, KEY_DOWN, KEY_LEFT, KEY_RIGHT, KEY_PAGE_UP, KEY_PAGE_DOWN, KEY_HOME,
};

/*
 * The next key in *n bytes, which are taken off.  A sequence that is not whole stays, except a single escape,
 * which is the key: KEY_NONE.  Unknown sequences are taken off, too.
 */
int top_key_take(const char **bytes, size_t *n);

enum top_column_kind { TOP_SHARE, TOP_RATE, TOP_METRIC };

struct top_column {
	enum top_column_kind kind;
	size_t index;		/* of the row or metric */
	char title[16];
	size_t width;
	double most;		/* in the total of an interval, until now; 0: nothing yet */
};

struct top_columns {
	struct top_column *column; size_t n;
};

/* counted: by event; others have no column. */
void top_columns_build(struct top_columns *c, const struct events *events, const struct metrics *metrics,
		       const bool *counted);
/* Drops built-in metrics that have no value in the total, as an event that they need is not counted. */
void top_columns_drop_unknown(struct top_columns *c, const struct metrics *metrics, const struct table *t);
/* Remembers the totals of an interval. */
void top_columns_see(struct top_columns *c, const struct table *t, double seconds);
/* Of a unit of the table in an interval of this length; NaN: not known. */
double top_column_value(const struct top_column *c, const struct table *t, size_t unit, double seconds);
/* "1.50" of a metric, "43.0" of a share, else a number as below; "-": not known. */
void top_column_add(struct str *out, const struct top_column *c, double value);
/* "0", "3.2", "1234", "123k", "1.23M"; at most 6 characters. */
void top_number_add(struct str *out, double value);
void top_size_add(struct str *out, uint64_t bytes);	/* "512K", "1.23G": with 1 K of 1024 bytes */
void top_columns_release(struct top_columns *c);

enum { TOP_FILTER_SIZE = 48 };

enum top_typing { TYPING_NOTHING, TYPING_FILTER, TYPING_USER };

struct top_view {
	enum aggr_mode by;
	size_t sort;			/* the column; the largest first */
	/* part of the name or the command line, in upper or lower case, or the number; "": all */
	char filter[TOP_FILTER_SIZE];
	char user[TOP_FILTER_SIZE];	/* name or number; while it is typed, how that begins; "": all */
	enum top_typing typing;
	bool names;			/* of processes, not their command lines */
	bool paused, help;
	size_t first;			/* the first row on the screen */
	uint64_t interval_ns;
};

enum top_action { TOP_NOTHING, TOP_DRAW, TOP_QUIT };

enum top_action top_view_key(struct top_view *v, int key, size_t n_columns, size_t page);

struct top_list {			/* borrowed: what the rows are made of */
	const struct top_columns *columns;
	const struct table *table;
	const struct process_tree *tree;
	const struct process_facts *facts;	/* NULL: users and command lines are not shown */
	double seconds;			/* the length of the interval */
};

/*
 * The units of the table that the view shows, in its order: a list that the caller frees.  Those that are no
 * process are not in it.
 */
size_t *top_view_order(const struct top_view *v, const struct top_list *l, size_t *n);
/* Whoever scrolls past the last row sees the last page. */
void top_view_bound(struct top_view *v, const struct top_list *l, size_t page);
bool top_view_has_users(const struct top_view *v);	/* its rows are of processes or threads */
bool top_view_has_commands(const struct top_view *v);
/* The facts of all rows are needed, not only of those on the screen. */
bool top_view_needs_facts(const struct top_view *v);
const struct process_fact *top_view_fact(const struct top_list *l, size_t unit);	/* NULL: not known */
/* The command line of a unit where the view has it, else its name. */
void top_view_command(struct str *out, const struct top_view *v, const struct top_list *l, size_t unit);
/* The name of a unit, with control characters written out, and its number: a pid, a tid, or how many. */
void top_view_name(struct str *out, const struct table *t, size_t unit, const struct process_tree *tree,
		   enum aggr_mode by);
long top_view_number(const struct table *t, size_t unit, const struct process_tree *tree, enum aggr_mode by);

#endif
