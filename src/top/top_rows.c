/* SPDX-License-Identifier: MIT */
/* Finds the row of each task, adds up, and makes a table of the rows. */
#include "top/top_rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/number.h"
#include "event/event.h"
#include "top/task_table.h"

/* --- rows of tasks ----------------------------------------------------------------------------------- */

struct row_key {
	pid_t number;		/* of a task or a process; 0: text is the key */
	const char *text;
};

static uint64_t top_rows_hash_of(const struct row_key *key)
{
	return index_hash((uint64_t)key->number, key->number ? "" : key->text);
}

static bool is_row(const void *list, size_t at, const void *wanted)
{
	const struct top_rows *r = list;
	const struct row_key *key = wanted;
	const struct process *p = &r->tree.process[at];

	if (key->number)
		return !p->replaced && (r->by == AGGR_TASK ? p->tid : p->pid) == key->number;
	return strcmp(r->by == AGGR_CGROUP ? p->argv0 : p->comm, key->text) == 0;
}

static struct row_key top_rows_key_of(const struct top_rows *r, const struct top_task *task,
				      const struct top_task *leader)
{
	if (r->by == AGGR_TASK || r->by == AGGR_PROCESS)
		return (struct row_key){ .number = r->by == AGGR_TASK ? task->tid : task->pid };
	return (struct row_key){ .text = r->by == AGGR_NAME ? leader->comm :
					 leader->cgroup ? leader->cgroup : "?" };
}

static size_t top_rows_add_row(struct top_rows *r, const struct row_key *key, const struct top_task *task,
			       uint64_t begin_ns)
{
	size_t at = r->tree.n++, n = r->events->n;
	struct process *p;

	r->tree.process = mem_grow(r->tree.process, at, sizeof(*r->tree.process));
	r->row = mem_grow(r->row, at, sizeof(*r->row));
	p = &r->tree.process[at];
	*p = (struct process){ .pid = task->pid, .tid = r->by == AGGR_TASK ? task->tid : task->pid,
			       .parent = PROCESS_NONE, .start_ns = begin_ns, .tasks = 1,
			       .status = PROCESS_STATUS_UNKNOWN };
	if (r->by == AGGR_CGROUP)
		p->argv0 = mem_copy_text(key->text);
	r->row[at] = (struct top_row){ .now = mem_zeroed(n + 1, sizeof(uint64_t)),
				       .sum = mem_zeroed(n + 1, sizeof(uint64_t)) };
	index_add(&r->by_key, top_rows_hash_of(key), at);
	return at;
}

/*
 * A number of a process that ended may be another one's now, which started later.  Threads may end after the
 * first one, and leave the CPU after the record of their end.
 */
static bool is_another(const struct top_row *row, const struct row_key *key, const struct top_task *named)
{
	return key->number && row->ended && named->tid == key->number && named->started_ns > row->ended_ns;
}

static size_t find_row(struct top_rows *r, const struct top_task *task, const struct top_task *leader,
		       uint64_t begin_ns)
{
	const struct row_key key = top_rows_key_of(r, task, leader);
	ptrdiff_t at = index_find(&r->by_key, top_rows_hash_of(&key), is_row, r, &key);

	if (at != INDEX_NONE && is_another(&r->row[at], &key, r->by == AGGR_TASK ? task : leader)) {
		r->tree.process[at].replaced = true;
		at = INDEX_NONE;
	}
	return at == INDEX_NONE ? top_rows_add_row(r, &key, task, begin_ns) : (size_t)at;
}

static void name_row(struct top_rows *r, size_t at, const struct top_task *named)
{
	struct process *p = &r->tree.process[at];
	const char *slash = p->argv0 ? strrchr(p->argv0, '/') : NULL;

	snprintf(p->comm, sizeof(p->comm), "%s", r->by != AGGR_CGROUP ? named->comm :
		 slash && slash[1] ? slash + 1 : p->argv0);
}

