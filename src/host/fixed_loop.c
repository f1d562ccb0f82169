/* SPDX-License-Identifier: MIT */
/* Runs the parts of the fixed loop, each timed by the CPU time of this thread. */
#define _GNU_SOURCE
#include "host/fixed_loop.h"

#include <errno.h>
#include <stddef.h>
#include <sys/mman.h>
#include <time.h>

enum {
	STEPS = 500000,			/* of the loop in registers */
	LINE = 16,			/* words of 32 bits */
	CACHE_LINES = 1 << 15,		/* 2 MiB */
	MEMORY_LINES = 1 << 16,		/* 4 MiB */
	FACTOR = 26125, SUM = 12345,	/* of a generator that visits all of a power of two */
};

static volatile uint64_t result;	/* keeps the compiler from leaving the work out */

static int64_t cpu_ns(void)
{
	struct timespec now;

	if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) < 0)
		return -errno;
	return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static void step_registers(void)
{
	uint64_t x = 88172645463325252u;

	for (int i = 0; i < STEPS; i++) {
		x ^= x << 13;
		x ^= x >> 7;
		x ^= x << 17;
	}
	result = x;
}

/* Makes the first lines one cycle: each line holds the number of the next one, far away. */
static void link_lines(uint32_t *buffer, uint32_t lines)
{
	for (uint32_t i = 0; i < lines; i++)
		buffer[(size_t)i * LINE] = (i * FACTOR + SUM) & (lines - 1);
}

static void follow_lines(const uint32_t *buffer, uint32_t lines)
{
	uint32_t at = 0;

	for (uint32_t i = 0; i < lines; i++)
		at = buffer[(size_t)at * LINE];
	result = at;
}

static void time_parts(struct loop_times *t, uint32_t *buffer)
{
	int64_t at[7];

	at[0] = cpu_ns();
	step_registers();
	at[1] = cpu_ns();
	link_lines(buffer, MEMORY_LINES);	/* the first touch of each page */
	at[2] = cpu_ns();
	link_lines(buffer, CACHE_LINES);
	follow_lines(buffer, CACHE_LINES);	/* brings it into the cache */
	at[3] = cpu_ns();
	follow_lines(buffer, CACHE_LINES);
	at[4] = cpu_ns();
	link_lines(buffer, MEMORY_LINES);
	follow_lines(buffer, MEMORY_LINES);
	at[5] = cpu_ns();
	follow_lines(buffer, MEMORY_LINES);
	at[6] = cpu_ns();
	t->ns[LOOP_REGISTERS] = (uint64_t)(at[1] - at[0]);
	t->ns[LOOP_FAULTS] = (uint64_t)(at[2] - at[1]);
	t->ns[LOOP_CACHE] = (uint64_t)(at[4] - at[3]);
	t->ns[LOOP_MEMORY] = (uint64_t)(at[6] - at[5]);
}

int fixed_loop_time(struct loop_times *t)
{
	const size_t size = (size_t)MEMORY_LINES * LINE * sizeof(uint32_t);
	int64_t begin = cpu_ns();
	uint32_t *buffer;

	*t = (struct loop_times){0};
	if (begin < 0)
		return (int)begin;
	buffer = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (buffer == MAP_FAILED)
		return -errno;
#ifdef MADV_NOHUGEPAGE	/* huge pages are there at some times only */
	madvise(buffer, size, MADV_NOHUGEPAGE);
#endif
	time_parts(t, buffer);
	munmap(buffer, size);
	return 0;
}
