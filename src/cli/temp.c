/* SPDX-License-Identifier: MIT */
/* Which files are not complete, and what takes them away when a signal ends pstat? */
#define _GNU_SOURCE
#include "cli/temp.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/str.h"
#include "host/kernel.h"

struct temp {
	char *name;
	bool there;
	struct temp *next;
};

/*
 * A handler sees them, at any moment: one is whole before it is listed, is taken out by one store, and is
 * freed after that.
 */
static struct temp *volatile temps;
static volatile pid_t owner;

/* Back to the default already, so the second time it ends the process. */
static void take_away(int signo)
{
	/* a child that has not become the command yet shares the memory, not the files */
	if (getpid() == owner)
		for (const struct temp *t = temps; t; t = t->next)
			if (t->there)
				unlink(t->name);
	kill(getpid(), signo);
}

/* Where pstat itself writes, the last two are errors of write. */
static bool ends(int signo)
{
	return kernel_watches(signo) || signo == SIGPIPE || signo == SIGXFSZ;
}

/*
 * Signals that end pstat find what is listed.  Where the caller ignores one, as nohup does, it stays ignored;
 * and the first process of a container is ended by none of them.
 */
static void watch(void)
{
	struct sigaction act = { .sa_handler = take_away, .sa_flags = (int)SA_RESETHAND | SA_NODEFER };
	struct sigaction before;

	owner = getpid();
	if (owner == 1)
		return;
	for (int signo = 1; signo <= SIGRTMAX; signo++)
		if (ends(signo) && sigaction(signo, NULL, &before) == 0 &&
		    before.sa_handler == SIG_DFL)
			sigaction(signo, &act, NULL);
}

static struct temp *add(struct str *name)
{
	struct temp *t = mem_zeroed(1, sizeof(*t));

	t->name = name->text;
	t->there = true;
	t->next = temps;
	temps = t;
	*name = (struct str){0};
	return t;
}

/* Where the name that it will have is so long that there is no room for more letters it begins otherwise. */
static int make(struct str *name, const char *path)
{
	const char *slash = strrchr(path, '/');
	int fd;

	str_addf(name, "%s.XXXXXX", path);
	fd = mkostemp(name->text, O_CLOEXEC);
	if (fd >= 0 || errno != ENAMETOOLONG)
		return fd;
	str_reset(name);
	str_addf(name, "%.*spstat.XXXXXX", slash ? (int)(slash - path) + 1 : 0, path);
	return mkostemp(name->text, O_CLOEXEC);
}

struct temp *temp_open(const char *path, int *fd)
{
	struct str name = {0};
	struct temp *t = NULL;
	sigset_t all, before;
	int errnum;

	if (owner != getpid())
		watch();
	/* a signal finds it listed, or not there */
	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, &before);
	*fd = make(&name, path);
	errnum = errno;
	if (*fd >= 0)
		t = add(&name);
	sigprocmask(SIG_SETMASK, &before, NULL);
	str_release(&name);
	errno = errnum;
	return t;
}

const char *temp_name(const struct temp *t)
{
	return t->name;
}

int temp_become(struct temp *t, const char *path)
{
	if (rename(t->name, path) < 0)
		return -1;
	t->there = false;
	return 0;
}

void temp_keep(struct temp *t)
{
	t->there = false;
}

static void forget(const struct temp *t)
{
	struct temp *before = temps;

	if (before == t) {
		temps = t->next;
		return;
	}
	while (before->next != t)
		before = before->next;
	before->next = t->next;
}

void temp_drop(struct temp *t)
{
	if (!t)
		return;
	if (t->there)
		unlink(t->name);
	forget(t);
	free(t->name);
	free(t);
}
