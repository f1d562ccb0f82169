/* SPDX-License-Identifier: MIT */
/*
 * Looks up the names in specs on this machine, and makes events of them.
 *
 * A spec gives one event, or several: a core event on each kind of core, an event on each PMU that its
 * name matches, the tracepoints of a glob. Then the events are put into groups and rows (kernel_groups.h).
 */
#include "event/resolver.h"

#include <ctype.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "event/event.h"
#include "event/event_config.h"
#include "event/event_label.h"
#include "event/event_origin.h"
#include "event/kernel_groups.h"
#include "event/modifier.h"
#include "event/sensor.h"
#include "event/spec.h"
#include "event/suggest.h"
#include "event/vendor/catalog.h"
#include "event/vendor_event.h"
#include "host/machine.h"
#include "host/pmu.h"
#include "host/tracepoint.h"

enum { EVENT_LIMIT = 100000 };

struct resolver {
	struct events *e;
	struct event_origin *from;		/* parallel to e->event */
	const struct specs *specs;
	struct machine *m;
	struct config_source source;
	const struct event_opts *opts;
	struct pmu *core[CORES_MOST];	/* more than one: a hybrid machine */
	size_t n_core;
	bool core_known;
	int n_values;			/* events that read a value of the machine */
	const struct pmu *chosen;	/* the only core PMU to use; NULL: all */
	struct notes *notes;
	struct error *err;
};

static const char *resolver_text_of(const struct resolver *r, const struct spec *s)
{
	return r->specs->source[s->source].text;
}

static int point(const struct resolver *r, const struct spec *s)
{
	return error_point(r->err, resolver_text_of(r, s), s->name_at);
}

static int find_core(struct resolver *r)
{
	if (r->core_known)
		return 0;
	r->core_known = true;
	return pmus_core(&r->m->pmus, r->core, &r->n_core, r->err);
}

static const char *core_name(const struct resolver *r)
{
	return r->n_core == 1 ? r->core[0]->name : NULL;
}

static bool resolver_is_left_out(const struct resolver *r, const struct pmu *pmu)
{
	if (r->opts->cores_only && !pmu->is_core)
		return true;
	return r->chosen && pmu->is_core && pmu != r->chosen;
}

/* --- adding one event ----------------------------------------------------------------------------- */

static int check_filter(const struct resolver *r, const struct spec *s)
{
	if (!r->specs->source[s->source].filter || s->kind == SPEC_TRACEPOINT)
		return 0;
	error_set(r->err, ERROR_USAGE, 0, "a filter is for tracepoints only, and '%s' is not one", s->text);
	return point(r, s);
}

/* Finds bits of the last event, from a raw config or config=, that no format describes. */
static void find_unknown_bits(struct resolver *r, const struct pmu *pmu, const struct config *c)
{
	struct event_origin *from = &r->from[r->e->n - 1];

	for (int i = 0; i < 4 && pmu->n_fields; i++)
		from->unknown[i] = c->plain[i] & ~pmu_known_bits(pmu, i);
}

/* Each has a place of its own in a sample. */
static int resolver_number_value(struct resolver *r, struct event *e)
{
	if (r->n_values > TOOL_VALUE_LAST - TOOL_VALUE)
		return error_set(r->err, ERROR_LIMIT, 0, "more than %d sensors and facts of the machine",
				 TOOL_VALUE_LAST - TOOL_VALUE + 1);
	e->tool = (enum tool_kind)(TOOL_VALUE + r->n_values++);
	return 0;
}

/* Adds what "cpu=1-2" or "cpu=cpu_atom" says to a list of CPUs as text. */
static int add_cpus_of_term(struct resolver *r, const struct spec *s, const struct term *t, struct str *list)
{
	struct pmu *pmu;

	str_add(list, list->len ? "," : "");
	if (isdigit((unsigned char)t->value[0])) {
		str_add(list, t->value);
		return 0;
	}
	if (pmus_list(&r->m->pmus, r->err) < 0)
		return -1;
	pmu = pmus_find(&r->m->pmus, t->value);
	if (pmu && pmu_load(&r->m->pmus, pmu, r->err) < 0)
		return -1;
	if (pmu && pmu->cpus.n) {
		cpulist_format(&pmu->cpus, list);
		return 0;
	}
	error_set(r->err, ERROR_USAGE, 0, pmu ? "PMU '%s' has no list of CPUs" : "'%s' is no CPU and no PMU",
		  t->value);
	return error_point(r->err, resolver_text_of(r, s), t->value_at);
}

