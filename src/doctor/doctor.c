/* SPDX-License-Identifier: MIT */
/* Asks the machine and the kernel what can be counted here. */
#include "doctor/doctor.h"

#include <stdlib.h>
#include <string.h>

#include "base/env.h"
#include "base/mem.h"
#include "event/default_events.h"
#include "event/resolver.h"
#include "event/spec.h"
#include "host/kernel.h"
#include "host/rootfs.h"
#include "host/tracepoint.h"
#include "host/valgrind.h"
#include "symbol/debug_file.h"

/* --- events ---------------------------------------------------------------------------------------- */

static int doctor_resolve(struct events *e, struct doctor *d, const char *text, struct error *err)
{
	static const struct event_opts defaults = { .no_merge = false };
	LOCAL(notes) notes = {0};
	LOCAL(specs) specs = {0};
	int rc = specs_parse(&specs, text, NULL, err);

	if (rc == 0)
		rc = events_resolve(e, &specs, &d->machine, &defaults, &notes, err);
	return rc;
}

static int list_load(struct doctor_list *l, struct doctor *d, const char *text, struct error *err)
{
	if (doctor_resolve(&l->events, d, text, err) < 0)
		return -1;
	l->probed = mem_resize(NULL, l->events.n, sizeof(*l->probed));
	probe_events(l->probed, &d->probe, &l->events);
	return 0;
}

static void list_release(struct doctor_list *l)
{
	events_release(&l->events);
	free(l->probed);
}

/* All event names of a type, except those that count nothing by themselves. */
static void doctor_add_names(struct str *text, uint32_t type)
{
	for (const struct event_name *e = event_names; e->name; e++)
		if (e->tool == TOOL_NONE && e->type == type && strcmp(e->name, "dummy") != 0 &&
		    strcmp(e->name, "bpf-output") != 0)
			str_addf(text, "%s%s", text->len ? "," : "", e->name);
}

static int load_lists(struct doctor *d, struct error *err)
{
	LOCAL(notes) unused = {0};	/* findings tell what cannot be read */
	LOCAL(str) text = {0};
	int rc;

	default_events_add(&text, &d->machine, false, &unused);
	rc = list_load(&d->standard, d, text.text, err);
	str_reset(&text);
	doctor_add_names(&text, PERF_TYPE_SOFTWARE);
	if (rc == 0)
		rc = list_load(&d->software, d, text.text, err);
	str_reset(&text);
	doctor_add_names(&text, PERF_TYPE_HARDWARE);
	str_addf(&text, ",%s", event_names_of_detail(3));
	if (rc == 0)
		rc = list_load(&d->hardware, d, text.text, err);
	return rc;
}

/* --- what the kernel says -------------------------------------------------------------------------- */

static void probe_first_cgroup(struct doctor *d, int cpu)
{
	int first = d->cgroups.mount ? cgroups_add_first(&d->cgroups, d->machine.root) : -1;

	if (first >= 0)
		d->facts.cgroup_errnum = probe_cgroup(&d->probe, d->cgroups.cgroup[first].fd, cpu);
}

static int probe_permission(struct doctor *d, struct error *err)
{
	struct doctor_facts *c = &d->facts;
	struct error unknown = ERROR_INIT;
	LOCAL(events) e = {0};
	int cpu = 0;

	if (doctor_resolve(&e, d, "task-clock:u,task-clock,cpu-clock", err) < 0)
		return -1;
	if (machine_load_cpus(&d->machine, MACHINE_ONLINE, &unknown) == 0)
		cpu = d->machine.cpu[0].id;
	probe_event(&c->user, &d->probe, &e.event[0], -1);
	probe_event(&c->kernel, &d->probe, &e.event[1], -1);
	if (c->kernel.user_only)	/* the kernel was asked for, too */
		c->kernel.why.errnum = c->kernel.refused;
	probe_event(&c->system, &d->probe, &e.event[2], cpu);
	probe_first_cgroup(d, cpu);
	return 0;
}

static int mux_interval(const struct rootfs *root, const struct pmu *pmu)
{
	int ms;

	if (rootfs_read_int(root, &ms, PMU_DEVICES "/%s/perf_event_mux_interval_ms",
			    pmu->name) < 0 || ms < 0)
		return -1;
	return ms;
}

