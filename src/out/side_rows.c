/* SPDX-License-Identifier: MIT */
/* Which rows does a side have, what are they called, where is one, what was asked for to get them? */
#include "out/side_rows.h"

#include <linux/perf_event.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "event/event.h"
#include "event/label.h"
#include "host/pmu.h"
#include "host/target.h"
#include "out/report.h"

/* What units of events mean; values of times are in seconds, of sizes in bytes. */
static const struct {
	const char *unit;
	enum side_class class;
	double factor;
	const char *base;
} units[] = {
	{ "ns",	   CLASS_TIME, 1e-9, "s" },
	{ "us",	   CLASS_TIME, 1e-6, "s" },
	{ "usec",  CLASS_TIME, 1e-6, "s" },
	{ "ms",	   CLASS_TIME, 1e-3, "s" },
	{ "msec",  CLASS_TIME, 1e-3, "s" },
	{ "s",	   CLASS_TIME, 1,    "s" },
	{ "sec",   CLASS_TIME, 1,    "s" },
	{ "B",	   CLASS_SIZE, 1,    "B" },
	{ "bytes", CLASS_SIZE, 1,    "B" },
	{ "Bytes", CLASS_SIZE, 1,    "B" },
	{ "KiB",   CLASS_SIZE, 0x1p10, "B" },
	{ "MiB",   CLASS_SIZE, 0x1p20, "B" },
	{ "GiB",   CLASS_SIZE, 0x1p30, "B" },
	{ "KB",	   CLASS_SIZE, 1e3,  "B" },
	{ "MB",	   CLASS_SIZE, 1e6,  "B" },
	{ "GB",	   CLASS_SIZE, 1e9,  "B" },
	{ "%",	   CLASS_RATIO, 1,   "%" },
};

enum { UNITS = sizeof(units) / sizeof(*units) };

static bool is_row(const void *list, size_t at, const void *key)
{
	const struct side_row *row = &((const struct side_row *)list)[at], *like = key;

	return row->nth == like->nth && strcmp(row->name, like->name) == 0;
}

void side_index(struct side *s)
{
	index_release(&s->names);
	for (size_t i = 0; i < s->n; i++)
		index_add(&s->names, index_hash(s->row[i].nth, s->row[i].name), i);
}

int side_find(const struct side *s, const char *name, size_t nth)
{
	const struct side_row like = { .name = (char *)(uintptr_t)name, .nth = nth };

	return (int)index_find(&s->names, index_hash(nth, name), is_row, s->row, &like);
}

struct measured side_measured(const struct side_row *row)
{
	return (struct measured){
		.name = row->name, .unit = row->unit, .more_is_better = row->better == BETTER_HIGHER,
		.beside = row->kind == SIDE_RUN, .kind = row->constancy, .metric = row->metric,
	};
}

struct side_row *side_rows_add_one(struct side *s, const struct side_row *like)
{
	struct side_row *row;
	int first;

	s->row = mem_grow(s->row, s->n, sizeof(*s->row));
	row = &s->row[s->n];
	*row = *like;
	row->value = mem_resize(NULL, s->n_rounds, sizeof(*row->value));
	for (size_t i = 0; i < s->n_rounds; i++)
		row->value[i] = (double)NAN;
	first = side_find(s, row->name, 0);
	if (first >= 0)
		row->nth = ++s->row[first].again;
	index_add(&s->names, index_hash(row->nth, row->name), s->n++);
	return row;
}

/*
 * Numbers of PMUs, and ids of tracepoints, are given anew when a machine starts, and so
 * only their names say what they are.
 */
static char *encoding_of(const struct event *e)
{
	const struct perf_event_attr *a = &e->attr.head;
	const uint64_t word[] = { a->config, a->config1, a->config2, e->attr.tail.config3 };
	size_t n = sizeof(word) / sizeof(*word);
	bool by_name = a->type == PERF_TYPE_TRACEPOINT && !e->pmu;	/* sched:sched_switch */
	struct str text = {0};

	if (e->tool != TOOL_NONE)
		return mem_text("");
	if (e->pmu)
		str_addf(&text, "%s ", e->pmu->name);
	else
		str_addf(&text, "type %u ", a->type);
	while (n > 1 && !word[n - 1])
		n--;
	for (size_t i = 0; !by_name && i < n; i++)
		str_addf(&text, "%s0x%llx", i ? "," : "config ", (unsigned long long)word[i]);
	str_add(&text, by_name ? "" : " ");
	label_add_scope(&text, e);
	if (e->filter)
		str_addf(&text, " filter %s", e->filter);
	return text.text;
}

static char *event_name(const struct report *r, const struct event *e)
{
	struct str name = {0};

	str_add(&name, e->name);
	if (e->cgroup >= 0 && r->target)
		str_addf(&name, "@%s", r->target->cgroups.cgroup[e->cgroup].name);
	return name.text;
}

/* The same work is the same number of instructions, as long as the kernel's are not among them. */
static enum measured_kind constancy_of(const struct event *e, enum side_class class)
{
	if (class == CLASS_TIME || class == CLASS_RATIO)
		return MEASURED_VARIES;
	return event_is_of_core(e) && e->attr.head.exclude_kernel ? MEASURED_WORK : MEASURED_COUNT;
}

static void add_event_row(struct side *s, size_t i)
{
	const struct event *e = &s->report->events->event[i];
	struct side_row row = { .kind = SIDE_EVENT, .better = BETTER_LOWER, .event = (int)i };
	const char *unit = e->unit;

	for (size_t u = 0; u < UNITS; u++)
		if (strcmp(units[u].unit, e->unit) == 0) {
			row.class = units[u].class;
			unit = units[u].base;
		}
	row.constancy = constancy_of(e, row.class);
	row.name = event_name(s->report, e);
	row.unit = mem_text(unit);
	row.encoding = encoding_of(e);
	side_rows_add_one(s, &row);
}

double side_rows_factor(const struct event *e)
{
	for (size_t u = 0; u < UNITS; u++)
		if (strcmp(units[u].unit, e->unit) == 0)
			return e->scale * units[u].factor;
	return e->scale;
}

static void add_metric_row(struct side *s, const struct metric *m)
{
	char *id = metric_id(m->def);
	const struct side_row row = {
		.kind = SIDE_METRIC, .class = CLASS_RATIO, .better = m->def->better,
		.constancy = MEASURED_VARIES, .event = m->row,
		.name = metric_row_name(m, s->report->events, id, side_find(s, id, 0) >= 0),
		.metric = id, .unit = mem_text(metric_unit(m)),
		.encoding = encoding_of(&s->report->events->event[m->row]),
	};

	side_rows_add_one(s, &row);
}

/* How often something happened in a second is no measurement beside the two it is made of. */
size_t *side_rows_add(struct side *s)
{
	const struct report *r = s->report;
	size_t n = r->metrics ? r->metrics->n : 0, *row_of = mem_resize(NULL, n, sizeof(*row_of));

	for (size_t i = 0; i < r->events->n; i++)
		if (r->events->event[i].row == (int)i && !(r->events->event[i].flags & EVENT_BACKGROUND))
			add_event_row(s, i);
	for (size_t m = 0; m < n; m++) {
		row_of[m] = SIZE_MAX;
		if (r->metrics->metric[m].def->rate)
			continue;
		row_of[m] = s->n;
		add_metric_row(s, &r->metrics->metric[m]);
	}
	return row_of;
}
