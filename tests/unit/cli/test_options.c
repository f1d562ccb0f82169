/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <stdio.h>
#include <string.h>

#include "cli/options.h"

enum { WORDS = 10 };

/* What differs from an empty command line, as text. */
static void describe(const struct options *o, struct str *s)
{
	const struct measure_opts *m = &o->measure;
	const struct { const char *name; bool on; } flags[] = {
		{ "no-inherit", m->target.no_inherit }, { "late", m->target.late_ns != 0 },
		{ "held", m->launch.held },
		{ "null", m->null }, { "sync", m->sync }, { "no-scale", m->aggr.no_scale },
		{ "table", o->out.table },
		{ "append", o->out.append }, { "quiet", o->session.quiet }, { "no-big-num", !o->out.big_num },
		{ "all-user", m->event.all_user }, { "all-kernel", m->event.all_kernel },
		{ "series", m->series }, { "where", m->where },
		{ "trace", m->trace }, { "dry-run", o->session.dry_run }, { "help", o->help },
		{ "version", o->version },
		{ "list-opts", o->list_opts }, { "ignore", o->session.ignore_failure },
		{ "system", m->target.system_wide }, { "per-thread", m->target.per_thread },
		{ "no-merge", m->event.no_merge }, { "hybrid-merge", m->event.hybrid_merge },
		{ "percore-threads", m->aggr.percore_threads }, { "clear", o->session.interval_clear },
		{ "summary", o->session.summary },
		{ "never", m->wait_loop.delay_ns == WAIT_LOOP_NEVER },
		{ "alone", m->metrics.no_group }, { "unshared", m->metrics.no_merge },
		{ "no-threshold", m->metrics.no_threshold }, { "topdown", m->metrics.topdown },
		{ "transactions", m->metrics.transactions }, { "smi", m->metrics.smi_cost }, { "metric-only", o->out.metric_only },
	};
	const struct { const char *name; long long value, usual; } numbers[] = {
		{ "repeat", (long long)o->session.repeat, 1 }, { "detail", m->detail, 0 },
		{ "verbose", o->session.verbose, 0 },
		{ "log-fd", o->out.log_fd, 0 }, { "color", o->out.color, COLOR_AUTO },
		{ "delay", m->wait_loop.delay_ns == WAIT_LOOP_NEVER ? 0 : (long long)m->wait_loop.delay_ns / 1000, 0 },
		{ "interval", (long long)m->wait_loop.interval_ns / 1000, 0 },
		{ "timeout", (long long)m->wait_loop.timeout_ns / 1000, 0 },
		{ "kill-after", (long long)m->launch.kill_after_ns / 1000, 5000000 },
		{ "level", m->aggr.cache_level, 0 },
		{ "intervals", (long long)m->wait_loop.max_intervals, 0 },
		{ "td-level", (long long)m->metrics.td_level, 0 },
	};
	const struct { const char *name, *value; } texts[] = {
		{ "rows", m->aggr.mode == AGGR_TOTAL ? NULL : aggr_modes[m->aggr.mode].word },
		{ "pids", m->target.pids }, { "tids", m->target.tids }, { "cpus", m->target.cpus },
		{ "each-cgroup", m->each_cgroup }, { "control", m->control }, { "cputype", m->event.cputype },
		{ "output", o->out.path }, { "format", o->out.format }, { "save", o->out.save }, { "name", o->session.name },
		{ "input", o->input }, { "pre", m->pre }, { "post", m->post }, { "topic", o->topic },
	};

	for (size_t i = 0; i < COUNT_OF(flags); i++)
		if (flags[i].on)
			str_addf(s, "%s ", flags[i].name);
	for (size_t i = 0; i < COUNT_OF(numbers); i++)
		if (numbers[i].value != numbers[i].usual)
			str_addf(s, "%s=%lld ", numbers[i].name, numbers[i].value);
	for (size_t i = 0; i < COUNT_OF(texts); i++)
		if (texts[i].value)
			str_addf(s, "%s=%s ", texts[i].name, texts[i].value);
	for (int i = 0; i < 256 && o->session.ignored[0] != UINT64_MAX; i++)
		if (o->session.ignored[i / 64] >> i % 64 & 1)
			str_addf(s, "status=%d ", i);
	for (size_t i = 0; i < m->n_events; i++)
		str_addf(s, "event=%s%s%s ", m->events[i].text, m->events[i].filter ? "|" : "",
			 m->events[i].filter ? m->events[i].filter : "");
	for (size_t i = 0; i < m->n_cgroups; i++)
		str_addf(s, "cgroup=%s|%d ", m->cgroups[i].list, m->cgroups[i].sources);
	for (size_t i = 0; i < m->metrics.n; i++)
		str_addf(s, "metric=%s ", m->metrics.name[i]);
	for (size_t i = 0; i < m->catalog.n_defines; i++)
		str_addf(s, "define=%s ", m->catalog.define[i]);
	str_add(s, ":");
	for (char *const *c = o->command; c && *c; c++)
		str_addf(s, " %s", *c);
}

