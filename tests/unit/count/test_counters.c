/* SPDX-License-Identifier: MIT */
/* Tests open counters: reading, switching on and off, and those that cannot be read. */
#include "test.h"

#include <errno.h>

#include "count/warm_up.h"
#include "counters_fixture.h"

static void run_child(struct fixture *f, uint64_t ns)
{
	f->fk.ran = f->fk.released = true;
	f->fk.start_ns = f->fk.clock_ns;
	f->fk.end_ns = f->fk.start_ns + fake_child_ns(&f->fk);
	fake_counters_exec(&f->fk);
	f->fk.clock_ns += ns;
}

enum { TEN_MS = 10000000 };

static void a_group_is_read_once(void **state)
{
	static const struct some_event some[] = {
		{ SOME_CYCLES, -1, 0 }, { SOME_INSTRUCTIONS, 0, 0 }, { SOME_BRANCHES, 0, 0 },
		{ SOME_FAULTS, -1, 0 },
	};
	struct sample s = {0};
	struct fixture f;

	(void)state;
	setup(&f, some, COUNT_OF(some), "");
	assert_int_equal(open_all(&f), 0);
	run_child(&f, TEN_MS);
	sample_resize(&s, f.plan.n);
	counters_read(&f.cs, &s, &f.notes, "");
	assert_int_equal(f.fk.reads, 2);
	assert_int_equal(f.notes.n, 0);
	assert_true(s.time_ns == f.fk.clock_ns);
	assert_true(s.reading[0].value == 27000000 && s.reading[1].value == 40500000);
	assert_true(s.reading[2].value == 8100000 && s.reading[3].value == 52);
	for (size_t r = 0; r < s.n; r++) {
		assert_true(s.reading[r].enabled == TEN_MS && s.reading[r].running == TEN_MS);
		assert_int_equal(s.state[r], COUNTER_OPEN);
	}
	sample_release(&s);
	sample_release(&s);
	teardown(&f);
}

static void a_member_that_is_missing_is_told_by_ids(void **state)
{
	static const struct some_event some[] = { { SOME_CYCLES, -1, 0 }, { SOME_INSTRUCTIONS, 0, 0 },
						  { SOME_BRANCHES, 0, 0 } };

	(void)state;
	for (int untold = 0; untold < 2; untold++) {	/* the leader's id is not told */
		struct sample s = {0};
		struct fixture f;

		setup(&f, some, COUNT_OF(some), "");
		assert_int_equal(open_all(&f), 0);
		run_child(&f, TEN_MS);
		/* it has left the group, as when its thread is gone */
		f.fk.fd[f.cs.counter[1].fd].leader = 99;
		f.fk.fail_at = untold ? f.fk.calls + 2 : 0;	/* behind the read */
		f.fk.fail_errno = EIO;
		f.fk.ioctls = 0;
		sample_resize(&s, f.plan.n);
		counters_read(&f.cs, &s, &f.notes, "");
		assert_true(s.reading[0].value == (untold ? 0 : 27000000) && s.reading[2].value == 8100000);
		assert_true(s.reading[1].enabled == 0);
		counters_read(&f.cs, &s, &f.notes, "");
		assert_true(s.reading[0].value == 27000000);
		sample_release(&s);
		teardown(&f);
	}
}

