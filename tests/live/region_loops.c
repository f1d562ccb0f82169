/* SPDX-License-Identifier: MIT */
/*
 * region_loops.c [THREADS|more] - regions with loops of known numbers of instructions, for tests/vm and benchmarks.
 *
 * Each thread enters "outer" once, and in it TIMES regions "inner"; then "alone" TIMES times.  A loop has exactly
 * TURNS times two instructions.  "empty" has none.  With `more`, "alone" has 2 % more.
 * `region_loops cost` prints what an entry of "empty" takes, in ns, and what one call of the kernel takes.
 */
#include <pstat/region.h>
#include <pthread.h>

enum { TIMES = 100, TURNS = 100000, MANY = 64, COSTS = 200000 };

static unsigned long alone = TURNS;

static inline void turn(unsigned long turns)
{
#if defined(__x86_64__)
	__asm__ volatile("1: sub $1, %0\n\tjne 1b" : "+r"(turns) : : "cc");
#elif defined(__aarch64__)
	__asm__ volatile("1: subs %0, %0, #1\n\tb.ne 1b" : "+r"(turns) : : "cc");
#else
	for (volatile unsigned long i = 0; i < turns; i++)
		;
#endif
}

static void *run(void *unused)
{
	pstat_region_begin("outer");
	for (int i = 0; i < TIMES; i++) {
		turn(TURNS);
		pstat_region_begin("inner");
		turn(TURNS);
		pstat_region_end("inner");
	}
	pstat_region_end("outer");
	for (int i = 0; i < TIMES; i++) {
		pstat_region_begin("alone");
		turn(alone);
		pstat_region_end("alone");
		pstat_region_begin("empty");
		pstat_region_end("empty");
	}
	return unused;
}

static double now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec * 1e9 + (double)ts.tv_nsec;
}

/* The least of many short rounds: other programs disturb the rest. */
static double least_ns(void (*act)(void))
{
	enum { ROUNDS = 1000 };
	double least = 0;

	for (int round = 0; round < ROUNDS; round++) {
		double begin = now_ns(), took;

		for (int i = 0; i < COSTS / ROUNDS; i++)
			act();
		took = (now_ns() - begin) / (COSTS / ROUNDS);
		least = !round || took < least ? took : least;
	}
	return least;
}

static void enter(void)
{
	pstat_region_begin("empty");
	pstat_region_end("empty");
}

static void call(void)
{
	syscall(SYS_getppid);
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 0;
	pthread_t thread[MANY];

	if (argc > 1 && strcmp(argv[1], "cost") == 0)
		return printf("%.1f %.1f\n", least_ns(enter), least_ns(call)) < 0;
	if (argc > 1 && strcmp(argv[1], "more") == 0)
		alone += TURNS / 50;
	for (int i = 0; i < n && i < MANY; i++)
		if (pthread_create(&thread[i], NULL, run, NULL) != 0)
			return 1;
	for (int i = 0; i < n && i < MANY; i++)
		pthread_join(thread[i], NULL);
	if (!n)
		run(NULL);
	return 0;
}
