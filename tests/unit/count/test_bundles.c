/* SPDX-License-Identifier: MIT */
/* Tests bundles of software events on CPUs and many threads: planned, opened, read, given up. */
#include "test.h"

#include <errno.h>

#include "counters_fixture.h"

enum { MOST = 5, MANY = 64, TEN_MS = 10000000 };

#define PID 4711

static void many_threads(struct fixture *f, size_t n)
{
	target_release(&f->target);
	some_threads(&f->target, n);
	f->target.enable_on_exec = false;
	f->target.bundles = true;
	for (size_t i = 0; i < n; i++)
		f->target.thread[i] = (struct thread){ .tid = PID + (int)i, .pid = PID };
}

static size_t count_of(const struct some_event *some)
{
	size_t n = 0;

	while (n < MOST && some[n].name)
		n++;
	return n;
}

/* "0 1.2 3": the slots of one unit by event, those of a group with dots, of a bundle with plus signs. */
static void describe(const struct plan *plan, size_t unit, struct str *out)
{
	size_t of_unit = plan->n / (plan->target->cpus.n ? plan->target->cpus.n : plan->target->n_threads);

	for (size_t i = unit * of_unit; i < (unit + 1) * of_unit; i++) {
		const struct slot *slot = &plan->slot[i];

		if (slot->leader >= 0)
			assert_true(slot->leader < (int)i && plan->slot[slot->leader].bundled == slot->bundled);
		str_addf(out, "%s%d", slot->leader >= 0 ? slot->bundled ? "+" : "." : out->len ? " " : "",
			 slot->event);
	}
}

static const struct {
	const char *what;
	struct some_event some[MOST];
	size_t units;
	bool cpus, one_by_one;
	const char *want;
} plans[] = {
	{ "few threads", { { SOME_CLOCK, -1, 0 }, { SOME_FAULTS, -1, 0 } }, MANY - 1, false, false, "0 1" },
	{ "many threads", { { SOME_CLOCK, -1, 0 }, { SOME_FAULTS, -1, 0 } }, MANY, false, false, "0+1" },
	{ "many CPUs", { { SOME_CLOCK, -1, 0 }, { SOME_FAULTS, -1, 0 } }, MANY, true, false, "0+1" },
	{ "one CPU", { { SOME_CLOCK, -1, 0 }, { SOME_FAULTS, -1, 0 } }, 1, true, false, "0+1" },
	{ "CPUs whose events may be switched", { { SOME_CLOCK, -1, 0 }, { SOME_FAULTS, -1, 0 } }, 2, true, true, "0 1" },
	{ "what may be switched one by one", { { SOME_CLOCK, -1, 0 }, { SOME_FAULTS, -1, 0 } }, MANY, false, true,
	  "0 1" },
	{ "one of them", { { SOME_CYCLES, -1, 0 }, { SOME_FAULTS, -1, 0 } }, MANY, false, false, "0 1" },
	{ "hardware events in between",
	  { { SOME_CYCLES, -1, 0 }, { SOME_CLOCK, -1, 0 }, { SOME_INSTRUCTIONS, -1, 0 }, { SOME_FAULTS, -1, 0 } },
	  MANY, false, false, "0 1+3 2" },
	{ "groups as they were asked for",
	  { { SOME_CLOCK, -1, 0 }, { SOME_FAULTS, 0, 0 }, { SOME_SWITCHES, -1, 0 }, { SOME_CLOCK, -1, 0 } },
	  MANY, false, false, "0.1 2+3" },
	{ "what was refused, or taken apart, before",
	  { { SOME_CLOCK, -1, EVENT_UNSUPPORTED }, { SOME_FAULTS, -1, EVENT_SPLIT }, { SOME_SWITCHES, -1, 0 },
	    { SOME_CLOCK, -1, 0 } }, MANY, false, false, "0 1 2+3" },
};

