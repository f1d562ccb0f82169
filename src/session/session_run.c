/* SPDX-License-Identifier: MIT */
/* Runs the commands of a session: hooks, runs, rounds and warm-ups. */
#define _GNU_SOURCE
#include "session/session_run.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/env.h"
#include "base/exit_status.h"
#include "host/file.h"
#include "host/kernel.h"
#include "output/message.h"
#include "session/base_build.h"
#include "session/hook.h"
#include "session/measured_run.h"
#include "session/same_output.h"
#include "session/session.h"
#include "session/session_messages.h"

static size_t sets_of(const struct session *s, const struct session_side *side)
{
	return s->opts->exact ? side->exact.sets.n : 1;
}

static uint64_t now_of(const struct session *s)
{
	return s->env->kernel->now_ns(s->env->kernel);
}

/* --- the budget -------------------------------------------------------------------------------------- */

static bool is_ended(const struct session *s)
{
	return s->over || s->budget.ended;
}

/* The whole budget for a usual number of rounds; 0: not known. */
static uint64_t enough_budget(const struct session *s, size_t rounds)
{
	size_t runs = 0;

	for (size_t i = 0; i < s->n; i++)
		runs += sets_of(s, &s->side[i]);
	return budget_for(&s->budget, rounds, runs);
}

/*
 * There is no time for this run, or it was ended.  It is no failure if there are complete rounds, and the
 * round may only have been a slow one.  what: "run 3"; of: the option of a hook, or NULL.
 */
static void cut(struct session *s, const struct session_side *side, const char *of, const char *what)
{
	enum { USUAL_ROUNDS = 10 };
	bool none = !session_has_rounds(s), hangs = budget_hangs(&s->budget, now_of(s));
	size_t rounds = s->opts->runs ? (size_t)s->opts->runs : USUAL_ROUNDS;

	s->budget.ended = true;
	if (!none && !hangs)
		return;
	session_stop_with(s, STATUS_TIMEOUT);
	session_say_cut(s, side, of, what, rounds, none ? enough_budget(s, rounds) : 0);
}

/* Gives the run what is left of the budget, if --timeout is not less; true: the budget limits it. */
static bool limit_run(struct session *s, struct session_side *side)
{
	uint64_t left = budget_left(&s->budget, now_of(s));
	bool limits = left < (s->timeout_ns ? s->timeout_ns : UINT64_MAX);

	if (s->budget.total_ns)
		side->opts.wait_loop.timeout_ns = limits ? left : s->timeout_ns;
	return limits;
}

static void format_run(char *out, size_t size, const struct next_run *run)
{
	snprintf(out, size, "%s %zu", run->warmup ? "warm-up" : "run", run->number);
}

/* --- hooks ------------------------------------------------------------------------------------------- */

/* iteration: the run that it belongs to; "": none.  Returns HOOK_TIMED_OUT if it still ran at until_ns. */
static int run_hook(struct session *s, const struct session_side *side, const char *option,
		    const char *command, const char *iteration, uint64_t until_ns, struct error *err)
{
	char which[32], run[48];
	const char *env[] = { which, iteration[0] ? run : NULL, NULL };
	const struct launch like = { .signals = &s->side[0].measure.signals,
				     .nofile = &s->side[0].measure.nofile, .group = true,
				     .in_fd = LAUNCH_NULL, .out_fd = STDERR_FILENO, .env = env,
				     .folder = side->opts.launch.folder,
				     .kill_after_ns = side->opts.launch.kill_after_ns };
	struct error why = ERROR_INIT;
	int signo, rc;

	if (!command)
		return 0;
	snprintf(which, sizeof(which), "PSTAT_SIDE=%zu", (size_t)(side - s->side) + 1);
	snprintf(run, sizeof(run), "PSTAT_ITERATION=%s", iteration);
	session_clear_progress(s);
	rc = hook_run(s->env->kernel, command, &like, until_ns, &signo, &why);
	if (rc < 0)
		return error_set(err, why.kind, why.errnum, "%s of '%s'%s%s: %s", option, side->title,
				 iteration[0] ? ", run " : "", iteration, why.message);
	if (signo)
		session_stop_with(s, STATUS_SIGNAL + signo);
	return rc;
}

