/* SPDX-License-Identifier: MIT */
/* list: prints what can be counted; status 1 when a word matches nothing. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "benchmark/notes.h"
#include "cli/app.h"
#include "cli/options.h"
#include "cli/output.h"
#include "host/rights.h"
#include "host/tracepoint.h"
#include "output/pager.h"

static int write_failed(const char *path, const struct error *why, struct error *err)
{
	return error_set(err, ERROR_SYSTEM, why->errnum, "cannot write '%s': %s", path,
			 strerror(why->errnum));
}

static int write_list(const struct str *text, const struct env *env, const char *path, struct error *err)
{
	struct error lost = ERROR_INIT, why = ERROR_INIT;
	struct output_file file = {0};
	int rc;

	if (!path)
		return output_file_print(env->out, text, err);
	if (output_file_open_stream(&file, path, false, err) < 0)
		return -1;
	rc = output_file_write(&file, text, &why);
	if (output_file_close(&file, rc < 0 ? &lost : &why) < 0)
		rc = -1;
	return rc < 0 ? write_failed(path, &why, err) : 0;
}

/*
 * As git does it.  With rights that its user lacks, pstat starts nothing that the environment names.
 * command NULL: less.
 */
static bool wants_pager(const struct env *env, const struct options *o, const char **command)
{
	const char *term = getenv("TERM");

	*command = getenv("PAGER");
	if (!o->list.pager || o->as_perf || o->list.names || o->out.path || !isatty(fileno(env->out)) ||
	    rights_gained())
		return false;
	if (!term || !*term || strcmp(term, "dumb") == 0)
		return false;
	return !*command || (**command && strcmp(*command, "cat") != 0);
}

/* Whoever leaves the pager has read enough: that the rest cannot be written is no error. */
static int write_to_pager(struct pager *p, const struct str *text, struct error *err)
{
	FILE *stream = fdopen(p->fd, "w");
	struct error why = ERROR_INIT;
	int rc;

	if (!stream) {
		close(p->fd);
		return error_set(err, ERROR_SYSTEM, errno, "cannot write to the pager: %s", strerror(errno));
	}
	rc = output_file_print(stream, text, &why);
	fclose(stream);
	if (rc < 0 && why.errnum != EPIPE) {
		*err = why;
		return -1;
	}
	return 0;
}

/* The shell says itself what it does not find, with 126 or 127; then the list is printed without a pager. */
static int page_list(const struct str *text, const struct env *env, const struct options *o,
		     struct error *err)
{
	static const char *const as_git[] = { "LESS=FRX", NULL };
	const char *command;
	struct pager pager;
	int rc, status;

	if (!wants_pager(env, o, &command))
		return write_list(text, env, o->out.path, err);
	status = pager_start(&pager, env->kernel, command, getenv("LESS") ? NULL : as_git);
	if (status >= 0) {
		rc = write_to_pager(&pager, text, err);
		status = pager_wait(&pager, env->kernel);
		if (rc < 0)
			return rc;
	}
	if (status == 128 + SIGINT)
		return status;
	if (status >= 0 && status != 126 && status != 127)
		return 0;
	if (command)
		message_print(env->err, "pstat: note: the pager '%s' of PAGER cannot be run\n", command);
	return write_list(text, env, NULL, err);
}

static void print_notes(const struct notes *notes, const struct env *env)
{
	LOCAL(str) text = {0};

	notes_format(&text, notes, NULL, NULL, 0, false);
	if (text.len)
		message_print_wrapped(env->err, text.text, strlen(" note: "));
}

/* That nothing matched says nothing if the tracepoints may not be read. */
static int refuse_tracepoints(const char *mount, struct error *err)
{
	error_set(err, ERROR_PERMISSION, EACCES, "may not read the tracepoints in %s", mount);
	tracepoints_hint(err);
	return -1;
}

int cmd_list(const struct env *env, const struct options *o, struct error *err)
{
	FILE *stream = o->out.path ? NULL : env->out;
	struct list_opts opts = o->list;
	LOCAL(list_result) r = {0};
	int rc;

	opts.words = (const char *const *)o->words;
	opts.n_words = o->n_words;
	opts.cputype = o->measure.event.cputype;
	opts.catalog = o->measure.catalog;
	opts.as_perf = o->as_perf;
	opts.columns = message_width(stream);
	opts.terminal = stream && message_columns(stream);
	opts.color = message_has_color(o->out.color, stream);
	rc = list_run(&r, env, &opts, err);
	if (rc == 0) {
		print_notes(&r.notes, env);
		rc = page_list(&r.text, env, o, err);
	}
	/* perf list does not report it, and scripts of perf expect 0 */
	if (rc == 0 && r.missed.len && !o->as_perf) {
		message_print(env->err, "%s", r.missed.text);
		rc = r.closed ? refuse_tracepoints(r.closed, err) : STATUS_NO_MATCH;
	}
	return rc;
}