static void planned(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(plans); i++) {
		struct str first = {0}, last = {0};
		struct fixture f;

		print_message("# %s\n", plans[i].what);
		setup(&f, plans[i].some, count_of(plans[i].some), "");
		many_threads(&f, plans[i].units);
		if (plans[i].cpus) {
			target_release(&f.target);
			some_cpus(&f.target, plans[i].units);
		}
		f.target.bundles = !plans[i].one_by_one;
		assert_int_equal(plan_build(&f.plan, &f.events, NULL, &f.target, &f.err), 0);
		describe(&f.plan, 0, &first);
		describe(&f.plan, plans[i].units - 1, &last);
		assert_string_equal(first.text, plans[i].want);
		assert_string_equal(last.text, plans[i].want);
		str_release(&first), str_release(&last);
		teardown(&f);
	}
}

/* Pinned and exclusive are settings of a leader. */
static void leaders_of_their_own_kind_stay_alone(void **state)
{
	static const struct some_event some[] = { { SOME_CLOCK, -1, 0 }, { SOME_FAULTS, -1, 0 },
						  { SOME_SWITCHES, -1, 0 }, { SOME_CLOCK, -1, 0 } };
	struct str got = {0};
	struct fixture f;

	(void)state;
	setup(&f, some, COUNT_OF(some), "");
	many_threads(&f, MANY);
	f.events.event[0].attr.head.pinned = 1;
	f.events.event[2].attr.head.exclusive = 1;
	assert_int_equal(plan_build(&f.plan, &f.events, NULL, &f.target, &f.err), 0);
	describe(&f.plan, 0, &got);
	assert_string_equal(got.text, "0 1+3 2");
	str_release(&got);
	teardown(&f);
}

static void each_cgroup_has_its_own(void **state)
{
	static const struct some_event some[] = { { SOME_CLOCK, -1, 0 }, { SOME_FAULTS, -1, 0 },
						  { SOME_CLOCK, -1, 0 }, { SOME_FAULTS, -1, 0 },
						  { SOME_SWITCHES, -1, 0 } };
	static struct cgroup cgroups[2];
	struct str got = {0};
	struct fixture f;

	(void)state;
	setup(&f, some, COUNT_OF(some), "");
	target_release(&f.target);
	some_cpus(&f.target, MANY);
	f.target.bundles = true;
	f.target.cgroups = (struct cgroups){ .cgroup = cgroups, .n = 2 };
	f.events.event[0].cgroup = f.events.event[3].cgroup = 1;
	f.events.event[1].cgroup = f.events.event[2].cgroup = 0;
	assert_int_equal(plan_build(&f.plan, &f.events, NULL, &f.target, &f.err), 0);
	describe(&f.plan, 0, &got);
	assert_string_equal(got.text, "0+3 1+2 4");
	str_release(&got);
	f.target.cgroups = (struct cgroups){0};
	teardown(&f);
}

static void a_bundle_has_its_limit(void **state)
{
	struct some_event some[70];
	struct fixture f;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(some); i++)
		some[i] = (struct some_event){ SOME_CLOCK, -1, 0 };
	setup(&f, some, COUNT_OF(some), "");
	many_threads(&f, MANY);
	assert_int_equal(plan_build(&f.plan, &f.events, NULL, &f.target, &f.err), 0);
	assert_int_equal(f.plan.slot[0].members, 32);
	assert_int_equal(f.plan.slot[32].members, 32);
	assert_int_equal(f.plan.slot[64].members, 6);
	assert_int_equal(f.plan.slot[70].members, 32);
	teardown(&f);
}

