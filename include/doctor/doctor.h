/* SPDX-License-Identifier: MIT */
/*
 * doctor.h - asks the machine and the kernel what can be counted, and turns the answers into findings.
 *
 *	doctor_examine(&d, env, program, &err);	asks: reads files, opens counters on pstat itself
 *	doctor_diagnose(&findings, &d.facts);	decides: a finding for all that helps or hinders counting
 *	doctor_release(&d);
 *
 * The rules see nothing but struct doctor_facts, so a test can give them any machine.
 */
#ifndef DOCTOR_DOCTOR_H
#define DOCTOR_DOCTOR_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "count/probe.h"
#include "doctor/findings.h"
#include "event/event.h"
#include "host/cgroup.h"
#include "host/facts.h"
#include "host/machine.h"
#include "host/pmu.h"
#include "host/rights.h"
#include "where/debug_info.h"

struct env;

struct doctor_events {
	const struct events *events;
	const struct probe_result *probed;	/* parallel to them */
};

struct doctor_pmu {
	const struct pmu *pmu;		/* NULL: the machine has no name for it */
	struct probe_pmu_result counters;
	int mux_ms;			/* -1: unknown */
};

struct doctor_facts {			/* all of it borrowed */
	const struct host_facts *host;
	const struct rights *rights;
	const struct pmus *pmus;	/* those that could be loaded are */
	struct doctor_events standard, software, hardware;
	/* pstat itself, without the kernel and with it; whole CPUs */
	struct probe_result user, kernel, system;
	const struct doctor_pmu *core;		/* one, unless there are several kinds of cores */
	size_t n_core;
	int tracefs;			/* 0: readable, or -errno */
	const char *tracefs_mount;	/* NULL: nowhere */
	const char *cgroup_mount;	/* NULL: the error says why */
	const char *cgroup_error;
	int cgroup_errnum;		/* of an event in a cgroup below the mount; 0: it opens */
	uint64_t descriptors, most_descriptors;	/* 0: unknown */
	bool valgrind;			/* it is installed */
	const char *valgrind_version;	/* NULL: it does not start */
	const char *valgrind_install;	/* a command; NULL: not known */
	const struct debug_info *program;	/* NULL: the user named none */
};

struct doctor_list {		/* events, and how opening each one went */
	struct events events;
	struct probe_result *probed;
};

struct doctor {			/* owns what the facts borrow; {0} is empty */
	struct machine machine;
	struct host_facts host;
	struct rights rights;
	struct cgroups cgroups;
	struct doctor_list standard, software, hardware;
	struct events counting;		/* one or more for each core PMU */
	struct doctor_pmu core[CORES_MOST];
	struct error no_cgroups;
	struct str valgrind_version;
	struct debug_info program;
	struct probe probe;
	struct doctor_facts facts;
};

/* program: the first word of a command, to look at, too; NULL: none. */
int  doctor_examine(struct doctor *d, const struct env *env, const char *program, struct error *err);
void doctor_diagnose(struct findings *f, const struct doctor_facts *facts);
void doctor_release(struct doctor *d);

#endif
