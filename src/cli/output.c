/* SPDX-License-Identifier: MIT */
/*
 * Where does the report go, and in which style?  Opens the stream and reads terminal and
 * locale; every write is checked, so that a full disk or a closed pipe is an error.
 */
#define _GNU_SOURCE
#include "cli/output.h"

#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/app.h"
#include "cli/options.h"
#include "out/printer.h"

/* Whether numbers look like anything but "C"; looking the locale up costs some file reads. */
static bool has_locale(void)
{
	static const char *const vars[] = { "LC_ALL", "LC_NUMERIC", "LANG" };

	for (size_t i = 0; i < sizeof(vars) / sizeof(*vars); i++) {
		const char *value = getenv(vars[i]);

		if (value && *value)	/* C.UTF-8, too, writes numbers as C does */
			return strcmp(value, "C") != 0 && strncmp(value, "C.", 2) != 0 &&
			       strcmp(value, "POSIX") != 0;
	}
	return false;
}

/* Only here does the locale matter, and only to people; setlocale would change every printf. */
static void read_locale(struct style *s, bool big_num)
{
	locale_t locale = has_locale() ? newlocale(LC_NUMERIC_MASK, "", NULL) : NULL;

	if (!locale)
		return;
	snprintf(s->decimal, sizeof(s->decimal), "%s", nl_langinfo_l(RADIXCHAR, locale));
	if (big_num)
		snprintf(s->thousands, sizeof(s->thousands), "%s", nl_langinfo_l(THOUSEP, locale));
#ifdef GROUPING		/* glibc's; elsewhere groups are of three */
	snprintf(s->grouping, sizeof(s->grouping), "%s", nl_langinfo_l(GROUPING, locale));
#endif
	freelocale(locale);
}

static bool use_color(enum color_when when, FILE *stream)
{
	const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");

	if (when != COLOR_AUTO || !stream)
		return when == COLOR_ALWAYS;
	return !(no_color && *no_color) && term && strcmp(term, "dumb") != 0 && isatty(fileno(stream));
}

/* As ctime writes it in the C locale. */
static void now(char *text, size_t size)
{
	time_t t = time(NULL);
	struct tm tm;

	if (!localtime_r(&t, &tm) || !strftime(text, size, "%a %b %e %H:%M:%S %Y", &tm))
		text[0] = '\0';
}

/* Above 2: where the caller closed 0, 1 or 2, the command would write into our file. */
static FILE *stream_of(int fd)
{
	int high = fd < 0 || fd > 2 ? fd : fcntl(fd, F_DUPFD_CLOEXEC, 3);
	FILE *stream = high < 0 ? NULL : fdopen(high, "w");
	int errnum = errno;

	if (fd >= 0 && high != fd)
		close(fd);
	if (high >= 0 && !stream)
		close(high);
	errno = errnum;
	return stream;
}

static int open_file(struct output *out, const struct options *o, struct error *err)
{
	int flags = O_WRONLY | O_CREAT | O_CLOEXEC | (o->append ? O_APPEND : O_TRUNC);

	out->stream = stream_of(open(o->output, flags, 0666));
	if (!out->stream)
		return error_set(err, ERROR_SYSTEM, errno, "failed to create output file '%s': %s", o->output,
				 strerror(errno));
	out->owned = true;
	now(out->started, sizeof(out->started));
	return 0;
}

/* A copy of the descriptor is used, so that closing the stream leaves the caller's alone. */
static int open_fd(struct output *out, int fd, struct error *err)
{
	int flags = fcntl(fd, F_GETFL);

	if (flags >= 0 && (flags & O_ACCMODE) == O_RDONLY) {
		flags = -1;
		errno = EBADF;
	}
	out->stream = flags < 0 ? NULL : stream_of(fcntl(fd, F_DUPFD_CLOEXEC, 3));
	if (!out->stream)
		return error_set(err, ERROR_USAGE, errno, "Failed opening logfd: %s", strerror(errno));
	out->owned = true;
	return 0;
}

/* Asked before the file of -o is emptied. */
static bool is_terminal(const struct options *o, FILE *stream)
{
	bool file = o->output && strcmp(o->output, "-") != 0;
	int fd = file ? open(o->output, O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC) : fileno(stream);
	bool yes = fd >= 0 && isatty(fd);

	if (file && fd >= 0)
		close(fd);
	return yes;
}

int output_open(struct output *out, const struct env *env, const struct options *o, struct error *err)
{
	const char *format = o->json ? "perf-json" : o->separator ? "perf-csv" : "text";

	*out = (struct output){ .printer = printer_find(format) };
	if (o->quiet)
		return 0;
	out->stream = env->err;
	if (o->log_fd && open_fd(out, o->log_fd, err) < 0)
		return -1;
	if (o->interval_clear && !is_terminal(o, out->stream))
		return error_set(err, ERROR_USAGE, 0, "--interval-clear does not work with output");
	if (o->output && strcmp(o->output, "-") != 0 && open_file(out, o, err) < 0)
		return -1;
	out->style = (struct style){ .color = use_color(o->color, out->stream), .table = o->table,
				     .verbose = o->verbose, .null = o->measure.null,
				     .separator = o->separator, .no_csv_summary = o->no_csv_summary,
				     .metric_only = o->metric_only,
				     .interval_clear = o->interval_clear };
	read_locale(&out->style, o->big_num);
	return 0;
}

static int unwritten(struct error *err, int errnum)
{
	return error_set(err, ERROR_SYSTEM, errnum, "cannot write the report: %s", strerror(errnum));
}

int output_write(FILE *stream, const struct str *text, struct error *err)
{
	struct sigaction ignore = { .sa_handler = SIG_IGN }, before;
	int errnum = 0;

	if (!text->len)
		return 0;
	sigaction(SIGPIPE, &ignore, &before);
	if (fwrite(text->text, 1, text->len, stream) < text->len || fflush(stream) || ferror(stream))
		errnum = errno;
	sigaction(SIGPIPE, &before, NULL);
	return errnum ? unwritten(err, errnum) : 0;
}

void output_say(FILE *stream, const char *fmt, ...)
{
	struct error ignored = ERROR_INIT;
	struct str text = {0};
	va_list ap;

	va_start(ap, fmt);
	str_vaddf(&text, fmt, ap);
	va_end(ap);
	output_write(stream, &text, &ignored);
	str_release(&text);
}

static int print(struct output *out, const struct report *r,
		 void (*say)(struct str *, const struct report *, const struct style *), struct error *err)
{
	int rc;

	if (!say || !out->stream)
		return 0;
	say(&out->text, r, &out->style);
	rc = output_write(out->stream, &out->text, err);
	str_reset(&out->text);
	return rc;
}

int output_begin(struct output *out, const struct report *r, struct error *err)
{
	return print(out, r, out->printer->begin, err);
}

int output_block(struct output *out, const struct report *r, struct error *err)
{
	return print(out, r, out->printer->block, err);
}

int output_end(struct output *out, const struct report *r, struct error *err)
{
	return print(out, r, out->printer->end, err);
}

int output_close(struct output *out, struct error *err)
{
	int errnum = out->owned && fclose(out->stream) ? errno : 0;

	str_release(&out->text);
	*out = (struct output){0};
	return errnum ? unwritten(err, errnum) : 0;
}