/* For hooks before runs: the budget ends them with the time for runs. */
static uint64_t hook_end(const struct session *s)
{
	return s->budget.total_ns ? s->budget.runs_end_ns : KERNEL_FOREVER;
}

static int run_prepare(struct session *s, const struct next_run *run, struct error *err)
{
	char iteration[40], what[40];
	int rc;

	snprintf(iteration, sizeof(iteration), "%s%zu", run->warmup ? "warmup-" : "", run->number);
	rc = run_hook(s, run->side, "--prepare", s->opts->prepare, iteration, hook_end(s), err);
	format_run(what, sizeof(what), run);
	s->budget.stopped |= rc == HOOK_TIMED_OUT;
	if (rc == HOOK_TIMED_OUT)
		cut(s, run->side, "--prepare", what);
	return rc < 0 ? -1 : 0;
}

/* --- a run ------------------------------------------------------------------------------------------- */

/* A signal between two runs ends a detached session; an attached command gets it itself. */
static bool may_continue(struct session *s)
{
	int signo = s->opts->detached && !s->over ? measure_signal(&s->side[0].measure) : 0;

	if (signo)
		session_stop_with(s, STATUS_SIGNAL + signo);
	return !is_ended(s);
}

/* A signal ends the pause. */
static void pause_until(struct session *s, uint64_t until_ns)
{
	const struct kernel *k = s->env->kernel;
	struct wait_fd fd = { .fd = s->side[0].measure.signals.fd, .kind = WAIT_SIGNAL };
	int kinds = 0;

	while (k->now_ns(k) < until_ns && kinds >= 0 && !(kinds & WAIT_SIGNAL))
		kinds = k->wait(k, &fd, 1, until_ns);
}

static int measure_once(struct run_result *r, struct session *s, const struct next_run *run,
			struct error *err)
{
	struct session_side *side = run->side;
	struct measure_what what;
	int rc;

	if (s->opts->exact && !run->warmup)
		return exact_run(r, &side->exact, run->step, s->tick, s->ctx, err);
	/* a warm-up counts one set, as groups that do not fit would seem impossible to count */
	what = (struct measure_what){ .set = side->exact.sets.n > 1 ? &side->exact.sets.set[0] : NULL,
				      .emulate = !run->warmup };
	rc = measured_run_make(r, &side->measure, &what, s->tick, s->ctx, err);
	r->round = s->opts->detached ? run->number : 0;
	return rc;
}

static bool is_measured(const struct session_side *side, const struct run_result *r)
{
	return side->opts.launch.argv ? r->status >= 0 : r->elapsed_ns > 0;
}

/* Takes ownership of r. */
static void keep(struct session *s, struct session_side *side, struct run_result *r)
{
	s->n_kept++;
	benchmark_add_run(&side->measure.b, r);
}

/* The exit status of pstat after that run. */
static int session_run_status_of(const struct run_result *r)
{
	if (r->end == WAIT_LOOP_SIGNAL)	/* without a command, or during --pre or --post */
		return STATUS_SIGNAL + r->signo;
	return run_result_status(r);
}

/* Takes ownership of r.  A failed run of a compared command does not count. */
static void add_detached(struct session *s, const struct next_run *run, struct run_result *r)
{
	int status = session_run_status_of(r);

	if (r->signo) {
		session_stop_with(s, STATUS_SIGNAL + r->signo);
	} else if (run_result_failed(r, session_ignored(s->opts))) {
		session_stop_with(s, status);
		session_say_failure(s, run, r, status);
	} else if (!run->warmup) {
		keep(s, run->side, r);
		return;
	} else {	/* later runs do not tell again what the first one has settled */
		notes_end_run(&r->notes);
		notes_merge(&run->side->measure.b.notes, &r->notes);
	}
	run_result_release(r);
}

/*
 * A bad run counts only if there is no other.  With a command, a signal status means that --post was
 * interrupted: the run is complete and counts.  Without one, the signal ended the run itself.
 */
static void keep_attached(struct session *s, struct session_side *side, struct run_result *r, int status,
			  bool bad)
{
	if (!is_measured(side, r)) {
		run_result_release(r);
		return;
	}
	if (bad && side->measure.b.n_runs && !(status >= STATUS_SIGNAL && side->opts.launch.argv)) {
		benchmark_set_failed(&side->measure.b, r);
		return;
	}
	if (status != STATUS_OK && !bad && !s->n_ignored++) {
		s->first_ignored = s->done;
		s->ignored_status = status;
	}
	keep(s, side, r);
}

