/* SPDX-License-Identifier: MIT */
/* Opens the destinations, gives each its style, and writes the text of its format to its file. */
#define _GNU_SOURCE
#include "cli/output.h"

#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/mem.h"
#include "benchmark/report.h"
#include "cli/options.h"
#include "base/env.h"
#include "format/terminal/live.h"
#include "host/file.h"
#include "output/message.h"
#include "session/recorder.h"
#include "session/session.h"

/* Whether numbers may look different from "C"; only then the locale is read, which opens files. */
static bool has_locale(void)
{
	static const char *const vars[] = { "LC_ALL", "LC_NUMERIC", "LANG" };

	for (size_t i = 0; i < sizeof(vars) / sizeof(*vars); i++) {
		const char *value = secure_getenv(vars[i]);	/* a file named by it is opened */

		if (value && *value)	/* C.UTF-8 writes numbers as C does */
			return strcmp(value, "C") != 0 && strncmp(value, "C.", 2) != 0 &&
			       strcmp(value, "POSIX") != 0;
	}
	return false;
}

/*
 * Only people read localized numbers, so printf keeps the C locale.  newlocale() would not change printf at
 * all, but in a static glibc it returns the numbers of C for every locale.
 */
static void read_locale(struct style *s, bool big_num)
{
	if (!has_locale() || !setlocale(LC_NUMERIC, ""))
		return;
	snprintf(s->decimal, sizeof(s->decimal), "%s", nl_langinfo(RADIXCHAR));
	if (big_num)
		snprintf(s->thousands, sizeof(s->thousands), "%s", nl_langinfo(THOUSEP));
#ifdef GROUPING		/* glibc only; elsewhere groups have three digits */
	snprintf(s->grouping, sizeof(s->grouping), "%s", nl_langinfo(GROUPING));
#endif
	setlocale(LC_NUMERIC, "C");
}

/* Whether the locale of texts is in UTF-8, by its name: "de_DE.UTF-8", "C.utf8". */
static bool is_utf8(void)
{
	static const char *const vars[] = { "LC_ALL", "LC_CTYPE", "LANG" };
	const char *value = NULL, *set;

	for (size_t i = 0; i < sizeof(vars) / sizeof(*vars) && !(value && *value); i++)
		value = secure_getenv(vars[i]);
	set = value ? strchr(value, '.') : NULL;
	return set && (str_ncasecmp(set, ".utf-8", 6) == 0 || str_ncasecmp(set, ".utf8", 5) == 0);
}

static void set_terminal_style(struct destination *d, enum color_when when)
{
	d->style.columns = message_columns_fd(d->file.mode == OUTPUT_STREAM ? d->file.fd : -1);
	d->style.color = message_use_color(when, d->style.columns != 0);
}

/* --- opening --------------------------------------------------------------------------------------- */

struct opening {
	struct output *out;
	const struct env *env;
	const struct options *all;
	const struct output_opts *opts;	/* of all */
};

/* Whether saved results are shown or compared, and nothing is measured. */
static bool only_reads(const struct opening *o)
{
	return o->all->verb & (VERB_REPORT | VERB_TREND) ||
	       (o->all->verb & (VERB_COMPARE | VERB_GATE) && !options_have_command(o->all));
}

static bool records(const struct opening *o)
{
	return o->all->verb == VERB_RECORD;
}

/* Whether -o names the report's file: -o - is stderr, and record's -o names perf.data. */
static bool names_file(const struct opening *o)
{
	return o->opts->path && !records(o) && strcmp(o->opts->path, "-") != 0;
}

static bool record_streams(const struct opening *o)
{
	return records(o) && recorder_streams(o->env, o->opts->path);
}

bool output_is_text(const struct output_opts *o)
{
	return !o->json && !o->separator && (!o->format || strcmp(o->format, "text") == 0);
}

/* top has its own text, on a terminal and without. */
static bool draws_itself(const struct opening *o)
{
	return o->all->verb == VERB_TOP && output_is_text(o->opts);
}

/* Called before the file of -o is emptied. */
static bool is_terminal(const struct opening *o, int fd)
{
	int own = names_file(o) ? open(o->opts->path, O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC) : -1;
	bool yes = isatty(names_file(o) ? own : fd);

	if (own >= 0)
		close(own);
	return yes;
}

