/* SPDX-License-Identifier: MIT */
/* Finds out what the last word of a command line is (an option, its value, a file), and offers what fits. */
#include "cli/completion.h"

#include <string.h>

#include "base/env.h"
#include "benchmark/run_result.h"
#include "cli/manual.h"
#include "cli/options.h"
#include "format/format.h"
#include "host/cgroup.h"
#include "host/rootfs.h"
#include "list/list.h"

const struct completion_rule completion_rules[] = {
	{ "--event", COMPLETES_EVENTS, NULL },
	{ "--metrics", COMPLETES_METRICS, NULL },
	{ "--limit", COMPLETES_LIMITS, NULL },
	{ "--cgroup", COMPLETES_CGROUPS, NULL },
	{ "--for-each-cgroup", COMPLETES_CGROUPS, NULL },
	{ "--by", COMPLETES_WORDS, "process task cgroup name" },
	{ "--inconclusive", COMPLETES_WORDS, "warn fail" },
	{ "--if-unsupported", COMPLETES_WORDS, "fail skip" },
	{ "--missing-base", COMPLETES_WORDS, "fail pass" },
	{ "--like", COMPLETES_WORDS, "6.12 newest" },
	{ "--cputype", COMPLETES_WORDS, "core atom" },
	{ "--per-cache", COMPLETES_WORDS, "L1 L2 L3 L4" },
	{ "--aslr", COMPLETES_WORDS, "on off" },
	{ "--color", COMPLETES_WORDS, "auto always never" },
	{ "--github", COMPLETES_WORDS, "auto" },
	{ "<file>", COMPLETES_FILES, NULL },
	{ "<folder>", COMPLETES_FOLDERS, NULL },
	{ "<command>", COMPLETES_SHELL, NULL },
	{ "<pids>", COMPLETES_PIDS, NULL },
	{ "<tids>", COMPLETES_TIDS, NULL },
	{ "<cpus>", COMPLETES_CPUS, NULL },
	{ "<pmu>", COMPLETES_PMUS, NULL },
	{ "<format>", COMPLETES_FORMATS, NULL },
	{ "<format=file>", COMPLETES_EXPORTS, NULL },
	{ "<topic>", COMPLETES_TOPICS, NULL },
	{ .of = NULL },
};

/* A command line, read up to its last word, and what the answer needs. */
struct typed_line {
	const struct env *env;
	const struct catalog_opts *catalog;
	const char *const *words;
	size_t n;
	const char *last;		/* words[n - 1] */
	const struct option_verb *verb;
	size_t command;			/* the word that begins a command; n: none does */
	const struct option_def *option;	/* whose value the last word is; or NULL */
};

static void completion_add_head(struct str *out, const char *kind, const char *typed, size_t prefix)
{
	str_addf(out, "%s\n%.*s\n", kind, (int)prefix, typed);
}

static void add_offer(struct str *out, const char *name, const char *end, const char *help)
{
	for (const char *p = name; *p; p++)
		if ((unsigned char)*p < ' ' || *p == 0x7f)
			return;
	str_addf(out, "%s%s", name, end);
	if (help) {
		str_add(out, "\t");
		str_add_line(out, help);
	}
	str_add(out, "\n");
}

/* Each of a list that blanks separate. */
static void add_offers(struct str *out, const char *words, const char *end)
{
	while (*words) {
		size_t len = strcspn(words, " ");
		LOCAL(str) one = {0};

		str_add_n(&one, words, len);
		if (len)
			add_offer(out, one.text, end, NULL);
		words += len + (words[len] != '\0');
	}
}

/* Kinds of events and metrics, as 'pstat list --raw-dump' has them, or also those that are not here. */
static void add_listed(struct str *out, const struct typed_line *line, const char *const *kinds,
		       bool everything, const char *end)
{
	struct list_opts o = {
		.names = true, .words = kinds, .everything = everything, .catalog = *line->catalog,
	};
	LOCAL(list_result) r = {0};
	struct error ignored = ERROR_INIT;

	while (kinds[o.n_words])
		o.n_words++;
	if (list_run(&r, line->env, &o, &ignored) == 0)
		add_offers(out, str_text(&r.text), end);
}

static void add_pmus(struct str *out, const struct env *env, const char *end)
{
	LOCAL(file_names) names = {0};

	if (rootfs_list(env->root, &names, "sys/bus/event_source/devices") >= 0)
		for (size_t i = 0; i < names.n; i++)
			add_offer(out, names.name[i], end, NULL);
}

