/* The table for people: made-up counts in, perf 6.12's bytes out.  The blocks are recordings of it. */
#include "test.h"

#include <limits.h>
#include <math.h>

#include "base/mem.h"
#include "calc/metric.h"
#include "calc/stats.h"
#include "calc/table.h"
#include "event/event.h"
#include "event/spec.h"
#include "host/machine.h"
#include "out/notes.h"
#include "out/printer.h"
#include "out/result.h"
#include "out/style.h"
#include "root.h"

struct row {			/* what was counted of one event, in order */
	uint64_t value;
	double noise_pct;		/* with several runs */
	uint64_t enabled, running;	/* 0: both the same */
	enum cell_state state;		/* 0: counted */
};

struct page {
	const char *events;
	struct row row[24];
	double elapsed, user, sys;	/* seconds */
	size_t runs;			/* 0: 1 */
	double elapsed_noise_pct;
	struct style style;
	bool interval;
	double time_s;
	unsigned index;
	const char *want;
};

static char *argv[] = { (char *)(uintptr_t)"true", NULL };

static struct timeval tv(double s)
{
	return (struct timeval){ (time_t)s, (suseconds_t)lround((s - floor(s)) * 1e6) };
}

/* A mean of n runs whose standard error is so many percent of it. */
static struct stats spread(double mean, double pct, size_t n)
{
	double error = pct / 100 * mean;

	return (struct stats){ .n = n, .mean = mean, .m2 = error * error * (double)n * (double)(n - 1) };
}

static void fill(struct table *t, struct stats *stats, const struct page *p, size_t n)
{
	*t = (struct table){ .n_units = 1, .n_rows = n, .cell = mem_resize(NULL, n, sizeof(*t->cell)) };
	for (size_t i = 0; i < n; i++) {
		const struct row *r = &p->row[i];
		bool counted = r->state == CELL_ABSENT || r->state == CELL_COUNTED;

		t->cell[i] = (struct cell){ counted ? CELL_COUNTED : r->state, r->value, r->enabled, r->running, 0 };
		stats[i] = spread((double)r->value, r->noise_pct, counted ? p->runs : 0);
	}
}

static void print(struct str *out, const struct page *p)
{
	static const struct event_opts none;
	struct error err = ERROR_INIT;
	struct notes notes = {0};
	struct specs specs = {0};
	struct events events = {0};
	struct metrics metrics = {0};
	struct stats stats[24], elapsed = spread(p->elapsed, p->elapsed_noise_pct, p->runs);
	struct machine m;
	struct table t;
	struct root root;
	struct result run = { .end_ns = (uint64_t)llround(p->elapsed * 1e9), .status = 0,
			      .usage = { .ru_utime = tv(p->user), .ru_stime = tv(p->sys) } };

	root_make(&root);
	machine_load(&m, &root.fs);
	assert_int_equal(specs_parse(&specs, p->events, NULL, &err), 0);
	assert_int_equal(events_resolve(&events, &specs, &m, &none, &notes, &err), 0);
	assert_int_equal(metrics_select(&metrics, &events, &err), 0);
	fill(&t, stats, p, events.n);
	for (size_t i = 0; i < events.n; i++)
		t.cell[i].shown = (double)t.cell[i].value * events.event[i].scale;
	metrics_eval(&t, &metrics, &events, p->elapsed * 1e9);

	const struct report r = {
		.argv = argv, .events = &events, .metrics = &metrics, .table = &t,
		.stats = p->runs ? stats : NULL, .elapsed = p->runs ? &elapsed : NULL,
		.run = &run, .n_runs = p->runs ? p->runs : 1, .notes = &notes,
		.time_s = p->time_s, .interval_index = p->index, .total = !p->interval,
	};
	const struct printer *printer = printer_find("text");

	if (!p->interval)
		printer->begin(out, &r, &p->style);
	printer->block(out, &r, &p->style);
	if (!p->interval)
		printer->end(out, &r, &p->style);
	table_release(&t);
	metrics_release(&metrics);
	metrics_release(&metrics);
	events_release(&events);
	specs_release(&specs);
	notes_release(&notes);
	machine_release(&m);
	root_remove(&root);
}

