/* SPDX-License-Identifier: MIT */
/*
 * Fills in one value of each row for each round.  The runs of a round become one table, in which an event has
 * the mean of the runs that counted it all the time.
 */
#include "compare/samples.h"

#include <linux/perf_event.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "benchmark/benchmark.h"
#include "benchmark/report.h"
#include "benchmark/run_result.h"
#include "event/event.h"
#include "host/machine.h"
#include "host/target.h"
#include "table/reaggregate.h"
#include "table/table.h"

/* --- rounds -------------------------------------------------------------------------------------- */

static size_t round_of(const struct report *r, size_t run)
{
	return r->run[run].round ? r->run[run].round - 1 : run;
}

/* A run that was interrupted, or counted only in part, has failed even if its command exited with 0. */
static bool has_failed(const struct run_result *r, const uint64_t *ignored)
{
	if (r->status < 0)
		return false;		/* there was no command */
	if (r->signo || (r->end != WAIT_LOOP_CHILD && r->end != WAIT_LOOP_TIMEOUT))
		return true;
	return run_result_failed(r, ignored);
}

struct rounds {			/* the runs of round i: run[first[i]] .. run[first[i + 1] - 1] */
	size_t *first, *run;
	bool rss_hidden;	/* max-rss of some run is hidden, so it is known for no round */
};

static void rounds_open(struct rounds *rounds, const struct report *r, size_t n)
{
	size_t *first = mem_zeroed(n + 2, sizeof(*first));

	*rounds = (struct rounds){ first, mem_resize(NULL, r->n_runs, sizeof(*rounds->run)), false };
	/* counting sort: sizes are stored two places further, and filling moves each start to its place */
	for (size_t i = 0; i < r->n_runs; i++)
		first[round_of(r, i) + 2]++;
	for (size_t i = 2; i < n + 2; i++)
		first[i] += first[i - 1];
	for (size_t i = 0; i < r->n_runs; i++) {
		rounds->run[first[round_of(r, i) + 1]++] = i;
		rounds->rss_hidden |= run_result_hides_rss(&r->run[i]);
	}
}

static void rounds_release(struct rounds *rounds)
{
	free(rounds->first);
	free(rounds->run);
}

struct round {			/* the mean of the runs of one round; a unit for each part */
	struct table table;	/* counts that may not be compared are CELL_NOT_COUNTED */
	enum lack *lack;	/* by cell of the table: why it has no count; LACKS: it has one */
	double *value;		/* by cell of the table: the mean, to the fraction */
	double counted_ns;
	const uint64_t *ignored;
	bool rss_hidden;
};

/* Why this count may not be compared; LACKS: it may. */
static enum lack lack_of(const struct cell *c)
{
	if (c->state == CELL_NOT_SUPPORTED)
		return LACK_NOT_SUPPORTED;
	if (c->running && c->running != c->enabled)
		return LACK_MULTIPLEXED;
	return c->state == CELL_COUNTED && c->running == c->enabled ? LACKS : LACK_NOT_COUNTED;
}

/* No program runs without instructions and cycles: a counter that reads 0 does not work. */
static bool is_broken(const struct cell *c, const struct event *e, const struct report *r)
{
	const struct target_opts *asked = r->b->target.asked;
	bool command = !asked || !(asked->system_wide || asked->cpus || asked->pids || asked->tids);

	return c->state == CELL_COUNTED && !c->value && command && !e->attr.head.exclude_user &&
	       !e->attr.head.exclude_host &&
	       (event_is_generic(e, PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS) ||
		event_is_generic(e, PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES));
}

static void samples_add_cells(struct round *round, size_t *n, const struct table *t, const struct report *r,
			      bool failed)
{
	size_t units = t->n_units < round->table.n_units ? t->n_units : round->table.n_units;

	for (size_t at = 0; at < t->n_rows * units; at++) {
		const struct cell *c = &t->cell[at];
		const struct event *e = &r->b->events.event[at % t->n_rows];
		enum lack lack = failed ? LACK_FAILED : lack_of(c);

		if (lack == LACKS && at < t->n_rows && is_broken(c, e, r))
			lack = LACK_NOT_COUNTED;
		if (!failed && round->rss_hidden && e->tool == TOOL_MAX_RSS)
			lack = LACK_HIDDEN;
		if (c->state == CELL_ABSENT)
			continue;
		if (lack != LACKS) {
			round->lack[at] = n[at] ? LACKS : lack;
			continue;
		}
		round->lack[at] = LACKS;
		round->value[at] += ((double)c->value - round->value[at]) / (double)++n[at];
		round->table.cell[at] = *c;
		if (n[at] > 1)
			round->table.cell[at].value = (uint64_t)llround(round->value[at]);
	}
}

