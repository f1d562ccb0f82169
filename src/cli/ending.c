/* SPDX-License-Identifier: MIT */
/* How did a run end, and is that a failure? */
#define _GNU_SOURCE
#include "cli/ending.h"

#include <sys/wait.h>

#include "cli/app.h"
#include "cli/options.h"

int ending_status(const struct result *r)
{
	if (r->end == RUNLOOP_SIGNAL)	/* no command was there to take it, or it came in --pre or --post */
		return APP_DIE + r->signo;
	if (r->status < 0)
		return APP_OK;
	if (r->end == RUNLOOP_TIMEOUT)
		return APP_TIMEOUT;
	return WIFSIGNALED(r->status) ? 128 + WTERMSIG(r->status) : WEXITSTATUS(r->status);
}

bool ending_is_ignored(const struct options *o, int status)
{
	return o->ignore_failure && status < 256 && o->ignored[status / 64] >> status % 64 & 1;
}
