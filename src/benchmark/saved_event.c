/* SPDX-License-Identifier: MIT */
/* The JSON members of an event: some are the event's own, others are made from its attr, PMU and cgroup. */
#include "benchmark/saved_event.h"

#include <linux/perf_event.h>
#include <math.h>
#include <string.h>

#include "base/index.h"
#include "base/json_members.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/str.h"
#include "benchmark/benchmark.h"
#include "event/event.h"
#include "event/event_label.h"
#include "event/event_names.h"
#include "host/pmu.h"

struct saved_event {		/* borrows its texts */
	const char *name, *scope, *cgroup, *unit, *pmu, *filter;
	double scale;
	int leader, row;
	uint64_t type;			/* unknown: it is pstat's own */
	struct member_counts config;
	bool has_config, odd_config;	/* the document has it, perhaps with items that are no numbers */
	bool percore, background, emulated;
};

#define AT(field) offsetof(struct saved_event, field)
#define CONFIG "config"

static const struct json_member saved_event_members[] = {
	{ "name", MEMBER_NAME, AT(name) },
	{ "scope", MEMBER_NAME, AT(scope) },
	{ "cgroup", MEMBER_NAME, AT(cgroup) },
	{ "unit", MEMBER_NAME, AT(unit) },
	{ "scale", MEMBER_NUMBER, AT(scale) },
	{ "leader", MEMBER_ID, AT(leader) },
	{ "row", MEMBER_ID, AT(row) },
	{ "pmu", MEMBER_NAME, AT(pmu) },
	{ "type", MEMBER_COUNT, AT(type) },
	{ CONFIG, MEMBER_COUNTS, AT(config) },
	{ "percore", MEMBER_YES_NO, AT(percore) },
	{ "background", MEMBER_FLAG, AT(background) },
	{ "emulated", MEMBER_FLAG, AT(emulated) },
	{ "filter", MEMBER_NAME, AT(filter), .optional = true },
	{ .key = NULL },
};

/* --- writing ----------------------------------------------------------------------------------------- */

void saved_event_write(struct json_writer *j, const struct benchmark *b, size_t event)
{
	const struct event *e = &b->events.event[event];
	const struct perf_event_attr *a = &e->attr.head;
	LOCAL(str) scope = {0};
	struct saved_event s = {
		.name = e->name, .unit = e->unit, .scale = e->scale, .leader = e->leader, .row = e->row,
		.cgroup = e->cgroup < 0 ? NULL : b->target.cgroups.cgroup[e->cgroup].name,
		.pmu = e->pmu ? e->pmu->name : NULL, .type = MEMBER_NO_COUNT,
		.percore = e->flags & EVENT_PER_CORE, .background = e->flags & EVENT_BACKGROUND,
		.emulated = event_is_emulated(e), .filter = e->filter,
	};

	event_label_add_scope(&scope, e);
	s.scope = str_text(&scope);
	if (e->tool == TOOL_NONE) {
		s.type = a->type;
		s.config = (struct member_counts){
			{ a->config, a->config1, a->config2, e->attr.tail.config3 }, 4 };
	}
	members_write(j, saved_event_members, &s);
}

/* --- reading ----------------------------------------------------------------------------------------- */

static void read_members(struct saved_event *s, const struct json_document *doc, int node)
{
	int config = json_document_find(doc, node, CONFIG);

	members_read(s, saved_event_members, doc, node);
	s->has_config = config >= 0;
	s->odd_config = s->has_config && doc->node[config].n && !s->config.n;
}

/* "type": null says that pstat measured it; its name may be the user's.  False: it is no event. */
static bool saved_event_set_attr(struct event *e, const struct saved_event *s)
{
	if (s->type == MEMBER_NO_COUNT) {
		e->known = event_name_find_tool(e->name);
		e->tool = e->known ? e->known->tool : TOOL_VALUE;
		return e->known || s->has_config;
	}
	if (s->type > UINT32_MAX || s->odd_config)
		return false;
	e->attr.head.type = (uint32_t)s->type;
	e->attr.head.size = ATTR_SIZE;
	e->attr.head.config = s->config.count[0];
	e->attr.head.config1 = s->config.count[1];
	e->attr.head.config2 = s->config.count[2];
	e->attr.tail.config3 = s->config.count[3];
	e->known = event_name_by_config(e->attr.head.type, e->attr.head.config);
	return true;
}

