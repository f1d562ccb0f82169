/* SPDX-License-Identifier: MIT */
/*
 * terminal HOW COMMAND... - runs COMMAND in the foreground of a terminal of its own, as a shell does,
 * and when there is a file "ready": suspend: types Ctrl-Z, continues it when it has stopped; interrupt:
 * types Ctrl-C; hangup: takes the terminal away; leave: the same, and COMMAND leads the session, as the only
 * command of ssh does.  Prints what became of COMMAND.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static int terminal_of(int master)
{
	const char *tty = ptsname(master);
	int fd;

	for (int signo = 1; signo < 32; signo++)	/* whatever started us */
		signal(signo, SIG_DFL);
	setsid();
	fd = open(tty, O_RDWR | O_CLOEXEC);
	close(master);
	if (fd < 0 || ioctl(fd, TIOCSCTTY, 0) < 0)
		_exit(9);
	return fd;
}

static int leader(int master, char **command)
{
	dup2(terminal_of(master), 0);
	execv(command[0], command);
	return 9;
}

/* The shell: its exit code says whether the command stopped; the command is then left to who waits for it. */
static int shell(int master, char **command)
{
	int fd = terminal_of(master), status, stopped = 0;
	pid_t pid;

	signal(SIGTTOU, SIG_IGN);
	pid = fork();
	if (pid == 0) {
		setpgid(0, 0);
		tcsetpgrp(fd, getpid());
		signal(SIGTTOU, SIG_DFL);
		dup2(fd, 0);
		execv(command[0], command);
		_exit(9);
	}
	setpgid(pid, pid);
	tcsetpgrp(fd, pid);
	while (waitpid(pid, &status, WUNTRACED) == pid && WIFSTOPPED(status)) {
		stopped++;
		close(open("resumed", O_WRONLY | O_CREAT, 0600));
		kill(-pid, SIGCONT);
	}
	printf("%sstatus %d\n", stopped ? "stopped, " : "",
	       WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
	return 0;
}

int main(int argc, char **argv)
{
	int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC), status;
	pid_t pid, got;
	bool leads = argc > 1 && strcmp(argv[1], "leave") == 0;

	if (argc < 3 || master < 0 || grantpt(master) < 0 || unlockpt(master) < 0)
		return 77;
	prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
	pid = fork();
	if (pid == 0)
		return leads ? leader(master, argv + 2) : shell(master, argv + 2);
	while (access("ready", F_OK) < 0)
		usleep(10000);
	if (leads || strcmp(argv[1], "hangup") == 0)
		close(master);
	else if (write(master, strcmp(argv[1], "suspend") == 0 ? "\x1a" : "\x03", 1) != 1)
		return 9;
	while ((got = wait(&status)) > 0)	/* the shell; when it is gone, the command */
		if ((leads ? got == pid : got != pid && strcmp(argv[1], "hangup") == 0) && !WIFSTOPPED(status))
			printf("status %d\n", WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
	return 0;
}
