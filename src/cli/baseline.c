/* SPDX-License-Identifier: MIT */
/* Which of the results in a file is that of this benchmark? */
#include "cli/baseline.h"

#include <errno.h>
#include <string.h>

#include "base/str.h"
#include "cli/app.h"
#include "cli/options.h"

static bool is_lacking(const struct error *why)
{
	return why->kind == ERROR_SYSTEM && why->errnum == ENOENT;
}

/* As --save calls it; a file of perf's has no names. */
static int choose(struct baseline *b, const struct options *o, struct error *err)
{
	struct str words = {0};
	const char *name = o->session.name;
	int rc;

	str_add_words(&words, o->session.command[0].argv);
	if (!name && !b->file.perf)
		name = words.text;
	rc = loaded_check_names(&b->file, name, err);
	if (rc == 0)
		rc = loaded_choose(&b->file, name, err);
	str_release(&words);
	return rc;
}

static int find(struct baseline *b, const struct env *env, const struct options *o, struct error *err)
{
	const char *path = o->gate.baseline;
	struct error why = ERROR_INIT;

	if (loaded_read(&b->file, path, env->root, &why) < 0) {
		if (is_lacking(&why) && o->gate.update)
			return 0;
		*err = why;
		if (is_lacking(&why))
			error_hint(err, "pstat gate --save %s -- COMMAND makes it", path);
		return -1;
	}
	if (choose(b, o, &why) < 0) {
		if (why.kind == ERROR_NOT_FOUND && o->gate.update)
			return 0;
		*err = why;
		if (why.kind == ERROR_NOT_FOUND)
			error_hint(err, "%s: --name chooses, --update adds this one", why.hint);
		return -1;
	}
	b->there = true;
	return 0;
}

int baseline_open(struct baseline *b, const struct env *env, const struct options *o, struct error *err)
{
	*b = (struct baseline){0};
	if (o->gate.update && strcmp(o->gate.baseline, "-") == 0) {
		error_set(err, ERROR_USAGE, 0, "what came through standard input cannot be updated");
		error_hint(err, "give --baseline a file");
		return -1;
	}
	if (find(b, env, o, err) < 0)
		return -1;
	if (!b->there)
		return 0;
	return shown_open(&b->shown, &b->file.saved.entry[0], o, loaded_mode(&b->file, 0), err);
}

void baseline_release(struct baseline *b)
{
	if (b->there)
		shown_release(&b->shown);
	loaded_release(&b->file);
	*b = (struct baseline){0};
}
