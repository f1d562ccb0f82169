/* SPDX-License-Identifier: MIT */
/* Puts the changes, limits, reasons and notes of a comparison into words. */
#include "format/comparison_words.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/index.h"
#include "base/mem.h"
#include "benchmark/benchmark.h"
#include "benchmark/notes.h"
#include "benchmark/report.h"
#include "compare/effect.h"
#include "compare/power.h"
#include "event/event.h"
#include "format/locale_text.h"
#include "format/style.h"
#include "host/target.h"

const struct sample_row *words_sample_row(const struct comparison *cmp, size_t side, size_t row)
{
	int at = cmp->row[row].at[side];

	return at < 0 ? NULL : &cmp->side[side].rows.row[at];
}

struct quantity words_quantity(const struct comparison *cmp, size_t row)
{
	enum { SIDES = 16 };
	const struct sample_row *of = cmp->row[row].of;
	double median[SIDES], most[SIDES];
	bool zero = true;
	size_t n = 0;

	for (size_t s = 0; s < cmp->n_sides && n < SIDES; s++) {
		if (!cmp->row[row].spread[s].n)
			continue;
		median[n] = cmp->row[row].spread[s].median;
		most[n] = cmp->row[row].spread[s].max;
		zero &= !(fabs(median[n++]) > 0);
	}
	return quantity_choose(of->class, of->unit, zero ? most : median, n);
}

/* --- changes --------------------------------------------------------------------------------------- */

/* Enough digits for the ends of an interval to differ, but no more than people read. */
int words_percent_digits(const struct change *c)
{
	enum { USUAL = 2, MOST = 4 };
	double size = 100 * fabs(c->estimate), width = 100 * (c->interval.high - c->interval.low);
	int digits = USUAL;

	if (width >= 1)
		digits = 1;
	else if (width > 0 && width < 0.1)
		digits = (int)ceil(-log10(width));
	if (size >= 100)
		digits = size >= 1000 ? 0 : 1;
	return digits > MOST ? MOST : digits;
}

static void add_percent(struct str *out, double part, int digits, const struct style *s)
{
	LOCAL(str) text = {0};

	str_addf(&text, "%.*f", digits, fabs(100 * part));
	/* no minus before a change that is rounded to 0 */
	str_add(out, part < 0 && strspn(str_text(&text), "0.") < text.len ? "-" : "+");
	locale_number(out, str_text(&text), true, s);
	str_add(out, " %");
}

/* The unit of a difference, and as many digits as its interval makes sense of. */
static struct quantity difference_quantity(const struct change *c, const struct comparison *cmp, size_t row)
{
	const struct sample_row *of = cmp->row[row].of;
	const double ends[] = { c->estimate, c->interval.low, c->interval.high };
	bool any = fabs(ends[0]) > 0 || fabs(ends[1]) > 0 || fabs(ends[2]) > 0;
	struct quantity q = any ? quantity_choose(of->class, of->unit, ends, 3) : words_quantity(cmp, row);
	double width = (c->interval.high - c->interval.low) / q.factor;
	int enough = width > 0 ? (int)ceil(-log10(width)) + 1 : q.digits;

	if (enough < q.digits)
		q.digits = enough < 0 ? 0 : enough;
	return q;
}

static void add_difference(struct str *out, const struct change *c, const struct comparison *cmp, size_t row,
			   const struct style *s)
{
	const struct quantity q = difference_quantity(c, cmp, row);

	quantity_add_signed(out, &q, c->estimate, s);
	quantity_add_unit(out, &q);
}

static void comparison_words_add_value(struct str *out, const struct sample_row *of, double value,
				       const struct style *s)
{
	const struct quantity q = quantity_choose(of->class, of->unit, &value, 1);

	quantity_add_with_unit(out, &q, value, s);
}

/* One digit more where an end of the interval would look like the limit. */
static int digits_beside(const struct change *c, double limit)
{
	int digits = words_percent_digits(c);
	double half = 0.5 * pow(10, -digits) / 100;
	bool same = fabs(fabs(c->interval.low) - limit) < half || fabs(fabs(c->interval.high) - limit) < half;

	return digits + (same && c->interval.high > c->interval.low);
}

