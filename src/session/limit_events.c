/* SPDX-License-Identifier: MIT */
/* Finds the events that limits name, and the kinds of rows they limit, before the first run. */
#include "session/limit_events.h"

#include <linux/perf_event.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/env.h"
#include "base/index.h"
#include "base/mem.h"
#include "benchmark/run_result.h"
#include "compare/limit.h"
#include "count/probe.h"
#include "host/valgrind.h"
#include "session/measure.h"

enum row_kind {
	ROW_COUNT,		/* how often something was done, no matter how fast */
	ROW_OTHER,
	ROW_METRIC,		/* it may have no value, and then is not a row */
};

struct rows {			/* the rows that the comparison will have */
	struct measured *row;
	/* owned: of the row; of its metric, or NULL; of its region, or NULL */
	char **name, **id, **region;
	enum row_kind *kind;
	bool *of_regions;		/* each region has it, too */
	size_t n;
	struct index names;
};

static void add_row(struct rows *r, char *name, const struct measured *like, enum row_kind kind)
{
	r->row = mem_resize(r->row, r->n + 1, sizeof(*r->row));
	r->name = mem_resize(r->name, r->n + 1, sizeof(*r->name));
	r->id = mem_resize(r->id, r->n + 1, sizeof(*r->id));
	r->region = mem_resize(r->region, r->n + 1, sizeof(*r->region));
	r->kind = mem_resize(r->kind, r->n + 1, sizeof(*r->kind));
	r->row[r->n] = *like;
	r->row[r->n].name = name;
	r->kind[r->n] = kind;
	r->id[r->n] = NULL;
	r->region[r->n] = NULL;
	r->of_regions = mem_resize(r->of_regions, r->n + 1, sizeof(*r->of_regions));
	r->of_regions[r->n] = false;
	r->name[r->n] = name;
	index_add(&r->names, index_hash(0, name), r->n++);
}

static bool is_named(const void *list, size_t at, const void *key)
{
	return strcmp(((char *const *)list)[at], key) == 0;
}

/* As samples_build() names them: a rate has no row, and a share of a region neither. */
static void add_metric(struct rows *r, const struct metric *m, const struct events *events)
{
	bool of_region = m->def->scope != METRIC_ANYWHERE, again;
	char *id;

	if (m->def->rate || (of_region && m->def->better == BETTER_NEITHER))
		return;
	id = metric_id(m->def);
	again = of_region || index_find(&r->names, index_hash(0, id), is_named, r->name, id) >= 0;
	add_row(r, metric_row_name(m, events, id, again),
		&(struct measured){ .metric = id, .unit = metric_unit(m),
				    .more_is_better = m->def->better == BETTER_HIGHER }, ROW_METRIC);
	r->id[r->n - 1] = id;
	r->of_regions[r->n - 1] = true;
}

static bool is_count(const struct event *e)
{
	return event_is_emulated(e) || e->tool == TOOL_REGION_ENTRIES ||
	       event_is_generic(e, PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS) ||
	       event_is_generic(e, PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS) ||
	       event_is_generic(e, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS) ||
	       event_is_generic(e, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS_MIN) ||
	       event_is_generic(e, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS_MAJ) ||
	       e->attr.head.type == PERF_TYPE_TRACEPOINT;
}

/* What is known of a region: what its threads count themselves, the time that passed, and its entries. */
static bool is_of_regions(const struct event *e)
{
	return e->tool == TOOL_REGION_ENTRIES || e->tool == TOOL_DURATION ||
	       (e->tool == TOOL_NONE && !event_is_emulated(e));
}

static void list_rows(struct rows *r, const struct measure *m)
{
	*r = (struct rows){0};
	for (size_t i = 0; i < m->b.events.n; i++) {
		const struct event *e = &m->b.events.event[i];

		if (e->row != (int)i || e->flags & EVENT_BACKGROUND)
			continue;
		add_row(r, mem_copy_text(e->name), &(struct measured){ .unit = e->unit },
			is_count(e) ? ROW_COUNT : ROW_OTHER);
		r->of_regions[r->n - 1] = is_of_regions(e);
	}
	for (size_t i = 0; i < m->b.metrics.n; i++)
		add_metric(r, &m->b.metrics.metric[i], &m->b.events);
	for (const struct run_fact *f = run_facts; f->name; f++)
		add_row(r, mem_copy_text(f->name), &(struct measured){ .unit = f->unit, .beside = true },
			strcmp(f->unit, "s") == 0 ? ROW_OTHER : ROW_COUNT);
}

