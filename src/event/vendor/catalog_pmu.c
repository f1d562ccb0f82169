/* SPDX-License-Identifier: MIT */
/* Matches a catalog's events with PMUs, and describes the PMUs of another CPU. */
#include "event/vendor/catalog_pmu.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/nearest.h"
#include "event/vendor/catalog.h"
#include "host/pmu.h"

bool catalog_pmu_has(const struct catalog_event *e, const struct pmu *pmu)
{
	if (strcmp(e->unit, "cpu") == 0)
		return pmu->is_core;
	return pmu_matches(pmu, e->unit);
}

bool catalog_pmu_lacks(const struct catalog_event *e, const struct pmus *pmus, struct pmu *pmu)
{
	enum { LAST_NAMED = 0x30, CHAIN = 0x1e };	/* CHAIN is the kernel's own and has no name */
	static const char number[] = "event=";
	bool is_arm = strncmp(pmu->name, "armv8", 5) == 0 || strncmp(pmu->name, "armv9", 5) == 0;
	unsigned long event;

	if (pmus->assumed || !pmu->is_core || !is_arm || strncmp(e->terms, number, strlen(number)) != 0)
		return false;
	event = strtoul(e->terms + strlen(number), NULL, 0);
	/* every CPU counts cycles: without that name the kernel names none */
	return event <= LAST_NAMED && event != CHAIN && !pmu_may_have_event(pmus, pmu, e->name) &&
	       pmu_may_have_event(pmus, pmu, "cpu_cycles");
}

/* "64Bytes", "1e-6": a number followed by its unit. */
void catalog_pmu_alias(struct pmu_alias *alias, const struct catalog_event *e)
{
	char *unit;
	double scale = strtod(e->scale_unit, &unit);

	*alias = (struct pmu_alias){ .terms = mem_copy_text(e->terms), .unit = mem_copy_text(unit),
				     .scale = unit == e->scale_unit ? 1 : scale,
				     .has_scale = unit != e->scale_unit, .per_package = e->per_package };
}

void catalog_pmu_offer(struct nearest *near, const struct catalog *c, const struct pmu *pmu)
{
	struct catalog_event e;
	size_t cursor = 0;

	while (c->loaded && catalog_next_event(c, &cursor, &e))
		if (!pmu || catalog_pmu_has(&e, pmu))
			nearest_offer(near, e.name);
}

const char *catalog_pmu_unit(const struct catalog *c, const char *name)
{
	struct catalog_event e;

	return c->loaded && catalog_find_events(c, NULL, name, &e, 1) ? e.unit : NULL;
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
	const char *unit;
	size_t n = 0;

	for (size_t cursor = 0; catalog_next_unit(c, &cursor, &unit);) {
		size_t i = 0;

		while (i < n && strcmp(kind[i], unit) != 0)
			i++;
		if (i == n && n < most && strncmp(unit, "cpu_", 4) == 0)
			kind[n++] = unit;
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

void catalog_pmu_assume(struct pmus *pmus, const struct catalog *c)
{
	const char *kind[CORES_MOST];
	size_t n = find_kinds(c, kind, CORES_MOST), cursor = 0;
	struct catalog_format f;
	struct catalog_alias a;

	pmus->listed = pmus->assumed = true;
	while (catalog_next_format(c, &cursor, &f)) {
		bool is_core = strcmp(f.pmu, "cpu") == 0 || strcmp(f.pmu, "cpum_cf") == 0 ||
			       strncmp(f.pmu, "armv", 4) == 0;

		for (size_t i = 0; is_core && i < n; i++)
			assume_field(pmus, &f, kind[i], true);
		if (!is_core || !n)
			assume_field(pmus, &f, f.pmu, is_core);
	}
	for (cursor = 0; catalog_next_alias(c, &cursor, &a);)
		pmus_assume_event(pmus, a.pmu, a.name, a.terms);
}