/* Takes ownership of r.  A bad run, a signal for pstat, or a failed output ends the session. */
static void add_attached(struct session *s, const struct next_run *run, struct run_result *r)
{
	int status = session_run_status_of(r);
	bool bad = run_result_failed(r, session_ignored(s->opts)), more = s->done < s->planned;

	s->cut_short = r->signo && more;
	session_say_result(s, r, status, bad);
	s->cut_short |= s->stop && more;
	s->over = bad || r->signo || s->stop;
	s->status = bad ? status : STATUS_OK;
	s->was_ended = r->status >= 0 && (r->end == WAIT_LOOP_TIMEOUT || WIFSIGNALED(r->status));
	keep_attached(s, run->side, r, status, bad);
}

/* Takes ownership of r; rc: of the run. */
static void session_run_add_result(struct session *s, const struct next_run *run, struct run_result *r,
				   int rc)
{
	if (rc == 0)
		(s->opts->detached ? add_detached : add_attached)(s, run, r);
	else if (!s->opts->detached && is_measured(run->side, r))	/* --post failed */
		keep(s, run->side, r);
	else
		run_result_release(r);
}

/* An event that was counted is refused now: perhaps it is not in the next try. */
static int check_refused(const struct measure *m, const struct events_kept *before,
			 const struct run_result *r, struct error *err)
{
	const struct event *e = events_newly_refused(&m->b.events, before);
	const char *why = "";

	if (!e)
		return 0;
	for (size_t i = 0; i < r->notes.n; i++) {
		const struct note *n = &r->notes.note[i];

		if (n->kind == NOTE_NOT_SUPPORTED && n->event == e - m->b.events.event)
			why = n->text;
	}
	return error_set(err, ERROR_LIMIT, 0, "%s was counted in an earlier run, and is refused now: %s",
			 e->name, why);
}

/*
 * Runs it, unless the budget is used up; a run that the budget ends does not count.  before: events that must
 * not be refused now; NULL: they may be.
 */
static int run_within_budget(struct session *s, const struct next_run *run,
			     const struct events_kept *before, struct error *err)
{
	struct run_result r = {0};
	char what[40];
	bool limits = limit_run(s, run->side), over = limits && !run->side->opts.wait_loop.timeout_ns;
	int rc = 0;

	if (!over) {
		session_say_start(s);
		if (s->kept_fd >= 0)
			s->env->kernel->take_scratch(s->env->kernel, s->kept_fd, NULL, 0);
		if (run->side->opts.launch.out_fd > STDERR_FILENO)	/* of same_output.h */
			file_empty(run->side->opts.launch.out_fd);
		if (!run->warmup)
			machine_watch_before_run(&s->watch, s->env);
		rc = measure_once(&r, s, run, err);
		if (rc == 0 && before && !r.signo)
			rc = check_refused(&run->side->measure, before, &r, err);
		if (!run->warmup)
			machine_watch_after_run(&s->watch, s->env, &r);
		session_clear_progress(s);
		session_say_trace(s, run->side);
		s->done++;
		over = rc == 0 && limits && r.end == WAIT_LOOP_TIMEOUT && !r.signo;
	}
	if (!over) {
		session_run_add_result(s, run, &r, rc);
		return rc;
	}
	s->budget.stopped |= r.end == WAIT_LOOP_TIMEOUT;
	run_result_release(&r);
	format_run(what, sizeof(what), run);
	cut(s, run->side, NULL, what);
	return 0;
}

/* Whether another try may succeed: others had taken what is needed, or the kernel permitted it before. */
static bool may_pass(const struct session *s, const struct error *why)
{
	bool refused = why->kind == ERROR_PERMISSION || why->kind == ERROR_UNSUPPORTED;

	return (why->kind == ERROR_SYSTEM && why->errnum != EINVAL) || why->kind == ERROR_LIMIT ||
	       (refused && why->errnum && s->done > 1);
}

static int run_again(struct session *s, const struct next_run *run, const struct error *why,
		     struct error *err)
{
	char what[40], which[100];
	int rc;

