/* SPDX-License-Identifier: MIT */
/*
 * The rules of doctor: one function for each finding.  First what can be counted; then other PMUs,
 * mounts, limits, and the settings that move counts from run to run.
 */
#include "doctor/doctor.h"

#include <errno.h>
#include <string.h>


/* --- what several findings share ------------------------------------------------------------------- */

static void add_refusal(struct findings *f, const struct refusal *why)
{
	findings_why(f, why->clause);
	findings_remedy(f, "%s", why->remedy);
}

static void advise_most(struct findings *f, size_t most)
{
	findings_remedy(f, "count at most %zu hardware event%s at a time", most, most > 1 ? "s" : "");
}

/* Nothing is permitted, or the system call is not there. */
static bool is_shut(const struct doctor_facts *c)
{
	return c->user.why.errnum;
}

/* All core counters are in somebody's hands. */
static bool is_starved(const struct doctor_facts *c)
{
	bool starved = false;

	for (size_t i = 0; i < c->n_core; i++) {
		if (c->core[i].counters.judged)
			return false;
		starved |= c->core[i].counters.starved;
	}
	return starved;
}

/* They open and run, and not one of them counts. */
static bool is_dead(const struct doctor_facts *c)
{
	bool judged = false;

	for (size_t i = 0; i < c->n_core; i++) {
		judged |= c->core[i].counters.judged;
		if (c->core[i].counters.live || c->core[i].counters.counting)
			return false;
	}
	return judged;
}

/* Some count, some do not, and nobody can choose: with more events than this, some are wrong. */
static size_t can_be_trusted(const struct doctor_facts *c)
{
	size_t most = SIZE_MAX;

	for (size_t i = 0; i < c->n_core; i++) {
		const struct probe_pmu_result *n = &c->core[i].counters;

		if (n->judged && !n->starved && n->live < n->advertised && n->live < most)
			most = n->live;
	}
	return most;
}

static const char held[] = "others hold the counters";
static const char dead[] = "the counters read 0";
static const char broken[] = "some of the processor's counters do not count";

struct tally {
	size_t n, refused, user_only, blind;
	const struct refusal *why;	/* the first, or the first for less */
	struct str refused_names, blind_names;
};

enum { SHOWN = 8 };		/* names */

static void add_name(struct str *names, const char *name, size_t nth)
{
	if (nth < SHOWN)
		str_addf(names, "%s%s", nth ? ", " : "", name);
}

static struct tally count(const struct doctor_events *list)
{
	struct tally t = { .n = list->events->n };

	for (size_t i = 0; i < t.n; i++) {
		const struct probe_result *p = &list->probed[i];
		const char *name = list->events->event[i].name;

		if (p->why.errnum)
			add_name(&t.refused_names, name, t.refused++);
		else if (p->blind)
			add_name(&t.blind_names, name, t.blind++);
		t.user_only += p->user_only;
		if (p->why.errnum && (!t.why || !t.why->errnum))
			t.why = &p->why;
		else if (p->user_only && !t.why)
			t.why = &p->why;
	}
	if (t.refused > SHOWN)
		str_addf(&t.refused_names, " and %zu more", t.refused - SHOWN);
	return t;
}

/* --- what can be counted --------------------------------------------------------------------------- */

/* How many take a counter each. */
static size_t count_counters(const struct doctor_events *list)
{
	size_t n = 0;

	for (size_t i = 0; i < list->events->n; i++)
		n += list->events->event[i].attr.head.type == PERF_TYPE_HARDWARE;
	return n;
}

/* What opens and gives nothing. */
static void add_reason(struct findings *f, const struct doctor_facts *c)
{
	size_t most = can_be_trusted(c);

	if (most < SIZE_MAX && !is_dead(c)) {
		findings_why(f, broken);
		if (most)
			advise_most(f, most);
	} else if (is_dead(c)) {
		findings_why(f, dead);
		findings_remedy(f, "%s", refusal_virtual(c->host->hypervisor));
	} else {
		findings_why(f, held);
		findings_remedy(f, "%s", refusal_holders);
	}
}

