/* SPDX-License-Identifier: MIT */
/* refusal.h - why an event cannot be counted, in words: the cause, and what can be done. */
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
	const char *code;	/* the cause for machines: "paranoid", "seccomp", "no-counter" */
	char clause[100];	/* for people: "it counts whole CPUs, not programs" */
	char remedy[80];	/* the command that would change it; "": none */
};

enum refused_of {
	REFUSED_OWN,		/* the command, or pstat itself */
	REFUSED_PROCESS,	/* one that -p or -t names */
	REFUSED_CPU,
};

struct refused {		/* what was asked, and the answer */
	const struct event *event;
	const union attr *attr;		/* as it was asked for */
	/* The kernel's; for an ENOENT that is the cgroup's EIDRM (removed) or ENOLINK (has no controller). */
	int errnum;
	enum refused_of of;
};

/* Commands: turn the NMI watchdog off, show who holds counters, permit counting all processes. */
extern const char refusal_watchdog[], refusal_holders[], refusal_others[];
/* How the machine would get counters, by who runs it; NULL: no virtual machine; "". */
const char *refusal_virtual(const char *hypervisor);

void refusal_explain(struct refusal *r, const struct refused *what, const struct machine *machine);

/* The cause as a clause, for a note: "it counts whole CPUs, not programs". */
void refusal_format(struct str *out, const struct refused *what, const struct machine *machine);

/* Nothing at all can be counted, and this is what tells most of why; errnum 0: nothing was refused. */
int  refusal_of_all(struct error *err, const struct refused *what, const struct machine *machine);

/* Of two errnos: does the new one tell more of why nothing can be counted? */
bool refusal_tells_more(int errnum, int than);

/*
 * Of one event that is tried again with less: is the second errno said for the cause of the first?
 * What was not permitted, and without the kernel is taken for wrong settings, is a PMU that cannot leave
 * the kernel out: the first answer is the cause.  Core PMUs can.
 */
bool refusal_is_same_cause(int before, int now, const struct event *e);

/* It says that the kernel or the machine does not have the event. */
bool refusal_is_absence(int errnum);

/* Descriptors or memory: how many are needed, how many there are. */
bool refusal_is_limit(int errnum);
int  refusal_of_limit(struct error *err, int errnum, const struct plan *plan, size_t open,
		      const struct kernel *k);

#endif
