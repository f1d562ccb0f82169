/* SPDX-License-Identifier: MIT */
/* Which metrics stand beside which rows, and what their expressions come to. */
#include "calc/metric.h"

#include <ctype.h>
#include <linux/perf_event.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "calc/expr.h"
#include "calc/pick.h"
#include "calc/picked.h"
#include "calc/table.h"
#include "event/event.h"
#include "host/pmu.h"

char *metric_id(const struct metric_def *def)
{
	char *id = mem_text(def->id ? def->id : def->name);

	for (char *c = id; *c && !def->id; c++)
		*c = *c == ' ' ? '-' : (char)tolower((unsigned char)*c);
	return id;
}

char *metric_row_name(const struct metric *m, const struct events *events, const char *id, bool again)
{
	struct str name = {0};

	str_add(&name, id);
	if (again)
		str_addf(&name, "@%s", events->event[m->row].name);
	return name.text;
}

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

/* What the event is that a metric stands on. */
struct stand {
	bool known;
	uint32_t type;
	uint64_t config;
};

static bool stands_on(const struct stand *s, const struct event *e)
{
	return s->known && event_is(e, s->type, s->config);
}

static int add(struct metrics *ms, size_t def, int row, struct error *err)
{
	if (!ms->expr[def])
		ms->expr[def] = expr_parse(metric_defs[def].expr, err);
	if (!ms->expr[def])
		return -1;
	ms->metric = mem_grow(ms->metric, ms->n, sizeof(*ms->metric));
	ms->metric[ms->n++] = (struct metric){ .def = &metric_defs[def], .expr = ms->expr[def],
						 .row = row };
	return 0;
}

/* Those of its own kind; what has none gets those that stand on any event. */
static int select_row(struct metrics *ms, const struct stand *stand, const struct event *e, int row,
		      struct error *err)
{
	size_t before = ms->n;

	for (size_t d = 0; metric_defs[d].name; d++)
		if (stands_on(&stand[d], e) && add(ms, d, row, err) < 0)
			return -1;
	for (size_t d = 0; metric_defs[d].name && ms->n == before; d++)
		if (!metric_defs[d].on && add(ms, d, row, err) < 0)
			return -1;
	return 0;
}

int metrics_select(struct metrics *ms, const struct events *events, struct error *err)
{
	size_t n = count_defs();
	struct stand *stand = mem_resize(NULL, n, sizeof(*stand));
	int rc = 0;

	*ms = (struct metrics){ .expr = mem_resize(NULL, n, sizeof(*ms->expr)) };
	memset(ms->expr, 0, n * sizeof(*ms->expr));
	for (size_t d = 0; d < n; d++)		/* once, not for every row */
		stand[d].known = metric_defs[d].on &&
				 find_kind(metric_defs[d].on, &stand[d].type, &stand[d].config);
	for (size_t i = 0; i < events->n && rc == 0; i++)
		if (events->event[i].row == (int)i)
			rc = select_row(ms, stand, &events->event[i], (int)i, err);
	free(stand);
	return rc;
}

/* --- evaluation --------------------------------------------------------------------------- */

struct kind {			/* what partners have in common; by all of it they are sorted */
	int cgroup;
	uint32_t type;
	uint64_t config;
	unsigned modes;		/* whose work is left out */
	int event;		/* index */
};

struct scope {
	const struct events *events;
	struct kind *kind; size_t n;	/* of those events that are of one */
	size_t *members;	/* of the group that an event leads */
	int *last;		/* of that group, the last one's index */
};

struct bound {			/* a metric, and which events its names mean */
	const struct metric *metric;
	const struct event *self;
	const struct event **event;	/* by name of its expression; NULL: none */
	const struct scope *scope;
	bool grouped;
};

struct context {		/* what an expression sees: one row of one unit */
	const struct bound *bound;
	const struct cell *cell;	/* of the unit, by row */
	bool one_cpu;			/* of which a core's sum is no part */
	double elapsed_ns;
	size_t wants;			/* as in a figure: the first that it met */
	bool unasked;			/* it met one that is not in the list */
	bool forced;			/* as another one was not counted */
};

