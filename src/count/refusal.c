/* SPDX-License-Identifier: MIT */
/*
 * Explains the errno of perf_event_open, which depends on the request. The causes are a table; the first
 * row that matches applies.
 */
#include "count/refusal.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "count/plan.h"
#include "event/event.h"
#include "host/facts.h"
#include "host/kernel.h"
#include "host/machine.h"
#include "host/pmu.h"
#include "host/rights.h"
#include "host/target.h"

enum about {		/* the events to which a row applies */
	ANY, UNCORE, PRECISE, TOP_DOWN, HARDWARE, TRACEPOINT, BREAKPOINT, CGROUP, PROBE,
	NO_TRACEPOINT,		/* for these EPERM is not the kernel's own answer */
};

enum known {		/* what must be known about this process */
	WHATEVER, FILTERED, UNFILTERED, CAPABLE, LEVEL,
	LOW_ENOUGH,		/* the level is low enough, so it depends on whose process it is */
};

const char refusal_watchdog[] = "sysctl kernel.nmi_watchdog=0";
const char refusal_holders[] = "lsof | grep '\\[perf_event\\]'";
/* it may not be installed */
#define SETCAP "setcap cap_perfmon,cap_sys_ptrace=ep $(command -v pstat || echo ./pstat)"
const char refusal_others[] = SETCAP;

#define START "start the container with --cap-add PERFMON"
#define PROFILE "in a container, a seccomp profile may forbid it: start it with `--cap-add PERFMON` " \
	"or a profile that allows perf_event_open"

