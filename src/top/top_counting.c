/* SPDX-License-Identifier: MIT */
/* Prepares the events, reads the rings, and makes tables at the end of each interval. */
#include "top/top_counting.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/env.h"
#include "base/mem.h"
#include "benchmark/benchmark.h"
#include "benchmark/run_result.h"
#include "host/cgroup.h"
#include "host/cpuinfo.h"
#include "host/kernel.h"
#include "host/rootfs.h"
#include "metric/metric.h"
#include "top/task_names.h"

/* --- the beginning ----------------------------------------------------------------------------------- */

/* Only what a task does on a CPU can be counted. */
static int check_events(const struct events *events, struct error *err)
{
	for (size_t i = 0; i < events->n; i++) {
		const struct event *e = &events->event[i];

		if (e->tool == TOOL_NONE && !(e->pmu && e->pmu->is_uncore) && e->cgroup < 0 && !e->cpus.n)
			continue;
		error_set(err, ERROR_UNSUPPORTED, 0, "'%s' cannot be counted for each task", e->name);
		return error_hint(err, "pstat top takes events of CPU cores and of the kernel");
	}
	return 0;
}

/* Nothing would be counted, without a word.  Where no hierarchy is mounted, nobody can tell. */
static int check_cgroup(const struct top_counting *c, const char *path, struct error *err)
{
	const struct rootfs *root = c->measure.b.machine.root;
	struct error unmounted = ERROR_INIT;
	LOCAL(cgroups) cs = {0};
	int rc = 0;

	if (cgroups_mount(&cs, root, &unmounted) == 0)
		rc = cgroups_add(&cs, root, path + (path[0] == '/' && path[1]), err);
	return rc < 0 ? -1 : 0;
}

static int read_filter(struct top_counting *c, struct error *err)
{
	const struct rootfs *root = c->measure.b.machine.root;

	c->filter.cgroup = c->opts->cgroup;
	if (c->filter.cgroup && check_cgroup(c, c->filter.cgroup, err) < 0)
		return -1;
	if (c->opts->pids && ids_parse(&c->filter.pids, c->opts->pids, "process", err) < 0)
		return -1;
	for (size_t i = 0; i < c->filter.pids.n; i++)
		if (rootfs_has(root, "proc/%d", (int)c->filter.pids.id[i]) == 0)
			return error_set(err, ERROR_NOT_FOUND, ESRCH, "no process %d",
					 (int)c->filter.pids.id[i]);
	return 0;
}

static bool has_view(const struct top_counting *c, int by)
{
	enum aggr_mode mode = (enum aggr_mode)by;

	return aggr_is_of_processes(mode) && (c->opts->all_views || c->opts->by == mode);
}

int top_counting_open(struct top_counting *c, const struct env *env, const struct measure_opts *measure,
		      const struct top_opts *o, struct error *err)
{
	struct benchmark *b = &c->measure.b;

	*c = (struct top_counting){ .env = env, .opts = o, .measure = { .signals = { .fd = -1 } } };
	c->counter.kernel = env->kernel;
	c->counter.pages = measure->ring_pages;
	if (measure_prepare(&c->measure, measure, env, err) < 0 || check_events(&b->events, err) < 0 ||
	    read_filter(c, err) < 0 || machine_load_cpus(&b->machine, MACHINE_ONLINE, err) < 0 ||
	    switch_counter_open(&c->counter, &b->events, &b->machine.online, o->may_lack, err) < 0 ||
	    measure_watch(&c->measure, err) < 0)
		return -1;
	task_table_init(&c->tasks, b->events.n, c->counter.n_cpus);
	top_columns_build(&c->columns, &b->events, &b->metrics, c->counter.counted);
	for (int by = 0; by < TOP_VIEWS; by++)
		if (has_view(c, by))
			top_rows_init(&c->rows[by], &b->events, (enum aggr_mode)by, false);
	if (o->saved)
		top_rows_init(&c->saved, &b->events, o->by, true);
	return 0;
}

static void take_cost(struct top_counting *c)
{
	const struct kernel *k = c->env->kernel;
	uint64_t cpu_ns = k->own_cpu_ns(k);
	double ns = c->to_ns > c->from_ns ? (double)(c->to_ns - c->from_ns) : 1;

	c->cost.cpu_pct = 100 * (double)(cpu_ns - c->cpu_ns) / ns;
	c->cost.records = (double)(c->counter.records - c->records) * 1e9 / ns;
	c->cost.descriptors = c->counter.n_fds;
	c->cost.lost = c->counter.lost;
	c->cpu_ns = cpu_ns;
	c->records = c->counter.records;
}

