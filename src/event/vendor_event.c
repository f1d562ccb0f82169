/* SPDX-License-Identifier: MIT */
/* Finds an event of the catalog on the PMUs that have it. */
#include "event/vendor_event.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "event/vendor/catalog.h"
#include "event/vendor/catalog_load.h"
#include "event/vendor/catalog_pmu.h"
#include "host/pmu.h"

struct finder {
	struct vendor_matches *v;
	const struct config_source *from;
	const struct config_terms *more;
	struct error refused;		/* by a PMU without such terms */
	struct error *err;
};

/* Skips a PMU that does not accept the further terms: kinds of core differ in them. */
static int add_on_pmu(struct finder *f, const struct catalog_event *e, struct pmu *pmu)
{
	struct vendor_matches *v = f->v;
	struct config c;

	if (config_from_vendor(&c, e, f->more, f->from, pmu, f->more ? &f->refused : f->err) < 0) {
		config_release(&c);
		return f->more ? 0 : -1;
	}
	v->event = mem_resize(v->event, v->n + 1, sizeof(*v->event));
	v->event[v->n++] = (struct vendor_event){ pmu, catalog_pmu_lacks(e, f->from->pmus, pmu), c };
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
	LOCAL(pmus) pmus = {0};
	const struct config_source assumed = { &pmus, here->catalog, here->notes };
	int rc = 0;

	f->from = &assumed;
	catalog_pmu_assume(&pmus, here->catalog);
	for (size_t i = 0; i < pmus.n && !f->v->n && rc == 0; i++)
		if (catalog_pmu_has(e, &pmus.pmu[i]))
			rc = add_on_pmu(f, e, &pmus.pmu[i]);
	for (size_t i = 0; i < f->v->n; i++)
		f->v->event[i].pmu = NULL;
	f->from = here;
	return rc;
}

static int refuse_pmu(const struct catalog_event *e, const struct pmus *pmus, struct error *err)
{
	if (pmus->assumed)
		return error_set(err, ERROR_UNSUPPORTED, 0, "'%s' is an event of PMU '%s', whose format "
				 "only a machine that has it knows", e->name, e->unit);
	error_set(err, ERROR_NOT_FOUND, 0, "'%s' is an event of PMU '%s', which this machine does not have",
		  e->name, e->unit);
	return error_hint(err, "this CPU may have it, but the kernel does not offer it in "
			       "/sys/bus/event_source/devices");
}

int vendor_event_find(struct vendor_matches *v, const char *name, const struct config_terms *more,
		      const struct config_source *from, struct error *err)
{
	struct finder f = { .v = v, .from = from, .more = more, .refused = ERROR_INIT, .err = err };
	struct catalog_event e[CATALOG_PMUS_MOST];
	struct pmus *pmus = from->pmus;
	size_t n;

	*v = (struct vendor_matches){0};
	if (!from->catalog)
		return 0;
	if (catalog_load(from->catalog, from->notes, err) < 0)
		return -1;
	n = catalog_find_events(from->catalog, NULL, name, e, CATALOG_PMUS_MOST);
	for (size_t p = 0; p < pmus->n; p++)
		for (size_t i = 0; i < n; i++)
			if (catalog_pmu_has(&e[i], &pmus->pmu[p]) && add_on_pmu(&f, &e[i], &pmus->pmu[p]) < 0)
				return -1;
	if (n && !v->n && !has_core(pmus) && is_core_unit(e[0].unit) && add_without_pmu(&f, &e[0]) < 0)
		return -1;
	if (!v->n && f.refused.message[0]) {
		*err = f.refused;
		return -1;
	}
	return n && !v->n ? refuse_pmu(&e[0], pmus, err) : 0;
}

void vendor_events_release(struct vendor_matches *v)
{
	for (size_t i = 0; i < v->n; i++)
		config_release(&v->event[i].config);
	free(v->event);
	*v = (struct vendor_matches){0};
}
