/* SPDX-License-Identifier: MIT */
/* Tests benchmarks: which runs are summed, what -r 0 keeps, regrouped rows, borrowed reports. */
#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "benchmark/benchmark.h"
#include "benchmark/report.h"

enum { EVENTS = 2, CPUS = 2 };

static char *const words[] = { (char *)(uintptr_t)"prog", (char *)(uintptr_t)"a b", NULL };

static void add_events(struct benchmark *b)
{
	b->events = (struct events){ mem_zeroed(EVENTS, sizeof(*b->events.event)), EVENTS };
	for (size_t i = 0; i < EVENTS; i++)
		b->events.event[i] = (struct event){ .name = mem_copy_text(i ? "second" : "first"), .unit = mem_copy_text(""),
						     .scale = 1, .cgroup = -1, .leader = (int)i, .row = (int)i };
}

/* Both events have this count on each of the CPUs; 0: they are absent. */
static struct table make_table(size_t cpus, uint64_t first, uint64_t second)
{
	struct table t = { .n_units = cpus, .n_rows = EVENTS, .unit = mem_zeroed(cpus, sizeof(*t.unit)),
			   .cell = mem_zeroed(cpus * EVENTS, sizeof(*t.cell)) };

	for (size_t i = 0; i < cpus * EVENTS; i++) {
		uint64_t value = i % EVENTS ? second : first;

		t.cell[i] = (struct cell){ .state = value ? CELL_COUNTED : CELL_ABSENT, .value = value, .raw = value,
					   .shown = (double)value, .members = 1 };
		t.unit[i / EVENTS] = (struct unit){ .cpu = cpus > 1 ? (int)(i / EVENTS) : UNIT_NONE, .thread = UNIT_NONE };
	}
	return t;
}

static void add_run(struct benchmark *b, uint64_t seconds, uint64_t first, uint64_t second)
{
	struct run_result r = { .total = make_table(b->aggr.mode == AGGR_CPU ? CPUS : 1, first, second),
				.elapsed_ns = seconds * 1000000000, .counted_ns = seconds * 1000000000 };

	benchmark_add_run(b, &r);
}

static void names(void **state)
{
	static const struct { const char *name, *want, *shown; } cases[] = {
		{ NULL, "prog a b", NULL }, { "n", "n", "n" }, { "prog a b", "prog a b", NULL },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct benchmark b = {0};
		struct report r;

		benchmark_set_command(&b, cases[i].name, words);
		assert_string_equal(b.name, cases[i].want);
		assert_string_equal(b.argv[1], "a b");
		assert_null(b.argv[2]);
		benchmark_set_named(&b);
		benchmark_report(&r, &b);
		assert_int_equal(r.name != NULL, cases[i].shown != NULL);
		assert_ptr_equal(r.b, &b);
		benchmark_release(&b);
	}
}

static void runs_that_are_left_out(void **state)
{
	static const bool left_out[] = { false, true, false };
	struct benchmark b = {0};
	struct notes why = {0};
	struct report r;

	(void)state;
	add_events(&b);
	add_run(&b, 1, 10, 100);
	add_run(&b, 5, 90, 900);
	add_run(&b, 3, 20, 200);
	notes_add(&b.notes, NOTE_OFFLINE, -1, "3");
	notes_add(&why, NOTE_THROWN_AWAY, -1, "run 2");
	notes_add(&b.run[0].notes, NOTE_MULTIPLEXED, 0, "50%%");
	notes_add(&b.run[1].notes, NOTE_KILLED, -1, "%s", "");
	notes_add(&b.run[2].notes, NOTE_MULTIPLEXED, 0, "60%%");
	for (int again = 0; again < 2; again++) {	/* it begins anew */
		benchmark_sum(&b, left_out, &why);
		benchmark_report(&r, &b);
		assert_int_equal(r.n_runs, 2);
		assert_int_equal(r.run[1].elapsed_ns, 3000000000);
		assert_ptr_equal(r.table, benchmark_table(&b));
		assert_int_equal(r.table->cell[0].value, 15);
		assert_int_equal(r.table->cell[1].value, 150);
		assert_true(fabs(r.time_s - 2) < 1e-9 && fabs(r.elapsed->mean - 2) < 1e-9);
		assert_int_equal(r.stats[1].n, 2);
		assert_int_equal(r.b->sum.notes.n, 3);
		assert_int_equal(r.b->sum.notes.note[2].runs, 2);
	}
	benchmark_sum(&b, (const bool[]){ true, false, true }, NULL);
	benchmark_report(&r, &b);
	assert_ptr_equal(r.table, &b.sum.run[0].total);	/* of one run nothing is a mean */
	assert_null(r.stats);
	assert_int_equal(r.table->cell[0].value, 90);
	notes_release(&why);
	benchmark_release(&b);
}

