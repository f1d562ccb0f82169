/* SPDX-License-Identifier: MIT */
/* Which metrics stand beside which rows, and what their expressions come to. */
#include "calc/metric.h"

#include <linux/perf_event.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "calc/expr.h"
#include "calc/table.h"
#include "event/event.h"
#include "host/pmu.h"

static size_t count_defs(void)
{
	size_t n = 0;

	while (metric_defs[n].name)
		n++;
	return n;
}

/* An event by the name it has on every machine; false: there is no such name. */
static bool find_kind(const char *name, uint32_t *type, uint64_t *config)
{
	const struct event_name *known = event_name_find(name);

	*type = known ? known->type : PERF_TYPE_HW_CACHE;
	*config = known ? known->config : 0;
	return known ? known->tool == TOOL_NONE : event_name_cache(name, config) == 1;
}

static bool stands_on(const struct metric_def *def, const struct event *e)
{
	uint32_t type;
	uint64_t config;

	return def->on && find_kind(def->on, &type, &config) && event_is(e, type, config);
}

static int add(struct metrics *ms, size_t def, int row, struct error *err)
{
	if (!ms->expr[def])
		ms->expr[def] = expr_parse(metric_defs[def].expr, err);
	if (!ms->expr[def])
		return -1;
	ms->metric = mem_resize(ms->metric, ms->n + 1, sizeof(*ms->metric));
	ms->metric[ms->n++] = (struct metric){ &metric_defs[def], ms->expr[def], row };
	return 0;
}

/* Those of its own kind; what has none gets those that stand on any event. */
static int select_row(struct metrics *ms, const struct event *e, int row, struct error *err)
{
	size_t before = ms->n;

	for (size_t d = 0; metric_defs[d].name; d++)
		if (stands_on(&metric_defs[d], e) && add(ms, d, row, err) < 0)
			return -1;
	for (size_t d = 0; metric_defs[d].name && ms->n == before; d++)
		if (!metric_defs[d].on && add(ms, d, row, err) < 0)
			return -1;
	return 0;
}

int metrics_select(struct metrics *ms, const struct events *events, struct error *err)
{
	size_t n = count_defs();

	*ms = (struct metrics){ .expr = mem_resize(NULL, n, sizeof(*ms->expr)) };
	memset(ms->expr, 0, n * sizeof(*ms->expr));
	for (size_t i = 0; i < events->n; i++)
		if (events->event[i].row == (int)i && select_row(ms, &events->event[i], (int)i, err) < 0)
			return -1;
	return 0;
}

/* --- evaluation --------------------------------------------------------------------------- */

struct context {		/* what an expression sees: one row of one unit */
	const struct events *events;
	const struct cell *cell;	/* of the unit, by row */
	int row;
	double elapsed_ns;
};

static bool is_clock(const struct event *e)
{
	return event_is(e, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK) ||
	       event_is(e, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK);
}

static bool same_modes(const struct event *a, const struct event *b)
{
	const struct perf_event_attr *x = &a->attr.head, *y = &b->attr.head;

	return x->exclude_user == y->exclude_user && x->exclude_kernel == y->exclude_kernel &&
	       x->exclude_hv == y->exclude_hv && x->exclude_host == y->exclude_host &&
	       x->exclude_idle == y->exclude_idle;
}

/* A generic event (no PMU) is the core's, where there is one kind of core. */
static bool same_pmu(const struct event *a, const struct event *b)
{
	return a->pmu == b->pmu || (!a->pmu && b->pmu->is_core) || (!b->pmu && a->pmu->is_core);
}

static bool is_partner(const struct context *c, const struct event *e, bool clock)
{
	const struct event *self = &c->events->event[c->row];
	bool grouped = events_group_size(c->events, self->leader) > 1;

	return e->row != c->row && same_modes(self, e) && (clock || same_pmu(self, e)) &&
	       (!grouped || self->leader == e->leader);
}

/* The first one of its kind; NULL: there is none, or it was not counted. */
static const struct cell *find_partner(const struct context *c, const char *name)
{
	bool clock = strcmp(name, "clock") == 0;
	uint32_t type = 0;
	uint64_t config = 0;

	if (!clock && !find_kind(name, &type, &config))
		return NULL;
	for (size_t i = 0; i < c->events->n; i++) {
		const struct event *e = &c->events->event[i];
		const struct cell *cell = &c->cell[e->row];

		if ((clock ? is_clock(e) : event_is(e, type, config)) && is_partner(c, e, clock))
			return cell->state == CELL_COUNTED ? cell : NULL;
	}
	return NULL;
}

static double value(void *ctx, const char *name)
{
	const struct context *c = ctx;
	const struct cell *cell;

	if (strcmp(name, "elapsed") == 0)
		return c->elapsed_ns;
	cell = strcmp(name, "self") == 0 ? &c->cell[c->row] : find_partner(c, name);
	return cell ? (double)cell->value : (double)NAN;
}

static bool has_event(void *ctx, const char *name)
{
	return find_partner(ctx, name) != NULL;
}

static const char *prefix_rate(double *per_second)
{
	static const char *const units[] = { "/sec", "K/sec", "M/sec", "G/sec" };
	size_t i = 0;

	for (; *per_second > 1000 && i + 1 < sizeof(units) / sizeof(*units); i++)
		*per_second /= 1000;
	return units[i];
}

static struct figure evaluate(const struct metric *m, const struct context *c)
{
	const struct expr_env env = { .ctx = (void *)(uintptr_t)c, .value = value, .has_event = has_event };
	struct figure f = { .value = (double)NAN, .unit = m->def->name };

	if (c->cell[c->row].state != CELL_COUNTED)
		return f;
	f.value = expr_eval(m->expr, &env);
	if (isnan(f.value) || (m->def->positive && !(f.value > 0))) {
		f.value = (double)NAN;
		return f;
	}
	if (m->def->rate)
		f.unit = prefix_rate(&f.value);
	for (int i = 0; i < 3; i++)
		f.severity += m->def->warn[i] > 0 && f.value > m->def->warn[i];
	return f;
}

void metrics_eval(struct table *t, const struct metrics *ms, const struct events *events, double elapsed_ns)
{
	t->n_metrics = ms->n;
	t->figure = mem_resize(t->figure, t->n_units * ms->n, sizeof(*t->figure));
	for (size_t u = 0; u < t->n_units; u++) {
		for (size_t i = 0; i < ms->n; i++) {
			const struct context c = { events, t->cell + u * t->n_rows, ms->metric[i].row,
						   elapsed_ns };

			t->figure[u * ms->n + i] = evaluate(&ms->metric[i], &c);
		}
	}
}

void metrics_release(struct metrics *ms)
{
	for (size_t d = 0; ms->expr && metric_defs[d].name; d++)
		expr_free(ms->expr[d]);
	free(ms->expr);
	free(ms->metric);
	*ms = (struct metrics){0};
}
