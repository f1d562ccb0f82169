/* SPDX-License-Identifier: MIT */
/* Prints --help from the tables of options. */
#include <string.h>

#include "base/nearest.h"
#include "cli/options.h"
#include "format/format.h"

static bool offered(const struct option_def *d, enum verb verb)
{
	return d->verbs & verb && d->type != OPTION_REFUSED;
}

static void help_row(struct str *out, const struct option_def *d)
{
	enum { COLUMN = 33 };
	size_t start = out->len;
	bool optional = d->flags & OPTION_OPTIONAL;

	if (d->letter)
		str_addf(out, "  -%c, --%s", d->letter, d->name);
	else
		str_addf(out, "      --%s", d->name);
	if (d->arg)
		str_addf(out, "%s<%s>%s", optional ? "[=" : " ", d->arg, optional ? "]" : "");
	str_addf(out, "%*s%s\n", (int)(COLUMN > out->len - start ? COLUMN - (out->len - start) : 1), "",
		 d->help);
}

static void help_topic(struct str *out, enum verb verb, enum option_topic topic)
{
	str_addf(out, "\n%s:\n", option_topics[topic].title);
	for (const struct option_def *d = option_defs; d->name; d++)
		if (d->topic == topic && offered(d, verb))
			help_row(out, d);
}

const struct option_verb option_verbs[] = {
	{ VERB_STAT, "stat", "count, and print a table on stderr; this word can be left out",
	  "Usage: pstat [options] [--] COMMAND [ARG...]\n"
	  "       pstat [options] -a | -C cpus | -p pids | -t tids [--] [COMMAND [ARG...]]\n"
	  "       pstat VERB [options] ...\n"
	  "Count performance events of a command, of processes or of the whole system, and\n"
	  "report them on stderr.\n",
	  WORDS_COMMAND },
	{ VERB_RECORD, "record", "count, and save the counts as perf.data",
	  "Usage: pstat record [options] [--] COMMAND [ARG...]\n"
	  "       pstat record [options] -a | -C cpus | -p pids | -t tids [--] [COMMAND...]\n"
	  "Count as 'pstat stat' does, and save the counts as perf.data for 'pstat report',\n"
	  "'perf stat report' and 'perf script'.  They go to the file of -o (perf.data), or\n"
	  "to stdout as a stream: with -o -, or if stdout is a pipe.\n",
	  WORDS_COMMAND },
	{ VERB_REPORT, "report", "show a saved result, in any format",
	  "Usage: pstat report [options] [-i FILE]\n"
	  "Show a saved result on stdout: perf.data, or what --save or --format json wrote.\n",
	  WORDS_INPUT },
	{ VERB_COMPARE, "compare", "show how commands, or saved results, differ and how sure that is",
	  "Usage: pstat compare [options] -- COMMAND [ARG...] --vs COMMAND [ARG...] ...\n"
	  "       pstat compare [options] BASE.json NEW.json [...]\n"
	  "Measure commands in turns, or read saved results, and show on stdout how the\n"
	  "others differ from the first, and how sure that is.\n",
	  WORDS_FILES },
	{ VERB_GATE, "gate", "compare, and fail if something got worse than its limit",
	  "Usage: pstat gate [options] -- COMMAND [ARG...] --vs COMMAND [ARG...]\n"
	  "       pstat gate [options] --save FILE | --baseline FILE -- COMMAND [ARG...]\n"
	  "       pstat gate [options] --history FILE [--trend] -- COMMAND [ARG...]\n"
	  "       pstat gate [options] --baseline FILE --candidate FILE\n"
	  "       pstat gate [options] --selftest -- COMMAND [ARG...]\n"
	  "Compare as 'pstat compare' does, and fail if a limit is exceeded; exit status:\n"
	  "0 fine, 1 regressed, 2 usage, 3 not measured, 4 inconclusive, 5 command failed.\n",
	  WORDS_FILES },
	{ VERB_TREND, "trend", "show how results changed over time, and where",
	  "Usage: pstat trend [options] FILE\n"
	  "Show the results that 'pstat gate --history FILE' has appended to a file: each\n"
	  "row over time, and where it changed.\n",
	  WORDS_INPUT },
	{ VERB_TOP, "top", "show live what each process, thread or cgroup counts",
	  "Usage: pstat top [options]\n"
	  "Show live what processes, threads or cgroups count each second, by any event or\n"
	  "metric: q quits, s sorts, / filters, h shows all keys.  Without a terminal, or\n"
	  "with -o, it prints a table for each interval.  It needs root or CAP_PERFMON.\n",
	  WORDS_COMMAND },
	{ VERB_LIST, "list", "list the events and metrics that can be counted",
	  "Usage: pstat list [options] [WORD...]\n"
	  "List the events and metrics that -e and -M take; words choose some of them.\n"
	  "Exit status: 0, or 1 when a word matches nothing.\n",
	  WORDS_SEARCH },
	{ VERB_DOCTOR, "doctor", "say what can be counted on this machine, what cannot, and why",
	  "Usage: pstat doctor [--format=json]\n"
	  "Say what can be counted here, what cannot and why, and the command that would\n"
	  "change it.  Exit status: 0 when the default events can be counted, else 1.\n",
	  WORDS_COMMAND },
	{ .name = NULL },
};

/* The options that most people need. */
static const char *const first_options[] = {
	"event", "detailed", "repeat", "all-cpus", "pid", "interval-print", "output", "format", NULL,
};