/* The change that people are shown: in per cent, if there is one that the limit does not ignore. */
static const struct change *shown_change(const struct row_comparison *c, bool *in_percent)
{
	const struct threshold *t = &c->threshold;
	bool absolute = (isnan(t->relative) && !isnan(t->absolute)) || isnan(c->relative.estimate);

	*in_percent = !absolute;
	if (c->path == COMPARE_NONE || c->path == COMPARE_ONE_SAMPLE)
		return NULL;
	if (absolute)
		return isnan(c->absolute.estimate) ? NULL : &c->absolute;
	return &c->relative;
}

void words_add_change(struct str *out, const struct comparison *cmp, size_t side, size_t row,
		      const struct style *s)
{
	const struct row_comparison *c = comparison_row(cmp, side, row);
	bool in_percent;
	const struct change *change = shown_change(c, &in_percent);

	if (c->path == COMPARE_ONE_SAMPLE && c->after.n)
		comparison_words_add_value(out, cmp->row[row].of, c->after.median, s);
	else if (change && in_percent)
		add_percent(out, change->estimate, digits_beside(change, c->threshold.relative), s);
	else if (change)
		add_difference(out, change, cmp, row, s);
}

void words_add_brief(struct str *out, const struct comparison *cmp, size_t side, size_t row,
		     const struct style *s)
{
	bool in_percent;
	const struct change *change = shown_change(comparison_row(cmp, side, row), &in_percent);
	double pct = change ? fabs(100 * change->estimate) : 0;
	size_t start = out->len;

	if (change && in_percent)
		add_percent(out, change->estimate, pct >= 10 ? 0 : pct >= 1 ? 1 : 2, s);
	else
		words_add_change(out, cmp, side, row, s);
	str_add(out, out->len > start ? " " : "");
}

/* --- changes in words ------------------------------------------------------------------------------ */

struct number {			/* how the ends of an interval are written */
	double factor;			/* value / factor is shown */
	int    digits;
	const char *unit;		/* what follows the number: " %", " ms"; borrowed */
	const char *less, *more;	/* the words for a change down and up */
};

static void set_direction(struct number *n, const struct sample_row *of)
{
	static const char *const words[][2] = {
		[CLASS_COUNT] = { "less", "more" }, [CLASS_TIME] = { "faster", "slower" },
		[CLASS_SIZE] = { "less", "more" }, [CLASS_RATIO] = { "lower", "higher" },
	};
	/* a time that is good if it is long is not slower */
	enum sample_class class = of->class == CLASS_TIME && of->better != BETTER_LOWER ? CLASS_COUNT :
				  of->class;

	n->less = words[class][0];
	n->more = words[class][1];
}

static bool is_shown_as_zero(const struct number *n, double value)
{
	return fabs(value / n->factor) < 0.5 * pow(10, -n->digits);
}

static void add_bare(struct str *out, const struct number *n, double value, const struct style *s)
{
	LOCAL(str) text = {0};

	str_addf(&text, "%.*f", n->digits, fabs(value) / n->factor);
	locale_number(out, str_text(&text), true, s);
}

/* "2.31 % more" */
static void add_end(struct str *out, const struct number *n, double value, const struct style *s)
{
	add_bare(out, n, value, s);
	str_addf(out, "%s %s", n->unit, value < 0 ? n->less : n->more);
}

/* "18.2 to 21.8 % more", "0.3 % less to 1.2 % more", "5.00 % more", "no change" */
static void add_range(struct str *out, const struct number *n, struct interval i, const struct style *s)
{
	bool falls = fabs(i.low) > fabs(i.high);
	double far = falls ? i.low : i.high, near = falls ? i.high : i.low;
	LOCAL(str) first = {0}, second = {0};

	if (is_shown_as_zero(n, far)) {
		str_add(out, "no change");
		return;
	}
	if (near * far < 0 && !is_shown_as_zero(n, near)) {
		add_end(out, n, i.low, s);
		str_add(out, " to ");
		add_end(out, n, i.high, s);
		return;
	}
	add_bare(&first, n, near, s);
	add_bare(&second, n, far, s);
	if (strcmp(str_text(&first), str_text(&second)) != 0)
		str_addf(out, "%s to ", str_text(&first));
	add_end(out, n, far, s);
}

