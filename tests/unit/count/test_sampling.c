/* SPDX-License-Identifier: MIT */
/* Tests how often counters sample, by what a sample costs, and what the kernel permits and tells. */
#include "test.h"

#include <errno.h>

#include "base/env.h"
#include "count/sampling/sample_cost.h"
#include "count/sampling/sampling.h"
#include "counters_fixture.h"

static const struct some_event some[] = { { SOME_CYCLES, -1, 0 } };

static const struct {
	const char *name, *script, *max_rate;
	uint64_t asked;
	uint64_t cost_ns, frequency;
	bool build_ids;
	const char *notes;
} cases[] = {
	{ "not known", "", NULL, 0, 0, 997, true, "sampled@-1:at 997 Hz" },
	{ "cheap", "sample=10us", NULL, 0, 10000, 997, true,
	  "sampled@-1:at 997 Hz, which takes about 1.0 % of the time" },
	{ "just cheap enough", "sample=20060ns", NULL, 0, 20060, 997, true,
	  "sampled@-1:at 997 Hz, which takes about 2.0 % of the time" },
	{ "just not", "sample=20081ns", NULL, 0, 20081, 995, true,
	  "sampled@-1:at 995 Hz, which takes about 2.0 % of the time" },
	{ "slow", "sample=60us", NULL, 0, 60000, 333, true,
	  "sampled@-1:at 333 Hz, which takes about 2.0 % of the time" },
	{ "as the user says, whatever it costs", "sample=60us", NULL, 5000, 60000, 5000, true,
	  "sampled@-1:at 5000 Hz, which takes about 30.0 % of the time" },
	{ "as much as is permitted", "", "5000\n", 5000, 0, 5000, true, "sampled@-1:at 5000 Hz" },
	{ "less is permitted", "", "4999\n", 5000, 0, 4999, true,
	  "fewer-samples@-1:4999 Hz; sampled@-1:at 4999 Hz" },
	{ "less than is usual", "", "100\n", 0, 0, 100, true,
	  "fewer-samples@-1:100 Hz; sampled@-1:at 100 Hz" },
	{ "no number", "", "many\n", 5000, 0, 5000, true, "sampled@-1:at 5000 Hz" },
	{ "0", "", "0\n", 5000, 0, 5000, true, "sampled@-1:at 5000 Hz" },
	{ "before build IDs", "linux=5.11", NULL, 0, 0, 997, false, "sampled@-1:at 997 Hz" },
	{ "with them", "linux=5.12", NULL, 0, 0, 997, true, "sampled@-1:at 997 Hz" },
	{ "user mode only", "sample=10us paranoid=2", NULL, 0, 10000, 997, true,
	  "sampled@-1:at 997 Hz, which takes about 1.0 % of the time" },
	{ "nothing is permitted", "sample=10us paranoid=3", NULL, 0, 0, 997, false, "sampled@-1:at 997 Hz" },
	{ "no counters", "sample=10us no-pmu", NULL, 0, 0, 997, true, "sampled@-1:at 997 Hz" },
	{ "no memory for a ring", "sample=10us fail-all=map:EPERM", NULL, 0, 0, 997, true, "sampled@-1:at 997 Hz" },
};

static int prepare(struct fixture *f, struct sampling *s, uint64_t asked)
{
	const struct env env = { .kernel = &f->fk.ops, .root = &the_root.fs };
	int rc = sampling_prepare(s, &f->target, asked, &f->events, &f->machine, &env, &f->notes, &f->err);

	assert_int_equal(f->fk.open_fds, 0);
	assert_int_equal(f->fk.mappings, 0);
	return rc;
}

