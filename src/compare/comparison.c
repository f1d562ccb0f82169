/* SPDX-License-Identifier: MIT */
/*
 * Which rows of several sides belong together, which of them may be compared, and what do
 * the verdicts come to?
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

static uint64_t hash_of(const struct comparison_note *n)
{
	return index_hash(index_hash((uint64_t)n->side, n->code), n->text);
}

static bool is_note(const void *list, size_t at, const void *key)
{
	const struct comparison_note *note = &((const struct comparison_note *)list)[at], *like = key;

	return note->side == like->side && strcmp(note->code, like->code) == 0 &&
	       strcmp(note->text, like->text) == 0;
}

/* Takes the text over. */
static void add_note(struct comparison *j, const struct comparison_note *like, struct str *text)
{
	struct comparison_note note = *like;
	uint64_t hash;

	note.text = text->text;
	hash = hash_of(&note);
	if (index_find(&j->said, hash, is_note, j->note, &note) >= 0) {
		str_release(text);
		return;
	}
	index_add(&j->said, hash, j->n_notes);
	j->note = mem_grow(j->note, j->n_notes, sizeof(*j->note));
	note.code = mem_copy_text(like->code);
	j->note[j->n_notes++] = note;
	*text = (struct str){0};
}

void comparison_add_note(struct comparison *j, enum gravity gravity, int side, const char *code,
			 const char *fmt,
			 ...)
{
	const struct comparison_note like = { .gravity = gravity, .code = (char *)(uintptr_t)code,
					      .side = side };
	struct str text = {0};
	va_list ap;

	str_add(&text, "");
	va_start(ap, fmt);
	str_vaddf(&text, fmt, ap);
	va_end(ap);
	add_note(j, &like, &text);
}

static void note_built(struct comparison *j, enum gravity gravity, size_t side, const char *code,
		       struct str *text)
{
	const struct comparison_note like = { .gravity = gravity, .code = (char *)(uintptr_t)code,
					      .side = (int)side, .built = true };

	add_note(j, &like, text);
}

static void drop_built_notes(struct comparison *j)
{
	size_t kept = 0;

	index_release(&j->said);
	for (size_t i = 0; i < j->n_notes; i++) {
		if (!j->note[i].built) {
			index_add(&j->said, hash_of(&j->note[i]), kept);
			j->note[kept++] = j->note[i];
			continue;
		}
		free(j->note[i].code);
		free(j->note[i].text);
	}
	j->n_notes = kept;
}

/* --- rows ---------------------------------------------------------------------------------------- */

static void add_row(struct comparison *j, const struct sample_row *of)
{
	struct compared_row *row;

	j->row = mem_grow(j->row, j->n_rows, sizeof(*j->row));
	row = &j->row[j->n_rows++];
	*row = (struct compared_row){ .of = of, .at = mem_resize(NULL, j->n_sides, sizeof(*row->at)),
				      .spread = mem_resize(NULL, j->n_sides, sizeof(*row->spread)) };
	for (size_t i = 0; i < j->n_sides; i++) {
		const struct samples *side = &j->side[i];
		struct sorted_values order;

		row->at[i] = samples_find(side, of->name, of->nth);
		quantiles_build(&order, row->at[i] < 0 ? NULL : side->row[row->at[i]].value,
				row->at[i] < 0 ? 0 : side->n_rounds);
		row->spread[i] = quantiles_summary(&order, (1 - j->opts.level) / 2);
		if (row->at[i] >= 0 && side->row[row->at[i]].at_most > 0)
			row->spread[i].max = side->row[row->at[i]].at_most;
		quantiles_release(&order);
	}
}

/* By one of another side that comes before this one: of an earlier kind, or of an earlier side. */
static bool is_listed(const struct comparison *j, size_t side, const struct sample_row *row)
{
	for (size_t s = 0; s < j->n_sides; s++) {
		int at = s == side ? -1 : samples_find(&j->side[s], row->name, row->nth);
		enum sample_kind kind = at < 0 ? row->kind : j->side[s].row[at].kind;

		if (at >= 0 && (kind < row->kind || (kind == row->kind && s < side)))
			return true;
	}
	return false;
}

