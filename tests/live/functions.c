/* SPDX-License-Identifier: MIT */
/*
 * functions.c [ACT...] - functions whose counts are known, for --region-fn.
 *
 * Each thread calls outer() TIMES times, which calls touch() and spin().  touch() faults in PAGES new pages;
 * spin() has two instructions TURNS times, and one before,
 * since a loop back to the first instruction of a function would meet the probe again.
 *
 * moves: outer() goes to another CPU at each call; sleeps: it sleeps; threads: eight threads instead of the first;
 * forks: a child does the same; recurses, jumps, jumps-once, leaves: see down(), jump(), leave(); cost: prints
 * how many ns a call of nothing() takes; cost-of-touch: one of touch().
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { TIMES = 100, PAGES = 3, TURNS = 100000, THREADS = 8, DEPTH = 200, COSTS = 20000 };

#ifdef __clang__
#define FUNCTION __attribute__((noinline))
#else
#define FUNCTION __attribute__((noinline, noclone))
#endif

static bool moves, sleeps, forks;

void touch(void), spin(unsigned long turns), outer(int i), down(int n), jump(jmp_buf to, int i), leave(void), nothing(void);

FUNCTION void touch(void)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	void *at = mmap(NULL, PAGES * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	for (size_t i = 0; at != MAP_FAILED && i < PAGES; i++)
		((volatile char *)at)[i * page] = 1;
	munmap(at, PAGES * page);
}

FUNCTION void spin(unsigned long turns)
{
#if defined(__x86_64__)
	__asm__ volatile("nop\n1: sub $1, %0\n\tjne 1b" : "+r"(turns) : : "cc");
#elif defined(__aarch64__)
	__asm__ volatile("nop\n1: subs %0, %0, #1\n\tb.ne 1b" : "+r"(turns) : : "cc");
#else
	for (volatile unsigned long i = 0; i < turns; i++)
		;
#endif
}

static void move(int i)
{
	long n = sysconf(_SC_NPROCESSORS_ONLN);
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET((size_t)(i % (n > 0 ? n : 1)), &set);
	sched_setaffinity(0, sizeof(set), &set);
}

FUNCTION void outer(int i)
{
	const struct timespec short_time = { .tv_nsec = 100000 };

	touch();
	if (moves)
		move(i);
	if (sleeps)
		nanosleep(&short_time, NULL);
	spin(TURNS);
	touch();
}

/* Calls itself, deeper than the kernel probes returns (64): it is one entry. */
FUNCTION void down(int n)
{
	if (n > 1)
		down(n - 1);
	__asm__ volatile("");		/* no jump instead of the call */
}

/* Every second call never returns. */
FUNCTION void jump(jmp_buf to, int i)
{
	if (i % 2)
		longjmp(to, 1);
}

/* Ten calls from the same place; the fourth never returns. */
static void jump_once(void)
{
	static jmp_buf to;

	for (volatile int i = 0; i < 10; i++)
		if (!setjmp(to))
			jump(to, i == 3);
}

FUNCTION void leave(void)
{
	exit(0);
}

FUNCTION void nothing(void)
{
	__asm__ volatile("");
}

static void *run(void *unused)
{
	for (int i = 0; i < TIMES; i++)
		outer(i);
	return unused;
}

static void run_threads(void)
{
	pthread_t thread[THREADS];
	int n = 0;

	while (n < THREADS && pthread_create(&thread[n], NULL, run, NULL) == 0)
		n++;
	while (n > 0)
		pthread_join(thread[--n], NULL);
}

/* The CPU time of a call, in ns: the least of some rounds. */
static double cost(void (*function)(void), int times)
{
	enum { ROUNDS = 5 };
	struct timespec from, to;
	double least = 0, took;

	for (int round = 0; round < ROUNDS; round++) {
		clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
		for (int i = 0; i < times / ROUNDS; i++)
			function();
		clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
		took = (double)(to.tv_sec - from.tv_sec) * 1e9 + (double)(to.tv_nsec - from.tv_nsec);
		least = !round || took < least ? took : least;
	}
	return least / (times / ROUNDS);
}

static void act(const char *what)
{
	jmp_buf to;

	if (strcmp(what, "recurses") == 0)
		for (int i = 0; i < TIMES; i++)
			down(DEPTH);
	if (strcmp(what, "jumps") == 0 && !setjmp(to)) {
		jump(to, 0);
		jump(to, 1);
	}
	if (strcmp(what, "jumps-once") == 0)
		jump_once();
	if (strcmp(what, "leaves") == 0)
		leave();
	if (strcmp(what, "cost") == 0)
		printf("%.0f\n", cost(nothing, COSTS));
	if (strcmp(what, "cost-of-touch") == 0)
		printf("%.0f\n", cost(touch, COSTS / 100));
}

int main(int argc, char **argv)
{
	bool threads = false;

	for (int i = 1; i < argc; i++) {
		moves |= strcmp(argv[i], "moves") == 0;
		sleeps |= strcmp(argv[i], "sleeps") == 0;
		forks |= strcmp(argv[i], "forks") == 0;
		threads |= strcmp(argv[i], "threads") == 0;
	}
	if (forks && fork() > 0)
		wait(NULL);
	if (threads)
		run_threads();
	else
		run(NULL);
	for (int i = 1; i < argc; i++)
		act(argv[i]);
	return 0;
}
