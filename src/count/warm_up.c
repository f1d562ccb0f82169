/* SPDX-License-Identifier: MIT */
/* Opens the idle events on pstat itself: never enabled, not inherited by the command. */
#include "count/warm_up.h"

#include <stddef.h>
#include <stdint.h>

#include "host/attr.h"
#include "host/kernel.h"

void warm_up_open(struct warm_up *w, const struct kernel *k)
{
	static const uint64_t configs[] = { PERF_COUNT_SW_CONTEXT_SWITCHES, PERF_COUNT_SW_CPU_MIGRATIONS,
					    PERF_COUNT_SW_PAGE_FAULTS };

	for (size_t i = 0; i < sizeof(configs) / sizeof(*configs); i++) {
		union attr attr = { .head = { .type = PERF_TYPE_SOFTWARE, .size = ATTR_SIZE,
					      .config = configs[i],
					      .disabled = 1, .exclude_kernel = 1, .exclude_hv = 1 } };

		if (w->open[i])
			continue;
		w->fd[i] = k->perf_open(k, &attr.head, 0, -1, -1, 0);
		w->open[i] = w->fd[i] >= 0;
	}
}

void warm_up_close(struct warm_up *w, const struct kernel *k)
{
	for (size_t i = 0; i < sizeof(w->fd) / sizeof(*w->fd); i++)
		if (w->open[i])
			k->close(k, w->fd[i]);
	*w = (struct warm_up){0};
}