static struct destination *output_add(const struct opening *o, const char *format,
				      enum format_content content)
{
	struct destination *d = &o->out->to[o->out->n++];

	*d = (struct destination){ .format = format_find(format, content), .content = content,
				   .measured = only_reads(o) };
	d->style = (struct style){ .table = o->opts->table, .verbose = o->all->session.verbose,
				   .null = o->all->measure.null,
				   .separator = o->opts->separator ? o->opts->separator : ",",
				   .mark_totals = o->all->session.summary && !o->opts->no_csv_summary,
				   .like_newest = o->opts->like_newest, .hist = o->opts->hist,
				   .metric_only = o->opts->metric_only };
	return d;
}

/* As ctime() writes it in the C locale. */
static void set_started(struct destination *d)
{
	time_t t = time(NULL);
	struct tm tm;

	if (!localtime_r(&t, &tm) || !strftime(d->started, sizeof(d->started), "%a %b %e %H:%M:%S %Y", &tm))
		d->started[0] = '\0';
}

static int open_file(struct destination *d, const char *path, bool whole, bool append, struct error *err)
{
	set_started(d);
	return whole ? output_file_open(&d->file, path, err) :
	       output_file_open_stream(&d->file, path, append, err);
}

/* Whether the output is read while it grows. */
static bool is_series(const struct opening *o)
{
	return o->all->measure.wait_loop.interval_ns || !o->all->session.repeat;
}

/* Of options that shape the text for people on a terminal. */
static int check_text(const struct opening *o, const struct destination *d, struct error *err)
{
	const char *option = o->opts->live ? "--live" : o->opts->hist ? "--hist" : NULL;

	if (option && strcmp(d->format->name, "text") != 0) {
		error_set(err, ERROR_USAGE, 0, "%s shapes the table for people, which %s is not", option,
			  d->format->name);
		return error_hint(err, "--export %s=FILE writes it as well", d->format->name);
	}
	if (!o->opts->live || (is_terminal(o, d->file.fd) && message_can_redraw()))
		return 0;
	error_set(err, ERROR_USAGE, 0, is_terminal(o, d->file.fd) ?
		  "--live redraws its table, which this terminal cannot: TERM is unset or 'dumb'" :
		  "--live redraws its table on a terminal, and there is none");
	return error_hint(err, "without --live each interval is printed, to a file or a pipe as well");
}

/*
 * A document replaces an older file when it is complete.  So does every report of saved results, as they
 * may lack what the user asked for.  Any other text empties the file at once, as perf does.
 */
static int open_main(const struct opening *o, struct error *err)
{
	const struct output_opts *opts = o->opts;
	const char *format = opts->json ? "perf-json" : opts->separator ? "perf-csv" :
			     opts->format ? opts->format : "text";
	enum format_content content = options_content(o->all->verb);
	bool on_stdout = only_reads(o) || content == FORMAT_COMPARISON || o->all->verb == VERB_TOP, whole;
	struct destination *d;

	if (o->all->session.quiet || record_streams(o) || draws_itself(o))
		return 0;
	d = output_add(o, format, content);
	output_file_use(&d->file, fileno(on_stdout ? o->env->out : o->env->err));
	if (opts->log_fd && output_file_open_fd(&d->file, opts->log_fd, err) < 0)
		return -1;
	if (o->all->session.interval_clear && !is_terminal(o, d->file.fd))
		return error_set(err, ERROR_USAGE, 0, "--interval-clear does not work with output");
	if (check_text(o, d, err) < 0)
		return -1;
	whole = only_reads(o) || d->format->flags & FORMAT_SNAPSHOT ||
		(d->format->flags & FORMAT_WHOLE && !is_series(o));
	if (names_file(o) && open_file(d, opts->path, whole && !opts->append, opts->append, err) < 0)
		return -1;
	set_terminal_style(d, opts->color);
	d->style.interval_clear = o->all->session.interval_clear;
	if (opts->live)
		d->live = mem_zeroed(1, sizeof(*d->live));
	return 0;
}

