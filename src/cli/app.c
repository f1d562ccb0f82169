/* SPDX-License-Identifier: MIT */
/* Finds the verb, parses its options, calls it, prints its error, and returns the exit status. */
#define _GNU_SOURCE
#include "cli/app.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#ifdef __GLIBC__
#include <gnu/libc-version.h>
#endif

#include "base/mem.h"
#include "base/nearest.h"
#include "base/number.h"
#include "cli/perf/as_perf.h"
#include "cli/completion.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/perf/perf_config.h"
#include "count/task_recorder.h"
#include "format/json_schema.h"
#include "host/kernel.h"

/* The status that goes with an error. */
struct failures {
	int usage;		/* wrong options, unknown events */
	int no_event;		/* an event that this machine does not have */
	int unknown;		/* a metric, a process, ... that does not exist here */
	int not_found, not_executable;	/* the command */
	int other;
};

static const struct failures usual = {
	STATUS_ERROR, STATUS_ERROR, STATUS_ERROR, STATUS_NOT_FOUND, STATUS_NOT_EXECUTABLE, STATUS_ERROR,
};
static const struct failures of_perf = { 129, 129, 234, 255, 255, 255 };
static const struct failures of_gate = {
	STATUS_MISUSED, STATUS_UNMEASURED, STATUS_UNMEASURED, STATUS_COMMAND_FAILED,
	STATUS_COMMAND_FAILED, STATUS_UNMEASURED,
};

/* The function and the exit statuses of each verb. */
static const struct verb_def {
	enum verb verb;
	int (*run)(const struct env *env, const struct options *o, struct error *err);
	const struct failures *failures;
} verbs[] = {
	{ VERB_STAT,	cmd_stat,    &usual },
	{ VERB_RECORD,	cmd_stat,    &usual },
	{ VERB_REPORT,	cmd_report,  &usual },
	{ VERB_COMPARE,	cmd_compare, &usual },
	{ VERB_GATE,	cmd_gate,    &of_gate },
	{ VERB_TREND,	cmd_trend,   &usual },
	{ VERB_LIST,	cmd_list,    &usual },
	{ VERB_TOP,	cmd_top,     &usual },
	{ VERB_DOCTOR,	cmd_doctor,  &usual },
};

struct choice {			/* what the first words of the command line ask for */
	const struct verb_def *verb;
	int words;		/* the number of them, without the program's name */
	bool as_perf;		/* called by the name of perf */
	bool help, version;	/* print this; run nothing */
	bool build;		/* of perf: also how it was built */
	char **line;		/* owned: with the options of perf's configuration; NULL: it has none */
};

static int app_status_of(const struct error *err, const struct choice *c)
{
	const struct failures *f = c->as_perf ? &of_perf : c->verb->failures;

	if (err->kind == ERROR_EXEC)
		return err->errnum == ENOENT ? f->not_found : f->not_executable;
	if (err->kind == ERROR_NOT_FOUND)
		return err->column >= 0 ? f->no_event : f->unknown;
	return err->kind == ERROR_USAGE ? f->usage : f->other;
}

static const struct verb_def *verb_of(enum verb verb)
{
	const struct verb_def *v = verbs;

	while (v->verb != verb)
		v++;
	return v;
}

static const struct option_verb *find_verb(const char *word)
{
	for (const struct option_verb *v = option_verbs; v->name; v++)
		if (word && strcmp(word, v->name) == 0)
			return v;
	return NULL;
}

static bool is_one_of(const char *word, const char *const *words)
{
	while (*words && (!word || strcmp(word, *words) != 0))
		words++;
	return *words != NULL;
}

/* As in perf, 'stat record' and 'stat report' are verbs; any other word after stat begins the command. */
static void choose_verb(struct choice *c, const struct option_verb *v, const char *second)
{
	const struct option_verb *next = find_verb(second);
	bool two = v->verb == VERB_STAT && next && next->verb & (VERB_RECORD | VERB_REPORT);

	c->verb = verb_of(two ? next->verb : v->verb);
	c->words = 1 + two;
}

static int choose_of_perf(struct choice *c, int argc, char **argv, struct error *err)
{
	static const char *const helps[] = { "help", "--help", "-h", NULL };
	static const char *const versions[] = { "version", "--version", "-v", "-vv", NULL };
	static const char *const builds[] = { "--build-options", "-vv", NULL };
	int own = as_perf_own_options(argc, argv);
	const char *first = argc > own + 1 ? argv[own + 1] : NULL;
	const char *second = first && argc > own + 2 ? argv[own + 2] : NULL;
	const struct option_verb *v = find_verb(first);

	c->words = own + 1;
	c->help = is_one_of(first, helps);
	c->version = is_one_of(first, versions);
	c->build = c->version && (is_one_of(first, builds) || is_one_of(second, builds));
	c->words += c->version && is_one_of(second, builds);
	if (c->help || c->version)
		return 0;
	if (v && v->verb & (VERB_STAT | VERB_LIST)) {
		choose_verb(c, v, second);
		c->words += own;
		return 0;
	}
	error_set(err, ERROR_USAGE, 0, first ?
		  "of perf, pstat has 'perf stat' and 'perf list', not 'perf %s'" :
		  "of perf, pstat has 'perf stat' and 'perf list' only%s", first ? first : "");
	return error_hint(err, "this is pstat, called by the name of perf");
}

