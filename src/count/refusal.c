/* SPDX-License-Identifier: MIT */
/*
 * What perf_event_open means by its errno, which depends on what was asked.  The causes
 * are a table, the first row that fits speaks.
 */
#include "count/refusal.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "count/plan.h"
#include "event/event.h"
#include "host/kernel.h"
#include "host/machine.h"
#include "host/rights.h"
#include "host/target.h"

enum about {		/* which events a row speaks of */
	ANY, UNCORE, PRECISE, HARDWARE, TRACEPOINT, BREAKPOINT, CGROUP,
	NO_TRACEPOINT,		/* the kernel itself says EPERM of tracepoints only */
};

enum known {		/* and what must be known of this process */
	WHATEVER, FILTERED, UNFILTERED, CAPABLE, LEVEL,
};

const char refusal_watchdog[] = "sysctl kernel.nmi_watchdog=0";

#define START "start the container with --cap-add PERFMON"
#define PROFILE "in a container, a seccomp profile may forbid it: start it with `--cap-add PERFMON` " \
	"or a profile that allows perf_event_open"

static const struct cause {
	int errnum;
	enum about about;
	enum known known;
	const char *code, *clause;
	const char *remedy;	/* NULL: none, or the code has more to say */
	const char *hint;	/* the same as a sentence, where nothing can be counted */
} causes[] = {
	{ EPERM,  NO_TRACEPOINT, FILTERED, "seccomp", "a seccomp filter does not permit it", START, PROFILE },
	{ EPERM,  NO_TRACEPOINT, UNFILTERED, "sandbox", "not permitted by the sandbox that this runs in",
	  NULL,
	  "it is not for perf_event_paranoid or capabilities to permit it, but for who started the sandbox" },
	{ EPERM,  NO_TRACEPOINT, WHATEVER,   "seccomp",
	  "not permitted, perhaps by a container's seccomp profile", START, PROFILE },
	{ EACCES, ANY, CAPABLE, "security-module",
	  "not permitted by a security module, although CAP_PERFMON is there",
	  "dmesg | grep -i denied", "`dmesg | grep -i denied` may say which, and why" },
	{ EPERM,  ANY, CAPABLE, "security-module",
	  "not permitted by a security module, although CAP_PERFMON is there",
	  "dmesg | grep -i denied", "`dmesg | grep -i denied` may say which, and why" },
	{ EACCES, ANY, LEVEL,	 "paranoid",	  "not permitted while perf_event_paranoid is" },
	{ EPERM,  ANY, LEVEL,	 "paranoid",	  "not permitted while perf_event_paranoid is" },
	{ EACCES, ANY, WHATEVER, "not-permitted", "not permitted" },
	{ EPERM,  ANY, WHATEVER, "not-permitted", "not permitted" },
	{ EINVAL, UNCORE,     WHATEVER, "uncore",   "it counts whole CPUs, not programs" },
	{ EINVAL, PRECISE,    WHATEVER, "precise",  "the processor cannot count it so precisely" },
	{ EINVAL, HARDWARE,   WHATEVER, "settings",
	  "the processor or the kernel does not take these settings" },
	{ EINVAL, ANY,	      WHATEVER, "settings", "the kernel does not take these settings" },
	{ EOPNOTSUPP, UNCORE, WHATEVER, "uncore",   "it counts whole CPUs, not programs" },
	{ EOPNOTSUPP, PRECISE, WHATEVER, "precise", "the processor cannot count it precisely" },
	{ EOPNOTSUPP, BREAKPOINT, WHATEVER, "no-breakpoint", "this machine has no such breakpoints" },
	{ EOPNOTSUPP, ANY,    WHATEVER, "no-counter", "this machine has no such counter" },
	{ EBADF,  CGROUP,     WHATEVER, "no-cgroup", "what it is to be counted in is no cgroup" },
	{ EIDRM,  CGROUP,     WHATEVER, "no-cgroup", "its cgroup has been removed" },
	{ ENOENT, HARDWARE,   WHATEVER, "no-counter", "this machine (virtual?) has no such counter" },
	{ ENOENT, TRACEPOINT, WHATEVER, "no-tracepoint", "the kernel has no such tracepoint" },
	{ ENOENT, ANY,	      WHATEVER, "unknown",  "this kernel or machine does not have it" },
	{ ENXIO,  ANY,	      WHATEVER, "no-counter", "this machine has no such counter" },
	{ ENODEV, ANY,	      WHATEVER, "no-counter", "this machine (virtual?) has no such counter" },
	{ ENOSPC, BREAKPOINT, WHATEVER, "busy",	    "all breakpoint registers are in use" },
	{ EBUSY,  ANY,	      WHATEVER, "busy",	    "another user holds its counter" },
	{ ENOSYS, ANY,	      FILTERED, "seccomp",  "a seccomp filter hides perf_event_open", START,
	  PROFILE },
	{ ENOSYS, ANY,	    UNFILTERED, "no-syscall", "the kernel has no perf_event_open", NULL,
	  "it takes a kernel with CONFIG_PERF_EVENTS, or a sandbox that passes the call on" },
	{ ENOSYS, ANY,	      WHATEVER, "no-syscall",
	  "the kernel has no perf_event_open, or a seccomp profile hides it", START,
	  "in a container, start it with a seccomp profile that allows perf_event_open" },
	{ ENODATA, ANY,	      WHATEVER, "latency",  "latencies of retiring are sampled, and pstat counts" },
	{ E2BIG,  ANY,	      WHATEVER, "old-kernel", "this kernel is too old for its settings" },
};