static int open_export(const struct opening *o, const struct export *e, enum format_content content,
		       struct error *err)
{
	struct destination *d = output_add(o, e->format, content);

	if (strcmp(e->path, "-") != 0)
		return open_file(d, e->path, d->format->flags & FORMAT_WHOLE || !is_series(o), false, err);
	output_file_use(&d->file, fileno(o->env->out));
	set_terminal_style(d, o->opts->color);
	return 0;
}

static int open_save(const struct opening *o, struct error *err)
{
	const struct export whole = { "json", o->opts->save };
	struct destination *d;

	if (strcmp(o->opts->save, "-") == 0)
		return open_export(o, &whole, FORMAT_REPORT, err);
	if (save_file_check(o->opts->save, err) < 0)
		return -1;
	d = output_add(o, "json", FORMAT_REPORT);
	d->merge.path = o->opts->save;
	return output_file_open_merge(&d->file, o->opts->save, save_file_merge, &d->merge, err);
}

static int output_open_all(const struct opening *o, struct error *err)
{
	if (open_main(o, err) < 0)
		return -1;
	for (size_t i = 0; i < o->opts->n_exports; i++)
		if (open_export(o, &o->opts->export[i], options_content(o->all->verb), err) < 0)
			return -1;
	return o->opts->save ? open_save(o, err) : 0;
}

/* --- two outputs in one file ----------------------------------------------------------------------- */

/* The absolute path without links of a file that may not exist yet; owned. */
static char *canonical(const char *typed)
{
	char *real = realpath(typed, NULL), *slash;
	struct str path = {0};
	LOCAL(str) final = {0};

	if (real)
		return real;
	if (file_resolve_links(&final, typed) != 0) {	/* opening it will report why */
		str_reset(&final);
		str_add(&final, typed);
	}
	slash = strrchr(final.text, '/');
	str_add_n(&path, slash ? final.text : ".", slash ? (size_t)(slash - final.text) + 1 : 1);
	real = realpath(path.text, NULL);
	str_reset(&path);
	str_addf(&path, "%s/%s", real ? real : "", real && slash ? slash + 1 : final.text);
	free(real);
	return path.text;
}

enum path_use {
	PATH_WRITTEN,
	PATH_SHARED,		/* --log-fd: other outputs may go there as well */
	PATH_READ,		/* a saved result */
};

struct used_path {
	const char *typed;
	char *path;		/* owned; "-": standard output */
	enum path_use use;
};

/* typed NULL: not given.  Standard input is not a file. */
static void output_add_path(struct used_path *list, size_t *n, const char *typed, enum path_use use)
{
	bool stdio = typed && strcmp(typed, "-") == 0;

	if (typed && !(use == PATH_READ && stdio))
		list[(*n)++] = (struct used_path){ typed, stdio ? mem_copy_text("-") : canonical(typed),
						  use };
}

/* log_fd: the path of the descriptor; NULL: not given */
static size_t list_paths(struct used_path *list, const struct opening *o, const char *log_fd)
{
	const struct output_opts *opts = o->opts;
	const struct gate_opts *gate = &o->all->gate;
	size_t n = 0;

	output_add_path(list, &n, o->all->input, PATH_READ);
	output_add_path(list, &n, gate->update ? NULL : gate->baseline, PATH_READ);
	output_add_path(list, &n, gate->candidate, PATH_READ);
	output_add_path(list, &n, gate->suite, PATH_READ);
	for (size_t i = 0; i < o->all->n_words; i++)
		output_add_path(list, &n, o->all->words[i], PATH_READ);
	if (records(o))
		output_add_path(list, &n,
				record_streams(o) ? "-"
				: opts->path	  ? opts->path
						  : "perf.data",
				PATH_WRITTEN);
	else if (names_file(o) && !o->all->session.quiet)
		output_add_path(list, &n, opts->path, PATH_WRITTEN);
	output_add_path(list, &n, log_fd, PATH_SHARED);
	for (size_t i = 0; i < opts->n_exports; i++)
		output_add_path(list, &n, opts->export[i].path, PATH_WRITTEN);
	output_add_path(list, &n, opts->save, PATH_WRITTEN);
	output_add_path(list, &n, gate->history, PATH_WRITTEN);
	return n;
}

