/* SPDX-License-Identifier: MIT */
/*
 * Puts the outcome of a comparison into one line.
 *
 * A gate says how many rows are within their limits, and names the others.  A comparison of commands says
 * which one is faster, by how much, and how certain that is.
 */
#include "format/conclusion.h"

#include <math.h>
#include <string.h>

#include "benchmark/benchmark.h"
#include "benchmark/report.h"
#include "compare/comparison_where.h"
#include "compare/effect.h"
#include "format/locale_text.h"
#include "format/style.h"
#include "format/where/where_words.h"
#include "where/where_block.h"

enum { NAMED_MOST = 8 };	/* rows of each verdict; then only their number */

static bool all_events(const struct comparison *cmp)
{
	for (size_t i = 0; i < cmp->n_comparisons; i++)
		if (words_has_limit(&cmp->comparison[i]) &&
		    cmp->row[i % cmp->n_rows].of->kind != SAMPLES_EVENT)
			return false;
	return true;
}

static void add_noun(struct str *out, const struct comparison *cmp, size_t n)
{
	str_addf(out, "%s%s", all_events(cmp) ? "event" : "measurement", n == 1 ? "" : "s");
}

/* "instructions:u 2.29 to 2.33 % more, 99 % sure (limit +1 %)", or why there is no number */
static void conclusion_add_row(struct str *out, const struct comparison *cmp, size_t side, size_t row,
			       const struct style *s)
{
	words_add_row_name(out, cmp, side, row);
	words_add_outcome(out, cmp, side, row, " ", s);
}

/* ", 82 % of it in lex.c:214", or in a function, called from there: where one place explains a good part */
static void add_heaviest(struct str *out, const struct comparison *cmp, size_t side, size_t row,
			 const struct style *s)
{
	const struct where_block *w = comparison_where(cmp, side, row);
	const double good_part = 0.1;

	if (!w || !w->n_rows || !cmp->row[row].of->emulated || w->row[0].kind == WHERE_UNKNOWN ||
	    w->row[0].share < good_part)
		return;
	str_add(out, ", ");
	if (w->row[0].share > 1) {	/* another place got better */
		str_add(out, "most of it in ");
	} else {
		locale_decimal(out, s, "%.0f", 100 * w->row[0].share);
		str_add(out, " % of it in ");
	}
	where_words_add_cause(out, w, s);
}

static bool is_of(const struct row_comparison *c, enum verdict verdict)
{
	return verdict == VERDICT_SKIPPED ? row_comparison_is_skipped(c)
					  : c->verdict == verdict && row_comparison_is_checked(c);
}

static void conclusion_add_rows(struct str *out, const struct comparison *cmp, enum verdict verdict,
				const struct style *s)
{
	size_t n = 0;

	for (size_t i = 0; i < cmp->n_comparisons; i++) {
		if (!is_of(&cmp->comparison[i], verdict))
			continue;
		if (n++ >= NAMED_MOST)
			continue;
		str_add(out, n > 1 ? " and " : ": ");
		conclusion_add_row(out, cmp, i / cmp->n_rows + 1, i % cmp->n_rows, s);
		if (verdict == VERDICT_WORSE)
			add_heaviest(out, cmp, i / cmp->n_rows + 1, i % cmp->n_rows, s);
	}
	if (n > NAMED_MOST)
		str_addf(out, " and %zu more", n - NAMED_MOST);
}

/* There was an error, although all rows are fine. */
static bool has_error_only(const struct comparison *cmp)
{
	if (cmp->count[VERDICT_WORSE] || cmp->count[VERDICT_TOO_GOOD] ||
	    cmp->count[VERDICT_INCOMPARABLE] || cmp->count[VERDICT_MISSING])
		return false;	/* the rows say enough */
	for (size_t i = 0; i < cmp->n_notes; i++)
		if (cmp->note[i].gravity == GRAVITY_ERROR)
			return true;
	return false;
}

/* --- who is faster --------------------------------------------------------------------------------- */

/* NULL: no time was measured, or no command was run. */
static const struct row_comparison *wall_of(const struct comparison *cmp, size_t side)
{
	for (size_t row = 0; row < cmp->n_rows; row++)
		if (cmp->row[row].of->kind == SAMPLES_RUN && strcmp(cmp->row[row].of->name, "wall") == 0)
			return cmp->side[0].report->b->argv && cmp->side[side].report->b->argv ?
			       comparison_row(cmp, side, row) : NULL;
	return NULL;
}

static void add_letters(struct str *out, size_t first, const char *between, size_t second)
{
	words_add_letter(out, first);
	str_add(out, between);
	words_add_letter(out, second);
}

