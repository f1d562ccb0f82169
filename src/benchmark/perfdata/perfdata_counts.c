/* SPDX-License-Identifier: MIT */
/* Turns the counts of perf.data, which are all since the start, into tables of intervals and of the total. */
#include <stdlib.h>

#include "base/mem.h"
#include "base/number.h"
#include "benchmark/perfdata/perfdata_reader.h"
#include "event/event.h"

/* --- units ------------------------------------------------------------------------------------------- */

static enum aggr_mode mode_of(const struct recording *r)
{
	const struct target *t = &r->b->target;

	if (r->cpus.cpu[r->cpus.n - 1] >= 0)
		return AGGR_CPU;
	return t->n_threads > 1 || t->thread[0].comm[0] ? AGGR_THREAD : AGGR_TOTAL;
}

static struct cpu cpu_of(const struct recording *r, int id)
{
	if (id >= 0 && (size_t)id < r->topology.n)
		return r->topology.cpu[id];
	return (struct cpu){ id, -1, -1, -1, -1, -1, { -1, -1, -1, -1 } };
}

static struct unit unit_of(const struct recording *r, size_t i)
{
	struct unit u = {
		UNIT_NONE, UNIT_NONE, UNIT_NONE, UNIT_NONE, UNIT_NONE, UNIT_NONE, UNIT_NONE, UNIT_NONE,
		UNIT_NONE,
	};

	struct cpu c;

	if (r->mode == AGGR_THREAD)
		u.thread = (int)i;
	if (r->mode != AGGR_CPU)
		return u;
	c = cpu_of(r, r->cpus.cpu[i]);
	u.cpu = c.id;
	u.package = c.package;
	u.die = c.die;
	u.cluster = c.cluster;
	u.core = c.core;
	return u;
}

/* What the CPUs are part of. */
static void add_cpus(const struct recording *r)
{
	struct benchmark *b = r->b;

	if (r->mode != AGGR_CPU)
		return;
	b->machine.cpu = mem_resize(NULL, r->cpus.n, sizeof(*b->machine.cpu));
	for (size_t i = 0; i < r->cpus.n; i++)
		b->machine.cpu[b->machine.n_cpus++] = cpu_of(r, r->cpus.cpu[i]);
}

static size_t units_of(const struct recording *r)
{
	return r->mode == AGGR_CPU ? r->cpus.n : r->n_threads;
}

/* --- tables ------------------------------------------------------------------------------------------ */

static void table_start(struct table *t, const struct recording *r)
{
	size_t cells;

	*t = (struct table){ .n_units = units_of(r), .n_rows = r->b->events.n };
	cells = t->n_units * t->n_rows;
	t->unit = mem_resize(NULL, t->n_units, sizeof(*t->unit));
	t->cell = mem_zeroed(cells, sizeof(*t->cell));
	for (size_t i = 0; i < t->n_units; i++)
		t->unit[i] = unit_of(r, i);
}

/* pstat's and perf's own measurements: the largest resident set is a level, the others are times. */
static void add_tool(struct cell *c, const struct event *e, const struct reading *from,
		     const struct reading *to)
{
	uint64_t before = e->tool == TOOL_MAX_RSS || to->value < from->value ? 0 : from->value;

	c->state = CELL_COUNTED;
	c->value = c->raw = to->value - before;
	c->members = 1;
}

static void add_reading(const struct recording *r, struct cell *c, const struct event *e,
			struct reading delta, uint64_t level)
{
	uint64_t value;

	c->enabled += delta.enabled;
	c->running += delta.running;
	if (!delta.enabled || !reading_scaled(&delta, &value))
		return;
	if (e->flags & EVENT_SNAPSHOT)
		delta.value = value = level;
	c->state = CELL_COUNTED;
	c->raw = number_add(c->raw, delta.value);
	c->value = number_add(c->value, r->config[CONFIG_SCALE] ? value : delta.value);
}

