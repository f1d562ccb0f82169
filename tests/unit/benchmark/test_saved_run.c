/* SPDX-License-Identifier: MIT */
/* A run in documents: each member comes back, and what an older pstat did not write stays unknown. */
#include "made_members.h"

#include <math.h>

#include "benchmark/run_result.h"
#include "benchmark/saved_run.h"

static void again(struct str *out, const struct json_document *doc, int node)
{
	struct json_writer j = { .out = out };
	struct run_result r;

	assert_true(saved_run_read(&r, doc, node));
	json_open(&j, NULL, '{');
	saved_run_write(&j, &r);
	json_close(&j, '}');
}

static const struct made_object run = { "run", {
	"{\"round\": 2, \"set\": 3, \"ended_by\": \"control\", \"exit_status\": 4, \"signal\": null, \"elapsed_ns\": 5000000001,"
	" \"counted_ns\": 6, \"machine\": {\"registers_ns\": 7, \"faults_ns\": 8, \"cache_ns\": 9, \"memory_ns\": 10,"
	" \"others\": 0.25, \"waited_ns\": 11}, \"user_ns\": 12, \"system_ns\": 13, \"max_rss_bytes\": 14}",
	"{\"ended_by\": \"timeout\", \"exit_status\": null, \"signal\": 15, \"elapsed_ns\": 1, \"counted_ns\": 2, \"user_ns\": 0,"
	" \"system_ns\": 3, \"max_rss_bytes\": null, \"max_rss_at_most_bytes\": 4}",
	"{\"ended_by\": \"target\", \"exit_status\": 0, \"signal\": null, \"elapsed_ns\": null, \"counted_ns\": null,"
	" \"user_ns\": null, \"system_ns\": null, \"max_rss_bytes\": null, \"emulated\": true}",
	"{\"ended_by\": \"signal\", \"exit_status\": null, \"signal\": 2, \"elapsed_ns\": 1, \"counted_ns\": 0, \"user_ns\": null,"
	" \"system_ns\": null, \"max_rss_bytes\": null}",
}, " round set ended_by elapsed_ns counted_ns emulated ", " exit_status signal ", again };

static void each_member(void **state)
{
	(void)state;
	members_check(&run);
	for (const struct run_fact *f = run_facts; f->name; f++)
		assert_true(!f->member.key || members_has(&run, f->member.key));
}

/* A fact that is unknown has no value, and no mean. */
static void unknown_facts(void **state)
{
	struct run_result r[2];

	(void)state;
	for (const struct run_fact *f = run_facts; f->name; f++) {
		run_result_init(&r[0]);
		r[1] = (struct run_result){0};
		assert_true(isnan(run_fact_value(f, &r[0])) == f->of_command);
		assert_true(isnan(run_fact_mean(f, r, 2)) == f->of_command);
		assert_true(run_fact_value(f, &r[1]) <= 0);
		r[1].emulated = true;
		assert_true(isnan(run_fact_value(f, &r[1])));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_member), cmocka_unit_test(unknown_facts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
