/* SPDX-License-Identifier: MIT */
/* session_messages.h - reports on stderr: progress, the start of a run, and how a run failed. */
#ifndef SESSION_SESSION_MESSAGES_H
#define SESSION_SESSION_MESSAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct run_result;
struct session;
struct session_side;

struct next_run {		/* the current run */
	struct session_side *side;
	size_t number;		/* from 1: of the side's rounds, or of its warm-ups */
	size_t step;		/* with --exact: of the round */
	bool   warmup;
};

void session_say_sets(const struct session *s);		/* -v: which events are in which set */
void session_say_start(struct session *s);		/* before each run */
void session_say_trace(struct session *s, struct session_side *side);	/* -vv, after it */
/* Of a run under valgrind that still runs, once for each reason; of: the session. */
void session_say_long(void *of);
/* How an attached run ended, as far as the report does not tell. */
void session_say_result(const struct session *s, const struct run_result *r, int status, bool bad);
/* How a detached run failed, and the end of its stderr. */
void session_say_failure(const struct session *s, const struct next_run *run, const struct run_result *r,
			 int status);
/* How --build failed, and the end of what it printed. */
void session_say_build(const struct session *s);
/*
 * What the budget ended, so that nothing is known: a run ("run 3"), or a hook of it.  enough: a budget for
 * this many rounds; 0: not known.
 */
void session_say_cut(const struct session *s, const struct session_side *side, const char *hook,
		     const char *run, size_t rounds, uint64_t enough);
void session_say_ignored(const struct session *s);	/* failed runs that --ignore-failure accepts */
void session_start_progress(struct session *s);		/* if stderr is a terminal that can show it */
void session_show_progress(struct session *s);	/* before a run, or a pause before it */
void session_clear_progress(struct session *s);

#endif
