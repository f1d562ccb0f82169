/* SPDX-License-Identifier: MIT */
/* Tests what becomes of events that the kernel refuses. */
#include "test.h"

#include <errno.h>

#include "counters_fixture.h"

enum { MOST = 6 };

/* "0 0 2": leaders by event, and "O N G" states by event, both of the first unit. */
static void describe(const struct fixture *f, struct str *leaders, struct str *states, struct str *names)
{
	static const char letters[] = "CONG";

	for (size_t e = 0; e < f->events.n; e++) {
		str_addf(leaders, "%s%d", e ? " " : "", f->events.event[e].leader);
		str_addf(names, "%s%s", e ? " " : "", f->events.event[e].name);
		for (size_t i = 0; i < f->plan.n; i++)
			if (f->plan.slot[i].event == (int)e && f->cs.counter)
				str_addf(states, "%c", letters[f->cs.counter[i].state]);
	}
}

static const struct open_case {
	const char *what;
	struct some_event some[MOST];
	const char *script;
	const char *leaders, *states, *names;	/* names NULL: as they were */
	const char *notes;
	int passes, opens;			/* opens: calls of perf_event_open, refused ones too */
} open_cases[] = {
	{ "nothing in the way", { { SOME_CYCLES, -1, 0 }, { SOME_CLOCK, -1, 0 } }, "",
	  "0 1", "OO", NULL, "", 1, 2 },
	{ "a group", { { SOME_CYCLES, -1, 0 }, { SOME_INSTRUCTIONS, 0, 0 } }, "",
	  "0 0", "OO", NULL, "", 1, 2 },
	{ "one is not there", { { SOME_CYCLES, -1, 0 }, { SOME_CLOCK, -1, 0 } }, "event=cycles open=ENOENT",
	  "0 1", "NO", NULL, "not-supported@0:this machine (virtual?) has no such counter", 1, 2 },
	{ "a member is not there, the rest stays a group",
	  { { SOME_CYCLES, -1, 0 }, { SOME_INSTRUCTIONS, 0, 0 }, { SOME_BRANCHES, 0, 0 } },
	  "event=instructions open=ENOENT",
	  "0 1 0", "ONO", NULL, "not-supported@1:this machine (virtual?) has no such counter", 2, 6 },
	{ "the leader is not there, the next one leads",
	  { { SOME_CYCLES, -1, 0 }, { SOME_INSTRUCTIONS, 0, 0 }, { SOME_BRANCHES, 0, 0 } },
	  "event=cycles open=ENOENT",
	  "0 1 1", "NOO", NULL, "not-supported@0:this machine (virtual?) has no such counter", 2, 5 },
	{ "no member is there", { { SOME_CYCLES, -1, 0 }, { SOME_INSTRUCTIONS, 0, 0 },
				  { SOME_CLOCK, -1, 0 } }, "no-pmu",
	  "0 1 2", "NNO", NULL, "not-supported@0:this machine (virtual?) has no such counter; "
	  "not-supported@1:this machine (virtual?) has no such counter", 2, 4 },
	{ "two groups change in one pass",
	  { { SOME_CYCLES, -1, 0 }, { SOME_CLOCK, 0, 0 }, { SOME_INSTRUCTIONS, -1, 0 },
	    { SOME_FAULTS, 2, 0 } }, "no-pmu",
	  "0 1 2 3", "NONO", NULL, "not-supported@0:this machine (virtual?) has no such counter; "
	  "not-supported@2:this machine (virtual?) has no such counter", 2, 6 },
	{ "a group that does not fit",
	  { { SOME_CYCLES, -1, 0 }, { SOME_INSTRUCTIONS, 0, 0 }, { SOME_BRANCHES, 0, 0 } }, "counters=2",
	  "0 1 2", "OOO", NULL, "split-group@0; split-group@1; split-group@2", 2, 7 },
	{ "a weak one that does not fit",
	  { { SOME_CYCLES, -1, EVENT_WEAK }, { SOME_INSTRUCTIONS, 0, EVENT_WEAK },
	    { SOME_BRANCHES, 0, EVENT_WEAK } },
	  "counters=2", "0 1 2", "OOO", NULL, "", 2, 7 },
	{ "one that does not fit, of which slots keeps a part",
	  { { SOME_SLOTS, -1, 0 }, { SOME_CYCLES, 0, 0 }, { SOME_RETIRING, 0, EVENT_TOP_DOWN },
	    { SOME_BRANCHES, 0, 0 } },
	  "counters=3", "0 1 0 3", "OOOO", NULL, "split-group@1; split-group@3", 2, 9 },
	{ "a top-down event that is refused",
	  { { SOME_SLOTS, -1, 0 }, { SOME_CYCLES, 0, 0 }, { SOME_RETIRING, 0, EVENT_TOP_DOWN } },
	  "type=4 config=0x8000 open=EINVAL", "0 0 2", "OON", NULL,
	  "not-supported@2:it counts only in a group with slots and its modifiers: add that event", 2, 6 },
	{ "does not fit, and one is not there either",
	  { { SOME_CYCLES, -1, 0 }, { SOME_MISSES, 0, 0 }, { SOME_INSTRUCTIONS, 0, 0 },
	    { SOME_BRANCHES, 0, 0 } },
	  "counters=2 event=branch-misses open=ENOENT", "0 1 2 3", "ONOO", NULL,
	  "not-supported@1:this machine (virtual?) has no such counter; split-group@0; split-group@2; split-group@3", 2, 9 },
	{ "without the kernel", { { SOME_CYCLES, -1, 0 }, { SOME_SWITCHES, -1, 0 } }, "paranoid=2",
	  "0 1", "OO", "cycles:u context-switches:u",
	  "fallback@0:the kernel; fallback@1:the kernel; blind@1", 1, 4 },
	{ "without the kernel, and then it is not there", { { SOME_CYCLES, -1, 0 }, { SOME_CLOCK, -1, 0 } },
	  "paranoid=2 event=cycles kernel open=EACCES event=cycles open=ENOENT event=cycles kernel open=EACCES",
	  "0 1", "NO", "cycles:u task-clock:u",
	  "fallback@0:the kernel; not-supported@0:this machine (virtual?) has no such counter; fallback@1:the kernel", 1, 4 },
	{ "without the kernel is no way, so the first cause is the cause",
	  { { SOME_TSC, -1, 0 }, { SOME_CLOCK, -1, 0 } },
	  "type=20 kernel open=EACCES type=20 open=EINVAL type=20 kernel open=EACCES",
	  "0 1", "NO", NULL, "not-supported@0:not permitted", 1, 3 },
	{ "the same of a member",
	  { { SOME_CLOCK, -1, 0 }, { SOME_TSC, 0, 0 } },
	  "type=20 open=EOPNOTSUPP type=20 kernel open=EACCES",
	  "0 1", "ON", NULL, "not-supported@1:not permitted", 2, 8 },
	{ "a fallback that is no use is taken back", { { SOME_CYCLES, -1, 0 }, { SOME_CLOCK, -1, 0 } },
	  "event=cycles open=EACCES", "0 1", "NO", NULL, "not-supported@0:not permitted", 1, 3 },
	{ "so is this one", { { SOME_CYCLES, -1, 0 }, { SOME_CLOCK, -1, 0 } },
	  "event=cycles open=EOPNOTSUPP", "0 1", "NO", NULL, "not-supported@0:this machine has no such counter", 1, 3 },
	{ "guests must be left out", { { SOME_CYCLES, -1, 0 } }, "event=cycles host open=EOPNOTSUPP",
	  "0", "O", "cycles:H", "fallback@0:guests", 1, 2 },
	{ "an event nobody asks for again", { { SOME_CYCLES, -1, EVENT_UNSUPPORTED }, { SOME_CLOCK, -1, 0 } },
	  "",
	  "0 1", "NO", NULL, "", 1, 1 },
	{ "in use", { { SOME_CYCLES, -1, 0 }, { SOME_CLOCK, -1, 0 } }, "event=cycles open=EBUSY",
	  "0 1", "NO", NULL, "not-supported@0:another user holds its counter", 1, 2 },
	{ "a cause without words of its own", { { SOME_CYCLES, -1, 0 }, { SOME_CLOCK, -1, 0 } },
	  "event=cycles open=27",
	  "0 1", "NO", NULL, "not-supported@0:File too large", 1, 2 },
};

