/* SPDX-License-Identifier: MIT */
/* Reads the file of --baseline, and chooses the result that the command is compared with. */
#include "cli/saved_base.h"

#include <errno.h>
#include <string.h>

#include "base/env.h"
#include "base/str.h"
#include "benchmark/benchmark.h"
#include "cli/options.h"

static bool is_missing(const struct error *why)
{
	return why->kind == ERROR_SYSTEM && why->errnum == ENOENT;
}

/* Chooses by --name, or by the words of the command, as --save does; perf.data has one benchmark. */
static int choose(struct saved_base *b, const struct options *o, struct error *err)
{
	LOCAL(str) words = {0};
	const char *name = o->session.name;
	int rc;

	str_add_words(&words, o->session.command[0].argv);
	if (!name && !b->file.perf)
		name = words.text;
	rc = benchmark_file_check_names(&b->file, name, err);
	if (rc == 0)
		rc = benchmark_file_choose(&b->file, name, err);
	return rc;
}

static int saved_base_find(struct saved_base *b, const struct env *env, const struct options *o,
			   struct error *err)
{
	const char *path = o->gate.baseline;
	struct error why = ERROR_INIT;

	if (benchmark_file_read(&b->file, path, env->root, &why) < 0) {
		if (is_missing(&why) && o->gate.update)
			return 0;
		*err = why;
		if (is_missing(&why))
			error_hint(err, "pstat gate --save %s -- COMMAND makes it", path);
		return -1;
	}
	if (choose(b, o, &why) < 0) {
		if (why.kind == ERROR_NOT_FOUND && o->gate.update)
			return 0;
		*err = why;
		if (why.kind == ERROR_NOT_FOUND && o->gate.suite)
			error_hint(err, "--update adds it");
		else if (why.kind == ERROR_NOT_FOUND)
			error_hint(err, "%s: --name chooses, --update adds this one", why.hint);
		return -1;
	}
	b->there = true;
	return 0;
}

int saved_base_open(struct saved_base *b, const struct env *env, const struct options *o, struct error *err)
{
	*b = (struct saved_base){0};
	if (o->gate.update && strcmp(o->gate.baseline, "-") == 0) {
		error_set(err, ERROR_USAGE, 0, "a baseline from standard input cannot be updated");
		return error_hint(err, "give --baseline a file");
	}
	if (saved_base_find(b, env, o, err) < 0)
		return -1;
	if (!b->there)
		return 0;
	if (benchmark_regroup(b->file.all.benchmark, options_rows(o), err) < 0)
		return -1;
	benchmark_report(&b->report, b->file.all.benchmark);
	return 0;
}

void saved_base_release(struct saved_base *b)
{
	benchmark_file_release(&b->file);
	*b = (struct saved_base){0};
}