static bool is_hardware(uint32_t type)
{
	return type == PERF_TYPE_HARDWARE || type == PERF_TYPE_HW_CACHE || type == PERF_TYPE_RAW ||
	       type > PERF_TYPE_BREAKPOINT;
}

static bool fits(enum about about, const struct event *e, const union attr *attr)
{
	switch (about) {
	case ANY:	 return true;
	case UNCORE:	 return e->pmu && e->pmu->is_uncore;
	case PRECISE:	 return attr->head.precise_ip;
	case HARDWARE:	 return is_hardware(attr->head.type);
	case TRACEPOINT: return attr->head.type == PERF_TYPE_TRACEPOINT;
	case CGROUP:	 return e->cgroup >= 0;
	case BREAKPOINT: return attr->head.type == PERF_TYPE_BREAKPOINT;
	case NO_TRACEPOINT: return attr->head.type != PERF_TYPE_TRACEPOINT;
	}
	return false;
}

static bool is_permission(int errnum)
{
	return errnum == EACCES || errnum == EPERM;
}

static bool is_known(enum known known, const struct rights *rights, int paranoid)
{
	switch (known) {
	case WHATEVER:	 return true;
	case FILTERED:	 return rights->seccomp == 2;
	case UNFILTERED: return rights->seccomp == 0;
	case CAPABLE:	 return rights_perfmon(rights) == 1;
	case LEVEL:	 return paranoid != MACHINE_UNKNOWN;
	}
	return false;
}

/* The rights are read only for what they decide. */
static const struct cause *find_cause(const struct event *e, const union attr *attr, int errnum,
				      const struct machine *machine)
{
	struct rights rights = { .seccomp = RIGHTS_UNKNOWN };
	int paranoid = MACHINE_UNKNOWN;

	if (is_permission(errnum) || errnum == ENOSYS) {
		rights_load(&rights, machine->root);
		paranoid = machine_paranoid(machine);
	}
	for (size_t i = 0; i < sizeof(causes) / sizeof(*causes); i++)
		if (causes[i].errnum == errnum && fits(causes[i].about, e, attr) &&
		    is_known(causes[i].known, &rights, paranoid))
			return &causes[i];
	return NULL;
}

/* The level that would be low enough, for a program of one's own. */
static int enough(const union attr *attr, int paranoid)
{
	int level = attr->head.exclude_kernel ? 2 : 1;

	return paranoid > level ? level : paranoid - 1;
}

void refusal_explain(struct refusal *r, const struct event *event, const union attr *attr, int errnum,
		     const struct machine *machine)
{
	const struct cause *c = find_cause(event, attr, errnum, machine);
	int paranoid;

	*r = (struct refusal){ .code = c ? c->code : "other", .errnum = errnum };
	snprintf(r->clause, sizeof(r->clause), "%s", c ? c->clause : strerror(errnum));
	if (c && c->remedy)
		snprintf(r->remedy, sizeof(r->remedy), "%s", c->remedy);
	if (c && c->known == LEVEL) {
		paranoid = machine_paranoid(machine);
		snprintf(r->clause, sizeof(r->clause), "%s %d", c->clause, paranoid);
		snprintf(r->remedy, sizeof(r->remedy), "sysctl kernel.perf_event_paranoid=%d",
			 enough(attr, paranoid));
	}
	if (errnum == EBUSY && machine_nmi_watchdog(machine) == 1)
		snprintf(r->remedy, sizeof(r->remedy), "%s", refusal_watchdog);
}

