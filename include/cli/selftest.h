/* SPDX-License-Identifier: MIT */
/*
 * selftest.h - a command against itself: what would these settings see, and what do they imagine?
 *
 * --inject judges the runs of the quiet part again, made worse, and runs on if the verdict is not
 * sure.
 */
#ifndef CLI_SELFTEST_H
#define CLI_SELFTEST_H

#include "base/error.h"
#include "cli/bout.h"

struct detect;

struct selftest {
	struct bout *bout;		/* borrowed: its two sides are the same command */
	struct detect *detect;		/* owned: by comparison of the bout's judgement */
};

/* Decides; what was found out is in the judgement of the bout. */
int  selftest_run(struct selftest *s, struct error *err);
/* enum app_exit; of APP_UNMEASURED why says what was wrong. */
int  selftest_status(const struct selftest *s, struct error *why);
void selftest_release(struct selftest *s);

#endif