static void check(const struct page *pages, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct str out = {0};

		print(&out, &pages[i]);
		assert_string_equal(out.text, pages[i].want);
		str_release(&out);
	}
}

#define HEAD "\n Performance counter stats for 'true':\n\n"

static void recorded(void **state)
{
	static const struct page pages[] = {
		{ .events = "instructions", .row = { { 529523 } }, .elapsed = 0.014782333, .sys = 0.014773, .want = HEAD
		  "            529523      instructions                                                          \n\n"
		  "       0.014782333 seconds time elapsed\n\n"
		  "       0.000000000 seconds user\n"
		  "       0.014773000 seconds sys\n\n\n" },
		{ .events = "LLC-load-misses,instructions", .row = { { .state = CELL_NOT_SUPPORTED }, { 510127 } },
		  .elapsed = 0.000398598, .sys = 0.000404, .want = HEAD
		  "   <not supported>      LLC-load-misses                                                       \n"
		  "            510127      instructions                                                          \n\n"
		  "       0.000398598 seconds time elapsed\n\n"
		  "       0.000000000 seconds user\n"
		  "       0.000404000 seconds sys\n\n\n" },
		{ .events = "{cycles,instructions}", .row = { { 512707 }, { 534173 } }, .elapsed = 0.000000701, .want = HEAD
		  "            512707      cycles                                                                \n"
		  "            534173      instructions                     #    1.04  insn per cycle            \n\n"
		  "       0.000000701 seconds time elapsed\n\n"
		  "       0.000000000 seconds user\n"
		  "       0.000000000 seconds sys\n\n\n" },
		{ .events = "task-clock,context-switches,cpu-migrations,page-faults,cycles,stalled-cycles-frontend,instructions,"
		  "branches,branch-misses,L1-dcache-loads,L1-dcache-load-misses,LLC-loads,LLC-load-misses",
		  .row = { { 308253 }, { 0 }, { 0 }, { 49 }, { 525010 }, { 257946 }, { 538107 }, { 103248 }, { 4438 }, { 0 },
			   { .state = CELL_NOT_COUNTED, .enabled = 100 }, { .state = CELL_NOT_SUPPORTED },
			   { .state = CELL_NOT_SUPPORTED } }, .elapsed = 0.000000691, .want = HEAD
		  "              0.31 msec task-clock                       #  446.097 CPUs utilized             \n"
		  "                 0      context-switches                 #    0.000 /sec                      \n"
		  "                 0      cpu-migrations                   #    0.000 /sec                      \n"
		  "                49      page-faults                      #  158.960 K/sec                     \n"
		  "            525010      cycles                           #    1.703 GHz                       \n"
		  "            257946      stalled-cycles-frontend          #   49.13% frontend cycles idle      \n"
		  "            538107      instructions                     #    1.02  insn per cycle            \n"
		  "                                                  #    0.48  stalled cycles per insn   \n"
		  "            103248      branches                         #  334.946 M/sec                     \n"
		  "              4438      branch-misses                    #    4.30% of all branches           \n"
		  "                 0      L1-dcache-loads                  #    0.000 /sec                      \n"
		  "     <not counted>      L1-dcache-load-misses                                                   (0.00%)\n"
		  "   <not supported>      LLC-loads                                                             \n"
		  "   <not supported>      LLC-load-misses                                                       \n\n"
		  "       0.000000691 seconds time elapsed\n\n"
		  "       0.000000000 seconds user\n"
		  "       0.000000000 seconds sys\n\n\n" },
		{ .events = "branches", .row = { { 101715 } }, .elapsed = 0.000262374, .user = 0.000279, .style = { .null = true },
		  .want = HEAD
		  "            101715      branches                                                              \n"
		  "       0.000262374 seconds time elapsed\n\n"
		  "       0.000279000 seconds user\n"
		  "       0.000000000 seconds sys\n\n\n" },
		{ .events = "instructions:u", .row = { { 94196, 0.01 } }, .elapsed = 0.0002877, .elapsed_noise_pct = 4.81, .runs = 4,
		  .want = "\n Performance counter stats for 'true' (4 runs):\n\n"
		  "             94196      instructions:u                                                          ( +-  0.01% )\n\n"
		  "         0.0002877 +- 0.0000138 seconds time elapsed  ( +-  4.81% )\n\n" },
		{ .events = "task-clock,context-switches,page-faults,cycles,stalled-cycles-frontend,instructions",
		  .row = { { 295235, 1.17 }, { 0 }, { 48, 1.04 }, { 512959, 2.72 }, { 255105, 3.27 }, { 530542, 1.90 } },
		  .elapsed = 0.0004321, .elapsed_noise_pct = 3.94, .runs = 2,
		  .want = "\n Performance counter stats for 'true' (2 runs):\n\n"
		  "              0.30 msec task-clock                       #    0.683 CPUs utilized               ( +-  1.17% )\n"
		  "                 0      context-switches                 #    0.000 /sec                      \n"
		  "                48      page-faults                      #  162.582 K/sec                       ( +-  1.04% )\n"
		  "            512959      cycles                           #    1.737 GHz                         ( +-  2.72% )\n"
		  "            255105      stalled-cycles-frontend          #   49.73% frontend cycles idle        ( +-  3.27% )\n"
		  "            530542      instructions                     #    1.03  insn per cycle            \n"
		  "                                                  #    0.48  stalled cycles per insn     ( +-  1.90% )\n\n"
		  "         0.0004321 +- 0.0000170 seconds time elapsed  ( +-  3.94% )\n\n" },
		{ .events = "task-clock,faults,cs,duration_time", .row = { { 742910 }, { 50 }, { 0 }, { 849234 } },
		  .elapsed = 0.000828, .user = 0.0005, .want = HEAD
		  "              0.74 msec task-clock                       #    0.897 CPUs utilized             \n"
		  "                50      faults                           #   67.303 K/sec                     \n"
		  "                 0      cs                               #    0.000 /sec                      \n"
		  "            849234 ns   duration_time                    #    1.143 G/sec                     \n\n"
		  "       0.000828000 seconds time elapsed\n\n"
		  "       0.000500000 seconds user\n"
		  "       0.000000000 seconds sys\n\n\n" },
		{ .events = "cycles,instructions,branch-misses", .row = { { 20910316, 0, 1000, 814 }, { 120596694, 0, 7, 7 }, { 5 } },
		  .elapsed = 1, .want = HEAD
		  "          20910316      cycles                                                                  (81.40%)\n"
		  "         120596694      instructions                     #    5.77  insn per cycle            \n"
		  "                 5      branch-misses                                                         \n\n"
		  "       1.000000000 seconds time elapsed\n\n"
		  "       0.000000000 seconds user\n"
		  "       0.000000000 seconds sys\n\n\n" },
	};

	(void)state;
	check(pages, COUNT_OF(pages));
}