static void opening(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(open_cases); i++) {
		const struct open_case *c = &open_cases[i];
		struct str leaders = {0}, states = {0}, names = {0}, notes = {0}, before = {0};
		struct fixture f;
		size_t n = 0;

		while (n < MOST && c->some[n].name) {
			str_addf(&before, "%s%s", n ? " " : "", c->some[n].name);
			n++;
		}
		setup(&f, c->some, n, c->script);
		print_message("# %s\n", c->what);
		assert_int_equal(open_all(&f), 0);
		describe(&f, &leaders, &states, &names);
		describe_notes(&f, &notes);
		assert_string_equal(leaders.text, c->leaders);
		assert_string_equal(states.text, c->states);
		assert_string_equal(names.text, c->names ? c->names : before.text);
		assert_string_equal(notes.text ? notes.text : "", c->notes);
		assert_int_equal(f.passes, c->passes);
		assert_int_equal(f.fk.opens, c->opens);
		str_release(&leaders), str_release(&states), str_release(&names), str_release(&notes),
			str_release(&before);
		teardown(&f);
	}
}

static void a_new_leader_inherits_pinned(void **state)
{
	static const struct some_event some[] = {
		{ SOME_CYCLES, -1, 0 }, { SOME_INSTRUCTIONS, 0, 0 }, { SOME_BRANCHES, 0, 0 },
	};
	struct fixture f;

	(void)state;
	setup(&f, some, COUNT_OF(some), "event=cycles open=ENOENT");
	f.events.event[0].attr.head.pinned = f.events.event[0].attr.head.exclusive = 1;
	assert_int_equal(open_all(&f), 0);
	assert_true(f.events.event[1].attr.head.pinned && f.events.event[1].attr.head.exclusive);
	assert_false(f.events.event[2].attr.head.pinned);
	teardown(&f);
}

