/* SPDX-License-Identifier: MIT */
/* Which events do the picked metrics share, which stand in a group, and where does each find its own? */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "calc/pick.h"
#include "event/names.h"

static bool is_tool(const struct picks *ps, size_t event)
{
	const struct event_name *known = event_name_find(ps->formulas.event[event].name);

	return known && known->tool != TOOL_NONE;
}

/* --- the events of one metric, as it mentions them ---------------------------------------------- */

struct walk {
	const struct picks *ps;
	const struct pick *p;
	bool *seen;		/* formulas */
	bool *taken;		/* events */
	size_t *event, n;
};

static void take(struct walk *w, size_t event)
{
	if (w->p->events[event] && !w->taken[event])
		w->event[w->n++] = event;
	w->taken[event] = true;
}

static void walk_formula(struct walk *w, size_t f)
{
	const struct formula *formula = &w->ps->formulas.formula[f];

	if (w->seen[f] || !w->p->formulas[f])
		return;
	w->seen[f] = true;
	for (size_t i = 0; i < expr_n_names(formula->expr); i++) {
		if (formula->use[i].kind == USE_FORMULA)
			walk_formula(w, formula->use[i].index);
		if (formula->use[i].kind == USE_EVENT)
			take(w, formula->use[i].index);
	}
}

/* Returns how many; they are the caller's. */
static size_t list_events(const struct picks *ps, const struct pick *p, size_t **event)
{
	const struct formulas *fs = &ps->formulas;
	struct walk w = { .ps = ps, .p = p, .seen = mem_resize(NULL, fs->n + 1, sizeof(*w.seen)),
			  .taken = mem_resize(NULL, fs->n_events + 1, sizeof(*w.taken)),
			  .event = mem_resize(NULL, fs->n_events + 1, sizeof(*w.event)) };

	memset(w.seen, 0, fs->n + 1);
	memset(w.taken, 0, fs->n_events + 1);
	walk_formula(&w, p->formula);
	if (p->threshold >= 0)
		walk_formula(&w, (size_t)p->threshold);
	for (size_t i = 0; i < fs->n_events; i++)
		take(&w, i);
	free(w.seen);
	free(w.taken);
	*event = w.event;
	return w.n;
}

/*
 * The order in which perf 6.12 has the events of a group: that of a table of buckets, which
 * grows when it is three quarters full; of one bucket the last that came is the first.
 */
static size_t bucket_of(const char *event, unsigned bits)
{
	uint64_t hash = 0;

	for (; *event; event++)
		hash = 31 * hash + (unsigned char)(*event == '/' ? '@' : *event);
	return (size_t)(hash * 11400714819323198485u >> (64 - bits));
}

static void sort_as_perf(const struct formulas *fs, size_t *event, size_t n)
{
	unsigned bits = 2;

	while (n * 4 > 3u << bits)
		bits++;
	for (size_t i = 1; i < n; i++) {
		size_t e = event[i], at = i, bucket = bucket_of(fs->event[e].name, bits);

		for (; at && bucket_of(fs->event[event[at - 1]].name, bits) >= bucket; at--)
			event[at] = event[at - 1];
		event[at] = e;
	}
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

/* Has it all n events, and if exactly, no others? */
static bool serves(const struct pick_source *s, const struct pick *p, const size_t *event, size_t n,
		   bool exactly)
{
	if (strcmp(s->modifiers, p->modifiers) != 0 || n > s->n || (exactly && n != s->n))
		return false;
	for (size_t i = 0; i < n; i++)
		if (!has(s, event[i]))
			return false;
	return true;
}

/* A group of its own, unless there is one with all its events. */
static void give_group(struct picks *ps, struct pick *p, bool no_merge)
{
	struct pick_source *s;
	size_t *event, all = list_events(ps, p, &event), n = 0;

	sort_as_perf(&ps->formulas, event, all);
	for (size_t i = 0; i < all; i++)
		if (!is_tool(ps, event[i]))
			event[n++] = event[i];
	p->source = -1;
	for (size_t i = 0; i < ps->n_sources && p->source < 0; i++)
		if (serves(&ps->source[i], p, event, n, no_merge))
			p->source = (int)i;
	if (p->source < 0) {
		p->source = (int)ps->n_sources;
		s = add_source(ps, p->modifiers);
		for (size_t i = 0; i < n; i++)
			add_event(s, event[i]);
	}
	free(event);
}

/* From number `from` on are those of no group: one for each kind of modifiers. */
static struct pick_source *loose_source(struct picks *ps, size_t from, const char *modifiers)
{
	size_t i = from;

	while (i < ps->n_sources && strcmp(ps->source[i].modifiers, modifiers) != 0)
		i++;
	return i < ps->n_sources ? &ps->source[i] : add_source(ps, modifiers);
}

static void give_loose(struct picks *ps, const struct pick *p, size_t from)
{
	size_t *event, n = list_events(ps, p, &event);

	for (size_t i = 0; i < n; i++) {
		bool tool = is_tool(ps, event[i]);

		if (p->source < 0 || tool)
			add_event(loose_source(ps, from, tool ? "" : p->modifiers), event[i]);
	}
	free(event);
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

static void write_text(struct pick_source *s, const struct formulas *fs, bool grouped)
{
	struct str text = {0};

	for (size_t i = 0; i < s->n; i++) {
		str_add(&text, i ? "," : grouped ? "{" : "");
		add_name(&text, fs->event[s->event[i]].name, s->modifiers);
	}
	str_add(&text, grouped ? "}:W" : "");
	s->text = text.text;
}

static void find_slots(const struct picks *ps, struct pick *p, size_t loose)
{
	size_t n = ps->formulas.n_events;

	p->slot = mem_resize(NULL, n + 1, sizeof(*p->slot));
	for (size_t e = 0; e < n; e++)
		p->slot[e] = -1;
	for (size_t i = ps->n_sources; i-- > 0;) {
		const struct pick_source *s = &ps->source[i];
		bool own = (int)i == p->source;
		bool served = p->source < 0 && strcmp(s->modifiers, p->modifiers) == 0;

		for (size_t k = 0; k < s->n && (own || i >= loose); k++)
			if (own || served || is_tool(ps, s->event[k]))
				p->slot[s->event[k]] = (int)(s->slot + k);
	}
}

void pick_sources_build(struct picks *ps, const struct pick_opts *o)
{
	size_t loose;

	for (size_t i = 0; i < ps->n; i++)
		if (ps->pick[i].grouped && ps->pick[i].n_needed)
			give_group(ps, &ps->pick[i], o->no_merge);
	loose = ps->n_sources;
	for (size_t i = 0; i < ps->n; i++)
		give_loose(ps, &ps->pick[i], loose);
	for (size_t i = 0; i < ps->n_sources; i++) {
		struct pick_source *s = &ps->source[i];

		s->slot = ps->n_slots;
		ps->n_slots += s->n;
		write_text(s, &ps->formulas, i < loose && s->n > 1);
	}
	for (size_t i = 0; i < ps->n; i++)
		find_slots(ps, &ps->pick[i], loose);
}
