/* SPDX-License-Identifier: MIT */
/*
 * Finds the rows of the sides that belong together, decides which of them may be compared, and derives the
 * outcome from the verdicts.
 */
#include "compare/comparison.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "benchmark/benchmark.h"
#include "benchmark/report.h"
#include "benchmark/run_result.h"
#include "compare/host_match.h"
#include "compare/machine_change.h"
#include "compare/power.h"
#include "event/event.h"

const char *const comparison_modes[] = {
	[COMPARISON_PLAIN] = "compare", [COMPARISON_GATE] = "gate", [COMPARISON_SELFTEST] = "selftest",
};

const char *const comparison_outcomes[] = {
	[OUTCOME_REGRESSED] = "regressed", [OUTCOME_INCOMPARABLE] = "not-comparable",
	[OUTCOME_UNSURE] = "inconclusive", [OUTCOME_FINE] = "fine", [OUTCOME_NOTHING] = "nothing-judged",
};

const char *const comparison_gravities[] = {
	[GRAVITY_NOTE] = "note", [GRAVITY_WARNING] = "warning", [GRAVITY_ERROR] = "error",
};

/* --- notes --------------------------------------------------------------------------------------- */

static bool has_note(const struct comparison *cmp, int side, const char *code, const char *text)
{
	for (size_t i = 0; i < cmp->n_notes; i++)
		if (cmp->note[i].side == side && strcmp(cmp->note[i].code, code) == 0 &&
		    strcmp(cmp->note[i].text, text) == 0)
			return true;
	return false;
}

void comparison_add_note(struct comparison *cmp, enum gravity gravity, int side, const char *code,
			 const char *fmt, ...)
{
	struct str text = {0};
	va_list ap;

	str_add(&text, "");
	va_start(ap, fmt);
	str_vaddf(&text, fmt, ap);
	va_end(ap);
	if (has_note(cmp, side, code, text.text)) {
		str_release(&text);
		return;
	}
	cmp->note = mem_grow(cmp->note, cmp->n_notes, sizeof(*cmp->note));
	cmp->note[cmp->n_notes++] = (struct comparison_note){ gravity, mem_copy_text(code), text.text, side };
}

static void drop_notes(struct comparison *cmp)
{
	for (size_t i = 0; i < cmp->n_notes; i++) {
		free(cmp->note[i].code);
		free(cmp->note[i].text);
	}
	free(cmp->note);
	cmp->note = NULL;
	cmp->n_notes = 0;
}

/* --- rows ---------------------------------------------------------------------------------------- */

static void comparison_add_row(struct comparison *cmp, const struct sample_row *of)
{
	struct compared_row *row;

	cmp->row = mem_grow(cmp->row, cmp->n_rows, sizeof(*cmp->row));
	row = &cmp->row[cmp->n_rows++];
	*row = (struct compared_row){ .of = of, .at = mem_resize(NULL, cmp->n_sides, sizeof(*row->at)),
				      .spread = mem_resize(NULL, cmp->n_sides, sizeof(*row->spread)) };
	for (size_t i = 0; i < cmp->n_sides; i++)
		row->at[i] = rows_find(&cmp->side[i].rows, of->name, of->nth);
}

static const struct sample_row *comparison_row_of(const struct comparison *cmp, size_t side, size_t row)
{
	int at = cmp->row[row].at[side];

	return at < 0 ? NULL : &cmp->side[side].rows.row[at];
}

enum { OF_REGIONS = SAMPLES_RUN + 1, GROUPS };	/* of rows: enum sample_kind, then those of regions */

static int group_of(const struct sample_row *row)
{
	return row->region ? OF_REGIONS : (int)row->kind;
}

