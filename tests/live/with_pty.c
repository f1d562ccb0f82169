/* SPDX-License-Identifier: MIT */
/*
 * with_pty COLUMNSxROWS STEP... -- COMMAND... - runs COMMAND on a terminal of its own, with all of its
 * descriptors, plays the steps, and prints what the terminal shows at the end.  Steps:
 *
 *	wait:TEXT	until the screen shows TEXT, be it for a moment
 *	gone:TEXT	until it does not show it any more
 *	keys:TEXT	types this; ^C is Ctrl-C, ^[ is Escape, ^M is Enter, ^^ is ^
 *	size:100x30	changes the size, as a window does
 *	signal:NUMBER	sends a signal to COMMAND
 *	sleep:MS
 *	drawn		until COMMAND has written twice, so once at least with what precedes this
 *	show		prints the screen now
 *
 * Then it waits for the end of COMMAND and prints the screen, without blank lines at its end, the exit status,
 * and what COMMAND has left changed: "raw", "no cursor", "other screen".  Lines that have scrolled away are
 * printed, too; the screen is that of an xterm as far as pstat needs it, and an unknown sequence is an error.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

enum { COLUMNS = 250, ROWS = 100, PATIENCE_MS = 280000 };	/* golden.sh has 300 s */

struct letter {			/* one character of UTF-8; "": blank */
	char text[5];
};

struct screen {
	int columns, rows, x, y;
	bool pending;		/* the last column is filled: the next letter begins a line */
	bool hidden, other;	/* the cursor; the alternate screen */
	struct letter at[ROWS][COLUMNS], kept[ROWS][COLUMNS];	/* kept: the usual screen meanwhile */
	char sequence[64];	/* that has begun; "": none */
	struct letter part;	/* of a character whose bytes are not all here */
};

struct run {
	int master;
	char text[4096];	/* that was read last; from `at` on it is still to be taken */
	size_t at, len;
	unsigned long reads;
	pid_t pid;
	bool ended;
	int status;
	struct screen s;
};

static void fail(const char *what, const char *text)
{
	printf("with_pty: %s: %s\n", what, text);
	exit(9);
}

/* --- the screen -------------------------------------------------------------------------------------- */

static void print_line(const struct screen *s, int y)
{
	int end = s->columns;

	while (end && (!s->at[y][end - 1].text[0] || s->at[y][end - 1].text[0] == ' '))
		end--;
	for (int x = 0; x < end; x++)
		fputs(s->at[y][x].text[0] ? s->at[y][x].text : " ", stdout);
	putchar('\n');
}

static bool is_blank(const struct screen *s, int y)
{
	for (int x = 0; x < s->columns; x++)
		if (s->at[y][x].text[0] && s->at[y][x].text[0] != ' ')
			return false;
	return true;
}

static void print_screen(const struct screen *s)
{
	int end = s->rows;

	while (end && is_blank(s, end - 1))
		end--;
	for (int y = 0; y < end; y++)
		print_line(s, y);
}

static void line_feed(struct screen *s)
{
	s->pending = false;
	if (++s->y < s->rows)
		return;
	s->y = s->rows - 1;
	if (!s->other)
		print_line(s, 0);
	memmove(s->at[0], s->at[1], sizeof(s->at[0]) * (size_t)(s->rows - 1));
	memset(s->at[s->rows - 1], 0, sizeof(s->at[0]));
}

static void put(struct screen *s, struct letter l)
{
	if (s->pending) {
		s->x = 0;
		line_feed(s);
	}
	s->at[s->y][s->x] = l;
	if (s->x + 1 < s->columns)
		s->x++;
	else
		s->pending = true;
}

static void move(struct screen *s, int x, int y)
{
	s->x = x < 0 ? 0 : x >= s->columns ? s->columns - 1 : x;
	s->y = y < 0 ? 0 : y >= s->rows ? s->rows - 1 : y;
	s->pending = false;
}

static void erase(struct screen *s, int y, int from, int to)
{
	memset(&s->at[y][from], 0, sizeof(s->at[y][0]) * (size_t)(to - from));
}

/* K: in a line, J: on the screen; 0: what follows the cursor, 1: what precedes it, 2: all. */
static void erase_part(struct screen *s, bool all_lines, int which)
{
	erase(s, s->y, which ? 0 : s->x, which == 1 ? s->x + 1 : s->columns);
	for (int y = 0; y < s->rows && all_lines; y++)
		if ((y < s->y && which) || (y > s->y && which != 1))
			erase(s, y, 0, s->columns);
}