void words_add_percent_range(struct str *out, const struct change *c, const struct style *s)
{
	const struct number n = { 0.01, words_percent_digits(c), " %", "less", "more" };

	add_range(out, &n, c->interval, s);
}

/* How shown_change() is written; unit: room for it. */
static struct number comparison_words_number_of(const struct comparison *cmp, size_t side, size_t row,
						struct str *unit)
{
	const struct row_comparison *c = comparison_row(cmp, side, row);
	bool in_percent;
	const struct change *change = shown_change(c, &in_percent);
	struct number n = { .factor = 0.01, .unit = " %" };
	struct quantity q;

	set_direction(&n, cmp->row[row].of);
	if (in_percent) {
		n.digits = digits_beside(change, c->threshold.relative);
	} else {
		q = difference_quantity(change, cmp, row);
		quantity_add_unit(unit, &q);
		n.factor = q.factor;
		n.digits = q.digits;
		n.unit = str_text(unit);
	}
	return n;
}

/* The same change in each pair of runs. */
static bool is_one_value(const struct row_comparison *c, const struct change *change)
{
	return c->path == COMPARE_EXACT && !(change->interval.high > change->interval.low);
}

static int sign_of(const struct number *n, double value)
{
	return is_shown_as_zero(n, value) ? 0 : value < 0 ? -1 : 1;
}

double words_other_medians(const struct comparison *cmp, size_t side, size_t row)
{
	bool in_percent;
	const struct row_comparison *c = comparison_row(cmp, side, row);
	const struct change *change = shown_change(c, &in_percent);
	double medians = in_percent ? row_comparison_of_medians(c) : c->after.median - c->before.median;
	LOCAL(str) unit = {0};
	struct number n;
	const struct interval *in;
	bool other;

	if (!change || isnan(medians) || (c->path != COMPARE_PAIRED && c->path != COMPARE_TWO_SAMPLE))
		return (double)NAN;
	n = comparison_words_number_of(cmp, side, row, &unit);
	in = &change->interval;
	other = sign_of(&n, medians) * sign_of(&n, change->estimate) < 0;
	if (interval_exists(*in))
		other |= sign_of(&n, medians - in->low) < 0 || sign_of(&n, medians - in->high) > 0;
	return other ? medians : (double)NAN;
}

void words_add_range(struct str *out, const struct comparison *cmp, size_t side, size_t row,
		     const struct style *s)
{
	bool in_percent;
	const struct row_comparison *c = comparison_row(cmp, side, row);
	const struct change *change = shown_change(c, &in_percent);
	double medians = words_other_medians(cmp, side, row);
	struct number n;
	LOCAL(str) unit = {0};

	if (!change)
		return;
	n = comparison_words_number_of(cmp, side, row, &unit);
	if (interval_exists(change->interval) && is_one_value(c, change))
		str_add(out, "exact");
	else if (interval_exists(change->interval))
		add_range(out, &n, change->interval, s);
	if (!isnan(medians)) {
		str_add(out, interval_exists(change->interval) ? "; medians: " : "medians: ");
		add_end(out, &n, medians, s);
	}
}

bool words_has_intervals(const struct comparison *cmp)
{
	for (size_t i = 0; i < cmp->n_comparisons; i++) {
		const struct row_comparison *c = &cmp->comparison[i];

		if (c->path != COMPARE_EXACT && c->path != COMPARE_NONE &&
		    (interval_exists(c->relative.interval) || interval_exists(c->absolute.interval)))
			return true;
	}
	for (size_t row = 0; row < cmp->n_rows; row++)
		for (size_t s = 0; s < cmp->n_sides; s++) {
			const struct summary *spread = &cmp->row[row].spread[s];

			if (spread->n > 1 && interval_exists(spread->interval))
				return true;
		}
	return false;
}

