/* SPDX-License-Identifier: MIT */
/*
 * Which metrics does a list of names mean, and which of them can be computed here?
 *
 * They are dealt with as perf 6.12 does: later names first, those of a group from its end,
 * then by falling number of events, so that small metrics find a group that has all theirs.
 */
#include "calc/pick.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/nearest.h"
#include "base/str.h"
#include "event/catalog.h"
#include "event/names.h"
#include "host/pmu.h"

struct item {			/* of the list */
	const char *name; size_t len;
	const char *modifiers; size_t n_modifiers;
};

struct lack {			/* something that metrics cannot do without */
	const char *what;
	struct str names;	/* of the metrics */
};

struct finder {
	struct picks *ps;
	const struct pick_opts *opts;
	struct lack *lack; size_t n_lacks;
	bool *wrong;		/* by metric: it was left out, and told */
	struct error why;	/* of the first of them */
	struct notes *notes;
	struct error *err;
};

static bool is_text(const char *text, size_t len, const char *other)
{
	return strlen(other) == len && str_ncasecmp(text, other, len) == 0;
}

/* Among words parted by semicolons. */
static bool has_word(const char *words, const char *word, size_t len)
{
	for (size_t n; *words; words += n + (words[n] != '\0')) {
		n = strcspn(words, ";");
		if (n == len && str_ncasecmp(words, word, len) == 0)
			return true;
	}
	return false;
}

static bool is_meant(const struct item *item, const struct catalog_metric *m)
{
	return is_text(item->name, item->len, m->name) || has_word(m->groups, item->name, item->len) ||
	       is_text(item->name, item->len, "all") ||
	       (!m->groups[0] && is_text(item->name, item->len, "No_group"));
}

static bool is_tool(const char *event)
{
	const struct event_name *known = event_name_find(event);

	return known && known->tool != TOOL_NONE;
}

static bool may_group(const struct finder *f, const struct catalog_metric *m, const struct item *item)
{
	const struct formula_world *w = f->ps->formulas.world;
	const struct pick_opts *o = f->opts;

	if (o->no_group || strcmp(m->constraint, "NO_GROUP_EVENTS") == 0 ||
	    has_word(m->no_group, item->name, item->len))
		return false;
	if (strcmp(m->constraint, "NO_GROUP_EVENTS_SMT") == 0)
		return !(w->literal && w->literal(w->ctx, "#smt_on") > 0);
	return !(o->nmi_watchdog && (strcmp(m->constraint, "NO_GROUP_EVENTS_NMI") == 0 ||
				     strcmp(m->constraint, "NO_NMI_WATCHDOG") == 0));
}

/* "100%slots": so many times, in this unit. */
static void set_scale(struct pick *p)
{
	const char *text = p->metric->scale_unit;
	struct str label = {0};
	char *unit = NULL;
	double scale = strtod(text, &unit);

	p->scaled = unit > text;
	p->scale = p->scaled ? scale : 1;
	p->unit = mem_text(p->scaled ? unit : "");
	str_addf(&label, p->scaled ? "%s  %s" : "%s%s", p->unit, p->name);
	p->label = label.text;
}

/* "TopdownL1 (cpu_core)": kinds of core are told apart, as in perf. */
static void set_group(struct pick *p)
{
	const struct catalog_metric *m = p->metric;
	struct str group = {0};

	str_add(&group, m->default_group);
	if (*m->default_group && *m->unit)
		str_addf(&group, " (%s)", m->unit);
	p->group = group.text;
}

/* --- what it hangs on ------------------------------------------------------------------------- */

static void add_lack(struct finder *f, const char *what, const char *name)
{
	size_t i = 0;

	while (i < f->n_lacks && strcmp(f->lack[i].what, what) != 0)
		i++;
	if (i == f->n_lacks) {
		f->lack = mem_resize(f->lack, f->n_lacks + 1, sizeof(*f->lack));
		f->lack[f->n_lacks++] = (struct lack){ .what = what };
	}
	str_addf(&f->lack[i].names, "%s%s", f->lack[i].names.len ? ", " : "", name);
}