static void release_rows(struct rows *r)
{
	for (size_t i = 0; i < r->n; i++) {
		free(r->name[i]);
		free(r->id[i]);
		free(r->region[i]);
	}
	free(r->name);
	free(r->id);
	free(r->region);
	free(r->of_regions);
	free(r->row);
	free(r->kind);
	index_release(&r->names);
	*r = (struct rows){0};
}

/* ERROR_NOT_FOUND: a limit matches no row. */
static int match_rows(const struct limits *ls, const struct rows *r, struct threshold *threshold,
		      struct error *err)
{
	const struct limit **limit = mem_resize(NULL, r->n, sizeof(*limit));
	int rc = limits_match(ls, r->row, r->n, limit, threshold, err);

	free(limit);
	return rc;
}

static bool is_name(const struct limit *l)
{
	return l->name[0] != '@' && !l->name[strcspn(l->name, "*?")];
}

/* Resolves one event alone, under the options of the command line. */
static int prepare_alone(struct measure *probe, const char *name, const struct measure_opts *m,
			 const struct env *env, struct error *err)
{
	struct measure_opts alone = *m;
	struct event_text text = { .text = name };

	alone.events = &text;
	alone.n_events = 1;
	alone.metrics.n = 0;
	alone.n_cgroups = 0;
	return measure_prepare(probe, &alone, env, err);
}

/* --- limits on regions ------------------------------------------------------------------------------- */

static bool fits_some(const struct rows *r, const char *name)
{
	for (size_t i = 0; i < r->n; i++)
		if (limit_name_fits(name, &r->row[i]))
			return true;
	return false;
}

/* Adds the row of the region that has this name up to the colon. */
static void add_region_row(struct rows *r, const char *name, const char *colon, size_t of)
{
	struct measured like = r->row[of];
	struct str region = {0}, full = {0};

	str_add_n(&region, name, (size_t)(colon - name));
	str_addf(&full, "%s:%s", region.text, like.name);
	like.region = region.text;
	add_row(r, full.text, &like, r->kind[of]);
	r->region[r->n - 1] = region.text;
}

/*
 * The names of regions are known only after a run.  So a name that is no row is taken for REGION:NAME if its
 * end is a row, with the longest end of this kind, and the region is assumed to exist.
 */
static void add_region_of(struct rows *r, const char *name)
{
	size_t n = r->n;

	for (const char *colon = strchr(name, ':'); colon && r->n == n; colon = strchr(colon + 1, ':'))
		for (size_t i = 0; i < n && colon > name; i++)
			if (r->of_regions[i] && limit_name_fits(colon + 1, &r->row[i]))
				add_region_row(r, name, colon, i);
}

static void add_regions(struct rows *r, const struct limits *ls)
{
	for (size_t i = 0; i < ls->n; i++)
		if (is_name(&ls->limit[i]) && !fits_some(r, ls->limit[i].name))
			add_region_of(r, ls->limit[i].name);
}

/* --- events that only limits name -------------------------------------------------------------------- */

/* Checks that the limit names an event; a metric without its -M does not.  unmatched: it names no row. */
static int check_event(const struct limit *l, const struct measure_opts *m, const struct env *env,
		       const struct error *unmatched, struct error *err)
{
	struct error why = ERROR_INIT;
	struct measure probe = {0};
	int rc = prepare_alone(&probe, l->name, m, env, &why);

	measure_release(&probe);
	if (rc == 0)
		return 0;
	*err = *unmatched;
	err->kind = ERROR_USAGE;
	if (!err->hint[0] && m->aggr.mode == AGGR_REGION && strchr(l->name, ':'))
		error_hint(err, "on a region it is REGION:ROW, as in parse:instructions:u; "
			   "'pstat list' shows the events");
	else if (!err->hint[0] && why.hint[0])
		error_hint(err, "%s", why.hint);
	else if (!err->hint[0])
		error_hint(err, "it is not an event: %s", why.message);
	return -1;
}