/* True if another side lists the row before this one: in an earlier group, or as an earlier side. */
static bool is_listed_before(const struct comparison *cmp, size_t side, const struct sample_row *row)
{
	for (size_t s = 0; s < cmp->n_sides; s++) {
		int at = s == side ? -1 : rows_find(&cmp->side[s].rows, row->name, row->nth);
		int group = at < 0 ? 0 : group_of(&cmp->side[s].rows.row[at]);

		if (at >= 0 && (group < group_of(row) || (group == group_of(row) && s < side)))
			return true;
	}
	return false;
}

/* The row of the region's entries; NULL: this side has none. */
static const struct sample_row *find_entries(const struct samples *side, const char *region)
{
	LOCAL(str) name = {0};
	int at;

	str_addf(&name, "%s:region_entries", region);
	at = rows_find(&side->rows, name.text, 0);
	return at < 0 ? NULL : &side->rows.row[at];
}

/* Whether all runs of all sides entered the region equally often: means of an entry then tell nothing new. */
static bool is_entered_alike(const struct comparison *cmp, const char *region)
{
	double n = NAN;

	for (size_t s = 0; s < cmp->n_sides; s++) {
		const struct sample_row *row = find_entries(&cmp->side[s], region);

		for (size_t i = 0; row && i < cmp->side[s].n_rounds; i++) {
			if (isnan(n))
				n = row->value[i];
			if (row->value[i] < n || row->value[i] > n)
				return false;
		}
	}
	return true;
}

/*
 * True for a metric without a value on any side, and for the mean of an entry where it tells nothing new;
 * unless it has a limit: that limit must get a verdict.
 */
static bool comparison_is_left_out(const struct comparison *cmp, size_t at)
{
	const struct sample_row *of = cmp->row[at].of;
	bool has_value = false;

	if (of->kind != SAMPLES_METRIC || cmp->measured[at].limit)
		return false;
	for (size_t s = 0; s < cmp->n_sides; s++) {
		const struct sample_row *row = comparison_row_of(cmp, s, at);

		has_value |= row && row->n_valid;
	}
	return !has_value || (of->per_entry && of->region && is_entered_alike(cmp, of->region));
}

/* Rows of one group stay together: a row that only a later side has follows the others of its group. */
static void comparison_list_rows(struct comparison *cmp)
{
	for (int group = SAMPLES_EVENT; group < GROUPS; group++)
		for (size_t s = 0; s < cmp->n_sides; s++)
			for (size_t i = 0; i < cmp->side[s].rows.n; i++) {
				const struct sample_row *row = &cmp->side[s].rows.row[i];

				if (group_of(row) == group && !is_listed_before(cmp, s, row))
					comparison_add_row(cmp, row);
			}
}

static int bind_limits(struct comparison *cmp, struct error *err)
{
	cmp->measured = mem_resize(NULL, cmp->n_rows, sizeof(*cmp->measured));
	for (size_t i = 0; i < cmp->n_rows; i++)
		cmp->measured[i] = row_measured(cmp->row[i].of);
	return limits_bind(cmp->opts.limits, cmp->measured, cmp->n_rows, err);
}

static void release_row(struct compared_row *row)
{
	free(row->at);
	free(row->spread);
}

static void leave_out_rows(struct comparison *cmp)
{
	size_t kept = 0;

	for (size_t i = 0; i < cmp->n_rows; i++) {
		if (comparison_is_left_out(cmp, i)) {
			release_row(&cmp->row[i]);
			continue;
		}
		cmp->measured[kept] = cmp->measured[i];
		cmp->row[kept++] = cmp->row[i];
	}
	cmp->n_rows = kept;
}

static void summarize_rows(struct comparison *cmp)
{
	for (size_t i = 0; i < cmp->n_rows; i++)
		for (size_t s = 0; s < cmp->n_sides; s++) {
			const struct sample_row *row = comparison_row_of(cmp, s, i);
			struct summary *spread = &cmp->row[i].spread[s];
			LOCAL(quantiles) order = {0};

			quantiles_build(&order, row ? row->value : NULL, row ? cmp->side[s].n_rounds : 0);
			*spread = quantiles_summary(&order, (1 - cmp->opts.level) / 2);
			if (row && row->at_most > 0)
				spread->max = row->at_most;
		}
}