static int set_cpus(struct resolver *r, const struct spec *s, struct event *e)
{
	LOCAL(str) list = {0};
	int rc = 0;

	if (e->tool != TOOL_NONE) {
		error_set(r->err, ERROR_USAGE, 0, "'%s' is pstat's own measure, not counted on CPUs",
			  e->name);
		return point(r, s);
	}
	for (size_t i = 0; i < s->n_terms && rc == 0; i++)
		if (strcmp(s->term[i].name, "cpu") == 0)
			rc = add_cpus_of_term(r, s, &s->term[i], &list);
	if (rc == 0 && cpulist_parse(&e->cpus, list.text, r->err) < 0)
		rc = point(r, s);
	return rc;
}

/* name NULL: as typed. Copies what it needs of c. */
static int resolver_add_event(struct resolver *r, const struct spec *s, const struct config *c,
			      const struct pmu *pmu, const char *name, bool on_pmu)
{
	const struct spec_group *g = s->group < 0 ? NULL : &r->specs->group[s->group];
	const char *filter = r->specs->source[s->source].filter;
	struct event *e;

	if (r->e->n == EVENT_LIMIT)
		return error_set(r->err, ERROR_LIMIT, 0, "more than %d events", (int)EVENT_LIMIT);
	if (check_filter(r, s) < 0)
		return -1;
	r->e->event = mem_resize(r->e->event, r->e->n + 1, sizeof(*r->e->event));
	r->from = mem_resize(r->from, r->e->n + 1, sizeof(*r->from));
	e = &r->e->event[r->e->n];
	r->from[r->e->n] = (struct event_origin){ .spec = (int)(s - r->specs->spec) };
	*e = (struct event){ .pmu = pmu, .known = c->known,
			     .tool = c->known ? c->known->tool : c->sensor ? TOOL_VALUE : TOOL_NONE,
			     .cgroup = -1, .source = s->source };
	e->name = event_label_make(&(struct event_label){ s, r->specs->source[s->source].origin, c, pmu, name,
							  on_pmu, core_name(r) }, r->opts);
	e->metric_id = c->metric_id ? mem_copy_text(c->metric_id) : s->metric_id ?
		       mem_copy_text(s->metric_id) : NULL;
	e->filter = filter ? mem_copy_text(filter) : NULL;
	config_apply(e, c);
	r->e->n++;
	if (c->on_cpus && set_cpus(r, s, e) < 0)
		return -1;
	if (tool_is_value(e->tool))
		return resolver_number_value(r, e);
	if (e->tool == TOOL_NONE && modifier_apply(e, &s->modifiers, g ? &g->modifiers : NULL, r->err) < 0)
		return point(r, s);
	/* also of pstat's own measures: a rate is made of events with the same modes */
	if (r->opts->all_user || r->opts->all_kernel) {
		e->attr.head.exclude_kernel = r->opts->all_user;
		e->attr.head.exclude_user = r->opts->all_kernel;
	}
	return 0;
}

/* --- symbols, raw events, numbers, breakpoints ------------------------------------------------- */

static int add_generic_core(struct resolver *r, const struct spec *s, const struct config *c)
{
	if (resolver_add_event(r, s, c, NULL, NULL, false) < 0)
		return -1;
	if (c->type != PERF_TYPE_RAW || !r->n_core)
		return 0;	/* formats are read only to check the bits of raw events */
	if (pmu_load_fields(&r->m->pmus, r->core[0], r->err) < 0)
		return -1;
	find_unknown_bits(r, r->core[0], c);
	return 0;
}

/* Common events need no list of PMUs, of which a server has hundreds. */
static bool needs_no_core(struct resolver *r, const struct config *c)
{
	return c->type == PERF_TYPE_HARDWARE && !r->core_known && pmus_one_core_known(&r->m->pmus);
}