static void intervals(void **state)
{
	static const struct page pages[] = {
		{ .events = "instructions,stalled-cycles-frontend,cycles,LLC-loads", .interval = true, .time_s = 0.023932407,
		  .row = { { 578644451 }, { 100 }, { 98075330 }, { .state = CELL_NOT_SUPPORTED } }, .elapsed = 0.02, .want =
		  "#           time             counts unit events\n"
		  "     0.023932407          578644451      instructions                     #    5.90  insn per cycle            \n"
		  "     0.023932407                                                   #    0.00  stalled cycles per insn   \n"
		  "     0.023932407                100      stalled-cycles-frontend          #    0.00% frontend cycles idle      \n"
		  "     0.023932407           98075330      cycles                                                                \n"
		  "     0.023932407    <not supported>      LLC-loads                                                             \n" },
		{ .events = "cs", .interval = true, .time_s = 100000.5, .index = 1, .row = { { 1 } }, .want =
		  "100000.500000000                  1      cs                                                                    \n" },
		{ .events = "cs", .interval = true, .time_s = 1, .index = 26, .row = { { 1 } }, .want =
		  "#           time             counts unit events\n"
		  "     1.000000000                  1      cs                                                                    \n" },
	};

	(void)state;
	check(pages, COUNT_OF(pages));
}


