/* SPDX-License-Identifier: MIT */
/* Tests the table that is redrawn: its lines, what is cut, and where the cursor goes. */
#include "test.h"

#include <math.h>
#include <string.h>

#include "benchmark/benchmark.h"
#include "benchmark/report.h"
#include "event/event.h"
#include "format/style.h"
#include "format/terminal/live.h"
#include "host/target.h"
#include "metric/metric.h"
#include "table/table.h"

enum { EVENTS = 3, UNITS = 2 };

struct fixture {
	struct event event[EVENTS];
	struct benchmark b;
	struct unit unit[UNITS];
	struct cell cell[EVENTS * UNITS];
	struct figure figure[EVENTS * UNITS];
	struct metric metric[1];
	struct metric_def def;
	struct table table;
	struct report r;
	struct style style;
	struct live live;
	struct str out;
};

static char *const words[] = { (char *)(uintptr_t)"a", (char *)(uintptr_t)"b", NULL };
static const struct target_opts command;

/* An event with a metric, one without, and a sensor-like one with a unit of time. */
static void setup(struct fixture *f, size_t n_events, size_t n_units, size_t columns)
{
	static const char *const name[] = { "cycles", "page-faults", "task-clock" };

	memset(f, 0, sizeof(*f));
	for (size_t i = 0; i < n_events; i++)
		f->event[i] = (struct event){ .name = (char *)(uintptr_t)name[i], .scale = i == 2 ? 1e-6 : 1, .cgroup = -1,
					      .unit = (char *)(uintptr_t)(i == 2 ? "msec" : ""), .row = (int)i };
	f->def = (struct metric_def){ .name = "GHz", .digits = 3, .suffix = " " };
	f->metric[0] = (struct metric){ .def = &f->def };
	f->b.events = (struct events){ f->event, n_events };
	f->b.metrics = (struct metrics){ .metric = f->metric, .n = 1 };
	f->b.target = (struct target){ .asked = &command };
	f->b.argv = (char **)(uintptr_t)words;
	f->b.aggr.mode = n_units > 1 ? AGGR_CPU : AGGR_TOTAL;
	for (size_t u = 0; u < n_units; u++) {
		f->unit[u] = (struct unit){ .cpu = (int)u };
		f->figure[u] = (struct figure){ .value = (double)NAN, .exact = (double)NAN, .unit = "GHz" };
	}
	f->table = (struct table){ .unit = f->unit, .n_units = n_units, .n_rows = n_events, .n_metrics = 1,
				   .cell = f->cell, .figure = f->figure };
	f->r = (struct report){ .b = &f->b, .table = &f->table, .counted_ns = 500000000 };
	f->style = (struct style){ .columns = columns };
}

static void teardown(struct fixture *f)
{
	live_release(&f->live);
	str_release(&f->out);
}

/* One interval in which each cell has counted that much; UINT64_MAX: nothing. */
static const char *drawn(struct fixture *f, uint64_t value, double metric, size_t lines)
{
	for (size_t i = 0; i < f->table.n_units * f->table.n_rows; i++) {
		struct cell *c = &f->cell[i];

		*c = (struct cell){ .state = value == UINT64_MAX ? CELL_NOT_COUNTED : CELL_COUNTED, .value = value };
		c->shown = (double)value * f->event[i % f->table.n_rows].scale;
	}
	f->figure[0].value = f->figure[0].exact = metric;
	f->r.time_s += 0.5;
	str_reset(&f->out);
	live_add(&f->live, &f->r);
	live_draw(&f->out, &f->live, &f->r, &f->style, lines);
	return f->out.text;
}

#define K "\033[K\n"
#define J "\033[J"

static void rows_have_their_history(void **state)
{
	struct fixture f;

	(void)state;
	setup(&f, 3, 1, 60);
	assert_string_equal(drawn(&f, 4000000, 2.5, 24),
			    "\r a b: 0.500 s" K
			    "   4000000  cycles       2.500 GHz  #" K
			    "   4000000  page-faults  8.000 M/s  #" K
			    " 4.00 msec  task-clock              #" K J);
	assert_string_equal(drawn(&f, 1000000, NAN, 24),
			    "\r\033[4A a b: 1.000 s" K
			    "   1000000  cycles       2.000 M/s  #-" K
			    "   1000000  page-faults  2.000 M/s  #-" K
			    " 1.00 msec  task-clock              #-" K J);
	/* other text follows: it is drawn below, and what was not counted is a gap */
	f.live.n_lines = 0;
	assert_string_equal(drawn(&f, UINT64_MAX, NAN, 24),
			    "\r a b: 1.500 s" K
			    " <not counted>  cycles                  #- " K
			    " <not counted>  page-faults             #- " K
			    " <not counted>  task-clock              #- " K J);
	teardown(&f);
}

