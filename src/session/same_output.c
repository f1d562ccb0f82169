/* SPDX-License-Identifier: MIT */
/* Keeps what the first warm-ups print on stdout, and finds the first line that differs. */
#include "session/same_output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/env.h"
#include "base/exit_status.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "compare/comparison.h"
#include "host/file.h"
#include "host/kernel.h"
#include "output/message.h"
#include "output/temp_file.h"
#include "session/session.h"

/* --- two files --------------------------------------------------------------------------------------- */

struct place {
	uint64_t at, line, line_at;	/* a byte; the number of its line, and where that begins */
};

/* The part of a line around a byte.  false: the file ends before it. */
static bool add_excerpt(struct str *out, int fd, const struct place *p)
{
	enum { LEAD = 20, WIDTH = 50 };
	uint64_t from = p->at - p->line_at > WIDTH - LEAD ? p->at - LEAD : p->line_at;
	char text[WIDTH + 1];
	ssize_t n = file_read_part(fd, text, WIDTH, from);
	size_t begin = 0, end = n > 0 ? (size_t)n : 0;
	char *newline = memchr(text, '\n', end);

	end = newline ? (size_t)(newline - text) : end;
	/* characters of several bytes that the cut has split */
	while (from > p->line_at && begin < end && ((unsigned char)text[begin] & 0xc0) == 0x80)
		begin++;
	for (size_t split = 1; !newline && split <= 3 && split < end - begin; split++)
		if ((unsigned char)text[end - split] >= 0xc0) {
			end -= utf8_character_length(text + end - split, split) ? 0 : split;
			break;
		}
	text[end] = '\0';
	str_add(out, from > p->line_at ? "\"..." : "\"");
	for (size_t at = begin; at < end; at++) {
		str_add_line(out, text + at);
		at += strlen(text + at);
		str_add(out, at < end ? "\\x00" : "");
	}
	str_add(out, "\"");
	return n > 0;
}

static void add_place(struct str *out, int a, int b, const struct place *p)
{
	LOCAL(str) one = {0}, other = {0};
	bool in_a = add_excerpt(&one, a, p), in_b = add_excerpt(&other, b, p);
	char at_a = 0, at_b = 0;
	ssize_t n = file_read_part(a, &at_a, 1, p->at) + file_read_part(b, &at_b, 1, p->at);

	if (n == 1 && p->at > p->line_at && (at_a == '\n' || at_b == '\n'))
		str_addf(out, "line %llu is %s, and ends with a newline on one side only",
			 (unsigned long long)p->line, one.text);
	else if (in_a && in_b && str_same(one.text, other.text))
		str_addf(out, "byte %llu, in line %llu, %s", (unsigned long long)p->at + 1,
			 (unsigned long long)p->line, one.text);
	else
		str_addf(out, "line %llu is %s and %s", (unsigned long long)p->line,
			 in_a ? one.text : "not there", in_b ? other.text : "not there");
}

/* Goes to the first byte that differs, or past all n. */
static bool pass_same(struct place *p, const char *a, const char *b, size_t n)
{
	size_t same = 0, next;

	if (memcmp(a, b, n) == 0)
		same = n;
	while (same < n && a[same] == b[same])
		same++;
	for (size_t i = 0; i < same; i = next) {
		const char *end = memchr(a + i, '\n', same - i);

		next = end ? (size_t)(end - a) + 1 : same;
		if (end) {
			p->line++;
			p->line_at = p->at + next;
		}
	}
	p->at += same;
	return same == n;
}

int same_output_compare(struct printed *found, int a, int b, struct str *where)
{
	enum { BLOCK = 1 << 16 };
	FREED char *text = mem_resize(NULL, 2, BLOCK);
	char *other = text + BLOCK;
	struct place p = { .line = 1 };
	ssize_t n, m;
	bool same;

	do {
		n = file_read_part(a, text, BLOCK, p.at);
		m = n < 0 ? n : file_read_part(b, other, BLOCK, p.at);
		same = n >= 0 && m >= 0 && pass_same(&p, text, other, (size_t)(n < m ? n : m)) && n == m;
		n = same && file_is_interrupted() ? -EINTR : n;
	} while (same && n == BLOCK);
	if (n < 0 || m < 0)
		return (int)(n < 0 ? n : m);
	if (same) {
		found->bytes = p.at;
		found->lines = p.line - (p.line_at == p.at);
		return 1;
	}
	add_place(where, a, b, &p);
	return 0;
}

/* --- the warm-up ------------------------------------------------------------------------------------- */

