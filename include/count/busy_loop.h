/* SPDX-License-Identifier: MIT */
/* busy_loop.h - keeps the CPU busy in user mode, so that pstat can test which counters count. */
#ifndef COUNT_BUSY_LOOP_H
#define COUNT_BUSY_LOOP_H

struct kernel;

void busy_loop(const struct kernel *k);		/* about 2 ms in user mode */

#endif
