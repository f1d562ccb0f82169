/* SPDX-License-Identifier: MIT */
/* Opens --control, splits input into lines and parses commands. The wait loop carries them out. */
#include "count/control.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/str.h"
#include "host/kernel.h"

enum { COMMAND_MOST = 63 };		/* characters, as in perf */

/* --- opening ---------------------------------------------------------------------------- */

static int refuse_spec(struct error *err, const char *spec)
{
	error_set(err, ERROR_USAGE, 0, "option '--control': '%s' is neither a descriptor nor a FIFO", spec);
	return error_hint(err,
			  "write fd:CONTROL[,ACK] with open descriptors, or fifo:CONTROL[,ACK] with paths");
}

static int open_fd(int *fd, const struct kernel *k, const char *text, const char *spec, struct error *err)
{
	uint64_t number;
	int rc;

	if (!number_parse_u64(text, &number) || number > INT32_MAX)
		return refuse_spec(err, spec);
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
		return refuse_spec(err, spec);
	rc = k->open_fifo(k, path);
	if (rc < 0)
		return error_set(err, ERROR_USAGE, -rc, "Failed to open '%s': %s", path, strerror(-rc));
	*fd = rc;
	return 0;
}

int control_open(struct control *c, const struct kernel *k, const char *spec, struct error *err)
{
	int (*open_one)(int *, const struct kernel *, const char *, const char *, struct error *) = NULL;
	const char *names = strchr(spec, ':');
	LOCAL(str) first = {0};
	const char *comma;
	int rc;

	*c = (struct control)CONTROL_INIT;
	c->kernel = k;
	if (strncmp(spec, "fd:", 3) == 0)
		open_one = open_fd;
	else if (strncmp(spec, "fifo:", 5) == 0)
		open_one = open_fifo;
	if (!open_one)
		return refuse_spec(err, spec);
	c->owned = open_one == open_fifo;
	comma = strchr(++names, ',');
	str_add_n(&first, names, comma ? (size_t)(comma - names) : strlen(names));
	rc = open_one(&c->fd, k, first.text, spec, err);
	if (rc == 0 && comma)
		rc = open_one(&c->ack_fd, k, comma + 1, spec, err);
	if (rc < 0)
		control_close(c);
	return rc;
}

void control_close(struct control *c)
{
	if (c->owned && c->fd >= 0)
		c->kernel->close(c->kernel, c->fd);
	if (c->owned && c->ack_fd >= 0)
		c->kernel->close(c->kernel, c->ack_fd);
	*c = (struct control)CONTROL_INIT;
}

/* --- commands --------------------------------------------------------------------------- */

/* Reads as much as fits; the rest is still there after the next wait. */
int control_read(struct control *c)
{
	ssize_t n;

	if (c->len == sizeof(c->line))
		return 0;
	n = c->kernel->read(c->kernel, c->fd, c->line + c->len, sizeof(c->line) - c->len);
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
	bool takes_name;	/* after one blank */
} words[] = {
	{ "enable",   CONTROL_ENABLE,	true },
	{ "disable",  CONTROL_DISABLE,	true },
	{ "evlist",   CONTROL_EVLIST,	true },
	{ "snapshot", CONTROL_SNAPSHOT,	false },
	{ "stop",     CONTROL_STOP,	false },
	{ "ping",     CONTROL_PING,	false },
};

/* Only the beginning counts, as in perf: "pingpong" is a ping. */
static enum control_verb parse_command(const char *command, const char **name)
{
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		size_t len = strlen(words[i].text);

		if (strncmp(command, words[i].text, len) != 0)
			continue;
		*name = command + len;
		if (!words[i].takes_name || !command[len])
			return words[i].verb;
		/* an empty name is wrong, and does not mean all events */
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

/* The length of the first line without its end; SIZE_MAX: it is incomplete. */
static size_t line_length(const struct control *c)
{
	for (size_t i = 0; i < c->len; i++)
		if (c->line[i] == '\n' || c->line[i] == '\0')
			return i;
	return SIZE_MAX;
}

static void drop_input(struct control *c, size_t n)
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
			/* too long for a command: skip the line */
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
		drop_input(c, len + 1);
		if (!skipped && len && len <= COMMAND_MOST)
			return parse_command(c->command, name);
	}
}

void control_ack(struct control *c)
{
	if (c->ack_fd >= 0)
		c->kernel->write(c->kernel, c->ack_fd, "ack\n", 5);
}