static void add_events(struct findings *f, const struct doctor_facts *c, const char *code,
		       const char *subject, const struct doctor_events *list)
{
	size_t need = count_counters(list);
	bool vain = need && (is_starved(c) || is_dead(c));
	/* all of the default ones at once: some land on what does not count */
	bool wrong = !vain && list == &c->standard && need > can_be_trusted(c);
	struct tally t = count(list);

	if (wrong && !t.refused)
		findings_add(f, code, subject, FINDING_NO, "%zu of them take%s a counter%s", need,
			     need > 1 ? "" : "s", need > 1 ? " each" : "");
	else if (vain && !t.refused)
		findings_add(f, code, subject, FINDING_NO, "those of the processor open and never count");
	else if (t.refused == t.n)
		findings_add(f, code, subject, FINDING_NO, "none of %zu", t.n);
	else if (t.refused && t.blind)	/* the reason follows, which is that of the refused */
		findings_add(f, code, subject, FINDING_LIMITED,
			     "%zu of %zu; user mode only, so nothing of %s; not %s",
			     t.n - t.refused - t.blind, t.n, t.blind_names.text, t.refused_names.text);
	else if (t.refused)
		findings_add(f, code, subject, FINDING_LIMITED, "%zu of %zu, not %s", t.n - t.refused, t.n,
			     t.refused_names.text);
	else if (t.blind)
		findings_add(f, code, subject, FINDING_LIMITED, "user mode only, so nothing of %s",
			     t.blind_names.text);
	else if (t.user_only)
		findings_add(f, code, subject, FINDING_LIMITED, "user mode only");
	else
		findings_add(f, code, subject, FINDING_OK, "all %zu", t.n);
	if ((vain || wrong) && !t.refused)
		add_reason(f, c);
	else if (t.why)
		add_refusal(f, t.why);
	findings_value(f, "known", (int64_t)t.n);
	findings_value(f, "open", (int64_t)(t.n - t.refused));
	findings_value(f, "user_only", (int64_t)t.user_only);
	findings_value(f, "kernel_only", (int64_t)t.blind);
	str_release(&t.refused_names);
	str_release(&t.blind_names);
}

/* A default event that is refused makes it a no, whatever the others do. */
static void add_default(struct findings *f, const struct doctor_facts *c)
{
	struct finding *own;

	add_events(f, c, "default-events", "default events", &c->standard);
	own = &f->finding[f->n - 1];
	f->countable = own->status != FINDING_NO && own->value[0].number == own->value[1].number;
	if (!f->countable)
		own->status = FINDING_NO;
}

static const char *rights_in_words(const struct rights *r)
{
	if (r->known && r->user_namespace == 1)
		return "in a user namespace: ";
	switch (rights_perfmon(r)) {
	case 1: return "with CAP_PERFMON: ";
	case 0: return "without CAP_PERFMON: ";
	}
	return "";
}

static void add_permission(struct findings *f, const struct doctor_facts *c)
{
	static const char subject[] = "permission", code[] = "permission";
	int perfmon = rights_perfmon(c->rights);
	const char *with = rights_in_words(c->rights);
	struct str level = {0};

	if (is_shut(c)) {
		findings_add(f, code, subject, FINDING_NO, "%snothing", with);
		/* the command that permits all */
		add_refusal(f, c->kernel.why.errnum ? &c->kernel.why : &c->user.why);
	} else if (c->kernel.why.errnum) {
		findings_add(f, code, subject, FINDING_LIMITED, "%sown programs in user mode", with);
		add_refusal(f, &c->kernel.why);
	} else if (c->system.why.errnum) {
		findings_add(f, code, subject, FINDING_LIMITED, "%sown programs, no whole CPUs (-a)", with);
		add_refusal(f, &c->system.why);
	} else {
		if (c->host->paranoid != HOST_UNKNOWN && c->host->paranoid <= 0 && perfmon != 1)
			str_addf(&level, ", as perf_event_paranoid is %d", c->host->paranoid);
		findings_add(f, code, subject, FINDING_OK, "%sprograms and whole CPUs%s", with,
			     level.text ? level.text : "");
		str_release(&level);
	}
	if (c->host->paranoid != HOST_UNKNOWN)
		findings_value(f, "perf_event_paranoid", c->host->paranoid);
	findings_value(f, "user", !c->user.why.errnum);
	findings_value(f, "kernel", !c->kernel.why.errnum);
	findings_value(f, "system", !c->system.why.errnum);
	if (c->rights->known) {
		findings_value(f, "cap_perfmon", rights_has(c->rights, RIGHTS_PERFMON));
		findings_value(f, "cap_sys_admin", rights_has(c->rights, RIGHTS_SYS_ADMIN));
		findings_value(f, "cap_sys_ptrace", rights_has(c->rights, RIGHTS_SYS_PTRACE));
	}
}