/* NULL: all that is marked is there. */
static const char *find_lack(struct formulas *fs, const bool *event)
{
	for (size_t i = 0; i < fs->n_events; i++)
		if (event[i] && !formulas_has_event(fs, i))
			return fs->event[i].name;
	return NULL;
}

static bool *make_flags(size_t n)
{
	bool *flags = mem_resize(NULL, n + 1, sizeof(*flags));

	memset(flags, 0, n + 1);
	return flags;
}

/* A threshold that this machine cannot tell is none. */
static void mark_threshold(struct formulas *fs, struct pick *p, bool events_too)
{
	bool *event = make_flags(fs->n_events);

	if (formulas_mark(fs, (size_t)p->threshold, p->formulas, event) || find_lack(fs, event))
		p->threshold = -1;
	for (size_t i = 0; p->threshold >= 0 && events_too && i < fs->n_events; i++)
		p->events[i] |= event[i];
	free(event);
}

/* What p cannot do without and is not there; NULL: all is. */
static const char *mark_needed(struct finder *f, struct pick *p)
{
	struct formulas *fs = &f->ps->formulas;
	const char *lack;

	p->formulas = make_flags(fs->n);
	p->events = make_flags(fs->n_events);
	lack = formulas_mark(fs, p->formula, p->formulas, p->events);
	if (!lack)
		lack = find_lack(fs, p->events);
	if (!lack && p->threshold >= 0)
		mark_threshold(fs, p, !f->opts->no_threshold);
	for (size_t i = 0; i < fs->n_events; i++)
		p->n_needed += p->events[i] && !is_tool(fs->event[i].name);
	return lack;
}

/* --- the list ------------------------------------------------------------------------------------ */

static void release_pick(struct pick *p)
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

static bool is_picked(const struct picks *ps, const struct catalog_metric *m, const struct item *item)
{
	for (size_t i = 0; i < ps->n; i++)
		if (ps->pick[i].metric == m && strlen(ps->pick[i].modifiers) == item->n_modifiers &&
		    strncmp(ps->pick[i].modifiers, item->modifiers, item->n_modifiers) == 0)
			return true;
	return false;
}

static void tell_wrong(struct finder *f, const struct catalog_metric *m, const struct error *why)
{
	bool *told = &f->wrong[m - f->ps->formulas.metric], hint = why->hint[0];

	if (!*told)
		notes_add(f->notes, NOTE_METRIC_WRONG, -1, "%s: %s%s%s%s", m->name, why->message,
			  hint ? " (" : "", why->hint, hint ? ")" : "");
	*told = true;
}

/* A wrong one is an error of who named it; of a group, which others made, the rest is computed. */
static int add_formula(struct finder *f, const struct catalog_metric *m, const struct item *item,
		       int *formula)
{
	struct error why = ERROR_INIT;

	*formula = formulas_add(&f->ps->formulas, m, &why);
	if (*formula >= 0)
		return 0;
	if (is_text(item->name, item->len, m->name)) {
		*f->err = why;
		return -1;
	}
	tell_wrong(f, m, &why);
	if (f->why.kind == ERROR_NONE)
		f->why = why;
	return 0;
}

/* A wrong threshold costs the colour, not the metric. */
static int add_threshold(struct finder *f, const struct catalog_metric *m)
{
	struct error why = ERROR_INIT;
	int threshold = m->threshold[0] ? formulas_add_threshold(&f->ps->formulas, m, &why) : -1;

	if (m->threshold[0] && threshold < 0)
		tell_wrong(f, m, &why);
	return threshold;
}

static int add(struct finder *f, const struct catalog_metric *m, const struct item *item)
{
	struct picks *ps = f->ps;
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
	ps->pick = mem_resize(ps->pick, ps->n + 1, sizeof(*ps->pick));
	ps->pick[ps->n] = (struct pick){ .metric = m, .name = name.text, .modifiers = modifiers.text,
					 .formula = (size_t)formula, .threshold = threshold,
					 .grouped = may_group(f, m, item), .source = -1 };
	set_group(&ps->pick[ps->n]);
	set_scale(&ps->pick[ps->n++]);
	return 0;
}

