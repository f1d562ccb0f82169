/* SPDX-License-Identifier: MIT */
/* Tests --exact on the fake kernel: which set each run counts, which runs are dropped, and failing calls. */
#include "test.h"

#include <errno.h>

#include "benchmark/run_result.h"
#include "measure_fixture.h"
#include "session/exact.h"

enum { RUNS_MOST = 20 };

struct series {
	struct fixture f;
	struct exact exact;
	struct run_result run[RUNS_MOST];
	size_t n_runs;
	struct notes notes;
	bool thrown[RUNS_MOST];
	size_t n_thrown;
};

static int measure(struct series *s, const char *events, const char *script, size_t rounds)
{
	struct fixture *f = &s->f;
	int rc;

	*s = (struct series){0};
	setup(f, events, script);
	f->opts.series = true;
	rc = measure_prepare(&f->m, &f->opts, &f->env, &f->err);
	if (rc == 0)
		rc = exact_prepare(&s->exact, &f->m, &f->err);
	for (size_t round = 0; round < rounds && rc == 0; round++) {
		size_t n = exact_begin_round(&s->exact);

		for (size_t step = 0; step < n && rc == 0; step++) {
			assert_true(s->n_runs < RUNS_MOST);
			rc = exact_run(&s->run[s->n_runs++], &s->exact, step, NULL, NULL, &f->err);
		}
	}
	if (rc == 0) {
		s->n_thrown = exact_find_outliers(s->thrown, &s->exact, s->run, s->n_runs, &s->notes);
		exact_end(&s->exact, &s->notes);
	}
	return rc;
}

static void finish(struct series *s)
{
	for (size_t i = 0; i < s->n_runs; i++)
		run_result_release(&s->run[i]);
	exact_release(&s->exact);
	exact_release(&s->exact);	/* twice is safe */
	notes_release(&s->notes);
	teardown(&s->f);
}

/* "1.2 " for each run: its round and set. */
static void order_of(struct str *out, const struct series *s)
{
	str_add(out, "");
	for (size_t i = 0; i < s->n_runs; i++)
		str_addf(out, "%zu.%zu ", s->run[i].round, s->run[i].set);
}

static bool has_note(const struct notes *notes, enum note_kind kind)
{
	for (size_t i = 0; i < notes->n; i++)
		if (notes->note[i].kind == kind)
			return true;
	return false;
}

static void rounds_go_forward_and_backward(void **state)
{
	static const struct {
		const char *events, *script;
		size_t rounds;
		const char *order;
	} cases[] = {
		{ "cycles,branches", "counters=2", 3, "1.1 2.1 3.1 " },
		{ "page-faults", "", 2, "1.1 2.1 " },
		{ "cycles,branches,cache-misses", "counters=2", 3, "1.1 1.2 1.3 2.3 2.2 2.1 3.1 3.2 3.3 " },
		{ "cycles,branches,cache-misses", "counters=2", 0, "" },
		/* a counter is taken in run 2 and given back, but its set is divided */
		{ "cycles,branches,cache-misses,bus-cycles", "counters=3 taken=0,1,0", 2,
		  "1.1 1.2 2.3 2.2 2.1 " },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct str order = {0};
		struct series s;

		assert_int_equal(measure(&s, cases[i].events, cases[i].script, cases[i].rounds), 0);
		order_of(&order, &s);
		if (strcmp(order.text, cases[i].order) != 0)
			fail_msg("%s, '%s': %s", cases[i].events, cases[i].script, order.text);
		str_release(&order);
		finish(&s);
	}
}

static const struct cell *cell_of(const struct series *s, size_t run, size_t row)
{
	return table_cell(&s->run[run].total, row);
}

static void what_took_turns_is_not_counted(void **state)
{
	struct series s;

	(void)state;
	assert_int_equal(measure(&s, "cycles,branches,page-faults,instructions:u", "counters=3 taken=0,1", 3), 0);
	assert_int_equal(s.n_runs, 4);		/* the second took turns, so there are two sets from then on */
	assert_int_equal(cell_of(&s, 0, 0)->state, CELL_COUNTED);
	assert_int_equal(cell_of(&s, 1, 0)->state, CELL_NOT_COUNTED);
	assert_int_equal(cell_of(&s, 1, 0)->value, 0);
	assert_true(cell_of(&s, 1, 0)->running < cell_of(&s, 1, 0)->enabled);
	assert_int_equal(cell_of(&s, 1, 2)->state, CELL_COUNTED);
	assert_true(has_note(&s.run[1].notes, NOTE_TOOK_TURNS));
	assert_false(has_note(&s.run[1].notes, NOTE_MULTIPLEXED));
	assert_int_equal(cell_of(&s, 2, 0)->state, CELL_COUNTED);
	assert_int_equal(cell_of(&s, 3, 0)->state, CELL_ABSENT);
	assert_int_equal(cell_of(&s, 3, 3)->state, CELL_COUNTED);	/* of instructions there are some in each */
	assert_false(table_is_packed(&s.run[1].total));		/* all rows, and the figures */
	assert_int_equal(s.run[3].total.n_packed, 3);		/* what its set has, and no more */
	assert_int_equal(s.exact.sets.common, 3);
	assert_true(has_note(&s.notes, NOTE_COUNTERS_LOST));
	finish(&s);
}

