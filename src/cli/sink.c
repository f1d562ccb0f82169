/* SPDX-License-Identifier: MIT */
/* How do bytes get where they should go, and what when they do not?  Every write is checked. */
#define _GNU_SOURCE
#include "cli/sink.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/mem.h"
#include "cli/entry.h"
#include "cli/lock.h"
#include "cli/over.h"
#include "cli/place.h"
#include "cli/temp.h"
#include "format/comparison_document.h"
#include "format/format.h"
#include "host/file.h"
#include "host/kernel.h"
#include "out/report.h"

FILE *sink_stream(int fd)
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

/* As ctime writes it in the C locale. */
static void now(char *text, size_t size)
{
	time_t t = time(NULL);
	struct tm tm;

	if (!localtime_r(&t, &tm) || !strftime(text, size, "%a %b %e %H:%M:%S %Y", &tm))
		text[0] = '\0';
}

int sink_not_created(const char *path, struct error *err)
{
	struct str final = {0};
	int errnum = errno;
	bool planted = (errnum == EACCES || errnum == EPERM) && file_final(&final, path) == -EPERM;

	str_release(&final);
	if (errnum == EINTR)
		return error_set(err, ERROR_SYSTEM, errnum, "interrupted before anybody read '%s'", path);
	return error_set(err, ERROR_SYSTEM, errnum, "failed to create output file '%s': %s", path, planted ?
			 "it is another user's link, in a folder that everybody may write to" :
			 strerror(errnum));
}

int sink_open_file(struct sink *s, const char *path, bool append, struct error *err)
{
	s->stream = sink_stream(file_open_output(path, O_CREAT | (append ? O_APPEND : O_TRUNC), 0666));
	if (!s->stream)
		return sink_not_created(path, err);
	s->owned = true;
	now(s->started, sizeof(s->started));
	return 0;
}

/* A copy of the descriptor is used, so that closing the stream leaves the caller's alone. */
int sink_open_fd(struct sink *s, int fd, struct error *err)
{
	int flags = fcntl(fd, F_GETFL);

	if (file_given(fd) < 0 || (flags & O_ACCMODE) == O_RDONLY) {
		flags = -1;
		errno = EBADF;
	}
	s->stream = flags < 0 ? NULL : sink_stream(fcntl(fd, F_DUPFD_CLOEXEC, 3));
	if (!s->stream)
		return error_set(err, ERROR_USAGE, errno, "Failed opening logfd: %s", strerror(errno));
	s->owned = true;
	return 0;
}

/* --- documents ------------------------------------------------------------------------------------- */

static void drop_temp(struct sink *s)
{
	temp_drop(s->temp);
	s->temp = NULL;
}

static int open_temp(struct sink *s, struct error *err)
{
	int fd, errnum;

	s->temp = temp_open(s->path, &fd);
	s->stream = s->temp ? sink_stream(fd) : NULL;
	if (!s->stream) {
		errnum = errno;
		drop_temp(s);
		errno = errnum;
		return sink_not_created(s->path, err);
	}
	s->owned = true;
	return 0;
}

bool sink_replaces(const char *path)
{
	struct str final = {0};
	bool by_number = file_final(&final, path) == 1;
	struct place place;

	str_release(&final);
	/* where nobody knows what is there, opening it says so */
	return !by_number && (place_look(&place, path) < 0 || place.kind != PLACE_OTHER);
}

/* It can be written over; -1 and errno. */
static int hold(struct sink *s)
{
	int fd = file_open_over(s->path);

	if (fd < 0)
		return -1;
	close(fd);
	s->held = true;
	s->stream = NULL;
	return 0;
}

/* Through links to the file itself, so that a link stays one. */
int sink_open_document(struct sink *s, const char *path, struct error *err)
{
	struct error no_temp = ERROR_INIT;
	struct str final = {0};
	bool there;
	int rc = *path ? place_look(&s->place, path) : 0;

	if (rc < 0) {
		errno = -rc;
		return sink_not_created(path, err);
	}
	s->tries = s->entry ? LOCK_ONCE : LOCK_OFTEN;
	there = s->place.kind == PLACE_FILE;
	if (!*path || s->place.kind == PLACE_OTHER)	/* "": no file, and that is said now */
		return sink_open_file(s, path, false, err);
	rc = file_final(&final, path);
	s->path = final.text;
	if (rc < 0 || (there && access(path, W_OK) < 0)) {
		errno = rc < 0 ? -rc : errno;
		return sink_not_created(path, err);
	}
	now(s->started, sizeof(s->started));
	/* 1: by its number, as /dev/stdout: whoever has opened it means that one */
	if (rc == 0 && open_temp(s, there ? &no_temp : err) == 0)
		return 0;
	return !there ? -1 : hold(s) < 0 ? sink_not_created(path, err) : 0;
}