/*
 * Reports may follow each other on standard output, but not a stream; no two outputs may share a file.
 * The inode tells which file it is, as a hard link or /dev/fd/3 is another name of the same file.
 */
static bool clash(const struct used_path *a, const struct used_path *b, bool stream)
{
	bool same = strcmp(a->path, b->path) == 0, read = a->use == PATH_READ || b->use == PATH_READ;

	if (a->use == PATH_READ && b->use == PATH_READ)
		return false;
	if (!read && (a->use == PATH_SHARED || b->use == PATH_SHARED))
		return false;
	if (strcmp(a->path, "-") == 0 || strcmp(b->path, "-") == 0)
		return same && stream;
	if (file_is_same(a->path, b->path))
		return true;
	/* writing does not harm a pipe that is read */
	return same && !read && !file_is_device(a->path);
}

/* Two outputs in one file would overwrite each other. */
static int check_paths(const struct opening *o, struct error *err)
{
	size_t most = o->opts->n_exports + o->all->n_words + 7;
	FREED struct used_path *list = mem_resize(NULL, most, sizeof(*list));
	bool stream = record_streams(o);
	char log_fd[32];
	size_t n;
	int rc = 0;

	snprintf(log_fd, sizeof(log_fd), "/dev/fd/%d", o->opts->log_fd);
	n = list_paths(list, o, o->opts->log_fd ? log_fd : NULL);
	for (size_t i = 0; i < n && rc == 0; i++)
		for (size_t k = 0; k < i && rc == 0; k++)
			if (clash(&list[i], &list[k], stream && !k))
				rc = error_set(err, ERROR_USAGE, 0, list[k].use == PATH_READ ?
					       "an output goes to the file '%s', which is read" :
					       "two outputs go to the file '%s'", list[i].typed);
	while (n)
		free(list[--n].path);
	return rc;
}

static int check_alone(const char *format, struct error *err)
{
	if (!(format_find(format, FORMAT_REPORT)->flags & FORMAT_ALONE))
		return 0;
	error_set(err, ERROR_USAGE, 0,
		  "-r 0 writes a report for each run, but a stream of %s has only one", format);
	return error_hint(err, "use --format ndjson; or --export %s=FILE, which holds the last run", format);
}

static bool is_stream(const char *path)
{
	return strcmp(path, "-") == 0 || !output_file_replaces(path);
}

/* For -r 0: refuses streams of formats that have one report only. */
static int check_endless(const struct opening *o, struct error *err)
{
	const struct output_opts *opts = o->opts;

	if (o->all->session.repeat)
		return 0;
	if (opts->format && !o->all->session.quiet && check_alone(opts->format, err) < 0)
		return -1;
	for (size_t i = 0; i < opts->n_exports; i++)
		if (is_stream(opts->export[i].path) && check_alone(opts->export[i].format, err) < 0)
			return -1;
	return opts->save && is_stream(opts->save) ? check_alone("json", err) : 0;
}

int output_open(struct output *out, const struct env *env, const struct options *o, struct error *err)
{
	const struct opening opening = { .out = out, .env = env, .all = o, .opts = &o->out };
	struct style people = {0};
	struct error lost = ERROR_INIT;

	*out = (struct output){0};
	if (check_paths(&opening, err) < 0 || check_endless(&opening, err) < 0)
		return -1;
	out->to = mem_zeroed(o->out.n_exports + 2, sizeof(*out->to));
	if (output_open_all(&opening, err) < 0) {
		output_close(out, &lost);
		return -1;
	}
	read_locale(&people, o->out.big_num);
	people.utf8 = is_utf8();
	for (size_t i = 0; i < out->n; i++) {
		struct style *s = &out->to[i].style;

		if (!(out->to[i].format->flags & FORMAT_LOCAL))
			continue;
		s->utf8 = people.utf8;
		memcpy(s->decimal, people.decimal, sizeof(s->decimal));
		memcpy(s->thousands, people.thousands, sizeof(s->thousands));
		memcpy(s->grouping, people.grouping, sizeof(s->grouping));
	}
	return 0;
}