static const struct cause {
	int errnum;
	enum about about;
	enum known known;
	const char *code, *clause;
	const char *remedy;	/* NULL: none, or the code has more to say */
	const char *hint;	/* the same as a sentence, for when nothing can be counted */
} causes[] = {
	{ EPERM,  NO_TRACEPOINT, FILTERED, "seccomp", "a seccomp filter does not permit it", START, PROFILE },
	{ EPERM,  NO_TRACEPOINT, UNFILTERED, "sandbox", "not permitted by the sandbox around pstat",
	  NULL,
	  "perf_event_paranoid and capabilities cannot permit it, only whoever started the sandbox can" },
	{ EPERM,  NO_TRACEPOINT, WHATEVER,   "seccomp",
	  "not permitted, perhaps by a container's seccomp profile", START, PROFILE },
	{ EPERM,  TRACEPOINT, CAPABLE, "not-permitted", "the kernel lets nobody count this tracepoint" },
	{ EACCES, PROBE, WHATEVER, "not-permitted", "probes of code need root", NULL,
	  "root counts calls with --region-fn; capabilities of pstat's file have no effect on probes" },
	{ EACCES, ANY, CAPABLE, "security-module",
	  "not permitted by a security module, despite CAP_PERFMON",
	  "dmesg | grep -i denied", "`dmesg | grep -i denied` may say which, and why" },
	{ EPERM,  ANY, CAPABLE, "security-module",
	  "not permitted by a security module, despite CAP_PERFMON",
	  "dmesg | grep -i denied", "`dmesg | grep -i denied` may say which, and why" },
	{ EACCES, ANY, LOW_ENOUGH, "processes",
	  "it is another user's process, or one that may not be traced", refusal_others,
	  "CAP_PERFMON permits it: as root, `" SETCAP "`" },
	{ EACCES, ANY, LEVEL,	 "paranoid",	  "not permitted while perf_event_paranoid is" },
	{ EPERM,  ANY, LEVEL,	 "paranoid",	  "not permitted while perf_event_paranoid is" },
	{ EACCES, ANY, WHATEVER, "not-permitted", "not permitted" },
	{ EPERM,  ANY, WHATEVER, "not-permitted", "not permitted" },
	{ EINVAL, UNCORE,     WHATEVER, "uncore",   "it counts whole CPUs, not programs" },
	{ EINVAL, PRECISE,    WHATEVER, "precise",  "the processor cannot count it that precisely" },
	{ EINVAL, TOP_DOWN,   WHATEVER, "no-slots",
	  "it counts only in a group with slots and its modifiers: add that event" },
	{ EINVAL, HARDWARE,   WHATEVER, "settings",
	  "the processor or the kernel does not accept these settings" },
	{ EINVAL, ANY,	      WHATEVER, "settings", "the kernel does not accept these settings" },
	{ EOPNOTSUPP, UNCORE, WHATEVER, "uncore",   "it counts whole CPUs, not programs" },
	{ EOPNOTSUPP, PRECISE, WHATEVER, "precise", "the processor cannot count it precisely" },
	{ EOPNOTSUPP, BREAKPOINT, WHATEVER, "no-breakpoint", "this machine has no such breakpoints" },
	{ EOPNOTSUPP, ANY,    WHATEVER, "no-counter", "this machine has no such counter" },
	{ EBADF,  CGROUP,     WHATEVER, "no-cgroup", "its target is not a cgroup" },
	{ EIDRM,  CGROUP,     WHATEVER, "no-cgroup", "its cgroup has been removed" },
	{ ENOLINK, CGROUP,    WHATEVER, "no-controller", "its cgroup has no controller: "
	  "echo +cpu > /sys/fs/cgroup/cgroup.subtree_control" },
	{ ENOENT, HARDWARE,   WHATEVER, "no-counter", "this machine (virtual?) has no such counter" },
	{ ENOENT, TRACEPOINT, WHATEVER, "no-tracepoint", "the kernel has no such tracepoint" },
	{ ENOENT, ANY,	      WHATEVER, "unknown",  "this kernel or machine does not have it" },
	{ ENXIO,  ANY,	      WHATEVER, "no-counter", "this machine has no such counter" },
	{ ENODEV, ANY,	      WHATEVER, "no-counter", "this machine (virtual?) has no such counter" },
	{ ENOSPC, BREAKPOINT, WHATEVER, "busy",	    "all breakpoint registers are in use" },
	{ ENOSPC, ANY,	      WHATEVER, "busy",	    "all counters that could count it are in use",
	  refusal_holders },
	{ EBUSY,  ANY,	      WHATEVER, "busy",	    "another user holds its counter", refusal_holders },
	{ EIO,	  ANY,	      WHATEVER, "broken",   "its PMU fails, or does not answer", "dmesg | tail",
	  "`dmesg | tail` may say more" },
	{ ENOSYS, ANY,	      FILTERED, "seccomp",  "a seccomp filter hides perf_event_open", START,
	  PROFILE },
	{ ENOSYS, ANY,	    UNFILTERED, "no-syscall", "the kernel has no perf_event_open", NULL,
	  "use a kernel with CONFIG_PERF_EVENTS, or a sandbox that allows the call" },
	{ ENOSYS, ANY,	      WHATEVER, "no-syscall",
	  "the kernel has no perf_event_open, or a seccomp profile hides it", START,
	  "in a container, start it with a seccomp profile that allows perf_event_open" },
	{ ENODATA, ANY,	      WHATEVER, "latency",  "retire latencies need sampling, but pstat counts" },
	{ E2BIG,  ANY,	      WHATEVER, "old-kernel", "this kernel is too old for its settings" },
};

static bool is_hardware(uint32_t type)
{
	return type == PERF_TYPE_HARDWARE || type == PERF_TYPE_HW_CACHE || type == PERF_TYPE_RAW ||
	       type > PERF_TYPE_BREAKPOINT;
}

static bool applies_to(enum about about, const struct event *e, const union attr *attr)
{
	switch (about) {
	case ANY:	 return true;
	case UNCORE:	 return e->pmu && e->pmu->is_uncore;
	case PRECISE:	 return attr->head.precise_ip;
	case TOP_DOWN:	 return e->flags & EVENT_TOP_DOWN;
	case HARDWARE:	 return is_hardware(attr->head.type);
	case TRACEPOINT: return attr->head.type == PERF_TYPE_TRACEPOINT;
	case CGROUP:	 return e->cgroup >= 0;
	case BREAKPOINT: return attr->head.type == PERF_TYPE_BREAKPOINT;
	case PROBE:	 return e->pmu && pmu_is_probe(e->pmu->name);
	case NO_TRACEPOINT: return attr->head.type != PERF_TYPE_TRACEPOINT;
	}
	return false;
}

