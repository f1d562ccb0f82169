/* SPDX-License-Identifier: MIT */
/* Are there enough runs to judge by?  Between two looks the race goes on. */
#include "cli/bout.h"

#include <stdio.h>

#include "calc/detect.h"
#include "cli/app.h"
#include "cli/limited.h"
#include "cli/options.h"
#include "out/judgement.h"

enum { BASELINE_LEAST = 10 };		/* of fewer runs a baseline decides nothing that varies */

struct judgement_opts bout_judging(const struct options *o, bool checked)
{
	const struct rivals *r = &o->compare;
	const struct gating *g = &o->gate;

	return (struct judgement_opts){
		.mode = g->selftest ? JUDGE_SELFTEST : JUDGE_GATE, .limits = &g->limits, .level = r->level,
		.check_hosts = checked, .allow_mismatch = g->allow_mismatch, .named = o->session.name != NULL,
		.skip_unsupported = g->skip_unsupported, .unsure_fails = g->unsure_fails,
		.order = checked ? NULL : turns_names[r->turns.kind],
		.seeded = r->turns.kind == TURNS_RANDOM, .seed = r->turns.seed,
		.warmups = (size_t)r->warmups,
	};
}

/* --- before the first run -------------------------------------------------------------------------- */

static struct rule_opts rule_of(const struct bout *b, size_t judged)
{
	const struct rivals *r = &b->opts->compare;
	enum rule_caps caps = limited_by_caps(&b->opts->gate.limits);
	struct rule_opts o = {
		.exact_min = (size_t)r->runs, .noisy_min = (size_t)r->runs, .noisy_max = (size_t)r->most_runs,
		.level = r->level, .judged = judged,
		.paired = !b->base && r->turns.kind != TURNS_BLOCK,
		.caps = caps,
	};

	if (b->contest.n && b->base && caps != RULE_CAPS_ONLY)
		o.base_runs = b->contest.side[0].n_rounds;
	if (b->opts->gate.update && !o.exact_min)
		o.exact_min = BASELINE_LEAST;
	return o;
}

int bout_open(struct bout *b, const struct env *env, const struct options *o, const struct entrant *entrant,
	      size_t n, struct error *err)
{
	bool fixed;

	*b = (struct bout){ .env = env, .opts = o, .contest = { .opts = o } };
	if (race_open(&b->race, env, o, entrant, n, err) < 0)
		return -1;
	fixed = o->measure.launch.layout == LAUNCH_LAYOUT_OF_CALLER &&
		limited_to_counts(&o->gate.limits, &b->race.side[0].measure);
	for (size_t i = 0; i < n && fixed; i++)
		b->race.side[i].opts.launch.layout = LAUNCH_LAYOUT_FIXED;
	return 0;
}

int bout_start(struct bout *b, struct error *err)
{
	conditions_begin(&b->conditions, b->env->root);
	return race_start(&b->race, err);
}

/* --- looks ----------------------------------------------------------------------------------------- */

static bool is_over(const struct bout *b)
{
	return b->race.status != APP_OK;
}

static int run_up_to(struct bout *b, size_t rounds, struct error *err)
{
	return is_over(b) || b->race.rounds >= rounds ? 0 :
	       race_run(&b->race, rounds - b->race.rounds, err);
}

static void make_worse(struct side *s, double inject)
{
	for (size_t i = 0; i < s->n && inject > 0; i++)
		detect_inject(s->row[i].value, s->n_rounds,
			      s->row[i].better == BETTER_HIGHER ? -inject : inject);
}

static void keep_first(struct side *s, size_t rounds)
{
	s->n_rounds = s->n_rounds < rounds ? s->n_rounds : rounds;
}

/* At so many rounds of those that there are. */
static int look(struct bout *b, struct contest *c, size_t rounds, double inject, struct error *err)
{
	const struct judgement_opts o = bout_judging(b->opts, b->base != NULL);

	race_look(&b->race);
	contest_clear(c);
	if (b->base && contest_add(c, b->base, err) < 0)
		return -1;
	for (size_t i = 0; i < b->race.n; i++) {
		if (contest_add(c, &b->race.side[i].report, err) < 0)
			return -1;
		keep_first(&c->side[c->n - 1], rounds);
	}
	make_worse(&c->side[c->n - 1], inject);
	if (judgement_build(&c->judgement, c->side, c->n, &o, err) == 0)
		return 0;
	if (err->kind == ERROR_NOT_FOUND)	/* a limit that fits nothing */
		err->kind = ERROR_USAGE;
	return -1;
}

static size_t count_judged(const struct judgement *j)
{
	size_t n = 0;

	for (size_t i = 0; i < j->n_comparisons; i++)
		n += judgement_is_judged(&j->comparison[i]);
	return n;
}

/* Nothing of it is judged: who is told of a regression has to be told that all runs were fine, too. */
static int look_at_failure(struct bout *b, struct contest *c, struct error *err)
{
	const struct compare_opts how = { .level = b->opts->compare.level };
	struct judgement *j = &c->judgement;

	if (look(b, c, b->race.rounds, 0, err) < 0)
		return -1;
	for (size_t i = 0; i < j->n_comparisons; i++)
		if (judgement_is_judged(&j->comparison[i]))
			j->comparison[i].why = REASON_FAILED;
	compare_all(j->comparison, j->n_comparisons, &how);
	judgement_conclude(j);
	return 0;
}

