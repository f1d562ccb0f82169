/* SPDX-License-Identifier: MIT */
/*
 * Did it get worse?  Measures a command beside another one, against a saved result, or to save
 * one, and ends with a status that a build can fail by.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/app.h"
#include "cli/baseline.h"
#include "cli/bout.h"
#include "cli/gate_files.h"
#include "cli/github.h"
#include "cli/limited.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/ruling.h"
#include "cli/selftest.h"
#include "format/github.h"
#include "out/fingerprint.h"
#include "out/judgement.h"

struct gate {
	const struct env *env;
	struct options opts;		/* as given, with the events of limits; borrowed, but for those */
	struct baseline baseline;
	struct bout bout;
	struct selftest selftest;
	struct output out;
	bool alone;			/* there is nothing to hold it against: it is to be saved */
	bool spoilt;			/* it did not end well */
	bool told;			/* GitHub is, of what it ends with */
};

/* --- what is asked for ----------------------------------------------------------------------------- */

static int check_mode(const struct options *o, struct error *err)
{
	const struct gating *g = &o->gate;
	size_t n = o->compare.n;

	if (n > 1 && (g->baseline || g->selftest)) {
		error_set(err, ERROR_USAGE, 0, "%s is for one command",
			  g->selftest ? "--selftest" : "--baseline");
		error_hint(err, "leave out --vs and what is behind it");
		return -1;
	}
	if (n == 1 && !g->baseline && !g->selftest && !o->out.save) {
		error_set(err, ERROR_USAGE, 0, "there is one command, and nothing to hold it against");
		error_hint(err, "--vs COMMAND [ARG...] behind it; or --baseline FILE, which --save makes");
		return -1;
	}
	if (g->baseline && o->out.save && strcmp(g->baseline, o->out.save) == 0) {
		error_set(err, ERROR_USAGE, 0, "--save would replace what the command is held against");
		error_hint(err, "--update does that");
		return -1;
	}
	return 0;
}

/* --- what is said ---------------------------------------------------------------------------------- */

static const char *how_kept(const struct gate *g)
{
	if (!g->opts.gate.update)
		return "saved";
	if (g->alone)
		return "new";
	switch (g->bout.contest.judgement.outcome) {
	case OUTCOME_REGRESSED:
		return "accepted although it regressed,";
	case OUTCOME_INCOMPARABLE:
		return "accepted although it cannot be compared,";
	default:
		return "accepted";
	}
}

static int say_saved(const struct gate *g, struct error *err)
{
	const struct options *o = &g->opts;
	const struct judgement *j = &g->bout.contest.judgement;
	const struct race *r = &g->bout.race;
	int rc = 0;

	for (size_t i = 0; i < r->n && rc == 0; i++) {
		struct str name = {0};

		judgement_add_name(&name, j, j->n_sides - r->n + i);
		rc = ruling_say(g->env, o, err, " %s in %s as '%s': %zu run%s\n", how_kept(g), o->out.save,
				name.text, r->side[i].rounds, r->side[i].rounds == 1 ? "" : "s");
		str_release(&name);
	}
	return rc;
}

/* What was skipped, and had a value up to now; NULL: nothing. */
static const char *lost_row(const struct judgement *j)
{
	for (size_t i = 0; i < j->n_comparisons; i++) {
		const struct comparison *c = &j->comparison[i];

		if (c->verdict == VERDICT_SKIPPED && c->reason != REASON_NONE && c->before.n)
			return c->row->name;
	}
	return NULL;
}

/* Nobody accepts what no limit has looked at. */
static int refuse_unjudged(const struct gate *g, struct error *err)
{
	error_set(err, ERROR_UNSUPPORTED, 0, "no limit was judged, so '%s' stays as it is", g->opts.out.save);
	error_hint(err, "--limit names what is to be judged; " RULING_NEEDS_LITTLE);
	return -1;
}

/* A baseline that lacks what its limits ask for would be found out too late. */
static int check_lacking(struct gate *g, struct error *err)
{
	const struct gating *gating = &g->opts.gate;
	struct bout_alone alone;
	const char *lacking, *lost;

	if (!g->alone && !gating->update)
		return 0;
	if (bout_check(&g->bout, &alone, err) < 0)
		return -1;
	lost = lost_row(&g->bout.contest.judgement);
	lacking = lost ? lost : alone.lacking;
	if (!lost && gating->update && judgement_is_nothing(&g->bout.contest.judgement))
		return refuse_unjudged(g, err);
	if (!lacking[0])
		return 0;
	if (!lost && (gating->skip_unsupported || !(gating->limited || gating->update))) {
		judgement_note(&g->bout.contest.judgement, GRAVITY_WARNING, -1, "not-measured",
			       "%s has no value: a gate on it can judge nothing by this result", lacking);
		return 0;
	}
	error_set(err, ERROR_UNSUPPORTED, 0, "%s has no value, and nothing is saved", lacking);
	error_hint(err, "--limit names what is to be judged; " RULING_NEEDS_LITTLE);
	return -1;
}

/* Files first: what is said to be saved is. */
static int tell(struct gate *g, struct error *err)
{
	struct bout *b = &g->bout;
	bool whole = b->race.status == APP_OK && !g->spoilt, keeps = g->opts.out.save && whole;
	struct error why = ERROR_INIT, lost = ERROR_INIT;
	int rc = 0, kept = 0;

	bout_note(b);
	if (whole)
		kept = check_lacking(g, &why);
	if (keeps && kept == 0)
		rc = race_report(&b->race, &g->out, err);
	if (ruling_show(&g->out, g->env, &g->opts, &b->contest.judgement, rc < 0 ? &lost : err) < 0)
		rc = -1;
	if (output_judged(&g->out, rc < 0 ? &lost : err) < 0)
		rc = -1;
	if (rc == 0 && kept < 0) {
		*err = why;
		return -1;
	}
	return rc == 0 && keeps ? say_saved(g, err) : rc;
}

