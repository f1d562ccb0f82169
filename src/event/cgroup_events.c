/* SPDX-License-Identifier: MIT */
/* Assigns cgroups to events: -G and --for-each-cgroup. */
#include "event/cgroup_events.h"

#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "event/event.h"
#include "host/cgroup.h"

/* --- -G ------------------------------------------------------------------------------------------ */

/* The next row without a cgroup from any list; e->n: none. */
static size_t next_row(const struct events *e, int sources)
{
	size_t i = 0;

	while (i < e->n && (e->event[i].row != (int)i || e->event[i].source >= sources ||
			    e->event[i].flags & EVENT_CGROUP_SAID))
		i++;
	return i;
}

static void set_row(struct events *e, size_t row, int cgroup)
{
	for (size_t i = row; i < e->n; i++) {
		if (e->event[i].row != (int)row)
			continue;
		e->event[i].cgroup = cgroup;
		e->event[i].flags |= EVENT_CGROUP_SAID;
	}
}

/* The kernel has no groups across cgroups, so each cgroup gets its own group. */
static void split_groups(struct events *e)
{
	FREED int *leader = mem_resize(NULL, e->n, sizeof(*leader));

	for (size_t i = 0; i < e->n; i++) {
		size_t k = (size_t)e->event[i].leader;

		if (e->event[k].cgroup != e->event[i].cgroup)
			for (k = 0; k < i; k++)
				if (e->event[k].leader == e->event[i].leader &&
				    e->event[k].cgroup == e->event[i].cgroup)
					break;
		leader[i] = (int)k;
	}
	for (size_t i = 0; i < e->n; i++)
		e->event[i].leader = leader[i];
}

static int refuse_item(const struct events *e, int sources, const char *name, struct error *err)
{
	for (size_t i = 0; i < e->n; i++)
		if (e->event[i].source < sources)
			return error_set(err, ERROR_USAGE, 0,
					 "no event is left for cgroup '%s' of -G", name);
	error_set(err, ERROR_USAGE, 0, "-G must follow the events that it applies to");
	return error_hint(err, "as in -e cycles -G %s", name);
}

/* One item of the list; all: it is the only one. */
static int set_item(struct events *e, int sources, const char *name, bool all, int cgroup, struct error *err)
{
	size_t row = next_row(e, sources);

	if (row == e->n && (all || *name))
		return refuse_item(e, sources, name, err);
	for (; row < e->n; row = next_row(e, sources)) {
		set_row(e, row, cgroup);
		if (!all)
			break;
	}
	return 0;
}

/* Items may be empty, but a list of empty items only would count the whole system. */
static int refuse_empty(const char *list, struct error *err)
{
	error_set(err, ERROR_USAGE, 0, "-G '%s' names no cgroup", list);
	return error_hint(err, "the root of all cgroups is called /; without -G the whole system is counted");
}

int cgroup_events_set(struct events *e, int sources, const char *list, struct cgroups *cs,
		       const struct rootfs *root, struct error *err)
{
	bool all = !strchr(list, ',');
	LOCAL(str) name = {0};
	int rc = list[strspn(list, ",")] ? 0 : refuse_empty(list, err);

	for (const char *p = list; rc == 0; p++) {
		size_t n = strcspn(p, ",");
		int cgroup = -1;

		str_reset(&name);
		str_add(&name, "");
		str_add_n(&name, p, n);
		if (n)
			cgroup = cgroups_add(cs, root, name.text, err);
		rc = n && cgroup < 0 ? -1 : set_item(e, sources, name.text, all, cgroup, err);
		p += n;
		if (!*p)
			break;
	}
	if (rc == 0 && e->n)
		split_groups(e);
	return rc;
}

/* --- --for-each-cgroup -------------------------------------------------------------------------- */

static char *copy_text(const char *text)
{
	return text ? mem_copy_text(text) : NULL;
}

void cgroup_events_clone(struct events *e, size_t n_cgroups)
{
	size_t n = e->n;

	e->event = mem_resize(e->event, n * n_cgroups, sizeof(*e->event));
	e->n = n * n_cgroups;
	for (size_t i = 0; i < e->n; i++) {
		struct event *event = &e->event[i];

		if (i >= n) {
			*event = e->event[i - n];
			event->name = copy_text(event->name);
			event->metric_id = copy_text(event->metric_id);
			event->filter = copy_text(event->filter);
			event->file = copy_text(event->file);
			event->unit = copy_text(event->unit);
			cpulist_copy(&event->cpus, &e->event[i - n].cpus);
			event->leader += (int)n;
			event->row += (int)n;
		}
		event->cgroup = (int)(i / (n ? n : 1));
	}
}
