/* SPDX-License-Identifier: MIT */
/* Runs the benchmarks of a suite, and adds up what they mean for the build. */
#include "cli/gate/gate_suite.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/env.h"
#include "base/exit_status.h"
#include "base/mem.h"
#include "cli/compare_options.h"
#include "cli/gate/gate_benchmark.h"
#include "cli/gate/gate_output.h"
#include "host/file.h"
#include "host/kernel.h"
#include "output/message.h"
#include "session/session_run.h"
#include "session/suite.h"

struct suite_run {		/* of one benchmark */
	const struct suite_benchmark *of;
	struct options opts;		/* with limits and a command of its own */
	struct gate_benchmark gate;
	int rc;				/* of its runs, with why */
	struct error why;
	uint64_t counted_ns;		/* in spent_ns */
};

struct gate_suite {
	const struct env *env;
	struct options opts;		/* of all benchmarks */
	struct suite suite;
	size_t first, n;		/* those that run */
	struct suite_run *run;		/* owned: n */
	bool waits;			/* they pause until all have come so far */
	uint64_t spent_ns;		/* of --budget */
	struct gate_results to;
};

/* --- the budget -------------------------------------------------------------------------------------- */

static uint64_t gate_suite_now(const struct gate_suite *s)
{
	return s->env->kernel->now_ns(s->env->kernel);
}

/* Counts what a benchmark has used. */
static void spend(struct gate_suite *s, struct suite_run *r)
{
	const struct budget *b = &r->gate.session.budget;
	uint64_t used = b->total_ns ? budget_spent(b, gate_suite_now(s)) : 0;

	s->spent_ns += used - r->counted_ns;
	r->counted_ns = used;
}

/* An equal part of the time that is left; never 0, which would be no budget. */
static uint64_t part_of_budget(const struct gate_suite *s, size_t n)
{
	uint64_t all = s->opts.session.budget_ns, left = all > s->spent_ns ? all - s->spent_ns : 0;

	return left / n ? left / n : 1;
}

static void set_budget(struct session_opts *o, const struct gate_suite *s, size_t at)
{
	if (!o->budget_ns || s->n == 1)
		return;
	o->whole_budget_ns = o->budget_ns;
	o->budget_ns = part_of_budget(s, s->n - at);
}

/* Rows that vary need more runs, but it is not known yet how many have time. */
static bool can_wait(const struct gate_suite *s)
{
	const struct session_opts *o = &s->opts.session;
	bool decides = (s->opts.gate.baseline || o->base.rev) && !s->opts.gate.trend;

	return decides && o->budget_ns && s->n > 1 && !o->setup && !o->cleanup;
}

/* After the pause.  The lines of code behind a verdict have this time, too. */
static void resume(struct gate_suite *s, size_t at)
{
	struct session *session = &s->run[at].gate.session;
	size_t waiting = 0;

	if (session->over || (session->budget.ended && !gate_benchmark_waits(&s->run[at].gate)))
		return;
	for (size_t i = at; i < s->n; i++)
		waiting += gate_benchmark_waits(&s->run[i].gate);
	session_resume(session, part_of_budget(s, waiting ? waiting : 1), s->run[at].counted_ns);
}

/* --- one benchmark ----------------------------------------------------------------------------------- */

static int begin_benchmark(struct gate_suite *s, size_t at)
{
	struct suite_run *r = &s->run[at];
	struct session_opts *session = &r->opts.session;
	int rc = suite_limits(&r->opts.gate.limits, &s->suite, s->first + at, &s->opts.gate.limits, &r->why);

	session->command = mem_resize(NULL, 1, sizeof(*session->command));
	session->command[0] = (struct session_command){ .argv = r->of->argv, .name = r->of->name };
	session->n_commands = 1;
	set_budget(session, s, at);
	if (rc == 0)
		rc = compare_add_base(session, &r->why);
	if (rc == 0)
		rc = gate_benchmark_open(&r->gate, s->env, &r->opts, &s->to, &r->why);
	if (rc == 0)
		rc = session->dry_run ? session_print_plan(&r->gate.session, &r->why) :
		     gate_benchmark_run(&r->gate, s->waits, &r->why);
	spend(s, r);
	return r->rc = rc;
}

static int end_benchmark(struct gate_suite *s, size_t at, struct gate_end *end)
{
	struct suite_run *r = &s->run[at];
	int status;

	if (s->opts.session.dry_run)
		return r->rc;
	end->annotated = false;
	if (s->waits && r->rc == 0)
		resume(s, at);
	if (gate_benchmark_waits(&r->gate))
		r->rc = gate_benchmark_go_on(&r->gate, &r->why);
	status = gate_benchmark_end(&r->gate, r->rc, end, &r->why);
	spend(s, r);
	return status;
}

