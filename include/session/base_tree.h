/* SPDX-License-Identifier: MIT */
/*
 * base_tree.h - checks out another commit of this repository in a tree of its own, with git.
 *
 *	base_tree_find(&t, rev, &err);		which commits; nothing moves
 *	base_tree_check_out(&t, &err);		makes the tree, below the repository's own folder (.git/pstat)
 *	t.folder is the current folder there
 *	base_tree_remove(&t, &err);		also after a failure
 *
 * The tree is a worktree of git, made anew each time, so that nothing stale is in it.  One that a killed
 * pstat left is removed by the next.  Files that git converts with a program (filter=lfs) would be other
 * files without it, and running it may need the network, so they are refused.  Submodules are taken from the
 * clones that the repository has.
 */
#ifndef SESSION_BASE_TREE_H
#define SESSION_BASE_TREE_H

#include <stdbool.h>

#include "base/error.h"
#include "base/str.h"
#include "output/locked_folder.h"
#include "session/git.h"

struct base_tree {
	struct git git;			/* set by the caller */
	struct str top;			/* the folder of the current working tree */
	struct str prefix;		/* of the current folder in it: "" or "sub/folder" */
	struct str common;		/* .git */
	struct str parent;		/* of the trees */
	struct str commit, head;	/* hashes */
	bool changed;			/* files of the current tree differ from head */
	bool has_untracked;		/* if not changed: it has files that git neither knows nor ignores */
	struct locked_folder tree;
	struct str folder;		/* the current folder, there */
	bool made;			/* git may know the tree */
	bool ready;			/* set by base_build.c: it is whole, and built */
};

int  base_tree_find(struct base_tree *t, const char *rev, struct error *err);
int  base_tree_check_out(struct base_tree *t, struct error *err);
/* Whether the path leads to a file of the current tree. */
bool base_tree_has(const struct base_tree *t, const char *path);
int  base_tree_remove(struct base_tree *t, struct error *err);
void base_tree_release(struct base_tree *t);

#endif
