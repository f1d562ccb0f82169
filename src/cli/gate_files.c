/* SPDX-License-Identifier: MIT */
/* Judges each benchmark of one file against that of its name in another one. */
#include "cli/gate_files.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "cli/app.h"
#include "cli/bout.h"
#include "cli/contest.h"
#include "cli/github.h"
#include "cli/library.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/ruling.h"
#include "format/github.h"
#include "out/report.h"

struct files {
	const struct env *env;
	const struct options *opts;
	struct library library;
	struct output out;
	bool several;			/* more than one pair is judged */
	int status;			/* the worst up to now */
	struct error why;		/* the first reason why something could not be judged */
	bool judged;			/* a benchmark was, or could not be */
	struct error skipped;		/* the first benchmark of which all limits were skipped */
	struct error unwritten;		/* the first error of an output; the others go on */
	bool told;			/* GitHub knows what could not be judged */
};

/* A limit that fits no row is wrong usage; nobody typed the default one. */
static void refuse_limit(const struct gating *g, struct error *err)
{
	err->kind = ERROR_USAGE;
	if (g->limited)
		return;
	error_set(err, ERROR_USAGE, 0,
		  "the default limit is of instructions:u, which these results do not have");
	error_hint(err, "--limit names what is to be judged; " RULING_NEEDS_LITTLE);
}

static int judge(const struct files *f, struct contest *c, bool named, struct error *err)
{
	const struct gating *g = &c->opts->gate;
	const struct compare_opts how = { .level = c->opts->compare.level };
	struct judgement_opts o = bout_judging(c->opts, true);

	o.named = named;
	o.several = f->several;
	if (contest_judge(c, &o, &how, err) == 0)
		return 0;
	if (err->kind == ERROR_NOT_FOUND)
		refuse_limit(g, err);
	return -1;
}

/* A benchmark with only skipped limits does not fail if another benchmark was judged. */
static void take_status(struct files *f, const struct judgement *j)
{
	struct error why = ERROR_INIT;
	int status = ruling_status(j, &why);

	f->told |= github_tells(j);
	if (judgement_is_nothing(j) && j->count[VERDICT_SKIPPED]) {
		if (f->skipped.kind == ERROR_NONE)
			f->skipped = why;
		return;
	}
	f->judged = true;
	f->status = ruling_worst(f->status, status);
	if (f->why.kind == ERROR_NONE)
		f->why = why;
}

static void take_skipped(struct files *f)
{
	if (f->judged || f->skipped.kind == ERROR_NONE)
		return;
	f->status = ruling_worst(f->status, APP_UNMEASURED);
	if (f->why.kind == ERROR_NONE)
		f->why = f->skipped;
}

/* Judges a benchmark of each file. */
static int judge_pair(struct files *f, const struct library_place *place, struct error *err)
{
	struct benchmark *b[2] = { library_at(&f->library, place[0]), library_at(&f->library, place[1]) };
	struct contest c = { .opts = f->opts };
	struct report report[2];
	struct error lost = ERROR_INIT;
	int rc = 0;

	for (size_t i = 0; i < 2 && rc == 0; i++) {
		rc = benchmark_regroup(b[i], options_rows(f->opts), err);
		if (rc == 0) {
			benchmark_report(&report[i], b[i]);
			rc = contest_add(&c, &report[i], err);
		}
	}
	if (rc == 0)
		rc = judge(f, &c, f->opts->session.name || strcmp(b[0]->name, b[1]->name) == 0, err);
	if (rc == 0) {
		take_status(f, &c.judgement);
		ruling_show(&f->out, f->env, f->opts, &c.judgement, error_first(&f->unwritten, &lost));
	}
	contest_release(&c);
	return rc;
}

static void take_alone(struct files *f, size_t alone)
{
	struct error why = ERROR_INIT;

	if (!alone)
		return;
	f->status = ruling_worst(f->status, APP_UNMEASURED);
	error_set(&why, ERROR_NOT_FOUND, 0, "%zu result%s in one of the two files only", alone,
		  alone == 1 ? " is" : "s are");
	error_hint(&why, "--name chooses one benchmark; --save puts one into the baseline");
	if (f->why.kind == ERROR_NONE)
		f->why = why;
	if (f->opts->gate.github)	/* no row says it */
		github_fail(f->env, &why);
	f->told = true;
}

static int judge_all(struct files *f, struct error *err)
{
	const struct library *lib = &f->library;
	struct library_place place[2];
	struct error lost = ERROR_INIT;
	size_t pairs = 0, n = lib->file[0].all.n;
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
	take_alone(f, n + lib->file[1].all.n - 2 * pairs);
	output_judged(&f->out, error_first(&f->unwritten, &lost));
	return 0;
}

int gate_files(const struct env *env, const struct options *o, bool *told, struct error *err)
{
	const struct output_run run = options_run(o);
	struct files f = { .env = env, .opts = o, .status = APP_OK, .why = ERROR_INIT,
			   .skipped = ERROR_INIT, .unwritten = ERROR_INIT };
	char *paths[] = { (char *)(uintptr_t)o->gate.baseline, (char *)(uintptr_t)o->gate.candidate };
	struct error lost = ERROR_INIT;
	int rc = library_open(&f.library, env, paths, 2, o->session.name, err);

	if (rc == 0)
		rc = output_open(&f.out, env, &o->out, &run, err);
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
