/* SPDX-License-Identifier: MIT */
/* Writes the comparisons of gate, their summary lines, and what GitHub Actions shows: see the header. */
#define _GNU_SOURCE
#include "cli/gate/gate_output.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/env.h"
#include "base/exit_status.h"
#include "cli/git_commit.h"
#include "cli/options.h"
#include "cli/output.h"
#include "compare/comparison.h"
#include "compare/comparison_where.h"
#include "format/conclusion.h"
#include "format/format.h"
#include "format/github.h"
#include "format/style.h"
#include "host/file.h"
#include "session/gate_status.h"

/* --- GitHub Actions ---------------------------------------------------------------------------------- */

enum { SUMMARY_MOST = 1 << 20 };	/* the runner drops a larger summary altogether */

static const char *summary_path(const struct env *env)
{
	const char *path = secure_getenv("GITHUB_STEP_SUMMARY");

	if (path && *path)
		return path;
	message_print(env->err, "pstat: warning: no job summary is written: "
		      "GITHUB_STEP_SUMMARY names no file\n");
	return NULL;
}

/* If the tables are too long, the line for all benchmarks is what is left. */
static void summarize(struct gate_output *g)
{
	const struct format *markdown = format_find("markdown", FORMAT_COMPARISON);
	bool any = !comparison_document_is_empty(&g->summary);
	const char *path = any ? summary_path(g->env) : NULL;
	struct error why = ERROR_INIT, lost = ERROR_INIT;
	LOCAL(str) text = {0};

	if (any)
		comparison_document_end(&g->summary, markdown, &text);
	str_add(&text, "\n");
	if (path && output_file_append(path, &text, SUMMARY_MOST, &why) < 0) {
		message_print(g->env->err, "pstat: warning: the job summary cannot be written: %s\n",
			      why.message);
		str_reset(&text);
		conclusions_line(&text, &g->all);
		str_add(&text, "\n");
		if (why.kind == ERROR_LIMIT && text.len > 1)
			output_file_append(path, &text, SUMMARY_MOST, &lost);
	}
}

static int annotate(struct gate_output *g, const struct comparison *cmp, struct error *err)
{
	struct str text = {0};
	int rc;

	format_find("github", FORMAT_COMPARISON)->comparison->print(&text, cmp, &style_plain);
	rc = output_file_write_to(g->env->out, &text, err);
	str_release(&text);
	comparison_document_add(&g->summary, format_find("markdown", FORMAT_COMPARISON), &text, cmp,
				&style_plain);
	return rc;
}

/* --- the line ---------------------------------------------------------------------------------------- */

static bool is_for_people(const char *format)
{
	static const char *const formats[] = { "text", "markdown", "github" };

	for (size_t i = 0; format && i < sizeof(formats) / sizeof(*formats); i++)
		if (strcmp(format, formats[i]) == 0)
			return true;
	return !format;
}

/* By any name; but a terminal or /dev/null holds no document. */
static bool is_stdout(const char *path)
{
	return strcmp(path, "-") == 0 || (!file_is_device(path) && file_is_path_of_fd(STDOUT_FILENO,
										      path) == 1);
}

/* Whether a program reads stdout. */
static bool is_parsed(const struct options *o)
{
	bool file = o->out.path && !is_stdout(o->out.path);

	for (size_t i = 0; i < o->out.n_exports; i++)
		if (is_stdout(o->out.export[i].path) && !is_for_people(o->out.export[i].format))
			return true;
	return (o->out.save && is_stdout(o->out.save)) || (!file && !is_for_people(o->out.format));
}

/* Whether the report on stdout has the line already: text and markdown have. */
static bool has_line(const struct options *o)
{
	bool file = o->out.path && !is_stdout(o->out.path);

	return !file && is_for_people(o->out.format) &&
	       !(o->out.format && strcmp(o->out.format, "github") == 0);
}

int gate_output_say(const struct env *env, const struct options *o, struct error *err, const char *fmt, ...)
{
	LOCAL(str) text = {0};
	int rc = 0;
	va_list ap;

	if (o->session.quiet)
		return 0;
	va_start(ap, fmt);
	str_vaddf(&text, fmt, ap);
	va_end(ap);
	if (is_parsed(o)) {
		message_print(env->err, "%s", text.text);
	} else {
		message_fit(&text, env->out);
		rc = output_file_write_to(env->out, &text, err);
	}
	return rc;
}

static int say_line(const struct env *env, const struct options *o, const struct comparison *cmp,
		    const char *line, struct error *err)
{
	LOCAL(str) name = {0};

	if (cmp->opts.several) {
		comparison_add_benchmark(&name, cmp, 0);
		str_add(&name, ": ");
	}
	return gate_output_say(env, o, err, " %s%s\n", name.len ? name.text : "", line);
}

int gate_output_status(const struct comparison *cmp, struct error *why)
{
	LOCAL(str) line = {0};

	conclusion_add(&line, cmp, &style_plain);
	return cmp->opts.mode == COMPARISON_SELFTEST ? gate_status_selftest(cmp, str_text(&line), why)
						     : gate_status(cmp, str_text(&line), why);
}

void gate_total_fail(struct gate_total *t, int status, const struct error *why)
{
	t->status = gate_status_worst(t->status, status);
	if (status == STATUS_UNMEASURED && !t->n_unmeasured++)
		t->why = *why;
}