void words_add_sure(struct str *out, const struct comparison *cmp, const struct style *s)
{
	words_add_level(out, cmp->opts.level, s);
	str_add(out, " sure");
}

/* "14.7 to 19.1 % slower, 99 % sure"; a change that is exact or not sure at all has no level. */
static void add_sure_change(struct str *out, const struct comparison *cmp, size_t side, size_t row,
			    const struct style *s)
{
	const struct row_comparison *c = comparison_row(cmp, side, row);
	bool in_percent;
	const struct change *change = shown_change(c, &in_percent);
	struct number n;
	LOCAL(str) unit = {0};

	if (!change || !interval_exists(change->interval)) {
		words_add_change(out, cmp, side, row, s);
		return;
	}
	n = comparison_words_number_of(cmp, side, row, &unit);
	add_range(out, &n, change->interval, s);
	if (c->path != COMPARE_EXACT) {
		str_add(out, ", ");
		words_add_sure(out, cmp, s);
	}
}

static void cut_zeros(char *fraction)
{
	size_t n = strlen(fraction);

	while (n && fraction[n - 1] == '0')
		n--;
	if (n && fraction[n - 1] == '.')
		n--;
	fraction[n] = '\0';
}

/* --- levels ---------------------------------------------------------------------------------------- */

void words_add_level(struct str *out, double level, const struct style *s)
{
	enum { MOST = 12 };
	double beyond = 100 * (1 - level);
	int digits = beyond < 1 ? 1 + (int)ceil(-log10(beyond)) : 4;
	LOCAL(str) text = {0};

	str_addf(&text, "%.*f", digits < MOST ? digits : MOST, 100 * level);
	cut_zeros(text.text);
	locale_number(out, str_text(&text), false, s);
	str_add(out, " %");
}

/* --- limits ---------------------------------------------------------------------------------------- */

static void add_limit_part(struct str *out, const struct sample_row *of, double value, int sign,
			   const struct style *s)
{
	struct quantity q = quantity_choose(of->class, of->unit, &value, 1);
	LOCAL(str) text = {0};

	str_addf(&text, "%.*f", q.digits, value / q.factor);
	if (q.digits)		/* as the user typed it: 64 MiB, not 64.000 MiB */
		cut_zeros(text.text);
	str_add(out, sign > 0 ? "+" : sign < 0 ? "-" : "");
	locale_number(out, str_text(&text), true, s);
	quantity_add_unit(out, &q);
}

static void add_limit_percent(struct str *out, double part, int sign, const struct style *s)
{
	str_add(out, sign < 0 ? "-" : "+");
	locale_decimal(out, s, "%.6g", 100 * part);
	str_add(out, " %");
}

void words_add_limit(struct str *out, const struct comparison *cmp, size_t side, size_t row,
		     const struct style *s)
{
	const struct threshold *t = &comparison_row(cmp, side, row)->threshold, better = threshold_better(t);
	const struct threshold *less = t->sign < 0 ? t : &better, *more = t->sign < 0 ? &better : t;
	const struct sample_row *of = cmp->row[row].of;
	size_t start = out->len;

	if (!isnan(t->relative) && t->two_sided) {
		add_limit_percent(out, less->relative, -1, s);
		str_add(out, " to ");
		add_limit_percent(out, more->relative, 1, s);
	} else if (!isnan(t->relative)) {
		add_limit_percent(out, t->relative, t->sign, s);
	}
	if (!isnan(t->absolute)) {
		str_add(out, out->len > start ? " and " : "");
		if (t->two_sided) {
			add_limit_part(out, of, less->absolute, -1, s);
			str_add(out, " to ");
		}
		add_limit_part(out, of, t->two_sided ? more->absolute : t->absolute,
			       t->two_sided || t->sign >= 0 ? 1 : -1, s);
	}
	if (!isnan(t->cap)) {
		str_add(out, out->len > start ? " and " : "");
		str_add(out, t->sign < 0 ? "at least " : "");
		add_limit_part(out, of, t->cap, 0, s);
	}
}

/* --- words ----------------------------------------------------------------------------------------- */