static bool is_run_fact(const char *name)
{
	struct limit l = { .name = (char *)(uintptr_t)name };
	const struct limits one = { &l, 1, NULL, 0 };
	bool yes = false;

	for (const struct run_fact *f = run_facts; f->name; f++)
		yes |= limits_fit(&one, &(struct measured){ .name = f->name, .beside = true });
	return yes;
}

bool limit_events_need_none(const struct limits *ls)
{
	bool all = true;

	for (size_t i = 0; i < ls->n; i++)
		all &= is_run_fact(ls->limit[i].name);
	return all;
}

static bool valgrind_starts(const struct env *env)
{
	char *path = valgrind_find(env->root);
	struct str version = {0};
	bool yes = path && valgrind_ask_version(&version, env->kernel, path) == 0;

	free(path);
	str_release(&version);
	return yes;
}

/*
 * The part after a colon that names an event or a fact of the runs, the longest one; NULL: there is none.
 * of_regions: it is known of regions.
 */
static const char *find_event_part(const char *name, const struct measure_opts *m, const struct env *env,
				   bool *of_regions)
{
	for (const char *colon = strchr(name, ':'); colon; colon = strchr(colon + 1, ':')) {
		struct error ignored = ERROR_INIT;
		struct measure alone = {0};
		int rc = prepare_alone(&alone, colon + 1, m, env, &ignored);

		*of_regions = rc == 0;
		if (is_run_fact(colon + 1))
			rc = 0;
		for (size_t i = 0; i < alone.b.events.n && rc == 0; i++)
			*of_regions &= is_of_regions(&alone.b.events.event[i]);
		measure_release(&alone);
		if (rc == 0 && colon > name)
			return colon + 1;
	}
	return NULL;
}

bool limit_events_opens(const char *name, const struct measure_opts *m, const struct env *env)
{
	struct error ignored = ERROR_INIT;
	struct measure alone = {0};
	bool yes = true;

	if (is_run_fact(name))
		return true;
	if (m->aggr.mode == AGGR_REGION) {
		const char *part = find_event_part(name, m, env, &yes);

		name = part ? part : name;
		yes |= !part;
	}
	if (prepare_alone(&alone, name, m, env, &ignored) < 0)
		yes = false;
	for (size_t i = 0; i < alone.b.events.n && yes; i++) {
		const struct probe on_itself = { env->kernel, &alone.b.machine };
		const struct event *e = &alone.b.events.event[i];
		struct probe_result got = {0};

		if (e->tool == TOOL_NONE)
			probe_event(&got, &on_itself, e, -1);
		if (event_is_emulated(e) && !valgrind_starts(env))
			yes = false;
		yes &= !got.why.errnum && !got.blind && !(e->flags & EVENT_UNSUPPORTED);
	}
	measure_release(&alone);
	return yes;
}

static void add_event(struct measure_opts *m, struct rows *rows, const char *name)
{
	m->events[m->n_events++] = (struct event_text){ .text = name };
	add_row(rows, mem_copy_text(name), &(struct measured){0}, ROW_OTHER);
	rows->of_regions[rows->n - 1] = true;
}

/* For a name that is no row and no event: REGION:EVENT; else *unmatched is the error. */
static int check_region_event(const char **event, const struct limit *l, const struct measure_opts *m,
			      const struct env *env, const struct error *unmatched, struct error *err)
{
	bool of_regions = false;

	*event = find_event_part(l->name, m, env, &of_regions);
	if (!*event) {
		*err = *unmatched;
		return -1;
	}
	if (m->aggr.mode != AGGR_REGION) {
		error_set(err, ERROR_USAGE, 0, "the limit of '%s' is of a region, and no regions are counted",
			  l->name);
		error_hint(err, "add --regions; the program marks regions with pstat/region.h");
		return error_point(err, l->text, l->at);
	}
	if (of_regions)
		return 0;
	error_set(err, ERROR_USAGE, 0, "'%s' is known only of the whole program, not of its regions", *event);
	if (strcmp(*event, "wall") == 0)
		error_hint(err, "duration_time is the time in a region");
	return error_point(err, l->text, l->at);
}

