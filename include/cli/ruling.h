/* SPDX-License-Identifier: MIT */
/*
 * ruling.h - what gate makes of a judgement: whom it tells, and the status it ends with.
 *
 * gate passes what is surely the same or better and, unless --inconclusive=fail, what is inconclusive.
 * What could not be judged is status 3, also if a saved result only has too few runs: a build must not
 * stay green because nothing was compared.  After a failed run, on either side, the series is shown
 * and compared without it, but the gate fails, as what ran before may be what fails; --ignore-failure
 * counts such runs, those of saved results as well.
 *
 * --if-unsupported=skip skips rows that cannot be counted now; the command runs even if that is every
 * event, as limits of wall or max-rss are judged.  A gate that judged no limit at all fails; of
 * several saved results one judged is enough.  What only the baseline lacks is not comparable:
 * skipping it would pass the gate for ever.
 */
#ifndef CLI_RULING_H
#define CLI_RULING_H

#include <stdbool.h>

#include "base/error.h"

/* In hints: what can be judged on most machines. */
#define RULING_NEEDS_LITTLE "a limit of page-faults or wall needs no hardware counter"

struct env;
struct judgement;
struct options;
struct output;

/* To all outputs, and to GitHub if that was asked for. */
int  ruling_show(struct output *out, const struct env *env, const struct options *o,
		 const struct judgement *j, struct error *err);
/* Whether GitHub is told: one side alone is no judgement. */
bool ruling_annotates(const struct options *o, const struct judgement *j);
/* A line on stdout; but for --quiet, and on stderr, where it may be lost, if stdout is for machines. */
int  ruling_say(const struct env *env, const struct options *o, struct error *err, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));
/* enum app_exit; of APP_UNMEASURED why says what could not be judged, and what to do about it. */
int  ruling_status(const struct judgement *j, struct error *why);
/* Keeps why->reported only where the report stands on the terminal, or in the file, that errors go to. */
void ruling_say_once(const struct env *env, const struct options *o, struct error *why);
/* That of several judgements: a regression before what was not measured, before what is not sure. */
int  ruling_worst(int a, int b);

#endif
