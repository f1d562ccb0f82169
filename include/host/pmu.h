/* SPDX-License-Identifier: MIT */
/*
 * pmu.h - reads the PMUs in /sys/bus/event_source/devices, their fields and events.
 *
 * A server has hundreds of PMUs with thousands of files, so the files of a PMU are read when an event
 * needs them. The names are listed once, and only when needed: if there is a PMU called cpu (or cpum_cf),
 * there is one kind of core, and generic events need no list.
 */
#ifndef HOST_PMU_H
#define HOST_PMU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/cpulist.h"
#include "base/error.h"
#include "base/str.h"

#define PMU_DEVICES "/sys/bus/event_source/devices"	/* one folder per PMU */

struct file_names;
struct rootfs;

struct pmu_field {		/* format/umask: bits of one config word, filled in the order of the ranges */
	char *name;
	int   word;		/* 0..3: config, config1, config2, config3 */
	struct pmu_range { uint8_t low, high; } range[16]; size_t n_ranges;
	int   errnum;		/* why its bits are unknown (EINVAL: bad text); 0: they are known */
};

struct pmu_alias {		/* events/NAME, with its .scale, .unit, .per-pkg and .snapshot files */
	char  *terms, *unit;	/* unit "": none */
	double scale;		/* 1: none */
	bool   has_scale, per_package, snapshot;
};

struct pmu {
	char    *name;
	size_t   index;		/* in pmus: by name */
	char    *alias_name;	/* content of its `alias` file; NULL: none */
	int      alias_errnum;	/* why that file cannot be read; else 0 */
	uint32_t type;
	bool     loaded;	/* the fields from type on were read */
	bool     is_core;	/* counts what programs do, on the CPUs in `cpus` or on all */
	bool     is_uncore;	/* has a cpumask: counts whole CPUs or packages, not single programs */
	bool     has_list;	/* has a file cpumask or cpus */
	struct cpulist cpus;	/* the CPUs of that file; empty: counts nowhere; without a file: any CPU */
	struct pmu_field *field; size_t n_fields;
	bool     fields_loaded;
	struct pmu_event { char *name, *terms; } *event; size_t n_events;	/* only of assumed PMUs */
	struct file_names *listed;		/* names in events/; NULL: not listed yet */
};

enum { CORES_MOST = 16 };

struct pmus {
	const struct rootfs *root;	/* borrowed */
	struct pmu *pmu;		/* sorted by name; does not move after listing */
	size_t n;
	bool listed;
	bool assumed;			/* they describe another machine; this machine's files are not read */
	size_t core[CORES_MOST], n_core;	/* the PMUs of the cores: pmus_core */
	bool cores_known;
	bool only_core_checked, has_only_core;	/* pmus_one_core_known, and its answer */
	/*
	 * The first PMU whose name for pmus_find, or whose being a core, could not be read; ERROR_NONE:
	 * none.
	 */
	struct error unread, closed;
};

#define PMU_TYPE_UNKNOWN UINT32_MAX	/* of assumed PMUs: kernels assign this number at boot */

/* Both return at once when called again. A machine without the folder has no PMUs. */
int  pmus_list(struct pmus *pmus, struct error *err);
int  pmu_load(const struct pmus *pmus, struct pmu *pmu, struct error *err);

struct pmu *pmus_find(struct pmus *pmus, const char *name);	/* by name or alias file; NULL: none */
/*
 * Does a PMU match the name that a user typed? It may omit "uncore_" and an instance number at the end
 * (_12, 12, _10008c000), or be a glob.
 */
bool pmu_matches(const struct pmu *p, const char *pattern);
bool pmu_name_matches(const char *name, const char *pattern);
/* Checks without listing all PMUs, once. false: unknown. */
bool pmus_one_core_known(struct pmus *pmus);
/*
 * The core PMUs, loaded: one, several on a hybrid machine, or none. A PMU that may not be read counts as
 * none and is reported in closed.
 */
int  pmus_core(struct pmus *pmus, struct pmu *core[CORES_MOST], size_t *n, struct error *err);
bool pmu_is_probe(const char *name);	/* of the kernel's own code, or of that of programs */
/* --cputype: both "core" and "cpu_core" match cpu_core; "cpu" matches the only core PMU of most machines. */
bool pmu_is_cputype(const char *name, const char *type);
int  pmus_find_cputype(struct pmus *pmus, const char *type, const struct pmu **found, struct error *err);

int  pmu_load_fields(const struct pmus *pmus, struct pmu *pmu, struct error *err);
const struct pmu_field *pmu_field_find(const struct pmu *pmu, const char *name);
uint64_t pmu_field_max(const struct pmu_field *field);
/* ORs value into the field's bits. */
void pmu_field_deposit(const struct pmu_field *field, uint64_t value, uint64_t word[4]);
uint64_t pmu_known_bits(const struct pmu *pmu, int word);	/* bits that some field covers */

/* events/NAME; also tries all lower and all upper case. 1: found, 0: no such event, -1: error. */
int  pmu_alias_load(const struct pmus *pmus, const struct pmu *pmu, const char *name,
		    struct pmu_alias *alias, struct error *err);
void pmu_alias_release(struct pmu_alias *alias);
/*
 * false: the PMU certainly lacks the event. A bare name is searched on each of a server's PMUs, so each
 * folder is listed only once.
 */
bool pmu_may_have_event(const struct pmus *pmus, struct pmu *pmu, const char *name);
/* The names in events/, as the kernel writes them; none without that folder. */
int  pmu_list_events(const struct pmus *pmus, const struct pmu *pmu, struct file_names *names,
		     struct error *err);

/*
 * Instead of listing: describe the PMUs of another machine, all before the first lookup. Fields and events
 * belong to the named PMU, which must exist; of a field given twice the first counts; false: bad bits.
 */
void pmus_assume(struct pmus *pmus, const char *name, uint32_t type, bool is_core);
bool pmus_assume_field(struct pmus *pmus, const char *pmu, const char *name, const char *bits);
void pmus_assume_event(struct pmus *pmus, const char *pmu, const char *name, const char *terms);

void pmus_release(struct pmus *pmus);

#endif
