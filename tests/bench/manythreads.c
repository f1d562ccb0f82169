/* SPDX-License-Identifier: MIT */
/*
 * manythreads [THREADS [SECONDS]] - THREADS (200), with the first, of which each wakes up ten times
 * a second and touches a page; it ends after SECONDS (60), or by a signal.  Something to try -p on.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static void *wake_up(void *arg)
{
	const struct timespec a_while = { 0, 100000000 };
	const size_t size = (size_t)sysconf(_SC_PAGESIZE);

	for (;;) {
		char *page = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

		if (page != MAP_FAILED) {
			*(volatile char *)page = 1;
			munmap(page, size);
		}
		nanosleep(&a_while, NULL);
	}
	return arg;
}

int main(int argc, char **argv)
{
	enum { STACK = 64 * 1024 };
	long n = argc > 1 ? strtol(argv[1], NULL, 10) : 200, seconds = argc > 2 ? strtol(argv[2], NULL, 10) : 60;
	pthread_attr_t attr;
	pthread_t thread;

	alarm((unsigned)seconds);
	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, STACK);
	for (long i = 1; i < n; i++)
		if (pthread_create(&thread, &attr, wake_up, NULL)) {
			fprintf(stderr, "manythreads: only %ld of %ld\n", i, n);
			break;
		}
	wake_up(NULL);
}