/* argv is the caller's, since the options point into it. */
static int parse_verb(struct options *o, enum verb verb, const char **argv, const char *const *words,
		      struct error *err)
{
	int argc = 1;

	argv[0] = "pstat";
	argv[WORDS + 1] = NULL;

	for (; argc <= WORDS && words[argc - 1]; argc++)
		argv[argc] = words[argc - 1];
	argv[argc] = NULL;
	return options_parse(o, verb, argc, (char **)(uintptr_t)argv, err);
}

static int parse(struct options *o, const char **argv, const char *const *words, struct error *err)
{
	return parse_verb(o, VERB_STAT, argv, words, err);
}

/* One of those that know the row. */
static enum verb verb_of(const struct option_def *d)
{
	return (enum verb)(d->verbs & -d->verbs);
}

static const struct {
	const char *words[WORDS], *want;
} good[] = {
	/* where options end */
	{ { "true" }, ": true" },
	{ { "ls", "-l", "--repeat=3" }, ": ls -l --repeat=3" },
	{ { "--", "-r", "3" }, ": -r 3" },
	{ { "-r3", "--", "--", "x" }, "series repeat=3 : -- x" },
	{ { "-", "x" }, ": - x" },
	/* values: glued, apart, with = */
	{ { "-r", "3", "x" }, "series repeat=3 : x" },
	{ { "-r3", "x" }, "series repeat=3 : x" },
	{ { "--repeat=3", "x" }, "series repeat=3 : x" },
	{ { "--repeat", "3", "x" }, "series repeat=3 : x" },
	{ { "-r0", "x" }, "series repeat=0 : x" },
	{ { "-r0x10", "x" }, "series repeat=16 : x" },
	{ { "-e", "", "x" }, "event= : x" },
	{ { "--output=", "x" }, "output= : x" },
	{ { "--event", "-x", "x" }, "event=-x : x" },
	/* bundles */
	{ { "-ddd", "x" }, "detail=3 : x" },
	{ { "-d", "-dd", "-d", "x" }, "detail=3 : x" },
	{ { "-nSir2", "x" }, "no-inherit held null sync series repeat=2 : x" },
	{ { "-vvdecycles", "x" }, "trace detail=1 verbose=2 event=cycles : x" },
	{ { "-ve", "cycles", "x" }, "verbose=1 event=cycles : x" },
	/* abbreviations: perf's names first, pstat's own when none of those fits */
	{ { "--rep=7", "x" }, "series repeat=7 : x" },
	{ { "--quie", "x" }, "quiet : x" },
	{ { "--del=3", "x" }, "late held delay=3000 : x" },
	{ { "--no-inh", "x" }, "no-inherit held : x" },
	{ { "--dr", "x" }, "dry-run : x" },
	{ { "--k=1s", "x" }, "kill-after=1000000 : x" },
	{ { "--vers" }, "version :" },
	{ { "--all-u", "x" }, "all-user : x" },
	/* negation */
	{ { "--no-big-num", "x" }, "no-big-num : x" },
	{ { "--no-big", "x" }, "no-big-num : x" },
	{ { "--no-big-num", "-B", "x" }, ": x" },
	{ { "--no-scale", "x" }, "no-scale : x" },
	{ { "-i", "--inherit", "x" }, ": x" },
	{ { "-i", "--inh", "x" }, NULL },
	{ { "-V" }, "version :" },
	{ { "-vv", "--no-verbose", "x" }, ": x" },
	{ { "-dd", "--no-detailed", "-d", "x" }, "detail=1 : x" },
	{ { "-r5", "--no-repeat", "x" }, ": x" },
	{ { "-ofile", "--no-output", "x" }, ": x" },
	{ { "-I100", "--no-interval-print", "x" }, ": x" },
	{ { "--kill-after=1", "--no-kill-after", "x" }, ": x" },
	{ { "-D5", "--no-delay", "x" }, ": x" },
	{ { "--log-fd=4", "--no-log-fd", "x" }, ": x" },
	{ { "--no-dry-run", "x" }, ": x" },
	{ { "--no-color", "x" }, "color=2 : x" },
	{ { "--ignore-failure", "--no-ignore-failure", "x" }, ": x" },
	{ { "--no-all-cpus", "x" }, ": x" },
	{ { "--no-no-aggr", "x" }, NULL },
	{ { "-A", "--aggr", "x" }, ": x" },
	{ { "-a", "--no-pid", "--no-tid", "--no-cpu", "--no-control", "--no-per-cache", "--no-cputype" }, "system :" },
	{ { "--csv-summary", "x" }, ": x" },
	/* times */
	{ { "-I100", "x" }, "interval=100000 : x" },
	{ { "-I", "1s", "x" }, "interval=1000000 : x" },
	{ { "-I0", "x" }, ": x" },
	{ { "-D", "20", "x" }, "late held delay=20000 : x" },
	{ { "-D0", "x" }, ": x" },
	{ { "--timeout", "10", "x" }, "timeout=10000 : x" },
	{ { "--timeout=2m", "--kill-after=0", "x" }, "timeout=120000000 kill-after=0 : x" },
	/* the rest */
	{ { "-ea", "-eb", "x" }, "event=a event=b : x" },
	{ { "-ea", "--filter", "f==1", "-eb", "x" }, "event=a|f==1 event=b : x" },
	{ { "-o", "f", "--append", "x" }, "append output=f : x" },
	{ { "--log-fd", "3", "x" }, "log-fd=3 : x" },
	{ { "--log-fd", "0", "-o", "f", "x" }, "output=f : x" },
	{ { "-r2", "--table", "x" }, "table series repeat=2 : x" },
	{ { "--pre", "a b", "--post", "c", "x" }, "pre=a b post=c : x" },
	{ { "--all-kernel", "x" }, "all-kernel : x" },
	{ { "--color=always", "x" }, "color=1 : x" },
	{ { "--ignore-failure", "3", "x" }, "ignore : 3 x" },
	{ { "--ignore-failure=3,255", "x" }, "ignore status=3 status=255 : x" },
	/* targets */
	{ { NULL }, "system :" },
	{ { "-e", "a", "--" }, "system event=a :" },
	{ { "-a" }, "system :" },
	{ { "-a", "x" }, "system : x" },
	{ { "-M", "a,b:u", "--metrics=c", "x" }, "metric=a,b:u metric=c : x" },
	{ { "--metric-no-group", "--metric-no-merge", "--metric-no-threshold", "x" },
	  "alone unshared no-threshold : x" },
	{ { "--topdown", "x" }, "topdown metric-only : x" },
	{ { "--topdown", "--td-level", "3", "x" }, "topdown metric-only td-level=3 : x" },
	{ { "--td-level", "0", "x" }, ": x" },
	{ { "-T", "--smi-cost", "x" }, "transactions smi metric-only : x" },
	{ { "-T", "--no-transaction", "x" }, ": x" },
	{ { "--define", " a = b + 1", "--define=c=1==", "x" }, "define=a= b + 1 define=c=1== : x" },
	{ { "-C", "0-1,3" }, "cpus=0-1,3 :" },
	{ { "-C", "" }, "cpus= :" },
	{ { "-aC0", "x" }, "system cpus=0 : x" },
	{ { "-p", "1,2" }, "pids=1,2 :" },
	{ { "-t1", "-p2", "x" }, "pids=2 tids=1 : x" },
	{ { "-a", "-p1" }, "system pids=1 :" },
	{ { "-i", "-p1" }, "no-inherit held pids=1 :" },
	{ { "--cputype", "core", "-ea", "x" }, "cputype=core event=a : x" },
	{ { "-ea,b", "-eb", "-G", "x,y", "-ec", "-Gz", "-a" },
	  "system event=a,b event=b event=c cgroup=x,y|2 cgroup=z|3 :" },
	{ { "--for-each-cgroup", "x", "-a" }, "system each-cgroup=x :" },
	{ { "--for-each-cgroup", "x" }, "system each-cgroup=x :" },
	/* rows: the order of the line does not matter */
	{ { "-A", "-a" }, "system no-merge rows=cpu :" },
	{ { "--no-merge", "-C1" }, "no-merge rows=cpu cpus=1 :" },
	{ { "-a", "-A", "--per-node" }, "system no-merge rows=cpu :" },
	{ { "-a", "--per-node", "--per-socket" }, "system rows=socket :" },
	{ { "-a", "--per-die", "--per-socket" }, "system rows=die :" },
	{ { "-a", "--per-cluster", "--per-die" }, "system rows=cluster :" },
	{ { "-a", "--per-cache", "--per-cluster" }, "system rows=cache :" },
	{ { "-a", "--per-cache=l2" }, "system level=2 rows=cache :" },
	{ { "-a", "--per-cache=L4", "--per-cache" }, "system rows=cache :" },
	{ { "-a", "--per-core", "--per-cache=L1" }, "system level=1 rows=core :" },
	{ { "-a", "--per-thread", "--per-core" }, "system per-thread rows=thread :" },
	{ { "--per-thread" }, "system per-thread rows=thread :" },
	{ { "--per-thread", "-p1" }, "per-thread rows=thread pids=1 :" },
	{ { "--where", "-r2", "x" }, "series where repeat=2 : x" },
	{ { "--where", "--no-where", "x" }, ": x" },
	{ { "--regions", "x" }, "rows=region : x" },
	{ { "--regions", "--per-thread", "x" }, "rows=region : x" },
	{ { "--region-fn", "f", "--region-fn=/lib/l:g", "x" }, "rows=region : x" },
	{ { "--region-fn", "f", "--no-region-fn", "x" }, ": x" },
	{ { "--per-thread", "--per-core", "-p1" }, "per-thread rows=thread pids=1 :" },
	{ { "-Aa", "--percore-show-thread", "--hybrid-merge" },
	  "system no-merge hybrid-merge percore-threads rows=cpu :" },
	/* control of the run */
	{ { "-D-1", "x" }, "late held never : x" },
	{ { "-D", "-7", "x" }, "late held never : x" },
	{ { "-D-1", "-D5", "x" }, "late held delay=5000 : x" },
	{ { "-D-1", "--no-delay", "x" }, ": x" },
	{ { "--control", "fd:3", "x" }, "held control=fd:3 : x" },
	{ { "-I10", "--interval-count", "3", "x" }, "interval=10000 intervals=3 : x" },
	{ { "--interval-count", "0", "x" }, ": x" },
	{ { "-I10", "--interval-clear", "--summary", "x" }, "clear summary interval=10000 : x" },
	{ { "-ar2", "--timeout=20" }, "series system repeat=2 timeout=20000 :" },
	{ { "-r2", "-p1", "-I10", "--interval-count=1" }, "series repeat=2 interval=10000 intervals=1 pids=1 :" },
	{ { "-ar2", "x" }, "series system repeat=2 : x" },
	/* these need no command, and nothing else is judged */
	{ { "-h" }, "help :" },
	{ { "--help=events" }, "help topic=events :" },
	{ { "--help", "events" }, "help : events" },
	{ { "--version", "--table" }, "table version :" },
	{ { "--list-opts" }, "list-opts :" },
};

