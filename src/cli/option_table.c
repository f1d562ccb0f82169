/* SPDX-License-Identifier: MIT */
/*
 * The table of options, and a function for each value that is more than a number or a text.  options.c parses
 * a command line with them.
 */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/nearest.h"
#include "base/number.h"
#include "cli/compare_options.h"
#include "cli/gate_options.h"
#include "cli/options.h"
#include "format/format.h"
#include "host/file.h"

#define AT(field) offsetof(struct options, field)

static int option_table_add_event(struct options *o, const char *value, struct error *err)
{
	struct measure_opts *m = &o->measure;

	(void)err;
	m->events = mem_resize(m->events, m->n_events + 1, sizeof(*m->events));
	m->events[m->n_events++] = (struct event_text){ .text = value };
	return 1;
}

/* Names of rows; a comma between slashes belongs to the event. */
static int option_table_add_rows(struct options *o, const char *value, struct error *err)
{
	const char *start = value;
	bool inside = false;

	for (const char *p = value;; p++) {
		struct str name = {0};

		inside ^= *p == '/';
		if (*p && (*p != ',' || inside))
			continue;
		if (p == start) {
			error_set(err, ERROR_USAGE, 0, "option '--event' needs names of rows, not '%s'",
				  value);
			return error_hint(err, "-e task-clock,wall; -e '*' shows all");
		}
		str_add_n(&name, start, (size_t)(p - start));
		MEM_ADD(o->row, o->n_rows, name.text);
		start = p + 1;
		if (!*p)
			return 1;
	}
}

static int set_filter(struct options *o, const char *value, struct error *err)
{
	struct event_text *last = o->measure.n_events ? &o->measure.events[o->measure.n_events - 1] : NULL;

	if (!last) {
		error_set(err, ERROR_USAGE, 0, "--filter has no -e before it");
		return error_hint(err, "name the tracepoint first, as in "
				  "-e sched:sched_switch --filter 'prev_pid == 0'");
	}
	if (last->filter) {
		error_set(err, ERROR_USAGE, 0, "the events of -e '%s' have a filter already", last->text);
		return error_hint(err, "join the two with &&");
	}
	last->filter = value;
	return 1;
}

static int set_min(struct options *o, const char *value, struct error *err)
{
	char *end;
	double pct = value ? strtod(value, &end) : 0;

	o->measure.aggr.rows.min_pct = pct;
	if (!value)
		return 0;
	if (end != value && (!*end || strcmp(end, "%") == 0) && pct >= 0 && pct <= 100)
		return 1;
	error_set(err, ERROR_USAGE, 0, "option '--min' needs a share from 0 to 100%%, not '%s'", value);
	return -1;
}

static int set_missing_base(struct options *o, const char *value, struct error *err)
{
	bool passes = strcmp(value, "pass") == 0;

	if (!passes && strcmp(value, "fail") != 0)
		return error_set(err, ERROR_USAGE, 0, "option '--missing-base' takes fail or pass, not '%s'",
				 value);
	o->session.base.missing_passes = passes;
	return 1;
}

static int set_repeat(struct options *o, const char *value, struct error *err)
{
	if (!value)
		o->session.repeat = 1;
	else if (value[0] == '-')
		return error_set(err, ERROR_USAGE, 0, "Run count must be a positive number");
	else if (!number_parse_u64(value, &o->session.repeat))
		return error_set(err, ERROR_USAGE, 0, "option '--repeat' needs a number, not '%s'", value);
	return o->session.repeat > 1;
}

static int set_runs(struct options *o, const char *value, struct error *err)
{
	o->session.runs = o->session.most_runs = 0;
	return value ? compare_set_runs(&o->session, value, err) < 0 ? -1 : 1 : 0;
}

static int set_confidence(struct options *o, const char *value, struct error *err)
{
	return compare_set_level(&o->level, value, err) < 0 ? -1 : 1;
}

static int option_table_add_name(struct options *o, const char *value, struct error *err)
{
	(void)err;
	o->name = mem_resize(o->name, o->n_names + 1, sizeof(*o->name));
	o->name[o->n_names++] = value;
	o->session.name = o->name[0];
	return 1;
}

static int set_budget(struct options *o, const char *value, struct error *err)
{
	enum { LEAST_NS = 10000000, SHORT_NS = 1000000000 };
	bool is_time = number_parse_ns(value, &o->session.budget_ns);

	if (is_time && o->session.budget_ns < SHORT_NS && value[strspn(value, "0123456789.")] == '\0') {
		error_set(err, ERROR_USAGE, 0, "--budget %s is %s milliseconds", value, value);
		return error_hint(err, "--budget %ss is in seconds, "
				  "--budget %sms says that milliseconds are meant", value, value);
	}
	if (is_time && o->session.budget_ns >= LEAST_NS)
		return 1;
	error_set(err, ERROR_USAGE, 0, is_time ? "--budget %s is too short: at least 10ms" :
		  "option '--budget' needs a time, not '%s'", value);
	return error_hint(err, "as in --budget 30s; without a unit it is in milliseconds");
}

static int set_layout(struct options *o, const char *value, struct error *err)
{
	static const char *const words[] = { "off", "on", NULL };
	int found = option_choose("--aslr", value, words, err);

	o->measure.launch.layout = found ? LAUNCH_LAYOUT_RANDOM : LAUNCH_LAYOUT_FIXED;
	return found < 0 ? -1 : 1;
}

static int set_pin(struct options *o, const char *value, struct error *err)
{
	struct error why = ERROR_INIT;

	cpulist_release(&o->pin);
	if (value && cpulist_parse(&o->pin, value, &why) < 0)
		return error_set(err, ERROR_USAGE, 0, "option '--pin': %s", why.message);
	if (value && !o->pin.n)
		return error_set(err, ERROR_USAGE, 0, "option '--pin' needs a list of CPUs");
	o->measure.launch.pin = value ? &o->pin : NULL;
	return value != NULL;
}

static int set_delay(struct options *o, const char *value, struct error *err)
{
	uint64_t *ns = &o->measure.wait_loop.delay_ns;

	*ns = 0;
	if (!value || number_parse_ns(value, ns))
		return *ns != 0;
	if (value[0] == '-' && number_parse_ns(value + 1, ns) && *ns) {
		*ns = WAIT_LOOP_NEVER;
		return 1;
	}
	return error_set(err, ERROR_USAGE, 0, "option '--delay' needs a time, not '%s'", value);
}

