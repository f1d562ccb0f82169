/* SPDX-License-Identifier: MIT */
/* Opens an idle counter for each cgroup and CPU: enabled at once, with an event that never happens. */
#include "count/cgroup_clock.h"

#include <stdlib.h>

#include "base/mem.h"
#include "count/plan.h"
#include "host/attr.h"
#include "host/kernel.h"
#include "host/target.h"

struct cgroup_cpu {
	pid_t cgroup;			/* its descriptor */
	int   cpu;
};

static int compare_pairs(const void *a, const void *b)
{
	const struct cgroup_cpu *x = a, *y = b;

	if (x->cgroup != y->cgroup)
		return x->cgroup < y->cgroup ? -1 : 1;
	return (x->cpu > y->cpu) - (x->cpu < y->cpu);
}

/* Each pair of cgroup and CPU in the plan, once; the caller frees it. */
static struct cgroup_cpu *find_pairs(const struct plan *plan, size_t *n)
{
	struct cgroup_cpu *cgroup_cpu = mem_resize(NULL, plan->n, sizeof(*cgroup_cpu));
	size_t all = 0;

	for (size_t i = 0; i < plan->n; i++)
		if (plan_flags(plan, i) & PERF_FLAG_PID_CGROUP)
			cgroup_cpu[all++] = (struct cgroup_cpu){ plan_pid(plan, i), plan->slot[i].cpu };
	if (all)
		qsort(cgroup_cpu, all, sizeof(*cgroup_cpu), compare_pairs);
	*n = 0;
	for (size_t i = 0; i < all; i++)
		if (!*n || compare_pairs(&cgroup_cpu[*n - 1], &cgroup_cpu[i]) != 0)
			cgroup_cpu[(*n)++] = cgroup_cpu[i];
	return cgroup_cpu;
}

void cgroup_clock_open(struct cgroup_clock *clock, const struct kernel *k, const struct plan *plan)
{
	FREED struct cgroup_cpu *cgroup_cpu = NULL;
	size_t n;

	*clock = (struct cgroup_clock){0};
	if (!plan->target->cgroups.n)
		return;
	cgroup_cpu = find_pairs(plan, &n);
	clock->fd = mem_resize(NULL, n, sizeof(*clock->fd));
	for (size_t i = 0; i < n; i++) {
		union attr attr = { .head = { .type = PERF_TYPE_SOFTWARE, .size = ATTR_SIZE,
					      .config = PERF_COUNT_SW_DUMMY,
					      .exclude_kernel = 1, .exclude_hv = 1 } };
		int fd = k->perf_open(k, &attr.head, cgroup_cpu[i].cgroup, cgroup_cpu[i].cpu, -1,
				      PERF_FLAG_PID_CGROUP | PERF_FLAG_FD_CLOEXEC);

		if (fd >= 0)
			clock->fd[clock->n++] = fd;
	}
}

void cgroup_clock_close(struct cgroup_clock *clock, const struct kernel *k)
{
	for (size_t i = 0; i < clock->n; i++)
		k->close(k, clock->fd[i]);
	free(clock->fd);
	*clock = (struct cgroup_clock){0};
}