/* --- comparisons --------------------------------------------------------------------------------- */

/* The most frequent reason, for a row without any value. */
static enum compare_reason reason_of(const struct sample_row *row)
{
	static const enum compare_reason reasons[] = {
		[LACK_FAILED] = REASON_FAILED, [LACK_NOT_SUPPORTED] = REASON_NOT_SUPPORTED,
		[LACK_NOT_COUNTED] = REASON_NOT_COUNTED, [LACK_MULTIPLEXED] = REASON_MULTIPLEXED,
		[LACK_HIDDEN] = REASON_HIDDEN,
	};
	int most = 0;

	for (int lack = 1; lack < LACKS; lack++)
		if (row->lack[lack] > row->lack[most])
			most = lack;
	return reasons[most];
}

/* Why the rows cannot be compared.  refused: the reason why no rows of the two sides can. */
static enum compare_reason why_not(const struct sample_row *base, const struct sample_row *now,
				   enum compare_reason refused, bool history)
{
	if (!base || !now)
		return REASON_NONE;	/* compare_all() finds that it is missing */
	if (refused != REASON_NONE)
		return refused;
	if (strcmp(base->unit, now->unit) != 0)
		return REASON_OTHER_UNIT;
	if (strcmp(base->encoding, now->encoding) != 0)
		return REASON_OTHER_EVENT;
	if (!now->n_valid)
		return reason_of(now);
	if (history)		/* compare_all() finds that it has too few results */
		return REASON_NONE;
	if (!base->n_valid)	/* --if-unsupported=skip must not skip a row that can be counted here */
		return reason_of(base) == REASON_NOT_SUPPORTED ? REASON_NO_BASE : reason_of(base);
	return REASON_NONE;
}

/* True if only the base lacks values, and the limit is only a cap, which needs no base. */
static bool only_base_lacks(const struct row_comparison *c, const struct sample_row *now)
{
	const struct threshold *t = &c->threshold;
	bool no_value = c->why == REASON_NOT_COUNTED || c->why == REASON_NOT_SUPPORTED ||
		     c->why == REASON_MULTIPLEXED || c->why == REASON_HIDDEN || c->why == REASON_NO_BASE;

	return no_value && now && now->n_valid && !isnan(t->cap) && isnan(t->relative) && isnan(t->absolute);
}

/* Adds the details, as the reason only names the problem. */
static void note_other(struct comparison *cmp, size_t side, const struct sample_row *base,
		       const struct sample_row *now, enum compare_reason why)
{
	bool unit = why == REASON_OTHER_UNIT;

	comparison_add_note(cmp, GRAVITY_WARNING, (int)side, unit ? "other-unit" : "other-event",
			    "%s %s %s in the base and %s here", now->name, unit ? "is in units of" : "counts",
			    unit ? base->unit : base->encoding, unit ? now->unit : now->encoding);
}

static void compare_row(struct comparison *cmp, size_t side, size_t row, enum compare_reason refused)
{
	struct row_comparison *c = &cmp->comparison[(side - 1) * cmp->n_rows + row];
	const struct sample_row *base = comparison_row_of(cmp, 0, row),
				*now = comparison_row_of(cmp, side, row);

	*c = (struct row_comparison){
		.row = &cmp->measured[row],
		.base = base ? base->value : NULL, .n_base = base ? cmp->side[0].n_rounds : 0,
		.now = now ? now->value : NULL, .n_now = now ? cmp->side[side].n_rounds : 0,
		.threshold = cmp->measured[row].threshold,
		.why = why_not(base, now, refused, cmp->opts.history),
		.at_most = now && !now->n_valid ? now->at_most : 0,
		.history = cmp->opts.history, .noise = base ? base->noise : 0,
		.freedom = base ? base->freedom : 0,
	};
	if (base && now && (c->why == REASON_OTHER_UNIT || c->why == REASON_OTHER_EVENT))
		note_other(cmp, side, base, now, c->why);
	if (only_base_lacks(c, now))
		c->why = REASON_NONE;
	if (cmp->opts.skip_unsupported && c->why == REASON_NOT_SUPPORTED)
		c->threshold = threshold_none();
}

