/* SPDX-License-Identifier: MIT */
/* session_run.h - runs the commands of a session: setup, rounds, cleanup.  session.h has the call order. */
#ifndef SESSION_SESSION_RUN_H
#define SESSION_SESSION_RUN_H

#include <stddef.h>

#include "base/error.h"

struct session;

int  session_start(struct session *s, struct error *err);
/* Makes warm-ups before the first round.  After -1 no more can be run, but the runs can be summed. */
int  session_run(struct session *s, size_t rounds, struct error *err);
int  session_end(struct session *s, struct error *err);

#endif
