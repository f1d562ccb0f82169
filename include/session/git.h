/* SPDX-License-Identifier: MIT */
/*
 * git.h - runs git in the current repository, and returns what it prints.
 *
 * Hooks and the file system monitor of the repository do not run, and the index is not refreshed: asking must
 * leave the user's checkout as it was.  The variables that git sets for its hooks are removed, as pstat may
 * run in a hook and has another working tree besides.
 */
#ifndef SESSION_GIT_H
#define SESSION_GIT_H

#include <stdbool.h>

#include "base/error.h"
#include "base/str.h"

struct kernel;
struct launch;

struct git {
	const struct kernel *kernel;	/* borrowed, as is like */
	const struct launch *like;	/* see hook.h */
	int signo;			/* the signal for pstat that came meanwhile; 0: none */
};

enum { GIT_WORDS_MOST = 24 };

/*
 * git WORDS in that folder (NULL: the current one).  out: the end of what it prints, without the last line
 * end; NULL: not needed.  An error has the first line of git's own message.
 */
int  git_ask(struct git *g, struct str *out, const char *folder, const char *const *words, struct error *err);
/* The same where git may have nothing to say, as of a setting that is not there: 1; 0: it fails; or -1. */
int  git_says(struct git *g, struct str *out, const char *folder, const char *const *words,
	      struct error *err);
/* sh -c COMMAND without git's variables, as hook_run_program(). */
int  git_run_shell(struct git *g, const char *command, const struct launch *like, int *status,
		   struct error *err);

#endif
