/* SPDX-License-Identifier: MIT */
/* Which events do the picked metrics share, which stand in a group, and where does each find its own? */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "calc/name_set.h"
#include "calc/pick.h"
#include "event/names.h"

static bool is_tool(const struct picks *ps, size_t event)
{
	const struct event_name *known = event_name_find(ps->formulas.event[event].name);

	return known && known->tool != TOOL_NONE;
}

/* --- the events of one metric, in the order of perf 6.12 ----------------------------------------- */

struct gather {
	struct formulas *fs;
	const struct formula *of;	/* whose names are looked at */
	bool *seen;			/* formulas */
};

/* Metrics that it refers to stand in a set with numbers from n_events on. */
static void *name_alone(void *ctx, size_t name)
{
	const struct gather *g = ctx;
	const struct use *use = &g->of->use[name];
	struct name_set *set;

	if (use->kind == USE_NUMBER)
		return NULL;
	set = mem_zeroed(1, sizeof(*set));
	if (use->kind == USE_EVENT)
		name_set_add(set, g->fs->event[use->index].name, use->index);
	else
		name_set_add(set, expr_name(g->of->expr, name), g->fs->n_events + use->index);
	return set;
}

static void *join(void *ctx, void *left, void *right)
{
	struct name_set *l = left, *r = right;

	(void)ctx;
	*l = name_set_join(*l, *r);
	free(r);
	return l;
}

static void add_formula(struct gather *g, struct name_set *set, size_t formula);

/* The metrics in it, the first one first, make room for what they are made of. */
static void resolve(struct gather *g, struct name_set *set)
{
	size_t *formula = mem_resize(NULL, set->n + 1, sizeof(*formula)), n = 0;

	for (size_t i = 0; i < set->n;) {
		if (set->name[i].index < g->fs->n_events) {
			i++;
			continue;
		}
		formula[n++] = set->name[i].index - g->fs->n_events;
		name_set_remove(set, i);
	}
	for (size_t i = 0; i < n; i++)
		if (!g->seen[formula[i]])
			add_formula(g, set, formula[i]);
	free(formula);
}

static void add_formula(struct gather *g, struct name_set *set, size_t formula)
{
	const struct expr_fold how = { g, name_alone, join };
	struct name_set *own;

	g->seen[formula] = true;
	g->of = &g->fs->formula[formula];
	own = formulas_fold(g->fs, formula, &how);
	if (!own)
		return;
	*set = name_set_join(*own, *set);
	free(own);
	resolve(g, set);
}

/* What the threshold is made of is the metric itself, and what else it needs. */
static struct name_set events_of(struct picks *ps, const struct pick *p, const struct pick_opts *o)
{
	struct formulas *fs = &ps->formulas;
	bool with_threshold = p->threshold >= 0 && !o->no_threshold;
	struct gather g = { .fs = fs, .seen = mem_zeroed(fs->n + 1, sizeof(*g.seen)) };
	struct name_set set = {0};

	add_formula(&g, &set, with_threshold ? (size_t)p->threshold : p->formula);
	for (size_t i = 0; i < fs->n_events; i++)
		if (p->events[i])	/* give_rows() may have given it one more */
			name_set_add(&set, fs->event[i].name, i);
	free(g.seen);
	return set;
}

/* --- sources ------------------------------------------------------------------------------------ */

static struct pick_source *add_source(struct picks *ps, const char *modifiers)
{
	ps->source = mem_resize(ps->source, ps->n_sources + 1, sizeof(*ps->source));
	ps->source[ps->n_sources] = (struct pick_source){ .modifiers = mem_text(modifiers) };
	return &ps->source[ps->n_sources++];
}

static bool has(const struct pick_source *s, size_t event)
{
	for (size_t i = 0; i < s->n; i++)
		if (s->event[i] == event)
			return true;
	return false;
}

static void add_event(struct pick_source *s, size_t event)
{
	if (has(s, event))
		return;
	s->event = mem_resize(s->event, s->n + 1, sizeof(*s->event));
	s->event[s->n++] = event;
}

/* Has the group all its events, and if exactly, no others? */
static bool serves(const struct pick_source *s, const struct pick *p, const struct name_set *set,
		   bool exactly)
{
	if (strcmp(s->modifiers, p->modifiers) != 0 || set->n > s->n || (exactly && set->n != s->n) ||
	    s->grouped != (s->n > 1))
		return false;
	for (size_t i = 0; i < set->n; i++)
		if (!has(s, set->name[i].index))
			return false;
	return true;
}

/* The first one that has all these names; -1: none. */
static int find_source(const struct picks *ps, const struct pick *p, const struct name_set *set, bool exactly)
{
	for (size_t i = 0; i < ps->n_sources; i++)
		if (serves(&ps->source[i], p, set, exactly))
			return (int)i;
	return -1;
}

static void fill(struct pick_source *s, const struct name_set *set)
{
	for (size_t i = 0; i < set->n; i++)
		add_event(s, set->name[i].index);
}