/* Before the first letter only what every machine has: a list of all would be thousands. */
static void completion_add_events(struct str *out, const struct typed_line *line, const char *tail,
				  const char *end)
{
	static const char *const usual[] = { "hw", "sw", "cache", NULL };
	static const char *const others[] = { "pmu", "tracepoint", NULL };

	add_listed(out, line, usual, true, end);
	if (*tail)
		add_listed(out, line, others, false, end);
	if (*tail && !*end)
		add_pmus(out, line->env, "/");
}

static void add_limits(struct str *out, const struct typed_line *line, const char *tail)
{
	for (const struct run_fact *f = run_facts; f->name; f++)
		add_offer(out, f->name, "=", NULL);
	add_offers(out, "ipc @default", "=");
	completion_add_events(out, line, tail, "=");
}

/* Numbers of processes, or of all threads. */
static void add_tasks(struct str *out, const struct env *env, bool threads)
{
	LOCAL(file_names) pids = {0};

	rootfs_list_folders(env->root, &pids, "proc");
	for (size_t i = 0; i < pids.n; i++) {
		const char *pid = pids.name[i];
		LOCAL(file_names) tids = {0};
		LOCAL(str) comm = {0};

		if (strspn(pid, "0123456789") != strlen(pid))
			continue;
		if (threads)
			rootfs_list_folders(env->root, &tids, "proc/%s/task", pid);
		rootfs_read(env->root, &comm, "proc/%s/comm", pid);
		for (size_t t = 0; t < tids.n; t++)
			add_offer(out, tids.name[t], "", str_text(&comm));
		if (!threads)
			add_offer(out, pid, "", str_text(&comm));
	}
}

static void add_cpus(struct str *out, const struct env *env)
{
	LOCAL(file_names) names = {0};

	rootfs_list(env->root, &names, "sys/devices/system/cpu");
	for (size_t i = 0; i < names.n; i++) {
		const char *number = names.name[i] + strlen("cpu");

		if (strncmp(names.name[i], "cpu", strlen("cpu")) == 0 && *number &&
		    strspn(number, "0123456789") == strlen(number))
			add_offer(out, number, "", NULL);
	}
}

/* Those in the folder that is typed already. */
static void completion_add_cgroups(struct str *out, const struct env *env, const char *tail)
{
	const char *slash = strrchr(tail, '/');
	int len = slash ? (int)(slash - tail) + 1 : 0;
	struct error ignored = ERROR_INIT;
	LOCAL(file_names) names = {0};
	LOCAL(cgroups) cs = {0};

	if (!strstr(tail, "..") && cgroups_mount(&cs, env->root, &ignored) == 0)
		rootfs_list_folders(env->root, &names, "%s/%.*s", cs.mount, len, tail);
	for (size_t i = 0; i < names.n; i++) {
		LOCAL(str) path = {0};

		str_addf(&path, "%.*s%s", len, tail, names.name[i]);
		add_offer(out, path.text, "/", NULL);
	}
}

static void add_formats(struct str *out, enum verb verb, const char *end)
{
	enum format_content content = options_content(verb);

	for (const struct format *const *f = format_list; *f; f++)
		if (verb == VERB_DOCTOR ? strcmp((*f)->name, "text") == 0 || strcmp((*f)->name, "json") == 0 :
		    format_shows(*f, content))
			add_offer(out, (*f)->name, end,
				  verb == VERB_DOCTOR ? NULL : format_summary(*f, content));
}

static void add_verbs(struct str *out)
{
	for (const struct option_verb *v = option_verbs; v->name; v++)
		add_offer(out, v->name, "", v->summary);
	add_offer(out, "help", "", "show help about a verb or a topic");
	add_offer(out, "version", "", "show the version");
}

/* stat's help explains the other verbs, too; 'pstat help' also begins every manual page. */
static void add_topics(struct str *out, enum verb verb, bool pages)
{
	for (const struct option_verb *v = option_verbs; v->name && verb == VERB_STAT; v++)
		add_offer(out, v->name, "", v->summary);
	for (unsigned t = 0; t < TOPIC_COUNT; t++)
		if (options_has_topic(verb, option_topics[t].name))
			add_offer(out, option_topics[t].name, "", option_topics[t].title);
	for (const struct manual_page *p = manual_pages; p->name && pages; p++)
		if (!manual_page_is_of_verb(p) && !options_has_topic(verb, manual_page_word(p)))
			add_offer(out, manual_page_word(p), "", p->summary);
	add_offer(out, "all", "", "every option");
}

