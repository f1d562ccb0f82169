/* SPDX-License-Identifier: MIT */
/*
 * Finds the metrics that a list of names means, drops those that cannot be computed here, and
 * writes the events of the others, grouped and shared, as texts for -e.
 *
 * It takes them in the order of perf 6.12: later names first, a group from its end, then by falling
 * number of events, so that a small metric finds a group that has all its events.
 */
#include "metric/metric_select.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/mem.h"
#include "base/nearest.h"
#include "base/str.h"
#include "event/event_names.h"
#include "event/vendor/catalog.h"
#include "host/pmu.h"
#include "metric/metric_builtin.h"
#include "metric/perf_name_set.h"

struct item {			/* of the list */
	const char *name; size_t len;
	const char *modifiers; size_t n_modifiers;
};

struct missing {		/* an event or literal that metrics need and that is not there */
	const char *what;
	struct str names;	/* of the metrics */
};

struct finder {
	struct metric_selection *ps;
	const struct metric_select_opts *opts;
	struct missing *missing; size_t n_missing;
	bool *invalid;		/* by metric: it has a note that its formula is invalid */
	struct error why;	/* the error of the first invalid one */
	struct notes *notes;
	struct error *err;
};

static bool equals(const char *text, size_t len, const char *other)
{
	return strlen(other) == len && str_ncasecmp(text, other, len) == 0;
}

/* True if word is one of these, which semicolons separate. */
static bool has_group(const char *words, const char *word, size_t len)
{
	for (size_t n; *words; words += n + (words[n] != '\0')) {
		n = strcspn(words, ";");
		if (n == len && str_ncasecmp(words, word, len) == 0)
			return true;
	}
	return false;
}

static bool metric_select_matches(const struct item *item, const struct catalog_metric *m)
{
	return equals(item->name, item->len, m->name) || has_group(m->groups, item->name, item->len) ||
	       equals(item->name, item->len, "all") ||
	       (!m->groups[0] && equals(item->name, item->len, "No_group"));
}

static bool is_tool(const char *event)
{
	const struct event_name *known = event_name_find(event);

	return known && known->tool != TOOL_NONE;
}

static bool can_group(const struct finder *f, const struct catalog_metric *m, const struct item *item)
{
	const struct formula_world *w = f->ps->formulas.world;
	const struct metric_select_opts *o = f->opts;

	if (o->no_group || strcmp(m->constraint, "NO_GROUP_EVENTS") == 0 ||
	    has_group(m->no_group, item->name, item->len))
		return false;
	if (strcmp(m->constraint, "NO_GROUP_EVENTS_SMT") == 0)
		return !(w->literal && w->literal(w->ctx, "#smt_on") > 0);
	return !(o->nmi_watchdog && (strcmp(m->constraint, "NO_GROUP_EVENTS_NMI") == 0 ||
				     strcmp(m->constraint, "NO_NMI_WATCHDOG") == 0));
}

/* "100%slots": multiply by 100, the unit is "%slots". */
static void set_scale(struct selected_metric *p)
{
	const char *text = p->metric->scale_unit;
	struct str label = {0};
	char *unit = NULL;
	double scale = strtod(text, &unit);

	p->scaled = unit > text;
	p->scale = p->scaled ? scale : 1;
	p->unit = mem_copy_text(p->scaled ? unit : "");
	str_addf(&label, p->scaled ? "%s  %s" : "%s%s", p->unit, p->name);
	p->label = label.text;
}

/* "TopdownL1 (cpu_core)": each core type has its own group, as in perf. */
static void set_group(struct selected_metric *p)
{
	const struct catalog_metric *m = p->metric;
	struct str group = {0};

	str_add(&group, m->default_group);
	if (*m->default_group && *m->unit)
		str_addf(&group, " (%s)", m->unit);
	p->group = group.text;
}

/* --- what a metric needs ------------------------------------------------------------------- */

static void add_missing(struct finder *f, const char *what, const char *name)
{
	size_t i = 0;

	while (i < f->n_missing && strcmp(f->missing[i].what, what) != 0)
		i++;
	if (i == f->n_missing) {
		f->missing = mem_resize(f->missing, f->n_missing + 1, sizeof(*f->missing));
		f->missing[f->n_missing++] = (struct missing){ .what = what };
	}
	str_addf(&f->missing[i].names, "%s%s", f->missing[i].names.len ? ", " : "", name);
}

