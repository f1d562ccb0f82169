/* SPDX-License-Identifier: MIT */
/* Runs a pager on the other end of a pipe. */
#define _GNU_SOURCE
#include "output/pager.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host/fd.h"
#include "host/kernel.h"

static const int pager_signals[PAGER_SIGNALS] = { SIGPIPE, SIGINT, SIGQUIT, SIGTERM, SIGHUP };

/* Not SIG_IGN, which the pager would inherit. */
static void pager_stay(int signal)
{
	(void)signal;
}

static void pager_hold_signals(struct pager *p)
{
	struct sigaction stay = { .sa_handler = pager_stay, .sa_flags = SA_RESTART };

	for (int i = 0; i < PAGER_SIGNALS; i++) {
		sigaction(pager_signals[i], NULL, &p->before[i]);
		if (p->before[i].sa_handler != SIG_IGN)		/* as nohup sets it, for the pager, too */
			sigaction(pager_signals[i], &stay, NULL);
	}
}

static void pager_release_signals(const struct pager *p)
{
	for (int i = 0; i < PAGER_SIGNALS; i++)
		sigaction(pager_signals[i], &p->before[i], NULL);
}

static int pager_launch(struct pager *p, const struct kernel *k, const char *command,
			const char *const *env, int from)
{
	char *argv[] = { (char *)(uintptr_t)(command ? "/bin/sh" : "less"), (char *)(uintptr_t)"-c",
			 (char *)(uintptr_t)command, NULL };
	struct launch l = { .argv = argv, .in_fd = from, .env = env };
	struct rusage usage;
	int rc, status;

	if (!command)
		argv[1] = NULL;
	rc = k->launch(k, &p->child, &l);
	if (rc < 0)
		return rc;
	rc = -p->child.shared->errnum;
	launch_page_release(k, &l, p->child.shared);
	if (rc < 0)
		k->reap(k, p->child.pid, &status, &usage);
	return rc;
}

int pager_start(struct pager *p, const struct kernel *k, const char *command, const char *const *env)
{
	int ends[2], rc;

	if (pipe2(ends, O_CLOEXEC) < 0)
		return -errno;
	ends[0] = fd_keep_above_stdio(ends[0]);
	ends[1] = fd_keep_above_stdio(ends[1]);
	pager_hold_signals(p);
	rc = ends[0] < 0 || ends[1] < 0 ? -EMFILE : pager_launch(p, k, command, env, ends[0]);
	if (ends[0] >= 0)
		close(ends[0]);
	p->fd = ends[1];
	if (rc < 0) {
		if (p->fd >= 0)
			close(p->fd);
		pager_release_signals(p);
	}
	return rc;
}

int pager_wait(struct pager *p, const struct kernel *k)
{
	struct rusage usage;
	int status = 0, rc = k->reap(k, p->child.pid, &status, &usage);

	pager_release_signals(p);
	if (rc < 0)
		return rc;
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}
