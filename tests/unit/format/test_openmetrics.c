/* SPDX-License-Identifier: MIT */
/* OpenMetrics: families with their samples, and no series twice, whatever the names. */
#include "test.h"

#include "made_reports.h"
#include "format/openmetrics.h"

static void labels(void **state)
{
	static const struct { const char *value, *want; } cases[] = {
		{ NULL, "" }, { "", "" },
		{ "a", "x=\"a\"" },
		{ "a \"b\" \\ c\nd\t|", "x=\"a \\\"b\\\" \\\\ c\\nd\t|\"" },
		{ "\xc3\xa4\xe2\x82\xac\xf0\x9f\x90\xa7", "x=\"\xc3\xa4\xe2\x82\xac\xf0\x9f\x90\xa7\"" },
		{ "\xff" "a\xc3", "x=\"\xef\xbf\xbd" "a\xef\xbf\xbd\"" },
		{ "\xed\xa0\x80", "x=\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"" },
		{ "\xc0\xaf", "x=\"\xef\xbf\xbd\xef\xbf\xbd\"" },
	};
	struct str out = {0};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		str_release(&out);
		str_add(&out, "");
		openmetrics_label(&out, "x", cases[i].value);
		assert_string_equal(out.text, cases[i].want);
	}
	str_reset(&out);
	openmetrics_label(&out, "a", "1");
	openmetrics_label(&out, "b", NULL);
	openmetrics_label(&out, "c", "2");
	assert_string_equal(out.text, "a=\"1\",c=\"2\"");
	str_release(&out);
}

/* --- documents ---------------------------------------------------------------------------------- */

#define FAMILY(name, help) "# TYPE pstat_" name " gauge\n# HELP pstat_" name " " help "\n"
#define UNIT_FAMILY(name, unit, help) \
	"# TYPE pstat_" name "_" unit " gauge\n# UNIT pstat_" name "_" unit " " unit "\n" \
	"# HELP pstat_" name "_" unit " " help "\n"
#define INFO	FAMILY("info", "What was counted, by which version, on which machine.")
#define VALUE	FAMILY("event_value", "What was counted, in the unit of the event; of several runs the mean.")
#define COUNTED	FAMILY("event_counted", "1 for an event that was counted, 0 for one that was not.")
#define RUNNING	UNIT_FAMILY("event_running", "ratio", \
			    "Share of the time the event was counted; below 1 it is an estimate.")
#define ERRORS	UNIT_FAMILY("event_error", "ratio", "Standard error of the mean over the runs, relative to the mean.")
#define METRICS	FAMILY("metric_value", "A metric of the event, from what was counted.")
#define ELAPSED UNIT_FAMILY("elapsed", "seconds", "Time of a run; of several runs the mean.")
#define RUNS(n) FAMILY("runs", "How many runs were counted.") "pstat_runs " n "\n"
#define COMMAND(user, system, status) \
	UNIT_FAMILY("user", "seconds", "Time of the command in user mode; of several runs the mean.") \
	"pstat_user_seconds " user "\n" \
	UNIT_FAMILY("system", "seconds", "Time of the command in the kernel; of several runs the mean.") \
	"pstat_system_seconds " system "\n" \
	UNIT_FAMILY("max_rss", "bytes", "Most memory of the command at a time; of several runs the mean.") \
	"pstat_max_rss_bytes 2097152\n" \
	FAMILY("exit_status", "Exit status of the last run; 128 and the signal that ended it.") \
	"pstat_exit_status " status "\n"
#define NO_EVENTS INFO "pstat_info{version=\"1.2\",command=\"true\"} 1\n"
#define ONE_RUN	RUNS("1") ELAPSED "pstat_elapsed_seconds 1.000000000\n" COMMAND("0.000000000", "0.000000000", "0") "# EOF\n"

