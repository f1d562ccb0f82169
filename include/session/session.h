/* SPDX-License-Identifier: MIT */
/*
 * session.h - runs one command, or several in turns, and keeps the result of each run.
 *
 *	session_open(&s, env, opts, measure_opts, &err);	resolves events; nothing runs yet
 *	session_print_plan(&s, &err);			--dry-run: shows what would be opened
 *	session_prepare(&s, &err);			watches signals; --exact: which events fit together
 *	session_start(&s, &err);			--base, --setup; until session_end see session_run.h
 *	do {
 *		session_run(&s, rounds, &err);		until there are that many rounds
 *		session_sum(&s);			side[i].report: the runs so far
 *	} while (!s.over && not enough);
 *	session_end(&s, &err);				--cleanup; also after a failure
 *	session_release(&s);
 *
 * stat and record have one side, whose command uses the terminal.  The commands of compare and gate are
 * detached: each has an empty stdin and its own process group, so pstat passes every signal on to it.
 *
 * The stderr of a detached command is kept in a memory file, to be shown if the run fails.  A pipe would need
 * a reader, which would run beside the command.  If a limit forbids files to grow, stderr is not kept, as
 * the limit holds for memory files as well and would end the command.
 *
 * A round is one run of each side, or, where its events need several sets, one run for each set.
 * Odd rounds go through the sides forward, even ones backward (A B, B A): a drift during
 * the session affects all sides alike.  With several sets all sides run a set before the next one, as
 * the runs of one round are compared in pairs.
 *
 * A detached run that pstat could not make, for a reason that may pass, is made once more, with --prepare.
 * The first run that fails ends the session, as does a signal; the runs before it can be summed.  A
 * signal ends compare by that signal, after the table of the complete rounds, whatever the command
 * did; the status of stat stays that of the command.
 *
 * With a budget session_run() may return with fewer rounds, and budget.ended is set.  A round that the
 * budget ends is left out, as a slow machine is no fault of the command.  The session only fails, as after
 * --timeout, if it was the first round, or if the command seems to hang.
 *
 * All sides share one descriptor for signals.  A second one would save a mask in which the signals
 * are blocked, and the commands would start with that mask.  Sessions that follow each other, one for each
 * benchmark of a suite, share it as well, and the tree of --base: opts.shared, see session_share().
 */
#ifndef SESSION_SESSION_H
#define SESSION_SESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/str.h"
#include "benchmark/report.h"
#include "host/disturbance.h"
#include "host/kernel.h"
#include "host/launch.h"
#include "session/base_tree.h"
#include "session/budget.h"
#include "session/exact.h"
#include "session/machine_watch.h"
#include "session/measure.h"
#include "where/program_calls.h"

struct benchmark;
struct env;
struct run_result;

struct session_command {
	char *const *argv;	/* borrowed */
	const char *name;	/* borrowed; NULL: its words are its name */
};

struct base_opts {		/* --base: see base_build.h */
	const char *rev;		/* the commit to compare with; NULL: none */
	const char *build;		/* a shell command; NULL: nothing has to be built */
	bool  missing_passes;		/* a base without the program is fine */
};

struct session_shared {
	struct signals signals;
	int kept_fd;			/* as in struct session: each run begins with an empty file */
	struct base_tree tree;		/* made by the first session that needs it */
	bool tree_failed;		/* which could not: no other can have it either */
};

struct session_opts {		/* what runs how often, and what stderr tells about it */
	const char *name;		/* of the benchmark; NULL: its command */
	struct session_command *command; size_t n_commands;	/* owned; none: stat without a command */
	char **word;			/* owned: compare's and gate's commands, NULL after each */
	uint64_t repeat;		/* stat: -r; 0: until interrupted */
	uint64_t runs, most_runs;	/* compare and gate: -r MIN:MAX; 0: not given */
	uint64_t budget_ns;		/* compare and gate: for everything; 0: no budget */
	uint64_t whole_budget_ns;	/* of the suite, of which that is a part; 0: it is the whole */
	bool  keep_time;		/* --selftest: a part of the budget is for what follows the runs */
	uint64_t warmups;		/* runs of each command before the first that counts */
	const char *setup, *prepare, *cleanup;	/* shell commands; NULL: none */
	struct base_opts base;		/* compare and gate */
	bool  detached;			/* compare and gate: the commands do not use the terminal */
	bool  show_output;		/* the output of detached commands goes to stderr */
	bool  where, no_where;		/* compare and gate: see where_run.h */
	bool  same_output;		/* compare and gate: the commands must print the same */
	bool  exact;			/* no multiplexing: one run for each set of events that fits */
	bool  ignore_failure;		/* accept runs that fail ... */
	uint64_t ignored[4];		/* ... with these statuses, one bit for each */
	bool  interval_clear, summary;
	bool  dry_run, quiet;
	bool  progress;			/* a line on a terminal */
	int   verbose;
	struct session_shared *shared;	/* of a suite; NULL: the session has its own */
};

