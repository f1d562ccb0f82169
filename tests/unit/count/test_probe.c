/* SPDX-License-Identifier: MIT */
/* Tests what the probe finds on fake kernels. */
#include "test.h"

#include <errno.h>

#include "counters_fixture.h"
#include "count/probe.h"

static const struct some_event cycles[] = { { SOME_CYCLES, -1, 0 } };

static const struct {
	const char *script;
	size_t advertised, live;
	bool tested, starved;
	int errnum;
	const char *code;
} counters[] = {
	{ "counters=6", 6, 6, true, false, 0, NULL },
	{ "counters=1", 1, 1, true, false, 0, NULL },
	{ "", PROBE_MOST, PROBE_MOST, true, false, 0, NULL },
	{ "counters=6 dead=6", 6, 5, true, false, 0, NULL },
	{ "counters=6 dead=3", 6, 2, true, false, 0, NULL },
	{ "counters=6 dead=1", 6, 0, true, false, 0, NULL },
	{ "counters=6 dead=7", 6, 6, true, false, 0, NULL },
	{ "counters=6 any count=0", 6, 0, true, false, 0, NULL },
	{ "counters=6 any member rate=3G", 6, 1, true, false, 0, NULL },	/* another number */
	{ "counters=6 taken=1", 6, 5, true, true, 0, NULL },
	{ "counters=6 taken=6", 6, 0, false, true, 0, NULL },
	{ "counters=6 any running=0%", 6, 0, false, true, 0, NULL },
	{ "counters=6 any running=1%", 6, 6, true, false, 0, NULL },
	{ "counters=6 any read=EIO", 6, 0, false, false, 0, NULL },
	{ "counters=6 any read=end", 6, 0, false, false, 0, NULL },
	{ "counters=6 any read=short", 6, 0, false, false, 0, NULL },
	{ "counters=6 limit=8:8", 5, 5, true, false, 0, NULL },		/* three are taken */
	{ "counters=6 limit=8:20", 6, 6, true, false, 0, NULL },	/* raised */
	{ "any open=EBUSY", 0, 0, false, false, EBUSY, "busy" },
	{ "any open=ENOSYS", 0, 0, false, false, ENOSYS, "no-syscall" },
	{ "any open=EPERM", 0, 0, false, false, EPERM, "seccomp" },
	{ "any open=EACCES", 0, 0, false, false, EACCES, "not-permitted" },
	{ "no-pmu", 0, 0, false, false, ENOENT, "no-counter" },
	{ "any open=EMFILE", 0, 0, false, false, EMFILE, "other" },
	{ "attr-size=120", PROBE_MOST, PROBE_MOST, true, false, 0, NULL },
};

static void counters_of_a_pmu(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(counters); i++) {
		struct probe_pmu_result got;
		struct fixture f;

		setup(&f, cycles, 1, counters[i].script);
		probe_counters(&got, &(struct probe){ &f.fk.ops, &f.machine }, &f.events.event[0]);
		if (got.advertised != counters[i].advertised || got.live != counters[i].live ||
		    got.tested != counters[i].tested || got.starved != counters[i].starved ||
		    got.why.errnum != counters[i].errnum)
			fail_msg("'%s': %zu advertised, %zu live, tested %d, starved %d, errno %d",
				 counters[i].script, got.advertised, got.live, got.tested, got.starved,
				 got.why.errnum);
		if (counters[i].code)
			assert_string_equal(got.why.code, counters[i].code);
		teardown(&f);
	}
}