static void add_lacks(struct str *out, const struct comparison *cmp, size_t side, size_t row)
{
	const struct sample_row *base = words_sample_row(cmp, 0, row);
	const struct sample_row *now = words_sample_row(cmp, side, row);

	if (now && !now->n_valid)
		samples_add_lacks(out, &cmp->side[side], now);
	else if (base && !base->n_valid)
		samples_add_lacks(out, &cmp->side[0], base);
}

void words_add_lack(struct str *out, const struct comparison *cmp, size_t side, size_t row,
		    const struct style *s)
{
	const struct sample_row *of = words_sample_row(cmp, side, row);

	if (of && of->at_most > 0) {
		str_add(out, "at most ");
		comparison_words_add_value(out, of, of->at_most, s);
	} else if (of) {
		samples_add_lacks(out, &cmp->side[side], of);
	}
}

/* What to type that might decide a row that is inconclusive. */
static void add_more_runs(struct str *out, const struct row_comparison *c, const struct comparison *cmp)
{
	if (c->runs && c->runs_of_both)
		str_addf(out, "-r %zu, also for the baseline, might tell", c->runs);
	else if (c->runs && cmp->opts.budget_ended)
		str_add(out, "a longer --budget might tell");
	else if (c->runs && cmp->opts.least_runs && cmp->opts.least_runs < c->runs)
		str_addf(out, "-r %zu:%zu might tell", cmp->opts.least_runs, c->runs);
	else if (c->runs)
		str_addf(out, "-r %zu might tell", c->runs);
	else if (c->path == COMPARE_HISTORY)
		str_add(out, "results of the history vary too much");
	else if (c->machine.slower > 0 || c->machine.faster > 0)
		str_add(out, "runs in turns with --vs might tell");
	else if (c->n_now < POWER_MOST_RUNS)
		str_addf(out, "it would take more than %d runs", POWER_MOST_RUNS);
	else
		str_addf(out, "%zu runs are too few", c->n_now);
}

void words_add_reason(struct str *out, const struct comparison *cmp, size_t side, size_t row)
{
	const struct row_comparison *c = comparison_row(cmp, side, row);

	switch (c->reason) {
	case REASON_NONE:
		break;
	case REASON_NOT_COUNTED:
	case REASON_NOT_SUPPORTED:
	case REASON_MULTIPLEXED:
		add_lacks(out, cmp, side, row);
		break;
	case REASON_FAILED:
		add_lacks(out, cmp, side, row);
		if (!out->len)
			str_add(out, compare_reasons[c->reason].english);
		break;
	case REASON_AT_LIMIT:
		add_more_runs(out, c, cmp);
		break;
	case REASON_TOO_FEW:
		str_addf(out, "%s: %zu %s needed", compare_reasons[c->reason].english, c->least,
			 c->least == 1 ? "is" : "are");
		break;
	default:
		comparison_add_reason(out, cmp, c);
	}
}

/* What is compared with the limit: the change, or for a row that has only a cap its value. */
static void add_measured(struct str *out, const struct comparison *cmp, size_t side, size_t row,
			 const struct style *s)
{
	const struct row_comparison *c = comparison_row(cmp, side, row);
	const struct threshold *t = &c->threshold;

	if (c->verdict == VERDICT_MISSING)
		return;
	if (isnan(t->cap) || !isnan(t->relative) || !isnan(t->absolute))
		add_sure_change(out, cmp, side, row, s);
	else if (c->after.n)
		comparison_words_add_value(out, cmp->row[row].of, c->after.median, s);
	else if (c->at_most > 0)
		words_add_lack(out, cmp, side, row, s);
}

void words_add_outcome(struct str *out, const struct comparison *cmp, size_t side, size_t row,
			const char *before, const struct style *s)
{
	LOCAL(str) limit = {0}, why = {0}, part = {0};

	add_measured(&part, cmp, side, row, s);
	words_add_limit(&limit, cmp, side, row, s);
	words_add_reason(&why, cmp, side, row);
	if (part.len)
		str_addf(out, "%s%s", before, str_text(&part));
	if (limit.len || why.len)
		str_addf(out, " (%s%s%s%s)", limit.len ? "limit " : "", str_text(&limit),
			 limit.len && why.len ? "; " : "", str_text(&why));
}

