/* SPDX-License-Identifier: MIT */
/* Tests how ring buffers are opened, and made smaller where little memory is permitted. */
#include "test.h"

#include <errno.h>

#include "base/cpulist.h"
#include "count/task_recorder.h"
#include "counters_fixture.h"
#include "host/ring.h"

static size_t permitted;		/* bytes that can be mapped in all */
static size_t mapped, largest;
static int (*fake_map)(const struct kernel *k, void **at, size_t size, int fd);
static void (*fake_unmap)(const struct kernel *k, void *at, size_t size);

static int map_some(const struct kernel *k, void **at, size_t size, int fd)
{
	int rc;

	if (mapped + size > permitted)
		return -EPERM;
	rc = fake_map(k, at, size, fd);
	mapped += rc < 0 ? 0 : size;
	largest = size > largest ? size : largest;
	return rc;
}

static void unmap(const struct kernel *k, void *at, size_t size)
{
	mapped -= size;
	fake_unmap(k, at, size);
}

static int open_rings(struct fixture *f, struct task_recorder *r, size_t bytes)
{
	int cpu[] = { 0, 1, 2 };
	const struct cpulist cpus = { .cpu = cpu, .n = COUNT_OF(cpu) };

	fake_map = f->fk.ops.map;
	fake_unmap = f->fk.ops.unmap;
	f->fk.ops.map = map_some;
	f->fk.ops.unmap = unmap;
	permitted = bytes;
	mapped = largest = 0;
	*r = (struct task_recorder){ .kernel = &f->fk.ops, .root = &the_root.fs, .events = &f->events };
	return task_recorder_open(r, &f->cs, &cpus, &f->err);
}

static void rings_fit_what_is_permitted(void **state)
{
	static const struct some_event some[] = { { SOME_CYCLES, -1, 0 }, { SOME_INSTRUCTIONS, 0, 0 } };
	const size_t page = (size_t)sysconf(_SC_PAGESIZE);
	static const struct { size_t pages_permitted, pages; } cases[] = {
		{ 5 * 65, 64 }, { 5 * 65 - 1, 32 }, { 5 * 17, 16 }, { 5 * 2, 1 }, { 5 * 2 - 1, 0 }, { 0, 0 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct task_recorder r;
		struct fixture f;
		int before, rc;

		setup(&f, some, COUNT_OF(some), "");
		assert_int_equal(open_all(&f), 0);
		before = f.fk.open_fds;
		rc = open_rings(&f, &r, cases[i].pages_permitted * page);
		assert_int_equal(rc, cases[i].pages ? 0 : -1);
		if (rc == 0) {
			assert_int_equal(r.n_cpus, 3);
			assert_int_equal(r.n_counters, 2);
			assert_int_equal(mapped, 5 * (cases[i].pages + 1) * page);
			assert_int_equal(f.fk.open_fds, before + 5);
		} else {
			assert_int_equal(f.err.errnum, EPERM);
		}
		task_recorder_close(&r);
		assert_int_equal(mapped, 0);
		assert_int_equal(f.fk.open_fds, before);
		f.fk.ops.map = fake_map;
		f.fk.ops.unmap = fake_unmap;
		teardown(&f);
	}
}

static void each_counter_writes_into_a_ring_of_its_own(void **state)
{
	static const struct some_event some[] = { { SOME_CYCLES, -1, 0 }, { SOME_INSTRUCTIONS, 0, 0 } };
	struct task_recorder r;
	struct fixture f;

	(void)state;
	setup(&f, some, COUNT_OF(some), "");
	assert_int_equal(open_all(&f), 0);
	assert_int_equal(open_rings(&f, &r, SIZE_MAX / 2), 0);
	for (size_t i = 0; i < 2; i++) {
		const struct fake_counter *c = &f.fk.fd[f.cs.counter[i].fd], *ring = &f.fk.fd[c->output];

		assert_int_equal(c->output, r.counter[i].fd);
		assert_int_equal(ring->cpu, -1);
		assert_false(ring->attr.head.inherit);		/* or the kernel would not map it */
		assert_false(ring->attr.head.task || ring->attr.head.comm);
	}
	assert_int_not_equal(r.counter[0].fd, r.counter[1].fd);
	for (int i = 0; i < 3; i++) {
		const struct fake_counter *c = &f.fk.fd[r.cpu[i].fd];

		assert_int_equal(c->cpu, i);
		assert_true(c->attr.head.inherit && c->attr.head.task && c->attr.head.comm && c->attr.head.comm_exec);
		assert_false(c->attr.head.inherit_stat);
	}
	task_recorder_close(&r);
	f.fk.ops.map = fake_map;
	f.fk.ops.unmap = fake_unmap;
	teardown(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rings_fit_what_is_permitted),
		cmocka_unit_test(each_counter_writes_into_a_ring_of_its_own),
	};

	return cmocka_run_group_tests(tests, make_root, remove_root);
}
