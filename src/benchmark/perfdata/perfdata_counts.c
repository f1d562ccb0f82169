/* SPDX-License-Identifier: MIT */
/* Computes the tables of the intervals and of the total from perf.data, whose counts are since the start. */
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

static struct cpu perfdata_counts_cpu_of(const struct recording *r, int id)
{
	if (id >= 0 && (size_t)id < r->topology.n)
		return r->topology.cpu[id];
	return (struct cpu){ id, -1, -1, -1, -1, -1, { -1, -1, -1, -1 } };
}

static struct unit perfdata_counts_unit_of(const struct recording *r, size_t i)
{
	struct unit u = unit_none;
	struct cpu c;

	if (r->mode == AGGR_THREAD)
		u.thread = (int)i;
	if (r->mode != AGGR_CPU)
		return u;
	c = perfdata_counts_cpu_of(r, r->cpus.cpu[i]);
	u.cpu = c.id;
	u.package = c.package;
	u.die = c.die;
	u.cluster = c.cluster;
	u.core = c.core;
	return u;
}



/* --- tables ------------------------------------------------------------------------------------------ */


/* An event that pstat or perf measured itself: max_rss is a level, or not known, the others are times. */
static void perfdata_counts_add_tool(struct cell *c, const struct event *e, const struct reading *from,
				     const struct reading *to)
{
	uint64_t before = e->tool == TOOL_MAX_RSS || to->value < from->value ? 0 : from->value;

	if (c->state == CELL_ABSENT)
		c->state = CELL_NOT_COUNTED;
	if (!to->running && e->tool == TOOL_MAX_RSS)
		return;
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

/* Marks the cell as unknown; adds one note of each kind for an event. */
static void set_unknown(const struct recording *r, struct cell *c, size_t event, enum note_kind kind,
			const char *why)
{
	unsigned char bit = kind == NOTE_NOT_READ ? 1 : 2;

	*c = (struct cell){ .state = CELL_UNKNOWN, .members = c->members };
	if (!(r->noted[event] & bit))
		notes_add(&r->b->notes, kind, (int)event, "%s", why);
	r->noted[event] |= bit;
}

/* pstat writes such a reading instead of a count that it does not have. */
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

static void perfdata_counts_add_count(const struct recording *r, struct table *t, size_t i,
				      const struct reading *from)
{
	size_t row = i % t->n_rows, counter = i / t->n_rows;
	size_t unit = r->mode == AGGR_CPU ? counter / r->n_threads : counter;
	const struct event *e = &r->b->events.event[row];
	struct cell *c = &t->cell[unit * t->n_rows + row];
	enum doubt doubt;

	if (!r->has_count[i])
		return;
	if (e->tool != TOOL_NONE) {
		perfdata_counts_add_tool(c, e, from, &r->now[i]);
		return;
	}
	if (c->state == CELL_ABSENT)
		c->state = CELL_NOT_COUNTED;
	doubt = doubt_of(e, from, &r->now[i]);
	c->members += lack_of(&r->now[i]) == LACK_NONE;
	if (lack_of(&r->now[i]) == LACK_NOT_READ)
		set_unknown(r, c, row, NOTE_NOT_READ, "");
	else if (doubt != DOUBT_NONE)
		set_unknown(r, c, row, NOTE_IMPOSSIBLE, reading_doubt_words(doubt));
	else if (c->state != CELL_UNKNOWN)
		add_reading(r, c, e, reading_delta(from, &r->now[i]), r->now[i].value);
}

/* The machine does not have an event that has no count at all. */
static void mark_not_supported(const struct recording *r, struct table *t, size_t row)
{
	const struct cpulist *on = &r->event_cpus[row];

	for (size_t u = 0; u < t->n_units; u++)
		if (t->cell[u * t->n_rows + row].state != CELL_ABSENT)
			return;
	for (size_t u = 0; u < t->n_units; u++)
		if (!on->n || cpulist_has(on, t->unit[u].cpu))
			t->cell[u * t->n_rows + row].state = CELL_NOT_SUPPORTED;
}

/*
 * Counters of CPUs always have time, except those of cgroups.  Only the command line shows whether there
 * were cgroups: -G, -aGfoo, --cgroup, --for-each-cgroup, or an abbreviation of these.
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

/* If other counts of the event have time, perf could not read a count without time. */
static void mark_not_read(const struct recording *r, struct table *t, size_t row)
{
	struct cell *end = t->cell + t->n_units * t->n_rows;
	bool counted = false;

	for (struct cell *c = t->cell + row; c < end; c += t->n_rows)
		counted |= c->enabled > 0;
	for (struct cell *c = t->cell + row; counted && c < end; c += t->n_rows)
		if (c->state == CELL_NOT_COUNTED && !c->enabled)
			set_unknown(r, c, row, NOTE_NOT_READ, "");
}

static void finish_table(const struct recording *r, struct table *t)
{
	bool all = all_have_time(r);

	for (size_t row = 0; row < t->n_rows; row++) {
		mark_not_supported(r, t, row);
		if (all)
			mark_not_read(r, t, row);
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

/* Of the counts since `from`; NULL: since the start. */
static void make_table(struct table *t, const struct recording *r, const struct reading *from)
{
	static const struct reading nothing;

	*t = (struct table){ .n_units = r->mode == AGGR_CPU ? r->cpus.n : r->n_threads,
			     .n_rows = r->b->events.n };
	t->unit = mem_resize(NULL, t->n_units, sizeof(*t->unit));
	t->cell = mem_zeroed(t->n_units * t->n_rows, sizeof(*t->cell));
	for (size_t i = 0; i < t->n_units; i++)
		t->unit[i] = perfdata_counts_unit_of(r, i);
	for (size_t i = 0; i < r->n_counts; i++)
		perfdata_counts_add_count(r, t, i, from ? &from[i] : &nothing);
	finish_table(r, t);
}

/* --- counts ------------------------------------------------------------------------------------------ */

/*
 * Limits memory, as each table has a cell for each possible count.  An intact file has a count of 48 bytes
 * for most of them, unless most events are counted on a few CPUs only.
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
				 "it is too large: %zu events, %zu CPUs, %zu threads, %zu rounds", events,
				 r->cpus.n, r->n_threads, r->n_rounds);
	return 0;
}

/* The target is a command that perf started, threads, or CPUs. */
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
	r->now = mem_zeroed(r->n_counts, sizeof(*r->now));
	r->last = mem_zeroed(r->n_counts, sizeof(*r->last));
	r->has_count = mem_zeroed(r->n_counts, sizeof(*r->has_count));
	r->noted = mem_zeroed(b->events.n, sizeof(*r->noted));
	r->event_cpus = mem_zeroed(b->events.n, sizeof(*r->event_cpus));
	if (r->n_interval_rounds)
		b->interval = mem_resize(NULL, r->n_rounds, sizeof(*b->interval));
	return 0;
}

static int find_count(const struct recording *r, struct bytes *body, size_t event, size_t *at)
{
	struct bytes start = *body;
	int cpu = (int)bytes_take_u32(body);
	uint32_t thread = bytes_take_u32(body);
	size_t low = 0, high = r->cpus.n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (r->cpus.cpu[middle] <= cpu)
			low = middle + 1;
		else
			high = middle;
	}
	if (body->bad || !low || r->cpus.cpu[low - 1] != cpu || thread >= r->n_threads)
		return recording_damaged(r, &start, "a count of a CPU or thread that no map lists");
	*at = ((low - 1) * r->n_threads + thread) * r->b->events.n + event;
	return 0;
}

int recording_mark_count(struct recording *r, struct bytes body, size_t event)
{
	size_t at;

	if (find_count(r, &body, event, &at) < 0)
		return -1;
	r->has_count[at] = true;
	return 0;
}

int recording_add_count(struct recording *r, struct bytes body, size_t event)
{
	struct bytes start = body;
	size_t at;

	if (find_count(r, &body, event, &at) < 0)
		return -1;
	r->now[at] = (struct reading){ .value = bytes_take_u64(&body) };
	r->now[at].enabled = bytes_take_u64(&body);
	r->now[at].running = bytes_take_u64(&body);
	return body.bad ? recording_damaged(r, &start, "a count that does not fit its record") : 0;
}

/* Keeps the last known count: after a missing reading the next interval is the difference to that one. */
static void save_counts(struct recording *r)
{
	for (size_t i = 0; i < r->n_counts; i++)
		if (lack_of(&r->now[i]) == LACK_NONE && r->now[i].enabled >= r->last[i].enabled)
			r->last[i] = r->now[i];
}

/* A final round after intervals is one more interval. */
void recording_end_round(struct recording *r, uint64_t time_ns)
{
	struct benchmark *b = r->b;

	if (r->n_interval_rounds) {
		struct benchmark_interval *interval = &b->interval[b->n_intervals++];

		*interval = (struct benchmark_interval){ .end_ns = time_ns };
		interval->counted_ns = b->n_intervals > 1 && interval[-1].end_ns < time_ns ?
				       time_ns - interval[-1].end_ns : time_ns;
		make_table(&interval->table, r, r->last);
	}
	if (++r->rounds_done < r->n_rounds) {
		save_counts(r);
		return;
	}
	b->run = mem_resize(NULL, 1, sizeof(*b->run));
	run_result_init(b->run);
	b->run->elapsed_ns = b->run->counted_ns = time_ns;
	b->n_runs = 1;
	if (r->mode == AGGR_CPU)
		b->machine.cpu = mem_resize(NULL, r->cpus.n, sizeof(*b->machine.cpu));
	for (size_t i = 0; r->mode == AGGR_CPU && i < r->cpus.n; i++)
		b->machine.cpu[b->machine.n_cpus++] = perfdata_counts_cpu_of(r, r->cpus.cpu[i]);
	make_table(&b->run[0].total, r, NULL);
}

void recording_release(struct recording *r)
{
	for (size_t i = 0; r->event_cpus && i < r->b->events.n; i++)
		cpulist_release(&r->event_cpus[i]);
	free(r->event_cpus);
	free(r->id);
	cpulist_release(&r->cpus);
	free(r->topology.cpu);
	free(r->now);
	free(r->last);
	free(r->has_count);
	free(r->noted);
}