static void round_open(struct round *round, const struct report *r, size_t n_parts, const uint64_t *ignored,
		       bool rss_hidden)
{
	const struct unit *unit = n_parts > 1 ? r->run[0].total.unit : &unit_none;
	size_t n = r->b->events.n * n_parts;

	*round = (struct round){ .lack = mem_resize(NULL, n, sizeof(*round->lack)),
				 .value = mem_zeroed(n, sizeof(*round->value)),
				 .ignored = ignored, .rss_hidden = rss_hidden };
	table_init(&round->table, unit, n_parts, r->b->events.n);
	for (size_t at = 0; at < n; at++) {
		round->table.cell[at].state = CELL_NOT_COUNTED;
		round->lack[at] = LACK_NOT_COUNTED;
	}
}

static void round_release(struct round *round)
{
	table_release(&round->table);
	free(round->lack);
	free(round->value);
}

/* Makes one table of the runs of a round, adding up rows of CPUs or cores. */
static void round_build(struct round *round, const struct report *r, const struct reaggregate *g,
			const size_t *run, const size_t *end)
{
	FREED size_t *n = mem_zeroed(round->table.n_units * r->b->events.n, sizeof(*n));
	size_t runs = 0;

	for (; run < end; run++) {
		const struct run_result *one = &r->run[*run];
		LOCAL(table) all = {0};

		reaggregate_table(&all, &one->total, g, &r->b->events);
		samples_add_cells(round, n, &all, r, has_failed(one, round->ignored));
		round->counted_ns += ((double)one->counted_ns - round->counted_ns) / (double)++runs;
	}
	metrics_eval(&round->table, &r->b->metrics, &r->b->events, round->counted_ns);
}

/* --- values -------------------------------------------------------------------------------------- */

static void set_value(struct sample_row *row, size_t round, double value, enum lack lack)
{
	row->value[round] = isfinite(value) ? value : (double)NAN;
	if (isfinite(value))
		row->n_valid++;
	else
		row->lack[lack]++;
}

/* Converts counts to seconds or bytes, or to the unit of the event. */
static double factor_of(const struct event *e)
{
	const struct value_unit *u = value_unit_find(e->unit, strlen(e->unit));

	return u && u->kind != LIMIT_PREFIX ? e->scale * u->factor : e->scale;
}

/* A count stays exact as long as a double can hold it. */
static double samples_value_of(const struct round *round, const struct event *e, size_t at)
{
	double scale = factor_of(e), whole = round->value[at];

	return whole < 0x1p63 ? cell_shown((uint64_t)whole, scale) + (whole - floor(whole)) * scale
			      : whole * scale;
}

static void fill_events(struct samples *s, const struct round *round, size_t nth)
{
	const struct event *event = s->report->b->events.event;

	for (size_t i = 0; i < s->rows.n; i++) {
		struct sample_row *row = &s->rows.row[i];
		size_t at = row->part * round->table.n_rows + (size_t)row->event;

		if (row->kind == SAMPLES_EVENT)
			set_value(row, nth,
				  round->lack[at] == LACKS ? samples_value_of(round, &event[row->event], at)
							   : (double)NAN,
				  round->lack[at]);
	}
}

/*
 * A metric may be computed from other events if its own have no count.  It is another metric then, and has
 * no value, unless its own events are not supported, which is the same in all rounds.
 */
static double figure_value(const struct figure *f, enum lack lack)
{
	if (f->missing_row && lack != LACKS && lack != LACK_NOT_SUPPORTED)
		return (double)NAN;
	return f->none ? 0 : f->exact;
}

/* Times of figures are in ns. */
static double figure_factor(const struct sample_row *row)
{
	return row->class == CLASS_TIME ? 1e-9 : 1;
}