static const struct host_facts some_host = {
	.cpu = (char *)(uintptr_t)"AMD \"EPYC\"", .vendor = (char *)(uintptr_t)"AuthenticAMD",
	.kernel = (char *)(uintptr_t)"6.12", .hypervisor = (char *)(uintptr_t)"QEMU",
	.governor = (char *)(uintptr_t)"performance", .microcode = (char *)(uintptr_t)"0x1",
	.arch = (char *)(uintptr_t)"x86_64",
};

static void totals(void **state)
{
	static const struct shaped cases[] = {
		{ .want = NO_EVENTS ONE_RUN },
		/* the name is a label of each series */
		{ .name = "base", .event = { { "x" } }, .cell = { { 1 } }, .status = -1, .want =
		  INFO "pstat_info{version=\"1.2\",name=\"base\",command=\"true\"} 1\n"
		  VALUE "pstat_event_value{event=\"x\",scope=\"all\",name=\"base\"} 1\n"
		  COUNTED "pstat_event_counted{event=\"x\",scope=\"all\",name=\"base\"} 1\n"
		  RUNNING "pstat_event_running_ratio{event=\"x\",scope=\"all\",name=\"base\"} 1\n"
		  FAMILY("runs", "How many runs were counted.") "pstat_runs{name=\"base\"} 1\n"
		  ELAPSED "pstat_elapsed_seconds{name=\"base\"} 1.000000000\n# EOF\n" },
		{ .host = &some_host, .argv = { "sleep", "0.1" }, .status = 3 << 8, .want =
		  INFO "pstat_info{version=\"1.2\",command=\"sleep 0.1\",kernel=\"6.12\",arch=\"x86_64\","
		  "cpu=\"AMD \\\"EPYC\\\"\",vendor=\"AuthenticAMD\",microcode=\"0x1\",hypervisor=\"QEMU\","
		  "governor=\"performance\"} 1\n"
		  RUNS("1") ELAPSED "pstat_elapsed_seconds 1.000000000\n" COMMAND("0.000000000", "0.000000000", "3") "# EOF\n" },
		/* no samples without a count or a command */
		{ .event = { { "task-clock", "msec", 1e-6 }, { "cycles", .user = true }, { "branches" }, { "x" }, { "z" } },
		  .cell = { { 2000000 }, { 9007199254740993u, .enabled = 4, .running = 3 },
			    { .state = CELL_NOT_SUPPORTED }, { .state = CELL_NOT_COUNTED, .enabled = 4 }, { 0 } },
		  .asked = { .system_wide = true }, .status = -1, .want =
		  INFO "pstat_info{version=\"1.2\",command=\"true\",target=\"system wide\"} 1\n"
		  VALUE
		  "pstat_event_value{event=\"task-clock\",unit=\"msec\",scope=\"all\"} 2\n"
		  "pstat_event_value{event=\"cycles\",scope=\"user\"} 9007199254740993\n"
		  "pstat_event_value{event=\"z\",scope=\"all\"} 0\n"
		  COUNTED
		  "pstat_event_counted{event=\"task-clock\",unit=\"msec\",scope=\"all\"} 1\n"
		  "pstat_event_counted{event=\"cycles\",scope=\"user\"} 1\n"
		  "pstat_event_counted{event=\"branches\",scope=\"all\"} 0\n"
		  "pstat_event_counted{event=\"x\",scope=\"all\"} 0\n"
		  "pstat_event_counted{event=\"z\",scope=\"all\"} 1\n"
		  RUNNING
		  "pstat_event_running_ratio{event=\"task-clock\",unit=\"msec\",scope=\"all\"} 1\n"
		  "pstat_event_running_ratio{event=\"cycles\",scope=\"user\"} 0.75\n"
		  "pstat_event_running_ratio{event=\"x\",scope=\"all\"} 0\n"
		  "pstat_event_running_ratio{event=\"z\",scope=\"all\"} 1\n"
		  METRICS
		  "pstat_metric_value{metric=\"CPUs utilized\",event=\"task-clock\"} 0.002\n"
		  "pstat_metric_value{metric=\"/sec\",event=\"z\"} 0\n"
		  RUNS("1") ELAPSED "pstat_elapsed_seconds 1.000000000\n# EOF\n" },
		/* the mean of several runs; the status of the last */
		{ .event = { { "x" }, { "y" } }, .cell = { { 200, 25 }, { .state = CELL_NOT_COUNTED } }, .runs = 2,
		  .elapsed = { 1, 1.5 }, .user = 0.25, .sys = 0.5, .status = 9, .want =
		  NO_EVENTS VALUE "pstat_event_value{event=\"x\",scope=\"all\"} 200\n"
		  COUNTED "pstat_event_counted{event=\"x\",scope=\"all\"} 1\npstat_event_counted{event=\"y\",scope=\"all\"} 0\n"
		  RUNNING "pstat_event_running_ratio{event=\"x\",scope=\"all\"} 1\n"
		  ERRORS "pstat_event_error_ratio{event=\"x\",scope=\"all\"} 0.25\n"
		  RUNS("2") ELAPSED "pstat_elapsed_seconds 1.250000000\n" COMMAND("0.250000000", "0.500000000", "137") "# EOF\n" },
		/* a share has %; a rate has no prefix */
		{ .event = { { "branch-misses" }, { "branches" }, { "task-clock", "msec", 1e-6 } },
		  .cell = { { 1000000 }, { 4000000 }, { 100000000 } }, .interval = true, .time_s = 0.5, .want =
		  NO_EVENTS VALUE
		  "pstat_event_value{event=\"branch-misses\",scope=\"all\"} 1000000\n"
		  "pstat_event_value{event=\"branches\",scope=\"all\"} 4000000\n"
		  "pstat_event_value{event=\"task-clock\",unit=\"msec\",scope=\"all\"} 100\n"
		  COUNTED
		  "pstat_event_counted{event=\"branch-misses\",scope=\"all\"} 1\n"
		  "pstat_event_counted{event=\"branches\",scope=\"all\"} 1\n"
		  "pstat_event_counted{event=\"task-clock\",unit=\"msec\",scope=\"all\"} 1\n"
		  RUNNING
		  "pstat_event_running_ratio{event=\"branch-misses\",scope=\"all\"} 1\n"
		  "pstat_event_running_ratio{event=\"branches\",scope=\"all\"} 1\n"
		  "pstat_event_running_ratio{event=\"task-clock\",unit=\"msec\",scope=\"all\"} 1\n"
		  METRICS
		  "pstat_metric_value{metric=\"of all branches\",event=\"branch-misses\",unit=\"%\"} 25\n"
		  "pstat_metric_value{metric=\"/sec\",event=\"branches\"} 40000000\n"
		  "pstat_metric_value{metric=\"CPUs utilized\",event=\"task-clock\"} 0.1\n"
		  UNIT_FAMILY("interval_end", "seconds", "When the interval ended, since the start.")
		  "pstat_interval_end_seconds 0.500000000\n" },
	};

	(void)state;
	shaped_check(cases, COUNT_OF(cases), "openmetrics");
}

