/* SPDX-License-Identifier: MIT */
/*
 * processes tree: a known tree, named by the pages that each part touches.
 * processes many N: two parents with N children each, one after the other, that touch 10 pages each.
 * processes takeover: the first thread touches 150 pages; then another one touches 50, and executes this program
 * for 300 more, which ends the first one.
 *
 * Each page is also one call of step(), which live.mk puts at 0x30000000: a breakpoint there counts the
 * pages exactly, without the faults of starting a program.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

__attribute__((noinline, section(".step"))) static void step(void)
{
	__asm__ volatile("" ::: "memory");
}

static void touch(size_t pages)
{
	size_t size = (size_t)sysconf(_SC_PAGESIZE);
	char *p = mmap(NULL, pages * size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED)
		exit(1);
	madvise(p, pages * size, MADV_NOHUGEPAGE);
	for (size_t i = 0; i < pages; i++) {
		*(volatile char *)(p + i * size) = 1;
		step();
	}
}

static void *thread(void *arg)
{
	prctl(PR_SET_NAME, "thread700");
	touch(700);
	return arg;
}

/* Its child works after it has ended, and keeps the pipe open until then. */
static void leave_orphan(void)
{
	pid_t parent = getpid();

	prctl(PR_SET_NAME, "parent200");
	if (fork() == 0) {
		prctl(PR_SET_NAME, "orphan3000");
		while (getppid() == parent)
			usleep(1000);
		touch(3000);
		_exit(0);
	}
	touch(200);
	_exit(0);
}

static void tree(char *self)
{
	char what[] = "pages", n[] = "1000", *argv[] = { self, what, n, NULL };
	pthread_t other;
	int said[2];
	char byte;

	if (pipe(said) != 0)
		exit(1);
	if (fork() == 0) {
		execv(self, argv);
		_exit(127);
	}
	if (fork() == 0)
		leave_orphan();
	if (pthread_create(&other, NULL, thread, NULL) != 0)
		exit(1);
	pthread_join(other, NULL);
	touch(500);
	close(said[1]);
	while (wait(NULL) > 0 || read(said[0], &byte, 1) > 0)
		;
}

static void *execute(void *self)
{
	char what[] = "pages", n[] = "300", *argv[] = { self, what, n, NULL };

	prctl(PR_SET_NAME, "thread50");
	touch(50);
	execv(self, argv);
	exit(1);
}

static void takeover(char *self)
{
	pthread_t other;

	touch(150);
	if (pthread_create(&other, NULL, execute, self) == 0)
		pthread_join(other, NULL);
	exit(1);
}

static void many(int n)
{
	for (int parent = 0; parent < 2; parent++) {
		if (fork() != 0)
			continue;
		prctl(PR_SET_NAME, "parent");
		for (int i = 0; i < n; i++) {
			if (fork() == 0) {
				prctl(PR_SET_NAME, "child");
				touch(10);
				_exit(0);
			}
			wait(NULL);
		}
		_exit(0);
	}
	while (wait(NULL) > 0)
		;
}

int main(int argc, char **argv)
{
	if (argc < 2)
		return 2;
	if (strcmp(argv[1], "tree") == 0)
		tree(argv[0]);
	else if (strcmp(argv[1], "takeover") == 0)
		takeover(argv[0]);
	else if (argc > 2 && strcmp(argv[1], "many") == 0)
		many(atoi(argv[2]));
	else if (argc > 2 && prctl(PR_SET_NAME, strcmp(argv[2], "1000") == 0 ? "exec1000" : "exec300") == 0)
		touch((size_t)atoi(argv[2]));
	return 0;
}