bool output_has_flag(const struct output *out, unsigned flag)
{
	for (size_t i = 0; i < out->n; i++)
		if (out->to[i].format->flags & flag)
			return true;
	return false;
}

bool output_kept_older(const struct output *out)
{
	for (size_t i = 0; i < out->n; i++)
		if (out->to[i].merge.older_stays)
			return true;
	return false;
}

bool output_is_alive(const struct output *out)
{
	for (size_t i = 0; i < out->n; i++)
		if (!out->to[i].file.failed)
			return true;
	return false;
}

/* --- one destination --------------------------------------------------------------------------------- */

static bool is_document(const struct destination *d)
{
	return d->file.mode == OUTPUT_REPLACE || d->file.mode == OUTPUT_MERGE;
}

static bool takes_nothing(const struct destination *d)
{
	return d->file.failed || d->file.mode == OUTPUT_NONE;
}

static int output_write_text(struct destination *d, struct error *err)
{
	int rc = output_file_write(&d->file, &d->text, err);

	str_reset(&d->text);
	return rc;
}

/* In a stream the final report is one write, made with its last part. */
static int output_print(struct destination *d, const struct report *r, bool last,
			void (*part)(struct str *, const struct report *, const struct style *),
			struct error *err)
{
	struct report mine = *r;

	if (takes_nothing(d))
		return 0;
	mine.place.started = d->started[0] ? d->started : mine.place.started;
	mine.place.again = d->begun;
	if (part)
		part(&d->text, &mine, &d->style);
	return is_document(d) || (r->total && !last) ? 0 : output_write_text(d, err);
}

/* Writes a complete document; the next one replaces it. */
static int print_snapshot(struct destination *d, const struct report *r, struct error *err)
{
	d->begun = true;
	if (output_print(d, r, false, d->format->report->begin, err) < 0 ||
	    output_print(d, r, false, d->format->report->block, err) < 0 ||
	    output_print(d, r, true, d->format->report->end, err) < 0)
		return -1;
	return is_document(d) ? output_write_text(d, err) : 0;
}

/* The terminal may have another size now. */
static int output_draw(struct destination *d, const struct report *r, size_t lines, struct error *err)
{
	if (takes_nothing(d))
		return 0;
	d->style.columns = message_columns_fd(d->file.fd);
	live_draw(&d->text, d->live, r, &d->style, lines);
	return output_write_text(d, err);
}

static int begin_report(struct destination *d, const void *report, struct error *err)
{
	const struct report *r = report;
	int rc;

	if (d->format->flags & FORMAT_SNAPSHOT)
		return 0;
	rc = output_print(d, r, false, d->format->report->begin, err);
	d->started[0] = '\0';		/* only once in a file */
	d->begun = true;
	return rc;
}

static int print_block(struct destination *d, const void *report, struct error *err)
{
	const struct report *r = report;

	if (d->live && !r->total) {
		live_add(d->live, r);
		return output_draw(d, r, message_lines_fd(d->file.fd), err);
	}
	if (!(d->format->flags & FORMAT_SNAPSHOT))
		return output_print(d, r, false, d->format->report->block, err);
	return r->total || !is_document(d) ? 0 : print_snapshot(d, r, err);
}

static int end_report(struct destination *d, const void *report, struct error *err)
{
	const struct report *r = report;
	struct report all = *r;
	int rc;

	if (d->live)	/* notes and totals follow; with -r 0 also another run */
		d->live->n_lines = 0;
	d->merge.early = r->ended_early;
	if (d->format->flags & FORMAT_SNAPSHOT) {
		all.total = true;
		return r->n_runs ? print_snapshot(d, &all, err) : 0;
	}
	rc = output_print(d, r, true, d->format->report->end, err);
	d->measured |= r->n_runs || r->place.interval_index;
	if (rc < 0 || !is_document(d) || r->place.entry + 1 < r->place.n_entries || !d->measured)
		return rc;
	d->measured = false;
	return output_write_text(d, err);
}

/* What --live could not show on the screen follows. */
static int end_intervals(struct destination *d, const void *none, struct error *err)
{
	(void)none;
	if (takes_nothing(d) || !d->live)
		return 0;
	live_end(&d->text, d->live);
	return output_write_text(d, err);
}