static int set_log_fd(struct options *o, const char *value, struct error *err)
{
	uint64_t fd = 0;

	if (value && value[0] == '-')
		return error_set(err, ERROR_USAGE, 0, "argument to --log-fd must be a > 0");
	if (value && (!number_parse_u64(value, &fd) || fd > INT32_MAX))
		return error_set(err, ERROR_USAGE, 0,
				 "option '--log-fd' needs a descriptor's number, not '%s'", value);
	o->out.log_fd = (int)fd;
	return fd != 0;
}

static int set_like(struct options *o, const char *value, struct error *err)
{
	static const char *const words[] = { "6.12", "newest", NULL };
	int found = value ? option_choose("--like", value, words, err) : 0;

	o->out.like_newest = o->measure.like_newest = found == 1;
	return found < 0 ? -1 : 1;
}

static int set_color(struct options *o, const char *value, struct error *err)
{
	static const char *const words[] = {
		[COLOR_AUTO] = "auto", [COLOR_ALWAYS] = "always", [COLOR_NEVER] = "never", NULL,
	};
	int found = value ? option_choose("--color", value, words, err) : COLOR_NEVER;

	o->out.color = found < 0 ? COLOR_AUTO : (enum color_when)found;
	return found < 0 ? -1 : 1;
}

/* Comparisons have other formats than reports. */
static int check_format(const struct options *o, const char *name, const char *option, struct error *err)
{
	enum format_content content = options_content(o->verb);
	struct nearest near = { .wanted = name };
	LOCAL(str) names = {0};

	if (format_find(name, content))
		return 0;
	for (size_t i = 0; format_list[i]; i++) {
		if (!format_shows(format_list[i], content))
			continue;
		nearest_offer(&near, format_list[i]->name);
		str_addf(&names, "%s%s", names.len ? ", " : "", format_list[i]->name);
	}
	error_set(err, ERROR_USAGE, 0, "option '%s': there is no format '%s'", option, name);
	if (near.found)
		error_hint(err, "did you mean '%s'?", near.found);
	else
		error_hint(err, "there are %s", str_text(&names));
	return -1;
}

static int set_format(struct options *o, const char *value, struct error *err)
{
	if (value && check_format(o, value, "--format", err) < 0)
		return -1;
	o->out.format = value;
	return value != NULL;
}

static int set_view(struct options *o, const char *value, struct error *err)
{
	static const char *const words[] = { "text", "json", NULL };

	if (value && option_choose("--format", value, words, err) < 0)
		return -1;
	o->out.format = value;
	return value != NULL;
}

/* The registry of formats keeps the name, so nothing has to be copied. */
static int add_export(struct options *o, const char *value, struct error *err)
{
	const char *equals = strchr(value, '=');
	char name[24] = "";
	size_t len = equals ? (size_t)(equals - value) : 0;

	if (!len || !equals[1]) {
		error_set(err, ERROR_USAGE, 0, "option '--export' needs a format and a file, not '%s'",
			  value);
		return error_hint(err, "--export json=FILE; a file of - is stdout");
	}
	snprintf(name, sizeof(name), "%.*s", (int)len, value);
	if (check_format(o, name, "--export", err) < 0)
		return -1;
	o->out.export = mem_resize(o->out.export, o->out.n_exports + 1, sizeof(*o->out.export));
	o->out.export[o->out.n_exports++] = (struct export){
		format_find(name, options_content(o->verb))->name, equals + 1 };
	return 1;
}

/* "1,3": sets a bit for each exit status. */
static int set_ignored(struct options *o, const char *value, struct error *err)
{
	memset(o->session.ignored, 0, sizeof(o->session.ignored));
	o->session.ignore_failure = value != NULL;
	if (value && !*value)
		memset(o->session.ignored, 0xff, sizeof(o->session.ignored));
	while (value && *value) {
		size_t len = strcspn(value, ",");
		char one[4] = "";
		uint64_t status;

		if (len < sizeof(one))
			memcpy(one, value, len);
		if (!number_parse_u64(one, &status) || status > 255 || (value[len] && !value[len + 1]))
			return error_set(err, ERROR_USAGE, 0,
					 "option '--ignore-failure': '%s' does not start with a status, 0 to 255", value);
		o->session.ignored[status / 64] |= (uint64_t)1 << status % 64;
		value += len + (value[len] != '\0');
	}
	return o->session.ignore_failure;
}

/* \t stands for a tab, as in perf. */
static int set_separator(struct options *o, const char *value, struct error *err)
{
	(void)err;
	o->out.separator = value && strcmp(value, "\\t") == 0 ? "\t" : value;
	return value != NULL;
}

static int set_topic(struct options *o, const char *value, struct error *err)
{
	(void)err;
	o->help = true;
	o->topic = value && *value ? value : NULL;
	return 1;
}

static int option_table_add_cgroups(struct options *o, const char *value, struct error *err)
{
	struct measure_opts *m = &o->measure;

	if (!m->n_events) {
		error_set(err, ERROR_USAGE, 0, "-G has no -e before it");
		return error_hint(err, "name the events first, as in -e cycles -G %s",
				  *value ? value : "NAME");
	}
	m->cgroups = mem_resize(m->cgroups, m->n_cgroups + 1, sizeof(*m->cgroups));
	m->cgroups[m->n_cgroups++] = (struct cgroup_text){ .list = value, .sources = (int)m->n_events };
	return 1;
}

static int set_cputype(struct options *o, const char *value, struct error *err)
{
	if (o->measure.n_events) {
		error_set(err, ERROR_USAGE, 0, "--cputype comes after -e");
		return error_hint(err, "put it before the first -e");
	}
	o->measure.event.cputype = value;
	return value != NULL;
}

static int set_cache_level(struct options *o, const char *value, struct error *err)
{
	bool level = value && (value[0] == 'l' || value[0] == 'L') &&
		     value[1] >= '1' && value[1] <= '4' && !value[2];

	if (value && *value && !level)
		return error_set(err, ERROR_USAGE, 0, "Cache level must be of form L[1-4], or l[1-4]");
	o->aggr[AGGR_CACHE] = value != NULL;
	o->measure.aggr.cache_level = level ? value[1] - '0' : 0;
	return value != NULL;
}

/* --no-region-fn forgets those before it. */
static int add_function(struct options *o, const char *value, struct error *err)
{
	struct measure_opts *m = &o->measure;

	if (!value) {
		m->n_functions = 0;
		return 0;
	}
	if (m->n_functions == PROBED_FUNCTIONS)
		return error_set(err, ERROR_USAGE, 0, "--region-fn can be given %d times", PROBED_FUNCTIONS);
	m->functions = mem_resize(m->functions, m->n_functions + 1, sizeof(*m->functions));
	m->functions[m->n_functions++] = value;
	return 1;
}