/* Then the shared event counts in a run of its own, and the others are counted in each round again. */
static void one_counter_is_left(void **state)
{
	static const struct { const char *events; size_t own; } cases[] = {
		{ "cycles,branches,branch-misses,cache-misses,instructions:u", 1 },
		{ "cycles,branches,branch-misses,cache-misses", 0 },	/* nobody asked for it */
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		size_t counted[5] = {0};
		struct series s;

		assert_int_equal(measure(&s, cases[i].events, "counters=3 taken=0,0,2", 4), 0);
		assert_int_equal(s.n_runs, 2 + 2 + 4 + 4 + cases[i].own);
		for (size_t r = s.n_runs - 4 - cases[i].own; r < s.n_runs; r++)
			for (size_t e = 0; e < 5; e++)
				counted[e] += cell_of(&s, r, e)->state == CELL_COUNTED;
		for (size_t e = 0; e < 5; e++)
			assert_int_equal(counted[e], e < 4 || cases[i].own ? 1 : 0);
		assert_true(has_note(&s.notes, NOTE_UNCHECKED) && has_note(&s.notes, NOTE_COUNTERS_LOST));
		finish(&s);
	}
}

static void one_event_is_in_all_sets(void **state)
{
	static const struct {
		const char *events, *script;
		int common;		/* -1: none */
		size_t n_events;	/* those that were added, too */
	} cases[] = {
		{ "cycles,branches,cache-misses", "counters=3", -1, 3 },
		{ "cycles,branches,cache-misses", "counters=2", 3, 4 },
		{ "cycles,instructions,cache-misses", "counters=2", 1, 3 },
		{ "cycles,instructions,instructions:u", "counters=2", 2, 3 },
		{ "cycles,instructions:k,cache-misses", "counters=2", 3, 4 },
		{ "cycles,{instructions:u,branches}", "counters=2", 3, 4 },
		{ "cycles,branches,cache-misses", "counters=2; event=instructions open=ENOENT", -1, 3 },
		{ "cycles,instructions,cache-misses", "counters=2; event=instructions open=ENOENT", -1, 3 },
		{ "cycles,branches,cache-misses", "counters=1", -1, 3 },
		{ "cycles,branches,instructions:u", "counters=1", -1, 3 },
		{ "cycles,branches", "counters=1 taken=1", -1, 2 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct series s;

		assert_int_equal(measure(&s, cases[i].events, cases[i].script, 1), 0);
		if (s.exact.sets.common != cases[i].common || s.f.m.b.events.n != cases[i].n_events)
			fail_msg("%s, '%s': %d of %zu", cases[i].events, cases[i].script, s.exact.sets.common,
				 s.f.m.b.events.n);
		for (size_t e = 0; e < s.f.m.b.events.n; e++)
			assert_true(!(s.f.m.b.events.event[e].flags & EVENT_BACKGROUND) == (e < 3));
		finish(&s);
	}
}

static void runs_that_did_other_work(void **state)
{
	static const struct { const char *script; size_t rounds, n_thrown, which; } cases[] = {
		{ "counters=2 spread=0; event=instructions run=4 count=99000000", 2, 1, 3 },
		{ "counters=2; event=instructions run=2 count=99000000", 1, 1, 1 },
		{ "counters=3; event=instructions run=2 count=99000000", 2, 0, 0 },	/* one set */
		{ "counters=2; event=instructions run=4 running=50% count=99000000", 2, 0, 0 },
		{ "counters=2; event=instructions open=ENOENT; event=cycles run=1 count=9", 2, 0, 0 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct series s;

		assert_int_equal(measure(&s, "cycles,branches,cache-misses", cases[i].script, cases[i].rounds), 0);
		if (s.n_thrown != cases[i].n_thrown)
			fail_msg("'%s': %zu thrown away", cases[i].script, s.n_thrown);
		if (s.n_thrown)
			assert_true(s.thrown[cases[i].which]);
		assert_int_equal(has_note(&s.notes, NOTE_THROWN_AWAY), s.n_thrown > 0);
		assert_false(has_note(&s.notes, NOTE_COUNTERS_LOST));
		finish(&s);
	}
}

static void nothing_can_be_counted(void **state)
{
	struct series s;

	(void)state;
	assert_int_equal(measure(&s, "cycles,branches", "any open=ENOENT", 1), -1);
	assert_non_null(strstr(s.f.err.message, "no event can be counted"));
	assert_int_equal(s.n_runs, 0);
	assert_int_equal(s.f.fk.launches, 0);
	finish(&s);
}

/* Whatever fails: an error that says so, or a result; and nothing is left open. */
static void every_call_that_can_fail(void **state)
{
	static const int errnos[] = { EINVAL, EMFILE, EACCES };
	static const char *const scripts[] = {
		"counters=3", "counters=3 taken=0,1", "counters=4 dead=4; event=branches count=0",
	};

	(void)state;
	for (size_t e = 0; e < COUNT_OF(errnos) * COUNT_OF(scripts); e++) {
		for (int n = 1;; n++) {
			struct series s;
			char script[120];
			int rc, fired;

			snprintf(script, sizeof(script), "%s fail=%d:%d", scripts[e % COUNT_OF(scripts)], n,
				 errnos[e / COUNT_OF(scripts)]);
			rc = measure(&s, "{cycles,branches},cache-misses,bus-cycles,page-faults", script, 2);
			fired = s.f.fk.fault_fired;
			if (rc < 0)
				assert_true(s.f.err.message[0] && s.f.err.kind != ERROR_NONE);
			finish(&s);
			if (!fired) {
				assert_int_equal(rc, 0);
				break;
			}
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rounds_go_forward_and_backward),
		cmocka_unit_test(what_took_turns_is_not_counted),
		cmocka_unit_test(one_counter_is_left),
		cmocka_unit_test(one_event_is_in_all_sets),
		cmocka_unit_test(runs_that_did_other_work),
		cmocka_unit_test(nothing_can_be_counted),
		cmocka_unit_test(every_call_that_can_fail),
	};

	return cmocka_run_group_tests(tests, open_root, close_root);
}
