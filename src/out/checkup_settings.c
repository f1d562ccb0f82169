/* SPDX-License-Identifier: MIT */
/*
 * What else does counting here depend on?  Other PMUs, what is mounted, limits, and the
 * settings that move counts from run to run.
 */
#include <errno.h>
#include <string.h>

#include "event/event.h"
#include "host/host.h"
#include "host/rights.h"
#include "out/checkup.h"

static void add_unknown(struct findings *f, const char *code, const char *subject)
{
	findings_add(f, code, subject, FINDING_UNKNOWN, "%s", subject);
}

/* --- other PMUs ------------------------------------------------------------------------------------ */

static bool is_kernels(const char *name)
{
	static const char *const own[] = { "software", "tracepoint", "breakpoint", "kprobe", "uprobe" };

	for (size_t i = 0; i < sizeof(own) / sizeof(*own); i++)
		if (strcmp(name, own[i]) == 0)
			return true;
	return false;
}

static bool is_other(const struct pmu *p)
{
	return !p->is_core && !is_kernels(p->name);
}

/* "uncore_imc_3" is one of uncore_imc. */
static size_t family(const char *name)
{
	size_t n = strlen(name);

	while (n && name[n - 1] >= '0' && name[n - 1] <= '9')
		n--;
	if (n && n < strlen(name) && name[n - 1] == '_')
		return n - 1;
	return n == strlen(name) || !n ? strlen(name) : n;
}

static bool same_family(const struct pmu *a, const struct pmu *b)
{
	size_t n = family(a->name);

	return n == family(b->name) && strncmp(a->name, b->name, n) == 0;
}

static size_t members(const struct pmus *pmus, size_t first)
{
	size_t n = 0;

	for (size_t i = 0; i < pmus->n; i++)
		n += is_other(&pmus->pmu[i]) && same_family(&pmus->pmu[i], &pmus->pmu[first]);
	return n;
}

static bool is_first(const struct pmus *pmus, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (is_other(&pmus->pmu[k]) && same_family(&pmus->pmu[k], &pmus->pmu[i]))
			return false;
	return true;
}

/* Families, those of whole CPUs first; what does not fit is counted. */
static void name_families(struct str *out, const struct pmus *pmus, bool uncore, size_t *left_out)
{
	enum { ENOUGH = 76 };

	for (size_t i = 0; i < pmus->n; i++) {
		const struct pmu *p = &pmus->pmu[i];
		size_t n;

		if (!is_other(p) || p->is_uncore != uncore || !is_first(pmus, i))
			continue;
		if (out->len > ENOUGH) {
			++*left_out;
			continue;
		}
		n = members(pmus, i);
		str_add(out, out->len ? ", " : "");
		if (n > 1) {
			str_add_n(out, p->name, family(p->name));
			str_addf(out, " (%zu)", n);
		} else {
			str_add(out, p->name);
		}
	}
}

static void add_other_pmus(struct findings *f, const struct checkup *c)
{
	static const char subject[] = "other PMUs", code[] = "other-pmus";
	size_t n = 0, uncore = 0, left_out = 0;
	struct str names = {0};
	bool shut;

	for (size_t i = 0; i < c->pmus->n; i++) {
		n += is_other(&c->pmus->pmu[i]);
		uncore += is_other(&c->pmus->pmu[i]) && c->pmus->pmu[i].is_uncore;
	}
	if (!c->pmus->n) {
		add_unknown(f, code, subject);
		return;
	}
	name_families(&names, c->pmus, true, &left_out);
	name_families(&names, c->pmus, false, &left_out);
	if (left_out)
		str_addf(&names, " and %zu more kinds", left_out);
	shut = uncore && c->system.why.errnum;
	if (!n)
		findings_add(f, code, subject, FINDING_OK, "none");
	else if (uncore)
		findings_add(f, code, subject, shut ? FINDING_LIMITED : FINDING_OK,
			     "%zu, of which %zu count whole CPUs: %s", n, uncore, names.text);
	else
		findings_add(f, code, subject, FINDING_OK, "%zu: %s", n, names.text);
	if (shut) {
		findings_why(f, c->system.why.clause);
		findings_remedy(f, "%s", c->system.why.remedy);
	}
	findings_value(f, "pmus", (int64_t)n);
	findings_value(f, "uncore", (int64_t)uncore);
	str_release(&names);
}

/* --- what is mounted ------------------------------------------------------------------------------- */

static void add_tracepoints(struct findings *f, const struct checkup *c)
{
	static const char subject[] = "tracepoints", code[] = "tracepoints";

	if (!c->tracefs_mount) {
		findings_add(f, code, subject, FINDING_NO, "tracefs is not mounted");
		findings_remedy(f, "mount -t tracefs nodev /sys/kernel/tracing");
	} else if (c->tracefs < 0 && c->kernel.why.errnum && c->kernel.why.remedy[0]) {	/* two obstacles */
		findings_add(f, code, subject, FINDING_NO, "%s: %s, and they are the kernel's",
			     c->tracefs_mount, strerror(-c->tracefs));
		findings_remedy(f, "mount -o remount,mode=755 %s && %s", c->tracefs_mount,
				c->kernel.why.remedy);
	} else if (c->tracefs < 0) {
		findings_add(f, code, subject, FINDING_NO, "%s: %s", c->tracefs_mount, strerror(-c->tracefs));
		findings_remedy(f, "mount -o remount,mode=755 %s", c->tracefs_mount);
	} else if (c->kernel.why.errnum) {
		findings_add(f, code, subject, FINDING_NO, "readable, but they are the kernel's");
		findings_why(f, c->kernel.why.clause);
		findings_remedy(f, "%s", c->kernel.why.remedy);
	} else {
		findings_add(f, code, subject, FINDING_OK, "readable in %s", c->tracefs_mount);
	}
}

