/* SPDX-License-Identifier: MIT */
/* Beside which rows do picked metrics stand, what do they come to, and how far can that be trusted? */
#include "calc/picked.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "calc/expr.h"
#include "calc/pick.h"
#include "event/catalog.h"
#include "event/event.h"

/* --- rows --------------------------------------------------------------------------------------- */

static int *bound_row(const struct metrics *ms, size_t binding, int slot)
{
	return &ms->bound[binding * ms->picks->n_slots + (size_t)slot];
}

/* The slot of a source that an event was opened for; -1: it is none of them. */
static int find_slot(const struct picks *ps, const struct event *e, size_t from_source)
{
	size_t source = (size_t)e->source - from_source;
	const struct pick_source *s;

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
	const struct picks *ps = ms->picks;
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

/* The first row of its events; -1: it has none in this cgroup. */
static int first_row(const struct metrics *ms, const struct pick *p, size_t binding)
{
	int first = -1;

	for (size_t e = 0; e < ms->picks->formulas.n_events; e++) {
		int row = p->events[e] && p->slot[e] >= 0 ? *bound_row(ms, binding, p->slot[e]) : -1;

		if (row >= 0 && (first < 0 || row < first))
			first = row;
	}
	return first;
}

void metrics_add_picks(struct metrics *ms, const struct events *events, const struct picks *picks,
		       size_t from_source)
{
	ms->picks = picks;
	ms->own = mem_resize(NULL, picks->n + 1, sizeof(*ms->own));
	bind_rows(ms, events, from_source);
	for (size_t i = 0; i < picks->n; i++) {
		const struct pick *p = &picks->pick[i];

		ms->own[i] = (struct metric_def){ .name = p->name, .width = 8, .digits = p->scaled ? 1 : 2,
						  .suffix = "", .label = p->label, .unit = p->unit,
						  .group = p->group };
		for (size_t b = 0; b < ms->n_bound; b++) {
			int row = first_row(ms, p, b);

			if (row >= 0)
				metrics_insert(ms, (struct metric){ .def = &ms->own[i], .row = row,
								    .pick = p, .binding = b });
		}
	}
	metrics_drop_rates(ms, events);
}

/* --- values ------------------------------------------------------------------------------------- */

struct context {
	const struct picked *p;
	const struct metric *m;
	const struct formula *formula;
	size_t unit;
	size_t wants;			/* as in a figure: the first that it met */
};

/* What pstat measures itself is of no unit: it stands with the first. */
static const struct cell *find_cell(const struct context *c, const struct event *e)
{
	const struct table *t = c->p->table;
	const struct cell *cell = &t->cell[c->unit * t->n_rows + (size_t)e->row];
	bool one_cpu = t->unit[c->unit].cpu >= 0;
	unsigned unlike = e->flags ^ c->p->events->event[c->m->row].flags;

	for (size_t u = 0; e->tool != TOOL_NONE && cell->state != CELL_COUNTED && u < t->n_units; u++)
		cell = &t->cell[u * t->n_rows + (size_t)e->row];
	return cell->state != CELL_COUNTED || (one_cpu && unlike & EVENT_PER_CORE) ? NULL : cell;
}

static int first_of(const struct context *c, size_t event)
{
	int slot = c->m->pick->slot[event];

	return slot < 0 ? -1 : *bound_row(c->p->metrics, c->m->binding, slot);
}

/* Of all rows there are of it: kinds of core are several. */
static double event_value(struct context *c, size_t event)
{
	double sum = (double)NAN;
	int first = first_of(c, event);

	for (int row = first; row >= 0; row = c->p->metrics->other[row]) {
		const struct event *e = &c->p->events->event[row];
		const struct cell *cell = find_cell(c, e);
		bool time = e->tool == TOOL_DURATION || e->tool == TOOL_USER || e->tool == TOOL_SYSTEM;

		if (cell)
			sum = (isnan(sum) ? 0 : sum) + (double)cell->value * (time ? 1e-9 : 1);
	}
	if (isnan(sum) && first >= 0 && !c->wants)
		c->wants = (size_t)first + 1;
	return sum;
}

static double value(void *ctx, size_t name)
{
	struct context *c = ctx;
	const struct use *use = &c->formula->use[name];

	switch (use->kind) {
	case USE_NUMBER:
		return use->number;
	case USE_FORMULA:
		return c->m->pick->formulas[use->index] ? c->p->value[use->index] : (double)NAN;
	case USE_EVENT:
		return event_value(c, use->index);
	}
	return (double)NAN;
}

static double source_count(void *ctx, size_t name)
{
	const struct context *c = ctx;
	const struct use *use = &c->formula->use[name];
	double n = 0;

	if (use->kind != USE_EVENT || first_of(c, use->index) < 0)
		return (double)NAN;
	for (int row = first_of(c, use->index); row >= 0; row = c->p->metrics->other[row])
		for (size_t i = 0; i < c->p->events->n; i++)
			n += c->p->events->event[i].row == row;
	return n;
}

static bool has_event(void *ctx, size_t name)
{
	const struct context *c = ctx;
	const struct use *use = &c->formula->use[name];

	return use->kind != USE_EVENT || c->p->metrics->picks->formulas.event[use->index].there;
}

static bool cpuid_matches(void *ctx, size_t name)
{
	const struct context *c = ctx;
	const struct formula_world *w = c->p->metrics->picks->formulas.world;

	return w->cpuid_matches && w->cpuid_matches(w->ctx, expr_name(c->formula->expr, name));
}

void picked_begin(struct picked *p, const struct metrics *ms, const struct events *events,
		  const struct table *t)
{
	*p = (struct picked){ .metrics = ms, .events = events, .table = t };
	if (ms->picks)
		p->value = mem_resize(NULL, ms->picks->formulas.n + 1, sizeof(*p->value));
}

struct figure picked_figure(struct picked *p, const struct metric *m, size_t unit)
{
	struct context c = { p, m, NULL, unit, 0 };
	const struct expr_env env = { &c, value, source_count, has_event, cpuid_matches };
	const struct formulas *fs = &p->metrics->picks->formulas;
	const struct pick *pick = m->pick;
	struct figure f = { .unit = pick->label };

	for (size_t i = 0; i < fs->n; i++) {
		if (!pick->formulas[i])
			continue;
		c.formula = &fs->formula[i];
		p->value[i] = expr_eval(c.formula->expr, &env);
	}
	f.value = p->value[pick->formula] * pick->scale;
	if (isinf(f.value))
		f.value = (double)NAN;
	f.exact = f.value;
	f.wants = isnan(f.value) ? c.wants : 0;
	if (pick->threshold >= 0 && !isnan(f.value) && !isnan(p->value[pick->threshold]))
		f.severity = fpclassify(p->value[pick->threshold]) == FP_ZERO ? FIGURE_GOOD : FIGURE_BAD;
	return f;
}

void picked_end(struct picked *p)
{
	free(p->value);
	*p = (struct picked){0};
}

/* --- notes -------------------------------------------------------------------------------------- */

struct blame {			/* of a metric; row -1, unless it is void: nothing is to be said of it */
	enum note_kind kind;
	int row;
	double pct;
};

static bool has_value(const struct metrics *ms, const struct table *t, size_t metric)
{
	for (size_t u = 0; u < t->n_units; u++)
		if (!isnan(t->figure[u * ms->n + metric].value))
			return true;
	return false;
}

/* The worst share of time over the units; -1: it was not counted in any of them. */
static double share_of(const struct table *t, int row)
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
 * Of the events of a metric: one that was not counted, if it has no value, else the one counted
 * least.  Where all were counted, it is their numbers that make no value.
 */
static struct blame find_blame(const struct metrics *ms, const struct table *t, size_t metric)
{
	const struct metric *m = &ms->metric[metric];
	bool told = has_value(ms, t, metric);
	struct blame b = { told ? NOTE_METRIC_SHARED : NOTE_METRIC_LACKS, -1, 100 };

	for (size_t e = 0; e < ms->picks->formulas.n_events; e++) {
		int slot = m->pick->events[e] ? m->pick->slot[e] : -1;
		int row = slot >= 0 ? *bound_row(ms, m->binding, slot) : -1;

		for (; row >= 0; row = ms->other[row]) {
			double share = share_of(t, row);

			if (share < 0 ? !told : told && share < b.pct) {
				b.row = row;
				b.pct = share;
			}
		}
	}
	if (!told && b.row < 0)
		b.kind = NOTE_METRIC_VOID;
	return b;
}

enum { ENOUGH = 110 };		/* bytes of a note */

/* Adds the names of those that have the same to be said of them as the first one. */
static void add_names(struct str *out, const struct metrics *ms, const struct blame *blame, size_t first,
		      bool (*is_same)(const struct blame *a, const struct blame *b))
{
	for (size_t i = first; i < ms->n && out->len < ENOUGH; i++)
		if (is_same(&blame[i], &blame[first]))
			str_addf(out, "%s%s", i > first ? ", " : "", ms->metric[i].def->name);
	if (out->len >= ENOUGH)
		str_add(out, ", ...");
}

static bool lacks_same(const struct blame *a, const struct blame *b)
{
	return a->kind == NOTE_METRIC_LACKS && a->row >= 0 && a->row == b->row;
}

static bool is_void_too(const struct blame *a, const struct blame *b)
{
	return a->kind == NOTE_METRIC_VOID && b->kind == NOTE_METRIC_VOID;
}

/* Shares are told with two digits. */
static bool has_same_share(const struct blame *a, const struct blame *b)
{
	return a->kind == NOTE_METRIC_SHARED && a->row >= 0 && fabs(a->pct - b->pct) < 0.005;
}

static bool is_first(const struct blame *blame, size_t i,
		     bool (*is_same)(const struct blame *a, const struct blame *b))
{
	if (!is_same(&blame[i], &blame[i]))
		return false;
	for (size_t k = 0; k < i; k++)
		if (is_same(&blame[k], &blame[i]))
			return false;
	return true;
}

/* A note for each event that is missing, one for all that are void, and one for all that are estimates. */
static void write_notes(const struct metrics *ms, const struct blame *blame, struct notes *notes)
{
	struct str text = {0};

	for (size_t i = 0; i < ms->n; i++) {
		if (!is_first(blame, i, lacks_same))
			continue;
		str_reset(&text);
		add_names(&text, ms, blame, i, lacks_same);
		notes_add(notes, NOTE_METRIC_LACKS, blame[i].row, "%s", text.text);
	}
	for (size_t i = 0; i < ms->n; i++) {
		if (!is_first(blame, i, is_void_too))
			continue;
		str_reset(&text);
		add_names(&text, ms, blame, i, is_void_too);
		notes_add(notes, NOTE_METRIC_VOID, -1, "%s", text.text);
	}
	str_reset(&text);
	for (size_t i = 0; i < ms->n && text.len < ENOUGH; i++) {
		if (!is_first(blame, i, has_same_share))
			continue;
		str_addf(&text, "%s%.2f%%: ", text.len ? "; " : "", blame[i].pct);
		add_names(&text, ms, blame, i, has_same_share);
	}
	if (text.len)
		notes_add(notes, NOTE_METRIC_SHARED, -1, "%s", text.text);
	str_release(&text);
}

void metrics_note(const struct metrics *ms, const struct table *t, struct notes *notes)
{
	struct blame *blame = mem_resize(NULL, ms->n + 1, sizeof(*blame));

	for (size_t i = 0; i < ms->n; i++) {
		blame[i] = (struct blame){ .kind = NOTE_METRIC_LACKS, .row = -1 };
		if (ms->metric[i].pick)
			blame[i] = find_blame(ms, t, i);
	}
	write_notes(ms, blame, notes);
	free(blame);
}
