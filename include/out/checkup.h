/* SPDX-License-Identifier: MIT */
/*
 * checkup.h - what was found out of a machine, and what follows from it for who wants to count.
 *
 * cli/ fills in struct checkup; the findings are made of it alone, and text and JSON are two
 * views of them.
 *
 * The JSON, schema "pstat-doctor/1", is one object:
 *   schema, version		"pstat-doctor/1", pstat's version
 *   countable			the default events can be counted, which is exit status 0
 *   host			{ kernel, arch, cpu, cpus, hypervisor }; null: it does not say, or has none
 *   findings			[ { code, subject, status, what, why, remedy, values } ]
 * code is one of "default-events", "permission", "processes", "seccomp", "software-events",
 * "counters", "hardware-events", "nmi-watchdog", "other-pmus", "tracepoints", "cgroups",
 * "descriptors", "locked-memory", "multiplexing", "governor", "smt", "turbo", "aslr"; there
 * is one "counters" for each core PMU, and what does not apply is left out.  status is a
 * word of finding_words.  what is text; why and remedy, a command or an advice, are text or
 * null.  values has numbers, by names that belong to the code.
 */
#ifndef OUT_CHECKUP_H
#define OUT_CHECKUP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"
#include "count/probe.h"
#include "host/pmu.h"

struct events;
struct host;
struct rights;

struct checkup_events {
	const struct events *events;
	const struct probed *probed;	/* parallel to them */
};

struct checkup_pmu {
	const struct pmu *pmu;		/* NULL: the machine does not name it */
	struct probed_counters counters;
	int mux_ms;			/* -1: it does not say */
};

struct checkup {			/* all of it borrowed */
	const struct host *host;
	const struct rights *rights;
	const struct pmus *pmus;	/* loaded as far as that went */
	struct checkup_events standard, software, hardware;
	struct probed user, kernel, system;	/* pstat itself, without the kernel and with it; whole CPUs */
	const struct checkup_pmu *core;		/* one, unless there are several kinds of cores */
	size_t n_core;
	int tracefs;			/* 0: readable, or -errno */
	const char *tracefs_mount;	/* NULL: nowhere */
	const char *cgroup_mount;	/* NULL: the error says why */
	const char *cgroup_error;
	int cgroup_errnum;		/* of an event in a cgroup below the mount; 0: it opens */
	uint64_t descriptors, most_descriptors;	/* 0: unknown */
};

enum finding_status {
	FINDING_OK, FINDING_LIMITED, FINDING_NO,
	FINDING_NOTE,			/* takes nothing away, but moves counts from run to run */
	FINDING_UNKNOWN,
};

extern const char *const finding_words[];	/* by status, for people and machines */

enum { FINDING_VALUES = 8 };

struct finding {
	const char *code;
	char *subject;			/* owned, as are the texts */
	enum finding_status status;
	char *what, *why, *remedy;	/* why, remedy: NULL: there is none */
	struct finding_value { const char *name; int64_t number; } value[FINDING_VALUES];
	size_t n_values;
};

struct findings {
	struct finding *finding;
	size_t n;
	bool countable;
	bool color;		/* of the text: given by the caller */
};

void checkup_judge(struct findings *f, const struct checkup *c);
/* The half of it that is not counting. */
void checkup_judge_settings(struct findings *f, const struct checkup *c);
void findings_release(struct findings *f);

/* The next finding.  The text is what; for the others, and for values, there are the functions below. */
void findings_add(struct findings *f, const char *code, const char *subject, enum finding_status status,
		  const char *fmt, ...) __attribute__((format(printf, 5, 6)));
void findings_why(struct findings *f, const char *why);		/* of the last one */
void findings_remedy(struct findings *f, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void findings_value(struct findings *f, const char *name, int64_t number);

/* The two views.  columns: of the terminal; 0: it is none. */
void findings_text(struct str *out, const struct findings *f, const struct host *host, size_t columns);
void findings_json(struct str *out, const struct findings *f, const struct host *host, const char *version);

#endif
