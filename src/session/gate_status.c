/* SPDX-License-Identifier: MIT */
/* Decides the exit status of a comparison, and gives a hint if a limit could not be checked. */
#include "session/gate_status.h"

#include <math.h>
#include <string.h>

#include "benchmark/benchmark.h"
#include "benchmark/report.h"
#include "base/exit_status.h"
#include "compare/effect.h"
#include "compare/power.h"

/* More runs do not help if their counts are left out. */
static enum compare_reason cause_of(const struct row_comparison *c)
{
	bool lost = c->reason == REASON_TOO_FEW && c->n < c->n_now && c->n < c->n_base;

	return lost ? REASON_NOT_COUNTED : c->reason;
}

/* Whether the row is a metric of -M; the values of other metrics are computed again from saved counts. */
static bool is_of_groups(const struct comparison *cmp, const char *row)
{
	bool yes = false;

	for (size_t s = 0; s < cmp->n_sides; s++) {
		const struct metrics *ms = &cmp->side[s].report->b->metrics;

		for (size_t i = 0; i < ms->n; i++) {
			FREED char *id = metric_id(ms->metric[i].def);

			yes |= ms->metric[i].def->group && strcmp(id, row) == 0;
		}
	}
	return yes;
}

/* Whether it was opened without the kernel, where all that it counts happens. */
static bool is_blind(const struct comparison *cmp, const char *row)
{
	for (size_t s = 0; s < cmp->n_sides; s++) {
		const struct report *r = cmp->side[s].report;

		for (size_t i = 0; r && i < r->b->events.n; i++) {
			const struct event *e = &r->b->events.event[i];

			if (e->flags & EVENT_BLIND && strcmp(e->name, row) == 0)
				return true;
		}
	}
	return false;
}

static bool only_the_command_differs(const struct comparison *cmp, const struct row_comparison *c)
{
	LOCAL(str) words = {0};

	comparison_add_differences(&words, cmp, c);
	return str_same(str_text(&words), "the command");
}

/* NULL: nothing would help. */
static const char *hint_for(const struct comparison *cmp, const struct row_comparison *c)
{
	enum compare_reason reason;

	if (c->verdict == VERDICT_MISSING && is_of_groups(cmp, c->row->name))
		return "the values of -M are not saved for each run: use --vs, or limit an event";
	if (c->reason == REASON_OTHER_HOST && only_the_command_differs(cmp, c))
		return "give both the same --name, or use --allow-env-mismatch";
	if (c->row->region && c->reason == REASON_NO_BASE)
		return "it did not enter the region; if it was measured without --regions, measure it again: "
		       "--save or --update";
	if (c->row->region && c->reason == REASON_NO_NOW)
		return "it did not enter the region; if the region is gone, leave out its limit";
	if (c->reason == REASON_HIDDEN && !isnan(c->threshold.cap))
		return NULL;		/* it has a cap already */
	if (c->lost && c->reason == REASON_TOO_FEW)
		return "the kernel has refused it since then, as a note above says: measure again";
	if (c->reason == REASON_NOT_COUNTED && is_blind(cmp, c->row->name))
		return "it happens in the kernel, which this user may not count: root may, and a note above "
		       "says how to permit it";
	reason = cause_of(c);
	if ((reason == REASON_MULTIPLEXED || reason == REASON_NOT_COUNTED) && strchr(c->row->name, '/'))
		return "on cores of several kinds use --pin to stay on one kind, and --cputype to count it";
	return compare_reasons[reason].hint;
}

static const char *note_of(const struct comparison *cmp, const char *code)
{
	for (size_t i = 0; i < cmp->n_notes; i++)
		if (strcmp(cmp->note[i].code, code) == 0)
			return cmp->note[i].text;
	return NULL;
}

/* The first row for which --budget was too short; NULL: there is none. */
static const struct row_comparison *first_cut(const struct comparison *cmp)
{
	for (size_t i = 0; i < cmp->n_comparisons; i++)
		if (row_comparison_is_checked(&cmp->comparison[i]) &&
		    cmp->comparison[i].reason == REASON_BUDGET)
			return &cmp->comparison[i];
	return NULL;
}

static int cut(const struct comparison *cmp, struct error *why)
{
	const char *note = note_of(cmp, "budget"), *more = note ? strstr(note, "; ") : NULL;

	error_set(why, ERROR_UNSUPPORTED, 0, "%s cannot be judged: %s", first_cut(cmp)->row->name,
		  compare_reasons[REASON_BUDGET].english);
	if (more)
		error_hint(why, "%s", more + 2);
	return STATUS_UNMEASURED;
}

/* The report has told it with the same words. */
static int nothing(const struct comparison *cmp, const char *line, struct error *why)
{
	error_set(why, ERROR_UNSUPPORTED, 0, "%s", line);
	why->reported = !cmp->opts.several;
	error_hint(why, "%s", cmp->count[VERDICT_SKIPPED] ?
		   compare_reasons[REASON_NOT_SUPPORTED].hint :
		   "--limit NAME=+1% sets how much worse a row may get");
	return STATUS_UNMEASURED;
}