/* On a hybrid machine: the kind of core with this type; NULL: none. */
static const struct pmu *core_of_type(const struct resolver *r, uint32_t type)
{
	for (size_t i = 0; i < r->n_core && r->n_core > 1; i++)
		if (r->core[i]->type == type)
			return r->core[i];
	return NULL;
}

/*
 * A generic type gives one event per kind of core, with the core's type in the upper half of config. A raw
 * event belongs to the one kind that has its type; if none has (Arm), and with --cputype, it is treated
 * like the others.
 */
static int add_core(struct resolver *r, const struct spec *s, const struct config *c)
{
	const struct pmu *only;

	if (needs_no_core(r, c))
		return resolver_add_event(r, s, c, NULL, NULL, false);
	if (find_core(r) < 0)
		return -1;
	if (r->n_core < 2)
		return add_generic_core(r, s, c);
	only = r->chosen ? r->chosen : core_of_type(r, c->type);
	for (size_t i = 0; i < r->n_core; i++) {
		struct config on_pmu = *c;

		if (only && r->core[i] != only)
			continue;
		if (c->type == PERF_TYPE_RAW)
			on_pmu.type = r->core[i]->type;
		else
			on_pmu.word[0] |= (uint64_t)r->core[i]->type << 32;
		if (resolver_add_event(r, s, &on_pmu, r->core[i], NULL, true) < 0)
			return -1;
	}
	return 0;
}

static int add_symbol(struct resolver *r, const struct spec *s, uint32_t type, uint64_t config,
		      const struct event_name *known)
{
	struct config c;
	int rc;

	if (config_from_symbol(&c, s, resolver_text_of(r, s), r->err) < 0)
		return -1;
	if (known && known->tool != TOOL_NONE && (c.plain[0] | c.plain[1] | c.plain[2] | c.plain[3])) {
		error_set(r->err, ERROR_USAGE, 0, "'%s' is pstat's own measure and has no config", s->name);
		return error_point(r->err, resolver_text_of(r, s), s->term[0].at);
	}
	c.type = type;
	c.word[0] |= config;
	c.known = known;
	if (type == PERF_TYPE_RAW)
		c.plain[0] |= config;
	rc = event_type_is_core(type) && !(known && known->tool != TOOL_NONE)
		     ? add_core(r, s, &c)
		     : resolver_add_event(r, s, &c, NULL, NULL, false);
	config_release(&c);
	return rc;
}

static int add_numbers(struct resolver *r, const struct spec *s)
{
	uint32_t type = (uint32_t)s->number[0];
	bool may_be_core = type == PERF_TYPE_RAW || type > PERF_TYPE_BREAKPOINT;
	const struct pmu *core;
	struct config c;
	int rc;

	if (s->number[0] > UINT32_MAX) {
		error_set(r->err, ERROR_USAGE, 0, "the type of an event is a 32-bit number");
		return point(r, s);
	}
	/* the core PMU is part of the name, or decides which CPUs count the event */
	if (((r->opts->no_merge || may_be_core) && find_core(r) < 0) ||
	    config_from_symbol(&c, s, resolver_text_of(r, s), r->err) < 0)
		return -1;
	c.type = type;
	c.word[0] |= s->number[1];
	c.known = event_name_by_config(c.type, c.word[0]);
	core = core_of_type(r, c.type);
	rc = resolver_add_event(r, s, &c, core, NULL, core != NULL);
	config_release(&c);
	return rc;
}

/* The length of a breakpoint on an instruction: arm64 needs 4, others the size of a pointer. */
#ifdef __aarch64__
enum { INSTRUCTION_BYTES = 4 };
#else
enum { INSTRUCTION_BYTES = sizeof(long) };
#endif

