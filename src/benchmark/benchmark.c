/* SPDX-License-Identifier: MIT */
/* Collects the runs of a benchmark, adds them up, changes their rows, and fills reports. */
#include "benchmark/benchmark.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "benchmark/report.h"
#include "table/reaggregate.h"

/* --- name and runs ---------------------------------------------------------------------------------- */

static char *words_of(char *const *argv)
{
	struct str words = {0};

	str_add(&words, "");
	if (argv)
		str_add_words(&words, argv);
	return words.text;
}

void benchmark_set_command(struct benchmark *b, const char *name, char *const *argv)
{
	size_t n = 0;

	while (argv && argv[n])
		n++;
	b->argv = argv ? mem_zeroed(n + 1, sizeof(*b->argv)) : NULL;
	for (size_t i = 0; i < n; i++)
		b->argv[i] = mem_copy_text(argv[i]);
	b->named = name != NULL;
	b->name = name ? mem_copy_text(name) : words_of(argv);
}

void benchmark_set_named(struct benchmark *b)
{
	FREED char *words = words_of(b->argv);

	b->named = strcmp(b->name, words) != 0;
}

void benchmark_add_run(struct benchmark *b, struct run_result *r)
{
	MEM_ADD(b->run, b->n_runs, *r);
}

void benchmark_add_interval(struct benchmark *b, const struct report *r)
{
	size_t figures = r->table->n_units * r->table->n_metrics;
	struct benchmark_interval *v;

	b->interval = mem_grow(b->interval, b->n_intervals, sizeof(*b->interval));
	v = &b->interval[b->n_intervals++];
	*v = (struct benchmark_interval){ .run = r->run_index - r->place.first_run,
					  .end_ns = (uint64_t)(r->time_s * 1e9 + 0.5),
					  .counted_ns = r->counted_ns };
	table_copy(&v->table, r->table);
	if (!figures)
		return;
	v->table.figure = mem_resize(NULL, figures, sizeof(*v->table.figure));
	memcpy(v->table.figure, r->table->figure, figures * sizeof(*v->table.figure));
	v->table.n_metrics = r->table->n_metrics;
}

void benchmark_set_failed(struct benchmark *b, struct run_result *r)
{
	b->failed = mem_resize(NULL, 1, sizeof(*b->failed));
	*b->failed = *r;
}

/* --- the sum of the runs ---------------------------------------------------------------------------- */

static void sum_release(struct benchmark_sum *s)
{
	free(s->run);
	free(s->stats);
	table_release(&s->mean);
	notes_release(&s->notes);
	*s = (struct benchmark_sum){0};
}

/* Whether the unit can have the row: the total has no entries, and regions no times of the command. */
static bool is_known_of(const struct event *e, size_t unit)
{
	return e->tool == TOOL_NONE || (!unit && e->tool != TOOL_REGION_ENTRIES);
}

/* Rows that no remaining run has counted must be shown, too. */
static void mark_not_counted(struct table *t, const struct events *events)
{
	for (size_t i = 0; i < t->n_units * t->n_rows; i++) {
		const struct event *e = &events->event[i % t->n_rows];

		if (t->cell[i].state == CELL_ABSENT && e->row == (int)(i % t->n_rows) &&
		    is_known_of(e, i / t->n_rows))
			t->cell[i].state = CELL_NOT_COUNTED;
	}
}

static void benchmark_evaluate(const struct benchmark *b, struct table *t, double counted_ns,
			       const struct figure *given)
{
	metrics_eval(t, &b->metrics, &b->events, counted_ns);
	if (given)
		metrics_give(t, &b->metrics, given, b->n_given);
}

void benchmark_sum(struct benchmark *b, const bool *left_out, const struct notes *why)
{
	struct benchmark_sum *s = &b->sum;
	bool packed = false;

	sum_release(s);
	program_where_sum(&b->where);
	s->run = mem_resize(NULL, b->n_runs, sizeof(*s->run));
	notes_copy(&s->notes, &b->notes);
	if (why)
		notes_copy(&s->notes, why);
	for (size_t i = 0; i < b->n_runs; i++) {
		const struct run_result *run = &b->run[i];

		if (left_out && left_out[i])
			continue;
		s->run[s->n_runs++] = *run;
		table_add(&s->mean, &s->stats, &run->total);
		stats_add(&s->elapsed, run_result_elapsed_s(run));
		stats_add(&s->counted, (double)run->counted_ns / 1e9);
		notes_merge(&s->notes, &run->notes);
		packed |= table_is_packed(&run->total);
	}
	if (!run_result_needs_mean(s->run, s->n_runs))
		return;
	if (packed)
		mark_not_counted(&s->mean, &b->events);
	benchmark_evaluate(b, &s->mean, s->counted.mean * 1e9, b->figure);
}

const struct table *benchmark_table(const struct benchmark *b)
{
	const struct benchmark_sum *s = &b->sum;

	if (!s->n_runs)
		return NULL;
	return run_result_needs_mean(s->run, s->n_runs) ? &s->mean : &s->run[0].total;
}

static void drop_intervals(struct benchmark *b)
{
	for (size_t i = 0; i < b->n_intervals; i++) {
		table_release(&b->interval[i].table);
		free(b->interval[i].figure);
	}
	free(b->interval);
	b->interval = NULL;
	b->n_intervals = 0;
}

static void drop_runs(struct benchmark *b)
{
	for (size_t i = 0; i < b->n_runs; i++)
		run_result_release(&b->run[i]);
	free(b->run);
	if (b->failed)
		run_result_release(b->failed);
	free(b->failed);
	b->run = b->failed = NULL;
	b->n_runs = 0;
}