static void how_often(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct sampling s = {0};
		struct str notes = {0};
		struct fixture f;

		setup(&f, some, COUNT_OF(some), cases[i].script);
		set_sysctl("perf_event_max_sample_rate", cases[i].max_rate);
		assert_int_equal(prepare(&f, &s, cases[i].asked), 0);
		sampling_note(&s, &f.target, &f.notes);
		describe_notes(&f, &notes);
		if (s.cost_ns != cases[i].cost_ns || f.target.sampling.frequency != cases[i].frequency ||
		    f.target.sampling.build_ids != cases[i].build_ids || strcmp(str_text(&notes), cases[i].notes) != 0)
			fail_msg("%s: %d ns, %d, %d, %s", cases[i].name, (int)s.cost_ns, (int)f.target.sampling.frequency,
				 f.target.sampling.build_ids, str_text(&notes));
		assert_int_equal(f.target.sampling.cpus.n, 3);
		assert_false(f.fk.in_run);		/* that was none yet */
		str_release(&notes);
		sampling_release(&s);
		teardown(&f);
	}
	set_sysctl("perf_event_max_sample_rate", NULL);
}

static void cpus_that_the_user_chose(void **state)
{
	struct sampling s = {0};
	struct fixture f;

	(void)state;
	setup(&f, some, COUNT_OF(some), "");
	target_release(&f.target);
	some_cpus(&f.target, 2);
	assert_int_equal(prepare(&f, &s, 0), 0);
	assert_int_equal(f.target.sampling.cpus.n, 0);
	sampling_release(&s);
	teardown(&f);
}

static void no_event_that_samples(void **state)
{
	struct sampling s = {0};
	struct fixture f;

	(void)state;
	setup(&f, some, COUNT_OF(some), "");
	f.events.event[0].tool = TOOL_DURATION;
	assert_int_equal(prepare(&f, &s, 0), -1);
	assert_string_equal(f.err.message, "--per-function needs an event that the kernel can sample");
	sampling_release(&s);
	teardown(&f);
}

/* The cost, or build IDs, are not known then, and nothing else happens. */
static void each_call_may_fail(void **state)
{
	static const int errnos[] = { EPERM, EACCES, EINVAL, EMFILE, ENOMEM, EINTR };

	(void)state;
	for (size_t e = 0; e < COUNT_OF(errnos); e++)
		for (int n = 1, fired = 1; fired; n++) {
			struct sampling s = {0};
			struct fixture f;

			setup(&f, some, COUNT_OF(some), "sample=10us");
			f.fk.fail_at = n;
			f.fk.fail_errno = errnos[e];
			assert_int_equal(prepare(&f, &s, 0), 0);
			fired = f.fk.fault_fired;
			assert_int_equal(f.target.sampling.frequency, 997);
			assert_true(s.cost_ns == 0 || s.cost_ns == 10000);
			assert_true(fired || (s.cost_ns && f.target.sampling.build_ids));
			sampling_release(&s);
			teardown(&f);
		}
}

/* loop=: per cent of its time, loop by loop: three without samples, three with them. */
static void what_else_runs_makes_loops_longer(void **state)
{
	static const struct { const char *script; uint64_t cost_ns; } loops[] = {
		{ "sample=10us", 10000 },
		{ "sample=10us loop=100,100,100,500,500,100", 10000 },
		{ "sample=10us loop=500,100,500,100", 10000 },
		{ "sample=10us loop=100,100,100,50", 0 },		/* seemingly less than nothing */
		{ "", 0 },
		{ "fail-all=open:EMFILE sample=10us", 0 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(loops); i++) {
		struct fixture f;

		setup(&f, some, COUNT_OF(some), loops[i].script);
		assert_int_equal(sample_cost_ns(&f.fk.ops, &f.events.event[0].attr, UINT64_MAX), loops[i].cost_ns);
		assert_int_equal(f.fk.open_fds, 0);
		assert_int_equal(f.fk.mappings, 0);
		teardown(&f);
	}
}

static int make_cpus(void **state)
{
	make_root(state);
	root_put(&the_root, "sys/devices/system/cpu/online", "0-2\n");
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(how_often),
		cmocka_unit_test(cpus_that_the_user_chose),
		cmocka_unit_test(no_event_that_samples),
		cmocka_unit_test(each_call_may_fail),
		cmocka_unit_test(what_else_runs_makes_loops_longer),
	};

	return cmocka_run_group_tests(tests, make_cpus, remove_root);
}