	format_run(what, sizeof(what), run);
	s->done--;
	rc = run_prepare(s, run, err);
	if (rc < 0 || is_ended(s))
		return rc;
	if (run_within_budget(s, run, NULL, err) < 0) {
		snprintf(which, sizeof(which), "%s of '%.40s', tried twice", what, run->side->title);
		return error_prefix(err, which);
	}
	if (!s->n_again++) {
		s->again = *why;
		snprintf(which, sizeof(which), "%s of '%.40s'", what, run->side->title);
		error_prefix(&s->again, which);
	}
	return 0;
}

/* A run that pstat could not make is made once more: a verdict needs all of them. */
static int run_detached(struct session *s, const struct next_run *run, struct error *err)
{
	struct events *events = &run->side->measure.b.events;
	LOCAL(events_kept) before = {0};
	struct error why = ERROR_INIT;
	int rc;

	events_keep(&before, events);
	rc = run_within_budget(s, run, &before, &why);
	if (rc < 0 && may_pass(s, &why) && may_continue(s)) {
		events_put_back(events, &before);
		rc = run_again(s, run, &why, err);
	} else if (rc < 0) {
		*err = why;
	}
	return rc;
}

/* The time before which the next run must not start, except that a budget ends the pause. */
static uint64_t due_of(const struct session *s)
{
	uint64_t due = machine_watch_due_ns(&s->watch), end = s->budget.runs_end_ns;

	return s->budget.total_ns && due > end ? end : due;
}

static int run_once(struct session *s, const struct next_run *run, struct error *err)
{
	uint64_t begin = now_of(s);
	int rc;

	if (!run->warmup && due_of(s) > begin) {
		session_show_progress(s);
		pause_until(s, due_of(s));
		session_clear_progress(s);
	}
	if (!may_continue(s))
		return 0;
	if (run_prepare(s, run, err) < 0)
		return -1;
	if (is_ended(s))
		return 0;
	rc = s->opts->detached ? run_detached(s, run, err) : run_within_budget(s, run, NULL, err);
	if (run->warmup && rc == 0 && !is_ended(s))
		budget_add_warm_up(&s->budget, now_of(s) - begin, now_of(s));
	return rc;
}

/* --- rounds ------------------------------------------------------------------------------------------ */

static void plan_runs(struct session *s, size_t warmups, size_t rounds)
{
	s->planned = s->done + warmups * s->n;
	for (size_t i = 0; i < s->n; i++)
		s->planned += rounds * sets_of(s, &s->side[i]);
	s->most_runs = s->planned;
	for (size_t i = 0; i < s->n && s->most_rounds > s->rounds + rounds; i++)
		s->most_runs += (s->most_rounds - s->rounds - rounds) * sets_of(s, &s->side[i]);
	if (!s->opts->detached && !s->opts->repeat)
		s->planned = 0;
}

/* Returns the largest number of sets of a side in this round. */
static size_t begin_round(struct session *s)
{
	size_t most = 1;

	for (size_t i = 0; i < s->n && s->opts->exact; i++) {
		size_t n = exact_begin_round(&s->side[i].exact);

		most = n > most ? n : most;
	}
	return most;
}

static int run_round(struct session *s, size_t round, size_t steps, bool warmup, struct error *err)
{
	for (size_t step = 0; step < steps; step++)
		for (size_t k = 0; k < s->n; k++) {
			struct session_side *side = &s->side[round % 2 ? s->n - 1 - k : k];
			const struct next_run run = { side, round + 1, step, warmup };

			if (step < sets_of(s, side) && !is_ended(s) && run_once(s, &run, err) < 0)
				return -1;
		}
	for (size_t i = 0; i < s->n && !is_ended(s) && !warmup; i++)
		s->side[i].rounds++;
	return 0;
}

/* After the first warm-up. */
static int compare_output(struct session *s, struct same_output *o, struct error *err)
{
	const struct next_run again = { s->side, (size_t)s->opts->warmups + 1, 0, true };
	int rc = is_ended(s) ? 0 : same_output_check(o, s, err);

	if (rc == 1)
		rc = run_once(s, &again, err);
	if (rc == 0 && !is_ended(s))
		rc = same_output_end(o, s, err);
	same_output_release(o, s);
	return may_continue(s) || s->status <= STATUS_SIGNAL ? rc : 0;	/* a signal ends a comparison, too */
}