/* Of a set of events that no run counted there is a row all the same. */
static void rows_without_a_run(void **state)
{
	struct benchmark b = {0};

	(void)state;
	add_events(&b);
	add_run(&b, 1, 10, 0);
	table_pack(&b.run[0].total);
	benchmark_sum(&b, NULL, NULL);
	assert_int_equal(benchmark_table(&b)->cell[0].value, 10);
	assert_int_equal(benchmark_table(&b)->cell[1].state, CELL_NOT_COUNTED);
	benchmark_release(&b);
}

static void the_next_run(void **state)
{
	struct benchmark b = {0};

	(void)state;
	add_events(&b);
	notes_add(&b.notes, NOTE_OFFLINE, -1, "3");
	benchmark_next(&b);		/* nothing was summed: nothing is lost */
	assert_int_equal(b.notes.n, 1);
	add_run(&b, 1, 10, 20);
	notes_add(&b.run[0].notes, NOTE_NOT_SUPPORTED, 1, "no");
	notes_add(&b.run[0].notes, NOTE_MULTIPLEXED, 0, "50%%");
	benchmark_sum(&b, NULL, NULL);
	benchmark_next(&b);
	assert_int_equal(b.n_runs, 0);
	assert_null(benchmark_table(&b));
	assert_int_equal(b.notes.n, 2);
	assert_int_equal(b.notes.note[1].kind, NOTE_NOT_SUPPORTED);
	benchmark_release(&b);
}

/* As read from a file: two CPUs, one of which has a metric of which only the value is known. */
static void read_cpus(struct benchmark *b, size_t runs)
{
	*b = (struct benchmark){ .aggr = { .mode = AGGR_CPU, .no_scale = true }, .recorded = AGGR_CPU };
	benchmark_set_command(b, NULL, words);
	add_events(b);
	b->machine.cpu = mem_zeroed(CPUS, sizeof(*b->machine.cpu));
	for (; b->machine.n_cpus < CPUS; b->machine.n_cpus++)
		b->machine.cpu[b->machine.n_cpus] = (struct cpu){ (int)b->machine.n_cpus, 0, 0, 0, 0, -1, { -1, -1, -1, -1 } };
	for (size_t i = 0; i < runs; i++)
		add_run(b, 1, 10 + i, 20);
	b->interval = mem_zeroed(1, sizeof(*b->interval));
	b->interval[b->n_intervals++] = (struct benchmark_interval){ .end_ns = 500000000, .counted_ns = 400000000,
								      .table = make_table(CPUS, 3, 4) };
	b->given = mem_zeroed(1, sizeof(*b->given));
	b->given[b->n_given++] = (struct given_metric){ .name = mem_copy_text("m"), .unit = mem_copy_text(""),
						       .label = mem_copy_text("m"),
							 .group = mem_copy_text("g"), .row = 1 };
	b->given[0].def = (struct metric_def){ .name = b->given[0].name, .suffix = "", .label = b->given[0].label,
						.unit = b->given[0].unit, .group = b->given[0].group };
	b->figure = mem_zeroed(CPUS, sizeof(*b->figure));
	b->interval[0].figure = mem_zeroed(CPUS, sizeof(*b->figure));
	for (size_t i = 0; i < CPUS; i++) {
		b->figure[i] = (struct figure){ .value = 7, .exact = 7 };
		b->interval[0].figure[i] = (struct figure){ .value = 8, .exact = 8 };
	}
}

