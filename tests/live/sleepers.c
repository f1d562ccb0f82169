/* SPDX-License-Identifier: MIT */
/* sleepers N - N threads that sleep, with the first; says "ready" when all are there, ends with its input. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void *rest(void *arg)
{
	(void)arg;
	for (;;)
		pause();
	return NULL;
}

int main(int argc, char **argv)
{
	enum { STACK = 64 * 1024 };
	long n = argc > 1 ? strtol(argv[1], NULL, 10) : 0;
	pthread_attr_t attr;
	pthread_t thread;
	char byte;

	alarm(300);	/* whatever becomes of the test */
	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, STACK);
	for (long i = 1; i < n; i++)
		if (pthread_create(&thread, &attr, rest, NULL)) {
			puts("failed");
			return 1;
		}
	puts("ready");
	fflush(stdout);
	return read(0, &byte, 1) != 0;
}
