/* SPDX-License-Identifier: MIT */
/* Loops in user mode for a while. */
#include "count/busy_loop.h"

#include <stdint.h>

#include "host/kernel.h"

enum {
	BUSY_NS = 2000000,	/* duration of the loop ... */
	ROUNDS = 20,		/* ... and the most looks at the clock */
	STEPS = 20000,		/* between two looks */
};

void busy_loop(const struct kernel *k)
{
	uint64_t until = k->now_ns(k) + BUSY_NS;

	for (int round = 0; round < ROUNDS && k->now_ns(k) < until; round++)
		for (volatile int step = 0; step < STEPS;)
			step = step + 1;
}