void benchmark_next(struct benchmark *b)
{
	if (b->sum.notes.n) {
		notes_release(&b->notes);
		b->notes = b->sum.notes;
		b->sum.notes = (struct notes){0};
		notes_end_run(&b->notes);
	}
	sum_release(&b->sum);
	drop_runs(b);
	drop_intervals(b);
}

/* --- other rows ------------------------------------------------------------------------------------- */

/* Requested rows must be possible.  Rows that perf recorded are replaced if its file does not allow them. */
static int choose_rows(struct reaggregate *g, const struct benchmark *b, const struct aggr_opts *rows,
		       struct error *err)
{
	struct error cannot = ERROR_INIT;

	*g = (struct reaggregate){ .from = b->aggr, .to = b->aggr, .cpu = b->machine.cpu,
				   .n_cpus = b->machine.n_cpus };
	if (rows) {
		/* what a command did is not divided by CPUs, and perf shows it as it is */
		if (b->aggr.mode == AGGR_TOTAL && !target_counts_cpus(&b->asked))
			return 0;
		g->to.mode = rows->mode;
		g->to.cache_level = rows->cache_level;
		return reaggregate_check(g, err);
	}
	g->to.mode = b->recorded;
	if (reaggregate_check(g, &cannot) < 0)
		g->to.mode = b->aggr.mode;
	return 0;
}

/* Drops the values of given metrics, as they are known only for the rows of the file. */
static void drop_figures(struct benchmark *b)
{
	LOCAL(str) names = {0};

	for (size_t i = 0; i < b->n_given; i++)
		str_addf(&names, "%s%s", i ? ", " : "", b->given[i].name);
	if (b->n_given)
		notes_add(&b->notes, NOTE_METRIC_ROWS, -1, "%s", names.text);
	free(b->figure);
	b->figure = NULL;
	for (size_t i = 0; i < b->n_intervals; i++) {
		free(b->interval[i].figure);
		b->interval[i].figure = NULL;
	}
}

static void regroup_one(struct table *t, const struct reaggregate *g, const struct events *events)
{
	struct table old = *t;

	if (reaggregate_is_same(g))
		return;
	reaggregate_table(t, &old, g, events);
	table_release(&old);
}

int benchmark_regroup(struct benchmark *b, const struct aggr_opts *rows, struct error *err)
{
	struct reaggregate g;

	if (choose_rows(&g, b, rows, err) < 0 || metrics_select(&b->metrics, &b->events, err) < 0)
		return -1;
	metrics_add_given(&b->metrics, &b->events, b->given, b->n_given);
	if (!reaggregate_is_same(&g))
		drop_figures(b);
	for (size_t i = 0; i < b->n_runs; i++) {
		struct run_result *run = &b->run[i];

		regroup_one(&run->total, &g, &b->events);
		benchmark_evaluate(b, &run->total, (double)run->counted_ns, b->n_runs > 1 ? NULL : b->figure);
	}
	for (size_t i = 0; i < b->n_intervals; i++)
		regroup_one(&b->interval[i].table, &g, &b->events);
	b->aggr = g.to;
	benchmark_sum(b, NULL, NULL);
	return 0;
}

/* --- the report ------------------------------------------------------------------------------------- */

void benchmark_report(struct report *r, const struct benchmark *b)
{
	const struct benchmark_sum *s = &b->sum;
	bool many = s->n_runs > 1;

	*r = (struct report){
		.b = b,
		.version = PSTAT_VERSION,
		.name = b->named ? b->name : NULL,
		.table = benchmark_table(b),
		.stats = many ? s->stats : NULL,
		.elapsed = many ? &s->elapsed : NULL,
		.run = s->run,
		.n_runs = s->n_runs,
		.time_s = s->elapsed.mean,
		.total = true,
	};
}

void benchmark_report_interval(struct report *r, struct benchmark *b, size_t i)
{
	struct benchmark_interval *v = &b->interval[i];

	benchmark_evaluate(b, &v->table, (double)v->counted_ns, v->figure);
	r->table = &v->table;
	r->stats = r->elapsed = NULL;
	r->run = NULL;
	r->n_runs = 0;
	r->run_index = v->run;
	r->place.interval_index = (unsigned)i;
	r->time_s = (double)v->end_ns / 1e9;
	r->counted_ns = v->counted_ns;
	r->total = false;
}

/* --- release ---------------------------------------------------------------------------------------- */

void benchmark_release(struct benchmark *b)
{
	drop_runs(b);
	sum_release(&b->sum);
	drop_intervals(b);
	for (size_t i = 0; i < b->n_given; i++)
		given_metric_release(&b->given[i]);
	free(b->given);
	free(b->figure);
	metrics_release(&b->metrics);
	events_release(&b->events);
	process_tree_release(&b->processes);
	target_release(&b->target);
	machine_release(&b->machine);
	host_facts_release(&b->host);
	notes_release(&b->notes);
	program_where_release(&b->where);
	for (char **word = b->argv; word && *word; word++)
		free(*word);
	free(b->argv);
	free(b->name);
	free(b->title);
	free(b->tree);
	free(b->version);
	free(b->date);
	free(b->session_id);
	free(b->emulator);
	free(b->emulated_cpu);
	free(b->list);
	*b = (struct benchmark){0};
}

void benchmarks_release(struct benchmarks *bs)
{
	for (size_t i = 0; i < bs->n; i++)
		benchmark_release(&bs->benchmark[i]);
	free(bs->benchmark);
	*bs = (struct benchmarks){0};
}
