/* SPDX-License-Identifier: MIT */
/* Matches a catalog's events with PMUs, and describes the PMUs of another CPU. */
#include "event/vendor.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "event/catalog.h"
#include "host/pmu.h"

bool vendor_is_on(const struct catalog_event *e, const struct pmu *pmu)
{
	if (strcmp(e->unit, "cpu") == 0)
		return pmu->is_core;
	return pmu_matches(pmu, e->unit);
}

bool vendor_is_unimplemented(const struct catalog_event *e, const struct pmus *pmus, struct pmu *pmu)
{
	enum { LAST_NAMED = 0x30, CHAIN = 0x1e };	/* CHAIN is the kernel's own and has no name */
	static const char number[] = "event=";
	bool is_arm = strncmp(pmu->name, "armv8", 5) == 0 || strncmp(pmu->name, "armv9", 5) == 0;
	unsigned long event;

	if (pmus->assumed || !pmu->is_core || !is_arm || strncmp(e->terms, number, strlen(number)) != 0)
		return false;
	event = strtoul(e->terms + strlen(number), NULL, 0);
	/* every CPU counts cycles: without that name the kernel names none */
	return event <= LAST_NAMED && event != CHAIN && !pmu_may_have(pmus, pmu, e->name) &&
	       pmu_may_have(pmus, pmu, "cpu_cycles");
}

/* "64Bytes", "1e-6": a number followed by its unit. */
void vendor_alias(struct pmu_alias *alias, const struct catalog_event *e)
{
	char *unit;
	double scale = strtod(e->scale_unit, &unit);

	*alias = (struct pmu_alias){ .terms = mem_text(e->terms), .unit = mem_text(unit),
				     .scale = unit == e->scale_unit ? 1 : scale,
				     .has_scale = unit != e->scale_unit, .per_package = e->per_package };
}

void vendor_offer(struct nearest *near, const struct catalog *c, const struct pmu *pmu)
{
	struct catalog_event e;
	size_t cursor = 0;

	while (c->loaded && catalog_next_event(c, &cursor, &e))
		if (!pmu || vendor_is_on(&e, pmu))
			nearest_offer(near, e.name);
}

const char *vendor_unit(const struct catalog *c, const char *name)
{
	struct catalog_event e;

	return c->loaded && catalog_find_events(c, NULL, name, &e, 1) ? e.unit : NULL;
}

/* --- a name on its PMUs --------------------------------------------------------------------------- */

struct finder {
	struct vendor_events *v;
	const struct config_source *from;
	const struct config_terms *more;
	struct error refused;		/* by a PMU without such terms */
	struct error *err;
};

/* Skips a PMU that does not accept the further terms: kinds of core differ in them. */
static int add_on_pmu(struct finder *f, const struct catalog_event *e, struct pmu *pmu)
{
	struct vendor_events *v = f->v;
	struct config c;

	if (config_from_vendor(&c, e, f->more, f->from, pmu, f->more ? &f->refused : f->err) < 0) {
		config_release(&c);
		return f->more ? 0 : -1;
	}
	v->event = mem_resize(v->event, v->n + 1, sizeof(*v->event));
	v->event[v->n++] = (struct vendor_event){ pmu, vendor_is_unimplemented(e, f->from->pmus, pmu), c };
	return 0;
}

static bool is_core_unit(const char *unit)
{
	return strcmp(unit, "cpu") == 0 || strncmp(unit, "cpu_", 4) == 0;
}

static bool has_core(const struct pmus *pmus)
{
	for (size_t i = 0; i < pmus->n; i++)
		if (pmus->pmu[i].is_core)
			return true;
	return false;
}

/* A virtual machine may have no core PMU: then the kernel refuses the event, as it refuses cycles. */
static int add_without_pmu(struct finder *f, const struct catalog_event *e)
{
	const struct config_source *here = f->from;
	struct pmus pmus = {0};
	const struct config_source assumed = { &pmus, here->catalog, here->notes };
	int rc = 0;

	f->from = &assumed;
	vendor_assume_pmus(&pmus, here->catalog);
	for (size_t i = 0; i < pmus.n && !f->v->n && rc == 0; i++)
		if (vendor_is_on(e, &pmus.pmu[i]))
			rc = add_on_pmu(f, e, &pmus.pmu[i]);
	for (size_t i = 0; i < f->v->n; i++)
		f->v->event[i].pmu = NULL;
	pmus_release(&pmus);
	f->from = here;
	return rc;
}

