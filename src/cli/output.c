/* SPDX-License-Identifier: MIT */
/* Where does the report go, and in which style?  Reads options, terminal and locale. */
#define _GNU_SOURCE
#include "cli/output.h"

#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "cli/app.h"
#include "cli/options.h"
#include "cli/recorder.h"
#include "format/format.h"
#include "format/line_fit.h"
#include "host/file.h"
#include "host/terminal.h"
#include "out/report.h"

/* Whether numbers look like anything but "C"; looking the locale up costs some file reads. */
static bool has_locale(void)
{
	static const char *const vars[] = { "LC_ALL", "LC_NUMERIC", "LANG" };

	for (size_t i = 0; i < sizeof(vars) / sizeof(*vars); i++) {
		const char *value = secure_getenv(vars[i]);	/* files are opened for it */

		if (value && *value)	/* C.UTF-8, too, writes numbers as C does */
			return strcmp(value, "C") != 0 && strncmp(value, "C.", 2) != 0 &&
			       strcmp(value, "POSIX") != 0;
	}
	return false;
}

/*
 * The locale matters only here, and only to people: afterwards every printf is C's again.
 * newlocale() would leave printf alone, but in a static glibc it returns C's numbers, whatever is asked for.
 */
static void read_locale(struct style *s, bool big_num)
{
	if (!has_locale() || !setlocale(LC_NUMERIC, ""))
		return;
	snprintf(s->decimal, sizeof(s->decimal), "%s", nl_langinfo(RADIXCHAR));
	if (big_num)
		snprintf(s->thousands, sizeof(s->thousands), "%s", nl_langinfo(THOUSEP));
#ifdef GROUPING		/* glibc's; elsewhere groups are of three */
	snprintf(s->grouping, sizeof(s->grouping), "%s", nl_langinfo(GROUPING));
#endif
	setlocale(LC_NUMERIC, "C");
}

static bool use_color(enum color_when when, bool terminal)
{
	const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");

	if (when != COLOR_AUTO)
		return when == COLOR_ALWAYS;
	return terminal && !(no_color && *no_color) && term && strcmp(term, "dumb") != 0;
}

size_t output_width(FILE *stream)
{
	enum { LEAST = 40, USUAL = 80, MOST = 1000 };
	const char *said = getenv("COLUMNS");
	long columns = said ? strtol(said, NULL, 10) : 0;

	if (columns < LEAST || columns > MOST)
		columns = stream ? terminal_columns(fileno(stream)) : 0;
	if (columns <= 0)
		return USUAL;
	return columns < LEAST ? LEAST : columns > MOST ? MOST : (size_t)columns;
}

size_t output_columns(FILE *stream)
{
	return stream && isatty(fileno(stream)) ? output_width(stream) : 0;
}

static void suit_terminal(struct sink *s, const struct options *o)
{
	s->style.columns = output_columns(s->stream);
	s->style.color = use_color(o->out.color, s->style.columns != 0);
}

bool output_has_color(const struct options *o, FILE *stream)
{
	return use_color(o->out.color, output_columns(stream) != 0);
}

/* Asked before the file of -o is emptied. */
static bool is_terminal(const struct options *o, FILE *stream)
{
	bool file = o->out.path && strcmp(o->out.path, "-") != 0;
	int fd = file ? open(o->out.path, O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC) : fileno(stream);
	bool yes = fd >= 0 && isatty(fd);

	if (file && fd >= 0)
		close(fd);
	return yes;
}

/* --- what there is ------------------------------------------------------------------------------- */

static bool judges_only(const struct options *o)
{
	return options_content(o->verb) == FORMAT_COMPARISON;
}

static struct sink *add_sink(struct output *out, const struct options *o, const char *format,
			     enum format_content content)
{
	struct sink *s;

	out->sink = mem_resize(out->sink, out->n + 1, sizeof(*out->sink));
	s = &out->sink[out->n++];
	*s = (struct sink){ .format = format_find(format, content), .content = content,
			    .measured = o->verb == VERB_REPORT };
	s->style = (struct style){ .table = o->out.table, .verbose = o->session.verbose, .null = o->measure.null,
				   .separator = o->out.separator ? o->out.separator : ",",
				   .no_csv_summary = o->out.no_csv_summary, .metric_only = o->out.metric_only };
	return s;
}

