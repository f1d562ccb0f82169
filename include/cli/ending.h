/* SPDX-License-Identifier: MIT */
/* ending.h - how a run ended, as the status that pstat would end with. */
#ifndef CLI_ENDING_H
#define CLI_ENDING_H

#include <stdint.h>

struct options;
struct result;

/* That of the command, 128 + signal, APP_TIMEOUT, or APP_DIE + signal where it never ran or is none. */
int  ending_status(const struct result *r);
/* What --ignore-failure says, for result_failed; NULL: nothing. */
const uint64_t *ending_ignored(const struct options *o);

#endif
