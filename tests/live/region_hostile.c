/* SPDX-License-Identifier: MIT */
/*
 * region_hostile.c - a program with regions, whose child, as another user, writes all over what it shares.
 *
 * Prints what the child could do, enters more regions than there is room for, and says that it is still there.
 */
#define _GNU_SOURCE
#include <pstat/region.h>

#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>

enum { OTHER_USER = 65534, REGIONS = 400, ROUNDS = 20 };

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
		for (size_t i = 0; i < 4 * (size_t)file.block_size; i++)	/* of some blocks, and before them */
			results[i] = round % 2 ? 1 : UINT32_MAX;
		results[4] = 0;		/* the number of blocks: there is room again */
		if (!round && write(ready, "", 1) < 0)
			_exit(1);
	}
}

int main(void)
{
	int ready[2];
	char byte, name[16];
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
	for (int round = 0; round < ROUNDS; round++)
		for (int i = 0; i < REGIONS; i++) {
			snprintf(name, sizeof(name), "region %d", i);
			pstat_region_begin(name);
			pstat_region_end(name);
		}
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
	say("still there\n");
	return 0;
}