static int choose(struct choice *c, int argc, char **argv, struct error *err)
{
	const char *slash = argc ? strrchr(argv[0], '/') : NULL;
	const char *name = !argc ? "" : slash ? slash + 1 : argv[0];
	const char *first = argc > 1 ? argv[1] : NULL, *second = argc > 2 ? argv[2] : NULL;
	const struct option_verb *v = find_verb(first);
	bool counts = v && v->verb == VERB_STAT;	/* "stat" can be left out, so "stat help" is "help" */
	const char *word = counts ? second : first;

	*c = (struct choice){ .verb = verb_of(VERB_STAT), .as_perf = strcmp(name, "perf") == 0 };
	if (c->as_perf)
		return choose_of_perf(c, argc, argv, err);
	c->help = word && strcmp(word, "help") == 0;
	c->version = word && strcmp(word, "version") == 0;
	if (c->help || c->version)
		c->words = 1 + counts;
	else if (v)
		choose_verb(c, v, second);
	return 0;
}

/* The two verbs that only print information. */
static bool is_information(const char *word)
{
	static const char *const words[] = { "help", "version", NULL };

	return is_one_of(word, words);
}

static bool has_help(enum verb verb, const char *word)
{
	return find_verb(word) || is_information(word) || options_has_topic(verb, word);
}

/* Help about a verb, a topic, or a topic of a verb; "list" is both a verb and a topic of it. */
static int print_help(struct str *text, enum verb verb, const char *const *words, struct error *err)
{
	const struct option_verb *v = find_verb(words[0]);

	if (v && !options_has_topic(verb, words[0])) {
		verb = v->verb;
		words++;
	}
	if (words[0] && words[1])
		return error_set(err, ERROR_USAGE, 0, "help takes one topic; '%s' is a second one",
				 words[1]);
	return options_help(text, verb, is_information(words[0]) ? "about" : words[0], err);
}

/* One line, for scripts. */
static void add_version(struct str *text)
{
	str_add(text, "pstat " PSTAT_VERSION "\n");
}

#ifdef __clang__
#define COMPILER __VERSION__		/* it begins with the compiler's name */
#else
#define COMPILER "gcc " __VERSION__
#endif

/* Only the linker knows whether the program is static. */
static void add_build(struct str *text)
{
	str_addf(text, "linked: %s\n", getauxval(AT_BASE) ? "dynamic" : "static");
#ifdef __GLIBC__
	str_addf(text, "C library: glibc %s\n", gnu_get_libc_version());
#endif
	str_add(text, "compiler: " COMPILER "\n");
}

/* 'pstat help' and 'pstat version', words that people try first. */
static int add_information(struct str *text, const struct choice *c, const char *const *rest,
			   struct error *err)
{
	static const char *const verbose[] = { "-v", "--verbose", NULL };
	bool build = !c->as_perf && is_one_of(rest[0], verbose);

	if (c->help && rest[0] && !rest[1] && options_help_page(text, rest[0]))
		return 0;
	if (c->help)
		return print_help(text, VERB_STAT, rest, err);
	if (rest[build])
		return error_set(err, ERROR_USAGE, 0, "version takes no argument: '%s'", rest[build]);
	if (c->as_perf)
		as_perf_add_version(text, c->build);
	else
		add_version(text);
	if (build)
		add_build(text);
	return 0;
}

/* A word after --help may be its topic; otherwise it begins the command. */
static int print_information(struct str *text, const struct options *o, struct error *err)
{
	char *const *rest = o->n_words ? o->words : o->command;
	const char *next = rest && has_help(o->verb, rest[0]) ? rest[0] : NULL;
	/* scripts search the help of perf for an option */
	const char *every = o->as_perf ? "all" : NULL;
	const char *const about[] = { o->topic ? o->topic : next ? next : every, NULL };

	if (o->help)
		return print_help(text, o->verb, about, err);
	if (o->json_schema)
		str_add(text, json_schema_text);
	else if (o->version)
		add_version(text);
	else
		options_list(text, o->verb);
	if (o->version && o->session.verbose)
		add_build(text);
	return 0;
}

/* Prints and releases the text, unless making it failed (rc). */
static int app_print(const struct env *env, struct str *text, int rc, struct error *err)
{
	if (rc == 0)
		rc = output_file_print(env->out, text, err);
	str_release(text);
	return rc;
}

/* A set-user-ID program must not trust the environment of its caller. */
static const char *environment_value(const char *name)
{
	const char *value = secure_getenv(name);

	return value && *value ? value : NULL;
}

/* For tests: a ring buffer of this many pages, a power of two, and not as many as are permitted. */
static size_t ring_pages(const char *value)
{
	uint64_t n;
	bool valid = value && number_parse_u64(value, &n) && n && n <= RECORDER_PAGES && !(n & (n - 1));

	return valid ? (size_t)n : 0;
}