bool pick_is_of(const struct catalog_metric *m, const char *unit)
{
	return !unit || !m->unit[0] || pmu_is_cputype(m->unit, unit);
}

enum { NAME_MOST = 80 };

/* found keeps the group that is nearest, as near only borrows; then near.found is "". */
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

static void suggest(const struct formulas *fs, const char *unit, const char *name, struct error *err)
{
	struct nearest near = { .wanted = name };
	struct str found = {0};

	for (size_t i = 0; i < fs->n_metrics; i++) {
		if (!pick_is_of(&fs->metric[i], unit))
			continue;
		nearest_offer(&near, fs->metric[i].name);
		offer_groups(&near, &found, fs->metric[i].groups);
	}
	if (near.found)
		error_hint(err, "did you mean '%s'?", near.found[0] ? near.found : found.text);
	else
		error_hint(err, "'pstat list metrics' shows them");
	str_release(&found);
}

/* No metric or group has this name; -1. */
static int unknown(const struct formulas *fs, const char *unit, const char *text, size_t len,
		   struct error *err)
{
	char name[NAME_MOST] = "";

	memcpy(name, text, len < sizeof(name) ? len : sizeof(name) - 1);
	error_set(err, ERROR_NOT_FOUND, 0, "there is no metric or group '%s'", name);
	if (strpbrk(name, "*?["))
		error_hint(err, "-M takes no patterns; `pstat list '%s'` shows what fits this one", name);
	else if (!fs->n_metrics)
		error_hint(err, "none are known of this CPU; --define 'name=expression' makes one");
	else
		suggest(fs, unit, name, err);
	return -1;
}