/* The first marked event that is not there; NULL: all are. */
static const char *find_missing(struct formulas *fs, const bool *event)
{
	for (size_t i = 0; i < fs->n_events; i++)
		if (event[i] && !formulas_has_event(fs, i))
			return fs->event[i].name;
	return NULL;
}

/* Marks what the threshold needs; drops it if this machine lacks something. */
static void mark_threshold(struct formulas *fs, struct selected_metric *p, bool events_too)
{
	FREED bool *event = mem_zeroed(fs->n_events, sizeof(*event));

	if (formulas_mark(fs, (size_t)p->threshold, p->formulas, event) || find_missing(fs, event))
		p->threshold = -1;
	for (size_t i = 0; p->threshold >= 0 && events_too && i < fs->n_events; i++)
		p->events[i] |= event[i];
}

/* Marks what p needs; returns the first thing that is not there, or NULL. */
static const char *mark_needed(struct finder *f, struct selected_metric *p)
{
	struct formulas *fs = &f->ps->formulas;
	const char *missing;

	p->formulas = mem_zeroed(fs->n, sizeof(*p->formulas));
	p->events = mem_zeroed(fs->n_events, sizeof(*p->events));
	missing = formulas_mark(fs, p->formula, p->formulas, p->events);
	if (!missing)
		missing = find_missing(fs, p->events);
	if (!missing && p->threshold >= 0)
		mark_threshold(fs, p, !f->opts->no_threshold);
	for (size_t i = 0; i < fs->n_events; i++)
		p->n_needed += p->events[i] && !is_tool(fs->event[i].name);
	return missing;
}

/* --- the list --------------------------------------------------------------------------- */

static void release_selected(struct selected_metric *p)
{
	free(p->name);
	free(p->modifiers);
	free(p->label);
	free(p->unit);
	free(p->group);
	free(p->formulas);
	free(p->events);
	free(p->slot);
}

static bool is_selected(const struct metric_selection *ps, const struct catalog_metric *m,
		      const struct item *item)
{
	for (size_t i = 0; i < ps->n; i++)
		if (ps->selected[i].metric == m && strlen(ps->selected[i].modifiers) == item->n_modifiers &&
		    strncmp(ps->selected[i].modifiers, item->modifiers, item->n_modifiers) == 0)
			return true;
	return false;
}

static void note_invalid(struct finder *f, const struct catalog_metric *m, const struct error *why)
{
	bool *told = &f->invalid[m - f->ps->formulas.metric], hint = why->hint[0];

	if (!*told)
		notes_add(f->notes, NOTE_METRIC_WRONG, -1, "%s: %s%s%s%s", m->name, why->message,
			  hint ? " (" : "", why->hint, hint ? ")" : "");
	*told = true;
}

/* An invalid formula is an error if the user named its metric; in a group it is only a note. */
static int add_formula(struct finder *f, const struct catalog_metric *m, const struct item *item,
		       int *formula)
{
	struct error why = ERROR_INIT;

	*formula = formulas_add(&f->ps->formulas, m, &why);
	if (*formula >= 0)
		return 0;
	if (equals(item->name, item->len, m->name)) {
		*f->err = why;
		return -1;
	}
	note_invalid(f, m, &why);
	if (f->why.kind == ERROR_NONE)
		f->why = why;
	return 0;
}

/* A metric with an invalid threshold is shown without colour. */
static int add_threshold(struct finder *f, const struct catalog_metric *m)
{
	struct error why = ERROR_INIT;
	int threshold = m->threshold[0] ? formulas_add_threshold(&f->ps->formulas, m, &why) : -1;

	if (m->threshold[0] && threshold < 0)
		note_invalid(f, m, &why);
	return threshold;
}