/* -o - is stderr; of record it is another file. */
static bool names_file(const struct options *o)
{
	return o->out.path && o->verb != VERB_RECORD && strcmp(o->out.path, "-") != 0;
}

/* What is to be read while it goes on. */
static bool is_series(const struct options *o)
{
	return o->measure.runloop.interval_ns || !o->session.repeat;
}

/*
 * What is read may turn out not to hold what is asked for: until it does, an older file stays.  So it does
 * until a document is there to take its place; a text begins at once, as with perf.
 */
static int open_output(struct sink *s, const struct options *o, struct error *err)
{
	bool reads = o->verb == VERB_REPORT || (judges_only(o) && !o->command);
	bool whole = reads || (s->format->flags & FORMAT_WHOLE && !is_series(o));

	return whole && !o->out.append ? sink_open_document(s, o->out.path, err) :
	       sink_open_file(s, o->out.path, o->out.append, err);
}

static int open_main(struct output *out, const struct env *env, const struct options *o, struct error *err)
{
	const char *format = o->out.json	    ? "perf-json"
			     : o->out.separator ? "perf-csv"
			     : o->out.format    ? o->out.format
					    : "text";
	struct sink *s;

	if (o->session.quiet || (o->verb == VERB_RECORD && recorder_streams(env, o)))
		return 0;
	s = add_sink(out, o, format, options_content(o->verb));
	s->stream = o->verb == VERB_REPORT || judges_only(o) ? env->out : env->err;
	if (o->out.log_fd && sink_open_fd(s, o->out.log_fd, err) < 0)
		return -1;
	if (o->session.interval_clear && !is_terminal(o, s->stream))
		return error_set(err, ERROR_USAGE, 0, "--interval-clear does not work with output");
	if (names_file(o) && open_output(s, o, err) < 0)
		return -1;
	suit_terminal(s, o);
	s->style.interval_clear = o->session.interval_clear;
	return 0;
}

static int open_export(struct output *out, const struct env *env, const struct options *o,
		       const struct export *e, enum format_content content, struct error *err)
{
	struct sink *s = add_sink(out, o, e->format, content);
	const char *path = e->path;

	if (strcmp(path, "-") == 0) {
		s->stream = env->out;
		suit_terminal(s, o);
		return 0;
	}
	return s->format->flags & FORMAT_WHOLE || !is_series(o) ? sink_open_document(s, path, err) :
	       sink_open_file(s, path, false, err);
}

/* Among the results that are there, unless it is no file. */
static int open_save(struct output *out, const struct env *env, const struct options *o, struct error *err)
{
	const struct export whole = { "json", o->out.save };

	return strcmp(o->out.save, "-") == 0 ? open_export(out, env, o, &whole, FORMAT_REPORT, err) :
	       sink_open_entry(add_sink(out, o, "json", FORMAT_REPORT), o->out.save, err);
}

static int open_all(struct output *out, const struct env *env, const struct options *o, struct error *err)
{
	if (open_main(out, env, o, err) < 0)
		return -1;
	for (size_t i = 0; i < o->out.n_exports; i++)
		if (open_export(out, env, o, &o->out.export[i], options_content(o->verb), err) < 0)
			return -1;
	return o->out.save ? open_save(out, env, o, err) : 0;
}

/* The file itself, be it not there yet; owned. */
static char *canonical(const char *typed)
{
	char *real = realpath(typed, NULL), *slash;
	struct str final = {0}, path = {0};

	if (real)
		return real;
	if (file_final(&final, typed) != 0) {	/* none that can be followed: opening it says why */
		str_reset(&final);
		str_add(&final, typed);
	}
	slash = strrchr(final.text, '/');
	str_add_n(&path, slash ? final.text : ".", slash ? (size_t)(slash - final.text) + 1 : 1);
	real = realpath(path.text, NULL);
	str_reset(&path);
	str_addf(&path, "%s/%s", real ? real : "", real && slash ? slash + 1 : final.text);
	free(real);
	str_release(&final);
	return path.text;
}

struct target_file {
	const char *typed;
	char *path;		/* owned; "-": standard output */
	bool read;		/* a result to be shown, or held against; not written */
	bool given;		/* --log-fd, where other outputs may go as well */
};