static int by_kind(const void *a, const void *b)
{
	const struct kind *x = a, *y = b;

	if (x->cgroup != y->cgroup)
		return x->cgroup < y->cgroup ? -1 : 1;
	if (x->type != y->type)
		return x->type < y->type ? -1 : 1;
	if (x->config != y->config)
		return x->config < y->config ? -1 : 1;
	if (x->modes != y->modes)
		return x->modes < y->modes ? -1 : 1;
	return (x->event > y->event) - (x->event < y->event);
}

static unsigned modes_of(const struct event *e)
{
	const struct perf_event_attr *a = &e->attr.head;

	return (unsigned)(a->exclude_user | a->exclude_kernel << 1 | a->exclude_hv << 2 |
			  a->exclude_host << 3 | a->exclude_idle << 4);
}

static void scope_build(struct scope *s, const struct events *events)
{
	size_t n = events->n;

	*s = (struct scope){ events, mem_resize(NULL, n, sizeof(*s->kind)), 0,
			     mem_resize(NULL, n, sizeof(*s->members)),
			     mem_resize(NULL, n, sizeof(*s->last)) };
	memset(s->members, 0, n * sizeof(*s->members));
	for (size_t i = 0; i < n; i++) {
		const struct event *e = &events->event[i];
		struct kind *k = &s->kind[s->n];

		s->members[e->leader] += e->tool == TOOL_NONE;
		s->last[e->leader] = (int)i;
		*k = (struct kind){ .cgroup = e->cgroup, .modes = modes_of(e), .event = (int)i };
		s->n += event_kind(e, &k->type, &k->config);
	}
	if (s->n)
		qsort(s->kind, s->n, sizeof(*s->kind), by_kind);
}

static void scope_release(struct scope *s)
{
	free(s->kind);
	free(s->members);
	free(s->last);
	*s = (struct scope){0};
}

/* Of its generic events, as the upper half of the config says; a file of perf's tells nothing else. */
static uint64_t kind_of_core(const struct event *e)
{
	bool generic = e->attr.head.type == PERF_TYPE_HARDWARE || e->attr.head.type == PERF_TYPE_HW_CACHE;

	return generic ? e->attr.head.config >> 32 : 0;
}

/* By name: of a saved result each event has its own.  One without is the core's, where there is one kind. */
static bool same_pmu(const struct event *a, const struct event *b)
{
	if (a->pmu && b->pmu)
		return a->pmu == b->pmu || strcmp(a->pmu->name, b->pmu->name) == 0;
	if (!a->pmu && !b->pmu)
		return kind_of_core(a) == kind_of_core(b);
	return a->pmu ? a->pmu->is_core : b->pmu->is_core;
}

static bool is_partner(const struct bound *b, const struct event *e, bool clock)
{
	const struct event *self = b->self;

	return e->row != self->row && (clock || same_pmu(self, e)) &&
	       (!b->grouped || self->leader == e->leader);
}