int sink_open_entry(struct sink *s, const char *path, struct error *err)
{
	struct error half = ERROR_INIT;

	/* somebody may just be writing it over, and is waited for then */
	if (entry_check(path, 0, &half) < 0 && entry_check(path, LOCK_ONCE, err) < 0)
		return -1;
	s->entry = true;
	return sink_open_document(s, path, err);
}

static int unwritten(struct error *err, const char *what, int errnum)
{
	return error_set(err, ERROR_SYSTEM, errnum, "cannot write %s: %s", what,
			 errnum == EINTR ? "interrupted, and nobody made room for it" : strerror(errnum));
}

static int close_stream(struct sink *s)
{
	int errnum = s->stream && s->owned && fclose(s->stream) ? errno : 0;

	s->stream = NULL;
	s->owned = false;
	return errnum;
}

/* Of a file that has a name. */
static int unwritten_at(struct error *err, const struct sink *s, int errnum)
{
	struct str what = {0};
	int rc;

	str_addf(&what, "'%s'", s->path);
	rc = unwritten(err, what.text, errnum);
	str_release(&what);
	return rc;
}

/*
 * The results that are in text, or in the file beside, are now the document at path as it will be.  Only
 * where there is no file there are no others that would be lost.  That
 * file is never read by its name, where there may be another one: who owns the document may own it by then.
 */
static int merge(struct sink *s, int file, int temp, struct error *err)
{
	struct str all = {0}, fresh = {0};
	int rc = file < 0 && file != -ENOENT ? file : s->held ? 0 : file_read_back(&fresh, temp);

	if (rc < 0)
		rc = unwritten_at(err, s, -rc);
	else if (file >= 0)
		rc = entry_merge(&all, s->path, file, s->held ? &s->text : &fresh, s->early, &s->older_stays,
				 err);
	if (rc == 0 && all.len && !s->held && (rc = over_write(temp, &all)) < 0)
		unwritten_at(err, s, -rc);
	if (rc == 0 && all.len && s->held) {
		str_reset(&s->text);
		str_add_n(&s->text, all.text, all.len);
	}
	str_release(&all);
	str_release(&fresh);
	return rc;
}

static int put_held(struct sink *s, int file, struct error *err)
{
	struct stat st;
	int errnum = 0, rc = 0;

	if (file < 0 || fstat(file, &st) < 0)
		errnum = file < 0 ? -file : errno;
	else if (!st.st_nlink && !s->place.nameless)
		rc = error_set(err, ERROR_SYSTEM, 0, "cannot write the report: '%s' was replaced meanwhile",
			       s->path);
	if (rc == 0 && !errnum && s->entry)
		rc = merge(s, file, -1, err);
	if (rc == 0 && !errnum && !s->older_stays)
		errnum = -over_write(file, &s->text);
	str_reset(&s->text);
	s->failed |= rc < 0 || errnum;
	return errnum ? unwritten_at(err, s, errnum) : rc;
}

/*
 * Nothing may be put in the place of a mounted file, nor of another's in a folder such as /tmp; nor what
 * would be the caller's then.
 */
static int put_over(struct sink *s, int file, int temp, int refused)
{
	struct str text = {0};
	int rc;

	if (refused != EBUSY && refused != EPERM && refused != EACCES && refused != EXDEV)
		return refused;
	if (!s->entry)
		file = lock_file(s->path, &s->tries);
	if (file < 0)
		rc = file == -ENOENT ? -refused : file;
	else if ((rc = file_read_back(&text, temp)) == 0)
		rc = over_write(file, &text);
	if (!s->entry && lock_release(file) < 0 && rc == 0)
		rc = -errno;
	str_release(&text);
	return -rc;
}

