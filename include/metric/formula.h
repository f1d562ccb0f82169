/* SPDX-License-Identifier: MIT */
/*
 * formula.h - parses the expressions of the vendors' metrics with expr.h, and finds the event or metric of
 * each name.
 *
 * A name is a #literal, another metric, or an event.  A formula stands after those it refers to, so
 * evaluating them in order always finds the parts of a formula known.
 */
#ifndef METRIC_FORMULA_H
#define METRIC_FORMULA_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "metric/expr.h"

struct catalog_metric;

struct formula_world {		/* what is known before anything is counted */
	void *ctx;
	double (*literal)(void *ctx, const char *name);		/* "#num_cpus"; NaN: unknown */
	bool   (*has_event)(void *ctx, const char *name);
	bool   (*cpuid_matches)(void *ctx, const char *pattern);
	/* adds a hint why this event is not there */
	void   (*explain)(void *ctx, const char *event, struct error *err);
};

enum use_kind { USE_NUMBER, USE_EVENT, USE_FORMULA };

struct use {			/* the meaning of a name */
	enum use_kind kind;
	size_t index;		/* of the event, or of the formula */
	double number;
};

struct formula {
	const struct catalog_metric *metric;	/* NULL: a threshold */
	struct expr *expr;			/* owned */
	struct use *use;			/* owned: by name of the expression */
};

struct formula_event {
	char *name;		/* owned: as in the expression, without escapes */
	bool  checked, exists;	/* exists: valid if checked is set */
};

enum { FORMULA_DEPTH = 64 };	/* nesting of metrics that refer to metrics */

struct formulas {
	const struct catalog_metric *metric; size_t n_metrics;	/* the catalog; borrowed, as is world */
	const struct formula_world *world;
	struct formula *formula; size_t n;
	struct formula_event *event; size_t n_events;
	const struct catalog_metric *path[FORMULA_DEPTH]; size_t depth;	/* being resolved */
};

int  formula_check(const char *name, const char *text, struct error *err);	/* that it can be parsed */
/* Add the formula of a metric, or of its threshold, and all it refers to.  They return its index, or -1. */
int  formulas_add(struct formulas *fs, const struct catalog_metric *m, struct error *err);
int  formulas_add_threshold(struct formulas *fs, const struct catalog_metric *m, struct error *err);
/*
 * Flags in `formula` and `event`, by index, what the value of f depends on.  Returns a literal that is
 * needed and unknown; NULL: none.
 */
const char *formulas_mark(struct formulas *fs, size_t f, bool *formula, bool *event);
/* expr_fold() over what the value of f depends on. */
void *formulas_fold(struct formulas *fs, size_t f, const struct expr_fold *how);
bool formulas_has_event(struct formulas *fs, size_t event);
int  formulas_intern(struct formulas *fs, const char *event);	/* its index, which may be new */
void formulas_release(struct formulas *fs);

#endif