/* What kept a benchmark from its verdict is said here: others follow. */
static void say_unmeasured(struct gate_suite *s, const struct suite_benchmark *b, bool reported,
			   bool annotated, struct error *why)
{
	const struct left_out left_out = { .name = b->name, .why = why->message };

	if (!reported) {
		gate_output_left_out(&s->to.report, &left_out);
		gate_total_fail(&s->to.total, STATUS_UNMEASURED, why);
	}
	error_prefix(why, b->name);
	message_error(s->env->err, why);
	if (s->opts.gate.github && !annotated)
		gate_output_annotate(s->env, "error", why);
	s->to.total.annotated |= s->opts.gate.github;
}

/*
 * Without the tree of --base no other benchmark can be measured either.  If that is an error, it is theirs,
 * too; a build that failed has a status of its own.
 */
static void leave_out_rest(struct gate_suite *s, size_t at)
{
	bool unmeasured = s->to.total.n_unmeasured > 0;
	struct left_out b = { .why = "--base has no tree, or it was not built" };

	for (; at < s->n; at++) {
		s->to.total.n_unmeasured += unmeasured;
		b.name = s->run[at].of->name;
		gate_output_left_out(&s->to.report, &b);
	}
}

/* --- all of them ------------------------------------------------------------------------------------- */

/* A wrong option is wrong for all benchmarks. */
static bool is_wrong_for_all(const struct gate_suite *s, size_t at)
{
	const struct suite_run *r = &s->run[at];

	return r->rc < 0 && ((r->why.kind == ERROR_USAGE && at == 0) || s->opts.session.dry_run);
}

static int signal_status_of(int status)
{
	return status > STATUS_SIGNAL ? status : STATUS_OK;
}

/* Returns the status after a signal, STATUS_OK, or -1: the error is that of all benchmarks. */
static int conclude_benchmark(struct gate_suite *s, size_t at, struct gate_end *end, struct error *err)
{
	struct suite_run *r = &s->run[at];
	size_t reported = s->to.n_reported;
	int status = end_benchmark(s, at, end);

	r->rc = status < 0 ? -1 : 0;
	s->to.total.annotated |= end->annotated;
	if (is_wrong_for_all(s, at)) {
		*err = r->why;
		suite_add_hint(err, &s->suite, &s->opts.gate.limits);
		return error_prefix(err, r->of->name);
	}
	if (status < 0 && !r->gate.skipped)
		say_unmeasured(s, r->of, s->to.n_reported > reported, end->annotated, &r->why);
	gate_benchmark_release(&r->gate);
	return signal_status_of(status);
}

/* Returns how many have begun. */
static size_t begin_benchmarks(struct gate_suite *s)
{
	size_t i = 0;

	while (i < s->n) {
		begin_benchmark(s, i++);
		if (s->to.shared.tree_failed || is_wrong_for_all(s, i - 1) ||
		    s->run[i - 1].gate.session.status > STATUS_SIGNAL)
			break;
	}
	return i;
}

/* After a signal, none of those that wait gets more runs, but each is reported. */
static int end_benchmarks(struct gate_suite *s, size_t begun, struct gate_end *end, struct error *err)
{
	int signal_status = begun ? signal_status_of(s->run[begun - 1].gate.session.status) : STATUS_OK;

	for (size_t i = 0; i < begun; i++) {
		int status;

		if (signal_status && gate_benchmark_waits(&s->run[i].gate))
			session_stop_with(&s->run[i].gate.session, signal_status);
		status = conclude_benchmark(s, i, end, err);
		if (status < 0)
			return -1;
		signal_status = signal_status ? signal_status : status;
	}
	return signal_status;
}

/* Returns as conclude_benchmark(); what the benchmarks gave is in s->to.total. */
static int run_benchmarks(struct gate_suite *s, struct gate_end *end, struct error *err)
{
	size_t begun = s->waits ? begin_benchmarks(s) : 0;
	int status = end_benchmarks(s, begun, end, err);

	while (!s->waits && begun < s->n && status == STATUS_OK && !s->to.shared.tree_failed) {
		begin_benchmark(s, begun);
		status = conclude_benchmark(s, begun++, end, err);
	}
	if (s->to.shared.tree_failed && status == STATUS_OK)
		leave_out_rest(s, begun);
	return status;
}

static int end_suite(struct gate_suite *s, struct error *err)
{
	bool judged = gate_is_compared(&s->opts);
	struct error lost = ERROR_INIT;
	int rc = gate_output_end(&s->to.report, err);

	if (s->to.history.n &&
	    gate_history_write(&s->to.history, s->env, &s->opts, judged, rc < 0 ? &lost : err) < 0)
		rc = -1;
	return rc;
}