static int add_breakpoint(struct resolver *r, const struct spec *s)
{
	const char *access = s->name ? s->name : "rw";
	bool execute = strchr(access, 'x');
	struct perf_event_attr *a;
	struct config c;
	int rc;

	if (config_from_symbol(&c, s, resolver_text_of(r, s), r->err) < 0)
		return -1;
	c.type = PERF_TYPE_BREAKPOINT;
	rc = resolver_add_event(r, s, &c, NULL, NULL, false);
	config_release(&c);
	if (rc < 0)
		return -1;
	a = &r->e->event[r->e->n - 1].attr.head;
	a->bp_type = (strchr(access, 'r') ? 1u : 0) | (strchr(access, 'w') ? 2u : 0) | (execute ? 4u : 0);
	a->bp_addr = s->number[0];
	a->bp_len = s->number[1] ? s->number[1] : execute ? INSTRUCTION_BYTES : 4;
	return 0;
}

static int resolver_add_tracepoints(struct resolver *r, const struct spec *s)
{
	struct tracepoints ts = {0};
	int rc = -1;

	if (s->n_terms) {
		error_set(r->err, ERROR_USAGE, 0, "a tracepoint takes no terms");
		return error_point(r->err, resolver_text_of(r, s), s->term[0].at);
	}
	if (tracepoints_find(&ts, r->m->root, s->pmu, s->name, r->err) < 0) {
		if (r->err->kind == ERROR_USAGE)
			suggest_tracepoint(r->err, r->m->root, s->pmu, s->name);
		point(r, s);
		goto out;
	}
	for (size_t i = 0; i < ts.n; i++) {
		const struct config c = { .type = PERF_TYPE_TRACEPOINT, .word = { ts.tracepoint[i].id } };

		if (resolver_add_event(r, s, &c, NULL, ts.tracepoint[i].name, false) < 0)
			goto out;
	}
	rc = 0;
out:
	tracepoints_release(&ts);
	return rc;
}

/* --- events of PMUs ----------------------------------------------------------------------------- */

static int add_on_pmu(struct resolver *r, const struct spec *s, struct pmu *pmu, bool exact)
{
	struct config c = {0};
	int rc = -1;

	if (find_core(r) < 0 || config_from_pmu(&c, s, resolver_text_of(r, s), &r->source, pmu, r->err) < 0)
		goto out;
	if (r->n_core > 1 && c.type != pmu->type)
		c.word[0] |= (uint64_t)pmu->type << 32;
	if (resolver_add_event(r, s, &c, pmu, NULL, !exact && r->n_core > 1 && pmu->is_core) < 0)
		goto out;
	find_unknown_bits(r, pmu, &c);
	rc = 0;
out:
	config_release(&c);
	return rc;
}

/* Newer perf has them, and their users come from there. */
static int point_at_gpu(struct resolver *r, const struct spec *s)
{
	error_set(r->err, ERROR_UNSUPPORTED, 0, "'%s': what processes use of a GPU cannot be counted",
		  s->text);
	error_hint(r->err, "the PMU of the GPU, such as i915, counts all of it; see pstat-dialect(7)");
	return point(r, s);
}

static int unknown_event(struct resolver *r, const struct spec *s)
{
	const char *name = s->kind == SPEC_PMU ? s->pmu : s->name;

	if (str_ncasecmp(name, "drm-", 4) == 0 || str_ncasecmp(name, "drm_", 4) == 0)
		return point_at_gpu(r, s);
	if (suggest_unread(r->err, &r->m->pmus, r->opts->catalog, name))
		return point(r, s);
	if (s->kind == SPEC_PMU) {
		error_set(r->err, ERROR_NOT_FOUND, 0, "no PMU and no event '%s' here", s->pmu);
		suggest_pmu(r->err, &r->m->pmus, r->opts->catalog, s->pmu);
	} else if (catalog_names(s->name) && r->opts->catalog && catalog_lacks_table(r->opts->catalog)) {
		error_set(r->err, ERROR_NOT_FOUND, 0, "'%s' is an event of other CPUs", s->name);
		suggest_event(r->err, &r->m->pmus, r->opts->catalog, s->name);
	} else if (catalog_names(s->name)) {
		error_set(r->err, ERROR_NOT_FOUND, 0, "this CPU has no event '%s', but others have", s->name);
		suggest_event(r->err, &r->m->pmus, r->opts->catalog, s->name);
	} else {
		error_set(r->err, ERROR_USAGE, 0, "unknown event '%s'", s->name);
		suggest_event(r->err, &r->m->pmus, r->opts->catalog, s->name);
	}
	return point(r, s);
}