static bool completion_fits(const struct completion_rule *r, const struct option_def *d)
{
	size_t len = d->arg ? strlen(d->arg) : 0;

	if (r->of[0] == '-')
		return strcmp(r->of + strlen("--"), d->name) == 0;
	return len && strncmp(r->of + 1, d->arg, len) == 0 && strcmp(r->of + 1 + len, ">") == 0;
}

static const struct completion_rule *rule_of(const struct option_def *d)
{
	const struct completion_rule *r = completion_rules;

	while (r->of && !completion_fits(r, d))
		r++;
	return r;
}

/* Where the last item of a list with commas begins.  Those of the terms of an event divide no list. */
static size_t last_item(const char *value, bool events)
{
	size_t item = 0;
	bool terms = false;

	for (size_t i = 0; value[i]; i++) {
		terms ^= events && value[i] == '/';
		if (!terms && strchr(",{", value[i]))
			item = i + 1;
	}
	return item;
}

static void completion_add_value(struct str *out, const struct typed_line *line, size_t at)
{
	static const char *const metrics[] = { "metric", "metricgroup", NULL };
	const struct completion_rule *r = rule_of(line->option);
	const char *value = line->last + at, *equals = strchr(value, '=');
	size_t item = at + last_item(value, r->kind == COMPLETES_EVENTS || r->kind == COMPLETES_LIMITS);
	const char *tail = line->last + item;
	enum verb verb = line->verb->verb;

	switch (r->kind) {
	case COMPLETES_FILES:
		completion_add_head(out, "files", line->last, at);
		break;
	case COMPLETES_FOLDERS:
		completion_add_head(out, "folders", line->last, at);
		break;
	case COMPLETES_SHELL:
		completion_add_head(out, "shell", line->last, at);
		break;
	case COMPLETES_EXPORTS:
		completion_add_head(out, equals ? "files" : "parts", line->last,
				    equals ? (size_t)(equals + 1 - line->last) : at);
		if (!equals)
			add_formats(out, verb, "=");
		break;
	case COMPLETES_EVENTS: case COMPLETES_METRICS: case COMPLETES_LIMITS: case COMPLETES_PIDS:
	case COMPLETES_TIDS: case COMPLETES_CPUS: case COMPLETES_CGROUPS:
		completion_add_head(out, "parts", line->last, item);
		break;
	default:
		completion_add_head(out, "words", line->last, at);
	}
	switch (r->kind) {
	case COMPLETES_WORDS:	add_offers(out, r->words, ""); break;
	case COMPLETES_FORMATS:	add_formats(out, verb, ""); break;
	case COMPLETES_TOPICS:	add_topics(out, verb, false); break;
	case COMPLETES_EVENTS:
		completion_add_events(out, line, tail, "");
		break;
	case COMPLETES_METRICS:	add_listed(out, line, metrics, false, ""); break;
	case COMPLETES_LIMITS:	add_limits(out, line, tail); break;
	case COMPLETES_PIDS:	add_tasks(out, line->env, false); break;
	case COMPLETES_TIDS:	add_tasks(out, line->env, true); break;
	case COMPLETES_CPUS:	add_cpus(out, line->env); break;
	case COMPLETES_CGROUPS:
		completion_add_cgroups(out, line->env, tail);
		break;
	case COMPLETES_PMUS:	add_pmus(out, line->env, ""); break;
	default: break;
	}
}

/* The option that takes its value from this word or the next, and where in this one; 0: the next. */
static const struct option_def *option_with_value(const char *word, enum verb verb, size_t *at)
{
	const char *equals = strchr(word, '=');
	size_t len = equals ? (size_t)(equals - word) : strlen(word);

	*at = 0;
	for (const struct option_def *d = option_defs; d->name && word[1] == '-'; d++)
		if (d->arg && d->verbs & verb && strlen(d->name) + 2 == len &&
		    strncmp(word + 2, d->name, len - 2) == 0) {
			*at = equals ? len + 1 : 0;
			return equals || !(d->flags & OPTION_OPTIONAL) ? d : NULL;
		}
	for (size_t i = 1; word[1] != '-' && word[i]; i++)
		for (const struct option_def *d = option_defs; d->name; d++)
			if (d->letter == word[i] && d->arg && d->verbs & verb &&
			    !(d->flags & OPTION_OPTIONAL)) {
				*at = word[i + 1] ? i + 1 : 0;
				return d;
			}
	return NULL;
}

