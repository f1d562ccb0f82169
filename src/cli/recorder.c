/* SPDX-License-Identifier: MIT */
/* When does which part of perf.data reach its file? */
#define _GNU_SOURCE
#include "cli/recorder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/app.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/sink.h"
#include "cli/temp.h"
#include "count/runloop.h"
#include "count/sample.h"
#include "host/file.h"

static const char default_name[] = "perf.data";

bool recorder_streams(const struct env *env, const struct options *o)
{
	struct stat st;

	if (o->out.path)
		return strcmp(o->out.path, "-") == 0;
	return fstat(fileno(env->out), &st) == 0 && S_ISFIFO(st.st_mode);
}

/* Nobody can go back in it, and what is in it stays. */
static int open_stream(struct recorder *r, const char *path, struct error *err)
{
	r->data.pipe = true;
	r->stream = sink_stream(file_open_output(r->name, O_APPEND, 0));
	r->owned = r->stream != NULL;
	return r->stream ? 0 : sink_not_created(path, err);
}

/* Where no other file can be put, as errnum says, an empty one of one's own will do; -1 and that errno. */
static int open_own(const char *name, int errnum)
{
	int fd = file_open_over(name);
	struct stat st;

	if (fd >= 0 && fstat(fd, &st) == 0 && !st.st_size && st.st_uid == geteuid())
		return fd;
	if (fd >= 0)
		close(fd);
	errno = errnum;
	return -1;
}

/* 0: a file can be renamed to it, or is not there yet; -EISDIR, or why that cannot be known. */
static int refuse_folder(const char *name)
{
	struct stat st;

	if (stat(name, &st) < 0)
		return errno == ENOENT ? 0 : -errno;
	return S_ISDIR(st.st_mode) ? -EISDIR : 0;
}

/* 1: it is moved away for the new one; 0: it is empty or not there; or a negative errno: nobody knows. */
static int is_kept(const char *name)
{
	struct stat st;

	if (lstat(name, &st) < 0)
		return errno == ENOENT ? 0 : -errno;
	return S_ISREG(st.st_mode) && st.st_size;
}

/* Beside the file: until there is something to read, all that was there stays as it is. */
static int open_beside(struct recorder *r, const char *path, struct error *err)
{
	struct str old = {0};
	int fd = -1, kept = is_kept(r->name), rc = *path ? refuse_folder(r->name) : -ENOENT;

	str_addf(&old, "%s.old", r->name);
	if (rc == 0 && kept == 1 && (rc = refuse_folder(old.text)) < 0)
		path = old.text;
	rc = rc == 0 && kept < 0 ? kept : rc;
	if (rc == 0) {
		r->temp = temp_open(r->name, &fd);
		fd = r->temp ? fd : open_own(r->name, errno);
		r->stream = fd < 0 ? NULL : sink_stream(fd);
		rc = r->stream ? 0 : -errno;
	}
	r->owned = r->stream != NULL;
	errno = -rc;
	rc = rc < 0 ? sink_not_created(path, err) : 0;
	str_release(&old);
	return rc;
}

static int open_file(struct recorder *r, const char *path, struct error *err)
{
	struct str final = {0};
	int rc = file_final(&final, path);
	struct stat st = { .st_mode = S_IFREG };

	r->name = final.text;
	if (rc == 0 && stat(r->name, &st) < 0 && errno != ENOENT)
		rc = -errno;
	if (rc < 0) {
		errno = -rc;
		return sink_not_created(path, err);
	}
	/* 1: by its number, as /dev/stdout */
	if (rc == 1 || (!S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode)))
		return open_stream(r, path, err);
	return open_beside(r, path, err);
}

int recorder_open(struct recorder *r, const struct env *env, const struct options *o, struct error *err)
{
	r->err = env->err;
	r->data.pipe = recorder_streams(env, o);
	r->data.version = PSTAT_VERSION;
	r->data.argv = o->argv;
	r->data.aggr = o->measure.aggr.mode;
	r->data.cache_level = o->measure.aggr.cache_level;
	r->data.interval_ns = o->measure.runloop.interval_ns;
	r->data.no_scale = o->measure.aggr.no_scale;
	if (!r->data.pipe)
		return open_file(r, o->out.path ? o->out.path : default_name, err);
	if (isatty(fileno(env->out))) {
		error_set(err, ERROR_USAGE, 0, "the stream of record would go to the terminal");
		error_hint(err, "pipe it: | perf script -i -, or name a file: -o FILE");
		return -1;
	}
	r->stream = env->out;
	return 0;
}

/* What was added so far goes out. */
static int write_text(struct recorder *r, struct error *err)
{
	int rc = sink_write_of(r->stream, "perf.data", &r->text, err);

	str_reset(&r->text);
	return rc;
}