static const char examples[] =
	"\nExamples:\n"
	"  pstat make                                the default events of a build\n"
	"  pstat -e task-clock,page-faults -- ls -l  some events by name\n"
	"  pstat -r 10 -- sort words.txt             ten runs: mean and deviation\n"
	"  pstat -a -I 1000                          the whole system, every second\n"
	"  pstat compare -- ./old --vs ./new         which is faster, and by how much\n"
	"  pstat gate --limit wall=+5% -- ./old --vs ./new\n"
	"                                            status 1 if the second is 5 % slower\n";

/* One screen: the verbs, the first options, examples. */
static void help_first(struct str *out)
{
	str_add(out, options_verb(VERB_STAT)->usage);
	str_add(out, "\nVerbs:\n");
	for (const struct option_verb *v = option_verbs; v->name; v++)
		str_addf(out, "  %-9s%s\n", v->name, v->summary);
	str_add(out, "\nOptions:\n");
	for (size_t i = 0; first_options[i]; i++)
		for (const struct option_def *d = option_defs; d->name; d++)
			if (d->verbs & VERB_STAT && strcmp(d->name, first_options[i]) == 0)
				help_row(out, d);
	str_add(out, examples);
	str_add(out, "\nMore: 'pstat --help all' lists every option, 'pstat help VERB' those of a verb;\n"
		"man pstat\n");
}

static bool has_topic(enum verb verb, enum option_topic topic)
{
	for (const struct option_def *d = option_defs; d->name; d++)
		if (d->topic == topic && offered(d, verb))
			return true;
	return false;
}

bool options_has_topic(enum verb verb, const char *word)
{
	for (unsigned t = 0; t < TOPIC_COUNT; t++)
		if (has_topic(verb, (enum option_topic)t) && strcmp(word, option_topics[t].name) == 0)
			return true;
	return strcmp(word, "all") == 0;
}

static void help_all(struct str *out, enum verb verb)
{
	unsigned last = 0;

	str_add(out, options_verb(verb)->usage);
	for (unsigned t = 0; t < TOPIC_COUNT; t++) {
		if (!has_topic(verb, (enum option_topic)t))
			continue;
		help_topic(out, verb, (enum option_topic)t);
		last = t;
	}
	str_add(out, "\nMore: --help=");
	for (unsigned t = 0, n = 0; t < TOPIC_COUNT; t++)
		if (has_topic(verb, (enum option_topic)t))
			str_addf(out, "%s%s", !n++ ? "" : t < last ? ", " : " or ", option_topics[t].name);
	str_addf(out, "\n      man pstat-%s\n", options_verb(verb)->name);
}

static void add_formats(struct str *out, enum verb verb)
{
	enum format_content content = options_content(verb);

	str_add(out, "\nFormats:\n");
	for (const struct format *const *f = format_list; *f; f++)
		if (format_shows(*f, content))
			str_addf(out, "  %-15s %s\n", (*f)->name, format_summary(*f, content));
}

static const char monitoring[] =
	"\nMonitoring: with -I, a file of openmetrics has counters of all that was counted\n"
	"since pstat began.  For a folder that node_exporter reads, this is a line of\n"
	"crontab; share/pstat/pstat-metrics.service is the same for systemd:\n"
	"  @reboot pstat -a -I 10000 --format openmetrics -o DIR/pstat.prom\n";

/* compare and gate can have a text of their own; what these say is not true of trend and top. */
static const char *text_of(enum option_topic t, enum verb verb)
{
	const struct option_topic_def *d = &option_topics[t];

	if (verb == VERB_TREND || (verb == VERB_TOP && t != TOPIC_EVENTS))
		return NULL;
	if (verb == VERB_GATE && d->gate_text)
		return d->gate_text;
	return verb & (VERB_COMPARE | VERB_GATE) && d->comparison_text ? d->comparison_text : d->text;
}

int options_help(struct str *out, enum verb verb, const char *topic, struct error *err)
{
	struct nearest near = { .wanted = topic };

	if (!topic && verb == VERB_STAT) {
		help_first(out);
		return 0;
	}
	if (!topic || strcmp(topic, "all") == 0) {
		help_all(out, verb);
		return 0;
	}
	for (unsigned t = 0; t < TOPIC_COUNT; t++) {
		if (!has_topic(verb, (enum option_topic)t))
			continue;
		nearest_offer(&near, option_topics[t].name);
		if (strcmp(topic, option_topics[t].name) != 0)
			continue;
		help_topic(out, verb, (enum option_topic)t);
		if (text_of((enum option_topic)t, verb))
			str_addf(out, "\n%s", text_of((enum option_topic)t, verb));
		if (t == TOPIC_OUTPUT)
			add_formats(out, verb);
		if (t == TOPIC_OUTPUT && verb == VERB_STAT)
			str_add(out, monitoring);
		return 0;
	}
	for (const struct option_verb *v = option_verbs; v->name; v++)
		nearest_offer(&near, v->name);
	error_set(err, ERROR_USAGE, 0, "unknown help topic '%s'", topic);
	if (near.found)
		error_hint(err, "did you mean '%s'?", near.found);
	else
		error_hint(err, "'pstat %s%s--help=all' names the topics",
			   verb == VERB_STAT ? "" : options_verb(verb)->name, verb == VERB_STAT ? "" : " ");
	return -1;
}

void options_list(struct str *out, enum verb verb)
{
	for (const struct option_def *d = option_defs; d->name; d++)
		if (offered(d, verb))
			str_addf(out, "--%s ", d->name);
}