/* errno, or 0.  Its close may tell of no room, and comes first where one more descriptor can be had. */
static int replace(struct sink *s, int file, int temp)
{
	int there = file_is_at(temp, temp_name(s->temp));
	int rc = there == 1 ? place_dress(&s->place, s->path, temp) : there < 0 ? there : -ENOENT;
	int kept = fcntl(temp, F_DUPFD_CLOEXEC, 3), errnum = kept < 0 ? 0 : close_stream(s);

	if (!errnum && there != 1)
		errnum = -rc;
	else if (!errnum && (rc < 0 || temp_become(s->temp, s->path) < 0))
		errnum = put_over(s, file, kept < 0 ? temp : kept, rc < 0 ? -rc : errno);
	if (kept >= 0)
		close(kept);
	return errnum;
}

static int put_temp(struct sink *s, int file, struct error *err)
{
	int temp = fileno(s->stream), rc = s->entry ? merge(s, file, temp, err) : 0;
	int errnum = rc == 0 && !s->older_stays ? replace(s, file, temp) : 0, late = close_stream(s);

	errnum = errnum ? errnum : late;
	drop_temp(s);
	s->failed |= rc < 0 || errnum;
	return errnum ? unwritten_at(err, s, errnum) : rc;
}

/* It is complete, unless it failed.  What others add to the same document meanwhile would be lost. */
static int put_in_place(struct sink *s, struct error *err)
{
	int folder, file, rc;

	if (s->failed || (!s->held && !s->temp))
		return 0;
	folder = s->entry ? lock_folder(s->path) : -1;
	file = s->entry || s->held ? lock_file(s->path, &s->tries) : -1;
	rc = s->held ? put_held(s, file, err) : put_temp(s, file, err);
	if (lock_release(file) < 0 && rc == 0)
		rc = unwritten_at(err, s, errno);
	lock_release(folder);
	return rc;
}

/* --- writing --------------------------------------------------------------------------------------- */

/*
 * Not through the stream, which forgets what it could not write at once.  A file that may not grow
 * is an error of write, and so is a pipe that nobody reads, unless it may end pstat.
 */
static int put(FILE *stream, enum outlet outlet, const struct str *text, bool pipe_ends)
{
	static const int signo[] = { SIGXFSZ, SIGPIPE };
	struct sigaction ignore = { .sa_handler = SIG_IGN }, before[2];
	int errnum, n = kernel_ignores_lost_writes() ? 0 : pipe_ends ? 1 : 2;

	if (!text->len)
		return 0;
	for (int i = 0; i < n; i++)
		sigaction(signo[i], &ignore, &before[i]);
	errnum = -file_write_to(fileno(stream), outlet, text->text, text->len);
	for (int i = 0; i < n; i++)
		if (before[i].sa_handler != SIG_IGN)	/* as while something is measured */
			sigaction(signo[i], &before[i], NULL);
	return errnum;
}

int sink_print(FILE *out, const struct str *text, struct error *err)
{
	int errnum = put(out, OUTLET_UNKNOWN, text, true);

	return errnum ? unwritten(err, "the output", errnum) : 0;
}

int sink_write_of(FILE *stream, const char *of, const struct str *text, struct error *err)
{
	int errnum = put(stream, OUTLET_UNKNOWN, text, false);

	return errnum ? unwritten(err, of, errnum) : 0;
}

int sink_write(FILE *stream, const struct str *text, struct error *err)
{
	return sink_write_of(stream, "the report", text, err);
}

int sink_append(const char *path, const struct str *text, size_t most, struct error *err)
{
	struct stat st = { .st_mode = 0 };
	FILE *stream = NULL;
	size_t there;
	int rc;

	if (stat(path, &st) < 0 && errno != ENOENT)
		return error_set(err, ERROR_SYSTEM, errno, "%s: %s", path, strerror(errno));
	there = (size_t)st.st_size;
	if (there + text->len > most)
		return error_set(err, ERROR_LIMIT, 0, "it would have %zu bytes, and may have %zu",
				 there + text->len, most);
	/* nobody may ever read it */
	stream = sink_stream(file_open_output(path, O_APPEND | O_CREAT | O_NONBLOCK, 0666));
	if (!stream)
		return error_set(err, ERROR_SYSTEM, errno, "%s: %s", path, errno == ENXIO &&
				 S_ISFIFO(st.st_mode) ? "nobody reads it" : strerror(errno));
	rc = sink_write(stream, text, err);
	if (fclose(stream) && rc == 0)
		rc = unwritten(err, "the report", errno);
	return rc;
}

