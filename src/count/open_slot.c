/* SPDX-License-Identifier: MIT */
/* Opens one counter, raises the limit of descriptors if needed, and tries whole groups. */
#include "count/open_slot.h"

#include <errno.h>
#include <string.h>

#include "base/mem.h"
#include "count/counters.h"
#include "count/event_unit.h"
#include "count/plan.h"
#include "event/event.h"
#include "host/kernel.h"
#include "host/target.h"

static void trace_open(const struct counters *cs, size_t i, const union attr *attr, int group_fd, int fd)
{
	static const char dashes[] = "------------------------------------------------------------\n";
	const struct plan *plan = cs->plan;
	struct str *out = cs->trace;

	if (!out)
		return;
	str_addf(out, "%sperf_event_attr:\n", dashes);
	plan_format_attr(out, attr);
	str_addf(out, "%ssys_perf_event_open: pid %d  cpu %d  group_fd %d  flags 0x%x = %d", dashes,
		 (int)plan_pid(plan, i), plan->slot[i].cpu, group_fd,
		 (unsigned)plan_flags(plan, i), fd);
	if (fd < 0)
		str_addf(out, " (%s)", strerror(-fd));
	str_add(out, "\n");
}

/* Tries again if the limit of descriptors could be raised. attr is what the kernel left. */
static int open_with_retry(const struct counters *cs, size_t i, const union attr *asked, int group_fd,
			   union attr *attr)
{
	const struct kernel *k = cs->kernel;
	int fd;

	for (bool raised = false;; raised = true) {
		*attr = *asked;
		fd = k->perf_open(k, &attr->head, plan_pid(cs->plan, i), cs->plan->slot[i].cpu, group_fd,
				  plan_flags(cs->plan, i));
		trace_open(cs, i, asked, group_fd, fd);
		if (fd != -EMFILE || raised || !kernel_raise_limit(k))
			return fd;
	}
}

int open_slot_once(const struct counters *cs, size_t i, int group_fd, union attr *attr)
{
	const struct plan *plan = cs->plan;
	union attr asked;

	plan_attr(plan, i, &asked);
	*attr = asked;
	if (plan->events->event[plan->slot[i].event].flags & EVENT_LATENCY)
		return -ENODATA;
	if (group_fd < 0) {
		asked.head.disabled = 1;
		asked.head.enable_on_exec = plan->target->enable_on_exec;
	}
	return open_with_retry(cs, i, &asked, group_fd, attr);
}

static bool needs_test(const struct plan *plan, size_t lead)
{
	const struct slot *slot = &plan->slot[lead];
	int counters = 0;

	for (int m = 0; m < slot->members; m++)
		counters += event_unit_needs_counter(&plan->events->event[slot[m].event]);
	return counters > 1 && !slot->bundled && !plan->target->enable_on_exec;
}

bool open_slot_test_group(const struct counters *cs, size_t lead)
{
	const struct kernel *k = cs->kernel;
	const struct slot *slot = &cs->plan->slot[lead];
	FREED int *fd = NULL;
	int n = 0, rc = 0;

	if (!needs_test(cs->plan, lead))
		return true;
	fd = mem_resize(NULL, (size_t)slot->members, sizeof(*fd));
	for (; n < slot->members && rc >= 0; n += rc >= 0) {
		union attr asked, back;

		plan_attr(cs->plan, lead + (size_t)n, &asked);
		asked.head.disabled = asked.head.enable_on_exec = !n;
		fd[n] = rc = open_with_retry(cs, lead + (size_t)n, &asked, n ? fd[0] : -1, &back);
	}
	for (int i = 0; i < n; i++)
		k->close(k, fd[i]);
	return rc != -EINVAL || !n;
}