static int option_table_add_metrics(struct options *o, const char *value, struct error *err)
{
	struct measure_opts *m = &o->measure;

	(void)err;
	m->metrics.name = mem_resize(m->metrics.name, m->metrics.n + 1, sizeof(*m->metrics.name));
	m->metrics.name[m->metrics.n++] = value;
	return 1;
}

/* One of n characters; the error points at it. */
static int add_definition(struct options *o, const char *text, size_t n, const char *where, struct error *err)
{
	const char *equals = memchr(text, '=', n);
	size_t name = equals ? (size_t)(equals - text) : 0;
	struct str line = {0};

	while (name && strchr(" \t", text[name - 1]))
		name--;
	if (!name || strcspn(text, " \t,:;=") < name) {
		error_set(err, ERROR_USAGE, 0, "option '--define'%s: '%.*s' defines no metric", where,
			  (int)n, text);
		return error_hint(err, "a definition is name=expression, as in 'ipc=instructions/cycles'");
	}
	str_add_n(&line, text, name);
	str_add_n(&line, equals, n - (size_t)(equals - text));
	MEM_ADD(o->define, o->n_defines, line.text);
	return 1;
}

/* --define @FILE: one definition a line; lines that begin with # are comments. */
static int add_definitions(struct options *o, const char *path, struct error *err)
{
	enum { MOST = 1 << 20 };
	LOCAL(str) text = {0};
	int rc = file_read(&text, path, MOST), number = 1;

	if (rc < 0) {
		error_set(err, ERROR_SYSTEM, -rc, "option '--define': cannot read '%s': %s", path,
			  strerror(-rc));
		return -1;
	}
	rc = 1;
	for (const char *p = text.text ? text.text : ""; rc > 0 && *p; number++) {
		size_t n;
		char where[64];

		p += strspn(p, " \t");
		n = strcspn(p, "\n");
		snprintf(where, sizeof(where), ", line %d of '%.30s'", number, path);
		if (n && *p != '#')
			rc = add_definition(o, p, n, where, err);
		p += n + (p[n] != '\0');
	}
	return rc;
}

static int add_define(struct options *o, const char *value, struct error *err)
{
	value += strspn(value, " \t");
	return value[0] == '@' ? add_definitions(o, value + 1, err) :
	       add_definition(o, value, strlen(value), "", err);
}

static int set_rows_of_top(struct options *o, const char *value, struct error *err)
{
	static const char *const words[] = { "process", "task", "cgroup", "name", NULL };
	static const enum aggr_mode modes[] = { AGGR_PROCESS, AGGR_TASK, AGGR_CGROUP, AGGR_NAME };
	int found = option_choose("--by", value, words, err);

	if (found >= 0)
		o->top.by = modes[found];
	return found < 0 ? -1 : 1;
}

#define RUN	(VERB_STAT | VERB_RECORD)
#define ALL	(RUN | VERB_REPORT)
#define COMPARING	(VERB_COMPARE | VERB_GATE)
#define ANY_RUN	(RUN | COMPARING)
#define COUNTING	(ANY_RUN | VERB_TOP)
#define OUTPUTS	(ALL | COMPARING)
#define SHOWING	(OUTPUTS | VERB_TREND)
#define EVERY	(VERB_AS_PERF - 1u)
#define OWN	OPTION_OWN
#define NO_NO	OPTION_NO_NO

/*
 * Columns: letter, name, type, verbs, flags, topic, offset, argument, help, call.
 * The options of perf come first, in the order of perf 6.12; -T stands with the other metrics.  pstat's own
 * options follow.
 */
