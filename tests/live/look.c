/* SPDX-License-Identifier: MIT */
/*
 * look: prints what a program gets from the one that starts it.
 * look prepare COMMAND...: runs it with signals blocked and ignored, limits and so on of an unusual kind.
 * look default COMMAND...: runs it with the signals of a terminal as they are by default.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static void prepare(void)
{
	const int ignored[] = { SIGHUP, SIGPIPE, SIGUSR2, SIGCHLD, SIGTTOU, SIGURG };
	struct rlimit r;
	sigset_t set;

	for (size_t i = 0; i < sizeof(ignored) / sizeof(*ignored); i++)
		signal(ignored[i], SIG_IGN);
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigaddset(&set, SIGCHLD);
	sigaddset(&set, SIGALRM);
	sigaddset(&set, SIGRTMIN + 3);
	sigprocmask(SIG_SETMASK, &set, NULL);
	getrlimit(RLIMIT_NOFILE, &r);
	r.rlim_cur = 100;
	setrlimit(RLIMIT_NOFILE, &r);
	getrlimit(RLIMIT_CORE, &r);
	r.rlim_cur = 0;
	setrlimit(RLIMIT_CORE, &r);
	umask(027);
	if (nice(3) < 0)
		exit(1);
	if (dup2(1, 50) < 0)		/* one that the command is to inherit */
		exit(1);
}

static void show_files(void)
{
	DIR *dir = opendir("/proc/self/fd");

	for (const struct dirent *e; dir && (e = readdir(dir));)
		if (e->d_name[0] != '.' && atoi(e->d_name) != dirfd(dir))
			printf("fd %s\n", e->d_name);
	if (dir)
		closedir(dir);
}

static void show_signals(void)
{
	struct sigaction action;
	sigset_t blocked, pending;

	sigprocmask(SIG_SETMASK, NULL, &blocked);
	sigpending(&pending);
	for (int s = 1; s < _NSIG; s++) {
		if (sigismember(&blocked, s) > 0)
			printf("blocked %d\n", s);
		if (sigismember(&pending, s) > 0)
			printf("pending %d\n", s);
		if (sigaction(s, NULL, &action) == 0 && action.sa_handler != SIG_DFL)
			printf("%s %d\n", action.sa_handler == SIG_IGN ? "ignored" : "handled", s);
	}
}

int main(int argc, char **argv)
{
	char cwd[4096];
	cpu_set_t cpus;
	mode_t mask;
	int death = 0;

	if (argc > 2 && strcmp(argv[1], "prepare") == 0) {
		prepare();
		execvp(argv[2], argv + 2);
		return 1;
	}
	if (argc > 2 && strcmp(argv[1], "default") == 0) {
		signal(SIGINT, SIG_DFL);
		signal(SIGQUIT, SIG_DFL);
		signal(SIGHUP, SIG_DFL);
		execvp(argv[2], argv + 2);
		return 1;
	}
	show_signals();
	for (int i = 0; i < (int)RLIM_NLIMITS; i++) {
		unsigned long long limit[2] = {0};	/* as the kernel has them, whatever the C library */

		syscall(SYS_prlimit64, 0, i, NULL, limit);
		printf("limit %d %llu %llu\n", i, limit[0], limit[1]);
	}
	show_files();
	for (char **e = environ; *e; e++)
		if (strncmp(*e, "_=", 2) != 0)	/* the shell's: path of what it ran */
			printf("env %s\n", *e);
	mask = umask(0);
	prctl(PR_GET_PDEATHSIG, &death);
	sched_getaffinity(0, sizeof(cpus), &cpus);
	printf("umask %o\ncwd %s\nsession %d\ngroup %d\nnice %d\n", (unsigned)mask, getcwd(cwd, sizeof(cwd)),
	       (int)getsid(0), (int)getpgrp(), getpriority(PRIO_PROCESS, 0));
	printf("death signal %d\nno new privileges %d\ndumpable %d\npersonality %x\nCPUs %d\nscheduler %d\n",
	       death,
	       prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0), prctl(PR_GET_DUMPABLE),
	       (unsigned)personality(0xffffffff),
	       CPU_COUNT(&cpus), sched_getscheduler(0));
	return 0;
}
