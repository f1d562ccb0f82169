/* SPDX-License-Identifier: MIT */
/* Probes an empty function of this program, in this thread, and calls it. */
#include "count/function/probe_cost.h"

#include "host/attr.h"
#include "host/kernel.h"
#include "host/program.h"

enum { BATCHES = 5, CALLS = 40 };

static __attribute__((noinline)) void tried(void)
{
	__asm__ volatile("" : : : "memory");
}

static uint64_t time_of_calls(const struct kernel *k)
{
	void (*volatile call)(void) = tried;
	uint64_t best = UINT64_MAX;

	for (int batch = 0; batch < BATCHES; batch++) {
		uint64_t start = k->now_ns(k), took;

		for (int i = 0; i < CALLS; i++)
			call();
		took = k->now_ns(k) - start;
		best = took < best ? took : best;
	}
	return best / CALLS;
}

static int open_probe(const struct kernel *k, union attr attr, uint64_t offset)
{
	attr.head.config1 = (uintptr_t)"/proc/self/exe";
	attr.head.config2 = offset;
	return kernel_perf_open(k, &attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

uint64_t probe_cost_ns(const struct kernel *k, const union attr *at_entry, const union attr *at_return)
{
	uint64_t offset = program_own_offset((uintptr_t)tried);
	uint64_t bare, probed = 0;
	int entry, back = -1;

	if (!offset)
		return 0;
	bare = time_of_calls(k);
	entry = open_probe(k, *at_entry, offset);
	if (entry >= 0)
		back = open_probe(k, *at_return, offset);
	if (back >= 0) {
		probed = time_of_calls(k);
		k->close(k, back);
	}
	if (entry >= 0)
		k->close(k, entry);
	return probed > bare ? probed - bare : 0;
}