const char words_suspicion[] = "did both do the same work?";

void words_add_suspicion(struct str *out, const struct comparison *cmp, size_t side, size_t row,
			 const struct style *s)
{
	const struct row_comparison *c = comparison_row(cmp, side, row);
	double change = row_comparison_change(c);

	words_add_row_name(out, cmp, side, row);
	str_add(out, " ");
	locale_decimal(out, s, "%.0f", change > -1 && change < -0.99 ? 99 : 100 * fabs(change));
	str_add(out, change < 0 ? " % less" : " % more");
}

bool words_has_limit(const struct row_comparison *c)
{
	return row_comparison_is_checked(c) || row_comparison_is_skipped(c);
}

void words_add_verdict(struct str *out, const struct comparison *cmp, size_t side, size_t row)
{
	const struct row_comparison *c = comparison_row(cmp, side, row);
	bool limited = words_has_limit(c), plain = cmp->opts.mode == COMPARISON_PLAIN;
	LOCAL(str) why = {0};

	if (row_comparison_is_skipped(c))
		str_add(out, "skipped");
	else if (limited)
		str_add(out, compare_verdicts[c->verdict].english);
	else if (!plain)
		str_add(out, "no limit");
	else if (compare_reasons[c->reason].shown)
		str_add(out, compare_verdicts[VERDICT_INCOMPARABLE].english);
	if (limited || compare_reasons[c->reason].shown)
		words_add_reason(&why, cmp, side, row);
	if (why.len)
		str_addf(out, " (%s)", str_text(&why));
}

bool words_is_limited(const struct comparison *cmp, size_t row)
{
	for (size_t side = 1; side < cmp->n_sides; side++)
		if (words_has_limit(comparison_row(cmp, side, row)))
			return true;
	return false;
}

bool words_hides_rows(const struct comparison *cmp)
{
	bool any = false;

	for (size_t row = 0; row < cmp->n_rows; row++)
		any |= words_is_limited(cmp, row);
	return any && cmp->opts.mode != COMPARISON_PLAIN && !cmp->opts.all;
}

enum rank { CHECKED, SKIPPED, UNLIMITED, RANKS };	/* the order of rows */

static enum rank rank_of(const struct comparison *cmp, size_t row)
{
	enum rank rank = UNLIMITED;

	for (size_t side = 1; side < cmp->n_sides; side++) {
		const struct row_comparison *c = comparison_row(cmp, side, row);

		if (row_comparison_is_checked(c))
			return CHECKED;
		if (row_comparison_is_skipped(c))
			rank = SKIPPED;
	}
	return rank;
}

size_t *words_order(const struct comparison *cmp)
{
	size_t *order = mem_resize(NULL, cmp->n_rows, sizeof(*order)), n = 0;

	for (int rank = 0; rank < RANKS; rank++)
		for (size_t row = 0; row < cmp->n_rows; row++)
			if ((int)rank_of(cmp, row) == rank)
				order[n++] = row;
	return order;
}

void words_add_letter(struct str *out, size_t side)
{
	if (side < 26)
		str_addf(out, "%c", 'A' + (char)side);
	else
		str_addf(out, "#%zu", side + 1);
}

const char *words_rounds(const struct comparison *cmp, size_t side)
{
	return cmp->opts.history && side == 0 ? "result" : "run";
}

void words_add_side(struct str *out, const struct comparison *cmp, size_t side)
{
	if (cmp->n_sides > 1) {
		words_add_letter(out, side);
		str_add(out, ": ");
	}
	comparison_add_name(out, cmp, side);
	str_addf(out, " (%zu %s%s)", cmp->side[side].n_rounds, words_rounds(cmp, side),
		 cmp->side[side].n_rounds == 1 ? "" : "s");
}

void words_add_row_name(struct str *out, const struct comparison *cmp, size_t side, size_t row)
{
	if (cmp->n_sides > 2) {
		words_add_letter(out, side);
		str_add(out, ": ");
	}
	str_add_line(out, cmp->row[row].of->name);
}