/* Only the values: which series there are. */
static void check_series(const struct shaped *m, const char *want)
{
	static const char name[] = "pstat_event_value{";
	struct str out = {0}, got = {0};

	shaped_print(&out, m, "openmetrics");
	for (const char *line = out.text; *line; line += strcspn(line, "\n") + 1)
		if (strncmp(line, name, strlen(name)) == 0)
			str_add_n(&got, line + strlen(name), strcspn(line, "\n") + 1 - strlen(name));
	assert_string_equal(got.text, want);
	str_release(&out);
	str_release(&got);
}

static void series(void **state)
{
	static const struct shaped cases[] = {
		{ .event = { { "x" }, { "y" }, { "x" }, { "x" } }, .cell = { { 1 }, { 2 }, { 3 }, { 4 } }, .want =
		  "event=\"x\",scope=\"all\"} 1\n"
		  "event=\"y\",scope=\"all\"} 2\n"
		  "event=\"x\",scope=\"all\",n=\"2\"} 3\n"
		  "event=\"x\",scope=\"all\",n=\"3\"} 4\n" },
		/* two names that become the same as UTF-8 */
		{ .event = { { "\xff" }, { "\xfe" } }, .cell = { { 1 }, { 2 } }, .want =
		  "event=\"\xef\xbf\xbd\",scope=\"all\"} 1\n"
		  "event=\"\xef\xbf\xbd\",scope=\"all\",n=\"2\"} 2\n" },
		/* the label n counts events, on each CPU */
		{ .event = { { "x" }, { "x" } }, .cell = { { 1 }, { 2 }, { 3 }, { 4 } }, .units = 2, .mode = AGGR_CPU, .want =
		  "event=\"x\",scope=\"all\",id=\"CPU0\"} 1\n"
		  "event=\"x\",scope=\"all\",id=\"CPU1\"} 3\n"
		  "event=\"x\",scope=\"all\",id=\"CPU0\",n=\"2\"} 2\n"
		  "event=\"x\",scope=\"all\",id=\"CPU1\",n=\"2\"} 4\n" },
		{ .event = { { "x" } }, .cell = { { 1 }, { 2 }, { 3 } }, .units = 3, .mode = AGGR_THREAD, .want =
		  "event=\"x\",scope=\"all\",id=\"-0\"} 1\n"
		  "event=\"x\",scope=\"all\",id=\"a|b-7\"} 2\n"
		  "event=\"x\",scope=\"all\",id=\"\xef\xbf\xbd\\\"-8\"} 3\n" },
		/* numbers of each cgroup */
		{ .event = { { "x", .cgroup = 1 }, { "x", .cgroup = 2 }, { "x", .cgroup = 1 }, { "x" } },
		  .cell = { { 1 }, { 2 }, { 3 }, { 4 } }, .want =
		  "event=\"x\",scope=\"all\",cgroup=\"a.slice\"} 1\n"
		  "event=\"x\",scope=\"all\",cgroup=\"b|\\\"c\\\\_d\\n\xef\xbf\xbd\"} 2\n"
		  "event=\"x\",scope=\"all\",cgroup=\"a.slice\",n=\"2\"} 3\n"
		  "event=\"x\",scope=\"all\"} 4\n" },
		{ .event = { { "a|b\"\\\n", "|\"u\"" }, { "big", "U", 1e12 }, { "half", "u", 0.5 } },
		  .cell = { { 1 }, { 18552354 }, { 3 } }, .want =
		  "event=\"a|b\\\"\\\\\\n\",unit=\"|\\\"u\\\"\",scope=\"all\"} 1\n"
		  "event=\"big\",unit=\"U\",scope=\"all\"} 1.8552354e+19\n"
		  "event=\"half\",unit=\"u\",scope=\"all\"} 1.5\n" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		check_series(&cases[i], cases[i].want);
}

/* The same events with several modifiers have metrics of the same name: no series is there twice. */
static void no_series_twice(void **state)
{
	static const struct shaped m = {
		.event = { { "cycles", .user = true }, { "cycles" }, { "instructions" }, { "instructions" },
			   { "task-clock", "msec", 1e-6 }, { "task-clock", "nsec" } },
		.cell = { { 1 }, { 2 }, { 3 }, { 4 }, { 5 }, { 6 }, { 1 }, { 2 }, { 3 }, { 4 }, { 5 }, { 6 } },
		.units = 2, .mode = AGGR_CORE, .runs = 2,
	};
	struct str out = {0};
	size_t n = 0;

	(void)state;
	shaped_print(&out, &m, "openmetrics");
	for (char *line = out.text; *line; line += strcspn(line, "\n") + 1) {
		struct str series = {0};

		if (*line == '#')
			continue;
		str_add(&series, "\n");
		str_add_n(&series, line, strcspn(line, "\n"));
		*(strrchr(series.text, ' ') + 1) = '\0';	/* all but the value */
		assert_null(strstr(line, series.text));
		str_release(&series);
		n++;
	}
	assert_in_range(n, 40, 80);
	str_release(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(labels),
		cmocka_unit_test(totals),
		cmocka_unit_test(series),
		cmocka_unit_test(no_series_twice),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