/* A metric that has no value on any side is a row where a limit waits for one: it cannot be judged. */
static bool is_void(const struct comparison *j, const struct sample_row *row)
{
	const struct measured m = sample_measured(row);

	for (size_t s = 0; s < j->n_sides; s++) {
		int at = samples_find(&j->side[s], row->name, row->nth);

		if (at >= 0 && j->side[s].row[at].n_valid)
			return false;
	}
	return row->kind == SAMPLES_METRIC && !(j->opts.limits && limits_reach(j->opts.limits, &m));
}

/* Rows of one kind stay together: what only a later side has goes behind the others of its kind. */
static void list_rows(struct comparison *j)
{
	for (int kind = SAMPLES_EVENT; kind <= SAMPLES_RUN; kind++)
		for (size_t s = 0; s < j->n_sides; s++)
			for (size_t i = 0; i < j->side[s].n; i++) {
				const struct sample_row *row = &j->side[s].row[i];

				if ((int)row->kind == kind && !is_listed(j, s, row) && !is_void(j, row))
					add_row(j, row);
			}
	j->measured = mem_resize(NULL, j->n_rows, sizeof(*j->measured));
	for (size_t i = 0; i < j->n_rows; i++)
		j->measured[i] = sample_measured(j->row[i].of);
}

static const struct sample_row *row_of(const struct comparison *j, size_t side, size_t row)
{
	int at = j->row[row].at[side];

	return at < 0 ? NULL : &j->side[side].row[at];
}

/* --- comparisons --------------------------------------------------------------------------------- */

/* What most of the rounds lack; it is asked only where all of them lack something. */
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

/* refused: why nothing of the two sides can be compared. */
static enum compare_reason why_not(const struct sample_row *base, const struct sample_row *now,
				   enum compare_reason refused)
{
	if (!base || !now)
		return REASON_NONE;	/* it is missing: that is found out by who compares */
	if (refused != REASON_NONE)
		return refused;
	if (strcmp(base->unit, now->unit) != 0)
		return REASON_OTHER_UNIT;
	if (strcmp(base->encoding, now->encoding) != 0)
		return REASON_OTHER_EVENT;
	if (!now->n_valid)
		return reason_of(now);
	if (!base->n_valid)	/* what can be counted here is not to be skipped */
		return reason_of(base) == REASON_NOT_SUPPORTED ? REASON_NO_BASE : reason_of(base);
	return REASON_NONE;
}

/* The particulars of what the reason only names. */
static void note_other(struct comparison *j, size_t side, const struct sample_row *base,
		       const struct sample_row *now, enum compare_reason why)
{
	bool unit = why == REASON_OTHER_UNIT;
	struct str text = {0};

	str_addf(&text, "%s %s %s in the base and %s here", now->name, unit ? "is in units of" : "counts",
		 unit ? base->unit : base->encoding, unit ? now->unit : now->encoding);
	note_built(j, GRAVITY_WARNING, side, unit ? "other-unit" : "other-event", &text);
}

static void compare_row(struct comparison *j, size_t side, size_t row, enum compare_reason refused)
{
	struct row_comparison *c = &j->comparison[(side - 1) * j->n_rows + row];
	const struct sample_row *base = row_of(j, 0, row), *now = row_of(j, side, row);

	*c = (struct row_comparison){
		.row = &j->measured[row],
		.base = base ? base->value : NULL, .n_base = base ? j->side[0].n_rounds : 0,
		.now = now ? now->value : NULL, .n_now = now ? j->side[side].n_rounds : 0,
		.threshold = threshold_none(), .why = why_not(base, now, refused),
		.at_most = now && !now->n_valid ? now->at_most : 0,
	};
	if (base && now && (c->why == REASON_OTHER_UNIT || c->why == REASON_OTHER_EVENT))
		note_other(j, side, base, now, c->why);
}

/* What looks have found to vary is not taken for exact by a later one. */
static void keep_noisy(struct comparison *j, const bool *noisy, size_t n)
{
	for (size_t i = 0; i < n && n == j->n_comparisons; i++)
		j->comparison[i].noisy = noisy[i];
}