static void command_lines(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(good); i++) {
		struct error err = ERROR_INIT;
		const char *argv[WORDS + 2];
		struct str got = {0};
		struct options o;
		int rc = parse(&o, argv, good[i].words, &err);

		if (!good[i].want) {
			assert_int_equal(rc, -1);
		} else {
			if (rc < 0)
				fail_msg("%s: %s", good[i].want, err.message);
			describe(&o, &got);
			assert_string_equal(got.text, good[i].want);
		}
		str_release(&got);
		options_release(&o);
	}
}

#define ALL_PER \
	"could be --per-socket, --per-die, --per-cluster, --per-cache, --per-core, --per-thread, --per-node, " \
	"--percore-show-thread)"

static const struct {
	const char *words[WORDS], *message, *hint;
} bad[] = {
	/* words that are no option */
	{ { "--bogus", "x" }, "unknown option '--bogus'", "'pstat --help=all' lists the options" },
	{ { "--csv", "x" }, "unknown option '--csv'", "did you mean '--format csv'?" },
	{ { "--csv-sum", "x" }, "unknown option '--csv-sum'", "'pstat --help=all' lists the options" },
	{ { "--repaet=3", "x" }, "unknown option '--repaet'", "did you mean '--repeat'?" },
	{ { "--evnet", "x" }, "unknown option '--evnet'", "did you mean '--event'?" },
	{ { "--no-sclae", "x" }, "unknown option '--no-sclae'", "did you mean '--no-scale'?" },
	{ { "--=3", "x" }, "unknown option '--'", "'pstat --help=all' lists the options" },
	{ { "--eventfu", "x" }, "unknown option '--eventfu'", "did you mean '--event'?" },
	{ { "-Z", "x" }, "unknown option '-Z'", "'pstat --help=all' lists the options" },
	{ { "-dZ", "x" }, "unknown option '-Z'", "'pstat --help=all' lists the options" },
	{ { "-quiet", "x" }, "unknown option '-q'", "did you mean '--quiet'?" },
	{ { "--per", "x" }, "ambiguous option '--per' (" ALL_PER, "" },
	{ { "--de=3", "x" }, "ambiguous option '--de' (could be --detailed, --delay)", "" },
	{ { "--all", "x" }, "ambiguous option '--all' (could be --all-cpus, --all-kernel, --all-user)", "" },
	{ { "--no-me", "x" },
	  "ambiguous option '--no-me' (could be --no-merge, --no-metric-only, --no-metric-no-group, "
	  "--no-metric-no-merge, --no-metric-no-threshold)", "" },
	/* values */
	{ { "-e" }, "option '-e' requires a value", "-e <list>: count these events; may be given again" },
	{ { "-de" }, "option '-e' requires a value", "-e <list>: count these events; may be given again" },
	{ { "--output" }, "option '--output' requires a value",
	  "--output <file>: write the report to this file; -: as by default" },
	{ { "--all-user=1", "x" }, "option '--all-user' takes no value", "" },
	{ { "--no-repeat=1", "x" }, "option '--no-repeat' takes no value", "" },
	{ { "-I", "abc", "x" }, "option '-I' needs a time, not 'abc'", "" },
	{ { "--interval-print=-1", "x" }, "option '--interval-print' needs a time, not '-1'", "" },
	{ { "--timeout=1h", "x" }, "option '--timeout' needs a time, not '1h'", "" },
	{ { "--td-level=-1", "x" }, "option '--td-level' needs a number, not '-1'", "" },
	{ { "-r", "abc", "x" }, "option '--repeat' needs a number, not 'abc'", "" },
	{ { "-r", "-1", "x" }, "Run count must be a positive number", "" },
	{ { "-r", "99999999999999999999", "x" },
	  "option '--repeat' needs a number, not '99999999999999999999'", "" },
	{ { "-D", "x", "x" }, "option '--delay' needs a time, not 'x'", "" },
	{ { "-D", "-x", "x" }, "option '--delay' needs a time, not '-x'", "" },
	{ { "-D", "-0", "x" }, "option '--delay' needs a time, not '-0'", "" },
	{ { "--color=red", "x" }, "option '--color': 'red' is not one of auto, always, never", "" },
	{ { "--ignore-failure=1,256", "x" },
	  "option '--ignore-failure': '256' does not start with a status, 0 to 255", "" },
	{ { "--ignore-failure=1,", "x" },
	  "option '--ignore-failure': '1,' does not start with a status, 0 to 255", "" },
	{ { "--ignore-failure=,1", "x" },
	  "option '--ignore-failure': ',1' does not start with a status, 0 to 255", "" },
	{ { "--ignore-failure=0001", "x" },
	  "option '--ignore-failure': '0001' does not start with a status, 0 to 255", "" },
	{ { "--log-fd", "-1", "x" }, "argument to --log-fd must be a > 0", "" },
	{ { "--log-fd", "4294967296", "x" },
	  "option '--log-fd' needs a descriptor's number, not '4294967296'", "" },
	{ { "--log-fd", "two", "x" }, "option '--log-fd' needs a descriptor's number, not 'two'", "" },
	{ { "--timeout", "9", "x" }, "timeout must be >= 10ms", "" },
	{ { "--per-cache=L5", "-a" }, "Cache level must be of form L[1-4], or l[1-4]", "" },
	{ { "--per-cache=3", "-a" }, "Cache level must be of form L[1-4], or l[1-4]", "" },
	{ { "--per-cache=", "-a" }, "option '--per-cache=' has no value", "give it one, or leave out the =" },
	{ { "--ignore-failure=", "a" }, "option '--ignore-failure=' has no value",
	  "give it one, or leave out the =" },
	/* what cannot be negated */
	{ { "--no-event", "x" }, "option '--no-event' isn't available", "" },
	{ { "--no-help", "x" }, "option '--no-help' isn't available", "" },
	/* order on the command line */
	{ { "--filter", "a", "-e", "b", "x" },
	  "--filter has no -e before it",
	  "name the tracepoint first, as in -e sched:sched_switch --filter 'prev_pid == 0'" },
	{ { "-eb", "--filter", "a", "--filter", "b", "x" }, "the events of -e 'b' have a filter already",
	  "join the two with &&" },
	{ { "-G", "/", "x" }, "-G has no -e before it",
	  "name the events first, as in -e cycles -G /" },
	{ { "-G", "", "x" }, "-G has no -e before it", "name the events first, as in -e cycles -G NAME" },
	{ { "-e", "b", "--cputype", "core", "x" }, "--cputype comes after -e",
	  "put it before the first -e" },
	/* what does not go together */
	{ { "-o", "f", "--log-fd", "3", "x" }, "cannot use both --output and --log-fd", "" },
	{ { "--all-user", "--all-kernel", "x" }, "option '--all-kernel' cannot be used with '--all-user'",
	  "without either, both are counted" },
	{ { "--table", "x" }, "--table is only supported with -r", "say how many runs: -r 5 --table" },
	{ { "--table", "-r1", "x" }, "--table is only supported with -r", "say how many runs: -r 5 --table" },
	{ { "--table", "-r0", "x" }, "--table is only supported with -r", "say how many runs: -r 5 --table" },
	{ { "-B", "-x,", "x" }, "-B option not supported with -x", "" },
	{ { "--interval-count", "2", "x" },
	  "--interval-count needs -I", "as in -I 1000 --interval-count 5" },
	{ { "--timeout", "50", "-I", "10", "x" }, "--timeout cannot be used with -I",
	  "--interval-count N ends counting after N intervals" },
	{ { "--metric-only", "--per-thread" }, "--metric-only is not supported with --per-thread", "" },
	{ { "--metric-only", "-r2", "x" }, "--metric-only is not supported with -r", "" },
	{ { "--per-thread", "x" },
	  "--per-thread needs -p, -t or -a", "each thread that exists when counting begins has a row" },
	{ { "-A", "x" }, "rows for CPUs, cores, sockets and the like need -a or -C",
	  "add -a for all CPUs, or -C 0,1 for some; counting then lasts as long as the command" },
	{ { "--no-merge", "x" }, "rows for CPUs, cores, sockets and the like need -a or -C",
	  "add -a for all CPUs, or -C 0,1 for some; counting then lasts as long as the command" },
	{ { "--per-core", "-p", "1" }, "rows for CPUs, cores, sockets and the like need -a or -C",
	  "use -a or -C in place of -p or -t" },
	{ { "--per-cache", "x" }, "rows for CPUs, cores, sockets and the like need -a or -C",
	  "add -a for all CPUs, or -C 0,1 for some; counting then lasts as long as the command" },
	{ { "-ea", "-G", "/", "x" }, "-G and --for-each-cgroup need -a or -C: a cgroup is counted on CPUs",
	  "add -a for all CPUs, or -C 0,1 for some; counting then lasts as long as the command" },
	{ { "--for-each-cgroup", "/", "x" }, "-G and --for-each-cgroup need -a or -C: a cgroup is counted on CPUs",
	  "add -a for all CPUs, or -C 0,1 for some; counting then lasts as long as the command" },
	{ { "-A", "--per-thread", "-p1" }, "rows for CPUs, cores, sockets and the like need -a or -C",
	  "use -a or -C in place of -p or -t" },
	/* -p and -t win over -a and -C */
	{ { "-A", "-a", "-p1" }, "rows for CPUs, cores, sockets and the like need -a or -C",
	  "use -a or -C in place of -p or -t" },
	{ { "--no-merge", "-C0", "-t1" }, "rows for CPUs, cores, sockets and the like need -a or -C",
	  "use -a or -C in place of -p or -t" },
	{ { "--per-core", "-a", "-p1" }, "rows for CPUs, cores, sockets and the like need -a or -C",
	  "use -a or -C in place of -p or -t" },
	{ { "--per-node", "-C0", "-t1" }, "rows for CPUs, cores, sockets and the like need -a or -C",
	  "use -a or -C in place of -p or -t" },
	{ { "-ea", "-G", "/", "-C0", "-p1" }, "-G and --for-each-cgroup need -a or -C: a cgroup is counted on CPUs",
	  "use -a or -C in place of -p or -t" },
	{ { "--for-each-cgroup", "/", "-a", "-t1" }, "-G and --for-each-cgroup need -a or -C: a cgroup is counted on CPUs",
	  "use -a or -C in place of -p or -t" },
	{ { "-ea", "-G", "/", "-a", "--per-thread" }, "--per-thread cannot be used with cgroups",
	  "the counts of a cgroup are not split by thread" },
	{ { "--for-each-cgroup", "/", "-a", "--per-thread" }, "--per-thread cannot be used with cgroups",
	  "the counts of a cgroup are not split by thread" },
	{ { "-r2", "-a" }, "--repeat needs something that ends a run",
	  "add a command, --timeout, or -I with --interval-count" },
	{ { "-ea", "-G", "/", "--for-each-cgroup", "/", "-a" },
	  "--cgroup and --for-each-cgroup cannot be used together", "" },
	{ { "-j", "-x,", "x" }, "cannot use both -x and -j", "each is a format of its own" },
	{ { "--format", "csv", "-x,", "x" }, "--format cannot be used with -x or -j, which are formats as well",
	  "--export writes a second format" },
	{ { "--format", "jsn", "x" }, "option '--format': there is no format 'jsn'", "did you mean 'json'?" },
	{ { "--format", "xyzzyxyzzy", "x" }, "option '--format': there is no format 'xyzzyxyzzy'",
	  "there are text, csv, json, ndjson, markdown, html, openmetrics, perf-csv, perf-json" },
	{ { "--export", "jsn=f", "x" }, "option '--export': there is no format 'jsn'", "did you mean 'json'?" },
	{ { "--export", "json", "x" }, "option '--export' needs a format and a file, not 'json'",
	  "--export json=FILE; a file of - is stdout" },
	{ { "--export", "json=", "x" }, "option '--export' needs a format and a file, not 'json='",
	  "--export json=FILE; a file of - is stdout" },
	{ { "--export", "=f", "x" }, "option '--export' needs a format and a file, not '=f'",
	  "--export json=FILE; a file of - is stdout" },
	{ { "--no-export", "x" }, "option '--no-export' isn't available", "" },
	/* what is not there */
	{ { "--td-level", "2", "x" }, "--td-level needs --topdown", "add --topdown" },
	{ { "--define", "x", "x" }, "option '--define': 'x' defines no metric",
	  "a definition is name=expression, as in 'ipc=instructions/cycles'" },
	{ { "--define", "=x", "x" }, "option '--define': '=x' defines no metric",
	  "a definition is name=expression, as in 'ipc=instructions/cycles'" },
	{ { "--define", "a,b=x", "x" }, "option '--define': 'a,b=x' defines no metric",
	  "a definition is name=expression, as in 'ipc=instructions/cycles'" },
	{ { "--define", "a b=x", "x" }, "option '--define': 'a b=x' defines no metric",
	  "a definition is name=expression, as in 'ipc=instructions/cycles'" },
	{ { "--define", "@/nosuch", "x" },
	  "option '--define': cannot read '/nosuch': No such file or directory", "" },
	{ { "--no-metrics", "x" }, "option '--no-metrics' isn't available", "" },
	{ { "-b", "7", "x" }, "option '-b': pstat has no BPF counters", "" },
	{ { "--bpf-counters", "x" }, "option '--bpf-counters': pstat has no BPF counters", "" },
	{ { "--iostat", "x" }, "option '--iostat': pstat has no I/O statistics of root ports", "" },
	{ { "--pfm-events=a", "x" }, "option '--pfm-events': pstat has no libpfm names", "" },
	{ { "--rec", "x" }, "option '--rec': pstat samples no latencies", "" },
};

