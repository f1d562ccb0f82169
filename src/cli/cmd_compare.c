/* SPDX-License-Identifier: MIT */
/*
 * In what do commands differ, or results that were saved?  One table, the first of them is what
 * the others are held against.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "cli/app.h"
#include "cli/conditions.h"
#include "cli/contest.h"
#include "cli/library.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/race.h"
#include "format/format.h"
#include "out/judgement.h"

/* A document without test cases is an error to some who read it. */
static void say_formats(const struct env *env, const struct options *o, const struct output *out)
{
	if (!o->session.quiet && output_wants(out, FORMAT_VERDICTS))
		output_say(env->err, "pstat: note: junit and github tell of limits, and a comparison has "
			   "none: 'pstat gate' has\n");
}

/* --- commands ---------------------------------------------------------------------------------------- */

struct live {
	struct race race;
	struct contest contest;
	struct conditions conditions;
	struct looks looks;		/* at which numbers of rounds there is one */
	size_t look;
};

/* The one after the least number of rounds that can tell anything, then one after each five more. */
static void plan_looks(struct live *l)
{
	enum { STEP = 5 };
	const struct rivals *r = &l->contest.opts->compare;
	const struct looks_plan plan = {
		.first = (size_t)r->runs, .last = (size_t)r->most_runs, .step = STEP,
		.alpha = (1 - r->level) / 2, .tests = 1, .one_sample = r->turns.kind != TURNS_BLOCK,
	};

	looks_plan(&l->looks, &plan);
}

/* Of several looks each is a little surer; when nobody has looked before it ends, it is the only one. */
static double level_of(const struct live *l)
{
	if (!l->look && l->race.rounds && l->race.status != APP_OK)
		return l->contest.opts->compare.level;
	return 1 - 2 * looks_alpha(&l->looks, l->look, 1);
}

static int look(struct live *l, struct error *err)
{
	const struct rivals *r = &l->contest.opts->compare;
	const struct judgement_opts o = {
		.mode = JUDGE_COMPARE, .level = r->level, .order = turns_names[r->turns.kind],
		.seeded = r->turns.kind == TURNS_RANDOM, .seed = r->turns.seed,
		.warmups = (size_t)r->warmups,
	};
	const struct compare_opts how = { .paired = r->turns.kind != TURNS_BLOCK, .level = level_of(l) };

	race_look(&l->race);
	contest_clear(&l->contest);
	for (size_t i = 0; i < l->race.n; i++)
		if (contest_add(&l->contest, &l->race.side[i].report, err) < 0)
			return -1;
	return contest_judge(&l->contest, &o, &how, err);
}

/* It is there, or it is none to speak of. */
static bool is_settled(const struct comparison *c)
{
	static const double small = 0.01;
	const struct interval *i = &c->relative.interval;

	return c->path == COMPARE_NONE || c->path == COMPARE_EXACT || c->leaning ||
	       (i->low > -small && i->high < small);
}

static bool is_enough(const struct judgement *j)
{
	for (size_t i = 0; i < j->n_comparisons; i++)
		if (!is_settled(&j->comparison[i]))
			return false;
	return true;
}

/* Looks in between are for deciding whether to go on; the last one is what is shown. */
static int run_rounds(struct live *l, struct error *err)
{
	struct race *r = &l->race;

	for (;; l->look++) {
		if (race_run(r, l->looks.runs[l->look] - r->rounds, err) < 0)
			return -1;
		if (r->status != APP_OK || l->look + 1 == l->looks.n)
			return 0;
		if (look(l, err) < 0)
			return -1;
		if (is_enough(&l->contest.judgement))
			return 0;
	}
}

static void note_few(struct judgement *j, double level, bool paired, size_t n)
{
	size_t least = compare_least_runs(level, 1, paired);

	if (n < least)
		judgement_note(j, GRAVITY_NOTE, -1, "few-runs",
			       "fewer than %zu runs give no %g %% interval for what varies", least, 100 * level);
}

/* What the table alone does not say. */
static void note_rounds(struct live *l)
{
	const struct rivals *r = &l->contest.opts->compare;
	struct judgement *j = &l->contest.judgement;
	size_t n = l->race.side[0].rounds;

	for (size_t i = 1; i < l->race.n; i++)
		n = l->race.side[i].rounds < n ? l->race.side[i].rounds : n;
	if (l->race.status != APP_OK)
		judgement_note(j, GRAVITY_WARNING, -1, "ended-early", l->race.status > APP_DIE ?
			       "it was interrupted: %zu of at least %llu runs of each command are complete" :
			       "a run failed: %zu of at least %llu runs of each command are complete", n,
			       (unsigned long long)r->runs);
	else
		note_few(j, r->level, r->turns.kind != TURNS_BLOCK, n);
}