static int select_metric(struct finder *f, const struct catalog_metric *m, const struct item *item)
{
	struct metric_selection *ps = f->ps;
	struct str name = {0}, modifiers = {0};
	int formula, threshold;

	if (add_formula(f, m, item, &formula) < 0)
		return -1;
	if (formula < 0)
		return 0;
	threshold = add_threshold(f, m);
	str_add(&name, m->name);
	if (m->instance)
		str_addf(&name, "_%d", m->instance - 1);
	str_add(&name, item->n_modifiers ? ":" : "");
	str_add_n(&name, item->modifiers, item->n_modifiers);
	str_add(&modifiers, "");
	str_add_n(&modifiers, item->modifiers, item->n_modifiers);
	ps->selected = mem_resize(ps->selected, ps->n + 1, sizeof(*ps->selected));
	ps->selected[ps->n] = (struct selected_metric){ .metric = m, .name = name.text,
						   .modifiers = modifiers.text,
						    .formula = (size_t)formula, .threshold = threshold,
						    .grouped = can_group(f, m, item), .source = -1 };
	set_group(&ps->selected[ps->n]);
	set_scale(&ps->selected[ps->n++]);
	return 0;
}

bool metric_is_of_unit(const struct catalog_metric *m, const char *unit)
{
	return !unit || !m->unit[0] || pmu_is_cputype(m->unit, unit);
}

enum { NAME_MOST = 80 };

/* Keeps a copy of the nearest group in `found`, as near only borrows names; near->found is "" then. */
static void offer_groups(struct nearest *near, struct str *found, const char *words)
{
	char group[NAME_MOST];

	for (size_t n; *words; words += n + (words[n] != '\0')) {
		struct nearest one = *near;

		n = strcspn(words, ";");
		if (n >= sizeof(group))
			continue;
		memcpy(group, words, n);
		group[n] = '\0';
		nearest_offer(&one, group);
		if (one.found != group)
			continue;
		str_reset(found);
		str_add(found, group);
		near->found = "";
		near->distance = one.distance;
	}
}

static void add_suggestion(const struct formulas *fs, const char *unit, const char *name, struct error *err)
{
	struct nearest near = { .wanted = name };
	LOCAL(str) found = {0};

	for (size_t i = 0; i < fs->n_metrics; i++) {
		if (!metric_is_of_unit(&fs->metric[i], unit))
			continue;
		nearest_offer(&near, fs->metric[i].name);
		offer_groups(&near, &found, fs->metric[i].groups);
	}
	if (near.found)
		error_hint(err, "did you mean '%s'?", near.found[0] ? near.found : found.text);
	else
		error_hint(err, "'pstat list metrics' shows them");
}

/* A metric that pstat shows beside an event has a name in limits only: ipc. */
static bool hint_builtin(const char *name, struct error *err)
{
	enum { MOST = 100 };		/* of a hint, what can be typed is whole */
	const struct metric_def *d = metric_defs;
	LOCAL(str) expr = {0};

	while (d->name && !(d->id && d->on && d->scope == METRIC_ANYWHERE && strcasecmp(d->id, name) == 0))
		d++;
	if (!d->name)
		return false;
	metric_builtin_add_expr(&expr, d);
	if (expr.len > MOST)
		error_hint(err, "'%s' stands beside %s without -M", d->name, d->on);
	else
		error_hint(err, "'%s' stands beside %s without -M; --define '%s=%s' makes it one for -M",
			   d->name, d->on, name, str_text(&expr));
	return true;
}

/* No metric or group has this name; -1. */
static int refuse_unknown(const struct formulas *fs, const char *unit, const char *text, size_t len,
		   struct error *err)
{
	char name[NAME_MOST] = "";

	memcpy(name, text, len < sizeof(name) ? len : sizeof(name) - 1);
	error_set(err, ERROR_NOT_FOUND, 0, "there is no metric or group '%s'", name);
	if (strpbrk(name, "*?["))
		error_hint(err, "-M takes no patterns; `pstat list '%s'` shows what matches this one", name);
	else if (hint_builtin(name, err))
		return -1;
	else if (!fs->n_metrics)
		error_hint(err, "no metrics of this CPU are known; --define 'name=expression' defines one");
	else
		add_suggestion(fs, unit, name, err);
	return -1;
}

