/* SPDX-License-Identifier: MIT */
/*
 * expr.h - parses a metric expression once, and evaluates it for each core, thread or other unit of a
 * table.
 *
 * From low to high: a if cond else b; |; ^; &; < and >; + and -; * / and %; unary minus;
 * parentheses and the functions min, max, d_ratio, source_count, has_event and
 * strcmp_cpuid_str.  In a name, \ makes - , and = part of it, and @ stands for /.  Names of
 * generic events need no \ before their dashes: branch-misses is one event.
 *
 * Names are numbered from 0, in the order of their first mention.
 */
#ifndef METRIC_EXPR_H
#define METRIC_EXPR_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

struct expr;

enum { EXPR_TEXT_MOST = 1 << 14 };	/* bytes; longer ones are an error */

struct expr_env {		/* what an expression asks its caller; NULL: unknown */
	void *ctx;
	double (*value)(void *ctx, size_t name);	/* event, metric, #literal; NaN: unknown */
	double (*source_count)(void *ctx, size_t name);	/* number of events that were added up */
	bool   (*has_event)(void *ctx, size_t name);
	bool   (*cpuid_matches)(void *ctx, size_t name);
};

struct expr *expr_parse(const char *text, struct error *err);	/* NULL: err says why and where */
double expr_eval(const struct expr *e, const struct expr_env *env);
size_t expr_n_names(const struct expr *e);
const char *expr_name(const struct expr *e, size_t name);	/* without escapes */
/*
 * Folds the tree from the leaves up: calls `name` for each name whose value or number of sources is
 * used, and `join` at each operator; NULL is nothing.  env: what is known before anything is counted;
 * if it decides an `if`, the other branch is left out.  env NULL: nothing is left out.
 */
struct expr_fold {
	void *ctx;
	void *(*name)(void *ctx, size_t name);
	void *(*join)(void *ctx, void *left, void *right);
};
void  *expr_fold(const struct expr *e, const struct expr_env *env, const struct expr_fold *how);
/* Visits the same names, each once. */
void   expr_names(const struct expr *e, const struct expr_env *env, void (*visit)(void *ctx, size_t name),
		  void *ctx);
/* Visits the names that has_event() asks for. */
void   expr_event_checks(const struct expr *e, void (*visit)(void *ctx, size_t name), void *ctx);
void   expr_free(struct expr *e);

#endif
