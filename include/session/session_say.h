/* SPDX-License-Identifier: MIT */
/* session_say.h - says on stderr which run is made, how far the session is, and how a run failed. */
#ifndef SESSION_SESSION_SAY_H
#define SESSION_SESSION_SAY_H

#include <stdbool.h>
#include <stddef.h>

struct result;
struct session;
struct session_side;

struct next_run {		/* the run that is to be made, or was */
	struct session_side *side;
	size_t number;		/* from 1: of the side's rounds, or of its warm-ups */
	size_t step;		/* with --exact: of the round */
	bool   warmup;
};

void session_say_sets(const struct session *s);		/* -v: which events are in which set */
void session_say_start(struct session *s);		/* before each run */
void session_say_trace(struct session *s, struct session_side *side);	/* -vv, after it */
/* How a run went that has the terminal, as far as the report does not tell. */
void session_say_result(const struct session *s, const struct result *r, int status, bool bad);
/* A detached run failed: what it wrote to stderr. */
void session_say_failure(const struct session *s, const struct next_run *run, const struct result *r,
			 int status);
void session_say_ignored(const struct session *s);	/* failures that count all the same */
void session_start_progress(struct session *s);		/* if stderr is a terminal that can show it */
void session_clear_progress(const struct session *s);

#endif
