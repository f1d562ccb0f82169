/* SPDX-License-Identifier: MIT */
/* Finds the tables of this CPU, and adds the user's folder and definitions. */
#include "event/vendor/catalog_load.h"

#include <string.h>

#include "base/str.h"
#include "event/vendor/catalog.h"
#include "event/vendor/events_dir.h"
#include "event/vendor/system_pmu.h"
#include "host/cpuid.h"

static int find_model(struct catalog *c, struct error *err)
{
	const char *given = c->opts->cpuid ? c->opts->cpuid : c->opts->tables;

	if (given) {
		c->cpuid = cpuid_parse(given, err);
		if (!c->cpuid)
			return -1;
	} else {
		c->cpuid = cpuid_load(c->root, &c->unread);
	}
	if (c->unread.kind != ERROR_NONE && c->opts->folder) {	/* a folder's tables depend on the CPU */
		*err = c->unread;
		return -1;
	}
	catalog_use_tables(c);
	if (!c->model && c->opts->cpuid && !c->opts->folder) {
		error_set(err, ERROR_NOT_FOUND, 0, "no events are known for CPU '%s'", c->cpuid);
		return error_hint(err, "PSTAT_CPUID names it; --events-dir reads tables of other CPUs");
	}
	return 0;
}

/* Adds the tables of memory controllers, meshes and the like that this machine has. */
static void add_systems(struct catalog *c)
{
	struct catalog_system system;
	LOCAL(system_pmus) pmus = {0};

	system_pmus_load(&pmus, c->root);
	for (size_t i = 0; catalog_system(c, i, &system); i++)
		if (system_pmus_have(&pmus, system.unit, system.identifier))
			catalog_add_system(c, &system);
}

static int add_definition(struct catalog *c, const char *text, struct error *err)
{
	size_t length = strcspn(text, "=");
	LOCAL(str) name = {0};

	str_add_n(&name, text, length);
	if (!length || !text[length] || !text[length + 1]) {
		error_set(err, ERROR_USAGE, 0, "'%s' defines no metric", text);
		return error_hint(err, "a definition is name=expression");
	}
	catalog_add_metric(c, &(struct catalog_metric){ .name = name.text, .expr = text + length + 1,
							.topic = "defined" });
	return 0;
}

int catalog_load(struct catalog *c, struct notes *notes, struct error *err)
{
	if (c->loaded)
		return 0;
	if (find_model(c, err) < 0)
		return -1;
	if (!c->opts->cpuid)
		add_systems(c);
	if (c->opts->folder && events_dir_read(c, c->opts->folder, notes, err) < 0)
		return -1;
	for (size_t i = 0; i < c->opts->n_defines; i++)
		if (add_definition(c, c->opts->define[i], err) < 0)
			return -1;
	catalog_sort_added(c);
	c->loaded = true;
	return 0;
}