static bool needs_cgroups(const struct top_counting *c)
{
	return c->opts->all_views || c->opts->by == AGGR_CGROUP || c->opts->cgroup;
}

int top_counting_start(struct top_counting *c, struct error *err)
{
	const struct kernel *k = c->env->kernel;

	c->begin_ns = c->to_ns = k->now_ns(k);
	take_cost(c);
	if (switch_counter_start(&c->counter, &c->tasks, err) < 0)
		return -1;
	/* after that, as what starts now has a record */
	task_names_start(&c->tasks, c->env->root, k->now_ns(k), needs_cgroups(c));
	return 0;
}

/* --- an interval ------------------------------------------------------------------------------------- */

int top_counting_wait(struct top_counting *c, struct wait_fd *more, size_t n, uint64_t deadline_ns,
		      struct error *err)
{
	const struct kernel *k = c->env->kernel;
	size_t n_rings = c->counter.n_cpus;
	FREED struct wait_fd *fds = mem_resize(NULL, n_rings + n, sizeof(*fds));
	int kinds;

	do {
		switch_counter_fds(&c->counter, fds);
		memcpy(fds + n_rings, more, n * sizeof(*fds));
		kinds = k->wait(k, fds, n_rings + n, deadline_ns);
		if (kinds > 0 && kinds & WAIT_RECORDS)
			switch_counter_drain(&c->counter, &c->tasks);
	} while (kinds == WAIT_RECORDS && k->now_ns(k) < deadline_ns);	/* a broken group is always ready */
	memcpy(more, fds + n_rings, n * sizeof(*fds));
	return kinds < 0 ? error_set(err, ERROR_SYSTEM, -kinds, "cannot wait: %s", strerror(-kinds)) :
			   kinds & ~WAIT_RECORDS;
}

static void make_table(struct top_counting *c, struct table *t, const struct top_rows *r, size_t limit,
		       bool sums)
{
	const struct benchmark *b = &c->measure.b;
	uint64_t from = sums ? c->begin_ns : c->from_ns;

	table_release(t);
	top_rows_table(t, r, c->counter.counted, limit, sums);
	metrics_eval(t, &b->metrics, &b->events, (double)(c->to_ns - from));
}

/* The rows of files live in the benchmark: its report shows them. */
static void make_report(struct top_counting *c)
{
	struct benchmark *b = &c->measure.b;
	struct report *r = &c->report;

	b->aggr.mode = b->recorded = c->opts->by;
	b->processes = c->saved.tree;		/* borrowed until top_counting_release() */
	benchmark_report(r, b);
	make_table(c, &c->saved_table, &c->saved, (size_t)c->opts->limit, false);
	r->table = &c->saved_table;
	r->total = false;
	r->own_units = true;
	r->place.interval_index = c->intervals;
	r->time_s = (double)(c->to_ns - c->begin_ns) / 1e9;
	r->counted_ns = c->to_ns - c->from_ns;
}

static uint64_t kib_of(const char *meminfo, const char *key)
{
	char *text = cpuinfo_field(meminfo, key);
	uint64_t kib = text ? strtoull(text, NULL, 10) : 0;

	free(text);
	return kib;
}

/* What is not available is used; the kernel counts caches that it can drop as available. */
static void read_memory(struct top_load *l, const struct rootfs *root)
{
	LOCAL(str) text = {0};
	uint64_t available;

	l->memory_bytes = l->used_bytes = 0;
	if (rootfs_read(root, &text, "proc/meminfo") >= 0) {
		l->memory_bytes = kib_of(str_text(&text), "MemTotal") * 1024;
		available = kib_of(str_text(&text), "MemAvailable") * 1024;
		l->used_bytes = available < l->memory_bytes ? l->memory_bytes - available : 0;
	}
}

/* For the screen: the machine beside the processes. */
static void take_load(struct top_counting *c)
{
	const struct cpulist *online = &c->measure.b.machine.online;
	double ns = c->to_ns > c->from_ns ? (double)(c->to_ns - c->from_ns) : 1;
	struct top_load *l = &c->load;

	l->cpu = l->cpu ? l->cpu : mem_zeroed(c->counter.n_cpus + 1, sizeof(*l->cpu));
	l->n_cpus = 0;
	for (size_t i = 0; i < c->counter.n_cpus && i < online->n; i++)
		if (c->counter.cpu[i].n_fds)
			l->cpu[l->n_cpus++] = (struct top_cpu_load){
				online->cpu[i], (double)c->tasks.cpu[i].busy_ns / ns };
	read_memory(l, c->env->root);
}

