/* SPDX-License-Identifier: MIT */
/*
 * list.h - makes the text of pstat list: what can be counted here.
 *
 *	list_run(&result, env, &opts, &err);
 *	list_result_release(&result);
 */
#ifndef LIST_LIST_H
#define LIST_LIST_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/str.h"
#include "event/vendor/catalog.h"
#include "note/note.h"

struct env;

struct list_opts {
	bool json, names;		/* instead of text */
	bool descriptions, long_text;	/* which description; the long one takes precedence */
	bool details;			/* encodings, expressions and thresholds */
	bool deprecated;
	bool pager;			/* on a terminal */
	bool as_perf;			/* only what perf 6.12 has and can be opened here */
	const char *unit;		/* of this PMU only; NULL: of all */
	const char *const *words; size_t n_words;	/* what to search; none: everything */
	const char *cputype;		/* hybrid: core events of this core PMU only; NULL: of all */
	struct catalog_opts catalog;
	size_t columns;			/* of a line; descriptions are wrapped there */
	bool terminal;			/* nothing may be wider than the columns */
	bool color;
	bool everything;		/* names: also what is not here; list_run() sets it for PSTAT_CPUID */
};

struct list_result {			/* {0} is empty */
	struct str text;
	struct str missed;		/* a line for each word without a match */
	const char *closed;		/* where tracepoints may not be read, if a word found none; or NULL */
	struct notes notes;
};

int  list_run(struct list_result *r, const struct env *env, const struct list_opts *o, struct error *err);
void list_result_release(struct list_result *r);

#endif
