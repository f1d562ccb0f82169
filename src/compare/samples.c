/* SPDX-License-Identifier: MIT */
/*
 * Makes the rows of a side and fills in one value for each round.  The runs of a round become one table, in
 * which an event has the mean of the runs that counted it all the time.
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
#include "event/event_label.h"
#include "host/machine.h"
#include "host/pmu.h"
#include "host/target.h"
#include "table/reaggregate.h"
#include "table/table.h"

const char *const sample_kinds[] = {
	[SAMPLES_EVENT] = "event", [SAMPLES_METRIC] = "metric", [SAMPLES_RUN] = "run",
};

const char *const sample_classes[] = {
	[CLASS_COUNT] = "count", [CLASS_TIME] = "time", [CLASS_SIZE] = "size", [CLASS_RATIO] = "ratio",
};

const char *const sample_betters[] = {
	[BETTER_NEITHER] = "neither", [BETTER_LOWER] = "lower", [BETTER_HIGHER] = "higher",
};

const char *const sample_lacks[] = {
	[LACK_FAILED] = "failed", [LACK_NOT_SUPPORTED] = "not-supported",
	[LACK_NOT_COUNTED] = "not-counted", [LACK_MULTIPLEXED] = "multiplexed",
	[LACK_HIDDEN] = "not-known",
};

/* --- rows ---------------------------------------------------------------------------------------- */

static bool is_row(const void *list, size_t at, const void *key)
{
	const struct sample_row *row = &((const struct sample_row *)list)[at], *like = key;

	return row->nth == like->nth && strcmp(row->name, like->name) == 0;
}

void samples_index(struct samples *s)
{
	index_release(&s->names);
	for (size_t i = 0; i < s->n; i++)
		index_add(&s->names, index_hash(s->row[i].nth, s->row[i].name), i);
}

int samples_find(const struct samples *s, const char *name, size_t nth)
{
	const struct sample_row like = { .name = (char *)(uintptr_t)name, .nth = nth };

	return (int)index_find(&s->names, index_hash(nth, name), is_row, s->row, &like);
}

struct measured sample_measured(const struct sample_row *row)
{
	return (struct measured){
		.name = row->name, .unit = row->unit, .more_is_better = row->better == BETTER_HIGHER,
		.beside = row->kind == SAMPLES_RUN, .kind = row->constancy, .metric = row->metric,
		.region = row->region,
	};
}

static struct sample_row *add_row(struct samples *s, const struct sample_row *like)
{
	struct sample_row *row;
	int first;

	s->row = mem_grow(s->row, s->n, sizeof(*s->row));
	row = &s->row[s->n];
	*row = *like;
	row->value = mem_resize(NULL, s->n_rounds, sizeof(*row->value));
	for (size_t i = 0; i < s->n_rounds; i++)
		row->value[i] = (double)NAN;
	first = samples_find(s, row->name, 0);
	if (first >= 0)
		row->nth = ++s->row[first].n_namesakes;
	index_add(&s->names, index_hash(row->nth, row->name), s->n++);
	return row;
}

/* Has names of PMUs and tracepoints, as their numbers may change at each boot. */
static char *encoding_of(const struct event *e)
{
	const struct perf_event_attr *a = &e->attr.head;
	const uint64_t word[] = { a->config, a->config1, a->config2, e->attr.tail.config3 };
	size_t n = sizeof(word) / sizeof(*word);
	bool by_name = a->type == PERF_TYPE_TRACEPOINT && !e->pmu;	/* sched:sched_switch */
	struct str text = {0};

	if (e->tool != TOOL_NONE)
		return mem_copy_text("");
	if (e->pmu)
		str_addf(&text, "%s ", e->pmu->name);
	else
		str_addf(&text, "type %u ", a->type);
	while (n > 1 && !word[n - 1])
		n--;
	for (size_t i = 0; !by_name && i < n; i++)
		str_addf(&text, "%s0x%llx", i ? "," : "config ", (unsigned long long)word[i]);
	str_add(&text, by_name ? "" : " ");
	event_label_add_scope(&text, e);
	if (e->filter)
		str_addf(&text, " filter %s", e->filter);
	return text.text;
}