/* Who looks for a baseline wants it whole: that which is there may be. */
static int save_sides(struct live *l, struct output *out, struct error *err)
{
	const char *file = l->contest.opts->out.save;

	if (l->race.status == APP_OK)
		return race_report(&l->race, out, err);
	if (file)
		judgement_note(&l->contest.judgement, GRAVITY_WARNING, -1, "not-saved",
			       "nothing is saved in %s, as the series is not complete", file);
	return 0;
}

/* A failure has been told by then. */
static int say_nothing_complete(const struct live *l, const struct env *env)
{
	if (l->race.status > APP_DIE && !l->contest.opts->session.quiet)
		output_say(env->err, "pstat: interrupted before one run of each command was complete\n");
	return 0;
}

static int show_live(struct live *l, const struct env *env, struct output *out, struct error *err)
{
	struct error lost = ERROR_INIT;
	int rc;

	if (!race_has_rounds(&l->race))
		return say_nothing_complete(l, env);
	if (look(l, err) < 0)
		return -1;
	note_rounds(l);
	conditions_note(&l->conditions, env->root, &l->race.host, &l->contest.judgement);
	rc = save_sides(l, out, err);
	if (output_judge(out, &l->contest.judgement, rc < 0 ? &lost : err) < 0)
		rc = -1;
	return output_judged(out, rc < 0 ? &lost : err) < 0 ? -1 : rc;
}

/* What was complete is shown even when what came after it went wrong. */
static int run_live(struct live *l, const struct env *env, struct error *err)
{
	struct error lost = ERROR_INIT;
	struct output out = {0};
	const struct output_run run = options_run(l->contest.opts);
	int rc = output_open(&out, env, &l->contest.opts->out, &run, err);

	if (rc < 0)
		return -1;
	say_formats(env, l->contest.opts, &out);
	plan_looks(l);
	conditions_begin(&l->conditions, env->root);
	rc = race_start(&l->race, err);
	if (rc == 0 && l->race.status == APP_OK)
		rc = run_rounds(l, err);
	if (race_end(&l->race, rc < 0 ? &lost : err) < 0)
		rc = -1;
	if (show_live(l, env, &out, rc < 0 ? &lost : err) < 0)
		rc = -1;
	if (output_close(&out, rc < 0 ? &lost : err) < 0)
		rc = -1;
	return rc < 0 ? -1 : l->race.status;
}

static int compare_commands(const struct env *env, const struct options *o, struct error *err)
{
	struct live l = { .contest.opts = o };
	struct str text = {0};
	int rc;

	if (o->compare.n < 2) {
		error_set(err, ERROR_USAGE, 0, "there is one command, and nothing to compare it with");
		error_hint(err, "put another behind it: --vs COMMAND [ARG...]");
		return -1;
	}
	rc = race_open(&l.race, env, o, o->compare.entrant, o->compare.n, err);
	if (rc == 0 && o->session.dry_run) {
		rc = race_plan(&text, &l.race, err);
		output_fit(&text, env->out);
		if (rc == 0)
			rc = output_file_print(env->out, &text, err);
	} else if (rc == 0) {
		rc = run_live(&l, env, err);
	}
	str_release(&text);
	contest_release(&l.contest);
	looks_release(&l.looks);
	race_release(&l.race);
	return rc;
}

/* --- files ------------------------------------------------------------------------------------------- */

struct files {
	const struct options *opts;
	struct library library;
	struct output out;
	bool several;			/* comparisons */
	struct error unwritten;		/* the first of those that other outputs do not mind */
};

/* They were measured in turns. */
static bool is_one_race(const struct report *report, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!report[i].race || strcmp(report[i].race, report[0].race) != 0)
			return false;
	return true;
}

/* It is of this file, of which there are several. */
static int name_file(const struct loaded *file, struct error *err)
{
	const struct error why = *err;

	error_set(err, why.kind, why.errnum, "%s: %s", loaded_name(file), why.message);
	error_hint(err, "%s", why.hint);
	return -1;
}

static size_t fewest_rounds(const struct contest *c)
{
	size_t n = c->side[0].n_rounds;

	for (size_t i = 1; i < c->n; i++)
		n = c->side[i].n_rounds < n ? c->side[i].n_rounds : n;
	return n;
}