static void set_mode(struct screen *s, int mode, bool on)
{
	if (mode == 25) {
		s->hidden = !on;
	} else if (mode == 1049 && on != s->other) {
		if (on)
			memcpy(s->kept, s->at, sizeof(s->at));
		else
			memcpy(s->at, s->kept, sizeof(s->at));
		if (on)
			memset(s->at, 0, sizeof(s->at));
		s->other = on;
	} else if (mode != 1049 && mode != 7) {
		fail("a mode that it does not know", s->sequence);
	}
}

static void obey(struct screen *s, char end)
{
	const char *text = s->sequence + 2;
	bool private = *text == '?';
	int first = (int)strtol(text + private, NULL, 10), n = first ? first : 1;
	const char *semicolon = strchr(text, ';');
	int second = semicolon ? (int)strtol(semicolon + 1, NULL, 10) : 0;

	switch (end) {
	case 'm': break;
	case 'A': move(s, s->x, s->y - n); break;
	case 'B': move(s, s->x, s->y + n); break;
	case 'C': move(s, s->x + n, s->y); break;
	case 'D': move(s, s->x - n, s->y); break;
	case 'G': move(s, n - 1, s->y); break;
	case 'H': move(s, (second ? second : 1) - 1, n - 1); break;
	case 'J': erase_part(s, true, first); break;
	case 'K': erase_part(s, false, first); break;
	case 'h': case 'l': set_mode(s, first, end == 'h'); break;
	default: fail("a sequence that it does not know", text);
	}
}

static void take_sequence(struct screen *s, char c)
{
	size_t n = strlen(s->sequence);

	if (n + 1 == sizeof(s->sequence))
		fail("a sequence that does not end", s->sequence + 1);
	s->sequence[n] = c;
	s->sequence[n + 1] = '\0';
	if (n == 1 && c != '[')
		fail("a sequence that it does not know", s->sequence + 1);
	if (n > 1 && c >= '@') {
		obey(s, c);
		s->sequence[0] = '\0';
	}
}

static void take(struct screen *s, char c)
{
	size_t n = strlen(s->part.text), want;

	if (s->sequence[0] || c == '\033') {
		take_sequence(s, c);
	} else if (c == '\r') {
		move(s, 0, s->y);
	} else if (c == '\n') {
		line_feed(s);
	} else if (c == '\b') {
		move(s, s->x - 1, s->y);
	} else if (c == '\t') {
		move(s, (s->x / 8 + 1) * 8, s->y);
	} else if ((unsigned char)c >= ' ') {
		s->part.text[n] = c;
		want = (s->part.text[0] & 0x80) == 0 ? 1 : (s->part.text[0] & 0x20) == 0 ? 2 :
		       (s->part.text[0] & 0x10) == 0 ? 3 : 4;
		if (n + 1 < want)
			return;
		put(s, s->part);
		s->part = (struct letter){0};
	}
}

static bool shows(const struct screen *s, const char *text)
{
	static char line[COLUMNS * 4 + 1];

	for (int y = 0; y < s->rows; y++) {
		line[0] = '\0';
		for (int x = 0; x < s->columns; x++)
			strcat(line, s->at[y][x].text[0] ? s->at[y][x].text : " ");
		if (strstr(line, text))
			return true;
	}
	return false;
}

/* --- the command ------------------------------------------------------------------------------------- */

static long long now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (long long)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Up to the next control character: what is drawn over is on the screen for a moment, however late we are. */
static void take_some(struct run *r)
{
	do
		take(&r->s, r->text[r->at++]);
	while (r->at < r->len && (unsigned char)r->text[r->at] >= ' ');
}

/* Takes some of what the command writes, for at most that long; false: it has ended, and nothing is left. */
static bool listen(struct run *r, long long ms)
{
	struct pollfd p = { .fd = r->master, .events = POLLIN };
	ssize_t n;

	if (r->at < r->len) {
		take_some(r);
		return true;
	}
	if (!r->ended && waitpid(r->pid, &r->status, WNOHANG) == r->pid)
		r->ended = true;
	if (poll(&p, 1, r->ended ? 0 : (int)ms) <= 0)
		return !r->ended;
	n = read(r->master, r->text, sizeof(r->text));
	r->at = 0;
	r->len = n > 0 ? (size_t)n : 0;
	r->reads += n > 0;
	if (n <= 0 && !r->ended)
		usleep(1000);
	return n > 0 || !r->ended;
}