struct session_side {
	struct session_command command;
	char *title;			/* owned: the name or the words, for messages */
	struct measure_opts opts;	/* those of the command line, with this command */
	struct measure measure;		/* with the benchmark: the runs and their sum */
	struct exact exact;		/* unused without --exact */
	struct program_calls calls;	/* of where_run.h; empty: not known */
	size_t rounds;			/* complete ones */
	bool set_up;			/* --setup has begun, so --cleanup must run */
	struct notes end_notes;		/* of session_end */
	struct report report;		/* of session_sum */
};

enum session_failure {	/* with a status after a failure: what failed */
	SESSION_RUN_FAILED, SESSION_BUILD_FAILED, SESSION_OUTPUT_DIFFERS,
};

struct printed {		/* same_output.h: what each of the commands prints on stdout */
	bool same;
	uint64_t bytes, lines;
};

struct session_progress {	/* progress.h */
	bool shown;			/* there is a terminal for it */
	bool drawn;			/* it is on the screen now */
	uint64_t begin_ns;
};

enum session_valgrind {			/* what valgrind runs for */
	VALGRIND_FOR_COUNTS, VALGRIND_FOR_LINES, VALGRIND_FOR_CALLS,
};

struct session {
	const struct env *env;		/* borrowed, as is opts */
	const struct session_opts *opts;
	struct session_side *side; size_t n;
	measure_tick *tick; void *ctx;	/* the caller's, of intervals and --control; NULL: none */
	size_t rounds;			/* the number of rounds that have begun */
	size_t done, planned;		/* runs with warm-ups; planned grows if a set does not fit */
	size_t most_rounds;		/* the caller's, for progress: there may be as many; 0: not known */
	size_t most_runs;		/* as planned, with them */
	size_t n_kept, n_ignored;	/* runs that count; those of them that failed */
	/* detached runs that pstat could not make at first, but then; what the first of them met */
	size_t n_again;
	struct error again;
	size_t first_ignored;		/* the number of that run, from 1 */
	int    ignored_status;
	struct machine_watch watch;
	struct budget budget;
	uint64_t timeout_ns;		/* of each run, as asked for; 0: none */
	struct disturbance noise;		/* before the first run, if detached */
	struct base_tree base;		/* of --base, as are the next two; unless it is shared */
	struct launch base_like;
	bool   base_lacks;		/* it does not have the program */
	int    kept_fd;			/* the command's stderr; negative errno: why it is not kept */
	struct printed printed;
	struct session_progress progress;
	enum session_valgrind valgrind;	/* why the last run was under it */
	unsigned said_long;		/* a bit for each of them: that it takes long */
	bool   stop;			/* set by the caller's tick: this run is the last one */
	bool   over;			/* there are no more runs */
	bool   cut_short;		/* ended by a signal or by stop, before all runs were made */
	/* STATUS_OK, or the exit status after a failed run or a signal */
	int    status;
	enum session_failure failure;	/* with that status */
	struct str failure_text;	/* in words; empty: a run ended with that status */
	bool   was_ended;		/* the command of the last run: by --timeout, or by a signal */
};

/* measure is copied for each side; opts are borrowed. */
int  session_open(struct session *s, const struct env *env, const struct session_opts *o,
		  const struct measure_opts *measure, struct error *err);
int  session_print_plan(struct session *s, struct error *err);
int  session_prepare(struct session *s, struct error *err);
/* After session_open: measures the machine beside the runs (machine_watch.h). */
void session_watch_machine(struct session *s, uint64_t spacing_ns);
/* Reads the machine and the date, for saved results; session_start does it for detached commands. */
void session_load_facts(struct session *s);
void session_load_facts_of(struct benchmark *b, const struct env *env);	/* without a session */
bool session_has_rounds(const struct session *s);	/* every side has a complete one */
void session_sum(struct session *s);
/* Where the stdout of a detached command goes in a run that counts. */
int  session_stdout(const struct session_opts *o);
/* There are no more runs, and this is the exit status. */
void session_stop_with(struct session *s, int status);
void session_release(struct session *s);

/* For run_result_failed(): the statuses of --ignore-failure; NULL: none. */
const uint64_t *session_ignored(const struct session_opts *o);

#endif
