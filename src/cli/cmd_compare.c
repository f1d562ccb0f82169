/* SPDX-License-Identifier: MIT */
/* compare: runs commands in turns, or reads saved results, and compares them with the first. */
#include <string.h>

#include "base/exit_status.h"
#include "base/mem.h"
#include "benchmark/benchmark_set.h"
#include "cli/app.h"
#include "cli/options.h"
#include "cli/output.h"
#include "format/format.h"
#include "session/base_build.h"
#include "session/compare_run.h"
#include "session/session.h"
#include "session/session_run.h"
#include "session/where_run.h"

/* Some readers of junit refuse a document without test cases. */
static void say_formats(const struct env *env, const struct options *o, const struct output *out)
{
	if (!o->session.quiet && output_has_flag(out, FORMAT_VERDICTS))
		message_print(env->err, "pstat: note: junit and github report limits, and only 'pstat gate' "
			      "has limits\n");
}

/* --- commands ---------------------------------------------------------------------------------------- */

/* An incomplete result does not replace a complete one. */
static int save_sides(struct compare_run *c, const struct options *o, struct output *out,
		      struct error *err)
{
	if (!c->session->over)
		return output_sides(out, c->session, err);
	if (o->out.save)
		comparison_add_note(&c->set.comparison, GRAVITY_WARNING, -1, "not-saved",
				    "nothing is saved in %s, because the series is not complete", o->out.save);
	return 0;
}

/* Only for an interrupt, as a failed run was reported when it ended. */
static int say_nothing_complete(const struct session *s)
{
	if (s->status > STATUS_SIGNAL && !s->opts->quiet)
		message_print(s->env->err,
			      "pstat: interrupted before one run of each command was complete\n");
	return 0;
}

static int show_commands(struct compare_run *c, const struct options *o, struct output *out,
			 struct error *err)
{
	struct error lost = ERROR_INIT;
	int rc;

	if (!session_has_rounds(c->session))
		return say_nothing_complete(c->session);
	if (compare_run_conclude(c, err) < 0)
		return -1;
	rc = save_sides(c, o, out, err);
	if (output_comparison(out, &c->set.comparison, rc < 0 ? &lost : err) < 0)
		rc = -1;
	return output_end_comparisons(out, rc < 0 ? &lost : err) < 0 ? -1 : rc;
}

/* Complete rounds are shown even if something fails after them. */
static int run_commands(struct compare_run *c, const struct env *env, const struct options *o,
			struct error *err)
{
	struct error lost = ERROR_INIT;
	struct output out = {0};
	int rc = output_open(&out, env, o, err);

	if (rc < 0)
		return -1;
	say_formats(env, o, &out);
	rc = session_prepare(c->session, err) < 0 || session_start(c->session, err) < 0 ? -1 : 0;
	if (rc < 0 && base_build_accepts(c->session, err)) {
		session_end(c->session, &lost);
		output_close(&out, &lost);
		return STATUS_OK;
	}
	if (rc == 0)
		rc = compare_run_decide(c, err);
	if (rc == 0)
		compare_run_find_lines(c);
	if (session_end(c->session, rc < 0 ? &lost : err) < 0)
		rc = -1;
	if (show_commands(c, o, &out, rc < 0 ? &lost : err) < 0)
		rc = -1;
	if (output_close(&out, rc < 0 ? &lost : err) < 0)
		rc = -1;
	return rc < 0 ? -1 : c->session->status;
}

static int compare_commands(const struct env *env, const struct options *o, struct error *err)
{
	struct session session;
	struct compare_run c;
	int rc;

	if (o->session.n_commands < 2) {
		error_set(err, ERROR_USAGE, 0, "compare needs a second command");
		return error_hint(err, "add --vs COMMAND [ARG...]");
	}
	rc = session_open(&session, env, &o->session, &o->measure, err);
	compare_run_open(&c, &session, o->level);
	if (rc == 0)
		rc = o->session.dry_run ? session_print_plan(&session, err) : run_commands(&c, env, o, err);
	compare_run_release(&c);
	session_release(&session);
	return rc;
}

/* --- files ------------------------------------------------------------------------------------------- */

struct files {
	const struct options *opts;
	struct benchmark_set benchmarks;
	struct output out;
	bool several;			/* comparisons */
	struct error write_error;		/* the first error of an output; the others continue */
};

/* Whether one session measured them, in turns. */
static bool is_one_session(const struct report *report, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!report[i].b->session_id || strcmp(report[i].b->session_id, report[0].b->session_id) != 0)
			return false;
	return true;
}

static size_t fewest_rounds(const struct comparison_set *set)
{
	size_t n = set->side[0].n_rounds;

	for (size_t i = 1; i < set->n; i++)
		n = set->side[i].n_rounds < n ? set->side[i].n_rounds : n;
	return n;
}