/* nth is n_rounds: there are no rounds, so this only finds the events that the metrics lack. */
static void fill_metrics(struct samples *s, const struct round *round, size_t nth)
{
	const struct table *t = &round->table;

	for (size_t i = 0; i < s->rows.n; i++) {
		struct sample_row *row = &s->rows.row[i];
		const struct figure *f;
		size_t missing;
		enum lack lack;
		double value;

		if (row->kind != SAMPLES_METRIC)
			continue;
		f = &t->figure[row->part * t->n_metrics + row->of];
		missing = row->part * t->n_rows + f->missing_row;
		lack = f->missing_row ? round->lack[missing - 1] : LACKS;
		value = figure_value(f, lack);
		row->lacks_event |= lack != LACKS;
		if (isfinite(value) && lack == LACK_NOT_SUPPORTED)
			row->without = f->missing_row;
		if (nth < s->n_rounds)
			set_value(row, nth, value * figure_factor(row),
				  lack == LACKS ? LACK_NOT_COUNTED : lack);
	}
}

/* The mean over the runs of a round that did not fail.  Returns why there is none; LACKS: there is one. */
static enum lack fact_of(double *mean, const struct report *r, const size_t *run, const size_t *end,
			 const struct run_fact *fact, const uint64_t *ignored)
{
	size_t n = 0;

	*mean = 0;
	for (; run < end; run++)
		if (!has_failed(&r->run[*run], ignored))
			*mean += (run_fact_value(fact, &r->run[*run]) - *mean) / (double)++n;
	return !n ? LACK_FAILED : isfinite(*mean) ? LACKS : LACK_NOT_COUNTED;
}

static void fill_fact(struct samples *s, struct sample_row *row, const struct run_fact *fact,
		      const struct rounds *rounds, const uint64_t *ignored)
{
	bool hidden = run_fact_is_max_rss(fact) && rounds->rss_hidden;

	for (size_t i = 0; i < s->n_rounds; i++) {
		double value;
		enum lack lack = fact_of(&value, s->report, rounds->run + rounds->first[i],
					 rounds->run + rounds->first[i + 1], fact, ignored);

		if (hidden && lack != LACK_FAILED)
			lack = LACK_HIDDEN;
		set_value(row, i, lack == LACKS ? value : (double)NAN, lack);
	}
}

static void fill_facts(struct samples *s, const struct rounds *rounds, const uint64_t *ignored)
{
	for (size_t i = 0; i < s->rows.n; i++) {
		struct sample_row *row = &s->rows.row[i];

		if (row->kind == SAMPLES_RUN)
			fill_fact(s, row, &run_facts[row->of], rounds, ignored);
	}
}

/* The bound of a max-rss; 0: not known. */
static uint64_t rss_at_most(const struct run_result *r)
{
	return r->max_rss_bytes == MEMBER_NO_COUNT ? r->max_rss_at_most_bytes : r->max_rss_bytes;
}

/* An upper bound of the hidden sizes: pstat's own; 0: not known. */
static double most_rss(const struct report *r, const uint64_t *ignored)
{
	uint64_t most = 0;

	for (size_t i = 0; i < r->n_runs; i++) {
		if (has_failed(&r->run[i], ignored))
			continue;
		if (!rss_at_most(&r->run[i]))
			return 0;
		if (rss_at_most(&r->run[i]) > most)
			most = rss_at_most(&r->run[i]);
	}
	return (double)most;
}

/* --- all samples --------------------------------------------------------------------------------- */

/* Adds to the encoding that the metric was computed without one of its events. */
static void add_without(const struct samples *s, struct sample_row *row)
{
	struct str text = {0};

	str_addf(&text, "%s without %s", row->encoding, s->report->b->events.event[row->without - 1].name);
	free(row->encoding);
	row->encoding = text.text;
}

/* Drops metrics without any value, unless the reason is a requested event without a count. */
static void drop_empty_metrics(struct samples *s)
{
	struct rows *rows = &s->rows;
	size_t kept = 0;

	for (size_t i = 0; i < rows->n; i++) {
		struct sample_row *row = &rows->row[i];

		if (row->without)
			add_without(s, row);
		if (row->kind == SAMPLES_METRIC && !row->n_valid && !row->lacks_event)
			row_release(row);
		else
			rows->row[kept++] = *row;
	}
	rows->n = kept;
	rows_index(rows);
}