/* Files say of an event what the user asked for. */
static void they_are_nobody_elses_business(void **state)
{
	static const struct some_event some[] = { { SOME_CYCLES, -1, 0 }, { SOME_INSTRUCTIONS, 0, 0 },
						  { SOME_CLOCK, -1, 0 }, { SOME_FAULTS, -1, 0 } };
	enum { TIMES = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING,
	       GROUP = TIMES | PERF_FORMAT_GROUP | PERF_FORMAT_ID };
	static const struct { unsigned format; bool disabled; } open[] = {
		{ GROUP, true }, { GROUP, false }, { TIMES | PERF_FORMAT_GROUP, true },
		{ TIMES | PERF_FORMAT_GROUP, false },
	}, told[] = { { GROUP, true }, { GROUP, false }, { TIMES, true }, { TIMES, true } };
	struct fixture f;
	union attr attr;

	(void)state;
	setup(&f, some, COUNT_OF(some), "");
	many_threads(&f, MANY);
	assert_int_equal(plan_build(&f.plan, &f.events, NULL, &f.target, &f.err), 0);
	for (size_t i = 0; i < COUNT_OF(some); i++) {
		plan_attr(&f.plan, i, &attr);
		assert_int_equal(attr.head.read_format, open[i].format);
		assert_int_equal(attr.head.disabled, open[i].disabled);
		plan_attr_unbundled(&f.plan, i, &attr);
		assert_int_equal(attr.head.read_format, told[i].format);
		assert_int_equal(attr.head.disabled, told[i].disabled);
	}
	teardown(&f);
}

/* One call for the clock and the faults of a thread, one for its cycles. */
static const struct {
	const char *what, *script;
	const char *plan, *notes;
	int passes, opens, reads, ioctls;
} openings[] = {
	{ "nothing in the way", "", "0+2 1", "", 1, 192, 128, 128 },
	{ "nor make a group", "event=page-faults member open=EINVAL", "0 1 2", "", 2, 4 + 192, 192, 192 },
	{ "the leader is refused", "event=task-clock open=ENOENT", "0 1 2",
	  "not-supported@0:this kernel or machine does not have it", 2, 3 + 128, 128, 128 },
	{ "a member is refused", "event=page-faults open=ENOENT", "0 1 2",
	  "not-supported@2:this kernel or machine does not have it", 2, 4 + 128, 128, 128 },
	{ "a member is refused later", "event=page-faults tid=4712 open=EBUSY", "0 1 2",
	  "not-supported@2:another user holds its counter, of thread 4712", 2, 3 + 3 + 62 * 2 + 128, 128, 128 },
	{ "the leader is refused later", "event=task-clock tid=4712 open=EBUSY", "0 1 2",
	  "not-supported@0:another user holds its counter, of thread 4712", 2, 3 + 2 + 62 + 128, 128, 128 },
	{ "a thread is another user's", "any tid=4720 open=EACCES", "0+2 1", "denied@-1:3 of 192 counters", 1,
	  191, 126, 126 },
	{ "a thread has gone", "any tid=4711 open=ESRCH", "0+2 1", "gone@-1:3 of 192 counters", 1, 191, 126, 126 },
	{ "one goes while it is opened", "event=page-faults tid=4712 open=ESRCH", "0+2 1",
	  "gone@-1:1 of 192 counters", 1, 192, 128, 128 },
};

static const struct some_event three[] = { { SOME_CLOCK, -1, 0 }, { SOME_CYCLES, -1, 0 }, { SOME_FAULTS, -1, 0 } };

static void opened(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(openings); i++) {
		struct str plan = {0}, notes = {0};
		struct sample s = {0};
		struct fixture f;

		print_message("# %s\n", openings[i].what);
		setup(&f, three, COUNT_OF(three), openings[i].script);
		many_threads(&f, MANY);
		assert_int_equal(open_all(&f), 0);
		describe(&f.plan, 1, &plan);
		describe_notes(&f, &notes);
		assert_string_equal(plan.text, openings[i].plan);
		assert_string_equal(notes.text ? notes.text : "", openings[i].notes);
		assert_int_equal(f.passes, openings[i].passes);
		assert_int_equal(f.fk.opens, openings[i].opens);
		for (size_t e = 0; e < f.events.n; e++)		/* users' groups are as they were */
			assert_int_equal(f.events.event[e].leader, e);
		f.fk.ioctls = 0;
		assert_int_equal(counters_enable(&f.cs, -1, &f.err), 0);
		assert_int_equal(f.fk.ioctls, openings[i].ioctls);
		f.fk.clock_ns += TEN_MS;
		sample_resize(&s, f.plan.n);
		counters_read(&f.cs, &s, &f.notes, "");
		assert_int_equal(f.fk.reads, openings[i].reads);
		for (size_t k = 0; k < f.plan.n; k++)
			if (f.cs.counter[k].state == COUNTER_OPEN)
				assert_true(s.reading[k].running == TEN_MS);
		sample_release(&s);
		str_release(&plan), str_release(&notes);
		teardown(&f);
	}
}

