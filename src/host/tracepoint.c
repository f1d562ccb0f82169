/* SPDX-License-Identifier: MIT */
/*
 * Finds tracepoints: folders below events/ are subsystems, folders below those are events, each with an
 * id.
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

/* It may be mounted but unreadable: the first access reports that. */
static const char *find_mount(const struct rootfs *root)
{
	for (size_t i = 0; i < sizeof(mounts) / sizeof(*mounts); i++)
		if (rootfs_has(root, "%s/events", mounts[i]) != 0)
			return mounts[i];
	return NULL;
}

int tracepoints_where(const struct rootfs *root, const char **mount)
{
	LOCAL(file_names) names = {0};
	int rc;

	*mount = find_mount(root);
	if (!*mount)
		return -ENOENT;
	rc = rootfs_list(root, &names, "%s/events", *mount);
	return rc < 0 ? rc : 0;
}

static void tracepoint_append(struct tracepoints *ts, const char *subsystem, const char *name, uint64_t id)
{
	struct str text = {0};

	str_addf(&text, "%s:%s", subsystem, name);
	MEM_ADD(ts->tracepoint, ts->n, (struct tracepoint){ text.text, id });
}

static int read_and_append(struct tracepoints *ts, const struct rootfs *root, const char *top,
			   const char *subsystem, const char *name)
{
	uint64_t id;
	int rc = rootfs_read_u64(root, &id, "%s/events/%s/%s/id", top, subsystem, name);

	if (rc < 0)
		return rc;
	tracepoint_append(ts, subsystem, name, id);
	return 0;
}

/* enable and filter are files beside the events, and lists of fields are beside the subsystems */
static int ok_if_missing(int rc)
{
	return rootfs_is_missing(rc) ? 0 : rc;
}

/* Adds all matching events of a subsystem; -errno if one cannot be read, as its row would be missing. */
static int add_matching(struct tracepoints *ts, const struct rootfs *root, const char *top,
			const char *subsystem, const char *pattern)
{
	LOCAL(file_names) names = {0};
	int rc = ok_if_missing(rootfs_list(root, &names, "%s/events/%s", top, subsystem));

	for (size_t i = 0; i < names.n && rc == 0; i++)
		if (fnmatch(pattern, names.name[i], 0) == 0)
			rc = ok_if_missing(read_and_append(ts, root, top, subsystem, names.name[i]));
	return rc;
}

void tracepoints_hint(struct error *err)
{
	error_hint(err, "run as root, or make %s readable: mount -o remount,mode=755 %s", mounts[0],
		   mounts[0]);
}

static int tracepoint_refuse(struct error *err, const char *top, const char *subsystem, const char *name,
			     int rc)
{
	if (!ok_if_missing(rc))
		return error_set(err, ERROR_USAGE, -rc, "unknown tracepoint '%s:%s'", subsystem, name);
	if (!rootfs_is_closed(rc))
		return rootfs_set_error(err, rc, "%s/events/%s/%s/id", top, subsystem, name);
	error_set(err, ERROR_PERMISSION, -rc, "may not read the tracepoint '%s:%s'", subsystem, name);
	tracepoints_hint(err);
	return -1;
}

int tracepoints_find(struct tracepoints *ts, const struct rootfs *root, const char *subsystem,
		     const char *name, struct error *err)
{
	const char *top = find_mount(root);
	bool globs = strpbrk(subsystem, "*?[") || strpbrk(name, "*?[");
	size_t before = ts->n;
	LOCAL(file_names) systems = {0};
	int rc;

	if (!top) {
		error_set(err, ERROR_NOT_FOUND, 0, "no tracepoints here: tracefs is not mounted");
		return error_hint(err, "as root, `mount -t tracefs nodev %s` mounts it", mounts[0]);
	}
	if (!globs) {
		rc = read_and_append(ts, root, top, subsystem, name);
		return rc < 0 ? tracepoint_refuse(err, top, subsystem, name, rc) : 0;
	}
	rc = ok_if_missing(rootfs_list(root, &systems, "%s/events", top));
	for (size_t i = 0; i < systems.n && rc == 0; i++)
		if (fnmatch(subsystem, systems.name[i], 0) == 0)
			rc = add_matching(ts, root, top, systems.name[i], name);
	return rc == 0 && ts->n > before ? 0 : tracepoint_refuse(err, top, subsystem, name, rc);
}

static int tracepoint_by_name(const void *a, const void *b)
{
	return strcmp(((const struct tracepoint *)a)->name, ((const struct tracepoint *)b)->name);
}

/* Leaves out what the user may not read, and nothing else. */
static int unless_closed(int rc)
{
	return rootfs_is_closed(rc) ? 0 : ok_if_missing(rc);
}

static int list_event(struct tracepoints *ts, const struct rootfs *root, const char *top,
		      const char *subsystem, const char *name, bool ids)
{
	uint64_t id = 0;
	int rc = rootfs_has(root, "%s/events/%s/%s/id", top, subsystem, name);

	if (rc == 0)	/* one of ftrace's own records, not an event */
		return 0;
	if (rc > 0 && ids)
		rc = rootfs_read_u64(root, &id, "%s/events/%s/%s/id", top, subsystem, name);
	if (rc < 0) {
		id = 0;
		rc = rc == -EINVAL ? 0 : unless_closed(rc);
	}
	if (rc < 0)
		return rc;
	tracepoint_append(ts, subsystem, name, id);
	return 0;
}

static int list_subsystem(struct tracepoints *ts, const struct rootfs *root, const char *top,
			  const char *subsystem, bool ids, struct error *err)
{
	LOCAL(file_names) names = {0};
	int rc = unless_closed(rootfs_list_folders(root, &names, "%s/events/%s", top, subsystem));

	for (size_t i = 0; i < names.n && rc == 0; i++)
		rc = list_event(ts, root, top, subsystem, names.name[i], ids);
	return rc < 0 ? rootfs_set_error(err, rc, "all of %s/events/%s", top, subsystem) : 0;
}

int tracepoints_list(struct tracepoints *ts, const struct rootfs *root, bool ids, struct error *err)
{
	const char *top = find_mount(root);
	LOCAL(file_names) systems = {0};
	int rc;

	*ts = (struct tracepoints){0};
	if (!top)
		return 0;
	rc = rootfs_list_folders(root, &systems, "%s/events", top);
	ts->closed = rootfs_is_closed(rc) ? top : NULL;
	rc = unless_closed(rc);
	if (rc < 0)
		return rootfs_set_error(err, rc, "%s/events", top);
	for (size_t i = 0; i < systems.n && rc == 0; i++)
		rc = list_subsystem(ts, root, top, systems.name[i], ids, err);
	if (ts->n)
		qsort(ts->tracepoint, ts->n, sizeof(*ts->tracepoint), tracepoint_by_name);
	return rc;
}

void tracepoints_release(struct tracepoints *ts)
{
	for (size_t i = 0; i < ts->n; i++)
		free(ts->tracepoint[i].name);
	free(ts->tracepoint);
	*ts = (struct tracepoints){0};
}
