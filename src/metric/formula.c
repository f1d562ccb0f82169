/* SPDX-License-Identifier: MIT */
/* Resolves the names in metrics' expressions, and finds which of them are needed on this machine. */
#include "metric/formula.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "event/vendor/catalog.h"

int formulas_intern(struct formulas *fs, const char *event)
{
	for (size_t i = 0; i < fs->n_events; i++)
		if (strcmp(fs->event[i].name, event) == 0)
			return (int)i;
	fs->event = mem_resize(fs->event, fs->n_events + 1, sizeof(*fs->event));
	fs->event[fs->n_events] = (struct formula_event){ .name = mem_copy_text(event) };
	return (int)fs->n_events++;
}

bool formulas_has_event(struct formulas *fs, size_t event)
{
	struct formula_event *e = &fs->event[event];

	if (!e->checked) {
		e->checked = true;
		e->exists = !fs->world->has_event || fs->world->has_event(fs->world->ctx, e->name);
	}
	return e->exists;
}

/*
 * Core types have metrics of the same name: an expression means the one of its own type.  The same
 * holds for numbered chips.
 */
static const struct catalog_metric *find_metric(const struct formulas *fs, const char *name,
						 const struct catalog_metric *of)
{
	const struct catalog_metric *found = NULL;

	for (size_t i = 0; i < fs->n_metrics; i++) {
		const struct catalog_metric *m = &fs->metric[i];

		if (str_casecmp(m->name, name) != 0 ||
		    (m->instance && of->instance && m->instance != of->instance))
			continue;
		if (strcmp(m->unit, of->unit) == 0)
			return m;
		if (!found || !m->unit[0])
			found = m;
	}
	return found;
}

static int refuse_circle(const struct formulas *fs, const struct catalog_metric *m, struct error *err)
{
	LOCAL(str) path = {0};
	size_t i = 0;

	while (fs->path[i] != m)
		i++;
	for (; i < fs->depth; i++)
		str_addf(&path, "%s, ", fs->path[i]->name);
	error_set(err, ERROR_USAGE, 0, "metric '%s' needs its own value: %s%s", m->name, path.text, m->name);
	return -1;
}

static int check_path(const struct formulas *fs, const struct catalog_metric *m, struct error *err)
{
	for (size_t i = 0; i < fs->depth; i++)
		if (fs->path[i] == m)
			return refuse_circle(fs, m, err);
	if (fs->depth == FORMULA_DEPTH)
		return error_set(err, ERROR_LIMIT, 0, "metric '%s' refers to metrics more than %d deep",
				 fs->path[0]->name, (int)FORMULA_DEPTH);
	return 0;
}

static int set_use(struct formulas *fs, struct use *use, const char *name,
		   const struct catalog_metric *of, struct error *err)
{
	const struct formula_world *w = fs->world;
	const struct catalog_metric *m;
	int index;

	if (name[0] == '#') {
		*use = (struct use){ USE_NUMBER, 0, w->literal ? w->literal(w->ctx, name) : (double)NAN };
		return 0;
	}
	m = find_metric(fs, name, of);
	index = m ? formulas_add(fs, m, err) : formulas_intern(fs, name);
	*use = (struct use){ m ? USE_FORMULA : USE_EVENT, (size_t)index, 0 };
	return index < 0 ? -1 : 0;
}

struct visit {
	struct formulas *fs;
	const struct formula *of;
};

static void check_event(void *ctx, size_t name)
{
	const struct visit *v = ctx;

	if (v->of->use[name].kind == USE_EVENT)
		formulas_has_event(v->fs, v->of->use[name].index);
}

static struct expr *formula_parse(const char *text, const char *what, const struct catalog_metric *m,
				  struct error *err)
{
	struct expr *e = expr_parse(text, err);

	if (!e)
		error_hint(err, "it is the %s of metric '%s'%s%s", what, m->name, *m->file ? " in " : "",
			   m->file);
	return e;
}

int formula_check(const char *name, const char *text, struct error *err)
{
	struct expr *e =
		formula_parse(text, "expression", &(struct catalog_metric){ .name = name, .file = "" }, err);

	expr_free(e);
	return e ? 0 : -1;
}