static int metric_select_add_item(struct finder *f, const struct item *item)
{
	const struct formulas *fs = &f->ps->formulas;
	const struct catalog_metric *other = NULL;
	bool found = false;

	for (size_t i = fs->n_metrics; i-- > 0;) {
		const struct catalog_metric *m = &fs->metric[i];

		if (!metric_select_matches(item, m))
			continue;
		if (!metric_is_of_unit(m, f->opts->unit)) {
			other = m;
			continue;
		}
		found = true;
		if (!is_selected(f->ps, m, item) && select_metric(f, m, item) < 0)
			return -1;
	}
	if (!found && other)
		return error_set(f->err, ERROR_NOT_FOUND, 0,
				 "'%.*s' is a metric of %s, which --cputype %s excludes", (int)item->len,
				 item->name, other->unit, f->opts->unit);
	return found ? 0 : refuse_unknown(fs, f->opts->unit, item->name, item->len, f->err);
}

/* "name:u", without blanks around it. */
static int parse_item(struct item *item, const char *text, size_t len, struct error *err)
{
	const char *colon;
	size_t known;

	while (len && *text == ' ')
		text++, len--;
	while (len && text[len - 1] == ' ')
		len--;
	colon = memchr(text, ':', len);
	*item = (struct item){ .name = text, .len = colon ? (size_t)(colon - text) : len,
			       .modifiers = colon ? colon + 1 : "" };
	item->n_modifiers = colon ? len - item->len - 1 : 0;
	if (!item->len && colon)
		return error_set(err, ERROR_USAGE, 0, "there is no metric before '%.*s'",
				 (int)item->n_modifiers + 1, colon);
	if (colon && !item->n_modifiers)
		return error_set(err, ERROR_USAGE, 0, "metric '%.*s' has no modifier after its colon",
				 (int)item->len, item->name);
	known = strspn(item->modifiers, "ukhGHIpP");
	if (known < item->n_modifiers)
		return error_set(err, ERROR_USAGE, 0, "metric '%.*s' cannot have the modifier '%c'",
				 (int)item->len, item->name, item->modifiers[known]);
	for (size_t i = 0; i < item->n_modifiers; i++)
		if (item->modifiers[i] != 'p' && memchr(item->modifiers, item->modifiers[i], i))
			return error_set(err, ERROR_USAGE, 0, "metric '%.*s' has the modifier '%c' twice",
					 (int)item->len, item->name, item->modifiers[i]);
	return 0;
}

/* Adds the metrics of a list, from its end. */
static int add_list(struct finder *f, const char *list)
{
	size_t end = strlen(list), start;
	struct item item;
	bool any = false;

	for (;; end = start - 1) {
		for (start = end; start && list[start - 1] != ',';)
			start--;
		if (parse_item(&item, list + start, end - start, f->err) < 0 ||
		    (item.len && metric_select_add_item(f, &item) < 0))
			return -1;
		any |= item.len != 0;
		if (!start)
			break;
	}
	if (any)
		return 0;
	error_set(f->err, ERROR_USAGE, 0, "-M needs the name of a metric or group");
	return error_hint(f->err, "'pstat list metrics' shows them");
}

/* --- the events of one metric, in the order of perf 6.12 -------------------------------- */

struct gathering {
	struct formulas *fs;
	const struct formula *of;	/* whose names are visited */
	bool *seen;			/* formulas */
};

/* A set of one name.  A metric that the formula refers to has the index n_events + its formula. */
static void *set_of_name(void *ctx, size_t name)
{
	const struct gathering *g = ctx;
	const struct use *use = &g->of->use[name];
	struct perf_name_set *set;

	if (use->kind == USE_NUMBER)
		return NULL;
	set = mem_zeroed(1, sizeof(*set));
	if (use->kind == USE_EVENT)
		perf_name_set_add(set, g->fs->event[use->index].name, use->index);
	else
		perf_name_set_add(set, expr_name(g->of->expr, name), g->fs->n_events + use->index);
	return set;
}

static void *join_sets(void *ctx, void *left, void *right)
{
	struct perf_name_set *l = left, *r = right;

	(void)ctx;
	*l = perf_name_set_join(*l, *r);
	free(r);
	return l;
}

static void gather_formula(struct gathering *g, struct perf_name_set *set, size_t formula);