static void top_rows_add_counts(const struct top_rows *r, struct top_row *to, const struct top_counts *c)
{
	for (size_t i = 0; i < r->events->n; i++) {
		to->now[i] = number_add(to->now[i], c->value[i]);
		to->sum[i] = number_add(to->sum[i], c->value[i]);
	}
	to->now_ns += c->cpu_ns;
	to->sum_ns += c->cpu_ns;
}

static bool is_below(const char *path, const char *above)
{
	size_t n;

	path += *path == '/';
	above += *above == '/';
	n = strlen(above);
	return !n || (strncmp(path, above, n) == 0 && (!path[n] || path[n] == '/'));
}

static bool passes(const struct top_filter *f, const struct top_task *task, const struct top_task *leader)
{
	bool found = !f->pids.n;

	for (size_t i = 0; i < f->pids.n; i++)
		found |= f->pids.id[i] == task->pid;
	return found && (!f->cgroup || is_below(leader->cgroup ? leader->cgroup : "?", f->cgroup));
}

static void add_task(struct top_rows *r, const struct top_task *task, const struct top_task *leader,
		     uint64_t begin_ns, uint64_t end_ns)
{
	const struct top_task *named = r->by == AGGR_TASK ? task : leader;
	size_t at = find_row(r, task, leader, begin_ns);
	struct process *p = &r->tree.process[at];

	name_row(r, at, named);
	top_rows_add_counts(r, &r->row[at], &task->counts);
	r->row[at].members++;
	r->row[at].all_members += !task->seen;
	if (named->ended && (r->by == AGGR_TASK || r->by == AGGR_PROCESS)) {
		r->row[at].ended = p->ended = true;
		r->row[at].ended_ns = named->ended_ns;
	}
	p->end_ns = end_ns;
	p->tasks = r->row[at].members > p->tasks ? r->row[at].members : p->tasks;
}

static void top_rows_forget(struct top_rows *r)
{
	for (size_t i = 0; i < r->tree.n; i++) {
		free(r->tree.process[i].argv0);
		free(r->row[i].now);
		free(r->row[i].sum);
	}
	r->tree.n = 0;
	index_release(&r->by_key);
}

static void clear_now(const struct top_rows *r, struct top_row *row)
{
	memset(row->now, 0, r->events->n * sizeof(*row->now));
	row->now_ns = 0;
	row->members = 0;
}

void top_rows_add(struct top_rows *r, const struct task_table *t, const struct top_filter *filter,
		  uint64_t begin_ns, uint64_t end_ns)
{
	if (!r->keep)
		top_rows_forget(r);
	for (size_t i = 0; i < r->tree.n; i++)
		clear_now(r, &r->row[i]);
	clear_now(r, &r->unknown);
	r->n_tasks = 0;
	for (size_t i = 0; i < t->n; i++) {
		const struct top_task *task = &t->task[i], *leader = task_table_find(t, task->pid);

		leader = leader ? leader : task;
		if (!task_table_is_active(t, task) || !passes(filter, task, leader))
			continue;
		add_task(r, task, leader, begin_ns, end_ns);
		r->n_tasks++;
	}
	if (!filter->pids.n && !filter->cgroup)
		top_rows_add_counts(r, &r->unknown, &t->unknown);
}

/* --- a table of them --------------------------------------------------------------------------------- */

struct sorted {
	size_t row;
	uint64_t key;
};

static int compare(const void *a, const void *b)
{
	const struct sorted *x = a, *y = b;

	if (x->key != y->key)
		return x->key > y->key ? -1 : 1;
	return x->row < y->row ? -1 : 1;
}

struct adding {
	struct table *t;
	const struct top_rows *r;
	const bool *counted;
	bool sums;
};