/* One that reads 0 is told from all that do, wherever it stands. */
static void those_that_count(void **state)
{
	static const struct { const char *script; size_t live, counting; } cases[] = {
		{ "counters=6", 6, 6 }, { "counters=6 dead=6", 5, 5 }, { "counters=6 dead=3", 2, 5 },
		{ "counters=6 dead=1", 0, 5 }, { "counters=6 any count=0", 0, 0 }, { "counters=6 taken=6", 0, 0 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct probe_pmu_result got;
		struct fixture f;

		setup(&f, cycles, 1, cases[i].script);
		probe_counters(&got, &(struct probe){ &f.fk.ops, &f.machine }, &f.events.event[0]);
		assert_int_equal(got.live, cases[i].live);
		assert_int_equal(got.counting, cases[i].counting);
		teardown(&f);
	}
}

static void single_events(void **state)
{
	static const struct {
		const char *script;
		uint32_t type; uint64_t config;
		int cpu, errnum, refused;
		bool user_only, blind;
		const char *code;
	} cases[] = {
		{ "", 1, 1, -1, 0, 0, false, false, NULL },
		{ "paranoid=2", 1, 1, -1, 0, EACCES, true, false, "not-permitted" },
		{ "paranoid=2", 1, PERF_COUNT_SW_CONTEXT_SWITCHES, -1, 0, EACCES, true, true, "not-permitted" },
		{ "paranoid=2", 1, 0, 0, EACCES, EACCES, false, false, "not-permitted" },	/* no less for a CPU */
		{ "any cpu=0 open=EACCES", 1, 0, 0, EACCES, EACCES, false, false, "not-permitted" },
		{ "any cpu=0 open=EACCES", 1, 0, -1, 0, 0, false, false, NULL },
		{ "paranoid=3", 1, 1, -1, EACCES, EACCES, false, false, "not-permitted" },
		{ "any open=EPERM", 1, 1, -1, EPERM, EPERM, false, false, "seccomp" },
		{ "any kernel open=EPERM", 1, 1, -1, 0, EPERM, true, false, "seccomp" },
		{ "no-pmu", 0, 0, -1, ENOENT, ENOENT, false, false, "no-counter" },
		/* what remains when all is permitted */
		{ "paranoid=2 no-pmu", 0, 0, -1, ENOENT, EACCES, false, false, "no-counter" },
		{ "paranoid=3 no-pmu", 0, 0, -1, EACCES, EACCES, false, false, "not-permitted" },
		{ "any open=ENOSYS", 0, 0, -1, ENOSYS, ENOSYS, false, false, "no-syscall" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct some_event some[] = { { "some", cases[i].type, cases[i].config, -1, 0 } };
		struct probe_result got;
		struct fixture f;

		setup(&f, some, 1, cases[i].script);
		probe_event(&got, &(struct probe){ &f.fk.ops, &f.machine }, &f.events.event[0], cases[i].cpu);
		if (got.why.errnum != cases[i].errnum || got.refused != cases[i].refused ||
		    got.user_only != cases[i].user_only || got.blind != cases[i].blind)
			fail_msg("case %zu: errno %d, first %d, user %d, blind %d", i, got.why.errnum,
				 got.refused, got.user_only, got.blind);
		if (cases[i].code)
			assert_string_equal(got.why.code, cases[i].code);
		assert_string_equal(f.events.event[0].name, "some");	/* the ladder had a copy */
		teardown(&f);
	}
}

/* A member is opened beside its leader, and counts as nothing when that is not there. */
static void members_of_groups(void **state)
{
	static const struct some_event some[] = { { "lead", 0, 0, -1, 0 }, { "member", 0, 1, 0, 0 },
						  { "alone", 1, 1, -1, 0 } };
	static const struct { const char *script; int errnum[3]; } cases[] = {
		{ "", { 0, 0, 0 } },
		{ "type=0 config=1 leader open=EINVAL", { 0, 0, 0 } },	/* as topdown events */
		{ "type=0 config=1 member open=EINVAL", { 0, EINVAL, 0 } },
		{ "type=0 config=0 open=ENOENT; type=0 config=1 leader open=EINVAL", { ENOENT, EINVAL, 0 } },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct probe_result got[COUNT_OF(some)];
		struct fixture f;

		setup(&f, some, COUNT_OF(some), cases[i].script);
		probe_events(got, &(struct probe){ &f.fk.ops, &f.machine }, &f.events);
		for (size_t e = 0; e < COUNT_OF(some); e++)
			assert_int_equal(got[e].why.errnum, cases[i].errnum[e]);
		teardown(&f);
	}
}

/* Whatever call fails: an answer, and nothing left open. */
static void any_call_may_fail(void **state)
{
	static const int errnos[] = { EMFILE, ENOMEM, EINVAL, EACCES, E2BIG };

	(void)state;
	for (size_t e = 0; e < COUNT_OF(errnos); e++) {
		for (int n = 1;; n++) {
			struct probe_pmu_result got;
			struct probe_result one;
			struct fixture f;
			int fired;

			setup(&f, cycles, 1, "counters=3");
			f.fk.fail_at = n;
			f.fk.fail_errno = errnos[e];
			probe_counters(&got, &(struct probe){ &f.fk.ops, &f.machine }, &f.events.event[0]);
			probe_event(&one, &(struct probe){ &f.fk.ops, &f.machine }, &f.events.event[0], -1);
			assert_true(got.advertised <= 3 && got.live <= got.advertised);
			fired = f.fk.fault_fired;
			teardown(&f);
			if (!fired)
				break;
			assert_true(n < 100);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(counters_of_a_pmu),
		cmocka_unit_test(those_that_count),
		cmocka_unit_test(single_events),
		cmocka_unit_test(members_of_groups),
		cmocka_unit_test(any_call_may_fail),
	};

	return cmocka_run_group_tests(tests, make_root, remove_root);
}
