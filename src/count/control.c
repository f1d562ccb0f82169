/* SPDX-License-Identifier: MIT */
/*
 * What the other side of --control asks for: text in, one command at a time out.  Acting
 * on it is the run loop's business.
 */
#include "count/control.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/str.h"
#include "host/kernel.h"

enum { COMMAND_MOST = 63 };		/* characters, as perf has it */

/* --- opening ---------------------------------------------------------------------------- */

static int wrong_spec(struct error *err, const char *spec)
{
	error_set(err, ERROR_USAGE, 0, "option '--control': '%s' names no descriptor and no FIFO", spec);
	error_hint(err, "write fd:CONTROL[,ACK] with open descriptors, or fifo:CONTROL[,ACK] with paths");
	return -1;
}

static int open_fd(int *fd, const struct kernel *k, const char *text, const char *spec, struct error *err)
{
	uint64_t number;
	int rc;

	if (!number_parse_u64(text, &number) || number > INT32_MAX)
		return wrong_spec(err, spec);
	rc = k->is_given(k, (int)number);
	if (rc < 0)
		return error_set(err, ERROR_USAGE, -rc, "option '--control': descriptor %d: %s", (int)number,
				 strerror(-rc));
	*fd = (int)number;
	return 0;
}

static int open_fifo(int *fd, const struct kernel *k, const char *path, const char *spec, struct error *err)
{
	int rc;

	if (!*path)
		return wrong_spec(err, spec);
	rc = k->open_fifo(k, path);
	if (rc < 0)
		return error_set(err, ERROR_USAGE, -rc, "Failed to open '%s': %s", path, strerror(-rc));
	*fd = rc;
	return 0;
}

/* The command may read from the same: what one has waited for the other has taken. */
static void read_alone(struct control *c)
{
	int own = c->owned ? -EINVAL : c->kernel->open_again(c->kernel, c->fd);

	c->own_reader = own >= 0;
	c->fd = own >= 0 ? own : c->fd;
}

int control_open(struct control *c, const struct kernel *k, const char *spec, struct error *err)
{
	int (*open_one)(int *, const struct kernel *, const char *, const char *, struct error *) = NULL;
	const char *names = strchr(spec, ':');
	struct str first = {0};
	const char *comma;
	int rc;

	*c = (struct control)CONTROL_INIT;
	c->kernel = k;
	if (strncmp(spec, "fd:", 3) == 0)
		open_one = open_fd;
	else if (strncmp(spec, "fifo:", 5) == 0)
		open_one = open_fifo;
	if (!open_one)
		return wrong_spec(err, spec);
	c->owned = open_one == open_fifo;
	comma = strchr(++names, ',');
	str_add_n(&first, names, comma ? (size_t)(comma - names) : strlen(names));
	rc = open_one(&c->fd, k, first.text, spec, err);
	if (rc == 0 && comma)
		rc = open_one(&c->ack_fd, k, comma + 1, spec, err);
	str_release(&first);
	if (rc < 0)
		control_close(c);
	else
		read_alone(c);
	return rc;
}

void control_close(struct control *c)
{
	if ((c->owned || c->own_reader) && c->fd >= 0)
		c->kernel->close(c->kernel, c->fd);
	if (c->owned && c->ack_fd >= 0)
		c->kernel->close(c->kernel, c->ack_fd);
	*c = (struct control)CONTROL_INIT;
}

/* --- commands --------------------------------------------------------------------------- */

/* As much as there is room for: what is left is still there after the next wait. */
int control_read(struct control *c)
{
	ssize_t n;

	if (c->len == sizeof(c->line))
		return 0;
	n = c->kernel->read_now(c->kernel, c->fd, c->line + c->len, sizeof(c->line) - c->len);
	if (n == -EAGAIN)
		return 0;
	if (n < 0)
		return (int)n;
	c->ended = n == 0;
	c->len += (size_t)n;
	return 0;
}

static const struct word {
	const char *text;
	enum control_verb verb;
	bool takes_name;	/* behind one blank */
} words[] = {
	{ "enable",   CONTROL_ENABLE,	true },
	{ "disable",  CONTROL_DISABLE,	true },
	{ "evlist",   CONTROL_EVLIST,	true },
	{ "snapshot", CONTROL_SNAPSHOT,	false },
	{ "stop",     CONTROL_STOP,	false },
	{ "ping",     CONTROL_PING,	false },
};

/* As perf, by the beginning: "pingpong" is a ping. */
static enum control_verb parse(const char *command, const char **name)
{
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		size_t len = strlen(words[i].text);

		if (strncmp(command, words[i].text, len) != 0)
			continue;
		*name = command + len;
		if (!words[i].takes_name || !command[len])
			return words[i].verb;
		/* nothing behind the blank is no name, and does not mean all events */
		if (command[len] != ' ' || (!command[len + 1] && words[i].verb != CONTROL_EVLIST)) {
			*name = command;
			return CONTROL_WRONG;
		}
		*name = command + len + 1;
		return words[i].verb;
	}
	*name = command;
	return CONTROL_UNKNOWN;
}

/* How long the first line is, its end not counted; SIZE_MAX: it has no end yet. */
static size_t line_length(const struct control *c)
{
	for (size_t i = 0; i < c->len; i++)
		if (c->line[i] == '\n' || c->line[i] == '\0')
			return i;
	return SIZE_MAX;
}

static void drop(struct control *c, size_t n)
{
	c->len -= n;
	memmove(c->line, c->line + n, c->len);
}

enum control_verb control_next(struct control *c, const char **name)
{
	for (;;) {
		size_t len = line_length(c);
		bool skipped = c->skipping;

		if (len == SIZE_MAX) {
			/* too long to be one: up to its end it is none */
			if (c->len == sizeof(c->line)) {
				c->skipping = true;
				c->len = 0;
			}
			return CONTROL_NONE;
		}
		c->skipping = false;
		if (!skipped && len && len <= COMMAND_MOST) {
			memcpy(c->command, c->line, len);
			c->command[len] = '\0';
		}
		drop(c, len + 1);
		if (!skipped && len && len <= COMMAND_MOST)
			return parse(c->command, name);
	}
}

/* Nobody who reads it is no reason to stop counting, or to wait: then there is no answer. */
void control_ack(struct control *c)
{
	if (c->ack_fd >= 0)
		c->kernel->write_now(c->kernel, c->ack_fd, "ack\n", 5);
}