static void precision_is_taken_back_when_it_is_no_use(void **state)
{
	static const struct some_event some[] = { { SOME_CYCLES, -1, EVENT_PRECISE_MAX },
						  { SOME_CLOCK, -1, 0 } };
	static const struct { const char *script; unsigned want; size_t notes; } cases[] = {
		{ "event=cycles precise open=EOPNOTSUPP", 0, 3 }, { "event=cycles open=EINVAL", 3, 1 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct fixture f;

		setup(&f, some, COUNT_OF(some), cases[i].script);
		f.events.event[0].attr.head.precise_ip = 3;
		assert_int_equal(open_all(&f), 0);
		assert_int_equal(f.events.event[0].attr.head.precise_ip, cases[i].want);
		assert_int_equal(f.notes.n, cases[i].notes);
		teardown(&f);
	}
}

static void an_older_kernel_gets_a_shorter_attr(void **state)
{
	static const struct some_event some[] = { { SOME_CYCLES, -1, 0 }, { SOME_CLOCK, -1, 0 } };

	(void)state;
	for (int needed = 0; needed < 2; needed++) {
		struct fixture f;

		setup(&f, some, COUNT_OF(some), "attr-size=128");
		f.events.event[0].attr.head.size = ATTR_SIZE_CONFIG3;
		f.events.event[0].attr.tail.config3 = needed ? 5 : 0;
		assert_int_equal(open_all(&f), 0);
		assert_int_equal(f.cs.counter[0].state, needed ? COUNTER_NOT_SUPPORTED : COUNTER_OPEN);
		assert_int_equal(f.notes.n, needed);
		if (needed)
			assert_string_equal(f.notes.note[0].text, "this kernel is too old for its settings");
		teardown(&f);
	}
}

static void what_is_refused_once_is_not_asked_again(void **state)
{
	static const struct some_event some[] = { { SOME_CYCLES, -1, 0 }, { SOME_INSTRUCTIONS, 0, 0 },
						  { SOME_CLOCK, -1, 0 } };
	struct fixture f;
	int opens;

	(void)state;
	setup(&f, some, COUNT_OF(some), "no-pmu");
	assert_int_equal(open_all(&f), 0);
	counters_close(&f.cs);
	opens = f.fk.opens;
	f.notes.n = 0;
	assert_int_equal(open_all(&f), 0);
	assert_int_equal(f.fk.opens, opens + 1);
	assert_int_equal(f.notes.n, 0);
	assert_int_equal(f.cs.counter[0].state, COUNTER_NOT_SUPPORTED);
	teardown(&f);
}

static void tools_are_enough(void **state)
{
	static const struct some_event some[] = { { SOME_CYCLES, -1, 0 }, { "duration_time", 0, 0, -1, 0 } };
	struct fixture f;

	(void)state;
	setup(&f, some, COUNT_OF(some), "paranoid=3");
	f.events.event[1].tool = TOOL_DURATION;
	assert_int_equal(open_all(&f), 0);
	assert_int_equal(f.cs.counter[0].state, COUNTER_NOT_SUPPORTED);
	teardown(&f);

	setup(&f, NULL, 0, "paranoid=3");	/* nothing asked for, nothing refused */
	assert_int_equal(open_all(&f), 0);
	teardown(&f);
}

static void descriptors(void **state)
{
	static const struct some_event some[] = {
		{ SOME_CYCLES, -1, 0 }, { SOME_INSTRUCTIONS, 0, 0 }, { SOME_BRANCHES, 0, 0 },
		{ SOME_CLOCK, -1, 0 },
	};
	static const struct { const char *script; const char *message; rlim_t soft; size_t n; } cases[] = {
		{ "limit=7:7", NULL, 7 },
		{ "limit=4:64", NULL, 64 },			/* raised */
		{ "limit=6:6", "4 counters need 7 descriptors, 6 are allowed", 6 },
		{ "limit=4:5", "4 counters need 7 descriptors, 5 are allowed", 5 },
		{ "limit=3:3", "4 counters need 7 descriptors, 3 are allowed", 3 },
		/* may not look, may not raise */
		{ "limit=4:64 fail=3:1", "4 counters need 7 descriptors, 4 are allowed", 4 },
		{ "limit=4:64 fail=4:1", "4 counters need 7 descriptors, 4 are allowed", 4 },
		{ "limit=3:3", "1 counter needs 4 descriptors, 3 are allowed", 3, 1 },
		{ "limit=4:4", NULL, 4, 1 },
		{ "any open=ENFILE", "the system has no descriptors left for 1 counter", 1024, 1 },
		{ "any open=ENOMEM", "not enough memory for 1 counter", 1024, 1 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct fixture f;

		setup(&f, some, cases[i].n ? cases[i].n : COUNT_OF(some), cases[i].script);
		assert_int_equal(open_all(&f), cases[i].message ? -1 : 0);
		if (cases[i].message) {
			assert_string_equal(f.err.message, cases[i].message);
			assert_int_equal(f.err.kind, ERROR_LIMIT);
			assert_int_equal(f.err.hint[0] != '\0', f.err.errnum != ENOMEM);
		}
		assert_int_equal(f.fk.nofile.rlim_cur, cases[i].soft);
		teardown(&f);
	}
}

static void limits_in_the_second_try(void **state)
{
	static const struct some_event some[] = { { SOME_CYCLES, -1, 0 }, { SOME_INSTRUCTIONS, 0, 0 } };
	static const char *const scripts[] = {
		"event=instructions member open=EINVAL event=instructions leader open=EMFILE",
		"event=instructions member open=EINVAL event=instructions leader open=ENOMEM",
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(scripts); i++) {
		struct fixture f;

		setup(&f, some, COUNT_OF(some), scripts[i]);
		assert_int_equal(open_all(&f), -1);
		assert_int_equal(f.err.kind, ERROR_LIMIT);
		teardown(&f);
	}
}

static void filters(void **state)
{
	static const struct some_event some[] = { { "sched:sched_switch", PERF_TYPE_TRACEPOINT, 300, -1, 0 },
						  { SOME_CLOCK, -1, 0 } };
	static const struct { const char *filter, *script, *message; } cases[] = {
		{ "prev_pid == 0", "", NULL },
		{ "nosuch == 0", "",
		  "cannot set filter \"nosuch == 0\" on event sched:sched_switch: Invalid argument" },
		{ "prev_pid == 0", "type=tp filter=ENOENT",
		  "cannot set filter \"prev_pid == 0\" on event sched:sched_switch: No such file or directory" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases) * 2; i++) {
		struct fixture f;
		size_t c = i / 2;

		setup(&f, some, COUNT_OF(some), cases[c].script);
		target_release(&f.target);
		some_threads(&f.target, i & 1 ? 2 : 1);		/* on the other slots, too */
		f.events.event[0].filter = mem_copy_text(cases[c].filter);
		assert_int_equal(open_all(&f), cases[c].message ? -1 : 0);
		if (cases[c].message)
			assert_string_equal(f.err.message, cases[c].message);
		for (size_t s = 0; !cases[c].message && s < f.plan.n; s++)
			assert_string_equal(f.fk.fd[f.cs.counter[s].fd].filter, s % 2 ? "" : cases[c].filter);
		teardown(&f);
	}
}

static void one_thread_is_gone(void **state)
{
	static const struct some_event some[] = { { SOME_CLOCK, -1, 0 }, { SOME_FAULTS, 0, 0 },
						  { SOME_SWITCHES, -1, 0 } };
	static const struct { int nth, errnum; const char *want; } cases[] = {
		{ 1, ESRCH, "GGOOOO" }, { 2, ESRCH, "OGOOOO" }, { 3, ESRCH, "OOGOOO" },
		{ 4, ESRCH, "OOOGGO" },
		{ 5, ESRCH, "OOOOGO" }, { 6, ESRCH, "OOOOOG" }, { 4, EACCES, "OOOGGO" },
		{ 6, EPERM, "OOOOOG" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct fixture f;
		char got[7] = "";

		setup(&f, some, COUNT_OF(some), "");
		target_release(&f.target);
		some_threads(&f.target, 2);
		f.fk.fail_at = cases[i].nth;
		f.fk.fail_errno = cases[i].errnum;
		assert_int_equal(open_all(&f), 0);
		for (size_t s = 0; s < f.plan.n; s++)
			got[s] = "CONG"[f.cs.counter[s].state];
		assert_string_equal(got, cases[i].want);
		assert_int_equal(f.notes.n, 1);
		assert_int_equal(f.notes.note[0].kind, cases[i].errnum == ESRCH ? NOTE_GONE : NOTE_DENIED);
		assert_string_equal(f.notes.note[0].text,
				    strchr(cases[i].want, 'G')[1] == 'G' ? "2 of 6 counters" :
					    "1 of 6 counters");
		teardown(&f);
	}
}

static void later_slots_are_opened_alike(void **state)
{
	static const struct some_event some[] = { { SOME_CYCLES, -1, 0 }, { SOME_INSTRUCTIONS, 0, 0 },
						  { SOME_CLOCK, -1, 0 } };
	struct fixture f;

	(void)state;
	setup(&f, some, COUNT_OF(some),
	      "paranoid=2 event=task-clock open=ENOENT");
	target_release(&f.target);
	some_threads(&f.target, 3);
	assert_int_equal(open_all(&f), 0);
	for (size_t i = 0; i < f.plan.n; i++) {
		const struct fake_counter *c = &f.fk.fd[f.cs.counter[i].fd > 0 ? f.cs.counter[i].fd : 0];

		assert_int_equal(f.cs.counter[i].state, i % 3 == 2 ? COUNTER_NOT_SUPPORTED : COUNTER_OPEN);
		if (i % 3 == 2)
			continue;
		assert_true(c->attr.head.exclude_kernel);
		assert_int_equal(c->leader, f.cs.counter[i - i % 3].fd);
	}
	/* EACCES and success for the leader and for the member, EACCES and ENOENT; then once each */
	assert_int_equal(f.fk.opens, 2 + 2 + 2 + 2 * 2);
	teardown(&f);
}

/* Two threads, or two CPUs, and what the second one answers. */
static const struct {
	struct some_event some[3];
	bool cpus;
	const char *script, *want, *notes;	/* want: states by slot, then leaders by event */
	enum error_kind kind;
} later_cases[] = {
	{ { { SOME_CLOCK, -1, 0 }, { SOME_FAULTS, -1, 0 } }, true, "event=page-faults cpu=1 open=ENODEV",
	  "OOOG 0 1", "gone@-1:1 of 4 counters", ERROR_NONE },
	{ { { SOME_CLOCK, -1, 0 }, { SOME_FAULTS, -1, 0 } }, true, "event=page-faults cpu=1 open=EACCES",
	  "ONON 0 1", "not-supported@1:not permitted, on CPU 1", ERROR_NONE },
	{ { { SOME_CLOCK, -1, 0 }, { SOME_FAULTS, -1, 0 } }, true, "event=page-faults cpu=1 open=EBUSY",
	  "ONON 0 1", "not-supported@1:another user holds its counter, on CPU 1", ERROR_NONE },
	{ { { SOME_CLOCK, -1, 0 }, { SOME_FAULTS, 0, 0 }, { SOME_SWITCHES, 0, 0 } }, true,
	  "event=task-clock cpu=1 open=EINVAL", "NOONOO 0 1 1",
	  "not-supported@0:the kernel does not accept these settings, on CPU 1", ERROR_NONE },
	{ { { SOME_CLOCK, -1, 0 }, { SOME_FAULTS, 0, 0 } }, true, "event=page-faults cpu=1 open=EINVAL",
	  "ONON 0 1", "not-supported@1:the kernel does not accept these settings, on CPU 1", ERROR_NONE },
	{ { { SOME_CLOCK, -1, 0 } }, true, "any cpu=1 open=EIO", "", "", ERROR_UNSUPPORTED },
	{ { { SOME_CLOCK, -1, 0 }, { SOME_FAULTS, -1, 0 } }, true, "any cpu=1 open=EIO", "", "",
	  ERROR_UNSUPPORTED },
	{ { { SOME_CLOCK, -1, 0 }, { SOME_FAULTS, -1, 0 } }, true, "event=page-faults cpu=1 open=ENOMEM", "",
	  "",
	  ERROR_LIMIT },
};

static void later_slots_that_are_refused(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(later_cases); i++) {
		struct str got = {0}, leaders = {0}, unused = {0}, notes = {0};
		struct fixture f;
		size_t n = 0;

		while (n < COUNT_OF(later_cases[i].some) && later_cases[i].some[n].name)
			n++;
		setup(&f, later_cases[i].some, n, later_cases[i].script);
		target_release(&f.target);
		some_cpus(&f.target, 2);
		assert_int_equal(open_all(&f), later_cases[i].kind ? -1 : 0);
		assert_int_equal(f.err.kind, later_cases[i].kind);
		describe_notes(&f, &notes);
		if (!later_cases[i].kind)
			assert_string_equal(notes.text, later_cases[i].notes);
		for (size_t s = 0; !later_cases[i].kind && s < f.plan.n; s++)
			str_addf(&got, "%c", "CONG"[f.cs.counter[s].state]);
		describe(&f, &leaders, &unused, &unused);
		if (!later_cases[i].kind) {
			str_addf(&got, " %s", leaders.text);
			assert_string_equal(got.text, later_cases[i].want);
		}
		str_release(&got), str_release(&leaders), str_release(&unused), str_release(&notes);
		teardown(&f);
	}
}

static void a_leader_that_is_gone_takes_its_group_along(void **state)
{
	static const struct some_event some[] = { { SOME_CLOCK, -1, 0 }, { SOME_FAULTS, 0, 0 } };
	struct fixture f;

	(void)state;
	setup(&f, some, COUNT_OF(some), "");
	target_release(&f.target);
	some_threads(&f.target, 2);
	f.fk.fail_at = 3;
	f.fk.fail_errno = ESRCH;
	assert_int_equal(open_all(&f), 0);
	assert_int_equal(f.cs.counter[2].state, COUNTER_GONE);
	assert_int_equal(f.cs.counter[3].state, COUNTER_GONE);
	assert_string_equal(f.notes.note[0].text, "2 of 4 counters");
	assert_int_equal(f.fk.opens, 3);
	teardown(&f);
}

static void the_trace_tells_every_open(void **state)
{
	static const struct some_event some[] = { { SOME_CYCLES, -1, 0 }, { SOME_CLOCK, -1, 0 } };
	static const char want[] =
		"------------------------------------------------------------\n"
		"perf_event_attr:\n"
		"  type                             0 (PERF_TYPE_HARDWARE)\n"
		"  size                             128\n"
		"  config                           0 (PERF_COUNT_HW_CPU_CYCLES)\n"
		"  sample_type                      IDENTIFIER\n"
		"  read_format                      TOTAL_TIME_ENABLED|TOTAL_TIME_RUNNING\n"
		"  disabled                         1\n"
		"  inherit                          1\n"
		"  enable_on_exec                   1\n"
		"------------------------------------------------------------\n"
		"sys_perf_event_open: pid 0  cpu -1  group_fd -1  flags 0x8 = -22 (Invalid argument)\n"
		"------------------------------------------------------------\n"
		"perf_event_attr:\n"
		"  type                             1 (PERF_TYPE_SOFTWARE)\n"
		"  size                             128\n"
		"  config                           0x1 (PERF_COUNT_SW_TASK_CLOCK)\n"
		"  sample_type                      IDENTIFIER\n"
		"  read_format                      TOTAL_TIME_ENABLED|TOTAL_TIME_RUNNING\n"
		"  disabled                         1\n"
		"  inherit                          1\n"
		"  enable_on_exec                   1\n"
		"------------------------------------------------------------\n"
		"sys_perf_event_open: pid 0  cpu -1  group_fd -1  flags 0x8 = 3\n";
	struct fixture f;

	(void)state;
	setup(&f, some, COUNT_OF(some), "event=cycles open=EINVAL");
	assert_int_equal(open_all(&f), 0);
	assert_string_equal(f.trace.text, want);
	teardown(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(opening),
		cmocka_unit_test(a_new_leader_inherits_pinned),
		cmocka_unit_test(precision_is_taken_back_when_it_is_no_use),
		cmocka_unit_test(an_older_kernel_gets_a_shorter_attr),
		cmocka_unit_test(what_is_refused_once_is_not_asked_again),
		cmocka_unit_test(tools_are_enough),
		cmocka_unit_test(descriptors),
		cmocka_unit_test(limits_in_the_second_try),
		cmocka_unit_test(filters),
		cmocka_unit_test(one_thread_is_gone),
		cmocka_unit_test(later_slots_are_opened_alike),
		cmocka_unit_test(later_slots_that_are_refused),
		cmocka_unit_test(a_leader_that_is_gone_takes_its_group_along),
		cmocka_unit_test(the_trace_tells_every_open),
	};

	return cmocka_run_group_tests(tests, make_root, remove_root);
}
