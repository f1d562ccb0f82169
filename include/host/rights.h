/* SPDX-License-Identifier: MIT */
/*
 * rights.h - reads which rights this process has to count: capabilities, seccomp, locked memory.
 *
 * They are read from /proc/self when something was refused. What it does not say is unknown.
 *
 * A set-user-ID bit is dropped rather than used: whoever starts such a program decides which command it
 * runs. File capabilities stay, since commands do not inherit them, but are in effect only during
 * perf_event_open: with CAP_SYS_PTRACE or CAP_PERFMON the kernel lets a process read /proc/PID/maps and
 * walk through /proc/PID/cwd of others, and options name files. Threads are listed without them, so
 * hidepid holds for -p too. A probe of the PMUs uprobe and kprobe writes into code that all processes run,
 * so it is opened with the caller's own rights.
 */
#ifndef HOST_RIGHTS_H
#define HOST_RIGHTS_H

#include <stdbool.h>
#include <stdint.h>

struct rootfs;

enum { RIGHTS_UNKNOWN = -100 };

enum {		/* capability bits, as in linux/capability.h; older headers lack the last */
	RIGHTS_SYS_PTRACE = 19, RIGHTS_SYS_ADMIN = 21, RIGHTS_PERFMON = 38,
};

struct rights {
	bool     known;			/* the capabilities were read */
	uint64_t capabilities;		/* those in effect when a counter is opened */
	int      seccomp;		/* 0: none, 1: strict, 2: a filter; RIGHTS_UNKNOWN */
	/* 1: capabilities do not count outside it, and counters are outside */
	int      user_namespace;
	int      root;			/* 1: the real user is root; or 0, RIGHTS_UNKNOWN */
	bool     has_memlock;
	uint64_t memlock;		/* bytes that may be locked; UINT64_MAX: no limit */
};

/*
 * Gives up everything that a set-user-ID or set-group-ID bit gave. Of the file's capabilities it keeps
 * those that counting needs, which are in effect only between rights_raise and rights_lower: files that
 * the user names are opened with the user's own rights. 0 or -errno.
 */
int  rights_drop(void);
bool rights_gained(void);	/* by the exec, be they given up since */
void rights_raise(uint32_t type);	/* for a counter of this type; see perf_event_attr */
void rights_lower(void);		/* keeps errno */
void rights_load(struct rights *r, const struct rootfs *root);
bool rights_has(const struct rights *r, int capability);

/*
 * Whether CAP_PERFMON, or CAP_SYS_ADMIN which includes it, lets every counter be opened: 0, 1 or
 * RIGHTS_UNKNOWN.
 */
int  rights_perfmon(const struct rights *r);

#endif