/* As many intervals as fit, the last ones; the highest of those has the highest bar. */
static void history_moves_on(void **state)
{
	struct fixture f;
	const char *text = NULL;

	(void)state;
	setup(&f, 1, 1, 50);
	for (uint64_t i = 1; i <= LIVE_HISTORY + 54; i++)
		text = drawn(&f, i / 50 * 50 + (i == LIVE_HISTORY + 54 ? 10 : 0), NAN, 24);
	assert_non_null(strstr(text, " 310  cycles  620.0 /s  "));
	assert_int_equal(strlen(strstr(text, "/s  ") + 4) - strlen(K J), 49 - strlen(" 310  cycles  620.0 /s  "));
	teardown(&f);
}

static void narrow_terminals(void **state)
{
	struct fixture f;

	(void)state;
	setup(&f, 3, 2, 54);
	f.event[1].name = (char *)(uintptr_t)"a-name-of-many-letters";
	f.style.utf8 = true;
	assert_string_equal(drawn(&f, 4000000, 2.5, 24),
			    "\r a b: 0.500 s" K
			    " CPU0   4000000  cycles         2.500 GHz  \u2588" K
			    " CPU1   4000000  cycles         8.000 M/s  \u2588" K
			    " CPU0   4000000  a-name-of-ma\u2026  8.000 M/s  \u2588" K
			    " CPU1   4000000  a-name-of-ma\u2026  8.000 M/s  \u2588" K
			    " CPU0 4.00 msec  task-clock                \u2588" K
			    " CPU1 4.00 msec  task-clock                \u2588" K J);
	f.style.columns = 50;
	assert_string_equal(drawn(&f, 4000000, 2.5, 4),
			    "\r\033[7A a b: 1.000 s" K
			    " CPU0   4000000  cycles        \u2588\u2588" K
			    " 5 more rows, which are shown at the end" K J);
	teardown(&f);
}

/* A terminal that became narrower has broken the lines that are longer now. */
static void other_widths(void **state)
{
	struct fixture f;

	(void)state;
	setup(&f, 1, 1, 80);
	f.b.argv = (char *[]){ (char *)(uintptr_t)"a-long-name-of-a-program-with-many-letters-in-it", NULL };
	drawn(&f, 1000000, NAN, 24);
	f.style.columns = 40;
	assert_non_null(strstr(drawn(&f, 1000000, NAN, 24), "\r\033[3A a-long-name-of-a-program-with-many-le~" K));
	teardown(&f);
}

/* What does not fit on the screen follows at the end. */
static void low_terminals(void **state)
{
	struct fixture f;

	(void)state;
	setup(&f, 3, 1, 60);
	assert_string_equal(drawn(&f, 4000000, 2.5, 4),
			    "\r a b: 0.500 s" K
			    "   4000000  cycles       2.500 GHz  #" K
			    " 2 more rows, which are shown at the end" K J);
	str_reset(&f.out);
	live_end(&f.out, &f.live);
	assert_string_equal(f.out.text,
			    "\r\033[3A a b: 0.500 s" K
			    "   4000000  cycles       2.500 GHz  #" K
			    "   4000000  page-faults  8.000 M/s  #" K
			    " 4.00 msec  task-clock              #" K J);
	/* the same once more has nothing to add, nor has a table that fits */
	str_reset(&f.out);
	live_end(&f.out, &f.live);
	drawn(&f, 1, 2.5, 24);
	str_reset(&f.out);
	live_end(&f.out, &f.live);
	assert_string_equal(f.out.text, "");
	teardown(&f);
}

/* A CPU came: the history of other rows is not shown as its own. */
static void other_rows(void **state)
{
	struct fixture f;

	(void)state;
	setup(&f, 1, 1, 60);
	f.b.aggr.mode = AGGR_CPU;
	drawn(&f, 8, NAN, 24);
	f.unit[1] = (struct unit){ .cpu = 1 };
	f.figure[1] = f.figure[0];
	f.table.n_units = 2;
	assert_string_equal(drawn(&f, 8, NAN, 24),
			    "\r\033[2A a b: 1.000 s" K
			    " CPU0 8  cycles  16.00 /s  #" K
			    " CPU1 8  cycles  16.00 /s  #" K J);
	teardown(&f);
}

/* A name may clear the screen, or give the window another title. */
static void names_move_no_cursor(void **state)
{
	struct thread thread = { .tid = 7, .comm = "\033]0;x\a\n" };
	struct fixture f;
	const char *text;

	(void)state;
	setup(&f, 1, 1, 80);
	f.b.aggr.mode = AGGR_THREAD;
	f.b.target.thread = &thread;
	f.b.target.n_threads = 1;
	text = drawn(&f, 10, (double)NAN, 0);
	assert_non_null(strstr(text, "\\x1b]0;x\\x07\\x0a-7"));
	assert_null(strstr(text, "\033]"));
	teardown(&f);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(rows_have_their_history),
		cmocka_unit_test(history_moves_on),
		cmocka_unit_test(narrow_terminals),
		cmocka_unit_test(other_widths),
		cmocka_unit_test(low_terminals),
		cmocka_unit_test(other_rows),
		cmocka_unit_test(names_move_no_cursor),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