/* The type of a PMU's event says nothing about the event, but its name does, without PMU and modifiers. */
static const struct event_name *known_by_name(const struct event *e)
{
	const char *slash = strchr(e->name, '/'), *from = slash ? slash + 1 : e->name;
	char name[64] = "";
	size_t n = strcspn(from, "/:");

	if (n < sizeof(name))
		memcpy(name, from, n);
	return event_name_find(name);
}

static bool is_cgroup(const void *list, size_t at, const void *name)
{
	return strcmp(((const struct cgroup *)list)[at].name, name) == 0;
}

/* Adds each cgroup once, in the order of their first events. */
static int find_cgroup(struct cgroups *cs, struct index *by_name, const char *name)
{
	uint64_t hash = name ? index_hash(0, name) : 0;
	ptrdiff_t at = name ? index_find(by_name, hash, is_cgroup, cs->cgroup, name) : -1;

	if (!name || at != INDEX_NONE)
		return (int)at;
	index_add(by_name, hash, cs->n);
	cs->cgroup = mem_grow(cs->cgroup, cs->n, sizeof(*cs->cgroup));
	cs->cgroup[cs->n] = (struct cgroup){ mem_copy_text(name), -1 };
	return (int)cs->n++;
}

static void set_pmu(struct event *e, struct pmu *pmu, const char *name)
{
	pmu->name = name ? mem_copy_text(name) : NULL;
	pmu->is_core = event_type_is_core(e->attr.head.type);
	e->pmu = name ? pmu : NULL;
}

/* n: of all events.  Returns what is wrong with it. */
static const char *set_event(struct event *e, const struct saved_event *s, size_t i, size_t n)
{
	if (!s->name)
		return "has no name";
	if (s->leader < 0 || (size_t)s->leader >= n || s->row < 0 || (size_t)s->row > i)
		return "has no leader or no row";
	if (!isfinite(s->scale) || !event_label_set_scope(e, s->scope ? s->scope : "") ||
	    !saved_event_set_attr(e, s))
		return "has no scale, scope or config";
	if (!number_is_scale(s->scale))
		return "has a scale that is not from 1e-30 to 1e30";
	e->scale = s->scale;
	e->leader = s->leader;
	e->row = s->row;
	e->known = e->known ? e->known : known_by_name(e);
	e->flags = (s->percore ? EVENT_PER_CORE : 0u) | (s->background ? EVENT_BACKGROUND : 0u);
	return NULL;
}

static char *saved_event_copy(const char *text)
{
	return text ? mem_copy_text(text) : NULL;
}

const char *saved_events_read(struct benchmark *b, const struct json_document *doc, int list)
{
	size_t n = doc->node[list].n;
	LOCAL(index) cgroups = {0};
	const char *wrong = NULL;

	b->events.event = mem_resize(NULL, n, sizeof(*b->events.event));
	b->machine.pmus = (struct pmus){ .pmu = mem_zeroed(n, sizeof(*b->machine.pmus.pmu)), .n = n };
	for (int node = doc->node[list].child; node >= 0 && !wrong; node = doc->node[node].next) {
		size_t i = b->events.n++;
		struct event *e = &b->events.event[i];
		struct saved_event s;

		read_members(&s, doc, node);
		*e = (struct event){ .name = saved_event_copy(s.name),
				     .unit = mem_copy_text(s.unit ? s.unit : ""),
				     .filter = saved_event_copy(s.filter) };
		e->cgroup = find_cgroup(&b->target.cgroups, &cgroups, s.cgroup);
		wrong = set_event(e, &s, i, n);
		if (!wrong)
			set_pmu(e, &b->machine.pmus.pmu[i], s.pmu);
	}
	return wrong;
}
