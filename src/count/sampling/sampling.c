/* SPDX-License-Identifier: MIT */
/* Asks the machine what samples cost, how many are allowed, and whether the kernel tells build IDs. */
#include "count/sampling/sampling.h"

#include <inttypes.h>

#include "base/env.h"
#include "count/sampling/sample_cost.h"
#include "event/event.h"
#include "host/attr.h"
#include "host/kernel.h"
#include "host/machine.h"
#include "host/rootfs.h"
#include "host/target.h"

static bool tells_build_ids(const struct kernel *k)
{
	union attr a = { .head = {
		.type = PERF_TYPE_SOFTWARE, .size = ATTR_SIZE, .config = PERF_COUNT_SW_DUMMY,
		.disabled = 1, .exclude_kernel = 1, .exclude_hv = 1, .mmap = 1, .mmap2 = 1,
	} };
	int fd;

	attr_set_build_id(&a);
	fd = kernel_perf_open(k, &a, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
	if (fd >= 0)
		k->close(k, fd);
	return fd >= 0;
}

static const struct event *first_sampled(const struct events *events)
{
	for (size_t i = 0; i < events->n; i++)
		if (events->event[i].tool == TOOL_NONE)
			return &events->event[i];
	return NULL;
}

/* As often as is usual, but in 2 % of the time at most. */
static uint64_t choose_frequency(uint64_t cost_ns)
{
	enum { SHARE_NS = 20000000 };
	uint64_t most = cost_ns ? SHARE_NS / cost_ns : SAMPLING_USUAL;

	return most >= SAMPLING_USUAL ? SAMPLING_USUAL : most ? most : 1;
}

int sampling_prepare(struct sampling *s, struct target *target, uint64_t frequency,
		     const struct events *events, struct machine *machine, const struct env *env,
		     struct notes *notes, struct error *err)
{
	struct target_sampling *t = &target->sampling;
	const struct event *first = first_sampled(events);
	uint64_t most;

	if (!first)
		return error_set(err, ERROR_USAGE, 0,
				 "--per-function needs an event that the kernel can sample");
	if (machine_load_cpus(machine, MACHINE_ONLINE, err) < 0)
		return -1;
	s->files.root = env->root;
	s->cost_ns = sample_cost_ns(env->kernel, &first->attr);
	t->frequency = frequency ? frequency : choose_frequency(s->cost_ns);
	if (rootfs_read_u64(env->root, &most, "/proc/sys/kernel/perf_event_max_sample_rate") == 0 && most &&
	    t->frequency > most) {
		notes_add(notes, NOTE_FEWER_SAMPLES, -1, "%" PRIu64 " times a second", most);
		t->frequency = most;
	}
	t->build_ids = tells_build_ids(env->kernel);
	if (!target->cpus.n)
		cpulist_copy(&t->cpus, &machine->online);
	return 0;
}

void sampling_note(const struct sampling *s, const struct target *target, struct notes *notes)
{
	uint64_t frequency = target->sampling.frequency;
	double cost = (double)(frequency * s->cost_ns) / 1e9;

	if (s->cost_ns)
		notes_add(notes, NOTE_SAMPLED, -1,
			  "%" PRIu64 " times a second, which takes about %.1f %% of the time", frequency,
			  100 * cost);
	else
		notes_add(notes, NOTE_SAMPLED, -1, "%" PRIu64 " times a second", frequency);
}

void sampling_release(struct sampling *s)
{
	sampled_files_release(&s->files);
	*s = (struct sampling){0};
}