/* "A is faster than B: B takes " */
static void add_faster(struct str *out, const struct row_comparison *c, size_t side)
{
	const struct interval *i = &c->relative.interval;

	if (c->leaning < 0) {
		add_letters(out, side, " is faster than ", 0);
		str_add(out, ": it takes ");
		return;
	}
	if (c->leaning > 0) {
		add_letters(out, 0, " is faster than ", side);
	} else if (interval_exists(*i) && effect_is_small(i)) {
		add_letters(out, 0, " and ", side);
		str_add(out, " are equally fast");
	} else {
		str_add(out, "it is not certain whether ");
		add_letters(out, 0, " or ", side);
		str_add(out, " is faster: ");
		words_add_letter(out, side);
		str_add(out, " took ");
		return;
	}
	str_add(out, ": ");
	words_add_letter(out, side);
	str_add(out, " takes ");
}

static void conclusion_add_number(struct str *out, double number, int digits, const struct style *s)
{
	locale_decimal(out, s, "%.*f", digits, number);
}

/* "2.31 % more" */
static void conclusion_add_share(struct str *out, double part, int digits, const struct style *s)
{
	conclusion_add_number(out, fabs(100 * part), digits, s);
	str_add(out, part < 0 ? " % less" : " % more");
}

static bool is_shown_as_zero(double part, int digits)
{
	return fabs(100 * part) < 0.5 * pow(10, -digits);
}

/* From twice the time on, a factor is easier to read than a percentage. */
static void conclusion_add_time(struct str *out, const struct change *c, bool times, const struct style *s)
{
	int digits = times ? 2 : words_percent_digits(c);

	if (times) {
		conclusion_add_number(out, 1 + c->estimate, digits, s);
		str_add(out, " times as long");
	} else if (is_shown_as_zero(c->estimate, digits)) {
		str_add(out, fabs(c->estimate) > 0 ? "about the same time" : "the same time");
	} else {
		conclusion_add_share(out, c->estimate, digits, s);
		str_add(out, " time");
	}
}

/* ", but 5 runs are too few: use -r 8 or more" */
static void add_too_few(struct str *out, const struct comparison *cmp, const struct row_comparison *c)
{
	size_t n = c->before.n < c->after.n ? c->before.n : c->after.n;

	str_addf(out, ", but %zu run%s too few: use -r %zu or more", n, n == 1 ? " is" : "s are",
		 compare_least_runs(cmp->opts.level, 1, c->path != COMPARE_TWO_SAMPLE));
}

static void add_confidence(struct str *out, const struct comparison *cmp, const struct change *c, bool times,
			   const struct style *s)
{
	int digits = words_percent_digits(c);

	if (!times && is_shown_as_zero(c->interval.low, digits) && is_shown_as_zero(c->interval.high, digits))
		return;
	str_add(out, " (");
	if (times) {
		conclusion_add_number(out, 1 + c->interval.low, 2, s);
		str_add(out, " to ");
		conclusion_add_number(out, 1 + c->interval.high, 2, s);
		str_add(out, " times");
	} else {
		words_add_percent_range(out, c, s);
	}
	str_add(out, ", ");
	words_add_sure(out, cmp, s);
	str_add(out, ")");
}

/* The table beside it shows the medians. */
static void add_median(struct str *out, const struct comparison *cmp, size_t side,
		       const struct row_comparison *c, const struct style *s)
{
	double medians = words_other_medians(cmp, side, (size_t)(c - cmp->comparison) % cmp->n_rows);

	if (isnan(medians))
		return;
	str_add(out, "; its median is ");
	conclusion_add_share(out, medians, words_percent_digits(&c->relative), s);
}

void conclusion_add_side(struct str *out, const struct comparison *cmp, size_t side, const struct style *s)
{
	const struct row_comparison *c = wall_of(cmp, side);
	bool times;

	if (!c)
		return;
	if (isnan(c->relative.estimate)) {
		str_add(out, "it is not known whether ");
		add_letters(out, 0, " or ", side);
		str_add(out, " is faster");
		return;
	}
	times = c->leaning && c->relative.estimate >= 1;
	add_faster(out, c, side);
	conclusion_add_time(out, &c->relative, times, s);
	if (interval_exists(c->relative.interval))
		add_confidence(out, cmp, &c->relative, times, s);
	else
		add_too_few(out, cmp, c);
	add_median(out, cmp, side, c, s);
}

int conclusion_tone(const struct comparison *cmp, size_t side)
{
	const struct row_comparison *c = wall_of(cmp, side);

	return c ? c->leaning : 0;
}

