/* SPDX-License-Identifier: MIT */
/*
 * formula.h - the expressions of a catalog's metrics, and what the names in them mean.
 *
 * A name is a #literal, another metric, or an event.  Formulas stand behind those they refer
 * to, so that going through them in order never meets one whose parts are not known yet.
 */
#ifndef CALC_FORMULA_H
#define CALC_FORMULA_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "calc/expr.h"

struct catalog_metric;

struct formula_world {		/* what can be known before anything is counted */
	void *ctx;
	double (*literal)(void *ctx, const char *name);		/* "#num_cpus"; NaN: not told */
	bool   (*has_event)(void *ctx, const char *name);
	bool   (*cpuid_matches)(void *ctx, const char *pattern);
	/* that is not there: a hint */
	void   (*explain)(void *ctx, const char *event, struct error *err);
};

enum use_kind { USE_NUMBER, USE_EVENT, USE_FORMULA };

struct use {			/* what a name stands for */
	enum use_kind kind;
	size_t index;		/* of the event or formula */
	double number;
};

struct formula {
	const struct catalog_metric *metric;	/* NULL: a threshold */
	struct expr *expr;			/* owned */
	struct use *use;			/* by name of the expression; owned */
};

struct formula_event {
	char *name;		/* owned; as it is in the expression, without escapes */
	bool  sought, there;	/* there: once it was sought */
};

enum { FORMULA_DEPTH = 64 };	/* of metrics that refer to metrics */

struct formulas {
	const struct catalog_metric *metric; size_t n_metrics;	/* all there are; borrowed, as is world */
	const struct formula_world *world;
	struct formula *formula; size_t n;
	struct formula_event *event; size_t n_events;
	const struct catalog_metric *path[FORMULA_DEPTH]; size_t depth;	/* those being resolved */
};

int  formula_check(const char *name, const char *text, struct error *err);	/* is that an expression? */
/* The metric's formula, or that of its threshold, and all it refers to.  Returns its index. */
int  formulas_add(struct formulas *fs, const struct catalog_metric *m, struct error *err);
int  formulas_add_threshold(struct formulas *fs, const struct catalog_metric *m, struct error *err);
/*
 * Marks in `formula` and `event`, one flag for each there is, what the value of f hangs on.
 * Returns a literal among it that nobody knows; NULL: none.
 */
const char *formulas_mark(struct formulas *fs, size_t f, bool *formula, bool *event);
/* Of what its value hangs on: expr.h. */
void *formulas_fold(struct formulas *fs, size_t f, const struct expr_fold *how);
bool formulas_has_event(struct formulas *fs, size_t event);
int  formulas_intern(struct formulas *fs, const char *event);	/* its index */
void formulas_release(struct formulas *fs);

#endif