bool gate_total_add(struct gate_total *t, const struct comparison *cmp, int status, const struct error *why)
{
	t->annotated |= github_has_errors(cmp);
	if (comparison_is_nothing(cmp) && cmp->count[VERDICT_SKIPPED]) {
		if (!t->n_skipped++)
			t->skipped = *why;
		return true;
	}
	t->judged = true;
	gate_total_fail(t, status, why);
	return false;
}

int gate_total_end(struct gate_total *t, struct error *err)
{
	for (size_t i = 0; i < t->n_skipped && !t->judged; i++)
		gate_total_fail(t, STATUS_UNMEASURED, &t->skipped);
	if (t->status != STATUS_UNMEASURED)
		return t->status;
	*err = t->why;
	return -1;
}

bool gate_output_annotates(const struct options *o, const struct comparison *cmp)
{
	return o->gate.github && cmp->n_sides > 1;
}

/* Where paths of sources begin that GitHub knows. */
static void name_sources(struct gate_output *g, struct comparison *cmp)
{
	const char *workspace = secure_getenv("GITHUB_WORKSPACE");
	bool wanted = false;

	for (size_t side = 1; side < cmp->n_sides; side++)
		wanted |= comparison_where_of(cmp, side) != NULL;
	if (!wanted)
		return;
	if (!g->sources.len && workspace && *workspace == '/')
		str_add(&g->sources, workspace);
	else if (!g->sources.len)
		git_commit_find_folder(&g->sources);
	cmp->opts.sources = g->sources.len ? g->sources.text : NULL;
}

int gate_output_comparison(struct gate_output *g, struct comparison *cmp, struct error *err)
{
	struct error lost = ERROR_INIT;
	LOCAL(str) line = {0};
	int rc;

	name_sources(g, cmp);
	rc = output_comparison(g->out, cmp, err);

	if (gate_output_annotates(g->opts, cmp) && annotate(g, cmp, rc < 0 ? &lost : err) < 0)
		rc = -1;
	conclusions_add(&g->all, cmp, 1, &style_plain);
	conclusion_add(&line, cmp, &style_plain);
	if (line.len && !has_line(g->opts) &&
	    say_line(g->env, g->opts, cmp, line.text, rc < 0 ? &lost : err) < 0)
		rc = -1;
	return rc;
}

void gate_output_left_out(struct gate_output *g, const struct left_out *b)
{
	output_left_out(g->out, b);
	conclusions_add_left_out(&g->all, b);
	if (g->opts->gate.github)
		comparison_document_add_left_out(&g->summary, format_find("markdown", FORMAT_COMPARISON), b);
}

int gate_output_end(struct gate_output *g, struct error *err)
{
	struct error lost = ERROR_INIT;
	int rc = output_end_comparisons(g->out, err);
	LOCAL(str) line = {0};

	summarize(g);
	conclusions_line(&line, &g->all);
	if (line.len && !has_line(g->opts) &&
	    gate_output_say(g->env, g->opts, rc < 0 ? &lost : err, " %s\n", line.text) < 0)
		rc = -1;
	return rc;
}

void gate_output_release(struct gate_output *g)
{
	comparison_document_release(&g->summary);
	conclusions_release(&g->all);
	str_release(&g->sources);
}

void gate_output_say_once(const struct env *env, const struct options *o, struct error *why)
{
	int errors = fileno(env->err), report = !has_line(o) && is_parsed(o) ? errors : fileno(env->out);

	why->reported = why->reported && !o->session.quiet && file_is_same_fd(report, errors);
}

void gate_output_annotate(const struct env *env, const char *command, const struct error *why)
{
	struct error ignored = ERROR_INIT;
	LOCAL(str) text = {0};

	github_add_message(&text, command, why->message);
	output_file_write_to(env->out, &text, &ignored);
}

/* Command lines, which are indented by more than their headings, are not broken: they are to be copied. */
static void print_advice(FILE *to, const struct str *advice)
{
	struct error ignored = ERROR_INIT;
	LOCAL(str) line = {0};

	for (const char *at = advice->text, *end; *at; at = end) {
		end = at + strcspn(at, "\n") + 1;
		str_add(&line, at == advice->text ? "pstat: hint: " : "");
		str_add_n(&line, at, (size_t)(end - at));
		if (strncmp(at, "    ", 4) != 0)
			message_fit(&line, to);
		output_file_write_to(to, &line, &ignored);
		str_reset(&line);
	}
}

void gate_output_advise(const struct env *env, const struct options *o, const struct str *advice,
			struct error *why)
{
	const char *summary = o->gate.github ? secure_getenv("GITHUB_STEP_SUMMARY") : NULL;
	struct error ignored = ERROR_INIT;
	LOCAL(str) text = {0};

	if (why->kind != ERROR_PERMISSION)	/* which could be granted, too */
		why->hint[0] = '\0';
	if (why->kind != ERROR_NONE)
		message_error(env->err, why);
	print_advice(env->err, advice);
	if (o->gate.github) {
		github_add_notice(&text, "pstat", advice->text);
		output_file_write_to(env->out, &text, &ignored);
		str_reset(&text);
	}
	if (summary && *summary) {
		str_addf(&text, "```\n%s```\n", advice->text);
		output_file_append(summary, &text, SUMMARY_MOST, &ignored);
	}
	why->reported = true;
	why->column = -1;
	why->hint[0] = '\0';
}
