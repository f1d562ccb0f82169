/* SPDX-License-Identifier: MIT */
/* Did what is in one file of results get worse in another?  What one of them lacks is no answer. */
#include "cli/gate_files.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "cli/app.h"
#include "cli/comparison.h"
#include "cli/gate_output.h"
#include "cli/gate_run.h"
#include "cli/gate_status.h"
#include "cli/library.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/shown.h"
#include "out/judged.h"

struct files {
	const struct env *env;
	const struct options *opts;
	struct library library;
	struct output out;
	bool several;			/* are held against their namesakes */
	int status;			/* of the results up to now */
	struct error why;		/* the first reason not to be able to judge */
	bool judged;			/* a benchmark was, or could not be */
	struct error skipped;		/* the first benchmark of which all limits were skipped */
	struct error unwritten;		/* the first of those that other outputs do not mind */
	bool told;			/* GitHub is, of what cannot be judged */
};

static bool same_name(const struct saved_entry *a, const struct saved_entry *b)
{
	return a->name && b->name && strcmp(a->name, b->name) == 0;
}

/* One that fits nothing; the default one nobody typed. */
static void refuse_limit(const struct gate_opts *g, struct error *err)
{
	err->kind = ERROR_USAGE;
	if (g->limited)
		return;
	error_set(err, ERROR_USAGE, 0,
		  "the default limit is of instructions:u, which these results do not have");
	error_hint(err, "--limit names what is to be judged; " GATE_NEEDS_LITTLE);
}

static int judge(const struct files *f, struct comparison_set *set, bool named, struct error *err)
{
	const struct gate_opts *g = &f->opts->gate;
	const struct compare_opts how = { .level = g->level, .stat = g->stat };
	struct judgement_opts o = gate_judgement_opts(g, &f->opts->session, true);

	o.named = named;
	o.several = f->several;
	if (comparison_judge(set, &o, &how, err) == 0)
		return 0;
	if (err->kind == ERROR_NOT_FOUND)
		refuse_limit(g, err);
	return -1;
}

/* A benchmark of which all limits were skipped does not fail, as long as another one was judged. */
static void take_status(struct files *f, const struct judgement *j)
{
	struct error why = ERROR_INIT;
	int status = gate_status(j, &why);

	f->told |= judged_github_tells(j);
	if (judgement_is_nothing(j) && j->count[VERDICT_SKIPPED]) {
		if (f->skipped.kind == ERROR_NONE)
			f->skipped = why;
		return;
	}
	f->judged = true;
	f->status = gate_status_worst(f->status, status);
	if (f->why.kind == ERROR_NONE)
		f->why = why;
}

static void take_skipped(struct files *f)
{
	if (f->judged || f->skipped.kind == ERROR_NONE)
		return;
	f->status = gate_status_worst(f->status, APP_UNMEASURED);
	if (f->why.kind == ERROR_NONE)
		f->why = f->skipped;
}

/* One of each file. */
static int judge_pair(struct files *f, const struct library_place *place, struct error *err)
{
	struct library *lib = &f->library;
	const struct saved_entry *e[2] = { library_entry(lib, place[0]), library_entry(lib, place[1]) };
	struct comparison_set set = { .ignored = session_ignored(&f->opts->session) };
	struct shown shown[2] = {{0}};
	struct error lost = ERROR_INIT;
	int rc = 0;

	for (size_t i = 0; i < 2 && rc == 0; i++) {
		rc = shown_open(&shown[i], e[i], f->opts,
				loaded_mode(&lib->file[place[i].file], place[i].entry), err);
		if (rc == 0)
			rc = comparison_add(&set, &shown[i].report, err);
	}
	if (rc == 0)
		rc = judge(f, &set, f->opts->session.name || same_name(e[0], e[1]), err);
	if (rc == 0) {
		take_status(f, &set.judgement);
		gate_output_judge(&f->out, f->env, f->opts, &set.judgement, error_first(&f->unwritten, &lost));
	}
	comparison_release(&set);
	for (size_t i = 0; i < 2; i++)
		if (shown[i].entry)
			shown_release(&shown[i]);
	return rc;
}

static void take_alone(struct files *f, size_t alone)
{
	struct error why = ERROR_INIT;

	if (!alone)
		return;
	f->status = gate_status_worst(f->status, APP_UNMEASURED);
	error_set(&why, ERROR_NOT_FOUND, 0, "%zu result%s in one of the two files only", alone,
		  alone == 1 ? " is" : "s are");
	error_hint(&why, "--name chooses one benchmark; --save puts one into the baseline");
	if (f->why.kind == ERROR_NONE)
		f->why = why;
	if (f->opts->gate.github)	/* no row says it */
		gate_output_fail(f->env, &why);
	f->told = true;
}

static int judge_all(struct files *f, struct error *err)
{
	const struct library *lib = &f->library;
	struct library_place place[2];
	struct error lost = ERROR_INIT;
	size_t pairs = 0, n = lib->file[0].saved.n;
	int rc = 0;

	for (size_t i = 0; i < n; i++)
		pairs += library_namesakes(place, lib, i) > 1;
	f->several = pairs > 1;
	for (size_t i = 0; i < n && rc == 0; i++)
		if (library_namesakes(place, lib, i) > 1)
			rc = judge_pair(f, place, err);
	if (rc < 0)
		return -1;
	if (!f->opts->session.quiet)
		library_say_alone(lib, f->env);
	take_skipped(f);
	take_alone(f, n + lib->file[1].saved.n - 2 * pairs);
	output_judged(&f->out, error_first(&f->unwritten, &lost));
	return 0;
}

int gate_files(const struct env *env, const struct options *o, bool *told, struct error *err)
{
	struct files f = { .env = env, .opts = o, .status = APP_OK, .why = ERROR_INIT,
			   .skipped = ERROR_INIT, .unwritten = ERROR_INIT };
	char *paths[] = { (char *)(uintptr_t)o->gate.baseline, (char *)(uintptr_t)o->gate.candidate };
	struct error lost = ERROR_INIT;
	int rc = library_open(&f.library, env, paths, 2, o->session.name, err);

	if (rc == 0)
		rc = output_open(&f.out, env, o, err);
	if (rc == 0)
		rc = judge_all(&f, err);
	rc = error_take_first(err, &f.unwritten, rc);	/* nothing is written behind another error */
	if (output_close(&f.out, rc < 0 ? &lost : err) < 0)
		rc = -1;
	library_release(&f.library);
	if (rc < 0)
		return -1;
	if (f.status != APP_UNMEASURED)
		return f.status;
	*err = f.why;
	*told = f.told;
	return -1;
}
