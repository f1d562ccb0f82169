/* SPDX-License-Identifier: MIT */
/*
 * The only file that forks.
 *
 * Immediate: vfork, so parent and child share memory until the exec and the child may
 * only make plain calls: no allocation, no stdio, no return.  Held: fork, and the child
 * waits for a byte; end of file means pstat is gone, and so goes the child.  The page
 * that carries start time and errno is a shared mapping rather than plain memory,
 * because vfork may be carried out as fork (valgrind, sanitizers).
 */
#define _GNU_SOURCE
#include "host/launch.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "host/kernel.h"
#include "host/program.h"

extern char **environ;

static void stamp_and_exec(struct launch_shared *shared, const char *path, char *const *argv, char **sh_argv)
{
	shared->drops_counters = program_drops_counters(path);
	shared->start_ns = kernel_linux.now_ns(&kernel_linux);
	execve(path, argv, environ);
	/* a script without #!: musl's execvp gives up, glibc's and shells do not */
	if (errno == ENOEXEC) {
		sh_argv[1] = (char *)(uintptr_t)path;
		execve(sh_argv[0], sh_argv, environ);
	}
}

/* This folder has no such program, so the search goes on; anything else ends it. */
static bool is_elsewhere(int errnum)
{
	return errnum == ENOENT || errnum == ENOTDIR || errnum == EACCES || errnum == ESTALE ||
	       errnum == ENODEV ||
	       errnum == ETIMEDOUT;
}

/* execvp with its search written out: musl lacks the fallback for scripts. */
static int search_and_exec(struct launch_shared *shared, char *const *argv, char **sh_argv)
{
	const char *dir = getenv("PATH"), *name = argv[0];
	size_t len = strlen(name);
	char path[PATH_MAX];
	int result = ENOENT;

	if (strchr(name, '/')) {
		stamp_and_exec(shared, name, argv, sh_argv);
		return errno;
	}
	if (!len || len > NAME_MAX)
		return len ? ENAMETOOLONG : ENOENT;
	for (dir = dir ? dir : "/bin:/usr/bin"; dir; dir = *dir ? dir + 1 : NULL) {
		size_t n = strcspn(dir, ":");

		if (n + len + 2 <= sizeof(path)) {
			memcpy(path, dir, n);
			path[n] = '/';
			memcpy(path + n + !!n, name, len + 1);	/* an empty entry is the current directory */
			stamp_and_exec(shared, path, argv, sh_argv);
			if (!is_elsewhere(errno))
				return errno;
			if (errno == EACCES)
				/* found, and may not be run: says more than not found */
				result = EACCES;
		}
		dir += n;
	}
	return result;
}

/* What the program must find as if pstat were not there. */
static void prepare_child(const struct launch *l)
{
	if (l->stdout_to_stderr)
		dup2(STDERR_FILENO, STDOUT_FILENO);
	if (l->nofile)
		setrlimit(RLIMIT_NOFILE, l->nofile);	/* lower, or as it is: always allowed */
	if (l->signals) {
		sigaction(SIGCHLD, &l->signals->chld, NULL);
		sigaction(SIGPIPE, &l->signals->pipe, NULL);
		sigprocmask(SIG_SETMASK, &l->signals->mask, NULL);
	}
}

__attribute__((noreturn))
static void child(const struct launch *l, struct launch_shared *shared, int wait_fd, char **sh_argv)
{
	char go;

	while (wait_fd >= 0) {
		ssize_t n = read(wait_fd, &go, 1);

		if (n == 1)
			break;
		if (n == 0 || errno != EINTR)
			_exit(127);
	}
	prepare_child(l);
	shared->errnum = search_and_exec(shared, l->argv, sh_argv);
	_exit(127);
}

int launch_linux(const struct kernel *k, struct launched *out, const struct launch *l)
{
	size_t argc = 0;
	char **sh_argv;
	int go[2] = { -1, -1 }, rc;
	void *page;
	pid_t pid;

	rc = k->map(k, &page, sizeof(*out->shared), -1);
	if (rc < 0)
		return rc;
	if (l->held) {
		if (pipe2(go, O_CLOEXEC) < 0)
			rc = -errno;
		go[0] = kernel_keep_above_stdio(go[0]);
		go[1] = kernel_keep_above_stdio(go[1]);
		rc = rc < 0 ? rc : go[0] < 0 ? go[0] : go[1] < 0 ? go[1] : 0;
		if (rc < 0)
			goto fail;
	}
	while (l->argv[argc])
		argc++;
	sh_argv = mem_resize(NULL, argc + 2, sizeof(*sh_argv));
	sh_argv[0] = (char *)(uintptr_t)"/bin/sh";
	memcpy(sh_argv + 2, l->argv + 1, argc * sizeof(*sh_argv));	/* with its NULL */

	pid = l->held ? fork() : vfork();
	if (pid == 0) {
		if (l->held)
			close(go[1]);	/* or the end of pstat would never be seen */
		child(l, page, go[0], sh_argv);
	}
	rc = pid < 0 ? -errno : 0;
	free(sh_argv);
	if (rc < 0)
		goto fail;
	if (go[0] >= 0)
		close(go[0]);
	*out = (struct launched){ pid, go[1], page };
	return 0;
fail:
	for (int i = 0; i < 2; i++)
		if (go[i] >= 0)
			close(go[i]);
	k->unmap(k, page, sizeof(*out->shared));
	return rc;
}