/* Whether limits are only on what valgrind counts. */
static bool limits_are_emulated(const struct comparison *cmp)
{
	bool any = false;

	for (size_t i = 0; i < cmp->n_rows; i++) {
		if (threshold_is_none(&cmp->measured[i].threshold))
			continue;
		if (!cmp->row[i].of->emulated)
			return false;
		any = true;
	}
	return any;
}

static const struct {
	enum gravity gravity;
	const char *so;		/* what follows from it; "": the rows say that */
} difference_notes[DIFFERENCE_WEIGHTS] = {
	[DIFFERENCE_NOTE] = { GRAVITY_NOTE, "" }, [DIFFERENCE_WARNING] = { GRAVITY_WARNING, "" },
	[DIFFERENCE_OF_TIMES] = { GRAVITY_WARNING, ", so times are not compared" },
	[DIFFERENCE_OF_NATIVE] = { GRAVITY_WARNING, ", so only what valgrind counts is compared" },
	[DIFFERENCE_OF_EMULATED] = { GRAVITY_WARNING, ", so what valgrind counts is not compared" },
	[DIFFERENCE_FATAL] = { GRAVITY_ERROR, "" },
};

/* Finds how the hosts differ, and adds a note for each difference. */
static void find_differences(struct comparison *cmp, size_t side)
{
	struct host_differences *f = &cmp->differences[side];
	bool emulated = limits_are_emulated(cmp);

	if (!cmp->opts.check_hosts || !side)
		return;
	host_match_compare(f, cmp->side[0].report, cmp->side[side].report, cmp->opts.named);
	for (size_t i = 0; i < f->n; i++) {
		struct difference *d = &f->difference[i];
		enum gravity gravity = difference_notes[d->weight].gravity;
		bool of_native = d->weight == DIFFERENCE_OF_TIMES || d->weight == DIFFERENCE_OF_NATIVE;

		d->allowed = d->weight >= DIFFERENCE_OF_TIMES &&
			     (cmp->opts.allow_mismatch ||
			      (cmp->opts.history && d->weight == DIFFERENCE_OF_TIMES));
		if (of_native && emulated)	/* it concerns no limit */
			gravity = GRAVITY_NOTE;
		else if (d->allowed)
			gravity = GRAVITY_WARNING;
		comparison_add_note(cmp, gravity, (int)side, d->code, "%s%s", d->text,
				    d->allowed ? "" : difference_notes[d->weight].so);
	}
}

/* compare leaves failed runs out; gate passes only if all runs were successful: why not. */
static enum compare_reason check_runs(struct comparison *cmp, size_t side)
{
	const struct samples *s = &cmp->side[side];
	const struct run_result *last = s->report->b->failed;
	size_t nth = s->report->n_runs + 1;
	LOCAL(str) text = {0};

	if (cmp->opts.mode == COMPARISON_PLAIN || !(s->n_failed || last))
		return REASON_NONE;
	if (!last && s->n_failed == 1 && s->report->n_runs == 1) {
		last = s->report->run;
		nth = 1;
	}
	if (last) {
		str_addf(&text, "run %zu of the series ", nth);
		run_result_add_failure(&text, last);
	} else {
		str_addf(&text, "%zu of %zu runs failed", s->n_failed, s->report->n_runs);
	}
	comparison_add_note(cmp, GRAVITY_ERROR, (int)side, "failed", "%s", text.text);
	return last && last->signo ? REASON_INTERRUPTED : REASON_FAILED;
}

/* gate runs valgrind no more once its counts repeat. */
static bool comparison_is_repeated(const struct samples *side, const struct sample_row *row)
{
	return row->emulated && row->n_valid + row->lack[LACK_NOT_COUNTED] == side->n_rounds;
}

