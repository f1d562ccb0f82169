/* SPDX-License-Identifier: MIT */
/* Opens the output of record, writes its rounds, and renames the complete file into place. */
#define _GNU_SOURCE
#include "session/recorder.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/env.h"
#include "output/message.h"
#include "count/wait_loop.h"
#include "count/sample.h"
#include "host/file.h"

bool recorder_streams(const struct env *env, const char *path)
{
	struct stat st;

	if (path)
		return strcmp(path, "-") == 0;
	return fstat(fileno(env->out), &st) == 0 && S_ISFIFO(st.st_mode);
}

/* 0: a file can be renamed to it; -EISDIR, or the errno of stat. */
static int refuse_folder(const char *name)
{
	struct stat st;

	if (stat(name, &st) < 0)
		return errno == ENOENT ? 0 : -errno;
	return S_ISDIR(st.st_mode) ? -EISDIR : 0;
}

/* 1: an older file will become FILE.old; 0: it is empty or missing; or a negative errno. */
static int is_kept(const char *name)
{
	struct stat st;

	if (lstat(name, &st) < 0)
		return errno == ENOENT ? 0 : -errno;
	return S_ISREG(st.st_mode) && st.st_size;
}

static int open_temp(struct recorder *r, const char *path, struct error *err)
{
	LOCAL(str) old = {0};
	int kept = is_kept(r->name), rc = *path ? refuse_folder(r->name) : -ENOENT;

	str_addf(&old, "%s.old", r->name);
	if (rc == 0 && kept == 1 && (rc = refuse_folder(old.text)) < 0)
		path = old.text;
	rc = rc == 0 && kept < 0 ? kept : rc;
	if (rc == 0)
		rc = temp_file_open(&r->temp, r->name);
	if (rc < 0) {
		rc = output_file_not_created(path, -rc, err);
	} else {
		output_file_use(&r->file, rc);
		r->file.owned = true;
	}
	return rc < 0 ? -1 : 0;
}

static int open_file(struct recorder *r, const char *path, struct error *err)
{
	struct str final = {0};
	int rc = file_resolve_links(&final, path);
	struct stat st = { .st_mode = S_IFREG };

	r->name = final.text;
	if (rc == 0 && stat(r->name, &st) < 0 && errno != ENOENT)
		rc = -errno;
	if (rc < 0)
		return output_file_not_created(path, -rc, err);
	/* 1: a descriptor, as /dev/stdout.  Neither it nor a pipe or device can be replaced or rewound. */
	if (rc == 1 || (!S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode))) {
		r->data.pipe = true;
		return output_file_open_stream(&r->file, path, true, err);
	}
	return open_temp(r, path, err);
}

int recorder_open(struct recorder *r, const struct env *env, const char *path, struct error *err)
{
	r->err = env->err;
	r->data.pipe = recorder_streams(env, path);
	r->file.what = "perf.data";
	if (!r->data.pipe)
		return open_file(r, path ? path : "perf.data", err);
	if (isatty(fileno(env->out))) {
		error_set(err, ERROR_USAGE, 0, "record would write a stream of perf.data to the terminal");
		return error_hint(err, "pipe it: | perf script -i -, or name a file: -o FILE");
	}
	output_file_use(&r->file, fileno(env->out));
	return 0;
}

static int recorder_write_text(struct recorder *r, struct error *err)
{
	int rc = output_file_write(&r->file, &r->text, err);

	str_reset(&r->text);
	return rc;
}

/* Writes the header over the first bytes, which were left free for it. */
static int write_header(struct recorder *r, struct error *err)
{
	if (lseek(r->file.fd, 0, SEEK_SET) < 0)
		return error_set(err, ERROR_SYSTEM, errno, "cannot write perf.data: %s", strerror(errno));
	perfdata_header(&r->data, &r->text);
	return recorder_write_text(r, err);
}

/* Keeps the temporary file, as the run may have been long. */
static void keep_temp(struct recorder *r, int errnum)
{
	struct stat st;

	if (lstat(r->temp.name, &st) < 0)	/* the command may have removed its folder */
		return;
	message_print(r->err,
		      "pstat: warning: the counts stay in '%s', because '%s' cannot be written: %s\n",
		      r->temp.name, r->name, strerror(errnum));
	temp_file_keep(&r->temp);
}

/* 0, or a negative errno, and then both files have their old names. */
static int rename_all(struct recorder *r)
{
	LOCAL(str) old = {0};
	int kept = is_kept(r->name), rc = kept < 0 ? kept : 0;

	str_addf(&old, "%s.old", r->name);
	if (kept == 1 && rename(r->name, old.text) < 0)
		rc = -errno;
	if (rc == 0) {
		rc = temp_file_rename(&r->temp, r->name, false);
		if (rc < 0 && kept)
			rename(old.text, r->name);
	}
	return rc;
}

static int finish_file(struct recorder *r, struct error *err)
{
	int rc;

	if (write_header(r, err) < 0 || output_file_close(&r->file, err) < 0)
		return -1;
	rc = rename_all(r);
	if (rc == 0)
		return 0;
	keep_temp(r, -rc);
	return error_set(err, ERROR_SYSTEM, -rc, "cannot write '%s': %s", r->name, strerror(-rc));
}

static int write_round(struct recorder *r, const struct tick *tick, bool final, struct error *err)
{
	if (!r->rounds++ && perfdata_begin(&r->data, &r->text, tick->plan, err) < 0)
		return -1;
	perfdata_round(&r->data, &r->text, tick->plan, tick->to, tick->to->tool[TOOL_DURATION], final);
	return recorder_write_text(r, err);
}

bool recorder_is_alive(const struct recorder *r)
{
	return r->file.mode != OUTPUT_NONE && !r->file.failed;
}

static int write_tick(struct recorder *r, const struct tick *tick, struct error *err)
{
	bool end = tick->kind == TICK_END;

	r->data.pid = tick->pid;
	/* with intervals, the last one was the final round */
	if ((!end || !r->rounds) && write_round(r, tick, end && !r->data.interval_ns, err) < 0)
		return -1;
	if (!end)
		return 0;
	perfdata_end(&r->data, &r->text, tick->plan);
	if (recorder_write_text(r, err) < 0)
		return -1;
	return r->data.pipe ? 0 : finish_file(r, err);
}

int recorder_tick(struct recorder *r, const struct tick *tick, struct error *err)
{
	if (!recorder_is_alive(r))
		return 0;
	r->file.failed = write_tick(r, tick, err) < 0;
	return r->file.failed ? -1 : 0;
}

int recorder_close(struct recorder *r, struct error *err)
{
	int rc = output_file_close(&r->file, err);

	temp_file_drop(&r->temp);
	str_release(&r->text);
	free(r->name);
	r->name = NULL;
	return rc;
}
