/* SPDX-License-Identifier: MIT */
/*
 * Tracepoints: the folders below events/ are subsystems, those below them are events, each
 * with its id.
 */
#include "host/tracepoint.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "host/rootfs.h"

static const char *const mounts[] = { "/sys/kernel/tracing", "/sys/kernel/debug/tracing" };

/* Mounted, but not for us to look into: what is asked of it will say so. */
static bool is_closed(const struct rootfs *root, const char *mount)
{
	struct names names;
	int rc = rootfs_list(root, &names, "%s", mount);

	names_release(&names);
	return rc == -EACCES || rc == -EPERM;
}

static const char *find_mount(const struct rootfs *root)
{
	for (size_t i = 0; i < sizeof(mounts) / sizeof(*mounts); i++)
		if (rootfs_has(root, "%s/events", mounts[i]) || is_closed(root, mounts[i]))
			return mounts[i];
	return NULL;
}

int tracepoints_where(const struct rootfs *root, const char **mount)
{
	struct names names;
	int rc;

	*mount = find_mount(root);
	if (!*mount)
		return -ENOENT;
	rc = rootfs_list(root, &names, "%s/events", *mount);
	names_release(&names);
	return rc < 0 ? rc : 0;
}

static int add(struct tracepoints *ts, const struct rootfs *root, const char *top, const char *subsystem,
	       const char *name)
{
	struct str text = {0};
	uint64_t id;
	int rc = rootfs_read_u64(root, &id, "%s/events/%s/%s/id", top, subsystem, name);

	if (rc < 0)
		return rc;
	str_addf(&text, "%s:%s", subsystem, name);
	ts->tracepoint = mem_resize(ts->tracepoint, ts->n + 1, sizeof(*ts->tracepoint));
	ts->tracepoint[ts->n++] = (struct tracepoint){ text.text, id };
	return 0;
}

/* All events of one subsystem that match; the errno of the last that could not be read, when none could. */
static int add_matching(struct tracepoints *ts, const struct rootfs *root, const char *top,
			const char *subsystem,
			const char *pattern)
{
	struct names names;
	int why = rootfs_list(root, &names, "%s/events/%s", top, subsystem);

	for (size_t i = 0; i < names.n; i++) {
		int rc = fnmatch(pattern, names.name[i], 0) == 0 ?
			 add(ts, root, top, subsystem, names.name[i]) : 0;

		/* enable and filter stand beside the events */
		if (rc < 0 && rc != -ENOENT && rc != -ENOTDIR)
			why = rc;
	}
	names_release(&names);
	return why;
}

static int refuse(struct error *err, const char *subsystem, const char *name, int why)
{
	if (why == EACCES || why == EPERM) {
		error_set(err, ERROR_PERMISSION, why, "may not read the tracepoint '%s:%s'", subsystem, name);
		error_hint(err, "run as root, or make %s readable: mount -o remount,mode=755 %s", mounts[0],
			   mounts[0]);
		return -1;
	}
	return error_set(err, ERROR_NOT_FOUND, why, "unknown tracepoint '%s:%s'", subsystem, name);
}

int tracepoints_find(struct tracepoints *ts, const struct rootfs *root, const char *subsystem,
		     const char *name,
		     struct error *err)
{
	const char *top = find_mount(root);
	bool globs = strpbrk(subsystem, "*?[") || strpbrk(name, "*?[");
	size_t before = ts->n;
	struct names systems;
	int why;

	if (!top) {
		error_set(err, ERROR_NOT_FOUND, 0, "no tracepoints here: tracefs is not mounted");
		error_hint(err, "mount -t tracefs nodev %s", mounts[0]);
		return -1;
	}
	if (!globs) {
		why = add(ts, root, top, subsystem, name);
		return why < 0 ? refuse(err, subsystem, name, -why) : 0;
	}
	why = rootfs_list(root, &systems, "%s/events", top);
	for (size_t i = 0; i < systems.n; i++)
		if (fnmatch(subsystem, systems.name[i], 0) == 0)
			why = add_matching(ts, root, top, systems.name[i], name);
	names_release(&systems);
	return ts->n > before ? 0 : refuse(err, subsystem, name, -why);
}

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct tracepoint *)a)->name, ((const struct tracepoint *)b)->name);
}

static void list_subsystem(struct tracepoints *ts, size_t *room, const struct rootfs *root, const char *top,
			   const char *subsystem, bool ids)
{
	struct names names;

	rootfs_list_folders(root, &names, "%s/events/%s", top, subsystem);
	for (size_t i = 0; i < names.n; i++) {
		struct str text = {0};
		uint64_t id = 0;

		/* without that file it is a record of ftrace's own */
		if (!rootfs_has(root, "%s/events/%s/%s/id", top, subsystem, names.name[i]))
			continue;
		if (ids && rootfs_read_u64(root, &id, "%s/events/%s/%s/id", top, subsystem,
					   names.name[i]) < 0)
			id = 0;
		if (ts->n == *room) {
			*room = *room ? *room * 2 : 64;
			ts->tracepoint = mem_resize(ts->tracepoint, *room, sizeof(*ts->tracepoint));
		}
		str_addf(&text, "%s:%s", subsystem, names.name[i]);
		ts->tracepoint[ts->n++] = (struct tracepoint){ text.text, id };
	}
	names_release(&names);
}

void tracepoints_list(struct tracepoints *ts, const struct rootfs *root, bool ids)
{
	const char *top = find_mount(root);
	struct names systems;
	size_t room = 0;

	*ts = (struct tracepoints){0};
	if (!top)
		return;
	rootfs_list_folders(root, &systems, "%s/events", top);
	for (size_t i = 0; i < systems.n; i++)
		list_subsystem(ts, &room, root, top, systems.name[i], ids);
	names_release(&systems);
	if (ts->n)
		qsort(ts->tracepoint, ts->n, sizeof(*ts->tracepoint), by_name);
}

void tracepoints_release(struct tracepoints *ts)
{
	for (size_t i = 0; i < ts->n; i++)
		free(ts->tracepoint[i].name);
	free(ts->tracepoint);
	*ts = (struct tracepoints){0};
}