/* Adds the event of a limit that is no row. */
static int add_limit_event(struct measure_opts *m, struct rows *rows, const struct limit *l,
			   const struct env *env, const struct error *unmatched, struct error *err)
{
	struct error no_event = ERROR_INIT;
	const char *event = l->name;

	if (check_event(l, m, env, unmatched, &no_event) == 0) {
		add_event(m, rows, l->name);
		return 0;
	}
	if (check_region_event(&event, l, m, env, &no_event, err) < 0)
		return -1;
	add_event(m, rows, event);
	add_region_of(rows, l->name);
	return 0;
}

int limit_events_add_events(struct measure_opts *m, const struct limits *ls, const struct env *env,
			    struct error *err)
{
	struct event_text *all = mem_resize(NULL, m->n_events + ls->n, sizeof(*all));
	struct measure probe = {0};
	struct rows rows = {0};
	int rc = measure_prepare(&probe, m, env, err);

	if (m->n_events)
		memcpy(all, m->events, m->n_events * sizeof(*all));
	m->events = all;
	if (rc == 0)
		list_rows(&rows, &probe);
	for (size_t i = 0; i < ls->n && rc == 0; i++) {
		const struct limits one = { &ls->limit[i], 1 };
		struct error unmatched = ERROR_INIT;
		struct threshold *ignored;

		if (m->aggr.mode == AGGR_REGION)
			add_regions(&rows, &one);
		ignored = mem_resize(NULL, rows.n, sizeof(*ignored));
		rc = match_rows(&one, &rows, ignored, &unmatched);
		free(ignored);
		if (rc < 0 && unmatched.kind != ERROR_NOT_FOUND)
			*err = unmatched;
		else if (rc < 0)
			rc = !is_name(one.limit) ? 0 :
			     add_limit_event(m, &rows, one.limit, env, &unmatched, err);
	}
	m->event.own_sources = (int)m->n_events;
	release_rows(&rows);
	measure_release(&probe);
	return rc;
}

/* Parallel to rows, which the caller releases; NULL: a limit matches none of the known rows. */
static struct threshold *match_all(struct rows *rows, const struct limits *ls, const struct measure *m)
{
	struct error ignored = ERROR_INIT;
	struct threshold *threshold;

	list_rows(rows, m);
	if (m->opts->aggr.mode == AGGR_REGION)
		add_regions(rows, ls);
	threshold = mem_resize(NULL, rows->n, sizeof(*threshold));
	if (match_rows(ls, rows, threshold, &ignored) == 0)
		return threshold;
	free(threshold);
	return NULL;
}

enum stopping_caps limit_events_by_caps(const struct limits *ls)
{
	size_t n = 0;

	for (size_t i = 0; i < ls->n; i++)
		n += isnan(ls->limit[i].relative) && isnan(ls->limit[i].absolute.value);
	return !n ? STOPPING_NO_CAPS : n < ls->n ? STOPPING_SOME_CAPS : STOPPING_CAPS_ONLY;
}

size_t limit_events_rows(const struct limits *ls, const struct measure *m)
{
	struct rows rows;
	struct threshold *threshold = match_all(&rows, ls, m);
	size_t n = 0;

	for (size_t i = 0; threshold && i < rows.n; i++)
		n += !threshold_is_none(&threshold[i]) && rows.kind[i] != ROW_METRIC;
	free(threshold);
	release_rows(&rows);
	return n;
}

static bool is_time(const struct measured *row)
{
	const struct value_unit *u = row->unit ? value_unit_find(row->unit, strlen(row->unit)) : NULL;

	return u && u->kind == LIMIT_SECONDS;
}

bool limit_events_of_times(const struct limits *ls, const struct measure *m)
{
	struct rows rows;
	struct threshold *threshold = match_all(&rows, ls, m);
	bool any = !threshold;

	for (size_t i = 0; i < rows.n && !any; i++)
		any = is_time(&rows.row[i]) &&
		      (!isnan(threshold[i].relative) || !isnan(threshold[i].absolute));
	free(threshold);
	release_rows(&rows);
	return any;
}

bool limit_events_to_counts(const struct limits *ls, const struct measure *m)
{
	struct rows rows;
	struct threshold *threshold = match_all(&rows, ls, m);
	bool yes = threshold != NULL;

	for (size_t i = 0; i < rows.n && yes; i++)
		yes = threshold_is_none(&threshold[i]) || rows.kind[i] == ROW_COUNT;
	free(threshold);
	release_rows(&rows);
	return yes;
}
