/* SPDX-License-Identifier: MIT */
/* The table of functions: which columns an event has, and the error of an estimate. */
#include "test.h"

#include <math.h>

#include "base/stats.h"
#include "benchmark/benchmark.h"
#include "benchmark/report.h"
#include "format/rows/function_columns.h"
#include "format/grid.h"
#include "format/markdown.h"
#include "format/style.h"
#include "table/table.h"

/* The error of an estimate is that of a share: sqrt((1 - n/N) / n). */
static void sampling_errors(void **state)
{
	static const struct { unsigned n, all; double pct; } cases[] = {
		{ 0, 0, 0 },
		{ 0, 100, 0 },			/* nobody knows how much it is */
		{ 100, 100, 0 },
		{ 101, 100, 0 },		/* a file by hand */
		{ 1, 100, 99.498744 },
		{ 25, 100, 17.320508 },
		{ 99, 100, 1.005038 },
		{ 1, 4294967295, 100 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		assert_true(fabs(function_columns_error_pct(cases[i].n, cases[i].all) - cases[i].pct) < 1e-5);
}

enum { UNITS = 3, EVENTS = 2, CELLS = UNITS * EVENTS };

struct made_cell {
	uint64_t value;		/* 0: no cell */
	unsigned samples;
};

/* Each value is the mean of two, which differ by 10 % from it. */
static void make_cells(struct cell *cell, struct stats *stats, const struct made_cell *made)
{
	for (size_t at = 0; at < CELLS; at++) {
		uint64_t value = made[at].value;

		cell[at] = (struct cell){ .state = value ? CELL_COUNTED : CELL_ABSENT, .value = value,
					  .shown = (double)value, .members = made[at].samples };
		stats[at] = (struct stats){ .n = 2, .mean = (double)value, .m2 = (double)(2 * value * value) / 100 };
	}
}

static void check_columns(const struct made_cell *made, bool runs, const char *want)
{
	static struct event event[EVENTS] = {
		{ .name = (char *)(uintptr_t)"a", .unit = (char *)(uintptr_t)"", .scale = 1 },
		{ .name = (char *)(uintptr_t)"b", .unit = (char *)(uintptr_t)"", .scale = 1 },
	};
	static struct target_region region = { .id = (char *)(uintptr_t)"f (o)", .name = (char *)(uintptr_t)"f",
					       .object = (char *)(uintptr_t)"o" };
	const struct benchmark b = { .events = { event, EVENTS }, .target = { .region = &region, .n_regions = 1 },
				     .aggr.mode = AGGR_FUNCTION };
	struct unit unit[UNITS] = { unit_none, unit_none, unit_none };
	struct cell cell[CELLS];
	struct stats stats[CELLS];
	struct table t = { .unit = unit, .n_units = UNITS, .n_rows = EVENTS, .cell = cell };
	const struct report r = { .b = &b, .table = &t, .stats = runs ? stats : NULL };
	struct grid g = { .form = GRID_MARKDOWN };
	struct str out = {0};

	unit[0].region = 0;
	unit[1].process = UNIT_UNKNOWN;
	unit[2].process = UNIT_TOTAL;
	make_cells(cell, stats, made);
	function_columns_build(&g, &r, &style_plain);
	markdown_grid(&out, &g);
	assert_string_equal(out.text, want);
	grid_release(&g);
	str_release(&out);
}

/* Two events of a function, of what is unknown, and of the total. */
static void columns(void **state)
{
	static const struct { struct made_cell cell[CELLS]; bool runs; const char *want; } cases[] = {
		/* b is known of the total only */
		{ { { 60, 60 }, { 0, 0 }, { 40, 0 }, { 0, 0 }, { 100, 100 }, { 7, 1 } }, false,
		  "| function | object | a | share | sampling error | samples | b |\n|---|---|---:|---:|---:|---:|---:|\n"
		  "| f | o | 60 | 60.0% | 8.2% | 60 | |\n"
		  "| (unknown) | | 40 | 40.0% | | | |\n"
		  "| (total) | | 100 | 100.0% | | 100 | 7 |\n" },
		{ { { 60, 60 }, { 1, 1 }, { 0, 0 }, { 1, 1 }, { 100, 100 }, { 2, 2 } }, false,
		  "| function | object | a | share | sampling error | samples | b | share | sampling error | samples |\n"
		  "|---|---|---:|---:|---:|---:|---:|---:|---:|---:|\n"
		  "| f | o | 60 | 60.0% | 8.2% | 60 | 1 | 50.0% | 70.7% | 1 |\n"
		  "| (unknown) | | | | | | 1 | 50.0% | 70.7% | 1 |\n"
		  "| (total) | | 100 | 100.0% | | 100 | 2 | 100.0% | | 2 |\n" },
		/* the error is that of the runs, however many samples there are */
		{ { { 60, 60 }, { 0, 0 }, { 0, 0 }, { 0, 0 }, { 100, 100 }, { 0, 0 } }, true,
		  "| function | object | a | share | \u00b1 | samples |\n|---|---|---:|---:|---:|---:|\n"
		  "| f | o | 60 | 60.0% | 10.00% | 60 |\n"
		  "| (unknown) | | | | | |\n"
		  "| (total) | | 100 | 100.0% | 10.00% | 100 |\n" },
		/* nothing was sampled */
		{ { { 0, 0 }, { 0, 0 }, { 0, 0 }, { 0, 0 }, { 100, 0 }, { 7, 0 } }, false,
		  "| function | object | a | b |\n|---|---|---:|---:|\n"
		  "| f | o | | |\n"
		  "| (unknown) | | | |\n"
		  "| (total) | | 100 | 7 |\n" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		check_columns(cases[i].cell, cases[i].runs, cases[i].want);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(sampling_errors), cmocka_unit_test(columns) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