static int add_sensor(struct resolver *r, const struct spec *s, const struct sensor *sensor, bool alone)
{
	LOCAL(config) c = { .sensor = true, .snapshot = !sensor->total, .scale = sensor->scale,
			    .unit = mem_copy_text(sensor->unit) };
	LOCAL(str) name = {0};
	int rc;

	str_addf(&name, "%s/%s/", sensor->pmu, sensor->label ? sensor->label : sensor->name);
	rc = resolver_add_event(r, s, &c, NULL, alone ? NULL : name.text, false);
	if (rc == 0)
		r->e->event[r->e->n - 1].file = mem_copy_text(sensor->file);
	return rc;
}

/* A sensor keeps the name that was typed if there is no other. 1: found, 0: there is none, -1: error. */
static int add_sensors(struct resolver *r, const struct spec *s, const char *pmu, const char *name)
{
	LOCAL(sensors) all = {0};
	size_t found = 0;
	int rc = sensors_list(&all, r->m->root, r->err);

	for (size_t i = 0; i < all.n; i++)
		found += sensor_matches(&all.sensor[i], pmu, name);
	for (size_t i = 0; i < all.n && rc == 0; i++)
		if (sensor_matches(&all.sensor[i], pmu, name))
			rc = add_sensor(r, s, &all.sensor[i], found == 1);
	return rc < 0 ? rc : found > 0;
}

/* A name that this machine does not know may be one of its vendor's. */
static int add_vendor(struct resolver *r, const struct spec *s, const char *name,
		      const struct config_terms *more)
{
	struct vendor_matches v;
	size_t before = r->e->n;
	int rc = vendor_event_find(&v, name, more, &r->source, r->err);

	if (rc < 0 && r->err->column < 0)
		point(r, s);
	for (size_t i = 0; i < v.n && rc == 0; i++) {
		const struct pmu *pmu = v.event[i].pmu;

		if (!pmu || !resolver_is_left_out(r, pmu))
			rc = resolver_add_event(r, s, &v.event[i].config, pmu, NULL,
						r->n_core > 1 && pmu && pmu->is_core);
		if (v.event[i].unimplemented && rc == 0 && r->e->n > before)
			notes_add(r->source.notes, NOTE_UNIMPLEMENTED, (int)r->e->n - 1, "%s", "");
	}
	vendor_events_release(&v);
	if (rc < 0 || r->e->n > before)
		return rc;
	rc = more || !sensor_may_be(name) ? 0 : add_sensors(r, s, NULL, name);
	return rc ? (rc < 0 ? -1 : 0) : unknown_event(r, s);
}

/*
 * A name that is not a symbol: an event of every PMU that has one of that name. With further terms, PMUs
 * that do not accept them are skipped.
 */
static int add_alias(struct resolver *r, const struct spec *s, const char *name,
		     const struct config_terms *more)
{
	struct pmus *pmus = &r->m->pmus;
	size_t before = r->e->n;
	struct error refused = ERROR_INIT;

	if (find_core(r) < 0 || pmus_list(pmus, r->err) < 0)
		return -1;
	for (size_t i = 0; i < pmus->n; i++) {
		struct pmu *pmu = &pmus->pmu[i];
		LOCAL(config) c = {0};
		int rc;

		if (resolver_is_left_out(r, pmu))
			continue;
		rc = config_from_alias(&c, name, more, &r->source, pmu, more ? &refused : r->err);
		if (rc == 1 && resolver_add_event(r, s, &c, pmu, NULL, r->n_core > 1 && pmu->is_core) < 0)
			rc = -2;
		if (rc == -2 || (rc < 0 && !more))
			return r->err->column < 0 ? point(r, s) : -1;
	}
	if (r->e->n > before)
		return 0;
	if (!refused.message[0])
		return add_vendor(r, s, name, more);
	*r->err = refused;
	return refused.column < 0 ? point(r, s) : -1;
}

/* --- events that valgrind counts ------------------------------------------------------------------ */

static const char emulator[] = "valgrind";	/* stands where a PMU does */

