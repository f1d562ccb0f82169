/* SPDX-License-Identifier: MIT */
/* Lists the events and metrics of a machine, by kind, in the order of perf list. */
#include "list/listing.h"

#include <inttypes.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "event/event_config.h"
#include "event/event_names.h"
#include "event/sensor.h"
#include "event/vendor/catalog.h"
#include "event/vendor/catalog_pmu.h"
#include "host/pmu.h"
#include "host/rootfs.h"
#include "host/tracepoint.h"
#include "host/valgrind.h"

const char *listing_text(struct listing *l, const char *fmt, ...)
{
	struct str text = {0};
	va_list ap;

	va_start(ap, fmt);
	str_add(&text, "");
	str_vaddf(&text, fmt, ap);
	va_end(ap);
	MEM_ADD(l->text, l->n_texts, text.text);
	return text.text;
}

void listing_add_row(struct listing *l, struct listed item)
{
	const char **const texts[] = {
		&item.name, &item.event, &item.alias, &item.topic, &item.unit, &item.scale_unit,
		&item.summary, &item.detail, &item.encoding, &item.groups, &item.expr, &item.threshold,
		&item.plain,
	};

	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		if (!*texts[i])
			*texts[i] = "";
	MEM_ADD(l->item, l->n, item);
}

static bool is_listed_core(const struct listing_opts *o, const struct pmu *core)
{
	return !o->cputype || pmu_is_cputype(core->name, o->cputype);
}

/* --- events that need no PMU ------------------------------------------------------------------ */

/* perf lists the longer of two names first, even if it shows the other one when counting. */
static void add_named(struct listing *l, const struct event_name *e, enum listed_kind kind)
{
	bool swap = e->alias && strlen(e->alias) > strlen(e->name);

	listing_add_row(l, (struct listed){
				   .kind = kind,
				   .state = kind == LISTED_TOOL ? LISTED_HERE : LISTED_UNTRIED,
				   .name = swap ? e->alias : e->name,
				   .alias = swap ? e->name : e->alias,
				   .topic = kind == LISTED_TOOL ? "tool" : NULL,
				   .unit = kind == LISTED_TOOL ? "tool" : NULL,
				   .detail = e->summary,
				   .own = kind == LISTED_TOOL &&
					  e->tool > TOOL_SYSTEM, /* perf has the three before */
				   .type = e->type,
				   .config = { e->config },
			   });
}

static int by_kind_and_name(const void *a, const void *b)
{
	const struct listed *x = a, *y = b;

	return x->kind != y->kind ? (x->kind < y->kind ? -1 : 1) : strcmp(x->name, y->name);
}

/* Events that valgrind counts are here where it is installed. */
static void add_tools(struct listing *l, const struct rootfs *root)
{
	FREED char *valgrind = valgrind_find(root);

	for (const struct event_name *e = event_names; e->name; e++) {
		if (e->tool == TOOL_NONE)
			continue;
		add_named(l, e, LISTED_TOOL);
		if (tool_is_emulated(e->tool) && !valgrind)
			l->item[l->n - 1].state = LISTED_ABSENT;
	}
}

/* A folder that cannot be read has no sensors to show. */
static void add_sensors(struct listing *l, const struct rootfs *root)
{
	struct error unread = ERROR_INIT;
	LOCAL(sensors) all = {0};

	sensors_list(&all, root, &unread);
	for (size_t i = 0; i < all.n; i++) {
		const struct sensor *s = &all.sensor[i];

		listing_add_row(l,
				(struct listed){
					.kind = LISTED_TOOL,
					.state = LISTED_HERE,
					.name = listing_text(l, "%s/%s/", s->pmu,
							     s->label ? s->label : s->name),
					.alias = !s->label ? NULL
							   : listing_text(l, "%s/%s/", s->pmu, s->name),
					.topic = "hwmon",
					.unit = listing_text(l, "%s", s->pmu),
					.scale_unit = listing_text(l, "%g%s", s->scale, s->unit),
					.detail = s->total ? "energy used" : "a sensor, as it is at the end",
					.own = true,
				});
	}
}