void refusal_format(struct str *out, const struct event *event, const union attr *attr, int errnum,
		    const struct machine *machine)
{
	struct refusal r;

	refusal_explain(&r, event, attr, errnum, machine);
	str_add(out, r.clause);
}

static void hint_permission(struct error *err, const union attr *attr, int paranoid)
{
	if (paranoid > 2 && paranoid != MACHINE_UNKNOWN)
		error_hint(err,
			   "set it to 2 with `sysctl kernel.perf_event_paranoid=2`, or grant CAP_PERFMON; "
			   "duration_time, user_time, system_time and max_rss can be counted as it is");
	else if (paranoid == 2 && attr->head.exclude_user)	/* without it, :u was tried and was no use */
		error_hint(err,
			   "perf_event_paranoid is 2: count user mode only with :u, or grant CAP_PERFMON");
	else
		error_hint(err, "lower /proc/sys/kernel/perf_event_paranoid or grant CAP_PERFMON");
}

int refusal_of_all(struct error *err, const struct event *event, const union attr *attr, int errnum,
		   const struct machine *machine)
{
	bool absent = errnum == ENOENT || errnum == ENODEV || errnum == ENXIO || errnum == EOPNOTSUPP;
	bool permission = is_permission(errnum);
	const struct cause *c = find_cause(event, attr, errnum, machine);
	struct refusal r;

	refusal_explain(&r, event, attr, errnum, machine);
	if (absent && is_hardware(attr->head.type) && !fits(UNCORE, event, attr) && !attr->head.precise_ip) {
		error_set(err, ERROR_UNSUPPORTED, errnum,
			  "no event can be counted: this machine (virtual?) gives no hardware counters for them");
		error_hint(err,
			   "software events count everywhere: task-clock, page-faults, context-switches");
		return -1;
	}
	if (permission || errnum == ENOSYS)
		error_set(err, permission ? ERROR_PERMISSION : ERROR_UNSUPPORTED, errnum,
			  "no event can be counted: %s", r.clause);
	else
		error_set(err, ERROR_UNSUPPORTED, errnum, "no event can be counted: %s: %s", event->name,
			  r.clause);
	if (c && c->hint)
		error_hint(err, "%s", c->hint);
	else if (permission)
		hint_permission(err, attr, machine_paranoid(machine));
	else if (errnum == EBUSY && r.remedy[0])
		error_hint(err, "the NMI watchdog holds a counter: `%s` sets it free", r.remedy);
	return -1;
}

/* What concerns every event tells more than what is wrong with one. */
bool refusal_tells_more(int errnum, int than)
{
	return !than || (is_permission(errnum) && !is_permission(than));
}

bool refusal_is_limit(int errnum)
{
	return errnum == EMFILE || errnum == ENFILE || errnum == ENOMEM;
}

/* All that the limit allows is in use, and of that `open` are counters; each target has one, too. */
int refusal_of_limit(struct error *err, int errnum, const struct plan *plan, size_t open,
		     const struct kernel *k)
{
	size_t counters = 0, watched = plan->target->n_watch;
	struct rlimit rl = {0};

	for (size_t i = 0; i < plan->n; i++)
		counters += !(plan->events->event[plan->slot[i].event].flags & EVENT_UNSUPPORTED);

	if (errnum == ENOMEM)
		return error_set(err, ERROR_LIMIT, errnum, "not enough memory for %zu counters", counters);
	if (errnum == ENFILE || k->limit_get(k, &rl) < 0)
		error_set(err, ERROR_LIMIT, errnum, "the system has no descriptors left for %zu counters",
			  counters);
	else
		error_set(err, ERROR_LIMIT, errnum, "%zu counters need %llu descriptors, %llu are allowed",
			  counters,
			  (unsigned long long)(rl.rlim_cur + counters + watched - open),
			  (unsigned long long)rl.rlim_cur);
	error_hint(err, "count fewer events, or raise `ulimit -n`");
	return -1;
}
