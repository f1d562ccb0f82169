/* SPDX-License-Identifier: MIT */
/* From argv to an exit status: pick the verb, parse, dispatch, word the error. */
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

#include "cli/options.h"
#include "cli/output.h"
#include "host/kernel.h"
#include "out/pieces.h"

/* The status that goes with an error. */
struct failures {
	int usage, not_found, not_executable, other;
};

static const struct failures usual = { APP_ERROR, APP_NOT_FOUND, APP_NOT_EXECUTABLE, APP_ERROR };
static const struct failures of_gate = {
	APP_MISUSED, APP_COMMAND_FAILED, APP_COMMAND_FAILED, APP_UNMEASURED,
};

/* Recognised as the first word only. */
static const struct verb_def {
	const char *name;
	enum verb verb;
	int (*run)(const struct env *env, const struct options *o, struct error *err);
	const struct failures *failures;
} verbs[] = {
	{ "list",    VERB_LIST,	   cmd_list,	&usual },
	{ "record",  VERB_RECORD,  cmd_stat,	&usual },
	{ "report",  VERB_REPORT,  cmd_report,	&usual },
	{ "compare", VERB_COMPARE, cmd_compare,	&usual },
	{ "gate",    VERB_GATE,	   cmd_gate,	&of_gate },
	{ "doctor",  VERB_DOCTOR,  cmd_doctor,	&usual },
};

static const struct verb_def count = { "", VERB_STAT, cmd_stat, &usual };	/* without a verb */

static int status_of(const struct error *err, const struct failures *f)
{
	if (err->kind == ERROR_EXEC)
		return err->errnum == ENOENT ? f->not_found : f->not_executable;
	return err->kind == ERROR_USAGE ? f->usage : f->other;
}

/* Nothing happens when it cannot be written: the status says it. */
static void complain(FILE *to, const struct error *err)
{
	struct error lost = ERROR_INIT;
	struct str text = {0};

	str_add(&text, "pstat: ");
	str_add_line(&text, err->message);
	if (err->column >= 0 && err->place[0]) {
		str_add(&text, "\n  ");
		str_add_line(&text, err->place);
		str_addf(&text, "\n  %*s^", err->column, "");
	}
	if (err->hint[0]) {
		str_add(&text, "\npstat: hint: ");
		str_add_line(&text, err->hint);
	}
	str_add(&text, "\n");
	sink_write(to, &text, &lost);
	str_release(&text);
}

#ifdef __clang__
#define COMPILER __VERSION__		/* it begins with its name */
#else
#define COMPILER "gcc " __VERSION__
#endif

/* Its first line is for scripts; the linker alone knows whether the program is static. */
static void add_version(struct str *text, bool verbose)
{
	str_add(text, "pstat " PSTAT_VERSION "\n");
	if (!verbose)
		return;
	str_addf(text, "linked: %s\n", getauxval(AT_BASE) ? "dynamic" : "static");
#ifdef __GLIBC__
	str_addf(text, "C library: glibc %s\n", gnu_get_libc_version());
#endif
	str_add(text, "compiler: " COMPILER "\n");
}

static int inform(const struct env *env, const struct options *o, enum verb verb, struct error *err)
{
	struct str text = {0};
	int rc = 0;

	if (o->help)
		rc = options_help(&text, verb, o->topic, err);
	else if (o->json_schema)
		str_add(&text, pieces_json_schema);
	else if (o->version)
		add_version(&text, o->verbose > 0);
	else
		options_list(&text, verb);
	if (rc == 0)
		rc = sink_print(env->out, &text, err);
	str_release(&text);
	return rc;
}

static const struct verb_def *find_verb(const char *word)
{
	for (size_t i = 0; word && i < sizeof(verbs) / sizeof(*verbs); i++)
		if (strcmp(word, verbs[i].name) == 0)
			return &verbs[i];
	return &count;
}

/*
 * Called by the name of perf, the first word says that it is perf stat that is meant, or perf
 * list; returns how many to skip.
 */
static int skip_stat(int argc, char **argv, struct error *err)
{
	const char *slash = argc ? strrchr(argv[0], '/') : NULL;
	const char *name = !argc ? "" : slash ? slash + 1 : argv[0];

	if (strcmp(name, "perf") != 0)
		return 0;
	if (argc > 1 && strcmp(argv[1], "stat") == 0)
		return 1;
	if (argc > 1 && strcmp(argv[1], "list") == 0)
		return 0;
	error_set(err, ERROR_USAGE, 0, argc > 1 ?
		  "of perf, pstat has 'perf stat' and 'perf list', not 'perf %s'" :
		  "of perf, pstat has 'perf stat' and 'perf list' only%s", argc > 1 ? argv[1] : "");
	error_hint(err, "this is pstat, called by the name of perf");
	return -1;
}

/* Of a program with more privileges than its caller has, the caller's words decide nothing. */
static const char *variable(const char *name)
{
	const char *value = secure_getenv(name);

	return value && *value ? value : NULL;
}

/* Returns how many words tell which verb it is, or -1. */
static int choose_verb(int argc, char **argv, const struct verb_def **verb, struct error *err)
{
	int skip = skip_stat(argc, argv, err);

	*verb = skip < 0 ? &count : find_verb(argc > skip + 1 ? argv[skip + 1] : NULL);
	return skip < 0 ? -1 : skip + (*verb != &count);
}

static int dispatch(const struct env *env, int argc, char **argv, struct options *o,
		    const struct verb_def **verb, struct error *err)
{
	int skip = choose_verb(argc, argv, verb, err);
	const struct verb_def *v = *verb;

	if (skip < 0 || options_parse(o, v->verb, argc - skip, argv + skip, err) < 0)
		return -1;
	o->argv = argv;
	o->measure.catalog.cpuid = variable("PSTAT_CPUID");
	o->measure.catalog.tables = variable("PERF_CPUID");
	if (!o->measure.catalog.folder) {
		o->measure.catalog.folder = variable("PSTAT_EVENTS_DIR");
		o->measure.catalog.folder_from = "PSTAT_EVENTS_DIR";
	}
	return o->help || o->version || o->list_opts || o->json_schema ? inform(env, o, v->verb, err)
								       : v->run(env, o, err);
}

int app_refuse(const struct env *env, int argc, char **argv, const struct error *err)
{
	struct error unknown = ERROR_INIT;
	const struct verb_def *verb;

	choose_verb(argc, argv, &verb, &unknown);
	complain(env->err, err);
	return status_of(err, verb->failures);
}

int app_run(const struct env *env, int argc, char **argv)
{
	struct error err = ERROR_INIT;
	struct options o = {0};
	const struct verb_def *verb;
	int rc = dispatch(env, argc, argv, &o, &verb, &err);

	options_release(&o);
	if (rc < 0) {
		complain(env->err, &err);
		return status_of(&err, verb->failures);
	}
	/* a shell's loop stops only when it sees the signal; the status is for who survives it */
	if (rc > APP_DIE) {
		env->kernel->kill(env->kernel, getpid(), rc - APP_DIE);
		return 128 + rc - APP_DIE;
	}
	return rc;
}
