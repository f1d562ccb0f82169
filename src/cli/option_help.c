/* SPDX-License-Identifier: MIT */
/* Prints --help: the help of each option in option_table.c, and the beginning of a manual page. */
#include <string.h>

#include "base/nearest.h"
#include "cli/manual.h"
#include "cli/options.h"
#include "format/format.h"

bool options_offer(const struct option_def *d, enum verb verb)
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
		if (d->topic == topic && options_offer(d, verb))
			help_row(out, d);
}

const struct option_verb option_verbs[] = {
	{ VERB_STAT, "stat", "count, and print a table on stderr; this word can be left out",
	  "Usage: pstat [options] [--] COMMAND [ARG...]\n"
	  "       pstat [options] -a | -C cpus | -p pids | -t tids [--] [COMMAND [ARG...]]\n"
	  "       pstat VERB [options] ...\n",
	  WORDS_COMMAND,
	  { "event", "repeat", "all-cpus", "pid", "per-function", "interval-print", "output", "format" } },
	{ VERB_RECORD, "record", "count, and save the counts as perf.data",
	  "Usage: pstat record [options] [--] COMMAND [ARG...]\n"
	  "       pstat record [options] -a | -C cpus | -p pids | -t tids [--] [COMMAND...]\n",
	  WORDS_COMMAND, { "event", "all-cpus", "pid", "interval-print", "output" } },
	{ VERB_REPORT, "report", "show a saved result, in any format",
	  "Usage: pstat report [options] [-i FILE]\n",
	  WORDS_INPUT, { "input", "format", "export", "name", "no-aggr", "per-socket" } },
	{ VERB_COMPARE, "compare", "show how commands, or saved results, differ and how sure that is",
	  "Usage: pstat compare [options] -- COMMAND [ARG...] --vs COMMAND [ARG...] ...\n"
	  "       pstat compare [options] BASE.json NEW.json [...]\n",
	  WORDS_FILES,
	  { "event", "repeat", "budget", "warmup", "prepare", "ignore-failure", "format", "export",
	    "save" } },
	{ VERB_GATE, "gate", "compare, and fail if something got worse than its limit",
	  "Usage: pstat gate [options] -- COMMAND [ARG...] --vs COMMAND [ARG...]\n"
	  "       pstat gate [options] --base COMMIT [--build COMMAND] -- COMMAND [ARG...]\n"
	  "       pstat gate [options] --save FILE | --baseline FILE -- COMMAND [ARG...]\n"
	  "       pstat gate [options] --history FILE [--trend] -- COMMAND [ARG...]\n"
	  "       pstat gate [options] --baseline FILE --candidate FILE\n"
	  "       pstat gate [options] --suite FILE --baseline FILE | --base COMMIT\n"
	  "       pstat gate [options] --selftest -- COMMAND [ARG...]\n",
	  WORDS_FILES,
	  { "limit", "where", "baseline", "save", "name", "suite", "update", "history", "repeat", "budget",
	    "export" } },
	{ VERB_TREND, "trend", "show how results changed over time, and where",
	  "Usage: pstat trend [options] FILE\n",
	  WORDS_INPUT, { NULL } },
	{ VERB_TOP, "top", "show live what each process, thread or cgroup counts",
	  "Usage: pstat top [options]\n",
	  WORDS_COMMAND, { "by", "event", "metrics", "interval-print", "top", "save" } },
	{ VERB_LIST, "list", "list the events and metrics that can be counted",
	  "Usage: pstat list [options] [WORD...]\n",
	  WORDS_SEARCH, { NULL } },
	{ VERB_DOCTOR, "doctor", "say what can be counted on this machine, what cannot, and why",
	  "Usage: pstat doctor [--format=json] [-- PROGRAM]\n",
	  WORDS_COMMAND, { NULL } },
	{ .name = NULL },
};

const char *manual_page_word(const struct manual_page *p)
{
	size_t own = strlen("pstat-");

	return p->name + (strlen(p->name) > own ? own : 0);
}

const struct manual_page *manual_page(const char *word)
{
	for (const struct manual_page *p = manual_pages; p->name; p++)
		if (strcmp(p->name, word) == 0 || strcmp(manual_page_word(p), word) == 0)
			return p;
	return NULL;
}

/* Usage, and what the page says first. */
static void help_usage(struct str *out, enum verb verb, const char *page)
{
	const struct manual_page *p = manual_page(page);

	str_add(out, options_verb(verb)->usage);
	if (p)
		str_add(out, p->wants);
}

static void help_examples(struct str *out, const char *page)
{
	const struct manual_page *p = manual_page(page);

	if (p)
		str_addf(out, "\nExamples:\n%s", p->examples);
}

static void help_options(struct str *out, const struct option_verb *v)
{
	str_addf(out, "\nOptions%s:\n", v->first[0] ? " that most people need" : "");
	for (size_t i = 0; v->first[i]; i++)
		for (const struct option_def *d = option_defs; d->name; d++)
			if (options_offer(d, v->verb) && strcmp(d->name, v->first[i]) == 0)
				help_row(out, d);
	for (const struct option_def *d = option_defs; !v->first[0] && d->name; d++)
		if (options_offer(d, v->verb))
			help_row(out, d);
}

