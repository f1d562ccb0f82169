/* SPDX-License-Identifier: MIT */
/*
 * Chooses the unit and the number of digits of a row.
 *
 * Counts get six digits, as programs do not repeat themselves more exactly; shorter counts get all theirs.
 */
#include "format/quantity.h"

#include <math.h>
#include <string.h>

#include "format/locale_text.h"
#include "format/style.h"

enum { COUNT_DIGITS = 6, OTHER_DIGITS = 5, MOST_DIGITS = 9 };

struct step {
	double factor;
	const char *prefix;
};

/* Largest first; the last step is for all smaller values. */
static const struct step quantity_counts[] = {
	{ 1e12, "T" }, { 1e9, "G" }, { 1e6, "M" }, { 1, "" }, { 0, NULL }
};
static const struct step times[] = {
	{ 1, "s" }, { 1e-3, "ms" }, { 1e-6, "us" }, { 1e-9, "ns" }, { 0, NULL },
};
static const struct step sizes[] = {
	{ 0x1p40, "TiB" }, { 0x1p30, "GiB" }, { 0x1p20, "MiB" }, { 0x1p10, "KiB" }, { 1, "B" }, { 0, NULL },
};
static const struct step plain[] = { { 1, "" }, { 0, NULL } };

static const struct step *const steps[] = {
	[CLASS_COUNT] = quantity_counts,
	[CLASS_TIME] = times,
	[CLASS_SIZE] = sizes,
	[CLASS_RATIO] = plain,
};

static bool is_whole(double v)
{
	return !(fabs(v - round(v)) > 0);
}

struct extent {			/* the smallest and the largest value, without 0; 0: all are 0 */
	double least, most;
	bool whole;
};

static struct extent extent_of(const double *value, size_t n)
{
	struct extent e = { .whole = true };

	for (size_t i = 0; i < n; i++) {
		double size = fabs(value[i]);

		if (!isfinite(size))
			continue;
		e.whole &= is_whole(size);
		e.most = size > e.most ? size : e.most;
		if (size > 0 && !(e.least > 0 && e.least < size))
			e.least = size;
	}
	return e;
}

/* How many digits after the point a value needs to have this number of significant digits. */
static int digits_for(double value, int digits)
{
	return digits - 1 - (int)floor(log10(value));
}

const char *quantity_unit(const char *unit)
{
	return strcmp(unit, "msec") == 0 ? "ms" : unit;
}

enum sample_class quantity_class(const char *unit)
{
	return strcmp(unit, "s") == 0 ? CLASS_TIME : strcmp(unit, "B") == 0 ? CLASS_SIZE : CLASS_COUNT;
}

struct quantity quantity_choose(enum sample_class class, const char *unit, const double *value, size_t n)
{
	enum { APART = 10000, FEW = 3 };
	const struct step *step = steps[class];
	struct quantity q = { .unit = class == CLASS_TIME || class == CLASS_SIZE ? "" :
					    quantity_unit(unit) };
	struct extent e = extent_of(value, n);
	/* keeps digits of small values beside large ones, unless they are negligible */
	double size = e.least * APART > e.most ? e.least : e.most;
	int few;

	while (step[1].prefix && (size > 0 ? size < step->factor : step->factor > 1))
		step++;
	q.factor = step->factor;
	q.prefix = step->prefix;
	if (!(size > 0) || (e.whole && (class == CLASS_COUNT || class == CLASS_SIZE) && !(q.factor > 1)))
		return q;
	q.digits = digits_for(e.most / q.factor, class == CLASS_COUNT ? COUNT_DIGITS : OTHER_DIGITS);
	few = digits_for(size / q.factor, FEW);
	q.digits = few > q.digits ? few : q.digits;
	q.digits = q.digits < 0 ? 0 : q.digits > MOST_DIGITS ? MOST_DIGITS : q.digits;
	return q;
}

static void quantity_write(struct str *out, const struct quantity *q, double value, const char *sign,
			   const struct style *s)
{
	LOCAL(str) text = {0};

	str_addf(&text, "%.*f", q->digits, fabs(value) / q->factor);
	str_add(out, sign);
	locale_number(out, str_text(&text), true, s);
}

void quantity_add(struct str *out, const struct quantity *q, double value, const struct style *s)
{
	quantity_write(out, q, value, value < 0 ? "-" : "", s);
}

void quantity_add_signed(struct str *out, const struct quantity *q, double value, const struct style *s)
{
	quantity_write(out, q, value, value < 0 ? "-" : value > 0 ? "+" : "", s);
}

void quantity_add_interval(struct str *out, const struct quantity *q, struct interval i,
			   const struct style *s)
{
	str_add(out, "[");
	quantity_add(out, q, i.low, s);
	str_add(out, locale_separator(s));
	quantity_add(out, q, i.high, s);
	str_add(out, "]");
}

void quantity_add_unit(struct str *out, const struct quantity *q)
{
	if (q->prefix[0] || q->unit[0])
		str_addf(out, " %s", q->prefix);
	str_add_line(out, q->unit);
}

void quantity_add_with_unit(struct str *out, const struct quantity *q, double value, const struct style *s)
{
	quantity_add(out, q, value, s);
	quantity_add_unit(out, q);
}
