/* SPDX-License-Identifier: MIT */
/* Finds the cgroup hierarchy, lists its cgroups, and opens their folders. */
#include "host/cgroup.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/nearest.h"
#include "base/str.h"
#include "host/pattern.h"
#include "host/rootfs.h"

/* --- the hierarchy -------------------------------------------------------------------------------- */

/* Cuts the next field of a line of /proc/mounts in place, and decodes \040 and the like. */
static char *next_field(char **p)
{
	char *field = *p, *to = *p;

	for (; **p && **p != ' '; ++*p) {
		const char *s = *p;

		if (s[0] == '\\' && s[1] >= '0' && s[1] <= '3' && s[2] >= '0' && s[2] <= '7' && s[3] >= '0' &&
		    s[3] <= '7') {
			*to++ = (char)((s[1] - '0') * 64 + (s[2] - '0') * 8 + (s[3] - '0'));
			*p += 3;
		} else {
			*to++ = *s;
		}
	}
	if (**p)
		++*p;
	*to = '\0';
	return field;
}

/* The mount point of the chosen hierarchy, owned; NULL: there is none. */
static char *choose_mount(char *mounts)
{
	const char *v2 = NULL;

	for (char *p = mounts, *end; *p; p = end) {
		const char *at, *type, *options;

		end = p + strcspn(p, "\n");
		if (*end)
			*end++ = '\0';
		next_field(&p);
		at = next_field(&p);
		type = next_field(&p);
		options = next_field(&p);
		if (strcmp(type, "cgroup") == 0 && str_list_has(options, strlen(options), "perf_event"))
			return mem_copy_text(at);
		if (strcmp(type, "cgroup2") == 0 && !v2)
			v2 = at;
	}
	return v2 ? mem_copy_text(v2) : NULL;
}

int cgroups_mount(struct cgroups *cs, const struct rootfs *root, struct error *err)
{
	LOCAL(str) text = {0};
	int rc = 0;

	if (cs->mount)
		return 0;
	rc = rootfs_read(root, &text, "/proc/mounts");
	if (rc == 0)
		cs->mount = choose_mount(text.text);
	if (cs->mount)
		return 0;
	if (rc < 0 && !rootfs_is_missing(rc))
		return rootfs_set_error(err, rc, "/proc/mounts");
	error_set(err, ERROR_UNSUPPORTED, rc < 0 ? -rc : 0, "no cgroups here: %s",
		  rc < 0 ? "/proc/mounts cannot be read" : "no hierarchy that counters use is mounted");
	return error_hint(err, "as root, `mount -t cgroup2 none /sys/fs/cgroup` mounts one");
}

/* --- single groups --------------------------------------------------------------------------------- */

/* Opens the folder now, so that nobody can replace it later. A negative errno: not added. */
static int open_and_add(struct cgroups *cs, const struct rootfs *root, const char *name)
{
	int fd = rootfs_open_folder(root, "%s/%s", cs->mount, name);

	if (fd < 0)
		return fd;
	cs->cgroup = mem_resize(cs->cgroup, cs->n + 1, sizeof(*cs->cgroup));
	cs->cgroup[cs->n++] = (struct cgroup){ mem_copy_text(name), fd };
	return 0;
}

static int find_by_name(const struct cgroups *cs, const char *name)
{
	for (size_t i = 0; i < cs->n; i++)
		if (strcmp(cs->cgroup[i].name, name) == 0)
			return (int)i;
	return -1;
}

/* An empty name may be a script's unset variable, so it does not mean the root. */
static int refuse_empty(struct error *err)
{
	error_set(err, ERROR_USAGE, 0, "the name of a cgroup is empty");
	return error_hint(err, "the root of all cgroups is called /");
}

static int check_name(const struct cgroups *cs, const char *name, struct error *err)
{
	int rc = *name ? 0 : refuse_empty(err);

	for (const char *p = name; rc == 0 && *p; p += strspn(p, "/")) {
		size_t n = strcspn(p, "/");

		if (n == 2 && memcmp(p, "..", 2) == 0)
			rc = error_set(err, ERROR_USAGE, 0,
				       "cgroup '%s': a name is a path below %s, and must not contain ..",
				       name, cs->mount);
		p += n;
	}
	return rc;
}