static void add_tasks(const struct top_counting *c, struct top_rows *r)
{
	top_rows_add(r, &c->tasks, &c->filter, c->from_ns - c->begin_ns, c->to_ns - c->begin_ns);
}

int top_counting_end_interval(struct top_counting *c, struct error *err)
{
	const struct kernel *k = c->env->kernel;
	int rc = switch_counter_end_interval(&c->counter, &c->tasks, err);

	if (rc == 0 && c->counter.damaged.kind != ERROR_NONE) {
		*err = c->counter.damaged;
		rc = -1;
	}
	if (rc < 0)
		return -1;
	c->from_ns = c->to_ns;
	c->to_ns = k->now_ns(k);
	task_names_fill(&c->tasks, c->env->root, c->to_ns, needs_cgroups(c));
	for (int by = 0; by < TOP_VIEWS; by++) {
		if (!has_view(c, by) || c->paused)
			continue;
		add_tasks(c, &c->rows[by]);
		make_table(c, &c->table[by], &c->rows[by], 0, false);
		if (!c->intervals)
			top_columns_drop_unknown(&c->columns, &c->measure.b.metrics, &c->table[by]);
	}
	if (c->opts->all_views && !c->paused) {
		process_facts_next(&c->facts);
		top_columns_see(&c->columns, &c->table[c->opts->by], (double)(c->to_ns - c->from_ns) / 1e9);
		take_load(c);
	}
	if (c->opts->saved) {
		add_tasks(c, &c->saved);
		make_report(c);
	}
	task_table_next(&c->tasks);
	take_cost(c);
	c->intervals++;
	return 0;
}

/* --- the screen -------------------------------------------------------------------------------------- */

struct top_list top_counting_list(const struct top_counting *c, const struct top_view *v, double seconds)
{
	return (struct top_list){
		.columns = &c->columns, .table = &c->table[v->by], .tree = &c->rows[v->by].tree,
		.facts = c->opts->all_views ? &c->facts : NULL, .seconds = seconds,
	};
}

static void look_at(struct top_counting *c, const struct top_list *l, size_t unit)
{
	int i = l->table->unit[unit].process;

	if (i >= 0)
		process_facts_read(&c->facts, c->env->root, &c->tasks, l->tree->process[i].tid,
				   l->tree->process[i].comm);
}

void top_counting_look(struct top_counting *c, struct top_view *v, double seconds, size_t page)
{
	const struct top_list l = top_counting_list(c, v, seconds);
	FREED size_t *order = NULL;
	size_t n;

	for (size_t u = 0; top_view_needs_facts(v) && u < l.table->n_units; u++)
		look_at(c, &l, u);
	top_view_bound(v, &l, page);
	if (!top_view_has_users(v))
		return;
	order = top_view_order(v, &l, &n);
	for (size_t i = v->first; i < n && i < v->first + page; i++)
		look_at(c, &l, order[i]);
}

/* --- the end ----------------------------------------------------------------------------------------- */

void top_counting_finish(struct top_counting *c, enum wait_loop_end end, int signo)
{
	struct benchmark *b = &c->measure.b;
	struct run_result run;

	if (!c->opts->saved || !c->intervals)
		return;
	run_result_init(&run);
	run.end = end;
	run.signo = signo;
	run.elapsed_ns = run.counted_ns = c->to_ns - c->begin_ns;
	make_table(c, &run.total, &c->saved, (size_t)c->opts->limit, true);
	if (c->counter.lost)
		notes_add(&run.notes, NOTE_CALLS_LOST, -1, "%llu records of the kernel were lost",
			  (unsigned long long)c->counter.lost);
	benchmark_add_run(b, &run);
	benchmark_sum(b, NULL, NULL);
	benchmark_report(&c->report, b);
	c->report.own_units = true;
}

void top_counting_release(struct top_counting *c)
{
	c->measure.b.processes = (struct process_tree){0};	/* it is that of c->saved */
	for (int by = 0; by < TOP_VIEWS; by++) {
		if (c->opts && has_view(c, by))
			top_rows_release(&c->rows[by]);
		table_release(&c->table[by]);
	}
	if (c->saved.events)
		top_rows_release(&c->saved);
	table_release(&c->saved_table);
	top_columns_release(&c->columns);
	process_facts_release(&c->facts);
	top_load_release(&c->load);
	task_table_release(&c->tasks);
	switch_counter_close(&c->counter);
	free(c->filter.pids.id);
	measure_release(&c->measure);
	*c = (struct top_counting){0};
}
