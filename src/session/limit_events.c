/* SPDX-License-Identifier: MIT */
/* Finds the events that limits name, and the kinds of rows they limit, before the first run. */
#include "session/limit_events.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/env.h"
#include "base/mem.h"
#include "benchmark/report.h"
#include "benchmark/run_result.h"
#include "compare/rows.h"
#include "count/probe.h"
#include "host/valgrind.h"
#include "session/measure.h"

/* Before the first run, a benchmark has its events and metrics. */
static struct report report_of(const struct measure *m)
{
	return (struct report){ .b = &m->b };
}

static void limit_events_list_rows(struct rows *rows, const struct measure *m)
{
	const struct report r = report_of(m);

	*rows = (struct rows){0};
	rows_add(rows, &r, true);
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

/* Whether the limit fits one of the rows from this one on. */
static bool fits_some(const struct rows *rows, size_t from, const char *name)
{
	for (size_t i = from; i < rows->n; i++) {
		const struct measured row = row_measured(&rows->row[i]);

		if (limit_name_fits(name, &row))
			return true;
	}
	return false;
}

/*
 * The names of regions are known only after a run.  So a name that is no row is taken for REGION:NAME if its
 * end is a row, with the longest end of this kind, and the region is assumed to exist.
 */
static void add_region_of(struct rows *rows, const struct measure *m, const char *name)
{
	const struct report r = report_of(m);
	size_t n = rows->n;

	for (const char *colon = strchr(name, ':'); colon; colon = strchr(colon + 1, ':')) {
		LOCAL(str) region = {0};

		str_add_n(&region, name, (size_t)(colon - name));
		if (region.len)
			rows_add_part(rows, &r, 1, region.text);
		if (fits_some(rows, n, name))
			return;
		rows_cut(rows, n);
	}
}

static void add_regions(struct rows *rows, const struct measure *m, const struct limits *ls)
{
	for (size_t i = 0; i < ls->n; i++)
		if (limit_names_row(ls->limit[i].name) && !fits_some(rows, 0, ls->limit[i].name))
			add_region_of(rows, m, ls->limit[i].name);
}

/* --- events that only limits name -------------------------------------------------------------------- */

/* unmatched: the limit names no row; why: it names no event, or it is ERROR_NONE. */
static int limit_events_refuse(const struct limit *l, const struct measure_opts *m,
			       const struct error *unmatched, const struct error *why, struct error *err)
{
	bool of_region = m->aggr.mode == AGGR_REGION && (strchr(l->name, ':') || why->kind == ERROR_NONE);

	*err = *unmatched;
	err->kind = ERROR_USAGE;
	if (!err->hint[0] && of_region)
		error_hint(err, "on a region it is REGION:ROW, as in parse:instructions:u; "
			   "'pstat list' shows the events");
	else if (!err->hint[0] && why->hint[0])
		error_hint(err, "%s", why->hint);
	else if (!err->hint[0] && why->kind != ERROR_NONE)
		error_hint(err, "it is not an event: %s", why->message);
	return -1;
}

/* Prepares the event that the limit names; a metric without its -M is none.  unmatched: it names no row. */
static int find_event(struct measure *alone, const struct limit *l, const struct measure_opts *m,
		      const struct env *env, const struct error *unmatched, struct error *err)
{
	struct error why = ERROR_INIT;

	return prepare_alone(alone, l->name, m, env, &why) == 0
		       ? 0
		       : limit_events_refuse(l, m, unmatched, &why, err);
}

static bool is_run_fact(const char *name)
{
	bool yes = false;

	for (const struct run_fact *f = run_facts; f->name; f++)
		yes |= limit_name_fits(name, &(struct measured){ .name = f->name, .beside = true });
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
	LOCAL(str) version = {0};
	bool yes = path && valgrind_ask_version(&version, env->kernel, path) == 0;

	free(path);
	return yes;
}

/*
 * The part after a colon that names an event or a fact of the runs, the longest one; NULL: there is none.
 * alone: the event, prepared; the caller releases it.  of_regions: it is known of regions.
 */
static const char *find_event_part(struct measure *alone, const char *name, const struct measure_opts *m,
				   const struct env *env, bool *of_regions)
{
	for (const char *colon = strchr(name, ':'); colon; colon = strchr(colon + 1, ':')) {
		struct error ignored = ERROR_INIT;
		int rc = prepare_alone(alone, colon + 1, m, env, &ignored);

		*of_regions = rc == 0;
		if (is_run_fact(colon + 1))
			rc = 0;
		for (size_t i = 0; i < alone->b.events.n && rc == 0; i++)
			*of_regions &= rows_event_is_of_regions(&alone->b.events.event[i]);
		if (rc == 0 && colon > name)
			return colon + 1;
		measure_release(alone);
	}
	return NULL;
}

bool limit_events_opens(const char *name, const struct measure_opts *m, const struct env *env)
{
	struct error ignored = ERROR_INIT;
	LOCAL(measure) alone = {0};
	const char *part = NULL;
	bool of_regions = false, yes;

	if (is_run_fact(name))
		return true;
	if (m->aggr.mode == AGGR_REGION)
		part = find_event_part(&alone, name, m, env, &of_regions);
	yes = part ? of_regions : prepare_alone(&alone, name, m, env, &ignored) == 0;
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
	return yes;
}

/* For a name that is no row and no event: REGION:EVENT; else *unmatched is the error. */
static int find_region_event(struct measure *alone, const char **event, const struct limit *l,
			     const struct measure_opts *m, const struct env *env,
			     const struct error *unmatched, struct error *err)
{
	bool of_regions = false;

	*event = find_event_part(alone, l->name, m, env, &of_regions);
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

/* Adds the event of a limit that is no row, and its rows, one of which the limit must fit. */
static int add_limit_event(struct measure_opts *m, struct rows *rows, const struct limit *l,
			   const struct env *env, const struct error *unmatched, struct error *err)
{
	static const struct error is_event = ERROR_INIT;
	struct error no_event = ERROR_INIT;
	struct measure alone = {0};
	const struct report r = report_of(&alone);
	const char *event = l->name;
	size_t n = rows->n;
	int rc = find_event(&alone, l, m, env, unmatched, &no_event);

	if (rc < 0) {
		measure_release(&alone);
		rc = find_region_event(&alone, &event, l, m, env, &no_event, err);
	}
	if (rc == 0 && !fits_some(rows, 0, event)) {	/* else the limit of another region has added it */
		m->events[m->n_events++] = (struct event_text){ .text = event };
		rows_add_part(rows, &r, 0, NULL);
	}
	if (rc == 0 && event != l->name)
		add_region_of(rows, &alone, l->name);
	measure_release(&alone);
	if (rc < 0 || fits_some(rows, n, l->name))
		return rc;
	return limit_events_refuse(l, m, unmatched, &is_event, err);
}

/* ERROR_NOT_FOUND: the limit matches no row. */
static int match_limit(const struct limits *one, const struct rows *rows, struct error *err)
{
	struct measured *measured = rows_measured(rows);
	int rc = limits_bind(one, measured, rows->n, err);

	free(measured);
	return rc;
}

int limit_events_add_events(struct measure_opts *m, const struct limits *ls, const struct env *env,
			    struct error *err)
{
	struct event_text *all = mem_resize(NULL, m->n_events + ls->n, sizeof(*all));
	LOCAL(measure) probe = {0};
	LOCAL(rows) rows = {0};
	int rc = measure_prepare(&probe, m, env, err);

	if (m->n_events)
		memcpy(all, m->events, m->n_events * sizeof(*all));
	m->events = all;
	if (rc == 0)
		limit_events_list_rows(&rows, &probe);
	for (size_t i = 0; i < ls->n && rc == 0; i++) {
		const struct limits one = { &ls->limit[i], 1 };
		struct error unmatched = ERROR_INIT;

		if (m->aggr.mode == AGGR_REGION)
			add_regions(&rows, &probe, &one);
		rc = match_limit(&one, &rows, &unmatched);
		if (rc < 0 && unmatched.kind != ERROR_NOT_FOUND)
			*err = unmatched;
		else if (rc < 0)
			rc = !limit_names_row(one.limit->name) ? 0 :
			     add_limit_event(m, &rows, one.limit, env, &unmatched, err);
	}
	m->event.own_sources = (int)m->n_events;
	return rc;
}

/* --- what is limited ---------------------------------------------------------------------------------- */

static enum stopping_caps caps_of(const struct limits *ls)
{
	size_t n = 0;

	for (size_t i = 0; i < ls->n; i++)
		n += isnan(ls->limit[i].relative) && isnan(ls->limit[i].absolute.value);
	return !n ? STOPPING_NO_CAPS : n < ls->n ? STOPPING_SOME_CAPS : STOPPING_CAPS_ONLY;
}

static void add_limited(struct limited_rows *l, const struct sample_row *row, const struct threshold *t)
{
	if (threshold_is_none(t))
		return;
	l->n += row->kind != SAMPLES_METRIC;
	l->timeless &= row->timeless;
	l->of_times |= row->class == CLASS_TIME && (!isnan(t->relative) || !isnan(t->absolute));
}

struct limited_rows limit_events_find(const struct limits *ls, const struct measure *m)
{
	struct limited_rows found = { .timeless = true, .caps = caps_of(ls) };
	struct error ignored = ERROR_INIT;
	FREED struct measured *measured = NULL;
	LOCAL(rows) rows = {0};

	limit_events_list_rows(&rows, m);
	if (m->opts->aggr.mode == AGGR_REGION)
		add_regions(&rows, m, ls);
	measured = rows_measured(&rows);
	if (limits_bind(ls, measured, rows.n, &ignored) < 0)
		found = (struct limited_rows){ .of_times = true, .caps = found.caps };
	else
		for (size_t i = 0; i < rows.n; i++)
			add_limited(&found, &rows.row[i], &measured[i].threshold);
	return found;
}