static void listing_add_names(struct listing *l, const struct rootfs *root)
{
	for (const struct event_name *e = event_names; e->name; e++)
		if (e->tool == TOOL_NONE)
			add_named(l, e, e->type == PERF_TYPE_HARDWARE ? LISTED_HARDWARE : LISTED_SOFTWARE);
	qsort(l->item, l->n, sizeof(*l->item), by_kind_and_name);
	add_tools(l, root);
	add_sensors(l, root);
}

/* core NULL: a machine without a named core PMU. */
static void add_caches(struct listing *l, const struct pmu *core, bool only)
{
	uint64_t config, high = core && !only ? (uint64_t)core->type << 32 : 0;
	LOCAL(str) name = {0}, plain = {0};

	for (size_t cursor = 0; event_name_next_cache(&cursor, &name, &config);) {
		str_reset(&plain);
		event_name_describe_cache(&plain, config);
		listing_add_row(l, (struct listed){
					   .kind = LISTED_CACHE,
					   .state = LISTED_UNTRIED,
					   .name = listing_text(l, "%s", name.text),
					   .alias = !core ? NULL
							  : listing_text(l, "%s/%s/", core->name, name.text),
					   .topic = "cache",
					   .unit = core ? core->name : NULL,
					   .plain = listing_text(l, "%s", plain.text),
					   .core = true,
					   .type = PERF_TYPE_HW_CACHE,
					   .config = { config | high },
				   });
	}
}

static int add_cache_events(struct listing *l, const struct listing_opts *o, struct error *err)
{
	struct pmu *core[CORES_MOST];
	size_t n;

	if (o->pmus->assumed)
		return 0;
	if (pmus_core(o->pmus, core, &n, err) < 0)
		return -1;
	if (!n)
		add_caches(l, NULL, true);
	for (size_t i = 0; i < n; i++)
		if (is_listed_core(o, core[i]))
			add_caches(l, core[i], n == 1);
	return 0;
}

/* The same for a unit of the catalog. */
static bool is_listed_unit(const struct listing_opts *o, const char *unit)
{
	return !o->cputype || strncmp(unit, "cpu_", 4) != 0 || pmu_is_cputype(unit, o->cputype);
}

/* --- tracepoints and metrics --------------------------------------------------------------------- */

static int listing_add_tracepoints(struct listing *l, const struct listing_opts *o, struct error *err)
{
	LOCAL(tracepoints) ts = {0};
	int rc = tracepoints_list(&ts, o->pmus->root, o->encodings, err);

	for (size_t i = 0; i < ts.n; i++) {
		const struct tracepoint *t = &ts.tracepoint[i];

		listing_add_row(
			l, (struct listed){
				   .kind = LISTED_TRACEPOINT,
				   .name = listing_text(l, "%s", t->name),
				   .encoding = !t->id ? NULL :
					       listing_text(l, "tracepoint/config=0x%" PRIx64 "/", t->id),
			   });
	}
	l->closed = ts.closed;
	return rc;
}