/* Rows alone, between heading and times. */
static void check_rows(const char *events, const uint64_t *value, size_t n, struct style style, const char *want)
{
	struct page p = { .events = events, .elapsed = 1, .style = style };
	const char *point = style.decimal[0] ? style.decimal : ".";
	struct str out = {0}, all = {0};

	for (size_t i = 0; i < n; i++)
		p.row[i].value = value[i];
	print(&out, &p);
	str_addf(&all, "%s%s\n       1%s000000000 seconds time elapsed\n\n       0%s000000000 seconds user\n"
		 "       0%s000000000 seconds sys\n\n\n", HEAD, want, point, point, point);
	assert_string_equal(out.text, all.text);
	str_release(&out);
	str_release(&all);
}

static void what_is_long_moves_the_rest(void **state)
{
	(void)state;
	check_rows("cycles/name=averyveryveryverylongeventname_over_32/,task-clock",
		   (const uint64_t[]){ 3247, 1000 }, 2, (struct style){0},
		   "              3247      averyveryveryverylongeventname_over_32 #    3.247 GHz                       \n"
		   "              0.00 msec task-clock                       #    0.000 CPUs utilized             \n");
	check_rows("cs", (const uint64_t[]){ UINT64_MAX }, 1, (struct style){0},
		   "18446744073709551615      cs                                                                    \n");
	check_rows("cs", (const uint64_t[]){ 9007199254740993u }, 1, (struct style){0},	/* no double in between */
		   "  9007199254740993      cs                                                                    \n");
}

static void a_time_that_is_0_has_no_row(void **state)
{
	(void)state;
	check_rows("user_time,cs,system_time", (const uint64_t[]){ 7, 0, 0 }, 3, (struct style){0},
		   "                 7 ns   user_time                                                             \n"
		   "                 0      cs                                                                    \n");
}