/* The benchmarks have told why already. */
static int suite_status(struct gate_suite *s, struct error *err)
{
	struct gate_total *t = &s->to.total;
	int status = gate_total_end(t, err);

	if (status >= 0)
		return status;
	return error_set(err, err->kind, err->errnum, "%zu of %zu benchmark%s %s not judged", t->n_unmeasured,
			 s->n, s->n == 1 ? "" : "s", t->n_unmeasured == 1 ? "was" : "were");
}

static int judge_suite(struct gate_suite *s, struct gate_end *end, struct error *err)
{
	struct error lost = ERROR_INIT;
	int status, rc;

	if (s->opts.session.dry_run)
		return run_benchmarks(s, end, err);
	if (gate_results_open(&s->to, s->env, &s->opts, err) < 0)
		return -1;
	status = run_benchmarks(s, end, err);
	rc = end_suite(s, status < 0 ? &lost : err);
	if (output_close(&s->to.out, status < 0 || rc < 0 ? &lost : err) < 0)
		rc = -1;
	end->annotated = s->to.total.annotated;
	if (status != STATUS_OK)
		return status;
	return rc < 0 ? -1 : suite_status(s, err);
}

/* A pipe can be read once, and a file that is not there would be said for each benchmark. */
static int check_suite_files(const struct options *o, struct error *err)
{
	const char *base = o->gate.baseline;

	if (o->out.save && strcmp(o->out.save, "-") == 0)
		return error_set(err, ERROR_USAGE, 0, "--save - is for one result: give it a file");
	if (base && strcmp(base, "-") == 0)
		return error_set(err, ERROR_USAGE, 0, "--baseline - is for one result: give it a file");
	if (!base || o->gate.update || file_is_there(base))
		return 0;
	error_set(err, ERROR_SYSTEM, ENOENT, "failed to open %s: %s", base, strerror(ENOENT));
	return error_hint(err, "pstat gate --suite %s --save %s makes it", o->gate.suite, base);
}

static int check_suite(struct gate_suite *s, struct error *err)
{
	const struct options *o = &s->opts;

	s->n = s->suite.n;
	if (o->n_names) {
		s->first = suite_find(&s->suite, o->name[0]);
		s->n = 1;
		if (s->first == s->suite.n)
			return error_set(err, ERROR_USAGE, 0, "%s has no benchmark '%s'", o->gate.suite,
					 o->name[0]);
	}
	if (!gate_has_purpose(o)) {
		error_set(err, ERROR_USAGE, 0, "a suite needs something to compare with");
		return error_hint(err, "add --base COMMIT, or --baseline FILE (--save FILE makes one)");
	}
	if (check_suite_files(o, err) < 0)
		return -1;
	for (size_t i = s->first; i < s->first + s->n; i++) {
		struct limits own;
		int rc = suite_limits(&own, &s->suite, i, &o->gate.limits, err);

		limits_release(&own);
		if (rc < 0)
			return -1;
	}
	return gate_history_check(o, err);
}

static void prepare_runs(struct gate_suite *s)
{
	s->run = mem_resize(NULL, s->n, sizeof(*s->run));
	for (size_t i = 0; i < s->n; i++) {
		struct suite_run *r = &s->run[i];

		*r = (struct suite_run){ .of = &s->suite.benchmark[s->first + i], .opts = s->opts,
					 .why = ERROR_INIT };
		r->opts.command = r->opts.measure.launch.argv = r->of->argv;
		if (r->opts.gate.update)	/* the caller has opened the baseline for it */
			r->opts.out.save = NULL;
		r->opts.gate.limits = (struct limits){0};
		r->opts.gate.n_benchmarks = s->n;
		r->opts.session.name = r->of->name;
		r->opts.session.shared = &s->to.shared;
		r->opts.session.command = NULL;
	}
	s->waits = can_wait(s);
}

static void release_runs(struct gate_suite *s)
{
	for (size_t i = 0; i < s->n; i++) {
		gate_benchmark_release(&s->run[i].gate);
		limits_release(&s->run[i].opts.gate.limits);
		free(s->run[i].opts.session.command);
	}
	free(s->run);
}

int gate_suite(const struct env *env, const struct options *o, struct gate_end *end, struct error *err)
{
	struct gate_suite s = { .env = env, .opts = *o, .to = { .several = true, .total = GATE_TOTAL_INIT } };
	int rc = suite_read(&s.suite, o->gate.suite, err);

	if (rc == 0)
		rc = check_suite(&s, err);
	if (o->gate.update)
		s.opts.out.save = o->gate.baseline;
	if (rc == 0)
		rc = session_share(&s.to.shared, env, err);
	if (rc == 0) {
		prepare_runs(&s);
		rc = judge_suite(&s, end, err);
		release_runs(&s);
		session_unshare(&s.to.shared, env);
	}
	gate_results_release(&s.to);
	suite_release(&s.suite);
	return rc;
}