static int unknown_emulated(struct resolver *r, const struct spec *s)
{
	LOCAL(str) names = {0};

	for (const struct event_name *e = event_names; e->name; e++)
		if (tool_is_emulated(e->tool))
			str_addf(&names, "%s%s", names.len ? ", " : "", e->name);
	error_set(r->err, ERROR_USAGE, 0, "'%s' is not an event that valgrind counts", s->text);
	error_hint(r->err, "there are %s", names.text);
	return point(r, s);
}

/* They are counted in runs of their own, in user mode. */
static int check_emulated(struct resolver *r, const struct spec *s)
{
	if (s->group >= 0) {
		error_set(r->err, ERROR_USAGE, 0,
			  "'%s' cannot be in a group, as valgrind counts in runs of its own", s->text);
		error_hint(r->err, "write it beside the group: -e '{...}',%s", s->text);
	} else if (s->modifiers.set & ~(unsigned)SPEC_USER || s->modifiers.precise || r->opts->all_kernel) {
		error_set(r->err, ERROR_USAGE, 0,
			  "'%s': valgrind counts in user mode only, and knows no modifier but u", s->text);
	} else {
		return 0;
	}
	return point(r, s);
}

/* The name in every output is that of the table, which a saved result is known by. */
static int add_emulated(struct resolver *r, const struct spec *s)
{
	const struct event_name *known;
	LOCAL(str) name = {0};

	str_addf(&name, "%s/%s/", emulator, s->n_terms == 1 && !s->term[0].value ? s->term[0].name : "");
	known = event_name_find(name.text);
	if (!known)
		return unknown_emulated(r, s);
	if (check_emulated(r, s) < 0 ||
	    resolver_add_event(r, s, &(struct config){ .known = known }, NULL, known->name, false) < 0)
		return -1;
	r->e->event[r->e->n - 1].attr.head.exclude_kernel = 1;
	r->e->event[r->e->n - 1].attr.head.exclude_hv = 1;
	return 0;
}

/* hwmon_coretemp/temp1/ */
static int add_sensors_of_pmu(struct resolver *r, const struct spec *s)
{
	bool named = s->n_terms == 1 && !s->term[0].value;
	int rc = named ? add_sensors(r, s, s->pmu, s->term[0].name) : 0;

	if (rc)
		return rc < 0 ? -1 : 0;
	error_set(r->err, named ? ERROR_NOT_FOUND : ERROR_USAGE, 0, named ?
		  "there is no sensor '%s' here" : "'%s' is not the name of one sensor", s->text);
	error_hint(r->err, "'pstat list hwmon' shows the sensors; sensors take no terms");
	return point(r, s);
}

static int resolver_add_tool(struct resolver *r, const struct spec *s)
{
	LOCAL(config) c = {0};
	int rc = config_from_tool(&c, s, resolver_text_of(r, s), r->err);

	return rc < 0 ? -1 : resolver_add_event(r, s, &c, NULL, NULL, false);
}

/*
 * cpu/cycles/ on a machine without a core PMU: perf knows the name, and the kernel says that it has no such
 * event.  1: added, 0: not such an event, -1: error.
 */
static int add_without_core(struct resolver *r, const struct spec *s)
{
	bool plain = strcmp(s->pmu, "cpu") == 0 && s->n_terms == 1 && !s->term[0].value;
	const struct event_name *name = plain ? event_name_find(s->term[0].name) : NULL;
	struct config c = { .type = PERF_TYPE_HARDWARE, .known = name };

	if (!plain || r->m->pmus.assumed)
		return 0;
	if (find_core(r) < 0)
		return -1;
	if (name && name->type == PERF_TYPE_HARDWARE && name->tool == TOOL_NONE)
		c.word[0] = name->config;
	else if (!name && event_name_cache(s->term[0].name, &c.word[0]) == 1)
		c.type = PERF_TYPE_HW_CACHE;
	else
		return 0;
	return r->n_core ? 0 : resolver_add_event(r, s, &c, NULL, NULL, false) < 0 ? -1 : 1;
}

