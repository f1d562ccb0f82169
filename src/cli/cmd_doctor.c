/* SPDX-License-Identifier: MIT */
/*
 * What can be counted here, what cannot, and why?  Asks the machine and the kernel, and
 * prints what follows from the answers.
 */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "cli/app.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/sink.h"
#include "event/default_events.h"
#include "event/event.h"
#include "event/resolver.h"
#include "event/spec.h"
#include "host/cgroup.h"
#include "host/host.h"
#include "host/kernel.h"
#include "host/machine.h"
#include "host/rights.h"
#include "host/rootfs.h"
#include "host/tracepoint.h"
#include "out/checkup.h"

struct list {			/* events, and what became of each */
	struct events events;
	struct probed *probed;
};

struct visit {			/* owns what the checkup borrows */
	struct machine machine;
	struct host host;
	struct rights rights;
	struct cgroups cgroups;
	struct list standard, software, hardware;
	struct events counting;		/* one or more for each core PMU */
	struct checkup_pmu core[CORES_MOST];
	struct error no_cgroups;
	struct probe probe;
	struct checkup checkup;
};

/* --- events ---------------------------------------------------------------------------------------- */

static int resolve(struct events *e, struct visit *v, const char *text, struct error *err)
{
	static const struct event_opts as_they_are = { .no_merge = false };
	struct notes notes = {0};
	struct specs specs = {0};
	int rc = specs_parse(&specs, text, NULL, err);

	if (rc == 0)
		rc = events_resolve(e, &specs, &v->machine, &as_they_are, &notes, err);
	specs_release(&specs);
	notes_release(&notes);
	return rc;
}

static int list_load(struct list *l, struct visit *v, const char *text, struct error *err)
{
	if (resolve(&l->events, v, text, err) < 0)
		return -1;
	l->probed = mem_resize(NULL, l->events.n, sizeof(*l->probed));
	probe_events(l->probed, &v->probe, &l->events);
	return 0;
}

static void list_release(struct list *l)
{
	events_release(&l->events);
	free(l->probed);
}

/* All of pstat's own names of a type that count something by themselves. */
static void add_names(struct str *text, uint32_t type)
{
	for (const struct event_name *e = event_names; e->name; e++)
		if (e->tool == TOOL_NONE && e->type == type && strcmp(e->name, "dummy") != 0 &&
		    strcmp(e->name, "bpf-output") != 0)
			str_addf(text, "%s%s", text->len ? "," : "", e->name);
}

static int load_lists(struct visit *v, struct error *err)
{
	struct notes unsaid = {0};	/* what cannot be read has findings of its own */
	struct str text = {0};
	int rc;

	default_events_add(&text, &v->machine, false, &unsaid);
	notes_release(&unsaid);
	rc = list_load(&v->standard, v, text.text, err);
	str_reset(&text);
	add_names(&text, PERF_TYPE_SOFTWARE);
	if (rc == 0)
		rc = list_load(&v->software, v, text.text, err);
	str_reset(&text);
	add_names(&text, PERF_TYPE_HARDWARE);
	str_addf(&text, ",%s", event_names_detail(3));
	if (rc == 0)
		rc = list_load(&v->hardware, v, text.text, err);
	str_release(&text);
	return rc;
}

/* --- the kernel's answers -------------------------------------------------------------------------- */

static void probe_first_cgroup(struct visit *v, int cpu)
{
	int first = v->cgroups.mount ? cgroups_add_first(&v->cgroups, v->machine.root) : -1;

	if (first >= 0)
		v->checkup.cgroup_errnum = probe_cgroup(&v->probe, v->cgroups.cgroup[first].fd, cpu);
}