/* Whether the machines, or what was measured, are too different. */
static bool check_hosts(struct comparison *j, size_t side)
{
	static const enum gravity gravities[] = {
		[DIFFERENCE_NOTE] = GRAVITY_NOTE, [DIFFERENCE_WARNING] = GRAVITY_WARNING,
		[DIFFERENCE_FATAL] = GRAVITY_ERROR,
	};
	struct fingerprint f;
	bool fatal = false;

	if (!j->opts.check_hosts)
		return false;
	host_match_compare(&f, j->side[0].report, j->side[side].report, j->opts.named);
	for (size_t i = 0; i < f.n; i++) {
		const struct difference *d = &f.difference[i];
		bool kills = d->weight == DIFFERENCE_FATAL && !j->opts.allow_mismatch;
		struct str text = {0};

		str_add(&text, d->text);
		note_built(j, kills ? GRAVITY_ERROR :
			   d->weight == DIFFERENCE_FATAL ? GRAVITY_WARNING : gravities[d->weight], side,
			   d->code, &text);
		fatal |= kills;
	}
	host_match_release(&f);
	return fatal;
}

/* Runs that failed are left out when they are shown; a gate is only open when all were fine. */
static bool check_runs(struct comparison *j, size_t side)
{
	const struct samples *s = &j->side[side];
	const struct run_result *end = s->report->b->failed;
	struct str text = {0};

	if (j->opts.mode == COMPARISON_PLAIN || !(s->n_failed || end))
		return true;
	if (end) {
		str_addf(&text, "run %zu of the series ", s->report->n_runs + 1);
		run_result_add_failure(&text, end);
	} else {
		str_addf(&text, "%zu of %zu runs failed", s->n_failed, s->report->n_runs);
	}
	note_built(j, GRAVITY_ERROR, side, "failed", &text);
	return false;
}

/* Of rows that can be compared all the same. */
static void note_lacks(struct comparison *j, size_t side)
{
	for (size_t i = 0; i < j->n_rows; i++) {
		const struct sample_row *row = row_of(j, side, i);
		struct str text = {0};

		if (!row || row->kind != SAMPLES_EVENT || !row->n_valid ||
		    row->n_valid == j->side[side].n_rounds)
			continue;
		str_addf(&text, "%s: ", row->name);
		samples_add_lacks(&text, &j->side[side], row);
		str_add(&text, "; left out");
		note_built(j, GRAVITY_WARNING, side, "left-out", &text);
	}
}

/* A cap asks nothing of the base: where this side has values, only those of the base are lacking. */
static bool is_settled(const struct row_comparison *c, const struct sample_row *now)
{
	const struct threshold *t = &c->threshold;
	bool lacks = c->why == REASON_NOT_COUNTED || c->why == REASON_NOT_SUPPORTED ||
		     c->why == REASON_MULTIPLEXED || c->why == REASON_HIDDEN || c->why == REASON_NO_BASE;

	return lacks && now && now->n_valid && !isnan(t->cap) && isnan(t->relative) && isnan(t->absolute);
}

static int set_limits(struct comparison *j, struct error *err)
{
	const struct limit **limit = mem_resize(NULL, j->n_rows, sizeof(*limit));
	struct threshold *threshold = mem_resize(NULL, j->n_rows, sizeof(*threshold));
	int rc = limits_match(j->opts.limits, j->measured, j->n_rows, limit, threshold, err);

	for (size_t i = 0; i < j->n_comparisons && rc == 0; i++) {
		struct row_comparison *c = &j->comparison[i];

		c->limit = limit[i % j->n_rows];
		c->threshold = threshold[i % j->n_rows];
		if (is_settled(c, row_of(j, i / j->n_rows + 1, i % j->n_rows)))
			c->why = REASON_NONE;
		if (j->opts.skip_unsupported && c->why == REASON_NOT_SUPPORTED)
			c->threshold = threshold_none();
	}
	free(limit);
	free(threshold);
	return rc;
}

static void drop_rows(struct comparison *j)
{
	for (size_t i = 0; i < j->n_rows; i++) {
		free(j->row[i].at);
		free(j->row[i].spread);
	}
	free(j->row);
	free(j->measured);
	j->row = NULL;
	j->measured = NULL;
	j->n_rows = 0;
}

