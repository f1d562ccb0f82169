/* SPDX-License-Identifier: MIT */
/* busy.h - work for counters of pstat itself. */
#ifndef COUNT_BUSY_H
#define COUNT_BUSY_H

struct kernel;

void busy_loop(const struct kernel *k);		/* in user mode, about 2 ms */

#endif