/* Counting others is no more than looking at them, as ptrace may. */
static void add_processes(struct findings *f, const struct doctor_facts *c)
{
	static const char subject[] = "processes (-p)", code[] = "processes";
	int perfmon = rights_perfmon(c->rights);

	if (is_shut(c))
		return;
	if (perfmon == RIGHTS_UNKNOWN)
		findings_add(f, code, subject, FINDING_UNKNOWN, "%s", subject);
	else if (perfmon == 1 || (rights_has(c->rights, RIGHTS_SYS_PTRACE) && c->rights->user_namespace != 1))
		findings_add(f, code, subject, FINDING_OK, "those of all users");
	else {
		findings_add(f, code, subject, FINDING_LIMITED, "those of this user only");
		findings_remedy(f, "%s", refusal_others);
	}
}

static void add_seccomp(struct findings *f, const struct doctor_facts *c)
{
	static const char subject[] = "seccomp", code[] = "seccomp";
	const struct refusal *why = &c->user.why;
	int mode = c->rights->seccomp;

	if (is_shut(c) && strcmp(why->code, "seccomp") == 0) {
		findings_add(f, code, subject, FINDING_NO, "it stands before perf_event_open");
		add_refusal(f, why);
	} else if (mode == RIGHTS_UNKNOWN) {
		findings_add(f, code, subject, FINDING_UNKNOWN, "%s", subject);
	} else {
		findings_add(f, code, subject, FINDING_OK, "%s", !mode ? "no filter" :
			     is_shut(c) ? "a filter, which is not the reason" :
			     "a filter, which lets perf_event_open through");
	}
	if (mode != RIGHTS_UNKNOWN)
		findings_value(f, "mode", mode);
}

/* --- the counters of the cores --------------------------------------------------------------------- */

static void judge_short(struct findings *f, const struct doctor_facts *c, const char *subject,
			const struct probe_pmu_result *n)
{
	const char *more = n->advertised == PROBE_MOST ? " or more" : "";

	findings_add(f, "counters", subject, n->live ? FINDING_LIMITED : FINDING_NO,
		     "%zu%s advertised, %zu live", n->advertised, more, n->live ? n->live : n->counting);
	if (!n->live && n->counting) {
		findings_why(f, "the first that is taken does not count");
	} else if (!n->live) {
		findings_why(f, dead);
		findings_remedy(f, "%s", refusal_virtual(c->host->hypervisor));
	} else if (!n->starved) {
		findings_why(f, "with more, copies of one event disagree");
		advise_most(f, n->live);
	} else if (c->host->nmi_watchdog == 1 && n->live + 1 == n->advertised) {
		findings_why(f, "the NMI watchdog may hold one");
		findings_remedy(f, "%s", refusal_watchdog);
	} else {
		findings_why(f, held);
		findings_remedy(f, "%s", refusal_holders);
	}
}