static void what_cannot_be_read_stays(void **state)
{
	static const struct some_event some[] = { { SOME_CYCLES, -1, 0 }, { SOME_INSTRUCTIONS, -1, 0 },
						  { SOME_BRANCHES, 1, 0 } };
	static const struct {
		const char *script, *note;
		bool pinned;		/* 0 bytes: enabled, never ran */
		size_t more;		/* other events with a note of their own */
	} cases[] = {
		{ "event=cycles read=EACCES", "Permission denied", false },
		{ "event=cycles read=ENOSPC", "No space left on device", false },
		{ "event=cycles read=ECHILD", "", false },	/* C libraries have different words for it */
		{ "event=cycles read=short", "the kernel gave 8 bytes, expected 24", false },
		{ "event=cycles read=end", NULL, true },
		{ "event=instructions read=short event=cycles read=EACCES", "Permission denied", false, 2 },
		{ "any read=EACCES", "Permission denied", false, 2 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct sample before = {0}, after = {0};
		struct error err = ERROR_INIT;
		struct fixture f;

		setup(&f, some, COUNT_OF(some), cases[i].script);
		assert_int_equal(open_all(&f), 0);
		run_child(&f, TEN_MS / 2);
		sample_resize(&before, f.plan.n);
		before.reading[0] = (struct reading){ 700, 5, 5 };
		sample_copy(&after, &before);
		counters_read(&f.cs, &after, NULL, "");	/* nobody needs to know */
		assert_int_equal(f.notes.n, 0);
		assert_memory_equal(&after.reading[0], &before.reading[0], sizeof(struct reading));
		sample_resize(&after, f.plan.n);
		counters_read(&f.cs, &after, &f.notes, "");
		assert_int_equal(f.notes.n, (cases[i].note != NULL) + cases[i].more);
		if (cases[i].note) {
			assert_int_equal(f.notes.note[0].kind, NOTE_NOT_READ);
			assert_string_equal(f.notes.note[0].text, *cases[i].note ? cases[i].note : strerror(ECHILD));
		}
		assert_true(after.reading[0].enabled == cases[i].pinned && after.reading[0].running == 0);
		(void)err;
		sample_release(&before);
		sample_release(&after);
		teardown(&f);
	}
}

/*
 * Of a thread on one CPU (cpu=) the kernel's times lack some: they never go back, and are never scaled. 0 of a
 * core event without any time is no count; faults need no counter.
 */
static void times_of_a_thread_on_one_cpu(void **state)
{
	static const struct some_event some[] = { { SOME_CYCLES, -1, 0 }, { SOME_FAULTS, -1, 0 } };
	struct sample s = {0};
	struct fixture f;

	(void)state;
	setup(&f, some, COUNT_OF(some), "any running=50%");
	assert_int_equal(open_all(&f), 0);
	f.plan.slot[0].cpu = f.plan.slot[1].cpu = 0;
	sample_resize(&s, f.plan.n);
	counters_read(&f.cs, &s, &f.notes, "");
	assert_true(s.reading[0].enabled == 0 && s.reading[0].running == 0);
	assert_true(s.reading[1].enabled == 1 && s.reading[1].running == 1);
	run_child(&f, TEN_MS);
	s.reading[0].enabled = s.reading[0].running = 2 * TEN_MS;
	counters_read(&f.cs, &s, &f.notes, "");
	assert_true(s.reading[0].value > 0 && s.reading[0].running == s.reading[0].enabled);
	assert_true(s.reading[0].enabled == 2 * TEN_MS + 1);
	assert_true(s.reading[1].enabled == TEN_MS && s.reading[1].running == TEN_MS);
	sample_release(&s);
	teardown(&f);
}

/* A pinned one, which counts no more: a part is no count. */
static void what_lost_its_counter_was_not_read(void **state)
{
	static const struct some_event some[] = { { SOME_CYCLES, -1, 0 }, { SOME_INSTRUCTIONS, 0, 0 } };
	struct sample s = {0};
	struct fixture f;

	(void)state;
	setup(&f, some, COUNT_OF(some), "event=cycles read=end");
	assert_int_equal(open_all(&f), 0);
	sample_resize(&s, f.plan.n);
	for (int read = 0; read < 2; read++) {	/* twice: what never ran stays so */
		counters_read(&f.cs, &s, &f.notes, "");
		assert_int_equal(s.state[0], COUNTER_OPEN);
		assert_int_equal(s.reading[0].enabled, READING_STARVED);
	}
	assert_int_equal(f.notes.n, 0);
	s.reading[1] = (struct reading){ 700, 5, 5 };	/* of a group it is enough that one ran */
	counters_read(&f.cs, &s, &f.notes, "");
	assert_int_equal(s.state[0], COUNTER_NOT_READ);
	assert_int_equal(s.state[1], COUNTER_NOT_READ);
	assert_string_equal(f.notes.note[0].text, "it lost its counter");
	sample_release(&s);
	teardown(&f);
}

/* Once in doubt, a counter stays so in all samples that are made of this one, read or not. */
static void what_cannot_be_is_doubted_from_then_on(void **state)
{
	static const struct some_event some[] = { { SOME_CYCLES, -1, 0 }, { SOME_INSTRUCTIONS, 0, 0 } };
	static const struct { const char *script; enum counter_state want[3]; } cases[] = {
		{ "", { COUNTER_OPEN, COUNTER_OPEN, COUNTER_OPEN } },
		{ "event=cycles back=value nth=2", { COUNTER_OPEN, COUNTER_BACKWARDS, COUNTER_BACKWARDS } },
		{ "event=cycles back=value nth=2 any read=EIO nth=3",
		  { COUNTER_OPEN, COUNTER_OPEN, COUNTER_NOT_READ } },
		{ "event=cycles back=running nth=3", { COUNTER_OPEN, COUNTER_OPEN, COUNTER_BACKWARDS } },
		{ "event=cycles back=enabled nth=3", { COUNTER_OPEN, COUNTER_OPEN, COUNTER_BACKWARDS } },
		{ "event=cycles rate=640G", { COUNTER_OPEN, COUNTER_OPEN, COUNTER_OPEN } },
		{ "event=cycles rate=641G", { COUNTER_TOO_FAST, COUNTER_TOO_FAST, COUNTER_TOO_FAST } },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct sample before = {0}, after = {0};
		struct fixture f;

		setup(&f, some, COUNT_OF(some), cases[i].script);
		assert_int_equal(open_all(&f), 0);
		sample_resize(&before, f.plan.n);
		run_child(&f, TEN_MS / 5);
		for (int read = 0; read < 3; read++) {
			f.fk.clock_ns += TEN_MS / 5;	/* 4, 6 and 8 ms of 10 */
			sample_copy(&after, &before);
			counters_read(&f.cs, &after, NULL, "");
			if (after.state[0] != cases[i].want[read])
				fail_msg("case %zu, read %d: %d", i, read, after.state[0]);
			sample_copy(&before, &after);
		}
		sample_release(&before);
		sample_release(&after);
		teardown(&f);
	}
}

static void a_group_in_motion_is_read_on_the_next_try(void **state)
{
	static const struct some_event some[] = { { SOME_CYCLES, -1, 0 }, { SOME_INSTRUCTIONS, 0, 0 } };
	struct sample s = {0};
	struct fixture f;

	(void)state;
	setup(&f, some, COUNT_OF(some), "event=cycles read=ECHILD nth=1");
	assert_int_equal(open_all(&f), 0);
	run_child(&f, TEN_MS);
	sample_resize(&s, f.plan.n);
	counters_read(&f.cs, &s, &f.notes, "");
	assert_int_equal(f.notes.n, 0);
	assert_int_equal(f.fk.reads, 2);
	assert_true(s.reading[1].value == 40500000);
	sample_release(&s);
	teardown(&f);
}

static void for_one_that_does_not_come_to_rest_it_waits(void **state)
{
	static const struct some_event some[] = { { SOME_CYCLES, -1, 0 }, { SOME_INSTRUCTIONS, 0, 0 } };
	struct sample s = {0};
	struct fixture f;

	(void)state;
	setup(&f, some, COUNT_OF(some), "event=cycles read=ECHILD");
	assert_int_equal(open_all(&f), 0);
	run_child(&f, 0);
	sample_resize(&s, f.plan.n);
	counters_read(&f.cs, &s, &f.notes, "");
	assert_int_equal(f.fk.reads, 56);
	assert_true(f.fk.clock_ns == f.fk.start_ns + 3100000);
	assert_int_equal(f.notes.n, 2);
	assert_true(s.state[0] == COUNTER_NOT_READ && s.state[1] == COUNTER_NOT_READ);
	sample_release(&s);
	teardown(&f);
}

static void leaders_are_switched(void **state)
{
	static const struct some_event some[] = { { SOME_CYCLES, -1, 0 }, { SOME_INSTRUCTIONS, 0, 0 },
						  { SOME_CLOCK, -1, 0 } };
	static const struct { int fault; const char *message; } cases[] = {
		{ 0, NULL }, { 1, "cannot enable counters: Permission denied" },
		{ 2, "cannot enable counters: Permission denied" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct fixture f;
		int rc;

		setup(&f, some, COUNT_OF(some), "");
		assert_int_equal(open_all(&f), 0);
		f.fk.fail_at = cases[i].fault ? f.fk.calls + cases[i].fault : 0;
		f.fk.fail_errno = EACCES;
		f.fk.ioctls = 0;
		rc = counters_enable(&f.cs, -1, &f.err);
		if (rc == 0)
			assert_true(f.fk.fd[f.cs.counter[0].fd].on && f.fk.fd[f.cs.counter[2].fd].on);
		assert_int_equal(rc, cases[i].message ? -1 : 0);
		if (rc < 0)
			assert_string_equal(f.err.message, cases[i].message);
		else
			assert_int_equal(f.fk.ioctls, 2);
		teardown(&f);
	}
}

/* --- primers ------------------------------------------------------------------- */

static void primers(void **state)
{
	(void)state;
	for (int fault = 0; fault < 4; fault++) {
		static struct fake_kernel fk;
		struct warm_up p = {0};

		fake_kernel_init(&fk);
		fk.fail_at = fault;
		fk.fail_errno = EACCES;
		warm_up_open(&p, &fk.ops);
		assert_int_equal(fk.open_fds, fault ? 2 : 3);
		for (int i = 0; i < FAKE_FDS; i++) {
			const struct perf_event_attr *a = &fk.fd[i].attr.head;

			if (fk.fd[i].is_counter)
				assert_true(a->disabled && !a->inherit && !a->enable_on_exec &&
					    a->exclude_kernel);
		}
		for (size_t i = 0; i < COUNT_OF(p.fd); i++)
			assert_int_equal(p.open[i], i + 1 != (size_t)fault);
		warm_up_open(&p, &fk.ops);	/* what is missing is tried again, and nothing twice */
		assert_int_equal(fk.open_fds, 3);
		warm_up_close(&p, &fk.ops);
		warm_up_close(&p, &fk.ops);
		assert_int_equal(fk.open_fds, 0);
	}
}

/* --- cgroup clocks --------------------------------------------------------------- */

/* Two cgroups on three CPUs, and an event of none. */
static void setup_cgroups(struct fixture *f)
{
	static const struct some_event some[] = { { SOME_CYCLES, -1, 0 }, { SOME_INSTRUCTIONS, -1, 0 },
						  { SOME_CYCLES, -1, 0 }, { SOME_CLOCK, -1, 0 } };

	setup(f, some, COUNT_OF(some), "");
	target_release(&f->target);
	some_cpus(&f->target, 3);
	f->target.cgroups.n = 2;
	f->target.cgroups.cgroup = mem_zeroed(2, sizeof(*f->target.cgroups.cgroup));
	for (int i = 0; i < 2; i++)
		f->target.cgroups.cgroup[i].fd = dup(the_root.fs.dirfd);
	f->events.event[0].cgroup = f->events.event[1].cgroup = 1;
	f->events.event[2].cgroup = 0;
}

static size_t open_clocks(const struct fixture *f)
{
	size_t n = 0;

	for (int i = 0; i < FAKE_FDS; i++) {
		const struct perf_event_attr *a = &f->fk.fd[i].attr.head;

		if (!f->fk.fd[i].is_counter || a->config != PERF_COUNT_SW_DUMMY)
			continue;
		assert_true(!a->disabled && a->exclude_kernel && !a->inherit);
		assert_true(f->fk.fd[i].cgroup[0] && f->fk.fd[i].leader == i);
		n++;
	}
	return n;
}

static void each_cgroup_has_a_clock_on_each_cpu(void **state)
{
	(void)state;
	for (int fault = 0; fault < 2; fault++) {
		struct fixture f;

		setup_cgroups(&f);
		f.fk.fail_at = fault ? 4 * 3 + 2 : 0;		/* the second clock */
		f.fk.fail_errno = EMFILE;
		assert_int_equal(open_all(&f), 0);
		assert_int_equal(open_clocks(&f), fault ? 5 : 6);
		assert_int_equal(f.fk.open_fds, 4 * 3 + (fault ? 5 : 6));
		counters_close(&f.cs);
		assert_int_equal(f.fk.open_fds, 0);
		teardown(&f);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_group_is_read_once),
		cmocka_unit_test(a_member_that_is_missing_is_told_by_ids),
		cmocka_unit_test(what_cannot_be_read_stays),
		cmocka_unit_test(times_of_a_thread_on_one_cpu),
		cmocka_unit_test(what_lost_its_counter_was_not_read),
		cmocka_unit_test(what_cannot_be_is_doubted_from_then_on),
		cmocka_unit_test(a_group_in_motion_is_read_on_the_next_try),
		cmocka_unit_test(for_one_that_does_not_come_to_rest_it_waits),
		cmocka_unit_test(leaders_are_switched),
		cmocka_unit_test(primers),
		cmocka_unit_test(each_cgroup_has_a_clock_on_each_cpu),
	};

	return cmocka_run_group_tests(tests, make_root, remove_root);
}