/* Makes the cell unknown, and notes that once for each event. */
static void add_lack(const struct recording *r, struct cell *c, size_t event, enum note_kind kind,
		     const char *why)
{
	unsigned char lack = kind == NOTE_NOT_READ ? 1 : 2;

	*c = (struct cell){ .state = CELL_UNKNOWN, .members = c->members };
	if (!(r->said[event] & lack))
		notes_add(&r->b->notes, kind, (int)event, "%s", why);
	r->said[event] |= lack;
}

/* pstat writes such a reading in place of a count that it lacks. */
static enum perfdata_lack lack_of(const struct reading *r)
{
	if (r->value || r->running || r->enabled > LACK_TOO_FAST)
		return LACK_NONE;
	return (enum perfdata_lack)r->enabled;
}

static enum doubt doubt_of(const struct event *e, const struct reading *from, const struct reading *to)
{
	switch (lack_of(to)) {
	case LACK_BACKWARDS: return DOUBT_BACKWARDS;
	case LACK_TOO_FAST: return DOUBT_TOO_FAST;
	case LACK_NOT_READ: return DOUBT_NONE;
	case LACK_NONE: break;
	}
	/* perf writes zeros for a counter that it could not read */
	return to->enabled ? reading_doubt(from, to, event_is_of_core(e), e->flags & EVENT_SNAPSHOT)
			   : DOUBT_NONE;
}

static void add_count(const struct recording *r, struct table *t, size_t i, const struct reading *from)
{
	size_t row = i % t->n_rows, place = i / t->n_rows;
	size_t unit = r->mode == AGGR_CPU ? place / r->n_threads : place;
	const struct event *e = &r->b->events.event[row];
	struct cell *c = &t->cell[unit * t->n_rows + row];
	enum doubt doubt;

	if (!r->there[i])
		return;
	if (e->tool != TOOL_NONE) {
		add_tool(c, e, from, &r->now[i]);
		return;
	}
	if (c->state == CELL_ABSENT)
		c->state = CELL_NOT_COUNTED;
	doubt = doubt_of(e, from, &r->now[i]);
	c->members += lack_of(&r->now[i]) == LACK_NONE;
	if (lack_of(&r->now[i]) == LACK_NOT_READ)
		add_lack(r, c, row, NOTE_NOT_READ, "");
	else if (doubt != DOUBT_NONE)
		add_lack(r, c, row, NOTE_IMPOSSIBLE, reading_doubt_words(doubt));
	else if (c->state != CELL_UNKNOWN)
		add_reading(r, c, e, reading_delta(from, &r->now[i]), r->now[i].value);
}

/* An event without any count is one that the machine does not have. */
static void mark_missing(const struct recording *r, struct table *t, size_t row)
{
	const struct cpulist *on = &r->on[row];

	for (size_t u = 0; u < t->n_units; u++)
		if (t->cell[u * t->n_rows + row].state != CELL_ABSENT)
			return;
	for (size_t u = 0; u < t->n_units; u++)
		if (!on->n || cpulist_has(on, t->unit[u].cpu))
			t->cell[u * t->n_rows + row].state = CELL_NOT_SUPPORTED;
}

/*
 * The counters of CPUs always have time, but for those of cgroups.  Only the command line tells of cgroups:
 * -G, -aGfoo, --cgroup, --for-each-cgroup, or a short form of these.
 */
static bool all_have_time(const struct recording *r)
{
	if (r->mode != AGGR_CPU || r->n_threads != 1 || r->b->target.thread->tid >= 0 || !r->b->argv)
		return false;
	for (char **word = r->b->argv; *word && strcmp(*word, "--") != 0; word++)
		if (strncmp(*word, "--cg", 4) == 0 || strncmp(*word, "--fo", 4) == 0 ||
		    (**word == '-' && (*word)[1] != '-' && strchr(*word, 'G')))
			return false;
	return true;
}