static int refuse_open(const struct cgroups *cs, const char *name, int rc, struct error *err)
{
	if (rc == -ENOENT || rc == -ENOTDIR)
		return error_set(err, ERROR_NOT_FOUND, -rc, "no cgroup '%s' below %s", name, cs->mount);
	if (rc != -EMFILE && rc != -ENFILE)
		return error_set(err, ERROR_SYSTEM, -rc, "cannot open cgroup '%s': %s", name, strerror(-rc));
	error_set(err, ERROR_LIMIT, -rc, "cannot open cgroup '%s', the %zuth: %s", name, cs->n + 1,
		  strerror(-rc));
	return error_hint(err, "name fewer of them, or raise the limit with `ulimit -n`");
}

int cgroups_add(struct cgroups *cs, const struct rootfs *root, const char *name, struct error *err)
{
	int i, rc;

	if (cgroups_mount(cs, root, err) < 0)
		return -1;
	i = find_by_name(cs, name);
	if (i >= 0 || check_name(cs, name, err) < 0)
		return i;
	rc = open_and_add(cs, root, name);
	return rc < 0 ? refuse_open(cs, name, rc, err) : (int)cs->n - 1;
}

/* --- all there are -------------------------------------------------------------------------------- */

struct paths {
	char **path;
	size_t n, cap;
};

static void push_path(struct paths *ps, char *path)
{
	if (ps->n == ps->cap) {
		ps->cap = ps->cap ? ps->cap * 2 : 64;
		ps->path = mem_resize(ps->path, ps->cap, sizeof(*ps->path));
	}
	ps->path[ps->n++] = path;
}

static void release_paths(struct paths *ps)
{
	for (size_t i = 0; i < ps->n; i++)
		free(ps->path[i]);
	free(ps->path);
}

/*
 * cgroups come and go, some paths are too long, some may not be read: continue with the others. But a lack
 * of descriptors would affect all of them.
 */
static bool can_skip(int rc)
{
	return rc != -EMFILE && rc != -ENFILE;
}

/* Pushes the folders in reverse order, so that the first one is popped first. */
static int push_children(struct paths *todo, const struct rootfs *root, const char *mount, const char *path)
{
	LOCAL(file_names) names = {0};
	int rc = rootfs_list_folders(root, &names, "%s/%s", mount, path);

	if (rc < 0)
		return can_skip(rc) ? 0 : rc;
	for (size_t i = names.n; i-- > 0;) {
		struct str child = {0};

		str_addf(&child, "%s%s%s", path, *path ? "/" : "", names.name[i]);
		push_path(todo, child.text);
	}
	return 0;
}

/* --- regular expressions -------------------------------------------------------------------------- */

struct patterns {
	regex_t *regex;
	size_t n;
};

static int add_pattern(struct patterns *ps, const char *item, struct error *err)
{
	enum { GROUP_PARTS_MOST = 2000 };

	if (!*item)
		return refuse_empty(err);
	ps->regex = mem_resize(ps->regex, ps->n + 1, sizeof(*ps->regex));
	if (pattern_compile(&ps->regex[ps->n], item, 0, GROUP_PARTS_MOST, err) < 0)
		return -1;
	ps->n++;
	return 0;
}

static bool matches_any(const struct patterns *ps, const char *path)
{
	for (size_t i = 0; i < ps->n; i++)
		if (regexec(&ps->regex[i], path, 0, NULL, 0) == 0)
			return true;
	return false;
}

static void release_patterns(struct patterns *ps)
{
	for (size_t i = 0; i < ps->n; i++)
		regfree(&ps->regex[i]);
	free(ps->regex);
}

static int match_all(struct cgroups *cs, const struct rootfs *root, const struct patterns *ps,
		     struct error *err)
{
	struct paths todo = {0};
	int rc = 0;

	push_path(&todo, mem_copy_text(""));
	while (todo.n && rc == 0) {
		FREED char *path = todo.path[--todo.n];

		rc = push_children(&todo, root, cs->mount, path);
		if (rc == 0 && matches_any(ps, path))
			rc = open_and_add(cs, root, path);
		if (rc < 0 && can_skip(rc))
			rc = 0;
		if (rc < 0)
			rc = refuse_open(cs, path, rc, err);
	}
	release_paths(&todo);
	return rc;
}

