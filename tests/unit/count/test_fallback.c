/* SPDX-License-Identifier: MIT */
/* Tests the ladder of fallbacks, step by step. */
#include "test.h"

#include <errno.h>

#include "count/fallback.h"
#include "made_events.h"

static struct events one(const char *name, uint32_t type, uint64_t config, unsigned flags)
{
	const struct some_event some = { name, type, config, -1, flags };
	struct events es;

	some_events(&es, &some, 1);
	return es;
}

static void the_kernel_is_given_up(void **state)
{
	static const struct {
		const char *name, *want;	/* want NULL: not given up */
		uint32_t type;
		uint64_t config;
		bool user, kernel, blind;
	} cases[] = {
		{ "cycles",		"cycles:u",		0, 0, false, false, false },
		{ "cycles:H",		"cycles:Hu",		0, 0, false, false, false },
		{ "msr/tsc/",		"msr/tsc/u",		9, 0, false, false, false },
		{ "cpu/event=1/p",	"cpu/event=1/pu",	4, 1, false, false, false },
		{ "cycles:k",		NULL,			0, 0, true,  false, false },
		{ "cycles:u",		NULL,			0, 0, false, true,  false },
		{ "task-clock",		"task-clock:u",		1, 1, false, false, false },
		{ "page-faults",	"page-faults:u",	1, 2, false, false, false },
		{ "context-switches",	"context-switches:u",	1, 3, false, false, true },
		{ "cpu-migrations",	"cpu-migrations:u",	1, 4, false, false, true },
		{ "cgroup-switches",	"cgroup-switches:u",	1, 11, false, false, true },
		{ "sched:sched_switch",	"sched:sched_switchu",	2, 300, false, false, true },
		{ "probe_libc:malloc",	"probe_libc:mallocu",	2, 900, false, false, false },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases) * 2; i++) {
		size_t c = i / 2;
		int errnum = i & 1 ? EPERM : EACCES;
		struct events es = one(cases[c].name, cases[c].type, cases[c].config, 0);
		struct event *e = &es.event[0];
		const struct fallback *rung;

		e->attr.head.exclude_user = cases[c].user;
		e->attr.head.exclude_kernel = cases[c].kernel;
		rung = fallback_next(e, &e->attr, errnum);
		assert_int_equal(rung != NULL, cases[c].want != NULL);
		assert_string_equal(e->name, cases[c].want ? cases[c].want : cases[c].name);
		assert_int_equal((e->flags & EVENT_BLIND) != 0, cases[c].blind);
		if (rung) {
			assert_string_equal(rung->name, "the kernel");
			assert_true(e->attr.head.exclude_kernel && e->attr.head.exclude_hv &&
				    !e->attr.head.exclude_user);
		}
		assert_null(fallback_next(e, &e->attr, errnum));
		events_release(&es);
	}
}

/* Of an event that earlier runs have counted: a mean of two kinds would be none of both. */
static void what_was_counted_stays(void **state)
{
	static const int errnos[] = { EACCES, EPERM, EINVAL, EOPNOTSUPP };

	(void)state;
	for (size_t i = 0; i < COUNT_OF(errnos); i++) {
		struct events es = one("cycles", 0, 0, EVENT_SETTLED);
		struct event *e = &es.event[0];

		assert_null(fallback_next(e, &e->attr, errnos[i]));
		assert_string_equal(e->name, "cycles");
		assert_false(e->attr.head.exclude_kernel || e->attr.head.exclude_guest);
		events_release(&es);
	}
}

static void precision_is_lowered_step_by_step(void **state)
{
	static const int errnos[] = { EINVAL, EOPNOTSUPP };

	(void)state;
	for (size_t i = 0; i < COUNT_OF(errnos); i++) {
		struct events es = one("cycles:pppP", 0, 0, EVENT_PRECISE_MAX | EVENT_GUEST_ASKED);
		struct event *e = &es.event[0];

		e->attr.head.precise_ip = 3;
		for (unsigned want = 2; want < 3; want--) {
			assert_non_null(fallback_next(e, &e->attr, errnos[i]));
			assert_int_equal(e->attr.head.precise_ip, want);
		}
		assert_null(fallback_next(e, &e->attr, errnos[i]));
		e->attr.head.precise_ip = 3;
		e->flags &= ~(unsigned)EVENT_PRECISE_MAX;	/* asked for in so many words */
		assert_null(fallback_next(e, &e->attr, errnos[i]));
		assert_int_equal(e->attr.head.precise_ip, 3);
		events_release(&es);
	}
}