/* Replaces the metrics in the set, the first one first, by the events they need. */
static void resolve_metrics(struct gathering *g, struct perf_name_set *set)
{
	FREED size_t *formula = mem_resize(NULL, set->n + 1, sizeof(*formula));
	size_t n = 0;

	for (size_t i = 0; i < set->n;) {
		if (set->name[i].index < g->fs->n_events) {
			i++;
			continue;
		}
		formula[n++] = set->name[i].index - g->fs->n_events;
		perf_name_set_remove(set, i);
	}
	for (size_t i = 0; i < n; i++)
		if (!g->seen[formula[i]])
			gather_formula(g, set, formula[i]);
}

static void gather_formula(struct gathering *g, struct perf_name_set *set, size_t formula)
{
	const struct expr_fold how = { g, set_of_name, join_sets };
	struct perf_name_set *own;

	g->seen[formula] = true;
	g->of = &g->fs->formula[formula];
	own = formulas_fold(g->fs, formula, &how);
	if (!own)
		return;
	*set = perf_name_set_join(*own, *set);
	free(own);
	resolve_metrics(g, set);
}

/* The events of p.  The formula of a threshold refers to the metric, so it has all of them. */
static struct perf_name_set events_of(struct metric_selection *ps, const struct selected_metric *p,
				      const struct metric_select_opts *o)
{
	struct formulas *fs = &ps->formulas;
	bool with_threshold = p->threshold >= 0 && !o->no_threshold;
	struct gathering g = { .fs = fs, .seen = mem_zeroed(fs->n + 1, sizeof(*g.seen)) };
	struct perf_name_set set = {0};

	gather_formula(&g, &set, with_threshold ? (size_t)p->threshold : p->formula);
	for (size_t i = 0; i < fs->n_events; i++)
		if (p->events[i])	/* ensure_slots() and ensure_row() may have added some */
			perf_name_set_add(&set, fs->event[i].name, i);
	free(g.seen);
	return set;
}

/* --- sources ---------------------------------------------------------------------------- */

static struct metric_source *add_source(struct metric_selection *ps, const char *modifiers)
{
	ps->source = mem_resize(ps->source, ps->n_sources + 1, sizeof(*ps->source));
	ps->source[ps->n_sources] = (struct metric_source){ .modifiers = mem_copy_text(modifiers) };
	return &ps->source[ps->n_sources++];
}

static bool source_has(const struct metric_source *s, size_t event)
{
	for (size_t i = 0; i < s->n; i++)
		if (s->event[i] == event)
			return true;
	return false;
}

static void metric_select_add_event(struct metric_source *s, size_t event)
{
	if (source_has(s, event))
		return;
	s->event = mem_resize(s->event, s->n + 1, sizeof(*s->event));
	s->event[s->n++] = event;
}

/* True if the source has all events of p; if exactly, and no others. */
static bool source_serves(const struct metric_source *s, const struct selected_metric *p,
			  const struct perf_name_set *set, bool exactly)
{
	if (strcmp(s->modifiers, p->modifiers) != 0 || set->n > s->n || (exactly && set->n != s->n) ||
	    s->grouped != (s->n > 1))
		return false;
	for (size_t i = 0; i < set->n; i++)
		if (!source_has(s, set->name[i].index))
			return false;
	return true;
}

/* The first source that has all these events; -1: none. */
static int find_source(const struct metric_selection *ps, const struct selected_metric *p,
		       const struct perf_name_set *set, bool exactly)
{
	for (size_t i = 0; i < ps->n_sources; i++)
		if (source_serves(&ps->source[i], p, set, exactly))
			return (int)i;
	return -1;
}

static void metric_select_add_events(struct metric_source *s, const struct perf_name_set *set)
{
	for (size_t i = 0; i < set->n; i++)
		metric_select_add_event(s, set->name[i].index);
}

/* What pstat measures itself is in no group. */
static void remove_tools(const struct metric_selection *ps, struct perf_name_set *set)
{
	for (size_t i = set->n; i-- > 0;)
		if (is_tool(ps->formulas.event[set->name[i].index].name))
			perf_name_set_remove(set, i);
}

