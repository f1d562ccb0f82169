/* SPDX-License-Identifier: MIT */
/* Creates, renames and removes temporary files; a signal handler removes those that are left. */
#define _GNU_SOURCE
#include "output/temp_file.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/str.h"
#include "host/fd.h"
#include "host/file.h"
#include "host/kernel.h"

#ifndef RENAME_EXCHANGE
#define RENAME_EXCHANGE 2
#endif

enum { MOST = 4 };		/* one of record, and the one that is being written */

/* The handler reads them at any moment: a name is complete when stored, and freed after its removal. */
static char *volatile names[MOST];
static volatile pid_t owner;

/* SA_RESETHAND: the signal has its default action again, so kill() ends the process. */
static void remove_all(int signo)
{
	/* a child before exec has the same memory, but must not remove the files */
	for (int i = 0; i < MOST && getpid() == owner; i++)
		if (names[i])
			unlink(names[i]);
	kill(getpid(), signo);
}

/* An ignored signal stays ignored, as with nohup.  Process 1 of a container is not ended by signals. */
static void catch_signals(void)
{
	struct sigaction act = { .sa_handler = remove_all, .sa_flags = (int)SA_RESETHAND | SA_NODEFER };
	struct sigaction before;

	owner = getpid();
	for (int signo = 1; signo <= SIGRTMAX && owner != 1; signo++)
		if (kernel_ends_process(signo) && sigaction(signo, NULL, &before) == 0 &&
		    before.sa_handler == SIG_DFL)
			sigaction(signo, &act, NULL);
}

static void temp_file_forget(struct temp_file *t)
{
	for (int i = 0; i < MOST; i++)
		if (names[i] == t->name)
			names[i] = NULL;
	free(t->name);
	t->name = NULL;
}

/* A name of the longest possible length cannot get a suffix: then the temporary name is pstat.XXXXXX. */
static int create(struct str *name, const char *path)
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

int temp_file_open(struct temp_file *t, const char *path)
{
	struct str name = {0};
	sigset_t all, before;
	int fd, i = 0;

	if (owner != getpid())
		catch_signals();
	while (i < MOST - 1 && names[i])
		i++;
	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, &before);	/* until the name is stored */
	fd = create(&name, path);
	fd = fd < 0 ? -errno : fd;
	if (fd < 0)
		str_release(&name);
	t->name = names[i] = name.text;
	sigprocmask(SIG_SETMASK, &before, NULL);
	fd = fd_keep_above_stdio(fd);
	if (fd < 0)
		temp_file_drop(t);
	return fd;
}

int temp_file_open_unnamed(void)
{
	struct temp_file t = { NULL };
	LOCAL(str) path = {0};
	int fd;

	str_addf(&path, "%s/pstat", file_temp_folder());
	fd = temp_file_open(&t, path.text);
	temp_file_drop(&t);
	return fd;
}

int temp_file_rename(struct temp_file *t, const char *path, bool exclusive)
{
	if (exclusive && link(t->name, path) == 0) {
		temp_file_drop(t);
		return 0;
	}
	if ((exclusive && errno == EEXIST) || rename(t->name, path) < 0)
		return -errno;
	temp_file_forget(t);
	return 0;
}

/* 0, -ESTALE, or another -errno: nobody can tell. */
static int check_same(const char *path, const struct stat *before)
{
	struct stat st;

	if (stat(path, &st) < 0)
		return errno == ENOENT ? -ESTALE : -errno;
	return st.st_dev == before->st_dev && st.st_ino == before->st_ino && st.st_size == before->st_size &&
	       st.st_mtim.tv_sec == before->st_mtim.tv_sec &&
	       st.st_mtim.tv_nsec == before->st_mtim.tv_nsec ? 0 : -ESTALE;
}

static int exchange(const char *a, const char *b)
{
	return syscall(SYS_renameat2, AT_FDCWD, a, AT_FDCWD, b, RENAME_EXCHANGE) < 0 ? -errno : 0;
}

/*
 * What was at path is looked at when it is out of everybody's reach, and goes back if it is another one.  A
 * third one may come in that moment, so what is seen to be another one before stays where it is.
 */
static int swap(struct temp_file *t, const char *path, const struct stat *before)
{
	struct stat own;
	int rc = check_same(path, before);

	if (rc == 0)
		rc = stat(t->name, &own) < 0 ? -errno : exchange(t->name, path);
	if (rc == -EINVAL || rc == -ENOSYS) {	/* this file system cannot exchange */
		rc = check_same(path, before);
		return rc < 0 ? rc : temp_file_rename(t, path, false);
	}
	if (rc < 0)		/* busy: something is mounted there, which a rename cannot move */
		return rc == -ENOENT ? -ESTALE : rc == -EBUSY ? -EPERM : rc;
	if (check_same(t->name, before) == 0) {
		temp_file_drop(t);
		return 0;
	}
	rc = exchange(t->name, path);
	if (rc < 0)
		return rc;
	return check_same(t->name, &own) == 0 ? -ESTALE : -EBUSY;
}

int temp_file_replace(struct temp_file *t, const char *path, const struct stat *before)
{
	sigset_t all, mask;
	int rc;

	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, &mask);	/* the temporary name may be that of a result */
	rc = swap(t, path, before);
	sigprocmask(SIG_SETMASK, &mask, NULL);
	return rc;
}

void temp_file_keep(struct temp_file *t)
{
	temp_file_forget(t);
}

void temp_file_drop(struct temp_file *t)
{
	if (t->name)
		unlink(t->name);
	temp_file_forget(t);
}
