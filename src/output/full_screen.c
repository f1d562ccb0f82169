/* SPDX-License-Identifier: MIT */
/* Takes the terminal and gives it back, also when pstat is stopped; writes a screen with one write. */
#define _GNU_SOURCE
#include "output/full_screen.h"

#include <errno.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "host/fd.h"
#include "host/kernel.h"

/* The alternate screen, no cursor, no line breaks; and back. */
#define TAKE "\033[?1049h\033[?25l\033[?7l\033[2J"
#define GIVE "\033[?7h\033[?25h\033[?1049l"

static void write_all(const struct full_screen *s, const char *text, size_t n)
{
	while (n) {
		ssize_t done = s->kernel->write(s->kernel, s->out, text, n);

		if (done <= 0)		/* the terminal is gone: reading the keys tells it, too */
			return;
		text += done;
		n -= (size_t)done;
	}
}

static int take(struct full_screen *s)
{
	struct termios raw;

	if (tcgetattr(s->in, &s->before) < 0)
		return -errno;
	raw = s->before;
	raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
	raw.c_iflag &= ~(tcflag_t)(ICRNL | IXON);
	raw.c_cc[VMIN] = 1;
	raw.c_cc[VTIME] = 0;
	if (tcsetattr(s->in, TCSADRAIN, &raw) < 0)
		return -errno;
	s->taken = true;
	write_all(s, TAKE, strlen(TAKE));
	return 0;
}

static void give(struct full_screen *s)
{
	if (!s->taken)
		return;
	s->taken = false;
	write_all(s, GIVE, strlen(GIVE));
	tcsetattr(s->in, TCSADRAIN, &s->before);
}

static int watch(struct full_screen *s)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGTSTP);
	sigaddset(&set, SIGCONT);
	sigaddset(&set, SIGWINCH);
	s->fd = fd_keep_above_stdio(signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
	if (s->fd < 0)
		return -errno;
	return sigprocmask(SIG_BLOCK, &set, &s->mask) < 0 ? -errno : 0;
}

int full_screen_open(struct full_screen *s, int in, int out, struct error *err)
{
	int rc;

	s->in = in;
	s->out = out;
	rc = watch(s);
	if (rc == 0)
		rc = take(s);
	if (rc == 0)
		return 0;
	full_screen_close(s);
	return error_set(err, ERROR_SYSTEM, -rc, "cannot use the terminal: %s", strerror(-rc));
}

void full_screen_size(const struct full_screen *s, size_t *rows, size_t *columns)
{
	enum { USUAL_ROWS = 24, USUAL_COLUMNS = 80 };
	int width = 0, height = fd_size(s->out, &width);

	*rows = height > 0 ? (size_t)height : USUAL_ROWS;
	*columns = width > 0 ? (size_t)width : USUAL_COLUMNS;
}

/* The signal is pending, so pstat stops as soon as it is no longer blocked, and goes on here. */
static void stop(struct full_screen *s)
{
	sigset_t stop;

	give(s);
	sigemptyset(&stop);
	sigaddset(&stop, SIGTSTP);
	s->kernel->kill(s->kernel, getpid(), SIGTSTP);
	sigprocmask(SIG_UNBLOCK, &stop, NULL);
	sigprocmask(SIG_BLOCK, &stop, NULL);
	take(s);
}

/* After SIGSTOP, which nobody sees, the shell may have changed the terminal. */
void full_screen_signal(struct full_screen *s)
{
	struct signalfd_siginfo info;

	while (s->kernel->read(s->kernel, s->fd, &info, sizeof(info)) == (ssize_t)sizeof(info)) {
		if (info.ssi_signo == SIGTSTP)
			stop(s);
		if (info.ssi_signo == SIGCONT && s->taken) {
			struct termios before = s->before;

			take(s);
			s->before = before;
		}
	}
}

/* A colour may end after it. */
static const char *last_character(const char *line, const char *end)
{
	const char *at = end;

	while (at > line && *--at == 'm') {
		while (at > line && strchr("[0123456789;", at[-1]))
			at--;
		if (at == line || *--at != '\033')
			break;
		end = at;
	}
	while (end > line && ((unsigned char)*--end & 0xc0) == 0x80)
		;
	return end;
}

/*
 * The rest of each line is cleared, and all below the last one: nothing flickers.  Before the last character,
 * as in a full line the cursor stays on it.
 */
void full_screen_show(const struct full_screen *s, const struct str *text)
{
	LOCAL(str) all = {0};
	const char *line = str_text(text);

	str_add(&all, "\033[H");
	while (*line) {
		const char *end = strchrnul(line, '\n'), *last;

		last = last_character(line, end);
		str_add_n(&all, line, (size_t)(last - line));
		str_add(&all, "\033[K");
		str_add_n(&all, last, (size_t)(end - last));
		line = end + (*end == '\n');
		if (*line)
			str_add(&all, "\r\n");
	}
	str_add(&all, "\033[J");
	write_all(s, all.text, all.len);
}

void full_screen_close(struct full_screen *s)
{
	give(s);
	if (s->fd < 0)
		return;
	s->kernel->close(s->kernel, s->fd);
	s->fd = -1;
	sigprocmask(SIG_SETMASK, &s->mask, NULL);
}
