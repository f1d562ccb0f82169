/* SPDX-License-Identifier: MIT */
/*
 * region_demo.c - a program with regions, as the manual of pstat/region.h describes them.
 *
 *	cc -Iinclude -o demo tests/live/region_demo.c && ./pstat --regions -e task-clock,page-faults ./demo
 *
 * "load" touches new memory, "parse" works on it, "check" lies inside "parse".  With an argument the program does
 * something odd before that, for tests: see the list.
 */
#include <pstat/region.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PAGES = 256, PAGE = 4096, TIMES = 10 };

static volatile unsigned sum;

static void work(unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		sum += i;
}

static void run(void)
{
	for (int i = 0; i < TIMES; i++) {
		char *page;

		pstat_region_begin("load");
		page = malloc((size_t)PAGES * PAGE);
		for (size_t at = 0; page && at < (size_t)PAGES * PAGE; at += PAGE)
			((volatile char *)page)[at] = 1;	/* else a compiler leaves out the memory */
		pstat_region_end("load");
		pstat_region_begin("parse");
		work(400000);
		pstat_region_begin("check");
		work(100000);
		pstat_region_end("check");
		pstat_region_end("parse");
		free(page);
	}
}

/* --- what may happen around them --------------------------------------------------------------------- */

static void dies(void)
{
	run();
	pstat_region_begin("parse");
	work(1000);
	raise(SIGKILL);
}

static void forks(void)
{
	pid_t child = fork();

	if (child == 0) {
		run();
		_exit(0);
	}
	waitpid(child, NULL, 0);
}

/* The program after the exec finds the file by its descriptor, or else by the path. */
static void execs(void)
{
	execl("/proc/self/exe", "demo", (char *)NULL);
}

static void closes(void)
{
	for (int fd = 3; fd < 5000; fd++)
		close(fd);
	execs();
}

static void strays(void)
{
	pstat_region_end("never begun");
}

static void recurses(void)
{
	pstat_region_begin("parse");
	run();
	pstat_region_end("parse");
}

static void *run_thread(void *unused)
{
	run();
	return unused;
}

/* More threads than the header keeps the memory of threads that ended. */
static void threads(void)
{
	enum { MANY = 8, ROUNDS = 5 };
	pthread_t thread[MANY];

	for (int round = 0; round < ROUNDS; round++) {
		for (int i = 0; i < MANY; i++)
			if (pthread_create(&thread[i], NULL, run_thread, NULL) != 0)
				abort();
		for (int i = 0; i < MANY; i++)
			pthread_join(thread[i], NULL);
	}
}

/* 20 names, and each of them at two addresses. */
static void names(void)
{
	char name[2][100];

	for (int i = 0; i < 40; i++) {
		snprintf(name[i % 2], sizeof(name[0]), "name %d", i / 2);
		pstat_region_begin(name[i % 2]);
		pstat_region_end(name[i % 2]);
	}
}

/* More than a thread has room for. */
static void many(void)
{
	char name[300][16];

	for (size_t i = 0; i < sizeof(name) / sizeof(*name); i++) {
		snprintf(name[i], sizeof(name[i]), "name %zu", i);
		pstat_region_begin(name[i]);
		pstat_region_end(name[i]);
	}
}

static const struct { const char *name; void (*act)(void); } acts[] = {
	{ "dies", dies }, { "forks", forks }, { "execs", execs }, { "closes", closes }, { "strays", strays },
	{ "recurses", recurses }, { "threads", threads }, { "names", names }, { "many", many },
};

int main(int argc, char **argv)
{
	for (size_t i = 0; argc > 1 && i < sizeof(acts) / sizeof(*acts); i++)
		if (strcmp(acts[i].name, argv[1]) == 0)
			acts[i].act();
	run();
	return 0;
}