static void judge_unjudged(struct findings *f, const struct doctor_facts *c, const char *subject,
			   const struct doctor_pmu *core)
{
	const struct probe_pmu_result *n = &core->counters;

	if (!n->starved) {
		findings_add(f, "counters", subject, FINDING_LIMITED, "%zu advertised, but not readable",
			     n->advertised);
		return;
	}
	if (is_starved(c)) {
		findings_add(f, "counters", subject, FINDING_NO, "%zu advertised, none free", n->advertised);
		findings_why(f, held);
		findings_remedy(f, "%s", refusal_holders);
		return;
	}
	findings_add(f, "counters", subject, FINDING_OK, "%zu advertised; pstat ran on other cores",
		     n->advertised);
	if (core->pmu && core->pmu->cpus.n)
		findings_remedy(f, "taskset -c %d pstat doctor", core->pmu->cpus.cpu[0]);
}

static void add_counters(struct findings *f, const struct doctor_facts *c, const struct doctor_pmu *core)
{
	const struct probe_pmu_result *n = &core->counters;
	struct str subject = {0};

	if (c->n_core > 1 && core->pmu)
		str_add(&subject, core->pmu->name);
	else
		str_add(&subject, "counters");
	if (!n->advertised) {
		findings_add(f, "counters", subject.text, FINDING_NO, "none");
		add_refusal(f, &n->why);
	} else if (!n->judged) {
		judge_unjudged(f, c, subject.text, core);
	} else if (n->live < n->advertised) {
		judge_short(f, c, subject.text, n);
	} else {
		findings_add(f, "counters", subject.text, FINDING_OK, "%zu%s, all live", n->advertised,
			     n->advertised == PROBE_MOST ? " or more" : "");
	}
	findings_value(f, "advertised", (int64_t)n->advertised);
	if (n->judged || is_starved(c))
		findings_value(f, "live", (int64_t)(n->live ? n->live : n->counting));
	str_release(&subject);
}

static bool has_all_counters(const struct doctor_facts *c)
{
	size_t all = 0;

	for (size_t i = 0; i < c->n_core; i++)
		all += c->core[i].counters.live && c->core[i].counters.live == c->core[i].counters.advertised;
	return all && all == c->n_core;
}

static void add_watchdog(struct findings *f, const struct doctor_facts *c)
{
	static const char subject[] = "NMI watchdog", code[] = "nmi-watchdog";
	int on = c->host->nmi_watchdog;

	if (on == HOST_UNKNOWN) {
		findings_add(f, code, subject, FINDING_UNKNOWN, "%s", subject);
		return;
	}
	if (on == 1 && has_all_counters(c)) {
		findings_add(f, code, subject, FINDING_OK, "on; all counters are live");
	} else if (on == 1) {
		findings_add(f, code, subject, FINDING_LIMITED, "on, and may hold a counter of each CPU");
		findings_remedy(f, "%s", refusal_watchdog);
	} else {
		findings_add(f, code, subject, FINDING_OK, "off");
	}
	findings_value(f, "on", on == 1);
}

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

static void add_other_pmus(struct findings *f, const struct doctor_facts *c)
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

static void add_tracepoints(struct findings *f, const struct doctor_facts *c)
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

static void add_cgroups(struct findings *f, const struct doctor_facts *c)
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
static void add_descriptors(struct findings *f, const struct doctor_facts *c)
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

static void add_memlock(struct findings *f, const struct doctor_facts *c)
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

static void add_multiplexing(struct findings *f, const struct doctor_facts *c)
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

static void add_governor(struct findings *f, const struct doctor_facts *c)
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

static void add_switches(struct findings *f, const struct doctor_facts *c)
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

/* --- all of them ----------------------------------------------------------------------------------- */

void doctor_judge(struct findings *f, const struct doctor_facts *c)
{
	add_default(f, c);
	add_permission(f, c);
	add_processes(f, c);
	add_seccomp(f, c);
	add_events(f, c, "software-events", "software events", &c->software);
	for (size_t i = 0; i < c->n_core; i++)
		add_counters(f, c, &c->core[i]);
	add_events(f, c, "hardware-events", "hardware events", &c->hardware);
	add_watchdog(f, c);
	add_other_pmus(f, c);
	add_tracepoints(f, c);
	add_cgroups(f, c);
	add_descriptors(f, c);
	add_memlock(f, c);
	add_multiplexing(f, c);
	add_governor(f, c);
	add_switches(f, c);
}