static void add_cgroups(struct findings *f, const struct checkup *c)
{
	static const char subject[] = "cgroups (-G)", code[] = "cgroups";

	if (!c->cgroup_mount) {
		findings_add(f, code, subject, FINDING_NO, "%s", c->cgroup_error);
		findings_remedy(f, "mount -t cgroup2 none /sys/fs/cgroup");
		return;
	}
	if (!c->system.why.errnum && c->cgroup_errnum == ENOENT) {
		findings_add(f, code, subject, FINDING_NO, "those below %s have no controller",
			     c->cgroup_mount);
		findings_remedy(f, "echo +cpu > %s/cgroup.subtree_control", c->cgroup_mount);
		return;
	}
	if (!c->system.why.errnum) {
		findings_add(f, code, subject, FINDING_OK, "those below %s", c->cgroup_mount);
		return;
	}
	findings_add(f, code, subject, FINDING_NO, "they are counted on whole CPUs");
	findings_why(f, c->system.why.clause);
	findings_remedy(f, "%s", c->system.why.remedy);
}

/* --- limits ---------------------------------------------------------------------------------------- */

/* pstat raises the limit as far as it goes. */
static void add_descriptors(struct findings *f, const struct checkup *c)
{
	enum { OWN = 16 };
	static const char subject[] = "descriptors", code[] = "descriptors";
	uint64_t most = c->most_descriptors;
	uint64_t need = OWN;

	if (!c->descriptors) {
		add_unknown(f, code, subject);
		return;
	}
	if (c->host->cpus > 0)
		need += (uint64_t)c->host->cpus * c->standard.events->n;
	if (most < need) {
		findings_add(f, code, subject, FINDING_LIMITED,
			     "%llu at most; -a with the default events takes %llu", (unsigned long long)most,
			     (unsigned long long)need);
		findings_remedy(f, "ulimit -n %llu", (unsigned long long)need);
	} else if (most > INT64_MAX) {
		findings_add(f, code, subject, FINDING_OK, "any number");
	} else {
		findings_add(f, code, subject, FINDING_OK, "up to %llu", (unsigned long long)most);
	}
	findings_value(f, "soft", (int64_t)(c->descriptors > INT64_MAX ? INT64_MAX : c->descriptors));
	findings_value(f, "hard", (int64_t)(most > INT64_MAX ? INT64_MAX : most));
}

static void add_memlock(struct findings *f, const struct checkup *c)
{
	static const char subject[] = "locked memory", code[] = "locked-memory";
	uint64_t bytes = c->rights->memlock;

	if (!c->rights->has_memlock) {
		add_unknown(f, code, subject);
		return;
	}
	if (bytes > INT64_MAX)
		findings_add(f, code, subject, FINDING_OK, "no limit; pstat takes none");
	else
		findings_add(f, code, subject, FINDING_OK, "up to %llu KiB; pstat takes none",
			     (unsigned long long)bytes / 1024);
	findings_value(f, "bytes", (int64_t)(bytes > INT64_MAX ? INT64_MAX : bytes));
}

/* --- what moves counts ----------------------------------------------------------------------------- */

static void add_multiplexing(struct findings *f, const struct checkup *c)
{
	static const char subject[] = "multiplexing", code[] = "multiplexing";
	for (size_t i = 0; i < c->n_core; i++) {
		if (c->core[i].mux_ms < 0)
			continue;
		findings_add(f, code, subject, FINDING_OK, "too many events take turns of %d ms",
			     c->core[i].mux_ms);
		findings_value(f, "interval_ms", c->core[i].mux_ms);
		return;
	}
	add_unknown(f, code, subject);
}

static void add_governor(struct findings *f, const struct checkup *c)
{
	static const char subject[] = "governor", code[] = "governor";
	const char *name = c->host->governor;

	if (!name) {
		add_unknown(f, code, subject);
	} else if (strcmp(name, "performance") == 0) {
		findings_add(f, code, subject, FINDING_OK, "%s", name);
	} else {
		findings_add(f, code, subject, FINDING_NOTE, "%s: the clock follows the load", name);
		findings_remedy(f, "cpupower frequency-set -g performance");
	}
}

static void add_switches(struct findings *f, const struct checkup *c)
{
	const struct { const char *code, *subject; int on; const char *what, *remedy; } switches[] = {
		{ "smt", "SMT", c->host->smt, "threads share the units of a core",
		  "echo off > /sys/devices/system/cpu/smt/control" },
		{ "turbo", "turbo", c->host->turbo, "the clock follows load and heat",
		  "cpupower set --turbo-boost 0" },
		{ "aslr", "ASLR", c->host->aslr, "addresses differ from run to run",
		  "pstat --aslr off COMMAND" },
	};

	for (size_t i = 0; i < sizeof(switches) / sizeof(*switches); i++) {
		int on = switches[i].on;

		if (on == HOST_UNKNOWN) {
			add_unknown(f, switches[i].code, switches[i].subject);
			continue;
		}
		if (on) {
			findings_add(f, switches[i].code, switches[i].subject, FINDING_NOTE, "on: %s",
				     switches[i].what);
			findings_remedy(f, "%s", switches[i].remedy);
		} else {
			findings_add(f, switches[i].code, switches[i].subject, FINDING_OK, "off");
		}
		findings_value(f, "value", on);
	}
}

void checkup_judge_settings(struct findings *f, const struct checkup *c)
{
	add_other_pmus(f, c);
	add_tracepoints(f, c);
	add_cgroups(f, c);
	add_descriptors(f, c);
	add_memlock(f, c);
	add_multiplexing(f, c);
	add_governor(f, c);
	add_switches(f, c);
}
