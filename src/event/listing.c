/* SPDX-License-Identifier: MIT */
/*
 * What events and metrics are there?  Kinds follow one another in the order of perf list;
 * the events of PMUs are listing_pmu.c's.
 */
#include "event/listing.h"

#include <inttypes.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "event/catalog.h"
#include "event/names.h"
#include "host/pmu.h"
#include "host/tracepoint.h"

const char *listing_textf(struct listing *l, const char *fmt, ...)
{
	struct str text = {0};
	va_list ap;

	va_start(ap, fmt);
	str_add(&text, "");
	str_vaddf(&text, fmt, ap);
	va_end(ap);
	l->text = mem_grow(l->text, l->n_texts, sizeof(*l->text));
	l->text[l->n_texts++] = text.text;
	return text.text;
}

void listing_add(struct listing *l, struct listed item)
{
	const char **const texts[] = {
		&item.name, &item.event, &item.alias, &item.topic, &item.unit, &item.scale_unit,
		&item.summary, &item.detail, &item.encoding, &item.groups, &item.expr, &item.threshold,
	};

	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		if (!*texts[i])
			*texts[i] = "";
	l->item = mem_grow(l->item, l->n, sizeof(*l->item));
	l->item[l->n++] = item;
}

/* --- events that need no PMU ------------------------------------------------------------------ */

/* Of two names perf lists the long one first, whichever it shows when counting. */
static void add_named(struct listing *l, const struct event_name *e, enum listed_kind kind)
{
	bool swap = e->alias && strlen(e->alias) > strlen(e->name);

	listing_add(l, (struct listed){
		.kind = kind,
		.state = kind == LISTED_TOOL ? LISTED_HERE : LISTED_UNTRIED,
		.name = swap ? e->alias : e->name,
		.alias = swap ? e->name : e->alias,
		.topic = kind == LISTED_TOOL ? "tool" : NULL,
		.unit = kind == LISTED_TOOL ? "tool" : NULL,
		.detail = e->summary,
		.type = e->type,
		.config = { e->config },
	});
}

static int by_kind_and_name(const void *a, const void *b)
{
	const struct listed *x = a, *y = b;

	return x->kind != y->kind ? (x->kind < y->kind ? -1 : 1) : strcmp(x->name, y->name);
}

static void add_names(struct listing *l)
{
	size_t tools;

	for (const struct event_name *e = event_names; e->name; e++)
		if (e->tool == TOOL_NONE)
			add_named(l, e, e->type == PERF_TYPE_HARDWARE ? LISTED_HARDWARE : LISTED_SOFTWARE);
	tools = l->n;
	qsort(l->item, tools, sizeof(*l->item), by_kind_and_name);
	for (const struct event_name *e = event_names; e->name; e++)
		if (e->tool != TOOL_NONE)
			add_named(l, e, LISTED_TOOL);
}

/* core NULL: a machine whose core PMU has no name. */
static void add_caches(struct listing *l, const struct pmu *core, bool only)
{
	uint64_t config, high = core && !only ? (uint64_t)core->type << 32 : 0;
	struct str name = {0};

	for (size_t cursor = 0; event_name_next_cache(&cursor, &name, &config);)
		listing_add(l, (struct listed){
			.kind = LISTED_CACHE,
			.state = LISTED_UNTRIED,
			.name = listing_textf(l, "%s", name.text),
			.alias = core ? listing_textf(l, "%s/%s/", core->name, name.text) : NULL,
			.topic = "cache",
			.unit = core ? core->name : NULL,
			.core = true,
			.type = PERF_TYPE_HW_CACHE,
			.config = { config | high },
		});
	str_release(&name);
}

static int add_cache_events(struct listing *l, const struct listing_opts *o, struct error *err)
{
	struct pmu *core[CORES_MOST];
	size_t n;

	if (o->pmus->assumed)
		return 0;
	if (pmus_core(o->pmus, core, CORES_MOST, &n, err) < 0)
		return -1;
	if (!n)
		add_caches(l, NULL, true);
	for (size_t i = 0; i < n; i++)
		if (listing_wants_core(o, core[i]))
			add_caches(l, core[i], n == 1);
	return 0;
}

bool listing_wants_core(const struct listing_opts *o, const struct pmu *core)
{
	return !o->cputype || pmu_is_cputype(core->name, o->cputype);
}

/* The same of a unit as the catalog has it. */
static bool wants_unit(const struct listing_opts *o, const char *unit)
{
	return !o->cputype || strncmp(unit, "cpu_", 4) != 0 || pmu_is_cputype(unit, o->cputype);
}

/* --- what is written otherwise ---------------------------------------------------------------- */

static int add_tracepoints(struct listing *l, const struct listing_opts *o, struct error *err)
{
	struct tracepoints ts;
	int rc = tracepoints_list(&ts, o->pmus->root, o->encodings, err);

	for (size_t i = 0; i < ts.n; i++) {
		const struct tracepoint *t = &ts.tracepoint[i];

		listing_add(l, (struct listed){
			.kind = LISTED_TRACEPOINT,
			.name = listing_textf(l, "%s", t->name),
			.encoding = !t->id ? NULL :
				    listing_textf(l, "tracepoint/config=0x%" PRIx64 "/", t->id),
		});
	}
	tracepoints_release(&ts);
	return rc;
}

/* Those with an expression of this CPU; whether their events are here is found out later. */
static void add_metrics(struct listing *l, const struct listing_opts *o)
{
	enum listed_state state = o->pmus->assumed ? LISTED_ABSENT : LISTED_UNTRIED;
	struct catalog_metric m;

	for (size_t cursor = 0; catalog_next_metric(o->catalog, &cursor, &m);) {
		if (!wants_unit(o, m.unit))
			continue;
		listing_add(l, (struct listed){
			.kind = LISTED_METRIC,
			.state = state,
			.name = m.name,
			.topic = m.topic,
			.unit = m.unit,
			.scale_unit = m.scale_unit,
			.summary = m.summary,
			.detail = m.detail,
			.groups = m.groups,
			.expr = m.expr,
			.threshold = m.threshold,
		});
	}
}

int listing_build(struct listing *l, const struct listing_opts *o, struct error *err)
{
	const struct pmu *core;

	*l = (struct listing){ .catalog = o->catalog };
	if (!o->pmus->assumed)
		add_names(l);
	if ((o->cputype && pmus_find_cputype(o->pmus, o->cputype, &core, err) < 0) ||
	    add_cache_events(l, o, err) < 0 || listing_add_pmus(l, o, err) < 0)
		return -1;
	if (!o->pmus->assumed) {
		listing_add(l, (struct listed){ .kind = LISTED_BREAKPOINT,
						.name = "mem:<addr>[/len][:access]" });
		if (add_tracepoints(l, o, err) < 0)
			return -1;
	}
	add_metrics(l, o);
	return 0;
}

void listing_release(struct listing *l)
{
	for (size_t i = 0; i < l->n_texts; i++)
		free(l->text[i]);
	free(l->text);
	free(l->item);
	*l = (struct listing){0};
}
