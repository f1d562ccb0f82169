/* SPDX-License-Identifier: MIT */
/*
 * The rules of doctor: a table with a function for each finding.  First what can be counted; then other
 * PMUs, mounts, limits, and settings that change counts from run to run.
 */
#include "doctor/doctor.h"

#include <errno.h>
#include <string.h>

/* --- what several findings share ------------------------------------------------------------------- */

static void add_unknown(struct findings *f, const struct finding_rule *rule)
{
	findings_add(f, rule, FINDING_UNKNOWN, "%s", rule->subject);
}

static void add_refusal(struct findings *f, const struct refusal *why)
{
	findings_why(f, why->clause);
	findings_remedy(f, "%s", why->remedy);
}

static void advise_most(struct findings *f, size_t most)
{
	findings_remedy(f, "count at most %zu hardware event%s at a time", most, most > 1 ? "s" : "");
}

/* The kernel permits nothing, or does not have the system call. */
static bool is_forbidden(const struct doctor_facts *c)
{
	return c->user.why.errnum;
}

/* Other programs hold all core counters. */
static bool all_are_held(const struct doctor_facts *c)
{
	bool starved = false;

	for (size_t i = 0; i < c->n_core; i++) {
		if (c->core[i].counters.tested)
			return false;
		starved |= c->core[i].counters.starved;
	}
	return starved;
}

/* Core counters open and run, but none of them counts. */
static bool all_read_zero(const struct doctor_facts *c)
{
	bool tested = false;

	for (size_t i = 0; i < c->n_core; i++) {
		tested |= c->core[i].counters.tested;
		if (c->core[i].counters.live || c->core[i].counters.counting)
			return false;
	}
	return tested;
}

/*
 * How many events at a time are counted right: where some counters do not count, nobody can choose among
 * them.  SIZE_MAX: any number.
 */
static size_t trusted_counters(const struct doctor_facts *c)
{
	size_t most = SIZE_MAX;

	for (size_t i = 0; i < c->n_core; i++) {
		const struct probe_pmu_result *n = &c->core[i].counters;

		if (n->tested && !n->starved && n->live < n->advertised && n->live < most)
			most = n->live;
	}
	return most;
}

static const char held[] = "other programs hold the counters";
static const char dead[] = "the counters read 0";
static const char broken[] = "some of the processor's counters do not count";

struct tally {
	size_t n, refused, user_only, blind;
	const struct refusal *why;	/* the first, or the first for less */
	struct str refused_names, blind_names;
};

enum { SHOWN = 8 };		/* names */

static void doctor_rules_add_name(struct str *names, const char *name, size_t nth)
{
	if (nth < SHOWN)
		str_addf(names, "%s%s", nth ? ", " : "", name);
}

static struct tally doctor_rules_count(const struct doctor_events *list)
{
	struct tally t = { .n = list->events->n };