static int formula_add(struct formulas *fs, const struct catalog_metric *m, const char *text, bool threshold,
		       struct error *err)
{
	struct formula f = {
		.metric = threshold ? NULL : m,
		.expr = formula_parse(text, threshold ? "threshold" : "expression", m, err),
	};
	size_t n;

	if (!f.expr)
		return -1;
	n = expr_n_names(f.expr);
	f.use = mem_resize(NULL, n + 1, sizeof(*f.use));
	for (size_t i = 0; i < n; i++)
		if (set_use(fs, &f.use[i], expr_name(f.expr, i), m, err) < 0) {
			expr_free(f.expr);
			free(f.use);
			return -1;
		}
	expr_event_checks(f.expr, check_event, &(struct visit){ fs, &f });
	fs->formula = mem_resize(fs->formula, fs->n + 1, sizeof(*fs->formula));
	fs->formula[fs->n] = f;
	return (int)fs->n++;
}

int formulas_add(struct formulas *fs, const struct catalog_metric *m, struct error *err)
{
	int index;

	for (size_t i = 0; i < fs->n; i++)
		if (fs->formula[i].metric == m)
			return (int)i;
	if (check_path(fs, m, err) < 0)
		return -1;
	fs->path[fs->depth++] = m;
	index = formula_add(fs, m, m->expr, false, err);
	fs->depth--;
	return index;
}

int formulas_add_threshold(struct formulas *fs, const struct catalog_metric *m, struct error *err)
{
	return formula_add(fs, m, m->threshold, true, err);
}

/* --- what is needed ------------------------------------------------------------------------ */

struct marking {
	struct formulas *fs;
	const struct formula *of;
	bool *formula, *event;
	const char *unknown;
};

static double literal(void *ctx, size_t name)
{
	const struct marking *m = ctx;
	const struct use *use = &m->of->use[name];

	return use->kind == USE_NUMBER ? use->number : (double)NAN;
}

static bool has_event(void *ctx, size_t name)
{
	const struct marking *m = ctx;
	const struct use *use = &m->of->use[name];

	return use->kind != USE_EVENT || formulas_has_event(m->fs, use->index);
}

static bool cpuid_matches(void *ctx, size_t name)
{
	const struct marking *m = ctx;
	const struct formula_world *w = m->fs->world;

	return w->cpuid_matches && w->cpuid_matches(w->ctx, expr_name(m->of->expr, name));
}

static void mark(void *ctx, size_t name)
{
	struct marking *m = ctx;
	const struct use *use = &m->of->use[name];

	if (use->kind == USE_NUMBER && isnan(use->number) && !m->unknown)
		m->unknown = expr_name(m->of->expr, name);
	if (use->kind == USE_FORMULA)
		m->formula[use->index] = true;
	if (use->kind == USE_EVENT)
		m->event[use->index] = true;
}

const char *formulas_mark(struct formulas *fs, size_t f, bool *formula, bool *event)
{
	struct marking m = { .fs = fs, .formula = formula, .event = event };
	const struct expr_env env = { &m, literal, NULL, has_event, cpuid_matches };

	formula[f] = true;
	for (size_t i = f + 1; i-- > 0;) {
		if (!formula[i])
			continue;
		m.of = &fs->formula[i];
		expr_names(m.of->expr, &env, mark, &m);
	}
	return m.unknown;
}

void *formulas_fold(struct formulas *fs, size_t f, const struct expr_fold *how)
{
	struct marking m = { .fs = fs, .of = &fs->formula[f] };
	const struct expr_env env = { &m, literal, NULL, has_event, cpuid_matches };

	return expr_fold(m.of->expr, &env, how);
}

void formulas_release(struct formulas *fs)
{
	for (size_t i = 0; i < fs->n; i++) {
		expr_free(fs->formula[i].expr);
		free(fs->formula[i].use);
	}
	for (size_t i = 0; i < fs->n_events; i++)
		free(fs->event[i].name);
	free(fs->formula);
	free(fs->event);
	*fs = (struct formulas){0};
}