/* Borrowed; NULL: the unit is the total. */
static const char *region_of(const struct report *r, size_t unit)
{
	const struct target *t = &r->b->target;
	int at = unit && r->n_runs && unit < r->run[0].total.n_units ? r->run[0].total.unit[unit].region : -1;

	return at >= 0 && (size_t)at < t->n_regions ? t->region[at].id : NULL;
}

static void add_region(struct str *name, const char *region)
{
	if (region)
		str_addf(name, "%s:", region);
}

static char *event_name(const struct report *r, const struct event *e, const char *region)
{
	struct str name = {0};

	add_region(&name, region);
	str_add(&name, e->name);
	if (e->cgroup >= 0)
		str_addf(&name, "@%s", r->b->target.cgroups.cgroup[e->cgroup].name);
	return name.text;
}

/* The same work takes the same number of instructions, except in the kernel. */
static enum measured_kind constancy_of(const struct event *e, enum sample_class class)
{
	if (class == CLASS_TIME || class == CLASS_RATIO)
		return MEASURED_VARIES;
	if (event_is_emulated(e) || e->tool == TOOL_REGION_ENTRIES ||
	    (event_is_of_core(e) && e->attr.head.exclude_kernel))
		return MEASURED_WORK;
	return MEASURED_COUNT;
}

static char *copy(const char *text)
{
	return text ? mem_copy_text(text) : NULL;
}

static void add_event_row(struct samples *s, size_t i, size_t part)
{
	const struct event *e = &s->report->b->events.event[i];
	const struct value_unit *u = value_unit_find(e->unit, strlen(e->unit));
	const char *region = region_of(s->report, part);
	struct sample_row row = { .kind = SAMPLES_EVENT, .better = BETTER_LOWER, .event = (int)i,
				  .part = part, .region = copy(region), .emulated = event_is_emulated(e) };
	const char *unit = e->unit;

	if (u && u->kind == LIMIT_SECONDS) {
		row.class = CLASS_TIME;
		unit = "s";
	} else if (u && u->kind == LIMIT_BYTES) {
		row.class = CLASS_SIZE;
		unit = "B";
	} else if (strcmp(unit, "%") == 0) {
		row.class = CLASS_RATIO;
	}
	row.constancy = constancy_of(e, row.class);
	row.name = event_name(s->report, e, region);
	row.unit = mem_copy_text(unit);
	row.encoding = encoding_of(e);
	add_row(s, &row);
}

/* Converts counts to seconds or bytes, or to the unit of the event. */
static double factor_of(const struct event *e)
{
	const struct value_unit *u = value_unit_find(e->unit, strlen(e->unit));

	return u && u->kind != LIMIT_PREFIX ? e->scale * u->factor : e->scale;
}

/* The mean of an entry is as constant as the event that it divides; metrics of two events are not. */
static void set_metric_class(struct sample_row *row, const struct metric *m, const struct event *e)
{
	row->class = CLASS_RATIO;
	row->constancy = MEASURED_VARIES;
	row->unit = mem_copy_text(metric_unit(m));
	if (m->def->scope == METRIC_OF_REGION) {
		row->constancy = constancy_of(e, CLASS_COUNT);
	} else if (m->def->scope == METRIC_OF_REGION_TIME) {
		row->class = CLASS_TIME;
		free(row->unit);
		row->unit = mem_copy_text("s");
	}
}