static int refuse_round(const struct report *r, size_t run, struct error *err)
{
	LOCAL(str) name = {0};

	str_add_line(&name, r->b->name);
	error_set(err, ERROR_LIMIT, 0, "run %zu of the result '%s' says that it is of round %zu, of %zu runs",
		  run + 1, name.text, r->run[run].round, r->n_runs);
	return -1;
}

/* Limits the number, as a file may claim any round, and each row needs memory for all rounds. */
static int count_rounds(struct samples *s, const struct report *r, const uint64_t *ignored,
			struct error *err)
{
	enum { MISSING_MOST = 10000 };

	for (size_t i = 0; i < r->n_runs; i++) {
		s->n_failed += has_failed(&r->run[i], ignored);
		if (round_of(r, i) > r->n_runs + MISSING_MOST)
			return refuse_round(r, i, err);
		if (round_of(r, i) >= s->n_rounds)
			s->n_rounds = round_of(r, i) + 1;
	}
	return 0;
}

/* All rows, without a value yet. */
static void samples_add_rows(struct samples *s)
{
	const struct report *r = s->report;

	rows_add(&s->rows, r, false);
	for (size_t i = 0; i < s->rows.n; i++) {
		s->rows.row[i].value = mem_resize(NULL, s->n_rounds, sizeof(double));
		for (size_t k = 0; k < s->n_rounds; k++)
			s->rows.row[i].value[k] = (double)NAN;
	}
}

int samples_build(struct samples *s, const struct report *r, const uint64_t *ignored, struct error *err)
{
	size_t n_parts = rows_parts(r);
	const struct reaggregate g = { .from = r->b->aggr,
				       .to = { .mode = n_parts > 1 ? AGGR_REGION : AGGR_TOTAL },
				       .cpu = r->b->machine.cpu, .n_cpus = r->b->machine.n_cpus };
	LOCAL(rounds) rounds = {0};
	double most;

	*s = (struct samples){ .report = r };
	if (reaggregate_check(&g, err) < 0 || count_rounds(s, r, ignored, err) < 0)
		return -1;
	samples_add_rows(s);
	rounds_open(&rounds, r, s->n_rounds);
	for (size_t i = 0; i < s->n_rounds || i == 0; i++) {	/* without rounds once, with no run */
		LOCAL(round) round = {0};

		round_open(&round, r, n_parts, ignored, rounds.rss_hidden);
		round_build(&round, r, &g, rounds.run + rounds.first[i], rounds.run + rounds.first[i + 1]);
		if (i < s->n_rounds)
			fill_events(s, &round, i);
		fill_metrics(s, &round, i);
	}
	fill_facts(s, &rounds, ignored);
	drop_empty_metrics(s);
	most = most_rss(r, ignored);
	for (size_t i = 0; i < s->rows.n; i++)
		if (s->rows.row[i].lack[LACK_HIDDEN] && s->rows.row[i].class == CLASS_SIZE)
			s->rows.row[i].at_most = most;
	return 0;
}

void samples_add_lacks(struct str *out, const struct samples *s, const struct sample_row *row)
{
	static const char *const words[] = {
		[LACK_FAILED] = "failed", [LACK_NOT_SUPPORTED] = "not supported",
		[LACK_NOT_COUNTED] = "not counted", [LACK_MULTIPLEXED] = "multiplexed",
		[LACK_HIDDEN] = "not known",
	};
	bool first = true;

	for (int lack = 0; lack < LACKS; lack++) {
		if (!row->lack[lack])
			continue;
		str_addf(out, "%s%s", first ? "" : ", ", words[lack]);
		if (row->lack[lack] < s->n_rounds)
			str_addf(out, " in %zu%s", row->lack[lack], first ? " of " : "");
		if (row->lack[lack] < s->n_rounds && first)
			str_addf(out, "%zu runs", s->n_rounds);
		first = false;
	}
}

void samples_release(struct samples *s)
{
	rows_release(&s->rows);
	*s = (struct samples){0};
}
