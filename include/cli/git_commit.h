/* SPDX-License-Identifier: MIT */
/*
 * git_commit.h - finds which commit is checked out in the current folder or the nearest one above it.
 *
 * pstat reads the files of the repository and starts nothing, as git would run what a repository of somebody
 * else is configured to run.  As git does by safe.directory, it takes files of its own user only, and of the
 * caller of sudo; links are not followed.  Only a hash ever comes out.
 */
#ifndef CLI_GIT_COMMIT_H
#define CLI_GIT_COMMIT_H

#include <stdbool.h>

#include "base/str.h"

/* Appends the hash; false: there is no repository, or it has no commit yet. */
bool git_commit_find(struct str *out);
/* Replaces out by the folder of the repository; false: there is none, and out is empty. */
bool git_commit_find_folder(struct str *out);

#endif
