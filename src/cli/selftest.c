/* SPDX-License-Identifier: MIT */
/*
 * Can a gate be believed?  It must be quiet about a command that is held against itself, and
 * must not be about the same runs made worse.
 */
#include "cli/selftest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "calc/detect.h"
#include "cli/app.h"
#include "cli/options.h"
#include "cli/ruling.h"
#include "format/conclusion.h"
#include "format/style.h"
#include "out/judgement.h"

static void detect_all(struct selftest *s)
{
	enum { REPETITIONS = 100 };
	struct judgement *j = &s->bout->contest.judgement;

	s->detect = mem_resize(NULL, j->n_comparisons, sizeof(*s->detect));
	for (size_t i = 0; i < j->n_comparisons; i++) {
		s->detect[i] = (struct detect){0};
		if (judgement_is_judged(&j->comparison[i]))
			detect_smallest(&s->detect[i], &j->comparison[i], &s->bout->rule, REPETITIONS);
	}
	j->opts.detect = s->detect;
}

/* Whether what is injected brings the row beyond its limit. */
static bool is_beyond(const struct comparison *c, double inject)
{
	const struct threshold *t = &c->threshold;
	int worse = c->row->more_is_better ? -1 : 1;
	double median = c->before.median, change = fabs(median) * inject;
	bool limited = !isnan(t->relative) || !isnan(t->absolute);

	if (!isnan(t->cap) && (worse < 0 ? median - change < t->cap : median + change > t->cap))
		return true;
	return limited && t->sign == worse && !(inject <= t->relative) && !(change <= t->absolute);
}

/* Rows are those of the bout's own judgement, in their order. */
static int judge_injected(struct selftest *s, const struct contest *with, struct error *err)
{
	static const struct style style;
	struct judgement *plain = &s->bout->contest.judgement;
	const struct judgement *j = &with->judgement;
	struct str line = {0};
	double inject = s->bout->opts->gate.inject;
	size_t known = 0, beyond = 0, missed = 0;

	for (size_t i = 0; i < j->n_comparisons; i++) {
		const struct comparison *c = &j->comparison[i];

		if (!judgement_is_judged(c))
			continue;
		known += c->verdict != VERDICT_INCOMPARABLE && c->verdict != VERDICT_MISSING;
		if (!c->before.n || !is_beyond(c, inject))
			continue;
		beyond++;
		if (c->verdict == VERDICT_WORSE)
			continue;
		missed++;
		judgement_note(plain, GRAVITY_ERROR, -1, "missed",
			       "%s: with %+g %% injected it is not seen to be worse", c->row->name,
			       100 * inject);
	}
	if (!beyond && known) {
		error_set(err, ERROR_USAGE, 0, "--inject %+g%% is within all limits", 100 * inject);
		error_hint(err, "inject more than a limit allows");
		return -1;
	}
	if (beyond && !missed) {
		conclusion_add(&line, j, &style);
		judgement_note(plain, GRAVITY_NOTE, -1, "caught", "with %+g %% injected: %s", 100 * inject,
			       line.len ? line.text : "");
		str_release(&line);
	}
	return 0;
}

int selftest_run(struct selftest *s, struct error *err)
{
	struct bout *b = s->bout;
	struct contest with = { .opts = b->opts };
	int rc = bout_decide(b, &b->contest, 0, err);

	if (rc < 0 || b->race.status != APP_OK)
		return rc;
	if (b->opts->gate.inject > 0) {
		rc = bout_decide(b, &with, b->opts->gate.inject, err);
		if (rc == 0 && b->race.status == APP_OK)
			rc = judge_injected(s, &with, err);
		contest_release(&with);
	}
	if (rc == 0)
		detect_all(s);
	return rc;
}

static const struct comparison *first_of(const struct judgement *j, enum verdict verdict)
{
	for (size_t i = 0; i < j->n_comparisons; i++)
		if (judgement_is_judged(&j->comparison[i]) && j->comparison[i].verdict == verdict)
			return &j->comparison[i];
	return NULL;
}

static const char *note_of(const struct judgement *j, const char *code)
{
	for (size_t i = 0; i < j->n_notes; i++)
		if (strcmp(j->note[i].code, code) == 0)
			return j->note[i].text;
	return NULL;
}

int selftest_status(const struct selftest *s, struct error *why)
{
	const struct judgement *j = &s->bout->contest.judgement;
	const struct comparison *wrong = first_of(j, VERDICT_WORSE);
	int status = ruling_status(j, why);

	if (!wrong)
		wrong = first_of(j, VERDICT_BETTER);
	if (wrong) {
		error_set(why, ERROR_UNSUPPORTED, 0, "%s of the command differs from %s of the same command",
			  wrong->row->name, wrong->row->name);
		error_hint(why, "it does not do the same in each run, or something disturbs it");
		return APP_UNMEASURED;
	}
	if (status != APP_OK && status != APP_UNMEASURED) {
		error_set(why, ERROR_UNSUPPORTED, 0, "these settings do not tell whether it is the same");
		error_hint(why, "a larger limit, or more runs");
		return APP_UNMEASURED;
	}
	if (status == APP_OK && note_of(j, "missed")) {
		error_set(why, ERROR_UNSUPPORTED, 0, "%s", note_of(j, "missed"));
		error_hint(why, "a larger limit, more runs, or another event");
		return APP_UNMEASURED;
	}
	return status;
}

void selftest_release(struct selftest *s)
{
	free(s->detect);
	*s = (struct selftest){0};
}
