/* SPDX-License-Identifier: MIT */
/* Compares a wrong name with all known names, including events of this machine's PMUs. */
#include "event/suggest.h"

#include <stddef.h>
#include <string.h>

#include "base/nearest.h"
#include "base/str.h"
#include "event/event_names.h"
#include "event/sensor.h"
#include "event/vendor/catalog.h"
#include "event/vendor/catalog_pmu.h"
#include "host/pmu.h"
#include "host/rootfs.h"
#include "host/tracepoint.h"

static void hint_nearest(struct error *err, const struct nearest *near)
{
	if (near->found)
		error_hint(err, "did you mean '%s'?", near->found);
}

/*
 * Offers one PMU's events in /sys. Their names are freed at the end, so a nearer one is put into the hint
 * at once.
 */
static void offer_events(struct error *err, struct nearest *near, const struct pmus *pmus,
			 const struct pmu *pmu)
{
	struct nearest here = *near;
	struct error ignored = ERROR_INIT;
	LOCAL(file_names) names = {0};

	here.found = NULL;
	pmu_list_events(pmus, pmu, &names, &ignored);
	for (size_t i = 0; i < names.n; i++) {
		struct nearest one = { .wanted = near->wanted };

		nearest_offer(&one, names.name[i]);
		if (one.found && (!near->found || one.distance < near->distance) &&
		    (!here.found || one.distance < here.distance))
			here = one;
	}
	hint_nearest(err, &here);
	if (here.found) {
		near->found = "";	/* from here on only the distance is used */
		near->distance = here.distance;
	}
}

/* The entry exists in a file, but was left out. */
static bool hint_fault(struct error *err, const struct catalog *catalog, const char *wanted)
{
	const char *fault = catalog ? catalog_fault(catalog, wanted) : NULL;

	if (fault)
		error_hint(err, "%s", fault);
	return fault;
}

bool suggest_unread(struct error *err, const struct pmus *pmus, const struct catalog *catalog,
		    const char *wanted)
{
	const struct error *const unread[] = { &pmus->unread, &pmus->closed,
					       catalog ? &catalog->unread : NULL };

	for (size_t i = 0; i < sizeof(unread) / sizeof(*unread); i++) {
		const struct error *why = unread[i];

		if (!why || why->kind == ERROR_NONE)
			continue;
		error_set(err, why->kind, why->errnum, "cannot tell what '%s' is: %s", wanted, why->message);
		if (why->hint[0])
			error_hint(err, "%s", why->hint);
		return true;
	}
	return false;
}

void suggest_event(struct error *err, const struct pmus *pmus, const struct catalog *catalog,
		   const char *wanted)
{
	struct nearest near = { .wanted = wanted };

	if (hint_fault(err, catalog, wanted))
		return;
	if (catalog && catalog_lacks_table(catalog))
		error_hint(err, "there is no table for this CPU, %s; three commands make one: see "
			   "\"Tables of vendors\" in pstat-events(7)", catalog->cpuid);
	else
		error_hint(err, sensor_may_be(wanted) ? "'pstat list hwmon' shows the sensors here" :
			   "'pstat list WORD' searches the events of this machine; see also pstat-events(7)");
	event_names_offer(&near);
	if (catalog)
		catalog_pmu_offer(&near, catalog, NULL);
	hint_nearest(err, &near);
	for (size_t i = 0; i < pmus->n; i++)
		offer_events(err, &near, pmus, &pmus->pmu[i]);
}

void suggest_tracepoint(struct error *err, const struct rootfs *root, const char *subsystem, const char *name)
{
	struct error ignored = ERROR_INIT;
	LOCAL(str) wanted = {0};
	LOCAL(tracepoints) all = {0};
	struct nearest near;

	str_addf(&wanted, "%s:%s", subsystem, name);
	near = (struct nearest){ .wanted = wanted.text };
	error_hint(err, "'pstat list tracepoint' lists the tracepoints here");
	tracepoints_list(&all, root, false, &ignored);
	for (size_t i = 0; i < all.n; i++)
		nearest_offer(&near, all.tracepoint[i].name);
	hint_nearest(err, &near);
}

/* "cpu" is the core PMU's name on x86; elsewhere it has another name, or there is none. */
static void suggest_core(struct error *err, struct pmus *pmus)
{
	struct error ignored = ERROR_INIT;
	LOCAL(str) names = {0};
	struct pmu *core[CORES_MOST];
	size_t n = 0;

	pmus_core(pmus, core, &n, &ignored);
	for (size_t i = 0; i < n; i++)
		str_addf(&names, "%s%s", i ? ", " : "", core[i]->name);
	if (n)
		error_hint(err, "the core PMU of this machine is %s", names.text);
	else
		error_hint(err, "this machine (virtual?) has no hardware counters");
}

/* For another CPU there are no files to suggest. */
static void suggest_known(struct error *err, const struct pmus *pmus)
{
	LOCAL(str) names = {0};

	for (size_t i = 0; i < pmus->n; i++)
		str_addf(&names, "%s%s", i ? ", " : "", pmus->pmu[i].name);
	error_hint(err, "PMUs known for this CPU: %s", names.len ? names.text : "none");
}

void suggest_pmu(struct error *err, struct pmus *pmus, const struct catalog *catalog, const char *wanted)
{
	struct nearest near = { .wanted = wanted };

	if (hint_fault(err, catalog, wanted))
		return;
	if (pmus->assumed) {
		suggest_known(err, pmus);
		return;
	}
	if (strcmp(wanted, "cpu") == 0) {
		suggest_core(err, pmus);
		return;
	}
	for (size_t i = 0; i < pmus->n; i++)
		nearest_offer(&near, pmus->pmu[i].name);
	event_names_offer(&near);
	if (catalog)
		catalog_pmu_offer(&near, catalog, NULL);
	error_hint(err, "ls /sys/bus/event_source/devices shows the PMUs of this machine");
	hint_nearest(err, &near);
}