static int show_places(struct files *f, const struct benchmark_place *place, size_t n, struct error *err)
{
	const struct benchmark_set *all = &f->benchmarks;
	LOCAL(comparison_set) set = { .ignored = session_ignored(&f->opts->session) };
	const struct comparison_opts o = { .mode = COMPARISON_PLAIN, .level = f->opts->level,
					   .check_hosts = true, .allow_mismatch = true, .named = true,
					   .several = f->several };
	struct compare_opts how = { .level = f->opts->level };
	FREED struct report *report = mem_resize(NULL, n, sizeof(*report));
	FREED struct benchmark **side = mem_zeroed(n, sizeof(*side));
	struct error lost = ERROR_INIT;
	int rc = 0;

	for (size_t i = 0; i < n && rc == 0; i++) {
		side[i] = benchmark_set_at(all, place[i]);
		if (comparison_set_add_saved(&set, &report[i], side[i], options_rows(f->opts), err) < 0)
			rc = error_prefix(err, benchmark_file_name(&all->file[place[i].file]));
	}
	how.paired = rc == 0 && is_one_session(report, n);
	if (rc == 0)
		rc = comparison_set_compare(&set, &o, &how, err);
	if (rc == 0) {
		compare_run_note_few(&set.comparison, how.level, how.paired, fewest_rounds(&set));
		where_show_saved(&set.comparison, side, &f->opts->session);
		output_comparison(&f->out, &set.comparison, error_slot(&f->write_error, &lost));
	}
	return rc;
}

/* Compares all results of one file with its first. */
static int show_file(struct files *f, struct error *err)
{
	size_t n = f->benchmarks.file[0].all.n;
	FREED struct benchmark_place *place = mem_resize(NULL, n, sizeof(*place));
	int rc;

	for (size_t i = 0; i < n; i++)
		place[i] = (struct benchmark_place){ 0, i };
	if (n < 2) {
		rc = error_set(err, ERROR_USAGE, 0,
			       "%s has only one result, and compare needs two",
			       benchmark_file_name(&f->benchmarks.file[0]));
		error_hint(err, "pstat compare BASE.json NEW.json");
	} else {
		rc = show_places(f, place, n, err);
	}
	return rc;
}

static int show_namesakes(struct files *f, const struct env *env, struct error *err)
{
	const struct benchmark_set *all = &f->benchmarks;
	size_t n = all->file[0].all.n, found = 0;
	FREED struct benchmark_place *place = mem_resize(NULL, all->n, sizeof(*place));
	int rc = 0;

	for (size_t i = 0; i < n; i++)
		found += benchmark_set_namesakes(place, all, i) > 1;
	f->several = found > 1;
	for (size_t i = 0; i < n && rc == 0; i++) {
		size_t sides = benchmark_set_namesakes(place, all, i);

		if (sides > 1)
			rc = show_places(f, place, sides, err);
	}
	if (rc == 0 && !found) {
		error_set(err, ERROR_NOT_FOUND, 0, "%s and %s have no result of the same name",
			  benchmark_file_name(&all->file[0]), benchmark_file_name(&all->file[1]));
		return error_hint(err, "--name names a result when it is saved");
	}
	if (rc == 0 && !f->opts->session.quiet)
		benchmark_set_say_alone(all, env);
	return rc;
}

static int compare_files(const struct env *env, const struct options *o, struct error *err)
{
	struct files f = { .opts = o, .write_error = ERROR_INIT };
	struct error lost = ERROR_INIT;
	int rc = benchmark_set_open(&f.benchmarks, env, o->words, o->n_words, o->session.name, err);

	if (rc == 0)
		rc = output_open(&f.out, env, o, err);
	if (rc == 0)
		say_formats(env, o, &f.out);
	if (rc == 0)
		rc = f.benchmarks.n == 1 ? show_file(&f, err) : show_namesakes(&f, env, err);
	if (rc == 0)
		output_end_comparisons(&f.out, error_slot(&f.write_error, &lost));
	rc = error_keep_first(err, &f.write_error, rc);	/* nothing is written after another error */
	if (output_close(&f.out, rc < 0 ? &lost : err) < 0)
		rc = -1;
	benchmark_set_release(&f.benchmarks);
	return rc;
}

int cmd_compare(const struct env *env, const struct options *o, struct error *err)
{
	if (o->command)
		return compare_commands(env, o, err);
	if (o->n_words)
		return compare_files(env, o, err);
	error_set(err, ERROR_USAGE, 0, "compare needs commands, or saved results");
	return error_hint(err, "pstat compare -- COMMAND [ARG...] --vs COMMAND [ARG...], "
			  "or: pstat compare BASE.json NEW.json");
}