/* Each slot has what it has without bundles, whatever stands beside it in the group. */
static void values_are_the_same(void **state)
{
	struct reading want[MANY][COUNT_OF(three)];

	(void)state;
	for (int bundled = 0; bundled < 2; bundled++) {
		struct sample s = {0};
		struct fixture f;

		setup(&f, three, COUNT_OF(three), "event=page-faults rate=7000 event=task-clock rate=1G "
		      "event=page-faults tid=4715 rate=9000");
		many_threads(&f, MANY);
		f.target.bundles = bundled;
		assert_int_equal(open_all(&f), 0);
		assert_int_equal(f.plan.slot[0].bundled, bundled);
		assert_int_equal(counters_enable(&f.cs, -1, &f.err), 0);
		f.fk.clock_ns += TEN_MS;
		sample_resize(&s, f.plan.n);
		counters_read(&f.cs, &s, &f.notes, "");
		for (size_t i = 0; i < f.plan.n; i++) {
			const struct slot *slot = &f.plan.slot[i];
			struct reading *r = &want[slot->thread][slot->event];

			if (!bundled)
				*r = s.reading[i];
			assert_true(r->value == s.reading[i].value && r->enabled == s.reading[i].enabled);
		}
		assert_true(want[0][2].value == 70 && want[4][2].value == 90 && want[4][0].value == TEN_MS);
		sample_release(&s);
		teardown(&f);
	}
}

/* Those that are open are in the group, in their order; nobody is asked who they are. */
static void a_member_that_was_never_there_leaves_no_gap(void **state)
{
	static const struct some_event some[] = { { SOME_CLOCK, -1, 0 }, { SOME_FAULTS, -1, 0 },
						  { SOME_SWITCHES, -1, 0 } };
	struct sample s = {0};
	struct fixture f;

	(void)state;
	setup(&f, some, COUNT_OF(some), "event=page-faults tid=4712 open=ESRCH event=context-switches rate=9000");
	many_threads(&f, MANY);
	assert_int_equal(open_all(&f), 0);
	assert_int_equal(counters_enable(&f.cs, -1, &f.err), 0);
	f.fk.clock_ns += TEN_MS;
	f.fk.ioctls = 0;
	sample_resize(&s, f.plan.n);
	counters_read(&f.cs, &s, &f.notes, "");
	assert_true(s.reading[4].enabled == 0 && s.reading[5].value == 90 && s.reading[5].enabled == TEN_MS);
	assert_int_equal(f.fk.ioctls, 0);
	sample_release(&s);
	teardown(&f);
}

/* As all do when their CPU goes offline; of one that cannot be read alone either, that is said. */
static void a_member_that_left_is_read_by_itself(void **state)
{
	(void)state;
	for (int lost = 0; lost < 2; lost++) {
		struct sample s = {0};
		struct fixture f;
		int fd, leader;

		setup(&f, three, COUNT_OF(three), lost ? "event=page-faults read=EIO" : "event=page-faults rate=7000");
		many_threads(&f, MANY);
		assert_int_equal(open_all(&f), 0);
		assert_int_equal(counters_enable(&f.cs, -1, &f.err), 0);
		f.fk.clock_ns += TEN_MS;
		for (size_t k = 0; k < f.plan.n; k++) {
			if (!f.plan.slot[k].bundled || f.plan.slot[k].leader < 0)
				continue;
			fd = f.cs.counter[k].fd;
			leader = f.fk.fd[fd].leader;
			f.fk.fd[leader].members--;
			f.fk.fd[fd].leader = fd;
			f.fk.fd[fd].members = 1;
		}
		sample_resize(&s, f.plan.n);
		counters_read(&f.cs, &s, &f.notes, "");
		for (size_t k = 0; k < f.plan.n; k++) {
			const struct slot *slot = &f.plan.slot[k];

			assert_int_equal(s.state[k], lost && slot->bundled && slot->leader >= 0 ?
					 COUNTER_NOT_READ : COUNTER_OPEN);
			if (slot->event == 2 && !lost)
				assert_true(s.reading[k].value == 70);
		}
		assert_int_equal(f.notes.n, lost);
		if (lost)
			assert_string_equal(f.notes.note[0].text,
					    "it has left its group, and 63 more of its counters");
		sample_release(&s);
		teardown(&f);
	}
}