/* --- how it ends ----------------------------------------------------------------------------------- */

static int status_of(const struct gate *g, struct error *err)
{
	const struct bout *b = &g->bout;
	int status;

	if (b->race.status != APP_OK)
		return b->race.status > APP_DIE || b->race.status == APP_TIMEOUT ? b->race.status
										  : APP_COMMAND_FAILED;
	if (g->alone || g->opts.gate.update)
		return APP_OK;
	status = g->opts.gate.selftest ? selftest_status(&g->selftest, err)
					 : ruling_status(&b->contest.judgement, err);
	return status == APP_UNMEASURED ? -1 : status;
}

static int decide(struct gate *g, struct error *err)
{
	struct bout *b = &g->bout;

	if (g->alone)
		return bout_measure(b, err);
	return g->opts.gate.selftest ? selftest_run(&g->selftest, err)
				       : bout_decide(b, &b->contest, 0, err);
}

static bool is_told(const struct gate *g)
{
	return ruling_annotates(&g->opts, &g->bout.contest.judgement) &&
	       github_tells(&g->bout.contest.judgement);
}

/* What was measured is told even when --cleanup fails; nobody is to go on from it. */
static int finish(struct gate *g, struct error *err)
{
	struct bout *b = &g->bout;
	struct error why = ERROR_INIT;

	g->spoilt = bout_end(b, &why) < 0;
	if (g->spoilt)
		judgement_note(&b->contest.judgement, GRAVITY_ERROR, -1, "cleanup-failed", "%s", why.message);
	if (tell(g, err) < 0)
		return -1;
	if (!g->spoilt)
		return 0;
	*err = why;
	g->told = is_told(g);
	return -1;
}

static int run(struct gate *g, struct error *err)
{
	const struct output_run run = options_run(&g->opts);
	struct error lost = ERROR_INIT;
	int rc = output_open(&g->out, g->env, &g->opts.out, &run, err);

	if (rc < 0)
		return -1;
	rc = bout_start(&g->bout, err);
	if (rc == 0)
		rc = decide(g, err);
	if (rc < 0)
		bout_end(&g->bout, &lost);
	else
		rc = finish(g, err);
	if (output_close(&g->out, rc < 0 ? &lost : err) < 0)
		rc = -1;
	if (rc < 0)
		return -1;
	g->told = is_told(g);
	return status_of(g, err);
}

static int plan(struct gate *g, struct error *err)
{
	struct str text = {0};
	int rc = race_plan(&text, &g->bout.race, err);

	output_fit(&text, g->env->out);
	if (rc == 0)
		rc = output_file_print(g->env->out, &text, err);
	str_release(&text);
	return rc;
}

/* As it was measured for the baseline, unless somebody says otherwise, or it is to be the next one. */
static void lay_out(struct gate *g)
{
	const struct options *o = &g->opts;
	enum launch_layout *layout = &g->bout.race.side[0].opts.launch.layout;

	if (!g->baseline.there || o->gate.update || o->measure.launch.layout != LAUNCH_LAYOUT_OF_CALLER)
		return;
	*layout = fingerprint_is_fixed(&g->baseline.report) ? LAUNCH_LAYOUT_FIXED
								  : LAUNCH_LAYOUT_OF_CALLER;
}

static int open_bout(struct gate *g, struct error *err)
{
	const struct options *o = &g->opts;
	const struct entrant *e = o->compare.entrant;
	const struct entrant twice[] = { e[0], e[0] };
	int rc = o->gate.selftest ? bout_open(&g->bout, g->env, o, twice, 2, err)
				    : bout_open(&g->bout, g->env, o, e, o->compare.n, err);

	g->bout.base = g->baseline.there ? &g->baseline.report : NULL;
	g->selftest.bout = &g->bout;
	if (rc == 0)
		lay_out(g);
	g->alone = o->compare.n == 1 && !o->gate.selftest && !g->baseline.there;
	return rc;
}

static int gate_commands(const struct env *env, const struct options *o, bool *told, struct error *err)
{
	struct gate g = { .env = env, .opts = *o };
	struct event_text *own;
	int rc = check_mode(o, err);

	if (rc == 0 && o->gate.baseline)
		rc = baseline_open(&g.baseline, env, o, err);
	if (rc < 0)
		goto out;
	if (o->gate.update)
		g.opts.out.save = o->gate.baseline;
	rc = limited_add_events(&g.opts, env, err);
	own = g.opts.measure.events;
	if (rc == 0)
		rc = open_bout(&g, err);
	if (rc == 0)
		rc = o->session.dry_run ? plan(&g, err) : run(&g, err);
	*told = g.told;
	selftest_release(&g.selftest);
	bout_release(&g.bout);
	free(own);
out:
	baseline_release(&g.baseline);
	return rc;
}

static int judge(const struct env *env, const struct options *o, bool *told, struct error *err)
{
	if (o->command)
		return gate_commands(env, o, told, err);
	if (o->gate.candidate)
		return gate_files(env, o, told, err);
	error_set(err, ERROR_USAGE, 0, "there is nothing to judge");
	error_hint(err, "pstat gate -- COMMAND [ARG...] --vs COMMAND [ARG...], "
		   "or: pstat gate --baseline FILE -- COMMAND [ARG...]");
	return -1;
}

int cmd_gate(const struct env *env, const struct options *o, struct error *err)
{
	bool told = false;
	int rc = judge(env, o, &told, err);

	if (rc < 0 && !told && o->gate.github)
		github_fail(env, err);
	ruling_say_once(env, o, err);
	return rc;
}
