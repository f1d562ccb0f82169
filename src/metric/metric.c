/* SPDX-License-Identifier: MIT */
/*
 * Puts metrics beside rows, evaluates their expressions, and notes which values are missing or
 * estimated.  There are three sources: the built-in table, the metrics of -M, and saved values.
 */
#include "metric/metric.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "event/event.h"
#include "event/vendor/catalog.h"
#include "metric/expr.h"
#include "metric/metric_partner.h"
#include "metric/metric_select.h"
#include "table/table.h"

char *metric_id(const struct metric_def *def)
{
	char *id = mem_copy_text(def->id ? def->id : def->name);

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

/* --- rows of built-in metrics ----------------------------------------------------------- */

static size_t count_defs(void)
{
	size_t n = 0;

	while (metric_defs[n].name)
		n++;
	return n;
}

struct event_kind {		/* beside which a metric stands */
	bool known;
	uint32_t type;
	uint64_t config;
};

static int add_builtin(struct metrics *ms, size_t def, int row, struct error *err)
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

static bool is_of_region(const struct metric_def *def)
{
	return def->scope == METRIC_OF_REGION || def->scope == METRIC_OF_REGION_TIME;
}

/* The row of entries; -1: there are no regions. */
static int find_entries(const struct events *events)
{
	for (size_t i = 0; i < events->n; i++)
		if (events->event[i].tool == TOOL_REGION_ENTRIES)
			return (int)i;
	return -1;
}

static int select_of_region(struct metrics *ms, const struct event *e, int row, struct error *err)
{
	bool time = strcmp(e->unit, "ns") == 0 || strcmp(e->unit, "msec") == 0;
	enum metric_scope scope = time ? METRIC_OF_REGION_TIME : METRIC_OF_REGION;

	for (size_t d = 0; metric_defs[d].name && e->tool != TOOL_REGION_ENTRIES; d++)
		if (metric_defs[d].scope == scope && add_builtin(ms, d, row, err) < 0)
			return -1;
	return 0;
}

/*
 * The metrics of this kind of event, with --regions after those of regions; if there are none, those that
 * stand beside any event.
 */
static int select_row(struct metrics *ms, const struct event_kind *on, const struct event *e, int row,
		      bool regions, struct error *err)
{
	bool newest = e->flags & EVENT_NEWEST;
	size_t before = ms->n;

	/* another run than that of the clock; or a peak, wait, level or status, whose rate says nothing */
	if (event_is_emulated(e) || e->tool == TOOL_MAX_RSS || tool_is_of_processes(e->tool) ||
	    tool_is_value(e->tool))
		return 0;
	if (regions && select_of_region(ms, e, row, err) < 0)
		return -1;
	for (size_t d = 0; metric_defs[d].name; d++)
		if (on[d].known && newest == (metric_defs[d].scope == METRIC_NEWEST) &&
		    event_is_generic(e, on[d].type, on[d].config) && add_builtin(ms, d, row, err) < 0)
			return -1;
	for (size_t d = 0; metric_defs[d].name && ms->n == before && !regions && !newest; d++)
		if (!metric_defs[d].on && !metric_defs[d].scope && add_builtin(ms, d, row, err) < 0)
			return -1;
	return 0;
}

int metrics_select(struct metrics *ms, const struct events *events, struct error *err)
{
	size_t n = count_defs();
	bool regions = find_entries(events) >= 0;
	FREED struct event_kind *on = mem_resize(NULL, n, sizeof(*on));
	int rc = 0;

	*ms = (struct metrics){ .expr = mem_zeroed(n, sizeof(*ms->expr)) };
	for (size_t d = 0; d < n; d++)		/* once, not for each row */
		on[d].known = metric_defs[d].on &&
			      partner_kind(metric_defs[d].on, &on[d].type, &on[d].config);
	for (size_t i = 0; i < events->n && rc == 0; i++)
		if (events->event[i].row == (int)i)
			rc = select_row(ms, on, &events->event[i], (int)i, regions, err);
	return rc;
}

/* --- rows of metrics of -M ------------------------------------------------------------- */

/* Adds it after the others of its row. */
static void insert(struct metrics *ms, struct metric m)
{
	size_t at = metrics_first(ms, m.row + 1);

	ms->metric = mem_grow(ms->metric, ms->n, sizeof(*ms->metric));
	memmove(&ms->metric[at + 1], &ms->metric[at], (ms->n - at) * sizeof(*ms->metric));
	ms->metric[at] = m;
	ms->n++;
}

/* Drops rates without a clock from rows that show a metric of -M: they would only be blanks before it. */
static void drop_rates(struct metrics *ms, const struct events *events)
{
	LOCAL(partners) partners = {0};
	size_t kept = 0;

	partners_build(&partners, events);
	for (size_t i = 0; i < ms->n; i++) {
		const struct metric *m = &ms->metric[i];
		bool shown = metrics_is_of(ms, i + 1, m->row) && ms->metric[i + 1].def->group;

		if (!shown || m->def->group || !m->def->rate ||
		    partners_find(&partners, &events->event[m->row], "clock"))
			ms->metric[kept++] = *m;
	}
	ms->n = kept;
}

static int *bound_row(const struct metrics *ms, size_t binding, int slot)
{
	return &ms->bound[binding * ms->selection->n_slots + (size_t)slot];
}

/* The slot of the source that this event belongs to; -1: none. */
static int find_slot(const struct metric_selection *ps, const struct event *e, size_t from_source)
{
	size_t source = (size_t)e->source - from_source;
	const struct metric_source *s;

	if (e->source < 0 || (size_t)e->source < from_source || source >= ps->n_sources || !e->metric_id)
		return -1;
	s = &ps->source[source];
	for (size_t k = 0; k < s->n; k++)
		if (strcmp(ps->formulas.event[s->event[k]].name, e->metric_id) == 0)
			return (int)(s->slot + k);
	return -1;
}

static void bind_rows(struct metrics *ms, const struct events *events, size_t from_source)
{
	const struct metric_selection *ps = ms->selection;
	int most = -1;

	for (size_t i = 0; i < events->n; i++)
		most = events->event[i].cgroup > most ? events->event[i].cgroup : most;
	ms->n_bound = (size_t)most + 2;
	ms->bound = mem_resize(NULL, ms->n_bound * ps->n_slots + 1, sizeof(*ms->bound));
	ms->other = mem_resize(NULL, events->n + 1, sizeof(*ms->other));
	for (size_t i = 0; i < ms->n_bound * ps->n_slots; i++)
		ms->bound[i] = -1;
	for (size_t i = events->n; i-- > 0;) {
		const struct event *e = &events->event[i];
		int slot = e->row == (int)i ? find_slot(ps, e, from_source) : -1;

		ms->other[i] = -1;
		if (slot < 0)
			continue;
		ms->other[i] = *bound_row(ms, (size_t)(e->cgroup + 1), slot);
		*bound_row(ms, (size_t)(e->cgroup + 1), slot) = (int)i;
	}
}

/* The first row of the events of p; -1: it has no row in this cgroup. */
static int first_row(const struct metrics *ms, const struct selected_metric *p, size_t binding)
{
	int first = -1;

	for (size_t e = 0; e < ms->selection->formulas.n_events; e++) {
		int row = p->events[e] && p->slot[e] >= 0 ? *bound_row(ms, binding, p->slot[e]) : -1;

		if (row >= 0 && (first < 0 || row < first))
			first = row;
	}
	return first;
}

void metrics_add_selection(struct metrics *ms, const struct events *events,
			   const struct metric_selection *selection, size_t from_source)
{
	ms->selection = selection;
	ms->own = mem_resize(NULL, selection->n + 1, sizeof(*ms->own));
	bind_rows(ms, events, from_source);
	for (size_t i = 0; i < selection->n; i++) {
		const struct selected_metric *p = &selection->selected[i];

		ms->own[i] = (struct metric_def){ .name = p->name, .width = 8, .digits = p->scaled ? 1 : 2,
						  .suffix = "", .label = p->label, .unit = p->unit,
						  .group = p->group };
		for (size_t b = 0; b < ms->n_bound; b++) {
			int row = first_row(ms, p, b);

			if (row >= 0)
				insert(ms, (struct metric){ .def = &ms->own[i], .row = row, .selected = p,
							    .binding = b });
		}
	}
	drop_rates(ms, events);
}

/* --- rows of saved metrics -------------------------------------------------------------- */

void metrics_add_given(struct metrics *ms, const struct events *events, const struct given_metric *given,
		       size_t n)
{
	for (size_t i = 0; i < n; i++)
		insert(ms, (struct metric){ .def = &given[i].def, .row = given[i].row, .given = i + 1 });
	drop_rates(ms, events);
}

void given_metric_release(struct given_metric *g)
{
	free(g->name);
	free(g->unit);
	free(g->label);
	free(g->group);
	*g = (struct given_metric){0};
}

/* --- values of built-in metrics --------------------------------------------------------- */

struct bound {			/* a metric, and the events that its names mean */
	const struct metric *metric;
	const struct event *self;
	const struct event **event;	/* owned: by name of its expression; NULL: there is none */
};

struct builtin_context {	/* of an expression: one row of one unit */
	const struct bound *bound;
	const struct cell *cell;	/* of the unit, by row */
	bool one_cpu;			/* the unit is one CPU: counts of a whole core do not fit */
	double elapsed_ns;
	/* of a region: the cells of the total, and the row of its entries; NULL: it is no region */
	const struct cell *whole; int entries;
	size_t missing_row;			/* as in struct figure: the first such row */
	bool not_requested;		/* it named an event that is not in the list */
	bool forced;			/* it took another branch, as an event was not counted */
};

/* Finds the events that the names of the expression mean. */
static void bind(struct bound *b, const struct partners *partners)
{
	const struct expr *e = b->metric->expr;

	b->event = mem_resize(NULL, expr_n_names(e) + 1, sizeof(*b->event));
	for (size_t i = 0; i < expr_n_names(e); i++) {
		const char *name = expr_name(e, i);

		b->event[i] = strcmp(name, "self") == 0 ? b->self : partners_find(partners, b->self, name);
	}
}

/* NULL: there is no such event, or it was not counted here. */
static const struct cell *counted_cell(const struct builtin_context *c, size_t name)
{
	const struct bound *b = c->bound;
	const struct event *e = b->event[name];

	if (!e || (c->one_cpu && (e->flags ^ b->self->flags) & EVENT_PER_CORE))
		return NULL;
	return c->cell[e->row].state == CELL_COUNTED ? &c->cell[e->row] : NULL;
}

/* The same; sets missing_row for the first requested event that was not counted. */
static const struct cell *find_counted_cell(struct builtin_context *c, size_t name)
{
	const struct event *e = c->bound->event[name];
	const struct cell *cell = counted_cell(c, name);

	if (e && !cell && !c->missing_row)
		c->missing_row = (size_t)e->row + 1;
	return cell;
}

/* "whole" or "entries" */
static double region_value(const struct builtin_context *c, const char *name)
{
	const struct cell *cell = NULL;

	if (c->whole)
		cell = strcmp(name, "whole") == 0 ? &c->whole[c->bound->self->row] : &c->cell[c->entries];
	return cell && cell->state == CELL_COUNTED ? (double)cell->value : (double)NAN;
}

static double builtin_value(void *ctx, size_t name)
{
	struct builtin_context *c = ctx;
	const char *text = expr_name(c->bound->metric->expr, name);
	const struct cell *cell;

	if (strcmp(text, "elapsed") == 0)
		return c->whole ? (double)NAN : c->elapsed_ns;
	if (is_of_region(c->bound->metric->def) && strcmp(text, "self") != 0)
		return region_value(c, text);
	cell = find_counted_cell(c, name);
	c->not_requested |= !c->bound->event[name];
	return cell ? (double)cell->value : (double)NAN;
}

/* If a requested event was not counted, the expression uses other events, which may not be requested. */
static bool builtin_has_event(void *ctx, size_t name)
{
	struct builtin_context *c = ctx;
	const struct cell *cell = find_counted_cell(c, name);

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

static struct figure builtin_figure(struct builtin_context *c)
{
	const struct expr_env env = { .ctx = c, .value = builtin_value, .has_event = builtin_has_event };
	const struct metric_def *def = c->bound->metric->def;
	bool counted = c->cell[c->bound->self->row].state == CELL_COUNTED;
	struct figure f = { .value = (double)NAN, .exact = (double)NAN,
			    .unit = metric_label(c->bound->metric) };

	f.value = expr_eval(c->bound->metric->expr, &env);
	if (!counted || isnan(f.value) || (def->positive && !(f.value > 0))) {
		f.none = counted && fpclassify(f.value) == FP_ZERO;
		f.value = (double)NAN;
		f.missing_row = c->not_requested && !c->forced ? 0 : c->missing_row;
		return f;
	}
	f.exact = f.value;
	f.missing_row = c->forced ? c->missing_row : 0;
	if (def->rate)
		f.unit = prefix_rate(&f.value);
	for (int i = 0; i < 3; i++)
		f.severity += def->warn[i] > 0 && f.value > def->warn[i];
	return f;
}

/* Sets the figure of metric i in each unit.  entries: see find_entries(). */
static void eval_builtin(struct table *t, const struct metrics *ms, size_t i, const struct events *events,
			 const struct partners *partners, int entries, double elapsed_ns)
{
	struct bound b = { .metric = &ms->metric[i], .self = &events->event[ms->metric[i].row] };

	bind(&b, partners);
	for (size_t u = 0; u < t->n_units; u++) {
		struct builtin_context c = { .bound = &b, .cell = t->cell + u * t->n_rows,
				     .one_cpu = t->unit[u].cpu >= 0, .elapsed_ns = elapsed_ns,
				     .whole = u && entries >= 0 ? t->cell : NULL, .entries = entries };

		t->figure[u * ms->n + i] = builtin_figure(&c);
	}
	free(b.event);
}

/* --- values of metrics of -M ----------------------------------------------------------- */

struct selected_context {	/* of an expression: one metric of one unit */
	const struct metrics *metrics;
	const struct events *events;
	const struct table *table;
	double *value;			/* owned: of the formulas of this metric */
	const struct metric *m;
	const struct formula *formula;	/* that is evaluated */
	size_t unit;
	size_t missing_row;			/* as in struct figure: the first such row */
};

/* NULL: it was not counted here.  What pstat measures itself stands in one unit and is valid in all. */
static const struct cell *find_cell(const struct selected_context *c, const struct event *e)
{
	const struct table *t = c->table;
	const struct cell *cell = &t->cell[c->unit * t->n_rows + (size_t)e->row];
	bool one_cpu = t->unit[c->unit].cpu >= 0;
	unsigned unlike = e->flags ^ c->events->event[c->m->row].flags;

	for (size_t u = 0; e->tool != TOOL_NONE && cell->state != CELL_COUNTED && u < t->n_units; u++)
		cell = &t->cell[u * t->n_rows + (size_t)e->row];
	return cell->state != CELL_COUNTED || (one_cpu && unlike & EVENT_PER_CORE) ? NULL : cell;
}

static int first_of(const struct selected_context *c, size_t event)
{
	int slot = c->m->selected->slot[event];

	return slot < 0 ? -1 : *bound_row(c->metrics, c->m->binding, slot);
}

/* The sum over the rows of an event: on hybrid machines each core type has one. */
static double event_value(struct selected_context *c, size_t event)
{
	double sum = (double)NAN;
	int first = first_of(c, event);

	for (int row = first; row >= 0; row = c->metrics->other[row]) {
		const struct event *e = &c->events->event[row];
		const struct cell *cell = find_cell(c, e);
		bool time = e->tool == TOOL_DURATION || e->tool == TOOL_USER || e->tool == TOOL_SYSTEM;

		if (cell)
			sum = (isnan(sum) ? 0 : sum) + (double)cell->value * (time ? 1e-9 : 1);
	}
	if (isnan(sum) && first >= 0 && !c->missing_row)
		c->missing_row = (size_t)first + 1;
	return sum;
}

static double selected_value(void *ctx, size_t name)
{
	struct selected_context *c = ctx;
	const struct use *use = &c->formula->use[name];

	switch (use->kind) {
	case USE_NUMBER:
		return use->number;
	case USE_FORMULA:
		return c->m->selected->formulas[use->index] ? c->value[use->index] : (double)NAN;
	case USE_EVENT:
		return event_value(c, use->index);
	}
	return (double)NAN;
}

static double selected_source_count(void *ctx, size_t name)
{
	const struct selected_context *c = ctx;
	const struct use *use = &c->formula->use[name];
	double n = 0;

	if (use->kind != USE_EVENT || first_of(c, use->index) < 0)
		return (double)NAN;
	for (int row = first_of(c, use->index); row >= 0; row = c->metrics->other[row])
		for (size_t i = 0; i < c->events->n; i++)
			n += c->events->event[i].row == row;
	return n;
}

static bool selected_has_event(void *ctx, size_t name)
{
	const struct selected_context *c = ctx;
	const struct use *use = &c->formula->use[name];

	return use->kind != USE_EVENT || c->metrics->selection->formulas.event[use->index].exists;
}

static bool selected_cpuid_matches(void *ctx, size_t name)
{
	const struct selected_context *c = ctx;
	const struct formula_world *w = c->metrics->selection->formulas.world;

	return w->cpuid_matches && w->cpuid_matches(w->ctx, expr_name(c->formula->expr, name));
}

static struct figure selected_figure(struct selected_context *c, const struct metric *m, size_t unit)
{
	const struct expr_env env = { c, selected_value, selected_source_count, selected_has_event,
				      selected_cpuid_matches };
	const struct formulas *fs = &c->metrics->selection->formulas;
	const struct selected_metric *selected = m->selected;
	struct figure f = { .unit = selected->label };

	c->m = m;
	c->unit = unit;
	c->missing_row = 0;
	for (size_t i = 0; i < fs->n; i++) {
		if (!selected->formulas[i])
			continue;
		c->formula = &fs->formula[i];
		c->value[i] = expr_eval(c->formula->expr, &env);
	}
	f.value = c->value[selected->formula] * selected->scale;
	if (isinf(f.value))
		f.value = (double)NAN;
	f.exact = f.value;
	f.missing_row = isnan(f.value) ? c->missing_row : 0;
	if (selected->threshold >= 0 && !isnan(f.value) && !isnan(c->value[selected->threshold]))
		f.severity = fpclassify(c->value[selected->threshold]) == FP_ZERO ? FIGURE_GOOD : FIGURE_BAD;
	return f;
}

/* --- all values ------------------------------------------------------------------------- */

void metrics_eval(struct table *t, const struct metrics *ms, const struct events *events, double elapsed_ns)
{
	LOCAL(partners) partners = {0};
	struct selected_context selected = { .metrics = ms, .events = events, .table = t };
	int entries;

	t->n_metrics = ms->n;
	t->figure = mem_resize(t->figure, t->n_units * ms->n, sizeof(*t->figure));
	partners_build(&partners, events);
	entries = find_entries(events);
	if (ms->selection)
		selected.value = mem_resize(NULL, ms->selection->formulas.n + 1, sizeof(*selected.value));
	for (size_t i = 0; i < ms->n; i++) {
		if (ms->metric[i].expr)
			eval_builtin(t, ms, i, events, &partners, entries, elapsed_ns);
		for (size_t u = 0; ms->metric[i].selected && u < t->n_units; u++)
			t->figure[u * ms->n + i] = selected_figure(&selected, &ms->metric[i], u);
	}
	free(selected.value);
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

/* --- notes ------------------------------------------------------------------------------ */

struct value_finding {		/* about a metric */
	enum note_kind kind;
	int row;		/* of the event that explains it; -1: none */
	double pct;
};

static bool metric_has_value(const struct metrics *ms, const struct table *t, size_t metric)
{
	for (size_t u = 0; u < t->n_units; u++)
		if (!isnan(t->figure[u * ms->n + metric].value))
			return true;
	return false;
}

/* The lowest share of time over the units; -1: no unit counted it. */
static double lowest_share(const struct table *t, int row)
{
	double least = -1;

	for (size_t u = 0; u < t->n_units; u++) {
		const struct cell *c = &t->cell[u * t->n_rows + (size_t)row];
		double pct = c->running == c->enabled ? 100 : cell_running_pct(c);

		if (c->state == CELL_COUNTED && (least < 0 || pct < least))
			least = pct;
	}
	return least;
}

/*
 * Finds the event that explains a metric: one that was not counted if the metric has no value, else
 * the one with the lowest share of time.  If all were counted, their numbers make no value (0 / 0).
 */
static struct value_finding examine(const struct metrics *ms, const struct table *t, size_t metric)
{
	const struct metric *m = &ms->metric[metric];
	bool known = metric_has_value(ms, t, metric);
	struct value_finding f = { known ? NOTE_METRIC_SHARED : NOTE_METRIC_LACKS, -1, 100 };

	for (size_t e = 0; e < ms->selection->formulas.n_events; e++) {
		int slot = m->selected->events[e] ? m->selected->slot[e] : -1;
		int row = slot >= 0 ? *bound_row(ms, m->binding, slot) : -1;

		for (; row >= 0; row = ms->other[row]) {
			double share = lowest_share(t, row);

			if (share < 0 ? !known : known && share < f.pct) {
				f.row = row;
				f.pct = share;
			}
		}
	}
	if (!known && f.row < 0)
		f.kind = NOTE_METRIC_VOID;
	return f;
}

enum { ENOUGH = 110 };		/* bytes of a note */

/* True if one note has both metrics: of one missing event, or of one share, which has two digits. */
static bool share_note(const struct value_finding *a, const struct value_finding *b)
{
	if (a->kind != b->kind || (a->row < 0 && a->kind != NOTE_METRIC_VOID))
		return false;
	return a->kind == NOTE_METRIC_LACKS ? a->row == b->row :
	       a->kind == NOTE_METRIC_VOID || fabs(a->pct - b->pct) < 0.005;
}

/* Lists the names of the metrics that share the note of the first one. */
static void metric_add_names(struct str *out, const struct metrics *ms, const struct value_finding *finding,
			     size_t first)
{
	for (size_t i = first; i < ms->n && out->len < ENOUGH; i++)
		if (share_note(&finding[i], &finding[first]))
			str_addf(out, "%s%s", i > first ? ", " : "", ms->metric[i].def->name);
	if (out->len >= ENOUGH)
		str_add(out, ", ...");
}

/* True for the first metric of a note of this kind. */
static bool metric_is_first(const struct value_finding *finding, size_t i, enum note_kind kind)
{
	if (finding[i].kind != kind || !share_note(&finding[i], &finding[i]))
		return false;
	for (size_t k = 0; k < i; k++)
		if (share_note(&finding[k], &finding[i]))
			return false;
	return true;
}

static void metric_add_notes(const struct metrics *ms, const struct value_finding *finding,
			     enum note_kind kind, struct notes *notes)
{
	for (size_t i = 0; i < ms->n; i++) {
		LOCAL(str) text = {0};

		if (!metric_is_first(finding, i, kind))
			continue;
		metric_add_names(&text, ms, finding, i);
		notes_add(notes, kind, finding[i].row, "%s", text.text);
	}
}

/* One note has all shares. */
static void add_shares(const struct metrics *ms, const struct value_finding *finding, struct notes *notes)
{
	LOCAL(str) text = {0};

	for (size_t i = 0; i < ms->n && text.len < ENOUGH; i++) {
		if (!metric_is_first(finding, i, NOTE_METRIC_SHARED))
			continue;
		str_addf(&text, "%s%.2f%%: ", text.len ? "; " : "", finding[i].pct);
		metric_add_names(&text, ms, finding, i);
	}
	if (text.len)
		notes_add(notes, NOTE_METRIC_SHARED, -1, "%s", text.text);
}

void metrics_note(const struct metrics *ms, const struct table *t, struct notes *notes)
{
	FREED struct value_finding *finding = mem_resize(NULL, ms->n + 1, sizeof(*finding));

	for (size_t i = 0; i < ms->n; i++) {
		finding[i] = (struct value_finding){ .kind = NOTE_METRIC_LACKS, .row = -1 };
		if (ms->metric[i].selected)
			finding[i] = examine(ms, t, i);
	}
	metric_add_notes(ms, finding, NOTE_METRIC_LACKS, notes);
	metric_add_notes(ms, finding, NOTE_METRIC_VOID, notes);
	add_shares(ms, finding, notes);
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
