/* SPDX-License-Identifier: MIT */
/*
 * host.h - facts of the machine by which a count is judged; for reports that are kept.
 *
 * Read only when a report wants them.  What the machine does not say is NULL or HOST_UNKNOWN.
 */
#ifndef HOST_HOST_H
#define HOST_HOST_H

struct rootfs;

enum { HOST_UNKNOWN = -100 };

struct host {
	char *cpu;			/* its model, in the words of the machine */
	char *vendor;			/* "GenuineIntel"; of Arm, the implementer: "0x41" */
	int   family, model, stepping;
	char *microcode;
	char *arch, *kernel;		/* "x86_64", "6.12.57" */
	char *hypervisor;		/* "xen", "QEMU", "unknown"; NULL: none that one can see */
	char *governor;			/* of the first CPU that has one */
	int   cpus;			/* online */
	int   paranoid, nmi_watchdog, aslr;	/* as in /proc/sys/kernel */
	int   smt, turbo;		/* 0, 1 */
};

void host_load(struct host *h, const struct rootfs *root);
void host_release(struct host *h);

#endif