static void guests_are_told_apart_only_when_asked(void **state)
{
	struct events es = one("cycles", 0, 0, 0);
	struct event *e = &es.event[0];

	(void)state;
	e->attr.head.exclude_host = 1;
	assert_non_null(fallback_next(e, &e->attr, EINVAL));
	assert_int_equal(e->attr.head.exclude_host, 0);
	assert_null(fallback_next(e, &e->attr, EINVAL));
	e->attr.head.exclude_guest = 1;
	e->flags |= EVENT_GUEST_ASKED;
	assert_null(fallback_next(e, &e->attr, EINVAL));
	assert_int_equal(e->attr.head.exclude_guest, 1);
	events_release(&es);
}

static void guests_are_left_out_where_they_must(void **state)
{
	static const struct { const char *name, *want; } cases[] = {
		{ "cycles", "cycles:H" }, { "cycles:p", "cycles:pH" }, { "ibs_op/cnt_ctl=1/", "ibs_op/cnt_ctl=1/H" },
		{ "tsc [msr]", "tsc:H [msr]" }, { "r1c0:p [cpu]", "r1c0:pH [cpu]" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct events es = one(cases[i].name, 0, 0, 0);
		struct event *e = &es.event[0];

		assert_non_null(fallback_next(e, &e->attr, EOPNOTSUPP));
		assert_string_equal(e->name, cases[i].want);
		assert_int_equal(e->attr.head.exclude_guest, 1);
		assert_null(fallback_next(e, &e->attr, EOPNOTSUPP));
		assert_null(fallback_next(e, &e->attr, EINVAL));	/* or it would go on for ever */
		events_release(&es);
	}
}

static void only_zeros_are_cut_off(void **state)
{
	static const struct { uint32_t size, known; uint64_t config3; bool want; } cases[] = {
		{ ATTR_SIZE_CONFIG3, ATTR_SIZE, 0, true },  { ATTR_SIZE_CONFIG3, ATTR_SIZE, 5, false },
		{ ATTR_SIZE, 96, 0, true },		    { ATTR_SIZE, ATTR_SIZE, 0, false },
		{ ATTR_SIZE, 8, 0, false },		    { ATTR_SIZE, 4096, 0, false },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct events es = one("cycles", 0, 0, 0);
		struct event *e = &es.event[0];
		union attr refused;

		e->attr.head.size = cases[i].size;
		e->attr.tail.config3 = cases[i].config3;
		refused = e->attr;
		refused.head.size = cases[i].known;
		assert_int_equal(fallback_next(e, &refused, E2BIG) != NULL, cases[i].want);
		assert_int_equal(e->attr.head.size, cases[i].want ? cases[i].known : cases[i].size);
		events_release(&es);
	}
}

static void nothing_helps_against_the_rest(void **state)
{
	static const int errnos[] = { ENOENT, ENODEV, EBUSY, ENOSYS, ESRCH, EMFILE, ENOSPC };

	(void)state;
	for (size_t i = 0; i < COUNT_OF(errnos); i++) {
		struct events es = one("cycles", 0, 0, EVENT_PRECISE_MAX);

		es.event[0].attr.head.exclude_host = es.event[0].attr.head.exclude_guest = 1;
		assert_null(fallback_next(&es.event[0], &es.event[0].attr, errnos[i]));
		events_release(&es);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_kernel_is_given_up),
		cmocka_unit_test(what_was_counted_stays),
		cmocka_unit_test(precision_is_lowered_step_by_step),
		cmocka_unit_test(guests_are_told_apart_only_when_asked),
		cmocka_unit_test(guests_are_left_out_where_they_must),
		cmocka_unit_test(only_zeros_are_cut_off),
		cmocka_unit_test(nothing_helps_against_the_rest),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