static void help_verb(struct str *out, const struct option_verb *v)
{
	help_usage(out, v->verb, v->name);
	help_examples(out, v->name);
	help_options(out, v);
	if (v->first[0])
		str_addf(out, "\nMore: 'pstat %s --help=all' lists every option; man pstat-%s\n",
			 v->name, v->name);
	else
		str_addf(out, "\nMore: man pstat-%s\n", v->name);
}

bool manual_page_is_of_verb(const struct manual_page *p)
{
	for (const struct option_verb *v = option_verbs; v->name; v++)
		if (strcmp(manual_page_word(p), v->name) == 0)
			return true;
	return strcmp(p->name, "pstat") == 0;
}

/* The pages that are about no verb. */
static void help_pages(struct str *out)
{
	unsigned n = 0;

	str_add(out, "\nTopics: ");
	for (const struct manual_page *p = manual_pages; p->name; p++)
		if (!manual_page_is_of_verb(p))
			str_addf(out, "%s%s", n++ ? ", " : "", manual_page_word(p));
	str_add(out, "\n");
}

/* One screen: the verbs, the topics, the first options, examples. */
static void help_first(struct str *out)
{
	help_usage(out, VERB_STAT, "pstat");
	str_add(out, "\nVerbs:\n");
	for (const struct option_verb *v = option_verbs; v->name; v++)
		str_addf(out, "  %-9s%s\n", v->name, v->summary);
	help_pages(out);
	help_options(out, options_verb(VERB_STAT));
	help_examples(out, "pstat");
	str_add(out, "\nMore: 'pstat help VERB' and 'pstat help TOPIC'; 'pstat --help=all' lists every\n"
		"option; man pstat\n");
}

static bool has_topic(enum verb verb, enum option_topic topic)
{
	for (const struct option_def *d = option_defs; d->name; d++)
		if (d->topic == topic && options_offer(d, verb))
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

	help_usage(out, verb, options_verb(verb)->name);
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
static const char *option_help_text_of(enum option_topic t, enum verb verb)
{
	const struct option_topic_def *d = &option_topics[t];

	if (verb == VERB_TREND || (verb == VERB_TOP && t != TOPIC_EVENTS))
		return NULL;
	if (verb == VERB_GATE && d->gate_text)
		return d->gate_text;
	return verb & (VERB_COMPARE | VERB_GATE) && d->comparison_text ? d->comparison_text : d->text;
}

/* The options of a topic, and what is to be said about them. */
static void help_about(struct str *out, enum verb verb, enum option_topic topic)
{
	help_topic(out, verb, topic);
	if (option_help_text_of(topic, verb))
		str_addf(out, "\n%s", option_help_text_of(topic, verb));
	if (topic == TOPIC_OUTPUT)
		add_formats(out, verb);
	if (topic == TOPIC_OUTPUT && verb == VERB_STAT)
		str_add(out, monitoring);
}

/* A page that is about no verb; "events" is also a topic. */
static void help_page(struct str *out, const struct manual_page *p)
{
	str_addf(out, "%s: %s\n\n%s", p->name, p->summary, p->wants);
	help_examples(out, p->name);
	for (unsigned t = 0; t < TOPIC_COUNT; t++)
		if (strcmp(option_topics[t].name, manual_page_word(p)) == 0)
			help_about(out, VERB_STAT, (enum option_topic)t);
	str_addf(out, "\nMore: man %s\n", p->name);
}

bool options_help_page(struct str *out, const char *word)
{
	const struct manual_page *p = manual_page(word);

	for (const struct option_verb *v = option_verbs; v->name; v++)
		if (strcmp(v->name, word) == 0) {
			help_verb(out, v);
			return true;
		}
	if (p)
		help_page(out, p);
	return p;
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
		help_about(out, verb, (enum option_topic)t);
		return 0;
	}
	for (const struct option_verb *v = option_verbs; v->name; v++)
		nearest_offer(&near, v->name);
	for (const struct manual_page *p = manual_pages; p->name && verb == VERB_STAT; p++)
		nearest_offer(&near, manual_page_word(p));
	error_set(err, ERROR_USAGE, 0, "unknown help topic '%s'", topic);
	if (manual_page(topic))
		error_hint(err, "'pstat help %s' shows how man %s begins", topic, manual_page(topic)->name);
	else if (near.found)
		error_hint(err, "did you mean '%s'?", near.found);
	else
		error_hint(err, "'pstat %s%s--help=all' names the topics",
			   verb == VERB_STAT ? "" : options_verb(verb)->name, verb == VERB_STAT ? "" : " ");
	return -1;
}

void options_list(struct str *out, enum verb verb)
{
	for (const struct option_def *d = option_defs; d->name; d++)
		if (options_offer(d, verb))
			str_addf(out, "--%s ", d->name);
}