/* Adds a note for each event that has values for some of the rounds only. */
static void note_left_out_rounds(struct comparison *cmp, size_t side)
{
	for (size_t i = 0; i < cmp->n_rows && !(cmp->opts.history && side == 0); i++) {
		const struct sample_row *row = comparison_row_of(cmp, side, i);
		LOCAL(str) text = {0};

		if (!row || row->kind != SAMPLES_EVENT || !row->n_valid ||
		    row->n_valid == cmp->side[side].n_rounds)
			continue;
		if (comparison_is_repeated(&cmp->side[side], row)) {
			comparison_add_note(cmp, GRAVITY_NOTE, -1, "repeats",
					    "%s: counted in %zu of %zu runs, as its counts repeat", row->name,
					    row->n_valid, cmp->side[side].n_rounds);
			continue;
		}
		samples_add_lacks(&text, &cmp->side[side], row);
		comparison_add_note(cmp, GRAVITY_WARNING, (int)side, "left-out", "%s: %s; left out",
				    row->name, text.text);
	}
}

/* --- entries of regions -------------------------------------------------------------------------- */

/* The number of entries of a run; n is 0: not known. */
static struct summary entries_of(const struct comparison *cmp, size_t side, const char *region)
{
	const struct sample_row *row = find_entries(&cmp->side[side], region);

	for (size_t i = 0; i < cmp->n_rows && row; i++)
		if (comparison_row_of(cmp, side, i) == row)
			return cmp->row[i].spread[side];
	return (struct summary){0};
}

/* Says where a limit is on the sum of more or fewer entries than the base has. */
static void note_entries(struct comparison *cmp)
{
	for (size_t i = 0; i < cmp->n_comparisons; i++) {
		size_t side = i / cmp->n_rows + 1;
		const struct sample_row *row = comparison_row_of(cmp, side, i % cmp->n_rows);
		struct summary base, now;

		if (!row || !row->region || row->kind != SAMPLES_EVENT ||
		    !row_comparison_is_checked(&cmp->comparison[i]) ||
		    row == find_entries(&cmp->side[side], row->region))
			continue;
		base = entries_of(cmp, 0, row->region);
		now = entries_of(cmp, side, row->region);
		if (base.n && now.n && (base.median < now.median || base.median > now.median))
			comparison_add_note(cmp, GRAVITY_WARNING, (int)side, "region-entries",
					    "a run enters the region '%s' %g times in the base and %g times "
					    "here: limits on '%s:per-entry@EVENT' compare single entries",
					    row->region, base.median, now.median, row->region);
	}
}

/* --- the machine on two occasions ---------------------------------------------------------------- */

static bool is_elapsed(const struct comparison *cmp, const struct sample_row *row)
{
	const struct events *events = &cmp->side[0].report->b->events;

	if (row->kind == SAMPLES_RUN)
		return strcmp(row->name, "wall") == 0;
	return row->event >= 0 && (size_t)row->event < events->n &&
	       events->event[row->event].tool == TOOL_DURATION;
}

static bool has_change_limit(const struct threshold *t)
{
	return !isnan(t->relative) || !isnan(t->absolute);
}

/* A time with a limit gets an allowance for the machine; without one, it is shown as it was measured. */
static void allow_for_machine(struct comparison *cmp)
{
	cmp->machine = mem_resize(cmp->machine, cmp->n_sides, sizeof(*cmp->machine));
	for (size_t s = 0; s < cmp->n_sides; s++)
		machine_change_find(&cmp->machine[s], cmp->side[0].report, cmp->side[s].report);
	for (size_t i = 0; i < cmp->n_comparisons; i++) {
		struct row_comparison *c = &cmp->comparison[i];
		const struct machine_change *m = &cmp->machine[i / cmp->n_rows + 1];
		const struct sample_row *row = comparison_row_of(cmp, 0, i % cmp->n_rows);

		if (!row || row->class != CLASS_TIME || !has_change_limit(&c->threshold) || !c->now ||
		    (!m->known && cmp->opts.allow_mismatch))
			continue;
		c->machine = machine_change_allow(m, c->base, c->n_base, c->now, c->n_now,
						  is_elapsed(cmp, row));
		c->machine_why = m->known ? REASON_MACHINE :
				 m->too_short ? REASON_MACHINE_SHORT : REASON_MACHINE_UNKNOWN;
	}
}