static int add_on_pmus(struct resolver *r, const struct spec *s)
{
	const struct config_terms more = { s, resolver_text_of(r, s) };
	struct pmus *pmus = &r->m->pmus;
	size_t before = r->e->n;
	struct pmu *exact;
	int rc;

	if (strcmp(s->pmu, emulator) == 0)
		return add_emulated(r, s);
	if (strcmp(s->pmu, EVENT_TOOL_PMU) == 0)
		return resolver_add_tool(r, s);
	if (strncmp(s->pmu, SENSOR_PMU, strlen(SENSOR_PMU)) == 0)
		return add_sensors_of_pmu(r, s);
	if (pmus_list(pmus, r->err) < 0)
		return -1;
	exact = pmus_find(pmus, s->pmu);
	if (exact)
		return add_on_pmu(r, s, exact, true);
	for (size_t i = 0; i < pmus->n; i++)
		if (pmu_matches(&pmus->pmu[i], s->pmu) && !resolver_is_left_out(r, &pmus->pmu[i]) &&
		    add_on_pmu(r, s, &pmus->pmu[i], false) < 0)
			return -1;
	if (r->e->n > before)
		return 0;
	rc = add_without_core(r, s);
	return rc ? (rc < 0 ? -1 : 0) : add_alias(r, s, s->pmu, &more);
}

static int resolver_add_name(struct resolver *r, const struct spec *s)
{
	const struct event_name *known = event_name_find(s->name);
	uint64_t config;
	int cache;

	if (known)
		return add_symbol(r, s, known->type, known->config, known);
	cache = event_name_cache(s->name, &config);
	if (cache == 1)
		return add_symbol(r, s, PERF_TYPE_HW_CACHE, config, NULL);
	if (cache < 0) {
		error_set(r->err, ERROR_USAGE, 0, "'%s': that cache has no such operation", s->name);
		return point(r, s);
	}
	if (event_name_raw(s->name, &config))
		return add_symbol(r, s, PERF_TYPE_RAW, config, NULL);
	return add_alias(r, s, s->name, NULL);
}

static int resolve_spec(struct resolver *r, const struct spec *s)
{
	switch (s->kind) {
	case SPEC_NAME:
		return resolver_add_name(r, s);
	case SPEC_NUMBERS:
		return add_numbers(r, s);
	case SPEC_PMU:
		return add_on_pmus(r, s);
	case SPEC_TRACEPOINT:
		return resolver_add_tracepoints(r, s);
	case SPEC_BREAKPOINT:
		return add_breakpoint(r, s);
	}
	return -1;
}

/* A group that is never closed is the last of its source. */
static void note_unclosed(const struct resolver *r)
{
	const struct specs *specs = r->specs;

	for (size_t i = 0; i < specs->n; i++) {
		const struct spec *s = &specs->spec[i];

		if (s->group >= 0 && specs->group[s->group].unclosed &&
		    (i + 1 == specs->n || specs->spec[i + 1].group != s->group))
			notes_add(r->notes, NOTE_UNCLOSED_GROUP, -1, "%s", resolver_text_of(r, s));
	}
}

/* --- the list ------------------------------------------------------------------------------------ */

int events_resolve(struct events *e, const struct specs *specs, struct machine *m, const struct event_opts *o,
		   struct notes *notes, struct error *err)
{
	struct resolver r = { .e = e, .specs = specs, .m = m, .opts = o, .notes = notes, .err = err,
			      .source = { &m->pmus, o->catalog, notes } };
	int rc = -1;

	if (o->cputype && pmus_find_cputype(&m->pmus, o->cputype, &r.chosen, err) < 0)
		goto out;
	for (size_t i = 0; i < specs->n; i++)
		if (resolve_spec(&r, &specs->spec[i]) < 0)
			goto out;
	note_unclosed(&r);
	kernel_groups_arrange(e, r.from, specs, &m->pmus, r.n_core > 1, o, notes);
	for (size_t i = 0; i < e->n; i++)
		event_origin_note_bits(&r.from[i], (int)i, notes);
	if (r.core_known && m->pmus.closed.kind != ERROR_NONE)
		notes_add(notes, NOTE_FILE, -1, "%s", m->pmus.closed.message);
	rc = 0;
out:
	free(r.from);
	return rc;
}