static void locales(void **state)
{
	static const struct { struct style style; const char *want; } cases[] = {
		{ { .thousands = "," },
		  "     1,234,567,890      cycles                                                                \n"
		  "          4,194.25 msec task-clock:u                     #    4.194 CPUs utilized             \n" },
		{ { .thousands = ".", .decimal = "," },
		  "     1.234.567.890      cycles                                                                \n"
		  "          4.194,25 msec task-clock:u                     #    4,194 CPUs utilized             \n" },
		{ { .thousands = ",", .grouping = { 3, 2 } },
		  "    1,23,45,67,890      cycles                                                                \n"
		  "          4,194.25 msec task-clock:u                     #    4.194 CPUs utilized             \n" },
		{ { .thousands = ",", .grouping = { 3, CHAR_MAX } },
		  "       1234567,890      cycles                                                                \n"
		  "          4,194.25 msec task-clock:u                     #    4.194 CPUs utilized             \n" },
		{ { .decimal = "," },
		  "        1234567890      cycles                                                                \n"
		  "           4194,25 msec task-clock:u                     #    4,194 CPUs utilized             \n" },
		{ { .thousands = "\xe2\x80\xaf", .decimal = "," },	/* a narrow blank: three bytes, one column */
		  "     1\xe2\x80\xaf" "234\xe2\x80\xaf" "567\xe2\x80\xaf" "890      cycles                                                                \n"
		  "          4\xe2\x80\xaf" "194,25 msec task-clock:u                     #    4,194 CPUs utilized             \n" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		check_rows("cycles,task-clock:u", (const uint64_t[]){ 1234567890, 4194250000 }, 2, cases[i].style,
			   cases[i].want);
}

static void colors_follow_the_value(void **state)
{
	static const struct { uint64_t misses; const char *want; } cases[] = {
		{ 50, "                50      branch-misses                    #    5.00% of all branches           \n" },
		{ 51, "                51      branch-misses                    # \033[33m   5.10%\033[m of all branches           \n" },
		{ 101, "               101      branch-misses                    # \033[35m  10.10%\033[m of all branches           \n" },
		{ 201, "               201      branch-misses                    # \033[31m  20.10%\033[m of all branches           \n" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct str want = {0};

		str_addf(&want, "              1000      branches                                                              \n%s",
			 cases[i].want);
		check_rows("branches,branch-misses", (const uint64_t[]){ 1000, cases[i].misses }, 2,
			   (struct style){ .color = true }, want.text);
		str_release(&want);
	}
}

static void every_run_is_listed(void **state)
{
	static const struct event_opts none;
	const double times[] = { 0.07963, 0.08378, 0.07871 };
	const struct style style = { .table = true };
	struct events events = {0};
	struct metrics metrics = {0};
	struct result run[3];
	struct stats elapsed = {0};
	struct table t = { .n_units = 1 };
	struct notes notes = {0};
	struct str out = {0};

	(void)state, (void)none;
	for (size_t i = 0; i < 3; i++) {
		run[i] = (struct result){ .end_ns = (uint64_t)llround(times[i] * 1e9) };
		stats_add(&elapsed, times[i]);
	}
	const struct report r = { .argv = argv, .events = &events, .metrics = &metrics, .table = &t, .elapsed = &elapsed,
				  .run = run, .n_runs = 3, .notes = &notes, .total = true };

	printer_find("text")->end(&out, &r, &style);
	assert_string_equal(out.text, "\n"
			    "           # Table of individual measurements:\n"
			    "           0.07963 (-0.00108) #\n"
			    "           0.08378 (+0.00307) #\n"
			    "           0.07871 (-0.00200) #\n\n"
			    "           # Final result:\n"
			    "           0.08071 +- 0.00156 seconds time elapsed  ( +-  1.93% )\n\n");
	str_release(&out);
}

static void files_say_when_and_verbose_says_more(void **state)
{
	struct cell cell[] = { { CELL_COUNTED, 5, 100, 50, 5 }, { CELL_NOT_SUPPORTED, 0, 0, 0, 0 } };
	struct event event[] = { { .name = (char *)(uintptr_t)"cs", .scale = 1, .unit = (char *)(uintptr_t)"" },
				 { .name = (char *)(uintptr_t)"LLC-loads", .scale = 1, .row = 1, .unit = (char *)(uintptr_t)"" } };
	const struct events events = { event, 2 };
	const struct table t = { .n_units = 1, .n_rows = 2, .cell = cell };
	const struct report r = { .started = "Sat Nov 21 02:16:56 2026", .argv = argv, .events = &events, .table = &t,
				  .total = true };
	struct str out = {0};

	(void)state;
	printer_find("text")->begin(&out, &r, &(const struct style){ .verbose = 1 });
	assert_string_equal(out.text, "# started on Sat Nov 21 02:16:56 2026\n\n"
			    "cs: 5 100 50\nfailed to read counter LLC-loads\n" HEAD);
	str_release(&out);
}

static void notes_are_merged(void **state)
{
	struct event event[] = { { .name = (char *)(uintptr_t)"a" }, { .name = (char *)(uintptr_t)"b" } };
	const struct events events = { event, 2 };
	struct notes notes = {0};
	struct str out = {0};

	(void)state;
	notes_add(&notes, NOTE_NOT_SUPPORTED, 0, "why");
	notes_add(&notes, NOTE_MULTIPLEXED, 0, "50.00%% of the time");
	notes_add(&notes, NOTE_NOT_SUPPORTED, 1, "why");
	notes_add(&notes, NOTE_NOT_SUPPORTED, 1, "why");
	notes_add(&notes, NOTE_NOT_SUPPORTED, 1, "another");
	notes_add(&notes, NOTE_KILLED, -1, "%s", "");
	notes_format(&out, &notes, &events, false);
	assert_string_equal(out.text, " note: a, b: cannot be counted here: why\n"
			    " note: b: cannot be counted here: another\n"
			    " note: the command did not end when asked to and was killed\n");
	str_reset(&out);
	notes_format(&out, &notes, &events, true);
	assert_non_null(strstr(out.text, " note: a: was counted part of the time, so it is an estimate: 50.00% of the time\n"));
	str_reset(&out);
	notes_format(&out, NULL, &events, true);
	assert_int_equal(out.len, 0);
	str_release(&out);
	notes_release(&notes);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(recorded),
		cmocka_unit_test(intervals),
		cmocka_unit_test(what_is_long_moves_the_rest),
		cmocka_unit_test(a_time_that_is_0_has_no_row),
		cmocka_unit_test(locales),
		cmocka_unit_test(colors_follow_the_value),
		cmocka_unit_test(every_run_is_listed),
		cmocka_unit_test(files_say_when_and_verbose_says_more),
		cmocka_unit_test(notes_are_merged),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
