/* SPDX-License-Identifier: MIT */
/* The idle counters of cgroups: enabled at once, of an event that never happens. */
#include "count/anchors.h"

#include <stdlib.h>

#include "base/mem.h"
#include "count/plan.h"
#include "host/attr.h"
#include "host/kernel.h"
#include "host/target.h"

struct place {
	pid_t cgroup;			/* its descriptor */
	int   cpu;
};

static int compare_places(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	if (x->cgroup != y->cgroup)
		return x->cgroup < y->cgroup ? -1 : 1;
	return (x->cpu > y->cpu) - (x->cpu < y->cpu);
}

/* Where the plan counts cgroups, each place once; to be freed. */
static struct place *find_places(const struct plan *plan, size_t *n)
{
	struct place *place = mem_resize(NULL, plan->n, sizeof(*place));
	size_t all = 0;

	for (size_t i = 0; i < plan->n; i++)
		if (plan_flags(plan, i) & PERF_FLAG_PID_CGROUP)
			place[all++] = (struct place){ plan_pid(plan, i), plan->slot[i].cpu };
	if (all)
		qsort(place, all, sizeof(*place), compare_places);
	*n = 0;
	for (size_t i = 0; i < all; i++)
		if (!*n || compare_places(&place[*n - 1], &place[i]) != 0)
			place[(*n)++] = place[i];
	return place;
}

void anchors_open(struct anchors *a, const struct kernel *k, const struct plan *plan)
{
	struct place *place;
	size_t n;

	*a = (struct anchors){0};
	if (!plan->target->cgroups.n)
		return;
	place = find_places(plan, &n);
	a->fd = mem_resize(NULL, n, sizeof(*a->fd));
	for (size_t i = 0; i < n; i++) {
		union attr attr = { .head = { .type = PERF_TYPE_SOFTWARE, .size = ATTR_SIZE,
					      .config = PERF_COUNT_SW_DUMMY,
					      .exclude_kernel = 1, .exclude_hv = 1 } };
		int fd = k->perf_open(k, &attr.head, place[i].cgroup, place[i].cpu, -1,
				      PERF_FLAG_PID_CGROUP | PERF_FLAG_FD_CLOEXEC);

		if (fd >= 0)
			a->fd[a->n++] = fd;
	}
	free(place);
}

void anchors_close(struct anchors *a, const struct kernel *k)
{
	for (size_t i = 0; i < a->n; i++)
		k->close(k, a->fd[i]);
	free(a->fd);
	*a = (struct anchors){0};
}
