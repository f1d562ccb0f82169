/* SPDX-License-Identifier: MIT */
/* Times the fixed loop of this thread, and then with an event that samples it. */
#include "count/sampling/sample_cost.h"

#include <errno.h>
#include <stddef.h>

#include "host/attr.h"
#include "host/fixed_loop.h"
#include "host/kernel.h"
#include "host/ring.h"

enum { LOOPS = 3, FREQUENCY = 10000, PAGES = 8 };

/* The best of some loops; 0: there is no such loop. */
static uint64_t time_loops(const struct kernel *k)
{
	uint64_t best = UINT64_MAX;

	for (int i = 0; i < LOOPS; i++) {
		struct loop_times t;
		uint64_t ns = 0;

		if (k->time_loop(k, &t) < 0)
			return 0;
		for (int part = 0; part < LOOP_PARTS; part++)
			ns += t.ns[part];
		best = ns < best ? ns : best;
	}
	return best;
}

static uint64_t count_records(struct ring *ring)
{
	struct error ignored = ERROR_INIT;
	const void *record;
	uint64_t n = 0;
	size_t size;

	while (ring_next(ring, &record, &size, &ignored) > 0)
		n++;
	return n;
}

uint64_t sample_cost_ns(const struct kernel *k, const union attr *attr, uint64_t most)
{
	union attr a = *attr;
	uint64_t bare = time_loops(k), sampled = 0, n = 0;
	struct ring ring = {0};
	int fd;

	a.head.freq = 1;
	a.head.sample_freq = most < FREQUENCY ? most : FREQUENCY;
	a.head.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_PERIOD;
	a.head.disabled = a.head.inherit = a.head.enable_on_exec = 0;
	fd = bare ? kernel_perf_open(k, &a, 0, -1, -1, PERF_FLAG_FD_CLOEXEC) : -1;
	if (fd == -EACCES || fd == -EPERM) {	/* as the event itself will be opened */
		a.head.exclude_kernel = a.head.exclude_hv = 1;
		fd = kernel_perf_open(k, &a, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
	}
	if (fd < 0)
		return 0;
	if (ring_open(&ring, k, fd, PAGES) == 0) {
		sampled = time_loops(k);
		n = count_records(&ring);
		ring_close(&ring);
	}
	k->close(k, fd);
	return n && sampled > bare ? (sampled - bare) * LOOPS / n : 0;
}