static int show_places(struct files *f, const struct library_place *place, size_t n, struct error *err)
{
	const struct library *lib = &f->library;
	struct contest c = { .opts = f->opts };
	const struct judgement_opts o = { .mode = JUDGE_COMPARE, .level = f->opts->compare.level,
					  .check_hosts = true, .allow_mismatch = true, .named = true,
					  .several = f->several };
	struct compare_opts how = { .level = f->opts->compare.level };
	struct report *report = mem_resize(NULL, n, sizeof(*report));
	struct error lost = ERROR_INIT;
	int rc = 0;

	for (size_t i = 0; i < n && rc == 0; i++) {
		struct benchmark *b = library_at(lib, place[i]);

		rc = benchmark_regroup(b, options_rows(f->opts), err);
		if (rc < 0)
			break;
		benchmark_report(&report[i], b);
		if (contest_add(&c, &report[i], err) < 0)
			rc = name_file(&lib->file[place[i].file], err);
	}
	how.paired = rc == 0 && is_one_race(report, n);
	if (rc == 0)
		rc = contest_judge(&c, &o, &how, err);
	if (rc == 0) {
		note_few(&c.judgement, how.level, how.paired, fewest_rounds(&c));
		output_judge(&f->out, &c.judgement, error_first(&f->unwritten, &lost));
	}
	contest_release(&c);
	free(report);
	return rc;
}

/* All results of one file against its first. */
static int show_file(struct files *f, struct error *err)
{
	size_t n = f->library.file[0].all.n;
	struct library_place *place = mem_resize(NULL, n, sizeof(*place));
	int rc;

	for (size_t i = 0; i < n; i++)
		place[i] = (struct library_place){ 0, i };
	if (n < 2) {
		rc = error_set(err, ERROR_USAGE, 0,
			       "%s has one result, and there is nothing to compare it with",
			       loaded_name(&f->library.file[0]));
		error_hint(err, "pstat compare BASE.json NEW.json");
	} else {
		rc = show_places(f, place, n, err);
	}
	free(place);
	return rc;
}

static int show_namesakes(struct files *f, const struct env *env, struct error *err)
{
	const struct library *lib = &f->library;
	size_t n = lib->file[0].all.n, found = 0;
	struct library_place *place = mem_resize(NULL, lib->n, sizeof(*place));
	int rc = 0;

	for (size_t i = 0; i < n; i++)
		found += library_namesakes(place, lib, i) > 1;
	f->several = found > 1;
	for (size_t i = 0; i < n && rc == 0; i++) {
		size_t sides = library_namesakes(place, lib, i);

		if (sides > 1)
			rc = show_places(f, place, sides, err);
	}
	free(place);
	if (rc == 0 && !found) {
		error_set(err, ERROR_NOT_FOUND, 0, "%s and %s have no result of the same name",
			  loaded_name(&lib->file[0]), loaded_name(&lib->file[1]));
		error_hint(err, "--name says what a result is called when it is saved");
		return -1;
	}
	if (rc == 0 && !f->opts->session.quiet)
		library_say_alone(lib, env);
	return rc;
}

static int compare_files(const struct env *env, const struct options *o, struct error *err)
{
	const struct output_run run = options_run(o);
	struct files f = { .opts = o, .unwritten = ERROR_INIT };
	struct error lost = ERROR_INIT;
	int rc = library_open(&f.library, env, o->words, o->n_words, o->session.name, err);

	if (rc == 0)
		rc = output_open(&f.out, env, &o->out, &run, err);
	if (rc == 0)
		say_formats(env, o, &f.out);
	if (rc == 0)
		rc = f.library.n == 1 ? show_file(&f, err) : show_namesakes(&f, env, err);
	if (rc == 0)
		output_judged(&f.out, error_first(&f.unwritten, &lost));
	rc = error_take_first(err, &f.unwritten, rc);	/* nothing is written behind another error */
	if (output_close(&f.out, rc < 0 ? &lost : err) < 0)
		rc = -1;
	library_release(&f.library);
	return rc;
}

int cmd_compare(const struct env *env, const struct options *o, struct error *err)
{
	if (o->command)
		return compare_commands(env, o, err);
	if (o->n_words)
		return compare_files(env, o, err);
	error_set(err, ERROR_USAGE, 0, "there is nothing to compare");
	error_hint(err, "pstat compare -- COMMAND [ARG...] --vs COMMAND [ARG...], "
		   "or: pstat compare BASE.json NEW.json");
	return -1;
}
