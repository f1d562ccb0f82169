/* SPDX-License-Identifier: MIT */
/* Starts git by its name, and reads its answer from files in memory. */
#include "session/git.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "base/mem.h"
#include "host/kernel.h"
#include "host/launch.h"
#include "session/hook.h"

enum { ANSWER_MOST = 1 << 16, NOT_FOUND = 127 };

static const char *const cleared[] = {
	"env", "-u", "GIT_DIR", "-u", "GIT_WORK_TREE", "-u", "GIT_INDEX_FILE", "-u", "GIT_PREFIX", "-u",
	"GIT_COMMON_DIR", NULL,
};

static const char *const quietly[] = {
	"LC_ALL=C", "git", "--no-optional-locks", "-c", "core.hooksPath=/dev/null", "-c",
	"core.fsmonitor=false", "-c", "submodule.recurse=false", NULL,
};

/* Returns the number of words after it. */
static size_t add_words(char **argv, size_t n, const char *const *words)
{
	for (size_t i = 0; words[i]; i++)
		argv[n++] = (char *)(uintptr_t)words[i];
	argv[n] = NULL;
	return n;
}

static void take_answer(struct str *out, const struct git *g, int fd)
{
	FREED char *text = mem_resize(NULL, ANSWER_MOST + 1, 1);
	ssize_t n = g->kernel->take_scratch(g->kernel, fd, text, ANSWER_MOST);

	while (n > 0 && (text[n - 1] == '\n' || text[n - 1] == '\0'))
		n--;
	str_reset(out);
	str_add_n(out, text, n > 0 ? (size_t)n : 0);
}

static void fail(const struct git *g, int status, int fd, struct error *err)
{
	LOCAL(str) said = {0}, line = {0};
	const char *text;

	if (WIFEXITED(status) && WEXITSTATUS(status) == NOT_FOUND) {
		error_set(err, ERROR_NOT_FOUND, ENOENT, "git is not installed");
		return;
	}
	take_answer(&said, g, fd);
	text = str_text(&said);
	text += strncmp(text, "fatal: ", 7) == 0 ? 7 : 0;
	str_add_n(&line, text, strcspn(text, "\n"));
	str_reset(&said);
	str_add_line(&said, str_text(&line));
	error_set(err, ERROR_SYSTEM, 0, "git: %s", said.len ? said.text : "it failed without a message");
}

/* Runs it with its streams in two files: out and err. */
static int run(struct git *g, const char *folder, const char *const *words, const int fd[2], int *status,
	       struct error *err)
{
	char *argv[sizeof(cleared) / sizeof(*cleared) + sizeof(quietly) / sizeof(*quietly) + GIT_WORDS_MOST];
	struct launch l = *g->like;
	int signo, rc;

	add_words(argv, add_words(argv, add_words(argv, 0, cleared), quietly), words);
	l.folder = folder;
	l.in_fd = LAUNCH_NULL;
	l.out_fd = fd[0];
	l.err_fd = fd[1];
	l.group = true;
	rc = hook_run_program(g->kernel, argv, &l, KERNEL_FOREVER, &signo, status, err);
	g->signo = signo ? signo : g->signo;
	if (rc == 0 && g->signo)
		rc = error_set(err, ERROR_SYSTEM, EINTR, "interrupted");
	return rc;
}

static int open_streams(const struct git *g, int fd[2], struct error *err)
{
	for (int i = 0; i < 2; i++) {
		fd[i] = g->kernel->open_scratch(g->kernel);
		if (fd[i] >= 0)
			continue;
		error_set(err, ERROR_SYSTEM, -fd[i], "cannot keep what git says: %s", strerror(-fd[i]));
		if (i)
			g->kernel->close(g->kernel, fd[0]);
		return -1;
	}
	return 0;
}

static void close_streams(const struct git *g, const int fd[2])
{
	g->kernel->close(g->kernel, fd[0]);
	g->kernel->close(g->kernel, fd[1]);
}

/* As git_says(); why: what git says if it fails. */
static int try_git(struct git *g, struct str *out, const char *folder, const char *const *words,
		   struct error *why, struct error *err)
{
	int fd[2], status, rc;

	if (open_streams(g, fd, err) < 0)
		return -1;
	rc = run(g, folder, words, fd, &status, err);
	if (rc == 0 && status)
		fail(g, status, fd[1], why);
	if (rc == 0 && !status && out)
		take_answer(out, g, fd[0]);
	close_streams(g, fd);
	return rc < 0 ? -1 : status == 0;
}

int git_ask(struct git *g, struct str *out, const char *folder, const char *const *words, struct error *err)
{
	return try_git(g, out, folder, words, err, err) > 0 ? 0 : -1;
}

int git_says(struct git *g, struct str *out, const char *folder, const char *const *words,
	     struct error *err)
{
	struct error why = ERROR_INIT;

	return try_git(g, out, folder, words, &why, err);
}

int git_run_shell(struct git *g, const char *command, const struct launch *like, int *status,
		  struct error *err)
{
	const char *const shell[] = { "/bin/sh", "-c", command, NULL };
	char *argv[sizeof(cleared) / sizeof(*cleared) + sizeof(shell) / sizeof(*shell)];
	int signo, rc;

	add_words(argv, add_words(argv, 0, cleared), shell);
	rc = hook_run_program(g->kernel, argv, like, KERNEL_FOREVER, &signo, status, err);
	g->signo = signo ? signo : g->signo;
	return rc;
}