/* Says why times are inconclusive. */
static void note_machine(struct comparison *cmp, size_t side, const struct sample_row *row,
			 const struct row_comparison *c)
{
	static const char next[] = "times cannot be compared; run again, or compare in turns with --vs";
	const struct machine_change *m = &cmp->machine[side];

	if (c->reason == REASON_MACHINE_UNKNOWN)
		comparison_add_note(cmp, GRAVITY_WARNING, (int)side, "machine-unknown",
				    "a result does not tell how fast and how busy the machine was: times "
				    "cannot be compared; measure the baseline again with pstat gate --save, "
				    "10 runs or more");
	else if (m->other_load)
		comparison_add_note(cmp, GRAVITY_WARNING, (int)side, "machine-load",
				    "other programs used %.0f %% of the CPUs, and %.0f %% when the baseline "
				    "was saved: %s", 100 * m->others[1], 100 * m->others[0], next);
	else if (is_elapsed(cmp, row) && fabs(m->waiting) > fabs(m->most))
		comparison_add_note(cmp, GRAVITY_WARNING, (int)side, "machine-waiting",
				    "the command waited for a CPU in %.0f %% of its time, and in %.0f %% "
				    "when the baseline was saved: %s", 100 * m->waited[1], 100 * m->waited[0],
				    next);
	else if (fabs(m->most) > 0)
		comparison_add_note(cmp, GRAVITY_WARNING, (int)side, "machine-speed",
				    "the machine was %.0f %% %s than when the baseline was saved: %s",
				    100 * (exp(fabs(m->most)) - 1), m->most > 0 ? "slower" : "faster", next);
	else
		comparison_add_note(cmp, GRAVITY_WARNING, (int)side, "machine-spread",
				    "%s depends much on what else the machine does: run again, or compare in "
				    "turns with --vs", c->row->name);
}

/* Without it, nobody knows why the interval is wider than the runs are. */
static void note_allowance(struct comparison *cmp, size_t side, const struct row_comparison *c)
{
	double slower = 100 * (exp(c->machine.slower) - 1), faster = 100 * (exp(c->machine.faster) - 1);

	if (c->path == COMPARE_NONE || !isfinite(slower + faster) || fmax(slower, faster) < 0.05)
		return;
	comparison_add_note(cmp, GRAVITY_NOTE, (int)side, "machine-allowance",
			    "the interval of %s allows for a machine up to %.1f %% slower or %.1f %% faster "
			    "than when the baseline was saved", c->row->name, slower, faster);
}

static void note_machines(struct comparison *cmp)
{
	for (size_t i = 0; i < cmp->n_comparisons && cmp->machine; i++) {
		const struct row_comparison *c = &cmp->comparison[i];
		size_t side = i / cmp->n_rows + 1;

		if (c->reason == REASON_MACHINE || c->reason == REASON_MACHINE_UNKNOWN)
			note_machine(cmp, side, cmp->row[i % cmp->n_rows].of, c);
		else
			note_allowance(cmp, side, c);
	}
}

/* --- all rows ------------------------------------------------------------------------------------ */

static void drop_where(struct comparison *cmp)
{
	for (size_t i = 0; i < cmp->n_sides && cmp->where; i++)
		where_block_release(&cmp->where[i].block);
	free(cmp->where);
	cmp->where = NULL;
}