	for (size_t i = 0; i < t.n; i++) {
		const struct probe_result *p = &list->probed[i];
		const char *name = list->events->event[i].name;

		if (p->why.errnum)
			doctor_rules_add_name(&t.refused_names, name, t.refused++);
		else if (p->blind)
			doctor_rules_add_name(&t.blind_names, name, t.blind++);
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

/* How many events need a counter of their own. */
static size_t count_counters(const struct doctor_events *list)
{
	size_t n = 0;

	for (size_t i = 0; i < list->events->n; i++)
		n += list->events->event[i].attr.head.type == PERF_TYPE_HARDWARE;
	return n;
}

/* Why events open but do not count. */
static void add_reason(struct findings *f, const struct doctor_facts *c)
{
	size_t most = trusted_counters(c);

	if (most < SIZE_MAX && !all_read_zero(c)) {
		findings_why(f, broken);
		if (most)
			advise_most(f, most);
	} else if (all_read_zero(c)) {
		findings_why(f, dead);
		findings_remedy(f, "%s", refusal_virtual(c->host->hypervisor));
	} else {
		findings_why(f, held);
		findings_remedy(f, "%s", refusal_holders);
	}
}

static void doctor_rules_add_events(struct findings *f, const struct finding_rule *rule,
				    const struct doctor_facts *c, const struct doctor_events *list)
{
	size_t need = count_counters(list);
	bool never_count = need && (all_are_held(c) || all_read_zero(c));
	/* the default events are counted all at once, so some get a broken counter */
	bool some_broken = !never_count && list == &c->standard && need > trusted_counters(c);
	struct tally t = doctor_rules_count(list);

	if (some_broken && !t.refused)
		findings_add(f, rule, FINDING_NO, "%zu of them need%s a counter%s", need,
			     need > 1 ? "" : "s", need > 1 ? " each" : "");
	else if (never_count && !t.refused)
		findings_add(f, rule, FINDING_NO, "%s open, but never count",
			     list == &c->hardware ? "they" : "hardware events");
	else if (t.refused == t.n)
		findings_add(f, rule, FINDING_NO, "none of %zu", t.n);
	else if (t.refused && t.blind)	/* the reason follows, which is that of the refused */
		findings_add(f, rule, FINDING_LIMITED,
			     "%zu of %zu; user mode only, which excludes %s; not %s",
			     t.n - t.refused - t.blind, t.n, t.blind_names.text, t.refused_names.text);
	else if (t.refused)
		findings_add(f, rule, FINDING_LIMITED, "%zu of %zu, not %s", t.n - t.refused, t.n,
			     t.refused_names.text);
	else if (t.blind)
		findings_add(f, rule, FINDING_LIMITED, "user mode only, which excludes %s",
			     t.blind_names.text);
	else if (t.user_only)
		findings_add(f, rule, FINDING_LIMITED, "user mode only");
	else
		findings_add(f, rule, FINDING_OK, "all %zu", t.n);
	if ((never_count || some_broken) && !t.refused)
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

/* One refused default event makes the finding a no. */
static void add_default(struct findings *f, const struct finding_rule *rule, const struct doctor_facts *c)
{
	struct finding *own;

	doctor_rules_add_events(f, rule, c, &c->standard);
	own = &f->finding[f->n - 1];
	f->countable = own->status != FINDING_NO && own->value[0].number == own->value[1].number;
	if (!f->countable)
		own->status = FINDING_NO;
}

static void add_software(struct findings *f, const struct finding_rule *rule, const struct doctor_facts *c)
{
	doctor_rules_add_events(f, rule, c, &c->software);
}

static void add_hardware(struct findings *f, const struct finding_rule *rule, const struct doctor_facts *c)
{
	doctor_rules_add_events(f, rule, c, &c->hardware);
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

static void add_permission(struct findings *f, const struct finding_rule *rule, const struct doctor_facts *c)
{
	int perfmon = rights_perfmon(c->rights);
	const char *with = rights_in_words(c->rights);
	LOCAL(str) level = {0};

	if (is_forbidden(c)) {
		findings_add(f, rule, FINDING_NO, "%snothing", with);
		/* prefer the command that permits the kernel, too */
		add_refusal(f, c->kernel.why.errnum ? &c->kernel.why : &c->user.why);
	} else if (c->kernel.why.errnum) {
		findings_add(f, rule, FINDING_LIMITED, "%syour own programs, in user mode only", with);
		add_refusal(f, &c->kernel.why);
	} else if (c->system.why.errnum) {
		findings_add(f, rule, FINDING_LIMITED, "%syour own programs, but not whole CPUs (-a)", with);
		add_refusal(f, &c->system.why);
	} else {
		if (c->host->paranoid != HOST_UNKNOWN && c->host->paranoid <= 0 && perfmon != 1)
			str_addf(&level, ", as perf_event_paranoid is %d", c->host->paranoid);
		findings_add(f, rule, FINDING_OK, "%sprograms and whole CPUs%s", with,
			     str_text(&level));
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

/* The kernel asks for the rights of ptrace. */
static void doctor_rules_add_processes(struct findings *f, const struct finding_rule *rule,
				       const struct doctor_facts *c)
{
	int perfmon = rights_perfmon(c->rights);

	if (is_forbidden(c))
		return;
	if (perfmon == RIGHTS_UNKNOWN)
		add_unknown(f, rule);
	else if (perfmon == 1 || (rights_has(c->rights, RIGHTS_SYS_PTRACE) && c->rights->user_namespace != 1))
		findings_add(f, rule, FINDING_OK, "of all users");
	else {
		findings_add(f, rule, FINDING_LIMITED, "of this user only");
		findings_remedy(f, "%s", refusal_others);
	}
}

static void add_seccomp(struct findings *f, const struct finding_rule *rule, const struct doctor_facts *c)
{
	const struct refusal *why = &c->user.why;
	int mode = c->rights->seccomp;

	if (is_forbidden(c) && strcmp(why->code, "seccomp") == 0) {
		findings_add(f, rule, FINDING_NO, "a filter blocks perf_event_open");
		add_refusal(f, why);
	} else if (mode == RIGHTS_UNKNOWN) {
		add_unknown(f, rule);
	} else {
		findings_add(f, rule, FINDING_OK, "%s", !mode ? "no filter" :
			     is_forbidden(c) ? "a filter, but it is not the reason" :
			     "a filter, which allows perf_event_open");
	}
	if (mode != RIGHTS_UNKNOWN)
		findings_value(f, "mode", mode);
}

/* --- the counters of the cores --------------------------------------------------------------------- */

/* Fewer counters count than the PMU advertises. */
static void add_missing_counters(struct findings *f, const struct finding_rule *rule,
				 const struct doctor_facts *c, const struct probe_pmu_result *n)
{
	const char *more = n->advertised == PROBE_MOST ? " or more" : "";

	findings_add(f, rule, n->live ? FINDING_LIMITED : FINDING_NO,
		     "%zu%s advertised, %zu live", n->advertised, more, n->live ? n->live : n->counting);
	if (!n->live && n->counting) {
		findings_why(f, "the counter that is used first does not count");
	} else if (!n->live) {
		findings_why(f, dead);
		findings_remedy(f, "%s", refusal_virtual(c->host->hypervisor));
	} else if (!n->starved) {
		findings_why(f, "with more, copies of one event give different counts");
		advise_most(f, n->live);
	} else if (c->host->nmi_watchdog == 1 && n->live + 1 == n->advertised) {
		findings_why(f, "the NMI watchdog may hold one");
		findings_remedy(f, "%s", refusal_watchdog);
	} else {
		findings_why(f, held);
		findings_remedy(f, "%s", refusal_holders);
	}
}

/* No group of counters ran on the PMU, so the number of live counters is unknown. */
static void add_untested_counters(struct findings *f, const struct finding_rule *rule,
				  const struct doctor_facts *c, const struct doctor_pmu *core)
{
	const struct probe_pmu_result *n = &core->counters;

	if (!n->starved) {
		findings_add(f, rule, FINDING_LIMITED, "%zu advertised, but not readable", n->advertised);
		return;
	}
	if (all_are_held(c)) {
		findings_add(f, rule, FINDING_NO, "%zu advertised, none free", n->advertised);
		findings_why(f, held);
		findings_remedy(f, "%s", refusal_holders);
		return;
	}
	findings_add(f, rule, FINDING_OK, "%zu advertised; pstat ran on other cores", n->advertised);
	if (core->pmu && core->pmu->cpus.n)
		findings_remedy(f, "taskset -c %d pstat doctor", core->pmu->cpus.cpu[0]);
}

static void add_counters_of(struct findings *f, const struct finding_rule *rule, const struct doctor_facts *c,
			    const struct doctor_pmu *core)
{
	const struct probe_pmu_result *n = &core->counters;
	struct finding_rule own = *rule;

	if (c->n_core > 1 && core->pmu)
		own.subject = core->pmu->name;
	if (!n->advertised) {
		findings_add(f, &own, FINDING_NO, "none");
		add_refusal(f, &n->why);
	} else if (!n->tested) {
		add_untested_counters(f, &own, c, core);
	} else if (n->live < n->advertised) {
		add_missing_counters(f, &own, c, n);
	} else {
		findings_add(f, &own, FINDING_OK, "%zu%s, all live", n->advertised,
			     n->advertised == PROBE_MOST ? " or more" : "");
	}
	findings_value(f, "advertised", (int64_t)n->advertised);
	if (n->tested || all_are_held(c))
		findings_value(f, "live", (int64_t)(n->live ? n->live : n->counting));
}

static void add_counters(struct findings *f, const struct finding_rule *rule, const struct doctor_facts *c)
{
	for (size_t i = 0; i < c->n_core; i++)
		add_counters_of(f, rule, c, &c->core[i]);
}

static bool has_all_counters(const struct doctor_facts *c)
{
	size_t all = 0;

	for (size_t i = 0; i < c->n_core; i++)
		all += c->core[i].counters.live && c->core[i].counters.live == c->core[i].counters.advertised;
	return all && all == c->n_core;
}

static bool has_live_counters(const struct doctor_facts *c)
{
	for (size_t i = 0; i < c->n_core; i++)
		if (c->core[i].counters.live)
			return true;
	return false;
}

/* Only a machine without counters needs it, and who asks for the lines of a program. */
static void add_valgrind(struct findings *f, const struct finding_rule *rule, const struct doctor_facts *c)
{
	if (c->valgrind_version) {
		findings_add(f, rule, FINDING_OK,
			     "%s: -e valgrind/instructions/ counts exactly, without counters",
			     c->valgrind_version);
	} else if (c->valgrind) {
		findings_add(f, rule, FINDING_NO, "installed, but it does not start");
		findings_remedy(f, "valgrind --version");
	} else if (c->program || !has_live_counters(c)) {
		findings_add(f, rule, FINDING_NO, "not installed");
		findings_why(f, "with it -e valgrind/instructions/ counts exactly, without counters");
		findings_remedy(f, "%s", c->valgrind_install ? c->valgrind_install :
				"install the package valgrind");
	} else {
		return;
	}
	findings_value(f, "installed", c->valgrind);
}

/* Others' text in a command for a shell: words that need no quotes. */
static bool is_plain_word(const char *text)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._+-";

	return *text && *text != '-' && !text[strspn(text, plain)];
}

static void doctor_rules_add_symbols(struct findings *f, const struct finding_rule *rule,
				     const struct debug_info *p)
{
	const char *where = p->separate.len ? ", from " : "", *file = str_text(&p->separate);

	if (p->has_lines)
		findings_add(f, rule, FINDING_OK, "%s has lines%s: --where names them%s%s", p->name,
			     p->has_symbols ? " and symbols" : "", where, file);
	else if (p->has_symbols)
		findings_add(f, rule, FINDING_LIMITED,
			     "%s has symbols, but no lines: --where names functions%s%s", p->name, where, file);
	else
		findings_add(f, rule, FINDING_NO,
			     "%s has no symbols and no lines: --where names nothing in it", p->name);
	if (!p->has_lines && p->is_packaged)
		findings_remedy(f, "install the package with its debug symbols (-dbgsym, -debuginfo)");
	else if (!p->has_lines)
		findings_remedy(f, "build it with -g, which does not change the code%s",
				p->has_symbols ? "" : ", and do not strip it");
}

/* What --where can say of the program that the user named. */
static void add_program(struct findings *f, const struct finding_rule *rule, const struct doctor_facts *c)
{
	const struct debug_info *p = c->program;

	if (!p)
		return;
	if (p->problem.message[0]) {
		findings_add(f, rule, FINDING_NO, "%s", p->problem.message);
		findings_remedy(f, "%s", p->problem.hint);
	} else if (p->interpreter.len) {
		findings_add(f, rule, FINDING_LIMITED,
			     "%s is a script: --where names lines of %s, which runs it", p->name,
			     p->interpreter.text);
		if (is_plain_word(p->interpreter.text))
			findings_remedy(f, "pstat doctor -- %s", p->interpreter.text);
	} else {
		doctor_rules_add_symbols(f, rule, p);
	}
	findings_value(f, "symbols", p->has_symbols);
	findings_value(f, "lines", p->has_lines);
}

static void add_watchdog(struct findings *f, const struct finding_rule *rule, const struct doctor_facts *c)
{
	int on = c->host->nmi_watchdog;

	if (on == HOST_UNKNOWN) {
		add_unknown(f, rule);
		return;
	}
	if (on == 1 && has_all_counters(c)) {
		findings_add(f, rule, FINDING_OK, "on; all counters are live");
	} else if (on == 1) {
		findings_add(f, rule, FINDING_LIMITED, "on, and may hold a counter of each CPU");
		findings_remedy(f, "%s", refusal_watchdog);
	} else {
		findings_add(f, rule, FINDING_OK, "off");
	}
	findings_value(f, "on", on == 1);
}

/* --- gate ------------------------------------------------------------------------------------------ */

/* Whether this user can count it here: it opened when doctor tried it, and counts more than 0. */
static bool doctor_rules_counts(const struct doctor_facts *c, uint64_t config)
{
	const struct doctor_events *list = &c->software;

	for (size_t i = 0; i < list->events->n; i++)
		if (event_is_generic(&list->events->event[i], PERF_TYPE_SOFTWARE, config))
			return !list->probed[i].why.errnum && !list->probed[i].blind;
	return false;
}

/* For memory and waiting; wall and max-rss need no event. */
static void add_other_limits(struct str *out, const struct doctor_facts *c)
{
	str_addf(out, "memory: %smax-rss=+5%%; waiting: wall=+5%%%s",
		 doctor_rules_counts(c, PERF_COUNT_SW_PAGE_FAULTS) ? "page-faults=+5%, " : "",
		 doctor_rules_counts(c, PERF_COUNT_SW_CONTEXT_SWITCHES) ? ", context-switches=+5%" : "");
}

/* Which limit finds what; README.md says how often. */
static void add_gate(struct findings *f, const struct finding_rule *rule, const struct doctor_facts *c)
{
	static const char emulated[] = "valgrind/instructions/=+0.5%", clock[] = "task-clock=+5%";
	const char *own = c->valgrind_version ? emulated : NULL;
	const char *time = doctor_rules_counts(c, PERF_COUNT_SW_TASK_CLOCK) ? clock : "user=+5%,sys=+5%";
	LOCAL(str) others = {0};

	add_other_limits(&others, c);
	if (is_forbidden(c))
		findings_add(f, rule, FINDING_LIMITED, "without events: wall=+5%%, max-rss=+5%%%s%s",
			     own ? ", " : "", own ? own : "");
	else if (has_live_counters(c))
		findings_add(f, rule, FINDING_OK, "CPU work: instructions:u=+1%%; %s", others.text);
	else
		findings_add(f, rule, FINDING_LIMITED, "CPU work: %s%s%s, not instructions:u; %s", time,
			     own ? " or " : "", own ? own : "", others.text);
	if (!is_forbidden(c) && has_live_counters(c))
		return;
	if (own)
		findings_remedy(f, "pstat gate -n --limit %s -- ./old --vs ./new", own);
	else
		findings_remedy(f, "pstat gate %s--limit %s -- ./old --vs ./new",
				is_forbidden(c) ? "-n " : "", is_forbidden(c) ? "wall=+5%" : time);
}

/* --- other PMUs ------------------------------------------------------------------------------------ */

static bool is_kernel_pmu(const char *name)
{
	static const char *const own[] = { "software", "tracepoint", "breakpoint", "kprobe", "uprobe" };

	for (size_t i = 0; i < sizeof(own) / sizeof(*own); i++)
		if (strcmp(name, own[i]) == 0)
			return true;
	return false;
}

static bool is_other(const struct pmu *p)
{
	return !p->is_core && !is_kernel_pmu(p->name);
}

/* "uncore_imc_3" is one of uncore_imc. */
static size_t family_length(const char *name)
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
	size_t n = family_length(a->name);

	return n == family_length(b->name) && strncmp(a->name, b->name, n) == 0;
}

static size_t count_family(const struct pmus *pmus, size_t first)
{
	size_t n = 0;

	for (size_t i = 0; i < pmus->n; i++)
		n += is_other(&pmus->pmu[i]) && same_family(&pmus->pmu[i], &pmus->pmu[first]);
	return n;
}

static bool doctor_rules_is_first(const struct pmus *pmus, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (is_other(&pmus->pmu[k]) && same_family(&pmus->pmu[k], &pmus->pmu[i]))
			return false;
	return true;
}

/* Names PMUs, one for each family; *left_out: how many more there are. */
static void name_families(struct str *out, const struct pmus *pmus, bool uncore, size_t *left_out)
{
	enum { ENOUGH = 76 };

	for (size_t i = 0; i < pmus->n; i++) {
		const struct pmu *p = &pmus->pmu[i];
		size_t n;

		if (!is_other(p) || p->is_uncore != uncore || !doctor_rules_is_first(pmus, i))
			continue;
		if (out->len > ENOUGH) {
			++*left_out;
			continue;
		}
		n = count_family(pmus, i);
		str_add(out, out->len ? ", " : "");
		if (n > 1) {
			str_add_n(out, p->name, family_length(p->name));
			str_addf(out, " (%zu)", n);
		} else {
			str_add(out, p->name);
		}
	}
}

static void add_other_pmus(struct findings *f, const struct finding_rule *rule, const struct doctor_facts *c)
{
	size_t n = 0, uncore = 0, left_out = 0;
	LOCAL(str) names = {0};
	bool forbidden;

	for (size_t i = 0; i < c->pmus->n; i++) {
		n += is_other(&c->pmus->pmu[i]);
		uncore += is_other(&c->pmus->pmu[i]) && c->pmus->pmu[i].is_uncore;
	}
	if (!c->pmus->n) {
		add_unknown(f, rule);
		return;
	}
	name_families(&names, c->pmus, true, &left_out);
	name_families(&names, c->pmus, false, &left_out);
	if (left_out)
		str_addf(&names, " and %zu more kinds", left_out);
	forbidden = uncore && c->system.why.errnum;
	if (!n)
		findings_add(f, rule, FINDING_OK, "none");
	else if (uncore)
		findings_add(f, rule, forbidden ? FINDING_LIMITED : FINDING_OK,
			     "%zu, of which %zu count whole CPUs: %s", n, uncore, names.text);
	else
		findings_add(f, rule, FINDING_OK, "%zu: %s", n, names.text);
	if (forbidden)
		add_refusal(f, &c->system.why);
	findings_value(f, "pmus", (int64_t)n);
	findings_value(f, "uncore", (int64_t)uncore);
}

/* --- what is mounted ------------------------------------------------------------------------------- */

static void doctor_rules_add_tracepoints(struct findings *f, const struct finding_rule *rule,
					 const struct doctor_facts *c)
{
	if (!c->tracefs_mount) {
		findings_add(f, rule, FINDING_NO, "tracefs is not mounted");
		findings_remedy(f, "mount -t tracefs nodev /sys/kernel/tracing");
	} else if (c->tracefs < 0 && c->kernel.why.errnum && c->kernel.why.remedy[0]) {	/* both must change */
		findings_add(f, rule, FINDING_NO, "%s: %s, and they count in the kernel",
			     c->tracefs_mount, strerror(-c->tracefs));
		findings_remedy(f, "mount -o remount,mode=755 %s && %s", c->tracefs_mount,
				c->kernel.why.remedy);
	} else if (c->tracefs < 0) {
		findings_add(f, rule, FINDING_NO, "%s: %s", c->tracefs_mount, strerror(-c->tracefs));
		findings_remedy(f, "mount -o remount,mode=755 %s", c->tracefs_mount);
	} else if (c->kernel.why.errnum) {
		findings_add(f, rule, FINDING_NO, "readable, but they count in the kernel");
		add_refusal(f, &c->kernel.why);
	} else {
		findings_add(f, rule, FINDING_OK, "readable in %s", c->tracefs_mount);
	}
}

static void doctor_rules_add_cgroups(struct findings *f, const struct finding_rule *rule,
				     const struct doctor_facts *c)
{
	if (!c->cgroup_mount) {
		findings_add(f, rule, FINDING_NO, "%s", c->cgroup_error);
		findings_remedy(f, "mount -t cgroup2 none /sys/fs/cgroup");
		return;
	}
	if (!c->system.why.errnum && c->cgroup_errnum == ENOENT) {
		findings_add(f, rule, FINDING_NO, "no controller is enabled below %s", c->cgroup_mount);
		findings_remedy(f, "echo +cpu > %s/cgroup.subtree_control", c->cgroup_mount);
		return;
	}
	if (!c->system.why.errnum) {
		findings_add(f, rule, FINDING_OK, "below %s", c->cgroup_mount);
		return;
	}
	findings_add(f, rule, FINDING_NO, "counting them needs whole CPUs");
	add_refusal(f, &c->system.why);
}

/* --- limits ---------------------------------------------------------------------------------------- */

/* pstat raises the soft limit to the hard one. */
static void add_descriptors(struct findings *f, const struct finding_rule *rule, const struct doctor_facts *c)
{
	enum { OWN = 16 };
	uint64_t most = c->most_descriptors;
	uint64_t need = OWN;

	if (!c->descriptors) {
		add_unknown(f, rule);
		return;
	}
	if (c->host->cpus > 0)
		need += (uint64_t)c->host->cpus * c->standard.events->n;
	if (most < need) {
		findings_add(f, rule, FINDING_LIMITED, "%llu at most; -a with the default events needs %llu",
			     (unsigned long long)most, (unsigned long long)need);
		findings_remedy(f, "prlimit --pid $$ --nofile=%llu", (unsigned long long)need);
	} else if (most > INT64_MAX) {
		findings_add(f, rule, FINDING_OK, "any number");
	} else {
		findings_add(f, rule, FINDING_OK, "up to %llu", (unsigned long long)most);
	}
	findings_value(f, "soft", (int64_t)(c->descriptors > INT64_MAX ? INT64_MAX : c->descriptors));
	findings_value(f, "hard", (int64_t)(most > INT64_MAX ? INT64_MAX : most));
}

/* Other modes lock none; with less, their rings are smaller and may lose records. */
static void add_memlock(struct findings *f, const struct finding_rule *rule, const struct doctor_facts *c)
{
	static const char users[] = "--per-process, --region-fn and top";
	uint64_t bytes = c->rights->memlock;

	if (!c->rights->has_memlock) {
		add_unknown(f, rule);
		return;
	}
	if (bytes > INT64_MAX)
		findings_add(f, rule, FINDING_OK, "no limit for the buffers of %s", users);
	else
		findings_add(f, rule, FINDING_OK, "up to %llu KiB for the buffers of %s",
			     (unsigned long long)bytes / 1024, users);
	findings_value(f, "bytes", (int64_t)(bytes > INT64_MAX ? INT64_MAX : bytes));
}

/* --- what changes counts --------------------------------------------------------------------------- */

static void add_multiplexing(struct findings *f, const struct finding_rule *rule,
			     const struct doctor_facts *c)
{
	for (size_t i = 0; i < c->n_core; i++) {
		if (c->core[i].mux_ms < 0)
			continue;
		findings_add(f, rule, FINDING_OK, "too many events take turns of %d ms",
			     c->core[i].mux_ms);
		findings_value(f, "interval_ms", c->core[i].mux_ms);
		return;
	}
	add_unknown(f, rule);
}

static void add_governor(struct findings *f, const struct finding_rule *rule, const struct doctor_facts *c)
{
	const char *name = c->host->governor;

	if (!name) {
		add_unknown(f, rule);
	} else if (strcmp(name, "performance") == 0) {
		findings_add(f, rule, FINDING_OK, "%s", name);
	} else {
		findings_add(f, rule, FINDING_NOTE, "%s: the clock follows the load", name);
		findings_remedy(f, "cpupower frequency-set -g performance");
	}
}

static void add_switch(struct findings *f, const struct finding_rule *rule, int on, const char *effect,
		       const char *remedy)
{
	if (on == HOST_UNKNOWN) {
		add_unknown(f, rule);
		return;
	}
	if (on) {
		findings_add(f, rule, FINDING_NOTE, "on: %s", effect);
		findings_remedy(f, "%s", remedy);
	} else {
		findings_add(f, rule, FINDING_OK, "off");
	}
	findings_value(f, "value", on);
}

static void add_smt(struct findings *f, const struct finding_rule *rule, const struct doctor_facts *c)
{
	add_switch(f, rule, c->host->smt, "threads share the units of a core",
		   "echo off > /sys/devices/system/cpu/smt/control");
}

static void add_turbo(struct findings *f, const struct finding_rule *rule, const struct doctor_facts *c)
{
	add_switch(f, rule, c->host->turbo, "the clock follows load and heat",
		   "cpupower set --turbo-boost 0");
}

static void add_aslr(struct findings *f, const struct finding_rule *rule, const struct doctor_facts *c)
{
	add_switch(f, rule, c->host->aslr, "addresses differ from run to run", "pstat --aslr off COMMAND");
}

/* --- all of them ----------------------------------------------------------------------------------- */

static const struct finding_rule rules[] = {	/* in the order of their findings */
	{ "default-events",  "default events",	add_default },
	{ "permission",	     "permission",	add_permission },
	{ "processes",	     "processes (-p)",	doctor_rules_add_processes },
	{ "seccomp",	     "seccomp",		add_seccomp },
	{ "software-events", "software events", add_software },
	{ "counters",	     "counters",	add_counters },
	{ "hardware-events", "hardware events", add_hardware },
	{ "valgrind",	     "valgrind",	add_valgrind },
	{ "program",	     "program",		add_program },
	{ "nmi-watchdog",    "NMI watchdog",	add_watchdog },
	{ "gate-limits",     "gate --limit",	add_gate },
	{ "other-pmus",	     "other PMUs",	add_other_pmus },
	{ "tracepoints",     "tracepoints",	doctor_rules_add_tracepoints },
	{ "cgroups",	     "cgroups (-G)",	doctor_rules_add_cgroups },
	{ "descriptors",     "descriptors",	add_descriptors },
	{ "locked-memory",   "locked memory",	add_memlock },
	{ "multiplexing",    "multiplexing",	add_multiplexing },
	{ "governor",	     "governor",	add_governor },
	{ "smt",	     "SMT",		add_smt },
	{ "turbo",	     "turbo",		add_turbo },
	{ "aslr",	     "ASLR",		add_aslr },
};

void doctor_diagnose(struct findings *f, const struct doctor_facts *c)
{
	f->of_root = c->rights->root == 1;
	for (size_t i = 0; i < sizeof(rules) / sizeof(*rules); i++)
		rules[i].add(f, &rules[i], c);
}
