/* SPDX-License-Identifier: MIT */
/* Reads the events that a PMU's folder events/ names, and their scales and units. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/number.h"
#include "base/str.h"
#include "host/pmu.h"
#include "host/rootfs.h"

/* events/llc_occupancy.scale is not an event. */
static bool is_attribute(const char *name)
{
	static const char *const suffixes[] = { ".scale", ".unit", ".per-pkg", ".snapshot" };
	size_t len = strlen(name);

	for (size_t i = 0; i < sizeof(suffixes) / sizeof(*suffixes); i++) {
		size_t n = strlen(suffixes[i]);

		if (len > n && strcmp(name + len - n, suffixes[i]) == 0)
			return true;
	}
	return false;
}

static void change_case(char *to, const char *from, int (*change)(int))
{
	while ((*to++ = (char)change((unsigned char)*from++)))
		;
}

static int read_terms(const struct pmus *pmus, const struct pmu *pmu, struct str *text, char *name)
{
	int rc = rootfs_read(pmus->root, text, PMU_DEVICES "/%s/events/%s", pmu->name, name);

	/* kernels write names all in lower or all in upper case */
	for (int upper = 0; rootfs_is_missing(rc) && upper < 2; upper++) {
		change_case(name, name, upper ? toupper : tolower);
		rc = rootfs_read(pmus->root, text, PMU_DEVICES "/%s/events/%s", pmu->name, name);
	}
	return rc;
}

static int compare_name(const void *name, const void *element)
{
	return strcmp(name, *(char *const *)element);
}

/*
 * 1: found, 0: none, -1: error. A listed folder tells which files are missing; most events have none of
 * these files.
 */
static int read_attribute(const struct pmus *pmus, const struct pmu *pmu, const char *name,
			  const char *suffix, struct str *text, struct error *err)
{
	struct str file = {0};
	int rc = -ENOENT;
	bool there;

	str_addf(&file, "%s%s", name, suffix);
	there = !pmu->listed || bsearch(file.text, pmu->listed->name, pmu->listed->n,
					sizeof(*pmu->listed->name), compare_name);
	str_reset(text);
	if (there)
		rc = rootfs_read(pmus->root, text, PMU_DEVICES "/%s/events/%s", pmu->name, file.text);
	if (rc < 0 && !rootfs_is_missing(rc))
		rc = rootfs_refuse(err, rc, PMU_DEVICES "/%s/events/%s", pmu->name, file.text);
	else
		rc = rc == 0;
	str_release(&file);
	return rc;
}

static int bad_attribute(const struct pmu *pmu, const char *name, const char *suffix, struct error *err)
{
	return error_set(err, ERROR_FORMAT, 0, "%s%s of PMU '%s' is not what it should be", name, suffix,
			 pmu->name);
}

static int read_scale(const struct pmus *pmus, const struct pmu *pmu, const char *name,
		      struct pmu_alias *alias, struct error *err)
{
	struct str text = {0};
	int rc = read_attribute(pmus, pmu, name, ".scale", &text, err);

	alias->scale = 1;
	if (rc == 1) {
		char *end;
		double scale = strtod(text.text, &end);

		alias->has_scale = !*end && number_is_scale(scale);
		if (alias->has_scale)
			alias->scale = scale;
		else
			rc = bad_attribute(pmu, name, ".scale", err);
	}
	str_release(&text);
	return rc;
}

static int read_unit(const struct pmus *pmus, const struct pmu *pmu, const char *name,
		     struct pmu_alias *alias, struct error *err)
{
	struct str text = {0};
	int rc = read_attribute(pmus, pmu, name, ".unit", &text, err);

	alias->unit = mem_text(rc == 1 ? text.text : "");
	if (strlen(alias->unit) > 31)
		alias->unit[31] = '\0';
	str_release(&text);
	return rc;
}

static int read_flag(const struct pmus *pmus, const struct pmu *pmu, const char *name, const char *suffix,
		     bool *flag, struct error *err)
{
	struct str text = {0};
	int rc = read_attribute(pmus, pmu, name, suffix, &text, err);

	*flag = rc == 1 && strcmp(text.text, "1") == 0;
	if (rc == 1 && !*flag && strcmp(text.text, "0") != 0)
		rc = bad_attribute(pmu, name, suffix, err);
	str_release(&text);
	return rc;
}

