/* SPDX-License-Identifier: MIT */
/*
 * expr.h - metric expressions: parse once, evaluate per unit; NaN is unknown.
 *
 * From low to high: a if cond else b; |; ^; &; < and >; + and -; * / and %; unary minus;
 * parentheses and the functions min, max, d_ratio, source_count, has_event and
 * strcmp_cpuid_str.  In a name, \ takes away the meaning of - , and =, and @ stands for /.
 */
#ifndef CALC_EXPR_H
#define CALC_EXPR_H

#include <stdbool.h>

#include "base/error.h"

struct expr;

struct expr_env {		/* what an expression may ask of the world; NULL: nothing is known of it */
	void *ctx;
	double (*value)(void *ctx, const char *name);		/* event, metric, #literal; NaN: unknown */
	double (*source_count)(void *ctx, const char *name);	/* how many events were added up */
	bool   (*has_event)(void *ctx, const char *name);
	bool   (*cpuid_matches)(void *ctx, const char *pattern);
};

struct expr *expr_parse(const char *text, struct error *err);	/* NULL: err says why and where */
double expr_eval(const struct expr *e, const struct expr_env *env);
void   expr_names(const struct expr *e, void (*visit)(void *ctx, const char *name), void *ctx);
void   expr_free(struct expr *e);

#endif