static void wrong_command_lines(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(bad); i++) {
		struct error err = ERROR_INIT;
		const char *argv[WORDS + 2];
		struct options o;

		if (parse(&o, argv, bad[i].words, &err) >= 0)
			fail_msg("no error: %s", bad[i].message);
		assert_string_equal(err.message, bad[i].message);
		assert_string_equal(err.hint, bad[i].hint);
		options_release(&o);
	}
}

/* What record and report take, and what they make of it. */
static void other_verbs(void **state)
{
	static const struct { enum verb verb; const char *words[WORDS], *want; } cases[] = {
		{ VERB_RECORD, { "-o", "-", "-e", "a", "x" }, "held=0 output=- input= command=1" },
		{ VERB_RECORD, { "-o", "f", "x" }, "held=0 output=f input= command=1" },
		{ VERB_RECORD, { "-r2", "x" }, "option '-r': perf.data holds one run" },
		{ VERB_RECORD, { "-i", "x" }, "held=1 output= input= command=1" },
		{ VERB_REPORT, { "-i", "f" }, "held=0 output= input=f command=0" },
		{ VERB_REPORT, { "f" }, "held=0 output= input=f command=0" },
		{ VERB_REPORT, { "f", "--format", "csv" }, "held=0 output= input=f command=0" },
		{ VERB_REPORT, { "-A", "--", "f" }, "held=0 output= input=f command=0" },
		{ VERB_REPORT, { "-" }, "held=0 output= input=- command=0" },
		{ VERB_REPORT, { "f", "g" }, "report takes one file; 'g' is a second one" },
		{ VERB_REPORT, { "--", "f", "g" }, "report takes one file; 'g' is a second one" },
		{ VERB_REPORT, { "-i", "f", "g" }, "report takes one file; 'g' is a second one" },
		{ VERB_REPORT, { "-e", "cycles" }, "'-e' is an option of stat, record, compare, gate, trend and top, not of report" },
		{ VERB_REPORT, { "--timeout", "1" }, "'--timeout' is an option of stat, record, compare and gate, not of report" },
		{ VERB_STAT, { "--limit", "x" }, "'--limit' is an option of gate, not of stat" },
		{ VERB_STAT, { "--base", "x", "x" }, "'--base' is an option of compare and gate, not of stat" },
		{ VERB_GATE, { "--base", "x", "--", "x", "--vs", "y" }, "--base is for one command, which runs in both trees" },
		{ VERB_GATE, { "--base", "x", "--baseline", "f", "--", "x" },
		  "--base measures another commit, and compares with nothing else" },
		{ VERB_GATE, { "--base", "x", "--save", "f", "--", "x" }, "--base measures the base each time, so nothing is saved" },
		{ VERB_GATE, { "--build", "x", "--", "x" }, "--build and --missing-base need --base" },
		{ VERB_COMPARE, { "--missing-base=x", "--", "x" }, "option '--missing-base' takes fail or pass, not 'x'" },
		{ VERB_COMPARE, { "-p", "1" }, "'-p' is an option of stat, record and top, not of compare" },
		{ VERB_COMPARE, { "-pin", "1" }, "unknown option '-p'" },
		{ VERB_DOCTOR, { "--format", "json" }, "held=0 output= input= command=0" },
		{ VERB_DOCTOR, { "--format=text", "x" }, "held=0 output= input= command=1" },
		{ VERB_DOCTOR, { "--format", "csv" },
		  "option '--format': 'csv' is not one of text, json" },
		{ VERB_DOCTOR, { "-e", "cycles" }, "'-e' is an option of stat, record, compare, gate, trend and top, not of doctor" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct error err = ERROR_INIT;
		const char *argv[WORDS + 2];
		struct str got = {0};
		struct options o;

		if (parse_verb(&o, cases[i].verb, argv, cases[i].words, &err) < 0)
			str_add(&got, err.message);
		else
			str_addf(&got, "held=%d output=%s input=%s command=%d", o.measure.launch.held,
				 o.out.path ? o.out.path : "", o.input ? o.input : "",
				 o.command != NULL);
		assert_string_equal(got.text, cases[i].want);
		options_release(&o);
		str_release(&got);
	}
}

/* Every option answers to its name and to its letter; a row that could not be reached would be no option. */
static void every_row_is_found(void **state)
{
	(void)state;
	for (const struct option_def *d = option_defs; d->name; d++) {
		char name[64], letter[3] = { '-', d->letter };
		const char *const by_name[WORDS] = { name, d->flags & OPTION_OPTIONAL ? NULL : "1" };
		const char *const by_letter[WORDS] = { letter, "1" };
		struct error err = ERROR_INIT;
		const char *argv[WORDS + 2];
		struct options o;

		snprintf(name, sizeof(name), "--%s", d->name);
		if (parse_verb(&o, verb_of(d), argv, by_name, &err) < 0)
			assert_null(strstr(err.message, "unknown"));
		options_release(&o);
		if (d->letter && parse_verb(&o, verb_of(d), argv, by_letter, &err) < 0)
			assert_null(strstr(err.message, "unknown"));
		if (d->letter)
			options_release(&o);
	}
}

static void help_and_lists(void **state)
{
	struct error err = ERROR_INIT;
	struct str help = {0}, list = {0}, topic = {0};

	(void)state;
	assert_int_equal(options_help(&help, VERB_STAT, "all", &err), 0);
	options_list(&list, VERB_STAT);
	assert_non_null(strstr(list.text, "--event --filter --no-inherit --pid --tid --all-cpus --scale --verbose "));
	assert_null(strstr(list.text, "\n"));
	for (const struct option_def *d = option_defs; d->name; d++) {
		char name[64];
		bool offered = d->type != OPTION_REFUSED;

		if (!(d->verbs & VERB_STAT))
			continue;
		snprintf(name, sizeof(name), "--%s ", d->name);
		assert_int_equal(strstr(list.text, name) != NULL, offered);
		name[strlen(name) - 1] = '\0';
		if (offered)
			assert_non_null(strstr(help.text, name));
	}
	assert_int_equal(options_help(&topic, VERB_STAT, "evnets", &err), -1);
	assert_string_equal(err.message, "unknown help topic 'evnets'");
	assert_string_equal(err.hint, "did you mean 'events'?");
	assert_int_equal(options_help(&topic, VERB_STAT, "xyzzy", &err), -1);
	assert_string_equal(err.hint, "'pstat --help=all' names the topics");
	str_release(&help);
	str_release(&list);
	str_release(&topic);
}

/* Called by the name of perf, what perf takes is taken: scripts may say so. */
static void as_perf(void **state)
{
	struct error err = ERROR_INIT;
	const char *argv[WORDS + 2];
	const char *const words[WORDS] = { "--no-csv", "--csv", "x" };
	struct options o;

	(void)state;
	assert_int_equal(parse_verb(&o, VERB_STAT | VERB_AS_PERF, argv, words, &err), 0);
	assert_true(o.as_perf);
	assert_int_equal(o.verb, VERB_STAT);
	assert_false(o.out.no_csv_summary);
	options_release(&o);
	assert_int_equal(parse_verb(&o, VERB_STAT, argv, words, &err), -1);
	assert_string_equal(err.message, "unknown option '--csv'");
	assert_false(o.as_perf);
	options_release(&o);
}

static void empty_is_valid(void **state)
{
	struct options o = {0};

	(void)state;
	options_release(&o);
	options_release(&o);
	assert_null(o.measure.events);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_row_is_found),
		cmocka_unit_test(command_lines),
		cmocka_unit_test(wrong_command_lines),
		cmocka_unit_test(other_verbs),
		cmocka_unit_test(help_and_lists),
		cmocka_unit_test(as_perf),
		cmocka_unit_test(empty_is_valid),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