const struct option_def option_defs[] = {
	{ 'e', "event", OPTION_CALL, COUNTING, NO_NO, TOPIC_EVENTS, 0, "list",
	  "count these events; may be given again", option_table_add_event },
	{ 0, "filter", OPTION_CALL, COUNTING, NO_NO, TOPIC_EVENTS, 0, "filter",
	  "filter the tracepoints of the -e before it", set_filter },
	{ 'i', "no-inherit", OPTION_FLAG, ANY_RUN, 0, TOPIC_TARGETS, AT(measure.target.no_inherit), NULL,
	  "do not count what the command starts", NULL },
	{ 'p', "pid", OPTION_TEXT, RUN, 0, TOPIC_TARGETS, AT(measure.target.pids), "pids",
	  "count these running processes", NULL },
	{ 'p', "pid", OPTION_TEXT, VERB_TOP, 0, TOPIC_ROWS, AT(top.pids), "pids", "show only these processes",
	  NULL },
	{ 't', "tid", OPTION_TEXT, RUN, 0, TOPIC_TARGETS, AT(measure.target.tids), "tids",
	  "count these threads", NULL },
	{ 'b', "bpf-prog", OPTION_REFUSED, RUN, 0, TOPIC_EVENTS, 0, "ids", "pstat has no BPF counters",
	  NULL },
	{ 0, "bpf-counters", OPTION_REFUSED, RUN, 0, TOPIC_EVENTS, 0, NULL, "pstat has no BPF counters",
	  NULL },
	{ 0, "bpf-attr-map", OPTION_REFUSED, RUN, 0, TOPIC_EVENTS, 0, "path", "pstat has no BPF counters",
	  NULL },
	{ 'a', "all-cpus", OPTION_FLAG, RUN, 0, TOPIC_TARGETS, AT(all_cpus), NULL, "count the whole system",
	  NULL },
	{ 0, "scale", OPTION_FLAG, RUN, 0, TOPIC_OUTPUT, AT(scale), NULL,
	  "scale multiplexed counts up (default)", NULL },
	{ 'v', "verbose", OPTION_COUNT, OUTPUTS, 0, TOPIC_OUTPUT, AT(session.verbose), NULL,
	  "show raw counts and notes; -vv: opened events", NULL },
	{ 'r', "repeat", OPTION_CALL, VERB_STAT, 0, TOPIC_RUNS, 0, "n",
	  "run n times and show the mean; 0: forever", set_repeat },
	{ 'r', "repeat", OPTION_REFUSED, VERB_RECORD, 0, TOPIC_RUNS, 0, "n", "perf.data holds one run",
	  NULL },
	{ 0, "table", OPTION_FLAG, VERB_STAT, 0, TOPIC_OUTPUT, AT(out.table), NULL,
	  "with -r: show the time of each run", NULL },
	{ 'n', "null", OPTION_FLAG, ANY_RUN, 0, TOPIC_EVENTS, AT(measure.null), NULL,
	  "count no default events, only measure the time", NULL },
	{ 'd', "detailed", OPTION_COUNT, ANY_RUN, 0, TOPIC_EVENTS, AT(measure.detail), NULL,
	  "add cache events; -dd and -ddd: more of them", NULL },
	{ 'S', "sync", OPTION_FLAG, ANY_RUN, 0, TOPIC_RUNS, AT(measure.sync), NULL,
	  "write cached file data to disk before each run", NULL },
	{ 'B', "big-num", OPTION_FLAG, SHOWING, 0, TOPIC_OUTPUT, AT(out.big_num), NULL,
	  "group digits as the locale does (default)", NULL },
	{ 'C', "cpu", OPTION_TEXT, RUN, 0, TOPIC_TARGETS, AT(measure.target.cpus), "cpus",
	  "count everything that runs on these CPUs", NULL },
	{ 'A', "no-aggr", OPTION_FLAG, ALL, 0, TOPIC_ROWS, AT(aggr[AGGR_CPU]), NULL, "one row for each CPU",
	  NULL },
	{ 0, "no-merge", OPTION_FLAG, ALL, 0, TOPIC_ROWS, AT(no_merge), NULL, "the same as --no-aggr", NULL },
	{ 0, "hybrid-merge", OPTION_FLAG, ANY_RUN, 0, TOPIC_ROWS, AT(measure.event.hybrid_merge), NULL,
	  "one row for all types of core", NULL },
	{ 'x', "field-separator", OPTION_CALL, ALL | VERB_TOP, 0, TOPIC_OUTPUT, 0, "separator",
	  "print perf's CSV, with this between fields", set_separator },
	{ 'j', "json-output", OPTION_FLAG, ALL, 0, TOPIC_OUTPUT, AT(out.json), NULL,
	  "print perf's JSON, one object per line", NULL },
	{ 'G', "cgroup", OPTION_CALL, RUN, NO_NO, TOPIC_TARGETS, 0, "list",
	  "count in cgroups: one for each event", option_table_add_cgroups },
	{ 'G', "cgroup", OPTION_TEXT, VERB_TOP, 0, TOPIC_ROWS, AT(top.cgroup), "path",
	  "show only what is in this cgroup or below", NULL },
	{ 0, "for-each-cgroup", OPTION_TEXT, RUN, 0, TOPIC_TARGETS, AT(measure.each_cgroup), "list",
	  "count all events in each of these cgroups", NULL },
	{ 'o', "output", OPTION_TEXT, VERB_STAT | VERB_REPORT, 0, TOPIC_OUTPUT, AT(out.path), "file",
	  "write the report to this file; -: as by default", NULL },
	{ 'o', "output", OPTION_TEXT, VERB_RECORD, 0, TOPIC_OUTPUT, AT(out.path), "file",
	  "write perf.data here; -: as a stream to stdout", NULL },
	{ 0, "append", OPTION_FLAG, VERB_STAT | VERB_REPORT, 0, TOPIC_OUTPUT, AT(out.append), NULL,
	  "with -o: add to the file", NULL },
	{ 0, "log-fd", OPTION_CALL, ALL, 0, TOPIC_OUTPUT, 0, "fd", "write the report to this open descriptor",
	  set_log_fd },
	{ 0, "pre", OPTION_TEXT, RUN, 0, TOPIC_RUNS, AT(measure.pre), "command",
	  "run this shell command before each run", NULL },
	{ 0, "post", OPTION_TEXT, RUN, 0, TOPIC_RUNS, AT(measure.post), "command",
	  "run this shell command after each run", NULL },
	{ 'I', "interval-print", OPTION_MS, RUN | VERB_TOP, 0, TOPIC_TIME, AT(measure.wait_loop.interval_ns),
	  "ms", "print counts at this interval", NULL },
	{ 0, "interval-count", OPTION_NUMBER, RUN | VERB_TOP, 0, TOPIC_TIME,
	  AT(measure.wait_loop.max_intervals), "n", "stop after n intervals", NULL },
	{ 0, "interval-clear", OPTION_FLAG, RUN, 0, TOPIC_TIME, AT(session.interval_clear), NULL,
	  "clear the screen before each interval", NULL },
	{ 0, "timeout", OPTION_MS, ANY_RUN, 0, TOPIC_TIME, AT(measure.wait_loop.timeout_ns), "ms",
	  "end the command after this time; status 124", NULL },
	{ 0, "per-socket", OPTION_FLAG, ALL, 0, TOPIC_ROWS, AT(aggr[AGGR_PACKAGE]), NULL,
	  "rows for each socket", NULL },
	{ 0, "per-die", OPTION_FLAG, ALL, 0, TOPIC_ROWS, AT(aggr[AGGR_DIE]), NULL, "rows for each die",
	  NULL },
	{ 0, "per-cluster", OPTION_FLAG, ALL, 0, TOPIC_ROWS, AT(aggr[AGGR_CLUSTER]), NULL,
	  "rows for each cluster", NULL },
	{ 0, "per-cache", OPTION_CALL, ALL, OPTION_OPTIONAL, TOPIC_ROWS, 0, "level",
	  "rows for each L1 to L4 cache (default: last)", set_cache_level },
	{ 0, "per-core", OPTION_FLAG, ALL, 0, TOPIC_ROWS, AT(aggr[AGGR_CORE]), NULL, "rows for each core",
	  NULL },
	{ 0, "per-thread", OPTION_FLAG, ALL, 0, TOPIC_ROWS, AT(aggr[AGGR_THREAD]), NULL,
	  "rows for each thread", NULL },
	{ 0, "regions", OPTION_FLAG, VERB_STAT | COMPARING, 0, TOPIC_ROWS, AT(aggr[AGGR_REGION]), NULL,
	  "rows for regions that pstat/region.h marks", NULL },
	{ 0, "per-node", OPTION_FLAG, ALL, 0, TOPIC_ROWS, AT(aggr[AGGR_NODE]), NULL,
	  "rows for each NUMA node", NULL },
	{ 'D', "delay", OPTION_CALL, RUN, 0, TOPIC_TIME, 0, "ms",
	  "delay counting; -1: until --control enables it", set_delay },
	{ 0, "metric-only", OPTION_FLAG, ALL, 0, TOPIC_OUTPUT, AT(out.metric_only), NULL,
	  "print metrics only, one line for each unit", NULL },
	{ 0, "metric-no-group", OPTION_FLAG, ANY_RUN, 0, TOPIC_EVENTS, AT(measure.metrics.no_group), NULL,
	  "do not group the events of a metric", NULL },
	{ 0, "metric-no-merge", OPTION_FLAG, ANY_RUN, 0, TOPIC_EVENTS, AT(measure.metrics.no_merge), NULL,
	  "let metrics share identical groups only", NULL },
	{ 0, "metric-no-threshold", OPTION_FLAG, ANY_RUN, 0, TOPIC_EVENTS, AT(measure.metrics.no_threshold),
	  NULL, "do not count events that only thresholds need", NULL },
	{ 0, "topdown", OPTION_FLAG, ANY_RUN, 0, TOPIC_EVENTS, AT(measure.metrics.topdown), NULL,
	  "print the top-down metrics only", NULL },
	{ 0, "td-level", OPTION_NUMBER, ANY_RUN, 0, TOPIC_EVENTS, AT(measure.metrics.td_level), "n",
	  "with --topdown: show this level (1)", NULL },
	{ 0, "record-tpebs", OPTION_REFUSED, RUN, 0, TOPIC_EVENTS, 0, NULL, "pstat samples no latencies",
	  NULL },
	{ 'T', "transaction", OPTION_FLAG, ANY_RUN, 0, TOPIC_EVENTS, AT(measure.metrics.transactions), NULL,
	  "print the metrics of group transaction", NULL },
	{ 0, "smi-cost", OPTION_FLAG, RUN, 0, TOPIC_EVENTS, AT(measure.metrics.smi_cost), NULL,
	  "print what system management interrupts cost", NULL },
	{ 'M', "metrics", OPTION_CALL, COUNTING, NO_NO, TOPIC_EVENTS, 0, "list",
	  "print these metrics, or groups of them", option_table_add_metrics },
	{ 0, "all-kernel", OPTION_FLAG, COUNTING, 0, TOPIC_EVENTS, AT(measure.event.all_kernel), NULL,
	  "count every event in the kernel only", NULL },
	{ 0, "all-user", OPTION_FLAG, COUNTING, 0, TOPIC_EVENTS, AT(measure.event.all_user), NULL,
	  "count every event in user space only", NULL },
	{ 0, "percore-show-thread", OPTION_FLAG, RUN, 0, TOPIC_ROWS, AT(measure.aggr.percore_threads), NULL,
	  "show a percore event's core count for each CPU", NULL },
	{ 0, "summary", OPTION_FLAG, ALL, 0, TOPIC_TIME, AT(session.summary), NULL,
	  "print totals after the intervals", NULL },
	{ 0, "no-csv-summary", OPTION_FLAG, ALL, 0, TOPIC_OUTPUT, AT(out.no_csv_summary), NULL,
	  "with -x and --summary: no column 'summary'", NULL },
	{ 0, "quiet", OPTION_FLAG, OUTPUTS, 0, TOPIC_OUTPUT, AT(session.quiet), NULL, "write only errors",
	  NULL },
	{ 0, "cputype", OPTION_CALL, ANY_RUN | VERB_LIST, 0, TOPIC_EVENTS, 0, "type",
	  "count core events of this type only: core, atom", set_cputype },
	{ 0, "pfm-events", OPTION_REFUSED, RUN, 0, TOPIC_EVENTS, 0, "list", "pstat has no libpfm names",
	  NULL },
	{ 0, "control", OPTION_TEXT, RUN, 0, TOPIC_TIME, AT(measure.control), "spec",
	  "take commands from fd:N[,M] or fifo:FILE[,FILE]", NULL },
	{ 0, "iostat", OPTION_REFUSED, RUN, OPTION_OPTIONAL, TOPIC_EVENTS, 0, "ports",
	  "pstat has no I/O statistics of root ports", NULL },

	{ 'j', "json", OPTION_FLAG, VERB_LIST, 0, TOPIC_LIST, AT(list.json), NULL,
	  "print JSON, an object for each", NULL },
	{ 'd', "desc", OPTION_FLAG, VERB_LIST, 0, TOPIC_LIST, AT(list.descriptions), NULL,
	  "show short descriptions (default)", NULL },
	{ 'v', "long-desc", OPTION_FLAG, VERB_LIST, 0, TOPIC_LIST, AT(list.long_text), NULL,
	  "show long descriptions", NULL },
	{ 0, "details", OPTION_FLAG, VERB_LIST, 0, TOPIC_LIST, AT(list.details), NULL,
	  "show encodings, expressions and thresholds", NULL },
	{ 0, "deprecated", OPTION_FLAG, VERB_LIST, 0, TOPIC_LIST, AT(list.deprecated), NULL,
	  "show deprecated events as well", NULL },
	{ 0, "unit", OPTION_TEXT, VERB_LIST, 0, TOPIC_LIST, AT(list.unit), "pmu",
	  "of PMU events, list only those of this PMU", NULL },
	{ 'o', "output", OPTION_TEXT, VERB_LIST, 0, TOPIC_LIST, AT(out.path), "file",
	  "write to this file, not to stdout", NULL },
	{ 0, "raw-dump", OPTION_FLAG, VERB_LIST, 0, TOPIC_LIST, AT(list.names), NULL,
	  "print only names, of what can be counted here", NULL },

	{ 'r', "repeat", OPTION_CALL, COMPARING, 0, TOPIC_RUNS, 0, "n",
	  "run each n times; min:max: stop when sure", set_runs },
	{ 'o', "output", OPTION_TEXT, COMPARING | VERB_TREND | VERB_TOP, 0, TOPIC_OUTPUT, AT(out.path),
	  "file", "write to this file, not to stdout", NULL },

	{ 'e', "event", OPTION_CALL, VERB_TREND, NO_NO, TOPIC_OUTPUT, 0, "list",
	  "show these rows (default: those with a limit)", option_table_add_rows },
	{ 'i', "input", OPTION_TEXT, VERB_REPORT, 0, TOPIC_OUTPUT, AT(input), "file",
	  "show this file (perf.data); -: standard input", NULL },

	{ 0, "events-dir", OPTION_TEXT, COUNTING | VERB_LIST, OWN | NO_NO, TOPIC_EVENTS,
	  AT(measure.catalog.folder), "folder", "read vendor events and metrics from this folder", NULL },
	{ 0, "pager", OPTION_FLAG, VERB_LIST, OWN, TOPIC_LIST, AT(list.pager), NULL,
	  "show it in $PAGER, on a terminal (default)", NULL },
	{ 0, "define", OPTION_CALL, COUNTING | VERB_LIST, OWN | NO_NO, TOPIC_EVENTS, 0, "name=expr",
	  "define a metric for -M; @file: one on each line", add_define },
	{ 0, "kill-after", OPTION_MS, ANY_RUN, OWN, TOPIC_TIME, AT(measure.launch.kill_after_ns), "ms",
	  "kill this long after --timeout (default: 5s)", NULL },
	{ 0, "budget", OPTION_CALL, COMPARING, OWN | NO_NO, TOPIC_TIME, 0, "ms",
	  "end after this time, with what is known by then", set_budget },
	{ 0, "ignore-failure", OPTION_CALL, ANY_RUN, OWN | OPTION_OPTIONAL, TOPIC_RUNS, 0, "codes",
	  "accept failed runs, or only these exit codes", set_ignored },
	{ 0, "warmup", OPTION_NUMBER, COMPARING, OWN, TOPIC_RUNS, AT(session.warmups), "n",
	  "run each n times before the runs that count (1)", NULL },
	{ 0, "base", OPTION_TEXT, COMPARING, OWN | NO_NO, TOPIC_COMPARISON, AT(session.base.rev), "commit",
	  "compare with this commit, in a tree of its own", NULL },
	{ 0, "build", OPTION_TEXT, COMPARING, OWN | NO_NO, TOPIC_COMPARISON, AT(session.base.build),
	  "command", "with --base: builds each tree before the runs", NULL },
	{ 0, "missing-base", OPTION_CALL, COMPARING, OWN | NO_NO, TOPIC_COMPARISON, 0, "what",
	  "base without the program: fail (default), pass", set_missing_base },
	{ 0, "same-output", OPTION_FLAG, COMPARING, OWN, TOPIC_COMPARISON, AT(session.same_output), NULL,
	  "fail unless the commands print the same", NULL },
	{ 0, "setup", OPTION_TEXT, COMPARING, OWN, TOPIC_RUNS, AT(session.setup), "command",
	  "run this shell command once before each command", NULL },
	{ 0, "prepare", OPTION_TEXT, COMPARING, OWN, TOPIC_RUNS, AT(session.prepare), "command",
	  "run this shell command before each run", NULL },
	{ 0, "cleanup", OPTION_TEXT, COMPARING, OWN, TOPIC_RUNS, AT(session.cleanup), "command",
	  "run this shell command once after all runs", NULL },
	{ 0, "show-output", OPTION_FLAG, COMPARING, OWN, TOPIC_RUNS, AT(session.show_output), NULL,
	  "show on stderr what the commands write", NULL },
	{ 0, "pin", OPTION_CALL, ANY_RUN, OWN, TOPIC_RUNS, 0, "cpus", "run the command on these CPUs only",
	  set_pin },
	{ 0, "aslr", OPTION_CALL, ANY_RUN, OWN | NO_NO, TOPIC_RUNS, 0, "on-off",
	  "off: the same addresses in each run", set_layout },
	{ 0, "exact", OPTION_FLAG, RUN, OWN, TOPIC_RUNS, AT(session.exact), NULL,
	  "no multiplexing: count events in several runs", NULL },
	{ 0, "exact", OPTION_FLAG, COMPARING, OWN, TOPIC_RUNS, AT(session.exact), NULL,
	  "split events into sets that fit (default)", NULL },
	/* before the one of stat: option_rules see the first of a name */
	{ 0, "where", OPTION_FLAG, COMPARING, OWN | NO_NO, TOPIC_COMPARISON, AT(session.where), NULL,
	  "show the source lines behind any change", NULL },
	{ 0, "no-where", OPTION_FLAG, COMPARING, OWN | NO_NO, TOPIC_COMPARISON, AT(session.no_where), NULL,
	  "show no source lines behind a change", NULL },
	{ 0, "no-where", OPTION_FLAG, VERB_REPORT, OWN | NO_NO, TOPIC_ROWS, AT(session.no_where), NULL,
	  "leave out the source lines that were saved", NULL },
	{ 0, "where", OPTION_FLAG, VERB_STAT, OWN, TOPIC_ROWS, AT(measure.where), NULL,
	  "source lines behind the counts of valgrind", NULL },
	{ 0, "region-fn", OPTION_CALL, VERB_STAT, OWN, TOPIC_ROWS, 0, "name",
	  "rows for calls of a function, or FILE:FUNCTION", add_function },
	{ 0, "per-function", OPTION_FLAG, VERB_STAT, OWN, TOPIC_ROWS, AT(aggr[AGGR_FUNCTION]), NULL,
	  "rows for functions: where the time goes", NULL },
	{ 'F', "frequency", OPTION_NUMBER, VERB_STAT, OWN, TOPIC_ROWS, AT(measure.frequency), "n",
	  "with --per-function: samples a second", NULL },
	{ 0, "per-process", OPTION_FLAG, VERB_STAT, OWN, TOPIC_ROWS, AT(aggr[AGGR_PROCESS]), NULL,
	  "rows for each process of the command", NULL },
	{ 0, "per-task", OPTION_FLAG, VERB_STAT, OWN, TOPIC_ROWS, AT(aggr[AGGR_TASK]), NULL,
	  "rows for each thread of the command", NULL },
	{ 0, "tree", OPTION_FLAG, VERB_STAT, OWN, TOPIC_ROWS, AT(measure.aggr.rows.tree), NULL,
	  "rows for processes, each below its parent", NULL },
	{ 0, "by-name", OPTION_FLAG, VERB_STAT, OWN, TOPIC_ROWS, AT(aggr[AGGR_NAME]), NULL,
	  "rows for names: processes of one name added up", NULL },
	{ 0, "top", OPTION_NUMBER, VERB_STAT, OWN, TOPIC_ROWS, AT(measure.aggr.rows.top), "n",
	  "only the n rows with most of event 1", NULL },
	{ 'n', "top", OPTION_NUMBER, VERB_TOP, OWN, TOPIC_ROWS, AT(top.limit), "n",
	  "only the first n rows of each interval", NULL },
	{ 0, "min", OPTION_CALL, VERB_STAT, OWN, TOPIC_ROWS, 0, "share",
	  "only rows with this share of event 1 or more", set_min },
	{ 0, "by", OPTION_CALL, VERB_TOP, OWN | NO_NO, TOPIC_ROWS, 0, "what",
	  "rows: process (default), task, cgroup or name", set_rows_of_top },
	{ 0, "baseline", OPTION_TEXT, VERB_GATE, OWN, TOPIC_COMPARISON, AT(gate.baseline), "file",
	  "compare the command with this saved result", NULL },
	{ 0, "candidate", OPTION_TEXT, VERB_GATE, OWN, TOPIC_COMPARISON, AT(gate.candidate), "file",
	  "compare these saved results with the baseline", NULL },
	{ 0, "suite", OPTION_CALL, VERB_GATE, OWN | NO_NO, TOPIC_COMPARISON, 0, "file",
	  "judge the benchmarks of a file (NAME: COMMAND)", gate_opts_set_suite },
	{ 0, "update", OPTION_FLAG, VERB_GATE, OWN, TOPIC_COMPARISON, AT(gate.update), NULL,
	  "accept the new result as the baseline", NULL },
	{ 0, "history", OPTION_TEXT, VERB_GATE, OWN, TOPIC_COMPARISON, AT(gate.history), "file",
	  "append the result to this file, for pstat trend", NULL },
	{ 0, "trend", OPTION_CALL, VERB_GATE, OWN | OPTION_OPTIONAL, TOPIC_COMPARISON, 0, "file",
	  "compare with the results in the history", gate_opts_set_trend },
	{ 0, "commit", OPTION_TEXT, VERB_GATE, OWN, TOPIC_COMPARISON, AT(gate.commit), "id",
	  "the commit of the result in the history", NULL },
	{ 0, "limit", OPTION_CALL, VERB_GATE, OWN | NO_NO, TOPIC_COMPARISON, 0, "list",
	  "fail if worse than this: instructions:u=+1%", gate_opts_add_limits },
	{ 0, "confidence", OPTION_CALL, COMPARING, OWN | NO_NO, TOPIC_COMPARISON, 0, "percent",
	  "confidence level of the intervals (99)", set_confidence },
	{ 0, "inconclusive", OPTION_CALL, VERB_GATE, OWN | NO_NO, TOPIC_COMPARISON, 0, "what",
	  "warn (default), or fail with exit status 4", gate_opts_set_inconclusive },
	{ 0, "if-unsupported", OPTION_CALL, VERB_GATE, OWN | NO_NO, TOPIC_COMPARISON, 0, "what",
	  "uncountable events: fail (default) or skip", gate_opts_set_unsupported },
	{ 0, "allow-env-mismatch", OPTION_FLAG, VERB_GATE, OWN, TOPIC_COMPARISON, AT(gate.allow_mismatch),
	  NULL, "accept a baseline of another machine", NULL },
	{ 0, "selftest", OPTION_FLAG, VERB_GATE, OWN, TOPIC_COMPARISON, AT(gate.selftest), NULL,
	  "compare the command with itself: test the gate", NULL },
	{ 0, "inject", OPTION_CALL, VERB_GATE, OWN | NO_NO, TOPIC_COMPARISON, 0, "percent",
	  "make the new side worse: is it detected?", gate_opts_set_inject },
	{ 0, "all", OPTION_FLAG, VERB_GATE, OWN | NO_NO, TOPIC_OUTPUT, AT(gate.all), NULL,
	  "show rows without a limit, too", NULL },
	{ 0, "github", OPTION_CALL, VERB_GATE, OWN | OPTION_OPTIONAL, TOPIC_OUTPUT, 0, "auto",
	  "write GitHub annotations and a job summary", gate_opts_set_github },
	{ 0, "format", OPTION_CALL, OUTPUTS | VERB_TOP, OWN, TOPIC_OUTPUT, 0, "format",
	  "text, csv, json and more: see --help=output", set_format },
	{ 0, "format", OPTION_CALL, VERB_TREND, OWN, TOPIC_OUTPUT, 0, "format",
	  "text, json, markdown or html", set_format },
	{ 0, "format", OPTION_CALL, VERB_DOCTOR, OWN, TOPIC_OUTPUT, 0, "format", "text or json", set_view },
	{ 0, "export", OPTION_CALL, SHOWING | VERB_TOP, OWN | NO_NO, TOPIC_OUTPUT, 0, "format=file",
	  "also write the report to this file; -: stdout", add_export },
	{ 0, "save", OPTION_TEXT, OUTPUTS | VERB_TOP, OWN, TOPIC_OUTPUT, AT(out.save), "file",
	  "save the result in this file, under its name", NULL },
	{ 0, "name", OPTION_TEXT, ALL | VERB_TOP, OWN, TOPIC_OUTPUT, AT(session.name), "text",
	  "name of the result (default: the command)", NULL },
	{ 0, "name", OPTION_CALL, COMPARING, OWN | NO_NO, TOPIC_OUTPUT, 0, "text",
	  "name of the result; repeat for each command", option_table_add_name },
	{ 0, "name", OPTION_TEXT, VERB_TREND, OWN, TOPIC_OUTPUT, AT(session.name), "text",
	  "show only the benchmark of this name", NULL },
	{ 0, "like", OPTION_CALL, ALL, OWN, TOPIC_OUTPUT, 0, "version",
	  "default events, -j: as perf 6.12 or newest", set_like },
	{ 0, "progress", OPTION_FLAG, VERB_STAT | COMPARING, OWN, TOPIC_OUTPUT, AT(session.progress), NULL,
	  "on a terminal, tell how far a series is", NULL },
	{ 0, "hist", OPTION_FLAG, VERB_STAT | VERB_REPORT | COMPARING, OWN, TOPIC_OUTPUT, AT(out.hist), NULL,
	  "show how the values of the runs are spread", NULL },
	{ 0, "live", OPTION_FLAG, VERB_STAT, OWN, TOPIC_OUTPUT, AT(out.live), NULL,
	  "with -I: one table, redrawn, with its history", NULL },
	{ 0, "color", OPTION_CALL, EVERY, OWN, TOPIC_OUTPUT, 0, "when", "auto, always or never", set_color },
	{ 0, "dry-run", OPTION_FLAG, ANY_RUN, OWN, TOPIC_ABOUT, AT(session.dry_run), NULL,
	  "print what would be opened, and run nothing", NULL },
	{ 0, "list-opts", OPTION_FLAG, EVERY, OWN | NO_NO, TOPIC_ABOUT, AT(list_opts), NULL,
	  "print the names of all options", NULL },
	{ 0, "json-schema", OPTION_FLAG, SHOWING, OWN | NO_NO, TOPIC_ABOUT, AT(json_schema), NULL,
	  "print the JSON Schema of json and ndjson", NULL },
	{ 'h', "help", OPTION_CALL, EVERY, OWN | NO_NO | OPTION_OPTIONAL, TOPIC_ABOUT, 0, "topic",
	  "show this, one topic of it, or all", set_topic },
	{ 'V', "version", OPTION_FLAG, EVERY, OWN | NO_NO, TOPIC_ABOUT, AT(version), NULL,
	  "show the version; with -v, how it was built", NULL },
	{ .name = NULL },
};

