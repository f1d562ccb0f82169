/* SPDX-License-Identifier: MIT */
/*
 * look: prints what a program gets from the one that starts it.
 * look prepare COMMAND...: runs it with signals blocked and ignored, limits and so on of an unusual kind.
 * look default COMMAND...: runs it with the signals of a terminal as they are by default.
 * look full: succeeds when what stdout goes to has no room.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

extern char **environ;

static void put(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");

	if (!f || fputs(text, f) < 0 || fclose(f))
		exit(1);
}

static void prepare(void)
{
	const int ignored[] = { SIGHUP, SIGPIPE, SIGUSR2, SIGCHLD, SIGTTOU, SIGURG };
	struct rlimit r;
	cpu_set_t cpus;
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
	put("/proc/self/oom_score_adj", "7");
	put("/proc/self/coredump_filter", "3");
	prctl(PR_SET_TIMERSLACK, 60001);
	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	personality(ADDR_NO_RANDOMIZE);
	sched_getaffinity(0, sizeof(cpus), &cpus);
	for (size_t cpu = CPU_SETSIZE; cpu-- && CPU_COUNT(&cpus) > 1;)
		CPU_CLR(cpu, &cpus);
	sched_setaffinity(0, sizeof(cpus), &cpus);
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

/* What the kernel says of it, but for what says when and where it runs. */
static void show_file(const char *path, const char *const *lines)
{
	FILE *f = fopen(path, "r");
	char line[4096];

	while (f && fgets(line, sizeof(line), f)) {
		bool wanted = !lines;

		for (size_t i = 0; lines && lines[i]; i++)
			wanted |= strncmp(line, lines[i], strlen(lines[i])) == 0;
		if (wanted)
			printf("%s: %.*s\n", path, (int)strcspn(line, "\n"), line);
	}
	if (f)
		fclose(f);
}

static void show_process(void)
{
	static const char *const status[] = { "Umask", "Uid", "Gid", "Groups", "Cap", "NoNewPrivs", "Seccomp",
					      "Cpus_allowed_list", "Mems_allowed_list", "SigBlk", "SigIgn",
					      "SigCgt", NULL };
	static const char *const links[] = { "root", "ns/pid", "ns/mnt", "ns/net", "ns/user", "ns/cgroup" };
	struct itimerval timer;
	int subreaper = -1;

	show_file("/proc/self/status", status);
	show_file("/proc/self/oom_score_adj", NULL);
	show_file("/proc/self/coredump_filter", NULL);
	show_file("/proc/self/cgroup", NULL);
	show_file("/proc/self/loginuid", NULL);
	for (size_t i = 0; i < sizeof(links) / sizeof(*links); i++) {
		char path[64], to[256];
		ssize_t n;

		snprintf(path, sizeof(path), "/proc/self/%s", links[i]);
		n = readlink(path, to, sizeof(to));
		printf("%s %.*s\n", links[i], n < 0 ? 0 : (int)n, to);
	}
	if (getitimer(ITIMER_REAL, &timer) == 0)
		printf("timer %ld\n", (long)timer.it_value.tv_sec);
	prctl(PR_GET_CHILD_SUBREAPER, &subreaper);
	printf("timer slack %d\nsubreaper %d\nkeep capabilities %d\nsecure bits %d\ninput and output %ld\n",
	       prctl(PR_GET_TIMERSLACK), subreaper, prctl(PR_GET_KEEPCAPS), prctl(PR_GET_SECUREBITS),
	       syscall(SYS_ioprio_get, 1, 0));
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
	if (argc == 2 && strcmp(argv[1], "full") == 0)
		return poll(&(struct pollfd){ .fd = 1, .events = POLLOUT }, 1, 0) != 0;
	show_signals();
	show_process();
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
