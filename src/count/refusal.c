/* SPDX-License-Identifier: MIT */
/*
 * What perf_event_open means by its errno, which depends on what was asked.  The causes
 * are a table, the first row that fits speaks.
 */
#include "count/refusal.h"

#include <errno.h>
#include <string.h>

#include "count/plan.h"
#include "event/event.h"
#include "host/kernel.h"
#include "host/machine.h"
#include "host/target.h"

enum about {		/* which events a row speaks of */
	ANY, UNCORE, PRECISE, HARDWARE, TRACEPOINT, BREAKPOINT, CGROUP,
};

static const struct cause {
	int errnum;
	enum about about;
	const char *clause;
} causes[] = {
	{ EINVAL,     UNCORE,	  "it counts whole CPUs, not programs" },
	{ EINVAL,     PRECISE,	  "the processor cannot count it so precisely" },
	{ EINVAL,     HARDWARE,	  "the processor or the kernel does not take these settings" },
	{ EINVAL,     ANY,	  "the kernel does not take these settings" },
	{ EOPNOTSUPP, UNCORE,	  "it counts whole CPUs, not programs" },
	{ EOPNOTSUPP, PRECISE,	  "the processor cannot count it precisely" },
	{ EOPNOTSUPP, BREAKPOINT, "this machine has no such breakpoints" },
	{ EOPNOTSUPP, ANY,	  "this machine has no such counter" },
	{ EBADF,      CGROUP,	  "what it is to be counted in is no cgroup" },
	{ EIDRM,      CGROUP,	  "its cgroup has been removed" },
	{ ENOENT,     HARDWARE,	  "this machine (virtual?) has no such counter" },
	{ ENOENT,     TRACEPOINT, "the kernel has no such tracepoint" },
	{ ENOENT,     ANY,	  "this kernel or machine does not have it" },
	{ ENXIO,      ANY,	  "this machine has no such counter" },
	{ ENODEV,     ANY,	  "this machine (virtual?) has no such counter" },
	{ ENOSPC,     BREAKPOINT, "all breakpoint registers are in use" },
	{ EBUSY,      ANY,	  "another user holds its counter" },
	{ ENOSYS,     ANY,	  "the kernel has no perf_event_open, or a seccomp profile hides it" },
	{ E2BIG,      ANY,	  "this kernel is too old for its settings" },
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
	}
	return false;
}

static bool is_permission(int errnum)
{
	return errnum == EACCES || errnum == EPERM;
}

static const char *clause_of(const struct event *e, const union attr *attr, int errnum)
{
	for (size_t i = 0; i < sizeof(causes) / sizeof(*causes); i++)
		if (causes[i].errnum == errnum && fits(causes[i].about, e, attr))
			return causes[i].clause;
	return strerror(errnum);
}

/* The kernel says EPERM of tracepoints only; of anything else it is somebody who stands before it. */
static bool is_seccomp(const union attr *attr, int errnum)
{
	return errnum == EPERM && attr->head.type != PERF_TYPE_TRACEPOINT;
}

void refusal_format(struct str *out, const struct event *event, const union attr *attr, int errnum,
		    const struct machine *machine)
{
	int paranoid;

	if (!is_permission(errnum)) {
		str_add(out, clause_of(event, attr, errnum));
	} else if (is_seccomp(attr, errnum)) {
		str_add(out, "not permitted, perhaps by a container's seccomp profile");
	} else {
		paranoid = machine_paranoid(machine);
		if (paranoid == MACHINE_UNKNOWN)
			str_add(out, "not permitted");
		else
			str_addf(out, "not permitted while perf_event_paranoid is %d", paranoid);
	}
}

static int not_permitted(struct error *err, const union attr *attr, int errnum, const struct machine *machine)
{
	int paranoid = machine_paranoid(machine);

	if (paranoid > 2 && !is_seccomp(attr, errnum)) {
		error_set(err, ERROR_PERMISSION, errnum,
			  "no event can be counted: perf_event_paranoid is %d, which keeps ordinary users out",
			  paranoid);
		error_hint(err,
			   "set it to 2 with `sysctl kernel.perf_event_paranoid=2`, or grant CAP_PERFMON; "
			   "duration_time, user_time, system_time and max_rss can be counted as it is");
		return -1;
	}
	error_set(err, ERROR_PERMISSION, errnum, "no event can be counted: %s", strerror(errnum));
	if (is_seccomp(attr, errnum))
		error_hint(err,
			   "in a container, a seccomp profile may forbid it: start it with `--cap-add PERFMON` "
			   "or a profile that allows perf_event_open");
	else if (paranoid == 2 && attr->head.exclude_user)	/* without it, :u was tried and was no use */
		error_hint(err,
			   "perf_event_paranoid is 2: count user mode only with :u, or grant CAP_PERFMON");
	else
		error_hint(err, "lower /proc/sys/kernel/perf_event_paranoid or grant CAP_PERFMON");
	return -1;
}

int refusal_of_all(struct error *err, const struct event *event, const union attr *attr, int errnum,
		   const struct machine *machine)
{
	bool absent = errnum == ENOENT || errnum == ENODEV || errnum == ENXIO || errnum == EOPNOTSUPP;
	const char *clause = clause_of(event, attr, errnum);

	if (is_permission(errnum))
		return not_permitted(err, attr, errnum, machine);
	if (absent && is_hardware(attr->head.type) && !fits(UNCORE, event, attr) && !attr->head.precise_ip) {
		error_set(err, ERROR_UNSUPPORTED, errnum,
			  "no event can be counted: this machine (virtual?) gives no hardware counters for them");
		error_hint(err,
			   "software events count everywhere: task-clock, page-faults, context-switches");
		return -1;
	}
	if (errnum == ENOSYS) {
		error_set(err, ERROR_UNSUPPORTED, errnum, "no event can be counted: %s", clause);
		error_hint(err,
			   "in a container, start it with a seccomp profile that allows perf_event_open");
		return -1;
	}
	error_set(err, ERROR_UNSUPPORTED, errnum, "no event can be counted: %s: %s", event->name, clause);
	if (errnum == EBUSY && machine_nmi_watchdog(machine) == 1)
		error_hint(err,
			   "the NMI watchdog holds a counter: `sysctl kernel.nmi_watchdog=0` sets it free");
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
	size_t counters = plan->n, watched = plan->target->n_watch;
	struct rlimit rl = {0};

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
