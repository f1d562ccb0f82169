/* SPDX-License-Identifier: MIT */
/*
 * emulated HOW N - goes N times around a loop, and then does what valgrind may count in another way.
 *
 * spins: nothing else.  forks: a child that only ends.  starts: a child that executes `spins N`.
 * replaces: executes `spins 1` in its place.  loses: a child that is killed with SIGKILL.  unknown: executes an
 * instruction that no processor has.  jails: has the current folder for its root, which needs root.  leads: makes
 * the folder of valgrind's logs, in tmp, a link to the folder kept.
 */
#define _GNU_SOURCE
#include <glob.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile unsigned long turns;

/* Two places: valgrind takes an instruction that reads and writes one place for a read. */
static void spin(const char *n)
{
	for (volatile unsigned long i = 0, most = strtoul(n, NULL, 10); i < most; turns = i)
		i = i + 1;
}

static void unknown_instruction(void)
{
#if defined(__x86_64__) || defined(__i386__)
	__asm__ volatile("ud2");
#elif defined(__aarch64__)
	__asm__ volatile(".inst 0");
#else
	__builtin_trap();
#endif
}

static int lead(void)
{
	glob_t found;

	if (glob("tmp/pstat-valgrind.*", 0, NULL, &found) != 0)
		return 1;
	return rename(found.gl_pathv[0], "moved") < 0 || symlink("../kept", found.gl_pathv[0]) < 0;
}

/* What the child does.  A byte in the pipe says that it runs, so valgrind knows of it. */
static void live(const char *how, char **argv, int ready)
{
	if (strcmp(how, "starts") == 0)
		execl(argv[0], argv[0], "spins", argv[2], (char *)NULL);
	if (strcmp(how, "loses") == 0 && write(ready, "", 1) == 1)
		pause();
	_exit(0);
}

int main(int argc, char **argv)
{
	const char *how = argc == 3 ? argv[1] : "";
	pid_t pid = 0;
	int ready[2];
	char byte;

	if (argc != 3 || pipe(ready) < 0)
		return 2;
	spin(argv[2]);
	if (strcmp(how, "unknown") == 0)
		unknown_instruction();
	if (strcmp(how, "jails") == 0)
		return chroot(".") < 0;
	if (strcmp(how, "leads") == 0)
		return lead();
	if (strcmp(how, "replaces") == 0)
		execl(argv[0], argv[0], "spins", "1", (char *)NULL);
	if (strcmp(how, "spins") == 0)
		return 0;
	pid = fork();
	if (!pid)
		live(how, argv, ready[1]);
	if (strcmp(how, "loses") == 0 && read(ready[0], &byte, 1) == 1)
		kill(pid, SIGKILL);
	return waitpid(pid, NULL, 0) == pid ? 0 : 1;
}