static bool is_permission(int errnum)
{
	return errnum == EACCES || errnum == EPERM;
}

/* At this level the kernel refuses nobody, as far as the user's own programs are concerned. */
static bool is_low_enough(const struct refused *what, int paranoid)
{
	return what->of == REFUSED_PROCESS && paranoid != MACHINE_UNKNOWN &&
	       paranoid <= (what->attr->head.exclude_user ? 1 : 2);	/* without it :u was tried */
}

static bool refusal_is_known(enum known known, const struct refused *what, const struct rights *rights,
			     int paranoid)
{
	switch (known) {
	case WHATEVER:	 return true;
	case FILTERED:	 return rights->seccomp == 2;
	case UNFILTERED: return rights->seccomp == 0;
	case CAPABLE:	 return rights_perfmon(rights) == 1;
	case LEVEL:	 return paranoid != MACHINE_UNKNOWN;
	case LOW_ENOUGH: return is_low_enough(what, paranoid);
	}
	return false;
}

/* Reads the rights only if they decide. */
static const struct cause *find_cause(const struct refused *what, const struct machine *machine)
{
	struct rights rights = { .seccomp = RIGHTS_UNKNOWN };
	int paranoid = MACHINE_UNKNOWN;

	if (is_permission(what->errnum) || what->errnum == ENOSYS) {
		rights_load(&rights, machine->root);
		paranoid = machine_paranoid(machine);
	}
	for (size_t i = 0; i < sizeof(causes) / sizeof(*causes); i++)
		if (causes[i].errnum == what->errnum &&
		    applies_to(causes[i].about, what->event, what->attr) &&
		    refusal_is_known(causes[i].known, what, &rights, paranoid))
			return &causes[i];
	return NULL;
}

static void add_clause(struct refusal *r, const struct refused *what, const struct cause *c,
		       const struct machine *machine)
{
	*r = (struct refusal){ .code = c ? c->code : "other", .errnum = what->errnum };
	snprintf(r->clause, sizeof(r->clause), "%s", c ? c->clause : strerror(what->errnum));
	if (c && c->known == LEVEL)
		snprintf(r->clause, sizeof(r->clause), "%s %d", c->clause, machine_paranoid(machine));
}

/* --- what can be done ------------------------------------------------------------------------- */

/* The highest level that permits it. */
static int sufficient_level(const struct refused *what, int paranoid)
{
	int level = what->of == REFUSED_CPU ? 0 : what->attr->head.exclude_kernel ? 2 : 1;

	return paranoid > level ? level : paranoid - 1;
}

/* 1, 0, or -1: unknown, because there is no list of PMUs or a part of it is unreadable. */
static int has_core_pmu(const struct machine *machine)
{
	struct pmus pmus = { .root = machine->root };
	struct error ignored = ERROR_INIT;
	struct pmu *core[CORES_MOST];
	size_t n = 0;
	int has = pmus_core(&pmus, core, &n, &ignored) < 0 || n ? 1 :
		  pmus.n && pmus.closed.kind == ERROR_NONE ? 0 : -1;

	pmus_release(&pmus);
	return has;
}

/* The kernel checks permission before it looks for a counter: if there is none, permission would not help. */
static struct refused remaining_cause(const struct refused *what, const struct machine *machine)
{
	struct refused remains = *what;

	if (is_permission(what->errnum) && event_is_of_core(what->event) && has_core_pmu(machine) == 0)
		remains.errnum = ENODEV;
	return remains;
}

int refusal_remaining_errnum(const struct refused *what, const struct machine *machine)
{
	return remaining_cause(what, machine).errnum;
}

