/* SPDX-License-Identifier: MIT */
/*
 * gate: compares a command with another one or with a saved result, or saves a result.  The exit status
 * tells a build whether to fail.
 *
 * -D, which documents keep, tells whether a result covers the whole run.  Its times do not tell that, as the
 * same delay is a smaller share of a slower run.  perf.data does not keep -D, so it is compared anyway.
 */
#include "benchmark/history.h"
#include "cli/app.h"
#include "cli/gate/gate_benchmark.h"
#include "cli/gate/gate_files.h"
#include "cli/gate/gate_output.h"
#include "cli/gate/gate_suite.h"
#include "cli/options.h"
#include "cli/output.h"
#include "session/session.h"

/* Writes to the report and the files. */
static int judge(struct gate_benchmark *g, struct gate_end *end, struct error *err)
{
	struct gate_results *to = g->to;
	struct error lost = ERROR_INIT;
	int rc = gate_results_open(to, g->env, &g->opts, err), status;

	if (rc < 0)
		return gate_benchmark_end(g, rc, end, err);
	rc = gate_benchmark_run(g, false, err);
	status = gate_benchmark_end(g, rc, end, err);
	if (output_close(&to->out, status < 0 ? &lost : err) == 0)
		return status;
	end->annotated &= status < 0;
	return -1;
}

static int gate_alone(const struct env *env, const struct options *o, struct gate_end *end, struct error *err)
{
	LOCAL(gate_results) to = {0};
	LOCAL(gate_benchmark) g = {0};
	int rc = gate_benchmark_open(&g, env, o, &to, err), status;

	if (rc == 0 && o->session.dry_run)
		status = session_print_plan(&g.session, err);
	else
		status = rc == 0 ? judge(&g, end, err) : gate_benchmark_end(&g, rc, end, err);
	return status;
}

static int dispatch(const struct env *env, const struct options *o, struct gate_end *end, struct error *err)
{
	if (o->gate.suite)
		return gate_suite(env, o, end, err);
	if (o->command)
		return gate_alone(env, o, end, err);
	if (o->gate.candidate)
		return gate_files(env, o, end, err);
	error_set(err, ERROR_USAGE, 0, "gate needs a command, a suite, or two saved results");
	return error_hint(err, "pstat gate -- COMMAND [ARG...] --vs COMMAND [ARG...], "
			  "or: pstat gate --baseline FILE -- COMMAND [ARG...]");
}

/* --save with the file of a history appends to it. */
static void find_history(struct options *o)
{
	if (!o->out.save || o->gate.history || o->gate.selftest || !history_is(o->out.save))
		return;
	o->gate.history = o->out.save;
	o->out.save = NULL;
}

int cmd_gate(const struct env *env, const struct options *given, struct error *err)
{
	struct options own = *given, *o = &own;
	struct gate_end end = {0};
	int rc;

	find_history(o);
	rc = dispatch(env, o, &end, err);

	if (rc < 0 && !end.annotated && o->gate.github)
		gate_output_annotate(env, "error", err);
	gate_output_say_once(env, o, err);
	if (end.advice.len && (rc < 0 || (rc == STATUS_OK && !o->session.quiet)))
		gate_output_advise(env, o, &end.advice, err);
	str_release(&end.advice);
	return rc;
}
