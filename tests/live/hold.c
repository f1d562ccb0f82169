/* SPDX-License-Identifier: MIT */
/*
 * hold [THREADS [busy]] - so many threads with the first (1) that sleep, or each keep a CPU busy; says "ready" when
 * all are there, and ends with a line of its input, or the end of it: for start_held of lib.sh.
 */
#include <poll.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_barrier_t all_there;
static bool busy;

static void turn(void)
{
	for (volatile int i = 0; i < 10000; i++)
		;
}

static void *live(void *unused)
{
	pthread_barrier_wait(&all_there);
	for (;;)
		if (busy)
			turn();
		else
			pause();
	return unused;
}

int main(int argc, char **argv)
{
	enum { STACK = 64 * 1024 };
	long n = argc > 1 ? strtol(argv[1], NULL, 10) : 1;
	struct pollfd input = { .fd = 0, .events = POLLIN };
	pthread_attr_t attr;
	pthread_t thread;

	busy = argc > 2;
	pthread_barrier_init(&all_there, NULL, n > 0 ? (unsigned)n : 1);
	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, STACK);
	for (long i = 1; i < n; i++)
		if (pthread_create(&thread, &attr, live, NULL) != 0) {
			printf("no %ld threads here\n", n);
			return 1;
		}
	pthread_barrier_wait(&all_there);
	puts("ready");
	fflush(stdout);
	while (busy && poll(&input, 1, 0) == 0)
		turn();
	return read(0, &(char){0}, 1) < 0;	/* several of them may share a pipe: one byte is for one */
}