static struct target_file file_of(const char *typed)
{
	return (struct target_file){ .typed = typed,
				     .path = strcmp(typed, "-") == 0 ? mem_text("-") : canonical(typed) };
}

/* Standard input is no file. */
static size_t add_read(struct target_file *file, size_t n, const char *typed)
{
	if (!typed || strcmp(typed, "-") == 0)
		return n;
	file[n] = file_of(typed);
	file[n].read = true;
	return n + 1;
}

/* What is updated is among those that are written. */
static size_t list_read(struct target_file *file, const struct options *o)
{
	size_t n = add_read(file, 0, o->input);

	n = add_read(file, n, o->gate.update ? NULL : o->gate.baseline);
	n = add_read(file, n, o->gate.candidate);
	for (size_t i = 0; i < o->n_words; i++)
		n = add_read(file, n, o->words[i]);
	return n;
}

/* Reports may follow each other on standard output, but not a stream; nothing may share a file. */
static bool clash(const struct target_file *a, const struct target_file *b, bool stream)
{
	bool same = strcmp(a->path, b->path) == 0;

	if (a->read && b->read)
		return false;
	if ((a->given || b->given) && !a->read && !b->read)
		return false;
	if (strcmp(a->path, "-") == 0 || strcmp(b->path, "-") == 0)
		return same && stream;
	if (file_is_same(a->path, b->path))		/* by another link, too */
		return true;
	/* what is read of a pipe is gone from it, and nothing that is written there can harm it */
	return same && !a->read && !b->read && !file_is_device(a->path);
}

/* Two of the same would write over each other. */
static int check_paths(const struct env *env, const struct options *o, struct error *err)
{
	bool record = o->verb == VERB_RECORD, stream = record && recorder_streams(env, o);
	struct target_file *file = mem_resize(NULL, o->out.n_exports + o->n_words + 6, sizeof(*file));
	size_t n = list_read(file, o);
	char log_fd[32];
	int rc = 0;

	if (record)
		file[n++] = file_of(stream ? "-" : o->out.path ? o->out.path : "perf.data");
	else if (names_file(o) && !o->session.quiet)
		file[n++] = file_of(o->out.path);
	snprintf(log_fd, sizeof(log_fd), "/dev/fd/%d", o->out.log_fd);
	if (o->out.log_fd) {
		file[n] = file_of(log_fd);
		file[n++].given = true;
	}
	for (size_t i = 0; i < o->out.n_exports; i++)
		file[n++] = file_of(o->out.export[i].path);
	if (o->out.save)
		file[n++] = file_of(o->out.save);
	for (size_t i = 0; i < n && rc == 0; i++)
		for (size_t k = 0; k < i && rc == 0; k++)
			if (clash(&file[i], &file[k], stream && !k))
				rc = error_set(err, ERROR_USAGE, 0, file[k].read ?
					       "an output goes to the file '%s', which is read" :
					       "two outputs go to the file '%s'", file[i].typed);
	while (n)
		free(file[--n].path);
	free(file);
	return rc;
}

static int check_alone(const char *format, struct error *err)
{
	if (!(format_find(format, FORMAT_REPORT)->flags & FORMAT_ALONE))
		return 0;
	error_set(err, ERROR_USAGE, 0,
		  "-r 0 gives a report for each run, and a stream of %s can have one only", format);
	error_hint(err, "--format ndjson goes on and on; --export %s=FILE has the last run", format);
	return -1;
}

static bool is_stream(const char *path)
{
	return strcmp(path, "-") == 0 || !sink_replaces(path);
}

/* Of series without an end. */
static int check_endless(const struct options *o, struct error *err)
{
	if (o->session.repeat)
		return 0;
	if (o->out.format && !o->session.quiet && check_alone(o->out.format, err) < 0)
		return -1;
	for (size_t i = 0; i < o->out.n_exports; i++)
		if (is_stream(o->out.export[i].path) && check_alone(o->out.export[i].format, err) < 0)
			return -1;
	return o->out.save && is_stream(o->out.save) ? check_alone("json", err) : 0;
}

