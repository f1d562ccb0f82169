/* SPDX-License-Identifier: MIT */
/*
 * base_build.h - implements --base: checks out the base commit in a second tree, builds both trees, and runs
 * the first of the two commands in that tree.
 *
 * The command line has the command once; the caller passes it twice.  Building is not part of --budget,
 * which is for runs.  A build that fails ends the session with its status, as does a run that fails.
 */
#ifndef SESSION_BASE_BUILD_H
#define SESSION_BASE_BUILD_H

#include <stdbool.h>

#include "base/error.h"

struct base_tree;
struct env;
struct session;
struct signals;

/* For session_start(), before anything runs.  Without --base it does nothing. */
int  base_build_prepare(struct session *s, struct error *err);
/* With --missing-base=pass: whether err only says that the base lacks the program; it is then a warning. */
bool base_build_accepts(const struct session *s, struct error *err);
/* For session_end(): removes the other tree, unless sessions share it; what fails is only said. */
void base_build_end(struct session *s);
/* For session_unshare(). */
void base_build_remove(struct base_tree *t, const struct signals *signals, const struct env *env);

#endif