static int refuse_pmu(const struct catalog_event *e, const struct pmus *pmus, struct error *err)
{
	if (pmus->assumed)
		return error_set(err, ERROR_UNSUPPORTED, 0, "'%s' is an event of PMU '%s', of which only a "
				 "machine that has it knows the format", e->name, e->unit);
	error_set(err, ERROR_NOT_FOUND, 0, "'%s' is an event of PMU '%s', and there is none here", e->name,
		  e->unit);
	error_hint(err, "this CPU may have it, but the kernel offers it in no /sys/bus/event_source/devices");
	return -1;
}

int vendor_find(struct vendor_events *v, const char *name, const struct config_terms *more,
		const struct config_source *from, struct error *err)
{
	struct finder f = { .v = v, .from = from, .more = more, .refused = ERROR_INIT, .err = err };
	struct catalog_event e[VENDOR_UNITS];
	struct pmus *pmus = from->pmus;
	size_t n;

	*v = (struct vendor_events){0};
	if (!from->catalog)
		return 0;
	if (catalog_load(from->catalog, from->notes, err) < 0)
		return -1;
	n = catalog_find_events(from->catalog, NULL, name, e, VENDOR_UNITS);
	for (size_t p = 0; p < pmus->n; p++)
		for (size_t i = 0; i < n; i++)
			if (vendor_is_on(&e[i], &pmus->pmu[p]) && add_on_pmu(&f, &e[i], &pmus->pmu[p]) < 0)
				return -1;
	if (n && !v->n && !has_core(pmus) && is_core_unit(e[0].unit) && add_without_pmu(&f, &e[0]) < 0)
		return -1;
	if (!v->n && f.refused.message[0]) {
		*err = f.refused;
		return -1;
	}
	return n && !v->n ? refuse_pmu(&e[0], pmus, err) : 0;
}

void vendor_release(struct vendor_events *v)
{
	for (size_t i = 0; i < v->n; i++)
		config_release(&v->event[i].config);
	free(v->event);
	*v = (struct vendor_events){0};
}

/* --- the PMUs of another CPU -------------------------------------------------------------------------- */

static bool has_pmu(const struct pmus *pmus, const char *name)
{
	for (size_t i = 0; i < pmus->n; i++)
		if (strcmp(pmus->pmu[i].name, name) == 0)
			return true;
	return false;
}

/* The kinds of core in the tables; none for most CPUs. */
static size_t find_kinds(const struct catalog *c, const char **kind, size_t most)
{
	struct catalog_event e;
	size_t n = 0, cursor = 0;

	while (catalog_next_event(c, &cursor, &e)) {
		size_t i = 0;

		while (i < n && strcmp(kind[i], e.unit) != 0)
			i++;
		if (i == n && n < most && strncmp(e.unit, "cpu_", 4) == 0)
			kind[n++] = e.unit;
	}
	return n;
}

static void assume_field(struct pmus *pmus, const struct catalog_format *f, const char *pmu, bool is_core)
{
	bool first = !is_core || strcmp(pmu, f->pmu) == 0 || strcmp(pmu, "cpu_core") == 0;

	if (!has_pmu(pmus, pmu))
		pmus_assume(pmus, pmu, first && f->type >= 0 ? (uint32_t)f->type : PMU_TYPE_UNKNOWN, is_core);
	pmus_assume_field(pmus, pmu, f->term, f->bits);
}

void vendor_assume_pmus(struct pmus *pmus, const struct catalog *c)
{
	const char *kind[CORES_MOST];
	size_t n = find_kinds(c, kind, CORES_MOST), cursor = 0;
	struct catalog_format f;
	struct catalog_alias a;

	pmus->listed = pmus->assumed = true;
	while (catalog_next_format(c, &cursor, &f)) {
		bool is_core = strcmp(f.pmu, "cpu") == 0 || strncmp(f.pmu, "armv", 4) == 0;

		for (size_t i = 0; is_core && i < n; i++)
			assume_field(pmus, &f, kind[i], true);
		if (!is_core || !n)
			assume_field(pmus, &f, f.pmu, is_core);
	}
	for (cursor = 0; catalog_next_alias(c, &cursor, &a);)
		pmus_assume_event(pmus, a.pmu, a.name, a.terms);
}
