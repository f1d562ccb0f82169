/* SPDX-License-Identifier: MIT */
/* What is counted when pstat wants to know whether a counter counts. */
#include "count/busy.h"

#include <stdint.h>

#include "host/kernel.h"

enum {
	BUSY_NS = 2000000,	/* how long the loop runs ... */
	ROUNDS = 20,		/* ... and how often it looks at the clock at most */
	STEPS = 20000,		/* between two looks */
};

void busy_loop(const struct kernel *k)
{
	uint64_t until = k->now_ns(k) + BUSY_NS;

	for (int round = 0; round < ROUNDS && k->now_ns(k) < until; round++)
		for (volatile int step = 0; step < STEPS;)
			step = step + 1;
}
