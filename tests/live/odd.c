/* SPDX-License-Identifier: MIT */
/*
 * odd HOW [COMMAND...] - a command that behaves oddly and exits with 5, or a caller that does.
 *
 * closes: all of its descriptors.  daemon: leaves a daemon behind.  replaces: itself, three times.
 * zombies: never reaps its children.  stops: itself, until somebody continues it.  traced: by another
 * process, for a while; 77 where nobody may.  asks: its caller to trace it, which does not know of that, gets
 * signals and replaces itself.  threads: the same, by other threads than the first; one has ended before.  lasts: such
 * a thread of a process that does not end.  ignores, blocks: runs COMMAND with SIGCHLD ignored, or with all signals
 * blocked.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

enum { STATUS = 5, NOBODY_MAY = 77 };

static void work(void)
{
	for (volatile long i = 0; i < 2000000; i++)
		;
}

static int closes(void)
{
	for (int fd = 0; fd < 1024; fd++)
		close(fd);
	work();
	return STATUS;
}

static int leaves_daemon(void)
{
	if (fork() == 0) {
		setsid();
		if (fork() == 0) {
			closes();
			usleep(300000);
		}
		_exit(0);
	}
	wait(NULL);
	return STATUS;
}

static int replaces(char **argv)
{
	const char *times = getenv("ODD");
	char next[2] = { times ? (char)(times[0] + 1) : '1', '\0' };

	work();
	if (next[0] == '4')
		return STATUS;
	setenv("ODD", next, 1);
	execv("/proc/self/exe", argv);
	return 1;
}

static int zombies(void)
{
	for (int i = 0; i < 50; i++)
		if (fork() == 0)
			_exit(0);
	work();
	return STATUS;
}

static char state_of(pid_t pid)
{
	char name[40], state = '?';
	FILE *file;

	snprintf(name, sizeof(name), "/proc/%d/stat", (int)pid);
	file = fopen(name, "r");
	if (file && fscanf(file, "%*d (%*[^)]) %c", &state) != 1)
		state = '?';
	if (file)
		fclose(file);
	return state;
}

static int stops(void)
{
	pid_t me = getpid(), waker = fork();
	int status = 1;

	if (waker == 0) {	/* before it has stopped, nothing would wake it any more */
		while (state_of(me) != 'T')
			usleep(1000);
		kill(me, SIGCONT);
		_exit(0);
	}
	raise(SIGSTOP);
	work();
	return waitpid(waker, &status, 0) == waker && status == 0 ? STATUS : 1;
}

static int traced(void)
{
	pid_t me = getpid(), tracer;
	int status = 1;

	prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);	/* where only parents may */
	tracer = fork();
	if (tracer == 0) {
		if (ptrace(PTRACE_ATTACH, me, NULL, NULL) < 0)
			_exit(1);
		if (waitpid(me, &status, __WALL) != me || !WIFSTOPPED(status))
			_exit(1);
		usleep(50000);
		_exit(ptrace(PTRACE_DETACH, me, NULL, NULL) < 0);
	}
	work();
	return waitpid(tracer, &status, 0) == tracer && status == 0 ? STATUS : NOBODY_MAY;
}

static int asks(char **argv)
{
	char *next[] = { argv[0], (char *)(uintptr_t)"closes", NULL };

	if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) < 0)
		return NOBODY_MAY;
	signal(SIGUSR1, SIG_IGN);
	raise(SIGURG);
	raise(SIGUSR1);
	ptrace(PTRACE_TRACEME, 0, NULL, NULL);
	execv("/proc/self/exe", next);
	return 1;
}

static void *asks_in_thread(void *argv)
{
	if (argv)
		_exit(asks(argv));
	if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) < 0)
		_exit(NOBODY_MAY);
	return NULL;
}

static int threads(char **argv, bool lasts)
{
	pthread_t ends, replaces_all;

	if (pthread_create(&ends, NULL, asks_in_thread, NULL) != 0 || pthread_join(ends, NULL) != 0)
		return 1;
	if (!lasts && pthread_create(&replaces_all, NULL, asks_in_thread, argv) != 0)
		return 1;
	for (;;)
		pause();
}

static int caller(const char *how, char **command)
{
	sigset_t all;

	sigfillset(&all);
	if (strcmp(how, "ignores") == 0)
		signal(SIGCHLD, SIG_IGN);
	else if (strcmp(how, "blocks") == 0)
		sigprocmask(SIG_BLOCK, &all, NULL);
	else
		return 2;
	execvp(command[0], command);
	return 2;
}

int main(int argc, char **argv)
{
	const char *how = argc > 1 ? argv[1] : "";

	if (argc > 2)
		return caller(how, argv + 2);
	return strcmp(how, "closes") == 0   ? closes()
	     : strcmp(how, "daemon") == 0   ? leaves_daemon()
	     : strcmp(how, "replaces") == 0 ? replaces(argv)
	     : strcmp(how, "zombies") == 0  ? zombies()
	     : strcmp(how, "stops") == 0    ? stops()
	     : strcmp(how, "traced") == 0   ? traced()
	     : strcmp(how, "asks") == 0	    ? asks(argv)
	     : strcmp(how, "threads") == 0  ? threads(argv, false)
	     : strcmp(how, "lasts") == 0    ? threads(argv, true)
					    : 2;
}