static void add_options(struct str *out, const struct typed_line *line)
{
	completion_add_head(out, "words", line->last, 0);
	for (const struct option_def *d = option_defs; d->name; d++) {
		char letter[3] = { '-', d->letter, '\0' };
		LOCAL(str) name = {0};

		if (!options_offer(d, line->verb->verb))
			continue;
		str_addf(&name, "--%s", d->name);
		add_offer(out, name.text, "", d->help);
		if (d->letter && strcmp(line->last, letter) == 0)
			add_offer(out, letter, "", d->help);
	}
	if (line->verb->words == WORDS_FILES)
		add_offer(out, "--", "", "a command follows");
}

/* A word that is neither an option nor the value of one. */
static void completion_add_word(struct str *out, const struct typed_line *line, bool first)
{
	const char *before = line->n > 1 ? line->words[line->n - 2] : "";
	enum verb verb = line->verb->verb;

	if (strcmp(before, "--help") == 0 || strcmp(before, "-h") == 0) {
		completion_add_head(out, "words", line->last, 0);
		add_topics(out, verb, false);
	} else if (line->verb->words == WORDS_SEARCH) {
		completion_add_head(out, "words", line->last, 0);
		add_offers(out, "hw sw cache pmu tracepoint metric metricgroup", "");
	} else if (line->verb->words != WORDS_COMMAND) {
		completion_add_head(out, "files", line->last, 0);
	} else if (!(verb & (VERB_STAT | VERB_RECORD)) || (first && !*line->last)) {
		completion_add_head(out, "words", line->last,
				    0); /* a list of all commands would hide the verbs */
	} else {
		str_addf(out, "command %zu\n\n", line->n - 1);
	}
	if (first)
		add_verbs(out);
}

/* Of compare and gate a command begins behind -- and behind each --vs. */
static size_t last_command(const struct typed_line *line, size_t from)
{
	for (size_t i = from; i + 1 < line->n && line->verb->words == WORDS_FILES; i++)
		if (strcmp(line->words[i], "--vs") == 0)
			from = i + 1;
	return from;
}

/* Reads the words before the last one, from word i on. */
static void read_words(struct typed_line *line, size_t i)
{
	size_t at;

	line->command = line->n;
	for (; i + 1 < line->n; i++) {
		const char *word = line->words[i];
		const struct option_def *d;

		if (strcmp(word, "--") == 0) {
			line->command = last_command(line, i + 1);
			return;
		}
		if (word[0] != '-' || !word[1]) {
			if (line->verb->verb & (VERB_STAT | VERB_RECORD)) {
				line->command = i;
				return;
			}
			continue;
		}
		d = option_with_value(word, line->verb->verb, &at);
		if (d && !at && ++i + 1 == line->n)
			line->option = d;
	}
}

static const struct option_verb *verb_named(const char *word)
{
	const struct option_verb *v = option_verbs;

	while (v->name && strcmp(v->name, word) != 0)
		v++;
	return v->name ? v : NULL;
}

static void add_answer(struct str *out, struct typed_line *line)
{
	const struct option_verb *v = line->n > 1 ? verb_named(line->words[0]) : NULL;
	bool stat = v && v->verb == VERB_STAT && line->n > 2;
	const struct option_verb *next = stat ? verb_named(line->words[1]) : NULL;
	/* 'stat record' is a verb, as in perf */
	bool two = next && next->verb & (VERB_RECORD | VERB_REPORT);
	size_t at = 0;

	line->verb = two ? next : v ? v : options_verb(VERB_STAT);
	read_words(line, (size_t)(v != NULL) + two);
	if (line->command < line->n) {
		str_addf(out, "command %zu\n\n", line->command);
	} else if (line->option) {
		completion_add_value(out, line, 0);
	} else if (line->last[0] != '-') {
		completion_add_word(out, line, line->n == 1);
	} else {
		line->option = option_with_value(line->last, line->verb->verb, &at);
		if (line->option && at)
			completion_add_value(out, line, at);
		else
			add_options(out, line);
	}
}

void completion_add(struct str *out, const struct env *env, const struct catalog_opts *catalog,
		    const char *const *words, size_t n)
{
	static const char *const nothing[] = { "" };
	struct typed_line line = {
		.env = env, .catalog = catalog, .words = n ? words : nothing, .n = n ? n : 1,
	};
	bool help, version;

	line.last = line.words[line.n - 1];
	help = line.n > 1 && strcmp(line.words[0], "help") == 0;
	version = line.n > 1 && strcmp(line.words[0], "version") == 0;
	if (help && line.n == 2) {
		completion_add_head(out, "words", line.last, 0);
		add_topics(out, VERB_STAT, true);
	} else if (help || version) {
		completion_add_head(out, "words", line.last, 0);
	} else {
		add_answer(out, &line);
	}
}
