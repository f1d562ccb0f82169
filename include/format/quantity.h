/* SPDX-License-Identifier: MIT */
/* quantity.h - chooses one unit and number of digits for all values of a row, for people. */
#ifndef FORMAT_QUANTITY_H
#define FORMAT_QUANTITY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/quantiles.h"
#include "base/str.h"
#include "compare/samples.h"

struct style;

struct quantity {
	double factor;		/* of the unit: value / factor is shown */
	const char *prefix;	/* of the unit: "M", "ms", "KiB" */
	const char *unit;	/* borrowed; "": the prefix is all of it */
	int digits;		/* after the point */
};

/* A unit as people read it: perf's "msec" is "ms", as everywhere else.  Borrowed. */
const char *quantity_unit(const char *unit);
/* Of a value in this unit: "s" is a time, "B" a size, all else a count. */
enum sample_class quantity_class(const char *unit);
/* Chooses for the largest of these values; ignores NaN. */
struct quantity quantity_choose(enum sample_class class, const char *unit, const double *value, size_t n);
void quantity_add(struct str *out, const struct quantity *q, double value, const struct style *s);
void quantity_add_signed(struct str *out, const struct quantity *q, double value, const struct style *s);
/* Appends "[low, high]". */
void quantity_add_interval(struct str *out, const struct quantity *q, struct interval i,
			   const struct style *s);
/* Appends the unit that follows a number: " ms"; nothing for a plain number. */
void quantity_add_unit(struct str *out, const struct quantity *q);
void quantity_add_with_unit(struct str *out, const struct quantity *q, double value, const struct style *s);

#endif