int output_open(struct output *out, const struct env *env, const struct options *o, struct error *err)
{
	struct style people = {0};
	struct error lost = ERROR_INIT;

	*out = (struct output){0};
	if (check_paths(env, o, err) < 0 || check_endless(o, err) < 0)
		return -1;
	if (open_all(out, env, o, err) < 0) {
		output_close(out, &lost);
		return -1;
	}
	read_locale(&people, o->out.big_num);
	for (size_t i = 0; i < out->n; i++) {
		struct style *s = &out->sink[i].style;

		if (!(out->sink[i].format->flags & FORMAT_LOCAL))
			continue;
		memcpy(s->decimal, people.decimal, sizeof(s->decimal));
		memcpy(s->thousands, people.thousands, sizeof(s->thousands));
		memcpy(s->grouping, people.grouping, sizeof(s->grouping));
	}
	return 0;
}

bool output_wants(const struct output *out, unsigned flag)
{
	for (size_t i = 0; i < out->n; i++)
		if (out->sink[i].format->flags & flag)
			return true;
	return false;
}

bool output_older_stays(const struct output *out)
{
	for (size_t i = 0; i < out->n; i++)
		if (out->sink[i].older_stays)
			return true;
	return false;
}

bool output_is_alive(const struct output *out)
{
	for (size_t i = 0; i < out->n; i++)
		if (!out->sink[i].failed)
			return true;
	return false;
}

/* --- what is written ------------------------------------------------------------------------------- */

/* The first error is told. */
static int each(struct output *out, const struct report *r,
		int (*print)(struct sink *, const struct report *, struct error *), struct error *err)
{
	struct error lost = ERROR_INIT;
	int rc = 0;

	for (size_t i = 0; i < out->n; i++)
		if (out->sink[i].content == FORMAT_REPORT &&
		    print(&out->sink[i], r, rc < 0 ? &lost : err) < 0)
			rc = -1;
	return rc;
}

int output_begin(struct output *out, const struct report *r, struct error *err)
{
	return each(out, r, sink_begin, err);
}

int output_block(struct output *out, const struct report *r, struct error *err)
{
	return each(out, r, sink_block, err);
}

int output_end(struct output *out, const struct report *r, struct error *err)
{
	return each(out, r, sink_end, err);
}

int output_judge(struct output *out, const struct judgement *j, struct error *err)
{
	struct error lost = ERROR_INIT;
	int rc = 0;

	for (size_t i = 0; i < out->n; i++)
		if (out->sink[i].content == FORMAT_COMPARISON &&
		    sink_judge(&out->sink[i], j, rc < 0 ? &lost : err) < 0)
			rc = -1;
	return rc;
}

int output_judged(struct output *out, struct error *err)
{
	struct error lost = ERROR_INIT;
	int rc = 0;

	for (size_t i = 0; i < out->n; i++)
		if (out->sink[i].content == FORMAT_COMPARISON &&
		    sink_judged(&out->sink[i], rc < 0 ? &lost : err) < 0)
			rc = -1;
	return rc;
}

void output_fit(struct str *text, FILE *stream)
{
	enum { INDENT = 2 };
	size_t columns = text->len ? output_columns(stream) : 0;
	struct str lines = {0};

	if (!columns)
		return;
	line_fit(&lines, text->text, columns, INDENT);
	str_release(text);
	*text = lines;
}

void output_tell(FILE *stream, const char *text, size_t indent)
{
	struct error ignored = ERROR_INIT;
	size_t columns = output_columns(stream);
	struct str fitted = {0};

	if (columns)
		line_fit(&fitted, text, columns, indent);
	else
		str_add(&fitted, text);
	sink_write(stream, &fitted, &ignored);
	str_release(&fitted);
}

void output_say(FILE *stream, const char *fmt, ...)
{
	enum { INDENT = 2 };
	struct error ignored = ERROR_INIT;
	struct str text = {0};
	va_list ap;

	va_start(ap, fmt);
	str_vaddf(&text, fmt, ap);
	va_end(ap);
	if (text.len && text.text[text.len - 1] == '\n')
		output_tell(stream, text.text, INDENT);
	else
		sink_write(stream, &text, &ignored);
	str_release(&text);
}

int output_close(struct output *out, struct error *err)
{
	struct error lost = ERROR_INIT;
	int rc = 0;

	for (size_t i = 0; i < out->n; i++)
		if (sink_close(&out->sink[i], rc < 0 ? &lost : err) < 0)
			rc = -1;
	free(out->sink);
	*out = (struct output){0};
	return rc;
}
