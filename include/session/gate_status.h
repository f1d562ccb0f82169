/* SPDX-License-Identifier: MIT */
/*
 * gate_status.h - the exit status of a judgement.
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
#ifndef SESSION_GATE_STATUS_H
#define SESSION_GATE_STATUS_H

#include "base/error.h"

/* In hints: what can be judged on most machines. */
#define GATE_NEEDS_LITTLE "a limit of page-faults or wall needs no hardware counter"

struct comparison;

/* enum exit_status; of STATUS_UNMEASURED why says what could not be judged, and what to do about it. */
int gate_status(const struct comparison *cmp, struct error *why);
/* The same of a command against itself, which must not differ, and must where it was made worse. */
int gate_status_selftest(const struct comparison *cmp, struct error *why);
/* Of several judgements: a regression before what was not measured, before what is not sure. */
int gate_status_worst(int a, int b);

#endif