/* Each event of a region has a mean of an entry, so its name always has the event. */
static void add_metric_row(struct samples *s, const struct metric *m, size_t part)
{
	const struct events *events = &s->report->b->events;
	const char *region = region_of(s->report, part);
	struct sample_row row = { .kind = SAMPLES_METRIC, .better = m->def->better, .event = m->row,
				  .part = part, .region = copy(region), .metric = metric_id(m->def),
				  .per_entry = m->def->scope != METRIC_ANYWHERE,
				  .encoding = encoding_of(&events->event[m->row]) };
	struct str name = {0};
	bool again;
	char *id;

	add_region(&name, region);
	str_add(&name, row.metric);
	again = row.per_entry || samples_find(s, name.text, 0) >= 0;
	str_reset(&name);
	add_region(&name, region);
	id = metric_row_name(m, events, row.metric, again);
	str_add(&name, id);
	free(id);
	row.name = name.text;
	set_metric_class(&row, m, &events->event[m->row]);
	add_row(s, &row);
}

/* The number of parts of a program: the total and its regions. */
static size_t count_parts(const struct report *r)
{
	size_t n = r->b->aggr.mode == AGGR_REGION && r->n_runs ? r->run[0].total.n_units : 0;

	return n ? n : 1;
}

/* Whether some run knows the event of this part: regions have no user_time and nothing of valgrind. */
static bool is_of_part(const struct report *r, size_t row, size_t part)
{
	if (!part)
		return r->b->events.event[row].tool != TOOL_REGION_ENTRIES;
	for (size_t i = 0; i < r->n_runs; i++) {
		const struct table *t = &r->run[i].total;

		if (part < t->n_units && table_cell(t, part * t->n_rows + row)->state != CELL_ABSENT)
			return true;
	}
	return false;
}

/*
 * A rate per second has no row, as its count and its time have rows; nor has the share of a region, as the
 * region and the total have rows.
 */
static bool has_row(const struct report *r, const struct metric *m, size_t part)
{
	if (m->def->rate || (m->def->scope != METRIC_ANYWHERE && (!part || m->def->better == BETTER_NEITHER)))
		return false;
	return !part || is_of_part(r, (size_t)m->row, part);
}

/* Returns the row of each metric of each part: [part * n + metric]; SIZE_MAX: it has none. */
static size_t *add_rows(struct samples *s, size_t n_parts)
{
	const struct report *r = s->report;
	const struct event *event = r->b->events.event;
	size_t n = r->b->metrics.n, *row_of = mem_resize(NULL, n_parts * n, sizeof(*row_of));

	for (size_t part = 0; part < n_parts; part++) {
		for (size_t i = 0; i < r->b->events.n; i++)
			if (event[i].row == (int)i && !(event[i].flags & EVENT_BACKGROUND) &&
			    is_of_part(r, i, part))
				add_event_row(s, i, part);
		for (size_t m = 0; m < n; m++) {
			bool has = has_row(r, &r->b->metrics.metric[m], part);

			row_of[part * n + m] = has ? s->n : SIZE_MAX;
			if (has)
				add_metric_row(s, &r->b->metrics.metric[m], part);
		}
	}
	return row_of;
}

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
	if (r->signo || (r->end != RUNLOOP_CHILD && r->end != RUNLOOP_TIMEOUT))
		return true;
	return run_result_failed(r, ignored);
}

