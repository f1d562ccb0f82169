/* SPDX-License-Identifier: MIT */
/*
 * sleepers N - N threads that sleep, with the first, on all CPUs alike; says "ready" when all are
 * there, ends with its input.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* To call a thread costs more where it slept on another CPU, and where new ones do is chance. */
static void move_to(size_t nth)
{
	cpu_set_t all, one;
	size_t cpu = 0;

	if (sched_getaffinity(0, sizeof(all), &all) < 0)
		return;
	for (nth %= (size_t)CPU_COUNT(&all);; cpu++)
		if (CPU_ISSET(cpu, &all) && !nth--)
			break;
	CPU_ZERO(&one);
	CPU_SET(cpu, &one);
	sched_setaffinity(0, sizeof(one), &one);
	sched_setaffinity(0, sizeof(all), &all);
}

static pthread_barrier_t all_there;

static void *rest(void *arg)
{
	move_to((size_t)arg);
	pthread_barrier_wait(&all_there);
	for (;;)
		pause();
	return NULL;
}

int main(int argc, char **argv)
{
	enum { STACK = 64 * 1024 };
	long n = argc > 1 ? strtol(argv[1], NULL, 10) : 1;
	pthread_attr_t attr;
	pthread_t thread;
	char byte;

	alarm(300);	/* whatever becomes of the test */
	if (n > 0)
		pthread_barrier_init(&all_there, NULL, (unsigned)n);
	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, STACK);
	for (long i = 1; i < n; i++)
		if (pthread_create(&thread, &attr, rest, (void *)i)) {
			puts("failed");
			return 1;
		}
	pthread_barrier_wait(&all_there);
	puts("ready");
	fflush(stdout);
	return read(0, &byte, 1) != 0;
}
