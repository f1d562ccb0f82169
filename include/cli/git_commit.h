/* SPDX-License-Identifier: MIT */
/*
 * git_commit.h - the commit that is checked out in the current folder or the nearest one above it.
 *
 * pstat reads the files of the repository and starts nothing, as git would run what a repository of somebody
 * else is configured to run.  Only a hash ever comes out, whatever file a link or a reference leads to.
 */
#ifndef CLI_GIT_COMMIT_H
#define CLI_GIT_COMMIT_H

#include <stdbool.h>

#include "base/str.h"

/* Appends the hash; false: there is no repository, or it has no commit yet. */
bool git_commit_find(struct str *out);

#endif