/* pstat's own measures are in no group. */
static void drop_tools(const struct picks *ps, struct name_set *set)
{
	for (size_t i = set->n; i-- > 0;)
		if (is_tool(ps, set->name[i].index))
			name_set_remove(set, i);
}

/* All of the same modifiers that stand in no group are one list, before the groups. */
static void give_one_list(struct picks *ps, struct name_set *set, const struct pick_opts *o)
{
	for (size_t i = 0; i < ps->n; i++) {
		struct name_set all = {0};

		if (ps->pick[i].grouped || ps->pick[i].source >= 0)
			continue;
		for (size_t k = i; k < ps->n; k++) {
			struct pick *p = &ps->pick[k];

			if (p->grouped || strcmp(p->modifiers, ps->pick[i].modifiers) != 0 || !set[k].n)
				continue;
			for (size_t e = 0; e < set[k].n; e++)
				name_set_add(&all, set[k].name[e].text, set[k].name[e].index);
			p->source = o->no_merge ? -1 : (int)ps->n_sources;
		}
		if (all.n && !o->no_merge)
			fill(add_source(ps, ps->pick[i].modifiers), &all);
		name_set_release(&all);
	}
}

/* Events of its own, unless there is a group that has them all. */
static void give_own(struct picks *ps, struct pick *p, const struct name_set *set, const struct pick_opts *o)
{
	struct pick_source *s;

	if (p->source >= 0 || !set->n)
		return;
	p->source = p->grouped ? find_source(ps, p, set, o->no_merge) : -1;
	if (p->source >= 0)
		return;
	p->source = (int)ps->n_sources;
	s = add_source(ps, p->modifiers);
	s->grouped = p->grouped && set->n > 1;
	fill(s, set);
}

static void give_tools(struct picks *ps)
{
	struct pick_source *s = NULL;

	for (size_t e = 0; e < ps->formulas.n_events; e++)
		for (size_t i = 0; i < ps->n && is_tool(ps, e); i++) {
			if (!ps->pick[i].events[e])
				continue;
			s = s ? s : add_source(ps, "");
			add_event(s, e);
		}
}

/* --- the text ---------------------------------------------------------------------------------- */

/* Letters behind the last slash or colon, if an event has such already; "" behind a slash; NULL: neither. */
static const char *find_modifiers(const char *event)
{
	const char *slash = strrchr(event, '/'), *colon = strrchr(event, ':');
	const char *behind = slash ? slash + 1 : colon ? colon + 1 : NULL;

	return behind && (slash || behind[strspn(behind, "ukhGHIpPSDWe")] == '\0') ? behind : NULL;
}

/* What an expression gives an event in so many words is meant: whose work it is, how precisely. */
static bool is_settled(const char *own, char letter)
{
	static const char *const alike[] = { "ukh", "GH", "pP", "I" };
	size_t i = 0;

	while (!strchr(alike[i], letter))
		i++;
	return strpbrk(own, alike[i]) != NULL;
}

static void add_name(struct str *out, const char *event, const char *modifiers)
{
	const char *own = find_modifiers(event);

	str_addf(out, "%s%s", event, *modifiers && !own ? ":" : "");
	for (; *modifiers; modifiers++)
		if (!own || !is_settled(own, *modifiers))
			str_add_n(out, modifiers, 1);
}

static void write_text(struct pick_source *s, const struct formulas *fs)
{
	struct str text = {0};

	for (size_t i = 0; i < s->n; i++) {
		str_add(&text, i ? "," : s->grouped ? "{" : "");
		add_name(&text, fs->event[s->event[i]].name, s->modifiers);
	}
	str_add(&text, s->grouped ? "}:W" : "");
	s->text = text.text;
}

static void find_slots(const struct picks *ps, struct pick *p)
{
	size_t n = ps->formulas.n_events;

	p->slot = mem_resize(NULL, n + 1, sizeof(*p->slot));
	for (size_t e = 0; e < n; e++)
		p->slot[e] = -1;
	for (size_t i = 0; i < ps->n_sources; i++) {
		const struct pick_source *s = &ps->source[i];

		for (size_t k = 0; k < s->n; k++)
			if ((int)i == p->source || is_tool(ps, s->event[k]))
				p->slot[s->event[k]] = (int)(s->slot + k);
	}
}

void pick_sources_build(struct picks *ps, const struct pick_opts *o)
{
	struct name_set *set = mem_zeroed(ps->n + 1, sizeof(*set));

	for (size_t i = 0; i < ps->n; i++) {
		set[i] = events_of(ps, &ps->pick[i], o);
		drop_tools(ps, &set[i]);
	}
	give_one_list(ps, set, o);
	for (size_t i = 0; i < ps->n; i++) {
		give_own(ps, &ps->pick[i], &set[i], o);
		name_set_release(&set[i]);
	}
	give_tools(ps);
	for (size_t i = 0; i < ps->n_sources; i++) {
		struct pick_source *s = &ps->source[i];

		s->slot = ps->n_slots;
		ps->n_slots += s->n;
		write_text(s, &ps->formulas);
	}
	for (size_t i = 0; i < ps->n; i++)
		find_slots(ps, &ps->pick[i]);
	free(set);
}
