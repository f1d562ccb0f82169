/* SPDX-License-Identifier: MIT */
/*
 * cgroup.h - control groups, by their folder in the hierarchy that counters know.
 *
 * That is the first v1 hierarchy with the perf_event controller, else the v2 one.
 */
#ifndef HOST_CGROUP_H
#define HOST_CGROUP_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/note.h"

struct rootfs;

struct cgroup {
	/*
	 * As it was typed (--for-each-cgroup drops a / in front, but that of "/"), or as it was
	 * found: no / in front, the root is "".
	 */
	char *name;
	int   fd;		/* of its folder */
};

struct cgroups {
	char *mount;		/* where the hierarchy is; NULL: not looked for yet */
	struct cgroup *cgroup;
	size_t n;
};

/* Finds out where the hierarchy is mounted; quick when it is known. */
int  cgroups_mount(struct cgroups *cs, const struct rootfs *root, struct error *err);
/* The index of the group of that name, opened when it is new; -1 with err. */
int  cgroups_add(struct cgroups *cs, const struct rootfs *root, const char *name, struct error *err);

/*
 * --for-each-cgroup: names, or, when any of {}[]()|*+?^$ is in the list, basic regular
 * expressions over all groups there are.  Names give groups in the order of the list,
 * expressions in that of the tree: a group before those in it, by name within a folder.
 * A name that is no group gets a note; none left is an error, and so is an empty item, or a
 * name with .. in it.
 */
int  cgroups_match(struct cgroups *cs, const struct rootfs *root, const char *list,
		   struct notes *notes, struct error *err);
/* Opens the first group below the mount; its index, or -1 where there is none that can be opened. */
int  cgroups_add_first(struct cgroups *cs, const struct rootfs *root);
bool cgroup_exists(int fd);	/* of its folder; false: it was removed since that was opened */

void cgroups_release(struct cgroups *cs);	/* closes them */

#endif