static int warm_up(struct session *s, size_t rounds, struct error *err)
{
	struct same_output o = {0};
	int rc = s->opts->same_output && !is_ended(s) ? same_output_begin(&o, s, err) : 0;

	for (size_t i = 0; i < s->opts->warmups && !is_ended(s) && rc == 0; i++) {
		plan_runs(s, (size_t)s->opts->warmups - i, rounds);
		rc = run_round(s, i, 1, true, err);
		if (rc == 0 && s->opts->same_output && !i)
			rc = compare_output(s, &o, err);
	}
	same_output_release(&o, s);
	return rc;
}

int session_start(struct session *s, struct error *err)
{
	if (s->opts->detached) {
		session_load_facts(s);
		disturbance_read(&s->noise, s->env->root);
	}
	session_say_sets(s);
	for (size_t i = 0; i < s->n; i++) {
		s->side[i].measure.on_long = session_say_long;
		s->side[i].measure.of_long = s;
	}
	if (base_build_prepare(s, err) < 0)
		return -1;
	for (size_t i = 0; i < s->n && may_continue(s); i++) {
		struct session_side *side = &s->side[i];
		int rc;

		side->set_up = true;
		rc = run_hook(s, side, "--setup", s->opts->setup, "", hook_end(s), err);
		if (rc < 0)
			return -1;
		if (rc == HOOK_TIMED_OUT)
			cut(s, side, "--setup", "");
	}
	session_start_progress(s);
	return 0;
}

int session_run(struct session *s, size_t rounds, struct error *err)
{
	if (!s->rounds && warm_up(s, rounds, err) < 0)
		return -1;
	while (s->rounds < rounds && !is_ended(s)) {
		size_t steps;

		if (!budget_fits(&s->budget, now_of(s))) {
			cut(s, s->side, NULL, "run 1");
			break;
		}
		budget_begin_round(&s->budget, now_of(s));
		steps = begin_round(s);
		plan_runs(s, 0, rounds - s->rounds);
		if (run_round(s, s->rounds++, steps, false, err) < 0)
			return -1;
		if (!is_ended(s))
			budget_end_round(&s->budget, now_of(s));
	}
	return 0;
}

/* A round is one run of each side and set. */
static void forget_incomplete_round(struct session *s)
{
	for (size_t i = 0; i < s->n; i++) {
		struct session_side *side = &s->side[i];
		struct benchmark *b = &side->measure.b;

		while (b->n_runs && b->run[b->n_runs - 1].round > side->rounds) {
			run_result_release(&b->run[--b->n_runs]);
			s->n_kept--;
		}
		side->exact.round = s->opts->exact ? side->rounds : 0;
	}
	s->rounds = s->side[0].rounds;
}

void session_resume(struct session *s, uint64_t more_ns, uint64_t used_ns)
{
	budget_resume(&s->budget, more_ns, used_ns, now_of(s));
	forget_incomplete_round(s);
}

int session_run_until(struct session *s, size_t rounds, const struct session_rule *rule, struct error *err)
{
	long next = (long)rounds;

	do {
		rounds = (size_t)next;
		if ((rule->run ? rule->run(rule->of, rounds, err) : session_run(s, rounds, err)) < 0)
			return -1;
		if (s->over || s->side[0].rounds < rounds)
			return 0;
		next = rule->look(rule->of, rounds, err);
	} while (next > (long)rounds);
	return next < 0 ? -1 : 0;
}

/* --- lines of code ----------------------------------------------------------------------------------- */

static const char budget_ended[] = "--budget ended before the runs under valgrind that tell the lines";

/* calls NULL: for its lines.  An error of the run itself is added to why by the caller. */
static int measure_lines_once(struct session *s, struct session_side *side, struct program_calls *calls,
			      struct str *why, struct error *err)
{
	LOCAL(run_result) r = {0};
	bool limits = limit_run(s, side);
	int rc;

