/* SPDX-License-Identifier: MIT */
/*
 * A thread, a child and a grandchild: each touches 1000 pages and works for 50 ms; the first
 * thread only waits.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PAGES = 1000, WORK_NS = 50000000 };

static void *work(void *arg)
{
	size_t size = (size_t)sysconf(_SC_PAGESIZE);
	char *p = mmap(NULL, PAGES * size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	struct timespec t;

	if (p == MAP_FAILED)
		exit(1);
	madvise(p, PAGES * size, MADV_NOHUGEPAGE);	/* else it is one fault for many pages */
	for (size_t i = 0; i < PAGES; i++)
		*(volatile char *)(p + i * size) = 1;
	do
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	while (t.tv_sec == 0 && t.tv_nsec < WORK_NS);
	return arg;
}

/* The child of this process works, and so on for `generations`. */
static void descend(int generations)
{
	pid_t pid = generations ? fork() : -1;

	if (pid == 0) {
		descend(generations - 1);
		work(NULL);
		exit(0);
	}
	if (pid > 0)
		waitpid(pid, NULL, 0);
}

int main(void)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, work, NULL) != 0)
		return 1;
	pthread_join(thread, NULL);
	descend(2);
	return 0;
}
