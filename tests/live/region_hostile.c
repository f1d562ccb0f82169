/* SPDX-License-Identifier: MIT */
/*
 * region_hostile.c - a program with regions, whose child, as another user, writes all over what it shares.
 *
 * Prints what the child could do, enters more regions than there is room for, also in threads with a small
 * stack, and says that it is still there.
 */
#define _GNU_SOURCE
#include <pstat/region.h>

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>

enum { OTHER_USER = 65534, REGIONS = 400, ROUNDS = 20, STACK = 1 << 17, THREADS = 50 };

static void say(const char *text)
{
	if (write(STDOUT_FILENO, text, strlen(text)) < 0)
		_exit(1);
}

/* The file that says what to open, then the results, for ever. */
static void attack(int ready)
{
	const char *where = getenv("PSTAT_REGIONS_FD");
	int fd = where ? atoi(where) : -1;
	enum { KEY = offsetof(struct pstat_region_results, n_blocks) / sizeof(uint32_t) };
	const uint32_t many = 200;
	struct pstat_region_file file = {0};
	uint32_t *results;
	struct stat st;

	say(pwrite(fd, &many, sizeof(many), offsetof(struct pstat_region_file, n_events)) < 0 && errno == EPERM ?
	    "events: closed\n" : "events: written\n");
	say(mmap(NULL, sizeof(file), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0) == MAP_FAILED ?
	    "events: not mapped\n" : "events: mapped\n");
	if (pread(fd, &file, sizeof(file), 0) != (ssize_t)sizeof(file) || fstat((int)file.results, &st) < 0)
		_exit(1);
	say(ftruncate((int)file.results, 0) < 0 ? "results: keep their size\n" : "results: cut off\n");
	results = mmap(NULL, (size_t)st.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, (int)file.results, 0);
	if (results == MAP_FAILED)
		_exit(1);
	for (uint32_t round = 0;; round++) {
		/* Of some blocks and before them, but for the key, without which nobody would use the file. */
		for (size_t i = KEY; i < 4 * (size_t)file.block_size; i++)
			results[i] = round % 2 ? 1 : UINT32_MAX;
		results[KEY] = 0;	/* the number of blocks: there is room again */
		if (!round && write(ready, "", 1) < 0)
			_exit(1);
	}
}

static void enter(int n)
{
	char name[16];

	for (int i = 0; i < n; i++) {
		snprintf(name, sizeof(name), "region %d", i);
		pstat_region_begin(name);
		pstat_region_end(name);
	}
}

static void *work(void *none)
{
	enter(REGIONS / 20);
	return none;
}

/* A thread takes over the memory of one that has ended. */
static void run_thread(void)
{
	pthread_attr_t attr;
	pthread_t thread;

	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, STACK);
	if (pthread_create(&thread, &attr, work, NULL) == 0)
		pthread_join(thread, NULL);
	pthread_attr_destroy(&attr);
}

int main(void)
{
	int ready[2];
	char byte;
	pid_t child;

	if (pipe(ready) < 0)
		return 1;
	child = fork();
	if (child == 0) {
		if (getuid() == 0 && setresuid(OTHER_USER, OTHER_USER, OTHER_USER) < 0)
			_exit(1);
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		attack(ready[1]);
	}
	close(ready[1]);
	if (read(ready[0], &byte, 1) != 1)
		return 1;
	for (int round = 0; round < ROUNDS; round++) {
		enter(REGIONS);
		run_thread();
	}
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
	if (!pstat_region_results)
		return 1;
	pstat_region_results->n_blocks = UINT32_MAX;	/* none of them finds room */
	for (int i = 0; i < THREADS; i++)
		run_thread();
	say(fcntl(STDIN_FILENO, F_GETFD) < 0 ? "standard input was closed\n" : "still there\n");
	return 0;
}
