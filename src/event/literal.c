/* SPDX-License-Identifier: MIT */
/* What is the value of a #literal here?  Read when a metric asks. */
#include "event/literal.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/cpulist.h"
#include "base/str.h"
#include "host/cpuinfo.h"
#include "host/kernel.h"
#include "host/machine.h"
#include "host/rootfs.h"
#include "host/target.h"

static bool load(const struct literals *l, unsigned parts)
{
	struct error unknown = ERROR_INIT;

	return machine_load_cpus(l->machine, parts, &unknown) == 0;
}

static double num_cpus(const struct literals *l)
{
	return load(l, MACHINE_ONLINE) ? (double)l->machine->present.n : (double)NAN;
}

static double num_cpus_online(const struct literals *l)
{
	return load(l, MACHINE_ONLINE) ? (double)l->machine->online.n : (double)NAN;
}

enum level { PACKAGE, DIE, CORE };

static bool is_together(const struct cpu *a, const struct cpu *b, enum level level)
{
	return a->package == b->package && (level < DIE || a->die == b->die) &&
	       (level < CORE || (a->cluster == b->cluster && a->core == b->core));
}

/* How many packages, dies or cores the CPUs are of. */
static double count(const struct literals *l, enum level level)
{
	const struct machine *m = l->machine;
	size_t n = 0;

	if (!load(l, MACHINE_TOPOLOGY) || !m->n_cpus || m->cpu[0].core < 0)
		return (double)NAN;
	for (size_t i = 0; i < m->n_cpus; i++) {
		size_t k = 0;

		while (!is_together(&m->cpu[k], &m->cpu[i], level))
			k++;
		n += k == i;
	}
	return (double)n;
}

static double num_packages(const struct literals *l)
{
	return count(l, PACKAGE);
}

static double num_dies(const struct literals *l)
{
	return count(l, DIE);
}

static double num_cores(const struct literals *l)
{
	return count(l, CORE);
}

static double smt_on(const struct literals *l)
{
	double cores = count(l, CORE);

	return isnan(cores) ? cores : cores < (double)l->machine->n_cpus ? 1 : 0;
}

/* Are CPUs counted, and not processes? */
static double target_cpu(const struct literals *l)
{
	const struct target_opts *t = l->target;

	return !t->pids && !t->tids && (t->cpus || t->system_wide);
}

/* Every core that is counted is with all its threads. */
static bool has_whole_cores(const struct machine *m, const struct cpulist *cpus)
{
	for (size_t i = 0; i < m->n_cpus; i++)
		for (size_t k = 0; k < m->n_cpus; k++)
			if (is_together(&m->cpu[i], &m->cpu[k], CORE) && cpulist_has(cpus, m->cpu[i].id) &&
			    !cpulist_has(cpus, m->cpu[k].id))
				return false;
	return true;
}

/* Whether the counts of a core are of all its threads. */
static double core_wide(const struct literals *l)
{
	const struct target_opts *t = l->target;
	double smt = smt_on(l);
	struct error wrong = ERROR_INIT;
	struct cpulist cpus = {0};
	bool whole;

	if (!(smt > 0))
		return isnan(smt) ? smt : 1;
	if (!(target_cpu(l) > 0))
		return 0;
	if (!t->cpus || cpulist_parse(&cpus, t->cpus, &wrong) < 0)
		return 1;
	whole = has_whole_cores(l->machine, &cpus);
	cpulist_release(&cpus);
	return whole;
}

/* Of Arm: what a cycle can hold; "0x00000008". */
static double slots(const struct literals *l)
{
	struct pmu *core[CORES_MOST];
	struct error unknown = ERROR_INIT;
	struct str text = {0};
	double value = (double)NAN;
	size_t n = 0;

	if (pmus_core(&l->machine->pmus, core, CORES_MOST, &n, &unknown) == 0 && n &&
	    rootfs_read(l->machine->root, &text, PMU_DEVICES "/%s/caps/slots",
			core[0]->name) >= 0 && text.len)
		value = (double)strtoull(text.text, NULL, 0);
	str_release(&text);
	return value;
}

/* "Intel(R) Xeon(R) Platinum 8370C CPU @ 2.80GHz": the TSC runs at the speed in the name. */
static double speed_in_name(const struct literals *l)
{
	struct str text = {0};
	double value = (double)NAN;
	char *model, *at, *unit;

	cpuinfo_read(&text, l->machine->root);
	model = cpuinfo_field(text.text, "model name");
	at = model ? strchr(model, '@') : NULL;
	if (at) {
		double ghz = strtod(at + 1, &unit);

		value = strcmp(unit, "GHz") == 0 && ghz > 0 ? ghz * 1e9 : (double)NAN;
	}
	free(model);
	str_release(&text);
	return value;
}

/* Newer names have no speed, but then the processor tells it. */
static double system_tsc_freq(const struct literals *l)
{
	uint64_t hz = l->kernel->tsc_hz(l->kernel);

	return hz ? (double)hz : speed_in_name(l);
}

static double has_pmem(const struct literals *l)
{
	int has = rootfs_has(l->machine->root, "/sys/firmware/acpi/tables/NFIT");

	return has < 0 ? (double)NAN : has;
}

static const struct {
	const char *name;
	double (*value)(const struct literals *l);
} literals[] = {
	{ "#num_cpus", num_cpus },	   { "#num_cpus_online", num_cpus_online },
	{ "#num_packages", num_packages }, { "#num_dies", num_dies },
	{ "#num_cores", num_cores },	   { "#smt_on", smt_on },
	{ "#core_wide", core_wide },	   { "#slots", slots },
	{ "#has_pmem", has_pmem },	   { "#system_tsc_freq", system_tsc_freq },
	{ "#target_cpu", target_cpu },
};

double literal_value(const struct literals *l, const char *name)
{
	for (size_t i = 0; i < sizeof(literals) / sizeof(*literals); i++)
		if (str_casecmp(literals[i].name, name) == 0)
			return literals[i].value(l);
	return (double)NAN;
}
