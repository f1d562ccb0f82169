/* SPDX-License-Identifier: MIT */
/* What does pstat end with, after a run that ended so? */
#include "cli/ending.h"

#include "cli/app.h"
#include "cli/options.h"
#include "out/result.h"

_Static_assert((int)APP_TIMEOUT == (int)RESULT_TIMED_OUT, "pstat ends as the command did");

int ending_status(const struct result *r)
{
	if (r->end == RUNLOOP_SIGNAL)	/* no command was there to take it, or it came in --pre or --post */
		return APP_DIE + r->signo;
	return result_status(r);
}

const uint64_t *ending_ignored(const struct options *o)
{
	return o->session.ignore_failure ? o->session.ignored : NULL;
}
