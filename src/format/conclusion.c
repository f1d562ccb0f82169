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
#include "format/locale_text.h"
#include "format/style.h"

const char conclusion_nothing[] = "NOTHING WAS JUDGED";

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
	str_addf(out, " %s%s", all_events(cmp) ? "event" : "measurement", n == 1 ? "" : "s");
}

/* "instructions:u +2.31 % [+2.29, +2.33], limit +1 %", or why there is no number. */
static void add_row(struct str *out, const struct comparison *cmp, size_t side, size_t row,
		    const struct style *s)
{
	const struct row_comparison *c = comparison_row(cmp, side, row);
	struct str text = {0};
	bool has_value;

	words_add_row_name(out, cmp, side, row);
	if (c->verdict != VERDICT_MISSING)
		words_add_measured(&text, cmp, side, row, s);
	has_value = text.len > 0;
	str_addf(out, "%s%s", has_value ? " " : "", has_value ? text.text : "");
	str_reset(&text);
	words_add_limit(&text, cmp, side, row, s);
	if (has_value && text.len)
		str_addf(out, ", limit %s", text.text);
	str_reset(&text);
	words_add_reason(&text, cmp, side, row);
	if (text.len && c->reason != REASON_AT_LIMIT)
		str_addf(out, " (%s)", text.text);
	str_release(&text);
}

static bool is_of(const struct row_comparison *c, enum verdict verdict)
{
	return verdict == VERDICT_SKIPPED ? row_comparison_is_skipped(c)
					  : c->verdict == verdict && row_comparison_is_checked(c);
}

static void add_rows(struct str *out, const struct comparison *cmp, enum verdict verdict,
		     const struct style *s)
{
	size_t n = 0;

	for (size_t i = 0; i < cmp->n_comparisons; i++) {
		if (!is_of(&cmp->comparison[i], verdict))
			continue;
		if (n++ >= NAMED_MOST)
			continue;
		str_add(out, n > 1 ? " and " : ": ");
		add_row(out, cmp, i / cmp->n_rows + 1, i % cmp->n_rows, s);
	}
	if (n > NAMED_MOST)
		str_addf(out, " and %zu more", n - NAMED_MOST);
}

/* There was an error, although all rows are fine. */
static bool has_error_only(const struct comparison *cmp)
{
	if (cmp->count[VERDICT_WORSE] || cmp->count[VERDICT_INCOMPARABLE] || cmp->count[VERDICT_MISSING])
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

static bool is_small(const struct interval *i)
{
	static const double small = 0.01;

	return i->low > -small && i->high < small;
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
	} else if (interval_exists(*i) && is_small(i)) {
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

static void add_number(struct str *out, double number, int digits, const struct style *s)
{
	locale_decimal(out, s, "%.*f", digits, number);
}

/* "2.31 % more" */
static void add_share(struct str *out, double part, int digits, const struct style *s)
{
	add_number(out, fabs(100 * part), digits, s);
	str_add(out, part < 0 ? " % less" : " % more");
}

/* "18.21 to 21.81 % more", "0.31 % less to 1.20 % more" */
static void add_range(struct str *out, const struct change *c, int digits, const struct style *s)
{
	bool falls = c->interval.high < 0, both = !falls && c->interval.low < 0;
	double near = falls ? c->interval.high : c->interval.low;

	if (both)
		add_share(out, near, digits, s);
	else
		add_number(out, fabs(100 * near), digits, s);
	str_add(out, " to ");
	add_share(out, falls ? c->interval.low : c->interval.high, digits, s);
}

static bool is_shown_as_zero(double part, int digits)
{
	return fabs(100 * part) < 0.5 * pow(10, -digits);
}

/* From twice the time on, a factor is easier to read than a percentage. */
static void add_time(struct str *out, const struct change *c, bool times, const struct style *s)
{
	int digits = times ? 2 : words_percent_digits(c);

	if (times) {
		add_number(out, 1 + c->estimate, digits, s);
		str_add(out, " times as long");
	} else if (is_shown_as_zero(c->estimate, digits)) {
		str_add(out, fabs(c->estimate) > 0 ? "about the same time" : "the same time");
	} else {
		add_share(out, c->estimate, digits, s);
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
	str_add(out, ", with ");
	words_add_level(out, cmp->opts.level, s);
	str_add(out, " confidence ");
	if (times) {
		add_number(out, 1 + c->interval.low, 2, s);
		str_add(out, " to ");
		add_number(out, 1 + c->interval.high, 2, s);
		str_add(out, " times");
	} else {
		add_range(out, c, digits, s);
	}
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
	add_time(out, &c->relative, times, s);
	if (interval_exists(c->relative.interval))
		add_confidence(out, cmp, &c->relative, times, s);
	else
		add_too_few(out, cmp, c);
}

int conclusion_tone(const struct comparison *cmp, size_t side)
{
	const struct row_comparison *c = wall_of(cmp, side);

	return c ? c->leaning : 0;
}

static void add_conclusions(struct str *out, const struct comparison *cmp, const struct style *s)
{
	for (size_t side = 1; side < cmp->n_sides; side++) {
		struct str one = {0};

		conclusion_add_side(&one, cmp, side, s);
		if (one.len)
			str_addf(out, "%s%s", out->len ? "; " : "", one.text);
		str_release(&one);
	}
}

/* --- both ------------------------------------------------------------------------------------------ */

void conclusion_add(struct str *out, const struct comparison *cmp, const struct style *s)
{
	static const struct { enum verdict verdict; const char *words; } parts[] = {
		{ VERDICT_WORSE, "regressed" },		  { VERDICT_BETTER, "improved" },
		{ VERDICT_UNSURE, "inconclusive" },	  { VERDICT_INCOMPARABLE, "not comparable" },
		{ VERDICT_MISSING, "missing" },		  { VERDICT_SKIPPED, "skipped" },
	};
	bool nothing = comparison_is_nothing(cmp), first = !cmp->count[VERDICT_SAME];

	if (cmp->opts.mode == COMPARISON_PLAIN) {
		add_conclusions(out, cmp, s);
		return;
	}
	if (nothing)
		str_addf(out, "%s: %s", conclusion_nothing,
			 cmp->count[VERDICT_SKIPPED] ? "" : "no row has a limit");
	if (!first) {
		str_addf(out, "%zu", cmp->count[VERDICT_SAME]);
		add_noun(out, cmp, cmp->count[VERDICT_SAME]);
		str_addf(out, " within %s", cmp->count[VERDICT_SAME] == 1 ? "its limit" : "limits");
	}
	for (size_t p = 0; p < sizeof(parts) / sizeof(*parts); p++) {
		size_t n = cmp->count[parts[p].verdict];

		if (!n)
			continue;
		str_addf(out, "%s%zu", first ? "" : "; ", n);
		if (first)
			add_noun(out, cmp, n);
		first = false;
		str_addf(out, " %s", parts[p].words);
		add_rows(out, cmp, parts[p].verdict, s);
	}
	if ((nothing || !first) && has_error_only(cmp))
		str_add(out, "; but there was an error");
}
