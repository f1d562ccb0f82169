/* SPDX-License-Identifier: MIT */
/* Names the events, metrics and facts of a benchmark, and tells what kind of number each is. */
#include "compare/rows.h"

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
#include "host/pmu.h"
#include "host/target.h"
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

/* --- the list ------------------------------------------------------------------------------------ */

static bool is_row(const void *list, size_t at, const void *key)
{
	const struct sample_row *row = &((const struct sample_row *)list)[at], *like = key;

	return row->nth == like->nth && strcmp(row->name, like->name) == 0;
}

void rows_index(struct rows *rows)
{
	index_release(&rows->names);
	for (size_t i = 0; i < rows->n; i++)
		index_add(&rows->names, index_hash(rows->row[i].nth, rows->row[i].name), i);
}

int rows_find(const struct rows *rows, const char *name, size_t nth)
{
	const struct sample_row like = { .name = (char *)(uintptr_t)name, .nth = nth };

	return (int)index_find(&rows->names, index_hash(nth, name), is_row, rows->row, &like);
}

static void rows_add_row(struct rows *rows, const struct sample_row *like)
{
	struct sample_row *row;
	int first = rows_find(rows, like->name, 0);

	rows->row = mem_grow(rows->row, rows->n, sizeof(*rows->row));
	row = &rows->row[rows->n];
	*row = *like;
	if (first >= 0)
		row->nth = ++rows->row[first].n_namesakes;
	index_add(&rows->names, index_hash(row->nth, row->name), rows->n++);
}

void row_release(struct sample_row *row)
{
	free(row->name);
	free(row->region);
	free(row->metric);
	free(row->unit);
	free(row->encoding);
	free(row->value);
}

/* A row that stays may have counted one that goes as its namesake. */
void rows_cut(struct rows *rows, size_t n)
{
	while (rows->n > n) {
		struct sample_row *row = &rows->row[--rows->n];
		int first = row->nth ? rows_find(rows, row->name, 0) : -1;

		if (first >= 0)
			rows->row[first].n_namesakes--;
		row_release(row);
	}
	rows_index(rows);
}

void rows_release(struct rows *rows)
{
	for (size_t i = 0; i < rows->n; i++)
		row_release(&rows->row[i]);
	free(rows->row);
	index_release(&rows->names);
	*rows = (struct rows){0};
}

/* --- for limits ---------------------------------------------------------------------------------- */

struct measured row_measured(const struct sample_row *row)
{
	return (struct measured){
		.name = row->name, .unit = row->unit, .more_is_better = row->better == BETTER_HIGHER,
		.beside = row->kind == SAMPLES_RUN, .kind = row->constancy, .metric = row->metric,
		.region = row->region,
	};
}

struct measured *rows_measured(const struct rows *rows)
{
	struct measured *measured = mem_resize(NULL, rows->n, sizeof(*measured));

	for (size_t i = 0; i < rows->n; i++)
		measured[i] = row_measured(&rows->row[i]);
	return measured;
}

/* --- events -------------------------------------------------------------------------------------- */

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

static void rows_add_region(struct str *name, const char *region)
{
	if (region)
		str_addf(name, "%s:", region);
}

