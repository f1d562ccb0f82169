/* SPDX-License-Identifier: MIT */
/*
 * refusal.h - explains why an event cannot be counted: the cause, and what to do about it.
 *
 * Cause and remedy come from one table, which errors, notes and doctor use. After all fallbacks the last
 * refusal is the cause; but a PMU that cannot exclude the kernel calls that invalid settings, and then the
 * first one is.
 */
#ifndef COUNT_REFUSAL_H
#define COUNT_REFUSAL_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/str.h"
#include "host/attr.h"

struct event;
struct kernel;
struct machine;
struct plan;

struct refusal {
	int errnum;		/* 0: it was not refused */
	const char *code;	/* cause for machines: "paranoid", "seccomp", "no-counter" */
	char clause[100];	/* for people: "it counts whole CPUs, not programs" */
	char remedy[80];	/* a command that would help; "": none */
};

enum refused_of {
	REFUSED_OWN,		/* the command, or pstat itself */
	REFUSED_PROCESS,	/* a process named with -p or -t */
	REFUSED_CPU,
};

struct refused {		/* the refused request */
	const struct event *event;
	const union attr *attr;		/* as requested */
	/*
	 * From the kernel; but ENOENT of a cgroup is EIDRM (it was removed) or ENOLINK (it has no
	 * controller).
	 */
	int errnum;
	enum refused_of of;
};

/* Commands: turn the NMI watchdog off, show who holds counters, permit counting all processes. */
extern const char refusal_watchdog[], refusal_holders[], refusal_others[];
/* How this machine could get counters, for its hypervisor; NULL: not a virtual machine, gives "". */
const char *refusal_virtual(const char *hypervisor);

void refusal_explain(struct refusal *r, const struct refused *what, const struct machine *machine);

/* The cause as a clause for a note: "it counts whole CPUs, not programs". */
void refusal_format(struct str *out, const struct refused *what, const struct machine *machine);

/*
 * Sets the error that nothing can be counted, with the refusal that explains most; errnum 0: none was
 * refused.
 */
int  refusal_of_all(struct error *err, const struct refused *what, const struct machine *machine);

/*
 * The errno of what would still refuse the event if pstat had every permission; ENODEV: the machine has no
 * counter for it.  what->errnum if the permission is the cause.
 */
int  refusal_remaining_errnum(const struct refused *what, const struct machine *machine);
/* Of two such errnos: true if errnum explains better than the other one why nothing can be counted. */
bool refusal_tells_more(int errnum, int than);

/*
 * True if the second errno of an event, tried again with less, still describes the first cause. If the first
 * was a refused permission, and without the kernel the settings are invalid, then the PMU cannot exclude
 * the kernel and the first answer is the cause. Core PMUs can exclude it.
 */
bool refusal_is_same_cause(int before, int now, const struct event *e);

/* the kernel or the machine lacks the event */
bool refusal_is_absence(int errnum);

/* Descriptors or memory ran out: how many are needed and available. */
bool refusal_is_limit(int errnum);
int  refusal_of_limit(struct error *err, int errnum, const struct plan *plan, size_t open,
		      const struct kernel *k);

#endif