/* One source for the events of all metrics that are not grouped and have the same modifiers. */
static void share_ungrouped(struct metric_selection *ps, struct perf_name_set *set,
			    const struct metric_select_opts *o)
{
	for (size_t i = 0; i < ps->n; i++) {
		LOCAL(perf_name_set) all = {0};

		if (ps->selected[i].grouped || ps->selected[i].source >= 0)
			continue;
		for (size_t k = i; k < ps->n; k++) {
			struct selected_metric *p = &ps->selected[k];

			if (p->grouped || strcmp(p->modifiers, ps->selected[i].modifiers) != 0 || !set[k].n)
				continue;
			for (size_t e = 0; e < set[k].n; e++)
				perf_name_set_add(&all, set[k].name[e].text, set[k].name[e].index);
			p->source = o->no_merge ? -1 : (int)ps->n_sources;
		}
		if (all.n && !o->no_merge)
			metric_select_add_events(add_source(ps, ps->selected[i].modifiers), &all);
	}
}

/* A source of its own, unless an earlier group has all its events. */
static void assign_source(struct metric_selection *ps, struct selected_metric *p,
			  const struct perf_name_set *set, const struct metric_select_opts *o)
{
	struct metric_source *s;

	if (p->source >= 0 || !set->n)
		return;
	p->source = p->grouped ? find_source(ps, p, set, o->no_merge) : -1;
	if (p->source >= 0)
		return;
	p->source = (int)ps->n_sources;
	s = add_source(ps, p->modifiers);
	s->grouped = p->grouped && set->n > 1;
	metric_select_add_events(s, set);
}

static void add_tools(struct metric_selection *ps)
{
	struct metric_source *s = NULL;

	for (size_t e = 0; e < ps->formulas.n_events; e++)
		for (size_t i = 0; i < ps->n && is_tool(ps->formulas.event[e].name); i++) {
			if (!ps->selected[i].events[e])
				continue;
			s = s ? s : add_source(ps, "");
			metric_select_add_event(s, e);
		}
}

/* --- the text --------------------------------------------------------------------------- */

/* The modifiers that an event has: letters after the last slash, maybe none, or colon.  NULL: neither. */
static const char *own_modifiers(const char *event)
{
	const char *slash = strrchr(event, '/'), *colon = strrchr(event, ':');
	const char *after = slash ? slash + 1 : colon ? colon + 1 : NULL;

	return after && (slash || after[strspn(after, "ukhGHIpPSDWe")] == '\0') ? after : NULL;
}

/* True if the expression gives the event a modifier of that kind (mode, host, precision), which stays. */
static bool is_given(const char *own, char letter)
{
	static const char *const alike[] = { "ukh", "GH", "pP", "I" };
	size_t i = 0;

	while (!strchr(alike[i], letter))
		i++;
	return strpbrk(own, alike[i]) != NULL;
}

static void metric_select_add_name(struct str *out, const char *event, const char *modifiers)
{
	const char *own = own_modifiers(event);

	str_addf(out, "%s%s", event, *modifiers && !own ? ":" : "");
	for (; *modifiers; modifiers++)
		if (!own || !is_given(own, *modifiers))
			str_add_n(out, modifiers, 1);
}

static void metric_select_write_text(struct metric_source *s, const struct formulas *fs)
{
	struct str text = {0};

	for (size_t i = 0; i < s->n; i++) {
		str_add(&text, i ? "," : s->grouped ? "{" : "");
		metric_select_add_name(&text, fs->event[s->event[i]].name, s->modifiers);
	}
	str_add(&text, s->grouped ? "}:W" : "");
	s->text = text.text;
}

static void set_slots(const struct metric_selection *ps, struct selected_metric *p)
{
	size_t n = ps->formulas.n_events;

	p->slot = mem_resize(NULL, n + 1, sizeof(*p->slot));
	for (size_t e = 0; e < n; e++)
		p->slot[e] = -1;
	for (size_t i = 0; i < ps->n_sources; i++) {
		const struct metric_source *s = &ps->source[i];

		for (size_t k = 0; k < s->n; k++)
			if ((int)i == p->source || is_tool(ps->formulas.event[s->event[k]].name))
				p->slot[s->event[k]] = (int)(s->slot + k);
	}
}