static void compare_rows(struct comparison *j)
{
	bool *noisy = mem_resize(NULL, j->n_comparisons, sizeof(*noisy)), base_fine = true;
	size_t n = j->n_comparisons;

	for (size_t i = 0; i < n; i++)
		noisy[i] = j->comparison[i].noisy;
	j->n_comparisons = (j->n_sides - 1) * j->n_rows;
	j->comparison = mem_resize(j->comparison, j->n_comparisons, sizeof(*j->comparison));
	for (size_t s = 0; s < j->n_sides; s++) {
		bool fine = check_runs(j, s), other_host = s && check_hosts(j, s);
		enum compare_reason refused = other_host ? REASON_OTHER_HOST :
					      fine && base_fine ? REASON_NONE : REASON_FAILED;

		base_fine &= s || fine;
		for (size_t i = 0; s && i < j->n_rows; i++)
			compare_row(j, s, i, refused);
		note_lacks(j, s);
	}
	keep_noisy(j, noisy, n);
	free(noisy);
}

int comparison_build(struct comparison *j, const struct samples *side, size_t n,
		     const struct comparison_opts *o, struct error *err)
{
	drop_rows(j);
	drop_built_notes(j);
	j->side = side;
	j->n_sides = n;
	j->opts = *o;
	list_rows(j);
	compare_rows(j);
	return o->limits ? set_limits(j, err) : 0;
}

/* --- what it comes to ---------------------------------------------------------------------------- */

const struct row_comparison *comparison_row(const struct comparison *j, size_t side, size_t row)
{
	return side ? &j->comparison[(side - 1) * j->n_rows + row] : NULL;
}

bool row_comparison_is_judged(const struct row_comparison *c)
{
	return !threshold_is_none(&c->threshold);
}

bool row_comparison_is_skipped(const struct row_comparison *c)
{
	return c->verdict == VERDICT_SKIPPED && c->limit && c->reason != REASON_NONE;
}

bool comparison_is_nothing(const struct comparison *j)
{
	return j->opts.mode != COMPARISON_PLAIN && j->n_sides > 1 && j->outcome == OUTCOME_NOTHING;
}

/* Counts that are compared as they are should not vary by what matters. */
static void note_wide(struct comparison *j, size_t i)
{
	struct str text = {0};

	str_addf(&text, "%s varies by more than a quarter of its limit", j->comparison[i].row->name);
	note_built(j, GRAVITY_WARNING, i / j->n_rows + 1, "wide", &text);
}

static enum outcome outcome_of(const size_t *count)
{
	if (count[VERDICT_WORSE])
		return OUTCOME_REGRESSED;
	if (count[VERDICT_INCOMPARABLE] || count[VERDICT_MISSING])
		return OUTCOME_INCOMPARABLE;
	if (count[VERDICT_UNSURE])
		return OUTCOME_UNSURE;
	return count[VERDICT_SAME] || count[VERDICT_BETTER] ? OUTCOME_FINE : OUTCOME_NOTHING;
}

void comparison_conclude(struct comparison *j)
{
	memset(j->count, 0, sizeof(j->count));
	for (size_t i = 0; i < j->n_comparisons; i++) {
		struct row_comparison *c = &j->comparison[i];

		if (j->opts.skip_unsupported && c->limit && c->why == REASON_NOT_SUPPORTED) {
			c->verdict = VERDICT_SKIPPED;
			c->reason = c->why;
			j->count[VERDICT_SKIPPED]++;
		} else if (row_comparison_is_judged(c)) {
			j->count[c->verdict]++;
			if (c->wide)
				note_wide(j, i);
		}
	}
	j->outcome = outcome_of(j->count);
}

void comparison_add_id(struct str *out, const struct comparison *j, size_t side)
{
	const struct report *r = j->side[side].report;

	str_add(out, r->name ? r->name : "");
	if (!r->name)
		str_add_words(out, r->b->argv);
}

void comparison_add_name(struct str *out, const struct comparison *j, size_t side)
{
	struct str id = {0};

	comparison_add_id(&id, j, side);
	str_add_line(out, id.text);
	str_release(&id);
}

void comparison_release(struct comparison *j)
{
	drop_rows(j);
	for (size_t i = 0; i < j->n_notes; i++) {
		free(j->note[i].code);
		free(j->note[i].text);
	}
	free(j->note);
	index_release(&j->said);
	free(j->comparison);
	*j = (struct comparison){0};
}