struct rounds {			/* the runs of round i: run[first[i]] .. run[first[i + 1] - 1] */
	size_t *first, *run;
	bool rss_hidden;	/* max-rss of some run is not known, so it is known for no round */
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
		rounds->rss_hidden |= r->run[i].rss_hidden;
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

static void add_cells(struct round *round, size_t *n, const struct table *t, const struct report *r,
		      bool failed)
{
	size_t units = t->n_units < round->table.n_units ? t->n_units : round->table.n_units;

	for (size_t at = 0; at < t->n_rows * units; at++) {
		const struct cell *c = &t->cell[at];
		const struct event *e = &r->b->events.event[at % t->n_rows];
		enum lack lack = failed ? LACK_FAILED : lack_of(c);

		if (lack == LACKS && at < t->n_rows && is_broken(c, e, r))
			lack = LACK_NOT_COUNTED;
		if (lack == LACKS && round->rss_hidden && e->tool == TOOL_MAX_RSS)
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
	size_t *n = mem_zeroed(round->table.n_units * r->b->events.n, sizeof(*n)), runs = 0;

	for (; run < end; run++) {
		const struct run_result *one = &r->run[*run];
		struct table all;

		reaggregate_table(&all, &one->total, g, &r->b->events);
		add_cells(round, n, &all, r, has_failed(one, round->ignored));
		round->counted_ns += ((double)one->counted_ns - round->counted_ns) / (double)++runs;
		table_release(&all);
	}
	metrics_eval(&round->table, &r->b->metrics, &r->b->events, round->counted_ns);
	free(n);
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

/* A count stays exact as long as a double can hold it. */
static double value_of(const struct round *round, const struct event *e, size_t at)
{
	double scale = factor_of(e), whole = round->value[at];

	return whole < 0x1p63 ? cell_shown((uint64_t)whole, scale) + (whole - floor(whole)) * scale
			      : whole * scale;
}

static void fill_events(struct samples *s, const struct round *round, size_t nth)
{
	const struct event *event = s->report->b->events.event;

	for (size_t i = 0; i < s->n; i++) {
		struct sample_row *row = &s->row[i];
		size_t at = row->part * round->table.n_rows + (size_t)row->event;

		if (row->kind == SAMPLES_EVENT)
			set_value(row, nth, round->lack[at] == LACKS ?
				  value_of(round, &event[row->event], at) : (double)NAN, round->lack[at]);
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
static void fill_metrics(struct samples *s, const struct round *round, size_t nth, const size_t *row_of)
{
	const struct table *t = &round->table;

	for (size_t i = 0; i < t->n_units * t->n_metrics; i++) {
		const struct figure *f = &t->figure[i];
		size_t part = i / t->n_metrics, missing = part * t->n_rows + f->missing_row;
		enum lack lack = f->missing_row ? round->lack[missing - 1] : LACKS;
		double value = figure_value(f, lack);
		struct sample_row *row;

		if (row_of[i] >= s->n)
			continue;
		row = &s->row[row_of[i]];
		row->lacks_event |= lack != LACKS;
		if (isfinite(value) && lack == LACK_NOT_SUPPORTED)
			row->without = f->missing_row;
		if (nth < s->n_rounds)
			set_value(row, nth, value * figure_factor(row),
				  lack == LACKS ? LACK_NOT_COUNTED : lack);
	}
}

static enum sample_class class_of(const struct run_fact *fact)
{
	return fact->unit[0] == 's' ? CLASS_TIME : fact->unit[0] ? CLASS_SIZE : CLASS_COUNT;
}

/* The mean over the runs of a round that did not fail; NaN: all failed. */
static double fact_of(const struct report *r, const size_t *run, const size_t *end,
		      const struct run_fact *fact, const uint64_t *ignored)
{
	double mean = 0;
	size_t n = 0;

	for (; run < end; run++)
		if (!has_failed(&r->run[*run], ignored))
			mean += (fact->of(&r->run[*run]) - mean) / (double)++n;
	return n ? mean : (double)NAN;
}

static void fill_fact(struct samples *s, struct sample_row *row, const struct run_fact *fact,
		      const struct rounds *rounds, const uint64_t *ignored)
{
	bool hidden = fact->hidden && rounds->rss_hidden;

	for (size_t i = 0; i < s->n_rounds; i++) {
		double value = fact_of(s->report, rounds->run + rounds->first[i],
				       rounds->run + rounds->first[i + 1], fact, ignored);

		set_value(row, i, hidden ? (double)NAN : value,
			  hidden && isfinite(value) ? LACK_HIDDEN : LACK_FAILED);
	}
}

static void add_facts(struct samples *s, const struct rounds *rounds, const uint64_t *ignored)
{
	const struct report *r = s->report;
	bool command = r->n_runs && r->run[0].status >= 0;

	if (r->n_runs && r->run[0].emulated)
		return;
	for (const struct run_fact *f = run_facts; f->name; f++) {
		struct sample_row like = {
			.kind = SAMPLES_RUN, .class = class_of(f), .better = BETTER_LOWER,
			.constancy = class_of(f) == CLASS_TIME ? MEASURED_VARIES : MEASURED_COUNT,
			.event = -1,
		};

		if (f->of_command && !command)
			continue;
		like.name = mem_copy_text(f->name);
		like.unit = mem_copy_text(f->unit);
		like.encoding = mem_copy_text("");
		fill_fact(s, add_row(s, &like), f, rounds, ignored);
	}
}

/* An upper bound of the hidden sizes: pstat's own; 0: not known. */
static double most_rss(const struct report *r, const uint64_t *ignored)
{
	double most = 0;

	for (size_t i = 0; i < r->n_runs; i++) {
		if (has_failed(&r->run[i], ignored))
			continue;
		if (!run_result_max_rss(&r->run[i]))
			return 0;
		if ((double)run_result_max_rss(&r->run[i]) > most)
			most = (double)run_result_max_rss(&r->run[i]);
	}
	return most;
}

/* --- all samples --------------------------------------------------------------------------------- */

static void row_release(struct sample_row *row)
{
	free(row->name);
	free(row->region);
	free(row->metric);
	free(row->unit);
	free(row->encoding);
	free(row->value);
}

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
	size_t kept = 0;

	for (size_t i = 0; i < s->n; i++) {
		struct sample_row *row = &s->row[i];

		if (row->without)
			add_without(s, row);
		if (row->kind == SAMPLES_METRIC && !row->n_valid && !row->lacks_event)
			row_release(row);
		else
			s->row[kept++] = *row;
	}
	s->n = kept;
	samples_index(s);
}

static int refuse_round(const struct report *r, size_t run, struct error *err)
{
	struct str name = {0};

	str_add_line(&name, r->b->name);
	error_set(err, ERROR_LIMIT, 0, "run %zu of the result '%s' says that it is of round %zu, of %zu runs",
		  run + 1, name.text, r->run[run].round, r->n_runs);
	str_release(&name);
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

int samples_build(struct samples *s, const struct report *r, const uint64_t *ignored, struct error *err)
{
	size_t n_parts = count_parts(r), *row_of;
	const struct reaggregate g = { .from = r->b->aggr,
				       .to = { .mode = n_parts > 1 ? AGGR_REGION : AGGR_TOTAL },
				       .cpu = r->b->machine.cpu, .n_cpus = r->b->machine.n_cpus };
	struct rounds rounds;
	double most;

	*s = (struct samples){ .report = r };
	if (reaggregate_check(&g, err) < 0 || count_rounds(s, r, ignored, err) < 0)
		return -1;
	row_of = add_rows(s, n_parts);
	rounds_open(&rounds, r, s->n_rounds);
	for (size_t i = 0; i < s->n_rounds || i == 0; i++) {	/* without rounds once, with no run */
		struct round round;

		round_open(&round, r, n_parts, ignored, rounds.rss_hidden);
		round_build(&round, r, &g, rounds.run + rounds.first[i], rounds.run + rounds.first[i + 1]);
		if (i < s->n_rounds)
			fill_events(s, &round, i);
		fill_metrics(s, &round, i, row_of);
		round_release(&round);
	}
	free(row_of);
	drop_empty_metrics(s);
	add_facts(s, &rounds, ignored);
	rounds_release(&rounds);
	most = most_rss(r, ignored);
	for (size_t i = 0; i < s->n; i++)
		if (s->row[i].lack[LACK_HIDDEN] && s->row[i].class == CLASS_SIZE)
			s->row[i].at_most = most;
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
	for (size_t i = 0; i < s->n; i++)
		row_release(&s->row[i]);
	free(s->row);
	index_release(&s->names);
	*s = (struct samples){0};
}