static int match_patterns(struct cgroups *cs, const struct rootfs *root, const struct paths *items,
			  struct error *err)
{
	struct patterns ps = {0};
	int rc = -1;

	for (size_t i = 0; i < items->n; i++)
		if (add_pattern(&ps, items->path[i], err) < 0)
			goto out;
	rc = match_all(cs, root, &ps, err);
out:
	release_patterns(&ps);
	return rc;
}

/* --- lists ----------------------------------------------------------------------------------------- */

static int match_name(struct cgroups *cs, const struct rootfs *root, const char *item, struct notes *notes,
		      struct error *err)
{
	const char *name = item + (item[0] == '/' && item[1]);
	int rc;

	if (find_by_name(cs, name) >= 0)
		return 0;
	if (check_name(cs, item, err) < 0)
		return -1;
	rc = open_and_add(cs, root, name);
	if (rc == -ENOENT || rc == -ENOTDIR) {
		notes_add(notes, NOTE_NO_CGROUP, -1, "'%s'", name);
		return 0;
	}
	return rc < 0 ? refuse_open(cs, name, rc, err) : 0;
}

/* Splits the list at commas. */
static void split_list(struct paths *items, const char *list)
{
	for (const char *p = list;; p++) {
		size_t n = strcspn(p, ",");
		struct str item = {0};

		str_add_n(&item, p, n);
		push_path(items, item.text);
		p += n;
		if (!*p)
			return;
	}
}

/* Where was looked, and what is there. */
static void hint_names(const struct cgroups *cs, const struct rootfs *root, const struct paths *items,
		       struct error *err)
{
	enum { SHOWN = 8 };
	LOCAL(file_names) names = {0};
	LOCAL(str) text = {0};

	if (rootfs_list_folders(root, &names, "%s", cs->mount) < 0)
		names.n = 0;
	for (size_t i = 0; i < names.n && i < SHOWN; i++) {
		str_add(&text, text.len ? ", " : "");
		str_add_line(&text, names.name[i]);
	}
	error_hint(err, "cgroups are sought in %s, which has %s%s", cs->mount, text.len ? text.text : "none",
		   names.n > SHOWN ? ", ..." : "");
	for (size_t i = 0; i < items->n; i++) {
		struct nearest near = { .wanted = items->path[i] };

		for (size_t n = 0; n < names.n; n++)
			nearest_offer(&near, names.name[n]);
		if (near.found && near.distance) {
			error_hint(err, "did you mean '%s'? Cgroups are sought in %s", near.found, cs->mount);
			break;
		}
	}
}

int cgroups_match(struct cgroups *cs, const struct rootfs *root, const char *list, struct notes *notes,
		  struct error *err)
{
	bool special = strpbrk(list, "{}[]()|*+?^$");
	struct paths items = {0};
	int rc;

	if (cgroups_mount(cs, root, err) < 0)
		return -1;
	split_list(&items, list);
	if (special) {
		rc = match_patterns(cs, root, &items, err);
	} else {
		rc = 0;
		for (size_t i = 0; i < items.n && rc == 0; i++)
			rc = match_name(cs, root, items.path[i], notes, err);
	}
	if (rc == 0 && !cs->n) {
		rc = error_set(err, ERROR_NOT_FOUND, 0, "no cgroup matched: %s", list);
		hint_names(cs, root, &items, err);
	}
	release_paths(&items);
	return rc;
}

int cgroups_add_first(struct cgroups *cs, const struct rootfs *root)
{
	struct error ignored = ERROR_INIT;
	LOCAL(file_names) names = {0};
	int at = -1;

	if (rootfs_list_folders(root, &names, "%s", cs->mount) == 0)
		for (size_t i = 0; i < names.n && at < 0; i++)
			at = cgroups_add(cs, root, names.name[i], &ignored);
	return at;
}

bool cgroup_exists(int fd)
{
	return faccessat(fd, "cgroup.procs", F_OK, 0) == 0;
}

void cgroups_release(struct cgroups *cs)
{
	for (size_t i = 0; i < cs->n; i++) {
		rootfs_close_folder(cs->cgroup[i].fd);
		free(cs->cgroup[i].name);
	}
	free(cs->cgroup);
	free(cs->mount);
	*cs = (struct cgroups){0};
}