static int interrupt(struct destination *d, const void *none, struct error *err)
{
	(void)none;
	(void)err;
	if (d->live)
		d->live->n_lines = 0;
	return 0;
}

static int output_add_comparison(struct destination *d, const void *cmp, struct error *err)
{
	if (takes_nothing(d))
		return 0;
	comparison_document_add(&d->comparisons, d->format, &d->text, cmp, &d->style);
	return is_document(d) ? 0 : output_write_text(d, err);
}

static int output_add_left_out(struct destination *d, const void *benchmark, struct error *err)
{
	(void)err;
	if (!takes_nothing(d))
		comparison_document_add_left_out(&d->comparisons, d->format, benchmark);
	return 0;
}

static int end_comparisons(struct destination *d, const void *none, struct error *err)
{
	(void)none;
	if (takes_nothing(d) || comparison_document_is_empty(&d->comparisons))
		return 0;
	comparison_document_end(&d->comparisons, d->format, &d->text);
	return output_write_text(d, err);
}

static int print_trend(struct destination *d, const void *trend, struct error *err)
{
	if (takes_nothing(d))
		return 0;
	d->format->trend->print(&d->text, trend, &d->style);
	return output_write_text(d, err);
}

static int close_destination(struct destination *d, struct error *err)
{
	comparison_document_release(&d->comparisons);
	if (d->live)
		live_release(d->live);
	free(d->live);
	str_release(&d->text);
	return output_file_close(&d->file, err);
}

/* --- all of them --------------------------------------------------------------------------------------- */

/* Calls it for each destination with that content, whatever an earlier one returned; err: the first error. */
static int each(struct output *out, enum format_content content, const void *what,
		int (*call)(struct destination *, const void *, struct error *), struct error *err)
{
	struct error lost = ERROR_INIT;
	int rc = 0;

	for (size_t i = 0; i < out->n; i++)
		if (out->to[i].content == content && call(&out->to[i], what, rc < 0 ? &lost : err) < 0)
			rc = -1;
	return rc;
}

int output_begin(struct output *out, const struct report *r, struct error *err)
{
	return each(out, FORMAT_REPORT, r, begin_report, err);
}

int output_block(struct output *out, const struct report *r, struct error *err)
{
	return each(out, FORMAT_REPORT, r, print_block, err);
}

int output_end(struct output *out, const struct report *r, struct error *err)
{
	return each(out, FORMAT_REPORT, r, end_report, err);
}

int output_end_intervals(struct output *out, struct error *err)
{
	return each(out, FORMAT_REPORT, NULL, end_intervals, err);
}

void output_interrupt(struct output *out)
{
	struct error none = ERROR_INIT;

	each(out, FORMAT_REPORT, NULL, interrupt, &none);
}

int output_comparison(struct output *out, const struct comparison *cmp, struct error *err)
{
	return each(out, FORMAT_COMPARISON, cmp, output_add_comparison, err);
}

void output_left_out(struct output *out, const struct left_out *b)
{
	struct error none = ERROR_INIT;

	each(out, FORMAT_COMPARISON, b, output_add_left_out, &none);
}

int output_end_comparisons(struct output *out, struct error *err)
{
	return each(out, FORMAT_COMPARISON, NULL, end_comparisons, err);
}

int output_trend(struct output *out, const struct trend *t, struct error *err)
{
	return each(out, FORMAT_TREND, t, print_trend, err);
}

int output_close(struct output *out, struct error *err)
{
	struct error lost = ERROR_INIT;
	int rc = 0;

	for (size_t i = 0; i < out->n; i++)
		if (close_destination(&out->to[i], rc < 0 ? &lost : err) < 0)
			rc = -1;
	free(out->to);
	*out = (struct output){0};
	return rc;
}

int output_sides(struct output *out, const struct session *s, struct error *err)
{
	int rc = 0;

	for (size_t i = 0; i < s->n && rc == 0; i++) {
		const struct report *one = &s->side[i].report;

		rc = output_begin(out, one, err) < 0 || output_block(out, one, err) < 0 ||
		     output_end(out, one, err) < 0 ? -1 : 0;
	}
	return rc;
}
