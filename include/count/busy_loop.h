/* SPDX-License-Identifier: MIT */
/* busy_loop.h - a busy loop that counters of pstat itself can count. */
#ifndef COUNT_BUSY_LOOP_H
#define COUNT_BUSY_LOOP_H

struct kernel;

void busy_loop(const struct kernel *k);		/* about 2 ms in user mode */

#endif