static char *event_name(const struct report *r, const struct event *e, const char *region)
{
	struct str name = {0};

	rows_add_region(&name, region);
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

static bool is_timeless(const struct event *e)
{
	return event_is_emulated(e) || e->tool == TOOL_REGION_ENTRIES ||
	       event_is_generic(e, PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS) ||
	       event_is_generic(e, PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS) ||
	       event_is_generic(e, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS) ||
	       event_is_generic(e, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS_MIN) ||
	       event_is_generic(e, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS_MAJ) ||
	       e->attr.head.type == PERF_TYPE_TRACEPOINT;
}

static char *rows_copy(const char *text)
{
	return text ? mem_copy_text(text) : NULL;
}

static void add_event_row(struct rows *rows, const struct report *r, size_t i, size_t part,
			  const char *region)
{
	const struct event *e = &r->b->events.event[i];
	const struct value_unit *u = value_unit_find(e->unit, strlen(e->unit));
	struct sample_row row = { .kind = SAMPLES_EVENT,
				  .better = BETTER_LOWER,
				  .event = (int)i,
				  .part = part,
				  .region = rows_copy(region),
				  .emulated = event_is_emulated(e),
				  .timeless = is_timeless(e) };
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
	row.name = event_name(r, e, region);
	row.unit = mem_copy_text(unit);
	row.encoding = encoding_of(e);
	rows_add_row(rows, &row);
}

/* --- metrics ------------------------------------------------------------------------------------- */

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
static void add_metric_row(struct rows *rows, const struct report *r, size_t i, size_t part,
			   const char *region)
{
	const struct events *events = &r->b->events;
	const struct metric *m = &r->b->metrics.metric[i];
	struct sample_row row = { .kind = SAMPLES_METRIC,
				  .better = m->def->better,
				  .event = m->row,
				  .of = i,
				  .part = part,
				  .region = rows_copy(region),
				  .metric = metric_id(m->def),
				  .per_entry = m->def->scope != METRIC_ANYWHERE,
				  .encoding = encoding_of(&events->event[m->row]) };
	struct str name = {0};
	bool again;
	FREED char *id = NULL;

	rows_add_region(&name, region);
	str_add(&name, row.metric);
	again = row.per_entry || rows_find(rows, name.text, 0) >= 0;
	str_reset(&name);
	rows_add_region(&name, region);
	id = metric_row_name(m, events, row.metric, again);
	str_add(&name, id);
	row.name = name.text;
	set_metric_class(&row, m, &events->event[m->row]);
	rows_add_row(rows, &row);
}

/* --- parts --------------------------------------------------------------------------------------- */

bool rows_event_is_of_regions(const struct event *e)
{
	return e->tool == TOOL_REGION_ENTRIES || e->tool == TOOL_DURATION ||
	       (e->tool == TOOL_NONE && !event_is_emulated(e));
}

/* Whether some run knows the event of this part: regions have no user_time and nothing of valgrind. */
static bool is_of_part(const struct report *r, size_t row, size_t part)
{
	const struct event *e = &r->b->events.event[row];

	if (!part)
		return e->tool != TOOL_REGION_ENTRIES;
	for (size_t i = 0; i < r->n_runs; i++) {
		const struct table *t = &r->run[i].total;

		if (part < t->n_units && table_cell(t, part * t->n_rows + row)->state != CELL_ABSENT)
			return true;
	}
	return !r->n_runs && rows_event_is_of_regions(e);
}

static bool has_row(const struct report *r, const struct metric *m, size_t part)
{
	if (m->def->rate || (m->def->scope != METRIC_ANYWHERE && (!part || m->def->better == BETTER_NEITHER)))
		return false;
	return !part || is_of_part(r, (size_t)m->row, part);
}

void rows_add_part(struct rows *rows, const struct report *r, size_t part, const char *region)
{
	const struct event *event = r->b->events.event;

	for (size_t i = 0; i < r->b->events.n; i++)
		if (event[i].row == (int)i && !(event[i].flags & EVENT_BACKGROUND) && is_of_part(r, i, part))
			add_event_row(rows, r, i, part, region);
	for (size_t i = 0; i < r->b->metrics.n; i++)
		if (has_row(r, &r->b->metrics.metric[i], part))
			add_metric_row(rows, r, i, part, region);
}

/* --- facts of the runs --------------------------------------------------------------------------- */

static enum sample_class class_of(const struct run_fact *fact)
{
	return fact->unit[0] == 's' ? CLASS_TIME : fact->unit[0] ? CLASS_SIZE : CLASS_COUNT;
}

/* A fact that no run knows has no row, like an event that was not counted; a hidden one is known to exist. */
static bool rows_is_known(const struct report *r, const struct run_fact *fact)
{
	for (size_t i = 0; i < r->n_runs; i++)
		if (isfinite(run_fact_value(fact, &r->run[i])) ||
		    (run_fact_is_max_rss(fact) && run_result_hides_rss(&r->run[i])))
			return true;
	return false;
}

static void rows_add_facts(struct rows *rows, const struct report *r, bool command)
{
	for (size_t i = 0; run_facts[i].name; i++) {
		const struct run_fact *f = &run_facts[i];
		enum sample_class class = class_of(f);

		if (f->of_command && !(r->n_runs ? rows_is_known(r, f) : command))
			continue;
		rows_add_row(rows, &(struct sample_row){ .kind = SAMPLES_RUN,
							 .class = class,
							 .better = BETTER_LOWER,
							 .event = -1,
							 .of = i,
							 .constancy = class == CLASS_TIME ? MEASURED_VARIES
											  : MEASURED_COUNT,
							 .timeless = class != CLASS_TIME,
							 .name = mem_copy_text(f->name),
							 .unit = mem_copy_text(f->unit),
							 .encoding = mem_copy_text("") });
	}
}

/* --- all rows ------------------------------------------------------------------------------------ */

/* Borrowed; NULL: the unit is the total. */
static const char *region_of(const struct report *r, size_t unit)
{
	const struct target *t = &r->b->target;
	int at = unit ? r->run[0].total.unit[unit].region : -1;

	return at >= 0 && (size_t)at < t->n_regions ? t->region[at].id : NULL;
}

size_t rows_parts(const struct report *r)
{
	size_t n = r->b->aggr.mode == AGGR_REGION && r->n_runs ? r->run[0].total.n_units : 0;

	return n ? n : 1;
}

void rows_add(struct rows *rows, const struct report *r, bool command)
{
	size_t n_parts = rows_parts(r);

	for (size_t part = 0; part < n_parts; part++)
		rows_add_part(rows, r, part, region_of(r, part));
	if (!r->n_runs || !r->run[0].emulated)
		rows_add_facts(rows, r, command);
}