static bool is_absent(const struct refused *what)
{
	int e = what->errnum;

	return (e == ENOENT || e == ENODEV || e == ENXIO || e == EOPNOTSUPP) &&
	       is_hardware(what->attr->head.type) && !applies_to(UNCORE, what->event, what->attr) &&
	       !what->attr->head.precise_ip;
}

/* How a virtual machine gets counters; matches a part of the hypervisor's name. */
const char *refusal_virtual(const char *hypervisor)
{
	static const struct { const char *part, *remedy; } remedies[] = {
		{ "QEMU", "start the virtual machine with -cpu host,pmu=on" },
		{ "Amazon", "choose a larger instance, or a .metal one" },
		{ "Google", "create the instance with --performance-monitoring-unit=standard" },
		{ "VMware", "set vpmc.enable = \"TRUE\" in the .vmx file of the virtual machine" },
		{ "xen", "boot Xen with vpmu=1" },
		{ "Microsoft", "on the host: Set-VMProcessor NAME -Perfmon @(\"pmu\")" },
		{ "", "give the virtual machine a PMU when you start it" },
	};
	size_t i = 0;

	if (!hypervisor)
		return "";
	while (!strstr(hypervisor, remedies[i].part))
		i++;
	return remedies[i].remedy;
}

/* Only if there is no counter at all, not just none for this event: every PMU has cycles. */
static void add_virtual(struct refusal *r, const struct refused *what, const struct machine *machine)
{
	LOCAL(host_facts) host = {0};

	if (!event_is_generic(what->event, PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES) &&
	    has_core_pmu(machine) == 1)
		return;
	host_facts_load(&host, machine->root);
	snprintf(r->remedy, sizeof(r->remedy), "%s", refusal_virtual(host.hypervisor));
}

static void add_remedy(struct refusal *r, const struct refused *what, const struct cause *c,
		       const struct machine *machine)
{
	if (c && c->remedy)
		snprintf(r->remedy, sizeof(r->remedy), "%s", c->remedy);
	if (c && c->known == LEVEL)
		snprintf(r->remedy, sizeof(r->remedy), "sysctl kernel.perf_event_paranoid=%d",
			 sufficient_level(what, machine_paranoid(machine)));
	if (what->errnum == EBUSY && machine_nmi_watchdog(machine) == 1)
		snprintf(r->remedy, sizeof(r->remedy), "%s", refusal_watchdog);
	if (is_absent(what))
		add_virtual(r, what, machine);
}

void refusal_explain(struct refusal *r, const struct refused *refused, const struct machine *machine)
{
	const struct refused what = remaining_cause(refused, machine);
	const struct cause *c = find_cause(&what, machine);

	add_clause(r, &what, c, machine);
	add_remedy(r, &what, c, machine);
}

void refusal_format(struct str *out, const struct refused *refused, const struct machine *machine)
{
	const struct refused what = remaining_cause(refused, machine);
	struct refusal r;

	add_clause(&r, &what, find_cause(&what, machine), machine);
	str_add(out, r.clause);
}

static void hint_permission(struct error *err, const struct refused *what, const struct refusal *r,
			    int paranoid)
{
	if (!r->remedy[0])
		error_hint(err, "lower /proc/sys/kernel/perf_event_paranoid or grant CAP_PERFMON");
	else if (paranoid > 2)
		error_hint(err, "as root, `%s` permits it, or CAP_PERFMON; "
			   "duration_time, user_time, system_time and max_rss can be counted without it",
			   r->remedy);
	else if (paranoid == 2 && what->attr->head.exclude_user)	/* else :u did not help */
		error_hint(err, "as root, `%s` permits it, or CAP_PERFMON; "
			   "without it, count user mode only with :u", r->remedy);
	else
		error_hint(err, "as root, `%s` permits it, or CAP_PERFMON", r->remedy);
}