/* Of one row, to the cells of a unit. */
static void top_rows_add_cells(const struct adding *a, size_t unit, const struct top_row *row)
{
	const uint64_t *value = a->sums ? row->sum : row->now;
	const uint64_t ns = a->sums ? row->sum_ns : row->now_ns;

	for (size_t i = 0; i < a->r->events->n; i++) {
		const struct event *e = &a->r->events->event[i];
		struct cell *c = &a->t->cell[unit * a->t->n_rows + (size_t)e->row];

		if (!a->counted[i])
			continue;
		c->state = CELL_COUNTED;
		c->value = c->raw = number_add(c->raw, value[i]);
		c->shown = cell_shown(c->value, a->r->events->event[e->row].scale);
		if ((size_t)e->row != i)	/* of another type of core: the same time */
			continue;
		c->enabled = c->running = number_add(c->enabled, ns);
		c->members += a->sums ? row->all_members : row->members;
	}
}

static size_t top_rows_add_unit(const struct adding *a, int process)
{
	a->t->unit[a->t->n_units] = unit_none;
	a->t->unit[a->t->n_units].process = process;
	return a->t->n_units++;
}

static bool has_counts(const struct adding *a, const struct top_row *row)
{
	const uint64_t *value = a->sums ? row->sum : row->now;

	for (size_t i = 0; i < a->r->events->n; i++)
		if (a->counted[i] && value[i])
			return true;
	return (a->sums ? row->sum_ns : row->now_ns) != 0;
}

static uint64_t sort_key(const struct adding *a, const struct top_row *row)
{
	size_t first = 0;

	while (first < a->r->events->n && !a->counted[first])
		first++;
	return first == a->r->events->n ? 0 : a->sums ? row->sum[first] : row->now[first];
}

static size_t list_active(const struct adding *a, struct sorted *sorted)
{
	size_t n = 0;

	for (size_t i = 0; i < a->r->tree.n; i++)
		if (has_counts(a, &a->r->row[i]))
			sorted[n++] = (struct sorted){ i, sort_key(a, &a->r->row[i]) };
	if (n)
		qsort(sorted, n, sizeof(*sorted), compare);
	return n;
}

void top_rows_table(struct table *t, const struct top_rows *r, const bool *counted, size_t limit, bool sums)
{
	const struct adding a = { t, r, counted, sums };
	FREED struct sorted *sorted = mem_resize(NULL, r->tree.n + 1, sizeof(*sorted));
	size_t n = list_active(&a, sorted), shown = limit && limit < n ? limit : n, total;

	*t = (struct table){ .n_rows = r->events->n };
	t->unit = mem_resize(NULL, shown + 3, sizeof(*t->unit));
	t->cell = mem_zeroed((shown + 3) * t->n_rows + 1, sizeof(*t->cell));
	for (size_t i = 0; i < shown; i++)
		top_rows_add_cells(&a, top_rows_add_unit(&a, (int)sorted[i].row), &r->row[sorted[i].row]);
	if (shown < n)
		top_rows_add_unit(&a, UNIT_OTHERS);
	for (size_t i = shown; i < n; i++)
		top_rows_add_cells(&a, shown, &r->row[sorted[i].row]);
	if (has_counts(&a, &r->unknown))
		top_rows_add_cells(&a, top_rows_add_unit(&a, UNIT_UNKNOWN), &r->unknown);
	total = top_rows_add_unit(&a, UNIT_TOTAL);
	top_rows_add_cells(&a, total, &r->unknown);
	for (size_t i = 0; i < n; i++)
		top_rows_add_cells(&a, total, &r->row[sorted[i].row]);
}

/* --- the beginning and the end ----------------------------------------------------------------------- */

void top_rows_init(struct top_rows *r, const struct events *events, enum aggr_mode by, bool keep)
{
	*r = (struct top_rows){ .events = events, .by = by, .keep = keep };
	r->tree.by_task = by == AGGR_TASK;
	r->unknown.now = mem_zeroed(events->n + 1, sizeof(*r->unknown.now));
	r->unknown.sum = mem_zeroed(events->n + 1, sizeof(*r->unknown.sum));
}

void top_rows_release(struct top_rows *r)
{
	top_rows_forget(r);
	process_tree_release(&r->tree);
	free(r->unknown.now);
	free(r->unknown.sum);
	free(r->row);
	*r = (struct top_rows){0};
}
