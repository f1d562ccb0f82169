/* SPDX-License-Identifier: MIT */
/*
 * facts.h - reads facts about the machine (CPU, kernel, settings), which are saved with the counts to explain
 * them.
 *
 * They are read only when a report needs them. A fact that is missing or cannot be read is NULL or
 * HOST_UNKNOWN, without a note: it changes no count.
 */
#ifndef HOST_FACTS_H
#define HOST_FACTS_H

#include <stddef.h>

#include "base/json_members.h"

struct rootfs;

enum { HOST_UNKNOWN = MEMBER_NO_INT };

struct host_facts {
	char *cpu;			/* model name, as the machine gives it */
	char *vendor;			/* "GenuineIntel"; on Arm the implementer: "0x41" */
	int   family, model, stepping;
	char *microcode;
	char *arch, *kernel;		/* "x86_64", "6.12.57" */
	char *hypervisor;		/* "xen", "QEMU", "unknown"; NULL: none detected */
	char *governor;			/* of the first CPU that has one */
	int   cpus;			/* online */
	int   paranoid, nmi_watchdog, aslr;	/* as in /proc/sys/kernel */
	int   smt, turbo;		/* 0, 1 */
};

extern const struct json_member host_members[];	/* all, as documents list them */

/* The member at that offset, for documents that have some of them. */
const struct json_member *host_member(size_t at);
void host_facts_init(struct host_facts *h);	/* nothing is known */
void host_facts_load(struct host_facts *h, const struct rootfs *root);
void host_facts_release(struct host_facts *h);

#endif