int words_tone(const struct comparison *cmp, size_t side, size_t row)
{
	const struct row_comparison *c = comparison_row(cmp, side, row);

	if (!c)
		return 0;
	if (row_comparison_is_checked(c))
		return verdict_is_beyond(c->verdict) ? 1 : c->verdict == VERDICT_BETTER ? -1 : 0;
	/* in a gate, a colour would look like a verdict */
	if (cmp->opts.mode != COMPARISON_PLAIN || cmp->row[row].of->better == BETTER_NEITHER)
		return 0;
	return c->leaning;
}

bool words_is_unsure(const struct comparison *cmp, size_t side, size_t row)
{
	const struct row_comparison *c = comparison_row(cmp, side, row);
	const struct interval *i = c ? &c->relative.interval : NULL;

	if (!c)
		return false;
	if (row_comparison_is_checked(c))
		return c->verdict == VERDICT_UNSURE || c->verdict == VERDICT_INCOMPARABLE ||
		       c->verdict == VERDICT_MISSING;
	return cmp->opts.mode == COMPARISON_PLAIN && cmp->row[row].of->better != BETTER_NEITHER &&
	       c->path != COMPARE_NONE && c->path != COMPARE_EXACT && !c->leaning &&
	       interval_exists(*i) && !effect_is_small(i);
}

/* --- notes ----------------------------------------------------------------------------------------- */

static void visit_line(struct str *out, enum gravity gravity, int side, const char *text, words_visit *visit)
{
	LOCAL(str) line = {0};

	str_addf(&line, "%s: ", comparison_gravities[gravity]);
	if (side >= 0) {
		words_add_letter(&line, (size_t)side);
		str_add(&line, ": ");
	}
	str_add(&line, text);
	visit(out, str_text(&line));
}

struct note_text {
	const char *text;
	size_t sides, last;	/* how many sides have it, and the last of them */
};

struct note_texts {
	struct note_text *text; size_t n;
	struct index by_text;
};

static bool is_text(const void *list, size_t at, const void *key)
{
	return str_same(((const struct note_text *)list)[at].text, key);
}

static void count_texts(struct note_texts *all, const struct notes_said *said, size_t side)
{
	for (size_t i = 0; i < said->n; i++) {
		const char *text = said->line[i].text;
		uint64_t hash = index_hash(0, text);
		ptrdiff_t at = index_find(&all->by_text, hash, is_text, all->text, text);

		if (at < 0) {
			index_add(&all->by_text, hash, all->n);
			MEM_ADD(all->text, all->n, (struct note_text){ text, 1, side });
		} else if (all->text[at].last != side) {
			all->text[at].sides++;
			all->text[at].last = side;
		}
	}
}

/* A note that all sides have is shown once. */
static void visit_notes_of(struct str *out, const struct comparison *cmp, size_t side,
			   const struct notes_said *said, const struct note_texts *all, words_visit *visit)
{
	for (size_t i = 0; i < said->n; i++) {
		const char *text = said->line[i].text;
		ptrdiff_t at = index_find(&all->by_text, index_hash(0, text), is_text, all->text, text);
		bool common = at >= 0 && all->text[at].sides == cmp->n_sides;

		if (!common || !side)
			visit_line(out, GRAVITY_NOTE, common ? -1 : (int)side, text, visit);
	}
}

static void visit_notes(struct str *out, const struct comparison *cmp, bool all, words_visit *visit)
{
	FREED struct notes_said *said = mem_zeroed(cmp->n_sides, sizeof(*said));
	struct note_texts texts = {0};

	for (size_t s = 0; s < cmp->n_sides; s++) {
		const struct report *r = cmp->side[s].report;

		notes_say(&said[s], &r->b->sum.notes, &r->b->events, &r->b->target.cgroups, r->n_runs,
			  all);
		count_texts(&texts, &said[s], s);
	}
	for (size_t s = 0; s < cmp->n_sides; s++)
		visit_notes_of(out, cmp, s, &said[s], &texts, visit);
	for (size_t s = 0; s < cmp->n_sides; s++)
		notes_said_release(&said[s]);
	index_release(&texts.by_text);
	free(texts.text);
}

