/* SPDX-License-Identifier: MIT */
/*
 * fixed_loop.h - measures how fast this machine is just now: it times a loop of fixed work.
 *
 * The work has four parts, because load slows programs in different ways: a loop in registers (clock rate, a
 * busy SMT sibling, a hypervisor), page faults (the kernel), and chains of loads through 2 and 4 MiB (other
 * programs in the shared cache).  A loop in registers alone did not see what made a program of 4 MiB seven
 * times slower.  The buffer is mapped anew for each sample, so that the pages of one process do not decide
 * the result, and pstat does not keep the memory, which would hide the max-rss of small programs.
 */
#ifndef HOST_FIXED_LOOP_H
#define HOST_FIXED_LOOP_H

#include <stdint.h>

enum loop_part { LOOP_REGISTERS, LOOP_FAULTS, LOOP_CACHE, LOOP_MEMORY, LOOP_PARTS };

struct loop_times {		/* CPU time of each part; all 0: the loop did not run */
	uint64_t ns[LOOP_PARTS];
};

/* About 7 ms; 0, or -errno if there is no memory or no clock. */
int  fixed_loop_time(struct loop_times *t);

#endif