#define PSTAT_VARIABLES \
	"--setup, --prepare and --cleanup find the number of the command in PSTAT_SIDE,\n" \
	"--prepare also that of the run in PSTAT_ITERATION: warmup-1, 1, 2 ...\n"

const struct option_topic_def option_topics[TOPIC_COUNT] = {
	[TOPIC_EVENTS] = { "events", "What is counted",
	  "Events are separated by commas: -e cycles,instructions,page-faults\n"
	  "  {a,b}           a group: counted together or not at all\n"
	  "  name:u          in user space only; :k in the kernel only; more in the manual\n"
	  "  r1c0            a raw event of the processor, in hexadecimal\n"
	  "  cpu/event=0xc0/ an event of a PMU, by its fields or by a name it has\n"
	  "  sched:sched_switch\n"
	  "                  a tracepoint\n"
	  "  mem:ADDR/8:rw   a breakpoint\n"
	  "Without -e, a default list is counted.  man pstat-events has the whole language.\n" },
	[TOPIC_TARGETS] = { "targets", "Where it is counted",
	  "Lists are separated by commas: -p 1200,1300; -C 0-3,8\n"
	  "With -a, -C, -p or -t counting lasts as long as the command.  Without a command\n"
	  "it ends with Ctrl-C, or when the last of the processes ends.  Without any of\n"
	  "these pstat counts the whole system.\n"
	  "  -e a,b -G x,y       a in cgroup x, b in cgroup y; -G x: all events before it\n"
	  "  --for-each-cgroup 'x,y'\n"
	  "                      all events in each; or basic regular expressions: 'a.*'\n"
	  "Both need -a or -C.\n" },
	[TOPIC_RUNS] = { "runs", "Runs",
	  "The first run that fails ends the series; pstat reports it and exits with its\n"
	  "status.  Separate exit codes by commas; a signal has the code 128 + signal.\n",
	  "The commands take turns: A B, B A, A B, ...  -r 10:40 makes 10 rounds, then 5\n"
	  "more at a time, at most 40, until each change is clear or below 1 %.\n"
	  "Commands read nothing from stdin, and their output is dropped.  If a run fails,\n"
	  "pstat shows the end of its stderr and exits with its status.\n" PSTAT_VARIABLES,
	  "Without -r there are 3 runs if nothing varies, else 10 to 40, until the verdicts\n"
	  "are sure; -r 5:20 sets other numbers.  Two commands take turns: A B, B A, A B...\n"
	  "Commands read nothing from stdin, and their output is dropped.  If a run fails,\n"
	  "pstat shows the end of its stderr.\n" PSTAT_VARIABLES },
	[TOPIC_COMPARISON] = { "judging", "How results are compared", NULL,
	  "There is an interval for the median of each command, and one for its change from\n"
	  "the first command.  It uses ranks, and pairs of runs that were next to each\n"
	  "other.  Values that repeat within 0.05 % need no interval.  Estimated counts and\n"
	  "failed runs are not compared.\n",
	  "  --limit 'instructions:u=+1%,page-faults=+5%|+100,max-rss=64M,ipc=-5%'\n"
	  "  +1%  -5%        fail if the row grows, or shrinks, by more than this\n"
	  "  +100 +20ms +4M  the same as an absolute change; with | both must be exceeded\n"
	  "  -40%..+5%       fail also if it is better by more than 40 %\n"
	  "  64M             fail if the median itself is above this\n"
	  "A limit names a row, a pattern (cache-*), or @default: all other events.\n"
	  "With --regions, parse:instructions:u=+1% is on the region 'parse'.\n"
	  "A row regressed if its whole interval is beyond the limit, and is fine if the\n"
	  "whole interval is within it; otherwise more runs follow.  Values that repeat\n"
	  "within 0.05 % need no interval.  Estimated counts and failed runs are not\n"
	  "compared: the gate fails.\n"
	  "Exit status: 0 fine, 1 regressed, 2 wrong usage, 3 not measured or not\n"
	  "comparable, 4 inconclusive with --inconclusive=fail, 5 the command failed, 124\n"
	  "--timeout.\n" },
	[TOPIC_TIME] = { "time", "Time",
	  "Times are in milliseconds; they can have a unit: 500us, 20ms, 1s, 2m.\n"
	  "--control reads lines: enable [EVENT], disable [EVENT], evlist [-v], stop, ping;\n"
	  "each is answered with 'ack' on the second descriptor or FIFO.\n" },
	[TOPIC_ROWS] = { "rows", "Rows",
	  "Without these all CPUs and threads are added up in one row for each event.\n"
	  "Those for CPUs need -a or -C; --per-thread goes with -a, -p, -t or --regions.\n"
	  "Of several, the last in this order applies: node, socket, die, cluster, cache,\n"
	  "core, thread, -A.\n"
	  "The number after the name of a row says how many CPUs it adds up.\n"
	  "Rows for processes are of one run of a command.  They need none of the above,\n"
	  "and the last row is the total.\n",
	  "Each event has a row, the sum of all CPUs and threads.  With --regions it also\n"
	  "has one for each region of the program, such as parse:task-clock.\n" },
	[TOPIC_OUTPUT] = { "output", "Output",
	  "The report goes to stderr, as stdout belongs to the command; 'pstat report'\n"
	  "writes to stdout.  --export and --save write the same result to more files.\n"
	  "Every option that is on or off has a --no- form: --no-big-num, --no-scale.\n",
	  "The comparison goes to stdout.  --export writes it to more files; --save writes\n"
	  "the result of each command, for 'pstat report' and later comparisons.\n"
	  "Every option that is on or off has a --no- form: --no-big-num, --no-exact.\n" },
	[TOPIC_LIST] = { "list", "What is listed",
	  "Each word chooses events and metrics:\n"
	  "  hw, sw, cache, pmu, tracepoint, metric, metricgroup\n"
	  "                  a kind of event or metric; metricgroup: names of groups only\n"
	  "  sched:*         with a colon: tracepoints, metrics and groups, by whole names\n"
	  "  l2, 'dtlb*miss' any other word is searched in names, topics, units, groups and\n"
	  "                  descriptions, in upper or lower case; names come first\n"
	  "Events of this CPU that cannot be counted stand last, marked (not here) or (not\n"
	  "permitted); --raw-dump leaves them out.  PSTAT_CPUID=GenuineIntel-6-8F-8\n"
	  "lists the events and metrics of another CPU.\n" },
	[TOPIC_ABOUT] = { "about", "About pstat",
	  "Exit status: the command's own; 128 + signal when a signal ended it; 124 after\n"
	  "--timeout; 125 when pstat fails, 126 when the command cannot be executed, 127\n"
	  "when it is not found.\n",
	  NULL,
	  "Exit status: 0 fine, 1 a limit is exceeded, 2 wrong usage, 3 something could not\n"
	  "be measured or compared, 4 inconclusive with --inconclusive=fail, 5 the command\n"
	  "failed, 124 after --timeout.\n" },
};