static int unjudged(const struct comparison *cmp, const struct row_comparison *c, struct error *why)
{
	const char *hint = hint_for(cmp, c);
	LOCAL(str) line = {0};

	if (cause_of(c) != c->reason)
		str_addf(&line, "it was counted in %zu of %zu runs only", c->n, c->n_now);
	else
		comparison_add_reason(&line, cmp, c);
	error_set(why, ERROR_UNSUPPORTED, 0, "%s cannot be judged: %s", c->row->name, line.text);
	if (c->reason == REASON_MACHINE_UNKNOWN && c->row->limit)	/* watched for limits on times */
		error_hint(why, "measure the baseline again with --save FILE --limit '%s=%s', or compare in "
			   "turns with --vs", c->row->limit->name, c->row->limit->value);
	else if (hint)
		error_hint(why, "%s", hint);
	return STATUS_UNMEASURED;
}

int gate_status(const struct comparison *cmp, const char *line, struct error *why)
{
	const struct row_comparison *c = effect_first_unjudged(cmp);

	if (cmp->outcome == OUTCOME_REGRESSED)
		return STATUS_REGRESSED;
	if (cmp->outcome == OUTCOME_NOTHING)
		return nothing(cmp, line, why);
	if (c)
		return c->reason == REASON_BUDGET ? cut(cmp, why) : unjudged(cmp, c, why);
	return effect_of_comparison(cmp) == EFFECT_FAILS ? STATUS_UNSURE : STATUS_OK;
}

static int how_bad(int status)
{
	static const int order[] = { STATUS_OK, STATUS_UNSURE, STATUS_UNMEASURED };
	enum { KNOWN = sizeof(order) / sizeof(*order) };

	for (int i = 0; i < KNOWN; i++)
		if (status == order[i])
			return i;
	/* between them: that of a command that failed */
	return status == STATUS_REGRESSED ? KNOWN + 1 : KNOWN;
}

int gate_status_worst(int a, int b)
{
	return how_bad(b) > how_bad(a) ? b : a;
}

/* --- --selftest -------------------------------------------------------------------------------------- */

static const struct row_comparison *first_of(const struct comparison *cmp, enum verdict verdict)
{
	for (size_t i = 0; i < cmp->n_comparisons; i++)
		if (row_comparison_is_checked(&cmp->comparison[i]) && cmp->comparison[i].verdict == verdict)
			return &cmp->comparison[i];
	return NULL;
}

/* Of the row that is seen worst: which change these runs find, and how many would be enough. */
static void hint_power(const struct comparison *cmp, struct error *why)
{
	const struct power *worst = NULL;
	const char *name = "";

	for (size_t i = 0; cmp->opts.detect && i < cmp->n_comparisons; i++) {
		const struct power *p = &cmp->opts.detect[i];

		if (!row_comparison_is_checked(&cmp->comparison[i]) || !isfinite(p->change) ||
		    (worst && fabs(p->change) <= fabs(worst->change)))
			continue;
		worst = p;
		name = cmp->comparison[i].row->name;
	}
	if (worst && worst->runs)
		error_hint(why, "these runs find a change of %s of %.3g%% or more; -r %zu tells twice its "
			   "limit from no change", name, 100 * fabs(worst->change), worst->runs);
	else if (worst)
		error_hint(why, "these runs find a change of %s of %.3g%% or more; no number of runs tells "
			   "twice its limit from no change", name, 100 * fabs(worst->change));
	else
		error_hint(why, "a larger limit, more runs, or another event");
}

int gate_status_selftest(const struct comparison *cmp, const char *line, struct error *why)
{
	const struct row_comparison *wrong = first_of(cmp, VERDICT_WORSE);
	int status = gate_status(cmp, line, why);

	if (!wrong)
		wrong = first_of(cmp, VERDICT_TOO_GOOD);
	if (!wrong)
		wrong = first_of(cmp, VERDICT_BETTER);
	if (wrong) {
		error_set(why, ERROR_UNSUPPORTED, 0, "%s of the command differs from %s of the same command",
			  wrong->row->name, wrong->row->name);
		error_hint(why, "the command does different work in each run, or something disturbs it");
		return STATUS_UNMEASURED;
	}
	if (status != STATUS_UNMEASURED && first_cut(cmp))
		return cut(cmp, why);
	if (status != STATUS_OK && status != STATUS_UNMEASURED) {
		error_set(why, ERROR_UNSUPPORTED, 0,
			  "these settings cannot show that a command equals itself");
		hint_power(cmp, why);
		return STATUS_UNMEASURED;
	}
	if (status == STATUS_OK && note_of(cmp, "missed")) {
		error_set(why, ERROR_UNSUPPORTED, 0, "the gate does not see what --inject adds");
		hint_power(cmp, why);
		return STATUS_UNMEASURED;
	}
	return status;
}