/* They decide what a count means, so an unreadable one is an error. */
static int read_attributes(const struct pmus *pmus, const struct pmu *pmu, const char *name,
			   struct pmu_alias *alias, struct error *err)
{
	if (read_scale(pmus, pmu, name, alias, err) < 0 || read_unit(pmus, pmu, name, alias, err) < 0 ||
	    read_flag(pmus, pmu, name, ".per-pkg", &alias->per_package, err) < 0 ||
	    read_flag(pmus, pmu, name, ".snapshot", &alias->snapshot, err) < 0)
		return -1;
	return 0;
}

static int assumed_alias(const struct pmu *pmu, const char *name, struct pmu_alias *alias)
{
	for (size_t i = 0; i < pmu->n_events; i++) {
		if (str_casecmp(pmu->event[i].name, name) != 0)
			continue;
		*alias = (struct pmu_alias){ .terms = mem_text(pmu->event[i].terms), .unit = mem_text(""),
					     .scale = 1 };
		return 1;
	}
	return 0;
}

static void list_assumed(const struct pmu *pmu, struct names *names)
{
	*names = (struct names){ .name = mem_resize(NULL, pmu->n_events, sizeof(*names->name)) };
	for (size_t i = 0; i < pmu->n_events; i++)
		names->name[names->n++] = mem_text(pmu->event[i].name);
}

int pmu_alias_load(const struct pmus *pmus, const struct pmu *pmu, const char *name,
		   struct pmu_alias *alias, struct error *err)
{
	struct str text = {0};
	char *file;
	int rc;

	*alias = (struct pmu_alias){0};
	if (pmus->assumed)
		return assumed_alias(pmu, name, alias);
	if (is_attribute(name))
		return 0;
	file = mem_text(name);
	rc = read_terms(pmus, pmu, &text, file);
	if (rc == 0 && !text.len) {
		rc = error_set(err, ERROR_FORMAT, 0, "event '%s' of PMU '%s' is empty", name, pmu->name);
	} else if (rc == 0) {
		alias->terms = mem_text(text.text);
		rc = read_attributes(pmus, pmu, file, alias, err) < 0 ? -1 : 1;
	} else if (rootfs_is_missing(rc)) {
		rc = 0;
	} else {
		error_set(err, ERROR_SYSTEM, -rc, "cannot read event '%s' of PMU '%s': %s", name, pmu->name,
			  strerror(-rc));
	}
	free(file);
	str_release(&text);
	if (rc < 0)
		pmu_alias_release(alias);
	return rc < 0 ? -1 : rc;
}

void pmu_alias_release(struct pmu_alias *alias)
{
	free(alias->terms);
	free(alias->unit);
	*alias = (struct pmu_alias){0};
}

bool pmu_may_have(const struct pmus *pmus, struct pmu *pmu, const char *name)
{
	int rc = 0;

	if (pmus->assumed)
		return true;	/* these have no files */
	if (!pmu->listed) {
		pmu->listed = mem_resize(NULL, 1, sizeof(*pmu->listed));
		*pmu->listed = (struct names){0};
		rc = rootfs_list(pmus->root, pmu->listed, PMU_DEVICES "/%s/events", pmu->name);
	}
	if (rc < 0 && !rootfs_is_missing(rc)) {
		free(pmu->listed);
		pmu->listed = NULL;
		return true;
	}
	for (size_t i = 0; i < pmu->listed->n; i++)
		if (str_casecmp(pmu->listed->name[i], name) == 0)
			return true;
	return false;
}

int pmu_list_events(const struct pmus *pmus, const struct pmu *pmu, struct names *names, struct error *err)
{
	size_t n = 0;
	int rc;

	if (pmus->assumed) {
		list_assumed(pmu, names);
		return 0;
	}
	rc = rootfs_list(pmus->root, names, PMU_DEVICES "/%s/events", pmu->name);
	if (rc < 0 && !rootfs_is_missing(rc))
		return error_set(err, ERROR_SYSTEM, -rc, "cannot list the events of PMU '%s': %s", pmu->name,
				 strerror(-rc));
	for (size_t i = 0; i < names->n; i++) {
		if (is_attribute(names->name[i]))
			free(names->name[i]);
		else
			names->name[n++] = names->name[i];
	}
	names->n = n;
	return 0;
}