static int write_text(struct sink *s, struct error *err)
{
	int errnum;

	if (s->outlet == OUTLET_UNKNOWN)	/* asked once, not for each interval */
		s->outlet = file_outlet(fileno(s->stream));
	errnum = put(s->stream, s->outlet, &s->text, false);
	str_reset(&s->text);
	s->failed = errnum;
	return errnum ? unwritten(err, "the report", errnum) : 0;
}

/* A report at the end is one write, made by what is printed last. */
static int print(struct sink *s, const struct report *r, bool last,
		 void (*say)(struct str *, const struct report *, const struct style *), struct error *err)
{
	struct report mine = *r;

	if (!(s->stream || s->held) || s->failed)
		return 0;
	mine.started = s->started[0] ? s->started : mine.started;
	mine.again = s->begun;
	if (say)
		say(&s->text, &mine, &s->style);
	return s->held || (r->total && !last) || !s->text.len ? 0 : write_text(s, err);
}

/* Of documents the last one stays. */
static int start_document(struct sink *s, struct error *err)
{
	if (s->failed || !s->path || s->stream || s->held)
		return 0;
	s->failed = open_temp(s, err) < 0;
	return s->failed ? -1 : 0;
}

/* All of it, as of now. */
static int print_snapshot(struct sink *s, const struct report *r, struct error *err)
{
	if (start_document(s, err) < 0)
		return -1;
	s->begun = true;
	if (print(s, r, false, s->format->report->begin, err) < 0 ||
	    print(s, r, false, s->format->report->block, err) < 0 ||
	    print(s, r, true, s->format->report->end, err) < 0)
		return -1;
	return put_in_place(s, err);
}

int sink_begin(struct sink *s, const struct report *r, struct error *err)
{
	int rc;

	if (s->format->flags & FORMAT_SNAPSHOT)
		return 0;
	if (start_document(s, err) < 0)
		return -1;
	rc = print(s, r, false, s->format->report->begin, err);
	s->started[0] = '\0';		/* once in a file */
	s->begun = true;
	return rc;
}

int sink_block(struct sink *s, const struct report *r, struct error *err)
{
	if (!(s->format->flags & FORMAT_SNAPSHOT))
		return print(s, r, false, s->format->report->block, err);
	return r->total || !s->path ? 0 : print_snapshot(s, r, err);
}

/* What nothing came of does not take the place of what was there. */
static bool measured(const struct report *r)
{
	return r->n_runs || r->interval_index;
}

int sink_end(struct sink *s, const struct report *r, struct error *err)
{
	struct report all = *r;

	s->early = r->ended_early;
	if (!(s->format->flags & FORMAT_SNAPSHOT)) {
		int rc = print(s, r, true, s->format->report->end, err);

		s->measured |= measured(r);
		if (rc < 0 || s->failed || r->entry + 1 < r->n_entries || !s->measured)
			return rc;
		s->measured = false;
		return put_in_place(s, err);
	}
	all.total = true;
	return r->n_runs ? print_snapshot(s, &all, err) : 0;
}

/* --- judgements ------------------------------------------------------------------------------------ */

int sink_judge(struct sink *s, const struct judgement *j, struct error *err)
{
	if (!(s->stream || s->held) || s->failed)
		return 0;
	comparison_document_add(&s->comparisons, s->format, &s->text, j, &s->style);
	return s->held ? 0 : write_text(s, err);
}

int sink_judged(struct sink *s, struct error *err)
{
	if (!(s->stream || s->held) || s->failed || !s->comparisons.n)
		return 0;
	comparison_document_end(&s->comparisons, s->format, &s->text);
	return !s->held && write_text(s, err) < 0 ? -1 : put_in_place(s, err);
}

int sink_close(struct sink *s, struct error *err)
{
	int errnum = close_stream(s);

	drop_temp(s);
	free(s->path);
	comparison_document_release(&s->comparisons);
	str_release(&s->text);
	s->path = NULL;
	return errnum && !s->failed ? unwritten(err, "the report", errnum) : 0;
}