static int fail(int rc, struct error *err)
{
	error_set(err, ERROR_SYSTEM, -rc, "--same-output: cannot keep what the commands print: %s",
		  strerror(-rc));
	return error_hint(err, "set TMPDIR to a folder with room for it");
}

/* The stdout of a side goes to a new file. */
static int redirect(struct same_output *o, struct session *s, size_t side, struct error *err)
{
	int fd = temp_file_open_unnamed();

	if (fd < 0)
		return fail(fd, err);
	o->fd[side] = fd;
	s->side[side].opts.launch.out_fd = fd;
	return 0;
}

int same_output_begin(struct same_output *o, struct session *s, struct error *err)
{
	const struct kernel *k = s->env->kernel;
	int rc = 0, fd = k->open_scratch(k);

	if (fd < 0)	/* such as for a limit on the size of files, which would cut what they print */
		return fail(fd, err);
	k->close(k, fd);
	o->fd = mem_resize(NULL, s->n, sizeof(*o->fd));
	for (size_t i = 0; i < s->n; i++)
		o->fd[i] = -1;
	for (size_t i = 0; i < s->n && rc == 0; i++)
		rc = redirect(o, s, i, err);
	return rc;
}

static const char *name_of(const struct session *s, size_t side)
{
	const char *tree = s->side[side].measure.b.tree;

	return tree ? tree : s->side[side].title;
}

/* On a full disk what a command prints is cut, and not each command says so. */
static int check_room(int fd, struct error *err)
{
	static const char block[4096];
	int rc = file_write(fd, block, sizeof(block));

	file_empty(fd);
	return rc < 0 ? fail(rc, err) : 0;
}

int same_output_check(struct same_output *o, struct session *s, struct error *err)
{
	int rc = 1;

	for (size_t i = 1; i < s->n && rc == 1; i++) {
		rc = same_output_compare(&s->printed, o->fd[0], o->fd[i], &o->where);
		if (rc < 0)
			return fail(rc, err);
		o->other = i;
	}
	s->printed.same = rc == 1;
	if (s->printed.same)
		return 0;
	o->first_fd = o->fd[0];
	o->fd[0] = -1;
	return redirect(o, s, 0, err) < 0 || check_room(o->fd[0], err) < 0 ? -1 : 1;
}

/* Whether the first side has printed something else in its second run, or -1.  Then that is what differs. */
static int is_unstable(struct same_output *o, struct session *s, struct error *err)
{
	LOCAL(str) again = {0};
	int rc = same_output_compare(&s->printed, o->first_fd, o->fd[0], &again);

	if (rc == 0) {
		str_reset(&o->where);
		str_add(&o->where, again.text);
	}
	return rc < 0 ? fail(rc, err) : rc == 0;
}

int same_output_end(struct same_output *o, struct session *s, struct error *err)
{
	const char *hint = "make both print the same, or leave out --same-output";
	int unstable;

	if (s->printed.same)
		return 0;
	unstable = is_unstable(o, s, err);
	if (unstable < 0)
		return -1;
	if (unstable) {
		str_addf(&s->failure_text, "'%s' prints something else in each run: %s", name_of(s, 0),
			 o->where.text);
		hint = "--same-output needs a command that prints the same in each run";
	} else {
		str_addf(&s->failure_text, "'%s' and '%s' print different things: %s", name_of(s, 0),
			 name_of(s, o->other), o->where.text);
	}
	s->failure = SESSION_OUTPUT_DIFFERS;
	session_stop_with(s, STATUS_COMMAND_FAILED);
	if (!s->opts->quiet)
		message_print(s->env->err, "pstat: %s\npstat: hint: %s\n", s->failure_text.text, hint);
	return 0;
}

void same_output_release(struct same_output *o, struct session *s)
{
	for (size_t i = 0; i < s->n && o->fd; i++) {
		s->side[i].opts.launch.out_fd = session_stdout(s->opts);
		if (o->fd[i] >= 0)
			file_close(o->fd[i]);
	}
	if (o->first_fd > 0)
		file_close(o->first_fd);
	free(o->fd);
	str_release(&o->where);
	o->fd = NULL;
	o->first_fd = 0;
}

void same_output_note(const struct session *s, struct comparison *cmp)
{
	const struct printed *p = &s->printed;

	if (p->same && !p->bytes)
		comparison_add_note(cmp, GRAVITY_WARNING, -1, "no-output",
				    "the commands print nothing on stdout, so --same-output has compared nothing");
	else if (p->same)
		comparison_add_note(cmp, GRAVITY_NOTE, -1, "same-output",
				    "the commands print the same on stdout: %llu line%s, %llu bytes",
				    (unsigned long long)p->lines, p->lines == 1 ? "" : "s",
				    (unsigned long long)p->bytes);
}
