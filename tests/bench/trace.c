/* SPDX-License-Identifier: MIT */
/* Counts the system calls of a command and its children, and sees when they enable counters. */
#define _GNU_SOURCE
#include "run.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <linux/perf_event.h>
#include <linux/ptrace.h>

enum { OF_SYSCALL = SIGTRAP | 0x80 };

static pid_t start_traced(char *const *argv)
{
	pid_t pid = fork();
	int null;

	if (pid != 0)
		return pid;
	null = open("/dev/null", O_RDWR);
	if (null < 0 || dup2(null, 0) < 0 || dup2(null, 1) < 0 || dup2(null, 2) < 0)
		_exit(127);
	if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) < 0)
		_exit(126);
	raise(SIGSTOP);
	execvp(argv[0], argv);
	_exit(127);
}

static void count_entry(pid_t pid, struct traced *t)
{
	struct ptrace_syscall_info info = {0};

	if (ptrace(PTRACE_GET_SYSCALL_INFO, pid, (void *)sizeof(info), &info) <= 0 ||
	    info.op != PTRACE_SYSCALL_INFO_ENTRY)
		return;
	t->n_syscalls++;
	if (info.entry.nr != SYS_ioctl || info.entry.args[1] != PERF_EVENT_IOC_ENABLE)
		return;
	t->last_us = run_now_us();
	if (!(t->first_us > 0))
		t->first_us = t->last_us;
}

/* What a stop means; returns the signal to pass on. */
static int look(pid_t pid, int status, struct traced *t)
{
	int signo = WSTOPSIG(status);

	if (signo == OF_SYSCALL) {
		count_entry(pid, t);
		return 0;
	}
	return status >> 16 || signo == SIGSTOP || signo == SIGTRAP ? 0 : signo;
}

static bool is_birth(int status)
{
	int event = status >> 16;

	return event == PTRACE_EVENT_FORK || event == PTRACE_EVENT_VFORK || event == PTRACE_EVENT_CLONE;
}

bool run_traced(char *const *argv, struct traced *t)
{
	const long options = PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK |
			     PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL;
	pid_t first = start_traced(argv), pid;
	int status, others = 0;
	bool ended = false;

	*t = (struct traced){ .status = -1 };
	if (first < 0 || waitpid(first, &status, 0) != first || !WIFSTOPPED(status))
		return false;
	if (ptrace(PTRACE_SETOPTIONS, first, NULL, (void *)options) < 0) {
		kill(first, SIGKILL);
		waitpid(first, &status, 0);
		return false;
	}
	ptrace(PTRACE_SYSCALL, first, NULL, NULL);
	/* others of our children, which are not traced, may be there and stay */
	while ((!ended || others) && (pid = waitpid(-1, &status, __WALL)) > 0) {
		if (WIFSTOPPED(status)) {
			others += is_birth(status);
			ptrace(PTRACE_SYSCALL, pid, NULL, (void *)(long)look(pid, status, t));
			continue;
		}
		if (pid != first) {
			others--;
			continue;
		}
		t->status = status;
		ended = true;
	}
	return t->n_syscalls > 0;
}
