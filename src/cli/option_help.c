/* SPDX-License-Identifier: MIT */
/* Prints --help from the tables of options, and checks the tables. */
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
	  "Count as pstat does, and save the counts as perf.data, for 'pstat report', 'perf\n"
	  "stat report' and 'perf script': in the file of -o (perf.data), or, with -o - or\n"
	  "into a pipe, as a stream.\n",
	  WORDS_COMMAND },
	{ VERB_REPORT, "report", "show a saved result, in any format",
	  "Usage: pstat report [options] [-i FILE]\n"
	  "Show a saved result on stdout: perf.data, or what --save or --format json wrote.\n",
	  WORDS_INPUT },
	{ VERB_COMPARE, "compare", "show how commands, or saved results, differ and how sure that is",
	  "Usage: pstat compare [options] -- COMMAND [ARG...] --vs COMMAND [ARG...] ...\n"
	  "       pstat compare [options] BASE.json NEW.json [...]\n"
	  "Measure commands in turns, or take what --save kept, and show on stdout in what\n"
	  "the others differ from the first, and how sure that is.\n",
	  WORDS_FILES },
	{ VERB_GATE, "gate", "compare, and fail if something got worse than its limit",
	  "Usage: pstat gate [options] -- COMMAND [ARG...] --vs COMMAND [ARG...]\n"
	  "       pstat gate [options] --save FILE | --baseline FILE -- COMMAND [ARG...]\n"
	  "       pstat gate [options] --baseline FILE --candidate FILE\n"
	  "       pstat gate [options] --selftest -- COMMAND [ARG...]\n"
	  "Hold what changed against limits, and fail where one is exceeded; exit status:\n"
	  "0 fine, 1 regressed, 2 usage, 3 not measured, 4 inconclusive, 5 command failed.\n",
	  WORDS_FILES },
	{ VERB_LIST, "list", "list the events and metrics that can be counted",
	  "Usage: pstat list [options] [WORD...]\n"
	  "List the events and metrics that -e and -M take, those that a word matches.\n"
	  "Exit status: 0, or 1 when a word matches nothing.\n",
	  WORDS_SEARCH },
	{ VERB_DOCTOR, "doctor", "say what can be counted on this machine, what cannot, and why",
	  "Usage: pstat doctor [--format=json]\n"
	  "Say what can be counted here, what cannot and why, and the command that would\n"
	  "change it.  Exit status: 0 when the default events can be counted, else 1.\n",
	  WORDS_COMMAND },
	{ .name = NULL },
};

const struct option_verb *options_verb(enum verb verb)
{
	const struct option_verb *v = option_verbs;

	while (v->verb != verb)
		v++;
	return v;
}

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

/* compare and gate can have a text of their own. */
static const char *text_of(enum option_topic t, enum verb verb)
{
	const struct option_topic_def *d = &option_topics[t];

	if (verb == VERB_GATE && d->gate_text)
		return d->gate_text;
	return verb & (VERB_COMPARE | VERB_GATE) && d->judged_text ? d->judged_text : d->text;
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

static const struct option_def *named(const char *name)
{
	for (const struct option_def *d = option_defs; d->name; d++)
		if (strcmp(d->name, name) == 0)
			return d;
	return NULL;
}

static void check_words(struct str *problems, const struct option_def *d)
{
	const char *word = "abcdefghijklmnopqrstuvwxyz0123456789-";
	const char *of_arg = "abcdefghijklmnopqrstuvwxyz0123456789-=";
	size_t len = d->help ? strlen(d->help) : 0;

	if (!len || d->help[len - 1] == '.' || d->help[0] == ' ')
		str_addf(problems, "--%s: help is missing or ends with a full stop\n", d->name);
	if (strspn(d->name, word) != strlen(d->name) || d->name[0] == '-')
		str_addf(problems, "--%s: not lower-case words with dashes\n", d->name);
	if (d->arg && (!d->arg[0] || strspn(d->arg, of_arg) != strlen(d->arg)))
		str_addf(problems, "--%s: argument '%s' is not lower-case with dashes\n", d->name, d->arg);
}

static void check_kind(struct str *problems, const struct option_def *d)
{
	bool lone = d->type == OPTION_FLAG || d->type == OPTION_COUNT;

	if (!d->verbs)
		str_addf(problems, "--%s: belongs to no verb\n", d->name);
	if (d->topic >= TOPIC_COUNT)
		str_addf(problems, "--%s: belongs to no topic\n", d->name);
	if (d->type != OPTION_REFUSED && lone != !d->arg)
		str_addf(problems, "--%s: argument and type disagree\n", d->name);
	if ((d->type == OPTION_CALL) != (d->call != NULL))
		str_addf(problems, "--%s: function and type disagree\n", d->name);
	if (d->flags & OPTION_OPTIONAL && (!d->arg || (d->type != OPTION_CALL && d->type != OPTION_REFUSED)))
		str_addf(problems, "--%s: only a row with a function can have an optional value\n", d->name);
	if (d->flags & OPTION_OWN && d->type == OPTION_REFUSED)
		str_addf(problems, "--%s: our own, and refused\n", d->name);
	if (offered(d, d->verbs) && d->type != OPTION_CALL && !d->offset)
		str_addf(problems, "--%s: its value goes nowhere\n", d->name);
	if (d[1].name && d->flags & OPTION_OWN && !(d[1].flags & OPTION_OWN))
		str_addf(problems, "--%s: stands between perf's options\n", d->name);
}

/* Two options may not share a spelling, with or without no-. */
static void check_pair(struct str *problems, const struct option_def *d, const struct option_def *e)
{
	if (!(d->verbs & e->verbs))
		return;
	if (strcmp(d->name, e->name) == 0 || (d->letter && d->letter == e->letter))
		str_addf(problems, "--%s: the same as --%s\n", e->name, d->name);
	if ((strncmp(d->name, "no-", 3) == 0 && strcmp(d->name + 3, e->name) == 0) ||
	    (strncmp(e->name, "no-", 3) == 0 && strcmp(e->name + 3, d->name) == 0))
		str_addf(problems, "--%s: the negation of --%s\n", e->name, d->name);
}

static void check_names(struct str *problems, const char *const *names, size_t n)
{
	for (size_t i = 0; i < n && names[i]; i++)
		if (names[i][0] && !named(names[i]))
			str_addf(problems, "rules: there is no --%s\n", names[i]);
}

int options_check(const struct option_def *defs, struct str *problems)
{
	size_t before = problems->len, n = 0;

	for (const struct option_def *d = defs; d->name; d++, n++) {
		check_words(problems, d);
		check_kind(problems, d);
		for (const struct option_def *e = d + 1; e->name; e++)
			check_pair(problems, d, e);
	}
	if (n > OPTIONS_MAX)
		str_addf(problems, "%zu rows, and room for %d\n", n, OPTIONS_MAX);
	for (const struct option_rule *r = option_rules; r->message; r++) {
		check_names(problems, r->any, sizeof(r->any) / sizeof(*r->any));
		check_names(problems, r->with, sizeof(r->with) / sizeof(*r->with));
		check_names(problems, r->without, sizeof(r->without) / sizeof(*r->without));
		if (!r->any[0] || (!r->with[0] && !r->without[0]) ||
		    r->message[strlen(r->message) - 1] == '.')
			str_addf(problems, "rule '%s': says nothing, or ends with a full stop\n", r->message);
	}
	for (unsigned t = 0; t < TOPIC_COUNT; t++)
		if (!option_topics[t].name || !option_topics[t].title)
			str_addf(problems, "topic %u: has no name\n", t);
	return problems->len > before ? -1 : 0;
}
