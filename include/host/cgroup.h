/* SPDX-License-Identifier: MIT */
/*
 * cgroup.h - finds cgroups by name or pattern, in the hierarchy that counters use.
 *
 * That is the first v1 hierarchy with the perf_event controller, else the v2 hierarchy.
 */
#ifndef HOST_CGROUP_H
#define HOST_CGROUP_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "note/note.h"

struct rootfs;

struct cgroup {
	/*
	 * As typed (--for-each-cgroup drops a leading /, but not that of "/"), or as found: without a
	 * leading /, the root is "".
	 */
	char *name;
	int   fd;		/* of its folder */
};

struct cgroups {
	char *mount;		/* mount point of the hierarchy; NULL: not searched yet */
	struct cgroup *cgroup;
	size_t n;
};

/* Finds the mount point; returns at once when it is known. */
int  cgroups_mount(struct cgroups *cs, const struct rootfs *root, struct error *err);
/* The index of the cgroup with that name, which is opened if it is new; -1 with err. */
int  cgroups_add(struct cgroups *cs, const struct rootfs *root, const char *name, struct error *err);

/*
 * --for-each-cgroup: a list of names. If the list has any of {}[]()|*+?^$, its items are basic regular
 * expressions, matched against all cgroups. Names give cgroups in the order of the list; expressions in
 * tree order: a cgroup before its children, siblings by name. A name that is not a cgroup gets a note. It
 * is an error if none is left, if an item is empty, or if a name contains "..".
 */
int  cgroups_match(struct cgroups *cs, const struct rootfs *root, const char *list,
		   struct notes *notes, struct error *err);
/* Opens the first cgroup below the mount point that can be opened; its index, or -1. */
int  cgroups_add_first(struct cgroups *cs, const struct rootfs *root);
bool cgroup_exists(int fd);	/* false: the cgroup was removed after its folder was opened */

void cgroups_release(struct cgroups *cs);	/* closes all folders */

#endif