/* However many groups cannot be read, nobody waits long for all of them together. */
static void patience_is_of_a_whole_sweep(void **state)
{
	enum { LONGEST_NS = 3200000 };
	struct sample s = {0};
	struct fixture f;
	uint64_t before;

	(void)state;
	setup(&f, three, COUNT_OF(three), "event=task-clock read=ECHILD");
	many_threads(&f, MANY);
	assert_int_equal(open_all(&f), 0);
	assert_int_equal(counters_enable(&f.cs, -1, &f.err), 0);
	sample_resize(&s, f.plan.n);
	before = f.fk.clock_ns;
	counters_read(&f.cs, &s, &f.notes, "");
	assert_true(f.fk.clock_ns > before && f.fk.clock_ns - before < LONGEST_NS);
	sample_release(&s);
	teardown(&f);
}

static void what_cannot_be_read_is_of_one_thread(void **state)
{
	static const struct { const char *script, *note; } cases[] = {
		{ "event=task-clock tid=4712 read=ECHILD", "" },	/* C libraries have different words for it */
		{ "event=task-clock tid=4712 read=short", "the kernel gave 8 bytes, expected 40" },
		{ "event=task-clock tid=4712 read=EACCES", "Permission denied" },
		{ "event=task-clock tid=4712 read=ECHILD nth=1", NULL },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct sample s = {0};
		struct fixture f;

		setup(&f, three, COUNT_OF(three), cases[i].script);
		many_threads(&f, MANY);
		assert_int_equal(open_all(&f), 0);
		assert_int_equal(counters_enable(&f.cs, -1, &f.err), 0);
		f.fk.clock_ns += TEN_MS;
		sample_resize(&s, f.plan.n);
		counters_read(&f.cs, &s, &f.notes, "");
		assert_int_equal(f.notes.n, cases[i].note ? 2 : 0);	/* one for each row */
		if (cases[i].note && *cases[i].note && strcmp(f.notes.note[0].text, cases[i].note) != 0)
			fail_msg("%s: %s", cases[i].script, f.notes.note[0].text);
		for (size_t k = 0; k < f.plan.n; k++)
			assert_int_equal(s.state[k], cases[i].note && f.plan.slot[k].thread == 1 && f.plan.slot[k].bundled ?
					 COUNTER_NOT_READ : COUNTER_OPEN);
		sample_release(&s);
		teardown(&f);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(planned),
		cmocka_unit_test(leaders_of_their_own_kind_stay_alone),
		cmocka_unit_test(each_cgroup_has_its_own),
		cmocka_unit_test(a_bundle_has_its_limit),
		cmocka_unit_test(they_are_nobody_elses_business),
		cmocka_unit_test(opened),
		cmocka_unit_test(values_are_the_same),
		cmocka_unit_test(a_member_that_was_never_there_leaves_no_gap),
		cmocka_unit_test(a_member_that_left_is_read_by_itself),
		cmocka_unit_test(patience_is_of_a_whole_sweep),
		cmocka_unit_test(what_cannot_be_read_is_of_one_thread),
	};

	return cmocka_run_group_tests(tests, make_root, remove_root);
}
