/* SPDX-License-Identifier: MIT */
/* Does the build fail, why, and where is that said?  Whatever is not known to be fine fails. */
#include "cli/ruling.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/app.h"
#include "cli/github.h"
#include "cli/options.h"
#include "cli/output.h"
#include "format/conclusion.h"
#include "format/style.h"
#include "host/file.h"
#include "out/judgement.h"
#include "out/report.h"

static const struct style plain;

/* --- who is told ----------------------------------------------------------------------------------- */

static bool is_for_people(const char *format)
{
	static const char *const formats[] = { "text", "markdown", "github" };

	for (size_t i = 0; format && i < sizeof(formats) / sizeof(*formats); i++)
		if (strcmp(format, formats[i]) == 0)
			return true;
	return !format;
}

/* By whatever name; what is written to a terminal, or to /dev/null, is no document. */
static bool is_stdout(const char *path)
{
	return strcmp(path, "-") == 0 || (!file_is_device(path) && file_is_at(STDOUT_FILENO, path) == 1);
}

/* Whether a program reads it. */
static bool is_parsed(const struct options *o)
{
	bool file = o->out.path && !is_stdout(o->out.path);

	for (size_t i = 0; i < o->out.n_exports; i++)
		if (is_stdout(o->out.export[i].path) && !is_for_people(o->out.export[i].format))
			return true;
	return (o->out.save && is_stdout(o->out.save)) || (!file && !is_for_people(o->out.format));
}

/* text and markdown have the line. */
static bool has_line(const struct options *o)
{
	bool file = o->out.path && !is_stdout(o->out.path);

	return !file && is_for_people(o->out.format) && !(o->out.format && strcmp(o->out.format, "github") == 0);
}

int ruling_say(const struct env *env, const struct options *o, struct error *err, const char *fmt, ...)
{
	struct str text = {0};
	int rc = 0;
	va_list ap;

	if (o->session.quiet)
		return 0;
	va_start(ap, fmt);
	str_vaddf(&text, fmt, ap);
	va_end(ap);
	if (is_parsed(o)) {
		output_say(env->err, "%s", text.text);
	} else {
		output_fit(&text, env->out);
		rc = output_file_write_to(env->out, &text, err);
	}
	str_release(&text);
	return rc;
}

static int say_line(const struct env *env, const struct options *o, const struct judgement *j,
		    const char *line, struct error *err)
{
	struct str name = {0};
	int rc;

	if (j->opts.several) {
		judgement_add_name(&name, j, 0);
		str_add(&name, ": ");
	}
	rc = ruling_say(env, o, err, " %s%s\n", name.len ? name.text : "", line);
	str_release(&name);
	return rc;
}

bool ruling_annotates(const struct options *o, const struct judgement *j)
{
	return o->gate.github && j->n_sides > 1;
}

int ruling_show(struct output *out, const struct env *env, const struct options *o, const struct judgement *j,
		struct error *err)
{
	struct error lost = ERROR_INIT;
	int rc = output_judge(out, j, err);
	struct str line = {0};

	if (ruling_annotates(o, j) && github_say(env, j, rc < 0 ? &lost : err) < 0)
		rc = -1;
	conclusion_add(&line, j, &plain);
	if (line.len && !has_line(o) && say_line(env, o, j, line.text, rc < 0 ? &lost : err) < 0)
		rc = -1;
	str_release(&line);
	return rc;
}

/* --- what it comes to ------------------------------------------------------------------------------ */

static const char *hint_of(enum compare_reason reason, bool of_kind)
{
	if (of_kind && (reason == REASON_MULTIPLEXED || reason == REASON_NOT_COUNTED))
		return "on cores of several kinds --pin keeps it on one kind, and --cputype counts that one";
	switch (reason) {
	case REASON_NOT_SUPPORTED:
		return RULING_NEEDS_LITTLE "; --if-unsupported=skip skips the limits of what is missing";
	case REASON_BASE_ZERO:
		return "a change of nothing has no percentage: add an absolute limit, as in +1%|+100";
	case REASON_HIDDEN:
		return "a cap, as in 64M, can be judged of a small program, too";
	case REASON_OTHER_HOST:
		return "measure the baseline again, where this is measured; or --allow-env-mismatch";
	case REASON_NO_BASE:
		return "measure the baseline with it: --save or --update";
	case REASON_NO_NOW:
		return "measure it with -e, or leave out its limit";
	case REASON_NOT_COUNTED:
	case REASON_MULTIPLEXED:
		return "'pstat doctor' says which counters are free";
	case REASON_FAILED:
		return "a run of the series failed: measure it again, or --ignore-failure if that is fine";
	case REASON_TOO_FEW:
		return "measure again with more runs: -r";
	default:
		return NULL;
	}
}

