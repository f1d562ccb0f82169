/* SPDX-License-Identifier: MIT */
/*
 * where_run.h - finds the source lines that caused a change that compare or gate reports; if needed, it runs
 * the commands again under valgrind.
 *
 *	where_run_make(&session, &cmp, base);		after the verdict, before session_end()
 *	where_run_show(&session, &cmp, base);		before the comparison is printed
 *	where_run_find_callers(&session, &cmp, base);	before session_end()
 *
 * Where valgrind counts for a row, its runs tell the lines, and nothing more is run.  Otherwise --where asks
 * for two runs of the first side and one of each other, inside --budget.  So it does where gate could not
 * tell: instructions are exact, whatever the times are; not where all limits are kept.  --no-where leaves out
 * all of this.
 *
 * If a function without source is among the rows, callgrind runs each side once more, and tells who calls it.
 *
 * Nothing that goes wrong here changes a verdict; the block says it.
 */
#ifndef SESSION_WHERE_RUN_H
#define SESSION_WHERE_RUN_H

#include <stdbool.h>
#include <stddef.h>

struct benchmark;
struct comparison;
struct program_where;
struct session;
struct session_opts;

/* Whether lines were asked for, or are known from the runs. */
bool where_run_is_wanted(const struct session *s);
/* base: of the saved result that is compared with; NULL: the first side of the session is the base. */
void where_run_make(struct session *s, const struct comparison *cmp, const struct program_where *base);
/* For one side that is only saved. */
void where_run_make_alone(struct session *s);
/* Adds the blocks, or a note that --where would. */
void where_run_show(struct session *s, struct comparison *cmp, struct program_where *base);
/* After where_run_show(); what it finds is shown by the next one, too. */
void where_run_find_callers(struct session *s, struct comparison *cmp, struct program_where *base);
/* Of saved results, by side. */
void where_show_saved(struct comparison *cmp, struct benchmark *const *side, const struct session_opts *o);

#endif