/* A count without time, where others had some, is one that perf could not read. */
static void mark_unread(const struct recording *r, struct table *t, size_t row)
{
	struct cell *end = t->cell + t->n_units * t->n_rows;
	bool counted = false;

	for (struct cell *c = t->cell + row; c < end; c += t->n_rows)
		counted |= c->enabled > 0;
	for (struct cell *c = t->cell + row; counted && c < end; c += t->n_rows)
		if (c->state == CELL_NOT_COUNTED && !c->enabled)
			add_lack(r, c, row, NOTE_NOT_READ, "");
}

static void table_end(const struct recording *r, struct table *t)
{
	bool all = all_have_time(r);

	for (size_t row = 0; row < t->n_rows; row++) {
		mark_missing(r, t, row);
		if (all)
			mark_unread(r, t, row);
	}
	for (size_t i = 0; i < t->n_units * t->n_rows; i++) {
		struct cell *c = &t->cell[i];

		if (c->state == CELL_NOT_COUNTED && c->enabled && r->mode == AGGR_CPU)
			c->state = CELL_UNKNOWN;	/* others had the counters all the time */
		if (c->state != CELL_COUNTED && r->mode == AGGR_CPU)
			c->enabled = c->running = 0;
		c->shown = cell_shown(c->value, r->b->events.event[i % t->n_rows].scale);
	}
}

/* from: NULL: since the start */
static void table_make(struct table *t, const struct recording *r, const struct reading *from)
{
	static const struct reading nothing;

	table_start(t, r);
	for (size_t i = 0; i < r->n_counts; i++)
		add_count(r, t, i, from ? &from[i] : &nothing);
	table_end(r, t);
}

/* --- counts ------------------------------------------------------------------------------------------ */

/*
 * Each table has a cell for each possible count.  An honest file has a count of 48 bytes for most of them,
 * unless most events are of a few CPUs only.
 */
static int check_size(const struct recording *r)
{
	enum { ALWAYS = 1 << 20, A_BYTE = 64, NEVER = 1 << 25 };
	size_t events = r->b->events.n, counts, cells, len = r->all.left, most;

	most = len < (NEVER - ALWAYS) / A_BYTE ? ALWAYS + A_BYTE * len : NEVER;
	if (__builtin_mul_overflow(r->cpus.n, r->n_threads, &counts) ||
	    __builtin_mul_overflow(counts, events, &counts) ||
	    __builtin_mul_overflow(counts, r->n_rounds + 1, &cells) || cells > most)
		return error_set(r->err, ERROR_LIMIT, 0,
				 "too much to be read: %zu events, %zu CPUs, %zu threads, %zu rounds", events,
				 r->cpus.n, r->n_threads, r->n_rounds);
	return 0;
}

/* The target: a command that perf has started, threads, or CPUs. */
static void set_target(struct recording *r)
{
	struct benchmark *b = r->b;
	struct target *t = &b->target;

	b->aggr = (struct aggr_opts){ .mode = r->mode, .no_scale = !r->config[CONFIG_SCALE] };
	if (r->has_level && r->config[CONFIG_LEVEL] <= 4)
		b->aggr.cache_level = (int)r->config[CONFIG_LEVEL];
	b->asked.late_ns = TARGET_UNKNOWN;
	b->asked.system_wide = r->mode == AGGR_CPU;
	b->asked.command = b->argv && r->mode != AGGR_CPU;
	b->asked.per_thread = r->mode == AGGR_THREAD;
	if (r->mode == AGGR_TOTAL && b->asked.command)
		t->thread[0].pid = 0;
	if (r->mode != AGGR_CPU)
		return;
	t->n_threads = 0;
	t->cpus.cpu = mem_resize(NULL, r->cpus.n, sizeof(*t->cpus.cpu));
	for (size_t i = 0; i < r->cpus.n; i++)
		if (r->cpus.cpu[i] >= 0)
			t->cpus.cpu[t->cpus.n++] = r->cpus.cpu[i];
}