static int probe_permission(struct visit *v, struct error *err)
{
	struct checkup *c = &v->checkup;
	struct error unknown = ERROR_INIT;
	struct events e = {0};
	int cpu = 0;

	if (resolve(&e, v, "task-clock:u,task-clock,cpu-clock", err) < 0) {
		events_release(&e);
		return -1;
	}
	if (machine_load_cpus(&v->machine, MACHINE_ONLINE, &unknown) == 0)
		cpu = v->machine.cpu[0].id;
	probe_event(&c->user, &v->probe, &e.event[0], -1);
	probe_event(&c->kernel, &v->probe, &e.event[1], -1);
	if (c->kernel.user_only)	/* that is not what was asked */
		c->kernel.why.errnum = c->kernel.refused;
	probe_event(&c->system, &v->probe, &e.event[2], cpu);
	probe_first_cgroup(v, cpu);
	events_release(&e);
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

/* With several kinds of cores each has its event, which names its PMU; else one stands for it. */
static const struct pmu *pmu_of(struct visit *v, const struct event *e)
{
	struct error ignored = ERROR_INIT;
	struct pmu *core[CORES_MOST];
	size_t n = 0;

	if (e->pmu)
		return e->pmu;
	return pmus_core(&v->machine.pmus, core, CORES_MOST, &n, &ignored) == 0 && n ? core[0] : NULL;
}

/* Of events that not every PMU has, instructions come first: a busy loop has so many, whatever its clock. */
static int probe_cores(struct visit *v, struct error *err)
{
	struct checkup *c = &v->checkup;

	if (resolve(&v->counting, v, "instructions:u,cycles:u", err) < 0)
		return -1;
	c->core = v->core;
	for (size_t i = 0; i < v->counting.n; i++) {
		const struct pmu *pmu = pmu_of(v, &v->counting.event[i]);
		struct checkup_pmu *at = v->core;

		while (at < v->core + c->n_core && at->pmu != pmu)
			at++;
		if (at == v->core + c->n_core)
			c->n_core++;
		else if (at->counters.advertised)
			continue;
		at->pmu = pmu;
		at->mux_ms = pmu ? mux_interval(v->machine.root, pmu) : -1;
		probe_counters(&at->counters, &v->probe, &v->counting.event[i]);
	}
	return 0;
}

/* --- the machine's --------------------------------------------------------------------------------- */

static void look_around(struct visit *v, const struct env *env)
{
	struct checkup *c = &v->checkup;
	struct pmus *pmus = &v->machine.pmus;
	struct error ignored = ERROR_INIT;
	struct rlimit nofile = {0};

	host_load(&v->host, env->root);
	rights_load(&v->rights, env->root);
	if (pmus_list(pmus, &ignored) == 0)	/* one that cannot be read is still there */
		for (size_t i = 0; i < pmus->n; i++)
			pmu_load(pmus, &pmus->pmu[i], &ignored);
	c->tracefs = tracepoints_where(env->root, &c->tracefs_mount);
	v->no_cgroups = ignored;
	if (cgroups_mount(&v->cgroups, env->root, &v->no_cgroups) == 0)
		c->cgroup_mount = v->cgroups.mount;
	if (env->kernel->limit_get(env->kernel, &nofile) == 0) {
		c->descriptors = nofile.rlim_cur;
		c->most_descriptors = nofile.rlim_max;
	}
}

static int examine(struct visit *v, const struct env *env, struct error *err)
{
	struct checkup *c = &v->checkup;

	machine_load(&v->machine, env->root);
	v->probe = (struct probe){ .kernel = env->kernel, .machine = &v->machine };
	look_around(v, env);
	if (load_lists(v, err) < 0 || probe_permission(v, err) < 0 || probe_cores(v, err) < 0)
		return -1;
	c->host = &v->host;
	c->rights = &v->rights;
	c->pmus = &v->machine.pmus;
	c->cgroup_error = v->no_cgroups.message;
	c->standard = (struct checkup_events){ &v->standard.events, v->standard.probed };
	c->software = (struct checkup_events){ &v->software.events, v->software.probed };
	c->hardware = (struct checkup_events){ &v->hardware.events, v->hardware.probed };
	return 0;
}

static void visit_release(struct visit *v)
{
	list_release(&v->standard);
	list_release(&v->software);
	list_release(&v->hardware);
	events_release(&v->counting);
	cgroups_release(&v->cgroups);
	host_release(&v->host);
	machine_release(&v->machine);
}

int cmd_doctor(const struct env *env, const struct options *o, struct error *err)
{
	struct findings findings = {0};
	struct visit v = {0};
	struct str text = {0};
	int rc;

	if (o->command)
		return error_set(err, ERROR_USAGE, 0, "doctor looks at this machine, it takes no '%s'",
				 o->command[0]);
	if (o->measure.catalog.cpuid) {
		error_set(err, ERROR_USAGE, 0,
			  "doctor looks at this machine, not at one that PSTAT_CPUID names");
		error_hint(err, "env -u PSTAT_CPUID pstat doctor");
		return -1;
	}
	rc = examine(&v, env, err);
	if (rc == 0) {
		checkup_judge(&findings, &v.checkup);
		findings.color = output_has_color(o, env->out);
		if (o->format && strcmp(o->format, "json") == 0)
			findings_json(&text, &findings, &v.host, PSTAT_VERSION);
		else
			findings_text(&text, &findings, &v.host, output_columns(env->out));
		rc = findings.countable ? APP_OK : APP_UNCOUNTABLE;
		if (sink_print(env->out, &text, err) < 0)
			rc = -1;
	}
	findings_release(&findings);
	str_release(&text);
	visit_release(&v);
	return rc;
}