/* Of the given metric on the first CPU. */
static double figure_of(const struct report *r)
{
	size_t i = 0;

	while (!r->b->metrics.metric[i].given)
		i++;
	assert_true(i < r->table->n_metrics);
	return r->table->figure[i].value;
}

static void the_same_rows(void **state)
{
	(void)state;
	for (size_t runs = 1; runs < 3; runs++) {
		struct error err = ERROR_INIT;
		struct benchmark b;
		struct report r;

		read_cpus(&b, runs);
		assert_int_equal(benchmark_regroup(&b, NULL, &err), 0);
		benchmark_report(&r, &b);
		assert_int_equal(r.table->n_units, CPUS);
		assert_true(fabs(figure_of(&r) - 7) < 1e-9);
		assert_int_equal(r.b->sum.notes.n, 0);
		assert_true(r.total);
		benchmark_report_interval(&r, &b, 0);
		assert_true(!r.total && !r.n_runs && !r.stats && r.counted_ns == 400000000);
		assert_true(fabs(figure_of(&r) - 8) < 1e-9 && fabs(r.time_s - 0.5) < 1e-9);
		benchmark_release(&b);
	}
}

static void other_rows(void **state)
{
	static const struct aggr_opts total = { .mode = AGGR_TOTAL }, thread = { .mode = AGGR_THREAD };
	struct error err = ERROR_INIT;
	struct benchmark b;
	struct report r;

	(void)state;
	read_cpus(&b, 2);
	assert_int_equal(benchmark_regroup(&b, &thread, &err), -1);
	assert_non_null(strstr(err.message, "larger than these and cannot be divided"));
	assert_int_equal(b.run[0].total.n_units, CPUS);
	assert_int_equal(benchmark_regroup(&b, &total, &err), 0);
	benchmark_report(&r, &b);
	assert_int_equal(r.b->aggr.mode, AGGR_TOTAL);
	assert_true(r.b->aggr.no_scale);
	assert_int_equal(r.table->n_units, 1);
	assert_int_equal(r.table->cell[0].value, 21);
	assert_int_equal(r.run[1].total.cell[0].value, 22);
	assert_true(isnan(figure_of(&r)));
	assert_int_equal(r.b->sum.notes.note[0].kind, NOTE_METRIC_ROWS);
	assert_string_equal(r.b->sum.notes.note[0].text, "m");
	benchmark_report_interval(&r, &b, 0);
	assert_int_equal(r.table->cell[1].value, 8);
	assert_true(isnan(figure_of(&r)));
	benchmark_release(&b);
}

/* perf may have been told to use rows that its file does not tell: then there are those that it tells. */
static void rows_of_perf(void **state)
{
	static const struct { enum aggr_mode recorded; size_t units; } cases[] = {
		{ AGGR_CPU, CPUS }, { AGGR_CORE, 1 }, { AGGR_THREAD, CPUS }, { AGGR_NODE, CPUS },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct error err = ERROR_INIT;
		struct benchmark b;

		read_cpus(&b, 1);
		b.recorded = cases[i].recorded;
		assert_int_equal(benchmark_regroup(&b, NULL, &err), 0);
		assert_int_equal(benchmark_table(&b)->n_units, cases[i].units);
		benchmark_release(&b);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names),
		cmocka_unit_test(runs_that_are_left_out),
		cmocka_unit_test(rows_without_a_run),
		cmocka_unit_test(the_next_run),
		cmocka_unit_test(the_same_rows),
		cmocka_unit_test(other_rows),
		cmocka_unit_test(rows_of_perf),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