int recording_start(struct recording *r)
{
	struct benchmark *b = r->b;

	r->mode = mode_of(r);
	r->n_threads = b->target.n_threads;
	if (check_size(r) < 0)
		return -1;
	set_target(r);
	r->n_counts = r->cpus.n * r->n_threads * b->events.n;
	r->now = mem_resize(NULL, r->n_counts, sizeof(*r->now));
	r->last = mem_resize(NULL, r->n_counts, sizeof(*r->last));
	r->there = mem_resize(NULL, r->n_counts, sizeof(*r->there));
	r->said = mem_zeroed(r->b->events.n, sizeof(*r->said));
	r->on = mem_resize(NULL, b->events.n, sizeof(*r->on));
	memset(r->now, 0, r->n_counts * sizeof(*r->now));
	memset(r->last, 0, r->n_counts * sizeof(*r->last));
	memset(r->there, 0, r->n_counts * sizeof(*r->there));
	memset(r->on, 0, b->events.n * sizeof(*r->on));
	if (r->n_interval_rounds)
		b->interval = mem_resize(NULL, r->n_rounds, sizeof(*b->interval));
	return 0;
}

static int find_count(const struct recording *r, struct bytes *body, size_t event, size_t *at)
{
	struct bytes start = *body;
	int cpu = (int)take_u32(body);
	uint32_t thread = take_u32(body);
	size_t low = 0, high = r->cpus.n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (r->cpus.cpu[middle] <= cpu)
			low = middle + 1;
		else
			high = middle;
	}
	if (body->bad || !low || r->cpus.cpu[low - 1] != cpu || thread >= r->n_threads)
		return recording_damaged(r, &start, "a count of a CPU or thread that is not in its map");
	*at = ((low - 1) * r->n_threads + thread) * r->b->events.n + event;
	return 0;
}

int recording_mark(struct recording *r, struct bytes body, size_t event)
{
	size_t at;

	if (find_count(r, &body, event, &at) < 0)
		return -1;
	r->there[at] = true;
	return 0;
}

int recording_stat(struct recording *r, struct bytes body, size_t event)
{
	struct bytes start = body;
	size_t at;

	if (find_count(r, &body, event, &at) < 0)
		return -1;
	r->now[at] = (struct reading){ .value = take_u64(&body) };
	r->now[at].enabled = take_u64(&body);
	r->now[at].running = take_u64(&body);
	return body.bad ? recording_damaged(r, &start, "a count that does not fit its record") : 0;
}

/* After a reading that is missing the next count is the difference to the last known one. */
static void remember(struct recording *r)
{
	for (size_t i = 0; i < r->n_counts; i++)
		if (lack_of(&r->now[i]) == LACK_NONE && r->now[i].enabled >= r->last[i].enabled)
			r->last[i] = r->now[i];
}

/* A final round after intervals is one more interval. */
void recording_round(struct recording *r, uint64_t time_ns)
{
	struct benchmark *b = r->b;

	if (r->n_interval_rounds) {
		struct benchmark_interval *interval = &b->interval[b->n_intervals++];

		*interval = (struct benchmark_interval){ .end_ns = time_ns };
		interval->counted_ns = b->n_intervals > 1 && interval[-1].end_ns < time_ns ?
				       time_ns - interval[-1].end_ns : time_ns;
		table_make(&interval->table, r, r->last);
	}
	if (++r->rounds_done < r->n_rounds) {
		remember(r);
		return;
	}
	b->run = mem_resize(NULL, 1, sizeof(*b->run));
	b->run[0] = (struct result){ .end_ns = time_ns, .counted_ns = time_ns, .status = -1 };
	b->n_runs = 1;
	add_cpus(r);
	table_make(&b->run[0].total, r, NULL);
}

void recording_release(struct recording *r)
{
	for (size_t i = 0; r->on && i < r->b->events.n; i++)
		cpulist_release(&r->on[i]);
	free(r->on);
	free(r->id);
	cpulist_release(&r->cpus);
	free(r->topology.cpu);
	free(r->now);
	free(r->last);
	free(r->there);
	free(r->said);
}
