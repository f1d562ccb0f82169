/* SPDX-License-Identifier: MIT */
/*
 * The fallbacks, in the order in which they are tried: the newest feature is given up first.
 *
 * A step may change anything of the event, even its name; it returns false when it has nothing to give up,
 * so trying them ends by itself. It never gives up what the user requested explicitly or what earlier runs
 * have counted, and never makes an event that counts nothing.
 */
#include "count/fallback.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "event/event.h"

/* cycles -> cycles:u, but cycles:H -> cycles:Hu, msr/tsc/ -> msr/tsc/u and tsc [msr] -> tsc:u [msr]. */
static void relabel(struct event *e, const char *letter)
{
	const char *pmu = strstr(e->name, " [");
	size_t bare = pmu ? (size_t)(pmu - e->name) : strlen(e->name);
	struct str name = {0};

	str_add_n(&name, e->name, bare);
	str_addf(&name, "%s%s%s", strcspn(e->name, ":/") < bare ? "" : ":", letter, e->name + bare);
	free(e->name);
	e->name = name.text;
}

/* The kernel stored the size that it knows in the attr. Only zeros may be cut off. */
static bool shorten(struct event *e, const union attr *refused)
{
	const unsigned char *bytes = (const unsigned char *)&e->attr;
	uint32_t known = refused->head.size;

	if (known < PERF_ATTR_SIZE_VER0 || known >= e->attr.head.size)
		return false;
	for (uint32_t i = known; i < e->attr.head.size; i++)
		if (bytes[i])
			return false;
	e->attr.head.size = known;
	return true;
}

static bool lower_precision(struct event *e, const union attr *refused)
{
	(void)refused;
	if (!(e->flags & EVENT_PRECISE_MAX) || !e->attr.head.precise_ip)
		return false;
	e->attr.head.precise_ip--;
	return true;
}

static bool drop_guest(struct event *e, const union attr *refused)
{
	bool had = e->attr.head.exclude_guest || e->attr.head.exclude_host;

	(void)refused;
	if (e->flags & (EVENT_GUEST_ASKED | EVENT_SETTLED))
		return false;
	e->attr.head.exclude_guest = e->attr.head.exclude_host = 0;
	return had;
}

/* Everything that it counts happens in the kernel, which is excluded: always 0. */
static bool is_blind(const struct event *e)
{
	const struct perf_event_attr *a = &e->attr.head;

	if (a->type == PERF_TYPE_TRACEPOINT)	/* except for probes in programs */
		return strncmp(e->name, "probe_", 6) != 0 && strncmp(e->name, "uprobes:", 8) != 0;
	return a->type == PERF_TYPE_SOFTWARE &&
	       (a->config == PERF_COUNT_SW_CONTEXT_SWITCHES || a->config == PERF_COUNT_SW_CPU_MIGRATIONS ||
		a->config == PERF_COUNT_SW_BPF_OUTPUT || a->config == PERF_COUNT_SW_CGROUP_SWITCHES);
}

/* With exclude_user set as well, the event would count nothing. */
static bool drop_kernel(struct event *e, const union attr *refused)
{
	(void)refused;
	if (e->attr.head.exclude_kernel || e->attr.head.exclude_user || e->flags & EVENT_SETTLED)
		return false;
	e->attr.head.exclude_kernel = 1;
	e->attr.head.exclude_hv = 1;
	if (is_blind(e))
		e->flags |= EVENT_BLIND;
	relabel(e, "u");
	return true;
}

/* Marked as requested, or EINVAL would remove it again. */
static bool exclude_guests(struct event *e, const union attr *refused)
{
	(void)refused;
	if (e->attr.head.exclude_guest || e->flags & (EVENT_GUEST_ASKED | EVENT_SETTLED))
		return false;
	e->attr.head.exclude_guest = 1;
	e->flags |= EVENT_GUEST_ASKED;
	relabel(e, "H");
	return true;
}

static const struct fallback ladder[] = {
	{ NULL,				E2BIG,	    shorten },
	{ "part of the precision",	EINVAL,	    lower_precision },
	{ "part of the precision",	EOPNOTSUPP, lower_precision },
	{ "telling guest and host apart", EINVAL,   drop_guest },
	{ "the kernel",			EACCES,	    drop_kernel },
	{ "the kernel",			EPERM,	    drop_kernel },
	{ "guests",			EOPNOTSUPP, exclude_guests },
};

const struct fallback *fallback_next(struct event *event, const union attr *refused, int errnum)
{
	for (size_t i = 0; i < sizeof(ladder) / sizeof(*ladder); i++)
		if (ladder[i].errnum == errnum && ladder[i].apply(event, refused))
			return &ladder[i];
	return NULL;
}
