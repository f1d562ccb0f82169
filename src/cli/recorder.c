/* SPDX-License-Identifier: MIT */
/* When does which part of perf.data reach its file? */
#define _GNU_SOURCE
#include "cli/recorder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/app.h"
#include "cli/options.h"
#include "cli/sink.h"
#include "count/runloop.h"
#include "count/sample.h"
#include "host/file.h"

static const char default_name[] = "perf.data";

bool recorder_streams(const struct env *env, const struct options *o)
{
	struct stat st;

	if (o->output)
		return strcmp(o->output, "-") == 0;
	return fstat(fileno(env->out), &st) == 0 && S_ISFIFO(st.st_mode);
}

/* Counts may tell what nobody else should know: the file is the user's alone. */
static int open_file(struct recorder *r, const char *path, struct error *err)
{
	struct str old = {0}, final = {0};
	int rc = file_final(&final, path);
	bool opened = rc == 1;		/* by its number, as /dev/stdout: it stays, with what is in it */
	const char *name = final.text;
	struct stat st;

	r->name = final.text;	/* it is closed in any case */
	if (rc < 0) {
		errno = -rc;
		return sink_not_created(path, err);
	}
	rc = 0;
	str_addf(&old, "%s.old", name);
	if (opened || (stat(name, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode)))
		r->data.pipe = true;	/* nobody can go back in it */
	else if (stat(name, &st) == 0 && S_ISREG(st.st_mode) && st.st_size)
		rc = rename(name, old.text);
	r->moved = rc == 0 && !r->data.pipe && stat(old.text, &st) == 0 && access(name, F_OK) < 0;
	if (rc < 0)
		rc = sink_not_created(old.text, err);
	str_release(&old);
	if (rc < 0)
		return -1;
	r->stream = sink_stream(file_open_output(name, O_CREAT | (opened ? O_APPEND : O_TRUNC), 0600));
	r->owned = r->stream != NULL;
	return r->stream ? 0 : sink_not_created(path, err);
}

int recorder_open(struct recorder *r, const struct env *env, const struct options *o, struct error *err)
{
	r->data.pipe = recorder_streams(env, o);
	r->data.version = PSTAT_VERSION;
	r->data.argv = o->argv;
	r->data.aggr = o->measure.aggr.mode;
	r->data.cache_level = o->measure.aggr.cache_level;
	r->data.interval_ns = o->measure.runloop.interval_ns;
	r->data.no_scale = o->measure.aggr.no_scale;
	if (!r->data.pipe)
		return open_file(r, o->output ? o->output : default_name, err);
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
	int rc = sink_write(r->stream, &r->text, err);

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

static int write_round(struct recorder *r, const struct tick *tick, bool final, struct error *err)
{
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
	if (!end)
		return 0;
	perfdata_end(&r->data, &r->text, tick->plan);
	return write_text(r, err) < 0 ? -1 : write_header(r, err);
}

int recorder_tick(struct recorder *r, const struct tick *tick, struct error *err)
{
	if (!recorder_is_alive(r))
		return 0;
	r->failed = write_tick(r, tick, err) < 0;
	return r->failed ? -1 : 0;
}

/* Nothing was measured: as if nothing had been asked for. */
static void put_back(const struct recorder *r)
{
	struct str old = {0};

	str_addf(&old, "%s.old", r->name);
	unlink(r->name);
	if (r->moved)
		rename(old.text, r->name);
	str_release(&old);
}

int recorder_close(struct recorder *r, struct error *err)
{
	int rc = 0;

	if (r->owned && fclose(r->stream))
		rc = error_set(err, ERROR_SYSTEM, errno, "cannot write perf.data: %s", strerror(errno));
	if (r->owned && !r->data.pipe && !r->rounds)
		put_back(r);
	str_release(&r->text);
	free(r->name);
	r->name = NULL;
	r->stream = NULL;
	r->owned = false;
	return rc;
}