static int add_item(struct finder *f, const struct item *item)
{
	const struct formulas *fs = &f->ps->formulas;
	const struct catalog_metric *other = NULL;
	bool found = false;

	for (size_t i = fs->n_metrics; i-- > 0;) {
		const struct catalog_metric *m = &fs->metric[i];

		if (!is_meant(item, m))
			continue;
		if (!pick_is_of(m, f->opts->unit)) {
			other = m;
			continue;
		}
		found = true;
		if (!is_picked(f->ps, m, item) && add(f, m, item) < 0)
			return -1;
	}
	if (!found && other)
		return error_set(f->err, ERROR_NOT_FOUND, 0, "'%.*s' is of %s, which --cputype %s leaves out",
				 (int)item->len, item->name, other->unit, f->opts->unit);
	return found ? 0 : unknown(fs, f->opts->unit, item->name, item->len, f->err);
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
		return error_set(err, ERROR_USAGE, 0, "metric '%.*s' has no modifier behind its colon",
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

/* From its end. */
static int add_list(struct finder *f, const char *list)
{
	size_t end = strlen(list), start;
	struct item item;
	bool any = false;

	for (;; end = start - 1) {
		for (start = end; start && list[start - 1] != ',';)
			start--;
		if (parse_item(&item, list + start, end - start, f->err) < 0 ||
		    (item.len && add_item(f, &item) < 0))
			return -1;
		any |= item.len != 0;
		if (!start)
			break;
	}
	if (any)
		return 0;
	error_set(f->err, ERROR_USAGE, 0, "-M needs the name of a metric or group");
	error_hint(f->err, "'pstat list metrics' shows them");
	return -1;
}

/* --- what is left of it ------------------------------------------------------------------------ */

static void leave_out_impossible(struct finder *f)
{
	struct picks *ps = f->ps;
	size_t kept = 0;

	for (size_t i = 0; i < ps->n; i++) {
		struct pick *p = &ps->pick[i];
		const char *lack = mark_needed(f, p);

		if (!lack) {
			ps->pick[kept++] = *p;
			continue;
		}
		add_lack(f, lack, p->name);
		release_pick(p);
	}
	ps->n = kept;
}

static int tell_lacks(const struct finder *f)
{
	const struct lack *first = f->n_lacks ? &f->lack[0] : NULL;
	const struct formula_world *w = f->ps->formulas.world;

	if (first && !f->ps->n) {
		error_set(f->err, ERROR_UNSUPPORTED, 0, "cannot compute %s: there is no '%s' here",
			  first->names.text, first->what);
		error_hint(f->err, first->what[0] == '#' ? "this machine does not tell it" :
			   "'pstat list' shows the events of this machine");
		if (w->explain && first->what[0] != '#')
			w->explain(w->ctx, first->what, f->err);
		return -1;
	}
	if (!f->ps->n && f->why.kind != ERROR_NONE) {
		*f->err = f->why;
		return -1;
	}
	for (size_t i = 0; i < f->n_lacks; i++)
		notes_add(f->notes, NOTE_NO_METRIC, -1, "'%s': %s", f->lack[i].what, f->lack[i].names.text);
	return 0;
}

static void sort_by_size(struct picks *ps)
{
	for (size_t i = 1; i < ps->n; i++) {
		struct pick p = ps->pick[i];
		size_t at = i;

		for (; at && ps->pick[at - 1].n_needed < p.n_needed; at--)
			ps->pick[at] = ps->pick[at - 1];
		ps->pick[at] = p;
	}
}

/* So that it stands somewhere: what needs no event is shown beside the time. */
static void give_rows(struct picks *ps)
{
	struct formulas *fs = &ps->formulas;
	size_t before = fs->n_events, time = (size_t)formulas_intern(fs, "duration_time");

	for (size_t i = 0; i < ps->n; i++) {
		struct pick *p = &ps->pick[i];
		bool any = false;

		p->events = mem_resize(p->events, fs->n_events + 1, sizeof(*p->events));
		if (fs->n_events > before)
			p->events[time] = false;
		for (size_t e = 0; e < fs->n_events; e++)
			any |= p->events[e];
		p->events[time] |= !any;
	}
}

int picks_find(struct picks *ps, const struct pick_opts *o, const struct catalog_metric *all, size_t n,
	       const struct formula_world *world, struct notes *notes, struct error *err)
{
	struct finder f = { .ps = ps, .opts = o, .wrong = make_flags(n), .why = ERROR_INIT, .notes = notes,
			    .err = err };
	int rc = 0;

	*ps = (struct picks){ .formulas = { .metric = all, .n_metrics = n, .world = world } };
	for (size_t i = o->n_lists; rc == 0 && i-- > 0;)
		rc = add_list(&f, o->list[i]);
	if (rc == 0) {
		leave_out_impossible(&f);
		rc = tell_lacks(&f);
	}
	for (size_t i = 0; i < f.n_lacks; i++)
		str_release(&f.lack[i].names);
	free(f.lack);
	free(f.wrong);
	if (rc < 0)
		return -1;
	give_rows(ps);
	sort_by_size(ps);
	pick_sources_build(ps, o);
	for (size_t i = 0; i < ps->n / 2; i++) {
		struct pick p = ps->pick[i];

		ps->pick[i] = ps->pick[ps->n - 1 - i];
		ps->pick[ps->n - 1 - i] = p;
	}
	return 0;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct pick *)a)->name, ((const struct pick *)b)->name);
}

void picks_sort_by_name(struct picks *ps)
{
	if (ps->n)
		qsort(ps->pick, ps->n, sizeof(*ps->pick), by_name);
}

void picks_release(struct picks *ps)
{
	for (size_t i = 0; i < ps->n; i++)
		release_pick(&ps->pick[i]);
	for (size_t i = 0; i < ps->n_sources; i++) {
		free(ps->source[i].text);
		free(ps->source[i].modifiers);
		free(ps->source[i].event);
	}
	free(ps->pick);
	free(ps->source);
	formulas_release(&ps->formulas);
	*ps = (struct picks){0};
}
