/* SPDX-License-Identifier: MIT */
/* ending.h - how a run ended, as the status that pstat would end with. */
#ifndef CLI_ENDING_H
#define CLI_ENDING_H

#include <stdbool.h>

struct options;
struct result;

/* That of the command, 128 + signal, APP_TIMEOUT, or APP_DIE + signal where it never ran or is none. */
int  ending_status(const struct result *r);
/* --ignore-failure says that it is as good as another. */
bool ending_is_ignored(const struct options *o, int status);

#endif