bool conclusion_is_unsure(const struct comparison *cmp, size_t side)
{
	const struct row_comparison *c = wall_of(cmp, side);

	return c && words_is_unsure(cmp, side, (size_t)(c - cmp->comparison) % cmp->n_rows);
}

static void add_conclusions(struct str *out, const struct comparison *cmp, const struct style *s)
{
	for (size_t side = 1; side < cmp->n_sides; side++) {
		LOCAL(str) one = {0};

		conclusion_add_side(&one, cmp, side, s);
		if (one.len)
			str_addf(out, "%s%s", out->len ? "; " : "", str_text(&one));
	}
}

/* --- both ------------------------------------------------------------------------------------------ */

static const struct part {
	enum verdict verdict;
	const char *before, *after;
} parts[] = {
	{ VERDICT_WORSE, "", " regressed" },
	{ VERDICT_TOO_GOOD, "", " improved beyond the limit" },
	{ VERDICT_INCOMPARABLE, "", " not comparable" },
	{ VERDICT_MISSING, "", " missing" },
	{ VERDICT_UNSURE, "could not tell for ", "" },
	{ VERDICT_BETTER, "", " improved" },
	{ VERDICT_SAME, "", NULL },
	{ VERDICT_SKIPPED, "", " skipped" },
};

/* "1 of 3 events regressed: ...", "; 2 within limits" */
static void add_part(struct str *out, const struct comparison *cmp, const struct part *p, bool first,
		     const struct style *s)
{
	size_t n = cmp->count[p->verdict], total = 0;

	for (size_t i = 0; i < VERDICT_COUNT; i++)
		total += cmp->count[i];
	str_addf(out, "%s%s%zu", first ? "" : "; ", p->before, n);
	if (first && p->after && n < total)
		str_addf(out, " of %zu", total);
	if (first) {
		str_add(out, " ");
		add_noun(out, cmp, p->after ? total : n);
	}
	if (p->after)
		str_add(out, p->after);
	else
		str_addf(out, " within %s", n == 1 ? "its limit" : "limits");
	if (p->after)
		conclusion_add_rows(out, cmp, p->verdict, s);
}

int conclusion_outcome_tone(const struct comparison *cmp)
{
	enum effect effect = effect_of_comparison(cmp);

	return effect == EFFECT_PASSES ? -1 : effect == EFFECT_FAILS;
}

/* unjudged: by what it lacks, not by --inconclusive */
static void add_unsure_consequence(struct str *out, bool unjudged, bool fails)
{
	str_add(out, unjudged ? "; failing the build" :
		     fails    ? "; failing the build (--inconclusive=fail)"
			      : "; not failing the build (--inconclusive=fail would)");
}

/* What --update and --inconclusive do. */
static void add_consequence(struct str *out, const struct comparison *cmp)
{
	if (cmp->opts.accepted && cmp->outcome < OUTCOME_FINE) {
		str_add(out, "; accepted by --update");
		return;
	}
	if (cmp->opts.mode == COMPARISON_GATE && cmp->outcome == OUTCOME_UNSURE && !has_error_only(cmp))
		add_unsure_consequence(out, effect_first_unjudged(cmp),
				       effect_of_comparison(cmp) == EFFECT_FAILS);
}

/* Appends "instructions:u 90 % less and wall 80 % less"; returns how many rows they are. */
static size_t add_suspicious_rows(struct str *out, const struct comparison *cmp, const struct style *s)
{
	size_t n = 0;

	for (size_t i = 0; i < cmp->n_comparisons; i++) {
		if (!effect_is_suspicious(cmp, &cmp->comparison[i]) || n++ >= NAMED_MOST)
			continue;
		str_add(out, n > 1 ? " and " : "");
		words_add_suspicion(out, cmp, i / cmp->n_rows + 1, i % cmp->n_rows, s);
	}
	if (n > NAMED_MOST)
		str_addf(out, " and %zu more", n - NAMED_MOST);
	return n;
}

/* "; instructions:u 90 % less: did both do the same work?" */
static void add_suspicion(struct str *out, const struct comparison *cmp, const struct style *s)
{
	LOCAL(str) rows = {0};

	if (add_suspicious_rows(&rows, cmp, s))
		str_addf(out, "; %s: %s", str_text(&rows), words_suspicion);
	else if (cmp->count[VERDICT_TOO_GOOD])
		str_addf(out, "; %s", words_suspicion);
}