/* The first comparison that keeps the gate from being fine; NULL: there is none. */
static const struct comparison *first_open(const struct judgement *j)
{
	for (size_t i = 0; i < j->n_comparisons; i++) {
		const struct comparison *c = &j->comparison[i];
		bool missing = c->verdict == VERDICT_INCOMPARABLE || c->verdict == VERDICT_MISSING;
		bool hopeless = c->verdict == VERDICT_UNSURE && c->reason == REASON_TOO_FEW;

		if (judgement_is_judged(c) && (missing || hopeless))
			return c;
	}
	return NULL;
}

/* More runs do not help where their counts are left out. */
static enum compare_reason cause_of(const struct comparison *c)
{
	bool lost = c->reason == REASON_TOO_FEW && c->n < c->n_now && c->n < c->n_base;

	return lost ? REASON_NOT_COUNTED : c->reason;
}

/* By -M: of others the counts that are saved make the values again. */
static bool is_of_groups(const struct judgement *j, const char *row)
{
	bool yes = false;

	for (size_t s = 0; s < j->n_sides; s++) {
		const struct metrics *ms = j->side[s].report->metrics;

		for (size_t i = 0; ms && i < ms->n; i++) {
			char *id = metric_id(ms->metric[i].def);

			yes |= ms->metric[i].def->group && strcmp(id, row) == 0;
			free(id);
		}
	}
	return yes;
}

static int unmeasured(const struct judgement *j, struct error *why)
{
	const struct comparison *c = first_open(j);
	struct str line = {0};
	const char *hint;

	if (!c) {
		conclusion_add(&line, j, &plain);
		error_set(why, ERROR_UNSUPPORTED, 0, "%s", line.len ? line.text : conclusion_nothing);
		why->reported = line.len && !j->opts.several;
		str_release(&line);
		error_hint(why, "%s", j->count[VERDICT_SKIPPED] ?
			   RULING_NEEDS_LITTLE :
			   "--limit NAME=+1% says how much worse what may get");
		return APP_UNMEASURED;
	}
	error_set(why, ERROR_UNSUPPORTED, 0, "%s cannot be judged: %s", c->row->name,
		  compare_reasons[c->reason].english);
	hint = hint_of(cause_of(c), strchr(c->row->name, '/') != NULL);
	if (c->reason == REASON_HIDDEN && !isnan(c->threshold.cap))
		hint = NULL;		/* it has one */
	if (c->verdict == VERDICT_MISSING && is_of_groups(j, c->row->name))
		hint = "the values of -M are not saved for each run: use --vs, or limit an event";
	if (hint)
		error_hint(why, "%s", hint);
	return APP_UNMEASURED;
}

int ruling_status(const struct judgement *j, struct error *why)
{
	switch (j->outcome) {
	case OUTCOME_REGRESSED:
		return APP_REGRESSED;
	case OUTCOME_FINE:
		return APP_OK;
	case OUTCOME_UNSURE:
		if (first_open(j))
			return unmeasured(j, why);
		return j->opts.unsure_fails ? APP_UNSURE : APP_OK;
	default:
		break;
	}
	return unmeasured(j, why);
}

void ruling_say_once(const struct env *env, const struct options *o, struct error *why)
{
	int errors = fileno(env->err), report = !has_line(o) && is_parsed(o) ? errors : fileno(env->out);

	why->reported = why->reported && !o->session.quiet && file_is_same_fd(report, errors);
}

int ruling_worst(int a, int b)
{
	static const int order[] = { APP_REGRESSED, APP_UNMEASURED, APP_UNSURE };

	for (size_t i = 0; i < sizeof(order) / sizeof(*order); i++)
		if (a == order[i] || b == order[i])
			return order[i];
	return APP_OK;
}