static void hint_remedy(struct error *err, const struct refused *what, const struct refusal *r)
{
	static const char software[] = "software events count everywhere: task-clock, page-faults, "
		"context-switches";

	if (is_absent(what))
		error_hint(err, "%s%s%s", r->remedy, r->remedy[0] ? "; " : "", software);
	else if (strcmp(r->remedy, refusal_watchdog) == 0)
		error_hint(err, "the NMI watchdog may hold a counter: as root, `%s` turns it off", r->remedy);
	else if (r->remedy[0])
		error_hint(err, "`%s` shows who holds counters", r->remedy);
}

int refusal_of_all(struct error *err, const struct refused *refused, const struct machine *machine)
{
	const struct refused remains = remaining_cause(refused, machine), *what = &remains;
	bool permission = is_permission(what->errnum);
	const struct cause *c = find_cause(what, machine);
	struct refusal r;

	if (!what->errnum)
		return error_set(err, ERROR_NOT_FOUND, ESRCH,
				 "nothing is left to count: the target ended before counting began");
	refusal_explain(&r, what, machine);
	/* that a name is unknown says little if every name is */
	if (is_absent(what))
		error_set(err, ERROR_UNSUPPORTED, what->errnum,
			  "no event can be counted: this machine (virtual?) has no such counter");
	else if (permission || what->errnum == ENOSYS)
		error_set(err, permission ? ERROR_PERMISSION : ERROR_UNSUPPORTED, what->errnum,
			  "no event can be counted: %s", r.clause);
	else
		error_set(err, ERROR_UNSUPPORTED, what->errnum, "no event can be counted: %s: %s",
			  what->event->name, r.clause);
	if (c && c->hint)
		error_hint(err, "%s", c->hint);
	else if (permission && c->known != CAPABLE)
		hint_permission(err, what, &r, machine_paranoid(machine));
	else
		hint_remedy(err, what, &r);
	return -1;
}

bool refusal_is_same_cause(int before, int now, const struct event *e)
{
	bool settings = now == EINVAL || now == EOPNOTSUPP;

	return now == before || (is_permission(before) && settings && !event_is_of_core(e));
}

/* A cause that affects every event explains more than one that affects a single event. */
bool refusal_tells_more(int errnum, int than)
{
	return !than || (is_permission(errnum) && !is_permission(than));
}

bool refusal_is_absence(int errnum)
{
	static const int absent[] = { EINVAL, ENOSYS, ENOENT, ENXIO, ENODEV, EOPNOTSUPP };

	for (size_t i = 0; i < sizeof(absent) / sizeof(*absent); i++)
		if (errnum == absent[i])
			return true;
	return false;
}

bool refusal_is_limit(int errnum)
{
	return errnum == EMFILE || errnum == ENFILE || errnum == ENOMEM;
}

/*
 * All descriptors up to the limit are in use, `open` of them for counters; each watched target needs one,
 * too.
 */
int refusal_of_limit(struct error *err, int errnum, const struct plan *plan, size_t open,
		     const struct kernel *k)
{
	size_t counters = 0, watched = plan->target->n_watch;
	struct rlimit rl = {0};
	const char *s;

	for (size_t i = 0; i < plan->n; i++)
		counters += !(plan->events->event[plan->slot[i].event].flags & EVENT_UNSUPPORTED);
	s = counters == 1 ? "" : "s";

	if (errnum == ENOMEM)
		return error_set(err, ERROR_LIMIT, errnum, "not enough memory for %zu counter%s",
				 counters, s);
	if (errnum == ENFILE || k->limit_get(k, &rl) < 0)
		error_set(err, ERROR_LIMIT, errnum, "the system has no descriptors left for %zu counter%s",
			  counters, s);
	else
		error_set(err, ERROR_LIMIT, errnum, "%zu counter%s %llu descriptors, %llu are allowed",
			  counters, *s ? "s need" : " needs",
			  (unsigned long long)(rl.rlim_cur + counters + watched - open),
			  (unsigned long long)rl.rlim_cur);
	return error_hint(err, "count fewer events, or raise `ulimit -n`");
}