static void drop_rows(struct comparison *cmp)
{
	for (size_t i = 0; i < cmp->n_rows; i++)
		release_row(&cmp->row[i]);
	for (size_t i = 0; cmp->differences && i < cmp->n_sides; i++)
		host_match_release(&cmp->differences[i]);
	free(cmp->differences);
	free(cmp->row);
	free(cmp->measured);
	cmp->differences = NULL;
	cmp->row = NULL;
	cmp->measured = NULL;
	cmp->n_rows = 0;
}

static void compare_rows(struct comparison *cmp)
{
	FREED bool *noisy = mem_resize(NULL, cmp->n_comparisons, sizeof(*noisy));
	enum compare_reason of_base = REASON_NONE;
	size_t n = cmp->n_comparisons;

	for (size_t i = 0; i < n; i++)
		noisy[i] = cmp->comparison[i].noisy;
	cmp->n_comparisons = (cmp->n_sides - 1) * cmp->n_rows;
	cmp->comparison = mem_resize(cmp->comparison, cmp->n_comparisons, sizeof(*cmp->comparison));
	cmp->differences = mem_zeroed(cmp->n_sides, sizeof(*cmp->differences));
	for (size_t s = 0; s < cmp->n_sides; s++) {
		enum compare_reason runs = check_runs(cmp, s);
		enum compare_reason of_runs = runs != REASON_NONE ? runs : of_base;

		find_differences(cmp, s);
		of_base = s ? of_base : runs;
		for (size_t i = 0; s && i < cmp->n_rows; i++)
			compare_row(cmp, s, i, host_match_refuses(&cmp->differences[s], cmp->row[i].of) ?
				    REASON_OTHER_HOST : of_runs);
		note_left_out_rounds(cmp, s);
	}
	for (size_t i = 0; i < n && n == cmp->n_comparisons; i++)
		cmp->comparison[i].noisy = noisy[i];
}

int comparison_build(struct comparison *cmp, const struct samples *side, size_t n,
		     const struct comparison_opts *o, struct error *err)
{
	drop_where(cmp);
	drop_rows(cmp);
	drop_notes(cmp);
	cmp->side = side;
	cmp->n_sides = n;
	cmp->opts = *o;
	comparison_list_rows(cmp);
	if (bind_limits(cmp, err) < 0) {
		cmp->n_comparisons = 0;		/* they are of rows that are gone */
		return -1;
	}
	leave_out_rows(cmp);
	summarize_rows(cmp);
	compare_rows(cmp);
	note_entries(cmp);
	if (o->check_hosts && !o->history)	/* a history knows how much occasions differ */
		allow_for_machine(cmp);
	return 0;
}

/* --- the outcome --------------------------------------------------------------------------------- */

const struct row_comparison *comparison_row(const struct comparison *cmp, size_t side, size_t row)
{
	return side ? &cmp->comparison[(side - 1) * cmp->n_rows + row] : NULL;
}

bool row_comparison_is_checked(const struct row_comparison *c)
{
	return !threshold_is_none(&c->threshold);
}

bool row_comparison_is_skipped(const struct row_comparison *c)
{
	return c->verdict == VERDICT_SKIPPED && c->row->limit && c->reason != REASON_NONE;
}

void comparison_add_differences(struct str *out, const struct comparison *cmp, const struct row_comparison *c)
{
	size_t at = (size_t)(c - cmp->comparison);

	if (cmp->differences)
		host_match_add_words(out, &cmp->differences[at / cmp->n_rows + 1],
				     cmp->row[at % cmp->n_rows].of);
}

void comparison_add_reason(struct str *out, const struct comparison *cmp, const struct row_comparison *c)
{
	LOCAL(str) words = {0};

	str_add(out, compare_reasons[c->reason].english);
	if (c->reason == REASON_OTHER_HOST)
		comparison_add_differences(&words, cmp, c);
	if (words.len)
		str_addf(out, ": they differ in %s", words.text);
}