/* All metrics of this CPU; whether their events exist is checked later. */
static void listing_add_metrics(struct listing *l, const struct listing_opts *o)
{
	enum listed_state state = o->pmus->assumed ? LISTED_ABSENT : LISTED_UNTRIED;
	struct catalog_metric m;

	for (size_t cursor = 0; catalog_next_metric(o->catalog, &cursor, &m);) {
		if (!is_listed_unit(o, m.unit))
			continue;
		listing_add_row(l, (struct listed){
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

/* --- instances of a PMU --------------------------------------------------------------------------- */

/* The length of "uncore_cha" in uncore_cha_12; 0: the name has no number at its end. */
static size_t stem_length(const struct pmu *p)
{
	const char *last = strrchr(p->name, '_');
	size_t digits, hex;

	if (!last || p->is_core || last == p->name)
		return 0;
	digits = strspn(last + 1, "0123456789");
	hex = strspn(last + 1, "0123456789abcdef");
	return (digits && !last[1 + digits]) || (hex > 2 && !last[1 + hex]) ? (size_t)(last - p->name) : 0;
}

static bool same_stem(const struct pmu *a, const struct pmu *b)
{
	size_t n = stem_length(a);

	return n && stem_length(b) == n && memcmp(a->name, b->name, n) == 0;
}

/* Names are sorted, so instances are adjacent. */
static bool listing_is_repeated(const struct pmus *pmus, size_t i)
{
	return i && same_stem(&pmus->pmu[i], &pmus->pmu[i - 1]);
}

static const char *family_name(struct listing *l, const struct pmus *pmus, size_t i)
{
	const struct pmu *p = &pmus->pmu[i];
	bool alone = !listing_is_repeated(pmus, i) && (i + 1 == pmus->n || !same_stem(p, &pmus->pmu[i + 1]));

	return listing_text(l, "%.*s", (int)(alone ? strlen(p->name) : stem_length(p)), p->name);
}

/* --- events in /sys --------------------------------------------------------------------------- */

/* An unreadable file leaves the texts empty. */
static void read_alias(struct listing *l, const struct listing_opts *o, const struct pmu *pmu,
		       struct listed *item)
{
	struct error unread = ERROR_INIT;
	LOCAL(pmu_alias) alias = {0};

	if (pmu_alias_load(o->pmus, pmu, item->event, &alias, &unread) == 1) {
		item->encoding = listing_text(l, "%s/%s/", item->unit, alias.terms);
		if (alias.has_scale || *alias.unit)
			item->scale_unit = listing_text(l, "%g%s", alias.scale, alias.unit);
	}
}

static int add_sysfs(struct listing *l, const struct listing_opts *o, const struct pmu *pmu, const char *unit,
		     struct error *err)
{
	LOCAL(file_names) names = {0};

	if (pmu_list_events(o->pmus, pmu, &names, err) < 0)
		return -1;
	for (size_t i = 0; i < names.n; i++) {
		struct listed item = { .kind = LISTED_PMU, .unit = unit, .core = pmu->is_core,
				       .state = o->pmus->assumed ? LISTED_ABSENT : LISTED_HERE };
		const char *qualified = listing_text(l, "%s/%s/", unit, names.name[i]);

		item.event = listing_text(l, "%s", names.name[i]);
		item.name = pmu->is_core ? item.event : qualified;
		item.alias = pmu->is_core ? qualified : NULL;
		if (o->encodings)
			read_alias(l, o, pmu, &item);
		listing_add_row(l, item);
	}
	return 0;
}

/* --- events of the catalog -------------------------------------------------------------------- */

struct local_unit {		/* a unit of the catalog on this machine */
	const char *unit, *name;
	enum listed_state state;
	bool core, wanted;
	struct pmu *pmu;	/* a core PMU; NULL: none, or not here */
};

struct local_units {
	struct local_unit *here;
	size_t n;
};

static struct local_unit find_unit(const struct listing_opts *o, const char *unit)
{
	struct local_unit here = { unit, unit, LISTED_ABSENT, strncmp(unit, "cpu", 3) == 0, false, NULL };

	for (size_t i = 0; i < o->pmus->n; i++) {
		struct pmu *p = &o->pmus->pmu[i];
		bool any_core = strcmp(unit, "cpu") == 0 && p->is_core;

		if (!any_core && !pmu_matches(p, unit))
			continue;
		here.wanted |= !p->is_core || is_listed_core(o, p);
		here.name = any_core && here.state == LISTED_ABSENT ? p->name : here.name;
		here.core |= p->is_core;
		here.pmu = p->is_core && !here.pmu && !o->pmus->assumed ? p : here.pmu;
		here.state = LISTED_HERE;
	}
	here.wanted |= here.state == LISTED_ABSENT;
	if (o->pmus->assumed)
		here.state = LISTED_ABSENT;
	return here;
}

/* Keeps the units that were found: there are few, but thousands of events. */
static const struct local_unit *unit_for(struct local_units *units, const struct listing_opts *o,
					 const char *unit)
{
	for (size_t i = 0; i < units->n; i++)
		if (strcmp(units->here[i].unit, unit) == 0)
			return &units->here[i];
	MEM_ADD(units->here, units->n, find_unit(o, unit));
	return &units->here[units->n - 1];
}

/*
 * The kernel is asked later; events that this PMU's formats cannot express are absent.  Events of whole CPUs
 * are not tried, as that needs more rights than counting one's own programs.
 */
static void find_encoding(struct listed *item, const struct listing_opts *o, const struct local_unit *here,
			  const struct catalog_event *e)
{
	const struct config_source from = { .pmus = o->pmus };
	struct error cannot = ERROR_INIT;
	LOCAL(config) c = {0};

	if (!here->pmu)
		return;
	item->state = LISTED_ABSENT;
	if (catalog_pmu_lacks(e, o->pmus, here->pmu))
		return;
	if (config_from_vendor(&c, e, NULL, &from, here->pmu, &cannot) == 0) {
		item->state = LISTED_UNTRIED;
		item->type = c.type;
		memcpy(item->config, c.word, sizeof(item->config));
	}
}

static void add_catalog(struct listing *l, const struct listing_opts *o)
{
	struct local_units units = {0};
	struct catalog_event e;

	for (size_t cursor = 0; catalog_next_event(o->catalog, &cursor, &e);) {
		const struct local_unit *here = unit_for(&units, o, e.unit);
		struct listed item;

		if (!here->wanted)
			continue;
		item = (struct listed){
			.kind = LISTED_PMU,
			.state = here->state,
			.name = e.name,
			.event = e.name,
			.topic = e.topic,
			.unit = here->name,
			.scale_unit = e.scale_unit,
			.summary = e.summary,
			.detail = e.detail,
			.encoding = o->encodings ? listing_text(l, "%s/%s/", here->name, e.terms) : NULL,
			.deprecated = e.deprecated,
			.core = here->core,
			.vendor = true,
		};
		find_encoding(&item, o, here, &e);
		listing_add_row(l, item);
	}
	free(units.here);
}

/* --- merging and sorting ------------------------------------------------------------------------- */

/* The kernel writes some names in upper case. */
static int compare_events(const struct listed *x, const struct listed *y)
{
	int order = strcmp(x->unit, y->unit);

	order = order ? order : str_casecmp(x->event, y->event);
	return order ? order : x->vendor - y->vendor;
}

static int by_event(const void *a, const void *b)
{
	return compare_events(*(const struct listed *const *)a, *(const struct listed *const *)b);
}

/* Sorts pointers, as rows are many and large. */
static void listing_sort_rows(struct listed *row, size_t n, int (*by)(const void *, const void *))
{
	FREED struct listed *copy = mem_resize(NULL, n, sizeof(*copy));
	const struct listed **order = mem_resize(NULL, n, sizeof(*order));

	for (size_t i = 0; i < n; i++) {
		copy[i] = row[i];
		order[i] = &copy[i];
	}
	if (n)
		qsort(order, n, sizeof(*order), by);
	for (size_t i = 0; i < n; i++)
		row[i] = *order[i];
	free(order);
}

static const char *either(const char *first, const char *second)
{
	return *first ? first : second;
}

/* If the kernel knows the event, the catalog only adds descriptions. */
static void merge(struct listed *kernel, const struct listed *vendor)
{
	kernel->topic = either(kernel->topic, vendor->topic);
	kernel->summary = either(kernel->summary, vendor->summary);
	kernel->detail = either(kernel->detail, vendor->detail);
	kernel->scale_unit = either(kernel->scale_unit, vendor->scale_unit);
}

static void merge_all(struct listing *l, size_t first)
{
	size_t n = first;

	listing_sort_rows(l->item + first, l->n - first, by_event);
	for (size_t i = first; i < l->n; i++) {
		struct listed *last = n > first ? &l->item[n - 1] : NULL, *item = &l->item[i];

		if (last && strcmp(last->unit, item->unit) == 0 &&
		    str_casecmp(last->event, item->event) == 0)
			merge(last, item);
		else
			l->item[n++] = *item;
	}
	l->n = n;
}

/* perf's order: events without description first, then by topic, core events before others. */
static int in_display_order(const void *a, const void *b)
{
	const struct listed *x = *(const struct listed *const *)a;
	const struct listed *y = *(const struct listed *const *)b;
	int order = !!*x->summary - !!*y->summary;

	order = order ? order : strcmp(x->topic, y->topic);
	order = order ? order : y->core - x->core;
	return order ? order : compare_events(x, y);
}

/* --- raw events --------------------------------------------------------------------------------------- */

static void listing_add_field(struct str *text, const struct pmu_field *f, bool first)
{
	uint64_t most = pmu_field_max(f);

	str_addf(text, "%s%s", first ? "" : ",", f->name);
	if (most > 1)
		str_addf(text, most > 255 ? "=0..0x%" PRIx64 : "=0..%" PRIu64, most);
}

/* The field event comes first, then the others by name; most: how many; 0: all. */
static const char *write_fields(struct listing *l, const char *unit, const struct pmu *pmu, size_t most)
{
	const struct pmu_field *event = pmu_field_find(pmu, "event");
	LOCAL(str) text = {0};
	size_t n = 0;

	str_addf(&text, "%s/", unit);
	if (event && !event->errnum)
		listing_add_field(&text, event, n++ == 0);
	for (size_t i = 0; i < pmu->n_fields && (!most || n < most); i++)
		if (&pmu->field[i] != event && !pmu->field[i].errnum)
			listing_add_field(&text, &pmu->field[i], n++ == 0);
	str_addf(&text, "%s/modifier", n < pmu->n_fields ? ",..." : "");
	return listing_text(l, "%s", text.text);
}

static int add_raw(struct listing *l, const struct listing_opts *o, const char *const *unit,
		   struct error *err)
{
	enum { SHOWN = 3 };
	enum listed_state state = o->pmus->assumed ? LISTED_ABSENT : LISTED_HERE;

	if (!o->pmus->assumed)
		listing_add_row(l, (struct listed){ .kind = LISTED_RAW, .name = "rNNN" });
	for (size_t i = 0; i < o->pmus->n; i++) {
		struct pmu *p = &o->pmus->pmu[i];

		if (listing_is_repeated(o->pmus, i) || (p->is_core && !is_listed_core(o, p)))
			continue;
		if (pmu_load_fields(o->pmus, p, err) < 0)
			return -1;
		listing_add_row(l, (struct listed){
					   .kind = LISTED_RAW,
					   .state = state,
					   .name = write_fields(l, unit[i], p, SHOWN),
					   .unit = unit[i],
					   .core = p->is_core,
					   .encoding = o->encodings ? write_fields(l, unit[i], p, 0) : NULL,
				   });
	}
	return 0;
}

static int add_pmus(struct listing *l, const struct listing_opts *o, struct error *err)
{
	const char **unit = mem_resize(NULL, o->pmus->n, sizeof(*unit));
	size_t first = l->n;
	int rc = 0;

	for (size_t i = 0; i < o->pmus->n && rc == 0; i++) {
		const struct pmu *p = &o->pmus->pmu[i];

		unit[i] = family_name(l, o->pmus, i);
		if (!listing_is_repeated(o->pmus, i) && (!p->is_core || is_listed_core(o, p)))
			rc = add_sysfs(l, o, p, unit[i], err);
	}
	if (rc == 0) {
		add_catalog(l, o);
		merge_all(l, first);
		listing_sort_rows(l->item + first, l->n - first, in_display_order);
		rc = add_raw(l, o, unit, err);
	}
	free(unit);
	return rc;
}

/* --- all of them ------------------------------------------------------------------------------------ */

int listing_build(struct listing *l, const struct listing_opts *o, struct error *err)
{
	const struct pmu *core;

	*l = (struct listing){ .catalog = o->catalog };
	if (!o->pmus->assumed) {
		listing_add_names(l, o->pmus->root);
		listing_add_builtin(l);
	}
	if ((o->cputype && pmus_find_cputype(o->pmus, o->cputype, &core, err) < 0) ||
	    add_cache_events(l, o, err) < 0 || add_pmus(l, o, err) < 0)
		return -1;
	if (!o->pmus->assumed) {
		listing_add_row(
			l, (struct listed){ .kind = LISTED_BREAKPOINT, .name = "mem:<addr>[/len][:access]" });
		if (listing_add_tracepoints(l, o, err) < 0)
			return -1;
	}
	listing_add_metrics(l, o);
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
