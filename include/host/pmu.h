/* SPDX-License-Identifier: MIT */
/*
 * pmu.h - the PMUs of /sys/bus/event_source/devices.
 *
 * The list of names is read once, everything else of a PMU when it is asked for: a
 * server has hundreds of PMUs with thousands of files.
 */
#ifndef HOST_PMU_H
#define HOST_PMU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/cpulist.h"
#include "base/error.h"
#include "base/str.h"

#define PMU_DEVICES "/sys/bus/event_source/devices"	/* a folder for each */

struct names;
struct rootfs;

struct pmu_field {		/* format/umask: bits of one config word, filled in the order written */
	char *name;
	int   word;		/* 0..3: config, config1, config2, config3 */
	struct pmu_range { uint8_t low, high; } range[16]; size_t n_ranges;
	int   errnum;		/* why its bits are not known, EINVAL: it says something else; 0: they are */
};

struct pmu_alias {		/* events/NAME, with its .scale, .unit, .per-pkg, .snapshot */
	char  *terms, *unit;	/* unit "": none */
	double scale;		/* 1: none */
	bool   has_scale, per_package, snapshot;
};

struct pmu {
	char    *name;
	size_t   index;		/* in pmus: the order of names */
	char    *alias_name;	/* the PMU's own `alias` file; NULL: none */
	int      alias_errnum;	/* why that cannot be read; else 0 */
	uint32_t type;
	bool     loaded;	/* what follows name was read */
	bool     is_core;	/* counts what programs do, on cpus or on all CPUs */
	bool     is_uncore;	/* has a cpumask: counts whole CPUs or packages, never one program */
	bool     has_list;	/* of CPUs: cpumask or cpus */
	struct cpulist cpus;	/* that list; an empty one: counts nowhere; none at all: any CPU */
	struct pmu_field *field; size_t n_fields;
	bool     fields_loaded;
	struct pmu_event { char *name, *terms; } *event; size_t n_events;	/* only of assumed PMUs */
	struct names *listed;		/* what is in events/; NULL: nobody has asked for that yet */
};

enum { CORES_MOST = 16 };

struct pmus {
	const struct rootfs *root;	/* borrowed */
	struct pmu *pmu;		/* sorted by name; never moves once listed */
	size_t n;
	bool listed;
	bool assumed;			/* of another machine: the files of this one do not speak of them */
	size_t core[CORES_MOST], n_core;	/* those that count what programs do: pmus_core */
	bool cores_known;
	bool asked_alone, has_alone;	/* pmus_have_one_core, and its answer */
	/*
	 * The first PMU of which nobody may know whether it has the name that pmus_find was asked for,
	 * and whether it is a core's; ERROR_NONE: there is no such.
	 */
	struct error unread, closed;
};

#define PMU_TYPE_UNKNOWN UINT32_MAX	/* of assumed PMUs: a number that kernels choose when they start */

/* Both are quick when called again.  A machine without the folder has no PMUs. */
int  pmus_list(struct pmus *pmus, struct error *err);
int  pmu_load(const struct pmus *pmus, struct pmu *pmu, struct error *err);

struct pmu *pmus_find(struct pmus *pmus, const char *name);	/* by name or alias file; NULL: no such PMU */
/*
 * Does PMU p answer to the name a user wrote?  Exactly, or: without uncore_, without the
 * number at the end (_12, 12, _10008c000), or as a glob.
 */
bool pmu_matches(const struct pmu *p, const char *pattern);
bool pmu_name_matches(const char *name, const char *pattern);
/* Without listing them, and asked once; false says nothing. */
bool pmus_have_one_core(struct pmus *pmus);
/*
 * The PMUs that count what programs do, loaded: one, on a hybrid machine more, or none; above
 * most is an error.  One that may not be looked into is none, and is told in closed.
 */
int  pmus_core(struct pmus *pmus, struct pmu **core, size_t most, size_t *n, struct error *err);
/* --cputype: "core" and "cpu_core" both name cpu_core, and "cpu" the one core PMU of most machines. */
bool pmu_is_cputype(const char *name, const char *type);
int  pmus_find_cputype(struct pmus *pmus, const char *type, const struct pmu **found, struct error *err);

int  pmu_load_fields(const struct pmus *pmus, struct pmu *pmu, struct error *err);
const struct pmu_field *pmu_field_find(const struct pmu *pmu, const char *name);
uint64_t pmu_field_max(const struct pmu_field *field);
/* ORs it in */
void pmu_field_deposit(const struct pmu_field *field, uint64_t value, uint64_t word[4]);
uint64_t pmu_known_bits(const struct pmu *pmu, int word);	/* that some field covers */

/* events/NAME; any case of the letters is tried.  1 found, 0 no such event, -1 error. */
int  pmu_alias_load(const struct pmus *pmus, const struct pmu *pmu, const char *name,
		    struct pmu_alias *alias, struct error *err);
void pmu_alias_release(struct pmu_alias *alias);
/*
 * Whether it is worth looking for: a bare name is sought on each of a server's PMUs, and their
 * folders are read once only.
 */
bool pmu_may_have(const struct pmus *pmus, struct pmu *pmu, const char *name);
/* The names in events/, as the kernel writes them; a PMU without the folder has none. */
int  pmu_list_events(const struct pmus *pmus, const struct pmu *pmu, struct names *names, struct error *err);

/*
 * Instead of listing them: the PMUs of a machine that is not here, all before the first is
 * looked up.  Fields and events are of the one of that name, which is made; false: no such bits.
 */
void pmus_assume(struct pmus *pmus, const char *name, uint32_t type, bool is_core);
bool pmus_assume_field(struct pmus *pmus, const char *pmu, const char *name, const char *bits);
void pmus_assume_event(struct pmus *pmus, const char *pmu, const char *name, const char *terms);

void pmus_release(struct pmus *pmus);

#endif