/* The first one of this kind; -1: there is none. */
static int find_of_kind(const struct bound *b, uint32_t type, uint64_t config, bool clock)
{
	const struct scope *s = b->scope;
	struct kind k = { b->self->cgroup, type, config, modes_of(b->self),
			  b->grouped ? b->self->leader : 0 };
	size_t low = 0, high = s->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (by_kind(&s->kind[middle], &k) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	k.event = b->grouped ? s->last[b->self->leader] : (int)s->events->n;
	for (; low < s->n && by_kind(&s->kind[low], &k) <= 0; low++)
		if (is_partner(b, &s->events->event[s->kind[low].event], clock))
			return s->kind[low].event;
	return -1;
}

/* The first one of what is called so; NULL: there is none. */
static const struct event *find_partner(const struct bound *b, const char *name)
{
	int first, other = -1;
	uint32_t type = 0;
	uint64_t config = 0;

	if (strcmp(name, "clock") == 0) {
		first = find_of_kind(b, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK, true);
		other = find_of_kind(b, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK, true);
	} else {
		first = find_kind(name, &type, &config) ? find_of_kind(b, type, config, false) : -1;
	}
	if (first < 0 || (other >= 0 && other < first))
		first = other;
	return first < 0 ? NULL : &b->scope->events->event[first];
}

/* What the names of its expression mean. */
static void bind(struct bound *b)
{
	const struct expr *e = b->metric->expr;

	b->event = mem_resize(NULL, expr_n_names(e) + 1, sizeof(*b->event));
	for (size_t i = 0; i < expr_n_names(e); i++) {
		const char *name = expr_name(e, i);

		b->event[i] = strcmp(name, "self") == 0 ? b->self : find_partner(b, name);
	}
}

/* NULL: there is no such event, or it was not counted here. */
static const struct cell *find_cell(const struct context *c, size_t name)
{
	const struct bound *b = c->bound;
	const struct event *e = b->event[name];

	if (!e || (c->one_cpu && (e->flags ^ b->self->flags) & EVENT_PER_CORE))
		return NULL;
	return c->cell[e->row].state == CELL_COUNTED ? &c->cell[e->row] : NULL;
}

/* NULL: it is wanted, if it was asked for at all. */
static const struct cell *look_for(struct context *c, size_t name)
{
	const struct event *e = c->bound->event[name];
	const struct cell *cell = find_cell(c, name);

	if (e && !cell && !c->wants)
		c->wants = (size_t)e->row + 1;
	return cell;
}

static double value(void *ctx, size_t name)
{
	struct context *c = ctx;
	const struct cell *cell;

	if (strcmp(expr_name(c->bound->metric->expr, name), "elapsed") == 0)
		return c->elapsed_ns;
	cell = look_for(c, name);
	c->unasked |= !c->bound->event[name];
	return cell ? (double)cell->value : (double)NAN;
}

/* Without it the expression goes on to what may not have been asked for. */
static bool has_event(void *ctx, size_t name)
{
	struct context *c = ctx;
	const struct cell *cell = look_for(c, name);

	c->forced |= !cell && c->bound->event[name];
	return cell != NULL;
}

static const char *prefix_rate(double *per_second)
{
	static const char *const units[] = { "/sec", "K/sec", "M/sec", "G/sec" };
	size_t i = 0;

	for (; *per_second > 1000 && i + 1 < sizeof(units) / sizeof(*units); i++)
		*per_second /= 1000;
	return units[i];
}

static struct figure evaluate(struct context *c)
{
	const struct expr_env env = { .ctx = c, .value = value, .has_event = has_event };
	const struct metric_def *def = c->bound->metric->def;
	bool counted = c->cell[c->bound->self->row].state == CELL_COUNTED;
	struct figure f = { .value = (double)NAN, .exact = (double)NAN, .unit = def->name };

	f.value = expr_eval(c->bound->metric->expr, &env);
	if (!counted || isnan(f.value) || (def->positive && !(f.value > 0))) {
		f.none = counted && fpclassify(f.value) == FP_ZERO;
		f.value = (double)NAN;
		f.wants = c->unasked && !c->forced ? 0 : c->wants;
		return f;
	}
	f.exact = f.value;
	f.wants = c->forced ? c->wants : 0;
	if (def->rate)
		f.unit = prefix_rate(&f.value);
	for (int i = 0; i < 3; i++)
		f.severity += def->warn[i] > 0 && f.value > def->warn[i];
	return f;
}

/* A row's figure of metric i, in every unit. */
static void eval_metric(struct table *t, const struct metrics *ms, size_t i, const struct scope *scope,
			double elapsed_ns)
{
	const struct event *self = &scope->events->event[ms->metric[i].row];
	struct bound b = { .metric = &ms->metric[i], .self = self, .scope = scope,
			   .grouped = scope->members[self->leader] > 1 };

	bind(&b);
	for (size_t u = 0; u < t->n_units; u++) {
		struct context c = { .bound = &b, .cell = t->cell + u * t->n_rows,
				     .one_cpu = t->unit[u].cpu >= 0, .elapsed_ns = elapsed_ns };

		t->figure[u * ms->n + i] = evaluate(&c);
	}
	free(b.event);
}

void metrics_eval(struct table *t, const struct metrics *ms, const struct events *events, double elapsed_ns)
{
	struct scope scope;
	struct picked picked;

	t->n_metrics = ms->n;
	t->figure = mem_resize(t->figure, t->n_units * ms->n, sizeof(*t->figure));
	scope_build(&scope, events);
	picked_begin(&picked, ms, events, t);
	for (size_t i = 0; i < ms->n; i++) {
		if (ms->metric[i].expr)
			eval_metric(t, ms, i, &scope, elapsed_ns);
		for (size_t u = 0; ms->metric[i].pick && u < t->n_units; u++)
			t->figure[u * ms->n + i] = picked_figure(&picked, &ms->metric[i], u);
	}
	picked_end(&picked);
	scope_release(&scope);
	metrics_give(t, ms, NULL, 0);
}

void metrics_give(struct table *t, const struct metrics *ms, const struct figure *given, size_t n)
{
	for (size_t i = 0; i < ms->n; i++)
		for (size_t u = 0; ms->metric[i].given && u < t->n_units; u++) {
			struct figure *f = &t->figure[u * ms->n + i];

			*f = (struct figure){ .value = (double)NAN, .exact = (double)NAN };
			if (given)
				*f = given[u * n + ms->metric[i].given - 1];
			f->unit = metric_label(&ms->metric[i]);
		}
}

void metrics_insert(struct metrics *ms, struct metric m)
{
	size_t at = metrics_first(ms, m.row + 1);

	ms->metric = mem_grow(ms->metric, ms->n, sizeof(*ms->metric));
	memmove(&ms->metric[at + 1], &ms->metric[at], (ms->n - at) * sizeof(*ms->metric));
	ms->metric[at] = m;
	ms->n++;
}

void metrics_add_given(struct metrics *ms, const struct events *events, const struct given_metric *given,
		       size_t n)
{
	for (size_t i = 0; i < n; i++)
		metrics_insert(ms, (struct metric){ .def = &given[i].def, .row = given[i].row,
						    .given = i + 1 });
	metrics_drop_rates(ms, events);
}

void given_metric_release(struct given_metric *g)
{
	free(g->name);
	free(g->unit);
	free(g->label);
	free(g->group);
	*g = (struct given_metric){0};
}

/* --- picked metrics in between ----------------------------------------------------------------- */

static bool has_clock(const struct scope *s, const struct metric *m)
{
	const struct event *self = &s->events->event[m->row];
	const struct bound b = { .metric = m, .self = self, .scope = s,
				 .grouped = s->members[self->leader] > 1 };

	return find_partner(&b, "clock") != NULL;
}

void metrics_drop_rates(struct metrics *ms, const struct events *events)
{
	struct scope scope;
	size_t kept = 0;

	scope_build(&scope, events);
	for (size_t i = 0; i < ms->n; i++) {
		const struct metric *m = &ms->metric[i];
		bool shown = metrics_is_of(ms, i + 1, m->row) && ms->metric[i + 1].def->group;

		if (!shown || m->def->group || !m->def->rate || has_clock(&scope, m))
			ms->metric[kept++] = *m;
	}
	ms->n = kept;
	scope_release(&scope);
}

const char *metric_label(const struct metric *m)
{
	return m->def->label ? m->def->label : m->def->name;
}

const char *metric_unit(const struct metric *m)
{
	return m->def->unit ? m->def->unit : m->def->suffix[0] == '%' ? "%" : "";
}

size_t metrics_first(const struct metrics *ms, int row)
{
	size_t low = 0, high = ms->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (ms->metric[middle].row < row)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

bool metrics_is_of(const struct metrics *ms, size_t i, int row)
{
	return i < ms->n && ms->metric[i].row == row;
}

void metrics_release(struct metrics *ms)
{
	for (size_t d = 0; ms->expr && metric_defs[d].name; d++)
		expr_free(ms->expr[d]);
	free(ms->expr);
	free(ms->metric);
	free(ms->own);
	free(ms->bound);
	free(ms->other);
	*ms = (struct metrics){0};
}
