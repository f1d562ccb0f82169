/* SPDX-License-Identifier: MIT */
/*
 * rights.h - what this process may do, as far as that decides what it can count.
 *
 * From /proc/self, when somebody asks why he was refused.  What it does not say is unknown.
 */
#ifndef HOST_RIGHTS_H
#define HOST_RIGHTS_H

#include <stdbool.h>
#include <stdint.h>

struct rootfs;

enum { RIGHTS_UNKNOWN = -100 };

enum {		/* bits of the capabilities, as in linux/capability.h; older ones lack the last */
	RIGHTS_SYS_PTRACE = 19, RIGHTS_SYS_ADMIN = 21, RIGHTS_PERFMON = 38,
};

struct rights {
	bool     known;			/* the capabilities are */
	uint64_t capabilities;		/* those that are in effect when a counter is opened */
	int      seccomp;		/* 0: none, 1: strict, 2: a filter; RIGHTS_UNKNOWN */
	int      user_namespace;	/* 1: capabilities end at its border, and counters are behind it */
	bool     has_memlock;
	uint64_t memlock;		/* bytes that may be locked; UINT64_MAX: any number */
};

/*
 * Whoever starts a program that is set-user-ID or set-group-ID decides what it opens and runs: it
 * is as if it were not.  Of the capabilities of its file those stay that counting needs, but are in
 * effect only from rights_raise to rights_lower: a file that he names is opened as by himself.
 * 0 or -errno.
 */
int  rights_drop(void);
void rights_raise(void);
void rights_lower(void);		/* errno stays */
void rights_load(struct rights *r, const struct rootfs *root);
bool rights_has(const struct rights *r, int capability);

/* CAP_PERFMON, or CAP_SYS_ADMIN which includes it, where it opens every counter; 0, 1 or RIGHTS_UNKNOWN. */
int  rights_perfmon(const struct rights *r);

#endif
