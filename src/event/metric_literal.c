/* SPDX-License-Identifier: MIT */
/* Computes the value of a #literal when a metric needs it. */
#include "event/metric_literal.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/cpulist.h"
#include "base/mem.h"
#include "base/str.h"
#include "host/cpuinfo.h"
#include "host/kernel.h"
#include "host/machine.h"
#include "host/rootfs.h"
#include "host/target.h"

static bool load_parts(const struct metric_literals *l, unsigned parts)
{
	struct error unknown = ERROR_INIT;

	return machine_load_cpus(l->machine, parts, &unknown) == 0;
}

static double num_cpus(const struct metric_literals *l)
{
	return load_parts(l, MACHINE_ONLINE) ? (double)l->machine->present.n : (double)NAN;
}

static double num_cpus_online(const struct metric_literals *l)
{
	return load_parts(l, MACHINE_ONLINE) ? (double)l->machine->online.n : (double)NAN;
}

/* The largest unit that two CPUs do not share. */
enum level { PACKAGE, DIE, CORE, THREAD };

static enum level first_difference(const struct cpu *a, const struct cpu *b)
{
	if (a->package != b->package)
		return PACKAGE;
	if (a->die != b->die)
		return DIE;
	return a->cluster != b->cluster || a->core != b->core ? CORE : THREAD;
}

static int by_topology(const void *x, const void *y)
{
	const struct cpu *a = x, *b = y;
	const int of_a[] = { a->package, a->die, a->cluster, a->core, a->id };
	const int of_b[] = { b->package, b->die, b->cluster, b->core, b->id };
	size_t i = 0;

	while (i < sizeof(of_a) / sizeof(*of_a) - 1 && of_a[i] == of_b[i])
		i++;
	return (of_a[i] > of_b[i]) - (of_a[i] < of_b[i]);
}

/* Sorts the CPUs, so that those of a core are adjacent, then cores of a die, then dies of a package. */
static struct cpu *sorted_cpus(const struct machine *m)
{
	struct cpu *cpu = mem_resize(NULL, m->n_cpus, sizeof(*cpu));

	memcpy(cpu, m->cpu, m->n_cpus * sizeof(*cpu));
	qsort(cpu, m->n_cpus, sizeof(*cpu), by_topology);
	return cpu;
}

/* The number of packages, dies or cores. */
static double count_units(const struct metric_literals *l, enum level level)
{
	const struct machine *m = l->machine;
	struct cpu *cpu;
	size_t n = 1;

	if (!load_parts(l, MACHINE_TOPOLOGY) || !m->n_cpus || m->cpu[0].core < 0)
		return (double)NAN;
	cpu = sorted_cpus(m);
	for (size_t i = 1; i < m->n_cpus; i++)
		n += first_difference(&cpu[i - 1], &cpu[i]) <= level;
	free(cpu);
	return (double)n;
}

static double num_packages(const struct metric_literals *l)
{
	return count_units(l, PACKAGE);
}

static double num_dies(const struct metric_literals *l)
{
	return count_units(l, DIE);
}

static double num_cores(const struct metric_literals *l)
{
	return count_units(l, CORE);
}

static double smt_on(const struct metric_literals *l)
{
	double cores = count_units(l, CORE);

	return isnan(cores) ? cores : cores < (double)l->machine->n_cpus ? 1 : 0;
}

/* True if CPUs are counted, not processes. */
static double target_cpu(const struct metric_literals *l)
{
	return target_counts_cpus(l->target);
}

/* True if every counted core is counted with all its threads. */
static bool has_whole_cores(const struct machine *m, const struct cpulist *cpus)
{
	FREED struct cpu *cpu = sorted_cpus(m);
	bool whole = true;

	for (size_t i = 1; i < m->n_cpus && whole; i++)
		whole = first_difference(&cpu[i - 1], &cpu[i]) < THREAD ||
			cpulist_has(cpus, cpu[i - 1].id) == cpulist_has(cpus, cpu[i].id);
	return whole;
}

/* True if the count of a core includes all its threads. */
static double core_wide(const struct metric_literals *l)
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

/* Arm: the width of the pipeline; "0x00000008". */
static double slots(const struct metric_literals *l)
{
	struct pmu *core[CORES_MOST];
	struct error unknown = ERROR_INIT;
	LOCAL(str) text = {0};
	double value = (double)NAN;
	size_t n = 0;

	if (pmus_core(&l->machine->pmus, core, &n, &unknown) == 0 && n &&
	    rootfs_read(l->machine->root, &text, PMU_DEVICES "/%s/caps/slots",
			core[0]->name) >= 0 && text.len)
		value = (double)strtoull(text.text, NULL, 0);
	return value;
}

/* "Intel(R) Xeon(R) Platinum 8370C CPU @ 2.80GHz": the TSC runs at the speed in the name. */
static double speed_in_name(const struct metric_literals *l)
{
	LOCAL(str) text = {0};
	double value = (double)NAN;
	FREED char *model = NULL;
	char *at, *unit;

	cpuinfo_read(&text, l->machine->root);
	model = cpuinfo_field(text.text, "model name");
	at = model ? strchr(model, '@') : NULL;
	if (at) {
		double ghz = strtod(at + 1, &unit);

		value = strcmp(unit, "GHz") == 0 && ghz > 0 ? ghz * 1e9 : (double)NAN;
	}
	return value;
}

/* Newer CPUs have no speed in their name, but report it themselves. */
static double system_tsc_freq(const struct metric_literals *l)
{
	uint64_t hz = l->kernel->tsc_hz(l->kernel);

	return hz ? (double)hz : speed_in_name(l);
}

static double has_pmem(const struct metric_literals *l)
{
	int has = rootfs_has(l->machine->root, "/sys/firmware/acpi/tables/NFIT");

	return has < 0 ? (double)NAN : has;
}

static const struct {
	const char *name;
	double (*value)(const struct metric_literals *l);
} literals[] = {
	{ "#num_cpus", num_cpus },	   { "#num_cpus_online", num_cpus_online },
	{ "#num_packages", num_packages }, { "#num_dies", num_dies },
	{ "#num_cores", num_cores },	   { "#smt_on", smt_on },
	{ "#core_wide", core_wide },	   { "#slots", slots },
	{ "#has_pmem", has_pmem },	   { "#system_tsc_freq", system_tsc_freq },
	{ "#target_cpu", target_cpu },
};

double metric_literal_value(const struct metric_literals *l, const char *name)
{
	for (size_t i = 0; i < sizeof(literals) / sizeof(*literals); i++)
		if (str_casecmp(literals[i].name, name) == 0)
			return literals[i].value(l);
	return (double)NAN;
}

double metric_literal_of_event(const struct metric_literals *l, const char *event)
{
	const char *slash = strchr(event, '/'), *start = slash ? slash + 1 : event;
	LOCAL(str) name = {0};

	str_add(&name, "#");
	str_add_n(&name, start, strcspn(start, "/"));
	return metric_literal_value(l, name.text);
}