void words_each_note(struct str *out, const struct comparison *cmp, bool all, words_visit *visit)
{
	LOCAL(str) text = {0};

	for (size_t i = 0; i < cmp->n_notes; i++) {
		str_reset(&text);
		str_add_line(&text, cmp->note[i].text);
		visit_line(out, cmp->note[i].gravity, cmp->n_sides > 1 ? cmp->note[i].side : -1,
			   str_text(&text), visit);
	}
	visit_notes(out, cmp, all, visit);
}

/* --- rows without a value ------------------------------------------------------------------------- */

enum { NAMED_MOST = 8 };	/* rows for each reason */

bool words_is_uncounted(const struct comparison *cmp, size_t row)
{
	LOCAL(str) first = {0}, why = {0};
	bool same = true;

	for (size_t s = 0; s < cmp->n_sides && same; s++) {
		const struct sample_row *of = words_sample_row(cmp, s, row);
		const struct row_comparison *c = comparison_row(cmp, s, row);

		str_reset(&why);
		words_add_lack(&why, cmp, s, row, &style_plain);
		if (!s)
			str_add(&first, str_text(&why));
		same = of && !of->n_valid && strcmp(str_text(&first), str_text(&why)) == 0 &&
		       (!c || (!words_has_limit(c) && !compare_reasons[c->reason].shown));
	}
	return same;
}

struct noted {			/* events that a note of a run names */
	const char **name; size_t n;
	struct index by_name;
};

static bool is_noted_name(const void *list, size_t at, const void *key)
{
	return str_same(((const char *const *)list)[at], key);
}

static void add_noted(struct noted *all, const struct report *r)
{
	for (size_t i = 0; i < r->b->sum.notes.n; i++) {
		const struct note *n = &r->b->sum.notes.note[i];
		const char *name = n->event < 0 ? NULL : r->b->events.event[n->event].name;

		if (!name || note_defs[n->kind].quiet)
			continue;
		index_add(&all->by_name, index_hash(0, name), all->n);
		MEM_ADD(all->name, all->n, name);
	}
}

static bool is_noted(const struct noted *all, const char *name)
{
	return index_find(&all->by_name, index_hash(0, name), is_noted_name, all->name, name) >= 0;
}

static void end_reason(struct str *out, const struct str *why, size_t n)
{
	if (n > NAMED_MOST)
		str_addf(out, " and %zu more", n - NAMED_MOST);
	if (n)
		str_addf(out, " (%s)", why->len ? why->text : "not measured");
}

/* Neighbouring rows share the reason if it is the same. */
static void comparison_words_add_rows(struct str *out, const struct comparison *cmp,
				      const struct noted *noted)
{
	LOCAL(str) why = {0}, last = {0};
	size_t n = 0;

	for (size_t row = 0; row < cmp->n_rows; row++) {
		if (is_noted(noted, cmp->row[row].of->name) || !words_is_uncounted(cmp, row))
			continue;
		str_reset(&why);
		words_add_lack(&why, cmp, 0, row, &style_plain);
		if (n && strcmp(str_text(&why), str_text(&last)) != 0) {
			end_reason(out, &last, n);
			n = 0;
		}
		str_reset(&last);
		str_add(&last, str_text(&why));
		if (n++ < NAMED_MOST) {
			str_add(out, out->len ? ", " : "");
			str_add_line(out, cmp->row[row].of->name);
		}
	}
	end_reason(out, &last, n);
}

bool words_shows_row(const struct comparison *cmp, size_t row, bool hides)
{
	return !(hides && !words_is_limited(cmp, row)) && !words_is_uncounted(cmp, row);
}

void words_add_uncounted(struct str *out, const struct comparison *cmp)
{
	struct noted noted = {0};
	LOCAL(str) rows = {0};

	for (size_t s = 0; s < cmp->n_sides; s++)
		add_noted(&noted, cmp->side[s].report);
	comparison_words_add_rows(&rows, cmp, &noted);
	if (rows.len)
		str_addf(out, "no value: %s", str_text(&rows));
	index_release(&noted.by_name);
	free(noted.name);
}