	if (limits && !side->opts.wait_loop.timeout_ns) {
		str_add(why, budget_ended);
		return 0;
	}
	session_say_start(s);
	s->valgrind = calls ? VALGRIND_FOR_CALLS : VALGRIND_FOR_LINES;
	if (s->kept_fd >= 0)
		s->env->kernel->take_scratch(s->env->kernel, s->kept_fd, NULL, 0);
	rc = calls ? measured_run_calls(calls, &r, &side->measure, err) :
	     measured_run_lines(&r, &side->measure, err);
	session_clear_progress(s);
	if (rc == 0 && r.signo)
		session_stop_with(s, STATUS_SIGNAL + r.signo);
	if (rc == 0 && r.end == WAIT_LOOP_TIMEOUT)
		str_add(why, limits ? budget_ended : "--timeout ended the run under valgrind");
	else if (rc == 0 && (r.signo || run_result_failed(&r, session_ignored(s->opts))))
		str_add(why, r.signo ? "interrupted" : "the command failed under valgrind");
	return rc;
}

static void run_under_valgrind(struct session *s, struct session_side *side, struct program_calls *calls,
			       struct str *why)
{
	const struct next_run run = { side, s->rounds + 1, 0, false };
	struct error err = ERROR_INIT;
	int rc = may_continue(s) ? run_prepare(s, &run, &err) : 0;

	if (rc == 0 && is_ended(s))
		str_add(why, s->budget.ended ? budget_ended : "interrupted");
	else if (rc == 0)
		rc = measure_lines_once(s, side, calls, why, &err);
	if (rc < 0)
		str_add_line(why, err.message);
}

void session_run_lines(struct session *s, struct session_side *side, struct str *why)
{
	run_under_valgrind(s, side, NULL, why);
}

bool session_run_calls(struct session *s, struct session_side *side)
{
	const bool over = s->over, ended = s->budget.ended, stopped = s->budget.stopped;
	const int status = s->status;
	LOCAL(str) why = {0};
	bool whole;

	program_calls_release(&side->calls);
	run_under_valgrind(s, side, &side->calls, &why);
	if (s->status <= STATUS_SIGNAL) {	/* a --prepare without time is no news, but a signal is */
		s->over = over;
		s->status = status;
		s->budget.ended = ended;
		s->budget.stopped = stopped;
	}
	whole = !why.len && side->calls.n_processes;
	if (!whole)
		program_calls_release(&side->calls);
	return whole;
}

/* --- after the last run ------------------------------------------------------------------------------ */

/* The first failure decides the exit status. */
static int clean_up(struct session *s, const struct session_side *side, struct error *err)
{
	bool fine = s->status == STATUS_OK;
	struct error why = ERROR_INIT;
	LOCAL(str) text = {0};
	uint64_t until = budget_rest_end(&s->budget, now_of(s));
	int rc = run_hook(s, side, "--cleanup", s->opts->cleanup, "", until, fine ? err : &why);

	if (rc == 0)
		return 0;
	if (rc == HOOK_TIMED_OUT)
		error_set(fine ? err : &why, ERROR_SYSTEM, 0,
			  "--cleanup of '%s': it did not end within --budget", side->title);
	if (fine)
		return -1;
	str_add(&text, "pstat: ");
	str_add_line(&text, why.message);
	message_print(s->env->err, "%s\n", text.text);
	return 0;
}

static void end_exact(struct session_side *side, const struct session_opts *o)
{
	struct benchmark *b = &side->measure.b;

	if (!o->exact || !b->n_runs)
		return;
	exact_end(&side->exact, &side->end_notes);
	notes_merge(&b->sum.notes, &side->end_notes);	/* the caller may not sum again */
}

int session_end(struct session *s, struct error *err)
{
	struct error lost = ERROR_INIT;
	int rc = 0;

	for (size_t i = 0; i < s->n; i++) {
		struct session_side *side = &s->side[i];

		end_exact(side, s->opts);
		if (side->set_up && clean_up(s, side, rc < 0 ? &lost : err) < 0)
			rc = -1;
		side->set_up = false;
	}
	base_build_end(s);
	return rc;
}

/* --- several sessions -------------------------------------------------------------------------------- */

int session_share(struct session_shared *shared, const struct env *env, struct error *err)
{
	*shared = (struct session_shared){ .kept_fd = -1 };
	if (measure_open_signals(&shared->signals, env->kernel, err) < 0)
		return -1;
	shared->kept_fd = env->kernel->open_scratch(env->kernel);
	return 0;
}

void session_unshare(struct session_shared *shared, const struct env *env)
{
	base_build_remove(&shared->tree, &shared->signals, env);
	if (shared->kept_fd >= 0)
		env->kernel->close(env->kernel, shared->kept_fd);
	env->kernel->signals_close(env->kernel, &shared->signals);
}
