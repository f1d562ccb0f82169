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

enum { SHARE_NS = 20000000 };	/* of a second, for samples: 2 % */

/* How many samples in a second the kernel allows. */
static uint64_t most_frequent(const struct rootfs *root)
{
	uint64_t most;

	if (rootfs_read_u64(root, &most, "/proc/sys/kernel/perf_event_max_sample_rate") < 0 || !most)
		return UINT64_MAX;
	return most;
}

/* Again, if it seems to be too much: what else runs makes it seem more, and not often less. */
static uint64_t find_cost(const struct kernel *k, const struct rootfs *root, const union attr *attr)
{
	enum { TRIES = 3 };
	uint64_t most = most_frequent(root), least = sample_cost_ns(k, attr, most);

	for (int i = 1; i < TRIES && least * SAMPLING_USUAL > SHARE_NS; i++) {
		uint64_t cost = sample_cost_ns(k, attr, most);

		least = cost && cost < least ? cost : least;
	}
	return least;
}

/* As often as is usual, but in that time at most. */
static uint64_t choose_frequency(uint64_t cost_ns)
{
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

	if (!first) {
		error_set(err, ERROR_USAGE, 0, "--per-function needs an event that the kernel can sample");
		return error_hint(err, "add one, as in -e task-clock; the kernel samples no events of "
				  "valgrind (--where) or times such as user_time");
	}
	if (machine_load_cpus(machine, MACHINE_ONLINE, err) < 0)
		return -1;
	s->files.root = env->root;
	s->cost_ns = find_cost(env->kernel, env->root, &first->attr);
	t->frequency = frequency ? frequency : choose_frequency(s->cost_ns);
	most = most_frequent(env->root);	/* what took too much time may have lowered it */
	if (t->frequency > most) {
		notes_add(notes, NOTE_FEWER_SAMPLES, -1, "%" PRIu64 " Hz", most);
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
			  "at %" PRIu64 " Hz, which takes about %.1f %% of the time", frequency,
			  100 * cost);
	else
		notes_add(notes, NOTE_SAMPLED, -1, "at %" PRIu64 " Hz", frequency);
}

void sampling_release(struct sampling *s)
{
	sampled_files_release(&s->files);
	*s = (struct sampling){0};
}