static void build_sources(struct metric_selection *ps, const struct metric_select_opts *o)
{
	FREED struct perf_name_set *set = mem_zeroed(ps->n + 1, sizeof(*set));

	for (size_t i = 0; i < ps->n; i++) {
		set[i] = events_of(ps, &ps->selected[i], o);
		remove_tools(ps, &set[i]);
	}
	share_ungrouped(ps, set, o);
	for (size_t i = 0; i < ps->n; i++) {
		assign_source(ps, &ps->selected[i], &set[i], o);
		perf_name_set_release(&set[i]);
	}
	add_tools(ps);
	for (size_t i = 0; i < ps->n_sources; i++) {
		struct metric_source *s = &ps->source[i];

		s->slot = ps->n_slots;
		ps->n_slots += s->n;
		metric_select_write_text(s, &ps->formulas);
	}
	for (size_t i = 0; i < ps->n; i++)
		set_slots(ps, &ps->selected[i]);
}

/* --- which can be computed ----------------------------------------------------------------- */

static void drop_impossible(struct finder *f)
{
	struct metric_selection *ps = f->ps;
	size_t kept = 0;

	for (size_t i = 0; i < ps->n; i++) {
		struct selected_metric *p = &ps->selected[i];
		const char *missing = mark_needed(f, p);

		if (!missing) {
			ps->selected[kept++] = *p;
			continue;
		}
		add_missing(f, missing, p->name);
		release_selected(p);
	}
	ps->n = kept;
}

static int report_missing(const struct finder *f)
{
	const struct missing *first = f->n_missing ? &f->missing[0] : NULL;
	const struct formula_world *w = f->ps->formulas.world;

	if (first && !f->ps->n) {
		error_set(f->err, ERROR_UNSUPPORTED, 0, "cannot compute %s: there is no '%s' here",
			  first->names.text, first->what);
		error_hint(f->err, first->what[0] == '#' ? "this machine does not say what it is" :
			   "'pstat list' shows the events of this machine");
		if (w->explain && first->what[0] != '#')
			w->explain(w->ctx, first->what, f->err);
		return -1;
	}
	if (!f->ps->n && f->why.kind != ERROR_NONE) {
		*f->err = f->why;
		return -1;
	}
	for (size_t i = 0; i < f->n_missing; i++)
		notes_add(f->notes, NOTE_NO_METRIC, -1, "'%s': %s", f->missing[i].what,
			  f->missing[i].names.text);
	return 0;
}

static void sort_by_events(struct metric_selection *ps)
{
	for (size_t i = 1; i < ps->n; i++) {
		struct selected_metric p = ps->selected[i];
		size_t at = i;

		for (; at && ps->selected[at - 1].n_needed < p.n_needed; at--)
			ps->selected[at] = ps->selected[at - 1];
		ps->selected[at] = p;
	}
}

/* The index of an event, for which every metric has a flag. */
static size_t intern_for_all(struct metric_selection *ps, const char *event)
{
	struct formulas *fs = &ps->formulas;
	size_t before = fs->n_events, index = (size_t)formulas_intern(fs, event);

	for (size_t i = 0; fs->n_events > before && i < ps->n; i++) {
		ps->selected[i].events = mem_resize(ps->selected[i].events, fs->n_events, sizeof(bool));
		ps->selected[i].events[index] = false;
	}
	return index;
}

/* "cpu_core/topdown-retiring/" is in two parts: its PMU with the slash, or "", and its name. */
static const char *name_on_pmu(const char *event)
{
	const char *slash = strchr(event, '/');

	return slash ? slash + 1 : event;
}

static bool is_slots_of(const char *slots, const char *share)
{
	const char *name = name_on_pmu(slots);
	size_t pmu = (size_t)(name_on_pmu(share) - share), len = strcspn(name, "/:,");

	return (size_t)(name - slots) == pmu && strncmp(slots, share, pmu) == 0 &&
	       (equals(name, len, "slots") || equals(name, len, "topdown.slots"));
}

