/* SPDX-License-Identifier: MIT */
/*
 * expr.h - metric expressions: parse once, evaluate per unit; NaN is unknown.
 *
 * From low to high: a if cond else b; |; ^; &; < and >; + and -; * / and %; unary minus;
 * parentheses and the functions min, max, d_ratio, source_count, has_event and
 * strcmp_cpuid_str.  In a name, \ takes away the meaning of - , and =, and @ stands for /.
 * The names that need no PMU may have their dashes without it: branch-misses is one event.
 *
 * A name is a number from 0 on, in the order of their first mention.
 */
#ifndef CALC_EXPR_H
#define CALC_EXPR_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

struct expr;

enum { EXPR_TEXT_MOST = 1 << 14 };	/* bytes; longer ones are an error */

struct expr_env {		/* what an expression may ask of the world; NULL: nothing is known of it */
	void *ctx;
	double (*value)(void *ctx, size_t name);	/* event, metric, #literal; NaN: unknown */
	double (*source_count)(void *ctx, size_t name);	/* how many events were added up */
	bool   (*has_event)(void *ctx, size_t name);
	bool   (*cpuid_matches)(void *ctx, size_t name);
};

struct expr *expr_parse(const char *text, struct error *err);	/* NULL: err says why and where */
double expr_eval(const struct expr *e, const struct expr_env *env);
size_t expr_n_names(const struct expr *e);
const char *expr_name(const struct expr *e, size_t name);	/* without escapes */
/*
 * From the leaves up: what `name` makes of each name whose value or number of sources counts,
 * joined at each operator, left and right; NULL is nothing.  env: what is known before anything
 * was counted; of an if that it settles, the other side is left out.  NULL: nothing is left out.
 */
struct expr_fold {
	void *ctx;
	void *(*name)(void *ctx, size_t name);
	void *(*join)(void *ctx, void *left, void *right);
};
void  *expr_fold(const struct expr *e, const struct expr_env *env, const struct expr_fold *how);
/* The same names, each once. */
void   expr_names(const struct expr *e, const struct expr_env *env, void (*visit)(void *ctx, size_t name),
		  void *ctx);
/* Those that has_event asks for. */
void   expr_asked(const struct expr *e, void (*visit)(void *ctx, size_t name), void *ctx);
void   expr_free(struct expr *e);

#endif