static void set_size(struct run *r, const char *text)
{
	struct winsize size = {0};
	char *end;

	size.ws_col = (unsigned short)strtol(text, &end, 10);
	size.ws_row = *end == 'x' ? (unsigned short)strtol(end + 1, NULL, 10) : 0;
	if (!size.ws_col || !size.ws_row || size.ws_col > COLUMNS || size.ws_row > ROWS)
		fail("this is no size", text);
	/* a narrower screen cuts lines, as xterm does */
	r->s.columns = size.ws_col;
	r->s.rows = size.ws_row;
	move(&r->s, r->s.x, r->s.y);
	ioctl(r->master, TIOCSWINSZ, &size);
}

static void type(const struct run *r, const char *text)
{
	for (; *text; text++) {
		char c = *text;

		if (c == '^' && text[1])
			c = *++text == '^' ? '^' : (char)(*text & 0x1f);
		if (write(r->master, &c, 1) != 1)
			fail("it cannot type", strerror(errno));
	}
}

static void wait_for(struct run *r, const char *text, bool wanted)
{
	long long end = now_ms() + PATIENCE_MS;

	while (shows(&r->s, text) != wanted) {
		if (!listen(r, 10) || now_ms() > end) {
			print_screen(&r->s);
			kill(-r->pid, SIGKILL);
			fail(wanted ? "it does not show" : "it still shows", text);
		}
	}
}

static void wait_for_drawing(struct run *r)
{
	long long end = now_ms() + PATIENCE_MS;
	unsigned long before = r->reads;

	while (r->reads < before + 2)
		if (!listen(r, 10) || now_ms() > end)
			fail("it does not write", "any more");
}

static void play(struct run *r, const char *step)
{
	const char *colon = strchr(step, ':'), *value = colon ? colon + 1 : "";
	long long end = now_ms() + strtol(value, NULL, 10);

	if (strncmp(step, "wait:", 5) == 0 || strncmp(step, "gone:", 5) == 0)
		wait_for(r, value, step[0] == 'w');
	else if (strncmp(step, "keys:", 5) == 0)
		type(r, value);
	else if (strncmp(step, "size:", 5) == 0)
		set_size(r, value);
	else if (strncmp(step, "signal:", 7) == 0)
		kill(r->pid, (int)strtol(value, NULL, 10));
	else if (strncmp(step, "sleep:", 6) == 0)
		while (now_ms() < end && listen(r, end - now_ms()))
			continue;
	else if (strcmp(step, "drawn") == 0)
		wait_for_drawing(r);
	else if (strcmp(step, "show") == 0)
		print_screen(&r->s);
	else
		fail("it does not know the step", step);
}

static void start(struct run *r, char **command)
{
	const char *name = ptsname(r->master);
	int fd;

	for (int signo = 1; signo < 32; signo++)	/* whatever started us */
		signal(signo, SIG_DFL);
	setsid();
	fd = open(name, O_RDWR);
	if (fd < 0 || ioctl(fd, TIOCSCTTY, 0) < 0)
		_exit(9);
	for (int i = 0; i < 3; i++)
		dup2(fd, i);
	close(fd);
	close(r->master);
	execvp(command[0], command);
	_exit(127);
}

int main(int argc, char **argv)
{
	static struct run r;
	struct termios before = {0}, after = {0};	/* with what lies between their members */
	int i, slave;

	r.master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
	if (argc < 4 || r.master < 0 || grantpt(r.master) < 0 || unlockpt(r.master) < 0)
		return 77;
	slave = open(ptsname(r.master), O_RDWR | O_NOCTTY | O_CLOEXEC);	/* keeps what was written */
	set_size(&r, argv[1]);
	tcgetattr(slave, &before);
	for (i = 2; i < argc && strcmp(argv[i], "--") != 0; i++)
		;
	if (i + 1 >= argc)
		return 77;
	r.pid = fork();
	if (r.pid == 0)
		start(&r, argv + i + 1);
	for (i = 2; strcmp(argv[i], "--") != 0; i++)
		play(&r, argv[i]);
	while (listen(&r, 1000))
		continue;
	tcgetattr(slave, &after);
	print_screen(&r.s);
	printf("status %d%s%s%s\n", WIFEXITED(r.status) ? WEXITSTATUS(r.status) : 128 + WTERMSIG(r.status),
	       memcmp(&before, &after, sizeof(before)) ? ", raw" : "", r.s.hidden ? ", no cursor" : "",
	       r.s.other ? ", other screen" : "");
	return 0;
}
