/* SPDX-License-Identifier: MIT */
/*
 * gate_status.h - decides the exit status of gate from the verdicts on its rows: passed, regressed,
 * inconclusive or not measured.
 *
 * gate passes if nothing got worse or, unless --inconclusive=fail is given, if that is inconclusive.  A limit
 * that could not be checked is status 3, even if a saved result only has too few runs: a build must not stay
 * green because nothing was compared.  After a failed run, on either side, gate still shows the other runs,
 * but it fails; --ignore-failure accepts such runs, saved ones as well.
 *
 * A row for which --budget was too short is inconclusive, as another time the machine may be faster: it must
 * not fail a build now and then.  If it was too short for every limit, nothing was judged: status 3.
 *
 * --if-unsupported=skip skips rows that cannot be counted now.  The command runs even if no event is left, as
 * limits of wall or max-rss can still be checked.  A gate that checked no limit at all fails; of several
 * saved results one checked limit is enough.  A row that only the baseline lacks is not skipped, as it would
 * then pass for ever.
 */
#ifndef SESSION_GATE_STATUS_H
#define SESSION_GATE_STATUS_H

#include "base/error.h"

struct comparison;

/*
 * An enum exit_status; for STATUS_UNMEASURED why tells which limit could not be checked, and what to do.
 * line: what the report says of the comparison, which is the error if no limit was checked.
 */
int gate_status(const struct comparison *cmp, const char *line, struct error *why);
/* The same for --selftest: the command must equal itself, and the injected change must be detected. */
int gate_status_selftest(const struct comparison *cmp, const char *line, struct error *why);
/* The worse of two statuses: regressed, then a command that failed, then not measured, then inconclusive. */
int gate_status_worst(int a, int b);

#endif