static void read_environment(struct options *o)
{
	o->measure.catalog.cpuid = environment_value("PSTAT_CPUID");
	o->measure.catalog.tables = environment_value("PERF_CPUID");
	o->measure.ring_pages = ring_pages(environment_value("PSTAT_RING_PAGES"));
	if (!o->measure.catalog.folder) {
		o->measure.catalog.folder = environment_value("PSTAT_EVENTS_DIR");
		o->measure.catalog.folder_from = "PSTAT_EVENTS_DIR";
	}
}

/* For "pstat gate help", where help is neither a file nor a command. */
static void hint_help(const struct choice *c, char *const *argv, struct error *err)
{
	const char *verb = options_verb(c->verb->verb)->name;
	const char *word = c->words ? argv[1 + c->words] : NULL;

	if (word && !c->as_perf && strcmp(word, "help") == 0)
		error_hint(err, "'pstat help %s' explains %s", verb, verb);
}

/* A command that does not exist may be a mistyped verb, or a verb after an option. */
static void hint_verb(const struct choice *c, const struct options *o, struct error *err)
{
	struct nearest near = {0};

	if (err->kind != ERROR_EXEC || err->hint[0] || o->verb != VERB_STAT || c->as_perf || !o->command ||
	    strcmp(o->command[-1], "--") == 0)
		return;
	near.wanted = o->command[0];
	for (const struct option_verb *v = option_verbs; v->name; v++)
		nearest_offer(&near, v->name);
	nearest_offer(&near, "help");
	nearest_offer(&near, "version");
	if (near.found && err->errnum == ENOENT && o->command > o->argv + 1 + c->words)
		error_hint(err, "did you mean 'pstat %s'? The verb comes first, then options", near.found);
	else if (near.found && err->errnum == ENOENT)
		error_hint(err, "did you mean 'pstat %s'?", near.found);
	else if (c->words)
		error_hint(err, "'pstat -- stat ...' counts the program stat(1)");
}

/* The options that perf's configuration files stand for come first. */
static int parse_options(struct options *o, struct choice *c, int argc, char **argv, struct error *err)
{
	bool configured = c->as_perf && c->verb->verb != VERB_LIST;
	char *word[PERF_CONFIG_WORDS], **rest = argv + c->words;
	size_t n = configured ? perf_config_words(word) : 0, n_rest = (size_t)(argc - c->words);

	if (n) {
		c->line = mem_resize(NULL, n + n_rest + 1, sizeof(*c->line));
		c->line[0] = rest[0];
		memcpy(c->line + 1, word, n * sizeof(*word));
		memcpy(c->line + 1 + n, rest + 1, n_rest * sizeof(*rest));	/* with the NULL at the end */
		rest = c->line;
	}
	return options_parse(o, c->verb->verb | (c->as_perf ? VERB_AS_PERF : 0u), (int)(n + n_rest), rest,
			     err);
}

static int dispatch(const struct env *env, int argc, char **argv, struct options *o,
		    struct choice *c, struct error *err)
{
	struct str text = {0};
	int rc;

	if (choose(c, argc, argv, err) < 0)
		return -1;
	if (argc > 1 && strcmp(argv[1], "--complete") == 0 && !c->as_perf) {
		read_environment(o);
		completion_add(&text, env, &o->measure.catalog, (const char *const *)argv + 2,
			       (size_t)argc - 2);
		return app_print(env, &text, 0, err);
	}
	if (c->help || c->version) {
		rc = add_information(&text, c, (const char *const *)argv + 1 + c->words, err);
		return app_print(env, &text, rc, err);
	}
	if (parse_options(o, c, argc, argv, err) < 0) {
		hint_help(c, argv, err);
		return -1;
	}
	o->argv = argv;
	read_environment(o);
	if (o->help || o->version || o->list_opts || o->json_schema) {
		rc = print_information(&text, o, err);
		return app_print(env, &text, rc, err);
	}
	rc = c->verb->run(env, o, err);
	if (rc < 0) {
		hint_verb(c, o, err);
		hint_help(c, argv, err);
	}
	return rc;
}

int app_refuse(const struct env *env, int argc, char **argv, const struct error *err)
{
	struct error unknown = ERROR_INIT;
	struct choice c;

	choose(&c, argc, argv, &unknown);
	message_error(env->err, err);
	return app_status_of(err, &c);
}

int app_run(const struct env *env, int argc, char **argv)
{
	struct error err = ERROR_INIT;
	struct options o = {0};
	struct choice c;
	int rc = dispatch(env, argc, argv, &o, &c, &err);

	options_release(&o);
	free(c.line);
	if (rc < 0) {
		message_error(env->err, &err);
		return app_status_of(&err, &c);
	}
	/* a shell's loop stops only if the signal kills pstat; the status is for a pstat that survives it */
	if (rc > STATUS_SIGNAL) {
		env->kernel->kill(env->kernel, getpid(), rc - STATUS_SIGNAL);
		return 128 + rc - STATUS_SIGNAL;
	}
	return rc;
}