/* Prefers the slots that other metrics have, as one group is enough. */
static size_t find_slots(struct metric_selection *ps, const char *share)
{
	struct formulas *fs = &ps->formulas;
	LOCAL(str) slots = {0};
	size_t pmu = (size_t)(name_on_pmu(share) - share), index;

	for (size_t e = 0; e < fs->n_events; e++)
		if (is_slots_of(fs->event[e].name, share))
			return e;
	str_add_n(&slots, share, pmu);
	str_addf(&slots, "slots%s", pmu ? "/" : "");
	index = intern_for_all(ps, slots.text);
	return index;
}

static void ensure_slots_of(struct metric_selection *ps, struct selected_metric *p, const char *share)
{
	struct formulas *fs = &ps->formulas;
	size_t slots;

	for (size_t e = 0; e < fs->n_events; e++)
		if (p->events[e] && is_slots_of(fs->event[e].name, share))
			return;
	slots = find_slots(ps, share);
	p->events[slots] = formulas_has_event(fs, slots);
	p->n_needed += p->events[slots];
}

/*
 * Intel's top-down events count only in a group of slots, which newer expressions do not name. PMUs without
 * slots have other events called topdown-.
 */
static void ensure_slots(struct metric_selection *ps)
{
	size_t n = ps->formulas.n_events;

	for (size_t i = 0; i < ps->n; i++)
		for (size_t e = 0; e < n; e++) {
			const char *event = ps->formulas.event[e].name;

			if (ps->selected[i].events[e] && strncmp(name_on_pmu(event), "topdown-", 8) == 0)
				ensure_slots_of(ps, &ps->selected[i], event);
		}
}

/* A metric that needs no event is shown beside the elapsed time. */
static void ensure_row(struct metric_selection *ps)
{
	size_t time = intern_for_all(ps, "duration_time");

	for (size_t i = 0; i < ps->n; i++) {
		struct selected_metric *p = &ps->selected[i];
		bool any = false;

		for (size_t e = 0; e < ps->formulas.n_events; e++)
			any |= p->events[e];
		p->events[time] |= !any;
	}
}

int metric_selection_find(struct metric_selection *ps, const struct metric_select_opts *o,
			  const struct catalog_metric *all, size_t n,
			  const struct formula_world *world, struct notes *notes, struct error *err)
{
	struct finder f = { .ps = ps, .opts = o, .invalid = mem_zeroed(n, sizeof(*f.invalid)),
			    .why = ERROR_INIT, .notes = notes, .err = err };
	int rc = 0;

	*ps = (struct metric_selection){ .formulas = { .metric = all, .n_metrics = n, .world = world } };
	for (size_t i = o->n_lists; rc == 0 && i-- > 0;)
		rc = add_list(&f, o->list[i]);
	if (rc == 0) {
		drop_impossible(&f);
		rc = report_missing(&f);
	}
	for (size_t i = 0; i < f.n_missing; i++)
		str_release(&f.missing[i].names);
	free(f.missing);
	free(f.invalid);
	if (rc < 0)
		return -1;
	ensure_slots(ps);
	ensure_row(ps);
	sort_by_events(ps);
	build_sources(ps, o);
	for (size_t i = 0; i < ps->n / 2; i++) {
		struct selected_metric p = ps->selected[i];

		ps->selected[i] = ps->selected[ps->n - 1 - i];
		ps->selected[ps->n - 1 - i] = p;
	}
	return 0;
}

static int metric_select_compare_names(const void *a, const void *b)
{
	return strcmp(((const struct selected_metric *)a)->name, ((const struct selected_metric *)b)->name);
}

void metric_selection_sort_by_name(struct metric_selection *ps)
{
	if (ps->n)
		qsort(ps->selected, ps->n, sizeof(*ps->selected), metric_select_compare_names);
}

void metric_selection_release(struct metric_selection *ps)
{
	for (size_t i = 0; i < ps->n; i++)
		release_selected(&ps->selected[i]);
	for (size_t i = 0; i < ps->n_sources; i++) {
		free(ps->source[i].text);
		free(ps->source[i].modifiers);
		free(ps->source[i].event);
	}
	free(ps->selected);
	free(ps->source);
	formulas_release(&ps->formulas);
	*ps = (struct metric_selection){0};
}
