/* SPDX-License-Identifier: MIT */
/* What is asked of the kernel for one slot, and how often: twice, where the limit can be raised. */
#include "count/attempt.h"

#include <errno.h>
#include <string.h>

#include "count/counters.h"
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

int attempt_open(const struct counters *cs, size_t i, int group_fd, union attr *attr)
{
	const struct kernel *k = cs->kernel;
	const struct plan *plan = cs->plan;
	int fd;

	if (plan->events->event[plan->slot[i].event].flags & EVENT_LATENCY) {
		plan_attr(plan, i, attr);
		return -ENODATA;
	}
	for (bool raised = false;; raised = true) {
		union attr asked;

		plan_attr(plan, i, &asked);
		if (group_fd < 0) {
			asked.head.disabled = 1;
			asked.head.enable_on_exec = plan->target->enable_on_exec;
		}
		*attr = asked;
		fd = k->perf_open(k, &attr->head, plan_pid(plan, i), plan->slot[i].cpu, group_fd,
				  plan_flags(plan, i));
		trace_open(cs, i, &asked, group_fd, fd);
		if (fd != -EMFILE || raised || !kernel_raise_limit(k))
			return fd;
	}
}