/* "+10 % INJECTED: ", so that nobody takes it for a result */
static void add_injected(struct str *out, double change, const struct style *s)
{
	if (!(change > 0))
		return;
	str_add(out, "+");
	locale_decimal(out, s, "%.6g", 100 * change);
	str_add(out, " % INJECTED: ");
}

static void add_gate(struct str *out, const struct comparison *cmp, const struct style *s)
{
	bool nothing = comparison_is_nothing(cmp), first = true;

	add_injected(out, cmp->opts.injected, s);
	if (nothing)
		str_addf(out, "NOTHING WAS JUDGED: %s",
			 cmp->count[VERDICT_SKIPPED] ? "" : "no row has a limit");
	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++) {
		if (!cmp->count[parts[i].verdict])
			continue;
		add_part(out, cmp, &parts[i], first, s);
		first = false;
	}
	add_consequence(out, cmp);
	if ((nothing || !first) && has_error_only(cmp))
		str_add(out, "; but there was an error");
	add_suspicion(out, cmp, s);
}

void conclusion_add(struct str *out, const struct comparison *cmp, const struct style *s)
{
	if (cmp->opts.mode == COMPARISON_PLAIN)
		add_conclusions(out, cmp, s);
	else
		add_gate(out, cmp, s);
}

/* --- several benchmarks ---------------------------------------------------------------------------- */

static const struct {
	const char *before, *after;
	unsigned verdicts;		/* bits: of the rows that decide it */
	bool with_change;		/* they are shown with their change */
} endings[CONCLUSIONS] = {
	[CONCLUSION_REGRESSED] = { "", " regressed", 1u << VERDICT_WORSE, true },
	[CONCLUSION_TOO_GOOD] = { "", " improved beyond the limit", 1u << VERDICT_TOO_GOOD, true },
	[CONCLUSION_INCOMPARABLE] = { "", " not comparable",
				      1u << VERDICT_INCOMPARABLE | 1u << VERDICT_MISSING },
	[CONCLUSION_UNMEASURED] = { "", " not measured" },
	[CONCLUSION_ALONE] = { "", " in one of the two files only" },
	[CONCLUSION_UNSURE] = { "could not tell for ", "", 1u << VERDICT_UNSURE },
	[CONCLUSION_NOTHING] = { "", " not judged" },
	[CONCLUSION_IMPROVED] = { "", " improved", 1u << VERDICT_BETTER, true },
	[CONCLUSION_FINE] = { "", " within limits" },
};

static enum conclusion conclusion_of(const struct comparison *cmp)
{
	switch (cmp->outcome) {
	case OUTCOME_REGRESSED:
		return cmp->count[VERDICT_WORSE] ? CONCLUSION_REGRESSED : CONCLUSION_TOO_GOOD;
	case OUTCOME_INCOMPARABLE:
		return CONCLUSION_INCOMPARABLE;
	case OUTCOME_UNSURE:
		return CONCLUSION_UNSURE;
	case OUTCOME_FINE:
		return cmp->count[VERDICT_BETTER] ? CONCLUSION_IMPROVED : CONCLUSION_FINE;
	default:
		return CONCLUSION_NOTHING;
	}
}

/* Whether the row is one of those that decided the outcome. */
static bool decides(const struct row_comparison *c, enum conclusion kind)
{
	return row_comparison_is_checked(c) && endings[kind].verdicts >> c->verdict & 1;
}

static double size_of(const struct row_comparison *c)
{
	return isfinite(c->relative.estimate) ? fabs(c->relative.estimate) : 0;
}

/* " +84 % task-clock", and " (and 2 more)": of the row that changed most */
static void add_deciding_row(struct str *out, const struct comparison *cmp, enum conclusion kind,
			     const struct style *s)
{
	const struct row_comparison *most = NULL;
	LOCAL(str) why = {0};
	size_t n = 0, at;

	for (size_t i = 0; i < cmp->n_comparisons; i++) {
		const struct row_comparison *c = &cmp->comparison[i];

		if (decides(c, kind) && (!n++ || size_of(c) > size_of(most)))
			most = c;
	}
	if (!most)
		return;
	at = (size_t)(most - cmp->comparison);
	str_add(out, " ");
	if (endings[kind].with_change)
		words_add_brief(out, cmp, at / cmp->n_rows + 1, at % cmp->n_rows, s);
	words_add_row_name(out, cmp, at / cmp->n_rows + 1, at % cmp->n_rows);
	if (kind == CONCLUSION_INCOMPARABLE)
		words_add_reason(&why, cmp, at / cmp->n_rows + 1, at % cmp->n_rows);
	if (why.len)
		str_addf(out, " (%s)", str_text(&why));
	if (n > 1)
		str_addf(out, " and %zu more", n - 1);
}

