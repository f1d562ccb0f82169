/* SPDX-License-Identifier: MIT */
/*
 * session_run.h - makes the runs of a session: setup, rounds, cleanup. session.h has the call order.
 */
#ifndef SESSION_SESSION_RUN_H
#define SESSION_SESSION_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

struct env;
struct session;
struct session_shared;
struct session_side;
struct str;

int  session_start(struct session *s, struct error *err);
/* Makes warm-ups before the first round.  After -1 no more can be run, but the runs can be summed. */
int  session_run(struct session *s, size_t rounds, struct error *err);
/* After a pause: see budget_resume(); the round that the budget had ended will be made again. */
void session_resume(struct session *s, uint64_t more_ns, uint64_t used_ns);
/* When compare and gate have enough runs. */
struct session_rule {
	void *of;	/* what both are called with */
	/* Makes so many rounds; NULL: session_run() does. */
	int  (*run)(void *of, size_t rounds, struct error *err);
	/* Looks at them.  Returns how many there must be before the next look; no more: enough; -1: error. */
	long (*look)(void *of, size_t rounds, struct error *err);
};
/*
 * Runs and looks, first at this many rounds, until a look wants no more.  The last rounds have had no
 * look if a run ended the session, or if the budget ended before there were as many as wanted.
 */
int  session_run_until(struct session *s, size_t rounds, const struct session_rule *rule, struct error *err);
int  session_end(struct session *s, struct error *err);
/* Before the first of several sessions, and after the last: what they share.  The second removes the tree. */
int  session_share(struct session_shared *shared, const struct env *env, struct error *err);
void session_unshare(struct session_shared *shared, const struct env *env);
/*
 * After the rounds: runs a side once more, under valgrind and for its lines only.  What hinders it is added
 * to why, a clause; a signal ends the session, too.
 */
void session_run_lines(struct session *s, struct session_side *side, struct str *why);
/* The same for side->calls; false: they cannot be had. */
bool session_run_calls(struct session *s, struct session_side *side);

#endif