/* With several kinds of cores each event names its PMU; otherwise there is one core PMU at most. */
static const struct pmu *pmu_of(struct doctor *d, const struct event *e)
{
	struct error ignored = ERROR_INIT;
	struct pmu *core[CORES_MOST];
	size_t n = 0;

	if (e->pmu)
		return e->pmu;
	return pmus_core(&d->machine.pmus, core, &n, &ignored) == 0 && n ? core[0] : NULL;
}

/* Prefers instructions, which not every PMU has: a busy loop has the same number at any clock. */
static int probe_cores(struct doctor *d, struct error *err)
{
	struct doctor_facts *c = &d->facts;

	if (doctor_resolve(&d->counting, d, "instructions:u,cycles:u", err) < 0)
		return -1;
	c->core = d->core;
	for (size_t i = 0; i < d->counting.n; i++) {
		const struct pmu *pmu = pmu_of(d, &d->counting.event[i]);
		struct doctor_pmu *at = d->core;

		while (at < d->core + c->n_core && at->pmu != pmu)
			at++;
		if (at == d->core + c->n_core)
			c->n_core++;
		else if (at->counters.advertised)
			continue;
		at->pmu = pmu;
		at->mux_ms = pmu ? mux_interval(d->machine.root, pmu) : -1;
		probe_counters(&at->counters, &d->probe, &d->counting.event[i]);
	}
	return 0;
}

/* --- what files say --------------------------------------------------------------------------------- */

static void doctor_read_files(struct doctor *d, const struct env *env)
{
	struct doctor_facts *c = &d->facts;
	struct pmus *pmus = &d->machine.pmus;
	struct error ignored = ERROR_INIT;
	struct rlimit nofile = {0};

	host_facts_load(&d->host, env->root);
	rights_load(&d->rights, env->root);
	if (pmus_list(pmus, &ignored) == 0)	/* a PMU that cannot be read still exists */
		for (size_t i = 0; i < pmus->n; i++)
			pmu_load(pmus, &pmus->pmu[i], &ignored);
	c->tracefs = tracepoints_where(env->root, &c->tracefs_mount);
	d->no_cgroups = ignored;
	if (cgroups_mount(&d->cgroups, env->root, &d->no_cgroups) == 0)
		c->cgroup_mount = d->cgroups.mount;
	if (env->kernel->limit_get(env->kernel, &nofile) == 0) {
		c->descriptors = nofile.rlim_cur;
		c->most_descriptors = nofile.rlim_max;
	}
}

static void find_valgrind(struct doctor *d, const struct env *env)
{
	struct doctor_facts *c = &d->facts;
	FREED char *path = valgrind_find(env->root);

	c->valgrind = path != NULL;
	c->valgrind_install = valgrind_install_command(env->root);
	if (path && valgrind_ask_version(&d->valgrind_version, env->kernel, path) == 0)
		c->valgrind_version = d->valgrind_version.text;
}

int doctor_examine(struct doctor *d, const struct env *env, const char *program, struct error *err)
{
	struct doctor_facts *c = &d->facts;

	machine_load(&d->machine, env->root);
	d->probe = (struct probe){ .kernel = env->kernel, .machine = &d->machine };
	doctor_read_files(d, env);
	find_valgrind(d, env);
	if (program) {
		debug_info_find(&d->program, program, DEBUG_INFO_FOLDER);
		c->program = &d->program;
	}
	if (load_lists(d, err) < 0 || probe_permission(d, err) < 0 || probe_cores(d, err) < 0)
		return -1;
	c->host = &d->host;
	c->rights = &d->rights;
	c->pmus = &d->machine.pmus;
	c->cgroup_error = d->no_cgroups.message;
	c->standard = (struct doctor_events){ &d->standard.events, d->standard.probed };
	c->software = (struct doctor_events){ &d->software.events, d->software.probed };
	c->hardware = (struct doctor_events){ &d->hardware.events, d->hardware.probed };
	return 0;
}

void doctor_release(struct doctor *d)
{
	str_release(&d->valgrind_version);
	debug_info_release(&d->program);
	list_release(&d->standard);
	list_release(&d->software);
	list_release(&d->hardware);
	events_release(&d->counting);
	cgroups_release(&d->cgroups);
	host_facts_release(&d->host);
	machine_release(&d->machine);
}