static bool names_next(struct conclusions *all, enum conclusion kind)
{
	all->n++;
	if (all->count[kind]++ >= NAMED_MOST || kind == CONCLUSION_FINE)
		return false;
	if (all->named[kind].len)
		str_add(&all->named[kind], ", ");
	return true;
}

static void add_suspicious_benchmark(struct conclusions *all, const struct comparison *cmp, size_t nth,
				     const struct style *s)
{
	LOCAL(str) rows = {0};

	if (add_suspicious_rows(&rows, cmp, s) && all->n_suspicious++ < NAMED_MOST) {
		str_add(&all->suspicious, all->suspicious.len ? ", " : "");
		comparison_add_benchmark(&all->suspicious, cmp, 0);
		if (nth > 1)
			str_addf(&all->suspicious, " #%zu", nth);
		str_addf(&all->suspicious, " %s", str_text(&rows));
	}
}

void conclusions_add(struct conclusions *all, const struct comparison *cmp, size_t nth, const struct style *s)
{
	enum conclusion kind = conclusion_of(cmp);

	if (cmp->opts.mode != COMPARISON_GATE || cmp->n_sides < 2)
		return;
	add_suspicious_benchmark(all, cmp, nth, s);
	all->injected = cmp->opts.injected;
	all->unsure_fails |= kind == CONCLUSION_UNSURE && effect_of_comparison(cmp) == EFFECT_FAILS;
	all->unjudged |= kind == CONCLUSION_UNSURE && effect_first_unjudged(cmp);
	if (!names_next(all, kind))
		return;
	comparison_add_benchmark(&all->named[kind], cmp, 0);
	if (nth > 1)
		str_addf(&all->named[kind], " #%zu", nth);
	add_deciding_row(&all->named[kind], cmp, kind, s);
}

const char *left_out_why(const struct left_out *b)
{
	return b->why ? b->why : "it is in one of the two files only";
}

void conclusions_add_left_out(struct conclusions *all, const struct left_out *b)
{
	enum conclusion kind = b->why ? CONCLUSION_UNMEASURED : CONCLUSION_ALONE;

	if (names_next(all, kind))
		str_add_line(&all->named[kind], b->name);
}

static void add_benchmarks(struct str *out, const struct conclusions *all, enum conclusion kind, bool first)
{
	size_t n = all->count[kind];

	str_addf(out, "%s%s%zu", first ? "" : "; ", endings[kind].before, n);
	if (first && n < all->n)
		str_addf(out, " of %zu", all->n);
	str_addf(out, "%s%s", first ? " benchmarks" : "", endings[kind].after);
	if (all->named[kind].len)
		str_addf(out, ": %s", all->named[kind].text);
	if (kind != CONCLUSION_FINE && n > NAMED_MOST)
		str_addf(out, " and %zu more", n - NAMED_MOST);
}

/* Whether all that is wrong is that some are inconclusive. */
static bool is_unsure_only(const struct conclusions *all)
{
	for (int kind = 0; kind < CONCLUSION_UNSURE; kind++)
		if (all->count[kind])
			return false;
	return all->count[CONCLUSION_UNSURE];
}

void conclusions_line(struct str *out, const struct conclusions *all)
{
	bool first = true;

	if (all->n > 1)
		add_injected(out, all->injected, &style_plain);

	for (int kind = 0; kind < CONCLUSIONS && all->n > 1; kind++) {
		if (!all->count[kind])
			continue;
		add_benchmarks(out, all, (enum conclusion)kind, first);
		first = false;
	}
	if (!first && is_unsure_only(all))
		add_unsure_consequence(out, all->unjudged, all->unsure_fails);
	if (first || !all->n_suspicious)
		return;
	str_addf(out, "; %s", str_text(&all->suspicious));
	if (all->n_suspicious > NAMED_MOST)
		str_addf(out, " and %zu more", all->n_suspicious - NAMED_MOST);
	str_addf(out, ": %s", words_suspicion);
}

int conclusions_tone(const struct conclusions *all)
{
	const size_t *n = all->count;
	size_t good = n[CONCLUSION_FINE] + n[CONCLUSION_IMPROVED];

	if (is_unsure_only(all))
		return all->unsure_fails ? 1 : 0;
	return good && good + n[CONCLUSION_NOTHING] == all->n ? -1 : 1;
}

void conclusions_release(struct conclusions *all)
{
	for (size_t i = 0; i < CONCLUSIONS; i++)
		str_release(&all->named[i]);
	str_release(&all->suspicious);
	*all = (struct conclusions){0};
}
