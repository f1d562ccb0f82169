/* SPDX-License-Identifier: MIT */
/*
 * gate_status.h - the exit status of a judgement.
 *
 * gate accepts what is surely better or the same; everything else has a status of its own.  What could
 * not be judged is APP_UNMEASURED, even where a saved result only has too few runs: a build that stays
 * green because nothing was compared is the worst of gates.  --if-unsupported=skip skips the limits of what
 * cannot be counted here, but a gate that judged no limit at all is not open; what only the baseline lacks
 * is not skipped, as that would keep the gate open for ever.
 */
#ifndef CLI_GATE_STATUS_H
#define CLI_GATE_STATUS_H

#include "base/error.h"

/* In hints: what can be judged on most machines. */
#define GATE_NEEDS_LITTLE "a limit of page-faults or wall needs no hardware counter"

struct judgement;

/* enum app_exit; of APP_UNMEASURED why says what could not be judged, and what to do about it. */
int gate_status(const struct judgement *j, struct error *why);
/* The same of a command against itself, which must not differ, and must where it was made worse. */
int gate_status_selftest(const struct judgement *j, struct error *why);
/* Of several judgements: a regression before what was not measured, before what is not sure. */
int gate_status_worst(int a, int b);

#endif