bool comparison_is_cut(const struct comparison *cmp)
{
	size_t n = 0;

	for (size_t i = 0; i < cmp->n_comparisons; i++) {
		if (!row_comparison_is_checked(&cmp->comparison[i]))
			continue;
		if (cmp->comparison[i].reason != REASON_BUDGET)
			return false;
		n++;
	}
	return n > 0;
}

bool comparison_is_nothing(const struct comparison *cmp)
{
	return cmp->opts.mode != COMPARISON_PLAIN && cmp->n_sides > 1 && cmp->outcome == OUTCOME_NOTHING;
}

static enum outcome outcome_of(const size_t *count)
{
	if (count[VERDICT_WORSE] || count[VERDICT_TOO_GOOD])
		return OUTCOME_REGRESSED;
	if (count[VERDICT_INCOMPARABLE] || count[VERDICT_MISSING])
		return OUTCOME_INCOMPARABLE;
	if (count[VERDICT_UNSURE])
		return OUTCOME_UNSURE;
	return count[VERDICT_SAME] || count[VERDICT_BETTER] ? OUTCOME_FINE : OUTCOME_NOTHING;
}

/* A saved base stays as it is, unless only more runs of it would help. */
static void find_runs(struct row_comparison *c, bool saved)
{
	/* no number of runs changes how much results of a history vary, or what the machine did */
	bool helps = c->path != COMPARE_HISTORY && !(c->machine.slower > 0 || c->machine.faster > 0);

	c->runs = helps ? power_runs(c, !saved) : 0;
	c->runs_of_both = false;
	if (saved && helps && !c->runs) {
		c->runs = power_runs(c, true);
		c->runs_of_both = true;
	}
}

static bool comparison_counts(const struct row_comparison *c)
{
	return row_comparison_is_checked(c) || row_comparison_is_skipped(c);
}

enum outcome comparison_side_outcome(const struct comparison *cmp, size_t side)
{
	size_t count[VERDICT_COUNT] = {0};

	for (size_t i = 0; i < cmp->n_rows; i++) {
		const struct row_comparison *c = comparison_row(cmp, side, i);

		count[c->verdict] += comparison_counts(c);
	}
	return outcome_of(count);
}

void comparison_conclude(struct comparison *cmp)
{
	memset(cmp->count, 0, sizeof(cmp->count));
	for (size_t i = 0; i < cmp->n_comparisons; i++) {
		struct row_comparison *c = &cmp->comparison[i];

		if (cmp->opts.skip_unsupported && c->row->limit && c->why == REASON_NOT_SUPPORTED) {
			c->verdict = VERDICT_SKIPPED;
			c->reason = c->why;
			cmp->count[VERDICT_SKIPPED]++;
		} else if (row_comparison_is_checked(c)) {
			cmp->count[c->verdict]++;
			if (c->reason == REASON_AT_LIMIT)
				find_runs(c, cmp->opts.check_hosts);
			if (c->wide)
				comparison_add_note(cmp, GRAVITY_WARNING, (int)(i / cmp->n_rows + 1), "wide",
						    "%s varies by more than a quarter of its limit",
						    c->row->name);
		}
	}
	note_machines(cmp);
	cmp->outcome = outcome_of(cmp->count);
}

void comparison_add_id(struct str *out, const struct comparison *cmp, size_t side)
{
	str_add(out, cmp->side[side].report->b->name);
}

void comparison_add_name(struct str *out, const struct comparison *cmp, size_t side)
{
	const struct benchmark *b = cmp->side[side].report->b;

	if (b->tree) {
		str_add_line(out, b->tree);
		str_add(out, ": ");
	}
	comparison_add_benchmark(out, cmp, side);
}

void comparison_add_benchmark(struct str *out, const struct comparison *cmp, size_t side)
{
	str_add_line(out, cmp->side[side].report->b->name);
}

void comparison_release(struct comparison *cmp)
{
	drop_where(cmp);
	drop_rows(cmp);
	drop_notes(cmp);
	free(cmp->comparison);
	free(cmp->machine);
	*cmp = (struct comparison){0};
}