static int seek(struct recorder *r, off_t to, int whence, struct error *err)
{
	if (lseek(fileno(r->stream), to, whence) >= 0)
		return 0;
	return error_set(err, ERROR_SYSTEM, errno, "cannot write perf.data: %s", strerror(errno));
}

/* Over the first bytes; what is behind them is not touched. */
static int write_header(struct recorder *r, struct error *err)
{
	if (r->data.pipe)
		return 0;
	perfdata_header(&r->data, &r->text);
	if (seek(r, 0, SEEK_SET, err) < 0 || write_text(r, err) < 0)
		return -1;
	return seek(r, 0, SEEK_END, err);
}

/* Into the file that is there, which the rest follows then. */
static bool fill(struct recorder *r)
{
	int fd = open_own(r->name, r->refused);
	FILE *stream = fd < 0 ? NULL : sink_stream(fd);
	struct str text = {0};

	if (!stream)
		return false;
	fd = fileno(stream);
	if (file_read_back(&text, fileno(r->stream)) < 0 || fchmod(fd, 0600) < 0 ||
	    file_write(fd, text.text, text.len) < 0) {
		r->refused = ftruncate(fd, 0) < 0 ? errno : r->refused;
		fclose(stream);
		stream = NULL;
	} else {
		fclose(r->stream);
		r->stream = stream;
	}
	str_release(&text);
	return stream != NULL;
}

/* Said now, as the run may have no end, or an end that is told instead. */
static void keep_beside(struct recorder *r)
{
	const char *name = temp_name(r->temp);
	struct stat st;

	temp_keep(r->temp);
	if (lstat(name, &st) == 0 || errno != ENOENT)
		output_say(r->err, "pstat: warning: what is counted stays in '%s', as '%s' cannot be "
			   "written: %s\n", name, r->name, strerror(r->refused));
	else		/* with its folder, perhaps, which the command may have taken away */
		output_say(r->err, "pstat: warning: what is counted is lost: '%s' is gone, and '%s' cannot "
			   "be written: %s\n", name, r->name, strerror(r->refused));
}

/* It can be read from now on, and is where it was asked for, if that can be. */
static void place(struct recorder *r)
{
	struct str old = {0};
	bool moved;
	int kept;

	if (!r->temp || r->placed || r->refused)
		return;
	kept = is_kept(r->name);
	str_addf(&old, "%s.old", r->name);
	moved = kept == 1 && rename(r->name, old.text) == 0;
	if (moved == kept && temp_become(r->temp, r->name) == 0) {
		r->placed = true;
	} else {
		r->refused = kept < 0 ? -kept : errno;
		if (moved)
			rename(old.text, r->name);
		r->placed = !kept && fill(r);
		if (!r->placed)
			keep_beside(r);
	}
	str_release(&old);
}

static int write_round(struct recorder *r, const struct tick *tick, bool final, struct error *err)
{
	if (!r->rounds && !r->data.pipe)	/* counts may tell what nobody else should know */
		fchmod(fileno(r->stream), 0600);
	if (!r->rounds++ && perfdata_begin(&r->data, &r->text, tick->plan, err) < 0)
		return -1;
	perfdata_round(&r->data, &r->text, tick->plan, tick->to, tick->to->tool[TOOL_DURATION], final);
	return write_text(r, err) < 0 ? -1 : write_header(r, err);
}

bool recorder_is_alive(const struct recorder *r)
{
	return r->stream && !r->failed;
}

static int write_tick(struct recorder *r, const struct tick *tick, struct error *err)
{
	bool end = tick->kind == TICK_END;

	r->data.pid = tick->pid;
	/* with intervals the last of them was the end, too */
	if ((!end || !r->rounds) && write_round(r, tick, end && !r->data.interval_ns, err) < 0)
		return -1;
	if (end)
		perfdata_end(&r->data, &r->text, tick->plan);
	if (end && (write_text(r, err) < 0 || write_header(r, err) < 0))
		return -1;
	place(r);
	return 0;
}

int recorder_tick(struct recorder *r, const struct tick *tick, struct error *err)
{
	if (!recorder_is_alive(r))
		return 0;
	r->failed = write_tick(r, tick, err) < 0;
	return r->failed ? -1 : 0;
}

int recorder_close(struct recorder *r, struct error *err)
{
	int rc = 0;

	if (r->owned && fclose(r->stream))
		rc = error_set(err, ERROR_SYSTEM, errno, "cannot write perf.data: %s", strerror(errno));
	if (r->refused && !r->placed && rc == 0)
		rc = error_set(err, ERROR_SYSTEM, r->refused, "cannot write '%s': %s", r->name,
			       strerror(r->refused));
	temp_drop(r->temp);
	str_release(&r->text);
	free(r->name);
	r->temp = NULL;
	r->name = NULL;
	r->stream = NULL;
	r->owned = false;
	return rc;
}