/* Only a baseline can be too short for any number of runs that was not asked for. */
static int check_baseline(const struct bout *b, struct error *err)
{
	enum { USUAL_MOST = 40 };
	size_t least = rule_least(&b->rule);

	if (!b->base || b->opts->compare.runs || !b->rule.judged || (least && least <= USUAL_MOST))
		return 0;
	error_set(err, ERROR_FORMAT, 0, "the baseline has %zu run%s, too few to be %g %% sure of %zu limit%s",
		  b->rule.base_runs, b->rule.base_runs == 1 ? "" : "s", 100 * b->rule.level, b->rule.judged,
		  b->rule.judged == 1 ? "" : "s");
	error_hint(err, "measure it again: pstat gate --save FILE -r 10");
	return -1;
}

static int build_rule(struct bout *b, struct rule *rule, struct error *err)
{
	return check_baseline(b, err) < 0 ? -1 : rule_build(rule, &b->rule, err);
}

/* What can be told to be too few before anything ran is told then. */
static int first_rounds(struct bout *b, struct contest *c, size_t *rounds, struct error *err)
{
	size_t limited = limited_rows(&b->opts->gate.limits, &b->race.side[0].measure);
	struct rule rule = {0};
	int rc;

	if (b->base && !b->race.rounds && contest_add(c, b->base, err) < 0)
		return -1;
	b->rule = rule_of(b, (limited ? limited : 1) * (b->base ? 1 : b->race.n - 1));
	rc = build_rule(b, &rule, err);
	*rounds = rule.runs;
	rule_release(&rule);
	return rc;
}

static int play(struct bout *b, struct contest *c, struct rule *rule, double inject, struct error *err)
{
	struct judgement *j = &c->judgement;
	enum rule_answer answer = RULE_GO_ON;

	while (answer == RULE_GO_ON) {
		if (run_up_to(b, rule->runs, err) < 0)
			return -1;
		if (is_over(b))
			return look_at_failure(b, c, err);
		if (look(b, c, rule->runs, inject, err) < 0)
			return -1;
		answer = rule->opts.judged ? rule_look(rule, j->comparison, j->n_comparisons) : RULE_ENOUGH;
	}
	if (!rule->opts.judged) {
		const struct compare_opts how = { .paired = rule->opts.paired, .level = rule->opts.level };

		compare_all(j->comparison, j->n_comparisons, &how);
	}
	judgement_conclude(j);
	return 0;
}

int bout_decide(struct bout *b, struct contest *c, double inject, struct error *err)
{
	struct rule rule = {0};
	size_t rounds;
	int rc = -1;

	if (first_rounds(b, c, &rounds, err) < 0 || run_up_to(b, rounds, err) < 0)
		goto out;
	if (is_over(b)) {
		rc = look_at_failure(b, c, err);
		goto out;
	}
	if (look(b, c, rounds, inject, err) < 0)
		goto out;
	b->rule = rule_of(b, count_judged(&c->judgement));
	if (build_rule(b, &rule, err) == 0)
		rc = play(b, c, &rule, inject, err);
out:
	rule_release(&rule);
	return rc;
}

/* --- one side alone -------------------------------------------------------------------------------- */

static void judge_alone(struct bout_alone *alone, const struct judgement *j)
{
	for (size_t i = 0; i < j->n_comparisons; i++) {
		const struct comparison *c = &j->comparison[i];

		if (!judgement_is_judged(c))
			continue;
		alone->varies |= c->path != COMPARE_EXACT && c->path != COMPARE_NONE;
		if (!c->after.n && c->verdict != VERDICT_SAME && !alone->lacking[0])
			snprintf(alone->lacking, sizeof(alone->lacking), "%s", c->row->name);
	}
}

/* Held against itself: what is noise is not exact then. */
int bout_check(struct bout *b, struct bout_alone *alone, struct error *err)
{
	const struct report *r = &b->race.side[b->race.n - 1].report;
	const struct compare_opts how = { .level = b->opts->compare.level };
	struct judgement_opts o = bout_judging(b->opts, false);
	struct contest twice = { .opts = b->opts };
	int rc = -1;

	o.skip_unsupported = false;	/* it lacks what it lacks */
	*alone = (struct bout_alone){0};
	race_look(&b->race);
	if (contest_add(&twice, r, err) == 0 && contest_add(&twice, r, err) == 0)
		rc = contest_judge(&twice, &o, &how, err);
	if (rc == 0)
		judge_alone(alone, &twice.judgement);
	contest_release(&twice);
	return rc;
}

int bout_measure(struct bout *b, struct error *err)
{
	const struct rivals *r = &b->opts->compare;
	size_t least = r->runs ? (size_t)r->runs : BASELINE_LEAST, most = (size_t)r->most_runs;
	struct bout_alone alone = {0};

	if (run_up_to(b, least, err) < 0 || (!is_over(b) && most > least && bout_check(b, &alone, err) < 0) ||
	    (alone.varies && run_up_to(b, most, err) < 0) ||
	    look(b, &b->contest, b->race.rounds, 0, err) < 0)
		return -1;
	judgement_conclude(&b->contest.judgement);
	return 0;
}

/* --- after the last run ---------------------------------------------------------------------------- */

int bout_end(struct bout *b, struct error *err)
{
	return race_end(&b->race, err);
}

void bout_note(struct bout *b)
{
	struct judgement *j = &b->contest.judgement;

	if (b->race.status > APP_DIE)
		judgement_note(j, GRAVITY_ERROR, -1, "interrupted", "it was interrupted after %zu rounds",
			       b->race.side[0].rounds);
	else if (b->race.status == APP_TIMEOUT)
		judgement_note(j, GRAVITY_ERROR, -1, "timeout", "a run took longer than --timeout allows");
	else if (b->race.status != APP_OK)
		judgement_note(j, GRAVITY_ERROR, -1, "command-failed", "a run failed with status %d",
			       b->race.status);
	conditions_note(&b->conditions, b->env->root, &b->race.host, j);
}

void bout_release(struct bout *b)
{
	contest_release(&b->contest);
	race_release(&b->race);
	*b = (struct bout){0};
}
